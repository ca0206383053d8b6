// What a program hands over as attention weights, as one shape: (layers, sequences, heads, n, m), one
// number after the other. It reads nested lists, typed arrays with a shape, and the objects that
// Hugging Face models give, and says in words what is wrong with anything else.

/** What is wrong, as a key of strings.js and its values. */
export class ReadError extends Error {
  /** @param {string} key @param {Record<string, unknown>} [values] */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

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

/** @param {unknown} value @returns {value is ArrayLike<unknown>} */
const isList = (value) =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !isList(value);

/** @param {unknown} value @returns {value is { data: ArrayLike<number>, shape: number[] }} */
const isTensor = (value) => isObject(value) && isList(value.data) && Array.isArray(value.shape);

/** @param {unknown} value what it is, in a word or two, for a message */
function named(value) {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (typeof value === "string") return `the text “${value.slice(0, 30)}”`;
  if (typeof value === "object") return isList(value) ? "a list" : "an object";
  return String(value);
}

/** @param {unknown} value @param {string} where @returns {number[]} */
function shapeOf(value, where) {
  if (isTensor(value)) return value.shape.map(Number);
  if (!isList(value)) return [];
  if (value.length === 0) throw new ReadError("readEmpty", { where });
  return [value.length, ...shapeOf(value[0], `${where}[0]`)];
}

/** A number, or what stands for one in JSON. @param {unknown} value @param {string} where */
function numberOf(value, where) {
  if (typeof value === "number") return value;
  if (value === null) return -Infinity;
  if (typeof value === "string") {
    const text = value.trim().toLowerCase().replace("−", "-");
    if (text === "nan") return NaN;
    if (["-inf", "-infinity", "-∞"].includes(text)) return -Infinity;
    if (["inf", "infinity", "+inf", "∞"].includes(text)) return Infinity;
  }
  throw new ReadError("readNumber", { where, found: named(value) });
}

/**
 * Writes a nested list into one array.
 * @param {unknown} value @param {number[]} shape what it has to have @param {Float32Array} data
 * @param {number} start @param {string} where
 */
function flatten(value, shape, data, start, where) {
  const [length, ...rest] = shape;
  if (isTensor(value)) {
    if (String(value.shape) !== String(shape)) {
      throw new ReadError("readTensorShape", {
        where,
        has: `(${value.shape.join(", ")})`,
        wanted: `(${shape.join(", ")})`,
      });
    }
    data.set(value.data, start);
    return;
  }
  if (!isList(value)) throw new ReadError("readList", { where, found: named(value) });
  if (value.length !== length) {
    throw new ReadError("readLength", { where, has: value.length, wanted: length });
  }
  if (rest.length > 0) {
    const size = rest.reduce((product, count) => product * count, 1);
    for (let index = 0; index < length; index += 1) {
      flatten(value[index], rest, data, start + index * size, `${where}[${index}]`);
    }
    return;
  }
  for (let index = 0; index < length; index += 1) {
    const item = value[index];
    data[start + index] = typeof item === "number" ? item : numberOf(item, `${where}[${index}]`);
  }
}

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
    return Array.from(list, String);
  });
}

/**
 * A mask of 0 and −∞, or of true and false, over keys (m), queries and keys (n, m), or with sequences
 * before: hides what it hides in every layer and head.
 * @param {unknown} value @param {string} name @param {(value: unknown, where: string) => boolean} hides
 * @param {Maps} maps
 */
function applyMask(value, name, hides, { data, shape: [layers, sequences, heads, n, m] }) {
  const sizes = shapeOf(value, name);
  const text = `(${sizes.join(", ")})`;
  // (1, 1, n, m), as some programs have it, is (n, m).
  const tight = sizes.length > 3 ? sizes.filter((size, axis) => axis > 1 || size !== 1) : sizes;
  const known = [[m], [n, m], [sequences, m], [sequences, n, m]];
  const found = known.find((want) => String(want) === String(tight));
  if (!found) {
    throw new ReadError("readMaskShape", { name, has: text, n, m });
  }
  /** @type {unknown[]} */
  const flat = isTensor(value) ? Array.from(value.data) : /** @type {any} */ (value).flat(Infinity);
  const hidden = flat.map((item, index) => hides(item, `${name}[${index}]`));
  const bySequence = found.length === 3 || (found.length === 2 && found !== known[1]);
  const byQuery = found.length === 3 || found === known[1];
  const block = byQuery ? n * m : m;
  for (let layer = 0; layer < layers; layer += 1)
    for (let sequence = 0; sequence < sequences; sequence += 1)
      for (let head = 0; head < heads; head += 1) {
        const start = ((layer * sequences + sequence) * heads + head) * n * m;
        const from = bySequence ? sequence * block : 0;
        for (let at = 0; at < n * m; at += 1)
          if (hidden[from + (byQuery ? at : at % m)]) data[start + at] = -Infinity;
      }
}

/** @type {Record<string, (value: unknown, where: string) => boolean>} */
const MASKS = {
  mask(value, where) {
    if (typeof value === "boolean") throw new ReadError("readMaskBoolean", { where });
    const number = numberOf(value, where);
    if (number !== 0 && number > -1e4) throw new ReadError("readMaskNumber", { where, number });
    return number !== 0;
  },
  keep: (value) => !value,
  drop: (value) => Boolean(value),
  attention_mask: (value) => !value,
};

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
  if (sizes.length < 2 || sizes.length > 5) {
    throw new ReadError("readRank", { where, rank: sizes.length });
  }
  const [n, m] = sizes.slice(-2);
  const heads = sizes.length > 2 ? sizes[sizes.length - 3] : 1;
  const sequences = sizes.length > 4 ? sizes[1] : 1;
  const layers = sizes.length > 3 ? sizes[0] : 1;
  if (Math.max(n, m) > LONGEST) throw new ReadError("readTooLong", { n, m, most: LONGEST });
  const count = layers * sequences * heads * n * m;
  if (!(count <= MOST_NUMBERS)) {
    throw new ReadError("readTooMany", { count, most: MOST_NUMBERS });
  }
  if (count === 0) throw new ReadError("readEmpty", { where });
  const whole =
    isTensor(weights) && weights.data instanceof Float32Array ? weights.data : undefined;
  if (whole && whole.length !== count) {
    throw new ReadError("readLength", { where, has: whole.length, wanted: count });
  }
  const masks = Object.keys(MASKS).filter((name) => object?.[name] !== undefined);
  /** @type {Float32Array} */
  const data = whole && masks.length === 0 ? whole : new Float32Array(count);
  if (data !== whole) flatten(weights, sizes, data, 0, where);

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
  for (const name of masks) applyMask(object?.[name], name, MASKS[name], maps);
  return maps;
}

/**
 * The text of a JSON file. Python writes NaN and -Infinity, which JSON does not have.
 * @param {string} text @returns {unknown}
 */
export function parseText(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/\b(NaN|Infinity)\b/.test(text)) throw notJson(text, error);
  }
  const quoted = text.replaceAll(
    /("(?:[^"\\]|\\.)*")|-?\b(?:NaN|Infinity)\b/g,
    (found, string) => string ?? `"${found}"`,
  );
  try {
    return JSON.parse(quoted);
  } catch (error) {
    throw notJson(text, error);
  }
}

/** @param {string} text @param {unknown} error */
function notJson(text, error) {
  const start = text.trim().slice(0, 24);
  if (start === "") return new ReadError("readNoText");
  return new ReadError("readNotJson", { start, reason: /** @type {Error} */ (error).message });
}
