// Writes src/vector-scan/kernel-bytes.ts from kernel.wat. Run after every change of the kernel:
//   node packages/persistence/tools/assemble-kernel.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

const folder = new URL("../src/vector-scan/", import.meta.url);

/** @returns {Promise<string>} The text of kernel-bytes.ts. */
export async function assembleKernel() {
  const { parseWat } = await wabt();
  const module = parseWat("kernel.wat", readFileSync(new URL("kernel.wat", folder), "utf8"), { simd: true });
  module.validate({ simd: true });
  const { buffer } = module.toBinary({});
  module.destroy();
  const lines =
    Buffer.from(buffer)
      .toString("base64")
      .match(/.{1,116}/g) ?? [];
  return `/** Assembled from kernel.wat by tools/assemble-kernel.mjs: change that, not this file. */
export const KERNEL_BYTES: string = [
${lines.map((line) => `  "${line}",`).join("\n")}
].join("");
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("kernel-bytes.ts", folder), await assembleKernel());
}
