// The tickets and the trained model: two sets that share no phrase, a vocabulary that the tokenizer
// keeps, a model that does what its description says, and a baseline that loses clearly.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { load, parseSafetensors } from "attention-wasm";
import { FILLINGS, FRAMES, TEAM_PHRASES } from "../../web/model/phrases.js";
import { headEffects } from "../../web/model/heads.js";
import { LONGEST, makeTickets, SHORTEST, TEAMS } from "../../web/model/tickets.js";
import {
  PADDING,
  tokenizer as tokenizerOf,
  tokensOf,
  UNKNOWN,
  vocabularyOf,
} from "../../web/model/tokenizer.js";

const read = (/** @type {string} */ name) =>
  fs.readFileSync(new URL(`../../web/model/${name}`, import.meta.url));
const description = JSON.parse(String(read("ticket-model.json")));

test("tokens: lower case, punctuation apart, what stands inside a word stays", () => {
  assert.deepEqual(tokensOf("Hi! I’m NOT amused… (it's £7.50) 100%"), [
    ...["hi", "!", "i'm", "not", "amused", ".", ".", ".", "("],
    ...["it's", "£", "7", ".", "50", ")", "100", "%"],
  ]);
  assert.deepEqual(tokensOf("Größe naïve e\u0301 日本 👍🏽"), [
    "größe",
    "naïve",
    "é",
    "日本",
    "👍",
    "🏽",
  ]);
  assert.deepEqual(tokensOf(" \n\t"), []);
});

test("a vocabulary: frequent words, the most frequent first, whatever the locale", () => {
  assert.deepEqual(vocabularyOf(["b a, b", "ä a b c"], 2), [PADDING, UNKNOWN, "b", "a"]);
  const { encode, batch } = tokenizerOf([PADDING, UNKNOWN, "a", "b"], 3);
  assert.deepEqual(encode("B x a a"), { tokens: ["b", "x", "a"], ids: [3, 1, 2] });
  assert.deepEqual(batch([[3, 1], [2], [2, 2, 2]]), {
    ids: [
      [3, 1, 0],
      [2, 0, 0],
      [2, 2, 2],
    ],
    lengths: [2, 1, 3],
  });
});

test("training and validation share no phrase of any team or frame", () => {
  const lists = [
    ...Object.values(TEAM_PHRASES).flatMap((team) => Object.values(team)),
    ...Object.values(FRAMES),
  ];
  /** Everything that a template can say, its gaps left open. @param {string} template @returns {string[]} */
  const all = (template) => {
    const inner = /\(([^()]*)\)/.exec(template);
    if (!inner) return [template.replace(/ +/g, " ").replace("{machine}", "{good}").trim()];
    return inner[1].split("|").flatMap((choice) => all(template.replace(inner[0], choice)));
  };
  for (const { train, valid } of lists) {
    const said = new Set(train.flatMap(all));
    for (const phrase of valid.flatMap(all)) assert.ok(!said.has(phrase), phrase);
  }
});

test("every gap of a template is one that is filled", () => {
  const gaps = [...Object.keys(FILLINGS), "order", "ask", "noun"];
  for (const [, name] of JSON.stringify([TEAM_PHRASES, FRAMES]).matchAll(/\{(\w+)\}/g))
    assert.ok(gaps.includes(name), name);
});

test("tickets: the same from the same seed, no text twice, 8 to 60 tokens, all teams", () => {
  const train = makeTickets(1, "train", 4000).flat(),
    valid = makeTickets(1, "valid", 1000).flat();
  assert.equal(train.length, 4000);
  assert.equal(valid.length, 1000);
  assert.deepEqual(makeTickets(1, "train", 500).flat().slice(0, 490), train.slice(0, 490));
  assert.notDeepEqual(makeTickets(2, "train", 10).flat()[0], train[0]);
  assert.equal(new Set([...train, ...valid].map(({ text }) => text)).size, 5000);
  for (const { text } of [...train, ...valid]) {
    const length = tokensOf(text).length;
    assert.ok(length >= SHORTEST && length <= LONGEST, `${length}: ${text}`);
    assert.doesNotMatch(text, /[{}|()]|undefined/);
  }
  for (const set of [train, valid]) {
    const counts = TEAMS.map((_, team) => set.filter((ticket) => ticket.team === team).length);
    for (const count of counts) assert.ok(Math.abs(count / set.length - 0.2) < 0.05, `${counts}`);
  }
});

test("leaving out the brightest head of the example changes nothing, another head decides", async () => {
  const { sizes, vocabulary, ablation, examples, teams } = description;
  assert.equal(new Set(examples.map((/** @type {any} */ { team }) => team)).size, teams.length);
  const attn = await load();
  const { tensors } = parseSafetensors(read("ticket-model.safetensors"));
  const model = attn.encoder({ ...sizes, parameters: tensors });
  const { ids } = tokenizerOf(vocabulary, sizes.maxLen).encode(ablation.text);
  const before = attn.softmax(model.forward([ids]).logits).data[ablation.team];
  assert.ok(before > 0.9);
  const heads = headEffects(/** @type {any} */ (attn), /** @type {any} */ (model), ids);
  const change = (/** @type {import("../../web/model/heads.js").HeadEffect} */ effect) =>
    effect.probabilities[ablation.team] - before;
  const brightest = heads.reduce((a, b) => (b.largest > a.largest ? b : a));
  assert.deepEqual([brightest.layer, brightest.head], ablation.brightest);
  assert.ok(Math.abs(change(brightest)) < 0.001 && brightest.largest > 0.5);
  const strongest = heads.reduce((a, b) => (change(b) < change(a) ? b : a));
  assert.deepEqual([strongest.layer, strongest.head], ablation.strongest);
  assert.ok(change(strongest) < -0.5);
  attn.release();
});

test("the trained model is right as often as its description says, on both builds", async () => {
  const { sizes, vocabulary, accuracy, seed, tickets, teams } = description;
  assert.deepEqual(teams, TEAMS);
  assert.equal(vocabulary.length, sizes.vocab);
  assert.deepEqual(vocabulary.slice(0, 2), [PADDING, UNKNOWN]);
  assert.ok(accuracy.model >= 0.95 && accuracy.bagOfWords <= 0.85, JSON.stringify(accuracy));
  const tokenizer = tokenizerOf(vocabulary, sizes.maxLen);
  const valid = makeTickets(seed, "valid", tickets.valid).flat();
  const file = read("ticket-model.safetensors");
  assert.ok(file.length < 300e3);
  for (const variant of /** @type {const} */ (["simd", "scalar"])) {
    const attn = await load({ variant });
    const model = attn.encoder({ ...sizes, parameters: parseSafetensors(file).tensors });
    let right = 0;
    for (let from = 0; from < valid.length; from += 100) {
      const part = valid.slice(from, from + 100);
      const { ids, lengths } = tokenizer.batch(part.map(({ text }) => tokenizer.encode(text).ids));
      const { data } = model.forward(ids, lengths, { weights: false }).logits;
      part.forEach(({ team }, item) => {
        const row = [...data.subarray(item * teams.length, (item + 1) * teams.length)];
        right += Number(row.indexOf(Math.max(...row)) === team);
      });
    }
    assert.equal(right / valid.length, accuracy.model, variant);
    attn.release();
  }
});
