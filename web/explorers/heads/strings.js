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
  "view check": "checking a whole layer",

  preset: "Sizes from",
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
  refused: "“{text}” cannot be used here. Type a whole number that fits.",

  flowLabel:
    "X, {x}, is projected to Q, K and V. Their columns are cut into {heads|one:# head|other:# heads}. Each head makes a square of weights: {square} in all. The outputs of the heads are joined and mixed, which gives {x} again.",
  flowShared:
    "Every {ratio} heads share one key/value head: K and V have {g|one:# slice|other:# slices}, Q has {h}.",
  join: "joined",
  out: "output",

  stepsCaption: "The shape after each step",
  stepColumn: "step",
  shapeColumn: "shape",
  "step input": "input X",
  "step projectQ": "Q = X W_Q",
  "step projectKV": "K = X W_K, V = X W_V",
  "step view": "cut each row of Q into h heads (view)",
  "step transpose": "heads before tokens (transpose)",
  "step scores": "Q Kᵀ / √d_k: one square per head",
  "step weights": "softmax along the keys",
  "step attend": "weights · V",
  "step join": "tokens before heads, heads joined",
  "step output": "· W_O",

  barsHeads: "Parameters, by number of heads",
  barsHeadsNote: "if every head has its own keys and values",
  barsShared: "Cache of keys and values, by number of key/value heads",
  barsSharedNote:
    "float32, one layer, {n|one:# token|other:# tokens}, {b|one:# sequence|other:# sequences}",
  bytes: "{count|one:# byte|other:# bytes}",

  askShapes: "The layer gets twice as many heads. How many parameters does it have then?",
  answerTwice: "twice as many",
  answerSame: "as many as before",
  answerHalf: "half as many",
  shapesWhy:
    "It has {count} parameters with {h|one:# head|other:# heads}, and {count} with {twice}. More heads cut the same {d} columns into more slices, with {size|one:# number|other:# numbers} in each. No column is added.",

  askPatterns: "Now use the same matrices as one head. Which weights does it have?",
  answerFirst: "those of the first head",
  answerNone: "none of the four heads’ weights",
  patternsWhy:
    "One head has one softmax per row, so all four wishes share one row of weights. In head 1 of four, “{query}” gave {before} to “{key}”. In the single head it gives {after}, as the row above shows.",

  askReshape: "Without the transpose, whose numbers are in row “{token}” of head 1?",
  answerOf: "those of “{token}”",
  reshapeWhy:
    "Row {row} of head 1 now holds {numbers}, which is the second half of “{from}”. T shows it: both numbers came from token 1.",

  askAxis: "Suppose softmax runs over the queries, axis −2. What adds up to 1 then?",
  answerRows: "every row",
  answerColumns: "every column",
  answerBoth: "both",
  axisWhy:
    "Every column adds up to 1, but the rows add up to {sums}. So the output for a query is no longer an average of the values.",

  askOutput:
    "Without W_O, the joined heads are the output. Which columns of the output does head 2 reach?",
  answerAll: "all {d} columns",
  answerOwn: "its own {reach}, columns {from} to {d}",
  answerNoneOf: "no columns",
  outputWhy:
    "Without W_O, a head stays in its own {reach} of {d} columns, so no output number can use what both heads found. With W_O, every output number is a weighted sum over all heads, as the two parts under the product show.",
  outputNote:
    "There are two heads with two numbers each. W_Q, W_K and W_V leave their input unchanged here. W_O is yours: type into it and watch both parts of the output.",
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
    "The first output number for “{token}” is {first} from head 1 + {second} from head 2 {equals} {sum}.",
  sayLeftOut:
    "Without W_O, the first output number for “{token}”, {sum}, comes from head 1 alone. Head 2 adds {second}. The heads stand side by side and never mix.",

  askStacked:
    "PyTorch keeps W_Q, W_K and W_V in one matrix, in_proj_weight. What is its shape for d = {d}?",
  stackedWhy:
    "A linear layer in PyTorch has one row for every number that comes out and one column for every number that goes in. Here {d} numbers go in and 3 · {d} come out: {right}.",
  stackedNote:
    "One product with the stacked matrix gives the queries, keys and values of all heads at once. Three separate products give the same. Parts that belong together are marked.",
  titleStack: "in_proj_weight",
  titleAll: "X Wᵀ: queries, keys and values side by side",
  titleX: "input",
  titleThird: "the same third, as the formula writes it",
  titleResult: "one third of the product",
  third: "Follow",
  "third Q": "the queries",
  "third K": "the keys",
  "third V": "the values",
  readStack: "Shape of in_proj_weight",
  readApart: "Largest difference between the two outputs",
  sayStacked:
    "Rows {from} to {to} of in_proj_weight are W_{letter}, transposed: the formula writes X W, PyTorch computes X Wᵀ.",

  practiceNote:
    "A ticket of {n} tokens goes through one block of width {d} with {heads} heads, with biases, in float32. Work out each answer before you look.",
  practiceCaption: "Six questions, one after the other",
  "task size": "size d_k of a key in one head",
  "task split": "shape of Q after it is split into heads",
  "task scores": "number of scores in all heads",
  "task bytes": "bytes that the scores take in float32",
  "task output": "shape of the output after W_O",
  "task parameters": "number of parameters in the layer",
  "practice size":
    "The width is {d} and there are {h} heads. How many numbers are in a key of one head?",
  "practice split":
    "X has the shape ({b}, {n}, {d}). What shape does Q have after it is split and transposed?",
  "practice scores": "How many scores do the {h} heads compute in all?",
  "practice bytes": "How many bytes do these scores take in float32?",
  "practice output": "What shape does the output have after W_O?",
  "practice parameters": "How many parameters does the layer have, including biases?",
  "practiceWhy size": "The {d} columns are divided among {h} heads: {d} / {h} = {size}.",
  "practiceWhy split":
    "view cuts the last axis into {h} × {size}; transpose puts the heads before the {n} tokens.",
  "practiceWhy scores":
    "Each head has {n} × {n} = {square} scores, and there are {h} heads: {scores}.",
  "practiceWhy bytes": "A float32 number takes 4 bytes: 4 × {scores} = {bytes}.",
  "practiceWhy output":
    "The heads are joined into {d} columns again, and W_O keeps that width. The output has the shape of X.",
  "practiceWhy parameters":
    "Four matrices of {d} × {d} hold {matrix} numbers, and four biases hold {biases}: {parameters} in all. Neither the number of heads nor the length of the ticket changes that.",
  readDone: "Answered",
  sayPractice:
    "Question {at} of {all}. Each answer appears in the list after you have given yours.",
  sayPracticed:
    "You have answered all {all} questions. In “shapes and cost” you can change every size and see what changes.",

  checkNote:
    "A layer of {heads} heads and width {d} has random matrices and reads {n} random tokens. With padding, {valid} of them are real. This page computes the layer twice: with the module in float32, and from the definition in float64 with plain loops.",
  checkCaption: "Largest difference from float64",
  checkMask: "mask",
  checkOutput: "output",
  checkWeights: "weights",
  checkSums: "error of the row sums in float64",
  "mask none": "none",
  "mask causal": "causal",
  "mask padding": "padding",
  "mask both": "causal and padding",
  "mask window": "causal, window of 5",
  askCheck: "How large will the largest difference be?",
  answerZero: "exactly zero",
  answerAbout: "about {value}",
  checkWhy:
    "The largest difference is {most}. float32 keeps about seven digits, so each step rounds at the seventh digit. A wrong mask or scale would cause a difference of 0.01 or more.",
  readMost: "Largest of all differences",
  readStep: "Rounding step of float32 at 1",
  sayCheck:
    "With every mask, the module and the definition differ by {most} at most. That is rounding. The float64 weights of each row add up to 1 but for the last digits.",
  describeCheck:
    "Mask {mask}: the output differs from float64 by {output}, the weights by {weights}.",
  secret: "?",

  noOutput: "attention-heads: output = {output} is not one of {known}.",
  noThird: "attention-heads: third = {third} is not one of {known}.",
  noMix: "attention-heads: mix must be a matrix of 4 × 4 numbers.",

  weightScale: "weight",
  cut: "Use the 16 columns as",
  cutOption: "{h|one:# head|other:# heads} of {size}",
  follow: "Follow the query of",
  titleA: "weights of head {head}",
  "job 1 4": "previous token",
  "job 2 4": "same word",
  "job 3 4": "nouns",
  "job 4 4": "all tokens alike",
  "job 1 2": "previous token and same word",
  "job 2 2": "nouns and all tokens alike",
  "job 1 1": "all four wishes at once",
  byHand:
    "These matrices were written by hand so that each head has one clear wish. The weights are computed from them in this page.",

  titleQ: "queries of all heads",
  titleHead: "queries of head {head}",
  titleFrom: "token that each number came from",
  titleWrongHead: "queries of head {head} without the transpose",
  reshapeGood: "Right: view, then transpose",
  reshapeBad: "Wrong: straight to (h, n, d_k)",
  reshapeNote:
    "Here Q = K = V, so one matrix shows everything. T says which token each number came from. Numbers in another token’s row are marked.",

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
  readScoreBytes: "Memory for the scores",
  readCache: "Cache of keys and values",
  readCut: "Heads",
  readQuery: "Query",
  readLargest: "The most it gives one token, head by head",
  readMisplaced: "Numbers in the wrong row",
  readChanged: "Weights that changed",
  readOf: "{count} of {all}",
  readRowSums: "Row sums, right",
  readWrongSums: "Row sums, wrong",
  notYet: "after your answer",

  sayShapes:
    "With {h|one:# head|other:# heads} of {size|one:# number|other:# numbers}, there {scores|one:is # score, which takes|other:are # scores, which take} {bytes} in float32. The layer has {parameters} parameters, and its cache for {n|one:# token|other:# tokens} takes {cache}.",
  sayShared:
    "The {g|one:one key/value head is|other:# key/value heads are} shared by {h} heads, so W_K and W_V are smaller and the cache is {times} times smaller. If every head had its own keys and values, the layer would have {full} parameters.",
  sayPatterns: "{query}: {parts}. However the columns are cut, there are {parameters} parameters.",
  queryAt: "“{token}” ({i})",
  partPattern: "head {head} gives {weight} to {keys}",
  partEach: "head {head} gives {weight} each to {keys}",
  partAll: "head {head} gives every token the same, {weight}",
  quotedKey: "“{key}”",
  sayReshape:
    "A reshape keeps the order in memory: row by row, token by token. If Q is cut straight to (h, n, d_k) = {shape}, its first {rows} pairs of numbers become head 1, whichever token they belong to. There is no error, because the shape is right.",
  sayAxis:
    "With softmax over axis −2, the queries compete for each key, when the keys should compete for each query. The weights of “{query}” then add up to {sum}, not 1.",
  sayAsk: "Answer the question first, or choose to see the answer.",

  describeShapes:
    "A layer of width {d} with {h|one:# head|other:# heads} of {size|one:# number|other:# numbers} and {g|one:# key/value head|other:# key/value heads}; {n|one:# token|other:# tokens}, {b|one:# sequence|other:# sequences}.",
  describeStep: "{step}: {shape}.",
  describeCounts: "Parameters {parameters}; scores {scores}, {bytes}; cache {cache}.",
  describeHead: "Head {head}, {job}: {rows}.",
  describeRow: "{query} reads {weights}",
  describeMatrix: "{title}: {rows}.",

  "table P": "parameters, and cache in bytes",
  "table L": "shape after each step",

  noView: "attention-heads: there is no view {view}. Known: {known}.",
  noPreset: "attention-heads: there is no preset {preset}. Known: {known}.",
  noCut: "attention-heads: cut = {cut} is not one of {known}.",
  noSize: "attention-heads: {name} = {value} is not a whole number from {least} to {most}.",
  noDivisor: "attention-heads: {d} columns cannot be cut into {h} heads of equal size.",
  noShare: "attention-heads: {h} heads cannot share {g} key/value heads evenly.",
};
