// On a narrow screen controls stand below what they change, often by more than a screen: there the figure
// stays at the top while its controls scroll under it. What an explorer marks with data-stays stays, else its
// whole picture; of what is taller than half a screen, the lower part.
import { css } from "lit";
import { nextFrame } from "../parts/next-frame.js";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

export const inSightStyles = css`
  .together {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }

  @media screen and (min-height: 30rem) and (max-width: 40rem) {
    .together {
      display: flex;
      flex-direction: column;
    }

    /* What stays does so as far as the box reaches that it stands in: so it stands in the largest. */
    .picture:has([data-stays]),
    .picture :has([data-stays]) {
      display: contents;
    }

    [data-stays],
    .picture:not(:has([data-stays])) {
      position: sticky;
      z-index: 4;
      top: min(0px, 45vh - var(--tall, 0px));
      box-shadow: 0 1px var(--line);
      background: var(--paper);
    }

    .controls :is(button, input, select),
    .prediction :is(button, .verdict) {
      scroll-margin-block-start: min(48vh, 400px);
    }
  }
`;

export class InSight {
  /** @type {Host} */
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    window.addEventListener("resize", this.#measure);
    this.#measure();
  }

  hostDisconnected() {
    window.removeEventListener("resize", this.#measure);
  }

  hostUpdated() {
    this.#host.updateComplete.then(this.#measure);
  }

  /** How tall what stays is, once it is drawn. */
  #measure = () =>
    nextFrame(() => {
      const root = this.#host.shadowRoot;
      /** @type {HTMLElement | null | undefined} */
      const stays = root?.querySelector("[data-stays]") ?? root?.querySelector(".picture");
      if (!stays || getComputedStyle(stays).position !== "sticky") return;
      const tall = `${stays.offsetHeight}px`;
      if (stays.style.getPropertyValue("--tall") !== tall) stays.style.setProperty("--tall", tall);
    });
}
