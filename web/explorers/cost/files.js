// What is handed over: tables of what is counted and measured, every sample of the times, the charts as
// a drawing, and a program.
import { moved, toSvgFile } from "../../parts/charts/drawing.js";
import { chartShapes, signOf } from "../../parts/charts/line-chart.js";
import { CONCEALED, toCsv } from "../../frame/tables.js";
import { spreadOf } from "./statistics.js";
import { assertedOf, numpyOf } from "./numpy.js";
import { written as signed } from "../../parts/letters/numbers.js";
import { count } from "./write.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./facts.js").Text} Text */
/** @typedef {import("../../frame/tables.js").NumberTable} NumberTable */

// Digits of a time or a ratio in the tables of a page; files have all of them.
const DIGITS = 6;

/** Counts are whole, also where float32 has no such number. @param {number} value */
function written(value) {
  if (Number.isNaN(value)) return "–";
  return Number.isInteger(value) ? count(value) : signed(String(Number(value.toPrecision(DIGITS))));
}

/** For programs, 1,024 is 1024, whatever parts groups of digits in the language. @param {NumberTable} table @returns {NumberTable} */
const withPlainRows = (table) => ({
  ...table,
  rows: table.rows?.map((label) =>
    /^\d+(\D\d{3})*$/.test(label) ? label.replaceAll(/\D/g, "") : label,
  ),
});

/** The same for programs. @param {number} value */
const plain = (value) => (Number.isNaN(value) ? "nan" : String(value));

/** @param {string} name @param {string} title @param {number[][]} rows @param {string[]} labels
 * @param {string[]} columns @param {Text} text @returns {NumberTable} */
const table = (name, title, rows, labels, columns, text) => ({
  name,
  title,
  unnamed: true,
  tensor: { data: Float64Array.from(rows.flat()), shape: [rows.length, columns.length] },
  rows: labels,
  columns,
  worded: true,
  rowAxis: text("columnTokens"),
  columnAxis: text("axisNumber"),
  write: written,
});

/** @param {string} name @param {string} title @param {import("./figures.js").Figures} figures
 * @param {boolean} isTimed @param {Text} text */
function figureTable(name, title, { tokens, columns }, isTimed, text) {
  const heads = columns.flatMap((column) => {
    const label = text(`column ${column.name}`);
    return isTimed
      ? [label, text("columnLow", { name: label }), text("columnHigh", { name: label })]
      : [label];
  });
  const rows = tokens.map((_, at) =>
    columns.flatMap(({ values, spreads }) =>
      isTimed
        ? [values[at] ?? NaN, spreads?.[at]?.low ?? NaN, spreads?.[at]?.high ?? NaN]
        : [values[at] ?? NaN],
    ),
  );
  return table(name, title, rows, tokens.map(count), heads, text);
}

/** @param {Facts} facts @param {Text} text @param {(key: string) => string} titleOf @returns {NumberTable[]} */
export function tablesOf({ name: view, counted, timed }, text, titleOf) {
  const list = counted ? [figureTable(view, titleOf(view), counted, false, text)] : [];
  if (!timed) return list;
  const name = view === "time" ? view : "steps";
  return [...list, figureTable(name, titleOf(name), timed.figures, true, text)];
}

/** The points that are shown, as they were measured. @param {Facts} facts */
const shownPoints = ({ timed, revealed }) => {
  const columns = timed?.figures.columns.filter(({ asked }) => revealed || !asked) ?? [];
  const names = columns.map(({ name }) => name);
  return [...(timed?.found.points.values() ?? [])]
    .filter(({ method }) => names.includes(method))
    .sort((a, b) => names.indexOf(a.method) - names.indexOf(b.method) || a.n - b.n);
};

/** Every sample, a row each. @param {Facts} facts @param {Text} text @returns {NumberTable[]} */
function rawTables(facts, text) {
  const samples = shownPoints(facts).flatMap(({ method, n, calls, samples: times }) =>
    times.map((time) => ({ label: text(`column ${method}`), row: [n, calls, time, time / calls] })),
  );
  if (samples.length === 0) return [];
  return [
    table(
      "raw",
      text("title raw"),
      samples.map(({ row }) => row),
      samples.map(({ label }) => label),
      ["columnTokens", "columnCalls", "columnSample", "columnEach"].map((key) => text(key)),
      text,
    ),
  ];
}

// Sizes of a drawing, in px: a chart, its margins, a line of the legend.
const WIDTH = 560;
const HEIGHT = 330;
const MARGIN = 16;
const TOP = 56;
const LINE = 18;

/** A chart with its title and its legend above it, so much to the right.
 * @param {import("../../parts/charts/line-chart.js").ChartOptions} chart @param {number} left @param {number} top of the chart
 * @returns {import("../../parts/charts/drawing.js").Shape[]} */
const chartAsDrawing = (chart, left, top) => [
  { kind: "text", x: left, y: 28, content: chart.title, look: "fill-ink strong" },
  ...chart.series.flatMap((series, at) => {
    const y = TOP + at * LINE;
    /** @type {import("../../parts/charts/drawing.js").Shape} */
    const label = { kind: "text", x: left + 36, y, content: series.label, look: "fill-muted" };
    return [...moved(signOf(series), left, y - 11), label];
  }),
  { kind: "text", x: left, y: top - 6, content: chart.y.label, look: "fill-muted" },
  ...moved(
    chartShapes(chart, { width: WIDTH - 2 * MARGIN, height: HEIGHT, at: chart.marker }),
    left,
    top,
  ),
];

/** @param {string} title @param {import("../../parts/charts/line-chart.js").ChartOptions[]} charts */
function svg(title, charts) {
  const lines = Math.max(...charts.map(({ series }) => series.length));
  const top = TOP + lines * LINE + 12;
  return toSvgFile({
    title,
    width: charts.length * WIDTH,
    height: top + HEIGHT + MARGIN,
    shapes: charts.flatMap((chart, at) => chartAsDrawing(chart, at * WIDTH + MARGIN, top)),
  });
}

/**
 * @param {object} options
 * @param {Facts} options.facts @param {Text} options.text
 * @param {string} options.element its tag @param {Record<string, string>} options.state as attributes
 * @param {string} options.title @param {NumberTable[]} options.tables
 * @param {import("../../parts/charts/line-chart.js").ChartOptions[]} options.charts
 */
export function filesOf({ facts, text, element, state, title, tables: shown, charts }) {
  const tables = shown.map(withPlainRows);
  return {
    name: `${element}-${facts.name}`,
    svg: () => svg(title, charts),
    csv: () => toCsv([...tables, ...rawTables(facts, text)], plain),
    json: () => ({
      element,
      state,
      sizes: facts.sizes,
      // Beyond 2^53 a count is as near as a float64 comes; what is not measured is null.
      matrices: Object.fromEntries(
        tables.map(({ name, tensor, rows, columns, concealed }) => [
          name,
          {
            shape: tensor.shape,
            rows,
            columns,
            data: concealed
              ? CONCEALED
              : Array.from(tensor.data, (value) => (Number.isNaN(value) ? null : value)),
          },
        ]),
      ),
      samples: shownPoints(facts).map((point) => ({ ...point, ...spreadOf(point) })),
      slopes: facts.revealed ? facts.timed?.slopes : undefined,
      stops: facts.timed && [...facts.timed.found.stops.values()],
      device: { agent: navigator.userAgent, threads: 1 },
    }),
    python: () => `${facts.view.python(facts)}${assertedOf(facts)}`,
    numpy: () => numpyOf(facts),
  };
}
