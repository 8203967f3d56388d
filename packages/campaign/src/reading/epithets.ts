/** Words by which texts speak of people whom they do not name: their roles, their kinds, their families. */
import { allMatches, isLemma } from "@narratoria/protocol/english";
import type { CastMember } from "./cast.js";
import type { Kin } from "./kin.js";
import { headNoun, kindOfNoun, opensWithVerb } from "./kinds.js";
import { isTitle, PLACE_NOUNS } from "./lexicon.js";
import { createMentionIndex, type MentionIndex, type NameForm } from "./mentions.js";
import type { Named } from "./people-mentions.js";
import type { ReadingSource } from "./read-story.js";
import type { Span } from "./texts.js";

export interface Epithets {
  /** Words that stand for one person alone, in any part of a sentence: "the captain", "the old goose". */
  readonly roles: readonly NameForm[];
  readonly index: MentionIndex;
  /** Words for the only one of a kind, "the bird", which may be any bird unless they open a clause. */
  readonly kinds: MentionIndex;
  /** Words for several at once: "the Hallams", "both sisters". Each mention has the ids of all. */
  readonly groups: MentionIndex;
  /** What each animal and machine is, in one word or more: "cat", "animal". */
  readonly nouns: ReadonlyMap<string, readonly string[]>;
}

/** Nouns that stand for nobody in particular, or for the player, unless texts write them as a name. */
const NO_EPITHET =
  /^(?:person|human|man|woman|friend|people|mother|father|widow|son|daughter|sister|brother|one|player|master|other|owner|member|character)$/;

const OPENS_OTHERWISE =
  /^(?:in|on|at|by|for|from|of|to|with|without|since|until|under|over|after|before|who|which|that|not|never|but|as|has|have|holds|holding|\p{L}+ing)\s/iu;

/**
 * Lists the words under which a story's people appear without their names.
 *
 * @param playerForms - What texts call the player.
 */
export function readEpithets(
  source: ReadingSource,
  members: readonly CastMember[],
  people: readonly Named[],
  spans: readonly Span[],
  kin: Kin,
  playerForms: readonly string[],
): Epithets {
  // Who is the player is nobody else, even if somebody was it before.
  const named = new Set(
    [...playerForms, ...members.flatMap(({ called, aliases }) => [called, ...aliases])].map((form) =>
      form.toLowerCase().replace(/^the /, ""),
    ),
  );
  const { callings, offices } = rolesOf(source, titlesInTexts(spans));
  const roles = unique(callings, named);
  const taken = new Set([
    ...named,
    ...[...callings.values(), ...offices.values()].flat().map((noun) => noun.toLowerCase()),
  ]);
  // What the word of an office means is unknown: it may be a house as well as who is at its head.
  const whatTheyAre = kindsOf(source, members);
  const kinds = [...unique(offices, named), ...unique(whatTheyAre, taken)];
  const nouns = new Map(
    members.flatMap(({ id, kind }) =>
      kind === "animal" || kind === "machine"
        ? [[id, [...(whatTheyAre.get(id) ?? []), ...(callings.get(id) ?? [])]]]
        : [],
    ),
  );
  return {
    roles,
    index: createMentionIndex(roles),
    kinds: createMentionIndex(kinds),
    nouns,
    groups: createMentionIndex([...families(people), ...siblings(members, kin)]),
  };
}

/** Words that only one person has, as forms with their article. */
function unique(words: ReadonlyMap<string, readonly string[]>, taken: ReadonlySet<string>): NameForm[] {
  const owners = new Map<string, Set<string>>();
  for (const [id, nouns] of words) for (const noun of nouns) owners.set(noun, (owners.get(noun) ?? new Set()).add(id));
  return [...owners].flatMap(([noun, ids]) => {
    const [id] = ids;
    return id === undefined || ids.size > 1 || taken.has(noun.toLowerCase())
      ? []
      : [{ form: noun, id, kind: "epithet" as const, article: true, described: true }];
  });
}

