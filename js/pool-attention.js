// A call of attention shared out: what each share of it needs, copied, and how it is put together.
import { denseStrides } from "./sizes.js";
import {
  buffersOf,
  buffersOfRules,
  cutRules,
  cutShare,
  kvHeadsOf,
  putShare,
  withoutOut,
} from "./pool-share.js";

/** @typedef {import("./attention.js").AttentionPlan} AttentionPlan */
/** @typedef {import("./pool-share.js").Share} Share */

/** What one share of a call needs, copied.
 * @param {AttentionPlan} plan @param {Share} share
 * @param {import("./sizes.js").Strides} kAt @param {import("./sizes.js").Strides} vAt */
export function cutAttention({ sizes, rules, wanted, q, k, v }, share, kAt, vAt) {
  const { h, n, m, dK, dV, packed } = sizes;
  const { b0, b1, h0, h1, i0, i1 } = share;
  const kv = kvHeadsOf(sizes, share);
  const keys = { b0, b1, ...kv, i0: 0, i1: m };
  /** @type {AttentionPlan} */
  const plan = {
    sizes: {
      b: b1 - b0,
      h: h1 - h0,
      hKv: kv.h1 - kv.h0,
      n: i1 - i0,
      m,
      dK,
      dV,
      lead: [b1 - b0, h1 - h0],
      batched: true,
      packed,
    },
    rules: cutRules(rules, share),
    wanted: withoutOut(wanted),
    q: cutShare(q, denseStrides(h, n, dK, packed), dK, packed, share),
    k: cutShare(k, kAt, dK, packed, keys),
    v: cutShare(v, vAt, dV, packed, keys),
    past: null,
    shape: [],
  };
  return { plan, transfer: [...buffersOf(plan.q, plan.k, plan.v), ...buffersOfRules(plan.rules)] };
}

/** The past and the new keys and values of a call, joined.
 * @param {AttentionPlan} plan with a past */
export function joinPast({ sizes, k, v, past }) {
  const { b, hKv, m, dK, dV, packed } = sizes;
  const { rows, key, value, lead } = /** @type {NonNullable<AttentionPlan["past"]>} */ (past);
  const join = (
    /** @type {Float32Array} */ before,
    /** @type {Float32Array} */ fresh,
    /** @type {number} */ size,
  ) => {
    const data = new Float32Array(b * hKv * m * size);
    const at = denseStrides(hKv, m, size, false);
    const all = { b0: 0, b1: b, h0: 0, h1: hKv };
    putShare(before, data, at, size, false, { ...all, i0: 0, i1: rows });
    const unpacked = cutShare(fresh, denseStrides(hKv, m - rows, size, packed), size, false, {
      ...all,
      i0: 0,
      i1: m - rows,
    });
    putShare(unpacked, data, at, size, false, { ...all, i0: rows, i1: m });
    return { data, shape: [...lead, m, size] };
  };
  return { key: join(key, k, dK), value: join(value, v, dV) };
}
