// A page with its scripts and styles inside, so that it is one file: dist/pages/ names them by an address.

/** A script's text as it may stand inside <script>. @param {string} script */
export const inScript = (script) =>
  script.replaceAll(/<\/(?=script)/gi, "<\\/").replaceAll("<!--", "<\\!--");

/** A page without the space that lines begin with; what is set as it is written keeps it.
 * @param {string} html */
const withoutIndents = (html) =>
  html
    .split(/(<pre\b[^]*?<\/pre>)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/\s*\n\s*/g, "\n")))
    .join("");

/** @param {string} html @param {(name: string) => string} read a file's text by its name */
export const withScriptsInside = (html, read) =>
  withoutIndents(html)
    // It stands one folder higher.
    .replace(' data-languages="../', ' data-languages="')
    .replaceAll(
      /<link\b[^>]*? href="(?:[^"]*\/)?([\w-]+\.css)"[^>]*>/g,
      (_, name) => `<style>\n${read(name).trim()}\n</style>`,
    )
    .replaceAll(
      /<script\b([^>]*?) src="(?:[^"]*\/)?(attention-[\w-]+\.js)"([^>]*)><\/script>/g,
      (_, before, name, after) =>
        `<script${before}${after} data-file="${name}">${inScript(read(name).trim())}</script>`,
    );
