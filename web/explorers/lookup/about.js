// What authors may set on <attention-lookup>. The build makes the types, custom-elements.json and the
// reference page of it (tools/describe.js); no explorer reads it.

/** @type {import("../../frame/about.js").About} */
export const about = {
  summary:
    "A query among keys, looked up hard (the value of the best key) and soft (a blend of all values), side by side.",
  properties: {
    preset: { type: '"pencil" | "library" | "students"', about: "The example." },
    query: { type: "number[]", about: "The query, two numbers." },
    asker: {
      type: "number",
      about: "Who asks, counted from 1, if each key belongs to somebody (students).",
    },
    temperature: {
      type: "number",
      about:
        "What the dot products are divided by. As an attribute: a number, hard (0) or uniform (infinity). √d_k if not set.",
    },
    labels: { type: "string[]", about: "Names of the keys." },
    keys: { type: "number[][]", about: "Keys of your own, two numbers each." },
    values: { type: "number[][]", about: "Values of your own, two numbers each." },
  },
  hide: [
    "predict",
    "planes",
    "table",
    "matrices",
    "preset",
    "asker",
    "temperature",
    "rows",
    "names",
    "reset",
    "why",
  ],
  examples: ['preset="library"', 'labels="a b" keys="1 0; 0 1" values="2 0; 0 2"'],
};
