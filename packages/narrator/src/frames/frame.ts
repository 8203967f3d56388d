import { VERBS } from "@narratoria/protocol/story";
import {
  countWords,
  FAMILIES,
  type Family,
  isLemma,
  secondPersonFrom,
  sentenceKey,
} from "@narratoria/protocol/english";
import { brokenLaws, type CheckedLaw } from "@narratoria/protocol/laws";

/** A piece of a frame: words as they stand, a slot, or a verb that agrees with its subject. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "slot";
      readonly name: string;
      readonly form: string;
      readonly capital: boolean;
      readonly joint: Joint;
    }
  | { readonly kind: "verb"; readonly lemma: string; readonly capital: boolean; readonly subject?: string };

/** What becomes of an authored sentence's full stop: kept, made a comma before "says X", or dropped in mid-sentence. */
export type Joint = "keep" | "comma" | "drop";

/** A test of the world, made from one tag. Several values are alternatives. */
export interface Test {
  readonly name: string;
  readonly values: readonly string[];
}

/** One way to say one thing. */
export interface Frame {
  /** Made from key and words, so it stays the same when files are rearranged. */
  readonly id: string;
  readonly key: string;
  readonly parts: readonly Part[];
  readonly tests: readonly Test[];
  readonly echo?: string;
  readonly weight: number;
  /** Words of the frame itself, slots aside. */
  readonly fixedWords: number;
  /** Scenes that the frame rests after use: one of ours is a plain joint and rests one. */
  readonly restScenes: number;
  /** Names every slot that must be filled: "npc", "fact", "topic". */
  readonly slots: readonly string[];
  /** A frame of the campaign's own. */
  readonly own: boolean;
  /** Frames for a person or a place outrank general ones. */
  readonly rank: number;
  readonly source: { readonly file: string; readonly line: number };
}

const FORMS: Readonly<Record<string, readonly string[]>> = {
  npc: ["", "o", "p", "r", "name", "full", "np", "role", "says"],
  npc2: ["", "o", "p", "r", "name", "full", "np", "role"],
  topic: [""],
  topic2: [""],
  fact: ["s", "c", "said"],
  fact2: ["s", "c"],
  place: ["", "at"],
  place2: ["", "at"],
  from: ["", "at"],
  prop: ["", "o", "s"],
  nprop: [""],
  item: ["", "a"],
  mem: ["you", "said"],
  mot: ["", "said"],
  rel: ["", "said"],
  clock: [""],
  part: [""],
  span: [""],
  weather: [""],
  quote: ["", "said"],
  catch: ["", "said"],
  cond: [""],
  text: [""],
  deed: [""],
  list: [""],
};

const FLAG_TAGS = new Set(
  "talk alone company solo crowd indoor outdoor day night morning afternoon evening moved stayed first returned stranger known home away weather gain nogain cost nocost liked disliked debt nodebt singular plural long short whole half withtail common secret absent beat nobeat unasked unsearched seen unseen elsewhere visited unvisited due after documented undocumented brief".split(
    " ",
  ),
);
const VALUE_TAGS = new Set([
  "who",
  "text",
  "at",
  "style",
  "echo",
  "mood",
  "genre",
  "w",
  "rest",
  "weather",
  "verb",
  "outcome",
  "cond",
  "use",
  "after",
  "needs",
]);

const OUTCOMES = ["success", "partial", "fail", "none", "any"];
const FEELINGS = ["positive", "neutral", "negative"];
const REACTIONS = ["told", "refused", "done"];
const THREADS = ["debt", "watcher", "promise", "condition"];

const oneOf = (...lists: readonly (readonly string[])[]): string[] =>
  lists.reduce<string[]>(
    (keys, list) => keys.flatMap((key) => list.map((word) => (key === "" ? word : `${key} ${word}`))),
    [""],
  );

/** Whether a frame is for what one certain beat or decision leaves behind. */
export const isAfter = ({ name, values }: Test): boolean => name === "after" && values.length > 0;

