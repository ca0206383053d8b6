// Support tickets for a made-up shop, from a seed. They are hard on purpose: most name two teams, and
// only what is said around the names tells which one is meant. Two fifths of them come in pairs that
// hold the same phrases with the parts exchanged, or the same complaints with another request. So what
// words a ticket holds, without their order, does not decide it: bag-of-words.js says how far that leads.
import { draws } from "../../js/draws.js";
import { FILLINGS, FRAMES, TEAM_PHRASES } from "./phrases.js";
import { tokensOf } from "./tokenizer.js";

/** @typedef {import("../../js/draws.js").Draws} Draws */
/** @typedef {import("./phrases.js").TeamPhrases} TeamPhrases */
/** @typedef {"train" | "valid"} Split the two share no phrase of phrases.js */
/** @typedef {{ text: string, team: number, kind: Kind }} Ticket team is an index into TEAMS */
/** @typedef {Ticket[]} Unit one ticket, or the two of a pair: training keeps them in the same batch */
/** @typedef {keyof typeof FRAMES} Frame */
/** @typedef {"plain" | "negated" | "two topics" | "exchanged"} Kind */

export const TEAMS = /** @type {(keyof typeof TEAM_PHRASES)[]} */ (Object.keys(TEAM_PHRASES));

/** A ticket's length, in tokens. */
export const SHORTEST = 8,
  LONGEST = 60;

/** What is said of the team that is meant, sentence by sentence: a fact, what is asked, what it is about.
 * @typedef {"fact ask" | "ask" | "fact open" | "about fact" | "about"} Wish */
/** And of one that is only mentioned.
 * @typedef {"fact declined" | "declined" | "fact leave" | "not fine" | "fine" | "not" | "fact"} Aside */

/** How many of a hundred draws give a ticket of one team, one that also says what it is not about, a
 * pair that has the same two complaints and asks for one or the other, and a pair that exchanges its
 * parts.
 * @type {Record<Kind, number>} */
const KINDS = { plain: 36, negated: 38, "two topics": 10, exchanged: 16 };

/** Wishes and asides that hold the same phrases, and how many of a hundred exchanges they are.
 * @type {{ wish: Wish, aside: Aside, share: number }[]} */
const EXCHANGES = [
  { wish: "ask", aside: "declined", share: 45 },
  { wish: "about", aside: "not", share: 30 },
  { wish: "fact open", aside: "fact leave", share: 15 },
  { wish: "fact ask", aside: "fact declined", share: 10 },
];

/** A template as it is read: text, (a|b) of texts alone, and (a|b) in which there are others.
 * @typedef {(string | string[] | Template[])[]} Template */

/** A few hundred templates are written with tens of thousands of times. @type {Map<string, Template>} */
const templates = new Map();

/** @param {string} text @returns {Template} */
function read(text) {
  const known = templates.get(text);
  if (known) return known;
  const tokens = text.split(/([()|])/);
  let at = 0;
  /** @returns {Template} up to the end of the alternative */
  const sequence = () => {
    /** @type {Template} */
    const parts = [];
    for (; at < tokens.length && !["|", ")"].includes(tokens[at]); at += 1)
      if (tokens[at] === "(") parts.push(alternatives());
      else if (tokens[at] !== "") parts.push(tokens[at]);
    return parts;
  };
  /** @returns {string[] | Template[]} */
  const alternatives = () => {
    const all = [];
    do {
      at += 1;
      all.push(sequence());
    } while (tokens[at] === "|");
    return all.every((parts) => parts.every((part) => typeof part === "string"))
      ? all.map((parts) => parts.join(""))
      : all;
  };
  const template = sequence();
  templates.set(text, template);
  return template;
}

/** Chooses one of the alternatives of every (a|b) in a template, of those inside first.
 * @param {Draws} draw @param {Template} template */
function choose(draw, template) {
  let text = "";
  for (const part of template) {
    if (typeof part === "string") text += part;
    else
      text += draw.pick(part.map((each) => (typeof each === "string" ? each : choose(draw, each))));
  }
  return text;
}

