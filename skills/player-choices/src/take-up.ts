/** What a scene has just named: things of which somebody here has more to say, and what somebody has begun to tell. */
import {
  contentWords,
  countWords,
  headOf,
  isAbout,
  isNameable,
  isOfBody,
  isOfKind,
  lacksNoun,
  leansOnOther,
  memoizeText,
  namesAsSuch,
  singular,
  type Thing,
  thingsIn,
  isSaidInReply,
} from "@narratoria/protocol/english";
import { type Effect, type Fact, isDocumented, type Person, standsAlone, storyTies } from "@narratoria/protocol/story";
import type { Candidate } from "./candidate.js";
import { hiddenBy } from "./hidden-things.js";
import { isAtIssue } from "./issues.js";
import { canTell, foundMotives, isOfThing, isRoleOf, knowsFact, tellsWhenAsked } from "./knowledge.js";
import { memoizeView } from "./memoize-view.js";
import { refusalOfThing } from "./refusals.js";
import { isFriendly } from "./regard.js";
import { factSource, personSource } from "./sources.js";
import type { View } from "./view.js";
import { wishesAtHand } from "./wishes.js";
import { capitalised, fill, hasWord } from "./words.js";

/** What this scene tells: the beat's sentences and lines, and what was learned. */
export function sceneTexts(view: View, happened: readonly Effect[]): readonly string[] {
  const { beat } = view;
  const learned = happened.flatMap((effect): readonly string[] => {
    if (effect.kind === "authored") return [effect.text];
    const fact = effect.kind === "learn" && effect.whole ? view.facts.get(effect.fact) : undefined;
    return fact === undefined ? [] : [fact.text, fact.tail ?? ""];
  });
  return [...(beat?.told ?? []), ...(beat?.dialogue ?? []).map(({ line }) => line), ...learned].filter(Boolean);
}

/** What this scene tells that nobody says: the beat's sentences, and what its author says comes of a deed. */
const narrated = ({ beat }: View, happened: readonly Effect[]): readonly string[] => [
  ...(beat?.told ?? []),
  ...happened.flatMap((effect) => (effect.kind === "authored" ? [effect.text] : [])),
];

/** Things that are kept of a scene for the choices of the next. */
const MOST_KEPT = 12;

/** Of the body as well, and of everybody. */
export const LIMBS = /^(?:hand|eye|ear|arm|leg|foot|feet|mouth|tooth|teeth|tongue|neck|knuckle|tail|paw)s?$/;

/** Nouns of what people say for themselves in their own example lines. */
const spokenOf = memoizeView(
  (view): ReadonlySet<string> =>
    new Set(
      view.matter.facts.flatMap(({ id, said, text }) =>
        said !== undefined && id.startsWith(`${said}-says-`) ? [...thingsNamedIn(text)] : [],
      ),
    ),
);

/** Names of the things that a scene has named, those that it named last first. */
export function thingsNamed(view: View, texts: readonly string[]): readonly string[] {
  const { rareWords } = storyTies(view.matter);
  const spoken = spokenOf(view);
  // What has a page of lore of its own, or a line that answers to it, is a thing of the story, however everyday its noun.
  const heads = new Set([
    ...view.matter.topics.flatMap(({ np, facts }) => (facts.length > 0 ? [singular(headOf(np))] : [])),
    ...view.matter.facts.flatMap(({ asked }) => (asked === undefined ? [] : [...thingsNamedIn(`${asked}.`)])),
  ]);
  const isSpokenOf = (thing: Thing): boolean =>
    spoken.has(singular(thing.noun)) && !isOfBody(thing.noun) && isNameable(thing);
  const names = texts.flatMap((text) =>
    thingsIn(text).flatMap((thing) =>
      !LIMBS.test(thing.noun) &&
      ((heads.has(singular(thing.name)) && !isOfBody(thing.name)) || isSpokenOf(thing) || isOfStory(thing, rareWords))
        ? [thing.name]
        : [],
    ),
  );
  return [...new Set(names.reverse())].filter((name) => isAtIssue(texts, name)).slice(0, MOST_KEPT);
}

/** Whether a thing is one of its own in the story: a rare noun, or two words that name one. */
function isOfStory(thing: Thing, rareWords: (text: string) => ReadonlySet<string>): boolean {
  return rareWords(thing.noun).size > 0 && !isOfBody(thing.noun) && isNameable(thing);
}

