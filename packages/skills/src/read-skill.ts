import { accessSync, constants, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isJsonObject, type JsonObject, LIMITS } from "@narratoria/protocol";
import { readSettings, type Settings, type SettingsPlaces } from "./config-form/read-settings.js";
import { leavesOf } from "./config-form/form-model.js";
import { isOwnAffair } from "./folder-print.js";
import { type JsonText, parseJsonObject } from "./json-text.js";
import {
  descriptionFault,
  type Manifest,
  nameFault,
  numberOf,
  readManifest,
  textOf,
  textsOf,
  versionFault,
} from "./manifest.js";
import type { DiscoverOptions } from "./discover-skills.js";
import { type Problem, type Report, reportTo, START } from "./problems.js";
import { readText, type TextFile } from "./read-text.js";
import { listedScripts, reportOmitted, unlistedScripts } from "./scripts.js";

import { isTrusted, type Skill, type SkillOrigin } from "./skill.js";
import { parseHead, plainValue, splitSkillMd } from "./skill-md.js";

const MANIFEST_BYTES = 256 * 1024;
/** Room for the longest front matter and the longest prompt. */
const SKILL_MD_BYTES = 64 * 1024 + LIMITS.promptBytes;
/** What is read beside the folder, and by what it is judged. */
type ReadOptions = Pick<DiscoverOptions, "dataRoot" | "env" | "mayBeFilled">;

/** A folder that may be a skill. */
export interface Candidate {
  readonly dir: string;
  readonly origin: SkillOrigin;
  /** Whether the folder was named itself, so that it must be a skill. */
  readonly named: boolean;
}

/** What a folder came to. */
export interface ReadSkill {
  readonly skill: Skill | null;
  readonly problems: Problem[];
  /** The file that says what the skill is. */
  readonly file: string;
  /** Null where there is no skill. */
  readonly places: SettingsPlaces | null;
  /** What is wrong with its saved settings, as a sentence; null where nothing is. */
  readonly misconfigured: string | null;
}

/**
 * Reads one skill.
 *
 * @returns Null where there is no skill at all, only a folder or file of another kind.
 */
export async function readSkill(candidate: Candidate, options: ReadOptions): Promise<ReadSkill | null> {
  try {
    return await readFolder(candidate, options);
  } catch (error) {
    // A folder that goes away or is closed to us while it is read costs that skill, not the start.
    if (!(error instanceof Error && "code" in error)) throw error;
    const problems: Problem[] = [];
    const message = `The skill cannot be read (${String(error.code)}). It is left out.`;
    reportTo(problems, candidate.dir)("error", START, message);
    return { skill: null, problems, file: candidate.dir, places: null, misconfigured: null };
  }
}

async function readFolder(candidate: Candidate, options: ReadOptions): Promise<ReadSkill | null> {
  const { origin } = candidate;
  const { dataRoot, env, mayBeFilled } = options;
  if (!candidate.named && !statSync(candidate.dir, { throwIfNoEntry: false })?.isDirectory()) return null;
  const dir = realpathSync.native(candidate.dir);
  const manifestFile = readText(dir, "skill.json", MANIFEST_BYTES);
  const skillMdFile = readText(dir, "SKILL.md", SKILL_MD_BYTES);
  if (manifestFile.state === "absent" && skillMdFile.state === "absent") return null;
  const problems: Problem[] = [];
  const file = join(candidate.dir, manifestFile.state === "absent" ? "SKILL.md" : "skill.json");
  const report = reportTo(problems, file);
  const folder = basename(candidate.dir);
  const described =
    manifestFile.state === "absent"
      ? await fromSkillMd(skillMdFile, folder, report)
      : await fromManifest(manifestFile, folder, report);
  if (described === null) return { skill: null, problems, file, places: null, misconfigured: null };

  const { manifest, json } = described;
  const { fields } = manifest;
  const reportMd = reportTo(problems, join(candidate.dir, "SKILL.md"));
  if (json !== null) reportDisagreement(skillMdFile, manifest, reportMd);
  const kept = join(resolve(dataRoot), manifest.name);
  const home = origin === "bundled" || !mayKeepData(dir) ? kept : dir;
  const own = ownAffairs(fields);
  for (const field of own) {
    const what = "This lies in data/, which holds what may change at any time. It is not used.";
    if (json !== null) report("warning", await json.locate(`/${field}`), what);
  }
  const schema = (own.has("configSchema") ? null : textOf(fields, "configSchema")) ?? "config-schema.json";
  // What lies beside the data is written, so it holds over what lies elsewhere.
  const saved = [...new Set([home === dir ? kept : dir, home])];
  const places: SettingsPlaces = {
    schema: { root: dir, path: schema, file: join(candidate.dir, schema) },
    saved: saved.map((root) => ({
      root,
      path: "config.json",
      file: join(root === dir ? candidate.dir : root, "config.json"),
      // The file in the skill's folder may have come with it. Whatever lies elsewhere nobody but the player has written.
      mayBeFilled: (filled) => root !== dir || (mayBeFilled?.(manifest.name, filled) ?? false),
    })),
  };
  const settings = await readSettings(places, env);
  problems.push(...settings.problems.files, ...settings.problems.fields);
  if (json !== null && manifest.scripts !== null) await reportOmitted(dir, origin, manifest.scripts, json, report);
  const scripts =
    json !== null && manifest.scripts !== null
      ? await listedScripts(dir, origin, manifest.scripts, json, report)
      : unlistedScripts(dir, origin, meantOf(manifest, json), report);
  const skill: Skill = {
    name: manifest.name,
    displayName: textOf(fields, "displayName") ?? manifest.name,
    description: manifest.description,
    guide: guideIn(skillMdFile) ?? manifest.description,
    version: manifest.version,
    author: textOf(fields, "author"),
    license: textOf(fields, "license"),
    origin,
    dir,
    dataDir: join(home, "data"),
    prompt: await readPrompt(
      dir,
      own.has("prompt") ? null : textOf(fields, "prompt"),
      skillMdFile,
      json,
      report,
      reportMd,
    ),
    scripts,
    capabilities: textsOf(fields, "capabilities"),
    dependencies: textsOf(fields, "dependencies"),
    priority: numberOf(fields, "priority") ?? 50,
    retryPolicy: await retryPolicyOf(fields, json, report),
    host: textsOf(fields, "host"),
    // Of others' skills only the manifest counts, which an agreement is bound to: a folder may come with settings.
    network: [...textsOf(fields, "network"), ...(origin === "bundled" ? settings.network : [])],
    sandbox: isTrusted(origin) ? "preferred" : "required",
    concurrent: fields.concurrent === true,
    config: settings.values,
    environment: leavesOf(settings.form?.fields ?? []).flatMap(({ envVar }) => envVar ?? []),
    secrets: settings.secrets,
  };
  return { skill, problems, file, places, misconfigured: misfitOf(settings, places) };
}

