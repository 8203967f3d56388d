/** What the story waits for: answers to a beat, tags of waiting beats, endings in reach. */

import { isLemma, isOfBody, pastTense, thingsIn, verbLemmas, escapeRegExp } from "@narratoria/protocol/english";
import {
  type Bindings,
  type Hook,
  isCalledByRole,
  type Person,
  type SourceRef,
  type Verb,
  VERBS,
} from "@narratoria/protocol/story";
import { offerIn } from "./beat-offers.js";
import type { Candidate } from "./candidate.js";
import * as gains from "./gains.js";
import { isAtIssue } from "./issues.js";
import { turnsBack } from "./journey-candidates.js";
import * as knowledge from "./knowledge.js";
import { premiseQuestions, putOffQuestion } from "./put-off.js";
import { isWithdrawn } from "./regard.js";
import { LIMBS } from "./take-up.js";
import { carriedOff, foundIn, isRemark, meant } from "./put-to-player.js";
import { lastNamed } from "./fresh-names.js";
import { firstOnTheWay, stopsAhead } from "./roads.js";
import { namesIn } from "./scoring.js";
import { DECISION_SCENES, type OpenBeat, type View } from "./view.js";
import { waitingFor, waitWords } from "./waiting.js";
import { isInside, isVague, wayTo } from "./wording.js";
import { OBJECT, objectIn } from "./decisions.js";
import { bare, capitalised, hasWord, infinitive, objectPronoun, slug } from "./words.js";

/** What the last beat, waiting beats and endings want offered; an act that two of them ask for is offered once. */
export function decisions(view: View): readonly Candidate[] {
  const offered: Candidate[] = [];
  for (const one of [...ofBeat(view), ...finds(view), ...view.hooks.flatMap((hook) => ofHook(view, hook))]) {
    const act = actOf(one);
    const isSame = (other: Candidate): boolean =>
      (act !== undefined && actOf(other) === act && !areTwoDeeds(one, other)) ||
      isOfOneTag(one, other) ||
      isOneDeed(one, other);
    const at = offered.findIndex(isSame);
    const same = offered[at];
    if (same === undefined) offered.push(one);
    else {
      const tags = [...new Set([...same.tags, ...one.tags])];
      const sources = [...same.sources, ...one.sources.filter(({ ref }) => same.sources.every((it) => it.ref !== ref))];
      const salience = Math.max(same.salience, one.salience);
      // What is done at a journey's end stands in its words. (rule PC1500)
      const isMute = one.verb === "go" && same.tags.length === 0 && one.tags.length > 0;
      const [first, second] = isMute ? [one, same] : [same, one];
      offered[at] = { ...second, ...first, tags, sources, salience, ...(one.insists ? { insists: true } : {}) };
    }
  }
  return offered;
}

/** What waits for the tag of a choice that the beat at hand puts in its author's words is that choice. (rule PC1907) */
const isOfOneTag = (one: Candidate, other: Candidate): boolean =>
  one.verb === "decide" &&
  other.verb === "decide" &&
  one.bind.beat !== other.bind.beat &&
  one.tags.some((tag) => other.tags.includes(tag));

/**
 * A deed that another beat or an ending waits for, in fewer words or more than the beat at hand puts it: "walk out to her" beside "walk out
 * to her with it", "call the hour" beside "call in the hour first". (rule PC3400)
 */
function isOneDeed(one: Candidate, other: Candidate): boolean {
  const isOther = one.bind.beat !== other.bind.beat && (one.answers === undefined) !== (other.answers === undefined);
  if (one.verb !== "decide" || other.verb !== "decide" || !isOther) return false;
  const [less, more] = [one.bind.text ?? "", other.bind.text ?? ""].toSorted((a, b) => a.length - b.length);
  const [verb, ...rest] = (less ?? "").toLowerCase().split(" ");
  const words = (more ?? "").toLowerCase().split(/[ ,]+/);
  return (
    rest.length > 0 &&
    words[0] === verb &&
    rest.every((word) => words.includes(word)) &&
    !/\b(?:not|nothing)\b/u.test(more ?? "")
  );
}

/**
 * Two deeds at one place, to each of which its own journey leads, or a deed and what comes there by itself: whoever goes there means one of
 * them. (rule PC1903)
 */
function areTwoDeeds(one: Candidate, other: Candidate): boolean {
  if (one.verb !== "go" || one.text === other.text || one.tags.some((tag) => other.tags.includes(tag))) return false;
  const tagged = [one, other].filter(({ tags }) => tags.length > 0).length;
  return tagged === 2 || (tagged === 1 && one.sources[0]?.ref !== other.sources[0]?.ref);
}

/** What is done, whatever it is done for; a journey is one, whoever it is to. */
function actOf({ verb, bind }: Candidate): string | undefined {
  if (verb === "go" && bind.place !== undefined) return `go ${bind.place}`;
  return VERBS[verb].class === "end" && bind.text !== undefined ? slug(bind.text) : undefined;
}

