// Whatever a learner sets, a question has exactly one right answer among those that are offered, and it is
// the one that is kept as right. What is right is computed here, in float64 and from what a question says.
import assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";

/* global explorer, put, readText, within */

/** In the page: walks states, and returns what is wrong with their questions and how many were asked.
 * @param {any[]} states each an object of properties
 * @param {string} truthText a function of the explorer and a question's name: value → whether it is right */
async function walk(states, truthText) {
  // eslint-disable-next-line no-new-func -- a function that the test hands over as text
  const truth = new Function(`return (${truthText})`)();
  const element = explorer();
  /** @type {string[]} */
  const wrong = [];
  const asked = new Set();
  const fresh = element.state.fresh();
  let count = 0;
  for (const state of states) {
    for (const name of element.state.names) element[name] = fresh.read(name);
    Object.assign(element, state);
    element.asking.forget();
    await element.updateComplete;
    const what = JSON.stringify(state);
    if (element.failure) wrong.push(`${what}: ${element.failure.message}`);
    if (!element.failure)
      for (const { name, answers, judge, ask } of element.questions()) {
        const right = judge("")?.right;
        const say = (/** @type {any} */ label) =>
          typeof label === "function" ? JSON.stringify(label()) : JSON.stringify(label);
        const values = answers.map((/** @type {any} */ { value }) => value);
        const labels = new Set(answers.map((/** @type {any} */ { label }) => say(label)));
        const true_ = values.filter((/** @type {string} */ value) => truth(element, name, value));
        count += 1;
        asked.add(name);
        if (labels.size < values.length) wrong.push(`${name} ${what}: answers read alike`);
        // Who says “about” offers nothing else that is about as much.
        const about = [...labels]
          .filter((label) => /about/i.test(String(label)))
          .map((label) => Number(/[\d,.]+/.exec(String(label))?.[0].replaceAll(",", "")))
          .sort((a, b) => a - b);
        if (about.some((each, at) => at > 0 && each < 1.25 * about[at - 1]))
          wrong.push(`${name} ${what}: ${about} are offered`);
        if (true_.length !== 1 || true_[0] !== right)
          wrong.push(`${name} ${what} ${say(ask)}: ${right} is kept, ${true_} of ${values} right`);
      }
  }
  return { wrong: wrong.slice(0, 8), count, asked: [...asked].sort() };
}

/** Every combination. @param {Record<string, unknown[]>} choices @returns {Record<string, unknown>[]} */
const all = (choices) =>
  Object.entries(choices).reduce(
    (list, [name, values]) =>
      list.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    /** @type {Record<string, unknown>[]} */ ([{}]),
  );

/** What a largest number is to a reader: one that no other is written like. In the page. */
const LARGEST = `
  const most = Math.max(...values);
  const near = values.map((value) => most - value <= 0.0005 + 1e-5 * Math.abs(most));
  const clear = values.map((value) => most - value > 0.0011 + 1e-5 * Math.abs(most));
  const winners = near.filter(Boolean).length;
  // Between the two nobody knows how they are written: then what is kept is taken.
  if (winners === 1 && clear.filter(Boolean).length === values.length - 1)
    return value === String(near.indexOf(true));`;

const only = { only: "Chromium" };

inEveryBrowser(
  "verdicts of attention-lookup",
  "explorers/attention-lookup.html",
  (test) => {
    test("one key is the best match, or none is", async (page) => {
      const states = [
        ...all({
          preset: ["pencil", "library", "students"],
          query: [[0, 0], [1, 1], [-2.5, 0.25], [40, -3], [0.125, 0], undefined], // prettier-ignore
          asker: [undefined, 1, 2],
        }),
        { keys: [[1, 0], [1, 0], [0, 1]], values: [[1, 0], [2, 0], [0, 1]], labels: ["a", "a", "b"], query: [1, 0] }, // prettier-ignore
        { keys: [[3e38, 3e38], [-3e38, 3e38]], values: [[1, 0], [2, 0]], query: [3e38, 3e38] }, // prettier-ignore
      ];
      const found = await page.run(
        walk,
        states,
        `(explorer, name, value) => {
          const { keys, query } = explorer.scene;
          const values = keys.map((key) => key.reduce((sum, x, t) => sum + x * query[t], 0));
          ${LARGEST}
          return value === "tie";
        }`,
      );
      assert.deepEqual(found.wrong, []);
      assert.ok(found.count > 40, String(found.count));
    });
  },
  only,
);

