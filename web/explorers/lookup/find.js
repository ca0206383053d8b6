// Both lookups of a query: all numbers are the module's.

/** @typedef {import("../../../js/load.js").Attention} Attention */

/**
 * @typedef {object} Lookup
 * @property {number[]} scores dot products of the query with each key
 * @property {number} best the key that hard lookup takes
 * @property {number[]} hard its weights: 1 for that key
 * @property {number[]} soft the weights of soft lookup
 * @property {number[]} hardOutput the value of that key
 * @property {number[]} softOutput the blend of all values
 */

/**
 * @param {Attention} attn
 * @param {{ query: number[], keys: number[][], values: number[][], temperature: number }} asked
 *   temperature: 0 is hard, Infinity uniform
 * @returns {Lookup}
 */
export function lookUp(attn, { query, keys, values, temperature }) {
  /** @param {number} scale */
  const attend = (scale) => {
    const { output, weights, scores } = attn.attention([query], keys, values, {
      scale,
      weights: true,
      scores: "scaled",
    });
    if (!weights || !scores) throw new Error("attention gave no weights");
    return { output: Array.from(output.data), weights: Array.from(weights.data), scores };
  };
  const products = attend(1).scores;
  const hard = Array.from(attn.hardmax(products).data);
  const best = hard.indexOf(1);
  const hardOutput = values[best];
  const soft = temperature === 0 ? undefined : attend(1 / temperature);
  return {
    scores: Array.from(products.data),
    best,
    hard,
    hardOutput,
    soft: soft?.weights ?? hard,
    softOutput: soft?.output ?? hardOutput,
  };
}
