// Random draws from a seed, the same in every engine: for starting values, shuffling, and made-up data.
// They are no stream of PyTorch's or NumPy's; js/random.js has those.

/** @param {number} seed a whole number from 0 to 2³² − 1 */
export function draws(seed) {
  // sfc32 by C. Doty-Humphrey; its state comes from the seed by MurmurHash3's finaliser.
  let state = seed | 0;
  const split = () => {
    state = (state + 0x9e3779b9) | 0;
    let z = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
  let a = split(),
    b = split(),
    c = split(),
    count = 1;
  const next = () => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let warm = 0; warm < 12; warm++) next();

  /** A number from 0 up to 1, with 32 bits. */
  const uniform = () => next() / 2 ** 32;
  /** A whole number from 0 up to `end`. @param {number} end */
  const below = (end) => Math.floor(uniform() * end);
  return {
    uniform,
    below,
    /** true in so many of all cases. @param {number} share */
    chance: (share) => uniform() < share,
    /** @template T @param {readonly T[]} list @returns {T} */
    pick: (list) => list[below(list.length)],
    /** A copy in another order. @template T @param {readonly T[]} list @returns {T[]} */
    shuffled: (list) => {
      const copy = [...list];
      for (let end = copy.length; end > 1; end--) {
        const at = below(end),
          last = copy[end - 1];
        copy[end - 1] = copy[at];
        copy[at] = last;
      }
      return copy;
    },
  };
}

/** @typedef {ReturnType<typeof draws>} Draws */
