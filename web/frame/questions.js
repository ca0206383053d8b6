// Questions that are asked before something is shown. An explorer says which one stands on screen (its
// hook `questions()`); here is kept what was asked and answered, and decided what hides meanwhile.
//
// An answer is judged once, at the moment it is given, by the numbers that it was given for, and then
// kept: question, answers, the learner's own and the right one, and why. Whatever changes afterwards, the
// verdict speaks of what was asked.
import { nothing } from "lit";
import { useSigns } from "../parts/letters/numbers.js";
import { focusInSight } from "./keep-focus.js";
import { questionView } from "./question-view.js";
import { plainText } from "./said.js";

/** @typedef {import("./said.js").Said} Said */

/**
 * @typedef {object} Judged
 * @property {string} right the value of the one right answer
 * @property {Said} why from the numbers
 */

/**
 * @typedef {object} Question
 * @property {string} name stays the same in all versions and languages
 * @property {string} [key] under which its answer is kept, where that is not its name: an author's question stands
 *   in the place of many of the explorer's, and is asked once
 * @property {Said} ask
 * @property {{ value: string, label: Said }[]} answers exactly one of them is right
 * @property {(given: string) => Judged | undefined} judge closed over the numbers that were asked about;
 *   "" is given by who only looked. undefined while nobody knows: it is asked again at every drawing
 * @property {Said} [waiting] what stands there until somebody knows
 * @property {string[]} [hides] names of matrices that would give it away
 * @property {() => void} [then] what else happens once it is answered
 * @property {() => void} [next] sets the state in which the next question is asked
 * @property {() => boolean} [isHere] whether what it was about is still what is shown, where the state asks
 *   nothing any more: then its verdict stays. Always, when left out
 * @property {boolean} [isPlaced] the explorer draws it itself, with `asking.draw(name)`; else the frame
 *   does, under the picture
 */

/**
 * What is kept of an answer.
 * @typedef {object} Answered
 * @property {Question} question as it was asked
 * @property {string} asked the question as it was read
 * @property {string} given "" by who only looked
 * @property {Judged | undefined} judged
 */

/** @typedef {import("./attention-element.js").AttentionElement} Host */

/** @typedef {import("lit").ReactiveController} ReactiveController */

/** @param {Question} question */
const keyOf = ({ key, name }) => key ?? name;

