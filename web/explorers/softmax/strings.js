// What <attention-softmax> says. {names} are live values; every key may be replaced by `strings`.
/** @type {Record<string, string>} */
export const strings = {
  heading: "How do scores become weights, and what else could do it?",

  preset: "Example",
  "preset four": "four scores, one below 0",
  "preset shift": "5, 3, 2 and a constant",
  "preset saturation": "saturated: 8, 0, −8",
  "preset even": "two equal scores",
  "preset pencil": "the pencil example, query 2",
  temperature: "Temperature τ",
  shift: "Add to every score: c",
  more: "One score more",
  fewer: "One score fewer",
  reset: "Reset",
  scores: "Scores {x}",
  score: "Score {label}",
  label: "x{i}",

  // Labels of columns: nine letters are seen, and a space that breaks would be drawn as a sign.
  "column softmax": "softmax",
  "column hardmax": "hardmax",
  "column l1": "L1",
  "column sparsemax": "sparse",
  "column plusOne": "soft\u00a0+\u00a01",
  "name softmax": "softmax",
  "name hardmax": "hardmax",
  "name l1": "L1",
  "name sparsemax": "sparsemax",
  "name plusOne": "softmax plus one",

  axisScore: "score",
  axisFunction: "function",
  axisWeight: "weight",
  "title x": "scores",
  "title z": "scores as they enter softmax",
  "title W": "weights, one function a column",
  "title J": "Jacobian of softmax: how each weight answers each score",
  "title J_1": "Jacobian of softmax at temperature 1",
  "facts W": "Weights that each function makes of them",
  "facts J": "Jacobian: how each weight answers each score",
  slopeScale: "Slope",
  place: "{symbol}, {title}: {rowAxis} {row}, {columnAxis} {column}",
  largestTakesAll:
    "{z} is the largest score, so it takes the whole weight; of equals, the first does.",
  notTheLargest: "{z} is not the largest score, so it gets nothing.",
  belowThreshold: "{z} does not reach the threshold {threshold}, so it gets exactly 0.",

  chart: "Slope p(1 − p) of a weight by its own score: steepest at p = 1/2",
  chartWeight: "weight p",
  chartSlope: "p(1 − p)",
  chartCurve: "p(1 − p)",
  chartNow: "these weights",

  readLargest: "Largest weight",
  readSlope: "Its slope p(1 − p)",
  readSize: "Size of the Jacobian",
  readPlainSize: "Size at temperature 1",
  readPlusOne: "Sum of softmax plus one",
  notYet: "not yet",

  "question four":
    "Before you look: one of these five gives the score −1 exactly as much weight as the score 1. Which?",
  "question shift": "Before you try: add 998 to every score. What happens to the softmax weights?",
  "answer same": "Nothing",
  "answer first": "The first goes to 1",
  "answer level": "They all become equal",
  "verdict shift":
    "(5, 3, 2) and (1003, 1001, 1000) have the same softmax weights, {weights}: only differences count. That is why the largest score may be subtracted first, so that nothing overflows.",
  "verdict four":
    "L1 looks at sizes only: |−1| counts as much as |1|, {weight} each. Softmax gives the lower score less, {softmax}, and never exactly 0.",
  "question saturation":
    "Before you try: divide all three scores by 8. The largest weight is 0.9997 now. What will it be?",
  "answer near1": "About 0.99",
  "answer near2": "About 0.67",
  "answer near3": "About 0.33",
  "verdict saturation":
    "Divided by 8 the weights are {weights}. The slope p(1 − p) of the largest grows from {before} to {after}: now it can learn.",
  "question even":
    "Before you look: both weights are 1/2. How fast does a weight grow with its own score?",
  "answer slope1": "By 1",
  "answer slope2": "By 1/2",
  "answer slope4": "By 1/4",
  "verdict even":
    "The slope is p(1 − p) = {slope}, and it is nowhere steeper than at p = 1/2. The other weight gives way by as much, {other}.",
  "question pencil": "Before you look: which score gets more than half of the weight?",
  "verdict pencil": "The weights are {weights}.",
  asExpected: "As you expected.",
  notAsExpected: "Not quite.",

  sayPredict: "The scores are there, the weights are hidden. Say what you expect first.",
  sayWeights:
    "Softmax makes {weights} of the scores: {label} gets most, and no weight is 0. Hardmax keeps one, sparsemax {kept} of {m}.",
  sayRoundedAway:
    "Softmax makes {weights} of the scores: {label} gets most. By the formula no weight is 0, but {zeros} of {m} are too small for a float32 number. Hardmax keeps one, sparsemax {kept}.",
  sayTemperatureFlat:
    "Divided by τ = {temperature}, the weights go from {before} to {after}: flatter. The size of the Jacobian goes from {sizeBefore} to {sizeAfter}.",
  sayTemperatureSharp:
    "Divided by τ = {temperature}, the weights go from {before} to {after}: sharper. The size of the Jacobian goes from {sizeBefore} to {sizeAfter}. Hardmax is the limit at 0.",
  sayShiftAll: "Adding {shift} to every score changes none of the five here.",
  sayShift:
    "Adding {shift} to every score leaves softmax as it was, {weights}: only differences count. What did change: {moved}.",
  sayOne:
    "One score alone gets the whole weight, whatever it is; only softmax plus one gives it less.",
  didRefuse: "“{text}” cannot be taken here; the field keeps its number.",

  describeIntro:
    "Scores {scores}; {shift} is added to each, and the sum is divided by the temperature {temperature}. So {z} enter softmax.",
  describeWeights: "{name}: {weights}, which add up to {sum}.",
  describeJacobian:
    "The Jacobian of softmax, rows are weights, columns are scores: {rows}. Its size (Frobenius norm) is {size}.",

  noPreset: "attention-softmax: there is no preset “{preset}”; there are {known}.",
  wrongTemperature:
    "attention-softmax: temperature is {temperature}, but must be a number above 0.",
  wrongScores: "attention-softmax: there are {has} scores, but 1 to {most} numbers can be drawn.",
  wrongTokens: "attention-softmax: tokens names {has} scores but there are {needs}.",
};
