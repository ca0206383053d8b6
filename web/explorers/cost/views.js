// All views of <attention-cost>, in the order in which they are offered.
import { decoding } from "./decoding-view.js";
import { feedForward } from "./feed-forward-view.js";
import { memory } from "./memory-view.js";
import { operations } from "./operations-view.js";
import { linear } from "./linear-view.js";
import { path } from "./path-view.js";
import { time } from "./time-view.js";
import { windowed } from "./window-view.js";

/** @type {Record<string, import("./view.js").View>} */
export const VIEWS = {
  time,
  memory,
  operations,
  "feed-forward": feedForward,
  decoding,
  window: windowed,
  linear,
  path,
};
