// Multi-head attention as a layer: projections, attention in every head, and the projection that
// mixes the heads. Heads are never split or joined by copying: a head is a stride.
//
//   q = query W_Q + b_Q   k = key W_K + b_K   v = value W_V + b_V   output = attention(q, k, v) W_O + b_O
//
// The parameters are packed into panels once, when the layer is made, and stay inside the module.
import {
  bytesOfRules,
  callOf,
  denseStrides,
  MASK_OPTIONS,
  pastOf,
  readOutput,
  RESULT_OPTIONS,
  rulesOf,
  runCall,
  SCORE_OPTIONS,
  wantedOf,
} from "./attention.js";
import { checkBoolean, checkEqual, checkOptions, checkWhole, describe, inWords } from "./check.js";
import { asTensor, sizeOf } from "./tensor.js";

/** @typedef {import("./load.js").Core} Core */
/** @typedef {import("./arena.js").Arena} Arena */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */
/** @typedef {ReturnType<typeof pastOf>} Past */

/**
 * Parameters in (in, out) orientation, W standing on the right of x; or with PyTorch's names, which
 * are (out, in). A bias that is not given is 0.
 * @typedef {object} MultiHeadParameters
 * @property {TensorLike | null} [W_Q] (d, h·d_k)
 * @property {TensorLike | null} [W_K] (width of key, h_kv·d_k)
 * @property {TensorLike | null} [W_V] (width of value, h_kv·d_v)
 * @property {TensorLike | null} [W_O] (h·d_v, d)
 * @property {TensorLike | null} [b_Q] @property {TensorLike | null} [b_K]
 * @property {TensorLike | null} [b_V] @property {TensorLike | null} [b_O]
 * @property {TensorLike | null} [in_proj_weight] (3·d, d): the rows of q, k and v, one after the other
 * @property {TensorLike | null} [q_proj_weight] (d, d) @property {TensorLike | null} [k_proj_weight] (d, width of key)
 * @property {TensorLike | null} [v_proj_weight] (d, width of value)
 * @property {TensorLike | null} [in_proj_bias] (3·d)
 * @property {TensorLike | null} [bias_k] (h_kv·d_k), one more key that no mask hides
 * @property {TensorLike | null} [bias_v] (h_kv·d_v), its value
 */

/**
 * @typedef {object} MultiHeadOptions
 * @property {number} d model width @property {number} heads
 * @property {number | null} [kvHeads] heads of keys and values where they are fewer. Default heads
 * @property {boolean | null} [bias] true: all four biases have to be given. Otherwise those that are given are used
 * @property {boolean | null} [addZeroAttention] one more key and value of zeros that no mask hides
 * @property {MultiHeadParameters & { "out_proj.weight"?: TensorLike | null, "out_proj.bias"?: TensorLike | null }} parameters
 */

/** @typedef {import("./attention.js").MaskOptions & import("./attention.js").ScoreOptions
 *   & import("./attention.js").ResultOptions & { key?: TensorLike | null, value?: TensorLike | null }} ForwardOptions */

const OURS = ["W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O"];
const PYTORCH = [
  "in_proj_weight",
  "q_proj_weight",
  "k_proj_weight",
  "v_proj_weight",
  "in_proj_bias",
  "out_proj.weight",
  "out_proj.bias",
];
const WHERE = "multiHead",
  FORWARD = "forward";

/** A matrix as it lies in a tensor: w[t][c] is data[start + t·rowStep + c·columnStep].
 * @typedef {{ data: Float32Array, start: number, rows: number, columns: number, rowStep: number, columnStep: number }} Matrix */

/** @param {Tensor} t @returns {Matrix} */
const inOut = ({ data, shape: [rows, columns] }) => ({
  data,
  start: 0,
  rows,
  columns,
  rowStep: columns,
  columnStep: 1,
});
/** @param {Tensor} t @param {number} [part] which of the stacked blocks of `outs` rows @param {number} [outs] @returns {Matrix} */
const outIn = ({ data, shape: [all, width] }, part = 0, outs = all) => ({
  data,
  start: part * outs * width,
  rows: width,
  columns: outs,
  rowStep: 1,
  columnStep: width,
});

