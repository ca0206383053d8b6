// <attention-task for="ID" when="temperature=0.5">Find …</attention-task>: something to try, which shows by
// itself that it is done when the figure gets there.
//
// Attributes
//   for    the id of the figure
//   when   conditions with spaces or commas between, all of which must hold at once: name=value, name<value,
//          name<=value, name>value, name>=value. A name is an attribute of the figure's state, a readout, or a cell of a table
//          (readings.js). Numbers are as programs or as the page's groups have them: 1050624, 1,050,624. A value with
//          a space stands in quotation marks: label="on arrival"; a number may have its unit there: "8.39 MB"
//   done   is there once it is done, and stays
//
// Event: done, bubbling and composed, once.
import { css, html } from "lit";
import { define } from "../parts/define.js";
import { drawn, figureOf, followFigure } from "./figure-named.js";
import { measured, readings } from "./readings.js";
import { SpeakingElement, words } from "./words.js";

/** @typedef {{ name: string, sign: "=" | "<" | ">" | "<=" | ">=", value: string }} Condition */

/** @param {string} text @returns {Condition[]} */
function conditionsOf(text) {
  return [
    ...text.matchAll(
      /([^\s,=<>≤≥]+)\s*([<>]=|[=<>≤≥])\s*(?:"([^"]*)"|'([^']*)'|((?:[^\s,]|,(?=\d))+))/g,
    ),
  ].map(([, name, sign, ...values]) => ({
    name,
    sign: /** @type {Condition["sign"]} */ ({ "≤": "<=", "≥": ">=" }[sign] ?? sign),
    value: values.find((value) => value !== undefined) ?? "",
  }));
}

/** A text is the one that is wanted, or begins with it: a readout names a token, and then its weight.
 * @param {string} found @param {string} wanted */
const isWord = (found, wanted) =>
  bare(found) === bare(wanted) || bare(found).startsWith(`${bare(wanted)} `);
/** @param {string} text */
const bare = (text) => text.replaceAll(/["“”„«»]/g, "").trim();

/** @param {import("./readings.js").Figure} figure @param {string} found @param {Condition} condition */
function holds(figure, found, { sign, value }) {
  const [here, wanted] = [measured(figure, found), measured(figure, value)];
  if (!here || !wanted || (wanted.unit !== "" && wanted.unit !== here.unit)) return false;
  const [a, b] = [here.number, wanted.number];
  if (sign === "<") return a < b;
  if (sign === ">") return a > b;
  if ((sign === "<=" && a < b) || (sign === ">=" && a > b)) return true;
  // Nothing is near to ∞.
  const isFinite = Number.isFinite(a - b);
  return a === b || (isFinite && Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b)));
}

/** @param {import("./readings.js").Figure} figure @param {Condition} condition */
function isThere(figure, condition) {
  const { values, words: said } = readings(figure, condition.name);
  return (
    (condition.sign === "=" && said.some((found) => isWord(found, condition.value))) ||
    values.some((found) => holds(figure, found, condition))
  );
}

export class AttentionTask extends SpeakingElement {
  static tag = "attention-task";
  static properties = { done: { type: Boolean, reflect: true, useDefault: true } };

  static styles = css`
    :host {
      display: block;
      margin-block: 8px;
    }

    div {
      display: grid;
      grid-template-columns: 1.5em 1fr;
    }

    .unseen {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  `;

  constructor() {
    super();
    followFigure(this, (event) => event?.type === "change" && this.look());
    this.done = false;
  }

  render() {
    return html`<div>
      <span aria-hidden="true">${this.done ? "✓" : "○"}</span>
      <span><slot></slot></span>
      <span class="unseen" role="status">${this.done ? words("taskDone", this) : ""}</span>
    </div>`;
  }

  look = async () => {
    const figure = figureOf(this);
    if (this.done || !figure) return;
    await drawn(figure);
    const conditions = conditionsOf(this.getAttribute("when") ?? "");
    const isDone =
      conditions.length > 0 && conditions.every((condition) => isThere(figure, condition));
    if (!isDone || this.done) return;
    this.done = true;
    this.dispatchEvent(new CustomEvent("done", { bubbles: true, composed: true }));
  };
}

define(AttentionTask.tag, AttentionTask);
