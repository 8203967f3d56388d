/**
 * The vocabulary of a scene, shared by the skills that decide what happens, the narrators that tell it and the engine that
 * carries it between them: types, and the table of verbs.
 */
import type {
  BriefReason,
  CastMember,
  ConfidenceTerms,
  ScenePlace,
  ScenePurpose,
  ServedQuestion,
  WaitingHook,
} from "./generated/contracts.js";
import type { JsonValue } from "./json.js";

export { factionNamed } from "./story-factions.js";
export { minutesBetween, stopNumbers, stopsFrom } from "./story-roads.js";
export { type PastEntry, relationshipWords } from "./story-player.js";

export type { BriefReason, CastMember, ScenePurpose, ServedQuestion, WaitingHook };

export {
  isDocumented,
  isOutsider,
  goesOnSaying,
  isDrawnUp,
  isSayable,
  namesTopic,
  RELATIVE_TIME,
  saysLittle,
  standsAlone,
  type StoryTies,
  storyTies,
} from "./story-ties.js";
export type { StatedTraits, StorySource } from "./story-source.js";

/** What a roll came to; `none` where no roll was made. */
export type Outcome = "success" | "partial" | "fail" | "none";

export type SceneType = "travel" | "dialogue" | "danger" | "quiet" | "resolution";

/** Where a choice or a sentence comes from. `ref` is the id of the thing, `text` a few words a player understands. */
export interface SourceRef {
  readonly kind: "memory" | "npc" | "stat" | "lore" | "beat" | "place" | "item" | "ending" | "question" | "player";
  readonly ref: string;
  readonly text: string;
}

/** One sentence of the author's that can be told whole. */
export interface Fact {
  readonly id: string;
  /** The sentence as written, with its full stop. */
  readonly text: string;
  /** The sentence as a clause inside another: small first letter unless proper, no full stop. */
  readonly clause: string;
  /** A sentence that leans on this one and is told only directly after it. */
  readonly tail?: string;
  /** It goes on from a sentence before it in its paragraph. */
  readonly inside?: boolean;
  /** A sentence before it in its paragraph is left out; of the first of a page, anything before it. */
  readonly apart?: boolean;
  /** The author's sentences that lead up to it and cannot be told alone: whoever says it may say them first. */
  readonly lead?: readonly string[];
  /** Those that follow it to the end of its paragraph. */
  readonly rest?: readonly string[];
  /** What it is about; empty for something found that touches nothing one could ask about. */
  readonly topic: string;
  readonly file: string;
  /** Who knows it: everybody, or these people alone. */
  readonly knownBy: "common" | readonly string[];
  /** Whose belongings show it: it is found among their things, and nobody tells it. */
  readonly keptBy?: string;
  /** Who says it in these very words, in the first person, when asked: nobody else does. */
  readonly said?: string;
  /** The question to which they say it, as its author has it: "asked about the gate". They say it to nothing else. */
  readonly asked?: string;
  /** Its speaker keeps it to themselves: it comes out only where a choice asks for it, under pressure, or to whom they trust. */
  readonly confided?: true;
  /** Id of the beat before which it is told to nobody. */
  readonly after?: string;
  /** On what terms its speaker tells it, where the author says so. */
  readonly terms?: ConfidenceTerms;
  /** Topics, people and places that the sentence (with its tail) names, as keys such as `topic:the-bell`, `npc:osk`, `place:the-mill`. */
  readonly names: readonly string[];
}

/** Something that can be asked about. */
export interface Topic {
  readonly id: string;
  /** As it stands in mid-sentence: "the bell rope", "Saint Odile". */
  readonly np: string;
  readonly plural: boolean;
  /** How many of the campaign's files and people speak of it, the premise included. */
  readonly sources?: number;
  readonly facts: readonly string[];
}

