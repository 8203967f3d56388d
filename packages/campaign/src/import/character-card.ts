/** Character cards (V1, V2, V3) as a campaign with one person in it. Implements rules CA2400 to CA2407. */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { capitalise, splitSentences } from "@narratoria/protocol/english";
import { counted, type ImportedCampaign, Importing, oneLine, refuse } from "./imported.js";
import { addLorebook, textIn } from "./lorebook.js";
import { spokenLines, withoutMacros } from "./macros.js";

/** Whether a JSON object is a character card. */
export function isCharacterCard(value: JsonObject): boolean {
  if (value["spec"] === "chara_card_v2" || value["spec"] === "chara_card_v3") return true;
  // Of the first version, which has no mark.
  return typeof value["name"] === "string" && typeof value["first_mes"] === "string";
}

/** Instructions to a model, which no story tells. */
const INSTRUCTIONS = ["system_prompt", "post_history_instructions"];
const DATES = ["creation_date", "modification_date"];
const READ = [
  ..."name nickname description personality scenario first_mes mes_example creator_notes character_book tags creator".split(
    " ",
  ),
  ..."character_version alternate_greetings extensions group_only_greetings assets source".split(" "),
  "creator_notes_multilingual",
];

/** @param picture - The card's picture, without the card. */
export function importCard(card: JsonObject, picture?: Uint8Array): ImportedCampaign {
  const { spec } = card;
  const version = spec === "chara_card_v3" ? "V3" : spec === "chara_card_v2" ? "V2" : "V1";
  const data = version === "V1" ? card : card["data"];
  if (!isJsonObject(data)) return refuse("This character card has no data: its character is missing.");
  const name = oneLine(textIn(data["name"]).replace(/\{\{[^{}]*\}\}/g, ""), 100);
  if (name === "") return refuse("This character card has no name: say in it who it is.");

  const into = new Importing();
  const called = oneLine(textIn(data["nickname"]), 60) || name;
  const lost = new Set<string>();
  const prose = (text: string): string => withoutMacros(text, called, (macro) => lost.add(oneLine(macro, 60)));

  into.addJson("manifest.json", manifestOf(data, name, prose));
  addPerson(into, data, { name, called, prose, picture });
  addScenes(into, data, prose);
  if (isJsonObject(data["character_book"])) addLorebook(into, data["character_book"], prose);

  for (const key of INSTRUCTIONS) {
    if (textIn(data[key]).trim() !== "") into.left(`"${key}": instructions to a model are no part of a story.`);
  }
  leaveLists(into, data);
  for (const macro of [...lost].slice(0, 20))
    into.left(`The macro ${macro} was taken out, or read as its first choice.`);
  return into.done(name, `a character card (${version})`);
}

function manifestOf(data: JsonObject, title: string, prose: (text: string) => string): JsonObject {
  const author = oneLine(textIn(data["creator"]), 100);
  const notes = oneLine(prose(textIn(data["creator_notes"])).replace(/<[^>]*>/g, " "), 500);
  const version = textIn(data["character_version"]).trim().replace(/^v/i, "");
  const tags = Array.isArray(data["tags"]) ? data["tags"] : [];
  const words = tags.flatMap((tag: JsonValue) =>
    typeof tag === "string" && tag.trim() !== "" ? [oneLine(tag, 40)] : [],
  );
  return {
    title,
    version: /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.test(version) ? version : "1.0.0",
    ...(author !== "" && { author }),
    ...(notes.length >= 10 && { description: notes }),
    ...(words.length > 0 && { tags: [...new Set(words)].slice(0, 10) }),
  };
}

interface Person {
  readonly name: string;
  readonly called: string;
  readonly prose: (text: string) => string;
  readonly picture: Uint8Array | undefined;
}

