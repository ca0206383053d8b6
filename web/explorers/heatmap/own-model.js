// How weights and models of one's own come into this page, how this page's model leaves it, and what to do
// where the trained model is not there.
import { html, nothing } from "lit";
import { copyable } from "../../frame/export-menu.js";
import { saveFile } from "../../frame/files.js";
import { HUGGING_FACE, MODEL_FILE, STATE_DICT } from "./python.js";
import { TICKET_SCRIPT } from "./tickets.js";

/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

/**
 * @param {object} options
 * @param {import("./classifier.js").Classifier | undefined} options.model the one that is shown
 * @param {ShadowRoot} options.root
 * @param {(message: string) => void} options.onDone
 * @param {Text} options.text
 */
export function ownModelPanel({ model, root, onDone, text }) {
  const save = () => {
    if (!model) return;
    saveFile(MODEL_FILE, new Blob([model.file()], { type: "application/octet-stream" }));
    onDone(text("saved", { file: MODEL_FILE }));
  };
  return html`<div class="described">
    <p>${text("ownModelHow")}</p>
    <div>
      ${copyable({
        code: HUGGING_FACE,
        name: "hugging-face",
        label: text("ownModelCode"),
        text,
        root,
        onDone,
      })}
    </div>
    <p>${text("ownClassifierHow")}</p>
    <div>
      ${copyable({
        code: STATE_DICT,
        name: "state-dict",
        label: text("ownClassifierCode"),
        text,
        root,
        onDone,
      })}
    </div>
    ${
      model
        ? html`<p>${text("saveModelHow")}</p>
            <div>
              <button type="button" class="plain" data-action="save-model" @click=${save}>
                ${text("saveModel", { file: MODEL_FILE })}
              </button>
            </div>`
        : nothing
    }
  </div>`;
}

/**
 * In the place of the maps, where a page asks for the trained model and has not brought it.
 * @param {{ root: ShadowRoot, onDone: (message: string) => void, text: Text }} options
 */
export const missingModel = ({ root, onDone, text }) =>
  html`<div class="missing" data-missing>
    <p><b>${text("missing")}</b></p>
    <p>${text("missingHow")}</p>
    ${copyable({
      code: `<script src="${TICKET_SCRIPT}"></script>`,
      name: "ticket-script",
      label: text("missingScript"),
      text,
      root,
      onDone,
    })}
    <p>${text("missingModule")} <code>import "attention-wasm/ticket-model";</code></p>
  </div>`;
