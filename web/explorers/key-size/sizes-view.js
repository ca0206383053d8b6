// Key sizes: one query's weights as bars, undivided and divided, and what is measured over many queries.
import { html } from "lit";
import { LESSON_SIZES, divisorOf, placeOf } from "./draws.js";
import { SAMPLE } from "./measure.js";
import { count, printed, root } from "./write.js";
import { barRow, barShapes } from "../../parts/charts/bar-row.js";
import { moved, toSvgFile } from "../../parts/charts/drawing.js";
import { chartShapes } from "../../parts/charts/line-chart.js";
import { exact, format, numberSign, percentage } from "../../parts/letters/numbers.js";

/** @typedef {import("./attention-key-size.js").AttentionKeySize} Host */

/** Standard deviations beside variances. @param {[number, number, number]} variance @returns {[number, number, number]} */
const deviations = ([undivided, byRoot, bySize]) => [
  Math.sqrt(undivided),
  Math.sqrt(byRoot),
  Math.sqrt(bySize),
];

/** One query: its weights, undivided and divided. @param {Host} host */
export function barsOf(host) {
  const { undivided, divided, draw: drawn, pointed } = host;
  // Both rows share a top that their bars nearly reach: 0.25, 0.5 or 1.
  const largest = Math.max(undivided.weights[0], divided.weights[0]);
  const most = [0.25, 0.5].find((top) => largest <= top) ?? 1;
  /** @param {"undivided" | "divided"} name */
  const row = (name) => {
    const { scores, weights } = host[name];
    const title = host.text(name === "divided" ? "barsDivided" : "barsUndivided", {
      divisor: host.divisorText,
    });
    const spoken =
      pointed === undefined
        ? host.text("noBar")
        : host.text("barSpoken", {
            place: pointed + 1,
            key: drawn.order[pointed] + 1,
            score: format(scores[pointed]),
            weight: format(weights[pointed]),
          });
    return barRow({
      name,
      title: html`<span class="swatch" aria-hidden="true"></span>${title}`,
      label: title,
      note: html`<span data-largest=${name}
        >${host.rich("largestHere", { weight: html`<b>${printed(weights[0], 3)}</b>` })}</span
      >`,
      values: weights,
      most,
      top: format(most),
      hue: name === "divided" ? 2 : 1,
      chosen: pointed,
      spoken,
      onChoose: (index) => {
        host.pointed = index;
      },
    });
  };
  const read =
    pointed === undefined
      ? host.text("barsNote", { keys: SAMPLE.keys })
      : host.text("barRead", {
          key: drawn.order[pointed] + 1,
          keys: SAMPLE.keys,
          score: format(undivided.scores[pointed]),
          undivided: format(undivided.weights[pointed]),
          divisor: host.divisorText,
          scaled: format(divided.scores[pointed]),
          divided: format(divided.weights[pointed]),
        });
  return html`<div class="rows" data-stays>
    ${row("undivided")} ${row("divided")}
    <p class="bar-read" data-bar-read>${read}</p>
  </div>`;
}

/** How far the scores spread. @param {Host} host
 * @returns {import("../../parts/charts/line-chart.js").ChartOptions} */
export function chartOf(host) {
  const { averages, keySize } = host;
  const which = placeOf(host.divisor);
  const seen = averages.filter((row) => host.revealed || row.dK <= keySize);
  const sizes = [...LESSON_SIZES, keySize];
  const ends = /** @type {[number, number]} */ ([Math.min(...sizes), Math.max(...sizes)]);
  const floor = host.divisor === "key-size" ? 0.5 / ends[1] : 0.5;
  return {
    name: "variance",
    title: host.text("chartTitle"),
    x: {
      label: host.text("chartX"),
      scale: "log",
      domain: [ends[0] / 1.4, ends[1] * 1.4],
      ticks: LESSON_SIZES,
      write: count,
    },
    y: {
      label: host.text("chartY"),
      scale: "log",
      domain: [floor, ends[1] * 2],
      write: count,
    },
    series: [
      {
        name: "line",
        label: host.text("seriesLine"),
        points: ends.map((size) => ({ x: size, y: size })),
        hue: 4,
        mark: "none",
        line: "dotted",
        silent: true,
      },
      {
        name: "undivided",
        label: host.text("seriesUndivided"),
        points: seen.map(({ dK, variance }) => ({ x: dK, y: variance[0] })),
        hue: 1,
        mark: "circle",
        write: (value) => printed(value, 2),
      },
      {
        name: "divided",
        label: host.text("seriesDivided", { divisor: host.divisorName }),
        points: seen.map(({ dK, variance }) => ({ x: dK, y: variance[which] })),
        hue: 2,
        mark: "square",
        line: "dashed",
        write: (value) => printed(value, 3),
      },
    ],
    marker: keySize,
    height: 320,
  };
}

