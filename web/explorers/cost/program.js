// What the programs of this explorer begin with.

/** @typedef {import("./sizes.js").Sizes} Sizes */

/** @param {number[]} list */
export const tuple = (list) => `(${list.join(", ")}${list.length === 1 ? "," : ""})`;

/** @param {Sizes} sizes */
export const head = ({ d, heads, layers, bytes, expansion, batch }) =>
  `d, h, layers, size, e, b = ${d}, ${heads}, ${layers}, ${bytes}, ${expansion}, ${batch}  # size: bytes of a number, e: feed-forward width / d`;

export const CLOCK = `def milliseconds(run):
    for _ in range(3):
        run()
    samples = []
    while len(samples) < 5 or sum(samples) < 0.05:
        begin = time.perf_counter()
        run()
        samples.append(time.perf_counter() - begin)
    return 1000 * statistics.median(samples)
`;
