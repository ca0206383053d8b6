// What a learner presses stays under the pointer while the picture above it grows and shrinks.

import { nextFrame } from "../parts/next-frame.js";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

export class Hold {
  /** @type {Host} */
  #host;
  /** The control that is held. @type {Element | undefined} */
  #held;
  /** How often something was pressed: what comes next, Tab say, scrolls as it wants to. */
  #presses = 0;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    const root = this.#host.renderRoot; // made by now
    for (const type of ["pointerdown", "keydown"]) {
      root.addEventListener(type, this.#onPress, { capture: true });
    }
  }

  /** @param {Event} event */
  #onPress = (event) => {
    this.#presses += 1;
    const target = /** @type {Element} */ (event.target);
    this.#held = target.closest(".controls, .disclosures")
      ? (target.closest("button, label, select, input, summary") ?? undefined)
      : undefined;
  };

  /** Called before a change; what it returns, once the change is drawn. */
  keep() {
    const top = this.#held?.getBoundingClientRect().top;
    const presses = this.#presses;
    const putBack = () => {
      if (top !== undefined && presses === this.#presses) this.#scrollBackTo(top);
    };
    return () => {
      putBack();
      // Once more in the next frame: an engine that anchors the scroll position itself may move it then.
      nextFrame(putBack);
    };
  }

  /** @param {number} top */
  #scrollBackTo(top) {
    if (!this.#held?.isConnected) return;
    const shift = this.#held.getBoundingClientRect().top - top;
    // To a place, not by a distance: Firefox may add a distance to a place it was about to leave.
    if (Math.abs(shift) > 1) window.scrollTo({ top: window.scrollY + shift, behavior: "instant" });
  }
}
