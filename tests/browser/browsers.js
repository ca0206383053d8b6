// The three engines behind one small interface: open a page from disk, run code in it, press keys,
// move the pointer. Chromium and Firefox through puppeteer-core, WebKit through its own WebDriver.
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:net";
import * as path from "node:path";
import puppeteer from "puppeteer-core";
import { Capabilities, Key, Origin, WebDriver } from "selenium-webdriver";
import { Executor, HttpClient } from "selenium-webdriver/http/index.js";

/**
 * @typedef {object} Tab a page that is open
 * @property {(code: string) => Promise<unknown>} evaluate runs the body of an async function
 * @property {(code: string) => Promise<unknown>} evaluateInFrame the same in the page's first frame
 * @property {(keys: string) => Promise<void>} press one key, or several with +: "Shift+Tab"
 * @property {(text: string) => Promise<void>} type
 * @property {(x: number, y: number, click: boolean) => Promise<void>} point moves the mouse, and clicks
 * @property {(from: [number, number], to: [number, number]) => Promise<void>} drag with the button held
 * @property {(width: number, height: number) => Promise<void>} resize
 * @property {(feature: string, value: string) => Promise<boolean>} emulate a media feature, or with
 *   "media" print, where the engine can
 * @property {() => Promise<{ heap: number, nodes: number, listeners: number } | undefined>} collected has garbage
 *   collected, where the engine can be told (Firefox if it was launched to be), and gives what it holds then,
 *   where it tells
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {string} missing what is missing, or "" when it can run
 * @property {(how?: { frugal?: boolean }) => Promise<{ open: (address: string) => Promise<Tab>, close: () => Promise<void>, process?: number }>} launch
 *   process: the id of the first of its processes; frugal: garbage is collected when it is told to be, or, in
 *   WebKit, which cannot be told, as on a machine with little memory
 */

/** @param {string[]} places @returns {string | undefined} */
const firstOf = (places) => places.find((place) => fs.existsSync(place));

/** @param {string} name */
const onPath = (name) =>
  firstOf((process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, name)));

export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

/** @param {"chrome" | "firefox"} browser @param {string} name @param {string | undefined} executablePath @returns {Engine} */
function puppeteerEngine(browser, name, executablePath) {
  return {
    name,
    missing: executablePath ? "" : name,
    async launch({ frugal = false } = {}) {
      const launched = await puppeteer.launch({
        browser,
        executablePath,
        headless: true,
        // Only Firefox's own pages can collect garbage.
        args:
          browser === "chrome" ? CHROMIUM_FLAGS : frugal ? ["--remote-allow-system-access"] : [],
      });
      return {
        async open(address) {
          const page = await launched.newPage();
          await page.setViewport({ width: 1280, height: 800 });
          await page.goto(address, { waitUntil: "load" });
          return puppeteerTab(page, frugal && browser === "firefox" ? firefoxCollects : undefined);
        },
        close: () => launched.close(),
        process: launched.process()?.pid,
      };
    },
  };
}

/** What about:memory's "Minimize memory usage" does, in every process of a Firefox.
 * @param {import("puppeteer-core").Browser} browser */
async function firefoxCollects(browser) {
  // WebDriver BiDi with Firefox's own extension to it, which puppeteer has no words for.
  const { connection } = /** @type {any} */ (browser);
  const { result } = await connection.send("browsingContext.getTree", {
    "moz:scope": "chrome",
    maxDepth: 0,
  });
  await connection.send("script.evaluate", {
    target: { context: result.contexts[0].context },
    awaitPromise: true,
    expression: `new Promise((done) => {
      Services.obs.notifyObservers(null, "child-mmu-request");
      Cc["@mozilla.org/memory-reporter-manager;1"]
        .getService(Ci.nsIMemoryReporterManager)
        .minimizeMemoryUsage(() => done());
    })`,
  });
}

/** @param {import("puppeteer-core").Page} page
 * @param {(browser: import("puppeteer-core").Browser) => Promise<void>} [collects] where the page itself cannot
 * @returns {Tab} */
function puppeteerTab(page, collects) {
  return {
    evaluate: (code) => page.evaluate(`(async () => {${code}})()`),
    evaluateInFrame: (code) => page.frames()[1].evaluate(`(async () => {${code}})()`),
    async press(keys) {
      const list = /** @type {import("puppeteer-core").KeyInput[]} */ (
        keys.split("+").map((key) => (key === "Space" ? " " : key))
      );
      const last = list[list.length - 1];
      for (const held of list.slice(0, -1)) await page.keyboard.down(held);
      await page.keyboard.press(last);
      for (const held of list.slice(0, -1)) await page.keyboard.up(held);
    },
    type: (text) => page.keyboard.type(text),
    async point(x, y, click) {
      if (click) await page.mouse.click(x, y);
      else await page.mouse.move(x, y);
    },
    async drag(from, to) {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
    },
    resize: (width, height) => page.setViewport({ width, height }),
    async emulate(name, value) {
      try {
        const session = await page.createCDPSession();
        await session.send(
          "Emulation.setEmulatedMedia",
          name === "media" ? { media: value } : { features: [{ name, value }] },
        );
        return true;
      } catch {
        return false; // Firefox does not speak Chromium's protocol
      }
    },
    async collected() {
      if (collects) {
        await collects(page.browser());
        return undefined;
      }
      try {
        const session = await page.createCDPSession();
        await session.send("HeapProfiler.collectGarbage");
        await session.send("Performance.enable");
        const { metrics } = await session.send("Performance.getMetrics");
        await session.detach();
        const of = (/** @type {string} */ wanted) =>
          metrics.find(({ name }) => name === wanted)?.value ?? NaN;
        return {
          heap: of("JSHeapUsedSize"),
          nodes: of("Nodes"),
          listeners: of("JSEventListeners"),
        };
      } catch {
        return undefined;
      }
    },
    close: () => page.close(),
  };
}

