// Training in a worker. The first message brings the module, with how many are to help, or with word that this
// one is to help: another worker, or the one at the other end of a port. The others bring ports of more helpers,
// or call the engine.
import { coreOf } from "../../../js/core.js";
import { encoder } from "../../../js/encoder.js";
import { Engine } from "./engine.js";
import { Helpers, help } from "./shares.js";

/** Long enough for many steps, short enough to be told to stop. */
const SLICE = 100;

const helpers = new Helpers();

/** @type {Engine | undefined} */
let engine;

/** Workers of this worker answer 20 times as fast in Firefox as those that the page starts, whose messages go
 * through another process there. Where they are refused (Chromium's and WebKit's pages from disk), or one dies,
 * the page starts others. @param {WebAssembly.Module} module @param {number} count */
function startHelpers(module, count) {
  const askThePage = () => self.postMessage({ wanted: count });
  try {
    const { href } = self.location;
    // A page that requires trusted types allows Lit's name to its workers as well; trusted-types.js is the page's,
    // and brings Lit's policy.
    const policy = /** @type {any} */ (self).trustedTypes?.createPolicy("lit-html", {
      createScriptURL: () => href,
    });
    const address = policy?.createScriptURL("") ?? href;
    const started = Array.from({ length: count }, () => new Worker(address));
    for (const helper of started) {
      helper.onerror = (event) => {
        event.preventDefault();
        for (const one of started.splice(0)) one.terminate();
        helpers.lose();
        askThePage();
      };
      helper.postMessage({ module, isHelper: true });
      helpers.add(helper);
    }
  } catch {
    askThePage();
  }
}

/** @param {{ data: any }} message */
export const answer = ({ data: { module, count, isHelper, port, call, asked } }) => {
  if (call) return /** @type {any} */ (engine)[call](asked);
  if (!module) return helpers.add(port);
  const core = coreOf("simd", new WebAssembly.Instance(module, {}).exports);
  /** @type {import("./engine.js").MakeEncoder} */
  const makeEncoder = (options) => encoder(core, options);
  if (isHelper) return help(port ?? self, makeEncoder);
  engine = new Engine(makeEncoder, (news) => self.postMessage(news), { slice: SLICE, helpers });
  if (count > 0) startHelpers(module, count);
};
