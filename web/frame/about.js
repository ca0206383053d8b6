// What authors may set on every explorer; each explorer's own about.js has the rest. The build makes the
// types, custom-elements.json and the reference page of them (tools/describe.js); no explorer reads them.

/** @typedef {{ type: string, about: string }} Setting type: as TypeScript writes it */

/**
 * A type that has a name: what it is, or its fields; one whose name ends in ? may be left out.
 * @typedef {{ about: string, type?: string, fields?: Record<string, Setting> }} Shape
 */

/**
 * @typedef {object} About
 * @property {string} summary what the explorer shows, in one sentence
 * @property {Record<string, Setting>} properties by the property's name; the class knows the attribute
 * @property {Record<string, Shape>} [types] what its properties' types name, by name
 * @property {string[]} hide its own names for the attribute hide
 * @property {string[]} examples attributes that show something worth seeing
 */

export const everywhere = {
  /** @type {Record<string, Setting>} */
  properties: {
    hide: { type: "string", about: "Names of the parts to hide, separated by spaces." },
    address: {
      type: "string | undefined",
      about: "Keeps the state in the address of the page, under this name.",
    },
    headingLevel: { type: "number", about: "The level of the heading, 1 to 6." },
    tellHeight: {
      type: "boolean",
      about: "For an explorer that fills a frame: it tells the page around it how tall it is.",
    },
    readonly: {
      type: "boolean",
      about: "No cell, score or key takes another number, and no cell is switched.",
    },
    strings: {
      type: "Record<string, string> | string | undefined",
      about: "Words of your own in place of the explorer's, by their names; JSON in the attribute.",
    },
    ownQuestion: {
      type: "OwnQuestion | readonly OwnQuestion[] | string | undefined",
      about:
        "A question of your own in place of the explorer's, or a list of them; JSON in the attribute.",
    },
  },
  /** @type {Record<string, Shape>} */
  types: {
    OwnQuestion: {
      about: "A question of your own.",
      fields: {
        question: { type: "string", about: "What is asked." },
        answers: { type: "readonly string[]", about: "What is offered, 2 to 12." },
        right: { type: "string", about: "One of the answers." },
        "why?": { type: "string", about: "What is said with the verdict." },
        "hides?": {
          type: "readonly string[]",
          about: "Names of matrices that show no numbers until it is answered.",
        },
        "state?": {
          type: "Record<string, string | number>",
          about: "Attributes and their values: it is asked only there.",
        },
      },
    },
  },
  /** Attributes without a property. @type {Record<string, Setting>} */
  attributes: {
    theme: { type: '"light" | "dark"', about: "Light or dark, whatever the page uses." },
    lang: {
      type: "string",
      about: "The language of its words, where the page has them; that of the page when missing.",
    },
  },
  hide: [
    "heading",
    "formula",
    "readouts",
    "controls",
    "sentence",
    "tables",
    "description",
    "export",
    "embed",
  ],
  events: {
    change: {
      type: "Record<string, unknown>",
      about: "Fired when a learner has changed something; the detail is the whole state.",
    },
    answer: {
      type: "{ explorer: string; question: string; options: string[]; given: string; right: string; state: Record<string, unknown> }",
      about:
        "Fired when a learner has answered a question; given and right are the same where the answer is right.",
    },
  },
  css: {
    "--attention-paper": "Colour of the background.",
    "--attention-ink": "Colour of the text.",
    "--attention-accent": "Colour of what is chosen or pressed.",
    "--attention-font": "Families of its text, such as Georgia, serif.",
    "--attention-text":
      "Size of its text; that of the text around it, from 14 to 20 pixels, when missing.",
  },
};
