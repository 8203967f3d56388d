/** Which picture, which music and which portraits a scene has, and why. */
import type { SceneType } from "@narratoria/protocol/story";
import { isAtHour, isLater, isLight, isTelling, type Mood, moodsIn, weathersIn } from "./file-words.js";
import { NEAR, type Nearness } from "./nearness.js";
import type { StageFile } from "./stage-files.js";

/** What a scene is known to be, when it has been told. */
export interface StagedScene {
  readonly scene: number;
  /** Place id; empty where nobody knows. */
  readonly place: string;
  /** 0 to 23. */
  readonly hour: number;
  readonly weather: string;
  /** The picture above the scene before, where that was at the same place. */
  readonly shown?: string;
  /** The beat that named that picture, where it was told a few scenes ago. */
  readonly shownBy?: string;
  readonly sceneType: SceneType;
  /** Who is there and known to the player, whoever speaks first. */
  readonly people: readonly string[];
  /** Id of the beat or ending that is told. */
  readonly beat: string | null;
  /** What the beat's author names for it. */
  readonly background?: string;
  readonly music?: string;
  readonly mood?: string;
  /** Words of the beat's own texts. */
  readonly told?: ReadonlySet<string>;
  readonly isEnding: boolean;
}

/** What is known of a place: the words of its names and of what kind of place it is, and of all that its texts say. */
export interface PlaceWords {
  readonly name: string;
  /** The last words of its names and of what it is said to be: "stage", "tavern". */
  readonly kind: readonly string[];
  readonly all: readonly string[];
  /** Words told beside the part of its name before a preposition: they explain a file that is linked to it. */
  readonly near: readonly string[];
  /** Those of all words that describe it and nothing beside it. */
  readonly told: readonly string[];
  /** Numbers in its names. */
  readonly numbers: readonly string[];
  /** Words of the story's world that belong to no one place. */
  readonly around: readonly string[];
}

/** Music as it was in the scene before. */
export interface MusicBefore {
  readonly asset?: string;
  /** Why it was chosen. */
  readonly by?: Candidate["by"];
  /** The scene in which it began. */
  readonly since: number;
  /** The scene in which it began to rest. */
  readonly rests?: number;
  readonly mood: Mood;
  readonly place: string;
}

/** A file that would do, and why. */
export interface Candidate {
  readonly file: string;
  readonly by: "beat" | "place" | "people" | "meaning";
  readonly why: string;
}

/** So many scenes in a row have the same piece; then it is quiet for so many. */
export const PLAYS_SCENES = 6;
export const RESTS_SCENES = 2;

const DARK_FROM = 18;
const LIGHT_FROM = 6;

const YEAR = /^1[0-9]\d\d$|^20\d\d$/;

const OUTWEIGHING: ReadonlySet<Mood> = new Set(["tense", "opening", "ending"]);

/** What music goes by: the mood of a scene in one word. */
export function moodOf({ scene, sceneType, mood, isEnding }: StagedScene): Mood {
  if (isEnding) return "ending";
  if (sceneType === "danger") return "tense";
  const [told] = moodsIn(mood ?? "");
  // A story that opens in a quiet mood opens all the same.
  if (told && !(told === "calm" && scene === 0)) return told;
  return scene === 0 ? "opening" : sceneType === "travel" ? "travel" : "calm";
}

/** Moods whose music fits a scene, the nearest first. */
function fittingMoods(staged: StagedScene): readonly Mood[] {
  const own = moodOf(staged);
  const told = moodsIn(staged.mood ?? "");
  const tense = own === "tense" || told.includes("tense");
  return [...new Set<Mood>([own, ...told, ...(tense ? [] : (["calm"] as const))])];
}

/**
 * Ranks the pictures that a scene may have above it, the best first: the beat's own, then those of the place, then of the people who are
 * there, then those that mean such a place. Nothing of a place, a person or a beat that is elsewhere or still to come is among them. Implements
 * rules EN1804 to EN1807.
 */
