import { getPath, type JsonObject } from "@narratoria/protocol";
import type { Effect, Person, SceneBrief, SceneDirection, StorySource } from "@narratoria/protocol/story";
import { contentWords, splitSentences } from "@narratoria/protocol/english";
import type { StoryIndex } from "../index-story.js";
import { wordsIn } from "./checks/scene-facts.js";
import { effectWords, moodWords } from "./in-plain-words.js";

export interface CardsMatter {
  readonly story: StoryIndex;
  readonly source: StorySource;
  readonly brief: SceneBrief & Partial<SceneDirection>;
  readonly state: JsonObject;
  /** Words that stand elsewhere in the prompt: nobody's example line says them again. */
  readonly elsewhere: string;
}

const TRAITS = 3;
/** Content words of a beat from which a line belongs to it. */
const SHARED = 3;

/** Everybody who is in a scene at some time: at its end, in its effects, or as whom it is done to. */
export function peopleIn({ story, brief, state }: Omit<CardsMatter, "source" | "elsewhere">): Person[] {
  const here = getPath(state, "place");
  const ids = new Set<string>([
    ...(brief.cast ?? []).map(({ id }) => id),
    ...story.matter.people.flatMap(({ id }) =>
      getPath(state, `people.${id}.place`) === here && getPath(state, `people.${id}.alive`) !== false ? [id] : [],
    ),
    ...(brief.beat?.people ?? []),
    ...(brief.beat?.dialogue ?? []).map(({ speaker }) => speaker),
    ...brief.effects.filter((effect) => effect.kind !== "feeling" || isAtHand(effect.npc, brief)).flatMap(actorsOf),
  ]);
  return story.matter.people.filter(({ id }) => ids.has(id) && getPath(state, `people.${id}.alive`) !== false);
}

/** Whether somebody takes part in what was chosen: others may hear of it elsewhere, and think the less of the player there. (rule NA1106) */
const isAtHand = (npc: string, { choice, cast, effects }: CardsMatter["brief"]): boolean =>
  [choice?.bind.npc, choice?.bind.npc2, ...(cast ?? []).map(({ id }) => id)].includes(npc) ||
  effects.some((effect) => effect.kind !== "feeling" && actorsOf(effect).includes(npc));

function actorsOf(effect: Effect): string[] {
  switch (effect.kind) {
    case "arrive":
    case "leave":
    case "feeling":
    case "refuse":
    case "redirect":
    case "hearsay":
    case "motive":
    case "relation":
      return [effect.npc];
    case "learn":
      return effect.from === undefined ? [] : [effect.from];
    case "noticed":
      return [effect.by];
    default:
      return [];
  }
}

/**
 * Says of each person in a scene who they are, how they look and speak, and how they stand to the player. A secret is in none of it, nor
 * a line that still waits for its scene. Implements rules NA702 and NA1100.
 */
export function peopleCards(matter: CardsMatter): string[] {
  return peopleIn(matter).map((person) => `- ${cardOf(person, matter)}`);
}

function cardOf(person: Person, { source, brief, state, story, elsewhere }: CardsMatter): string {
  const { id, name, short, role, looks = [] } = person;
  const profile = source.npcs.find((npc) => npc.id === id)?.profile;
  const known = brief.cast?.find((one) => one.id === id);
  const feeling = known?.feeling ?? getPath(state, `people.${id}.feeling`);
  const mood = moodWords(typeof feeling === "number" ? feeling : 0);
  const age = profile?.age === undefined ? "" : `, ${profile.age}`;
  const manner = [...(profile?.personality.traits ?? [])].slice(0, TRAITS).join(", ");
  const style = profile?.speech_patterns?.style ?? "";
  const sample = sampleOf(person, story, elsewhere);
  const moved = brief.effects.some(({ kind }) => kind === "move");
  const moves = brief.effects
    .filter((effect) => (effect.kind === "arrive" || effect.kind === "leave") && effect.npc === id)
    .map((effect) => effectWords(effect, story));
  return [
    `${name}${name === short ? "" : ` (call: ${short})`}${age}${role === "" ? "" : `, ${(splitSentences(role)[0] ?? role).replace(/\.$/, "")}`}.`,
    looks[0] ?? firstSentence(profile?.appearance),
    sentence(manner),
    style === "" ? "" : sentence(`Speaks: ${style}`),
    sample === undefined ? "" : `Sample of the voice, not to be used: “${sample}”`,
    moved && getPath(state, `people.${id}.place`) !== getPath(state, "place") ? "Only until you go on from there." : "",
    mood === "" ? "" : sentence(`Now ${mood}`),
    known?.wants === undefined ? "" : sentence(`Wants ${known.wants}`),
    ...moves,
    ...brief.effects.flatMap((effect) =>
      effect.kind === "refuse" && effect.npc === id && effect.topic !== undefined
        ? [`Will not speak about ${story.topics.get(effect.topic)?.np ?? "it"}.`]
        : [],
    ),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/**
 * The place from which the player goes on in a scene: where those are who take no part in its end. Undefined where that is nobody's place
 * or not one alone.
 */
export function placeBefore({
  brief,
  state,
  ...matter
}: Omit<CardsMatter, "source" | "elsewhere">): string | undefined {
  if (!brief.effects.some(({ kind }) => kind === "move")) return undefined;
  const comesOrGoes = brief.effects.flatMap((effect) =>
    effect.kind === "arrive" || effect.kind === "leave" ? [effect.npc] : [],
  );
  const left = peopleIn({ brief, state, ...matter })
    .filter(({ id }) => !comesOrGoes.includes(id))
    .map(({ id }) => String(getPath(state, `people.${id}.place`) ?? ""))
    .filter((place) => place !== "" && place !== getPath(state, "place"));
  return new Set(left).size === 1 ? left[0] : undefined;
}

/** An example of speech: one that no scene of the author's waits for, and that holds no name of anybody else. */
function sampleOf(
  { id, lines, catchphrases }: Person,
  { beats, names }: StoryIndex,
  elsewhere: string,
): string | undefined {
  const matter = [...beats.values()].flatMap(({ told }) => told).map(contentWords);
  const reserved = new Set(
    [...beats.values()].flatMap(({ dialogue }) => dialogue.map(({ line }) => wordsIn(line).join(" "))),
  );
  const heard = wordsIn(elsewhere).join(" ");
  return [...lines, ...catchphrases].find((line) => {
    const words = wordsIn(line).join(" ");
    const named = names.keysIn(line).filter((key) => key !== `npc:${id}`);
    const own = [...contentWords(line)];
    const isOfBeat = matter.some((of) => own.filter((word) => of.has(word)).length >= SHARED);
    return words !== "" && !isOfBeat && named.length === 0 && !reserved.has(words) && !heard.includes(words);
  });
}

function firstSentence(text = ""): string {
  const end = text.search(/[.!?](?:\s|$)/);
  return end < 0 ? text : text.slice(0, end + 1);
}

const sentence = (text: string): string =>
  text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;
