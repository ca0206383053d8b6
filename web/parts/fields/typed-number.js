// What happens when a field that holds a number is left, or Enter is pressed in it: the number is
// taken, or the field goes back to what it was and the explorer says why, or asks what was meant.
import { signsInUse } from "../letters/numbers.js";
import { asks, readNumber, repeated } from "../letters/read-number.js";

/**
 * @param {object} options
 * @param {number} options.value what is in the field now
 * @param {(value: number) => string} options.write how it stands there
 * @param {boolean} [options.whole] whole numbers alone, as exact as they are typed
 * @param {(value: number) => boolean} options.takes
 * @param {(value: number) => void} options.onChange
 * @param {(text: string) => void} options.onRefuse it is no number, or none that can be taken
 */
export function whenTyped({ value, write, whole, takes, onChange, onRefuse }) {
  const signs = signsInUse();
  /** @param {Event} event */
  return (event) => {
    const field = /** @type {HTMLInputElement} */ (event.currentTarget);
    const { value: text } = field;
    const reading = readNumber(text, { signs, whole });
    /** @param {number} number */
    const take = (number) => {
      if (!takes(number)) onRefuse(repeated(text));
      else if (number !== value) onChange(number);
    };
    const isTaken = reading.value !== undefined && takes(reading.value);
    field.value = write(isTaken ? /** @type {number} */ (reading.value) : value);
    if (reading.value !== undefined) take(reading.value);
    else if (reading.fault === "none") onRefuse(repeated(text));
    else asks(field, text, reading, take);
  };
}
