import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findNpm } from "../../src/model-store/npm.js";
import {
  findAppRuntime,
  findRuntime,
  type InstallRuntimeOptions,
  installRuntime,
} from "../../src/model-store/runtimes.js";

const FAKE_NPM = fileURLToPath(new URL("../fixtures/fake-npm.mjs", import.meta.url));

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "narratoria-runtimes-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

/** Installs with an npm that does what is said. */
function install(mode: string, options: Partial<InstallRuntimeOptions> = {}) {
  vi.stubEnv("FAKE_NPM", mode);
  return installRuntime({
    name: "node-llama-cpp",
    dir,
    npm: { file: process.execPath, args: [FAKE_NPM] },
    ...options,
  });
}

const seen = (folder: string) => JSON.parse(readFileSync(join(folder, "seen.json"), "utf8"));

describe("native libraries", () => {
  it("[NA200] are installed in a folder of their version, and found there", async () => {
    expect(await findRuntime("node-llama-cpp", dir)).toBeNull();
    const runtime = await install("works");
    expect(runtime).toMatchObject({
      name: "node-llama-cpp",
      version: "3.22.1",
      dir: join(dir, "node-llama-cpp-3.22.1"),
    });
    expect(existsSync(runtime.entry)).toBe(true);
    expect(runtime.bytes).toBeGreaterThan(100);
    expect(await findRuntime("node-llama-cpp", dir)).toEqual(runtime);
    // Whoever installs again has what is there, without npm.
    expect(await install("offline")).toEqual(runtime);
  });

  it("[NA901] of the app are found where they are installed beside us, in a version that fits", async () => {
    const from = join(dir, "node_modules", "@narratoria", "narrator", "dist", "index.js");
    const home = join(dir, "node_modules", "@huggingface", "transformers");
    mkdirSync(join(home, "dist"), { recursive: true });
    writeFileSync(join(home, "dist", "transformers.node.mjs"), "");
    const found = (version: string) => {
      writeFileSync(join(home, "package.json"), JSON.stringify({ version }));
      return findAppRuntime("transformers", from);
    };
    const entry = join(home, "dist", "transformers.node.mjs");
    expect(await found("4.9.0")).toEqual({
      name: "transformers",
      version: "4.9.0",
      wanted: "4.3.1",
      runtime: { name: "transformers", version: "4.9.0", dir, entry, gpu: true, bytes: 0 },
    });
    for (const version of ["3.8.1", "4.3.0", "5.0.0", "4.2.9-beta.1"])
      expect(await found(version)).toMatchObject({ version, runtime: null });
    expect((await found("4.3.1"))?.runtime).not.toBeNull();
    rmSync(entry);
    expect(await found("4.3.1")).toMatchObject({ runtime: null });
    expect(await findAppRuntime("node-llama-cpp", from)).toBeNull();
  });

  it("[NA201] come with one build for this machine, without scripts and without what is optional", async () => {
    const { dir: folder } = await install("works", { platform: "linux", arch: "x64" });
    const { args, manifest } = seen(folder);
    expect(args).toEqual(expect.arrayContaining(["--omit=optional", "--ignore-scripts"]));
    expect(manifest.dependencies).toEqual({ "node-llama-cpp": "3.22.1", "@node-llama-cpp/linux-x64": "3.22.1" });
  });

  it("[NA201] come with the graphics card's build only when it is asked for, also later", async () => {
    const machine = { platform: "linux", arch: "x64" } as const;
    expect((await install("works", machine)).gpu).toBe(false);
    const { gpu, dir: folder } = await install("works", { ...machine, gpu: true });
    expect(gpu).toBe(true);
    expect(Object.keys(seen(folder).manifest.dependencies)).toContain("@node-llama-cpp/linux-x64-vulkan");
    expect(readdirSync(dir)).toEqual(["node-llama-cpp-3.22.1"]);
  });

  it("[NA202] leave out what only browsers, pictures and other machines need", async () => {
    const { dir: folder } = await install("works", { name: "transformers" });
    expect(Object.keys(seen(folder).manifest.overrides)).toEqual(["onnxruntime-web", "sharp"]);
    const platforms = join(folder, "node_modules/onnxruntime-node/bin/napi-v6");
    expect(readdirSync(platforms)).toEqual(
      [process.platform].filter((one) => ["darwin", "linux", "win32"].includes(one)),
    );
    expect(readdirSync(join(platforms, process.platform))).toEqual([process.arch]);
  });

  it.each([
    ["broken", /does not run on this machine.*libstdc\+\+\.so\.6 is too old/],
    ["crashes", /does not run on this machine/],
  ])("[NA203] are not kept when loading them in a process of its own %s", async (mode, message) => {
    await expect(install(mode)).rejects.toMatchObject({
      code: "install_failed",
      message: expect.stringMatching(message),
    });
    expect(readdirSync(dir)).toEqual([]);
  });

  it.each([
    ["offline", "There is no network, or it does not reach npm's packages."],
    ["full", "There is not enough room on the disk."],
    ["odd", "npm could not fetch it: Something odd came to pass"],
  ])("[NA204] say in a sentence why npm failed: %s", async (mode, message) => {
    await expect(install(mode)).rejects.toMatchObject({
      code: "install_failed",
      message,
      action: expect.stringMatching(/\.$/),
    });
    expect(readdirSync(dir)).toEqual([]);
  });

  it("[NA204] say that npm is missing, and that there is no build for a machine", async () => {
    const npm = { file: join(dir, "npm"), args: [] };
    await expect(install("works", { npm: { ...npm, file: "npm-that-is-not-there" } })).rejects.toMatchObject({
      code: "install_failed",
    });
    vi.stubEnv("PATH", dir);
    await expect(install("works", { npm: await findNpm(join(dir, "bin", "node")) })).rejects.toThrow(/npm is missing/);
    await expect(install("works", { platform: "aix", arch: "ppc64" })).rejects.toThrow(
      "There is no node-llama-cpp for aix on ppc64.",
    );
  });

  it("[NA205] stop at once when asked, leave nothing, and sweep up after one that was killed", async () => {
    const control = new AbortController();
    await expect(
      install("hangs", {
        signal: control.signal,
        onProgress: ({ done }) => done > 0.4 && control.abort(new Error("enough")),
      }),
    ).rejects.toThrow("enough");
    expect(readdirSync(dir)).toEqual([]);

    const dead = spawn(process.execPath, ["--eval", ""]);
    await once(dead, "exit");
    mkdirSync(join(dir, `.installing-${dead.pid}-abcd`));
    mkdirSync(join(dir, `.installing-${process.pid}-abcd`));
    await install("works");
    expect(readdirSync(dir).sort()).toEqual([`.installing-${process.pid}-abcd`, "node-llama-cpp-3.22.1"]);
  });

  it("[NA205] tell how far they have come, and never go back", async () => {
    const told: number[] = [];
    await install("works", { onProgress: ({ done }) => told.push(done) });
    expect(told.length).toBeGreaterThan(10);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });

  it("[NA206] that are half there, of another version or another machine do not count", async () => {
    const folder = join(dir, "node-llama-cpp-3.22.1");
    mkdirSync(folder);
    expect(await findRuntime("node-llama-cpp", dir)).toBeNull();
    const mark = { version: "3.22.1", gpu: false, machine: `${process.platform}-${process.arch}`, bytes: 1 };
    for (const wrong of [{ ...mark, version: "3.0.0" }, { ...mark, machine: "plan9-mips" }, null, "x"]) {
      writeFileSync(join(folder, "narratoria-runtime.json"), JSON.stringify(wrong));
      expect(await findRuntime("node-llama-cpp", dir)).toBeNull();
    }
    expect((await install("works")).bytes).toBeGreaterThan(1);
    expect(readdirSync(dir)).toEqual(["node-llama-cpp-3.22.1"]);
  });

  it("[NA206] are installed once when two ask at a time", async () => {
    const [one, other] = await Promise.all([install("works"), install("works")]);
    expect(one).toEqual(other);
    expect(readdirSync(dir)).toEqual(["node-llama-cpp-3.22.1"]);
  });

  it("[NA206] get npm without what belongs to a script that runs us", async () => {
    vi.stubEnv("npm_config_local_prefix", "/somewhere");
    vi.stubEnv("HF_TOKEN", "hf_secret");
    vi.stubEnv("https_proxy", "http://proxy.invalid:3128");
    const { env } = seen((await install("works")).dir);
    expect(env).toContain("https_proxy");
    expect(env).not.toContain("npm_config_local_prefix");
    expect(env).not.toContain("HF_TOKEN");
  });
});