/** Which programs of a skill that lists none are its scripts. */
function meantOf({ fields }: Manifest, json: JsonText | null): { when: readonly string[]; anyProgram: boolean } {
  const when = textsOf(fields, "when");
  return { when, anyProgram: json !== null || when.length > 0 };
}

/** What is wrong with what was saved, the file before what stands in it. */
function misfitOf({ problems }: Settings, { saved }: SettingsPlaces): string | null {
  const file = problems.files.find((problem) => saved.some((place) => place.file === problem.file));
  if (file !== undefined) return `In ${basename(file.file)}, line ${file.line}: ${file.message}`;
  return problems.fields[0]?.message ?? null;
}

/** Fields that name a file which no agreement covers. */
function ownAffairs(fields: JsonObject): ReadonlySet<string> {
  return new Set(["prompt", "configSchema"].filter((field) => isOwnAffair(textOf(fields, field) ?? "")));
}

/**
 * Whether a skill's caches and settings can lie in its own folder. A `data` that is a link would lead them, and with them
 * the one hole in the skill's sandbox, to somewhere else.
 */
function mayKeepData(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
  } catch {
    return false;
  }
  const data = lstatSync(join(dir, "data"), { throwIfNoEntry: false });
  return data === undefined || data.isDirectory();
}

/** What a skill says of itself; `json` is null where it has no `skill.json`. */
interface Described {
  readonly manifest: Manifest;
  readonly json: JsonText | null;
}

async function fromManifest(file: TextFile, folder: string, report: Report): Promise<Described | null> {
  const leftOut = "The skill is left out.";
  if (file.state !== "read") {
    report("error", START, `${file.state === "unfit" ? file.reason : "It is missing."} ${leftOut}`);
    return null;
  }
  if (file.byteOrderMark) {
    report("error", START, `The file opens with a byte order mark. Save it as UTF-8 without one. ${leftOut}`);
    return null;
  }
  if (file.cut) {
    report("error", START, `The file is larger than ${MANIFEST_BYTES / 1024} KiB. ${leftOut}`);
    return null;
  }
  const parsed = await parseJsonObject(file.text);
  if (!parsed.ok) {
    report("error", parsed.at, `${parsed.message} ${leftOut}`);
    return null;
  }
  const manifest = await readManifest(parsed.json, folder, report);
  return manifest === null ? null : { manifest, json: parsed.json };
}

/** Where the front matter of a SKILL.md says in which scenes its scripts are run of themselves. */
const SCENES_FIELD = "narratoria-when";
const SCENES: readonly string[] = ["opening", "turn", "ending"];

