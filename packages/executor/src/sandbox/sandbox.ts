import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { LIMITS, NarratoriaError } from "@narratoria/protocol";
import type { ScriptCommand } from "@narratoria/protocol/launch";
import type { ResolvedScript } from "../tool/resolver.js";
import { makeScratch, type Scratch, temporaryFolder } from "../process/scratch.js";
import { bubblewrapArgs, type Room } from "./bubblewrap.js";
import type { SandboxTier } from "./describe-sandbox.js";
import { interpreterPaths, realPath } from "./interpreter.js";
import { probeSandbox, type SandboxProbe } from "./probe-sandbox.js";
import { sandboxProfile } from "./sandbox-exec.js";

/** What holds the processes of skills back, for as long as a runtime is open. */
export interface Sandbox {
  readonly tier: SandboxTier;
  /** What was found on this machine, and what to do where that is nothing. */
  readonly sentence: string;
  /**
   * Where host servers whose services are to be called out of the sandbox must have their sockets (`runDir`): a process may be
   * started before the server it will call. Undefined where that does not matter.
   */
  readonly socketDir: string | undefined;
  /** How a process of this script is held: `none` where it may or must run without. */
  tierFor(script: ResolvedScript): SandboxTier;
  /**
   * The command that starts a script's process, in a sandbox where its policy asks for one.
   *
   * @param cwd - Its working folder.
   */
  contain(command: ScriptCommand, script: ResolvedScript, cwd: string): ScriptCommand;
  /** It could not be set up for a script that need not have one: from now on such scripts run without. */
  giveUp(): void;
  /** Removes the folder of the sockets. */
  close(): Promise<void>;
}

/** A skill that must have a sandbox does not run without one. */
export class SandboxError extends NarratoriaError {
  override readonly name = "SandboxError";
  readonly code = "SANDBOX_MISSING";
}

/**
 * Finds out what kind of sandbox works on this machine, and makes it ready.
 *
 * @param options.scratchRoot - Where the folder of the sockets is made; the temporary folder unless given.
 */
export async function openSandbox(options: { readonly scratchRoot?: string } = {}): Promise<Sandbox> {
  return new MachineSandbox(await probeSandbox(), options.scratchRoot);
}

class MachineSandbox implements Sandbox {
  readonly tier: SandboxTier;
  readonly sentence: string;
  readonly socketDir: string | undefined;
  readonly #probe: SandboxProbe;
  readonly #scratch: Scratch | undefined;
  readonly #interpreters = new Map<string, readonly string[]>();
  #preferred = true;

  constructor(probe: SandboxProbe, scratchRoot: string | undefined) {
    this.#probe = probe;
    this.tier = probe.tier;
    this.sentence = probe.sentence;
    if (probe.tier === "none") return;
    const root = scratchRoot ?? temporaryFolder();
    const fits = Buffer.byteLength(root) + NAMES_BELOW <= LIMITS.socketPathBytes;
    this.#scratch = makeScratch(fits ? root : "/tmp");
    try {
      this.socketDir = realpathSync(this.#scratch.next());
    } catch {
      // No folder can be made. Each tool will say so; a story can be opened and read all the same.
    }
  }

  tierFor({ sandbox = "preferred" }: ResolvedScript): SandboxTier {
    return sandbox === "required" || (sandbox === "preferred" && this.#preferred) ? this.tier : "none";
  }

  contain(command: ScriptCommand, script: ResolvedScript, cwd: string): ScriptCommand {
    const tier = this.tierFor(script);
    const { program, system } = this.#probe;
    if (tier === "none" || program === null) return command;
    const { network = [], host } = script;
    const room: Room = {
      skillDir: script.skillDir,
      dataDir: script.dataFolder === false ? cwd : script.dataDir,
      scratchDir: cwd,
      socketDir: host.length > 0 ? (this.socketDir ?? null) : null,
      interpreter: this.#interpreterOf(command.program),
      network: network.length > 0,
    };
    if (tier === "bubblewrap") {
      return { program, args: [...bubblewrapArgs(room, system), command.program, ...command.args] };
    }
    const { skillDir, dataDir } = room;
    const real = { skillDir: realPath(skillDir), dataDir: realPath(dataDir), scratchDir: realPath(cwd) };
    return { program, args: ["-p", sandboxProfile({ ...room, ...real }), command.program, ...command.args] };
  }

  giveUp(): void {
    this.#preferred = false;
  }

  async close(): Promise<void> {
    await this.#scratch?.remove();
  }

  #interpreterOf(program: string): readonly string[] {
    const known = this.#interpreters.get(program);
    if (known) return known;
    const found = interpreterPaths(program, { exists: existsSync, real: realPath });
    this.#interpreters.set(program, found);
    return found;
  }
}

/** The run folder with a long process id, the folder in it, and what a host server makes there. */
const NAMES_BELOW = join("/narratoria-run-4194304-XXXXXX", "1", "narratoria-host-0123456789abcdef", "h.sock").length;

/** Why a script must not be started, or null. */
export function sandboxFault(script: ResolvedScript, sandbox: Sandbox | undefined): SandboxError | null {
  if (script.sandbox !== "required" || (sandbox && sandbox.tier !== "none")) return null;
  const why = sandbox ? ` ${sandbox.sentence}` : "";
  return new SandboxError(
    `the skill "${script.skill}" runs in a sandbox only, and there is none here.${why} Or the player agrees that it runs without one`,
  );
}

/** Whether a process never came to be a tool's, because its sandbox could not be set up. */
export function failedBeforeTool(exitCode: number | null, stderr: string): boolean {
  return exitCode === 1 && stderr.startsWith("bwrap: ");
}
