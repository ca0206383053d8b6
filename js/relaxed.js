// The build whose products are fused (relaxed SIMD), for load({ variant: "relaxed" }): a file of its own,
// which leaves it where load() looks. "attention-wasm/relaxed" is this file.
import { build, bytes } from "#relaxed-patch";
import { placeOf } from "./left.js";

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** @param {() => Uint8Array} simdBytes */
async function compile(simdBytes) {
  const module = typeof WebAssembly === "undefined" ? null : bytes(simdBytes());
  if (!module || !WebAssembly.validate(module))
    throw new Error(
      'load: variant "relaxed" needs relaxed SIMD, which this engine does not have (Chrome and Edge have it from 114, Firefox from 145, Node.js from 21); "auto" takes the best build that runs here',
    );
  return WebAssembly.compile(module);
}

export const relaxed = {
  build,
  /** The compiled module. Rejects where the engine does not know relaxed SIMD.
   * @param {() => Uint8Array} simdBytes */
  compile(simdBytes) {
    compiled ??= compile(simdBytes);
    compiled.catch(() => (compiled = undefined)); // a load that failed may be tried again
    return compiled;
  },
};

/** @type {any} */ (globalThis)[placeOf("relaxed")] = relaxed;