/** Share of a fact's words that the scene has said already: it brings nothing new. */
const SAID_ALREADY = 0.6;

/** Points of what was named in this scene over what was named in the one before. */
const NOW = 0.8;

/**
 * Questions about things that this scene or the one before has named, to whoever is here and has more to say of them, each with its
 * answer. (rule PC610)
 *
 * @param happened - The effects of this turn.
 */
export function takingUp(view: View, happened: readonly Effect[]): readonly Candidate[] {
  const texts = sceneTexts(view, happened);
  const now = thingsNamed(view, texts);
  // Elsewhere, and to somebody else, it is no longer what was just said.
  const isSameTalk = view.placeBefore === view.placeId && view.memory.things?.scene === view.scene - 1;
  const before = isSameTalk && view.memory.arrived < view.scene ? (view.memory.things?.names ?? []) : [];
  const said = contentWords(texts.join(" "));
  const found = view.present.flatMap((person): Candidate[] => {
    if (person.speech !== "words" || !isFriendly(view, person.id)) return [];
    // Who has had no part in it is not drawn into what a beat has said.
    const isAtHand = (view.named[`npc:${person.id}`] ?? -1) >= view.scene - 1;
    if (view.beat && !view.beat.people.includes(person.id) && !isAtHand) return [];
    return [
      ...questions(view, person, now, said, 1.6 + NOW),
      ...questions(
        view,
        person,
        before.filter((name) => !now.includes(name)),
        said,
        1.6,
      ),
      ...stillInMind(view, person, [...now, ...before], said),
      ...goingOn(view, person, happened),
      ...aboutTheirs(view, person),
      ...hiddenBy(view, person).flatMap((name) => withoutAnswer(view, person, name, NOT_TOLD)),
    ];
  });
  const comers = happened.flatMap((effect) => (effect.kind === "arrive" ? brought(view, effect.npc) : []));
  const facts = new Set<string>();
  // One answer is one question, whoever could give it.
  const questioned = [...found, ...shown(view, narrated(view, happened))].filter(
    ({ bind: { fact = "" } }) => !facts.has(fact) && facts.add(fact),
  );
  return [...comers, ...questioned];
}

/** Whoever has just come in is asked what they want: a plain wish of theirs that the player does not know of. (rule PC723) */
export function brought(view: View, npc: string): readonly Candidate[] {
  const person = view.present.find(({ id }) => id === npc);
  if (person?.speech !== "words" || !isFriendly(view, npc)) return [];
  if (foundMotives(view, npc).length > 0 || wishesAtHand(view, npc).length === 0) return [];
  const text = fill("Ask {npc} what {npc.s wants|want}", view, { npc });
  if (text === null) return [];
  return [
    {
      verb: "ask",
      bind: { npc },
      text,
      sources: [personSource(view, npc)],
      salience: 2,
      learned: true,
      tags: [],
      takesUp: true,
    },
  ];
}

/** Who is meant by "he" and "she" in somebody's line that begins so, after they have spoken of "my brother". */
const KIN: Readonly<Record<string, RegExp>> = {
  he: /^(?:brother|father|dad|da|son|boy|husband|man|uncle|grandfather|grandad|nephew|cousin|late husband|godson|master|boss|friend|partner|lad)$/u,
  she: /^(?:sister|mother|mum|mam|ma|daughter|girl|wife|aunt|grandmother|gran|nan|niece|cousin|goddaughter|mistress|friend|partner)$/u,
};

/** "My brother set off to this hospital once": whom and what somebody calls theirs in this scene, the last first. */
function spokenOfAsTheirs(view: View, { id, short, name }: Person): readonly string[] {
  const { beat } = view;
  if (beat === null) return [];
  const lines = beat.dialogue.flatMap(({ speaker, line }) => (speaker === id ? [line] : []));
  const told = saidBy(view, { id, short, name }, beat.told);
  return [...told, ...lines]
    .flatMap((text) => [
      ...text.matchAll(/\b[Mm]y ((?:(?:late|own|poor|little|big|old|dear) )?\p{Ll}[\p{Ll}-]{2,})\b/gu),
    ])
    .map(([, noun = ""]) => noun)
    .filter((noun) => Object.values(KIN).some((kin) => kin.test(noun.split(" ").at(-1) ?? "")))
    .toReversed();
}

