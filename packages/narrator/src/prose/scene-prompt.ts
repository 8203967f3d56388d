import { getPath, type JsonObject } from "@narratoria/protocol";
import { lawsInForce } from "@narratoria/protocol/laws";
import type { ChoiceSlot, SceneBrief, SceneDirection, SceneType, StorySource } from "@narratoria/protocol/story";
import {
  capitalise,
  contentWords,
  countWords,
  inThirdPerson,
  isWholeSentence,
  partOfDay,
  pastTense,
  splitSentences,
  verbLemmas,
} from "@narratoria/protocol/english";
import type { StoryIndex } from "../index-story.js";
import type { SceneDraft } from "../storybook.js";
import { namesThing } from "../unheard-names.js";
import { unquoted, wordsIn } from "./checks/scene-facts.js";
import { EXEMPLAR, rulesOf, storytellerOf } from "./exemplar.js";
import { outcomeWords } from "./in-plain-words.js";
import { asLeft } from "./lasting-things.js";
import { actorsIn, peopleCards, peopleIn, placeBefore } from "./people-cards.js";
import { playerCard } from "./player-card.js";
import { budgetRecall, type RecallBudget } from "./recall-budget.js";
import { type Step, stepsOf } from "./steps.js";
import { type PastOfStory, type StorySoFar, storySoFar } from "./story-so-far.js";
import { estimateTokens, lastThatFit } from "./tokens.js";

/** How a player likes scenes told. */
export const STYLES = {
  terse: "Use few and plain words.",
  vivid: "Have an eye for things: what is seen, heard and smelled.",
  poetic: "Have an ear for the sound of a sentence, and make no more than one comparison.",
} as const;

export type Style = keyof typeof STYLES;

/** What of a prompt is known before a choice is taken. */
export interface StoryMatter {
  readonly story: StoryIndex;
  readonly source: StorySource;
  readonly scene: number;
  /** Session state after the outcome. */
  readonly state: JsonObject;
  readonly past: PastOfStory;
  readonly style: Style;
  /** What the model can hold, prompt and answer together. */
  readonly contextTokens: number;
}

export interface PromptMatter extends StoryMatter {
  readonly brief: SceneBrief & Partial<SceneDirection>;
  readonly draft: SceneDraft;
}

/** The beginning of a prompt. */
export interface PromptStart {
  /** The same in every scene of a story, as long as its laws are. */
  readonly system: string;
  /** What has happened so far. */
  readonly stable: string;
}

/** All that a model is told to write one scene. */
export interface ScenePrompt extends PromptStart {
  /** What follows `stable`. */
  readonly rest: string;
  /** What happens, in order. */
  readonly steps: readonly Step[];
  /** Most words of the scene. */
  readonly mostWords: number;
  readonly recall: RecallBudget;
  /** The role that the player is called by; left out where they are "you". */
  readonly calls?: string;
}

/** For what is written, with room to spare. */
const ANSWER_TOKENS = 480;
const LAW_TOKENS = 320;
/** Of what is left for the story so far, in proportion to what a model holds. */
const PAST_SHARE = 0.34;
const MOST_PAST_TOKENS = 2_600;
const RECALL_TOKENS = 160;
const LEAST_WORDS = { from: 60, to: 120 };
/** Words that a model may add to what happens, and how far apart its bounds lie. */
const EMBROIDERY = 40;
const SPREAD = 60;
const MOST_OF_LAW = 3;
/** How a scene of each type is called where it is asked for. Searching and watching are `danger` too: nothing more is said of it. */
const SCENE_KINDS: Readonly<Record<SceneType, string>> = {
  travel: "the scene of a journey",
  dialogue: "the scene, a conversation",
  danger: "the scene, in which something is at stake",
  resolution: "the scene, which is a turning point",
  quiet: "the scene, a quiet one",
};
const MOST_IN_SIGHT = 2;

