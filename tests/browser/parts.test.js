// The rules that all explorers share and that need no browser: how a number is written, which colour
// it has, how state becomes text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scoreColour, weightColour } from "../../web/parts/matrix/colour.js";
import {
  exact,
  format,
  parseNumber,
  plain,
  shape,
  vector,
} from "../../web/parts/letters/numbers.js";
import { readAddress, writeAddress } from "../../web/frame/address.js";
import { matrixConverter, wordsConverter } from "../../web/frame/converters.js";

const f = Math.fround;

test("a number has three decimals, fewer where that loses nothing", () => {
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
    [-3e20, "−3.000 · 10²⁰"],
  ];
  for (const [value, text] of cases) assert.equal(format(value), text, String(value));
});

test("every digit of a float32, and no more", () => {
  assert.equal(exact(f(0.72757035)), "0.72757035");
  assert.equal(exact(f(0.1)), "0.1");
  assert.equal(exact(4e-5), "0.00004");
  assert.equal(exact(-2), "−2");
  assert.equal(plain(-Infinity), "-inf");
  assert.equal(plain(-0.5), "-0.5");
  for (let turn = 0; turn < 2000; turn += 1) {
    const value = f((Math.random() - 0.5) * 10 ** Math.floor(Math.random() * 12 - 6));
    assert.equal(f(Number(plain(value))), value);
  }
});

test("what a learner types", () => {
  /** @type {[string, number | undefined][]} */
  const cases = [
    ["0,5", 0.5],
    ["−2", -2],
    ["-.25", -0.25],
    ["1/4", 0.25],
    [" 3 ", 3],
    ["1e3", 1000],
    ["", undefined],
    ["-", undefined],
    ["1/0", undefined],
    ["abc", undefined],
    ["1e99", undefined],
    ["0x10", undefined],
  ];
  for (const [text, value] of cases) assert.equal(parseNumber(text), value, text);
  assert.equal(shape(3, 4), "(3, 4)");
  assert.equal(vector([f(0.248), 1]), "(0.248, 1)");
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

test("a constant map has a colour, what is no number has none", () => {
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
});
