/** How a process is kept to itself: by bubblewrap on Linux, by `sandbox-exec` on macOS, or not at all. */
export type SandboxTier = "bubblewrap" | "sandbox-exec" | "none";

/**
 * `required`: without a sandbox it does not run. `preferred`: it runs in one where there is one. `off`: it runs without, which
 * the player decided knowingly.
 */
export type SandboxPolicy = "required" | "preferred" | "off";

/** What a sandbox, or the lack of one, means to the player. */
export interface SandboxNote {
  readonly tier: SandboxTier;
  /** What the skill can reach, and what to do where it does not run. */
  readonly sentence: string;
}

/**
 * Says in words what a skill can reach on this machine: what a player reads before they agree to it, and what holds when it
 * runs. Implements rule EX255.
 *
 * @param machine - As `probeSandbox` found it.
 * @param skill - Its policy, and whether it asks for the network.
 */
export function describeSandbox(
  machine: { readonly tier: SandboxTier; readonly sentence: string },
  skill: { readonly policy: SandboxPolicy; readonly network: boolean },
): SandboxNote {
  const { policy, network } = skill;
  if (policy === "off") {
    return {
      tier: "none",
      sentence: "Nothing holds it back, as you agreed: it can read, change and send whatever you can.",
    };
  }
  const { tier } = machine;
  if (tier === "none") {
    const sentence =
      policy === "required"
        ? `It does not run here: ${UNHELD} ${machine.sentence} Or let it run all the same.`
        : `${UNHELD} It comes with Narratoria, so it runs all the same.`;
    return { tier, sentence };
  }
  const hidden =
    tier === "bubblewrap"
      ? "It runs in a sandbox: it can read its own folder and the programs of this machine, and write to its own data."
      : "It runs in the sandbox of macOS: it can read its own folder and the programs of this machine, see what files are called, and write to its own data.";
  const reach = network
    ? "Your files are out of its reach. It gets the network, and with it every host, not only those that it names."
    : "Your files and the network are out of its reach.";
  return { tier, sentence: `${hidden} ${reach}` };
}

const UNHELD = "Nothing can hold it back on this machine, where it could read, change and send whatever you can.";
