// What authors may set on the elements of running text. The build makes the types, custom-elements.json and
// the reference page of it (tools/describe.js); no element reads it.

/** @typedef {import("../frame/about.js").Setting} Setting */

/**
 * @typedef {object} ProseAbout
 * @property {string} summary what it is for, in one sentence
 * @property {Record<string, Setting>} attributes what markup may say; those with a property of the same name
 *   are named again there
 * @property {Record<string, Setting>} properties by the property's name; readonly ones say so in their type
 * @property {Record<string, string>} methods what they do, by their signature
 * @property {Record<string, Setting>} events @property {Record<string, string>} slots "" for the one without a name
 * @property {Record<string, string>} parts what CSS reaches by ::part()
 * @property {boolean} [takesAny] any other attribute is the figure's own
 */

const FIGURE = {
  type: "string",
  about: "The id of the figure, in the same document or shadow tree. The figure may come later.",
};

const answer = (/** @type {string} */ about, state = "Record<string, never>") => ({
  type: `{ explorer: string; question: string; options: string[]; given: string; right: string; state: ${state} }`,
  about,
});

/** @type {Record<string, ProseAbout>} */
export const proseAbout = {
  "attention-link": {
    summary: "Words that set a figure's attributes when they are pressed.",
    attributes: {
      for: FIGURE,
      from: {
        type: "string",
        about:
          'The id of another figure, whose numbers are taken along: scores="{scaled:query}" takes a row of its table.',
      },
      when: { type: '"seen"', about: "It also acts as the reader comes by." },
    },
    takesAny: true,
    properties: {
      settings: {
        type: "readonly Map<string, string>",
        about: "What it sets, by the figure's attribute.",
      },
    },
    methods: { "show(): Promise<void>": "Sets the figure, as pressing does." },
    events: {},
    slots: { "": "The words." },
    parts: { button: "The words." },
  },
  "attention-task": {
    summary: "Something to try, which shows by itself that it is done.",
    attributes: {
      for: FIGURE,
      when: {
        type: "string",
        about:
          "Conditions that must hold at once, with spaces between: temperature=0.5, weights:1:2>=0.9 (also <, <=, >). A name is one of the figure's attributes, readouts or cells; a readout such as 3 of 9 or 8.39 MB counts as the number that it begins with.",
      },
      done: { type: "boolean", about: "It is done; it stays so." },
    },
    properties: { done: { type: "boolean", about: "It is done; it stays so." } },
    methods: {},
    events: { done: { type: "null", about: "The figure got there. Once." } },
    slots: { "": "What is to be tried." },
    parts: {},
  },
  "attention-term": {
    summary: "A word that the page's glossary explains.",
    attributes: {
      name: {
        type: "string",
        about: 'The entry: <dt id="term-NAME"> of the page, with its <dd>.',
      },
    },
    properties: {},
    methods: { "open(): void": "Shows the meaning.", "close(): void": "Hides it." },
    events: {},
    slots: { "": "The word." },
    parts: { button: "The word.", meaning: "What it means." },
  },
  "attention-question": {
    summary: "A question in running text; the answer is compared, and the reason shown.",
    attributes: {
      right: {
        type: "string",
        about:
          "The right answer: one of those offered, a number, a fraction or a shape. {readings} of the figure are put in.",
      },
      answers: {
        type: "string",
        about: "What is offered, with | between. Without it the answer is typed.",
      },
      for: FIGURE,
      name: { type: "string", about: "What the event calls the question; otherwise its text." },
    },
    properties: {
      options: { type: "readonly string[]", about: "What is offered." },
      right: { type: "readonly string | undefined", about: "The right answer at this moment." },
    },
    methods: {},
    events: {
      answer: answer('A learner answered; given is "" for who only looked at the answer.'),
    },
    slots: { "": "The question.", why: "The reason, shown with the verdict." },
    parts: {},
  },
  "attention-exercise": {
    summary: "A program to write oneself, compared with what the module computes.",
    attributes: {
      name: { type: '"scaled" | "causal" | "memory" | "cross"', about: "Which program." },
    },
    properties: {
      name: { type: '"scaled" | "causal" | "memory" | "cross"', about: "Which program." },
    },
    methods: { "try(): Promise<void>": "Runs what is written, as pressing does." },
    events: {
      answer: answer(
        "The program was run: given is its text, right the same where all checks pass, else their names.",
        "{ passed: boolean; checks: { key: string; holds: boolean }[] }",
      ),
    },
    slots: { "": "What is to be done." },
    parts: {},
  },
  "attention-program": {
    summary: "The program that gives the same numbers as a figure, as the figure stands.",
    attributes: {
      for: FIGURE,
      language: { type: '"python" | "numpy"', about: "PyTorch, or NumPy." },
    },
    properties: {
      language: { type: 'readonly "python" | "numpy"', about: "PyTorch, or NumPy." },
      code: { type: "readonly string", about: "The program; empty until the figure is there." },
    },
    methods: {},
    events: {},
    slots: {},
    parts: {},
  },
};
