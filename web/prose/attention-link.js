// <attention-link for="ID" step="4" mask="causal">words</attention-link>: words in running text that set a
// figure's attributes, and only that figure's.
//
// Attributes
//   for    the id of the figure
//   when   "seen": does it as the reader comes by, as well as when pressed
//   from   the id of another figure, whose numbers are taken along: scores="{scaled:query}" (readings.js)
//   any other attribute is the figure's own
//
// Event: none of its own; the figure dispatches change. CSS part: button.
import { css, html, LitElement } from "lit";
import { keepKeysInside } from "../frame/keys.js";
import { define } from "../parts/define.js";
import { wordStyles } from "./prose-styles.js";
import { drawn, figureOf, followFigure } from "./figure-named.js";
import { filled, setState } from "./readings.js";

const OWN =
  /^(for|from|when|id|class|style|slot|lang|dir|hidden|title|role|tabindex|part|translate|data-.*|aria-.*|on.*)$/;

export class AttentionLink extends LitElement {
  static tag = "attention-link";

  static styles = [
    wordStyles,
    css`
      button:hover {
        text-decoration-style: solid;
      }
    `,
  ];

  constructor() {
    super();
    keepKeysInside(this);
    followFigure(this, () => this.#pass());
  }

  render() {
    return html`<button type="button" part="button" @click=${this.show}><slot></slot></button>`;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#observer?.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#passed = undefined;
  }

  // What is read stands in the middle of the screen. Who has come by before the figure is there has still seen it.
  #observer =
    typeof IntersectionObserver === "function"
      ? new IntersectionObserver(
          (entries) => {
            if (entries.at(-1)?.isIntersecting) {
              this.#passed = new WeakSet();
              this.#pass();
            } else if (figureOf(this)) this.#passed = undefined;
          },
          { rootMargin: "-35% 0px -35% 0px" },
        )
      : undefined;

  /** The figures that it has set since the reader came by. @type {WeakSet<object> | undefined} */
  #passed;

  #pass() {
    const figure = figureOf(this);
    if (this.getAttribute("when") !== "seen" || !figure || !this.#source) return;
    if (!this.#passed || this.#passed.has(figure)) return;
    this.#passed.add(figure);
    this.show({ isSeen: true });
  }

  /** The figure whose numbers are taken along. */
  get #source() {
    return figureOf(this, this.hasAttribute("from") ? "from" : "for");
  }

  /** What it sets, by attribute. @returns {Map<string, string>} */
  get settings() {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const { name, value } of this.attributes) {
      if (OWN.test(name)) continue;
      const text = filled(value, this.#source);
      if (text !== undefined) found.set(name, text);
    }
    return found;
  }

  /** @param {{ isSeen?: boolean } | Event} [how] */
  show = async (how) => {
    const source = this.#source;
    if (source && !source.attn) await drawn(source);
    const figure = figureOf(this);
    const { settings } = this;
    if (!figure || settings.size === 0) return;
    const isSeen = how !== undefined && "isSeen" in how;
    // Who works at the figure is not disturbed by the text that passes.
    if (isSeen && figure.matches(":focus-within")) return;
    await setState(figure, settings);
    if (isSeen) return;
    figure.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { top, bottom } = this.getBoundingClientRect();
    if (bottom > 0 && top < window.innerHeight) return;
    // Who works with the keyboard goes on where they see what has changed.
    figure.tabIndex = -1;
    figure.focus({ preventScroll: true });
    figure.addEventListener("blur", () => figure.removeAttribute("tabindex"), { once: true });
  };
}

define(AttentionLink.tag, AttentionLink);
