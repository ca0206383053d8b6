// What comes from outside: JSON in one pass, the same numbers however they are wrapped, masks of every
// kind, files of other kinds by their name, and models whose files lie. Right values come from JSON.parse
// and from what is written here by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { tensor, writeSafetensors } from "attention-wasm";
import { refuseOtherKinds } from "../../web/model/file-kinds.js";
import { readJson } from "../../web/model/json-text.js";
import { readJsonFile } from "../../web/model/json-file.js";
import { withLiveValues } from "../../web/frame/live-values.js";
import { readMaps } from "../../web/model/maps.js";
import { assembled, readModelFile } from "../../web/model/model-file.js";
import { messageOf, ReadError } from "../../web/model/read-error.js";
import { readStrings } from "../../web/model/read-strings.js";
import { readModel } from "../../web/explorers/training/weights-file.js";

/** What is refused, in the words that a reader gets. @param {() => unknown} call */
function refusal(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof ReadError, String(error));
    const words = readStrings[error.key];
    assert.ok(words, `no words for ${error.key}`);
    return messageOf(error, (key, values = {}) =>
      withLiveValues(readStrings[key], values, "en").join(""),
    );
  }
  assert.fail("it was taken");
}

/** Lists of numbers as arrays, as JSON.parse gives them. @param {unknown} value @returns {unknown} */
function plain(value) {
  if (ArrayBuffer.isView(value)) return Array.from(/** @type {Float64Array} */ (value));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
  return value;
}

test("JSON: whatever JSON.parse reads, number for number", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) =>
      assert.deepEqual(plain(readJson(text)), JSON.parse(text)),
    ),
    { numRuns: 2000, seed: 1 },
  );
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), (list) => {
      for (const text of [JSON.stringify(list), `[${list.map((x) => x.toExponential(17))}]`])
        assert.deepEqual(plain(readJson(text)), JSON.parse(text));
    }),
    { numRuns: 1000, seed: 2 },
  );
  for (const text of ["[1e400, -1e-400, 0.1e1, -0.0, 12345678901234567890123]", "[1,[2,3],4]"])
    assert.deepEqual(plain(readJson(text)), JSON.parse(text));
  assert.deepEqual(Object.keys(/** @type {{}} */ (readJson('{"__proto__": 1}'))), ["__proto__"]);
});

test("JSON: Python's NaN and Infinity, a byte order mark, and what is none", () => {
  assert.deepEqual(plain(readJson("\ufeff[NaN, -Infinity, Infinity, 1]")), [
    NaN,
    -Infinity,
    Infinity,
    1,
  ]);
  // The words of a list as Python prints it.
  assert.deepEqual(plain(readJson("[nan, -inf, inf, 1]")), [NaN, -Infinity, Infinity, 1]);
  assert.deepEqual(readJson("[1, None, True, False]"), [1, null, true, false]);
  for (const [text, words] of /** @type {[string, RegExp][]} */ ([
    ["", /empty/],
    [" \n", /empty/],
    ["hello", /begins with “hello”/],
    ["\u0000\u0001", /not JSON/],
    ["[1, 2", /cut off/],
    ["[1, 2,]", /“]”/],
    ["[1 2]", /“2]” at byte 4 is how Python prints/],
    ["[[0.5 0.5]\n [0.25 0.75]]", /json\.dump/],
    ["[1. 2.]", /how Python prints/],
    ["tensor([[0.5, 0.5]])", /“tensor.*” at byte 1 is how Python prints/],
    ["[(0.5, 0.5)]", /how Python prints/],
    ["{'attentions': [[1]]}", /how Python prints/],
    ["[[0.1, ..., 0.2]]", /“\.\.\., .*how Python prints/],
    ["[01]", /not JSON/],
    ['["a\n"]', /not JSON/],
    ['{"a": nil}', /“nil}”/],
    ["[1] x", /“x”/],
    ["[".repeat(1e6), /more than 64 levels/],
    ['{"a":'.repeat(1e5), /more than 64 levels/],
  ]))
    assert.match(
      refusal(() => readJson(text)),
      words,
      text.slice(0, 20),
    );
});

