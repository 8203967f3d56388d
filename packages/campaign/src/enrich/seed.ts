/** What an author's few words already say: who the player is, what they want, who and what is there, and what is odd. */
import { escapeRegExp } from "@narratoria/protocol/english";
import type { Campaign } from "../campaign.js";
import type { Part, Pronoun } from "./kit.js";
import { aimIn, deadlineIn, lossIn, missingIn, objectIn, type SeedThing, thingOf, toYou } from "./seed-aim.js";
import { headingPlaces, listedPlaces, OF_PLACES } from "./seed-headings.js";
import { letterIn, type SeedLetter } from "./seed-letter.js";
import { isPlainSentence } from "./seed-plain.js";
import { personsQuestion } from "./seed-people.js";
import { type ListedPerson, listedPeople, OF_PEOPLE, playerName } from "./seed-cast.js";
import { type AuthorsPlan, isNote, itemsUnder, OF_EVENTS, planIn } from "./seed-notes.js";
import { OF_THE_STORY, sentencesOf } from "./seed-sentences.js";
import { ANIMALS, DEVICES, PLACE_NOUNS, placePreposition, ROLES, SMALL, THINGS, TITLES } from "./seed-words.js";

export interface SeedPerson {
  /** In mid-sentence: "the cat", "Aunt Petra". */
  readonly name: string;
  /** Null: nothing shows it, so the name is repeated. */
  readonly pronoun: Pronoun | null;
  readonly kind: "human" | "animal" | "machine" | "other";
  /** As the author says it: "the harbour master's widow"; null where nothing is said. */
  readonly role: string | null;
  /** The author's sentences that name them. */
  readonly told: readonly string[];
  /** Their folder, where the author has written a profile. */
  readonly folder: string | null;
  /** What they do in the plot, where that is clear by who they are. */
  readonly part?: Part;
  /** What a card of theirs says they want, and how they speak. */
  readonly wants?: string;
  readonly lines?: readonly string[];
}

export interface SeedPlace {
  readonly name: string;
  /** The noun that says what it is, where its name does not: "town" of "Wielka is a town". */
  readonly kind?: string;
  readonly preposition: "in" | "on" | "at" | "aboard";
  readonly told: readonly string[];
}

export interface StorySeed {
  readonly title: string;
  /** A noun phrase with its article; null where nobody says who the player is. */
  readonly you: string | null;
  /** Whether the player is a thing or a small animal. */
  readonly small: boolean;
  /** An infinitive in the second person: "find your sister". */
  readonly aim: string | null;
  /** What the aim is about, where having it is the aim. */
  readonly thing: SeedThing | null;
  /** Where nobody wants anything: a thing that the author names. */
  readonly object: SeedThing | null;
  /** Who has asked the player for it. */
  readonly client: string | null;
  /** Folder of whoever can answer the question, where somebody's secret does. */
  readonly answerer: string | null;
  /** "one of the two sisters": who the player is, where a premise tells of several and of nobody else. */
  readonly oneOf: string | null;
  /** Whether the player is something that does not go about: a house, a ship, a bridge. */
  readonly fixed: boolean;
  /** "before the family wakes" */
  readonly deadline: string | null;
  readonly people: readonly SeedPerson[];
  readonly places: readonly SeedPlace[];
  /** A whole sentence. */
  readonly oddity: string | null;
  /** "who killed the bishop": a question of the author's that somebody can be the answer to. */
  readonly question: string | null;
  readonly words: readonly string[];
  /** Sentences that tell the world, in their author's order, without those to whoever tells it. */
  readonly sentences: readonly string[];
  readonly plan: AuthorsPlan;
  readonly letter: SeedLetter | null;
}

/** What of an author's folder is no part of a campaign as it is loaded. */
export interface SeedPapers {
  /** The README as it is written, where nothing else tells the story. */
  readonly readme?: string;
  readonly cards?: readonly ListedPerson[];
}

/**
 * Reads the seed of a story from all texts of a campaign that are its author's.
 *
 * @param readme - Paragraphs of a README that tell the story, where no other text does.
 */
export function seedOf(campaign: Campaign, readme: readonly string[] = [], papers: SeedPapers = {}): StorySeed {
  const { manifest, premise, setting, lore, npcs } = campaign;
  const title = manifest.title.trim();
  const texts = [premise, ...readme, manifest.description ?? "", setting, ...lore.map(({ text }) => text)];
  const raw = [premise, papers.readme ?? "", setting, ...lore.map(({ text }) => text)].join("\n\n");
  const all = [...new Set([...texts, ...(papers.readme === undefined ? [] : [papers.readme])].flatMap(sentencesOf))];
  // What an author says to whoever tells the story is no part of its world; nor is a headline. (rule CA6000)
  const said = [...new Set(texts.flatMap(sentencesOf))];
  const plan = planIn(all, raw);
  const items = new Set([...itemsUnder(raw, OF_PLACES), ...itemsUnder(raw, OF_PEOPLE), ...itemsUnder(raw, OF_EVENTS)]);
  const sentences = said.filter(
    (one) =>
      !isNote(one) &&
      /\p{Ll}{2}/u.test(one) &&
      ![...items].some((item) => item.includes(one.replace(/[.]$/, ""))) &&
      !OF_PEOPLE.test(one) &&
      !OF_PLACES.test(one) &&
      !OF_EVENTS.test(one),
  );
  const listed = [...(papers.cards ?? []), ...listedPeople(raw)];
  const called = playerName(said);
  const guidance = manifest.hydration_guidance ?? "";
  const you = playerIn(sentences);
  const aims = sentences.map(aimIn).filter((found) => found !== null);
  // A letter speaks of its writer, and to whoever plays. (rule CA6559)
  const letter = premise === "" ? letterIn(papers.readme ?? (setting !== "" ? setting : (lore[0]?.text ?? ""))) : null;
  const wanted =
    (letter === null
      ? null
      : { phrase: letter.from === null ? "find out who wrote it" : `find ${letter.from}`, client: null }) ??
    aims.find(({ phrase }) => /^(?:find out|discover|learn|solve)\b/.test(phrase)) ??
    aims[0] ??
    sentences.map(lossIn).find((found) => found !== null) ??
    sentences.map(missingIn).find((found) => found !== null) ??
    null;
  const ofPeople = wanted === null && questionIn(sentences, null) === null ? personsQuestion(npcs) : null;
  const wish = wanted?.phrase ?? ofPeople?.aim ?? null;
  const aim = wish === null ? null : withObject(wish, sentences);
  const question = ofPeople?.question ?? questionIn(sentences, aim);
  const own = you === null ? null : headOf(you);
  const isSmall =
    // A kingdom of insects is no bigger than they are.
    (own === null && areSmall(sentences)) ||
    (own !== null && (SMALL.has(own) || THINGS.has(own) || DEVICES.has(own))) ||
    (/\bfrom the height of\b/i.test(guidance) && own !== null && !ROLES.has(own));
  const deadline =
    letter?.deadline ??
    [...sentences.filter((sentence) => aimIn(sentence) !== null), ...sentences, ...said.filter(isNote)]
      .map(deadlineIn)
      .find((found) => found !== null) ??
    null;
  const pair = you === null && npcs.length === 0 ? pairIn(sentences) : null;
  const people = [
    ...(pair === null ? [] : [pair.other]),
    ...npcs.map(({ id, profile, stated, secrets = "" }): SeedPerson => {
      const pronoun = stated?.pronoun;
      return {
        name: profile.name,
        pronoun:
          pronoun === "he" || pronoun === "she" || pronoun === "it"
            ? pronoun
            : (pronounNear(profile.name, sentences) ?? ownPronoun(profile, secrets)),
        kind: "human",
        role: profile.role,
        told: [],
        folder: id,
      };
    }),
    ...listed
      .filter(
        ({ name }) =>
          (called === null || !isSameName(name, called)) &&
          !isGone({ name, told: sentences.filter((one) => one.includes(name)) }) &&
          !npcs.some(({ profile }) => isSameName(profile.name, name)),
      )
      .map(
        ({ name, role, pronoun, told, wants, lines }): SeedPerson => ({
          name,
          pronoun: pronoun ?? pronounNear(name, sentences),
          kind: "human",
          role,
          told: [...new Set([...told, ...sentences.filter((one) => one.includes(name))])],
          folder: null,
          ...(wants !== undefined && { wants }),
          ...(lines !== undefined && lines.length > 0 && { lines }),
        }),
      ),
    // A list of the people has them all. (rule CA6002)
    ...(listed.filter(({ card }) => card === undefined).length > 1 ? [] : peopleIn(sentences, you, isSmall)).filter(
      (one) =>
        (called === null || !isSameName(called, one.name)) &&
        !listed.some(({ name }) => isSameName(name, one.name)) &&
        !isSought(one.name, aim, question) &&
        !isAwaited(one, deadline) &&
        !npcs.some(({ profile }) => isSameName(profile.name, one.name)),
    ),
  ];
  const isFixed = own !== null && !isSmall && (PLACE_NOUNS.has(own) || FIXED.has(own));
  const titled = [...headingPlaces(setting), ...listedPlaces(raw)];
  const isTitled = ({ name }: SeedPlace): boolean =>
    titled.some((one) => one.name.toLowerCase() === name.toLowerCase());
  const places = [
    ...titled,
    ...placesIn([...sentences, ...placesOfTitle(title)], people).filter(
      (place) =>
        !isTitled(place) &&
        !(isFixed && place.name.toLowerCase().endsWith(own)) &&
        (isSmall || !FURNITURE.test(place.name)),
    ),
  ];
  return {
    title,
    you,
    small: isSmall,
    aim,
    thing: aim === null ? null : thingOf(aim),
    object: aim === null ? objectIn(sentences, own) : null,
    client: wanted?.client ?? ofPeople?.client ?? null,
    answerer: ofPeople?.answerer ?? null,
    oneOf: pair?.you ?? null,
    fixed: isFixed,
    deadline,
    people: people.slice(0, 4),
    // What is told of comes first.
    places: [...places]
      .sort(
        (one, other) =>
          Number(other.told.length > 0 || /\p{Lu}/u.test(other.name)) -
          Number(one.told.length > 0 || /\p{Lu}/u.test(one.name)),
      )
      .slice(0, titled.length > 1 ? 4 : 3),
    oddity:
      oddityIn(sentences) ??
      (aim === null && question === null
        ? newsOf(
            openingSentences([
              premise,
              readme.join("\n\n"),
              manifest.description ?? "",
              setting,
              lore[0]?.text ?? "",
            ]).filter(
              // An item of a list of people, places or events is no news.
              (one) => ![...items].some((item) => item.includes(one.replace(/[.]$/, ""))),
            ),
          )
        : null) ??
      oddityOfTitle(title, places) ??
      (aim === null && question === null && !isSmall ? oddityOfPlaces(title, listedPlaces(raw)) : null),
    question,
    sentences,
    letter,
    plan,
    words: wordsOf(
      [title, manifest.genre ?? "", ...(manifest.tags ?? []), ...all, ...npcs.flatMap(wordsOfPerson)].join(" "),
    ),
  };
}

