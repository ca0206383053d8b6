// The author's own questions, in the attribute `question`: one, or a list of them, as JSON.
//
//   {"question": "Which word does “it” read most?", "answers": ["dog", "bone"], "right": "bone",
//    "why": "Their keys are alike.", "hides": ["A"], "state": {"step": 6}}
//
// They stand in the place of the explorer's own. `why`, `hides` and `state` may be left out: with `state`
// (attributes) a question is asked only where the explorer is in it, and "Next question" leads there. Who has
// come there by another way is asked as well.
import { listSign } from "../parts/letters/numbers.js";

/** @typedef {import("./questions.js").Question} Question */

/**
 * @typedef {object} OwnQuestion
 * @property {string} question
 * @property {string[]} answers 2 to 12
 * @property {string} right one of the answers
 * @property {string} [why] what is said once it is answered
 * @property {string[]} [hides] matrices that do not show their numbers until then; those that the
 *   explorer's own question hides, when left out
 * @property {Record<string, string | number>} [state] attributes
 */

const MOST_ANSWERS = 12;
const LONGEST = 1000;

/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

/**
 * @param {unknown} given a question, a list of them, or either as JSON
 * @param {Text} text @param {string} tag @param {string[]} attributes of the state
 * @returns {OwnQuestion[]}
 */
function readQuestions(given, text, tag, attributes) {
  if (given === undefined || given === null || given === "") return [];
  let value = given;
  if (typeof given === "string") {
    try {
      value = JSON.parse(given);
    } catch {
      throw new TypeError(text("ownNotJson", { tag }));
    }
  }
  const list = Array.isArray(value) ? value : [value];
  for (const [index, own] of list.entries()) check(own, index + 1, text, tag, attributes);
  return list;
}

/** @param {any} own @param {number} number @param {Text} text @param {string} tag @param {string[]} attributes */
function check(own, number, text, tag, attributes) {
  const isWord = (/** @type {unknown} */ word) =>
    typeof word === "string" && word.trim() !== "" && word.length <= LONGEST;
  const isList = (/** @type {unknown} */ list) => Array.isArray(list) && list.every(isWord);
  /** @param {string} key @param {Record<string, unknown>} [values] */
  const refuse = (key, values) => {
    throw new TypeError(
      text(key, { tag, number, most: MOST_ANSWERS, longest: LONGEST, ...values }),
    );
  };
  if (typeof own !== "object" || own === null || !isWord(own.question)) refuse("ownNoQuestion");
  const { answers, right, why, hides, state } = own;
  if (!isList(answers) || answers.length < 2 || answers.length > MOST_ANSWERS) {
    refuse("ownAnswers");
  }
  if (new Set(answers).size < answers.length) refuse("ownTwice");
  if (!answers.includes(right)) refuse("ownRight", { answers: answers.join(listSign()) });
  if (why !== undefined && !isWord(why)) refuse("ownWhy");
  if (hides !== undefined && !isList(hides)) refuse("ownHides");
  const isState =
    state === undefined ||
    (typeof state === "object" &&
      state !== null &&
      !Array.isArray(state) &&
      Object.entries(state).every(
        ([name, one]) =>
          attributes.includes(name) && (typeof one === "string" || typeof one === "number"),
      ));
  if (!isState) refuse("ownState");
}

/** Under which an answer is kept. @param {number} at */
const keyOf = (at) => `own ${at + 1}`;

export class OwnQuestions {
  /** @type {import("./attention-element.js").AttentionElement} */
  #host;
  /** @type {unknown} */
  #given;
  /** @type {OwnQuestion[]} */
  #list = [];
  /** Which of the list is asked. */
  #at = 0;

  /** @param {import("./attention-element.js").AttentionElement} host */
  constructor(host) {
    this.#host = host;
  }

  /** Reads the author's questions; throws what is wrong with them. @param {unknown} given */
  read(given) {
    if (given === this.#given) return;
    this.#list = [];
    const { text, localName, state } = this.#host;
    this.#list = readQuestions(given, text, localName, state.attributeNames);
    this.#given = given;
    this.#at = 0;
    this.#host.asking.forget();
  }

  /** The author's question in place of the explorer's, where there is one for this state.
   * @param {Question[]} questions @returns {Question[]} */
  instead(questions) {
    const [first, ...rest] = questions;
    if (this.#list.length === 0) return questions;
    const own = this.#here;
    if (!own) return [];
    const at = this.#list.indexOf(own);
    const name = first?.name ?? "own";
    return [
      {
        name,
        key: keyOf(at),
        ask: own.question,
        answers: own.answers.map((label) => ({ value: label, label })),
        judge: () => ({ right: own.right, why: own.why ?? "" }),
        hides: own.hides ?? first?.hides,
        then: () => {
          this.#at = at;
        },
        next: at === this.#list.length - 1 ? undefined : () => this.#next(),
        isPlaced: first?.isPlaced,
      },
      ...rest.filter((question) => question.name !== name),
    ];
  }

  /** The one whose turn it is, or one of a state of its own, where the explorer is in it. */
  get #here() {
    const turn = this.#list[this.#at];
    if (this.#isIn(turn.state ?? {})) return turn;
    return this.#list.find(
      ({ state }, at) => state && !this.#host.asking.keeps(keyOf(at)) && this.#isIn(state),
    );
  }

  #next() {
    this.#at += 1;
    const { state = {} } = this.#list[this.#at];
    this.#host.state.take(
      new Map(Object.entries(state).map(([name, value]) => [name, String(value)])),
    );
    this.#host.set({}); // the page is told of it
  }

  /** @param {Record<string, string | number>} state */
  #isIn(state) {
    return Object.entries(state).every(([name, value]) => this.#host.state.is(name, String(value)));
  }
}