/** What the beat of this scene or a former one leaves to the player: its decisions, the author's own choices, an offer. */
function ofBeat(view: View): readonly Candidate[] {
  const { beat } = view;
  const offer = beat ? offerIn(view, beat) : undefined;
  const open: OpenBeat | undefined = beat
    ? { ...beat, choices: beat.choices ?? [], scene: view.scene, place: view.placeId, ...(offer ? { offer } : {}) }
    : view.memory.beat;
  if (!open && view.scene === 0) return premiseQuestions(view);
  // Nobody measures a ladle two streets away from it.
  if (!open || view.scene - open.scene >= DECISION_SCENES || open.place !== view.placeId) return [];
  // Asked now, answered now or in the next scene; later it may wait its turn.
  const isNow = view.scene - open.scene <= 1;
  const source = { kind: "beat", ref: open.id, text: open.title } as const;
  const base = {
    sources: [source],
    salience: isNow ? 2.2 : 1.4,
    learned: true,
    tags: [],
    ...(isNow ? { answers: open.id, due: true as const } : {}),
  };
  const bound = (words: string): Bindings => {
    const npc = meantIn(view, open, words)?.id;
    return { beat: open.id, text: words, ...(npc === undefined ? {} : { npc }) };
  };
  // What an author says comes of a question is what the beat comes to, where nothing else is done at once. (rule PC1909)
  const isPast = open.asked !== undefined && view.scene > open.asked;
  // A decision is put until it is made, or its place is left. (rule PC3160)
  const put = { ...base, answers: open.id, due: true as const };
  const left = (isPast ? [] : open.decisions.filter((one) => !isNoAim(infinitive(one)))).map((text): Candidate => {
    const words = infinitive(text);
    const verb: Verb = /^(?:refuse|decline|reject|deny|turn down)\b/i.test(words)
      ? "refuse"
      : /^(?:accept|agree|promise|say yes)\b/i.test(words)
        ? "accept"
        : "decide";
    return { ...put, verb, bind: bound(words), text: capitalised(namingWhom(view, open, words)) };
  });
  // Whom the player has betrayed withdraws what they would have done; what is left is still an answer.
  const allowed = (all: readonly Candidate[]): readonly Candidate[] => {
    const kept = all.filter(({ bind }) => !isWithdrawn(view, bind.text ?? ""));
    return kept.length > 0 ? kept : all;
  };
  const { due: _, answers: __, ...asOther } = base;
  // What was put to the player and not decided stays open where it was put; questions and looks belong to the moment. (rule PC3160)
  const inTime = isPast
    ? open.choices.filter(({ decides, tag }) => decides !== true || tag !== undefined)
    : open.choices;
  const stillOpen = isNow ? inTime : inTime.filter(({ decides }) => decides === true);
  const authored = stillOpen.flatMap(
    ({
      text,
      stat,
      difficulty,
      result,
      tag,
      asks,
      fact,
      invited,
      until,
      decides,
    }): Candidate | readonly Candidate[] => {
      const words = authoredWords(text);
      // Once something is decided, nobody is asked who has gone.
      const isLate = open.decided !== undefined && isAsking(words) && meantIn(view, open, words) === undefined;
      if (UNFINISHED.test(words) || isLate || isNoAim(words)) return [];
      // What is only named by the way, or is of somebody's body, is nothing to ask about. (rule PC6213)
      const thing =
        asks === undefined || invited === true || fact?.includes("-confides-") === true
          ? undefined
          : /^ask .+ about the (.+)$/u.exec(words)?.[1];
      if (thing !== undefined && !isMatter(view, thing)) return [];
      if (until !== undefined && asks !== undefined) return putOffQuestion(view, { text: words, asks, until }, source);
      // What was settled by a decision is asked about no more. (rule PC3701)
      if (open.decided !== undefined && asks !== undefined && OF_THE_BARGAIN.test(words)) return [];
      if (fact !== undefined && asks !== undefined) {
        // Nobody is asked who is not here, and nothing that has been said.
        if (!knowledge.isPresent(view, asks) || !view.confided.concat(view.unlearned).some(({ id }) => id === fact))
          return [];
        return {
          ...(invited === true ? base : asOther),
          ...(invited === true ? {} : { about: open.id }),
          verb: "decide",
          bind: { beat: open.id, text: words, npc: asks, fact },
          text: capitalised(words),
        };
      }
      const check = { ...(stat === undefined ? {} : { stat }), ...(difficulty === undefined ? {} : { difficulty }) };
      return {
        ...(decides === true ? put : base),
        verb: "decide",
        bind: bound(words),
        text: capitalised(namingWhom(view, open, words)),
        ...(tag === undefined ? {} : { tags: [tag] }),
        ...(Object.keys(check).length > 0 ? { check } : {}),
        ...(result === undefined ? {} : { result }),
      };
    },
  );
  const both = isNow ? [...left, ...authored, ...answersTo(view, open, base)] : [...left, ...authored];
  const all = both.filter((one, at) => both.every((other, to) => to === at || !isSaidBy(one, other, to < at)));
  // Beside a decision nobody asks what is only put off. (rule PC3164)
  const isAsked = all.filter(({ answers }) => answers !== undefined).length > 1;
  return allowed(isAsked ? all.filter(({ bind }) => bind.until === undefined) : all);
}

/** Verbs of getting out, of giving and of keeping silent: with the same words behind them they are one deed. */
const ALIKE = [
  ["climb", "step", "get", "go", "crawl", "walk"],
  ["give", "hand", "pass", "return"],
  ["keep", "hold"],
  ["tell", "say"],
  ["take", "accept"],
  ["leave", "let"],
] as const;

/**
 * Whether a deed is said by another of the same beat: in the same words behind a verb of the same kind ("climb out", "step out"), of which the
 * first stays, or in more words ("keep him and take on the telling"). (rule PC6501)
 *
 * @param isFirst - The other stands before it.
 */
