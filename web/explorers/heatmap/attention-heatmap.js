// <attention-heatmap>: attention weights of every layer and head, a small map each and one large; and with
// a trained model, what it makes of a text, and without any of its heads.
//
// Attributes (all optional, all state but model: they change as the learner works)
//   preset        tickets | untrained | causal | six | cross | patches | long. Without it: tickets where the page has the
//                 trained model (attention-ticket-model.js), else untrained
//   phrase, seed  the text that a model reads, and where the numbers of untrained layers come from
//   without       heads of the trained model that are switched off: "1:3 2:1" is head 3 of layer 1, head 1 of layer 2
//   weights       JSON: n × m, heads × n × m, layers × heads × n × m, or with sequences after layers; or an
//                 object as web/model/maps.js takes it. As a property also typed arrays { data, shape }
//   tokens, query-tokens, key-tokens   labels of the weights
//   kind          which of the object's weights: attentions, cross_attentions, …
//   layer, head, sequence, row         what is shown and which query is outlined, from 1
//   scale         sqrt | linear | log
//   range         common (0 to 1 in every head) | head (0 to the head's largest)
//   zoom          "9:16 1:8": rows 9 to 16, columns 1 to 8
//   heads         one (large) | all of the layer, side by side
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: predict heads map zoom received pairs classes switches check ticket preset phrase seed file
// kind sequence scale range legend about own-model, and the parts of the frame.
//
// Properties: model, an object { tokens, layers, run(text) } (web/explorers/heatmap/models.js); strings, the author's
// words (web/explorers/heatmap/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import * as behind from "./behind.js";
import { Canvases } from "./canvases.js";
import { controls } from "./controls.js";
import { cellByKey, cellUnder, dragMap, zoomByKey } from "./gestures.js";
import { HeatMap, PAIRS } from "./heat-map.js";
import { legend } from "./legend.js";
import { layerLayout, layerView, layerViewStyles } from "./layer-view.js";
import { isLessonTicket, lessonPanel, lessonPanelStyles } from "./lesson-panel.js";
import { BESIDE, layoutOf, NAMED } from "./layout.js";
import { modelPanelStyles } from "./model-panel.js";
import { missingModel, ownModelPanel } from "./own-model.js";
import { patchesStyles, patchesView } from "./patches-view.js";
import { oneHead } from "./one-head.js";
import { readoutItems } from "./readout-items.js";
import { pairs, pairStyles } from "./pairs.js";
import { rowSentence } from "./sayings.js";
import { smallMaps, smallSize } from "./small-maps.js";
import { heatmapStyles } from "./styles.js";
import { textFieldStyles } from "./text-fields.js";
import { modelPanel, modelText } from "./trained.js";
import * as view from "./view.js";
import { precise } from "./written.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { fileFieldStyles } from "../../parts/fields/file-field.js";
import { heatScaleStyles } from "../../parts/matrix/heat-scale.js";
import { numberFieldStyles } from "../../parts/fields/number-field.js";

/** @typedef {import("./gestures.js").Cell} Cell */
/** @typedef {import("../../model/maps.js").Maps} Maps */

export class AttentionHeatmap extends HeatMap {
  static tag = "attention-heatmap";
  static reservedHeight = "48rem";

