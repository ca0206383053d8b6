// The words of a ticket, shaded by how much one of them reads them.
import { html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { strongest } from "./reading.js";
import { styleMap } from "../../parts/style-map.js";
import { colourBar } from "../../parts/matrix/colour-bar.js";
import { heatProperties } from "../../parts/matrix/colour.js";
import { format, listSign } from "../../parts/letters/numbers.js";
import { shortToken, visibleToken } from "../../parts/letters/symbols.js";

/** @typedef {import("./run.js").Reading} Reading */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

/**
 * The words of a ticket, shaded by how much the chosen one reads them.
 * @param {object} options
 * @param {Reading} options.reading
 * @param {ArrayLike<number>} options.row weights of the query, one a key
 * @param {number} options.query
 * @param {(query: number) => void} options.onQuery
 * @param {Text} options.text
 */
export function tokenLine({ reading, row, query, onQuery, text }) {
  const { tokens, known } = reading;
  const last = tokens.length - 1;
  const most = Math.max(...Array.from(row));
  const pairs = strongest(row, 3).map((at) =>
    text("pair", { token: shortToken(tokens[at]), weight: format(row[at]) }),
  );
  const reads = text("tokenReads", {
    token: shortToken(tokens[query]),
    pairs: pairs.join(listSign()),
  });
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const { key } = event;
    const to = {
      ArrowLeft: query - 1,
      ArrowUp: query - 1,
      ArrowRight: query + 1,
      ArrowDown: query + 1,
      Home: 0,
      End: last,
    }[key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onQuery(Math.min(last, Math.max(0, to)));
  };
  /** @param {PointerEvent} event */
  const onPoint = (event) => {
    const token = /** @type {Element} */ (event.target).closest("[data-token]");
    if (token) onQuery(Number(token.getAttribute("data-token")));
  };
  return html`<div
      class="tokens"
      tabindex="0"
      role="slider"
      aria-label=${text("tokensLabel")}
      aria-valuemin="1"
      aria-valuemax=${tokens.length}
      aria-valuenow=${query + 1}
      aria-valuetext=${reads}
      @keydown=${onKey}
      @pointerdown=${onPoint}
    >
      ${tokens.map(
        (token, at) =>
          html`<bdi
            class=${classMap({ token: true, heat: true, "query-token": at === query, unknown: !known[at] })}
            data-token=${at}
            title=${known[at] ? nothing : text("unknownWord")}
            style=${styleMap(heatProperties("weight", row[at], most))}
            >${visibleToken(token)}</bdi
          >`,
      )}
    </div>
    ${colourBar({ scale: "weight", extent: most, label: text("scaleLabel") })}
    <p class="reads" data-reads>${reads}</p>`;
}
