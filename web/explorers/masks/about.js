// What authors may set on <attention-masks>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary: "A mask as a matrix that is added before softmax, and three ways to get it wrong.",
  properties: {
    preset: { type: '"lesson-1" | "lesson-2" | "row" | "six" | "numpy-5"', about: "The example." },
    way: {
      type: '"add" | "finite" | "score" | "weight" | "boolean"',
      about: "The right way, or a wrong one next to it.",
    },
    masks: {
      type: '("causal" | "padding" | "prefix" | "window")[]',
      about: "The masks to add up; as an attribute, none means no mask.",
    },
    paddingSize: { type: "number", about: "How many keys are padding." },
    prefixSize: { type: "number", about: "Length of the prefix." },
    leftSize: { type: "number", about: "How far the window reaches to the left." },
    rightSize: { type: "number", about: "How far the window reaches to the right." },
    flip: {
      type: "string[]",
      about: "Cells of the mask that were switched by hand, as row:column, counted from 1.",
    },
    bias: { type: "number", about: "The finite number that is added in place of −∞." },
    biases: {
      type: "Record<string, number>",
      about:
        'Other numbers in single cells of the mask, by "row:column", counted from 1; as an attribute, row:column:number.',
    },
    query: { type: "number", about: "The row to follow, counted from 1." },
    scores: { type: "number[][]", about: "Scaled scores of your own, n × m." },
    values: { type: "number[][]", about: "Values of your own, m rows." },
    tokens: { type: "string[]", about: "Names of the keys." },
    queryTokens: { type: "string[]", about: "Names of the queries, if they differ from the keys." },
  },
  hide: [
    "way",
    "masks",
    "padding",
    "prefix",
    "left",
    "right",
    "bias",
    "query",
    "preset",
    "blind",
    "reset",
    "predict",
    "compare",
    "check",
  ],
  examples: ['masks="causal window" left="1"', 'preset="row" way="weight"'],
};
