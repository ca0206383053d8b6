// What the mutation run changes: every place in a file of js/ or c/ where one small fault can be made.
import { parse } from "acorn";

/**
 * A fault: the characters [from, to) of a file become `text`.
 * @typedef {object} Mutant
 * @property {string} file @property {number} from @property {number} to @property {string} text
 * @property {string} operator what kind of fault it is
 * @property {number} line from 1
 * @property {string} is the lines it lies on, without indentation @property {string} becomes those lines with it
 */

/** What each operator of C and JavaScript is taken for. */
const SWAPPED = /** @type {Record<string, string[]>} */ ({
  "<": ["<=", ">"],
  "<=": ["<", ">="],
  ">": [">=", "<"],
  ">=": [">", "<="],
  "==": ["!="],
  "!=": ["=="],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "**": ["*"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": [">>"],
  "&": ["|"],
  "|": ["&"],
  "&&": ["||"],
  "||": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["/="],
  "/=": ["*="],
});
/** Where the boundary of a comparison goes: not where the other operator of the pair has it. */
const SHIFT = /** @type {Record<string, string>} */ ({
  "<": "- 1",
  "<=": "+ 1",
  ">": "+ 1",
  ">=": "- 1",
});
const COMPARISONS = Object.keys(SHIFT);
const kindOf = (/** @type {string} */ operator) =>
  /^([<>]=?|[=!]==?)$/.test(operator)
    ? "comparison"
    : /^(&&|\|\|)$/.test(operator)
      ? "boolean"
      : "arithmetic";

/** @param {string} file @param {string} source */
function collector(file, source) {
  /** @type {Mutant[]} */
  const mutants = [];
  /** @param {string} operator @param {number} from @param {number} to @param {string} text */
  const add = (operator, from, to, text) => {
    const first = source.lastIndexOf("\n", from - 1) + 1,
      last = (source.indexOf("\n", to) + 1 || source.length + 1) - 1;
    const plain = (/** @type {string} */ lines) => lines.replace(/\s+/g, " ").trim();
    mutants.push({
      ...{ file, from, to, text, operator },
      line: source.slice(0, from).split("\n").length,
      is: plain(source.slice(first, last)),
      becomes: plain(source.slice(first, from) + text + source.slice(to, last)),
    });
  };
  return { mutants, add };
}

/** @param {string} file @param {string} source @returns {Mutant[]} */
export function mutantsOfJs(file, source) {
  const { mutants, add } = collector(file, source);
  const text = (/** @type {any} */ node) => source.slice(node.start, node.end);
  /** Where an operator stands between two nodes. @param {any} left @param {any} right @param {string} operator */
  const operatorAt = (left, right, operator) => source.indexOf(operator, left.end);

  /** @type {Record<string, (node: any, parent: any) => void>} */
  const visitors = {
    BinaryExpression(node) {
      const at = operatorAt(node.left, node.right, node.operator);
      const joins =
        node.operator === "+" && [node.left, node.right].some((side) => /^["'`]/.test(text(side)));
      if (joins) return;
      for (const other of SWAPPED[node.operator] ?? [])
        add(kindOf(node.operator), at, at + node.operator.length, other);
      if (COMPARISONS.includes(node.operator))
        add(
          "boundary",
          node.right.start,
          node.right.end,
          `(${text(node.right)}) ${SHIFT[node.operator]}`,
        );
    },
    LogicalExpression(node) {
      const at = operatorAt(node.left, node.right, node.operator);
      if (node.operator === "??") add("boolean", node.start, node.end, text(node.right));
      else add("boolean", at, at + 2, SWAPPED[node.operator][0]);
    },
    AssignmentExpression(node) {
      const at = operatorAt(node.left, node.right, node.operator);
      for (const other of SWAPPED[node.operator] ?? [])
        add("arithmetic", at, at + node.operator.length, other);
    },
    UnaryExpression(node) {
      if (node.operator === "!" || node.operator === "-")
        add(node.operator === "!" ? "boolean" : "arithmetic", node.start, node.argument.start, "");
    },
    UpdateExpression(node) {
      const other = node.operator === "++" ? "--" : "++";
      if (node.prefix) add("arithmetic", node.start, node.start + 2, other);
      else add("arithmetic", node.end - 2, node.end, other);
    },
    IfStatement: (node) =>
      add("condition", node.test.start, node.test.end, `!(${text(node.test)})`),
    ConditionalExpression: (node) =>
      add("condition", node.test.start, node.test.end, `!(${text(node.test)})`),
    Literal(node, parent) {
      if (parent.type === "ImportDeclaration" || parent.type === "ExportNamedDeclaration") return;
      if (typeof node.value === "number") {
        add("constant", node.start, node.end, String(node.value + 1));
        if (node.value > 1) add("constant", node.start, node.end, String(node.value - 1));
      } else if (typeof node.value === "boolean")
        add("constant", node.start, node.end, String(!node.value));
      else if (typeof node.value === "string" && node.value !== "")
        add("constant", node.start, node.end, '""');
    },
    TemplateLiteral(node) {
      for (const each of node.expressions) add("message", each.start, each.end, '"?"');
    },
    ExpressionStatement(node) {
      if (
        /^(CallExpression|AssignmentExpression|UpdateExpression|UnaryExpression)$/.test(
          node.expression.type,
        )
      )
        if (text(node) !== "super();") add("dropped statement", node.start, node.end, ";");
    },
    ThrowStatement: (node) => add("dropped statement", node.start, node.end, ";"),
    ReturnStatement(node, parent) {
      if (!node.argument && parent.type !== "BlockStatement")
        add("dropped statement", node.start, node.end, ";");
    },
    ContinueStatement: (node) => add("dropped statement", node.start, node.end, ";"),
    BreakStatement: (node) => add("dropped statement", node.start, node.end, ";"),
    CallExpression(node) {
      const list = node.arguments;
      for (let at = 0; at + 1 < list.length; at++) {
        const [a, b] = [text(list[at]), text(list[at + 1])];
        if (a !== b && !/^\.\.\./.test(a + b))
          add("swapped arguments", list[at].start, list[at + 1].end, `${b}, ${a}`);
      }
    },
    BlockStatement(node, parent) {
      if (/Function/.test(parent.type) && node.body.length > 1)
        add("early return", node.body[0].start, node.body[0].start, "return; ");
    },
  };
  /** @param {any} node @param {any} parent */
  const walk = (node, parent) => {
    visitors[node.type]?.(node, parent);
    for (const [key, value] of Object.entries(node)) {
      if (key === "key" && !node.computed) continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child.type === "string") walk(child, node);
    }
  };
  walk(parse(source, { ecmaVersion: "latest", sourceType: "module" }), { type: "" });
  return mutants;
}

/** Comments, strings and directives as blanks of the same length. @param {string} source */
const bareC = (source) =>
  source.replace(/\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\n])*"|^#(?:\\\n|[^\n])*/gm, (found) =>
    found.replace(/[^\n]/g, " "),
  );

