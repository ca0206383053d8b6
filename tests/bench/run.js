// npm run bench: everything side by side in one process with onnxruntime-web, jax-js, TensorFlow.js and
// plain loops, in turns, and what each row has to reach. In this Node.js and in Node.js 24, a row in one
// after the other: engines differ more than processors do.
//
//   npm run bench                      every row
//   npm run bench -- --quick           fewer rounds, without the longest rows: under two minutes
//   npm run bench -- fused layer-512   rows whose names hold one of these
//   npm run bench -- --node own        in this Node.js alone, or in 24 alone
//   npm run bench -- --json            all samples, as JSON
//   npm run bench -- --markdown        as a table
//   npm run bench -- --list            the names of the rows
import { fork } from "node:child_process";
import * as os from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nodeProgram } from "../tools.js";
import { nodeRows } from "./node-rows.js";
import { PEERS, versionOf } from "./peers.js";
import { asMarkdown, asText, chosen, nameOf, summary } from "./report.js";
import { rows } from "./rows.js";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    rounds: { type: "string" },
    node: { type: "string" },
  },
});

const wanted = chosen([...rows, ...nodeRows], positionals, flags.quick);
if (flags.list) {
  for (const { id, title } of wanted) console.log(`${id.padEnd(16)} ${title}`);
  process.exit();
}
if (wanted.length === 0) {
  console.error(`there is no row ${positionals.join(", ")}; npm run bench -- --list names them`);
  process.exit(2);
}

/** Where rows are run. @typedef {{ name: string, about: any, run: (id: string) => Promise<any>, end: () => void }} Engine */

/** @param {string} program @returns {Promise<Engine>} */
async function start(program) {
  const rounds = Number(flags.rounds ?? (flags.quick ? 3 : 15));
  const child = fork(
    fileURLToPath(new URL("node-process.js", import.meta.url)),
    [JSON.stringify({ quick: flags.quick, rounds })],
    { execPath: program },
  );
  const answer = () =>
    new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => reject(new Error(`${program} ended with ${code}`)));
    });
  const about = await answer();
  child.removeAllListeners("exit");
  return {
    name: `Node ${about.node}`,
    about,
    async run(id) {
      const answered = answer();
      child.send(id);
      const result = await answered;
      child.removeAllListeners("exit");
      return result;
    },
    end: () => child.disconnect(),
  };
}

const [own] = process.versions.node.split(".");
/** @type {string[]} */
const programs = [];
if (flags.node !== "24") programs.push(process.execPath);
if ((flags.node ?? "24") === "24" && own !== "24") {
  try {
    programs.push(await nodeProgram(24));
  } catch (error) {
    console.error(
      `without Node.js 24, which npm did not give: ${/** @type {Error} */ (error).message}`,
    );
  }
}

const processors = os.cpus();
const [load] = os.loadavg();
const engines = [];
for (const program of programs) engines.push(await start(program));
const about = {
  processor: processors[0]?.model ?? "unknown",
  cores: processors.length,
  load,
  engines: Object.fromEntries(engines.map(({ name, about: each }) => [name, each])),
  peers: Object.fromEntries(Object.entries(PEERS).map(([name, from]) => [name, versionOf(from)])),
};
const say = (/** @type {string} */ line) => {
  if (!flags.json && !flags.markdown) console.log(line);
};
const [{ about: build }] = engines;
const inEngines = engines.map(({ name, about: { v8 } }) => `${name} (V8 ${v8})`).join(" and ");
const peers = Object.entries(about.peers).map(([name, version]) => `${name} ${version}`);
say(
  `${about.processor}, ${about.cores} cores; attention-wasm ${build.version} (${build.variant}) in ${inEngines}; ${peers.join(", ")}`,
);
if (load > 0.7)
  console.error(`load average ${load.toFixed(1)}: others are running, and times will be too long`);

/** @type {import("./report.js").Line[]} */
const lines = [];
for (const row of wanted) {
  /** @type {import("./report.js").Line} */
  const line = { row: nameOf(row), engines: {} };
  for (const engine of engines) line.engines[engine.name] = await engine.run(row.id);
  lines.push(line);
  say(`\n${asText(line)}`);
}
for (const engine of engines) engine.end();
if (flags.json) console.log(JSON.stringify({ about, results: lines }, null, 2));
else if (flags.markdown) console.log(asMarkdown(lines));
else say(`\n${summary(lines)}`);
if (lines.some((line) => Object.values(line.engines).some(({ error }) => error)))
  process.exitCode = 1;
