/** What each type of record must hold, and what of it can be looked for. */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { checkContract } from "@narratoria/protocol/contracts";
import { StoreError } from "../errors.js";
import { DECAY_RATE, MOST } from "./decay.js";
import type { DataType } from "./record-types.js";

/** What filters and searches read of a record. */
export interface Findable {
  /** What there can be only one record of: a faction, a person, a portrait, a piece of a file, a path. Null where there can be many. */
  readonly key: string | null;
  readonly people: readonly string[];
  readonly factions: readonly string[];
  readonly tags: readonly string[];
  readonly location: string | null;
  readonly path: string | null;
  /** What is searched by meaning and by words; empty where a type is not. */
  readonly text: string;
  /** Names that are searched by words beside it. */
  readonly names: string;
}

interface Shape {
  /** True when records of it belong to a turn, and undoing takes them back. */
  readonly timeline: boolean;
  /** True when there is text to search. */
  readonly searchable: boolean;
  /** The score that fades. */
  readonly score?: string;
  readonly fields: Readonly<Record<string, Field>>;
  find(record: JsonObject): Partial<Findable>;
}

/** A check gives back what is kept, or undefined for a value that will not do. */
interface Field {
  readonly check: (value: JsonValue) => JsonValue | undefined;
  readonly wants: string;
  readonly optional?: true;
  readonly standIn?: (now: number) => JsonValue;
}

const TEXT: Field = {
  wants: "text",
  check: (value) => (typeof value === "string" && value.trim() ? value : undefined),
};
const ANY_TEXT: Field = { wants: "text", check: (value) => (typeof value === "string" ? value : undefined) };
const TEXTS: Field = {
  wants: "a list of texts",
  check: (value) => (Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined),
};
const COUNT: Field = {
  wants: "a whole number from 0",
  check: (value) => (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined),
};
const SCORE: Field = {
  wants: "a finite number; it is held to -100 to 100",
  check: (value) =>
    typeof value === "number" && Number.isFinite(value) ? Math.max(-MOST, Math.min(MOST, value)) : undefined,
};
const RATE: Field = {
  wants: "a number from 0 to 1",
  check: (value) => (typeof value === "number" && value >= 0 && value <= 1 ? value : undefined),
  standIn: () => DECAY_RATE,
};
const DATE: Field = {
  wants: "an ISO 8601 date and time such as 2026-02-03T10:30:00Z",
  check: (value) => (isDate(value) ? value : undefined),
  standIn: (now) => new Date(now).toISOString(),
};

const optional = (field: Field): Field => ({ ...field, optional: true });

const SHAPES: Readonly<Record<Exclude<DataType, "session">, Shape>> = {
  memory: {
    timeline: true,
    searchable: true,
    fields: {
      summary: TEXT,
      characterIds: optional(TEXTS),
      characters: optional(TEXTS),
      actionType: optional(ANY_TEXT),
      semanticTags: optional(TEXTS),
      tags: optional(TEXTS),
      location: optional(ANY_TEXT),
      factionIds: optional(TEXTS),
    },
    find(record) {
      const people = [...texts(record.characterIds), ...texts(record.characters)];
      const tags = [...texts(record.semanticTags), ...texts(record.tags)];
      const location = text(record.location) || null;
      const action = text(record.actionType);
      return {
        people,
        tags: action === "" ? tags : [...tags, action],
        location,
        factions: texts(record.factionIds),
        text: text(record.summary),
        names: [...people, ...(location === null ? [] : [location]), ...tags].join(" "),
      };
    },
  },
  lore: {
    timeline: false,
    searchable: true,
    fields: {
      filePath: TEXT,
      title: optional(ANY_TEXT),
      chunkIndex: COUNT,
      paragraphId: COUNT,
      content: TEXT,
      tokenCount: COUNT,
      tags: optional(TEXTS),
    },
    find: (record) => ({
      key: `${text(record.filePath)}#${String(record.chunkIndex)}`,
      path: text(record.filePath),
      tags: texts(record.tags),
      // A paragraph seldom repeats what its page is about.
      text: [text(record.title), text(record.content)].filter((part) => part.trim() !== "").join(". "),
      names: texts(record.tags).join(" "),
    }),
  },
  reputation: {
    timeline: true,
    searchable: false,
    score: "currentScore",
    fields: { factionId: TEXT, currentScore: SCORE, lastUpdated: DATE, decayRate: RATE },
    find: (record) => ({ key: text(record.factionId), factions: [text(record.factionId)] }),
  },
  perception: {
    timeline: true,
    searchable: false,
    score: "perceptionScore",
    fields: {
      npcId: TEXT,
      perceptionScore: SCORE,
      lastInteraction: DATE,
      eventHistory: { ...ANY_TEXT, standIn: () => "" },
      decayRate: RATE,
    },
    find: (record) => ({ key: text(record.npcId), people: [text(record.npcId)] }),
  },
  portrait: {
    timeline: false,
    searchable: false,
    fields: { characterId: TEXT, imagePath: TEXT, descriptionHash: TEXT, generatedAt: DATE },
    find: (record) => ({
      key: text(record.characterId),
      people: [text(record.characterId)],
      path: text(record.imagePath),
    }),
  },
  asset: {
    timeline: false,
    searchable: false,
    fields: {},
    find: (record) => ({ key: text(record.path), path: text(record.path), tags: texts(record.keywords) }),
  },
};

