// What can be set, from the descriptions (about.js) of the explorers and of the frame: the types of each
// entry, custom-elements.json, and the authors' reference page. Attributes' names are the classes' own.
import * as fs from "node:fs";
import { pathToFileURL } from "node:url";
import { format } from "prettier";

/** @typedef {import("../web/frame/about.js").Setting} Setting */
/** @typedef {import("../web/frame/about.js").Shape} Shape */
/** @typedef {{ name: string, type: string, about: string, attribute: string | undefined }} Field */

/**
 * @typedef {object} Description
 * @property {string} room its folder @property {string} tag @property {string} className
 * @property {string} summary @property {Field[]} fields without those that every explorer has
 * @property {Record<string, Shape>} [types] @property {string[]} state names of the fields that are its state
 * @property {string[]} hide @property {string[]} examples
 */

/** The class of an element. @param {string} tag */
const classOf = (tag) => tag.replaceAll(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase());

/** @param {string} file @returns {Promise<any>} */
const imported = (file) => import(pathToFileURL(file).href);

/** @param {Record<string, Setting>} settings @param {Record<string, any>} declared by the class */
const fieldsOf = (settings, declared) =>
  Object.entries(settings).map(([name, setting]) => {
    const attribute = declared[name]?.attribute ?? name.toLowerCase();
    return { name, ...setting, attribute: attribute === false ? undefined : attribute };
  });

/** What a class and those that it is made of declare, without what every explorer has.
 * @param {any} Class @returns {Record<string, any>} */
export function declaredBy(Class) {
  /** @type {Record<string, any>} */
  const declared = {};
  for (
    let each = Class;
    each && !Object.hasOwn(each.properties ?? {}, "hide");
    each = Object.getPrototypeOf(each)
  )
    Object.assign(declared, each.properties);
  return declared;
}

/** @returns {Promise<{ all: Description[], everywhere: any, shared: Field[] }>} */
export async function descriptions() {
  const { everywhere } = await imported("web/frame/about.js");
  const classes = await imported("dist/explorers.js");
  /** @type {Description[]} */
  const all = [];
  for (const room of fs.readdirSync("web/explorers").sort()) {
    const { about } = await imported(`web/explorers/${room}/about.js`);
    const tag = `attention-${room}`;
    const Class = Object.values(classes).find((each) => each.tag === tag);
    const { properties, ...rest } = about;
    all.push({
      room,
      tag,
      className: classOf(tag),
      ...rest,
      state: Class.state,
      fields: fieldsOf(properties, declaredBy(Class)),
    });
  }
  const base = {
    headingLevel: { attribute: "heading-level" },
    tellHeight: { attribute: "tell-height" },
  };
  const own = { ...base, ownQuestion: { attribute: "question" } };
  return { all, everywhere, shared: fieldsOf(everywhere.properties, own) };
}

// --- types ----------------------------------------------------------------------------------------

/** Prop types of markup: by the attribute's name, as text, and by the property's, as its value.
 * @param {Field[]} fields */
