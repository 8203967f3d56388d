import { kindOfNoun, opensWithVerb } from "../kinds.js";
import { PLACE_NOUNS } from "../lexicon.js";
import type { CastEntry, NpcProfile } from "@narratoria/protocol/contracts";
import type { Fact, Person, Place, Prop, Topic } from "@narratoria/protocol/story";
import { contentWords, familiesOf, isOfUnnamed, withoutAbbreviationStops } from "@narratoria/protocol/english";
import { minePersonProps } from "./props.js";

/** A person as far as profile and texts are mined. */
export type MinedPerson = Omit<Person, "plural" | "kind" | "body" | "speech" | "mobility" | "presentFrom">;

/** What a campaign's `# names` entry says about a person. */
export interface NameEntry {
  readonly short?: string;
  readonly epithet?: string;
  readonly pronoun?: Person["pronoun"];
}

/** "the innkeeper" from a role such as "Innkeeper at the Lantern House"; nothing where the role is not plainly one noun phrase. */
/** What somebody is of somebody or something else. */
const OF_ANOTHER =
  /^(?:the |an? )?(?:owner|co-owner|keeper|member|head|leader|founder|partner|half|part|voice|ghost|spirit|son|daughter|child|wife|husband|mother|father|brother|sister|twin|cousin|uncle|aunt|niece|nephew|friend|neighbour|neighbor|rival|enemy|assistant|deputy|successor|heir|ally|patron|source|author|maker|servant|man|woman|boy|girl|person|stranger|last|first|eldest|oldest|youngest|only|rest|remainder|survivor)s?$/i;
/** Words of such a phrase. */
const MOST_OF_ANOTHER = 7;
/** Words of "your mother's brother". */
const MOST_OWNED = 4;

/** "The your aunt" and "the his clerk" are said by nobody. */
const OWNED = /^(?:your|my|our|his|her|their) /i;
/** What somebody works in, and not what they are. */
const NO_PERSON =
  /^(?:security|reception|accounts|transport|catering|maintenance|management|staff|police|post|beds?|night|nights|days?|retired|formerly|late)$/i;

/** "Malam (pilot and navigator)": what an office is, in plain words. */
const GLOSS = /^[^(),.;:]{2,30} \((?:an? |the )?(\p{Ll}[^()]{2,40})\)/u;
/** Nouns for whoever does a work, which nothing else has for its last word: "Night Sister", "stores clerk". */
const WORKS =
  /^(?:clerk|manager|secretary|treasurer|sister|nurse|robot|guard|keeper|officer|attendant|driver|captain|steward|monitor|warden|porter|agent|inspector|master|mistress|cook|pilot|engineer|doctor|teacher|reeve)$/i;

