// Support tickets for a made-up shop, from a seed. They are hard on purpose: most name two or three
// teams, and only what is asked for, next to what is declined or left alone, says which one is meant.
// So the words of a ticket alone, without their order, do not decide (bag-of-words.js measures that).
import { draws } from "../../js/draws.js";
import { FILLINGS, FRAMES, TEAM_PHRASES } from "./phrases.js";
import { tokensOf } from "./tokenizer.js";

/** @typedef {import("../../js/draws.js").Draws} Draws */
/** @typedef {"train" | "valid"} Split the two share no phrase of phrases.js */
/** @typedef {{ text: string, team: number, kind: string }} Ticket team is an index into TEAMS */
/** @typedef {keyof typeof FRAMES} Frame */

export const TEAMS = /** @type {(keyof typeof TEAM_PHRASES)[]} */ (Object.keys(TEAM_PHRASES));

/** A ticket's length, in tokens. */
export const SHORTEST = 8,
  LONGEST = 60;

/** How many of a hundred tickets are of each kind. */
const KINDS = { plain: 20, negated: 28, "two topics": 25, declined: 22, "three topics": 5 };
/** In so many of the tickets with several teams the right one is named no more often than another. */
const BRIEF = 0.5;
/** In so many of them what does not matter comes first, as people write. */
const ASIDE_FIRST = 0.8;

/** Chooses one of the alternatives of every (a|b) in a template; they may be nested.
 * @param {Draws} draw @param {string} template @returns {string} */
function choose(draw, template) {
  // The innermost parentheses first.
  for (let before = ""; before !== template;) {
    before = template;
    template = template.replace(/\(([^()]*)\)/, (_, inside) => draw.pick(inside.split("|")));
  }
  return template.replace(/ +/g, " ").trim();
}

/** What one ticket writes with: its split, its goods, its draws. */
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
    /** @type {Set<string>} templates that this ticket has used */
    this.used = new Set();
  }

  /** @param {import("./phrases.js").Templates} templates @param {Record<string, string>} [given] */
  write(templates, given = {}) {
    const list = templates[this.split].filter((template) => !this.used.has(template));
    const template = this.draw.pick(list.length > 0 ? list : templates[this.split]);
    this.used.add(template);
    const fill = (/** @type {string} */ name) => {
      if (name in given) return given[name];
      if (name === "good") return this.good;
      if (name === "machine") return this.machine;
      if (name === "order") return `Q${10000 + this.draw.below(90000)}`;
      return this.draw.pick(FILLINGS[/** @type {keyof typeof FILLINGS} */ (name)]);
    };
    return choose(this.draw, template).replace(/\{(\w+)\}/g, (_, name) => fill(name));
  }

  /** @param {Frame} frame @param {Record<string, string>} [given] */
  frame(frame, given) {
    return this.write(FRAMES[frame], given);
  }

  /** @param {number} team @param {keyof import("./phrases.js").TeamPhrases} what */
  phrase(team, what) {
    return this.write(TEAM_PHRASES[TEAMS[team]][what]);
  }

  /** A frame around what a team can do, or what it is about.
   * @param {Frame} frame @param {number} team */
  framed(frame, team) {
    const what = frame === "about" || frame === "not" ? "nouns" : "asks";
    const inside = this.phrase(team, what);
    return this.frame(frame, what === "nouns" ? { noun: inside } : { ask: inside });
  }
}

/** Sentences that ask for something of a team; each form decides by itself.
 * @param {Writer} writer @param {number} team @param {boolean} brief one that names the team once only */
function wantedFrom(writer, team, brief) {
  const { draw } = writer;
  const fact = () => writer.phrase(team, "facts"),
    wanted = () => writer.framed("wanted", team);
  if (brief) return draw.chance(0.6) ? [wanted()] : [fact(), writer.frame("open")];
  return draw.pick([
    () => [fact(), wanted()],
    () => [fact(), wanted()],
    () => [wanted(), fact()],
    () => [writer.framed("about", team), fact()],
    () => [fact(), fact(), writer.frame("open")],
  ])();
}