/** @param {string} name @param {Tensor} t @param {(number | null)[]} want null: any size */
function checkShape(name, t, want) {
  const fits =
    t.shape.length === want.length &&
    want.every((size, axis) => size === null || size === t.shape[axis]);
  if (!fits) {
    throw new RangeError(
      `${WHERE}: ${name} has shape ${inWords(t.shape)} but must have (${want.map((size) => size ?? "any").join(", ")})`,
    );
  }
  return t;
}

/** Reads either convention into four matrices and four biases.
 * @param {Record<string, any>} given @param {number} d @param {number} h @param {number} hKv */
function readParameters(given, d, h, hKv) {
  const dK = d / h;
  const has = (/** @type {string} */ name) => given[name] !== undefined && given[name] !== null;
  const read = (/** @type {string} */ name, /** @type {(number | null)[]} */ want) => {
    if (!has(name)) throw new TypeError(`${WHERE}: parameters.${name} is missing`);
    return checkShape(
      `parameters.${name}`,
      asTensor(given[name], WHERE, `parameters.${name}`),
      want,
    );
  };
  const vector = (/** @type {string} */ name, /** @type {number} */ size) =>
    has(name) ? read(name, [size]).data : null;
  const ours = OURS.find(has),
    theirs = PYTORCH.find(has);
  if (ours && theirs)
    throw new TypeError(`${WHERE}: parameters mix two conventions: ${ours} and ${theirs}`);
  /** @type {Record<"q" | "k" | "v" | "o", Matrix>} */ let weights;
  /** @type {Record<"q" | "k" | "v" | "o", Float32Array | null>} */ let biases;
  let dV = dK;
  if (theirs) {
    const outs = { q: d, k: hKv * dK, v: hKv * dK };
    const widths = outs.q + outs.k + outs.v;
    const bias = vector("in_proj_bias", widths);
    biases = {
      q: bias && bias.subarray(0, outs.q),
      k: bias && bias.subarray(outs.q, outs.q + outs.k),
      v: bias && bias.subarray(outs.q + outs.k),
      o: vector("out_proj.bias", d),
    };
    if (has("in_proj_weight")) {
      const stacked = read("in_proj_weight", [widths, d]);
      const from = (/** @type {number} */ row, /** @type {number} */ count) => ({
        ...outIn(stacked, 0, count),
        start: row * d,
      });
      weights = {
        q: from(0, outs.q),
        k: from(outs.q, outs.k),
        v: from(outs.q + outs.k, outs.v),
        o: outIn(read("out_proj.weight", [d, d])),
      };
    } else {
      weights = {
        q: outIn(read("q_proj_weight", [outs.q, d])),
        k: outIn(read("k_proj_weight", [outs.k, null])),
        v: outIn(read("v_proj_weight", [outs.v, null])),
        o: outIn(read("out_proj.weight", [d, d])),
      };
    }
  } else {
    const v = read("W_V", [null, null]);
    if (v.shape[1] % hKv !== 0) {
      throw new RangeError(
        `${WHERE}: parameters.W_V has ${v.shape[1]} columns, no multiple of kvHeads = ${hKv}`,
      );
    }
    dV = v.shape[1] / hKv;
    weights = {
      q: inOut(read("W_Q", [d, d])),
      k: inOut(read("W_K", [null, hKv * dK])),
      v: inOut(v),
      o: inOut(read("W_O", [h * dV, d])),
    };
    biases = {
      q: vector("b_Q", d),
      k: vector("b_K", hKv * dK),
      v: vector("b_V", hKv * dV),
      o: vector("b_O", d),
    };
  }
  const appended = (/** @type {string} */ name, /** @type {number} */ size) => {
    if (!has(name)) return null;
    const t = asTensor(given[name], WHERE, `parameters.${name}`);
    // nn.MultiheadAttention holds them as (1, 1, d).
    return checkShape(
      `parameters.${name}`,
      {
        data: t.data,
        shape: t.shape.filter((length, axis) => axis === t.shape.length - 1 || length !== 1),
      },
      [size],
    ).data;
  };
  const biasK = appended("bias_k", hKv * dK),
    biasV = appended("bias_v", hKv * dV);
  if (!biasK !== !biasV)
    throw new TypeError(
      `${WHERE}: parameters.bias_k and parameters.bias_v go together, but only ${biasK ? "bias_k" : "bias_v"} was given`,
    );
  return { weights, biases, biasK, biasV, dK, dV };
}

