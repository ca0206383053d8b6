// What authors may set on <attention-cost>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary:
    "What attention costs: time, measured here and now; memory, operations, and the step with a cache, counted.",
  properties: {
    view: {
      type: '"time" | "memory" | "operations" | "feed-forward" | "decoding" | "window" | "linear" | "path"',
      about: "What is shown.",
    },
    preset: {
      type: '"head" | "half" | "ticket" | "wide" | "model" | "128k"',
      about: "The sizes; each view begins with its own.",
    },
    n: { type: "number", about: "Tokens." },
    d: { type: "number", about: "Model width." },
    heads: { type: "number", about: "Heads." },
    layers: { type: "number", about: "Layers." },
    batch: { type: "number", about: "Items of the batch." },
    window: { type: "number", about: "How many keys a window leaves each query." },
    bytes: { type: "1 | 2 | 4", about: "Bytes of one number." },
    expansion: { type: "number", about: "Hidden width of the feed-forward part, divided by d." },
    methods: { type: '("staged" | "fused" | "loop")[]', about: "What is timed." },
    to: { type: "number", about: "The largest n that is timed, 128 to 8192." },
  },
  hide: [
    "view",
    "preset",
    "n",
    "d",
    "heads",
    "layers",
    "batch",
    "bytes",
    "expansion",
    "window",
    "methods",
    "to",
    "reset",
    "predict",
    "chart",
    "table",
    "measure",
  ],
  examples: ['view="memory" n="8192"'],
};
