// What every shipped script is in the end: ASCII alone, so that a page of any encoding can hold it, and
// lines of a bounded length, since Node prints the line of an error that nobody caught.
//
// A letter outside ASCII stands in a regular expression, a template or a comment by now (strings are
// escaped already), and \u…. means the same in all of them. A line that is too long ends at its last sign
// after which it may; inside a string or a template after a backslash, which is no part of its value.
import { decode, encode } from "@jridgewell/sourcemap-codec";
import { parse } from "acorn";

/** @typedef {{ at: number, remove: number, insert: string }} Edit */
/** @typedef {{ code: string, map?: string }} Script map: a source map as JSON */

const LIMIT = 500;

// What may not be cut: an escape, or the beginning of what a template holds.
const UNIT = /\\(?:u\{[^}]*\}|u[^{]{4}|x..|\r\n|[^])|\$\{|[^]/gy;

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll(
    /[^\x00-\x7f]/g, // eslint-disable-line no-control-regex
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** @param {string} code */
function asciiEdits(code) {
  /** @type {Edit[]} */
  const edits = [];
  // eslint-disable-next-line no-control-regex
  for (const { index, 0: text } of code.matchAll(/[^\x00-\x7f]+/g)) {
    if (/(?<!\\)(\\\\)*\\$/.test(code.slice(Math.max(0, index - 9), index)))
      throw new Error(`a backslash stands before ${text}: escaped it would mean something else`);
    edits.push({ at: index, remove: text.length, insert: escaped(text) });
  }
  return edits;
}

// After these a line may end, whatever comes next.
const BREAKABLE = new Set([",", ";", "{", "(", "[", "=", "?", ":", "&&", "||", "??"]);

/** @param {string} code @param {"module" | "script" | "commonjs"} kind */
function lineEdits(code, kind) {
  /** @type {Edit[]} */
  const edits = [];
  let lineStart = 0;
  /** The last place where the line may end. @type {Edit | undefined} */
  let last;
  /** The next place. @param {number} at @param {string} insert */
  const mayEnd = (at, insert) => {
    const length = insert.length - 1; // what it adds to the line
    if (last && at + length - lineStart > LIMIT) {
      edits.push(last);
      lineStart = last.at;
    }
    last = { at, remove: 0, insert };
  };
  const ended = (/** @type {number} */ at) => {
    mayEnd(at, "\n");
    last = undefined;
    lineStart = at + 1;
  };
  let from = 0; // what stands between two tokens may hold lines' ends, and is no place to end one
  parse(code, {
    ecmaVersion: "latest",
    sourceType: kind === "module" ? "module" : "script",
    allowReturnOutsideFunction: kind === "commonjs",
    onToken({ type, start, end }) {
      for (
        let at = code.indexOf("\n", from);
        at >= 0 && at < start;
        at = code.indexOf("\n", at + 1)
      )
        ended(at);
      from = end;
      if (type.label === "string" || type.label === "template") {
        // A string's token has its quotes, a template's has not.
        const quote = type.label === "string" ? 1 : 0;
        UNIT.lastIndex = start + quote;
        while (UNIT.lastIndex < end - quote) {
          const at = UNIT.lastIndex;
          const [unit] = /** @type {RegExpExecArray} */ (UNIT.exec(code));
          if (at > start + quote) mayEnd(at, "\\\n");
          if (unit.endsWith("\n")) ended(at + unit.length - 1);
        }
      } else if (BREAKABLE.has(type.label)) mayEnd(end, "\n");
    },
  });
  ended(code.length);
  return edits;
}

/** @param {string} code @param {Edit[]} edits in order */
function edited(code, edits) {
  let result = "";
  let from = 0;
  for (const { at, remove, insert } of edits) {
    result += code.slice(from, at) + insert;
    from = at + remove;
  }
  return result + code.slice(from);
}

/** A source map after edits. @param {string} code before them @param {string} map @param {Edit[]} edits */
function editedMap(code, map, edits) {
  const json = JSON.parse(map);
  /** @type {import("@jridgewell/sourcemap-codec").SourceMapMappings} */
  const moved = [];
  let next = 0;
  let lineStart = 0;
  let line = 0; // in the result
  let shift = 0; // from a place in the old text to its column in the result
  for (const segments of decode(json.mappings)) {
    shift = -lineStart;
    moved[line] = [];
    for (const segment of segments) {
      const at = lineStart + segment[0];
      for (; next < edits.length && edits[next].at + edits[next].remove <= at; next++) {
        const { at: place, remove, insert } = edits[next];
        if (insert.endsWith("\n")) {
          moved[++line] = [];
          shift = -(place + remove);
        } else shift += insert.length - remove;
      }
      const [, ...rest] = segment;
      moved[line].push(/** @type {typeof segment} */ ([at + shift, ...rest]));
    }
    const end = code.indexOf("\n", lineStart) + 1;
    for (; next < edits.length && end > 0 && edits[next].at < end; next++)
      if (edits[next].insert.endsWith("\n")) moved[++line] = [];
    lineStart = end;
    line++;
  }
  return JSON.stringify({ ...json, mappings: encode(moved) });
}

/** A source map that leads to lines, not to columns: a third of the bytes, and where an error was thrown is
 * a line. @param {string} map */
function toLines(map) {
  const json = JSON.parse(map);
  const mappings = decode(json.mappings).map((segments) => {
    let last = "";
    return segments.flatMap((segment) => {
      const [column, source, line] = segment;
      if (source === undefined || line === undefined || `${source}:${line}` === last) return [];
      last = `${source}:${line}`;
      return [/** @type {[number, number, number, number]} */ ([column, source, line, 0])];
    });
  });
  return JSON.stringify({ ...json, names: [], mappings: encode(mappings) });
}

/** @param {Script} script @param {"module" | "script" | "commonjs"} kind @returns {Script} */
export function plainLines({ code, map }, kind) {
  let script = { code, map };
  for (const find of [asciiEdits, lineEdits]) {
    const edits = find(script.code, kind);
    if (edits.length === 0) continue;
    script = {
      code: edited(script.code, edits),
      map: script.map && editedMap(script.code, script.map, edits),
    };
  }
  return { code: script.code, map: script.map && toLines(script.map) };
}
