/** A scene as plain text: no colour, no cursor movement, one thing a line, prose unwrapped. */
import type { EngineEvent, SceneEvent } from "@narratoria/engine";
import { assetLines } from "./asset-words.js";
import {
  beginningOf,
  capitalised,
  type Choice,
  diceWords,
  endWords,
  type Heading,
  movesOnAt,
  oddsWords,
  outcomeWords,
  rangeWords,
  type Roll,
  rollTitle,
  sceneName,
  timeAndWeather,
  whyWords,
  withStop,
} from "@narratoria/engine/shell";

type NoticeEvent = Extract<EngineEvent, { type: "notice" }>;

/** What else came with a scene and is said in one line each, after the prose. */
export interface SceneNotes {
  readonly notices: readonly Pick<NoticeEvent, "message" | "action" | "severity">[];
  /** What skills told in ways of their own. */
  readonly told: readonly string[];
}

export const NO_NOTES: SceneNotes = { notices: [], told: [] };

/** More than two notices would bury the story they are about. */
const MOST_NOTICES = 2;

/**
 * A finished scene with its choices.
 *
 * @returns Text that ends with a line feed.
 */
export function sceneText(scene: SceneEvent, notes: SceneNotes = NO_NOTES): string {
  const head = [`${scene.title}, ${sceneName(scene.scene)}`, ...(scene.choice ? [withStop(scene.choice)] : [])];
  // A last page is set where its author sets it.
  const place = scene.ending === undefined ? [headingLine(beginningOf(scene))] : [];
  const blocks = [
    head.join("\n"),
    ...place,
    ...(scene.roll ? [rollLine(scene.roll)] : []),
    ...scene.paragraphs.flatMap((text, at) => (movesOnAt(scene) === at ? [headingLine(scene), text] : [text])),
    ...(scene.epilogue ? ["Epilogue", ...scene.epilogue] : []),
    ...noteLines(scene, notes),
    scene.ended ? endWords(scene) : choicesText(scene),
  ];
  return straightQuotes(`${blocks.join("\n\n")}\n`);
}

/** "The mill pool. Wednesday morning." */
const headingLine = (heading: Heading): string =>
  `${withStop(heading.location)} ${withStop(timeAndWeather(heading))}`.trim();

/** "Roll: Win Odo over, charisma. 3 and 5, plus 1 charisma 14: 10. It works." */
export function rollLine(roll: Roll): string {
  const sum = [diceWords(roll), ...roll.modifiers.map(({ label, value }) => `${signed(value)} ${label}`)].join(", ");
  const outcome = outcomeWords(roll.outcome);
  return `Roll: ${withStop(rollTitle(roll))} ${capitalised(sum)}: ${roll.total}.${outcome === "" ? "" : ` ${outcome}.`}`;
}

/** One choice on one line, with its chances: "2. Show him the seal. Persuade, plus 1. 28% works, ...". */
export function choiceLine(choice: Choice, number: number): string {
  const start = `${number}. ${withStop(choice.text)}`;
  // A label that only says the choice's first words again is left out.
  const plain = choice.label.replace(/\.$/, "");
  const label = choice.text.toLowerCase().startsWith(plain.toLowerCase()) ? "" : plain;
  if (!choice.odds) return [start, ...(label === "" ? [] : [withStop(label)]), "No roll."].join(" ");
  const bonus = choice.bonus ? signed(choice.bonus) : "";
  const details = [label, bonus, choice.difficulty ?? ""].filter((one) => one !== "").join(", ");
  return `${start} ${details === "" ? "" : `${withStop(capitalised(details))} `}${oddsWords(choice.odds)}.`;
}

/** The line that waits for an answer at a terminal. */
export function promptText(scene: SceneEvent): string {
  const example = Math.min(3, scene.choices.length);
  return `${rangeWords(scene.choices.length)}, or w${example} why, u undo, b branch, r repeat, h help, q quit: `;
}

export function whyLine(choice: Choice, number: number): string {
  return straightQuotes(`Why ${number}: ${whyWords(choice)}`);
}

export const PLAIN_HELP = [
  "1, 2, 3 or 4 chooses.",
  "w3 says why choice 3 is offered, w says it of all of them.",
  "u takes the last choice back, U brings it again.",
  "A choice made after u begins a branch, and nothing is lost.",
  "b begins a branch at this scene, b 12 at scene 12.",
  "b 12 The harbour bell gives it a name.",
  "t lists the branches, t2 goes to the end of the second.",
  "m tells what the story remembers, m bell what it remembers of a bell.",
  "r says this scene again.",
  "q leaves. Every turn is saved when it ends, so nothing is lost.",
  "end, spelled out, leaves for good, and tells what becomes of it all.",
].join("\n");

function choicesText(scene: SceneEvent): string {
  return ["What do you do?", ...scene.choices.map((choice, index) => choiceLine(choice, index + 1))].join("\n");
}

function noteLines(scene: SceneEvent, { notices, told }: SceneNotes): string[] {
  const more = notices.length - MOST_NOTICES;
  const lines = [
    ...notices
      .slice(0, MOST_NOTICES)
      .map(({ message, action }) => `Note: ${[message, action].filter((text) => text !== "").join(" ")}`),
    ...(more > 0 ? [`Note: And ${more} more.`] : []),
    ...assetLines(scene),
    ...told.map((words) => `Note: ${words}`),
  ];
  return lines.length > 0 ? [lines.join("\n")] : [];
}

function signed(value: number): string {
  return `${value < 0 ? "minus" : "plus"} ${Math.abs(value)}`;
}

/** Screen readers and pipes get the quotes of a keyboard. */
function straightQuotes(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
}