/** @param {Host} host */
export function readoutsOf(host) {
  const { now } = host;
  const which = placeOf(host.divisor);
  /** @param {string} name @param {[number, number, number] | undefined} triple @param {(value: number, isDivided: boolean) => string} write */
  const item = (name, triple, write) => ({
    name,
    label: host.text(`read${name[0].toUpperCase()}${name.slice(1)}`),
    value: triple
      ? host.text("pair", {
          undivided: write(triple[0], false),
          divided: write(triple[which], true),
        })
      : host.text("notYet"),
  });
  return [
    item("variance", now?.variance, (value, isDivided) => printed(value, isDivided ? 3 : 2)),
    item("deviation", now && deviations(now.variance), (value) => printed(value, 3)),
    item("largest", now?.largest, (value) => printed(value, 3)),
    item("saturated", now?.saturated, (share) => percentage(share)),
    item("gradient", now?.gradient, (value) => printed(value, 4)),
  ];
}

/** @param {Host} host */
export function sentenceOf(host) {
  const { now, refused, keySize } = host;
  const which = placeOf(host.divisor);
  const head = refused ? `${host.text("didRefuse", refused)} ` : "";
  if (!now) {
    const waiting =
      host.running.size > 0 ? ` ${host.text("sayWaiting", { rows: count(SAMPLE.rows) })}` : "";
    return `${head}${host.text("sayHere", {
      size: keySize,
      undivided: printed(host.undivided.weights[0], 3),
      divisor: host.divisorText,
      divided: printed(host.divided.weights[0], 3),
    })}${waiting}`;
  }
  const values = {
    size: keySize,
    divisor: root(divisorOf(host.divisor, keySize)),
    variance: printed(now.variance[0], 2),
    deviation: printed(Math.sqrt(now.variance[0]), 2),
    largest: printed(now.largest[0], 3),
    saturated: percentage(now.saturated[0]),
    scaledVariance: printed(now.variance[which], 3),
    scaledLargest: printed(now.largest[which], 3),
    gradient: printed(now.gradient[0], 4),
    scaledGradient: printed(now.gradient[which], 4),
    keys: SAMPLE.keys,
    even: exact(1 / SAMPLE.keys),
  };
  const last = { root: "sayRoot", "key-size": "sayKeySize", one: "sayOne" }[host.divisor];
  return head + ["sayScores", "sayWeights", last].map((key) => host.text(key, values)).join(" ");
}

/** @param {Host} host */
export function tablesOf(host) {
  const { undivided, divided, draw: drawn, averages } = host;
  const which = placeOf(host.divisor);
  const { text } = host;
  const divisor = host.divisorText;
  const names = drawn.order.map((key) => String(key + 1));
  /** @param {number[][]} rows */
  const tensor = (rows) => ({ data: rows.flat(), shape: [rows.length, rows[0]?.length ?? 0] });
  const bars = {
    name: "P",
    title: text("title P"),
    tensor: tensor(
      drawn.order.map((_, i) => [
        undivided.scores[i],
        undivided.weights[i],
        divided.scores[i],
        divided.weights[i],
      ]),
    ),
    rows: names,
    columns: [
      text("columnScore"),
      text("columnUndivided"),
      text("columnScaled", { divisor }),
      text("columnDivided"),
    ],
    worded: true,
    rowAxis: text("axisKey"),
    columnAxis: text("axisNumber"),
  };
  if (averages.length === 0) return [bars];
  return [
    {
      name: "Var",
      // What other sizes show would give the answer away.
      concealed: !host.revealed,
      title: text("title Var"),
      tensor: tensor(
        averages.map(({ variance, largest, saturated, gradient }) =>
          [variance, deviations(variance), largest, saturated, gradient].flatMap((triple) => [
            triple[0],
            triple[which],
          ]),
        ),
      ),
      rows: averages.map(({ dK }) => String(dK)),
      columns: ["Variance", "Deviation", "Largest", "Saturated", "Gradient"].flatMap((name) => [
        text(`column${name}`),
        text(`column${name}Divided`),
      ]),
      worded: true,
      rowAxis: text("axisSize"),
      columnAxis: text("axisNumber"),
    },
    bars,
  ];
}