function propsOf(fields) {
  const lines = fields.flatMap(({ name, type, about, attribute }) => {
    const comment = `/** ${about} */`;
    const asText = /^(?:string|"[^[]*)$| \| string\b/.test(type)
      ? type
      : `${type.replace(" | undefined", "")} | string`;
    const byProperty = `${comment}\n${name}?: ${attribute === name ? asText : type};`;
    return attribute && attribute !== name
      ? [
          byProperty,
          `${comment}\n"${attribute}"?: ${/^(number|boolean)$/.test(type) ? asText : "string"};`,
        ]
      : [byProperty];
  });
  return lines.join("\n");
}

/** What the types of markup begin with. */
const MARKUP = "// @ts-ignore: where React is not installed";

/** Where frameworks look for the attributes of an element. Where one is not installed there is no module to
 * add to, which is no error.
 * @param {[tag: string, props: string][]} elements */
function markupTypes(elements) {
  const jsx = elements.map(([tag, props]) => `"${tag}": ${props};`).join("\n");
  const vue = elements
    .map(([tag, props]) => `"${tag}": new () => { $props: VueProps<${props}> };`)
    .join("\n");
  return `${MARKUP}
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      ${jsx}
    }
  }
}

// @ts-ignore: where Preact is not installed
declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      ${jsx}
    }
  }
}

// @ts-ignore: where Vue is not installed
declare module "vue" {
  interface GlobalComponents {
    ${vue}
  }
}
`;
}

/** @param {Record<string, Shape>} [types] */
const shapesOf = (types = {}) =>
  Object.entries(types)
    .map(([name, { about, type, fields = {} }]) => {
      const members = Object.entries(fields).map(
        ([field, each]) => `/** ${each.about} */\n${field}: ${each.type};`,
      );
      const is = type ? `type ${name} = ${type};` : `interface ${name} {\n${members.join("\n")}\n}`;
      return `/** ${about} */\nexport ${is}`;
    })
    .join("\n\n");

/** @param {Awaited<ReturnType<typeof descriptions>>} descriptions @returns {Record<string, string>} */
function typeFiles({ all, everywhere, shared }) {
  const answer = everywhere.events.answer.type.replace("Record<string, unknown>", "State");
  const change = everywhere.events.change.type;
  const members = (/** @type {Field[]} */ fields) =>
    fields
      .map(
        ({ name, type, about }) =>
          `/** ${about} */\n${name}: ${/undefined|unknown/.test(type) || name === "headingLevel" || name === "hide" || type === "boolean" ? type : `${type} | undefined`};`,
      )
      .join("\n");
  const element = `/// <reference lib="dom" />
// What every explorer has.

/** The whole state of an explorer, by property. */
export type ExplorerState = ${change};

/** What a learner answered. */
export type ExplorerAnswer<State = ExplorerState> = ${answer};

${shapesOf(everywhere.types)}

export interface AttentionExplorerEventMap<State = ExplorerState> extends HTMLElementEventMap {
  /** ${everywhere.events.change.about} */
  change: CustomEvent<State>;
  /** ${everywhere.events.answer.about} */
  answer: CustomEvent<ExplorerAnswer<State>>;
}

export declare class AttentionExplorer<State = ExplorerState> extends HTMLElement {
  ${members(shared)}
  /** Resolves once everything that was set has been drawn. */
  readonly updateComplete: Promise<boolean>;
  addEventListener<K extends keyof AttentionExplorerEventMap>(type: K, listener: (this: this, event: AttentionExplorerEventMap<State>[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** What markup may give to any element of the package. */
export interface MarkupProps {
  id?: string;
  class?: string;
  className?: string;
  style?: any;
  slot?: string;
  lang?: string;
  dir?: string;
  title?: string;
  hidden?: boolean;
  role?: string;
  part?: string;
  tabIndex?: number;
  suppressHydrationWarning?: boolean;
  ${["Click", "Focus", "Blur", "KeyDown", "KeyUp", "PointerDown", "PointerUp", "PointerEnter", "PointerLeave"].map((name) => `on${name}?: (event: any) => void;`).join("\n")}
  key?: any;
  ref?: any;
  children?: any;
  [name: \`data-\${string}\` | \`aria-\${string}\`]: unknown;
}

type Native = { [K in keyof HTMLElementEventMap as \`on\${Capitalize<K>}\`]?: (event: HTMLElementEventMap[K]) => void };
type Own<P> = { [K in keyof P as K extends \`on\${infer E}\` ? \`on\${Capitalize<E>}\` : never]?: P[K] };
/** The same as Vue's templates give it: @answer is onAnswer. */
export type VueProps<P> = P & Own<P> & Omit<Native, keyof Own<P>>;

/** What markup may give to any explorer. */
export interface AttentionExplorerProps<State = ExplorerState> extends MarkupProps {
  ${propsOf(shared)}
  ${Object.entries(everywhere.attributes)
    .map(([name, { type, about }]) => `/** ${about} */\n${name}?: ${type};`)
    .join("\n")}
  /** ${everywhere.events.change.about} */
  onchange?: (event: CustomEvent<State>) => void;
  /** ${everywhere.events.answer.about} */
  onanswer?: (event: CustomEvent<ExplorerAnswer<State>>) => void;
}

export {}; // only what says export
`;
  /** @type {Record<string, string>} */
  const files = { element };
  for (const { room, tag, className, summary, fields, types, state } of all)
    files[room] = `/// <reference lib="dom" />
import type { AttentionExplorer, AttentionExplorerProps, VueProps } from "./element.js";

${shapesOf(types)}

/** The whole state of <${tag}>. */
export interface ${className}State {
  ${state.map((name) => `${name}: ${className}["${name}"];`).join("\n")}
}

/** <${tag}>: ${summary} */
export declare class ${className} extends AttentionExplorer<${className}State> {
  ${members(fields)}
}

/** What markup may give to <${tag}>. */
export interface ${className}Props extends AttentionExplorerProps<${className}State> {
  ${propsOf(fields)}
}

declare global {
  interface HTMLElementTagNameMap {
    "${tag}": ${className};
  }
}

${markupTypes([[tag, `${className}Props`]])}`;
  return files;
}

/** Elements of running text, by tag. @typedef {Record<string, import("../web/prose/about.js").ProseAbout>} Prose */

/** @param {string[]} proseTags @returns {Promise<Prose>} */
async function proseDescriptions(proseTags) {
  const { proseAbout } = /** @type {{ proseAbout: Prose }} */ (
    await imported("web/prose/about.js")
  );
  for (const tag of proseTags)
    if (!proseAbout[tag]) throw new Error(`web/prose/about.js does not describe <${tag}>`);
  return Object.fromEntries(proseTags.map((tag) => [tag, proseAbout[tag]]));
}

/** @param {import("../web/prose/about.js").ProseAbout} about @returns {Field[]} */
const attributesOf = ({ attributes }) =>
  Object.entries(attributes).map(([name, setting]) => ({ name, ...setting, attribute: name }));

/** @param {string} tag @param {import("../web/prose/about.js").ProseAbout} about */
function proseType(tag, about) {
  const name = classOf(tag);
  const events = Object.entries(about.events);
  const detail = (/** @type {string} */ type) => `CustomEvent<${type}>`;
  const fields = Object.entries(about.properties).map(([field, { type, about: what }]) => {
    const [, readonly = "", bare] = /** @type {RegExpExecArray} */ (
      /^(readonly )?(.*)$/.exec(type)
    );
    return `/** ${what} */\n${readonly}${field}: ${bare};`;
  });
  const methods = Object.entries(about.methods).map(
    ([signature, what]) => `/** ${what} */\n${signature};`,
  );
  const listening =
    events.length === 0
      ? ""
      : `addEventListener<K extends keyof ${name}EventMap>(type: K, listener: (this: this, event: ${name}EventMap[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;`;
  const eventMap =
    events.length === 0
      ? ""
      : `export interface ${name}EventMap extends HTMLElementEventMap {
${events.map(([event, { type, about: what }]) => `/** ${what} */\n${event}: ${detail(type)};`).join("\n")}
}`;
  return `${eventMap}

/** <${tag}>: ${about.summary} */
export declare class ${name} extends HTMLElement {
  ${[...fields, ...methods].join("\n")}
  /** Is there once everything that was set is drawn. */
  readonly updateComplete: Promise<boolean>;
  ${listening}
}

/** What markup may give to <${tag}>. */
export interface ${name}Props extends MarkupProps {
  ${propsOf(attributesOf(about))}
  ${events.map(([event, { type, about: what }]) => `/** ${what} */\non${event}?: (event: ${detail(type)}) => void;`).join("\n")}
  ${about.takesAny ? "/** Any other attribute is the figure's own. */\n[attribute: string]: any;" : ""}
}`;
}

/** @param {Prose} prose */
function proseTypes(prose) {
  const tags = Object.keys(prose);
  return `/// <reference lib="dom" />
import type { MarkupProps, VueProps } from "./element.js";

${tags.map((tag) => proseType(tag, prose[tag])).join("\n\n")}

declare global {
  interface HTMLElementTagNameMap {
    ${tags.map((tag) => `"${tag}": ${classOf(tag)};`).join("\n")}
  }
}

${markupTypes(tags.map((tag) => [tag, `${classOf(tag)}Props`]))}`;
}

/** @param {string} text @param {string} parser */
const tidy = (text, parser) => format(text, { parser, printWidth: 100 });

const WORDS_TYPES = `/**
 * Gives the page words in a language, or other words in English; explorers on the page show them at once.
 * words: by tag, and "frame" for what every explorer says. The words.json that
 * attention-wasm-pages writes names them all.
 */
export declare function setStrings(
  language: string,
  words: Record<string, Record<string, string>>,
): void;
`;

/** @param {string[]} proseTags */
export async function writeDescriptions(proseTags) {
  const known = await descriptions();
  const prose = await proseDescriptions(proseTags);
  const files = { ...typeFiles(known), prose: proseTypes(prose), words: WORDS_TYPES };
  /** @type {string[]} */
  const rooms = [];
  for (const [name, text] of Object.entries(files)) {
    // The base class is a type only: no file exports it.
    const all = name === "element" ? "type *" : "*";
    const whole = await tidy(text.replaceAll('"./element.js"', '"./element.cjs"'), "typescript");
    fs.writeFileSync(`dist/explorers/${name}.d.cts`, whole);
    // For import the same types as for require(), so that both may meet in one program; but frameworks have
    // types of their own for each.
    const markup = text.slice(text.indexOf(MARKUP) < 0 ? text.length : text.indexOf(MARKUP));
    const props = new Set(markup.match(/\b\w+Props\b/g));
    const shared = props.delete("VueProps") ? 'import type { VueProps } from "./element.cjs";' : "";
    const own =
      props.size > 0 ? `import type { ${[...props].join(", ")} } from "./${name}.cjs";` : "";
    fs.writeFileSync(
      `dist/explorers/${name}.d.ts`,
      await tidy(`${shared}\n${own}\nexport ${all} from "./${name}.cjs";\n${markup}`, "typescript"),
    );
    rooms.push(`export ${all} from "./explorers/${name}.cjs";\n`);
  }
  fs.writeFileSync("dist/explorers.d.cts", rooms.join(""));
  fs.writeFileSync("dist/explorers.d.ts", rooms.join("").replaceAll(".cjs", ".js"));
  fs.writeFileSync("dist/custom-elements.json", `${JSON.stringify(manifest(known, prose))}\n`);
}

// --- custom-elements.json ----------------------------------------------------------------------------

/** @param {string} name @param {object[]} declarations of elements */
const manifestModule = (name, declarations) => ({
  kind: "javascript-module",
  path: `dist/explorers/${name}.js`,
  declarations,
  exports: declarations.flatMap((each) => {
    const { name: className, tagName } = /** @type {{ name: string, tagName: string }} */ (each);
    const declaration = { name: className };
    return [
      { kind: "js", name: className, declaration },
      { kind: "custom-element-definition", name: tagName, declaration },
    ];
  }),
});

/** @param {Record<string, Setting>} events */
const manifestEvents = (events) =>
  Object.entries(events).map(([name, { type, about }]) => ({
    name,
    type: { text: `CustomEvent<${type}>` },
    description: about,
  }));

/** @param {Record<string, string>} things what each is for, by name */
const manifestNames = (things) =>
  Object.entries(things).map(([name, about]) => ({ name, description: about }));

/** A type with what its names stand for, but for one that is made of itself.
 * @param {string} type @param {Record<string, Shape>} types @returns {string} */
const spelledOut = (type, types) =>
  Object.entries(types).reduce((text, [name, { type: is = "", fields }]) => {
    const members = Object.entries(fields ?? {}).map(([field, each]) => `${field}: ${each.type}`);
    if (is.includes(name)) return text;
    return text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), is || `{ ${members.join("; ")} }`);
  }, type);

