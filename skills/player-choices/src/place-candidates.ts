/** What can be done alone where the player stands. */
import { restMinutes } from "./waiting.js";
import { headOf } from "@narratoria/protocol/english";
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import type { Bindings, Fact, SourceRef } from "@narratoria/protocol/story";
import type { Candidate } from "./candidate.js";
import { type CaseFile, inquirySource, servedByFacts } from "./case-file.js";
import { inPaper, onProp, reckonable } from "./gains.js";
import * as knowledge from "./knowledge.js";
import { excelsAt, SENTIMENT_BOUND } from "./odds.js";
import { entryOf } from "./nature.js";
import { lookedKey, RECKONED } from "./outcome.js";
import { factSource, itemSource, personSource, placeSource } from "./sources.js";
import { type View, wasTold } from "./view.js";
import { capitalised, definite, fill, hasWord } from "./words.js";
import { canBeAwaited, canBeHeard, canBeSearched } from "./yields.js";

const READABLE =
  /\b(?:letter|book|ledger|page|map|notice|sign|log|diary|note|list|paper|card|register|chart|receipt|slate|label|almanac|plan|file|telegram|postcard|contract|deed|bill|roll|inscription|poster|board|plaque)s?\b/i;

const FORCEABLE =
  /\b(?:door|chest|drawer|gate|lid|shutter|lock|box|cupboard|hatch|cabinet|locker|trunk|case|safe|padlock|casket|crate)s?\b/i;

/** From ten at night to five in the morning it is time to sleep. */
function isLate({ minutes }: View): boolean {
  const hour = Math.floor((minutes % 1440) / 60);
  return hour >= 22 || hour < 5;
}

/**
 * What speaks for being done alone: a search where there is cause to look, a text that may hold a clue, a rest when it is due. What
 * nothing speaks for is idle. (rule PC62)
 */
