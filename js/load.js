// load(): chooses the build that this engine can run, makes an instance, and gives it its functions.
import { build as builds, simdBytes } from "#bytes";
import { attention } from "./attention.js";
import { attentionBackward } from "./backward.js";
import { builtin } from "./builtin.js";
import { keyValueCache } from "./cache.js";
import { checkChoice, checkOptions, describe, isRevoked } from "./check.js";
import { encoder } from "./encoder.js";
import {
  gradientExperiment,
  gradientSteps,
  scalingExperiment,
  scalingSteps,
  spreadExperiment,
  spreadSteps,
} from "./experiments.js";
import { coreOf } from "./core.js";
import { asRow } from "./given.js";
import { placeOf } from "./left.js";
import { ownMethods } from "./methods.js";
import { multiHead } from "./multihead.js";
import { numpyGenerator, torchGenerator } from "./random.js";
import { steps } from "./steps.js";
import {
  hardmax,
  l1Normalize,
  linearAttention,
  logSoftmax,
  softmax,
  softmaxGradientSize,
  softmaxJacobian,
  sparsemax,
} from "./softmax.js";

/** @typedef {"simd" | "scalar" | "js" | "relaxed"} Variant */
/** @typedef {{ compiler: string, version: string, hash: string, size: number }} Build */

/** @typedef {import("./core.js").Core} Core */

/** What bytes can be got of: a Response or a Blob. @typedef {{ arrayBuffer: () => Promise<ArrayBuffer> }} HasBytes */
/** @typedef {BufferSource | WebAssembly.Module | URL | string | HasBytes} Wasm */

/**
 * @typedef {object} LoadOptions
 * @property {"auto" | Variant | null} [variant] which build; "auto" takes the best that this engine runs,
 *   but never "relaxed", whose products are fused and whose bits differ between processors
 * @property {Wasm | Promise<Wasm> | null} [wasm] other bytes than those inside, a compiled module, an address
 *   to fetch, or what fetch() gives for it
 */

// A module with one function that uses one SIMD instruction: (func (result v128) i32.const 0 i8x16.splat).
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15,
  11,
]);

/** Compiled modules of the bytes inside, so that a second load() is quick.
 * @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** @param {"simd" | "scalar"} variant */
function compileInside(variant) {
  let module = compiled.get(variant);
  if (!module) {
    module =
      variant === "simd"
        ? WebAssembly.compile(simdBytes())
        : scalarBytes().then(WebAssembly.compile);
    compiled.set(variant, module);
    module.catch(() => compiled.delete(variant)); // a load that failed may be tried again
  }
  return module;
}

/** @param {WebAssembly.Module} module */
async function instanceOf(module) {
  return { module, exports: (await WebAssembly.instantiate(module, {})).exports };
}

/** The bytes at an address. Node's fetch knows no files, so there a file is read.
 * @param {URL | string} address @returns {Promise<BufferSource>} */
async function fetchBytes(address) {
  const url = String(address);
  if (url.startsWith("file:") && /** @type {any} */ (globalThis).process?.versions?.node) {
    return (await builtin("fs")).readFileSync(new URL(url));
  }
  return answered(await fetch(url), url);
}

/** @param {Response} response @param {string} url @returns {Promise<ArrayBuffer>} */
function answered(response, url) {
  if (response.ok) return response.arrayBuffer();
  throw new Error(`load: ${url} answered ${response.status} ${response.statusText}`);
}

/** A copy of bytes, wherever they lie: engines refuse to compile those that are shared or may move.
 * @param {any} wasm @param {string} kind */
function bytesGiven(wasm, kind) {
  if (kind === "ArrayBuffer" || kind === "SharedArrayBuffer") return new Uint8Array(wasm).slice();
  if (!ArrayBuffer.isView(wasm)) return null;
  const { buffer, byteOffset, byteLength } = /** @type {any} */ (asRow(wasm) ?? wasm);
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}

