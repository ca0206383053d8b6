// The panel "Embed": the way into another page is chosen, and its code stands there to copy.
//
// A panel in its place, not a dialog over the page: in the frame of a course, as tall as the explorer,
// a dialog stands in the middle of the frame, which may be far from what the reader sees.
import { listSign } from "../parts/letters/numbers.js";
import { css, html, nothing } from "lit";
import { menu } from "../parts/fields/controls.js";
import { embedForms, frameCode, isWhole, shownCode } from "./embed-forms.js";
import { copyable } from "./export-menu.js";
import { saveFile } from "./files.js";

export const embedStyles = css`
  .embed {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }

  .embed pre {
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .embed button {
    justify-self: start;
  }
`;

/** @param {string} name */
const capital = (name) => name[0].toUpperCase() + name.slice(1);

/**
 * @param {import("./embed-forms.js").Embedding} embedding
 * @param {string} form its name; an unknown one gives the first
 * @param {(key: string, values?: Record<string, unknown>) => string} text
 */
export function codeOf(embedding, form, text) {
  const { tag, version, texts, scripts } = embedding;
  const languages = scripts.filter((each) => each.startsWith("languages/"));
  const { name, code, file } = embedForms.find((each) => each.name === form) ?? embedForms[0];
  const whole = code(embedding);
  const size = (/** @type {number} */ length) =>
    text("embedScriptSize", { size: Math.round(length / 1000) });
  return {
    name,
    code: whole,
    text: shownCode(whole, texts, size),
    when: text(`embed${capital(name)}When`, {
      version,
      files: scripts.join(listSign()),
      // A page of dist/explorers/ finds the languages where the package has them.
      page: [`${tag}.html`, ...languages.map((each) => `../${each}`)].join(listSign()),
    }),
    file: file && isWhole(embedding) ? () => file(embedding) : undefined,
    asFrame: name === "jupyter" ? frameCode(embedding) : undefined,
  };
}

/**
 * @param {object} options
 * @param {import("./embed-forms.js").Embedding} options.embedding
 * @param {string} options.form the name of the one that is chosen
 * @param {(form: string) => void} options.onForm
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 * @param {ShadowRoot} options.root
 * @param {(message: string) => void} options.onDone
 */
export function embedPanel({ embedding, form, onForm, text, root, onDone }) {
  const { version, integrity, scripts } = embedding;
  const chosen = codeOf(embedding, form, text);
  const lacksHash = chosen.name === "cdn" && scripts.some((name) => !integrity[name]);
  return html`<div class="embed">
    ${menu({
      name: "embed-form",
      label: text("embedForm"),
      options: embedForms.map(({ name }) => ({
        value: name,
        label: text(`embed${capital(name)}`),
      })),
      value: chosen.name,
      onChange: onForm,
    })}
    ${
      chosen.file
        ? html`<button
            type="button"
            class="plain"
            data-save="embed"
            @click=${() => {
              const made = chosen.file?.();
              if (!made) return;
              saveFile(made.name, new Blob([/** @type {BlobPart} */ (made.bytes)]));
              onDone(text("saved", { file: made.name }));
            }}
          >
            ${text("embedSave")}
          </button>`
        : nothing
    }
    ${copyable({
      code: chosen.code,
      shown: chosen.text,
      name: "embed",
      label: chosen.when,
      text,
      root,
      onDone,
    })}
    ${lacksHash ? html`<p data-note="integrity">${text("embedNoHash", { version })}</p>` : nothing}
  </div>`;
}
