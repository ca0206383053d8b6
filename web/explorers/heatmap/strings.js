// The words of <attention-heatmap>.
import { readStrings } from "../../model/read-strings.js";
import { teamStrings } from "../../model/team-strings.js";

/** @type {Record<string, string>} */
export const strings = {
  ...readStrings,
  ...teamStrings,

  heading: "Which token does each token read?",

  queryAxis: "query (row)",
  keyAxis: "key (column)",
  layer: "layer {layer}",
  head: "head {head}",
  place: "layer {layer}, head {head}",
  token: "{i}",
  quoted: "“{token}”",
  at: "“{token}” ({i})",
  queryAt: "query {i}",
  keyAt: "key {i}",

  preset: "Weights",
  "preset tickets": "Trained on support tickets",
  "preset untrained": "Untrained layers on a text",
  "preset causal": "Untrained layers, causal mask",
  "preset six": "Six tokens, by hand",
  "preset cross": "Cross-attention, by hand",
  "preset patches": "Words read a picture",
  "preset long": "1,024 tokens",
  "preset own": "The page's weights",
  "preset file": "{file}",
  "preset model": "The page's model",

  "about tickets":
    "A small transformer with {layers|one:# layer|other:# layers} of {heads|one:# head|other:# heads}. It sends support tickets of a made-up shop to one of {teams} teams. A program wrote the tickets, and the model learned from {train} of them. Of {valid} others, in phrases it never saw, it sends {accuracy} to the right team. Counting words without their order (a bag of words) gets {baseline}.",

  "about untrained":
    "Two layers of four heads. Their numbers are drawn at random from seed {seed}, and the weights are computed in this page. Nothing was learned: the patterns come from chance and from the positions of the tokens.",
  "about causal":
    "Two layers of four heads. Their numbers are drawn at random from seed {seed}, and the weights are computed in this page under a causal mask. Nothing was learned.",
  "about six":
    "One head, computed in this page. Its matrices were written by hand so that each kind of word looks for another kind.",
  "about cross":
    "Four German tokens read six English ones. The matrices were written by hand, and the weights are computed in this page.",
  "about patches":
    "Queries of one kind, keys of another: four words read a picture of 4 × 4 patches. Each key is a patch, named by its row and column. It holds the patch's mean colour (red, green, blue) and how far down it is. A query says which colours and which place its word looks for. The numbers were chosen by hand; the weights are computed in this page.",
  patchesPicture: "A picture of 4 × 4 patches: sky with a sun, sea with a boat, sand.",
  patchesKeys: "the picture: each patch is a key",
  patchesRead: "what {query} reads: the 16 weights in its row",
  "about long":
    "Two heads read 1,024 tokens, drawn at random from seed {seed}, under a causal mask. The weights are computed in this page.",
  "about own": "Weights that this page provides.",
  "about file": "Weights from the file {file}. They stay in this page.",
  "about opened":
    "The model from the file {file}: {layers|one:# layer|other:# layers} of {heads|one:# head|other:# heads}, {words|one:# word|other:# words}, {count|one:# number|other:# numbers}. It stays in this page.",
  "about guessed": "The file does not say how many heads the model has, so {heads} are assumed.",

  phrase: "Text",
  run: "Run",
  ticket: "Text: type any ticket",
  pick: "Pick a ticket",
  ticketOption: "{label}: {text}",
  ownText: "your own text",
  unknownWords: "Not in the model's vocabulary, so read as “unknown”: {words}.",
  leftOut: "Not in the model's vocabulary, so left out: {words}.",
  longText:
    "A text of more than {most} letters is cut off where the model stops reading. It is not kept in the page's address or in the code to embed.",
  knowsNothing:
    "The model knows fewer than two words of this text, so it has nothing to go on and gives no answer. It learned from support tickets: write one with a few words, such as “My card was charged twice”.",
  noChoice: "nothing: it knows too few of these words",
  lessonTitle: "Ticket {ticket}: what “{word}” reads in the four heads of layer {layer}",
  lessonHead: "head",
  lessonReads: "lesson: “{word}” reads",
  lessonReceives: "lesson: most read on average",
  thisReads: "here: “{word}” reads",
  thisReceives: "here: most read on average",
  lessonOther:
    "The lesson looks at another model. It learned from other tickets and knows other words, so its heads divide the work differently. Compare how they read, not the numbers.",
  tooLong:
    "The model has {most} positions, so it does not read the last {left|one:token|other:# tokens}.",
  running: "The model is running …",
  seed: "Seed",
  seedRefused: "“{text}” is not a whole number from 0 to 4,294,967,295.",
  file: "Open weights or a model",
  headsOfModel: "Heads",
  reading: "Reading {file} …",
  drop: "Drop weights (JSON) or a model (safetensors).",
  kind: "Kind of attention",
  sequence: "Sequence",
  sequenceOption: "{sequence} of {sequences}",
  scale: "Colour by",
  "scaleName sqrt": "square root",
  "scaleName linear": "value",
  "scaleName log": "logarithm",
  range: "Colour scale",
  "range common": "same for all heads",
  "range head": "separate for each head",
  headsShown: "Show large",
  "headsShown one": "one head",
  "headsShown all": "all heads of the layer",
  layerTitle: "Layer {layer}: its {heads} heads side by side",
  receivesMost: "Most read on average: {key} {value}",
  reset: "Start over",

  "scale sqrt": "Colour: square root of the weight, from 0 to {most}",
  "scale linear": "Colour: the weight itself, from 0 to {most}",
  "scale log":
    "Colour: logarithm of the weight, from {least} to {most}; anything smaller has the palest colour",
  scaleScore: "Colour: the number itself, from −{most} to {most}; these are scores, not weights",
  commonWords: "{scale}. The scale is the same in every head.",
  headWords:
    "{scale}. The scale ends at the largest weight of this head, so colours of different heads cannot be compared.",
  signZero: "exactly 0",
  signHidden: "hidden by the mask",
  signNan: "not a number",

  headsLabel: "Layers and heads",
  headLabel: "Layer {layer}, head {head}: largest weight {most}",
  headLabelOff: "{label}; switched off",
  off: "off",
  mapLabel: "Heat map of layer {layer}, head {head}: {n} queries (rows), {m} keys (columns)",
  mapRole: "heat map",
  mapHelp:
    "Arrow keys move from cell to cell, Enter outlines the row, plus and minus zoom, 0 shows the whole map.",
  pointHere: "Point at a cell, or move with the arrow keys, to read it.",
  cell: "{query} reads {key}: {value}",
  cellHidden: "{query} cannot read {key}: the mask hides it",
  cellZero: "{query} reads {key}: exactly 0",
  cellNan: "{query} and {key}: {value}, not a number",
  blockNote: "Each pixel stands for {rows} × {columns} cells and shows the largest of them.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  whole: "Whole map",
  regionNote: "rows {top}–{bottom}, columns {left}–{right}",
  received: "mean weight received",
  pairsTitle: "Strongest pairs of {place}",
  pair: "{query} reads {key}",

  classes: "Which team the model chooses",
  classesOf: "Which class the model chooses",
  classesWithout: "{classes}, without {heads}",
  className: "class",
  probability: "probability",
  change: "change",
  rightTeam: "The right team for this ticket: {name}.",
  switches: "Heads: switch any of them off and watch the choice change",
  headOf: "Layer {layer}, head",
  allOn: "Switch all on",
  switchOff: "Switch off {place}",

  ablationQuestion:
    "The largest weight of all, {largest}, is in {place}. The model chooses “{name}” with probability {before}. What happens to that probability without this head?",
  "falls half": "it falls below one half",
  "falls some": "it changes, but stays above one half",
  "falls hardly": "it hardly changes",
  withoutBrightest:
    "Without {place}, which has the largest weight of all ({largest}), the probability of “{name}” goes from {before} to {after}.",
  withoutStrongest:
    "Without {place}, whose largest weight is {largest}, the probability goes to {after}.",
  otherClass: "The model then chooses “{winner}”.",
  sameHead:
    "Here the head with the largest weight is also the one that matters most. Often it is not.",
  noHead: "No other single head matters more here.",
  notExplanations:
    "Weights are not explanations: they show where a token took its information from, not why the model decided as it did.",
  toExample: "Show a ticket where another head matters more",

  missing: "The trained model is not on this page.",
  missingHow:
    "Its weights are in a separate file. Choose other weights below, open a model that was saved from another page, or open attention-explorers-with-model.html, which includes it.",
  missingScript:
    "Authors add it to a page with this script, before or after the explorers' own script:",
  missingModule: "In a module:",

  sumsWhy:
    "Softmax runs along each row, so the weights of one query add up to 1. Row {query} adds up to {row}, column {key} to {column}, the whole map to {all}.",
  question: "Which numbers in this map add up to 1?",
  "answer row": "those in a row",
  "answer column": "those in a column",
  "answer all": "all of them",

  readMap: "Shown",
  readRow: "Outlined query",
  readSum: "Its weights add up to",
  readBest: "It reads most",
  readReceived: "Most read on average",
  readChoice: "The model chooses",
  readCheck: "Difference from the formula in float64",
  checkAtMost: "at most {difference}",
  checkTitle:
    "check: largest difference between the weights of each head, computed in float32, and softmax(QKᵀ/√d_k), computed again in float64",
  checkHead:
    "check: largest difference between the weights of {place}, computed in float32, and softmax(QKᵀ/√d_k), computed again in float64",
  tableClasses: "probability of each class",
  tableNow: "now",
  tableWhole: "all heads on",

  saySum:
    "{query} reads most from these keys: {pairs}. The {count|one:one weight in its row is|other:# weights in its row add up to} {sum}.",
  saySumHidden:
    "{query} reads most from these keys: {pairs}. {count|one:The mask leaves one weight in its row, which is|other:The mask leaves # weights in its row, which add up to} {sum}.",
  sayNothing: "{query} reads nothing: the mask hides every key in its row.",
  sayNan:
    "The row of {query} has values that are not numbers (NaN). Something went wrong where these weights were made.",
  sayScores:
    "The largest number in the row of {query} is {value}, at {key}. These are scores, so rows need not add up to 1.",
  sayAbove:
    "The row adds up to {sum}, not 1. Perhaps dropout was on, tokens were left out, or softmax ran along the other axis.",
  weightOf: "{value} from {key}",

  ownModel: "Weights of your own model",
  ownModelHow:
    "Save the model's weights as JSON and open the file above, or drop it here. NaN, −Infinity and null are allowed; null and −Infinity mean hidden cells.",
  ownModelCode: "From a Hugging Face model:",
  ownClassifierHow:
    "You can drop a whole classifier of your own: the state dict of embeddings, nn.TransformerEncoder (pre-norm, ReLU) and a linear head over the mean, saved as safetensors. Its vocabulary can be in the file's metadata or in a JSON file: a list of tokens in the order of their ids, or an object with vocabulary, classes and heads.",
  ownClassifierCode: "From PyTorch, everything in one file:",
  saveModelHow:
    "The model shown here, with weights and vocabulary in one file that this page can open again:",
  saveModel: "Save {file}",
  tablesPart: "weights of {place}",
  tablesCut: "weights of {place}, rows {top}–{bottom}, columns {left}–{right}",
  tableReceived: "mean weight received by each key",

  describe1:
    "A heat map of attention weights: {layers|one:# layer|other:# layers} with {heads|one:# head|other:# heads}, each with {n|one:# query (row)|other:# queries (rows)} and {m|one:# key (column)|other:# keys (columns)}. It shows {place}. {about}",
  describeRow: "{query} reads: {weights}.",
  describeMore: "{query} reads most from these keys: {pairs}.",
  describeReceived:
    "On average over all queries, the key that is read most is {key}, with {value}.",
  describeSigns:
    "Hidden cells: {hidden}. Cells that are exactly 0: {zero}. Cells that are not a number: {nan}.",
  describeClasses: "{classes}: {list}.",
  describePairs: "{title}: {list}.",
  describeCheck:
    "Computed again from the formula in float64, the weights differ by at most {difference}.",

  "model failed": "The model could not run: {reason}.",
  emptyText: "Type a text: without a token there is nothing to read.",
  noPreset: "There is no preset {preset}. Known: {known}.",
  noHeads:
    "without must name heads as layer:head, such as 1:3 2:1, counted from 1; “{given}” does not.",
  noScale: "There is no scale {scale}. Known: {known}.",
  wrongAttribute: "The attribute weights cannot be read. {reason}",
  noHeadsShown: "heads must be one or all, not “{given}”.",
  noRange: "There is no range {range}. Known: {known}.",

  readFailed: "The file could not be read: {reason}",
  askVocabulary:
    "The weights in {file} have been read. They know {count|one:# token|other:# tokens}. Now open or drop their vocabulary: a JSON list of tokens in the order of their ids.",
  askWeights:
    "The vocabulary in {file} has been read. Now open or drop the weights of its model, saved as safetensors.",
};
