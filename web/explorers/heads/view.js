// What every view of <attention-heads> is: a part of the explorer that a learner switches to. The element
// keeps the state; a view draws it, asks about it, and says it.
import { nothing } from "lit";
import { visibleToken, symbolText } from "../../parts/letters/symbols.js";
import { listSign, vector } from "../../parts/letters/numbers.js";
import { rowOf } from "./tensors.js";

/** @typedef {import("./attention-heads.js").AttentionHeads} Explorer */
/** @typedef {import("./tensors.js").Tensor} Tensor */
/** @typedef {import("../../parts/matrix/matrix-grid.js").MatrixOptions} MatrixOptions */
/** @typedef {import("../../frame/tables.js").NumberTable} NumberTable */
/** @typedef {(name: string, draw: () => unknown) => unknown} Shown draws what the author does not hide */

/** @typedef {import("../../frame/questions.js").Question} Question */
/** @typedef {import("../../frame/said.js").Said} Said */

/**
 * What a view asks.
 * @typedef {object} Asked
 * @property {Said} question
 * @property {{ value: string, label: string }[]} answers
 * @property {string} right
 * @property {Said} why
 * @property {string[]} [hides]
 * @property {() => void} [then]
 */

export class View {
  /** @param {Explorer} explorer @param {string} name */
  constructor(explorer, name) {
    this.explorer = explorer;
    this.name = name;
    this.isPrepared = false;
    /** What is shown as matrices, by name. @type {Record<string, Tensor>} */
    this.matrices = {};
  }

  get attn() {
    return /** @type {import("../../frame/attention-element.js").Attention} */ (this.explorer.attn);
  }

  get text() {
    return this.explorer.text;
  }

  /** @param {string} key @param {Record<string, unknown>} [values] */
  rich(key, values) {
    return this.explorer.rich(key, values);
  }

  /** Whether the question is answered, or not asked. */
  get revealed() {
    return this.explorer.revealed;
  }

  /** Computes what never changes, once. */
  prepare() {
    if (!this.isPrepared) this.make();
    this.isPrepared = true;
  }

  make() {}

  /** Formulas of parts/letters/formulas.js. */
  get formulas() {
    return ["oneHead", "multiHead", "headSize"];
  }

  /** The part of them that is at work. */
  get part() {
    return "split";
  }

  /** @returns {unknown} */
  picture() {
    return nothing;
  }

  /** @returns {Asked | undefined} */
  asked() {
    return undefined;
  }

  /** @returns {Question[]} */
  questions() {
    const asked = this.asked();
    if (!asked) return [];
    const { question, answers, right, why, hides, then } = asked;
    const isHere = () => this.explorer.now === this;
    return [
      {
        ...{ name: this.name, ask: question, answers, hides, then, isHere },
        judge: () => ({ right, why }),
      },
    ];
  }

  /** @returns {{ name: string, label: unknown, value: unknown }[]} */
  readouts() {
    return [];
  }

  /** @param {Shown} _shown @returns {unknown} */
  controls(_shown) {
    return nothing;
  }

  /** @returns {unknown} */
  sentence() {
    return "";
  }

  /** @returns {(NumberTable | MatrixOptions)[]} */
  tables() {
    return [];
  }

  /** @returns {unknown[]} */
  description() {
    return this.tables().map(({ name, title, tensor, rows }) =>
      this.text("describeMatrix", {
        title: `${symbolText(name)}, ${title}`,
        rows: Array.from(
          { length: tensor.shape[0] },
          (_, i) =>
            `${visibleToken(rows?.[i] ?? "")} ${vector(rowOf(/** @type {Tensor} */ (tensor), i))}`,
        ).join(listSign()),
      }),
    );
  }

  /** Whether the picture can be saved as a drawing. */
  get hasDrawing() {
    return true;
  }

  /** The picture as a file. */
  svg() {
    return "";
  }

  /** The same in PyTorch. */
  python() {
    return "";
  }

  /** The same in NumPy. */
  numpy() {
    return "";
  }

  /** @param {string} name @param {string} title @param {Partial<MatrixOptions>} [more] @returns {MatrixOptions} */
  small(name, title, more) {
    return { name, title, tensor: this.matrices[name], dense: true, text: this.text, ...more };
  }

  /** The matrices among lines of matrices and signs. @param {(MatrixOptions | string)[][]} lines @returns {MatrixOptions[]} */
  matricesOf(lines) {
    return lines.flat().filter((part) => typeof part !== "string");
  }
}
