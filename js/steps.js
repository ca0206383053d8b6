// The formula one stage at a time, every stage a tensor: what the step-through explorer draws.
import { bytesOfRules, placeCall } from "./call.js";
import { checkEqual, checkOptions, inWords } from "./check.js";
import { MASK_OPTIONS, rulesOf, SCORE_OPTIONS } from "./options.js";
import { reserveFor, runCall } from "./run.js";
import { callOf, denseStrides } from "./sizes.js";
import { asTensor, checkTensors } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */

/**
 * @typedef {object} StepsWeights
 * @property {TensorLike} W_Q (d, d_k) @property {TensorLike} W_K (width of memory, d_k)
 * @property {TensorLike} W_V (width of memory, d_v)
 */

/** @typedef {import("./options.js").MaskOptions & import("./options.js").ScoreOptions & { memory?: TensorLike | null }} StepsOptions */

/**
 * @typedef {object} Steps
 * @property {Tensor} x (…, n, d) @property {Tensor} [memory] (…, m, width), where keys and values come from it
 * @property {Tensor} q (…, n, d_k) @property {Tensor} k (…, m, d_k) @property {Tensor} v (…, m, d_v)
 * @property {Tensor} scores q kᵀ, (…, n, m) @property {Tensor} scaled scores · scale
 * @property {Tensor} [capped] after softcap, where there is one
 * @property {Tensor} mask as added: 0, −∞ or the bias, (…, n, m) @property {Tensor} masked
 * @property {Tensor} weights (…, n, m) @property {Tensor} output (…, n, d_v)
 */

/** Every stage of softmax(x W_Q (x W_K)ᵀ · scale + M) x W_V.
 * @param {Core} core @param {TensorLike} x (n, d) or (b, n, d) @param {StepsWeights} weights
 * @param {StepsOptions} [given] memory: what keys and values are made from, (m, width), default x; and the
 *   mask and score options of attention()
 * @returns {Steps} */
