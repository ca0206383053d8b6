// How the bench's rows are run and printed: a row of the table for each, a column for each engine.

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./rows.js").Context} Context */
/** @typedef {import("./rows.js").Outcome} Outcome */
/** @typedef {{ outcome?: Outcome, error?: string }} Result */
/** @typedef {Pick<Row, "id" | "title" | "target">} RowName */
/** A row in every engine that was asked, by the engine's name.
 * @typedef {{ row: RowName, engines: Record<string, Result> }} Line */

/** The rows that the filters leave. @param {Row[]} all @param {string[]} filters @param {boolean} quick */
export const chosen = (all, filters, quick) =>
  all.filter(({ id, long }) =>
    filters.length > 0 ? filters.some((filter) => id.includes(filter)) : !(quick && long),
  );

/** @param {Row} row @param {Context} context @returns {Promise<Result>} */
export async function runRow({ run }, context) {
  try {
    return { outcome: await run(context) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** How a row is named in a message. @param {Row} row @returns {RowName} */
export const nameOf = ({ id, title, target }) => ({ id, title, target });

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

const WIDTH = 32;

/** A side's least time and rate. @param {import("./measure.js").Timing | undefined} timing */
const cell = (timing) =>
  timing
    ? `${timeInWords(timing.least).padStart(10)}${timing.rate ? ` ${timing.rate.toFixed(1).padStart(6)} ${timing.unit}` : ""}`
    : "";

/** A row as lines of text. @param {Line} line */
export function asText({ row, engines }) {
  const names = Object.keys(engines);
  const lines = [`${row.id}: ${row.title}${row.target ? `   [target: ${row.target}]` : ""}`];
  const sides = new Set(
    names.flatMap((name) => (engines[name].outcome?.timings ?? []).map((timing) => timing.name)),
  );
  if (sides.size > 0)
    lines.push(`${" ".repeat(42)}${names.map((name) => name.padStart(10).padEnd(24)).join("")}`);
  for (const side of sides) {
    const cells = names.map((name) =>
      cell(engines[name].outcome?.timings.find((timing) => timing.name === side)).padEnd(24),
    );
    lines.push(`  ${side.padEnd(40)}${cells.join("").trimEnd()}`);
  }
  for (const name of names) {
    const result = engines[name],
      says = verdict(result);
    lines.push(
      `  = ${name}: ${result.error ? `failed: ${result.error}` : `${result.outcome?.value}${says ? `   (${says})` : ""}`}`,
    );
  }
  return lines.join("\n");
}

/** The table of README: what each row came to in each engine. @param {Line[]} lines */
export function asMarkdown(lines) {
  const names = Object.keys(lines[0]?.engines ?? {});
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [
    row(["what", ...names, "target"]),
    row(["---", ...names.map(() => "---"), "---"]),
    ...lines.map(({ row: { title, target }, engines }) =>
      row([
        title,
        ...names.map((name) => {
          const { outcome, error } = engines[name];
          const says = verdict(engines[name]);
          return error ? `failed: ${error}` : `${outcome?.value}${says ? ` (${says})` : ""}`;
        }),
        target,
      ]),
    ),
  ].join("\n");
}

/** What was met and missed in each engine. @param {Line[]} lines */
export const summary = (lines) =>
  Object.keys(lines[0]?.engines ?? {})
    .map((name) => {
      const verdicts = lines.map(({ engines }) => verdict(engines[name]));
      const count = (/** @type {string} */ word) => verdicts.filter((each) => each === word).length;
      return `${name.padEnd(WIDTH)} ${count("met")} met, ${count("missed")} missed, ${count("failed")} failed`;
    })
    .join("\n");
