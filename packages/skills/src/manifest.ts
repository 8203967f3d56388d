import { fitsSkillFolder, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { checkContract, unknownMembers } from "@narratoria/protocol/contracts";
import { type JsonText, pointerTo } from "./json-text.js";
import type { Report } from "./problems.js";

/** What a skill says of itself, checked. Fields that were wrong are left out. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** The other fields, each as the contract wants it or absent. */
  readonly fields: JsonObject;
  /** The scripts that can be used as far as the manifest goes, with their place in it; null where none are declared. */
  readonly scripts: readonly { readonly pointer: string; readonly fields: JsonObject }[] | null;
}

const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * Why a skill cannot be called that; null when it can. The rules are those of the public Agent Skills standard.
 *
 * @param folder - Name of the skill's folder, where it has one.
 */
export function nameFault(name: JsonValue | undefined, folder?: string): string | null {
  if (name === undefined) return "A skill needs a name.";
  if (typeof name !== "string" || !/^[a-z0-9-]+$/.test(name)) {
    return `The name ${shown(name)} may hold only small letters, digits and hyphens.`;
  }
  if (name.length > MAX_NAME) return `The name has ${name.length} characters; ${MAX_NAME} are the most.`;
  if (/^-|-$|--/.test(name)) return `The name "${name}" has a hyphen at an end or two in a row.`;
  if (WINDOWS_DEVICE.test(name)) return `The name "${name}" cannot be a folder on Windows.`;
  if (folder !== undefined && !fitsSkillFolder(name, folder))
    return `The name "${name}" differs from its folder, "${folder}".`;
  return null;
}

/** Why this is no version; null when it is one. */
export function versionFault(version: JsonValue | undefined): string | null {
  if (version === undefined) return "A skill needs a version, such as 1.0.0.";
  if (typeof version === "string" && VERSION.test(version)) return null;
  return `The version ${shown(version)} is not three numbers, such as 1.0.0.`;
}

/** Why this does not describe a skill; null when it does. */
export function descriptionFault(description: JsonValue | undefined): string | null {
  if (description === undefined) return "A skill needs a description.";
  if (typeof description !== "string") return "The description must be text.";
  if (description.trim() === "") return "The description is empty.";
  if (description.length <= MAX_DESCRIPTION) return null;
  return `The description has ${description.length} characters; ${MAX_DESCRIPTION} are the most.`;
}

/**
 * Checks a `skill.json`. Without a sound name, version and description there is no skill; anything else that is wrong is
 * reported and left out, and the rest is used.
 *
 * @param folder - Name of the skill's folder, which its name must equal.
 * @returns Null when the skill must be left out.
 */
export async function readManifest(json: JsonText, folder: string, report: Report): Promise<Manifest | null> {
  const { value } = json;
  const { name, version, description } = value;
  const faults = [
    { field: "name", fault: nameFault(name, folder) },
    { field: "version", fault: versionFault(version) },
    { field: "description", fault: descriptionFault(description) },
  ];
  let usable = true;
  for (const { field, fault } of faults) {
    if (fault === null) continue;
    usable = false;
    report("error", await json.locate(pointerTo(field)), `${fault} The skill is left out.`);
  }
  if (!usable || typeof name !== "string" || typeof version !== "string" || typeof description !== "string")
    return null;

  const refused = new Set<string>();
  for (const issue of checkContract("skill-manifest", value)) {
    // Timeouts are clamped, not refused; the fields above have been looked at.
    if (issue.pointer === "" || /^\/(?:name|version|description)$|^\/scripts\/\d+\/timeout$/.test(issue.pointer))
      continue;
    const script = /^(\/scripts\/\d+)(?:\/(?:name|path))?$/.exec(issue.pointer)?.[1];
    const what = script === undefined ? "It is left out." : "The script is left out.";
    report("warning", await json.locate(issue.pointer), `${sentence(issue.message)} ${what}`);
    refused.add(script ?? issue.pointer);
  }
  for (const issue of unknownMembers("skill-manifest", value)) {
    report("warning", await json.locate(issue.pointer), `${sentence(issue.message)} It is not used.`);
  }
  const { scripts, ...others } = value;
  const fields = prune(others, refused, "");
  return {
    name,
    version,
    description,
    fields: isJsonObject(fields) ? fields : {},
    scripts: Array.isArray(scripts) ? scripts.flatMap((script, index) => kept(script, index, refused)) : null,
  };
}

function kept(
  script: JsonValue,
  index: number,
  refused: ReadonlySet<string>,
): { pointer: string; fields: JsonObject }[] {
  const pointer = pointerTo("scripts", index);
  const fields = prune(script, refused, pointer);
  return isJsonObject(fields) ? [{ pointer, fields }] : [];
}

/** A copy without the values at the given JSON pointers. */
function prune(value: JsonValue, refused: ReadonlySet<string>, pointer: string): JsonValue | undefined {
  if (refused.has(pointer)) return undefined;
  if (Array.isArray(value)) {
    return value.flatMap((item: JsonValue, index) => prune(item, refused, pointer + pointerTo(index)) ?? []);
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([key, member]) => {
    const rest = member === undefined ? undefined : prune(member, refused, pointer + pointerTo(key));
    return rest === undefined ? [] : [[key, rest] as const];
  });
  return Object.fromEntries(members);
}

/** The text of a field, or null. */
export function textOf(fields: JsonObject, key: string): string | null {
  const value = fields[key];
  return typeof value === "string" ? value : null;
}

/** The texts of a list, or none. */
export function textsOf(fields: JsonObject, key: string): string[] {
  const value = fields[key];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** The number of a field, or null. */
export function numberOf(fields: JsonObject, key: string): number | null {
  const value = fields[key];
  return typeof value === "number" ? value : null;
}

/** A value as it stands in a sentence, cut short. */
export function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

/** What a contract check says, as a sentence. */
export function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`;
}