/** @param {Field} field */
const manifestMember = ({ name, type, about, attribute }) => ({
  kind: "field",
  name,
  type: { text: type.replace(/^readonly /, "") },
  description: about,
  ...(type.startsWith("readonly ") && { readonly: true }),
  ...(attribute && { attribute }),
});

/** @param {Awaited<ReturnType<typeof descriptions>>} known @param {Prose} prose */
function manifest({ all, everywhere, shared }, prose) {
  const explorers = all.map(({ room, tag, className, summary, fields, types }) => {
    const every = [...fields, ...shared].map((field) => ({
      ...field,
      type: spelledOut(field.type, { ...everywhere.types, ...types }),
    }));
    const attributes = every.flatMap(({ name, type, about, attribute }) =>
      attribute
        ? [{ name: attribute, type: { text: type }, description: about, fieldName: name }]
        : [],
    );
    const more = Object.entries(everywhere.attributes).map(([name, { type, about }]) => ({
      name,
      type: { text: type },
      description: about,
    }));
    return manifestModule(room, [
      {
        kind: "class",
        customElement: true,
        name: className,
        tagName: tag,
        description: summary,
        attributes: [...attributes, ...more],
        members: every.map(manifestMember),
        events: manifestEvents(everywhere.events),
        cssProperties: manifestNames(everywhere.css),
      },
    ]);
  });
  const words = Object.entries(prose).map(([tag, about]) => ({
    kind: "class",
    customElement: true,
    name: classOf(tag),
    tagName: tag,
    description: about.summary,
    attributes: attributesOf(about).map(({ name, type, about: what }) => ({
      name,
      type: { text: type },
      description: what,
      ...(about.properties[name] && { fieldName: name }),
    })),
    members: [
      ...Object.entries(about.properties).map(([name, setting]) =>
        manifestMember({
          name,
          ...setting,
          attribute: about.attributes[name] ? name : undefined,
        }),
      ),
      ...Object.entries(about.methods).map(([signature, what]) => ({
        kind: "method",
        name: signature.slice(0, signature.indexOf("(")),
        description: what,
      })),
    ],
    events: manifestEvents(about.events),
    slots: manifestNames(about.slots),
    cssParts: manifestNames(about.parts),
  }));
  return {
    schemaVersion: "1.0.0",
    readme: "README.md",
    modules: [...explorers, manifestModule("prose", words)],
  };
}