inEveryBrowser(
  "verdicts of attention-steps",
  "explorers/attention-steps.html",
  (test) => {
    test("one key is read most, or none is", async (page) => {
      const states = all({
        preset: ["lesson-1", "lesson-2", "six", "cross"],
        step: [6],
        mask: ["none", "causal", "padding", "prefix"],
        query: [1, 2, 3],
        factor: [0, 1, 8],
        experiment: ["", "norm", "linear"],
      });
      const found = await page.run(
        walk,
        [...states, ...all({ preset: ["six"], step: [6], positions: ["learned", "sinusoidal", "rotary"], query: [1, 4, 6] })], // prettier-ignore
        `(explorer, name, value) => {
          const { stages } = explorer;
          const values = stages.rowOf("A", stages.row);
          ${LARGEST}
          return value === "same";
        }`,
      );
      assert.deepEqual(found.wrong, []);
      assert.ok(found.count > 200, String(found.count));
    });
  },
  only,
);

inEveryBrowser(
  "verdicts of attention-masks",
  "explorers/attention-masks.html",
  (test) => {
    test("the weight of hidden keys goes one way", async (page) => {
      const presets = await page.run(() =>
        [...explorer().shadowRoot.querySelectorAll("#preset option")].map((each) => each.value),
      );
      assert.ok(presets.length > 3, presets.join());
      const states = all({
        preset: presets,
        way: ["add", "score"],
        masks: [["causal"], ["padding"], ["window"], ["causal", "padding"], []],
        query: [1, 2, 3],
      });
      const far = (/** @type {number[][]} */ scores) => ({
        scores,
        tokens: ["a", "b", "c"],
        masks: ["causal"],
      });
      const found = await page.run(
        walk,
        [
          ...states,
          // What is hidden had no weight; what is left had none.
          { ...far([[200, 0, 0], [0, 200, 0], [0, 0, 0]]), query: 1 }, // prettier-ignore
          { ...far([[0, 200, 0], [0, 0, 200], [0, 0, 0]]), query: 2 }, // prettier-ignore
          { ...far([[1, 1, 1], [1, 1, 1], [1, 1, 1]]), query: 2 }, // prettier-ignore
        ],
        `(explorer, name, value) => {
          const { ways } = explorer;
          const { row } = ways;
          const hidden = ways.hiddenFrom(row);
          const scores = ways.rowOf("S/sqrt(d_k)", row);
          const softmax = (list) => {
            const most = Math.max(...list);
            const powers = list.map((x) => Math.exp(x - most));
            const sum = powers.reduce((a, b) => a + b, 0);
            return powers.map((x) => x / sum);
          };
          const isHidden = (j) => hidden.includes(j);
          const near = (a, b) => Math.abs(a - b) < 1e-6;
          const alike = (list) => list.every((x) => near(x, list[0]));
          if (name === "score") {
            const left = softmax(scores.map((x, j) => (isHidden(j) ? 0 : x)))
              .reduce((sum, x, j) => sum + (isHidden(j) ? x : 0), 0);
            return value === (left === 0 ? "none" : left < 0.1 ? "little" : left <= 0.5 ? "some" : "most");
          }
          const before = softmax(scores);
          const after = softmax(scores.map((x, j) => (isHidden(j) ? -Infinity : x)));
          const kept = scores.flatMap((_, j) => (isHidden(j) ? [] : [j]));
          return {
            lost: !near(after.reduce((a, b) => a + b, 0), 1),
            stays: hidden.every((j) => near(before[j], after[j])),
            all: kept.length === 1,
            equal: alike(kept.map((j) => after[j] - before[j])),
            factor: alike(kept.map((j) => after[j] / before[j])),
          }[value];
        }`,
      );
      assert.deepEqual(found.wrong, []);
      assert.deepEqual(found.asked, ["add", "score"]);
      assert.ok(found.count > 60, String(found.count));
    });
  },
  only,
);

