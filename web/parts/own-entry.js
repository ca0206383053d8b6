// What stands under a name that came from outside (an address, an attribute, a file): only what was put
// there, never what every object has, such as `constructor`.

/** @param {object} record @param {string} name */
const hasEntry = (record, name) => Object.prototype.hasOwnProperty.call(record, name);

/** @template T @param {Record<string, T> | undefined} record @param {string | undefined} name
 * @returns {T | undefined} */
export const entryOf = (record, name) =>
  record !== undefined && name !== undefined && hasEntry(record, name) ? record[name] : undefined;
