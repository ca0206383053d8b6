// Shapes and cost: how a layer is cut into heads, the shape after each step, parameters and cache.
import { html, nothing } from "lit";
import { styleMap } from "../../parts/style-map.js";
import { NARROW, narrowShapes, WIDE, wideShapes } from "./flow.js";
import { shapesNumpy, shapesPython } from "./python.js";
import {
  countsOf,
  divisorsOf,
  fitting,
  LIMITS,
  OWN_SIZES,
  PRESETS,
  stepsOf,
  WIDTHS,
} from "./sizes.js";
import { View } from "./view.js";
import { action, choice, menu } from "../../parts/fields/controls.js";
import { moved, shapes as drawnShapes, toSvgFile } from "../../parts/charts/drawing.js";
import { bytes as inUnits } from "../../parts/letters/bytes.js";
import { format, grouped as count, shape } from "../../parts/letters/numbers.js";
import { sliderField } from "../../parts/fields/slider-field.js";
import { stops } from "../../parts/fields/stops.js";
import { symbol, withSymbols } from "../../parts/letters/symbols.js";
import { parameterCount } from "../../../js/index.js";

export class ShapesView extends View {
  get sizes() {
    return this.explorer.sizes;
  }

  get counts() {
    return this.explorer.counts;
  }

  /** Bytes as the lessons write them: 230,400 bytes, 4.19 MB. @param {number} bytes */
  bytesText(bytes) {
    if (bytes < 1e6) return this.text("bytes", { count: count(bytes) });
    return inUnits(bytes);
  }

  get flow() {
    const { d, heads, kvHeads, n, batch } = this.sizes;
    return {
      heads,
      kvHeads,
      shapes: {
        x: shape(batch, n, d),
        q: shape(batch, n, d),
        kv: shape(batch, n, kvHeads * this.counts.size),
        square: shape(batch, heads, n, n),
      },
      words: { join: this.text("join"), out: this.text("out") },
    };
  }

  get flowText() {
    const { heads, kvHeads } = this.sizes;
    const { x, square } = this.flow.shapes;
    const shared =
      kvHeads < heads
        ? ` ${this.text("flowShared", { ratio: heads / kvHeads, g: kvHeads, h: heads })}`
        : "";
    return this.text("flowLabel", { x, heads, square }) + shared;
  }

  picture() {
    const { flow, flowText } = this;
    const picture = html`<figure class="flow" data-stays role="img" aria-label=${flowText}>
      <svg class="drawing wide" viewBox="0 0 ${WIDE.width} ${WIDE.height}" aria-hidden="true">
        ${drawnShapes(wideShapes(flow))}
      </svg>
      <svg class="drawing narrow" viewBox="0 0 ${NARROW.width} ${NARROW.height}" aria-hidden="true">
        ${drawnShapes(narrowShapes(flow))}
      </svg>
    </figure>`;
    return html`${this.explorer.shows("flow") ? picture : nothing}
      <div class="beside">
        ${this.explorer.shows("steps") ? this.stepsTable() : nothing}
        ${this.explorer.shows("bars") ? html`<div class="stage">${this.bars()}</div>` : nothing}
      </div>`;
  }

