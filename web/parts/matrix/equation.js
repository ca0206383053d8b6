// Matrices in the order of the equation, with the signs between them. A sign stays with the matrix
// that follows it, so that where the line is too short the equation runs downwards.
import { css, html } from "lit";
import { matrix } from "./matrix-grid.js";

/** @typedef {import("lit").TemplateResult} TemplateResult */
/** @typedef {import("./matrix-grid.js").MatrixOptions} MatrixOptions */

export const equationStyles = css`
  /* Names that stand side by side stand on one line, whatever the matrices' heights. */
  .equation {
    display: flex;
    flex-wrap: wrap;
    align-items: first baseline;
    justify-content: center;
    gap: 12px 10px;
  }

  .term {
    display: flex;
    align-items: first baseline;
    gap: 10px;
    min-width: 0;
    max-width: 100%;
  }

  .term > .sign {
    align-self: center;
    flex: none;
    min-width: 12px;
    color: var(--ink);
    font-size: calc(1.25 * var(--text));
    text-align: center;
    white-space: nowrap;
  }

  /* Names stand above the numbers, so a sign is centred on the numbers, not on the figure. */
  .term > .sign:not(:last-child) {
    padding-block-start: 32px;
  }

  /* One matrix times several: x · {W_Q = Q, W_K = K, W_V = V}, in columns that line up. */
  .branches {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 12px 16px;
    min-width: 0;
  }

  .branches > .lines {
    display: grid;
    grid-template-columns: auto auto auto auto;
    align-items: center;
    gap: 8px 12px;
    min-width: 0;
  }

  .branches .pair {
    display: contents;
  }

  .branches .sign {
    font-size: calc(1.25 * var(--text));
    padding-block-start: 32px;
  }

  .branches > .brace {
    align-self: stretch;
    width: 10px;
    margin-block: 24px 0;
    border: 1.5px solid var(--control-line);
    border-inline-end: 0;
    border-radius: 8px 0 0 8px;
  }

  @container (max-width: 30rem) {
    .equation {
      justify-content: flex-start;
      gap: 8px 12px;
    }

    .term > .sign,
    .pair > .sign {
      display: none;
    }

    .branches .pair {
      display: flex;
      flex-wrap: wrap;
      gap: 8px 16px;
    }

    .branches > .lines {
      grid-template-columns: minmax(0, 1fr);
    }
  }

  @container (max-width: 44rem) {
    .branches {
      flex-wrap: wrap;
      justify-content: flex-start;
    }

    .branches > .brace {
      display: none;
    }

    .branches > .lines {
      gap: 8px;
    }
  }
`;

/**
 * @param {(MatrixOptions | string)[]} parts matrices, and before them signs: "·", "=", "+"
 */
export function equation(parts) {
  /** @type {TemplateResult[]} */
  const terms = [];
  let sign = "";
  for (const part of parts) {
    if (typeof part === "string") {
      sign = part;
    } else {
      terms.push(
        html`<div class="term">
          ${sign ? html`<span class="sign" aria-hidden="true">${sign}</span>` : ""}${matrix({ ...part, sign })}
        </div>`,
      );
      sign = "";
    }
  }
  return html`<div class="equation" translate="no">${terms}</div>`;
}

/**
 * The same matrix on the left of several products.
 * @param {MatrixOptions} from
 * @param {[MatrixOptions, MatrixOptions][]} lines each a factor and its product
 */
export const branches = (from, lines) =>
  html`<div class="branches">
    ${matrix(from)} ${lines.length > 1 ? html`<div class="brace" aria-hidden="true"></div>` : ""}
    <div class="lines">
      ${lines.map(
        ([factor, product]) =>
          html`<div class="pair">
            <span class="sign" aria-hidden="true">·</span>${matrix({ ...factor, sign: "·" })}
            <span class="sign" aria-hidden="true">=</span>${matrix({ ...product, sign: "=" })}
          </div>`,
      )}
    </div>
  </div>`;
