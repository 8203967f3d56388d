import type { Random } from "@narratoria/protocol/random";
import type { BeatMatter, Place, SourceRef } from "@narratoria/protocol/story";
import {
  capitalise,
  contentWords,
  countWords,
  sentenceKey,
  splitPieces,
  splitSentences,
  escapeRegExp,
} from "@narratoria/protocol/english";
import { type CheckedLaw, isLawful } from "@narratoria/protocol/laws";
import { type Frame, isAfter, type Test } from "../frames/frame.js";
import type { FrameLibrary } from "../frames/library.js";
import type { StoryIndex } from "../index-story.js";
import { namesThing } from "../unheard-names.js";
import { fillSlots, propKey } from "./fill-slots.js";
import type { Moment, Unit } from "./frame-tests.js";
import { holds, putKey } from "./frame-tests.js";
import type { NarratorMemory } from "./narrator-memory.js";
import { RING_SCENES } from "./narrator-memory.js";
import type { Opener } from "./openers.js";
import { hasSimile, openersOf, runsOn } from "./openers.js";
import type { Filling, Manner, Realised, Reference } from "./realise.js";
import { NO_REFERENCE, realise, tidy } from "./realise.js";
import type { Stage } from "./stage.js";
import { hasForm, keyOfName, namesHeard, underKnownNames } from "./names-heard.js";
import { greetsAtAnotherHour } from "./said-hours.js";
import { isAboutUntold, lacksAntecedent, lacksIntroduction } from "./referents.js";
import { standing } from "./review-scene.js";
import { hangsOnOther, isMalformed, unfitHere } from "./sound-sentence.js";

export interface ToldSentence {
  readonly text: string;
  readonly paragraph: number;
  readonly frameId?: string;
  /** The key of that frame: what the sentence claims to tell ("deed ask partial", "callback good"). */
  readonly key?: string;
  /** Tags of that frame, as written without their `#`: what the sentence claims of the world. */
  readonly tags?: readonly string[];
  /** Words of the passage that are the campaign's, on the sentence that opens it: all but those of a frame of ours. */
  readonly own?: number;
  /** Whom the frame was filled with. */
  readonly npc?: string;
  /** Whose words these are, where they are neither the storybook's nor the author's. */
  readonly by?: "model";
  /** Whether the story goes on with it at another place or time than the deed's. */
  readonly movesOn?: true;
  readonly sources: readonly SourceRef[];
}

/** What one frame or one authored text came to. */
interface Passage {
  readonly words: string;
  readonly claim: Pick<ToldSentence, "frameId" | "key" | "tags" | "npc">;
  readonly own: number;
  readonly sources: readonly SourceRef[];
  /** Whether it goes on with the speech of the passage before it. */
  readonly goesOn?: true;
}

/** What an authored text claims beyond its own words. */
const NO_CLAIM: Passage["claim"] = {};

/** Scenes for which a whole kind of remark rests: however it is worded, a reader knows it again. */
const KIND_REST: Readonly<Record<string, number>> = {
  time: 5,
  "ground alone": 7,
  "react touched": 5,
  "react seen": 5,
  "ground greet": 3,
};

/** Looks, nods and smiles, whatever they answer: one in so many scenes. */
const GESTURE_REST = 5;
const isGesture = (key: string): boolean => /^react (?:touched|seen|heard|handed|positive (?:told|done))$/.test(key);
/** Scenes after which a sentence of a frame may be told again; before that only where it must be. */
const JOINT_REST = 3;

/** Words from which a piece of a frame's is a sentence that a reader knows again. */
const JOINT_WORDS = 3;

/** Things are named by their slots alone; what else a sentence names, its words say. */
const frameNames = (frame: Frame, filling: Filling, key: string): boolean =>
  filling.prop !== undefined && frame.slots.includes("prop") && key === `prop:${filling.prop.np}`;