/** What a beat's sentences have somebody say: who speaks is named beside it, and goes on until somebody else is. */
function saidBy(
  view: View,
  { id, short, name }: Pick<Person, "id" | "short" | "name">,
  told: readonly string[],
): readonly string[] {
  const isNamed = (text: string, person: Pick<Person, "short" | "name">): boolean =>
    hasWord(text, person.short) || hasWord(text, person.name.split(" ")[0] ?? person.name);
  let [isOpen, isTheirs] = [false, false];
  return told.flatMap((text) => {
    const parts = text.split(/([“”])/u);
    let [inside, outside] = ["", ""];
    for (const part of parts) {
      if (part === "“" || part === "”") isOpen = part === "“";
      else if (isOpen) inside += ` ${part}`;
      else outside += ` ${part}`;
    }
    if (isNamed(outside, { short, name })) isTheirs = true;
    else if (view.present.some((one) => one.id !== id && isNamed(outside, one))) isTheirs = false;
    return isTheirs && inside.trim() !== "" ? [inside.trim()] : [];
  });
}

/** "Ask Megan about her brother": what somebody has to say of whom they have just called theirs. (rule PC3408) */
function aboutTheirs(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  const [noun] = spokenOfAsTheirs(view, person);
  if (noun === undefined) return [];
  const kin = noun.split(" ").at(-1) ?? noun;
  const opens = Object.entries(KIN).flatMap(([pronoun, nouns]) => (nouns.test(kin) ? [pronoun] : []));
  const isOf = ({ text }: Fact): boolean =>
    hasWord(text.toLowerCase(), kin) || opens.some((pronoun) => new RegExp(`^${pronoun}\\b`, "iu").test(text));
  const answer = [...view.confided, ...view.unlearned].find(
    (fact) => fact.said === npc && fact.id.startsWith(`${npc}-says-`) && !knowsFact(view, fact.id) && isOf(fact),
  );
  const whose = answer === undefined ? null : fill("ask {npc} about {npc.p}", view, { npc });
  if (answer === undefined || whose === null) return [];
  const text = `${whose} ${noun}`;
  return [
    {
      verb: "decide",
      bind: { npc, fact: answer.id, prop: `the ${noun}`, text },
      text: capitalised(text),
      sources: [factSource(answer)],
      salience: 3,
      learned: true,
      tags: [],
      takesUp: true,
    },
  ];
}

/** Scenes for which a thing that was named can be asked about. (rule PC4200) */
export const IN_MIND = 6;

/** Scenes for which a thing that anybody could be asked about in passing is asked about of nobody. */
const ASKED_REST = 6;

/**
 * Questions about what was named some scenes ago, to whoever has words of their own on it, or has to do with it by trade or heart. Each thing
 * is offered once in a while, whoever is asked. (rule PC4200)
 *
 * @param others - What was named just now.
 */
function stillInMind(
  view: View,
  person: Person,
  others: readonly string[],
  said: ReadonlySet<string>,
): readonly Candidate[] {
  const { things } = view.memory;
  if (things === undefined) return [];
  const named = [things, ...things.earlier]
    .filter(({ scene }) => view.scene - scene <= IN_MIND)
    .flatMap(({ names }) => names);
  const nouns = new Set(others.map((name) => singular(name)));
  const left = [...new Set(named)].filter((name) => !nouns.has(singular(name)) && !wasPutToAnybody(view, name));
  return questions(view, person, left, said, 1.3).flatMap((found): readonly Candidate[] => {
    const { takesUp: _, ...one } = found;
    return one.bind.fact === undefined ? [] : [one];
  });
}

/** Whether a question about a thing was offered of late. */
const wasPutToAnybody = (view: View, name: string): boolean =>
  putOfLate(view).some((prop) => prop.endsWith(` ${name}`));

/** What deeds that were offered of late are about, each after a blank. */
const putOfLate = memoizeView(({ memory, scene }): readonly string[] =>
  Object.entries(memory.offers).flatMap(([key, { last }]) => {
    if (!key.startsWith("decide|") || last >= scene || scene - last > ASKED_REST) return [];
    const [, , , , , , prop = ""] = key.split("|");
    return [` ${prop}`];
  }),
);