function isSaidBy(one: Candidate, other: Candidate, isFirst: boolean): boolean {
  const [own = "", theirs = ""] = [one, other].map(({ bind, tags, rows, check }) =>
    tags.length > 0 || rows !== undefined || check !== undefined ? "" : (bind.text ?? "").toLowerCase(),
  );
  if (own === "" || theirs === "" || own === theirs || one.answers !== other.answers) return false;
  if (theirs.startsWith(`${own} and `) || theirs.startsWith(`${own}, and `)) return true;
  const [verb = "", ...rest] = own.split(" ");
  const [next = "", ...more] = theirs.split(" ");
  const areAlike = ALIKE.some((verbs) => [verb, next].every((word) => verbs.some((one) => one === word)));
  return isFirst && verb !== next && rest.length > 0 && rest.join(" ") === more.join(" ") && areAlike;
}

/**
 * Whom a deed that a beat leaves to the player is done to: whoever it names, else whom its "him" or "her" means, by who was named last;
 * else the first of the beat. Nobody, where that is somebody who is not here. (rule PC1906)
 */
function meantIn(view: View, { people }: Pick<OpenBeat, "people">, words: string): Person | undefined {
  const here = people.flatMap((id) => (knowledge.isPresent(view, id) ? (view.people.get(id) ?? []) : []));
  const named = here.find(({ short }) => hasWord(words, short));
  if (named) return named;
  // "Go and sit by the Nahodha." (rule PC6451)
  const [byRole, another] = here.filter((person) => isCalledByRole(words, person));
  if (byRole && !another) return byRole;
  // "Ask after his thumb": whose it is is asked.
  const pronoun = objectIn(words) ?? (/\bhis\b/u.test(words) ? "he" : undefined);
  if (pronoun === undefined) return here[0];
  const told = (view.beat?.told ?? []).join(" ");
  const [last] = view.matter.people
    .filter((person) => person.pronoun === pronoun && hasWord(told, person.short))
    .toSorted((one, other) => told.lastIndexOf(other.short) - told.lastIndexOf(one.short));
  if (last) return here.find(({ id }) => id === last.id);
  return here.find((person) => person.pronoun === pronoun);
}

/**
 * A deed with the name of whom its "him" or "her" means, where two are here who could be meant: "Show Leonard the gap". It is named where the
 * beat has named one of them last, else where one of them alone had a part in it. (rule PC6504)
 */
function namingWhom(view: View, open: Pick<OpenBeat, "people">, words: string): string {
  const pronoun = objectIn(words);
  if (pronoun === undefined || pronoun === "they") return words;
  const able = view.present.filter((person) => person.pronoun === pronoun);
  const ofBeat = able.filter(({ id }) => open.people.includes(id));
  if (able.length < 2 || able.some(({ short }) => hasWord(words, short))) return words;
  const meant = view.beat === null && ofBeat.length > 1 ? undefined : meantIn(view, open, words);
  if (meant === undefined || meant.pronoun !== pronoun) return words;
  return words.replace(OBJECT[pronoun] ?? "", meant.short);
}

/** An author's words without what stands in brackets for whoever keeps the rules: "(no roll)". (rule PC1609) */
const plainWords = (text: string): string => text.replace(/\s*\([^()]*\)/g, "").trim();

/** An author's choice as an act: what follows it in another sentence belongs to what comes of it. */
export function authoredWords(text: string): string {
  // "Speak to Sgt. Oake" is one sentence.
  return infinitive(plainWords(text).split(/(?<!\b\p{Lu}\p{Ll}{0,3})[.!?]\s+(?=\p{Lu})/u)[0] ?? text);
}

/** Whether an author's choice only finds something out: several of those can be made, one after the other. */
export function isLooking(words: string): boolean {
  // Whoever asks for a thing, or to be let do one, has chosen.
  return /^(?:read|look|feel|smell|taste|listen|hear|watch|see|ask(?! (?:\p{L}+ )?(?:not )?(?:to|for)\b)|examine|study|search|check|count|touch|try)\b/iu.test(
    words,
  );
}

