// Taking what is shown elsewhere: a drawing, the numbers, and programs that give the same.
import { html } from "lit";
import { copyText, saveFile } from "./files.js";

/**
 * What an explorer gives away; what is missing is not offered.
 * @typedef {object} Exports
 * @property {string} name of the files, without an ending
 * @property {() => string} [svg] a whole SVG document
 * @property {() => Promise<Blob>} [png] made from svg when missing
 * @property {() => string} [csv]
 * @property {() => unknown} [json]
 * @property {() => string} [python] a PyTorch program that prints the same numbers
 * @property {() => string} [numpy] the same in NumPy
 */

/**
 * @param {object} options
 * @param {Exports} options.exports
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 * @param {ShadowRoot} options.root
 * @param {(message: string) => void} options.onDone
 */
export function exportMenu({ exports, text, root, onDone }) {
  const { name, svg, png, csv, json, python, numpy } = exports;
  /** @type {[string, (() => Promise<Blob> | Blob) | undefined][]} */
  const files = [
    ["svg", svg && (() => new Blob([svg()], { type: "image/svg+xml" }))],
    ["png", png],
    ["csv", csv && (() => new Blob([csv()], { type: "text/csv" }))],
    [
      "json",
      json &&
        (() => new Blob([`${JSON.stringify(json(), null, 2)}\n`], { type: "application/json" })),
    ],
  ];
  /** @param {string} ending @param {() => Promise<Blob> | Blob} make */
  const save = async (ending, make) => {
    try {
      saveFile(`${name}.${ending}`, await make());
      onDone(text("saved", { file: `${name}.${ending}` }));
    } catch (error) {
      onDone(text("notSaved", { reason: text(/** @type {Error} */ (error).message) }));
    }
  };
  return html`<div class="files">
      ${files.map(([ending, make]) =>
        make
          ? html`<button
              type="button"
              class="plain"
              data-export=${ending}
              @click=${() => save(ending, make)}
            >
              ${ending.toUpperCase()}
            </button>`
          : "",
      )}
    </div>
    ${python ? copyable({ code: python(), name: "python", label: text("sameInPyTorch"), text, root, onDone }) : ""}
    ${numpy ? copyable({ code: numpy(), name: "numpy", label: text("sameInNumPy"), text, root, onDone }) : ""}`;
}

/**
 * A block of code with a button that copies it.
 * @param {object} options
 * @param {string} options.code
 * @param {string} [options.shown] what stands for it on screen, where it is too long to be read
 * @param {string} options.name what tests find it by
 * @param {string} options.label
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 * @param {ShadowRoot} options.root
 * @param {(message: string) => void} options.onDone
 */
export function copyable({ code, shown = code, name, label, text, root, onDone }) {
  const copy = async () => onDone(text((await copyText(code, root)) ? "copied" : "notCopied"));
  return html`<p id="code-${name}">${label}</p>
    <pre tabindex="0" role="region" aria-labelledby="code-${name}" data-code=${name}>${shown}</pre>
    <button type="button" class="plain" data-copy=${name} @click=${copy}>${text("copy")}</button>`;
}