export function alone(view: View, file: CaseFile): readonly Candidate[] {
  const { place } = view;
  const here = place ? [placeSource(view, place.id)] : [];
  const lying = knowledge.findable(view);
  const theirs = keptHere(view);
  // What is open, or what has been heard of the place, gives cause to look.
  const naming = view.learned.find((fact) => fact.names.includes(`place:${view.placeId}`));
  const clues = [...lying, ...theirs].filter(({ id }) => file.wanted.has(id));
  const hasCause = clues.length > 0 || (naming !== undefined && lying.length > 0);
  const serves = servedByFacts(file, clues);
  const cause = [...inquirySource(file, serves), ...(naming ? [factSource(naming)] : [])];
  const learned = naming !== undefined || (serves.length > 0 && view.scene > 0);
  const props = (place?.props ?? []).filter((prop) => prop.use === "fixture" || prop.use === "movable");
  const readable = (place?.props ?? []).filter(
    (prop) => prop.use !== "worn" && READABLE.test(prop.np) && onProp(view, prop.np) !== null,
  );
  const unseen = excelsAt(view, "sneak") || entryOf(view, "sly") !== undefined;
  const forceable = (view.present.length > 0 && !unseen ? [] : (place?.props ?? [])).filter(
    (prop) => FORCEABLE.test(prop.np) && prop.use !== "worn",
  );
  const concerned = view.present.some(({ id }) => file.concerned.has(id));
  const found = { sources: cause, learned, tags: [], serves } as const;
  const idle = { sources: here, learned: false, tags: [], salience: 0, idle: true } as const;
  const unless = (gives: boolean): { readonly empty?: true } => (gives ? {} : { empty: true });
  const isUnsearched = (prop: string): boolean => view.memory.done[`search:${view.placeId}:${prop}`] === undefined;
  const looking: Candidate[] = hasCause
    ? [
        ...props
          .filter(({ np }) => isUnsearched(np))
          .map(
            ({ np }): Candidate => ({
              ...found,
              verb: "search",
              bind: placed(view, { prop: np }),
              sources: [...cause, { kind: "place", ref: view.placeId, text: np }],
              salience: 0.9,
            }),
          ),
        ...(isUnsearched("") ? [{ ...found, verb: "search", bind: placed(view, {}), salience: 0.7 } as const] : []),
        ...readable.map(
          ({ np }): Candidate => ({
            ...found,
            verb: "read",
            bind: placed(view, { prop: np }),
            sources: [...cause, { kind: "place", ref: view.placeId, text: np }],
            salience: 1,
          }),
        ),
        ...forceable.map(
          ({ np }): Candidate => ({
            ...found,
            verb: "force",
            bind: placed(view, { prop: np }),
            sources: [...cause, { kind: "place", ref: view.placeId, text: np }],
            salience: 0.8,
          }),
        ),
      ]
    : [];
  // Nobody goes through the things of somebody who sits beside them. (rule PC535)
  const sneaking = view.matter.people
    .filter(
      ({ id, home }) =>
        home === view.placeId &&
        (unseen || !knowledge.isPresent(view, id)) &&
        knowledge.knowsPerson(view, id) &&
        (view.standing.get(id)?.feeling ?? 0) <= SENTIMENT_BOUND,
    )
    .flatMap((person): Candidate[] => {
      const kept = knowledge.stillKept(view, person.id);
      // Who moves unseen need not wait for a reason to look. (rule PC517)
      if (kept.length === 0 || !(file.concerned.has(person.id) || unseen)) return [];
      const bearing = servedByFacts(file, kept);
      return [
        {
          verb: "sneak",
          bind: placed(view, { npc: person.id }),
          sources: [...inquirySource(file, bearing), personSource(view, person.id)],
          salience: 0.8,
          learned: bearing.length > 0,
          tags: [],
          serves: bearing,
        },
      ];
    });
  const overheard = knowledge.overhearable(view).filter(({ id }) => file.wanted.has(id));
  const listening: Candidate =
    concerned && overheard.length > 0
      ? {
          verb: "listen",
          bind: placed(view, {}),
          sources: [...inquirySource(file, servedByFacts(file, overheard)), ...here],
          salience: 0.4,
          learned: view.scene > 0,
          tags: [],
          serves: servedByFacts(file, overheard),
        }
      : { ...idle, ...unless(canBeHeard(view)), verb: "listen", bind: placed(view, {}) };
  return [
    ...thingsSeen(view),
    ...looking,
    ...(looking.length > 0
      ? []
      : [
          {
            ...idle,
            ...unless(canBeSearched(view)),
            verb: "search",
            bind: placed(view, {}),
            // Nobody searches a whole city or a river for nothing in particular. (rule PC6208)
            text: `Look around ${place?.name ?? "you"}`,
          } as const,
        ]),
    ...unread(view).map(
      (item): Candidate => ({
        verb: "read",
        bind: { item: item.id },
        sources: [itemSource(item)],
        salience: 0.1,
        learned: false,
        tags: [],
        ...(clues.length > 0 ? {} : { idle: true as const }),
      }),
    ),
    ...sneaking,
    listening,
    { ...idle, ...unless(canBeAwaited(view)), verb: "watch", bind: placed(view, {}) },
    waitingOn(view) ?? { ...idle, ...unless(canBeAwaited(view)), verb: "wait", bind: placed(view, {}) },
    ...(worthReckoning(view, file)
      ? [
          {
            verb: "reckon",
            bind: {},
            sources: reckonSources(view),
            salience: 0.6,
            learned: true,
            tags: [],
            idle: true,
          } as const,
        ]
      : []),
    resting(view, here),
  ];
}

/** The words for letting the story go on: after a word with somebody, while somebody of a beat is here, before it closes, and else. */
const AFTER_TALK = ["leave {npc} in peace", "leave it at that with {npc}", "say no more to {npc}"] as const;
const WHILE_HERE = ["see what {npc} does next", "leave the next word to {npc}"] as const;
const AT_THE_END = ["stay a little longer", "say nothing for a while"] as const;
const AFTER_ALL = ["let things take their course", "bide your time", "see what comes of it"] as const;

