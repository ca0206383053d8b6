// The baseline: multinomial logistic regression on which words a ticket holds, without their order. What
// it gets right needs no attention.

/** @typedef {{ ids: readonly number[], team: number }} Example */

/** Trains on the examples by gradient descent with a growing average (Adam), and says how many of the
 * others it gets right.
 * @param {readonly Example[]} train @param {readonly Example[]} valid
 * @param {{ vocab: number, classes: number, epochs?: number, lr?: number, decay?: number }} options
 * @returns {{ train: number, valid: number }} shares of the examples that are classified rightly */
export function bagOfWords(train, valid, { vocab, classes, epochs = 60, lr = 0.02, decay = 1e-4 }) {
  const width = vocab + 1; // the last one is the bias
  const weights = new Float64Array(classes * width),
    mean = new Float64Array(weights.length),
    square = new Float64Array(weights.length);
  const words = (/** @type {Example} */ { ids }) => [...new Set(ids), vocab];
  const bags = train.map((example) => ({ words: words(example), team: example.team }));
  const scores = (/** @type {number[]} */ bag) =>
    Array.from({ length: classes }, (_, c) => {
      let sum = 0;
      for (const word of bag) sum += weights[c * width + word];
      return sum;
    });

  const size = 64,
    gradient = new Float64Array(weights.length);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let from = 0; from < bags.length; from += size) {
      const part = bags.slice(from, from + size);
      for (let t = 0; t < weights.length; t++) gradient[t] = decay * weights[t];
      for (const bag of part) {
        const z = scores(bag.words),
          top = Math.max(...z),
          e = z.map((x) => Math.exp(x - top));
        const sum = e.reduce((a, b) => a + b);
        for (let c = 0; c < classes; c++) {
          const slope = (e[c] / sum - Number(c === bag.team)) / part.length;
          for (const word of bag.words) gradient[c * width + word] += slope;
        }
      }
      step++;
      const rate = (lr * Math.sqrt(1 - 0.999 ** step)) / (1 - 0.9 ** step);
      for (let t = 0; t < weights.length; t++) {
        mean[t] += 0.1 * (gradient[t] - mean[t]);
        square[t] += 0.001 * (gradient[t] * gradient[t] - square[t]);
        weights[t] -= (rate * mean[t]) / (Math.sqrt(square[t]) + 1e-8);
      }
    }
  }
  const right = (/** @type {readonly Example[]} */ examples) => {
    let count = 0;
    for (const example of examples) {
      const z = scores(words(example));
      if (z.indexOf(Math.max(...z)) === example.team) count++;
    }
    return count / examples.length;
  };
  return { train: right(train), valid: right(valid) };
}
