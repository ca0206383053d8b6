// Standard deviations: lesson 2's 10,000 pairs, and lesson 3's two experiments with NumPy's random numbers.
import { html, nothing } from "lit";
import { count, printed } from "./write.js";
import { inTurns } from "../../parts/work/turns.js";
import { fixed } from "../../parts/letters/numbers.js";
import { symbol, withSymbols } from "../../parts/letters/symbols.js";

/** @typedef {import("./attention-key-size.js").AttentionKeySize} Host */
/** @typedef {import("../../../js/experiments.js").SpreadRow} SpreadRow */

/** Lesson 2's sizes, seed and pairs. */
const PLAN = { seed: 0, dK: [4, 64, 512], pairs: 10000 };
/** Lesson 3's: five queries and five keys of each size, from one stream. */
const STREAM = { seed: 0, dK: [8, 64, 512, 4096], rows: 5 };
/** Its first exercise: six of each, every size from the start of the stream. */
const EXERCISE = { seed: 1, dK: [8, 512], rows: 6 };

// Short enough for 60 frames a second.
const SLICE = 8;

/** @param {NonNullable<Host["attn"]>} attn
 * @returns {Generator<import("../../../js/experiments.js").Step<SpreadRow>, void, { waited: boolean }>} */
function* steps(attn) {
  for (const step of attn.spreadSteps(PLAN)) yield step;
}

/** Draws the pairs in turns. @param {Host} host @param {(rows: SpreadRow[]) => void} onDone */
export function measureSpread(host, onDone) {
  const attn = /** @type {NonNullable<typeof host.attn>} */ (host.attn);
  /** @type {SpreadRow[]} */
  const rows = [];
  return inTurns(steps(attn), {
    slice: SLICE,
    isNews: ({ row }) => row !== undefined,
    onProgress: ({ row }) => {
      if (row) rows.push(row);
    },
    onDone: () => onDone(rows),
    onFail: (reason) => host.halt(host.text("failedToMeasure", { reason })),
  });
}

/** @param {ArrayLike<number>} values whole, as NumPy's std() takes it */
function deviation(values) {
  const list = Array.from(values);
  const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
  return Math.sqrt(list.reduce((sum, value) => sum + (value - mean) ** 2, 0) / list.length);
}

/** @typedef {{ dK: number, undivided: number, divided: number }} Row */

/** Lesson 3: the standard deviation of 25 scores, and the largest weights of 36. @param {Host} host
 * @returns {{ spreads: Row[], largest: Row[] }} */
export function numpyRows({ attn }) {
  if (!attn) return { spreads: [], largest: [] };
  /** @param {ReturnType<typeof attn.numpyGenerator>} generator @param {number} rows @param {number} dK */
  const drawn = (generator, rows, dK) => {
    const q = generator.normal([rows, dK]);
    const k = generator.normal([rows, dK]);
    const nothing = { data: new Float32Array(0), shape: [rows, 0] };
    /** @param {number} scale */
    const of = (scale) => {
      const { scores, weights } = attn.attention(q, k, nothing, {
        scale,
        scores: "scaled",
        weights: true,
      });
      if (!scores || !weights) throw new Error("attention gave no scores");
      return { scores: scores.data, largest: Math.max(...weights.data) };
    };
    return { undivided: of(1), divided: of(1 / Math.sqrt(dK)) };
  };
  const stream = attn.numpyGenerator(STREAM.seed);
  return {
    spreads: STREAM.dK.map((dK) => {
      const { undivided, divided } = drawn(stream, STREAM.rows, dK);
      return { dK, undivided: deviation(undivided.scores), divided: deviation(divided.scores) };
    }),
    largest: EXERCISE.dK.map((dK) => {
      const { undivided, divided } = drawn(attn.numpyGenerator(EXERCISE.seed), EXERCISE.rows, dK);
      return { dK, undivided: undivided.largest, divided: divided.largest };
    }),
  };
}

/** The three tables, each with the letter that a question hides it by. @param {Host} host */
function spreadRows(host) {
  return [
    {
      name: "pairs",
      letter: "N",
      decimals: 2,
      rows: (host.spread ?? []).map(({ dK, std, stdScaled }) => ({
        dK,
        undivided: std,
        divided: stdScaled,
      })),
    },
    { name: "stream", letter: "R", decimals: 2, rows: host.numpy.spreads },
    { name: "exercise", letter: "M", decimals: 4, rows: host.numpy.largest },
  ];
}