/** @implements {ReactiveController} */
export class Questions {
  /** @type {Map<string, Answered>} by the question's key */
  #answered = new Map();
  /** Where the focus goes after the next drawing. @type {{ name: string, to: "verdict" | "answers" } | undefined} */
  #goal;
  /** @type {Host} */
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  /** The questions that belong to the state as it is. @returns {Question[]} */
  get #now() {
    const host = this.#host;
    if (!host.attn || host.failure !== undefined || !host.shows("predict")) return [];
    return host.ownQuestions.instead(host.questions());
  }

  /** Where the state asks nothing: the last that was answered, as long as it is about what is shown. */
  get #left() {
    const host = this.#host;
    const { question, asked = "" } = [...this.#answered.values()].at(-1) ?? {};
    if (!question || asked === "" || !host.shows("predict") || host.failure !== undefined)
      return [];
    return (question.isHere?.() ?? true) ? [question] : [];
  }

  /** Whether a question is on screen and not answered yet; without a name, whether any is.
   * @param {string} [name] */
  isOpen(name) {
    return this.#now.some(
      (question) =>
        (name === undefined || question.name === name) && !this.#answered.has(keyOf(question)),
    );
  }

  /** Whether a matrix would give away what is being asked. @param {string} matrix */
  hides(matrix) {
    return this.#now.some(
      (question) => !this.#answered.has(keyOf(question)) && question.hides?.includes(matrix),
    );
  }

  /** What was answered to a question, as long as it is kept; "" by who only looked.
   * @param {string} name @returns {string | undefined} */
  given(name) {
    return [...this.#answered.values()].find(({ question }) => question.name === name)?.given;
  }

  /** Whether an answer is kept. @param {string} key */
  keeps(key) {
    return this.#answered.has(key);
  }

  /** What the learner answers, or "" to be shown it. Told to the page unless nothing was answered.
   * @param {string} name @param {string} given */
  answer(name, given) {
    useSigns(this.#host.signs);
    const question = this.#now.find((each) => each.name === name);
    if (!question || this.#answered.has(keyOf(question))) return;
    this.#answered.set(keyOf(question), {
      question,
      asked: plainText(question.ask),
      given,
      judged: undefined,
    });
    this.#judge();
    this.#focusLater(name, "verdict");
    question.then?.();
    this.#host.requestUpdate();
  }

  /** The question counts as seen, without a word: for who has come by another way to what it asks about.
   * @param {string} name */
  pass(name) {
    if (this.#answered.has(name)) return;
    const question = { name, ask: "", answers: [], judge: () => undefined };
    this.#answered.set(name, { question, asked: "", given: "", judged: undefined });
    this.#host.requestUpdate();
  }

  /** Asks everything anew. */
  forget() {
    this.#answered.clear();
    this.#host.requestUpdate();
  }

  /** A learner asks to be asked anew. @param {Question} question */
  async #again(question) {
    const host = this.#host;
    const state = () => [...host.stateAttributes()].join();
    const before = state();
    this.#close(question);
    this.#focusLater(question.name, "answers");
    await host.updateComplete;
    // An explorer may go back to what it asked about.
    if (state() !== before) host.set({});
  }

  /** @param {Question} question */
  #close(question) {
    this.#answered.delete(keyOf(question));
    this.#host.requestUpdate();
  }

  /** Who works in a question stays in it: what was pressed goes away with the next drawing.
   * @param {string} name @param {"verdict" | "answers"} to */
  #focusLater(name, to) {
    const root = this.#host.shadowRoot;
    if (this.#placeOf(name)?.contains(root?.activeElement ?? null)) this.#goal = { name, to };
  }

  /** @param {string} name */
  #placeOf(name) {
    return this.#host.shadowRoot?.querySelector(`[data-question="${name}"]`);
  }

  /** Judges what could not be judged before, once. */
  #judge() {
    for (const kept of this.#answered.values()) {
      if (kept.judged || kept.asked === "") continue;
      const judged = kept.question.judge(kept.given);
      if (!judged) continue;
      if (!kept.question.answers.some(({ value }) => value === judged.right)) {
        throw new Error(
          `question ${kept.question.name}: the right answer “${judged.right}” is not offered`,
        );
      }
      kept.judged = judged;
      if (kept.given !== "") this.#tell(kept, judged);
    }
  }

  /** @param {Answered} kept @param {Judged} judged */
  #tell({ question, asked, given }, { right }) {
    const host = this.#host;
    /** @param {string} value */
    const read = (value) =>
      plainText(question.answers.find((answer) => answer.value === value)?.label ?? value);
    const detail = {
      explorer: host.localName,
      question: asked,
      options: question.answers.map(({ label }) => plainText(label)),
      given: read(given),
      right: read(right),
      state: host.state.whole(),
    };
    host.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true, detail }));
    host.pageAround.tellAnswer(detail);
  }

  /** One question in its place, open or answered. @param {string} [name] without it, all that an explorer
   * does not place itself */
  draw(name) {
    const now = this.#now;
    const all = now.length > 0 ? now : this.#left;
    const drawn = all.filter((each) => (name ? each.name === name : !each.isPlaced));
    return drawn.map((question) => {
      const kept = this.#answered.get(keyOf(question));
      if (kept?.asked === "") return nothing;
      const isLeft = now.length === 0;
      // What has been answered speaks of what was asked; the state may have moved on.
      const hasMoved = kept !== undefined && plainText(question.ask) !== kept.asked;
      return questionView({
        question: { ...(kept?.question ?? question), name: question.name },
        answered: kept,
        hasMoved,
        onAnswer: (given) => this.answer(question.name, given),
        onAgain: isLeft ? undefined : () => this.#again(question),
        onClose: isLeft ? () => this.#close(question) : undefined,
        onNext:
          isLeft || !question.next
            ? undefined
            : () => {
                question.next?.();
                if (!question.key) {
                  this.#again(question);
                  return;
                }
                this.#focusLater(question.name, "answers");
                this.#host.requestUpdate();
              },
        text: this.#host.text,
      });
    });
  }

  hostUpdate() {
    if (this.#host.failure === undefined) this.#judge();
  }

  hostUpdated() {
    // For the page around, which may hold back meanwhile what would give the answer away.
    this.#host.toggleAttribute("data-asking", this.isOpen());
    const goal = this.#goal;
    if (!goal) return;
    this.#goal = undefined;
    // The next question of an author may stand under another name.
    const place = this.#placeOf(goal.name) ?? this.#host.shadowRoot?.querySelector(".prediction");
    const target =
      goal.to === "verdict"
        ? place?.querySelector(".verdict")
        : place?.querySelector("[data-answer]");
    focusInSight(target);
  }
}
