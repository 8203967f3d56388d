/** Where the player can go, whom they can follow, and what they can get away from. */
import { type Fact, liesIn, type Person, type Place } from "@narratoria/protocol/story";
import { beatAtHand, isOfPremise } from "./aftermath.js";
import type { Candidate } from "./candidate.js";
import { type CaseFile, inquirySource, servedByFacts, topicsInMind } from "./case-file.js";
import * as knowledge from "./knowledge.js";
import { minutesTo, stopsAhead } from "./roads.js";
import { factSource, personSource, placeSource, threadSource } from "./sources.js";
import { lastNamed } from "./fresh-names.js";
import { ownThing } from "./talk-candidates.js";
import type { View } from "./view.js";
import { isVague } from "./wording.js";
import { bare } from "./words.js";
import { canBeShown } from "./yields.js";

/** Scenes after a journey in which nobody would think of turning back. */
const TURN_BACK = 2;

/** Scenes in one place from which on leaving it is favoured, more so with each that follows. */
const DWELL = 4;

export function journeys(view: View, file: CaseFile): readonly Candidate[] {
  const stayed = view.scene - view.memory.arrived;
  const restless = stayed >= DWELL ? 1 + 0.3 * (stayed - DWELL) : 0;
  if (isAwaitedHere(view)) return flights(view);
  // Who knows where the story goes on does not set out for nowhere, nor for anywhere else of their own accord. (rules PC4800 and PC5901)
  const isCalled = isCalledElsewhere(view);
  const travels = view.matter.places
    .filter((place) => place.id !== view.placeId && !isAround(view, place) && !waitsInPart(view, place))
    .filter(
      (place) => owesSomething(view, place.id) && isNext(view, place.id) && !(isCalled && isVague(view, place.id)),
    )
    .map((place): Candidate => {
      const naming = view.learned.find((fact) => fact.names.includes(`place:${place.id}`));
      const serves = leadsTo(file, place);
      const fresh = view.visited[place.id] === undefined;
      const familiar = knowledge.knowsPlace(view, place.id);
      const goesOn = (stopsAhead(view, place.id) ?? 0) > 0;
      const isNamed = fresh && isOfPremise(view, `place:${place.id}`);
      const hasCause =
        goesOn ||
        (!isCalled &&
          (isNamed ||
            (isJustNamed(view, place) &&
              (naming !== undefined || serves.length > 0) &&
              findsThere(view, file, place, fresh))));
      return {
        verb: "go",
        bind: { place: place.id },
        sources: [...inquirySource(file, serves), naming ? factSource(naming) : placeSource(view, place.id)],
        salience:
          0.3 +
          (fresh ? 0.4 : 0) +
          (naming || serves.length > 0 ? 0.5 : 0) +
          restless -
          (familiar ? 0 : 0.4) -
          (turnsBack(view, place.id) ? 1 : 0),
        learned: naming !== undefined || (serves.length > 0 && view.scene > 0),
        tags: [],
        serves,
        ...(hasCause && knowledge.knowsPlace(view, place.id) ? {} : { idle: true as const }),
        ...(canBeShown(view, place.id) && knowledge.knowsPlace(view, place.id) ? {} : { empty: true as const }),
      };
    });
  const visits = view.matter.people.flatMap((person): Candidate[] => {
    const how = view.standing.get(person.id);
    if (!how?.alive || how.withdrawn === true || how.place === view.placeId || !view.places.has(how.place)) return [];
    if (knowledge.isPresent(view, person.id) || !knowledge.knowsPerson(view, person.id)) return [];
    const debt = view.threads.find((thread) => thread.npc === person.id && thread.kind !== "watcher");
    const pointed = view.memory.redirect?.npc === person.id && view.scene - view.memory.redirect.scene <= 6;
    // Only where they live can they be looked for: nobody knows where somebody else has wandered off to.
    if (how.place !== person.home || !isNext(view, how.place)) return [];
    // Whoever is looked for has something to say on what one has in mind.
    const topic = topicsInMind(view, file).find(
      (one) => canSpeakOf(view, person, one) && knowledge.answers(view, one, person.id).length > 0,
    );
    const serves =
      person.speech === "words"
        ? servedByFacts(
            file,
            topicsInMind(view, file).flatMap((one) =>
              canSpeakOf(view, person, one) ? knowledge.answers(view, one, person.id) : [],
            ),
          )
        : [];
    const naming = topic === undefined ? undefined : knowledge.knownFactNaming(view, topic);
    const meant = pointed ? view.memory.redirect?.topic : topic;
    // Nobody sets out to ask about what was not spoken of just now, nor about what anybody could say. (rule PC4202)
    const isMeant = pointed || (meant !== undefined && isSubject(view, person, meant));
    const isOwn = meant !== undefined && (knowledge.isOwnName(view, person, meant) || ownThing(view, person, meant));
    const about = isOwn || !isMeant ? undefined : meant;
    return [
      {
        verb: "go",
        bind: {
          place: how.place,
          npc: person.id,
          ...(about !== undefined && person.speech === "words" && view.topics.has(about) ? { topic: about } : {}),
        },
        sources: [
          ...inquirySource(file, serves),
          debt ? threadSource(debt) : naming ? factSource(naming) : personSource(view, person.id),
        ],
        salience:
          0.8 +
          (topic === undefined ? 0 : 0.3) +
          restless -
          (turnsBack(view, how.place) ? 1 : 0) +
          (pointed ? 1.5 : 0) +
          (debt ? 0.6 : 0),
        learned: debt !== undefined || pointed || how.met !== undefined || naming !== undefined,
        tags: [],
        serves,
        // Nobody is called on who has nothing to say, and nothing to settle, but whom the beat at hand has named, if they have words.
        // (rules PC3163 and PC4211)
        ...((about === undefined || (isCalled && !pointed && view.beat !== null)) &&
        debt === undefined &&
        (isCalled ||
          wasThere(view, how.place) ||
          (serves.length === 0 &&
            !isOfPremise(view, `npc:${person.id}`) &&
            (beatAtHand(view)?.names.includes(`npc:${person.id}`) !== true || person.speech !== "words")))
          ? {
              idle: true as const,
              ...(how.met === undefined && !wasOffered(view, person.id, how.place) ? {} : { empty: true as const }),
            }
          : {}),
      },
    ];
  });
  const { left } = view.memory;
  const gone = left && left.scene === view.scene ? view.people.get(left.npc) : undefined;
  const follows: Candidate[] =
    gone && left && view.places.has(left.place) && left.place !== view.placeId && isNext(view, left.place)
      ? [
          {
            verb: "follow",
            bind: { npc: gone.id, place: left.place },
            sources: [personSource(view, gone.id)],
            salience: 1.6,
            learned: view.standing.get(gone.id)?.met !== undefined,
            tags: [],
          },
        ]
      : [];
  return [...travels, ...visits, ...follows, ...flights(view)];
}

