/** How rolls, odds, reasons and scenes are said in any shell: in a terminal, in a window. It runs in browsers too. */
import type { JsonObject, JsonValue } from "@narratoria/protocol";
import type { EngineEvent, FormattedBlock, WaitingFor } from "@narratoria/protocol/contracts";
import type { SceneEvent } from "./scene/scene-record.js";

/** Characters of a note; more belongs into the prose. */
const MOST_NOTE = 300;

export type Choice = SceneEvent["choices"][number];
export type Roll = Omit<Extract<EngineEvent, { type: "roll" }>, "type">;
export type Odds = NonNullable<Choice["odds"]>;
export type Outcome = Roll["outcome"];

export type { FormattedBlock, FormattedRun, WaitingFor } from "@narratoria/protocol/contracts";

/**
 * A paragraph as it is set: its blocks, each line in runs of one look. Plain prose is one block of one run.
 *
 * @param paragraph - From 0; those of an epilogue are counted on.
 */
export function blocksOf(
  { paragraphs, epilogue = [], formatted = [] }: Pick<SceneEvent, "paragraphs" | "epilogue" | "formatted">,
  paragraph: number,
): readonly FormattedBlock[] {
  const set = formatted.find((one) => one.paragraph === paragraph);
  const text = [...paragraphs, ...epilogue][paragraph] ?? "";
  return set?.blocks ?? (text === "" ? [] : [{ kind: "prose", lines: [[{ text }]] }]);
}

/** Where and when something of a scene is. */
export type Heading = Pick<SceneEvent, "location" | "time" | "weather">;

/** Where and when a scene begins, which heads it. */
export const beginningOf = (scene: Heading & Pick<SceneEvent, "begins">): Heading => scene.begins ?? scene;

/**
 * The paragraph above which where and when the scene ends stands as a heading of its own, as the story moves on there within the scene.
 * Undefined where it does not, or where the text does not show it. (rule EN5940)
 */
export const movesOnAt = ({ begins }: Pick<SceneEvent, "begins">): number | undefined => begins?.paragraphs;

/** The last heading that a reader has seen of a scene. */
export const lastHeadingOf = (scene: Heading & Pick<SceneEvent, "begins">): Heading =>
  movesOnAt(scene) === undefined ? beginningOf(scene) : scene;

/** A scene's number where it stands after a comma or at the right of the title line. */
export function sceneName(scene: number): string {
  return scene === 0 ? "the opening" : `scene ${scene}`;
}

export function outcomeWords(outcome: Outcome): string {
  return { success: "It works", partial: "It works, at a cost", fail: "It fails", none: "" }[outcome];
}

export function oddsWords(odds: Odds): string {
  return `${odds.success}% works, ${odds.partial}% at a cost, ${odds.fail}% fails`;
}

/** What was tried, and with what: "Win Odo over, charisma". */
export function rollTitle(roll: Roll): string {
  return [roll.label ?? roll.formula, ...(roll.stat ? [roll.stat] : [])].join(", ");
}

/**
 * The dice of a roll in words: "3 and 5", "two sixes", "4d6, best 3: 6, 5, 3 and (2)". Dice that a formula drops stand in brackets.
 * Where the player wants no single dice it is the formula: "2d6".
 */
export function diceWords(roll: Roll): string {
  if (roll.dice.length === 0) return roll.formula;
  const [first, second] = roll.dice;
  if (roll.formula.startsWith("2d6") && roll.dice.length === 2 && first === second) {
    if (first === 1) return "two ones";
    if (first === 6) return "two sixes";
  }
  const { dice, kept } = keptDice(roll);
  const list = inSentence(dice.map((one) => (one.dropped ? `(${one.face})` : `${one.face}`)));
  return kept === null ? list : `${kept}: ${list}`;
}

/** The dice in order, marked where the formula drops them, and how the formula keeps ("4d6, best 3"), null where it keeps all. */
export function keptDice(roll: Roll): { dice: { face: number; dropped: boolean }[]; kept: string | null } {
  const match = /^(\d*d\d+)(kh|kl|dh|dl)(\d*)/.exec(roll.formula);
  const all = roll.dice.map((face) => ({ face, dropped: false }));
  if (!match) return { dice: all, kept: null };
  const [, base, how, digits] = match;
  const count = digits === undefined || digits === "" ? 1 : Number(digits);
  const keep = how?.startsWith("k") ? count : Math.max(0, all.length - count);
  const best = how === "kh" || how === "dl";
  const ranked = all.map((_, index) => index).sort((a, b) => compare(all, a, b, best));
  for (const index of ranked.slice(keep)) {
    const die = all[index];
    if (die) die.dropped = true;
  }
  return { dice: all, kept: `${base}, ${best ? "best" : "lowest"} ${keep}` };
}

function compare(dice: readonly { face: number }[], a: number, b: number, best: boolean): number {
  const difference = (dice[b]?.face ?? 0) - (dice[a]?.face ?? 0);
  return best ? difference : -difference;
}

