// What can be set is written down once (about.js of each explorer and of the frame): it must say neither
// more nor less than the classes do.
import { describe, test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { pathToFileURL } from "node:url";
import { declaredBy } from "../../tools/describe.js";
import { root } from "./packed.js";

/** @param {string} file @returns {Promise<any>} */
const imported = (file) => import(pathToFileURL(path.join(root, file)).href);
const rooms = fs.readdirSync(path.join(root, "web/explorers"));
const classes = Object.values(await imported("dist/explorers.js"));
const { everywhere } = await imported("web/frame/about.js");
/** @param {string} file */
const read = (file) => fs.readFileSync(path.join(root, file), "utf8");

/** The names of what an author may set. @param {Record<string, any>} declared */
const publicNames = (declared) =>
  Object.entries(declared)
    .filter(([, { state }]) => !state)
    .map(([name]) => name)
    .sort();

describe("what can be set, as it is written down", () => {
  for (const room of rooms) {
    test(`attention-${room}: the properties of its about.js are those of its class`, async () => {
      const { about } = await imported(`web/explorers/${room}/about.js`);
      const Class = classes.find(({ tag }) => tag === `attention-${room}`);
      assert.deepEqual(
        Object.keys(about.properties).sort(),
        publicNames(declaredBy(Class)),
        `web/explorers/${room}/about.js describes what stands in static properties`,
      );
    });

    test(`attention-${room}: custom-elements.json names every attribute that its class reads`, () => {
      const Class = classes.find(({ tag }) => tag === `attention-${room}`);
      /** @type {{ modules: { declarations?: any[] }[] }} */
      const { modules } = JSON.parse(read("dist/custom-elements.json"));
      const { attributes } = modules
        .flatMap(({ declarations = [] }) => declarations)
        .find(({ tagName }) => tagName === `attention-${room}`);
      const named = attributes.map((/** @type {{ name: string }} */ { name }) => name);
      // Those of every element that a page may write, and that it reads without hearing of them.
      const wanted = [...Class.observedAttributes, ...Object.keys(everywhere.attributes)];
      assert.deepEqual(named.sort(), wanted.sort());
    });

    test(`attention-${room}: its presets are those that it has words for`, async () => {
      const { about } = await imported(`web/explorers/${room}/about.js`);
      const Class = classes.find(({ tag }) => tag === `attention-${room}`);
      const named = Object.keys(Class.strings).flatMap(
        (key) => /^preset (.+)$/.exec(key)?.[1] ?? [],
      );
      if (named.length === 0) return;
      const described = [...about.properties.preset.type.matchAll(/"([^"]+)"/g)].map(
        ([, name]) => name,
      );
      for (const name of described)
        assert.ok(named.includes(name), `there are no words for ${name}`);
      // What is shown without a preset has words as well.
      const without = ["own", "file", "model"];
      for (const name of named)
        assert.ok(without.includes(name) || described.includes(name), `${name} is not described`);
    });

    test(`attention-${room}: the names for hide are asked for somewhere in its folder`, async () => {
      const { about } = await imported(`web/explorers/${room}/about.js`);
      const folder = `web/explorers/${room}`;
      const text = fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".js") && name !== "about.js")
        .map((name) => read(`${folder}/${name}`))
        .join("\n");
      for (const name of about.hide)
        assert.ok(new RegExp(`["'\`.]${name}\\b`).test(text) || text.includes(` ${name}`), name);
    });
  }

  const prose = fs
    .readdirSync(path.join(root, "web/prose"))
    .flatMap((name) => /^(attention-[\w-]+)\.js$/.exec(name)?.[1] ?? []);
  for (const tag of prose) {
    test(`${tag}: its properties, methods and events are those of its class`, async () => {
      const { proseAbout } = await imported("web/prose/about.js");
      const { properties, methods, events, attributes, slots, parts, takesAny } = proseAbout[tag];
      const Class = classes.find((each) => each.tag === tag);
      const source = read(`web/prose/${tag}.js`);
      for (const name of publicNames(Class.properties ?? {}))
        assert.ok(name in properties, `the property ${name} is not described`);
      const getters = Object.entries(Object.getOwnPropertyDescriptors(Class.prototype))
        .filter(([, { get, set }]) => get && !set)
        .map(([name]) => name);
      for (const [name, { type }] of Object.entries(properties))
        if (type.startsWith("readonly "))
          assert.ok(getters.includes(name) || name in Class.properties, name);
        else assert.ok(publicNames(Class.properties).includes(name), name);
      for (const signature of Object.keys(methods)) {
        const name = /^\w+/.exec(signature)?.[0];
        assert.match(source, new RegExp(`^  (async )?${name}( = (async )?\\(|\\()`, "m"));
      }
      const sent = [...source.matchAll(/new CustomEvent\("(\w+)"/g)].map(([, name]) => name);
      assert.deepEqual([...new Set(sent)].sort(), Object.keys(events).sort());
      const read_ = [...source.matchAll(/getAttribute\("([\w-]+)"\)/g)].map(([, name]) => name);
      for (const name of read_) assert.ok(name in attributes, `${name} is not described`);
      assert.equal("for" in attributes, source.includes("figureOf(this)"));
      for (const [, name] of source.matchAll(/<slot name="(\w+)"/g)) assert.ok(name in slots, name);
      assert.equal("" in slots, source.includes("<slot></slot>"));
      const own = [...source.matchAll(/ part="(\w+)"/g)].map(([, name]) => name);
      assert.deepEqual(own.sort(), Object.keys(parts).sort());
      assert.equal(takesAny === true, source.includes("of this.attributes"));
    });
  }

  test("no property is typed as anything at all, and what a type names is there", async () => {
    const { modules } = JSON.parse(read("dist/custom-elements.json"));
    for (const room of rooms) {
      const { about } = await imported(`web/explorers/${room}/about.js`);
      const types = { ...everywhere.types, ...about.types };
      const all = { ...everywhere.properties, ...about.properties };
      for (const [name, { type }] of Object.entries(all)) {
        assert.doesNotMatch(type, /\b(object|any|unknown)\b(?!>)/, `${room}: ${name}`);
        for (const [named] of type.matchAll(/\b[A-Z]\w+\b/g))
          if (!["Record"].includes(named)) assert.ok(named in types, `${room}: ${named}`);
      }
    }
    const steps = modules
      .flatMap((/** @type {any} */ { declarations }) => declarations)
      .find((/** @type {any} */ { tagName }) => tagName === "attention-steps");
    const { type } = steps.members.find((/** @type {any} */ { name }) => name === "ownQuestion");
    const question =
      "{ question: string; answers: readonly string[]; right: string; why?: string; hides?: readonly string[]; state?: Record<string, string | number> }";
    assert.equal(type.text, `${question} | readonly ${question}[] | string | undefined`);
  });

  test("the frame's properties are those of the base class", () => {
    let Base = classes.find(({ tag }) => tag === "attention-steps");
    while (!Object.hasOwn(Base.properties, "hide")) Base = Object.getPrototypeOf(Base);
    assert.deepEqual(Object.keys(everywhere.properties).sort(), publicNames(Base.properties));
  });

  test("events and CSS properties are those that the frame has", () => {
    const frame = fs
      .readdirSync(path.join(root, "web/frame"))
      .filter((name) => name.endsWith(".js") && name !== "about.js")
      .map((name) => read(`web/frame/${name}`))
      .join("\n");
    const found = (/** @type {RegExp} */ what) =>
      [...new Set([...frame.matchAll(what)].map(([, name]) => name))].sort();
    assert.deepEqual(Object.keys(everywhere.events).sort(), found(/new CustomEvent\("([\w-]+)"/g));
    const own = found(/^ *(--attention-[\w-]+):/gm); // what the frame itself sets
    assert.deepEqual(
      Object.keys(everywhere.css).sort(),
      found(/var\(\s*(--attention-[\w-]+)/g).filter((name) => !own.includes(name)),
    );
  });

  test("custom-elements.json and the types name every attribute", () => {
    const { modules } = JSON.parse(read("dist/custom-elements.json"));
    const tags = (/** @type {any[]} */ declarations) => declarations.map(({ tagName }) => tagName);
    assert.deepEqual(
      modules.flatMap((/** @type {any} */ { declarations }) => tags(declarations)).sort(),
      [...rooms.map((room) => `attention-${room}`), ...prose].sort(),
    );
    const words = modules.find((/** @type {any} */ { path: file }) => file.endsWith("/prose.js"));
    const task = words.declarations.find(
      (/** @type {any} */ { tagName }) => tagName === "attention-task",
    );
    assert.deepEqual(task.members, [
      {
        kind: "field",
        name: "done",
        type: { text: "boolean" },
        description: "It is done; it stays so.",
        attribute: "done",
      },
    ]);
    const steps = modules.find((/** @type {any} */ { path: file }) => file.endsWith("/steps.js"));
    const names = steps.declarations[0].attributes.map((/** @type {any} */ { name }) => name);
    for (const name of ["preset", "memory-tokens", "hide", "heading-level", "theme"])
      assert.ok(names.includes(name), name);
    assert.match(read("dist/explorers/steps.d.cts"), /"memory-tokens"\?: string;/);
  });
});