/** Words with which what is asked begins. */
const ASKED = /\b(?:who|whom|whose|what|which|when|where|why|how|whether|if|about|after|(?:right )?name)\b|[:“"‘]/u;

/** What a question that is a request says before it comes to what is wanted: "ask the company to choose", "ask for a bill". */
const REQUESTS = /\b(?:to|for|that)\b/iu;

/** Whether a deed only asks or takes in, and so settles nothing: whoever asks for a thing, or for a deed, has decided. (rule PC1909) */
export function onlyAsks(words: string): boolean {
  if (/^(?:look (?:at|closely|again|into|up at)|listen|watch|hear)\b/iu.test(words)) return true;
  if (/^read\b/iu.test(words)) return !/\b(?:aloud|out|to)\b/iu.test(words);
  const asked = /^ask (.+)$/iu.exec(words)?.[1];
  // "Ask the child" is one way of finding out, chosen before another.
  return asked !== undefined && ASKED.test(asked) && !REQUESTS.test(asked.split(ASKED)[0] ?? "");
}

/** A deed that leaves things as they are: what could have been done instead still can. (rule PC1909) */
const HOLDS_BACK =
  /^(?:(?:say|do|ask) nothing|keep (?:silent|quiet|still|your (?:peace|counsel|mouth shut|distance))|hold (?:your (?:tongue|peace)|back)|stay (?:where you are|within doors|indoors|out of it|silent|quiet)|wait|stand by|look away|think (?:it over|about it)|let (?:it|him|her|them) (?:be|lie|burn|pass|go on))\b/iu;

export const holdsBack = (words: string): boolean => HOLDS_BACK.test(words) && !words.includes(",");

/** Whether a deed begins with saying or asking nothing, whatever else is done with it. */
export const isSilent = (words: string): boolean =>
  /^(?:(?:say|ask) nothing|keep (?:silent|quiet)|hold your (?:tongue|peace))\b/iu.test(words);

/** A question about what is to be decided: "ask Osk about the price". */
const OF_THE_BARGAIN =
  /^ask\b.* about (?:the|this|that|his|her|their|your) (?:\p{Ll}+ )?(?:price|cost|bargain|deal|terms?|offer|proposal|wager|bet|choice|vote|motions?)$/iu;

/** Whether the beat of this scene puts a thing at issue; of a beat told before, only what is of nobody's body counts. */
function isMatter({ beat }: View, thing: string): boolean {
  const noun = thing.split(" ").at(-1) ?? thing;
  if (isOfBody(noun) || LIMBS.test(noun)) return false;
  const texts = beat === null ? [] : [...beat.told, ...beat.dialogue.map(({ line }) => line)];
  return !texts.some((text) => hasWord(text.toLowerCase(), thing.toLowerCase())) || isAtIssue(texts, thing);
}

/** How a deed turns out where it goes wrong: nobody sets out to do it so. (rule PC6207) */
const isNoAim = (words: string): boolean =>
  /^\p{Ll}+(?: \p{L}+){0,3} (?:badly|poorly|clumsily|in vain|to no avail|too late|unsuccessfully)$|^(?:fail|botch|bungle)\b/iu.test(
    words,
  );

/** A verb that says nothing without its object. */
const UNFINISHED =
  /^(?:say|ask|tell|take|make|let|get|put|do|go|have|give|be)$|^(?:let|make|have) (?:him|her|it|them|us)$/i;

/**
 * What somebody has put to the player is answered while they are here, in the words of the beat as far as it has any: an offer is taken or
 * turned down, a request followed or refused, a question answered. (rules PC66 and PC660)
 */
function answersTo(view: View, { id, offer }: OpenBeat, base: Omit<Candidate, "verb" | "bind">): readonly Candidate[] {
  const person = offer && view.people.get(offer.npc);
  if (!offer || !person || !knowledge.isPresent(view, person.id)) return [];
  const { kind, yes, no } = offer;
  if (isAsking(yes)) return whatIsMeant(view, person, { id, text: yes, base });
  return [yes, ...(no === undefined ? [] : [no])].map((text, at): Candidate => {
    return {
      ...base,
      verb: at === 0 ? "accept" : "refuse",
      bind: { beat: id, npc: person.id, text, ...(at === 0 ? thingOf(view, text) : {}) },
      text: capitalised(text),
      tags: [`${at === 0 ? "took" : "refused"}-${kind}-${slug(id)}`],
    };
  });
}

/** The thing that an answer brings the player, or takes from them. (rule PC1603) */
function thingOf(view: View, words: string): { readonly item?: string } {
  const taken = carriedOff(words);
  if (taken !== undefined) return { item: slug(bare(taken)) };
  const head = /^give .+ (?:the|your) (?:\p{L}+ )*(\p{L}+)$/u.exec(words)?.[1];
  const given = head === undefined ? undefined : view.inventory.find(({ name }) => hasWord(name.toLowerCase(), head));
  return given === undefined ? {} : { item: given.id };
}

/** Whether an answer is itself a question: "ask Osk what he means", "ask the Bishop what is in the flask". */
export const isAsking = (words: string): boolean => /^ask\b/i.test(words);

/** Somebody is asked what they mean, where somebody here has an answer to it. (rules PC663 and PC1600) */
function whatIsMeant(
  view: View,
  asked: Person,
  {
    id,
    text: words,
    base,
  }: { readonly id: string; readonly text: string; readonly base: Omit<Candidate, "verb" | "bind"> },
): readonly Candidate[] {
  // Who has something to say to it is asked first: what one has said, others have heard.
  const speakers = words === meant(asked) ? [asked, ...remarkers(view)] : [asked];
  return speakers
    .flatMap((able): Candidate[] => {
      const said = gains.meaning(view, able.id);
      const text = words === meant(asked) ? meant(able) : words;
      return said === undefined
        ? []
        : [
            {
              ...base,
              verb: "decide",
              bind: { beat: id, npc: able.id, text, fact: said.id },
              text: capitalised(text),
              about: id,
              tags: [],
            },
          ];
    })
    .slice(0, 1);
}

/** Everybody here who has made a remark in the beat of this scene, the last first. */
const remarkers = (view: View): readonly Person[] =>
  (view.beat?.dialogue ?? [])
    .toReversed()
    .filter(({ line }) => isRemark(line))
    .flatMap(({ speaker }) => view.present.filter(({ id, speech }) => id === speaker && speech === "words"));

/** A thing that lies there can be taken, in the scene that shows it. (rule PC664) */
function finds(view: View): readonly Candidate[] {
  const { beat } = view;
  if (!beat || beat.decisions.length > 0 || (beat.choices ?? []).some(({ fact }) => fact === undefined)) return [];
  const thing = foundIn(beat.told);
  const item = thing === undefined ? "" : slug(bare(thing));
  if (thing === undefined || view.inventory.some(({ id }) => id === item)) return [];
  const text = `take ${thing}`;
  return [
    {
      verb: "decide",
      bind: { beat: beat.id, item, text },
      text: capitalised(text),
      sources: [{ kind: "beat", ref: beat.id, text: beat.title }],
      salience: 2,
      learned: true,
      tags: [`took-${item}-${slug(beat.id)}`],
      takesUp: true,
    },
  ];
}

/** A title would say how it ends: it tells last pages apart where there are several, and else stays unsaid. (rule PC600) */
function lastPageWords({ hooks }: View, title: string): string {
  if (hooks.filter(({ kind }) => kind === "ending").length === 1) return "See it through to the end";
  const plain = title === title.toUpperCase() ? capitalised(title.toLowerCase()) : title;
  return `See it through: ${plain}`;
}

function ofHook(view: View, hook: Hook): readonly Candidate[] {
  if (hook.kind === "ending") {
    return [
      {
        verb: "end",
        bind: { ending: hook.ending, text: hook.text ?? hook.title },
        text: hook.text ?? lastPageWords(view, hook.title),
        sources: [{ kind: "ending", ref: hook.ending, text: hook.title }],
        salience: 3,
        learned: true,
        tags: hook.tag === undefined ? [] : [hook.tag],
        due: true,
        ...(hook.presses || hook.last ? { insists: true } : {}),
      },
    ];
  }
  const sources: readonly SourceRef[] = [{ kind: "beat", ref: hook.beat, text: hook.title }];
  if (hook.kind === "beat-later") return [waitingFor(view, hook)];
  if (hook.kind === "beat-elsewhere") {
    const next = firstOnTheWay(view, hook.place);
    if (hook.place === view.placeId || !view.places.has(next)) return [];
    const called = next === hook.place ? whoWaits(view, hook) : {};
    const waits = hook.minutes === undefined ? {} : { waits: true as const };
    const way = { sources, learned: true, tags: [], ...summons(view, { ...hook, place: next }), ...called, ...waits };
    // What is only foreseen, at a place that nobody has named, is no more than a way on: for want of anything else. (rule PC3210)
    const isForeseen = hook.when === "soon" && way.bind.npc === undefined && !knowledge.knowsPlace(view, next);
    // Nor does anybody walk out of a beat for where nobody has spoken of. (rule PC3702)
    const isAimless = view.beat !== null && way.text === undefined && isVague(view, next);
    if ((!isForeseen && !isAimless) || hook.minutes !== undefined) return [way];
    const { due: _, insists: __, ...rest } = way;
    return [{ ...rest, idle: true, salience: 0.6 }];
  }
  const { authored } = hook;
  if (authored?.onlyHere && !isAtHand(view, hook)) return [];
  const how = hook.npc === undefined ? undefined : view.standing.get(hook.npc);
  const isHere = hook.npc !== undefined && knowledge.isPresent(view, hook.npc);
  // Nothing is done with somebody who is dead or nowhere to be found.
  if (hook.npc !== undefined && !isHere && (how?.alive !== true || !view.places.has(how.place))) return [];
  const away = hook.npc === undefined || isHere ? undefined : how?.place;
  const place = hook.place ?? away;
  const presses = hook.presses ? ({ insists: true } as const) : {};
  if (place !== undefined && place !== view.placeId && !isOnThingAtHand(view, hook)) {
    // Nothing is done here that is done where the story has not come to yet. (rule PC68)
    if (!view.places.has(place)) return [];
    const next = firstOnTheWay(view, place);
    if (!view.places.has(next)) return [];
    // Nobody is pressed where they are not: whoever can be met nowhere has to come first. (rule PC3706)
    const deed = authored === undefined ? infinitive(hook.text ?? tagInWords(view, hook.tag)) : "";
    const spokenTo = talkedToAbsent(view, deed);
    if (spokenTo !== undefined && !view.places.has(view.standing.get(spokenTo.id)?.place ?? "")) return [];
    const bind = { place: next, ...(hook.npc !== undefined && away === next ? { npc: hook.npc } : {}) };
    const along = (next === place ? withDeed(view, hook, place) : undefined) ?? { tags: [] };
    return [
      {
        verb: "go",
        bind,
        sources,
        salience: 1.6,
        learned: true,
        ...along,
        ...dueThere(view, next),
        ...presses,
      },
    ];
  }
  // What they must feel first is brought about by deeds: `wanted` speaks for those.
  if (away !== undefined || hook.measure !== undefined) return [];
  if (authored) return [authoredChoice(hook, authored)];
  const words = withNames(view, hook, infinitive(hook.text ?? tagInWords(view, hook.tag)));
  const absent = words === undefined ? undefined : talkedToAbsent(view, words);
  if (words === undefined || absent !== undefined) {
    const there = absent && view.standing.get(absent.id)?.place;
    const next = there && view.places.has(there) ? firstOnTheWay(view, there) : undefined;
    if (!absent || next === undefined || !view.places.has(next) || next === view.placeId) return [];
    const bind = { place: next, ...(next === there ? { npc: absent.id } : {}) };
    return [{ verb: "go", bind, sources, salience: 1.6, learned: true, tags: [], ...dueThere(view, next), ...presses }];
  }
  const text = towardsAbsent(view, words);
  return [
    {
      verb: "decide",
      bind: { beat: hook.beat, text, ...(hook.npc === undefined ? {} : { npc: hook.npc }) },
      sources,
      salience: 1.9,
      learned: true,
      tags: [hook.tag, ...(hook.also ?? [])],
      due: true,
      text: capitalised(text),
      ...(hook.closes ? { closes: true } : {}),
      ...presses,
    },
  ];
}

/**
 * Whether a deed is done with nothing but things that this scene has shown, or that the player carries: it is done where these are, and
 * its beat takes the player along. (rule PC3100)
 */
function isOnThingAtHand(view: View, hook: Extract<Hook, { kind: "tag" }>): boolean {
  if (hook.npc !== undefined || hook.authored !== undefined || hook.measure !== undefined) return false;
  const deed = hook.text ?? "";
  const nouns = thingsIn(deed).map(({ noun }) => noun);
  if (nouns.length === 0 || GOES.test(deed) || namesIn(view, deed).some((key) => key.startsWith("place:")))
    return false;
  const shown = view.beat?.told ?? [];
  const isAtHand = (noun: string): boolean =>
    view.inventory.some(({ name }) => hasWord(name.toLowerCase(), noun)) ||
    shown.some((text) => hasWord(text.toLowerCase(), noun));
  return nouns.every(isAtHand);
}

/** Words of a journey with what is to be done at its end. */
const MOST_WAY_WORDS = 14;

/** A journey to where a deed is to be done says so, and does it, where it can be said in few words. (rule PC1500) */
function withDeed(
  view: View,
  hook: Extract<Hook, { kind: "tag" }>,
  place: string,
): (Pick<Candidate, "tags"> & { readonly text?: string }) | undefined {
  if (hook.authored !== undefined || hook.measure !== undefined || hook.text === undefined) return undefined;
  const deed = withNames(view, hook, infinitive(hook.text));
  if (deed === undefined) return undefined;
  const tags = [hook.tag, ...(hook.also ?? [])];
  if (/^go (?:back )?to\b/i.test(deed)) return { text: capitalised(deed), tags };
  // "Go to the hall and ask Osk" does not say what.
  if (
    GOES.test(deed) ||
    /^(?:ask|tell|press|question) (?:the )?\p{Lu}?[\p{L}’'.-]+(?: \p{Lu}[\p{L}’'-]+)?$/u.test(deed)
  )
    return undefined;
  const absent = talkedToAbsent(view, deed);
  if (absent !== undefined && view.standing.get(absent.id)?.place !== place) return undefined;
  // Of whom nobody has spoken, the way alone is offered: they are met at its end. (rule PC5414)
  const isStranger = (key: string): boolean =>
    key.startsWith("npc:") &&
    view.named[key] === undefined &&
    view.standing.get(key.slice("npc:".length))?.met === undefined;
  if (namesIn(view, deed).some(isStranger)) return { tags };
  if (!isSpokenOf(view, deed)) return isVague(view, place) ? undefined : { tags };
  // "Go on and ask for the book" leads nowhere: whoever goes for a deed says the deed. (rule PC1500)
  const text = `${isVague(view, place) ? "Go" : wayTo(view, place)} and ${deed}`;
  return text.split(" ").length > MOST_WAY_WORDS ? undefined : { text, tags };
}

