// <attention-question right="16">Write d_k. <span slot="why">d_k = 64 / 4</span></attention-question>: a
// question in running text. What the learner said stays beside what is right, with the reason.
//
// Attributes
//   answers   what is offered, with | between; without it the answer is typed
//   right     the right one: one of those offered, or a number, a fraction or a shape such as (1, 4, 120, 16).
//             {readings} of the figure are put in, so that it follows from live numbers (readings.js)
//   for       the id of that figure
//   name      what the event calls the question; default its text
//
// Slots: the question; why, shown with the verdict. Event: answer, bubbling and composed, with detail
// { explorer, question, options, given, right, state }; given is "" for who only looked, and the same as right
// where the answer is right, however it is written.
import { css, html, nothing } from "lit";
import { define } from "../parts/define.js";
import { buttonStyles, fieldLook } from "./prose-styles.js";
import { readNumber } from "../parts/letters/read-number.js";
import { signsOf } from "../parts/letters/numbers.js";
import { withSymbols } from "../parts/letters/symbols.js";
import { figureOf } from "./figure-named.js";
import { filled } from "./readings.js";
import { SpeakingElement, words } from "./words.js";

/** What a text can mean as a number, written in a language or as programs write it.
 * @param {string} text @param {string} language */
function numbersIn(text, language) {
  const { value, readings } = readNumber(text, { signs: signsOf(language), infinite: true });
  return readings ?? (value === undefined ? [] : [value]);
}

/** The ways in which a row of numbers may be parted: by semicolons where commas are decimal signs.
 * @param {string} text */
function rowsIn(text) {
  const bare = text.replaceAll(/[()[\]]/g, "").trim();
  return [";", /,\s+/, ","].map((sign) => bare.split(sign).map((part) => part.trim()));
}

/** A number, or a row of them, with the signs of a language. @param {string} right as its author writes it
 * @param {string} language */
function inLanguage(right, language) {
  const { decimal, group } = signsOf(language);
  if (/^\d{4,}$/.test(right)) return right.replaceAll(/\B(?=(\d{3})+$)/g, group);
  const parts = right.split(/,\s*/);
  const isNumbers = parts.every(
    (part) => numbersIn(part.replaceAll(/[()[\]]/g, ""), "en").length > 0,
  );
  if (decimal === "." || !isNumbers || !/\d\.\d/.test(right)) return right;
  return parts.join(decimal === "," ? "; " : ", ").replaceAll(/(?<=\d)\.(?=\d)/g, decimal);
}

/** Three decimals are enough, but no number that a fifth is missing of. @param {number} size */
function toleranceOf(size) {
  const enough = 5e-4 * Math.max(1, size);
  return size > 1e-6 ? Math.min(enough, size / 5) : enough;
}

/** @param {string} given as a reader of the language types it @param {string} right as its author writes it
 * @param {string} [language] @returns {boolean} */
export function isSame(given, right, language = "en") {
  const wanted = numbersIn(right, "en");
  if (wanted.length > 0)
    return numbersIn(given, language).some((number) =>
      wanted.some(
        (each) =>
          number === each ||
          (Number.isFinite(each) && Math.abs(number - each) <= toleranceOf(Math.abs(each))),
      ),
    );
  const row = rowsIn(right)[2];
  if (row.length > 1 && row.every((part) => numbersIn(part, "en").length > 0))
    return rowsIn(given).some(
      (parts) =>
        parts.length === row.length && parts.every((part, at) => isSame(part, row[at], language)),
    );
  const [a, b] = [given, right].map((text) =>
    text
      .replaceAll("−", "-")
      .replaceAll(/[\s()[\]]/g, "")
      .toLowerCase(),
  );
  return a === b;
}

export class AttentionQuestion extends SpeakingElement {
  static tag = "attention-question";
  static properties = { said: { state: true }, problem: { state: true } };

