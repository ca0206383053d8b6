// The third wasm build, made of the simd module: where the micro-kernels and exp multiply and then add,
// one relaxed_madd does both, which processors whose multiplication and addition share units run in half
// the time. How often it rounds, once or twice, is the processor's own choice, so its bits differ between
// processors; every other instruction is the simd module's.
import binaryen from "binaryen";

/** The functions whose products are fused, by their names in c/: the micro-kernels (matmul.c, and
 * decode.c's for single rows), and exp where the compiler has put it. Sums that mend their own rounding are
 * doubles, and lie in none of them. */
const FUSED = [
  ...["multiply_tiles", "tiles_of_heads", "tiles_of_columns", "multiply_fours"],
  ...["score_row", "blend_row"],
  ...["exp_tile", "exp_row", "one_exp", "exp_lanes", "weigh", "softmax_gradient", "l_tanh"],
];

/** By which load() knows the build: has_simd under another name. */
const MARK = "fuses_products";

/** Text of wasm in brackets. @typedef {(string | Bracket)[]} Bracket */
/** @typedef {string | Bracket} Node */

/** Reads one bracket of the text that Binaryen writes, which has no comments inside of functions.
 * @param {string} text from its "(" on @returns {Node[]} */
function parse(text) {
  /** @type {Node[][]} */
  const open = [[]];
  for (const [token] of text.matchAll(/[()]|"(?:[^"\\]|\\.)*"|[^\s()"]+/g)) {
    if (token === "(") open.push([]);
    else if (token === ")") {
      const done = /** @type {Node[]} */ (open.pop());
      open[open.length - 1].push(done);
    } else open[open.length - 1].push(token);
  }
  return /** @type {Node[]} */ (open[0][0]);
}

/** @param {Node} node @returns {string} */
const print = (node) => (typeof node === "string" ? node : `(${node.map(print).join(" ")})`);

/** What an expression does besides giving a value.
 * @param {Node} node @param {{ reads: Set<string>, writes: Set<string> }} [found] */
function effects(node, found = { reads: new Set(), writes: new Set() }) {
  if (typeof node === "string") return found;
  const [name, local] = node;
  if (typeof name === "string" && typeof local === "string") {
    if (name === "local.get") found.reads.add(local);
    if (name === "local.tee" || name === "local.set") found.writes.add(local);
    if (/^(call|global\.set|v128\.store|[if]\d+\.store)/.test(name))
      throw new Error(`relaxed: there is a ${name} inside of a sum`);
  }
  for (const part of node) effects(part, found);
  return found;
}

/** Whether two expressions give the same in either order. @param {Node} a @param {Node} b */
function exchangeable(a, b) {
  const [first, second] = [effects(a), effects(b)];
  const touches = (/** @type {typeof first} */ one, /** @type {typeof first} */ other) =>
    [...one.writes].some((local) => other.reads.has(local) || other.writes.has(local));
  return !touches(first, second) && !touches(second, first);
}

/** @param {Node} node */
const isProduct = (node) => node[0] === "f32x4.mul";

/** a · b + c as one instruction, throughout an expression. A product that stands in a sum is used there
 * alone: what is used twice stands in a local.
 * @param {Node} node @param {{ count: number }} counter @returns {Node} */
function fuse(node, counter) {
  if (typeof node === "string") return node;
  const parts = node.map((part) => fuse(part, counter));
  if (parts[0] !== "f32x4.add") return parts;
  const [, left, right] = parts;
  /** @param {Node} product @param {Node} rest */
  const fused = (product, rest) => {
    counter.count++;
    return ["f32x4.relaxed_madd", product[1], product[2], rest];
  };
  if (isProduct(left)) return fused(left, right);
  // The product is computed before the rest, which stood before it.
  if (isProduct(right) && exchangeable(left, right)) return fused(right, left);
  return parts;
}

/** The relaxed build of a simd module that has the names of its functions.
 * @param {Uint8Array} simd @returns {import("binaryen").default.Module} */
export function relax(simd) {
  const before = binaryen.readBinary(simd);
  before.setFeatures(binaryen.Features.All);
  const text = before.emitText();
  before.dispose();
  const left = new Set(FUSED);
  const functions = text.split(/\n(?= \((?:func|export|data|elem|global|memory|table) )/);
  const changed = functions.map((part) => {
    const name = /^ \(func \$([\w.]+)/.exec(part)?.[1];
    if (!name || !left.delete(name)) return part;
    const counter = { count: 0 };
    // What follows the function closes the module.
    const end = part.trimEnd().endsWith("\n)") ? "\n)" : "";
    const result = print(fuse(parse(part), counter));
    if (counter.count === 0) throw new Error(`relaxed: ${name} adds no products`);
    return ` ${result}${end}`;
  });
  if (left.size > 0) throw new Error(`relaxed: c/ has no function ${[...left].join(", ")}`);
  const module = binaryen.parseText(changed.join("\n"));
  module.setFeatures(
    binaryen.Features.MutableGlobals | binaryen.Features.SIMD128 | binaryen.Features.RelaxedSIMD,
  );
  const { value } = binaryen.getExportInfo(module.getExport("has_simd"));
  module.addFunctionExport(value, MARK);
  return module;
}
