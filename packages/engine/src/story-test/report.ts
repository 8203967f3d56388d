/** What walks through a campaign have shown. */
import type { WhyAnswer } from "../plot/why-beat.js";
import type { PlayerName } from "./players.js";
import type { SceneFinding } from "./walk-story.js";

/** One walk, and how it came out. */
export interface TestedWalk {
  /** From 1. */
  readonly walk: number;
  /** Its name in transcripts: "seeker-2", "seeker-down-the-canal-3". */
  readonly name: string;
  readonly player: PlayerName;
  readonly seed: string;
  /** Id of the ending that the player meant to reach. */
  readonly goal?: string;
  /** Scenes told, the opening included. */
  readonly scenes: number;
  readonly ended: boolean;
  /** Id and scene of the ending; null where there was none of the campaign's. */
  readonly ending: { readonly id: string; readonly scene: number } | null;
  /** Numbers of the choices that were taken, from 1: with the seed, they give the same story again. */
  readonly choices: readonly number[];
}

/** A scene of a walk. */
export interface WalkedTo {
  readonly walk: number;
  readonly scene: number;
}

/** A beat or an ending, and who came there. */
export interface PlotCoverage {
  readonly id: string;
  readonly title: string;
  /** Of a beat. */
  readonly priority?: string;
  /** In how many walks it came. */
  readonly reached: number;
  /** The first walk that came there, and the scene; null where none did. */
  readonly first: WalkedTo | null;
}

/** A choice that the campaign itself brings. */
export interface ChoiceCoverage {
  /**
   * `own`: written in full, with what comes of it. `decision`: left to the player by a sentence of a beat. `menu`: one of several ways
   * that a beat names. `act`: what a beat or an ending waits for.
   */
  readonly kind: "own" | "decision" | "menu" | "act";
  /** The tag. */
  readonly id: string;
  readonly text: string;
  /** Id of the beat or ending that holds it or waits for it; absent of a choice of `plot/choices.json`. */
  readonly of?: string;
  /** Walks in which it was offered, and in which it was taken. */
  readonly offered: number;
  readonly taken: number;
  readonly first: WalkedTo | null;
}

/** A lore file. */
export interface LoreCoverage {
  readonly file: string;
  /** Its sentences, and how many of them some walk told. */
  readonly sentences: number;
  readonly told: number;
}

/** Somebody or somewhere. */
export interface MetCoverage {
  readonly id: string;
  readonly name: string;
  /** Walks in which the person was met, or the place was seen. */
  readonly met: number;
}

/** What all walks together came to. */
export interface StoryCoverage {
  readonly beats: readonly PlotCoverage[];
  readonly endings: readonly PlotCoverage[];
  readonly choices: readonly ChoiceCoverage[];
  readonly lore: readonly LoreCoverage[];
  readonly people: readonly MetCoverage[];
  readonly places: readonly MetCoverage[];
}

/** Something wrong in a walk. */
export interface WalkFinding extends SceneFinding {
  readonly walk: number;
}

/**
 * Where a story did not go on. `no_choices`: a scene offers nothing. `closed`: nothing can lead to an ending any more. `standstill`: no beat
 * and no ending came in the last scenes of the walk.
 */
export interface DeadEnd extends WalkFinding {
  readonly kind: "no_choices" | "closed" | "standstill";
  /** What the story waited for. */
  readonly waits: readonly WhyAnswer[];
}

/** What is wrong in the stories that were walked. */
export interface StoryFaults {
  readonly deadEnds: readonly DeadEnd[];
  /** Sentences and choices that break a law of the campaign's, and what no story may do. */
  readonly broken: readonly WalkFinding[];
  /** Parts of scenes that failed: a skill that was too slow, a choice that could not be made. */
  readonly failures: readonly WalkFinding[];
  /** Sentences told again within 30 scenes. */
  readonly repeats: readonly WalkFinding[];
}

/** How one walk differs from its transcript. */
export interface TranscriptChange {
  /** Name of the walk. */
  readonly name: string;
  /** A sentence for each difference, the gravest first. */
  readonly changes: readonly string[];
}

/** How the walks stand beside the transcripts of the campaign. */
export interface TranscriptReport {
  /** Where transcripts lie, inside the campaign. */
  readonly folder: string;
  /** How many there were to compare with. */
  readonly compared: number;
  /** Walks that differ. */
  readonly changed: readonly TranscriptChange[];
  /** How many were written by this run. */
  readonly written: number;
}

/** What `testCampaign` gives. */
export interface StoryTest extends StoryCoverage, StoryFaults {
  readonly title: string;
  /** Name of the campaign, and the real path of its folder. */
  readonly campaign: string;
  readonly dir: string;
  readonly walks: readonly TestedWalk[];
  /** Scenes told in all walks together. */
  readonly scenes: number;
  readonly elapsedMs: number;
  readonly transcripts: TranscriptReport;
}
