// Small ONNX models as bytes, written field by field: what onnxruntime-web is given to run.
// Source of the field numbers: onnx.proto3 of the ONNX standard.

const text = new TextEncoder();

/** A whole number in seven bits a byte. @param {number} value @returns {number[]} */
function varint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

/** A field of bytes: a string, or a message in a message.
 * @param {number} field @param {Uint8Array | string} content @returns {Uint8Array} */
function bytes(field, content) {
  const body = typeof content === "string" ? text.encode(content) : content;
  const head = [...varint(field * 8 + 2), ...varint(body.length)];
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}

/** @param {number} field @param {number} value */
const whole = (field, value) => Uint8Array.from([...varint(field * 8), ...varint(value)]);

/** @param {number} field @param {number} value */
const real = (field, value) =>
  Uint8Array.from([field * 8 + 5, ...new Uint8Array(Float32Array.of(value).buffer)]);

/** @param {...Uint8Array} parts */
function message(...parts) {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (joined.set(part, at), at + part.length), 0);
  return joined;
}

const FLOAT = 1;

/** @param {string} name @param {readonly number[]} shape */
const valueInfo = (name, shape) =>
  message(
    bytes(1, name),
    bytes(
      2,
      bytes(
        1,
        message(
          whole(1, FLOAT),
          bytes(2, message(...shape.map((size) => bytes(1, whole(1, size))))),
        ),
      ),
    ),
  );

/**
 * @typedef {object} Node
 * @property {string} op @property {string[]} inputs "" leaves an input out @property {string[]} outputs
 * @property {string} [domain] @property {Record<string, { int?: number, ints?: number[], float?: number }>} [attributes]
 */

/** @param {Node} node */
const nodeOf = ({ op, inputs, outputs, domain, attributes = {} }) =>
  message(
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, { int, ints, float }]) =>
      bytes(
        5,
        message(
          bytes(1, name),
          ...(int !== undefined ? [whole(3, int), whole(20, 2)] : []),
          ...(float !== undefined ? [real(2, float), whole(20, 1)] : []),
          ...(ints ? [...ints.map((value) => whole(8, value)), whole(20, 7)] : []),
        ),
      ),
    ),
    ...(domain ? [bytes(7, domain)] : []),
  );

/** A model of float32 tensors.
 * @param {{ nodes: Node[], inputs: Record<string, number[]>, outputs: Record<string, number[]>,
 *   constants?: Record<string, { data: Float32Array, shape: number[] }> }} graph */
export function makeModel({ nodes, inputs, outputs, constants = {} }) {
  const graph = message(
    ...nodes.map((node) => bytes(1, nodeOf(node))),
    bytes(2, "graph"),
    ...Object.entries(constants).map(([name, { data, shape }]) =>
      bytes(
        5,
        message(
          ...shape.map((size) => whole(1, size)),
          whole(2, FLOAT),
          bytes(8, name),
          bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
        ),
      ),
    ),
    ...Object.entries(inputs).map(([name, shape]) => bytes(11, valueInfo(name, shape))),
    ...Object.entries(outputs).map(([name, shape]) => bytes(12, valueInfo(name, shape))),
  );
  const operators = (/** @type {string} */ domain, /** @type {number} */ version) =>
    bytes(8, message(bytes(1, domain), whole(2, version)));
  return message(whole(1, 8), operators("", 17), operators("com.microsoft", 1), bytes(7, graph));
}

/** softmax(q kᵀ / √d_k) v by the operator MultiHeadAttention, on q (1, n, h·d_k), k and v (1, m, h·d_k).
 * @param {number} n @param {number} m @param {number} heads @param {number} width */
export const attentionModel = (n, m, heads, width) =>
  makeModel({
    nodes: [
      {
        op: "MultiHeadAttention",
        domain: "com.microsoft",
        inputs: ["q", "k", "v"],
        outputs: ["output"],
        attributes: { num_heads: { int: heads } },
      },
    ],
    inputs: { q: [1, n, width], k: [1, m, width], v: [1, m, width] },
    outputs: { output: [1, n, width] },
  });

