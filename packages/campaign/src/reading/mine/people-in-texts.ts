import { escape } from "../patterns.js";
import { countWords, slug, splitSentences, withoutArticle } from "@narratoria/protocol/english";
import type { StorySource } from "@narratoria/protocol/story";
import { markdownSections } from "./markdown.js";
import type { NameEntry } from "./people.js";

type Npc = StorySource["npcs"][number];

/** People of a campaign without profiles, as far as its premise and its setting speak of them. */
export interface PeopleInTexts {
  readonly npcs: readonly Npc[];
  /** Short name and pronoun by the person's key. */
  readonly names: ReadonlyMap<string, NameEntry>;
  /** Sentences that are a person's own (speech, what they want, what is between two of them): got from that person only. */
  readonly theirs: ReadonlySet<string>;
}

const NOBODY: PeopleInTexts = { npcs: [], names: new Map(), theirs: new Set() };

const SHE_TITLES = "Widow|Mrs\\.?|Ms\\.?|Miss|Madame|Sister|Mother|Aunt|Mistress|Lady|Dame|Queen|Princess|Granny";
const HE_TITLES = "Mr\\.?|Brother|Father|Uncle|Lord|Sir|King|Prince|Grandpa";
const ANY_TITLES =
  "Doctor|Dr\\.?|Doc|Captain|Inspector|Sergeant|Professor|Judge|Marshal|Sheriff|Chief|Deacon|Commander|Lieutenant|Nurse|Old|Young";
const TITLE = `(?:${SHE_TITLES}|${HE_TITLES}|${ANY_TITLES})`;
const CAP = "\\p{Lu}[\\p{Ll}’'-]+";

/** Who does the work of a place: only words that mean one person and nothing else. */
const SHE_ROLES =
  "woman|girl|widow|midwife|hostess|mother|grandmother|aunt|sister|daughter|wife|nun|queen|witch|landlady|housewife|laundress|seamstress|bride";
const HE_ROLES =
  "man|boy|widower|father|grandfather|uncle|brother|son|husband|monk|abbot|king|landlord|ferryman|watchman|fisherman|salesman|groom";
const ANY_ROLES =
  "caretaker|porter|keeper|innkeeper|shopkeeper|doorkeeper|gatekeeper|lightkeeper|housekeeper|beekeeper|miller|baker|butcher|brewer|carpenter|gardener|painter|teacher|driver|sailor|tailor|doctor|nurse|surgeon|inspector|conductor|collector|janitor|tutor|mayor|governor|warden|librarian|archivist|curator|cook|clerk|priest|smith|blacksmith|locksmith|guard|captain|judge|child|apprentice|guide|host|chief|cousin|neighbour|lodger|tenant|pilot|engineer|mechanic|stationmaster|postmaster|harbourmaster|sexton|verger|pedlar|barber|farmer|shepherd|hunter|forester|ranger|sheriff|marshal|deputy|professor|student|secretary|bookkeeper|cashier|waiter|bartender|barkeeper|diver|navigator|steward|bosun|signaller|technician|medic";
const ROLE = `(?:\\p{Ll}+[- ])?(?:${SHE_ROLES}|${HE_ROLES}|${ANY_ROLES})`;

/** What only somebody does: speak, know, want. Places sleep and letters lie; neither swears. */
const PERSONAL = `(?:(?:never|always|still|now|only|often|once|also|already|has|both)\\s+)*(?:says?|said|asks?|asked|calls?|tells?|told|answers?|wants?|knows?|thinks?|believes?|swears?|sworn|remembers?|forgets?|refuses?|promises|promised|hopes?|claims?|insists?|admits?|whistles?|hums?|sighs?|nods?|shouts?|whispers?)`;
const SAYS = "says|asks|calls|answers|shouts|whispers|adds|sighs|insists|said|asked|called|answered|whispered";

/** Somebody of whom this is said is no company. */
const GONE = /\b(?:died|dead|is buried|was buried|drowned|hanged|was killed|the late|ghost of)\b/i;

/**
 * Finds people in the texts of a campaign that describes nobody in a profile: whoever has a title and a name, a name or a
 * calling, and says, wants or knows something. Nothing is made up: where they live, what they say, what they want and what is
 * between them is what the author's own sentences say. (rules CA118 and CA119)
 *
 * @param premise - `plot/premise.md`.
 * @param setting - `world/setting.md`; each `##` section is a place.
 */
