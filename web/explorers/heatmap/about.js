// What authors may set on <attention-heatmap>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

const TOKENS = {
  "tokens?": {
    type: "string[] | string[][]",
    about: "Of queries and keys, or a list for each sequence.",
  },
  "queryTokens?": { type: "string[] | string[][]", about: "Of the queries." },
  "keyTokens?": { type: "string[] | string[][]", about: "Of the keys." },
};

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary:
    "Attention weights of every layer and head, a small map each and one large; with a trained model, what it makes of a text, and without any of its heads.",
  properties: {
    preset: {
      type: '"tickets" | "untrained" | "causal" | "six" | "cross" | "long" | "patches"',
      about: "The example; tickets where the page has the trained model.",
    },
    phrase: { type: "string", about: "The text that a model reads." },
    tickets: {
      type: "string[]",
      about: "Texts to choose from, the first of them shown; in the attribute with | between.",
    },
    seed: { type: "number", about: "Where the numbers of untrained layers come from." },
    without: {
      type: "[layer: number, head: number][]",
      about:
        "Heads of the trained model that are switched off; 1:3 in the attribute is head 3 of layer 1.",
    },
    weights: {
      type: "NestedNumbers | WeightsObject | string | undefined",
      about:
        "Weights of your own: n × m, heads × n × m or layers × heads × n × m, nested, as JSON, { data, shape }, or an object that holds them, as JSON files of models do.",
    },
    tokens: { type: "string[]", about: "Labels of queries and keys." },
    queryTokens: { type: "string[]", about: "Labels of the queries." },
    keyTokens: { type: "string[]", about: "Labels of the keys." },
    kind: {
      type: "string",
      about: "Which of the object's weights: attentions, cross_attentions, …",
    },
    layer: { type: "number", about: "The layer that is large, from 1." },
    head: { type: "number", about: "The head that is large, from 1." },
    sequence: { type: "number", about: "Which sequence of the batch, from 1." },
    row: { type: "number", about: "The query that is outlined, from 1." },
    heads: {
      type: '"one" | "all"',
      about: "How many heads are large: one, or all of a layer side by side.",
    },
    scale: { type: '"sqrt" | "linear" | "log"', about: "How weights become colours." },
    range: {
      type: '"common" | "head"',
      about: "Colours from 0 to 1 in every head, or to each head's largest.",
    },
    zoom: {
      type: "HeatmapRegion | undefined",
      about: "A part of the map; 9:16 1:8 in the attribute is rows 9 to 16, columns 1 to 8.",
    },
    model: {
      type: "HeatmapModel | undefined",
      about: "A model of your own. No attribute.",
    },
  },
  types: {
    NestedNumbers: {
      about: "Numbers as nested lists, as a tensor, or as a list of tensors.",
      type: "ArrayLike<number | null> | readonly NestedNumbers[] | { readonly data: ArrayLike<number>; readonly shape: readonly number[] }",
    },
    WeightsObject: {
      about: "Weights under a name of theirs, with what belongs to them.",
      fields: {
        "attentions?": { type: "NestedNumbers", about: "Weights." },
        "attention?": { type: "NestedNumbers", about: "The same." },
        "weights?": { type: "NestedNumbers", about: "The same." },
        "encoder_attentions?": { type: "NestedNumbers", about: "Of an encoder." },
        "decoder_attentions?": { type: "NestedNumbers", about: "Of a decoder." },
        "cross_attentions?": {
          type: "NestedNumbers",
          about: "Of a decoder that reads an encoder.",
        },
        ...TOKENS,
        "keep?": {
          type: "unknown[]",
          about: "Which keys may be read: true and false, or 1 and 0.",
        },
        "drop?": { type: "unknown[]", about: "Which keys are hidden." },
        "mask?": { type: "NestedNumbers", about: "0 and −Infinity, to be added." },
        "[name: string]": { type: "unknown", about: "Whatever else the file of a model has." },
      },
    },
    HeatmapRegion: {
      about: "A part of the map, in cells; the first row and column are 0.",
      fields: {
        top: { type: "number", about: "The first row." },
        left: { type: "number", about: "The first column." },
        rows: { type: "number", about: "How many rows." },
        columns: { type: "number", about: "How many columns." },
      },
    },
    HeatmapModel: {
      about: "What takes a text and gives weights.",
      fields: {
        "run(text: string)": {
          type: "HeatmapResult | Promise<HeatmapResult>",
          about: "The weights of a text.",
        },
        "text?": { type: "string", about: "The text to begin with." },
        "tokens?": { type: "string[]", about: "The same, as tokens." },
        "layers?": { type: "number", about: "How many layers it has." },
        "about?": { type: "string", about: "What is said of it." },
      },
    },
    HeatmapResult: {
      about: "What a model makes of a text.",
      fields: {
        attentions: { type: "NestedNumbers", about: "Layers × heads × n × m." },
        ...TOKENS,
        "readouts?": {
          type: "{ name: string; label: string; value: string | number }[]",
          about: "What else is shown of it.",
        },
        "row?": { type: "number", about: "The query to outline first, from 0." },
      },
    },
  },
  hide: [
    "predict",
    "heads",
    "map",
    "zoom",
    "received",
    "pairs",
    "classes",
    "switches",
    "check",
    "ticket",
    "preset",
    "phrase",
    "seed",
    "file",
    "kind",
    "sequence",
    "scale",
    "range",
    "legend",
    "about",
    "lesson",
    "own-model",
  ],
  examples: ['preset="causal"', 'weights="[[0.7,0.3],[0.2,0.8]]" tokens="hello world"'],
};
