// npm run test:consumers: the packed tarball in every tool, and one table of what came out.
//
//   node tests/consumers/run.js            all rows
//   node tests/consumers/run.js --quick    those that npm test runs
//   node tests/consumers/run.js vite jest  rows whose names hold one of these words
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { Project, packed } from "./project.js";
import { rows } from "./rows.js";

/** @param {import("./rows.js").Row} row @param {string} tarball
 * @returns {Promise<{ name: string, result: "ok" | "FAILED" | "cannot run here", why: string, seconds: number }>} */
export async function runRow(row, tarball) {
  const start = Date.now();
  const done = (/** @type {"ok" | "FAILED" | "cannot run here"} */ result, why = "") => ({
    name: row.name,
    result,
    why,
    seconds: (Date.now() - start) / 1000,
  });
  /** @type {Project | undefined} */
  let project;
  try {
    project = await Project.make(tarball, row.tools);
    await row.run(project);
    return done("ok");
  } catch (error) {
    const { message, cannot } = /** @type {Error & { cannot?: boolean }} */ (error);
    return done(cannot ? "cannot run here" : "FAILED", message);
  } finally {
    if (!process.env.KEEP) project?.remove();
    else console.log(project?.folder);
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: "boolean", default: false } },
  });
  const wanted = rows.filter(
    ({ name, quick }) =>
      (!values.quick || quick) &&
      (positionals.length === 0 ||
        positionals.some((word) => name.toLowerCase().includes(word.toLowerCase()))),
  );
  const tarball = await packed();
  const widest = Math.max(...wanted.map(({ name }) => name.length));
  const count = { ok: 0, FAILED: 0, "cannot run here": 0 };
  for (const row of wanted) {
    const { result, why, seconds } = await runRow(row, tarball);
    count[result]++;
    const reason = why && `\n    ${why.replaceAll("\n", "\n    ")}`;
    console.log(
      `${row.name.padEnd(widest)}  ${result.padEnd(6)} ${seconds.toFixed(1).padStart(6)} s${reason}`,
    );
  }
  const { ok, FAILED: failed, "cannot run here": cannot } = count;
  console.log(
    `\n${wanted.length} rows: ${ok} ok, ${failed} failed, ${cannot} that cannot run here`,
  );
  if (failed > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
