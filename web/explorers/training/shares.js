// The gradient of a batch in parts, shared out among workers. A batch is always cut into the same parts, and
// the model adds them up in their order, so that a training has the same bits however many workers there
// are, and whoever makes which part.

/** @typedef {import("../../../js/encoder.js").Encoder} Encoder */
/** @typedef {import("../../../js/encoder.js").EncoderOptions} EncoderOptions */
/** @typedef {import("../../../js/encoder.js").GradientPart} GradientPart */
/** @typedef {import("../../model/training.js").Batch} Batch */
/** @typedef {Pick<Batch, "ids" | "lengths" | "labels">} Part */

/** Into how many parts a batch is cut: more workers than that have nothing to do. */
export const PARTS = 4;

/** @param {Batch} batch @returns {Part[]} */
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

/** @param {Encoder} model @param {Part} part @returns {GradientPart} */
const make = (model, { ids, lengths, labels }) => model.gradientPart(ids, lengths, labels);

/** Those that make parts beside this thread, each at the other end of a port. */
export class Helpers {
  /** Those that answer. @type {MessagePort[]} */ #ready = [];
  /** What is not made yet, by its place in the batch, and what to do with it.
   * @type {Map<number, (made: GradientPart) => void>} */
  #open = new Map();
  /** What of the model they know. @type {EncoderOptions | undefined} */ #options;
  /** A batch that is given up is not mistaken for the next. */ #batch = 0;

  /** @param {readonly MessagePort[]} ports */
  constructor(ports = []) {
    for (const port of ports) {
      port.onmessage = ({ data: { ready, batch, index, made } }) => {
        if (ready) {
          this.#ready.push(port);
          if (this.#options) port.postMessage({ options: this.#options });
        } else if (batch === this.#batch) {
          this.#open.get(index)?.(made);
        }
      };
    }
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

  /** What is being made. @type {{ model: Encoder, parts: Part[] }} */ #waiting =
    /** @type {any} */ (undefined);

  /**
   * The gradients of all parts, in their order. Takes no turn of the event loop where nobody helps.
   * @param {Encoder} model @param {Part[]} parts
   * @returns {Promise<GradientPart[]> | GradientPart[]}
   */
  gradients(model, parts) {
    const all = this.#ready.length + 1;
    if (all === 1) return parts.map((part) => make(model, part));
    this.#batch += 1;
    this.#open = new Map();
    this.#waiting = { model, parts };
    const made = parts.map((_, index) =>
      index % all === 0
        ? undefined
        : new Promise((/** @type {(made: GradientPart) => void} */ resolve) => {
            this.#open.set(index, (part) => {
              this.#open.delete(index);
              resolve(part);
            });
          }),
    );
    this.#ready.forEach((port, at) => {
      const own = parts.flatMap((part, index) => (index % all === at + 1 ? [{ index, part }] : []));
      if (own.length === 0) return;
      const parameters = model.snapshot();
      port.postMessage({ batch: this.#batch, parameters, parts: own }, [parameters.buffer]);
    });
    return Promise.all(made.map((promise, index) => promise ?? make(model, parts[index])));
  }
}

/** The other end: makes what is asked for. @param {MessagePort} port @param {(options: EncoderOptions) => Encoder} makeEncoder */
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
        port.postMessage({ batch, index, made }, [made.gradient.buffer]);
      }
    }
  };
  port.postMessage({ ready: true });
}
