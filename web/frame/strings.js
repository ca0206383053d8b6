// The words that the shared parts say, in English. An author's `strings` property replaces any of
// them; {name} stands for a live value.
/** @type {Record<string, string>} */
export const sharedStrings = {
  starting: "Getting the numbers ready …",
  failed: "This explorer could not work.",
  pageIsFine: "The rest of the page is not affected.",
  startAgain: "Start again",
  attributeTooLong: "{tag}: the attribute {name} has {length} letters; at most {most} are read.",
  stringsWrong:
    '{tag}: the attribute strings is JSON that gives texts by name, such as {"heading": "A heading of your own"}.',
  needsScript: "This explorer needs JavaScript.",

  percent: "{number} %",
  cancel: "Cancel",

  steps: "Steps",
  back: "Back",
  next: "Next",

  matrixLabel: "{name}, {title}, {rows} by {columns}",
  matrixAxes: "; rows: {rowAxis}, columns: {columnAxis}",
  chooseRow: "Follow the query of {token}",
  hidden: "hidden",
  visible: "may be read",

  predict: "A prediction",
  justShow: "Just show it",
  yourAnswer: "Your answer",
  rightAnswer: "Right answer",
  answeredRight: "You got it.",
  answeredWrong: "Not quite.",
  askAgain: "Try again",
  askHere: "Ask me about what is shown now",
  nextQuestion: "Next question",
  notYetShown: "not yet",
  afterQuestion: "The rest is told once the question has been answered.",

  ownNotJson:
    '{tag}: the attribute question cannot be read as JSON. Write it like {"question": "Which?", "answers": ["this", "that"], "right": "that"}.',
  ownNoQuestion:
    "{tag}: question {number} of the attribute question needs a text under “question”, of at most {longest} letters.",
  ownAnswers:
    "{tag}: question {number} of the attribute question needs a list of 2 to {most} texts under “answers”.",
  ownTwice: "{tag}: question {number} of the attribute question offers the same answer twice.",
  ownRight:
    "{tag}: question {number} of the attribute question needs under “right” one of its answers, letter for letter: {answers}.",
  ownWhy:
    "{tag}: question {number} of the attribute question: “why” is a text of at most {longest} letters.",
  ownHides:
    '{tag}: question {number} of the attribute question: “hides” is a list of names of matrices, such as ["A"].',
  ownState:
    '{tag}: question {number} of the attribute question: “state” names attributes and their values, such as {"step": 6}.',

  numberEither: "“{text}” can mean two numbers. Which one do you mean?",
  numberTooLarge:
    "“{text}” is too large: the largest number here, in 32 bits, is {largest}. Nothing has changed.",
  numberKept: "Leave it as it was",

  tables: "Numbers as tables",
  description: "Text description",
  export: "Save or copy",
  embed: "Embed",
  embedForm: "This explorer as it stands, for",
  embedScript: "a web page, with the script beside it",
  embedScriptWhen:
    "For your own page: it works from any server and from disk. Put {files} beside the page.",
  embedCdn: "a web page, with the script from a CDN",
  embedCdnWhen:
    "Where you can place no file: jsDelivr serves version {version}, once it is published, and the browser checks its hash.",
  embedNoHash:
    "This page does not know the hash of the script. The file dist/integrity.json of version {version} holds it; add it as integrity.",
  embedIframe: "a frame, such as in a course system",
  embedIframeWhen:
    "Where scripts are taken out of pages, or styles clash. Put {tag}.html on a web server: Canvas runs no script in uploaded HTML unless an administrator allows it, but shows a hosted page, and sizes its frame.",
  embedSrcdoc: "a frame that holds everything",
  embedSrcdocWhen:
    "One piece of HTML, in a sandbox of its own: nothing of it reaches the page around it.",
  embedScriptSize: "the script, {size} kB, is copied with the rest",
  embedMarkdown: "Markdown: Eleventy, Jekyll, Hugo",
  embedMarkdownWhen:
    "Where Markdown lets HTML through; Hugo does with markup.goldmark.renderer.unsafe = true. Put {files} beside the page that is made of it.",
  embedMdx: "Docusaurus, and MDX in the browser",
  embedMdxWhen:
    "After npm install attention-wasm. The tag is the same in JSX, Vue and Svelte. MDX in Astro runs on the server only: take the form for Astro.",
  embedNext: "Next and React on a server",
  embedNextWhen: "After npm install attention-wasm, as a component of its own.",
  embedVitepress: "VitePress",
  embedVitepressWhen:
    "After npm install attention-wasm. The lines for the configuration tell Vue that the tag is an element.",
  embedAstro: "Astro and Starlight",
  embedAstroWhen:
    "After npm install attention-wasm, as a component to import where it is shown, in MDX as well.",
  embedMyst: "MyST and Jupyter Book 2",
  embedMystWhen:
    "MyST leaves HTML out, so the explorer comes as a widget. Put attention-widget.mjs beside the page: npx attention-wasm-pages writes it.",
  embedQuarto: "Quarto, pages and slides",
  embedQuartoWhen: "Put {files} beside the document, and name it under resources: in a project.",
  embedMkdocs: "MkDocs and Zensical",
  embedMkdocsWhen:
    "Put {files} into docs/. The script belongs to the whole site, so that it also runs after instant navigation.",
  embedReveal: "reveal.js slides",
  embedRevealWhen:
    "Put {files} beside the slides. Keys that an explorer uses do not turn the page.",
  embedLiascript: "LiaScript",
  embedLiascriptWhen: "Put {files} beside the course; the header loads it once.",
  embedScorm: "a SCORM 1.2 package, for Moodle and other course systems",
  embedScormWhen:
    "For upload as an activity: it reports completion and score, and goes on where the learner stopped. The command makes the same file.",
  embedSave: "Save the package",
  embedJupyter: "a Jupyter notebook",
  embedJupyterWhen:
    "A cell that needs no network, and whose output still works when the notebook is shared. Put {files} beside the notebook.",
  sameInPyTorch: "The same numbers in PyTorch:",
  sameInNumPy: "The same numbers in NumPy:",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "The browser did not allow copying. Select the text and copy it by hand.",
  saved: "{file} is saved.",
  notSaved: "Nothing was saved: {reason}.",
};
