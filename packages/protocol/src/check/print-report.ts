import type { Check, Fault, ScriptReport, SkillReport } from "./report.js";

/** How a report looks. */
export interface PrintOptions {
  /** Escape sequences for colour; never needed to understand it. */
  readonly colour: boolean;
  /** Columns to break lines at. */
  readonly width: number;
}

/**
 * The report for people: each rule with a tick or a cross; below a cross what happened, where, and what to do.
 *
 * @returns Lines, the last one a summary.
 */
export function printReport(report: SkillReport, options: PrintOptions): string {
  const paint = painter(options.colour);
  const title = report.version === "" ? report.skill : `${report.skill} ${report.version}`;
  const lines = [paint.bold(title), ...checks(report.checks, options), ...notes(report.notes, options)];
  for (const script of report.scripts) {
    lines.push("", `${paint.bold(script.script)}  ${paint.dim(script.path)}${times(script)}`);
    lines.push(...checks(script.checks, options), ...notes(script.notes, options));
    if (script.stderr.length > 0) lines.push(...stderrLines(script.stderr, options));
  }
  lines.push("", summary(report, options));
  return lines.join("\n");
}

function checks(all: readonly Check[], options: PrintOptions): string[] {
  const paint = painter(options.colour);
  const told = new Set<string>();
  return all.flatMap((check) => {
    const mark = check.verdict === "kept" ? paint.green("✓") : paint.red("✗");
    const runs = check.runs > 1 ? paint.dim(`  ${check.runs} runs`) : "";
    return [`  ${mark} ${check.says}${runs}`, ...check.faults.flatMap((fault) => faultLines(fault, told, options))];
  });
}

/** @param told - The faults of this script so far: one that breaks several rules is told in full once. */
function faultLines(fault: Fault, told: Set<string>, options: PrintOptions): string[] {
  const paint = painter(options.colour);
  const [first = "", ...others] = fault.cases;
  const more = others.length === 0 ? "" : ` and ${others.length} more ${others.length === 1 ? "input" : "inputs"}`;
  const label = paint.bold(fault.rule.padEnd(5));
  const fingerprint = `${fault.rule} ${fault.what}`;
  if (told.has(fingerprint)) return entry(label, `as above, with ${first}${more}`, options);
  told.add(fingerprint);
  return [
    ...entry(label, fault.what, options),
    ...entry("with ", `${first}${more}`, options),
    // The number of the line stands in the message, and often its start as well.
    ...(fault.excerpt === undefined || fault.what.includes(fault.excerpt)
      ? []
      : [`      ${paint.dim("wrote")} ${cut(fault.excerpt, options.width - 12)}`]),
    ...(fault.stderr === undefined ? [] : stderrLines(fault.stderr, options)),
    ...entry("fix  ", fault.fix, options),
  ];
}

/** What a script wrote to standard error, line by line. */
function stderrLines(lines: readonly string[], options: PrintOptions): string[] {
  const paint = painter(options.colour);
  return lines.map((line) => `      ${paint.dim("stderr")} ${cut(line, options.width - 13)}`);
}

function notes(all: readonly string[], options: PrintOptions): string[] {
  return all.flatMap((note) => {
    const [first = "", ...rest] = wrap(note, options.width - 4);
    return [`  · ${first}`, ...rest.map((line) => `    ${line}`)];
  });
}

/** A label, and beside it text that is broken to the width. */
function entry(label: string, text: string, { width }: PrintOptions): string[] {
  const [first = "", ...rest] = wrap(text, width - 12);
  return [`      ${label} ${first}`, ...rest.map((line) => `            ${line}`)];
}

function times({ firstEventMs, doneMs }: ScriptReport): string {
  if (firstEventMs === null || doneMs === null) return "";
  return `  first event after ${Math.round(firstEventMs)} ms, done after ${Math.round(doneMs)} ms`;
}

function summary(report: SkillReport, { colour }: PrintOptions): string {
  const paint = painter(colour);
  const faults = [report, ...report.scripts].flatMap(({ checks }) => checks.flatMap((check) => check.faults)).length;
  const effort = `${counted(report.runs, "run")} of ${counted(report.scripts.length, "script")} in ${(report.elapsedMs / 1000).toFixed(1)} s`;
  return faults === 0
    ? `${paint.green("No faults.")} ${effort}.`
    : `${paint.red(`${counted(faults, "fault")}.`)} ${effort}.`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(width - 3, 20))}...`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}

function painter(colour: boolean) {
  const with_ = (code: number) => (text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { bold: with_(1), dim: with_(2), red: with_(31), green: with_(32) };
}
