/** Portraits of the player and of people at hand, made while nobody waits for them. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { getPath, type JsonObject } from "@narratoria/protocol";
import { type Campaign, readMedia } from "@narratoria/campaign";
import { type AssetFolder, callScript, openAssetFolder, type ResolvedScript } from "@narratoria/executor";
import type { SceneRecord } from "../scene/scene-record.js";
import { portraitsOf } from "../stage/direct-stage.js";
import { OwnPortraits } from "./own-portraits.js";
import type { StoryParts } from "./story.js";

/** What somebody looks like. A silhouette without a path is the shell's to draw. */
export interface StoryPortrait {
  /** Id of the person; `player` for the player. */
  readonly person: string;
  readonly name: string;
  /** The file; null where no picture could be made. */
  readonly path: string | null;
  /** What the picture shows, for whoever does not see it. */
  readonly alt: string;
  /** Who made it, `player` where the player has put it there; a `silhouette` where nobody could. */
  readonly source: "campaign" | "hosted" | "local" | "player" | "silhouette";
}

/** Somebody to be drawn. */
export interface Sitter {
  readonly person: string;
  readonly name: string;
  readonly description: string;
  readonly kind?: string;
  readonly pronoun?: string;
  /** Paths of the campaign's own pictures of them, the best first. */
  readonly own?: readonly string[];
}

/** All that a portrait is made from: who has another likeness is drawn anew. */
const likenessOf = ({ name, description, kind, pronoun, own }: Sitter): string =>
  JSON.stringify([name, description, kind, pronoun, own]);

export const PLAYER = "player";
const SCRIPT = "character-portraits/generate-portrait";
/** Longer is waited for nothing: a silhouette stands in. (SC-015) */
const LONGEST_MS = 15_000;
const MOST_DESCRIPTION = 2_000;
/** By then the scripts of the next turn have been started, and somebody does read. */
const READING_MS = 400;

type PortraitParts = Pick<StoryParts, "registry" | "sandbox" | "assetsDir" | "log"> & {
  readonly campaign: Pick<Campaign, "name">;
};

/**
 * Has portraits made one after another. None is begun while a turn runs, and no turn waits for one. What could not be made is a
 * silhouette until the story is opened again. Implements rules EN681 to EN684.
 */
export class Portraits {
  readonly #made = new Map<string, StoryPortrait>();
  /** By person: what their portrait was made from. */
  readonly #likenesses = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  readonly #end = new AbortController();
  #wanted: readonly Sitter[] = [];
  #resting = true;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> | null = null;
  #folder: Promise<AssetFolder | null> | null = null;

  readonly #own: OwnPortraits;

  constructor(private readonly parts: PortraitParts) {
    this.#own = new OwnPortraits(parts.assetsDir);
  }

