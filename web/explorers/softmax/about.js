// What authors may set on <attention-softmax>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary: "Five ways to turn scores into weights, with a temperature, a shift and the Jacobian.",
  properties: {
    preset: {
      type: '"four" | "shift" | "saturation" | "even" | "p99" | "pencil" | "numpy-8" | "numpy-512"',
      about: "The example.",
    },
    scores: { type: "number[]", about: "Scores of your own, 1 to 8 of them." },
    also: {
      type: '("hardmax" | "l1" | "sparsemax" | "plusOne" | "slope")[]',
      about: "What is shown next to softmax; as an attribute, none means nothing.",
    },
    temperature: { type: "number", about: "What the scores are divided by, above 0." },
    shift: { type: "number", about: "Added to each score first." },
    tokens: { type: "string[]", about: "Names of the scores." },
  },
  hide: [
    "scores",
    "also",
    "temperature",
    "shift",
    "count",
    "preset",
    "reset",
    "predict",
    "jacobian",
    "chart",
  ],
  examples: ['scores="2 1 0.1" temperature="0.5"'],
};
