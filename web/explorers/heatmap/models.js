// What makes weights from a text: models, trained or not, and the presets.
//
// A model is an object with
//   tokens   the tokens of its own example text, or none
//   layers   how many it has
//   run(text) → { tokens, attentions }, or a promise of it; also queryTokens, keyTokens, masks and
//            whatever else web/model/maps.js takes, and `readouts`: { name, label, value }[] to show,
//            and `row`, the query to outline first, from 0
//   text     its example (the tokens with spaces between, when missing)
//   about    one sentence: where its weights come from

import { examples } from "../../model/lessons.js";
import { PATCHES, patchNumbers, WORDS, WORD_NUMBERS } from "../../model/patches.js";
import { wordsOf } from "../../model/tokenizer.js";
import { ticketClassifier, TICKETS } from "./tickets.js";

/** @typedef {import("../../frame/attention-element.js").Attention} Attention */
/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */

/**
 * @typedef {object} Result
 * @property {string[] | string[][]} [tokens]
 * @property {string[] | string[][]} [queryTokens]
 * @property {string[] | string[][]} [keyTokens]
 * @property {unknown} attentions (layers, heads, n, m) in any form that web/model/maps.js takes
 * @property {{ name: string, label: unknown, value: unknown }[]} [readouts]
 * @property {number} [row]
 */

/**
 * @typedef {object} Model
 * @property {string[]} [tokens]
 * @property {number} [layers]
 * @property {(text: string) => Result | Promise<Result>} run
 * @property {string} [text]
 * @property {string} [about]
 */

/** The untrained layers: sizes small enough to print, large enough for heads that differ. */
export const SIZES = { d: 32, heads: 4, layers: 2 };
/** Texts longer than this would make a slow page of a key press. */
const MOST_WORDS = 512;

const LONG = 1024;

/**
 * Where a token stands, as sines and cosines of its place: (n, d).
 * @param {number} n @param {number} d
 */
function positions(n, d) {
  const data = new Float32Array(n * d);
  for (let i = 0; i < n; i += 1)
    for (let c = 0; c < d; c += 1) {
      const angle = i / 10000 ** ((2 * Math.floor(c / 2)) / d);
      data[i * d + c] = c % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }
  return data;
}

/** @param {Tensor} t @param {number} factor @returns {Tensor} */
const scaled = ({ data, shape }, factor) => ({ data: data.map((x) => x * factor), shape });

/**
 * Multi-head layers whose numbers are drawn at random, one after the other, each adding what it read
 * to what it got. Nothing in them was learnt.
 * @param {Attention} attn @param {number} seed @param {{ causal?: boolean }} [options]
 * @returns {Model}
 */
export function untrained(attn, seed, { causal = false } = {}) {
  const { d, heads, layers } = SIZES;
  return {
    text: "the cat sat on the mat",
    layers,
    run(text) {
      const tokens = wordsOf(text).slice(0, MOST_WORDS);
      const generator = attn.torchGenerator(seed);
      const parameters = Array.from({ length: layers }, () => {
        const [W_Q, W_K, W_V, W_O] = Array.from({ length: 4 }, () =>
          scaled(generator.randn([d, d]), Math.fround(1 / Math.sqrt(d))),
        );
        return { W_Q, W_K, W_V, W_O };
      });
      // A row a word, in the order in which the words first come.
      const vocabulary = [...new Set(tokens)];
      const rows = vocabulary.map(() => generator.randn([d]).data);
      const n = tokens.length;
      const x = positions(n, d);
      tokens.forEach((token, i) => {
        const row = rows[vocabulary.indexOf(token)];
        for (let c = 0; c < d; c += 1) x[i * d + c] += row[c];
      });
      const attentions = parameters.map((matrices) => {
        const layer = attn.multiHead({ d, heads, parameters: matrices });
        const { output, weights } = layer.forward(
          { data: x, shape: [n, d] },
          { causal, weights: true },
        );
        layer.release();
        output.data.forEach((value, at) => {
          x[at] += value;
        });
        return weights;
      });
      return { tokens, attentions: attentions.map((weights) => hiding(weights, causal)) };
    },
  };
}

/** The weights with −∞ where the causal rule hides a key, as web/model/maps.js takes it.
 * @param {Tensor | undefined} weights (heads, n, n) @param {boolean} causal */
function hiding(weights, causal) {
  if (!weights || !causal) return weights;
  const [, n, m] = weights.shape;
  const data = weights.data.map((weight, at) =>
    at % m > Math.floor(at / m) % n ? -Infinity : weight,
  );
  return { data, shape: weights.shape };
}

/** The weights of one of the lessons' examples. @param {Attention} attn @param {"six" | "cross"} name @returns {Result} */
function lesson(attn, name) {
  const { x, memory, W_Q, W_K, W_V, tokens, memoryTokens } = examples[name];
  const { weights } = attn.steps(x, { W_Q, W_K, W_V }, memory ? { memory } : {});
  return { queryTokens: tokens, keyTokens: memoryTokens ?? tokens, attentions: weights };
}

/** Words that read the patches of a picture. @param {Attention} attn @returns {Result} */
function patches(attn) {
  const keys = patchNumbers();
  const { weights } = attn.attention(WORD_NUMBERS, keys, keys, { weights: true });
  return { queryTokens: WORDS, keyTokens: PATCHES, attentions: weights };
}

/** Many tokens: each looks back over a window, and to the first. @param {Attention} attn @param {number} seed @returns {Result} */
function long(attn, seed) {
  const d = 32;
  const generator = attn.torchGenerator(seed);
  const place = positions(LONG, d);
  const draw = generator.randn([LONG, d]).data;
  const x = { data: place.map((value, at) => 2 * value + 0.4 * draw[at]), shape: [LONG, d] };
  const { weights } = attn.attention(x, x, x, {
    heads: 2,
    causal: true,
    weights: true,
  });
  return { attentions: hiding(weights, true) };
}

/** What can be chosen: a model that takes a text, or weights as they are. */
export const PRESETS = [TICKETS, "untrained", "causal", "six", "cross", "patches", "long"];

/**
 * @param {Attention} attn @param {string} preset @param {number} seed
 * @returns {{ model?: Model | import("./classifier.js").Classifier, result?: Result }} neither where the
 *   page has not brought the trained model
 */
export function presetOf(attn, preset, seed) {
  switch (preset) {
    case TICKETS:
      return { model: ticketClassifier(attn) };
    case "untrained":
      return { model: untrained(attn, seed) };
    case "causal":
      return { model: untrained(attn, seed, { causal: true }) };
    case "patches":
      return { result: patches(attn) };
    case "long":
      return { result: long(attn, seed) };
    default:
      return { result: lesson(attn, /** @type {"six" | "cross"} */ (preset)) };
  }
}

/** Presets whose numbers depend on the seed. */
export const SEEDED = ["untrained", "causal", "long"];
