// What every explorer is built on: the module, loaded once a page; the frame with its fixed places;
// state that is the element's attributes; and what stands there while it starts and when it fails.
//
// An explorer extends AttentionElement and fills in the hooks below (compute, heading, picture, …).
// web/README.md shows one from start to end.
import { LitElement, css, defaultConverter, html, nothing } from "lit";
import { styleMap } from "../parts/style-map.js";
import { load } from "../../js/index.js";
import { arithmeticStyles } from "../parts/letters/arithmetic.js";
import { colourBarStyles } from "../parts/matrix/colour-bar.js";
import { controlStyles } from "../parts/fields/controls.js";
import { define } from "../parts/define.js";
import { disclosureStyles, disclosures } from "./disclosures.js";
import { codeOf, embedPanel, embedStyles } from "./embed-code.js";
import { equationStyles } from "../parts/matrix/equation.js";
import { errorPanel, errorStyles } from "./error-panel.js";
import { exportMenu } from "./export-menu.js";
import { keepFocus } from "./keep-focus.js";
import { toPng } from "./files.js";
import { formula, formulaStyles } from "../parts/letters/formula.js";
import { tellHeight } from "./page-around.js";
import { matrixStyles } from "../parts/matrix/matrix-grid.js";
import { glide, placesOf } from "./moves.js";
import { plain } from "../parts/letters/numbers.js";
import { knownIntegrity, ownText } from "./own-script.js";
import { OwnQuestions } from "./own-questions.js";
import { questionStyles } from "./question-view.js";
import { Questions } from "./questions.js";
import { readoutStyles, readouts } from "./readouts.js";
import { readAddress, writeAddress } from "./state.js";
import { stepperStyles } from "../parts/fields/stepper.js";
import { sharedStrings } from "./strings.js";
import { CONCEALED, numberTables, tableStyles, toCsv } from "./tables.js";
import { theme } from "./theme.js";

/** @typedef {Awaited<ReturnType<typeof load>>} Attention */
/** @typedef {import("./tables.js").NumberTable} NumberTable */
/** @typedef {import("./export-menu.js").Exports} Exports */

// Parts that draw themselves.
const PARTS = "attention-part-matrix, attention-part-line-chart";

/** @type {Promise<Attention> | undefined} */
let shared;

/** The module, one instance for all explorers of the page. A load that failed may be tried again. */
export function sharedModule() {
  if (!shared) {
    shared = load();
    shared.catch(() => {
      shared = undefined;
    });
  }
  return shared;
}

const frameStyles = css`
  /* What was pressed is held in its place by holdAt(); an engine that anchors the scroll position to
     something else inside would move it a second time. */
  :host {
    overflow-anchor: none;
  }

  .frame {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    /* While it starts, what is there already stands where it will stay. */
    align-content: start;
    gap: 16px;
  }

  .heading {
    margin: 0;
    max-width: none;
    font-size: var(--text);
    font-weight: 600;
    text-wrap: balance;
  }

  .picture {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 12px;
  }

  .sentence {
    min-height: 3em;
  }

  .notice:empty {
    display: none;
  }

  .waiting {
    color: var(--muted);
  }
`;

// Last of all, so that it overrules what each part says for the screen.
const printStyles = css`
  @media print {
    .controls,
    .notice {
      display: none;
    }

    .matrix .cell,
    .colour-bar .ramp {
      print-color-adjust: exact;
      -webkit-print-color-adjust: exact;
    }
  }
`;

// What an author sets and a learner does not change: the address may say it, as for a frame, whose
// address is all that its author can write.
const AUTHORS = ["hide", "theme", "question"];

// Milliseconds between two writings of the address.
const ADDRESS_PAUSE = 400;
// Milliseconds without a change after which the sentence is said, and for which it then stands.
const SETTLED_PAUSE = 500;
const SAID_PAUSE = 5000;