inEveryBrowser(
  "verdicts of attention-heatmap",
  "explorers/attention-heatmap.html",
  (test) => {
    test("one sum is 1; and a head matters or it does not", async (page) => {
      const states = [
        ...all({ preset: ["untrained", "causal"], seed: [0, 1, 7], layer: [1, 2], head: [1, 3], row: [1, 4] }), // prettier-ignore
        ...[
          "I was charged twice",
          "hello",
          "Where is my parcel? Please cancel the order.",
          "a",
        ].map((phrase) => ({ phrase })),
      ];
      const found = await page.run(
        walk,
        states,
        `(explorer, name, value) => {
          if (name === "ablation") {
            const { before, brightest, best } = explorer.ablation;
            const after = brightest.probabilities[best];
            return {
              hardly: Math.abs(after - before) < 0.01,
              half: before >= 0.5 && after < 0.5,
              some: Math.abs(after - before) >= 0.01 && after >= 0.5,
            }[value];
          }
          const { data, start, rows, columns } = explorer.matrix;
          const at = (i, j) => Math.max(0, data[start + i * columns + j]); // hidden ones are −∞
          const sum = (list) => list.reduce((a, b) => a + b, 0);
          const places = (n) => Array.from({ length: n }, (_, i) => i);
          const down = places(columns).map((j) => sum(places(rows).map((i) => at(i, j))));
          const one = (x) => Math.abs(x - 1) < 0.01;
          return {
            row: one(sum(places(columns).map((j) => at(explorer.outlined, j)))),
            column: one(Math.max(...down)),
            all: one(sum(down)),
          }[value];
        }`,
      );
      assert.deepEqual(found.wrong, []);
      assert.deepEqual(found.asked, ["ablation", "sums"]);
    });
  },
  only,
);

inEveryBrowser(
  "verdicts of attention-heads",
  "explorers/attention-heads.html",
  (test) => {
    test("twice the heads have as many parameters, where that is asked", async (page) => {
      const states = all({ d: [16, 64, 512], heads: [1, 4, 8, 16], kvHeads: [1, 4, 8, 16], bias: [true, false] }); // prettier-ignore
      const found = await page.run(
        walk,
        states.filter(({ heads, kvHeads }) => Number(heads) % Number(kvHeads) === 0),
        `(explorer, name, value) => {
          const { d, heads: h, kvHeads: g, bias } = explorer.sizes;
          const parameters = (h, g) => {
            const kv = (g * d) / h;
            return 2 * d * d + 2 * d * kv + (bias ? 2 * d + 2 * kv : 0);
          };
          // Who changes the number of heads alone keeps those of keys, unless each head has its own.
          const times = parameters(2 * h, g === h ? 2 * g : g) / parameters(h, g);
          return d % (2 * h) === 0 && times === { twice: 2, same: 1, half: 0.5 }[value];
        }`,
      );
      assert.deepEqual(found.wrong, []);
      assert.ok(found.count >= 10, String(found.count));
    });
  },
  only,
);

