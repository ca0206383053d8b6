// While a question is open, nothing gives its answer away: what readouts, tables and description show then.

/** @typedef {import("./attention-element.js").AttentionElement} Host */
/** @typedef {{ of: string, line: unknown }} Told */

/** @param {Host} host */
export const shownReadouts = (host) =>
  host
    .readoutItems()
    .map((item) =>
      item.of && host.asking.hides(item.of) ? { ...item, value: host.text("notYetShown") } : item,
    );

/** @param {Host} host */
export const shownTables = (host) =>
  host.tables().map((table) => ({
    ...table,
    concealed: table.concealed || host.asking.hides(table.name),
  }));

/** @param {Host} host @returns {unknown[]} */
export function shownDescription(host) {
  const all = host.description();
  /** @param {unknown} line @returns {line is Told} */
  const isTold = (line) => typeof line === "object" && line !== null && "of" in line;
  const left = all.filter((line) => !isTold(line) || !host.asking.hides(line.of));
  const lines = left.map((line) => (isTold(line) ? line.line : line));
  return left.length < all.length ? [...lines, host.text("afterQuestion")] : lines;
}