/** What one ticket, or a pair, writes with: its split, its goods, its draws. */
class Writer {
  /** @param {Draws} draw @param {Split} split */
  constructor(draw, split) {
    this.draw = draw;
    this.split = split;
    this.good = draw.pick(FILLINGS.good);
    // One and the same thing, mostly, so that its name says nothing about the team.
    this.machine =
      FILLINGS.machine.includes(this.good) && draw.chance(0.8)
        ? this.good
        : draw.pick(FILLINGS.machine);
  }

  /** A phrase of a template, all gaps filled but {ask} and {noun}.
   * @param {import("./phrases.js").Templates} phrases */
  write(phrases) {
    const text = choose(this.draw, read(this.draw.pick(phrases[this.split])));
    return text
      .replace(/ {2,}/g, " ")
      .trim()
      .replace(/\{(\w+)\}/g, (gap, name) => {
        if (name === "ask" || name === "noun") return gap;
        if (name === "good") return this.good;
        if (name === "machine") return this.machine;
        if (name === "order") return `Q${10000 + this.draw.below(90000)}`;
        return this.draw.pick(FILLINGS[/** @type {keyof typeof FILLINGS} */ (name)]);
      });
  }

  /** @param {Frame} frame */
  frame(frame) {
    return this.write(FRAMES[frame]);
  }

  /** What is said of a team, whatever part it plays.
   * @param {number} team */
  team(team) {
    const phrases = TEAM_PHRASES[TEAMS[team]];
    return {
      fact: this.write(phrases.facts),
      fine: this.write(phrases.fines),
      ask: this.write(phrases.asks),
      noun: this.write(phrases.nouns),
    };
  }
}

/** @typedef {ReturnType<Writer["team"]>} Phrases */

/** The sentences of a wish or an aside, as a function of the team that plays the part: a pair uses it
 * twice.
 * @param {Writer} writer @param {Wish | Aside} part @returns {(team: Phrases) => string[]} */