/** Why a choice is offered: each reason once, in the player's words and without a stop. A due beat gives nothing away. */
export function whySources(choice: Choice): Choice["sources"] {
  const said = choice.sources.map((source) => ({
    ...source,
    text: source.kind === "beat" ? "the story is waiting for something here" : source.text.trim().replace(/\.$/, ""),
  }));
  return said.filter(({ text }, place) => text !== "" && said.findIndex((other) => other.text === text) === place);
}

/** The same as one text. */
export function whyWords(choice: Choice): string {
  const texts = whySources(choice).map(({ text }) => text);
  if (texts.length === 0) return "nothing in particular. You could always do this.";
  return texts.map((text, index) => (index === 0 ? text : capitalised(text))).join(". ") + ".";
}

/** "Third evening, slack water". */
export function timeAndWeather(scene: Pick<SceneEvent, "time" | "weather">): string {
  return [scene.time, ...(scene.weather ? [scene.weather] : [])].join(", ");
}

export function endWords(scene: Pick<SceneEvent, "scene" | "ending">): string {
  const scenes = scene.scene === 1 ? "1 scene" : `${scene.scene} scenes`;
  return scene.ending === undefined ? `The end, after ${scenes}.` : `The end. “${scene.ending}”, after ${scenes}.`;
}

/** The answer to a number or letter that means nothing here. */
export function noSuchChoice(answer: string, scene: SceneEvent): string {
  return `There is no choice ${answer}. Type ${rangeWords(scene.choices.length)}, or h for help.`;
}

/** "1 to 4". */
export function rangeWords(choices: number): string {
  return choices === 1 ? "1" : `1 to ${choices}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence's text with a stop at its end, also where a quotation closes it. */
export function withStop(text: string): string {
  return /[.!?…]["'”’)]*$/u.test(text) ? text : `${text}.`;
}

function inSentence(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** About what a scene has of a model's words, in tokens. */
const SCENE_TOKENS = 150;
const WORDS_PER_TOKEN = 0.75;
/** A reader reads some four words a second. */
const READING_TOKENS_PER_SECOND = 6;

/** What the speed of a model means for whoever reads: words a second, and seconds a scene. */
export function writingPace(tokensPerSecond: number): {
  readonly words: string;
  readonly scene: string;
  /** Whether it writes faster than most people read. */
  readonly keepsUp: boolean;
} {
  const words = Math.max(1, Math.round(tokensPerSecond * WORDS_PER_TOKEN));
  return {
    words: words === 1 ? "1 word" : `${words} words`,
    scene: secondsText((SCENE_TOKENS * 1000) / tokensPerSecond),
    keepsUp: tokensPerSecond >= READING_TOKENS_PER_SECOND,
  };
}

/** "1.4 s", "12 s". */
export function secondsText(ms: number): string {
  return ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/** "12 bytes", "40 KB", "1.5 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes < 1 ? `${Math.round(bytes / 1024)} KB` : `${mebibytes.toFixed(1)} MB`;
}

/** A stranger's words without what moves a cursor, changes colours, breaks a line or turns the direction of writing. */
export function plainWords(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** Whom a scene waits for: "Waiting for ollama, at most 60 s". */
export function waitingWords({ for: who, mostMs }: WaitingFor): string {
  return `Waiting for ${who === "" ? "the model" : who}, at most ${Math.round(mostMs / 1000)} s`;
}

/** What a skill shows that is none of ours: the words it brings, else the event's name with its payload. (rule CL482) */
export function noteWords({
  event,
  payload,
}: Pick<Extract<EngineEvent, { type: "note" }>, "event" | "payload">): string {
  const { text } = payload;
  const words = typeof text === "string" ? plainWords(text) : "";
  if (words !== "") return cutTo(words, MOST_NOTE);
  const asked = `A skill asked for "${cutTo(plainWords(event), MOST_NAME)}", which this player does not know`;
  const details = payloadWords(payload, MOST_NOTE - asked.length - " ().".length);
  return details === "" ? `${asked}.` : `${asked} (${details}).`;
}

const MOST_NAME = 60;

/** The leaves of a payload: "kind: storm, wind.from: north", as many as there is room for. */
function payloadWords(payload: JsonObject, room: number): string {
  const words: string[] = [];
  let left = room;
  const visit = (value: JsonValue | undefined, path: string): void => {
    if (left <= 0 || value === undefined) return;
    if (isList(value)) {
      for (const one of value) {
        if (left <= 0) return;
        visit(one, path);
      }
    } else if (typeof value === "object" && value !== null) {
      for (const key in value) {
        if (left <= 0) return;
        visit(value[key], `${path}${path === "" ? "" : "."}${plainWords(key.slice(0, MOST_NAME))}`.slice(0, MOST_NOTE));
      }
    } else {
      const said = plainWords(String(value).slice(0, MOST_NOTE));
      if (said === "") return;
      words.push(`${path}: ${said}`);
      left -= path.length + said.length + 4;
    }
  };
  visit(payload, "");
  return cutTo(words.join(", "), room);
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

function cutTo(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3).trimEnd()}...`;
}
