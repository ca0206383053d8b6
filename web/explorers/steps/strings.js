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
  "preset river": "bank beside river",
  "preset money": "bank beside money",
  "preset six": "six tokens, width 8",
  "preset cross": "cross-attention 4 × 6",
  "preset numpy-6": "six positions, drawn by NumPy",
  "preset numpy-5": "five positions, drawn by NumPy, causal",
  follow: "Query to follow",
  mask: "Mask",
  "mask none": "None",
  "mask causal": "Causal",
  "mask padding": "Padding",
  "mask prefix": "Prefix",
  factor: "Multiply embeddings by",
  reset: "Reset",
  experiment: "Try",
  "experiment none": "the formula as it is",
  "experiment norm": "a layer norm first",
  "experiment order": "the order of the tokens",
  "experiment roles": "no weight matrices",
  "experiment stacked": "one stacked matrix",
  "experiment values": "longer values",
  "experiment linear": "linear attention beside it",
  positions: "Positions",
  "positions none": "None",
  "positions learned": "Learned",
  "positions sinusoidal": "Sinusoidal",
  "positions rotary": "Rotary",
  shuffle: "Shuffle the tokens",
  putBack: "Put them back",
  moreValues: "Add a column to W_V",
  fewerValues: "Remove one",

  axisToken: "token",
  axisQuery: "query",
  axisKey: "key",
  axisNumber: "number",
  axisRow: "row",
  axisColumn: "column",
  token: "token {i}",
  quoted: "“{token}”",
  with: "{score} with {key}",
  of: "{weight} of {key}",
  same: "It’s a tie",
  softmaxSign: "softmax →",
  normSign: "norm",
  turnSign: "rotated →",
  linearSign: "linear attention:",

  "title X": "embeddings",
  "title X_0": "original embeddings",
  "title X_kv0": "original embeddings of the keys",
  "title P": "positions, added to the embeddings",
  "title P_kv": "positions of the keys, added to their embeddings",
  "title W_QKV": "the three weight matrices side by side",
  "title QKV": "queries, keys and values side by side",
  "title Q_0": "queries before rotation",
  "title K_0": "keys before rotation",
  "title A_lin": "weights of linear attention",
  "title O_lin": "output of linear attention",
  "title X_q": "embeddings of the queries",
  "title X_kv": "embeddings of the keys and values",
  "title W_Q": "weights that make queries",
  "title W_K": "weights that make keys",
  "title W_V": "weights that make values",
  "title Q": "queries",
  "title K": "keys",
  "title V": "values",
  "title Kᵀ": "keys, transposed",
  "title S": "scores",
  "title S/√d_k": "scaled scores",
  "title M": "mask",
  "title Z": "scaled and masked scores",
  "title A": "weights",
  "title O": "output",

  place: "{symbol}, {title}: {rowAxis} {row}, {columnAxis} {column}",
  inputsHow: "These are the numbers that everything else is computed from. Type into any cell.",
  drawnCell: "drawn by numpy.random.default_rng({seed}).normal",
  normCell: "(minus the mean of the row, divided by its standard deviation)",
  linearCell:
    "φ(q) · φ(k), divided by its sum over the keys, with φ(x) = x + 1 above 0 and eˣ below:",
  maskOpen: "0: adding it changes nothing, so the query may read the key. Press to hide it.",
  maskHides:
    "−∞: whatever the score is, the sum is −∞ and the weight is exactly 0. Press to open it.",
  allHidden: "Every key is hidden, so there is nothing to share out: each weight is 0.",
  hatched: "hidden by the mask",
  weightScale: "Weight",
  scoreScale: "Score",

  question: "Before you look: which token does {query} read most?",
  verdictKey: "{query} reads {key} most, with a weight of {weight}.",
  verdictOther:
    "{query} reads {key} most, with a weight of {weight}; {guess} gets {guessed}. Compare their scores in the row.",
  verdictTie: "Equal scores give equal weights: {keys} get {weight} each, and no key gets more.",

  readStep: "Step",
  readShapes: "Shapes",
  readLetters: "In letters",
  readWeights: "Weights of {query}",
  readSum: "Their sum",

  sayInputs:
    "{n|one:The # token is the row|other:The # tokens are the rows} of {X}. Keep two sizes apart: {dIs} = {d} says how many numbers a token has, {d_k} = {size} how many a query or a key has. The weight matrices, of shape {weights}, turn one into the other. A model learns them; these were chosen so that you can follow by hand.",
  sayCrossInputs:
    "{n|one:# token asks|other:# tokens ask} and {m|one:# other token answers|other:# other tokens answer}, with {d|one:# number|other:# numbers} each: the queries come from {X}, the keys and values from {Xkv}.",
  sayDrawn:
    "NumPy draws {n} queries, {n} keys and {n} values of {d_k} = {size} numbers each, in this order, from default_rng({seed}). They stand for what a model would compute from {n} tokens.",
  sayProjections:
    "The row of {query} becomes three vectors: its query {q}, its key {k} and its value {v}.",
  sayCrossProjections:
    "The row of {query} becomes its query {q}. {m|one:The key and the value come|other:The # keys and values come} from the other tokens.",
  sayScores:
    "The query of {query} meets every key in a dot product: {scores}. Each takes {size|one:# multiplication|other:# multiplications}, and one matrix product computes all {n} × {m} scores: {all|one:# multiplication|other:# multiplications} in all.",
  sayScale:
    "Divided by {root} {equals} {divisor}, the scores of {query} go from {before} to {after}.",
  sayNoMask:
    "No key is hidden: {M} is 0 everywhere, and the scores stay as they are. Press a cell of {M} to hide a key from a query.",
  sayNoMaskFixed: "No key is hidden: {M} is 0 everywhere, and the scores stay as they are.",
  sayMask:
    "{hidden} of {cells} cells {hidden|one:is|other:are} hidden. {query} may read only {visible}.",
  sayAllLeft:
    "{hidden} of {cells} cells {hidden|one:is|other:are} hidden, but not in the row of {query}: it may read every key.",
  sayNothingLeft:
    "{hidden} of {cells} cells {hidden|one:is|other:are} hidden, and {query} has no key left to read.",
  sayPredict: "The scores of {query} are about to become weights. Say what you expect first.",
  saySoftmax:
    "{query} reads {key} most, with a weight of {weight}. Its weights add up: {weights} {equals} {sum}.",
  saySoftmaxTie:
    "{query} reads {key} equally, with a weight of {weight} each: equal scores give equal weights. They add up: {weights} {equals} {sum}.",
  sayNoWeights: "With every key hidden, the weights of {query} are 0, not NaN.",
  sayOutput: "The new vector of {query} is {mixed} {equals} {shares} {andEquals} {output}.",
  sayLongOutput: "The new vector of {query} mixes the rows of {V}: {mixed}.",
  sayNoOutput: "{query} reads nothing, so its new vector is 0.",

  sayNorm:
    "Layer norm gives every row a mean of 0 and a variance of 1. Whatever the embeddings were multiplied by (now {factor}), it makes no difference afterwards.",
  sayNormOnce:
    "Now multiply the embeddings by 4: with layer norm these weights stay the same. Without it they would be {plain}.",
  sayNormWeights:
    "Without layer norm, the factor {factor} would make the weights of {query} {plain}. With it they are the same as with a factor of 1: {once}.",
  sayRoles:
    "Without weight matrices, a token’s query, key and value are the same vector. So {S} is symmetric: any two tokens want each other equally, and what makes a token match is also all it can pass on. With three matrices it can ask for one thing, offer another, and pass on a third.",
  sayStacked:
    "One product makes all three: its columns are then cut into queries, keys and values. PyTorch’s nn.MultiheadAttention stores the transpose of this {size} matrix, in_proj_weight, with the shape {turned}.",
  sayValues:
    "A key has {d_k|one:# number|other:# numbers}, a value {d_v}: only queries and keys must be equally long, because they meet in a dot product. The output is as wide as the values: {size}.",
  sayLinear:
    "Linear attention gives {query} the weights {weights} where softmax gives {softmax}: flatter, because it has no exponential. It never makes the {n} × {m} weights; they are worked out here only for comparison. It adds up φ(k)ᵀ v over the keys into one matrix of shape {kept}, and each query reads that. So the cost grows with n, not with n².",
  sayLinearMask:
    "Linear attention gives {query} the weights {weights} where softmax gives {softmax}. It adds up its keys once for all queries, so it can be causal, but it cannot follow this mask: every key is read.",
  sayNoPositions:
    "Nothing in a row says where its token stands. Shuffle the tokens and see what changes in the last step.",
  "sayAdded learned":
    "A model learns one row of P for each position and adds it. These rows are random, as before training.",
  "sayAdded sinusoidal":
    "P is made of waves: sines and cosines of the position, slower from column to column.",
  "sayAdded rotary":
    "Rotary positions add nothing here. They rotate queries and keys in the next step, each by its position.",
  sayTurned:
    "Each pair of numbers is rotated like the hand of a clock: the later the token, the further it turns. The dot product of a query and a key then depends only on how far apart their tokens are.",
  sayTwins:
    "{token} stands at positions {first} and {second}, and both rows are the same, {weights}: when no positions are added, nothing tells them apart.",
  sayApart:
    "{token} stands at positions {first} and {second}, and now the two rows differ: {weights} and {others}.",
  sayOrderSame:
    "In the original order {query} had the same output, {before}. Attention treats its tokens as a set: shuffling them only moves the rows.",
  sayOrderSameWide:
    "In the original order {query} had the same output. Attention treats its tokens as a set: shuffling them only moves the rows.",
  sayOrderOtherWide:
    "In the original order {query} had a different output: the position of a token matters.",
  sayOrderOther:
    "In the original order {query} had the output {before}, now it has {after}: the position of a token matters.",

  readWorked: "Worked out",
  workedOf: "{right} of {all} right",
  practiceHow: "Work it out. Give three decimals, or an exact fraction such as 3/7.",
  practiceFirst: "Work out step {step} first: these numbers follow from it.",
  practiceRight: "Right:",
  practiceWrong: "Not quite, you have {given}:",
  practiceCell: "{name}, {row}, {column}",
  "asked right": "right",
  "asked wrong": "not quite",
  showCell: "Show me this one",
  showRest: "Show me the rest",
  sayPractice:
    "Fill in the empty cells of this step. Each is checked as you leave it. {done} of {all} {done|one:is|other:are} done.",
  didNotCount:
    "“{text}” is not a number. Write it with three decimals, or as a fraction such as 3/7.",

  vectors: "The values, scaled by their weights and placed end to end",
  vectorsNote: "Dots: the values. Arrows: their shares, one after the other. Diamond: the output.",
  vectorsMoved:
    "Ring: the token as it came in. Arrows: the shares of the values. Diamond: what it has become.",
  vectorsLabel: "Plane: the shares {shares}, placed end to end, lead to the output {output}.",
  axisFirst: "1st number",
  axisSecond: "2nd number",
  axisWater: "water",
  axisMoney: "money",

  didTry: "You are trying: {experiment}.",
  didPositions: "Positions: {positions}.",
  didShuffle: "The tokens are now in a different order.",
  didPutBack: "The tokens are back in their original order.",
  didValues: "Values now have {d_v|one:# number|other:# numbers}.",
  didMask: "Mask: {mask}.",
  didFactor: "The embeddings are now multiplied by {factor}.",
  didEdit: "{symbol}, {rowAxis} {row}, {columnAxis} {column}: {from} is now {to}.",
  didRefuse: "“{text}” is not a number; the cell keeps {kept}.",
  didHide: "{key} is now hidden from {query}.",
  didOpen: "{query} may now read {key}.",
  didWeights: "{what} The weights of {query} go from {before} to {after}.",

  describeIntro:
    "The attention formula in {steps} steps. The step shown is {step}. The query that is followed is {query}. Mask: {mask}. The embeddings are multiplied by {factor}.",
  describeInputs: "Inputs: {x} has the shape {size}, one row per token: {rows}.",
  describeWeights:
    "The weight matrices have the shape {size}. Rows of W_Q: {wq}. Rows of W_K: {wk}. Rows of W_V: {wv}.",
  describeProjections: "Rows of Q, of shape {size}: {q}. Rows of K: {k}. Rows of V: {v}.",
  describeScores: "Scores S = Q Kᵀ, of shape {size}; rows are queries, columns are keys: {rows}.",
  describeScaled: "Divided by √{d}: {rows}.",
  describeMask: "Mask M, added to them: {rows}.",
  describeSoftmax: "Weights A, softmax row by row: {rows}.",
  describeOutput: "Output O = A V, of shape {size}: {rows}.",

  noPreset: "attention-steps: there is no preset “{preset}”; choose from {known}.",
  noSuch: "attention-steps: there is no {name} “{value}”; choose from {known}.",
  noMask: "attention-steps: there is no mask “{mask}”; choose from {known}.",
  wrongTokens:
    "attention-steps: {name} names {has|one:# token|other:# tokens}, but the matrix has {rows|one:# row|other:# rows}.",
  tooLarge:
    "attention-steps: {name} has a side of {size}, but every number is written out here, so at most {most} is allowed. For more, use attention-heatmap.",
  notNumbers:
    "attention-steps: {name} contains something that is not a number. Write it like 1 0.5; 0 -2.",
  wrongRows:
    "attention-steps: {name} has {has|one:# row|other:# rows}, but {of} has {needs|one:# column|other:# columns}; the two must be equal.",
  wrongKeySize:
    "attention-steps: W_K has {has|one:# column|other:# columns}, but W_Q has {needs}; queries and keys must be equally long.",
  noTokens: "attention-steps: there are no tokens. Give x at least one row.",
};