export interface Prop {
  /** With its article: "the green lamp", "crates". */
  readonly np: string;
  readonly plural: boolean;
  readonly use: "fixture" | "movable" | "area" | "worn" | "carried" | "mark";
}

export interface Place {
  readonly id: string;
  /** As it stands in mid-sentence, with its article if it has one: "the Weigh House", "Coldharbour". */
  readonly name: string;
  /** null where nothing says: no sentence claims a roof or the open sky. */
  readonly indoor: boolean | null;
  /** Authored sentences that describe it, told once each. */
  readonly sentences: readonly string[];
  /** Those of them that go on from a sentence before them in their paragraph. */
  readonly inside?: readonly string[];
  readonly props: readonly Prop[];
  /** The topic of the same name, if lore has one. */
  readonly topic?: string;
  /** Id of the place of which it is a part, where the author says so: whoever is in it is there. */
  readonly within?: string;
  /** What it takes to get there where nobody simply walks there, and the beat that opens the way. */
  readonly reach?: { readonly by: "means" | "beat" | "closed"; readonly beat?: string };
  /**
   * Where it lies on the story's road: its number, from 1, in-game minutes from it to the next, whether it is a part of the stop, and the
   * number of the stop that follows it where that is not the next number.
   */
  readonly road?: {
    readonly stop: number;
    readonly minutes: number;
    readonly part?: true;
    readonly then?: number;
  };
  /** Whether the player travels in it: it is at whichever stop of the road they have come to. */
  readonly carries?: true;
  /** Ways from it whose length the author gives, in in-game minutes. */
  readonly ways?: readonly { readonly to: string; readonly minutes: number }[];
  /** Places that lie miles from it by the author's words. */
  readonly far?: readonly string[];
}

/** What stands between a part and a whole that it is not in: "the house on the quay", "the barn past Tolling". */
const BESIDE_IT =
  /\b(?:on|by|near|outside|beside|behind|above|below|under|beneath|over|opposite|past|beyond|off|from|to|towards?|before|across|between|facing)(?: the| an?)?\s*$/iu;

/**
 * Whether a place lies in another: the author has it there, or its name has the other's as a part. At the dairy of Orsk one is in Orsk, and at
 * Orsk pier; the house on the quay is beside the quay.
 */
export function liesIn(part: Pick<Place, "id" | "name" | "within">, whole: Pick<Place, "id" | "name">): boolean {
  if (part.id === whole.id) return false;
  if (part.within === whole.id) return true;
  const bare = (name: string): string => name.replace(/^(?:the|an?) /i, "");
  const [name, words] = [bare(part.name), bare(whole.name)];
  const at = name.indexOf(words);
  if (words === "" || at < 0 || name === words) return false;
  const isWord = !/\p{L}/u.test(`${name.charAt(at - 1)}${name.charAt(at + words.length)}`);
  return isWord && !BESIDE_IT.test(name.slice(0, at));
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly short: string;
  readonly epithet?: string;
  readonly role: string;
  /** null where no text says: then the name is repeated. */
  readonly pronoun: "he" | "she" | "it" | "they" | null;
  /** Whether verbs agree in the plural with the name: a swarm, a team. */
  readonly plural: boolean;
  readonly kind: "human" | "animal" | "machine" | "spirit" | "voice" | "group" | "other";
  /** What of a body may be spoken of. */
  readonly body: readonly ("face" | "eyes" | "mouth" | "hands" | "feet" | "voice" | "clothes")[];
  /** How they make themselves understood: nobody is asked, and nobody answers, without `words`. */
  readonly speech: "words" | "sounds" | "writing" | "signs" | "none";
  readonly mobility: "walks" | "carried" | "fixed" | "everywhere";
  /** From when they can be met: "start", "never", or the id of the beat that brings them in. */
  readonly presentFrom: string;
  /** Id of the beat in which the author has them come in: before it nobody comes upon them. */
  readonly enters?: string;
  /** They go where the player goes. */
  readonly travels?: true;
  /** How important the author has them in the story; major where it is left out. */
  readonly importance?: "protagonist" | "supporting" | "minor";
  /** Place id where this person is usually found; empty where nothing says. */
  readonly home: string;
  /** Nothing but a beat says so: they are found there, and do not go back there. */
  readonly homeIsGuess?: true;
  readonly props: readonly Prop[];
  /** Tone families of the profile's style and trait words. */
  readonly style: readonly string[];
  /** Bare infinitives: "to keep the lamp burning". */
  readonly motives: readonly string[];
  /** `text` is a predicate: subject name + text is a sentence about `to`. `spoken` is what they would say of it themselves. */
  readonly relations: readonly { readonly to: string; readonly text: string; readonly spoken?: string }[];
  /** Authored lines of speech, quoted as written. */
  readonly lines: readonly string[];
  readonly catchphrases: readonly string[];
  /** Topics near the profile's words, which this person volunteers. */
  readonly topics: readonly string[];
  readonly inventory: readonly string[];
  /** Whole sentences on what one sees of them. */
  readonly looks?: readonly string[];
}

