// The lessons teach 129 things; each is seen on a page, and a test that bears its number reads it there.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { it } from "node:test";

const ROWS = 129;
const folder = new URL("../browser/", import.meta.url);

/** The numbers in names such as "items 14, 72 and 101: …". @param {string} source */
const numbersIn = (source) =>
  [...source.matchAll(/["`]items? ((?:\d+(?:, | and )?)+): /g)].flatMap(([, list]) =>
    (list.match(/\d+/g) ?? []).map(Number),
  );

it(`${ROWS} of ${ROWS} things that the lessons teach have a test`, () => {
  const tested = new Set(
    fs
      .readdirSync(folder)
      .filter((name) => name.endsWith(".test.js"))
      .flatMap((name) => numbersIn(fs.readFileSync(new URL(name, folder), "utf8"))),
  );
  const rows = Array.from({ length: ROWS }, (_, at) => at + 1);
  assert.deepEqual(
    rows.filter((row) => !tested.has(row)),
    [],
    "these have none",
  );
  assert.deepEqual(
    [...tested].filter((row) => !rows.includes(row)),
    [],
    "there are no such rows",
  );
});
