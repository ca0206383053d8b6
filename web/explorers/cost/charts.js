// The charts: what is counted and what is measured, over the number of tokens, on logarithmic axes.
import { pointsOf } from "./figures.js";
import { bytes as bytesText, count, duration, powerTick, shortTick, unitOf } from "./write.js";

/** @typedef {import("./figures.js").Figures} Figures */
/** @typedef {import("../../parts/charts/line-chart.js").ChartOptions} ChartOptions */
/** @typedef {import("../../parts/charts/line-chart.js").Series} Series */

/** The looks of the lines, so that they differ without colour as well.
 * @type {Record<string, Pick<Series, "hue" | "mark" | "line">>} */
const LOOKS = {
  staged: { hue: 1, mark: "circle" },
  fused: { hue: 2, mark: "square", line: "dashed" },
  loop: { hue: 3, mark: "triangle" },
  scoreBytes: { hue: 1, mark: "circle" },
  qkvBytes: { hue: 2, mark: "square", line: "dashed" },
  attention: { hue: 1, mark: "circle" },
  projections: { hue: 2, mark: "square", line: "dashed" },
  feedForward: { hue: 3, mark: "triangle" },
  headBytes: { hue: 1, mark: "circle" },
  hidden: { hue: 3, mark: "triangle" },
  step: { hue: 2, mark: "square", line: "dashed" },
  again: { hue: 1, mark: "circle" },
  causal: { hue: 1, mark: "circle" },
  windowed: { hue: 2, mark: "square", line: "dashed" },
  linear: { hue: 2, mark: "square", line: "dashed" },
  recurrent: { hue: 1, mark: "circle" },
  convolution: { hue: 3, mark: "triangle" },
  dilated: { hue: 4, mark: "square", line: "dotted" },
  attentionPath: { hue: 2, mark: "square", line: "dashed" },
  cached: { hue: 2, mark: "square", line: "dashed" },
  whole: { hue: 1, mark: "circle" },
};

/** Written along the axis where there is room. @param {number[]} tokens */
const ticksOf = (tokens) => tokens.filter((n, at) => at === 0 || n >= 1.9 * tokens[0]);

/**
 * @param {object} options
 * @param {string} options.name @param {string} options.title @param {string} options.yLabel
 * @param {"bytes" | "operations" | "steps" | "time"} options.measure
 * @param {Figures} options.figures @param {string[]} options.names which columns are lines
 * @param {boolean} options.revealed @param {number} options.n what is marked
 * @param {Series[]} [options.more]
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 * @returns {ChartOptions}
 */
export function chartOf(options) {
  const { name, title, yLabel, measure, figures, names, revealed, n, more = [], text } = options;
  const { tokens, columns } = figures;
  const shown = names.flatMap((wanted) => columns.filter((column) => column.name === wanted));
  // Room for the names of the first and the last tick.
  const beside = (tokens[tokens.length - 1] / tokens[0]) ** 0.055 || 1.25;
  const ends = /** @type {[number, number]} */ ([
    tokens[0] / beside,
    tokens[tokens.length - 1] * beside,
  ]);
  /** @param {import("./figures.js").Column} column */
  const isSeen = ({ asked }) => revealed || !asked;
  // How high the axis goes would tell what is asked.
  const heights = [
    ...shown.filter(isSeen).flatMap((column) => column.values.flatMap((value) => value || [])),
    ...shown
      .filter(isSeen)
      .flatMap(({ spreads = [] }) =>
        spreads.flatMap((spread) => (spread ? [spread.low, spread.high] : [])),
      ),
    ...more.flatMap((series) => series.points.map((point) => point.y)),
  ];
  const isEmpty = heights.length === 0;
  const unit = unitOf(heights);
  // Bytes stand in one unit along the axis, and each in its own where it is said.
  const { write, tick, label } = {
    bytes: {
      write: bytesText,
      tick: (/** @type {number} */ value) => shortTick(value / unit.size),
      label: unit.name,
    },
    operations: { write: count, tick: powerTick, label: yLabel },
    steps: { write: count, tick: count, label: yLabel },
    time: { write: duration, tick: shortTick, label: yLabel },
  }[measure];
  return {
    name,
    title,
    x: {
      label: text("tokens"),
      scale: "log",
      domain: ends,
      ticks: ticksOf(tokens),
      write: count,
    },
    y: {
      label,
      scale: "log",
      // Before anything is measured, the room for it.
      domain: isEmpty ? [0.01, 1000] : [Math.min(...heights) / 2.5, Math.max(...heights) * 2.5],
      write: tick,
    },
    series: [
      ...more,
      ...shown.map((column) => ({
        name: column.name,
        label: text(`series ${column.name}`),
        points: isSeen(column) ? pointsOf(column, tokens) : [],
        write,
        ...LOOKS[column.name],
      })),
    ],
    marker: n >= ends[0] && n <= ends[1] ? n : undefined,
    height: 300,
  };
}

/** The key size of the lesson's times. */
export const LESSON_SIZE = 64;

/** What the lesson measured, in ms: the formula in PyTorch, on a shared CPU. @type {[n: number, ms: number][]} */
const LESSON_TIMES = [
  [128, 0.035],
  [512, 0.225],
  [1024, 0.849],
  [2048, 3.54],
  [4096, 14.8],
  [8192, 60],
];

/** The lesson's times, as far as they may be seen. @param {(n: number) => boolean} isDue @param {string} label
 * @returns {Series[]} */
export const lessonLine = (isDue, label) => [
  {
    name: "lesson",
    label,
    points: LESSON_TIMES.filter(([n]) => isDue(n)).map(([x, y]) => ({ x, y })),
    write: duration,
    hue: 4,
    mark: "circle",
    line: "dashed",
  },
];

/** The line of n² through a point. @param {{ x: number, y: number } | undefined} from @param {number[]} tokens @param {string} label @returns {Series[]} */
export function squareLine(from, tokens, label) {
  if (!from) return [];
  const ends = [tokens[0], tokens[tokens.length - 1]];
  return [
    {
      name: "square",
      label,
      points: ends.map((x) => ({ x, y: from.y * (x / from.x) ** 2 })),
      hue: 4,
      mark: "none",
      line: "dotted",
      silent: true,
    },
  ];
}
