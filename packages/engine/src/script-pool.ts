/** The processes of scripts that an engine starts ahead of need and keeps. */
import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { createWarmPool, type ResolvedScript, type Sandbox, type WarmPool } from "@narratoria/executor";
import { bundledSkills } from "./locate.js";

/** Enough for a process of each script that a story uses. */
const RESIDENT_PROCESSES = 16;

/** @returns Null where no process is to be started ahead of need. */
export function poolFor(
  { startAhead = true, residentScripts }: { readonly startAhead?: boolean; readonly residentScripts?: boolean },
  sandbox: Sandbox,
): WarmPool | null {
  if (!startAhead && residentScripts !== true) return null;
  if (residentScripts === false) return createWarmPool({ sandbox });
  return createWarmPool({ resident: residentScripts ?? isShipped(), maxWaiting: RESIDENT_PROCESSES, sandbox });
}

/** @returns A test of scripts for being among those that travel with the engine. */
function isShipped(): (script: ResolvedScript) => boolean {
  let folder = bundledSkills();
  try {
    folder = realpathSync(folder);
  } catch {
    // Without the folder there is no such script.
  }
  return ({ file }) => file.startsWith(join(folder, sep));
}
