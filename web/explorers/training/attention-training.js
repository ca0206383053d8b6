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
//   tickets       tickets to offer in the place of its own, with | between
//   phrase        a ticket of one's own, in its place
//   block, head   which head is read, from 1
//   query         which of the ticket's tokens looks, from 1; 0: one in the middle
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: predict loss accuracy kinds ticket prediction heads speed lr head-count scale steps seed
// weights reproduce how, and the parts of the frame.
//
// Property: strings, the author's words (web/explorers/training/strings.js). Event: change, its detail the state.
// As soon as it is seen the tickets are made and an untrained model stands; nothing is trained before it is asked for.
import { html, nothing } from "lit";
import { accuracyChart, lossChart } from "./charts.js";
import { controlsOf } from "./controls.js";
import { chartsFile, curvesCsv, curvesJson } from "./exports.js";
import { paintMaps } from "./head-maps.js";
import { kindStrip } from "./kind-strip.js";
import * as files from "./model-files.js";
import { panelsOf } from "./panels.js";
import { numpyOf, pythonOf } from "./python.js";
import { questionsOf } from "./question-view.js";
import { isUnderstood } from "./reading.js";
import { readoutsOf } from "./readouts.js";
import { Record, keyOf } from "./record.js";
import { endedKey } from "./questions.js";
import { runBar } from "./run-bar.js";
import { thousands } from "./write.js";
import * as settings from "./settings.js";
import { strings } from "./strings.js";
import { trainingStyles } from "./styles.js";
import { descriptionOf, sentenceOf, tablesOf } from "./tell.js";
import { ticketNow } from "./ticket-view.js";
import { Trainer } from "./trainer.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { textsConverter } from "../../frame/converters.js";
import { drawingStyles } from "../../parts/charts/drawing.js";
import { lineChart, lineChartStyles } from "../../parts/charts/line-chart.js";
import { fileFieldStyles } from "../../parts/fields/file-field.js";
import { numberFieldStyles } from "../../parts/fields/number-field.js";
import { progressStyles } from "../../parts/fields/progress.js";
import { heatScaleStyles } from "../../parts/matrix/heat-scale.js";

/** @typedef {import("../../frame/attention-element.js").Attention} Attention */
/** @typedef {import("./engine.js").News} News */
/** @typedef {import("./run.js").Reading} Reading */
/** @typedef {import("./settings.js").Plan} Plan */

