// The types, as TypeScript finds them in the packed tarball by each way of resolving.
import { before, describe, test } from "node:test";
import assert from "node:assert/strict";
import * as path from "node:path";
import { execute, installPacked, root } from "./packed.js";

const tsc = path.join(root, "node_modules/typescript/bin/tsc");

const USE = `
async function use(): Promise<number> {
  const attn = await load({ variant: "auto" });
  const variant: "simd" | "scalar" | "js" | "relaxed" = attn.variant;
  const q = tensor([[1, 0]]);
  const k = tensor(new Float32Array([1, 0, 0, 1]), [2, 2]);
  const { output, weights } = attn.attention(q, k, [[10], [20]], {
    causal: "bottom-right",
    window: { left: 2 },
    keep: [[true, false]],
    weights: true,
  });
  const data: Float32Array = output.data;
  const shape: number[] = output.shape;
  const both: unknown[] = [variant, weights?.data, shape, toNested(output)];
  // @ts-expect-error a misspelt option
  attn.attention(q, k, k, { casual: true });
  // @ts-expect-error numbers of another width
  attn.attention({ data: new Float64Array(2), shape: [1, 2] }, k, k);
  // @ts-expect-error a variant that there is not
  await load({ variant: "sse" });
  attn.release();
  return data.length + both.length;
}
void use;
`;

describe("types", () => {
  /** @type {import("./packed.js").Project} */ let project;
  before(async () => {
    project = await installPacked("types");
    const imports = 'import { load, tensor, toNested } from "attention-wasm";\n';
    project.write("by-import.ts", imports + USE);
    project.write("by-import.mts", imports + USE);
    project.write("by-require.cts", imports + USE);
    project.write(
      "model.ts",
      `import { load, parseSafetensors } from "attention-wasm";
      import { ticketModel } from "attention-wasm/ticket-model";
      const { sizes, teams } = ticketModel.description;
      const { tensors } = parseSafetensors(ticketModel.weights());
      load().then((attn) => attn.encoder({ ...sizes, parameters: tensors }).forward([[1]]));
      const name: string | undefined = teams[0];
      // @ts-expect-error what the description does not have
      void [name, ticketModel.description.loss];\n`,
    );
    project.write(
      "explorers.ts",
      `import "attention-wasm/explorers";
      import type { AttentionSteps } from "attention-wasm/explorers";
      const element: AttentionSteps = document.createElement("attention-steps");
      void element;\n`,
    );
  });

  test("what is made can be used by a block that releases it, where TypeScript knows such", async () => {
    project.write(
      "disposing.ts",
      `import { createPool, load } from "attention-wasm";
      const attn = await load();
      {
        using other = await load();
        using cache = other.keyValueCache({ kvHeads: 1, d_k: 1, d_v: 1, capacity: 1 });
        await using pool = createPool();
        using same = pool;
        const kept: Disposable[] = [cache, other, same];
        const later: AsyncDisposable = pool;
        void [kept, later];
      }
      // @ts-expect-error a tensor needs no release
      using t = attn.causalMask(1);
      void t;\n`,
    );
    await execute(
      process.execPath,
      [
        ...[tsc, "--noEmit", "--strict", "--target", "ES2022", "--module", "nodenext"],
        ...["--lib", "ES2022,esnext.disposable", "disposing.ts"],
      ],
      { cwd: project.folder },
    ).catch((error) => assert.fail(error.stdout));
  });

  const dom = ["--lib", "ES2022,DOM"];
  /** @type {[string, string[], string[]][]} */
  const ways = [
    ["node16", ["--module", "node16"], ["by-import.ts", "by-import.mts", "by-require.cts"]],
    ["nodenext", ["--module", "nodenext"], ["by-import.ts", "by-import.mts", "by-require.cts"]],
    [
      "bundler",
      ["--module", "preserve", "--moduleResolution", "bundler"],
      ["by-import.ts", "by-import.mts", "by-require.cts", "explorers.ts", "model.ts"],
    ],
  ];
  for (const [name, flags, files] of ways) {
    test(`moduleResolution ${name}`, async () => {
      await execute(
        process.execPath,
        [tsc, "--noEmit", "--strict", "--exactOptionalPropertyTypes", ...dom, ...flags, ...files],
        { cwd: project.folder },
      ).catch((error) => assert.fail(error.stdout));
    });
  }

  test("in Node's own types, without a DOM", async () => {
    const types = ["--types", "node", "--typeRoots", path.join(root, "node_modules/@types")];
    await execute(
      process.execPath,
      [
        tsc,
        "--noEmit",
        "--strict",
        "--lib",
        "ES2022",
        ...types,
        "--module",
        "nodenext",
        "by-import.ts",
        "by-require.cts",
      ],
      { cwd: project.folder },
    ).catch((error) => assert.fail(error.stdout));
  });
});