/** How often somebody comes forward beside others, by their importance. */
export function forwardness({ importance }: Pick<Person, "importance">): number {
  return { protagonist: 6, major: 4, supporting: 2, minor: 1 }[importance ?? "major"];
}

/** Words of a role that say what somebody is, up to what they are it of: "Nahodha (captain) of the Subira". */
const ROLE_NOUN = /(?<!\p{L})(\p{L}{4,})(?=\s*(?:$|[,;(/]|\)|(?:of|at|to|for|in|on|from|and|who|with)\b))/gu;

/**
 * Whether words name somebody by what they are: "sit by the Nahodha" means the Nahodha of the Subira.
 *
 * @param role - The profile's.
 */
export function isCalledByRole(words: string, { role }: Pick<Person, "role">): boolean {
  const [own = ""] = role.split(/[;.]/u);
  const nouns = [...own.matchAll(ROLE_NOUN)].slice(0, 2).map(([, noun = ""]) => noun.toLowerCase());
  return nouns.some((noun) => new RegExp(`(?<!\\p{L})the (?:\\p{Ll}+ )?${noun}(?![\\p{L}’'-])`, "iu").test(words));
}

/** An open question of the story. */
export interface Question {
  readonly id: string;
  /** As a question: "Who sold the slip?" */
  readonly text: string;
  /** What it is about, as it stands in mid-sentence; empty where nothing names it. */
  readonly topic: string;
  /** `premise`, the id of the beat that asks it, or `condition`. */
  readonly from: string;
  /** Ids of facts that help to answer it, strongest first. */
  readonly clues: readonly string[];
  /** Ids of beats and endings that answer it. */
  readonly answeredBy: readonly string[];
  /** Keys that it names. */
  readonly names: readonly string[];
}

/** All that was mined from a campaign at load; secrets are never in it. */
export interface Matter {
  readonly facts: readonly Fact[];
  readonly topics: readonly Topic[];
  readonly places: readonly Place[];
  readonly people: readonly Person[];
  /** In the author's order; absent where a story has none. */
  readonly questions?: readonly Question[];
  /** Questions that the premise raises. */
  readonly opening?: readonly AuthoredChoice[];
}

export type VerbClass = "inquire" | "push" | "bond" | "remember" | "look" | "move" | "act" | "end";

/** What is true of a verb wherever it is used. */
interface VerbTraits {
  readonly class: VerbClass;
  /** Done with somebody who is present, and talks. */
  readonly talk?: true;
}

