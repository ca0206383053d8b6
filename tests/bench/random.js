// Speed of the random streams, and of the lessons' two tables against the same tables in plain C with
// libm at -O2 (tests/bench/experiments.c), where a C compiler is installed.
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { fileURLToPath } from "node:url";

/** @typedef {{ name: string, value: number, unit: string, better: "lower" | "higher" }} Row */

const COUNT = 1_000_000;
const SIZES = [4, 16, 64, 256, 1024];

/** The least of `times` runs, in milliseconds.
 * @param {number} times @param {() => unknown} body */
function best(times, body) {
  let least = Infinity;
  for (let run = 0; run < times; run++) {
    const begin = performance.now();
    body();
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}

/** Seconds that plain C takes for both tables; undefined without a compiler. */
export function plainSeconds() {
  const folder = fileURLToPath(new URL("../../build/bench", import.meta.url));
  const source = fileURLToPath(new URL("experiments.c", import.meta.url));
  fs.mkdirSync(folder, { recursive: true });
  const program = `${folder}experiments`;
  const { status } = spawnSync("cc", ["-std=c99", "-O2", source, "-o", program, "-lm"]);
  if (status !== 0) return undefined;
  const seconds = Number(spawnSync(program, { encoding: "utf8" }).stdout);
  return seconds > 0 ? seconds : undefined;
}

/** The rows of one build.
 * @param {import("attention-wasm").Attention} attn @returns {Promise<Row[]>} */
export async function randomRows(attn) {
  const torch = attn.torchGenerator(0);
  const numpy = attn.numpyGenerator(0);
  /** @type {Row[]} */
  const rows = [];
  /** @param {string} name @param {() => unknown} body */
  const perNumber = (name, body) => {
    const value = (best(5, body) / COUNT) * 1e6;
    rows.push({ name, value, unit: "ns a number", better: "lower" });
  };
  perNumber("torch.randn float32", () => torch.randn([COUNT]));
  perNumber("torch.randn float64", () => torch.randn([COUNT], { dtype: "float64" }));
  perNumber("default_rng().normal", () => numpy.normal([COUNT]));
  const scaling = { seed: 0, dK: SIZES, pairs: 20000, rows: 2000, keys: 32 };
  const gradient = { seed: 1, dK: SIZES, rows: 2000, keys: 32 };
  const seconds = (/** @type {string} */ name, /** @type {() => unknown} */ body) => {
    rows.push({ name, value: best(2, body) / 1000, unit: "s", better: "lower" });
  };
  seconds("lesson 1's scaling table", () => attn.scalingExperiment(scaling));
  seconds("lesson 1's gradient table", () => attn.gradientExperiment(gradient));
  return rows;
}
