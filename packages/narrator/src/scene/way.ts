/** How the story goes on elsewhere: what tells the player's way to where a beat is. */
import { escapeRegExp } from "@narratoria/protocol/english";
import { liesIn, type Person, type SceneBrief, type Verb } from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";
import type { Composer } from "./composer.js";
import type { Unit } from "./frame-tests.js";
import type { Stage } from "./stage.js";
import { listOf } from "./tell-beat.js";

/** "You follow the thread up the hill to the mill": how the player comes to where they are. */
const GOES =
  "(?:follow|go|walk|climb|ride|drive|come|cross|reach|arrive|run|sail|row|return|enter|step|head|get|make your way|are (?:taken|led|brought|driven|carried)|(?:were|was) (?:taken|led|brought|driven|carried)|went|came|climbed|rode|drove|walked|followed|crossed|reached|arrived|ran|sailed|rowed|returned|entered|stepped|headed|got|made your way)";
const HOW = "(?:\\p{Ll}+ly |all |both )?";
const WAY = new RegExp(`\\byou ${HOW}${GOES}\\b`, "iu");
/** "Down you go, all of you", "You climb down": a way by its direction, wherever it ends. */
const DIRECTION = "(?:up|down|out|in|back|across|over|home|upstairs|downstairs|ashore|aboard|inside|outside|on to)";
const BY_DIRECTION = new RegExp(
  `^(?:${DIRECTION}(?:,? and ${DIRECTION})*,? you (?:all )?go\\b|(?:so|then|and so)? ?you ${HOW}${GOES} ${DIRECTION}\\b)`,
  "iu",
);
/** "So they came to Sandholm", "The road went through Nether Sallow": all go there, the player among them. */
const TOGETHER = new RegExp(
  `\\b(?:they|we|the (?:road|way|path|track|trail)) ${HOW}(?:c[ao]me[sn]?|go(?:es)?|went|walk(?:s|ed)?|r[io]des?|climb(?:s|ed)?|reach(?:es|ed)?|arrives?|arrived|enter(?:s|ed)?|runs?|ran|leads?|led|pass(?:es|ed)?|brings?|brought)\\b`,
  "iu",
);

/** "Dan takes you down the ladder", "She asks you into the cabin": whoever it is, the player is on the way. */
const TAKES_ALONG =
  /\b(?:(?:takes?|took|leads?|led|brings?|brought|walks?|walked|drags?|dragged|drives?|drove|carries|carried|rows?|rowed|fetch(?:es|ed)?|follows?|followed) you\b|(?:sends?|sent) for you\b|(?:asks?|asked|invites?|invited|calls?|called|waves?|waved|beckons?|beckoned|shows?|showed|summons|summoned) you (?:in|into|out|over|up|down|to|through|aboard)\b(?! (?:do|be|go|come|hold|look|say|tell|help|take|give|keep|know)\b))/iu;

/**
 * "You take Hypo out by the tannery steps", "Tuppence comes for you before seven", "She throws gravel at your window": the beat begins where
 * the player sets out, and is not there yet. (rule NA6532)
 */
const SETS_OUT = new RegExp(
  `^(?:(?:That|The next|In the|On the|At) [^,.]{2,30}?,? )?[Yy]ou (?:(?:set|start|started) (?:out|off|forth)|(?:takes?|took|leads?|led|brings?|brought|walks?|walked|rows?|rowed|drives?|drove) (?:him|her|them|\\p{Lu}[\\p{L}’'-]+|(?:the|your) (?:boy|girl|child|children|old \\p{Ll}+|dog|horse|mule|pony|mare)) (?:out|off|down|up|over|across|along|home|back))\\b` +
    `|^\\p{Lu}[^.;:“”"]{0,60}?(?<!\\b(?:has|have|had|who) )\\b(?:(?:comes?|came|calls?|called|is here) (?:back )?for|(?:comes?|came|is here) to (?:fetch|collect|get|wake)|wakes?|woke|collects?|collected) you\\b`,
  "u",
);

/** Whether a beat begins with the player's way to where it happens: then nothing of the arrival is told before it. (rule NA605) */
export function tellsTheWay({ story, stage }: Composer, { beat }: SceneBrief): boolean {
  const [first = ""] = beat?.told ?? [];
  const at = first.search(WAY);
  return at >= 0 && namesPlace(story, stage, first.slice(at));
}

const namesPlace = (story: StoryIndex, stage: Stage, text: string): boolean =>
  stage.place !== undefined && story.names.keysIn(text).includes(`place:${stage.place.id}`);

/**
 * Whether a beat tells in its first sentence how the player comes to where it is, or the deed has: then no joint need tell it. That a
 * sentence names the place is not enough. (rule NA3144)
 */
