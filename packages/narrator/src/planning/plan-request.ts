import type { InputShape, JsonObject } from "@narratoria/protocol";
import type { BeatMatter, ChoiceSlot, SceneType } from "@narratoria/protocol/story";

/** A script as a plan generator sees it. */
export interface PlanScript {
  readonly name: string;
  /** What it does, in a sentence; may be empty. */
  readonly description: string;
  /** Whether it is run of itself in scenes of this kind. */
  readonly ofItself: boolean;
  /** Whether it can be run without an input of its own. */
  readonly standsAlone: boolean;
  /** What its input must look like; absent where nobody says. */
  readonly shape?: InputShape;
  /** What it is given where nobody decides that, by its manifest: texts in it may name what a scene has (`{choice}`). */
  readonly input?: JsonObject;
  /** How long it may take by its manifest; absent where nobody says. */
  readonly timeoutMs?: number;
  /** Whether a plan fails with it, by its manifest; it does not unless this is true. */
  readonly required?: boolean;
}

/** A skill as a plan generator sees it. */
export interface PlanSkill {
  readonly name: string;
  /** What it does and when it is to be used, in its author's words. */
  readonly guide: string;
  readonly capabilities: readonly string[];
  readonly scripts: readonly PlanScript[];
  /** Whether its manifest says how often its scripts are tried again; a plan then leaves that to it. It does not unless this is true. */
  readonly hasRetryPolicy?: boolean;
  /** How it fares: healthy, degraded, temporaryFailure or permanentFailure. */
  readonly health: string;
}

/** Somebody or something of the story, as a player would say it. */
export interface PlanSubject {
  readonly id: string;
  readonly name: string;
}

/** Where the story stands as the choice is taken. */
export interface PlanMoment {
  /** "the Weigh House"; empty where nobody knows. */
  readonly place: string;
  readonly indoor: boolean;
  /** "morning", "night". */
  readonly partOfDay: string;
  /** "rain"; empty where nothing is said of it. */
  readonly weather: string;
  /** Whoever is there, and whom the choice is about. A stranger was never met. `feeling` is from -100 to 100; absent where nobody knows. */
  readonly people: readonly (PlanSubject & { readonly stranger: boolean; readonly feeling?: number })[];
  /** What the choice is about, else what has been heard of this place: topics, places and things. */
  readonly topics: readonly PlanSubject[];
  /** What only a narrator who decides needs to know; absent where nobody asks one. */
  readonly story?: PlanStory;
}

/** A deed that a beat or an ending waits for, and that choices may offer. */
export interface PlanOffer {
  readonly tag: string;
  /** "press Tomáš about the coat". */
  readonly words: string;
}

/** What the story is at, for whoever decides about a plan. */
export interface PlanStory {
  readonly stats: Readonly<Record<string, number>>;
  /** The player's nature, in single words. */
  readonly traits: readonly string[];
  /** Titles of beats that wait to happen. */
  readonly due: readonly string[];
  /** Deeds of which nothing says which is to be offered next; absent where nobody asks. */
  readonly offers?: readonly PlanOffer[];
  /** What may never be in this world, in force now. */
  readonly laws: readonly string[];
  /** What the story has asked and not answered. */
  readonly questions: readonly string[];
  /** What is remembered of whom and what the choice is about. */
  readonly recalled: readonly string[];
}

/** What is asked of a plan generator for one attempt at one turn. */
export interface PlanRequest {
  readonly kind: "opening" | "turn" | "ending";
  /** Number of the scene to be made; 0 is the opening. */
  readonly scene: number;
  /** 1 for the first plan of a turn, at most 5. */
  readonly attempt: number;
  readonly parentPlanId: string | null;
  /** What was wrong with the last attempt, in at most 500 characters. */
  readonly failure?: string;
  /** The choice taken; absent in the opening. */
  readonly slot?: ChoiceSlot;
  readonly sceneType: SceneType;
  /** What the opening tells, by the author's paragraphs. */
  readonly premise?: readonly string[];
  /** The beat that happens in this scene. */
  readonly beat?: BeatMatter;
  readonly moment: PlanMoment;
  /** Ids of those whom the player meets in this scene and who have no opinion of the player yet. */
  readonly newcomers?: readonly string[];
  /** Whether the story has factions that can hear of a deed. */
  readonly hasFactions?: boolean;
  /** Words and people that bear on the scene, for the search of memories. */
  readonly recall: { readonly query: string; readonly characters: readonly string[] };
  /** Skills there are, the one to be preferred first. */
  readonly skills: readonly PlanSkill[];
  readonly disabledSkills: readonly string[];
  /** Behavioural prompts of the skills that can be used, each with the skill's name and at most 8 KiB; the pattern planner needs none. */
  readonly prompts: readonly { readonly skill: string; readonly text: string }[];
}

export interface PlanOptions {
  readonly signal: AbortSignal;
  readonly ahead?: boolean;
}

/** Writes plans. A generator that cannot keep to a contract rejects; the replan loop answers. */
export interface PlanGenerator {
  /**
   * @param options.ahead - Nobody waits for it yet: it gives way to whatever somebody waits for, and has more time.
   * @returns Plan JSON; callers check it against the contract, whoever wrote it.
   * @throws What `options.signal` was aborted with, once it was.
   */
  generate(request: PlanRequest, options: PlanOptions): Promise<unknown>;
}
