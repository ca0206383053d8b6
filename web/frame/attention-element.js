// What every explorer is built on: its hooks, and the order in which they are drawn. What else an explorer
// has stands in files of its own: state.js, address.js, words.js, questions.js, behind.js and those that
// they name.
//
// An explorer extends AttentionElement and fills in the hooks below (compute, heading, picture, …).
// web/README.md shows one from start to end.
import { LitElement, html, nothing } from "lit";
import { define } from "../parts/define.js";
import { formula } from "../parts/letters/formula.js";
import { addMathFont } from "../parts/letters/math-font.js";
import { inSigns, useSigns } from "../parts/letters/numbers.js";
import { withSymbols } from "../parts/letters/symbols.js";
import { styleMap } from "../parts/style-map.js";
import { followTranslation, putTextsBack } from "../parts/translated.js";
import { Address } from "./address.js";
import { behind } from "./behind.js";
import { shownReadouts } from "./concealed.js";
import { codeOf } from "./embed-code.js";
import { embeddingOf } from "./embedding.js";
import { errorPanel } from "./error-panel.js";
import { filesOf } from "./files-of.js";
import { explorerStyles } from "./frame-styles.js";
import { Hold } from "./hold.js";
import { InSight } from "./in-sight.js";
import { keepKeysInside } from "./keys.js";
import { keepFocus } from "./keep-focus.js";
import { sharedModule } from "./module.js";
import { gliding } from "./moves.js";
import { NumberDoubts } from "./number-doubts.js";
import { OwnQuestions } from "./own-questions.js";
import { PageAround } from "./page-around.js";
import { Questions } from "./questions.js";
import { readouts } from "./readouts.js";
import { SaidAloud } from "./said-aloud.js";
import { State } from "./state.js";
import { sharedStrings } from "./strings.js";
import { Visibility } from "./visibility.js";
import { Words } from "./words.js";

/** @typedef {import("./module.js").Attention} Attention */
/** @typedef {import("./tables.js").NumberTable} NumberTable */
/** @typedef {import("./export-menu.js").Exports} Exports */

// Parts that draw themselves.
const PARTS = "attention-part-matrix, attention-part-line-chart";

export class AttentionElement extends LitElement {
  /** The custom element's name. */
  static tag = "";
  /** The height held free until the explorer has drawn itself. */
  static reservedHeight = "36rem";
  /** Its words in English, beside these of all explorers; `strings` replaces any of them.
   * @type {Record<string, string>} */
  static strings = sharedStrings;
  /** The properties that are its state: in attributes, in the address, in the embed code. @type {string[]} */
  static state = [];

