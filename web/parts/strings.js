// The words that the shared parts say, in English. An author's `strings` property replaces any of
// them; {name} stands for a live value.
/** @type {Record<string, string>} */
export const sharedStrings = {
  starting: "Getting the numbers ready …",
  failed: "This explorer could not work.",
  pageIsFine: "The rest of the page is not affected.",
  startAgain: "Start again",
  needsScript: "This explorer needs JavaScript.",

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

  tables: "Numbers as tables",
  description: "Text description",
  export: "Save or copy",
  embed: "Embed",
  embedHow: "This explorer as it stands, for your own page. Put the script file next to it.",
  sameInPyTorch: "The same numbers in PyTorch:",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "The browser did not allow copying. Select the text and copy it by hand.",
  saved: "{file} is saved.",
  notSaved: "Nothing was saved: {reason}.",
};
