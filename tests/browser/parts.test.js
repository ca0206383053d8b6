// The rules that all explorers share and that need no browser: how a number is written, which colour
// it has, how state becomes text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { acrossAndUp, downAndAcross } from "../../web/parts/direction.js";
import { scoreColour, weightColour } from "../../web/parts/matrix/colour.js";
import {
  ENGLISH_SIGNS,
  exact,
  fixed,
  format,
  grouped,
  inSigns,
  percentage,
  plain,
  shape,
  signsOf,
  vector,
} from "../../web/parts/letters/numbers.js";
import { joined, written } from "../../web/parts/letters/lists.js";
import { readNumber, repeated } from "../../web/parts/letters/read-number.js";
import { readAddress, writeAddress } from "../../web/frame/address.js";
import { matrixConverter, wordsConverter } from "../../web/frame/converters.js";

const f = Math.fround;

test("a number has three decimals, fewer where that loses nothing (VIZ-13)", () => {
  /** @type {[number, string][]} */
  const cases = [
    [0, "0"],
    [-0, "0"],
    [3, "3"],
    [-3, "−3"],
    [0.5, "0.5"],
    [f(0.1), "0.1"],
    [0.75, "0.75"],
    [f(0.5303301), "0.530"],
    [f(2.1213203), "2.121"],
    [1 / 3, "0.333"],
    [-1 / 3, "−0.333"],
    [0.99996, "1.000"],
    [f(1), "1"],
    [4e-5, "<0.001"],
    [-4e-5, ">−0.001"],
    [0.0006, "0.001"],
    [-Infinity, "−∞"],
    [Infinity, "∞"],
    [NaN, "NaN"],
    [99999.5, "99999.5"],
    [123456, "1.235 · 10⁵"],
    [-3e20, "−3 · 10²⁰"],
    [-1e9, "−10⁹"],
    [1.5e9, "1.5 · 10⁹"],
    [f(3e20), "3 · 10²⁰"],
    [-1.1e10, "−1.1 · 10¹⁰"],
    [21e9, "2.1 · 10¹⁰"],
    [100_000, "10⁵"],
    [100_100, "1.001 · 10⁵"],
    [100_010, "1.000 · 10⁵"],
  ];
  for (const [value, text] of cases) assert.equal(format(value), text, String(value));
});

test("every digit of a float32, and no more", () => {
  assert.equal(exact(f(0.72757035)), "0.72757035");
  assert.equal(exact(f(0.1)), "0.1");
  assert.equal(exact(4e-5), "0.00004");
  assert.equal(exact(-2), "−2");
  assert.equal(exact(f(1e-7)), "1 · 10⁻⁷");
  assert.equal(plain(f(1e-7)), "1e-7");
  assert.equal(plain(-Infinity), "-inf");
  assert.equal(plain(-0.5), "-0.5");
  for (let turn = 0; turn < 2000; turn += 1) {
    const value = f((Math.random() - 0.5) * 10 ** Math.floor(Math.random() * 12 - 6));
    assert.equal(f(Number(plain(value))), value);
  }
});

/** @type {import("../../web/parts/letters/numbers.js").Signs} */
const GERMAN = {
  row: ["", ""],
  decimal: ",",
  group: ".",
  list: ", ",
  clause: "; ",
  colon: ": ",
  percent: "\u00a0%",
};
/** @type {import("../../web/parts/letters/numbers.js").Signs} */
const FRENCH = {
  row: ["", ""],
  decimal: ",",
  group: "\u202f",
  list: ", ",
  clause: "; ",
  colon: ": ",
  percent: "\u202f%",
};

