// Pages may forbid that scripts write markup, but for those that make it by a policy whose name the
// page allows (Trusted Types). Lit has such a policy and asks for it as it starts, by what stands
// here: the build puts it in the place of Lit's own question, which ends the script where it fails.

const NEEDED = `attention-wasm: this page's content security policy allows no Trusted Types policy "lit-html", or a script made one already. The explorers need "trusted-types lit-html"; beside another copy of Lit add 'allow-duplicates'.`;

let isRefused = false;

/** @type {{ createScriptURL: (text: string) => string } | undefined} */
let policy;

/**
 * Lit's policy; undefined where the page refuses it, which is then said in the console.
 * @param {{ createPolicy: (name: string, rules: Record<string, (text: string) => string>) => any }} types
 */
export function policyOfLit(types) {
  try {
    // Our workers are started by the same policy, so that a page has one name to allow.
    const asItIs = (/** @type {string} */ text) => text;
    policy = types.createPolicy("lit-html", { createHTML: asItIs, createScriptURL: asItIs });
    return policy;
  } catch {
    isRefused = true;
    console.error(NEEDED);
    return undefined;
  }
}

/** The address of a worker, as a page with such a policy wants it. @param {string} address */
export const workerAddress = (address) => policy?.createScriptURL(address) ?? address;

/** Whether Lit can draw: by its policy, or because the page does not ask for one. */
export function mayDraw() {
  if (!isRefused) return true;
  try {
    document.createElement("template").innerHTML = "<i></i>";
    return true;
  } catch {
    return false;
  }
}
