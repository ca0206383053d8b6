// One head, large: its map with the labels, the cell that is read, and how much of it is on screen.
import { nothing } from "lit";
import { largeMap, zoomButtons } from "./large-map.js";
import { cellSentence } from "./sayings.js";

/** @typedef {import("./attention-heatmap.js").AttentionHeatmap} Shown */

// Maps with no more tokens need no buttons to come closer.
const SMALL = 16;

/** @param {Shown} map */
export function oneHead(map) {
  const { region, matrix, layout, text } = map;
  const { rows: n, columns: m } = matrix;
  const hasButtons = map.shows("zoom") && (map.zoom || Math.max(n, m) > SMALL);
  return largeMap({
    title: map.placeName,
    label: text("mapLabel", { layer: map.layer, head: map.head, n, m }),
    size: matrix,
    region,
    note: map.zoom ? regionNote(map) : "",
    isZoomed: Boolean(map.zoom),
    isPanning: map.panning,
    layout,
    names: map.names,
    pointed: map.pointed,
    outlined: map.outlined,
    hasReceived: map.shows("received"),
    reading: reading(map),
    buttons: hasButtons
      ? zoomButtons({
          region,
          isZoomed: Boolean(map.zoom),
          onZoom: (factor) => (factor ? map.zoomBy(factor) : map.set({ zoom: undefined })),
          text,
        })
      : nothing,
    on: {
      keydown: map.onMapKey,
      focus: map.onMapFocus,
      pointermove: map.onMove,
      pointerleave: map.onLeave,
      pointerdown: map.onDown,
      click: map.onMapClick,
      wheel: map.onWheel,
    },
    text,
  });
}

/** What is said of the cell that is pointed at. @param {Shown} map */
function reading(map) {
  const { pointed } = map;
  const isTold = pointed && map.shows("received") && map.revealed;
  return cellSentence({
    matrix: map.matrix,
    pointed,
    names: map.names,
    received: isTold ? map.received[pointed.j] : undefined,
    block: blockNote(map),
    text: map.text,
    rich: (key, values) => map.rich(key, values),
  });
}

/** What a pixel stands for, where it is more than a cell. @param {Shown} map */
function blockNote(map) {
  const { region, layout } = map;
  const density = globalThis.devicePixelRatio || 1;
  const rows = Math.ceil(region.rows / Math.max(1, Math.round(layout.height * density)));
  const columns = Math.ceil(region.columns / Math.max(1, Math.round(layout.width * density)));
  return rows * columns > 1 ? map.text("blockNote", { rows, columns }) : "";
}

/** @param {Shown} map */
function regionNote(map) {
  const { top, left, rows, columns } = map.region;
  return map.text("regionNote", {
    top: top + 1,
    bottom: top + rows,
    left: left + 1,
    right: left + columns,
  });
}
