/** What stands beside a scene, as data: who is there and what they feel and why, who speaks, the player, things and promises. */
import { getPath, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { Feels, ScenePerson, SceneSituation, SceneSpeaker } from "@narratoria/protocol/contracts";
import type { Stat } from "@narratoria/campaign";
import { clean } from "./scene-parts.js";
import { isText, textsIn } from "./story-values.js";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Somebody as texts call them. */
export interface CalledPerson extends Named {
  readonly short: string;
}

/**
 * Reads the situation after a scene from session state. Implements rule EN760.
 *
 * @param before - State before the scene: what is carried now and was not then is new.
 * @param after - State after it.
 * @param present - Who is there.
 * @param stats - Bounds of the stats.
 */
export function situationOf(
  before: JsonObject,
  after: JsonObject,
  present: readonly Named[],
  stats: readonly Stat[],
): SceneSituation {
  const carriedBefore = objectAt(before, "inventory");
  const name = wordsOf(getPath(after, "player.name"));
  return {
    people: present.map((person) => personIn(after, person)),
    player: {
      ...(name === "" ? {} : { name }),
      stats: stats.flatMap(({ name: stat, min, max }) => {
        const value = getPath(after, `player.stats.${stat}`);
        return typeof value === "number" ? [{ name: stat, value, min, max }] : [];
      }),
      traits: textsIn(getPath(after, "player.traits")).filter((one) => one !== ""),
      conditions: Object.keys(objectAt(after, "player.conditions")).filter((one) => one !== ""),
    },
    carrying: Object.entries(objectAt(after, "inventory")).flatMap(([id, item]) => {
      if (!isJsonObject(item) || id === "") return [];
      const called = wordsOf(item["name"]);
      if (called === "") return [];
      const count = typeof item["count"] === "number" ? item["count"] : 1;
      return [{ id, name: called, count, isNew: !Object.hasOwn(carriedBefore, id) }];
    }),
    promises: Object.entries(objectAt(after, "threads")).flatMap(([id, thread]) => {
      if (!isJsonObject(thread) || id === "") return [];
      const { kind, state } = thread;
      const words = wordsOf(thread["text"]);
      const isOpen = (kind === "promise" || kind === "debt") && state !== "closed" && words !== "";
      return isOpen ? [{ id, kind, text: words }] : [];
    }),
  };
}

function personIn(state: JsonObject, { id, name }: Named): ScenePerson {
  const feeling = getPath(state, `people.${id}.feeling`);
  const feels = feelsOf(feeling);
  const because = getPath(state, `people.${id}.because`);
  const why = isJsonObject(because) ? wordsOf(because["text"]) : "";
  const since = isJsonObject(because) ? because["scene"] : undefined;
  return {
    id,
    name,
    met: getPath(state, `people.${id}.met`) !== undefined,
    ...(typeof feeling === "number" ? { feeling: Math.max(-100, Math.min(100, feeling)) } : {}),
    ...(feels ? { feels } : {}),
    ...(why === "" ? {} : { reasons: [{ text: why, ...(isScene(since) ? { scene: since } : {}) }] }),
    ...moodOf(state, id),
  };
}

/** Long enough for "tired and a little afraid". */
const LONGEST_MOOD = 40;

/** The mood that a skill or the story gave somebody, where it is a word or a few. */
function moodOf(state: JsonObject, id: string): { readonly mood?: string } {
  const words = wordsOf(getPath(state, `people.${id}.mood`));
  return words === "" || words.length > LONGEST_MOOD ? {} : { mood: words };
}

/** Perception in a word; none between wary and warming. */
function feelsOf(feeling: JsonValue | undefined): Feels | undefined {
  if (typeof feeling !== "number") return undefined;
  if (feeling >= 75) return "devoted";
  if (feeling >= 45) return "fond";
  if (feeling > 30) return "warming";
  if (feeling <= -75) return "hostile";
  if (feeling <= -45) return "cold";
  return feeling < -30 ? "wary" : undefined;
}

/** A sentence of a scene, as far as it says who speaks. */
interface SpokenSentence {
  readonly text: string;
  readonly paragraph: number;
  /** Whom its frame was filled with. */
  readonly npc?: string;
}

/**
 * Returns who speaks in which paragraph, in order. A sentence of the storybook's names its speaker; of any other text the one
 * person counts whom the words beside a quotation name. Implements rule EN761.
 *
 * @param sentences - Of the storybook, where it told the scene.
 * @param people - Everybody of the story.
 * @param state - After the scene.
 */
export function speakersOf(
  paragraphs: readonly string[],
  sentences: readonly SpokenSentence[],
  people: readonly CalledPerson[],
  state: JsonObject,
): SceneSpeaker[] {
  const speakers: SceneSpeaker[] = [];
  for (const [paragraph, text] of paragraphs.entries()) {
    if (!QUOTE.test(text)) continue;
    const told = sentences.filter((one) => one.paragraph === paragraph && QUOTE.test(one.text));
    const known = told.flatMap(({ npc }) => people.find(({ id }) => id === npc) ?? []);
    const tagged = taggedIn(text, people);
    for (const { id, name } of new Set(known.length > 0 ? known : tagged ? [tagged] : [])) {
      const feels = feelsOf(getPath(state, `people.${id}.feeling`));
      speakers.push({ paragraph, person: id, name, ...moodOf(state, id), ...(feels ? { feels } : {}) });
    }
  }
  return speakers;
}

const QUOTE = /[“"]/;
const QUOTATION = /“[^”]*”?|"[^"]*"?/g;

/** The one person whom a paragraph names outside of its quotations; nobody where there are several. */
function taggedIn(text: string, people: readonly CalledPerson[]): CalledPerson | null {
  const outside = text.replaceAll(QUOTATION, " ");
  const named = people.filter(({ name, short }) => [name, short].some((one) => hasName(outside, one)));
  return named.length === 1 ? (named[0] ?? null) : null;
}

function hasName(text: string, name: string): boolean {
  const at = name === "" ? -1 : text.indexOf(name);
  if (at < 0) return false;
  return !/\p{L}/u.test(text[at - 1] ?? " ") && !/\p{L}/u.test(text[at + name.length] ?? " ");
}

function isScene(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

/** Text of session state, which any script may have written; empty where it is none. */
function wordsOf(value: JsonValue | undefined): string {
  return isText(value) ? clean(value) : "";
}

function objectAt(state: JsonObject, path: string): JsonObject {
  const value = getPath(state, path);
  return isJsonObject(value) ? value : {};
}