/** The longest record but for an asset, which carries a file: characters of JSON. */
const MAX_LENGTH = 1024 * 1024;

/** Whether records of such a type are kept as rows of their own. */
export function isRecordType(dataType: unknown): dataType is keyof typeof SHAPES {
  return typeof dataType === "string" && Object.hasOwn(SHAPES, dataType);
}

/** How records of a type behave. @throws StoreError `invalid` for a type there is none of, or sessions, which are kept apart. */
export function shapeOf(dataType: string): Shape {
  // Requests come from scripts in any language: the type is a promise only.
  const shape = Object.hasOwn(SHAPES, dataType) ? SHAPES[dataType as keyof typeof SHAPES] : undefined;
  if (shape) return shape;
  throw new StoreError(
    "invalid",
    `There are no records of the type "${dataType}": memory, lore, reputation, perception, portrait, session and asset are there.`,
  );
}

/**
 * A record as it is kept: checked, with what was left out filled in.
 *
 * @param now - Milliseconds since 1970.
 * @param lenient - Leaves an optional field out that will not do, instead of refusing the record.
 * @throws StoreError `invalid`, with the field to blame.
 */
export function checkedRecord(dataType: DataType, given: object, now: number, lenient = false): JsonObject {
  const { fields } = shapeOf(dataType);
  const record = asJson(dataType, given);
  for (const [name, field] of Object.entries(fields)) {
    const value = record[name];
    if (value === undefined) {
      if (field.standIn) record[name] = field.standIn(now);
      else if (!field.optional) throw wrong(dataType, name, field.wants);
      continue;
    }
    const kept = field.check(value);
    if (kept !== undefined) record[name] = kept;
    else if (field.optional && lenient) delete record[name];
    else throw wrong(dataType, name, field.wants);
  }
  if (dataType === "asset") checkAsset(record);
  else if (JSON.stringify(record).length > MAX_LENGTH) {
    throw new StoreError("invalid", `This ${dataType} is too long: at most ${MAX_LENGTH} characters are kept.`);
  }
  return record;
}

/**
 * Says whether a record can be stored, before anything is.
 *
 * @throws StoreError `invalid`, with the field to blame and what it must be.
 */
export function checkRecord(dataType: DataType, record: object): void {
  checkedRecord(dataType, record, 0);
}

/** What can be looked for in a record that has been checked. */
export function findable(dataType: DataType, record: JsonObject): Findable {
  const nothing = { key: null, people: [], factions: [], tags: [], location: null, path: null, text: "", names: "" };
  return { ...nothing, ...shapeOf(dataType).find(record) };
}

function asJson(dataType: DataType, given: object): { [name: string]: JsonValue | undefined } {
  let copy: JsonValue;
  try {
    copy = JSON.parse(JSON.stringify(given, refuseNonsense));
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError("invalid", `This ${dataType} cannot be written as JSON.`, { cause: error });
  }
  if (!isJsonObject(copy)) throw new StoreError("invalid", `A ${dataType} is an object.`);
  return { ...copy };
}

/** JSON would write these as null, and nobody would know. */
function refuseNonsense(name: string, value: unknown): unknown {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new StoreError("invalid", `"${name}" is no finite number.`);
}

const NO_PROVENANCE =
  "Generated asset missing provenance (generated=true requires provenance.source_model, provenance.generated_at, provenance.seed_data)";
const CONFLICT = "Human-created asset must not contain provenance (generated=false conflicts with provenance object)";

/** Architecture 6.2.11, in its order and its words; what else a contract of assets asks for comes after. */
function checkAsset(record: JsonObject): void {
  const { generated, provenance } = record;
  if (generated === true) {
    const made = isJsonObject(provenance) ? provenance : {};
    const missing = ["source_model", "generated_at", "seed_data"].some(
      (name) => typeof made[name] !== "string" || made[name].trim() === "",
    );
    if (missing) throw new StoreError("invalid", NO_PROVENANCE);
    if (!isDate(made.generated_at)) {
      throw new StoreError(
        "invalid",
        `provenance.generated_at must be an ISO 8601 date and time such as 2026-02-03T10:30:00Z, not "${String(made.generated_at)}".`,
      );
    }
  } else if (generated === false && provenance !== undefined) throw new StoreError("invalid", CONFLICT);
  const [issue] = checkContract("asset-metadata", record);
  if (issue) throw new StoreError("invalid", `This asset cannot be kept: ${issue.message}`);
}

/** A moment that exists: the calendar has it, and a zone says where. */
export function isDate(value: JsonValue | undefined): value is string {
  if (typeof value !== "string") return false;
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-](\d\d):(\d\d))$/i.exec(value);
  if (!parts) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= days &&
    hour < 24 &&
    minute < 60 &&
    second <= 60 &&
    zoneHour < 24 &&
    zoneMinute < 60
  );
}

function wrong(dataType: DataType, name: string, wants: string): StoreError {
  return new StoreError("invalid", `The field "${name}" of a ${dataType} must be ${wants}.`);
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