// --- the reference page ---------------------------------------------------------------------------------

/** @param {string} text */
const inHtml = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** @param {string[]} heads @param {string[][]} rows whose first cell is code */
const table = (heads, rows) => `<div class="wide"><table>
<thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead>
<tbody>
${rows.map(([first, ...rest]) => `<tr><td><code>${inHtml(first)}</code></td>${rest.map((cell) => `<td>${inHtml(cell)}</td>`).join("")}</tr>`).join("\n")}
</tbody></table></div>`;

/** @param {Field[]} fields */
const fieldTable = (fields) =>
  table(
    ["Attribute", "Property", "Type", "Meaning"],
    fields.map(({ name, type, about, attribute }) => [attribute ?? "—", name, type, about]),
  );

/** A table, where there is something to say. @param {string[]} heads @param {string[][]} rows */
const tableOf = (heads, rows) => (rows.length > 0 ? table(heads, rows) : "");

/** @param {Record<string, Setting>} settings */
const settingRows = (settings) =>
  Object.entries(settings).map(([name, { type, about }]) => [name, type, about]);

/** What the types of properties name. @param {Record<string, Shape>} [types] */
const shapeTables = (types = {}) =>
  Object.entries(types)
    .map(
      ([name, { about, type, fields = {} }]) =>
        `<p><code>${name}</code>: ${inHtml(about)}${type ? ` <code>${inHtml(type)}</code>` : ""}</p>
${tableOf(["Field", "Type", "Meaning"], settingRows(fields))}`,
    )
    .join("\n");