export function peopleInTexts({ premise, setting }: Pick<StorySource, "premise" | "setting">): PeopleInTexts {
  const placed = markdownSections(setting).map((section) => ({
    place: section.level >= 2 ? section.heading : "",
    sentences: section.paragraphs.flatMap(splitSentences),
  }));
  const told = markdownSections(premise).flatMap((section) => section.paragraphs.flatMap(splitSentences));
  const places = placed.flatMap(({ place }) => (place === "" ? [] : [place]));
  const all = [...placed.flatMap(({ sentences }) => sentences), ...told];
  const people = namesIn(all, places);
  if (people.length === 0) return NOBODY;

  const theirs = new Set<string>();
  const names = new Map<string, NameEntry>();
  const npcs = people.map((name): Npc => {
    const mentions = (text: string): boolean => pattern(name).test(text);
    const about: string[] = [];
    const lines: string[] = [];
    const motivations: string[] = [];
    const relationships: Record<string, string> = {};
    const homes = new Map<string, number>();
    const lives = (place: string, weight: number): void => {
      homes.set(place, (homes.get(place) ?? 0) + weight);
    };
    for (const { place, sentences } of [...placed, { place: "", sentences: told }]) {
      const inSetting = sentences !== told;
      let spoke = false;
      for (const sentence of sentences) {
        const goesOn = spoke && /^[“"][^”"]+[”"]$/.test(sentence);
        spoke = false;
        if (!mentions(sentence) && !goesOn) continue;
        about.push(sentence);
        if (place !== "") lives(place, 1);
        for (const other of places) if (pattern(other).test(sentence)) lives(other, 2);
        if (!inSetting) continue;
        const line = goesOn ? quoted(sentence) : speechOf(sentence, name);
        if (line !== undefined) {
          lines.push(line);
          theirs.add(sentence);
          spoke = true;
          continue;
        }
        const does = new RegExp(`^${core(name)}\\s+(.+)[.]$`, "u").exec(sentence)?.[1];
        if (does === undefined) continue;
        const wants =
          /^(?:(?:only|still|just|now)\s+)?(?:wants|means|hopes|intends|has sworn|is determined|has come) to (.+)$/.exec(
            does,
          )?.[1];
        const other = people.find((one) => one !== name && pattern(one).test(does));
        if (wants !== undefined && countWords(wants) <= 20) motivations.push(`to ${wants}`);
        else if (other !== undefined && relationships[other] === undefined) relationships[other] = does;
        else continue;
        theirs.add(sentence);
      }
    }
    const [home] = [...homes].sort((one, other) => other[1] - one[1])[0] ?? [];
    const pronoun = pronounOf(name, all);
    names.set(slug(name), { short: name, ...(pronoun === undefined ? {} : { pronoun }) });
    return {
      id: slug(name),
      profile: {
        name,
        role: "",
        personality: { traits: [] },
        background: about.join(" "),
        motivations,
        relationships,
        speech_patterns: { examples: lines },
        ...(home === undefined ? {} : { metadata: { first_appearance: home } }),
      },
    };
  });
  return { npcs, names, theirs };
}

/** Everybody of whom something is said that only somebody does, by the fullest form of the name, in the order of mention. */
function namesIn(sentences: readonly string[], places: readonly string[]): readonly string[] {
  const text = sentences.join("\n");
  const found = new Map<string, number>();
  const add = (form: string, at: number): void => {
    const name = /^the /i.test(form) ? `the ${withoutArticle(form)}` : form;
    if (!found.has(name)) found.set(name, at);
  };
  const titled = new RegExp(`(?<![\\p{L}])(?:[Tt]he )?${TITLE} ${CAP}(?: ${CAP})?(?!['’]s)(?![\\p{L}])`, "gu");
  for (const match of text.matchAll(titled)) add(match[0], match.index);
  const spoken = `(?:\\s+${PERSONAL}|,[”"]?\\s+who\\s)(?![\\p{L}])`;
  const called = new RegExp(`(?<![\\p{L}’'])(?<!\\b[Tt]he )(${CAP}(?: ${CAP})?)(?=${spoken})`, "gu");
  const attributed = new RegExp(`[”"] (?:${SAYS}) ((?:the )?(?:${CAP}(?: ${CAP})?|${ROLE}))(?![\\p{L}])`, "gu");
  const working = new RegExp(`(?<![\\p{L}])([Tt]he ${ROLE})(?=${spoken})`, "gu");
  for (const match of text.matchAll(called)) if (isName(match[1] ?? "", text)) add(match[1] ?? "", match.index);
  for (const match of text.matchAll(attributed)) {
    const form = match[1] ?? "";
    if (/^\p{Lu}/u.test(form) ? isName(form, text) : form.startsWith("the ")) add(form, match.index);
  }
  for (const match of text.matchAll(working)) add(match[1] ?? "", match.index);
  const forms = [...found].sort((one, other) => one[1] - other[1]).map(([form]) => form);
  return forms.filter((form) => {
    const short = withoutArticle(form);
    // "Orlandi" is the Widow Orlandi; "Orlandi" of two Orlandis is nobody in particular.
    if (
      forms.some((other) => other !== form && new RegExp(`(?<![\\p{L}])${escape(short)}(?![\\p{L}])`, "u").test(other))
    )
      return false;
    if (places.some((place) => pattern(place).test(form))) return false;
    if (new RegExp(`\\b(?:[Yy]ou are|[Yy]our name is|call you) ${escape(form)}`, "u").test(text)) return false;
    return !sentences.some((sentence) => pattern(form).test(sentence) && GONE.test(sentence));
  });
}

/** A word that opens a sentence with a capital, or names where something is, is nobody's name. */
function isName(form: string, text: string): boolean {
  const name = escape(form);
  const first = escape(form.split(" ")[0] ?? form);
  if (NOT_NAMES.test(form) || new RegExp(`(?<![\\p{L}])${first.toLowerCase()}(?![\\p{L}])`, "u").test(text))
    return false;
  return !new RegExp(`\\b(?:in|into|near|through|across|towards) ${name}(?!['’\\p{L}])`, "u").test(text);
}

const NOT_NAMES =
  /^(?:Nobody|Somebody|Everybody|Anybody|Someone|Everyone|Whoever|He|She|It|They|You|We|I|Who|What|That|This|Two|Three|Some|Most|Many|Few|People|God|There|Here|Now|One|No|Not|Never|Always|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b|\b(?:Row|Street|Lane|Road|House|Bridge|Square|Hill|Court|Hall|Station|Inn|Harbou?r|Bay|Company|Guild|River|Moor|Ledger|Gazette)$/;

function pronounOf(name: string, sentences: readonly string[]): "he" | "she" | undefined {
  const short = withoutArticle(name);
  const word = (list: string): boolean => new RegExp(`^(?:${list})(?:\\s|$)|(?:^|[-\\s])(?:${list})$`, "u").test(short);
  if (word(SHE_TITLES) || word(SHE_ROLES)) return "she";
  if (word(HE_TITLES) || word(HE_ROLES)) return "he";
  let he = 0;
  let she = 0;
  sentences.forEach((sentence, at) => {
    if (!pattern(name).test(sentence)) return;
    // What stands before the name is somebody else's.
    const after = sentence.split(pattern(name)).at(-1) ?? "";
    const next = /^(?:He|She|His|Her)\b/.exec(sentences[at + 1] ?? "")?.[0] ?? "";
    const own = `${after} ${next}`;
    he += own.match(/\b(?:he|his|him)\b/gi)?.length ?? 0;
    she += own.match(/\b(?:she|her|hers)\b/gi)?.length ?? 0;
  });
  return he === she ? undefined : he > she ? "he" : "she";
}

/** The author's quotation of this person in a sentence, as a line of theirs. */
function speechOf(sentence: string, name: string): string | undefined {
  const said = new RegExp(
    `[”"],? (?:(?:${SAYS}) ${core(name)}|${core(name)} (?:${SAYS}))|^${core(name)} (?:${SAYS})[^“"]*[,:] [“"]`,
    "u",
  );
  return said.test(sentence) ? quoted(sentence) : undefined;
}

/** What stands in quotation marks, with a stop of its own. */
function quoted(sentence: string): string | undefined {
  const parts = [...sentence.matchAll(/[“"]([^”"]+)[”"]/g)].map((match) => (match[1] ?? "").trim());
  const line = parts.join(" ").replace(/,$/, ".");
  return countWords(line) >= 3 ? line : undefined;
}

/** A name as it may open a sentence or stand within one. */
function core(name: string): string {
  return /^the /i.test(name) ? `[Tt]he ${escape(withoutArticle(name))}` : escape(name);
}

function pattern(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}])${escape(withoutArticle(name))}(?![\\p{L}])`, /\p{Lu}/u.test(name) ? "u" : "iu");
}
