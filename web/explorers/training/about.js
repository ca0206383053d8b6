// What authors may set on <attention-training>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary:
    "A small transformer learns in the page to route tickets, from scratch: its loss, what it gets right, and its heads while they form.",
  properties: {
    seed: { type: "number", about: "Of the starting numbers and of the order of the tickets." },
    heads: { type: "1 | 2 | 4 | 8", about: "How many heads a layer has." },
    scale: { type: '"root" | "one"', about: "Scores divided by √d_k, or not." },
    steps: { type: "number", about: "How many steps there are." },
    lr: { type: "number", about: "Learning rate." },
    speed: { type: '"full" | "ten" | "one"', about: "How fast it goes." },
    ticket: { type: "number", about: "Which of the offered tickets is watched, from 1." },
    phrase: { type: "string", about: "A ticket of your own, in its place." },
    tickets: {
      type: "string[]",
      about: "Tickets to offer in the place of its own; in the attribute with | between.",
    },
    block: { type: "number", about: "Which block is read, from 1." },
    head: { type: "number", about: "Which head is read, from 1." },
    query: {
      type: "number",
      about: "Which of the ticket's tokens looks, from 1; 0 is one in the middle.",
    },
  },
  hide: [
    "predict",
    "loss",
    "accuracy",
    "kinds",
    "ticket",
    "prediction",
    "heads",
    "speed",
    "lr",
    "head-count",
    "scale",
    "steps",
    "seed",
    "weights",
    "reproduce",
    "how",
  ],
  examples: ['heads="8" steps="400"'],
};
