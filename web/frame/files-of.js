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

/** Lines of a program that say which numbers it prints. */
const PRINTED = /^# (?:(?:-?(?:[\d.]+|inf|nan)(?: |$))+|d_k=.*$)/gm;

/** While a question is open, a program does not say what comes out. @param {Host} host @param {() => string} program */
const untold = (host, program) => () =>
  host.asking.isOpen()
    ? program().replaceAll(PRINTED, (line) => line.replaceAll(/[^# ]+/g, CONCEALED))
    : program();

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
    ...(own.python ? { python: untold(host, own.python) } : {}),
    ...(own.numpy ? { numpy: untold(host, own.numpy) } : {}),
  };
}
