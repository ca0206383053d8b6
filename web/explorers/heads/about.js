// What authors may set on <attention-heads>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary:
    "How a layer is cut into heads, what that costs, four heads at work, and the two mistakes that raise no error.",
  properties: {
    view: {
      type: '"shapes" | "patterns" | "reshape" | "axis" | "output" | "stacked" | "practice" | "check"',
      about: "What is shown.",
    },
    preset: {
      type: '"block" | "code" | "ticket" | "paper" | "paper-formulas" | "shared"',
      about: "The sizes.",
    },
    d: { type: "number", about: "Model width of your own." },
    heads: { type: "number", about: "Query heads of your own." },
    kvHeads: { type: "number", about: "Key/value heads of your own." },
    n: { type: "number", about: "Tokens." },
    batch: { type: "number", about: "Items of the batch." },
    bias: { type: '"true" | "false"', about: "Whether the layer has biases." },
    cut: { type: "1 | 2 | 4", about: "Into how many heads the example is cut." },
    query: { type: "number", about: "The row to follow, from 1." },
    output: { type: '"mixed" | "left-out"', about: "Whether W_O mixes the heads." },
    mix: { type: "number[][]", about: "W_O of your own." },
    third: { type: '"Q" | "K" | "V"', about: "Which third of the stacked matrix is looked at." },
    task: { type: "number", about: "Which question of the guided practice is asked, 1 to 6." },
  },
  hide: [
    "view",
    "preset",
    "d",
    "heads",
    "kv-heads",
    "n",
    "batch",
    "bias",
    "reset",
    "cut",
    "query",
    "output",
    "third",
    "predict",
    "flow",
    "steps",
    "bars",
  ],
  examples: ['view="patterns" cut="2"', 'd="512" heads="8"'],
};