/** @typedef {"q" | "k" | "v" | "o"} Role */
const ROLES = /** @type {const} */ (["q", "k", "v", "o"]);

/**
 * The sizes of a layer.
 * @typedef {object} LayerSizes
 * @property {number} d @property {number} h @property {number} hKv @property {number} dK @property {number} dV
 * @property {Record<"q" | "k" | "v", number>} widths of query, key and value
 * @property {{ k: Float32Array, v: Float32Array }[]} appended keys and values that end every sequence
 * @property {number} parameterCount
 */

/** What the parameters of a layer say. The matrices are the caller's.
 * @typedef {LayerSizes & { weights: Record<Role, Matrix>, biases: Record<Role, Float32Array | null> }} Layer */

/** Finds out what the options say, and throws where they are wrong.
 * @param {MultiHeadOptions} given @returns {Layer} */
export function readLayer(given) {
  const options = checkOptions(WHERE, given, [
    "d",
    "heads",
    "kvHeads",
    "bias",
    "addZeroAttention",
    "parameters",
  ]);
  const d = checkWhole(WHERE, "d", options.d, 1),
    h = checkWhole(WHERE, "heads", options.heads, 1);
  if (d % h !== 0) throw new RangeError(`${WHERE}: d = ${d} is no multiple of heads = ${h}`);
  const hKv =
    options.kvHeads === undefined || options.kvHeads === null
      ? h
      : checkWhole(WHERE, "kvHeads", options.kvHeads, 1);
  if (h % hKv !== 0)
    throw new RangeError(`${WHERE}: heads = ${h} is no multiple of kvHeads = ${hKv}`);
  const bias = checkBoolean(WHERE, "bias", options.bias),
    zero = checkBoolean(WHERE, "addZeroAttention", options.addZeroAttention);
  if (options.parameters === null || typeof options.parameters !== "object") {
    throw new TypeError(
      `${WHERE}: parameters must be an object of tensors, not ${describe(options.parameters)}`,
    );
  }
  const parameters = checkOptions(`${WHERE}: parameters`, options.parameters, [
    ...OURS,
    ...PYTORCH,
    "bias_k",
    "bias_v",
  ]);
  const { weights, biases, biasK, biasV, dK, dV } = readParameters(parameters, d, h, hKv);
  if (bias) {
    const missing = ROLES.find((role) => !biases[role]);
    if (missing)
      throw new TypeError(
        `${WHERE}: bias is true, but the bias of ${missing} is not among the parameters`,
      );
  }
  const numbers = ROLES.map(
    (role) =>
      weights[role].rows * weights[role].columns + (biases[role] ? weights[role].columns : 0),
  );
  const appended = biasK && biasV ? [{ k: biasK.slice(), v: biasV.slice() }] : [];
  const parameterCount =
    numbers.reduce((a, b) => a + b) + (biasK && biasV ? biasK.length + biasV.length : 0);
  if (zero) appended.push({ k: new Float32Array(hKv * dK), v: new Float32Array(hKv * dV) });
  const widths = { q: weights.q.rows, k: weights.k.rows, v: weights.v.rows };
  return { d, h, hKv, dK, dV, widths, appended, parameterCount, weights, biases };
}

