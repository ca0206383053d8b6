// attention(q, k, v, options): finds out what the caller means, says what is wrong with it, and hands
// c/attention.h's attention_call to the module.
import {
  checkChoice,
  checkEqual,
  checkFloat32,
  checkOptions,
  checkWhole,
  describe,
  inWords,
  isKind,
} from "./check.js";
import { asBooleans, asTensor, sizeOf } from "./tensor.js";

/** @typedef {import("./load.js").Core} Core */
/** @typedef {import("./arena.js").Arena} Arena */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */
/** @typedef {import("./tensor.js").BooleanLike} BooleanLike */

/**
 * Which keys a query may read. All masks that are given are combined.
 * @typedef {object} MaskOptions
 * @property {TensorLike | null} [mask] added to the scores: 0, −∞ or any bias; broadcast from the right
 *   against (…, n, m). A last axis that is shorter than m hides the rest.
 * @property {BooleanLike | null} [keep] true: may be read (PyTorch's scaled_dot_product_attention, ONNX)
 * @property {BooleanLike | null} [drop] true: is hidden (nn.MultiheadAttention). Not together with keep.
 * @property {boolean | "top-left" | "bottom-right" | null} [causal] query i reads key j ≤ i + offset. The
 *   offset is the past's length, with "bottom-right" m − n, with lengths lengths[b] − n. Default false.
 * @property {{ left?: number | null, right?: number | null } | null} [window] query i, at position
 *   p = i + offset, reads p − left ≤ j ≤ p + right. A side that is missing is open.
 * @property {ArrayLike<number> | null} [lengths] valid keys for each item of the batch; the others are hidden
 */

/**
 * @typedef {object} ScoreOptions
 * @property {number | null} [scale] multiplies q before the product. Default 1/√d_k
 * @property {number | null} [softcap] c > 0: scores become c · tanh(scores / c), before any mask
 */

/**
 * @typedef {object} ResultOptions
 * @property {{ key: TensorLike, value: TensorLike } | null} [past] put before k and v on the key axis
 * @property {boolean | "mean" | null} [weights] true: also return the weights, one (n, m) matrix a head;
 *   "mean": their mean over the heads
 * @property {"scaled" | "capped" | "masked" | null} [scores] also return the scores after that step
 * @property {"auto" | "fused" | "staged" | null} [method] "fused" never holds an (n, m) matrix, "staged"
 *   holds every stage. Default "auto": staged where weights or scores are wanted, otherwise fused
 * @property {Float32Array | null} [out] where the output goes. Default a new array
 */

/**
 * @typedef {object} LayoutOptions
 * @property {number | null} [heads] q, k and v are packed: (b, n, heads·d_k), or the same without b
 * @property {number | null} [kvHeads] heads of k and v where they are fewer. Default heads
 */

/** @typedef {LayoutOptions & MaskOptions & ScoreOptions & ResultOptions} AttentionOptions */

/**
 * @typedef {object} AttentionResult
 * @property {Tensor} output (…, n, d_v)
 * @property {Tensor} [weights] (…, n, m)
 * @property {Tensor} [scores] (…, n, m)
 * @property {{ key: Tensor, value: Tensor }} [present] past and new keys and values, joined
 */

export const MASK_OPTIONS = /** @type {const} */ ([
  "mask",
  "keep",
  "drop",
  "causal",
  "window",
  "lengths",
]);
export const SCORE_OPTIONS = /** @type {const} */ (["scale", "softcap"]);
export const RESULT_OPTIONS = /** @type {const} */ (["past", "weights", "scores", "method", "out"]);
const OPTIONS = ["heads", "kvHeads", ...MASK_OPTIONS, ...SCORE_OPTIONS, ...RESULT_OPTIONS];

/** The distance in floats from one batch item, head and token to the next.
 * @typedef {{ b: number, h: number, i: number }} Strides */