/** "A real radiator with a marble shelf." */
const SIGHT = /^\p{Lu}\p{Ll}*['’]?\p{Ll}* [^:]{12,}\.$/u;

const factTexts = new WeakMap<StoryIndex, ReadonlyMap<string, string>>();

/** Ids of the facts by their text as told, with and without what leans on it, made once a story: every description asks. */
export function factsByText(story: StoryIndex): ReadonlyMap<string, string> {
  const known = factTexts.get(story);
  if (known) return known;
  const made = new Map(
    story.matter.facts.flatMap(({ id, text, tail }) => [
      [tidy(text), id] as const,
      ...(tail === undefined ? [] : [[tidy(`${text} ${tail}`.trim()), id] as const]),
    ]),
  );
  factTexts.set(story, made);
  return made;
}

/** A speech that points at what was said before it. */
const POINTS = /^“(?:he|she|they|it|that|this|those|these|him|her|them)\b/i;

/** The tag of a speech: "says Stroud.", "she says.", with how it is said. */
const tagPattern = (names: readonly string[]): string =>
  `(?:(?:says?|said) (?:${names.map((name) => escapeRegExp(name).replace(/^The /, "[Tt]he ")).join("|")})|(?:he|she|they|it) (?:says?|said))`;

/** Two passages of one speaker as one speech without a second tag; null where one of them is more than speech. */
function oneSpeech(
  first: string,
  next: string,
  names: readonly string[],
): { readonly first: string; readonly next: string } | null {
  const tag = tagPattern(names);
  const spoken = new RegExp(`^“([^”]+)” ${tag}\\.(?: “([^”]+)”)?$`, "su").exec(next);
  const said = new RegExp(`(?:“[^”]+” ${tag}(?:,? [^“”.]+)?\\.|^)(?: ?“?[^“”]+”)?$`, "su").test(first);
  if (!spoken || !said) return null;
  const [, head = "", rest] = spoken;
  const speech = [head.replace(/,(['’]?)$/, ".$1"), ...(rest === undefined ? [] : [rest])].join(" ");
  return first.endsWith("”") ? { first: first.slice(0, -1), next: `${speech}”` } : { first, next: `“${speech}”` };
}

/** Speech that comes with the name of its speaker. */
const isTagged = ({ parts }: Frame): boolean => parts.some((part) => part.kind === "slot" && part.form === "said");

/** Beats and endings are told as their author wrote them. */
const isAuthorsOwn = (sources: readonly SourceRef[]): boolean =>
  sources.some(({ kind }) => kind === "beat" || kind === "ending");

/** So is the premise, as far as no law is against it. (rule NA3364) */
const isOfPremise = (sources: readonly SourceRef[]): boolean =>
  sources.some(({ kind, ref }) => kind === "lore" && ref === "premise");

/** Builds the text of one scene, sentence by sentence, and keeps account of what it used and named. */
export class Composer implements Moment {
  #paragraphs: Passage[][] = [[]];
  readonly pieces = new Set<string>();
  readonly frames = new Set<string>();
  readonly props = new Set<string>();
  readonly named = new Set<string>();
  readonly spoken = new Map<string, number>();
  readonly authored = new Set<string>();
  /** What this scene's choice has put to somebody or looked into. */
  readonly done = new Set<string>();
  /** Facts and topics that the choices of this scene ask about: their answer is not told before the question. (rule NA3442) */
  readonly askedNext: { readonly facts: Set<string>; readonly topics: Set<string>; readonly lines: Set<string> } = {
    facts: new Set(),
    topics: new Set(),
    lines: new Set(),
  };
  unmet = 0;
  words = 0;
  readonly #asked = new Set<string>();
  #reference: Reference = NO_REFERENCE;
  #openers: Opener[] = [];
  #simile = false;
  readonly #nameWords: ReadonlySet<string>;
  /** People who come in the course of the scene and have not come yet. */
  readonly #awaited: Set<string>;
  /** Beats that have been told, and their sentences. */
  readonly #beats: readonly BeatMatter[];
  readonly #happened: readonly string[];
  #place: Place | undefined;
  /** Paragraph with which the scene's beat begins. */
  #beatAt: number | undefined;
  /** Paragraph with which the story goes on at another place or time than the deed's. */
  #movedAt: number | undefined;
  #broughtIn: string | undefined;
  /** Words that the scene's first sentence has yet to begin with. */
  #opensWith: string | undefined;

  constructor(
    readonly story: StoryIndex,
    readonly stage: Stage,
    readonly memory: NarratorMemory,
    readonly library: FrameLibrary,
    readonly random: Random,
    /** Those in force. */
    readonly laws: readonly CheckedLaw[] = story.laws,
    /** Sentences that this scene will tell in any case: those of its beat. */
    readonly coming: readonly string[] = [],
  ) {
    this.#awaited = new Set(stage.awaited);
    this.#beats = [...story.beats.values()].filter(({ id }) => stage.hasHappened(id));
    this.#happened = this.#beats.flatMap(({ told }) => told);
    // A deed is done where the player was, though the story then moves on.
    this.#place = stage.carriedOff ? (stage.from ?? stage.place) : stage.place;
    this.#nameWords = new Set(
      story.matter.people.flatMap((person) => [
        person.short,
        person.name,
        person.short.split(" ")[0] ?? "",
        person.name.split(" ")[0] ?? "",
      ]),
    );
  }

  /** Whether a beat that has been told says most of it. (rule NA548) */
  isInBeats(words: string, share: number): boolean {
    const own = [...contentWords(words)];
    return this.#beats.some(({ told }) => {
      const said = contentWords(told.join(" "));
      return own.filter((word) => said.has(word)).length >= share * own.length;
    });
  }

  /** The scene begins with these words: as the beginning of its first sentence of ours, else as a sentence. (rule NA424) */
  openWith(words: string): void {
    this.#opensWith = words;
  }

  /** The story has come to where the scene ends. */
  arriveThere(): void {
    this.#place = this.stage.place;
  }

  /** Somebody has come. */
  hasCome(npc: string): void {
    this.#awaited.delete(npc);
  }

  awaits(npc: string): boolean {
    return this.#awaited.has(npc);
  }

  isPlace(id: string): boolean {
    return this.story.places.has(id);
  }

  get toFind(): ReadonlySet<string> {
    return this.story.toFind;
  }

  get place(): Place | undefined {
    return this.#place;
  }

  /** Whether this person is here at this point of the telling. */
  isHere(npc: string): boolean {
    return this.stage.onStage.has(npc) && !this.#awaited.has(npc);
  }

  get company(): number {
    return [...this.stage.onStage].filter((npc) => !this.#awaited.has(npc)).length;
  }

  /** True the first time that this is asked in a scene. */
  once(what: string): boolean {
    if (this.#asked.has(what)) return false;
    this.#asked.add(what);
    return true;
  }

  /** Starts a new paragraph, unless the last one is still empty. */
  paragraph(): void {
    if (this.#paragraphs.at(-1)?.length !== 0) this.#paragraphs.push([]);
    this.#reference = NO_REFERENCE;
  }

  /** The scene's beat is told from here on. */
  beginBeat(): void {
    this.#beatAt = this.#paragraphs.length - 1;
  }

  /** The story goes on at another place or time: what is told from here on stands under a heading of its own. (rule NA5940) */
  moveOn(): void {
    this.paragraph();
    this.#movedAt = this.#paragraphs.length - 1;
  }

  /** Says one thing in a paragraph of its own before the scene's beat, or where there is none, here. */
  sayBeforeBeat(unit: Unit): boolean {
    if (this.#beatAt === undefined) return this.say(unit);
    const beat = this.#paragraphs.splice(this.#beatAt);
    this.#paragraphs.push([]);
    this.#reference = NO_REFERENCE;
    const isSaid = this.say(unit);
    this.#paragraphs.push(...beat);
    if (isSaid) this.#beatAt++;
    this.#reference = NO_REFERENCE;
    return isSaid;
  }

  /** Says one thing in a paragraph of its own before all others. */
  sayFirst(unit: Unit): void {
    const before = this.#paragraphs;
    this.#paragraphs = [[]];
    this.#reference = NO_REFERENCE;
    this.say(unit);
    if (this.#movedAt !== undefined) this.#movedAt += this.#paragraphs.length;
    this.#paragraphs.push(...before);
  }

  /** Drops what contradicts or repeats the rest of the scene. (rule NA517) */
  review(): void {
    const left = new Set(
      standing(
        this.#paragraphs.flat(),
        (npc) => {
          const person = this.story.people.get(npc);
          return person ? [person.name, person.short] : [];
        },
        (npc) => this.stage.inTalk.has(npc),
      ),
    );
    this.#paragraphs = this.#paragraphs.map((passages) => passages.filter((passage) => left.has(passage)));
  }

  /**
   * Joins the shortest neighbours until no more than `most` paragraphs are left; the last one stands alone as long as it can. Nothing is
   * joined across the place where the story moves on. (rule NA5940)
   *
   * @param first - Whether the first one does so too.
   */
  settle(most: number, first = false): void {
    const at = this.#movedAt ?? 0;
    const before = joinedTo(Math.max(1, most - 2), this.#paragraphs.slice(0, at), false);
    const after = joinedTo(most - before.length, this.#paragraphs.slice(at), first && before.length === 0);
    if (this.#movedAt !== undefined) this.#movedAt = before.length;
    this.#paragraphs = [...before, ...after];
  }

  /** Parts a scene of one paragraph in two, between two passages or else between two sentences. */
  partInTwo(): boolean {
    const filled = this.#paragraphs.filter((passages) => passages.length > 0);
    const [only] = filled;
    if (filled.length !== 1 || !only) return filled.length > 1;
    if (only.length > 1) {
      // What closes the paragraph stands alone; a speaker keeps the deed that they answer, and one speech is one paragraph.
      const at = only.findLastIndex(({ goesOn }) => goesOn !== true);
      if (at < 1) return false;
      this.#paragraphs = [only.slice(0, at), only.slice(at)];
      return true;
    }
    const [passage] = only;
    // One speech is one paragraph.
    const pieces = passage && !passage.words.includes("“") ? splitSentences(passage.words) : [];
    const at = 1;
    if (!passage || pieces.length < 2) return false;
    const words = [pieces.slice(0, at), pieces.slice(at)].map((part) => part.join(" "));
    this.#paragraphs = words.map((part, index) => [{ ...passage, words: part, own: index === 0 ? passage.own : 0 }]);
    return true;
  }

  /** The finished paragraphs. */
  get texts(): string[] {
    return this.#paragraphs
      .filter((passages) => passages.length > 0)
      .map((passages) => passages.map(({ words }) => words).join(" "));
  }

  /** Every sentence of the finished paragraphs, and where it is from. */
  get sentences(): ToldSentence[] {
    return this.#paragraphs
      .filter((passages) => passages.length > 0)
      .flatMap((passages, paragraph) =>
        passages.flatMap(({ words, claim, own, sources }, index) =>
          splitPieces(words).map((text, at) => ({
            text,
            paragraph,
            ...claim,
            ...(at === 0 ? { own } : {}),
            ...(at === 0 && index === 0 && paragraph > 0 && paragraph === this.#movedAt ? { movesOn: true } : {}),
            sources,
          })),
        ),
      );
  }

  /** Whether the last thing told is a speech of this person. */
  spokeLast(npc: string | undefined): boolean {
    const last = this.#paragraphs.flat().at(-1);
    return npc !== undefined && last?.claim.npc === npc && last.words.includes("“");
  }

  get #endsInQuote(): boolean {
    return this.#paragraphs.at(-1)?.at(-1)?.words.endsWith("”") === true;
  }

  /** Words in the paragraph being written. */
  get paragraphWords(): number {
    return (this.#paragraphs.at(-1) ?? []).reduce((sum, { words }) => sum + countWords(words), 0);
  }

  /** Whether this very sentence, or one of three words and more in it, has been told in the last thirty scenes, or in this one. */
  wasTold(text: string): boolean {
    // "Then Squeak." and "No." are said again and again.
    return splitPieces(text).some(
      (piece) => countWords(piece) >= JOINT_WORDS && this.#inRing(sentenceKey(piece), RING_SCENES),
    );
  }

  /** Whether this scene has told the first sentence of a line, however short. (rule NA3443) */
  hasSaid(line: string): boolean {
    const plain = (text: string): string => text.replaceAll("’", "'");
    const [first = line] = splitSentences(line);
    return plain(this.texts.join(" ")).includes(plain(first).replace(/[.!?]$/u, ""));
  }

  /** Counts a text as told that was told in other words. */
  countAsTold(text: string): void {
    for (const piece of splitPieces(text)) this.pieces.add(sentenceKey(piece));
  }

  #inRing(key: string, scenes: number): boolean {
    if (this.pieces.has(key)) return true;
    const scene = this.memory.ring.get(key);
    // What an attempt at this very scene has used is free again.
    return scene !== undefined && scene < this.stage.scene && this.stage.scene - scene <= scenes;
  }

  /** Whether a frame's words come too soon: an author's sentence within thirty scenes, a joint within three. (rule NA46) */
  #comesTooSoon({ text, authored }: Realised, { own }: Frame, relaxed: boolean): boolean {
    const quoted = authored.map((words) => sentenceKey(words));
    return splitPieces(text).some((piece) => {
      const key = sentenceKey(piece);
      const isAuthors = own || quoted.includes(key);
      // "..., says Mr. Thole." ends in a piece that is nothing but a name.
      if (!isAuthors && countWords(piece) < JOINT_WORDS) return false;
      return this.#inRing(key, isAuthors ? RING_SCENES : relaxed ? 0 : JOINT_REST);
    });
  }

  /** Whether nothing was said of this kind or subject, marked by {@link rest}, for so many scenes. */
  hasRested(what: string, scenes: number): boolean {
    const last = this.memory.propUse.get(what);
    return !this.props.has(what) && (last === undefined || this.stage.scene - last >= scenes);
  }

  /** From here on this kind or subject rests. */
  rest(what: string): void {
    this.props.add(what);
  }

  /**
   * Whether a sentence is sound where the telling has got to: whole, of any day, with all that it leans on, and not what this scene or the
   * last ones say besides.
   *
   * @param follows - Whether the sentence that its author wrote before it has just been told.
   * @param isSight - Whether it says what a place looks like, for which it needs no verb.
   */
  fits(words: string, follows = false, isSight = false): boolean {
    const told = this.#paragraphs.flat().map((passage) => passage.words);
    const context = follows ? told.slice(-2).join(" ") : "";
    if (lacksAntecedent(words, context, this.story.matter.people)) return false;
    const isKnown = (key: string): boolean => this.named.has(key) || this.memory.named.has(key);
    if (!follows && isAboutUntold(words, this.story, (text) => this.wasTold(text), isKnown)) return false;
    // "The wild goats here": of the place that its text is about.
    if (!isSight && /\bhere\b/i.test(words) && !this.#isOfHere(words)) return false;
    if (
      !follows &&
      !isSight &&
      lacksIntroduction(words, [...told, ...this.memory.lately, ...this.#heardOf(isKnown)].join("\n"))
    )
      return false;
    const unfit = unfitHere(words, [...told, ...this.coming, ...this.memory.lately, ...this.#happened], follows);
    return unfit === null || (unfit === "fragment" && isSight && SIGHT.test(words) && !hangsOnOther(words));
  }

  /** Whether a sentence is of a text about where the telling has got to, or of no text about a place. */
  #isOfHere(words: string): boolean {
    const fact = this.story.facts.get(factsByText(this.story).get(tidy(words)) ?? "");
    const of = this.story.matter.places.find(({ topic }) => topic !== undefined && topic === fact?.topic);
    return of === undefined || of.id === this.#place?.id;
  }

  /** The next sentence brings in what this key names. */
  bringsIn(key: string): void {
    this.#broughtIn = key;
  }

  /** Names of the place, and of what the player has heard of or is about to. */
  #heardOf(isKnown: (key: string) => boolean): string[] {
    return [
      ...(this.#place ? [this.#place.name] : []),
      ...this.story.matter.topics.flatMap(({ id, np }) =>
        isKnown(`topic:${id}`) || this.#broughtIn === `topic:${id}` ? [np] : [],
      ),
    ];
  }

  /**
   * Tells an authored text as it stands.
   *
   * @param must - Without it the text is told only where it is sound here.
   * @param before - The sentence that its author wrote before it.
   * @param again - Whether it may have been told in another scene.
   */
  tell(text: string, sources: readonly SourceRef[], must: boolean, before?: string, again = false): boolean {
    const written = tidy(text);
    // An author's own passage stands; what is told beside it has the names that are known.
    const words = isAuthorsOwn(sources) || isOfPremise(sources) ? written : this.inKnownNames(written);
    const last = this.#paragraphs.flat().at(-1)?.words;
    const isSight = this.stage.place?.sentences.includes(text) === true;
    // What a program has joined, and does not parse, is not told; an author's beat stands.
    if (!isAuthorsOwn(sources) && !isOfPremise(sources) && isMalformed(words)) return false;
    if (!must && !this.fits(words, before !== undefined && last === tidy(before), isSight)) return false;
    if (!isAuthorsOwn(sources) && !isLawful(words, this.laws)) {
      if (must) this.unmet++;
      return false;
    }
    if ((this.wasTold(words) || this.wasTold(written)) && !again) {
      if (must) this.unmet++;
      return false;
    }
    const openers = openersOf(words, this.#nameWords);
    if (!must && runsOn(this.#openers, openers)) return false;
    // A fact told as part of a description is known like any other.
    const fact = factsByText(this.story).get(written);
    const keys = [...this.story.names.keysIn(words), ...(fact === undefined ? [] : [`fact:${fact}`])];
    this.#append(words, openers, keys, sources, NO_CLAIM, countWords(words));
    for (const piece of splitPieces(words)) this.authored.add(piece);
    if (words !== written) this.countAsTold(written);
    const people = new Set(keys.filter((key) => key.startsWith("npc:")).map((key) => key.slice(4)));
    // Whoever an authored sentence names is in play, but only a sentence of ours makes them the focus.
    this.#reference = {
      current: new Set(),
      previous: new Set(),
      paragraph: new Set([...this.#reference.paragraph, ...people]),
    };
    return true;
  }

  /** Says one thing with the best frame that fits. */
  say(unit: Unit): boolean {
    const { quote } = unit.fill;
    if (!unit.must && quote !== undefined && greetsAtAnotherHour(quote, this.stage.minutes)) return false;
    for (const key of unit.keys) {
      const kindRest = KIND_REST[key];
      if (!unit.must && kindRest !== undefined && !this.hasRested(key, kindRest)) continue;
      if (isGesture(key) && !this.hasRested("gesture", GESTURE_REST)) continue;
      // The plain sentence for this very thing may come again before a vaguer one stands in for it.
      const choice = this.#candidate(unit, key, false) ?? (unit.must ? this.#candidate(unit, key, true) : null);
      if (!choice) continue;
      if (kindRest !== undefined) this.rest(key);
      if (isGesture(key)) this.rest("gesture");
      this.#commit(choice.frame, choice.realised, choice.filling, choice.openers, unit);
      return true;
    }
    if (unit.must) this.unmet++;
    return false;
  }

  /** The text of one choice: same frames, same grammar, but a reference of its own, and nothing is committed. */
  wordChoice(
    unit: Unit,
    accept: (text: string, frame: Frame) => boolean,
  ): { readonly text: string; readonly echo?: string; readonly frame: Frame } | null {
    const saved = this.#reference;
    this.#reference = NO_REFERENCE;
    try {
      for (const key of unit.keys) {
        for (const frame of this.#ranked(unit, key, false)) {
          const filling = this.#fill(frame, unit);
          if (!filling) continue;
          const realised = realise(frame, filling, NO_REFERENCE, this.#manner(), this.story);
          if (realised && accept(realised.text, frame))
            return { text: realised.text, frame, ...(frame.echo === undefined ? {} : { echo: frame.echo }) };
        }
      }
      return null;
    } finally {
      this.#reference = saved;
    }
  }

  #append(
    words: string,
    openers: readonly Opener[],
    named: Iterable<string>,
    sources: readonly SourceRef[],
    claim: Passage["claim"],
    own: number,
  ): void {
    const late = this.#opensWith;
    this.#opensWith = undefined;
    if (late !== undefined && !capitalise(words).startsWith(capitalise(late)))
      this.#paragraphs.at(-1)?.push({ words: `It is ${late}.`, claim: NO_CLAIM, own: 0, sources: [] });
    if (!this.#goesOn(words, claim, own, sources)) this.#paragraphs.at(-1)?.push({ words, claim, own, sources });
    for (const piece of splitPieces(words)) this.pieces.add(sentenceKey(piece));
    this.#openers = [...this.#openers, ...openers].slice(-3);
    this.words += countWords(words);
    if (hasSimile(words)) this.#simile = true;
    for (const key of named) {
      if (key.startsWith("npc:")) this.#hears(key.slice("npc:".length), words);
      this.named.add(key);
    }
    for (const { np } of [...(this.#place?.props ?? []), ...(this.stage.place?.props ?? [])])
      if (!this.named.has(`prop:${np}`) && namesThing(words, np)) this.named.add(`prop:${np}`);
    for (const { id, name } of this.stage.heldItems())
      if (!this.named.has(`item:${id}`) && namesThing(words, name)) this.named.add(`item:${id}`);
  }

  /** Keeps under which names the telling has somebody, and whether only somebody's speech has. (rules NA5782 and NA5784) */
  #hears(id: string, words: string): void {
    const told = words.replace(/“[^”]*(?:”|$)/g, " ");
    const forms = (this.story.forms.get(id) ?? []).filter((form) => hasForm(told, form));
    for (const form of forms) this.named.add(keyOfName(id, form));
    if (
      forms.length === 0 &&
      words.includes("“") &&
      !this.named.has(`npc:${id}`) &&
      !this.memory.named.has(`npc:${id}`)
    )
      this.named.add(`spoken-of:${id}`);
  }

  /** The names under which the player has heard of somebody, the last heard last. (rule NA5782) */
  heardAs(id: string): readonly string[] {
    return namesHeard(this.story, id, (key) =>
      this.named.has(key) ? Number.POSITIVE_INFINITY : this.memory.named.get(key),
    );
  }

  /** A text of ours under the names that the player has heard. (rule NA5786) */
  inKnownNames(text: string): string {
    return underKnownNames(this.story, text, (id) => this.heardAs(id));
  }

  /** Whether the telling has named somebody: what others only say of them makes nobody known. (rule NA5784) */
  isIntroduced(id: string): boolean {
    if (this.stage.metBefore(id)) return true;
    const isNamed = this.named.has(`npc:${id}`) || this.memory.named.has(`npc:${id}`);
    const isSpokenOf = this.named.has(`spoken-of:${id}`) || this.memory.named.has(`spoken-of:${id}`);
    return isNamed && (!isSpokenOf || this.heardAs(id).length > 0);
  }

  /** Whoever has just spoken goes on: one speech, with one tag. (rule NA501) */
  #goesOn(words: string, claim: Passage["claim"], own: number, sources: readonly SourceRef[]): boolean {
    const { npc } = claim;
    const paragraph = this.#paragraphs.findLast((passages) => passages.length > 0);
    const last = paragraph?.at(-1);
    const speaker = npc === undefined ? undefined : this.story.people.get(npc);
    if (!paragraph || !last || !speaker || last.claim.npc !== npc) return false;
    // No speech goes on elsewhere.
    if (this.#movedAt === this.#paragraphs.length - 1 && this.#paragraphs.at(-1)?.length === 0) return false;
    const joined = oneSpeech(last.words, words, [speaker.name, speaker.short]);
    if (joined === null) return false;
    paragraph[paragraph.length - 1] = { ...last, words: joined.first };
    paragraph.push({ words: joined.next, claim, own, sources, goesOn: true });
    // The speech stands where it began.
    if (this.#paragraphs.at(-1)?.length === 0) this.#paragraphs.pop();
    return true;
  }

  #commit(frame: Frame, realised: Realised, filling: Filling, openers: readonly Opener[], unit: Unit): void {
    const claim = {
      frameId: frame.id,
      key: frame.key,
      tags: frame.tests.map(({ name, values }) => (values.length === 0 ? name : `${name}=${values.join("|")}`)),
      ...(filling.npc === undefined ? {} : { npc: filling.npc.id }),
    };
    const total = countWords(realised.text);
    const own = frame.own ? total : Math.max(0, total - frame.fixedWords);
    this.#append(this.inKnownNames(realised.text), openers, realised.named, unit.sources ?? [], claim, own);
    this.#reference = realised.reference;
    this.frames.add(frame.id);
    for (const text of realised.authored) {
      for (const piece of splitPieces(text)) {
        this.pieces.add(sentenceKey(piece));
        this.authored.add(piece);
      }
    }
    for (const name of ["prop", "nprop"] as const) {
      const prop = filling[name];
      if (prop && frame.slots.includes(name)) this.props.add(propKey(prop, name === "nprop" ? filling.npc : undefined));
    }
    if (filling.npc && (frame.slots.includes("quote") || frame.slots.includes("catch")))
      this.spoken.set(filling.npc.id, (this.spoken.get(filling.npc.id) ?? 0) + 1);
  }

  #manner(): Manner {
    return { isNamed: (npc) => this.named.has(`npc:${npc}`) || this.memory.named.has(`npc:${npc}`) };
  }

  /** Frames of one key whose tests hold and which have rested, best first. Their slots are yet to be filled. */
  #ranked(unit: Unit, key: string, relaxed: boolean): Frame[] {
    const frames = this.library.frames(key);
    const echo = unit.choice?.echo;
    const echoing = echo !== undefined && frames.some((frame) => frame.echo === echo);
    const found: { frame: Frame; score: number }[] = [];
    const isTrue = (test: Test): boolean => test.name === "use" || holds(test, unit, this);
    const wasPut = ({ echo: own }: Frame): boolean =>
      unit.fill.npc !== undefined && this.#wasPut(unit.fill.npc.id, own);
    const isQuestion = ({ tests }: Frame): boolean => key === "choice ask" && tests.some(isAfter);
    // Where the author has put what is to be asked about a beat, nothing general stands in for it.
    const asks = frames.some((frame) => isQuestion(frame) && !wasPut(frame) && frame.tests.every(isTrue));
    for (const frame of frames) {
      if (this.frames.has(frame.id) && (frame.own || !relaxed)) continue;
      // What was clicked is what happens: a variant in the wording picks the deed that goes with it.
      if (key.startsWith("deed ") && frame.echo !== (echoing ? echo : undefined)) continue;
      const last = this.memory.lastUse.get(frame.id);
      if (isQuestion(frame) ? wasPut(frame) : asks && frame.tests.some(({ name }) => name === "after")) continue;
      const rested = last === undefined || last >= this.stage.scene || this.stage.scene - last >= frame.restScenes;
      // What the author wants asked stands until it has been.
      if (!relaxed && !rested && !isQuestion(frame)) continue;
      if (!frame.tests.every(isTrue)) continue;
      const freshness = last === undefined ? 0.6 : Math.min(0.5, (this.stage.scene - last) / 80);
      const score =
        Math.log(frame.weight) +
        frame.rank * 0.9 +
        // What the author wrote for this very decision, or for what it leaves behind, is what comes of it.
        (frame.tests.some((test) => test.name === "text" || isAfter(test)) ? 100 : 0) +
        (frame.own ? 0.35 : 0) +
        Math.min(3, frame.tests.length - frame.rank) * 0.12 +
        freshness +
        0.6 * this.random.gauss();
      found.push({ frame, score });
    }
    return found.sort((a, b) => b.score - a.score).map(({ frame }) => frame);
  }

  #wasPut(npc: string, echo: string | undefined): boolean {
    const key = putKey(npc, echo ?? "");
    return this.done.has(key) || this.memory.done.has(key);
  }

  #candidate(
    unit: Unit,
    key: string,
    relaxed: boolean,
  ): { frame: Frame; realised: Realised; filling: Filling; openers: Opener[] } | null {
    const ranked = this.#ranked(unit, key, relaxed);
    for (const strict of relaxed ? [true, false] : [true]) {
      for (const frame of ranked) {
        const filling = this.#fill(frame, unit);
        if (!filling) continue;
        const realised = this.#led(realise(frame, filling, this.#reference, this.#manner(), this.story), unit);
        if (
          !realised ||
          (isMalformed(realised.text) && !isAuthorsOwn(unit.sources ?? [])) ||
          this.#comesTooSoon(realised, frame, relaxed) ||
          !this.#isLawful(realised.text, frame, filling, unit)
        )
          continue;
        // Nobody is heard who is elsewhere.
        if (
          unit.fill.npc &&
          isTagged(frame) &&
          !isAuthorsOwn(unit.sources ?? []) &&
          !this.stage.inTalk.has(unit.fill.npc.id)
        )
          continue;
        // A quotation without its speaker needs the speaker to be in mind already.
        if (
          unit.fill.npc &&
          frame.slots.includes("quote") &&
          !frame.slots.includes("npc") &&
          !this.#reference.previous.has(unit.fill.npc.id)
        )
          continue;
        if (unit.mustName?.some((name) => !realised.named.has(name) && !frameNames(frame, filling, name))) continue;
        if (
          realised.authored.some(
            (text) => frame.slots.some((slot) => slot === "quote" || slot === "catch") && this.wasTold(text),
          )
        )
          continue;
        const openers = openersOf(realised.text, this.#nameWords);
        if (strict && (runsOn(this.#openers, openers) || (this.#simile && hasSimile(realised.text)))) continue;
        // "They sold me water", said on top of something else, would be of whom that was.
        if (!unit.must && POINTS.test(realised.text) && this.spokeLast(unit.fill.npc?.id)) continue;
        // Two quotations side by side would sound like two people.
        if (strict && realised.text.startsWith("“") && this.#endsInQuote && !isTagged(frame)) continue;
        return { frame, realised, filling, openers };
      }
    }
    return null;
  }

  /** Whether a sentence keeps the laws. What a beat has somebody say is the author's; how it is said is ours. */
  #isLawful(text: string, frame: Frame, { npc, quote }: Filling, { sources = [] }: Unit): boolean {
    if (this.laws.length === 0) return true;
    const ours = quote !== undefined && isAuthorsOwn(sources) ? text.replace(/“[^”]*”/g, "“…”") : text;
    const speaks = npc !== undefined && frame.slots.some((slot) => slot === "quote" || slot === "catch");
    return isLawful(ours, this.laws, speaks ? { speaker: [npc.name, npc.short] } : {});
  }

  #fill(frame: Frame, unit: Unit): Filling | null {
    return fillSlots(frame, unit, this, this.library.lexicons, this.random);
  }

  #led(realised: Realised | null, unit: Unit): Realised | null {
    if (!realised || realised.text.startsWith("“")) return realised;
    const late = this.#opensWith;
    if (late !== undefined)
      return {
        ...realised,
        text: `${capitalise(late)} ${this.story.proper.lowerFirst(realised.text)}`,
      };
    if (!unit.lead) return realised;
    return { ...realised, text: `${this.random.pick(unit.lead)}, ${this.story.proper.lowerFirst(realised.text)}` };
  }
}

/** Paragraphs of which the shortest neighbours are joined until no more than `most` are left. */
function joinedTo(most: number, paragraphs: readonly Passage[][], first: boolean): Passage[][] {
  const length = (passages: readonly Passage[]): number =>
    passages.reduce((sum, { words }) => sum + countWords(words), 0);
  let filled = paragraphs.filter((passages) => passages.length > 0);
  while (filled.length > most) {
    const sums = filled.slice(0, -1).map((passages, at) => length(passages) + length(filled[at + 1] ?? []));
    const from = first && most > 2 ? 1 : 0;
    const spared = sums.slice(from, most > 1 ? -1 : undefined);
    const at = from + spared.indexOf(Math.min(...spared));
    filled = [...filled.slice(0, at), [...(filled[at] ?? []), ...(filled[at + 1] ?? [])], ...filled.slice(at + 2)];
  }
  return filled;
}