function tellsTheGoing({ story, stage }: Composer, { beat, choice }: SceneBrief): boolean {
  const [first = ""] = beat?.told ?? [];
  const deed = choice?.text ?? "";
  const isGoneTo = /^(?:go|come|walk|ride|drive|climb|take|carry|bring|follow|return|run)\b/iu.test(deed);
  const spelt = (text: string): string => text.toLowerCase().replaceAll("-", " ");
  // "Climb to the lamp room": a name with or without its hyphen is one place.
  if (isGoneTo && stage.place !== undefined && spelt(deed).includes(spelt(stage.place.name))) return true;
  if (TAKES_ALONG.test(first) || BY_DIRECTION.test(first) || SETS_OUT.test(first)) return true;
  if (isGoneTo && namesPlace(story, stage, deed)) return true;
  const at = (story.calls === undefined ? first : first.replaceAll(story.calls, "they")).search(TOGETHER);
  return at >= 0 && namesPlace(story, stage, first.slice(at));
}

/** Words of a sentence before which the place that it names is said at once: "In the galley at ten to two", "Nine at night, Store Four." */
const AT_ONCE_WORDS = 6;

/** Whether a sentence opens with the place: then a joint need not name it once more. */
function opensWithPlace(story: StoryIndex, stage: Stage, first: string): boolean {
  const [head = ""] = first.split(/[.!?:;]/u);
  return namesPlace(story, stage, head.split(" ").slice(0, AT_ONCE_WORDS).join(" "));
}

/** After these the player is where the story has them: nothing else was begun. */
const PASSES_TIME: readonly Verb[] = ["wait", "rest", "go", "follow", "flee"];

/** Whether the player was busy with something else: then they are told why they go on. A deed that the beat waited for leads there. (rule NA3290) */
function wasBusy({ choice }: SceneBrief): boolean {
  if (choice === undefined || PASSES_TIME.includes(choice.verb)) return false;
  return choice.bind.beat === undefined || choice.bind.fact !== undefined;
}

/**
 * People who travel with the player. Whom the beat at hand shows there before them, or coming there another way, has not come along.
 * (rule NA6456)
 */
export const companionsOf = (
  { companions }: Stage,
  { matter }: StoryIndex,
  beat?: Pick<NonNullable<SceneBrief["beat"]>, "told">,
): readonly Person[] =>
  matter.people.filter(
    (one) => companions.has(one.id) && one.kind !== "machine" && !isShownThere(beat?.told ?? [], one),
  );

/** "Dan is sitting on the step", "On the step sits Dan", "Dan, in his coat, waits": somebody who is there before the player. */
const IS_THERE =
  "(?:is|are|was|were|sits?|sat|stands?|stood|lies|lay|waits?|waited|lodges?|lodged|leans?|leant|leaned|kneels?|knelt|sleeps?|slept|ha(?:s|ve|d) (?:already |long )?(?:been|sat|stood|lain|waited|lodged|come|gone|locked|shut)|meets?|met|receives?|received|lives?|lived|comes?|came|walks?|walked|arrives?|arrived|keeps?|kept)";

/**
 * Whether somebody is at a beat's place, or comes there by themselves, by the sentence that names them first. Whom no sentence names may be
 * there in other words: "A woman on a grey mare has watched you for an hour."
 */
function mayBeThereFirst(told: readonly string[], one: Pick<Person, "name" | "short">): boolean {
  return (
    isShownThere(told, one) || told.every((sentence) => !sentence.includes(one.short) && !sentence.includes(one.name))
  );
}

/** Whether the first sentence that names somebody shows them at a beat's place, or coming there. */
function isShownThere(told: readonly string[], { name, short }: Pick<Person, "name" | "short">): boolean {
  const first = told.find((sentence) => sentence.includes(short) || sentence.includes(name));
  if (first === undefined) return false;
  const called = [name, short].map((one) => escapeRegExp(one)).join("|");
  return new RegExp(
    `(?:${called})(?:,[^,.;]{1,60},)? (?:\\p{Ll}+ly |already |still |just )?${IS_THERE}\\b|(?<!\\p{L})${IS_THERE} (?:old |young )?(?:${called})`,
    "u",
  ).test(first);
}

/**
 * Who of a beat takes the player to where it is: somebody who is with them, whom the beat names, and whom it does not show there before them.
 * "Dan is sitting on the step" of the house to which nobody then leads. (rules NA99 and NA5300)
 *
 * @param cast - Everybody who is in the beat.
 * @param told - The beat's sentences.
 * @param isWith - Whether somebody is where the player is.
 */
export function guideTo<Member extends Pick<Person, "id" | "name" | "short">>(
  cast: readonly Member[],
  told: readonly string[],
  isWith: (id: string) => boolean,
): Member | undefined {
  return cast.find((one) => isWith(one.id) && !mayBeThereFirst(told, one));
}

