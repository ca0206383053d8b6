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

it("what all explorers share asks for words that they share", () => {
  const keys = [...keysIn("frame"), ...keysIn("parts")];
  assert.ok(keys.includes("percent") && keys.length > 30);
  // Each explorer has a heading of its own.
  assert.deepEqual(
    keys.filter((key) => key !== "heading" && !(key in sharedStrings)),
    [],
  );
});

for (const name of fs.readdirSync(`${web}explorers`)) {
  it(`attention-${name} has every word that it asks for`, async () => {
    const { strings } = await import(`../../web/explorers/${name}/strings.js`);
    const keys = keysIn(`explorers/${name}`);
    assert.ok(keys.length > 10 && "heading" in strings);
    assert.deepEqual(
      keys.filter((key) => !(key in strings) && !(key in sharedStrings)),
      [],
    );
  });
}
