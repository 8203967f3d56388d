/** Something a skill does that it must not. */
export interface Fault {
  /** Number of the rule: of the protocol where a stream breaks it, else of the kit. */
  readonly rule: string;
  /** The script at fault; null for the skill as a whole. */
  readonly script: string | null;
  /** With which inputs it was seen. */
  readonly cases: readonly string[];
  readonly what: string;
  /** Place in the standard output, and the start of that line with control characters escaped. */
  readonly line?: number;
  readonly excerpt?: string;
  /** The last lines that the script wrote to standard error in that run; absent where it wrote none. */
  readonly stderr?: readonly string[];
  /** What to do about it. */
  readonly fix: string;
}

/** One rule of the kit, held against one script. */
export interface Check {
  readonly rule: string;
  /** What a script that keeps the rule does. */
  readonly says: string;
  readonly verdict: "kept" | "broken";
  /** In how many runs it was looked at. */
  readonly runs: number;
  readonly faults: readonly Fault[];
}

export interface ScriptReport {
  readonly script: string;
  readonly path: string;
  readonly checks: readonly Check[];
  /** What an author should know, though it is no fault. */
  readonly notes: readonly string[];
  /** The last lines that it wrote to standard error in its first good run. */
  readonly stderr: readonly string[];
  /** Milliseconds of the first good run: to its first event, and to `done`. */
  readonly firstEventMs: number | null;
  readonly doneMs: number | null;
}

export interface SkillReport {
  readonly skill: string;
  readonly version: string;
  readonly dir: string;
  readonly ok: boolean;
  /** Of the skill as a whole. */
  readonly checks: readonly Check[];
  readonly notes: readonly string[];
  readonly scripts: readonly ScriptReport[];
  readonly runs: number;
  readonly elapsedMs: number;
}

/** Every fault of a skill, in the order of its report. */
export function faultsOf(report: SkillReport): Fault[] {
  return [report, ...report.scripts].flatMap(({ checks }) => checks.flatMap(({ faults }) => faults));
}

/** Gathers what the runs of one script show. */
export class Findings {
  readonly #checks = new Map<
    string,
    { says: string; runs: number; faults: Map<string, Fault & { cases: string[] }> }
  >();

  /** @param script - Null for the skill as a whole. */
  constructor(readonly script: string | null) {}

  /** Notes that a rule was looked at in one more run. */
  looked(rule: { readonly id: string; readonly says: string }): void {
    this.#check(rule).runs++;
  }

  /** @param by - The rule of the protocol that is broken thereby, where it has a number of its own. */
  fault(
    rule: { readonly id: string; readonly says: string; readonly fix: string },
    found: { readonly case: string } & Pick<Fault, "what" | "line" | "excerpt" | "stderr">,
    by: { readonly id: string; readonly fix: string } = rule,
  ): void {
    const { faults } = this.#check(rule);
    // The same fault shows with many inputs, and is told once.
    const key = `${by.id} ${found.what.replace(/\d+/g, "#")}`;
    const known = faults.get(key);
    if (known !== undefined) {
      if (!known.cases.includes(found.case)) known.cases.push(found.case);
      return;
    }
    const { case: first, ...rest } = found;
    faults.set(key, { rule: by.id, script: this.script, cases: [first], ...rest, fix: by.fix });
  }

  /** In the order of the rules. */
  get checks(): Check[] {
    return [...this.#checks]
      .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
      .map(([rule, { says, runs, faults }]) => ({
        rule,
        says,
        verdict: faults.size === 0 ? "kept" : "broken",
        runs,
        faults: [...faults.values()],
      }));
  }

  #check(rule: { readonly id: string; readonly says: string }) {
    const known = this.#checks.get(rule.id);
    if (known !== undefined) return known;
    const created = { says: rule.says, runs: 0, faults: new Map() };
    this.#checks.set(rule.id, created);
    return created;
  }
}
