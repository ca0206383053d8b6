// The files that an explorer gives: its own, and the tables as CSV and JSON, which come by themselves.
import { plain } from "../parts/letters/numbers.js";
import { shownTables } from "./concealed.js";
import { toPng } from "./files.js";
import { CONCEALED, toCsv } from "./tables.js";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

/** JSON has no −∞ and no NaN: those are text; where a row has no such cell stands null.
 * @param {number | undefined} value */
const jsonNumber = (value) =>
  value === undefined ? null : Number.isFinite(value) ? Number(plain(value)) : plain(value);

/** @param {Host} host @returns {import("./export-menu.js").Exports} */
export function filesOf(host) {
  const tables = shownTables(host);
  const own = host.exports();
  const { svg } = own;
  return {
    name: host.localName,
    png: svg && (() => toPng(svg())),
    csv: () => toCsv(tables, plain),
    json: () => ({
      element: host.localName,
      state: Object.fromEntries(host.stateAttributes()),
      matrices: Object.fromEntries(
        tables.map(({ name, tensor, rows, columns, concealed, ragged }) => [
          name,
          {
            shape: tensor.shape,
            rows,
            columns,
            data: concealed
              ? CONCEALED
              : Array.from(tensor.data, (value) =>
                  ragged && Number.isNaN(value) ? null : jsonNumber(value),
                ),
          },
        ]),
      ),
    }),
    ...own,
  };
}
