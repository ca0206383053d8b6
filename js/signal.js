// AbortSignals: how a caller gives a call up.
import { describe, isRevoked } from "./check.js";

/** The signal that a caller gave, or null; throws its reason where it is aborted already.
 * @param {string} where @param {any} signal @returns {AbortSignal | null} */
export function readSignal(where, signal) {
  if (signal === undefined || signal === null) return null;
  if (typeof signal !== "object" || isRevoked(signal) || typeof signal.aborted !== "boolean")
    throw new TypeError(`${where}: signal must be an AbortSignal, not ${describe(signal)}`);
  if (signal.aborted) throw signal.reason;
  return signal;
}

/** What `body` gives, unless the signal comes first: then the signal's reason, and `stop` is called.
 * @template T @param {AbortSignal | null} signal @param {() => void} stop @param {() => Promise<T>} body
 * @returns {Promise<T>} */
export async function unlessAborted(signal, stop, body) {
  if (!signal) return body();
  if (signal.aborted) throw signal.reason;
  /** @type {() => void} */
  let abort = () => {};
  try {
    return await Promise.race([
      new Promise((_, reject) => {
        abort = () => {
          reject(signal.reason);
          stop();
        };
        signal.addEventListener("abort", abort);
      }),
      body(),
    ]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