/**
 * A call of forward() that was found to be right.
 * @typedef {object} ForwardPlan
 * @property {import("./attention.js").Sizes} sizes m counts the past and the appended keys
 * @property {import("./attention.js").Rules} rules @property {ReturnType<typeof wantedOf>} wanted
 * @property {Float32Array} x (b, n, d) @property {Float32Array} xK (b, fresh, width of key)
 * @property {Float32Array} xV (b, fresh, width of value); what is the same input is the same array
 * @property {number} fresh keys that are projected @property {Past} past
 * @property {number[]} shape of the output
 */

/** Finds out what a call of forward() means, and throws where it is wrong.
 * @param {LayerSizes} layer @param {TensorLike} query @param {ForwardOptions} [given] @returns {ForwardPlan} */
export function planForward(layer, query, given) {
  const { d, h, hKv, dK, dV, widths, appended } = layer,
    where = FORWARD;
  const options = checkOptions(where, given, [
    "key",
    "value",
    ...MASK_OPTIONS,
    ...SCORE_OPTIONS,
    ...RESULT_OPTIONS,
  ]);
  const x = asTensor(query, where, "query");
  if (x.shape.length !== 2 && x.shape.length !== 3) {
    throw new RangeError(
      `${where}: query has rank ${x.shape.length}, shape ${inWords(x.shape)}, but must be (b, n, d) or (n, d)`,
    );
  }
  const xK =
    options.key === undefined || options.key === null ? x : asTensor(options.key, where, "key");
  const xV =
    options.value === undefined || options.value === null
      ? xK
      : asTensor(options.value, where, "value");
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

  /** @type {import("./attention.js").Sizes} */
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
  const past = pastOf(where, options.past, sizes);
  const own = (sizes.m += past ? past.rows : 0);
  const rules = rulesOf(where, options, sizes, past ? past.rows : 0);
  rules.always = appended.length;
  if (!rules.mask) rules.maskM = own;
  if (!rules.keep) rules.keepM = own;
  const wanted = wantedOf(where, options, b * n * d);
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

/** The parameters of a layer, or of some of its heads, packed and kept inside a module. */
export class PackedLayer {
  #core;
  #pointer = 0;
  /** @type {Partial<Record<Role, { panels: number, bias: number, rows: number, columns: number }>>} */ #projections =
    {};
  #appended;

  /** @param {Core} core
   * @param {Pick<Layer, "appended"> & { weights: Partial<Record<Role, Matrix>>, biases: Partial<Record<Role, Float32Array | null>> }} layer */
  constructor(core, { weights, biases, appended }) {
    this.#core = core;
    this.#appended = appended;
    const { arena, exports } = core;
    const parts = ROLES.flatMap((role) => {
      const w = weights[role];
      return w
        ? [{ role, w, bias: biases[role], floats: exports.panels_size(w.rows, w.columns) >>> 0 }]
        : [];
    });
    // A panel row is 8 floats, so the bias after the panels is aligned as well.
    this.#pointer = arena.keep(
      WHERE,
      4 * parts.reduce((sum, { w, floats }) => sum + floats + Math.ceil(w.columns / 8) * 8, 0),
    );
    let panels = this.#pointer;
    try {
      for (const { role, w, bias, floats } of parts) {
        const biasAt = panels + 4 * floats;
        this.#projections[role] = {
          panels,
          bias: bias ? biasAt : 0,
          rows: w.rows,
          columns: w.columns,
        };
        arena.run((scratch) => {
          const raw = scratch.floats(w.data.subarray(w.start, w.start + w.rows * w.columns));
          exports.pack_panels(raw, w.rows, w.columns, w.rowStep, w.columnStep, panels);
        });
        if (bias) arena.floatsView().set(bias, biasAt / 4);
        panels = biasAt + 4 * Math.ceil(w.columns / 8) * 8;
      }
    } catch (error) {
      arena.free(this.#pointer);
      throw error;
    }
  }

  /** Gives the memory back. */
  free() {
    this.#core.arena.free(this.#pointer);
  }

  /** to (rows, columns) = from (rows, width) W + b.
   * @param {Role} role @param {number} from a pointer @param {number} rows @param {number} to a pointer */
  project(role, from, rows, to) {
    const p = this.#projections[role];
    if (!p) throw new Error(`multiHead: this part of the layer has no projection ${role}`);
    this.#core.exports.multiply_panels(
      from,
      rows,
      p.rows,
      p.rows,
      p.panels,
      p.columns,
      p.bias,
      to,
      p.columns,
    );
  }

  /** The last projection alone: (rows, d) of the joined heads (rows, h·d_v).
   * @param {Float32Array} joined @param {number} rows @param {number} d */
  projectJoined(joined, rows, d) {
    const { arena } = this.#core;
    return arena.run((scratch) => {
      scratch.ensure(FORWARD, 4 * (joined.length + rows * d) + 1024);
      const from = scratch.floats(joined),
        to = scratch.reserve(4 * rows * d);
      this.project("o", from, rows, to);
      return scratch.readFloats(to, rows * d);
    });
  }

  /** Computes what was planned; without W_O the output is the joined heads (b, n, h·d_v).
   * @param {ForwardPlan} plan @returns {import("./attention.js").AttentionResult} */
  run({ sizes, rules, wanted, x, xK, xV, fresh, past, shape }) {
    const core = this.#core,
      where = FORWARD,
      mixed = this.#projections.o;
    const { b, h, hKv, n, m, dK, dV } = sizes,
      before = past ? past.rows : 0,
      own = before + fresh,
      d = mixed ? mixed.columns : h * dV;
    return core.arena.run((scratch) => {
      const widthK = hKv * dK,
        widthV = hKv * dV;
      const square =
        b * h * n * m * (Number(Boolean(wanted.weights)) + Number(Boolean(wanted.scores)));
      scratch.ensure(
        where,
        4 *
          (x.length +
            xK.length +
            xV.length +
            b * n * (h * dK + h * dV + d) +
            b * m * (widthK + widthV) +
            square) +
          bytesOfRules(rules),
        callOf,
        sizes,
      );
      const queryAt = scratch.floats(x);
      const keyAt = xK === x ? queryAt : scratch.floats(xK);
      const valueAt = xV === x ? queryAt : xV === xK ? keyAt : scratch.floats(xV);
      const q = scratch.reserve(4 * b * n * h * dK);
      this.project("q", queryAt, b * n, q);
      // Keys and values of an item: the past, the new ones, the appended ones.
      const gather = (
        /** @type {number} */ from,
        /** @type {number} */ width,
        /** @type {Float32Array | null} */ old,
        /** @type {"k" | "v"} */ role,
        /** @type {number} */ size,
      ) => {
        const heads = hKv * size,
          to = scratch.reserve(4 * b * m * heads);
        if (m === fresh) this.project(role, from, b * fresh, to);
        for (let item = 0; item < b && m !== fresh; item++) {
          const start = to + 4 * item * m * heads;
          if (old) putHeads(scratch, old, item, before, hKv, size, start);
          this.project(role, from + 4 * item * fresh * width, fresh, start + 4 * before * heads);
          this.#appended.forEach((extra, index) =>
            scratch.floatsView().set(extra[role], start / 4 + (own + index) * heads),
          );
        }
        return to;
      };
      const widthOf = (/** @type {Role} */ role) => this.#projections[role]?.rows ?? 0;
      const k = gather(keyAt, widthOf("k"), past && past.key, "k", dK),
        v = gather(valueAt, widthOf("v"), past && past.value, "v", dV);
      const joined = scratch.reserve(4 * b * n * h * dV);
      /** @type {import("./attention.js").Placed} */
      const placed = {
        sizes,
        rules,
        q,
        k,
        v,
        out: joined,
        qAt: denseStrides(h, n, dK, true),
        kAt: denseStrides(hKv, m, dK, true),
        vAt: denseStrides(hKv, m, dV, true),
        outAt: denseStrides(h, n, dV, true),
      };
      const kept = runCall(core, where, scratch, placed, wanted);
      const output = mixed ? scratch.reserve(4 * b * n * d) : joined;
      if (mixed) this.project("o", joined, b * n, output);
      /** @type {import("./attention.js").AttentionResult} */
      const result = {
        output: { data: readOutput(scratch, output, b * n * d, wanted.out), shape },
        ...kept,
      };
      if (past) {
        const { lead } = past;
        result.present = {
          key: { data: takeHeads(scratch, k, b, own, m, hKv, dK), shape: [...lead, own, dK] },
          value: { data: takeHeads(scratch, v, b, own, m, hKv, dV), shape: [...lead, own, dV] },
        };
      }
      return result;
    });
  }
}

