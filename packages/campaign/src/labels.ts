/** Campaigns that number everything: labels such as LOC-1 or Q-2 find things, and nothing that is told has them. */
import type { ChoiceOutcome } from "@narratoria/protocol/contracts";
import { splitSentences, escapeRegExp } from "@narratoria/protocol/english";
import type { Campaign } from "./campaign.js";
import { partsOf } from "./reading/names.js";

const TOKEN = "[A-Z]{1,5}-?\\d{1,4}";
/** A label that heads a line, with what follows it there. */
const HEAD = new RegExp(
  `^(\\s*(?:#{1,6}\\s+|[-*+]\\s+|\\d+[.)]\\s+)?)(\\*\\*|__)?(${TOKEN})(?:(?:\\*\\*|__)(?=\\s)|(?=[\\s:.)—–]))\\s*[:.)—–-]?\\s*(?=\\S)(.*)$`,
);
/** A label that opens a statement within a text: "S-2: she has the card." */
const INNER = new RegExp(`(?<=^|[.!?]\\s)(${TOKEN}):\\s+(?=\\S)`, "gm");
/** What every such label ends with: looking for that first is ten times as quick in a long text that has none. */
const INNER_END = /\d:\s/;
const WHOLE = new RegExp(`^${TOKEN}$`);
/** Distinct labels of one kind ("LOC-1", "LOC-2") that make a habit. */
const HABIT = 2;

/** What each label stands for; undefined for one that stands for nothing that has a name. */
type Labels = ReadonlyMap<string, string | undefined>;

/**
 * Takes the labels out of everything that may be told: one in brackets or before its definition goes, a bare one becomes the name that
 * it stands for, and where it stands for none its sentence goes. Implements rules CA667 and CA668.
 */
export function withoutLabels(campaign: Campaign): Campaign {
  const labels = findLabels(campaign);
  if (labels.size === 0) return campaign;
  const told = unlabeller(labels, true);
  const kept = unlabeller(labels, false);
  const list = (texts: readonly string[]): string[] => texts.map(told).filter((text) => text !== "");
  return {
    ...campaign,
    setting: told(campaign.setting),
    premise: told(campaign.premise),
    rules: told(campaign.rules),
    constraints: campaign.constraints.map(({ text }) => ({ text: kept(text) })),
    lore: campaign.lore.map((file) => ({ ...file, title: kept(file.title), text: told(file.text) })),
    endings: campaign.endings.map((ending) => ({
      ...ending,
      title: kept(ending.title),
      body: told(ending.body) || ending.body,
    })),
    npcs: campaign.npcs.map(({ profile, secrets, ...npc }) => {
      const { relationships: related, speech_patterns: speech } = profile;
      const { motivations, appearance, background, inventory, goals } = profile;
      return {
        ...npc,
        ...(secrets !== undefined && { secrets: told(secrets) }),
        profile: {
          ...profile,
          role: kept(profile.role),
          ...(motivations && { motivations: list(motivations) }),
          ...(inventory && { inventory: list(inventory) }),
          ...(appearance && { appearance: told(appearance) }),
          ...(background && { background: told(background) }),
          ...(profile.secrets && { secrets: told(profile.secrets) }),
          ...(goals && { goals: goals.map((goal) => ({ ...goal, description: kept(goal.description) })) }),
          ...(speech?.examples && { speech_patterns: { ...speech, examples: list(speech.examples) } }),
          ...(related && {
            relationships: Object.fromEntries(Object.entries(related).map(([id, text]) => [id, told(text)])),
          }),
        },
      };
    }),
    choices: campaign.choices.map((choice) => {
      const tell = (outcome: ChoiceOutcome): ChoiceOutcome =>
        outcome.told === undefined ? outcome : { ...outcome, told: told(outcome.told) || outcome.told };
      const { then, partial, fail } = choice;
      return {
        ...choice,
        text: kept(choice.text) || choice.text,
        ...(then && { then: tell(then) }),
        ...(partial && { partial: tell(partial) }),
        ...(fail && { fail: tell(fail) }),
      };
    }),
    beats: campaign.beats.map((beat) => {
      const { consequences, dialogue, outcomes, location } = beat;
      return {
        ...beat,
        title: kept(beat.title) || beat.title,
        description: told(beat.description) || beat.description,
        ...(location !== undefined && { location: placeWithoutLabels(location, labels, kept) }),
        ...(consequences && { consequences: list(consequences) }),
        ...(outcomes && { outcomes: outcomes.map((one) => ({ ...one, description: kept(one.description) })) }),
        ...(dialogue && {
          dialogue: dialogue
            .map((one) => ({
              ...one,
              line: told(one.line),
              ...(one.context !== undefined && { context: told(one.context) }),
            }))
            .filter(({ line }) => line !== ""),
        }),
      };
    }),
    ...(campaign.playerTemplate?.starting_location !== undefined && {
      playerTemplate: {
        ...campaign.playerTemplate,
        starting_location: placeWithoutLabels(campaign.playerTemplate.starting_location, labels, kept),
      },
    }),
    texts: new Map([...campaign.texts].map(([file, text]) => [file, text.split("\n").map(kept).join("\n")])),
  };
}

