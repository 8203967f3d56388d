/** One run of a script as it is: what it is given, what it sends, what it writes to standard error. For whoever writes it. */
import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../json.js";
import { LIMITS } from "../limits.js";
import { skillIn, scriptsOf } from "./check-skill.js";
import { openFakeHost } from "./fake-host.js";
import { goodInputs } from "./good-inputs.js";
import { runScript } from "./run-script.js";

/** A run of a script, whole. */
export interface Inspection {
  readonly script: string;
  /** Where its input comes from, in words. */
  readonly from: string;
  readonly input: JsonObject | null;
  readonly outcome: string;
  /** What it sent, as it counts. */
  readonly events: readonly object[];
  readonly warnings: readonly string[];
  /** Why it failed; null where it did not. */
  readonly error: string | null;
  readonly stderr: string;
  readonly tookMs: number;
}

export interface InspectOptions {
  /** Only the script of this name. */
  readonly script?: string;
  /** Instead of the good inputs: a whole tool input, or what belongs in its `input`. */
  readonly input?: JsonObject;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Runs each script of a skill once for each of its good inputs, with a host that the kit makes up. Implements rule PR847.
 *
 * @throws {NoSkillError} As `checkSkill`.
 */
export async function inspectSkill(folder: string, options: InspectOptions = {}): Promise<Inspection[]> {
  const skill = await skillIn(folder);
  const scratchRoot = realpathSync(mkdtempSync(join(tmpdir(), "narratoria-check-")));
  const host = await openFakeHost(scratchRoot);
  const inspections: Inspection[] = [];
  try {
    for (const script of scriptsOf(skill, options.script)) {
      if (script.command === null) continue;
      for (const { from, input } of goodInputs(skill, script, options.input)) {
        options.signal?.throwIfAborted();
        const { access } = host.grant(skill.host, "answers", {}, () => {});
        const given = skill.host.length === 0 ? input : { ...input, host: { ...access } };
        const seen = await runScript(
          script.command,
          { stdin: [Buffer.from(JSON.stringify(given))] },
          {
            scratchRoot,
            timeoutMs: options.timeoutMs ?? script.timeoutMs,
            limits: script.limits,
            graceMs: LIMITS.killAfterMs,
            lingerMs: LIMITS.lingerMs,
            ...(options.signal && { signal: options.signal }),
          },
        );
        const { outcome, events, warnings, error } = seen.judgement;
        const late = seen.ended === "timeout" ? "It had not answered in its time." : null;
        inspections.push({
          script: script.name,
          from,
          // Its token is good for nothing any more, and in the way.
          input,
          outcome: late === null ? outcome : "timeout",
          events,
          warnings,
          error: late ?? seen.reason ?? error?.message ?? null,
          stderr: seen.stderr,
          tookMs: Math.round(seen.wallMs),
        });
      }
    }
  } finally {
    await host.close();
    await rm(scratchRoot, { recursive: true, force: true });
  }
  return inspections;
}

/** A run for people: lines, each as it is; whoever writes them to a terminal cleans them. */
export function printInspection({
  script,
  from,
  input,
  outcome,
  events,
  error,
  warnings,
  stderr,
  tookMs,
}: Inspection): string {
  const part = (name: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`  ${name}`, ...lines.map((line) => `    ${line}`)];
  return [
    `${script}  ${from}  ${outcome} after ${tookMs} ms`,
    ...part("input", input === null ? [] : JSON.stringify(input, null, 2).split("\n")),
    ...part(
      "output",
      events.map((event) => JSON.stringify(event)),
    ),
    ...part(
      "standard error",
      stderr.split(/\r?\n/).filter((line) => line.trim() !== ""),
    ),
    ...part("error", error === null ? [] : [error]),
    ...part("warnings", warnings),
  ].join("\n");
}