export function steps(core, x, weights, given) {
  const where = "steps";
  const options = checkOptions(where, given, ["memory", ...MASK_OPTIONS, ...SCORE_OPTIONS]);
  const matrices = checkOptions(`${where}: weights`, weights, ["W_Q", "W_K", "W_V"]);
  const from = asTensor(x, where, "x");
  /** @type {import("./tensor.js").Held} */
  const held = ["x", from];
  const cross = (options.memory ?? null) !== null;
  const memory = cross ? asTensor(options.memory, where, "memory") : from,
    nameM = cross ? "memory" : "x";
  held.push(nameM, memory);
  if (from.shape.length !== 2 && from.shape.length !== 3) {
    throw new RangeError(
      `${where}: x has rank ${from.shape.length}, shape ${inWords(from.shape)}, but must be (n, d) or (b, n, d)`,
    );
  }
  checkEqual(where, nameM, "rank", memory.shape.length, "x", from.shape.length);
  const lead = from.shape.slice(0, -2),
    b = lead.length ? lead[0] : 1;
  if (lead.length) checkEqual(where, nameM, "b", memory.shape[0], "x", b);
  const [n, d] = from.shape.slice(-2),
    [m, width] = memory.shape.slice(-2);
  const read = (
    /** @type {string} */ name,
    /** @type {number} */ rows,
    /** @type {string} */ source,
  ) => {
    const w = asTensor(matrices[name], where, name);
    held.push(name, w);
    if (w.shape.length !== 2)
      throw new RangeError(`${where}: ${name} has shape ${inWords(w.shape)} but must be a matrix`);
    if (w.shape[0] !== rows)
      throw new RangeError(
        `${where}: ${name} has ${w.shape[0]} rows but ${source} has d = ${rows}`,
      );
    return w;
  };
  const toQ = read("W_Q", d, "x"),
    toK = read("W_K", width, nameM),
    toV = read("W_V", width, nameM);
  const dK = toQ.shape[1],
    dV = toV.shape[1];
  checkEqual(where, "W_K", "d_k", toK.shape[1], "W_Q", dK);
  /** @type {import("./sizes.js").Sizes} */
  const sizes = { b, h: 1, hKv: 1, n, m, dK, dV, lead, batched: lead.length === 1, packed: false };
  const rules = rulesOf(where, options, sizes, 0, held);
  checkTensors(where, held);
  const { arena, exports } = core;
  return arena.run((scratch) => {
    const square = b * n * m;
    scratch.ensure(
      where,
      4 *
        (from.data.length +
          memory.data.length +
          2 * (toQ.data.length + toK.data.length + toV.data.length) +
          b * (n * dK + m * (dK + dV) + n * dV) +
          3 * square) +
        3 * bytesOfRules(rules),
      callOf,
      sizes,
    );
    const product = (
      /** @type {Tensor} */ a,
      /** @type {number} */ rows,
      /** @type {Tensor} */ w,
    ) => {
      const to = scratch.reserve(4 * rows * w.shape[1]);
      if (rows * w.shape[1] === 0) return to;
      scratch.run(() => {
        const bytes = 4 * exports.panels_size(w.shape[0], w.shape[1]);
        const panels = reserveFor(where, scratch, bytes, sizes);
        exports.pack_panels(scratch.floats(w.data), w.shape[0], w.shape[1], w.shape[1], 1, panels);
        exports.multiply_panels(
          scratch.floats(a.data),
          rows,
          w.shape[0],
          w.shape[0],
          panels,
          w.shape[1],
          0,
          to,
          w.shape[1],
        );
      });
      return to;
    };
    const placed = {
      q: product(from, b * n, toQ),
      k: product(memory, b * m, toK),
      v: product(memory, b * m, toV),
      qAt: denseStrides(1, n, dK, false),
      kAt: denseStrides(1, m, dK, false),
      vAt: denseStrides(1, m, dV, false),
      out: scratch.reserve(4 * b * n * dV),
      outAt: denseStrides(1, n, dV, false),
      weights: 0,
      scores: 0,
      scoresAfter: 0,
    };
    const after = (
      /** @type {"scaled" | "capped" | "masked"} */ stage,
      weightsToo = false,
      callRules = rules,
    ) =>
      scratch.run(() =>
        runCall(
          core,
          where,
          scratch,
          { sizes, rules: callRules, ...placed },
          { weights: weightsToo, scores: stage, staged: true, out: null, into: null },
        ),
      );
    const scores = /** @type {Tensor} */ (after("scaled", false, { ...rules, scale: 1 }).scores);
    const scaled = /** @type {Tensor} */ (after("scaled").scores);
    const capped =
      rules.softcap > 0 ? { capped: /** @type {Tensor} */ (after("capped").scores) } : {};
    const { scores: masked, weights: attended } = after("masked", true);
    const mask = scratch.run(() => {
      const to = reserveFor(where, scratch, 4 * square, sizes);
      if (square > 0) exports.visible_matrix(placeCall(scratch, { sizes, rules, ...placed }), to);
      return { data: scratch.readFloats(to, square), shape: [...lead, n, m] };
    });
    const take = (
      /** @type {number} */ pointer,
      /** @type {number} */ rows,
      /** @type {number} */ size,
    ) => ({
      data: scratch.readFloats(pointer, b * rows * size),
      shape: [...lead, rows, size],
    });
    const copy = (/** @type {Tensor} */ t) => ({ data: t.data.slice(), shape: [...t.shape] });
    return {
      x: copy(from),
      ...(cross ? { memory: copy(memory) } : {}),
      q: take(placed.q, n, dK),
      k: take(placed.k, m, dK),
      v: take(placed.v, m, dV),
      scores,
      scaled,
      ...capped,
      mask,
      masked: /** @type {Tensor} */ (masked),
      weights: /** @type {Tensor} */ (attended),
      output: take(placed.out, n, dV),
    };
  });
}
