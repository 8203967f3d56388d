/** What a player is told of skills that are not used: each once, and again when it was used in between. (architecture 3.6) */
import type { SkillStanding } from "@narratoria/skills";
import { type Notice, skillMisconfigured, skillMissing, skillNotUsed } from "./notices.js";

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
      // One that waits because it changed is another matter than one that nobody ever agreed to.
      say(`${skill.name} ${skill.state}${skill.changes ? " again" : ""}`, skillNotUsed(skill));
      say(`${skill.name} settings`, skillMisconfigured(skill));
    }
    for (const name of USUAL) {
      if (!skills.some((skill) => skill.name === name)) say(`${name} missing`, skillMissing(name));
    }
    this.said = new Set([...now, ...[...this.said].filter((key) => key.endsWith(" failed"))]);
    return notices;
  }

  /** Whether something is to be said for the first time in this session. */
  first(key: string): boolean {
    return !this.said.has(key) && this.said.add(key).has(key);
  }
}
