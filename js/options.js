// What the options of a call mean: which keys may be read, how scores are made, what is returned.
import { checkChoice, checkFloat32, checkOptions, checkWhole, describe, inWords } from "./check.js";
import { kindOf, ownView, readWholes } from "./given.js";
import { asBooleans, asTensor } from "./tensor.js";

/** @typedef {import("./tensor.js").Held} Held */
/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./sizes.js").Strides} Strides */
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
 *   holds every stage and sums in another order. Default "auto": as "fused", with the matrices that are
 *   wanted beside it, so that asking for weights or scores changes no bit of the output
 * @property {Float32Array | null} [out] where the output goes. Default a new array
 */

/** @typedef {import("./sizes.js").LayoutOptions & MaskOptions & ScoreOptions & ResultOptions} AttentionOptions */

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
/** Those of attention(). */
export const ATTENTION_OPTIONS = [
  "heads",
  "kvHeads",
  ...MASK_OPTIONS,
  ...SCORE_OPTIONS,
  ...RESULT_OPTIONS,
];

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

const BYTES_ARE_NO_MASK =
  "mask holds bytes; a boolean mask is the option keep (true may be read) or drop (true is hidden)";

/** The most bytes that a place in a boolean mask can be counted by: C counts in 32 bits with a sign. */
const MOST_BYTES = 2 ** 31 - 1;

/** Reads the mask and score options. sizes.m counts the past, but no appended keys.
 * @param {string} where @param {Record<string, any>} options @param {Sizes} sizes @param {number} past
 * @param {Held} held @param {boolean} [causalDefault] @returns {Rules} */
export function rulesOf(where, options, sizes, past, held, causalDefault = false) {
  const given = (/** @type {string} */ name) => (options[name] ?? null) !== null;
  const usual = sizes.dK > 0 ? 1 / Math.sqrt(sizes.dK) : 1,
    scale = checkFloat32(where, "scale", options.scale ?? usual);
  const softcap = checkFloat32(where, "softcap", options.softcap ?? 0);
  // 0 is ONNX's way to say none; what only float32 takes for 0 is not meant so.
  if (softcap < 0 || (softcap > 0 && Math.fround(softcap) === 0)) {
    throw new RangeError(`${where}: softcap = ${softcap} must be a float32 number above 0`);
  }

  const causal = options.causal ?? causalDefault;
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
    const mask = asTensor(options.mask, where, "mask", BYTES_ARE_NO_MASK),
      place = broadcast(where, "mask", mask.shape, sizes);
    held.push("mask", mask);
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
    held.push(booleans, mask);
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
      const reach = window[side] ?? Infinity;
      if (reach !== Infinity) rules[side] = checkWhole(where, `window.${side}`, reach);
    }
  }
  if (given("lengths")) {
    const lengths = readWholes(
      where,
      "lengths",
      options.lengths,
      0,
      () => sizes.m,
      (length) => {
        if (length !== sizes.b)
          throw new RangeError(`${where}: lengths has ${length} entries but q has b = ${sizes.b}`);
      },
    );
    rules.lengths = Int32Array.from(lengths);
  }
  return rules;
}

/**
 * What a call is to return.
 * @typedef {object} Wanted
 * @property {boolean | "mean"} weights @property {"scaled" | "capped" | "masked" | null} scores
 * @property {boolean} staged
 * @property {Float32Array | null} out the caller's array @property {Float32Array | null} into our own view of it
 */

/** Reads the result options.
 * @param {string} where @param {Record<string, any>} options @param {number} outputSize @param {Held} held
 * @returns {Wanted} */
export function wantedOf(where, options, outputSize, held) {
  const weights = options.weights ?? false;
  if (typeof weights !== "boolean") checkChoice(where, "weights", weights, ["mean"]);
  const scores = options.scores ?? null;
  if (scores !== null) checkChoice(where, "scores", scores, ["scaled", "capped", "masked"]);
  const method = checkChoice(
    where,
    "method",
    options.method ?? "auto",
    /** @type {const} */ (["auto", "fused", "staged"]),
  );
  if (method === "fused" && (weights || scores)) {
    throw new RangeError(
      `${where}: method "fused" never holds the (n, m) matrix, so it cannot return ${weights ? "weights" : "scores"}; use "staged" or "auto"`,
    );
  }
  /** @type {Wanted} */
  const wanted = {
    weights: /** @type {boolean | "mean"} */ (weights),
    scores,
    staged: method === "staged",
    out: null,
    into: null,
  };
  const { out } = options;
  if (out !== undefined && out !== null) {
    if (kindOf(out) !== "Float32Array")
      throw new TypeError(`${where}: out must be a Float32Array, not ${describe(out)}`);
    const into = ownView(out, "Float32Array");
    if (into.length !== outputSize) {
      throw new RangeError(
        `${where}: out has ${into.length} values but the output has ${outputSize}`,
      );
    }
    held.push("out", { data: into, shape: [outputSize] });
    wanted.out = out;
    wanted.into = into;
  }
  return wanted;
}
