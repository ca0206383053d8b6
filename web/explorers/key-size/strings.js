// What <attention-key-size> says. {names} are live values; every key may be replaced by `strings`.
/** @type {Record<string, string>} */
export const strings = {
  heading: "Why is every score divided by √d_k?",

  view: "Look at",
  "view sizes": "key sizes",
  "view derivation": "why: line by line",
  "view spread": "standard deviations",
  proof: "Derive",
  "proof variance": "Var(q · k) = d_k",
  "proof slope": "the slope of softmax",
  "short product": "one product",
  "short one": "its variance",
  "short cross": "cross terms",
  "short add": "variances add",
  "short root": "the root",
  "short share": "a share",
  "short quotient": "a nudge",
  "short diagonal": "itself",
  "short beside": "the others",
  "short saturated": "saturated",
  "line product":
    "A score is a sum of products, q · k = q₁k₁ + q₂k₂ + …. All the numbers in q and k are random and independent, with mean 0 and variance 1. So one product has mean E[q₁k₁] = E[q₁] · E[k₁] = 0 · 0 = 0.",
  "found product": "Over {count} draws, the mean of q₁k₁ is {mean}.",
  "line one": "Its variance is E[(q₁k₁)²] = E[q₁²] · E[k₁²] = 1 · 1 = 1.",
  "found one": "In the samples E[q₁²] = {q} and E[k₁²] = {k}; the variance of q₁k₁ is {both}.",
  "line cross":
    "Squaring the sum also gives cross terms, products of different components. Their means vanish: E[q₁q₂k₁k₂] = E[q₁q₂] · E[k₁k₂] = 0 · 0 = 0, since each factor is the mean of a product of independent numbers with mean 0.",
  "found cross":
    "In the samples the two factors are {q} and {k}, and the mean of q₁q₂k₁k₂ is {both}.",
  "line add":
    "So only the squares remain, and the variances add up: Var(q · k) = 1 + 1 + … = d_k, here {size}.",
  "found add":
    "In the samples {first} + {second} + … ≈ {sum} over all {size} components; the variance of q · k itself is {found}.",
  "line root":
    "The standard deviation is the square root of that, √d_k. Divide the scores by √d_k, and the variance is d_k / d_k = 1, whatever d_k is. Divide them by d_k, and it is only 1/d_k.",
  "found root":
    "In the samples q · k has a standard deviation of {deviation}, and √{size} {root}. Divided by that, it is {scaled}.",
  lineHidden: "The samples are shown once you have answered.",
  "line share":
    "Softmax gives each score its share, p_i = e^(s_i) / Z with Z = e^(s_1) + e^(s_2) + …",
  "found share": "For the scores {scores} the shares are {p}.",
  "line quotient":
    "Raise s_1 a little: e^(s_1) grows at the rate e^(s_1), and so does Z. By the quotient rule the slope is (e^(s_1) · Z − e^(s_1) · e^(s_1)) / Z².",
  "found quotient": "When s_1 is raised by {nudge}, p_1 grows at a rate of {slope}.",
  "line diagonal": "In terms of the shares, that is p_1 − p_1 · p_1 = p_1 · (1 − p_1).",
  "found diagonal": "{p1} · {rest} ≈ {slope}, as the module computes it.",
  "line beside":
    "For any other share only Z grows: the slope of p_2 is −p_2 · p_1. What one gains the others lose, so the slopes add up to 0.",
  "found beside": "−{p2} · {p1} ≈ {slope}; all slopes together: {sum}.",
  "line saturated":
    "When a share is nearly 1, 1 − p is nearly 0; when it is nearly 0, so is p. Either way the slope vanishes, and learning stops.",
  "found saturated":
    "For the scores {scores} the largest share is {largest} and its slope {slope}. For shares of {pair} and {other} it is {pair} · {other} = {pairSlope}.",
  "histogram product": "How often each value of q₁k₁ came up in {count} draws.",
  "histogram one": "How often each value of q₁k₁ came up in {count} draws.",
  "histogram cross": "How often each value of q₁q₂k₁k₂ came up in {count} draws.",
  "histogram add": "How often each value of q · k came up in {count} draws.",
  "histogram root": "How often each value of q · k, divided by √d_k, came up in {count} draws.",
  askProduct: "q₁ and k₁ both have variance 1. What is the variance of their product q₁k₁?",
  productWhy: "E[q₁²k₁²] = E[q₁²] · E[k₁²] = 1 · 1. See the next line, and the samples beside it.",
  "say variance":
    "Step through the lines; each has its samples beside it. You can change the seed and d_k.",
  "say slope":
    "Step through the lines; each is checked with numbers that the module computes here.",
  sayAsk: "Answer the question first, or press “Just show it”.",
  askSpread:
    "Take 10,000 pairs of random vectors, each with d_k = 512 numbers. What is the standard deviation of their dot products?",
  aboutNumber: "about {value}",
  spreadWhy:
    "√512 ≈ 22.63: the variance is d_k, and the standard deviation is its square root. Divided by √d_k it is 1 at every size.",
  "spread pairs": "Lesson 2: standard deviation over 10,000 pairs",
  "spread stream": "Lesson 3: standard deviation of 5 × 5 scores, NumPy, default_rng(0)",
  "spread exercise": "Lesson 3, exercise 1: largest of 6 × 6 weights, NumPy, default_rng(1)",
  columnUndividedShort: "not divided",
  columnByRoot: "divided by √d_k",
  columnMean: "mean",
  drawing: "Drawing the pairs …",
  saySpread:
    "The more pairs, the closer to √d_k: 10,000 pairs come within a hundredth or so, while 25 scores vary widely. Divided by √d_k, the standard deviation is about 1 everywhere.",
  describeSpread: "{what}, d_k = {size}: not divided {undivided}, divided {divided}.",
  "title V": "mean and variance in the samples",
  noView: "attention-key-size: there is no view “{view}”; choose from {known}.",
  noProof: "attention-key-size: there is no proof “{proof}”; choose from {known}.",

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
  measured: "All {numbers} million numbers have been drawn.",
  stopped: "Stopped. What has been measured stays.",
  failedToMeasure: "The measurement failed: {reason}.",

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
    "At d_k = {size} the largest of {keys} weights is {weight}. What will it be at d_k = {end} if the scores are not divided?",
  "answer larger": "Larger by half or more: one key takes nearly all",
  "answer same": "In between: roughly the same",
  "answer smaller": "Smaller by a third or more: the weights even out",
  verdictWhy:
    "It was {before} at d_k = {size} and is {after} at d_k = {end}. A score adds up d_k products, so its typical size grows from ±{spread} to ±{endSpread}, and softmax turns larger differences into a stronger preference.",

  readVariance: "Var(q · k)",
  readDeviation: "Standard deviation",
  readLargest: "Largest weight",
  readSaturated: "Rows above 0.99",
  readGradient: "Gradient size",
  pair: "{undivided} → {divided}",
  notYet: "…",

  sayScores:
    "At d_k = {size} the scores have a variance of {variance}: a typical one lies within ±{deviation} of 0.",
  sayWeights:
    "Without dividing, the largest weight of a query is {largest} on average, and {saturated} of the queries give more than 0.99 to one key.",
  sayRoot:
    "Divided by √{size} {divisor}, the variance is {scaledVariance} and the largest weight {scaledLargest}, about the same for every key size; softmax passes on a gradient of {scaledGradient} instead of {gradient}.",
  sayKeySize:
    "Divided by {size}, the variance is {scaledVariance}, and it falls as d_k grows. The largest weight is {scaledLargest}; if the keys could not be told apart at all, it would be 1/{keys} = {even}.",
  sayOne: "Divided by 1, nothing changes: the weights are as they were.",
  sayHere:
    "At d_k = {size} this query gives its largest weight, {undivided}, to one key; divided by {divisor}, {divided}.",
  sayWaiting: "The averages over {rows} queries are being measured.",
  didRefuse: "“{text}” is not a whole number from {min} to {max}; it stays {kept}.",

  reproduce: "Reproduce this",
  reproduceHow: "A PyTorch program that draws the same numbers and prints the same lines:",
  reproduceOutput: "What it prints, as just computed here:",

  "title S": "scores of this query, largest first",
  "title P": "weights of this query",
  "title Var": "averages by key size",
  columnScore: "q · k",
  columnScaled: "q · k / {divisor}",
  columnUndivided: "weight, not divided",
  columnDivided: "weight, divided",
  columnVariance: "Var",
  columnVarianceDivided: "Var, divided",
  columnDeviation: "std",
  columnDeviationDivided: "std, divided",
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
    "A chart with logarithmic axes. Horizontal: the key size d_k. Vertical: the variance of the score. {points}",
  describePoint: "At d_k = {size} it is {variance}, divided {scaled}.",
  describeNothing: "Nothing has been measured yet.",
  describeAverages:
    "Averages over {rows} queries at d_k = {size}: largest weight {largest} → {scaledLargest}; rows with a weight above 0.99 {saturated} → {scaledSaturated}; gradient size {gradient} → {scaledGradient} (not divided → divided).",

  noSize: "attention-key-size: key-size = {size} is not a whole number from 1 to {most}.",
  noDivisor: "attention-key-size: there is no divisor “{divisor}”; choose from {known}.",
  noSeed: "attention-key-size: {name} = {seed} is not a whole number from 0 to {most}.",
};
