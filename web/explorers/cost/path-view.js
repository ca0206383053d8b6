// The way from one token to another: token by token in a recurrent network, through layers of neighbours in a
// convolution, in one step in attention.
import { html, nothing, svg } from "lit";
import { tuple } from "./program.js";
import { count } from "./write.js";
import { shapes, through } from "../../parts/charts/drawing.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("../../parts/charts/drawing.js").Shape} Shape */

const TOKENS = [8, 64, 512, 4096];
/** Tokens that one layer of the convolution reads at once. */
const KERNEL = 3;
// The picture is of so many tokens.
const SHOWN = 9;

/** Steps from the last of n tokens back to the first: each token hands on to the next; each layer of a
 * convolution reaches one token further to either side; attention reads any of them.
 * @param {number} n */
export const pathsOf = (n) => ({
  recurrent: n - 1,
  convolution: Math.ceil((n - 1) / (KERNEL - 1)),
  dilated: n > 1 ? Math.ceil(Math.log(n) / Math.log(KERNEL) - 1e-9) : 0,
  attention: n > 1 ? 1 : 0,
});

const NAMES = /** @type {const} */ (["recurrent", "convolution", "dilated", "attention"]);

/** @param {Sizes} _sizes @param {number[]} tokens */
const pathPython = (_sizes, tokens) => `# Python alone: steps from the last token back to the first.
k = ${KERNEL}  # tokens that one layer of the convolution reads
rows = []
for n in ${tuple(tokens)}:
    convolution = -(-(n - 1) // (k - 1))
    dilated = next(layers for layers in range(64) if k**layers >= n)
    assert 1 <= dilated <= convolution <= n - 1
    rows.append([n - 1, convolution, dilated, 1])
    print(f"n {n:5}: recurrent {n - 1}, convolution {convolution}, dilated {dilated}, attention 1")
`;

/** A row of tokens as dots. @param {number} y @returns {Shape[]} */
const dots = (y) =>
  Array.from({ length: SHOWN }, (_, at) => ({
    kind: /** @type {const} */ ("circle"),
    x: 30 + at * 40,
    y,
    r: 6,
    look: at === 0 || at === SHOWN - 1 ? "fill-query" : "fill-control-line",
  }));

/** @param {number} at */
const x = (at) => 30 + at * 40;

/** @returns {Record<"recurrent" | "convolution" | "attention", { shapes: Shape[], height: number }>} */
function drawings() {
  const thick = "line-query thick";
  /** @type {Shape[]} */
  const recurrent = [];
  for (let at = 0; at + 1 < SHOWN; at += 1)
    recurrent.push({ kind: "path", d: through([[x(at) + 8, 24], [x(at + 1) - 8, 24]]), look: thick }); // prettier-ignore
  /** @type {Shape[]} */
  const convolution = [];
  const layers = pathsOf(SHOWN).convolution;
  for (let layer = 0; layer < layers; layer += 1) {
    const y = 24 + layer * 28;
    convolution.push(...dots(y));
    for (const to of [layer * 2 + 1, layer * 2 + 2])
      convolution.push({
        kind: "path",
        d: through([[x(layer * 2), y], [x(to), y + 28]]), // prettier-ignore
        look: to === layer * 2 + 2 ? thick : "line-control-line thin",
      });
  }
  convolution.push(...dots(24 + layers * 28));
  /** @type {Shape[]} */
  const attention = [
    {
      kind: "path",
      d: `M${x(0)},52C${x(2)},4,${x(SHOWN - 3)},4,${x(SHOWN - 1)},52`,
      look: thick,
    },
  ];
  return {
    recurrent: { shapes: [...recurrent, ...dots(24)], height: 44 },
    convolution: { shapes: convolution, height: 44 + layers * 28 },
    attention: { shapes: [...attention, ...dots(56)], height: 76 },
  };
}

/** @type {import("./view.js").View} */
export const path = {
  first: "ticket",
  tokens: TOKENS,
  stops: TOKENS,
  fields: [],
  formulas: ["costPath"],
  lines: ["recurrent", "convolution", "dilated", "attentionPath"],
  measure: "steps",
  columns: (all) =>
    NAMES.map((name) => ({
      name: name === "attention" ? "attentionPath" : name,
      values: all.map(({ n }) => pathsOf(n)[name]),
      write: count,
      // What lies between the two that are asked about is there to compare with.
      asked: ["recurrent", "attention"].includes(name),
    })),
  answers: ["recurrent", "attentionPath"],
  asked({ sizes: { n } }, text) {
    const steps = pathsOf(n);
    const values = [steps.attention, Math.round(Math.sqrt(n)), steps.recurrent];
    // So few tokens as the picture has are counted there.
    if (new Set(values).size < values.length || n === SHOWN) return undefined;
    return {
      question: text("ask path", { n: count(n) }),
      answers: values.map((value) => ({
        value: String(value),
        label: text("answerSteps", { count: count(value) }),
      })),
      right: String(steps.recurrent),
      why: text("verdict path", { n: count(n), ...written(n) }),
    };
  },
  readouts: ({ sizes: { n } }, _text, { item }) =>
    NAMES.map((name) =>
      item(name === "attention" ? "attentionPath" : name, count(pathsOf(n)[name])),
    ),
  sentence: ({ sizes: { n }, revealed }, text) =>
    text(revealed ? "say path" : "say path secret", { n: count(n), ...written(n) }),
  picture({ revealed }, text) {
    return html`<div class="paths">
      ${Object.entries(drawings()).map(
        ([name, drawing]) =>
          html`<figure data-path=${name}>
            <figcaption>
              <b>${text(`path ${name}`)}</b> ${
                revealed
                  ? text(`path how ${name}`, {
                      count: pathsOf(SHOWN)[/** @type {"attention"} */ (name)],
                    })
                  : nothing
              }
            </figcaption>
            <svg class="drawing" viewBox="0 0 380 ${drawing.height}" aria-hidden="true">
              ${svg`${shapes(drawing.shapes)}`}
            </svg>
          </figure>`,
      )}
    </div>`;
  },
  python: ({ sizes, counted }) => pathPython(sizes, counted?.tokens ?? []),
};

/** @param {number} n */
const written = (n) =>
  Object.fromEntries(Object.entries(pathsOf(n)).map(([name, steps]) => [name, count(steps)]));