/** Where a beat is on its way, who waits lets it come, and says so; elsewhere they wait for whoever may come by. (rule PC6211) */
function waitingOn(view: View): Candidate | undefined {
  const { beat, choice } = view;
  const ends = view.hooks.some(({ kind }) => kind === "ending");
  if (!ends && !view.hooks.some(({ kind }) => kind === "beat-elsewhere" || kind === "beat-later")) return undefined;
  const isHere = (id: string | undefined): boolean =>
    view.present.some((one) => one.id === id && one.speech === "words" && one.kind === "human");
  const inTalk = beat === null && choice?.verb !== "go" && isHere(choice?.bind.npc) ? choice?.bind.npc : undefined;
  const acting = beat?.people.findLast((id) => isHere(id));
  const npc = inTalk ?? acting;
  const all = ends ? AT_THE_END : inTalk !== undefined ? AFTER_TALK : acting !== undefined ? WHILE_HERE : AFTER_ALL;
  const random = createRandom(deriveSeed(view.seed, "waiting-on"));
  const text = fill(random.pick<string>(all), view, npc === undefined ? {} : { npc });
  if (text === null) return undefined;
  return {
    verb: "wait",
    bind: placed(view, { text }),
    text: capitalised(text),
    sources: view.place ? [placeSource(view, view.place.id)] : [],
    salience: 0,
    learned: false,
    tags: [],
    idle: true,
  };
}

/** What a sentence leans on stands before it. */
const LEANS = /^(?:it|its|they|their|them|he|she|this|that|these|those|and|but|so|or|then|there)\b/i;

/** A habit or a condition: what is so at times is not seen by whoever looks now. */
const AT_TIMES =
  /\b(?:if|whoever|whenever|when|unless|anybody|anyone|nobody|no one|always|never|every|used to|would)\b/iu;

/** Things of the place that the player has been shown, each with a sentence on it that has not been told. (rules PC537 and PC5400) */
function thingsSeen(view: View): readonly Candidate[] {
  const { place } = view;
  if (place === undefined) return [];
  const told = place.sentences.filter((text) => wasTold(view.told, text)).map((text) => text.toLowerCase());
  const used = new Set<string>();
  let hasLooked = false;
  // Who has an eye for things need not be shown them first. (rule PC2806)
  const keen = entryOf(view, "keen") !== undefined;
  return place.props.flatMap(({ np, use }): Candidate[] => {
    const head = headOf(np);
    const isOpen = keen || told.some((text) => hasWord(text, head));
    const isThere = use !== "worn" && use !== "carried" && use !== "area";
    const isShown = isThere && isOpen;
    const sentence = place.sentences.find(
      (text) =>
        !wasTold(view.told, text) && hasWord(text.toLowerCase(), head) && !LEANS.test(text) && !AT_TIMES.test(text),
    );
    if (!isThere || head.length < 3 || sentence === undefined || used.has(sentence)) return [];
    // Whoever looks about sees one thing after the other: of what is not told yet the first by its name. (rule PC3411)
    if (!isShown && (hasLooked || view.choice?.bind.prop === np)) return [];
    // What was looked at is left for a while. (rule PC3707)
    const looked = view.memory.done[lookedKey(view.placeId, np)];
    if (looked !== undefined && view.scene - looked <= LOOK_REST) return [];
    // What no scene has named is looked at only where nothing else is left. (rule PC4208)
    const isNamed = isShown || wasNamed(view, head);
    hasLooked ||= !isShown;
    used.add(sentence);
    const text = isShown ? `look closely at ${definite(np)}` : `look at ${definite(np)}`;
    return [
      {
        verb: "decide",
        bind: { text, prop: np },
        text: capitalised(text),
        result: sentence,
        sources: [{ kind: "place", ref: view.placeId, text: np }],
        salience: isShown ? 0.9 : 0.3,
        learned: false,
        tags: [],
        ...(isShown ? {} : { idle: true as const, ...(isNamed ? {} : { empty: true as const }) }),
      },
    ];
  });
}