/** Whether the story waits for the player somewhere else: there they go next. */
const isCalledElsewhere = (view: View): boolean =>
  view.hooks.some(
    (hook) =>
      (hook.kind === "beat-elsewhere" && hook.beat !== view.beat?.id) ||
      (hook.kind === "tag" && hook.presses === true && hook.place !== undefined && hook.place !== view.placeId),
  );

/** Whether something waits in a part of a place: the way there is offered, and not to the whole beside it. (rule PC5302) */
function waitsInPart(view: View, place: Place): boolean {
  return view.hooks.some((hook) => {
    const part = hook.kind === "beat-elsewhere" ? view.places.get(hook.place) : undefined;
    return part !== undefined && liesIn(part, place);
  });
}

/** Scenes for which nobody is looked for again without a reason. (rule PC3302) */
const VISIT_REST = 6;

/** Whether the player has come from a place not long ago. */
const wasThere = ({ scene, memory: { came } }: View, place: string): boolean =>
  came?.from === place && scene - came.scene <= VISIT_REST;

/** Whether it was offered of late to look for somebody where they are. */
const wasOffered = (view: View, npc: string, place: string): boolean =>
  Object.entries(view.memory.offers).some(
    ([key, { last }]) => key.startsWith(`go|${npc}||`) && key.includes(`|${place}`) && view.scene - last <= VISIT_REST,
  );

/**
 * Whether a place is what the player's own is part of by its name, or is part of that by what is first said of it: at the dairy of La Frasse
 * one is in La Frasse, and in St Anne's Church one is at "the crypt of St Anne's". (rule PC3303)
 */
function isAround(view: View, place: Place): boolean {
  const here = view.place;
  const name = bare(place.name);
  if (here === undefined || bare(here.name) === name) return false;
  if (liesIn(here, place)) return true;
  const whole = bare(here.name);
  // "St Anne's" of St Anne's Church.
  const proper = /^(\p{Lu}[\p{L}.’']*(?: \p{Lu}[\p{L}.’']*)+)$/u.test(whole) ? whole.replace(/ [^ ]+$/u, "") : whole;
  const [fact] = view.topics.get(place.topic ?? place.id)?.facts ?? [];
  const firsts = [place.sentences[0], fact === undefined ? undefined : view.facts.get(fact)?.text];
  const isPart = (sentence: string): boolean => {
    const at = sentence.indexOf(name);
    const rest = at < 0 || at > 4 ? "" : sentence.slice(at + name.length);
    const after = /^ (?:of|in|inside|within) (?:the )?(.+)$/u.exec(rest)?.[1] ?? "";
    return [whole, proper].some((form) => form !== "" && after.startsWith(form));
  };
  return firsts.some((sentence) => sentence !== undefined && isPart(sentence));
}

