/** Says what a scene is for, who is in it, what has to be told, and why: the directed part of a scene brief. */
import { getPath, isJsonObject, type JsonObject, type JsonValue, mergePatch } from "@narratoria/protocol";
import { sentenceKey, splitPieces, splitSentences } from "@narratoria/protocol/english";
import {
  type BriefReason,
  type CastMember,
  type Effect,
  type Fact,
  type Hook,
  isTalk,
  type Person,
  type Question,
  type SceneBrief,
  type SceneDirection,
  type ScenePurpose,
  type ServedQuestion,
  type WaitingHook,
} from "@narratoria/protocol/story";
import type { StoryIndex } from "@narratoria/narrator";
import { afterBeat, companionsPatch, stageBeat } from "./stage-beat.js";

/** What a scene is directed from. */
export interface SceneMoment {
  /** What was chosen, what came of it, the beat or ending that is told, and the choices that follow. */
  readonly brief: SceneBrief;
  /** What the plot wants offered. */
  readonly hooks: readonly Hook[];
  /** Session state before the choice. */
  readonly before: JsonObject;
  /** Session state after the outcome, before the beat. */
  readonly state: JsonObject;
  readonly story: StoryIndex;
}

/** Facts that are listed for one person: those that were learned last. */
const MOST_KNOWN = 12;
/** An author's sentence is told once in so many scenes. (rule NA46) */
const SCENES_UNTOLD = 30;
/** Letters of a title or a choice that a reason repeats. */
const QUOTED_LETTERS = 90;

/**
 * Directs a scene: its purpose, place, cast, fixed words, question and hooks, each with its reason. Pure.
 * Implements rules EN560 to EN563.
 */
export function directScene(moment: SceneMoment): SceneDirection {
  const { brief, before, story } = moment;
  const after = stateAfter(moment);
  const placeId = textAt(after, "place");
  const place = { id: placeId, name: story.places.get(placeId)?.name ?? "" };
  const present = story.matter.people.filter(({ id }) => isPresent(peopleOf(after)[id], placeId));
  const served = servedQuestion(moment, after);
  const facts = knownFacts(moment, after, served?.question);
  const cast = present.map((person) => castMember(person, facts, moment, after));
  const mustTell = fixedWords(moment);
  const { purpose, reason } = purposeOf(moment, placeId);
  const waiting = waitingHooks(moment, placeId);
  const because = [
    reason,
    placeReason(brief, before, placeId),
    ...present.map((person) => castReason(person, brief, before, after)),
    ...effectsReason(brief),
    ...(mustTell.length === 0 ? [] : [wordsReason(brief)]),
    ...(served ? [{ part: "question", why: served.why, source: served.source }] : []),
    ...waiting.map(({ why, source }, at) => ({ part: `hooks.${at}`, why, source })),
    ...trendReason(moment),
  ];
  const question = served && { id: served.question.id, text: served.question.text };
  const hooks = waiting.map(({ hook }) => hook);
  return { purpose, place, cast, mustTell, ...(question ? { question } : {}), hooks, because };
}

/** Where an effect stands among its causes and consequences. */
const CAUSAL_ORDER: { readonly [kind in Effect["kind"]]: number } = {
  authored: 0,
  flag: 0,
  learn: 1,
  motive: 1,
  relation: 1,
  reckon: 1,
  item: 1,
  paid: 1,
  feeling: 2,
  refuse: 2,
  redirect: 2,
  noticed: 2,
  hearsay: 2,
  thread: 2,
  owe: 3,
  condition: 3,
  move: 4,
  leave: 4,
  arrive: 4,
  time: 5,
};

/** Orders effects by cause: the deed, what is gained, how people take it, what it costs, who moves, the time it took. (rule EN561) */
export function inCausalOrder(effects: readonly Effect[]): readonly Effect[] {
  // A thing that is gone, and a trouble that is over, are the other way round.
  const rank = (effect: Effect): number => {
    if (effect.kind === "item" && !effect.gained) return CAUSAL_ORDER.owe;
    if (effect.kind === "condition" && !effect.gained) return CAUSAL_ORDER.item;
    return CAUSAL_ORDER[effect.kind];
  };
  return [...effects].sort((a, b) => rank(a) - rank(b));
}

