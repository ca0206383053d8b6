// The public names, nothing else.
export { load } from "./load.js";
export { tensor, toNested } from "./tensor.js";
export { createPool } from "./pool.js";
export {
  addMasks,
  causalMask,
  dropToMask,
  keepToMask,
  paddingMask,
  prefixMask,
  windowMask,
} from "./masks.js";
export { attentionCost, feedForwardBytes, memoryCrossover, parameterCount } from "./cost.js";
export { initialParameters } from "./encoder-parameters.js";
export { parseSafetensors, writeSafetensors } from "./safetensors.js";

/** @typedef {import("./load.js").Attention} Attention what load() gives */
