// What is handed over: tables of what is counted and measured, every sample of the times, the charts as
// a drawing, and a program.
import { moved, toSvgFile } from "../parts/drawing.js";
import { chartShapes } from "../parts/line-chart.js";
import { toCsv } from "../parts/tables.js";
import {
  decodingPython,
  feedForwardPython,
  memoryPython,
  operationsPython,
  timePython,
} from "./python.js";
import { spreadOf } from "./statistics.js";
import { count } from "./write.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./facts.js").Text} Text */
/** @typedef {import("../parts/tables.js").NumberTable} NumberTable */

/** Every digit; counts beyond float32's reach are whole. @param {number} value */
const written = (value) =>
  Number.isNaN(value) ? "–" : Number.isInteger(value) ? count(value) : String(value);

/** The same for programs. @param {number} value */
const plain = (value) => (Number.isNaN(value) ? "nan" : String(value));

/** @param {string} name @param {string} title @param {number[][]} rows @param {string[]} labels
 * @param {string[]} columns @param {Text} text @returns {NumberTable} */
const table = (name, title, rows, labels, columns, text) => ({
  name,
  title,
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
export function tablesOf({ view, counted, timed }, text, titleOf) {
  const list = counted ? [figureTable(view, titleOf(view), counted, false, text)] : [];
  if (!timed) return list;
  const name = view === "time" ? view : "steps";
  return [...list, figureTable(name, titleOf(name), timed.figures, true, text)];
}

/** The points that are shown, as they were measured. @param {Facts} facts */
const shownPoints = ({ timed }) => {
  const names = timed?.figures.columns.map(({ name }) => name) ?? [];
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

/** @param {Facts} facts */
function python({ view, sizes, counts, counted, timed }) {
  const tokens = (counted ?? timed?.figures)?.tokens ?? [];
  switch (view) {
    case "time":
      return timePython(counts.size, tokens);
    case "memory":
      return memoryPython(sizes, tokens);
    case "operations":
      return operationsPython(sizes, tokens);
    case "feed-forward":
      return feedForwardPython(sizes, tokens);
    default:
      return decodingPython(sizes, tokens, timed?.figures.tokens ?? []);
  }
}

/** @param {string} title @param {import("../parts/line-chart.js").ChartOptions[]} charts */
function svg(title, charts) {
  const width = 560;
  const height = 380;
  return toSvgFile({
    title,
    width: charts.length * width,
    height,
    shapes: charts.flatMap((chart, at) => {
      const left = at * width;
      return [
        {
          kind: /** @type {const} */ ("text"),
          x: left + 16,
          y: 28,
          content: chart.title,
          look: "fill-ink strong",
        },
        {
          kind: /** @type {const} */ ("text"),
          x: left + 16,
          y: 46,
          content: chart.y.label,
          look: "fill-muted",
        },
        ...moved(
          chartShapes(chart, {
            width: width - 40,
            height: height - 70,
            at: chart.marker,
            legend: true,
          }),
          left + 16,
          60,
        ),
      ];
    }),
  });
}

/**
 * @param {object} options
 * @param {Facts} options.facts @param {Text} options.text
 * @param {string} options.element its tag @param {Record<string, string>} options.state as attributes
 * @param {string} options.title @param {NumberTable[]} options.tables
 * @param {import("../parts/line-chart.js").ChartOptions[]} options.charts
 */
export function filesOf({ facts, text, element, state, title, tables, charts }) {
  return {
    name: `${element}-${facts.view}`,
    svg: () => svg(title, charts),
    csv: () => toCsv([...tables, ...rawTables(facts, text)], plain),
    json: () => ({
      element,
      state,
      sizes: facts.sizes,
      // Beyond 2^53 a count is as near as a float64 comes; what is not measured is null.
      matrices: Object.fromEntries(
        tables.map(({ name, tensor, rows, columns }) => [
          name,
          {
            shape: tensor.shape,
            rows,
            columns,
            data: Array.from(tensor.data, (value) => (Number.isNaN(value) ? null : value)),
          },
        ]),
      ),
      samples: shownPoints(facts).map((point) => ({ ...point, ...spreadOf(point) })),
      slopes: facts.timed?.slopes,
      stops: facts.timed && [...facts.timed.found.stops.values()],
      device: { agent: navigator.userAgent, threads: 1 },
    }),
    python: () => python(facts),
  };
}