/** The operators. Each has effects per outcome (player-choices) and deed and choice frames (narrator). */
export const VERBS = {
  ask: { class: "inquire", talk: true },
  gossip: { class: "inquire", talk: true },
  listen: { class: "inquire" },
  press: { class: "push", talk: true },
  confront: { class: "push", talk: true },
  bluff: { class: "push", talk: true },
  help: { class: "bond", talk: true },
  give: { class: "bond", talk: true },
  trust: { class: "bond", talk: true },
  settle: { class: "bond", talk: true },
  warn: { class: "bond", talk: true },
  recall: { class: "remember", talk: true },
  search: { class: "look" },
  watch: { class: "look" },
  read: { class: "look" },
  wait: { class: "look" },
  reckon: { class: "look" },
  go: { class: "move" },
  follow: { class: "move" },
  flee: { class: "move" },
  use: { class: "act", talk: true },
  face: { class: "act", talk: true },
  sneak: { class: "act" },
  force: { class: "act" },
  rest: { class: "act" },
  decide: { class: "end" },
  accept: { class: "end" },
  refuse: { class: "end" },
  end: { class: "end" },
} as const satisfies Readonly<Record<string, VerbTraits>>;

export type Verb = keyof typeof VERBS;

/** True for a verb by which the player has to do with somebody who is present, and who answers. */
export function isTalk(verb: Verb): boolean {
  return "talk" in VERBS[verb];
}

/** What an operator acts on: ids into Matter and state. */
export interface Bindings {
  readonly npc?: string;
  readonly npc2?: string;
  readonly place?: string;
  readonly topic?: string;
  readonly fact?: string;
  readonly item?: string;
  /** The prop's np as written. */
  readonly prop?: string;
  readonly thread?: string;
  readonly memory?: string;
  readonly beat?: string;
  /** The beat until which a question is put off. */
  readonly until?: string;
  readonly ending?: string;
  /** Ready words: a motive, a decision's words, a deed remembered ("how you showed her the letter"). */
  readonly text?: string;
}

export interface Modifier {
  readonly label: string;
  readonly value: number;
}

/** Chances in whole per cent that add up to 100. */
export interface Odds {
  readonly success: number;
  readonly partial: number;
  readonly fail: number;
}

/** A choice as code decided it. The narrator may only reword `text`. */
export interface ChoiceSlot {
  readonly id: string;
  readonly verb: Verb;
  readonly class: VerbClass;
  readonly bind: Bindings;
  readonly sources: readonly SourceRef[];
  readonly text: string;
  /** What is being tried, for the roll line and the card: "Press Orsolya", "Travel", "Keep watch". */
  readonly label: string;
  /** Tags of plot beats that this choice answers. */
  readonly tags: readonly string[];
  /** Absent where no roll decides. `stat` is the word from the stat schema that the roll tries. */
  readonly roll?: {
    readonly stat?: string;
    readonly modifiers: readonly Modifier[];
    readonly bonus: number;
    readonly odds: Odds;
  };
  readonly difficulty?: string;
  readonly hint?: string;
  /** What a roll decides, in short clauses without a full stop: "Tomáš answers", "he turns cold". Present with every roll. */
  readonly stake?: { readonly success: string; readonly fail: string };
  /** True where `text` is to stand as it is: words of the author's, and acts that a beat waits for. */
  readonly fixed?: boolean;
  /** What the author says comes of it; told where the effects hold it as `authored`. */
  readonly result?: string;
  /** What comes of a choice that its author wrote in full, in place of what its verb would bring. */
  readonly rows?: ChoiceRows;
  /** True where it brings nothing but time, as far as can be told before it is taken. */
  readonly empty?: true;
  /** A wording variant, read by deed frames (`#echo=`), set by the narrator when it words the choice. */
  readonly echo?: string;
  /** A reason clause that grounds the choice in a memory: "though you told her more than you should have". */
  readonly reason?: string;
}

/** What comes of an author's choice by how its roll comes out; without a roll, `success`. A row that is absent is the verb's own. */
export interface ChoiceRows {
  readonly success: readonly Effect[];
  readonly partial?: readonly Effect[];
  readonly fail?: readonly Effect[];
}