  /** @type {import("lit").CSSResultOrNative[]} */
  static styles = explorerStyles;

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    hide: { type: String },
    address: { type: String },
    headingLevel: { type: Number, attribute: "heading-level" },
    tellHeight: { type: Boolean, attribute: "tell-height" },
    readonly: { type: Boolean },
    strings: {},
    ownQuestion: { attribute: "question" },
    attn: { state: true },
    loadError: { state: true },
    notice: { state: true },
    openParts: { state: true },
    embedForm: { state: true },
    inView: { state: true },
  };

  /** What Lit would reflect is `kept`, and reflected by state.js.
   * @param {PropertyKey} name @param {import("lit").PropertyDeclaration} [options] */
  static createProperty(name, options = {}) {
    const { reflect: kept = false, ...rest } = options;
    super.createProperty(name, /** @type {typeof options} */ ({ ...rest, kept }));
  }

  constructor() {
    super();
    /** Names of what is not to be shown, with spaces between: parts of the frame or controls. */
    this.hide = "";
    /** Set: the state is kept in the page's address, under this name (the tag when it is empty).
     * @type {string | undefined} */
    this.address = undefined;
    this.headingLevel = 2;
    /** Set where the explorer is the whole page: a frame's page tells the page around it its height. */
    this.tellHeight = false;
    /** Set: no cell of a matrix takes a number, and none is switched. */
    this.readonly = false;
    /** The author's words, by key, or that as JSON. @type {Record<string, string> | string | undefined} */
    this.strings = undefined;
    /** The author's questions in place of its own: see own-questions.js.
     * @type {import("./own-questions.js").OwnQuestion | import("./own-questions.js").OwnQuestion[] | string | undefined} */
    this.ownQuestion = undefined;
    /** The module. Hooks run only once it is there. @type {Attention | undefined} */
    this.attn = undefined;
    /** @type {unknown} */
    this.loadError = undefined;
    /** What has just been saved or copied. */
    this.notice = "";
    /** @type {Set<string>} */
    this.openParts = new Set();
    /** The way of embedding whose code is shown. */
    this.embedForm = "script";
    /** Whether it can be seen. What runs by itself stops when it is not, and waits until it is. */
    this.inView = false;
    /** What compute() threw, for the panel. @type {unknown} */
    this.failure = undefined;

    this.state = new State(this);
    this.wording = new Words(this);
    this.ownQuestions = new OwnQuestions(this);
    /** What is asked before something is shown, and what was answered. */
    this.asking = new Questions(this);
    /** What was typed and can be no number here, or two. */
    this.doubts = new NumberDoubts(this);
    this.addressing = new Address(this);
    this.hold = new Hold(this);
    this.inSight = new InSight(this);
    keepKeysInside(this);
    this.pageAround = new PageAround(this);
    this.visibility = new Visibility(this);
    this.saidAloud = new SaidAloud(this);
  }

  // --- hooks: what an explorer fills in --------------------------------------------------------

  /** Computes what is drawn, through this.attn. Throws what the learner is to read. */
  compute() {}

  /** The question it answers. @returns {unknown} */
  heading() {
    return "";
  }

  /** Formulas above the picture, by their names in web/parts/letters/formulas.js. @returns {string[]} */
  formulaNames() {
    return [];
  }

  /** The part of the formula at work. @returns {string | undefined} */
  formulaPart() {
    return undefined;
  }

  /** @returns {unknown} */
  picture() {
    return nothing;
  }

  /** What is asked in this state before something is shown.
   * @returns {import("./questions.js").Question[]} */
  questions() {
    return [];
  }

  /** @returns {import("./readouts.js").Readout[]} `of`: the matrix that it is read from */
  readoutItems() {
    return [];
  }

  /** @returns {unknown} */
  controls() {
    return nothing;
  }

  /** What has just changed, from the live numbers. @returns {unknown} */
  sentence() {
    return "";
  }

  /** Every matrix that is shown. @returns {NumberTable[]} */
  tables() {
    return [];
  }

  /** The picture in words, one paragraph each, from the live numbers; with `of`, the matrix that a
   * paragraph tells, so that it can wait for the answer to a question about it.
   * @returns {(unknown | { of: string, line: unknown })[]} */
  description() {
    return [];
  }

  /** What else opens under the picture, before the tables.
   * @returns {import("./disclosures.js").Disclosure[]} */
  panels() {
    return [];
  }

  /** Files besides the tables' CSV and JSON, which come by themselves. @returns {Partial<Exports>} */
  exports() {
    return {};
  }

  /** The package's classic scripts that a state needs besides attention-explorers.js, for embed code.
   * @param {Map<string, string>} _attributes @returns {string[]} */
  static scriptsFor(_attributes) {
    return [];
  }

  /** Goes back to what cannot fail. */
  reset() {
    this.state.reset();
    this.asking.forget();
  }

  // --- what explorers and pages ask it ----------------------------------------------------------

  /**
   * A text of this explorer with live values in it, as plain text.
   * @param {string} key @param {Record<string, unknown>} [values]
   */
  text = (key, values = {}) => this.wording.text(key, values);

  /**
   * The same where values may be templates (symbols, coloured numbers).
   * @param {string} key @param {Record<string, unknown>} [values]
   */
  rich(key, values = {}) {
    return this.wording.rich(key, values);
  }

  /** Whether the author wants this control or part. @param {string} name */
  shows(name) {
    return !this.hide.split(/[\s,]+/).includes(name);
  }

  /** The state that differs from a new element's, as attributes. @returns {Map<string, string>} */
  stateAttributes() {
    return this.state.attributes();
  }

  /**
   * What a learner did: sets properties, then tells the page with a `change` event whose detail is
   * the whole state. A page that sets properties itself is told nothing, as with native fields.
   * @param {Record<string, unknown>} changes
   */
  async set(changes) {
    const glide = this.shadowRoot && gliding(this.shadowRoot);
    const putBack = this.hold.keep();
    for (const [name, value] of Object.entries(changes)) this.state.assign(name, value);
    await this.updateComplete;
    putBack();
    glide?.();
    this.addressing.write();
    const detail = this.state.whole();
    this.dispatchEvent(new CustomEvent("change", { bubbles: true, composed: true, detail }));
  }

  /** The code of one way of embedding, for pages that show it: whole, as it is shown, when to use it, and
   * the frame that a notebook would show. Needs no place in a page.
   * @param {string} form */
  async embedCodeFor(form) {
    this.attn ??= await sharedModule();
    return codeOf(embeddingOf(this), form, this.text);
  }

  /** The files that it gives. @returns {Exports} */
  allExports() {
    return filesOf(this);
  }

  // --- life ------------------------------------------------------------------------------------

  connectedCallback() {
    addMathFont(this.ownerDocument);
    super.connectedCallback();
    // Text that names it may have stood there before.
    this.dispatchEvent(new Event("attention-figure", { bubbles: true }));
    this.start();
  }

  async start() {
    this.loadError = undefined;
    try {
      this.attn = await sharedModule();
    } catch (error) {
      this.loadError = error;
    }
  }

  /** @param {string} name @param {string | null} old @param {string | null} text */
  attributeChangedCallback(name, old, text) {
    if (this.state.reads(name, text)) super.attributeChangedCallback(name, old, text);
    else this.requestUpdate();
  }

  /** @override */
  async getUpdateComplete() {
    const done = await super.getUpdateComplete();
    const parts = this.shadowRoot?.querySelectorAll(PARTS) ?? [];
    await Promise.all(Array.from(parts, (part) => /** @type {LitElement} */ (part).updateComplete));
    return done;
  }

  /** @param {import("lit").PropertyValues} _changed */
  willUpdate(_changed) {
    this.state.readTexts();
    if (!this.attn) return;
    try {
      this.state.check();
      this.wording.read(this.strings);
      useSigns(this.signs);
      this.ownQuestions.read(this.ownQuestion);
      this.compute();
      this.failure = undefined;
    } catch (error) {
      this.failure = error;
    }
  }

  /** @param {import("lit").PropertyValues} changed */
  update(changed) {
    this.state.reflect(changed);
    followTranslation(this.renderRoot);
    putTextsBack(this.renderRoot);
    const settle = keepFocus(this.shadowRoot);
    super.update(changed);
    settle();
  }

  /** How the language of its words writes numbers. */
  get signs() {
    return this.wording.signs;
  }

  /** Numbers are computed into words, and drawn, as the language writes them. */
  performUpdate() {
    inSigns(this.signs, () => super.performUpdate());
  }

  // --- what is drawn: the same places in every explorer -----------------------------------------

  render() {
    if (this.loadError !== undefined) {
      return this.frame(
        errorPanel({ error: this.loadError, onRetry: () => this.start(), text: this.text }),
      );
    }
    if (!this.attn) {
      return this.frame(html`<p class="waiting">${this.text("starting")}</p>`);
    }
    if (this.failure === undefined) {
      try {
        return this.frame(this.body());
      } catch (error) {
        this.failure = error;
      }
    }
    const onRetry = () => {
      this.reset();
      this.requestUpdate();
    };
    return this.frame(errorPanel({ error: this.failure, onRetry, text: this.text }));
  }

  /** @param {unknown} body */
  frame(body) {
    const { names, part, heading } = this.above();
    const { reservedHeight } = /** @type {typeof AttentionElement} */ (this.constructor);
    const minHeight = this.attn || this.loadError !== undefined ? "" : reservedHeight;
    return html`<section
      class="frame"
      lang=${this.wording.language}
      dir=${this.wording.direction ?? nothing}
      style=${styleMap({ minHeight })}
      aria-labelledby=${this.shows("heading") ? "heading" : nothing}
    >
      ${
        this.shows("heading")
          ? html`<p class="heading" id="heading" role="heading" aria-level=${this.headingLevel}>
              ${heading}
            </p>`
          : nothing
      }
      ${names.length > 0 ? formula(names, part) : nothing} ${body}
    </section>`;
  }

  /** What stands above the picture. Where the explorer has failed, what it cannot say is left out. */
  above() {
    const read = () => ({
      heading: this.heading(),
      names: this.shows("formula") ? this.formulaNames() : [],
      part: this.formulaPart(),
    });
    if (this.failure === undefined) return read();
    try {
      return read();
    } catch {
      return { heading: this.text("heading"), names: [], part: undefined };
    }
  }

  body() {
    const items = shownReadouts(this);
    return html`<div class="together">
        <div class="picture">${this.picture()}</div>
        ${this.asking.draw()}
        ${this.shows("readouts") && items.length > 0 ? readouts(items) : nothing}
        ${this.shows("controls") ? html`<div class="controls">${this.controls()}</div>` : nothing}
        ${this.doubts.draw()}
        ${
          this.shows("sentence")
            ? html`<p class="sentence">${withSymbols(this.sentence())}</p>
                <p class="unseen" role="status" data-said></p>`
            : nothing
        }
      </div>
      ${behind(this)}`;
  }

  /** Registers the element under its tag; a second script on the page changes nothing. */
  static define() {
    define(this.tag, this);
  }
}
