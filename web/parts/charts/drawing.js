// A drawing as a list of shapes: a pure function of numbers makes them, and this part puts them on
// the page or into a file. What a shape looks like is named, and each name is said here, once.
import { css, svg, unsafeCSS } from "lit";

/**
 * @typedef {{ kind: "path", d: string, look: string, width?: number }} PathShape width: of the line, in px
 * @typedef {{ kind: "rect", x: number, y: number, width: number, height: number, look: string }} RectShape
 * @typedef {{ kind: "circle", x: number, y: number, r: number, look: string }} CircleShape
 * @typedef {{ kind: "text", x: number, y: number, content: string, look: string, anchor?: "start" | "middle" | "end" }} TextShape
 * @typedef {PathShape | RectShape | CircleShape | TextShape} Shape
 *   look: names from below with spaces between, such as "line-query thick dashed"
 */

/** The colours of a file, which has no theme. */
const COLOURS = {
  paper: "#ffffff",
  ink: "#17202a",
  muted: "#58626e",
  line: "#d3d9df",
  "control-line": "#838d98",
  wash: "#f2f5f7",
  query: "#0072b2",
  key: "#d55e00",
  value: "#009e73",
  "query-text": "#00629b",
  "key-text": "#a84a00",
  "value-text": "#00725a",
  "series-1": "#17202a",
  "series-2": "#7a4fa3",
  "series-3": "#b3325f",
  "series-4": "#58626e",
};

/** @type {Record<string, Record<string, string>>} */
const LOOKS = {
  ...Object.fromEntries(
    Object.keys(COLOURS).flatMap((name) => [
      [`fill-${name}`, { fill: name }],
      [`line-${name}`, { stroke: name }],
    ]),
  ),
  thin: { "stroke-width": "1" },
  medium: { "stroke-width": "2" },
  thick: { "stroke-width": "3" },
  dashed: { "stroke-dasharray": "5 4" },
  dotted: { "stroke-dasharray": "1 4", "stroke-linecap": "round" },
  faint: { opacity: "0.55" },
  strong: { "font-weight": "600" },
};

/** Colours by which series of numbers are told apart; the first three of them also by lightness. */
export const drawingStyles = css`
  :host {
    --series-1: var(--ink);
    --series-2: #7a4fa3;
    --series-3: #b3325f;
    --series-4: var(--muted);
  }

  @supports (color: light-dark(#000, #fff)) {
    :host {
      --series-2: light-dark(#7a4fa3, #c4a3ee);
      --series-3: light-dark(#b3325f, #f08fb0);
    }
  }

  @media (forced-colors: active) {
    :host {
      --series-2: CanvasText;
      --series-3: CanvasText;
    }
  }

  svg.drawing {
    display: block;
    overflow: visible;
    forced-color-adjust: none;
    print-color-adjust: exact;
  }

  .drawing > * {
    fill: none;
  }

  /* Drawn for letters of 13 px, it has room for a little more; larger ones would cover each other. */
  .drawing > text {
    font-size: min(var(--small), 16px);
    fill: var(--ink);
  }

  ${unsafeCSS(
    Object.entries(LOOKS)
      .map(([name, rules]) => {
        const written = Object.entries(rules).map(
          ([property, value]) => `${property}: ${value in COLOURS ? `var(--${value})` : value};`,
        );
        return `.drawing > .${name} { ${written.join(" ")} }`;
      })
      .join("\n"),
  )}

  /* A grid stays behind the data. */
  @media (forced-colors: active) {
    .drawing > .line-line {
      stroke: GrayText;
    }
  }
`;

/** @param {number} value a place in px: finer than a hundredth nobody sees */
const place = (value) => Math.round(value * 100) / 100;

/**
 * A text as pieces, each so many px lower than the one before: the k of d_k and the O of W_O stand
 * lower.
 * @param {string} content
 */
function pieces(content) {
  const parts = content.split(/([dW])_([kQKVO])/);
  const list = [];
  for (let at = 0; at < parts.length; at += 3) {
    list.push({ text: `${parts[at]}${parts[at + 1] ?? ""}`, shift: at === 0 ? 0 : -3 });
    if (at + 2 < parts.length) list.push({ text: parts[at + 2], shift: 3 });
  }
  return list.filter(({ text }) => text !== "");
}

