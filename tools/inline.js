// A page with its scripts inside, so that it is one file: dist/pages/ names them by an address.

/** A script's text as it may stand inside <script>. @param {string} script */
const inScript = (script) =>
  script.replaceAll(/<\/(?=script)/gi, "<\\/").replaceAll("<!--", "<\\!--");

/** @param {string} html @param {(name: string) => string} read a script's text by its file's name */
export const withScriptsInside = (html, read) =>
  html.replaceAll(
    /<script\b([^>]*?) src="(?:[^"]*\/)?(attention-[\w-]+\.js)"([^>]*)><\/script>/g,
    (_, before, name, after) => `<script${before}${after}>${inScript(read(name).trim())}</script>`,
  );
