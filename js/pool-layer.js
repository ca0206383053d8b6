// Multi-head attention shared out over the workers of a pool.
//
// Each worker projects and attends for some of the heads, so that no projection is computed twice, and
// returns their outputs; W_O mixes all heads, so that it waits for all of them, and is shared out by
// rows. Where the parts hold whole items or rows with all heads, W_O is applied at once instead.
import { checkOptions } from "./check.js";
import { readLayer } from "./layer.js";
import { ownMethods } from "./methods.js";
import { FORWARD_OPTIONS, planForward } from "./multihead.js";
import {
  Assembly,
  buffersOf,
  buffersOfRules,
  cutRules,
  cutShare,
  kvHeadsOf,
  putShare,
  shareOut,
  withoutOut,
} from "./pool-share.js";
import { freeWhenLost, wasFreed } from "./release.js";
import { denseStrides } from "./sizes.js";
import { readSignal } from "./signal.js";

/** @typedef {import("./attention.js").AttentionResult} AttentionResult */
/** @typedef {import("./multihead.js").ForwardPlan} ForwardPlan */
/** @typedef {import("./layer.js").Layer} Layer */
/** @typedef {import("./layer.js").Matrix} Matrix */
/** @typedef {import("./layer.js").Role} Role */
/** @typedef {import("./pool-job.js").LayerPart} LayerPart */
/** @typedef {import("./pool-share.js").Share} Share */
/** @typedef {import("./pool.js").Part} Part */

/** The columns [from, to) of a matrix, copied.
 * @param {Matrix} w @param {number} from @param {number} to @returns {Matrix} */
function columnsOf({ data, start, rows, rowStep, columnStep }, from, to) {
  const columns = to - from;
  const share = { b0: 0, b1: 1, h0: from, h1: to, i0: 0, i1: rows };
  // Whatever the orientation is, it stays: (rows, columns) are packed, (columns, rows) are not.
  const packed = columnStep === 1;
  const at = { b: 0, h: columnStep, i: rowStep };
  const copy = cutShare(data.subarray(start), at, 1, packed, share);
  return {
    data: copy,
    start: 0,
    rows,
    columns,
    rowStep: packed ? columns : 1,
    columnStep: packed ? 1 : rows,
  };
}

/** Of a layer's parameters those of the query heads [h0, h1), with or without W_O, copied.
 * @param {Layer} layer @param {number} h0 @param {number} h1 @param {boolean} mixed @returns {LayerPart} */
function headsOf({ h, hKv, dK, dV, weights, biases, appended }, h0, h1, mixed) {
  const kv = kvHeadsOf({ h, hKv }, { h0, h1 });
  const columns = {
    q: [h0 * dK, h1 * dK],
    k: [kv.h0 * dK, kv.h1 * dK],
    v: [kv.h0 * dV, kv.h1 * dV],
    o: [0, weights.o.columns],
  };
  /** @type {LayerPart} */
  const part = {
    weights: {},
    biases: {},
    appended: appended.map(({ k, v }) => ({ k: k.slice(...columns.k), v: v.slice(...columns.v) })),
  };
  const roles = /** @type {Role[]} */ (
    h0 === h1 ? ["o"] : mixed ? ["q", "k", "v", "o"] : ["q", "k", "v"]
  );
  for (const role of roles) {
    const [from, to] = columns[role];
    part.weights[role] = columnsOf(weights[role], from, to);
    part.biases[role] = biases[role]?.slice(from, to) ?? null;
  }
  return part;
}

/** What one share of a call needs, copied.
 * @param {ForwardPlan} plan @param {Share} share @param {{ q: number, k: number, v: number }} widths */
