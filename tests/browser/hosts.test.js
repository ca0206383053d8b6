// An explorer where others run the page: a SCORM 1.2 package played by an LMS's run-time, and a widget driven by
// a model as anywidget's hosts have it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { unzipSync } from "fflate";
import { createServer, listen } from "../../tools/serve.js";
import { embedForms } from "../../web/frame/embed-forms.js";
import de from "../../web/languages/de.js";
import { engines } from "./browsers.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const engine = engines.find(({ name }) => name === "Chromium");
const isMissing = !engine || engine.missing !== "";
const skip = isMissing && !process.env.CI ? "Chromium is not on this machine" : false;

const LMS = `<!doctype html><meta charset="utf-8"><title>LMS</title>
<script src="scorm12.js"></script>
<script>
  window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
  const kept = sessionStorage.getItem("kept");
  if (kept) API.loadFromJSON(JSON.parse(kept), "");
</script>
<iframe src="index.html" width="900" height="900"></iframe>`;

describe("explorers in other hosts", { skip }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-hosts-"));
  /** @type {Awaited<ReturnType<NonNullable<typeof engine>["launch"]>>} */
  let browser;
  /** @type {import("node:http").Server} */
  let server;
  let port = 0;

  before(async () => {
    if (!engine || isMissing) throw new Error(`Chromium is missing: ${engine?.missing}`);
    const file = path.join(folder, "steps.zip");
    const { status, stderr } = spawnSync(
      process.execPath,
      ["tools/scorm.js", file, "attention-steps", "preset=lesson-2", "step=6"],
      { cwd: root, encoding: "utf8" },
    );
    assert.equal(status, 0, stderr);
    for (const [name, bytes] of Object.entries(unzipSync(fs.readFileSync(file))))
      fs.writeFileSync(path.join(folder, name), bytes);
    fs.copyFileSync(
      path.join(root, "node_modules/scorm-again/dist/scorm12.js"),
      path.join(folder, "scorm12.js"),
    );
    fs.writeFileSync(path.join(folder, "lms.html"), LMS);
    const widget = ["attention-explorers.js", "explorers/widget.js"].map((name) =>
      fs.readFileSync(path.join(root, "dist", name), "utf8"),
    );
    fs.writeFileSync(path.join(folder, "attention-widget.js"), widget.join("\n"));
    fs.writeFileSync(
      path.join(folder, "plain.html"),
      '<!doctype html><meta charset="utf-8"><title>Host</title><main></main>',
    );
    server = createServer(folder, "lms.html");
    port = await listen(server, "localhost", 0);
    browser = await engine.launch();
  });
  after(async () => {
    await browser?.close();
    server?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it("a SCORM package has a manifest that names its page", () => {
    const manifest = fs.readFileSync(path.join(folder, "imsmanifest.xml"), "utf8");
    assert.match(manifest, /<schemaversion>1\.2<\/schemaversion>/);
    assert.match(manifest, /adlcp:scormtype="sco" href="index\.html"/);
    const empty = spawnSync(process.execPath, ["tools/scorm.js", "x.zip", "nonsense"], {
      cwd: root,
      encoding: "utf8",
    });
    assert.equal(empty.status, 2);
    assert.match(empty.stderr, /Usage/);
  });

  it("a package is called what its explorer asks, or what its author calls it, and holds what the state needs", () => {
    const file = path.join(folder, "named.zip");
    /** @param {...string} words */
    const made = (...words) => {
      const { status, stderr } = spawnSync(process.execPath, ["tools/scorm.js", file, ...words], {
        cwd: root,
        encoding: "utf8",
      });
      assert.equal(status, 0, stderr);
      const files = unzipSync(fs.readFileSync(file));
      const [, title] =
        /<title>(.*)<\/title>/.exec(Buffer.from(files["imsmanifest.xml"]).toString()) ?? [];
      const page = Buffer.from(files["index.html"]).toString();
      return [title, page.length > 1_200_000];
    };
    const map = "Which token does each token read?";
    assert.deepEqual(made("attention-heatmap"), [map, true]);
    assert.deepEqual(made("attention-heatmap", "preset=causal"), [map, false]);
    assert.deepEqual(made("attention-heatmap", "weights=[[1]]"), [map, false]);
    const own = made("attention-masks", 'strings={"heading": "Who & what?"}', "lang=fr");
    assert.deepEqual(own, ["Who &amp; what?", false]);
  });

  it("a package in another language has its words, and the model where it is shown", async () => {
    const file = path.join(folder, "map.zip");
    const { status, stderr } = spawnSync(
      process.execPath,
      ["tools/scorm.js", file, "attention-heatmap", "lang=de"],
      { cwd: root, encoding: "utf8" },
    );
    assert.equal(status, 0, stderr);
    const files = unzipSync(fs.readFileSync(file));
    assert.match(
      Buffer.from(files["imsmanifest.xml"]).toString(),
      new RegExp(`<title>${de["attention-heatmap"].heading.replaceAll("?", "\\?")}`),
    );
    fs.writeFileSync(path.join(folder, "map.html"), files["index.html"]);
    const tab = await browser.open(`http://localhost:${port}/map.html`);
    const seen = await tab.evaluate(`
      const figure = document.querySelector("attention-heatmap");
      for (let turn = 0; turn < 500 && !figure.maps; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await figure.updateComplete;
      }
      return { language: document.documentElement.lang, source: figure.source, heading: figure.shadowRoot.querySelector(".heading").textContent.trim() };
    `);
    assert.deepEqual(seen, {
      language: "de",
      source: "tickets",
      heading: de["attention-heatmap"].heading,
    });
    await tab.close();
  });

  it("the command for pages brings the languages, and a widget that speaks those that are named", () => {
    const target = path.join(folder, "made");
    const make = (/** @type {string[]} */ ...words) =>
      spawnSync(process.execPath, ["dist/make-pages.js", ...words], {
        cwd: root,
        encoding: "utf8",
      });
    assert.equal(make(target, "de").status, 0);
    assert.deepEqual(
      fs.readdirSync(path.join(target, "languages")).sort(),
      fs.readdirSync(path.join(root, "web/languages")).sort(),
    );
    const widget = fs.readFileSync(path.join(target, "attention-widget.mjs"), "utf8");
    assert.ok(widget.includes(de["attention-heatmap"].heading));
    assert.doesNotMatch(widget, /\ufeff/);
    fs.copyFileSync(path.join(target, "attention-widget.mjs"), path.join(folder, "german.js"));
    const unknown = make(target, "tlh");
    assert.equal(unknown.status, 2);
    assert.match(unknown.stderr, /Usage/);
  });

  it("a SCORM package reports completion and score, and goes on where it was left", async () => {
    const tab = await browser.open(`http://localhost:${port}/lms.html`);
    const said = /** @type {any} */ (
      await tab.evaluate(`
        const until = async (test) => {
          for (let turn = 0; turn < 500; turn += 1) {
            const found = test();
            if (found) return found;
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          throw new Error("it never came");
        };
        const read = (name) => API.cmi && name.split(".").slice(1).reduce((place, part) => place[part], API.cmi);
        const inside = () => document.querySelector("iframe").contentDocument;
        const figure = await until(() => inside()?.querySelector("attention-steps"));
        await until(() => read("cmi.core.lesson_status") === "incomplete");
        await figure.updateComplete;
        const before = { step: figure.step, preset: figure.preset };
        await figure.set({ step: 4, mask: "causal", preset: "lesson-1" });
        before.asked = read("cmi.core.lesson_status");
        // Who is asked nothing has been there with the first change.
        figure.hide = "predict";
        await figure.set({});
        before.unasked = read("cmi.core.lesson_status");
        figure.hide = "";
        figure.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true,
          detail: { explorer: "attention-steps", question: "Which?", options: ["a", "b"], given: "a", right: "b", state: {} } }));
        const first = { status: read("cmi.core.lesson_status"), score: read("cmi.core.score.raw") };
        figure.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true,
          detail: { explorer: "attention-steps", question: "Which?", options: ["a", "b"], given: "b", right: "b", state: {} } }));
        const second = { score: read("cmi.core.score.raw"), count: API.cmi.interactions.childArray.length };
        // Questions in letters that identifiers do not have are questions of their own.
        for (const [question, right] of [["أي رمز؟", "x"], ["كم؟", "y"]])
          figure.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true,
            detail: { explorer: "attention-steps", question, options: [], given: "x", right, state: {} } }));
        second.arabic = read("cmi.core.score.raw");
        sessionStorage.setItem("kept", JSON.stringify({ cmi: { suspend_data: read("cmi.suspend_data"), core: { lesson_status: "completed" } } }));
        return { before, first, second };
      `)
    );
    assert.deepEqual(said.before, {
      step: 6,
      preset: "lesson-2",
      asked: "incomplete",
      unasked: "completed",
    });
    assert.deepEqual(said.first, { status: "completed", score: "0" });
    assert.deepEqual(said.second, { score: "100", count: 2, arabic: "67" });
    const again = /** @type {any} */ (
      await tab.evaluate(`
        const frame = document.querySelector("iframe");
        const data = sessionStorage.getItem("kept");
        window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
        API.loadFromJSON(JSON.parse(data).cmi, "");
        await new Promise((resolve) => { frame.onload = resolve; frame.contentWindow.location.reload(); });
        for (let turn = 0; turn < 500; turn += 1) {
          const figure = frame.contentDocument.querySelector("attention-steps");
          if (figure?.mask === "causal") return { preset: figure.preset, step: figure.step, mask: figure.mask, status: API.cmi.core.lesson_status };
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        return "it stayed as it was";
      `)
    );
    // The page says lesson-2; what a learner has put back stays so.
    assert.deepEqual(again, { preset: "lesson-1", step: 4, mask: "causal", status: "completed" });
    await tab.close();
  });

  it("a frame tells its answers, and the reference's recipes send them as xAPI statements", async () => {
    const reference = fs.readFileSync(path.join(root, "dist/pages/reference.html"), "utf8");
    const recipe = (/** @type {string} */ name) =>
      (new RegExp(`data-recipe="${name}"><code>([^]*?)</code>`).exec(reference)?.[1] ?? "")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&");
    assert.ok(recipe("xapi").split("\n").length <= 13);
    fs.copyFileSync(
      path.join(root, "dist/explorers/attention-softmax.html"),
      path.join(folder, "framed.html"),
    );
    fs.writeFileSync(
      path.join(folder, "recipes.html"),
      `<!doctype html><meta charset="utf-8"><title>Host</title>
<script>window.sent = []; window.fetch = async (address, options) => { sent.push({ address, ...options }); };</script>
${recipe("xapi")}${recipe("frames")}
<iframe src="framed.html" width="900" height="900"></iframe>`,
    );
    const tab = await browser.open(`http://localhost:${port}/recipes.html`);
    const seen = /** @type {any} */ (
      await tab.evaluate(`
        const until = async (test) => {
          for (let turn = 0; turn < 500; turn += 1) {
            const found = test();
            if (found) return found;
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          throw new Error("it never came");
        };
        const heard = [];
        addEventListener("message", ({ data }) => heard.push(data));
        const figure = await until(() =>
          document.querySelector("iframe").contentDocument?.querySelector("attention-softmax"));
        const button = await until(() => figure.shadowRoot?.querySelector("[data-answer]:not([data-answer=''])"));
        button.click();
        const message = await until(() => heard.find((data) => data?.type === "attention-wasm:answer"));
        const { body, ...request } = await until(() => window.sent[0]);
        return { message, request, statement: JSON.parse(body), sent: window.sent.length };
      `)
    );
    const { message, request, statement } = seen;
    assert.equal(message.explorer, "attention-softmax");
    assert.ok(message.options.includes(message.given) && message.options.includes(message.right));
    assert.equal(seen.sent, 1);
    assert.equal(request.address, "/xapi/statements");
    assert.equal(request.method, "POST");
    assert.equal(request.headers["X-Experience-API-Version"], "1.0.3");
    assert.equal(statement.verb.id, "http://adlnet.gov/expapi/verbs/answered");
    assert.equal(statement.object.definition.name.en, message.question);
    assert.deepEqual(statement.result, {
      response: message.given,
      success: message.given === message.right,
    });
    await tab.close();
  });

  it("the code in README and in the reference does what it says, copied as it stands", async () => {
    const readme = fs.readFileSync(path.join(root, "README.md"), "utf8");
    const blocks = (/** @type {string} */ kind) =>
      [...readme.matchAll(new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``, "g"))].map(
        ([, code]) => code,
      );
    const [program] = blocks("js");
    const made = spawnSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `${program}\nconsole.log(attn.attention(q, k, v).output.data[0]);`,
      ],
      { cwd: root, encoding: "utf8" },
    );
    // softmax([1/√2, 0]) · [10, 20]
    const wanted = 10 + 10 / (1 + Math.exp(Math.SQRT1_2));
    assert.ok(Math.abs(Number(made.stdout) - wanted) < 1e-5, made.stdout + made.stderr);
    assert.ok(program.includes(`[${wanted.toFixed(3)}…]`));
    const reference = fs.readFileSync(path.join(root, "dist/pages/reference.html"), "utf8");
    const tab = await browser.open(`http://localhost:${port}/plain.html`);
    const recipes = /** @type {string[]} */ (
      await tab.evaluate(`
        const page = new DOMParser().parseFromString(${JSON.stringify(reference)}, "text/html");
        return [...page.querySelectorAll("pre code")].map(({ textContent }) => textContent);`)
    );
    await tab.close();
    for (const name of ["attention-explorers.js", "attention-ticket-model.js"])
      fs.copyFileSync(path.join(root, "dist", name), path.join(folder, name));
    const script = '<script src="attention-explorers.js"></script>\n';
    const codes = [...blocks("html"), ...recipes.map((code) => script + code)];
    assert.ok(codes.length > 20, String(codes.length));
    const body = "<!doctype html><meta charset='utf-8'><title>Copied</title>";
    for (const [at, code] of codes.entries()) {
      if (!/<attention-[a-z-]+[ >]/.test(code)) continue; // a listener: tried above
      fs.writeFileSync(path.join(folder, "copied.html"), body + code);
      const page = await browser.open(`http://localhost:${port}/copied.html?${at}`);
      const wrong = await page.evaluate(`
        const figures = [...document.querySelectorAll("*")].filter((each) => "attn" in each);
        for (const figure of figures) {
          for (let turn = 0; turn < 300 && !figure.attn; turn += 1)
            await new Promise((resolve) => setTimeout(resolve, 20));
          await figure.updateComplete;
        }
        const failed = figures.filter(({ failure, shadowRoot }) => failure || shadowRoot.querySelector(".error"));
        const unknown = [...document.querySelectorAll(":not(:defined)")].map(({ localName }) => localName);
        return figures.length === 0 ? ["no figure"] : [...unknown, ...failed.map(({ failure }) => String(failure))];`);
      assert.deepEqual(wrong, [], code);
      if (code.includes("<attention-task")) {
        const done = await page.evaluate(`
          await document.querySelector("attention-link").show();
          const task = document.querySelector("attention-task");
          const before = [figure.temperature, task.done];
          const done = new Promise((resolve) => task.addEventListener("done", resolve));
          await figure.set({ temperature: 1 });
          await done;
          return [...before, task.done, document.querySelector("attention-question").right];`);
        assert.deepEqual(done, [0.5, false, true, "1"]);
      }
      if (code.includes("setStrings"))
        assert.equal(
          await page.evaluate(
            `return document.querySelector("attention-lookup").text("justShow") + "|" + document.querySelector("attention-lookup").text("heading");`,
          ),
          "I give up|Best match, or a blend?",
        );
      await page.close();
    }
  });

  it("the page embed.html shows every form, as README says", async () => {
    const tab = await browser.open(pathToFileURL(path.join(root, "dist/embed.html")).href);
    const names = embedForms.map(({ name }) => name).sort();
    const shown = await tab.evaluate(`
      const named = () => [...document.querySelectorAll("[data-form]:has(pre)")].map(({ dataset }) => dataset.form);
      for (let turn = 0; turn < 300 && named().length < ${names.length}; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      return named().sort();`);
    assert.deepEqual(shown, names);
    await tab.close();
  });

  it("a widget takes its attributes from the model, gives changes and answers back, and goes away", async () => {
    const tab = await browser.open(`http://localhost:${port}/plain.html`);
    const seen = /** @type {any} */ (
      await tab.evaluate(`
        const { default: widget, render } = await import("/attention-widget.js");
        const values = { tag: "attention-steps", preset: "lesson-2", step: 3, answer: null };
        const listeners = new Map();
        let saves = 0;
        const model = {
          get: (name) => values[name],
          set: (name, value) => { values[name] = value; },
          save_changes: () => { saves += 1; },
          on: (event, listener) => listeners.set(event, listener),
          off: (event) => listeners.delete(event),
        };
        const el = document.querySelector("main");
        const away = widget.render({ model, el });
        const figure = el.firstElementChild;
        await figure.updateComplete;
        const first = { tag: figure.localName, preset: figure.preset, step: figure.step };
        await figure.set({ step: 5 });
        const given = { step: values.step, saves };
        values.step = 7;
        listeners.get("change:step")();
        await figure.updateComplete;
        const taken = figure.step;
        // Back to what an explorer is made with, and away from the model.
        await figure.set({ step: 1 });
        const back = values.step;
        values.readonly = true;
        listeners.get("change:readonly")();
        const locked = figure.readonly;
        values.readonly = false;
        listeners.get("change:readonly")();
        const types = { back, locked, unlocked: figure.readonly };
        figure.dispatchEvent(new CustomEvent("answer", { detail: { given: "a" } }));
        const answer = values.answer;
        away();
        const left = [el.childElementCount, listeners.size];
        const other = render({ model: { get: (name) => ({ tag: "attention-nothing" })[name] }, el });
        const said = el.textContent;
        other();
        await import("/german.js");
        const german = render({ model: { get: (name) => ({ tag: "attention-masks", lang: "de", theme: "dark" })[name] }, el });
        const spoken = el.firstElementChild;
        await spoken.updateComplete;
        const language = [spoken.lang, spoken.getAttribute("theme"), spoken.shadowRoot.querySelector(".heading").textContent.trim()];
        german();
        const flat = render({ model: { get: (name) => ({ tag: "attention-masks", attributes: { preset: "lesson-2" } })[name] }, el });
        const preset = el.firstElementChild.getAttribute("preset");
        flat();
        return { types, language, first, given, taken, answer, left, said, preset, same: widget.render === render };
      `)
    );
    assert.deepEqual(seen.first, { tag: "attention-steps", preset: "lesson-2", step: 3 });
    assert.deepEqual(seen.given, { step: 5, saves: 1 });
    assert.equal(seen.taken, 7);
    assert.deepEqual(seen.types, { back: 1, locked: true, unlocked: false });
    assert.deepEqual(seen.answer, { given: "a" });
    assert.deepEqual(seen.left, [0, 0]);
    assert.match(seen.said, /no explorer called “attention-nothing”/);
    assert.equal(seen.preset, "lesson-2");
    assert.deepEqual(seen.language, ["de", "dark", de["attention-masks"].heading]);
    assert.equal(seen.same, true);
    await tab.close();
  });
});
