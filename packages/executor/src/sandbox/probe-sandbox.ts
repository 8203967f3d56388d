import { execFile } from "node:child_process";
import { existsSync, readlinkSync, statSync } from "node:fs";
import { findProgram, nodeProgram } from "@narratoria/protocol/launch";
import { bubblewrapProbe, type SystemFacts } from "./bubblewrap.js";
import type { SandboxTier } from "./describe-sandbox.js";
import { interpreterPaths, realPath } from "./interpreter.js";

/** What holds skills back on this machine. */
export interface SandboxProbe {
  readonly tier: SandboxTier;
  /** What was found; where that is nothing, what to do about it. */
  readonly sentence: string;
  /** The program; null where there is none. */
  readonly program: string | null;
  readonly system: SystemFacts;
}

let probed: Promise<SandboxProbe> | undefined;

/**
 * Finds out once what kind of sandbox works here, by running it: a version or a setting of the kernel says too little.
 * Implements rule EX254.
 */
export function probeSandbox(): Promise<SandboxProbe> {
  probed ??= probe(process.platform);
  return probed;
}

async function probe(platform: NodeJS.Platform): Promise<SandboxProbe> {
  const system: SystemFacts = { roots: rootsHere(), prlimit: findProgram("prlimit") };
  const none = (sentence: string): SandboxProbe => ({ tier: "none", sentence, program: null, system });
  if (platform === "linux") {
    const program = findProgram("bwrap");
    if (program === null) return none(NOT_INSTALLED);
    const node = nodeProgram();
    const interpreter = interpreterPaths(node, { exists: existsSync, real: realPath });
    const fault = await faultOf(program, bubblewrapProbe(system, interpreter, [node, "--version"]));
    if (fault !== null) return none(bubblewrapFault(fault));
    return { tier: "bubblewrap", sentence: "Bubblewrap works here.", program, system };
  }
  if (platform === "darwin") {
    const program = "/usr/bin/sandbox-exec";
    const fault = await faultOf(program, ["-p", "(version 1)(allow default)", "/usr/bin/true"]);
    if (fault !== null) return none("The sandbox-exec of macOS does not work here.");
    return { tier: "sandbox-exec", sentence: "The sandbox-exec of macOS works here.", program, system };
  }
  return none("There is no sandbox for this system yet.");
}

const NOT_INSTALLED =
  "Install bubblewrap (on Debian and Ubuntu: sudo apt install bubblewrap; on Fedora: sudo dnf install bubblewrap) and start again.";

/**
 * Words what bubblewrap said.
 *
 * @param said - What it wrote on its standard error.
 */
export function bubblewrapFault(said: string): string {
  const first =
    said
      .trim()
      .split("\n", 1)[0]
      ?.replace(/^bwrap: /, "") ?? "";
  if (/unknown option/i.test(first)) return "The bubblewrap of this machine is too old: 0.8 or newer is needed.";
  if (/permission denied|operation not permitted|no permissions/i.test(first)) {
    return `Bubblewrap is installed, but this system forbids it to make namespaces (${first}). On Ubuntu 24.04: sudo apt install apparmor-profiles, then copy /usr/share/apparmor/extra-profiles/bwrap-userns-restrict to /etc/apparmor.d and start again.`;
  }
  return `Bubblewrap is installed, but does not work here${first === "" ? "" : ` (${first})`}.`;
}

function faultOf(program: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { env: {}, timeout: 10_000, killSignal: "SIGKILL" } as const;
    execFile(program, args, options, (error, _stdout, stderr) =>
      resolve(error === null ? null : stderr || error.message),
    );
  });
}

function rootsHere(): SystemFacts["roots"] {
  const roots = new Map<string, { readonly link: string } | "folder">();
  for (const path of ["/bin", "/sbin", "/lib", "/lib64", "/lib32"]) {
    try {
      roots.set(path, { link: readlinkSync(path) });
    } catch {
      // No link.
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) roots.set(path, "folder");
    }
  }
  return roots;
}
