// parseSafetensors and writeSafetensors: files built here byte by byte after the format's description,
// every way in which a file can lie, and random damage.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseSafetensors, tensor, writeSafetensors } from "attention-wasm";
import { near, sameBits, throwsSaying } from "./support.js";

/** A file: the header's length, the header, the numbers.
 * @param {unknown} header an object, text or bytes @param {Uint8Array | number[]} [numbers]
 * @param {number} [length] what the file says of its header's length */
function fileOf(header, numbers = [], length) {
  const text =
    header instanceof Uint8Array
      ? header
      : new TextEncoder().encode(typeof header === "string" ? header : JSON.stringify(header));
  const file = new Uint8Array(8 + text.length + numbers.length);
  new DataView(file.buffer).setBigUint64(0, BigInt(length ?? text.length), true);
  file.set(text, 8);
  file.set(numbers, 8 + text.length);
  return file.buffer;
}
const bytesOf = (/** @type {ArrayBufferView} */ view) =>
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
const entry = (
  /** @type {string} */ dtype,
  /** @type {unknown} */ shape,
  /** @type {number} */ begin,
  /** @type {number} */ end,
) => ({ dtype, shape, data_offsets: [begin, end] });
const six = bytesOf(Float32Array.of(1, 2, 3, 4, 5, 6));

test("a file by hand: names, shapes, metadata, order of the bytes", () => {
  const { tensors, metadata } = parseSafetensors(
    fileOf(
      {
        __metadata__: { format: "pt", note: "Größe ½" },
        b: entry("F32", [2], 16, 24),
        "a.weight": entry("F32", [2, 2], 0, 16),
        scalar: entry("F32", [], 24, 28),
        none: entry("F32", [0, 3], 24, 24),
      },
      [...six, 0, 0, 128, 191],
    ),
  );
  assert.deepEqual(metadata, { format: "pt", note: "Größe ½" });
  assert.deepEqual(Object.keys(tensors), ["b", "a.weight", "scalar", "none"]);
  assert.deepEqual(tensors["a.weight"], tensor([1, 2, 3, 4], [2, 2]));
  assert.deepEqual(tensors.b, tensor([5, 6], [2]));
  assert.deepEqual(tensors.scalar, { data: Float32Array.of(-1), shape: [] });
  assert.deepEqual(tensors.none, { data: new Float32Array(0), shape: [0, 3] });
  assert.deepEqual(parseSafetensors(fileOf("{}   ")), {
    tensors: {},
    metadata: {},
    others: {},
  });
});

