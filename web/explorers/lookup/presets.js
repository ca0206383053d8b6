// What can be looked up: keys and values of two numbers each, so that both fit in a plane.

/**
 * @typedef {object} Preset
 * @property {string[]} labels of the keys
 * @property {boolean} [isWorded] the labels are words of ours, which strings.js has
 * @property {number[][]} keys (m, 2)
 * @property {number[][]} values (m, 2)
 * @property {[number, number]} query
 * @property {[number, number][]} [queries] where each key belongs to somebody who asks: their own query
 * @property {string[]} axes what the two numbers of a key say, and those of a value
 */

/** @type {Record<"pencil" | "library" | "students", Preset>} */
export const presets = {
  // Token two of the pencil example asks.
  pencil: {
    labels: ["one", "two", "three"],
    keys: [
      [1, 1],
      [0, 1],
      [1, 2],
    ],
    values: [
      [2, 0],
      [0, 1],
      [2, 1],
    ],
    query: [1, 1],
    axes: ["1st number", "2nd number", "1st number", "2nd number"],
  },

  // A reader who wants to eat well on the road.
  library: {
    labels: ["Bread at home", "Street food", "Mountain huts", "Tax law"],
    isWorded: true,
    keys: [
      [2.5, -0.5],
      [1.5, 2],
      [-0.5, 2.5],
      [-2, -1.5],
    ],
    values: [
      [2.5, 0.5],
      [1.5, 1.5],
      [0.5, 2.5],
      [-0.5, -1],
    ],
    query: [1.5, 1],
    axes: ["cooking", "travel", "recipes", "maps"],
  },

  // Eight in a study group: what one is curious about meets what each of them knows.
  students: {
    labels: ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo"],
    keys: [
      [2.5, 0.5],
      [0.5, 2.5],
      [1.5, 1.5],
      [-1.5, 1.5],
      [2, -1],
      [-2, -0.5],
      [0.5, -2],
      [-0.5, 0.5],
    ],
    values: [
      [2.5, -0.5],
      [0, 2.5],
      [1.5, 2],
      [-2, 1],
      [1.5, -1.5],
      [-2.5, -1],
      [-0.5, -2],
      [0.5, 0.5],
    ],
    query: [1, 0.5],
    // What each is curious about: mostly what they know already, but not always.
    queries: [
      [2, 0.5],
      [0, 2],
      [1, 1.2],
      [-1, 1.5],
      [1.5, -1.5],
      [-2, 0],
      [0.5, -1.5],
      [1, 0],
    ],
    axes: ["numbers", "music", "numbers", "music"],
  },
};
