// SPEC.md CL2310: the state with which a story begins, from a file.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { runCommand } from "../src/main.js";
import { fakeTerminal } from "./fake-terminal.js";

vi.setConfig({ testTimeout: 240_000 });

it("[CL2310] begins a story at a beat with a state, and refuses a file that is none", async () => {
  const home = mkdtempSync(join(tmpdir(), "narratoria-at-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const typed = async (...args: string[]) => {
    const { terminal, out, err } = fakeTerminal();
    const code = await runCommand(
      ["play", "one-wheel-over", "--turns", "0", "--data", join(home, "data"), ...args],
      terminal,
    );
    return { code, out: out(), err: err() };
  };
  const file = join(home, "state.json");
  writeFileSync(file, "[1]");
  expect(await typed("--with", file)).toMatchObject({
    code: 2,
    err: expect.stringContaining("must hold a JSON object"),
  });
  expect(await typed("--with", join(home, "none.json"))).toMatchObject({
    code: 2,
    err: expect.stringContaining("(ENOENT)"),
  });
  writeFileSync(file, '{ "items": { "brass key": 1 } }');
  const begun = await typed("--at", "beat_002", "--with", file, "--plain", "--seed", "1");
  expect(begun).toMatchObject({ code: 0, out: expect.stringContaining("The story begins at beat_002 ") });
});
