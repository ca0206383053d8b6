// The panel "Embed": the way into another page is chosen, and its code stands there to copy.
//
// A panel in its place, not a dialog over the page: in the frame of a course, as tall as the explorer,
// a dialog stands in the middle of the frame, which may be far from what the reader sees.
import { css, html, nothing } from "lit";
import { menu } from "./controls.js";
import { embedForms, shownCode } from "./embed-forms.js";
import { copyable } from "./export-menu.js";

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
 * @param {object} options
 * @param {import("./embed-forms.js").Embedding} options.embedding
 * @param {string} options.form the name of the one that is chosen
 * @param {(form: string) => void} options.onForm
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 * @param {ShadowRoot} options.root
 * @param {(message: string) => void} options.onDone
 */
export function embedPanel({ embedding, form, onForm, text, root, onDone }) {
  const { tag, version, integrity, ownText, scripts } = embedding;
  const chosen = embedForms.find(({ name }) => name === form) ?? embedForms[0];
  const code = chosen.code(embedding);
  const size = text("embedScriptSize", { size: Math.round((ownText?.length ?? 0) / 1000) });
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
    ${copyable({
      code,
      shown: shownCode(code, ownText, size),
      name: "embed",
      label: text(`embed${capital(chosen.name)}When`, { tag, version, files: scripts.join(", ") }),
      text,
      root,
      onDone,
    })}
    ${lacksHash ? html`<p data-note="integrity">${text("embedNoHash", { version })}</p>` : nothing}
  </div>`;
}