export function backgrounds(
  staged: StagedScene,
  files: readonly StageFile[],
  place: PlaceWords | undefined,
  nearness: Nearness,
): Candidate[] {
  const own = ownOf(staged.background, files, staged, "image");
  const moods: readonly Mood[] = [...fittingMoods(staged), "calm", "opening", "ending"];
  // What a beat tells of is no news in its own picture. (rule EN5605)
  const isKnown = (word: string): boolean =>
    staged.told?.has(word) === true || nearness.nearest(word, place?.all ?? []) >= NEAR;
  const isExplained = (word: string): boolean =>
    !isLater(word) && (isKnown(word) || place?.near.includes(word) === true);
  const unknown = (file: StageFile): number => file.rest.filter((word) => !isKnown(word)).length;
  // "kiln-yard_1874" is the yard of another year.
  const strange = (file: StageFile): number =>
    unknown(file) + file.numbers.filter((one) => YEAR.test(one)).length + (file.parts.includes(staged.place) ? 9 : 0);
  const able = files.filter(
    (file) => file.kind === "image" && file.use === "scene" && mayBeShown(file, staged) && isSeenIn(file, moods),
  );
  const ofPlace = ranked(
    able.filter((file) => file.place !== null && [...file.telling, ...file.foreign].every(isExplained)),
    staged,
    { unknown: strange },
  ).map((file) => candidate(file, "place", `it shows ${place?.name ?? "the place"}${linkWords(file)}`));
  const ofPeople = ranked(
    able.filter((file) => file.place === null && file.people.length > 0 && unknown(file) === 0),
    staged,
  ).map((file) => candidate(file, "people", `it shows who is there${linkWords(file)}`));
  const isKind = ({ rest }: StageFile): boolean =>
    rest.some((word) => nearness.nearest(word, place?.kind ?? []) >= NEAR);
  const alike = able.filter(
    (file) => isFree(file) && isKind(file) && unknown(file) === 0 && !isOfAnotherNumber(file, place),
  );
  const byMeaning = ranked(alike, staged).map((file) =>
    candidate(file, "meaning", `"${file.rest.join(" ")}" is near in meaning to ${place?.name ?? "the place"}`),
  );
  const still = stillShown(files, staged);
  // A picture of the place at this time of day comes before what a beat left there at another.
  const isTimed = ({ file }: Candidate): boolean =>
    able.some((one) => one.file === file && one.qualifiers.times.length > 0);
  const [first] = ofPlace;
  const timed = first && isTimed(first) && still.some(({ file }) => file !== first.file) ? [first] : [];
  return firstOfEach([...own, ...timed, ...still, ...ofPlace, ...ofPeople, ...byMeaning]);
}

/** The picture of a beat in the scenes after it, unless it tells of one moment. Implements rule EN5812. */
function stillShown(files: readonly StageFile[], staged: StagedScene): Candidate[] {
  const { shown, shownBy, place } = staged;
  if (shownBy === undefined) return [];
  return files
    .filter((one) => one.file === shown && !one.telling.some(isTelling))
    .filter((one) => mayBeShown({ ...one, place, beats: [] }, staged))
    .map((one) => candidate(one, "place", `${shownBy} showed it here`));
}

/** Ranks the music that a scene may have, in the same way; mood, weather and time of day alone are reason enough. Implements rule EN1808. */
export function pieces(
  staged: StagedScene,
  files: readonly StageFile[],
  place: PlaceWords | undefined,
  nearness: Nearness,
): Candidate[] {
  const own = ownOf(staged.music, files, staged, "audio");
  const moods = fittingMoods(staged);
  const able = files.filter(
    (file) =>
      file.kind === "audio" &&
      file.use === "scene" &&
      mayBeShown(file, staged) &&
      (isOfMood(file, moods) || (file.place !== null && isBearable(file, moods))),
  );
  const isOwn = (file: StageFile): boolean => !file.within.includes(staged.place);
  const ofPlaces = able.filter((file) => file.place !== null);
  const ofPlace = [
    ...ranked(ofPlaces.filter(isOwn), staged, { moods }),
    ...ranked(
      ofPlaces.filter((file) => !isOwn(file)),
      staged,
      { moods },
    ),
  ].map((file) => candidate(file, "place", `it belongs to ${place?.name ?? "the place"}${linkWords(file)}`));
  const ofPeople = ranked(
    able.filter((file) => file.place === null && file.people.length > 0),
    staged,
  ).map((file) => candidate(file, "people", `it belongs to who is there${linkWords(file)}`));
  const free = able.filter(isFree);
  const byMeaning = ranked(
    free.filter((file) => saysSomething(file) && file.rest.every((word) => isOfPlace(word, place, nearness))),
    staged,
    { moods, saying: true },
  ).map((file) => candidate(file, "meaning", meaningWords(file, staged, moods)));
  // Tense or sad music is chosen for what it feels like, whatever else its name says.
  const felt = free.filter(({ qualifiers }) =>
    qualifiers.moods.some((mood) => mood !== "calm" && moods.includes(mood)),
  );
  const byMood = ranked(felt, staged, { moods, saying: true }).map((file) =>
    candidate(file, "meaning", meaningWords({ ...file, rest: [] }, staged, moods)),
  );
  // In danger, and where a story begins and ends, a piece of that mood comes before one that is the place's at any time.
  const mood = moodOf(staged);
  const isFirst = ({ file }: Candidate): boolean =>
    OUTWEIGHING.has(mood) && able.some((one) => one.file === file && one.qualifiers.moods.includes(mood));
  const around = new Set(place?.around);
  const ofWorld = moods.includes("calm")
    ? free.filter(({ rest, isAmbient }) => isAmbient && rest.length > 0 && rest.every((word) => around.has(word)))
    : [];
  const byWorld = ranked(ofWorld, staged).map((file) =>
    candidate(file, "meaning", `"${file.rest.join(" ")}" is of the story's world`),
  );
  const others = [...ofPlace, ...ofPeople, ...byMeaning, ...byMood, ...byWorld];
  return firstOfEach([...own, ...others.filter(isFirst), ...others]);
}

