// What users write first. Each leaves "[10]" (the first masked case of the field, MASK-01) or what an explorer
// shows.

const CALL = `
  const attn = await load({ variant: VARIANT });
  const { output } = attn.attention([[1, 0]], [[1, 0], [0, 1]], [[10], [20]], { keep: [[true, false]] });
  attn.release();
  const answer = JSON.stringify(Array.from(output.data));`;

/** The first call, as the body of an async function that ends with `answer`.
 * @param {string} [variant] */
export const call = (variant = "auto") => CALL.replace("VARIANT", JSON.stringify(variant));

const POOL = `
  const pool = createPool({ workers: 2 });
  const pooled = await pool.attention([[1, 0]], [[1, 0], [0, 1]], [[10], [20]], { keep: [[true, false]] });
  if (pool.workers !== 2) throw new Error("the pool has " + pool.workers + " workers");
  if (pooled.output.data[0] !== 10) throw new Error("the pool gave " + pooled.output.data[0]);`;

const VARIANTS = `
  const { output: inJs } = (await load({ variant: "js" })).attention([[1]], [[1]], [[7]]);
  if (inJs.data[0] !== 7) throw new Error("js gave " + inJs.data[0]);`;

const FILE = `
  const fromFile = await load({ wasm: new URL("attention-scalar.wasm", pathToFileURL(require.resolve("attention-wasm"))) });
  if (fromFile.variant !== "scalar") throw new Error(fromFile.variant);`;

// Every entry that is code, but for the modules of the words' other languages, which are alike.
const ROOMS = "cost heads heatmap key-size lookup masks softmax steps training prose words".split(
  " ",
);
const ENTRIES = [
  ...["", "/explorers", ...ROOMS.map((name) => `/explorers/${name}`), "/widget"],
  ...["/languages/ar", "/languages/de", "/ticket-model", "/js", "/relaxed"],
].map((entry) => `attention-wasm${entry}`);

/** A whole program for a runtime: the first call, plain JavaScript, a file, a pool that is never released
 * (it must end all the same), every entry. @param {"esm" | "cjs"} kind */
export function program(kind) {
  const head =
    kind === "esm"
      ? `import { load, createPool } from "attention-wasm";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
${ENTRIES.map((entry) => `import "${entry}";`).join("\n")}
const require = createRequire(import.meta.url);`
      : `const { load, createPool } = require("attention-wasm");
const { pathToFileURL } = require("node:url");
${ENTRIES.map((entry) => `require("${entry}");`).join("\n")}`;
  return `${head}
const main = async () => {${call()}${VARIANTS}${FILE}${POOL}
  console.log(answer);
};
main();
`;
}

/** A module of a page: the first call and one explorer, in German. */
export const PAGE_PROGRAM = `import { load } from "attention-wasm";
import "attention-wasm/explorers/steps";
import "attention-wasm/languages/de";
const main = async () => {${call()}
  const element = document.createElement("attention-steps");
  element.lang = "de";
  document.body.append(element);
  for (let i = 0; i < 600 && !element.shadowRoot?.querySelector("table"); i++) await new Promise((r) => setTimeout(r, 50));
  const isGerman = /Woher kommt jede Zahl/.test(element.shadowRoot?.textContent);
  window.result = answer + (element.shadowRoot?.querySelector("table") && isGerman ? " table" : " no table, or English");
};
main();
`;
export const PAGE_ANSWER = "[10] table";

/** @param {string} script @param {string} [type] */
export const page = (script, type = "module") =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,"><body><script type="${type}" src="${script}"></script></body></html>`;
