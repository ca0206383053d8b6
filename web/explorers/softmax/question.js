// What <attention-softmax> asks before it shows: a question for each example, and what is so.
import { format, vector } from "../../parts/letters/numbers.js";
import { namesOf, visibleToken } from "../../parts/letters/symbols.js";
import { fine } from "./fine.js";
import { Rows } from "./rows.js";

/** @typedef {import("./attention-softmax.js").AttentionSoftmax} AttentionSoftmax */
/** @typedef {import("../../frame/questions.js").Question} Question */

/** The offered answers, by question; the words of each are "answer …". */
const OFFERED = {
  low: ["below0", "exactly0", "above0"],
  sizes: ["less", "alike", "more"],
  shift: ["same", "first", "level"],
  saturation: ["near1", "near2", "near3"],
  even: ["slope1", "slope2", "slope4"],
  p99: ["slope99", "slope4", "slope0099"],
  "numpy-8": ["to99", "to52", "to17"],
  "numpy-512": ["to99", "to72", "to17"],
};

/** The one that is right. @type {Record<string, string>} */
const RIGHT = {
  low: "above0",
  sizes: "alike",
  shift: "same",
  saturation: "near2",
  even: "slope4",
  p99: "slope0099",
  "numpy-8": "to52",
  "numpy-512": "to72",
};

/** What hides meanwhile: whole matrices, or (concealed in the picture) a cell or a column of the weights.
 * @type {Record<string, string[]>} */
const HIDES = {
  low: ["W", "J", "J_1"], // whose slopes are p(1 − p)
  sizes: ["W"],
  even: ["J", "J_1"],
  p99: ["J", "J_1"],
  most: ["W", "J", "J_1"],
};

/** Which question belongs to the state. @param {AttentionSoftmax} explorer */
function nameOf({ preset, beside }) {
  if (preset === "pencil") return "most";
  if (preset !== "four") return preset;
  return beside.includes("l1") ? "sizes" : "low";
}

/** @param {AttentionSoftmax} explorer @returns {Question[]} */
export function questionsOf(explorer) {
  const { attn, rows, example, labels, asking } = explorer;
  const name = nameOf(explorer);
  // An example asks as long as its scores are its own, and before anything was done to them.
  const isOwn = explorer.scores === undefined && attn !== undefined;
  const isPlain = rows.temperature === 1 && rows.shift === 0;
  if (!isOwn || (!isPlain && asking.given(name) === undefined)) return [];
  // What hides the slope needs it on screen.
  if (["even", "p99"].includes(name) && !rows.hasSlope) return [];
  const { scores } = rows;
  const settings = { scores, shift: 0, temperature: 1 };
  const answers =
    name === "most"
      ? namesOf(labels, visibleToken).map((label, i) => ({ value: String(i), label }))
      : OFFERED[/** @type {keyof typeof OFFERED} */ (name)].map((value) => ({
          value,
          label: () => explorer.text(`answer ${value}`),
        }));
  return [
    {
      name,
      ask: () => explorer.text(`question ${name}`),
      answers,
      hides: HIDES[name],
      judge: () => {
        const before = new Rows(attn, settings);
        const after = new Rows(attn, { ...settings, ...example.then });
        const { best } = before;
        const low = scores.indexOf(Math.min(...scores));
        const values = {
          weights: vector(after.weights.softmax),
          low: format(before.weights.softmax[low]),
          size: format(before.weights.l1[low]),
          from: fine(before.weights.softmax[best]),
          to: fine(after.weights.softmax[best]),
          before: fine(before.at("J", best, best)),
          after: fine(after.at("J", best, best)),
          slope: fine(before.at("J", 0, 0)),
          other: fine(before.at("J", 1, 0)),
        };
        return {
          right: name === "most" ? String(best) : RIGHT[name],
          why: () => explorer.rich(`verdict ${name}`, values),
        };
      },
      then: () => {
        explorer.set({ pointed: undefined, happened: undefined, ...example.then });
      },
    },
  ];
}

/**
 * Which weights are not seen while it is asked.
 * @param {AttentionSoftmax} explorer @param {number} i which score @param {number} f which column
 */
export function isConcealed({ asking, rows }, i, f) {
  if (!asking.hides("W")) return false;
  const { scores, functions } = rows;
  if (asking.isOpen("low")) return scores[i] === Math.min(...scores);
  if (asking.isOpen("sizes")) return functions[f] === "l1";
  return true;
}
