// What authors may set on <attention-softmax>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary: "Scores to weights in five ways, with temperature, a shift and the Jacobian.",
  properties: {
    preset: {
      type: '"four" | "shift" | "saturation" | "even" | "p99" | "pencil" | "numpy-8" | "numpy-512"',
      about: "The example.",
    },
    scores: { type: "number[]", about: "Scores of your own, 1 to 8 of them." },
    also: {
      type: '("hardmax" | "l1" | "sparsemax" | "plusOne" | "slope")[]',
      about: "What stands beside softmax; none in the attribute for nothing.",
    },
    temperature: { type: "number", about: "Divides the scores, above 0." },
    shift: { type: "number", about: "Is added to each score first." },
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
