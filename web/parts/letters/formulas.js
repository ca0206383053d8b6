// Every formula that an explorer shows, in TeX. Two commands of our own:
// \part{name}{…} is what an explorer can mark while that part is at work, and
// \role{query | key | value}{…} gives the letter the colour that it has everywhere.
// build-formulas.js turns them into MathML; nothing of TeX is left in the page.

const Q = String.raw`\role{query}{Q}`;
const K = String.raw`\role{key}{K}`;
const V = String.raw`\role{value}{V}`;
const W = (/** @type {string} */ letter) => String.raw`W_{\!${letter}}`;

/** @type {Record<string, string>} */
export const sources = {
  attention: String.raw`\part{output}{O = } \part{softmax}{\operatorname{softmax}}\left( \part{scale}{\frac{\part{scores}{${Q} ${K}^\top}}{\sqrt{d_k}}} \part{mask}{{}+ M} \right) \part{output}{${V}}`,
  queries: String.raw`\part{projections}{${Q} =} \part{inputs}{X ${W("Q")}}`,
  keys: String.raw`\part{projections}{${K} =} \part{inputs}{X ${W("K")}}`,
  values: String.raw`\part{projections}{${V} =} \part{inputs}{X ${W("V")}}`,
  crossQueries: String.raw`\part{projections}{${Q} =} \part{inputs}{X_q ${W("Q")}}`,
  crossKeys: String.raw`\part{projections}{${K} =} \part{inputs}{X_{kv} ${W("K")}}`,
  scoreVariance: String.raw`\operatorname{Var}(\role{query}{q} \cdot \role{key}{k}) = d_k`,
  weightsRoot: String.raw`p = \operatorname{softmax}\left( \part{scale}{\frac{\role{query}{q} ${K}^\top}{\sqrt{d_k}}} \right)`,
  weightsKeySize: String.raw`p = \operatorname{softmax}\left( \part{scale}{\frac{\role{query}{q} ${K}^\top}{d_k}} \right)`,
  weightsOne: String.raw`p = \operatorname{softmax}\left( \part{scale}{\role{query}{q} ${K}^\top} \right)`,
  hardLookup: String.raw`o = \role{value}{v}_{j^*}, \quad j^* = \part{choice}{\operatorname{arg\,max}_j} \, \role{query}{q} \cdot \role{key}{k}_j`,
  softLookup: String.raw`o = \sum_j p_j \, \role{value}{v}_j`,
  lookupWeights: String.raw`p = \operatorname{softmax}\left( \part{temperature}{\frac{\role{query}{q} ${K}^\top}{\tau}} \right)`,
  crossValues: String.raw`\part{projections}{${V} =} \part{inputs}{X_{kv} ${W("V")}}`,
  softmax: String.raw`\part{softmax}{p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}}`,
  softmaxScores: String.raw`z = \frac{x \part{shift}{{}+ c}}{\part{temperature}{\tau}}`,
  jacobian: String.raw`\part{jacobian}{J_{ij} = \frac{\partial p_i}{\partial z_j} = p_i \left( [i = j] - p_j \right)}`,
  oneHead: String.raw`\part{attend}{\mathrm{head}_i = \operatorname{softmax}\left( \frac{\role{query}{Q_i} \role{key}{K_i}^\top}{\sqrt{d_k}} \right) \role{value}{V_i}}`,
  headSize: String.raw`\part{split}{d_k = \frac{d}{h}}`,
  multiHead: String.raw`O = \part{join}{[\mathrm{head}_1, \ldots, \mathrm{head}_h]} \, \part{mix}{W_{\!O}}`,
  costTime: String.raw`\part{scores}{t \propto n^2 \, d_k}`,
  costMemory: String.raw`\frac{\part{scores}{n^2}}{\part{inputs}{3 \, n \, d_k}} = \frac{n}{3 \, d_k}`,
  costScores: String.raw`\part{scores}{${Q} ${K}^\top \colon \; 2 \, n^2 \, d_k}`,
  costValues: String.raw`\part{output}{A ${V} \colon \; 2 \, n^2 \, d_k}`,
  costFeedForward: String.raw`\part{scores}{n^2} = \part{inputs}{n \cdot e \, d} \iff n = e \, d`,
  costWindow: String.raw`\part{scores}{t \propto n \, w \, d_k}, \quad w \le n`,
  costLinear: String.raw`\part{scores}{O = \frac{\phi(${Q}) \, \bigl( \phi(${K})^\top ${V} \bigr)}{\phi(${Q}) \, \sum_j \phi(\role{key}{k}_j)}}`,
  costPath: String.raw`\part{scores}{n - 1, \quad \Bigl\lceil \frac{n - 1}{k - 1} \Bigr\rceil, \quad \lceil \log_k n \rceil, \quad 1}`,
  costDecoding: String.raw`\frac{\part{output}{1 + 2 + \cdots + n}}{\part{scores}{n}} = \frac{n + 1}{2}`,
};