/** A change in the story. Every effect that happened is told exactly once. */
export type Effect =
  | {
      readonly kind: "learn";
      readonly fact: string;
      readonly from?: string;
      readonly whole: boolean;
      readonly how: "told" | "found" | "overheard";
    }
  | { readonly kind: "motive"; readonly npc: string; readonly text: string }
  | { readonly kind: "relation"; readonly npc: string; readonly to: string; readonly text: string }
  /** `reason` is a sentence of the past, where it is not the deed itself. */
  | { readonly kind: "feeling"; readonly npc: string; readonly delta: number; readonly reason?: string }
  /** Somebody brings up a deed that they were told of: the memory of it, where and in which scene it was done. */
  | {
      readonly kind: "hearsay";
      readonly npc: string;
      readonly from: string;
      readonly place: string;
      readonly text: string;
      readonly scene: number;
    }
  | { readonly kind: "owe"; readonly npc: string }
  | { readonly kind: "paid"; readonly npc: string }
  | { readonly kind: "redirect"; readonly npc: string; readonly to: string; readonly topic: string }
  /** Somebody will not speak of a topic, or does not answer where there is none. `reason` is text of a motive, flaw or relation, never of a secret. */
  | {
      readonly kind: "refuse";
      readonly npc: string;
      readonly topic?: string;
      readonly reason?: string;
      /** The beat until which a question is put off. */
      readonly until?: string;
      /** Who is here too, and in front of whom it is not answered. */
      readonly before?: string;
    }
  /** What comes of a choice of the author's, in the author's sentences. */
  | { readonly kind: "authored"; readonly text: string }
  | { readonly kind: "arrive" | "leave"; readonly npc: string; readonly place: string }
  | { readonly kind: "move"; readonly place: string }
  | { readonly kind: "time"; readonly minutes: number }
  | { readonly kind: "condition"; readonly name: string; readonly gained: boolean }
  | { readonly kind: "noticed"; readonly by: string }
  | {
      readonly kind: "item";
      readonly id: string;
      readonly name: string;
      readonly gained: boolean;
      readonly npc?: string;
    }
  | { readonly kind: "thread"; readonly id: string; readonly npc?: string; readonly state: "opened" | "closed" | "due" }
  | { readonly kind: "reckon"; readonly facts: readonly [string, string] }
  | { readonly kind: "flag"; readonly name: string };

/** What the story remembers of a deed, so that it can be called back later in the words that fit then. */
export interface Deed {
  readonly verb: Verb;
  readonly bind: Bindings;
  readonly outcome: Outcome;
  /** How the person it concerns will have taken it. */
  readonly polarity: "good" | "bad" | "mixed";
  /**
   * The deed in words for later: verbs in brackets as lemmas, slots in braces: "[show] {npc.o} {item}", and for a failed act
   * its own wording ("could not pay {npc.o} what you owed"). Filled after "how you", "that you", "when you".
   */
  readonly template: string;
}

/** A memory as recall returns it and as store-memory writes it. */
export interface StoryMemory {
  readonly id?: string;
  readonly summary: string;
  readonly scene: number;
  readonly characters: readonly string[];
  readonly location: string;
  readonly significance: "low" | "medium" | "high";
  readonly tags: readonly string[];
  readonly deed?: Deed;
  readonly relevance?: number;
  /** False where recall found it, and is not sure that it belongs. */
  readonly sure?: boolean;
}

/** What the story remembers of one scene, in a sentence or two. */
export interface PastLine {
  readonly scene: number;
  readonly text: string;
}

/** A stretch of the story that lies back: of its scenes, those that weigh most. */
export interface PastChapter {
  /** Numbers of its first and last scene. */
  readonly from: number;
  readonly to: number;
  readonly lines: readonly PastLine[];
}

/**
 * The story so far, for whoever tells it on: of bounded size, however long the story is. The longer ago, the longer the
 * chapters, and the fewer lines for each scene. It is that of the branch the story stands on.
 */
