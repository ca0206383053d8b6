// What authors may set on <attention-heatmap>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

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
      type: "unknown",
      about:
        "Weights of your own: n × m, heads × n × m or layers × heads × n × m, nested, as JSON, or { data, shape }.",
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
      type: "string",
      about: "How many heads are large: one, or all of a layer side by side.",
    },
    scale: { type: '"sqrt" | "linear" | "log"', about: "How weights become colours." },
    range: {
      type: '"common" | "head"',
      about: "Colours from 0 to 1 in every head, or to each head's largest.",
    },
    zoom: {
      type: "unknown",
      about: "A part of the map; 9:16 1:8 in the attribute is rows 9 to 16, columns 1 to 8.",
    },
    model: {
      type: "{ tokens: string[]; layers: unknown[]; run(text: string): unknown }",
      about: "A model of your own. No attribute.",
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
