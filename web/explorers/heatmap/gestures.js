// What keys and a dragging pointer do to the large map, as cells and regions.
import { MINUS } from "../../parts/letters/numbers.js";
import { scaleOf } from "../../parts/pointer-place.js";
import { kept } from "./view.js";

/** @typedef {import("../../parts/matrix/heat-canvas.js").Region} Region */
/** @typedef {{ i: number, j: number }} Cell */

/** The cell to which a key leads, or undefined.
 * @param {KeyboardEvent} event @param {Cell} from
 * @param {{ rows: number, columns: number }} size of the map @param {number} page rows on screen
 * @returns {Cell | undefined} */
export function cellByKey({ key, shiftKey, ctrlKey }, { i, j }, { rows, columns }, page) {
  const steps = shiftKey ? 10 : 1;
  /** @type {Record<string, [number, number]>} */
  const moves = {
    ArrowUp: [i - steps, j],
    ArrowDown: [i + steps, j],
    ArrowLeft: [i, j - steps],
    ArrowRight: [i, j + steps],
    Home: [ctrlKey ? 0 : i, 0],
    End: [ctrlKey ? rows - 1 : i, columns - 1],
    PageUp: [i - page, j],
    PageDown: [i + page, j],
  };
  const to = moves[key];
  return (
    to && {
      i: Math.min(rows - 1, Math.max(0, to[0])),
      j: Math.min(columns - 1, Math.max(0, to[1])),
    }
  );
}

/** By what a key zooms, 0 for the whole map, or undefined. @param {string} key */
export function zoomByKey(key) {
  if (key === "+" || key === "=") return 0.5;
  if (key === "-" || key === MINUS) return 2;
  return key === "0" ? 0 : undefined;
}

/** The cell under a pointer.
 * @param {{ clientX: number, clientY: number }} event @param {Element} canvas @param {Region} region
 * @returns {Cell | undefined} */
export function cellUnder({ clientX, clientY }, canvas, region) {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const i = Math.floor(((clientY - top) / height) * region.rows);
  const j = Math.floor(((clientX - left) / width) * region.columns);
  if (i < 0 || j < 0 || i >= region.rows || j >= region.columns) return undefined;
  return { i: region.top + i, j: region.left + j };
}

/** Dragging moves the map under the pointer; the last position wins.
 * @param {PointerEvent} event the press
 * @param {object} map
 * @param {Region} map.from what is on screen @param {{ rows: number, columns: number }} map.size of the map
 * @param {{ width: number, height: number }} map.layout
 * @param {() => void} map.onStart it is a drag
 * @param {(region: Region) => void} map.onMove while it is dragged, at most once a frame
 * @param {(region: Region | undefined) => void} map.onEnd undefined: it was no drag */
export function dragMap(event, { from, size, layout, onStart, onMove, onEnd }) {
  const map = /** @type {HTMLElement} */ (event.currentTarget);
  const scale = scaleOf(map);
  const rows = from.rows / (layout.height * scale);
  const columns = from.columns / (layout.width * scale);
  let frame = 0;
  /** @type {PointerEvent | undefined} */
  let last;
  /** @param {PointerEvent} move @returns {Region} */
  const moved = (move) =>
    kept(
      {
        ...from,
        top: from.top - (move.clientY - event.clientY) * rows,
        left: from.left - (move.clientX - event.clientX) * columns,
      },
      size,
    );
  /** @param {PointerEvent} move */
  const onDrag = (move) => {
    const far = Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY);
    if (!last && far < 4) return;
    if (!last) {
      map.setPointerCapture(event.pointerId);
      onStart();
    }
    last = move;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (last) onMove(moved(last));
    });
  };
  const end = () => {
    cancelAnimationFrame(frame);
    map.removeEventListener("pointermove", onDrag);
    map.removeEventListener("pointerup", end);
    map.removeEventListener("pointercancel", end);
    onEnd(last && moved(last));
  };
  map.addEventListener("pointermove", onDrag);
  map.addEventListener("pointerup", end);
  map.addEventListener("pointercancel", end);
}