inEveryBrowser(
  "verdicts of attention-cost",
  "explorers/attention-cost.html",
  (test) => {
    test("each count is right by its formula", async (page) => {
      const states = all({
        view: ["memory", "operations", "feed-forward", "decoding", "window", "linear", "path"],
        n: [1, 2, 9, 64, 127, 128, 512, 8192, 131072],
        d: [1, 64, 512, 4096],
        window: [1, 64, 4096],
        expansion: [1, 4],
      });
      const found = await page.run(
        walk,
        states,
        `(explorer, name, value) => {
          const { n, d, window: w, expansion: x, heads, layers, batch } = explorer.facts.sizes;
          const size = d / heads;
          // Each query reads itself and what stands before it, w keys in all.
          const pairs = (n) => (n <= w ? (n * (n + 1)) / 2 : w * n - (w * (w - 1)) / 2);
          const nearest = (times) => ["same", "twice", "four"].find(
            (_, at, all) => [1, 2, 4].every((each) => Math.abs(Math.log(times / 2 ** at)) <= Math.abs(Math.log(times / each))));
          const parts = { attention: 4 * n * n * d, projections: 8 * n * d * d, feedForward: 4 * n * x * d * d };
          const most = Math.max(...Object.values(parts));
          const times = (n * heads) / (3 * d);
          return {
            memory: () => value === (times < 1 ? "less" : times <= 10 ? "more" : "most"),
            operations: () => parts[value] === most,
            "feed-forward": () => value === "equal",
            decoding: () => value === "saved",
            window: () => value === nearest(pairs(2 * n) / pairs(n)),
            linear: () => value === "twice",
            path: () => value === String(n - 1),
          }[name]();
        }`,
      );
      assert.deepEqual(found.wrong, []);
      assert.ok(found.count > 300, String(found.count));
    });
  },
  only,
);

inEveryBrowser(
  "verdicts of attention-softmax",
  "explorers/attention-softmax.html",
  (test) => {
    test("each example has one right answer", async (page) => {
      const found = await page.run(
        walk,
        [
          ...all({ preset: ["four", "shift", "saturation", "even", "p99", "pencil", "numpy-8", "numpy-512"], also: [undefined, ["l1"], ["slope", "hardmax"]] }), // prettier-ignore
          { preset: "pencil", tokens: ["a", "a", "a"] },
        ],
        `(explorer, name, value) => {
          const { scores } = explorer.rows;
          const softmax = (tau, list = scores) => {
            const most = Math.max(...list);
            const powers = list.map((x) => Math.exp((x - most) / tau));
            const sum = powers.reduce((a, b) => a + b, 0);
            return powers.map((x) => x / sum);
          };
          const p = softmax(1);
          const best = Math.max(...p);
          const about = (x, y) => Math.abs(x - y) < 0.006;
          const tau = { saturation: 8, "numpy-8": Math.sqrt(8), "numpy-512": Math.sqrt(512) }[name];
          const after = tau && Math.max(...softmax(tau));
          const size = Math.abs(Math.min(...scores)) / Math.abs(scores[1]); // of −1, to that of 1
          const low = Math.min(...p);
          const slope = p[0] * (1 - p[0]);
          return {
            below0: low < 0, exactly0: low === 0, above0: low > 0,
            less: size < 1, alike: size === 1, more: size > 1,
            same: true, first: false, level: false,
            near1: about(after, 1), near2: about(after, 0.665), near3: about(after, 1 / 3),
            slope1: about(slope, 1), slope2: about(slope, 0.5), slope4: about(slope, 0.25),
            slope99: about(slope, 0.99), slope0099: about(slope, 0.0099),
            to99: about(after, 0.99), to52: about(after, 0.5213), to72: about(after, 0.7216), to17: about(after, 1 / 6),
            0: p[0] === best, 1: p[1] === best, 2: p[2] === best,
          }[value];
        }`,
      );
      assert.deepEqual(found.wrong, []);
    });
  },
  only,
);

inEveryBrowser(
  "verdicts of attention-key-size",
  "explorers/attention-key-size.html",
  (test) => {
    test("the largest weight grows, stays or shrinks", async (page) => {
      const found = await page.run(
        walk,
        all({ keySize: [1, 4, 16, 64, 256, 512], seed: [0, 1, 2, 3, 4, 5, 99] }),
        `(explorer, name, value) => {
          const largest = (size) => {
            // The lesson draws its sizes in turn from one generator.
            const lesson = [4, 16, 64, 256, 1024];
            const sizes = lesson.includes(size) ? lesson.slice(0, lesson.indexOf(size) + 1) : [size];
            const generator = explorer.attn.torchGenerator(explorer.seed);
            const [q, k] = sizes
              .map((d) => [[d], [32, d]].map((shape) => generator.randn(shape, { dtype: "float64" }).data))
              .at(-1);
            const scores = Array.from({ length: 32 }, (_, j) => {
              let sum = 0;
              for (let t = 0; t < size; t += 1) sum += q[t] * k[j * size + t];
              return sum;
            });
            const most = Math.max(...scores);
            return 1 / scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
          };
          const times = largest(1024) / largest(explorer.askedSize);
          return value === (times >= 1.5 ? "larger" : times <= 1 / 1.5 ? "smaller" : "same");
        }`,
      );
      assert.deepEqual(found.wrong, []);
      assert.ok(found.count > 30, String(found.count));
    });
  },
  only,
);