  static styles = [
    ...AttentionElement.styles,
    heatScaleStyles,
    numberFieldStyles,
    textFieldStyles,
    fileFieldStyles,
    modelPanelStyles,
    pairStyles,
    layerViewStyles,
    lessonPanelStyles,
    patchesStyles,
    heatmapStyles,
  ];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    dark: { state: true },
    room: { state: true },
    dropping: { state: true },
    panning: { state: true },
  };

  constructor() {
    super();
    this.dark = false;
    /** The width there is for the large map, in CSS pixels. */
    this.room = 0;
    this.dropping = false;
    this.panning = false;
    this.canvases = new Canvases();
    /** @type {ResizeObserver | undefined} */
    this.sizes = undefined;
    /** What the observer watches. @type {Element | undefined} */
    this.watched = undefined;
    /** @type {MediaQueryList | undefined} */
    this.density = undefined;
    // Wherever a file is dropped on this explorer, it is taken.
    this.addEventListener("dragover", this.onDragOver);
    this.addEventListener("dragleave", () => {
      this.dropping = false;
    });
    this.addEventListener("drop", this.onDrop);
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    return ["attention"];
  }

  formulaPart() {
    return "softmax";
  }

  /** @param {string} message */
  onDone = (message) => {
    this.notice = message;
  };

  picture() {
    const { text } = this;
    const probe = html`<span
      class="probe"
      aria-hidden="true"
      @transitionend=${this.onTheme}
    ></span>`;
    const wrong = this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing;
    const busy = this.opening
      ? text("reading", { file: this.opening })
      : this.isRunning
        ? text("running")
        : "";
    const about = this.shows("about") && !this.isMissing ? this.about : nothing;
    const state = html`<p class="about" role="status">${busy || about}</p>`;
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    const missing = this.isMissing ? missingModel({ root, onDone: this.onDone, text }) : nothing;
    // One template, whether there are maps or not: the field where a text is typed stays the same field.
    const place = this.maps ? this.stagePlace : {};
    return html`${probe}${state}${modelText(this)}${wrong}
      ${this.longText ? html`<p class="about" data-long>${this.longText}</p>` : nothing}
      <div
        class=${classMap({ stage: true, dropping: this.dropping, ...place })}
        data-drop=${text("drop")}
      >
        ${this.maps ? this.stage() : missing}
      </div>
      ${this.maps && this.shows("legend") ? legend(this) : nothing}
      ${this.maps && this.shows("lesson") && isLessonTicket(this) ? lessonPanel(this) : nothing}
      ${this.maps && this.source === "patches" ? patchesView(this) : nothing}`;
  }

  /** Whether there are small maps to choose from. */
  get hasMany() {
    const [layers, , heads] = /** @type {Maps} */ (this.maps).shape;
    return layers * heads > 1 && this.shows("heads");
  }

  /** Where the parts of the stage stand. */
  get stagePlace() {
    const heads = /** @type {Maps} */ (this.maps).shape[2];
    const { rows: n, columns: m } = this.region;
    const isAbove =
      this.isLayerShown ||
      (Boolean(this.maps?.keyTokens) && Math.max(n, m) > BESIDE && Math.max(n, m) <= NAMED);
    const hasFew = this.hasMany && heads <= 6;
    return {
      beside: hasFew && !isAbove,
      above: hasFew && isAbove,
      trained: this.classifier !== undefined,
    };
  }

  stage() {
    const [layers, , heads] = /** @type {Maps} */ (this.maps).shape;
    const hasPairs = this.shows("pairs") && this.matrix.rows * this.matrix.columns > PAIRS;
    const large = () => (this.isLayerShown ? this.layerMaps() : oneHead(this));
    return html`${this.hasMany ? this.smallMaps(layers, heads) : nothing} ${modelPanel(this)}
    ${this.shows("map") ? large() : nothing} ${hasPairs ? this.pairs() : nothing}`;
  }

  layerMaps() {
    return layerView({
      layer: this.layer,
      head: this.head,
      matrices: this.layerMatrices,
      region: this.region,
      places: this.layerPlaces,
      outlined: this.outlined,
      names: this.names,
      onChoose: (head) => this.set({ head }),
      onRow: (head, row) => this.set({ head, row: row + 1 }),
      text: this.text,
      rich: (key, values) => this.rich(key, values),
    });
  }

  /** @param {number} layers @param {number} heads */
  smallMaps(layers, heads) {
    const maps = /** @type {Maps} */ (this.maps);
    const { runner } = this;
    const off = runner ? this.off(runner) : [];
    return smallMaps({
      layers,
      heads,
      size: smallSize(maps.shape, this.room),
      layer: this.layer,
      head: this.head,
      isOff: (layer, head) => off.some((at) => at[0] === layer - 1 && at[1] === head - 1),
      mostOf: (layer, head) => precise(this.factsAt(layer - 1, head - 1).most),
      onChoose: (layer, head) => this.set({ layer, head }),
      text: this.text,
    });
  }

  pairs() {
    return pairs({
      title: this.text("pairsTitle", { place: this.placeName }),
      list: this.strongestPairs,
      names: this.names,
      onChoose: ({ i, j }) => {
        this.pointed = { i, j };
        const { zoom, matrix } = this;
        this.set({ row: i + 1, zoom: zoom && view.showing(zoom, matrix, i, j) });
      },
      rich: (key, values) => this.rich(key, values),
    });
  }

  /** What the places of labels and cells follow from. */
  get given() {
    const { region, room, names } = this;
    return { region, room, names, hasKeyTokens: Boolean(this.maps?.keyTokens) };
  }

  get layout() {
    return layoutOf({ ...this.given, hasReceived: this.shows("received") });
  }

  get layerPlaces() {
    return layerLayout(this.given);
  }

  readoutItems() {
    return readoutItems(this);
  }

  controls() {
    return controls(this);
  }

  sentence() {
    if (this.refused !== undefined) return this.text("seedRefused", { text: this.refused });
    if (!this.maps) return "";
    return rowSentence({
      matrix: this.matrix,
      outlined: this.outlined,
      names: this.names,
      what: this.what,
      isRevealed: this.revealed,
      text: this.text,
      rich: (key, values) => this.rich(key, values),
    });
  }

  tables() {
    return behind.tables(this);
  }

  description() {
    return behind.description(this);
  }

  panels() {
    if (!this.shows("own-model") || !this.shows("file")) return [];
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    const { text, onDone, classifier: model } = this;
    return [
      {
        name: "own-model",
        title: text("ownModel"),
        draw: () => ownModelPanel({ model, root, onDone, text }),
      },
    ];
  }

  exports() {
    return behind.files(this);
  }

  // --- canvases --------------------------------------------------------------------------------

  /** @param {import("lit").PropertyValues} changed */
  updated(changed) {
    super.updated(changed);
    if (!this.attn || this.failure !== undefined) return;
    this.measure();
    this.drawAll();
  }

  /** Watches how much room there is. */
  measure() {
    const large = this.shadowRoot?.querySelector(".large");
    // Taken away, it may still be drawn once more.
    if (!large || !this.isConnected) return;
    if (!this.sizes && typeof ResizeObserver !== "undefined") {
      // In the next frame: drawing here changes what is observed.
      this.sizes = new ResizeObserver(([entry]) =>
        requestAnimationFrame(() => {
          this.room = Math.round(entry.contentRect.width);
        }),
      );
    }
    if (this.watched !== large) {
      if (this.watched) this.sizes?.unobserve(this.watched);
      this.sizes?.observe(large);
      this.watched = large;
    }
    const room = large.clientWidth;
    if (room > 0 && room !== this.room) this.room = room;
    this.onTheme();
  }

  onTheme = () => {
    const probe = this.shadowRoot?.querySelector(".probe");
    if (probe) this.dark = getComputedStyle(probe).color === "rgb(255, 255, 255)";
  };

  drawAll() {
    if (!this.maps || this.room === 0) return;
    this.drawIn(this.dark ? "dark" : "light");
  }

  /** @param {"light" | "dark"} theme */
  drawIn(theme) {
    const { matrix, region, layout, received } = this;
    const maps = /** @type {Maps} */ (this.maps);
    /** @param {string} wanted @returns {HTMLCanvasElement[]} */
    const all = (wanted) =>
      [...(this.shadowRoot?.querySelectorAll(wanted) ?? [])].map(
        (canvas) => /** @type {HTMLCanvasElement} */ (canvas),
      );
    const size = /** @type {[number, number]} */ ([layout.width, layout.height]);
    const places = this.layerPlaces.layout;
    for (const canvas of all("canvas[data-large]"))
      this.canvases.large(canvas, { matrix, region, size, scale: this.scaleOf(this.now), theme });
    for (const canvas of all("canvas[data-received]"))
      this.canvases.received(canvas, { received, region, width: layout.width });
    for (const canvas of all("canvas[data-layer-map]"))
      this.canvases.large(canvas, {
        matrix: this.layerMatrices[Number(canvas.dataset.layerMap)],
        region,
        size: [places.width, places.height],
        scale: this.scaleOf(this.factsAt(this.layer - 1, Number(canvas.dataset.layerMap))),
        theme,
      });
    this.canvases.small(all("canvas[data-small]"), {
      size: smallSize(maps.shape, this.room),
      theme,
      cells: maps.data.length,
      matrixOf: (layer, head) => view.matrixOf(maps, layer, this.sequence - 1, head),
      scaleOf: (layer, head) => this.scaleOf(this.factsAt(layer, head)),
    });
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("beforeprint", this.onPrint);
    window.addEventListener("afterprint", this.onTheme);
    this.watchDensity();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("beforeprint", this.onPrint);
    window.removeEventListener("afterprint", this.onTheme);
    this.density?.removeEventListener("change", this.watchDensity);
    this.sizes?.disconnect();
    this.sizes = undefined;
    this.watched = undefined;
    this.canvases.stop();
  }

  /** Draws anew when the window comes to a screen of another density. */
  watchDensity = () => {
    this.density?.removeEventListener("change", this.watchDensity);
    this.density = window.matchMedia?.(`(resolution: ${window.devicePixelRatio}dppx)`);
    this.density?.addEventListener("change", this.watchDensity);
    this.requestUpdate();
  };

  /** Paper is light. */
  onPrint = () => {
    if (this.maps && this.room > 0) this.drawIn("light");
  };

  // --- what a learner does ---------------------------------------------------------------------

  /** @param {MouseEvent} event @returns {Cell | undefined} */
  cellAt(event) {
    const canvas = this.shadowRoot?.querySelector("canvas[data-large]");
    return canvas ? cellUnder(event, canvas, this.region) : undefined;
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    if (this.panning || event.pointerType === "touch") return;
    const cell = this.cellAt(event);
    if (cell?.i !== this.pointed?.i || cell?.j !== this.pointed?.j) this.pointed = cell;
  }

  /** @param {PointerEvent} event */
  onLeave(event) {
    const isOnMap = this.shadowRoot?.activeElement?.classList.contains("map");
    if (event.pointerType === "mouse" && !isOnMap) this.pointed = undefined;
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    const from = this.zoom;
    if (!from || event.button !== 0) return;
    dragMap(event, {
      from,
      size: this.matrix,
      layout: this.layout,
      onStart: () => {
        this.panning = true;
      },
      onMove: (region) => {
        this.zoom = region;
      },
      onEnd: (region) => {
        if (region) this.set({ zoom: region });
        // The click that follows a drag chooses nothing.
        setTimeout(() => {
          this.panning = false;
        });
      },
    });
  }

  /** @param {MouseEvent} event */
  onMapClick(event) {
    if (this.panning) return;
    const cell = this.cellAt(event);
    if (!cell) return;
    this.pointed = cell;
    this.set({ row: cell.i + 1 });
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomBy(event.deltaY > 0 ? 1.25 : 0.8, this.cellAt(event));
  }

  onMapFocus() {
    const { top, left } = this.region;
    this.pointed ??= { i: Math.max(top, this.outlined), j: left };
  }

  /** @param {number} factor @param {Cell} [around] */
  zoomBy(factor, around) {
    const { region, matrix } = this;
    const middle = {
      i: region.top + Math.floor(region.rows / 2),
      j: region.left + Math.floor(region.columns / 2),
    };
    this.set({ zoom: view.zoomed(region, matrix, factor, around ?? this.pointed ?? middle) });
  }

  /** @param {KeyboardEvent} event */
  onMapKey(event) {
    if (event.altKey || event.metaKey) return;
    const { matrix, region } = this;
    const from = this.pointed ?? { i: this.outlined, j: region.left };
    const cell = cellByKey(event, from, matrix, region.rows);
    const factor = zoomByKey(event.key);
    if (cell) {
      this.pointed = cell;
      if (this.zoom) {
        const zoom = view.showing(this.zoom, matrix, cell.i, cell.j);
        const { toAttribute } = view.regionConverter;
        if (toAttribute(zoom) !== toAttribute(this.zoom)) this.set({ zoom });
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.set({ row: from.i + 1 });
    } else if (factor !== undefined) {
      if (factor) this.zoomBy(factor);
      else this.set({ zoom: undefined });
    } else if (event.key === "Escape") {
      this.pointed = undefined;
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {DragEvent} event */
  onDragOver(event) {
    if (!this.shows("file") || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.dropping = true;
  }

  /** @param {DragEvent} event */
  onDrop(event) {
    this.dropping = false;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!this.shows("file") || files.length === 0) return;
    event.preventDefault();
    this.open(files);
  }
}

AttentionHeatmap.define();
