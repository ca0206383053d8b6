// <attention-program for="ID" language="numpy"></attention-program>: the program that gives the same numbers
// as a figure, as the figure stands, beside it in the text.
//
// Attributes
//   for        the id of the figure
//   language   python (PyTorch) or numpy
import { css, html } from "lit";
import { define } from "../parts/define.js";
import { buttonStyles, codeLook } from "./prose-styles.js";
import { sharedModule } from "../frame/module.js";
import { copyText } from "../frame/files.js";
import { Changes, figureOf } from "./readings.js";
import { SpeakingElement, words } from "./words.js";

export class AttentionProgram extends SpeakingElement {
  static tag = "attention-program";
  static properties = { code: { state: true }, notice: { state: true } };

  static styles = [
    buttonStyles,
    css`
      :host {
        display: block;
        margin-block: 16px;
      }

      pre {
        margin: 0 0 8px;
        padding: 12px;
        max-height: 22rem;
        overflow: auto;
        background: color-mix(in srgb, currentColor 6%, transparent);
        ${codeLook}
      }

      span {
        margin-inline-start: 12px;
        font-size: 0.875rem;
      }
    `,
  ];

  constructor() {
    super();
    new Changes(this, (event) => this.write(event));
    this.code = "";
    this.notice = "";
  }

  get language() {
    return this.getAttribute("language") === "numpy" ? "numpy" : "python";
  }

  render() {
    if (this.code === "") return html`<p>${words("programWaits", this)}</p>`;
    const label = words(this.language === "numpy" ? "programNumPy" : "programPyTorch", this);
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    const copy = async () => {
      this.notice = words((await copyText(this.code, root)) ? "copied" : "notCopied", this);
    };
    return html`<pre tabindex="0" role="group" aria-label=${label} translate="no">${this.code}</pre>
      <button type="button" @click=${copy}>${words("copy", this)}</button>
      <span role="status">${this.notice}</span>`;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#asking.observe(this.getRootNode(), { attributeFilter: ["data-asking"], subtree: true });
    this.write();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#asking.disconnect();
  }

  // What it prints waits while the figure asks.
  #asking = new MutationObserver((changes) => {
    const figure = figureOf(this);
    if (changes.some(({ target }) => target === figure)) this.write();
  });

  /** @param {Event} [event] */
  write = async (event) => {
    if (event && event.target !== figureOf(this)) return;
    // A figure below this one in the page may not be there yet.
    if (document.readyState === "loading")
      await new Promise((resolve) =>
        document.addEventListener("DOMContentLoaded", resolve, { once: true }),
      );
    const figure = figureOf(this);
    if (!figure) return;
    await sharedModule();
    await figure.updateComplete;
    if (!this.isConnected) return;
    this.code = figure.allExports()[this.language]?.() ?? "";
    this.notice = "";
  };
}

define(AttentionProgram.tag, AttentionProgram);