function questions(
  view: View,
  person: Person,
  names: readonly string[],
  said: ReadonlySet<string>,
  salience: number,
): readonly Candidate[] {
  const npc = person.id;
  const ties = storyTies(view.matter);
  const isNew = (fact: Fact): boolean => {
    const words = [...contentWords(fact.text)];
    return words.filter((word) => said.has(word)).length < SAID_ALREADY * words.length;
  };
  const used = new Set<string>();
  // Where one stands is seen. (rule PC3101)
  const here = singular(headOf(view.place?.name ?? "").toLowerCase());
  return names.flatMap((name): readonly Candidate[] => {
    if (isRoleOf(view, npc, name) || singular(name.split(" ").at(-1) ?? name) === here) return [];
    const isFit = (fact: Fact): boolean => !used.has(fact.id) && isNew(fact) && isMeant(view, fact, name, said);
    const theirs = sayingsOn(view, person, name, said).find(isFit);
    const kept = theirs === undefined ? unspoken(view, person, name, salience) : [];
    if (kept.length > 0) return kept;
    // What everybody knows of it anybody can say. (rule PC3407)
    const answer = theirs ?? (wasPutToAnybody(view, name) ? undefined : commonlyKnown(view, person, name).find(isFit));
    if (answer === undefined) return [];
    used.add(answer.id);
    const named = wholeName(view, answer, name);
    const text = `ask ${person.short} about ${named}`;
    return [
      {
        verb: "decide",
        bind: { npc, fact: answer.id, prop: named, text },
        text: capitalised(text),
        sources: [factSource(answer)],
        salience:
          salience -
          (theirs === undefined ? KNOWN_TO_ALL : 0) +
          (answer.said === npc ? 0.4 : 0) +
          (name.includes(" ") ? 0.3 : 0) +
          0.1 * Math.min(4, [...ties.rareWords(answer.text)].filter((word) => said.has(word)).length),
        learned: true,
        tags: [],
        ...(theirs === undefined ? {} : { takesUp: true as const }),
      },
    ];
  });
}

/** Points of what somebody has to do with over what everybody knows. */
const KNOWN_TO_ALL = 1;

/** What everybody knows of a thing, and somebody who was not brought in from elsewhere can say by itself. */
function commonlyKnown(view: View, { id: npc }: Person, name: string): readonly Fact[] {
  return speaking(view, name).filter(
    (fact) =>
      // What has a page of its own is asked about by the page's name.
      !isTopicOf(view, fact, name) &&
      fact.knownBy === "common" &&
      fact.said === undefined &&
      fact.keptBy === undefined &&
      fact.inside !== true &&
      standsByItself(fact.text) &&
      !isDocumented(fact) &&
      canTell(view, npc, fact) &&
      !knowsFact(view, fact.id),
  );
}

/** Key in `world.choices.done` of somebody's having said nothing about a thing. */
export const unspokenKey = (npc: string, thing: string): string => `unspoken:${npc}:${thing}`;

/** Scenes after such a question in which nobody is asked another: two refusals in a row are a wall. */
const UNSPOKEN_REST = 3;

/**
 * A question about a thing that somebody keeps something back on: they refuse, by the thing's name, and something that they want says why.
 * What they keep is not told. It is put to them once. (rule PC3306)
 */
function unspoken(view: View, { id: npc, short }: Person, name: string, salience: number): readonly Candidate[] {
  const keeps = view.matter.facts.some(
    (fact) =>
      fact.id.startsWith(`${npc}-confides-`) &&
      !knowsFact(view, fact.id) &&
      thingsNamedIn(fact.text).has(singular(name)),
  );
  const isTooSoon = Object.entries(view.memory.done).some(
    ([key, scene]) =>
      key.startsWith("unspoken:") && (key === unspokenKey(npc, name) || view.scene - scene < UNSPOKEN_REST),
  );
  if (!keeps || isTooSoon || refusalOfThing(view, npc, name) === undefined) return [];
  return withoutAnswer(view, { id: npc, short }, name, salience - 0.3);
}

/** How much speaks for asking about what somebody hides: it comes after what they would say something on. */
const NOT_TOLD = 2;

