// What authors may set on <attention-key-size>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary:
    "What the key size does to scores, to softmax and to its gradient, and what dividing by √d_k does about it.",
  properties: {
    view: { type: '"sizes" | "derivation" | "spread"', about: "What is shown." },
    proof: { type: '"variance" | "slope"', about: "Which derivation is shown." },
    step: { type: "number", about: "How many of its lines are shown." },
    keySize: { type: "number", about: "d_k, 1 to 4096." },
    divisor: {
      type: '"root" | "key-size" | "one"',
      about: "What scores are divided by: √d_k, d_k or 1.",
    },
    seed: { type: "number", about: "Of the query and keys whose weights are the bars." },
    scalingSeed: { type: "number", about: "Of the averages of scores and weights." },
    gradientSeed: { type: "number", about: "Of the averages of the gradient." },
  },
  hide: [
    "view",
    "predict",
    "bars",
    "chart",
    "key-size",
    "divisor",
    "seed",
    "averages",
    "reproduce",
  ],
  examples: ['key-size="64" divisor="one"'],
};
