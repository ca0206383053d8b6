// An explorer as a widget, in anywidget's front-end format: for MyST's {anywidget} directive, Jupyter,
// JupyterLab, Colab, VS Code and marimo.
//
// The model holds `tag` and the explorer's attributes, each under its own name (preset, step, mask, …) or
// together in `attributes`. What a learner changes is written back the same way; an answer becomes `answer`.

import { FRAME, languageOf, textIn } from "../frame/languages.js";
import { unknownExplorer } from "../frame/strings.js";

/**
 * What a host hands over: anywidget's model.
 * @typedef {object} Model
 * @property {(name: string) => unknown} get
 * @property {(name: string, value: unknown) => void} [set]
 * @property {() => void} [save_changes]
 * @property {(event: string, listener: () => void) => void} [on]
 * @property {(event: string, listener: () => void) => void} [off]
 */

/** @param {unknown} value @returns {string | undefined} an attribute's text */
const textOf = (value) => {
  if (value === undefined || value === null || value === false) return undefined;
  if (value === true) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** An attribute's text as the model has it: traits have types. @param {unknown} old @param {string} text */
const typedAs = (old, text) =>
  typeof old === "number" && text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;

/** Calls what a host need not be able to: MyST's model throws "not implemented" in save_changes and off.
 * @param {() => void} call */
function ifItCan(call) {
  try {
    call();
  } catch {
    // Nothing is kept outside of the page, and the model goes with it.
  }
}

/** What stands on every explorer and is no property of it. */
const PLAIN = ["lang", "dir", "theme", "id"];

/** @param {{ model: Model, el: HTMLElement }} place @returns {() => void} what takes it away again */
export function render({ model, el }) {
  const tag = String(model.get("tag") ?? "attention-steps");
  const known = /^attention-[a-z-]+$/.test(tag) ? customElements.get(tag) : undefined;
  if (!known) {
    const words = document.createElement("p");
    const said = textIn(languageOf(el), FRAME, "unknownExplorer") ?? unknownExplorer;
    words.textContent = said.replace("{tag}", tag.slice(0, 60));
    el.append(words);
    return () => words.remove();
  }
  const figure = /** @type {import("../frame/attention-element.js").AttentionElement} */ (
    document.createElement(tag)
  );
  const { observedAttributes } =
    /** @type {typeof import("../frame/attention-element.js").AttentionElement} */ (known);
  const names = [...observedAttributes, ...PLAIN];
  const together = () => {
    const all = model.get("attributes");
    return typeof all === "object" && all !== null ? Object.entries(all) : [];
  };

  /** What the model said last; what it says no more is taken away. @type {Map<string, string>} */
  let said = new Map();
  const take = () => {
    const own = names.map((name) => /** @type {[string, unknown]} */ ([name, model.get(name)]));
    const now = new Map();
    for (const [name, value] of [...own, ...together()]) {
      const text = textOf(value);
      if (names.includes(name) && text !== undefined) now.set(name, text);
    }
    for (const name of said.keys()) if (!now.has(name)) figure.removeAttribute(name);
    for (const [name, text] of now)
      if (figure.getAttribute(name) !== text) figure.setAttribute(name, text);
    said = now;
  };
  const give = () => {
    const state = Object.fromEntries(figure.stateAttributes());
    const all = model.get("attributes");
    // What is no state stays: a language, a theme.
    const rest = Object.entries(all ?? {}).filter(
      ([name]) => figure.state.text(name) === undefined,
    );
    if (all !== undefined) model.set?.("attributes", { ...Object.fromEntries(rest), ...state });
    for (const name of names) {
      const [old, text] = [model.get(name), figure.state.text(name)];
      if (old !== undefined && text !== undefined && textOf(old) !== text)
        model.set?.(name, typedAs(old, text));
    }
    ifItCan(() => model.save_changes?.());
  };
  /** @param {Event} event */
  const answer = (event) => {
    model.set?.("answer", /** @type {CustomEvent} */ (event).detail);
    ifItCan(() => model.save_changes?.());
  };

  const heard = ["attributes", ...names].map((name) => `change:${name}`);
  for (const event of heard) model.on?.(event, take);
  figure.addEventListener("change", give);
  figure.addEventListener("answer", answer);
  take();
  el.append(figure);
  return () => {
    figure.remove();
    for (const event of heard) ifItCan(() => model.off?.(event, take));
  };
}

export default { render };
