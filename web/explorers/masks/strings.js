// What <attention-masks> says. {names} are live values; every key may be replaced by `strings`.
/** @type {Record<string, string>} */
export const strings = {
  heading: "Why does a mask add −∞ to a score, and not simply 0?",

  way: "How the keys are hidden",
  "way add": "Add −∞",
  "way finite": "Add a finite number",
  "way score": "Set the score to 0",
  "way weight": "Set the weight to 0",
  "way boolean": "True / false",
  masks: "Masks, added up",
  "mask causal": "Causal",
  "mask padding": "Padding",
  "mask prefix": "Prefix",
  "mask window": "Window",
  "size padding": "Padding at the end",
  "size prefix": "Length of the prefix",
  "size left": "Window back",
  "size right": "Window forward",
  preset: "Example",
  "preset lesson-1": "damaged on arrival",
  "preset lesson-2": "the pencil example",
  "preset row": "one row: 2, 1, 0.5",
  "preset six": "six tokens",
  "preset numpy-5": "NumPy, five positions",
  bias: "What is added",
  follow: "Query to follow",
  blind: "Hide every key from it",
  reset: "Reset",

  axisQuery: "query",
  axisKey: "key",
  axisWay: "way",
  axisSum: "sum",
  axisNumber: "number",
  key: "key {i}",
  quoted: "“{token}”",
  softmaxSign: "softmax →",
  zeroSign: "hidden → 0",
  true: "True",
  false: "False",
  // Labels of rows and columns: nine letters are seen, and a space that breaks would be drawn as a sign.
  "row add": "−∞",
  "row finite": "finite",
  "row score": "score 0",
  "row weight": "weight 0",
  "row boolean": "inverted",
  sum: "sum",
  onHidden: "on hidden",

  right: "Right:",
  wrong: "Wrong:",
  "line sum": "The mask is a sum: whatever one part hides, the sum hides too.",
  "line add": "−∞ is added to every hidden score. Press a cell of M to hide or open it.",
  "line finite":
    "A finite number is added where a key is hidden. Type any number into the mask, or −∞.",
  "line right": "−∞ stands where a key is hidden. Press a cell to hide or open it.",
  "line score": "every hidden score is set to 0, then comes softmax.",
  "line weight": "softmax runs over all keys first, then the hidden weights are set to 0.",
  "line flags":
    "True means “hidden”, as nn.MultiheadAttention reads it. Press a cell to change it.",
  "line drop": "True hides.",
  "line keep":
    "True is read as “may be read”, as in scaled_dot_product_attention. No error is raised.",
  "line compare": "The row of {query}, one way at a time",

  "title S/√d_k": "scaled scores",
  "title M": "mask",
  "title M_causal": "causal mask",
  "title M_padding": "padding mask",
  "title M_prefix": "prefix mask",
  "title M_window": "window mask",
  "title B": "true or false mask: True means hidden",
  "title Z": "scaled scores plus mask",
  "title M_b": "mask with a finite number in it",
  "title Z_b": "scaled scores plus that mask",
  "title A_b": "weights with a finite number in the mask",
  "title Σ_b": "sum of each row of weights with a finite number in the mask",
  "title O_b": "output with a finite number in the mask",
  "title Z_0": "scores, hidden ones set to 0",
  "title Z_keep": "scores that remain when True is read as “may be read”",
  "title A": "weights",
  "title A_0": "weights when hidden scores are set to 0",
  "title A_all": "weights without a mask",
  "title A_cut": "weights, hidden ones set to 0 after softmax",
  "title A_keep": "weights when True is read as “may be read”",
  "title Σ": "sum of each row of weights",
  "title Σ_0": "sum of each row of weights when hidden scores are set to 0",
  "title Σ_cut": "sum of each row of weights, hidden ones set to 0 after softmax",
  "title Σ_keep": "sum of each row of weights when True is read as “may be read”",
  "title V": "values",
  "title O": "output",
  "title O_0": "output when hidden scores are set to 0",
  "title O_cut": "output when weights are set to 0 after softmax",
  "title O_keep": "output when True is read as “may be read”",
  "title A_row": "weights of the query you follow, for each way",
  "title Σ_row": "their sum, and the part of it on hidden keys",

  place: "{symbol}, {title}: {rowAxis} {row}, {columnAxis} {column}",
  maskOpen: "0: adding it changes nothing, so the query may read the key. Press to hide it.",
  maskHides:
    "−∞: whatever the score is, the sum is −∞ and the weight is exactly 0. Press to open it.",
  partOpen: "0: this part lets the query read the key.",
  partHides: "−∞: this part hides the key, and whatever is added to −∞ stays −∞.",
  flagOpen: "False: not hidden. Press to hide it.",
  flagHides: "True: hidden. Press to open it.",
  biasCell: "This number is added to the score. Type another.",
  scoreLost: "(float32 keeps about 7 digits, so the score is lost)",
  overwritten: "Hidden: {before} is replaced by 0.",
  stays: "Not hidden: {before} stays.",
  allHidden:
    "Every key is hidden: e^−∞ = 0 for each, and 0 ÷ 0 would be NaN. Such a row is 0 by definition.",
  otherWayBlind: "Read this way, no key is left, and the row is 0.",
  hatched: "hidden by the mask",
  weightScale: "Weight",
  scoreScale: "Score",

  "question add":
    "Before you look: {query} may not read {hidden}. What happens to the weight they had?",
  "question addOne":
    "Before you look: {query} may not read {hidden}. What happens to the weight it had?",
  "answer lost": "It is lost",
  "answer stays": "It stays where it was",
  "answer all": "{key} gets all of it",
  "answer equal": "The others share it equally",
  "answer factor": "The others all grow by the same factor",
  "verdict all":
    "{key} is the only key left, so it gets all of it: without a mask the weights of {query} are {before}; with it they are {after}, and the row still adds up to 1.",
  "verdict equal":
    "The others share it equally, since their scores are equal: without a mask the weights of {query} are {before}; with it they are {after}, and the row still adds up to 1.",
  "verdict factor":
    "The same factor for all: without a mask the weights of {query} are {before}; with it they are {after}. The keys that it may read now get {factor} times as much, and the row still adds up to 1.",
  "question score":
    "Before you look: set the hidden scores of {query} to 0 instead of −∞. How much of its weight stays on the hidden keys?",
  "answer none": "None",
  "answer little": "Less than a tenth",
  "answer some": "A tenth to a half",
  "answer most": "More than half",
  "verdict score":
    "{left} of it stays. A score of 0 is not hidden: e⁰ = 1 counts like any other. With −∞ the weights are {right}; with scores of 0 they are {wrong}.",

  readWeights: "Weights of {query}",
  readSum: "Their sum",
  readLeft: "Left on hidden keys",
  readHidden: "Hidden cells",
  readOutput: "Output of {query}",
  ofCells: "{hidden} of {cells}",

  sayNothingHidden:
    "Nothing is hidden from {query}, so only the last way makes a difference. Follow another query, or press a cell.",
  sayAdd:
    "{query} may read {visible}. Its weights are {weights}: they add up to {sum}, and each hidden key has exactly 0.",
  sayAllOpen: "Nothing is hidden from {query}. Its weights are {weights} and add up to {sum}.",
  sayPredict: "The scores of {query} are about to become weights. Say what you expect first.",
  sayBlind:
    "Every key is hidden from {query}. A plain softmax would divide 0 by 0 and give NaN, which spreads through the whole network. Here the weights and the output of such a row are 0.",
  sayFiniteOpen:
    "Nothing is hidden from {query}, so nothing is added. Follow another query, or type a number into the mask.",
  sayFiniteLost:
    "{score} + ({bias}) is {total} in float32: the score is lost. e to the power of that is 0 in float32, so the weights of {query} are {weights}, the same as with −∞.",
  sayFiniteZero:
    "{score} + ({bias}) {equals} {total}, and e to the power of that is 0 in float32. The weights of {query} are {weights}, the same as with −∞.",
  sayFiniteLeft:
    "{score} + ({bias}) {equals} {total} is low, but not hidden: {query} still gives {left} of its weight to keys that it may not read. Its weights are {weights}.",
  sayFiniteInfinite:
    "−∞ plus any score is −∞, and e to the power of that is exactly 0. The weights of {query} are {weights}.",
  sayFiniteBlind:
    "Every key is hidden from {query}, but the same finite number is added to all of them, so softmax still compares their scores and gives {weights}, a blend of what it must not read. With −∞ a plain softmax gives NaN, while this module gives 0.",
  sayScore:
    "{query} still gives {left} of its weight to keys that it may not read: its row is {weights}, but it should be {right}.",
  sayScoreBlind:
    "Every key is hidden from {query}, yet scores of 0 share the weight out equally, {weights}, as if nothing were hidden.",
  sayWeight:
    "The row of {query} adds up to {sum}, not 1: the weights of the hidden keys were thrown away after softmax had counted them. Its output is {output}, but it should be {right}.",
  sayWeightBlind:
    "Every key is hidden from {query}: setting the weights to 0 leaves 0, just as the right way does. The other rows show the mistake.",
  sayBoolean:
    "{query} now reads exactly what it should not: its output is {output}, but it should be {right}.",
  sayBooleanBlind:
    "Read the other way, {query} has no key left. Its output is {output}, but it should be {right}: zeros, and no error.",

  didMasks: "Masks: {masks}.",
  didBias: "{to} is now added to the score of {query} with {key}.",
  didFill: "{to} is now added wherever a key is hidden.",
  check: "Check against float64",
  checkSays:
    "All {count} combinations of the four masks, computed here in float32 and again from the definition in float64. They differ by at most {most}, which is rounding error.",
  checkMasks: "Masks",
  checkWeights: "Weights differ by",
  checkOutput: "Outputs differ by",
  didHide: "{key} is now hidden from {query}.",
  didOpen: "{query} may now read {key}.",
  didBlind: "Every key is now hidden from {query}.",
  didEdit: "The score of {query} with {key} went from {from} to {to}.",
  didEditValue: "V: {from} is now {to}.",
  didRefuse: "“{text}” is not a number; the cell keeps {kept}.",
  didWeights: "{what} The weights of {query} go from {before} to {after}.",
  noMaskOn: "none",

  describeIntro:
    "A mask is a matrix of 0 and −∞ that is added to the scaled scores before softmax. Masks: {masks}; {hidden} of {cells} cells {hidden|one:is|other:are} hidden. The query that is followed is {query}. Rows are queries, columns are keys.",
  describe: "{title}, {name}: {rows}.",

  "token query": "query",
  "token first": "first",
  "token second": "second",
  "token third": "third",

  noPreset: "attention-masks: there is no preset “{preset}”; choose from {known}.",
  noMask: "attention-masks: there is no mask “{mask}”; choose from {known}.",
  noWay: "attention-masks: there is no way “{way}”; choose from {known}.",
  noScores: "attention-masks: scores is empty. Give it at least one row and one column.",
  tooLarge: "attention-masks: scores is {rows} × {columns}; up to {most} × {most} can be drawn.",
  wrongTokens:
    "attention-masks: {name} names {has|one:# token|other:# tokens}, but {needs|one:# is|other:# are} needed.",
  wrongValues:
    "attention-masks: values has {has|one:# row|other:# rows}, but there {needs|one:is # key|other:are # keys}.",
};
