import { getPath, type JsonObject } from "@narratoria/protocol";
import type { Person, SceneBrief } from "@narratoria/protocol/story";
import type { MinedStory } from "../mine-story.js";
import type { StorySource } from "../story-source.js";
import type { Example } from "../model-host/model-host.js";
import { effectWords, OUTCOME_WORDS, personWords } from "./in-plain-words.js";
import { ONE_THING, ONE_THING_EXAMPLES } from "./one-thing.js";
import { budgetRecall, type RecallBudget } from "./recall-budget.js";
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

/** What came before a scene. */
export interface PastOfStory {
  /** Paragraphs of the last thirty scenes at most, one list a scene, oldest first. */
  readonly scenes: readonly (readonly string[])[];
  /** What came before those, in a few sentences, oldest first. */
  readonly summaries: readonly string[];
}

export interface PromptMatter {
  readonly story: MinedStory;
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
const LARGEST_PROMPT = 1600;
const PROMPT_SHARE = 0.2;
const PAST_SHARE = 0.4;
const RECALL_SHARE = 0.25;
const PEOPLE_SHOWN = 4;
const KNOWN_SHOWN = 2;
const SAMPLES = 2;
const CONSTRAINT_TOKENS = 260;

/**
 * Puts the prompt of a scene together: what never changes first, then place and people, then the past, last what happened now. It
 * holds nothing that a player does not know. (DESIGN 7, rules NA344 to NA347)
 */
export function scenePrompt(matter: PromptMatter): ScenePrompt {
  const { story, brief, past, contextTokens, small } = matter;
  if (small) {
    const leftOut = brief.recalled.map(({ summary }) => ({ summary, why: "small_model" as const }));
    return { system: ONE_THING, examples: ONE_THING_EXAMPLES, stable: "", recall: { kept: [], leftOut } };
  }
  const system = systemOf(matter);
  const budget =
    Math.min(LARGEST_PROMPT, Math.max(SMALLEST_PROMPT, contextTokens * PROMPT_SHARE)) - estimateTokens(system);
  const lately = past.scenes.slice(-2).map((paragraphs) => paragraphs.join(" "));
  const told = lastThatFit([...past.summaries, ...lately], Math.max(0, budget * PAST_SHARE));
  const shownScenes = told.filter((text) => lately.includes(text)).length;
  const recall = budgetRecall(brief, story, Math.max(0, budget * RECALL_SHARE), brief.scene - shownScenes);
  const sections = [
    placeAndPeople(matter),
    told.length === 0 ? "" : `Before:\n${told.join("\n")}`,
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
  const never = [
    ...source.constraints,
    ...(source.forbidden.length > 0 ? [`There is no ${source.forbidden.join(", no ")}.`] : []),
  ];
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

function placeAndPeople(matter: PromptMatter): string {
  const { story, source, state, brief, past } = matter;
  const place = placeOf(matter);
  const here = peopleHere(story, state).slice(0, PEOPLE_SHOWN);
  const heard = past.scenes.flat().join("\n");
  return [
    ...(place === "" ? [] : [place]),
    ...here.flatMap((person) => {
      const profile = source.npcs.find(({ id }) => id === person.id)?.profile;
      const feeling = getPath(state, `people.${person.id}.feeling`);
      const words = personWords(person, typeof feeling === "number" ? feeling : 0, profile?.personality.traits ?? []);
      return [`Here: ${words}. ${firstSentence(profile?.appearance)}`.trim(), ...knownTo(person, story, brief, heard)];
    }),
  ].join("\n");
}

/** What somebody can know, as far as it has been told: it bears on the choice, and is common knowledge or theirs. */
function knownTo(person: Person, story: MinedStory, { choice }: SceneBrief, heard: string): string[] {
  const topic = story.topics.get(choice?.bind.topic ?? "");
  if (!topic || choice?.bind.npc !== person.id) return [];
  const known = topic.facts
    .flatMap((id) => story.facts.get(id) ?? [])
    .filter(
      ({ knownBy, text }) =>
        (knownBy === "common" || knownBy.includes(person.id)) && heard.includes(text.replace(/[.!?]$/, "")),
    );
  return known.slice(0, KNOWN_SHOWN).map(({ text }) => `${person.short} knows: ${text}`);
}

export function peopleHere(story: MinedStory, state: JsonObject): Person[] {
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
