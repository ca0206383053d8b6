// The words of <attention-heads>.
/** @type {Record<string, string>} */
export const strings = {
  heading: "What do several heads change, and what do they cost?",

  view: "Look at",
  "view shapes": "shapes and cost",
  "view patterns": "heads at work",
  "view reshape": "the reshape bug",
  "view axis": "the wrong axis",
  "view output": "mixing the heads",
  "view stacked": "one stacked matrix",
  "view practice": "guided practice",
  "view check": "check a whole layer",

  preset: "Sizes of",
  "preset block": "Lesson 1: a ticket of 120 tokens",
  "preset code": "Lesson 1: three sequences of 7",
  "preset ticket": "Lesson 1: a ticket of 30 tokens",
  "preset paper": "The 2017 paper",
  "preset paper-formulas": "The 2017 paper, without biases",
  "preset shared": "A large model with shared heads",
  "preset own": "Your own sizes",

  d: "Model width {d}",
  heads: "Heads {h}",
  kvHeads: "Key/value heads {g}",
  n: "Tokens",
  batch: "Sequences",
  bias: "Biases",
  "bias true": "with",
  "bias false": "without",
  reset: "Start over",
  refused: "“{text}” cannot be used here: a number that fits is needed.",

  flowLabel:
    "X, {x}, is projected to Q, K and V. Their columns are cut into {heads} heads; each makes a square of weights, {square}. The heads' outputs are joined and mixed to {x} again.",
  flowShared: "Every {ratio} heads share a key/value head: K and V have {g} slices, Q has {h}.",
  join: "joined",
  out: "output",

  stepsCaption: "Shape after each step",
  stepColumn: "step",
  shapeColumn: "shape",
  "step input": "input X",
  "step projectQ": "Q = X W_Q",
  "step projectKV": "K = X W_K, V = X W_V",
  "step view": "cut each row of Q into h heads (view)",
  "step transpose": "heads before tokens (transpose)",
  "step scores": "Q Kᵀ / √d_k: one square for each head",
  "step weights": "softmax along the keys",
  "step attend": "weights · V",
  "step join": "tokens before heads, heads joined",
  "step output": "· W_O",

  barsHeads: "Parameters by number of heads",
  barsHeadsNote: "each head with keys and values of its own",
  barsShared: "Cache of keys and values by key/value heads",
  barsSharedNote: "float32, one layer, {n} tokens, batch {b}",
  bytes: "{count} bytes",
  megabytes: "{count} MB",
  gigabytes: "{count} GB",

  askShapes: "The layer gets twice as many heads. How many parameters does it have then?",
  answerTwice: "twice as many",
  answerSame: "as many as before",
  answerHalf: "half as many",
  shapesWhy:
    "It has {count} with {h} heads and {count} with {twice}. More heads cut the same {d} columns into more slices, of {size} numbers each; no column is added.",

  askPatterns: "The same matrices, as one head: its weights are those of …",
  answerFirst: "the first head",
  answerNone: "none of the four",
  patternsWhy:
    "One head has one softmax for each row, so all four wishes share one row of weights. In head 1 of four, “{query}” gave {before} to “{key}”; in the one head it gives {after}, as the row above shows.",

  askReshape: "Without the transpose, whose numbers stand in row “{token}” of head 1?",
  answerOf: "those of “{token}”",
  reshapeWhy:
    "Row {row} of head 1 now holds {numbers}, which is the second half of “{from}”. T shows it: both numbers came from token 1.",

  askAxis: "Softmax runs over the queries, axis −2. What adds up to 1 then?",
  answerRows: "every row",
  answerColumns: "every column",
  answerBoth: "both",
  axisWhy:
    "Every column adds up to 1, but the rows add up to {sums}. The output of a query is then no longer an average of the values.",

  askOutput:
    "W_O is left out, so the joined heads are the output. Which columns of the output does head 2 reach?",
  answerAll: "all {d} columns",
  answerOwn: "its own {reach}, columns {from} to {d}",
  answerNoneOf: "no column",
  outputWhy:
    "Without W_O a head stays in its own {reach} of {d} columns: no output number can use what both heads found. With W_O every output number is a weighted sum over all heads, as the two parts under the product show.",
  outputNote:
    "Two heads of two numbers; W_Q, W_K and W_V change nothing here. W_O is yours: type into it and watch both parts of the output.",
  output: "The matrix W_O",
  "output mixed": "mixes the heads",
  "output left-out": "is left out",
  headColumn: "h{head}.{place}",
  titleJoined: "outputs of both heads, joined",
  titleMix: "how the heads are mixed",
  titleO: "output",
  titlePart: "what head {head} adds",
  readReach: "Columns that head {head} reaches",
  sayMixed:
    "The first output number of “{token}” is {first} from head 1 + {second} from head 2 ≈ {sum}.",
  sayLeftOut:
    "Without W_O the first output number of “{token}”, {sum}, comes from head 1 alone: head 2 adds {second} to it. The heads stand side by side and never meet.",

  askStacked:
    "PyTorch keeps W_Q, W_K and W_V in one matrix, in_proj_weight. What shape does it have for d = {d}?",
  stackedWhy:
    "A linear layer in PyTorch keeps a row for every number that comes out and a column for every number that goes in. 3 · {d} numbers come out of {d}: {right}.",
  stackedNote:
    "One product with the stacked matrix gives the queries, keys and values of all heads at once; three products give the same. What belongs together is marked.",
  titleStack: "in_proj_weight",
  titleAll: "X Wᵀ: queries, keys and values side by side",
  titleX: "input",
  titleThird: "the same third, as the formula has it",
  titleResult: "one third of the product",
  third: "Follow",
  "third Q": "the queries",
  "third K": "the keys",
  "third V": "the values",
  readStack: "Shape of in_proj_weight",
  readApart: "Largest difference between the two layers’ outputs",
  sayStacked:
    "Rows {from} to {to} of in_proj_weight are W_{letter}, turned on its side: the formula writes X W, PyTorch computes X Wᵀ.",

  practiceNote:
    "A ticket of {n} tokens goes through one block of width {d} with {heads} heads, with biases, in float32. Work it out before you look.",
  practiceCaption: "Six questions, one after the other",
  "task size": "size d_k of a key in one head",
  "task split": "shape of Q once it is split into heads",
  "task scores": "scores in all heads",
  "task bytes": "bytes they take in float32",
  "task output": "shape of the output after W_O",
  "task parameters": "parameters of the layer",
  "practice size":
    "The width is {d} and there are {h} heads. How many numbers does a key of one head have?",
  "practice split":
    "X has the shape ({b}, {n}, {d}). Which shape does Q have once it is split and transposed?",
  "practice scores": "How many scores do the {h} heads compute together?",
  "practice bytes": "How many bytes do those scores take in float32?",
  "practice output": "Which shape does the output have after W_O?",
  "practice parameters": "How many parameters does the layer have, biases included?",
  "practiceWhy size": "The {d} columns are shared out among {h} heads: {d} / {h} = {size}.",
  "practiceWhy split":
    "view cuts the last axis into {h} × {size}; transpose puts the heads before the {n} tokens.",
  "practiceWhy scores":
    "Each head has {n} × {n} = {square} scores, and there are {h} heads: {scores}.",
  "practiceWhy bytes": "A float32 number takes 4 bytes: 4 × {scores} = {bytes}.",
  "practiceWhy output":
    "The heads are joined to {d} columns again, and W_O keeps that width: as X.",
  "practiceWhy parameters":
    "Four matrices of {d} × {d} are {matrix} numbers, and four biases are {biases}: {parameters}. The number of heads does not matter, nor does the length of the ticket.",
  readDone: "Answered",
  sayPractice: "Question {at} of {all}. An answer appears in the list once you have given yours.",
  sayPracticed:
    "All {all} are answered. In “shapes and cost” you can change every size and see what moves.",

  checkNote:
    "A layer of {heads} heads, width {d}, with random matrices, on {n} random tokens; with padding, {valid} of them are valid. This page computes it twice: the module in float32, and the definition in float64 with plain loops.",
  checkCaption: "Largest difference from float64",
  checkMask: "mask",
  checkOutput: "output",
  checkWeights: "weights",
  checkSums: "row sums in float64",
  "mask none": "none",
  "mask causal": "causal",
  "mask padding": "padding",
  "mask both": "causal and padding",
  "mask window": "causal, window of 5",
  askCheck: "How far apart will the results be at most?",
  answerZero: "exactly equal",
  answerAbout: "about {value}",
  checkWhy:
    "At most {most}. float32 keeps about seven digits, so each step rounds in the seventh; the differences are that rounding, and nothing more. A wrong mask or scale would show as a difference of 0.01 or more.",
  readMost: "Largest of all differences",
  readStep: "Rounding step of float32 at 1",
  sayCheck:
    "With every mask the module and the definition differ by {most} at most: rounding. The rows of the float64 weights add up to 1 to its own last digits.",
  describeCheck: "Mask {mask}: output {output}, weights {weights} from float64.",
  secret: "?",

  noOutput: "attention-heads: output = {output} is not one of {known}.",
  noThird: "attention-heads: third = {third} is not one of {known}.",
  noMix: "attention-heads: mix has to be a matrix of 4 × 4 numbers.",

  weightScale: "weight",
  cut: "The 16 columns as",
  cutOption: "{h} heads of {size}",
  cutOne: "1 head of 16",
  follow: "Follow the query of",
  titleA: "weights of head {head}",
  "job 1 4": "previous token",
  "job 2 4": "same word",
  "job 3 4": "nouns",
  "job 4 4": "everything alike",
  "job 1 2": "previous token and same word",
  "job 2 2": "nouns and everything alike",
  "job 1 1": "all four wishes at once",
  byHand:
    "These matrices are written by hand so that each head has one clear wish; the weights are computed from them in this page.",

  titleQ: "queries of all heads",
  titleHead: "queries of head {head}",
  titleFrom: "token that each number came from",
  titleWrongHead: "queries of head {head} without the transpose",
  reshapeGood: "Right: view, then transpose",
  reshapeBad: "Wrong: straight to (h, n, d_k)",
  reshapeNote:
    "Q = K = V here, so that one matrix tells all. T says which token each number came from; what stands in another token's row is marked.",

  titleZ: "scores divided by √d_k",
  titleRowSums: "sum of each row",
  titleColumnSums: "sum of each column",
  axisGood: "Right: softmax over the keys, axis −1",
  axisBad: "Wrong: softmax over the queries, axis −2",
  titleRight: "weights",
  titleWrong: "what comes out instead",

  query: "query",
  key: "key",

  readParameters: "Parameters",
  readSize: "Numbers per head",
  readScores: "Scores in one pass",
  readScoreBytes: "Their memory",
  readCache: "Cache of keys and values",
  readCut: "Heads",
  readQuery: "Query",
  readLargest: "Its largest weight in each head",
  readMisplaced: "Numbers in the wrong row",
  readChanged: "Weights that differ",
  readOf: "{count} of {all}",
  readRowSums: "Row sums, right",
  readWrongSums: "Row sums, wrong",
  notYet: "after your answer",

  sayShapes:
    "{h} heads of {size} numbers make {scores} scores, {bytes} in float32. The layer has {parameters} parameters, and its cache for {n} tokens takes {cache}.",
  sayShared: "Sharing {g} key/value heads among {h} makes the cache {times} times smaller.",
  sayPatterns: "{query}: {parts}. All cuts have the same {parameters} parameters.",
  partPattern: "head {head} gives {weight} to “{key}”",
  sayReshape:
    "A reshape keeps the order in memory: row by row, token by token. Cut straight to (h, n, d_k) = {shape}, the first {rows} pairs of numbers become head 1, whichever token they belong to. No error is raised, because the shape is right.",
  sayAxis:
    "Softmax over axis −2 lets the queries compete for a key instead of the keys for a query. “{query}” then spends {sum} in all, not 1.",
  sayAsk: "Answer the question first, or have the answer shown.",

  describeShapes:
    "A layer of width {d} with {h} heads of {size} numbers and {g} key/value heads, {n} tokens, {b} sequences.",
  describeStep: "{step}: {shape}.",
  describeCounts: "Parameters {parameters}; scores {scores}, {bytes}; cache {cache}.",
  describeHead: "Head {head}, {job}: {rows}.",
  describeRow: "{query} reads {weights}",
  describeMatrix: "{title}: {rows}.",

  "table P": "parameters and cache in bytes",
  "table L": "shape after each step",

  noView: "There is no view {view}. Known: {known}.",
  noPreset: "There is no preset {preset}. Known: {known}.",
  noCut: "attention-heads: cut = {cut} is not one of {known}.",
  noSize: "attention-heads: {name} = {value} is not a whole number from {least} to {most}.",
  noDivisor: "{d} columns cannot be cut into {h} heads of one size.",
  noShare: "{h} heads cannot share {g} key/value heads evenly.",
};
