// <attention-training>: a small transformer learns in the page to route tickets, from scratch: its loss,
// what it gets right, and its heads while they form.
//
// Attributes (all optional, all state: they change as the learner works)
//   seed          of the starting numbers and of the order of the tickets
//   heads         1 | 2 | 4 | 8
//   scale         root | one: scores divided by √d_k, or not
//   steps         how many there are
//   lr            learning rate
//   speed         full | ten | one
//   ticket        which of the offered tickets is watched, from 1
//   phrase        a ticket of one's own, in its place
//   block, head   which head is read, from 1
//   query         which of the ticket's tokens looks, from 1; 0: one in the middle
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: predict loss accuracy kinds ticket prediction heads speed lr head-count scale steps seed
// weights reproduce how, and the parts of the frame.
//
// Property: strings, the author's words (web/explorers/training/strings.js). Event: change, its detail the state.
// Nothing is trained, and no ticket made, before it is asked for.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { SETTINGS } from "../../model/training.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { menu } from "../../parts/fields/controls.js";
import { drawingStyles } from "../../parts/charts/drawing.js";
import { copyable } from "../../frame/export-menu.js";
import { fileFieldStyles } from "../../parts/fields/file-field.js";
import { saveFile } from "../../frame/files.js";
import { heatScale, heatScaleStyles } from "../../parts/matrix/heat-scale.js";
import { lineChart, lineChartStyles } from "../../parts/charts/line-chart.js";
import { numberFieldStyles } from "../../parts/fields/number-field.js";
import { progress, progressStyles } from "../../parts/fields/progress.js";
import { accuracyChart, lossChart, percent } from "./charts.js";
import { controlsOf } from "./controls.js";
import { chartsFile, curvesCsv, curvesJson } from "./exports.js";
import { FILES, pythonOf } from "./python.js";
import { questionNow } from "./question-view.js";
import { Record, keyOf } from "./record.js";
import * as settings from "./settings.js";
import { strings } from "./strings.js";
import { descriptionOf, goal, seconds, sentenceOf, tablesOf } from "./tell.js";
import { Trainer } from "./trainer.js";
import {
  MAP_SCALE,
  headMaps,
  headOf,
  kindStrip,
  paintMaps,
  teamBars,
  tokenLine,
  viewStyles,
} from "./views.js";

/** @typedef {import("../../frame/attention-element.js").Attention} Attention */
/** @typedef {import("./engine.js").News} News */
/** @typedef {import("./run.js").Reading} Reading */
/** @typedef {import("./settings.js").Plan} Plan */

const { CHECK, DEFAULTS, HEADS, KINDS, LR, MEAN_OF, MOST_BYTES, OFFERED, SCALES, SPEEDS, WARM_UP } =
  settings;

/** @param {number} count with its thousands apart */
const thousands = (count) => String(Math.round(count)).replaceAll(/\B(?=(\d{3})+$)/g, ",");

export class AttentionTraining extends AttentionElement {
  static tag = "attention-training";
  static reservedHeight = "60rem";
  static strings = strings;
  static state = [
    "seed",
    "heads",
    "scale",
    "steps",
    "lr",
    "speed",
    "ticket",
    "phrase",
    "block",
    "head",
    "query",
  ];