/** Deeds with somebody that anybody can set out for. */
const OF_MEETING =
  /^(?:find|fetch|meet|see|visit|call on|help|follow|bring|warn|tell|ask|look for|talk to|speak (?:to|with)|thank|join|wait for|press|confront|question|accuse|show|give|return)\b/iu;

/**
 * Whether an errand for somebody that is done elsewhere has been spoken of: a text has named each thing in it of late. Else nobody could know
 * of it, and the way alone is offered. (rule PC6206)
 */
function isSpokenOf(view: View, deed: string): boolean {
  const { things } = view.memory;
  const kept = things === undefined ? [] : [things, ...things.earlier].flatMap(({ names }) => names);
  const told = [
    ...(view.beat?.told ?? []),
    ...(view.beat?.dialogue ?? []).map(({ line }) => line),
    ...kept,
    view.place?.name ?? "",
  ];
  const lower = told.join(". ").toLowerCase();
  const isCarried = (noun: string): boolean => view.inventory.some(({ name }) => hasWord(name.toLowerCase(), noun));
  const isNamed = (noun: string): boolean =>
    view.matter.topics.some(
      ({ id, np }) => view.named[`topic:${id}`] !== undefined && hasWord(np.toLowerCase(), noun),
    ) ||
    view.matter.places.some(
      ({ id, name }) => view.named[`place:${id}`] !== undefined && hasWord(name.toLowerCase(), noun),
    );
  // Who does something for somebody has been asked for it, or has heard of the need.
  if (
    OF_MEETING.test(deed) ||
    !/ (?:for|to) (?:the \p{Ll}+|(?:the )?\p{Lu}[\p{L}’'.-]+(?: \p{Lu}[\p{L}’'-]+)?)$/u.test(deed)
  )
    return true;
  const nouns = thingsIn(deed).map(({ noun }) => noun);
  return nouns.length === 0 ? false : nouns.every((noun) => hasWord(lower, noun) || isCarried(noun) || isNamed(noun));
}

