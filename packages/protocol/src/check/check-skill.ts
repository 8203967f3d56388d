import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { LIMITS } from "../limits.js";
import { checkScript } from "./check-script.js";
import { openFakeHost } from "./fake-host.js";
import { changesOf, readTree } from "./file-tree.js";
import { readSkill, type ScriptUnderTest, type SkillUnderTest } from "./read-skill.js";
import { faultsOf, Findings, type ScriptReport, type SkillReport } from "./report.js";
import { RULES } from "./rules.js";

export interface CheckOptions {
  /** Instead of the timeouts that the scripts declare, in milliseconds. */
  readonly timeoutMs?: number;
  /** From SIGTERM to being counted as deaf, in milliseconds; the runtime's 5 s unless given. */
  readonly graceMs?: number;
  /** From `done` to being counted as lingering, in milliseconds; the runtime's 2 s unless given. */
  readonly lingerMs?: number;
  /** How many runs go at once; as many as the machine has cores unless given, at most 4. */
  readonly jobs?: number;
  /** Only the script of this name. */
  readonly script?: string;
  /** Told after each run. */
  readonly onRun?: (progress: { readonly script: string; readonly runs: number }) => void;
  readonly signal?: AbortSignal;
}

/** A folder is no skill, or has no such script. */
export class NoSkillError extends Error {
  override readonly name = "NoSkillError";
}

/**
 * Runs each script of a skill against good, odd, hostile and broken inputs, and holds what it does against the rules PR220
 * to PR238. The scripts run in folders of their own, with a host and a story that the kit makes up.
 *
 * @param folder - The skill's folder.
 * @returns What was found; what a script does never ends in an exception.
 * @throws {NoSkillError} If the folder holds neither `skill.json` nor `SKILL.md`, or there is no script of that name.
 */
export async function checkSkill(folder: string, options: CheckOptions = {}): Promise<SkillReport> {
  const startedAt = performance.now();
  const skill = await skillIn(folder);
  const chosen = scriptsOf(skill, options.script);
  const whole = new Findings(null);
  whole.looked(RULES.manifest);
  for (const what of skill.faults) whole.fault(RULES.manifest, { case: "its files", what });

  const scratchRoot = realpathSync(mkdtempSync(join(tmpdir(), "narratoria-check-")));
  const host = await openFakeHost(scratchRoot);
  const scripts: ScriptReport[] = [];
  let runs = 0;
  try {
    for (const script of chosen) {
      const limited = limiter(options.jobs ?? Math.min(availableParallelism(), 4));
      const before = readTree(skill.dir, NOT_WATCHED);
      scripts.push(
        await checkScript(skill, script, {
          host,
          run: {
            scratchRoot,
            graceMs: options.graceMs ?? LIMITS.killAfterMs,
            lingerMs: options.lingerMs ?? LIMITS.lingerMs,
            ...(options.signal && { signal: options.signal }),
          },
          ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
          pool: (work) =>
            limited(async () => {
              options.signal?.throwIfAborted();
              const result = await work();
              runs++;
              options.onRun?.({ script: script.name, runs });
              return result;
            }),
        }),
      );
      whole.looked(RULES.files);
      for (const change of changesOf(before, readTree(skill.dir, NOT_WATCHED))) {
        whole.fault(RULES.files, { case: `the runs of ${script.name}`, what: `it ${change} in the skill's folder` });
      }
    }
  } finally {
    await host.close();
    await rm(scratchRoot, { recursive: true, force: true });
  }
  const report = {
    skill: skill.name,
    version: skill.version,
    dir: skill.dir,
    ok: true,
    checks: whole.checks,
    notes:
      skill.scripts.length === 0 ? [...skill.warnings, "it has no scripts: there is nothing to run"] : skill.warnings,
    scripts,
    runs,
    elapsedMs: Math.round(performance.now() - startedAt),
  };
  return { ...report, ok: faultsOf(report).length === 0 };
}

/** @throws {NoSkillError} Where there is no script of that name. */
export function scriptsOf({ name: skill, scripts }: SkillUnderTest, wanted?: string): readonly ScriptUnderTest[] {
  const chosen = scripts.filter(({ name }) => wanted === undefined || name === wanted);
  if (chosen.length > 0 || wanted === undefined) return chosen;
  const names = scripts.map(({ name }) => name).join(", ");
  throw new NoSkillError(`The skill "${skill}" has no script "${wanted}"; it has ${names || "none"}.`);
}

/** @throws {NoSkillError} */
export async function skillIn(folder: string): Promise<SkillUnderTest> {
  const skill = await readSkill(folder).catch((error: unknown) => {
    throw new NoSkillError(
      `The folder ${folder} cannot be read (${error instanceof Error && "code" in error ? String(error.code) : String(error)}).`,
    );
  });
  if (skill === null) {
    throw new NoSkillError(`There is no skill in ${folder}: it holds neither skill.json nor SKILL.md.`);
  }
  return skill;
}

/** Its own data is the skill's affair, and what a package manager or git keeps is not the skill's. */
const NOT_WATCHED: ReadonlySet<string> = new Set(["data", "node_modules", ".git"]);

/** Lets so many works go at once; the others wait in order. */
function limiter(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = Math.max(1, most);
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
