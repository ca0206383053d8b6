// Which colour a number has. Ramps are even in OKLCH lightness, so that equal steps look equal, and
// every cell's text is black or white, whichever is clearer: one of them always reaches 4.58 : 1.

/** @typedef {"light" | "dark"} Theme */
/** @typedef {{ background: string, text: string }} CellColour */

const CLEAREST = { dark: "#000000", light: "#ffffff" };

// [lightness, chroma, hue] at both ends. Weights run from paper to deep ink; scores leave paper on
// both sides of 0, and stay pale enough to sit behind numbers.
const RAMPS = {
  light: {
    weight: { from: [0.985, 0.004, 255], to: [0.33, 0.075, 255] },
    positive: { from: [0.985, 0.004, 255], to: [0.7, 0.085, 255] },
    negative: { from: [0.985, 0.004, 60], to: [0.72, 0.095, 60] },
  },
  dark: {
    weight: { from: [0.22, 0.012, 255], to: [0.93, 0.035, 245] },
    positive: { from: [0.22, 0.012, 255], to: [0.55, 0.085, 255] },
    negative: { from: [0.22, 0.008, 60], to: [0.55, 0.085, 60] },
  },
};

/** @param {number} channel linear light, 0 to 1 */
const toSrgb = (channel) => {
  const clear = Math.min(1, Math.max(0, channel));
  return clear <= 0.0031308 ? 12.92 * clear : 1.055 * clear ** (1 / 2.4) - 0.055;
};

/**
 * OKLCH to linear sRGB. Source: Björn Ottosson, "A perceptual color space for image processing".
 * @param {number} lightness @param {number} chroma @param {number} hue in degrees
 */
function linearRgb(lightness, chroma, hue) {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/**
 * @param {{ from: number[], to: number[] }} ramp
 * @param {number} t 0 to 1
 * @returns {CellColour}
 */
function onRamp({ from, to }, t) {
  const [lightness, chroma, hue] = from.map((start, index) => start + (to[index] - start) * t);
  const channels = linearRgb(lightness, chroma, hue).map(toSrgb);
  const bytes = channels.map((channel) => Math.round(channel * 255));
  const background = `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  // WCAG 2 relative luminance; black is clearer from 0.179 on.
  const [red, green, blue] = bytes.map((byte) => {
    const channel = byte / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return { background, text: luminance > 0.179 ? CLEAREST.dark : CLEAREST.light };
}

/** @param {number} value */
const within01 = (value) => Math.min(1, Math.max(0, value));

/**
 * The colour of a weight between 0 and `most` (1 unless a figure says otherwise).
 * @param {number} value @param {Theme} theme @param {number} [most]
 * @returns {CellColour | undefined} undefined for what is no number
 */
export function weightColour(value, theme, most = 1) {
  if (!Number.isFinite(value)) return undefined;
  return onRamp(RAMPS[theme].weight, most > 0 ? within01(value / most) : 0);
}

/**
 * The colour of a score between −extent and extent.
 * @param {number} value @param {Theme} theme @param {number} extent
 * @returns {CellColour | undefined}
 */
export function scoreColour(value, theme, extent) {
  if (!Number.isFinite(value)) return undefined;
  const { positive, negative } = RAMPS[theme];
  const t = extent > 0 ? within01(Math.abs(value) / extent) : 0;
  return onRamp(value < 0 ? negative : positive, t);
}

/**
 * One cell's colour in both themes as CSS custom properties; `.heat` in the matrix's styles picks.
 * @param {"weight" | "score"} scale @param {number} value @param {number} extent
 * @returns {Record<string, string>}
 */
export function heatProperties(scale, value, extent) {
  const colourOf = scale === "weight" ? weightColour : scoreColour;
  const light = colourOf(value, "light", extent);
  const dark = colourOf(value, "dark", extent);
  if (!light || !dark) return {};
  return {
    "--cell-light": light.background,
    "--cell-dark": dark.background,
    "--text-light": light.text,
    "--text-dark": dark.text,
  };
}

/**
 * The largest finite size among some numbers: the end of a scale. 0 when there is none.
 * @param {ArrayLike<number>} values
 */
export function extentOf(values) {
  let extent = 0;
  for (let index = 0; index < values.length; index += 1) {
    const size = Math.abs(values[index]);
    if (Number.isFinite(size) && size > extent) extent = size;
  }
  return extent;
}
