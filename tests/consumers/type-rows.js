// TypeScript, from 5.4 to the newest: each way of resolving, with the declarations checked (no skipLibCheck),
// with and without the types of browsers and of Node; libraries that hand our types on; React, Preact, Vue.

const USE = `
export async function use(): Promise<number> {
  const attn = await load({ variant: "auto" });
  const variant: "simd" | "scalar" | "js" | "relaxed" = attn.variant;
  const q = tensor([[1, 0]]);
  const { output, weights } = attn.attention(q, [[1, 0], [0, 1]], [[10], [20]], { causal: "bottom-right", keep: [[true, false]], weights: true });
  const data: Float32Array = output.data;
  // @ts-expect-error a misspelt option
  attn.attention(q, q, q, { casual: true });
  // @ts-expect-error numbers of another width
  attn.attention({ data: new Float64Array(2), shape: [1, 2] }, q, q);
  return data.length + (weights?.data.length ?? 0) + variant.length;
}
`;

const LIBRARY = `
// A library whose functions return what ours return, with declarations of its own (TS2742, TS2883).
export const instance = () => load();
export const blend = (attn: Awaited<ReturnType<typeof load>>, q: TensorLike, options?: AttentionOptions) => attn.attention(q, q, q, options);
export const pool = () => createPool({ workers: 1 });
export const layer = (attn: Attention, options: MultiHeadOptions) => attn.multiHead(options);
export const cache = (attn: Attention) => attn.keyValueCache({ kvHeads: 1, d_k: 1, d_v: 1, capacity: 1 });
export const generator = (attn: Attention) => attn.torchGenerator(1);
export const steps = async () => (await load()).steps([[1]], { W_Q: [[1]], W_K: [[1]], W_V: [[1]] });
export const model = (attn: Attention) => attn.encoder({ vocab: 2, d: 2, heads: 1, ff: 2, layers: 1, classes: 2, maxLen: 2, parameters: {} });
export type All = [Tensor, TensorLike, AttentionOptions, AttentionResult, Pool, MultiHead, LoadOptions, KeyValueCache, Encoder];
`;
const NAMES =
  "Attention, Tensor, TensorLike, AttentionOptions, AttentionResult, Pool, MultiHead, MultiHeadOptions, LoadOptions, KeyValueCache, Encoder";

