// The same model in PyTorch: it reads the saved weights, routes the ticket, and trains on the saved tickets
// in the same way.
import { SETTINGS } from "../../model/training.js";
import { WARM_UP } from "./settings.js";

export const FILES = {
  weights: "attention-training.safetensors",
  tickets: "attention-training-tickets.json",
};

/** How a program reads the saved weights. @param {string} tensor */
const reader = (tensor) => `def read_safetensors(path):
    raw = open(path, "rb").read()
    size = struct.unpack("<Q", raw[:8])[0]
    header = json.loads(raw[8 : 8 + size])
    metadata = header.pop("__metadata__")
    def tensor(entry):
        start, end = (8 + size + at for at in entry["data_offsets"])
        return ${tensor}
    return {name: tensor(entry) for name, entry in header.items()}, metadata`;

const ENCODE = `number = {word: index for index, word in enumerate(vocabulary)}
def encode(text):
    text = unicodedata.normalize("NFKC", text).lower().replace("\\u2019", "'").replace("\\u2018", "'")
    return [number.get(t, 1) for t in re.findall(r"[^\\W_]+(?:'[^\\W_]+)*|[^\\w\\s]|_", text)][:max_len]`;

/**
 * @param {{ text: string, lr: number, steps: number, seed: number }} shown
 */
export function pythonOf({ text, lr, steps, seed }) {
  const { batch, weightDecay, unknown } = SETTINGS;
  return `# Save weights and tickets on the page first; they are read from this folder.
import json, os, random, re, struct, unicodedata
import torch
from torch import nn

${reader('torch.frombuffer(bytearray(raw[start:end]), dtype=torch.float32).view(entry["shape"])')}

class Classifier(nn.Module):
    def __init__(self, vocab, d, heads, ff, layers, classes, max_len):
        super().__init__()
        self.embed, self.position = nn.Embedding(vocab, d), nn.Embedding(max_len, d)
        layer = nn.TransformerEncoderLayer(d, heads, ff, dropout=0.0, batch_first=True, norm_first=True)
        self.blocks = nn.TransformerEncoder(layer, layers)
        self.norm, self.head = nn.LayerNorm(d), nn.Linear(d, classes)

    def forward(self, ids, lengths):
        places = torch.arange(ids.shape[1])
        real = places < lengths[:, None]
        x = self.blocks(self.embed(ids) + self.position(places), src_key_padding_mask=~real)
        return self.head((self.norm(x) * real[..., None]).sum(1) / lengths[:, None])

state, metadata = read_safetensors("${FILES.weights}")
teams, vocabulary = json.loads(metadata["teams"]), json.loads(metadata["vocabulary"])
heads = int(metadata["heads"])
(vocab, d), max_len = state["embed.weight"].shape, len(state["position.weight"])
ff, classes = len(state["blocks.layers.0.linear1.weight"]), len(state["head.weight"])
layers = sum(name.endswith("linear1.weight") for name in state)
model = Classifier(vocab, d, heads, ff, layers, classes, max_len)
model.load_state_dict(state)
if metadata["scale"] == "one":  # PyTorch always divides by the root of d_k: undone in the queries
    with torch.no_grad():
        for block in model.blocks.layers:
            block.self_attn.in_proj_weight[:d] *= (d / heads) ** 0.5
            block.self_attn.in_proj_bias[:d] *= (d / heads) ** 0.5

${ENCODE}

def padded(rows):
    lengths = torch.tensor([len(row) for row in rows])
    return nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True), lengths

@torch.no_grad()
def right(tickets):
    model.eval()
    best = model(*padded([encode(t["text"]) for t in tickets])).argmax(1)
    return (best == torch.tensor([t["team"] for t in tickets])).float().mean().item()

model.eval()
with torch.no_grad():
    p = model(*padded([encode(${pythonText(text)})])).softmax(1)[0]
for team, share in zip(teams, p):
    print(f"{team:9} {share:.4f}")

def train(tickets, steps=${steps}, lr=${lr}, batch=${batch}):
    random.seed(${seed})
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=${weightDecay})
    for step in range(1, steps + 1):
        done = (step - 1) / steps
        for group in optimizer.param_groups:
            group["lr"] = lr * min(1, step / ${WARM_UP}) * (1 - done * done * (3 - 2 * done))
        part = random.sample(tickets, batch)
        rows = [[1 if random.random() < ${unknown} else i for i in encode(t["text"])] for t in part]
        loss = nn.functional.cross_entropy(model(*padded(rows)), torch.tensor([t["team"] for t in part]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 25 == 0:
            print(f"step {step} loss {loss.item():.3f}")

if os.path.exists("${FILES.tickets}"):
    tickets = json.load(open("${FILES.tickets}"))
    print(f"validation: {right(tickets['valid']):.1%}")
    # train(tickets["train"]); print(f"after training on: {right(tickets['valid']):.1%}")
`;
}

/** A text between quotation marks, as Python reads it. @param {string} text */
const pythonText = (text) =>
  JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/**
 * The model in NumPy: it reads the saved weights and routes the ticket.
 * @param {{ text: string, probabilities: ArrayLike<number> | undefined }} shown probabilities: of the teams, which
 *   the program must find as well
 */
export const numpyOf = ({
  text,
  probabilities,
}) => `# Save the weights on the page first; they are read from this folder.
import json, re, struct, unicodedata
import numpy as np

${reader('np.frombuffer(raw[start:end], np.float32).reshape(entry["shape"])')}

state, metadata = read_safetensors("${FILES.weights}")
teams, vocabulary, h = json.loads(metadata["teams"]), json.loads(metadata["vocabulary"]), int(metadata["heads"])
layers, max_len = sum(name.endswith("linear1.weight") for name in state), len(state["position.weight"])
${ENCODE}

def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)

def attention(Q, K, V):
    scale = 1 if metadata["scale"] == "one" else np.sqrt(Q.shape[-1])
    A = softmax(Q @ K.swapaxes(-2, -1) / scale)
    assert np.allclose(A.sum(-1), 1, atol=1e-5)
    return A @ V

def norm(x, name):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * state[name + ".weight"] + state[name + ".bias"]

def linear(x, name):
    return x @ state[name + "weight"].T + state[name + "bias"]

def logits(ids):
    x = state["embed.weight"][ids] + state["position.weight"][: len(ids)]
    for layer in range(layers):
        block = f"blocks.layers.{layer}."
        qkv = np.split(linear(norm(x, block + "norm1"), block + "self_attn.in_proj_"), 3, axis=-1)
        O = attention(*(part.reshape(len(ids), h, -1).swapaxes(0, 1) for part in qkv))  # (h, n, d_k)
        x = x + linear(O.swapaxes(0, 1).reshape(len(ids), -1), block + "self_attn.out_proj.")
        x = x + linear(np.maximum(linear(norm(x, block + "norm2"), block + "linear1."), 0), block + "linear2.")
    return linear(norm(x, "norm").mean(0), "head.")

p = softmax(logits(encode(${pythonText(text)})))
for team, share in zip(teams, p):
    print(f"{team:9} {share:.4f}")
${probabilities ? `assert np.allclose(p, [${Array.from(probabilities, (share) => share.toFixed(5)).join(", ")}], atol=1e-4)  # the page's\n` : ""}`;