/**
 * Decides whether music goes on, changes or rests. What plays goes on while place and mood are the same and it still fits. Implements
 * rules EN1809 and EN1810.
 *
 * @param fitting - Ranked, without what cannot be played.
 */
export function nextMusic(
  staged: StagedScene,
  fitting: readonly Candidate[],
  before: MusicBefore | null,
): { readonly piece: Candidate | null; readonly since: number; readonly rests?: number; readonly why: string } {
  const { scene } = staged;
  const isSame = before !== null && before.place === staged.place && before.mood === moodOf(staged);
  const lasting = isSame && before.asset !== undefined ? lastingPiece(before.asset, before.by) : null;
  const best = fitting[0] ?? lasting;
  if (best === null) return { piece: null, since: scene, why: "Music: none, as no piece fits." };
  const playing = before === null ? undefined : fitting.find(({ file }) => file === before.asset);
  // A beat's own piece comes whatever plays.
  const piece = isSame && playing && best.by !== "beat" ? playing : best;
  if (before === null || before.asset !== piece.file || (best.by === "beat" && before.asset !== best.file)) {
    const since = before?.asset === piece.file && before.rests === undefined ? before.since : scene;
    return { piece, since, why: `Music: ${piece.file}, as ${piece.why}.` };
  }
  if (before.rests !== undefined) {
    if (scene - before.rests < RESTS_SCENES)
      return { piece, since: before.since, rests: before.rests, why: `Music: ${piece.file} rests.` };
    return { piece, since: scene, why: `Music: ${piece.file} again after a rest, as ${piece.why}.` };
  }
  if (scene - before.since >= PLAYS_SCENES)
    return {
      piece,
      since: before.since,
      rests: scene,
      why: `Music: ${piece.file} rests after ${PLAYS_SCENES} scenes.`,
    };
  return { piece, since: before.since, why: `Music: ${piece.file} goes on, as ${piece.why}.` };
}

/** A beat's piece outlives the beat where place and mood stay as they were. */
function lastingPiece(file: string, by: Candidate["by"] = "beat"): Candidate {
  return { file, by: by === "beat" ? "place" : by, why: "place and mood are as they were" };
}

/** The picture of somebody: what their profile names, then what is named after them. Implements rule EN1811. */
export function portraitsOf(person: string, files: readonly StageFile[]): Candidate[] {
  const own = files.filter(
    ({ kind, use, people, place, beats, pastYear, by }) =>
      kind === "image" &&
      use === "portrait" &&
      (pastYear === null || by === "text") &&
      place === null &&
      beats.length === 0 &&
      people.length === 1 &&
      people[0] === person,
  );
  const byText = (file: StageFile): number => (file.by === "text" ? 0 : 1);
  return own
    .toSorted((one, other) => byText(one) - byText(other) || one.rest.length - other.rest.length)
    .map((file) => candidate(file, "people", `it is the portrait of this person${linkWords(file)}`));
}

