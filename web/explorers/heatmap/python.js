// The same weights in PyTorch: the untrained layers with PyTorch's own random numbers, the examples by
// hand with theirs, and any other from the JSON file that this page saves.
import { examples } from "../../model/lessons.js";
import { patchNumbers, WORD_NUMBERS } from "../../model/patches.js";
import { BEGIN_NUMPY } from "../../frame/python.js";
import { plain } from "../../parts/letters/numbers.js";
import { wordsOf } from "../../model/tokenizer.js";
import { SIZES } from "./models.js";

/** What a model is called when it is saved. */
export const MODEL_FILE = "attention-model.safetensors";

const POSITIONS = [
  "place = torch.arange(n).unsqueeze(1) / 10000 ** (2 * (torch.arange(d) // 2) / d)",
  "place = torch.where(torch.arange(d) % 2 == 0, torch.sin(place), torch.cos(place))",
];

/** @param {string} phrase @param {number} seed @param {boolean} causal */
function untrained(phrase, seed, causal) {
  const { d, heads, layers } = SIZES;
  return [
    "import torch",
    "",
    `d, h, layers = ${d}, ${heads}, ${layers}`,
    `tokens = ${JSON.stringify(wordsOf(phrase))}`,
    `torch.manual_seed(${seed})`,
    "matrices = [[torch.randn(d, d) / d**0.5 for _ in range(4)] for _ in range(layers)]",
    "vocabulary = list(dict.fromkeys(tokens))",
    "rows = torch.stack([torch.randn(d) for _ in vocabulary])",
    "n = len(tokens)",
    ...POSITIONS,
    "X = place + rows[[vocabulary.index(token) for token in tokens]]",
    `M = torch.zeros(n, n)${causal ? '.masked_fill(torch.ones(n, n).triu(1).bool(), float("-inf"))' : ""}`,
    "for layer, (W_Q, W_K, W_V, W_O) in enumerate(matrices, 1):",
    "    Q, K, V = ((X @ W).view(n, h, d // h).transpose(0, 1) for W in (W_Q, W_K, W_V))",
    "    A = torch.softmax(Q @ K.transpose(-2, -1) / (d // h) ** 0.5 + M, dim=-1)",
    "    X = X + (A @ V).transpose(0, 1).reshape(n, d) @ W_O",
    '    print("layer", layer, A)',
    "",
  ].join("\n");
}

/** @param {number} seed */
function long(seed) {
  return [
    "import torch",
    "",
    "n, d, h = 1024, 32, 2",
    `torch.manual_seed(${seed})`,
    ...POSITIONS,
    "X = 2 * place + 0.4 * torch.randn(n, d)",
    "Q = K = X.view(n, h, d // h).transpose(0, 1)",
    'M = torch.zeros(n, n).masked_fill(torch.ones(n, n).triu(1).bool(), float("-inf"))',
    "A = torch.softmax(Q @ K.transpose(-2, -1) / (d // h) ** 0.5 + M, dim=-1)",
    "print(A)",
    "",
  ].join("\n");
}

/** Queries and keys of the examples by hand, as matrices and the lines that make them.
 * @param {"six" | "cross" | "patches"} name @returns {{ matrices: [string, number[][]][], lines: string[] }} */
function byHand(name) {
  if (name === "patches")
    return {
      matrices: [
        ["Q", WORD_NUMBERS],
        ["K", patchNumbers()],
      ],
      lines: [],
    };
  const { x, memory, W_Q, W_K } = examples[name];
  return {
    matrices: [
      ["X", x],
      ...(memory ? [/** @type {[string, number[][]]} */ (["X_kv", memory])] : []),
      ["W_Q", W_Q],
      ["W_K", W_K],
    ],
    lines: [`Q, K = X @ W_Q, ${memory ? "X_kv" : "X"} @ W_K`],
  };
}

/** @param {number[][]} rows */
const rowsOf = (rows) =>
  `[${rows.map((row) => `[${row.map((value) => plain(Math.fround(value))).join(", ")}]`).join(",\n    ")}]`;