  /**
   * What there is, in the order in which it was made, and in place of it what the player has put there.
   *
   * @param nameOf - The name of somebody who was not drawn; null for whom the story does not know.
   */
  all(nameOf: (person: string) => string | null = () => null): readonly StoryPortrait[] {
    const made = new Map(this.#made);
    for (const [person, path] of this.#own.paths) {
      const name = made.get(person)?.name ?? nameOf(person);
      if (name !== null) made.set(person, { person, name, path, alt: `Portrait of ${name}`, source: "player" });
    }
    return [...made.values()];
  }

  /** As `OwnPortraits.put`; who listens is told. */
  async replace(person: string, picture: Uint8Array | null): Promise<void> {
    await this.#own.put(person, picture);
    for (const listener of this.#listeners) listener();
  }

  /** @returns What ends it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The player reads: portraits of these people are made, the first one first. What was wanted before is forgotten. */
  begin(sitters: readonly Sitter[]): void {
    this.rest();
    this.#wanted = sitters.filter((sitter) => this.#likenesses.get(sitter.person) !== likenessOf(sitter));
    if (this.#wanted.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#resting = false;
      this.#work ??= this.#makeAll().finally(() => (this.#work = null));
    }, READING_MS).unref();
  }

  /** A turn begins: the portrait that is being made is, and no further one. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#resting = true;
  }

  /** Settles when nothing is made any more. */
  async close(): Promise<void> {
    this.rest();
    this.#end.abort();
    await this.#work;
  }

  async #makeAll(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      const made = await this.#make(next);
      if (this.#end.signal.aborted) return;
      if (made === null) continue;
      this.#likenesses.set(next.person, likenessOf(next));
      this.#made.set(next.person, made);
      for (const listener of this.#listeners) listener();
    }
  }

  #next(): Sitter | undefined {
    if (this.#resting) return undefined;
    const [first, ...others] = this.#wanted;
    this.#wanted = others;
    return first;
  }

  /** @returns Null where the player wants no portraits. */
  async #make(sitter: Sitter): Promise<StoryPortrait | null> {
    const resolved = this.parts.registry.resolve(SCRIPT);
    if (!resolved.ok || resolved.script.config["showInPlay"] === false) return null;
    if (this.parts.registry.recheck(resolved.script)) return null;
    const { person, name, description, own } = sitter;
    const told = { person, name, alt: altOf(sitter) };
    for (const path of own ?? [])
      if ((await readMedia(path)).fault === null) return { ...told, path, source: "campaign" };
    const silhouette = { ...told, path: null, source: "silhouette" } as const;
    if (description === "" && sitter.kind === undefined) return silhouette;
    try {
      return (await this.#draw(sitter, resolved.script, told)) ?? silhouette;
    } catch (error) {
      this.parts.log({ level: "warn", message: `No portrait of ${person} was made: ${String(error)}` });
      return silhouette;
    }
  }

  async #draw(
    { person, name, description, kind, pronoun }: Sitter,
    script: ResolvedScript,
    told: Pick<StoryPortrait, "person" | "name" | "alt">,
  ): Promise<StoryPortrait | null> {
    const { campaign, sandbox, log } = this.parts;
    const input: JsonObject = {
      // The skill's cache serves all stories.
      story: campaign.name.slice(0, 100),
      character: person.slice(0, 100),
      name: name.slice(0, 200),
      description: description.slice(0, MOST_DESCRIPTION),
      ...(kind === undefined ? {} : { kind }),
      ...(pronoun === undefined ? {} : { pronoun }),
    };
    const outcome = await callScript(script, input, { sandbox, timeoutMs: LONGEST_MS, signal: this.#end.signal });
    if (outcome.state !== "success") {
      log({ level: "warn", message: `No portrait of ${person} was made: ${outcome.failure.message}` });
      return null;
    }
    const events = outcome.events.flatMap((event) => (event.type === "asset" ? [event] : [])).slice(-1);
    const folder = await (this.#folder ??= this.#openFolder());
    const from = { toolId: "portrait", scratchDir: script.dataDir, dataDir: script.dataDir };
    const taken = await folder?.take(events, from, this.#end.signal);
    await folder?.endTurn(taken?.assets.map(({ path }) => path) ?? []);
    const path = taken?.assets[0]?.path;
    const source = outcome.output["source"] === "hosted" ? "hosted" : "local";
    if (path === undefined) return null;
    return { ...told, path, source: outcome.output["source"] === "silhouette" ? "silhouette" : source };
  }

  async #openFolder(): Promise<AssetFolder | null> {
    const { assetsDir } = this.parts;
    if (assetsDir === null) return null;
    const folder = join(assetsDir, "portraits");
    const names = new Set(await readdir(folder).catch(() => []));
    return openAssetFolder(folder, { isKept: (name) => names.has(name) });
  }
}

/** The person as they can be drawn from what the story says of them; null for whom it does not know. */
function sitterOf(
  { campaign, mined: { matter }, director }: Pick<StoryParts, "campaign" | "mined" | "director">,
  id: string,
): Sitter | null {
  const person = matter.people.find((one) => one.id === id);
  if (!person || person.kind === "voice") return null;
  const npc = campaign.npcs.find((one) => one.id === id);
  // What a picture is named after counts as much as what a profile names.
  const own = portraitsOf(id, director.files).map(({ file }) => director.pathOf(file));
  const looks = npc?.profile.appearance ?? person.looks?.join(" ") ?? "";
  const who = [person.epithet, person.role].filter((words) => words !== undefined && words !== "").join(", ");
  return {
    person: id,
    name: person.name,
    description: [looks, who, ageWords(npc?.profile.age)].filter((words) => words !== "").join(". "),
    kind: person.kind,
    ...(person.pronoun === null ? {} : { pronoun: person.pronoun }),
    ...(own.length > 0 && { own }),
  };
}

/** "64 years old"; words as they are. */
function ageWords(age: string | number | undefined): string {
  const words = String(age ?? "").trim();
  return /^\d+$/.test(words) ? `${words} years old` : words;
}

/**
 * The player as they can be drawn.
 *
 * @param player - Name, traits, and what was said of them, from session state.
 */
function playerSitter(player: {
  readonly name: string;
  readonly traits: readonly string[];
  readonly about: readonly string[];
}): Sitter {
  const description = [...player.about, ...player.traits].join(". ");
  return { person: PLAYER, name: player.name || "You", description, kind: "human" };
}

/** Words of a description in the alternative text. */
const ALT_WORDS = 24;
const LEAST_ALT_WORDS = 6;

/** A description whose parts came from several fields, as sentences that say nothing twice in a row. */
function inSentences(description: string): string {
  return description
    .replace(/(?<=[^.][.!?…])\s*\.(?=\s)/gu, "")
    .replace(/(?<!\p{L})(?:the |an? )?(\p{L}[\p{L}' -]*), (?=\1(?!\p{L}))/giu, "")
    .replace(/(\p{L}{3,}[.!?…]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

function altOf({ name, description }: Sitter): string {
  const words = inSentences(description)
    .split(/\s+/)
    .filter((word) => word !== "");
  const looks = words.slice(0, ALT_WORDS).join(" ");
  if (looks === "") return `Portrait of ${name}`;
  if (words.length <= ALT_WORDS) return `Portrait of ${name}: ${looks.replace(/[.,;:]$/, "")}`;
  // Whole sentences say more than one that breaks off, and whole clauses do.
  const whole = /^.*[^.]\.(?=\s)/.exec(`${looks} `)?.[0] ?? "";
  if (whole.split(" ").length >= LEAST_ALT_WORDS) return `Portrait of ${name}: ${whole.slice(0, -1)}`;
  const clause = /^.*(?=[,;:]\s)/.exec(`${looks} `)?.[0] ?? "";
  if (clause.split(" ").length >= LEAST_ALT_WORDS) return `Portrait of ${name}: ${clause}`;
  return `Portrait of ${name}: ${looks.replace(/[.,;:]$/, "")} …`;
}

/** Whoever is there, the player, whom the choices lead to, and whom the player has met. */
export function sittersOf(
  { summary, slots }: Pick<SceneRecord, "summary" | "slots">,
  state: JsonObject,
  parts: Pick<StoryParts, "campaign" | "mined" | "director">,
): Sitter[] {
  const texts = (path: string): string[] =>
    Object.values(getPath(state, path) ?? {}).filter((value): value is string => typeof value === "string");
  const name = getPath(state, "player.name");
  const player = playerSitter({
    name: typeof name === "string" ? name : "",
    traits: texts("player.traits"),
    about: texts("world.player"),
  });
  const leadTo = slots.flatMap(({ bind }) => [bind.npc ?? [], bind.npc2 ?? []].flat());
  const met = parts.mined.matter.people.flatMap(({ id }) =>
    typeof getPath(state, `people.${id}.met`) === "number" ? [id] : [],
  );
  const people = [...new Set([...(summary.people ?? []), ...leadTo, ...met])];
  const [first, ...others] = people.flatMap((id) => sitterOf(parts, id) ?? []);
  return [...(first ? [first] : []), player, ...others];
}