test("the tensors are copies, and the file may be any view, at any byte", () => {
  const header = { __metadata__: {}, a: entry("F32", [6], 0, 24) };
  for (const pad of ["", " ", "  ", "   "]) {
    const file = new Uint8Array(fileOf(JSON.stringify(header) + pad, six));
    for (const shift of [0, 1, 3, 8]) {
      const wide = new Uint8Array(file.length + shift + 5);
      wide.set(file, shift);
      const { tensors } = parseSafetensors(wide.subarray(shift, shift + file.length));
      wide.fill(255);
      assert.deepEqual([...tensors.a.data], [1, 2, 3, 4, 5, 6]);
      assert.equal(tensors.a.data.buffer.byteLength, 24);
    }
    const shared = new Uint8Array(new SharedArrayBuffer(file.length));
    shared.set(file);
    assert.deepEqual([...parseSafetensors(shared).tensors.a.data], [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(
      [...parseSafetensors(new DataView(file.buffer)).tensors.a.data],
      [1, 2, 3, 4, 5, 6],
    );
  }
});

test("float64, bfloat16 and all float16s", () => {
  const doubles = [Math.PI, 1e300, -1e-300, NaN, -Infinity];
  const wide = parseSafetensors(
    fileOf({ a: entry("F64", [5], 0, 40) }, bytesOf(Float64Array.from(doubles))),
  );
  sameBits(wide.tensors.a.data, Float32Array.from(doubles));
  // The upper halves of float32s: 1, −2, π cut off, ∞, the smallest normal number.
  const upper = parseSafetensors(
    fileOf(
      { a: entry("BF16", [5], 0, 10) },
      bytesOf(Uint16Array.of(0x3f80, 0xc000, 0x4049, 0x7f80, 0x0080)),
    ),
  );
  sameBits(upper.tensors.a.data, Float32Array.of(1, -2, 3.140625, Infinity, 2 ** -126));
  const all = Uint16Array.from({ length: 65536 }, (_, bits) => bits);
  const { data } = parseSafetensors(fileOf({ a: entry("F16", [65536], 0, 131072) }, bytesOf(all)))
    .tensors.a;
  const known = {
    0x0000: 0,
    0x8000: -0,
    0x0001: 2 ** -24,
    0x03ff: 1023 * 2 ** -24,
    0x0400: 2 ** -14,
  };
  for (const [bits, value] of Object.entries({
    ...known,
    ...{ 0x3555: 0.333251953125, 0x3c00: 1, 0x7bff: 65504, 0x7c00: Infinity, 0xfc00: -Infinity },
  }))
    assert.ok(Object.is(data[Number(bits)], value), `${bits}: ${data[Number(bits)]}`);
  // Neighbours lie one step apart, 2^(exponent − 25) for a normal number, and signs mirror them.
  for (let bits = 1; bits < 0x7c00; bits++) {
    assert.equal(data[bits] - data[bits - 1], 2 ** (Math.max((bits - 1) >> 10, 1) - 25));
    assert.equal(data[bits + 0x8000], -data[bits]);
  }
  for (let bits = 0x7c01; bits < 0x8000; bits++) assert.ok(Number.isNaN(data[bits]));
});

test("what is written reads back: float32 in bits, float16 as the nearest", () => {
  const values = Float32Array.of(0, -0, 1, Math.PI, 1e-45, 3e38, Infinity, -Infinity, NaN);
  const tensors = {
    "blocks.0.weight": { data: values, shape: [3, 3] },
    ü: tensor([[1], [2]]),
    s: tensor([5], []),
  };
  const back = parseSafetensors(writeSafetensors(tensors, { note: "" }));
  assert.deepEqual(Object.keys(back.tensors), Object.keys(tensors));
  sameBits(back.tensors["blocks.0.weight"].data, values);
  assert.deepEqual(back.tensors["ü"], { data: Float32Array.of(1, 2), shape: [2, 1] });
  assert.deepEqual(back.metadata, { note: "" });
  assert.deepEqual(parseSafetensors(writeSafetensors({})), {
    tensors: {},
    metadata: {},
    others: {},
  });

  // Every float16, what lies halfway to the next, and a little on both sides of that.
  const all = Uint16Array.from({ length: 0x7c00 }, (_, bits) => bits);
  const halves = parseSafetensors(
    fileOf({ a: entry("F16", [0x7c00], 0, 2 * 0x7c00) }, bytesOf(all)),
  ).tensors.a.data;
  const round = (/** @type {Float32Array} */ data) =>
    parseSafetensors(
      writeSafetensors({ a: { data, shape: [data.length] } }, null, { dtype: "F16" }),
    ).tensors.a.data;
  sameBits(round(halves), halves);
  const last = halves.length - 1;
  const between = halves.map((x, i) => (i < last ? (x + halves[i + 1]) / 2 : 65520));
  const next = halves.map((_, i) => (i < last ? halves[i + 1] : Infinity));
  sameBits(
    round(between),
    between.map((_, i) => (i % 2 === 0 ? halves[i] : next[i])),
    "halfway",
  );
  const nudge = (/** @type {number} */ by) => {
    const bits = new Uint32Array(between.slice().buffer);
    return new Float32Array(bits.map((b) => b + by).buffer);
  };
  sameBits(round(nudge(-1)), halves, "below halfway");
  sameBits(round(nudge(1)), next, "above halfway");
  sameBits(
    round(halves.map((x) => -x)),
    halves.map((x) => -x),
    "negative",
  );
  sameBits(
    round(Float32Array.of(NaN, 1e-10, 1e30, -1e30)),
    Float32Array.of(NaN, 0, Infinity, -Infinity),
  );
});

test("what is written is a file as the format describes it", () => {
  const file = writeSafetensors({ a: tensor([[1, 2]]), b: tensor([3]) }, { k: "v" });
  const length = Number(new DataView(file).getBigUint64(0, true));
  assert.equal((8 + length) % 8, 0);
  const text = new TextDecoder().decode(new Uint8Array(file, 8, length));
  assert.equal(text[0], "{");
  assert.deepEqual(JSON.parse(text), {
    __metadata__: { k: "v" },
    a: entry("F32", [1, 2], 0, 8),
    b: entry("F32", [1], 8, 12),
  });
  near([...new Float32Array(file, 8 + length)], [1, 2, 3], {});
});

test("names that mean something to JavaScript are names like others", () => {
  const header =
    '{"__proto__":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"constructor":{"dtype":"F32","shape":[1],"data_offsets":[4,8]},"__metadata__":{"__proto__":"x"}}';
  const { tensors, metadata } = parseSafetensors(fileOf(header, six.subarray(0, 8)));
  assert.deepEqual(Object.keys(tensors), ["__proto__", "constructor"]);
  assert.equal(Object.getPrototypeOf(tensors), Object.prototype);
  assert.deepEqual(Object.entries(tensors)[0][1].data, Float32Array.of(1));
  assert.deepEqual(Object.entries(metadata), [["__proto__", "x"]]);
  const back = parseSafetensors(writeSafetensors(tensors, metadata));
  assert.deepEqual(Object.entries(back.tensors), Object.entries(tensors));
  assert.deepEqual(Object.entries(back.metadata), [["__proto__", "x"]]);
});

/** Files that lie, and what is said about each.
 * @type {[what: string, file: ArrayBuffer, ...patterns: RegExp[]][]} */
const lies = [
  ["empty", new ArrayBuffer(0), /0 bytes/],
  ["seven bytes", new ArrayBuffer(7), /7 bytes/, /8/],
  ["header past the end", fileOf("{}", [], 3), /3 bytes/, /only 2/],
  ["header of 100 MB and more", fileOf("{}", [], 100000001), /100000001/, /100\.0 MB/],
  ["header of 2⁶³ bytes", fileOf("{}", [], 2 ** 63), /9223372036854775808|9223372036854776000/],
  ["no header at all", fileOf(""), /start with {/],
  ["a web page", new TextEncoder().encode("<!doctype html><title>404</title>").buffer, /header/],
  ["not UTF-8", fileOf(Uint8Array.of(0x7b, 0xff, 0x7d)), /UTF-8/],
  ["a byte order mark", fileOf("\ufeff{}"), /start with {/],
  ["a space first", fileOf(" {}"), /start with {/],
  ["no JSON", fileOf("{a}"), /JSON/],
  ["no JSON, to the last letter", fileOf("{x"), /it has "x" at character 2$/],
  ["an end too soon", fileOf("{"), /it has its end at character 2$/],
  ["JSON that goes on", fileOf("{} {}"), /JSON/],
  ["an array", fileOf("[]"), /start with {/],
  [
    "a name twice",
    fileOf(
      '{"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"\\u0061":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}',
    ),
    /"a" twice/,
  ],
  ["metadata of numbers", fileOf({ __metadata__: { a: 1 } }), /__metadata__/, /"a" is 1/],
  ["metadata that is a list", fileOf({ __metadata__: [] }), /__metadata__/, /an array/],
  ["a tensor that is null", fileOf({ a: null }), /"a"/, /null/],
  ["a tensor that is a list", fileOf({ a: [] }), /"a"/, /an array/],
  ["no dtype", fileOf({ a: { shape: [], data_offsets: [0, 4] } }, six), /"a" has no dtype/],
  ["no shape", fileOf({ a: { dtype: "F32", data_offsets: [0, 4] } }, six), /"a" has no shape/],
  ["no offsets", fileOf({ a: { dtype: "F32", shape: [] } }, six), /"a" has no data_offsets/],
  ...["dtype", "shape", "data_offsets", "device"].map(
    (field) =>
      /** @type {(typeof lies)[number]} */ ([
        `${field} twice in one entry`,
        fileOf(
          `{"a":{"dtype":"F32","shape":[6],"data_offsets":[0,24],"device":1,"${field}":${JSON.stringify({ ...entry("F32", [6], 0, 24), device: 1 }[field])}}}`,
          six,
        ),
        /"a"/,
        RegExp(`"${field}" twice`),
      ]),
  ),
  [
    "a field twice, once spelled with an escape",
    fileOf('{"a":{"dtype":"F32","shape":[6],"data_offsets":[0,24],"\\u0073hape":[6]}}', six),
    /"shape" twice/,
  ],
  [
    "a name twice deep inside a field that is not known",
    fileOf(
      '{"a":{"dtype":"F32","shape":[6],"data_offsets":[0,24],"x":[{"y":{"z":1,"z":2}}]}}',
      six,
    ),
    /"a"/,
    /"z" twice/,
  ],
  ["a name of the metadata twice", fileOf('{"__metadata__":{"k":"1","k":"2"}}'), /"k" twice/],
  ["metadata twice", fileOf('{"__metadata__":{},"__metadata__":{}}'), /"__metadata__" twice/],
  [
    "a name of weights and of others",
    fileOf(
      '{"a":{"dtype":"I8","shape":[0],"data_offsets":[0,0]},"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}',
    ),
    /"a" twice/,
  ],
  ...[
    "1.0",
    "1e0",
    "-0",
    "-1",
    "+1",
    "01",
    "1.5",
    "0x1",
    "1e400",
    '"1"',
    "null",
    "[1]",
    "9007199254740993",
    "1".repeat(400),
  ].flatMap(
    (size) =>
      /** @type {(typeof lies)[number][]} */ ([
        [
          `the size ${size.slice(0, 20)}`,
          fileOf(
            `{"a":{"dtype":"F32","shape":[2,${size}],"data_offsets":[0,8]}}`,
            six.subarray(0, 8),
          ),
          /"a" must have a shape of whole numbers, not \[2,/,
        ],
        [
          `the offset ${size.slice(0, 20)}`,
          fileOf(`{"a":{"dtype":"I8","shape":[1],"data_offsets":[0,${size}]}}`, [0]),
          /"a" must have data_offsets \[begin, end\], not \[0,/,
        ],
      ]),
  ),
  ...[5, 100000, 3e6].flatMap((depth) =>
    ["[", '{"x":', '{"x":{},"y":[']
      .map((open) => open.repeat(depth))
      .flatMap(
        (deep) =>
          /** @type {(typeof lies)[number][]} */ ([
            [
              `${depth} × ${deep.slice(0, 12)}`,
              fileOf(deep),
              /start with {|JSON|described by an object|has no dtype|deep/,
            ],
            [
              `${depth} × ${deep.slice(0, 12)} as a tensor`,
              fileOf(`{"a":${deep}`),
              /described by an object|deep|JSON/,
            ],
            [
              `${depth} × ${deep.slice(0, 12)} as metadata`,
              fileOf(`{"__metadata__":${deep}`),
              /__metadata__/,
            ],
            [
              `${depth} × ${deep.slice(0, 12)} in a field`,
              fileOf(`{"a":{"more":${deep}`),
              depth > 128 ? /"a" has a value nested more than 128 levels deep/ : /JSON/,
            ],
          ]),
      ),
  ),
  ...[
    "{",
    '{"a',
    '{"a"',
    '{"a":',
    '{"a":{',
    '{"__metadata__":{"a":"b"',
    '{"__metadata__":{"a":"b"},}',
    '{"__metadata__":nul}',
    '{"a":{"dtype":"F32",}}',
    '{"a":{"shape":[1,]}}',
    '{"a":{"x":[1 2]}}',
    '{"a":{"x":01}}',
    '{"a":{"x":tru}}',
    '{"a":{"x":.5}}',
    '{"a":{"x":NaN}}',
    '{"a\n":{}}',
    '{"a\\x":{}}',
    '{"a\\u12":{}}',
    "{'a':{}}",
    '{"a":{}/**/}',
  ].map(
    (text) =>
      /** @type {(typeof lies)[number]} */ ([
        `no JSON: ${JSON.stringify(text)}`,
        fileOf(text),
        /not valid JSON|has no dtype|not nul|a shape of whole numbers/,
      ]),
  ),
  [
    "half of a surrogate pair in a name",
    fileOf('{"\\ud800":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}'),
    /surrogate/,
  ],
  [
    "numbers of 6 bits that end inside a byte",
    fileOf({ a: entry("F6_E2M3", [3], 0, 3) }, [0, 0, 0]),
    /"a"/,
    /18 bits/,
  ],
  [
    "too few bytes for F4",
    fileOf({ a: entry("F4", [4], 0, 1) }, [0]),
    /"a" has 1 bytes/,
    /F4/,
    /take 2/,
  ],
  ["an unknown type", fileOf({ a: entry("F31", [6], 0, 24) }, six), /"F31"/, /not a known type/],
  ["a type of JavaScript", fileOf({ a: entry("constructor", [6], 0, 24) }, six), /"constructor"/],
  [
    "a type that is no text",
    fileOf({ a: { ...entry("F32", [6], 0, 24), dtype: 5 } }, six),
    /dtype 5/,
  ],
  ["a shape that is a number", fileOf({ a: entry("F32", 6, 0, 24) }, six), /"a"/, /shape/, /6/],
  ["a negative size", fileOf({ a: entry("F32", [-6], 0, 24) }, six), /shape/, /-6/],
  ["half a size", fileOf({ a: entry("F32", [1.5], 0, 6) }, six.subarray(0, 6)), /shape/, /1\.5/],
  ["a size of text", fileOf({ a: entry("F32", ["6"], 0, 24) }, six), /shape/],
  [
    "a size beyond all numbers",
    fileOf('{"a":{"dtype":"F32","shape":[1e400],"data_offsets":[0,24]}}', six),
    /shape/,
  ],
  [
    "a product beyond 2⁵³",
    fileOf({ a: entry("F32", [2 ** 30, 2 ** 30], 0, 24) }, six),
    /more numbers than a file can/,
  ],
  [
    "a product that is 2⁶⁴ and would wrap to 0",
    fileOf({ a: entry("F32", [2 ** 32, 2 ** 32], 0, 0) }),
    /more numbers/,
  ],
  [
    "such a product times 0",
    fileOf({ a: entry("F32", [2 ** 32, 2 ** 32, 0], 0, 0) }),
    /more numbers/,
  ],
  [
    "offsets that are one number",
    fileOf({ a: { ...entry("F32", [6], 0, 24), data_offsets: 24 } }, six),
    /data_offsets/,
    /24/,
  ],
  [
    "three offsets",
    fileOf({ a: { ...entry("F32", [6], 0, 24), data_offsets: [0, 24, 24] } }, six),
    /data_offsets/,
  ],
  ["negative offsets", fileOf({ a: entry("F32", [6], -8, 16) }, six), /data_offsets/, /-8/],
  ["offsets in halves", fileOf({ a: entry("F32", [6], 0.5, 24.5) }, six), /data_offsets/],
  ["end before begin", fileOf({ a: entry("F32", [6], 24, 0) }, six), /24 to 0/],
  ["past the end", fileOf({ a: entry("F32", [7], 0, 28) }, six), /0 to 28/, /24 bytes/],
  ["cut off", fileOf({ a: entry("F32", [6], 0, 24) }, six.subarray(0, 23)), /0 to 24/, /23 bytes/],
  [
    "more bytes than the shape has",
    fileOf({ a: entry("F32", [5], 0, 24) }, six),
    /24 bytes/,
    /5 numbers/,
    /20/,
  ],
  [
    "fewer bytes than the shape has",
    fileOf({ a: entry("F16", [13], 0, 24) }, six),
    /24 bytes/,
    /13 numbers/,
    /26/,
  ],
  [
    "two in the same place",
    fileOf({ a: entry("F32", [6], 0, 24), b: entry("F32", [6], 0, 24) }, six),
    /"b" starts at byte 0/,
    /"a"/,
    /24/,
  ],
  [
    "two that overlap",
    fileOf({ a: entry("F32", [4], 8, 24), b: entry("F32", [3], 0, 12) }, six),
    /"a" starts at byte 8/,
    /"b"/,
    /12/,
  ],
  [
    "an empty one inside",
    fileOf({ a: entry("F32", [6], 0, 24), b: entry("F32", [0], 8, 8) }, six),
    /"b" starts at byte 8/,
  ],
  [
    "a hole",
    fileOf({ a: entry("F32", [2], 0, 8), b: entry("F32", [2], 16, 24) }, six),
    /8 to 16 do not belong to any tensor/,
  ],
  ["a hole at the start", fileOf({ a: entry("F32", [5], 4, 24) }, six), /0 to 4 do not belong/],
  ["bytes left over", fileOf({ a: entry("F32", [5], 0, 20) }, six), /end at byte 20/, /24/],
];
for (const [what, file, ...patterns] of lies)
  test(`a file that lies: ${what}`, () => {
    throwsSaying(() => parseSafetensors(file), "RangeError", /parseSafetensors/, ...patterns);
  });

test("the kinds of the format that are not read are listed, at any size in bits", () => {
  // Dtype and its bitsize() in safetensors/src/tensor.rs of the reference implementation.
  const bits = {
    ...{ BOOL: 8, F4: 4, F6_E2M3: 6, F6_E3M2: 6, U8: 8, I8: 8, F8_E5M2: 8, F8_E4M3: 8, F8_E8M0: 8 },
    ...{
      F8_E4M3FNUZ: 8,
      F8_E5M2FNUZ: 8,
      I16: 16,
      U16: 16,
      I32: 32,
      U32: 32,
      C64: 64,
      I64: 64,
      U64: 64,
    },
  };
  /** @type {Record<string, unknown>} */
  const header = { weight: entry("F32", [6], 0, 24) },
    others = /** @type {Record<string, unknown>} */ ({});
  let end = 24;
  for (const [dtype, size] of Object.entries(bits)) {
    header[`of ${dtype}`] = entry(dtype, [2, 4], end, (end += size));
    others[`of ${dtype}`] = { dtype, shape: [2, 4] };
  }
  const found = parseSafetensors(fileOf(header, [...six, ...new Uint8Array(end - 24)]));
  assert.deepEqual(found.others, others);
  assert.deepEqual(Object.keys(found.tensors), ["weight"]);
  assert.deepEqual([...found.tensors.weight.data], [1, 2, 3, 4, 5, 6]);
});

test("tensors stand in any order: empty ones at edges, and those that are not read", () => {
  const header = {
    last: entry("F32", [1], 32, 36),
    ids: entry("I64", [1], 24, 32),
    first: entry("F32", [2], 0, 8),
    empty: entry("F32", [0], 8, 8),
    "": entry("F32", [0, 7], 0, 0),
    end: entry("BOOL", [0], 36, 36),
    second: entry("F32", [4], 8, 24),
  };
  const all = new Uint8Array(36);
  all.set(six);
  all.set(bytesOf(Float32Array.of(7)), 32);
  const right = {
    last: [7],
    first: [1, 2],
    empty: [],
    "": [],
    second: [3, 4, 5, 6],
  };
  const names = Object.keys(header);
  // Every rotation, so that each is once the first that is out of order.
  for (let turn = 0; turn < names.length; turn++) {
    const turned = [...names.slice(turn), ...names.slice(0, turn)];
    const { tensors, others } = parseSafetensors(
      fileOf(Object.fromEntries(turned.map((name) => [name, Reflect.get(header, name)])), all),
    );
    assert.deepEqual(
      Object.fromEntries(Object.entries(tensors).map(([name, { data }]) => [name, [...data]])),
      right,
    );
    assert.deepEqual(Object.keys(others).sort(), ["end", "ids"]);
  }
  const inside = { ...header, empty: entry("F32", [0], 4, 4) };
  throwsSaying(
    () => parseSafetensors(fileOf(inside, all)),
    "RangeError",
    /"empty" starts at byte 4, inside "first", which ends at 8/,
  );
});

test("fields that the format does not know are left out, and null is no metadata", () => {
  const a = { more: [1.5, -0, 1e5, true, null, { "": "\\", x: {} }], ...entry("F32", [6], 0, 24) };
  const { tensors, metadata } = parseSafetensors(
    fileOf(JSON.stringify({ __metadata__: null, a }, null, " \t"), six),
  );
  assert.deepEqual([...tensors.a.data], [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(metadata, {});
});

test("a Map is written as an object is, in its order", () => {
  const tensors = new Map([
    ["10", tensor([1])],
    ["2", tensor([2])],
    ["__proto__", tensor([3])],
  ]);
  const file = writeSafetensors(tensors, new Map([["__proto__", "x"]]));
  const length = Number(new DataView(file).getBigUint64(0, true));
  assert.deepEqual([...new Float32Array(file, 8 + length)], [1, 2, 3]);
  const text = new TextDecoder().decode(new Uint8Array(file, 8, length)).trimEnd();
  assert.deepEqual(
    [...text.matchAll(/"(\w+)":\{"dtype"/g)].map(([, name]) => name),
    ["10", "2", "__proto__"],
  );
  const back = parseSafetensors(file);
  assert.deepEqual(Object.entries(back.metadata), [["__proto__", "x"]]);
  assert.deepEqual(Object.getOwnPropertyDescriptor(back.tensors, "__proto__")?.value, tensor([3]));
  assert.deepEqual(parseSafetensors(writeSafetensors(new Map())).tensors, {});
});

test("what a caller's code does while it is read makes no wrong file", () => {
  // A view that says that it is longer, and one whose bytes are gone.
  const good = new Uint8Array(writeSafetensors({ a: tensor([1]) }));
  Object.defineProperty(good, "byteLength", { value: 1e9 });
  Object.defineProperty(good, "length", { value: 1e9 });
  assert.deepEqual([...parseSafetensors(good).tensors.a.data], [1]);
  const gone = new Uint8Array(writeSafetensors({ a: tensor([1]) }));
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  throwsSaying(() => parseSafetensors(gone.buffer), "TypeError", /no bytes/);
  // The second tensor's getter takes the first one's numbers away.
  const data = Float32Array.of(1, 2);
  const hostile = {
    a: { data, shape: [2] },
    b: {
      get data() {
        structuredClone(data.buffer, { transfer: [data.buffer] });
        return Float32Array.of(3);
      },
      shape: [1],
    },
  };
  throwsSaying(() => writeSafetensors(hostile), "RangeError", /a had 2 values and has 0/);
});

test("time grows as the file does", () => {
  const many = (/** @type {number} */ count) => {
    const names = Array.from(
      { length: count },
      (_, i) =>
        `"layers.${i}.weight":{"dtype":"F32","shape":[1],"data_offsets":[${4 * i},${4 * i + 4}]}`,
    );
    return fileOf(`{${names.join(",")}}`, new Uint8Array(4 * count));
  };
  /** The least of a few runs, in milliseconds. @param {ArrayBuffer} file */
  const time = (file) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const before = performance.now();
        parseSafetensors(file);
        return performance.now() - before;
      }),
    );
  const tenth = time(many(20000)),
    whole = time(many(200000));
  // What is not linear takes a hundred times as long.
  assert.ok(whole < 40 * tenth + 20, `${tenth} ms, ${whole} ms for ten times as much`);
  for (const text of [
    `{${" ".repeat(3e7)}}`,
    `{"__metadata__":{"a":"${"\\\\".repeat(1e7)}"}}`,
    `{"__metadata__":{"a":"${'\\"'.repeat(1e7)}"}}`,
    `{"__metadata__":{"a":"${"x".repeat(3e7)}"}}`,
  ]) {
    const spent = time(fileOf(text));
    assert.ok(spent < 3000, `${text.slice(0, 30)}: ${spent} ms`);
  }
});

test("wrong arguments", () => {
  for (const make of [() => ({}), () => [], () => () => {}]) {
    const { proxy, revoke } = Proxy.revocable(/** @type {any} */ (make()), {});
    revoke();
    throwsSaying(() => parseSafetensors(proxy), "TypeError", /^parseSafetensors: the file must be/);
    for (const given of [[proxy], [{}, proxy], [{}, {}, proxy], [{ a: proxy }], [{}, { a: proxy }]])
      throwsSaying(
        () => writeSafetensors(.../** @type {[any]} */ (given)),
        "TypeError",
        /^writeSafetensors: .* (a proxy that has been revoked|a function)$/,
      );
  }

  const wrong = (/** @type {any} */ file) => () => parseSafetensors(file);
  throwsSaying(wrong("text"), "TypeError", /ArrayBuffer/, /"text"/);
  throwsSaying(wrong(null), "TypeError", /null/);
  throwsSaying(wrong([1, 2]), "TypeError", /an array/);
  const write =
    (/** @type {any[]} */ ...given) =>
    () =>
      /** @type {any} */ (writeSafetensors)(...given);
  throwsSaying(write([]), "TypeError", /tensors/, /an array/);
  throwsSaying(write({ a: 5 }), "TypeError", /a must be a tensor/);
  throwsSaying(
    write({ a: { data: new Float64Array(1), shape: [1] } }),
    "TypeError",
    /Float64Array/,
  );
  throwsSaying(
    write({ a: { data: new Float32Array(1), shape: [2] } }),
    "RangeError",
    /1 values/,
    /2/,
  );
  throwsSaying(write({ __metadata__: [1] }), "RangeError", /__metadata__/);
  throwsSaying(write({}, { a: 1 }), "TypeError", /"a" is 1/);
  throwsSaying(write({}, new Map([["a", 1]])), "TypeError", /"a" is 1/);
  throwsSaying(write({}, new Set(["a"])), "TypeError", /metadata/, /Set/);
  throwsSaying(write(new Map([[1, [1]]])), "TypeError", /names/, /1/);
  for (const other of [
    new Set(),
    new Float32Array(1),
    new Date(),
    Promise.resolve(),
    new WeakMap(),
  ])
    throwsSaying(write(other), "TypeError", /an object or a Map/);
  throwsSaying(write({ "\ud800": [1] }), "RangeError", /surrogate/);
  throwsSaying(write({}, { a: "\udc00" }), "RangeError", /surrogate/);
  throwsSaying(write({}, "x"), "TypeError", /metadata/);
  throwsSaying(write({}, null, { dtype: "F64" }), "RangeError", /"F32", "F16"/);
  throwsSaying(write({}, null, { type: "F16" }), "TypeError", /type/);
});

test("whatever is damaged, the answer is a file's content or a RangeError", () => {
  const good = new Uint8Array(
    writeSafetensors({ a: tensor([[1, 2, 3]]), "b.c": tensor([4, 5]) }, { format: "pt" }),
  );
  const damage = fc.record({ at: fc.nat(good.length - 1), byte: fc.nat(255) });
  fc.assert(
    fc.property(
      fc.array(damage, { minLength: 1, maxLength: 4 }),
      fc.nat(good.length),
      (list, cut) => {
        const file = good.slice(0, good.length - (cut % 3 === 0 ? cut : 0));
        for (const { at, byte } of list) if (at < file.length) file[at] = byte;
        try {
          for (const t of Object.values(parseSafetensors(file).tensors))
            assert.equal(
              t.data.length,
              t.shape.reduce((a, b) => a * b, 1),
            );
        } catch (error) {
          assert.equal(/** @type {Error} */ (error).name, "RangeError", String(error));
          assert.match(/** @type {Error} */ (error).message, /^parseSafetensors: /);
        }
      },
    ),
    { numRuns: 3000, seed: 1 },
  );
});

test("what is read of a damaged header is what JSON.parse reads of it", () => {
  const text = JSON.stringify({
    __metadata__: { format: "pt", "": "\\ü" },
    a: { x: [{ y: -1.5e3 }, null, true], ...entry("F32", [2], 0, 8) },
    "b\n": entry("I8", [1, 0], 8, 8),
  });
  // Pieces of the header's own language, put in, left out or put in the place of others.
  const piece = fc.constantFrom(
    ...[
      '"',
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "0",
      "-",
      "1",
      ".",
      "e",
      " ",
      "\n",
      "\\",
      "\\u0061",
      "null",
    ],
    ...[
      '"a"',
      '"dtype":',
      '"shape":[2]',
      "{}",
      "[]",
      "\t",
      "\u0000",
      "tru",
      "1e400",
      "ü",
      "\u2028",
    ],
  );
  const change = fc.record({ at: fc.nat(text.length - 1), out: fc.nat(4), piece });
  let taken = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      let damaged = text;
      for (const { at, out, piece } of changes)
        damaged = damaged.slice(0, at) + piece + damaged.slice(at + out);
      let found;
      try {
        found = parseSafetensors(fileOf(damaged, six.subarray(0, 8)));
      } catch (error) {
        assert.equal(/** @type {Error} */ (error).name, "RangeError", String(error));
        assert.match(/** @type {Error} */ (error).message, /^parseSafetensors: .{5,300}$/su);
        return;
      }
      taken++;
      const { __metadata__: metadata, ...entries } = JSON.parse(damaged);
      assert.deepEqual(found.metadata, metadata ?? {});
      const read = { ...found.tensors, ...found.others };
      assert.deepEqual(Object.keys(read).sort(), Object.keys(entries).sort());
      for (const [name, { shape }] of Object.entries(read))
        assert.deepEqual(shape, entries[name].shape);
    }),
    { numRuns: 20000, seed: 3 },
  );
  assert.ok(taken > 300, `only ${taken} were files`);
});

test("any tensors come back", () => {
  const one = fc.array(fc.nat(3), { maxLength: 4 }).chain((shape) =>
    fc
      .float32Array({
        minLength: shape.reduce((a, b) => a * b, 1),
        maxLength: shape.reduce((a, b) => a * b, 1),
      })
      .map((data) => ({ data, shape })),
  );
  const names = fc.string({ unit: "grapheme" }).filter((name) => name !== "__metadata__");
  fc.assert(
    fc.property(fc.array(fc.tuple(names, one), { maxLength: 5 }), (entries) => {
      const tensors = Object.fromEntries(entries),
        back = parseSafetensors(writeSafetensors(tensors)).tensors;
      assert.deepEqual(Object.keys(back), Object.keys(tensors));
      for (const [name, { data, shape }] of Object.entries(tensors)) {
        assert.deepEqual(back[name].shape, shape);
        sameBits(back[name].data, data, name);
      }
    }),
    { numRuns: 300, seed: 2 },
  );
});
