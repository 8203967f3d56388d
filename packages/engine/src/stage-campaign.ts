/** What each place, person and beat of a campaign would show and play, for its author. */
import type { Problem } from "@narratoria/campaign";
import type { Reading, SceneStage, StageAsset } from "@narratoria/protocol/contracts";
import { readMedia } from "@narratoria/campaign";
import { dataFolder, findCampaign } from "./locate.js";
import { checkOptions, checkValue, text } from "./options.js";
import { directorOf } from "./prepared-campaign.js";
import { OPENING_OPTIONS, type OpeningOptions, readCampaign } from "./read-campaign.js";
import type { SceneToStage, StageDirector } from "./stage/stage-director.js";
import type { StageFile } from "./stage/stage-files.js";
import { wordsOfBeat } from "./stage/staged-scene.js";

/** What is shown and played, and why. */
export interface StagedExample {
  /** In which case: "by day", "by night"; empty where there is one alone. */
  readonly when: string;
  readonly background: StageAsset | null;
  readonly music: StageAsset | null;
  readonly why: readonly string[];
}

export interface StagedPlace {
  readonly id: string;
  readonly name: string;
  readonly shown: readonly StagedExample[];
}

export interface StagedPerson {
  readonly id: string;
  readonly name: string;
  /** The campaign's own picture; null where one is drawn, or a silhouette stands in. */
  readonly portrait: StageAsset | null;
}

/** A file that nothing shows or plays. */
export interface IdleFile {
  readonly file: string;
  /** What it is linked to, or why it is not used. */
  readonly why: string;
}

export interface StageReport {
  readonly title: string;
  /** Real path of the campaign's folder. */
  readonly dir: string;
  readonly places: readonly StagedPlace[];
  readonly people: readonly StagedPerson[];
  readonly beats: readonly (StagedPlace & { readonly place: string | null })[];
  /** Files that can be neither drawn nor played, with the reason. */
  readonly broken: readonly IdleFile[];
  /** Files that nothing would ever show or play. */
  readonly idle: readonly IdleFile[];
  /** Files that a model made. */
  readonly generated: readonly (IdleFile & { readonly date: string })[];
  readonly problems: readonly Problem[];
}

const TIMES = [
  { when: "by day", hour: 12 },
  { when: "by night", hour: 23 },
] as const;
/** One hour of each time of day that a file can name. */
const HOURS = [6, 9, 12, 15, 18, 23];

/**
 * Stages each place by day and by night, each person and each beat of a campaign, and looks for files that no scene would have. Implements
 * rules EN1816 and EN1817.
 *
 * @param path - Folder or name of the campaign.
 * @throws {EngineError} `campaign_not_found` or `campaign_broken`; what `signal` was aborted with.
 */
export async function stageCampaign(path: string, options: OpeningOptions = {}): Promise<StageReport> {
  checkValue("path", path, text);
  checkOptions("stageCampaign", options, OPENING_OPTIONS);
  const read = await readCampaign(await findCampaign(path, dataFolder()), null, options);
  const director = directorOf(read);
  const { reading, campaign } = read;
  const names = new Map(reading.cast.map(({ id, name }) => [id, name]));
  const scene = (more: Partial<SceneToStage>): SceneToStage => ({ ...QUIET, names, ...more });
  const places: StagedPlace[] = [];
  for (const { id, name } of reading.places) {
    const shown: StagedExample[] = [];
    for (const { when, hour } of TIMES)
      shown.push(exampleOf(when, await director.stage(scene({ place: id, hour }), null)));
    places.push({ id, name, shown: merged(shown) });
  }
  const people: StagedPerson[] = [];
  for (const { id, name } of reading.cast) {
    const { portraits } = await director.stage(scene({ people: [id] }), null);
    people.push({ id, name, portrait: portraits[0]?.picture ?? null });
  }
  const beats: (StagedPlace & { readonly place: string | null })[] = [];
  const timed = new Set<string>();
  for (const { id, title, place = null, cast, mood } of reading.beats) {
    const written = campaign.beats.find((beat) => beat.id === id);
    const staged = scene({
      place: place ?? "",
      people: cast,
      beat: id,
      sceneType: "resolution",
      ...(written?.background !== undefined && { background: written.background }),
      ...(written?.music !== undefined && { music: written.music }),
      ...(mood !== undefined && { mood }),
      ...(written && { told: wordsOfBeat(written) }),
    });
    const stage = await director.stage(staged, null);
    beats.push({ id, name: title, place, shown: [exampleOf("", stage)] });
    const hours = director.files.some((file) => file.beats.includes(id)) ? HOURS : [];
    for (const hour of hours) {
      const { background, music } = await director.stage({ ...staged, hour }, null);
      add(timed, background, music);
    }
  }
  const faults = new Map<string, string>();
  for (const { file } of director.files) {
    const { fault } = await readMedia(director.pathOf(file));
    if (fault !== null) faults.set(file, fault);
  }
  const used = new Set([...timed, ...(await usedFiles(director, reading, scene))]);
  for (const { id } of campaign.endings) {
    const { background, music } = await director.stage(scene({ beat: id, isEnding: true }), null);
    add(used, background, music);
  }
  for (const { shown } of [...places, ...beats])
    for (const { background, music } of shown) add(used, background, music);
  for (const { portrait } of people) add(used, portrait);
  const idle = director.files.filter(({ file }) => !used.has(file) && !faults.has(file));
  const generated: (IdleFile & { readonly date: string })[] = [];
  for (const { file } of director.files) {
    const made = await director.madeBy(file);
    if (made) generated.push({ file, why: made.model, date: made.date });
  }
  return {
    title: campaign.manifest.title,
    dir: campaign.dir,
    places,
    people,
    beats,
    broken: [...faults].map(([file, why]) => ({ file, why })),
    idle: idle.map((file) => ({
      file: file.file,
      why: whyIdle(file, director.files.find(isBeside(file, used)), names, reading),
    })),
    generated,
    problems: read.problems,
  };
}