export interface StoryPast {
  /** Oldest first; they end where `recent` begins. */
  readonly chapters: readonly PastChapter[];
  /** The last scenes, oldest first. */
  readonly recent: readonly PastLine[];
  /** Everybody the player has met, in the order in which they were met. */
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    readonly met: number;
    readonly dead?: true;
  }[];
  /** What is not settled: promises, debts and the like, the oldest first. */
  readonly threads: readonly { readonly id: string; readonly text: string; readonly opened: number }[];
  /** Questions of the story that have come up and that no beat has answered, in the author's order. */
  readonly questions?: readonly { readonly id: string; readonly text: string }[];
  /** What the player knows, as sentences, in the order in which it was learned. */
  readonly facts: readonly { readonly id: string; readonly text: string; readonly scene: number }[];
  /** How many lines and facts did not fit. */
  readonly leftOut: { readonly lines: number; readonly facts: number };
}

/** What a beat changes, beside who is there: it is in effect when its scene has been told. */
export type BeatChange =
  | { readonly kind: "feeling"; readonly npc: string; readonly delta: number }
  /** How the player stands with a faction, named as the author does. */
  | { readonly kind: "standing"; readonly faction: string; readonly delta: number }
  /** Topics that are talked of from now on. */
  | { readonly kind: "topics"; readonly topics: readonly string[] }
  /** A path of session state; a text such as "+1" is added. */
  | { readonly kind: "world"; readonly path: string; readonly value: JsonValue }
  /** A thing that the player gets: one of it, or so many; below 0 they lose it. */
  | { readonly kind: "item"; readonly name: string; readonly count?: number }
  /** Somebody goes with the player from now on. */
  | { readonly kind: "follows"; readonly npc: string }
  | { readonly kind: "flag"; readonly name: string; readonly value: boolean }
  /** Where somebody is, whether they can be met, and whether they go with the player. */
  | {
      readonly kind: "person";
      readonly npc: string;
      readonly place?: string;
      readonly state?: "here" | "missing" | "dead";
      readonly follows?: boolean;
      /** Sent away or left behind: no beat brings them in again. */
      readonly away?: true;
    }
  /** A beat comes as soon as it can, or never. */
  | { readonly kind: "beat"; readonly beat: string; readonly state: "due" | "closed" };

/** A choice that the author wrote into a beat: what can be done, and what decides it. */
export interface AuthoredChoice {
  /** Imperative: "read the stone". */
  readonly text: string;
  /** Word of the stat schema. */
  readonly stat?: string;
  readonly difficulty?: string;
  /** What comes of it, as the author says. */
  readonly result?: string;
  /** The tag that its author has for it: what waits for the tag waits for this choice. */
  readonly tag?: string;
  /** What it changes, unless it fails. */
  readonly changes?: readonly BeatChange[];
  /** Whom it is put to, where it is a question. */
  readonly asks?: string;
  /** Id of the fact that answers it. */
  readonly fact?: string;
  /** The beat itself puts the question into the player's mouth. */
  readonly invited?: true;
  /** It is one of the beat's decisions, of which the player makes one. */
  readonly decides?: true;
  /** Of a question that nobody answers yet, the id of the beat until which it is put off. */
  readonly until?: string;
}

/** A way in which a beat comes out. */
export interface BeatOutcomeMatter {
  readonly told: readonly string[];
  readonly changes?: readonly BeatChange[];
  /** Decisions of the player's that lead to it; absent where it comes by chance. */
  readonly chosen?: readonly string[];
}

