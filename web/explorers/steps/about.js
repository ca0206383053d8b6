// What authors may set on <attention-steps>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary: "The formula in seven steps, a matrix each, with the arithmetic of any cell.",
  properties: {
    preset: {
      type: '"lesson-1" | "lesson-2" | "river" | "money" | "six" | "cross" | "numpy-6" | "numpy-5"',
      about: "The example.",
    },
    step: { type: "number", about: "The step that is shown, 1 to 7." },
    query: { type: "number", about: "The row to follow, from 1." },
    mask: { type: '"none" | "causal" | "padding" | "prefix"', about: "Which keys are hidden." },
    flip: { type: "string[]", about: "Cells of the mask switched by hand, as row:column from 1." },
    factor: { type: "number", about: "Multiplies the embeddings." },
    experiment: {
      type: '"norm" | "order" | "roles" | "stacked" | "values" | "linear" | ""',
      about: "What else is tried.",
    },
    positions: {
      type: '"none" | "learned" | "sinusoidal" | "rotary"',
      about: "What is added to the embeddings, or turns them, for each position.",
    },
    order: { type: "number[]", about: "The tokens in another order, as places from 1." },
    try: {
      type: "string[]",
      about:
        "Steps that the learner works out: their cells are empty fields, checked as they are left.",
    },
    answers: { type: "Record<string, string>", about: "What has been typed into those cells." },
    readonly: { type: "boolean", about: "No cell takes a number, and none is switched." },
    tokens: { type: "string[]", about: "Names of the tokens." },
    memoryTokens: {
      type: "string[]",
      about: "Names of the tokens that keys and values come from, where they are others.",
    },
    x: { type: "number[][]", about: "Embeddings of your own, a row a token." },
    memory: { type: "number[][]", about: "Embeddings that keys and values come from." },
    wq: { type: "number[][]", about: "W_Q of your own." },
    wk: { type: "number[][]", about: "W_K of your own." },
    wv: { type: "number[][]", about: "W_V of your own." },
  },
  hide: [
    "steps",
    "preset",
    "reset",
    "query",
    "mask",
    "factor",
    "experiment",
    "vectors",
    "letters",
    "predict",
  ],
  examples: ['preset="lesson-2" mask="causal"', 'tokens="a b" x="1 0; 0 1" step="6"'],
};