/** A question about a thing that is not answered: what comes of it is that they keep silent. */
function withoutAnswer(
  view: View,
  { id: npc, short }: Pick<Person, "id" | "short">,
  name: string,
  salience: number,
): readonly Candidate[] {
  if (view.memory.done[unspokenKey(npc, name)] !== undefined) return [];
  const text = `ask ${short} about the ${name}`;
  return [
    {
      verb: "decide",
      bind: { npc, prop: `the ${name}`, text },
      text: capitalised(text),
      sources: [personSource(view, npc)],
      salience,
      learned: true,
      tags: [],
      takesUp: true,
    },
  ];
}

/**
 * What somebody can say of a thing that the player has not heard, their own words first: no secret, nothing that stands in a paper. What
 * everybody knows of it is told by who has to do with it, or has just been in a beat that turned on it.
 *
 * @param spoken - Words of what has just been told, to which a line of theirs may come back.
 */
export function sayingsOn(view: View, person: Person, name: string, spoken = NOTHING): readonly Fact[] {
  const ties = storyTies(view.matter);
  const npc = person.id;
  const isOfBeat = view.beat?.people.includes(npc) === true;
  const known = speaking(view, name).filter(
    (fact) =>
      fact.said === undefined &&
      fact.keptBy === undefined &&
      // What goes on from another sentence is said of what its page is about, and of nothing else. (rule PC3200)
      (fact.inside !== true || isTopicOf(view, fact, name)) &&
      (isTopicOf(view, fact, name) || standsByItself(fact.text)) &&
      !isDocumented(fact) &&
      canTell(view, npc, fact) &&
      (ties.knowsOf(person, fact) || (isOfBeat && isTopicOf(view, fact, name))),
  );
  return [
    ...ownLines(view, npc).filter(
      (fact) =>
        speaksOf(view, fact, name, spoken) &&
        tellsWhenAsked(fact) &&
        // "No, leave the lamp" is said to whoever takes it, and to nobody who asks about it. (rule PC6352)
        (fact.asked !== undefined || !isSaidInReply(fact.text)),
    ),
    ...known,
  ].filter((fact) => !knowsFact(view, fact.id));
}

/** What the player has not learned that speaks of a thing. */
const speaking = memoizeView((view, name): readonly Fact[] =>
  view.unlearned.filter((fact) => speaksOf(view, fact, name)),
);

/** What somebody says for themselves, in confidence first. */
const ownLines = memoizeView((view, npc): readonly Fact[] =>
  [...view.confided, ...view.unlearned].filter(({ id, said }) => said === npc && id.startsWith(`${npc}-says-`)),
);

/** What somebody has to say to what the beat of this scene, or the scene before, has named. */
export function sayingOnScene(view: View, npc: string): Fact | undefined {
  const person = view.people.get(npc);
  const names = view.beat ? thingsNamed(view, sceneTexts(view, [])) : (view.memory.things?.names ?? []);
  return person && names.flatMap((name) => sayingsOn(view, person, name)).at(0);
}

const standsByItself = (text: string): boolean => !leansOnOther(text) && !lacksNoun(text);

/** Whether the topic of a fact is a thing, and the fact can be told by itself. */
function isTopicOf(view: View, fact: Fact, name: string): boolean {
  const topic = view.topics.get(fact.topic);
  return topic !== undefined && singular(headOf(topic.np)) === singular(name) && standsAlone(fact, topic);
}

