/** What of a turn decides about its stage. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { getPath, type JsonObject } from "@narratoria/protocol";
import type { SceneAsset, SceneStage } from "@narratoria/protocol/contracts";
import type { SceneType } from "@narratoria/protocol/story";
import type { Campaign } from "@narratoria/campaign";
import type { StoryIndex } from "@narratoria/narrator";
import type { TurnStart } from "../story/turn-start.js";
import { foldedWords } from "./file-words.js";
import type { SceneToStage, StageDirector } from "./stage-director.js";

export interface StagedTurn {
  /** The stage of the scene before; null at the opening. */
  readonly before: SceneStage | null;
  readonly turn: Pick<TurnStart, "scene" | "slot" | "beat" | "ending">;
  /** As the scene has it. */
  readonly state: JsonObject;
  readonly sceneType: SceneType;
  readonly made: readonly SceneAsset[];
}

/** Reads the place, hour, weather, people and beat of a turn. */
export function sceneToStage(
  { before, turn, state, sceneType, made }: StagedTurn,
  { matter }: Pick<StoryIndex, "matter">,
  { beats }: Pick<Campaign, "beats">,
): SceneToStage {
  const { scene, slot, beat, ending } = turn;
  const place = textAt(state, "place");
  const minutes = getPath(state, "clock.minutes");
  const hour = typeof minutes === "number" && minutes >= 0 ? Math.floor((minutes % 1440) / 60) : 12;
  const present = matter.people.filter(
    ({ id }) => getPath(state, `people.${id}.place`) === place && getPath(state, `people.${id}.alive`) !== false,
  );
  // Whoever the choice was about stands before the rest.
  const first = (id: string): number => (slot?.bind.npc === id ? 0 : 1);
  const written = beats.find(({ id }) => id === beat?.id);
  const mood = beat?.mood ?? written?.mood;
  const shown = before?.background && before.heard?.place === place ? before.background.asset : undefined;
  const shownBy = beats.find(({ id, background }) => background === shown && isTold(state, id, scene));
  return {
    scene,
    place,
    hour,
    weather: textAt(state, "weather") || saidWeather(written?.description ?? ""),
    ...(shown !== undefined && { shown, ...(shownBy && { shownBy: shownBy.id }) }),
    sceneType,
    people: present.map(({ id }) => id).toSorted((one, other) => first(one) - first(other)),
    names: new Map(present.map(({ id, name }) => [id, name])),
    beat: beat?.id ?? ending?.id ?? null,
    ...(written?.background !== undefined && { background: written.background }),
    ...(written?.music !== undefined && { music: written.music }),
    ...(mood !== undefined && { mood }),
    ...(written && { told: wordsOfBeat(written) }),
    isEnding: ending !== null,
    made,
  };
}

/** So many scenes after its beat a picture may stay. */
const STAYS_SCENES = 6;

/** Whether a beat was told a few scenes ago. */
function isTold(state: JsonObject, beat: string, scene: number): boolean {
  const told = getPath(state, `beats.${beat}.scene`);
  return typeof told === "number" && told < scene && scene - told <= STAYS_SCENES;
}

/** Words of what a beat tells. */
export function wordsOfBeat({
  title,
  description,
  location = "",
  mood = "",
}: Campaign["beats"][number]): ReadonlySet<string> {
  return new Set(foldedWords([title, description, location, mood].join(" ")));
}

const WEATHER = "rain|drizzle|sleet|snow|fog|mist|storm|gale|blizzard|thunderstorm";
const SAID_WEATHER = new RegExp(
  `\\bin (?:(?:the|a|an|this|that) )?(?:\\p{L}+ )?(${WEATHER})\\b|\\b(${WEATHER}) (?:falls|fell|drives|drove|comes? (?:down|on|in))\\b|\\bit (snow|rain)s\\b|\\bit (?:is|was) (snow|rain)ing\\b`,
  "iu",
);

/** The weather that a beat happens in, where its text says so plainly; empty elsewhere. Implements rule EN3020. */
export function saidWeather(text: string): string {
  const [, ...said] = SAID_WEATHER.exec(text) ?? [];
  return said.find((word) => word !== undefined) ?? "";
}

function textAt(state: JsonObject, path: string): string {
  const value = getPath(state, path);
  return typeof value === "string" ? value : "";
}

/** A file on the stage with its path on this machine. */
export function assetAt<A extends { readonly asset: string }>(
  one: A,
  director: Pick<StageDirector, "has" | "pathOf">,
): A {
  return director.has(one.asset) ? { ...one, path: director.pathOf(one.asset) } : one;
}

/** The stage with the paths of its files on this machine. */
export function stageAt(stage: SceneStage, director: Pick<StageDirector, "has" | "pathOf">): SceneStage {
  return mapped(stage, (one) => assetAt(one, director));
}

/** The stage of a story that is not open, with the paths of those of its files that are in the campaign's folder. */
export function stageInFolder(stage: SceneStage, campaign: string): SceneStage {
  return mapped(stage, (one) => {
    const path = join(campaign, ...one.asset.split("/"));
    const isInside = /^(?:art|music|characters)\//.test(one.asset) && !one.asset.split("/").includes("..");
    return isInside && existsSync(path) ? { ...one, path } : one;
  });
}

function mapped(
  stage: SceneStage,
  at: <A extends { readonly asset: string; readonly path?: string }>(one: A) => A,
): SceneStage {
  return {
    ...stage,
    background: stage.background && at(stage.background),
    music: stage.music && at(stage.music),
    portraits: stage.portraits.map((one) => ({ ...one, picture: one.picture && at(one.picture) })),
  };
}