async function fromSkillMd(file: TextFile, folder: string, report: Report): Promise<Described | null> {
  const leftOut = "The skill is left out.";
  if (file.state !== "read") {
    report("error", START, `${file.state === "unfit" ? file.reason : "It is missing."} ${leftOut}`);
    return null;
  }
  const { head } = splitSkillMd(file.text);
  if (head === null) {
    report("error", START, `It must open with front matter: name and description between two lines of ---. ${leftOut}`);
    return null;
  }
  const parsed = await parseHead(head, report);
  if (parsed === null) return null;
  const { data, locate } = parsed;
  const { name, description } = data;
  const metadata = isJsonObject(data.metadata) ? data.metadata : {};
  for (const [field, fault] of [
    ["name", nameFault(name, folder)],
    ["description", descriptionFault(description)],
  ] as const) {
    if (fault !== null) report("error", locate(field), `${fault} ${leftOut}`);
  }
  if (nameFault(name, folder) !== null || descriptionFault(description) !== null) return null;
  if (typeof name !== "string" || typeof description !== "string") return null;
  const when = (textOf(metadata, SCENES_FIELD) ?? "").split(/[\s,]+/).filter(Boolean);
  for (const word of when.filter((one) => !SCENES.includes(one)))
    report("warning", locate("metadata"), `"${word}" is no kind of scene; there are ${SCENES.join(", ")}.`);
  const fields: JsonObject = {
    license: data.license,
    author: metadata.author,
    when: when.filter((word) => SCENES.includes(word)),
  };
  const version = versionFault(metadata.version) === null ? (textOf(metadata, "version") ?? "0.0.0") : "0.0.0";
  return { manifest: { name, version, description, fields, scripts: null }, json: null };
}

/** Of two files that say different things, `skill.json` holds. Descriptions may differ: one is for people, one for a model. */
function reportDisagreement(file: TextFile, manifest: Manifest, report: Report): void {
  if (file.state === "unfit") report("warning", START, `${file.reason} It is not used.`);
  if (file.state !== "read") return;
  const { head } = splitSkillMd(file.text);
  if (head === null) return;
  const license = textOf(manifest.fields, "license");
  for (const [key, held] of [["name", manifest.name] as const, ["license", license] as const]) {
    const said = plainValue(head, key);
    if (said === null || held === null || said === held) continue;
    const line = 2 + head.slice(0, new RegExp(`^${key}:`, "m").exec(head)?.index ?? 0).split("\n").length - 1;
    report("warning", { line, column: 1 }, `The ${key} is "${said}" here and "${held}" in skill.json, which holds.`);
  }
}

/** The description of a SKILL.md, which by the public standard says when the skill is to be used; null where it has none that fits. */
function guideIn(file: TextFile): string | null {
  if (file.state !== "read") return null;
  const { head } = splitSkillMd(file.text);
  const said = head === null ? null : plainValue(head, "description");
  return descriptionFault(said ?? undefined) === null ? said : null;
}

/** The prompt that `skill.json` names, else the body of SKILL.md, else `prompt.md`. */
async function readPrompt(
  dir: string,
  named: string | null,
  skillMd: TextFile,
  json: JsonText | null,
  report: Report,
  reportMd: Report,
): Promise<string | null> {
  if (named !== null && named !== "SKILL.md" && json !== null) {
    const found = readText(dir, named, LIMITS.promptBytes);
    if (found.state === "read") return shortened(found.text, found.cut, report);
    const why = found.state === "unfit" ? found.reason : `There is no file "${named}" in the skill's folder.`;
    report("warning", await json.locate("/prompt"), `${why} The skill has no prompt from it.`);
  }
  if (skillMd.state === "read") {
    const { body } = splitSkillMd(skillMd.text);
    return shortened(body, skillMd.cut, reportMd);
  }
  const found = readText(dir, "prompt.md", LIMITS.promptBytes);
  if (found.state === "read") return shortened(found.text, found.cut, report);
  if (found.state === "unfit") report("warning", START, `prompt.md: ${found.reason} The skill has no prompt.`);
  return null;
}

/** At most 8 KiB, cut at the end of a line or word; null when nothing is left. */
function shortened(text: string, cut: boolean, report: Report): string | null {
  const bytes = Buffer.from(text);
  let kept = text;
  if (cut || bytes.length > LIMITS.promptBytes) {
    const whole = new TextDecoder().decode(bytes.subarray(0, LIMITS.promptBytes), { stream: true });
    kept = whole.replace(/\s+\S*$/, "");
    report("warning", START, `The prompt is longer than ${LIMITS.promptBytes / 1024} KiB. What follows is not used.`);
  }
  kept = kept.trim();
  return kept === "" ? null : kept;
}

/** The retry policy of a manifest, within what the runtime grants; null where it has none. (rule SK480) */
async function retryPolicyOf(fields: JsonObject, json: JsonText | null, report: Report): Promise<Skill["retryPolicy"]> {
  const policy = fields.retryPolicy;
  if (!isJsonObject(policy)) return null;
  const within = async (name: string, otherwise: number, most: number): Promise<number> => {
    const wanted = numberOf(policy, name) ?? otherwise;
    if (wanted <= most) return wanted;
    const at = json === null ? START : await json.locate(`/retryPolicy/${name}`);
    report("warning", at, `"${name}" may be at most ${most}, not ${wanted}. ${most} is used instead.`);
    return most;
  };
  return {
    maxRetries: await within("maxRetries", 3, LIMITS.maxRetries),
    backoffMs: await within("backoffMs", 100, LIMITS.maxBackoffMs),
  };
}
