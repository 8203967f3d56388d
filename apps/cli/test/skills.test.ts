import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { installFile } from "../src/archives.js";
import { doctor } from "../src/doctor.js";
import { removeSkill, switchSkill, testSkill } from "../src/skill-changes.js";
import { agreeToSkill, listSkills, showSkill, withdrawSkill } from "../src/skills.js";
import type { Terminal } from "../src/terminal.js";
import { fakeTerminal } from "./fake-terminal.js";

let home = "";
const lantern = (): string => join(home, "skills", "lantern");
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cli-skills-"));
  writeLantern(lantern());
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function writeLantern(folder: string, more: object = {}): void {
  mkdirSync(join(folder, "scripts"), { recursive: true });
  writeFileSync(join(folder, "scripts", "light.mjs"), "process.stdin.resume();\n");
  const scripts = [{ name: "light", path: "scripts/light.mjs" }];
  const manifest = {
    name: "lantern",
    version: "1.2.0",
    description: "Lights a lantern.",
    author: "Osk",
    scripts,
    ...more,
  };
  writeFileSync(join(folder, "skill.json"), JSON.stringify(manifest));
}

const place = (): { data: string; skills: string[] } => ({ data: home, skills: [] });

async function said(
  command: (terminal: Terminal) => Promise<number>,
  typed?: readonly string[],
): Promise<{ readonly out: string; readonly code: number }> {
  const { terminal, out } = fakeTerminal(typed, typed !== undefined);
  const code = await command(terminal);
  return { out: out(), code };
}

const show = async (): Promise<string> => (await said((terminal) => showSkill("lantern", place(), terminal))).out;
const list = async (): Promise<string> => (await said((terminal) => listSkills(place(), terminal))).out;
/** Without a sandbox, as the machine may have none. */
const agree = (typed?: readonly string[], yes = false) =>
  said((terminal) => agreeToSkill("lantern", { ...place(), yes, withoutSandbox: true }, terminal), typed);

it("[CL72] a copied skill waits, is shown with what it runs, is agreed to and turned away again", async () => {
  expect(await list()).toMatch(
    /lantern 1\.2\.0, waits for your agreement\n {4}Lights a lantern\.\n {4}To let it run: /,
  );
  expect(await list()).toMatch(/storyteller \d+\.\d+\.\d+, in use; comes with Narratoria/);
  expect(await show()).toMatch(/By: Osk, as it says itself\n[^]*Runs light: .*light\.mjs\n {4}Network: none/);
  const { out } = await agree(undefined, true);
  expect(out).toMatch(
    /^lantern 1\.2\.0\n[^]*Runs light: [^]*\nAgreed\. lantern is [^]*To take that back: narratoria skills withdraw lantern --data /,
  );
  expect(out).not.toContain("waits");
  writeFileSync(join(lantern(), "scripts", "light.mjs"), "process.exit(3);\n");
  expect(await show()).toContain("Changed since you agreed: scripts/light.mjs");
  await agree(undefined, true);
  expect((await said((terminal) => withdrawSkill("lantern", place(), terminal))).out).toBe(
    "lantern: waits for your agreement.\n",
  );
});

it("[CL72] at a terminal the player is asked, and only a yes agrees; elsewhere --yes is asked for", async () => {
  const asked = await agree(["maybe", ""]);
  expect(asked.out).toMatch(
    /May write: [^]*Let lantern run\? y or n: [^]*Type y for yes, or n for no\.[^]*lantern waits\./,
  );
  expect(await list()).toContain("waits for your agreement");
  await expect(agree()).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("agree lantern --data"),
  });
  expect((await agree(["y"])).out).toContain("Agreed.");
});

it("[CL72] who lets a skill run without a sandbox is told what that means, and without those words it has to have one", async () => {
  const { out: free } = await agree(undefined, true);
  expect(free).toMatch(/As you ask, without a sandbox: nothing holds it back\.\n\nAgreed\. lantern is in use/);
  const held = () => said((terminal) => agreeToSkill("lantern", { ...place(), yes: true }, terminal));
  const { out } = await held();
  if (/It runs in (a|the) sandbox/.test(await show())) {
    expect(out).toContain("\nAgreed. lantern is in use");
    expect((await held()).out).toBe("lantern is in use already: you have agreed to it as it is.\n");
  } else expect(out).toMatch(/Agreed, but lantern needs a sandbox, [^]* --without-sandbox\. To take that back/);
});

it("[CL72] says that there is no such skill and which is nearest, and that ours need no agreement", async () => {
  const { terminal } = fakeTerminal();
  await expect(agreeToSkill("lanter", place(), terminal)).rejects.toThrow(
    'There is no skill "lanter". The nearest is lantern.',
  );
  await expect(showSkill("x\u001b[2J", place(), terminal)).rejects.toThrow(
    'There is no skill "x [2J". `narratoria skills list`',
  );
  await expect(agreeToSkill("memory", place(), terminal)).rejects.toThrow(
    "memory comes with Narratoria and needs no agreement.",
  );
  await expect(withdrawSkill("memory", place(), terminal)).rejects.toThrow("nobody agreed to it");
});

