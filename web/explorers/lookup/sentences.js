// What <attention-lookup> says from the live numbers: the sentence, the picture in words.
import { html } from "lit";
import { largestOf } from "../../parts/letters/largest.js";
import { equalsSign } from "../../parts/letters/lists.js";
import { format, listSign, vector } from "../../parts/letters/numbers.js";
import { degreeText } from "./controls.js";

/** @typedef {import("./attention-lookup.js").AttentionLookup} AttentionLookup */

// More values than this make a sum that nobody reads.
const MOST_TERMS = 4;

/** @param {AttentionLookup} explorer */
export function sentenceOf(explorer) {
  const { scene, lookup, text, refused } = explorer;
  const head = refused ? `${text("didRefuse", refused)} ` : "";
  if (!explorer.revealed) return [head, text("sayPredict", { query: vector(scene.query) })];
  const hard = text("sayHard", {
    key: explorer.named(lookup.best),
    output: vector(lookup.hardOutput),
  });
  const own = ownSentence(explorer);
  return [head, hard, " ", softSentence(explorer, vector(lookup.softOutput)), own ? ` ${own}` : ""];
}

/** @param {AttentionLookup} explorer @param {string} output */
function softSentence(explorer, output) {
  const { scene, lookup, degree } = explorer;
  if (degree === 0) return explorer.text("sayFrozen");
  if (degree === Infinity) {
    return explorer.text("sayUniform", { weight: format(lookup.soft[0]), output });
  }
  if (scene.values.length > MOST_TERMS) {
    const most = largestOf(lookup.soft);
    return explorer.text(most.length > 1 ? "sayLongTie" : "sayLong", {
      count: scene.values.length,
      key: most.map((j) => explorer.named(j)).join(listSign()),
      weight: format(lookup.soft[most[0]]),
      output,
    });
  }
  const mixed = scene.values.map(
    (value, j) =>
      html`${j > 0 ? " + " : ""}<span class="nobreak"
          >${format(lookup.soft[j])} · <span class="value">${vector(value)}</span></span
        >`,
  );
  const written = [...lookup.soft, ...lookup.softOutput];
  return explorer.rich("saySoft", { mixed, equals: equalsSign(...written), output });
}

/** Where everybody has a card of their own: what the one who asks gives to it. @param {AttentionLookup} explorer */
function ownSentence({ asker, scene, lookup, text }) {
  if (asker === undefined || scene.labels[asker - 1] === undefined) return undefined;
  const own = asker - 1;
  const most = largestOf(lookup.soft);
  const isOwn = most.length === 1 && most[0] === own;
  return text(isOwn ? "sayOwnMost" : "sayOwn", {
    name: scene.labels[own],
    weight: format(lookup.soft[own]),
  });
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
