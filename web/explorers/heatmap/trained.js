// The parts of <attention-heatmap> that belong to a trained model: its text, what it says, the switches of
// its heads.
import { listSign } from "../../parts/letters/numbers.js";
import { shortToken } from "../../parts/letters/symbols.js";
import { html, nothing } from "lit";
import { LESSON_TICKET } from "../../model/lesson-ticket.js";
import { classTable, headSwitches } from "./model-panel.js";
import { ticketField } from "./text-fields.js";
import { cutText } from "./written.js";

/** @typedef {import("./heat-map.js").HeatMap} HeatMap */

// Models of more layers offer the switches of the layer that is shown.
const FEW_LAYERS = 2;
// Of the words that a model does not know, so many are named.
const MOST_WORDS = 30;

/** Where the text is picked and typed. @param {HeatMap} map */
export function modelText(map) {
  const { classifier, text } = map;
  if (!classifier) return nothing;
  const read = classifier.encode(map.phraseOf(classifier));
  const notes = [];
  if (read.unknown.length > 0) {
    const key = classifier.unknown === undefined ? "leftOut" : "unknownWords";
    const words = read.unknown.slice(0, MOST_WORDS).map(shortToken);
    if (read.unknown.length > MOST_WORDS) words.push("…");
    notes.push(text(key, { words: words.join(listSign()) }));
  }
  if (read.left > 0) {
    notes.push(text("tooLong", { most: classifier.sizes.maxLen, left: read.left }));
  }
  return ticketField({
    value: map.phraseOf(classifier),
    examples:
      map.tickets?.map((each) => ({ text: each })) ??
      classifier.examples.map((example) => ({
        text: example.text,
        label: example.label === undefined ? undefined : map.classNames[example.label],
      })),
    isQuick: classifier.isQuick,
    onChange: (given, isPicked) => {
      const typed = cutText(given);
      const phrase = typed === (map.tickets?.[0] ?? classifier.text) ? undefined : typed;
      // The lesson looks at every head of the last block, at the word "not".
      const whole =
        isPicked && typed === LESSON_TICKET.text
          ? { layer: classifier.layers, heads: /** @type {const} */ ("all") }
          : {};
      map.set({ phrase, row: undefined, zoom: undefined, ...whole });
    },
    notes,
    hasMenu: map.shows("ticket"),
    hasField: map.shows("phrase"),
    text,
  });
}

/** What the model says, and the switches of its heads. @param {HeatMap} map */
export function modelPanel(map) {
  const { classifier, answered, text } = map;
  if (!classifier || !answered) return nothing;
  if (!map.isUnderstood)
    return html`<div class="model">
      <p class="doubt" data-doubt role="status">${text("knowsNothing")}</p>
    </div>`;
  const { layers, heads, examples } = classifier;
  const classes = map.classNames;
  const label = examples.find((example) => example.text === map.phraseOf(classifier))?.label;
  const isAblated = map.off(classifier).length > 0;
  const all = Array.from({ length: layers }, (_, at) => at + 1);
  return html`<div class="model">
    ${
      map.shows("classes")
        ? classTable({
            classes,
            probabilities: answered.probabilities,
            whole: isAblated ? answered.whole : undefined,
            caption: map.classesCaption,
            text,
          })
        : nothing
    }
    ${
      map.shows("classes") && label !== undefined
        ? html`<p class="about">${text("rightTeam", { name: classes[label] })}</p>`
        : nothing
    }
    ${
      map.shows("switches")
        ? headSwitches({
            layers: layers <= FEW_LAYERS ? all : [map.layer],
            heads,
            without: map.without,
            onChange: (without) => map.set({ without }),
            text,
          })
        : nothing
    }
  </div>`;
}