/** @param {"six" | "cross" | "patches"} name */
function lesson(name) {
  const { matrices, lines } = byHand(name);
  return [
    "import torch",
    "",
    ...matrices.map(
      ([letter, rows]) => `${letter} = torch.tensor(${rowsOf(rows)},\n    dtype=torch.float32)`,
    ),
    ...lines,
    "A = torch.softmax(Q @ K.T / K.shape[1] ** 0.5, dim=-1)",
    "assert A.shape == (len(Q), len(K)) and torch.allclose(A.sum(-1), torch.ones(len(Q)))",
    "print(A)",
    "",
  ].join("\n");
}

const SOFTMAX = [
  "def softmax(S):",
  "    E = np.exp(S - S.max(-1, keepdims=True))",
  "    return E / E.sum(-1, keepdims=True)",
];

/** @param {"six" | "cross" | "patches"} name @param {string[]} prints */
function lessonNumpy(name, prints) {
  const { matrices, lines } = byHand(name);
  return [
    ...BEGIN_NUMPY,
    "",
    ...matrices.map(([letter, rows]) => `${letter} = np.array(${rowsOf(rows)}, dtype=np.float32)`),
    ...SOFTMAX,
    "",
    ...lines,
    "A = softmax(Q @ K.T / np.sqrt(K.shape[1]))",
    "assert A.shape == (len(Q), len(K)) and np.allclose(A.sum(-1), 1)",
    "for row in A:",
    '    print(" ".join(f"{x:.4f}" for x in row))',
    ...printed(prints),
  ].join("\n");
}

/** What a program prints, as comments under it. @param {string[]} lines */
const printed = (lines) => ["", "# It prints:", ...lines.map((line) => `# ${line}`), ""];

/** @param {{ layer: number, head: number, scale: string }} shown */
const saved = ({ layer, head, scale }) =>
  [
    "# attention-heatmap.json is what the button JSON saves here.",
    "import json, torch",
    "import matplotlib.pyplot as plt",
    "from matplotlib.colors import LogNorm, Normalize, PowerNorm",
    "",
    'saved = json.load(open("attention-heatmap.json"))',
    'numbers = lambda row: [float("-inf") if x is None else float(x) for x in row]',
    'A = torch.tensor([[[numbers(row) for row in head] for head in layer] for layer in saved["attentions"]])',
    `head = A[${layer}, ${head}]`,
    "print(head, head.clamp(min=0).sum(-1))",
    `plt.imshow(head, norm=${{ sqrt: "PowerNorm(0.5, 0, 1)", linear: "Normalize(0, 1)", log: "LogNorm(1e-4, 1)" }[scale]})`,
    'plt.xlabel("key (column)"), plt.ylabel("query (row)"), plt.colorbar(), plt.show()',
    "",
  ].join("\n");

/** @param {{ layer: number, head: number }} shown @param {string[]} prints */
const savedNumpy = ({ layer, head }, prints) =>
  [
    "# attention-heatmap.json is what the button JSON saves here.",
    "import json",
    ...BEGIN_NUMPY,
    "",
    'saved = json.load(open("attention-heatmap.json"))',
    'numbers = lambda row: [float("-inf") if x is None else float(x) for x in row]',
    'A = np.array([[[numbers(row) for row in head] for head in layer] for layer in saved["attentions"]])',
    `head = A[${layer}, ${head}]`,
    "for row in head[:8, :8]:",
    '    print(" ".join(f"{x:.4f}" for x in row))',
    ...printed(prints),
  ].join("\n");

/** A trained model's prediction and weights in NumPy.
 * @param {{ tokens: string[], without: [number, number][] }} read heads from 0 @param {string[]} prints */
