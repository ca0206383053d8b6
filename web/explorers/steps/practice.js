// Practice: the author names steps, and the learner works out their cells. Each cell is checked when it is left,
// by the numbers as they are; what comes back at once is how it is worked out. Until a step is done, what
// follows from it shows no numbers, since they would give it away.
import { exact, format, useSigns } from "../../parts/letters/numbers.js";
import { asks, readNumber, repeated } from "../../parts/letters/read-number.js";
import { symbolText, visibleToken } from "../../parts/letters/symbols.js";
import { labelsOf } from "./explain.js";
import { PARTS, SCALED } from "./stages.js";

/** @typedef {import("./attention-steps.js").AttentionSteps} AttentionSteps */
/** @typedef {import("../../parts/matrix/matrix-grid.js").Asked} Asked */

/** The matrices that each step makes, in the order in which they follow from each other.
 * @type {Record<string, string[]>} */
const MADE = {
  projections: ["Q", "K", "V"],
  scores: ["S"],
  scale: [SCALED],
  mask: ["Z"],
  softmax: ["A"],
  output: ["O"],
};
export const TRIED = Object.keys(MADE);
/** Other matrices that show the same numbers, or what follows from them. @type {Record<string, string>} */
const SAME = { "K^T": "K", Q_0: "Q", K_0: "K", QKV: "Q", A_lin: "A", O_lin: "O" };

/** What stands for a cell that was shown and not answered. */
const SHOWN = "?";
// Three decimals are asked for, and float32 is what they are compared with.
const HALF_UNIT = 0.0005;
const FLOAT32 = 2 ** -20;

/** @param {string} matrix @param {number} i @param {number} j from 0 */
const keyOf = (matrix, i, j) => `${matrix}:${i + 1}:${j + 1}`;

/** @param {string} text @param {number} value */
function isRight(text, value) {
  const { value: typed, readings } = readNumber(text, { infinite: true });
  // What one language reads in one way (1,250) can mean two in that in which a link is opened.
  return (readings ?? [typed]).some((number) =>
    number === undefined || !Number.isFinite(value) || !Number.isFinite(number)
      ? number === value
      : Math.abs(number - value) <= HALF_UNIT + FLOAT32 * Math.max(1, Math.abs(value)),
  );
}

export class Practice {
  /** @type {AttentionSteps} */
  #explorer;
  /** The numbers that the answers were given for. @type {string | undefined} */
  #numbers;
  /** The answers as they were then: others that come with other numbers belong to those.
   * @type {Record<string, string> | undefined} */
  #answers;

  /** @param {AttentionSteps} explorer */
  constructor(explorer) {
    this.#explorer = explorer;
  }

  /** Names of the matrices to work out. */
  get #tried() {
    return TRIED.filter((part) => this.#explorer.try?.includes(part)).flatMap((part) => MADE[part]);
  }

  /** Answers belong to the numbers they were given for: where those change, all begins anew. */
  keepOrForget() {
    const { stages } = this.#explorer;
    const numbers = this.#tried.map((name) => stages.matrices[name].data.join()).join(";");
    const explorer = this.#explorer;
    const isOld = explorer.answers === this.#answers;
    if (this.#numbers !== undefined && this.#numbers !== numbers && isOld) explorer.answers = {};
    this.#numbers = numbers;
    this.#answers = explorer.answers;
  }

  /** @param {string} name @returns {boolean} whether any of its cells waits to be worked out */
  #waits(name) {
    const { stages, answers } = this.#explorer;
    const [rows, columns] = stages.matrices[name].shape;
    for (let i = 0; i < rows; i += 1)
      for (let j = 0; j < columns; j += 1) if (!(keyOf(name, i, j) in answers)) return true;
    return false;
  }

  /** The step that is being worked out: the first that is not done. @returns {string | undefined} */
  get open() {
    return TRIED.find(
      (part) => this.#explorer.try?.includes(part) && MADE[part].some((name) => this.#waits(name)),
    );
  }