const QUIET: SceneToStage = {
  // The opening has a mood of its own.
  scene: 1,
  place: "",
  hour: 12,
  weather: "",
  sceneType: "quiet",
  people: [],
  names: new Map(),
  beat: null,
  isEnding: false,
  made: [],
};

const exampleOf = (when: string, { background, music, why }: SceneStage): StagedExample => ({
  when,
  background,
  music,
  why,
});

/** Day and night are one where they have the same. */
function merged(shown: readonly StagedExample[]): StagedExample[] {
  const [first, ...others] = shown;
  const isSame = first && others.every((one) => same(one.background, first.background) && same(one.music, first.music));
  return isSame ? [{ ...first, when: "" }] : [...shown];
}

const same = (one: StageAsset | null, other: StageAsset | null): boolean => one?.asset === other?.asset;

function add(used: Set<string>, ...assets: readonly (StageAsset | null)[]): void {
  for (const asset of assets) if (asset) used.add(asset.asset);
}

/** Files that some scene has: at each place, at each time of day, in the weather and mood and with the people that files name. */
async function usedFiles(
  director: StageDirector,
  { places }: Reading,
  scene: (more: Partial<SceneToStage>) => SceneToStage,
): Promise<Set<string>> {
  const used = new Set<string>();
  const { files } = director;
  const weathers = ["", ...new Set(files.flatMap(({ qualifiers }) => qualifiers.weathers))];
  const company = new Map(files.map(({ people }) => [people.join(), people]));
  company.set("", []);
  const moods: readonly Partial<SceneToStage>[] = [
    {},
    { sceneType: "danger" },
    { sceneType: "travel" },
    { scene: 0 },
    { isEnding: true },
    ...["sad", "joyful", "mysterious", "tender", "calm"].map((mood) => ({ mood })),
  ];
  const hours = files.some(({ qualifiers }) => qualifiers.times.length > 0) ? HOURS : [12];
  for (const { id: place } of places)
    for (const hour of hours)
      for (const weather of weathers)
        for (const people of company.values())
          for (const mood of moods) {
            const staged = scene({ place, hour, weather, people, ...mood });
            const { background, music } = await director.stage(staged, null);
            add(used, background, music);
          }
  for (const { file, use } of files) if (use === "cover") used.add(file);
  return used;
}

/** Finds what is shown in the place of a file. */
const isBeside =
  ({ kind, place, use, beats }: StageFile, used: ReadonlySet<string>) =>
  (other: StageFile): boolean =>
    other.kind === kind &&
    other.use === use &&
    used.has(other.file) &&
    (beats.length > 0
      ? other.beats.some((beat) => beats.includes(beat))
      : place !== null && other.place === place && other.beats.length === 0);

/** @param better - What is shown or played of the same place. */
function whyIdle(
  file: StageFile,
  better: StageFile | undefined,
  names: ReadonlyMap<string, string>,
  { places }: Reading,
): string {
  const { use, place, people, beats, rest, kind, pastYear } = file;
  if (use === "item") return "it shows a thing, and scenes show places and people; the gallery has it";
  if (use === "voice") return "it is a voice or an effect, and no music";
  const where = places.find(({ id }) => id === place)?.name;
  if (beats.length > 0 && better) return `it belongs to ${beats.join(" and ")}, and ${better.file} fits better`;
  if (beats.length > 0) return `only ${beats.join(" and ")} would have it, and no such beat is told`;
  if (use === "portrait" && people.length === 1)
    return `it is a portrait of ${names.get(people[0] ?? "")}, who has another one`;
  if (pastYear !== null) return `it is of ${pastYear}, and the story is told later; a beat can name it`;
  const words = rest.length === 0 ? "" : `"${rest.join(" ")}"`;
  if (where !== undefined && better !== undefined)
    return `it is linked to ${where}, and ${better.file} fits better; a beat can name it`;
  if (where !== undefined && words !== "") return `it is linked to ${where}, and nothing there explains ${words}`;
  if (where !== undefined) return `it is linked to ${where}, and another file always fits better`;
  if (people.length > 0) return `it is linked to ${people.map((id) => names.get(id)).join(" and ")}, and never fits`;
  if (words === "")
    return `nothing says what it ${kind === "image" ? "shows" : "sounds like"}: name it after a place, or put keywords beside it`;
  return `nothing in the story is near to ${words}: name it after a place, name it in a beat, or put keywords beside it`;
}