/** The same of q and k by MatMul and Softmax, k (m, d_k) transposed first; the weights as well.
 * @param {number} n @param {number} m @param {number} d */
export const stagedModel = (n, m, d) =>
  makeModel({
    nodes: [
      {
        op: "Transpose",
        inputs: ["k"],
        outputs: ["columns"],
        attributes: { perm: { ints: [1, 0] } },
      },
      { op: "Mul", inputs: ["q", "scale"], outputs: ["scaled"] },
      { op: "MatMul", inputs: ["scaled", "columns"], outputs: ["scores"] },
      { op: "Softmax", inputs: ["scores"], outputs: ["weights"] },
      { op: "MatMul", inputs: ["weights", "v"], outputs: ["output"] },
    ],
    inputs: { q: [n, d], k: [m, d], v: [m, d] },
    outputs: { output: [n, d], weights: [n, m] },
    constants: { scale: { data: Float32Array.of(1 / Math.sqrt(d)), shape: [1] } },
  });

/** A layer without biases: x (1, n, d) times W_Q, W_K and W_V, attention in every head, times W_O.
 * @param {number} n @param {number} d @param {number} heads
 * @param {Record<"W_Q" | "W_K" | "W_V" | "W_O", { data: Float32Array, shape: number[] }>} constants */
export const layerModel = (n, d, heads, constants) =>
  makeModel({
    nodes: [
      { op: "MatMul", inputs: ["x", "W_Q"], outputs: ["q"] },
      { op: "MatMul", inputs: ["x", "W_K"], outputs: ["k"] },
      { op: "MatMul", inputs: ["x", "W_V"], outputs: ["v"] },
      {
        op: "MultiHeadAttention",
        domain: "com.microsoft",
        inputs: ["q", "k", "v"],
        outputs: ["joined"],
        attributes: { num_heads: { int: heads } },
      },
      { op: "MatMul", inputs: ["joined", "W_O"], outputs: ["output"] },
    ],
    inputs: { x: [1, n, d] },
    outputs: { output: [1, n, d] },
    constants,
  });

/** A decoding step, as pages do it: the new token's query, key and value (1, 1, h·d_k) and the past
 * (1, h, past, d_k) go in, and the output and the past for the next step come out.
 * @param {number} heads @param {number} past @param {number} d */
export const decodeModel = (heads, past, d) =>
  makeModel({
    nodes: [
      {
        op: "MultiHeadAttention",
        domain: "com.microsoft",
        inputs: ["q", "k", "v", "", "", "", "past_key", "past_value"],
        outputs: ["output", "present_key", "present_value"],
        attributes: { num_heads: { int: heads } },
      },
    ],
    inputs: {
      ...Object.fromEntries(["q", "k", "v"].map((name) => [name, [1, 1, heads * d]])),
      past_key: [1, heads, past, d],
      past_value: [1, heads, past, d],
    },
    outputs: {
      output: [1, 1, heads * d],
      present_key: [1, heads, past + 1, d],
      present_value: [1, heads, past + 1, d],
    },
  });

/** The operator alone: one query (1, 1, h·d_k) over keys and values (1, h, m, d_k) that are part of the
 * model, so that nothing of them is copied, and none can be added.
 * @param {number} heads @param {number} d
 * @param {Record<"k" | "v", { data: Float32Array, shape: number[] }>} constants */
export const fixedKeysModel = (heads, d, constants) =>
  makeModel({
    nodes: [
      {
        op: "MultiHeadAttention",
        domain: "com.microsoft",
        inputs: ["q", "k", "v"],
        outputs: ["output"],
        attributes: { num_heads: { int: heads } },
      },
    ],
    inputs: { q: [1, 1, heads * d] },
    outputs: { output: [1, 1, heads * d] },
    constants,
  });