/** In the page: answers what is asked, changes the state, and reads what is left of it.
 * @param {Record<string, unknown>} before @param {Record<string, unknown>} after */
async function left(before, after) {
  const element = await put(before);
  const [{ name, answers }] = element.questions();
  element.asking.answer(name, answers.at(-1).value);
  await element.updateComplete;
  const read = () =>
    readText(".prediction").replace(/(Try again|Ask me about what is shown now).*/, "");
  const told = read();
  await put(after);
  const [asked, now] = [element.questions().length, read()];
  within("[data-action=close-question]")?.click();
  await element.updateComplete;
  return { told, asked, now: now.replace(/ Close$/, " "), closed: read() };
}

for (const [
  tag,
  before,
  after,
] of /** @type {[string, Record<string, unknown>, Record<string, unknown>][]} */ ([
  ["steps", { step: 6 }, { try: "softmax" }],
  ["masks", { masks: ["padding"] }, { masks: [] }],
  ["softmax", { preset: "saturation" }, { scores: [1, 2, 3] }],
  ["lookup", {}, { keys: [[1, 0]], values: [[1, 0]], labels: ["a"] }],
  ["cost", { view: "window" }, { n: 64 }],
  ["heads", { view: "shapes", heads: 4, kvHeads: 4, d: 16 }, { heads: 16, kvHeads: 16 }],
]))
  inEveryBrowser(
    `a verdict stays where nothing is asked any more: ${tag}`,
    `explorers/attention-${tag}.html`,
    (test) => {
      test("it can be read, says what was asked, and can be closed", async (page) => {
        const found = await page.run(left, before, after);
        assert.equal(found.asked, 0, "the state asks nothing");
        assert.match(found.told, /Your answer .* Right answer /);
        assert.equal(found.now, found.told);
        assert.equal(found.closed, "");
      });
    },
    only,
  );