/** Nouns that texts write with a capital after "the", as the name of an office: "the Master", "the Amghar". */
function titlesInTexts(spans: readonly Span[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { text, kind } of spans) {
    if (kind === "role" || kind === "secret" || kind === "law") continue;
    for (const match of allMatches(text, /\b[Tt]he (\p{Lu}[\p{L}\p{M}'’-]+)(?!\s+\p{Lu})/gu)) found.add(match[1] ?? "");
  }
  return found;
}

/** Nouns of roles by which texts may speak of somebody: callings, and words of an office that only the campaign knows. */
function rolesOf(
  source: ReadingSource,
  titles: ReadonlySet<string>,
): Record<"callings" | "offices", ReadonlyMap<string, readonly string[]>> {
  const callings = new Map<string, string[]>();
  const offices = new Map<string, string[]>();
  for (const { id, profile } of source.npcs) {
    const own = new Set<string>();
    const held = new Set<string>();
    for (const clause of profile.role.split(/[.;:,()]+/)) {
      const phrase = clause.trim().replace(/^(?:and|also|now|formerly|once|the|an?)\s+/i, "");
      // "Carries the winter" and "on paper" name nobody: their nouns are things.
      if (OPENS_OTHERWISE.test(phrase) || opensWithVerb(phrase)) continue;
      const noun = headNoun(phrase);
      if (noun.length < 3) continue;
      const title = noun.charAt(0).toUpperCase() + noun.slice(1);
      const known = kindOfNoun(noun) !== undefined;
      if (known && !NO_EPITHET.test(noun)) own.add(noun);
      else if (titles.has(title) && !PLACE_NOUNS.has(noun)) (known ? own : held).add(title);
    }
    callings.set(id, [...own]);
    offices.set(id, [...held]);
  }
  return { callings, offices };
}

/** Animals that are also called by a wider word. */
const WIDER: readonly (readonly [wider: string, narrow: RegExp])[] = [
  [
    "bird",
    /\b(?:bird|jackdaw|starling|raven|crow|rook|magpie|parrot|parakeet|macaw|cockatoo|budgerigar|budgie|canary|finch|sparrow|robin|wren|thrush|lark|swallow|swift|gull|seagull|tern|albatross|cormorant|heron|stork|crane|swan|goose|gander|duck|drake|hen|rooster|cockerel|turkey|peacock|owl|hawk|falcon|kestrel|eagle|kite|buzzard|vulture|pigeon|dove|cuckoo|nightingale|penguin|puffin|ostrich|emu)\b/i,
  ],
  [
    "dog",
    /\b(?:dog|hound|puppy|terrier|collie|sheepdog|spaniel|mongrel|cur|mastiff|bulldog|greyhound|whippet|lurcher|retriever|labrador|poodle|dachshund|pointer|setter|husky|malamute|alsatian)\b/i,
  ],
  ["cat", /\b(?:cat|kitten|tomcat|tabby|mouser)\b/i],
  ["horse", /\b(?:horse|mare|pony|gelding|stallion|cob|foal|colt|filly|carthorse|nag)\b/i],
];

const YEARS =
  /\b(?:aged? |is |just )?(?:[3-9]|1[0-4]|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen)(?:[ -]years?[ -]old)\b|\baged? (?:[3-9]|1[0-4]|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen)\b|\b(?:schoolboy|schoolgirl|child|little (?:boy|girl))\b/i;

/** The only child, animal or machine of a story by what it is. */
function kindsOf(source: ReadingSource, members: readonly CastMember[]): ReadonlyMap<string, readonly string[]> {
  const profiles = new Map(source.npcs.map(({ id, profile }) => [id, profile]));
  return new Map(
    members.map(({ id, name, kind, pronoun }) => {
      const { role = "", age, metadata } = profiles.get(id) ?? {};
      const words = `${name} ${role} ${(metadata?.tags ?? []).join(" ")}`;
      if (kind === "animal")
        return [
          id,
          ["animal", "beast", "creature", ...WIDER.flatMap(([wider, of]) => (of.test(words) ? [wider] : []))],
        ];
      if (kind === "machine") return [id, ["machine"]];
      const years = Number(age ?? Number.NaN);
      if (kind !== "human" || !(years < 15 || YEARS.test(`${role} ${age ?? ""}`) || /\bchild\b/i.test(words)))
        return [id, []];
      return [id, ["child", ...(pronoun === "he" ? ["boy"] : pronoun === "she" ? ["girl"] : [])]];
    }),
  );
}

/** "The Hallams": all who have the surname. A name in -s or of several stays as it is: "the Zhoruñ stand up". */
function families(people: readonly Named[]): NameForm[] {
  const bearers = new Map<string, string[]>();
  for (const { id, parts } of people) {
    const { words, article, titles } = parts;
    const last = words.at(-1);
    if (last === undefined || article || words.length < titles + 1 || !/^\p{Lu}\p{L}{2,}/u.test(last) || isTitle(last))
      continue;
    // A word alone is a given name as often as not; with a title it is the surname.
    if (words.length === 1) continue;
    for (const word of new Set(words.slice(titles === 0 ? 1 : titles)))
      if (/^\p{Lu}\p{L}{2,}/u.test(word)) bearers.set(word, [...(bearers.get(word) ?? []), id]);
  }
  return [...bearers].flatMap(([surname, ids]) => {
    const plural = /(?:s|x|z|ch|sh)$/.test(surname) ? `${surname}es` : `${surname}s`;
    const forms = ids.length > 1 ? [surname, plural] : [plural];
    return forms.flatMap((form) => ids.map((id) => ({ form, id, kind: "epithet" as const })));
  });
}

/** "Both sisters", "the brothers", where a story has them once. */
function siblings(members: readonly CastMember[], kin: Kin): NameForm[] {
  const found: NameForm[] = [];
  for (const [one, many] of [
    ["sister", "sisters"],
    ["brother", "brothers"],
    ["twin", "twins"],
  ] as const) {
    const groups = new Map<string, Set<string>>();
    for (const { id, pronoun } of members) {
      const other = kin.get(id)?.get(one);
      if (other === undefined) continue;
      const fits = one === "twin" || pronoun === (one === "sister" ? "she" : "he");
      if (!fits && kin.get(other)?.get(one) !== id) continue;
      const group = groups.get(id) ?? groups.get(other) ?? new Set();
      for (const member of [id, other]) groups.set(member, group.add(member));
    }
    const distinct = new Set(groups.values());
    const [group] = distinct;
    if (group !== undefined && distinct.size === 1)
      for (const id of group) found.push({ form: many, id, kind: "epithet" });
  }
  return found;
}

/** Whether a word for several stands for all of them: with an article or a number, and with what they do behind it. */
export function isGroupMention(
  text: string,
  mention: { readonly form: string; readonly start: number; readonly end: number },
): boolean {
  const before = text.slice(0, mention.start);
  if (
    !/(?:^|[\s“"‘'(])(?:the|both|all|two|three|four|five|these|those)(?:\s+(?:the|two|three|four|five|old|young))?\s+$/i.test(
      before,
    )
  )
    return false;
  if (/s$/.test(mention.form)) return true;
  const next = /^\s+(\p{Ll}+)/u.exec(text.slice(mention.end))?.[1] ?? "";
  return /^(?:are|have|do|were)$/.test(next) || (isLemma(next) && !PLACE_NOUNS.has(next));
}
