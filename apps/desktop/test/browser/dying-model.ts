/** A model whose process dies as soon as it is asked for. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @returns The folder of what models run on, and the file of the model. */
export function writeDyingModel(into: string): { readonly runtimesDir: string; readonly model: string } {
  const runtimesDir = join(into, "runtimes");
  const runtime = join(runtimesDir, "node-llama-cpp-3.22.1");
  const dist = join(runtime, "node_modules", "node-llama-cpp", "dist");
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, "package.json"), '{"type":"module"}');
  writeFileSync(join(dist, "index.js"), 'export const getLlama = () => process.kill(process.pid, "SIGSEGV");');
  const mark = { version: "3.22.1", machine: `${process.platform}-${process.arch}` };
  writeFileSync(join(runtime, "narratoria-runtime.json"), JSON.stringify(mark));
  const model = join(into, "tiny.gguf");
  writeFileSync(model, tinyModel());
  return { runtimesDir, model };
}

/** A file in the format of models, of one part with 64 numbers. */
function tinyModel(): Buffer {
  const number = (value: number, bytes: 4 | 8): Buffer => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUInt32LE(value);
    return buffer;
  };
  const text = (value: string): Buffer => Buffer.concat([number(value.length, 8), Buffer.from(value)]);
  const header = Buffer.concat([
    Buffer.from("GGUF"),
    number(3, 4),
    number(1, 8),
    number(1, 8),
    text("general.architecture"),
    number(8, 4),
    text("llama"),
    text("weights"),
    number(1, 4),
    number(64, 8),
    number(0, 4),
    number(0, 8),
  ]);
  return Buffer.concat([header, Buffer.alloc(32 - (header.length % 32) + 256)]);
}
