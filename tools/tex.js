// TeX to MathML by KaTeX, at build time, so that a page carries neither TeX nor a font.
import katex from "katex";

// KaTeX drops \htmlClass from MathML but keeps colours, so a mark travels through it as a colour
// that nobody would choose, and becomes an attribute on the way out.
const FIRST_MARK = 0xabc000;

/** The double-struck letters that Unicode had before it had all of them in one place.
 * @type {Record<string, string>} */
const OLDER_SETS = { C: "ℂ", H: "ℍ", N: "ℕ", P: "ℙ", Q: "ℚ", R: "ℝ", Z: "ℤ" };

/** \\part{name}{…} marks a part, \\role{class}{…} gives it a class.
 * @param {string} tex @param {{ isInline?: boolean }} [options] */
export function toMathML(tex, { isInline = false } = {}) {
  /** @type {string[]} */
  const marks = [];
  const marked = tex.replaceAll(/\\(part|role)\{(\w+)\}/g, (_, kind, name) => {
    marks.push(kind === "part" ? `data-part="${name}"` : `class="${name}"`);
    return `\\textcolor{#${(FIRST_MARK + marks.length - 1).toString(16)}}`;
  });
  const html = katex.renderToString(marked, {
    output: "mathml",
    displayMode: !isInline,
    strict: "error",
  });
  const math = /<semantics>(.*)<annotation/s.exec(html)?.[1];
  if (!math) throw new Error(`KaTeX gave no MathML for ${tex}`);

  /** @type {string[]} */
  const closings = [];
  const body = math.replaceAll(/<mstyle([^>]*)>|<\/mstyle>/g, (tag, attributes) => {
    if (tag === "</mstyle>") return closings.pop() ?? tag;
    const colour = /^ mathcolor="#([0-9a-f]{6})"$/.exec(attributes)?.[1];
    closings.push(colour ? "</mrow>" : "</mstyle>");
    return colour ? `<mrow ${marks[parseInt(colour, 16) - FIRST_MARK]}>` : tag;
  });
  // Engines know no variants: what is double-struck is a letter of its own.
  const letters = body.replaceAll(
    /<mi mathvariant="double-struck">([A-Z])<\/mi>/g,
    (_, letter) =>
      `<mi>${OLDER_SETS[letter] ?? String.fromCodePoint(0x1d538 - 65 + letter.charCodeAt(0))}</mi>`,
  );
  // KaTeX writes its negative thin space as text, which some engines draw as a gap.
  const kind = isInline ? "" : ' display="block"';
  return `<math${kind}>${letters.replaceAll(/<mtext>[\s\u2063]*\u2063?<\/mtext>/g, "")}</math>`;
}

/** A formula on a line of its own, which can be scrolled where it is too long, by keys as well. @param {string} math */
const displayed = (math) =>
  `<div class="displayed" tabindex="0" role="group" aria-label="Formula">${math}</div>`;

/** A page's text with \\( … \\) and \\[ … \\] as MathML. @param {string} html */
export const withMath = (html) =>
  html
    .replaceAll(/\\\[(.+?)\\\]/gs, (_, tex) => displayed(toMathML(plain(tex))))
    .replaceAll(/\\\((.+?)\\\)/gs, (_, tex) => toMathML(plain(tex), { isInline: true }));

/** A page's text with letters such as d_k and W_Q as they stand in formulas; programs and names keep theirs.
 * @param {string} html */
export const withLetters = (html) =>
  html.replaceAll(
    /<!--.*?-->|<(script|style|code|pre|title|textarea|math)\b.*?<\/\1>|<[^>]+>|[^<]+/gs,
    (piece) =>
      piece.startsWith("<")
        ? piece
        : piece.replaceAll(
            /\b([A-Za-z])_([A-Za-z])\b/g,
            '<var translate="no">$1<sub>$2</sub></var>',
          ),
  );

/** TeX as it stands in HTML. @param {string} tex */
const plain = (tex) =>
  tex.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").trim();
