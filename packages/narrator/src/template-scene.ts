import type { Effect, SceneBrief } from "@narratoria/protocol/story";
import {
  capitalise,
  curlyQuotes,
  durationWords,
  inThirdPerson,
  orderWithoutYou,
  splitPieces,
  withoutArticle,
} from "@narratoria/protocol/english";
import type { StoryIndex } from "./index-story.js";
import type { SceneDraft } from "./storybook.js";

/** One plain sentence for an effect, so that even the last resort says what happened. */
function plainly(effect: Effect, story: StoryIndex): string | null {
  const name = (id: string | undefined): string =>
    id === undefined ? "Somebody" : (story.people.get(id)?.short ?? "Somebody");
  switch (effect.kind) {
    case "learn": {
      const fact = story.facts.get(effect.fact);
      if (!fact) return null;
      const told = `"${fact.text}${effect.whole && fact.tail !== undefined ? ` ${fact.tail}` : ""}"`;
      if (effect.how === "found") return `You find this out: ${told}`;
      return effect.how === "overheard" ? `You overhear this: ${told}` : `${name(effect.from)} tells you this: ${told}`;
    }
    case "motive":
      return `What ${name(effect.npc)} wants is ${effect.text}.`;
    case "relation":
      return `${name(effect.npc)} ${effect.text}.`;
    case "feeling":
      return effect.delta === 0
        ? null
        : `${name(effect.npc)} thinks ${effect.delta > 0 ? "better" : "less"} of you for it.`;
    case "owe":
      return `You owe ${name(effect.npc)} something for that.`;
    case "paid":
      return `You and ${name(effect.npc)} are even.`;
    case "redirect": {
      const topic = story.topics.get(effect.topic);
      return `${name(effect.npc)} sends you to ${name(effect.to)}${topic ? ` about ${topic.np}` : ""}.`;
    }
    case "refuse": {
      if (effect.topic === undefined) return `${name(effect.npc)} does not answer.`;
      const topic = story.topics.get(effect.topic);
      return `${name(effect.npc)} will not speak of ${topic?.np ?? "it"}.`;
    }
    case "authored":
      return effect.text;
    case "arrive":
      return `${name(effect.npc)} comes.`;
    case "leave":
      return `${name(effect.npc)} goes.`;
    case "move":
      return `You come to ${story.places.get(effect.place)?.name ?? "another place"}.`;
    case "time":
      return effect.minutes > 0
        ? `${capitalise(durationWords(effect.minutes))} pass.`.replace(/^(An? [\p{L}-]+) pass\./u, "$1 passes.")
        : null;
    case "condition":
      return effect.gained
        ? `You are ${effect.name.replace(/[-_]/g, " ")} now.`
        : `You are no longer ${effect.name.replace(/[-_]/g, " ")}.`;
    case "hearsay":
      return `${name(effect.npc)} has heard of it. ${effect.text}`;
    case "noticed":
      return `${name(effect.by)} has noticed you.`;
    case "item":
      return effect.gained
        ? `You have the ${withoutArticle(effect.name)} now.`
        : `You no longer have the ${withoutArticle(effect.name)}.`;
    case "thread":
      return effect.state === "opened"
        ? "Something has begun that will not end here."
        : effect.state === "closed"
          ? "One thing at least is settled."
          : "Something you left waiting has come due.";
    case "reckon": {
      const [one, two] = effect.facts.map((id) => story.facts.get(id));
      return one && two ? `You lay two things side by side: ${one.clause}, and ${two.clause}.` : null;
    }
    case "flag":
      return null;
  }
}

const OUTCOME_WORDS = {
  success: "It works.",
  partial: "It works, though not for nothing.",
  fail: "It does not work.",
  none: "So it is done.",
} as const;

/**
 * The last resort of a narrator: plain sentences that still name the choice, its outcome and every effect. Never throws, needs no
 * frames and no memory. Implements rule NA70).
 */
export function templateScene(brief: SceneBrief, story: StoryIndex): SceneDraft {
  const place = story.matter.places[0];
  const texts: string[][] = [];
  if (brief.ending) {
    texts.push(
      ...brief.ending.paragraphs.map((text) => [text]),
      ...brief.ending.epilogue.filter((text) => text !== "{deeds}").map((text) => [text]),
    );
  } else if (!brief.choice) texts.push(...story.opening.map((text) => [text]));
  else {
    const deed = brief.choice.text.trim().replace(/[.!?]+$/, "");
    texts.push([
      `${deed}: that is what you set out to do. ${OUTCOME_WORDS[brief.outcome]}`,
      ...brief.effects.flatMap((effect) => plainly(effect, story) ?? []),
    ]);
    if (brief.beat)
      texts.push([
        ...brief.beat.told,
        ...brief.beat.dialogue.map(
          ({ speaker, line }) => `${story.people.get(speaker)?.short ?? "Somebody"} says: "${line}"`,
        ),
      ]);
  }
  const names = brief.bringIn.flatMap((key) => {
    const id = key.slice(key.indexOf(":") + 1);
    return story.people.get(id)?.name ?? story.topics.get(id)?.np ?? story.places.get(id)?.name ?? [];
  });
  if (brief.slots.length > 0 || texts.length < 2) {
    texts.push([
      names.length > 0
        ? `There is still ${list(names)} to think of.`
        : place
          ? "The rest of it waits where you left it."
          : "The story goes on.",
      "What comes next is up to you.",
    ]);
  }
  const paragraphs = texts
    .map((sentences) => curlyQuotes(sentences.join(" ").replace(/\s+/g, " ").trim()))
    .map((text) => (story.calls === undefined ? text : inThirdPerson(text, story.calls, story.happensInPast)))
    .filter((text) => text !== "");
  return {
    paragraphs,
    sentences: paragraphs.flatMap((text, paragraph) =>
      splitPieces(text).map((piece) => ({ text: piece, paragraph, sources: [] })),
    ),
    choices: brief.slots.map(({ id, text }) => ({
      id,
      text: story.calls === undefined ? text : orderWithoutYou(text, story.calls),
    })),
    patch: {},
    unmet: 0,
  };
}

const list = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

const FALLBACKS = [
  (deed: string) => [
    `You set about it: ${deed}. For a moment nothing gives way, and nothing answers.`,
    "Whatever stood there a minute ago still stands. It can be tried again, or let be.",
  ],
  (deed: string) => [
    `${capitalise(deed)}: it was worth trying, and this once the world does not keep step.`,
    "Nothing has been lost by it. Everything is where it was, and so are you.",
  ],
  (deed: string) => [
    `The way from here is not clear yet, and to ${deed} does not make it clearer.`,
    "You stop, and take stock. What lay open before lies open still.",
  ],
] as const;

/**
 * What is told when every plan of a turn has failed: the story holds its breath and nothing changes. Rule NA71.
 *
 * @param choiceText - The choice as the player read it: "Ask Osk about the bell".
 * @param turn - Number of the turn; neighbouring turns get different words.
 * @returns Two paragraphs.
 */
export function fallbackNarration(choiceText: string, turn: number): string[] {
  const deed =
    choiceText
      .trim()
      .replace(/[.!?]+$/, "")
      .replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()) || "go on";
  const template = FALLBACKS[Math.abs(Math.trunc(turn)) % FALLBACKS.length] ?? FALLBACKS[0];
  return template(deed).map(curlyQuotes);
}
