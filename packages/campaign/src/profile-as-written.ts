/** Profiles that say plain things in fields or forms of their own: what they say is kept, and the author is told. */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { CastEntry, NpcProfile } from "@narratoria/protocol/contracts";
import type { StatedTraits } from "@narratoria/protocol/story";
import type { LocatedJson } from "./json-text.js";
import type { ProblemList } from "./problems.js";
import { kindOfNoun } from "./reading/kinds.js";

export interface ProfileAsWritten {
  /** The file's value with what its contract allows in the place of what it does not. */
  readonly value: JsonValue;
  readonly stated: StatedTraits;
  /** The profile with all that its author wrote. */
  restore(profile: NpcProfile): NpcProfile;
}

/** Other names of the contract's fields, folded. */
const SAME_FIELD: ReadonlyMap<string, string> = new Map([
  ...["fullname", "displayname", "title"].map((name) => [name, "name"] as const),
  ...["occupation", "job", "profession", "position"].map((name) => [name, "role"] as const),
  ...["motivation", "wants", "desires", "motives"].map((name) => [name, "motivations"] as const),
  ...["goal", "objectives", "aims"].map((name) => [name, "goals"] as const),
  ...["secret"].map((name) => [name, "secrets"] as const),
  ...["bio", "biography", "backstory", "history", "description"].map((name) => [name, "background"] as const),
  ...["looks", "physicaldescription"].map((name) => [name, "appearance"] as const),
  ...["items", "possessions", "equipment", "carries"].map((name) => [name, "inventory"] as const),
  ...["relations", "relationship", "connections"].map((name) => [name, "relationships"] as const),
  ...["speech", "voicestyle", "speechpattern", "speakingstyle"].map((name) => [name, "speech_patterns"] as const),
  ...["personalitytraits"].map((name) => [name, "traits"] as const),
]);
const FIELDS = new Set(
  "name role age personality motivations speech_patterns relationships secrets appearance background portrait voice goals stats inventory metadata _provenance".split(
    " ",
  ),
);
const NICKNAMES = /^(?:nicknames?|alias|aliases|aka|alsoknownas|calledby|called|knownas|shortname|othernames)$/;
const PRONOUNS = /^pronouns?$/;
const GENDERS = /^(?:gender|sex)$/;
const KINDS = /^(?:kind|species|race|creature|type)$/;
const HOMES = /^(?:home|location|residence|lives|livesat|place|base|whereabouts)$/;
const LABELS = /^(?:id|key|slug|ref|code)$/;
/** What a text may be taken as at most: nobody writes more by hand. */
const LONGEST = 20_000;
const MOST = 200;

const folded = (field: string): string => field.toLowerCase().replace(/[^\p{L}]/gu, "");

/**
 * Understands fields that mean something plain, and texts, lists and objects that stand where another of them belongs.
 * Implements rules CA662 to CA665.
 *
 * @param file - Its path in the campaign's folder.
 * @param fallbackName - The name of whoever's profile gives none.
 */
