// Guided practice: one block on one long ticket, six questions in a row, each answered before the next stands
// there.
import { html } from "lit";
import { practiceNumpy, practicePython } from "./python.js";
import { countsOf, PRESETS } from "./sizes.js";
import { View } from "./view.js";
import { grouped as count, shape } from "../../parts/letters/numbers.js";
import { withSymbols } from "../../parts/letters/symbols.js";

const SIZES = PRESETS.block;
export const TASKS = ["size", "split", "scores", "bytes", "output", "parameters"];

/** What is asked, what is right, and what is offered beside it: what one gets by the usual slips. All of them
 * are counted by the module.
 * @returns {Record<string, { right: string, others: string[] }>} */
function tasks() {
  const { d, heads, n, batch: b } = SIZES;
  const counts = countsOf(SIZES);
  const { size } = counts;
  const one = countsOf({ ...SIZES, heads: 1, kvHeads: 1 });
  return {
    size: { right: String(size), others: [String(d), String(d * heads), String(heads)] },
    split: {
      right: shape(b, heads, n, size),
      others: [shape(b, n, heads, size), shape(b, heads, n, d), shape(b, heads, n, n)],
    },
    scores: {
      right: count(counts.scores),
      others: [one.scores, n * d, n * heads * size * 4].map(count),
    },
    bytes: {
      right: count(counts.scoreBytes),
      others: [counts.scores, one.scoreBytes, 8 * counts.scores].map(count),
    },
    output: {
      right: shape(b, n, d),
      others: [shape(b, n, size), shape(b, heads, n, size), shape(b, n, n)],
    },
    parameters: {
      right: count(counts.parameters),
      others: [d * d, 4 * d * d, heads * counts.parameters].map(count),
    },
  };
}

export class PracticeView extends View {
  get task() {
    return TASKS[this.explorer.task - 1];
  }

  /** @param {string} task */
  nameOf(task) {
    return `practice ${task}`;
  }

  /** @param {string} task */
  isDone(task) {
    return this.explorer.asking.given(this.nameOf(task)) !== undefined;
  }

  /** Where the author asks nothing, all is told. @param {string} task */
  isShown(task) {
    return !this.explorer.shows("predict") || this.isDone(task);
  }

  questions() {
    const { task } = this;
    const { right, others } = tasks()[task];
    const values = { ...SIZES, h: SIZES.heads, b: SIZES.batch, ...this.values };
    const at = TASKS.indexOf(task);
    return [
      {
        name: this.nameOf(task),
        ask: () => withSymbols(this.text(`practice ${task}`, values)),
        // In an order that tells nothing: as text.
        answers: [right, ...others].sort().map((value) => ({ value, label: value })),
        judge: () => ({
          right,
          why: () => withSymbols(this.text(`practiceWhy ${task}`, values)),
        }),
        next: at < TASKS.length - 1 ? () => this.explorer.set({ task: at + 2 }) : undefined,
      },
    ];
  }

  /** What the reasons are made of. */
  get values() {
    const counts = countsOf(SIZES);
    return {
      size: counts.size,
      square: count(SIZES.n * SIZES.n),
      scores: count(counts.scores),
      bytes: count(counts.scoreBytes),
      matrix: count(4 * SIZES.d * SIZES.d),
      biases: count(4 * SIZES.d),
      parameters: count(counts.parameters),
    };
  }

  picture() {
    const all = tasks();
    return html`<p class="note">${this.text("practiceNote", SIZES)}</p>
      <table class="steps" data-practice>
        <caption>
          ${this.text("practiceCaption")}
        </caption>
        <tbody>
          ${TASKS.map(
            (task, at) =>
              html`<tr data-task=${task} class=${task === this.task ? "now" : ""}>
                <th scope="row">
                  <button
                    type="button"
                    class="quiet"
                    aria-current=${task === this.task ? "step" : "false"}
                    @click=${() => this.explorer.set({ task: at + 1 })}
                  >
                    ${at + 1}. ${withSymbols(this.text(`task ${task}`))}
                  </button>
                </th>
                <td class="numbers">
                  ${this.isShown(task) ? all[task].right : this.text("secret")}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>`;
  }

  readouts() {
    const done = TASKS.filter((task) => this.isDone(task)).length;
    return [
      {
        name: "done",
        label: this.text("readDone"),
        value: this.text("readOf", { count: done, all: TASKS.length }),
      },
    ];
  }

  sentence() {
    const done = TASKS.every((task) => this.isShown(task));
    return this.text(done ? "sayPracticed" : "sayPractice", {
      at: this.explorer.task,
      all: TASKS.length,
    });
  }

  tables() {
    return [];
  }

  description() {
    const all = tasks();
    return [
      this.text("practiceNote", SIZES),
      ...TASKS.filter((task) => this.isShown(task)).map((task) =>
        withSymbols(`${this.text(`task ${task}`)}: ${all[task].right}.`),
      ),
    ];
  }

  get hasDrawing() {
    return false;
  }

  python() {
    return practicePython(SIZES);
  }

  numpy() {
    return practiceNumpy(SIZES);
  }
}
