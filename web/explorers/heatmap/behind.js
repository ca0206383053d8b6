// What lies behind the picture of <attention-heatmap>: tables, the picture in words, files.
import { paint, sampleOf } from "../../parts/matrix/heat-canvas.js";
import { format, listSign, plain, shape, small } from "../../parts/letters/numbers.js";
import { visibleToken } from "../../parts/letters/symbols.js";
import { toCsv } from "../../frame/tables.js";
import { mapToSvg } from "./picture.js";
import { numpyOf, pythonOf } from "./python.js";
import { isWrittenWhole, savedJson, tensorOf } from "./saved.js";
import { describedRows } from "./sayings.js";
import * as view from "./view.js";
import { precise } from "./written.js";

/** @typedef {import("./heat-map.js").HeatMap} HeatMap */
/** @typedef {import("../../parts/matrix/heat-canvas.js").Region} Region */
/** @typedef {import("../../frame/tables.js").NumberTable} NumberTable */

// Tables of more rows or columns help nobody; files hold all.
const TABLE = 48;

/** @param {HeatMap} map @param {Region} region @returns {NumberTable} */
function tableOf(map, region) {
  const { top, left, rows, columns } = region;
  const isCut = rows < map.matrix.rows || columns < map.matrix.columns;
  const { names } = map;
  return {
    name: "A",
    title: map.text(isCut ? "tablesCut" : "tablesPart", {
      place: map.placeName,
      top: top + 1,
      bottom: top + rows,
      left: left + 1,
      right: left + columns,
    }),
    tensor: tensorOf(map.matrix, region, map.what),
    rows: Array.from({ length: rows }, (_, i) => names.label("queryTokens", top + i)),
    columns: Array.from({ length: columns }, (_, j) => names.label("keyTokens", left + j)),
    rowAxis: map.text("queryAxis"),
    columnAxis: map.text("keyAxis"),
  };
}

/** @param {HeatMap} map @returns {NumberTable[]} */
export function tables(map) {
  if (!map.maps) return [];
  const { region, text } = map;
  const cut = {
    ...region,
    rows: Math.min(TABLE, region.rows),
    columns: Math.min(TABLE, region.columns),
  };
  const main = tableOf(map, cut);
  const received = {
    name: "r",
    title: text("tableReceived"),
    tensor: {
      data: map.received.slice(cut.left, cut.left + cut.columns),
      shape: [1, cut.columns],
    },
    rows: [text("received")],
    columns: main.columns?.map(visibleToken),
    worded: true,
  };
  return [main, received, ...modelTables(map)];
}

/** The trained model's numbers: what it says, and how far its weights are from float64.
 * @param {HeatMap} map @returns {NumberTable[]} */
function modelTables(map) {
  const { classifier, answered, checked, text } = map;
  if (!classifier || !answered || !checked) return [];
  const isSaid = map.isUnderstood;
  const [layers, heads] = checked.shape;
  const one = layers * heads === 1;
  /** @type {NumberTable} */
  const said = {
    name: "p",
    title: text("tableClasses"),
    tensor: {
      data: [...answered.probabilities, ...answered.whole],
      shape: [2, classifier.classes.length],
    },
    rows: [text("tableNow"), text("tableWhole")],
    columns: map.classNames,
    worded: true,
  };
  return [
    ...(isSaid ? [said] : []),
    {
      name: "D",
      title: text(one ? "checkHead" : "checkTitle", { place: map.placeName }),
      tensor: checked,
      rows: Array.from({ length: layers }, (_, at) =>
        text("layer", { layer: one ? map.layer : at + 1 }),
      ),
      columns: Array.from({ length: heads }, (_, at) =>
        text("head", { head: one ? map.head : at + 1 }),
      ),
      worded: true,
    },
  ];
}

