// The words of the elements of running text, in English; {name} stands for a live value.
/** @type {Record<string, string>} */
export const strings = {
  taskDone: "Done.",

  programWaits: "The program appears once the figure has been drawn.",
  programNumPy: "The same numbers in NumPy",
  programPyTorch: "The same numbers in PyTorch",

  check: "Check",
  youSaid: "You said: {given}.",
  isRight: "Right: {right}.",
  isWrong: "Not quite. The answer is {right}.",
  answerIs: "The answer is {right}.",
  answerNeeded: "Type an answer first.",
  answerMissing: "This cannot be checked yet: the figure does not show {right}.",

  noExercise: "There is no exercise called “{name}”; choose scaled, causal, memory or cross.",
  program: "Your program, in JavaScript",
  run: "Run and check",
  hint: "Hint",
  solution: "Show a solution",
  startOver: "Start over",
  "hint scaled":
    "A score is a dot product: multiply the numbers of query and key in pairs and add up the products. Divide by Math.sqrt(d_k), apply softmax to each row, then add up the rows of V, each multiplied by its weight.",
  "hint causal":
    "Set a score to -Infinity where the key comes after the query, so where j is larger than i. Softmax turns it into 0, and the rest of the row still adds up to 1.",
  "hint memory":
    "A score matrix has n · n numbers; the hidden tensor of the feed-forward layer has n · 4 · d. A float16 number takes 2 bytes.",
  "hint cross":
    "Nothing in the formula says that there must be as many keys as queries. Each query still gets one row, now with six weights.",
  timeout: "It was stopped after five seconds. Is there a loop that never ends?",
  refused:
    "This page’s security policy does not allow programs to run (worker-src blob: is missing).",
  stopped: "It stopped: {reason}",
  syntax: "It stopped: this is not valid JavaScript yet. Is a bracket or a comma missing?",
  allHold: "All checks pass.",
  notAll: "Not all checks pass yet:",
  holds: "passes",
  fails: "fails",
  checkShapes: "output {output}, weights {weights}; they should be {wanted}",
  checkSums: "each row of weights adds up to 1: {sums}",
  checkClose: "the result matches the module’s to within {off}",
  checkPeak:
    "d_k = {size}: the largest weight is {unscaled} without scaling, {scaled} from your function",
  checkFuture: "weights after each token’s own place are 0: {rows}",
  checkCrossover: "d = {d}: attention needs just as much memory at n = {n}",
};