test("what a learner types", () => {
  /** @type {[string, unknown][]} text, and its number or what is wrong with it */
  const cases = [
    ["0,5", 0.5],
    ["0,500", 0.5],
    ["−2", -2],
    ["–2", -2],
    ["-.25", -0.25],
    ["+ 3", 3],
    ["5.", 5],
    ["1/4", 0.25],
    ["-1 / 3", f(-1 / 3)],
    ["1⁄2", 0.5],
    ["1,5/2", 0.75],
    [" 3 ", 3],
    ["1e3", 1000],
    ["1.311e5", 131100],
    ["1.311 · 10⁵", 131100],
    ["−1.311·10⁵", -131100],
    ["1,311 × 10^5", 131100],
    ["−10⁹", -1e9],
    ["2 · 10⁻³", f(0.002)],
    ["1234,5", 1234.5],
    ["99999.5", 99999.5],
    ["1,234,567", 1234567],
    ["1,234,567.5", f(1234567.5)],
    ["1.234.567,5", f(1234567.5)],
    ["8 192", 8192],
    ["8\u202f192,25", 8192.25],
    ["8’192", 8192],
    ["٣٫٥", 3.5],
    ["4 %", f(0.04)],
    ["73,2\u00a0%", f(0.732)],
    ["٤٪", f(0.04)],
    ["%", "none"],
    ["4 %%", "none"],
    ["１．５", 1.5],
    ["8´192", 8192],
    ["½", 0.5],
    ["−¾", -0.75],
    ["1½", "none"],
    ["√8", f(Math.sqrt(8))],
    ["-√ 2", f(-Math.SQRT2)],
    ["1/√2", f(Math.SQRT1_2)],
    ["√−2", "none"],
    ["√", "none"],
    ["\u200e−0.5", -0.5],
    ["1,000", [1000, 1]],
    ["8,192", [8192, 8.192]],
    ["-1,500", [-1500, -1.5]],
    ["1e39", "large"],
    ["1e99", "large"],
    ["-3.5 · 10³⁸", "large"],
    ["3.4028235e38", f(3.4028235e38)],
    ["", "none"],
    ["-", "none"],
    [".", "none"],
    ["1/0", "none"],
    ["1/2/3", "none"],
    ["abc", "none"],
    ["0x10", "none"],
    ["12,34,567", "none"],
    ["1,2,3", "none"],
    ["1..5", "none"],
    ["1 2", "none"],
    ["1e", "none"],
    ["1e1.5", "none"],
    ["∞", "none"],
    ["NaN", "none"],
    ["<0.001", "none"],
    ["1".repeat(440_000), "none"],
    [`1e${"٠".repeat(440_000)}`, "none"],
  ];
  for (const [text, wanted] of cases) {
    const { value, fault, readings } = readNumber(text);
    assert.deepEqual(readings ?? value ?? fault, wanted, text);
  }
  assert.deepEqual(readNumber("−∞", { infinite: true }), { value: -Infinity });
  assert.deepEqual(readNumber("inf", { infinite: true }), { value: Infinity });
});

test("a whole number is read as the page writes it, to its last digit", () => {
  const whole = (/** @type {string} */ text, signs = ENGLISH_SIGNS) =>
    readNumber(text, { signs, whole: true });
  assert.deepEqual(whole("8,192"), { value: 8192 });
  // What a sentence repeats of it is short, and no half of a pair.
  assert.equal(repeated("1.5"), "1.5");
  assert.equal(repeated(`${"a".repeat(38)}😀 and more`), `${"a".repeat(38)}…`);
  assert.deepEqual(whole("1,000"), { value: 1000 });
  assert.deepEqual(whole("41,943,040"), { value: 41943040 });
  assert.deepEqual(whole("4,294,967,295"), { value: 4294967295 });
  assert.deepEqual(whole("16777217"), { value: 16777217 });
  assert.deepEqual(whole("1.000"), { fault: "either", readings: [1000, 1] });
  assert.deepEqual(whole("8.192", GERMAN), { value: 8192 });
});

test("in a language with a decimal comma", () => {
  const german = (/** @type {string} */ text) => readNumber(text, { signs: GERMAN });
  assert.deepEqual(german("0,720"), { value: f(0.72) });
  assert.deepEqual(german("1,000"), { value: 1 });
  assert.deepEqual(german("8.192,5"), { value: 8192.5 });
  assert.deepEqual(german("1.000"), { fault: "either", readings: [1000, 1] });
  assert.deepEqual(german("0.5"), { value: 0.5 });
  assert.deepEqual(readNumber("1,000", { signs: FRENCH }), { value: 1 });
  assert.deepEqual(signsOf("de"), GERMAN);
  assert.deepEqual(signsOf("en"), ENGLISH_SIGNS);
  assert.deepEqual(signsOf("zh-Hans"), { ...ENGLISH_SIGNS, list: "、", clause: "；", colon: "：" });
  const { list, clause, row } = signsOf("ar-EG");
  assert.deepEqual([list, clause, row], ["، ", "؛ ", ["\u2066", "\u2069"]]);
  assert.deepEqual(signsOf("no such language"), ENGLISH_SIGNS);
  inSigns(GERMAN, () => {
    assert.equal(format(1 / 3), "0,333");
    assert.equal(format(4e-5), "<0,001");
    assert.equal(format(123456), "1,235 · 10⁵");
    assert.equal(exact(f(0.72757035)), "0,72757035");
    assert.equal(plain(f(0.1)), "0.1");
    assert.equal(fixed(2.5, 3), "2,500");
    assert.equal(grouped(41943040), "41.943.040");
    assert.equal(grouped("-1234.5"), "−1.234,5");
    assert.equal(percentage(0.9607), "96,1\u00a0%");
    assert.equal(vector([f(0.25), 1]), "(0,25; 1)");
    // A comma between numbers would look like one within them.
    assert.equal(written([0.5, f(0.25)]), "0,5; 0,25");
    assert.deepEqual(joined(["a", "b"]).flat().join(""), "a, b");
  });
  assert.equal(written([0.5, f(0.25)]), "0.5, 0.25");
  inSigns(signsOf("zh"), () => assert.equal(joined(["a", "b"]).flat().join(""), "a、b"));
  assert.equal(format(1 / 3), "0.333");
});