/** A deed that is itself a way. */
const GOES = /^(?:go|come|walk|follow|cross|climb|return)\b/i;

/** Whether a choice can be made where the player is, with whom it needs. */
function isAtHand(view: View, { place, npc }: Extract<Hook, { kind: "tag" }>): boolean {
  return (place === undefined || place === view.placeId) && (npc === undefined || knowledge.isPresent(view, npc));
}

/** A choice in its author's words. Those of the beat that has just been told are answers to it. (rules PC770 and PC771) */
function authoredChoice(
  hook: Extract<Hook, { kind: "tag" }>,
  { rows, roll, answers }: NonNullable<Extract<Hook, { kind: "tag" }>["authored"]>,
): Candidate {
  const { beat, title, tag, npc } = hook;
  const text = plainWords(hook.text ?? tag);
  return {
    verb: "decide",
    bind: { beat, text: asDeed(text), ...(npc === undefined ? {} : { npc }) },
    sources: [{ kind: "beat", ref: beat, text: title }],
    salience: answers ? 2.2 : 1.9,
    learned: true,
    tags: [tag],
    due: true,
    text: capitalised(text),
    rows,
    ...(answers ? { answers: beat } : {}),
    ...(roll ? { check: roll } : {}),
    ...(hook.presses ? { insists: true as const } : {}),
  };
}

