// Rows that only Node can measure: a process that has just started, and the size of files.
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { median } from "./measure.js";
import { trainingTime } from "./training-time.js";

/** @typedef {import("./rows.js").Row} Row */

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

/** What a process of its own prints. @param {string} program @returns {any} */
function fresh(program) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`${here}fresh.js`, program], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`fresh.js ${program}: ${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

/** @param {string} name @param {number[]} samples @returns {import("./measure.js").Timing} */
const timingFrom = (name, samples) => ({
  name,
  samples,
  least: Math.min(...samples.filter((value) => !Number.isNaN(value))),
  median: median(samples),
});

/** @type {Row} */
const load = {
  id: "load",
  title: "load and first result in a fresh Node process",
  target: "under 15 ms; goal 8 ms",
  async run({ ort, tf, quick }) {
    const names = [
      "attention-wasm",
      ...(ort ? ["onnxruntime-web"] : []),
      ...(tf ? ["TensorFlow.js"] : []),
    ];
    /** @type {number[][]} */
    const samples = names.map(() => []);
    for (let round = 0; round < (quick ? 3 : 10); round++) {
      names.forEach((name, index) =>
        samples[index].push(index > 0 && round > 3 ? NaN : fresh(name)),
      );
    }
    const timings = names.map((name, index) => timingFrom(name, samples[index]));
    const [{ median: middle }] = timings;
    return {
      timings,
      value: `${middle.toFixed(1)} ms`,
      met: middle < 15,
      figures: { milliseconds: middle },
    };
  },
};

/** @type {Row} */
const firstCalls = {
  id: "first-call",
  title: "first call at n = 1024 in a fresh process, against the best",
  target: "under 12 ms",
  async run({ quick }) {
    const runs = Array.from(
      { length: quick ? 1 : 5 },
      () => /** @type {number[]} */ (fresh("first-calls")),
    );
    const best = runs.map((times) => Math.min(...times));
    const timings = [
      timingFrom(
        "first call",
        runs.map(([first]) => first),
      ),
      timingFrom(
        "second call",
        runs.map(([, second]) => second),
      ),
      timingFrom("best of 30", best),
    ];
    const times = median(runs.map(([first], run) => first / best[run]));
    const milliseconds = timings[0].median;
    return {
      timings,
      value: `${milliseconds.toFixed(1)} ms, ${times.toFixed(2)} × the best`,
      met: milliseconds < 12,
      figures: { milliseconds, times },
    };
  },
};

/** @type {Row} */
const size = {
  id: "size",
  title: "gzipped module with its simd build, and what is fetched on demand",
  target: "under 60 kB",
  async run() {
    const sizes = fs
      .readdirSync(dist)
      .filter((name) => /^(index|worker-source|attention-js)\.js$/.test(name))
      .map((name) => ({
        name,
        bytes: gzipSync(fs.readFileSync(dist + name), { level: 9 }).length,
      }));
    const of = (/** @type {string} */ name) => sizes.find((file) => file.name === name)?.bytes ?? 0;
    const kilobytes = (/** @type {string} */ name) => `${(of(name) / 1000).toFixed(1)} kB`;
    return {
      timings: [],
      value: `${kilobytes("index.js")}, and on demand ${kilobytes("worker-source.js")} for a pool, ${kilobytes("attention-js.js")} without WebAssembly`,
      met: of("index.js") < 60000,
      figures: Object.fromEntries(sizes.map(({ name, bytes }) => [name, bytes])),
    };
  },
};

/** A safetensors header of 10 MB. @param {(index: number) => string} part */
function headerOf(part) {
  const parts = [];
  for (let length = 0; length < 1e7; length += parts[parts.length - 1].length + 1)
    parts.push(part(parts.length));
  return `{${parts.join(",")}}`;
}

/** @type {Row} */
const headers = {
  id: "header",
  title: "a safetensors header of 10 MB, in time of all threads",
  target: "under 100 ms",
  async run({ quick }) {
    const { parseSafetensors } = await import("attention-wasm");
    const kinds = {
      "140,000 tensors": headerOf(
        (i) =>
          `"blocks.layers.${i}.w":{"dtype":"F32","shape":[1],"data_offsets":[${4 * i},${4 * i + 4}]}`,
      ),
      "one long text": `{"__metadata__":{"a":"${"some words ".repeat(9e5)}"}}`,
      spaces: `{"__metadata__":{}${" ".repeat(1e7)}}`,
    };
    /** The least of the threads' time. @param {() => unknown} run */
    const least = (run) => {
      const times = Array.from({ length: quick ? 4 : 12 }, () => {
        const before = process.cpuUsage();
        run();
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      });
      return Math.min(...times);
    };
    const parts = Object.entries(kinds).map(([name, text]) => {
      const header = new TextEncoder().encode(text);
      const count = text.split('"F32"').length - 1;
      const file = new Uint8Array(8 + header.length + 4 * count);
      new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
      file.set(header, 8);
      const ours = least(() => parseSafetensors(file)),
        engine = least(() => JSON.parse(new TextDecoder().decode(header)));
      return { name, ours, engine };
    });
    return {
      timings: [],
      value: parts
        .map(
          ({ name, ours, engine }) =>
            `${name} ${ours.toFixed(0)} ms (${(ours / engine).toFixed(2)} × JSON.parse)`,
        )
        .join(", "),
      met: parts.every(({ ours }) => ours < 100),
      figures: Object.fromEntries(parts.map(({ name, ours }) => [name, ours])),
    };
  },
};

/** Rows of other files of this folder, which measure their own subjects: a function …Rows(attn) that
 * gives { name, value, unit, better }.
 * @param {string} id @param {string} title @param {string} file @returns {Row} */
const listed = (id, title, file) => ({
  id,
  title,
  target: "",
  async run({ attn }) {
    const module = await import(file);
    const make = Object.entries(module).find(([name]) => name.endsWith("Rows"))?.[1];
    if (!make) throw new Error(`${file} exports no function …Rows`);
    const list = /** @type {{ name: string, value: number, unit: string }[]} */ (await make(attn));
    return {
      timings: [],
      value: list
        .map(({ name, value, unit }) => `${name} ${value.toPrecision(3)} ${unit}`)
        .join("; "),
      met: null,
      figures: Object.fromEntries(list.map(({ name, value }) => [name, value])),
    };
  },
});

const others = /** @type {const} */ ([
  ["random", "random streams and the lessons' tables", "./random.js"],
  ["training", "training the small classifier", "./training.js"],
]);

/** @type {Row[]} */
export const nodeRows = [
  load,
  firstCalls,
  size,
  headers,
  trainingTime,
  ...others
    .filter(([, , file]) => fs.existsSync(here + file))
    .map(([id, title, file]) => listed(id, title, file)),
];
