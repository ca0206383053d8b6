// The trained model of the tickets, where a script of the page has brought it.
import { parseSafetensors } from "../../../js/index.js";
import { LESSON_TICKET } from "../../model/lesson-ticket.js";
import { findModel } from "../../model/model-registry.js";
import { Classifier } from "./classifier.js";
import { grouped, percentage } from "../../parts/letters/numbers.js";

/** @typedef {import("../../frame/attention-element.js").Attention} Attention */

export const TICKETS = "tickets";
/** The script that brings it. */
export const TICKET_SCRIPT = "attention-ticket-model.js";

export const hasTickets = () => findModel(TICKETS) !== undefined;

/** One a module: several explorers of a page share it. @type {WeakMap<Attention, Classifier>} */
const made = new WeakMap();

/** @param {Attention} attn @returns {Classifier | undefined} */
export function ticketClassifier(attn) {
  const source = findModel(TICKETS);
  if (!source) return undefined;
  const before = made.get(attn);
  if (before) return before;
  const { sizes, vocabulary, teams, examples, ablation } = source.description;
  const { tensors } = parseSafetensors(source.weights());
  const all = [...(ablation ? [ablation] : []), ...examples, LESSON_TICKET];
  const model = new Classifier(attn, {
    tensors,
    sizes,
    vocabulary,
    classes: teams,
    examples: all.map(({ text, team }) => ({ text, label: team })),
  });
  made.set(attn, model);
  return model;
}

/** How good it is, as it was measured when it was trained; for a text. */
export function ticketFacts() {
  const source = findModel(TICKETS);
  if (!source) return {};
  const { sizes, tickets, accuracy } = source.description;
  return {
    teams: sizes.classes,
    layers: sizes.layers,
    heads: sizes.heads,
    train: grouped(tickets.train),
    valid: grouped(tickets.valid),
    accuracy: percentage(accuracy.model),
    baseline: percentage(accuracy.bagOfWords),
  };
}
