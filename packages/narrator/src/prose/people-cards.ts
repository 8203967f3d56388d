import { getPath, type JsonObject } from "@narratoria/protocol";
import type { Effect, Person, SceneBrief, SceneDirection, StorySource } from "@narratoria/protocol/story";
import { contentWords, countWords, splitSentences } from "@narratoria/protocol/english";
import type { StoryIndex } from "../index-story.js";
import { formsIn } from "./checks/names.js";
import { inPresent } from "./checks/present-tense.js";
import { unquoted, wordsIn } from "./checks/scene-facts.js";
import { effectWords, moodWords } from "./in-plain-words.js";

export interface CardsMatter extends ScenePeople {
  readonly source: StorySource;
  /** Words that stand elsewhere in the prompt: nobody's example line says them again. */
  readonly elsewhere: string;
  /** The steps, as the storybook tells them. */
  readonly steps: readonly ActingStep[];
}

/** What says who is in a scene. */
export interface ScenePeople {
  readonly story: StoryIndex;
  readonly brief: SceneBrief & Partial<SceneDirection>;
  readonly state: JsonObject;
}

const TRAITS = 3;
/** Content words of a beat from which a line belongs to it. */
const SHARED = 3;

/** Everybody who is in a scene at some time: at its end, in its effects, or as whom it is done to. */
export function peopleIn({ story, brief, state }: ScenePeople): Person[] {
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

const TALK = "says|asks|adds|replies|answers|whispers|murmurs|mutters|calls|cries|shouts|goes on";

/**
 * Everybody who says or does something in one of the steps, whatever tense these are told in: "Bram at the back wants ...",
 * "Bram had stopped in the doorway". Implements rules NA3224 and NA3401.
 */
export function actorsIn(steps: readonly ActingStep[], story: StoryIndex): Person[] {
  const told = steps.map(({ text }) => inPresent(unquoted(text)));
  const speakers = new Set(steps.flatMap(({ kept = [] }) => kept.map(({ speaker }) => speaker)));
  return story.matter.people.filter(
    (person) => speakers.has(person.short) || told.some((text) => actsIn(text, person, story)),
  );
}

/** What of a step says who acts in it. */
export interface ActingStep {
  readonly text: string;
  readonly kept?: readonly { readonly speaker: string }[];
}

/** What is said of somebody who is not there. */
const NOT_THERE = "(?:has (?:been|died|gone|left)|knows|means|owns|needs|does)\\b";
const IS_THERE =
  "is (?!(?:dead|gone|away|missing|absent|ill|lost|late|long|old|the|an?|not|no|never|nothing|said|known|called|thought)\\b)(?:\\p{Ll}+ing|on|in|at|by|here|there|back|up|behind|beside|outside|inside|out|with|over)\\b(?! (?:prison|gaol|heaven|love|dispute))";

function actsIn(text: string, person: Person, story: StoryIndex): boolean {
  const forms = formsIn(text, person, story).join("|");
  if (forms === "") return false;
  const spokenOf = "(?<!\\b(?:of|to|with|about|than|like|for|that|which|what|whom|where|how|when|if) )";
  const does = `${spokenOf}(?:${forms}) (?:(?:at|in|by|on|from) [^.,;]{2,20} )?(?:\\p{Ll}+ly |then |only |still |just )?(?!${NOT_THERE})(?:\\p{Ll}{2,}s\\b|${IS_THERE})`;
  // "Osk, cap, sack on his back." "Maud: kitchen, asleep." "12 (Osk) back from the yard." "Osk, 9 marks." is an entry in a book.
  // "Osk, the ferryman, is at the mill" says where somebody is, and that they are not here. (rule NA4903)
  const isElsewhere = new RegExp(`^(?:${forms})(?:, [^,]+,)? is (?:in|at|on|aboard|outside) `, "u").test(text);
  if (isElsewhere && story.names.keysIn(text).some((key) => key.startsWith("place:"))) return false;
  const notes = `(?:^|[.!?] )(?:\\p{N}+ )?\\(?(?:${forms})\\)?(?:[,:] (?![\\p{Lu}\\p{N}])| \\+ | (?:back|at|in|by|on|with|passing) )`;
  return new RegExp(`${does}|${notes}|\\b(?:${TALK}) (?:${forms})\\b`, "u").test(text);
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
 * a line that still waits for its scene. Whoever has a part in a step alone comes last. Implements rules NA702, NA1100 and NA3401.
 */
export function peopleCards(matter: CardsMatter): string[] {
  const here = peopleIn(matter);
  const more = actorsIn(matter.steps, matter.story).filter((person) => !here.includes(person));
  return [
    ...here.map((person) => `- ${cardOf(person, matter)}`),
    ...more.map((person) => `- ${cardOf(person, matter, true)}`),
  ];
}

/** @param isPassing - Whether somebody is there in those steps alone that have them. */
function cardOf(
  person: Person,
  { source, brief, state, story, elsewhere, steps }: CardsMatter,
  isPassing = false,
): string {
  const { id, name, short, role, looks = [] } = person;
  const profile = source.npcs.find((npc) => npc.id === id)?.profile;
  const known = brief.cast?.find((one) => one.id === id);
  const feeling = known?.feeling ?? getPath(state, `people.${id}.feeling`);
  const mood = moodWords(typeof feeling === "number" ? feeling : 0);
  const age =
    profile?.age === undefined ? "" : /^\d/.test(String(profile.age)) ? `, ${profile.age}` : `, age: ${profile.age}`;
  const manner = [...(profile?.personality.traits ?? [])].slice(0, TRAITS).join(", ");
  const style = profile?.speech_patterns?.style ?? "";
  const drawn =
    looks[0] === undefined && !profile?.appearance && style === "" ? drawnFrom(person, source, story) : null;
  const sample = sampleOf(person, story, elsewhere, drawn?.said);
  const moved = brief.effects.some(({ kind }) => kind === "move");
  const moves = brief.effects
    .filter((effect) => (effect.kind === "arrive" || effect.kind === "leave") && effect.npc === id)
    .map((effect) => effectWords(effect, story));
  return [
    `${name}${name === short ? "" : ` (call: ${short})`}${age}${role === "" ? "" : `, ${(splitSentences(role)[0] ?? role).replace(/\.$/, "")}`}.`,
    looks[0] ?? (firstSentence(profile?.appearance) || (drawn?.looks ?? "")),
    sentence(manner),
    style === "" ? (drawn?.voice ?? "") : sentence(`Speaks: ${style}`),
    sample === undefined ? "" : `Sample of the voice, not to be used: “${sample}”`,
    isPassing ? "There only in the steps that have them." : firstNamed(person, { elsewhere, steps, story }),
    !isPassing && moved && getPath(state, `people.${id}.place`) !== getPath(state, "place")
      ? "Only until you go on from there."
      : "",
    mood === "" ? "" : sentence(`Now ${mood}`),
    known?.wants === undefined || namesUnheard(known.wants, id, story, elsewhere)
      ? ""
      : sentence(`Wants ${known.wants}`),
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
 * Of somebody who has not been met and whom a later step brings in, which one: a scene that begins with them has them there too soon. Rule
 * NA6607.
 */
function firstNamed(
  person: Person,
  { steps, story, elsewhere }: Pick<CardsMatter, "steps" | "story" | "elsewhere">,
): string {
  const [before = ""] = elsewhere.split("\n1. ");
  const key = `npc:${person.id}`;
  if (story.names.keysIn(before).includes(key)) return "";
  const at = steps.findIndex(
    ({ text, kept = [] }) =>
      story.names.keysIn(text).includes(key) || kept.some(({ speaker }) => speaker === person.short),
  );
  return at < 1 ? "" : `You have not met before; first named in step ${at + 1}.`;
}

/** Whether a wish names somebody of whom the prompt says nothing: a player has not heard of them either. (rule NA4901) */
function namesUnheard(wish: string, id: string, { names }: StoryIndex, elsewhere: string): boolean {
  const heard = new Set(names.keysIn(elsewhere));
  return names.keysIn(wish).some((key) => key.startsWith("npc:") && key !== `npc:${id}` && !heard.has(key));
}

/**
 * The place from which the player goes on in a scene: where those are who take no part in its end. Undefined where that is nobody's place
 * or not one alone.
 */
export function placeBefore({ brief, state, ...matter }: ScenePeople): string | undefined {
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

/** Words for what is seen of somebody. */
const SEEN =
  /^(?:He|She|It|They|\p{Lu}[\p{L}’-]+)(?: is|[’']s| has| wears| are| have)\b.*\b(?:tall|short|small|little|big|large|broad|thin|lean|stout|fat|slight|neat|upright|stoops?|stooping|bent|pale|pink|brown|freckled|wrinkled|handsome|bald|bearded|hair|grey|gray|eyes|moustache|beard|face|hands|fingers|spectacles|glasses|wears|dressed|coat|apron|cardigan|hat|cap|collar|boots|jacket|knees|teeth)\b/u;
/** Words for how somebody speaks. */
const HEARD = /\b(?:voice|speaks|talks|whispers|mumbles|shouts|drawl|accent|stammers)\b/iu;
/** What is nobody's to know, or was. */
const PRIVATE =
  /\b(?:never|nobody|no one|secret(?:ly)?|once|was|were|had|did|died|used to|knows?|loved|hid(?:es|den)?|lied|lies about|afraid)\b/iu;

/**
 * What a profile that is a page of prose says of somebody's looks, voice and speech: a sentence each of its first paragraph, that names
 * nobody else, tells no past and shares nothing with what they keep to themselves. (rule NA5839)
 */
function drawnFrom(
  { id }: Person,
  { npcs, secrets = {} }: StorySource,
  { names }: StoryIndex,
): { readonly looks: string; readonly voice: string; readonly said: readonly string[] } | null {
  const profile = npcs.find((npc) => npc.id === id)?.profile;
  const [page = ""] = String(profile?.background ?? "").split(/\n\s*\n/);
  if (page === "") return null;
  const kept = contentWords(secrets[id] ?? profile?.secrets ?? "");
  const isOpen = (text: string): boolean =>
    !PRIVATE.test(text.replace(/\bas (?:if|though) [^,.;]*/giu, "")) &&
    !/["“”]/.test(text) &&
    !names.keysIn(text).some((key) => key.startsWith("npc:") && key !== `npc:${id}`) &&
    [...contentWords(text)].filter((word) => kept.has(word)).length < SHARED;
  const sentences = splitSentences(page.replaceAll(/\s+/g, " ")).filter(isOpen);
  const looks = sentences.find((text) => SEEN.test(text) && countWords(text) <= MOST_DRAWN) ?? "";
  const voice = sentences.find((text) => text !== looks && HEARD.test(text) && countWords(text) <= MOST_DRAWN) ?? "";
  const said = [
    ...page.matchAll(
      /["“]([^"“”]{8,120}[.!?,])["”],? (?:(?:he|she|it|\p{Lu}\p{L}+) says|says \p{Lu}|the \p{Lu}\p{L}+ (?:likes to )?says?)/gu,
    ),
  ].map(([, words = ""]) => words.replace(/,$/, "."));
  return { looks, voice, said };
}
/** A card is short. */
const MOST_DRAWN = 45;

/** An example of speech: one that no scene of the author's waits for, and that holds no name of anybody else. */
function sampleOf(
  { id, lines, catchphrases }: Person,
  { beats, names }: StoryIndex,
  elsewhere: string,
  more: readonly string[] = [],
): string | undefined {
  const matter = [...beats.values()].flatMap(({ told }) => told).map(contentWords);
  const reserved = new Set(
    [...beats.values()].flatMap(({ dialogue }) => dialogue.map(({ line }) => wordsIn(line).join(" "))),
  );
  const heard = wordsIn(elsewhere).join(" ");
  return [...lines, ...catchphrases, ...more].find((line) => {
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
