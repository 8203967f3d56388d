import { findCommand } from "@narratoria/protocol/launch";
import type { Skill } from "./skill.js";

/** How well a skill can be kept to itself on this machine. */
export interface SandboxNote {
  /** Short name of the kind of sandbox; `none` where there is none. */
  readonly tier: string;
  /** What that means for the player, in words. */
  readonly sentence: string;
}

/** What a skill would do and have if it were allowed to run: what a player agrees to. */
export interface SkillWishes {
  /** Each script with the exact command that would run it, or with the reason why it cannot be started. */
  readonly commands: readonly {
    readonly script: string;
    readonly command: string | null;
    readonly fault: string | null;
  }[];
  /** Hosts on the network that it asks for. */
  readonly network: readonly string[];
  /** Services of Narratoria that it asks for. */
  readonly host: readonly string[];
  /** Environment variables that its settings may be filled from, each where the player says so. */
  readonly environment: readonly string[];
  /** Folders that it needs, with what for. */
  readonly files: readonly { readonly path: string; readonly access: "read" | "write" }[];
  readonly sandbox: SandboxNote;
}

/** Tells what a skill asks for. Implements rule SK77. */
export function wishesOf(skill: Skill, sandbox: SandboxNote): SkillWishes {
  return {
    commands: skill.scripts.map(({ name, file }) => {
      const found = findCommand(file);
      if (!found.ok) return { script: name, command: null, fault: plainText(found.message) };
      const words = [found.command.program, ...found.command.args];
      return { script: name, command: words.map(quoted).join(" "), fault: null };
    }),
    network: skill.network.map(plainText),
    host: skill.host,
    environment: skill.environment,
    files: [
      { path: plainText(skill.dir), access: "read" },
      { path: plainText(skill.dataDir), access: "write" },
    ],
    sandbox,
  };
}

/** Text of a stranger's without what moves a cursor, changes colours or turns the direction of writing. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(plainText(word));
}
