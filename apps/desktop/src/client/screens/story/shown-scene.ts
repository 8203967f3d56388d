/** A scene as the page shows it, whether it is finished or still being told: its parts keep their places from one to the other. */
import { beginningOf, lastHeadingOf, movesOnAt, timeAndWeather, withStop } from "@narratoria/engine/shell";
import type { LinkedAsset, LinkedScene, LinkedStage } from "../../../server/linked-files.js";
import type { Note, Notice, Roll, TurnNow } from "../../story/turn-now.js";

/** Letters of a paragraph that is about as high as the large letter before it. */
const LEAST_BESIDE_INITIAL = 170;

export interface ShownScene {
  /** Id of its turn. */
  readonly turnId: string;
  /** Its number; null while it is told. */
  readonly scene: number | null;
  /** The words of the choice that led here; null for an opening. */
  readonly echo: string | null;
  /** In-story time and weather; null where nothing is to be said anew. */
  readonly time: string | null;
  /** The place; null where it is the same as before. */
  readonly place: string | null;
  /** Where and when it goes on within itself, and above which paragraph that stands; null where it does not. */
  readonly moved: ({ readonly at: number } & Pick<ShownScene, "place" | "time">) | null;
  readonly paragraphs: readonly string[];
  readonly epilogue: readonly string[];
  /** How paragraphs are set in which the author sets something apart, by their number; those of the epilogue are counted on. */
  readonly formatted: NonNullable<LinkedScene["formatted"]>;
  readonly roll: Omit<Roll, "type" | "turn" | "seq" | "at"> | null;
  readonly speakers: NonNullable<LinkedScene["speakers"]>;
  readonly assets: readonly LinkedAsset[];
  readonly notices: readonly Notice[];
  readonly notes: readonly Note[];
  /** The campaign's own pictures of those who are there. */
  readonly pictures: LinkedStage["portraits"];
  /** Whether something of the author's opens with it, so that it begins with a large letter. */
  readonly opens: boolean;
  readonly done: boolean;
}

export function shownScene(
  scene: LinkedScene,
  before: LinkedScene | undefined,
  beside: { readonly notices: readonly Notice[]; readonly notes: readonly Note[] },
): ShownScene {
  return {
    ...beside,
    ...headingOf(scene, before),
    turnId: scene.turnId,
    scene: scene.scene,
    echo: scene.choice === undefined ? null : withStop(scene.choice),
    moved: movedTo(scene),
    paragraphs: scene.paragraphs,
    epilogue: scene.epilogue ?? [],
    formatted: scene.formatted ?? [],
    roll: scene.roll ?? null,
    speakers: firstWords(scene.speakers ?? []),
    assets: scene.assets,
    pictures: scene.stage?.portraits ?? [],
    opens: (scene.scene === 0 || opensBeat(scene)) && (scene.paragraphs[0] ?? "").length >= LEAST_BESIDE_INITIAL,
    done: true,
  };
}

type Heading = Pick<LinkedScene, "location" | "time" | "weather" | "begins">;

/** What a scene has above it that the one before had not shown. */
function headingOf(whole: Heading, last: Heading | undefined): Pick<ShownScene, "place" | "time"> {
  return newIn(beginningOf(whole), last && lastHeadingOf(last));
}

/** Where and when a scene goes on, above the paragraph from which on it does. (rule DT285) */
function movedTo(scene: LinkedScene): ShownScene["moved"] {
  const at = movesOnAt(scene);
  return at === undefined ? null : { at, ...newIn(scene, beginningOf(scene)) };
}

function newIn(
  scene: Omit<Heading, "begins">,
  before: Omit<Heading, "begins"> | undefined,
): Pick<ShownScene, "place" | "time"> {
  const moved = before === undefined || before.location !== scene.location;
  const time = timeAndWeather(scene);
  return {
    place: moved ? scene.location : null,
    time: moved || time !== timeAndWeather(before) ? time : null,
  };
}

/**
 * @param chosen - The words of the choice that is being taken.
 * @param before - The scene that it was taken in.
 */
export function sceneInFlight(turn: TurnNow, chosen: string | null, before: LinkedScene | undefined): ShownScene {
  const { id, paragraphs, roll, notices, notes, narrative, heading } = turn;
  return {
    ...(heading ? headingOf(heading, before) : { place: null, time: null }),
    turnId: id,
    scene: null,
    moved: null,
    echo: chosen === null ? null : withStop(chosen),
    paragraphs: paragraphs.length > 0 ? paragraphs : (narrative?.split(/\n{2,}/) ?? []),
    epilogue: [],
    formatted: [],
    roll,
    speakers: [],
    assets: [],
    pictures: [],
    notices,
    notes,
    opens: false,
    done: false,
  };
}

/** What decides about the picture above the scene in flight. */
export function flyingScene(
  { heading, background }: Pick<TurnNow, "heading" | "background">,
  before: LinkedScene | undefined,
): Pick<LinkedScene, "location" | "assets" | "stage"> {
  return {
    location: heading?.location ?? before?.location ?? "",
    assets: [],
    stage: { background, music: null, portraits: [] },
  };
}

/** A portrait stands where somebody first speaks in the scene. */
function firstWords(speakers: NonNullable<LinkedScene["speakers"]>): NonNullable<LinkedScene["speakers"]> {
  return speakers.filter(({ person }, place) => speakers.findIndex((other) => other.person === person) === place);
}

function opensBeat({ sentences = [] }: LinkedScene): boolean {
  return sentences[0]?.sources.some(({ kind }) => kind === "beat") ?? false;
}

/** Whole sentences of a text, with the blanks behind them; what is not closed yet is the last one. */
export function sentencesOf(text: string): string[] {
  return [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(text)].map(({ segment }) => segment);
}

/** The sentences that can be shown of a paragraph that is still growing: all but the last. */
export function wholeSentences(text: string): string[] {
  const sentences = sentencesOf(text);
  const last = sentences.at(-1) ?? "";
  return /[.!?…]["'”’)]*\s*$/u.test(last) ? sentences : sentences.slice(0, -1);
}
