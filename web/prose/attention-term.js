// <attention-term name="jacobian">Jacobian</attention-term>: a word that the page's glossary explains. What
// it means shows on pointing, on focus and on a tap, and goes with Escape.
//
// The glossary is a list of the page: <dt id="term-jacobian">…</dt><dd>…</dd>. CSS parts: button, meaning.
import { css, html, LitElement } from "lit";
import { define } from "../parts/define.js";
import { wordStyles } from "./prose-styles.js";

const WIDTH = 288;

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
        inset-block-start: calc(100% + 4px);
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
    this.isOpen = false;
    /** @type {Node[]} */
    this.meaning = [];
  }

  render() {
    return html`<button
        type="button"
        part="button"
        aria-describedby="meaning"
        @click=${this.open}
        @focus=${this.open}
        @pointerenter=${(/** @type {PointerEvent} */ event) =>
          event.pointerType === "mouse" && this.open()}
        @pointerleave=${(/** @type {PointerEvent} */ event) =>
          event.pointerType === "mouse" && this.shadowRoot?.activeElement === null && this.close()}
        @blur=${this.close}
        @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.close()}
      >
        <slot></slot></button
      ><span id="meaning" role="tooltip" part="meaning" ?hidden=${!this.isOpen}
        >${this.meaning}</span
      >`;
  }

  open = () => {
    const root = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    const word = root.getElementById?.(`term-${this.getAttribute("name")}`);
    this.meaning = Array.from(word?.nextElementSibling?.childNodes ?? [], (node) =>
      node.cloneNode(true),
    );
    this.isOpen = this.meaning.length > 0;
  };

  close = () => {
    this.isOpen = false;
  };

  /** A word near the edge of the page has its meaning beside it, not outside. */
  updated() {
    const box = /** @type {HTMLElement | null} */ (
      this.shadowRoot?.querySelector("[role=tooltip]")
    );
    if (!box || !this.isOpen) return;
    box.style.insetInlineStart = "0px";
    const { left, right } = box.getBoundingClientRect();
    const { clientWidth } = document.documentElement;
    const shift = right > clientWidth - 8 ? clientWidth - 8 - right : left < 8 ? 8 - left : 0;
    const isRightToLeft = getComputedStyle(this).direction === "rtl";
    box.style.insetInlineStart = `${isRightToLeft ? -shift : shift}px`;
  }
}

define(AttentionTerm.tag, AttentionTerm);
