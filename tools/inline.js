// A page with its scripts and styles inside, so that it is one file: dist/pages/ names them by an address.

/** A script's text as it may stand inside <script>. @param {string} script */
export const inScript = (script) =>
  script.replaceAll(/<\/(?=script)/gi, "<\\/").replaceAll("<!--", "<\\!--");

/** @param {string} html @param {(name: string) => string} read a file's text by its name */
export const withScriptsInside = (html, read) =>
  html
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
