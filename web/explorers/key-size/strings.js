// What <attention-key-size> says. {names} are live values; every key may be replaced by `strings`.
/** @type {Record<string, string>} */
export const strings = {
  heading: "Why is every score divided by √d_k?",

  keySize: "Key size",
  ownSize: "or any size from 1 to {most}",
  divisor: "Divide the scores by",
  "divisor root": "√d_k",
  "divisor key-size": "d_k",
  "divisor one": "1",
  seed: "Seed of this query",
  scalingSeed: "Seed: variance and weights",
  gradientSeed: "Seed: gradient",
  sampleLabel: "Averages over {rows} queries with {keys} keys each",
  measure: "Measure",
  measuring: "Drawing {numbers} million random numbers",
  measured: "All {numbers} million numbers drawn.",
  stopped: "Stopped. What was measured stays.",
  failedToMeasure: "The measurement failed: {reason}.",
  percent: "{number} %",
  cancel: "Cancel",

  barsUndivided: "Not divided: softmax(q · k)",
  barsDivided: "Divided by {divisor}: softmax(q · k / {divisor})",
  largestHere: "largest {weight}",
  barsNote:
    "One random query and its {keys} random keys, sorted by score. Point at a bar, or use the arrow keys.",
  barRead:
    "Key {key} of {keys}, score {score}: weight {undivided}. Divided by {divisor}: {scaled}, weight {divided}.",
  barSpoken: "bar {place}: key {key}, score {score}, weight {weight}",
  noBar: "no bar chosen",

  chartTitle: "How far the scores spread",
  chartX: "d_k",
  chartY: "variance of the score",
  seriesUndivided: "Var(q · k)",
  seriesDivided: "Var(q · k / {divisor})",
  seriesLine: "variance = d_k",

  question:
    "At d_k = {size} the largest of {keys} weights is {weight}. What will it be at d_k = {end}, if nothing is divided?",
  "answer larger": "Larger: one key takes nearly all",
  "answer same": "About the same",
  "answer smaller": "Smaller: the weights even out",
  verdictRight: "As you expected. It was {before} at d_k = {size} and is {after} at d_k = {end}.",
  verdictWrong: "No: it was {before} at d_k = {size} and is {after} at d_k = {end}.",
  verdictWhy:
    "A score adds up d_k products, so it spreads further the larger d_k is, and softmax turns distance into preference.",

  readVariance: "Var(q · k)",
  readLargest: "Largest weight",
  readSaturated: "Rows above 0.99",
  readGradient: "Gradient size",
  pair: "{undivided} → {divided}",
  notYet: "…",

  sayScores:
    "At d_k = {size} the scores have a variance of {variance}: a typical one lies within ±{deviation} of 0.",
  sayWeights:
    "Not divided, the largest weight of a query is {largest} on average, and {saturated} of the queries give more than 0.99 to one key.",
  sayRoot:
    "Divided by √{size} = {divisor}, the variance is {scaledVariance} and the largest weight {scaledLargest}, about the same for every key size; softmax passes on a gradient of {scaledGradient} instead of {gradient}.",
  sayKeySize:
    "Divided by {size}, the variance is {scaledVariance}, and it falls as d_k grows. The largest weight is {scaledLargest}; if the keys could not be told apart at all, it would be 1/{keys} = {even}.",
  sayOne: "Divided by 1, nothing changes: the weights are as they were.",
  sayHere:
    "At d_k = {size} this query gives its largest weight, {undivided}, to one key; divided by {divisor}, {divided}.",
  sayWaiting: "The averages over {rows} queries are being measured.",
  didRefuse: "“{text}” is not a whole number from {min} to {max}; it stays {kept}.",

  reproduce: "Reproduce this",
  reproduceHow: "A PyTorch program that draws the same numbers and prints the same lines:",
  reproduceOutput: "What it prints, computed here just now:",

  "title S": "scores of this query, largest first",
  "title P": "weights of this query",
  "title Var": "averages by key size",
  columnScore: "q · k",
  columnScaled: "q · k / {divisor}",
  columnUndivided: "weight, not divided",
  columnDivided: "weight, divided",
  columnVariance: "Var",
  columnVarianceDivided: "Var, divided",
  columnLargest: "largest",
  columnLargestDivided: "largest, divided",
  columnSaturated: "above 0.99",
  columnSaturatedDivided: "above 0.99, divided",
  columnGradient: "gradient",
  columnGradientDivided: "gradient, divided",
  axisKey: "key",
  axisNumber: "number",
  axisSize: "d_k",

  describeBars:
    "Two rows of {keys} bars between 0 and 1: the weights that one random query of size {size} (seed {seed}) gives to {keys} random keys, sorted by score. Not divided, the largest are {undivided}. Divided by {divisor}, they are {divided}.",
  describeChart:
    "A chart with logarithmic axes: across, the key size d_k; upwards, the variance of the score. {points}",
  describePoint: "At d_k = {size} it is {variance}, divided {scaled}.",
  describeNothing: "Nothing is measured yet.",
  describeAverages:
    "Averages over {rows} queries at d_k = {size}: largest weight {largest} → {scaledLargest}; rows with a weight above 0.99 {saturated} → {scaledSaturated}; gradient size {gradient} → {scaledGradient} (not divided → divided).",

  noSize: "attention-key-size: key-size = {size} is not a whole number from 1 to {most}.",
  noDivisor: "attention-key-size: there is no divisor “{divisor}”; there are {known}.",
  noSeed: "attention-key-size: {name} = {seed} is not a whole number from 0 to {most}.",
};