/** @param {Host} host */
export function spreadPicture(host) {
  const { text } = host;
  return html`<div class="spreads">
    ${spreadRows(host).map(({ name, letter, decimals, rows }) => {
      const isHidden = host.asking.hides(letter);
      const isAsked = host.asking.isOpen();
      /** @param {number} value */
      const shown = (value) => (isHidden ? "?" : fixed(value, decimals));
      return html`<table class="figures" data-spread=${name}>
        <caption>
          ${withSymbols(text(`spread ${name}`))}
        </caption>
        <thead>
          <tr>
            <th scope="col">${symbol("d_k")}</th>
            <th scope="col">√<span>${symbol("d_k")}</span></th>
            <th scope="col">${text("columnUndividedShort")}</th>
            <th scope="col">${withSymbols(text("columnByRoot"))}</th>
          </tr>
        </thead>
        <tbody>
          ${
            rows.length === 0
              ? html`<tr>
                  <td colspan="4">${text("drawing")}</td>
                </tr>`
              : nothing
          }
          ${rows.map(
            ({ dK, undivided, divided }) =>
              html`<tr data-size=${dK}>
                <th scope="row">${count(dK)}</th>
                <td>${isAsked ? "?" : printed(Math.sqrt(dK), 2)}</td>
                <td data-cell="undivided">${shown(undivided)}</td>
                <td data-cell="divided">${shown(divided)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`;
    })}
  </div>`;
}

/** @param {Host} host @returns {import("../../frame/tables.js").NumberTable[]} */
export const spreadTables = (host) =>
  spreadRows(host)
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, letter, rows }) => ({
      name: letter,
      title: host.text(`spread ${name}`),
      tensor: {
        data: rows.flatMap(({ undivided, divided }) => [undivided, divided]),
        shape: [rows.length, 2],
      },
      rows: rows.map(({ dK }) => count(dK)),
      columns: [host.text("columnUndividedShort"), host.text("columnByRoot")],
      worded: true,
      rowAxis: host.text("axisSize"),
    }));

/** @param {Host} host */
export const spreadDescription = (host) =>
  spreadRows(host).flatMap(({ name, letter, decimals, rows }) =>
    rows.map(({ dK, undivided, divided }) => ({
      of: letter,
      line: host.text("describeSpread", {
        what: host.text(`spread ${name}`),
        size: dK,
        undivided: fixed(undivided, decimals),
        divided: fixed(divided, decimals),
      }),
    })),
  );

/** Lesson 2's and 3's programs in one. */
/** With what it prints under each print. @param {Host} host */
export const spreadNumpy = ({ numpy: { spreads, largest } }) => `import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))  # the largest is subtracted: no overflow
    return E / E.sum(axis=-1, keepdims=True)


rng = np.random.default_rng(${STREAM.seed})
for d_k in (${STREAM.dK.join(", ")}):
    Q, K = rng.normal(size=(${STREAM.rows}, d_k)), rng.normal(size=(${STREAM.rows}, d_k))
    S = Q @ K.T
    assert S.shape == (${STREAM.rows}, ${STREAM.rows})
    print(f"d_k={d_k}: std {S.std():.2f}, divided {(S / np.sqrt(d_k)).std():.2f}")
${spreads.map(({ dK, undivided, divided }) => `# d_k=${dK}: std ${undivided.toFixed(2)}, divided ${divided.toFixed(2)}`).join("\n")}

for d_k in (${EXERCISE.dK.join(", ")}):
    rng = np.random.default_rng(${EXERCISE.seed})
    Q, K = rng.normal(size=(${EXERCISE.rows}, d_k)), rng.normal(size=(${EXERCISE.rows}, d_k))
    unscaled, scaled = softmax(Q @ K.T), softmax(Q @ K.T / np.sqrt(d_k))
    assert np.allclose(scaled.sum(-1), 1) and unscaled.max() > scaled.max()
    print(f"d_k={d_k}: unscaled max={unscaled.max():.4f}, scaled max={scaled.max():.4f}")
${largest.map(({ dK, undivided, divided }) => `# d_k=${dK}: unscaled max=${undivided.toFixed(4)}, scaled max=${divided.toFixed(4)}`).join("\n")}
`;

export const spreadPython = () => `import torch

torch.manual_seed(${PLAN.seed})
for d_k in (${PLAN.dK.join(", ")}):
    q, k = (torch.randn(${PLAN.pairs}, d_k, dtype=torch.float64) for _ in range(2))
    dots = (q * k).sum(1)
    assert dots.shape == (${PLAN.pairs},)
    print(f"d_k={d_k:3}: std {dots.std():.2f}, divided {(dots / d_k**0.5).std():.2f}")
`;
