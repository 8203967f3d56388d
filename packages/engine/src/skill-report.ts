/** What a player is told of skills that are not used: each once, and again when it was used in between. */
import type { SkillStanding } from "@narratoria/skills";
import {
  type Notice,
  type SkillNames,
  skillMisconfigured,
  skillChanged,
  skillMissing,
  skillNotUsed,
  skillRemoved,
} from "./notices.js";

/** Skills that the usual plan of a turn needs. */
const USUAL = ["dice-roller", "memory", "player-choices", "storyteller"];

export class SkillReport {
  private said = new Set<string>();

  constructor(private readonly skills: () => readonly SkillStanding[]) {}

  /** What there is to say now that was not said yet. */
  take(): Notice[] {
    const skills = this.skills();
    const now = new Set<string>();
    const notices: Notice[] = [];
    const say = (key: string, notice: Notice | null): void => {
      if (notice === null) return;
      now.add(key);
      if (!this.said.has(key)) notices.push(notice);
    };
    for (const skill of skills) {
      say(keyOf(skill), skillNotUsed(skill));
      say(`${skill.name} settings`, skillMisconfigured(skill));
    }
    for (const name of USUAL) {
      if (!skills.some((skill) => skill.name === name)) say(`${name} missing`, skillMissing(name));
    }
    this.said = new Set([...now, ...[...this.said].filter((key) => key.endsWith(" failed"))]);
    return notices;
  }

  /**
   * Why a skill that a turn counted on is not used any more.
   *
   * @param gone - Whether it was not found, rather than found changed.
   * @returns Null where that was said already.
   */
  notUsed(name: string, gone: boolean): Notice | null {
    const standing = this.skills().find((skill) => skill.name === name);
    const notice = standing ? skillNotUsed(standing) : null;
    if (standing && notice) return this.first(keyOf(standing)) ? notice : null;
    // Its folder is being read in this very moment.
    const names = this.names(name);
    if (gone) return this.first(`${name} removed`) ? skillRemoved(names) : null;
    return this.first(`${name} waiting again`) ? skillChanged(names) : null;
  }

  /** What a skill is called, also one that is gone. */
  names(name: string): SkillNames {
    return { name, displayName: this.skills().find((skill) => skill.name === name)?.displayName ?? name };
  }

  /** Whether something is to be said for the first time in this session. */
  first(key: string): boolean {
    return !this.said.has(key) && this.said.add(key).has(key);
  }
}

/** One that waits because it changed is another matter than one that nobody ever agreed to. */
function keyOf({ name, state, changes }: SkillStanding): string {
  return `${name} ${state}${changes ? " again" : ""}`;
}