/** @param {any} bytes an ArrayBuffer or a view of one @param {string} what it is called in an error */
function moduleOf(bytes, what) {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(bytes)
    ? bytes
    : { buffer: bytes, byteOffset: 0, byteLength: bytes.byteLength };
  const start = [...new Uint8Array(buffer, byteOffset, Math.min(4, byteLength))].map((byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  // A server's page in place of the file, most often.
  if (start.join(" ") !== "00 61 73 6d")
    throw new TypeError(
      `load: ${what} is not a WebAssembly module: it begins with ${start.join(" ") || "nothing"}, not 00 61 73 6d`,
    );
  return WebAssembly.compile(bytes);
}

/** @param {any} given @returns {Promise<WebAssembly.Module>} */
async function compileGiven(given) {
  if (typeof WebAssembly === "undefined")
    throw new Error("load: the option wasm needs WebAssembly, which this engine lacks");
  // What is awaited is asked for a then.
  const wasm = isRevoked(given) ? given : await given;
  const kind = isRevoked(wasm) ? "" : Object.prototype.toString.call(wasm).slice(8, -1);
  if (kind === "WebAssembly.Module") return wasm;
  if (typeof wasm === "string" || kind === "URL")
    return moduleOf(await fetchBytes(wasm), String(wasm));
  if (kind === "Response") {
    const url = wasm.url || "the given Response";
    return moduleOf(await answered(wasm, url), url);
  }
  if (kind === "Blob" || kind === "File") return moduleOf(await wasm.arrayBuffer(), "the file");
  const bytes = bytesGiven(wasm, kind);
  if (bytes) return moduleOf(bytes, "wasm");
  throw new TypeError(
    `load: wasm must be bytes, a WebAssembly.Module, an address or a Response, not ${describe(wasm)}`,
  );
}

/** A build in a file of its own, which leaves it where this looks. import() brings that file; a service
 * worker knows no import(), and has to bring "attention-wasm/js" or "attention-wasm/relaxed" before.
 * @param {"scalar" | "js" | "relaxed"} name @param {() => Promise<any>} bring @returns {Promise<any>} */
async function carried(name, bring) {
  const left = () => /** @type {any} */ (globalThis)[placeOf(name)];
  try {
    return left() ?? (await bring()) ?? left();
  } catch (error) {
    const otherwise =
      name === "scalar"
        ? 'give load() "attention-wasm/attention-scalar.wasm" as its option wasm'
        : `import "attention-wasm/${name}" first`;
    throw new Error(
      `load: the build "${name}" could not be loaded (${/** @type {Error} */ (error).message}); where there is no import(), as in a service worker, ${otherwise}`,
      { cause: error },
    );
  }
}

/** The module for engines without SIMD. @returns {Promise<BufferSource>} */
const scalarBytes = async () =>
  (await carried("scalar", async () => (await import("#scalar-bytes")).bytes))();

/** @returns {Promise<() => any>} makes an instance in plain JavaScript */
const plainJavaScript = () =>
  carried("js", async () => (await import("#attention-js")).instantiate);

/** @returns {Promise<typeof import("./relaxed.js").relaxed>} */
const relaxedBuild = () => carried("relaxed", async () => void (await import("#relaxed")));

/** @param {Exclude<Variant, "js">} variant */
const compileVariant = async (variant) =>
  variant === "relaxed" ? (await relaxedBuild()).compile(simdBytes) : compileInside(variant);

/** @param {Variant} variant @returns {Promise<{ module: WebAssembly.Module | null, exports: any }>} */
async function instantiateInside(variant) {
  if (variant === "js") return { module: null, exports: (await plainJavaScript())() };
  return instanceOf(await compileVariant(variant));
}

/** What a module was made with. @param {Variant} variant @returns {Promise<Build>} */
const buildOf = async (variant) =>
  variant === "relaxed"
    ? (await relaxedBuild()).build
    : builds[variant === "js" ? "scalar" : variant];

/** @param {string} where @param {unknown} variant @returns {"auto" | Variant} */
export const readVariant = (where, variant) =>
  checkChoice(
    where,
    "variant",
    variant ?? "auto",
    /** @type {const} */ (["auto", "simd", "scalar", "js", "relaxed"]),
  );

/** The variants to try, best first.
 * @returns {Variant[]} */
function candidates() {
  if (typeof WebAssembly === "undefined") return ["js"];
  return WebAssembly.validate(SIMD_PROBE) ? ["simd", "scalar", "js"] : ["scalar", "js"];
}

/** Makes an instance of its own: two calls give two that share nothing.
 * @param {LoadOptions} [options] @returns {Promise<Attention>} */
export async function load(options) {
  const { variant: wanted, wasm } = checkOptions("load", options, ["variant", "wasm"]);
  const choice = readVariant("load", wanted);
  if (wasm !== undefined && wasm !== null) {
    if (choice === "js") throw new TypeError('load: variant "js" uses no wasm, but wasm was given');
    const { module, exports } = await instanceOf(await compileGiven(wasm));
    if (typeof exports.has_simd !== "function")
      throw new Error("load: the given wasm is not a build of attention-wasm");
    const variant = exports.fuses_products ? "relaxed" : exports.has_simd() ? "simd" : "scalar";
    if (choice !== "auto" && choice !== variant)
      throw new RangeError(
        `load: variant "${choice}" was requested, but the given wasm is "${variant}"`,
      );
    return new Attention(variant, exports, module, await buildOf(variant));
  }
  return chosen(choice, async (variant) => {
    const { module, exports } = await instantiateInside(variant);
    return new Attention(variant, exports, module, await buildOf(variant));
  });
}

/** What `make` gives for a variant that was asked for, or for the best that runs.
 * @template T @param {"auto" | Variant} choice @param {(variant: Variant) => Promise<T>} make
 * @returns {Promise<T>} */
const chosen = (choice, make) => (choice === "auto" ? firstThatRuns(make) : make(choice));

/** What `make` gives for the best variant with which it does not fail: a content policy may forbid
 * what the engine could do.
 * @template T @param {(variant: Variant) => Promise<T>} make @returns {Promise<T>} */
async function firstThatRuns(make) {
  const errors = [];
  for (const variant of candidates()) {
    try {
      return await make(variant);
    } catch (error) {
      errors.push(`${variant}: ${/** @type {Error} */ (error).message}`);
    }
  }
  throw new Error(`load: no build of the module runs here (${errors.join("; ")})`);
}

/** The module for workers to make instances of; null where that is no WebAssembly.
 * @param {"auto" | Variant} choice */
export function moduleForWorkers(choice) {
  return chosen(choice, async (variant) => (variant === "js" ? null : compileVariant(variant)));
}

/** An instance without the functions around it, for the pool's share of the calling thread.
 * @param {"auto" | Variant} choice */
export function bareCore(choice) {
  return chosen(choice, async (variant) =>
    coreOf(variant, (await instantiateInside(variant)).exports),
  );
}

/** An instance of the module. Every function is synchronous, copies its inputs in and its results out,
 * and throws before anything is computed. Made by load(). */
export class Attention {
  #core;
  #variant;
  #module;
  #build;

  /** @param {Variant} variant @param {any} exports @param {WebAssembly.Module | null} module
   * @param {Build} build */
  constructor(variant, exports, module, build) {
    ownMethods(this, new.target);
    this.#variant = variant;
    this.#module = module;
    this.#build = build;
    this.#core = coreOf(variant, exports);
  }

  /** What was chosen. @returns {Variant} */
  get variant() {
    return this.#variant;
  }

  /** What the bytes inside the package were made with. @returns {Build} */
  get build() {
    return { ...this.#build };
  }

  /** The compiled module, to hand to a worker: load({ wasm }) there makes an instance of it. null for
   * the variant "js". @returns {WebAssembly.Module | null} */
  get module() {
    return this.#module;
  }

  /** The instance; throws once it was released. Every function asks once more after it has read its
   * arguments. @returns {Core} */
  get #alive() {
    void this.#core.arena;
    return this.#core;
  }

  /** Lets go of the memory; any use after that throws. */
  release() {
    this.#core.release();
  }

  /** softmax(q kᵀ · scale, masked) v.
   * @param {import("./tensor.js").TensorLike} q (…, n, d_k), rank 2, 3 or 4; in rank 4 the axis before n is
   *   the head axis
   * @param {import("./tensor.js").TensorLike} k (…, m, d_k). In rank 4 it may have fewer heads than q:
   *   neighbouring query heads share a key/value head
   * @param {import("./tensor.js").TensorLike} v (…, m, d_v)
   * @param {import("./options.js").AttentionOptions} [options]
   * @returns {import("./attention.js").AttentionResult} */
  attention(q, k, v, options) {
    return attention(this.#alive, q, k, v, options);
  }

  /** Gradients of Σ attention(q, k, v, options) ∘ gradOutput with respect to q, k and v.
   * @param {import("./tensor.js").TensorLike} q @param {import("./tensor.js").TensorLike} k
   * @param {import("./tensor.js").TensorLike} v
   * @param {import("./tensor.js").TensorLike} gradOutput shaped like the output
   * @param {import("./backward.js").BackwardOptions} [options]
   * @returns {{ gradQ: import("./tensor.js").Tensor, gradK: import("./tensor.js").Tensor, gradV: import("./tensor.js").Tensor }} */
  attentionBackward(q, k, v, gradOutput, options) {
    return attentionBackward(this.#alive, q, k, v, gradOutput, options);
  }

  /** Keys and values that stay inside the module from one decoding step to the next.
   * @param {import("./cache.js").CacheOptions} options
   * @returns {import("./cache.js").KeyValueCache} */
  keyValueCache(options) {
    return keyValueCache(this.#alive, options);
  }

  /** A layer of multi-head attention, its parameters packed once and kept inside the module.
   * @param {import("./layer.js").MultiHeadOptions} options
   * @returns {import("./multihead.js").MultiHead} */
  multiHead(options) {
    return multiHead(this.#alive, options);
  }

  /** A small transformer encoder that classifies token sequences: it reads, shows its heads, and learns.
   * Its parameters have the names of PyTorch's nn.TransformerEncoder; initialParameters() makes new ones.
   * @param {import("./encoder.js").EncoderOptions} options
   * @returns {import("./encoder.js").Encoder} */
  encoder(options) {
    return encoder(this.#alive, options);
  }

  /** Every stage of the formula as a tensor: x, q, k, v, scores, scaled, mask, masked, weights, output.
   * @param {import("./tensor.js").TensorLike} x (n, d) or (b, n, d)
   * @param {import("./steps.js").StepsWeights} weights
   * @param {import("./steps.js").StepsOptions} [options]
   * @returns {import("./steps.js").Steps} */
  steps(x, weights, options) {
    return steps(this.#alive, x, weights, options);
  }

  /** exp(t / temperature) / Σ along the last axis; plusOne adds 1 to the denominator.
   * @param {import("./tensor.js").TensorLike} t @param {import("./softmax.js").SoftmaxOptions} [options]
   * @returns {import("./tensor.js").Tensor} */
  softmax(t, options) {
    return softmax(this.#alive, t, options);
  }

  /** The logarithm of softmax along the last axis, without computing a softmax in between.
   * @param {import("./tensor.js").TensorLike} t @returns {import("./tensor.js").Tensor} */
  logSoftmax(t) {
    return logSoftmax(this.#alive, t);
  }

  /** 1 at the first of the largest entries of the last axis, 0 elsewhere.
   * @param {import("./tensor.js").TensorLike} t @returns {import("./tensor.js").Tensor} */
  hardmax(t) {
    return hardmax(this.#alive, t);
  }

  /** |t| / Σ |t| along the last axis.
   * @param {import("./tensor.js").TensorLike} t @returns {import("./tensor.js").Tensor} */
  l1Normalize(t) {
    return l1Normalize(this.#alive, t);
  }

  /** The nearest point of the simplex along the last axis (Martins and Astudillo 2016).
   * @param {import("./tensor.js").TensorLike} t @returns {import("./tensor.js").Tensor} */
  sparsemax(t) {
    return sparsemax(this.#alive, t);
  }

  /** ∂p_i / ∂s_j = p_i (δ_ij − p_j) for weights p (…, m): (…, m, m).
   * @param {import("./tensor.js").TensorLike} p @returns {import("./tensor.js").Tensor} */
  softmaxJacobian(p) {
    return softmaxJacobian(this.#alive, p);
  }

  /** The mean Frobenius norm, over the rows, of softmax's Jacobian at these scores.
   * @param {import("./tensor.js").TensorLike} scores @returns {number} */
  softmaxGradientSize(scores) {
    return softmaxGradientSize(this.#alive, scores);
  }

  /** Linear attention with the feature map elu + 1 (Katharopoulos et al. 2020). Shapes as attention().
   * @param {import("./tensor.js").TensorLike} q @param {import("./tensor.js").TensorLike} k
   * @param {import("./tensor.js").TensorLike} v @param {{ causal?: boolean | null }} [options]
   * @returns {import("./tensor.js").Tensor} */
  linearAttention(q, k, v, options) {
    return linearAttention(this.#alive, q, k, v, options);
  }

  /** torch.manual_seed(seed): a stream of normal numbers, those of PyTorch on an x86-64 CPU.
   * @param {number | bigint} seed from −2⁶³ to 2⁶⁴ − 1; as in PyTorch, its low 32 bits decide
   * @returns {import("./random.js").TorchGenerator} */
  torchGenerator(seed) {
    return torchGenerator(this.#alive, seed);
  }

  /** numpy.random.default_rng(seed): a stream of normal numbers, those of NumPy, rounded to float32.
   * @param {number | bigint} seed any whole number of at least 0
   * @returns {import("./random.js").NumpyGenerator} */
  numpyGenerator(seed) {
    return numpyGenerator(this.#alive, seed);
  }

  /** What dividing by √d_k does to dot products and to softmax. For each d_k in turn, in float64 and from
   * PyTorch's stream: q (pairs, d_k) and k (pairs, d_k), then q (rows, d_k) and k (rows, keys, d_k).
   * @param {import("./experiments.js").ScalingSizes & import("./experiments.js").Watching<import("./experiments.js").ScalingRow>} options
   * @returns {import("./experiments.js").ScalingRow[]} */
  scalingExperiment(options) {
    return scalingExperiment(this.#alive, options);
  }

  /** What dividing by √d_k does to softmax's gradient: for each d_k in turn q (rows, d_k), then
   * k (rows, keys, d_k).
   * @param {import("./experiments.js").GradientSizes & import("./experiments.js").Watching<import("./experiments.js").GradientRow>} options
   * @returns {import("./experiments.js").GradientRow[]} */
  gradientExperiment(options) {
    return gradientExperiment(this.#alive, options);
  }

  /** How far dot products spread: for each d_k in turn q (pairs, d_k), then k (pairs, d_k).
   * @param {import("./experiments.js").SpreadSizes & import("./experiments.js").Watching<import("./experiments.js").SpreadRow>} options
   * @returns {import("./experiments.js").SpreadRow[]} */
  spreadExperiment(options) {
    return spreadExperiment(this.#alive, options);
  }

  /** scalingExperiment in steps of a few milliseconds: the caller decides when each runs, and may stop
   * after any of them.
   * @param {import("./experiments.js").ScalingSizes} options */
  scalingSteps(options) {
    return scalingSteps(this.#alive, options);
  }

  /** gradientExperiment in steps.
   * @param {import("./experiments.js").GradientSizes} options */
  gradientSteps(options) {
    return gradientSteps(this.#alive, options);
  }

  /** spreadExperiment in steps.
   * @param {import("./experiments.js").SpreadSizes} options */
  spreadSteps(options) {
    return spreadSteps(this.#alive, options);
  }
}
