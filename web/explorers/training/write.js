// How counts are written.

/** @param {number} count with its thousands apart */
export const thousands = (count) => String(Math.round(count)).replaceAll(/\B(?=(\d{3})+$)/g, ",");