/** What stands in the text around explorers. @param {Prose} prose */
const proseSections = (prose) =>
  Object.entries(prose).map(
    ([tag, { summary, attributes, events, slots }]) => `<section id="${tag}">
<h2>&lt;${tag}&gt;</h2>
<p>${inHtml(summary)}</p>
${tableOf(["Attribute", "Type", "Meaning"], settingRows(attributes))}
${tableOf(["Event", "Detail", "Meaning"], settingRows(events))}
${tableOf(
  ["Slot", "Meaning"],
  Object.entries(slots).filter(([name]) => name !== ""),
)}
</section>`,
  );

/** What sends every answer to a learning record store, as it may stand in a page. */
const XAPI = `<script>
  addEventListener("answer", ({ detail: { explorer, question, given, right } }) => {
    if (given === "") return; // the answer was only looked at
    const actor = { account: { homePage: location.origin, name: "learner-1" } };
    const verb = { id: "http://adlnet.gov/expapi/verbs/answered" };
    const object = { id: location.origin + "/" + explorer, definition: { name: { en: question } } };
    const result = { response: given, success: given === right };
    const headers = { "Content-Type": "application/json", "X-Experience-API-Version": "1.0.3" };
    fetch("/xapi/statements", { method: "POST", headers, body: JSON.stringify({ actor, verb, object, result }) });
  });
</script>`;

