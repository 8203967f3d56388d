import { contentWords } from "@narratoria/protocol/english";
import { bundledFrames } from "../../frames/library.js";
import type { StorySource } from "@narratoria/protocol/story";
import { type CampaignWords, wordsIn } from "./scene-facts.js";

const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
];
/** Words by which a language is known. */
const COMMON_WORDS = 120;

/** Learns the words of a campaign, and those of our frames, which tell it. */
export function campaignWords(source: StorySource): CampaignWords {
  const texts = textsOf(source);
  const running = texts.join("\n");
  const counts = new Map<string, number>();
  for (const word of wordsIn(running)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const stems = new Map<string, number>();
  for (const [word, count] of counts)
    for (const stem of contentWords(word)) stems.set(stem, (stems.get(stem) ?? 0) + count);
  const common = [...counts].sort((a, b) => b[1] - a[1]).slice(0, COMMON_WORDS);
  const frames = bundledFrames().map(({ text }) => text);
  return {
    all: new Set([...counts.keys(), ...wordsIn(frames.join("\n"))]),
    counts: stems,
    capital: new Set((running.match(/\p{Lu}[\p{L}’']*/gu) ?? []).map((word) => wordsIn(word)[0] ?? "")),
    common: new Set(common.map(([word]) => word)),
    script: scriptOf(running),
  };
}

/** All that an author has written for players to read, without secrets. */
function textsOf({ title, premise, setting, lore, npcs, beats, endings, constraints, frames }: StorySource): string[] {
  return [
    title,
    premise,
    setting,
    ...lore.map(({ text }) => text),
    ...npcs.flatMap(({ profile }) => stringsIn({ ...profile, secrets: "" })),
    ...beats.flatMap(({ title, description, dialogue = [] }) => [
      title,
      description,
      ...dialogue.map(({ line }) => line),
    ]),
    ...endings.map(({ body }) => body),
    ...constraints,
    ...frames.map(({ text }) => text),
  ];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function scriptOf(text: string): RegExp {
  const letters = text.slice(0, 20_000);
  const count = (script: RegExp): number => letters.match(new RegExp(script.source, "gu"))?.length ?? 0;
  return SCRIPTS.reduce((best, script) => (count(script) > count(best) ? script : best), SCRIPTS[0] ?? /\p{L}/u);
}
