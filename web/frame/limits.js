// How much an explorer takes from an address or an attribute; what is longer is refused before it is read.

/** Letters of an attribute: some ten thousand numbers, more than any explorer draws. */
export const LONGEST_ATTRIBUTE = 100_000;

/** Letters of what was wrong that are repeated to the reader. */
export const LONGEST_MESSAGE = 600;