/** @param {Shape} shape */
function drawn(shape) {
  switch (shape.kind) {
    case "path":
      // A width of its own is an attribute, which the names above do not override.
      return shape.width === undefined
        ? svg`<path class=${shape.look} d=${shape.d}></path>`
        : svg`<path class=${shape.look} d=${shape.d} stroke-width=${place(shape.width)}></path>`;
    case "rect":
      return svg`<rect class=${shape.look} x=${place(shape.x)} y=${place(shape.y)} width=${place(shape.width)} height=${place(shape.height)}></rect>`;
    case "circle":
      return svg`<circle class=${shape.look} cx=${place(shape.x)} cy=${place(shape.y)} r=${place(shape.r)}></circle>`;
    default:
      return svg`<text class=${shape.look} x=${place(shape.x)} y=${place(shape.y)} text-anchor=${shape.anchor ?? "start"}>${pieces(shape.content).map(({ text, shift }) => svg`<tspan dy=${shift}>${text}</tspan>`)}</text>`;
  }
}

/**
 * The children of an <svg class="drawing">.
 * @param {Shape[]} shapes
 */
export const shapes = (shapes) => shapes.map(drawn);

/** @param {string} text safe between tags and inside attributes */
const escape = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const RIM = { stroke: "#fff", "stroke-width": 3, "paint-order": "stroke" };

/** @param {string} look @param {boolean} isText */
function attributesOf(look, isText) {
  /** @type {Record<string, string>} */
  const found = { fill: isText ? COLOURS.ink : "none", ...(isText ? { "font-size": "13" } : {}) };
  for (const name of look.split(" ")) {
    for (const [property, value] of Object.entries(LOOKS[name] ?? {})) {
      found[property] = COLOURS[/** @type {"ink"} */ (value)] ?? value;
    }
  }
  return found;
}

/** A shape as the text of a file. @param {Shape} shape */
export function written(shape) {
  const { kind, look } = shape;
  /** @type {Record<string, string | number>} */
  const attributes = attributesOf(look, kind === "text");
  // A rim keeps a text readable where it meets a line.
  if (kind === "text") Object.assign(attributes, RIM);
  switch (shape.kind) {
    case "path":
      attributes.d = shape.d;
      if (shape.width !== undefined) attributes["stroke-width"] = place(shape.width);
      break;
    case "rect":
      attributes.x = place(shape.x);
      attributes.y = place(shape.y);
      attributes.width = place(shape.width);
      attributes.height = place(shape.height);
      break;
    case "circle":
      attributes.cx = place(shape.x);
      attributes.cy = place(shape.y);
      attributes.r = place(shape.r);
      break;
    default:
      attributes.x = place(shape.x);
      attributes.y = place(shape.y);
      attributes["text-anchor"] = shape.anchor ?? "start";
  }
  const list = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escape(String(value))}"`,
  );
  const content =
    shape.kind === "text"
      ? pieces(shape.content)
          .map(({ text, shift }) => `<tspan dy="${shift}">${escape(text)}</tspan>`)
          .join("")
      : "";
  return `<${kind}${list.join("")}>${content}</${kind}>`;
}

/**
 * The same shapes as a file, in the light theme.
 * @param {{ title: string, width: number, height: number, shapes: Shape[] }} drawing
 * @returns {string} a whole SVG document
 */
export function toSvgFile({ title, width, height, shapes: list }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif"><title>${escape(title)}</title><rect width="${width}" height="${height}" fill="#fff"/>${list.map(written).join("")}</svg>\n`;
}

/**
 * Shapes at another place.
 * @param {Shape[]} list @param {number} dx @param {number} dy
 * @returns {Shape[]}
 */
export const moved = (list, dx, dy) =>
  list.map((shape) =>
    shape.kind === "path"
      ? { ...shape, d: movedPath(shape.d, dx, dy) }
      : { ...shape, x: shape.x + dx, y: shape.y + dy },
  );

/** @param {string} d of absolute commands M and L with x,y pairs, and Z @param {number} dx @param {number} dy */
const movedPath = (d, dx, dy) =>
  d.replaceAll(
    /(-?[\d.]+(?:e-?\d+)?),(-?[\d.]+(?:e-?\d+)?)/g,
    (_, x, y) => `${place(Number(x) + dx)},${place(Number(y) + dy)}`,
  );

/** A line through points, as a path. @param {[number, number][]} points */
export const through = (points) =>
  points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${place(x)},${place(y)}`).join("");
