// <attention-program for="ID" language="numpy"></attention-program>: the program that gives the same numbers
// as a figure, as the figure stands, beside it in the text.
//
// Attributes
//   for        the id of the figure
//   language   python (PyTorch) or numpy
import { css, html } from "lit";
import { define } from "../parts/define.js";
import { buttonStyles, codeLook } from "./prose-styles.js";
import { copyText } from "../frame/files.js";
import { drawn, figureOf, followFigure } from "./figure-named.js";
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
    // What it prints waits while the figure asks, which an attribute of the figure says.
    followFigure(this, () => this.write());
    this.code = "";
    this.notice = "";
  }

  get language() {
    return this.getAttribute("language") === "numpy" ? "numpy" : "python";
  }

  connectedCallback() {
    super.connectedCallback();
    this.write();
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

  write = async () => {
    const figure = figureOf(this);
    // What was set meanwhile is not computed yet.
    do await (figure && drawn(figure));
    while (figure?.isUpdatePending);
    if (!this.isConnected || figure !== figureOf(this)) return;
    const code = figure?.allExports()[this.language]?.() ?? "";
    if (code !== this.code) this.notice = "";
    this.code = code;
  };
}

define(AttentionProgram.tag, AttentionProgram);
