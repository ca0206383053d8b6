// What a program hands over as attention weights, as one shape: (layers, sequences, heads, n, m), one
// number after the other. It reads nested lists, typed arrays with a shape, and the objects that
// Hugging Face models give, and says in words what is wrong with anything else.

import {
  countOf,
  entriesOf,
  fill,
  isList,
  isObject,
  isTensor,
  numberGiven,
  shapeOf,
  tensorGiven,
} from "./numbers-given.js";
import { named, ReadError } from "./read-error.js";

/**
 * Weights of every layer, sequence and head. −∞ stands where a key is hidden.
 * @typedef {object} Maps
 * @property {Float32Array} data
 * @property {[number, number, number, number, number]} shape layers, sequences, heads, n, m
 * @property {string[][] | undefined} queryTokens of each sequence
 * @property {string[][] | undefined} keyTokens
 * @property {string} kind what it was called: "attentions", "cross_attentions"
 */

/** The names under which weights are found, those of Hugging Face's models among them. */
export const KINDS = [
  "attentions",
  "attention",
  "weights",
  "encoder_attentions",
  "decoder_attentions",
  "cross_attentions",
];

/** More tokens than this are not drawn. */
export const LONGEST = 4096;
// 512 MB of float32.
const MOST_NUMBERS = 2 ** 27;

/**
 * Tokens as a list a sequence.
 * @param {unknown} value @param {string} name @param {number} sequences @param {number} count
 * @returns {string[][]}
 */
function tokensOf(value, name, sequences, count) {
  if (!isList(value)) throw new ReadError("readTokens", { name, found: named(value) });
  const nested = value.length > 0 && isList(value[0]);
  const lists = nested ? Array.from(value) : Array.from({ length: sequences }, () => value);
  if (lists.length !== sequences) {
    throw new ReadError("readLength", { where: name, has: lists.length, wanted: sequences });
  }
  return lists.map((list) => {
    if (!isList(list)) throw new ReadError("readTokens", { name, found: named(list) });
    if (list.length !== count) {
      throw new ReadError("readTokenCount", { name, has: list.length, wanted: count });
    }
    return Array.from(list, (token, at) => {
      if (typeof token !== "string" && typeof token !== "number" && typeof token !== "bigint")
        throw new ReadError("readToken", { where: `${name}[${at}]`, found: named(token) });
      return String(token);
    });
  });
}

// What is added to scores to hide a key is at most this: −10,000 in older models, else the least number
// of float16, bfloat16 or float32, or −∞.
const HIDING = -1e4;

/** Masks whose true two programs read in opposite ways: only numbers that are added to the scores are taken. */
const ADDED = ["mask", "attn_mask", "src_mask", "tgt_mask", "memory_mask"];

const hides = (/** @type {boolean} */ flag) => flag;
const shows = (/** @type {boolean} */ flag) => !flag;

/** What masks of each name say, those of PyTorch's and Hugging Face's models among them: whether true hides.
 * But for those that are added they are true or false, or 1 or 0, unless their numbers are those of a mask
 * that is added.
 * @type {Record<string, (flag: boolean) => boolean>} */
const MASKS = {
  ...Object.fromEntries(ADDED.map((name) => [name, hides])),
  keep: shows,
  drop: hides,
  key_padding_mask: hides,
  src_key_padding_mask: hides,
  attention_mask: shows,
  decoder_attention_mask: shows,
};

/** Those that tokenizers give, a row a sequence. */
const OF_TOKENS = /^(?:attention|decoder_attention|key_padding|src_key_padding)_mask$/;
/** A model of two halves has one mask for what the encoder reads, and one for the decoder's own tokens. */
const isOf = (/** @type {string} */ name, /** @type {string} */ kind) =>
  kind === "decoder_attentions" ? name !== "attention_mask" : name !== "decoder_attention_mask";

