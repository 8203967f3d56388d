/** Who knows what: the player's frontier of knowledge, and what each person could tell. */
import {
  countWords,
  inFirstPerson,
  inOwnMouth,
  isAbout,
  isOfKind,
  memoizeText,
  isSaidInReply,
  namesAsSuch,
  namesVeryThing,
  pointsBack,
  splitSentences,
  escapeRegExp,
} from "@narratoria/protocol/english";
import {
  type Fact,
  isDocumented,
  isOutsider,
  isSayable,
  namesTopic,
  type Person,
  saysLittle,
  standsAlone,
  storyTies,
  type Topic,
} from "@narratoria/protocol/story";
import { memoizeView } from "./memoize-view.js";
import { isConfessable } from "./plain-wishes.js";
import { trusts } from "./terms.js";
import { type View, wasTold } from "./view.js";

/** "vicar" of "vicar of Sallowfield, amateur of the moon". */
const roleNoun = memoizeText((role) =>
  (role.split(/[,;(]| (?:of|at|to|for|in|on|from|with|who|that|and)\b/)[0] ?? "")
    .replace(/^(?:the|an?) /i, "")
    .trim()
    .toLowerCase(),
);

/** "host" and "robot" of "Cheerful host in the park, a greeter robot". */
const roleNouns = memoizeText(
  (role): ReadonlySet<string> =>
    new Set(role.split(/[,;(]/).flatMap((part) => roleNoun(part.trim()).split(" ").at(-1) ?? [])),
);

/** Whether a thing's name is what somebody is: nobody is asked about the vicar who is the vicar. (rule PC665) */
export function isRoleOf(view: View, npc: string, name: string): boolean {
  const noun = name.replace(/^the /i, "").toLowerCase();
  // One word is what anybody with such a role is.
  const own = view.people.get(npc)?.role ?? "";
  if (!noun.includes(" ") && view.people.get(npc)?.kind !== "human" && roleNouns(own).has(noun)) return true;
  const holders = view.matter.people.filter(({ role }) => roleNoun(role) === noun);
  return holders.length === 1 && holders[0]?.id === npc;
}

/** True where a topic has somebody's own name, or is what they are: nobody is asked about themselves as if they were a thing. (rules PC1610 and PC3130) */
export function isOwnName(view: View, { id, name, short }: Person, topic: string): boolean {
  const np = view.topics.get(topic)?.np ?? "";
  return np === name || np === short || isRoleOf(view, id, np);
}

/** True when a text has named this topic, or does in this scene: no other topic may be asked about by its name. (rule PC653) */
export function hasHeardOf(view: View, topic: string): boolean {
  const key = `topic:${topic}`;
  return (
    knowsTopic(view, topic) ||
    view.named[key] !== undefined ||
    view.beat?.names.includes(key) === true ||
    view.place?.topic === topic
  );
}

/** True when the player has heard of this topic. */
function knowsTopic(view: View, topic: string): boolean {
  return view.known.topics[topic] !== undefined;
}

export function knowsFact(view: View, fact: string): boolean {
  return view.known.facts[fact] !== undefined || isTold(view, fact);
}

/** What has just been told is no news, whoever learned it how. (rule PC497) */
const isTold = memoizeView((view, fact: string) => {
  const text = view.facts.get(fact)?.text;
  return text !== undefined && wasTold(view.told, text);
});

/** True when the player has met this person, sees them or has heard the name. */
export function knowsPerson(view: View, npc: string): boolean {
  return (
    view.standing.get(npc)?.met !== undefined ||
    view.named[`npc:${npc}`] !== undefined ||
    view.beat?.names.includes(`npc:${npc}`) === true ||
    isPresent(view, npc) ||
    view.heardOf.has(`npc:${npc}`)
  );
}

/**
 * True when a text has named this place, or the player is or was there. What is known of the topic that bears on it need not have said its
 * name. (rule PC3709)
 */
export function knowsPlace(view: View, place: string): boolean {
  const key = `place:${place}`;
  return (
    view.visited[place] !== undefined ||
    view.named[key] !== undefined ||
    place === view.placeId ||
    view.beat?.names.includes(key) === true ||
    view.heardOf.has(key)
  );
}

export function isPresent(view: View, npc: string): boolean {
  return view.present.some((person) => person.id === npc);
}

/** True when this person knows the fact: everybody does, or they do, or it passed between them and the player. */
export function personKnows(view: View, npc: string, fact: Fact): boolean {
  return (
    fact.knownBy === "common" || fact.knownBy.includes(npc) || view.memory.shared[`${npc}:${fact.id}`] !== undefined
  );
}

/**
 * How somebody comes to know a fact that they tell: the answer to "why does she know this?". (rule PC501)
 *
 * @returns Null where nothing says that they know it.
 */
export function howKnown(
  view: View,
  npc: string,
  fact: Fact,
): { readonly how: string; readonly scene?: number } | null {
  const toldIn = view.memory.shared[`${npc}:${fact.id}`];
  if (fact.said === npc) return { how: "it is what they say of it themselves" };
  if (isDocumented(fact) && holderOf(view, fact.topic)?.id === npc)
    return { how: "they hold the paper that it stands in" };
  if (fact.knownBy !== "common" && fact.knownBy.includes(npc)) return { how: "they are among the few who know it" };
  if (toldIn !== undefined) return { how: "the player told them", scene: toldIn };
  return fact.knownBy === "common" ? { how: "everybody here knows it" } : null;
}

/**
 * Whoever knows a fact can tell it, unless it names them: nobody speaks of themselves unless pressed. What stands in a paper is shown by
 * whoever holds it, and recited by nobody else. (rules PC51 and PC430)
 */
export function canTell(view: View, npc: string, fact: Fact): boolean {
  const known = tellable(view, npc);
  let can = known.get(fact);
  if (can === undefined) known.set(fact, (can = mayTell(view, npc, fact)));
  return can;
}

/** What is known of the facts that somebody can tell. */
const tellable = memoizeView((_view, _npc: string) => new Map<Fact, boolean>());

function mayTell(view: View, npc: string, fact: Fact): boolean {
  if (isDocumented(fact)) return holderOf(view, fact.topic)?.id === npc;
  if (fact.said !== undefined) return fact.said === npc;
  if (onlyRepeats(view.people.get(npc))) return false;
  // Whoever has only come here tells of the place what they have to do with, and no more. (rules PC1710 and PC1802)
  const person = view.people.get(npc);
  const isStrange = person !== undefined && (isOutsider(person) || isLate(person)) && fact.knownBy === "common";
  if (
    isStrange &&
    view.memory.shared[`${npc}:${fact.id}`] === undefined &&
    !storyTies(view.matter).knowsOf(person, fact)
  )
    return false;
  // What bears on a secret of theirs they keep to themselves. (rule PC1801)
  if (touchesSecret(view, npc, fact)) return false;
  if (person !== undefined && isOfOwnKin(person, fact)) return false;
  // "Nobody goes down here" is said there, and nowhere else.
  if (!isSayable(fact) || (/\bhere\b/i.test(fact.text) && view.place?.topic !== fact.topic)) return false;
  return personKnows(view, npc, fact) && !fact.names.includes(`npc:${npc}`);
}

const KIN =
  /\b(?:his|her|their) (?:late |young |old |elder |younger |only |first |second )?(?:wife|husband|widow|widower|mother|father|parents?|son|daughter|sister|brother|children|family)\b/iu;

/**
 * Whether a fact speaks of somebody of the speaker's own family as a stranger would: "Jack Thorn bought the house with his wife's savings" in
 * the mouth of Edith Thorn. (rule PC1808)
 */
function isOfOwnKin({ name }: Person, { text }: Fact): boolean {
  const last = name.split(" ").at(-1) ?? "";
  if (!KIN.test(text) || last === name || last === "") return false;
  return [...text.matchAll(/\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)+/gu)].some(
    ([full]) => full.endsWith(` ${last}`) && !full.endsWith(name),
  );
}

/** Whether somebody comes into the story only with a beat, and lives nowhere in it that is known. */
const isLate = ({ presentFrom, home }: Person): boolean => presentFrom !== "start" && home === "";

/** Rare words that a fact shares with what somebody keeps to themselves, from which on they do not speak of it. */
const OF_SECRET = 2;

/** What somebody keeps to themselves and has not been brought to tell. */
const ownSecrets = memoizeView((view, npc: string): readonly Fact[] =>
  view.matter.facts.filter(
    ({ id, said, confided }) =>
      confided === true && said === npc && !id.startsWith(`${npc}-says-`) && !knowsFact(view, id),
  ),
);

function touchesSecret(view: View, npc: string, { text, tail = "" }: Fact): boolean {
  const ties = storyTies(view.matter);
  return ownSecrets(view, npc).some((secret) => ties.shared(`${text} ${tail}`, secret.text) >= OF_SECRET);
}

const onlyRepeats = (person: Person | undefined): boolean => person !== undefined && saysLittle(person);

/** Whether somebody can say a fact that names them as "I". */
function isOwnStory(view: View, npc: string, { text, tail, names }: Fact): boolean {
  const person = view.people.get(npc);
  if (!person) return false;
  const alone = names.every((key) => !key.startsWith("npc:") || key === `npc:${npc}`);
  const isNamed = (words: string): boolean => words.includes(person.short) || words.includes(person.name);
  const sentences = [text, tail ?? ""];
  return (
    sentences.some(isNamed) &&
    sentences.every((words) => !isNamed(words) || inOwnMouth(words, person, alone) !== undefined)
  );
}

/** "Mind the step", "You're in my light", "Good evening, brothers": said to what somebody does, or on meeting. */
const OF_OCCASION =
  /^(?:(?:now|well|oh|right|so),? )?(?:do (?:sit|come|stand|take|have|try)|mind|come|sit|stand|wait|stop|hold|look|watch|wipe|shut|close|put|take|have|get|go|give|let|finish|drink|eat|do not|don['’]t|never mind|hush|quiet|you are|you['’]re|you['’]ll have|lovely|good (?:morning|evening|afternoon|day|night)|hello|evening|morning|welcome|brothers|sisters|ladies|gentlemen|friends|here|that is|that['’]s|this is)\b/iu;
/** Whether a line of somebody's needs an occasion of its own: it was written for what another does, or for a meeting. (rule PC3503) */
export const isOfOccasion = (line: string): boolean => OF_OCCASION.test(line.replace(/^["“'‘]/u, ""));

/** "I ask for the completeness of the form": it goes with a question, and tells nothing. */
const ASKS = /^I(?: only| merely| just)? (?:ask|asked|wonder|wondered)\b/u;

/** Words of a sentence that says something: "Over." and "I do." say nothing by themselves. */
const SAYS_SOMETHING = 3;

/** Whether a line of somebody's tells anything to whoever asks: one that only asks back does not. (rule PC3501) */
export const saysSomething = memoizeText((line): boolean =>
  splitSentences(line).some(
    (one) => !/\?["”’')]*$/u.test(one.trim()) && !ASKS.test(one.trim()) && countWords(one) >= SAYS_SOMETHING,
  ),
);

/** Whether a line of somebody's is an answer: its author has put it to a question, or it tells something. (rules PC3501 and PC3507) */
export const tellsWhenAsked = ({ text, asked }: Fact): boolean => asked !== undefined || saysSomething(text);

/** Who can show a paper: the first of those who may have it that can be met. */
function holderOf(view: View, topic: string): Person | undefined {
  return storyTies(view.matter)
    .holders(topic)
    .find((person) => canBeMet(view, person));
}

/** Facts of a topic that the player has not heard yet, in the author's order; with `npc`, those that they can tell. */
export function untold(view: View, topic: string, npc?: string): readonly Fact[] {
  const facts = unheard(view, topic);
  return npc === undefined ? facts : facts.filter((fact) => canTell(view, npc, fact));
}

const unheard = memoizeView((view, topic: string): readonly Fact[] =>
  (view.topics.get(topic)?.facts ?? []).flatMap((id) => {
    const fact = view.facts.get(id);
    if (!fact || knowsFact(view, id) || (fact.after !== undefined && view.played[fact.after] === undefined)) return [];
    return [fact];
  }),
);

/**
 * What this person can answer when asked about a topic, best first: untold facts of it from the first that names it on, else such as name
 * it and are theirs to know. Somebody who has nothing to do with it says only what names it. (rule PC431)
 */
export const answers = memoizeView((view, topic: string, npc: string): readonly Fact[] => {
  const person = view.people.get(npc);
  const about = view.topics.get(topic);
  if (!person || !about) return [];
  const ties = storyTies(view.matter);
  const key = `topic:${topic}`;
  // What they have to say to it themselves comes before what everybody knows; "his bunk" is not the bunk. (rule PC3200)
  const said = view.unlearned.filter(
    (fact) =>
      fact.said === npc &&
      fact.names.includes(key) &&
      // "Have a bun" is no answer about the bun that somebody holds. (rule PC5750)
      (fact.asked === undefined
        ? isOfThing(view, fact.text, about.np) && !isSaidInReply(fact.text)
        : namesAsSuch(fact.asked, about.np)) &&
      tellsWhenAsked(fact),
  );
  if (said.length > 0) return said;
  // Whom the author's terms are met by is told as much as whom they trust.
  const trusted = confidences(view, topic, npc).filter(({ terms }) => terms !== undefined || trusts(view, npc));
  if (trusted.length > 0) return trusted;
  const own = untold(view, topic, npc);
  if (own.length > 0) {
    // What everybody knows is told from its first word by those who have to do with it, and by others as far as it names the thing.
    const isTheirs =
      ties.concerns(person, topic) || own.some((fact) => fact.knownBy !== "common" || isDocumented(fact));
    if (!isTheirs)
      return own.filter(
        (fact) =>
          namesTopic(fact, about) &&
          (opens(fact, about) || isAbout(fact.text, about.np)) &&
          (standsAlone(fact, about) || goesOn(view, fact, about)),
      );
    const start = startOf(view, own, about);
    if (start === undefined) return [];
    const from = own.indexOf(start);
    return from > 0 ? [...own.slice(from), ...own.slice(0, from)] : own;
  }
  return view.unlearned.filter(
    (fact) =>
      fact.said === undefined &&
      fact.names.includes(key) &&
      isAbout(fact.text, about.np) &&
      (isOfThing(view, fact.text, about.np) || isOfKind(fact.text, about.np)) &&
      standsAlone(fact, view.topics.get(fact.topic)) &&
      !isDocumented(fact) &&
      canTell(view, npc, fact) &&
      ties.knowsOf(person, fact),
  );
});

/**
 * Whether a sentence that stands on no page of its own speaks of the very thing that a question names, and not of another of its kind, nor of
 * one that the story knows by a longer name: "the salt well" for "the well". (rule PC5750)
 */
export function isOfThing(view: View, text: string, np: string): boolean {
  if (!namesVeryThing(text, np)) return false;
  return !longerNames(view, np.toLowerCase()).some((name) => text.toLowerCase().includes(name));
}

/** Names of other things of a story that end in the same noun: "salt well" and "first well" for "the well". */
const longerNames = memoizeView((view, np: string): readonly string[] => {
  const bare = np.replace(/^(?:the|an?) /u, "");
  const names = [...view.matter.topics.map((topic) => topic.np), ...view.matter.places.map(({ name }) => name)];
  return names
    .map((name) => name.toLowerCase().replace(/^(?:the|an?) /u, ""))
    .filter((name) => name !== bare && name.endsWith(` ${bare}`));
});

/**
 * What this person knows of a topic and tells nobody who only asks: what names them and can be said in the first person, and anything once
 * they have refused. (rule PC51)
 */
export const reserved = memoizeView((view, topic: string, npc: string): readonly Fact[] => {
  const secrets = comesOut(view, npc) ? confidences(view, topic, npc) : [];
  const kept = untold(view, topic).filter((fact) => {
    if (fact.confided === true) return false;
    // A paper is kept back by whoever holds it alone.
    if (isDocumented(fact)) return hasRefused(view, npc, topic) && holderOf(view, topic)?.id === npc;
    if (!personKnows(view, npc, fact) || !standsAlone(fact, view.topics.get(topic))) return false;
    return fact.names.includes(`npc:${npc}`) ? isOwnStory(view, npc, fact) : hasRefused(view, npc, topic);
  });
  return [...secrets, ...kept];
});

/** What somebody keeps to themselves that names a topic, as far as its time has come and the author's terms allow. (rules PC470, PC640) */
function confidences(view: View, topic: string, npc: string): readonly Fact[] {
  return view.confided.filter(
    ({ said, names, terms }) => said === npc && names.includes(`topic:${topic}`) && terms?.when !== "unclear",
  );
}

/** Beats after which pressure brings secrets out: before that nobody has a reason to give in. */
const BEATS_BEFORE_SECRETS = 4;

const comesOut = (view: View, npc: string): boolean =>
  view.standing.get(npc)?.met !== undefined && Object.keys(view.played).length >= BEATS_BEFORE_SECRETS;

export function hasRefused(view: View, npc: string, topic: string): boolean {
  return view.memory.done[refusedKey(npc, topic)] !== undefined;
}

/** Key in `world.choices.done` of a topic that somebody will not speak of. */
export const refusedKey = (npc: string, topic: string): string => `refused:${npc}:${topic}`;

/** Sentences before a page's first fact, at most; more are the labels and entries of a list, which nobody recites. (rule PC1611) */
const MOST_LEADING = 3;

/** Whether a fact is the first thing that its topic's page says, with all that stands before it. */
const opens = (fact: Fact, { facts: [first] }: Topic): boolean => fact.id === first && fact.apart !== true;

/**
 * Where an answer begins: at the topic's first fact, where its page begins with it, else at the first that goes on from what the player has
 * been told, or that is about the topic, or at the sentence that opens its paragraph. Undefined where nothing is. (rules PC431 and PC3201)
 */
function startOf(view: View, facts: readonly Fact[], topic: Topic): Fact | undefined {
  const [first] = facts;
  if (first === undefined || isDocumented(first)) return first;
  // A first fact may go on from a sentence that is none.
  if (opens(first, topic) && first.inside !== true) return first;
  const follows = (fact: Fact): boolean => goesOn(view, fact, topic);
  const naming = facts.find((fact) => isAbout(fact.text, topic.np)) ?? facts.find(follows);
  // The sentence that opens its paragraph says what it is about.
  for (let at = naming === undefined ? -1 : facts.indexOf(naming); at >= 0; at--) {
    const fact = facts[at];
    const isLed = fact !== undefined && (fact.lead !== undefined || !pointsBack(fact.text));
    if (fact !== undefined && ((fact.inside !== true && isLed) || follows(fact))) return fact;
  }
  if (naming !== undefined && standsAlone(naming, topic)) return naming;
  const isOfList = (first.lead?.length ?? 0) > MOST_LEADING;
  // What leans on a sentence that is not told with it answers nothing. (rule PC3140)
  const isLed = first.lead !== undefined || !pointsBack(first.text);
  return opens(first, topic) && !isOfList && isLed ? first : undefined;
}

/** Scenes after which nobody has in mind any longer what a sentence goes on from. */
const MOST_SINCE = 1;

/**
 * Whether a fact goes on from the topic's fact before it as the player has it in mind: one that points back at it ("The last time, ...") only
 * where that was told in this scene or the last. (rule PC3140)
 */
function goesOn(view: View, fact: Fact, topic: Topic): boolean {
  const last = view.facts.get(topic.facts[topic.facts.indexOf(fact.id) - 1] ?? "");
  // What a sentence that is left out leads up to goes on from nothing that has been told.
  if (last === undefined || fact.apart === true || !knowsFact(view, last.id)) return false;
  const since = view.known.facts[last.id];
  return !pointsBack(fact.text) || (since !== undefined && view.scene - since <= MOST_SINCE);
}

/** Untold facts that are about somebody and are this person's to tell; first what they say themselves. (rule PC3202) */
export function knownAbout(view: View, npc: string, of: string): readonly Fact[] {
  const person = view.people.get(npc);
  const other = view.people.get(of);
  if (!person || !other) return [];
  const ties = storyTies(view.matter);
  const facts = view.unlearned.filter(
    (fact) =>
      fact.names.includes(`npc:${of}`) &&
      (fact.said === undefined ? speaksOf(fact, other, view.topics.get(fact.topic)) : saysOf(fact, other)) &&
      !isDocumented(fact) &&
      canTell(view, npc, fact) &&
      (ties.knowsOf(person, fact) || person.relations.some(({ to }) => to === of) || fact.knownBy === "common"),
  );
  const rank = (fact: Fact): number => (fact.said !== undefined ? 0 : 1);
  return facts.sort((one, another) => rank(one) - rank(another));
}

/** What "it", "them" or "there" can stand for. */
const SOMETHING =
  /\b(?:the|an?|his|her|my|our|your|their|its|every|each|no|some|any|two|three|four|five|several|many) \p{L}/iu;
/**
 * Whether a sentence is about somebody and needs none before it: nothing stands for what it does not name, and what goes on from another
 * names the thing that its page is about.
 */
function speaksOf(fact: Fact, { name, short, pronoun }: Person, topic: Topic | undefined): boolean {
  const { text } = fact;
  const forms = [...new Set([name, short])];
  if (!forms.some((form) => isAbout(text, form) && new RegExp(`${escapeRegExp(form)}(?!['’]|\\p{L})`, "u").test(text)))
    return false;
  if (fact.inside === true && (topic === undefined || !namesTopic(fact, topic))) return false;
  const other = pronoun === "he" ? "she|her|hers" : pronoun === "she" ? "he|him|his" : "he|him|his|she|her|hers";
  const plain = forms.reduce((words, form) => words.replaceAll(form, " "), text).replace(/[“"][^”"]*[”"]/gu, " ");
  const means = plain.search(/\b(?:it|its|they|them|their|these|those|there(?! (?:is|are|was|were)\b))\b/iu);
  const whom = plain.search(new RegExp(`\\b(?:${other})\\b`, "iu"));
  return (
    (means < 0 || SOMETHING.test(plain.slice(0, means))) &&
    (whom < 0 || /(?<!^)\b\p{Lu}\p{Ll}/u.test(plain.slice(0, whom)))
  );
}

/** Whether a line of somebody's speaks of somebody else to the player: it calls nobody by name, and is no request. */
function saysOf({ text }: Fact, { name, short, pronoun }: Person): boolean {
  const forms = [...new Set([name, short])];
  const calls = forms.some((form) => new RegExp(`(?:^|[,.!?;:—–] )${escapeRegExp(form)}[,.!?]`, "u").test(text));
  // "Mr Ibbs" is not Nora Ibbs.
  const title = pronoun === "she" ? "Mr|Sir|Lord|Master" : pronoun === "he" ? "Mrs|Miss|Ms|Lady|Dame|Madam" : undefined;
  const last = escapeRegExp(name.split(" ").at(-1) ?? name);
  if (title !== undefined && new RegExp(`\\b(?:${title})\\.? ${last}`, "u").test(text)) return false;
  return !calls && !/^(?:do(?:n['’]t| not)|never|please)\b/i.test(text);
}

/** What somebody alone knows of somebody else, and has kept back. */
export function keptAbout(view: View, npc: string, of: string): readonly Fact[] {
  return knownAbout(view, npc, of).filter(({ knownBy, said }) => knownBy !== "common" && said === undefined);
}

/** What somebody can say to news: facts of their own that the player has not heard and that share its thing, place or a rare word. */
export function bearingOn(view: View, npc: string, fact: Pick<Fact, "text" | "names">): readonly Fact[] {
  const person = view.people.get(npc);
  if (!person) return [];
  const ties = storyTies(view.matter);
  const keys = new Set(
    fact.names.filter((key) => /^(?:topic|place|item):/.test(key) && key !== `place:${view.placeId}`),
  );
  const score = (other: Fact): number =>
    ties.shared(fact.text, other.text) +
    other.names.reduce((sum, key) => sum + (!keys.has(key) ? 0 : key.startsWith("topic:") ? 2 : 1), 0);
  return view.unlearned
    .filter((other) => !isDocumented(other) && standsAlone(other, view.topics.get(other.topic)))
    .filter((other) => canTell(view, npc, other) && ties.knowsOf(person, other))
    .map((other) => ({ other, score: score(other) }))
    .filter(({ score: of }) => of >= 2)
    .sort((a, b) => b.score - a.score)
    .map(({ other }) => other);
}

/** Common facts that could be overheard: of the place first, then any that name it, then of topics already heard of. */
export function overhearable(view: View): readonly Fact[] {
  // Nobody has asked: it says itself what it is about. (rule PC3204)
  // What another place looks like nobody says unasked. (rule PC6353)
  const elsewhere = new Set(view.matter.places.flatMap(({ id, topic = id }) => (id === view.placeId ? [] : [topic])));
  return traces(view, 2).filter((fact) => {
    const topic = view.topics.get(fact.topic);
    if (elsewhere.has(fact.topic) || (OF_PLACE.test(fact.file) && fact.topic !== view.place?.topic)) return false;
    return topic === undefined || isDocumented(fact) || opens(fact, topic) || isAbout(fact.text, topic.np);
  });
}

/** A page about a place. */
const OF_PLACE = /(?:^|\/)(?:places?|locations?)\//;

/** Common facts that could be found where the player stands: of this place, or naming it. What lies here speaks of nothing else. */
export function findable(view: View): readonly Fact[] {
  return traces(view, 1);
}

/** Those of them that whoever looks round sees. (rule PC6353) */
export const seenHere = (view: View): readonly Fact[] =>
  findable(view).filter((fact) => isDocumented(fact) || isSeenHere(view, fact));

/** "Sand is to be left where it was found", "Guests must sign": what is to be done, and not what is there. */
const RULES =
  /\b(?:is|are) (?:not )?to be \p{L}+(?:ed|en|t|ft)\b|^(?:\p{L}+ )?\p{L}+ (?:must|shall) (?:not )?\p{Ll}+\b|^(?:anybody|whoever) /iu;
/** Pages on what is done at other times, and on what was. */
const OF_OTHER_TIMES =
  /\b(?:customs?|traditions?|feasts?|festivals?|rites?|rituals?|ceremon(?:y|ies)|holidays?|calendars?|rules?|laws?|bylaws|manners|etiquette|guilds?|histor(?:y|ies)|past|legends?|tales?|sayings?|songs?)\b/iu;

/** Whether one sees a fact by looking round: the page of this place has it, or its subject is this place on a page on things as they are. */
function isSeenHere(view: View, fact: Fact): boolean {
  const { place, topics } = view;
  if (!place || RULES.test(fact.text)) return false;
  // What is said of a thing that stands here is read on it.
  if (fact.topic === place.topic || place.props.some(({ np }) => isAbout(fact.text, np))) return true;
  // A page on another place speaks of that, whatever it names. (rule PC6353)
  if (view.matter.places.some(({ topic }) => topic === fact.topic)) return false;
  const page = `${fact.file.split(/[/\\]/).slice(0, -1).join(" ")} ${topics.get(fact.topic)?.np ?? ""}`;
  if (OF_OTHER_TIMES.test(page.replaceAll(/[-_]/g, " "))) return false;
  return isAbout(fact.text, place.name) || liesIn(place.name).test(fact.text);
}

/** "The tally hangs in the weigh house": what is at a place, by a verb of being somewhere. */
const liesIn = memoizeText(
  (name): RegExp =>
    new RegExp(
      `\\b(?:(?:is|are)(?: still| now| always| just)?|stands?|lies?|hangs?|sits?|leans?|waits?|lives?)(?: \\p{Ll}+ly)? (?:in|at|on|under|behind|above|below|beside|inside|over|by|near|outside) (?:the )?${escapeRegExp(name.replace(/^(?:the|an?) /iu, ""))}(?!\\p{L})`,
      "iu",
    ),
);

/** What is to be found among this person's things and has not been, in the author's order. */
export function stillKept(view: View, npc: string): readonly Fact[] {
  return view.unlearned.filter((fact) => fact.keptBy === npc);
}

function traces(view: View, farthest: number): readonly Fact[] {
  const here = view.place?.topic;
  const common = view.unlearned.filter(
    (fact) =>
      fact.knownBy === "common" &&
      standsAlone(fact, view.topics.get(fact.topic)) &&
      // A paper lies with whoever holds it, and nobody says it in passing.
      (!isDocumented(fact) || (farthest < 2 && (holderOf(view, fact.topic)?.home ?? view.placeId) === view.placeId)),
  );
  const rank = (fact: Fact): number => {
    if (here !== undefined && fact.topic === here) return 0;
    if (fact.names.includes(`place:${view.placeId}`)) return 1;
    return knowsTopic(view, fact.topic) ? 2 : 3;
  };
  return common
    .map((fact, order) => ({ fact, order, rank: rank(fact) }))
    .filter((one) => one.rank <= farthest)
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .map((one) => one.fact);
}

/** Key in `world.choices.done` of somebody having been named who would know of a topic. */
export const sentOnKey = (topic: string): string => `sent-on:${topic}`;

/** Somebody other than `npc` who could tell more about a topic and can be met: those near it first. */
export function whoElseKnows(view: View, topic: string, npc: string): Person | undefined {
  // One sending on is enough, to somebody who is not here and was not asked. (rule PC1605)
  if (view.memory.done[sentOnKey(topic)] !== undefined) return undefined;
  const others = view.matter.people
    .filter((person) => person.id !== npc && canBeMet(view, person) && !isPresent(view, person.id))
    .filter(({ id }) => view.memory.done[`asked-1:${id}:${topic}`] === undefined)
    .map((person) => ({ person, facts: answers(view, topic, person.id) }))
    .filter(({ facts }) => facts.length > 0);
  const alone = others.find(({ facts }) => facts.some((fact) => fact.knownBy !== "common"));
  return (alone ?? others.find(({ person }) => person.topics.includes(topic)))?.person;
}

/** Whether somebody is alive, can answer, and is to be found somewhere. */
function canBeMet(view: View, { id, speech }: Person): boolean {
  const how = view.standing.get(id);
  return how?.alive === true && view.places.has(how.place) && speech === "words";
}

/** Motives of this person that have been found out. */
export function foundMotives(view: View, npc: string): readonly string[] {
  const found = view.known.motives[npc] ?? {};
  return (view.people.get(npc)?.motives ?? []).filter((motive) => found[motive] !== undefined);
}

export function hiddenMotives(view: View, npc: string): readonly string[] {
  const found = view.known.motives[npc] ?? {};
  const motives = view.people.get(npc)?.motives ?? [];
  // "Wants to not to be asked" is no sentence.
  return motives.filter((motive) => found[motive] === undefined && !/^(?:to\s+)?not\b/i.test(motive));
}

/** Words of a relative clause in a wish after which it is no longer plain. */
const LONG_CLAUSE = 12;

/** What whoever wants it would not say to whoever asks. */
const KEPT_DARK =
  /\b(?:without|secret(?:s|ly)?|hid(?:e|den|ing)|unseen|undiscovered|unnoticed|disguised?|conceal(?:ed)?|found out|caught|exposed|cover(?:ed)? up|get away with|blackmail|steal|kill|murder|betray|(?:avoid|not) (?:saying|say|telling|tell)|(?:lie|lies|lying)(?! (?:in|on|at|down|under|low)\b)|pretend(?:ing)?|the truth from|keep(?:ing)? .{1,40} (?:quiet|dark|where it is|from (?:him|her|them|me|us|you|everybody|everyone|anybody|anyone|noticing|knowing|learning|finding|seeing|coming out))|(?:name|part|secret|past)s? out of)\b|\b(?:nobody|no one|never|not)\b.{1,30}\b(?:finds?|found|knows?|learns?|guess(?:es)?|notices?|sees?)\b/i;

/** "keep the last act from being played": whoever wants that does not say so to whoever looks for it. (rule PC1607) */
const WARDS_OFF = /\b(?:keep|stop|prevent)(?:ing)? [^,;]{1,60}? (?:from )?(?:ever )?(?:being|getting) \p{Ll}+/u;

/** What somebody is ashamed of, or would be blamed for. (rule PC1607) */
const CONFESSES =
  /\b(?:asham\w+|guilt\w*|stole|stolen|lied|betray\w*|cheat\w*|forged?|killed|murder\w*|poisoned|drowned|strangled|robbed|swindled|framed|ruined|informed on|denounced|sold (?:him|her|them) out|left (?:him|her|them) to (?:die|drown)|got (?:\p{L}+ ){1,4}(?:killed|drowned|hanged|shot|arrested|sacked|fired|jailed)|blackmail\w*|secret(?:ly|s)?|in love)\b/iu;

/** Hidden motives that somebody says of themselves when asked: plain wishes without a condition, and with no rare word of an untold secret. (rule PC730) */
export const plainMotives = memoizeView((view, npc: string): readonly string[] => {
  const ties = storyTies(view.matter);
  const secrets = view.matter.facts.filter(
    ({ id, confided, after }) =>
      ((confided === true && !id.includes("-says-")) || (after !== undefined && view.played[after] === undefined)) &&
      !knowsFact(view, id),
  );
  return hiddenMotives(view, npc).filter((motive) => {
    const person = view.people.get(npc);
    if (WARDS_OFF.test(motive) || !isConfessable(motive) || onlyRepeats(person)) return false;
    if (person === undefined || inFirstPerson(motive, person) === undefined || namesUnknown(view, motive)) return false;
    const clause = /\b(?:who|which|that)\b(.*)$/i.exec(motive)?.[1] ?? "";
    return (
      !KEPT_DARK.test(motive) &&
      clause.split(/\s+/).length <= LONG_CLAUSE &&
      secrets.every(({ text }) => ties.shared(motive, text) === 0)
    );
  });
});

/** Names that everybody knows: days, months, feasts. */
const EVERYBODYS =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|Lent|Advent|Whitsun|Michaelmas|Midsummer|God|Heaven|Lord|I|English|Mr|Mrs|Miss|Ms|Dr|Sir|Lady|Saint|St)$/u;

/**
 * Whether a wish speaks of somebody or something by a name that the player has not heard: "to keep the house that Jack bought". What nobody
 * has been told of, nobody speaks of as known. (rule PC3502)
 */
function namesUnknown(view: View, wish: string): boolean {
  const proper = wish.match(/(?<=[\p{L}\d,;’'-] ["“‘]?)\p{Lu}[\p{L}’-]+/gu) ?? [];
  const isOf = (name: string, word: string): boolean => name.split(/[ ’']/u).includes(word);
  return proper
    .map((name) => name.replace(/[’']s?$/u, ""))
    .filter((name) => !EVERYBODYS.test(name))
    .some((name) => {
      const people = view.matter.people.filter((one) => isOf(`${one.name} ${one.short}`, name));
      const places = view.matter.places.filter((one) => isOf(one.name, name));
      const topics = view.matter.topics.filter(({ np }) => isOf(np, name));
      return !(
        people.some(({ id }) => knowsPerson(view, id)) ||
        places.some(({ id }) => knowsPlace(view, id)) ||
        topics.some(({ id }) => hasHeardOf(view, id)) ||
        view.learned.some(({ text }) => text.includes(name))
      );
    });
}

export interface Relation {
  readonly npc: string;
  readonly to: string;
  readonly text: string;
  /** What they would say of it themselves: a note without it is told by nobody. */
  readonly spoken?: string;
}

/** What is between this person and others: found out already, or not. */
export function relations(view: View, npc: string, found: boolean): readonly Relation[] {
  return (view.people.get(npc)?.relations ?? []).flatMap(({ to, text, spoken }) => {
    const known = view.known.relations[`${npc}>${to}`] !== undefined;
    return known === found && view.people.has(to)
      ? [{ npc, to, text, ...(spoken === undefined ? {} : { spoken }) }]
      : [];
  });
}

/** "Amélia is my mother": who somebody is to somebody is no answer to what has happened. */
const KINSHIP =
  /^(?:(?:[^\s]+ ){1,3}(?:is|are|was|were) my|I (?:am|was) (?:(?:his|her|their)|\p{Lu}\p{L}+['’]s)) (?:\p{Ll}+ ){0,2}(?:mother|father|sister|brother|son|daughter|child|husband|wife|aunt|uncle|niece|nephew|cousin|grand\p{Ll}+|twin|friend|mate|sovereign|master|mistress|employer|\p{Ll}+-in-law)\.?$/u;

/** Whether a relation says no more than who somebody is. (rule PC1804) */
export const isOnlyKinship = ({ text, spoken = text }: Relation): boolean => KINSHIP.test(spoken);

/** What somebody has not said yet of how things are between them and others, and can say in their own words. */
export function sayable(view: View, npc: string): readonly Relation[] {
  const isClose = trusts(view, npc);
  if (onlyRepeats(view.people.get(npc))) return [];
  return relations(view, npc, false).filter(
    ({ spoken }) => spoken !== undefined && (isClose || !CONFESSES.test(spoken)),
  );
}

/** The fact through which the player heard of a topic: the last one learned that names it. */
export function knownFactNaming(view: View, topic: string): Fact | undefined {
  return view.learned.find((fact) => fact.topic === topic || fact.names.includes(`topic:${topic}`));
}

/** Whether somebody may come to where the player is: they are about in the story, and can walk. */
export function canCome(view: View, { id, mobility }: Person): boolean {
  const how = view.standing.get(id);
  return how?.alive === true && how.place !== "" && mobility === "walks";
}