/** Where the bracket that opens at `at` closes. @param {string} text @param {number} at */
function closing(text, at) {
  for (let depth = 0, place = at; place < text.length; place++) {
    if (text[place] === "(") depth++;
    if (text[place] === ")" && --depth === 0) return place;
  }
  return -1;
}

/** The arguments between two brackets, as [from, to). @param {string} text @param {number} open @param {number} close */
function argumentsOf(text, open, close) {
  const list = [];
  let depth = 0,
    from = open + 1;
  for (let at = open + 1; at <= close; at++) {
    if ((text[at] === "," && depth === 0) || at === close) {
      const inner = text.slice(from, at);
      const start = from + inner.length - inner.trimStart().length;
      list.push([start, start + inner.trim().length]);
      from = at + 1;
    } else if ("([{".includes(text[at])) depth++;
    else if (")]}".includes(text[at])) depth--;
  }
  return list;
}

/** C as clang-format writes it: a binary operator has a blank on either side, and a body begins after
 * ") {" at the end of a line that begins in the first column.
 * @param {string} file @param {string} source @returns {Mutant[]} */
export function mutantsOfC(file, source) {
  const { mutants, add } = collector(file, source);
  const bare = bareC(source);
  const all = (/** @type {RegExp} */ pattern) => bare.matchAll(pattern);
  for (const found of all(/(?<=[\w)\]]) ([<>]=?|[=!]=|[-+*/%&|]|<<|>>|&&|\|\||[-+*/]=)(?=\s)/g)) {
    const [, operator] = found,
      at = /** @type {number} */ (found.index) + 1;
    for (const other of SWAPPED[operator]) add(kindOf(operator), at, at + operator.length, other);
    const right = /^ (\w[\w>.[\]-]*)(?=[;)&|?]| [&|?])/.exec(bare.slice(at + operator.length));
    if (COMPARISONS.includes(operator) && right) {
      const end = at + operator.length + right[0].length;
      add("boundary", end, end, ` ${SHIFT[operator]}`);
    }
  }
  for (const { 0: number, index = 0 } of all(
    /(?<![\w.])(?:0x[\da-f.]+(?:p-?\d+)?|\d+\.?\d*(?:e-?\d+)?)f?(?![\w.])/g,
  ))
    add("constant", index, index + number.length, `(${number} + 1)`);
  for (const { 0: operator, index = 0 } of all(/\+\+|--/g))
    add("arithmetic", index, index + 2, operator === "++" ? "--" : "++");
  for (const { index = 0 } of all(/(?<=[\s(])!(?=[\w(])/g)) add("boolean", index, index + 1, "");
  for (const { 0: start, index = 0 } of all(/\b(?:if) \(/g)) {
    const open = index + start.length - 1,
      close = closing(bare, open);
    add("condition", open + 1, close, `!(${source.slice(open + 1, close)})`);
  }
  // A statement on a line of its own that is no declaration.
  for (const { 0: statement, index = 0 } of all(
    /(?<=^ +|^ *(?:if|else|for)\b.*[)e] )(?!return|else|if|for|while|case|typedef)(?:\*?[a-z_]\w*(?:[[(.+\-=]| [-+*/]?= |->).*|continue|break);$/gim,
  ))
    add("dropped statement", index, index + statement.length, ";");
  for (const { index = 0 } of all(/\breturn;/g)) add("dropped statement", index, index + 7, ";");
  for (const { 0: call, index = 0 } of all(/\b[a-z_]\w*\((?=[^()\n])/g)) {
    const open = index + call.length - 1,
      close = closing(bare, open);
    if (close < 0 || /^\w/.test(source[source.lastIndexOf("\n", index) + 1])) continue; // a definition
    const list = argumentsOf(bare, open, close);
    for (let at = 0; at + 1 < list.length; at++) {
      const [a, b] = [source.slice(...list[at]), source.slice(...list[at + 1])];
      if (a !== b) add("swapped arguments", list[at][0], list[at + 1][1], `${b}, ${a}`);
    }
  }
  for (const { 0: head, index = 0 } of all(/^(?:static )?(?:inline )?void \w+\([^{;]*\) \{\n/gm)) {
    const at = index + head.length;
    add("early return", at, at, "  if (sizeof(int)) return;\n");
  }
  return mutants;
}
