/** The stage of a campaign: its files with what is known of them, and what each of its scenes looks and sounds like. */
import { join } from "node:path";
import { isJsonObject, type JsonValue } from "@narratoria/protocol";
import type { Reading, SceneAsset, SceneStage, StageAsset } from "@narratoria/protocol/contracts";
import { readPlainFile } from "@narratoria/protocol/files";
import { type Campaign, readMedia, withReadLore } from "@narratoria/campaign";
import type { Embedder } from "@narratoria/narrator";
import { clean } from "../scene/scene-parts.js";
import { altTextOf } from "./alt-text.js";
import {
  backgrounds,
  type Candidate,
  moodOf,
  type MusicBefore,
  nextMusic,
  pieces,
  type PlaceWords,
  portraitsOf,
  type StagedScene,
} from "./direct-stage.js";
import { headOf } from "./file-links.js";
import { foldedWords, isNumber, otherFormOf } from "./file-words.js";
import { Nearness } from "./nearness.js";
import { filesToStage, type StageFile, stageFiles } from "./stage-files.js";

/** A scene with the files that skills made for it. */
export interface SceneToStage extends StagedScene {
  readonly names: ReadonlyMap<string, string>;
  readonly made: readonly SceneAsset[];
}

/** Who made a file that no person made. */
export interface MadeBy {
  readonly model: string;
  readonly date: string;
}

interface ReadStage {
  readonly files: readonly StageFile[];
  readonly places: ReadonlyMap<string, PlaceWords>;
}

function readStage(campaign: Campaign, reading: Reading): ReadStage {
  const portraits = campaign.npcs.filter((npc) => npc.portrait);
  // Texts say nothing of files that are not there.
  if (campaign.art.length + campaign.music.length + portraits.length === 0) return { files: [], places: new Map() };
  return { files: stageFiles(campaign, reading), places: wordsOfPlaces(withReadLore(campaign), reading) };
}

/** Reads the files of a campaign once, and stages its scenes. */
export class StageDirector {
  #read: ReadStage | null = null;
  #names: ReadonlySet<string> | null = null;
  readonly #nearness: Nearness;
  #ready: Promise<void> | null = null;

  /** @param embedder - Null where no meaning is compared. */
  constructor(
    private readonly campaign: Campaign,
    private readonly reading: Reading,
    embedder: Embedder | null,
  ) {
    this.#nearness = new Nearness(embedder);
  }

  /** What the files of the campaign belong to. It is read when it is asked for first: a scene that was told has its stage already. */
  get files(): readonly StageFile[] {
    return this.#stage.files;
  }