const ELEMENTS = `import "attention-wasm/explorers";
import "attention-wasm/explorers/steps";
import { setStrings, type AttentionSteps, type OwnQuestion } from "attention-wasm/explorers";
import { ticketModel } from "attention-wasm/ticket-model";
const element: AttentionSteps = document.createElement("attention-steps");
element.step = 3;
element.addEventListener("answer", (event) => { const right: string = event.detail.right; void right; });
// @ts-expect-error a mask that there is not
element.mask = "casual";
const task = document.createElement("attention-task");
const isDone: boolean = task.done;
task.addEventListener("done", (event) => { const none: null = event.detail; void none; });
const exercise = document.createElement("attention-exercise");
exercise.name = "causal";
exercise.addEventListener("answer", ({ detail }) => { const passed: boolean = detail.state.passed && isDone; void passed; });
// @ts-expect-error a program that there is not
exercise.name = "casual";
const settings: Map<string, string> = document.createElement("attention-link").settings;
// @ts-expect-error it follows from the attribute
document.createElement("attention-question").options = [...settings.keys()];
const own: OwnQuestion = { question: "Which?", answers: ["this", "that"], right: "that", why: "It is.", hides: ["A"], state: { step: 6 } };
element.ownQuestion = [own, { question: "And now?", answers: ["a", "b"], right: "a" }];
// @ts-expect-error a question without its answers
element.ownQuestion = { question: "Which?", right: "that" };
// @ts-expect-error what no question has
element.ownQuestion = { ...own, correct: 1 };
element.addEventListener("change", ({ detail }) => { const step: number | undefined = detail.step; void step; });
const cost = document.createElement("attention-cost");
cost.methods = ["staged", "fused"];
cost.addEventListener("change", ({ detail: { view, n } }) => { const name: string | undefined = view; const tokens: number | undefined = n; void [name, tokens]; });
const heads = document.createElement("attention-heads");
heads.mix = [[1, 0], [0, 1]];
heads.addEventListener("answer", ({ detail: { state } }) => { const cut: 1 | 2 | 4 | undefined = state.cut; void cut; });
const map = document.createElement("attention-heatmap");
map.weights = [[0.5, 0.5], [1, 0]];
map.weights = [[[[1, null]]], { data: new Float32Array(4), shape: [1, 1, 2, 2] }];
map.weights = { data: new Float32Array(4), shape: [2, 2] };
map.weights = { attentions: [[[0.5, 0.5], [1, 0]]], tokens: ["a", "b"] };
map.zoom = { top: 0, left: 0, rows: 2, columns: 1 };
map.model = { text: "a b", async run(text) { return { tokens: text.split(" "), attentions: [[[[1, 0], [0, 1]]]], row: 1 }; } };
map.heads = "all";
// @ts-expect-error weights are numbers
map.weights = [["a"]];
// @ts-expect-error one or all
map.heads = "two";
// @ts-expect-error a model runs
map.model = { tokens: ["a"] };
map.addEventListener("change", ({ detail: { zoom, without } }) => { const rows: number | undefined = zoom?.rows; const off: [number, number][] | undefined = without; void [rows, off]; });
const size = document.createElement("attention-key-size");
size.view = "spread";
size.addEventListener("change", ({ detail }) => { const seed: number | undefined = detail.seed; void seed; });
const lookup = document.createElement("attention-lookup");
lookup.temperature = 0.5;
lookup.addEventListener("change", ({ detail }) => { const temperature: number | undefined = detail.temperature; void temperature; });
const masks = document.createElement("attention-masks");
masks.masks = ["causal", "window"];
masks.biases = { "1:2": -3 };
masks.addEventListener("change", ({ detail }) => { const bias: number | undefined = detail.biases?.["1:2"]; void bias; });
const softmax = document.createElement("attention-softmax");
softmax.scores = [2, 1, 0];
softmax.also = ["hardmax"];
softmax.addEventListener("change", ({ detail }) => { const scores: number[] | undefined = detail.scores; void scores; });
const training = document.createElement("attention-training");
training.heads = 4;
training.addEventListener("answer", ({ detail }) => { const seed: number | undefined = detail.state.seed; void seed; });
// @ts-expect-error no part of the state
training.addEventListener("change", ({ detail }) => detail.mask);
for (const each of [cost, heads, map, size, lookup, masks, softmax, training]) { each.hide = "embed"; each.readonly = true; each.ownQuestion = own; void each.updateComplete; }
setStrings("de", { "attention-steps": { heading: "Woher kommt jede Zahl?" } });
// @ts-expect-error words by tag
setStrings("de", { heading: "Woher kommt jede Zahl?" });
export const teams: readonly string[] = ticketModel.description.teams;
`;

/** @type {[string, string[], string][]} */
const RESOLUTIONS = [
  ["node16", ["--module", "node16", "--moduleResolution", "node16"], "esm cjs"],
  ["nodenext", ["--module", "nodenext", "--moduleResolution", "nodenext"], "esm cjs"],
  ["bundler", ["--module", "esnext", "--moduleResolution", "bundler"], "esm"],
  ["node10", ["--module", "esnext", "--moduleResolution", "node10"], "esm"],
];

/** @param {string} version @returns {import("./rows.js").Row} */
const typeScript = (version) => ({
  name: `TypeScript ${version}, every resolution`,
  tools: { typescript: version },
  async run(project) {
    const head = `import { createPool, load, tensor } from "attention-wasm";\nimport type { ${NAMES} } from "attention-wasm";\n`;
    project.write({
      "esm.mts": head + USE + LIBRARY,
      "plain.ts": head + USE + LIBRARY,
      "cjs.cts": head + USE + LIBRARY,
      "elements.ts": ELEMENTS,
    });
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--declaration", "--outDir", "out"];
    for (const [name, flags, kinds] of RESOLUTIONS) {
      // The seventh has no node10 any more.
      if (name === "node10" && !version.startsWith("5.")) continue;
      const files = kinds.includes("cjs") ? ["esm.mts", "plain.ts", "cjs.cts"] : ["plain.ts"];
      const libs = name === "nodenext" ? ["ES2022", "ES2022,DOM", "ES2022,WebWorker"] : ["ES2022"];
      for (const lib of libs)
        await project.run("tsc", [
          ...strict,
          ...flags,
          "--lib",
          lib,
          "--target",
          "ES2022",
          ...files,
        ]);
      await project.run("tsc", [
        ...strict,
        ...flags,
        "--lib",
        "ES2022,DOM,DOM.Iterable",
        "--target",
        "ES2022",
        "elements.ts",
      ]);
    }
  },
});