/** Whether this scene or the one before speaks of a place: nobody sets out for what was heard of long ago. (rule PC3302) */
function isJustNamed(view: View, { id, topic = id }: Place): boolean {
  return [`place:${id}`, `topic:${topic}`].some(
    (key) => view.beat?.names.includes(key) === true || lastNamed(view, key) >= view.scene - 1,
  );
}

/** Whether somebody has a topic at heart, or alone knows something of it: nobody is looked for to hear common talk. */
function canSpeakOf(view: View, person: Person, topic: string): boolean {
  if (knowledge.isOwnName(view, person, topic)) return false;
  return (
    person.topics.includes(topic) ||
    knowledge.answers(view, topic, person.id).some(({ said }) => said === person.id) ||
    knowledge.untold(view, topic, person.id).some(({ knownBy }) => knownBy !== "common")
  );
}

/** Scenes for which a thing that was named is reason enough to go and ask somebody about it. */
const SUBJECT = 2;

/** Whether a topic was named just now and somebody has words of their own on it, or alone knows something of it. (rule PC4202) */
function isSubject(view: View, person: Person, topic: string): boolean {
  return (
    lastNamed(view, `topic:${topic}`) > view.scene - SUBJECT &&
    knowledge.answers(view, topic, person.id).some(({ said, knownBy }) => said === person.id || knownBy !== "common")
  );
}

/** Ids of the inquiries that a place bears on: it is named in them, or a clue is about it. */
function leadsTo({ open }: CaseFile, { id, topic }: Place): readonly string[] {
  const key = `place:${id}`;
  return open.flatMap((inquiry) => {
    const isNamed = inquiry.names.includes(key);
    const bears = inquiry.clues.some(
      (fact) => fact.names.includes(key) || (topic !== undefined && fact.topic === topic),
    );
    return isNamed || bears ? [inquiry.id] : [];
  });
}

/** Whether a place can be set out for by the way: on the road what lies at this stop, and the next one; none that lies behind. */
function isNext(view: View, place: string): boolean {
  const ahead = stopsAhead(view, place);
  return ahead === undefined || ahead === 0 || (ahead === 1 && view.places.get(place)?.road?.part === undefined);
}

/** Whether there is something to be found out at a place: somebody whom the player has not met is there, or a clue is. */
function findsThere(view: View, file: CaseFile, { id, topic }: Place, fresh: boolean): boolean {
  const bears = (fact: Fact): boolean =>
    fact.names.includes(`place:${id}`) || (topic !== undefined && fact.topic === topic);
  const meetsSomebody = [...view.standing.values()].some((how) => how.alive && how.place === id);
  return (
    (fresh && meetsSomebody) ||
    view.unlearned.some((fact) => fact.knownBy === "common" && bears(fact) && file.wanted.has(fact.id))
  );
}

/** Whether a beat is about to happen where the player is: nobody leaves then but for what the story waits for elsewhere. */
function isAwaitedHere({ hooks, placeId, beat }: View): boolean {
  return hooks.some((hook) => hook.kind === "beat-elsewhere" && hook.place === placeId && hook.beat !== beat?.id);
}

/** Whether somebody or something waits at a place: a second visit to an empty room leads nowhere. */
function owesSomething(view: View, place: string): boolean {
  return (
    view.visited[place] === undefined ||
    [...view.standing.values()].some((how) => how.alive && how.place === place && how.met === undefined) ||
    view.hooks.some((hook) => hook.kind !== "ending" && hook.kind !== "beat-later" && hook.place === place)
  );
}

/** True for the way back to where the player has only just come from. */
export function turnsBack(view: View, place: string): boolean {
  const { came } = view.memory;
  return came?.from === place && view.scene - came.scene <= TURN_BACK;
}

/** Minutes of the longest way to a refuge. */
const REFUGE = 120;

/** Getting away is offered from somebody who hates the player, and from whoever has shown that they watch. */
function flights(view: View): readonly Candidate[] {
  const hostile = view.present.find((person) => (view.standing.get(person.id)?.feeling ?? 0) < -45);
  const watcher = view.threads.find(
    (thread) =>
      thread.kind === "watcher" &&
      thread.state === "due" &&
      thread.npc !== undefined &&
      knowledge.isPresent(view, thread.npc),
  );
  const npc = watcher?.npc ?? hostile?.id;
  const refuge = view.matter.places.find(
    ({ id }) => id !== view.placeId && view.visited[id] !== undefined && minutesTo(view, id) <= REFUGE,
  );
  if (npc === undefined || !refuge) return [];
  return [
    {
      verb: "flee",
      bind: { npc, place: refuge.id, ...(watcher ? { thread: watcher.id } : {}) },
      sources: [watcher ? threadSource(watcher) : personSource(view, npc)],
      salience: 1,
      learned: true,
      tags: [],
    },
  ];
}