/** Finds what a beat names, and then what is named after it. */
function ownOf(
  named: string | undefined,
  files: readonly StageFile[],
  staged: StagedScene,
  kind: StageFile["kind"],
): Candidate[] {
  const { beat, place } = staged;
  const file = files.find((one) => one.file === named);
  if (file)
    return [
      candidate(file, "beat", `${beat ?? "the beat"} names it as its ${kind === "image" ? "background" : "music"}`),
    ];
  return files
    .filter((one) => one.kind === kind && one.use === "scene" && beat !== null && one.beats.includes(beat))
    .filter((one) => (one.place === null || one.place === place) && mayBeShown(one, staged))
    .toSorted((one, other) => one.rest.length - other.rest.length)
    .map((one) => candidate(one, "beat", `it is named after ${beat}`));
}

/** Whether nothing that a file shows is elsewhere, unknown or still to come. */
function mayBeShown(file: StageFile, scene: StagedScene): boolean {
  const { place, people, hour, weather, beat } = scene;
  const { times } = file.qualifiers;
  // Wind is there in every weather.
  const weathers = file.qualifiers.weathers.filter((one) => one !== "wind");
  const isItsBeat = file.beats.length === 0 || (beat !== null && file.beats.includes(beat));
  // A picture that is named after the place alone gives nothing of the beat away that uses it.
  const isPlain = file.place !== null && file.rest.length === 0 && file.people.length === 0;
  const now = weathersIn(weather);
  return (
    file.pastYear === null &&
    (file.place === null ||
      file.place === place ||
      file.alsoAt.includes(place) ||
      (file.kind === "image" ? file.parts : file.within).includes(place)) &&
    file.people.every((person) => people.includes(person)) &&
    (isItsBeat || isPlain) &&
    // An "evening hymn" for the end is played whenever the end comes.
    (times.length === 0 || isForEnds(file) || times.some((time) => isAtHour(time, hour))) &&
    (weathers.length === 0 ||
      weathers.some((one) => now.includes(one)) ||
      isWeatherOpen(file, scene) ||
      isWeatherTold(file, scene))
  );
}

/** Whether nobody says what weather it is, and the picture's is one that stays or is the one that was said on arriving here. */
const isWeatherOpen = ({ file, kind, place, isLastingWeather }: StageFile, { weather, shown }: StagedScene): boolean =>
  weather === "" && kind === "image" && place !== null && (isLastingWeather || file === shown);

/** Whether nobody says what weather it is but the beat that is told, and it says the picture's. */
const isWeatherTold = ({ kind, place, qualifiers }: StageFile, { weather, told }: StagedScene): boolean =>
  weather === "" &&
  kind === "image" &&
  place !== null &&
  told !== undefined &&
  weathersIn([...told].join(" ")).some((one) => qualifiers.weathers.includes(one));

const isForEnds = ({ kind, qualifiers: { moods } }: StageFile): boolean =>
  kind === "audio" && (moods.includes("opening") || moods.includes("ending"));

const isFree = ({ place, people, beats }: StageFile): boolean =>
  place === null && people.length === 0 && beats.length === 0;

/** Whether a file's words give a reason to play it: a track by its number alone fits everywhere and nowhere. */
const saysSomething = ({ qualifiers: { times, weathers, moods }, rest }: StageFile): boolean =>
  times.length + weathers.length + moods.length + rest.length > 0;

function isOfMood({ qualifiers: { moods } }: StageFile, fitting: readonly Mood[]): boolean {
  return moods.length === 0 || moods.some((mood) => fitting.includes(mood));
}

/** Moods that a picture may have: those of the scene, and of a place at rest those that nothing is felt of. */
function isSeenIn(file: StageFile, fitting: readonly Mood[]): boolean {
  const { moods } = file.qualifiers;
  const isFelt = (one: Mood): boolean => one === "tense" || one === "sad" || one === "glad";
  return isOfMood(file, fitting) || (file.place !== null && !fitting.includes("tense") && !moods.some(isFelt));
}

/** Moods that a place's own piece may have without being of the scene's mood. */
function isBearable({ qualifiers: { moods } }: StageFile, fitting: readonly Mood[]): boolean {
  const isOpposed = (one: Mood): boolean =>
    one === "tense" || one === "ending" || (one === "glad" && fitting.includes("sad"));
  return !fitting.includes("tense") && !moods.some(isOpposed);
}

