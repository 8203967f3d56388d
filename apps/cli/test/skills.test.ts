import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { agreeToSkill, listSkills, showSkill, withdrawSkill } from "../src/skills.js";

let home = "";
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "cli-skills-"));
  const folder = join(home, "skills", "lantern");
  mkdirSync(join(folder, "scripts"), { recursive: true });
  writeFileSync(join(folder, "scripts", "light.mjs"), "process.stdin.resume();\n");
  writeFileSync(
    join(folder, "skill.json"),
    JSON.stringify({
      name: "lantern",
      version: "1.2.0",
      description: "Lights a lantern.",
      author: "Osk",
      scripts: [{ name: "light", path: "scripts/light.mjs" }],
    }),
  );
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function said(command: (stdout: PassThrough) => Promise<number>): Promise<string> {
  const stdout = new PassThrough();
  expect(await command(stdout)).toBe(0);
  return String(stdout.read());
}

it("[CL72] a copied skill waits, is shown with what it runs, is agreed to and turned away again", async () => {
  const place = { data: home, skills: [] };
  const list = (): Promise<string> => said((stdout) => listSkills(place, stdout));
  expect(await list()).toMatch(/lantern 1\.2\.0, waits for your agreement\n {4}Lights a lantern\./);
  expect(await list()).toMatch(/storyteller \d+\.\d+\.\d+, in use/);
  const shown = await said((stdout) => showSkill("lantern", place, stdout));
  expect(shown).toMatch(/By: Osk, as it says itself\n[^]*Runs light: .*light\.mjs\n {4}Network: none/);
  const withoutSandbox = true;
  expect(await said((stdout) => agreeToSkill("lantern", { ...place, withoutSandbox }, stdout))).toMatch(
    /Runs light: [^]*\nAgreed\. lantern is in use, until a file of it changes\. To take that back: narratoria skills withdraw lantern\n$/,
  );
  expect(await list()).toContain("lantern 1.2.0, in use");

  writeFileSync(join(home, "skills", "lantern", "scripts", "light.mjs"), "process.exit(3);\n");
  expect(await said((stdout) => showSkill("lantern", place, stdout))).toContain(
    "Changed since you agreed: scripts/light.mjs",
  );
  await said((stdout) => agreeToSkill("lantern", place, stdout));
  expect(await said((stdout) => withdrawSkill("lantern", place, stdout))).toBe("lantern: waits for your agreement.\n");
});

it("[CL72] who lets a skill run without a sandbox is told what that means, and without those words it has to have one", async () => {
  const place = { data: home, skills: [] };
  const free = await said((stdout) => agreeToSkill("lantern", { ...place, withoutSandbox: true }, stdout));
  expect(free).toMatch(/Nothing holds it back, as you agreed[^]*\nAgreed\. lantern is in use/);
  const held = await said((stdout) => agreeToSkill("lantern", place, stdout));
  if (/It runs in (a|the) sandbox/.test(held)) expect(held).toContain("\nAgreed. lantern is in use");
  else {
    expect(held).toMatch(/It does not run here: [^]*--without-sandbox/);
    expect(held).toContain("\nAgreed, but lantern needs a sandbox, and there is none here, so it does not run.");
  }
  await said((stdout) => withdrawSkill("lantern", place, stdout));
});

it("[CL72] says that there is no such skill, and that ours need no agreement", async () => {
  const place = { data: home, skills: [] };
  await expect(agreeToSkill("lamp", place, new PassThrough())).rejects.toThrow('There is no skill "lamp".');
  await expect(agreeToSkill("memory", place, new PassThrough())).rejects.toThrow("memory needs no agreement");
});