/** Labels by what they head: files, titles, characters, beats, definitions; one that somebody is called is none. */
function findLabels(campaign: Campaign): Labels {
  const found = new Map<string, string | undefined>();
  const enter = (label: string, name?: string): void => {
    if (!found.has(label) || found.get(label) === undefined) found.set(label, name === "" ? undefined : name);
  };
  const spell = speller(campaign);
  for (const { file, title } of campaign.lore) {
    const [, , , label, rest = ""] = HEAD.exec(title) ?? [];
    const [, named] = new RegExp(`/(${TOKEN})[-_. ]`, "i").exec(file) ?? [];
    if (label !== undefined && named?.toUpperCase() === label) enter(label, spell(nameIn(rest)));
  }
  const texts = [
    campaign.setting,
    campaign.premise,
    campaign.rules,
    ...campaign.lore.map(({ text }) => text),
    ...campaign.constraints.map(({ text }) => text),
    ...campaign.endings.map(({ title }) => title),
    ...campaign.npcs.map(({ secrets = "" }) => secrets),
  ];
  for (const text of texts) {
    for (const line of text.split("\n")) {
      const [, , bold, label, rest = ""] = HEAD.exec(line) ?? [];
      if (label === undefined) continue;
      const defined = bold === undefined ? undefined : /^(.{2,60}?)[.:]?(?:\*\*|__)/.exec(rest)?.[1];
      enter(label, defined);
    }
    if (INNER_END.test(text)) for (const [, label = ""] of text.matchAll(INNER)) enter(label);
  }
  for (const { id, profile, stated } of campaign.npcs) {
    const parts = partsOf(profile.name);
    const called = parts.nicknames[0] ?? stated?.nicknames[0] ?? parts.plain;
    const [, prefix, number] = /^([a-z]{1,5})[-_]?(\d{1,4})[-_]/i.exec(id) ?? [];
    if (prefix !== undefined) enter(`${prefix.toUpperCase()}-${number}`, called);
    for (const label of stated?.labels ?? []) if (WHOLE.test(label)) found.set(label, called);
  }
  for (const { id } of campaign.beats) if (WHOLE.test(id)) enter(id);
  const kinds = new Map<string, number>();
  for (const label of found.keys()) kinds.set(kindOf(label), (kinds.get(kindOf(label)) ?? 0) + 1);
  const names = campaign.npcs.flatMap(({ profile, stated }) => [profile.name, ...(stated?.nicknames ?? [])]).join("\n");
  return new Map([...found].filter(([label]) => (kinds.get(kindOf(label)) ?? 0) >= HABIT && !names.includes(label)));
}

const kindOf = (label: string): string => label.replace(/\d+$/, "");