  static styles = [
    buttonStyles,
    css`
      :host {
        display: block;
        margin-block: 16px;
        padding-inline-start: 16px;
        border-inline-start: 3px solid #0b57d0;
      }

      .answers {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 8px;
        margin-block-start: 8px;
      }

      label {
        display: grid;
        gap: 4px;
        font-size: 0.8125rem;
      }

      input {
        min-height: 44px;
        width: 12rem;
        max-width: 100%;
        padding: 0 12px;
        ${fieldLook}
        font: inherit;
        font-size: 1rem;
      }

      sub {
        font-size: 0.72em;
        line-height: 0;
      }

      p {
        margin: 8px 0 0;
      }

      @media print {
        .quiet,
        form button {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** What was answered, with what was right then. @type {{ given: string, right: string } | undefined} */
    this.said = undefined;
    this.problem = "";
  }

  get options() {
    const all = (this.getAttribute("answers") ?? "").split("|").map((each) => each.trim());
    return all.filter((each) => each !== "");
  }

  get right() {
    return filled(this.getAttribute("right") ?? "", figureOf(this));
  }

  render() {
    return html`<div><slot></slot></div>
      ${this.said ? this.verdict(this.said) : this.asking()}`;
  }

  asking() {
    const { options } = this;
    const look = html`<button
      type="button"
      class="quiet"
      data-answer=""
      @click=${() => this.answer("")}
    >
      ${words("justShow", this)}
    </button>`;
    const problem = html`<p id="problem" role="status">${this.problem}</p>`;
    if (options.length > 0) {
      return html`<div class="answers">
          ${options.map(
            (option) =>
              html`<button type="button" data-answer=${option} @click=${() => this.answer(option)}>
                ${withSymbols(option)}
              </button>`,
          )}
          ${look}
        </div>
        ${problem}`;
    }
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (this.shadowRoot?.querySelector("input"));
      const given = field.value.trim();
      if (given === "") {
        this.problem = words("answerNeeded", this);
        field.focus();
      } else this.answer(given);
    };
    return html`<form class="answers" @submit=${submit}>
        <label>
          ${words("yourAnswer", this)}
          <input autocomplete="off" spellcheck="false" aria-describedby="problem" />
        </label>
        <button>${words("check", this)}</button>
        ${look}
      </form>
      ${problem}`;
  }

  /** Of several offered numbers that are near to what is right, the one that is written so.
   * @param {string} given @param {string} right */
  isRight(given, right) {
    const { options } = this;
    if (options.includes(right)) return given === right;
    return isSame(given, right, this.spoken.language);
  }

  /** @param {{ given: string, right: string }} said */
  verdict({ given, right }) {
    const isRight = given !== "" && this.isRight(given, right);
    const key = given === "" ? "answerIs" : isRight ? "isRight" : "isWrong";
    return html`<div
        role="status"
        tabindex="-1"
        data-verdict=${given === "" ? "shown" : isRight ? "right" : "wrong"}
      >
        <p>
          ${given === "" || isRight ? nothing : words("youSaid", this, { given })}
          ${words(key, this, { right: this.options.length > 0 ? right : inLanguage(right, this.spoken.language) })}
        </p>
        <slot name="why"></slot>
      </div>
      ${
        isRight
          ? nothing
          : html`<div class="answers">
              <button type="button" class="quiet" @click=${this.again}>
                ${words("askAgain", this)}
              </button>
            </div>`
      }`;
  }

  /** @param {string} given */
  async answer(given) {
    const { right } = this;
    if (right === undefined) {
      this.problem = words("answerMissing", this, { right: this.getAttribute("right") ?? "" });
      return;
    }
    this.problem = "";
    this.said = { given, right };
    const question =
      this.getAttribute("name") ??
      Array.from(this.childNodes)
        .filter((node) => /** @type {Element} */ (node).slot !== "why")
        .map((node) => node.textContent)
        .join("")
        .replaceAll(/\s+/g, " ")
        .trim();
    const isRight = given !== "" && this.isRight(given, right);
    const detail = {
      explorer: this.localName,
      question,
      options: this.options,
      given,
      right: isRight ? given : right,
      state: {},
    };
    this.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true, detail }));
    await this.updateComplete;
    /** @type {HTMLElement | null | undefined} */ (
      this.shadowRoot?.querySelector("[data-verdict]")
    )?.focus();
  }

  again = async () => {
    this.said = undefined;
    await this.updateComplete;
    /** @type {HTMLElement | null | undefined} */ (
      this.shadowRoot?.querySelector("input, [data-answer]")
    )?.focus();
  };
}

define(AttentionQuestion.tag, AttentionQuestion);
