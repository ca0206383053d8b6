// npm run bench: everything side by side in one process with onnxruntime-web, TensorFlow.js and plain
// loops, in turns, and what each row has to reach.
//
//   npm run bench                      every row
//   npm run bench -- --quick           fewer rounds, without the longest rows
//   npm run bench -- fused layer-512   rows whose names hold one of these
//   npm run bench -- --json            all samples, as JSON
//   npm run bench -- --markdown        as a table
//   npm run bench -- --list            the names of the rows
import * as os from "node:os";
import { parseArgs } from "node:util";
import * as library from "attention-wasm";
import { ceilingBytes, ceilingSide } from "./ceiling.js";
import { watchMemory } from "./memory.js";
import { nodeRows } from "./node-rows.js";
import { loadOnnxruntime, loadTensorflow, versionOf } from "./peers.js";
import { asMarkdown, asText, chosen, runRow } from "./report.js";
import { rows } from "./rows.js";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    rounds: { type: "string" },
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

/** A peer that is not installed or does not start is left out, and said. @param {string} name
 * @param {() => Promise<any>} start */
async function peerOrNull(name, start) {
  try {
    return await start();
  } catch (error) {
    console.error(`without ${name}: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

const memoryOf = watchMemory();
const attn = await library.load();
const processors = os.cpus();
const about = {
  processor: processors[0]?.model ?? "unknown",
  cores: processors.length,
  load: os.loadavg()[0],
  node: process.version,
  v8: process.versions.v8,
  "attention-wasm": { variant: attn.variant, ...attn.build },
  "onnxruntime-web": versionOf("onnxruntime-web"),
  "TensorFlow.js": versionOf("@tensorflow/tfjs-backend-wasm"),
};
const say = (/** @type {string} */ line) => {
  if (!flags.json && !flags.markdown) console.log(line);
};
say(
  `${about.processor}, ${about.cores} cores, Node ${about.node}, attention-wasm ${attn.build.version} (${attn.variant}), ` +
    `onnxruntime-web ${about["onnxruntime-web"]}, TensorFlow.js ${about["TensorFlow.js"]}`,
);
if (about.load > 0.7) {
  console.error(
    `load average ${about.load.toFixed(1)}: other programs are running, and times will be too long`,
  );
}

const context = {
  library,
  attn,
  ort: await peerOrNull("onnxruntime-web", loadOnnxruntime),
  tf: await peerOrNull("TensorFlow.js", loadTensorflow),
  ceiling: await ceilingSide(await ceilingBytes()),
  memoryOf,
  quick: flags.quick,
  rounds: Number(flags.rounds ?? (flags.quick ? 3 : 15)),
};

const results = [];
for (const row of wanted) {
  const result = await runRow(row, context);
  results.push(result);
  say(`\n${asText(result)}`);
}
if (flags.json) console.log(JSON.stringify({ about, results }, null, 2));
if (flags.markdown) console.log(asMarkdown(results));
if (results.some(({ error }) => error)) process.exitCode = 1;
