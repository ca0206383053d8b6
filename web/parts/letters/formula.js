// The formula above an explorer, as MathML made at build time, with the part at work marked.
import { css, html } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { formulas } from "../../../build/formulas.js";

export const formulaStyles = css`
  .formula {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    align-items: baseline;
    gap: 8px 32px;
    padding-block: 4px;
    font-size: calc(1.25 * var(--text));
  }

  math {
    font-family: "Attention Math", "STIX Two Math", "Cambria Math", "Latin Modern Math", math;
  }

  .formula [data-part] {
    padding: 2px 1px;
    border-bottom: 3px solid transparent;
    transition: background-color var(--quick);
  }

  .formula .at-work {
    background: color-mix(in srgb, var(--accent) 9%, var(--paper));
    border-bottom-color: var(--accent);
  }

  @container (max-width: 30rem) {
    .formula {
      gap: 4px 12px;
      font-size: min(1.125 * var(--text), 6cqi);
    }
  }

  /* Forced colours make what is transparent visible. */
  @media (forced-colors: active) {
    .formula [data-part] {
      border-color: Canvas;
    }

    .formula .at-work {
      outline: 2px solid Highlight;
    }
  }
`;

/**
 * @param {string[]} names of formulas in web/parts/letters/formulas.js
 * @param {string} [part] the part to mark
 */
export function formula(names, part) {
  return html`<div class="formula" translate="no">
    ${names.map((name) => {
      const math = formulas[name];
      if (math === undefined) throw new Error(`formula: there is no formula "${name}"`);
      return unsafeHTML(part ? math.replaceAll(`data-part="${part}"`, `$& class="at-work"`) : math);
    })}
  </div>`;
}