/** @param {Core} core @param {MultiHeadOptions} options @param {() => Core} alive throws once the instance is released */
export function multiHead(core, options, alive) {
  return new MultiHead(core, readLayer(options), alive);
}

/** A layer of multi-head attention. Made by attn.multiHead(). */
export class MultiHead {
  /** @type {(() => Core) | null} */ #alive;
  /** @type {LayerSizes} */ #sizes;
  #packed;

  /** How many learned numbers the layer holds. @type {number} */ parameterCount;

  /** @param {Core} core @param {Layer} layer @param {() => Core} alive */
  constructor(core, layer, alive) {
    this.#packed = new PackedLayer(core, layer);
    this.parameterCount = layer.parameterCount;
    const { weights: _weights, biases: _biases, ...sizes } = layer; // those are packed now
    this.#sizes = sizes;
    this.#alive = alive;
  }

  /** Gives the parameters' memory back; any use after that throws. */
  release() {
    if (!this.#alive) return;
    this.#alive = null;
    this.#packed.free(); // harmless where the instance has gone before
  }

  /** attention(query W_Q, key W_K, value W_V) W_O, with the biases.
   * @param {TensorLike} query (b, n, d) or (n, d)
   * @param {ForwardOptions} [options] key (b, m, width of key), default query; value (b, m, width of value),
   *   default key; and the options of attention() except heads
   * @returns {import("./attention.js").AttentionResult} output shaped as query, weights (b, h, n, m) or (h, n, m) */
  forward(query, options) {
    if (!this.#alive) throw new Error("multiHead: this layer was released");
    this.#alive();
    return this.#packed.run(planForward(this.#sizes, query, options));
  }
}

/** Writes item `item` of a (b, heads, rows, size) array to (rows, heads·size) at a pointer.
 * @param {Arena} scratch @param {Float32Array} from @param {number} item @param {number} rows
 * @param {number} heads @param {number} size @param {number} pointer */
function putHeads(scratch, from, item, rows, heads, size, pointer) {
  const floats = scratch.floatsView();
  for (let head = 0; head < heads; head++)
    for (let i = 0; i < rows; i++) {
      const start = ((item * heads + head) * rows + i) * size;
      floats.set(from.subarray(start, start + size), pointer / 4 + (i * heads + head) * size);
    }
}

/** The first `rows` of each item's `stride` rows at a pointer, as (b, heads, rows, size).
 * @param {Arena} scratch @param {number} pointer @param {number} b @param {number} rows @param {number} stride
 * @param {number} heads @param {number} size */
function takeHeads(scratch, pointer, b, rows, stride, heads, size) {
  const floats = scratch.floatsView(),
    result = new Float32Array(sizeOf([b, heads, rows, size]));
  let at = 0;
  for (let item = 0; item < b; item++)
    for (let head = 0; head < heads; head++)
      for (let i = 0; i < rows; i++, at += size) {
        const start = pointer / 4 + ((item * stride + i) * heads + head) * size;
        result.set(floats.subarray(start, start + size), at);
      }
  return result;
}
