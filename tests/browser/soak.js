// npm run test:soak: whether pages keep what they take. In each browser every explorer is put up and taken
// away, often in the midst of its work; sliders are moved as in an hour; the module is called a million
// times. All of it comes in rounds, and after each one what is held is printed, and the memory of all of the
// browser's processes once garbage was collected. A line through the second half of the rounds says how much
// a round keeps.
//
//   node tests/browser/soak.js [--removals=200] [--moves=3600] [--calls=1000000] [--rounds=24] [--seed=1]
//
// BROWSERS=Firefox runs in that engine alone. Ends with 1 where something is left.
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { tags } from "../../tools/bundle.js";
import { engines } from "./browsers.js";

const { values } = parseArgs({
  options: {
    removals: { type: "string", default: "200" },
    moves: { type: "string", default: "3600" },
    calls: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "24" },
    seed: { type: "string", default: "1" },
  },
});
const [most, moves, calls, rounds, seed] = [
  values.removals,
  values.moves,
  values.calls,
  values.rounds,
  values.seed,
].map(Number);

/** Megabytes that a round may keep, by the line: the memory of a browser goes up and down by ten or twenty from
 * one collection to the next, which through a dozen rounds is a slope of one or so. A round takes some 80
 * explorers away: this is less than 40 kB for each. */
const MOST_A_ROUND = 3;

/** How much of what is held no round may take for ever: kinds that are counted in the page. */
const COUNTED = ["listeners", "workers", "addresses", "observers", "watchers", "timers", "frames"];

/** The slope of the line through numbers that stand one apart, by least squares. @param {number[]} y */
function slopeOf(y) {
  const middle = (y.length - 1) / 2,
    mean = y.reduce((sum, each) => sum + each, 0) / y.length;
  const up = y.reduce((sum, each, x) => sum + (x - middle) * (each - mean), 0);
  return up / y.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
}

/** A page with nothing in it but what counts and what is counted. */
export function soakPage() {
  const witness = fs.readFileSync(new URL("./soak-in-page.js", import.meta.url), "utf8");
  // Inside the page: an engine tells nothing of errors in scripts of other files.
  const dist = (/** @type {string} */ name) =>
    fs
      .readFileSync(new URL(`../../dist/${name}`, import.meta.url), "utf8")
      .replaceAll("</script", "<\\/script");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Soak</title>
<script>${witness}</script>
<script>${dist("attention-explorers.js")}</script>
<script>${dist("attention-ticket-model.js")}</script>
</head><body></body></html>`;
}

/** Megabytes that all processes below this one hold: their own, and their part of what is shared.
 * @param {number | undefined} first @returns {number} NaN where /proc does not tell */
function memoryOf(first) {
  try {
    /** @type {Map<number, number[]>} */
    const children = new Map();
    for (const name of fs.readdirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const stat = fs.readFileSync(`/proc/${name}/stat`, "utf8");
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
      } catch {
        // It has ended.
      }
    }
    /** @param {number} id @returns {number[]} */
    const below = (id) => [id, ...(children.get(id) ?? []).flatMap(below)];
    let kilobytes = 0;
    for (const id of below(Number(first))) {
      try {
        const text = fs.readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
        kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
      } catch {
        // It has ended, or is not ours to read.
      }
    }
    return kilobytes > 0 ? Math.round(kilobytes / 1024) : NaN;
  } catch {
    return NaN;
  }
}

/** @typedef {import("./browsers.js").Engine} Engine */

/** @param {Engine} engine @param {string} address @returns {Promise<string[]>} what is left */
async function soakIn(engine, address) {
  const browser = await engine.launch({ frugal: true });
  /** @type {string[]} */
  const wrong = [];
  try {
    const tab = await browser.open(address);
    const run = (/** @type {string} */ code) => tab.evaluate(`return await ${code};`);
    const atRest = async () => /** @type {Record<string, number>} */ (await run("heldAtRest()"));
    /** @param {string} what */
    const tell = async (what) => {
      // Twice: what the first collection lets go of, its finalizers let go of more.
      for (let time = 0; time < 2; time += 1) {
        await run("press()");
        await tab.collected();
      }
      const engineHolds = await tab.collected();
      const held = await atRest();
      const memory = memoryOf(browser.process);
      const heap = engineHolds ? `heap ${(engineHolds.heap / 1e6).toFixed(1)} MB, ` : "";
      const nodes = engineHolds ? `nodes ${engineHolds.nodes}, ` : "";
      const all = Object.entries(held)
        .map(([name, count]) => `${name} ${count}`)
        .join(", ");
      const took = ((performance.now() - start) / 1000).toFixed(0);
      console.log(`${engine.name}: ${what} (${took} s): ${memory} MB, ${heap}${nodes}${all}`);
      return memory;
    };
    const start = performance.now();
    // What every explorer brings once, such as fonts and the module, is no leak.
    for (const tag of tags()) await run(`removals("${tag}", 4, ${seed + 100})`);
    for (const tag of tags()) await run(`sliderMoves("${tag}", 4, ${seed})`);
    await run("document.body.replaceChildren()");
    const before = await atRest();
    await tell("warm");

    const memories = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const tag of tags()) {
        await run(`removals("${tag}", ${Math.ceil(most / rounds)}, ${seed + 1000 * round})`);
        const after = await atRest();
        for (const name of COUNTED) {
          const [left, was] = [after[name], before[name]];
          if (left <= was) continue;
          const places = ["workers", "addresses", "timers", "frames"].includes(name)
            ? /** @type {string[]} */ (await run(`placesOf("${name}")`))
            : [];
          wrong.push(
            `${engine.name}: ${tag}: ${left - was} ${name} left ${[...new Set(places)].join("\n  ")}`,
          );
        }
      }
      for (const tag of tags())
        await run(`sliderMoves("${tag}", ${Math.ceil(moves / rounds / 9)}, ${seed + round})`);
      for (let part = 0; part < 5; part += 1)
        await run(`calls(${Math.ceil(calls / rounds / 5)}, ${seed + 5 * round + part})`);
      await run("document.body.replaceChildren()");
      memories.push(await tell(`round ${round + 1}`));
    }
    const slope = slopeOf(memories.slice(Math.floor(rounds / 2)));
    console.log(`${engine.name}: a round of the second half keeps ${slope.toFixed(2)} MB`);
    if (!(slope < MOST_A_ROUND))
      wrong.push(
        `${engine.name}: a round keeps ${slope.toFixed(2)} MB, more than ${MOST_A_ROUND}: ${memories.join(", ")}`,
      );
    const problems = /** @type {string[]} */ (await run("window.problems"));
    wrong.push(...problems.map((problem) => `${engine.name}: ${problem}`));
  } finally {
    await browser.close();
  }
  return wrong;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-soak-"));
  const file = path.join(folder, "soak.html");
  fs.writeFileSync(file, soakPage());
  const wrong = [];
  for (const engine of engines) {
    if (engine.missing) console.log(`${engine.name} is not on this machine (${engine.missing})`);
    else wrong.push(...(await soakIn(engine, pathToFileURL(file).href)));
  }
  fs.rmSync(folder, { recursive: true });
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exit(1);
  console.log("nothing is left");
}
