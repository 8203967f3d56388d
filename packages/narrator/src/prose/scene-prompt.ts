import { getPath, type JsonObject } from "@narratoria/protocol";
import type { Person, SceneBrief } from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";
import type { StorySource } from "@narratoria/protocol/story";
import type { Example } from "../model-host/model-host.js";
import { effectWords, OUTCOME_WORDS, personWords } from "./in-plain-words.js";
import { ONE_THING, ONE_THING_EXAMPLES } from "./one-thing.js";
import { budgetRecall, type RecallBudget } from "./recall-budget.js";
import { type PastOfStory, storySoFar } from "./story-so-far.js";
import { estimateTokens, lastThatFit } from "./tokens.js";

export const STYLES = {
  terse: { sentences: 1, amount: "one short sentence", words: "Use few and plain words." },
  vivid: {
    sentences: 2,
    amount: "two short sentences",
    words: "Have an eye for things: what is seen, heard and smelled.",
  },
  poetic: {
    sentences: 2,
    amount: "two sentences",
    words: "Have an ear for the sound of a sentence, and make no more than one comparison.",
  },
} as const;

export type Style = keyof typeof STYLES;

export interface PromptMatter {
  readonly story: StoryIndex;
  readonly source: StorySource;
  readonly brief: SceneBrief;
  /** Session state after the outcome. */
  readonly state: JsonObject;
  readonly past: PastOfStory;
  readonly style: Style;
  /** What the model can hold, prompt and answer together. */
  readonly contextTokens: number;
  /** A small model loses its way in a long prompt: it is told of the thing at hand and nothing else, and the checks hold the rest. */
  readonly small: boolean;
}

/** A scene's prompt, of which only the end changes from paragraph to paragraph. */
export interface ScenePrompt {
  /** The same in every scene of a story. */
  readonly system: string;
  readonly examples: readonly Example[];
  /** The same in every paragraph of the scene. */
  readonly stable: string;
  readonly recall: RecallBudget;
}

const SMALLEST_PROMPT = 450;
const LARGEST_PROMPT = 2000;
const PROMPT_SHARE = 0.3;
const PAST_SHARE = 0.75;
const RECALL_SHARE = 0.15;
const PEOPLE_SHOWN = 4;
const KNOWN_SHOWN = 2;
const SAMPLES = 2;
const CONSTRAINT_TOKENS = 260;

/**
 * Puts the prompt of a scene together: what never changes first, then the past, to which scenes are added, then place and people,
 * last what is known only once a choice was made. It holds nothing that a player does not know. (rules NA344 to NA347)
 */
export function scenePrompt(matter: PromptMatter): ScenePrompt {
  const { story, brief, past, state, contextTokens, small } = matter;
  if (small) {
    const leftOut = brief.recalled.map(({ summary }) => ({ summary, why: "small_model" as const }));
    return { system: ONE_THING, examples: ONE_THING_EXAMPLES, stable: "", recall: { kept: [], leftOut } };
  }
  const system = systemOf(matter);
  const budget =
    Math.min(LARGEST_PROMPT, Math.max(SMALLEST_PROMPT, contextTokens * PROMPT_SHARE)) - estimateTokens(system);
  const here = peopleHere(story, state).slice(0, PEOPLE_SHOWN);
  const soFar = storySoFar(
    { past, story, state, scene: brief.scene, here: here.map(({ id }) => id) },
    Math.max(0, budget * PAST_SHARE),
  );
  const recall = budgetRecall(brief, story, Math.max(0, budget * RECALL_SHARE), soFar.tells);
  const sections = [
    soFar.before,
    placeAndPeople(matter, here),
    soFar.present,
    knownHere(matter, here, soFar.present),
    recall.kept.length === 0 ? "" : `You remember:\n${recall.kept.join("\n")}`,
    whatHappened(matter),
  ];
  return {
    system,
    examples: [],
    stable: sections.filter((section) => section !== "").join("\n\n"),
    recall,
  };
}

