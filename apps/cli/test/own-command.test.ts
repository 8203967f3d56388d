import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ownCommand } from "../src/own-command.js";

function installed(): { script: string; bin: string } {
  const home = mkdtempSync(join(tmpdir(), "narratoria-own-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const bin = join(home, "bin");
  mkdirSync(bin);
  const script = join(home, "narratoria.js");
  writeFileSync(script, "");
  chmodSync(script, 0o755);
  symlinkSync(script, join(bin, "narratoria"));
  return { script, bin };
}

const linux = { platform: "linux" } as const;

it("[CL722] advice names the command as it can be typed where the program runs", () => {
  const { script, bin } = installed();
  expect(ownCommand({ ...linux, script, env: { PATH: `/none${delimiter}${bin}` } })).toBe("narratoria");
  expect(ownCommand({ ...linux, script, env: { PATH: "/none" } })).toBe(`node ${script}`);
  expect(ownCommand({ ...linux, script: "/a b/bin/narratoria.js", env: {} })).toBe('node "/a b/bin/narratoria.js"');
  const start = { npm_lifecycle_event: "start", npm_package_name: "narratoria" };
  expect(ownCommand({ ...linux, script, env: start })).toBe("npm start --");
  expect(ownCommand({ ...linux, script, env: { ...start, npm_config_user_agent: "pnpm/12.21.0" } })).toBe("pnpm start");
  expect(ownCommand({ ...linux, script, env: { npm_command: "exec" } })).toBe("npx @narratoria/cli");
  expect(ownCommand({ ...linux, script: "/app/server.mjs", env: {} })).toBe("narratoria");
});

it("[CL722] advice of a download names its launcher, as there may be no Node on PATH", () => {
  const { script, bin } = installed();
  const run = { ...linux, script: "/opt/a/app/bin/narratoria.js" };
  expect(ownCommand({ ...run, env: { NARRATORIA_LAUNCHER: "/a b/narratoria" } })).toBe('"/a b/narratoria"');
  expect(ownCommand({ ...run, env: { NARRATORIA_LAUNCHER: script, PATH: "/none" } })).toBe(script);
  expect(ownCommand({ ...run, env: { NARRATORIA_LAUNCHER: script, PATH: bin } })).toBe("narratoria");
});

it("[CL722] another narratoria on PATH is not this one", () => {
  const [ours, other] = [installed(), installed()];
  expect(ownCommand({ ...linux, script: ours.script, env: { PATH: other.bin } })).toBe(`node ${ours.script}`);
});
