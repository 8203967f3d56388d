/** Which passages of a story have to do with each other, and who has to do with them by trade, home, things or part in it. */
import {
  contentWords,
  headOf,
  isLemma,
  isPlural,
  isWholeSentence,
  looksFinite,
  memoizeText,
  pointsBack,
} from "./english.js";
import type { Fact, Matter, Person, Topic } from "./story.js";

/** A word ties two passages where it stands in so many facts of the story at most, or in this share of them. */
const MOST_FACTS = 5;
const MOST_SHARE = 0.015;

/** Words that tie nothing, however seldom a story uses them; stems as {@link contentWords} cuts them. */
const COMMON = contentWords(
  "about above across after again against ago almost alone along already also although always among another answer anybody anything around arrive ask away back bad bear because become before begin behind believe below best better between big both bring broken build business buy call came care carry certain change close come common could course day days dead deal decide different does done down each early easy either else end enough even evening every everybody everything exactly fact fall far fast feel few find first five follow forget former found four full gave get give go going gone good got great half hand hands happen hard has hear heard held help here high hold home hope hour hours house idea itself just keep kind knew know known large last late later lay lead least leave left less let like line little live long look lose lost lot made make makes man many matter may mean men might mind minute month more morning most move much must name names near nearly need never new next night nine nobody none nor not nothing now number often old once one only open order other others ought out over own part pay people perhaps person piece place play point put question quite rather reach ready really reason rest right room round said same saw say says second see seem seen sell send sent set seven several shall short should show side since six small some somebody someone something sometimes soon sort speak stand start stay still stop such sure take taken talk tell ten than thank thing things think third those though thought thousand three through time times today together told too took top toward town tried true try turn twelve twenty twice two under until up upon use used usual very wait walk want was water way week well went what whatever when whether while who whole why will wish without woman women word words work world would write written wrong year years yes yet young",
);

/** What ties a text: the words of it that its story seldom uses. */
export interface StoryTies {
  rareWords(text: string): ReadonlySet<string>;
  /** Counts the rare words that two texts share. */
  shared(one: string, other: string): number;
  /** Whether somebody has to do with what a fact speaks of. */
  knowsOf(person: Person, fact: Fact): boolean;
  /** Whether somebody has to do with a topic. */
  concerns(person: Person, topic: string): boolean;
  /** Who holds a paper, or speaks first of it: the people of a documented topic, the likeliest first. */
  holders(topic: string): readonly Person[];
}

