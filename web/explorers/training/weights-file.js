// A trained model as a file and back, where it is to go on learning here: it has to know the five teams, and
// its vocabulary has to begin as every vocabulary here does.
import { readDescription } from "../../model/description.js";
import { readJson } from "../../model/json-text.js";
import { assembled, readModelFile, writeModelFile } from "../../model/model-file.js";
import { ReadError } from "../../model/read-error.js";
import { TEAMS } from "../../model/tickets.js";
import { PADDING, UNKNOWN } from "../../model/tokenizer.js";

/** @typedef {import("../../../js/encoder.js").EncoderSizes} EncoderSizes */
/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */

/**
 * @typedef {object} Model
 * @property {EncoderSizes} sizes
 * @property {Record<string, Tensor>} parameters
 * @property {string[]} vocabulary
 * @property {"root" | "one"} scale
 */

/**
 * @param {import("./run.js").Run} run
 * @param {Record<string, string>} more what else the file is to tell
 */
export const writeModel = ({ model, sizes, vocabulary, plan, step }, more) =>
  writeModelFile(
    model.parameters(),
    { heads: sizes.heads, vocabulary, classes: TEAMS, scale: plan.scale },
    { seed: String(plan.seed), step: String(step), teams: JSON.stringify(TEAMS), ...more },
  );

/**
 * @param {ArrayBuffer} bytes
 * @param {{ heads: number, words?: string }} besides heads: of a file that does not say how many it has;
 *   words: a JSON file with the vocabulary
 * @returns {Model}
 */
export function readModel(bytes, besides) {
  const file = readModelFile(bytes);
  const more = besides.words === undefined ? {} : readDescription(readJson(besides.words));
  if (!more) throw new ReadError("fileNoWords");
  const known = assembled(file, more);
  const { vocabulary, scale, sizes } = known;
  const heads = known.isHeadsKnown ? known.heads : besides.heads;
  if (sizes.d % heads !== 0) throw new ReadError("modelHeadsOf", { heads, d: sizes.d });
  if (sizes.classes !== TEAMS.length)
    throw new ReadError("fileClasses", { classes: sizes.classes, teams: TEAMS.length });
  if (!vocabulary) throw new ReadError("fileNoVocabulary", { vocab: sizes.vocab });
  if (vocabulary[0] !== PADDING || vocabulary[1] !== UNKNOWN)
    throw new ReadError("fileVocabularyStart", { padding: PADDING, unknown: UNKNOWN });
  return {
    sizes: { ...sizes, heads },
    parameters: file.tensors,
    vocabulary,
    scale: scale === 1 ? "one" : "root",
  };
}
