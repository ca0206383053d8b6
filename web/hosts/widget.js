// An explorer as a widget, in anywidget's front-end format: for MyST's {anywidget} directive, Jupyter,
// JupyterLab, Colab, VS Code and marimo.
//
// The model holds `tag` and the explorer's attributes, each under its own name (preset, step, mask, …) or
// together in `attributes`. What a learner changes is written back the same way; an answer becomes `answer`.

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

/** Calls what a host need not be able to: MyST's model throws "not implemented" in save_changes and off.
 * @param {() => void} call */
function ifItCan(call) {
  try {
    call();
  } catch {
    // Nothing is kept outside of the page, and the model goes with it.
  }
}

/** @param {{ model: Model, el: HTMLElement }} place @returns {() => void} what takes it away again */
export function render({ model, el }) {
  const tag = String(model.get("tag") ?? "attention-steps");
  const known = /^attention-[a-z-]+$/.test(tag) ? customElements.get(tag) : undefined;
  if (!known) {
    const words = document.createElement("p");
    words.textContent = `There is no explorer called “${tag.slice(0, 60)}”.`;
    el.append(words);
    return () => words.remove();
  }
  const figure = /** @type {import("../frame/attention-element.js").AttentionElement} */ (
    document.createElement(tag)
  );
  const names = /** @type {typeof import("../frame/attention-element.js").AttentionElement} */ (
    known
  ).observedAttributes;
  const together = () => {
    const all = model.get("attributes");
    return typeof all === "object" && all !== null ? Object.entries(all) : [];
  };

  const take = () => {
    const own = names.map((name) => /** @type {[string, unknown]} */ ([name, model.get(name)]));
    for (const [name, value] of [...own, ...together()]) {
      const text = textOf(value);
      if (!names.includes(name) || text === undefined) continue;
      if (figure.getAttribute(name) !== text) figure.setAttribute(name, text);
    }
  };
  const give = () => {
    const state = Object.fromEntries(figure.stateAttributes());
    if (model.get("attributes") !== undefined) model.set?.("attributes", state);
    for (const [name, text] of Object.entries(state))
      if (model.get(name) !== undefined) model.set?.(name, text);
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
