// Runs inside a page, before everything else: counts what the page's scripts take hold of, and puts
// explorers up, works with them and takes them away.
/* eslint-disable no-unused-vars */

/** What is held: taken, and not given back. */
const held = {
  /** On window, document and media queries, which outlive every explorer: type and listener. @type {Map<EventTarget, Set<string>>} */
  listeners: new Map(),
  /** @type {Map<any, string>} */
  workers: new Map(),
  /** @type {Map<any, string>} */
  addresses: new Map(),
  /** With where it was taken. @type {Map<any, string>} */
  timers: new Map(),
  /** @type {Map<any, string>} */
  frames: new Map(),
  /** @type {Map<any, Set<any>>} what each observer of sizes or visibility watches */
  observers: new Map(),
  /** @type {[WeakRef<MutationObserver>, WeakRef<Node>][]} */
  watching: [],
  /** @type {WeakRef<Element>[]} */
  elements: [],
  /** @type {WeakRef<HTMLCanvasElement>[]} */
  canvases: [],
  /** @type {WebAssembly.Memory[]} of every instance of this thread */
  memories: [],
  /** @type {WeakMap<object, number>} */
  numbers: new WeakMap(),
  next: 0,
};

/** Where in the script something was taken. */
const whence = () => String(new Error().stack).split("\n").slice(2, 7).join(" < ");

/** Where what is held of a kind was taken, each place once. @param {string} kind */
const placesOf = (kind) => [.../** @type {any} */ (held)[kind].values()].map(String);

