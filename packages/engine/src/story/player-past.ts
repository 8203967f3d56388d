/** What a player was before the story: entries by source, whom and what they name, and how people feel about it. */
import type { PlayerBackground, PlayerClass, PlayerPreset, PlayerRace } from "@narratoria/protocol/contracts";
import { isJsonObject, type JsonValue } from "@narratoria/protocol";
import { contentWords } from "@narratoria/protocol/english";
import { type Matter, type PastEntry, relationshipWords } from "@narratoria/protocol/story";

/** What was chosen of a template's lists; the name alone where the list does not have it. */
export interface ChosenParts {
  readonly race: PlayerRace | undefined;
  readonly calling: PlayerClass | undefined;
  readonly background: PlayerBackground | undefined;
  readonly preset: PlayerPreset | undefined;
  readonly answers: readonly (readonly [question: string, answer: string])[];
}

/** Lists what is said of a character, each with its source. Implements rule EN2800. */
export function pastOf({ race, calling, background, preset, answers }: ChosenParts): PastEntry[] {
  const told = (kind: PastEntry["kind"], of: string, texts: readonly (string | undefined)[]): PastEntry[] =>
    texts.flatMap((text) => (text === undefined || text.trim() === "" ? [] : [{ kind, of, text: text.trim() }]));
  return [
    ...(race ? [...told("race", race.name, [race.description]), ...told("trait", race.name, race.traits ?? [])] : []),
    ...(calling
      ? [
          ...told("class", calling.name, [calling.description ?? calling.name]),
          ...told("ability", calling.name, calling.abilities ?? []),
        ]
      : []),
    ...(background
      ? [
          ...told("background", background.name, [background.description ?? background.name]),
          ...told("thing", background.name, background.starting_items ?? []),
          ...Object.entries(background.starting_relationships ?? {}).flatMap(([npc, text]) =>
            told("relationship", background.name, [text]).map((entry) => ({ ...entry, npc })),
          ),
        ]
      : []),
    ...(preset
      ? [
          ...told("background", preset.name, [preset.description]),
          ...told("trait", preset.name, preset.traits ?? []),
          ...told("thing", preset.name, preset.items ?? []),
        ]
      : []),
    ...answers.map(([question, text]): PastEntry => ({ kind: "answer", of: question, text })),
  ];
}

const KINDS: readonly PastEntry["kind"][] = [
  "race",
  "class",
  "ability",
  "background",
  "thing",
  "trait",
  "relationship",
  "answer",
  "theme",
];

/** Reads the entries that session state holds; what is none is left out. */
export function readPast(value: JsonValue | undefined): PastEntry[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: JsonValue): PastEntry[] => {
    if (!isJsonObject(one)) return [];
    const kind = KINDS.find((known) => known === one["kind"]);
    const { text, of, npc } = one;
    if (kind === undefined || typeof text !== "string") return [];
    return [{ kind, text, ...(typeof of === "string" ? { of } : {}), ...(typeof npc === "string" ? { npc } : {}) }];
  });
}

/** What the people and the calling of a character may not do, as their author says it; "none" is nothing. */
export function restrictionsOf({ race, calling }: Pick<ChosenParts, "race" | "calling">): string[] {
  return [race?.restrictions, calling?.restrictions]
    .flatMap((given) => given ?? [])
    .map((text) => text.trim())
    .filter((text) => text !== "" && !/^(?:none|nothing|-|—)\.?$/i.test(text));
}

/**
 * The entries with the ids of the people they are about and the keys that they name; a relationship with nobody is left out. A theme names
 * the topics that it shares a word with as well.
 */
export function placedPast(
  past: readonly PastEntry[],
  { people, topics }: Pick<Matter, "people" | "topics">,
  keysIn: (text: string) => readonly string[],
): PastEntry[] {
  return past.flatMap((entry): PastEntry[] => {
    const names = [...new Set([...keysIn(entry.text), ...(entry.kind === "theme" ? touched(entry.text, topics) : [])])];
    const named = names.length === 0 ? {} : { names };
    if (entry.npc === undefined) return [{ ...entry, ...named }];
    const person = personNamed(entry.npc, people);
    return person === undefined ? [] : [{ ...entry, npc: person.id, ...named }];
  });
}