/**
 * The prompt of one paragraph: what is the same for the whole scene, what has been told of it, and what is to be written next.
 *
 * @param wanted - "Go on: ...".
 */
export function paragraphPrompt({ stable }: ScenePrompt, told: readonly string[], wanted: string): string {
  return `${stable}\n\nNow:\n${told.join(" ")}\n\n${wanted}`;
}

function systemOf({ source, story, style }: PromptMatter): string {
  const never = story.laws.map(({ text }) => text);
  const samples = [...story.general, ...[...story.places.values()].flatMap(({ sentences }) => sentences.slice(0, 1))];
  const kind = [source.genre, source.tone].flatMap((words) => (words ? [words.toLowerCase()] : []));
  return [
    `You describe one thing at a time in “${source.title}”${kind.length > 0 ? ` (${kind.join("; ")})` : ""}.`,
    `Write short sentences in plain words and in the present tense. ${STYLES[style].words}`,
    "Only say what the thing looks like, sounds like or smells like. Nothing new happens, nobody speaks, nobody comes or goes. What “you” do, say, think and feel is not yours to write.",
    ...(never.length > 0 ? [["Always:", ...lastThatFit(never, CONSTRAINT_TOKENS)].join("\n- ")] : []),
    ...(samples.length > 0 ? [`Write as here: ${samples.slice(0, SAMPLES).join(" ")}`] : []),
  ].join("\n");
}

function placeOf({ story, state }: PromptMatter): string {
  const place = story.places.get(String(getPath(state, "place") ?? ""));
  return place ? `Place: ${place.name}. ${place.sentences[0] ?? ""}`.trim() : "";
}

function placeAndPeople(matter: PromptMatter, here: readonly Person[]): string {
  const { source, state } = matter;
  const place = placeOf(matter);
  return [
    ...(place === "" ? [] : [place]),
    ...here.map((person) => {
      const profile = source.npcs.find(({ id }) => id === person.id)?.profile;
      const feeling = getPath(state, `people.${person.id}.feeling`);
      const words = personWords(person, typeof feeling === "number" ? feeling : 0, profile?.personality.traits ?? []);
      return `Here: ${words}. ${firstSentence(profile?.appearance)}`.trim();
    }),
  ].join("\n");
}

/**
 * What those who are there can know, as far as it has been told: it bears on the choice, and is common knowledge or theirs.
 *
 * @param present - What is told in any case.
 */
function knownHere({ story, brief: { choice }, past }: PromptMatter, here: readonly Person[], present: string): string {
  const person = here.find(({ id }) => id === choice?.bind.npc);
  const topic = story.topics.get(choice?.bind.topic ?? "");
  if (!person || !topic) return "";
  const heard = past.scenes.flat().join("\n");
  const learned = new Set(past.story.facts.map(({ id }) => id));
  return topic.facts
    .flatMap((id) => story.facts.get(id) ?? [])
    .filter(({ knownBy }) => knownBy === "common" || knownBy.includes(person.id))
    .filter(({ id, text }) => learned.has(id) || heard.includes(text.replace(/[.!?]$/, "")))
    .filter(({ text }) => !present.includes(text))
    .slice(0, KNOWN_SHOWN)
    .map(({ text }) => `${person.short} knows: ${text}`)
    .join("\n");
}

export function peopleHere(story: StoryIndex, state: JsonObject): Person[] {
  const here = getPath(state, "place");
  return story.matter.people.filter(
    ({ id }) => getPath(state, `people.${id}.place`) === here && getPath(state, `people.${id}.alive`) !== false,
  );
}

function whatHappened({ story, brief }: PromptMatter): string {
  const effects = brief.effects.map((effect) => effectWords(effect, story)).filter((words) => words !== "");
  return [
    ...(brief.choice ? [`You chose: ${brief.choice.text}. ${OUTCOME_WORDS[brief.outcome]}`.trim()] : []),
    ...effects,
  ].join("\n");
}

function firstSentence(text = ""): string {
  const end = text.search(/[.!?](?:\s|$)/);
  return end < 0 ? text : text.slice(0, end + 1);
}