test("JSON: time grows as the text does, with NaN as without", () => {
  const time = (/** @type {number} */ count) => {
    const text = `[${"NaN,".repeat(count)}"${"x".repeat(count)}"]`;
    const before = performance.now();
    readJson(text);
    return performance.now() - before;
  };
  time(1000);
  const spent = time(1e6);
  assert.ok(spent < 3000, `${spent} ms for 5 MB`);
});

const A = [
  [0.25, 0.75],
  [-Infinity, 1],
];
const flat = A.flat();

test("the same weights however they are wrapped", () => {
  const wrapped = {
    nested: A,
    "typed rows": A.map((row) => Float64Array.from(row)),
    tensor: { data: Float32Array.from(flat), shape: [2, 2] },
    "tensor of numbers": { data: flat, shape: [2, 2] },
    "null and texts": { data: [0.25, 0.75, null, 1], shape: [2, 2] },
    "-inf": { data: [0.25, 0.75, "-inf", "1e0"].map((x) => (x === "1e0" ? 1 : x)), shape: [2, 2] },
    dims: { dims: [2, 2], data: Float32Array.from(flat), type: "float32", size: 4 },
    "shape as a typed array": { data: flat, shape: Int32Array.of(2, 2) },
    "nested data": { data: A, shape: [2, 2] },
    "tensor rows": A.map((row) => ({ data: row, shape: [2] })),
    "by name": { attentions: A },
    "a tensor by name": { attentions: { data: flat, dims: [1, 1, 2, 2] } },
    "JSON of Python": readJson("[[0.25, 0.75], [-Infinity, 1]]"),
    "JSON with null": readJson("[[0.25, 0.75], [null, 1]]"),
    "JSON of a tensor": readJson('{"data": [0.25, 0.75, "-inf", 1], "shape": [2, 2]}'),
  };
  for (const [what, given] of Object.entries(wrapped)) {
    const { data, shape } = readMaps(given);
    assert.deepEqual([...data], flat, what);
    assert.deepEqual(shape, [1, 1, 1, 2, 2], what);
  }
});

test("what has a wrong count or shape is refused in the same words, and takes no room first", () => {
  const big = { weights: { shape: [8, 4096, 4096], data: [1] } };
  const before = process.memoryUsage().arrayBuffers;
  assert.match(
    refusal(() => readMaps(big)),
    /1 number, but its shape \(8, 4096, 4096\) holds 134,217,728/,
  );
  assert.ok(process.memoryUsage().arrayBuffers - before < 1e6);
  const tall = Array.from({ length: 4096 }, () => [1]);
  tall[0] = Array(4096).fill(0);
  assert.match(
    refusal(() => readMaps([tall, tall, tall])),
    /has 1 entry, but must have 4,096/,
  );
  for (const [given, words] of /** @type {[unknown, RegExp][]} */ ([
    [{ data: [1, 2, 3], shape: [2, 2] }, /3 numbers, but its shape \(2, 2\) holds 4/],
    [{ data: [1, 2, 3, 4, 5], shape: [2, 2] }, /5 numbers/],
    [{ data: Float32Array.of(1, 2, 3, 4, 5), dims: [2, 2] }, /5 numbers/],
    [{ data: [1, 2, 3, 4], shape: [-2, -2] }, /\(-2, -2\)/],
    [{ data: [1, 2, 3, 4, 5], shape: [2.5, 2] }, /\(2\.5, 2\)/],
    [{ data: [], shape: [0, 0] }, /\(0, 0\)/],
    [{ data: [1], shape: [NaN, 1] }, /NaN/],
    [{ data: [1], shape: ["x", 1] }, /x/],
    [{ data: [1, 2, 3, 4], shape: 4 }, /4/],
    [{ data: [1, 2, "x", 4], shape: [2, 2] }, /“x”/],
    [{ data: [1, 2, true, 4], shape: [2, 2] }, /true/],
    [{ data: new Uint16Array(4), dims: [2, 2], type: "float16" }, /float16/],
    [{ attentions: [{ data: [1, 2, 3], shape: [2, 2] }] }, /3 numbers/],
    [[[1, 2], [3]], /weights\[1\] has 1 entry/],
    [5, /5/],
    ["[1]", /“\[1\]”/],
  ]))
    assert.match(
      refusal(() => readMaps(given)),
      words,
      JSON.stringify(given),
    );
  const itself = /** @type {unknown[]} */ ([]);
  itself.push(itself);
  assert.match(
    refusal(() => readMaps(itself)),
    /nested/,
  );
});