inEveryBrowser(
  "what is asked of attention-cost",
  "explorers/attention-cost.html",
  (test) => {
    test("neither formula nor heading nor slopes nor axes tell it", async (page) => {
      const found = await page.run(async () => {
        const element = explorer();
        /** @type {Record<string, any>} */
        const seen = {};
        for (const view of [
          "memory",
          "operations",
          "feed-forward",
          "decoding",
          "window",
          "linear",
          "path",
          "time",
        ]) {
          await put({ view, openParts: new Set(["description"]) });
          const formula = () =>
            element.shadowRoot.querySelector(".formula").textContent.replaceAll(/\s/g, "");
          const ticks = () =>
            [...element.shadowRoot.querySelectorAll(".line-chart text")].map(
              (each) => each.textContent,
            );
          const open = [formula(), readText(".heading") + readText(".described"), ticks().length];
          const points = element
            .charts()[0]
            .series.map((/** @type {any} */ { name, points }) => [name, points.length]);
          element.asking.answer(view, "");
          await element.updateComplete;
          seen[view] = {
            open,
            points: Object.fromEntries(points),
            then: formula(),
            json: element.allExports().json(),
          };
          element.measurements.end();
        }
        return seen;
      });
      for (const [view, { open, then }] of Object.entries(found)) {
        assert.match(open[0], /^O=softmax/, view);
        assert.notEqual(then, open[0], view);
        assert.doesNotMatch(open[1], /four times|slope|8,?191 at/, view);
      }
      // The figure is not empty meanwhile: what is not asked is there to compare with.
      const { recurrent, attentionPath, convolution, dilated } = found.path.points;
      assert.deepEqual([recurrent, attentionPath], [0, 0]);
      assert.ok(convolution > 3 && dilated > 3);
      assert.equal(found.path.then.startsWith("n−1"), true);
    });

    test("its formula stands in one line", async (page) => {
      const box = await page.run(async () => {
        await put({ view: "path", hide: "predict" });
        const { width, height } = within(".formula math")?.getBoundingClientRect() ?? {};
        return { width: Number(width), height: Number(height) };
      });
      assert.ok(box.width > 3 * box.height, JSON.stringify(box));
    });

    test("times of another size are no verdict on the one that was asked about", async (page) => {
      const said = await page.run(async () => {
        const element = explorer();
        element.startTiming = () => ({ pause() {}, end() {} });
        await put({ view: "time", d: 64, heads: 1 });
        element.measurements.end();
        /** @param {number} size @param {number} power */
        const fill = (size, power) => {
          for (const n of [128, 256, 512, 1024, 2048, 4096, 8192])
            element.measurements.found("time", size).points.set(`fused ${n}`, { method: "fused", n, calls: 1, samples: [n ** power / 1e6] }); // prettier-ignore
        };
        element.asking.answer("time", element.questions()[0].answers[2].value);
        await element.updateComplete;
        const waits = readText(".verdict");
        element.measurements.halt();
        await element.updateComplete;
        const stopped = readText(".verdict");
        fill(32, 1);
        await put({ d: 32 });
        const elsewhere = readText(".verdict");
        fill(64, 2);
        await put({ d: 64 });
        return { waits, stopped, elsewhere, then: readText(".prediction") };
      });
      assert.match(said.waits, /being measured now/);
      assert.match(said.stopped, /have not been measured yet\. Press “Keep measuring”/);
      assert.match(said.elsewhere, /question was about keys of 64 numbers/);
      assert.match(said.then, /Your answer About 512 times Right answer About 64 times/);
    });
  },
  only,
);

inEveryBrowser(
  "what is asked of attention-softmax",
  "explorers/attention-softmax.html",
  (test) => {
    test("the scale of slopes does not tell the slope that is asked about", async (page) => {
      const found = await page.run(async () => {
        await put({ preset: "even" });
        const open = readText(".derivative");
        within('[data-answer="slope1"]')?.click();
        await explorer().updateComplete;
        return { open, then: readText(".derivative") };
      });
      assert.doesNotMatch(found.open, /0[.]25/);
      assert.match(found.then, /0[.]25/);
    });
  },
  only,
);

/** Written as the page writes it. @param {number} count */
const grouped = (count) => count.toLocaleString("en");

/** What each lesson asks, and what is right by the definition. @type {Record<string, Record<string, string>>} */
const LESSONS = {
  "lesson-1.html": {
    "score of damaged and arrival": String(0.5 * 0 + 1.5 * 2),
    divisor: "√d_k",
    "masked weight": (Math.exp(2) / (Math.exp(2) + Math.exp(1))).toFixed(3),
    "scores at 8,192": grouped(8192 ** 2),
    "practice 1": String(64 / 4),
    "practice 2": "(1, 4, 120, 16)",
    "practice 3": grouped(4 * 120 ** 2),
    "practice 4": grouped(4 * 4 * 120 ** 2),
    "practice 5": "(1, 120, 64)",
    "practice 6": grouped(4 * 64 ** 2 + 4 * 64),
    times: String(4 * 4),
  },
  "lesson-2.html": {
    "key of a fourth token": `(${2 * 1 + 1 * 0}, ${2 * 1 + 1 * 1})`,
    "when to mask": "before softmax",
    "parameters of four matrices": grouped(4 * 1024 ** 2),
    "scores at 4,096": grouped(4096 ** 2),
  },
  "lesson-3.html": { "slope at 0.9": (0.9 * (1 - 0.9)).toFixed(2) },
};

