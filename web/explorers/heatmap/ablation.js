// Weights are no explanations: the question what becomes of a prediction without the head that has the
// largest weight, and the answer from the live numbers.
import { html, nothing } from "lit";
import { prediction } from "../../parts/fields/prediction.js";
import { bestOf } from "./view.js";
import { precise } from "./written.js";

/** @typedef {import("./classifier.js").Effect} Effect */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

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
  const truth = Math.abs(after - whole[best]) < HARDLY ? "hardly" : after < 0.5 ? "half" : "some";
  return { best, before: whole[best], brightest, strongest, truth };
}

/** @typedef {ReturnType<typeof ablationOf>} Ablation */

/**
 * @param {object} options
 * @param {Ablation} options.ablation
 * @param {string[]} options.classes
 * @param {string | undefined} options.guess
 * @param {(guess: string) => void} options.onGuess
 * @param {(effect: Effect) => void} options.onSwitch to see it in the map
 * @param {(() => void) | undefined} options.onExample to the ticket where it shows best
 * @param {Text} options.text @param {(key: string, values?: Record<string, unknown>) => unknown} options.rich
 */
export function ablationQuestion(options) {
  const { ablation, classes, guess, onGuess, onSwitch, onExample, text, rich } = options;
  const { best, before, brightest, strongest, truth } = ablation;
  const place = (/** @type {Effect} */ { layer, head }) =>
    text("place", { layer: layer + 1, head: head + 1 });
  const bold = (/** @type {number} */ value) => html`<b>${precise(value)}</b>`;
  const name = html`<bdi>${classes[best]}</bdi>`;
  const without = (/** @type {Effect} */ effect) => {
    const winner = bestOf(effect.probabilities);
    const values = {
      place: place(effect),
      largest: precise(effect.largest),
      name,
      before: bold(before),
      after: bold(effect.probabilities[best]),
      winner: html`<bdi>${classes[winner]}</bdi>`,
    };
    const isBrightest = effect === brightest;
    return [
      rich(isBrightest ? "withoutBrightest" : "withoutStrongest", values),
      winner === best ? "" : [" ", rich("otherClass", values)],
      " ",
    ];
  };
  const button = (/** @type {Effect} */ effect) =>
    html`<button
      type="button"
      class="plain"
      data-ablate="${effect.layer + 1}:${effect.head + 1}"
      @click=${() => onSwitch(effect)}
    >
      ${text("switchOff", { place: place(effect) })}
    </button>`;
  return prediction({
    question: rich("ablationQuestion", {
      place: place(brightest),
      largest: precise(brightest.largest),
      name,
      before: precise(before),
    }),
    answers: ["half", "some", "hardly"].map((value) => ({ value, label: text(`falls ${value}`) })),
    given: guess === "" ? "shown" : guess,
    onAnswer: onGuess,
    verdict: html`${guess === "" ? "" : text(guess === truth ? "guessRight" : "guessWrong")}
      ${without(brightest)}
      ${
        strongest === brightest
          ? text("sameHead")
          : strongest.probabilities[best] < before - HARDLY
            ? without(strongest)
            : text("noHead")
      }
      <b>${text("notExplanations")}</b>
      <span class="answers">
        ${button(brightest)} ${strongest === brightest ? nothing : button(strongest)}
        ${
          onExample
            ? html`<button type="button" class="quiet" data-action="example" @click=${onExample}>
                ${text("toExample")}
              </button>`
            : nothing
        }
      </span>`,
    text,
  });
}