test("masks: what is added is never taken for what is kept", () => {
  const ones = [
    [0.5, 0.5],
    [0.5, 0.5],
  ];
  const least32 = -3.4028234663852886e38;
  const hiddenLast = [0.5, -Infinity, 0.5, -Infinity];
  for (const [mask, wanted] of /** @type {[Record<string, unknown>, number[]][]} */ ([
    [{ attention_mask: [1, 0] }, hiddenLast],
    [{ attention_mask: [[1, 0]] }, hiddenLast],
    [{ attention_mask: [[true, false]] }, hiddenLast],
    [{ attention_mask: { data: [1n, 0n].map(Number), dims: [1, 2] } }, hiddenLast],
    [{ attention_mask: { data: BigInt64Array.of(1n, 0n), dims: [1, 2] } }, hiddenLast],
    [{ attention_mask: [[[[0, -Infinity]]]] }, hiddenLast],
    [{ attention_mask: [[[[0, least32]]]] }, hiddenLast],
    [{ attention_mask: [[[[0, -65504]]]] }, hiddenLast],
    [{ attention_mask: [[[[0, -10000]]]] }, hiddenLast],
    [{ attention_mask: [[[[0, null]]]] }, hiddenLast],
    [
      {
        attention_mask: [
          [
            [
              [0, 0],
              [0, 0],
            ],
          ],
        ],
      },
      ones.flat(),
    ],
    [{ keep: [0, -Infinity] }, hiddenLast],
    [{ drop: [0, least32] }, hiddenLast],
    [{ mask: [0, least32] }, hiddenLast],
    [{ mask: { data: [0, "-inf", 0, 0], shape: [2, 2] } }, [0.5, -Infinity, 0.5, 0.5]],
    [{ keep: [true, false] }, hiddenLast],
    [{ keep: [1, 0] }, hiddenLast],
    [{ drop: [false, true] }, hiddenLast],
    [{ keep: null }, ones.flat()],
  ]))
    assert.deepEqual(
      [...readMaps({ weights: ones, ...mask }).data],
      wanted,
      JSON.stringify(mask, (_, x) => (typeof x === "bigint" ? String(x) : x)),
    );
  for (const [mask, words] of /** @type {[Record<string, unknown>, RegExp][]} */ ([
    [{ mask: [true, false] }, /keep.*drop/],
    [{ mask: [0, 1] }, /is 1\./],
    [{ attention_mask: [0.5, 1] }, /0\.5/],
    [{ keep: [true, -Infinity] }, /among numbers/],
    [{ keep: [1, -5] }, /is 1\./],
    [{ keep: [1, 2, 3] }, /shape \(3\)/],
    [{ mask: ["x", 0] }, /“x”/],
  ]))
    assert.match(
      refusal(() => readMaps({ weights: ones, ...mask })),
      words,
      JSON.stringify(mask),
    );
  // A row a sequence, and heads of their own.
  const two = {
    attentions: [[[ones], [ones]]],
    attention_mask: [
      [1, 0],
      [1, 1],
    ],
  };
  assert.deepEqual([...readMaps(two).data], [...hiddenLast, ...ones.flat()]);
  const heads = { attentions: [ones, ones], mask: [[[[0, 0]], [[0, null]]]] };
  assert.deepEqual([...readMaps(heads).data], [...ones.flat(), ...hiddenLast]);
});

