// Why the variance of a score is d_k, and why a saturated softmax learns nothing: two derivations, line by line,
// with live numbers beside each line.
import { html } from "lit";
import { MOST_DRAWN, PAIRS, histogram, mean, samplesOf, variance } from "./samples.js";
import { count, printed, root as rootOf } from "./write.js";
import { barShapes } from "../../parts/charts/bar-row.js";
import { shapes } from "../../parts/charts/drawing.js";
import { choice } from "../../parts/fields/controls.js";
import { stepper } from "../../parts/fields/stepper.js";
import { written as row } from "../../parts/letters/lists.js";
import { MINUS, fixed, format, numberSign, written } from "../../parts/letters/numbers.js";
import { withSymbols } from "../../parts/letters/symbols.js";

/** @typedef {import("./attention-key-size.js").AttentionKeySize} Host */

export const PROOFS = ["variance", "slope"];
/** The lines of each derivation. @type {Record<string, string[]>} */
export const LINES = {
  variance: ["product", "one", "cross", "add", "root"],
  slope: ["share", "quotient", "diagonal", "beside", "saturated"],
};
const PARTS = 41;
/** The scores of the slope's example: lesson 2's, and the pair whose larger weight is 0.99. */
const SCORES = [8, 0, -8];
const PAIR = [Math.log(99), 0];
/** So far a score is moved to see the slope: what float32 still tells well. */
const NUDGE = 1 / 64;

/** @param {number} value */
const short = (value) => (Math.abs(value) < 0.0005 ? format(value) : fixed(value, 3));

/**
 * A line, with its numbers.
 * @typedef {{ name: string, values: Record<string, string>, bars?: { values: number[], most: number, label: string } }} Line
 */

/** What each line says. @param {Host} host @returns {Line[]} */
export function linesOf(host) {
  return host.proof === "slope" ? slopeLines(host) : varianceLines(host);
}

/** @param {Host} host @returns {Line[]} */
function varianceLines(host) {
  const attn = /** @type {NonNullable<typeof host.attn>} */ (host.attn);
  const dK = Math.min(MOST_DRAWN, Math.max(2, host.keySize));
  const key = `${host.seed}:${dK}`;
  if (host.samples?.key !== key) host.samples = { key, drawn: samplesOf(attn, host.seed, dK) };
  const { products, first, second, queries, keys, cross, sums } = host.samples.drawn;
  const variances = products.map(variance);
  const root = Math.sqrt(dK);
  const scaled = sums.map((sum) => sum / root);
  /** @param {number[]} values @param {number} most */
  const bars = (values, most) => ({
    values: histogram(values, most, PARTS),
    most,
    label: format(most),
  });
  const size = { size: String(dK), count: count(PAIRS) };
  return [
    {
      name: "product",
      values: { ...size, mean: short(mean(products[0])) },
      bars: bars(products[0], 4),
    },
    {
      name: "one",
      values: {
        ...size,
        q: short(mean(first)),
        k: short(mean(second)),
        both: short(variance(products[0])),
      },
      bars: bars(products[0], 4),
    },
    {
      name: "cross",
      values: { ...size, q: short(mean(queries)), k: short(mean(keys)), both: short(mean(cross)) },
      bars: bars(cross, 4),
    },
    {
      name: "add",
      values: {
        ...size,
        first: short(variances[0]),
        second: short(variances[1]),
        sum: fixed(
          variances.reduce((sum, each) => sum + each, 0),
          2,
        ),
        found: fixed(variance(sums), 2),
      },
      bars: bars(sums, 4 * root),
    },
    {
      name: "root",
      values: {
        ...size,
        deviation: fixed(Math.sqrt(variance(sums)), 2),
        root: rootOf(root),
        scaled: short(Math.sqrt(variance(scaled))),
      },
      bars: bars(scaled, 4),
    },
  ];
}

