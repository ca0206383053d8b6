// How the bench's rows are run and printed, in Node and in a page alike.

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./rows.js").Context} Context */
/** @typedef {import("./rows.js").Outcome} Outcome */
/** @typedef {{ row: { id: string, title: string, target: string }, outcome?: Outcome, error?: string }} Result */

/** The rows that the filters leave. @param {Row[]} all @param {string[]} filters @param {boolean} quick */
export const chosen = (all, filters, quick) =>
  all.filter(({ id, long }) =>
    filters.length > 0 ? filters.some((filter) => id.includes(filter)) : !(quick && long),
  );

/** @param {Row} row @param {Context} context @returns {Promise<Result>} */
export async function runRow({ id, title, target, run }, context) {
  const row = { id, title, target };
  try {
    return { row, outcome: await run(context) };
  } catch (error) {
    return { row, error: error instanceof Error ? error.message : String(error) };
  }
}

/** A time in a unit that suits it. @param {number} ms */
export function timeInWords(ms) {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  if (ms >= 1) return `${ms.toFixed(2)} ms`;
  return `${(ms * 1000).toFixed(2)} µs`;
}

/** @param {Result} result */
export function verdict({ outcome, error }) {
  if (error) return "failed";
  if (outcome?.met === null || outcome?.met === undefined) return "";
  return outcome.met ? "met" : "missed";
}

/** A row as lines of text. @param {Result} result */
export function asText(result) {
  const { row, outcome, error } = result;
  const lines = [`${row.id}: ${row.title}`];
  for (const { name, least, median, rate, unit } of outcome?.timings ?? []) {
    const times = `least ${timeInWords(least).padStart(10)}   median ${timeInWords(median).padStart(10)}`;
    lines.push(
      `  ${name.padEnd(48)} ${times}${rate ? `   ${rate.toFixed(1).padStart(6)} ${unit}` : ""}`,
    );
  }
  const says = verdict(result);
  if (error) lines.push(`  failed: ${error}`);
  else
    lines.push(`  = ${outcome?.value}${row.target ? `   [target: ${row.target}: ${says}]` : ""}`);
  return lines.join("\n");
}

/** The table of README. @param {Result[]} results */
export function asMarkdown(results) {
  const lines = ["| what | reached | target | |", "|---|---|---|---|"];
  for (const result of results) {
    const { row, outcome, error } = result;
    const sides = (outcome?.timings ?? []).map(
      ({ name, least, rate, unit }) =>
        `${name} ${rate ? `${rate.toFixed(1)} ${unit}` : timeInWords(least)}`,
    );
    const cells = [
      row.title,
      [error ?? outcome?.value, ...sides].join("<br>"),
      row.target,
      verdict(result),
    ];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  return lines.join("\n");
}
