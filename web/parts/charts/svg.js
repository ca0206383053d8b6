// Matrices as an SVG drawing, for papers and slides: the same names, shapes, labels, numbers, bars and
// colours as on the page (light theme), one line under the other.
import { downAndAcross } from "../direction.js";
import { heatProperties } from "../matrix/colour.js";
import { isConcealed } from "../matrix/grid-drawing.js";
import { moved, written } from "./drawing.js";
import { format, shape } from "../letters/numbers.js";
import { roleOf, symbolPieces, visibleToken } from "../letters/symbols.js";

/** @typedef {import("../matrix/matrix-grid.js").MatrixOptions} MatrixOptions */

const INK = "#17202a";
const MUTED = "#58626e";
const ROLE = { query: "#00629b", key: "#a84a00", value: "#00725a", "": INK };
// A digit of a sans-serif face at 14 px is at most this wide; labels are set at 12 px.
const DIGIT = 8.6;
const LABEL_DIGIT = 7.4;
const CELL_HEIGHT = 28;
const HEAD = 62;
const GAP = 18;
const SIGN_DIGIT = 9.6;
const BAR = 4;
const BARS = { full: "#17324d", track: "#d3d9df" };

/** @param {string} text safe between tags and inside attributes */
const escape = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/**
 * @param {number} x @param {number} y @param {string} content
 * @param {{ size?: number, anchor?: "start" | "middle" | "end", fill?: string, weight?: number, style?: string }} [look]
 */
function label(
  x,
  y,
  content,
  { size = 14, anchor = "middle", fill = INK, weight = 400, style = "normal" } = {},
) {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${fill}" font-weight="${weight}" font-style="${style}">${escape(content)}</text>`;
}

const STANDS = {
  on: { lift: 0, size: 16 },
  raised: { lift: -6, size: 11 },
  lowered: { lift: 4, size: 11 },
};

/** The name of a matrix, with what is raised and lowered in it. @param {string} name @param {number} x @param {number} y */
function nameLabel(name, x, y) {
  let line = 0;
  const pieces = symbolPieces(name).map(({ text, stands }) => {
    const { lift, size } = STANDS[stands];
    const by = lift - line;
    line = lift;
    return `<tspan dy="${by}" font-size="${size}">${escape(text)}</tspan>`;
  });
  return `<text x="${x}" y="${y}" fill="${ROLE[roleOf(name)]}" font-weight="600" font-style="italic">${pieces.join("")}</text>`;
}

/** The width of a sign between matrices. @param {string} sign */
const signWidth = (sign) => Math.max(24, [...sign].length * SIGN_DIGIT);

/** @param {MatrixOptions} options */
function measured(options) {
  const [height, width] = options.tensor.shape;
  const [rows, columns] = options.transposed ? [width, height] : [height, width];
  /** @param {number} i @param {number} j */
  const valueAt = (i, j) => options.tensor.data[options.transposed ? j * width + i : i * width + j];
  const shown = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_unused, j) =>
      isConcealed(options, i, j) ? "?" : (options.write ?? format)(valueAt(i, j)),
    ),
  );
  const rowLabels = shown.map((_, i) => visibleToken(options.rows?.[i] ?? String(i + 1)));
  const columnLabels = Array.from({ length: columns }, (_, j) =>
    visibleToken(options.columns?.[j] ?? String(j + 1)),
  );
  const cell = Math.max(
    34,
    ...shown.flat().map((number) => number.length * DIGIT + 10),
    ...columnLabels.map((text) => text.length * LABEL_DIGIT + 8),
  );
  const side = Math.max(...rowLabels.map((text) => text.length)) * LABEL_DIGIT + 12;
  return { options, rows, columns, valueAt, shown, rowLabels, columnLabels, cell, side };
}

