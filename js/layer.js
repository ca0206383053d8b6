// What the options of a layer of multi-head attention say: its sizes, and its parameters as matrices,
// whichever convention they were given in.
import { checkBoolean, checkOptions, checkWhole, describe, inWords } from "./check.js";
import { asTensor, checkTensors } from "./tensor.js";

/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */

/**
 * Parameters in (in, out) orientation, W standing on the right of x; or with PyTorch's names, which
 * are (out, in). A bias that is not given is 0.
 * @typedef {object} MultiHeadParameters
 * @property {TensorLike | null} [W_Q] (d, h·d_k); h·d_k need not be d
 * @property {TensorLike | null} [W_K] (width of key, h_kv·d_k)
 * @property {TensorLike | null} [W_V] (width of value, h_kv·d_v)
 * @property {TensorLike | null} [W_O] (h·d_v, d)
 * @property {TensorLike | null} [b_Q] @property {TensorLike | null} [b_K]
 * @property {TensorLike | null} [b_V] @property {TensorLike | null} [b_O]
 * @property {TensorLike | null} [in_proj_weight] (3·d, d): the rows of q, k and v, one after the other
 * @property {TensorLike | null} [q_proj_weight] (h·d_k, d)
 * @property {TensorLike | null} [k_proj_weight] (h_kv·d_k, width of key)
 * @property {TensorLike | null} [v_proj_weight] (h_kv·d_v, width of value)
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
const WHERE = "multiHead";

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
/** @param {Tensor} t @returns {Matrix} */
const outIn = ({ data, shape: [outs, width] }) => ({
  data,
  start: 0,
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

/** What the caller gave of the parameters, read once.
 * @param {Record<string, any>} given */
function parametersOf(given) {
  /** @type {import("./tensor.js").Held} */
  const held = [];
  const has = (/** @type {string} */ name) => (given[name] ?? null) !== null;
  /** A tensor of that shape; null: any size. @param {string} name @param {(number | null)[]} want */
  const read = (name, want) => {
    const full = `parameters.${name}`;
    if (!has(name)) throw new TypeError(`${WHERE}: ${full} is missing`);
    const t = asTensor(given[name], WHERE, full);
    held.push(full, t);
    return checkShape(full, t, want);
  };
  /** @param {string} name @param {number} size */
  const vector = (name, size) => (has(name) ? read(name, [size]).data : null);
  /** A vector with any axes of size 1 before it: nn.MultiheadAttention holds (1, 1, d).
   * @param {string} name @param {number} size */
  const appended = (name, size) => {
    if (!has(name)) return null;
    const full = `parameters.${name}`;
    const t = asTensor(given[name], WHERE, full);
    held.push(full, t);
    const shape = t.shape.filter((length, axis) => axis === t.shape.length - 1 || length !== 1);
    return checkShape(full, { data: t.data, shape }, [size]).data;
  };
  return { has, read, vector, appended, held };
}

/** How many of the numbers that a matrix makes go to each head.
 * @param {string} name @param {Tensor} t @param {0 | 1} axis of what it makes @param {string} option
 * @param {number} heads */
function headSize(name, { shape }, axis, option, heads) {
  const made = shape[axis];
  if (made === 0 || made % heads !== 0) {
    throw new RangeError(
      `${WHERE}: parameters.${name} has shape ${inWords(shape)}, and ${made} is not a multiple of ${option} = ${heads}`,
    );
  }
  return made / heads;
}

/** @typedef {{ weights: Record<Role, Matrix>, biases: Record<Role, Float32Array | null>, dK: number, dV: number }} Projections */

/** Our names: matrices (in, out).
 * @param {ReturnType<typeof parametersOf>} from @param {number} d @param {number} h @param {number} hKv
 * @returns {Projections} */
function readOurs({ read, vector }, d, h, hKv) {
  const q = read("W_Q", [d, null]),
    v = read("W_V", [null, null]);
  const dK = headSize("W_Q", q, 1, "heads", h),
    dV = headSize("W_V", v, 1, "kvHeads", hKv);
  return {
    dK,
    dV,
    weights: {
      q: inOut(q),
      k: inOut(read("W_K", [null, hKv * dK])),
      v: inOut(v),
      o: inOut(read("W_O", [h * dV, d])),
    },
    biases: {
      q: vector("b_Q", h * dK),
      k: vector("b_K", hKv * dK),
      v: vector("b_V", hKv * dV),
      o: vector("b_O", d),
    },
  };
}

/** PyTorch's names: matrices (out, in), and those of q, k and v stacked in one where they are alike.
 * @param {ReturnType<typeof parametersOf>} from @param {number} d @param {number} h @param {number} hKv
 * @returns {Projections} */
function readTheirs({ has, read, vector }, d, h, hKv) {
  const stacked = has("in_proj_weight");
  const own = stacked
    ? null
    : { q: read("q_proj_weight", [null, d]), v: read("v_proj_weight", [null, null]) };
  const dK = own ? headSize("q_proj_weight", own.q, 0, "heads", h) : d / h,
    dV = own ? headSize("v_proj_weight", own.v, 0, "kvHeads", hKv) : dK;
  const outs = { q: h * dK, k: hKv * dK, v: hKv * dV };
  const widths = outs.q + outs.k + outs.v;
  const bias = vector("in_proj_bias", widths);
  const biases = {
    q: bias && bias.subarray(0, outs.q),
    k: bias && bias.subarray(outs.q, outs.q + outs.k),
    v: bias && bias.subarray(outs.q + outs.k),
    o: vector("out_proj.bias", d),
  };
  const output = () => outIn(read("out_proj.weight", [d, h * dV]));
  if (own)
    return {
      dK,
      dV,
      biases,
      weights: {
        q: outIn(own.q),
        k: outIn(read("k_proj_weight", [outs.k, null])),
        v: outIn(own.v),
        o: output(),
      },
    };
  const all = read("in_proj_weight", [widths, d]);
  const from = (/** @type {number} */ row, /** @type {number} */ count) => ({
    ...outIn(all),
    columns: count,
    start: row * d,
  });
  return {
    dK,
    dV,
    biases,
    weights: {
      q: from(0, outs.q),
      k: from(outs.q, outs.k),
      v: from(outs.q + outs.k, outs.v),
      o: output(),
    },
  };
}

/** @typedef {"q" | "k" | "v" | "o"} Role */
export const ROLES = /** @type {const} */ (["q", "k", "v", "o"]);

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
  const hKv = checkWhole(WHERE, "kvHeads", options.kvHeads ?? h, 1);
  if (h % hKv !== 0)
    throw new RangeError(`${WHERE}: heads = ${h} is not a multiple of kvHeads = ${hKv}`);
  const bias = checkBoolean(WHERE, "bias", options.bias),
    zero = checkBoolean(WHERE, "addZeroAttention", options.addZeroAttention);
  if (options.parameters === null || typeof options.parameters !== "object") {
    throw new TypeError(
      `${WHERE}: parameters must be an object of tensors, not ${describe(options.parameters)}`,
    );
  }
  const parameters = parametersOf(
    checkOptions(`${WHERE}: parameters`, options.parameters, [
      ...OURS,
      ...PYTORCH,
      "bias_k",
      "bias_v",
    ]),
  );
  const ours = OURS.find(parameters.has),
    theirs = PYTORCH.find(parameters.has);
  if (ours && theirs)
    throw new TypeError(`${WHERE}: parameters mix two conventions: ${ours} and ${theirs}`);
  if (d % h !== 0 && !parameters.has("W_Q") && !parameters.has("q_proj_weight"))
    throw new RangeError(
      `${WHERE}: d = ${d} is not a multiple of heads = ${h}, and no parameters.W_Q says how wide the heads are`,
    );
  const readProjections = theirs ? readTheirs : readOurs;
  const { weights, biases, dK, dV } = readProjections(parameters, d, h, hKv);
  const biasK = parameters.appended("bias_k", hKv * dK),
    biasV = parameters.appended("bias_v", hKv * dV);
  checkTensors(WHERE, parameters.held);
  if (!biasK !== !biasV)
    throw new TypeError(
      `${WHERE}: parameters.bias_k and parameters.bias_v go together, but only ${biasK ? "bias_k" : "bias_v"} was given`,
    );
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
