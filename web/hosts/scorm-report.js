// Inside a SCORM 1.2 package: tells the course system what its page does. Completion at the first answer (at the
// first change, where its author lets nothing be asked), the score as the share of questions whose last answer is
// right, and the explorer's state as suspend data.

/**
 * What a course system offers: ADL, SCORM 1.2 Run-Time Environment, section 3.
 * @typedef {object} Api
 * @property {(none: "") => string} LMSInitialize
 * @property {(none: "") => string} LMSFinish
 * @property {(none: "") => string} LMSCommit
 * @property {(name: string) => string} LMSGetValue
 * @property {(name: string, value: string) => string} LMSSetValue
 */

// The standard's longest suspend data, in characters, and how far up the frames the system may stand.
const LONGEST = 4096;
const FARTHEST = 7;
// Milliseconds from a change to its saving.
const PAUSE = 500;

/** @param {Window} start @returns {Api | undefined} */
function above(start) {
  /** @type {any} */
  let place = start;
  for (let steps = 0; place && steps <= FARTHEST; steps += 1) {
    try {
      if (place.API) return place.API;
    } catch {
      return undefined; // a page of another origin
    }
    if (place.parent === place) return undefined;
    place = place.parent;
  }
  return undefined;
}

/** @returns {Api | undefined} */
const findApi = () =>
  above(window) ??
  (window.opener ? above(window.opener) : undefined) ??
  (window.top?.opener ? above(window.top.opener) : undefined);

/** @param {number} ms @returns {string} as SCORM writes it */
function spanOf(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600)).padStart(4, "0")}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Tells one question from another in a few letters: FNV-1a. @param {string} text */
function mark(text) {
  let hash = 0x811c9dc5;
  for (const letter of text)
    hash = Math.imul(hash ^ /** @type {number} */ (letter.codePointAt(0)), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** An identifier as the standard allows it, in any language. @param {string} text */
const identifier = (text) =>
  `${text.replaceAll(/[^\w.-]+/g, "_").slice(0, 200)}.${mark(text)}`.replace(/^[_.]+/, "");

/** What is kept, as long as the standard allows: of a state that is too long, its shortest parts.
 * @param {Record<string, string>} state @param {Record<string, boolean>} answers */
function suspended(state, answers) {
  const whole = JSON.stringify({ state, answers });
  if (whole.length <= LONGEST) return whole;
  const parts = Object.entries(state).sort(([, a], [, b]) => a.length - b.length);
  for (let count = parts.length - 1; count >= 0; count -= 1) {
    const text = JSON.stringify({ part: Object.fromEntries(parts.slice(0, count)), answers });
    if (text.length <= LONGEST) return text;
  }
  return undefined;
}

/** Connects the page's explorer with the course system; without one, the page works all the same.
 * @param {import("../frame/attention-element.js").AttentionElement} figure */
export function report(figure) {
  const api = findApi();
  if (!api || String(api.LMSInitialize("")) !== "true") return;
  const opened = Date.now();
  /** Whether each question was answered rightly the last time. @type {Record<string, boolean>} */
  const answers = {};
  try {
    const { state, part, ...found } = JSON.parse(api.LMSGetValue("cmi.suspend_data"));
    // What is not named in a whole state is as an explorer is made, whatever its page says.
    figure.state.take(new Map(Object.entries(state ?? part)), state !== undefined);
    Object.assign(answers, found.answers);
  } catch {
    // Nothing was kept, or not by this page.
  }
  const status = api.LMSGetValue("cmi.core.lesson_status");
  if (status === "not attempted" || status === "")
    api.LMSSetValue("cmi.core.lesson_status", "incomplete");
  api.LMSSetValue("cmi.core.score.min", "0");
  api.LMSSetValue("cmi.core.score.max", "100");

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = suspended(Object.fromEntries(figure.stateAttributes()), answers);
    if (text !== undefined) api.LMSSetValue("cmi.suspend_data", text);
    api.LMSCommit("");
  };
  const complete = () => api.LMSSetValue("cmi.core.lesson_status", "completed");
  figure.addEventListener("change", () => {
    if (!figure.shows("predict") && !figure.state.text("try")) complete();
    timer ??= setTimeout(save, PAUSE);
  });
  let count = Number(api.LMSGetValue("cmi.interactions._count")) || 0;
  figure.addEventListener("answer", (event) => {
    const { question, given, right } = /** @type {CustomEvent} */ (event).detail;
    if (given === "") return;
    const isRight = String(given) === String(right);
    answers[mark(String(question))] = isRight;
    const place = `cmi.interactions.${count}`;
    api.LMSSetValue(`${place}.id`, identifier(String(question)));
    api.LMSSetValue(`${place}.type`, "fill-in");
    api.LMSSetValue(`${place}.student_response`, String(given).slice(0, 255));
    api.LMSSetValue(`${place}.correct_responses.0.pattern`, String(right).slice(0, 255));
    api.LMSSetValue(`${place}.result`, isRight ? "correct" : "wrong");
    count += 1;
    const all = Object.values(answers);
    const score = Math.round((100 * all.filter(Boolean).length) / all.length);
    api.LMSSetValue("cmi.core.score.raw", String(score));
    complete();
    save();
  });
  let isOver = false;
  window.addEventListener("pagehide", () => {
    if (isOver) return;
    isOver = true;
    api.LMSSetValue("cmi.core.session_time", spanOf(Date.now() - opened));
    save();
    api.LMSFinish("");
  });
}