inEveryBrowser(
  "questions of the lessons",
  "lesson-1.html",
  (test) => {
    for (const [file, wanted] of Object.entries(LESSONS))
      test(
        `what is right in ${file}, whatever its figures show`,
        async (page) => {
          const found = await page.run(async (/** @type {Record<string, string>} */ rights) => {
            const figure = /** @type {any} */ (document.querySelector("attention-steps"));
            await figure.set({ factor: 4, step: 3 });
            /** @type {Record<string, string[]>} */
            const told = {};
            for (const question of /** @type {any[]} */ ([
              ...document.querySelectorAll("attention-question"),
            ])) {
              const name = question.getAttribute("name");
              const say = async (/** @type {string} */ given) => {
                question.answer(given);
                await question.updateComplete;
                return question.shadowRoot.textContent.replaceAll(/\s+/g, " ").trim();
              };
              const wrong = await say(
                question.options.find((/** @type {string} */ each) => each !== rights[name]) ?? "7",
              );
              await question.again();
              told[name] = [wrong, await say(rights[name])];
            }
            return told;
          }, wanted);
          assert.deepEqual(Object.keys(found), Object.keys(wanted));
          for (const [name, right] of Object.entries(wanted)) {
            assert.ok(
              found[name][0].includes(`Not quite. The answer is ${right}.`),
              found[name][0],
            );
            assert.doesNotMatch(found[name][1], /Not quite/, name);
          }
        },
        file,
      );
  },
  only,
);

inEveryBrowser(
  "a printed question",
  "attention-explorers.html",
  (test) => {
    const seen = (/** @type {Element | null} */ element) =>
      Boolean(element && element.getClientRects().length > 0);
    test("every explorer prints what it asks, with its answers, and nothing that can only be pressed", async (page) => {
      await page.run(() => {
        const steps = /** @type {any} */ (document.querySelector("attention-steps"));
        const masks = /** @type {any} */ (document.querySelector("attention-masks"));
        steps.step = 6;
        masks.masks = ["causal"];
        masks.way = "score";
      });
      assert.ok(await page.emulate("media", "print"));
      const found = await page.run(async (/** @type {string} */ see) => {
        const isSeen = new Function(`return (${see})`)(); // eslint-disable-line no-new-func -- as above
        const list = [];
        for (const each of /** @type {any[]} */ ([
          ...document.querySelectorAll("section.explorer > :not(.around)"),
        ])) {
          await each.updateComplete;
          const asked = each.shadowRoot.querySelector(".prediction");
          const answers = [
            ...(asked?.querySelectorAll('[data-answer]:not([data-answer=""])') ?? []),
          ];
          list.push({
            tag: each.localName,
            isOpen: each.asking.isOpen(),
            question: isSeen(asked?.querySelector(".question") ?? null),
            answers: answers.length > 1 && answers.every(isSeen),
            pressed:
              isSeen(asked?.querySelector('[data-answer=""]') ?? null) ||
              isSeen(each.shadowRoot.querySelector(".controls")),
          });
        }
        return list;
      }, seen.toString());
      assert.equal(found.length, 9);
      for (const { tag, ...each } of found)
        assert.deepEqual(
          each,
          { isOpen: true, question: true, answers: true, pressed: false },
          tag,
        );
    });

    test(
      "running text prints its questions too",
      async (page) => {
        assert.ok(await page.emulate("media", "print"));
        const found = await page.run((/** @type {string} */ see) => {
          const isSeen = new Function(`return (${see})`)(); // eslint-disable-line no-new-func -- as above
          return [...document.querySelectorAll("attention-question")].map((each) => [
            isSeen(each),
            isSeen(each.shadowRoot?.querySelector("input, [data-answer^=before]") ?? null),
            isSeen(each.shadowRoot?.querySelector('[data-answer=""]') ?? null),
          ]);
        }, seen.toString());
        assert.equal(found.length, 4);
        for (const each of found) assert.deepEqual(each, [true, true, false]);
      },
      "lesson-2.html",
    );
  },
  only,
);