/** @param {Host} host @returns {Line[]} */
function slopeLines(host) {
  const attn = /** @type {NonNullable<typeof host.attn>} */ (host.attn);
  const scores = [2, 1, 0.5];
  /** @param {number[]} row */
  const softmax = (row) => Array.from(attn.softmax([row]).data);
  const p = softmax(scores);
  const moved = softmax(scores.map((score, j) => (j === 0 ? score + NUDGE : score)));
  const J = Array.from(attn.softmaxJacobian([p]).data);
  const saturated = softmax(SCORES);
  const slopes = Array.from(attn.softmaxJacobian([saturated]).data);
  const pair = softmax(PAIR);
  const pairSlopes = Array.from(attn.softmaxJacobian([pair]).data);
  const all = {
    scores: row(scores),
    p: p.map(short).join(numberSign()),
    p1: short(p[0]),
    p2: short(p[1]),
  };
  return [
    { name: "share", values: all },
    {
      name: "quotient",
      values: { ...all, nudge: written(String(NUDGE)), slope: short((moved[0] - p[0]) / NUDGE) },
    },
    { name: "diagonal", values: { ...all, rest: short(1 - p[0]), slope: short(J[0]) } },
    { name: "beside", values: { ...all, slope: short(J[1]), sum: short(J[0] + J[1] + J[2]) } },
    {
      name: "saturated",
      values: {
        scores: row(SCORES),
        largest: fixed(saturated[0], 4),
        second: fixed(saturated[1], 4),
        slope: fixed(slopes[0], 4),
        pair: fixed(pair[0], 2),
        other: fixed(pair[1], 2),
        pairSlope: fixed(pairSlopes[0], 4),
      },
    },
  ];
}

/** @param {Host} host */
export function derivationPicture(host) {
  const { text, step, proof } = host;
  const isHidden = host.asking.hides("V");
  const shown = linesOf(host).slice(0, step);
  return html`<ol class="derivation" data-proof=${proof}>
    ${shown.map(
      ({ name, values, bars }, at) =>
        html`<li data-line=${name} class=${at === step - 1 ? "now" : ""}>
          <p class="claim">${withSymbols(text(`line ${name}`, values))}</p>
          <p class="found" data-found>
            ${withSymbols(text(isHidden ? "lineHidden" : `found ${name}`, values))}
          </p>
          ${
            bars && !isHidden
              ? html`<figure class="histogram">
                  <svg
                    class="drawing"
                    viewBox="0 0 ${PARTS * 8} 80"
                    preserveAspectRatio="none"
                    role="img"
                    aria-label=${text(`histogram ${name}`, values)}
                  >
                    ${shapes(
                      barShapes(bars.values, {
                        width: PARTS * 8,
                        height: 80,
                        most: Math.max(...bars.values),
                        hue: 1,
                      }),
                    )}
                  </svg>
                  <figcaption aria-hidden="true">
                    <span>${MINUS}${bars.label}</span><span>0</span><span>${bars.label}</span>
                  </figcaption>
                </figure>`
              : ""
          }
        </li>`,
    )}
  </ol>`;
}

/** @param {Host} host */
export function derivationControls(host) {
  const { text } = host;
  return html`${choice({
      name: "proof",
      label: text("proof"),
      value: host.proof,
      options: PROOFS.map((value) => ({ value, label: withSymbols(text(`proof ${value}`)) })),
      onChange: (value) => host.set({ proof: value, step: 1 }),
    })}
    <div class="wide-control">
      ${stepper({
        steps: LINES[host.proof].map((name) => text(`short ${name}`)),
        current: host.step,
        onStep: (/** @type {number} */ step) => host.set({ step }),
        text,
      })}
    </div>`;
}

/** @param {Host} host @returns {{ of: string, line: unknown }[]} */
export const derivationDescription = (host) =>
  linesOf(host)
    .slice(0, host.step)
    .map(({ name, values }) => ({
      of: "V",
      line: withSymbols(
        `${host.text(`line ${name}`, values)} ${host.text(`found ${name}`, values)}`,
      ),
    }));

/** @param {Host} host @returns {import("../../frame/tables.js").NumberTable[]} */
export function derivationTables(host) {
  if (host.proof !== "variance" || !host.samples) return [];
  const { products, cross, sums } = host.samples.drawn;
  const rows = [products[0], cross, sums];
  return [
    {
      name: "V",
      title: host.text("title V"),
      tensor: {
        data: rows.flatMap((values) => [mean(values), variance(values)]),
        shape: [rows.length, 2],
      },
      rows: ["q₁k₁", "q₁q₂k₁k₂", "q · k"],
      columns: [host.text("columnMean"), host.text("columnVariance")],
      worded: true,
      write: (value) => printed(value, 4),
    },
  ];
}
