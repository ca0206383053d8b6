// What <attention-lookup> says from the live numbers: the sentence, the verdict, the picture in words.
import { html } from "lit";
import { format, vector } from "../../parts/letters/numbers.js";
import { degreeText } from "./controls.js";

/** @typedef {import("./attention-lookup.js").AttentionLookup} AttentionLookup */

// More values than this make a sum that nobody reads.
const MOST_TERMS = 4;

/** @param {AttentionLookup} explorer @param {number} guess */
export function verdictOf(explorer, guess) {
  const { lookup, scene, text } = explorer;
  const { best, scores, soft } = lookup;
  const values = {
    key: explorer.named(best),
    score: format(scores[best]),
    weight: format(soft[best]),
    guess: guess < scene.labels.length ? explorer.named(guess) : "",
    guessed: format(scores[guess]),
  };
  const equal = scene.keys.findIndex((key) => key.every((value, t) => value === scene.query[t]));
  const isRight = guess === best || scores[guess] === scores[best];
  return [
    text(isRight ? "verdictRight" : "verdictWrong", values),
    equal >= 0 && scores[equal] < scores[best]
      ? ` ${text("verdictEqual", { equal: explorer.named(equal) })}`
      : "",
  ];
}

/** @param {AttentionLookup} explorer */
export function sentenceOf(explorer) {
  const { scene, lookup, text, refused } = explorer;
  const head = refused ? `${text("didRefuse", refused)} ` : "";
  if (!explorer.revealed) return [head, text("sayPredict", { query: vector(scene.query) })];
  const hard = text("sayHard", {
    key: explorer.named(lookup.best),
    output: vector(lookup.hardOutput),
  });
  return [head, hard, " ", softSentence(explorer, vector(lookup.softOutput))];
}

/** @param {AttentionLookup} explorer @param {string} output */
export function softSentence(explorer, output) {
  const { scene, lookup, degree } = explorer;
  if (degree === 0) return explorer.text("sayFrozen");
  if (degree === Infinity) {
    return explorer.text("sayUniform", { weight: format(lookup.soft[0]), output });
  }
  if (scene.values.length > MOST_TERMS) {
    const most = lookup.soft.indexOf(Math.max(...lookup.soft));
    return explorer.text("sayLong", {
      count: scene.values.length,
      key: explorer.named(most),
      weight: format(lookup.soft[most]),
      output,
    });
  }
  const mixed = scene.values.map(
    (value, j) =>
      html`${j > 0 ? " + " : ""}<span class="nobreak"
          >${format(lookup.soft[j])} · <span class="value">${vector(value)}</span></span
        >`,
  );
  return explorer.rich("saySoft", { mixed, output });
}

/** @param {AttentionLookup} explorer */
export function descriptionOf(explorer) {
  const { scene, lookup, text } = explorer;
  const lines = [
    text("describeQuery", { query: vector(scene.query), temperature: degreeText(explorer) }),
  ];
  if (!explorer.revealed) return lines;
  return [
    ...lines,
    ...scene.labels.map((key, j) =>
      text("describeKey", {
        key,
        at: vector(scene.keys[j]),
        score: format(lookup.scores[j]),
        value: vector(scene.values[j]),
        hard: format(lookup.hard[j]),
        soft: format(lookup.soft[j]),
      }),
    ),
    text("describeOutputs", {
      hard: vector(lookup.hardOutput),
      soft: vector(lookup.softOutput),
    }),
  ];
}
