import { execFile, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSkill, type NewSkillOptions } from "../src/skill-new.js";
import { fakeTerminal, typed } from "./fake-terminal.js";

const checkout = fileURLToPath(new URL("../../../", import.meta.url));
const TEMPLATES = ["js", "ts", "python", "sh"] as const;
const MISSING: Readonly<Record<string, boolean>> = {
  python: spawnSync("python3", ["--version"]).status !== 0,
  sh: process.platform === "win32",
};

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "cli-new-"));
  mkdirSync(join(root, "bin"));
  const program = (name: string, words: string): void => {
    writeFileSync(join(root, "bin", name), `#!/bin/sh\nexec ${words} "$@"\n`);
    chmodSync(join(root, "bin", name), 0o755);
  };
  program("narratoria", `"${process.execPath}" "${join(checkout, "apps/cli/bin/narratoria.js")}"`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function made(template: NewSkillOptions["template"]): Promise<{ readonly dir: string; readonly said: string }> {
  const out = join(root, template);
  mkdirSync(out, { recursive: true });
  const { terminal, out: said } = fakeTerminal();
  expect(await makeSkill("quiet-things", { template, out }, terminal)).toBe(0);
  return { dir: join(out, "quiet-things"), said: said() };
}

/** The commands in the first block of a README. */
function commandsIn(readme: string): string[] {
  return (/```sh\n([^]*?)\n```/.exec(readme)?.[1] ?? "").split("\n");
}

describe("a new skill", () => {
  it.concurrent.each(TEMPLATES.filter((template) => MISSING[template] !== true))(
    "[CL90] in %s is sound, tested, and in a scene after the commands of its README",
    async (template) => {
      const { dir, said } = await made(template);
      const readme = readFileSync(join(dir, "README.md"), "utf8");
      expect(readme).toMatch(/^# Quiet things\n/);
      const commands = commandsIn(readme);
      expect(commands).toHaveLength(4);
      for (const command of commands.slice(0, 3)) expect(said).toContain(command);
      const env = {
        PATH: [join(root, "bin"), process.env["PATH"]].join(delimiter),
        HOME: root,
        NARRATORIA_HOME: join(root, `home-${template}`),
      };
      const typedIn = (command: string): Promise<string> =>
        new Promise((resolve, reject) => {
          execFile("sh", ["-c", command], { cwd: dir, env }, (error, stdout, stderr) => {
            if (error === null) resolve(stdout);
            else reject(new Error(`${command}\n${stdout}${stderr}`));
          });
        });
      const run = async (command: string): Promise<string> => {
        const [program, ...args] = command.split(" ");
        // The commands are the same for each template: those of one are typed in a shell.
        if (template === "js" || program !== "narratoria") return typedIn(command);
        const paths = args.map((arg) => (arg === "." ? dir : arg));
        const { code, out, err } = await typed(...paths, "--data", env.NARRATORIA_HOME);
        expect(code, `${command}\n${out}${err}`).toBe(0);
        return out;
      };
      for (const command of commands.slice(0, 3)) await run(command);
      const { state } = JSON.parse(await run("narratoria skills show quiet-things --json"));
      // A machine without a sandbox is told what to do, and the README tells it as well.
      if (state === "unheld") await run("narratoria skills agree quiet-things --yes --without-sandbox");
      const scenes = await run(commands[3] ?? "");
      expect(scenes.match(/^Note: (A gull watches|Somewhere near, a kettle|A child counts).*\.$/gm)).toHaveLength(2);
      if (template !== "js") return;
      await run("narratoria skills config quiet-things --set mood=uneasy");
      expect(await run(commands[3] ?? "")).toMatch(
        /^Note: (A door that was shut|Somebody has stopped|There are fewer birds).*\.$/m,
      );
    },
    120_000,
  );

  it("[CL90] holds no word that was to be filled in, and its agreement is not lost by running its test", async () => {
    for (const template of TEMPLATES) {
      const dir = join(root, template, "quiet-things");
      if (!existsSync(dir)) await made(template);
      const files = readdirSync(dir, { recursive: true, encoding: "utf8" });
      expect(files.filter((file) => /__pycache__|\.pyc$/.test(file))).toEqual([]);
      for (const file of files.filter((one) => /\.(md|json)$/.test(one))) {
        expect(readFileSync(join(dir, file), "utf8")).not.toMatch(/__[A-Z]+__/);
      }
    }
  });

  it("[CL3300] is packed by npm and installed from what comes of it", async () => {
    const dir = join(root, "js", "quiet-things");
    if (!existsSync(dir)) await made("js");
    const { status, stdout, stderr } = spawnSync("npm", ["pack", "--json", "--offline", "--pack-destination", root], {
      cwd: dir,
      encoding: "utf8",
      shell: process.platform === "win32",
      env: { ...process.env, npm_config_cache: join(root, "npm-cache") },
    });
    expect(status, stderr).toBe(0);
    const [packed] = JSON.parse(stdout);
    expect(packed.name).toBe("narratoria-skill-quiet-things");
    expect(packed.files.map(({ path }: { path: string }) => path).filter((path: string) => /test/.test(path))).toEqual(
      [],
    );
    const data = join(root, "home-packed");
    const tgz = join(root, packed.filename);
    const installed = await typed("skills", "install", tgz, "--yes", "--data", data);
    expect(installed.err + installed.out).toContain("quiet-things");
    const { skills } = JSON.parse((await typed("skills", "list", "--json", "--data", data)).out);
    expect(skills).toContainEqual(expect.objectContaining({ name: "quiet-things", version: "0.1.0" }));
  }, 60_000);

  it("[CL90] in TypeScript is what its compiler makes of it", async () => {
    const dir = join(root, "ts", "quiet-things");
    if (!existsSync(dir)) await made("ts");
    const command = /```sh\n(npx -p typescript@[\d.]+ tsc)\n```/.exec(
      readFileSync(join(dir, "README.md"), "utf8"),
    )?.[1];
    const { devDependencies } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
    expect(command).toBe(`npx -p typescript@${devDependencies.typescript} tsc`);
    const before = readFileSync(join(dir, "scripts/notice.mjs"), "utf8");
    const tsc = join(checkout, "node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc], { cwd: dir, encoding: "utf8" });
    expect(status, stdout).toBe(0);
    expect(readFileSync(join(dir, "scripts/notice.mjs"), "utf8")).toBe(before);
  });

  it("[CL91] has a sound name that is not taken, and a place", async () => {
    const { terminal } = fakeTerminal();
    const make = (name: string, out = root): Promise<number> => makeSkill(name, { template: "js", out }, terminal);
    await expect(make("Quiet Things")).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("small letters"),
    });
    await expect(make("../up")).rejects.toMatchObject({ exitCode: 2 });
    await expect(make("memory")).rejects.toThrow("The skill memory comes with Narratoria.");
    await expect(make("lamp", join(root, "nowhere"))).rejects.toThrow("Check --out.");
    mkdirSync(join(root, "lamp"));
    writeFileSync(join(root, "lamp", "mine"), "");
    await expect(make("lamp")).rejects.toThrow("is there already");
    expect(readdirSync(join(root, "lamp"))).toEqual(["mine"]);
  });
});
