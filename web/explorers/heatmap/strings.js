// The words of <attention-heatmap>.
import { readStrings } from "../../model/read-strings.js";

/** @type {Record<string, string>} */
export const strings = {
  ...readStrings,

  heading: "Which token does each token read?",

  queryAxis: "query (row)",
  keyAxis: "key (column)",
  layer: "layer {layer}",
  head: "head {head}",
  place: "layer {layer}, head {head}",
  token: "{i}",
  quoted: "“{token}”",
  at: "“{token}” ({i})",

  preset: "Weights",
  "preset tickets": "Trained on support tickets",
  "preset untrained": "Untrained layers on a text",
  "preset causal": "Untrained layers, causal mask",
  "preset six": "Six tokens by hand",
  "preset cross": "Cross-attention by hand",
  "preset patches": "Words read a picture",
  "preset long": "1,024 tokens",
  "preset own": "The page's weights",
  "preset file": "{file}",
  "preset model": "The page's model",

  "about tickets":
    "A small transformer, {layers} layers of {heads} heads, that sends support tickets of a made-up shop to one of {teams} teams. Tickets and model are this project's own: a program wrote the tickets, {train} of them to learn from. Of {valid} others, in phrases it never saw, it sends {accuracy} to the right team; counting words without their order (bag of words) {baseline}.",

  "about untrained":
    "Two layers of four heads, their numbers drawn at random from seed {seed} and computed in this page. Nothing was learnt: the patterns come from chance and from the tokens' places.",
  "about causal":
    "Two layers of four heads, their numbers drawn at random from seed {seed} and computed in this page under a causal mask. Nothing was learnt.",
  "about six":
    "One head whose matrices were written by hand so that each kind of word looks for another, computed in this page.",
  "about cross":
    "Four German tokens read six English ones, with matrices written by hand, computed in this page.",
  "about patches":
    "Queries of one kind, keys of another: four words read a picture of 4 × 4 patches. A key is a patch, named by its row and column: its mean colour (red, green, blue) and how far down it is; a query says which colours and which place its word asks for. The numbers were chosen by hand, the weights are computed in this page.",
  patchesPicture: "A picture of 4 × 4 patches: sky with a sun, sea with a boat, sand.",
  patchesKeys: "the picture: each patch is a key",
  patchesRead: "what {query} reads: the 16 weights of its row",
  "about long":
    "Two heads over 1,024 tokens drawn at random from seed {seed}, under a causal mask, computed in this page.",
  "about own": "Weights that this page handed over.",
  "about file": "Weights from the file {file}. They stay in this page.",
  "about opened":
    "The model from the file {file}: {layers} layer(s) of {heads} head(s), {words} words, {count} numbers. It stays in this page.",
  "about guessed": "The file does not say how many heads it has; {heads} are assumed.",

  phrase: "Text",
  run: "Run",
  ticket: "Text: type any ticket",
  pick: "Pick a ticket",
  ticketOption: "{label}: {text}",
  ownText: "your own text",
  unknownWords: "Not in the model's vocabulary, read as “unknown”: {words}.",
  leftOut: "Not in the model's vocabulary, left out: {words}.",
  longText:
    "A text of more than {most} letters is cut where the model stops reading, and stays out of the page's address and out of the code to embed.",
  knowsNothing:
    "The model knows fewer than two words of this text, so it has no ground for an answer, and none is shown. It learned from support tickets: write one of a few words, such as “My card was charged twice”.",
  noChoice: "nothing: it knows too little of this text",
  lessonTitle: "Ticket {ticket}: what “{word}” reads in the four heads of layer {layer}",
  lessonHead: "head",
  lessonReads: "lesson: “{word}” reads",
  lessonReceives: "lesson: most read on average",
  thisReads: "here: “{word}” reads",
  thisReceives: "here: most read on average",
  lessonOther:
    "The lesson looks into another model. It learned from other tickets and knows other words, so its heads divide the work in another way: compare how the reading is done, not the numbers.",
  tooLong: "The model has {most} positions: the last {left} tokens are not read.",
  running: "The model is running …",
  seed: "Seed",
  seedRefused: "“{text}” is no whole number from 0 to 4294967295.",
  file: "Open weights or a model",
  headsOfModel: "Heads",
  reading: "Reading {file} …",
  drop: "Drop weights (JSON) or a model (safetensors).",
  kind: "Kind of attention",
  sequence: "Sequence",
  sequenceOption: "{sequence} of {sequences}",
  scale: "Colours by",
  "scaleName sqrt": "square root",
  "scaleName linear": "value",
  "scaleName log": "logarithm",
  range: "Scale",
  "range common": "same for all heads",
  "range head": "each head its own",
  headsShown: "Large",
  "headsShown one": "one head",
  "headsShown all": "all heads of the layer",
  layerTitle: "Layer {layer}: its {heads} heads side by side",
  receivesMost: "Most read on average: {key} {value}",
  reset: "Start over",

  "scale sqrt": "Colour: square root of the weight, from 0 to {most}",
  "scale linear": "Colour: the weight itself, from 0 to {most}",
  "scale log":
    "Colour: logarithm of the weight, from {least} to {most}; what is smaller has the palest colour",
  scaleScore: "Colour: the number itself, from −{most} to {most}; these are scores, not weights",
  commonWords: "{scale}, the same in every head.",
  headWords: "{scale}, the largest of this head: colours of two heads cannot be compared.",
  signZero: "exactly 0",
  signHidden: "hidden by the mask",
  signNan: "not a number",

  headsLabel: "Layers and heads",
  headLabel: "Layer {layer}, head {head}: largest weight {most}",
  headLabelOff: "{label}; switched off",
  off: "off",
  mapLabel: "Heat map of layer {layer}, head {head}: {n} queries (rows), {m} keys (columns)",
  mapHelp:
    "Arrow keys move from cell to cell, Enter outlines the row, plus and minus zoom, 0 shows the whole map.",
  pointHere: "Point at a cell, or move with the arrow keys, to read it.",
  cell: "{query} reads {key}: {value}",
  cellHidden: "{query} must not read {key}: the mask hides it",
  cellZero: "{query} reads {key}: exactly 0",
  cellNan: "{query} and {key}: {value}, not a number",
  blockNote: "A pixel stands for {rows} × {columns} cells and shows the largest of them.",
  zoomIn: "Closer",
  zoomOut: "Farther",
  whole: "Whole map",
  regionNote: "rows {top}–{bottom}, columns {left}–{right}",
  received: "mean received by a key",
  receivedMost: "{value}",
  pairsTitle: "Strongest pairs of {place}",
  pair: "{query} reads {key}",

  classes: "Which team the model chooses",
  classesOf: "Which class the model chooses",
  classesWithout: "{classes}, without {heads}",
  className: "class",
  probability: "probability",
  change: "change",
  rightTeam: "The ticket is for: {name}.",
  switches: "Heads: switch any off and see the choice move",
  headOf: "Layer {layer}, head",
  allOn: "Switch all on",
  switchOff: "Switch off {place}",

  ablationQuestion:
    "The largest weight of all is in {place}: {largest}. The model says “{name}”, {before}. What does it say without that head?",
  "falls half": "it is below one half",
  "falls some": "it moves, but stays above",
  "falls hardly": "it hardly moves",
  withoutBrightest:
    "Without {place}, whose largest weight, {largest}, is the largest of all, “{name}” goes from {before} to {after}.",
  withoutStrongest: "Without {place}, whose largest weight is {largest}, it goes to {after}.",
  otherClass: "The model then says “{winner}”.",
  sameHead:
    "Here the head with the largest weight is also the one that matters most; often it is not.",
  noHead: "No other head alone matters more here.",
  notExplanations:
    "Weights are not explanations: they show where a token took its information from, not why the model decided.",
  toExample: "Show a ticket where another head decides",

  missing: "The trained model is not on this page.",
  missingHow:
    "Its weights are a file of their own. Choose other weights below, open a model that was saved from another page, or open attention-explorers-with-model.html, which has it.",
  missingScript: "Authors add it to a page, before or after the explorers' script:",
  missingModule: "In a module:",

  sumsWhy:
    "Softmax runs along a row, so the weights of one query add up to 1. Row {query} gives {row}, column {key} gives {column}, the whole map {all}.",
  question: "Which numbers of this map add up to 1?",
  "answer row": "those of a row",
  "answer column": "those of a column",
  "answer all": "all of them",

  readMap: "Shown",
  readShape: "Queries × keys",
  readRow: "Outlined query",
  readSum: "Its weights add up to",
  readBest: "It reads most",
  readReceived: "Most read on average",
  readChoice: "The model says",
  readCheck: "Against the formula in float64",
  checkAtMost: "at most {difference}",
  checkTitle:
    "check: largest difference between the weights of each head, computed in float32, and softmax(QKᵀ/√d_k) recomputed in float64",
  checkHead:
    "check: largest difference between the weights of {place}, computed in float32, and softmax(QKᵀ/√d_k) recomputed in float64",
  tableClasses: "probability of each class",
  tableNow: "now",
  tableWhole: "all heads on",
  notYet: "after your answer",

  saySum: "{query} reads most: {pairs}. The {count} weights of its row add up to {sum}.",
  saySumHidden:
    "{query} reads most: {pairs}. The weights that the mask leaves in its row, {count}, add up to {sum}.",
  sayNothing: "{query} reads nothing: the mask hides every key of its row.",
  sayNan:
    "{query} has numbers that are none (NaN): something went wrong where these weights were made.",
  sayScores:
    "The largest number in the row of {query} is {value}, at {key}. These are scores: rows need not add up to 1.",
  sayAbove:
    "The row adds up to {sum}, not 1: dropout was on, tokens were left out, or softmax ran along the other axis.",
  weightOf: "{value} from {key}",

  ownModel: "Weights of your own model",
  ownModelHow:
    "Save what the model gives as JSON and open it above, or drop it here. NaN, −Infinity and null may occur: null and −Infinity are hidden cells.",
  ownModelCode: "From a Hugging Face model:",
  ownClassifierHow:
    "A classifier of your own can be dropped whole: the state dict of embeddings, nn.TransformerEncoder (pre-norm, ReLU) and a linear head over the mean, as safetensors. Its vocabulary stands in the file's metadata or in a JSON file: a list of tokens in the order of their ids, or an object with vocabulary, classes and heads.",
  ownClassifierCode: "From PyTorch, everything in one file:",
  saveModelHow:
    "The model that is shown, weights and vocabulary in one file that this page opens again:",
  saveModel: "Save {file}",
  tablesPart: "weights of {place}",
  tablesCut: "weights of {place}, rows {top}–{bottom}, columns {left}–{right}",
  tableReceived: "mean received by each key",

  describe1:
    "A heat map of attention weights: {layers} layer(s) with {heads} head(s), each {n} queries (rows) by {m} keys (columns). Shown is {place}. {about}",
  describeScale: "{words}",
  describeRow: "{query} reads: {weights}.",
  describeMore: "{query} reads most: {pairs}.",
  describeReceived:
    "On average over all queries, the key that is read most is {key}, with {value}.",
  describeSigns: "{hidden} cells are hidden, {zero} are exactly 0, {nan} are no numbers.",
  describeClasses: "{classes}: {list}.",
  describePairs: "{title}: {list}.",
  describeCheck:
    "Recomputed from the formula in float64, the weights differ by at most {difference}.",

  "model failed": "The model could not run: {reason}.",
  emptyText: "Type a text: without a token there is nothing to read.",
  noPreset: "There is no preset {preset}. Known: {known}.",
  noHeads:
    "without must name heads as layer:head, such as 1:3 2:1, counted from 1; “{given}” does not.",
  noScale: "There is no scale {scale}. Known: {known}.",
  wrongAttribute: "The attribute weights cannot be read. {reason}",
  noHeadsShown: "heads is one or all, not “{given}”.",
  noRange: "There is no range {range}. Known: {known}.",

  readFailed: "The file could not be read: {reason}",
  askVocabulary:
    "The weights in {file} are read. They know {count} tokens: now open or drop their vocabulary, a JSON list of tokens in the order of their ids.",
  askWeights:
    "The vocabulary in {file} is read. Now open or drop the weights of its model, as safetensors.",
};