/** Which entries of a mask hide. @param {unknown[]} given @param {string} name */
function hiddenBy(given, name) {
  const entries = given.map((entry) => (typeof entry === "bigint" ? Number(entry) : entry));
  const where = (/** @type {number} */ at) => `${name}[${at}]`;
  const isFlag = (/** @type {unknown} */ entry) =>
    typeof entry === "boolean" || entry === 0 || entry === 1;
  if (ADDED.includes(name)) {
    const at = entries.findIndex((entry) => typeof entry === "boolean");
    if (at >= 0) throw new ReadError("readMaskBoolean", { where: where(at) });
  } else if (entries.every(isFlag)) {
    // All 0: nothing is hidden by a mask that is added; a model never gets a mask that hides everything.
    const isAdded = /attention_mask$/.test(name) && entries.every((entry) => entry === 0);
    return entries.map((entry) => !isAdded && MASKS[name](Boolean(entry)));
  }
  return entries.map((entry, at) => {
    if (typeof entry === "boolean") throw new ReadError("readMaskMixed", { where: where(at) });
    const number = numberGiven(entry, where(at));
    if (number !== 0 && !(number <= HIDING))
      throw new ReadError(ADDED.includes(name) ? "readMaskNumber" : "readMaskFlag", {
        where: where(at),
        name,
        number,
      });
    return number !== 0;
  });
}

/**
 * Puts −∞ where a mask hides a key, in every layer. Masks are over keys (m), queries and keys (n, m), or
 * with sequences before, and with heads between them; a size of 1 stands for all.
 * @param {unknown} value @param {string} name @param {Maps} maps
 */
function applyMask(value, name, { data, shape: [layers, sequences, heads, n, m] }) {
  const sizes = shapeOf(value, name);
  const fits = (/** @type {number} */ size, /** @type {number} */ all) =>
    size === 1 || size === all;
  /** @param {number[]} four sequences, heads, queries, keys */
  const isKnown = ([s, h, i, j]) => fits(s, sequences) && fits(h, heads) && fits(i, n) && j === m;
  // Tokenizers give an attention mask a row a sequence; other masks of two axes are over queries.
  const [a, b, c, d] = sizes;
  const readings = [
    [],
    [[1, 1, 1, a]],
    OF_TOKENS.test(name)
      ? [
          [a, 1, 1, b],
          [1, 1, a, b],
        ]
      : [
          [1, 1, a, b],
          [a, 1, 1, b],
        ],
    [
      [a, 1, b, c],
      [1, a, b, c],
    ],
    [[a, b, c, d]],
  ];
  const found = readings[sizes.length]?.find(isKnown);
  if (!found) throw new ReadError("readMaskShape", { name, has: `(${sizes.join(", ")})`, n, m });
  const hidden = hiddenBy(entriesOf(value, sizes, name), name);
  const [s, h, i] = found;
  for (let layer = 0; layer < layers; layer += 1)
    for (let sequence = 0; sequence < sequences; sequence += 1)
      for (let head = 0; head < heads; head += 1)
        for (let query = 0; query < n; query += 1) {
          const start = (((layer * sequences + sequence) * heads + head) * n + query) * m;
          const from = (((sequence % s) * h + (head % h)) * i + (query % i)) * m;
          for (let key = 0; key < m; key += 1)
            if (hidden[from + key]) data[start + key] = -Infinity;
        }
}

/** Which kinds of weights an object holds. @param {unknown} value @returns {string[]} */
export function kindsIn(value) {
  if (!isObject(value)) return [];
  return KINDS.filter((kind) => isList(value[kind]) || isTensor(value[kind]));
}

/**
 * @param {unknown} given lists, a tensor { data, shape }, or an object that holds them under a name of
 *   KINDS, with tokens, queryTokens, keyTokens (or query_tokens, …), mask, keep, drop, attention_mask
 * @param {{ kind?: string, tokens?: unknown, queryTokens?: unknown, keyTokens?: unknown }} [options]
 *   tokens here go before those of the object
 * @returns {Maps}
 */