/** Most bytes of a direction that is kept with its turn. */
const KEPT_BYTES = 16_000;

/** A direction as the journal keeps it: what does not fit is dropped from the end of its longest list. (rule EN564) */
export function keptDirection(direction: SceneDirection): SceneDirection {
  const lists = {
    cast: [...direction.cast],
    mustTell: [...direction.mustTell],
    hooks: [...direction.hooks],
    because: [...direction.because],
  };
  const sizes = (): { readonly list: unknown[]; readonly bytes: number }[] =>
    Object.values(lists).map((list: unknown[]) => ({ list, bytes: bytesOf(list) }));
  let left = bytesOf({ ...direction, ...lists }) - KEPT_BYTES;
  while (left > 0) {
    const longest = sizes().reduce((a, b) => (b.bytes > a.bytes ? b : a));
    const dropped = longest.list.pop();
    if (dropped === undefined) break;
    left -= bytesOf(dropped) + 1;
  }
  return { ...direction, ...lists };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Session state when the scene is over, as far as it says who is where. */
function stateAfter({ brief, state }: SceneMoment): JsonObject {
  const { beat, scene } = brief;
  let after = stageBeat(state, beat ?? null, scene);
  if (beat) for (const patch of afterBeat(after, beat, scene)) after = mergePatch(after, patch);
  return mergePatch(after, companionsPatch(after, scene));
}

const textAt = (state: JsonObject, path: string): string => {
  const value = getPath(state, path);
  return typeof value === "string" ? value : "";
};

const isPresent = (person: JsonValue | undefined, place: string): boolean =>
  isJsonObject(person) && person["place"] === place && person["alive"] !== false;

const peopleOf = ({ people }: JsonObject): JsonObject => (isJsonObject(people) ? people : {});

const quoted = (text: string): string => {
  const letters = [...text];
  return `"${letters.length > QUOTED_LETTERS ? `${letters.slice(0, QUOTED_LETTERS - 1).join("")}…` : text}"`;
};

function purposeOf(
  { brief, before, story }: SceneMoment,
  placeId: string,
): { readonly purpose: ScenePurpose; readonly reason: BriefReason } {
  const { choice, beat, ending, scene } = brief;
  const decided = (purpose: ScenePurpose, why: string, source: string) => ({
    purpose,
    reason: { part: "purpose", why, source },
  });
  if (ending) return decided("ending", `The story ends with ${quoted(ending.title)}.`, `ending:${ending.id}`);
  if (!choice) return decided("opening", "The story begins.", "campaign:premise");
  if (beat) return decided("beat", `${quoted(beat.title)} happens.`, `beat:${beat.id}`);
  if (placeId !== textAt(before, "place"))
    return decided("arrival", "The player has come to another place.", `place:${placeId || "unknown"}`);
  const last = lastBeat(before, scene);
  if (last !== undefined) {
    const title = quoted(story.beats.get(last)?.title ?? last);
    return decided("aftermath", `${title} happened in the scene before.`, `beat:${last}`);
  }
  const chose = `The player chose ${quoted(choice.text)}`;
  if (isAnswered(brief)) return decided("answer", `${chose}, which somebody answers.`, `choice:${choice.id}`);
  const purpose = choice.verb === "rest" || choice.verb === "wait" ? "rest" : "deed";
  return decided(purpose, `${chose}.`, `choice:${choice.id}`);
}

/** The beat of the scene before. */
function lastBeat(before: JsonObject, scene: number): string | undefined {
  const beats = before["beats"];
  if (!isJsonObject(beats)) return undefined;
  return Object.keys(beats).find(
    (id) => getPath(before, `beats.${id}.state`) === "fired" && getPath(before, `beats.${id}.scene`) === scene - 1,
  );
}

function isAnswered({ choice, effects }: SceneBrief): boolean {
  const said = effects.some(
    (effect) =>
      effect.kind === "redirect" ||
      effect.kind === "refuse" ||
      effect.kind === "motive" ||
      effect.kind === "relation" ||
      (effect.kind === "learn" && effect.how === "told"),
  );
  const asks = choice !== undefined && isTalk(choice.verb) && ["inquire", "push"].includes(choice.class);
  return choice?.bind.npc !== undefined && (said || asks);
}

function placeReason({ beat, choice }: SceneBrief, before: JsonObject, placeId: string): BriefReason {
  const part = "place";
  const was = textAt(before, "place");
  if (beat?.place !== undefined && beat.place === placeId)
    return { part, why: `${quoted(beat.title)} happens here.`, source: `beat:${beat.id}` };
  const stayed = choice ? "The player was here before the choice." : "The story begins here.";
  const why = placeId === was ? stayed : "The player has come here.";
  return { part, why, source: `place:${placeId || "unknown"}` };
}

function castReason({ id, home }: Person, brief: SceneBrief, before: JsonObject, after: JsonObject): BriefReason {
  const { choice, beat, effects } = brief;
  const part = `cast.${id}`;
  const place = textAt(after, "place");
  if (beat?.people.includes(id)) return { part, why: `They are in ${quoted(beat.title)}.`, source: `beat:${beat.id}` };
  if (choice?.bind.npc === id || choice?.bind.npc2 === id)
    return { part, why: "The choice concerns them.", source: `choice:${choice.id}` };
  if (getPath(after, `people.${id}.follows`) === true)
    return { part, why: "They go with the player.", source: `state:people.${id}.follows` };
  if (effects.some((effect) => effect.kind === "arrive" && effect.npc === id))
    return { part, why: "They come in this scene.", source: `npc:${id}` };
  if (home === place) return { part, why: "They are usually here.", source: `npc:${id}` };
  const why = getPath(before, `people.${id}.place`) === place ? "They were here before." : "They are here now.";
  return { part, why, source: `state:people.${id}.place` };
}

function effectsReason({ choice, outcome, effects, beat }: SceneBrief): BriefReason[] {
  if (effects.length === 0) return [];
  if (choice === undefined)
    return [{ part: "effects", why: "The story begins with them.", source: "campaign:premise" }];
  const rolled = outcome === "none" ? "nothing was rolled" : `the roll came out as ${outcome}`;
  const brought = beat && effects.some(({ kind }) => kind === "move") ? ", and the beat has its place" : "";
  return [{ part: "effects", why: `They come of the choice: ${rolled}${brought}.`, source: `choice:${choice.id}` }];
}

/**
 * The author's words for the scene: of an ending its page and epilogue, of a beat its sentences and lines, of the opening the premise.
 * What was told lately is not told again.
 */
function fixedWords({ brief, state, story }: SceneMoment): string[] {
  const { choice, beat, ending, scene } = brief;
  const words = ending
    ? [...ending.paragraphs, ...ending.epilogue.filter((text) => text !== "{deeds}")].flatMap(splitSentences)
    : beat
      ? [...beat.told, ...spokenIn(beat, story)]
      : choice
        ? []
        : story.opening.flatMap(splitSentences);
  const ring = getPath(state, "storybook.ring");
  const toldIn = new Map(isJsonObject(ring) ? Object.entries(ring) : []);
  return words.filter((text) => {
    const keys = splitPieces(text).map(sentenceKey);
    const isRepeated = keys.some((key) => {
      const told = toldIn.get(key);
      return typeof told === "number" && told < scene && scene - told <= SCENES_UNTOLD;
    });
    return text.trim() !== "" && !isRepeated;
  });
}

function spokenIn({ dialogue }: NonNullable<SceneBrief["beat"]>, story: StoryIndex): string[] {
  return dialogue.flatMap(({ speaker, line, before }) =>
    story.people.has(speaker) ? [...(before === undefined ? [] : [before]), line] : [],
  );
}

function wordsReason({ beat, ending }: SceneBrief): BriefReason {
  const part = "mustTell";
  if (ending) return { part, why: "The author wrote the ending so.", source: `ending:${ending.id}` };
  if (beat) return { part, why: "The author wrote the beat so.", source: `beat:${beat.id}` };
  return { part, why: "The author begins the story so.", source: "campaign:premise" };
}

/** The ending that the player's choices lean to, with how much of what speaks for all endings speaks for it. (rule EN2820) */
function trendReason({ before, story }: SceneMoment): BriefReason[] {
  const leaning = getPath(before, "world.leaning");
  if (!isJsonObject(leaning)) return [];
  const { ending, share, because } = leaning;
  const title = typeof ending === "string" ? story.endings.get(ending)?.title : undefined;
  if (title === undefined || typeof share !== "number") return [];
  const met = Array.isArray(because) ? because.filter((one) => typeof one === "string") : [];
  const lead = `The player's choices lean to ${quoted(title)} (${Math.round(100 * share)} in 100)`;
  // Where nothing that it asks for is so, only words speak for it. (rule EN5000)
  const said = met.length === 0 ? "what was done is nearest to its words" : met.join("; ");
  const whole = `${lead}: ${said}.`;
  const why = whole.length > WHY_LETTERS ? `${lead}.` : whole;
  return [{ part: "leaning", why, source: `ending:${String(ending)}` }];
}

/** Most letters of a reason. */
const WHY_LETTERS = 200;

interface Served {
  readonly question: Question;
  readonly why: string;
  readonly source: string;
}

/** The open question that the choice, the beat, what was learned or a choice that follows helps to answer, in this order. */
function servedQuestion({ brief, before, story }: SceneMoment, after: JsonObject): Served | undefined {
  const { choice, beat, ending, effects, slots } = brief;
  const open = (story.matter.questions ?? []).filter((question) => isOpen(question, brief, before, after));
  const named = ({ sources }: { readonly sources: SceneBrief["slots"][number]["sources"] }): Question | undefined =>
    open.find(({ id }) => sources.some(({ kind, ref }) => kind === "question" && ref === id));
  const because = (question: Question | undefined, why: string, source?: string): Served | undefined =>
    question && { question, why, source: source ?? `question:${question.id}` };
  const part = ending ?? beat;
  const partSource = ending ? `ending:${ending.id}` : `beat:${beat?.id ?? ""}`;
  const learned = effects.flatMap((effect) =>
    effect.kind === "learn" ? [effect.fact] : effect.kind === "reckon" ? [...effect.facts] : [],
  );
  const concerns = ({ bind }: SceneBrief["slots"][number]): Question | undefined =>
    bind.topic === undefined && bind.fact === undefined
      ? undefined
      : open.find(({ names, clues }) => names.includes(`topic:${bind.topic}`) || clues.includes(bind.fact ?? ""));
  return (
    because(choice && named(choice), "The choice serves it.", `choice:${choice?.id ?? ""}`) ??
    because(
      part && open.find(({ answeredBy }) => answeredBy.includes(part.id)),
      `${quoted(part?.title ?? "")} answers it.`,
      partSource,
    ) ??
    because(beat && open.find(({ from }) => from === beat.id), `${quoted(beat?.title ?? "")} asks it.`, partSource) ??
    because(
      open.find(({ clues }) => learned.some((fact) => clues.includes(fact))),
      "The player learns something that helps to answer it.",
    ) ??
    because(choice && concerns(choice), "The choice is about what it names.", `choice:${choice?.id ?? ""}`) ??
    firstOf(slots, (slot) => because(named(slot), "A choice that follows serves it.", `choice:${slot.id}`)) ??
    firstOf(slots, (slot) =>
      because(concerns(slot), "A choice that follows is about what it names.", `choice:${slot.id}`),
    )
  );
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a question has come up, and no beat before this scene has answered it. */
function isOpen(
  { from, names, answeredBy }: Question,
  brief: SceneBrief,
  before: JsonObject,
  after: JsonObject,
): boolean {
  const hasHappened = (id: string): boolean => getPath(before, `beats.${id}.state`) === "fired";
  if (answeredBy.some(hasHappened)) return false;
  if (from === "premise" || from === brief.beat?.id || hasHappened(from)) return true;
  const known = getPath(after, "world.known.topics");
  const named = getPath(after, "storybook.named");
  return (
    from === "condition" &&
    names.some(
      (key) =>
        (isJsonObject(named) && Object.hasOwn(named, key)) ||
        (key.startsWith("topic:") && isJsonObject(known) && Object.hasOwn(known, key.slice(6))),
    )
  );
}

/** The facts that the player has learned and the scene is about, those learned last first. */
function knownFacts({ brief, story }: SceneMoment, after: JsonObject, question: ServedQuestion | undefined): Fact[] {
  const { choice, beat, effects } = brief;
  const learned = new Map<string, number>();
  const known = getPath(after, "world.known.facts");
  if (isJsonObject(known))
    for (const [id, scene] of Object.entries(known)) learned.set(id, typeof scene === "number" ? scene : 0);
  for (const effect of effects) if (effect.kind === "learn") learned.set(effect.fact, brief.scene);
  const asked = story.matter.questions?.find(({ id }) => id === question?.id);
  const { npc, topic } = choice?.bind ?? {};
  const keys = new Set([
    ...(asked?.names ?? []),
    ...(beat?.names ?? []),
    ...(topic === undefined ? [] : [`topic:${topic}`]),
    ...(npc === undefined ? [] : [`npc:${npc}`]),
  ]);
  const inScene = new Set([...(asked?.clues ?? []), ...(choice?.bind.fact === undefined ? [] : [choice.bind.fact])]);
  return [...learned]
    .sort(([, one], [, other]) => other - one)
    .flatMap(([id]) => story.facts.get(id) ?? [])
    .filter(
      ({ id, topic: about, names }) =>
        inScene.has(id) ||
        learned.get(id) === brief.scene ||
        (about !== "" && keys.has(`topic:${about}`)) ||
        names.some((key) => keys.has(key)),
    );
}

function castMember(person: Person, facts: readonly Fact[], { brief }: SceneMoment, after: JsonObject): CastMember {
  const { id, name, short, motives } = person;
  const feeling = Number(getPath(after, `people.${id}.feeling`) ?? 0);
  const met = getPath(after, `people.${id}.met`);
  const [wants] = motives;
  const tells = new Set(
    brief.effects.flatMap((effect) => (effect.kind === "learn" && effect.from === id ? [effect.fact] : [])),
  );
  const isKnown = ({ id: fact, knownBy }: Fact): boolean =>
    knownBy === "common" || knownBy.includes(id) || tells.has(fact) || wasToldBy(after, id, fact);
  return {
    id,
    called: typeof met === "number" && met < brief.scene ? short : name,
    feeling: Number.isFinite(feeling) ? Math.max(-100, Math.min(100, feeling)) : 0,
    knows: facts
      .filter(isKnown)
      .slice(0, MOST_KNOWN)
      .map((fact) => fact.id),
    ...(wants === undefined || wants === "" ? {} : { wants }),
  };
}

/** Whether the player has confided a fact to somebody. */
function wasToldBy(state: JsonObject, npc: string, fact: string): boolean {
  const shared = getPath(state, "world.choices.shared");
  return isJsonObject(shared) && Object.hasOwn(shared, `${npc}:${fact}`);
}

/** What waits, most pressing first. */
function waitingHooks(
  { hooks, story }: SceneMoment,
  here: string,
): {
  readonly hook: WaitingHook;
  readonly why: string;
  readonly source: string;
}[] {
  const waiting = hooks.map((one) => {
    if (one.kind === "ending") {
      const hook = { title: one.title || one.ending, presses: false };
      return { hook, why: "The ending can be chosen.", source: `ending:${one.ending}` };
    }
    const title = one.title || one.beat;
    const source = `beat:${one.beat}`;
    if (one.kind === "tag") {
      const words = one.text === undefined || one.text === "" ? {} : { words: one.text };
      const why = one.authored ? "The author offers this choice here." : "The beat waits for an act.";
      return { hook: { title, ...words, presses: one.presses === true }, why, source };
    }
    if (one.kind === "beat-later")
      return { hook: { title, presses: false }, why: "The beat waits for its time.", source };
    const place = story.places.get(one.place)?.name;
    const isHere = one.place === here;
    const hook = { title, ...(place && !isHere ? { words: `go to ${place}` } : {}), presses: one.when !== "soon" };
    return { hook, why: one.when === "soon" ? "The beat comes soon." : "The beat is due elsewhere.", source };
  });
  return [...waiting.filter(({ hook }) => hook.presses), ...waiting.filter(({ hook }) => !hook.presses)];
}
