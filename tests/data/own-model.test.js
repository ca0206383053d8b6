// Models that a learner brings to <attention-heatmap>, beside PyTorch: the state dict of a classifier made of
// nn.TransformerEncoder gives PyTorch's probabilities, and the program that the explorer gives away the
// explorer's.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { load, parseSafetensors } from "attention-wasm";
import { ticketModel } from "attention-wasm/ticket-model";
import { Classifier } from "../../web/explorers/heatmap/classifier.js";
import { pythonOf } from "../../web/explorers/heatmap/python.js";
import { assembled, readModelFile } from "../../web/model/model-file.js";

const pythons = [process.env.PYTHON ?? "", "python3", "/usr/bin/python3"].filter(Boolean);
const python = pythons.find(
  (name) => spawnSync(name, ["-c", "import torch"], { stdio: "ignore" }).status === 0,
);
const skip = python === undefined && "no python3 here has torch";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-own-model-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** What a program prints, run in the folder. @param {string} code */
function run(code) {
  const { status, stdout, stderr } = spawnSync(String(python), ["-c", code], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

// The file format is written by hand: PyTorch comes without it.
const MAKE = `
import json, struct, torch
from torch import nn

torch.manual_seed(5)
vocabulary, d, heads, ff, layers, classes = ["<unk>", "the", "cat", "sat", "'", "t"], 12, 3, 20, 2, 4

class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.position = nn.Embedding(len(vocabulary), d), nn.Embedding(16, d)
        layer = nn.TransformerEncoderLayer(d, heads, ff, dropout=0.0, batch_first=True, norm_first=True)
        self.blocks = nn.TransformerEncoder(layer, layers)
        self.norm, self.head = nn.LayerNorm(d), nn.Linear(d, classes)

    def forward(self, ids):
        x = self.blocks(self.embed(ids) + self.position(torch.arange(ids.shape[1])))
        return self.head(self.norm(x).mean(1))

model = Classifier().train()
header, raw = {"__metadata__": {"vocabulary": json.dumps(vocabulary), "heads": str(heads)}}, b""
for name, tensor in model.state_dict().items():
    data = struct.pack(f"<{tensor.numel()}f", *tensor.flatten().tolist())
    header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(raw), len(raw) + len(data)]}
    raw += data
text = json.dumps(header).encode()
open("own.safetensors", "wb").write(struct.pack("<Q", len(text)) + text + raw)
ids = [vocabulary.index(token) for token in ["the", "cat", "<unk>", "sat", "'", "t", "the"]]
print(json.dumps(torch.softmax(model(torch.tensor([ids])), -1)[0].tolist()))
`;

/** @param {ArrayLike<number>} found @param {number[]} wanted @param {string} what */
function near(found, wanted, what) {
  assert.equal(found.length, wanted.length, what);
  wanted.forEach((value, at) =>
    assert.ok(Math.abs(found[at] - value) < 2e-6, `${what}: ${found[at]} for ${value}`),
  );
}

test("a state dict that PyTorch wrote gives PyTorch's probabilities", { skip }, async () => {
  const wanted = JSON.parse(run(MAKE));
  const file = fs.readFileSync(path.join(folder, "own.safetensors"));
  const dict = readModelFile(new Uint8Array(file).buffer);
  const { vocabulary, heads, sizes, isHeadsKnown } = assembled(dict, {});
  assert.ok(isHeadsKnown && vocabulary);
  const attn = await load();
  const model = new Classifier(/** @type {any} */ (attn), {
    tensors: dict.tensors,
    sizes: { ...sizes, heads },
    vocabulary,
    classes: ["a", "b", "c", "d"],
  });
  const answer = model.run("The cat dog sat't the");
  assert.ok(answer);
  assert.deepEqual(answer.tokens, ["the", "cat", "dog", "sat", "'", "t", "the"]);
  near(answer.probabilities, wanted, "probabilities");
  attn.release();
});

test(
  "the program that is given away makes the explorer's numbers in PyTorch",
  { skip },
  async () => {
    const { sizes, vocabulary, teams, examples } =
      /** @type {import("../../web/model/model-registry.js").TicketModelDescription} */ (
        ticketModel.description
      );
    const attn = await load();
    const { tensors } = parseSafetensors(ticketModel.weights());
    const model = new Classifier(/** @type {any} */ (attn), {
      tensors,
      sizes,
      vocabulary,
      classes: teams,
    });
    fs.writeFileSync(
      path.join(folder, "attention-model.safetensors"),
      new Uint8Array(model.file()),
    );
    for (const without of /** @type {[number, number][][]} */ ([
      [],
      [[0, 3]],
      [
        [1, 0],
        [0, 2],
      ],
    ])) {
      const answer = model.run(`${examples[7].text} "gramophone" \\`, { without });
      assert.ok(answer);
      const read = { tokens: answer.tokens, without };
      const shown = {
        source: "tickets",
        phrase: "",
        seed: 1,
        layer: 0,
        head: 0,
        scale: "sqrt",
        read,
      };
      const code = pythonOf(shown);
      for (const line of code.split("\n")) assert.ok(line.length <= 120, line);
      const printed = run(code).trim().split("\n");
      assert.deepEqual(
        printed.map((line) => line.split(" ")[0]),
        teams,
      );
      near(
        answer.probabilities,
        printed.map((line) => Number(line.split(" ")[1])),
        JSON.stringify(without),
      );
    }
    attn.release();
  },
);
