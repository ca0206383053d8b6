// What <attention-steps> says. {names} are live values; every key may be replaced by `strings`.
/** @type {Record<string, string>} */
export const strings = {
  heading: "Where does each number of attention come from?",

  "step 1": "Inputs",
  "step 2": "Q, K, V",
  "step 3": "Scores",
  "step 4": "Scaled",
  "step 5": "Mask",
  "step 6": "Softmax",
  "step 7": "Output",
  stepOf: "{step} of {steps}: {name}",

  preset: "Example",
  "preset lesson-1": "damaged on arrival",
  "preset lesson-2": "the pencil example",
  "preset six": "six tokens, width 8",
  "preset cross": "cross-attention 4 × 6",
  follow: "Query to follow",
  mask: "Mask",
  "mask none": "None",
  "mask causal": "Causal",
  "mask padding": "Padding",
  "mask prefix": "Prefix",
  factor: "Embeddings times",
  reset: "Reset",

  axisToken: "token",
  axisQuery: "query",
  axisKey: "key",
  axisNumber: "number",
  axisRow: "row",
  axisColumn: "column",
  token: "token {i}",
  quoted: "“{token}”",
  with: "with",
  of: "of",
  same: "A tie: no single one",
  softmaxSign: "softmax →",

  "title X": "embeddings",
  "title X_0": "embeddings before the factor",
  "title X_q": "embeddings of the queries",
  "title X_kv": "embeddings of the keys and values",
  "title W_Q": "weights that make queries",
  "title W_K": "weights that make keys",
  "title W_V": "weights that make values",
  "title Q": "queries",
  "title K": "keys",
  "title V": "values",
  "title Kᵀ": "keys, turned on their side",
  "title S": "scores",
  "title S/√d_k": "scaled scores",
  "title M": "mask",
  "title Z": "scaled and masked scores",
  "title A": "weights",
  "title O": "output",

  place: "{symbol}, {title}: {rowAxis} {row}, {columnAxis} {column}",
  inputsHow: "These are the numbers that everything else is computed from. Type into any cell.",
  maskOpen: "0: adding it changes nothing, so the query may read the key. Press to hide it.",
  maskHides:
    "−∞: whatever the score is, the sum is −∞ and the weight is exactly 0. Press to open it.",
  allHidden: "Every key is hidden, so there is nothing to share out: each weight is 0.",
  hatched: "hidden by the mask",
  weightScale: "Weight",
  scoreScale: "Score",

  question: "Before you look: which token does {query} read most?",
  verdictKey: "{query} reads {key} most, with the weight {weight}.",
  verdictOther:
    "{query} reads {key} most, with the weight {weight}; {guess} gets {guessed}. Compare their scores in the row.",
  verdictTie: "Equal scores give equal weights: {keys} get {weight} each, and no key gets more.",

  readStep: "Step",
  readShapes: "Shapes",
  readWeights: "Weights of {query}",
  readSum: "Their sum",
  notYet: "not yet",

  sayInputs:
    "{n} tokens with {d} numbers each make {X}. Three weight matrices of shape {weights} will turn every row into {size} numbers, the key size {d_k}. A model learns them; here they are chosen so that you can follow by hand.",
  sayCrossInputs:
    "{n} tokens ask and {m} other tokens answer, with {d} numbers each: queries come from {X}, keys and values from {Xkv}.",
  sayProjections: "The row of {query} becomes three: its query {q}, its key {k} and its value {v}.",
  sayCrossProjections:
    "The row of {query} becomes its query {q}. The {m} keys and values come from the other tokens.",
  sayScores: "The query of {query} meets every key in a dot product: {scores}.",
  sayScale: "Divided by {root} = {divisor}, the scores of {query} go from {before} to {after}.",
  sayNoMask:
    "No key is hidden: {M} is 0 everywhere, and the scores stay as they are. Press a cell of {M} to hide a key from a query.",
  sayMask: "{hidden} of {cells} cells are hidden. {query} may read only {visible}.",
  sayAllLeft:
    "{hidden} of {cells} cells are hidden, none of them in the row of {query}: it may read every key.",
  sayNothingLeft: "{hidden} of {cells} cells are hidden, and {query} has no key left to read.",
  sayPredict: "The scores of {query} are about to become weights. Say what you expect first.",
  saySoftmax:
    "{query} reads {key} most, with the weight {weight}. Its weights add up: {weights} = {sum}.",
  saySoftmaxTie:
    "{query} reads {key} equally, and nothing more, with the weight {weight} each. Its weights add up: {weights} = {sum}.",
  sayNoWeights: "With every key hidden, {query} gets weights of 0, not NaN.",
  sayOutput: "The new vector of {query} is {mixed} = {output}.",
  sayLongOutput: "The new vector of {query} mixes the rows of {V}: {mixed}.",
  sayNoOutput: "{query} reads nothing, so its new vector is 0.",

  didMask: "Mask: {mask}.",
  didFactor: "The embeddings are now multiplied by {factor}.",
  didEdit: "{symbol}, {rowAxis} {row}, {columnAxis} {column}: {from} is now {to}.",
  didRefuse: "“{text}” is not a number; the cell keeps {kept}.",
  didHide: "{key} is now hidden from {query}.",
  didOpen: "{query} may now read {key}.",
  didWeights: "{what} The weights of {query} go from {before} to {after}.",

  describeIntro:
    "The attention formula in {steps} steps; shown is {step}. The query that is followed is {query}. Mask: {mask}. The embeddings are multiplied by {factor}.",
  describeInputs: "Inputs: {x} has the shape {size}, one row a token: {rows}.",
  describeWeights:
    "The weight matrices have the shape {size}. Rows of W_Q: {wq}. Rows of W_K: {wk}. Rows of W_V: {wv}.",
  describeProjections: "Rows of Q, of shape {size}: {q}. Rows of K: {k}. Rows of V: {v}.",
  describeScores: "Scores S = Q Kᵀ, of shape {size}; rows are queries, columns are keys: {rows}.",
  describeScaled: "Divided by √{d}: {rows}.",
  describeMask: "Mask M, added to them: {rows}.",
  describeSoftmax: "Weights A, softmax row by row: {rows}.",
  describeOutput: "Output O = A V, of shape {size}: {rows}.",

  noPreset: "attention-steps: there is no preset “{preset}”; there are {known}.",
  noMask: "attention-steps: there is no mask “{mask}”; there are {known}.",
  wrongTokens: "attention-steps: {name} names {has} tokens but the matrix has {rows} rows.",
  tooLarge:
    "attention-steps: {name} has a side of {size}, but every number is written out here: at most {most}. For more, attention-heatmap draws patterns.",
  notNumbers:
    "attention-steps: {name} holds something that is not a number. Write it like 1 0.5; 0 -2.",
  noTokens: "attention-steps: there is no token. Give x at least one row.",
};
