// A check, not a computation that anything is drawn from: masked attention again from its definition, in
// plain JavaScript and float64, beside what the module made of every combination of the masks in float32.
import { html } from "lit";
import { small } from "../../parts/letters/numbers.js";
import { MASKS } from "./examples.js";
import { Ways } from "./ways.js";

/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */
/** @typedef {import("./attention-masks.js").AttentionMasks} AttentionMasks */

/**
 * softmax(scaled + M) V; a row without a key is 0.
 * @param {Tensor} scaled (n, m) @param {Tensor} M (n, m) @param {Tensor} V (m, d_v)
 * @returns {{ weights: number[], output: number[] }}
 */
function inFloat64(scaled, M, V) {
  const [n, m] = scaled.shape;
  const width = V.shape[1];
  const rows = Array.from({ length: n }, (_, i) => {
    const scores = Array.from(
      { length: m },
      (_unused, j) => scaled.data[i * m + j] + M.data[i * m + j],
    );
    const largest = Math.max(...scores);
    const powers = scores.map((score) => (largest === -Infinity ? 0 : Math.exp(score - largest)));
    const sum = powers.reduce((total, power) => total + power, 0);
    return powers.map((power) => (sum === 0 ? 0 : power / sum));
  });
  const output = rows.flatMap((row) =>
    Array.from({ length: width }, (_, t) =>
      row.reduce((sum, weight, j) => sum + weight * V.data[j * width + t], 0),
    ),
  );
  return { weights: rows.flat(), output };
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const difference = (a, b) => Math.max(0, ...Array.from(a, (value, at) => Math.abs(value - b[at])));

/**
 * Every combination of the masks, and how far the module's float32 is from float64.
 * @param {Ways} ways
 * @returns {{ masks: import("./examples.js").MaskName[], weights: number, output: number }[]}
 */
export function checkMasks({ attn, settings }) {
  return Array.from({ length: 2 ** MASKS.length }, (_, bits) => {
    const masks = MASKS.filter((_unused, at) => bits & (1 << at));
    const { matrices } = new Ways(attn, { ...settings, masks, flip: [], biases: {} });
    const exact = inFloat64(settings.scaled, matrices.M, settings.values);
    return {
      masks,
      weights: difference(matrices.A.data, exact.weights),
      output: difference(matrices.O.data, exact.output),
    };
  });
}

/** The check as a table. @param {AttentionMasks} explorer */
export function checkPanel({ ways, text }) {
  const rows = checkMasks(ways);
  const most = Math.max(...rows.flatMap(({ weights, output }) => [weights, output]));
  return html`<p>${text("checkSays", { count: rows.length, most: small(most) })}</p>
    <div class="checked">
      <table data-check>
        <thead>
          <tr>
            <th scope="col">${text("checkMasks")}</th>
            <th scope="col">${text("checkWeights")}</th>
            <th scope="col">${text("checkOutput")}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ masks, weights, output }) =>
              html`<tr>
                <th scope="row">
                  ${masks.map((mask) => text(`mask ${mask}`)).join(" + ") || text("noMaskOn")}
                </th>
                <td>${small(weights)}</td>
                <td>${small(output)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