  static styles = [
    ...AttentionElement.styles,
    drawingStyles,
    fileFieldStyles,
    heatScaleStyles,
    lineChartStyles,
    numberFieldStyles,
    progressStyles,
    viewStyles,
  ];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    seed: { type: Number, reflect: true },
    heads: { type: Number, reflect: true },
    scale: { type: String, reflect: true },
    steps: { type: Number, reflect: true },
    lr: { type: Number, reflect: true },
    speed: { type: String, reflect: true },
    ticket: { type: Number, reflect: true },
    phrase: { type: String, reflect: true },
    block: { type: Number, reflect: true },
    head: { type: Number, reflect: true },
    query: { type: Number, reflect: true },
    running: { state: true },
    preparing: { state: true },
    guess: { state: true },
    asked: { state: true },
    refused: { state: true },
    fileRefused: { state: true },
    dropping: { state: true },
    dark: { state: true },
  };

  constructor() {
    super();
    this.seed = DEFAULTS.seed;
    this.heads = DEFAULTS.heads;
    /** @type {Plan["scale"]} */
    this.scale = DEFAULTS.scale;
    this.steps = DEFAULTS.steps;
    this.lr = DEFAULTS.lr;
    /** @type {settings.Speed} */
    this.speed = "full";
    this.ticket = 1;
    this.phrase = "";
    this.block = 1;
    this.head = 1;
    this.query = 0;
    /** Whether the learner wants it to go on. */
    this.running = false;
    /** How much of the tickets is made, while they are. @type {number | undefined} */
    this.preparing = undefined;
    /** @type {string | undefined} */
    this.guess = undefined;
    /** Which of the questions is asked. */
    this.asked = 0;
    /** A number that was typed and is none. @type {globalThis.Record<string, unknown> | undefined} */
    this.refused = undefined;
    /** Why a file was not taken. */
    this.fileRefused = "";
    this.dropping = false;
    this.dark = false;
    /** @type {Trainer | undefined} */
    this.trainer = undefined;
    this.round = 0;
    /** The training at hand, and the one before it. @type {Record | undefined} */
    this.record = undefined;
    /** @type {Record | undefined} */
    this.former = undefined;
    /** Trainings that have ended, by their plan. @type {Map<string, Record>} */
    this.ended = new Map();
    /** The plan for which the training at hand was begun. */
    this.begunFor = "";
    /** What is known of the tickets. @type {NonNullable<News["prepared"]> | undefined} */
    this.known = undefined;
    /** @type {News["reading"]} */
    this.reading = undefined;
    this.watched = "";
    this.ratedAt = 0;
    /** Why training ended. */
    this.failed = "";
    /** The name of the file whose weights it began with. */
    this.file = "";
    /** A file that is being opened. @type {{ round: number, name: string } | undefined} */
    this.opening = undefined;
    /** @type {import("../../model/tickets.js").Ticket[]} */
    this.offered = [];
    /** @type {string[]} */
    this.teams = [];
    /** @type {Float32Array | undefined} */
    this.probabilities = undefined;
    this.rounds = 0;
    /** Whether there is no worker. */
    this.lost = false;
  }

  // --- what is computed --------------------------------------------------------------------------

  /** @returns {Plan} */
  get plan() {
    const { seed, heads, scale, steps } = this;
    return { seed, heads, scale, steps };
  }

  /** The ticket that is watched. */
  get words() {
    return this.phrase.trim() === "" ? (this.chosen?.text ?? "") : this.phrase;
  }

  /** The offered ticket that is watched; undefined for one of one's own. */
  get chosen() {
    if (this.phrase.trim() !== "") return undefined;
    return this.offered[Math.min(this.offered.length, Math.max(1, this.ticket)) - 1];
  }

  compute() {
    /** @param {string} name @param {number} value @param {number} min @param {number} max */
    const checkWhole = (name, value, min, max) => {
      if (!Number.isInteger(value) || value < min || value > max)
        throw new RangeError(this.text("noNumber", { name, value, min, max }));
    };
    if (!HEADS.includes(this.heads))
      throw new RangeError(this.text("noHeads", { heads: this.heads, known: HEADS.join(", ") }));
    if (!SCALES.includes(this.scale))
      throw new Error(this.text("noScale", { scale: this.scale, known: SCALES.join(", ") }));
    if (!Object.hasOwn(SPEEDS, this.speed))
      throw new Error(
        this.text("noSpeed", { speed: this.speed, known: Object.keys(SPEEDS).join(", ") }),
      );
    checkWhole("seed", this.seed, 0, settings.MOST_SEED);
    checkWhole("steps", this.steps, settings.LEAST_STEPS, settings.MOST_STEPS);
    if (!(this.lr >= LR.min && this.lr <= LR.max))
      throw new RangeError(this.text("noRate", { value: this.lr, ...LR }));
    checkWhole("ticket", this.ticket, 1, OFFERED * KINDS.length);
    const logits = this.found?.logits;
    this.probabilities =
      logits &&
      /** @type {Attention} */ (this.attn).softmax({ data: logits, shape: [1, logits.length] })
        .data;
  }

  /** What the model reads of the ticket at hand. @returns {Reading | undefined} */
  get found() {
    return this.reading?.text === this.words ? this.reading.found : undefined;
  }

  /** The head that is read, as far as the model has it, and the token that looks, from 0. */
  get place() {
    const { found } = this;
    /** @param {number} value @param {number} count */
    const within = (value, count) => Math.min(count, Math.max(1, value)) - 1;
    if (!found) return { block: 0, head: 0, query: 0 };
    const n = found.tokens.length;
    return {
      block: within(this.block, found.weights.length),
      head: within(this.head, found.heads),
      query: this.query >= 1 ? within(this.query, n) : n >> 1,
    };
  }

  // --- training ----------------------------------------------------------------------------------

  /** @returns {Trainer} */
  trainerNow() {
    this.trainer ??= new Trainer(/** @type {Attention} */ (this.attn), {
      onNews: (news) => this.hear(news),
      onLost: () => this.lose(),
    });
    return this.trainer;
  }

  /** There is no worker, or none any more. */
  lose() {
    this.end();
    this.lost = true;
    this.requestUpdate();
  }

  /** Stops, and forgets the model. */
  end() {
    this.trainer?.end();
    this.trainer = undefined;
    this.running = false;
    this.preparing = undefined;
    this.opening = undefined;
    this.keepRecord();
    this.record = undefined;
    this.reading = undefined;
    this.notice = "";
  }

  /** A new model, standing still or running as before. */
  begin() {
    const trainer = this.trainerNow();
    this.keepRecord();
    this.round = ++this.rounds;
    this.record = new Record(this.plan);
    this.file = "";
    this.begunFor = keyOf(this.plan);
    this.ratedAt = this.lr;
    this.failed = "";
    this.opening = undefined;
    trainer.call("begin", { round: this.round, plan: this.plan, lr: this.lr });
    this.watch();
    this.setPace();
    this.requestUpdate();
  }

  /** The training at hand becomes the one before, when there is something to see. */
  keepRecord() {
    if (this.record && this.record.step >= MEAN_OF) this.former = this.record;
  }

  /** Tells the engine how fast, or to stand still. */
  setPace() {
    const goes = this.running && !document.hidden;
    this.trainer?.call("pace", { steps: goes ? SPEEDS[this.speed] : null });
  }

  /** Tells the engine what to read; nothing while nobody sees it. */
  watch() {
    this.watched = this.inView ? this.words : "";
    this.trainer?.call("watch", { text: this.watched });
  }

  train() {
    if (this.lost) return;
    this.running = true;
    this.fileRefused = "";
    if (!this.record || this.record.isOver || this.failed) this.begin();
    else this.setPace();
  }

  pause() {
    this.running = false;
    this.setPace();
  }

  oneStep() {
    if (this.lost) return;
    if (!this.record || this.record.isOver || this.failed) this.begin();
    this.trainer?.call("once");
  }

  startOver() {
    this.running = false;
    this.begin();
  }

  /** @param {News} news */
  hear(news) {
    if (news.offer) {
      this.offered = news.offer.tickets;
      this.teams = news.offer.teams;
      this.watch();
      this.requestUpdate();
    }
    if (news.tickets) this.saveTickets(news.tickets);
    if (news.prepared) this.known = news.prepared;
    if (news.preparing !== undefined || news.prepared)
      this.preparing = news.prepared ? undefined : news.preparing;
    if (news.refused) this.refuse(news.refused.key, news.refused.values);
    if (this.opening && news.round === this.opening.round && news.begun)
      this.takeOpened(news.begun);
    if (news.round === this.round && this.record) {
      this.record.take(news);
      if (news.reading) this.reading = news.reading;
      if (news.file) this.saveWeights(news.file);
      if (news.over) {
        this.running = false;
        if (
          !this.record.fromFile &&
          this.record.steps.every(({ lr }) => lr === this.record?.steps[0].lr)
        )
          this.ended.set(keyOf(this.record.plan), this.record);
      }
    }
    if (news.failure !== undefined) {
      this.failed = news.failure;
      this.running = false;
      this.preparing = undefined;
    }
    if (this.inView || news.over || news.begun) this.requestUpdate();
  }

  /** A model from a file stands. @param {Plan} plan */
  takeOpened(plan) {
    const { round, name } = /** @type {{ round: number, name: string }} */ (this.opening);
    this.opening = undefined;
    this.keepRecord();
    this.round = round;
    this.record = new Record(plan, true);
    this.file = name;
    this.failed = "";
    this.notice = "";
    // The controls say what the file has; that begins nothing anew.
    const heads = HEADS.includes(plan.heads) ? plan.heads : this.heads;
    this.begunFor = keyOf({ ...this.plan, heads, scale: plan.scale });
    this.set({ heads, scale: plan.scale });
  }

  onHidden = () => {
    if (!this.running) return;
    this.setPace();
    this.requestUpdate();
  };

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.onHidden);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.onHidden);
    this.end();
  }

  /** @param {import("lit").PropertyValues} changed */
  updated(changed) {
    super.updated(changed);
    if (!this.attn || this.failure !== undefined) return;
    // The worker is there once it may be seen: it knows the tickets. It makes only those that are offered.
    if (this.inView && !this.lost && this.teams.length === 0) {
      if (!this.trainer) this.trainerNow().call("offer");
    }
    if (this.trainer && this.record && !this.opening) {
      if (this.begunFor !== keyOf(this.plan)) this.begin();
      if (this.ratedAt !== this.lr) {
        this.ratedAt = this.lr;
        this.trainer.call("rate", { lr: this.lr });
      }
      if (changed.has("speed")) this.setPace();
      if (this.watched !== (this.inView ? this.words : "")) this.watch();
    }
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    const probe = root.querySelector(".probe");
    if (probe) this.dark = getComputedStyle(probe).color === "rgb(255, 255, 255)";
    if (this.found) paintMaps(root, this.found, this.dark ? "dark" : "light");
  }

  // --- files -------------------------------------------------------------------------------------

  /** @param {string} key @param {globalThis.Record<string, unknown>} [values] */
  refuse(key, values = {}) {
    this.fileRefused = this.text(key, { file: this.opening?.name ?? "", ...values });
    this.opening = undefined;
    this.notice = "";
  }

  /** One model, with a vocabulary or without. @param {Iterable<File>} files */
  async openFiles(files) {
    const list = [...files];
    const model = list.find(({ name }) => /\.safetensors$/i.test(name));
    const words = list.find(({ name }) => /\.json$/i.test(name));
    const round = ++this.rounds;
    this.fileRefused = "";
    if (!model) return this.refuse("fileUnknown");
    this.opening = { round, name: model.name };
    for (const file of [model, words]) {
      if (file && file.size > MOST_BYTES)
        return this.refuse("fileTooLarge", {
          file: file.name,
          size: (file.size / 1e6).toFixed(1),
          most: MOST_BYTES / 1e6,
        });
    }
    this.notice = this.text("fileOpening", { file: model.name });
    let bytes;
    let text;
    try {
      bytes = await model.arrayBuffer();
      text = await words?.text();
    } catch (error) {
      return this.refuse("fileUnread", { reason: /** @type {Error} */ (error).message });
    }
    if (!this.attn || this.opening?.round !== round) return;
    this.running = false;
    const trainer = this.trainerNow();
    trainer.call("pace", { steps: null });
    this.watched = this.words;
    trainer.call("watch", { text: this.watched });
    trainer.call("open", { round, plan: this.plan, lr: this.lr, bytes, words: text });
  }

  askForWeights() {
    const check = this.record?.check;
    const more = check ? { accuracy: `${check.accuracy} of ${check.of} validation tickets` } : {};
    this.trainer?.call("save", { more });
  }

  /** @param {ArrayBuffer} bytes */
  saveWeights(bytes) {
    this.savedWeights = bytes;
    saveFile(FILES.weights, new Blob([bytes], { type: "application/octet-stream" }));
    this.notice = this.text("fileSaved", { file: FILES.weights });
  }

  /** @param {NonNullable<News["tickets"]>} tickets */
  saveTickets(tickets) {
    const text = JSON.stringify({ teams: this.teams, ...tickets });
    saveFile(FILES.tickets, new Blob([text], { type: "application/json" }));
    this.notice = this.text("ticketsSaved", { file: FILES.tickets });
  }

  /** @param {DragEvent} event */
  onDragOver(event) {
    if (!this.shows("weights") || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.dropping = true;
  }

  /** @param {DragEvent} event */
  onDrop(event) {
    this.dropping = false;
    if (!this.shows("weights") || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    this.openFiles(event.dataTransfer.files);
  }

  // --- what is drawn -----------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    return [this.scale === "one" ? "weightsOne" : "weightsRoot"];
  }

  formulaPart() {
    return "scale";
  }

  picture() {
    const { record, former: before, steps, text, known } = this;
    const charts = [
      this.shows("loss") ? lineChart(lossChart({ record, before, steps, text })) : nothing,
      this.shows("accuracy")
        ? lineChart(accuracyChart({ record, before, steps, text, baseline: known?.baseline }))
        : nothing,
    ];
    const check = record?.check;
    return html`<div
      class="stage ${this.dropping ? "dropping" : ""}"
      data-drop=${text("drop")}
      @dragover=${this.onDragOver}
      @dragleave=${() => {
        this.dropping = false;
      }}
      @drop=${this.onDrop}
    >
      <span class="probe" aria-hidden="true"></span>
      ${this.shows("predict") ? questionNow(this) : nothing}${this.runBar()}
      <div class="charts">${charts}</div>
      ${
        this.shows("kinds")
          ? kindStrip({
              kinds: KINDS,
              byKind: check?.byKind,
              title: check ? text("kinds", { of: check.of }) : text("kindsNone"),
              text,
            })
          : nothing
      }
      ${this.shows("ticket") ? this.ticketNow() : nothing}
    </div>`;
  }

  runBar() {
    const { text, running, record, failed } = this;
    const main = running
      ? "pause"
      : record?.isOver
        ? "trainAgain"
        : record && record.step > 0
          ? "trainOn"
          : "train";
    /** @param {string} action @param {string} label @param {string} look @param {() => void} act */
    const button = (action, label, look, act) =>
      html`<button type="button" class=${look} data-action=${action} @click=${act}>
        ${label}
      </button>`;
    return html`<div class="run">
        ${button("train", text(main), "strong", () => (running ? this.pause() : this.train()))}
        ${button("one", text("one"), "plain", () => this.oneStep())}
        ${record ? button("anew", text("anew"), "plain", () => this.startOver()) : nothing}
        ${
          this.preparing === undefined
            ? html`<span class="status" data-status>${this.status()}</span>`
            : html`<span class="status" data-status>${text("statusPreparing")}</span> ${progress({
                  label: text("statusPreparing"),
                  fraction: this.preparing,
                  onCancel: () => this.end(),
                  text,
                })}`
        }
      </div>
      ${this.lost ? html`<p role="alert" class="refused" data-lost>${text("noWorker")}</p>` : nothing}
      ${failed ? html`<p role="alert" class="refused">${text("statusFailed", { reason: failed })}</p>` : nothing}
      ${this.fileRefused ? html`<p role="alert" class="refused" data-refused>${this.fileRefused}</p>` : nothing}`;
  }

  status() {
    const { record, text, running, file } = this;
    if (!record?.isReady) return text(record ? "statusBegins" : "statusNew");
    const { step } = record;
    const { accuracy, of } = record.check ?? { accuracy: 0, of: 0 };
    const values = { step, steps: record.plan.steps, share: percent(accuracy), of, file };
    if (record.isOver) return text("statusOver", values);
    if (running) return text(document.hidden ? "statusHidden" : "statusTraining", values);
    if (step > 0) return text("statusPaused", values);
    return text(record.fromFile ? "statusFile" : "statusReady", values);
  }

  ticketNow() {
    const { text, found, chosen, place } = this;
    const { block, head, query } = place;
    const read = () => {
      if (this.reading?.text === this.words && !found)
        return html`<p data-reads>${text("noTokens")}</p>`;
      if (!found) return html`<p class="quote">${this.words}</p>`;
      const n = found.tokens.length;
      return tokenLine({
        reading: found,
        row: headOf(found, block, head).subarray(query * n, (query + 1) * n),
        query,
        onQuery: (to) => this.set({ query: to + 1 }),
        text,
      });
    };
    return html`<div class="ticket">
      <div class="side">
        ${this.ticketFields()}
        <p class="small">
          ${chosen ? `${text("kindOf", { kind: text(`kind ${chosen.kind}`) })} ${text("about")}` : text("ownNote")}
        </p>
        <div>${read()}</div>
        ${
          this.shows("prediction")
            ? teamBars({
                teams: this.teams,
                probabilities: this.probabilities,
                team: chosen?.team,
                text,
              })
            : nothing
        }
      </div>
      ${
        this.shows("heads")
          ? html`<div class="side">
              <p>${text("heads")}</p>
              ${
                found
                  ? html`${headMaps({
                        reading: found,
                        block,
                        head,
                        onHead: (layer, at) => this.set({ block: layer + 1, head: at + 1 }),
                        text,
                      })}
                      ${heatScale({
                        scale: MAP_SCALE,
                        theme: this.dark ? "dark" : "light",
                        words: text("headsNote"),
                        signs: {},
                      })}
                      <p class="small">${text("tokensHelp")}</p>`
                  : html`<p class="no-heads">${text("headsEmpty")}</p>`
              }
            </div>`
          : nothing
      }
    </div>`;
  }

  ticketFields() {
    const { text } = this;
    const options = this.offered.map(({ text: words, kind }, at) => ({
      value: String(at + 1),
      label: text("ticketOption", { kind: text(`short ${kind}`), start: words }),
    }));
    const own = this.phrase.trim() !== "";
    return html`${menu({
        name: "ticket",
        label: text("ticket"),
        options:
          own || options.length === 0
            ? [{ value: "0", label: text("ticketOwn") }, ...options]
            : options,
        value: own ? "0" : String(this.ticket),
        onChange: (value) => this.set({ ticket: Math.max(1, Number(value)), phrase: "", query: 0 }),
      })}
      <div class="control own-ticket" data-control="phrase">
        <label for="phrase">${text("own")}</label>
        <input
          id="phrase"
          type="text"
          autocomplete="off"
          maxlength="400"
          placeholder=${text("ownHint")}
          .value=${live(this.phrase)}
          @input=${(/** @type {Event} */ event) =>
            this.set({
              phrase: /** @type {HTMLInputElement} */ (event.currentTarget).value,
              query: 0,
            })}
        />
      </div>`;
  }

  // --- readouts and controls ---------------------------------------------------------------------

  readoutItems() {
    const { text, record, known } = this;
    const later = text("notYet");
    const check = record?.check;
    const { loss, tokensPerSecond, reached } = record ?? {};
    return [
      {
        name: "step",
        label: text("readStep"),
        value: record ? text("ofSteps", { step: record.step, steps: record.plan.steps }) : later,
      },
      {
        name: "loss",
        label: text("readLoss", { count: MEAN_OF }),
        value: loss === undefined ? later : loss.toFixed(3),
      },
      {
        name: "valid",
        label: text("readValid"),
        value: check ? text("shareOf", { share: percent(check.accuracy), of: check.of }) : later,
      },
      {
        name: "baseline",
        label: text("readBaseline"),
        value: known ? percent(known.baseline) : later,
      },
      {
        name: "speed",
        label: text("readSpeed"),
        value: tokensPerSecond === undefined ? later : thousands(tokensPerSecond),
      },
      {
        name: "time",
        label: text("readTime", { goal }),
        value: reached
          ? text("seconds", { seconds: seconds(reached.ms), step: reached.step })
          : record?.step
            ? text("secondsSoFar", { seconds: seconds(record.ms) })
            : later,
      },
    ];
  }

  controls() {
    return controlsOf(this);
  }

  // --- words, tables, files ----------------------------------------------------------------------

  /** What is on screen, for whatever tells of it. @returns {import("./tell.js").Shown} */
  get shown() {
    const { record, known, words, teams, chosen, found, probabilities, place, running, text } =
      this;
    const baseline = known?.baseline;
    const team = chosen?.team;
    return { record, baseline, words, teams, team, found, probabilities, place, running, text };
  }

  sentence() {
    return sentenceOf(this.shown);
  }

  description() {
    return descriptionOf(this.shown);
  }

  tables() {
    return tablesOf(this.shown);
  }

  panels() {
    const { text, known, record } = this;
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    /** @param {string} message */
    const onDone = (message) => {
      this.notice = message;
    };
    const reproduce = () =>
      html`<div class="files">
          <button
            type="button"
            class="plain"
            data-action="tickets"
            aria-disabled=${!known}
            @click=${() => known && this.trainer?.call("list")}
          >
            ${text("saveTickets")}
          </button>
          ${known ? nothing : html`<span class="small">${text("ticketsLater")}</span>`}
        </div>
        ${copyable({
          code: this.python(),
          name: "reproduce",
          label: text("reproduceHow"),
          text,
          root,
          onDone,
        })}`;
    const { d, layers, ff } = record?.sizes ?? SETTINGS;
    const { batch } = SETTINGS;
    const values = {
      ...(known
        ? { ...known, learned: thousands(known.learned), valid: thousands(known.valid) }
        : {}),
      seconds: seconds(known?.ms ?? 0),
      ...{ d, layers, ff, batch, warmUp: WARM_UP, heads: record?.plan.heads ?? this.heads },
      ...{ count: record?.plan.steps ?? this.steps, some: CHECK.tickets, every: CHECK.every, goal },
    };
    const how = () =>
      html`<div class="described">
        <p>${known ? text("how1", values) : text("howNot")}</p>
        ${["how2", "how3", "how4"].map((key) => html`<p>${text(key, values)}</p>`)}
      </div>`;
    return [
      { name: "how", title: text("howItIs"), draw: how },
      { name: "reproduce", title: text("reproduce"), draw: reproduce },
    ];
  }

  python() {
    const { words, lr, steps, seed } = this;
    return pythonOf({ text: words, lr, steps, seed });
  }

  exports() {
    const { record, former: before, known, steps, text } = this;
    const baseline = known?.baseline;
    return {
      name: "attention-training",
      svg: () => chartsFile({ record, before, baseline, steps, text }),
      csv: () => curvesCsv(record),
      json: () => ({
        element: this.localName,
        state: Object.fromEntries(this.stateAttributes()),
        training: curvesJson(record, baseline),
      }),
    };
  }

  reset() {
    super.reset();
    this.refused = undefined;
    this.fileRefused = "";
    this.guess = undefined;
  }
}

AttentionTraining.define();
