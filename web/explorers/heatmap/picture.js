// The map as a file: labels as text, cells as rectangles while there are few, else as one picture
// inside the drawing.
import { edgesOf, SIGNS } from "../../parts/matrix/heat-canvas.js";
import { entryOf, paletteOf } from "../../parts/matrix/heat-scale.js";
import { format } from "../../parts/letters/numbers.js";
import { shortToken } from "../../parts/letters/symbols.js";

/** @typedef {import("../../parts/matrix/heat-scale.js").HeatScale} HeatScale */

const INK = "#17202a";
const MUTED = "#58626e";
const QUERY = "#0072b2";
const MOST_RECTANGLES = 4096;
const CELL = 40;
const SIDE = 640;
const LEFT = 150;
const TOP = 150;

/** @param {string} text safe between tags and inside attributes */
const escape = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/**
 * @param {object} drawing
 * @param {string} drawing.title @param {string} drawing.words the scale in words
 * @param {string} drawing.rowAxis @param {string} drawing.columnAxis
 * @param {string[]} drawing.rows @param {string[]} drawing.columns labels of what is shown
 * @param {(i: number, j: number) => number} drawing.valueAt
 * @param {HeatScale} drawing.scale
 * @param {number | undefined} drawing.row the outlined one, as shown
 * @param {() => string} drawing.picture the cells as the address of a PNG, asked for when there are many
 * @returns {string} a whole SVG document
 */
export function mapToSvg({
  title,
  words,
  rowAxis,
  columnAxis,
  rows,
  columns,
  valueAt,
  scale,
  row,
  picture,
}) {
  const width = Math.min(SIDE, columns.length * CELL);
  const height = Math.min(SIDE, rows.length * CELL);
  const x = edgesOf(columns.length, width);
  const y = edgesOf(rows.length, height);
  const palette = paletteOf(scale.kind, "light");
  const signs = SIGNS.light;
  /** @type {string[]} */
  const pieces = [];
  /** @param {number} left @param {number} top @param {string} content @param {string} [more] */
  const text = (left, top, content, more = "") =>
    pieces.push(`<text x="${left}" y="${top}" ${more}>${escape(content)}</text>`);
  text(16, 26, title, `font-size="15" fill="${INK}"`);
  text(16, 46, words, `fill="${MUTED}"`);
  text(LEFT, 66, `${columnAxis} →`, `fill="${MUTED}"`);
  text(16, TOP - 8, `${rowAxis} ↓`, `fill="${MUTED}"`);
  if (rows.length * columns.length <= MOST_RECTANGLES) {
    const written = width / columns.length >= CELL && height / rows.length >= 20;
    for (let i = 0; i < rows.length; i += 1)
      for (let j = 0; j < columns.length; j += 1) {
        const value = valueAt(i, j);
        const box = `x="${LEFT + x[j]}" y="${TOP + y[i]}" width="${x[j + 1] - x[j]}" height="${y[i + 1] - y[i]}"`;
        const middle = [LEFT + (x[j] + x[j + 1]) / 2, TOP + (y[i] + y[i + 1]) / 2];
        if (Number.isFinite(value)) {
          const entry = entryOf(scale, value);
          pieces.push(`<rect ${box} fill="${palette.css[entry]}"/>`);
          if (written)
            text(
              middle[0],
              middle[1] + 4,
              format(value),
              // “<0.001” is wider than a cell.
              `text-anchor="middle" fill="${palette.text[entry]}"${format(value).length > 5 ? ' font-size="9"' : ""}`,
            );
          else if (value === 0)
            pieces.push(
              `<circle cx="${middle[0]}" cy="${middle[1]}" r="1.5" fill="${signs.mark}"/>`,
            );
        } else if (value === -Infinity) {
          pieces.push(`<rect ${box} fill="url(#hatch)"/>`);
        } else {
          pieces.push(`<rect ${box} fill="${signs.alarm}"/>`);
          text(
            middle[0],
            middle[1] + 4,
            format(value),
            `text-anchor="middle" fill="${signs.paper}"`,
          );
        }
      }
  } else {
    pieces.push(
      `<image x="${LEFT}" y="${TOP}" width="${width}" height="${height}" preserveAspectRatio="none" image-rendering="pixelated" href="${picture()}"/>`,
    );
  }
  const every = (/** @type {number} */ count, /** @type {number} */ length) =>
    Math.max(1, Math.ceil((14 * count) / length));
  const byRow = every(rows.length, height);
  rows.forEach((token, i) => {
    if (i % byRow !== 0) return;
    const look = i === row ? `fill="${QUERY}" font-weight="600"` : `fill="${INK}"`;
    text(LEFT - 8, TOP + (y[i] + y[i + 1]) / 2 + 4, shortToken(token), `text-anchor="end" ${look}`);
  });
  const byColumn = every(columns.length, width);
  columns.forEach((token, j) => {
    if (j % byColumn !== 0) return;
    const [left, top] = [LEFT + (x[j] + x[j + 1]) / 2 + 4, TOP - 8];
    text(
      left,
      top,
      shortToken(token).slice(0, 14),
      `transform="rotate(-60 ${left} ${top})" fill="${INK}"`,
    );
  });
  if (row !== undefined && row >= 0 && row < rows.length) {
    pieces.push(
      `<rect x="${LEFT}" y="${TOP + y[row]}" width="${width}" height="${y[row + 1] - y[row]}" fill="none" stroke="${QUERY}" stroke-width="2"/>`,
    );
  }
  const size = [Math.max(LEFT + width + 24, 16 + 6.6 * words.length), TOP + height + 24];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size[0]} ${size[1]}" font-family="system-ui, sans-serif" font-size="12"><title>${escape(title)}</title><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#fff"/><path d="M0 0v6" stroke="#aab3bc"/></pattern></defs><rect width="${size[0]}" height="${size[1]}" fill="#fff"/>${pieces.join("")}</svg>\n`;
}