function epithetOf(given: string): string | undefined {
  const gloss = GLOSS.exec(given)?.[1] ?? "";
  const plain = gloss === "" ? undefined : epithetOf(gloss);
  // Only a noun for a person says who somebody is: "Officer (Rationalisation)" says of what.
  const isPlain = kindOfNoun(plain?.split(" ").at(-1) ?? "") === "human" && !/(?:group|crew|team)$/.test(plain ?? "");
  if (plain !== undefined && isPlain) return plain;
  const role = withoutAbbreviationStops(given).replace(/\s*\([^()]*\)/gu, "");
  const owned = OWNED.exec(role) ? (role.split(/[,;:(.]/)[0] ?? "").trim() : "";
  if (owned !== "")
    return owned.split(/\s+/).length > MOST_OWNED
      ? undefined
      : owned.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
  const head = role.split(/\s+(?:of|at|in|from|for|since|who|and|to|on|with)\s+|[.,;:(/—–-]\s|[,.]/)[0]?.trim() ?? "";
  // "The king's body-slave", "Gene's widow"
  const theirs = /^(the |an? )?([\p{L}-]+['’]s (?:\p{Ll}[\p{Ll}-]* ?){1,2})$/iu.exec(head);
  if (theirs) return `${theirs[1]?.toLowerCase() ?? ""}${theirs[2]}`;
  const words = head.replace(/^(?:the|a|an)\s+/i, "").split(/\s+/);
  if (/^(?:he|she|it|they|one|those|whoever|who)$/i.test(words[0] ?? "")) return undefined;
  const works = words.length > 1 && WORKS.test(words.at(-1) ?? "");
  const isPerson = works || /(?:er|or|ist|man|woman|smith|wright|ess|nurse|cook|clerk|guide)$/.test(words.at(-1) ?? "");
  const most = isPerson ? 3 : 2;
  if (words.length === 0 || words.length > most || words.some((word) => !/^[\p{L}-]+$/u.test(word))) return undefined;
  // "Sees to the hives" and "Sells weather in bottles" say what somebody does.
  if (!works && opensWithVerb(words[0] ?? "") && (words.length === 1 || /s$/.test(words[0] ?? ""))) return undefined;
  const noun = words.at(-1)?.toLowerCase() ?? "";
  // "Once engaged to Octavia" has no noun, and "No. 2 Station" is a number. (rule CA5792)
  if (
    /ed$/.test(noun) &&
    kindOfNoun(noun) === undefined &&
    /^(?:to|by|from|in|with|for)\b/.test(role.slice(head.length).trim())
  )
    return undefined;
  if (/^(?:no|nr|nos)$/.test(noun)) return undefined;
  if (NO_PERSON.test(noun) || (words.length === 1 && PLACE_NOUNS.has(noun))) return undefined;
  // "A man-at-arms walking in fetters", "A boy fled from his lord's land"
  if (words.length === 2 && (/ing$/.test(noun) || /^(?:fled|gone|come|sent|born|bred|turned)$/.test(noun))) words.pop();
  // "GP" is a word of its own, and "Hawke" of "Inspector Hawke" a name.
  const between = words.slice(1, works ? -1 : undefined);
  if (between.some((word) => /^\p{Lu}(?!\p{Lu}+$)/u.test(word)) || /['’]s|s['’]$/.test(head)) return undefined;
  // "The owner" and "the daughter" ask of what, and whose.
  if (words.length === 1 && OF_ANOTHER.test(head)) {
    const [, whole = ""] =
      /^(?:the |an? )?(\p{L}+ (?:of|at|to|for|in|from|with) [^,;:(.—–]{2,40})(?:[,;:(.—–]|$)/iu.exec(role) ?? [];
    return whole === "" || whole.split(/\s+/).length > MOST_OF_ANOTHER
      ? undefined
      : `the ${whole.trim().replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())}`;
  }
  const phrase = works ? [...words.slice(0, -1), words.at(-1)?.toLowerCase()].join(" ") : words.join(" ");
  return `the ${phrase.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())}`;
}

/** A motive as a bare infinitive: "Guide Arthur home." gives "to guide Arthur home". */
function motive(text: string): string {
  const clean = text
    .trim()
    .replace(/\s*\([^)]*\)/g, "")
    .replace(/[.!]+$/, "");
  // Nobody can be helped to know.
  if (/^(?:to )?know (?:who|what|why|where|when|how|whether)\b/i.test(clean))
    return `to find out ${clean.replace(/^(?:to )?know /i, "")}`;
  if (/^to\s/i.test(clean)) return `to ${clean.slice(3)}`;
  return `to ${clean.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())}`;
}

/** What a campaign's topics are about, by the words, people and places that they share with a profile. */
export interface TopicWords {
  /** Scores of all topics near a profile, by their place in the author's order. */
  scores(id: string, profile: ReadonlySet<string>, home: Place | undefined): ReadonlyMap<number, number>;
  readonly topics: readonly Topic[];
}

/** Indexes topics by their words, so that a person is compared with those topics alone that share some. */
export function wordsOfTopics(topics: readonly Topic[], facts: readonly Fact[]): TopicWords {
  const order = new Map(topics.map(({ id }, at) => [id, at]));
  const own = new Map<number, Fact[]>();
  for (const fact of facts) {
    const at = order.get(fact.topic);
    if (at !== undefined) enter(own, at, fact);
  }
  // A matter that the story comes back to is made of facts from anywhere.
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  for (const [at, topic] of topics.entries())
    if (!own.has(at))
      for (const id of topic.facts) {
        const fact = byId.get(id);
        if (fact !== undefined) enter(own, at, fact);
      }
  const title = new Map<string, number[]>();
  const body = new Map<string, number[]>();
  const sizes = new Map<number, number>();
  const naming = new Map<string, number[]>();
  const alone = new Map<string, number[]>();
  /** Topics that only some know. */
  const hidden = new Set<number>();
  for (const [at, list] of own) {
    for (const word of contentWords(topics[at]?.np ?? "")) enter(title, word, at);
    const words = contentWords(list.map((fact) => fact.text).join(" "));
    sizes.set(at, words.size);
    for (const word of words) enter(body, word, at);
    for (const key of new Set(list.flatMap(({ names }) => names))) enter(naming, key, at);
    for (const id of new Set(list.flatMap(({ knownBy }) => (knownBy === "common" ? [] : knownBy))))
      enter(alone, id, at);
    if (list.every(({ knownBy }) => knownBy !== "common")) hidden.add(at);
  }
  return {
    topics,
    scores(id, profile, home) {
      const scores = new Map<number, number>();
      const mine = new Set(alone.get(id));
      const add = (at: number, score: number): void => {
        if (!hidden.has(at) || mine.has(at)) scores.set(at, (scores.get(at) ?? 0) + score);
      };
      for (const at of mine) add(at, 20);
      const shared = new Map<number, number>();
      for (const word of profile) {
        for (const at of title.get(word) ?? []) add(at, 4);
        for (const at of body.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
      }
      for (const [at, count] of shared) add(at, count / Math.sqrt((sizes.get(at) ?? 0) + 1));
      for (const at of naming.get(`npc:${id}`) ?? []) add(at, 3);
      const at = home?.topic === undefined ? undefined : order.get(home.topic);
      if (at !== undefined && own.has(at)) add(at, 3);
      return scores;
    },
  };
}

function enter<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Nobody brings up more by themselves, however many books there are. */
const MOST_TOPICS = 40;

/** Topics near the words of a person's profile, nearest first; those that the person alone knows come before all others. */
function topicsOf(id: string, profileText: string, home: Place | undefined, topics: TopicWords): string[] {
  const ranked = [...topics.scores(id, contentWords(profileText), home)]
    .filter(([, score]) => score > 0)
    .sort(([a, one], [b, other]) => other - one || a - b);
  // Somebody with nothing to say is no company: the three nearest always count.
  return ranked
    .filter(([, score], index) => index < 3 || score >= 2.2)
    .slice(0, MOST_TOPICS)
    .flatMap(([at]) => topics.topics[at]?.id ?? []);
}

/** Words that nobody writes with a capital inside a sentence. */
const SMALL = "Of|The|And|Or|Since|At|In|To|For|With|On|Who|From|By|An?|But";
const SMALL_INSIDE = new RegExp(`\\S (?:${SMALL}) `, "u");

/**
 * "Manager Of Mithering Athletic" as a sentence has it: "Manager of Mithering Athletic". Words of a thing that one is of keep their capitals.
 * (rule CA5793)
 */
function inSentenceCase(role: string): string {
  if (!SMALL_INSIDE.test(role)) return role;
  let isThing = false;
  return role
    .split(/(?<=[\s(])/u)
    .map((word, at) => {
      const plain = word.trim();
      if (new RegExp(`^(?:${SMALL})$`, "u").test(plain)) {
        isThing = !/^(?:And|Or|But|Who|An?)$/.test(plain);
        return at === 0 ? word : word.toLowerCase();
      }
      const isLower = at > 0 && !isThing && /^\p{Lu}\p{Ll}/u.test(plain);
      if (/[,;:(.]$/.test(plain)) isThing = false;
      return isLower ? word.toLowerCase() : word;
    })
    .join("");
}

/** Everything about a person that does not depend on topics. */
export function minePerson(
  npc: { readonly id: string; readonly profile: NpcProfile },
  member: { readonly called: string; readonly pronoun: CastEntry["pronoun"]; readonly home?: string } | undefined,
  epithet: string | undefined,
  ownProps: readonly Prop[],
): Omit<MinedPerson, "topics" | "relations"> {
  const { id, profile } = npc;
  const role = inSentenceCase(profile.role);
  const known = epithet ?? epithetOf(role);
  return {
    id,
    name: profile.name,
    short: member?.called ?? profile.name,
    ...(known === undefined ? {} : { epithet: known }),
    role,
    pronoun: member?.pronoun ?? null,
    home: member?.home ?? "",
    props: ownProps.length > 0 ? ownProps : minePersonProps(profile.appearance ?? ""),
    style: familiesOf(
      profile.speech_patterns?.style,
      profile.personality.traits.join(" "),
      (profile.personality.flaws ?? []).join(" "),
    ),
    // Whom nothing names nobody can be asked about. (rule CA1677)
    motives: (profile.motivations ?? []).map(motive).filter((wish) => !isOfUnnamed(wish)),
    lines: profile.speech_patterns?.examples ?? [],
    catchphrases: profile.speech_patterns?.catchphrases ?? [],
    inventory: profile.inventory ?? [],
  };
}

/** Completes a person once topics and facts are known. */
export function withTopics(
  person: Omit<MinedPerson, "topics" | "relations">,
  profile: NpcProfile,
  relations: Person["relations"],
  topics: TopicWords,
  home: Place | undefined,
): MinedPerson {
  const text = [
    profile.role,
    profile.background,
    (profile.motivations ?? []).join(" "),
    (profile.speech_patterns?.examples ?? []).join(" "),
    Object.values(profile.relationships ?? {}).join(" "),
    (profile.inventory ?? []).join(" "),
  ].join(" ");
  return { ...person, relations, topics: topicsOf(person.id, text, home, topics) };
}
