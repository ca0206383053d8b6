// The ticket that lesson 1 reads, and what the four heads of block 2 of its model make of the word "not".
// That model is another one, trained on other tickets: its numbers stand beside this project's for
// comparison and go into nothing.
import { TEAMS } from "./tickets.js";

export const LESSON_TICKET = {
  name: "T-65052",
  text: "Not a delivery issue and I'm keeping the leaf blower. My card was charged twice for the same order. Can you remove the duplicate charge?",
  team: TEAMS.indexOf("billing"),
  /** The query that is followed. */ word: "not",
  /** Of each head of the lesson's second block: the key that "not" reads most and its weight, and the key
   * that receives most on average over all queries. */
  heads: [
    { reads: "twice", weight: "0.50", receives: "twice", mean: "0.355" },
    { reads: "charge", weight: "0.55", receives: "charge", mean: "0.208" },
    { reads: "remove", weight: "0.50", receives: "remove", mean: "0.118" },
    { reads: "remove", weight: "0.48", receives: "remove", mean: "0.274" },
  ],
};