/** A plot beat as it is told: made from the author's description when the campaign is mined. */
export interface BeatMatter {
  readonly id: string;
  readonly title: string;
  /** The author's sentences in second person, in order, without those that decide for the player. */
  readonly told: readonly string[];
  /** Decisions left to the player, as bare infinitives without "to": "sign the page". */
  readonly decisions: readonly string[];
  /** Choices of the author's own. */
  readonly choices?: readonly AuthoredChoice[];
  /** What is said in it, in order. */
  readonly dialogue: readonly {
    readonly speaker: string;
    readonly line: string;
    /** What is done as it is said, a sentence. */
    readonly before?: string;
    /** How, from where or to whom it is said, as it stands after "says Osk": "to the barometer". */
    readonly how?: string;
    /** Index in `told` of the sentence after which it is said; absent for the last. */
    readonly at?: number;
  }[];
  /** Place id, where the beat names one. */
  readonly place?: string;
  /** Everybody named in the description or the dialogue: they are on stage when it is told. */
  readonly people: readonly string[];
  /** When it is: day of the story, from 1, and minutes after midnight. */
  readonly clock?: { readonly day?: number; readonly minutes?: number };
  /** What its author says that it changes. */
  readonly changes?: readonly BeatChange[];
  /** Ways in which it can come out, in the author's order: what is told of each after the rest, and what it changes. */
  readonly outcomes?: readonly BeatOutcomeMatter[];
  /** Who goes out in the course of it, and where they are after it. */
  readonly leaves?: readonly { readonly npc: string; readonly place: string }[];
  /** Who dies, goes missing or comes back with it. */
  readonly presence?: readonly { readonly npc: string; readonly state: "here" | "missing" | "dead" }[];
  readonly mood?: string;
  /** Keys (`topic:`, `npc:`, `place:`) that the telling names. */
  readonly names: readonly string[];
}

export interface EndingMatter {
  readonly id: string;
  /** Id of the beat that leads to it. */
  readonly page?: string;
  /** The decision that leads to it: the beat that leaves it to the player, and its words there. */
  readonly follows?: { readonly beat: string; readonly decision: string };
  readonly title: string;
  readonly tone?: string;
  readonly paragraphs: readonly string[];
  /** Paragraphs of the epilogue; a paragraph `{deeds}` is where the narrator names what the player did. */
  readonly epilogue: readonly string[];
}

/** Something the story wants offered: computed by the engine, turned into slots by player-choices. */
export type Hook =
  | {
      readonly kind: "tag";
      /** Id of the beat or ending that waits for it. */
      readonly beat: string;
      readonly title: string;
      readonly tag: string;
      /** Further tags that the same deed answers. */
      readonly also?: readonly string[];
      /** The deed in words, imperative, as it stands in a choice: "press Tomáš about the coat"; absent where the tag's own words serve. */
      readonly text?: string;
      readonly place?: string;
      readonly npc?: string;
      /** It closes the story in one of several ways. */
      readonly closes?: true;
      /** What it is about. */
      readonly topic?: string;
      /** What somebody must come to feel first: a deed towards them is wanted, not this one. */
      readonly measure?: "trusts" | "likes" | "neutral" | "dislikes" | "hates";
      /** True once nothing else waits, or it has waited long: it is offered in every scene. */
      readonly presses?: boolean;
      /** Everybody who is in it. */
      readonly people?: readonly string[];
      /** It is a choice of the author's own, offered as it stands. */
      readonly authored?: {
        readonly rows: ChoiceRows;
        /** What decides it; no dice where it is absent. */
        readonly roll?: { readonly stat?: string; readonly difficulty?: string };
        /** Its beat has just been told: all that it leaves to decide is offered side by side. */
        readonly answers?: true;
        /** Nothing waits for it: no way to where it can be done is offered. */
        readonly onlyHere?: true;
        /** Outcomes of this scene's choice after which it can be offered; absent: any. */
        readonly after?: readonly Outcome[];
      };
    }
  | {
      readonly kind: "beat-elsewhere";
      readonly beat: string;
      readonly title: string;
      readonly place: string;
      /** Everybody who is in it. */
      readonly people?: readonly string[];
      /** `soon`: in a scene or two. */
      readonly when: "soon" | "due";
      /** Id of whoever takes the player there: somebody of it who is with them. */
      readonly guide?: string;
      /** Id of whoever of it is at its place already, and may be spoken of before it. */
      readonly host?: string;
      /** In-game minutes until its own hour, where that is not now: who goes there waits for it. */
      readonly minutes?: number;
      /** The weekday on which it comes, where the story has weekdays. */
      readonly weekday?: string;
    }
  /** A beat for which nothing is missing but time: it comes when the player waits for it. */
  | {
      readonly kind: "beat-later";
      readonly beat: string;
      readonly title: string;
      readonly place?: string;
      /** Everybody who is in it. */
      readonly people?: readonly string[];
      /** Its window of scenes is open, and only its hour lies ahead. */
      readonly due?: true;
      /** In-game minutes until it comes; absent where nothing says. */
      readonly minutes?: number;
      /** The weekday on which it comes, where the story has weekdays. */
      readonly weekday?: string;
    }
  | {
      readonly kind: "ending";
      readonly ending: string;
      readonly title: string;
      /** Words and tag of its author's own choice to end so. */
      readonly text?: string;
      readonly tag?: string;
      /** The last page has been told: nobody sets out anywhere any more. */
      readonly presses?: true;
      /** Whatever is chosen now, the story ends. */
      readonly last?: true;
    };

