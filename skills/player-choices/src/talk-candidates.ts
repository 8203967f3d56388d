/** What can be said to somebody who is present: questions, pressure, confidences, warnings. */
import { lineSubject } from "./line-subject.js";
import { countWords, isAbout, splitSentences, escapeRegExp } from "@narratoria/protocol/english";
import {
  type Bindings,
  type Fact,
  isDocumented,
  type Person,
  type Place,
  standsAlone,
  storyTies,
} from "@narratoria/protocol/story";
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import { beatAtHand, freshBeat, topicsOf } from "./aftermath.js";
import type { Candidate } from "./candidate.js";
import { type CaseFile, inquiries, inquirySource, servedByFacts, topicsInMind } from "./case-file.js";
import * as gains from "./gains.js";
import * as knowledge from "./knowledge.js";
import { knownFactNaming } from "./knowledge.js";
import { memoizeView } from "./memoize-view.js";
import { entryOf } from "./nature.js";
import { isFriendly } from "./regard.js";
import { factSource, motiveSource, personSource, topicSource } from "./sources.js";
import type { RaisedTopics, View } from "./view.js";
import { bids, spokenIn } from "./put-to-player.js";
import { ownLine } from "./replies.js";
import { wishesAtHand, wishesToSay } from "./wishes.js";
import { bare, capitalised, fill, hasWord, infinitive } from "./words.js";
import { refusesWithReason } from "./refusals.js";

/** Scenes in one company after which talk must lead somewhere. */
const LONG_TALK = 3;

/** Topics of somebody's own that the player has not heard of and can still ask about. */
const THEIR_TOPICS = 3;

/** Times that somebody is asked about one thing. */
const MOST_ASKED = 2;

/** Keys in `world.choices.done` of having asked somebody about a topic, or what they want: the first time, then the second. */
export const askedKeys = (npc: string, topic: string): readonly string[] =>
  Array.from({ length: MOST_ASKED }, (_, time) => `asked-${time + 1}:${npc}:${topic}`);

/** Scenes for which a topic that somebody has answered to is put to nobody who has nothing of their own to say to it. */
const ANSWER_REST = 8;

/** Who was asked about a topic last, and when. */
const lastAnswered = memoizeView((view, topic: string): { readonly npc: string; readonly scene: number } | undefined =>
  view.matter.people
    .flatMap(({ id }) =>
      askedKeys(id, topic).flatMap((key) => {
        const scene = view.memory.done[key];
        return scene === undefined ? [] : [{ npc: id, scene }];
      }),
    )
    .sort((one, other) => other.scene - one.scene)
    .at(0),
);

/** Scenes for which a topic that a text has named is in mind before anything is known of it. */
const JUST_NAMED = 2;

/** Topics that one of the last scenes has named, of which nothing need be known. (rule PC4213) */
const justNamed = memoizeView((view): readonly string[] =>
  Object.entries(view.named).flatMap(([key, scene]) => {
    const topic = key.startsWith("topic:") && view.scene - scene <= JUST_NAMED ? key.slice("topic:".length) : undefined;
    return topic !== undefined && view.topics.has(topic) ? [topic] : [];
  }),
);

/** Topics of the places where the story waits for the player and where they have not been, as far as a text has named them. (rule PC4212) */
const awaitedPlaces = memoizeView((view): readonly string[] =>
  view.beat !== null
    ? []
    : view.hooks.flatMap((hook) => {
        const place = hook.kind === "beat-elsewhere" ? view.places.get(hook.place) : undefined;
        const topic = place?.topic;
        const isNew = place !== undefined && place.id !== view.placeId && view.visited[place.id] === undefined;
        return isNew && topic !== undefined && view.topics.has(topic) && knowledge.hasHeardOf(view, topic)
          ? [topic]
          : [];
      }),
);

/**
 * Questions that this person can answer now: by a fact of the topic, by a name, or, on what they want, by saying so. Who thinks ill of
 * the player answers nothing unless pressed. (rules PC60 and PC61)
 */