test("tokens are texts or numbers; anything else is refused", () => {
  const ones = [[1, 0]];
  assert.deepEqual(
    readMaps({ weights: ones, query_tokens: ["a"], key_tokens: [101, "b"] }).keyTokens,
    [["101", "b"]],
  );
  for (const token of [{}, { text: "a" }, null, ["a"], true])
    assert.match(
      refusal(() => readMaps({ weights: ones, queryTokens: ["a"], keyTokens: ["b", token] })),
      /keyTokens\[1\] is .*; a token must be a text or a number/,
    );
});

test("files of other kinds are called by their name", () => {
  const zip = (/** @type {string} */ name) =>
    Uint8Array.from([
      0x50,
      0x4b,
      3,
      4,
      ...Array(22).fill(0),
      name.length,
      0,
      0,
      0,
      ...Buffer.from(name),
    ]);
  for (const [bytes, name, words] of /** @type {[Uint8Array, string, RegExp][]} */ ([
    [zip("arr_0.npy"), "a.bin", /NumPy archive \(\.npz\)/],
    [zip("attentions.npy"), "w.npz", /w\.npz is a NumPy archive/],
    [zip("archive/data.pkl"), "model.pt", /torch\.save/],
    [zip("archive/data.pkl"), "renamed.json", /pickle/],
    [zip("weights/attentions.json"), "all.zip", /zip archive. Unpack/],
    [zip("metadata.json"), "model.keras", /zip archive. Unpack/],
    [Uint8Array.from(Buffer.from("BZh91AY")), "a.bz2", /bzip2/],
    [Uint8Array.from(Buffer.from("\xfd7zXZ\0", "latin1")), "a.xz", /xz/],
    [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), "a.zst", /zstd/],
    [Uint8Array.from(Buffer.from(`${"a.json".padEnd(257, "\0")}ustar`)), "a.tar", /tar archive/],
    [Uint8Array.of(8, 10, 0x12, 7), "model.bin", /ONNX/],
    [Uint8Array.of(0x80, 2, 0x7d), "model.bin", /pickle/],
    [Uint8Array.from([0x93, ...Buffer.from("NUMPY"), 1, 0]), "a.npy", /NumPy array \(\.npy\)/],
    [Uint8Array.from(Buffer.from("\x89HDF\r\n\x1a\n", "latin1")), "a.h5", /HDF5/],
    [Uint8Array.from(Buffer.from("GGUF    ")), "a.gguf", /GGUF/],
    [Uint8Array.of(0x1f, 0x8b, 8), "a.json.gz", /gzip/],
    [Uint8Array.of(8, 7), "a.onnx", /ONNX/],
  ]))
    assert.match(refusal(() => refuseOtherKinds(bytes, name)).replace("{file}", name), words);
  for (const text of ["[[1]]", "", "{}"])
    refuseOtherKinds(new TextEncoder().encode(text), "a.json");
  // A safetensors header of 640 or 35,615 bytes begins like a pickle or like what gzip writes.
  for (const low of [
    [0x80, 2],
    [0x1f, 0x8b],
    [8, 10, 0x12],
  ])
    refuseOtherKinds(
      Uint8Array.from([...low, ...Array(8 - low.length).fill(0), 0x7b]),
      "a.safetensors",
    );
});

