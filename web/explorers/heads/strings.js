// The words of <attention-heads>.
/** @type {Record<string, string>} */
export const strings = {
  heading: "What do several heads change, and what do they cost?",

  view: "Look at",
  "view shapes": "shapes and cost",
  "view patterns": "heads at work",
  "view reshape": "the reshape bug",
  "view axis": "the wrong axis",

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
  refused: "“{text}” is no size that fits here.",

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
  "step scores": "Q Kᵀ / √d_k: a square a head",
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

  askShapes: "The layer gets twice as many heads. How many parameters has it then?",
  answerTwice: "twice as many",
  answerSame: "as many as before",
  answerHalf: "half as many",
  shapesRight:
    "Yes: {count} with {h} heads and {count} with {twice}. More heads cut the same {d} columns into more slices of {size} numbers; no column is added.",
  shapesWrong:
    "As many as before: {count} with {h} heads and {count} with {twice}. More heads cut the same {d} columns into more slices of {size} numbers; no column is added.",

  askPatterns: "The same matrices, as one head: its weights are those of …",
  answerFirst: "the first head",
  answerNone: "none of the four",
  patternsRight:
    "Yes: one head has one softmax a row, so all four wishes share one row of weights. “{query}” gave {before} to “{key}” in head 1; as one head it gives {after}.",
  patternsWrong:
    "Of none: one head has one softmax a row, so all four wishes share one row of weights. “{query}” gave {before} to “{key}” in head 1; as one head it gives {after}.",

  askReshape: "Without the transpose, whose numbers stand in row “{token}” of head 1?",
  answerOf: "those of “{token}”",
  reshapeRight: "Yes: row {row} of head 1 holds {numbers}, the second half of “{from}”.",
  reshapeWrong:
    "Those of “{from}”: row {row} of head 1 holds {numbers}, the second half of “{from}”.",

  askAxis: "Softmax runs over the queries, axis −2. What adds up to 1 then?",
  answerRows: "every row",
  answerColumns: "every column",
  answerBoth: "both",
  axisRight:
    "Yes: columns add up to 1, rows to {sums}. A query's output is no average of values any more.",
  axisWrong:
    "Only the columns: rows add up to {sums}. A query's output is no average of values any more.",

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
    "The matrices are written by hand so that each head has one clear wish; the weights are computed from them in this page.",

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
  readSize: "Numbers a head",
  readScores: "Scores of a pass",
  readScoreBytes: "Their memory",
  readCache: "Cache of keys and values",
  readCut: "Heads",
  readQuery: "Query",
  readLargest: "Its largest weight in each head",
  readMisplaced: "Numbers in a wrong row",
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
    "A reshape keeps the order in memory: row by row, token by token. Straight to (h, n, d_k) = {shape} the first {rows} rows of two numbers become head 1, whoever they belong to. No error is raised: the shape is right.",
  sayAxis:
    "Softmax over axis −2 lets the queries compete for a key instead of the keys for a query. “{query}” then spends {sum} in all, not 1.",
  sayAsk: "Answer the question, or have it shown.",

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
  noCut: "cut = {cut} is none of {known}.",
  noSize: "{name} = {value} is no whole number from {least} to {most}.",
  noDivisor: "{d} columns cannot be cut into {h} heads of one size.",
  noShare: "{h} heads cannot share {g} key/value heads evenly.",
};