function cutForward({ sizes, rules, wanted, x, xK, xV, fresh, past }, share, widths) {
  const { hKv, n, dK, dV } = sizes;
  const { b0, b1, h0, h1, i0, i1 } = share;
  const kv = kvHeadsOf(sizes, share);
  const rowsOf = (
    /** @type {Float32Array} */ data,
    /** @type {number} */ rows,
    /** @type {number} */ width,
    /** @type {[number, number]} */ [from, to],
  ) =>
    cutShare(data, denseStrides(1, rows, width, true), width, true, {
      b0,
      b1,
      h0: 0,
      h1: 1,
      i0: from,
      i1: to,
    });
  const pastRows = past ? past.rows : 0;
  const pastOfShare = (/** @type {Float32Array} */ data, /** @type {number} */ size) =>
    cutShare(data, denseStrides(hKv, pastRows, size, false), size, false, {
      b0,
      b1,
      ...kv,
      i0: 0,
      i1: pastRows,
    });
  const xPart = rowsOf(x, n, widths.q, [i0, i1]);
  // The same input stays the same array, which is then placed once.
  const whole = i1 - i0 === n;
  const keyPart = xK === x && whole ? xPart : rowsOf(xK, fresh, widths.k, [0, fresh]);
  const valuePart =
    xV === xK ? keyPart : xV === x && whole ? xPart : rowsOf(xV, fresh, widths.v, [0, fresh]);
  const pastPart = past && {
    rows: past.rows,
    lead: [b1 - b0, kv.h1 - kv.h0],
    key: pastOfShare(past.key, dK),
    value: pastOfShare(past.value, dV),
  };
  const rulesPart = cutRules(rules, share);
  /** @type {ForwardPlan} */
  const plan = {
    sizes: {
      ...sizes,
      b: b1 - b0,
      h: h1 - h0,
      hKv: kv.h1 - kv.h0,
      n: i1 - i0,
      lead: [b1 - b0, h1 - h0],
      batched: true,
    },
    rules: rulesPart,
    wanted: withoutOut(wanted),
    x: xPart,
    xK: keyPart,
    xV: valuePart,
    fresh,
    past: pastPart,
    shape: [],
  };
  return {
    plan,
    transfer: [
      ...buffersOf(xPart, keyPart, valuePart, pastPart && pastPart.key, pastPart && pastPart.value),
      ...buffersOfRules(rulesPart),
    ],
  };
}

/** A layer of multi-head attention, computed by a pool. Made by pool.multiHead(). */
export class PoolMultiHead {
  /** @type {Layer} */ #layer;
  #host;
  #released = false;

