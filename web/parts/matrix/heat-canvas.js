// A part of a matrix as the pixels of a canvas: every cell a rectangle of whole pixels, nothing
// smoothed. Where cells are smaller than pixels, a pixel shows the largest number that it stands for,
// so that a single bright cell among millions is seen.
//
// Numbers: −∞ is hidden (hatched), NaN and ∞ are no numbers (crossed on an alarming colour), 0 is
// paper with a dot.
import { format } from "../letters/numbers.js";
import { entryOf, paletteOf, pixelOf } from "./heat-scale.js";

/** @typedef {import("./heat-scale.js").HeatScale} HeatScale */
/** @typedef {import("./heat-scale.js").Theme} Theme */

/**
 * @typedef {object} Matrix where a matrix lies: (rows, columns) numbers from `start` on
 * @property {Float32Array} data @property {number} start @property {number} rows @property {number} columns
 */

/** @typedef {{ top: number, left: number, rows: number, columns: number }} Region */

/**
 * What a canvas shows: at most a number a pixel.
 * @typedef {{ data: Float32Array, rows: number, columns: number }} Sample
 */

export const SIGNS = {
  light: { paper: "#ffffff", hatch: "#aab3bc", alarm: "#b3325f", mark: "#58626e" },
  dark: { paper: "#14181d", hatch: "#56616c", alarm: "#f08fb0", mark: "#a3adb8" },
};

/** No canvas may be larger on some phones. */
const LARGEST_SIDE = 4096;
// In CSS pixels: from these sizes on a cell has room for its number, and for a sign.
const NUMBER_WIDTH = 40;
const NUMBER_HEIGHT = 20;
const SIGN_SIZE = 9;
const HATCH = 6;

/** Where the parts of a length begin, and its end. @param {number} count @param {number} length */
export const edgesOf = (count, length) =>
  Int32Array.from({ length: count + 1 }, (_, i) => Math.round((i * length) / count));

/**
 * A part of a matrix with at most so many rows and columns. What stands for several cells is NaN where
 * one of them is, else the one of the largest size, and hidden only where all are.
 * @param {Matrix} matrix @param {Region} region @param {number} mostRows @param {number} mostColumns
 * @returns {Sample}
 */
export function sampleOf(matrix, { top, left, rows, columns }, mostRows, mostColumns) {
  const height = Math.min(rows, Math.max(1, mostRows));
  const width = Math.min(columns, Math.max(1, mostColumns));
  const data = new Float32Array(height * width).fill(-Infinity);
  const into = Int32Array.from({ length: columns }, (_, j) => Math.floor((j * width) / columns));
  for (let i = 0; i < rows; i += 1) {
    const start = Math.floor((i * height) / rows) * width;
    const from = matrix.start + (top + i) * matrix.columns + left;
    for (let j = 0; j < columns; j += 1) {
      const value = matrix.data[from + j];
      const at = start + into[j];
      const kept = data[at];
      // Comparisons with NaN are false: once there, it stays.
      if (value !== value || (value >= 0 ? value > Math.abs(kept) || kept === -Infinity : false)) {
        data[at] = value;
      } else if (
        value < 0 &&
        value !== -Infinity &&
        (kept === -Infinity || -value > Math.abs(kept))
      ) {
        data[at] = value;
      }
    }
  }
  return { data, rows: height, columns: width };
}

/**
 * Draws a sample over the whole canvas.
 * @param {HTMLCanvasElement} canvas of the size that is wanted, in its own pixels
 * @param {Sample} sample @param {HeatScale} scale @param {Theme} theme
 * @param {{ density: number, numbers?: boolean }} options density: pixels of the canvas a CSS pixel;
 *   numbers: write them where there is room
 */
export function paint(canvas, sample, scale, theme, { density, numbers }) {
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  if (!context || width === 0 || height === 0) return;
  const { rows, columns, data } = sample;
  const palette = paletteOf(scale.kind, theme);
  const signs = SIGNS[theme];
  const paper = pixelOf(signs.paper);
  const hatch = pixelOf(signs.hatch);
  const alarm = pixelOf(signs.alarm);
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const rowEdges = edgesOf(rows, height);
  const columnEdges = edgesOf(columns, width);
  const period = Math.max(3, Math.round(HATCH * density));
  const stroke = Math.max(1, Math.round(density));
  for (let i = 0; i < rows; i += 1) {
    const [from, to] = [rowEdges[i], rowEdges[i + 1]];
    if (from === to) continue;
    const first = from * width;
    let hatched = false;
    for (let j = 0; j < columns; j += 1) {
      const value = data[i * columns + j];
      const colour = Number.isFinite(value)
        ? palette.pixels[entryOf(scale, value)]
        : value === -Infinity
          ? paper
          : alarm;
      hatched ||= value === -Infinity;
      pixels.fill(colour, first + columnEdges[j], first + columnEdges[j + 1]);
    }
    for (let y = from + 1; y < to; y += 1) pixels.copyWithin(y * width, first, first + width);
    if (!hatched) continue;
    for (let j = 0; j < columns; j += 1) {
      if (data[i * columns + j] !== -Infinity) continue;
      for (let y = from; y < to; y += 1)
        for (let x = columnEdges[j]; x < columnEdges[j + 1]; x += 1)
          if ((x + y) % period < stroke) pixels[y * width + x] = hatch;
    }
  }
  context.putImageData(image, 0, 0);

  const cellWidth = width / columns / density;
  const cellHeight = height / rows / density;
  if (Math.min(cellWidth, cellHeight) < SIGN_SIZE) return;
  const written = Boolean(numbers) && cellWidth >= NUMBER_WIDTH && cellHeight >= NUMBER_HEIGHT;
  context.font = `${13 * density}px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let i = 0; i < rows; i += 1) {
    const [top, bottom] = [rowEdges[i], rowEdges[i + 1]];
    for (let j = 0; j < columns; j += 1) {
      const [left, right] = [columnEdges[j], columnEdges[j + 1]];
      const value = data[i * columns + j];
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (Number.isFinite(value) && written) {
        context.fillStyle = palette.text[entryOf(scale, value)];
        context.fillText(format(value), x, y + density);
      } else if (value === 0) {
        context.fillStyle = signs.mark;
        context.beginPath();
        context.arc(x, y, 1.5 * density, 0, 2 * Math.PI);
        context.fill();
      } else if (!Number.isFinite(value) && value !== -Infinity) {
        context.strokeStyle = signs.paper;
        context.lineWidth = 1.5 * density;
        context.beginPath();
        context.moveTo(left, top);
        context.lineTo(right, bottom);
        context.moveTo(right, top);
        context.lineTo(left, bottom);
        context.stroke();
      }
    }
  }
}

/**
 * How many pixels of a canvas a CSS pixel gets: the screen's, where no side becomes too long.
 * @param {number} side the longer one, in CSS pixels
 */
const densityFor = (side) =>
  Math.min(globalThis.devicePixelRatio || 1, LARGEST_SIDE / Math.max(1, side));

/**
 * Gives a canvas as many pixels as the screen has where it stands.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height in CSS pixels
 * @returns {number} its density
 */
export function fit(canvas, width, height) {
  const density = densityFor(Math.max(width, height));
  const [w, h] = [Math.round(width * density), Math.round(height * density)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  return density;
}
