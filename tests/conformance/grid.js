// A grid of calls, and one hash of all bits that come back: the same in every build, every engine and in
// native C (grid.c). It stands alone, so that a test can run it in a page as well.

/** @param {any} attn @returns {string} */
export function gridHash(attn) {
  let hash = 2166136261;
  const add = (/** @type {{ data: Float32Array }} */ { data }) => {
    for (const word of new Uint32Array(data.buffer, data.byteOffset, data.length))
      hash = Math.imul(hash ^ word, 16777619);
  };
  // drawn() of tests/js/support.js, times 2
  const drawn = (/** @type {number[]} */ shape, /** @type {number} */ seed) => {
    let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
    const next = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return 2 * ((state >>> 8) / 2 ** 23 - 1);
    };
    const length = shape.reduce((product, size) => product * size, 1);
    return { data: Float32Array.from({ length }, next), shape };
  };
  const sizes = [1, 3, 4, 5, 8, 17, 64, 65, 130];
  let seed = 1;
  for (const n of sizes)
    for (const m of sizes) {
      const dK = 1 + ((n + m) % 9),
        dV = 1 + ((n * m) % 12);
      for (const options of [
        {},
        { causal: true },
        { causal: "bottom-right", window: { left: 5 } },
        { softcap: 2 },
        {
          mask: {
            data: Float32Array.from({ length: m }, (_, j) => (j % 3 ? -j : -Infinity)),
            shape: [m],
          },
        },
        { lengths: [Math.floor(m / 2), m] },
      ]) {
        const [q, k, v, g] = [
          drawn([2, 4, n, dK], seed),
          drawn([2, 2, m, dK], seed + 1),
          drawn([2, 2, m, dV], seed + 2),
          drawn([2, 4, n, dV], seed + 3),
        ];
        seed += 4;
        add(attn.attention(q, k, v, { ...options, method: "fused" }).output);
        add(attn.attention(q, k, v, { ...options, method: "staged" }).output);
        const { gradQ, gradK, gradV } = attn.attentionBackward(q, k, v, g, options);
        for (const gradient of [gradQ, gradK, gradV]) add(gradient);
      }
    }
  for (let m = 1; m < 300; m += 7) {
    const x = drawn([3, m], m);
    add(attn.softmax(x, { temperature: 0.75 }));
    add(attn.softmax(x, { plusOne: true }));
    add(attn.logSoftmax(x));
    add(attn.l1Normalize(x));
    add(attn.sparsemax(x));
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