export class AttentionElement extends LitElement {
  /** The custom element's name. */
  static tag = "";
  /** The height held free until the explorer has drawn itself. */
  static reservedHeight = "36rem";
  /** Its words in English; `strings` replaces any of them. @type {Record<string, string>} */
  static strings = {};
  /** The properties that are its state: in attributes, in the address, in the embed code. @type {string[]} */
  static state = [];

  /** @type {import("lit").CSSResultOrNative[]} */
  static styles = [
    theme,
    frameStyles,
    formulaStyles,
    equationStyles,
    matrixStyles,
    colourBarStyles,
    arithmeticStyles,
    questionStyles,
    readoutStyles,
    controlStyles,
    stepperStyles,
    disclosureStyles,
    embedStyles,
    tableStyles,
    errorStyles,
    printStyles,
  ];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    hide: { type: String },
    address: { type: String },
    headingLevel: { type: Number, attribute: "heading-level" },
    tellHeight: { type: Boolean, attribute: "tell-height" },
    strings: { attribute: false },
    ownQuestion: { attribute: "question" },
    attn: { state: true },
    loadError: { state: true },
    notice: { state: true },
    openParts: { state: true },
    embedForm: { state: true },
    inView: { state: true },
  };

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
    /** The author's words, by key. @type {Record<string, string> | undefined} */
    this.strings = undefined;
    /** The author's questions in place of its own: see own-questions.js.
     * @type {import("./own-questions.js").OwnQuestion | import("./own-questions.js").OwnQuestion[] | string | undefined} */
    this.ownQuestion = undefined;
    this.ownQuestions = new OwnQuestions(this);
    /** What is asked before something is shown, and what was answered. */
    this.asking = new Questions(this);
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
    this.inView = typeof IntersectionObserver === "undefined";
    /** What compute() threw, for the panel. @type {unknown} */
    this.failure = undefined;
    /** The control that the learner holds: it stays where it is when what is above grows.
     * @type {Element | undefined} */
    this.held = undefined;
    /** @type {IntersectionObserver | undefined} */
    this.observer = undefined;
    /** @type {ReturnType<typeof tellHeight> | undefined} */
    this.frameHeight = undefined;
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

  /** The package's classic scripts that this state needs besides attention-explorers.js, for embed code.
   * @returns {string[]} */
  scripts() {
    return [];
  }

  /** Goes back to what cannot fail. */
  reset() {
    const fresh = this.fresh();
    for (const name of this.stateNames()) this.assign(name, fresh.read(name));
    this.asking.forget();
  }

  // --- words -----------------------------------------------------------------------------------

  /** @param {string} key */
  template(key) {
    const own = /** @type {typeof AttentionElement} */ (this.constructor).strings;
    return this.strings?.[key] ?? own[key] ?? sharedStrings[key] ?? key;
  }

  /**
   * A text of this explorer with live values in it, as plain text.
   * @param {string} key @param {Record<string, unknown>} [values]
   */
  text = (key, values = {}) =>
    this.template(key).replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

  /**
   * The same where values may be templates (symbols, coloured numbers).
   * @param {string} key @param {Record<string, unknown>} [values]
   */
  rich(key, values = {}) {
    return this.template(key)
      .split(/\{(\w+)\}/g)
      .map((piece, index) => (index % 2 === 0 ? piece : (values[piece] ?? "")));
  }

  /** Whether the author wants this control or part. @param {string} name */
  shows(name) {
    return !this.hide.split(/[\s,]+/).includes(name);
  }

  // --- state -----------------------------------------------------------------------------------

  stateNames() {
    return /** @type {typeof AttentionElement} */ (this.constructor).state;
  }

  /** @param {string} name @returns {unknown} */
  read(name) {
    return /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this))[name];
  }

  /** @param {string} name @param {unknown} value */
  assign(name, value) {
    /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this))[name] = value;
  }

  /** An element of this kind as it is made, to tell what has been changed. @returns {this} */
  fresh() {
    return new /** @type {new () => this} */ (this.constructor)();
  }

  /** The state that differs from a new element's, as attributes. @returns {Map<string, string>} */
  stateAttributes() {
    const fresh = this.fresh();
    /** @param {this} element @param {string} name @returns {string | null} */
    const written = (element, name) => {
      const { toAttribute, type } = this.propertyOptions(name);
      const value = toAttribute(element.read(name), type);
      return value === null || value === undefined ? null : String(value);
    };
    const attributes = new Map();
    for (const name of this.stateNames()) {
      const text = written(this, name);
      if (text !== null && text !== written(fresh, name)) {
        attributes.set(this.propertyOptions(name).attribute, text);
      }
    }
    return attributes;
  }

  /** A part of the state as its attribute is written; undefined where there is no such part.
   * @param {string} attribute @returns {string | undefined} */
  attributeText(attribute) {
    const name = this.stateNames().find(
      (each) => this.propertyOptions(each).attribute === attribute,
    );
    if (name === undefined) return undefined;
    const { toAttribute, type } = this.propertyOptions(name);
    return String(toAttribute(this.read(name), type) ?? "");
  }

  /** Parts of the state, as attributes are read. @param {Record<string, string | number>} texts */
  setAttributes(texts) {
    const given = new Map(Object.entries(texts));
    for (const name of this.stateNames()) {
      const { attribute, type, fromAttribute } = this.propertyOptions(name);
      const text = given.get(attribute);
      if (text !== undefined) this.assign(name, fromAttribute(String(text), type));
    }
  }

  /** What its author has set of AUTHORS. @returns {Map<string, string>} */
  authorAttributes() {
    const theme = this.getAttribute("theme") ?? "";
    const { ownQuestion = "" } = this;
    const question = typeof ownQuestion === "string" ? ownQuestion : JSON.stringify(ownQuestion);
    /** @type {[string, string][]} */
    const all = [
      ["hide", this.hide],
      ["theme", theme],
      ["question", question],
    ];
    return new Map(all.filter(([, value]) => value !== ""));
  }

  /** @param {string} name */
  propertyOptions(name) {
    const options = /** @type {typeof AttentionElement} */ (this.constructor).elementProperties.get(
      name,
    );
    const given = /** @type {Partial<typeof defaultConverter>} */ (options?.converter ?? {});
    const { fromAttribute, toAttribute } = { ...defaultConverter, ...given };
    return {
      type: options?.type,
      isText: options?.type === String && !options.converter,
      attribute: typeof options?.attribute === "string" ? options.attribute : name.toLowerCase(),
      fromAttribute: /** @type {NonNullable<typeof fromAttribute>} */ (fromAttribute),
      toAttribute: /** @type {NonNullable<typeof toAttribute>} */ (toAttribute),
    };
  }

  /** React, Preact and Vue set a property where there is one, and markup gives them text: it is read as
   * the attribute would be. */
  readTexts() {
    for (const name of this.stateNames()) {
      const value = this.read(name);
      const { type, isText, fromAttribute } = this.propertyOptions(name);
      if (typeof value === "string" && !isText) this.assign(name, fromAttribute(value, type));
    }
  }

  /** Scrolls so that what is held under the pointer is where it was.
   * @param {number} top */
  holdAt(top) {
    if (!this.held) return;
    const shift = this.held.getBoundingClientRect().top - top;
    // To a place, not by a distance: Firefox may add a distance to a place it was about to leave.
    if (Math.abs(shift) > 1) window.scrollTo({ top: window.scrollY + shift, behavior: "instant" });
  }

  /**
   * What a learner did: sets properties, then tells the page with a `change` event whose detail is
   * the whole state. A page that sets properties itself is told nothing, as with native fields.
   * @param {Record<string, unknown>} changes
   */
  async set(changes) {
    const before = this.shadowRoot ? placesOf(this.shadowRoot) : new Map();
    const heldAt = this.held?.getBoundingClientRect().top;
    for (const [name, value] of Object.entries(changes)) this.assign(name, value);
    await this.updateComplete;
    if (heldAt !== undefined) {
      // Once more in the next frame: an engine that anchors the scroll position itself may move it then.
      this.holdAt(heldAt);
      requestAnimationFrame(() => this.holdAt(heldAt));
    }
    if (this.shadowRoot) glide(this.shadowRoot, before);
    if (this.address !== undefined) this.writeToAddress();
    const detail = this.wholeState();
    this.dispatchEvent(new CustomEvent("change", { bubbles: true, composed: true, detail }));
  }

  /** @returns {Record<string, unknown>} */
  wholeState() {
    return Object.fromEntries(this.stateNames().map((name) => [name, this.read(name)]));
  }

  get addressName() {
    return this.address || this.localName;
  }

  /** Browsers take about a hundred new addresses in half a minute, fewer than a slider's drag makes; so
   * one is written at once, and what follows within ADDRESS_PAUSE as one more at its end. */
  writeToAddress() {
    if (this.addressTimer !== undefined) {
      this.addressIsBehind = true;
      return;
    }
    this.addressTimer = setTimeout(() => {
      this.addressTimer = undefined;
      if (this.addressIsBehind) this.writeToAddress();
    }, ADDRESS_PAUSE);
    this.addressIsBehind = false;
    const { hash: old } = window.location;
    const said = readAddress(this.addressName, old);
    const kept = AUTHORS.flatMap((name) => {
      const text = said.get(name);
      return text === undefined ? [] : [/** @type {[string, string]} */ ([name, text])];
    });
    const attributes = new Map([...this.stateAttributes(), ...kept]);
    const hash = writeAddress(this.addressName, attributes, old);
    try {
      window.history.replaceState(window.history.state, "", hash);
    } catch {
      // A frame without an address of its own: the state stays in the attributes.
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  addressTimer;
  addressIsBehind = false;

  readFromAddress = () => {
    this.addressIsBehind = false; // a new address overrules what was about to be written
    if (this.address === undefined) return;
    const found = readAddress(this.addressName, window.location.hash);
    for (const name of AUTHORS) {
      const text = found.get(name);
      if (text !== undefined) this.setAttribute(name, text);
    }
    const fresh = this.fresh();
    for (const name of this.stateNames()) {
      const { attribute, type, fromAttribute } = this.propertyOptions(name);
      const text = found.get(attribute);
      if (text !== undefined) this.assign(name, fromAttribute(text, type));
      else if (this.hasUpdated) this.assign(name, fresh.read(name));
    }
  };

  // --- life ------------------------------------------------------------------------------------

  connectedCallback() {
    super.connectedCallback();
    this.readFromAddress();
    window.addEventListener("hashchange", this.readFromAddress);
    this.observer = new IntersectionObserver((entries) => {
      this.inView = entries[entries.length - 1].isIntersecting;
    });
    this.observer.observe(this);
    if (this.tellHeight) this.frameHeight = tellHeight(this.localName);
    this.start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.readFromAddress);
    this.observer?.disconnect();
    this.frameHeight?.stop();
    clearTimeout(this.addressTimer);
    this.addressTimer = undefined;
    clearTimeout(this.sayTimer);
  }

  async start() {
    this.loadError = undefined;
    try {
      this.attn = await sharedModule();
    } catch (error) {
      this.loadError = error;
    }
  }

  firstUpdated() {
    /** @param {Event} event */
    const hold = (event) => {
      const target = /** @type {Element} */ (event.target);
      this.held = target.closest(".controls")
        ? (target.closest("button, label, select, input") ?? undefined)
        : undefined;
    };
    this.shadowRoot?.addEventListener("pointerdown", hold, { capture: true });
    this.shadowRoot?.addEventListener("keydown", hold, { capture: true });
  }

  /** @override */
  async getUpdateComplete() {
    const done = await super.getUpdateComplete();
    const parts = this.shadowRoot?.querySelectorAll(PARTS) ?? [];
    await Promise.all(Array.from(parts, (part) => /** @type {LitElement} */ (part).updateComplete));
    return done;
  }

  /** @param {import("lit").PropertyValues} changed */
  update(changed) {
    const settle = keepFocus(this.shadowRoot);
    super.update(changed);
    settle();
    this.sayOnceSettled();
    if (this.frameHeight) this.updateComplete.then(this.frameHeight.tell);
  }

  /** @type {string | undefined} */
  lastSentence;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  sayTimer;

  /** A screen reader says the sentence when it has stopped changing: not for every place of a slider, nor
   * for every step of what runs by itself, nor as the page opens. */
  sayOnceSettled() {
    const root = this.shadowRoot;
    const sentence = root?.querySelector(".sentence")?.textContent?.replace(/\s+/g, " ").trim();
    const isNew = this.lastSentence !== undefined && sentence !== this.lastSentence;
    this.lastSentence = sentence;
    if (!isNew) return;
    const say = (/** @type {string} */ words) => {
      const said = root?.querySelector("[data-said]");
      if (said) said.textContent = words;
    };
    clearTimeout(this.sayTimer);
    this.sayTimer = setTimeout(() => {
      say(this.lastSentence ?? "");
      // Who reads on through the page shall not find it twice.
      this.sayTimer = setTimeout(() => say(""), SAID_PAUSE);
    }, SETTLED_PAUSE);
  }

  /** @param {import("lit").PropertyValues} _changed */
  willUpdate(_changed) {
    this.readTexts();
    if (!this.attn) return;
    try {
      this.ownQuestions.read(this.ownQuestion);
      this.compute();
      this.failure = undefined;
    } catch (error) {
      this.failure = error;
    }
  }

  // --- frame: the same places in every explorer -------------------------------------------------

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
    const names = this.shows("formula") ? this.formulaNames() : [];
    const { reservedHeight } = /** @type {typeof AttentionElement} */ (this.constructor);
    const minHeight = this.attn || this.loadError !== undefined ? "" : reservedHeight;
    return html`<section
      class="frame"
      style=${styleMap({ minHeight })}
      aria-labelledby=${this.shows("heading") ? "heading" : nothing}
    >
      ${
        this.shows("heading")
          ? html`<p class="heading" id="heading" role="heading" aria-level=${this.headingLevel}>
              ${this.heading()}
            </p>`
          : nothing
      }
      ${names.length > 0 ? formula(names, this.formulaPart()) : nothing} ${body}
    </section>`;
  }

  body() {
    const items = this.shownReadouts();
    return html`<div class="picture">${this.picture()}</div>
      ${this.asking.draw()}
      ${this.shows("readouts") && items.length > 0 ? readouts(items) : nothing}
      ${this.shows("controls") ? html`<div class="controls">${this.controls()}</div>` : nothing}
      ${
        this.shows("sentence")
          ? html`<p class="sentence">${this.sentence()}</p>
              <p class="unseen" role="status" data-said></p>`
          : nothing
      }
      ${this.behind()}`;
  }

  // While a question is open, nothing gives its answer away.

  shownReadouts() {
    return this.readoutItems().map((item) =>
      item.of && this.asking.hides(item.of) ? { ...item, value: this.text("notYetShown") } : item,
    );
  }

  shownTables() {
    return this.tables().map((table) => ({
      ...table,
      concealed: table.concealed || this.asking.hides(table.name),
    }));
  }

  shownDescription() {
    let leftOut = false;
    const lines = this.description().flatMap((line) => {
      if (typeof line !== "object" || line === null || !("of" in line)) return [line];
      const { of, line: said } = /** @type {{ of: string, line: unknown }} */ (line);
      if (!this.asking.hides(of)) return [said];
      leftOut = true;
      return [];
    });
    return leftOut ? [...lines, this.text("afterQuestion")] : lines;
  }

  /** Tables, description, files and embed code. */
  behind() {
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    /** @param {string} message */
    const onDone = (message) => {
      this.notice = message;
    };
    const { text } = this;
    const all = [
      ...this.panels(),
      { name: "tables", title: text("tables"), draw: () => numberTables(this.shownTables()) },
      {
        name: "description",
        title: text("description"),
        draw: () =>
          html`<div class="described">
            ${this.shownDescription().map((line) => html`<p>${line}</p>`)}
          </div>`,
      },
      {
        name: "export",
        title: text("export"),
        draw: () => exportMenu({ exports: this.allExports(), text, root, onDone }),
      },
      {
        name: "embed",
        title: text("embed"),
        draw: () =>
          embedPanel({
            embedding: this.embedding(),
            form: this.embedForm,
            onForm: (form) => {
              this.embedForm = form;
              this.notice = "";
            },
            text,
            root,
            onDone,
          }),
      },
    ];
    const shown = all.filter(({ name }) => this.shows(name));
    if (shown.length === 0) return nothing;
    /** @param {string} name @param {boolean} isOpen */
    const onToggle = (name, isOpen) => {
      if (isOpen === this.openParts.has(name)) return;
      const open = new Set(this.openParts);
      if (isOpen) open.add(name);
      else open.delete(name);
      this.openParts = open;
      this.notice = "";
    };
    return html`${disclosures(shown, this.openParts, onToggle)}
      <p class="notice" role="status">${this.notice}</p>`;
  }

  /** This explorer as it stands, for the code that embeds it.
   * @returns {import("./embed-forms.js").Embedding} */
  embedding() {
    // What is open below the picture is not open in the copy.
    const below = this.shadowRoot?.querySelector(".disclosures")?.getBoundingClientRect().height;
    const own = this.getBoundingClientRect().height;
    const height = own === 0 ? 640 : own - (below ?? 0) + 60;
    return {
      tag: this.localName,
      attributes: new Map([...this.stateAttributes(), ...this.authorAttributes()]),
      title: this.text("heading").replaceAll("_", ""),
      fallback: this.text("needsScript"),
      height: Math.max(Math.ceil(height / 20) * 20, 200),
      version: this.attn?.build.version ?? "",
      scripts: ["attention-explorers.js", ...this.scripts()],
      integrity: knownIntegrity(),
      ownText: ownText(),
    };
  }

  /** The code of one way of embedding, for pages that show it: whole, as it is shown, when to use it, and
   * the frame that a notebook would show. Needs no place in a page.
   * @param {string} form */
  async embedCodeFor(form) {
    this.attn ??= await sharedModule();
    return codeOf(this.embedding(), form, this.text);
  }

  /** @returns {Exports} */
  allExports() {
    const tables = this.shownTables();
    const own = this.exports();
    const { svg } = own;
    return {
      name: this.localName,
      png: svg && (() => toPng(svg())),
      csv: () => toCsv(tables, plain),
      json: () => ({
        element: this.localName,
        state: Object.fromEntries(this.stateAttributes()),
        // JSON has no −∞ and no NaN: those are text.
        matrices: Object.fromEntries(
          tables.map(({ name, tensor, rows, columns, concealed }) => [
            name,
            {
              shape: tensor.shape,
              rows,
              columns,
              data: concealed
                ? CONCEALED
                : Array.from(tensor.data, (value) =>
                    Number.isFinite(value) ? Number(plain(value)) : plain(value),
                  ),
            },
          ]),
        ),
      }),
      ...own,
    };
  }

  /** Registers the element under its tag; a second script on the page changes nothing. */
  static define() {
    define(this.tag, this);
  }
}
