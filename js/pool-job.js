// What a worker of the pool does with a message, and the calling thread where workers are refused.
import { runAttention } from "./attention.js";
import { PackedLayer } from "./packed-layer.js";

/** @typedef {import("./attention.js").AttentionResult} AttentionResult */

/** Some heads of a layer, or its last projection.
 * @typedef {ConstructorParameters<typeof PackedLayer>[1]} LayerPart */

/**
 * @typedef {{ kind: "attention", plan: import("./attention.js").AttentionPlan }
 *   | { kind: "forward", layer: string, plan: import("./multihead.js").ForwardPlan }
 *   | { kind: "project", layer: string, joined: Float32Array, rows: number, d: number }} Call
 */

/**
 * What is sent to a worker: parts of layers that it is to keep from now on, and calls. Or: the layer
 * whose parts it can forget.
 * @typedef {object} Message
 * @property {{ key: string, part: LayerPart }[]} [layers] @property {Call[]} [calls]
 * @property {string} [forget] how the keys of its parts begin
 */

/** Computes messages on an instance of the module.
 * @param {import("./core.js").Core} core */
export function makeWorkplace(core) {
  /** @type {Map<string, PackedLayer>} */
  const layers = new Map();
  /** @param {string} key */
  const layerOf = (key) => {
    const layer = layers.get(key);
    if (!layer) throw new Error(`this worker was not sent the layer ${key}`);
    return layer;
  };
  /** @param {Call} call @returns {AttentionResult} */
  const compute = (call) => {
    if (call.kind === "attention") return runAttention(core, call.plan);
    if (call.kind === "forward") return layerOf(call.layer).run(call.plan);
    const { joined, rows, d } = call;
    const data = layerOf(call.layer).projectJoined(joined, rows, d);
    return { output: { data, shape: [rows, d] } };
  };
  /** @param {string} key */
  const drop = (key) => {
    layers.get(key)?.free();
    layers.delete(key);
  };
  return (/** @type {Message} */ { layers: fresh = [], calls = [], forget }) => {
    if (forget !== undefined) {
      for (const key of [...layers.keys()]) if (key.startsWith(forget)) drop(key);
    }
    for (const { key, part } of fresh) {
      drop(key);
      layers.set(key, new PackedLayer(core, part));
    }
    return calls.map(compute);
  };
}
