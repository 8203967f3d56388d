import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { tempFolder } from "./play.js";

/**
 * A story that all tests of a file begin from: it is told for the first that asks, and each gets a data folder of its own with it.
 *
 * @param tell - Tells it in a data folder and closes whatever it opened; what it returns goes to every test.
 */
export function toldOnce<Told extends object>(
  tell: (dataDir: string) => Promise<Told>,
): () => Promise<Told & { readonly dataDir: string }> {
  let home = "";
  let told: Promise<Told> | undefined;
  afterAll(() => rm(home, { recursive: true, force: true }));
  const begin = async (): Promise<Told> => {
    home = await mkdtemp(join(tmpdir(), "narratoria-told-"));
    const result = await tell(join(home, "telling"));
    // Where it was told nothing is left: a copy that went there for its campaign would be found out.
    await rename(join(home, "telling"), join(home, "told"));
    return result;
  };
  return async () => {
    const result = await (told ??= begin());
    const dataDir = await tempFolder();
    await cp(join(home, "told"), dataDir, { recursive: true });
    return { ...result, dataDir };
  };
}
