// What authors may set on <attention-key-size>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary:
    "What the key size does to scores, to softmax and to its gradient, and what dividing by √d_k does about it.",
  properties: {
    view: { type: '"sizes" | "derivation" | "spread"', about: "What is shown." },
    proof: { type: '"variance" | "slope"', about: "Which derivation is shown." },
    step: { type: "number", about: "How many lines of it are shown." },
    keySize: { type: "number", about: "d_k, 1 to 4096." },
    divisor: {
      type: '"root" | "key-size" | "one"',
      about: "What the scores are divided by: √d_k, d_k or 1.",
    },
    seed: { type: "number", about: "Seed of the query and keys whose weights the bars show." },
    scalingSeed: { type: "number", about: "Seed for the averages of scores and weights." },
    gradientSeed: { type: "number", about: "Seed for the averages of the gradient." },
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
