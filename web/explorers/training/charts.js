// The two charts of a training: its loss, and how many tickets it gets right.
import { CHECK, MEAN_OF } from "./settings.js";
import { TEAMS } from "../../model/tickets.js";
import { fixed, percentage } from "../../parts/letters/numbers.js";
import { thousands } from "./write.js";

/** @typedef {import("./record.js").Record} Record */
/** @typedef {import("../../parts/charts/line-chart.js").ChartOptions} ChartOptions */
/** @typedef {import("../../parts/charts/line-chart.js").Series} Series */
/** @typedef {(key: string, values?: globalThis.Record<string, unknown>) => string} Text */

const HEIGHT = 220;
// The loss of a guess among the teams: −log(1/5) = 1.609.
const GUESS = Math.log(TEAMS.length);
const LEAST_TOP = 1.8;

/** @param {number} value */
const three = (value) => fixed(value, 3);

/** @param {Record | undefined} record @param {number} steps @param {Text} text */
const across = (record, steps, text) => ({
  label: text("axisStep"),
  domain: /** @type {[number, number]} */ ([0, 1.04 * (record?.plan.steps ?? steps)]),
  write: thousands,
});

/**
 * @param {{ record: Record | undefined, before: Record | undefined, steps: number, text: Text }} shown
 * @returns {ChartOptions}
 */
export function lossChart({ record, before, steps, text }) {
  const points = record?.points ?? [];
  const old = (before?.points ?? []).filter(({ step }) => step <= (record?.plan.steps ?? steps));
  const most = Math.max(
    LEAST_TOP,
    record?.checks[0]?.loss ?? 0,
    ...[...points, ...old].map(({ loss }) => loss),
  );
  /** @type {Series[]} */
  const series = [
    {
      name: "loss",
      label: text("seriesLoss"),
      points: points.map(({ step, loss }) => ({ x: step, y: loss })),
      hue: 1,
      mark: "none",
      write: three,
    },
  ];
  const start = record?.checks[0]?.loss;
  if (start !== undefined)
    series.push({
      name: "start",
      label: text("seriesStart"),
      points: [{ x: 0, y: start }],
      hue: 1,
      mark: "circle",
      write: three,
    });
  // What guessing costs, so that the first loss has something to be compared with.
  series.push({
    name: "guess",
    label: text("seriesGuess", { loss: three(GUESS) }),
    points: [0, record?.plan.steps ?? steps].map((x) => ({ x, y: GUESS })),
    hue: 3,
    mark: "none",
    line: "dotted",
    silent: true,
  });
  if (old.length > 0)
    series.push({
      name: "before",
      label: text("seriesBefore"),
      points: old.map(({ step, loss }) => ({ x: step, y: loss })),
      hue: 4,
      mark: "none",
      line: "dashed",
      write: three,
    });
  return {
    name: "loss",
    title: text("lossTitle"),
    x: across(record, steps, text),
    y: { label: text("lossAxis", { count: MEAN_OF }), domain: [0, Math.ceil(most * 5) / 5] },
    series,
    marker: record && (points.at(-1)?.step ?? 0),
    height: HEIGHT,
  };
}

/**
 * @param {{ record: Record | undefined, before: Record | undefined, baseline: number | undefined, steps: number, text: Text }} shown
 * @returns {ChartOptions}
 */
export function accuracyChart({ record, before, baseline, steps, text }) {
  const end = record?.plan.steps ?? steps;
  const points = record?.points ?? [];
  /** @type {Series[]} */
  const series = [
    {
      name: "valid",
      label: text("seriesValid"),
      points: (record?.checks ?? []).map(({ step, accuracy }) => ({ x: step, y: accuracy })),
      hue: 2,
      // One check alone is no line.
      mark: (record?.checks.length ?? 0) === 1 ? "circle" : "none",
      write: percentage,
    },
    {
      name: "train",
      label: text("seriesTrain"),
      points: points.map(({ step, accuracy }) => ({ x: step, y: accuracy })),
      hue: 1,
      mark: "none",
      line: "dotted",
      write: percentage,
    },
  ];
  if (before && before.checks.length > 1)
    series.push({
      name: "before",
      label: text("seriesBefore"),
      points: before.checks
        .filter(({ step }) => step <= end)
        .map(({ step, accuracy }) => ({ x: step, y: accuracy })),
      hue: 4,
      mark: "none",
      line: "dashed",
      write: percentage,
    });
  // Named from the start, so that the chart stays where it is when the line comes.
  series.push({
    name: "baseline",
    label: text("seriesBaseline", {
      share: baseline === undefined ? text("notYet") : percentage(baseline),
    }),
    points:
      baseline === undefined
        ? []
        : [
            { x: 0, y: baseline },
            { x: end, y: baseline },
          ],
    hue: 3,
    mark: "none",
    line: "dashed",
    silent: true,
  });
  return {
    name: "accuracy",
    title: text("accuracyTitle"),
    x: across(record, steps, text),
    y: {
      label: text("accuracyAxis", { of: CHECK.tickets }),
      domain: [0, 1],
      ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
      write: (value) => percentage(value, 0),
    },
    series,
    marker: record?.check?.step,
    height: HEIGHT,
  };
}
