// The words that the shared parts say, in English. An author's `strings` property replaces any of
// them; {name} stands for a live value.
/** What the widget says alone. */
export const unknownExplorer = "There is no explorer called “{tag}”.";

/** @type {Record<string, string>} */
export const sharedStrings = {
  starting: "Getting the numbers ready …",
  failed: "Something went wrong in this explorer.",
  pageIsFine: "The rest of the page is not affected.",
  startAgain: "Start again",
  attributeTooLong:
    "{tag}: the attribute {name} has {length} characters; at most {most} are allowed.",
  stringsWrong:
    '{tag}: the attribute strings must be JSON that gives each text under its name, such as {"heading": "A heading of your own"}.',
  matrixRagged: "{tag}: the rows of {name} must all have the same length.",
  unknownExplorer,
  needsScript: "This explorer needs JavaScript.",

  cancel: "Cancel",

  steps: "Steps",
  back: "Back",
  next: "Next",

  matrixLabel: "{name}, {title}, {rows} by {columns}",
  matrixAxes: "; rows: {rowAxis}, columns: {columnAxis}",
  chooseRow: "Follow the query of {token}",
  hidden: "hidden",
  visible: "may be read",

  predict: "Make a prediction",
  justShow: "Just show it",
  yourAnswer: "Your answer",
  rightAnswer: "Right answer",
  answeredRight: "You got it.",
  answeredWrong: "Not quite.",
  askAgain: "Try again",
  closeQuestion: "Close",
  askHere: "Ask me about what is shown now",
  nextQuestion: "Next question",
  notYetShown: "not yet",
  afterQuestion: "Answer the question to see the rest.",

  ownNotJson:
    '{tag}: the attribute question is not valid JSON. Write it like {"question": "Which?", "answers": ["this", "that"], "right": "that"}.',
  ownNoQuestion:
    "{tag}: in the attribute question, question {number} needs a text under “question”, at most {longest} characters long.",
  ownAnswers:
    "{tag}: in the attribute question, question {number} needs a list of 2 to {most} texts under “answers”.",
  ownTwice: "{tag}: in the attribute question, question {number} offers the same answer twice.",
  ownRight:
    "{tag}: in the attribute question, “right” of question {number} must be exactly one of its answers: {answers}.",
  ownWhy:
    "{tag}: in the attribute question, “why” of question {number} must be a text, at most {longest} characters long.",
  ownHides:
    '{tag}: in the attribute question, “hides” of question {number} must be a list of names of matrices, such as ["A"].',
  ownState:
    '{tag}: in the attribute question, “state” of question {number} must give values to attributes, such as {"step": 6}.',

  numberEither: "“{text}” can mean two numbers. Which one do you mean?",
  numberTooLarge:
    "“{text}” is too large: the largest number that fits in 32 bits is {largest}. Nothing has changed.",
  numberKept: "Leave it as it was",

  tables: "Numbers as tables",
  description: "Text description",
  export: "Save or copy",
  embed: "Embed",
  embedForm: "Embed this explorer, as it is now, in",
  embedScript: "a web page, with the script next to it",
  embedScriptWhen: "For a page of your own, on a server or on disk. Put {files} next to it.",
  embedCdn: "a web page, with the script from a CDN",
  embedCdnWhen:
    "For places where you cannot upload a file. jsDelivr serves version {version} once it is published, and the browser checks its hash.",
  embedNoHash:
    "This page does not know the hash of the script. It is in the file dist/integrity.json of version {version}; add it as integrity.",
  embedLink: "a link to this state",
  embedLinkWhen: "For a message, a slide or an exercise sheet.",
  embedIframe: "a frame, in a course system for example",
  embedIframeWhen:
    "For systems that remove scripts from pages, or where styles clash. Put {page} on a web server. Canvas runs no scripts in uploaded HTML unless an administrator allows it, but shows a hosted page and adjusts the height of its frame.",
  embedSrcdoc: "a frame that contains everything",
  embedSrcdocWhen:
    "One piece of HTML in a sandbox of its own: nothing in it can reach the page around it.",
  embedScriptSize: "the script ({size} kB) is copied along with the rest",
  embedMarkdown: "Markdown: Eleventy, Jekyll, Hugo",
  embedMarkdownWhen:
    "For Markdown that lets HTML through; Hugo does so with markup.goldmark.renderer.unsafe = true. Put {files} next to the page that is built from it.",
  embedMdx: "Docusaurus, and MDX in the browser",
  embedMdxWhen:
    "Run npm install attention-wasm first. The tag is the same in JSX, Vue and Svelte. In Astro, MDX runs only on the server: choose Astro instead.",
  embedNext: "Next and React on a server",
  embedNextWhen:
    "Run npm install attention-wasm first. The explorer becomes a component of its own.",
  embedVitepress: "VitePress",
  embedVitepressWhen:
    "Run npm install attention-wasm first. The lines for the configuration tell Vue that the tag is a custom element.",
  embedAstro: "Astro and Starlight",
  embedAstroWhen:
    "Run npm install attention-wasm first. Then import the component wherever you want to show it, in MDX too.",
  embedMyst: "MyST and Jupyter Book 2",
  embedMystWhen:
    "MyST removes HTML, so the explorer comes as a widget. Put attention-widget.mjs next to the page; npx attention-wasm-pages writes it.",
  embedQuarto: "Quarto, pages and slides",
  embedQuartoWhen:
    "Put {files} next to the document. In a project, also list it under “resources”.",
  embedMkdocs: "MkDocs and Zensical",
  embedMkdocsWhen:
    "Put {files} in docs/. The script is added to the whole site, so that it also runs with instant navigation.",
  embedReveal: "reveal.js slides",
  embedRevealWhen:
    "Put {files} next to the slides. Keys that an explorer uses do not change the slide.",
  embedLiascript: "LiaScript",
  embedLiascriptWhen: "Put {files} next to the course; the header loads it once.",
  embedScorm: "a SCORM 1.2 package, for Moodle and other course systems",
  embedScormWhen:
    "Upload it as an activity. It reports completion and score, and keeps the state. The command makes the same file.",
  embedSave: "Save the package",
  embedJupyter: "a Jupyter notebook",
  embedJupyterWhen:
    "A cell that needs no network and still works when the notebook is shared. Put {files} next to the notebook.",
  sameInPyTorch: "The same numbers in PyTorch:",
  sameInNumPy: "The same numbers in NumPy:",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "The browser did not allow copying. Select the text and copy it by hand.",
  saved: "Saved as {file}.",
  noPicture: "the drawing could not be turned into a picture",
  notSaved: "Nothing was saved: {reason}.",
};
