// <attention-term name="jacobian">Jacobian</attention-term>: a word that the page's glossary explains. What
// it means shows on pointing, on focus and on a tap, and goes with Escape.
//
// The glossary is a list of the page: <dt id="term-jacobian">…</dt><dd>…</dd>. CSS parts: button, meaning.
import { css, html, LitElement } from "lit";
import { keepKeysInside } from "../frame/keys.js";
import { define } from "../parts/define.js";
import { wordStyles } from "./prose-styles.js";

const WIDTH = 288;
const AWAY = /** @type {const} */ (["keydown", "pointerdown"]);

export class AttentionTerm extends LitElement {
  static tag = "attention-term";
  static properties = { isOpen: { state: true }, meaning: { state: true } };

  static styles = [
    wordStyles,
    css`
      :host {
        position: relative;
      }

      button {
        cursor: help;
      }

      [role="tooltip"] {
        position: absolute;
        inset-block-start: 100%;
        z-index: 1;
        width: max-content;
        max-width: min(${WIDTH}px, 80vw);
        padding: 8px 12px;
        border: 1px solid;
        border-radius: 4px;
        background: Canvas;
        color: CanvasText;
        font-size: 0.875rem;
        font-weight: 400;
        font-style: normal;
        line-height: 1.45;
        text-align: start;
      }

      sub {
        font-size: 0.72em;
        line-height: 0;
      }

      .above {
        inset-block: auto 100%;
      }

      [hidden] {
        display: none;
      }

      @media print {
        button {
          text-decoration: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    keepKeysInside(this);
    this.isOpen = false;
    /** @type {Node[]} */
    this.meaning = [];
  }

  render() {
    return html`<span
      @pointerenter=${(/** @type {PointerEvent} */ event) =>
        event.pointerType === "mouse" && this.open()}
      @pointerleave=${(/** @type {PointerEvent} */ event) =>
        event.pointerType === "mouse" && this.shadowRoot?.activeElement === null && this.close()}
      ><button
        type="button"
        part="button"
        aria-describedby="meaning"
        @click=${this.open}
        @focus=${this.open}
        @blur=${this.close}
      >
        <slot></slot></button
      ><span id="meaning" role="tooltip" part="meaning" ?hidden=${!this.isOpen}
        >${this.meaning}</span
      ></span
    >`;
  }

  /** Escape closes it wherever the focus is, and so does a tap beside it: not every phone gives a button the
   * focus that it could lose. */
  #away = (/** @type {KeyboardEvent | PointerEvent} */ event) => {
    const isAway = "key" in event ? event.key === "Escape" : !event.composedPath().includes(this);
    if (isAway) this.close();
  };

  disconnectedCallback() {
    super.disconnectedCallback();
    this.close();
  }

  open = () => {
    const root = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    const id = `term-${this.getAttribute("name")}`;
    const word = root.getElementById?.(id) ?? document.getElementById(id);
    this.meaning = Array.from(word?.nextElementSibling?.childNodes ?? [], (node) =>
      node.cloneNode(true),
    );
    this.isOpen = this.meaning.length > 0;
    if (!this.isOpen) return;
    for (const type of AWAY) window.addEventListener(type, this.#away, { capture: true });
  };

  close = () => {
    this.isOpen = false;
    for (const type of AWAY) window.removeEventListener(type, this.#away, { capture: true });
  };

  /** A word near the edge of the page has its meaning beside it, one low on the screen above it. */
  updated() {
    const box = /** @type {HTMLElement | null} */ (
      this.shadowRoot?.querySelector("[role=tooltip]")
    );
    box?.classList.remove("above");
    if (!box || !this.isOpen) return;
    box.style.insetInlineStart = "0px";
    const { top } = this.getBoundingClientRect();
    const { left, right, height, bottom } = box.getBoundingClientRect();
    if (bottom > window.innerHeight && top > height) box.classList.add("above");
    const { clientWidth } = document.documentElement;
    const shift = right > clientWidth - 8 ? clientWidth - 8 - right : left < 8 ? 8 - left : 0;
    const isRightToLeft = getComputedStyle(this).direction === "rtl";
    box.style.insetInlineStart = `${isRightToLeft ? -shift : shift}px`;
  }
}

define(AttentionTerm.tag, AttentionTerm);