/**
 * The sizes of a call, and how its tensors lie.
 * @typedef {object} Sizes
 * @property {number} b @property {number} h @property {number} hKv @property {number} n
 * @property {number} m @property {number} dK @property {number} dV
 * @property {number[]} lead the axes before (n, m) of the weights: (b, h), (b), (h) or none
 * @property {boolean} batched whether there is a batch axis
 * @property {boolean} packed
 */

/** @param {string} where @param {string} name @param {unknown} value */
export function asMatrices(where, name, value) {
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    !Array.isArray(value[0]) &&
    !ArrayBuffer.isView(value[0])
  ) {
    throw new TypeError(
      `${where}: ${name} must be a tensor or nested arrays with at least two axes, not a flat array`,
    );
  }
  const t = asTensor(value, where, name);
  if (t.shape.length < 2 || t.shape.length > 4) {
    throw new RangeError(
      `${where}: ${name} has rank ${t.shape.length}, shape ${inWords(t.shape)}, but must have rank 2, 3 or 4`,
    );
  }
  return t;
}

/** How the heads of a packed width are counted.
 * @param {string} where @param {string} name @param {number} width @param {string} option @param {number} heads */
function splitWidth(where, name, width, option, heads) {
  if (width % heads !== 0) {
    throw new RangeError(
      `${where}: the width of ${name}, ${width}, is no multiple of ${option} = ${heads}`,
    );
  }
  return width / heads;
}

/** The sizes that the shapes of q, k and v say together; throws where they disagree.
 * @param {string} where @param {Tensor} q @param {Tensor} k @param {Tensor} v @param {LayoutOptions} options
 * @returns {Sizes} */
export function sizesOf(where, q, k, v, options) {
  const rank = q.shape.length;
  checkEqual(where, "k", "rank", k.shape.length, "q", rank);
  checkEqual(where, "v", "rank", v.shape.length, "q", rank);
  const packed = options.heads !== undefined && options.heads !== null;
  const kvGiven = options.kvHeads !== undefined && options.kvHeads !== null;
  if (kvGiven && !packed)
    throw new TypeError(`${where}: kvHeads is for packed heads and needs heads as well`);
  const n = q.shape[rank - 2],
    qWidth = q.shape[rank - 1],
    m = k.shape[rank - 2],
    kWidth = k.shape[rank - 1],
    vWidth = v.shape[rank - 1];
  checkEqual(where, "v", "m", v.shape[rank - 2], "k", m);
  let h = 1,
    hKv = 1,
    dK = qWidth,
    dV = vWidth;
  if (packed) {
    if (rank === 4) {
      throw new RangeError(
        `${where}: with heads, q must have rank 2 or 3, (b, n, heads·d_k), but its shape is ${inWords(q.shape)}`,
      );
    }
    h = checkWhole(where, "heads", options.heads, 1);
    hKv = kvGiven ? checkWhole(where, "kvHeads", options.kvHeads, 1) : h;
    dK = splitWidth(where, "q", qWidth, "heads", h);
    checkEqual(
      where,
      "k",
      "d_k",
      splitWidth(where, "k", kWidth, kvGiven ? "kvHeads" : "heads", hKv),
      "q",
      dK,
    );
    dV = splitWidth(where, "v", vWidth, kvGiven ? "kvHeads" : "heads", hKv);
  } else {
    checkEqual(where, "k", "d_k", kWidth, "q", dK);
    if (rank === 4) {
      h = q.shape[1];
      hKv = k.shape[1];
      checkEqual(where, "v", "heads", v.shape[1], "k", hKv);
    }
  }
  if (hKv === 0 ? h !== 0 : h % hKv !== 0) {
    throw new RangeError(
      `${where}: the ${h} heads of q are no whole multiple of the ${hKv} heads of k and v`,
    );
  }
  const batched = rank > 2,
    b = batched ? q.shape[0] : 1;
  if (batched) {
    checkEqual(where, "k", "b", k.shape[0], "q", b);
    checkEqual(where, "v", "b", v.shape[0], "q", b);
  }
  const lead = packed || rank === 4 ? (batched ? [b, h] : [h]) : batched ? [b] : [];
  return { b, h, hKv, n, m, dK, dV, lead, batched, packed };
}