/** Every key that a frame may stand under. SPEC.md lists them. */
export const FRAME_KEYS: ReadonlySet<string> = new Set([
  ...oneOf(["deed"], [...Object.keys(VERBS), "any"], OUTCOMES),
  "deed go with",
  "deed ask meant",
  ...oneOf(["gain"], ["told", "half", "found", "kept", "overheard", "bridge", "motive", "relation", "item", "reckon"]),
  ...oneOf(
    ["turn"],
    [
      "owe",
      "paid",
      "noticed",
      "time",
      "days",
      "part",
      "condition",
      "recovered",
      "redirect",
      "hearsay",
      "refused",
      "refused because",
      "refused thing",
      "put-off",
      "put-off before",
      "cut-short",
      "move",
      "back",
      "left",
      "fetched",
      "sought",
      "parted",
      "spent",
      "spent here",
      "taken",
      "together",
      "with",
      "with back",
      "all",
      "all back",
      "call",
      "passed",
      "gone",
      "ahead",
      "joined",
      "item-lost",
      "given",
      "colder",
      "warmer",
      "thread",
      "closed",
      "kept-word",
    ],
  ),
  ...oneOf(["ground"], ["stay", "back", "first", "who", "sought", "here", "alone", "greet"]),
  ...oneOf(["react"], FEELINGS, REACTIONS),
  "react touched",
  "react seen",
  "react shown",
  "react heard",
  "react handed",
  "react agreed",
  "react declined",
  "react promised",
  "react believed",
  "react doubted",
  "react crossed",
  "react silence",
  "react beside",
  "react comforted",
  "react thanked",
  "react wished",
  "speech",
  "speech first",
  "speech catch",
  "speech fact",
  ...oneOf(["callback"], ["good", "bad", "mixed"]),
  "exit",
  "enter",
  "enter all",
  "beat line",
  "time",
  "knowledge npc",
  ...oneOf(["thread"], THREADS),
  ...oneOf(["thread"], THREADS, ["due"]),
  ...oneOf(["hook"], Object.keys(VERBS)),
  ...oneOf(["detail"], [...FAMILIES, "any"]),
  ...oneOf(["choice"], Object.keys(VERBS)),
  "opening",
]); // prettier-ignore

/** The same key under the names that authors may use for it. */
const ALIASES: Readonly<Record<string, string>> = {
  "turn leave": "exit",
  "turn arrive": "enter",
  detail: "detail any",
};

export const canonicalKey = (heading: string): string => {
  const key = heading.toLowerCase();
  return ALIASES[key] ?? key;
};

/** Thrown by {@link parseFrame}; the loader turns it into a problem with file and line. */
export class FrameSyntaxError extends Error {
  override readonly name = "FrameSyntaxError";
}