  get #places(): ReadonlyMap<string, PlaceWords> {
    return this.#stage.places;
  }

  get #stage(): ReadStage {
    return (this.#read ??= readStage(this.campaign, this.reading));
  }

  /** Chooses what a scene looks and sounds like. Implements rules EN1804 to EN1811. */
  async stage(scene: SceneToStage, before: SceneStage | null): Promise<SceneStage> {
    await this.#learn();
    const place = this.#places.get(scene.place);
    const made = scene.made.filter(({ format, missing }) => format !== undefined && missing !== true);
    const seen = await this.#background(scene, place, made);
    const heard = await this.#music(scene, place, made, before);
    const portraits = await Promise.all(
      scene.people.map(async (person) => {
        const found = await this.#firstSound(portraitsOf(person, this.files));
        const name = scene.names.get(person) ?? person;
        return { person, name, picture: found && (await this.#asset(found)) };
      }),
    );
    return { ...seen.stage, ...heard.stage, portraits, why: [seen.why, heard.why] };
  }

  /** Picks the picture above a scene alone: before its prose is there, too. */
  async background(scene: SceneToStage): Promise<StageAsset | null> {
    await this.#learn();
    return (await this.#background(scene, this.#places.get(scene.place), scene.made)).stage.background;
  }

  /** Whether a file is one of the campaign's. */
  has(file: string): boolean {
    return (this.#names ??= new Set(filesToStage(this.campaign))).has(file);
  }

  /** What a file of the campaign shows, in words. */
  altOf(file: StageFile): string {
    return altTextOf(file, this.campaign, this.reading);
  }

  /** Absolute path of a file of the campaign. */
  pathOf(file: string): string {
    return join(this.campaign.dir, ...(this.campaign.elsewhere.get(file) ?? file).split("/"));
  }

  /** Whether the note beside a file says that a machine made it. */
  isGenerated(file: string): boolean {
    const { generated } = this.campaign;
    return generated.has(file) || generated.has(`${file}.provenance.json`);
  }

  /** The model that made a file, and when, as the note beside it says; null where people made it. */
  async madeBy(file: string): Promise<MadeBy | null> {
    if (!this.isGenerated(file)) return null;
    const unnamed = { model: "its note does not say which", date: "" };
    try {
      const note: JsonValue = JSON.parse(await readPlainFile(`${this.pathOf(file)}.provenance.json`));
      const told = isJsonObject(note) ? (note["provenance"] ?? note) : null;
      const [model, date] = isJsonObject(told) ? [told["source_model"], told["generated_at"]] : [];
      if (typeof model !== "string" || clean(model) === "") return unnamed;
      return { model: clean(model).slice(0, 200), date: typeof date === "string" ? clean(date).slice(0, 40) : "" };
    } catch {
      return unnamed;
    }
  }

  async #background(scene: SceneToStage, place: PlaceWords | undefined, made: readonly SceneAsset[]) {
    const ranking = backgrounds(scene, this.files, place, this.#nearness);
    const [own] = ranking.filter(({ by }) => by === "beat");
    const first = await this.#firstSound(own ? [own] : []);
    const drawn = made.find(({ kind, mediaType }) => kind === "background" && mediaType.startsWith("image/"));
    if (first === null && drawn)
      return {
        stage: { background: madeAsset(drawn) },
        why: "Background: the picture that a skill made for this scene.",
      };
    const found = first ?? (await this.#firstSound(ranking));
    const background = found && (await this.#asset(found));
    const why = found ? `Background: ${found.file}, as ${found.why}.` : "Background: none, as no picture fits.";
    return { stage: { background }, why };
  }

  async #music(
    scene: SceneToStage,
    place: PlaceWords | undefined,
    made: readonly SceneAsset[],
    before: SceneStage | null,
  ) {
    const ranking = pieces(scene, this.files, place, this.#nearness);
    const sound: Candidate[] = [];
    for (const one of ranking) if (await this.#isSound(one.file)) sound.push(one);
    const played = made.findLast(({ mediaType }) => mediaType.startsWith("audio/"));
    const mood = moodOf(scene);
    const at = { mood, place: scene.place };
    if (played && sound[0]?.by !== "beat") {
      const asset = madeAsset(played);
      const since = before?.music?.asset === asset.asset ? before.music.since : scene.scene;
      return {
        stage: { music: { ...asset, since }, heard: { ...at, asset: asset.asset, since } },
        why: "Music: the piece that a skill made for this scene.",
      };
    }
    const last: MusicBefore | null = before?.heard
      ? { ...before.heard, ...(before.music && playedBy(before.music)) }
      : null;
    const { piece, since, rests, why } = nextMusic(scene, sound, last);
    const isResting = piece === null || rests !== undefined;
    const asset = piece === null || isResting ? null : await this.#asset(piece);
    const heard = { ...at, ...(piece && { asset: piece.file }), since, ...(rests !== undefined && { rests }) };
    return { stage: { music: asset && { ...asset, since }, heard }, why };
  }

  async #firstSound(candidates: readonly Candidate[]): Promise<Candidate | null> {
    for (const one of candidates) if (await this.#isSound(one.file)) return one;
    return null;
  }

  async #isSound(file: string): Promise<boolean> {
    return (await readMedia(this.pathOf(file))).fault === null;
  }

  async #asset({ file, by }: Candidate): Promise<StageAsset> {
    const known = this.files.find((one) => one.file === file);
    const madeBy = await this.madeBy(file);
    return {
      asset: file,
      alt: known ? this.altOf(known) : file,
      by,
      ...(madeBy && { generated: madeBy }),
    };
  }

  #learn(): Promise<void> {
    const words = this.files.flatMap(({ rest }) => rest);
    this.#ready ??= this.#nearness.learn(
      words.length === 0 ? [] : [...words, ...[...this.#places.values()].flatMap(({ all }) => all)],
    );
    return this.#ready;
  }
}

const playedBy = ({ by }: StageAsset): { readonly by?: Candidate["by"] } => (by === "skill" ? {} : { by });

function wordsOfPlaces({ setting, premise, lore, beats }: Campaign, reading: Reading): Map<string, PlaceWords> {
  // What is known to some alone is nothing that a place is known by.
  const open = [setting, premise, ...lore.flatMap(({ text, knownBy }) => (knownBy ? [] : [text]))];
  const sentences = open.flatMap((text) => text.split(/(?<=[.!?])\s+|\n\s*\n/)).map(foldedWords);
  const naming = indexed(sentences);
  const owners = placeNames(reading.places);
  const listed = kindsListed(open);
  // "Bridge, Morven Lass" says what the bridge belongs to.
  const at = new Map(beats.map(({ id, location }) => [id, location ?? ""]));
  const places = reading.places.map((place) => {
    const here = reading.beats.flatMap((beat) => (beat.place === place.id ? foldedWords(at.get(beat.id) ?? "") : []));
    return {
      id: place.id,
      ...placeWords(place, reading, naming, [...foldedWords(place.name), ...here], owners, listed),
    };
  });
  const owned = new Set(places.flatMap(({ name, kind }) => [...foldedWords(name), ...kind]));
  const around = [...new Set(foldedWords(`${setting}\n${premise}`))].filter((word) => !owned.has(word));
  return new Map(places.map(({ id, ...words }) => [id, { ...words, around }]));
}

function placeWords(
  { id, name, called, aliases, sights, props, topic }: Reading["places"][number],
  { topics, facts }: Reading,
  naming: (names: readonly (readonly string[])[]) => readonly string[],
  here: readonly string[],
  owners: ReadonlyMap<string, readonly PlaceName[]>,
  listed: (names: readonly (readonly string[])[]) => readonly string[],
): Omit<PlaceWords, "around"> {
  const whole = [name, called, ...aliases].map(foldedWords);
  const names = whole.flat();
  // "The basement kitchen at Holmlea" is told of as the basement kitchen too.
  const heads = [name, called, ...aliases].flatMap((one) => headOf(one).map(({ words }) => foldedWords(words)));
  const told = sights.map(({ text }) => text);
  const known = new Set(topics.find((one) => one.id === topic)?.facts);
  const texts = [...told, ...facts.filter((fact) => known.has(fact.id)).map(({ text }) => text)];
  const what = texts.map((text) => ({ text, words: foldedWords(text) }));
  // "The Comma is the saloon", on the page of a town, makes no saloon of the town.
  const isOwn = (one: PlaceName): boolean => one.id === id || whole.some((words) => words.join() === one.words.join());
  const own = what.filter(({ words }) =>
    (owners.get(words[0] ?? "") ?? []).every((one) => isOwn(one) || !one.words.every((word, at) => words[at] === word)),
  );
  const kinds = [...own.flatMap(({ text }) => KIND.exec(text)?.[1] ?? []), ...listed(whole)];
  const beside = whole.some((one) => isWithin(one, here)) ? here : [];
  const things = foldedWords(props.map(({ np }) => np).join(" "));
  const kind = [...whole, ...kinds.map(foldedWords)].flatMap((words) =>
    words.filter((word) => !isNumber(word)).slice(-1),
  );
  return {
    name,
    kind: [...new Set(kind)],
    all: [...new Set([...names, ...what.flatMap(({ words }) => words), ...things, ...naming(whole), ...beside])],
    near: [...new Set(naming(heads))],
    told: [...new Set([...names, ...own.flatMap(({ words }) => words), ...things])],
    numbers: names.flatMap((word) => (isNumber(word) ? [word] : (otherFormOf(word) ?? []))),
  };
}

interface PlaceName {
  readonly id: string;
  readonly words: readonly string[];
}

/** Names of all places by their first words. */
function placeNames(places: Reading["places"]): Map<string, PlaceName[]> {
  const found = new Map<string, PlaceName[]>();
  for (const { id, name, aliases } of places)
    for (const words of [name, ...aliases].map(foldedWords)) {
      const [first] = words;
      if (first !== undefined) found.set(first, [...(found.get(first) ?? []), { id, words }]);
    }
  return found;
}

/** Gives the words of all sentences that have one of some names. */
function indexed(
  sentences: readonly (readonly string[])[],
): (names: readonly (readonly string[])[]) => readonly string[] {
  const having = new Map<string, number[]>();
  for (const [index, words] of sentences.entries()) {
    for (const word of new Set(words)) {
      const known = having.get(word);
      if (known) known.push(index);
      else having.set(word, [index]);
    }
  }
  return (names) => {
    const candidates = new Set(names.flatMap(([first = ""]) => having.get(first) ?? []));
    const found = [...candidates].sort((a, b) => a - b).map((index) => sentences[index] ?? []);
    return found.filter((words) => names.some((one) => isWithin(one, words))).flat();
  };
}

const isWithin = (name: readonly string[], words: readonly string[]): boolean =>
  name.length > 0 && words.some((_, at) => name.every((word, index) => words[at + index] === word));

/** "The Swan is a low inn with ..." says what kind of place it is before anything else of it. */
const KIND =
  /^[^,.;:]{1,60}?\b(?:is|was|are|were)\s+(?:an?|the|one)\s+([^,.;:]{2,60}?)(?=\s+(?:with|where|that|which|who|in|on|at|of|by|under|above|behind|between|for|to|from|whose)\b|[,.;:]|$)/u;

/** "4. **Nine Gates** - the weir, and the heron who keeps it" in a list of places. */
const LISTED =
  /^\s*(?:[-*+]\s+|\d+[.)]\s+)(?:\*\*|__)?([^\s*_][^*_:.,–—]{1,60}?)(?:\*\*|__)?\s*(?:[-–—:]|\s-)\s+(?:an?|the)\s+([^,.;:]{2,60}?)(?=\s+(?:with|where|that|which|who|in|on|at|of|by|under|above|behind|between|for|to|from|whose|and)\b|[,.;:]|$)/gmu;

/** Gives what kinds of places lists of some texts say that something is, by its names. */
function kindsListed(texts: readonly string[]): (names: readonly (readonly string[])[]) => readonly string[] {
  const lines = texts.flatMap((text) => [...text.matchAll(LISTED)]);
  const found = lines.map(([, name = "", kind = ""]) => ({ name: foldedWords(name).join(" "), kind }));
  return (names) => {
    const own = new Set(names.map((words) => words.join(" ")));
    return found.flatMap(({ name, kind }) => (own.has(name) ? [kind] : []));
  };
}

function madeAsset({ checksum, assetId, metadata = {}, toolId }: SceneAsset): StageAsset {
  const told = ["alt", "alt_text", "caption", "description", "title"].map((name) => metadata[name]);
  const alt = told.find((one) => typeof one === "string" && clean(one) !== "");
  return {
    asset: checksum,
    alt: clean(typeof alt === "string" ? alt : assetId.replace(/[-_.]+/g, " ")).slice(0, 500) || "file",
    by: "skill",
    generated: { model: toolId, date: "" },
  };
}
