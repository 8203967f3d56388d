/** The models that can be had by name: data, so that one more is a change of no code. */
import data from "./catalogue.json" with { type: "json" };

/** What a model is for: telling scenes, or finding memories by their meaning. */
export type ModelKind = "narrator" | "memories";

/** One file of a model. What nobody has measured is null and is said to be unknown. */
export interface CatalogueFile {
  /** Its path in the repository; `/` between folders. */
  readonly path: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
}

export interface CatalogueModel {
  readonly name: string;
  readonly title: string;
  readonly kind: ModelKind;
  /** A sentence on what it is good for. */
  readonly about: string;
  readonly licence: string;
  readonly licenceUrl: string;
  /** `owner/name` at the endpoint, and the branch or commit there. */
  readonly repository: string;
  readonly revision: string;
  /** Folder of its files below the models folder; that folder itself where left out. */
  readonly folder?: string;
  readonly files: readonly CatalogueFile[];
  /** How many weights it has, by its makers: what its name stands for. */
  readonly weights: number;
  /** Files of the same model that are known by their hash, wherever they are from. */
  readonly known?: readonly { readonly what: string; readonly sha256: string }[];
}

/** Every fault of a catalogue, in words; none where it is sound. */
export function catalogueFaults(value: unknown): string[] {
  if (!isRecord(value) || value["version"] !== 1 || !Array.isArray(value["models"])) return ["it is no catalogue"];
  const names = new Set<unknown>();
  return value["models"].flatMap((model: unknown, index) => {
    if (!isRecord(model)) return [`models[${index}] is no object`];
    const faults = Object.entries(CHECKS).flatMap(([key, good]) =>
      good(model[key]) ? [] : [`models[${index}].${key}`],
    );
    if (names.has(model["name"])) faults.push(`models[${index}].name comes twice`);
    names.add(model["name"]);
    return faults;
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
const isHash = (value: unknown): boolean => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
/** A path that stays where it is put. */
const isPath = (value: unknown): boolean =>
  typeof value === "string" && /^[\w][\w.-]*(\/[\w][\w.-]*)*$/.test(value) && !value.includes("..");

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: (value) => typeof value === "string" && /^[a-z0-9][a-z0-9.-]{1,40}$/.test(value),
  title: isText,
  kind: (value) => value === "narrator" || value === "memories",
  about: isText,
  licence: isText,
  licenceUrl: (value) => typeof value === "string" && value.startsWith("https://"),
  repository: (value) => typeof value === "string" && /^[\w.-]+\/[\w.-]+$/.test(value),
  revision: (value) => typeof value === "string" && /^[\w.-]+$/.test(value),
  folder: (value) => value === undefined || isPath(value),
  files: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (file: unknown) =>
        isRecord(file) &&
        isPath(file["path"]) &&
        (file["bytes"] === null || isCount(file["bytes"])) &&
        (file["sha256"] === null || isHash(file["sha256"])),
    ),
  weights: isCount,
  known: (value) =>
    value === undefined ||
    (Array.isArray(value) &&
      value.every((one: unknown) => isRecord(one) && isText(one["what"]) && isHash(one["sha256"]))),
};

/** The models that come with this version, the one to take first in front. */
export function catalogueModels(): readonly CatalogueModel[] {
  return data.models.map((model) => ({ ...model, kind: model.kind === "memories" ? "memories" : "narrator" }));
}
