import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { NpcProfile, PlotBeat } from "@narratoria/protocol/contracts";
import type { StorySource } from "@narratoria/protocol/story";

const text = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

function filesUnder(dir: string, ending: string): string[] {
  let names: string[];
  try {
    names = readdirSync(dir).sort();
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? filesUnder(path, ending) : name.endsWith(ending) ? [path] : [];
  });
}

/** Front matter as far as the tests need it: one-line fields and one-line lists. */
function frontMatter(file: string): { readonly fields: ReadonlyMap<string, string>; readonly body: string } {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(file);
  if (!match) return { fields: new Map(), body: file };
  const fields = new Map(
    (match[1] ?? "")
      .split(/\r?\n/)
      .map((line) => [line.split(":")[0]?.trim() ?? "", line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { fields, body: match[2] ?? "" };
}

/** Reads a campaign folder the short way: what is wrong with it is another package's business. */
export function readCampaign(dir: string): StorySource {
  const manifest = JSON.parse(text(join(dir, "manifest.json"))) as { title: string; tone?: string; genre?: string };
  const template = JSON.parse(text(join(dir, "characters/player/template.json")) || "{}") as {
    starting_location?: string;
  };
  const beats = JSON.parse(text(join(dir, "plot/beats.json")) || '{"beats":[]}') as { beats: PlotBeat[] };
  const constraints = text(join(dir, "world/constraints.md"));
  return {
    title: manifest.title,
    premise: text(join(dir, "plot/premise.md")),
    setting: text(join(dir, "world/setting.md")),
    lore: filesUnder(join(dir, "lore"), ".md").map((path) => {
      const { fields, body } = frontMatter(text(path));
      const knownBy = fields.get("known_by")?.match(/[\w-]+/g);
      return { file: path.slice(dir.length + 1), text: body, ...(knownBy ? { knownBy } : {}) };
    }),
    npcs: filesUnder(join(dir, "characters/npcs"), "profile.json").map((path) => ({
      id: path.split("/").at(-2) ?? "",
      profile: JSON.parse(text(path)) as NpcProfile,
    })),
    beats: beats.beats,
    endings: filesUnder(join(dir, "plot/endings"), ".md").map((path) => {
      const { fields, body } = frontMatter(text(path));
      const tone = fields.get("tone");
      return {
        id: (path.split("/").at(-1) ?? "").replace(/\.md$/, ""),
        title: fields.get("title") ?? "",
        body,
        ...(tone ? { tone } : {}),
      };
    }),
    constraints: [...constraints.matchAll(/^- (.+)$/gm)].map((match) => match[1] ?? ""),
    forbidden:
      /forbid:\s*(.+)/
        .exec(constraints)?.[1]
        ?.split(",")
        .map((word) => word.trim()) ?? [],
    ...(manifest.tone === undefined ? {} : { tone: manifest.tone }),
    ...(manifest.genre === undefined ? {} : { genre: manifest.genre }),
    ...(template.starting_location === undefined ? {} : { startingLocation: template.starting_location }),
    frames: filesUnder(join(dir, "storybook"), ".md").map((path) => ({
      file: path.slice(dir.length + 1),
      text: text(path),
    })),
  };
}