export function readMaps(given, options = {}) {
  if (given === null || given === undefined || typeof given !== "object") {
    throw new ReadError("readNothing", { found: named(given) });
  }
  const object = isObject(given) && !isTensor(given) ? given : undefined;
  const kinds = kindsIn(object);
  if (object && kinds.length === 0) {
    const names = Object.keys(object);
    const has = names.length > 0 ? names.slice(0, 8).join(", ") : "—";
    throw new ReadError("readNoWeights", { has, known: KINDS.join(", ") });
  }
  const kind = kinds.includes(options.kind ?? "") ? String(options.kind) : (kinds[0] ?? "");
  const weights = object ? object[kind] : given;
  const where = kind || "weights";
  const sizes = shapeOf(weights, where);
  // A model that was not asked for its weights gives None for each of its layers.
  if (sizes.length === 1 && isList(weights) && weights[0] === null)
    throw new ReadError("readList", { where: `${where}[0]`, found: "null" });
  if (sizes.length < 2 || sizes.length > 5) {
    throw new ReadError("readRank", { where, rank: sizes.length });
  }
  const [n, m] = sizes.slice(-2);
  const heads = sizes.length > 2 ? sizes[sizes.length - 3] : 1;
  const sequences = sizes.length > 4 ? sizes[1] : 1;
  const layers = sizes.length > 3 ? sizes[0] : 1;
  if (Math.max(n, m) > LONGEST) throw new ReadError("readTooLong", { n, m, most: LONGEST });
  const count = countOf(sizes);
  if (!(count <= MOST_NUMBERS)) throw new ReadError("readTooMany", { count, most: MOST_NUMBERS });
  if (isList(weights)) checkLengths(weights, sizes, where);
  const masks = Object.keys(MASKS).filter(
    (name) => isOf(name, kind) && object?.[name] !== undefined && object[name] !== null,
  );
  // A tensor of float32 is taken as it is, unless a mask is to be written into it.
  const whole = isTensor(weights) ? tensorGiven(weights, where).data : undefined;
  const isTaken = whole instanceof Float32Array && masks.length === 0;
  const data = isTaken ? whole : new Float32Array(count);
  if (!isTaken) fill(weights, sizes, data, 0, where);

  const pick = (/** @type {string[]} */ ...names) => {
    const name = names.find((one) => object?.[one] !== undefined && object[one] !== null);
    return name === undefined ? undefined : { name, value: object?.[name] };
  };
  const own = (/** @type {"tokens" | "queryTokens" | "keyTokens"} */ name) =>
    options[name] === undefined ? undefined : { name, value: options[name] };
  const encoder = pick("encoder_tokens");
  const decoder = pick("decoder_tokens");
  const both = own("tokens") ?? pick("tokens");
  const query =
    own("queryTokens") ??
    pick("queryTokens", "query_tokens") ??
    (kind === "encoder_attentions" ? encoder : kind ? decoder : undefined) ??
    both;
  const key =
    own("keyTokens") ??
    pick("keyTokens", "key_tokens") ??
    (kind === "decoder_attentions" ? decoder : kind ? encoder : undefined) ??
    both;
  // One list of tokens cannot name both where there are not as many of both.
  const isOne = query !== undefined && query === key && n !== m;
  if (isOne) throw new ReadError("readOneList", { n, m });
  /** @type {Maps} */
  const maps = {
    data,
    shape: [layers, sequences, heads, n, m],
    queryTokens: query && tokensOf(query.value, query.name, sequences, n),
    keyTokens: key && tokensOf(key.value, key.name, sequences, m),
    kind,
  };
  for (const name of masks) applyMask(object?.[name], name, maps);
  return maps;
}

/** Looks at the outer lists before room is made for what the first of each promises.
 * @param {ArrayLike<unknown>} list @param {number[]} shape @param {string} where */
function checkLengths(list, [length, ...rest], where) {
  if (list.length !== length)
    throw new ReadError("readLength", { where, has: list.length, wanted: length });
  if (rest.length === 0) return;
  for (let at = 0; at < length; at += 1) {
    const row = list[at];
    if (isTensor(row)) tensorGiven(row, `${where}[${at}]`);
    else if (!isList(row))
      throw new ReadError("readList", { where: `${where}[${at}]`, found: named(row) });
    else checkLengths(row, rest, `${where}[${at}]`);
  }
}
