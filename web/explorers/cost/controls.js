// What a learner turns: the view, the sizes, and what is timed.
import { html, nothing } from "lit";
import { METHODS } from "./sides.js";
import { BYTES, LIMITS, PRESETS, SIZE_NAMES } from "./sizes.js";
import { VIEWS } from "./views.js";
import { count } from "./write.js";
import { action, choice, menu } from "../../parts/fields/controls.js";
import { numberField } from "../../parts/fields/number-field.js";
import { stops } from "../../parts/fields/stops.js";
import { toggles } from "../../parts/fields/toggles.js";

/** @typedef {import("./attention-cost.js").AttentionCost} Host */
/** @typedef {import("./sizes.js").Sizes} Sizes */

const ENDS = [1024, 2048, 4096, 8192];

/** @param {Host} host */
export function controlsOf(host) {
  const { text, view, facts } = host;
  /** @param {string} name @param {() => unknown} draw */
  const shown = (name, draw) => (host.shows(name) ? draw() : nothing);
  const views = () =>
    html`<div class="views">
      ${choice({
        name: "view",
        label: text("view"),
        value: view,
        options: Object.keys(VIEWS).map((value) => ({ value, label: text(`view ${value}`) })),
        onChange: (value) => host.set({ view: value, refused: undefined }),
      })}
    </div>`;
  const isOwn = SIZE_NAMES.some((name) => host[name] !== undefined);
  const preset = () =>
    menu({
      name: "preset",
      label: text("preset"),
      value: isOwn ? "own" : host.presetName,
      options: [...Object.keys(PRESETS), ...(isOwn ? ["own"] : [])].map((value) => ({
        value,
        label: text(`preset ${value}`),
      })),
      onChange: (value) => host.choose(value),
    });
  const canReset = host.stateAttributes().size > 0 || host.asking.given(view) !== undefined;
  const reset = () =>
    action({
      name: "reset",
      label: text("reset"),
      onPress: () => {
        host.reset();
        host.set({});
      },
    });
  return html`${shown("view", views)} ${shown("preset", preset)}
  ${shown("n", () => tokenControls(host))}
  ${facts.view.fields.map((name) => shown(name, () => sizeControl(host, name)))}
  ${facts.timed ? timingControls(host, shown) : nothing}
  ${canReset ? shown("reset", reset) : nothing}`;
}

/** @param {Host} host */
function tokenControls(host) {
  const { text, facts } = host;
  const { n } = facts.sizes;
  return html`${stops({
    name: "n",
    label: text("n"),
    stops: facts.view.stops.map((value) => ({ value, label: count(value) })),
    value: n,
    shown: count(n),
    onChange: (value) => host.change({ n: value }),
  })}
  ${numberField({
    name: "own-n",
    label: text("ownN"),
    value: n,
    min: 1,
    max: LIMITS.n,
    onChange: (value) => host.change({ n: value }),
    onRefuse: (typed) => host.refuse(typed, 1, LIMITS.n, n),
  })}`;
}

/** @param {Host} host @param {keyof Sizes} name */
function sizeControl(host, name) {
  const { text, facts } = host;
  const { sizes } = facts;
  if (name === "bytes") {
    return choice({
      name,
      label: text(name),
      value: String(sizes.bytes),
      options: BYTES.map((value) => ({ value: String(value), label: text(`bytes ${value}`) })),
      onChange: (value) => host.change({ bytes: Number(value) }),
    });
  }
  const max = name === "expansion" ? 16 : name === "heads" ? sizes.d : LIMITS[name];
  return numberField({
    name,
    label: text(name),
    value: sizes[name],
    min: 1,
    max,
    onChange: (value) => {
      const d = name === "d" ? value : sizes.d;
      const heads = name === "heads" ? value : sizes.heads;
      if (name === "heads" && d % heads !== 0) {
        host.refused = {
          key: "didRefuseHeads",
          values: { heads, d: count(d), kept: sizes.heads },
        };
        return;
      }
      // A width that the heads do not divide has as many heads as it can have.
      const fitting = d % heads === 0 ? {} : { heads: largestDivisor(d, heads) };
      host.change({ [name]: value, ...fitting });
    },
    onRefuse: (typed) => host.refuse(typed, 1, max, sizes[name]),
  });
}

/** @param {Host} host @param {(name: string, draw: () => unknown) => unknown} shown */
function timingControls(host, shown) {
  const { text, view } = host;
  const methods = () =>
    toggles({
      name: "methods",
      label: text("methods"),
      options: METHODS.map((value) => ({ value, label: text(`column ${value}`) })),
      values: /** @type {typeof METHODS} */ (host.timedNames),
      // One is timed at least.
      onChange: (values) => host.change({ methods: values.length > 0 ? values : host.methods }),
    });
  const to = () =>
    choice({
      name: "to",
      label: text("to"),
      value: String(host.to),
      options: ENDS.map((value) => ({ value: String(value), label: count(value) })),
      onChange: (value) => host.change({ to: Number(value) }),
    });
  return html`${view === "time" ? shown("methods", methods) : nothing} ${shown("to", to)}`;
}

/** The largest divisor of a number up to another. @param {number} number @param {number} most */
function largestDivisor(number, most) {
  for (let divisor = most; divisor > 1; divisor -= 1) if (number % divisor === 0) return divisor;
  return 1;
}
