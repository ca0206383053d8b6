// What is photographed of each explorer, as attributes; an explorer that is not named here is taken
// as it starts.
/** @type {Record<string, Record<string, Record<string, string>>>} */
export const scenes = {
  "attention-steps": {
    "1-inputs": { step: "1" },
    "2-projections": { step: "2" },
    "3-scores": { step: "3" },
    "4-scaled": { step: "4" },
    "5-mask": { step: "5", mask: "causal" },
    "6-question": { step: "6" },
    "6-softmax": { step: "6", hide: "predict", mask: "padding" },
    "7-output": { step: "7", preset: "lesson-2" },
    "six-2": { step: "2", preset: "six" },
    "six-7": { step: "7", preset: "six", mask: "causal" },
    "cross-1": { step: "1", preset: "cross" },
    "cross-3": { step: "3", preset: "cross" },
    "factor-6": { step: "6", hide: "predict", factor: "4" },
    "factor-1": { step: "1", factor: "4" },
    wrong: { preset: "nothing" },
  },
  "attention-masks": {
    start: {},
    add: { hide: "predict" },
    sum: { hide: "predict", masks: "causal padding", query: "3" },
    score: { hide: "predict", way: "score" },
    weight: { hide: "predict", way: "weight" },
    boolean: { hide: "predict", way: "boolean" },
    row: { preset: "row", way: "score" },
    six: { preset: "six", hide: "predict" },
    blind: { hide: "predict", flip: "1:1" },
  },
  "attention-softmax": {
    start: {},
    four: { hide: "predict" },
    saturation: { preset: "saturation" },
    divided: { hide: "predict", preset: "saturation", temperature: "8" },
    shift: { hide: "predict", preset: "shift", shift: "998" },
    even: { hide: "predict", preset: "even" },
    eight: { hide: "predict", scores: "3 2.5 2 1 0.5 0 -1 -4" },
  },
};