const trainedNumpy = (
  { tokens, without },
  prints,
) => `# ${MODEL_FILE} is what “Weights of your own model” saves here.
import json
${BEGIN_NUMPY.join("\n")}

raw = open("${MODEL_FILE}", "rb").read()
size = 8 + int.from_bytes(raw[:8], "little")
header = json.loads(raw[8:size])
said = header.pop("__metadata__")
state = {
    name: np.frombuffer(raw, dtype="<f4", count=(end - start) // 4, offset=size + start).reshape(shape)
    for name, (shape, (start, end)) in ((n, (e["shape"], e["data_offsets"])) for n, e in header.items())
}
vocabulary, classes, h = json.loads(said["vocabulary"]), json.loads(said["classes"]), int(said["heads"])

tokens = [
${inLines(tokens)}
]
without = [${without.map(([layer, head]) => `(${layer}, ${head})`).join(", ")}]  # heads that are switched off: (layer, head), from 0
ids = [vocabulary.index(token if token in vocabulary else "<unk>") for token in tokens]
n, d = len(ids), state["embed.weight"].shape[1]
scale = 1 if said["scale"] == "one" else (d // h) ** -0.5

${SOFTMAX.join("\n")}

def apply(x, name):
    return x @ state[name + "weight"].T + state[name + "bias"]

def norm(x, name):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * state[name + "weight"] + state[name + "bias"]

X, A = state["embed.weight"][ids] + state["position.weight"][:n], []
for layer in range(sum(name.endswith("in_proj_weight") for name in state)):
    block = f"blocks.layers.{layer}."
    # W_Q, W_K and W_V lie one under the other in one stacked matrix.
    QKV = apply(norm(X, block + "norm1."), block + "self_attn.in_proj_")
    Q, K, V = QKV.reshape(n, 3, h, d // h).transpose(1, 2, 0, 3)
    A.append(softmax(Q @ K.transpose(0, 2, 1) * scale))
    assert A[-1].shape == (h, n, n) and np.allclose(A[-1].sum(-1), 1, atol=1e-5)
    O = A[-1] @ V
    for off, head in without:
        if off == layer:
            O[head] = 0
    X = X + apply(O.transpose(1, 0, 2).reshape(n, d), block + "self_attn.out_proj.")
    X = X + apply(np.maximum(apply(norm(X, block + "norm2."), block + "linear1."), 0), block + "linear2.")
p = softmax(apply(norm(X, "norm.").mean(0), "head."))
assert np.isclose(p.sum(), 1)
for name, probability in zip(classes, p):
    print(name, f"{probability:.4f}")
${printed(prints).join("\n")}`;

/** A trained model's prediction and weights, with heads switched off.
 * @param {{ tokens: string[], without: [number, number][] }} read heads from 0 */
const trained = ({
  tokens,
  without,
}) => `# ${MODEL_FILE} is what “Weights of your own model” saves here.
import json
import torch
from torch.nn.functional import layer_norm, linear

raw = open("${MODEL_FILE}", "rb").read()
size = 8 + int.from_bytes(raw[:8], "little")
header = json.loads(raw[8:size])
said = header.pop("__metadata__")
state = {
    name: torch.frombuffer(bytearray(raw[size + start : size + end]), dtype=torch.float32).view(shape)
    for name, (shape, (start, end)) in ((n, (e["shape"], e["data_offsets"])) for n, e in header.items())
}
vocabulary, classes, h = json.loads(said["vocabulary"]), json.loads(said["classes"]), int(said["heads"])

tokens = [
${inLines(tokens)}
]
without = [${without.map(([layer, head]) => `(${layer}, ${head})`).join(", ")}]  # heads that are switched off: (layer, head), from 0
ids = [vocabulary.index(token if token in vocabulary else "<unk>") for token in tokens]
n, d = len(ids), state["embed.weight"].shape[1]
scale = 1 if said["scale"] == "one" else (d // h) ** -0.5

def apply(x, name):
    return linear(x, state[name + ".weight"], state[name + ".bias"])

def norm(x, name):
    return layer_norm(x, (d,), state[name + ".weight"], state[name + ".bias"])

X, A = state["embed.weight"][ids] + state["position.weight"][:n], []
for layer in range(sum(name.endswith("in_proj_weight") for name in state)):
    block = f"blocks.layers.{layer}."
    stacked = [state[block + "self_attn.in_proj_" + part] for part in ("weight", "bias")]
    Q, K, V = linear(norm(X, block + "norm1"), *stacked).view(n, 3, h, d // h).permute(1, 2, 0, 3)
    A.append(torch.softmax(Q @ K.transpose(-2, -1) * scale, dim=-1))
    O = A[-1] @ V
    for off, head in without:
        if off == layer:
            O[head] = 0
    X = X + apply(O.transpose(0, 1).reshape(n, d), block + "self_attn.out_proj")
    X = X + apply(torch.relu(apply(norm(X, block + "norm2"), block + "linear1")), block + "linear2")
p = torch.softmax(apply(norm(X, "norm").mean(0), "head"), dim=-1)
for name, probability in zip(classes, p.tolist()):
    print(name, probability)
`;