/** "The lamp room" of what tells of it, for "the room"; a thing whose topic has no longer name keeps its own. */
function wholeName(view: View, fact: Fact, name: string): string {
  const np = isTopicOf(view, fact, name) ? view.topics.get(fact.topic)?.np : undefined;
  return np !== undefined && /^the \p{Ll}[\p{L}’'-]* \p{Ll}/u.test(np) ? np : `the ${name}`;
}

/** Who has heard of the watch room and asks about "the room" is told nothing of the lamp room. (rule PC610) */
function isMeant(view: View, fact: Fact, name: string, said: ReadonlySet<string>): boolean {
  const whole = wholeName(view, fact, name);
  const alike = view.matter.topics.filter(({ np }) => singular(headOf(np)) === singular(name));
  return whole === `the ${name}` || alike.length < 2 || [...contentWords(whole)].every((word) => said.has(word));
}

/** Whether a fact is about a thing; of somebody's own short line, whether it has its name as a noun in it, and not as somebody's. */
function speaksOf(view: View, { text, said, asked, topic }: Fact, name: string, spoken = NOTHING): boolean {
  // What its author has put to a question is an answer to that. (rule PC3507)
  if (asked !== undefined) return thingsNamedIn(`${asked}.`).has(singular(name));
  if (said !== undefined)
    return (
      thingsNamedIn(text).has(singular(name)) &&
      (isOfThing(view, text, `the ${name}`) || goesBack(view, text, name, spoken))
    );
  if (!isAbout(text, name)) return false;
  // What a thing's own page says of its kind is said of it. (rule PC5750)
  const own = view.topics.get(topic)?.np.replace(/^the /u, "").toLowerCase();
  return (
    own === name || own?.endsWith(` ${name}`) === true || isOfThing(view, text, `the ${name}`) || isOfKind(text, name)
  );
}

/** Whether what somebody says of "a page" comes back to the page of which has just been told: it has another rare word of that. (rule PC5750) */
function goesBack(view: View, text: string, name: string, spoken: ReadonlySet<string>): boolean {
  const own = contentWords(name);
  return (
    namesAsSuch(text, `the ${name}`) &&
    [...storyTies(view.matter).rareWords(text)].some((word) => spoken.has(word) && !own.has(word))
  );
}

const NOTHING: ReadonlySet<string> = new Set();

/** Singular names of the things that a text speaks of. */
const thingsNamedIn = memoizeText(
  (text): ReadonlySet<string> =>
    new Set(thingsIn(`${text} `).flatMap(({ name, noun }) => [singular(name), singular(noun)])),
);

/** Words, and further facts, that an answer may have run on by: what lies beyond has not been told. */
const LONGEST_ANSWER = 80;
const MOST_MORE = 3;

/** Who has just told something and has another paragraph on it may be let go on. (rule PC611) */
function goingOn(view: View, person: Person, happened: readonly Effect[]): readonly Candidate[] {
  const npc = person.id;
  return happened.flatMap((effect): Candidate[] => {
    if (effect.kind !== "learn" || effect.from !== npc || !effect.whole || effect.how !== "told") return [];
    const topic = view.facts.get(effect.fact)?.topic ?? "";
    const facts = (view.topics.get(topic)?.facts ?? []).flatMap((id) => view.facts.get(id) ?? []);
    const at = facts.findIndex(({ id }) => id === effect.fact);
    if (at < 0 || !storyTies(view.matter).concerns(person, topic)) return [];
    let words = countWords(facts[at]?.text ?? "");
    const next = facts.slice(at + 1).find((fact, index) => {
      words += countWords(`${fact.text} ${fact.tail ?? ""}`);
      return (
        (index >= MOST_MORE || words > LONGEST_ANSWER) &&
        fact.inside !== true &&
        fact.said === undefined &&
        !isDocumented(fact) &&
        !knowsFact(view, fact.id) &&
        canTell(view, npc, fact)
      );
    });
    if (next === undefined) return [];
    const text = `let ${person.short} go on`;
    return [
      {
        verb: "decide",
        bind: { npc, fact: next.id, prop: "what comes next", text },
        text: capitalised(text),
        sources: [factSource(next)],
        salience: 1.2,
        learned: true,
        tags: [],
        takesUp: true,
      },
    ];
  });
}

/** Nouns of what cannot be looked at. */
const UNSEEN =
  /(?:ion|ment|ness|ity|ance|ence|ship|hood|dom|ism|day|year|night|season|war|fire|flood|feast|law|rule|custom|debt|price|wage|story|tale|song|name|word|voice|game|dance|prayer|oath|route|deal|murder|death|theft|secret|meeting|hearing|wedding|funeral|party|vote|election|trial|parade|race|match|concert|lesson|auction|sale|strike|march|supper|dinner|lunch|breakfast|journey|voyage|quarrel|fight|battle|siege|accident)s?$/;

/** Parts and sides of anything: "all the way back" has no back. (rule PC6213) */
const NO_SIGHT = /^(?:back|front|side|top|bottom|end|middle|rest|way|part|edge|inside|outside|beginning)s?$/u;

/** Facts of a page, from its first on, of which one may be what is seen of the thing. */
const MOST_SEEN = 3;

/** Verbs by which somebody puts a thing before the player, and by which it lies there. */
const LAYS =
  "puts?|lays?|sets?|spreads?|hands?|holds? out|gives?|shows?|opens?|unrolls?|unfolds?|takes? out|brings?|leaves?|slides?|passes|pushes|draws? out|has unlocked|put|laid|spread|handed|held out|gave|showed|opened|unrolled|took out|brought|left";
const LIES = "lies|lay|hangs|hung|is pinned|is nailed|is open|stands open";

/** Whether a sentence lays a paper open: "Ivy puts a receipt on the bench", "On the desk lies the roll". */
const isLaidOpen = (sentence: string, noun: string): boolean => laysOpen(noun).test(sentence);

const laysOpen = memoizeText((noun) => {
  const thing = `(?:an?|the|his|her|their|its|your) (?:[\\p{L}’'-]+ ){0,3}${noun}\\b`;
  return new RegExp(
    `\\b(?:${LAYS})\\b (?:[^.;“”]{0,40} )?${thing}|${thing} (?:[^.,;“”]{1,20} )?(?:${LIES})\\b|\\b(?:${LIES}) ${thing}`,
    "iu",
  );
});

/** What is asked after, spoken of or missed is not before anybody's eyes: "Hanne asks where the letter is". */
const NOT_SEEN =
  /\b(?:asks?|asked|says?|said|thinks?|thought|knows?|knew|tells?|told|where|there (?:was|were)|no|not|never|nobody|if|missing|lost|gone)\b|n['’]t\b/iu;

/** Things that the beat of this scene has shown, and of which everybody can see more: they are looked at closely. (rule PC614) */
function shown(view: View, told: readonly string[]): readonly Candidate[] {
  // "A bronze seal-matrix" is the matrix.
  const nouns = new Set(
    thingsNamed(view, told).flatMap((name) => {
      const noun = singular(name.split(" ").at(-1) ?? name);
      return [noun, noun.split("-").at(-1) ?? noun];
    }),
  );
  const places = new Set(view.matter.places.flatMap(({ id, topic }) => [id, topic ?? id]));
  return view.matter.topics.flatMap(({ id, np, facts }): Candidate[] => {
    const noun = headOf(np);
    if (
      places.has(id) ||
      !/^the \p{Ll}/u.test(np) ||
      !nouns.has(singular(noun)) ||
      UNSEEN.test(noun) ||
      NO_SIGHT.test(noun)
    )
      return [];
    if (!told.some((sentence) => hasWord(sentence.toLowerCase(), noun) && !NOT_SEEN.test(sentence))) return [];
    const all = facts.slice(0, MOST_SEEN).flatMap((one) => view.facts.get(one) ?? []);
    if (all.some((fact) => knowsFact(view, fact.id))) return [];
    // Whoever puts a paper before the player lets it be read. (rule PC3406)
    const isOpen = told.some((sentence) => isLaidOpen(sentence, noun));
    const isHere = (npc: string | undefined): boolean =>
      npc === undefined || view.present.some((one) => one.id === npc);
    // What another page only mentions the thing in is seen of something else, and so is what is said of the other of two. (rules PC3520 and PC5401)
    const isOfTwo = /\b(?:and|or)\b/u.test(np);
    const isOfIt = (fact: Fact): boolean =>
      isOfTwo
        ? hasWord(fact.text.toLowerCase(), noun)
        : fact.topic === id || (isAbout(fact.text, np) && isOfThing(view, fact.text, np));
    const isSeen = (fact: Fact): boolean =>
      fact.knownBy === "common" && fact.keptBy === undefined && isOfIt(fact) && standsAlone(fact, view.topics.get(id));
    const isFit = (fact: Fact): boolean =>
      fact.said === undefined &&
      view.unlearned.includes(fact) &&
      (isDocumented(fact) ? isOpen && isHere(fact.keptBy) : isSeen(fact));
    const first = all.find(isFit);
    if (first === undefined) return [];
    const isPaper = isDocumented(first);
    const text = `${isPaper ? "read" : "look closely at"} the ${noun}`;
    return [
      {
        verb: "decide",
        bind: { fact: first.id, prop: `the ${noun}`, text },
        text: capitalised(text),
        sources: [factSource(first)],
        salience: 2,
        learned: true,
        tags: [],
        takesUp: true,
      },
    ];
  });
}