export function asking(view: View, person: Person, file: CaseFile): readonly Candidate[] {
  const npc = person.id;
  if (!isFriendly(view, npc)) return [];
  const long = (view.memory.company[npc] ?? 0) >= LONG_TALK;
  const beat = freshBeat(view);
  const ofBeat = beat === undefined ? [] : topicsOf(view, beat);
  // With little in mind one speaks of what the other cares for.
  const known = topicsInMind(view, file);
  const inMind = [...new Set([...known, ...awaitedPlaces(view), ...justNamed(view)])];
  const theirs = person.topics
    .filter((topic) => !inMind.includes(topic) && view.topics.has(topic) && knowledge.hasHeardOf(view, topic))
    .slice(0, THEIR_TOPICS);
  const asks = [...inMind, ...theirs].flatMap((topic): Candidate[] => {
    const asked = askedKeys(npc, topic).filter((key) => view.memory.done[key] !== undefined).length;
    if (asked >= MOST_ASKED || knowledge.hasRefused(view, npc, topic)) return [];
    if (knowledge.isOwnName(view, person, topic)) return [];
    const facts = knowledge.answers(view, topic, npc);
    const untold = facts.length > 0 ? facts : knowledge.untold(view, topic);
    const serves = servedByFacts(file, untold);
    // Who keeps it back refuses, and who does not know says who does; neither is asked twice.
    const canReact = (): boolean =>
      (knowledge.reserved(view, topic, npc).length > 0 && refusesWithReason(view, npc, topic)) ||
      knowledge.whoElseKnows(view, topic, npc) !== undefined;
    // Nobody is sent across the valley for a word on a doorstep.
    // What has been answered is not asked again, of anybody, but of who has words of their own on it. (rule PC533)
    const last = lastAnswered(view, topic);
    const isNew =
      last === undefined ||
      facts.some(({ said, knownBy }) => said === npc || knownBy !== "common") ||
      view.memory.raised.some(({ scene, topics }) => scene > last.scene && topics.includes(topic));
    if (!isNew && (last.npc === npc || view.scene - last.scene < ANSWER_REST)) return [];
    const hasLore = (view.topics.get(topic)?.facts.length ?? 0) > 0;
    const bears = hasLore && (serves.length > 0 || ofBeat.includes(topic));
    if (facts.length === 0 && (asked > 0 || !bears || !canReact())) return [];
    const redirected = view.memory.redirect?.npc === npc && view.memory.redirect.topic === topic;
    const naming = knownFactNaming(view, topic);
    const isTheirs = theirs.includes(topic);
    const own = naming ? factSource(naming) : isTheirs ? personSource(view, npc) : topicSource(view, topic);
    return [
      {
        verb: "ask",
        bind: { npc, topic },
        ...ofTheirOwn(view, person, topic),
        sources: [...inquirySource(file, serves), own],
        salience:
          1 +
          (person.topics.includes(topic) ? 0.5 : 0) +
          (facts.some(({ said }) => said === npc) ? 0.6 : facts.length > 0 ? 0.3 : -0.4) +
          (redirected ? 1.5 : 0) -
          (asked > 0 ? 0.4 : 0) -
          (isTheirs ? 0.4 : 0) -
          // A long talk keeps to what matters.
          (long && serves.length === 0 ? 0.8 : 0) -
          vague(view, topic),
        // What the story has named after its opening was learned in it. (rule PC667)
        learned:
          naming !== undefined ||
          redirected ||
          (serves.length > 0 && view.scene > 0) ||
          (view.known.topics[topic] ?? 0) > 0,
        tags: [],
        serves,
      },
    ];
  });
  // Nobody is talked about to their face; on a way together there is always somebody out of earshot. (rule PC621)
  const asideOffered = Object.entries(view.memory.offers).some(
    ([key, { last }]) => key.startsWith("gossip|") && last < view.scene && view.scene - last <= ASIDE_REST,
  );
  const isOutOfEarshot = (other: Person): boolean =>
    !asideOffered && view.beat === null && person.travels === true && other.travels === true;
  const gossip = view.matter.people
    .filter((other) => other.id !== npc && knowledge.knowsPerson(view, other.id))
    .filter((other) => !knowledge.isPresent(view, other.id) || isOutOfEarshot(other))
    .flatMap(({ id }): Candidate[] => {
      const facts = knowledge.knownAbout(view, npc, id);
      const between = knowledge.sayable(view, npc).some(({ to }) => to === id);
      if (facts.length === 0 && !between) return [];
      const serves = servedByFacts(file, facts);
      return [
        {
          verb: "gossip",
          bind: { npc, npc2: id },
          ...(knowledge.isPresent(view, id) && view.people.get(id)?.speech === "words" ? aside(view, npc, id) : {}),
          sources: [...inquirySource(file, serves), personSource(view, id)],
          salience: 0.7 + (file.concerned.has(id) ? 0.5 : 0),
          learned: view.standing.get(id)?.met !== undefined,
          tags: [],
          serves,
        },
      ];
    });
  return [...asks, ...gossip, ...asksWhatFor(view, person, file), ...speakingUp(view, person)];
}

