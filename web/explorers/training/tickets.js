// The tickets that are learned from and those that are held back, made from the generator when they are
// first needed, a little at a time.
import { draws } from "../../../js/draws.js";
import { bagOfWords } from "../../model/bag-of-words.js";
import { LESSON_TICKET } from "../../model/lesson-ticket.js";
import { TEAMS, makeTickets, ticketUnits } from "../../model/tickets.js";
import { tokenizer as tokenizerOf, vocabularyOf } from "../../model/tokenizer.js";
import { SETTINGS, examplesOf } from "../../model/training.js";
import { KINDS, OFFERED, TICKETS } from "./settings.js";

/** @typedef {import("../../model/tickets.js").Ticket} Ticket */
/** @typedef {import("../../model/tickets.js").Unit} Unit */

/**
 * @typedef {object} Tickets
 * @property {string[]} vocabulary
 * @property {Unit[]} units to learn from; those of a pair stay in one batch
 * @property {Ticket[]} valid held back: they share no phrase with those that are learned from
 * @property {number} learned how many are learned from
 */

/** @typedef {typeof TICKETS} Amounts */

// Units made between two words about the progress.
const AT_ONCE = 250;

/** Yields the share that is done, and returns the tickets.
 * @param {Amounts} [amounts] @returns {Generator<number, Tickets, void>} */
export function* prepare(amounts = TICKETS) {
  const { seed, train, singles, valid: held, least } = amounts;
  const keeps = draws(seed);
  /** @type {Unit[]} */
  const units = [];
  let learned = 0;
  let made = 0;
  for (const unit of ticketUnits(seed, "train")) {
    made += 1;
    if (made % AT_ONCE === 0) yield (0.8 * learned) / train;
    if (unit.length === 1 && !keeps.chance(singles)) continue;
    units.push(unit);
    learned += unit.length;
    if (learned >= train) break;
  }
  const valid = makeTickets(seed, "valid", held).flat();
  yield 0.9;
  const vocabulary = vocabularyOf(
    units.flat().map(({ text }) => text),
    least,
  );
  return { vocabulary, units, valid, learned };
}

/** The share of the tickets held back that a bag of words gets right.
 * @param {Tickets} tickets @param {Amounts} [amounts] @returns {number} */
export function baselineOf({ vocabulary, units, valid }, { epochs } = TICKETS) {
  const tokenizer = tokenizerOf(vocabulary, SETTINGS.maxLen);
  const bags = units.flatMap((unit) => examplesOf(unit, tokenizer));
  return bagOfWords(bags, examplesOf(valid, tokenizer), {
    vocab: vocabulary.length,
    classes: TEAMS.length,
    epochs,
  }).valid;
}

/** Tickets to look at while the model learns: of each kind a few, from those held back, the hardest first,
 * and last the one that lesson 1 reads.
 * They can be had without making all of them.
 * @returns {Ticket[]} */
export function offered() {
  const some = makeTickets(TICKETS.seed, "valid", 120).flat();
  const { text, team } = LESSON_TICKET;
  return [
    ...[...KINDS]
      .reverse()
      .flatMap((kind) => some.filter((ticket) => ticket.kind === kind).slice(0, OFFERED)),
    // It names a delivery that it is not about.
    { text, team, kind: "negated" },
  ];
}
