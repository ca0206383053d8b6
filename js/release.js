// How what keeps memory gives it back: by release(), at the end of a `using` block where the engine has
// those, and, as a last resort, when nobody holds it any more.

const lost =
  typeof FinalizationRegistry === "undefined"
    ? null
    : new FinalizationRegistry((/** @type {() => void} */ free) => free());

/** Calls free() some time after nobody holds the owner any more.
 * @param {object} owner @param {() => void} free must not hold the owner */
export const freeWhenLost = (owner, free) => lost?.register(owner, free, owner);

/** The owner was released. @param {object} owner */
export const wasFreed = (owner) => void lost?.unregister(owner);

/** The owner for who must not keep it alive; in an engine that has no weak references it is kept. The two
 * are no closures of one function, which would share what they hold.
 * @template {object} T @param {T} owner @returns {() => T | undefined} */
export const weakly = (owner) =>
  typeof WeakRef === "undefined" ? () => owner : pointedAt(new WeakRef(owner));
/** @template {object} T @param {WeakRef<T>} reference @returns {() => T | undefined} */
const pointedAt = (reference) => () => reference.deref();