/** The beginning of the prompt: rules, tone, laws and example, then the story so far. Implements rules NA700 and NA345. */
export function promptStart(matter: StoryMatter): PromptStart {
  return { system: systemOf(matter), stable: soFarSection(soFarOf(matter), matter.story) };
}

/** What is said of "you", said of the role that the author has the player called by. (rule NA3402) */
export const ofPlayer = (
  text: string,
  { calls, happensInPast }: Pick<StoryIndex, "calls" | "happensInPast">,
): string => (calls === undefined ? text : inThirdPerson(text, calls, happensInPast));

/**
 * Builds the prompt of a scene from its brief and the storybook's draft: what changes least stands first, what matters most last. It holds
 * no secret, and of what is still to come only the words of the choices that follow. Implements rules NA700 to NA704, NA1102, NA1106,
 * NA3390, NA3402 and NA3411.
 */
export function scenePrompt(matter: PromptMatter): ScenePrompt {
  const { story, brief, draft, state } = matter;
  const steps = stepsOf(draft, brief, story);
  const soFar = soFarOf(matter);
  // That something was heard of is a note of the engine's own.
  const recalled = brief.recalled.filter(({ tags }) => !tags.includes("heard"));
  const recall = budgetRecall({ ...brief, recalled }, story, RECALL_TOKENS, soFar.tells);
  const words = steps.reduce((sum, { text }) => sum + countWords(text), 0);
  const low = Math.min(LEAST_WORDS.to, Math.max(LEAST_WORDS.from, words + EMBROIDERY / 2));
  const high = Math.max(low + SPREAD, words + EMBROIDERY);
  const kept = steps.flatMap((step) => step.kept ?? []);
  // Of somebody's several lines each step says which. (rule NA5839)
  const lineOf = ({ order, kept: [line] = [] }: Step): string =>
    line !== undefined && kept.filter(({ speaker }) => speaker === line.speaker).length > 1
      ? order.replace("(word for word, below)", `(word for word, line ${kept.indexOf(line) + 1} below)`)
      : order;
  const isNumbered = steps.some((step) => lineOf(step) !== step.order);
  const orders = steps.map((step, at) => `${at + 1}. ${lineOf(step)}`);
  const elsewhere = [soFar.before, ...orders, ...kept.map(({ text }) => text)].join("\n");
  const people = peopleCards({ story, source: matter.source, brief, state, elsewhere, steps });
  const said = (text: string): string => ofPlayer(text, story);
  const player = story.calls ?? "you";
  const nobody = steps.some(({ text }) => text.includes("“"))
    ? `Nobody is here but ${player} and whoever speaks in a step.`
    : `Nobody is here but ${player}.`;
  const sections: (readonly [string, readonly string[]])[] = [
    [
      "WHERE AND WHEN",
      [whereOf(matter), looksOf(matter, elsewhere), leftOf(matter, soFar.before)].filter((line) => line !== ""),
    ],
    [
      story.calls === undefined ? "WHAT YOU KNOW" : `WHAT ${story.calls.toUpperCase()} KNOWS`,
      [
        soFar.present,
        ...recall.kept
          .map(asKnown)
          .filter((line) => countWords(line) >= LEAST_KNOWN)
          .map(asEarlier),
      ]
        .filter((line) => line !== "")
        .map(said),
    ],
    ["HERE (nobody else but whom a step has)", people.length === 0 ? [nobody] : people.map(said)],
    ["WHAT HAPPENS (tell all of it, in this order, in your own words)", orders],
    [
      "WORD FOR WORD (each once, unchanged)",
      kept.map(
        ({ speaker, text }, at) =>
          `${isNumbered ? `Line ${at + 1}. ` : ""}${speaker === "" ? `To be read: ${text}` : `${capitalise(speaker)}: “${text}”`}`,
      ),
    ],
    ["NOT IN THIS SCENE", prohibitions(matter, steps).map((line) => `- ${line}`)],
    ["WANTED", wishesFor(matter)],
    ["END ON", [endOf(matter, steps)]],
    [
      "NOW",
      [
        `Write ${SCENE_KINDS[brief.sceneType]}: ${story.happensInPast ? "past" : "present"} tense, ${story.calls === undefined ? "“you”" : `the player as “${story.calls}”, never “you”`}, ${low} to ${high} words, only people under HERE or in a step, prose only. Begin with what happens in step 1.`,
      ],
    ],
  ];
  return {
    system: systemOf(matter),
    stable: soFarSection(soFar, story),
    rest: sections
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => `# ${title}\n${lines.join("\n")}`)
      .join("\n\n"),
    steps,
    mostWords: high,
    recall,
    ...(story.calls === undefined ? {} : { calls: story.calls }),
  };
}

