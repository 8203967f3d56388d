/** What scripts beside those of the turn itself are given. */
import { inputFaults, type InputShape, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { PlanRequest, PlanScript } from "./plan-request.js";

/** Letters of a text that a scene puts into an input, and that a model writes for one. */
const MOST_TEXT = 200;
/** Members that a model is asked for, and items of a list: each costs a small model a good part of a second. */
const MOST_MEMBERS = 4;
const MOST_ITEMS = 3;
const NAME = /\{(choice|person|personId|topic|place|partOfDay|weather)\}/g;

type Moment = Pick<PlanRequest, "slot" | "moment">;

/**
 * Returns what a script is given where nobody decides that: what its manifest says, with what the scene has put in, else nothing.
 *
 * @returns Null where that does not fit the script's schema. (rule NA484)
 */
export function usualInput({ shape, standsAlone, input: pattern }: PlanScript, request: Moment): JsonObject | null {
  if (pattern === undefined && !standsAlone) return null;
  const input = pattern === undefined ? {} : filled(pattern, valuesIn(request));
  return shape === undefined || inputFaults(shape, input).length === 0 ? input : null;
}

function valuesIn({ slot, moment }: Moment): Readonly<Record<string, string>> {
  const person = moment.people.find(({ id }) => id === slot?.bind.npc) ?? moment.people[0];
  const topic = moment.topics.find(({ id }) => id === slot?.bind.topic);
  return {
    choice: slot?.text ?? "",
    person: person?.name ?? "",
    personId: person?.id ?? "",
    topic: topic?.name ?? "",
    place: moment.place,
    partOfDay: moment.partOfDay,
    weather: moment.weather,
  };
}

/** The pattern with values for names. A member that names what there is nothing of is left out. */
function filled(pattern: JsonObject, values: Readonly<Record<string, string>>): JsonObject {
  const fill = (value: JsonValue | undefined): JsonValue | undefined => {
    if (typeof value === "string") {
      const names = [...value.matchAll(NAME)].map(([, name = ""]) => name);
      if (names.some((name) => (values[name] ?? "") === "")) return undefined;
      return value.replace(NAME, (_, name: string) => (values[name] ?? "").slice(0, MOST_TEXT));
    }
    if (Array.isArray(value)) return value.flatMap((one) => fill(one) ?? []);
    return isJsonObject(value) ? members(value) : value;
  };
  const members = (object: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(object).flatMap(([key, one]) => {
        const value = fill(one);
        return value === undefined ? [] : [[key, value]];
      }),
    );
  return members(pattern);
}

type Field = InputShape["properties"][string];

/**
 * Returns the members of an input that a model is asked for: those that are required, else the first few.
 *
 * @returns Null where nothing can be asked for, or more is required than a model has time for. (rule NA485)
 */
export function askedInput(shape: InputShape | undefined): InputShape | null {
  if (shape === undefined) return null;
  const required = (shape.required ?? []).filter((name) => Object.hasOwn(shape.properties, name));
  const names = required.length > 0 ? required : Object.keys(shape.properties).slice(0, MOST_MEMBERS);
  if (names.length === 0 || names.length > MOST_MEMBERS) return null;
  const properties: Record<string, Field> = {};
  for (const name of names) {
    const field = shape.properties[name];
    const asked = field === undefined ? null : askedField(field);
    if (asked !== null) properties[name] = asked;
    else if (required.length > 0) return null;
  }
  if (Object.keys(properties).length === 0) return null;
  return { type: "object", properties, required: Object.keys(properties) };
}

/** A field with an end; null for one that is too much for a small model. */
function askedField({ type, enum: options, description, minimum, maximum, maxLength, items }: Field): Field | null {
  const said = description === undefined ? {} : { description };
  if (options !== undefined) return options.length === 0 ? null : { type, enum: options, ...said };
  switch (type) {
    case "string":
      return { type, maxLength: Math.min(maxLength ?? MOST_TEXT, MOST_TEXT), ...said };
    case "number":
    case "integer":
      return {
        type,
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
        ...said,
      };
    case "boolean":
      return { type, ...said };
    case "array": {
      const item = items === undefined || items.type === "array" ? null : askedField(items);
      return item === null ? null : { type, items: item, maxItems: MOST_ITEMS, ...said };
    }
    default:
      return null;
  }
}

/** The asked members as the schema that a grammar is made of. */
export function inputGrammar({ properties, required = [] }: InputShape): JsonObject {
  const field = ({ type, enum: options, maxLength, items, maxItems }: Field): JsonObject => {
    if (options !== undefined) return { enum: [...options] };
    if (type === "string") return { type, ...(maxLength === undefined ? {} : { maxLength }) };
    if (type === "array" && items !== undefined) return { type, items: field(items), maxItems: maxItems ?? MOST_ITEMS };
    return { type };
  };
  const members = Object.entries(properties).map(([name, one]) => [name, field(one)] as const);
  return {
    type: "object",
    properties: Object.fromEntries(members),
    required: [...required],
    additionalProperties: false,
  };
}

/** What each asked member is, in a line for a prompt. */
export function inputWords({ properties }: InputShape): string {
  return Object.entries(properties)
    .map(([name, { description, minimum, maximum, enum: options }]) => {
      const bounds = [minimum === undefined ? "" : `from ${minimum}`, maximum === undefined ? "" : `to ${maximum}`];
      const more = [description ?? "", options === undefined ? bounds.join(" ").trim() : ""].filter(Boolean).join(", ");
      return more === "" ? name : `${name} (${more})`;
    })
    .join(", ");
}
