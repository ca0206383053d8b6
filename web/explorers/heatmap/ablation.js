// Weights are no explanations: what becomes of a prediction without the head that has the largest weight.
import { html, nothing } from "lit";
import { action } from "../../parts/fields/controls.js";
import { TICKETS } from "./tickets.js";
import { bestOf } from "./view.js";
import { precise } from "./written.js";

/** @typedef {import("./classifier.js").Effect} Effect */

/** Less than this is no change that anybody would see. */
const HARDLY = 0.01;

/**
 * What leaving heads out of this text shows.
 * @param {Effect[]} effects @param {ArrayLike<number>} whole the probabilities with every head on
 */
export function ablationOf(effects, whole) {
  const best = bestOf(whole);
  const brightest = effects.reduce((a, b) => (b.largest > a.largest ? b : a));
  const strongest = effects.reduce((a, b) =>
    b.probabilities[best] < a.probabilities[best] ? b : a,
  );
  const after = brightest.probabilities[best];
  // Equal weights are none of them the largest; and a probability that is near one half before it changes, or
  // below it, could fall below it and hardly change.
  const isAlone =
    effects.filter(({ largest }) => precise(largest) === precise(brightest.largest)).length === 1;
  const isAsked = isAlone && whole[best] >= 0.5 + HARDLY;
  const truth = Math.abs(after - whole[best]) < HARDLY ? "hardly" : after < 0.5 ? "half" : "some";
  return { best, before: whole[best], brightest, strongest, truth, isAsked };
}

/** @typedef {ReturnType<typeof ablationOf>} Ablation */

/** Why the answer is what it is, and the heads to switch off.
 * @param {import("./heat-map.js").HeatMap} map @param {Ablation} ablation @param {string[]} classes */
export function ablationWhy(map, ablation, classes) {
  const { best, before, brightest, strongest } = ablation;
  const { text } = map;
  const place = (/** @type {Effect} */ { layer, head }) =>
    text("place", { layer: layer + 1, head: head + 1 });
  const bold = (/** @type {number} */ value) => html`<b>${precise(value)}</b>`;
  const without = (/** @type {Effect} */ effect) => {
    const winner = bestOf(effect.probabilities);
    const values = {
      place: place(effect),
      largest: precise(effect.largest),
      name: html`<bdi>${classes[best]}</bdi>`,
      before: bold(before),
      after: bold(effect.probabilities[best]),
      winner: html`<bdi>${classes[winner]}</bdi>`,
    };
    const isBrightest = effect === brightest;
    return [
      map.rich(isBrightest ? "withoutBrightest" : "withoutStrongest", values),
      winner === best ? "" : [" ", map.rich("otherClass", values)],
      " ",
    ];
  };
  const button = (/** @type {Effect} */ effect) =>
    html`<button
      type="button"
      class="plain"
      data-ablate="${effect.layer + 1}:${effect.head + 1}"
      @click=${() => {
        const { layer, head } = effect;
        map.set({ without: [[layer + 1, head + 1]], layer: layer + 1, head: head + 1 });
      }}
    >
      ${text("switchOff", { place: place(effect) })}
    </button>`;
  const { classifier } = map;
  const isExample = classifier && map.phraseOf(classifier) === classifier.text;
  const toExample = () =>
    map.set({ phrase: undefined, row: undefined, zoom: undefined, without: [] });
  const isSame = strongest === brightest;
  return html`${without(brightest)}
    ${
      isSame
        ? text("sameHead")
        : strongest.probabilities[best] < before - HARDLY
          ? without(strongest)
          : text("noHead")
    }
    <b>${text("notExplanations")}</b>
    <span class="answers">
      ${button(brightest)} ${isSame ? nothing : button(strongest)}
      ${
        isSame && !isExample && !map.tickets && map.source === TICKETS
          ? action({ name: "example", label: text("toExample"), onPress: toExample })
          : nothing
      }
    </span>`;
}