  stepsTable() {
    return html`<table class="steps" data-steps>
      <caption>
        ${this.text("stepsCaption")}
      </caption>
      <thead>
        <tr>
          <th scope="col">${this.text("stepColumn")}</th>
          <th scope="col">${this.text("shapeColumn")}</th>
        </tr>
      </thead>
      <tbody>
        ${stepsOf(this.sizes).map(
          ({ name, letters, shape: sizes }) =>
            html`<tr data-step=${name}>
              <th scope="row">
                ${withSymbols(this.text(`step ${name}`))}
                <span class="letters">(${withSymbols(letters)})</span>
              </th>
              <td class="numbers">${shape(...sizes)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** Counts of heads to compare: those of the slider, and what is shown. @param {number} of @param {number} now */
  counted(of, now) {
    const list = divisorsOf(of);
    return (list.includes(now) ? list : [...list, now]).sort((a, b) => a - b);
  }

  bars() {
    const { d, heads, kvHeads, n, batch, bias } = this.sizes;
    const concealed = !this.revealed;
    /**
     * @param {string} name @param {string} title @param {string} note @param {number} now
     * @param {{ of: number, value: number, shown: string }[]} rows
     */
    const table = (name, title, note, now, rows) => {
      const most = Math.max(...rows.map(({ value }) => value));
      return html`<table class="bars" data-bars=${name}>
        <caption>
          ${title}<small>${note}</small>
        </caption>
        <tbody>
          ${rows.map(
            ({ of, value, shown }) =>
              html`<tr class=${of === now ? "now" : ""} data-of=${of}>
                <th scope="row">${of}</th>
                <td>
                  <span
                    ><span
                      class="bar"
                      style=${styleMap({ width: `calc(${value / most} * (100% - 9em))` })}
                    ></span
                    ><span>${shown}</span></span
                  >
                </td>
              </tr>`,
          )}
        </tbody>
      </table>`;
    };
    const parameters = this.counted(d, heads).map((h) => {
      const value = parameterCount({ d, heads: h, bias });
      const isOpen = !concealed || h === heads;
      return { of: h, value: isOpen ? value : 0, shown: isOpen ? count(value) : "?" };
    });
    const cache = this.counted(heads, kvHeads).map((g) => {
      const value = countsOf({ ...this.sizes, kvHeads: g }).cache;
      return { of: g, value, shown: this.bytesText(value) };
    });
    return html`${table("heads", this.text("barsHeads"), this.text("barsHeadsNote"), heads, parameters)}
    ${table(
      "shared",
      this.text("barsShared"),
      this.text("barsSharedNote", { n: count(n), b: batch }),
      kvHeads,
      cache,
    )}`;
  }

  // --- the question ---

  asked() {
    const { d, heads, kvHeads, bias } = this.sizes;
    // Not of a width that cannot be cut once more, nor where heads share keys and values: shorter heads then
    // have smaller matrices.
    if (d % (2 * heads) !== 0 || kvHeads !== heads) return undefined;
    const values = {
      count: count(parameterCount({ d, heads, bias })),
      h: heads,
      twice: 2 * heads,
      size: d / (2 * heads),
      d,
    };
    return {
      question: () => this.text("askShapes"),
      answers: ["Twice", "Same", "Half"].map((name) => ({
        value: name.toLowerCase(),
        label: this.text(`answer${name}`),
      })),
      right: "same",
      why: () => this.text("shapesWhy", values),
      hides: ["P"],
    };
  }

  // --- what stands beside ---

  readouts() {
    const { counts, text } = this;
    return [
      { name: "parameters", label: text("readParameters"), value: count(counts.parameters) },
      { name: "size", label: html`${text("readSize")} ${symbol("d_k")}`, value: counts.size },
      { name: "scores", label: text("readScores"), value: count(counts.scores) },
      {
        name: "score-bytes",
        label: text("readScoreBytes"),
        value: this.bytesText(counts.scoreBytes),
      },
      { name: "cache", label: text("readCache"), value: this.bytesText(counts.cache) },
    ];
  }

  /** @param {import("./view.js").Shown} shown */
  controls(shown) {
    const { text, sizes, explorer } = this;
    const { d, heads, kvHeads, n, batch, bias } = sizes;
    const isOwn = OWN_SIZES.some((name) => explorer[name] !== undefined);
    const presets = [...(isOwn ? ["own"] : []), ...Object.keys(PRESETS)];
    const preset = () =>
      menu({
        name: "preset",
        label: text("preset"),
        value: isOwn ? "own" : explorer.preset,
        options: presets.map((value) => ({ value, label: text(`preset ${value}`) })),
        onChange: (value) => {
          if (value in PRESETS) explorer.startOver(value);
        },
      });
    /** @param {Record<string, unknown>} changes */
    const take = (changes) => {
      explorer.refused = undefined;
      explorer.set(changes);
    };
    const width = () =>
      stops({
        name: "d",
        label: text("d", { d: count(d) }),
        stops: WIDTHS.map((value) => ({ value, label: count(value) })),
        value: d,
        shown: count(d),
        onChange: (value) => {
          const h = fitting(value, heads);
          take({ d: value, heads: h, kvHeads: fitting(h, kvHeads) });
        },
      });
    /** @param {string} name @param {string} label @param {number[]} list @param {number} value @param {(value: number) => void} onChange */
    const countStops = (name, label, list, value, onChange) =>
      stops({
        name,
        label,
        stops: list.map((one) => ({ value: one, label: String(one) })),
        value,
        shown: String(value),
        onChange,
      });
    const headStops = () =>
      countStops("heads", text("heads", { h: heads }), divisorsOf(d), heads, (value) =>
        take({
          heads: value,
          // Whoever shares no keys goes on sharing none.
          kvHeads: kvHeads === heads ? value : fitting(value, kvHeads),
        }),
      );
    const sharedStops = () =>
      countStops("kv-heads", text("kvHeads", { g: kvHeads }), divisorsOf(heads), kvHeads, (value) =>
        take({ kvHeads: value }),
      );
    /** @param {"n" | "batch"} name @param {string} label @param {number} value */
    const log = (name, label, value) =>
      html`<div class="control" data-control=${name}>
        <span class="label">${label}</span>
        ${sliderField({
          name,
          label,
          min: 0,
          max: Math.log2(name === "n" ? 8192 : 64),
          step: 0.25,
          value,
          whole: true,
          write: count,
          scale: { to: Math.log2, from: (place) => Math.round(2 ** place) },
          takes: (number) => Number.isInteger(number) && number >= 1 && number <= LIMITS[name],
          onChange: (number) => take({ [name]: number }),
          onRefuse: (typed) => {
            explorer.refused = typed;
          },
        })}
      </div>`;
    const biases = () =>
      choice({
        name: "bias",
        label: text("bias"),
        value: String(bias),
        options: ["true", "false"].map((value) => ({ value, label: text(`bias ${value}`) })),
        onChange: (value) => take({ bias: value }),
      });
    const reset = () =>
      isOwn
        ? action({
            name: "reset",
            label: text("reset"),
            onPress: () => explorer.startOver(explorer.preset),
          })
        : nothing;
    return html`<div class="sizes">
      ${shown("preset", preset)} ${shown("d", width)} ${shown("heads", headStops)}
      ${shown("kv-heads", sharedStops)} ${shown("n", () => log("n", text("n"), n))}
      ${shown("batch", () => log("batch", text("batch"), batch))} ${shown("bias", biases)}
      ${shown("reset", reset)}
    </div>`;
  }

  sentence() {
    const { sizes, counts, text } = this;
    const { d, heads, kvHeads, n, bias } = sizes;
    const said = text("sayShapes", {
      h: heads,
      size: counts.size,
      scores: count(counts.scores),
      bytes: this.bytesText(counts.scoreBytes),
      parameters: count(counts.parameters),
      n: count(n),
      cache: this.bytesText(counts.cache),
    });
    if (kvHeads === heads) return said;
    const shared = {
      g: kvHeads,
      h: heads,
      times: format(heads / kvHeads),
      full: count(parameterCount({ d, heads, bias })),
    };
    return `${said} ${text("sayShared", shared)}`;
  }

  tables() {
    const { sizes } = this;
    const all = this.counted(sizes.d, sizes.heads);
    const steps = stepsOf(sizes);
    const widest = Math.max(...steps.map(({ shape: of }) => of.length));
    // A shape of three sizes leaves its last cell empty.
    const padded = steps.flatMap(({ shape: of }) => [
      ...of,
      ...Array.from({ length: widest - of.length }, () => undefined),
    ]);
    return [
      {
        name: "P",
        title: this.text("table P"),
        // Counts of large models need more than float32.
        tensor: {
          data: all.flatMap((heads) => {
            const { parameters, cache } = countsOf({ ...sizes, heads, kvHeads: heads });
            return [parameters, cache];
          }),
          shape: [all.length, 2],
        },
        rows: all.map((heads) => `h = ${heads}`),
        columns: [this.text("readParameters"), this.text("readCache")],
        worded: true,
      },
      {
        name: "L",
        title: this.text("table L"),
        tensor: { data: padded, shape: [steps.length, widest] },
        rows: steps.map(({ name }) => this.text(`step ${name}`)),
        columns: Array.from({ length: widest }, (_, axis) => String(axis + 1)),
        worded: true,
        ragged: true,
      },
    ];
  }

  description() {
    const { sizes, counts, text } = this;
    return [
      text("describeShapes", {
        d: sizes.d,
        h: sizes.heads,
        size: counts.size,
        g: sizes.kvHeads,
        n: count(sizes.n),
        b: sizes.batch,
      }),
      this.flowText,
      ...stepsOf(sizes).map(({ name, shape: of }) =>
        withSymbols(text("describeStep", { step: text(`step ${name}`), shape: shape(...of) })),
      ),
      text("describeCounts", {
        parameters: count(counts.parameters),
        scores: count(counts.scores),
        bytes: this.bytesText(counts.scoreBytes),
        cache: this.bytesText(counts.cache),
      }),
    ];
  }

  svg() {
    // Long shapes reach beyond the drawing's sides.
    return toSvgFile({
      title: this.flowText,
      width: WIDE.width + 60,
      height: WIDE.height,
      shapes: moved(wideShapes(this.flow), 30, 0),
    });
  }

  python() {
    return shapesPython(this.sizes);
  }

  numpy() {
    return shapesNumpy(this.sizes);
  }
}