/** @param {Host} host @returns {string[]} */
export function descriptionOf(host) {
  const { undivided, divided, averages, now, keySize, seed } = host;
  const which = placeOf(host.divisor);
  /** @param {number[]} weights */
  const first = (weights) =>
    weights
      .slice(0, 3)
      .map((weight) => format(weight))
      .join(numberSign());
  const points = averages
    .filter((row) => host.revealed || row.dK <= keySize)
    .map(({ dK, variance }) =>
      host.text("describePoint", {
        size: dK,
        variance: printed(variance[0], 2),
        scaled: printed(variance[which], 3),
      }),
    );
  const lines = [
    host.text("describeBars", {
      keys: SAMPLE.keys,
      size: keySize,
      seed: `${seed}`,
      undivided: first(undivided.weights),
      divisor: host.divisorText,
      divided: first(divided.weights),
    }),
    host.text("describeChart", {
      points: points.length > 0 ? points.join(" ") : host.text("describeNothing"),
    }),
  ];
  if (!now) return lines;
  return [
    ...lines,
    host.text("describeAverages", {
      rows: count(SAMPLE.rows),
      size: keySize,
      largest: printed(now.largest[0], 3),
      scaledLargest: printed(now.largest[which], 3),
      saturated: percentage(now.saturated[0]),
      scaledSaturated: percentage(now.saturated[which]),
      gradient: printed(now.gradient[0], 4),
      scaledGradient: printed(now.gradient[which], 4),
    }),
  ];
}

/** @param {Host} host */
export function svgOf(host) {
  const width = 480;
  const height = 112;
  /** @param {string} content @param {number} y @returns {import("../../parts/charts/drawing.js").Shape} */
  const title = (content, y) => ({ kind: "text", x: 16, y, content, look: "fill-ink strong" });
  const values = { divisor: host.divisorText };
  /** @param {number} y @returns {import("../../parts/charts/drawing.js").Shape} */
  const base = (y) => ({
    kind: "path",
    d: `M16,${y}L${16 + width},${y}`,
    look: "line-control-line thin",
  });
  const largest = [host.undivided, host.divided].map(({ weights }) =>
    host.text("largestHere", { weight: printed(weights[0], 3) }),
  );
  return toSvgFile({
    title: `${host.text("heading")} d_k = ${host.keySize}`,
    width: 940,
    height: 370,
    shapes: [
      title(`${host.text("barsUndivided")}, ${largest[0]}`, 32),
      ...moved(barShapes(host.undivided.weights, { width, height, hue: 1 }), 16, 44),
      base(44 + height),
      title(`${host.text("barsDivided", values)}, ${largest[1]}`, 204),
      ...moved(barShapes(host.divided.weights, { width, height, hue: 2 }), 16, 216),
      base(216 + height),
      title(host.text("chartY"), 32),
      ...moved(
        chartShapes(chartOf(host), { width: 400, height: 310, at: host.keySize, legend: true }),
        530,
        44,
      ),
    ].map((shape, index, all) =>
      // The chart's title stands over the chart.
      shape === all.find((one) => one.kind === "text" && one.content === host.text("chartY"))
        ? { ...shape, x: 540 }
        : shape,
    ),
  });
}