/** Whether one of the last scenes has named a thing. */
function wasNamed({ memory: { things } }: View, head: string): boolean {
  const named = things === undefined ? [] : [things, ...things.earlier];
  return named.some(({ names }) => names.some((one) => ` ${one}`.endsWith(` ${head}`)));
}

/** Scenes for which a thing that was looked at is not looked at again. */
const LOOK_REST = 8;

/** The first scene after which it can be time to sleep. */
const FIRST_SLEEP = 3;

/** Rest is due to whoever is tired, and at night. */
function resting(view: View, here: readonly SourceRef[]): Candidate {
  const isTired = view.conditions.length > 0;
  const isSpent = view.threads.some(({ kind, state }) => kind === "condition" && state === "due");
  // No story begins with a night's sleep. (rule PC1706)
  const late = isLate(view) && view.scene >= FIRST_SLEEP;
  const plain = { verb: "rest", bind: placed(view, {}), tags: [] } as const;
  const stat = (ref: string, text: string): readonly SourceRef[] => [{ kind: "stat", ref, text }];
  if (isTired)
    return {
      ...plain,
      sources: stat(view.conditions[0] ?? "", `you are ${view.conditions.join(" and ")}`),
      // Without a night's sleep now and then an evening would never end.
      salience: late || isSpent ? 2.4 : 1,
      learned: late || isSpent,
    };
  // Nobody goes to bed while the story goes on elsewhere, or will before they have slept. (rule PC3167)
  const asleep = restMinutes(view.minutes);
  const goesOn = view.hooks.some(
    (hook) =>
      (hook.kind === "beat-elsewhere" && (hook.minutes ?? 0) < asleep) ||
      (hook.kind === "beat-later" && (hook.minutes ?? asleep) < asleep),
  );
  if (late && !goesOn) return { ...plain, sources: stat("late", "it is late"), salience: 2.4, learned: true };
  return { ...plain, sources: here, salience: 0, learned: false, idle: true, empty: true };
}

/** Texts that the player carries and has not read. */
function unread(view: View): View["inventory"] {
  return view.inventory.filter(
    ({ id, name }) => READABLE.test(name) && inPaper(view, id) !== null && view.memory.done[`read:${id}`] === undefined,
  );
}

/** What is to be found among the things of whoever lives here, while they are out. */
function keptHere(view: View): readonly Fact[] {
  if (view.present.length > 0) return [];
  return view.matter.people.flatMap(({ id, home }) => (home === view.placeId ? knowledge.stillKept(view, id) : []));
}

/** Facts to be learned before it is worth thinking them over again. */
const NEWS = 6;

/** Thinking it over is worth while once there is something new to think about that bears on what is open. */
function worthReckoning(view: View, { open }: CaseFile): boolean {
  const last = view.memory.done[RECKONED] ?? 0;
  const since = Object.values(view.known.facts).filter((scene) => scene > last).length;
  const [pair] = reckonable(view);
  if (since < NEWS || !pair) return false;
  const keys = new Set(open.flatMap(({ names, clues }) => [...names, ...clues.map(({ topic }) => `topic:${topic}`)]));
  return (
    open.length === 0 || pair.some(({ topic, names }) => [`topic:${topic}`, ...names].some((key) => keys.has(key)))
  );
}

function reckonSources(view: View): readonly SourceRef[] {
  const [pair] = reckonable(view);
  return (pair ?? []).map(factSource);
}

function placed(view: View, bind: Bindings): Bindings {
  return view.place ? { ...bind, place: view.placeId } : bind;
}
