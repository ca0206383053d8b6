// The pictures of a model at work: what its heads read in one ticket, and where it sends it.
import { css, html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { styleMap } from "../../parts/style-map.js";
import { colourBar } from "../../parts/matrix/colour-bar.js";
import { heatProperties } from "../../parts/matrix/colour.js";
import { paint } from "../../parts/matrix/heat-canvas.js";
import { format } from "../../parts/letters/numbers.js";
import { shortToken, visibleToken } from "../../parts/letters/symbols.js";
import { percent } from "./charts.js";

/** @typedef {import("./run.js").Reading} Reading */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

export const viewStyles = css`
  .prediction p > button.quiet {
    display: block;
  }

  .run {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
  }

  .run .status {
    flex: 1 1 16rem;
    min-height: 1.5em;
    color: var(--muted);
  }

  .charts,
  .ticket {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px 40px;
  }

  .ticket {
    padding-block-start: 16px;
    border-block-start: 1px solid var(--line);
  }

  .ticket .side {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 16px;
  }

  .small {
    color: var(--muted);
    font-size: var(--small);
  }

  .kinds {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr));
    gap: 8px 24px;
    margin: 8px 0 0;
  }

  .kinds dt {
    color: var(--muted);
    font-size: var(--small);
  }

  .kinds dd {
    margin: 0;
    font-weight: 600;
  }

  .kinds .gauge {
    height: 6px;
    margin-block-start: 4px;
  }

  .gauge {
    display: block;
    background: var(--line);
    forced-color-adjust: none;
    print-color-adjust: exact;
  }

  .gauge > span {
    display: block;
    height: 100%;
    background: var(--accent);
  }

  .tokens {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 2px;
    padding: 4px;
    margin: -4px;
    cursor: pointer;
    touch-action: manipulation;
  }

  .tokens .token {
    padding: 2px 6px;
    border: 2px solid transparent;
    border-radius: 3px;
    forced-color-adjust: none;
    print-color-adjust: exact;
    overflow-wrap: anywhere;
  }

  .tokens .token.heat {
    background: var(--cell-light);
    color: var(--text-light);
  }

  @supports (color: light-dark(#000, #fff)) {
    .tokens .token.heat {
      background: light-dark(var(--cell-light), var(--cell-dark));
      color: light-dark(var(--text-light), var(--text-dark));
    }
  }

  .tokens .token.query-token {
    border-color: var(--query);
  }

  .tokens .token.unknown {
    text-decoration: underline dotted 1px;
    text-underline-offset: 4px;
  }

  .ticket .colour-bar {
    margin-block: 8px 4px;
  }

  .reads {
    min-height: 3em;
  }

  .teams {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 6px 12px;
    align-items: center;
    margin: 0;
  }

  .teams > div {
    display: contents;
  }

  .teams dt.best,
  .teams .best + dd + dd {
    font-weight: 600;
  }

  .teams dd {
    margin: 0;
  }

  .teams dd:last-child {
    min-width: 7ch;
    text-align: end;
  }

  .teams .gauge {
    height: 10px;
  }

  .teams .true {
    color: var(--muted);
    font-size: var(--small);
    font-weight: 400;
  }

  .heads-now {
    display: grid;
    gap: 12px;
    justify-items: start;
  }

  .head-row {
    display: grid;
    gap: 4px 8px;
    width: 100%;
    max-width: 36rem;
  }

  .head-row button {
    display: block;
    min-width: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--muted);
    font: inherit;
    font-size: var(--small);
    text-align: start;
    cursor: pointer;
  }

  .head-row canvas {
    display: block;
    width: 100%;
    aspect-ratio: 1;
    border: 1px solid var(--line);
    image-rendering: pixelated;
    forced-color-adjust: none;
    print-color-adjust: exact;
  }

  .head-row button[aria-pressed="true"] {
    color: var(--ink);
    font-weight: 600;
  }

  .head-row button[aria-pressed="true"] canvas {
    outline: 2px solid var(--query);
  }

  .no-heads {
    display: grid;
    place-items: center;
    min-height: 12rem;
    padding: 16px;
    border: 1px dashed var(--control-line);
    color: var(--muted);
    text-align: center;
  }

  .probe {
    position: absolute;
    visibility: hidden;
    color: #000000;
  }

  @supports (color: light-dark(#000, #fff)) {
    .probe {
      color: light-dark(#000000, #ffffff);
    }
  }

  .stage {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
  }

  .stage.dropping::after {
    content: attr(data-drop);
    position: absolute;
    inset: -8px;
    display: grid;
    place-items: center;
    padding: 24px;
    border: 2px dashed var(--focus);
    background: color-mix(in srgb, var(--paper) 88%, transparent);
    text-align: center;
  }

  .ticket .control select,
  .own-ticket input {
    width: 100%;
  }

  .own-ticket input {
    min-height: 44px;
    padding: 0 12px;
    border: 1px solid var(--control-line);
    border-radius: 4px;
    background: var(--paper);
    color: var(--ink);
    font: inherit;
  }

  .group {
    flex: 1 0 100%;
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 16px 24px;
  }

  .group.anew {
    padding-block-start: 12px;
    border-block-start: 1px solid var(--line);
  }

  .group > .small {
    flex: 1 0 100%;
    max-width: none;
    margin-block-end: -8px;
  }

  .refused {
    padding-inline-start: 16px;
    border-inline-start: 3px solid var(--series-3);
  }

  @container (min-width: 48rem) {
    .charts,
    .ticket {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
`;

/** A share as a bar. @param {number} share */
const gauge = (share) =>
  html`<span class="gauge" aria-hidden="true"
    ><span style=${styleMap({ width: `${100 * share}%` })}></span
  ></span>`;

/** The accuracy on each kind of ticket.
 * @param {{ kinds: readonly string[], byKind: Record<string, number> | undefined, title: string, text: Text }} options */
export const kindStrip = ({ kinds, byKind, title, text }) =>
  html`<div>
    <p class="small">${title}</p>
    <dl class="kinds">
      ${kinds.map((kind) => {
        const share = byKind?.[kind];
        return html`<div data-kind=${kind}>
          <dt>${text(`kind ${kind}`)}</dt>
          <dd>${share === undefined ? text("notYet") : percent(share)} ${gauge(share ?? 0)}</dd>
        </div>`;
      })}
    </dl>
  </div>`;

/** The weights of one head on one ticket: (n, n), as a part of the block's.
 * @param {Reading} reading @param {number} block @param {number} head both from 0 */
export function headOf({ weights, tokens }, block, head) {
  const n = tokens.length;
  return weights[block].subarray(head * n * n, (head + 1) * n * n);
}

/** The keys that a query reads most, the most first.
 * @param {ArrayLike<number>} row @param {number} count @returns {number[]} */
export const strongest = (row, count) =>
  Array.from(row, (_, at) => at)
    .sort((a, b) => row[b] - row[a] || a - b)
    .slice(0, count);

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
  const reads = text("tokenReads", { token: shortToken(tokens[query]), pairs: pairs.join(", ") });
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

/**
 * The probability of every team.
 * @param {{ teams: readonly string[], probabilities: ArrayLike<number> | undefined, team: number | undefined, text: Text }} options
 *   team: the right one, where it is known
 */
export function teamBars({ teams, probabilities, team, text }) {
  const list = probabilities ? Array.from(probabilities) : [];
  const best = list.indexOf(Math.max(...list));
  return html`<dl class="teams" aria-label=${text("predictionLabel")}>
    ${teams.map((name, at) => {
      const share = list[at];
      return html`<div data-team=${name}>
        <dt class=${classMap({ best: at === best })}>
          ${text(`team ${name}`)}
          ${at === team ? html`<span class="true">(${text("right")})</span>` : nothing}
        </dt>
        <dd>${gauge(share ?? 0)}</dd>
        <dd data-share>${share === undefined ? text("notYet") : percent(share)}</dd>
      </div>`;
    })}
  </dl>`;
}

/**
 * All heads as small maps; one is chosen.
 * @param {object} options
 * @param {Reading} options.reading
 * @param {number} options.block @param {number} options.head the chosen one, from 0
 * @param {(block: number, head: number) => void} options.onHead
 * @param {Text} options.text
 */
export function headMaps({ reading, block, head, onHead, text }) {
  const n = reading.tokens.length;
  return html`<div class="heads-now">
    ${reading.weights.map(
      (_, layer) =>
        html`<div
          class="head-row"
          style=${styleMap({ gridTemplateColumns: `repeat(${Math.max(4, reading.heads)}, minmax(0, 1fr))` })}
        >
          ${Array.from({ length: reading.heads }, (__, at) => {
            const data = headOf(reading, layer, at);
            const most = data.reduce((a, b) => Math.max(a, b), 0);
            return html`<button
              type="button"
              aria-pressed=${layer === block && at === head}
              aria-label=${text("headButton", { block: layer + 1, head: at + 1, most: format(most) })}
              data-head="${layer + 1}.${at + 1}"
              @click=${() => onHead(layer, at)}
            >
              <canvas width=${n} height=${n} data-map="${layer},${at}"></canvas>
              <span aria-hidden="true">${layer + 1}.${at + 1}</span>
            </button>`;
          })}
        </div>`,
    )}
  </div>`;
}

/** One scale for all small maps, so that they can be compared as they form.
 * @type {import("../../parts/matrix/heat-scale.js").HeatScale} */
export const MAP_SCALE = { name: "sqrt", kind: "weight", most: 1 };

/** Paints the small maps. @param {ShadowRoot} root @param {Reading} reading @param {"light" | "dark"} theme */
export function paintMaps(root, reading, theme) {
  const n = reading.tokens.length;
  for (const canvas of /** @type {NodeListOf<HTMLCanvasElement>} */ (
    root.querySelectorAll("canvas[data-map]")
  )) {
    const [layer, at] = String(canvas.dataset.map).split(",").map(Number);
    const data = headOf(reading, layer, at);
    paint(canvas, { data, rows: n, columns: n }, MAP_SCALE, theme, { density: 1 });
  }
}
