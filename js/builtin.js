// Modules that Node, Deno and Bun have inside, got without a word that a bundler would look for.

/** @param {string} name without "node:" @returns {Promise<any>} */
export async function builtin(name) {
  const { process } = /** @type {any} */ (globalThis);
  const whole = `node:${name}`;
  // Node before 20.16 has no getBuiltinModule. The build makes a require() of this for CommonJS.
  return process?.getBuiltinModule
    ? process.getBuiltinModule(whole)
    : import(/* webpackIgnore: true */ /* @vite-ignore */ whole);
}
