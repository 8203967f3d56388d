import { describe, expect, it } from "vitest";
import { read, repositoryFiles, workspacePackages } from "./repository-files.js";

/** The letters of each package's rules. */
const PREFIXES: Readonly<Record<string, string>> = {
  "packages/protocol": "PR",
  "packages/executor": "EX",
  "packages/skills": "SK",
  "packages/persistence": "PE",
  "packages/narrator": "NA",
  "packages/campaign": "CA",
  "packages/engine": "EN",
  "apps/cli": "CL",
  "apps/desktop": "DT",
  "skills/storyteller": "ST",
  "skills/dice-roller": "DR",
  "skills/memory": "ME",
  "skills/player-choices": "PC",
  "skills/npc-perception": "NP",
  "skills/reputation": "RP",
  "skills/character-portraits": "CP",
};

const files = repositoryFiles();
const folders = workspacePackages(files)
  .map(({ folder }) => folder)
  .filter((folder) => /^(packages|skills|apps)\//.test(folder));

/** `- **EX5** A plan with a cycle ...` gives EX5. */
function rulesOf(folder: string): string[] {
  const spec = files.includes(`${folder}/SPEC.md`) ? read(`${folder}/SPEC.md`) : "";
  return [...spec.matchAll(/^- \*\*([A-Z]{2}\d+[a-z]?)\*\*/gm)].map(([, rule = ""]) => rule);
}

/** Rules that stand in brackets where the title of a test begins: `it("[EX5] ..."`, `"[EX5] [EX6] ..."`, `"[EX5, EX6] ..."`. */
function citedBy(folder: string): string[] {
  const tests = files.filter((path) => path.startsWith(`${folder}/`) && /\.test(-d)?\.tsx?$/.test(path));
  return tests.flatMap((path) =>
    [...read(path).matchAll(/["'`]((?:\[[A-Z]{2}\d+[a-z]?(?:,\s*[A-Z]{2}\d+[a-z]?)*\]\s*)+)/g)].flatMap(
      ([, title = ""]) => title.match(/[A-Z]{2}\d+[a-z]?/g) ?? [],
    ),
  );
}

const unique = (rules: readonly string[]): string[] =>
  [...new Set(rules)].sort((a, b) => Number(a.replace(/\D/g, "")) - Number(b.replace(/\D/g, "")) || (a < b ? -1 : 1));

describe("rules", () => {
  it.each(folders)("of %s are all tested, and its tests cite no other", (folder) => {
    const rules = rulesOf(folder);
    expect(rules.length).toBeGreaterThan(0);
    expect(unique(citedBy(folder))).toEqual(unique(rules));
  });

  it.each(folders)("of %s have a number each and the package's letters", (folder) => {
    const rules = rulesOf(folder);
    const prefix = PREFIXES[folder];
    expect(prefix, `the letters of ${folder} are missing from the table`).toBeDefined();
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
    expect(rules.filter((rule) => !rule.startsWith(prefix ?? "?"))).toEqual([]);
  });

  it("have letters of their own in each package", () => {
    const letters = Object.values(PREFIXES);
    expect(new Set(letters).size).toBe(letters.length);
  });
});
