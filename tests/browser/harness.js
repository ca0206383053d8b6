// Runs the same tests in every engine, on the pages that the build made, opened from disk.
//
// A page is opened under a content policy that allows no request at all, and with a witness that
// notes every breach of it, every error and every complaint in the console: a test fails when one
// of them is left at its end. BROWSERS=Chromium runs in that engine alone, while one works on a test.
/* global focusIsOn, middleOf, ready */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { engines } from "./browsers.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const inPage = fs.readFileSync(new URL("./in-page.js", import.meta.url), "utf8");

// No address may be asked for anything; WebAssembly may be compiled, and that is all the rest.
export const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:";

/** The page with a policy and with the witness inside. A policy that names a nonce is one whose page
 * gives that nonce to its own scripts.
 * @param {string} html @param {string} [policy] */
export function watched(html, policy = POLICY) {
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
  const witness = `<meta http-equiv="Content-Security-Policy" content="${policy}"><script nonce="${nonce}">${inPage}</script>`;
  const start = /<head[^>]*>/.exec(html);
  if (!start) throw new Error("the page has no <head>");
  const at = start.index + start[0].length;
  return html.slice(0, at) + witness + html.slice(at);
}

/** What a test gets: one page in one engine. */
export class Page {
  /** @param {import("./browsers.js").Tab} tab @param {string} engine */
  constructor(tab, engine) {
    this.tab = tab;
    this.engine = engine;
  }

  /**
   * Runs a function in the page; what it uses must be passed to it or be defined in in-page.js.
   * @template T
   * @param {(...values: any[]) => T | Promise<T>} body
   * @param {...unknown} values
   * @returns {Promise<T>}
   */
  async run(body, ...values) {
    return /** @type {T} */ (
      await this.tab.evaluate(`return await (${body})(...${JSON.stringify(values)});`)
    );
  }

  /** One key, or several with +: "Shift+Tab". @param {...string} keys one after the other */
  async press(...keys) {
    for (const key of keys) await this.tab.press(key);
  }

  /** @param {string} text */
  async type(text) {
    await this.tab.type(text);
  }

  /**
   * Clicks the middle of what is found, as a pointer does.
   * @param {string} selector inside the explorer
   */
  async click(selector) {
    const { x, y } = await this.run((/** @type {string} */ wanted) => middleOf(wanted), selector);
    await this.tab.point(x, y, true);
  }

  /** @param {string} selector inside the explorer */
  async hover(selector) {
    const { x, y } = await this.run((/** @type {string} */ wanted) => middleOf(wanted), selector);
    await this.tab.point(x, y, false);
  }

  /** Drags from one place to another. @param {[number, number]} from @param {[number, number]} to */
  async drag(from, to) {
    await this.tab.drag(from, to);
  }

  /** Presses a key until the focus is on what is looked for. @param {string} selector @param {string} [key] */
  async focusByKeys(selector, key = "Tab") {
    for (let presses = 0; presses < 120; presses += 1) {
      if (await this.run((/** @type {string} */ wanted) => focusIsOn(wanted), selector)) return;
      await this.press(key);
    }
    throw new Error(`${key} does not reach ${selector}`);
  }

  /** @param {number} width @param {number} height */
  async resize(width, height) {
    await this.tab.resize(width, height);
  }

  /** A media feature, such as forced-colors; false where the engine cannot be told. @param {string} feature @param {string} value */
  emulate(feature, value) {
    return this.tab.emulate(feature, value);
  }

  /** What the page has complained about so far. @returns {Promise<string[]>} */
  problems() {
    return this.run(() => /** @type {any} */ (window).problems);
  }

  /** What axe-core finds wrong. @returns {Promise<string[]>} */
  async axe() {
    const source = fs.readFileSync(path.join(root, "node_modules/axe-core/axe.min.js"), "utf8");
    await this.tab.evaluate(`if (!window.axe) { ${source} }`);
    return this.run(async () => {
      const { violations } = await /** @type {any} */ (window).axe.run(document, {
        resultTypes: ["violations"],
      });
      return violations.flatMap((/** @type {any} */ rule) =>
        rule.nodes.map(
          (/** @type {any} */ node) =>
            `${rule.id}: ${node.target.flat().join(" ")}: ${node.failureSummary}`,
        ),
      );
    });
  }
}

/**
 * One test, on a page of its own; on another page of dist/ than the others where it names one.
 * @typedef {(title: string, body: (page: Page) => Promise<void>, file?: string) => void} Test
 */

/**
 * @typedef {object} Conditions
 * @property {string} [only] the one engine in which the tests run; all when missing
 * @property {string} [policy] of the page; one that forbids every request when missing
 * @property {() => string} [html] the page's text, where it is none of dist/
 */

/**
 * @param {string} name what is tested
 * @param {string} file the page, in dist/
 * @param {(test: Test) => void} define
 * @param {Conditions} [conditions]
 */
export function inEveryBrowser(name, file, define, { only, policy, html } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-pages-"));
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  const addressOf = (/** @type {string} */ wanted) => {
    const copy = path.join(folder, path.basename(wanted));
    if (!fs.existsSync(copy)) {
      const text = html ? html() : fs.readFileSync(path.join(root, "dist", wanted), "utf8");
      fs.writeFileSync(copy, watched(text, policy));
    }
    return pathToFileURL(copy).href;
  };

  for (const engine of engines.filter(({ name: each }) => each === (only ?? each))) {
    const isMissing = engine.missing !== "";
    const skip =
      isMissing && !process.env.CI
        ? `${engine.name} is not on this machine (${engine.missing})`
        : false;
    describe(`${name} in ${engine.name}`, { skip }, () => {
      /** @type {Awaited<ReturnType<typeof engine.launch>>} */
      let browser;
      before(async () => {
        if (isMissing) throw new Error(`${engine.name} is missing: ${engine.missing}`);
        browser = await engine.launch();
      });
      after(() => browser?.close());

      define((title, body, own = file) => {
        it(title, async () => {
          const tab = await browser.open(addressOf(own));
          const page = new Page(tab, engine.name);
          try {
            await page.run(() => ready());
            await body(page);
            const problems = await page.problems();
            if (problems.length > 0) throw new Error(`the page complained: ${problems.join("; ")}`);
          } finally {
            await tab.close();
          }
        });
      });
    });
  }
}