/** Keys of topics whose name shares a word of content with a theme. (rule EN3211) */
function touched(theme: string, topics: Matter["topics"]): string[] {
  const words = contentWords(theme);
  return topics.flatMap(({ id, np }) => ([...contentWords(np)].some((word) => words.has(word)) ? [`topic:${id}`] : []));
}

/** Somebody by folder, whole name, or a part of the name that nobody else has. */
function personNamed(name: string, people: Matter["people"]): Matter["people"][number] | undefined {
  const wanted = folded(name);
  const parts = people.filter((one) => folded(one.name).split(" ").includes(wanted));
  return (
    people.find(({ id, name: whole, short }) => [id, whole, short].some((form) => folded(form) === wanted)) ??
    (parts.length === 1 ? parts[0] : undefined)
  );
}

const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Words by which a relationship says how somebody feels about the player, and points of feeling for it: a bond or a wrong counts as much as
 * what weighs most in play, regard as much as a kindness. (rule EN2801)
 */
const REGARD: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:blames?|hates?|loathes?|despises?|never forgave|has not forgiven|swore (?:revenge|to)|betrayed by you|ruined by you)\b/iu,
    -40,
  ],
  [
    /\b(?:distrusts?|mistrusts?|dislikes?|resents?|suspects?|wary|grudge|holds? (?:a|an) (?:\p{L}+ )?(?:claim|debt)|dismissal|took your|dismissed you|failed you|cheated|turned you (?:away|out)|is not speaking to you|thinks (?:less|little|ill) of you|disapproves?)\b/iu,
    -20,
  ],
  [
    /\b(?:loves? you|like a (?:son|daughter|brother|sister|child)|godfather|godmother|godparent|brought you up|raised you|saved (?:you|your)|you saved|owes? you (?:his|her|their|a) life|swears? by you|your (?:mother|father|brother|sister|uncle|aunt|cousin|grandmother|grandfather|husband|wife)$)\b/iu,
    40,
  ],
  [
    /\b(?:likes?|fond|kind(?:ly)?|kissed you|fed you|feeds? you|trusts?|friend|thank(?:s|ed|ful)?|thank you|grateful|taught you|nursed|thinks (?:better|well|more|highly) of you|remembers? you|looks? after|proud of you|owes? you|welcomes?|admires?|respects?|misses you|at school with|knew your (?:mother|father|granny|family|people)|kin|cousin)\b/iu,
    20,
  ],
];

/** How somebody feels about the player by what their relationship says; 0 where it says nothing of it. Implements rule EN2801. */
export function regardIn(relationship: string): number {
  return REGARD.find(([words]) => words.test(relationship))?.[1] ?? 0;
}

const OUT_OF_FAVOUR =
  /\b(?:out of favou?r|in debt to|wanted by|not welcome|unwelcome|distrusted|banished|expelled|owes?|minus \d+)\b|[-−]\d+\b/iu;

/** Points of standing that a restriction takes away with a faction that it names, at most as much as a grave wrong. (rule EN2802) */
export function standingLost(restrictions: readonly string[], faction: string): number {
  const name = folded(faction).replace(/^the /, "");
  const isLost = restrictions.some((text) => OUT_OF_FAVOUR.test(text) && ` ${folded(text)} `.includes(` ${name} `));
  return isLost ? LOST : 0;
}

const LOST = 35;

/** A person's first opinion, from the relationship that is written of. */
export interface FirstRegard {
  readonly feeling: number;
  readonly because: { readonly text: string; readonly scene: number };
}

/** How people feel who knew the player before, by id. */
export function firstRegards(past: readonly PastEntry[], people: Matter["people"]): ReadonlyMap<string, FirstRegard> {
  return new Map(
    past.flatMap(({ kind, npc, text }) => {
      const person = people.find(({ id }) => id === npc);
      const feeling = kind === "relationship" ? regardIn(text) : 0;
      if (!person || feeling === 0) return [];
      return [[person.id, { feeling, because: { text: relationshipWords(person.short, text), scene: 0 } }] as const];
    }),
  );
}
