// The words of the elements of running text, in English; {name} stands for a live value.
/** @type {Record<string, string>} */
export const strings = {
  taskDone: "Done.",

  programWaits: "The program appears once the figure has drawn.",
  programNumPy: "The same numbers in NumPy",
  programPyTorch: "The same numbers in PyTorch",

  check: "Check",
  youSaid: "You said: {given}.",
  isRight: "Right: {right}.",
  isWrong: "Not quite. The answer is {right}.",
  answerIs: "The answer is {right}.",
  answerNeeded: "Type an answer first.",

  noExercise: "There is no exercise called “{name}”: scaled, causal, memory or cross.",
  program: "Your program, in JavaScript",
  run: "Run and check",
  hint: "Hint",
  solution: "Show a solution",
  startOver: "Start over",
  "hint scaled":
    "A score is a dot product: multiply query and key place by place and add up. Divide by Math.sqrt(d_k), give each row to softmax, then add up the rows of V with these weights.",
  "hint causal":
    "Let a score be -Infinity where the key’s number j is larger than the query’s number i. Softmax makes 0 of it, and the rest of the row still adds up to 1.",
  "hint memory":
    "A score matrix has n · n numbers; the feed-forward layer’s hidden tensor has n · 4 · d. A float16 number takes 2 bytes.",
  "hint cross":
    "Nothing in the formula asks for as many keys as queries: each query still gets one row, now with six weights.",
  timeout: "It was stopped after five seconds. Does a loop in it not end?",
  refused: "This page’s security policy does not let programs run (worker-src blob: is missing).",
  stopped: "It stopped: {reason}",
  syntax: "It stopped: this is not JavaScript yet. Is a bracket or a comma missing?",
  allHold: "Everything holds.",
  notAll: "Not everything holds yet:",
  holds: "holds",
  fails: "does not hold",
  checkShapes: "output {output}, weights {weights}; they should be {wanted}",
  checkSums: "each row of weights adds up to 1: {sums}",
  checkClose: "the same as the module’s, to within {off}",
  checkPeak:
    "d_k = {size}: the largest weight is {unscaled} without scaling, {scaled} from your function",
  checkFuture: "weights after each token’s own place are 0: {rows}",
  checkCrossover: "d = {d}: attention needs as much from n = {n} on",
};