/** @param {string} source */
const jsx = (source) => `import type { OwnQuestion } from "attention-wasm/explorers";
import "attention-wasm/explorers";
${source}
export const right = <attention-steps preset="lesson-2" memory-tokens="a b" step={3} class="x" onClick={() => undefined} tabIndex={0} onanswer={(event) => event.detail.right.trim()} />;
const question: OwnQuestion = { question: "Which?", answers: ["this", "that"], right: "that" };
export const all = [
  <attention-cost view="window" n={4096} window="512" methods="staged fused" onchange={(event) => { const n: number | undefined = event.detail.n; void n; }} />,
  <attention-heads preset="paper" kv-heads={2} mix="1 0; 0 1" readonly onanswer={({ detail }) => void detail.state.cut} />,
  <attention-heatmap weights={[[0.5, 0.5], [1, 0]]} without="1:3" zoom="1:2 1:2" tokens="a b" onchange={({ detail }) => void detail.zoom?.rows} />,
  <attention-heatmap weights="[[1, 0], [0, 1]]" model={{ run: () => ({ attentions: [[[[1]]]] }) }} key-tokens="a b" />,
  <attention-key-size view="spread" heading-level={3} onchange={(event) => void event.detail.seed} />,
  <attention-lookup preset="students" temperature={0.5} address="lookup" onchange={(event) => void event.detail.temperature} />,
  <attention-masks masks="causal window" left-size="1" biases="1:2:-3" onchange={(event) => void event.detail.masks?.length} />,
  <attention-masks masks={["causal"]} biases={{ "1:2": -3 }} />,
  <attention-softmax scores="2 1 0" also="hardmax l1" question={JSON.stringify(question)} onchange={(event) => void event.detail.also?.length} />,
  <attention-softmax scores={[2, 1]} also={["l1"]} ownQuestion={[question]} strings={{ heading: "Mine" }} />,
  <attention-training heads={4} lr="0.01" tickets="one|two" theme="dark" onanswer={(event) => void event.detail.state.seed} />,
];
// @ts-expect-error no part of the state
export const lost = <attention-cost onchange={(event) => event.detail.temperature} />;
// @ts-expect-error a preset that there is not
export const wrong = <attention-steps preset="lesson-9" />;
export const words = <attention-task for="x" when="step=3" ondone={(event) => { const none: null = event.detail; void none; }}>Go to step 3. <attention-link for="x" step="3" mask="causal">there</attention-link></attention-task>;
// @ts-expect-error a program that there is not
export const other = <attention-exercise name="casual" />;
`;

/** @type {import("./rows.js").Row[]} */
export const typeRows = [
  typeScript("5.4.5"),
  typeScript("5.6.3"),
  typeScript("5.9.3"),
  typeScript("7.0.2"),
  {
    name: "TypeScript 5.9, JSX of React 19",
    tools: { typescript: "5.9.3", "@types/react": "19.3.3" },
    async run(project) {
      project.write({ "a.tsx": jsx('import type {} from "react";') });
      await project.run("tsc", [
        "--noEmit",
        "--strict",
        "--jsx",
        "react-jsx",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        "--lib",
        "ES2022,DOM,DOM.Iterable",
        "a.tsx",
      ]);
    },
  },
  {
    name: "TypeScript 5.9, JSX of Preact",
    tools: { typescript: "5.9.3", preact: "11.2.0" },
    async run(project) {
      project.write({ "a.tsx": jsx('import type {} from "preact";') });
      await project.run("tsc", [
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--jsx",
        "react-jsx",
        "--jsxImportSource",
        "preact",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        "--lib",
        "ES2022,DOM,DOM.Iterable",
        "a.tsx",
      ]);
    },
  },
  {
    name: "vue-tsc, templates of Vue 3",
    tools: { vue: "3.5.45", "vue-tsc": "3.3.14", typescript: "5.9.3" },
    async run(project) {
      project.write({
        "tsconfig.json":
          '{ "compilerOptions": { "strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler", "target": "ES2022", "lib": ["ES2022", "DOM", "DOM.Iterable"], "types": [], "skipLibCheck": true }, "vueCompilerOptions": { "strictTemplates": true }, "files": ["App.vue"] }',
        "App.vue": `<script setup lang="ts">
import "attention-wasm/explorers";
</script>
<template><attention-steps preset="lesson-2" :step="3" @answer="(event) => event.detail.right.trim()" @click="(event) => event.clientX" />
<attention-task for="x" when="step=3" @done="() => undefined">Go to step 3.</attention-task>
<!-- @vue-expect-error a preset that there is not -->
<attention-steps preset="lesson-9" />
<!-- @vue-expect-error a program that there is not -->
<attention-exercise name="casual" /></template>`,
      });
      await project.run("vue-tsc", ["-p", "tsconfig.json"]);
    },
  },
];