test("masks by the names that PyTorch and Hugging Face give them", () => {
  const ones = [
    [1, 1],
    [1, 1],
  ];
  const hidden = (/** @type {object} */ more) => [...readMaps({ weights: ones, ...more }).data];
  // True hides in key_padding_mask, and may be read in attention_mask.
  assert.deepEqual(hidden({ key_padding_mask: [[false, true]] }), [1, -Infinity, 1, -Infinity]);
  assert.deepEqual(hidden({ src_key_padding_mask: [false, true] }), [1, -Infinity, 1, -Infinity]);
  assert.deepEqual(
    hidden({
      attn_mask: [
        [0, -Infinity],
        [0, 0],
      ],
    }),
    [1, -Infinity, 1, 1],
  );
  for (const name of ["attn_mask", "src_mask", "tgt_mask"])
    assert.match(
      refusal(() =>
        hidden({
          [name]: [
            [false, true],
            [false, false],
          ],
        }),
      ),
      /which two programs read in opposite ways/,
    );
  // An encoder's mask is none over the decoder's tokens.
  const both = {
    encoder_attentions: [[[[[1, 1, 1]]]]],
    decoder_attentions: [[[ones]]],
    attention_mask: [[1, 1, 0]],
    decoder_attention_mask: [[1, 0]],
  };
  assert.deepEqual(
    [...readMaps(both, { kind: "decoder_attentions" }).data],
    [1, -Infinity, 1, -Infinity],
  );
  assert.deepEqual([...readMaps(both, { kind: "encoder_attentions" }).data], [1, 1, -Infinity]);
});

test("sizes are whole numbers, not what becomes one; weights that a model did not give are said to be missing", () => {
  const data = [0.5, 0.5, 1, 0];
  for (const dims of [
    ["2", "2"],
    [true, 4],
    [[2], [2]],
    [null, 2],
    [2, 2.5],
    [-2, -2],
  ])
    assert.match(
      refusal(() => readMaps({ data, dims })),
      /must be a list of whole numbers/,
      String(dims),
    );
  assert.deepEqual(readMaps({ data, dims: [2n, 2n] }).shape, [1, 1, 1, 2, 2]);
  for (const type of ["float16", "bfloat16"])
    assert.match(
      refusal(() => readMaps({ data: new Uint16Array(4), shape: [2, 2], dtype: type })),
      new RegExp(` ${type} numbers`),
    );
  assert.match(
    refusal(() => readMaps({ attentions: [null, null] })),
    /attentions\[0\] is null/,
  );
});

// --- models ------------------------------------------------------------------------------------------

const sizes = { vocab: 7, d: 4, heads: 2, ff: 3, classes: 5, maxLen: 6 };
/** A file of a model of one block, with other tensors besides or in the place of its own.
 * @param {Record<string, number[]>} [more] shapes @param {Record<string, string>} [metadata]
 * @param {number} [value] of every number */
function modelFile(more = {}, metadata = {}, value = 0.5) {
  const { vocab, d, ff, classes, maxLen } = sizes;
  const block = {
    "norm1.weight": [d],
    "norm1.bias": [d],
    "self_attn.in_proj_weight": [3 * d, d],
    "self_attn.in_proj_bias": [3 * d],
    "self_attn.out_proj.weight": [d, d],
    "self_attn.out_proj.bias": [d],
    "norm2.weight": [d],
    "norm2.bias": [d],
    "linear1.weight": [ff, d],
    "linear1.bias": [ff],
    "linear2.weight": [d, ff],
    "linear2.bias": [d],
  };
  const shapes = {
    "embed.weight": [vocab, d],
    "position.weight": [maxLen, d],
    ...Object.fromEntries(
      Object.entries(block).map(([name, shape]) => [`blocks.layers.0.${name}`, shape]),
    ),
    "norm.weight": [d],
    "norm.bias": [d],
    "head.weight": [classes, d],
    "head.bias": [classes],
    ...more,
  };
  const tensors = Object.entries(shapes).map(([name, shape]) => {
    const size = shape.reduce((a, b) => a * b, 1);
    return /** @type {const} */ ([name, tensor(new Float32Array(size).fill(value), shape)]);
  });
  return writeSafetensors(new Map(tensors), metadata);
}
/** A model's file where one tensor says that it holds whole numbers. @param {string} name */
function wholeNumbers(name) {
  const text = Buffer.from(modelFile({}, { vocabulary })).toString("latin1");
  const at = text.indexOf("F32", text.indexOf(`"${name}"`));
  return Uint8Array.from(Buffer.from(`${text.slice(0, at)}I32${text.slice(at + 3)}`, "latin1"))
    .buffer;
}
const vocabulary = JSON.stringify(["<pad>", "<unk>", "a", "b", "c", "d", "e"]);

