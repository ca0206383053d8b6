// The words of <attention-heatmap>.
/** @type {Record<string, string>} */
export const strings = {
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
  "preset untrained": "Untrained layers on a text",
  "preset causal": "Untrained layers, causal mask",
  "preset six": "Six tokens by hand",
  "preset cross": "Cross-attention by hand",
  "preset long": "1,024 tokens",
  "preset own": "The page's weights",
  "preset file": "{file}",
  "preset model": "The page's model",

  "about untrained":
    "Two layers of four heads, their numbers drawn at random from seed {seed} and computed in this page. Nothing was learnt: the patterns come from chance and from the tokens' places.",
  "about causal":
    "Two layers of four heads, their numbers drawn at random from seed {seed} and computed in this page under a causal mask. Nothing was learnt.",
  "about six":
    "One head whose matrices were written by hand so that each kind of word looks for another, computed in this page.",
  "about cross":
    "Four German tokens read six English ones, with matrices written by hand, computed in this page.",
  "about long":
    "Two heads over 1,024 tokens drawn at random from seed {seed}, under a causal mask, computed in this page.",
  "about own": "Weights that this page handed over.",
  "about file": "Weights from the file {file}. They stay in this page.",

  phrase: "Text",
  run: "Run",
  running: "The model is running …",
  noModel: "These weights belong to their tokens. A text needs a model: choose untrained layers.",
  seed: "Seed",
  seedRefused: "“{text}” is no whole number from 0 to 4294967295.",
  file: "Open weights (JSON)",
  reading: "Reading {file} …",
  drop: "Drop the file to see its weights.",
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

  question: "Which numbers of this map add up to 1?",
  answerRow: "those of a row",
  answerColumn: "those of a column",
  answerAll: "all of them",
  verdictRight:
    "Yes: softmax runs along a row, so the weights of one query add up to 1. Row {query} gives {row}, column {key} gives {column}, the whole map {all}.",
  verdictWrong:
    "It is the row: softmax runs along it, so the weights of one query add up to 1. Row {query} gives {row}, column {key} gives {column}, the whole map {all}.",

  readMap: "Shown",
  readShape: "Queries × keys",
  readRow: "Outlined query",
  readSum: "Its weights add up to",
  readBest: "It reads most",
  readReceived: "Most read on average",
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
    "Save what the model gives as JSON and open it above. NaN, −Infinity and null may occur: null and −Infinity are hidden cells.",
  ownModelCode: "From a Hugging Face model:",
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

  "model failed": "The model could not run: {reason}.",
  emptyText: "Type a text: without a token there is nothing to read.",
  noPreset: "There is no preset {preset}. Known: {known}.",
  noScale: "There is no scale {scale}. Known: {known}.",
  noRange: "There is no range {range}. Known: {known}.",
  wrongJson: "The attribute weights is not JSON: {reason}.",

  readNothing: "There are no weights: a list of numbers is needed, not {found}.",
  readNoWeights:
    "This object holds no attention weights. It has {has}; one of these is needed: {known}.",
  readEmpty: "{where} is empty.",
  readRank:
    "{where} is nested {rank} levels deep. Attention weights have 2 to 5: layers, sequences, heads, queries, keys.",
  readNumber: "{where} is {found}, not a number.",
  readList: "{where} is {found}, where a list is needed.",
  readLength: "{where} has {has} entries, but {wanted} are needed.",
  readTensorShape: "{where} has the shape {has}, but must have {wanted}.",
  readTokens: "{name} must be a list of tokens, not {found}.",
  readTokenCount: "{name} has {has} tokens, but the weights have {wanted}.",
  readOneList:
    "The weights are {n} × {m}, so one list of tokens is not enough: give queryTokens and keyTokens.",
  readMaskShape:
    "{name} has the shape {has}, but must have (n, m) = ({n}, {m}), or one number a key.",
  readMaskBoolean:
    "{where} is true or false, which two programs read in opposite ways. Name the list keep (true may be read) or drop (true is hidden).",
  readMaskNumber: "{where} is {number}. A mask that is added has only 0 and −Infinity (or null).",
  readTooLong: "The weights are {n} × {m}. Up to {most} × {most} are drawn.",
  readTooMany: "These are {count} numbers. Up to {most} fit; leave layers or sequences out.",
  readNoText: "The file is empty.",
  readNotJson: "The file is no JSON: it begins with “{start}”. {reason}",
  readFailed: "The file could not be read: {reason}",
};
