// The tickets and the trained model: two sets that share no phrase, a vocabulary that the tokenizer
// keeps, a model that does what its description says, and a baseline that loses clearly.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { load, parseSafetensors } from "attention-wasm";
import { FILLINGS, FRAMES, TEAM_PHRASES } from "../../web/model/phrases.js";
import { headEffects } from "../../web/model/heads.js";
import { LESSON_TICKET } from "../../web/model/lesson-ticket.js";
import { toCsv } from "../../web/frame/tables.js";
import { visibleToken } from "../../web/parts/letters/symbols.js";
import { LONGEST, makeTickets, SHORTEST, TEAMS } from "../../web/model/tickets.js";
import {
  PADDING,
  tokenizer as tokenizerOf,
  tokensFor,
  tokensOf,
  UNKNOWN,
  vocabularyOf,
  wordsOf,
} from "../../web/model/tokenizer.js";

const read = (/** @type {string} */ name) =>
  fs.readFileSync(new URL(`../../web/model/${name}`, import.meta.url));
const description = JSON.parse(String(read("ticket-model.json")));

test("tokens: lower case, punctuation apart, what stands inside a word stays", () => {
  assert.deepEqual(tokensOf("Hi! I’m NOT amused… (it's £7.50) 100%"), [
    ...["hi", "!", "i'm", "not", "amused", ".", ".", ".", "("],
    ...["it's", "£", "7", ".", "50", ")", "100", "%"],
  ]);
  assert.deepEqual(tokensOf("Größe naïve e\u0301 日本 👍🏽"), ["größe", "naïve", "é", "日本", "👍🏽"]);
  assert.deepEqual(tokensOf(" \n\t"), []);
});

test("what is ASCII alone is cut as it is beside a letter that is not", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii", maxLength: 40 }), (text) =>
      assert.deepEqual([...tokensOf(text), "é"], tokensOf(`${text} é`)),
    ),
  );
  for (const text of ["it's 'tis rock'n'roll", "a''b 1'2 '", "x_y-Z #1 *2", "\0\x1f\x7f"])
    assert.deepEqual([...tokensOf(text), "é"], tokensOf(`${text} é`));
});

test("an emoji is one token, and scripts without spaces are cut into words", () => {
  for (const [text, tokens] of [
    ["👨‍👩‍👧‍👦🇩🇪🇫🇷👍🏽❤️1️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿!", ["👨‍👩‍👧‍👦", "🇩🇪", "🇫🇷", "👍🏽", "❤️", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "!"]],
    // With the sign that chooses its form, after a letter, and where another spelling would take it apart.
    ["♥\ufe0e a1️⃣ 12️⃣ ™️ ‼️ ㊗️", ["♥\ufe0e", "a", "1️⃣", "1", "2️⃣", "™️", "‼️", "㊗️"]],
    ["葛\u{e0100}飾", ["葛\u{e0100}", "飾"]],
    ["我喜欢自然语言处理。", ["我", "喜欢", "自然", "语言", "处理", "。"]],
    ["ฉันรักภาษาไทย", ["ฉัน", "รัก", "ภาษา", "ไทย"]],
    ["東京へ行く", ["東京", "へ", "行く"]],
    ["می\u200cخواهم 한국어 ipad用", ["می\u200cخواهم", "한국어", "ipad", "用"]],
  ]) {
    assert.deepEqual(tokensOf(String(text)), tokens);
    assert.deepEqual(wordsOf(String(text)), tokens);
  }
  assert.deepEqual(wordsOf("[CLS] I’m at <s> 5"), ["[CLS]", "I’m", "at", "<s>", "5"]);
  assert.equal(tokensOf("日".repeat(1e5)).join("").length, 1e5);
});

test("lesson 1's ticket has 30 tokens wherever it is read", () => {
  assert.equal(tokensFor(LESSON_TICKET.text, new Set(description.vocabulary)).length, 30);
  assert.equal(tokenizerOf(description.vocabulary, 64).encode(LESSON_TICKET.text).ids.length, 30);
  assert.equal(TEAMS[LESSON_TICKET.team], "billing");
});

test("what cannot be seen has a sign", () => {
  for (const [token, seen] of [
    ["", "∅"],
    [" \n\t\r\u0000\u001b\u007f", "␣⏎⇥␍␀␛␡"],
    ["\u200b", "U+200B"],
    ["\u200d", "U+200D"],
    ["\ufe0f", "U+FE0F"],
    ["\u00a0", "⍽"],
    ["\ufeff", "U+FEFF"],
    ["\u3000", "U+3000"],
    ["\u2028", "U+2028"],
    ["a\u200d", "aU+200D"],
    ["\u00ad", "U+00AD"],
    ["\u202e", "U+202E"],
    ["\ud83d", "U+D83D"],
    ["\u0301", "◌\u0301"],
    // Joiners and selectors that do their work stay.
    ["👨‍👩‍👧", "👨‍👩‍👧"],
    ["❤️", "❤️"],
    ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["e\u0301", "e\u0301"],
    ["क्\u200dष", "क्\u200dष"],
    ["葛\u{e0100}", "葛\u{e0100}"],
    ["♥\ufe0e", "♥\ufe0e"],
    // Where they do nothing, they are said to be there.
    ["a\u200db", "aU+200Db"],
    ["a\u200d👍", "aU+200D👍"],
    ["x\ufe0f", "xU+FE0F"],
    ["\ufff9", "U+FFF9"],
    ["\uffff", "U+FFFF"],
  ])
    assert.equal(visibleToken(token), seen, JSON.stringify(token));
});

test("CSV quotes a bare CR; what begins like a formula is a text, and numbers stay numbers", () => {
  const rows = ["=1+1", "+x", "-x", "@a", "-1", "+2.5", 'a"b', "a\rb", "a,b", "−1", "＝1+1"];
  const csv = toCsv(
    [
      {
        name: "A",
        title: "",
        tensor: { data: rows.map(() => -1.5), shape: [rows.length, 1] },
        rows,
        columns: ["="],
        worded: true,
      },
    ],
    String,
  );
  assert.equal(
    csv,
    [
      "A,'=",
      "'=1+1,-1.5",
      "'+x,-1.5",
      "'-x,-1.5",
      "'@a,-1.5",
      "-1,-1.5",
      "+2.5,-1.5",
      '"a""b",-1.5',
      '"a\rb",-1.5',
      '"a,b",-1.5',
      "−1,-1.5",
      "'＝1+1,-1.5",
      "",
    ].join("\n"),
  );
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