/** What makes events of the answers that frames tell. */
const FRAMES = `<script>
  addEventListener("message", ({ data }) => {
    if (data?.type === "attention-wasm:answer") dispatchEvent(new CustomEvent("answer", { detail: data }));
  });
</script>`;

/** A question of the author's own. */
const QUESTION = `<attention-softmax scores="2 1 0" question='[
  {"question": "Which weight is the largest?", "answers": ["the first", "the last"], "right": "the first",
   "why": "Its score is the largest.", "hides": ["W"]},
  {"question": "And at half the temperature?", "answers": ["it grows", "it shrinks"], "right": "it grows",
   "state": {"temperature": 0.5}}
]'></attention-softmax>`;

/** Words of the author's own, for one explorer and for the page. */
const WORDS = `<attention-lookup strings='{"heading": "Best match, or a blend?"}'></attention-lookup>
<script>
  attentionExplorers.setStrings("en", { frame: { justShow: "I give up" } });
</script>`;

/** Text that drives a figure and follows it, and practice, without a line of script. */
const TEXT = `<attention-softmax id="figure" scores="2 1 0"></attention-softmax>
<p><attention-link for="figure" temperature="0.5">Halve the temperature</attention-link>, then go back.</p>
<attention-task for="figure" when="temperature>=1 shift=0">Back to a temperature of 1.</attention-task>
<attention-question for="figure" right="{temperature}">
  What are the scores divided by? <span slot="why">The slider says it.</span>
</attention-question>
<attention-steps preset="lesson-2" step="3" try="scores softmax output"></attention-steps>`;

/** @param {string} name @param {string} code */
const recipe = (name, code) =>
  `<pre tabindex="0" role="region" aria-label="Code" data-recipe="${name}"><code>${inHtml(code)}</code></pre>`;

