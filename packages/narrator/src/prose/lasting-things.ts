/** What a model tells that lasts: a thing that is put somewhere, a door that stands open. Session state keeps it, and later scenes are told it. */
import { getPath, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { countWords, headOf, withoutArticle } from "@narratoria/protocol/english";
import type { StoryIndex } from "../index-story.js";
import { asYou } from "./checks/as-you.js";
import { inPresent } from "./checks/present-tense.js";
import { unquoted } from "./checks/scene-facts.js";

/** Where in session state it is kept: by place, then by thing. */
const PATH = "asTold";

/** A thing as a scene left it. */
export interface LastingThing {
  /** Its noun, small: "cap". */
  readonly thing: string;
  /** The sentence that told it; null where the thing was taken up again. */
  readonly text: string | null;
}

/** What happened in a scene, as far as it says what lasts. */
interface SceneTold {
  readonly story: StoryIndex;
  readonly state: JsonObject;
  readonly scene: number;
  /** Sentences that a model told, in order. */
  readonly told: readonly string[];
  /** Whether the scene went on to another place. */
  readonly moved: boolean;
}

const DETERMINER =
  "(?:(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|[Yy]our|[Tt]his|[Tt]hat|[Oo]ne)\\b|\\p{Lu}[\\p{L}’-]+’s?)";
const NOUNS = `(?:${DETERMINER} )((?:[\\p{L}’-]+ ){0,3}?[\\p{L}’-]{2,})`;
const WHERE = `(?:on|in|into|under|behind|beside|against|over|by|at|between|beneath|inside|onto|upon|across|among) ${DETERMINER}`;
const HOW = "(?:(?:up|back|down|away|flat|upright|sideways|open|face down|out|again) )?";
const PUTS = new RegExp(
  `\\b(?:puts?|lays?|sets?|hangs?|leans?|places?|drops?|sticks?|pins?|tucks?|slides?|stows?|leaves?|props?|stands?|nails?|ties?|chains?|locks?|buries|bury|hides?) (?!back\\b)${NOUNS} ${HOW}${WHERE}`,
  "gu",
);
/** What is there by the sentence alone; of what the story names, so that it is nobody. */
const LIES = new RegExp(`${NOUNS} (?:lies?|hangs?|leans?|rests?|stands?) ${HOW}${WHERE}`, "gu");
const GOES_BACK = new RegExp(`${NOUNS} goes back ${HOW}${WHERE}`, "gu");
const FIXTURE =
  "door|doors|gate|gates|window|windows|shutter|shutters|hatch|hatches|lid|drawer|trunk|chest|cupboard|box|lamp|lamps|lantern|candle|candles|fire|stove|curtain|curtains|bell|clock|lock|bolt|chain|boat|safe";
const STANDS = new RegExp(
  `\\b${DETERMINER} (?:[\\p{Ll}’-]+ )?(${FIXTURE}) (?:\\p{Ll}+ ){0,2}?(?:is|are|stands?|hangs?|stays?|lies?) (?:\\p{Ll}+ )?(?:open|ajar|shut|closed|locked|unlocked|barred|bolted|broken|cracked|out|dark|lit|burning|stopped|loose|gone)\\b`,
  "giu",
);
const CHANGES = new RegExp(
  `\\b(?:opens?|shuts?|closes?|locks?|unlocks?|bolts?|bars?|breaks?|cracks?|lights?|blows? out|puts? out|snuffs?|stops?|leaves?) ${DETERMINER} (?:[\\p{Ll}’-]+ )?(${FIXTURE})\\b(?! of\\b)`,
  "giu",
);
/** What somebody asks or says has not happened for that. */
const REPORTS = /\b(?:you|he|she|they|who|\p{Lu}\p{L}+) (?:\p{Ll}+ )?(?:asks?|says?|tells?|explains?)\b/u;
const TAKES = new RegExp(
  `\\b(?:takes?|picks?|fetch(?:es)?|lifts?|carr(?:y|ies)|gathers?|pockets?) (?:up )?${NOUNS}\\b`,
  "gu",
);
/** What is laid somewhere and never stays there. */
const OF_BODY =
  /^(?:hands?|palms?|fingers?|thumbs?|fists?|arms?|elbows?|wrists?|shoulders?|foot|feet|boots?|heels?|knees?|legs?|eyes?|chin|cheeks?|head|foreheads?|faces?|back|weight|ear|ears|mouth|lips|look|gaze|finger|flat|sideways|in|out|stress|question|word|words|line|end|side|corner|edge|point|mind|way|time|moment|tongue|nose|half|rest|one|other|first|second|shadow|voice|breath|silence|smile|pause|step|bet|stop|room)$/;
/** Where nothing stays that is put there. */
const ON_BODY =
  /^(?:hands?|palms?|fingers?|thumbs?|fists?|arms?|elbows?|wrists?|shoulders?|knees?|lap|cheeks?|head|foreheads?|faces?|chin|ears?|mouth|lips|tongue|nose)$/;
const IS_DENIED = /\b(?:not|never|no|nobody|almost|nearly|would|could|might|if|as if|as though|like)\b|n[’']t\b/iu;

const MOST_WORDS = 32;
const MOST_AT_A_PLACE = 6;
const MOST_PLACES = 12;
/** Of things that no text of the story names, a place keeps the latest. */
const MOST_PLAIN = 2;

/** What of a sentence lasts. */
function lastingIn(sentence: string, story: StoryIndex): LastingThing[] {
  const narration = unquoted(sentence);
  const now = story.happensInPast ? inPresent(narration) : narration;
  const told = story.calls === undefined ? now : asYou(now, story.calls);
  if (countWords(sentence) > MOST_WORDS || IS_DENIED.test(told) || REPORTS.test(told)) return [];
  const found: LastingThing[] = [];
  const note = ({ 0: said, 1: words = "", index }: RegExpExecArray, text: string | null): void => {
    const thing = headOf(words).toLowerCase();
    const [, where = ""] = /^ (\p{L}+)/u.exec(told.slice(index + said.length)) ?? [];
    // "Before the door is open" says nothing of the door. (rule NA6614)
    if (/\b(?:before|until|till|unless|whether|while|whenever|when) [^,.;]*$/iu.test(told.slice(0, index))) return;
    if (thing !== "" && !OF_BODY.test(thing) && !ON_BODY.test(where)) found.push({ thing, text });
  };
  for (const one of told.matchAll(TAKES)) note(one, null);
  for (const pattern of [PUTS, STANDS, CHANGES, GOES_BACK])
    for (const one of told.matchAll(pattern)) note(one, sentence);
  const own = ownThings(story);
  for (const one of told.matchAll(LIES)) if (own.has(headOf(one[1] ?? "").toLowerCase())) note(one, sentence);
  return found;
}

/**
 * Merge patch for what a scene leaves behind: the latest of each thing at its place, and nothing of it at another. Implements rule NA3410.
 *
 * @returns Null where nothing lasts.
 */
export function lastingPatch({ story, state, scene, told, moved }: SceneTold): JsonObject | null {
  const here = getPath(state, "place");
  if (typeof here !== "string") return null;
  // Of a scene that goes on to another place, what is told once the place is named.
  const arrives = moved ? told.findIndex((text) => story.names.keysIn(text).includes(`place:${here}`)) : 0;
  if (arrives < 0) return null;
  const found = new Map<string, LastingThing>();
  for (const text of told.slice(arrives)) for (const one of lastingIn(text, story)) found.set(one.thing, one);
  if (found.size === 0) return null;
  const known = placesIn(state);
  const patch: Record<string, Record<string, JsonValue> | null> = {};
  for (const [place, things] of known)
    for (const { thing } of found.values()) if (things.has(thing)) patch[place] = { ...patch[place], [thing]: null };
  const after = new Map(known.get(here));
  for (const { thing, text } of found.values())
    if (text === null) after.delete(thing);
    else after.set(thing, { text, scene });
  const kept = keptOf(after, story);
  const own: Record<string, JsonValue> = { ...patch[here] };
  for (const thing of known.get(here)?.keys() ?? []) if (!kept.has(thing)) own[thing] = null;
  for (const [thing, { text, scene: told }] of kept) if (found.has(thing)) own[thing] = { text, scene: told };
  if (Object.keys(own).length > 0) patch[here] = own;
  // What was told longest ago is forgotten first.
  const latest = (things: ReadonlyMap<string, Kept>): number =>
    Math.max(0, ...[...things.values()].map((one) => one.scene));
  const others = [...known].filter(([place]) => place !== here).sort((a, b) => latest(b[1]) - latest(a[1]));
  for (const [place] of others.slice(MOST_PLACES - 1)) patch[place] = null;
  return Object.keys(patch).length === 0 ? null : { [PATH]: patch };
}

interface Kept {
  readonly text: string;
  readonly scene: number;
}

function placesIn(state: JsonObject): Map<string, ReadonlyMap<string, Kept>> {
  const places = getPath(state, PATH);
  return new Map(
    Object.entries(isJsonObject(places) ? places : {}).map(([place, things]) => [place, thingsIn(things)] as const),
  );
}

function thingsIn(value: JsonValue | undefined): Map<string, Kept> {
  const things = new Map<string, Kept>();
  for (const [thing, one] of Object.entries(isJsonObject(value) ? value : {})) {
    const [text, scene] = isJsonObject(one) ? [one["text"], one["scene"]] : [];
    if (typeof text === "string" && typeof scene === "number") things.set(thing, { text, scene });
  }
  return things;
}

/** Those that the story names and what opens and shuts first, then the latest. */
function keptOf(things: ReadonlyMap<string, Kept>, story: StoryIndex): Map<string, Kept> {
  const isOfStory = ownThings(story);
  const latest = [...things].sort((a, b) => b[1].scene - a[1].scene);
  const weighty = latest.filter(([thing]) => isOfStory.has(thing));
  const plain = latest.filter(([thing]) => !isOfStory.has(thing)).slice(0, MOST_PLAIN);
  return new Map([...weighty, ...plain].slice(0, MOST_AT_A_PLACE));
}

const thingsOf = new WeakMap<StoryIndex["matter"], ReadonlySet<string>>();

/** Nouns of what the story names, and of what opens, shuts and matters wherever it is. */
function ownThings({ matter }: StoryIndex): ReadonlySet<string> {
  const known = thingsOf.get(matter);
  if (known) return known;
  const names = [
    ...matter.topics.map(({ np }) => np),
    ...matter.people.flatMap(({ inventory }) => inventory),
    ...matter.places.flatMap(({ props }) => props.map((prop) => (typeof prop === "string" ? prop : prop.np))),
  ];
  const people = new Set(matter.people.flatMap(({ role }) => role.toLowerCase().match(/\p{L}+/gu) ?? []));
  const heads = names.map((name) => headOf(withoutArticle(name)).toLowerCase()).filter((head) => !people.has(head));
  const things = new Set([...heads, ...FIXTURE.split("|"), ...WEIGHTY.split(" ")]);
  thingsOf.set(matter, things);
  return things;
}

const WEIGHTY =
  "key keys letter letters page knife gun pistol ring map diary will photograph book ledger coat cap hat bag pen lamp";

/** How things stand at the place of a scene by what models told before, the latest last; each sentence once. (rule NA3411) */
export function asLeft(state: JsonObject): string[] {
  const here = getPath(state, "place");
  const things = placesIn(state).get(typeof here === "string" ? here : "") ?? new Map<string, Kept>();
  const told = [...things.values()].sort((a, b) => a.scene - b.scene).map(({ text }) => text);
  return [...new Set(told)];
}
