// The ways of hiding a key, each a view that a learner switches to: what it draws, which cell it explains,
// what it says.
import { add } from "./views/add.js";
import { boolean } from "./views/boolean.js";
import { finite } from "./views/finite.js";
import { score } from "./views/score.js";
import { weight } from "./views/weight.js";

/** @typedef {import("./attention-masks.js").AttentionMasks} AttentionMasks */
/** @typedef {import("./ways.js").Ways} Ways */
/** @typedef {import("./explain.js").Cell} Cell */
/** @typedef {import("../../parts/matrix/matrix-grid.js").MatrixOptions} MatrixOptions */
/** @typedef {{ title: unknown, verdict?: "right" | "wrong", parts: (MatrixOptions | string)[] }} Line */

/**
 * What views draw with.
 * @typedef {object} Pen
 * @property {(name: string, more?: Partial<MatrixOptions>) => MatrixOptions} show
 * @property {(name: string, more?: Partial<MatrixOptions>) => MatrixOptions} scores coloured as scores
 * @property {(name: string) => MatrixOptions[]} weights with the sums of their rows
 * @property {string} softmax the sign
 * @property {Partial<MatrixOptions>} switched cells to press, unless they are locked
 * @property {boolean} isLocked
 */

/**
 * @typedef {object} View
 * @property {(explorer: AttentionMasks, pen: Pen) => Line[]} lines equations, one under the other
 * @property {string[]} shown the matrices among them
 * @property {(ways: Ways) => Cell} cell the one that shows this way best
 * @property {(explorer: AttentionMasks, values: Record<string, unknown>, row: { isBlind: boolean, isOpen: boolean }) => unknown} sentence
 *   row: whether the followed query may read nothing, or everything
 */

/** @type {Record<import("./ways.js").WayName, View>} */
export const views = { add, finite, score, weight, boolean };