  /** @param {import("./layer.js").MultiHeadOptions} options
   * @param {{ id: string, workers: number, check: () => void, compute: (shares: Share[][], signal: AbortSignal | null, cut: (part: Share[], index: number) => Part) => Promise<void>, forget: () => void }} host */
  constructor(options, host) {
    ownMethods(this, new.target);
    const layer = readLayer(options);
    const { q, k, v, o } = layer.weights;
    const own = (/** @type {Matrix} */ w) => columnsOf(w, 0, w.columns);
    const { biases } = layer;
    this.#layer = {
      ...layer,
      weights: { q: own(q), k: own(k), v: own(v), o: own(o) },
      biases: {
        q: biases.q?.slice() ?? null,
        k: biases.k?.slice() ?? null,
        v: biases.v?.slice() ?? null,
        o: biases.o?.slice() ?? null,
      },
    };
    this.#host = host;
    freeWhenLost(this, host.forget);
  }

  /** How many learned numbers the layer holds. */
  get parameterCount() {
    return this.#layer.parameterCount;
  }

  /** Gives the parameters' memory back; any use after that rejects. */
  release() {
    if (this.#released) return;
    this.#released = true;
    wasFreed(this);
    this.#host.forget();
  }

  #check() {
    if (this.#released) throw new Error("multiHead: this layer was released");
    this.#host.check();
  }

  /** What forward() of the layer of attn.multiHead() returns, bit for bit. Bad arguments reject with
   * the same errors.
   * @param {import("./tensor.js").TensorLike} query (b, n, d) or (n, d)
   * @param {import("./multihead.js").ForwardOptions & import("./pool.js").Abortable} [options]
   * @returns {Promise<AttentionResult>} */
  async forward(query, options) {
    const where = "forward";
    this.#check();
    const { signal, ...rest } = checkOptions(where, options, FORWARD_OPTIONS, "signal");
    const abort = readSignal(where, signal);
    const layer = this.#layer;
    const plan = planForward(layer, query, rest);
    this.#check();
    const { sizes, rules, wanted, past } = plan;
    const { b, h, hKv, n, dK, dV } = sizes;
    const { workers, id } = this.#host;
    const shares = shareOut(where, sizes, rules, {
      workers,
      most: 1,
      staged: wanted.staged,
      headsTogether: wanted.weights === "mean",
      rowWork: 2 * layer.d,
    });
    const mixed = shares.flat().every(({ h0, h1 }) => h1 - h0 === h);
    const output = mixed
      ? { heads: 1, size: layer.d, packed: true }
      : { heads: h, size: dV, packed: true };
    const assembly = new Assembly(where, sizes, wanted, output);
    const own = (past ? past.rows : 0) + plan.fresh;
    const present = past && {
      key: new Float32Array(b * hKv * own * dK),
      value: new Float32Array(b * hKv * own * dV),
    };
    await this.#host.compute(shares, abort, (part, worker) => {
      const cuts = part.map((share) => cutForward(plan, share, layer.widths));
      const keys = part.map(({ h0, h1 }) => `${id}${h0}-${h1}${mixed ? "o" : ""}`);
      return {
        worker,
        calls: cuts.map((cut, index) => ({
          kind: "forward",
          layer: keys[index],
          plan: cut.plan,
        })),
        transfer: cuts.flatMap(({ transfer }) => transfer),
        layers: part.map(({ h0, h1 }, index) => ({
          key: keys[index],
          make: () => headsOf(layer, h0, h1, mixed),
        })),
        put: (results) =>
          results.forEach((result, index) => {
            const share = part[index];
            assembly.put(result, share);
            if (!present || !result.present) return;
            const at = { ...share, ...kvHeadsOf(sizes, share), i0: 0, i1: own };
            const { key, value } = result.present;
            putShare(key.data, present.key, denseStrides(hKv, own, dK, false), dK, false, at);
            putShare(value.data, present.value, denseStrides(hKv, own, dV, false), dV, false, at);
          }),
      };
    });
    const data = mixed ? assembly.output : await this.#mix(assembly.output, b * n, abort);
    const result = assembly.finish(plan.shape, data);
    if (present) {
      const lead = sizes.batched ? [b, hKv] : [hKv];
      result.present = {
        key: { data: present.key, shape: [...lead, own, dK] },
        value: { data: present.value, shape: [...lead, own, dV] },
      };
    }
    return result;
  }

  /** joined W_O + b_O, by rows. @param {Float32Array} joined (rows, h·d_v) @param {number} rows
   * @param {AbortSignal | null} signal */
  async #mix(joined, rows, signal) {
    const { d, h, dV } = this.#layer;
    const { workers, id } = this.#host;
    const output = new Float32Array(rows * d);
    const sizes = {
      b: 1,
      h: 1,
      hKv: 1,
      n: rows,
      m: 0,
      dK: 0,
      dV: 1,
      lead: [],
      batched: false,
      packed: true,
    };
    const rules = /** @type {import("./options.js").Rules} */ ({
      offset: 0,
      left: -1,
      right: -1,
    });
    const shares = shareOut("forward", sizes, rules, {
      workers,
      most: 1,
      staged: true,
      headsTogether: false,
      rowWork: d * h * dV,
    });
    await this.#host.compute(shares, signal, ([{ i0, i1 }], worker) => {
      const part = joined.slice(i0 * h * dV, i1 * h * dV);
      return {
        worker,
        calls: [{ kind: "project", layer: `${id}o`, joined: part, rows: i1 - i0, d }],
        transfer: buffersOf(part),
        layers: [{ key: `${id}o`, make: () => headsOf(this.#layer, 0, 0, true) }],
        put: ([result]) => output.set(result.output.data, i0 * d),
      };
    });
    return output;
  }
}