function addPerson(into: Importing, data: JsonObject, { name, called, prose, picture }: Person): void {
  const { labelled, text } = partsOf(prose(textIn(data["description"])));
  const personality = prose(textIn(data["personality"])) || (labelled.get("personality") ?? "");
  const traits = traitsIn(personality);
  if (traits.length === 0) into.left(`The card names no trait of ${name} in a word: "reserved" stands in for one.`);
  const role = roleIn(labelled, text, called);
  if (role === null) into.left(`The card does not say in a few words who ${name} is: "stranger" stands in for it.`);
  // A personality in sentences is prose like any other.
  const background = [text, ...(isProse(personality) ? [personality] : [])].filter((part) => part !== "").join("\n\n");
  const lines = spokenLines(textIn(data["mes_example"]), name)
    .map((line) => withoutMacros(line, called, () => {}))
    .filter((line) => line.length >= 5 && line.length <= 400);
  const examples = lines.slice(0, 10).map((line) => `“${line}”`);
  const folder = `characters/npcs/${into.freeName(name, "characters/npcs/", "somebody")}`;
  const [appearance, age] = [labelled.get("appearance"), labelled.get("age")];
  into.addJson(`${folder}/profile.json`, {
    name,
    role: role ?? "stranger",
    ...(age !== undefined && { age: oneLine(age, 60) }),
    personality: { traits: traits.length > 0 ? traits : ["reserved"] },
    ...(appearance !== undefined && { appearance: sentence(appearance) }),
    ...(background !== "" && { background }),
    ...(examples.length >= 2 && { speech_patterns: { examples } }),
    ...(examples.length === 1 && { speech_patterns: { catchphrases: examples } }),
    ...(picture && { portrait: "portrait.png" }),
  });
  if (picture) into.add(`${folder}/portrait.png`, picture);
  into.carried(`${name} became a person of the story${picture ? ", with the picture as portrait" : ""}.`);
  if (examples.length > 0)
    into.carried(`${counted(examples.length, "line")} of example dialogue became lines of ${called}'s.`);
  if (lines.length > 10)
    into.left(`${counted(lines.length - 10, "further line")} of example dialogue: a person has ten.`);
  const unread = [...labelled.keys()].filter((key) => !KNOWN_LABELS.has(key));
  if (unread.length > 0) {
    into.left(
      `Of the description, these entries are no prose: ${oneLine(unread.join(", "), 200)}. Write them as sentences.`,
    );
  }
}

function addScenes(into: Importing, data: JsonObject, prose: (text: string) => string): void {
  const [first, scenario] = [prose(textIn(data["first_mes"])), prose(textIn(data["scenario"]))];
  const premise = first || scenario;
  if (premise === "")
    into.left("The card has neither a first message nor a scenario: the story has no premise of its own.");
  else {
    into.add("plot/premise.md", `${premise}\n`);
    into.carried(`The ${first === "" ? "scenario" : "first message"} became the premise.`);
  }
  if (scenario !== "" && first !== "") {
    into.add("world/setting.md", `# Where it happens\n\n${scenario}\n`);
    into.carried("The scenario became the setting.");
  }
}

function leaveLists(into: Importing, data: JsonObject): void {
  const count = (key: string): number => (Array.isArray(data[key]) ? data[key].length : 0);
  const greetings = count("alternate_greetings") + count("group_only_greetings");
  if (greetings > 0) into.left(`${counted(greetings, "other greeting")}: a story has one opening.`);
  const assets = data["assets"];
  const files = Array.isArray(assets)
    ? assets.filter((one: JsonValue) => isJsonObject(one) && one["uri"] !== "ccdefault:").length
    : 0;
  if (files > 0) into.left(`${counted(files, "asset")} of the card beside its picture.`);
  if (isJsonObject(data["extensions"])) {
    const names = Object.entries(data["extensions"]).flatMap(([key, value]) =>
      value === null || value === "" || value === false ? [] : [oneLine(key, 40)],
    );
    if (names.length > 0) into.left(`Extensions for other programs: ${oneLine(names.join(", "), 200)}.`);
  }
  if (data["creator_notes_multilingual"] !== undefined) into.left("Notes of the creator in other languages.");
  if (count("source") > 0) into.left("Where the card was published (source).");
  const known = new Set([...READ, ...INSTRUCTIONS, ...DATES, "spec", "spec_version", "data", "avatar", "chat"]);
  const others = Object.keys(data).filter((key) => !known.has(key));
  if (others.length > 0) into.left(`Fields that no card has by its standard: ${oneLine(others.join(", "), 200)}.`);
}

