import { getPath, type JsonObject } from "@narratoria/protocol";
import type { Verb } from "@narratoria/protocol/story";
import type { StoryIndex } from "./index-story.js";
import type { ToldScene } from "./told-scene.js";

/** How a story was directed: whether choices serve, questions are answered, dice decide and the story comes to its end. */
export interface DirectionMeasures {
  /** Questions that were put to somebody, and how many were answered on their topic, sent on or refused with a reason. */
  readonly asked: number;
  readonly answered: number;
  /** Those that were not: "12 Osk: the bell". */
  readonly unanswered: readonly string[];
  /** Scenes in which something was offered to the player, and how many of them let it be taken or refused. */
  readonly offers: number;
  readonly takeable: number;
  /** Share of choices that rest, wait, listen, search or watch, 0 to 1. */
  readonly filler: number;
  /** Share of choices that begin with "Ask". */
  readonly asks: number;
  /** Rolls, and those after which nothing but the time had changed. */
  readonly rolls: number;
  readonly idleRolls: number;
  /** Scenes at which beats came, by id. */
  readonly beats: Readonly<Record<string, number>>;
  /** The scene of the ending and its id; absent where the story had none yet. */
  readonly ending?: { readonly id: string; readonly scene: number };
  /** Share of the story's sentences that name nobody, no thing and no place of the choice, the place or the sentence before. */
  readonly unlinked: number;
}

const FILLER: readonly Verb[] = ["rest", "wait", "listen", "search", "watch"];
const OFFER = /\b(?:offers?|promises?|proposes?) (?:you\b|to\b)|\bin return for\b/i;

/**
 * Measures how a story was directed.
 *
 * @param story - Knows what is a name.
 * @param scenes - The story from its opening on.
 */
export function measureDirection(
  story: Pick<StoryIndex, "names" | "topics" | "people" | "facts">,
  scenes: readonly ToldScene[],
): DirectionMeasures {
  const unanswered: string[] = [];
  let asked = 0;
  let offers = 0;
  let takeable = 0;
  let rolls = 0;
  let idleRolls = 0;
  for (const scene of scenes) {
    const { choice, effects, slots, outcome } = scene;
    if (choice?.verb === "ask" && choice.bind.npc !== undefined) {
      asked++;
      if (!isAnswered(story, scene)) {
        const topic = story.topics.get(choice.bind.topic ?? "")?.np ?? "";
        unanswered.push(`${scene.scene} ${story.people.get(choice.bind.npc)?.short ?? choice.bind.npc}: ${topic}`);
      }
    }
    if (!scene.ended && OFFER.test(scene.paragraphs.join(" "))) {
      offers++;
      if (slots.some(({ verb, class: kind }) => verb === "accept" || verb === "refuse" || kind === "end")) takeable++;
    }
    if (outcome !== "none") {
      rolls++;
      if (effects.every(({ kind }) => kind === "time" || kind === "move")) idleRolls++;
    }
  }
  const offered = scenes.flatMap(({ slots }) => slots);
  const share = (holds: (slot: (typeof offered)[number]) => boolean): number =>
    offered.filter(holds).length / Math.max(1, offered.length);
  const last = scenes.at(-1);
  const ending =
    last?.ended === true ? (last.choice?.bind.ending ?? getPath(last.after, "world.end.ending")) : undefined;
  return {
    asked,
    answered: asked - unanswered.length,
    unanswered,
    offers,
    takeable,
    filler: share(({ verb, bind }) => FILLER.includes(verb) && !(verb === "watch" && bind.npc !== undefined)),
    asks: share(({ text }) => /^ask\b/i.test(text)),
    rolls,
    idleRolls,
    beats: beatsIn(last?.after ?? {}),
    ...(typeof ending === "string" && last ? { ending: { id: ending, scene: last.scene } } : {}),
    unlinked: unlinkedShare(story, scenes),
  };
}

/** A fact of the topic or naming it, somebody else named, a refusal, a beat that answers: all are answers. */
function isAnswered({ facts }: Pick<StoryIndex, "facts">, { choice, effects, scene, after }: ToldScene): boolean {
  const topic = choice?.bind.topic;
  const beatNow = Object.values((getPath(after, "beats") ?? {}) as JsonObject).some((value) => {
    const beat = value as { state?: string; scene?: number };
    return beat.state === "fired" && beat.scene === scene;
  });
  if (beatNow) return true;
  return effects.some((effect) => {
    if (effect.kind === "redirect" || effect.kind === "relation" || effect.kind === "motive") return true;
    if ((effect.kind as string) === "refuse") return true;
    if (effect.kind !== "learn") return false;
    const fact = facts.get(effect.fact);
    return topic === undefined || fact?.topic === topic || (fact?.names.includes(`topic:${topic}`) ?? false);
  });
}

function beatsIn(state: JsonObject): Record<string, number> {
  return Object.fromEntries(
    Object.entries((getPath(state, "beats") ?? {}) as JsonObject).flatMap(([id, value]) => {
      const beat = value as { state?: string; scene?: number };
      return beat.state === "fired" ? [[id, beat.scene ?? 0] as const] : [];
    }),
  );
}

/** Words of four letters and more, as a crude measure of what a sentence is about. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];

function unlinkedShare({ names }: Pick<StoryIndex, "names">, scenes: readonly ToldScene[]): number {
  let all = 0;
  let unlinked = 0;
  for (const { sentences, choice, after, scene } of scenes) {
    if (scene === 0) continue;
    const place = getPath(after, "place");
    const setting = new Set([
      ...names.keysIn(choice?.text ?? ""),
      ...(typeof place === "string" ? [`place:${place}`] : []),
      ...(choice?.bind.npc === undefined ? [] : [`npc:${choice.bind.npc}`]),
    ]);
    const heard = new Set(wordsOf(choice?.text ?? ""));
    let before = new Set<string>();
    for (const { text } of sentences) {
      const keys = names.keysIn(text);
      const words = wordsOf(text);
      const speaks = /\b(?:you|she|he|they|it|her|him|them|this|that)\b/i.test(text);
      all++;
      if (!speaks && !keys.some((key) => setting.has(key) || before.has(key)) && !words.some((word) => heard.has(word)))
        unlinked++;
      before = new Set(keys);
      for (const word of words) heard.add(word);
    }
  }
  return unlinked / Math.max(1, all);
}
