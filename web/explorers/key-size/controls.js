// What a learner turns: the key size, the divisor, the seeds, and the measurement.
import { html, nothing } from "lit";
import { DIVISORS, LESSON_SIZES } from "./draws.js";
import { SAMPLE } from "./measure.js";
import { count } from "./write.js";
import { choice } from "../../parts/fields/controls.js";
import { numberField } from "../../parts/fields/number-field.js";
import { progress } from "../../parts/fields/progress.js";
import { stops } from "../../parts/fields/stops.js";
import { symbol, withSymbols } from "../../parts/letters/symbols.js";

/** @typedef {import("./attention-key-size.js").AttentionKeySize} Host */

export const MOST = 4096;
export const MOST_SEED = 2 ** 32 - 1;

/** @param {Host} host */
export function controlsOf(host) {
  const { text } = host;
  const refuse = (/** @type {Record<string, unknown>} */ values) => {
    host.refused = values;
  };
  const size = () =>
    html`${stops({
      name: "key-size",
      label: html`${text("keySize")} ${symbol("d_k")}`,
      stops: LESSON_SIZES.map((value) => ({ value, label: count(value) })),
      value: host.keySize,
      shown: count(host.keySize),
      onChange: (keySize) => host.turn({ keySize }),
    })}
    ${numberField({
      name: "own-size",
      label: text("ownSize", { most: count(MOST) }),
      value: host.keySize,
      min: 1,
      max: MOST,
      onChange: (keySize) => host.turn({ keySize }),
      onRefuse: (typed) => refuse({ text: typed, min: 1, max: MOST, kept: host.keySize }),
    })}`;
  const divisor = () =>
    choice({
      name: "divisor",
      label: text("divisor"),
      options: DIVISORS.map((value) => ({ value, label: withSymbols(text(`divisor ${value}`)) })),
      value: host.divisor,
      onChange: (value) => host.set({ divisor: value, refused: undefined }),
    });
  /** @param {"seed" | "scalingSeed" | "gradientSeed"} name */
  const seed = (name) =>
    numberField({
      name: name.replace("Seed", "-seed"),
      label: text(name),
      value: host[name],
      min: 0,
      max: MOST_SEED,
      onChange: (value) =>
        host.set({ [name]: value, refused: undefined, pointed: undefined, halted: undefined }),
      onRefuse: (typed) => refuse({ text: typed, min: 0, max: MOST_SEED, kept: host[name] }),
    });
  // The derivation needs a size and a seed, and its second half neither.
  if (host.view === "derivation" && host.proof === "slope") return nothing;
  if (host.view === "derivation")
    return html`${host.shows("key-size") ? size() : nothing}
    ${host.shows("seed") ? seed("seed") : nothing}`;
  return html`${host.shows("key-size") ? size() : nothing}
  ${host.shows("divisor") ? divisor() : nothing} ${host.shows("seed") ? seed("seed") : nothing}
  ${
    host.shows("averages")
      ? html`<div class="sample" data-averages>
          <div class="state">
            <span>${text("sampleLabel", { rows: count(SAMPLE.rows), keys: SAMPLE.keys })}</span>
            ${progressOf(host)}
          </div>
          ${host.shows("seed") ? html`${seed("scalingSeed")} ${seed("gradientSeed")}` : nothing}
        </div>`
      : nothing
  }`;
}

/** How many random numbers the averages take, in millions. @param {Host} host */
function numbersOf(host) {
  const each = 2 * SAMPLE.pairs + 2 * SAMPLE.rows * (1 + SAMPLE.keys);
  const sizes = host.plans().flatMap((plan) => plan.dK);
  return count(Math.round((each * sizes.reduce((sum, size) => sum + size, 0)) / 1e6));
}

/** @param {Host} host */
function progressOf(host) {
  const { text } = host;
  if (host.plans().every((plan) => host.isFound(plan))) {
    return html`<p data-state="done">${text("measured", { numbers: numbersOf(host) })}</p>`;
  }
  if (host.halted !== undefined) {
    return html`<p data-state="stopped">
      ${host.halted}
      <button
        type="button"
        class="plain"
        data-action="measure"
        @click=${() => {
          host.halted = undefined;
        }}
      >
        ${text("measure")}
      </button>
    </p>`;
  }
  return progress({
    label: text("measuring", { numbers: numbersOf(host) }),
    fraction: host.fraction,
    onCancel: () => host.halt(text("stopped")),
    text,
  });
}
