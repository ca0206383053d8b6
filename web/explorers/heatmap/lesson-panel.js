// The digits that lesson 1 reads off its own model, beside those of the model on this page.
import { css, html } from "lit";
import { LESSON_TICKET } from "../../model/lesson-ticket.js";
import { bestOf, cellOf, matrixOf, receivedBy, strongestOf } from "./view.js";
import { TICKETS } from "./tickets.js";
import { fixed, written } from "../../parts/letters/numbers.js";

/** @typedef {import("./heat-map.js").HeatMap} HeatMap */

export const lessonPanelStyles = css`
  .lesson {
    overflow-x: auto;
    margin-block: 12px;
  }

  .lesson table {
    border-collapse: collapse;
  }

  .lesson caption {
    text-align: start;
    font-weight: 600;
  }

  .lesson :is(th, td) {
    padding-block: 2px;
    padding-inline: 0 12px;
    font-weight: 400;
    text-align: start;
    vertical-align: top;
  }

  .lesson thead th {
    color: var(--muted);
    font-size: var(--small);
  }
`;

/** Whether the model of the tickets reads the lesson's ticket. @param {HeatMap} map */
export const isLessonTicket = (map) =>
  map.source === TICKETS &&
  map.answered !== undefined &&
  map.classifier !== undefined &&
  map.phraseOf(map.classifier) === LESSON_TICKET.text;

/** @param {HeatMap} map */
export function lessonPanel(map) {
  const { text } = map;
  const maps = /** @type {import("../../model/maps.js").Maps} */ (map.maps);
  const [layers, , heads] = maps.shape;
  const tokens = maps.keyTokens?.[0] ?? [];
  const row = tokens.indexOf(LESSON_TICKET.word);
  /** @param {string} token @param {string} value */
  const read = (token, value) => html`<td><bdi>${token}</bdi> ${value}</td>`;
  return html`<div class="lesson" data-lesson>
    <table>
      <caption>
        ${text("lessonTitle", { ticket: LESSON_TICKET.name, word: LESSON_TICKET.word, layer: layers })}
      </caption>
      <thead>
        <tr>
          <th scope="col">${text("lessonHead")}</th>
          <th scope="col">${text("lessonReads", { word: LESSON_TICKET.word })}</th>
          <th scope="col">${text("lessonReceives")}</th>
          <th scope="col">${text("thisReads", { word: LESSON_TICKET.word })}</th>
          <th scope="col">${text("thisReceives")}</th>
        </tr>
      </thead>
      <tbody>
        ${LESSON_TICKET.heads.slice(0, heads).map((its, head) => {
          const matrix = matrixOf(maps, layers - 1, 0, head);
          const [best] = strongestOf(matrix, row, 1);
          const received = receivedBy(matrix);
          const most = bestOf(received);
          return html`<tr>
            <th scope="row">${head + 1}</th>
            ${read(its.reads, written(its.weight))} ${read(its.receives, written(its.mean))}
            ${read(tokens[best], fixed(cellOf(matrix, row, best), 2))}
            ${read(tokens[most], fixed(received[most], 3))}
          </tr>`;
        })}
      </tbody>
    </table>
    <p class="about">${text("lessonOther")}</p>
  </div>`;
}
