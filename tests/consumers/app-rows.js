// Frameworks whose starter renders its page on a server as well, or compiles templates of its own.
import { PAGE_ANSWER, call, page } from "./programs.js";

const REACT = { react: "19.3.1", "react-dom": "19.3.1" };
const VITE = { vite: "8.4.0" };

/** @param {string} has */
function isAnswer(has) {
  if (!has.includes(PAGE_ANSWER)) throw new Error(`not ${PAGE_ANSWER} but ${has.slice(-1200)}`);
}

/** Waits for the explorer that stands in a page and leaves the answer. @param {string} figure */
const watched = (figure) => `
  for (let i = 0; i < 600 && !${figure}.shadowRoot?.querySelector("table"); i++) await new Promise((r) => setTimeout(r, 50));
  window.result = answer + (${figure}.shadowRoot?.querySelector("table") ? " table" : " no table");`;

/** @type {import("./rows.js").Row[]} */
export const appRows = [
  {
    name: "Preact with Vite",
    tools: { preact: "11.2.0", ...VITE },
    async run(project) {
      project.write({
        "index.html": page("/src/main.jsx").replace("<body>", '<body><div id="root"></div>'),
        "vite.config.js":
          'export default { oxc: { jsx: { runtime: "automatic", importSource: "preact" } } };',
        "src/main.jsx": `import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { load } from "attention-wasm";
import "attention-wasm/explorers/steps";
function Page() {
  const figure = useRef(null);
  useEffect(() => { (async () => {${call()}${watched("figure.current")} })(); }, []);
  return <attention-steps ref={figure} preset="lesson-2" mask="causal" />;
}
render(<Page />, document.getElementById("root"));`,
      });
      await project.run("vite", ["build"]);
      isAnswer(await project.inChromium("dist", "index.html"));
    },
  },
  {
    name: "Solid with Vite",
    tools: { "vite-plugin-solid": "2.11.14", "solid-js": "1.9.20", ...VITE },
    async run(project) {
      project.write({
        "index.html": page("/src/main.jsx").replace("<body>", '<body><div id="root"></div>'),
        "vite.config.js":
          'import solid from "vite-plugin-solid"; export default { plugins: [solid()] };',
        "src/main.jsx": `import { render } from "solid-js/web";
import { onMount } from "solid-js";
import { load } from "attention-wasm";
import "attention-wasm/explorers/steps";
function Page() {
  let figure;
  onMount(async () => {${call()}${watched("figure")} });
  return <attention-steps ref={figure} preset="lesson-2" mask="causal" />;
}
render(() => <Page />, document.getElementById("root"));`,
      });
      await project.run("vite", ["build"]);
      isAnswer(await project.inChromium("dist", "index.html"));
    },
  },
  {
    name: "React Router 8 (Remix's successor), rendered on a server and hydrated",
    tools: {
      "@react-router/dev": "8.4.0",
      "react-router": "8.4.0",
      "@react-router/node": "8.4.0",
      isbot: "5.2.3",
      ...VITE,
      ...REACT,
    },
    async run(project) {
      project.write({
        "vite.config.js":
          'import { reactRouter } from "@react-router/dev/vite"; export default { plugins: [reactRouter()] };',
        "react-router.config.js": 'export default { ssr: false, prerender: ["/"] };',
        "app/root.jsx": `import { Links, Meta, Outlet, Scripts } from "react-router";
export default function Root() { return <html lang="en"><head><meta charSet="utf-8" /><link rel="icon" href="data:," /><Meta /><Links /></head><body><Outlet /><Scripts /></body></html>; }`,
        "app/routes.js":
          'import { index } from "@react-router/dev/routes"; export default [index("page.jsx")];',
        "app/page.jsx": `import { useEffect, useRef } from "react";
import { load } from "attention-wasm";
import "attention-wasm/explorers/steps";
export async function loader() {${call()} return answer; }
export default function Page({ loaderData }) {
  const figure = useRef(null);
  useEffect(() => { (async () => {${call()}${watched("figure.current")} })(); }, []);
  return <main>server {loaderData}<attention-steps ref={figure} preset="lesson-2" mask="causal" /></main>;
}`,
      });
      await project.run("react-router", ["build"]);
      const html = await project.run("cat", ["build/client/index.html"]);
      if (!html.replaceAll("<!-- -->", "").includes("server [10]"))
        throw new Error(`the server's page is ${html.slice(0, 800)}`);
      isAnswer(await project.inChromium("build/client", ""));
    },
  },
  {
    name: "Nuxt 4, rendered on a server and hydrated",
    tools: { nuxt: "4.5.2", vue: "3.5.45" },
    async run(project) {
      project.write({
        "nuxt.config.ts": `export default defineNuxtConfig({ compatibilityDate: "2026-01-01", telemetry: false, ssr: true,
  app: { head: { link: [{ rel: "icon", href: "data:," }] } },
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("attention-") } } });`,
        "app/app.vue": `<script setup>
import { onMounted, ref } from "vue";
import { load } from "attention-wasm";
import "attention-wasm/explorers/steps";
const figure = ref();
const { data } = await useAsyncData("a", async () => {${call()} return answer; });
onMounted(async () => {${call()}${watched("figure.value")} });
</script>
<template><main>server {{ data }}<attention-steps ref="figure" preset="lesson-2" mask="causal" /></main></template>`,
      });
      await project.run("nuxt", ["generate"]);
      const html = await project.run("cat", [".output/public/index.html"]);
      if (!html.includes("server [10]"))
        throw new Error(`the server's page is ${html.slice(0, 800)}`);
      isAnswer(await project.inChromium(".output/public", "index.html"));
    },
  },
  {
    name: "Angular 22, by its builder",
    tools: {
      "@angular/cli": "22.2.7",
      "@angular/build": "22.2.7",
      "@angular/core": "22.2.6",
      "@angular/compiler": "22.2.6",
      "@angular/compiler-cli": "22.2.6",
      "@angular/platform-browser": "22.2.6",
      "@angular/common": "22.2.6",
      rxjs: "7.8.2",
      tslib: "2.9.1",
      typescript: "6.0.3",
    },
    async run(project) {
      project.write({
        "angular.json": JSON.stringify({
          version: 1,
          cli: { analytics: false },
          projects: {
            app: {
              projectType: "application",
              root: "",
              sourceRoot: "src",
              architect: {
                build: {
                  builder: "@angular/build:application",
                  options: {
                    browser: "src/main.ts",
                    index: "src/index.html",
                    tsConfig: "tsconfig.json",
                    outputPath: "out",
                  },
                },
              },
            },
          },
        }),
        "tsconfig.json": JSON.stringify({
          compilerOptions: {
            strict: true,
            target: "ES2022",
            module: "preserve",
            moduleResolution: "bundler",
            lib: ["ES2022", "DOM"],
            types: [],
          },
          angularCompilerOptions: { strictTemplates: true },
          files: ["src/main.ts"],
        }),
        "src/index.html":
          '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><base href="/"><link rel="icon" href="data:,"></head><body><app-root></app-root></body></html>',
        "src/main.ts": `import { CUSTOM_ELEMENTS_SCHEMA, Component, ElementRef, afterNextRender, viewChild } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { load } from "attention-wasm";
import "attention-wasm/explorers/steps";
import type { AttentionSteps } from "attention-wasm/explorers/steps";
@Component({ selector: "app-root", schemas: [CUSTOM_ELEMENTS_SCHEMA], template: \`<attention-steps #figure preset="lesson-2" [step]="6"></attention-steps>\` })
class App {
  figure = viewChild.required<ElementRef<AttentionSteps>>("figure");
  constructor() { afterNextRender(() => void this.answer()); }
  async answer() {
    const window: { result?: string } = globalThis as never;${call()}
    const figure = this.figure().nativeElement;${watched("figure")}
  }
}
void bootstrapApplication(App);`,
      });
      // What a page with the computation and an explorer may weigh is the app's own budget.
      await project.run("ng", ["build"]);
      isAnswer(await project.inChromium("out/browser", "index.html"));
    },
  },
  {
    name: "JupyterLab, marimo, Colab, VS Code: the widget",
    tools: {},
    async run() {
      throw Object.assign(
        new Error(
          "they are Python's (or a service), and their packages need PyPI: the widget's protocol is tested in MyST's renderer and against anywidget's interface",
        ),
        { cannot: true },
      );
    },
  },
];
