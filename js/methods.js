// Methods that are functions of their own: `const { attention } = await load()` works, and so does a framework
// that wraps what it is given in a proxy, which has no private fields.

/** Gives an object the methods of its class as properties of its own, bound to it, and where it has a
 * release() those by which `using x = …` calls it. Constructors call it with new.target: a class that
 * extends another keeps its own.
 * @param {any} object @param {{ prototype: object }} Class */
export function ownMethods(object, { prototype }) {
  const own = (/** @type {string | symbol} */ name, /** @type {() => unknown} */ value) =>
    Object.defineProperty(object, name, { value, configurable: true, writable: true });
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (typeof value === "function" && name !== "constructor") own(name, value.bind(object));
  for (const name of ["dispose", "asyncDispose"]) {
    const symbol = /** @type {any} */ (Symbol)[name];
    if (symbol && object.release) own(symbol, object.release);
  }
}