/** "HALCYON VISITOR CENTRE (“THE CRUMB EXPERIENCE”)" names a visitor centre. */
const nameIn = (title: string): string => (title.split(/\s*[(,:"“]|\s[—–]\s/)[0] ?? title).trim();

/** Writes a name in capitals as the campaign's texts do. */
function speller(campaign: Campaign): (name: string) => string {
  const texts = [
    campaign.setting,
    campaign.premise,
    ...campaign.beats.flatMap(({ description, location = "" }) => [location, description]),
  ];
  return (name) => {
    if (/\p{Ll}/u.test(name)) return name;
    const pattern = new RegExp(escapeRegExp(name), "giu");
    for (const text of texts) for (const [found] of text.matchAll(pattern)) if (/\p{Ll}/u.test(found)) return found;
    return name.replace(/\p{Lu}+/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase());
  };
}

/** Takes the labels out of a text; with `drop`, also the sentences of labels that stand for nothing. */
function unlabeller(labels: Labels, drop: boolean): (text: string) => string {
  const any = [...labels.keys()].sort((a, b) => b.length - a.length).join("|");
  const bare = new RegExp(`(?<![\\p{L}\\p{N}_/-])(?:${any})(?![\\p{L}\\p{N}_/-])`, "u");
  const bracketed = new RegExp(`\\s*\\([^()\\d]{0,16}?(?:${any})(?:\\s*[,/&+]\\s*(?:${any}))*\\)`, "gu");
  const named = new RegExp(`${bare.source}(,?\\s+(?=[\\p{L}\\p{N}]))?`, "gu");
  const sentence = (text: string): string => {
    const replaced = text.replace(named, (match, gap: string | undefined, at: number) => {
      const label = gap === undefined ? match : match.slice(0, -gap.length);
      const name = labels.get(label);
      if (name === undefined) return match;
      const last = name.split(" ").at(-1)?.toLowerCase() ?? "";
      const after = text.slice(at + match.length).toLowerCase();
      // "ITM-05 the letter", "ITM-05, Agnes's letter", "the jar ITM-01": it is named already.
      if (
        after
          .split(/[^\p{L}\p{N}'’-]+/u)
          .slice(0, 4)
          .includes(last)
      )
        return "";
      if (text.slice(0, at).trimEnd().toLowerCase().endsWith(last)) return gap ?? "";
      return `${name.replace(/^The\s/, at === 0 ? "The " : "the ")}${gap ?? ""}`;
    });
    return drop && bare.test(replaced) ? "" : replaced;
  };
  const block = (text: string): string => {
    const head = HEAD.exec(text.split("\n")[0] ?? "");
    const [, mark = "", bold = "", label = "", rest = ""] = head ?? [];
    const opened =
      head === null || !labels.has(label) || (mark + bold === "" && /^\p{Ll}/u.test(rest))
        ? text
        : mark +
          (bold !== "" && rest.includes(bold) ? bold : "") +
          rest +
          text.slice((text.split("\n")[0] ?? "").length);
    const plain = opened
      .replace(INNER, (match, label: string) => (labels.has(label) ? "" : match))
      .replace(bracketed, "");
    if (!bare.test(plain)) return plain;
    if (!drop) return sentence(plain);
    const [, marks = "", words = ""] = /^(\s*(?:#{1,6}\s+|[-*+>]\s+|\d+[.)]\s+)?)(.*)$/s.exec(plain) ?? [];
    const left = splitSentences(words)
      .map(sentence)
      .filter((one) => one.trim() !== "");
    return left.length === 0 ? "" : marks + left.join(" ");
  };
  return (text) => {
    if (!bare.test(text)) return text;
    return text
      .split(/\n(?=\s*\n|\s*(?:[-*+>|#]|\d+[.)]\s))/u)
      .map(block)
      .join("\n")
      .replace(/\n{3,}/g, "\n\n");
  };
}

/** "LOC-3 (Halcyon visitor centre)", "The Citadel garage, LOC-2", "LOC-5, Pier 6": the place by name. */
function placeWithoutLabels(location: string, labels: Labels, kept: (text: string) => string): string {
  const [, label = "", bracket] = new RegExp(`^(${TOKEN})\\s*\\(([^)]+)\\)$`).exec(location.trim()) ?? [];
  if (labels.has(label) && bracket !== undefined) return bracket;
  const parts = location.split(/\s*,\s*/);
  if (parts.length < 2) return kept(location).trim() || location;
  const own = parts.filter((part) => !labels.has(part)).join(", ");
  const named = parts.map((part) => {
    if (!labels.has(part)) return kept(part);
    const name = labels.get(part) ?? "";
    const plain = name.replace(/^the\s/i, "").toLowerCase();
    return own.toLowerCase().includes(plain) ? "" : name;
  });
  return named.filter((part) => part !== "").join(", ") || location;
}