test("a model's file: what is there is counted, by the heat map's reader and by training's", () => {
  const whole = modelFile({}, { vocabulary, heads: "2" });
  const file = assembled(readModelFile(whole), {});
  assert.deepEqual({ ...file.sizes, heads: file.heads }, { ...sizes, layers: 1 });
  assert.deepEqual(readModel(whole, { heads: 4 }).sizes, { ...sizes, layers: 1 });
  assert.deepEqual(readModel(modelFile({}, { vocabulary }), { heads: 4 }).sizes.heads, 4);

  const far = modelFile({ "blocks.layers.2000000000.x": [1] }, { vocabulary });
  const many = modelFile(
    Object.fromEntries(Array.from({ length: 300000 }, (_, i) => [`blocks.layers.${i}.x`, [0]])),
    { vocabulary },
  );
  const gap = modelFile({ "blocks.layers.2.linear1.weight": [3, 4] }, { vocabulary });
  for (const [bytes, words] of /** @type {[ArrayBuffer, RegExp][]} */ ([
    [
      far,
      /blocks\.layers\.2000000000\.x belongs to a block that the file does not have: it has 1 block,/,
    ],
    [many, /belongs to a block that the file does not have/],
    [gap, /blocks\.layers\.2\.linear1\.weight belongs/],
    [modelFile({}, { vocabulary }, NaN), /embed\.weight contains numbers that are not finite/],
    [modelFile({}, { vocabulary }, Infinity), /not finite/],
    [wholeNumbers("embed.weight"), /embed\.weight is stored as I32/],
    [wholeNumbers("blocks.layers.0.self_attn.in_proj_bias"), /blocks\..* is stored as I32/],
    [modelFile({ "embed.weight": [7, 0] }, { vocabulary }), /embed\.weight has the shape \(7, 0\)/],
    [modelFile({ "head.weight": [20] }, { vocabulary }), /head\.weight has the shape \(20\)/],
    [modelFile({}, { vocabulary: "[1]" }), /list of texts/],
    [modelFile({}, { vocabulary: "[" }), /vocabulary is not JSON/],
    [modelFile({}, { vocabulary: '["a"]' }), /1 entry,/],
    [modelFile({}, { vocabulary, heads: "3" }), /3 heads cannot share d = 4/],
    [modelFile({}, { vocabulary, heads: "x" }), /number of heads is x/],
    [writeSafetensors({}), /no tensors/],
    [writeSafetensors({ x: [1] }), /no tensor called embed\.weight\. Its tensors are x/],
    [new ArrayBuffer(20), /not a safetensors file/],
  ])) {
    const here = refusal(() => assembled(readModelFile(bytes), {}));
    assert.match(here, words);
    assert.equal(
      refusal(() => readModel(bytes, { heads: 4 })),
      here,
      "one reader, one sentence",
    );
  }
});

test("a file of JSON is a vocabulary or weights", () => {
  const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text).buffer;
  assert.deepEqual(readJsonFile(bytes('{"a": 0, "b": 1}')).description, { vocabulary: ["a", "b"] });
  const { all } = readJsonFile(bytes('{"attentions": [[1, 0]], "cross_attentions": [[0.5, 0.5]]}'));
  assert.deepEqual(
    all?.map(({ kind, data }) => [kind, ...data]),
    [
      ["attentions", 1, 0],
      ["cross_attentions", 0.5, 0.5],
    ],
  );
});