it("[CL72] a stranger's words do nothing to the terminal", async () => {
  const wicked = "\u001b]0;pwned\u0007\u009b2J\u202e";
  writeLantern(lantern(), { displayName: wicked, author: wicked, description: `Light${wicked}.`, [wicked]: 1 });
  writeFileSync(join(lantern(), `scripts/${"\u001b[31m"}.mjs`), "");
  const texts = [
    await list(),
    (await said((terminal) => showSkill("lantern", place(), terminal))).out,
    (await agree(["y"])).out,
  ];
  // What a terminal gets at a prompt is ours: it is written by the line editor.
  for (const text of texts.slice(0, 2)) expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  expect(texts[2]).not.toMatch(/\u0007|\u009b|\u202e|\u001b\]|\u001b\[31m/);
});

it("[CL835] tells what only the author can mend where a skill is shown, and not where skills are listed", async () => {
  const scripts = [{ name: "light", path: "scripts/light.mjs", context: ["oil"] }];
  writeLantern(lantern(), { scripts });
  expect(await show()).toContain('"oil" is no part of every story');
  expect(await list()).toContain("lantern 1.2.0");
  expect(await list()).not.toContain('"oil"');
  expect((await said((terminal) => doctor({ data: home }, "1.0.0", terminal))).out).not.toContain('"oil"');
});

it("[CL73] --json gives programs the same, with the faults of a broken skill", async () => {
  mkdirSync(join(home, "skills", "broken"));
  writeFileSync(join(home, "skills", "broken", "skill.json"), '{\n "name": "broken",\n}');
  const { out } = await said((terminal) => listSkills({ ...place(), json: true }, terminal));
  const { skills } = JSON.parse(out);
  expect(skills).toContainEqual(expect.objectContaining({ name: "lantern", state: "waiting" }));
  const broken = skills.find(({ name }: { name: string }) => name === "broken");
  expect(broken).toMatchObject({ state: "faulty", problems: [{ line: 3, column: 1, severity: "error" }] });
  expect(await list()).toMatch(/broken, cannot be used\n.*\n {4}.*broken[/\\]skill\.json:3:1 This is not JSON/);
  const shown = JSON.parse((await said((terminal) => showSkill("lantern", { ...place(), json: true }, terminal))).out);
  expect(shown).toMatchObject({ name: "lantern", wishes: { network: [], environment: [] } });
});

it("[CL74] a skill is turned off and on, one of ours too", async () => {
  const turn = (name: string, on: boolean) => said((terminal) => switchSkill(name, on, place(), terminal));
  expect((await turn("memory", false)).out).toBe("memory: turned off.\n");
  expect(await list()).toContain("turned off; comes with Narratoria");
  expect((await turn("memory", true)).out).toBe("memory: in use.\n");
  expect((await turn("lantern", true)).out).toBe(
    "lantern: waits for your agreement. To agree to it: narratoria skills agree lantern\n",
  );
});

it("[CL74] an installed skill is removed after a question, and ours never", async () => {
  const remove = (name: string, typed?: readonly string[], yes = false) =>
    said((terminal) => removeSkill(name, { ...place(), yes }, terminal), typed);
  expect((await remove("lantern", ["n"])).out).toContain("lantern stays.");
  await expect(remove("lantern")).rejects.toMatchObject({ exitCode: 2 });
  expect((await remove("lantern", undefined, true)).out).toBe("Removed lantern.\n");
  expect(await list()).not.toContain("lantern");
  await expect(remove("memory", undefined, true)).rejects.toThrow("memory comes with Narratoria and cannot be removed");
});

it("[CL75] an installed skill is asked about at once; without a terminal it is said how to agree", async () => {
  rmSync(lantern(), { recursive: true });
  const from = join(home, "from", "lantern");
  writeLantern(from);
  const install = (options: object, typed?: readonly string[]) =>
    said((terminal) => installFile(from, { data: home, withoutSandbox: true, ...options }, terminal), typed);
  const first = (await install({})).out;
  expect(first).toMatch(
    /^Installed the skill lantern\.\nIt waits for your agreement\. What it asks for: narratoria skills show lantern --data /,
  );
  expect(first).toMatch(/To let it run: narratoria skills agree lantern --data /);
  expect((await install({ replace: true }, ["y"])).out).toMatch(
    /Replaced the skill[^]*Runs light[^]*Let lantern run\?[^]*Agreed\./,
  );
  expect((await install({ replace: true, yes: true })).out).toBe("Replaced the skill lantern.\n");
});

it("[CL820] a skill is inspected by folder: its input, what it sends, and its standard error", async () => {
  const dir = join(home, "lit");
  mkdirSync(join(dir, "scripts"), { recursive: true });
  const scripts = [{ name: "light", path: "scripts/light.sh" }];
  writeFileSync(
    join(dir, "skill.json"),
    JSON.stringify({ name: "lit", version: "1.0.0", description: "Lit.", scripts }),
  );
  writeFileSync(
    join(dir, "scripts/light.sh"),
    `cat > /dev/null; echo wick >&2; echo '{"version":"0","type":"done","ok":true}'`,
  );
  const { out, code } = await said((terminal) => testSkill(dir, { ...place(), inspect: true }, terminal));
  expect(code).toBe(0);
  expect(out).toMatch(
    /^light .* success after \d+ ms\n {2}input\n[^]*\n {2}output\n {4}\{"version":"0","type":"done","ok":true\}\n {2}standard error\n {4}wick\n$/,
  );
});

it("[CL76] a skill is tested by name or folder, but nothing runs that waits for agreement", async () => {
  const code = (wanted: string) => testSkill(wanted, { ...place(), json: true });
  await expect(code("lantern")).rejects.toThrow("lantern waits for your agreement, and testing runs its scripts.");
  await expect(code("lanten")).rejects.toThrow("The nearest is lantern.");
});