/** q, k and v as tensors that fit together, and what their shapes say.
 * @param {string} where @param {unknown} q @param {unknown} k @param {unknown} v @param {LayoutOptions} options */
export function matricesOf(where, q, k, v, options) {
  const queries = asMatrices(where, "q", q),
    keys = asMatrices(where, "k", k),
    values = asMatrices(where, "v", v);
  return { queries, keys, values, sizes: sizesOf(where, queries, keys, values, options) };
}

/** Strides of a dense tensor of `heads` heads with `tokens` tokens of `size` numbers.
 * @param {number} heads @param {number} tokens @param {number} size @param {boolean} packed @returns {Strides} */
export function denseStrides(heads, tokens, size, packed) {
  return packed
    ? { b: tokens * heads * size, h: size, i: heads * size }
    : { b: heads * tokens * size, h: tokens * size, i: size };
}

const BROADCAST = { b: 0, h: 0, i: 0 };

/** How a mask of that shape is read by (b, h, i, j); throws where it does not fit.
 * @param {string} where @param {string} name @param {readonly number[]} shape @param {Sizes} sizes */
function broadcast(where, name, shape, sizes) {
  // (b, 1, n, m) masks, as paddingMask makes them, are welcome where there is a batch but no head axis.
  const axes =
    sizes.batched && sizes.lead.length === 1 && shape.length === 4 ? [sizes.b, 1] : sizes.lead;
  const names = sizes.batched ? ["b", "heads"] : ["heads"];
  const full = [...axes, sizes.n, sizes.m],
    fullNames = [...names.slice(0, axes.length), "n", "m"];
  while (shape.length > full.length && shape[0] === 1) shape = shape.slice(1);
  if (shape.length > full.length || shape.length === 0) {
    throw new RangeError(
      `${where}: ${name} has shape ${inWords(shape)}, which does not broadcast to ${inWords(full)}`,
    );
  }
  const skip = full.length - shape.length,
    steps = full.map(() => 0);
  for (let axis = shape.length - 1, step = 1; axis >= 0; step *= shape[axis], axis--) {
    const want = full[skip + axis],
      last = axis === shape.length - 1;
    if (shape[axis] !== 1) steps[skip + axis] = step;
    if (shape[axis] !== 1 && !(last ? shape[axis] <= want : shape[axis] === want)) {
      throw new RangeError(
        `${where}: ${name} has ${fullNames[skip + axis]} = ${shape[axis]}, shape ${inWords(shape)}, but q and k have ${fullNames[skip + axis]} = ${want}`,
      );
    }
  }
  const j = steps[full.length - 1],
    i = steps[full.length - 2];
  const lead = steps.slice(0, -2);
  const at = { b: 0, h: 0, i };
  if (lead.length === 2) ((at.b = lead[0]), (at.h = lead[1]));
  else if (lead.length === 1) at[sizes.batched ? "b" : "h"] = lead[0];
  const width = shape[shape.length - 1];
  return { at, j, m: width === 1 ? sizes.m : width };
}

/**
 * What the mask and score options mean for a call of these sizes.
 * @typedef {object} Rules
 * @property {number} scale @property {number} softcap
 * @property {Float32Array | null} mask @property {Strides} maskAt @property {number} maskJ @property {number} maskM
 * @property {Uint8Array | null} keep @property {Strides} keepAt @property {number} keepJ @property {number} keepM
 * @property {number} keepIf @property {Int32Array | null} lengths @property {number} causal
 * @property {number} offset @property {number} left @property {number} right @property {number} always
 */

/** The most bytes that a place in a boolean mask can be counted by: C counts in 32 bits with a sign. */
const MOST_BYTES = 2 ** 31 - 1;

