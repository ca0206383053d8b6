// Every word that an explorer asks for by its key is there: none shows its key on the page.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { sharedStrings } from "../../web/frame/strings.js";

const web = fileURLToPath(new URL("../../web/", import.meta.url));

/** The keys that the files of a folder ask for. @param {string} folder */
const keysIn = (folder) =>
  fs
    .readdirSync(web + folder, { recursive: true })
    .filter((name) => String(name).endsWith(".js"))
    .flatMap((name) => [
      ...fs
        .readFileSync(`${web}${folder}/${name}`, "utf8")
        .matchAll(/\b(?:text|rich)\(\s*"([^"]+)"/g),
    ])
    .map(([, key]) => key);

const explorers = fs.readdirSync(`${web}explorers`);

/** @param {string} name @returns {Promise<Record<string, string>>} */
const stringsOf = async (name) => (await import(`../../web/explorers/${name}/strings.js`)).strings;

it("what all explorers share asks for words that they share", async () => {
  const keys = [...keysIn("frame"), ...keysIn("parts")];
  assert.ok(keys.includes("cancel") && keys.length > 30);
  // Or words that explorers have of their own: a heading, what a wrong preset gets.
  const own = await Promise.all(explorers.map(stringsOf));
  assert.deepEqual(
    keys.filter((key) => !(key in sharedStrings) && !own.some((strings) => key in strings)),
    [],
  );
});

for (const name of explorers) {
  it(`attention-${name} has every word that it asks for`, async () => {
    const strings = await stringsOf(name);
    const keys = keysIn(`explorers/${name}`);
    assert.ok(keys.length > 10 && "heading" in strings);
    assert.deepEqual(
      keys.filter((key) => !(key in strings) && !(key in sharedStrings)),
      [],
    );
  });
}
