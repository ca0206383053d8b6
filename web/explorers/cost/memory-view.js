// Memory: the scores and the room they take, beside Q, K and V.
import { bytesIn, ratioOf } from "./columns.js";
import { head, tuple } from "./program.js";
import { STOPS, TIMED } from "./sizes.js";
import { binaryBytes, bytes, count, factor } from "./write.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */

/** @param {Sizes} sizes @param {number[]} tokens */
const memoryPython = (sizes, tokens) => `# Python alone: nothing is stored, all is counted.
${head(sizes)}
rows = []
for n in ${tuple(tokens)}:
    scores, qkv = b * layers * h * n * n, 3 * b * layers * n * d
    rows.append([scores, scores * size, qkv * size, scores / qkv])
    print(f"n {n:7}: {scores:18,} scores, {scores * size:18,} bytes; Q, K, V {qkv * size:16,} bytes")
`;

/** @type {import("./view.js").View} */
export const memory = {
  first: "head",
  tokens: TIMED,
  stops: STOPS,
  fields: ["d", "heads", "layers", "batch", "bytes"],
  formulas: ["costMemory"],
  lines: ["scoreBytes", "qkvBytes"],
  measure: "bytes",
  columns(all) {
    const column = bytesIn(all, "scoreBytes", "qkvBytes");
    return [
      { name: "scores", values: all.map((counts) => counts.scores), write: count, asked: true },
      column("scoreBytes", true),
      column("qkvBytes"),
      ratioOf(all, "times"),
    ];
  },
  answers: ["scores", "scoreBytes", "headScores", "times"],
  asked: ({ sizes, counts }, text) => ({
    question: text("ask memory", { n: count(sizes.n), qkv: bytes(counts.qkvBytes) }),
    answers: ["less", "more", "most"].map((value) => ({ value, label: text(`answer ${value}`) })),
    right: counts.times < 1 ? "less" : counts.times <= 10 ? "more" : "most",
    why: text("verdict memory", {
      scores: bytes(counts.scoreBytes),
      times: factor(counts.times),
    }),
  }),
  readouts: ({ sizes, counts }, _text, { item, number, room }) => [
    number("scores"),
    ...(sizes.heads * sizes.layers * sizes.batch > 1 ? [number("headScores")] : []),
    room("scoreBytes"),
    room("qkvBytes"),
    item("times", factor(counts.times)),
  ],
  sentence: ({ sizes, counts, revealed }, text) =>
    text(revealed ? "say memory" : "say memory secret", {
      n: count(sizes.n),
      scores: count(counts.headScores),
      bytes: bytes(counts.headBytes),
      binary: binaryBytes(counts.headBytes),
      qkv: bytes(counts.qkvBytes),
    }),
  python: ({ sizes, counted }) => memoryPython(sizes, counted?.tokens ?? []),
};
