// <attention-exercise name="causal"></attention-exercise>: a program to write oneself, in JavaScript, run in a
// worker of its own and compared with what the module computes from the same numbers.
//
// Attributes
//   name   scaled | causal | memory | cross (exercises.js)
//
// Slot: what is to be done. Event: answer, bubbling and composed: given is the program, right the names of
// the checks, state { passed, checks }. A policy must allow worker-src blob:; where it does not, that is said.
import { css, html, nothing } from "lit";
import { define } from "../parts/define.js";
import { buttonStyles, codeLook, fieldLook } from "./prose-styles.js";
import { workerAddress } from "../parts/trusted-types.js";
import { sharedModule } from "../frame/module.js";
import { exercises } from "./exercises.js";
import { SpeakingElement, words } from "./words.js";

/** @typedef {import("./exercises.js").Check} Check */

const PATIENCE = 5000; // ms; what takes longer does not end

/** Runs a program in a worker and calls one of its functions.
 * @param {string} program @param {string} name @param {unknown[][]} calls @returns {Promise<unknown[]>} */
export function run(program, name, calls) {
  const source = `${program}
;onmessage = ({ data }) => {
  try {
    if (typeof ${name} !== "function") throw new Error("${name} is not a function");
    postMessage({ results: data.map((values) => ${name}(...values)) });
  } catch (error) {
    postMessage({ problem: String(error && error.message || error) });
  }
};`;
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerAddress(address));
    /** @param {() => void} settle */
    const end = (settle) => {
      clearTimeout(timer);
      worker.terminate();
      URL.revokeObjectURL(address);
      settle();
    };
    const timer = setTimeout(() => end(() => reject(new Error("timeout"))), PATIENCE);
    worker.onmessage = ({ data }) =>
      end(() =>
        data.problem === undefined ? resolve(data.results) : reject(new Error(data.problem)),
      );
    worker.onerror = (event) => {
      event.preventDefault();
      end(() => reject(new Error(event.message ?? "refused")));
    };
    worker.postMessage(calls);
  });
}

const canRun = () =>
  run("function probe() {}", "probe", []).then(
    () => true,
    () => false,
  );

export class AttentionExercise extends SpeakingElement {
  static tag = "attention-exercise";
  static properties = {
    name: { type: String },
    checks: { state: true },
    problem: { state: true },
    isRunning: { state: true },
    shown: { state: true },
  };

  static styles = [
    buttonStyles,
    css`
      :host {
        display: block;
        margin-block: 16px;
      }

      textarea {
        display: block;
        box-sizing: border-box;
        width: 100%;
        padding: 12px;
        ${fieldLook}
        ${codeLook}
        resize: vertical;
      }

      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-block: 8px;
      }

      ul {
        margin: 8px 0;
        padding: 0;
        list-style: none;
        overflow-wrap: anywhere;
      }

      li {
        display: grid;
        grid-template-columns: 1.5em 1fr;
      }

      p {
        margin: 8px 0;
      }
    `,
  ];

  constructor() {
    super();
    this.name = "scaled";
    /** @type {Check[]} */
    this.checks = [];
    this.problem = "";
    this.isRunning = false;
    /** What is shown beside the program. @type {"" | "hint"} */
    this.shown = "";
    /** The learner's program, while it differs from the template. @type {string | undefined} */
    this.program = undefined;
  }

  get exercise() {
    return Object.hasOwn(exercises, this.name) ? exercises[this.name] : undefined;
  }

  render() {
    const { exercise } = this;
    if (!exercise)
      return html`<p role="alert">
        ${words("noExercise", this, { name: this.name.slice(0, 40) })}
      </p>`;
    const text = this.program ?? exercise.template;
    const lines = text.split("\n").length;
    /** @param {Event} event */
    const onInput = (event) => {
      this.program = /** @type {HTMLTextAreaElement} */ (event.target).value;
    };
    return html`<slot></slot>
      <textarea
        aria-label=${words("program", this)}
        rows=${Math.min(Math.max(lines, 8), 28)}
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        translate="no"
        .value=${text}
        @input=${onInput}
      ></textarea>
      <div class="buttons">
        <button type="button" data-run aria-disabled=${this.isRunning} @click=${this.try}>
          ${words("run", this)}
        </button>
        <button type="button" class="quiet" data-hint @click=${() => (this.shown = "hint")}>
          ${words("hint", this)}
        </button>
        <button
          type="button"
          class="quiet"
          data-solution
          @click=${() => this.put(exercise.solution)}
        >
          ${words("solution", this)}
        </button>
        <button type="button" class="quiet" data-start @click=${() => this.put(undefined)}>
          ${words("startOver", this)}
        </button>
      </div>
      ${this.shown === "hint" ? html`<p data-shown="hint">${words(`hint ${this.name}`, this)}</p>` : nothing}
      <div role="status">
        ${this.problem === "" ? nothing : html`<p data-problem>${this.problem}</p>`}
        ${
          this.checks.length > 0
            ? html`<p>
                  ${words(this.checks.every(({ holds }) => holds) ? "allHold" : "notAll", this)}
                </p>
                <ul>
                  ${this.checks.map(
                    ({ key, values, holds }) =>
                      html`<li data-check=${key} data-holds=${holds}>
                        <span role="img" aria-label=${words(holds ? "holds" : "fails", this)}
                          >${holds ? "✓" : "✗"}</span
                        >
                        <span>${words(key, this, values)}</span>
                      </li>`,
                  )}
                </ul>`
            : nothing
        }
      </div>`;
  }

  /** @param {string | undefined} program */
  put(program) {
    this.program = program;
    this.checks = [];
    this.problem = "";
    this.requestUpdate();
  }

  try = async () => {
    const { exercise } = this;
    if (!exercise || this.isRunning) return;
    const program = this.program ?? exercise.template;
    this.isRunning = true;
    this.checks = [];
    this.problem = "";
    try {
      const attn = await sharedModule();
      const calls = exercise.calls(attn);
      const results = await run(program, exercise.name, calls);
      this.checks = exercise.judge(attn, calls, results);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      // Firefox says nothing of a syntax error: then another program runs where this one did not.
      const isSyntax = message === "refused" && (await canRun());
      const key = isSyntax
        ? "syntax"
        : ["timeout", "refused"].includes(message)
          ? message
          : "stopped";
      this.problem = words(key, this, { reason: message });
    }
    this.isRunning = false;
    const passed = this.checks.length > 0 && this.checks.every(({ holds }) => holds);
    const detail = {
      explorer: this.localName,
      question: this.name,
      options: [],
      given: program,
      right: passed ? program : this.checks.map(({ key }) => key).join(" "),
      state: { passed, checks: this.checks.map(({ key, holds }) => ({ key, holds })) },
    };
    this.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true, detail }));
  };
}

define(AttentionExercise.tag, AttentionExercise);