test("whatever is written can be typed", () => {
  for (const signs of [ENGLISH_SIGNS, GERMAN, FRENCH])
    inSigns(signs, () => {
      for (let turn = 0; turn < 2000; turn += 1) {
        const value = f((Math.random() - 0.5) * 10 ** Math.floor(Math.random() * 40 - 12));
        assert.equal(readNumber(exact(value)).value, value, exact(value));
        const short = format(value);
        if (/^[<>]/.test(short)) continue;
        const read = readNumber(short).value ?? NaN;
        assert.ok(Math.abs(read - value) <= Math.max(5.1e-4, Math.abs(value) * 5.1e-4), short);
        const count = Math.floor(Math.random() * 2 ** 40);
        assert.equal(readNumber(grouped(count), { whole: true }).value, count);
      }
    });
});

test("words from right to left leave arrows where they point", () => {
  assert.equal(downAndAcross("query", "key"), "query ↓ key →");
  assert.equal(downAndAcross("استعلام", "مفتاح"), "\u2068استعلام\u2069 ↓ \u2068مفتاح\u2069 →");
  assert.equal(acrossAndUp("1st", "الثاني"), "→ 1st   ↑ \u2068الثاني\u2069");
});

test("shapes and vectors", () => {
  assert.equal(shape(3, 4), "(3, 4)");
  assert.equal(vector([f(0.248), 1]), "(0.248, 1)");
  assert.equal(grouped(999), "999");
  assert.equal(grouped(-41943040), "−41,943,040");
  assert.equal(grouped(2n ** 64n), "18,446,744,073,709,551,616");
});

/** @param {string} colour #rrggbb */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("every cell's text stands out from its colour by 4.5 : 1", () => {
  for (const theme of /** @type {const} */ (["light", "dark"])) {
    for (let t = -1; t <= 1; t += 0.01) {
      for (const colour of [weightColour(Math.abs(t), theme), scoreColour(t, theme, 1)]) {
        assert.ok(colour);
        const [low, high] = [luminance(colour.background), luminance(colour.text)].sort(
          (a, b) => a - b,
        );
        assert.ok(
          (high + 0.05) / (low + 0.05) >= 4.5,
          `${theme} ${t} ${colour.background} ${colour.text}`,
        );
      }
    }
  }
});

test("more weight is always darker on paper, and lighter in the dark", () => {
  for (const [theme, direction] of /** @type {const} */ ([
    ["light", -1],
    ["dark", 1],
  ])) {
    let last = luminance(weightColour(0, theme)?.background ?? "");
    for (let t = 0.05; t <= 1; t += 0.05) {
      const now = luminance(weightColour(t, theme)?.background ?? "");
      assert.ok((now - last) * direction > 0, `${theme} ${t}`);
      last = now;
    }
  }
});

test("a constant map has a colour, what is no number has none (VIZ-04)", () => {
  assert.match(scoreColour(0, "light", 0)?.background ?? "", /^#[0-9a-f]{6}$/);
  assert.match(weightColour(0.25, "dark", 0)?.background ?? "", /^#[0-9a-f]{6}$/);
  assert.equal(weightColour(NaN, "light"), undefined);
  assert.equal(scoreColour(-Infinity, "light", 1), undefined);
  // Outside the scale: the colour of its end, not an error.
  assert.deepEqual(weightColour(2, "light"), weightColour(1, "light"));
});

test("state goes to text and back", () => {
  const rows = [
    [1, -0.5, f(0.1)],
    [0, f(1 / 3), 1e-7],
  ].map((row) => row.map(f));
  assert.deepEqual(matrixConverter.fromAttribute(matrixConverter.toAttribute(rows)), rows);
  assert.deepEqual(matrixConverter.fromAttribute("1 0;\n 0 1;"), [
    [1, 0],
    [0, 1],
  ]);
  assert.equal(matrixConverter.fromAttribute(""), undefined);
  for (const words of [["a", "b"], ["a b", "c"], ["<unk>", "</s>"], ["[CLS]", ","], [""], []]) {
    assert.deepEqual(wordsConverter.fromAttribute(wordsConverter.toAttribute(words)), words);
  }
  const hash = writeAddress(
    "one",
    new Map([
      ["x", "1 0; 0 1"],
      ["tokens", '["&=#", "b"]'],
    ]),
    "#two.step=3",
  );
  assert.deepEqual(
    [...readAddress("one", hash)],
    [
      ["x", "1 0; 0 1"],
      ["tokens", '["&=#", "b"]'],
    ],
  );
  assert.deepEqual([...readAddress("two", hash)], [["step", "3"]]);
  assert.equal(writeAddress("two", new Map(), "#two.step=3"), "#");
  // A name that begins with another one's, and a point.
  assert.deepEqual([...readAddress("two", "#two.b.step=3&two.step=4")], [["step", "4"]]);
  assert.equal(
    writeAddress("two", new Map([["step", "5"]]), "#two.b.step=3&two.step=4&place"),
    "#two.b.step=3&two.step=5",
  );
});
