import type { LawCheck, ReadLaw, Reading } from "@narratoria/protocol/contracts";
import { nounForms, splitSentences, verbForms } from "@narratoria/protocol/english";
import { brokenLaws } from "@narratoria/protocol/laws";
import { type Atom, atomsOf, formsOf, namedBy } from "./laws/atoms.js";
import { lemmasOf, meantAlong } from "./laws/families.js";
import type { Ban } from "./laws/bans.js";
import { type LawCast, nameBook, withoutThe } from "./laws/names.js";
import { parseLaw } from "./laws/parse.js";
import { wholePlaces } from "./laws/places.js";
import { lineOf } from "./locate.js";
import { markdownSections } from "./mine/markdown.js";
import type { ReadingSource } from "./read-story.js";

const FILE = "world/constraints.md";

/**
 * Reads the laws of a story from its constraints: what each forbids, as checks that text can be held against. What the
 * author's own text goes on using is not forbidden, whatever the law seems to say. Implements rules CA260 to CA270.
 *
 * @param source - The campaign's texts.
 * @param cast - Who is in it: names are found by how texts call people.
 * @param properNames - Words of the campaign that are names, lower case.
 * @param tense - In which it is told.
 */
export function readLaws(
  source: ReadingSource,
  cast: readonly LawCast[],
  properNames: readonly string[],
  tense: Reading["manners"]["tense"],
): ReadLaw[] {
  const constraints = [
    ...source.constraints.map((text) => ({ text, file: FILE })),
    ...guidanceOf(source).map((text) => ({ text, file: "manifest.json" })),
  ];
  if (constraints.length === 0 && source.forbidden.length === 0) return [];
  const own = authorSentences(source);
  const names = nameBook(cast, new Set(properNames), {
    isWhole: wholePlaces(source),
    isShared: (role) => isSharedRole(role, own),
  });
  const drafts = constraints.map(({ text, file }) => {
    const parsed = parseLaw(text, names);
    const allowed = new Set(parsed.allowed.flatMap(lemmasOf));
    const isAllowed = (word: string): boolean => lemmasOf(word).some((lemma) => allowed.has(lemma));
    const atoms = byCondition(parsed.bans, source).flatMap(({ bans, until }) =>
      [
        ...bans.flatMap((ban) => atomsOf(ban, names)),
        ...meantAlong(namedBy(bans)).map((word): Atom => ({ check: { kind: "phrase", words: [word] }, sure: "along" })),
      ]
        .filter(({ check, sure }) => sure === "named" || !check.words.some(isAllowed))
        .map(({ check, ...atom }) => ({
          ...atom,
          check: {
            ...check,
            ...(until === undefined ? {} : { until }),
            ...(tense === "present" && isOfHistory(check) ? { tense } : {}),
          },
        })),
    );
    return { text, file, atoms: withoutTheWalkingDead(atoms, source, cast), allowed: parsed.allowed.flatMap(formsOf) };
  });
  const exceptions = [
    ...cast.flatMap(({ name, called, aliases }) => [name, called, ...aliases]),
    ...placeNames(source),
  ];
  const kept = keptAtoms(
    drafts.map(({ atoms }) => atoms),
    own,
    source.beats,
  );
  const laws = drafts.map(({ text, file, allowed }, at): ReadLaw => {
    const checks = joined(kept[at] ?? []).map((check) => withExceptions(check, [...exceptions, ...allowed]));
    return lawOf(at, { text, file, checks }, source);
  });
  if (source.forbidden.length === 0) return laws;
  const check: LawCheck = { kind: "phrase", words: [...new Set(source.forbidden.flatMap(formsOf))] };
  const text = `There is no ${source.forbidden.join(", no ")}.`;
  return [...laws, lawOf(laws.length, { text, file: FILE, checks: [check] }, source)];
}

/** What the dead did, and who died, before a story that is told in the present is no breach. */
const isOfHistory = ({ kind, subject, object = [] }: LawCheck): boolean =>
  kind === "living" || kind === "weather" || (kind === "verb-object" && subject === undefined && object.length === 0);

/** What holds until something is over that no beat tells of holds for the whole of the story. */
const AT_THE_END =
  /\b(?:is|are|has|have|be) (?:all but |almost |nearly |quite )?(?:over|ended|finished|done)\b|\bthe (?:very )?(?:end|ending|last (?:page|scene|line))\b/i;
