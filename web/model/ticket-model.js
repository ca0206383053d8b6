// The trained model of the tickets as a script of its own: a page that only shows other explorers need
// not carry its weights. Bundled as dist/attention-ticket-model.js and dist/ticket-model.js.
import { registerModel } from "./model-registry.js";
import description from "./ticket-model.json?json";
import base64 from "./ticket-model.safetensors?base64";

/** @type {import("./model-registry.js").ModelSource} */
export const ticketModel = {
  description,
  // Read only when somebody looks at it.
  weights: () => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
};

registerModel("tickets", ticketModel);
