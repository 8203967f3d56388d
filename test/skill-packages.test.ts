import { describe, expect, it } from "vitest";
import { read, repositoryFiles, workspacePackages } from "./repository-files.js";

const skills = workspacePackages(repositoryFiles()).filter(({ folder }) => folder.startsWith("skills/"));

describe.each(skills.map(({ folder, manifest }) => [folder, manifest] as const))(
  "the package of %s",
  (folder, manifest) => {
    const name = folder.slice("skills/".length);
    const json = (file: string) => JSON.parse(read(`${folder}/${file}`));

    it("can be published under its skill's name, with what runs and nothing that is built from", () => {
      const { files, description, dependencies = {} } = json("package.json");
      expect(manifest).toMatchObject({ name: `@narratoria/skill-${name}`, license: "MIT" });
      expect(manifest.private).toBeUndefined();
      expect(description.length).toBeGreaterThan(20);
      expect(dependencies).toEqual({});
      expect([...files].sort()).toEqual([
        "SKILL.md",
        "SPEC.md",
        "config-schema.json",
        "examples",
        "scripts",
        "skill.json",
      ]);
    });

    it("tells every setting with its default, and how a script is run", () => {
      const readme = read(`${folder}/README.md`);
      const rows = new Map(
        [...(readme.split("## Settings")[1] ?? "").matchAll(/^\| `([\w.]+)` \| (?:`(.*?)`|none) \| .+ \|$/gm)].map(
          ([, key = "", value]) => [key, value === undefined ? undefined : JSON.parse(value)],
        ),
      );
      expect(Object.fromEntries(settingsOf(json("config-schema.json").properties))).toEqual(Object.fromEntries(rows));
      expect(readme).toMatch(/^node scripts\/[\w-]+\.cjs < examples\/[\w-]+\.json$/m);
    });
  },
);

it("there are seven of them", () => {
  expect(skills).toHaveLength(7);
});

/** The settings of a form by their paths, with their defaults. */
function settingsOf(properties: Record<string, Setting>, path = ""): [string, unknown][] {
  return Object.entries(properties).flatMap(([key, setting]): [string, unknown][] =>
    setting.properties === undefined
      ? [[path + key, setting.default]]
      : settingsOf(setting.properties, `${path}${key}.`),
  );
}

interface Setting {
  readonly default?: unknown;
  readonly properties?: Record<string, Setting>;
}
