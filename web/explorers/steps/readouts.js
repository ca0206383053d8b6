// The readouts of <attention-steps>: the step, the shapes that meet in it, the followed weights.
import { html } from "lit";
import { joined, sumOf, written } from "../../parts/letters/lists.js";
import { format, shape } from "../../parts/letters/numbers.js";
import { symbol } from "../../parts/letters/symbols.js";
import { SOFTMAX } from "./stages.js";

/** @typedef {import("./attention-steps.js").AttentionSteps} AttentionSteps */

/** @param {AttentionSteps} explorer */
export function readoutsOf(explorer) {
  const weights = explorer.stages.rowOf("A", explorer.stages.row);
  const isSeen = !explorer.isQuestion && explorer.step >= SOFTMAX && !explorer.practice.hides("A");
  const { right, all } = explorer.practice.counts;
  const sum = { name: "sum", label: explorer.text("readSum"), value: format(sumOf(weights)) };
  return [
    { name: "step", label: explorer.text("readStep"), value: explorer.stepName },
    { name: "shapes", label: explorer.text("readShapes"), value: shapesOf(explorer) },
    ...(explorer.shows("letters")
      ? [{ name: "letters", label: explorer.text("readLetters"), value: lettersOf(explorer) }]
      : []),
    ...(all > 0
      ? [
          {
            name: "worked",
            label: explorer.text("readWorked"),
            value: explorer.text("workedOf", { right, all }),
          },
        ]
      : []),
    ...(isSeen
      ? [
          {
            name: "weights",
            label: explorer.rich("readWeights", { query: explorer.followed }),
            value: written(weights),
          },
          sum,
        ]
      : []),
  ];
}

/** The matrices whose shapes meet in a step. @param {AttentionSteps} explorer */
function meeting({ stages, atWork, isStacked }) {
  const { X, keysX, isCross, isDrawn } = stages;
  switch (atWork) {
    case "inputs":
      if (isDrawn) return { alone: ["Q", "K", "V"] };
      if (isStacked) return { alone: [X, "W_QKV"] };
      return { alone: [X, ...(isCross ? [keysX] : []), "W_Q", "W_K", "W_V"] };
    case "projections":
      if (isDrawn) return { alone: ["Q", "K", "V"] };
      return isStacked
        ? { product: [X, "W_QKV", "QKV"] }
        : { product: [X, "W_Q", "Q"], also: [keysX, "W_V", "V"] };
    case "scores":
      return { product: ["Q", "K^T", "S"] };
    case "output":
      return { product: ["A", "V", "O"] };
    default:
      return { alone: ["S"] };
  }
}

/**
 * Shapes in a line: those that stand alone, or a product; V's product too where values are not as long as
 * keys.
 * @param {AttentionSteps} explorer @param {(name: string) => unknown} write
 */
function line(explorer, write) {
  const { alone, product, also } = /** @type {Record<string, string[] | undefined>} */ (
    meeting(explorer)
  );
  /** @param {string} name */
  const of = (name) => html`<span class="nobreak">${write(name)}</span>`;
  if (alone) return joined(alone.map(of), "  ");
  /** @param {string[]} names */
  const times = ([left, right, made]) => html`${of(left)} · ${of(right)} → ${of(made)}`;
  const { Q, V } = explorer.stages.matrices;
  const isWider = also && Q.shape[1] !== V.shape[1];
  return html`${times(product ?? [])}${isWider ? html`, ${times(also)}` : ""}`;
}

/** @param {AttentionSteps} explorer */
const shapesOf = (explorer) => line(explorer, (name) => shape(...explorer.stages.sizeOf(name)));

/** The same in the letters of the formula, whatever the numbers. @param {AttentionSteps} explorer */
function lettersOf(explorer) {
  const { isCross } = explorer.stages;
  const m = isCross ? "m" : "n";
  /** @type {Record<string, string>} */
  const letters = {
    X: "(n, d)",
    X_q: "(n, d)",
    X_kv: "(m, d)",
    W_Q: "(d, d_k)",
    W_K: "(d, d_k)",
    W_V: "(d, d_v)",
    W_QKV: "(d, 2 d_k + d_v)",
    QKV: "(n, 2 d_k + d_v)",
    Q: "(n, d_k)",
    K: `(${m}, d_k)`,
    "K^T": `(d_k, ${m})`,
    V: `(${m}, d_v)`,
    S: `(n, ${m})`,
    A: `(n, ${m})`,
    O: "(n, d_v)",
  };
  return line(explorer, (name) =>
    letters[name]
      .split(/([a-z](?:_[a-z])?)/)
      .map((piece) => (/[a-z]/.test(piece) ? symbol(piece) : piece)),
  );
}