/** An author's choice as it stands after "you": what is said is said, and an order loses its capital. */
function asDeed(text: string): string {
  const words = text.replace(/(?<![.!?…])[.]$/, "");
  const said = /^["“](.+?)[,.]?["”](?:,? (?:you (?:say|answer|reply)|say))?$/u.exec(words)?.[1];
  if (said !== undefined) return `say “${said.replace(/(?<![.!?…])$/, ".")}”`;
  if (/^I\b/.test(words)) return `say: “${words}”`;
  const [first = ""] = words.split(/[\s,]/);
  return /^\p{Lu}\p{Ll}*$/u.test(first) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** Somebody who is not here and to whom an act is done by speaking: nobody is pressed from afar. (rule PC616) */
function talkedToAbsent(view: View, words: string): Person | undefined {
  const rest = /^(?:press|ask|tell|show|give|confront|accuse|thank|question|warn|forgive|promise|answer) (.+)$/i.exec(
    words,
  )?.[1];
  return rest === undefined
    ? undefined
    : view.matter.people.find(
        ({ id, short, name }) =>
          [short, name].some((form) => rest.startsWith(form) && !/^[\p{L}’']/u.test(rest.slice(form.length))) &&
          !knowledge.isPresent(view, id),
      );
}

/**
 * An act's words with a name for whom a pronoun in them means: the one of the beat's people who has that pronoun, if the player has heard
 * of them. Undefined where nobody can tell who is meant, unless it presses. (rule PC616)
 */
function withNames(view: View, hook: Extract<Hook, { kind: "tag" }>, words: string): string | undefined {
  const found = /\b(?:he|she)\b/i.exec(words);
  if (!found || view.matter.people.some(({ short }) => hasWord(words.slice(0, found.index), short))) return words;
  const pronoun = found[0].toLowerCase();
  const meant = (hook.people ?? [])
    .flatMap((id) => view.people.get(id) ?? [])
    .filter((person) => person.pronoun === pronoun);
  const [person] = meant;
  if (!person || meant.length > 1 || !knowledge.knowsPerson(view, person.id)) return hook.presses ? words : undefined;
  return `${words.slice(0, found.index)}${person.short}${words.slice(found.index + pronoun.length)}`;
}

/** A deed with somebody who is not here, where it is to be done: they are looked for first. (rule PC536) */
function towardsAbsent(view: View, text: string): string {
  const person = view.matter.people.find(
    ({ id, short }) => text.endsWith(` with ${short}`) && !knowledge.isPresent(view, id),
  );
  return person === undefined || /^(?:find|look|go|side)\b/.test(text)
    ? text
    : `find ${person.short} and ${text.slice(0, -person.short.length)}${objectPronoun(person)}`;
}

/** Deeds by which somebody comes to think better of the player, and worse. */
const KIND: readonly Verb[] = ["help", "give", "accept", "trust", "settle", "warn"];
const UNKIND: readonly Verb[] = ["press", "confront", "refuse", "bluff"];

/** A deed that brings somebody nearer to what the story waits for them to feel has that as its source, and is due. */
export function wanted(view: View, one: Candidate): Candidate {
  if (one.due || one.bind.npc === undefined || one.bind.beat !== undefined) return one;
  const hook = view.hooks.find(
    (it): it is Extract<Hook, { kind: "tag" }> =>
      it.kind === "tag" && it.measure !== undefined && it.npc === one.bind.npc,
  );
  if (!hook) return one;
  const feeling = view.standing.get(one.bind.npc)?.feeling ?? 0;
  const worse = hook.measure === "dislikes" || hook.measure === "hates" || (hook.measure === "neutral" && feeling > 0);
  if (!(worse ? UNKIND : KIND).includes(one.verb)) return one;
  const sources: readonly SourceRef[] = [{ kind: "beat", ref: hook.beat, text: hook.title }, ...one.sources];
  return { ...one, sources, learned: true, due: true, salience: one.salience + 1 };
}

/** Scenes for which somebody whom a text has named can be waited for by name. */
const LATELY = 3;

/**
 * The way to what waits says until when one waits for it, else who is looked for there: somebody of the beat whom the player knows of, and
 * who is not here. (rule PC1501)
 */
function whoWaits(
  view: View,
  { place, people = [], when, guide, host, minutes, weekday }: Extract<Hook, { kind: "beat-elsewhere" }>,
): Partial<Pick<Candidate, "text" | "seeks" | "bind">> {
  // Whoever has no words is not looked for: there is nothing to say to them. (rule PC4211)
  const hasWords = (id: string): boolean => !["none", "sounds"].includes(view.people.get(id)?.speech ?? "none");
  const isKnown = (id: string): boolean =>
    view.standing.get(id)?.alive === true &&
    hasWords(id) &&
    knowledge.knowsPerson(view, id) &&
    !knowledge.isPresent(view, id);
  const way = wayTo(view, place);
  if (minutes !== undefined) {
    const wait = waitWords(view.minutes, { minutes, ...(weekday === undefined ? {} : { weekday }) });
    // Whom one waits for is said, where one cannot say where one goes. (rule PC3708)
    const awaited = people.filter((id) => isKnown(id)).flatMap((id) => view.people.get(id) ?? [])[0];
    // The road itself takes the time. (rule PC5840)
    if ((stopsAhead(view, place) ?? 0) > 0 && !isVague(view, place)) {
      const day = /^wait for (\p{Lu}\p{L}+)$/u.exec(wait)?.[1];
      return { text: capitalised(day === undefined ? way : `${way}, to be there on ${day}`) };
    }
    // Of whom nothing was said for long, nobody can know that the day brings them. (rule PC6205)
    const isInMind = awaited !== undefined && lastNamed(view, `npc:${awaited.id}`) >= view.scene - LATELY;
    if (isVague(view, place) && awaited !== undefined && isInMind)
      return { seeks: awaited.id, text: capitalised(`${wait} and look for ${awaited.short}`) };
    if (isVague(view, place)) return { text: capitalised(wait) };
    return { text: capitalised(`${wait} and ${way.charAt(0).toLowerCase()}${way.slice(1)}`) };
  }
  if (when !== "due") return {};
  // In the scene of a beat nobody asks the player along, nor says where somebody is. (rule PC3702)
  const mayBeSaid = view.beat === null || !isVague(view, place);
  // Whoever would take the player there is gone with. (rule PC3320)
  const leader =
    guide !== undefined && mayBeSaid && knowledge.isPresent(view, guide) ? view.people.get(guide) : undefined;
  if (leader && (leader.speech === "words" || !isVague(view, place))) {
    const bind = { place, npc2: leader.id };
    const back = view.visited[place] === undefined ? "" : "back ";
    return { bind, text: `Go ${back}with ${leader.short} to ${view.places.get(place)?.name ?? place}` };
  }
  const others = people.filter(isKnown).flatMap((id) => view.people.get(id) ?? []);
  const placeOf = ({ id }: Person): string => view.standing.get(id)?.place ?? "";
  // Who is somewhere else now may be met there; but nobody is looked for where they were not left a moment ago, nor by the name of a place
  // where nobody has seen them. (rule PC3703)
  const sought =
    others.find((person) => placeOf(person) === place) ??
    others.find(({ id }) => id === host) ??
    (isVague(view, place)
      ? others.find((person) => placeOf(person) !== "" && placeOf(person) !== view.placeBefore)
      : undefined);
  // Where something waits for the player it is named, though no text has: nobody leaves for they do not know where. (rule PC5300)
  if (sought === undefined) return isVague(view, place) && mayBeSaid ? namedWay(view, place) : {};
  const seeks = sought.id;
  return {
    seeks,
    text: !isVague(view, place) ? `${way} and look for ${sought.short}` : `Look for ${sought.short}`,
  };
}

function namedWay(view: View, place: string): Pick<Candidate, "text"> {
  const name = view.places.get(place)?.name;
  return name === undefined || isInside(view, place) || !/^(?:the |an? |your )|\p{Lu}/u.test(name)
    ? {}
    : { text: `Go to ${name}` };
}

/**
 * The journey to a beat: to whoever is in it and is known to be there. What is still to come is offered like any journey that the story waits for; what waits goes before everything else.
 */
function summons(
  view: View,
  hook: Extract<Hook, { kind: "beat-elsewhere" }>,
): Pick<Candidate, "verb" | "bind" | "salience" | "due" | "insists"> {
  const person = (hook.people ?? [])
    .flatMap((id) => view.people.get(id) ?? [])
    .find(
      ({ id }) =>
        knowledge.knowsPerson(view, id) &&
        !knowledge.isPresent(view, id) &&
        view.standing.get(id)?.alive === true &&
        view.standing.get(id)?.place === hook.place,
    );
  const bind = { place: hook.place, ...(person ? { npc: person.id } : {}) };
  if (hook.when === "soon") return { verb: "go", bind, salience: 2, ...dueThere(view, hook.place) };
  return { verb: "go", bind, salience: 2.5, due: true, insists: true };
}

/** A journey that the story waits for; but two things that wait in two places do not send the player to and fro. */
function dueThere(view: View, place: string): Pick<Candidate, "due"> {
  return turnsBack(view, place) ? {} : { due: true };
}

/** "side-with-osk" as "side with Osk": names get back the form that they are known by. */
export function tagInWords(view: View, tag: string): string {
  let words = tag.replaceAll(/[-_]+/g, " ").trim();
  const proper = [
    ...view.matter.people.flatMap((person) => [person.name, person.short]),
    ...view.matter.topics.map((topic) => bare(topic.np)),
    ...view.matter.places.map((place) => bare(place.name)),
  ].filter((name) => /\p{Lu}/u.test(name));
  for (const name of proper.sort((a, b) => b.length - a.length)) {
    const escaped = escapeRegExp(name);
    words = words.replace(new RegExp(`(?<![\\p{L}])${escaped}(?![\\p{L}])`, "giu"), name);
  }
  // "promised nothing" is a flag of what was done: "promise nothing" is to be done. (rule PC4803)
  return words.replace(/^\p{Ll}+/u, (first) => {
    const [lemma = first] = isLemma(first) ? [] : verbLemmas(first);
    return lemma !== first && pastTense(lemma) === first ? lemma : first;
  });
}