function partOf(writer, part) {
  const steps = part.split(" ").map((step) => {
    if (step === "fact" || step === "fine") return (/** @type {Phrases} */ team) => team[step];
    const frame = writer.frame(step === "ask" ? "wanted" : /** @type {Frame} */ (step));
    return (/** @type {Phrases} */ { ask, noun }) =>
      frame.replace("{ask}", ask).replace("{noun}", noun);
  });
  return (team) => steps.map((step) => step(team));
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Sentences as a customer types them. Those of one part may be strung together.
 * @param {Draws} draw @param {string[][]} parts */
function punctuate(draw, parts) {
  const careless = draw.chance(0.2),
    inside = [".", ".", draw.pick([",", ";", ".", "!"])],
    between = [".", ".", ".", ", but"];
  let text = "",
    start = true;
  parts.forEach((sentences, part) =>
    sentences.forEach((sentence, index) => {
      text += start && !careless ? capital(sentence) : sentence;
      const ends = index === sentences.length - 1,
        last = ends && part === parts.length - 1;
      const mark = /^(can|could|would|what can)\b/.test(sentence)
        ? "?"
        : last
          ? "."
          : draw.pick(ends ? between : inside);
      if (last) text += careless && draw.chance(0.5) ? "" : mark;
      else text += `${mark} `;
      start = /[.?!]$/.test(mark);
    }),
  );
  return careless ? text : text.replace(/\bi\b(?=[ '])/g, "I");
}

const NEIGHBOURS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** A word with one typing error.
 * @param {Draws} draw @param {string} word */
function mistype(draw, word) {
  const at = 1 + draw.below(word.length - 2);
  const before = word.slice(0, at),
    letter = word[at],
    after = word.slice(at + 1);
  const row = NEIGHBOURS.find((keys) => keys.includes(letter.toLowerCase())) ?? letter;
  const beside = row[Math.min(row.length - 1, row.indexOf(letter.toLowerCase()) + 1)];
  return draw.pick([
    before + after, // left out
    before + letter + letter + after, // twice
    before + after[0] + letter + after.slice(1), // swapped with the next
    before + beside + after, // the key beside it
  ]);
}

/** One to three words of a text with a typing error each.
 * @param {Draws} draw @param {string} text */
function mistypeSome(draw, text) {
  const words = text.split(" ");
  const long = words
    .map((word, index) => ({ word, index }))
    .filter(({ word }) => /^[a-z]{5,}[.,;?!]?$/i.test(word));
  for (const { word, index } of draw.shuffled(long).slice(0, 1 + draw.below(3)))
    words[index] = mistype(draw, word);
  return words.join(" ");
}

/** The text of a ticket that consists of these parts.
 * @param {Writer} writer @param {string[][]} parts */
function textOf(writer, parts) {
  const { draw } = writer;
  const fillers = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => [writer.frame("filler")]);
  const before = draw.chance(0.1) ? 1 : 0,
    after = draw.chance(0.06) ? 1 + draw.below(3) : 0;
  let text = punctuate(draw, [...fillers(before), ...parts, ...fillers(after)]);
  if (draw.chance(0.15))
    text = `${capital(writer.frame("opening"))}${draw.pick([",", ".", "!"])} ${text}`;
  if (draw.chance(0.2)) text = `${text} ${capital(writer.frame("closing"))}${draw.pick(["", "."])}`;
  return draw.chance(0.3) ? mistypeSome(draw, text) : text;
}

/** One of a list whose entries have shares of a hundred.
 * @template T @param {Draws} draw @param {readonly T[]} list @param {(entry: T) => number} shareOf */
function pickByShare(draw, list, shareOf) {
  let lot = draw.below(100);
  return list.find((entry) => (lot -= shareOf(entry)) < 0) ?? list[0];
}

/** One ticket, or a pair: the same phrases, the other team meant.
 * @param {Draws} draw @param {Split} split @returns {Unit} */
function write(draw, split) {
  const writer = new Writer(draw, split);
  const [team, other] = draw.shuffled(TEAMS.map((_, index) => index));
  const one = writer.team(team),
    two = writer.team(other);
  const kind = pickByShare(draw, /** @type {Kind[]} */ (Object.keys(KINDS)), (name) => KINDS[name]);

  /** @type {(wish: Wish, aside: Aside | null, wishFirst: boolean) => (meant: Phrases, mentioned: Phrases) => string} */
  const composed = (wish, aside, wishFirst) => {
    const wanted = partOf(writer, wish),
      besides = aside === null ? () => [] : partOf(writer, aside);
    return (meant, mentioned) => {
      const parts = [wanted(meant), besides(mentioned)];
      return textOf(
        writer,
        (wishFirst ? parts : parts.reverse()).filter((part) => part.length > 0),
      );
    };
  };
  const pair = (/** @type {ReturnType<typeof composed>} */ text) => [
    { text: text(one, two), team, kind },
    { text: text(two, one), team: other, kind },
  ];
  if (kind === "exchanged") {
    const { wish, aside } = pickByShare(draw, EXCHANGES, ({ share }) => share);
    return pair(composed(wish, aside, draw.chance(0.5)));
  }
  // The request stands last, after both complaints.
  if (kind === "two topics") return pair(composed("fact ask", "fact", false));
  const wish = draw.pick(
    /** @type {Wish[]} */ (["fact ask", "fact ask", "ask", "fact open", "about fact"]),
  );
  if (kind === "plain") return [{ text: composed(wish, null, true)(one, two), team, kind }];
  const aside = draw.pick(/** @type {Aside[]} */ (["not fine", "fine", "not", "declined"]));
  return [{ text: composed(wish, aside, draw.chance(0.4))(one, two), team, kind }];
}

/** Tickets without end, no text twice. The same in every engine.
 * @param {number} seed @param {Split} split @returns {Generator<Unit, never>} */
export function* ticketUnits(seed, split) {
  const draw = draws(seed + (split === "train" ? 0 : 0x5eed)),
    seen = new Set();
  for (;;) {
    const unit = write(draw, split);
    const fits = unit.every(({ text }) => {
      const length = tokensOf(text).length;
      return length >= SHORTEST && length <= LONGEST && !seen.has(text);
    });
    if (!fits) continue;
    for (const { text } of unit) seen.add(text);
    yield unit;
  }
}

/** The first units of ticketUnits, `count` tickets in all.
 * @param {number} seed @param {Split} split @param {number} count @returns {Unit[]} */
export function makeTickets(seed, split, count) {
  /** @type {Unit[]} */
  const units = [];
  let made = 0;
  for (const unit of ticketUnits(seed, split)) {
    if (made + unit.length > count) continue;
    units.push(unit);
    made += unit.length;
    if (made === count) break;
  }
  return units;
}
