// What authors may set on <attention-steps>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary: "The formula in seven steps, one matrix per step, with the arithmetic of any cell.",
  properties: {
    preset: {
      type: '"lesson-1" | "lesson-2" | "river" | "money" | "six" | "cross" | "numpy-6" | "numpy-5"',
      about: "The example.",
    },
    step: { type: "number", about: "The step that is shown, 1 to 7." },
    query: { type: "number", about: "The row to follow, counted from 1." },
    mask: { type: '"none" | "causal" | "padding" | "prefix"', about: "Which keys are hidden." },
    flip: {
      type: "string[]",
      about: "Cells of the mask that were switched by hand, as row:column, counted from 1.",
    },
    factor: { type: "number", about: "What the embeddings are multiplied by." },
    experiment: {
      type: '"norm" | "order" | "roles" | "stacked" | "values" | "linear" | ""',
      about: "The experiment to try.",
    },
    positions: {
      type: '"none" | "learned" | "sinusoidal" | "rotary"',
      about: "How positions enter: added to the embeddings, or as a rotation of queries and keys.",
    },
    order: {
      type: "number[]",
      about: "The tokens in a different order, as positions counted from 1.",
    },
    try: {
      type: "string[]",
      about:
        "Steps for the learner to work out: their cells are empty fields, each checked as the learner leaves it.",
    },
    answers: {
      type: "Record<string, string>",
      about: "What the learner has typed into those cells.",
    },
    tokens: { type: "string[]", about: "Names of the tokens." },
    memoryTokens: {
      type: "string[]",
      about: "Names of the tokens that keys and values come from, if they differ.",
    },
    x: { type: "number[][]", about: "Embeddings of your own, one row per token." },
    memory: { type: "number[][]", about: "Embeddings that the keys and values come from." },
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
  examples: [
    'preset="lesson-2" mask="causal"',
    'tokens="a b" x="1 0; 0 1" wq="2 0; 0 1" wk="1 1; 0 1" wv="3 0; 0 5" step="6"',
  ],
};
