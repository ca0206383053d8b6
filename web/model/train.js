#!/usr/bin/env node
// Trains the model of the tickets and writes what the pages use: ticket-model.safetensors with the
// weights, and ticket-model.json with the vocabulary, the sizes and what was measured.
//
//   node web/model/train.js [--check]     --check: write nothing, and say whether the files are what this gives
//
// Needs a build (./build.sh). The same seed gives the same bytes.
import { readFileSync, writeFileSync } from "node:fs";
import { load, parseSafetensors, writeSafetensors } from "../../js/index.js";
import { bagOfWords } from "./bag-of-words.js";
import { headEffects } from "./heads.js";
import { makeTickets, TEAMS } from "./tickets.js";
import { tokenizer as tokenizerOf, tokensOf, vocabularyOf } from "./tokenizer.js";
import {
  accuracyOf,
  examplesOf,
  inEpochs,
  SETTINGS,
  sizesOf,
  startingParameters,
  training,
} from "./training.js";

/** @typedef {import("./heads.js").HeadEffect} HeadEffect */
/** @typedef {import("./tickets.js").Ticket} Ticket */

const TICKETS = { train: 40000, valid: 2000 },
  STEPS = 3750;
/** A word that is met less often in the training tickets is unknown: mistyped words, mostly. */
const LEAST = 25;

const check = process.argv.includes("--check");
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;

const attn = await load({ variant: /** @type {any} */ (process.env.VARIANT) });
const units = makeTickets(SETTINGS.seed, "train", TICKETS.train),
  unseen = makeTickets(SETTINGS.seed, "valid", TICKETS.valid);
const vocabulary = vocabularyOf(
  units.flat().map(({ text }) => text),
  LEAST,
);
const tokenizer = tokenizerOf(vocabulary, SETTINGS.maxLen);
const learned = units.map((unit) => examplesOf(unit, tokenizer)),
  examples = learned.flat();
const valid = unseen.flatMap((unit) => examplesOf(unit, tokenizer));
const tokens = examples.reduce((sum, { ids }) => sum + ids.length, 0);
console.log(
  `${examples.length} tickets to learn from, ${valid.length} to validate; ${(tokens / examples.length).toFixed(1)} tokens each, ${vocabulary.length} words`,
);

const baseline = bagOfWords(examples, valid, {
  vocab: vocabulary.length,
  classes: TEAMS.length,
  epochs: 10,
});
console.log(
  `bag of words: ${percent(baseline.train)} of what it learned from, ${percent(baseline.valid)} of the validation tickets`,
);

const sizes = sizesOf(vocabulary.length, SETTINGS);
const model = attn.encoder({ ...sizes, parameters: startingParameters(sizes, SETTINGS.seed) });
console.log(`${attn.variant}: ${model.parameterCount} parameters`);

let spent = 0,
  seen = 0,
  right = 0,
  all = 0,
  before = performance.now();
for (const { step, correct, size, tokens: read } of training(
  model,
  inEpochs(learned, SETTINGS.seed),
  STEPS,
  tokenizer,
  SETTINGS,
)) {
  spent += performance.now() - before;
  ((seen += read), (right += correct), (all += size));
  if (step % 250 === 0 || step === STEPS) {
    const { accuracy } = accuracyOf(model, valid, tokenizer);
    console.log(
      `step ${step}, ${(spent / 1000).toFixed(1)} s: ${percent(right / all)} while learning, ${percent(accuracy)} of the validation tickets`,
    );
    right = all = 0;
  }
  before = performance.now();
}
console.log(`${Math.round(seen / (spent / 1000))} tokens a second`);

// Half the size, and the accuracy of what is shipped is that of the rounded weights.
const file = new Uint8Array(
  writeSafetensors(model.parameters(), { format: "pt" }, { dtype: "F16" }),
);
const rounded = attn.encoder({ ...sizes, parameters: parseSafetensors(file).tensors });
const { accuracy, byKind } = accuracyOf(rounded, valid, tokenizer);
console.log(
  `as float16: ${percent(accuracy)} of the validation tickets (${Object.entries(byKind)
    .map(([kind, share]) => `${kind} ${percent(share)}`)
    .join(", ")})`,
);
/** Tickets that a page offers: of each team one of each kind, the model right or wrong. */
const offered = TEAMS.flatMap((_, team) =>
  Object.keys(byKind).flatMap((kind) => {
    const fits = (/** @type {Ticket} */ ticket) =>
      ticket.team === team && ticket.kind === kind && tokensOf(ticket.text).length >= 16;
    return unseen.flat().filter(fits).slice(0, 1);
  }),
);

/** The first validation ticket with two teams exchanged whose brightest head may be left out without any
 * change, while the prediction falls with another one: weights are no explanation. */
function findAblation() {
  for (const { text, team, kind } of unseen.flat()) {
    if (kind !== "exchanged") continue;
    const { ids } = tokenizer.encode(text);
    // What is predicted with more than 0.9 is the largest.
    const before = attn.softmax(rounded.forward([ids], null, { weights: false }).logits).data[team];
    if (before <= 0.9) continue;
    const heads = headEffects(attn, rounded, ids);
    const after = (/** @type {HeadEffect} */ { probabilities }) => probabilities[team];
    const brightest = heads.reduce((a, b) => (b.largest > a.largest ? b : a));
    const strongest = heads.reduce((a, b) => (after(b) < after(a) ? b : a));
    if (
      brightest.largest > 0.5 &&
      Math.abs(after(brightest) - before) < 0.001 &&
      after(strongest) < before - 0.5
    )
      return {
        text,
        team,
        brightest: [brightest.layer, brightest.head],
        strongest: [strongest.layer, strongest.head],
      };
  }
  return null;
}

const description = `${JSON.stringify({
  sizes,
  seed: SETTINGS.seed,
  tickets: TICKETS,
  teams: TEAMS,
  accuracy: { model: accuracy, byKind, bagOfWords: baseline.valid },
  examples: offered,
  ablation: findAblation(),
  vocabulary,
})}\n`;

const at = (/** @type {string} */ name) => new URL(name, import.meta.url);
if (check) {
  const same =
    Buffer.compare(readFileSync(at("ticket-model.safetensors")), file) === 0 &&
    readFileSync(at("ticket-model.json"), "utf8") === description;
  console.log(same ? "the files are these weights" : "the files differ");
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(at("ticket-model.safetensors"), file);
  writeFileSync(at("ticket-model.json"), description);
  console.log(`ticket-model.safetensors: ${file.length} bytes`);
}