/** Whether a fact stands in a paper, whose words nobody says as their own. */
export const isDocumented = ({ text }: Pick<Fact, "text">): boolean =>
  /^In .{3,120}? it says(?: under [^“"]{1,60})?: [“"]/u.test(text);

/** Whether a fact speaks of a topic in its own first sentence: by its name, or by the noun that the name ends in. */
export function namesTopic(fact: Pick<Fact, "text">, topic: Topic): boolean {
  const head = headWord(topic.np);
  return (head !== "" && contentWords(fact.text).has(head)) || fact.text.includes(topic.np);
}

/** The last content word of a noun phrase's head; empty where it has none. */
const headWord = memoizeText((np) => [...contentWords(headOf(np))].at(-1) ?? "");

/** A day that is counted from another day than the story has come to. */
export const RELATIVE_TIME =
  /\b(?:today|tomorrow|yesterday|tonight|(?:this|last|next) (?:morning|afternoon|evening|night|week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/i;

/** "Opens: jars, bolts" and "Pitch, grass of: the chairman ..." are entries of a form. */
function isEntry(text: string): boolean {
  const label = /^([^.:;“"]{1,40}): /u.exec(text)?.[1];
  return label !== undefined && (!label.includes(" ") || !isWholeSentence(label));
}
/** What stands on a card, at an hour of a log, or at a year of annals: "KEYS ARE IN THE DOG", "09:00 Grace is seen", "1961 to now they had nine". */
const WRITTEN = /^(?:\p{Lu}{2,}[ ,]+){3}|^\d{1,2}[:.]\d\d\b|^(?:1\d|20)\d\d(?: (?:to|until)|[–—:-])? /u;
/** "Four sedh are needed for it." */
const ENDS_LEANING = /^(?:[^\s]+ ){1,7}(?:for|of|with|to|in|on|by|about|from) (?:it|them|him|her)\.?$/i;

/** "In the village, and on the summit, on one network only, which is not hers.": its only verb is of what stands behind a comma. */
const OPENS_WITH_WHERE =
  /^(?:In|On|At|From|By|Under|Over|Near|Behind|Beside|Below|Above|Beyond|Across|Through|Along) /u;
const RELATIVE = /, (?:which|who|whose|where|when)\b[^,;.]*/gu;

/** "Blue handle, at the elbow where the pipe turns": its only verb is of what hangs on its last noun. */
function hangsOnNoun(text: string): boolean {
  const [head = "", ...rest] = text.split(
    /\b(?:where|whose|who|which|that(?! (?:day|night|morning|evening|afternoon|week|month|year|time|same)\b)|when)\b/u,
  );
  // "The lads sit where they have always sat."
  const words = head.match(/[\p{L}’']+/gu) ?? [];
  if (words.some((word, at) => at > 0 && isLemma(word.toLowerCase()) && isPlural(words[at - 1] ?? ""))) return false;
  if (rest.length === 0 || isWholeSentence(`${head.replace(/[\s,]+$/u, "")}.`)) return false;
  const verbs = (rest.join(" ").match(/[\p{L}’']+/gu) ?? []).filter((word) => looksFinite(word.toLowerCase(), true));
  return verbs.length < 2 && !/^(?:where|who|which|that|when|whose)\b/iu.test(text);
}

/** "Friendly if the seals are respected": how somebody is, in one case, of a list of such cases. */
const IN_A_CASE =
  /^(?!(?:Only|Even|Not|As|What|But|And|So|Or|Then|Ask|See|Wonder)\b)\p{Lu}\p{Ll}+,? (?:if|unless|once)\b/u;

/** "and they go about like so.": what it announces does not follow. */
const ANNOUNCES = /\b(?:like (?:so|this)|as follows|the following|in these words)[.:]?$/i;

/** "In the week of this story": what an author says of their own work. */
const OF_THE_WORK =
  /\b(?:in|of|for|during|throughout|to) this (?:story|campaign|adventure|module|scenario)\b|^[^“"]*\bas follows\b/iu;

/** "'He hums.' – 'Which one?' – 'That one.'": what several say in turn, nobody says. */
const DIALOGUE = /["”’] ?(?:--?|—|–) ?["“‘]/u;

/** Words in capitals, as on a bill: two of them are print, and no way of speaking. */
const PRINTED = /(?<!\p{L})\p{Lu}{4,}(?!\p{L})[^]*(?<!\p{L})\p{Lu}{4,}(?!\p{L})/u;
/** "Gaslight Row > The Bell > back room" */
const PATH = / > /;
/** "Farthing shall have one wage": what stands in a contract, a statute or a lease. */
const RULED = /(?<!\b(?:I|we|you|he|she|they|it) )\bshall\b/iu;
/** "Pilch (lift) said that", "the doodles are Osk's.)": nobody says brackets. */
const BRACKETED = /[([\])]/;
/** "From the Handbook of Pigments, vol. 7": where a text stands. */
const CITED = /\b(?:vols?|pp?|fols?|chs?|nos?|ed)\. ?\d/iu;
/** "pinned below the board": what only adds to the noun before it. */
const PARTICIPIAL =
  /, (?:\p{Ll}+(?:ed|ing)|kept|held|made|left|hung|bound|cut|set|built|born|worn|drawn|seen) [^,;:]*(?=[,.;:]|$)/gu;

/** Whether a text is printed or drawn up rather than said: a bill, a path, an entry of a form or a log, a rule. (rule PC1606) */
export const isDrawnUp = (text: string): boolean =>
  BRACKETED.test(text) ||
  CITED.test(text) ||
  PRINTED.test(text) ||
  PATH.test(text) ||
  RULED.test(text) ||
  DIALOGUE.test(text) ||
  WRITTEN.test(text) ||
  isEntry(text);

/** Subjects of which a thought is no secret: everybody's, nobody's, the speaker's own. */
const NOBODYS =
  "everybody|everyone|nobody|people|some|most|many|all|few|anybody|anyone|somebody|someone|others|they|we|i|you|it|this|that|there";
/** "She suspects the erasures", "Solange is afraid of him": what somebody has told nobody, another cannot say of them. */
const INWARD = new RegExp(
  `(?<![\\p{L}])(?!(?:${NOBODYS})(?![\\p{L}]))(?:[Hh]e|[Ss]he|\\p{Lu}[\\p{L}’'-]+) (?:(?:never|still|also|only|secretly|\\p{Ll}+ly) )?` +
    "(?:(?:supposes?|suppos|suspect|fear|believe|hope|dread|regret|resent|imagine)(?:s|ed)?|(?:thinks?|thought|knows|knew) that|longs|longed|(?:is|was) (?:afraid|ashamed|jealous|in love|devoted|frightened)|" +
    "(?:has|had) (?:never|not) (?:\\p{Ll}+ )?(?:let (?:him|her)self|told|admitted|said|confessed|forgiven|dared)|(?:has|had) told (?:nobody|no one))(?![\\p{L}])",
  "iu",
);

/** Whether a text says of somebody what only they can know: what they think, fear or hope, or have told nobody. (rule PC1800) */
const isInward = (text: string): boolean => INWARD.test(text);

/** Whether a fact is a sentence that can be said on any day: no fragment, no entry of a form, nothing printed or drawn up. */
export const isSayable = ({ text }: Pick<Fact, "text">): boolean => isSayableText(text);

const isSayableText = memoizeText(
  (text) =>
    !RELATIVE_TIME.test(text) &&
    !isDrawnUp(text) &&
    !isInward(text) &&
    !SAID_ON_PAGE.test(text) &&
    !ENDS_LEANING.test(text) &&
    !ANNOUNCES.test(text) &&
    !OF_THE_WORK.test(text) &&
    !IN_A_CASE.test(text) &&
    isWholeSentence(text) &&
    !hangsOnNoun(text) &&
    isWholeSentence(text.replace(PARTICIPIAL, "")) &&
    (!OPENS_WITH_WHERE.test(text) || isWholeSentence(text.replace(RELATIVE, ""))),
);

/** Words of a fragment that can stand between whole sentences: "Clear, cut dry, with edges that will score glass." */
const LONG_FRAGMENT = 4;

/** Whether somebody can say a sentence in the middle of an answer: a label ("Bed Nine.") and what is drawn up break it off. (rule NA780) */
export const goesOnSaying = memoizeText(
  (text) => !isDrawnUp(text) && !isInward(text) && (isWholeSentence(text) || text.split(/\s+/).length >= LONG_FRAGMENT),
);

/** "At its seaward end there is a door", "There is believed to be no other": what it is about stands before it. */
const POINTS_BACK =
  /^(?:(?:he|she|they|it|its|his|her|their|this|these|those|such|both|neither)\b|(?:at|in|on|by|from|behind|under|over|beside|near|to|above|below|beyond|inside|along|round) (?:its|his|her|their|it|them|him)\b|there (?:is|are|was|were)\b[^,.;]*\bno (?:other|others|such|more|third|second)\b|(?:one|another|some|two|three|most|few|none|the (?:other|others|rest|latter|former)) (?:of (?:them|these|those) )?(?:is|are|was|were|has|have|had|lies|stands)\b)/iu;

/**
 * Whether a fact can be told by itself: it is sayable, and opens its paragraph, or has the noun of its topic in it; and it does not point back
 * to what stands before it, unless that is told with it. (rules NA657 and NA3120)
 */
export const standsAlone = (fact: Fact, topic: Topic | undefined): boolean =>
  fact.said !== undefined ||
  ((isDocumented(fact) || (isSayable(fact) && (fact.lead !== undefined || !pointsBack(fact.text)))) &&
    (fact.inside !== true ||
      (topic !== undefined && namesTopic(fact, topic) && (fact.lead !== undefined || !POINTS_BACK.test(fact.text)))));

/** Words of a line of somebody's who says little, at most. */
const MOST_OF_LITTLE = 6;
/** Lines that show how somebody speaks; of an animal that repeats its sayings two do. */
const FEWEST_LINES = 4;
const FEWEST_SAYINGS = 2;

/**
 * Whether somebody's own lines are all a few words long: a parrot with its sayings, a man of thirty words. They say these, and explain
 * nothing. (rule PC1608)
 */
export const saysLittle = ({ kind, lines }: Pick<Person, "kind" | "lines">): boolean =>
  lines.length >= (kind === "animal" ? FEWEST_SAYINGS : FEWEST_LINES) &&
  lines.every((line) => line.trim().split(/\s+/).length <= MOST_OF_LITTLE);

/** "'It is not bad,' says Osk, who drove over": a page's own words around what somebody said, which nobody has in the mouth. */
const SAID_ON_PAGE =
  /[”"’'] (?:says|said|asks|answers) (?:the \p{Ll}|\p{Lu})|\b(?:says|asks|answers) (?:\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)[,.:] ?(?:who\b|[“"‘'])/u;

/** Who has only come to where the story is set, or has been sent there: a stranger, a visitor, an auditor. */
const OUTSIDE =
  /\b(?:strangers?|newcomers?|outsiders?|foreigners?|visitors?|incomers?|tourists?|wayfarers?|auditors?|surveyors?|envoys?|emissar(?:y|ies)|new (?:here|to the \p{Ll}+)|sent (?:here )?from|coming to|hitch-?hikers?|on hire|first (?:trip|voyage|visit)|passing through|just arrived)\b/iu;

/** Whether somebody's role says that they are not from here: what everybody knows here need not be known to them. (rule PC1710) */
export const isOutsider = ({ role, epithet = "" }: Pick<Person, "role" | "epithet">): boolean =>
  isOfOutside(role) || isOfOutside(epithet);

const isOfOutside = memoizeText((text) => OUTSIDE.test(text));

const known = new WeakMap<Matter, StoryTies>();

/** Counts the words of a story once, and answers from that. Pure. */
export function storyTies(matter: Matter): StoryTies {
  const before = known.get(matter);
  if (before) return before;
  const made = countTies(matter);
  known.set(matter, made);
  return made;
}

function countTies({ facts, topics, people, places }: Matter): StoryTies {
  const counts = new Map<string, number>();
  for (const { text, tail } of facts)
    for (const word of contentWords(`${text} ${tail ?? ""}`)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(MOST_FACTS, Math.floor(facts.length * MOST_SHARE));
  const names = new Set([...people, ...places].flatMap(({ name }) => [...contentWords(name)]));
  const rareWords = memoizeText((text): ReadonlySet<string> => {
    const rare = new Set<string>();
    for (const word of contentWords(text)) {
      const isRare = word.length > 3 && !/['’]/.test(word) && (counts.get(word) ?? 0) <= most && !/^\d/.test(word);
      if (isRare && !COMMON.has(word) && !names.has(word)) rare.add(word);
    }
    return rare;
  });
  const shared = (one: string, other: string): number => {
    const words = rareWords(one);
    if (words.size === 0) return 0;
    let count = 0;
    for (const word of rareWords(other)) if (words.has(word)) count++;
    return count;
  };
  const byTopic = new Map<string, Fact[]>();
  for (const fact of facts) {
    const own = byTopic.get(fact.topic);
    if (own) own.push(fact);
    else byTopic.set(fact.topic, [fact]);
  }
  const holders = new Map<string, readonly Person[]>();
  const nps = new Map(topics.map(({ id, np }) => [id, np]));
  const homes = new Map(places.map(({ id, topic }) => [id, topic]));
  const trades = new Map<string, string>();
  const tradeOf = (person: Person): string => {
    const words =
      trades.get(person.id) ??
      [
        person.role,
        person.epithet ?? "",
        ...person.inventory,
        ...person.motives,
        ...person.relations.map(({ text }) => text),
      ].join(" ; ");
    trades.set(person.id, words);
    return words;
  };
  const concernsOf = memoizePerson((person: Person, topic: string): boolean => {
    const isFrom = !isOutsider(person);
    if (isFrom && (person.topics.includes(topic) || homes.get(person.home) === topic)) return true;
    const own = byTopic.get(topic) ?? [];
    return (
      own.some(
        ({ knownBy, names: keys }) =>
          (knownBy !== "common" && knownBy.includes(person.id)) || keys.includes(`npc:${person.id}`),
      ) || shared(tradeOf(person), nps.get(topic) ?? "") > 0
    );
  });
  const concerns = (person: Person, topic: string): boolean => topic !== "" && concernsOf(person, topic);
  const knowsOf = memoizePerson(
    (person: Person, fact: Fact): boolean =>
      (fact.knownBy !== "common" && fact.knownBy.includes(person.id)) ||
      shared(tradeOf(person), fact.text) > 0 ||
      (!isOutsider(person) && (concerns(person, fact.topic) || fact.names.includes(`place:${person.home}`))),
  );
  return {
    rareWords,
    shared,
    concerns,
    knowsOf,
    holders: (topic) => {
      let found = holders.get(topic);
      if (found === undefined) holders.set(topic, (found = holdersOf(topic)));
      return found;
    },
  };

  function holdersOf(topic: string): readonly Person[] {
    const own = byTopic.get(topic) ?? [];
    const np = nps.get(topic) ?? "";
    const thing = headOf(np).toLowerCase();
    const rank = (person: Person): number => {
      if (
        own.some(({ knownBy, keptBy }) => keptBy === person.id || (knownBy !== "common" && knownBy.includes(person.id)))
      )
        return 4;
      if (person.inventory.some((item) => thing.length > 2 && item.toLowerCase().includes(thing))) return 3;
      if (np.includes(person.short) || shared(person.role, np) > 0) return 2;
      return person.topics.includes(topic) ? 1 : 0;
    };
    return people
      .map((person) => ({ person, rank: rank(person) }))
      .filter(({ rank: of }) => of > 0)
      .sort((a, b) => b.rank - a.rank)
      .map(({ person }) => person);
  }
}

/** Remembers what a pure function gave for somebody and something, for as long as both live. */
function memoizePerson<Key extends string | Fact>(
  compute: (person: Person, key: Key) => boolean,
): (person: Person, key: Key) => boolean {
  const known = new WeakMap<Person, Map<Key, boolean>>();
  return (person, key) => {
    let answers = known.get(person);
    if (answers === undefined) known.set(person, (answers = new Map()));
    let answer = answers.get(key);
    if (answer === undefined) answers.set(key, (answer = compute(person, key)));
    return answer;
  };
}
