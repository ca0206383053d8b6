// The code that puts this explorer, as it stands now, into another page.
import { copyable } from "./export-menu.js";

/** @param {string} text */
const quoted = (text) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/**
 * @param {string} tag
 * @param {Map<string, string>} attributes
 * @param {string} fallback what a page shows where no script runs
 */
export function elementCode(tag, attributes, fallback) {
  const written = [...attributes].map(([name, value]) => ` ${name}="${quoted(value)}"`).join("");
  return `<script src="attention-explorers.js"></script>\n<${tag}${written}>${fallback}</${tag}>\n`;
}

/**
 * @param {object} options
 * @param {string} options.tag
 * @param {Map<string, string>} options.attributes
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 * @param {ShadowRoot} options.root
 * @param {(message: string) => void} options.onDone
 */
export function embedCode({ tag, attributes, text, root, onDone }) {
  const code = elementCode(tag, attributes, text("needsScript"));
  return copyable({ code, name: "embed", label: text("embedHow"), text, root, onDone });
}