export function profileAsWritten(
  { value, locate }: LocatedJson,
  file: string,
  fallbackName: string,
  problems: ProblemList,
): ProfileAsWritten {
  const nothing = { labels: [], nicknames: [] };
  if (!isJsonObject(value)) return { value, stated: nothing, restore: (profile) => profile };
  const warn = (path: string | readonly string[], message: string, part: "key" | "value" = "value"): void =>
    problems.warning(
      file,
      locate(
        [path]
          .flat()
          .map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`)
          .join(""),
        part,
      ),
      "loose_form",
      message,
    );
  const fields: Record<string, JsonValue> = {};
  const tags: string[] = [];
  const labels: string[] = [];
  const nicknames: string[] = [];
  let pronoun: StatedTraits["pronoun"];
  let kind: StatedTraits["kind"];
  const takenAs = (field: string, what: string): void =>
    warn(field, `"${field}" is no field of a profile. It is taken as ${what}; other programs may ignore it.`, "key");
  const later: [string, string, JsonValue][] = [];
  for (const [field, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const key = folded(field);
    const text = textOf(member);
    if (FIELDS.has(field)) fields[field] = member;
    else if (key === folded("speech_patterns")) later.push([field, "speech_patterns", member]);
    else if (FIELDS.has(key)) later.push([field, key, member]);
    else if (key === "traits" || key === "flaws" || key === "virtues") later.push([field, key, member]);
    else if (key === "quotes" || key === "examples" || key === "lines") later.push([field, "examples", member]);
    else if (LABELS.test(key) && text !== "") {
      labels.push(text);
      takenAs(field, "a name by which this folder's files may refer to them");
    } else if (NICKNAMES.test(key) && text !== "") {
      // "Doc Bubbles (Tuppence only)": the remark is no part of the name.
      nicknames.push(...listOf(member).map((one) => one.replace(/\s*\([^)]*\)/g, "").trim()));
      takenAs(field, "what they are also called");
    } else if (PRONOUNS.test(key) && /\b(?:he|she|they|it|him|her|them)\b/i.test(text)) {
      pronoun = pronounOf(text);
      takenAs(field, `"${pronoun}"`);
    } else if (GENDERS.test(key) && sexOf(text) !== undefined) {
      pronoun ??= sexOf(text);
      takenAs(field, `"${sexOf(text)}"`);
    } else if (KINDS.test(key) && kindOf(text) !== undefined) {
      kind = kindOf(text);
      takenAs(field, `the kind "${kind}"`);
    } else if (
      key === "status" &&
      /^(?:dead|deceased|died|killed|missing|absent|away|alive|living|active)\b/i.test(text)
    ) {
      const [state = ""] = /^\p{L}+/u.exec(text.toLowerCase()) ?? [];
      if (/^(?:dead|deceased|died|killed)$/.test(state)) tags.push("dead");
      else if (/^(?:missing|absent|away)$/.test(state)) tags.push(text.toLowerCase());
      takenAs(field, `whether they can be met ("${state}")`);
    } else if (HOMES.test(key) && text !== "" && text.length <= 100) {
      tags.push(`home:${text}`);
      takenAs(field, "where they are to be found");
    } else if (key === "tags") tags.push(...listOf(member));
    else if (SAME_FIELD.has(key)) later.push([field, SAME_FIELD.get(key) ?? "", member]);
    else fields[field] = member;
  }
  const parts: Record<string, JsonValue> = {};
  for (const [field, as, member] of later) {
    const free = as in fields === false && as in parts === false;
    if (!free) {
      fields[field] = member;
      continue;
    }
    takenAs(field, `"${as}"`);
    if (as === "traits" || as === "flaws" || as === "virtues" || as === "examples") parts[as] = member;
    else fields[as] = member;
  }
  const asked = (field: string | readonly string[], message: string): void => {
    warn(field, `${message} Other programs may leave it out.`);
  };
  const given = { ...fields };
  const take = (field: string): JsonValue | undefined => {
    const member = given[field];
    delete fields[field];
    return member === null ? undefined : member;
  };

  const texts: { name?: string; role?: string } = {};
  for (const field of ["name", "role"] as const) {
    const member = take(field);
    if (member !== undefined && typeof member !== "string") asked(field, `The ${field} should be one text.`);
    const text = (typeof member === "string" ? member.trim() : textOf(member ?? "")).slice(0, LONGEST);
    if (text !== "") texts[field] = text;
  }
  if (texts.name === undefined) {
    problems.warning(
      file,
      locate(""),
      "missing_field",
      `This profile gives no name, so "${fallbackName}" is it. Write "name": "...".`,
    );
    texts.name = fallbackName;
  }
  if (texts.role === undefined)
    problems.warning(
      file,
      locate(""),
      "missing_field",
      'This profile gives no role, so nothing is told of it. Write "role": "...".',
    );
  const { name } = texts;
  const role = texts.role ?? "somebody";
  if (name.length > 100) asked("name", `The name has ${name.length} letters, more than 100.`);
  if (role.length > 200) asked("role", `The role has ${role.length} letters, more than 200.`);

  const lists = (
    field: string,
    owner: JsonObject,
    at: string,
    {
      short = 1,
      most = MOST,
      least = 0,
      split = false,
    }: { short?: number; most?: number; least?: number; split?: boolean },
  ): string[] | undefined => {
    const member = owner[field];
    if (member === undefined || member === null) return undefined;
    const list = listOf(member, split).slice(0, MOST);
    if (list.length === 0) return undefined;
    const pointer = `${at}${field}`;
    const say = (message: string, at = pointer): void =>
      problems.warning(file, locate(`/${at}`), "loose_form", `${message} Other programs may leave it out.`);
    if (!Array.isArray(member)) say(`"${field}" should be a list of texts: ["...", "..."].`);
    else if (member.some((one) => typeof one !== "string")) say(`"${field}" should hold texts alone.`);
    if (list.length > most) say(`"${field}" has ${list.length} entries, more than ${most}.`);
    if (list.length < least) say(`"${field}" has fewer than ${least} entries.`);
    const terse = Array.isArray(member) ? member.findIndex((one) => textOf(nameOrAll(one)).length < short) : -1;
    if (list.some((one) => one.length < short))
      say(`"${field}" holds a text of fewer than ${short} letters.`, terse < 0 ? pointer : `${pointer}/${terse}`);
    return list;
  };

  const nature = take("personality");
  const character: JsonObject = isJsonObject(nature) ? nature : nature === undefined ? {} : { traits: nature };
  if (nature !== undefined && !isJsonObject(nature))
    asked("personality", '"personality" should be an object: {"traits": ["...", "..."]}.');
  const traitsOf = { ...pick(parts, ["traits", "flaws", "virtues"]), ...character };
  const at = isJsonObject(nature) ? "personality/" : "";
  const traits = lists("traits", traitsOf, at, { most: 10, split: true });
  const flaws = lists("flaws", traitsOf, at, { most: 5, split: true });
  const virtues = lists("virtues", traitsOf, at, { most: 5, split: true });
  if (traits === undefined)
    problems.warning(
      file,
      locate("traits" in character ? "/personality/traits" : "/personality"),
      "missing_field",
      'This profile gives no traits. Write "personality": {"traits": ["..."]}; other programs may leave this character out.',
    );
  const motivations = lists("motivations", { motivations: take("motivations") ?? null }, "", { short: 5, most: 5 });
  const inventory = lists("inventory", { inventory: take("inventory") ?? null }, "", { split: true });
  const spoken = take("speech_patterns");
  const speech: JsonObject = isJsonObject(spoken)
    ? spoken
    : Array.isArray(spoken)
      ? { examples: spoken }
      : typeof spoken === "string" && spoken.trim() !== ""
        ? { style: spoken }
        : {};
  if (spoken !== undefined && !isJsonObject(spoken))
    asked("speech_patterns", '"speech_patterns" should be an object: {"style": "...", "examples": ["...", "..."]}.');
  const speechOf = { ...pick(parts, ["examples"]), ...speech };
  const style = speechOf["style"] === undefined ? undefined : textOf(speechOf["style"]).slice(0, LONGEST);
  const inSpeech = isJsonObject(spoken) ? "speech_patterns/" : "";
  const examples = lists("examples", speechOf, inSpeech, { short: 5, most: 10, least: 2 });
  const catchphrases = lists("catchphrases", speechOf, inSpeech, { most: 5 });

  for (const field of ["secrets", "appearance", "background"] as const) {
    const member = take(field);
    if (member === undefined) continue;
    if (typeof member !== "string") asked(field, `"${field}" should be one text.`);
    const text = typeof member === "string" ? member : textOf(member, field === "secrets" ? "\n\n" : " ");
    if (text.trim() !== "") fields[field] = withoutBullets(text).slice(0, LONGEST * 10);
  }
  const age = given["age"];
  if (age !== undefined && typeof age !== "string" && typeof age !== "number") {
    delete fields["age"];
    asked("age", '"age" should be a number or a text.');
    if (textOf(age) !== "") fields["age"] = textOf(age);
  }
  const related = take("relationships");
  if (related !== undefined) {
    const pairs = relationsOf(related);
    if (!isJsonObject(related)) asked("relationships", '"relationships" should be an object: {"name": "text"}.');
    for (const name of pairs.odd) asked(["relationships", name], `What "${name}" is to them should be one text.`);
    if (pairs.told.length > 0) fields["relationships"] = Object.fromEntries(pairs.told);
  }
  const aims = take("goals");
  if (aims !== undefined) {
    const list = Array.isArray(aims) ? aims : [aims];
    if (!Array.isArray(aims) || list.some((one) => typeof one === "string"))
      asked("goals", '"goals" should be a list of objects: [{"description": "..."}].');
    fields["goals"] = list.map((one) => (typeof one === "string" ? { description: one } : one));
  }
  const about = given["metadata"];
  const ownTags = isJsonObject(about) && Array.isArray(about["tags"]) ? about["tags"] : [];
  if (tags.length > 0 && (about === undefined || isJsonObject(about)))
    fields["metadata"] = { ...(isJsonObject(about) ? about : {}), tags: [...ownTags, ...tags] };

  const fit = (list: readonly string[] | undefined, short: number, most: number, least = 1): string[] | undefined => {
    if (list === undefined) return undefined;
    const fitting = list.slice(0, most).map((one) => one.padEnd(short, "."));
    while (fitting.length < least) fitting.push(".".repeat(short));
    return fitting;
  };
  return {
    value: {
      ...fields,
      name: name.slice(0, 100),
      role: role.slice(0, 200),
      personality: {
        // What is no field of it is for the contract to say. (rule CA5981)
        ...without(character, ["traits", "flaws", "virtues"]),
        traits: fit(traits, 1, 10) ?? ["."],
        ...(flaws && { flaws: fit(flaws, 1, 5) ?? [] }),
        ...(virtues && { virtues: fit(virtues, 1, 5) ?? [] }),
      },
      ...(motivations && { motivations: fit(motivations, 5, 5) ?? [] }),
      ...(inventory && { inventory }),
      ...(Object.keys(speechOf).length > 0 && {
        speech_patterns: {
          ...without(isJsonObject(spoken) ? spoken : {}, ["style", "examples", "catchphrases"]),
          ...(style && { style }),
          ...(examples && { examples: fit(examples, 5, 10, 2) ?? [] }),
          ...(catchphrases && { catchphrases: fit(catchphrases, 1, 5) ?? [] }),
        },
      }),
    },
    stated: {
      labels,
      nicknames: [...new Set(nicknames.filter((one) => one !== "" && one.length <= 100))],
      ...(pronoun && { pronoun }),
      ...(kind && { kind }),
    },
    restore: (profile) => ({
      ...profile,
      name,
      role,
      personality: {
        ...profile.personality,
        traits: traits ?? [],
        ...(flaws && { flaws }),
        ...(virtues && { virtues }),
      },
      ...(motivations && { motivations }),
      ...(profile.speech_patterns && {
        speech_patterns: {
          ...profile.speech_patterns,
          ...(examples && { examples }),
          ...(catchphrases && { catchphrases }),
        },
      }),
    }),
  };
}

function pick(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

function without(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
}

/** The words of any value: of a list and an object those of their members. */
function textOf(value: JsonValue | undefined, between = ", ", depth = 0): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number") return String(value);
  if (depth > 3 || value === undefined || value === null || typeof value === "boolean") return "";
  const members = Array.isArray(value) ? value : Object.values(value);
  return members
    .map((member) => textOf(member, between, depth + 1))
    .filter((text) => text !== "")
    .join(between);
}

/** A list of texts: one text is a list of its parts, an object in a list is its name or its words. */
function listOf(value: JsonValue, split = true): string[] {
  if (Array.isArray(value)) return value.map((one) => textOf(nameOrAll(one))).filter((one) => one !== "");
  if (isJsonObject(value))
    return Object.values(value)
      .map((one) => textOf(one))
      .filter((one) => one !== "");
  const text = textOf(value);
  return (split ? text.split(/\s*[,;\n]\s*/) : text.split(/\s*[;\n]\s*/)).filter((one) => one !== "");
}

function nameOrAll(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  return value["name"] ?? value["description"] ?? value["text"] ?? value;
}

function pronounOf(text: string): NonNullable<CastEntry["pronoun"]> {
  const [first = "they"] = /\b(?:he|she|they|it|him|her|them)\b/i.exec(text.toLowerCase()) ?? [];
  if (first === "he" || first === "him") return "he";
  if (first === "she" || first === "her") return "she";
  return first === "it" ? "it" : "they";
}

function sexOf(text: string): NonNullable<CastEntry["pronoun"]> | undefined {
  if (/^(?:f|female|woman|girl|she|trans woman)\b/i.test(text)) return "she";
  if (/^(?:m|male|man|boy|he|trans man)\b/i.test(text)) return "he";
  return /^(?:non-?binary|nb|enby|agender|genderfluid|genderqueer|they)\b/i.test(text) ? "they" : undefined;
}

function kindOf(text: string): CastEntry["kind"] | undefined {
  const word = text.toLowerCase();
  if (word === "human" || word === "animal" || word === "machine") return word;
  return /^\p{L}+$/u.test(word) ? kindOfNoun(word) : undefined;
}

/** What somebody is to whom, from an object, a list of objects, or texts such as "Mags: owes him". */
function relationsOf(value: JsonValue): { told: [string, string][]; odd: string[] } {
  if (isJsonObject(value)) {
    const told = Object.entries(value).map(([name, text]): [string, string] => [name, textOf(text ?? "", ". ")]);
    return {
      told: told.filter(([, text]) => text !== ""),
      odd: Object.keys(value).filter((name) => typeof value[name] !== "string"),
    };
  }
  const list = Array.isArray(value) ? value : typeof value === "string" ? value.split(/\n|;\s*/) : [];
  const told = list.flatMap((one): [string, string][] => {
    if (typeof one === "string") {
      const [, name = "", text = ""] = /^\s*([^:–—]{1,80}?)\s*(?::|\s[–—-]\s)\s*(.+)$/s.exec(one) ?? [];
      return text === "" ? [] : [[name, text.trim()]];
    }
    if (!isJsonObject(one)) return [];
    const key = ["name", "npc", "character", "with", "to", "id", "target", "who"].find(
      (field) => typeof one[field] === "string",
    );
    const { [key ?? ""]: name, ...rest } = one;
    const text = textOf(rest, ". ");
    return typeof name === "string" && text !== "" ? [[name, text]] : [];
  });
  return { told, odd: [] };
}

const BULLET = /^[ \t]*[-*•–][ \t]+(?=\S)/u;

/** A text that is a list is a sentence for each of its entries. (rule CA1361) */
function withoutBullets(text: string): string {
  const lines = text.split("\n");
  if (lines.filter((line) => BULLET.test(line)).length < 2) return text;
  return lines
    .map((line) => {
      const entry = line.replace(BULLET, "").trim();
      return entry === line.trim() || /[.!?…:;]["”’)]?$/.test(entry) ? entry : `${entry}.`;
    })
    .join("\n");
}
