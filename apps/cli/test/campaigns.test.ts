// SPEC.md CL2320 to CL2323 and CL2330: what there is to play, how it goes again, and who made it.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../src/main.js";
import { fakeTerminal } from "./fake-terminal.js";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const home = mkdtempSync(join(tmpdir(), "narratoria-campaigns-"));
const data = ["--data", join(home, "data")];
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function typed(args: readonly string[], lines: readonly string[] = [], tty = false) {
  const { terminal, out, err } = fakeTerminal(lines, tty);
  const code = await runCommand([...args, ...data], terminal);
  return { code, out: out(), err: err() };
}

describe("campaigns", () => {
  beforeAll(async () => {
    const { terminal } = fakeTerminal();
    await runCommand(["new", "campaign", "low-tide", "--out", home], terminal);
    await typed(["install", join(home, "low-tide")]);
    await typed(["play", "low-tide", "--choose", "first", "--turns", "0", "--plain"]);
  });

  it("[CL2320] lists those that are installed and those that come with Narratoria", async () => {
    const { code, out } = await typed(["campaign", "list"]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^Installed\n {2}low-tide: Low Tide, version \S+, .*, 1 story\n\nCome with Narratoria\n {2}one-wheel-over: /,
    );
    const listed = await typed(["campaign", "list", "--json"]);
    expect(JSON.parse(listed.out)[0]).toMatchObject({
      name: "low-tide",
      origin: "installed",
      stories: 1,
      play: "low-tide",
    });
  });

  it("[CL2321] shows one, with the stories in it", async () => {
    const { code, out } = await typed(["campaign", "show", "low-tide"]);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^Low Tide\n {2}Where: installed\n[^]*\n {2}Story \w+: at scene 0\n$/),
    });
  });

  it("[CL2322] [CL2323] uninstalls one after a yes, and keeps the stories", async () => {
    expect(await typed(["campaign", "uninstall", "one-wheel-over", "--yes"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("comes with Narratoria"),
    });
    const there = (): boolean => existsSync(join(home, "data/campaigns/low-tide"));
    expect(await typed(["campaign", "uninstall", "low-tide"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--yes"),
    });
    expect(await typed(["campaign", "uninstall", "low-tide", "--json"])).toMatchObject({ code: 2, out: "" });
    const no = await typed(["campaign", "uninstall", "low-tide"], ["n"], true);
    expect(no.out).toContain("You have a story in Low Tide.");
    expect(there()).toBe(true);
    expect(await typed(["campaign", "uninstall", "low-tide", "--yes"])).toMatchObject({
      code: 0,
      out: "Uninstalled Low Tide.\n",
    });
    expect(there()).toBe(false);
    expect(JSON.parse((await typed(["playthroughs", "list", "--json"])).out)).toHaveLength(1);
  });
});

it("[CL2330] lists what machines made, and fails for what does not say so", async () => {
  const dir = join(home, "low-tide");
  expect(await typed(["campaign", "provenance", dir])).toMatchObject({
    code: 0,
    out: "Low Tide: no file says that a machine made it.\n",
  });
  const made =
    "---\ngenerated: true\nprovenance:\n  source_model: tiny\n  generated_at: 2026-01-02T10:00:00Z\n  seed_data: the premise\n---\n\nEels.\n";
  mkdirSync(join(dir, "lore"), { recursive: true });
  writeFileSync(join(dir, "lore/eels.md"), made);
  writeFileSync(join(dir, "lore/moss_generated.md"), "Moss.\n");
  const { code, out } = await typed(["campaign", "provenance", dir]);
  expect(code).toBe(1);
  expect(out).toContain("\n  lore/eels.md\n    made by tiny, 2026-01-02T10:00:00Z\n    from the premise\n");
  expect(out).toContain("\n  lore/moss_generated.md:1:1 Generated asset missing provenance (");
});
