import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FAKE = fileURLToPath(new URL("../../../narrator/test/fixtures/fake-llama.mjs", import.meta.url));

/**
 * A folder of runtimes with one that plays node-llama-cpp, and a file that it takes for a model that talks.
 *
 * @param folder - Where to put them.
 */
export async function fakeModels(folder: string): Promise<{ runtimesDir: string; runtime: string; model: string }> {
  const runtimesDir = join(folder, "runtimes");
  const runtime = join(runtimesDir, "node-llama-cpp-3.22.1");
  const module = join(runtime, "node_modules", "node-llama-cpp", "dist", "index.js");
  await mkdir(dirname(module), { recursive: true });
  await copyFile(FAKE, module);
  await writeFile(join(dirname(module), "package.json"), '{"type":"module"}');
  const mark = { version: "3.22.1", machine: `${process.platform}-${process.arch}` };
  await writeFile(join(runtime, "narratoria-runtime.json"), JSON.stringify(mark));
  const model = join(folder, "model.gguf");
  await writeFile(model, "GGUF talks");
  return { runtimesDir, runtime, model };
}

/** Processes of model hosts below this one. Linux alone tells. */
export async function modelProcesses(): Promise<number[]> {
  const parents = new Map<number, { readonly parent: number; readonly command: string }>();
  for (const name of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    if (stat !== "") parents.set(Number(name), { parent, command });
  }
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === process.pid || isOurs(parents.get(pid)?.parent));
  return [...parents].flatMap(([pid, { command }]) => (command.includes("model-child") && isOurs(pid) ? [pid] : []));
}
