// What <attention-softmax> says. {names} are live values; every key may be replaced by `strings`.
/** @type {Record<string, string>} */
export const strings = {
  heading: "How do scores become weights, and what else could do it?",

  preset: "Example",
  "preset four": "four scores, one below 0",
  "preset shift": "5, 3, 2 and a constant",
  "preset saturation": "saturated: 8, 0, −8",
  "preset even": "two equal scores",
  "preset p99": "weights of 0.99 and 0.01",
  "preset pencil": "the pencil example, query 2",
  "preset numpy-8": "NumPy, seed 1, key size 8",
  "preset numpy-512": "NumPy, seed 1, key size 512",
  also: "Show next to softmax",
  "also hardmax": "hardmax",
  "also l1": "L1",
  "also sparsemax": "sparsemax",
  "also plusOne": "softmax plus one",
  "also slope": "its slope",
  temperature: "Temperature τ",
  shift: "Add to every score: c",
  more: "Add a score",
  fewer: "Remove a score",
  reset: "Reset",
  scores: "Scores {x}",
  score: "Score {label}",
  label: "x{i}",

  // Labels of columns: nine letters are seen, and a space that breaks would be drawn as a sign.
  "column softmax": "softmax",
  "column hardmax": "hardmax",
  "column l1": "L1",
  "column sparsemax": "sparse",
  "column plusOne": "soft + 1",
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
  "title W": "weights, one column per function",
  "title J": "Jacobian of softmax: how each weight answers each score",
  "title J_1": "Jacobian of softmax at temperature 1",
  "facts W": "The weights that each function gives",
  "facts J": "Jacobian: how each weight answers each score",
  slopeScale: "Slope",
  place: "{symbol}, {title}: {rowAxis} {row}, {columnAxis} {column}",
  largestTakesAll: "{z} is the largest score, so it gets all the weight.",
  firstOfEquals:
    "{z} is the largest score and occurs more than once: the first one gets all the weight.",
  laterOfEquals:
    "{z} is the largest score and occurs more than once, but only the first one gets the weight.",
  notTheLargest: "{z} is not the largest score, so it gets nothing.",
  belowThreshold: "{z} does not reach the threshold {threshold}, so it gets exactly 0.",

  chart: "Slope p(1 − p) of a weight with respect to its own score: steepest at p = 1/2",
  chartWeight: "weight p",
  chartSlope: "p(1 − p)",
  chartCurve: "p(1 − p)",
  chartNow: "these weights",

  readLargest: "Largest weight",
  readSum: "Sum of the weights",
  readSlope: "Its slope p(1 − p)",
  readSize: "Size of the Jacobian",
  readPlainSize: "Size at temperature 1",
  readPlusOne: "Sum of softmax plus one",

  "question low": "Before you look: one score is below 0. What weight does softmax give it?",
  "answer below0": "A weight below 0",
  "answer exactly0": "Exactly 0",
  "answer above0": "A small weight above 0",
  "verdict low":
    "It gets {low}. e to the power of any score is above 0, so softmax gives every score some weight, and a lower score less.",
  "question sizes":
    "Before you look: L1 divides the absolute value of each score by the sum of all absolute values. What does the score −1 get, compared with the score 1?",
  "answer less": "Less",
  "answer alike": "The same",
  "answer more": "More",
  "verdict sizes":
    "L1 looks only at absolute values: |−1| counts as much as |1|, {size} each. Softmax gives the lower score less, {low}.",
  "question shift": "Before you try: add 998 to every score. What happens to the softmax weights?",
  "answer same": "Nothing",
  "answer first": "The first goes to 1",
  "answer level": "They all become equal",
  "verdict shift":
    "(5, 3, 2) and (1003, 1001, 1000) have the same softmax weights, {weights}: only differences count. That is why the largest score may be subtracted first, so that nothing overflows.",
  "question saturation":
    "Before you try: divide all three scores by 8. The largest weight is 0.9997 now. What will it be?",
  "answer near1": "About 0.99",
  "answer near2": "About 0.67",
  "answer near3": "About 0.33",
  "verdict saturation":
    "Divided by 8, the weights are {weights}. The slope p(1 − p) of the largest grows from {before} to {after}: now a model can learn from it.",
  "question even":
    "Before you look: both weights are 1/2. How steeply does a weight rise with its own score?",
  "answer slope1": "Slope 1",
  "answer slope2": "Slope 1/2",
  "answer slope4": "Slope 1/4",
  "verdict even":
    "The slope is p(1 − p) = {slope}, and it is nowhere steeper than at p = 1/2. The other weight falls just as fast: {other}.",
  "question p99":
    "Before you look: the weights are 0.99 and 0.01. How steeply does a weight rise with its own score?",
  "answer slope99": "Slope 0.99",
  "answer slope0099": "Slope 0.0099",
  "verdict p99":
    "The slope is p(1 − p) = 0.99 · 0.01 = {slope}. One weight has nearly everything, so changing the scores changes very little: almost no gradient flows back to them.",
  "question most": "Before you look: which score gets more than half of the weight?",
  "verdict most": "The weights are {weights}.",
  "question numpy-8":
    "Before you try: NumPy drew this query and these keys with 8 numbers each. Divide the scores by √8: the largest weight is 0.9251 now. What will it be?",
  "question numpy-512":
    "Before you try: the same with 512 numbers each, and the largest weight is 1.0000. Divide the scores by √512. What will it be?",
  "answer to99": "About 0.99",
  "answer to52": "About 0.52",
  "answer to72": "About 0.72",
  "answer to17": "About 0.17, like all six",
  "verdict numpy-8": "It goes from {from} to {to}: the weights are {weights}.",
  "verdict numpy-512":
    "It goes from {from} to {to}: the weights are {weights}. Without the division one key takes everything, and the longer the keys, the more so.",

  sayPredict: "One thing is hidden here. Say what you expect first.",
  sayWeights: "Softmax turns the scores into {weights}: {label} gets the most, and no weight is 0.",
  sayWeightsTie:
    "Softmax turns the scores into {weights}: {label} share the largest weight, and no weight is 0.",
  sayAllEqual: "Softmax turns the scores into {weights}: equal scores, equal weights.",
  sayRoundedAway:
    "Softmax turns the scores into {weights}. By the formula no weight is 0, but {zeros} of {m} {zeros|one:is|other:are} too small for a float32 number.",
  "say hardmax":
    "Hardmax gives everything to the largest score; it has no slope, so nothing can be learned through it.",
  "say hardmaxTie":
    "Hardmax gives everything to one score, here to the first of the largest; it has no slope, so nothing can be learned through it.",
  "say l1":
    "L1 divides the absolute value of each score by the sum of all absolute values, and so ignores the signs: {weights}.",
  "say sparsemax":
    "Sparsemax cuts off low scores and keeps {kept} of {m}; the others get exactly 0.",
  "say plusOne":
    "Softmax plus one has 1 more in its denominator, so its weights add up to {sum}: a query need not spend all its attention.",
  saySlope:
    "The largest weight, {weight}, has a slope of p(1 − p) {equals} {slope}. The size of the Jacobian is {after}.",
  saySlopeThen:
    "The largest weight, {weight}, has a slope of p(1 − p) {equals} {slope}. The temperature takes the size of the Jacobian from {before} to {after}.",
  sayTemperatureFlat:
    "Divided by τ = {temperature}, the weights go from {before} to {after}: flatter.",
  sayTemperatureSharp:
    "Divided by τ = {temperature}, the weights go from {before} to {after}: sharper. At τ = 0 only the largest would be left.",
  sayShiftAll: "Adding {shift} to every score changes nothing here.",
  sayShift:
    "Adding {shift} to every score leaves softmax as it was, {weights}: only differences count. But this did change: {moved}.",
  sayOne: "A single score gets all the weight, whatever it is.",
  didRefuse: "“{text}” is not possible here; the field keeps its number.",

  describeIntro:
    "Scores {scores}; {shift} is added to each, and the sum is divided by the temperature {temperature}. So {z} enter softmax.",
  describeWeights: "{name}: {weights}, which add up to {sum}.",
  describeJacobian:
    "The Jacobian of softmax; rows are weights, columns are scores: {rows}. Its size (Frobenius norm) is {size}.",

  noSuch: "attention-softmax: also contains “{name}”; choose from {known}.",
  noPreset: "attention-softmax: there is no preset “{preset}”; choose from {known}.",
  wrongTemperature:
    "attention-softmax: temperature is {temperature}, but must be a number above 0.",
  wrongScores:
    "attention-softmax: there {has|one:is # score|other:are # scores}, but only 1 to {most} can be shown.",
  wrongTokens:
    "attention-softmax: tokens names {has|one:# score|other:# scores}, but there {needs|one:is #|other:are #}.",
};