/** Reads the mask and score options. sizes.m counts the past, but no appended keys.
 * @param {string} where @param {Record<string, any>} options @param {Sizes} sizes @param {number} past
 * @param {boolean | string} causalDefault @returns {Rules} */
export function rulesOf(where, options, sizes, past, causalDefault = false) {
  const given = (/** @type {string} */ name) =>
    options[name] !== undefined && options[name] !== null;
  const scale = given("scale")
    ? checkFloat32(where, "scale", options.scale)
    : sizes.dK > 0
      ? 1 / Math.sqrt(sizes.dK)
      : 1;
  const softcap = given("softcap") ? checkFloat32(where, "softcap", options.softcap) : 0;
  // 0 is ONNX's way to say none; what only float32 takes for 0 is not meant so.
  if (softcap < 0 || (softcap > 0 && Math.fround(softcap) === 0)) {
    throw new RangeError(`${where}: softcap = ${softcap} must be a float32 number above 0`);
  }

  const causal = given("causal") ? options.causal : causalDefault;
  if (typeof causal !== "boolean")
    checkChoice(where, "causal", causal, ["top-left", "bottom-right"]);
  /** @type {Rules} */
  const rules = {
    scale,
    softcap,
    mask: null,
    maskAt: BROADCAST,
    maskJ: 0,
    maskM: sizes.m,
    keep: null,
    keepAt: BROADCAST,
    keepJ: 0,
    keepM: sizes.m,
    keepIf: 1,
    lengths: null,
    causal: causal === false ? 0 : 1,
    offset: causal === "bottom-right" ? sizes.m - sizes.n : past,
    left: -1,
    right: -1,
    always: 0,
  };
  if (given("keep") && given("drop"))
    throw new TypeError(
      `${where}: keep and drop were both given; they say the same thing in opposite ways`,
    );
  if (given("mask")) {
    if (isKind(options.mask.data, "Uint8Array")) {
      throw new TypeError(
        `${where}: mask holds bytes; a boolean mask is the option keep (true may be read) or drop (true is hidden)`,
      );
    }
    const mask = asTensor(options.mask, where, "mask"),
      place = broadcast(where, "mask", mask.shape, sizes);
    Object.assign(rules, { mask: mask.data, maskAt: place.at, maskJ: place.j, maskM: place.m });
  }
  const booleans = given("keep") ? "keep" : given("drop") ? "drop" : null;
  if (booleans) {
    const mask = asBooleans(options[booleans], where, booleans),
      place = broadcast(where, booleans, mask.shape, sizes);
    if (mask.data.length > MOST_BYTES) {
      throw new RangeError(
        `${where}: ${booleans} has ${mask.data.length} bytes, shape ${inWords(mask.shape)}, but at most ${MOST_BYTES} can be read; a mask of fewer axes is repeated along the others`,
      );
    }
    Object.assign(rules, {
      keep: mask.data,
      keepAt: place.at,
      keepJ: place.j,
      keepM: place.m,
      keepIf: booleans === "keep" ? 1 : 0,
    });
  }
  if (given("window")) {
    const window = checkOptions(`${where}: window`, options.window, ["left", "right"]);
    for (const side of /** @type {const} */ (["left", "right"])) {
      const reach = window[side];
      if (reach !== undefined && reach !== null && reach !== Infinity)
        rules[side] = checkWhole(where, `window.${side}`, reach);
    }
  }
  if (given("lengths")) {
    if (!Array.isArray(options.lengths) && !ArrayBuffer.isView(options.lengths)) {
      throw new TypeError(
        `${where}: lengths must be an array of whole numbers, not ${describe(options.lengths)}`,
      );
    }
    // Whole numbers of 64 bits, as ONNX has them, are numbers too.
    const lengths = Array.from(/** @type {ArrayLike<any>} */ (options.lengths), (length) =>
      typeof length === "bigint" ? Number(length) : length,
    );
    if (lengths.length !== sizes.b) {
      throw new RangeError(
        `${where}: lengths has ${lengths.length} entries but q has b = ${sizes.b}`,
      );
    }
    lengths.forEach((length, index) => checkWhole(where, `lengths[${index}]`, length, 0, sizes.m));
    rules.lengths = Int32Array.from(lengths);
  }
  return rules;
}