/** What holds before the end holds until the last beat, and in no ending. */
const BEFORE_THE_END = /^(?:the )?(?:very )?(?:end|ending|last (?:page|scene|line))$/i;

/** Bans by the beat until which they hold. What holds until something that no beat tells of cannot be checked. Implements rule CA268. */
function byCondition(
  bans: readonly Ban[],
  source: ReadingSource,
): { readonly bans: readonly Ban[]; readonly until: string | undefined }[] {
  const conditions = [...new Set(bans.map(({ until }) => until))];
  return conditions.flatMap((condition) => {
    const isEnd = condition !== undefined && BEFORE_THE_END.test(condition.trim());
    const last = isEnd ? source.beats.at(-1)?.id : undefined;
    const until = last ?? (condition === undefined || isEnd ? undefined : beatOf(condition, source));
    if (condition !== undefined && until === undefined && !AT_THE_END.test(condition)) return [];
    return [{ bans: bans.filter((ban) => ban.until === condition), until }];
  });
}

/** Of the manifest's guidance for whoever tells the story, what it forbids. Implements rule CA405. */
function guidanceOf({ hydrationGuidance = "" }: ReadingSource): string[] {
  return splitSentences(hydrationGuidance)
    .filter((sentence) => /^(?:never|no|do not|don['’]t|there (?:is|are) no)\b/i.test(sentence))
    .map((sentence) => sentence.replace(/(?<![.!?…])$/u, "."));
}

function lawOf(
  at: number,
  { text, file, checks }: { readonly text: string; readonly file: string; readonly checks: readonly LawCheck[] },
  source: ReadingSource,
): ReadLaw {
  const line = lineOf(source, file, text.slice(0, -1)) || lineOf(source, file, "forbid");
  return {
    id: `law-${at + 1}`,
    text,
    file,
    line,
    forbids: [...new Set(checks.flatMap(inWords))],
    checks: [...checks],
    evidence: {
      certainty: "stated",
      file,
      line,
      why: checks.length === 0 ? "no check covers it" : "the constraint says so",
    },
  };
}

/**
 * How many sentences of the author's own may hold what a law forbids, in all and as a plain statement, before the law is taken
 * to mean something else: for what the law names and for what it means along. Measured on nine campaigns.
 */
const STAYS = { named: { plain: 3, all: 4 }, along: { plain: 2, all: 3 }, guessed: { plain: 0, all: 0 } };
/** Sentences of a campaign for which these numbers hold; a longer one may say a word more often. */
const USUAL_SENTENCES = 1_500;
/** Least share of them for what a law means along, where a campaign is short: what few pages say once they may say again. */
const SHORTEST = 0.5;

/** Beats in which the dead of a law act, at least, so that it means another death. */
const FEWEST_ACTED = 3;

/** Leaves out that somebody does what the living do, where the author has them do it, or speak, in beat after beat. (rule CA1681) */
function withoutTheWalkingDead(
  atoms: readonly Atom[],
  { beats }: ReadingSource,
  cast: readonly LawCast[],
): readonly Atom[] {
  const living = atoms.flatMap(({ check }) => (check.kind === "living" ? [check] : []));
  if (living.length === 0) return atoms;
  // One array for all sentences: laws are compiled anew for each array.
  const laws: readonly ReadLaw[] = [{ ...PROBE, checks: living }];
  const acts = (sentence: string): boolean =>
    brokenLaws(sentence, laws).some(({ denied, passing }) => !denied && !passing);
  const names = cast
    .filter(({ name, called }) => living.some(({ subject = [] }) => subject.includes(name) || subject.includes(called)))
    .map(({ name }) => name.toLowerCase());
  // A speaker is named by id or by name: "ma-tuttle", "Ma Tuttle", "Tuttle".
  const isOfDead = (speaker: string): boolean => {
    const words = speaker.toLowerCase().split(/[\s_-]+/);
    return names.some((name) => words.every((word) => name.split(/\s+/).includes(word)));
  };
  const acted = beats.filter(
    ({ description, dialogue = [] }) =>
      dialogue.some(({ speaker }) => isOfDead(speaker)) || splitSentences(description).some(acts),
  ).length;
  return acted >= FEWEST_ACTED ? atoms.filter(({ check }) => check.kind !== "living") : atoms;
}

/** Leaves out what the author's own text keeps saying. */
function keptAtoms(
  drafts: readonly (readonly Atom[])[],
  sentences: readonly OwnSentence[],
  beats: ReadingSource["beats"],
): Atom[][] {
  const endOf = new Map(beats.map(({ id }, at) => [id, at] as const));
  const probes = new Map<string, ReadLaw>();
  const keys = drafts.map((atoms) => atoms.map(({ check }) => JSON.stringify(check)));
  for (const [law, atoms] of drafts.entries())
    for (const [at, { check }] of atoms.entries()) {
      const key = keys[law]?.[at] ?? "";
      if (!probes.has(key)) probes.set(key, { ...PROBE, id: key, checks: [check] });
    }
  const laws = [...probes.values()];
  const plain = new Map<ReadLaw, number>();
  const all = new Map<ReadLaw, number>();
  for (const { text, at } of sentences) {
    for (const { law, passing, denied } of brokenLaws(text, laws)) {
      const { until } = law.checks[0] ?? {};
      // Who denies a thing agrees with the law, and what comes after a law has ended is none of its use.
      if (denied || (until !== undefined && at >= (endOf.get(until) ?? beats.length))) continue;
      all.set(law, (all.get(law) ?? 0) + 1);
      if (!passing) plain.set(law, (plain.get(law) ?? 0) + 1);
    }
  }
  const long = sentences.length / USUAL_SENTENCES;
  return drafts.map((atoms, law) => {
    const said = (at: number): { readonly plain: number; readonly all: number } => {
      const probe = probes.get(keys[law]?.[at] ?? "");
      return probe === undefined ? { plain: 0, all: 0 } : { plain: plain.get(probe) ?? 0, all: all.get(probe) ?? 0 };
    };
    const isKept = ({ sure }: Atom, at: number): boolean => {
      const most = STAYS[sure];
      const share = Math.max(sure === "named" ? 1 : SHORTEST, long);
      const uses = said(at);
      return uses.plain <= most.plain * share && uses.all <= most.all * share;
    };
    const keeps = atoms.map(isKept);
    // Where the author has letters, one letter is no breach either.
    const keyOf = ({ noun, sure }: Atom): string | undefined => noun && `${sure} ${noun}`;
    const free = new Set(atoms.flatMap((atom, at) => (keeps[at] ? [] : (keyOf(atom) ?? []))));
    return atoms.filter((atom, at) => keeps[at] && !free.has(keyOf(atom) ?? ""));
  });
}

/** Whether more than one has a role, or nobody in particular: "each ferryman", "the ferrymen". (rule CA5858) */
function isSharedRole(role: string, sentences: readonly OwnSentence[]): boolean {
  const lower = role.toLowerCase();
  const [, ...plurals] = nounForms(lower);
  const words = [
    ...plurals.filter((form) => form !== lower),
    ...["each", "every", "another", "any", "no", "other"].map((word) => `${word} ${lower}`),
  ].map((form) => new RegExp(String.raw`(?<!\p{L})${form.replace(/[^\p{L} ]/gu, ".")}(?!\p{L})`, "iu"));
  return sentences.some(({ text }) => words.some((word) => word.test(text)));
}

const PROBE: Omit<ReadLaw, "checks"> = {
  id: "",
  text: "",
  file: "",
  line: 0,
  forbids: [],
  evidence: { certainty: "guessed", file: "", line: 0, why: "" },
};

/** Atoms of one kind with the same subject and object are one check. */
function joined(atoms: readonly Atom[]): LawCheck[] {
  const byKey = new Map<string, LawCheck>();
  for (const { check } of atoms) {
    const { words, ...rest } = check;
    const key = JSON.stringify(rest);
    const known = byKey.get(key);
    byKey.set(key, { ...rest, words: [...new Set([...(known?.words ?? []), ...words])] });
  }
  return [...byKey.values()];
}

/** Names that hold a forbidden word are no offence: "the Gun Inn". */
function withExceptions(check: LawCheck, names: readonly string[]): LawCheck {
  if (check.kind !== "phrase") return check;
  const words = new Set(check.words);
  const within = names.filter(
    (name) =>
      name.includes(" ") &&
      name
        .toLowerCase()
        .split(/[^\p{L}\p{N}']+/u)
        .some((word) => words.has(word)) &&
      !words.has(withoutThe(name).toLowerCase()),
  );
  return within.length === 0 ? check : { ...check, exceptions: [...new Set(within.map(withoutThe))] };
}

/** What a check forbids, as phrases. */
function inWords({ kind, words, subject = [], object = [], where }: LawCheck): string[] {
  const [name = ""] = subject;
  switch (kind) {
    case "phrase":
      return where === undefined ? [...words] : words.map((word) => `${word} (${where[0] ?? ""})`);
    case "weather":
      return [...words];
    case "spoken":
      return words.map((word) => `“${word}” as ${name}'s word`);
    case "digits":
      return ["figures"];
    case "bound":
      return words.map((word) => `${name}'s ${word}`);
    case "verb-object":
      return words.flatMap((verb) => {
        const [, third = verb, past = verb] = verbForms(verb);
        const target = object[0];
        const who = name === "" ? "" : `${name} `;
        return target === undefined
          ? [verb, third, past].map((form) => who + form)
          : [third, past].map((form) => `${who}${form} ${target}`);
      });
    default:
      return words.flatMap((verb) => {
        if (verb.startsWith("be ")) return [`${name} is ${verb.slice(3)}`];
        const [, third = verb, past = verb] = verbForms(verb);
        const spoken = kind === "speech" ? [`${third} ${name}`, `${past} ${name}`] : [];
        return [`${name} ${third}`, `${name} ${past}`, ...spoken];
      });
  }
}

/** The beat that a condition speaks of: by its id, or by all of the condition's rare words in its title, else in what it tells. */
function beatOf(condition: string, { beats }: ReadingSource): string | undefined {
  const words = (condition.toLowerCase().match(/[\p{L}\d_]{4,}/gu) ?? []).filter(
    (word) => !/^(?:that|this|with|over|have|been|story|scene|they|them|their|when|from|into)$/.test(word),
  );
  if (words.length === 0) return undefined;
  const stems = words.map((word) => word.replace(/(?:s|ed|es)$/, ""));
  const holds = (text: string): boolean => stems.every((stem) => text.toLowerCase().includes(stem));
  const titled = beats.find(({ id, title }) => {
    const text = `${id} ${title}`.toLowerCase();
    return text.includes(condition.trim().toLowerCase()) || holds(text);
  });
  const told = (): string | undefined =>
    stems.length < 2
      ? undefined
      : beats.find(({ title, location, description }) => holds(`${title} ${location ?? ""} ${description}`))?.id;
  return titled?.id ?? told();
}

const placeNames = ({ lore, beats, setting }: ReadingSource): string[] => [
  ...lore
    .filter(({ file }) => /(?:^|\/)places\/[^/]+$/.test(file))
    .flatMap(({ text }) => /^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? []),
  ...beats.flatMap(({ location }) => location ?? []),
  ...markdownSections(setting).flatMap(({ heading }) => (heading === "" ? [] : [heading])),
];

/** Text of a campaign that is enough to know its author's words by, in letters. */
const ENOUGH_TEXT = 1_000_000;

/** A sentence of the author's, with its place in the order of beats: before all of them, or behind. */
interface OwnSentence {
  readonly text: string;
  readonly at: number;
}

/** Every sentence of the author's own but the constraints, as long as the campaign is of an ordinary size. */
function authorSentences(source: ReadingSource): OwnSentence[] {
  const prose = (text: string): string[] => markdownSections(text).flatMap(({ paragraphs }) => paragraphs);
  const at = (place: number, texts: readonly string[]): OwnSentence[] => texts.map((text) => ({ text, at: place }));
  const texts = [
    ...at(-1, [...prose(source.premise), ...prose(source.setting)]),
    ...source.beats.flatMap(({ description, dialogue }, place) =>
      at(place, [description, ...(dialogue ?? []).map(({ line }) => line)]),
    ),
    ...at(
      source.beats.length,
      source.endings.flatMap(({ body }) => prose(body)),
    ),
    ...source.npcs.flatMap(({ profile }) =>
      at(-1, [
        profile.background ?? "",
        profile.appearance ?? "",
        ...(profile.motivations ?? []),
        ...(profile.speech_patterns?.examples ?? []),
        ...Object.values(profile.relationships ?? {}),
      ]),
    ),
    // What lore says is so at any time.
    ...source.lore.flatMap(({ text }) => at(source.beats.length, prose(text))),
  ];
  let letters = 0;
  return texts.flatMap((one) => {
    letters += one.text.length;
    return letters > ENOUGH_TEXT ? [] : splitSentences(one.text).map((text) => ({ text, at: one.at }));
  });
}
