// Where a build that stands in a file of its own leaves itself for load(). Two versions of the package may
// meet in one page or process, and each takes its own: what one module is laid out for is not the other's.
import { build } from "#bytes";

/** @param {"scalar" | "js" | "relaxed"} name */
export const placeOf = (name) => Symbol.for(`attention-wasm.${name} ${build.simd.hash}`);
