// One ticket that is watched: its words, the team it is sent to, and what every head reads in it.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { MAP_SCALE, headMaps } from "./head-maps.js";
import { headOf } from "./reading.js";
import { teamBars } from "./team-bars.js";
import { tokenLine } from "./token-line.js";
import { menu } from "../../parts/fields/controls.js";
import { heatScale } from "../../parts/matrix/heat-scale.js";

/** @typedef {import("./attention-training.js").AttentionTraining} Host */

/** @param {Host} host */
export function ticketNow(host) {
  const { text, found, chosen, place } = host;
  const { block, head, query } = place;
  const read = () => {
    if (host.isDoubtful)
      return html`<p class="doubt" data-doubt role="status">${text("knowsNothing")}</p>`;
    if (host.reading?.text === host.words && !found)
      return html`<p data-reads>${text("noTokens")}</p>`;
    if (!found) return html`<p class="quote">${host.words}</p>`;
    const n = found.tokens.length;
    return tokenLine({
      reading: found,
      row: headOf(found, block, head).subarray(query * n, (query + 1) * n),
      query,
      onQuery: (to) => host.set({ query: to + 1 }),
      text,
    });
  };
  return html`<div class="ticket">
    <div class="side">
      ${ticketFields(host)}
      <p class="small">
        ${chosen?.kind ? `${text("kindOf", { kind: text(`kind ${chosen.kind}`) })} ${text("about")}` : text("ownNote")}
      </p>
    </div>
    <div class="side">
      <div>${read()}</div>
      ${
        host.shows("prediction") && !host.isDoubtful
          ? teamBars({
              teams: host.teams,
              probabilities: host.probabilities,
              team: chosen?.team,
              text,
            })
          : nothing
      }
    </div>
    ${
      host.shows("heads") && !host.isDoubtful
        ? html`<div class="side all-heads">
            <p>${text("heads")}</p>
            ${
              found
                ? html`${headMaps({
                      reading: found,
                      block,
                      head,
                      onHead: (layer, at) => host.set({ block: layer + 1, head: at + 1 }),
                      text,
                    })}
                    ${heatScale({
                      scale: MAP_SCALE,
                      theme: host.dark ? "dark" : "light",
                      words: text("headsNote"),
                      signs: {},
                    })}
                    <p class="small">${text("tokensHelp")}</p>`
                : html`<p class="no-heads">${text("headsEmpty")}</p>`
            }
          </div>`
        : nothing
    }
  </div>`;
}

/** @param {Host} host */
function ticketFields(host) {
  const { text } = host;
  const options = host.choices.map(({ text: words, kind }, at) => ({
    value: String(at + 1),
    label: kind ? text("ticketOption", { kind: text(`short ${kind}`), start: words }) : words,
  }));
  const own = host.phrase.trim() !== "";
  return html`${menu({
      name: "ticket",
      label: text("ticket"),
      options:
        own || options.length === 0
          ? [{ value: "0", label: text("ticketOwn") }, ...options]
          : options,
      value: own ? "0" : String(host.ticket),
      onChange: (value) => host.set({ ticket: Math.max(1, Number(value)), phrase: "", query: 0 }),
    })}
    <div class="control own-ticket" data-control="phrase">
      <label for="phrase">${text("own")}</label>
      <input
        id="phrase"
        type="text"
        autocomplete="off"
        maxlength="400"
        placeholder=${text("ownHint")}
        .value=${live(host.phrase)}
        @input=${(/** @type {Event} */ event) =>
          host.set({
            phrase: /** @type {HTMLInputElement} */ (event.currentTarget).value,
            query: 0,
          })}
      />
    </div>`;
}