/** Sentences that name a team and ask nothing of it.
 * @param {Writer} writer @param {number} team @param {"negated" | "settled" | "declined"} how */
function aside(writer, team, how) {
  const { draw } = writer;
  const fact = () => writer.phrase(team, "facts");
  if (how === "negated") {
    const not = () => writer.framed("not", team),
      fine = () => writer.phrase(team, "fines");
    return draw.pick([() => [not()], () => [not(), fine()], () => [fine()]])();
  }
  if (how === "declined")
    return draw.chance(0.3)
      ? [fact(), writer.framed("declined", team)]
      : [writer.framed("declined", team)];
  return draw.chance(0.15)
    ? [fact(), fact(), writer.frame("leave")]
    : [fact(), writer.frame("leave")];
}

/** The sentences that decide.
 * @param {Writer} writer @param {number} team @param {keyof typeof KINDS} kind @returns {string[][]} */
function bodyOf(writer, team, kind) {
  const { draw } = writer;
  const [other, third] = draw.shuffled(
    TEAMS.map((_, index) => index).filter((index) => index !== team),
  );
  if (kind === "plain") return [wantedFrom(writer, team, draw.chance(0.3))];
  const wanted = wantedFrom(writer, team, draw.chance(BRIEF));
  const how = kind === "negated" ? "negated" : kind === "declined" ? "declined" : "settled";
  const parts = [aside(writer, other, how), wanted];
  if (kind === "three topics")
    parts.unshift(aside(writer, third, draw.pick(["negated", "settled", "declined"])));
  return draw.chance(ASIDE_FIRST) ? parts : parts.reverse();
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Sentences as a customer types them. Those about one thing may be strung together.
 * @param {Draws} draw @param {string[][]} parts */
function punctuate(draw, parts) {
  const careless = draw.chance(0.2),
    marks = [".", ".", draw.pick([",", ";", ".", "!"])];
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
          : ends
            ? draw.pick([".", ".", ".", ", but"])
            : draw.pick(marks);
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

/** @param {Draws} draw @param {Split} split @param {number} team @returns {Ticket} */
function ticketFor(draw, split, team) {
  let lot = draw.below(100);
  const kind = /** @type {keyof typeof KINDS} */ (
    Object.keys(KINDS).find((name) => (lot -= KINDS[/** @type {keyof typeof KINDS} */ (name)]) < 0)
  );
  for (;;) {
    const writer = new Writer(draw, split);
    const body = bodyOf(writer, team, kind);
    const before = draw.chance(0.12) ? 1 : 0,
      after = draw.chance(0.06) ? 1 + draw.below(3) : 0;
    const fillers = (/** @type {number} */ count) =>
      Array.from({ length: count }, () => [writer.frame("filler")]);
    let text = punctuate(draw, [...fillers(before), ...body, ...fillers(after)]);
    if (draw.chance(0.15))
      text = `${capital(writer.frame("opening"))}${draw.pick([",", ".", "!"])} ${text}`;
    if (draw.chance(0.2))
      text = `${text} ${capital(writer.frame("closing"))}${draw.pick(["", "."])}`;
    if (draw.chance(0.3)) text = mistypeSome(draw, text);
    const length = tokensOf(text).length;
    if (length >= SHORTEST && length <= LONGEST) return { text, team, kind };
  }
}

/** Tickets, as many for one team as for another, no text twice. The same in every engine.
 * @param {number} seed @param {Split} split @param {number} count @returns {Ticket[]} */
export function makeTickets(seed, split, count) {
  const draw = draws(seed + (split === "train" ? 0 : 0x5eed)),
    seen = new Set();
  /** @type {Ticket[]} */
  const tickets = [];
  while (tickets.length < count) {
    const ticket = ticketFor(draw, split, tickets.length % TEAMS.length);
    if (seen.has(ticket.text)) continue;
    seen.add(ticket.text);
    tickets.push(ticket);
  }
  return tickets;
}
