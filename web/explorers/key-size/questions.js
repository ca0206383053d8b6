// The question of each view.
import { LESSON_SIZES, draw } from "./draws.js";
import { SAMPLE } from "./measure.js";
import { printed } from "./write.js";
import { withSymbols } from "../../parts/letters/symbols.js";

/** @typedef {import("./attention-key-size.js").AttentionKeySize} Host */
/** @typedef {import("../../frame/questions.js").Question} Question */

const LARGEST = LESSON_SIZES[LESSON_SIZES.length - 1];
/** What the answers say: larger or smaller by half or more. */
const HALF = 1.5;

/** What happens to the largest weight from a size to the largest one. @param {Host} host @returns {Question[]} */
export function sizeQuestion(host) {
  const { attn, text, askedSize } = host;
  if (!attn || askedSize >= LARGEST) return [];
  const [before, after] = [askedSize, LARGEST].map(
    (dK) => draw(attn, host.seed, dK).divided(1).weights[0],
  );
  const right = after >= before * HALF ? "larger" : after <= before / HALF ? "smaller" : "same";
  const values = {
    size: askedSize,
    keys: SAMPLE.keys,
    weight: printed(before, 3),
    end: LARGEST,
    before: printed(before, 3),
    after: printed(after, 3),
    spread: printed(Math.sqrt(askedSize), 0),
    endSpread: printed(Math.sqrt(LARGEST), 0),
  };
  return [
    {
      name: "largest",
      ask: () => withSymbols(text("question", values)),
      answers: ["larger", "same", "smaller"].map((value) => ({
        value,
        label: () => text(`answer ${value}`),
      })),
      judge: () => ({ right, why: () => withSymbols(text("verdictWhy", values)) }),
      isHere: () => host.view === "sizes",
      then: () => host.set({ keySize: LARGEST, pointed: undefined, refused: undefined }),
    },
  ];
}

/** How far products of 512 numbers spread. @param {Host} host @returns {Question[]} */
export function spreadQuestion({ text }) {
  return [
    {
      name: "spread",
      ask: () => withSymbols(text("askSpread")),
      answers: ["1", "23", "512"].map((value) => ({
        value,
        label: () => text("aboutNumber", { value }),
      })),
      hides: ["N", "R", "M"],
      judge: () => ({ right: "23", why: () => withSymbols(text("spreadWhy")) }),
    },
  ];
}

/** What one product has for a variance. @param {Host} host @returns {Question[]} */
export function derivationQuestion(host) {
  const { text, step } = host;
  if (step !== 1) return [];
  return [
    {
      name: "product",
      ask: () => text("askProduct"),
      answers: ["0", "1", "2"].map((value) => ({ value, label: value })),
      hides: ["V"],
      judge: () => ({ right: "1", why: () => text("productWhy") }),
      isHere: () => host.view === "derivation" && host.step === 1,
    },
  ];
}
