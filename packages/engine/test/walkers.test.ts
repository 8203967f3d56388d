// SPEC.md EN2426: walks in processes of their own. They run what was built.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeHostProgram } from "@narratoria/protocol/launch";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Ground, type NamedPlan, type Walked, walkAll } from "../src/story-test/walkers.js";

vi.setConfig({ testTimeout: 240_000 });

const PROGRAM = fileURLToPath(new URL("../dist/walking-child.js", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "narratoria-walkers-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const FILES: Readonly<Record<string, string>> = {
  "manifest.json": JSON.stringify({ title: "The Sluice", version: "1.0.0" }),
  "world/setting.md": "# Where\n\n## The sluice\n\nThe sluice stands over the weir. A wheel hangs beside it.\n",
  "plot/premise.md": "You came to the sluice at noon, because the water has stopped.\n",
  "lore/miller.md": "The miller sold the wheel twice last spring.\n",
};
const dir = join(home, "the-sluice");
for (const [file, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
}

let grounds = 0;
const ground = (): Ground => ({ dir, readings: join(home, "readings"), aside: join(home, `aside-${++grounds}`) });
const PLANS: readonly NamedPlan[] = ["1", "2"].map((seed) => ({
  name: `random-${seed}`,
  seed,
  turns: 2,
  player: "random",
}));
const told = (walked: readonly Walked[]): string[][] =>
  walked.map(({ scenes }) => scenes.flatMap(({ sentences }) => sentences.map(({ text }) => text)));

describe("walks in processes of their own", () => {
  it("[EN2426] tell what walks in this process tell, and are counted scene by scene", async () => {
    const here = await walkAll(ground(), PLANS, {}, { program: null, processes: 0 });
    const counted: number[] = [];
    const onScene = ({ scenes }: { readonly scenes: number }): void => void counted.push(scenes);
    const apart = await walkAll(ground(), PLANS, { onScene }, { program: PROGRAM, processes: 2 });
    expect(told(apart)).toEqual(told(here));
    expect(told(apart)[0]).not.toEqual(told(apart)[1]);
    expect(apart.map(({ plan }) => plan)).toEqual(PLANS);
    expect(counted).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it.skipIf(process.platform === "win32")("[EN2426] compile expressions once and other code late", async () => {
    const node = join(home, "node");
    writeFileSync(node, `#!/bin/sh\necho "$@" >> "${home}/arguments"\nexec "${process.execPath}" "$@"\n`, {
      mode: 0o755,
    });
    describeHostProgram({ nodePath: node });
    onTestFinished(() => describeHostProgram({ nodePath: process.execPath }));
    const apart = await walkAll(ground(), PLANS.slice(0, 1), {}, { program: PROGRAM, processes: 2 });
    expect(apart).toHaveLength(1);
    const lines = readFileSync(join(home, "arguments"), "utf8").split("\n");
    const own = lines.filter((line) => line.includes("walking-child.js"));
    expect(own).toHaveLength(2);
    for (const line of own) expect(line).toMatch(/^--no-regexp-tier-up --interrupt-budget=\d+ /);
  });

  it("[EN2426] are taken here where no process can be started", async () => {
    const lost = await walkAll(ground(), PLANS, {}, { program: join(home, "no-such-program.js"), processes: 2 });
    expect(lost.map(({ scenes }) => scenes.length)).toEqual([3, 3]);
  });

  it("[EN2426] end with the reason of an abort, and with what is wrong with the campaign", async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const walking = walkAll(
      ground(),
      PLANS,
      { signal: stop.signal, onScene: () => stop.abort(reason) },
      { program: PROGRAM, processes: 2 },
    );
    await expect(walking).rejects.toBe(reason);
    const nowhere = { ...ground(), dir: join(home, "no-such-campaign") };
    await expect(walkAll(nowhere, PLANS, {}, { program: PROGRAM, processes: 2 })).rejects.toThrow();
  });
});
