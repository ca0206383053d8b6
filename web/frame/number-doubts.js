// A number was typed that can mean two (1,000) or is larger than any number here (1e39): the explorer
// asks, or says so, beside its controls. The value stays what it was until there is an answer.
import { css, html, nothing } from "lit";
import { exact } from "../parts/letters/numbers.js";

/** @typedef {import("../parts/letters/read-number.js").Doubt} Doubt */

export const doubtStyles = css`
  .doubt {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    padding-inline-start: 16px;
    border-inline-start: 3px solid var(--key);
  }
`;

/** @typedef {import("lit").ReactiveController} ReactiveController */

/** @implements {ReactiveController} */
export class NumberDoubts {
  /** @type {Doubt | undefined} */
  #doubt;
  /** @type {import("./attention-element.js").AttentionElement} */
  #host;

  /** @param {import("./attention-element.js").AttentionElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    const { renderRoot } = this.#host;
    renderRoot.addEventListener("number-doubt", this.#onDoubt);
    renderRoot.addEventListener("input", this.#end);
  }

  /** @param {Event} event */
  #onDoubt = (event) => {
    this.#doubt = /** @type {CustomEvent<Doubt>} */ (event).detail;
    this.#host.requestUpdate();
  };

  #end = () => {
    if (!this.#doubt) return;
    this.#doubt = undefined;
    this.#host.requestUpdate();
  };

  draw() {
    const doubt = this.#doubt;
    if (!doubt) return nothing;
    const { text } = this.#host;
    const { text: typed, readings, largest, take } = doubt;
    const said =
      largest === undefined
        ? text("numberEither", { text: typed })
        : text("numberTooLarge", { text: typed, largest: exact(largest) });
    /** @param {number} value */
    const choose = (value) => {
      this.#end();
      take(value);
    };
    return html`<div class="doubt" role="alert" data-doubt>
      <p>${said}</p>
      ${readings.map(
        (value) =>
          html`<button
            type="button"
            class="plain"
            data-reading=${value}
            @click=${() => choose(value)}
          >
            ${exact(value)}
          </button>`,
      )}
      <button type="button" class="quiet" data-reading="" @click=${this.#end}>
        ${text("numberKept")}
      </button>
    </div>`;
  }
}