/** "Cabin 99" is not Cabin 88, however near the words are. */
function isOfAnotherNumber({ numbers }: StageFile, place: PlaceWords | undefined): boolean {
  const own = place?.numbers ?? [];
  return own.length > 0 && numbers.length > 0 && !numbers.some((one) => own.includes(one));
}

/** Whether a word is one that a place is described with, or near in meaning to what kind of place it is. */
function isOfPlace(word: string, place: PlaceWords | undefined, nearness: Nearness): boolean {
  return place !== undefined && (place.told.includes(word) || nearness.nearest(word, place.kind) >= NEAR);
}

interface Ranking {
  /** Those that fit, the best first: a file of such a mood comes before others. */
  readonly moods?: readonly Mood[];
  /** Whether words say more of a file, and so speak for it; else they narrow what it shows. */
  readonly saying?: boolean;
  /** How many words of a file nothing explains. */
  readonly unknown?: (file: StageFile) => number;
}

/** The one that says most of what is so now comes first. */
function ranked(
  files: readonly StageFile[],
  scene: StagedScene,
  { moods = [], saying = false, unknown = () => 0 }: Ranking = {},
): StageFile[] {
  const { people, beat, hour, shown: shownBefore } = scene;
  const weatherPoints = (file: StageFile): number =>
    !isWeatherOpen(file, scene) || isWeatherTold(file, scene) ? 3 : file.file === shownBefore ? 0 : -9;
  const points = (file: StageFile): number => {
    const { qualifiers, people: shown, rest, by, beats } = file;
    const mood = qualifiers.moods.map((one) => moods.indexOf(one)).filter((at) => at >= 0);
    return (
      // What a beat names is meant for that beat.
      (by === "text" && (beats.length === 0 || beats.includes(beat ?? "")) ? 8 : by === "keywords" ? 1 : 0) +
      (file.isNamedWhole ? 1 : 0) +
      weatherPoints(file) * qualifiers.weathers.length +
      timePoints(qualifiers.times, hour) +
      lightPoints(file, hour) +
      (mood.length > 0 ? 6 - Math.min(...mood) : 0) +
      (shown.length > 0 && shown[0] === people[0] ? 2 : shown.length > 0 ? 1 : 0) +
      // Keywords are words to be found by: many of them make no picture a worse one.
      (saying ? rest.length : by === "keywords" ? -Math.min(rest.length, 1) : -rest.length) -
      (by === "keywords" ? 0 : 4 * unknown(file))
    );
  };
  return files.toSorted((one, other) => points(other) - points(one));
}

/** At an hour that may be dark already, a picture by day comes after one of no time. */
function timePoints(times: readonly string[], hour: number): number {
  if (times.length === 0) return 0;
  if (hour >= DARK_FROM && times.every((time) => time === "day")) return -1;
  // One strange word makes a picture by night no worse than one by day: "stair hall (night, bell)".
  return hour >= DARK_FROM || hour < LIGHT_FROM ? 6 : 2;
}

/** What has lamps in it, and says no time, is more likely a picture by night. */
function lightPoints({ kind, by, rest, qualifiers }: StageFile, hour: number): number {
  if (kind !== "image" || by === "keywords" || qualifiers.times.length > 0 || !rest.some(isLight)) return 0;
  return hour >= DARK_FROM || hour < LIGHT_FROM ? 6 : -12;
}

function candidate({ file }: StageFile, by: Candidate["by"], why: string): Candidate {
  return { file, by, why };
}

const LINKS = {
  text: ", as a text of the author's says",
  keywords: ", by its keywords",
  name: ", by its name",
} as const;

const linkWords = ({ by }: StageFile): string => (by === null ? "" : LINKS[by]);

function meaningWords({ qualifiers, rest }: StageFile, { weather }: StagedScene, moods: readonly Mood[]): string {
  const mood = qualifiers.moods.find((one) => moods.includes(one));
  const reasons = [
    ...(mood ? [`its words fit the mood (${mood})`] : []),
    ...(qualifiers.weathers.length > 0 ? [`the weather (${weather})`] : []),
    ...(qualifiers.times.length > 0 ? ["the time of day"] : []),
    ...(rest.length > 0 ? [`the place ("${rest.join(" ")}")`] : []),
  ];
  return reasons.join(" and ");
}

function firstOfEach(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ file }, at) => candidates.findIndex((one) => one.file === file) === at);
}
