// The example that an attribute names.
import { entryOf } from "../parts/own-entry.js";

/**
 * Throws, in the explorer's words (noPreset, with {preset} and {known}), where there is none of that name.
 * @template T
 * @param {Record<string, T>} presets @param {string} preset
 * @param {(key: string, values: Record<string, unknown>) => string} text
 * @returns {T}
 */
export function presetOf(presets, preset, text) {
  const found = entryOf(presets, preset);
  if (found !== undefined) return found;
  throw new Error(text("noPreset", { preset, known: Object.keys(presets).join(", ") }));
}
