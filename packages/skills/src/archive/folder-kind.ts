import { basename, dirname, relative } from "node:path";
import { fitsSkillFolder } from "@narratoria/protocol";
import { discoverSkills } from "../discover-skills.js";
import { ArchiveError } from "./errors.js";

export type Kind = "campaign" | "skill";

/** What checking a campaign or skill folder came to. */
export interface FolderVerdict {
  /** Its title, or the name of a skill as people read it; null when it cannot be used at all. */
  readonly title: string | null;
  /** Files are relative to the folder; lines from 1. An error need not make the whole unusable. */
  readonly problems: readonly {
    readonly file: string;
    readonly line?: number | undefined;
    readonly message: string;
    readonly severity: "error" | "warning" | "notice";
  }[];
  /** What goes into its archive beside its files. */
  readonly added?: readonly AddedText[];
}

/** A text that is put into an archive beside the files of its folder; a file of its name there is left out. */
export interface AddedText {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
}

export type CheckFolder = (dir: string) => Promise<FolderVerdict>;

/** What a player puts into a skill's folder. It is never packed, never installed, and kept when a skill is replaced. */
export const PLAYERS_OWN: readonly string[] = ["data", "config.json"];

/**
 * Tells a campaign from a skill by the files that lie at the top of its folder.
 *
 * @throws {ArchiveError} `unknown_kind` for neither and for both.
 */
export function kindOf(name: string, paths: readonly string[]): Kind {
  const campaign = paths.includes("manifest.json");
  const skill = paths.includes("skill.json") || paths.includes("SKILL.md");
  if (campaign && !skill) return "campaign";
  if (skill && !campaign) return "skill";
  if (skill) {
    const message = `${name} holds the manifest of a campaign and that of a skill.`;
    throw new ArchiveError("unknown_kind", message, "Keep them in two folders.");
  }
  const deeper = paths.find((path) => /^[^/]+\/(manifest\.json|skill\.json|SKILL\.md)$/.test(path));
  const hint = deeper === undefined ? "" : ` There is one a folder deeper, in ${dirname(deeper)}.`;
  throw new ArchiveError(
    "unknown_kind",
    `${name} is neither a campaign nor a skill.${hint}`,
    "A campaign has a manifest.json at its top, a skill a skill.json or SKILL.md.",
  );
}

/** Whether a path belongs to the player rather than to the skill. */
export function isPlayersOwn(kind: Kind, path: string): boolean {
  return kind === "skill" && PLAYERS_OWN.includes((path.split("/")[0] ?? "").toLowerCase());
}

/** Checks a skill's folder by what discovery says of it. */
export async function checkSkill(dir: string): Promise<FolderVerdict> {
  const { skills, problems } = await discoverSkills({
    folders: [{ path: dir, origin: "user" }],
    // Settings of the player are no matter of the skill's.
    dataRoot: dirname(dir),
  });
  const found = skills.find(({ name }) => fitsSkillFolder(name, basename(dir)));
  return {
    title: found?.displayName ?? null,
    problems: problems.map(({ file, line, message, severity }) => ({
      file: relative(dir, file) || basename(file),
      line,
      message,
      severity,
    })),
  };
}
