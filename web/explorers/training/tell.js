// What a training says of itself: the sentence, the description, the tables; all from its live numbers.
import { fixed, format, listSign, percentage } from "../../parts/letters/numbers.js";
import { GOAL, KINDS, MEAN_OF } from "./settings.js";
import { headOf, strongest } from "./reading.js";
import { thousands } from "./write.js";

/** @typedef {import("./record.js").Record} Record */
/** @typedef {import("./run.js").Reading} Reading */
/** @typedef {import("./charts.js").Text} Text */

/**
 * What is on screen.
 * @typedef {object} Shown
 * @property {Record | undefined} record
 * @property {number | undefined} baseline
 * @property {string} words the ticket
 * @property {readonly string[]} teams
 * @property {number | undefined} team the right one, where it is known
 * @property {Reading | undefined} found
 * @property {ArrayLike<number> | undefined} probabilities
 * @property {{ block: number, head: number, query: number }} place from 0
 * @property {boolean} running
 * @property {Text} text
 */

// While it runs the sentence keeps still for so many steps: it is read aloud when it changes.
const STILL = 100;

/** @param {number} ms */
export const seconds = (ms) => fixed(ms / 1000, 1);

export const goal = () => percentage(GOAL, 0);

/** The place of the largest. @param {ArrayLike<number>} values */
const bestOf = (values) => Array.from(values).indexOf(Math.max(...Array.from(values)));

/** @param {Shown} shown @returns {string} */
export function sentenceOf({ record, baseline, running, probabilities, teams, team, text }) {
  if (!record?.isReady) return text("sayNew");
  const end = running ? record.step - (record.step % STILL) : record.step;
  const check = record.checks.filter(({ step }) => step <= end).at(-1);
  if (!check || baseline === undefined) return text("sayNew");
  const share = {
    share: percentage(check.accuracy),
    of: thousands(check.of),
    chance: percentage(0.2, 0),
  };
  const sentences = [];
  if (check.step === 0) {
    sentences.push(text(record.fromFile ? "sayFile" : "sayStart", share));
  } else {
    const losses = record.steps.slice(Math.max(0, check.step - MEAN_OF), check.step);
    const loss = losses.reduce((sum, step) => sum + step.loss, 0) / losses.length;
    sentences.push(
      text("sayTraining", {
        ...share,
        step: thousands(check.step),
        loss: fixed(loss, 3),
        baseline: percentage(baseline),
      }),
    );
    const { reached } = record;
    if (reached && reached.step <= end)
      sentences.push(
        text("sayReached", {
          goal: goal(),
          seconds: seconds(reached.ms),
          step: thousands(reached.step),
        }),
      );
    else if (check.byKind.exchanged !== undefined)
      sentences.push(text("sayBelow", { exchanged: percentage(check.byKind.exchanged) }));
  }
  if (!running && probabilities) {
    const best = bestOf(probabilities);
    const key = team === undefined ? "sayReads" : best === team ? "sayRight" : "sayWrong";
    sentences.push(
      text(key, {
        team: text(`team ${teams[best]}`),
        share: percentage(probabilities[best]),
        right: text(`team ${teams[team ?? best]}`),
      }),
    );
  }
  return sentences.join(" ");
}

/** @param {Shown} shown @returns {string[]} */
export function descriptionOf({
  record,
  baseline,
  words,
  teams,
  found,
  probabilities,
  place,
  text,
}) {
  const lines = [text("describe1")];
  /** @template T @param {T[]} list */
  const some = (list) =>
    list.filter((_, at) => at === list.length - 1 || at % Math.ceil(list.length / 8) === 0);
  /** @param {{ step: number, value: string }[]} points */
  const written = (points) =>
    some(points)
      .map((point) => text("describePoint", point))
      .join(listSign());
  const points = record?.points ?? [];
  const checks = record?.checks ?? [];
  if (points.length > 0)
    lines.push(
      text("describeLoss", {
        points: written(points.map(({ step, loss }) => ({ step, value: fixed(loss, 3) }))),
      }),
    );
  if (checks.length > 0)
    lines.push(
      text("describeValid", {
        points: written(
          checks.map(({ step, accuracy }) => ({ step, value: percentage(accuracy) })),
        ),
      }),
    );
  if (baseline !== undefined) lines.push(text("describeBaseline", { share: percentage(baseline) }));
  if (probabilities)
    lines.push(
      text("describeTicket", {
        text: words,
        teams: teams
          .map((name, at) =>
            text("describeTeam", {
              team: text(`team ${name}`),
              share: percentage(probabilities[at]),
            }),
          )
          .join(listSign()),
      }),
    );
  if (found) {
    const { block, head, query } = place;
    const n = found.tokens.length;
    const row = headOf(found, block, head).subarray(query * n, (query + 1) * n);
    const pairs = strongest(row, 3).map((at) =>
      text("pair", { token: found.tokens[at], weight: format(row[at]) }),
    );
    lines.push(
      text("describeHeads", {
        layers: found.weights.length,
        heads: found.heads,
        block: block + 1,
        head: head + 1,
        read: text("tokenReads", { token: found.tokens[query], pairs: pairs.join(listSign()) }),
      }),
    );
  }
  return lines;
}

/** @param {Shown} shown @returns {import("../../frame/tables.js").NumberTable[]} */
export function tablesOf({ record, teams, found, probabilities, place, text }) {
  /** @type {import("../../frame/tables.js").NumberTable[]} */
  const tables = [];
  const points = record?.points ?? [];
  const checks = record?.checks ?? [];
  if (points.length > 0)
    tables.push({
      name: "L",
      title: text("title L", { count: MEAN_OF }),
      tensor: {
        data: points.flatMap(({ loss, accuracy }) => [loss, accuracy]),
        shape: [points.length, 2],
      },
      rows: points.map(({ step }) => String(step)),
      columns: [text("columnLoss"), text("columnTrain")],
      worded: true,
      rowAxis: text("axisStep"),
      columnAxis: text("axisNumber"),
    });
  if (checks.length > 0)
    tables.push({
      name: "V",
      title: text("title V"),
      tensor: {
        data: checks.flatMap(({ accuracy, byKind, of }) => [
          of,
          accuracy,
          ...KINDS.map((kind) => byKind[kind] ?? NaN),
        ]),
        shape: [checks.length, 2 + KINDS.length],
      },
      rows: checks.map(({ step }) => String(step)),
      columns: [text("columnOf"), text("columnAll"), ...KINDS.map((kind) => text(`short ${kind}`))],
      worded: true,
      rowAxis: text("axisStep"),
      columnAxis: text("axisNumber"),
    });
  if (probabilities)
    tables.push({
      name: "p",
      title: text("title p"),
      tensor: { data: probabilities, shape: [teams.length, 1] },
      rows: teams.map((name) => text(`team ${name}`)),
      columns: [text("columnProbability")],
      worded: true,
      rowAxis: text("axisTeam"),
      columnAxis: text("axisNumber"),
    });
  if (found) {
    const { block, head } = place;
    const n = found.tokens.length;
    tables.push({
      name: "A",
      title: text("tableWeights", { block: block + 1, head: head + 1 }),
      tensor: { data: headOf(found, block, head), shape: [n, n] },
      rows: found.tokens,
      columns: found.tokens,
      rowAxis: text("query"),
      columnAxis: text("key"),
    });
  }
  return tables;
}
