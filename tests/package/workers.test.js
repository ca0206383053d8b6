// The classic script holds what the page and its workers compute with once, as a function whose own
// source is a worker's script: so it may need nothing that stands around it.
import { test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { parse } from "acorn";
import { Linter } from "eslint";

const script = fs.readFileSync(
  new URL("../../dist/attention-explorers.js", import.meta.url),
  "utf8",
);

/** The source of the functions that start with their own "use strict" and answer a worker's messages.
 * @returns {string[]} */
function workerFunctions() {
  /** @type {string[]} */
  const found = [];
  /** @param {any} node */
  const visit = (node) => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(visit);
    const isOwn =
      /Function/.test(node.type ?? "") && node.body?.body?.[0]?.directive === "use strict";
    const source = isOwn ? script.slice(node.start, node.end) : "";
    if (source.includes("self.onmessage=")) {
      // The whole script is such a function as well; the innermost is meant.
      const before = found.length;
      Object.values(node).forEach(visit);
      if (found.length === before) found.push(source);
    } else Object.values(node).forEach(visit);
  };
  visit(parse(script, { ecmaVersion: "latest" }));
  return found;
}

test("a worker's script is a function that needs nothing around it", () => {
  const [source, ...rest] = workerFunctions();
  assert.equal(rest.length, 0);
  // What engines of 2021 have in a worker.
  const names =
    "self performance setTimeout postMessage TextDecoder TextEncoder MessageChannel Worker WebAssembly".split(
      " ",
    );
  const messages = new Linter().verify(`(${source})(0)`, {
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: "script",
      globals: Object.fromEntries(names.map((name) => [name, "readonly"])),
    },
    rules: { "no-undef": "error" },
  });
  assert.deepEqual(
    messages.map(({ message }) => message),
    [],
  );
});