/** @param {HeatMap} map */
export function description(map) {
  if (!map.maps) return [];
  const { matrix, received, names, text, classifier, answered, checked } = map;
  const [layers, , heads, n, m] = map.maps.shape;
  const key = view.bestOf(received);
  const list = (/** @type {string[]} */ parts) => parts.join(listSign());
  return [
    text("describe1", { layers, heads, n, m, place: map.placeName, about: map.about }),
    ...(classifier && answered && checked
      ? [
          map.isUnderstood
            ? text("describeClasses", {
                classes: map.classesCaption,
                list: list(
                  map.classNames.map((name, at) => `${name} ${format(answered.probabilities[at])}`),
                ),
              })
            : text("knowsNothing"),
          text("describeCheck", { difference: small(checked.most) }),
          text("notExplanations"),
        ]
      : []),
    map.scaleWords,
    text("describePairs", {
      title: text("pairsTitle", { place: map.placeName }),
      list: list(
        map.strongestPairs.map(({ i, j, value }) => {
          const [query, read] = [names.spoken("queryTokens", i), names.spoken("keyTokens", j)];
          return `${text("pair", { query, key: read })} ${precise(value)}`;
        }),
      ),
    }),
    ...describedRows(matrix, names, map.what, text),
    text("describeReceived", {
      key: names.spoken("keyTokens", key),
      value: precise(received[key]),
    }),
    text("describeSigns", map.now),
  ];
}

/** @param {HeatMap} map @returns {Partial<import("../../frame/export-menu.js").Exports>} */
export function files(map) {
  const { maps, runner, answered } = map;
  if (!maps) return {};
  const shown = { layer: map.layer - 1, head: map.head - 1, sequence: map.sequence - 1 };
  const place = isWrittenWhole(maps) ? shown : { layer: 0, head: 0 };
  const read = answered && runner && { tokens: answered.tokens, without: map.off(runner) };
  return {
    name: map.localName,
    svg: () => svg(map),
    csv: () => toCsv([tableOf(map, view.wholeOf(map.matrix)), ...modelTables(map)], plain),
    json: () => savedJson(maps, { element: map.localName, ...shown }),
    python: () =>
      pythonOf({
        source: map.source,
        phrase: runner ? map.phraseOf(runner) : "",
        seed: map.seed,
        layer: place.layer,
        head: place.head,
        scale: map.scale,
        read,
      }),
    numpy: () =>
      numpyOf({ source: map.source, layer: place.layer, head: place.head, read }, printedBy(map)),
  };
}

/** What the program in NumPy prints: the classes, or the first rows of the head that is shown.
 * @param {HeatMap} map */
function printedBy({ matrix, answered, classifier, source }) {
  if (answered && classifier)
    return classifier.classes.map((name, at) => `${name} ${answered.probabilities[at].toFixed(4)}`);
  const most = ["six", "cross", "patches"].includes(source) ? Infinity : 8;
  const written = (/** @type {number} */ value) =>
    value === -Infinity ? "-inf" : Number.isNaN(value) ? "nan" : value.toFixed(4);
  return Array.from({ length: Math.min(matrix.rows, most) }, (_, i) =>
    Array.from({ length: Math.min(matrix.columns, most) }, (_unused, j) =>
      written(view.cellOf(matrix, i, j)),
    ).join(" "),
  );
}

/** @param {HeatMap} map */
function svg(map) {
  const { region } = map;
  const table = tableOf(map, region);
  const canvas = /** @type {HTMLCanvasElement} */ (
    map.shadowRoot?.querySelector("canvas[data-large]")
  );
  // Files are light, whatever the page is.
  const light = document.createElement("canvas");
  light.width = canvas?.width || 640;
  light.height = canvas?.height || 640;
  const scale = map.scaleOf(map.now);
  return mapToSvg({
    title: `${map.placeName} ${shape(map.matrix.rows, map.matrix.columns)}`,
    words: map.scaleWords,
    rowAxis: map.text("queryAxis"),
    columnAxis: map.text("keyAxis"),
    rows: table.rows ?? [],
    columns: table.columns ?? [],
    valueAt: (i, j) => view.cellOf(map.matrix, region.top + i, region.left + j),
    scale,
    row: map.outlined - region.top,
    picture: () => {
      const sample = sampleOf(map.matrix, region, light.height, light.width);
      paint(light, sample, scale, "light", { density: 1 });
      return light.toDataURL("image/png");
    },
  });
}