/**
 * Everything c/attention.h's attention_call holds, with pointers.
 * @typedef {object} Placed
 * @property {Sizes} sizes @property {Rules} rules
 * @property {number} q @property {number} k @property {number} v @property {number} out
 * @property {Strides} qAt @property {Strides} kAt @property {Strides} vAt @property {Strides} outAt
 * @property {number} [weights] @property {number} [scores] @property {number} [scoresAfter]
 * @property {number} [more] room for so many words after the struct
 */

/** The length of c/attention.h's attention_call, in words of four bytes. */
export const CALL_WORDS = 47;

/** The bytes that the masks of a call take.
 * @param {Rules} rules */
export const bytesOfRules = (rules) =>
  (rules.mask ? rules.mask.byteLength : 0) + (rules.keep ? rules.keep.byteLength : 0) + 256;

/** @param {Int32Array} words @param {number} at @param {Strides} strides */
function putStrides(words, at, strides) {
  words[at] = strides.b;
  words[at + 1] = strides.h;
  words[at + 2] = strides.i;
}

/** Writes an attention_call, field by field in the order of c/attention.h; returns its pointer.
 * @param {Arena} scratch @param {Placed} call @returns {number} */
export function placeCall(scratch, call) {
  const { sizes, rules } = call;
  const mask = rules.mask ? scratch.floats(rules.mask) : 0;
  const keep = rules.keep ? scratch.bytesOf(rules.keep) : 0;
  const lengths = rules.lengths ? scratch.ints(rules.lengths) : 0;
  const pointer = scratch.reserve((CALL_WORDS + (call.more ?? 0)) * 4);
  const words = scratch.intsView(),
    at = pointer / 4;
  words[at] = sizes.b;
  words[at + 1] = sizes.h;
  words[at + 2] = sizes.hKv;
  words[at + 3] = sizes.n;
  words[at + 4] = sizes.m;
  words[at + 5] = sizes.dK;
  words[at + 6] = sizes.dV;
  words[at + 7] = call.q;
  words[at + 8] = call.k;
  words[at + 9] = call.v;
  words[at + 10] = call.out;
  putStrides(words, at + 11, call.qAt);
  putStrides(words, at + 14, call.kAt);
  putStrides(words, at + 17, call.vAt);
  putStrides(words, at + 20, call.outAt);
  scratch.floatsView()[at + 23] = rules.scale;
  scratch.floatsView()[at + 24] = rules.softcap;
  words[at + 25] = mask;
  putStrides(words, at + 26, rules.maskAt);
  words[at + 29] = rules.maskJ;
  words[at + 30] = rules.maskM;
  words[at + 31] = keep;
  putStrides(words, at + 32, rules.keepAt);
  words[at + 35] = rules.keepJ;
  words[at + 36] = rules.keepM;
  words[at + 37] = rules.keepIf;
  words[at + 38] = lengths;
  words[at + 39] = rules.causal;
  words[at + 40] = rules.offset;
  words[at + 41] = rules.left;
  words[at + 42] = rules.right;
  words[at + 43] = rules.always;
  words[at + 44] = call.weights ?? 0;
  words[at + 45] = call.scores ?? 0;
  words[at + 46] = call.scoresAfter ?? 0;
  return pointer;
}

const SCORES_AFTER = { scaled: 0, capped: 1, masked: 2 };

/** What the result options ask for.
 * @param {string} where @param {Record<string, any>} options @param {number} outputSize */