/** The reference as a page's source. @param {string[]} proseTags */
export async function referencePage(proseTags) {
  const { all, everywhere, shared } = await descriptions();
  const prose = await proseDescriptions(proseTags);
  const sections = all.map(
    ({ tag, summary, fields, types, hide, examples }) => `<section id="${tag}">
<h2>&lt;${tag}&gt;</h2>
<p>${inHtml(summary)}</p>
${examples
  .map(
    (
      attributes,
    ) => `<pre tabindex="0" role="region" aria-label="Code"><code>${inHtml(`<${tag} ${attributes}></${tag}>`)}</code></pre>
<${tag} ${attributes.replaceAll(/="(\[\[.*?\]\])"/g, (_, value) => `="${inHtml(value)}"`)} heading-level="3">This explorer needs JavaScript.</${tag}>`,
  )
  .join("\n")}
${fieldTable(fields)}
${shapeTables(types)}
<p>More names for <code>hide</code>: ${hide.map((name) => `<code>${name}</code>`).join(" ")}</p>
<details data-readouts="${tag}"><summary>Names for <code>attention-task</code></summary></details>
<details data-words="${tag}"><summary>All its words</summary></details>
</section>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Reference for authors</title>
    <meta name="description" content="Every explorer, and everything you can set on it." />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="page.css" />
    <link rel="stylesheet" href="prose.css" />
    <style>
      .wide { overflow-x: auto; margin-block: 16px; }
      table { border-collapse: collapse; }
      th, td { padding: 4px 12px 4px 0; text-align: start; vertical-align: top; }
      section { margin-block: 48px; }
      @media (max-width: 45rem) {
        main { padding-inline: 16px; }
        thead { display: none; }
        tr { display: block; padding-block: 8px; border-block-end: 1px solid; }
        td { display: block; padding: 0; overflow-wrap: anywhere; }
      }
    </style>
    <script src="attention-explorers.js"></script>
  </head>
  <body class="prose">
    <main>
<h1>Reference for authors</h1>
<p>Every explorer, and everything you can set on it; then the elements for the text around them. Attributes hold the state: they change as the learner works, and a <code>change</code> event says so.</p>
<ul>${[...all.map(({ tag }) => tag), ...Object.keys(prose)].map((tag) => `<li><a href="#${tag}"><code>&lt;${tag}&gt;</code></a></li>`).join("")}</ul>
<h2>For every explorer</h2>
${fieldTable(shared)}
${shapeTables(everywhere.types)}
${table(
  ["Attribute", "Type", "Meaning"],
  Object.entries(everywhere.attributes).map(([name, { type, about }]) => [name, type, about]),
)}
<p>Names for <code>hide</code>: ${everywhere.hide.map((/** @type {string} */ name) => `<code>${name}</code>`).join(" ")}</p>
${table(
  ["Event", "Detail", "Meaning"],
  Object.entries(everywhere.events).map(([name, { type, about }]) => [name, type, about]),
)}
${table(["CSS property", "Meaning"], Object.entries(everywhere.css))}
<h2>Answers to a learning record store</h2>
<p>The event <code>answer</code> bubbles, so one listener hears the whole page. This one sends xAPI statements; analytics get the same fields.</p>
${recipe("xapi", XAPI)}
<p>The page of a frame tells its answers by a message. This makes events of them:</p>
${recipe("frames", FRAMES)}
<h2>Questions of your own</h2>
<p>One, or a list: <code>question</code>, <code>answers</code> (2 to 12) and <code>right</code>, which is one of them; <code>why</code> is said with the verdict, <code>hides</code> names matrices that show no numbers until then, and with <code>state</code> (attributes and their values) a question is asked only there.</p>
${recipe("question", QUESTION)}
<h2>Words of your own</h2>
<p>For one explorer, or for the page: by tag, and <code>frame</code> for what every explorer says. Another language is a script, loaded after the first: <code>languages/de.js</code>, with <code>lang="de"</code> on the page or on an element.</p>
${recipe("words", WORDS)}
<h2>Text around a figure</h2>
${recipe("text", TEXT)}
<h2>Keys</h2>
<p>The page does not hear the keys that a focused control uses: arrows on a slider, letters in a field, Space and Enter on a button. It hears all others: with the focus on a button, an arrow turns the slide.</p>
${[...sections, ...proseSections(prose)].join("\n")}
    </main>
    <script>
      // State, readouts and matrices by their names, as the live example has them.
      for (const details of document.querySelectorAll("[data-readouts]"))
        details.addEventListener("toggle", () => {
          const figure = details.parentElement.querySelector(details.dataset.readouts);
          const shown = [...figure.readoutItems(), ...figure.tables()].map(({ name }) => name);
          const names = new Set([...figure.state.attributeNames, ...shown.filter(Boolean)]);
          const list = details.querySelector("p") ?? details.appendChild(document.createElement("p"));
          list.textContent = [...names].join(", ");
        });
      // The script beside the page has the words already.
      for (const details of document.querySelectorAll("[data-words]"))
        details.addEventListener("toggle", () => {
          const table = document.createElement("table");
          for (const [key, english] of Object.entries(customElements.get(details.dataset.words).strings)) {
            const row = table.insertRow();
            row.insertCell().textContent = key;
            row.insertCell().textContent = english;
          }
          details.append(table);
        }, { once: true });
    </script>
  </body>
</html>
`;
}
