// How much memory the module has: its instances keep that to themselves, so every instance that is made
// while a body runs is noted as it is made.

/** Call before the package makes an instance.
 * @returns {(body: () => Promise<void>) => Promise<number>} the bytes of the memories that a body made */
export function watchMemory() {
  const original = WebAssembly.instantiate;
  /** @type {Set<WebAssembly.Memory> | null} */
  let made = null;
  /** @param {any[]} given */
  const noting = async (...given) => {
    const result = await /** @type {any} */ (original)(...given);
    const { memory } = (result.instance ?? result).exports;
    if (memory) made?.add(memory);
    return result;
  };
  WebAssembly.instantiate = /** @type {any} */ (noting);
  return async (body) => {
    made = new Set();
    await body();
    const bytes = [...made].reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
    made = null;
    return bytes;
  };
}