/** @param {ReturnType<typeof measured>} matrix @param {number} x @param {number} y */
function drawn(
  { options, rows, columns, valueAt, shown, rowLabels, columnLabels, cell, side },
  x,
  y,
) {
  const left = x + side;
  const width = cell * columns;
  const height = CELL_HEIGHT * rows;
  const axes =
    options.rowAxis && options.columnAxis
      ? `  ${downAndAcross(options.rowAxis, options.columnAxis)}`
      : "";
  const pieces = [
    nameLabel(options.name, x, y - 44),
    label(x, y - 26, `${shape(rows, columns)}${axes}`, { anchor: "start", size: 12, fill: MUTED }),
  ];
  columnLabels.forEach((text, j) => {
    pieces.push(label(left + cell * (j + 0.5), y - 7, text, { size: 12, fill: MUTED }));
  });
  shown.forEach((row, i) => {
    const middle = y + CELL_HEIGHT * (i + 0.5) + 5;
    const isChosen = options.chosenRow === i;
    pieces.push(
      label(left - 8, middle, rowLabels[i], {
        anchor: "end",
        size: 12,
        fill: isChosen ? ROLE.query : MUTED,
        weight: isChosen ? 600 : 400,
      }),
    );
    row.forEach((number, j) => {
      const masked = options.masked?.(i, j);
      const colours =
        options.heat && !isConcealed(options, i, j) && !masked
          ? heatProperties(options.heat, valueAt(i, j), options.extent ?? 1)
          : {};
      const fill = masked ? "url(#hatch)" : colours["--cell-light"];
      const corner = `x="${left + cell * j}" y="${y + CELL_HEIGHT * i}"`;
      if (fill) {
        pieces.push(`<rect ${corner} width="${cell}" height="${CELL_HEIGHT}" fill="${fill}"/>`);
      }
      const ink = colours["--text-light"] ?? INK;
      const lift = options.bar ? 4 : 0;
      pieces.push(label(left + cell * (j + 0.5), middle - lift, number, { fill: ink }));
      if (options.bar && !isConcealed(options, i, j)) {
        const room = cell - 12;
        const long = options.bar(i, j) > 0 ? Math.max(1.5, room * options.bar(i, j)) : 0;
        const at = `x="${left + cell * j + 6}" y="${y + CELL_HEIGHT * (i + 1) - BAR - 4}" height="${BAR}"`;
        pieces.push(`<rect ${at} width="${room}" fill="${BARS.track}"/>`);
        if (long > 0) pieces.push(`<rect ${at} width="${long}" fill="${BARS.full}"/>`);
      }
    });
  });
  if (options.chosenRow !== undefined) {
    pieces.push(
      `<rect x="${left}" y="${y + CELL_HEIGHT * options.chosenRow}" width="${width}" height="${CELL_HEIGHT}" fill="none" stroke="#0072b2" stroke-width="2"/>`,
    );
  }
  pieces.push(
    `<path d="M${left + 5} ${y - 1}h-7v${height + 2}h7M${left + width - 5} ${y - 1}h7v${height + 2}h-7" fill="none" stroke="${INK}" stroke-width="1.5"/>`,
  );
  return { svg: pieces.join(""), right: left + width };
}

/**
 * @param {object} drawing
 * @param {string} drawing.title what it shows, for readers and for the file
 * @param {(MatrixOptions | string)[][]} drawing.lines equations, one under the other: matrices, and
 *   between them signs
 * @param {{ title: string, width: number, height: number, shapes: import("./drawing.js").Shape[] }[]} [drawing.figures]
 *   charts under them
 * @returns {string} a whole SVG document
 */
export function matricesToSvg({ title, lines, figures = [] }) {
  const pieces = [label(16, 26, title, { anchor: "start", fill: MUTED })];
  let right = 16 + title.length * DIGIT;
  let top = 40;
  for (const line of lines) {
    const parts = line.map((part) => (typeof part === "string" ? part : measured(part)));
    const tallest = Math.max(...parts.map((part) => (typeof part === "string" ? 0 : part.rows)));
    let x = 16;
    top += HEAD;
    for (const part of parts) {
      if (typeof part === "string") {
        const middle = top + (tallest * CELL_HEIGHT) / 2 + 6;
        const room = signWidth(part);
        pieces.push(label(x + room / 2, middle, part, { size: 18, fill: MUTED }));
        x += room + GAP;
      } else {
        const placed = drawn(part, x, top + ((tallest - part.rows) * CELL_HEIGHT) / 2);
        pieces.push(placed.svg);
        x = placed.right + GAP;
      }
    }
    right = Math.max(right, x);
    top += tallest * CELL_HEIGHT + 20;
  }
  for (const figure of figures) {
    pieces.push(label(16, top + 20, figure.title, { anchor: "start", weight: 600 }));
    pieces.push(...moved(figure.shapes, 16, top + 32).map(written));
    right = Math.max(right, 16 + figure.width, 16 + figure.title.length * DIGIT);
    top += figure.height + 40;
  }
  const width = Math.ceil(right + 16);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" font-family="system-ui, sans-serif"><title>${escape(title)}</title><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#fff"/><path d="M0 0v6" stroke="#aab3bc"/></pattern></defs><rect width="${width}" height="${top}" fill="#fff"/>${pieces.join("")}</svg>\n`;
}