export function wantedOf(where, options, outputSize) {
  const weights = options.weights ?? false;
  if (typeof weights !== "boolean") checkChoice(where, "weights", weights, ["mean"]);
  const scores =
    options.scores === undefined || options.scores === null
      ? null
      : checkChoice(
          where,
          "scores",
          options.scores,
          /** @type {const} */ (["scaled", "capped", "masked"]),
        );
  const method =
    options.method === undefined || options.method === null
      ? "auto"
      : checkChoice(
          where,
          "method",
          options.method,
          /** @type {const} */ (["auto", "fused", "staged"]),
        );
  if (method === "fused" && (weights || scores)) {
    throw new RangeError(
      `${where}: method "fused" never holds the (n, m) matrix, so it cannot return ${weights ? "weights" : "scores"}; use "staged" or "auto"`,
    );
  }
  if (options.out !== undefined && options.out !== null) {
    if (!isKind(options.out, "Float32Array"))
      throw new TypeError(`${where}: out must be a Float32Array, not ${describe(options.out)}`);
    if (options.out.length !== outputSize) {
      throw new RangeError(
        `${where}: out has ${options.out.length} values but the output has ${outputSize}`,
      );
    }
  }
  return {
    weights: /** @type {boolean | "mean"} */ (weights),
    scores,
    staged: method === "staged" || Boolean(weights) || Boolean(scores),
    out: /** @type {Float32Array | undefined} */ (options.out ?? undefined),
  };
}

/** A call by its sizes, for what is said when it is too large.
 * @param {Sizes} sizes */
export const callOf = ({ b, h, n, m, dK, dV }) =>
  `a call with b = ${b}, heads = ${h}, n = ${n}, m = ${m}, d_k = ${dK}, d_v = ${dV}`;

/** Runs a placed call and reads what was wanted.
 * @param {Core} core @param {string} where @param {Arena} scratch @param {Placed} placed
 * @param {ReturnType<typeof wantedOf>} wanted
 * @returns {{ weights?: Tensor, scores?: Tensor }} */
export function runCall(core, where, scratch, placed, wanted) {
  const { sizes } = placed,
    { exports } = core,
    square = sizes.b * sizes.h * sizes.n * sizes.m,
    kept = wanted.weights || wanted.scores ? square : 0;
  if (wanted.weights) placed.weights = reserveSquare(where, scratch, square, sizes);
  if (wanted.scores) {
    placed.scores = reserveSquare(where, scratch, square, sizes);
    placed.scoresAfter = SCORES_AFTER[wanted.scores];
  }
  const call = placeCall(scratch, placed);
  // Before C is asked how much room it needs, in 32 bits: as much or a little more, in numbers that do
  // not wrap at 2³².
  const { n, m, dK, dV } = sizes;
  if (!wanted.staged) {
    // Nothing is to be computed where there is no number, however many empty rows there are.
    if (sizes.b * sizes.h * sizes.n * sizes.dV > 0) {
      // A block of at most 256 rows, in whole 64, and a tile of 64 keys (c/block.h).
      const rows = Math.min(64 * Math.ceil((n * sizes.h) / sizes.hKv / 64), 256) + 64;
      scratch.ensure(where, 4 * rows * (dK + dV + 16), callOf, sizes);
      exports.attention_fused(call, scratch.reserve(exports.attention_fused_workspace(call) >>> 0));
    }
    return {};
  }
  const panels = Math.max(dK * (m + 8), m * (dV + 8)),
    headSquare = wanted.weights ? 0 : n * m;
  scratch.ensure(where, 4 * (n * dK + panels + m + headSquare) + SLACK, callOf, sizes);
  if (sizes.b * sizes.h * sizes.n * sizes.dV + kept > 0) {
    const bytes = exports.attention_staged_workspace(call) >>> 0;
    scratch.ensure(where, bytes + SLACK, callOf, sizes);
    exports.attention_staged(call, scratch.reserve(bytes));
  }
  /** @type {{ weights?: Tensor, scores?: Tensor }} */
  const result = {};
  const shape = [...sizes.lead, sizes.n, sizes.m];
  if (placed.weights) {
    const ofWeights = [...shape];
    if (wanted.weights === "mean" && sizes.lead.length > (sizes.batched ? 1 : 0)) {
      exports.mean_over_heads(placed.weights, sizes.b, sizes.h, sizes.n * sizes.m);
      ofWeights.splice(sizes.batched ? 1 : 0, 1);
    }
    result.weights = {
      data: scratch.readFloats(placed.weights, sizeOf(ofWeights)),
      shape: ofWeights,
    };
  }
  if (placed.scores) result.scores = { data: scratch.readFloats(placed.scores, square), shape };
  return result;
}