/** Tokens of a list, several in a line. @param {string[]} tokens */
function inLines(tokens) {
  const lines = [""];
  for (const token of tokens) {
    const text = `${JSON.stringify(token)}, `;
    if (lines[lines.length - 1].length + text.length > 96) lines.push("");
    lines[lines.length - 1] += text;
  }
  return lines.map((line) => `    ${line.trimEnd()}`).join("\n");
}

/**
 * @param {{ source: string, phrase: string, seed: number, layer: number, head: number, scale: string,
 *   read?: { tokens: string[], without: [number, number][] } }} shown
 *   source: a preset, or anything else for weights that were handed over; layer, head: from 0; read: by a
 *   trained model
 */
export function pythonOf({ source, phrase, seed, read, ...rest }) {
  if (read) return trained(read);
  switch (source) {
    case "untrained":
    case "causal":
      return untrained(phrase, seed, source === "causal");
    case "long":
      return long(seed);
    case "six":
    case "cross":
    case "patches":
      return lesson(source);
    default:
      return saved(rest);
  }
}

/**
 * The same in NumPy. Untrained layers come with their numbers in the JSON file that this page saves:
 * NumPy's generator makes others than PyTorch's.
 * @param {Omit<Parameters<typeof pythonOf>[0], "phrase" | "seed" | "scale">} shown
 * @param {string[]} prints what it prints, from the numbers on the page
 */
export function numpyOf({ source, read, ...rest }, prints) {
  if (read) return trainedNumpy(read, prints);
  return source === "six" || source === "cross" || source === "patches"
    ? lessonNumpy(source, prints)
    : savedNumpy(rest, prints);
}

/** How a classifier comes out of PyTorch with all that its numbers do not say. */
export const STATE_DICT = `import json
from safetensors.torch import save_file

# model has embed, position, blocks = nn.TransformerEncoder(nn.TransformerEncoderLayer(
#   d, heads, ff, batch_first=True, norm_first=True), layers), norm and head.
save_file(model.state_dict(), "model.safetensors", metadata={
    "vocabulary": json.dumps(vocabulary),  # the tokens in the order of their ids
    "classes": json.dumps(classes),
    "heads": str(heads),
})
`;

/** How weights come out of a Hugging Face model. */
export const HUGGING_FACE = `import json, torch
from transformers import AutoModel, AutoTokenizer

name = "bert-base-uncased"
tokenizer = AutoTokenizer.from_pretrained(name)
model = AutoModel.from_pretrained(name, attn_implementation="eager")
inputs = tokenizer("the cat sat on the mat", return_tensors="pt")
with torch.no_grad():
    outputs = model(**inputs, output_attentions=True)
json.dump({
    "tokens": tokenizer.convert_ids_to_tokens(inputs["input_ids"][0]),
    "attentions": [layer[0].tolist() for layer in outputs.attentions],
}, open("attentions.json", "w"))
`;
