// What prettier and tsc do not see: likely mistakes, and the layers of the project. c/ knows no
// JavaScript, js/ knows no DOM, web/ computes nothing itself; none of them knows Node.
import js from "@eslint/js";
import globals from "globals";

/** @param {string[]} names @param {string} why */
const forbidden = (names, why) => names.map((name) => ({ name, message: why }));

/** Names that both browsers, workers, Node, Deno and Bun have. */
const everywhere = { ...globals["shared-node-browser"], WebAssembly: "readonly" };

export default [
  { ignores: ["build/", "dist/", "node_modules/"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      eqeqeq: "error",
    },
  },
  {
    files: ["js/**/*.js"],
    languageOptions: { globals: { ...everywhere, Worker: "readonly", Blob: "readonly" } },
    rules: {
      "no-restricted-globals": [
        "error",
        ...forbidden(
          ["document", "window", "localStorage", "navigator", "HTMLElement", "customElements"],
          "js/ knows no DOM",
        ),
        ...forbidden(["process", "Buffer", "require"], "js/ must run without Node"),
      ],
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: ["../web/*", "node:*"],
              message: "js/ stands below web/ and runs without Node",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["js/pool-worker.js", "web/**/*-worker.js"],
    languageOptions: { globals: globals.worker },
  },
  {
    files: ["web/**/*.js"],
    ignores: ["web/model/**"],
    languageOptions: { globals: globals.browser },
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group: ["node:*"], message: "web/ runs in a browser" },
            {
              group: ["lit/directives/style-map*"],
              message:
                "it writes an attribute, which strict policies forbid: web/parts/style-map.js",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["tools/**/*.js", "tests/**/*.js", "web/model/**/*.js", "*.js"],
    languageOptions: { globals: globals.node },
  },
  {
    // Parts of these run inside a page.
    files: ["tests/browser/**/*.js", "tests/bench/**/*.js"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
