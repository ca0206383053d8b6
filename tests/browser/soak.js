// npm run test:soak: whether pages keep what they take. In each browser every explorer is put up and taken
// away, often in the midst of its work; sliders are moved as in an hour; the module is called a million
// times. What is held after each part is printed, and the memory of all of the browser's processes on the way.
//
//   node tests/browser/soak.js [--removals=200] [--moves=3600] [--calls=1000000] [--seed=1]
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
    seed: { type: "string", default: "1" },
  },
});
const [most, moves, calls, seed] = [values.removals, values.moves, values.calls, values.seed].map(
  Number,
);

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
  const browser = await engine.launch();
  /** @type {string[]} */
  const wrong = [];
  try {
    const tab = await browser.open(address);
    const run = (/** @type {string} */ code) => tab.evaluate(`return await ${code};`);
    /** @param {string} what @param {number} took */
    const tell = async (what, took) => {
      await run("press()");
      const engineHolds = await tab.collected();
      const held = /** @type {Record<string, number>} */ (await run("heldAtRest()"));
      const memory = memoryOf(browser.process);
      const heap = engineHolds ? `heap ${(engineHolds.heap / 1e6).toFixed(1)} MB, ` : "";
      const nodes = engineHolds ? `nodes ${engineHolds.nodes}, ` : "";
      const all = Object.entries(held)
        .map(([name, count]) => `${name} ${count}`)
        .join(", ");
      console.log(
        `${engine.name}: ${what} (${(took / 1000).toFixed(0)} s): ${memory} MB, ${heap}${nodes}${all}`,
      );
      return /** @type {Record<string, number>} */ ({ ...engineHolds, ...held, memory });
    };
    // What every explorer brings once, such as fonts and the module, is no leak.
    for (const tag of tags()) await run(`removals("${tag}", 4, ${seed + 100})`);
    const before = await tell("warm", 0);

    for (const tag of tags()) {
      const start = performance.now();
      for (let done = 0; done < most; done += 20)
        await run(`removals("${tag}", ${Math.min(20, most - done)}, ${seed + done})`);
      const after = await tell(`${most} removals of ${tag}`, performance.now() - start);
      for (const name of [
        "listeners",
        "workers",
        "addresses",
        "observers",
        "watchers",
        "timers",
        "frames",
      ]) {
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

    let done = 0;
    const start = performance.now();
    const memories = [];
    for (let round = 0; done < moves; round += 1) {
      for (const tag of tags())
        done += Number(
          await run(`sliderMoves("${tag}", ${Math.ceil(moves / 90)}, ${seed + round})`),
        );
      memories.push((await tell(`${done} moves of sliders`, performance.now() - start)).memory);
    }
    const callStart = performance.now();
    for (let part = 0; part < 10; part += 1) {
      for (let each = 0; each < 10; each += 1)
        await run(`calls(${Math.ceil(calls / 100)}, ${seed + 10 * part + each})`);
      if (part % 3 === 0)
        await tell(`${((part + 1) * calls) / 10} calls`, performance.now() - callStart);
    }
    await run("document.body.replaceChildren()");
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await tell("all taken away", 0);
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
