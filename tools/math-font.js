// Makes build/math-font.js: the glyphs of STIX Two Math that formulas use, with what stretches them,
// as woff2 in base64. Phones and many Linux machines have no mathematics font, and mix two others.
// Run by the build: node tools/math-font.js
import * as fs from "node:fs";
import subsetFont from "subset-font";
import { formulas } from "../build/formulas.js";

const SOURCE = "node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2";

// Letters of matrices and of formulas in running text; signs that labels set in this font.
const LETTERS = "ADIJKLMOPQRSTVWXZbcdehijklmnopqrstvwxz";
const GREEK = "δμστ";
// What the lessons need besides.
const DOUBLE = "𝔼ℝ";
const SIGNS = "0123456789()[],.+−=/·√∑⊤′ ";

/** What MathML draws for a letter by itself: the italic of mathematics. @param {string} letter */
function italicOf(letter) {
  if (letter === "h") return "ℎ";
  const [first, start] = /[A-Z]/.test(letter)
    ? ["A", 0x1d434]
    : /[a-z]/.test(letter)
      ? ["a", 0x1d44e]
      : /[Α-Ω]/.test(letter)
        ? ["Α", 0x1d6e2]
        : ["α", 0x1d6fc];
  return String.fromCodePoint(start + letter.charCodeAt(0) - first.charCodeAt(0));
}

const used = Object.values(formulas)
  .join("")
  .replaceAll(/<[^>]*>/g, "");
const italics =
  [...LETTERS, ...(used.match(/[A-Za-z]/g) ?? []), ...GREEK].map(italicOf).join("") +
  String.fromCodePoint(0x1d715); // ∂
const text = [...new Set(used + GREEK + DOUBLE + SIGNS + italics)].join("");

const font = fs.readFileSync(SOURCE);
// The table by which parentheses, roots and sums are stretched and indices are placed.
const plain = await subsetFont(font, text, { targetFormat: "sfnt" });
if (!plain.subarray(0, 512).includes("MATH")) throw new Error("the subset has lost its MATH table");
// Hints for screens of few pixels are a third of the font; engines of today draw formulas without them.
const bytes = await subsetFont(font, text, { targetFormat: "woff2", noHinting: true });
// In pieces, so that no line of what is shipped is long.
const pieces = bytes.toString("base64").match(/.{1,400}/g);
fs.writeFileSync(
  "build/math-font.js",
  `// Made by tools/math-font.js from STIX Two Math (SIL Open Font License 1.1).\nexport default ${JSON.stringify(pieces, null, 1)}.join("");\n`,
);