const TOKEN = /\{([A-Za-z][A-Za-z0-9]*)(?:\.([a-z]+))?\}|\[([A-Za-z][A-Za-z' -]*)(?::([a-z0-9]+))?\]/g;
const AUTHORED = new Set(["quote", "catch"]);
const SUBJECTS = new Set(["npc", "npc2", "topic", "topic2", "prop", "nprop", "item", "place", "span", "you"]);

function jointOf(name: string, form: string, before: string, after: string): Joint {
  const quotedWhole = (AUTHORED.has(name) && form === "") || form === "s";
  if (!quotedWhole) return "drop";
  const opened = /["“]\s*$/.test(before);
  if (!opened) return "keep";
  const close = /^["”](.*)$/s.exec(after)?.[1];
  if (close === undefined) return "keep";
  return /^\s+(?:\{[a-z]|\[[a-z]|\p{Ll})/u.test(close) ? "comma" : "keep";
}

/**
 * Reads one frame.
 *
 * @param lexicons - Names of word lists that may stand as slots.
 * @throws {FrameSyntaxError} If a slot, form or tag is unknown, or a bracket is left open; the message is one plain sentence.
 */
export function parseFrame(
  key: string,
  line: string,
  origin: { readonly file: string; readonly line: number; readonly own: boolean },
  lexicons: ReadonlySet<string>,
): Frame {
  const tagAt = /(?:^|\s)#[a-z]/i.exec(line)?.index ?? line.length;
  const words = line.slice(0, tagAt).trim();
  const tags = line.slice(tagAt).trim().split(/\s+/).filter(Boolean);
  if (words === "") throw new FrameSyntaxError("A frame has no words.");

  const parts: Part[] = [];
  const slots = new Set<string>();
  let at = 0;
  for (const match of words.matchAll(TOKEN)) {
    if (match.index > at) parts.push({ kind: "text", text: words.slice(at, match.index) });
    at = match.index + match[0].length;
    if (match[1] !== undefined) {
      const name = match[1].toLowerCase();
      const form = match[2] ?? "";
      const capital = /^[A-Z]/.test(match[1]);
      const forms = FORMS[name];
      if (!forms && !lexicons.has(name)) throw new FrameSyntaxError(`There is no slot {${match[1]}}.`);
      if (forms && !forms.includes(form)) {
        throw new FrameSyntaxError(
          `{${name}} has no form ".${form}"; it has ${forms.map((known) => (known === "" ? `{${name}}` : `{${name}.${known}}`)).join(", ")}.`,
        );
      }
      slots.add(name);
      // Whoever says it is named with it.
      if (form === "said") slots.add("npc");
      parts.push({
        kind: "slot",
        name,
        form,
        capital,
        joint: jointOf(name, form, words.slice(0, match.index), words.slice(at)),
      });
    } else {
      const lemma = (match[3] ?? "").trim();
      const subject = match[4];
      if (subject !== undefined && !SUBJECTS.has(subject))
        throw new FrameSyntaxError(`[${lemma}:${subject}] names no subject.`);
      const [head = ""] = lemma.split(" ");
      const plain = secondPersonFrom(head);
      if (plain !== head && isLemma(plain))
        throw new FrameSyntaxError(`Write [${plain}] for [${head}]: a verb stands in its plain form.`);
      parts.push({
        kind: "verb",
        lemma: lemma.toLowerCase(),
        capital: /^[A-Z]/.test(lemma),
        ...(subject === undefined ? {} : { subject }),
      });
    }
  }
  if (at < words.length) parts.push({ kind: "text", text: words.slice(at) });
  const literal = parts.map((part) => (part.kind === "text" ? part.text : " x ")).join("");
  if (/[{}[\]]/.test(literal)) throw new FrameSyntaxError("A bracket is left open, or a slot's name is not one word.");

  const tests: Test[] = [];
  let weight = 1;
  let rest: number | undefined;
  let echo: string | undefined;
  for (const tag of tags) {
    const [, name = "", value] = /^#([a-z]+)(?:=(.+))?$/i.exec(tag) ?? [];
    if (value === undefined) {
      if (!FLAG_TAGS.has(name)) throw new FrameSyntaxError(`There is no tag ${tag}.`);
      tests.push({ name, values: [] });
      continue;
    }
    if (!VALUE_TAGS.has(name)) throw new FrameSyntaxError(`There is no tag #${name}=.`);
    if (name === "w" || name === "rest") {
      const number = Number(value);
      if (!Number.isFinite(number) || number <= 0) throw new FrameSyntaxError(`#${name}= takes a number above 0.`);
      if (name === "w") weight = number;
      else rest = number;
    } else if (name === "echo") echo = value;
    else {
      const values = value.split("|");
      const unknown =
        name === "mood" || name === "style" ? values.find((word) => !FAMILIES.includes(word as Family)) : undefined;
      if (unknown !== undefined)
        throw new FrameSyntaxError(`#${name}=${unknown} is not a tone family; there are ${FAMILIES.join(", ")}.`);
      tests.push({ name, values });
    }
  }
  const fixedWords = countWords(
    parts.map((part) => (part.kind === "text" ? part.text : part.kind === "verb" ? part.lemma : "")).join(" "),
  );
  return {
    id: sentenceKey(`${key} ${words}`).slice(0, 9),
    key,
    parts,
    tests,
    ...(echo === undefined ? {} : { echo }),
    weight,
    fixedWords,
    // A plain joint is no repetition; a sentence of an author's own is remembered the longer the longer it is.
    restScenes: rest ?? (origin.own ? Math.round(Math.min(32, Math.max(4, 1.6 * fixedWords))) : 1),
    slots: [...slots],
    own: origin.own,
    rank: tests.filter((test) => /^(?:who|at|text)$/.test(test.name) || isAfter(test)).length,
    source: { file: origin.file, line: origin.line },
  };
}

const PLAYER_MIND =
  /\byou (?:(?:do not|don't|never|still|really|suddenly|also|now) )?(?:feel|decide|want|hope|promise|agree|love|believe|wish|fear|regret|realise|realize)\b/i;
/** Words after which a person is an object. */
const TAKES_OBJECT = /\b(?:between|with|to|from|of|at|about|by|behind|toward|past|near)(?: you and)? $/i;
/** Words that are true only under a tag: without it the frame is suspect. */
const NEEDS_TAG: readonly { readonly words: RegExp; readonly tags: readonly string[]; readonly what: string }[] = [
  { words: /\b(?:rain|snow|fog|mist|sunlight|drizzle|storm)\b/i, tags: ["weather"], what: "weather" },
  {
    words: /\b(?:street|cobbles|pavement|sky|horizon|wind)\b/i,
    tags: ["outdoor", "at", "weather"],
    what: "the open air",
  },
  {
    words: /\b(?:ceiling|floorboard|floor|wall|room|window|door|chair|table)\b/i,
    tags: ["indoor", "at"],
    what: "a room",
  },
  { words: /\b(?:his|her|him|he|she) (?!\w*self)/i, tags: ["who"], what: "a person's sex" },
];

/** What goes on behind a possessive without naming anything. */
const NO_THING = /^(?:[,.;:!?…”]| (?:and|or|but|so|as|to|in|on|at|of|with)\b)/;

/**
 * What is doubtful about a frame: words about the player's mind, words that break a law of this story, and words that are true only
 * under a tag which the frame lacks.
 *
 * @param thorough - Without it only the laws are looked at.
 */
export function lintFrame(
  frame: Frame,
  laws: readonly CheckedLaw[],
  thorough = true,
): { readonly message: string; readonly severity: "error" | "warning" }[] {
  const text = frame.parts
    .map((part) => (part.kind === "text" ? part.text : part.kind === "verb" ? part.lemma : part.capital ? "Xx" : "xx"))
    .join("");
  const found: { message: string; severity: "error" | "warning" }[] = [];
  const mind =
    !thorough || frame.key.startsWith("choice ") ? null : PLAYER_MIND.exec(text.replace(/["“][^"”]*["”]/g, ""));
  if (mind) found.push({ message: `"${mind[0]}" speaks for the player.`, severity: "error" });
  for (const { words } of brokenLaws(text, laws, { order: frame.key.startsWith("choice ") }))
    found.push({ message: `"${words}" is forbidden in this story: the frame is not told.`, severity: "error" });
  if (!thorough) return found;
  const tags = new Set(frame.tests.map((test) => test.name));
  // What a certain beat leaves behind is told where it happened.
  const isPlaced = frame.tests.some(isAfter);
  for (const { words, tags: needed, what } of isPlaced ? [] : NEEDS_TAG) {
    const hit = words.exec(text);
    if (hit && !needed.some((tag) => tags.has(tag)))
      found.push({
        message: `"${hit[0].trim()}" speaks of ${what} without a tag that makes sure of it.`,
        severity: "warning",
      });
  }
  frame.parts.forEach((part, at) => {
    const before = frame.parts[at - 1];
    if (part.kind !== "slot" || !/^npc2?$/.test(part.name) || part.form !== "" || before?.kind !== "text") return;
    const preposition = TAKES_OBJECT.exec(before.text)?.[0].trim();
    if (preposition !== undefined) {
      found.push({
        message: `After "${preposition}" write {${part.name}.o}: "with he" is not English.`,
        severity: "warning",
      });
    }
  });
  // A choice names people by their names, of which "what is Lareida's" can be made.
  if (frame.key.startsWith("choice ")) return found;
  frame.parts.forEach((part, at) => {
    const after = frame.parts[at + 1];
    if (part.kind !== "slot" || !/^npc2?$/.test(part.name) || part.form !== "p") return;
    if (after === undefined || (after.kind === "text" && NO_THING.test(after.text))) {
      found.push({
        message: `{${part.name}.p} needs a thing behind it: "she stands her" is not English.`,
        severity: "warning",
      });
    }
  });
  return found;
}