/** @returns {Promise<number>} a port that nobody listens on */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** A screen for WebKit, which has no mode without one. */
function startScreen() {
  const screen = spawn(
    "Xvfb",
    ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  return new Promise((resolve, reject) => {
    screen.on("error", reject);
    screen.on("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
    screen.stdout.once("data", (data) => resolve({ screen, display: `:${String(data).trim()}` }));
  });
}

/** @param {number} port */
async function untilListening(port) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/status`);
      if (response.ok) return;
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("WebKitWebDriver did not answer within 5 s");
}

/** Keys by the names that pages know them by. @type {Record<string, string>} */
const WEBDRIVER_KEYS = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Space: Key.SPACE,
  Shift: Key.SHIFT,
  Control: Key.CONTROL,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
  Home: Key.HOME,
  End: Key.END,
  PageUp: Key.PAGE_UP,
  PageDown: Key.PAGE_DOWN,
  Backspace: Key.BACK_SPACE,
};

/** @param {string} key */
const webdriverKey = (key) => WEBDRIVER_KEYS[key] ?? key;

/** @returns {Engine} */
function webkitEngine() {
  const browser = firstOf([
    "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
  ]);
  const parts = [
    ["WebKitWebDriver", onPath("WebKitWebDriver")],
    ["MiniBrowser", browser],
    ["Xvfb", onPath("Xvfb")],
  ];
  return {
    name: "WebKit",
    missing: parts.flatMap(([name, found]) => (found ? [] : [name])).join(", "),
    async launch({ frugal = false } = {}) {
      const port = await freePort();
      const { screen, display } = await startScreen();
      const service = spawn("WebKitWebDriver", [`--port=${port}`], {
        env: {
          ...process.env,
          DISPLAY: display,
          // It collects when a part of this is in use, instead of a part of all that the machine has.
          ...(frugal ? { JSC_forceRAMSize: "100000000" } : {}),
        },
        stdio: "ignore",
      });
      const end = () => {
        service.kill();
        screen.removeAllListeners("exit");
        screen.kill();
      };
      try {
        await untilListening(port);
        const capabilities = new Capabilities().set("webkitgtk:browserOptions", {
          binary: browser,
          args: ["--automation"],
        });
        const executor = new Executor(new HttpClient(`http://127.0.0.1:${port}`));
        const driver = WebDriver.createSession(executor, capabilities);
        await driver.manage().setTimeouts({ script: 60_000 });
        return {
          async open(address) {
            await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 });
            await driver.get(address);
            return webkitTab(driver);
          },
          async close() {
            await driver.quit().catch(() => {});
            end();
          },
          process: service.pid,
        };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

/** @param {any} driver selenium-webdriver's WebDriver @returns {Tab} */
function webkitTab(driver) {
  /** @param {string} code */
  const evaluate = async (code) => {
    const answer = /** @type {{ value?: unknown, error?: string }} */ (
      await driver.executeAsyncScript(`
        const done = arguments[arguments.length - 1];
        (async () => {${code}})().then(
          (value) => done({ value }),
          (error) => done({ error: String(error && error.stack ? error + "\\n" + error.stack : error) }),
        );`)
    );
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  };
  return {
    evaluate,
    async evaluateInFrame(code) {
      await driver.switchTo().frame(0);
      try {
        return await evaluate(code);
      } finally {
        await driver.switchTo().defaultContent();
      }
    },
    async press(keys) {
      const list = keys.split("+").map(webdriverKey);
      const actions = driver.actions();
      for (const key of list) actions.keyDown(key);
      for (const key of [...list].reverse()) actions.keyUp(key);
      await actions.perform();
    },
    async type(text) {
      await driver.actions().sendKeys(text).perform();
    },
    async point(x, y, click) {
      const move = driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT });
      await (click ? move.click() : move).perform();
    },
    async drag(from, to) {
      const place = (/** @type {number[]} */ [x, y]) => ({
        x: Math.round(x),
        y: Math.round(y),
        origin: Origin.VIEWPORT,
      });
      const actions = driver
        .actions()
        .move(place(from))
        .press()
        .move({ ...place(to), duration: 200 });
      await actions.release().perform();
    },
    async resize(width, height) {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height });
    },
    emulate: async () => false,
    collected: async () => undefined,
    async close() {
      await driver.actions().clear();
    },
  };
}

export const chromium =
  process.env.CHROMIUM ??
  onPath("chromium") ??
  onPath("chromium-browser") ??
  onPath("google-chrome") ??
  firstOf(["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]);

const firefox =
  process.env.FIREFOX ??
  onPath("firefox-esr") ??
  onPath("firefox") ??
  firstOf(["/Applications/Firefox.app/Contents/MacOS/firefox"]);

const wanted = process.env.BROWSERS?.split(",");

/** @type {Engine[]} */
export const engines = [
  puppeteerEngine("chrome", "Chromium", chromium),
  puppeteerEngine("firefox", "Firefox", firefox),
  webkitEngine(),
].filter(({ name }) => wanted?.includes(name) ?? true);