const { DEFAULTS, HEADS, KINDS, LR, MEAN_OF, OFFERED, SCALES, SPEEDS } = settings;

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
    "tickets",
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
    trainingStyles,
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
    tickets: { converter: textsConverter, reflect: true },
    block: { type: Number, reflect: true },
    head: { type: Number, reflect: true },
    query: { type: Number, reflect: true },
    running: { state: true },
    preparing: { state: true },
    comparing: { state: true },
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
    /** Tickets of the author's, in the place of those that are offered. @type {string[] | undefined} */
    this.tickets = undefined;
    this.block = 1;
    this.head = 1;
    this.query = 0;
    /** Whether the learner wants it to go on. */
    this.running = false;
    /** How much of the tickets is made, while they are. @type {number | undefined} */
    this.preparing = undefined;
    /** The trainings that are still to be run for the question. @type {(Plan & { lr: number })[] | undefined} */
    this.comparing = undefined;
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
    /** The share that a bag of words gets right. @type {number | undefined} */
    this.baseline = undefined;
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

  /** What may be watched: of the author's tickets, nobody says which team is right.
   * @returns {{ text: string, team?: number, kind?: string }[]} */
  get choices() {
    return this.tickets?.map((text) => ({ text })) ?? this.offered;
  }

  /** The offered ticket that is watched; undefined for one of one's own. */
  get chosen() {
    if (this.phrase.trim() !== "") return undefined;
    const { choices } = this;
    return choices[Math.min(choices.length, Math.max(1, this.ticket)) - 1];
  }

  compute() {
    /** @param {string} name @param {number} value @param {number} min @param {number} max */
    const checkWhole = (name, value, min, max) => {
      if (!Number.isInteger(value) || value < min || value > max)
        throw new RangeError(this.text("noNumber", { name, value: `${value}`, min, max }));
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
    checkWhole("ticket", this.ticket, 1, this.tickets?.length ?? OFFERED * KINDS.length);
    const logits = this.found?.logits;
    this.probabilities =
      logits &&
      /** @type {Attention} */ (this.attn).softmax({ data: logits, shape: [1, logits.length] })
        .data;
  }

  /** What the model reads of the ticket at hand. @returns {Reading | undefined} */
  get found() {
    const found = this.reading?.text === this.words ? this.reading.found : undefined;
    return found && isUnderstood(found) ? found : undefined;
  }

  /** Whether the text at hand is one of which the model knows next to nothing. */
  get isDoubtful() {
    return this.reading?.text === this.words && Boolean(this.reading.found) && !this.found;
  }

  /** The head that is read, as far as the model has it, and the token that looks, from 0. */
  get place() {
    const { found } = this;
    // An attribute may hold anything: what is no number is the first.
    /** @param {number} value @param {number} count */
    const within = (value, count) => Math.min(count, Math.max(1, Math.floor(value) || 1)) - 1;
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
    // First how fast: a training that has just ended would go on at its pace.
    this.setPace();
    trainer.call("begin", { round: this.round, plan: this.plan, lr: this.lr });
    this.watch();
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

  /** Whether there can be a worker: not where they are refused, nor for what is not in a page. */
  get canTrain() {
    return !this.lost && this.isConnected;
  }

  train() {
    if (!this.canTrain) return;
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
    if (!this.canTrain) return;
    if (!this.record || this.record.isOver || this.failed) this.begin();
    this.trainer?.call("once");
  }

  startOver() {
    if (!this.canTrain) return;
    this.running = false;
    this.comparing = undefined;
    this.begin();
  }

  /** Runs both trainings of a question, one after the other, as far as they have not ended here yet.
   * @param {import("./questions.js").Question} question @param {Plan} plan @param {number} lr as it was asked */
  compare({ usual, other }, plan, lr) {
    if (!this.canTrain) return;
    this.comparing = [usual(plan), other(plan)]
      .filter((one) => !this.ended.has(endedKey(one, lr)))
      .map((one) => ({ ...one, lr }));
    this.compareNext();
  }

  compareNext() {
    const next = this.comparing?.shift();
    if (!next) {
      this.comparing = undefined;
      return;
    }
    this.set({ ...next });
    this.running = true;
    this.begin();
  }

  /** @param {News} news */
  hear(news) {
    if (news.offer) {
      this.offered = news.offer.tickets;
      this.teams = news.offer.teams;
      this.watch();
      // The untrained model is there to be looked at.
      if (!this.record && !this.opening) this.begin();
      this.requestUpdate();
    }
    if (news.tickets) files.saveTickets(this, news.tickets);
    if (news.prepared) this.known = news.prepared;
    this.baseline = news.baseline ?? this.baseline;
    if (news.preparing !== undefined || news.prepared)
      this.preparing = news.prepared ? undefined : news.preparing;
    if (news.refused) files.refuse(this, news.refused.key, news.refused.values);
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
          this.ended.set(endedKey(this.record.plan, this.record.steps[0].lr), this.record);
        if (this.comparing) this.compareNext();
      }
    }
    if (news.failure !== undefined) {
      this.failed = news.failure;
      this.running = false;
      this.comparing = undefined;
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
      if (this.begunFor !== keyOf(this.plan)) {
        this.comparing = undefined;
        this.begin();
      }
      if (this.ratedAt !== this.lr) {
        this.comparing = undefined;
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

  /** Begins with weights from files: one model, with a vocabulary or without. @param {Iterable<File>} list */
  openFiles(list) {
    return files.openFiles(this, list);
  }

  /** Saves the weights, as soon as the worker hands them over. */
  askForWeights() {
    files.askForWeights(this);
  }

  /** @param {ArrayBuffer} bytes */
  saveWeights(bytes) {
    files.saveWeights(this, bytes);
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

  questions() {
    return questionsOf(this);
  }

  get questionName() {
    return questionsOf(this)[0].name;
  }

  picture() {
    const { record, former: before, steps, text, baseline } = this;
    const charts = [
      this.shows("loss") ? lineChart(lossChart({ record, before, steps, text })) : nothing,
      this.shows("accuracy")
        ? lineChart(accuracyChart({ record, before, steps, text, baseline }))
        : nothing,
    ];
    const check = record?.check;
    return html`<div
      class="stage ${this.dropping ? "dropping" : ""}"
      data-drop=${text("drop")}
      @dragover=${(/** @type {DragEvent} */ event) => files.onDragOver(this, event)}
      @dragleave=${() => {
        this.dropping = false;
      }}
      @drop=${(/** @type {DragEvent} */ event) => files.onDrop(this, event)}
    >
      <span class="probe" aria-hidden="true"></span>
      ${this.asking.draw(this.questionName)}${runBar(this)}
      <div class="charts">${charts}</div>
      ${
        this.shows("kinds")
          ? kindStrip({
              kinds: KINDS,
              byKind: check?.byKind,
              title: check ? text("kinds", { of: thousands(check.of) }) : text("kindsNone"),
              text,
            })
          : nothing
      }
      ${this.shows("ticket") ? ticketNow(this) : nothing}
    </div>`;
  }

  // --- readouts and controls ---------------------------------------------------------------------

  readoutItems() {
    return readoutsOf(this);
  }

  controls() {
    return controlsOf(this);
  }

  // --- words, tables, files ----------------------------------------------------------------------

  /** What is on screen, for whatever tells of it. @returns {import("./tell.js").Shown} */
  get shown() {
    const { record, baseline, words, teams, chosen, found, probabilities, place, running, text } =
      this;
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
    return panelsOf(this);
  }

  python() {
    const { words, lr, steps, seed } = this;
    return pythonOf({ text: words, lr, steps, seed });
  }

  exports() {
    const { record, former: before, baseline, steps, text } = this;
    return {
      name: "attention-training",
      svg: () => chartsFile({ record, before, baseline, steps, text }),
      csv: () => curvesCsv(record),
      json: () => ({
        element: this.localName,
        state: Object.fromEntries(this.stateAttributes()),
        training: curvesJson(record, baseline),
      }),
      numpy: () => numpyOf({ text: this.words, probabilities: this.probabilities }),
    };
  }

  reset() {
    super.reset();
    this.refused = undefined;
    this.fileRefused = "";
    this.comparing = undefined;
  }
}

AttentionTraining.define();
