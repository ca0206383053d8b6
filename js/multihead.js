// Multi-head attention as a layer: reads what a call means, and hands it to the packed layer.
import { checkEqual, checkOptions, inWords } from "./check.js";
import { readLayer } from "./layer.js";
import { ownMethods } from "./methods.js";
import { MASK_OPTIONS, RESULT_OPTIONS, rulesOf, SCORE_OPTIONS, wantedOf } from "./options.js";
import { PackedLayer } from "./packed-layer.js";
import { pastOf } from "./past.js";
import { freeWhenLost, wasFreed } from "./release.js";
import { asTensor, checkTensors, sizeOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./layer.js").Layer} Layer */
/** @typedef {import("./layer.js").LayerSizes} LayerSizes */
/** @typedef {import("./layer.js").MultiHeadOptions} MultiHeadOptions */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */

/** @typedef {import("./options.js").MaskOptions & import("./options.js").ScoreOptions
 *   & import("./options.js").ResultOptions & { key?: TensorLike | null, value?: TensorLike | null }} ForwardOptions */

const FORWARD = "forward";

export const FORWARD_OPTIONS = [
  "key",
  "value",
  ...MASK_OPTIONS,
  ...SCORE_OPTIONS,
  ...RESULT_OPTIONS,
];

/**
 * A call of forward() that was found to be right.
 * @typedef {object} ForwardPlan
 * @property {import("./sizes.js").Sizes} sizes m counts the past and the appended keys
 * @property {import("./options.js").Rules} rules @property {import("./options.js").Wanted} wanted
 * @property {Float32Array} x (b, n, d) @property {Float32Array} xK (b, fresh, width of key)
 * @property {Float32Array} xV (b, fresh, width of value); what is the same input is the same array
 * @property {number} fresh keys that are projected @property {import("./past.js").Past | null} past
 * @property {number[]} shape of the output
 */

/** Finds out what a call of forward() means, and throws where it is wrong.
 * @param {LayerSizes} layer @param {TensorLike} query @param {ForwardOptions} [given] @returns {ForwardPlan} */
export function planForward(layer, query, given) {
  const { d, h, hKv, dK, dV, widths, appended } = layer,
    where = FORWARD;
  const options = checkOptions(where, given, FORWARD_OPTIONS);
  const x = asTensor(query, where, "query");
  if (x.shape.length !== 2 && x.shape.length !== 3) {
    throw new RangeError(
      `${where}: query has rank ${x.shape.length}, shape ${inWords(x.shape)}, but must be (b, n, d) or (n, d)`,
    );
  }
  /** @param {string} name @param {Tensor} usual */
  const readOr = (name, usual) => {
    const given = options[name] ?? usual;
    return given === usual ? usual : asTensor(given, where, name);
  };
  const xK = readOr("key", x),
    xV = readOr("value", xK);
  /** @type {import("./tensor.js").Held} */
  const held = ["query", x, "key", xK, "value", xV];
  const nameK = xK === x ? "query" : "key",
    nameV = xV === xK ? nameK : "value";
  const batched = x.shape.length === 3,
    b = batched ? x.shape[0] : 1;
  for (const [name, t, width, weight] of /** @type {[string, Tensor, number, string][]} */ ([
    ["query", x, widths.q, "W_Q"],
    [nameK, xK, widths.k, "W_K"],
    [nameV, xV, widths.v, "W_V"],
  ])) {
    checkEqual(where, name, "rank", t.shape.length, "query", x.shape.length);
    if (batched) checkEqual(where, name, "b", t.shape[0], "query", b);
    const last = t.shape[t.shape.length - 1];
    if (last !== width)
      throw new RangeError(
        `${where}: ${name} has width ${last} but ${weight} takes width ${width}`,
      );
  }
  const n = x.shape[x.shape.length - 2],
    fresh = xK.shape[xK.shape.length - 2];
  checkEqual(where, nameV, "m", xV.shape[xV.shape.length - 2], nameK, fresh);

  /** @type {import("./sizes.js").Sizes} */
  const sizes = {
    b,
    h,
    hKv,
    n,
    m: fresh,
    dK,
    dV,
    lead: batched ? [b, h] : [h],
    batched,
    packed: true,
  };
  const past = pastOf(where, options.past, sizes, held);
  const own = (sizes.m += past ? past.rows : 0);
  const rules = rulesOf(where, options, sizes, past ? past.rows : 0, held);
  rules.always = appended.length;
  if (!rules.mask) rules.maskM = own;
  if (!rules.keep) rules.keepM = own;
  const wanted = wantedOf(where, options, sizeOf([b, n, d]), held);
  checkTensors(where, held);
  sizes.m = own + appended.length;
  return {
    sizes,
    rules,
    wanted,
    x: x.data,
    xK: xK.data,
    xV: xV.data,
    fresh,
    past,
    shape: [...x.shape],
  };
}

/** @param {Core} core @param {MultiHeadOptions} options */
export const multiHead = (core, options) => new MultiHead(core, readLayer(options));

/** A layer of multi-head attention. Made by attn.multiHead(). */
export class MultiHead {
  #core;
  /** null once it was released. @type {PackedLayer | null} */ #packed;
  /** @type {LayerSizes} */ #sizes;

  /** @param {Core} core @param {Layer} layer */
  constructor(core, layer) {
    ownMethods(this, new.target);
    this.#core = core;
    this.#packed = new PackedLayer(core, layer);
    freeWhenLost(this, this.#packed.free);
    const { weights: _weights, biases: _biases, ...sizes } = layer; // those are packed now
    this.#sizes = sizes;
  }

  /** How many learned numbers the layer holds. */
  get parameterCount() {
    return this.#sizes.parameterCount;
  }

  /** Gives the parameters' memory back; any use after that throws. */
  release() {
    this.#packed?.free();
    this.#packed = null;
    wasFreed(this);
  }

  /** The packed layer, as long as it and its instance are there. */
  get #alive() {
    if (!this.#packed) throw new Error("multiHead: this layer was released");
    void this.#core.arena;
    return this.#packed;
  }

  /** attention(query W_Q, key W_K, value W_V) W_O, with the biases.
   * @param {TensorLike} query (b, n, d) or (n, d)
   * @param {ForwardOptions} [options] key (b, m, width of key), default query; value (b, m, width of value),
   *   default key; and the options of attention() except heads
   * @returns {import("./attention.js").AttentionResult} output shaped as query, weights (b, h, n, m) or (h, n, m) */
  forward(query, options) {
    void this.#alive;
    const plan = planForward(this.#sizes, query, options);
    return this.#alive.run(plan);
  }
}
