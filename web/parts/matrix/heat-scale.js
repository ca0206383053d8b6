// From a number to its place on a ramp, by its square root, evenly or by its logarithm, and from there
// to a colour; and the bar that says so. One table of colours for a picture and its bar.
import { css, html, nothing } from "lit";
import { styleMap } from "../style-map.js";
import { scoreColour, weightColour } from "./colour.js";
import { exact, format } from "../letters/numbers.js";

/** @typedef {"sqrt" | "linear" | "log"} ScaleName */
/** @typedef {import("./colour.js").Theme} Theme */

/**
 * What colours mean in one picture.
 * @typedef {object} HeatScale
 * @property {ScaleName} name
 * @property {"weight" | "score"} kind weights from 0 to `most`, or any numbers from −most to most
 * @property {number} most the number at the end of the ramp
 */

/** @type {ScaleName[]} */
export const SCALES = ["sqrt", "linear", "log"];

// A logarithm has no 0: four powers of ten below the end the ramp begins.
const POWERS = 4;
// Whatever is above 0 is at least so far along the ramp, so that it does not look like 0.
const PALEST = 0.07;
const STEPS = 255;

/**
 * How far along the ramp a number is, 0 to 1. For scores the sign picks the side.
 * @param {HeatScale} scale @param {number} value
 */
function placeOn({ name, most }, value) {
  const share = most > 0 ? Math.min(1, Math.abs(value) / most) : 0;
  if (name === "sqrt") return Math.sqrt(share);
  if (name === "log") return share > 0 ? Math.max(0, 1 + Math.log10(share) / POWERS) : 0;
  return share;
}

/** The number at a place of the ramp. @param {HeatScale} scale @param {number} place */
export function valueAt({ name, most }, place) {
  if (name === "sqrt") return most * place ** 2;
  if (name === "log") return most * 10 ** ((place - 1) * POWERS);
  return most * place;
}

/**
 * The colours of a theme, as canvases store them, and as CSS writes them: entry 0 is 0, 1 to 255 what
 * is above it, 256 to 510 what is below.
 * @typedef {object} Palette
 * @property {string[]} css
 * @property {Uint32Array} pixels
 * @property {string[]} text the clearer of black and white on each
 */

/** @type {Map<string, Palette>} */
const palettes = new Map();

/** @param {"weight" | "score"} kind @param {Theme} theme @returns {Palette} */
export function paletteOf(kind, theme) {
  const known = palettes.get(`${kind} ${theme}`);
  if (known) return known;
  const colourOf = kind === "weight" ? weightColour : scoreColour;
  const steps = Array.from({ length: STEPS }, (_, i) => PALEST + ((1 - PALEST) * i) / (STEPS - 1));
  const values = [0, ...steps, ...(kind === "score" ? steps.map((step) => -step) : [])];
  const colours = values.map(
    (value) => /** @type {import("./colour.js").CellColour} */ (colourOf(value, theme, 1)),
  );
  const palette = {
    css: colours.map(({ background }) => background),
    pixels: Uint32Array.from(colours, ({ background }) => pixelOf(background)),
    text: colours.map(({ text }) => text),
  };
  palettes.set(`${kind} ${theme}`, palette);
  return palette;
}

/** A colour as a canvas stores it on a machine that keeps the low byte first. @param {string} hex "#rrggbb" */
export function pixelOf(hex) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** The entry of the palette for a finite number. @param {HeatScale} scale @param {number} value */
export function entryOf(scale, value) {
  if (value === 0) return 0;
  const entry = 1 + Math.round(placeOn(scale, value) * (STEPS - 1));
  return value < 0 && scale.kind === "score" ? entry + STEPS : entry;
}

