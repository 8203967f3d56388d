/** A memory as it is written down: made from what a plan gives, with what the context knows filled in. */
import { ToolFailure } from "@narratoria/protocol/skill";
import type { Deed, StoryMemory } from "@narratoria/protocol/story";

const SIGNIFICANCES = ["low", "medium", "high"] as const;

/** The longest summary that is kept; a memory is a sentence or two. */
const SUMMARY_LENGTH = 600;

export interface MemoryInput {
  readonly summary?: string;
  readonly summaryFrom?: string;
  readonly characters?: readonly string[];
  readonly location?: string;
  readonly significance?: (typeof SIGNIFICANCES)[number];
  readonly tags?: readonly string[];
}

/**
 * Builds the record to store: the memory that a dependency made (`summaryFrom`), overlaid with what the input says itself.
 * Where that dependency failed, the input's own summary is enough.
 *
 * @throws {ToolFailure} `nothing_to_remember` if there is no summary from either.
 */
export function buildMemory(
  input: MemoryInput,
  dependencies: Readonly<Record<string, unknown>>,
  context: Readonly<Record<string, unknown>>,
): StoryMemory {
  const made = input.summaryFrom === undefined ? {} : record(record(dependencies[input.summaryFrom]).memory);
  const summary = (input.summary?.trim() || text(made.summary).trim()).slice(0, SUMMARY_LENGTH);
  if (summary === "") {
    const where = input.summaryFrom === undefined ? "" : `, and "${input.summaryFrom}" gave no memory`;
    throw new ToolFailure("nothing_to_remember", `There is nothing to remember: the input has no "summary"${where}.`);
  }
  const deed = deedOf(made.deed);
  return {
    summary,
    scene: wholeNumber(context.scene) ?? wholeNumber(made.scene) ?? 0,
    characters: input.characters ?? texts(made.characters),
    location: input.location ?? (text(made.location) || text(context.place)),
    significance: input.significance ?? SIGNIFICANCES.find((one) => one === made.significance) ?? "medium",
    tags: input.tags ?? texts(made.tags),
    ...(deed ? { deed } : {}),
  };
}

/** What else the same dependency wants remembered, apart from the deed; null where there is nothing. (rule ME10) */
export function witnessedMemory(
  { summaryFrom }: MemoryInput,
  dependencies: Readonly<Record<string, unknown>>,
  context: Readonly<Record<string, unknown>>,
): StoryMemory | null {
  const made = summaryFrom === undefined ? {} : record(record(dependencies[summaryFrom]).witnessed);
  return text(made.summary).trim() === ""
    ? null
    : buildMemory({ summaryFrom: "witnessed" }, { witnessed: { memory: made } }, context);
}

/** What is in a deed is between the script that made it and those that call it back; here it is only kept. */
function deedOf(value: unknown): Deed | null {
  return typeof record(value).verb === "string" ? (value as Deed) : null;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

function wholeNumber(value: unknown): number | undefined {
  return Number.isInteger(value) ? Number(value) : undefined;
}
