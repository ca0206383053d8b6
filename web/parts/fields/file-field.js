// A button that opens files.
import { css, html } from "lit";

export const fileFieldStyles = css`
  .file {
    position: relative;
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    padding: 0 16px;
    border: 1px solid var(--control-line);
    border-radius: 4px;
    cursor: pointer;
  }

  .file:hover {
    background: var(--wash);
  }

  .file input {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: pointer;
  }

  .file:focus-within {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
`;

/** @param {{ name: string, label: string, accept: string, onOpen: (files: File[]) => void }} options */
export function fileField({ name, label, accept, onOpen }) {
  const onChange = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.currentTarget);
    const files = [...(field.files ?? [])];
    // The same file may be chosen again, once it has been put right.
    field.value = "";
    if (files.length > 0) onOpen(files);
  };
  return html`<label class="file"
    >${label}<input type="file" multiple accept=${accept} data-action=${name} @change=${onChange}
  /></label>`;
}