/** Room for rounding up to the arena's alignment. */
const SLACK = 1024;

/** @param {string} where @param {Arena} scratch @param {number} square @param {Sizes} sizes */
function reserveSquare(where, scratch, square, sizes) {
  scratch.ensure(where, 4 * square + SLACK, callOf, sizes);
  return scratch.reserve(4 * square);
}

/** Copies the output to the caller.
 * @param {Arena} scratch @param {number} pointer @param {number} length @param {Float32Array} [out] */
export function readOutput(scratch, pointer, length, out) {
  if (!out) return scratch.readFloats(pointer, length);
  out.set(scratch.floatsView().subarray(pointer / 4, pointer / 4 + length));
  return out;
}

/** The past, checked against what it is put before; null where there is none.
 * @param {string} where @param {any} past @param {Sizes} sizes */
export function pastOf(where, past, sizes) {
  if (past === undefined || past === null) return null;
  const { key, value } = checkOptions(`${where}: past`, past, ["key", "value"]);
  const pastKey = asMatrices(where, "past.key", key),
    pastValue = asMatrices(where, "past.value", value);
  const lead =
    sizes.lead.length === 0
      ? []
      : sizes.packed || sizes.lead.length === 2
        ? [...sizes.lead.slice(0, -1), sizes.hKv]
        : sizes.lead;
  const rows = pastKey.shape[pastKey.shape.length - 2];
  for (const [name, t, size] of /** @type {[string, Tensor, number][]} */ ([
    ["past.key", pastKey, sizes.dK],
    ["past.value", pastValue, sizes.dV],
  ])) {
    const want = [...lead, rows, size];
    if (String(t.shape) !== String(want)) {
      throw new RangeError(
        `${where}: ${name} has shape ${inWords(t.shape)} but must have ${inWords(want)}`,
      );
    }
  }
  return { key: pastKey.data, value: pastValue.data, rows, lead };
}

/** Past and new rows of keys or values, joined in scratch as (b, h_kv, past + m, size).
 * @param {Arena} scratch @param {Float32Array} past @param {number} pastRows @param {Float32Array} fresh
 * @param {Strides} freshAt @param {Sizes} sizes (with m of the joined rows) @param {number} size */
function join(scratch, past, pastRows, fresh, freshAt, sizes, size) {
  const { b: batch, hKv, m } = sizes,
    rows = m - pastRows;
  const pointer = scratch.reserve(4 * batch * hKv * m * size);
  const floats = scratch.floatsView();
  let at = pointer / 4,
    taken = 0;
  for (let b = 0; b < batch; b++)
    for (let h = 0; h < hKv; h++) {
      floats.set(past.subarray(taken, (taken += pastRows * size)), at);
      at += pastRows * size;
      for (let i = 0; i < rows; i++, at += size) {
        const from = b * freshAt.b + h * freshAt.h + i * freshAt.i;
        floats.set(fresh.subarray(from, from + size), at);
      }
    }
  return pointer;
}

/**
 * A call of attention() that was found to be right: what is left to do is to compute it.
 * @typedef {object} AttentionPlan
 * @property {Sizes} sizes @property {Rules} rules @property {ReturnType<typeof wantedOf>} wanted
 * @property {Float32Array} q @property {Float32Array} k @property {Float32Array} v as the caller's layout has them
 * @property {ReturnType<typeof pastOf>} past
 * @property {number[]} shape of the output
 */