export const heatScaleStyles = css`
  .heat-scale {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 8px 24px;
    color: var(--muted);
    font-size: var(--small);
    line-height: 1.3;
  }

  .heat-scale > * {
    max-width: 100%;
  }

  .heat-scale .bar {
    position: relative;
    width: 14rem;
    max-width: calc(100% - 36px);
    padding-block-end: 18px;
    margin-inline: 20px 16px;
  }

  .heat-scale .ramp {
    height: 12px;
    border: 1px solid var(--control-line);
    forced-color-adjust: none;
    print-color-adjust: exact;
  }

  .heat-scale .tick {
    position: absolute;
    inset-block-end: 0;
    transform: translateX(-50%);
    white-space: nowrap;
  }

  .heat-scale .tick::before {
    content: "";
    position: absolute;
    inset-block-end: 100%;
    inset-inline-start: 50%;
    height: 3px;
    border-inline-start: 1px solid var(--control-line);
  }

  .heat-scale .signs {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .heat-scale .signs li {
    display: flex;
    align-items: center;
    gap: 6px;
  }

  .heat-scale .sign {
    width: 16px;
    height: 16px;
    border: 1px solid var(--control-line);
    forced-color-adjust: none;
    print-color-adjust: exact;
  }

  .heat-scale .sign.zero {
    background: radial-gradient(circle, var(--muted) 0 1.5px, transparent 2px) var(--heat-zero);
  }

  .heat-scale .sign.hidden {
    background: repeating-linear-gradient(-45deg, var(--hatch) 0 1px, transparent 1px 5px)
      var(--heat-paper);
  }

  .heat-scale .sign.nan {
    background:
      linear-gradient(45deg, transparent 46%, var(--heat-paper) 46% 54%, transparent 54%),
      linear-gradient(-45deg, transparent 46%, var(--heat-paper) 46% 54%, transparent 54%),
      var(--heat-alarm);
  }
`;

/** Numbers to write at the bar: round ones, and far enough apart. @param {HeatScale} scale @returns {number[]} */
function ticksOf(scale) {
  const { most, kind, name } = scale;
  if (kind === "score") return [-most, 0, most];
  if (most !== 1) return [name === "log" ? valueAt(scale, 0) : 0, valueAt(scale, 0.5), most];
  if (name === "log") return [1e-4, 1e-3, 0.01, 0.1, 1];
  return name === "sqrt" ? [0, 0.04, 0.16, 0.36, 0.64, 1] : [0, 0.25, 0.5, 0.75, 1];
}

/** The scale in words. @param {HeatScale} scale @param {(key: string, values?: Record<string, unknown>) => string} text */
export const scaleInWords = (scale, text) =>
  text(scale.kind === "score" ? "scaleScore" : `scale ${scale.name}`);

/**
 * @param {object} options
 * @param {HeatScale} options.scale
 * @param {Theme} options.theme
 * @param {unknown} options.words what the scale is, in words
 * @param {{ zero?: string, hidden?: string, nan?: string }} options.signs what occurs besides
 */
export function heatScale({ scale, theme, words, signs }) {
  const { css: colours } = paletteOf(scale.kind, theme);
  const isScore = scale.kind === "score";
  const samples = Array.from({ length: 33 }, (_, i) => {
    const place = isScore ? i / 16 - 1 : i / 32;
    const value = Math.sign(place) * valueAt(scale, Math.abs(place));
    return colours[entryOf(scale, value)];
  });
  /** @param {number} value */
  const at = (value) => {
    const place = placeOn(scale, value);
    return isScore ? 50 + 50 * Math.sign(value) * place : 100 * place;
  };
  return html`<div class="heat-scale">
    <div>
      <div class="words">${words}</div>
      <div class="bar" role="img" aria-label=${words}>
        <div
          class="ramp"
          style=${styleMap({ background: `linear-gradient(90deg, ${samples.join(", ")})` })}
        ></div>
        ${ticksOf(scale).map(
          (value) =>
            html`<span class="tick" style=${styleMap({ left: `${at(value)}%` })}
              >${Math.abs(value) < 0.001 && value !== 0 ? exact(value) : format(value)}</span
            >`,
        )}
      </div>
    </div>
    ${
      Object.keys(signs).length > 0
        ? html`<ul class="signs">
            ${Object.entries(signs).map(
              ([name, label]) =>
                html`<li data-sign=${name}><span class="sign ${name}"></span>${label}</li>`,
            )}
          </ul>`
        : nothing
    }
  </div>`;
}
