// A training as files: the charts as a drawing, every step and every check as numbers.
import { chartShapes } from "../../parts/charts/line-chart.js";
import { moved, toSvgFile } from "../../parts/charts/drawing.js";
import { accuracyChart, lossChart } from "./charts.js";
import { KINDS } from "./settings.js";

/** @typedef {import("./record.js").Record} Record */
/** @typedef {import("./charts.js").Text} Text */

const WIDTH = 460;
const HEIGHT = 280;

/**
 * @param {{ record: Record | undefined, before: Record | undefined, baseline: number | undefined, steps: number, text: Text }} shown
 */
export function chartsFile(shown) {
  const charts = [lossChart(shown), accuracyChart(shown)];
  return toSvgFile({
    title: shown.text("heading"),
    width: 2 * WIDTH + 20,
    height: HEIGHT + 50,
    shapes: charts.flatMap((chart, at) => {
      const left = at * (WIDTH + 20);
      return [
        {
          kind: /** @type {const} */ ("text"),
          x: left + 16,
          y: 26,
          content: chart.title,
          look: "fill-ink strong",
        },
        {
          kind: /** @type {const} */ ("text"),
          x: left + 16,
          y: 44,
          content: chart.y.label,
          look: "fill-muted",
        },
        ...moved(chartShapes(chart, { width: WIDTH, height: HEIGHT, legend: true }), left, 50),
      ];
    }),
  });
}

/** A number with every digit that it has. @param {number} value */
const digits = (value) => String(value);

/** Every step, and beside it the check after it where there was one. @param {Record | undefined} record */
export function curvesCsv(record) {
  const head = ["step", "loss", "right", "of", "tokens", "lr", "valid", "valid_of", ...KINDS];
  /** @type {(string | number)[][]} */
  const rows = [];
  const checks = new Map(record?.checks.map((check) => [check.step, check]));
  for (const step of [0, ...(record?.steps ?? [])]) {
    const made = typeof step === "number" ? undefined : step;
    const check = checks.get(made?.step ?? 0);
    if (!made && !check) continue;
    rows.push([
      ...(made
        ? [made.step, digits(made.loss), made.correct, made.size, made.tokens, digits(made.lr)]
        : [0, "", "", "", "", ""]),
      ...(check
        ? [
            digits(check.accuracy),
            check.of,
            ...KINDS.map((kind) => digits(check.byKind[kind] ?? NaN)),
          ]
        : ["", "", ...KINDS.map(() => "")]),
    ]);
  }
  return `${[head, ...rows].map((row) => row.join(",")).join("\n")}\n`;
}

/** @param {Record | undefined} record @param {number | undefined} baseline */
export const curvesJson = (record, baseline) =>
  record && {
    plan: record.plan,
    sizes: record.sizes,
    fromFile: record.fromFile,
    bagOfWords: baseline,
    reached: record.reached,
    milliseconds: record.ms,
    tokensPerSecond: record.tokensPerSecond,
    steps: record.steps,
    checks: record.checks,
  };