/** Whether a text tells of small creatures, more than one kind of them, and of nobody who is big. Implements rule CA6557. */
function areSmall(sentences: readonly string[]): boolean {
  const words = sentences.flatMap((one) => one.toLowerCase().match(/\p{L}+/gu) ?? []);
  const singular = (word: string): string => word.replace(/(?<!s)s$/, "");
  const kinds = new Set(words.map(singular).filter((word) => SMALL.has(word) && word !== "cat" && word !== "kitten"));
  return kinds.size > 1 && !words.some((word) => ANYBODY.has(singular(word)) || word === "people");
}

/** "She can no longer feel two fingers": whom a profile's own sentences are about. */
function ownPronoun(profile: Campaign["npcs"][number]["profile"], secrets: string): Pronoun | null {
  const said = [profile.appearance ?? "", profile.background ?? "", secrets].join(" ").trim();
  const first = /(?:^|[.!?]\s+)(She|He)\b/.exec(said)?.[1];
  return first === "She" ? "she" : first === "He" ? "he" : null;
}

/** "Two sisters inherit a bad hotel.": the player is one of them, and the other is there. Implements rule CA5997. */
function pairIn(sentences: readonly string[]): { you: string; other: SeedPerson } | null {
  const [first = ""] = sentences;
  const [, count = "", before = "", noun = ""] =
    /^(Two|Three|Four)\s((?:\p{Ll}+\s)??)(\p{Ll}+s)\s(?!of\b|are\s(?:put|taken)\b)\p{Ll}/u.exec(first) ?? [];
  const one = noun.replace(/s$/, "");
  if (!ROLES.has(one)) return null;
  const kin = KIN.test(one);
  const name = kin ? `your ${one}` : `the other ${one}`;
  const other: SeedPerson = {
    name,
    pronoun: SHE.test(one) ? "she" : HE.test(one) ? "he" : null,
    kind: "human",
    role: kin ? `your ${one}` : `the other ${one}`,
    told: [],
    folder: null,
    part: "keeper",
  };
  return { you: `one of the ${count.toLowerCase()} ${before}${noun}`, other };
}

/** What a profile says of where somebody belongs. */
const wordsOfPerson = ({ profile }: Campaign["npcs"][number]): string[] => [
  profile.role,
  profile.background ?? "",
  ...(profile.motivations ?? []),
];

/** "Agnes", "Agnes Pott", "Mrs Pott": one person. */
function isSameName(one: string, other: string): boolean {
  const words = (name: string): string[] => wordsOf(name).filter((word) => word !== "the");
  const [own, others] = [words(one), words(other)];
  return others.every((word) => own.includes(word)) || own.every((word) => others.includes(word));
}

/** Who is named in the term alone ("before the inspector comes") has not come yet. */
function isAwaited({ name, told }: SeedPerson, deadline: string | null): boolean {
  const bare = name.replace(/^the\s/i, "");
  if (deadline === null || !deadline.includes(bare)) return false;
  return told.every((sentence) => sentence.split(bare).length === 2);
}

/** Where only somebody small can be. */
const FURNITURE = /\b(?:counter|sink|floor|shelf|table|windowsill)$/i;

/** What opens a story: its premise, else its README, its description or its only page. */
function openingSentences([premise = "", ...others]: readonly string[]): string[] {
  if (premise !== "") return sentencesOf(premise);
  return sentencesOf(others.find((text) => text.trim() !== "") ?? "").filter((one) => !OF_THE_STORY.test(one));
}

/** Things that one can be, and that go nowhere by themselves or nowhere but along. */
const FIXED = new Set(
  "tree oak statue scarecrow wall train tram bus car van lorry truck windmill fountain signpost".split(" "),
);

