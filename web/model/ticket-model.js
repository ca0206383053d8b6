// The trained model of the tickets as a script of its own: a page that only shows other explorers need
// not carry its weights. Bundled as dist/attention-ticket-model.js and dist/ticket-model.js.
import { fromHalves } from "./halves.js";
import { registerModel } from "./model-registry.js";
import description from "./ticket-model.json?json";
import { high, low } from "./ticket-model.safetensors?halves";

/** @type {import("./model-registry.js").ModelSource} */
export const ticketModel = {
  description,
  // Read only when somebody looks at it.
  weights: () => fromHalves({ high, low }),
};

registerModel("tickets", ticketModel);