/** So many companions are named where they come along. */
const MOST_NAMED = 3;

/** What the player has been called to, as it is remembered. */
export const callKey = (beat: string): string => `call:${beat}`;

/**
 * How the story comes to go on elsewhere: somebody takes the player along, or sends for them, or they go there. Undefined where the beat or
 * the deed tells it. Implements rules NA99, NA3144, NA3160, NA3161 and NA3290.
 *
 * @param hasReason - Whether the sentence before says why one goes on: time has passed.
 */
export function wayThere(composer: Composer, brief: SceneBrief, hasReason = false): Unit | undefined {
  const { stage, memory, story, named } = composer;
  const isSpent = !hasReason && stage.from !== undefined && wasBusy(brief);
  if (tellsTheWay(composer, brief) || tellsTheGoing(composer, brief)) {
    const isTaken = TAKES_ALONG.test(brief.beat?.told[0] ?? "");
    return isSpent && !isTaken ? { keys: ["turn spent here"], fill: {}, must: true } : undefined;
  }
  const place = stage.place ? { place: stage.place } : {};
  // Where the player has been before they go back to. (rule NA3160)
  const goes = stage.beenHere ? ["turn back", "turn move"] : ["turn move"];
  if (!brief.beat) return { keys: goes, fill: place, must: true };
  const [first = ""] = brief.beat.told;
  const people = brief.beat.people.flatMap((id) => story.people.get(id) ?? []);
  const along = companionsOf(stage, story, brief.beat).filter(({ id }) => !stage.leaving.has(id));
  if (along.length > 1) {
    // Who comes along is said by name: "all" is nobody. A whole company is no list. (rule NA6530)
    const isFew = along.length <= MOST_NAMED;
    const keys = isFew ? ["turn with"] : ["turn all"];
    return {
      keys: [...(stage.beenHere ? keys.map((key) => `${key} back`) : []), ...keys, ...goes],
      fill: { ...place, ...(isFew ? { list: listOf(composer, along, true) } : {}) },
      must: true,
    };
  }
  // Who was with the player before a night or a day went by has gone since. (rule NA5943)
  const isWith = (id: string): boolean => !hasReason && memory.stagePeople.includes(id) && !stage.leaving.has(id);
  const walkers = people.filter(({ kind, mobility }) => kind !== "machine" && mobility === "walks");
  const guide = guideTo(walkers, brief.beat.told, isWith);
  if (guide) return { keys: ["turn taken", ...goes], fill: { npc: guide, ...place }, must: true };
  const isKnown = (id: string): boolean => memory.named.has(`npc:${id}`) || named.has(`npc:${id}`);
  const sender = people.find(({ id, speech }) => speech === "words" && isKnown(id));
  // Only who has called the player can be said to have sent for them; else whom they know is looked for. (rules NA99 and NA523)
  if (memory.done.has(callKey(brief.beat.id))) {
    composer.rest("call");
    return {
      keys: ["turn fetched", ...goes],
      fill: { ...(sender ? { npc: sender } : {}), ...place },
      must: true,
      ...(sender ? { mustName: [`npc:${sender.id}`] } : {}),
    };
  }
  // The sentence itself says where it is, or the player was in a part of it: that they leave is enough. (rules NA3161 and NA5303)
  const isOut = stage.from !== undefined && stage.place !== undefined && liesIn(stage.from, stage.place);
  if (isSpent && isOut) return { keys: ["turn spent here"], fill: {}, must: true };
  if (!isSpent && stage.from && (isOut || opensWithPlace(story, stage, first)))
    return { keys: ["turn left", ...goes], fill: place, must: true };
  const sought = people.find(
    ({ id, kind }) =>
      isKnown(id) && kind !== "machine" && !composer.isHere(id) && stage.placeOf(id)?.id !== stage.place?.id,
  );
  // Whoever was spoken with and stays is taken leave of. (rule NA6531)
  const partner = isSpent ? story.people.get(brief.choice?.bind.npc ?? "") : undefined;
  const isLeft =
    partner !== undefined &&
    partner.kind === "human" &&
    !partner.plural &&
    isWith(partner.id) &&
    !stage.companions.has(partner.id) &&
    stage.placeOf(partner.id)?.id === stage.from?.id &&
    !brief.beat.people.includes(partner.id) &&
    // "When you had followed Brill out": whom the beat names may have come along.
    !brief.beat.told.some((sentence) => sentence.includes(partner.short) || sentence.includes(partner.name));
  const parted = isLeft ? ["turn parted"] : [];
  const npc = sought ?? (isLeft ? partner : undefined);
  return {
    keys: [...(sought ? ["turn sought"] : isSpent ? [...parted, "turn spent"] : []), ...goes],
    fill: { ...(npc ? { npc } : {}), ...place },
    must: true,
  };
}