{
  const numberOf = (/** @type {any} */ listener) => {
    if (!held.numbers.has(listener)) held.numbers.set(listener, (held.next += 1));
    return held.numbers.get(listener);
  };
  const lasting = (/** @type {unknown} */ target) =>
    target === window || target === document || target instanceof MediaQueryList;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (
    /** @type {string} */ type,
    /** @type {any} */ listener,
    /** @type {any} */ options,
  ) {
    const self = this ?? window;
    const isOnce = typeof options === "object" && options?.once;
    if (listener && lasting(self) && !isOnce) {
      if (!held.listeners.has(self)) held.listeners.set(self, new Set());
      held.listeners.get(self)?.add(`${type} ${numberOf(listener)}`);
    }
    return addEventListener.call(self, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (
    /** @type {string} */ type,
    /** @type {any} */ listener,
    /** @type {any} */ options,
  ) {
    const self = this ?? window;
    if (listener) held.listeners.get(self)?.delete(`${type} ${numberOf(listener)}`);
    return removeEventListener.call(self, type, listener, options);
  };

  const Own = window.Worker;
  window.Worker = class extends Own {
    /** @param {[string | URL, WorkerOptions?]} values */
    constructor(...values) {
      super(...values);
      held.workers.set(this, whence());
    }
    terminate() {
      held.workers.delete(this);
      super.terminate();
    }
  };
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (given) => {
    const address = createObjectURL.call(URL, given);
    held.addresses.set(address, whence());
    return address;
  };
  URL.revokeObjectURL = (address) => {
    held.addresses.delete(address);
    revokeObjectURL.call(URL, address);
  };
  for (const name of /** @type {const} */ (["ResizeObserver", "IntersectionObserver"])) {
    const { observe, unobserve, disconnect } = /** @type {any} */ (window[name].prototype);
    /** @type {any} */ (window[name].prototype).observe = function (
      /** @type {any} */ target,
      /** @type {any} */ options,
    ) {
      if (!held.observers.has(this)) held.observers.set(this, new Set());
      held.observers.get(this)?.add(target);
      return observe.call(this, target, options);
    };
    window[name].prototype.unobserve = function (target) {
      const all = held.observers.get(this);
      all?.delete(target);
      if (all?.size === 0) held.observers.delete(this);
      return unobserve.call(this, target);
    };
    window[name].prototype.disconnect = function () {
      held.observers.delete(this);
      return disconnect.call(this);
    };
  }
  const { observe, disconnect } = MutationObserver.prototype;
  MutationObserver.prototype.observe = function (
    /** @type {Node} */ target,
    /** @type {MutationObserverInit} */ options,
  ) {
    held.watching.push([new WeakRef(this), new WeakRef(target)]);
    return observe.call(this, target, options);
  };
  MutationObserver.prototype.disconnect = function () {
    held.watching = held.watching.filter(([observer]) => observer.deref() !== this);
    return disconnect.call(this);
  };

  const plain = { setTimeout, setInterval, clearTimeout, clearInterval };
  /** @type {any} */ (window).soakTimeout = plain.setTimeout.bind(window); // the witness's own
  for (const name of /** @type {const} */ (["setTimeout", "setInterval"])) {
    const start = /** @type {any} */ (plain[name]);
    /** @type {any} */ (window)[name] = (
      /** @type {Function} */ callback,
      /** @type {number} */ time,
      /** @type {unknown[]} */ ...more
    ) => {
      const id = start(() => {
        if (name === "setTimeout") held.timers.delete(id);
        callback(...more);
      }, time);
      held.timers.set(id, whence());
      return id;
    };
  }
  for (const name of /** @type {const} */ (["clearTimeout", "clearInterval"]))
    window[name] = (id) => {
      held.timers.delete(id);
      plain[name].call(window, id);
    };
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window;
  window.requestAnimationFrame = (callback) => {
    const id = request((time) => {
      held.frames.delete(id);
      callback(time);
    });
    held.frames.set(id, whence());
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    held.frames.delete(id);
    cancel(id);
  };

  const Instance = WebAssembly.Instance;
  const noted = (/** @type {any} */ instance) => {
    const { memory } = instance.exports;
    if (memory) held.memories.push(memory);
    return instance;
  };
  /** @type {any} */ (WebAssembly).Instance = new Proxy(Instance, {
    construct: (target, values) => noted(Reflect.construct(target, values)),
  });
  const { instantiate } = WebAssembly;
  /** @type {any} */ (WebAssembly).instantiate = async (
    /** @type {any} */ source,
    /** @type {any} */ imports,
  ) => {
    const made = /** @type {any} */ (await instantiate(source, imports));
    noted(made.instance ?? made);
    return made;
  };
}

/** What went wrong in this page. @type {string[]} */
const mishaps = [];
/** @type {any} */ (window).problems ??= mishaps;
window.addEventListener("error", ({ message }) => mishaps.push(`error: ${message}`));
window.addEventListener("unhandledrejection", ({ reason }) => mishaps.push(`rejected: ${reason}`));

const { soakTimeout } = /** @type {any} */ (window);
const wait = (/** @type {number} */ time) => new Promise((resolve) => soakTimeout(resolve, time));

/** Numbers from a seed, so that a run can be had again: mulberry32. @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How much is held, by kind. */
function countHeld() {
  const alive = (/** @type {WeakRef<any>[]} */ all) =>
    all.filter((each) => each.deref() !== undefined).length;
  return {
    listeners: [...held.listeners.values()].reduce((sum, { size }) => sum + size, 0),
    workers: held.workers.size,
    addresses: held.addresses.size,
    observers: held.observers.size,
    watchers: held.watching.filter(
      ([observer, target]) => observer.deref() && target.deref()?.isConnected,
    ).length,
    timers: held.timers.size,
    frames: held.frames.size,
    elements: alive(held.elements),
    canvases: alive(held.canvases),
    wasm: held.memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
  };
}

/** What is held once all is at rest: what a turn or two still hold is given back. */
async function heldAtRest() {
  for (let turn = 0; turn < 100; turn += 1) {
    const { timers, frames, workers } = countHeld();
    if (timers + frames + workers === 0) break;
    await wait(20);
  }
  return countHeld();
}

/** Rubbish, until a collector that nobody can call comes by itself. */
async function press() {
  for (let turn = 0; turn < 40; turn += 1) {
    const rubbish = Array.from({ length: 200 }, () => new Array(5000).fill(turn));
    if (rubbish.length === 0) return;
    await wait(0);
  }
}

/** Something that runs by itself, begun. @type {Record<string, (element: any) => unknown>} */
const WORK = {
  "attention-training": (element) => element.train(),
  "attention-cost": (element) => {
    element.view = "time";
    return element.updateComplete.then(() => element.measure({ anew: true }));
  },
  "attention-key-size": (element) =>
    element.set({ view: Math.random() < 0.5 ? "sizes" : "spread" }),
  "attention-heatmap": (element) => {
    const data = Array.from({ length: 40 }, () => Array.from({ length: 40 }, () => 1 / 40));
    element.open([new File([JSON.stringify({ attentions: [[data]] })], "maps.json")]);
  },
};

/** Moves every slider that is there to anywhere. @param {any} element @param {() => number} random */
function moveSliders(element, random) {
  const sliders = /** @type {HTMLInputElement[]} */ ([
    ...element.shadowRoot.querySelectorAll("input[type=range]"),
  ]);
  for (const slider of sliders) {
    const [min, max] = [Number(slider.min), Number(slider.max)];
    slider.value = String(min + random() * (max - min));
    slider.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  }
  return sliders.length;
}

/**
 * Puts an explorer up and takes it away, at any moment of its life.
 * @param {string} tag @param {number} count @param {number} seed
 */
async function removals(tag, count, seed) {
  const random = randomFrom(seed);
  for (let turn = 0; turn < count; turn += 1) {
    const element = /** @type {any} */ (document.createElement(tag));
    if (random() < 0.5) element.setAttribute("address", `soak${turn % 7}`);
    document.body.append(element);
    held.elements.push(new WeakRef(element));
    const moment = random();
    // Before it has drawn; before it is known to be seen; in the midst of work; in the turn that begins it.
    if (moment > 0.1) await element.updateComplete;
    if (moment > 0.2) {
      while (!element.attn) await wait(1);
      await element.updateComplete;
    }
    if (moment > 0.3) {
      const begun = WORK[tag]?.(element);
      moveSliders(element, random);
      if (moment > 0.4) await begun;
      if (moment > 0.5) await wait(random() * 120);
    }
    for (const canvas of element.shadowRoot?.querySelectorAll("canvas") ?? [])
      held.canvases.push(new WeakRef(canvas));
    element.requestUpdate();
    element.remove();
  }
}

/**
 * Moves of sliders, one after the other, in an explorer that stays.
 * @param {string} tag @param {number} count @param {number} seed @returns {Promise<number>} moves
 */
async function sliderMoves(tag, count, seed) {
  const random = randomFrom(seed);
  let element = /** @type {any} */ (document.querySelector(tag));
  if (!element) {
    element = document.createElement(tag);
    document.body.append(element);
    while (!element.attn) await wait(1);
  }
  await element.updateComplete;
  let moves = 0;
  const end = performance.now() + 20_000;
  while (moves < count && performance.now() < end) {
    const moved = moveSliders(element, random);
    if (moved === 0) return moves;
    moves += moved;
    await element.updateComplete;
    await wait(0);
  }
  return moves;
}

/** @type {any} */
let calculator;

/**
 * Calls of the module that computes: every kind, small, so that there are many.
 * @param {number} count @param {number} seed
 */
async function calls(count, seed) {
  const random = randomFrom(seed);
  if (!calculator) {
    const element = /** @type {any} */ (document.createElement("attention-steps"));
    document.body.append(element);
    while (!element.attn) await wait(1);
    calculator = element.attn;
    element.remove();
  }
  const size = (/** @type {number} */ most) => 1 + Math.floor(random() * most);
  const matrix = (/** @type {number} */ n, /** @type {number} */ d) => ({
    data: Float32Array.from({ length: n * d }, () => random() - 0.5),
    shape: [n, d],
  });
  const [n, m, d] = [size(6), size(6), size(8)];
  const [q, k, v] = [matrix(n, d), matrix(m, d), matrix(m, d)];
  for (let call = 0; call < count; call += 1) {
    const kind = call % 16;
    if (kind < 12) calculator.attention(q, k, v, { weights: kind % 2 === 0 });
    else if (kind < 14) calculator.softmax(q);
    else if (kind === 14) {
      const cache = calculator.keyValueCache({ kvHeads: 1, d_k: d, d_v: d, capacity: 4 });
      cache.append(matrix(1, d), matrix(1, d));
      cache.attention(matrix(1, d));
      cache.release();
    } else {
      try {
        calculator.attention(q, matrix(m, d + 1), v);
        throw new Error("a wrong shape was taken");
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
    }
  }
}