  /** Whether a cell's number may not be seen yet. @param {string} matrix @param {number} i @param {number} j */
  conceals(matrix, i, j) {
    const { open } = this;
    if (open === undefined) return false;
    const name = SAME[matrix] ?? matrix;
    const at = TRIED.findIndex((part) => MADE[part].includes(name));
    if (at < 0) return false;
    const step = TRIED.indexOf(open);
    if (at !== step) return at > step;
    if (name !== matrix && matrix !== "K^T") return true;
    const [row, column] = matrix === "K^T" ? [j, i] : [i, j];
    return !(keyOf(name, row, column) in this.#explorer.answers);
  }

  /** Whether any of a matrix's numbers may not be seen yet. @param {string} matrix */
  hides(matrix) {
    const { stages, experiment } = this.#explorer;
    const isThere = matrix in stages.matrices || experiment !== "";
    const [rows, columns] = isThere ? stages.sizeOf(matrix) : [0, 0];
    return Array.from({ length: rows * columns }).some((_, at) =>
      this.conceals(matrix, Math.floor(at / columns), at % columns),
    );
  }

  /** What a matrix asks in the step that makes it; undefined where it asks nothing.
   * @param {string} name @returns {((i: number, j: number) => Asked) | undefined} */
  asked(name) {
    const { atWork, stages, answers } = this.#explorer;
    if (!MADE[atWork]?.includes(name) || !this.#tried.includes(name)) return undefined;
    // What comes before it has to be worked out first.
    const { open } = this;
    if (open !== undefined && TRIED.indexOf(open) < TRIED.indexOf(atWork)) return undefined;
    return (i, j) => {
      const text = answers[keyOf(name, i, j)];
      if (text === undefined) return { text: "", verdict: "" };
      const value = stages.at(name, i, j);
      if (text === SHOWN) return { text: format(value), verdict: "" };
      return { text, verdict: isRight(text, value) ? "right" : "wrong" };
    };
  }

  /** How an answer was judged: what is said before the worked line. @param {string} name @param {number} i @param {number} j */
  verdict(name, i, j) {
    const { answers, stages, text } = this.#explorer;
    const given = answers[keyOf(name, i, j)];
    if (given === undefined || given === SHOWN) return "";
    return isRight(given, stages.at(name, i, j))
      ? text("practiceRight")
      : text("practiceWrong", { given });
  }

  /** How many cells are right, answered, and there. */
  get counts() {
    const { stages, answers } = this.#explorer;
    const cells = this.#tried.flatMap((name) => {
      const [rows, columns] = stages.matrices[name].shape;
      return Array.from({ length: rows * columns }, (_, at) => {
        const [i, j] = [Math.floor(at / columns), at % columns];
        const given = answers[keyOf(name, i, j)];
        const isAnswered = given !== undefined && given !== SHOWN;
        return { given, right: isAnswered && isRight(given, stages.at(name, i, j)) };
      });
    });
    return {
      right: cells.filter(({ right }) => right).length,
      done: cells.filter(({ given }) => given !== undefined).length,
      all: cells.length,
    };
  }

  /** A cell is left with something in it. @param {string} name @param {number} i @param {number} j @param {string} typed */
  answer(name, i, j, typed) {
    const explorer = this.#explorer;
    const { stages, text } = explorer;
    useSigns(explorer.signs);
    const given = typed.trim();
    const reading = readNumber(given, { infinite: true });
    if (reading.fault === "none") {
      explorer.happened = { key: "didNotCount", values: { text: repeated(given) } };
      explorer.requestUpdate();
      return;
    }
    if (reading.fault) {
      asks(explorer.renderRoot, given, reading, (number) => this.answer(name, i, j, exact(number)));
      return;
    }
    this.#put({ [keyOf(name, i, j)]: given.replaceAll(/\s+/g, "") }, { matrix: name, i, j });
    const { rows, columns } = labelsOf(stages, name, text);
    const detail = {
      explorer: explorer.localName,
      question: text("practiceCell", {
        name: symbolText(name),
        row: rows ? visibleToken(rows[i]) : i + 1,
        column: columns ? visibleToken(columns[j]) : j + 1,
      }),
      options: [],
      given,
      // Many ways of writing are right: then what was given is.
      right: isRight(given, stages.at(name, i, j)) ? given : format(stages.at(name, i, j)),
      state: explorer.state.whole(),
    };
    explorer.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true, detail }));
    explorer.pageAround.tellAnswer(detail);
  }

  /** Fills one cell in. @param {string} name @param {number} i @param {number} j */
  show(name, i, j) {
    this.#put({ [keyOf(name, i, j)]: SHOWN }, { matrix: name, i, j });
  }

  /** Fills in what is left of the open step. */
  showRest() {
    const { stages, answers } = this.#explorer;
    /** @type {Record<string, string>} */
    const rest = {};
    for (const name of MADE[this.open ?? ""] ?? []) {
      const [rows, columns] = stages.matrices[name].shape;
      for (let i = 0; i < rows; i += 1)
        for (let j = 0; j < columns; j += 1)
          if (!(keyOf(name, i, j) in answers)) rest[keyOf(name, i, j)] = SHOWN;
    }
    this.#put(rest, undefined);
  }

  /** @param {Record<string, string>} more @param {import("./explain.js").Cell | undefined} pointed */
  #put(more, pointed) {
    const explorer = this.#explorer;
    explorer.set({ answers: { ...explorer.answers, ...more }, pointed, happened: undefined });
  }

  /** The step's number in which the open matrices are worked out, from 1. */
  get openStep() {
    return 1 + PARTS.indexOf(/** @type {(typeof PARTS)[number]} */ (this.open));
  }
}