/** "Ask Zina about her clock": nobody is asked about what is theirs by their own name. (rule PC3305) */
function ofTheirOwn(view: View, person: Person, topic: string): { readonly text?: string } {
  const thing = ownThing(view, person, topic);
  const text = thing === undefined ? null : fill("Ask {npc} about {npc.p}", view, { npc: person.id });
  return text === null || thing === undefined ? {} : { text: `${text} ${thing}` };
}

/** "clock" of Zina, for the topic "Zina's clock". */
export function ownThing(
  view: View,
  { short, name }: Pick<Person, "short" | "name">,
  topic: string,
): string | undefined {
  const np = view.topics.get(topic)?.np ?? "";
  return [short, name]
    .map((owner) => (np.startsWith(owner) ? /^['’]s? (.+)$/u.exec(np.slice(owner.length))?.[1] : undefined))
    .find((thing) => thing !== undefined);
}

/** Whether a topic has somebody's own name. */
const isCalled = ({ name, short }: Person, np: string): boolean => np === name || np === short;

/** Scenes for which nobody is asked about a companion aside after anybody was spoken of. (rule PC6209) */
const ASIDE_REST = 6;

/** Talk about somebody who is of the party is had aside, where there is nothing better to do. */
function aside(view: View, npc: string, npc2: string): Pick<Candidate, "text" | "idle"> {
  const text = fill("Ask {npc} about {npc2}, out of earshot", view, { npc, npc2 });
  return { idle: true, ...(text === null ? {} : { text }) };
}

/** Scenes for which nobody is asked what they want after the question was offered. */
const WISH_REST = 5;

/** Whether the question what somebody wants, whoever it was put to, was offered in one of the last scenes. */
function wishWasOffered({ memory, scene }: View): boolean {
  // An offer that was taken is noted as a question put.
  const wasPut = Object.entries(memory.done).some(([key, at]) => /^asked-.*:$/.test(key) && scene - at < WISH_REST);
  if (wasPut) return true;
  return Object.entries(memory.offers).some(([key, { last }]) => {
    const [verb, npc = "", ...others] = key.split("|");
    return verb === "ask" && npc !== "" && others.every((part) => part === "") && scene - last < WISH_REST;
  });
}

/** What somebody wants is asked once, of whoever was met before this scene, and seldom. (rule PC70) */
function asksWhatFor(view: View, person: Person, file: CaseFile): readonly Candidate[] {
  const npc = person.id;
  const [key = ""] = askedKeys(npc, "");
  const found = knowledge.foundMotives(view, npc).length > 0;
  if (found || knowledge.plainMotives(view, npc).length === 0 || view.memory.done[key] !== undefined) return [];
  const met = view.standing.get(npc)?.met;
  // Whoever had a part in what just happened is asked what comes next, also by somebody who has just met them. (rule PC70)
  const isCaught = beatAtHand(view)?.people.includes(npc) === true;
  if ((!isCaught && (met === undefined || met >= view.scene)) || wishWasOffered(view)) return [];
  const isMeasured = view.hooks.some((hook) => hook.kind === "tag" && hook.measure !== undefined && hook.npc === npc);
  // What has nothing to do with what goes on is no answer, but of whom the beat is about. (rule PC5751)
  if (
    !isMeasured &&
    (isCaught ? wishesAtHand : wishesToSay)(view, npc).length === 0 &&
    !(isCaught && speaksAlone(view, npc))
  )
    return [];
  // Who had the last word, or did the last thing, and has not said yet what they want, is asked what comes next. (rule PC3401)
  const isAsked =
    isCaught &&
    hasLastWord(view, person) &&
    !bidsPlayer(view, npc) &&
    !knowledge.plainMotives(view, npc).some((wish) => isTold(view, wish));
  const wants = isCaught ? "Ask {npc} what {npc.s means|mean} to do" : "Ask {npc} what {npc.s wants|want}";
  const text = fill(wants, view, { npc });
  return [
    {
      verb: "ask",
      bind: { npc },
      ...(text === null ? {} : { text }),
      sources: [personSource(view, npc)],
      salience: 1.3 + (file.concerned.has(npc) ? 0.3 : 0),
      learned: view.standing.get(npc)?.met !== undefined,
      tags: [],
      // Small talk, but where the story waits for how somebody feels.
      ...(isAsked || isMeasured ? {} : { idle: true as const }),
    },
  ];
}

/** Whether the beat of this scene has nobody else speak. */
const speaksAlone = ({ beat }: View, npc: string): boolean =>
  beat !== null && beat.dialogue.length > 0 && beat.dialogue.every(({ speaker }) => speaker === npc);

/** Sentences at the end of a scene in which whoever acts or speaks has the last word. */
const LAST_WORDS = 3;

/** Whether somebody acts or speaks at the end of what the beat of this scene tells; of a beat told before, nobody knows. */
function hasLastWord(view: View, { short }: Person): boolean {
  const { beat } = view;
  if (beat === null) return true;
  const line = beat.dialogue.at(-1);
  const said = line === undefined ? [] : [view.people.get(line.speaker)?.short ?? ""];
  return [...beat.told.flatMap((text) => splitSentences(text)).slice(-LAST_WORDS), ...said].some((text) =>
    hasWord(text, short),
  );
}

/** Whether somebody's last words ask or bid something: that is what they want now. (rule PC5727) */
function bidsPlayer({ beat, people }: View, npc: string): boolean {
  if (beat === null) return false;
  const spoken = spokenIn(
    beat,
    beat.people.flatMap((id) => people.get(id) ?? []),
  );
  const last = spoken.filter((one) => one.npc === npc).slice(-2);
  return last.some(({ text }) => splitSentences(text).some((one) => one.trim().endsWith("?") || bids(one)));
}

/** Whether what the beat tells says a wish: it shares two rare words with it. */
function isTold(view: View, wish: string): boolean {
  const told = [...(view.beat?.told ?? []), ...(view.beat?.dialogue ?? []).map(({ line }) => line)].join(" ");
  return storyTies(view.matter).shared(wish, told) > 1;
}

/** Scenes for which whoever was offered a hearing is not offered another, and for which nobody is let talk after anybody was. */
const MIND_REST = 5;
const TALK_REST = 3;
/** The same for somebody who has something to say to what has just happened. */
const OCCASION_REST = 2;

/** Speeches at the end of a beat whose speakers have had their say. (rule PC6203) */
const HAD_SAY = 2;

const MAKES_OF_IT = ["ask {npc} what {npc.s makes|make} of it", "ask {npc} what {npc.s thinks|think} of it"] as const;

/**
 * The words for letting somebody say a line of theirs: who has spoken just now is heard out, and anybody else is asked what they make of it,
 * where the line has to do with what was told. Null where they are neither. (rule PC4201)
 *
 * @param line - What they would say.
 * @param isOccasioned - Whether the line shares a rare word with what was told.
 */
export function hearingInWords(view: View, npc: string, line: Fact, isOccasioned: boolean): string | null {
  const { beat, choice, memory, scene } = view;
  // One such question in a while is enough, whoever is asked.
  const wasOffered = Object.entries(memory.offers).some(
    ([key, { last }]) => /^decide\|[^|]+$/.test(key) && last < scene && scene - last < OCCASION_REST,
  );
  if (wasOffered) return null;
  // Who has no pronoun is not asked what they make of it by their name once more.
  // Who has just had their say has said what they make of it. (rule PC5727)
  const hasLast =
    beat === null
      ? choice?.bind.npc === npc
      : spokenIn(
          beat,
          beat.people.flatMap((id) => view.people.get(id) ?? []),
        )
          .slice(-HAD_SAY)
          .some((one) => one.npc === npc);
  if (isOccasioned && !hasLast && view.people.get(npc)?.pronoun !== null && !knowledge.isOfOccasion(line.text)) {
    const words = createRandom(deriveSeed(view.seed, `makes-${npc}`)).pick(MAKES_OF_IT);
    return fill(words, view, { npc });
  }
  const hasSpoken = beat === null ? choice?.bind.npc === npc : beat.dialogue.some(({ speaker }) => speaker === npc);
  return hasSpoken ? fill("hear {npc} out", view, { npc }) : null;
}

/**
 * What somebody has to say unasked, one thing at a time: to what has just happened (rule PC472), else of a topic of their own that the
 * player has not heard of and so cannot name (rule PC653).
 */
function speakingUp(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  const sayings = beatAtHand(view)?.sayings ?? [];
  const line = view.confided.find(({ id, said }) => said === npc && sayings.includes(id));
  const offered = view.memory.offers[`decide|${npc}`];
  const rest = line === undefined ? MIND_REST : OCCASION_REST;
  if (offered !== undefined && view.scene - offered.last < rest) return [];
  const others = view.matter.people.map(
    ({ id }) => view.memory.offers[`decide|${id}`]?.last ?? Number.NEGATIVE_INFINITY,
  );
  const own = line ?? (view.scene - Math.max(...others) < TALK_REST ? undefined : ofTheirs(view, person));
  // Who has nothing to say to what has just happened is asked what it is on, where a scene has told of that. (rule PC6503)
  const subject = line !== undefined || own === undefined ? undefined : lineSubject(view, npc, own);
  const text =
    subject !== undefined
      ? fill(`ask {npc} about ${subject}`, view, { npc })
      : line === undefined
        ? fill("let {npc} talk", view, { npc })
        : hearingInWords(view, npc, line, true);
  if (own === undefined || text === null) return [];
  return [
    {
      verb: "decide",
      bind: { npc, fact: own.id, text, ...(subject === undefined ? {} : { prop: subject }) },
      text: capitalised(text),
      sources: [personSource(view, npc)],
      salience: 0.5,
      learned: view.standing.get(npc)?.met !== undefined,
      tags: [],
      // Who has something to say to what has just happened is asked for that. (rules PC472 and PC4201)
      ...(line === undefined ? { idle: true as const } : {}),
    },
  ];
}

/** A story of fewer facts has nothing to leave out. */
const MANY_FACTS = 60;
/** Scenes for which what a text has named is at hand. */
const LATELY = 4;

/** The first thing that somebody can tell of a topic at their heart that the player has not heard of. */
function ofTheirs(view: View, { id, topics, speech }: Person): Fact | undefined {
  if (speech !== "words") return undefined;
  const isSmall = view.matter.facts.length < MANY_FACTS;
  const open = new Set(inquiries(view).flatMap(({ clues }) => clues.map((clue) => clue.id)));
  const isLately = (key: string): boolean =>
    !key.startsWith("place:") &&
    key !== `npc:${id}` &&
    (view.named[key] ?? Number.NEGATIVE_INFINITY) > view.scene - LATELY;
  return topics
    .flatMap((topic) => (knowledge.hasHeardOf(view, topic) ? [] : (view.topics.get(topic) ?? [])))
    .flatMap((topic) =>
      knowledge
        .answers(view, topic.id, id)
        .filter((fact) => fact.topic === topic.id && fact.knownBy === "common" && fact.keptBy === undefined)
        .filter((fact) => !isDocumented(fact) && standsAlone(fact, topic) && isAbout(fact.text, topic.np))
        // Where there is much, lore that has to do with nothing at hand is nobody's to tell unasked. (rule PC3504)
        .filter((fact) => isSmall || open.has(fact.id) || fact.names.some(isLately)),
    )
    .at(0);
}

/** Where there is no lore, a place is what one asks about last: it can be seen. So can the place where one stands. */
const VAGUE_PENALTY = 0.8;

function vague(view: View, topic: string): number {
  const ofPlace = view.places.get(topic)?.topic === topic;
  const [first] = view.topics.get(topic)?.facts ?? [];
  const isPlain = topic === view.place?.topic || (first !== undefined && view.facts.get(first)?.file === SETTING);
  return ofPlace && isPlain ? VAGUE_PENALTY : 0;
}

const SETTING = "world/setting.md";

/**
 * Pressure: on what asking does not give, because it touches this person, because they have refused, or because they think ill of the
 * player. (rule PC4)
 */
export function pushing(view: View, person: Person, file: CaseFile): readonly Candidate[] {
  const npc = person.id;
  const friendly = isFriendly(view, npc);
  const keeps = (topic: string): readonly Fact[] =>
    friendly ? knowledge.reserved(view, topic, npc) : knowledge.answers(view, topic, npc);
  // How a place is built is nothing that anybody could be held to.
  const places = placeTopics(view);
  const isPressed = (topic: string): boolean =>
    isCalled(person, view.topics.get(topic)?.np ?? "") ||
    view.memory.done[askedKeys(npc, `press ${topic}`)[0] ?? ""] !== undefined;
  const presses = view.learned
    .filter((fact) => concerns(view, fact, person) && (fact.keptBy ?? npc) === npc)
    .filter((fact) => !places.has(fact.topic) || fact.names.includes(`npc:${npc}`))
    .flatMap((fact): Candidate[] => {
      const kept = keeps(fact.topic);
      const serves = servedByFacts(file, kept);
      if (kept.length === 0 || isPressed(fact.topic)) return [];
      return [
        {
          verb: "press",
          bind: { npc, ...subjectOf(fact) },
          sources: [...inquirySource(file, serves), factSource(fact)],
          salience: 1.4 + (view.memory.shared[`${npc}:${fact.id}`] === undefined ? 0 : 0.3) - vague(view, fact.topic),
          learned: true,
          tags: [],
          serves,
        },
      ];
    });
  // A bold player need not be refused first. (rule PC2806)
  const isBold = entryOf(view, "bold") !== undefined;
  // What somebody would not speak of, or was in a beat that spoke of it and keeps back, they are held to. (rule PC722)
  const held = Object.keys(view.known.topics).flatMap((topic): Candidate[] => {
    const raised = view.memory.raised.findLast(
      ({ people, topics, scene }) =>
        people.includes(npc) && topics.includes(topic) && view.scene - scene <= NEWS_SCENES,
    );
    const isRefused = knowledge.hasRefused(view, npc, topic);
    if (!(isRefused || raised || isBold) || places.has(topic) || isPressed(topic)) return [];
    const kept = keeps(topic);
    if (kept.length === 0 || presses.some(({ bind }) => bind.topic === topic)) return [];
    const serves = servedByFacts(file, kept);
    const naming = knownFactNaming(view, topic);
    return [
      {
        verb: "press",
        bind: { npc, topic },
        sources: [
          ...inquirySource(file, serves),
          raised
            ? { kind: "beat", ref: raised.id, text: raised.title }
            : naming
              ? factSource(naming)
              : topicSource(view, topic),
        ],
        salience: isRefused ? 1.5 : 1.2,
        learned: raised !== undefined || naming !== undefined,
        tags: [],
        serves,
      },
    ];
  });
  const bluffs = Object.keys(view.known.topics).flatMap((topic): Candidate[] => {
    const kept = keeps(topic);
    // Only who has refused, or thinks ill of the player, can be got to say more by a pretence.
    const holdsBack = !friendly || knowledge.hasRefused(view, npc, topic) || entryOf(view, "sly") !== undefined;
    if (!holdsBack || kept.length === 0 || places.has(topic) || isPressed(topic)) return [];
    const naming = knownFactNaming(view, topic);
    const serves = servedByFacts(file, kept);
    return [
      {
        verb: "bluff",
        bind: { npc, topic },
        sources: [...inquirySource(file, serves), naming ? factSource(naming) : topicSource(view, topic)],
        salience: 0.9 - vague(view, topic),
        learned: naming !== undefined,
        tags: [],
        serves,
      },
    ];
  });
  const confronts = knowledge
    .relations(view, npc, true)
    // Whoever has nothing to say to it is not held to it.
    .filter(({ to }) => gains.answerTo(view, npc, to) !== null)
    .map(
      ({ to, text }): Candidate => ({
        verb: "confront",
        bind: { npc, npc2: to, text },
        sources: [{ kind: "npc", ref: npc, text: `${person.short} ${text}` }],
        salience: 1.1 + (friendly ? 0 : 0.4),
        learned: true,
        tags: [],
      }),
    );
  return [...presses, ...held, ...bluffs, ...confronts];
}

/** Topics that are places. */
const placeTopics = (view: View): ReadonlySet<string> =>
  new Set(view.matter.places.flatMap(({ id, topic }) => [id, ...(topic === undefined ? [] : [topic])]));

export function trusting(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  const trusts = view.learned
    .filter(
      (fact) =>
        isNews(view, fact, person) &&
        isTellable(view, fact) &&
        !fact.text.includes(person.short) &&
        !isDocumented(fact) &&
        fact.said === undefined &&
        standsAlone(fact, view.topics.get(fact.topic)) &&
        !knowsOf(view, npc, fact.topic),
    )
    // News is for whom it touches, and who has something to say to it.
    .filter((fact) => gains.reply(view, npc, fact) !== null)
    // Nobody speaks of what somebody keeps while they stand by.
    .filter(({ keptBy }) => keptBy === undefined || !knowledge.isPresent(view, keptBy))
    .map(
      (fact): Candidate => ({
        verb: "trust",
        bind: { npc, ...newsOf(fact) },
        sources: [factSource(fact)],
        salience: 1.2 + (fact.names.includes(`npc:${npc}`) ? 0.5 : 0) - vague(view, fact.topic),
        learned: true,
        tags: [],
      }),
    );
  const warnings = view.threads
    .flatMap((thread) => (thread.kind === "watcher" && thread.npc !== undefined ? [thread.npc] : []))
    .filter((about) => about !== npc && view.people.has(about) && !knowledge.isPresent(view, about))
    .map((about): Candidate => warning(view, npc, about, 0.5));
  const against = knowledge
    .relations(view, npc, true)
    .filter(({ to }) => !knowledge.isPresent(view, to) && threatens(view, to, person))
    .map(({ to }): Candidate => warning(view, npc, to, 0.7));
  return [...tidings(view, person), ...wishesOfOthers(view, person), ...trusts, ...warnings, ...against];
}

/** What somebody absent is known to want is told to whoever has to do with them and has something to say to it. (rule PC1705) */
function wishesOfOthers(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  return view.matter.people.flatMap((other): Candidate[] => {
    const [wish] = knowledge.foundMotives(view, other.id);
    if (wish === undefined || other.id === npc || knowledge.isPresent(view, other.id)) return [];
    if (gains.answerToWish(view, npc, other.id) === null) return [];
    const text = `Tell ${person.short} what ${other.short} ${other.plural ? "want" : "wants"}`;
    return [
      {
        verb: "trust",
        bind: { npc, npc2: other.id },
        text,
        sources: [motiveSource(other, wish)],
        salience: 1.3,
        learned: true,
        tags: [],
      },
    ];
  });
}

/** Words of what is told somebody, at most: it is said in full, so that it is heard what is told. */
const MOST_TOLD = 16;

/** Whether the player can say a fact in a sentence about a topic that has a name. (rule PC534) */
function isTellable(view: View, { clause, topic }: Fact): boolean {
  return view.topics.has(topic) && countWords(clause) <= MOST_TOLD && !/[;:“”"]/.test(clause);
}

/** Whether somebody has spoken of a topic to the player, or was there when the story did: they are told nothing about it. */
function knowsOf(view: View, npc: string, topic: string): boolean {
  return (
    askedKeys(npc, topic).some((key) => view.memory.done[key] !== undefined) ||
    view.memory.raised.some(({ people, topics }) => people.includes(npc) && topics.includes(topic)) ||
    (view.topics.get(topic)?.facts ?? []).some((id) => view.memory.shared[`${npc}:${id}`] !== undefined)
  );
}

/** Scenes for which what has happened is news. */
const NEWS_SCENES = 8;

/** "on the long carpet": with the preposition that its author's sentences have for it. */
function whereAt({ name, indoor, sentences }: Place): string {
  const escaped = escapeRegExp(name);
  const used = new RegExp(`\\b(in|on|at|aboard) ${escaped}\\b`, "u").exec(sentences.join(" "))?.[1];
  return `${used ?? (indoor ? "in" : "at")} ${name}`;
}

/** Key in `world.choices.done` of having told somebody of what happened somewhere. */
export const toldOfKey = (npc: string, place: string, scene: number): string => `told-of:${npc}:${place}:${scene}`;

/** The last thing that happened at a place, of those that are still news. */
export const happenedAt = (view: View, place: string | undefined): RaisedTopics | undefined =>
  view.memory.raised.findLast((beat) => beat.place === place && view.scene - beat.scene <= NEWS_SCENES);

/** A line of somebody's own, not said yet, that shares a rare word with what has happened: they say it to whoever brings the news. (rule PC5402) */
export function lineToNews(view: View, npc: string, { title, names, topics }: RaisedTopics): Fact | undefined {
  const ids = [...topics, ...names.flatMap((key) => (key.startsWith("topic:") ? [key.slice("topic:".length)] : []))];
  return ownLine(view, npc, [title, ...ids.flatMap((id) => view.topics.get(id)?.np ?? [])]);
}

/** What has happened is told to whoever was not there and has something to say to it. (rules PC451 and PC5402) */
function tidings(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  return view.memory.raised.flatMap((beat): Candidate[] => {
    const isNew = view.scene - beat.scene <= NEWS_SCENES && beat.scene < view.scene;
    if (!isNew || beat.place === "" || beat.people.includes(npc) || happenedAt(view, beat.place) !== beat) return [];
    // Who goes along was there, who lives there knows, and where it happened nobody tells of the place.
    if (view.standing.get(npc)?.follows || person.home === beat.place || view.placeId === beat.place) return [];
    const key = toldOfKey(npc, beat.place, beat.scene);
    const met = view.standing.get(npc)?.met ?? view.scene;
    if (view.memory.done[key] !== undefined || met > beat.scene) return [];
    if (lineToNews(view, npc, beat) === undefined) return [];
    const place = view.places.get(beat.place);
    if (place === undefined) return [];
    // What happened has one name by which everybody knows it: where it happened. (rule PC451)
    const text = `what happened ${whereAt(place)}`;
    return [
      {
        verb: "trust",
        bind: { npc, place: beat.place, text },
        sources: [{ kind: "beat", ref: beat.id, text: beat.title }],
        salience: 1.5,
        learned: true,
        tags: [],
        // Who is not named in it hears of it for want of anything else. (rule PC3403)
        ...(beat.names.includes(`npc:${npc}`) ? {} : { idle: true as const }),
      },
    ];
  });
}

function subjectOf({ id, topic }: Fact): Bindings {
  return { fact: id, ...(topic === "" ? {} : { topic }) };
}

/** What was found among somebody's things is told as theirs. */
function newsOf(fact: Fact): Bindings {
  return { ...subjectOf(fact), ...(fact.keptBy === undefined ? {} : { npc2: fact.keptBy }) };
}

/** What somebody is known to want gives cause for a warning if it touches this person: by name, or in what they talk of. No kin. */
function threatens(view: View, about: string, person: Person): boolean {
  const other = view.people.get(about);
  if (!other || surname(other.name) === surname(person.name)) return false;
  const names = [person.short, ...person.topics.flatMap((topic) => view.topics.get(topic)?.np ?? [])].map(bare);
  return knowledge.foundMotives(view, about).some((motive) => names.some((name) => hasWord(motive, name)));
}

const surname = (name: string): string => name.split(" ").slice(1).at(-1) ?? name;

/**
 * Worth telling somebody: what they cannot know, what is said about themselves, or what others told the player of things that are not this
 * person's own. What everybody knows is news to nobody (rule PC3102), and nobody is told what they told, or twice.
 */
function isNews(view: View, fact: Fact, person: Person): boolean {
  if (fact.knownBy === "common" || fact.keptBy === person.id) return false;
  if (view.memory.shared[`${person.id}:${fact.id}`] !== undefined) return false;
  // How somebody lives is no news to them; what is said about them may be.
  if (fact.file === SETTING && fact.names.includes(`npc:${person.id}`)) return false;
  if (!knowledge.personKnows(view, person.id, fact) || fact.names.includes(`npc:${person.id}`)) return true;
  const fromOthers = view.matter.people.some((other) => view.memory.shared[`${other.id}:${fact.id}`] !== undefined);
  return fromOthers && !person.topics.includes(fact.topic);
}

/** True when a fact is about this person, came from them, or lies near to what they talk about. */
function concerns(view: View, fact: Fact, person: Person): boolean {
  return (
    fact.names.includes(`npc:${person.id}`) ||
    view.memory.shared[`${person.id}:${fact.id}`] !== undefined ||
    person.topics.includes(fact.topic)
  );
}

function warning(view: View, npc: string, about: string, salience: number): Candidate {
  const [motive] = knowledge.foundMotives(view, about);
  const other = view.people.get(about);
  const text = motive ? `${other?.short} wants to ${infinitive(motive)}` : `${other?.short} has an eye on you`;
  return {
    verb: "warn",
    bind: { npc, npc2: about },
    sources: [{ kind: motive ? "npc" : "memory", ref: about, text }],
    salience,
    learned: true,
    tags: [],
  };
}
