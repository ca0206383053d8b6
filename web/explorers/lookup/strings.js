// What <attention-lookup> says. {names} are live values; every key may be replaced by `strings`.
/** @type {Record<string, string>} */
export const strings = {
  heading: "Take the best match, or a blend of all?",

  preset: "Example",
  "preset pencil": "the pencil example",
  "preset library": "a small library",
  "preset students": "a study group",
  "label Bread at home": "Bread at home",
  "label Street food": "Street food",
  "label Mountain huts": "Mountain huts",
  "label Tax law": "Tax law",
  "axis 1st number": "1st number",
  "axis 2nd number": "2nd number",
  "axis cooking": "cooking",
  "axis travel": "travel",
  "axis recipes": "recipes",
  "axis maps": "maps",
  "axis numbers": "numbers",
  "axis music": "music",
  temperature: "Temperature τ",
  temperatureHard: "0: hard",
  temperatureUniform: "∞: uniform",
  temperatureRoot: "√2 ≈ {value}",
  asker: "Who asks",
  askerNone: "none of them",
  nameOf: "Name of key {i}",
  addKey: "Add a key",
  removeKey: "Remove the last key",
  newKey: "new {i}",
  key: "key {i}",
  reset: "Reset",

  keyPlane: "The query among the keys",
  keyPlaneNote: "Drag the query or a key, tap anywhere, or use the arrow keys.",
  keyPlaneOutside: "The query {query} is far outside the plane: the ring shows its direction.",
  moveKey: "key {key}",
  valuePlane: "What it gets back",
  valuePlaneNote: "Black ring: hard lookup. Diamond: soft lookup.",
  keyPlaneLabel: "Plane with the query at {query} and the keys {keys}.",
  valuePlaneLabel: "Plane with the values {values}.",
  valuePlaneOutputs: " Hard lookup returns {hard}, soft lookup {soft}.",
  query: "query",
  querySpoken: "{x}, {y}",
  soft: "soft",
  hard: "hard",

  tableLabel: "Scores and weights of each key",
  columnKey: "key",
  columnScore: "q · k",
  columnHard: "hard lookup",
  columnSoft: "soft lookup",
  rowOutput: "output",

  "title Q": "the query",
  "title K": "keys",
  "title V": "values",
  "title S": "dot products",
  "title A": "weights of soft lookup",
  "title A_hard": "weights of hard lookup",
  "title O": "outputs",
  axisQuery: "query",
  axisKey: "key",
  axisNumber: "number",
  axisLookup: "lookup",

  quoted: "“{label}”",
  howProduct: "q · k of {key}",
  howShadow: "the shadow of {key} on the query is {shadow} long; times the query’s length {length}",
  howNone: "Point at a row, or tap it, to see how its dot product is worked out.",

  question: "Before you look: which key does the query {query} match best?",
  tie: "It’s a tie",
  verdictKey: "{key} has the largest dot product, {score}, and so a weight of {weight}.",
  verdictOther:
    "{key} has the largest dot product, {score}, and so a weight of {weight}; {guess} has {guessed}.",
  verdictTie: "{keys} have the same dot product, {score}, and no key has a larger one.",
  verdictEqual:
    "The key {equal} is equal to the query and still does not win: a dot product also grows with the length of the key.",

  readOwn: "On {name}’s own card",
  readScores: "Dot products",
  readHard: "Hard output",
  readSoft: "Soft output",
  readSum: "Sum of the weights",

  sayPredict: "The query {query} is about to meet the keys. Say what you expect first.",
  sayHard: "Hard lookup returns the value of {key} alone: {output}.",
  saySoft: "Soft lookup takes some of every value: {mixed} {equals} {output}.",
  sayLong:
    "Soft lookup blends all {count} values into {output}. The value of {key} counts most, with a weight of {weight}.",
  sayLongTie:
    "Soft lookup blends all {count} values into {output}. The values of {key} count most, with a weight of {weight} each.",
  sayOwnMost:
    "{name} listens most to {name}’s own card, with a weight of {weight}: your own card is one of those you look at.",
  sayOwn: "{name}’s own card gets a weight of {weight}; other cards answer this question better.",
  why: "Why a dot product?",
  whyDirection:
    "A dot product is the length of the query, {length}, times the length of the key, times the cosine of the angle between them. It is large when both point the same way, 0 at a right angle, and negative when they point in opposite directions.",
  whyCost:
    "It is cheap: {size} multiplications for each key, so {all} for {keys|one:# key|other:all # keys}. For many queries at once it is one matrix product, Q Kᵀ, which computers do very fast.",
  columnAngle: "angle to the query",
  columnLength: "length",
  sayFrozen: "At temperature 0 soft lookup is hard lookup: all the weight is on one key.",
  sayUniform:
    "At an infinite temperature the query makes no difference: every weight is {weight}, and the output is the mean of the values, {output}.",
  didRefuse: "“{text}” is not a number; the cell keeps {kept}.",

  describeQuery: "The query is {query}. The temperature is {temperature}.",
  describeKey:
    "{key}: key {at}, dot product {score}, value {value}, hard weight {hard}, soft weight {soft}.",
  describeOutputs: "Hard lookup returns {hard}; soft lookup returns {soft}.",

  noPreset: "attention-lookup: there is no preset “{preset}”; choose from {known}.",
  wrongShape: "attention-lookup: {name} must have two numbers in each row.",
  wrongCount:
    "attention-lookup: {keys|one:# key needs|other:# keys need} as many values and as many labels, but there {values|one:is # value|other:are # values} and {labels|one:# label|other:# labels}.",
  noKeys: "attention-lookup: there are no keys. Give keys at least one row.",
  noTemperature: "attention-lookup: temperature = {temperature} must be 0 or more.",
};