/** Words of a prompt that a scene may take up: all but the rules, the example, and the samples of voices. */
export function matterOfPrompt({ stable, rest }: ScenePrompt): string {
  return `${stable}\n${rest}`
    .replace(/Sample of the voice, not to be used: “[^”]*”/g, "")
    .replace(/^(# [\p{Lu} ]+) \(.*\)$/gmu, "$1")
    .replace(/^# NOW\n.*$/gmu, "");
}

function systemOf({ source, story, style, state }: StoryMatter): string {
  const laws = lastThatFit(lawsToTell(lawsInForce(story.laws, state), story), LAW_TOKENS);
  const you = playerCard(state, story.people);
  const whoIs = story.calls === undefined ? "WHO YOU ARE" : `WHO ${story.calls.toUpperCase()} IS`;
  const kind = [source.genre, source.tone].flatMap((words) => (words ? [words] : []));
  return [
    storytellerOf(source.title),
    `# RULES OF TELLING\n${rulesOf(story.happensInPast, story.calls)
      .map((rule, at) => `${at + 1}. ${rule}`)
      .join("\n")}`,
    `# TONE\n${[...kind.map((words) => `${words.replace(/\.$/, "")}.`), STYLES[style]].join(" ")}`,
    ...(you.length === 0
      ? []
      : [`# ${whoIs} (known, not to be told again)\n${you.map((line) => ofPlayer(line, story)).join("\n")}`]),
    ...(laws.length === 0 ? [] : [`# LAWS OF THIS WORLD (never break)\n${laws.map((law) => `- ${law}`).join("\n")}`]),
    `# HOW A SCENE READS (another story${notAsYours(story)}: take the manner, nothing else)\n${EXEMPLAR}`,
  ].join("\n\n");
}

/** In what the example is told otherwise than the story. */
function notAsYours({ happensInPast, calls }: StoryIndex): string {
  const otherwise = [...(happensInPast ? ["in the present"] : []), ...(calls === undefined ? [] : ["of “you”"])];
  return otherwise.length === 0 ? "" : `, told ${otherwise.join(" and ")} as yours is not`;
}

/** The laws as a model may read them: without what they give away of what the story is about. (rules NA3220, NA4900 and NA5838) */
function lawsToTell(laws: readonly { readonly text: string }[], story: StoryIndex): string[] {
  const texts = laws.map(({ text }) => ({ text, told: withoutWhatWas(text, story) }));
  // What one law keeps back another has in passing: "The player never pushed" tells that somebody did.
  const cut = texts
    .flatMap(({ text, told }) => splitSentences(text).filter((one) => !told.includes(one)))
    .filter((one) => PAST_VERBS(one).length > 0);
  const deeds = new Set(cut.flatMap(PAST_VERBS));
  return texts
    .map(({ told }) =>
      splitSentences(told)
        .filter((one) => !IS_PAST_ALONE.test(one) || !PAST_VERBS(one).some((verb) => deeds.has(verb)))
        .join(" "),
    )
    .filter((text) => text !== "" && !givesAway(text, story));
}
/** Forms of the past in a text. */
const PAST_VERBS = (text: string): string[] =>
  (text.match(/[\p{Ll}]{3,}/gu) ?? []).filter((word) =>
    verbLemmas(word).some((lemma) => lemma !== word && pastTense(lemma) === word),
  );
/** A sentence of which no verb is of now or of what may be. */
const IS_PAST_ALONE = /^(?!.*\b(?:is|are|must|may|can|cannot|will|shall|does|do|has|have)\b)/u;

/** Tells what was, and nothing of what is or may be. */
const WAS = /\b(?:was|were|had|did|died|killed|took|stole|drove|hid|wrote|lied|\p{Ll}{3,}ed)\b/u;
const IS = /\b(?:is|are|stays?|remains?|keeps?|never|may|must|can|cannot|will|does|do|has|have)\b|n[’']t\b/u;

/** How and where somebody is: "is alive", "is in the room past the linen", "is the thief". What they are like is for the prompt. */
const STATE =
  /\b(?:is|are) (?:not |still |really |already |secretly |in fact |in truth |only |now )?(?:alive|dead|living|drowned|gone|lost|hidden|hiding|kept|asleep|ill|innocent|guilty|behind it|in|at|on|under|behind|inside|beneath|with|the|an?)\b/iu;
/** Leans on the sentence before. */
const LEANS =
  /^(?:He|She|They|It|That|This|We|Nobody|No one|Everybody|(?:No|Every|The) (?:other|second|third|fourth|last|rest)\b)/;
/** What leans on it and says nothing without it. */
const EMPTY = /^(?:That|This)(?:[’']s| is) (?:all|so|it|that|how it is|the (?:truth|whole of it))\b/u;
/** "Osk put out the light": of one person, the present would be "puts". */
const putsNow = (sentence: string): boolean =>
  /^(?!(?:Do|Don|Please|Never|Always|Then|And|But|Nobody|They|We|You)\b)(?:(?:Mr|Mrs|Ms|Dr|Sgt|Capt)\. )?\p{Lu}[\p{L}’-]+(?: \p{Lu}[\p{L}’-]+){0,3} (?:\p{Ll}+ly |never |not )?(?:put|set|let|cut|shut|hit|hurt|cost|split|spread|burst|read|quit)\b/u.test(
    sentence,
  );

/** A law without what it tells of somebody's past, or of how and where they are: that is for who made the story to know. (rules NA3220 and NA4900) */
function withoutWhatWas(law: string, { names }: StoryIndex): string {
  let ofSomebody = false;
  let isCut = false;
  return splitSentences(law)
    .filter((sentence) => {
      const isNamed = names.keysIn(sentence).some((key) => key.startsWith("npc:"));
      const goesOn = ofSomebody && LEANS.test(sentence);
      ofSomebody = isNamed || goesOn;
      const tells =
        ofSomebody &&
        (((WAS.test(sentence) || putsNow(sentence)) && !IS.test(sentence)) ||
          tellsDeed(sentence, names) ||
          (STATE.test(sentence) && !FORBIDS.test(sentence)));
      // Nobody knows whose body it is once that sentence is gone.
      const isLost =
        isCut &&
        !isNamed &&
        (/\b(?:he|him|his|she|her|hers|they|them|their)\b/i.test(sentence) ||
          OTHERWISE.test(sentence) ||
          EMPTY.test(sentence));
      isCut = tells || isLost;
      return !isCut;
    })
    .join(" ");
}

const SUBORDINATE =
  /^(?:since|because|after|before|when|while|where|who|which|that|if|although|as|though|until|once|whoever|whatever)\b/iu;
/** "Osk walked on, and that is all": a main clause says of somebody what they did, whatever the next one says. (rule NA6606) */
const tellsDeed = (sentence: string, names: StoryIndex["names"]): boolean =>
  !FORBIDS.test(sentence) &&
  sentence
    .split(/[,;:] (?:and |but )?| and (?=\p{Ll}+(?:ed|t)\b)/u)
    .some(
      (clause) =>
        !SUBORDINATE.test(clause) &&
        WAS.test(clause) &&
        !IS.test(clause) &&
        names.keysIn(clause).some((key) => key.startsWith("npc:")),
    );
/** "No evidence says otherwise": than what is cut. */
const OTHERWISE = /\b(?:otherwise|the contrary|any different|differently)\b/iu;
const FORBIDS = /\b(?:never|must|may|can|cannot|will|shall)\b|n[’']t\b/iu;

/** Whether a law says what a beat or an ending is still to reveal: then the checks alone know of it. */
function givesAway(law: string, { beats, endings }: StoryIndex): boolean {
  const later = [
    ...[...beats.values()].flatMap(({ told }) => told),
    ...[...endings.values()].flatMap(({ paragraphs }) => paragraphs.flatMap(splitSentences)),
  ];
  return splitSentences(law).some((part) => {
    const words = contentWords(part);
    return later.some((text) => {
      const shared = [...contentWords(text)].filter((word) => words.has(word));
      return shared.length >= MOST_OF_LAW && shared.length > words.size / 2;
    });
  });
}

function soFarOf({ past, story, state, scene, contextTokens }: StoryMatter): StorySoFar {
  const budget = Math.min(MOST_PAST_TOKENS, Math.max(0, (contextTokens - ANSWER_TOKENS) * PAST_SHARE));
  const here = getPath(state, "place");
  const present = story.matter.people.filter(({ id }) => getPath(state, `people.${id}.place`) === here);
  return storySoFar({ past, story, state, scene, here: present.map(({ id }) => id) }, budget);
}

const soFarSection = ({ before }: StorySoFar, story: StoryIndex): string =>
  before === "" ? "" : `# SO FAR (already told, do not repeat)\n${ofPlayer(before, story)}`;

function whereOf({ story, state, brief }: PromptMatter): string {
  const place = story.places.get(String(getPath(state, "place") ?? ""));
  const minutes = getPath(state, "clock.minutes");
  const from = story.places.get(placeBefore({ story, state, brief }) ?? "");
  const moved = brief.effects.some(({ kind }) => kind === "move");
  const { calls } = story;
  const comes =
    from === undefined
      ? `; ${calls === undefined ? "you come" : `${calls} comes`} here in this scene`
      : `; the scene begins at another place: ${from.name}`;
  const [You, has] = calls === undefined ? ["You", "have"] : [capitalise(calls), "has"];
  const goods = Object.values(getPath(state, "inventory") ?? {}).flatMap((item) =>
    typeof item === "object" && item !== null && "name" in item ? [String(item["name"])] : [],
  );
  return [
    place === undefined ? "" : `${capitalise(place.name)}${moved ? comes : ""}.`,
    typeof minutes === "number" ? `It is ${partOfDay(minutes)}.` : "",
    brief.choice === undefined ? "" : `${You} ${has} chosen: ${brief.choice.text}.`,
    goods.length === 0
      ? ""
      : `${You} ${has} with ${calls === undefined ? "you" : "them"}: ${[...new Set(goods)].join(", ")}.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

const LOOK_TOKENS = 110;
const MOST_LOOKS = 3;

/**
 * What the author has at the place of a scene, for whoever tells it to use: they need not make up a table that is not there. What is still
 * to be found out, what stands elsewhere in the prompt and what is of somebody absent is left out. Implements rule NA3221.
 */
function looksOf({ story, state, brief }: PromptMatter, elsewhere: string): string {
  const place = story.places.get(String(getPath(state, "place") ?? ""));
  const here = new Set(peopleIn({ story, brief, state }).map(({ id }) => `npc:${id}`));
  const apart = new Set(place?.inside);
  const said = wordsIn(elsewhere).join(" ");
  const looks: string[] = [];
  let left = LOOK_TOKENS;
  for (const text of (place?.sentences ?? []).filter((one) => !apart.has(one)).flatMap(splitSentences)) {
    const isOfOthers = story.names.keysIn(text).some((key) => key.startsWith("npc:") && !here.has(key));
    if (isOfOthers || story.toFind.has(text) || said.includes(wordsIn(text).join(" "))) continue;
    if (!isWholeSentence(text) || /^(?:Where|Which|When|Because)\b/.test(text)) continue;
    left -= estimateTokens(text);
    if (left < 0 || looks.length === MOST_LOOKS) break;
    looks.push(text);
  }
  return looks.length === 0 ? "" : `What is there, to be used and not to be told as such: ${looks.join(" ")}`;
}

const LEFT_TOKENS = 90;

/** What scenes that a model told left at the place, so that the next one finds it there; what the story so far tells is not said again. */
function leftOf({ state, story }: PromptMatter, before: string): string {
  const left = lastThatFit(
    asLeft(state).filter((text) => !before.includes(text)),
    LEFT_TOKENS,
  );
  return left.length === 0
    ? ""
    : `As it was left here, told before: ${left.map((text) => ofPlayer(text, story)).join(" ")}`;
}

/** Fewer words say nothing without the rest of what they stood in: "Be inventive." */
const LEAST_KNOWN = 4;

/** A memory as something that is known: without the title of its beat, which no player has read, and what was to be decided then. */
const asKnown = (summary: string): string =>
  summary.replace(/^“[^”]*” happened\.\s*/u, "").replace(/\s*You were left to decide: .*$/u, "");

/** A passage of an earlier scene says that it is one: told as it happens, it would seem to happen now. (rule NA6604) */
const asEarlier = (passage: string): string => `In an earlier scene: ${passage}`;

/** What a scene must not do, never with the answer in it. */
function prohibitions({ brief, story, state }: PromptMatter, steps: readonly Step[]): string[] {
  const here = new Set(peopleIn({ story, brief, state }).map(({ id }) => id));
  const acting = new Set(actorsIn(steps, story).map(({ id }) => id));
  const stepNames = story.names
    .keysIn([brief.choice?.text ?? "", ...(brief.beat?.told ?? [])].join("\n"))
    .flatMap((key) => (key.startsWith("npc:") ? [key.slice("npc:".length)] : []));
  const absent = stepNames
    .flatMap((id) => (here.has(id) ? [] : (story.people.get(id) ?? [])))
    .filter((person) => !acting.has(person.id))
    .map(({ short }) => short);
  const refused = brief.effects.some(({ kind }) => kind === "refuse");
  const all = [
    ...(brief.outcome === "none" ? [] : [`no other outcome than this: ${outcomeWords(brief, story)}`]),
    ...(refused ? ["no answer to what is refused"] : []),
    ...[...new Set(absent)].filter((name) => name !== "").map((name) => `${name} does not appear`),
    ...brief.slots.flatMap((slot) => notYet(slot, story)),
    story.calls === undefined
      ? "you answer, promise, thank and decide nothing but what the steps say"
      : `${story.calls} answers, promises, thanks and decides nothing but what the steps say`,
    "no number that the steps do not have",
  ];
  return [...new Set(all)];
}

/** What a choice offers has not happened. */
function notYet({ verb, bind }: ChoiceSlot, story: StoryIndex): string[] {
  const topic = story.topics.get(bind.topic ?? "");
  const place = story.places.get(bind.place ?? "");
  const who = story.calls === undefined ? "you do" : `${story.calls} does`;
  if (verb === "go" && place) return [`${who} not set out for ${place.name}`];
  return topic ? [`nobody says more about ${topic.np} than the steps do`] : [];
}

/** What whoever planned the turn wants of the scene. (rule NA3342) */
function wishesFor({ brief, story, state }: PromptMatter): string[] {
  const { acts, tension } = brief.wanted ?? {};
  const isHere = peopleIn({ story, brief, state }).some(({ id }) => id === acts);
  const who = isHere ? story.people.get(acts ?? "")?.short : undefined;
  return [
    ...(who === undefined
      ? []
      : [
          `${who} does some small thing of their own between the steps, for what they want: a gesture, a look, a move of the hand. It settles nothing.`,
        ]),
    ...(tension === "higher"
      ? ["Tenser than the last scene: shorter sentences, less said, nothing that eases it."]
      : []),
    ...(tension === "lower" ? ["Calmer than the last scene: more air between the steps, and no hurry."] : []),
  ];
}

/** What the choices take up, as far as this scene has it, stands in sight at the end. (rule NA1104) */
function endOf({ brief, story, state }: PromptMatter, steps: readonly Step[]): string {
  const here = new Set(peopleIn({ story, brief, state }).map(({ id }) => id));
  const told = steps.map(({ text }) => text).join(" ");
  const gone = goneAtEnd(steps, story);
  const names = brief.slots.flatMap(({ bind }) => [
    here.has(bind.npc ?? "") && !gone.has(bind.npc ?? "") ? (story.people.get(bind.npc ?? "")?.short ?? "") : "",
    ...[story.topics.get(bind.topic ?? "")?.np ?? "", bind.prop ?? ""].filter((np) =>
      isInSight(told, np, { story, state }),
    ),
  ]);
  const count = (name: string): number => names.filter((one) => one === name).length;
  const counted = [...new Set(names.filter((name) => name !== ""))].sort((a, b) => count(b) - count(a));
  const last = `What step ${steps.length} leaves`;
  return counted.length === 0
    ? `${last}.`
    : `${last}; in sight: ${counted.slice(0, MOST_IN_SIGHT).join(" and ")}. Nothing of it is settled.`;
}

const GOES =
  /\b(?:goes|walks|runs|steps|slips|hurries|strides|marches|stalks|storms) (?:\p{Ll}+ )?(?:out|off|away|home|upstairs|downstairs|(?:down|up|back) (?:to|into) the)\b|\b(?:leaves|is gone|has gone)(?=[,.;]| (?:the room|without|with|by|again)\b)/u;
const STEPS_AT_END = 2;

/** Who goes away in the last steps and is not told of again: they are not in sight at the end. (rule NA6605) */
function goneAtEnd(steps: readonly Step[], story: StoryIndex): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { text } of steps.slice(-STEPS_AT_END)) {
    const narrated = unquoted(text);
    const at = narrated.search(GOES);
    const people = (of: string): string[] =>
      story.names.keysIn(of).flatMap((key) => (key.startsWith("npc:") ? [key.slice("npc:".length)] : []));
    for (const id of people(at < 0 ? narrated : narrated.slice(at))) gone.delete(id);
    const who = at < 0 ? undefined : people(narrated.slice(0, at)).at(-1);
    if (who !== undefined && !/\byou\b/iu.test(narrated.slice(0, at))) gone.add(who);
  }
  return gone;
}

/** Whether a text has a thing by all of its name, and it is no place elsewhere: "Home since 1902" has no Show Home in it. */
function isInSight(told: string, np: string, { story, state }: Pick<PromptMatter, "story" | "state">): boolean {
  const has = contentWords(told);
  const isElsewhere = story.names
    .keysIn(np)
    .some((key) => key.startsWith("place:") && key !== `place:${String(getPath(state, "place") ?? "")}`);
  return !isElsewhere && namesThing(told, np) && [...contentWords(np)].every((word) => has.has(word));
}

/** The whole prompt of a scene, or of the rest of one. */
export function promptFor(
  { stable, rest }: ScenePrompt,
  { told = "", reasons = [] }: { readonly told?: string; readonly reasons?: readonly string[] } = {},
): string {
  const begun =
    told === ""
      ? []
      : [
          `# BEGUN\nThe scene begins like this. Go on directly after its last word, do not repeat it, and tell the steps that are still missing:\n\n${told}`,
        ];
  const mind = reasons.length === 0 ? [] : [`# MIND\n${reasons.map((reason) => `- ${reason}`).join("\n")}`];
  return [stable, rest, ...begun, ...mind].filter((part) => part !== "").join("\n\n");
}