/** Entries that say something by their label, by other words for it. */
const LABELS: Readonly<Record<string, string>> = {
  occupation: "role",
  job: "role",
  profession: "role",
  role: "role",
  title: "role",
  age: "age",
  appearance: "appearance",
  looks: "appearance",
  personality: "personality",
  traits: "personality",
  mind: "personality",
  name: "name",
};
const KNOWN_LABELS = new Set(Object.values(LABELS));

/** A description of labelled entries ("Age: 40", `Age("40")`) and prose, taken apart. */
function partsOf(description: string): { readonly labelled: ReadonlyMap<string, string>; readonly text: string } {
  const labelled = new Map<string, string>();
  const put = (label: string, value: string): void => {
    const key = label.trim().toLowerCase();
    const known = LABELS[key] ?? key;
    const words = value.replace(/["“”]\s*\+\s*["“”]/g, ", ").replace(/^["“”\s]+|["“”\s]+$/g, "");
    if (words === "") return;
    const before = labelled.get(known);
    labelled.set(known, before === undefined ? words : `${before}, ${words}`);
  };
  const text = description
    // W++: Label("one" + "two")
    .replace(
      /([\p{L}][\p{L} ]{0,30})\(\s*("[^"()]*"(?:\s*\+\s*"[^"()]*")*)\s*\)/gu,
      (_, label: string, value: string) => {
        put(label, value);
        return "";
      },
    )
    .split("\n")
    .flatMap((line) => {
      const entry = /^\s*(?:[-*•]\s*)?\**([\p{L}][\p{L} /]{0,30}?)\**:\**\s*(\S.*)$/u.exec(line);
      const value = entry?.[2] ?? "";
      // "He said: come in." is a sentence; so is a long entry that ends as one.
      if (entry && (LABELS[(entry[1] ?? "").trim().toLowerCase()] !== undefined || !/[.!?]["”]?$/.test(value))) {
        put(entry[1] ?? "", value);
        return [];
      }
      // What is left of W++: brackets and signs alone.
      return /[\p{L}\p{N}]/u.test(line) || line.trim() === "" ? [line] : [];
    })
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return { labelled, text };
}

const isProse = (text: string): boolean =>
  /[.!?]["”]?\s*$/.test(text) && splitSentences(text).some((one) => one.split(" ").length > 5);

/** Traits named in a few words each. */
function traitsIn(personality: string): string[] {
  const parts = (isProse(personality) ? "" : personality).split(/[,;+\n•]|\s+and\s+|\.\s/);
  const words = parts
    .map((part) => part.replace(/^[\s"“”'*-]+|[\s"“”'.*-]+$/g, "").replace(/^(?:and|but|is|very) /i, ""))
    .filter((part) => /^\p{L}[\p{L} '’-]{1,39}$/u.test(part) && part.split(" ").length <= 3);
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, 10);
}

/** "lighthouse keeper" from "Ada is a lighthouse keeper who ...". */
function roleIn(labelled: ReadonlyMap<string, string>, text: string, called: string): string | null {
  const given = labelled.get("role");
  if (given !== undefined) return oneLine(given, 200).replace(/\.$/, "");
  const [opening = ""] = called.split(" ");
  for (const one of splitSentences(text.slice(0, 2_000)).slice(0, 8)) {
    const found = /^([\p{L}\s.'’-]{1,60}?)\s+(?:is|was)\s+(?:an?|the)\s+([^.,;:!?()]{3,})/u.exec(one);
    const subject = found?.[1]?.trim() ?? "";
    if (!/^(?:he|she|they|it)$/i.test(subject) && !subject.includes(opening)) continue;
    const role = (found?.[2] ?? "").split(/\s+(?:who|that|which|with|from|and|but|whose|as|in)\s+/)[0]?.trim() ?? "";
    if (role.length >= 3 && role.length <= 80) return role;
  }
  return null;
}

function sentence(text: string): string {
  const words = capitalise(text.trim());
  return /[.!?…]["”]?$/.test(words) ? words : `${words}.`;
}