/** Finds out what a call means, and throws where it is wrong. Nothing is computed or copied.
 * @param {TensorLike} q @param {TensorLike} k @param {TensorLike} v @param {AttentionOptions} [givenOptions]
 * @returns {AttentionPlan} */
export function planAttention(q, k, v, givenOptions) {
  const where = "attention";
  const options = checkOptions(where, givenOptions, OPTIONS);
  const { queries, keys, values, sizes } = matricesOf(where, q, k, v, options);
  const past = pastOf(where, options.past, sizes);
  if (past) sizes.m += past.rows;
  const { b, h, n, dV, packed } = sizes;
  const rules = rulesOf(where, options, sizes, past ? past.rows : 0);
  const wanted = wantedOf(where, options, b * h * n * dV);
  const shape = [...queries.shape.slice(0, -1), packed ? h * dV : dV];
  return { sizes, rules, wanted, q: queries.data, k: keys.data, v: values.data, past, shape };
}

/** Computes what was planned.
 * @param {Core} core @param {AttentionPlan} plan @returns {AttentionResult} */
export function runAttention(core, plan) {
  const where = "attention",
    { sizes, rules, wanted, past } = plan;
  const { b, h, hKv, n, m, dK, dV, packed } = sizes;
  const fresh = past ? m - past.rows : m,
    outputSize = b * h * n * dV;
  const kFresh = denseStrides(hKv, fresh, dK, packed),
    vFresh = denseStrides(hKv, fresh, dV, packed);
  return core.arena.run((scratch) => {
    const square =
      b * h * n * m * (Number(Boolean(wanted.weights)) + Number(Boolean(wanted.scores)));
    const head = wanted.staged && !wanted.weights ? n * m : 0;
    scratch.ensure(
      where,
      4 * (plan.q.length + b * hKv * m * (dK + dV) + outputSize + square + head) +
        bytesOfRules(rules),
      callOf,
      sizes,
    );
    /** @type {Placed} */
    const placed = {
      sizes,
      rules,
      q: scratch.floats(plan.q),
      k: past
        ? join(scratch, past.key, past.rows, plan.k, kFresh, sizes, dK)
        : scratch.floats(plan.k),
      v: past
        ? join(scratch, past.value, past.rows, plan.v, vFresh, sizes, dV)
        : scratch.floats(plan.v),
      qAt: denseStrides(h, n, dK, packed),
      kAt: past ? denseStrides(hKv, m, dK, false) : kFresh,
      vAt: past ? denseStrides(hKv, m, dV, false) : vFresh,
      out: scratch.reserve(4 * outputSize),
      outAt: denseStrides(h, n, dV, packed),
      weights: 0,
      scores: 0,
      scoresAfter: 0,
      more: 0,
    };
    const kept = runCall(core, where, scratch, placed, wanted);
    /** @type {AttentionResult} */
    const result = {
      output: { data: readOutput(scratch, placed.out, outputSize, wanted.out), shape: plan.shape },
      ...kept,
    };
    if (past) {
      result.present = {
        key: { data: scratch.readFloats(placed.k, b * hKv * m * dK), shape: [...past.lead, m, dK] },
        value: {
          data: scratch.readFloats(placed.v, b * hKv * m * dV),
          shape: [...past.lead, m, dV],
        },
      };
    }
    return result;
  });
}

/** softmax(q kᵀ · scale, masked) v. Shapes and options: API.md; see AttentionOptions.
 * @param {Core} core @param {TensorLike} q (…, n, d_k) @param {TensorLike} k (…, m, d_k)
 * @param {TensorLike} v (…, m, d_v) @param {AttentionOptions} [options] @returns {AttentionResult} */
export function attention(core, q, k, v, options) {
  return runAttention(core, planAttention(q, k, v, options));
}