/** "get rid of it": what it is has been said before. (rule CA5992) */
function withObject(wish: string, sentences: readonly string[]): string {
  // "There is a boy in it. How do you get him out?": the boy.
  const aim = wish.replace(/(?<=^\p{Ll}+\s)(?:him|her)(?=\s(?:out|back|home|away|up|down|in)\b|$)/u, (word) => {
    const who = sentences
      .flatMap((one) => [...one.matchAll(/\b(?:an?|the|my|your)\s((?:\p{Ll}+\s)??(\p{Ll}+))(?=[\s,.])/giu)])
      .filter(([, , noun = ""]) => (word === "him" ? HE : SHE).test(noun) && ANYBODY.has(noun))
      .at(-1)?.[1];
    return who === undefined ? word : `the ${who.split(" ").at(-1)}`;
  });
  if (!/(?<=\s)it(?=\s|$)/.test(aim)) return aim;
  // "The vault is open for a minute. You mean to take something out of it": out of the vault.
  const at = sentences.findIndex((sentence) => sentence.includes(aim));
  const subject = /^The\s((?:\p{Ll}+\s)?\p{Ll}+)\s(?:of|is|was|has|stands|lies|opens)\b/u.exec(
    sentences[at - 1] ?? "",
  )?.[1];
  if (subject !== undefined && /\s(?:out of|into|in|from|inside|on|onto)\sit(?=\s|$)/.test(aim))
    return aim.replace(/(?<=\s)it(?=\s|$)/, `the ${subject}`);
  const noun = sentences
    .flatMap((sentence) => [
      ...sentence.matchAll(
        /\bthere (?:is|was|lies|stands) an? ((?:\p{Ll}+\s)?\p{Ll}+)(?=\s(?:without|with|in|on|at|under|from|addressed|that|which)\b|[,.])/giu,
      ),
    ])
    .at(-1)?.[1];
  return noun === undefined ? aim : aim.replace(/(?<=\s)it(?=\s|$)/, `the ${noun}`);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

const NP_END =
  /\s(?:on|in|at|of a (?!slice|piece|kind)|who|that|which|and|with|from|by|whose|under|near|for|to)\s|[,.;:!?(]|$/;

function playerIn(sentences: readonly string[]): string | null {
  const named = playerName(sentences);
  for (const text of sentences) {
    const sentence = named === null ? text : text.replace(`${named}, `, "");
    const found =
      /(?:^|[.,;]\s|\band\s)(?:The player(?: character)? is|I am|I'm|I’m|You are|You're|You’re|You play|You wake (?:up )?as|You were)\s+((?:an?|the|one of the|your|my)\s.+)$/i.exec(
        sentence,
      );
    const rest = found?.[1];
    if (rest === undefined) continue;
    const np = rest.slice(0, rest.search(NP_END)).trim();
    if (np.split(" ").length <= 7 && np.includes(" ")) return np.replace(/^my\b/i, "your");
  }
  return null;
}

/** The last word of a noun phrase, or what it is a piece of. */
export function headOf(phrase: string): string {
  const piece = /\b(?:slice|piece|crumb|drop|grain|loaf|lump|ball|pair) of (\p{L}+)/iu.exec(phrase);
  return (piece?.[1] ?? phrase.split(" ").at(-1) ?? "").toLowerCase();
}

/** Whom the player is to find, help or bring something is not met on the way to it; from whom something is to be taken is. */
function isSought(name: string, aim: string | null, question: string | null): boolean {
  const own = name.replace(/^the\s/i, "");
  if (question !== null && /^who\s.+\sis$/.test(question) && question.includes(own)) return true;
  if (aim === null || !new RegExp(`\\b${escapeRegExp(own)}\\b`).test(aim) || /^find out\b/.test(aim)) return false;
  return !new RegExp(
    `\\b(?:from|get by|past|around|against|with)\\s(?:\\p{L}+\\s){0,2}?${escapeRegExp(own)}\\b`,
    "u",
  ).test(aim);
}

const NAME = new RegExp(
  `(?:(?:${[...TITLES].join("|")})\\.?\\s(?:(?:von|van|de|della|di|du|la|le|del|bin|ibn|af|zu)\\s)*)?\\p{Lu}[\\p{Ll}’'-]+(?:\\s\\p{Lu}[\\p{Ll}’'-]+)*(?:\\sthe\\s(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Great|Old|Elder|Younger|Bold|Wise|Mad|Red|Black|White|Grey))?`,
  "gu",
);
const ACTS =
  /^(?:,|\s(?:is|was|has|had|wants|wanted|keeps|says|said|knows|lives|runs|owns|never|always|sits|loves|hates|plays|makes|sells|sleeps|believes|thinks|works|refuses|insists|who|and|swears|waits|once|still|can|will|does|did|tells|asks|thinks|claims|drives|cooks|sings|talks|drinks|steals|lies|cheats|paints|writes|reads|watches|cleans|fixes|counts|carries|remembers|owes|pays|bakes|deals|handles|guards|smiles|laughs|cries|dances|drove|brought)\b|['’]s\s|\s[-–—(]|$)/;
const DAY =
  /^(?:(?:On|In|At|Since|By|Until|Last|This|Every|Each|Next)\s)?(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Yesterday|Today|Tonight|Tomorrow)\s/;
/** "Morag at the sorting office says" (rule CA5998) */
const SPEAKS =
  /^\s(?:(?:at|in|from|on|of)\s(?:the\s|our\s|my\s)?(?:\p{L}+\s){1,3})?(?:says|said|tells|told|swears|insists|claims|whispers)\b/u;
const NOT_NAMES = new Set(
  "I You We They He She It The A An And But Or Nobody Everybody Somebody Everyone Someone There This That These Those Each Every In On At When Where What Who Why How If As My Your Our His Her Its Their No Not One Two Three Four Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December God Christmas Easter Snow Rain".split(
    " ",
  ),
);

/** Whether a word with a capital is none that the text has without one, and no noun of ours. */
function isNobodysWord(name: string, sentences: readonly string[]): boolean {
  const small = name.toLowerCase();
  const isNoun = [ROLES, ANIMALS, SMALL, DEVICES, THINGS, PLACE_NOUNS].some((set) => set.has(small));
  return !isNoun && !/s$/.test(small) && !sentences.some((one) => new RegExp(`\\b${escapeRegExp(small)}\\b`).test(one));
}

function peopleIn(sentences: readonly string[], you: string | null, isSmall: boolean): SeedPerson[] {
  const found: SeedPerson[] = [];
  const add = (name: string, kind: SeedPerson["kind"], role: string | null): void => {
    if (found.some((one) => one.name === name || one.name.endsWith(` ${name}`))) return;
    // "Tonino Esposito", and "Tonino" alone. (rule CA6004)
    if (/^\p{Lu}/u.test(name) && found.some((one) => one.name.startsWith(`${name} `))) return;
    const short = found.findIndex(
      (one) => /^\p{Lu}/u.test(one.name) && name.startsWith(`${one.name} `) && !TITLES.has(one.name),
    );
    if (short >= 0) found.splice(short, 1);
    const last = name.split(" ").at(-1) ?? name;
    const told = sentences.filter((sentence) => sentence.includes(last));
    found.push({ name, kind, role, pronoun: pronounOf(name, kind, role, sentences), told, folder: null });
  };
  for (const sentence of sentences) {
    for (const { 0: match, index: from } of sentence.matchAll(NAME)) {
      // "On Saturday Tonino Esposito fights" is about Tonino Esposito.
      const day = DAY.exec(match)?.[0].length ?? 0;
      const index = from + day;
      // "Mrs Vogel's funeral" is about Mrs Vogel.
      const name = match.slice(day).replace(/['’]s?$/u, "");
      const [first = ""] = name.split(" ");
      // "The Orrin" is a ship, a house or a newspaper.
      if (/\b[Tt]he\s$/.test(sentence.slice(0, index)) && !name.includes(" ")) continue;
      if (isTopic(name, sentence, index, sentences) || sentences.some((one) => isDefined(name, one))) continue;
      if (NOT_NAMES.has(first) || isPlaceName(name, sentence, index, sentences)) continue;
      const titled = TITLES.has(first.replace(/\.$/, "")) && name.includes(" ");
      const after = sentence.slice(index + name.length);
      const calling = roleBefore(sentence.slice(0, index));
      // A word with a capital that opens a sentence is a name only where the text says that it acts.
      const known =
        titled ||
        calling !== null ||
        (index > 0 && ACTS.test(after)) ||
        isListed(sentence, name, sentences) ||
        SPEAKS.test(after) ||
        /\b(?:man|woman|boy|girl|child|person)\s(?:called|named)\s$/.test(sentence.slice(0, index)) ||
        (index === 0 && name.includes(" ") && ACTS.test(after)) ||
        // "Odile drives."
        (index === 0 &&
          isNobodysWord(name, sentences) &&
          /^\s(?:drives|does|cooks|sings|talks|drinks|steals|lies|cheats|paints|writes|reads|watches|cleans|fixes|counts|carries|remembers|owes|pays|bakes|deals|handles|guards|wants|hates|loves|says|knows|thinks|plays|works|keeps|sells|lives)\b/.test(
            after,
          )) ||
        // "Pell, the engineer, is tired", "is to fight Bruno Falco"
        (index === 0 && /^,\s(?:the|an?|our|my)\s\p{Ll}+,\s\p{Ll}/u.test(after)) ||
        (name.includes(" ") &&
          /\b(?:fights?|meets?|marr(?:y|ies)|beats?|faces?|against)\s$/.test(sentence.slice(0, index)));
      const again = index === 0 && sentences.some((other) => other !== sentence && other.lastIndexOf(name) > 0);
      if (!known && !again) continue;
      add(name, "human", calling ?? roleAfter(after));
    }
  }
  const own = you === null ? "" : headOf(you);
  for (const sentence of sentences) {
    for (const { index, 1: article = "", 2: following = "" } of sentence.matchAll(
      /\b([Tt]he|[Aa]n?|[Mm]y|[Yy]our|[Oo]ur)(?=((?:\s\p{Ll}+){1,3})\b)/gu,
    )) {
      const words = following.trim().split(" ");
      const says = SAYS.exec(sentence.slice(index))?.[1]?.trim().split(" ").at(-1);
      const kindIn = (word: string): SeedPerson["kind"] | null =>
        kindOf(word) ?? (word === says && isCalling(word) && !PLACE_NOUNS.has(word) ? "human" : null);
      const length = [1, 2, 3].find((one) => one <= words.length && kindIn(words[one - 1] ?? "") !== null);
      if (length === undefined || isNoPerson(words[length - 1] ?? "", words.slice(length), sentences)) continue;
      // In a world of people's size a piano that is played is no one to talk to.
      // Nor does the dog that somebody sends back say anything.
      const noun = words[length - 1] ?? "";
      const isSilent = !isSmall && ((kindOf(noun) === "machine" && !ROLES.has(noun)) || OF_A_HOUSE.test(noun));
      if (isSilent && !ACTS_BY_ITSELF.test(sentence.slice(index))) continue;
      if (words.slice(0, length - 1).includes("same")) continue;
      if (words.slice(0, length - 1).some((word) => NO_ADJECTIVE.test(word))) continue;
      const phrase = words.slice(0, length).join(" ");
      const head = words[length - 1] ?? "";
      const kind = kindIn(head);
      const end = index + article.length + 1 + phrase.length;
      if (head === own || ANYBODY.has(head) || kind === null || /^['’]s?\s/.test(sentence.slice(end))) continue;
      // "The player is the club's cutman, a former student": that is the player as well.
      if (
        /^(?:You are|You['’]re|You play|I am|I['’]m|The player(?: character)? is)\b[^.;]*,\s$/.test(
          sentence.slice(0, index),
        ) &&
        /^an?$/i.test(article)
      )
        continue;
      // "You used to be a policeman": that is the player.
      if (/\b(?:I|[Yy]ou) (?:am|are|were|was|used to be|have been|play)\s$/.test(sentence.slice(0, index))) continue;
      const before = phrase.slice(0, -head.length).trim();
      const name = /^(?:my|our|your)$/i.test(article)
        ? `your ${head}`
        : `the ${before === "" || NOT_ADJECTIVES.has(before) ? head : phrase}`;
      if (found.some((one) => one.role?.includes(head) || one.name.endsWith(` ${head}`))) continue;
      // "The captain" beside Captain Hale is Captain Hale.
      if (found.some((one) => one.name.toLowerCase().startsWith(`${head} `))) continue;
      add(name, kind, null);
    }
  }
  for (const sentence of sentences)
    for (const [, who = "", what = ""] of sentence.matchAll(BY_CLOTHES))
      add(`the ${who} ${what.replace(/\san?\s/, " the ")}`, "human", null);
  return found.filter((one) => !isDead(one) && !isGone(one) && !isOfOld(one) && !isLeftBehind(one, sentences));
}

/** "A man in a cream suit has offered" */
const BY_CLOTHES =
  /\b(?:[Tt]he|[Aa])\s(man|woman|boy|girl|stranger)\s((?:in|with)\san?\s(?:\p{Ll}+\s){1,2}?\p{Ll}+)(?=\s(?:is|has|was|had|who|comes|came|says|said|wants|offers|offered|keeps|waits|asks|sits|stands)\b)/gu;

/** "He walked into the cold store and never came out": nobody meets him. */
const isGone = ({ name, told }: Pick<SeedPerson, "name" | "told">): boolean =>
  told.some((sentence) =>
    new RegExp(
      `${escapeRegExp(name)}\\b[^.;]*\\b(?:never (?:came|was seen|got) (?:out|back|again|home)|left (?:her|his) [^.;]{3,50} behind|has not (?:been seen|come (?:back|home))|has vanished|disappeared|vanished|went missing)\\b`,
      "u",
    ).test(sentence),
  );

/** "which your grandfather painted and never signed": of whom only what they once did is said is not here. */
const isOfOld = ({ name, told }: SeedPerson): boolean =>
  /^your\s/.test(name) &&
  told.length > 0 &&
  told.every((one) =>
    new RegExp(
      `\\b(?:which|that|what|where|when)\\s(?:your|my|our)\\s${escapeRegExp(name.slice(5))}\\s(?:once\\s)?\\p{Ll}+(?:ed|t|de|ew|ew|ote|ung|ank|elt)\\b`,
      "u",
    ).test(one),
  );

/** "Mrs. Abara got out on Tuesday. Her shopping came back without her." */
const isLeftBehind = ({ name }: SeedPerson, sentences: readonly string[]): boolean =>
  sentences.some(
    (sentence, at) =>
      sentence.includes(name) &&
      [
        sentence,
        /^(?:She|He|Her|His|The|Only|Nobody)\b/.test(sentences[at + 1] ?? "") ? (sentences[at + 1] ?? "") : "",
      ].some((one) =>
        /\b(?:came|comes|come|returned|went home)\b[^.]*\bwithout (?:her|him|them)\b|\bnobody has seen (?:her|him|them)\b|\b(?:She|He) (?:has not|never) (?:come|came|been seen)\b/.test(
          one,
        ),
      ),
  );

/** What is called something and is nobody: streets, feasts, guilds. */
const NO_PERSON =
  /(?:^|\s)(?:Row|Street|Lane|Road|Square|Terrace|Quay|Heights|Quarter|Ward|End|Side|Day|Night|Eve|Week|Feast|Festival|Fair|Carnival|War|Guild|Council|Company|Club|Society|League|Act|Treaty|Rite|Trial|Games?|Wind|Line|Festa|Chapel|Mark)$/;
const TOPIC =
  /^(?:Money|Food|Drink|Weather|Winds?|Religion|Faith|Gods?|Laws?|Rules?|Tone|Mood|Trade|History|Magic|Customs?|Language|Transport|Music|Time|Climate|Places?|People|Everyone|Sound|Smell|Light|Power|Work|Death|Kites?)$/i;
/** "wind has names: Old Marrow", "The Debt is a storm", "Marrow (north, cold)" */
const OF_NATURE =
  "winds?|storms?|rivers?|tides?|festivals?|feasts?|holidays?|songs?|games?|laws?|months?|seasons?|stars?|moons?|coins?|currenc(?:y|ies)|ships?|trains?|boats?|newspapers?|books?|dances?|diseases?|drinks?|dishes|gods?";

/** "Kepler Nine is a listening post": what is something is nobody. */
function isDefined(name: string, sentence: string): boolean {
  const said = new RegExp(
    `^${escapeRegExp(name)}\\sis\\san?\\s((?:[\\p{L}-]+\\s){0,3}?[\\p{L}-]+)\\s(?:on|in|at|of|near|under|that|which|by|between|above|below)\\b`,
    "u",
  ).exec(sentence)?.[1];
  const head = said?.split(" ").at(-1) ?? "";
  return head !== "" && !isCalling(head) && !KIN.test(head) && !ANIMALS.has(head) && !DEVICES.has(head);
}

/** Whether a name stands for a matter, and not for somebody. (rule CA6003) */
function isTopic(name: string, sentence: string, index: number, sentences: readonly string[]): boolean {
  if (NO_PERSON.test(name)) return true;
  if (TOPIC.test(name) && /^\s*[:=]/.test(sentence.slice(index + name.length))) return true;
  if (
    new RegExp(
      `\\b(?:${OF_NATURE})\\b[^.:]{0,30}:[^.]*$|\\b(?:${OF_NATURE})\\s(?:is|are)?\\s?(?:called|named)\\s$`,
      "i",
    ).test(sentence.slice(0, index))
  )
    return true;
  const own = new RegExp(
    `${escapeRegExp(name)}(?:,| is| was)\\s(?:an?|the)\\s(?:\\p{L}+\\s){0,2}?(?:${OF_NATURE})\\b`,
    "u",
  );
  return sentences.some(
    (one) => own.test(one) || new RegExp(`\\b(?:${OF_NATURE})\\b[^.:]{0,30}:[^.]*${escapeRegExp(name)}`, "i").test(one),
  );
}

const kindOf = (noun: string): SeedPerson["kind"] | null =>
  ROLES.has(noun) ? "human" : ANIMALS.has(noun) ? "animal" : DEVICES.has(noun) ? "machine" : null;
/** Animals that live with people, and speak where people are small alone. */
const OF_A_HOUSE = /^(?:dog|cat|horse|donkey|goat|cow|pig|sheep|hen|rooster|goose|duck)$/;
const ACTS_BY_ITSELF =
  /^\S+(?:\s\S+){1,3}?\s(?:says?|said|tells?|told|asks?|asked|wants?|knows?|thinks?|refuses?|whispers?|answers?)\b/;
/** "The postmaster says": whoever says something is somebody. */
const SAYS =
  /^\S+((?:\s\p{Ll}+){1,3}?)\s(?:says?|said|tells?|told|swears?|swore|claims?|insists?|whispers?|answers?|asks?|asked)\b/u;
/** Words for somebody that mean something else before these words. */
const OTHER_SENSE: Readonly<Record<string, RegExp>> = {
  count: /^(?:of|begins?|starts?|ends?|goes|takes|comes|was|is|will|must)$/,
  coach: /^(?:leaves|left|stops|stopped|arrives|arrived|from|to|home)$/,
};

/** "The count begins on Thursday": in a town that votes nobody is a count. */
function isNoPerson(noun: string, [next = ""]: readonly string[], sentences: readonly string[]): boolean {
  const other = OTHER_SENSE[noun];
  if (other === undefined) return false;
  return (
    other.test(next) || (noun === "count" && sentences.some((one) => /\b(?:votes?|ballots?|election)\b/i.test(one)))
  );
}

const NO_ADJECTIVE =
  /^(?:of|and|on|in|at|to|is|was|are|has|had|who|that|which|with|by|for|from|one|as|but|or|than|into|never|always|nobody)$/;

/** Whoever has died before the story is met by nobody. */
function isDead({ name, told }: SeedPerson): boolean {
  const own = escapeRegExp(name.replace(/^the\s/i, ""));
  const after = new RegExp(
    `${own}[^.;]{0,30}?\\b(?:died|is dead|has passed|passed away|was (?:murdered|killed|buried)|been (?:murdered|killed|buried)|(?:has )?left (?:the|you|her|his|everything|all)\\b[^.;]{2,40}\\bto|left (?:you|me|us) (?:an?|the|his|her|their|all|everything))\\b`,
    "iu",
  );
  const past = new RegExp(
    `${own}['’]s?\\s(?:funeral|burial|wake|grave|ashes|coffin|corpse|body|death|murder|obituary)\\b`,
    "iu",
  );
  const before = new RegExp(`\\b(?:killed|murdered|buried|the late|funeral of)\\s(?:the\\s|your\\s)?${own}`, "iu");
  return told.some((sentence) => after.test(sentence) || before.test(sentence) || past.test(sentence));
}

const ANYBODY = new Set(["man", "woman", "child", "boy", "girl", "son", "daughter", "human", "stranger"]);
const NOT_ADJECTIVES = new Set("one only other same first last next is was of and to who".split(" "));

/** "the printer Haberl", "the owner, Mrs Delacroix", "a man called Tomas": what is said of somebody before their name. */
function roleBefore(before: string): string | null {
  // "The reader is a woman called Hanka": the reader. (rule CA5993)
  const doer =
    /\b([Tt]he\s(?:\p{Ll}+\s)?\p{Ll}+)\sis\san?\s(?:[\p{L}-]+\s)?(?:man|woman|boy|girl|person|child)\s(?:called|named)\s$/u.exec(
      before,
    )?.[1];
  if (doer !== undefined && isCalling(doer.split(" ").at(-1) ?? "")) return doer.replace(/^The\b/, "the");
  const called = /\b(an?\s(?:[\p{L}-]+\s)?\p{L}+)\s(?:called|named)\s$/u.exec(before)?.[1];
  if (/^an?\s(?:man|woman|person|somebody)$/.test(called ?? "")) return null;
  if (called !== undefined) return PLACE_NOUNS.has(called.split(" ").at(-1) ?? "") ? null : called;
  const found = /.*\b((?:the|an?|my|your|our|his|her|its)\s(?:[\p{L}’'-]+\s){0,3}?(\p{Ll}+)),?\s$/isu.exec(before);
  if (found === null || !ROLES.has(found[2] ?? "")) return null;
  return toYou((found[1] ?? "").trim().replace(/,$/, "")).replace(/^(?:The|An?|His|Her|Its|his|her|its)\s/, "the ");
}

/** "Bertil, the baker", "Bertil - a baker": what is said of somebody beside their name. */
function roleAfter(after: string): string | null {
  const found = /^(?:,\s|\s[-–—:(]\s?|\sis\s)((?:the|an?|my|your|our|his|her)\s[^,.;:()–—]{3,50})/i.exec(after)?.[1];
  if (found === undefined || PLACE_NOUNS.has(found.split(" ")[1] ?? "")) return null;
  return toYou(found.trim())
    .replace(/\s(?:who|which|that)\s.*$/, "")
    .replace(/^(?:his|her)\s/, "the ");
}

/** A line of a list opens with a name, or a sentence is a row of them. */
function isListed(sentence: string, name: string, sentences: readonly string[]): boolean {
  if (!sentence.startsWith(name))
    return /^(?:\p{Lu}[\p{Ll}’'-]+(?:\s\p{Lu}[\p{Ll}’'-]+)*(?:,\s(?:and\s)?|\sand\s|\.|$)){3,}/u.test(sentence);
  const rows = sentences.filter((other) =>
    /^\p{Lu}[\p{Ll}’'-]+(?:\s\p{Lu}[\p{Ll}’'-]+)*(?:$|[.,:]|\s[-–—(])/u.test(other),
  );
  return rows.length >= 3 && /^(?:$|[.,:]|\s[-–—(])/.test(sentence.slice(name.length));
}

function isPlaceName(name: string, sentence: string, index: number, sentences: readonly string[]): boolean {
  const last = name.split(" ").at(-1)?.toLowerCase() ?? "";
  if (PLACE_NOUNS.has(last) || PLACE_NOUNS.has(name.split(" ")[0]?.toLowerCase() ?? "")) return true;
  const before = sentence.slice(0, index).trim().split(" ");
  const whole = before.at(-2)?.toLowerCase() ?? "";
  // "The king of Aldermoor": whoever is something there.
  if (before.at(-1) === "of" && (PLACE_NOUNS.has(whole) || (isCalling(whole) && !KIN.test(whole)))) return true;
  const [, said = ""] = /^,\san?\s((?:[\p{L}-]+\s){1,3})/u.exec(sentence.slice(index + name.length)) ?? [];
  if (said.split(" ").some((word) => PLACE_NOUNS.has(word))) return true;
  if (
    /\b(?:in|at|to|from|on|near|of|through|into|towards?)\s$/i.test(sentence.slice(0, index)) &&
    !/\b(?:of|to|from)\s$/i.test(sentence.slice(0, index))
  )
    return true;
  return sentences.some((other) => {
    const said = new RegExp(`^${escapeRegExp(name)}\\sis\\s(?:an?|the)\\s(?:\\p{L}+\\s){0,2}?(\\p{L}+)`, "u").exec(
      other,
    );
    return said !== null && said[0].split(" ").some((word) => PLACE_NOUNS.has(word.toLowerCase()));
  });
}

/** "The last ringer", "the king": what somebody does somewhere. */
const isCalling = (noun: string): boolean =>
  ROLES.has(noun) || (/(?:er|or|ist|man|woman|ian|eer|mistress|wright)$/.test(noun) && !NO_CALLING.test(noun));
const KIN =
  /^(?:mother|father|sister|brother|son|daughter|aunt|uncle|cousin|grandmother|grandfather|wife|widow|widower|husband|friend|child|bride)$/;
const NO_CALLING =
  /^(?:letter|number|paper|murder|power|water|river|winter|summer|order|member|chapter|daughter|laughter|matter|flower|tower|corner|border|quarter|door|floor|colou?r|honou?r|favou?r|error|terror|humou?r|odou?r|rumou?r|labou?r|list)$/;

const SHE =
  /\b(?:she|her|mother|aunt|sister|widow|queen|princess|wife|daughter|grandmother|witch|lady|girl|woman|mrs|miss|ms|madame|mademoiselle|frau|signora|señora|doña|dame|heiress|countess|duchess|actress|waitress|landlady|postwoman|policewoman|granny|nun|bride|hen|cow)\b/i;
const HE =
  /\b(?:he|him|his|father|uncle|brother|widower|king|prince|husband|son|grandfather|lord|boy|man|mr|sir|herr|monsieur|signor|señor|don|baron|duke|count|landlord|policeman|watchman|nightwatchman|monk|groom|bull)\b/i;

function pronounOf(
  name: string,
  kind: SeedPerson["kind"],
  role: string | null,
  sentences: readonly string[],
): Pronoun | null {
  const said = `${name} ${role ?? ""}`;
  if (SHE.test(said)) return "she";
  if (HE.test(said)) return "he";
  if (kind === "machine") return "it";
  return pronounNear(name, sentences) ?? (kind === "animal" ? "it" : null);
}

/** The pronoun of the sentence that names somebody, or of the one that follows, where there is only one. */
function pronounNear(name: string, sentences: readonly string[]): Pronoun | null {
  const last = name.split(" ").at(-1) ?? name;
  const called = new RegExp(`\\b(man|boy|woman|girl)\\s(?:called|named)\\s${escapeRegExp(name)}\\b`).exec(
    sentences.join(" "),
  )?.[1];
  if (called !== undefined) return called === "man" || called === "boy" ? "he" : "she";
  let she = 0;
  let he = 0;
  for (const [index, sentence] of sentences.entries()) {
    if (!sentence.includes(last)) continue;
    const next = /^(?:She|He|Her|His)\b/.test(sentences[index + 1] ?? "") ? (sentences[index + 1] ?? "") : "";
    const text = `${sentence.slice(sentence.indexOf(last)).replace(/,\s(?:his|her)\s\p{L}+/u, "")} ${next}`;
    if (/\b(?:she|her|hers|herself)\b/i.test(text)) she++;
    if (/\b(?:he|him|his|himself)\b/i.test(text)) he++;
  }
  return she > he ? "she" : he > she ? "he" : null;
}

function placesIn(sentences: readonly string[], people: readonly SeedPerson[]): SeedPlace[] {
  const found = new Map<string, Omit<SeedPlace, "told">>();
  const put = (name: string, preposition: SeedPlace["preposition"], kind?: string): void => {
    const key = name.toLowerCase();
    if (!found.has(key) && !people.some((one) => one.name.toLowerCase() === key))
      found.set(key, { name, preposition, ...(kind !== undefined && { kind }) });
  };
  for (const sentence of sentences) {
    const proper =
      /^(?!(?:There|Here|This|That|It|He|She)\b)(\p{Lu}[\p{L}’']+(?:\s\p{Lu}[\p{L}’']+)*)\sis\s(?:an?|the)\s(?:[\p{L}’-]+\s){0,2}?([\p{L}]+)/u.exec(
        sentence,
      );
    const kind = proper?.[0]
      .split(" ")
      .slice(1)
      .find((word) => PLACE_NOUNS.has(word.toLowerCase()));
    if (proper && kind !== undefined) put(proper[1] ?? "", SETTLEMENT.test(kind) ? "in" : "on", kind.toLowerCase());
    // "the Tansy, a slow cargo ship"
    for (const [, name = "", noun = ""] of sentence.matchAll(
      /\b[Tt]he\s(\p{Lu}\p{Ll}+),\san?\s(?:\p{Ll}+\s){0,3}?(ship|boat|train|ferry|submarine|station|barge|steamer|airship|hotel|inn|theatre|freighter)\b/gu,
    ))
      put(
        `the ${name}`,
        /^(?:ship|boat|ferry|submarine|barge|steamer|airship|freighter)$/.test(noun) ? "aboard" : "in",
        noun,
      );
    for (const [, street = ""] of sentence.matchAll(
      /(?<![\p{L}’'] )(\p{Lu}\p{Ll}+ (?:Row|Street|Lane|Terrace|Quay|Square))\b/gu,
    ))
      put(street, /Square|Quay|Street/.test(street) ? "on" : "in", "street");
    for (const { 0: whole, index, 1: word = "", 2: article = "", 3: rest = "" } of sentence.matchAll(
      /\b(?:(in|on|at|aboard|to|into|of|from|behind|near|through|under)\s)?(the|an?|your|my|our)(?=((?:\s[\p{L}’-]+){1,3}))/giu,
    )) {
      const phrase = placePhrase(rest.trim().split(" "));
      // "is the only warm room" says what another place is.
      if (phrase === null) continue;
      const isListed = isListedPlace(sentence, index);
      if (whole !== "" && !isListed && /\b(?:is|are|was|were|be|as|like)\s$/.test(sentence.slice(0, index))) continue;
      const head = phrase.split(" ").at(-1)?.toLowerCase() ?? "";
      // "who left the university", "get your line cut"
      if (/\b(?:left|leaving|quit|fled)\s$/.test(sentence.slice(0, index)) || phrase === "line") continue;
      // "Orru hangs under a cliff"
      if (/^(?:nearest|next|last|other)\s/.test(phrase)) continue;
      if (/^an?$/i.test(article) && /^(?:under|near|behind|from|through)$/i.test(word)) continue;
      if (WHOLES.has(head) && !/^\p{Lu}/u.test(phrase)) continue;
      // "a rock with a lighthouse on it" says what another place is.
      if (/^an?$/i.test(article) && found.size > 0 && !isListed) continue;
      const before = word.toLowerCase();
      // What is in a well is not where one stands.
      // "the Hotel Bellavista"
      const [, more = ""] =
        new RegExp(`^${escapeRegExp(phrase)}((?:\\s\\p{Lu}\\p{Ll}+)+)`, "u").exec(rest.trim()) ?? [];
      const isNamed = /^\p{Lu}/u.test(phrase) && more !== "";
      put(
        `the ${phrase}${isNamed ? more : ""}`,
        isPreposition(before) && head !== "well" ? before : placePreposition(head),
      );
    }
  }
  // "The club" beside the Vesuvio Boxing Club is that.
  const own = [...found.values()].filter(
    ({ name }, _, list) =>
      !list.some(
        (other) =>
          other.name !== name &&
          ` ${other.name.toLowerCase()} `.includes(` ${name.toLowerCase().replace(/^the\s/, "")} `) &&
          /\p{Lu}/u.test(other.name) &&
          !/\p{Lu}/u.test(name),
      ),
  );
  return own.map((place) => {
    const bare = place.name.replace(/^the /, "");
    return {
      ...place,
      told: sentences.filter((sentence) => sentence.includes(bare) && isPlainSentence(sentence)),
    };
  });
}

const SETTLEMENT =
  /^(?:town|city|village|valley|forest|wood|district|street|market|palace|castle|house|hotel|school)$/i;

/** "There is a studio, a library and a tower": each of them is a place. (rule CA5508) */
const isListedPlace = (sentence: string, index: number): boolean =>
  /^There (?:is|are)\b/.test(sentence) && /(?:^There (?:is|are)|,|,? and)\s$/.test(sentence.slice(0, index));

const LINKS = new Set("of and on in at to is was that who with a the other same one two".split(" "));
/** Where other places lie; nobody sets out for them. */
const WHOLES = new Set(
  "city town village colony planet moon island world kingdom country house sea ocean desert forest wood valley coast lake court school hospital ministry".split(
    " ",
  ),
);

/** The longest beginning of the words that ends in a place. */
function placePhrase(words: readonly string[]): string | null {
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const part = words.slice(0, length);
    const isPlace = PLACE_NOUNS.has(part.at(-1)?.toLowerCase() ?? "");
    if (isPlace && !part.slice(0, -1).some((word) => LINKS.has(word.toLowerCase()))) return part.join(" ");
  }
  return null;
}

const isPreposition = (word: string): word is SeedPlace["preposition"] => ["in", "on", "at", "aboard"].includes(word);

/** A title's last phrase, where it is a place: "Wolves of the Upper Tram Line". */
function placesOfTitle(title: string): string[] {
  const found = /\b(?:of|in|on|at|from|under|to) (the .+)$/i.exec(title)?.[1];
  return found === undefined ? [] : [`Of ${found}`];
}

const ODD: readonly (readonly [RegExp, number])[] = [
  [/\b(?:nobody|no one|no-one|none|neither)\b/i, 3],
  [/\b(?:disappear|vanish|missing|went missing|gone)/i, 3],
  [/\b(?:never|ever)\b/i, 2],
  [/\b(?:exactly|the same|twice|double|twin|copies)\b/i, 2],
  [/\b(?:each|every) (?:night|morning|evening|day|year|\p{Lu}\p{Ll}+day)/u, 2],
  [/\b(?:ghost|dead|haunt|curse|secret|strange|forbidden|locked|stopped|hums?|whistles?|whisper|knocks?)/i, 2],
  [/\b(?:failed to|refuse[sd]? to|will not|won't|stopped|does not|do not|has not|have not|cannot)\b/i, 2],
  [/\b(?:although|yet|instead|without|not come)\b/i, 1],
  [/^(?:Somebody|Someone|Something)\b/, 2],
  [/\bno longer\b/i, 3],
  [
    /^(?:Last (?:week|night|month)|Yesterday|Since \p{L}+|Tonight|(?:A|Two|Three) (?:weeks?|days?|nights?) ago)\b.*\b(?:started|began|has|have|stopped|found|came|went)\b/u,
    4,
  ],
  [/^Since (?:\p{Lu}\p{Ll}+|last|this)\b/u, 4],
  [/\b(?:is|are) called\b/, -3],
  [/\b(?:has|have) (?:lost|forgotten|gone|begun|started|turned|fallen|run)\b/i, 2],
  [/\bnot\b.*\byet\b/i, 2],
];

/** A sentence that is longer says several things. */
const MOST_WORDS = 28;

function oddityIn(sentences: readonly string[]): string | null {
  let best: { sentence: string; score: number } | null = null;
  const clauses = sentences.flatMap((sentence) => {
    if (!/\b(?:I|You|you|your)\b/.test(sentence)) return [sentence];
    const dependent = dependentClause(sentence);
    return dependent === null ? clausesOf(sentence) : [...clausesOf(sentence), dependent];
  });
  for (const [index, sentence] of clauses.entries()) {
    const words = sentence.split(/\s+/).length;
    if (words < 2 || words > MOST_WORDS || LEANS.test(sentence) || /[?:]/.test(sentence)) continue;
    const own = ODD.reduce((sum, [pattern, weight]) => sum + (pattern.test(sentence) ? weight : 0), 0);
    // "Nobody has remarked on it": what is remarked on stands before.
    const leads =
      /\b(?:remark|talk|sp(?:ea|o)k|comment|th(?:ink|ought)|ask|notice|kn(?:ow|ew)|complain|mention|heard?|wonder|dream|warn|read)\w*\s(?:(?:on|about|of)\s)?(?:it|this|that)\b/.test(
        sentence,
      );
    const next = clauses[index + 1] ?? "";
    // "Bakes the bread for it": what it is stands elsewhere.
    const leans = /\b(?:for|about|of|from|with|to|wants?|wanted) it\b/.test(sentence);
    const score = (leads || leans ? own - 3 : own) + (/^(?:Nobody|No one)\b.*\b(?:it|this|that)\b/.test(next) ? 3 : 0);
    if (score >= 2 && (best === null || score > best.score)) best = { sentence, score };
  }
  return best === null ? null : wholeSentence(best.sentence);
}

/** "You are the clerk, and tonight the sea has failed to come in": parts that stand alone. */
const clausesOf = (sentence: string): string[] =>
  sentence
    .split(/[,;:]\s(?:and|but|while|yet)\s|;\s|\s[–—]\s/)
    .filter((clause, at, all) => at > 0 || all.length === 1 || !/\b(?:I|you)\b/i.test(clause))
    .map((clause) => clause.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()));

/** "a town where the wind has stopped": the wind has stopped. "a village that has lost its name": the village has. */
function dependentClause(sentence: string): string | null {
  const found =
    /\b(an?|the|this|our|your|my)\s((?:\p{L}+\s){0,3}?)(\p{L}+)\s(where|in which|on which|that (?=(?:has|have|is|are|will|never|cannot|does|do)\b)|which (?=(?:has|have|is|are|will|never|cannot|does|do)\b))\s*([^.;:!?]+)/iu.exec(
      sentence,
    );
  if (found === null) return null;
  const [, article = "", before = "", noun = "", link = "", rest = ""] = found;
  // What is so of the player is no news to those who live there.
  const isOfPlayer = /\b(?:I am|I'm|I’m|You are|You're|You’re|you are)\s$/.test(sentence.slice(0, found.index));
  const clause = rest.split(/,\s(?:and|but|while)\s/)[0]?.trim() ?? "";
  // "rings the bell for a stop that has been built over": the stop has.
  if (/^(?:that|which)\b/i.test(link) && /\b(?:for|to|at|in|on|from|with|by|into)\s(?:an?|the)\s$/i.test(before))
    return `The ${noun} ${clause}`;
  if (/^(?:where|in which|on which)$/i.test(link)) return LEANS.test(capital(clause)) ? null : capital(clause);
  if ((isOfPlayer && !/\bof\s/.test(before)) || before.split(" ").includes("of")) return ofWhole(before, noun, clause);
  return `${/^an?$/i.test(article) ? "The" : capital(article.toLowerCase())} ${before}${noun} ${clause}`;
}

/** "the mayor of a village that has forgotten its name" */
function ofWhole(before: string, noun: string, clause: string): string | null {
  const words = before.trim().split(" ");
  return words.at(-1) === "a" || words.at(-1) === "the" ? `The ${noun} ${clause}` : null;
}

/**
 * What a premise tells beside who the player is, where nothing in it is odd by its words: "today the good china is being counted". What is
 * told of the player is told to them: "every time you go down there is one more step".
 */
function newsOf(premise: readonly string[]): string | null {
  const lines = premise.slice(0, MOST_OPENING);
  const clauses = lines
    .flatMap((sentence) => {
      // "The lift stops at a floor that is not there": the floor alone would be another thing.
      const isWhole =
        sentence.split(/\s+/).length < 16 &&
        !/\b(?:I|you|your|my|we|our)\b/i.test(sentence) &&
        /\b(?:is|are) not\b/.test(sentence);
      return isWhole ? [sentence] : [dependentClause(sentence) ?? [], clausesOf(sentence)].flat();
    })
    .map(ofTheirs);
  const told = clauses.filter((clause) => isNews(clause) && !LEANS.test(clause));
  const found =
    // "Every January the village cuts ice. This year it is thin.": what is always so is no news beside what is so now.
    told.find((clause) => !/^(?:Each|Every)\s/.test(clause)) ??
    told[0] ??
    lines
      .map(toYou)
      .find((sentence) => isNews(sentence) && /\byou\b/i.test(sentence) && !/^(?:you|your)\b/i.test(sentence));
  return found === undefined ? null : wholeSentence(found);
}

/** Sentences of a premise that open a story; what a longer one goes on to say is no single thing. */
const MOST_OPENING = 3;

/** "In our bakery": in the bakery. */
const ofTheirs = (text: string): string =>
  text.replace(/\b(?:my|our|your)\s(?=\p{Ll})/giu, (word) => (/^\p{Lu}/u.test(word) ? "The " : "the "));

function isNews(text: string): boolean {
  const words = text.split(/\s+/).length;
  if (words < 4 || words > MOST_WORDS || /[?:“"]/.test(text) || /^(?:It|They|He|She)\b/.test(text)) return false;
  // What somebody says whom nobody knows is news. (rule CA5507)
  if (
    /\b(?:somebody|someone|a (?:voice|stranger|caller))\b/i.test(text) &&
    !/\b(?:was|were|had|said|told)\b/i.test(text)
  )
    return true;
  // What somebody or something is, how it once was, and what somebody says of it, is no news.
  return !/(?<!\bthere )\b(?:is|are) (?:an?|the|called|named)\b|\b(?:was|were|had|says?|said|tells?|told)\b/i.test(
    text,
  );
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const LEANS =
  /\b(?:I|you|me|my|your|we|our|I'm|You)\b|\b[Tt]he player\b|^(?:It|They|He|She|His|Her|Its|Their|This(?! (?:morning|evening|night|year|week|month|spring|summer|autumn|winter))|That|These|Those|But|And|So|Then)\b/;
const wholeSentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/[.!…]+$/, "")}.`;

/** Of a title that has animals or people in it: "Wolves of the Upper Tram Line". */
function oddityOfTitle(title: string, places: readonly SeedPlace[]): string | null {
  const word = title
    .match(/\p{L}+/gu)
    ?.find((one) => isPluralOf(one.toLowerCase()))
    ?.toLowerCase();
  if (word === undefined) return null;
  const [place] = places;
  const where = place === undefined ? "here" : `${place.preposition} ${place.name}`;
  return `Each evening ${word} are seen ${where}, and whoever sees them looks the other way.`;
}

/** Where an author names places and tells nothing: what is odd is so there. Implements rule CA6556. */
function oddityOfPlaces(title: string, places: readonly SeedPlace[]): string | null {
  const [first, second] = [...places].sort((one, other) => other.name.length - one.name.length);
  if (first === undefined) return null;
  const where = `${first.preposition} ${first.name}`;
  const ways = [
    `A light is seen ${where} each night, and whoever goes to look finds nobody.`,
    second === undefined
      ? `Wet footprints lead up to ${first.name} each morning, and none lead away.`
      : `Each morning wet footprints lead from ${first.name} to ${second.name}, and none lead back.`,
    `Something knocks ${where}, three times, always at the same hour.`,
    `Since last week a place ${where} is warm, as if somebody had just got up from it.`,
  ];
  const turn = [...title].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return ways[turn % ways.length] ?? null;
}

const isPluralOf = (word: string): boolean =>
  [word.replace(/s$/, ""), word.replace(/ves$/, "f"), word.replace(/es$/, ""), word.replace(/ies$/, "y")].some(
    (one) => one !== word && (ANIMALS.has(one) || ROLES.has(one)),
  );

/** "Who killed the bishop?", and "find out who killed the bishop". */
function questionIn(sentences: readonly string[], aim: string | null): string | null {
  const ofAim =
    aim === null
      ? undefined
      : /^(?:find out|discover|learn|solve|prove|see|work out)\s((?:who|what|why|how|where)\s.+)$/i.exec(aim)?.[1];
  if (ofAim !== undefined)
    return ofAim.replace(/^who (?:he|she|they|it) (is|was|are|were)$/, (whole, verb: string) => {
      const named = sentences
        .flatMap((sentence) => [
          .../(?:called|named)\s(\p{Lu}[\p{L}’'-]+(?:\s\p{Lu}[\p{L}’'-]+)*)/gu[Symbol.matchAll](sentence),
        ])
        .at(-1)?.[1];
      return named === undefined ? whole : `who ${named} ${verb === "are" ? "is" : verb}`;
    });
  for (const sentence of sentences) {
    const found = /^(?:And |But )?(Who\s+(?!(?:are|is|do|am)\b)[^?]{5,60})\?/i.exec(sentence)?.[1];
    if (found !== undefined) return toYou(found.replace(/^Who/, "who"));
  }
  return null;
}
