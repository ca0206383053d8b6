// The work of a training in parts, shared out among workers: the gradient of a batch, and the guesses about
// tickets. A batch is always cut into the same parts, and the model adds them up in their order, so that a
// training has the same bits however many workers there are, and whoever makes which part.
import { guessesOf, tokensIn } from "../../model/training.js";

/** @typedef {import("../../../js/encoder.js").Encoder} Encoder */
/** @typedef {import("../../../js/encoder.js").EncoderOptions} EncoderOptions */
/** @typedef {import("../../../js/encoder.js").GradientPart} GradientPart */
/** @typedef {import("../../model/training.js").Batch} Batch */
/** @typedef {Pick<Batch, "ids" | "lengths"> & { labels?: number[] }} Part with labels: its gradient is wanted,
 *   without: what the model guesses */
/** @typedef {GradientPart | number[]} Made */

/** Into how many parts a batch is cut: more workers than that have nothing to do. */
export const PARTS = 4;

/** @param {Batch} batch @returns {(Part & { labels: number[] })[]} */
export const partsOf = ({ ids, lengths, labels }) =>
  Array.from({ length: Math.min(PARTS, labels.length) }, (_, index, of = labels.length) => {
    const from = Math.floor((index * of) / Math.min(PARTS, of));
    const to = Math.floor(((index + 1) * of) / Math.min(PARTS, of));
    return {
      ids: ids.slice(from, to),
      lengths: lengths.slice(from, to),
      labels: labels.slice(from, to),
    };
  });

/** @param {Encoder} model @param {Part} part @returns {Made} */
const make = (model, part) =>
  part.labels ? model.gradientPart(part.ids, part.lengths, part.labels) : guessesOf(model, part);

/** Who makes which part: the longest first, each to whoever has the fewest tokens so far.
 * @param {readonly Part[]} parts @param {number} hands @returns {number[]} of each part, from 0 */
function sharedOut(parts, hands) {
  const tokens = parts.map(({ lengths }) => tokensIn(lengths));
  const load = Array.from({ length: hands }, () => 0);
  /** @type {number[]} */
  const by = [];
  for (const part of [...tokens.keys()].sort((a, b) => tokens[b] - tokens[a])) {
    by[part] = load.indexOf(Math.min(...load));
    load[by[part]] += tokens[part];
  }
  return by;
}

/** What leads to another thread.
 * @typedef {object} Port
 * @property {((event: { data: any }) => void) | null} [onmessage]
 * @property {(message: unknown, buffers?: Transferable[]) => void} postMessage */

/** Those that make parts beside this thread. */
export class Helpers {
  /** Those that answer. @type {Port[]} */ #ready = [];
  /** What is not made yet, by its place, and what to do with it; with nothing, where nobody wants it any more.
   * @type {Map<number, (made: Made | undefined) => void>} */
  #open = new Map();
  /** What of the model they know. @type {EncoderOptions | undefined} */ #options;
  /** What is given up is not mistaken for what comes next. */ #batch = 0;

  /** One more, as soon as it answers. @param {Port} port */
  add(port) {
    port.onmessage = ({ data: { ready, batch, index, made } }) => {
      if (ready) {
        this.#ready.push(port);
        if (this.#options) port.postMessage({ options: this.#options });
      } else if (batch === this.#batch) {
        this.#open.get(index)?.(made);
      }
    };
  }

  /** Another model. @param {EncoderOptions} options with its parameters */
  begin(options) {
    this.#options = options;
    for (const port of this.#ready) port.postMessage({ options });
  }

  /** One of them is gone: nobody waits for any of them any more. */
  lose() {
    this.#ready = [];
    for (const [index, give] of this.#open)
      give(make(this.#waiting.model, this.#waiting.parts[index]));
  }

  /** Nobody waits for what is being made: its model is gone. */
  forget() {
    for (const give of this.#open.values()) give(undefined);
  }

  /** What is being made. @type {{ model: Encoder, parts: readonly Part[] }} */ #waiting =
    /** @type {any} */ (undefined);

  /** All parts, in their order; undefined: forgotten meanwhile.
   * @template {Part} P
   * @param {Encoder} model @param {readonly P[]} parts
   * @returns {Promise<(P extends { labels: number[] } ? GradientPart : number[])[] | undefined>} */
  async made(model, parts) {
    const hands = this.#ready.length + 1;
    // No turn of the event loop where nobody helps.
    if (hands === 1) return /** @type {any} */ (parts.map((part) => make(model, part)));
    this.#batch += 1;
    this.#open = new Map();
    this.#waiting = { model, parts };
    const by = sharedOut(parts, hands);
    const made = parts.map((_, index) =>
      by[index] === 0
        ? undefined
        : new Promise((/** @type {(made: Made | undefined) => void} */ resolve) => {
            this.#open.set(index, (part) => {
              this.#open.delete(index);
              resolve(part);
            });
          }),
    );
    this.#ready.forEach((port, at) => {
      const own = parts.flatMap((part, index) => (by[index] === at + 1 ? [{ index, part }] : []));
      if (own.length === 0) return;
      const parameters = model.snapshot();
      port.postMessage({ batch: this.#batch, parameters, parts: own }, [parameters.buffer]);
    });
    const all = await Promise.all(
      made.map((promise, index) => promise ?? make(model, parts[index])),
    );
    return all.includes(undefined) ? undefined : /** @type {any} */ (all);
  }
}

/** The other end: makes what is asked for. @param {Port} port @param {(options: EncoderOptions) => Encoder} makeEncoder */
export function help(port, makeEncoder) {
  /** @type {Encoder | undefined} */
  let model;
  port.onmessage = ({ data: { options, batch, parameters, parts } }) => {
    if (options) {
      model?.release();
      model = makeEncoder(options);
    } else if (model) {
      model.restore(parameters);
      for (const { index, part } of parts) {
        const made = make(model, part);
        port.postMessage({ batch, index, made }, "gradient" in made ? [made.gradient.buffer] : []);
      }
    }
  };
  port.postMessage({ ready: true });
}