/** What `evaluate-choice` gives. */
export interface Evaluation {
  readonly choiceId: string;
  readonly verb: Verb;
  readonly sceneType: SceneType;
  readonly roll: boolean;
  readonly stat?: string;
  readonly modifiers: readonly Modifier[];
  readonly difficulty?: string;
  /** Effects for each outcome, decided before the roll. `none` is used where no roll is made. */
  readonly outcomes: { readonly [outcome in Outcome]: readonly Effect[] };
}

/** The part of a brief that a script asks for through the host's `generate`, kind `scene`. */
export interface SceneBrief {
  readonly scene: number;
  readonly seed: string;
  readonly sceneType: SceneType;
  /** Absent in the opening. */
  readonly choice?: ChoiceSlot;
  readonly outcome: Outcome;
  readonly effects: readonly Effect[];
  readonly recalled: readonly StoryMemory[];
  /** The choices about to be offered; empty in an ending. */
  readonly slots: readonly ChoiceSlot[];
  /** Keys (`npc:`, `topic:`, `place:`, `item:`, `prop:`) that the text must name because a choice will. */
  readonly bringIn: readonly string[];
  readonly beat?: BeatMatter;
  readonly ending?: EndingMatter;
  /** Summaries of the player's most telling deeds, for an epilogue. */
  readonly deeds?: readonly string[];
  /** What whoever planned the turn wants of the scene, for narrators that can heed it. */
  readonly wanted?: SceneWishes;
}

/** Wishes for a scene of which nothing has to come. */
export interface SceneWishes {
  /** Id of somebody there who does something of their own. */
  readonly acts?: string;
  /** Against the scene before. */
  readonly tension?: "lower" | "higher";
}

/** The part of a brief that the engine adds to what a script asks for: what the scene is for, and why each part is there. */
export interface SceneDirection {
  readonly purpose: ScenePurpose;
  /** Where the scene ends. */
  readonly place: ScenePlace;
  /** Everybody who is with the player when the scene ends. */
  readonly cast: readonly CastMember[];
  /** Sentences and lines of the author's that are told word for word, in order. */
  readonly mustTell: readonly string[];
  /** The open question that the scene, or else a choice that follows, helps to answer. */
  readonly question?: ServedQuestion;
  /** What waits to happen, most pressing first. */
  readonly hooks: readonly WaitingHook[];
  readonly because: readonly BriefReason[];
}

/** A brief as narrators get it, by the contract `scene-brief`. */
export interface DirectedBrief extends SceneBrief, SceneDirection {}
