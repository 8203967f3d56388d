/** The `pack` and `install` commands: campaigns and skills as single files. */
import type { Installed, Packed, PackedFolder, Progress, SkillEntry } from "@narratoria/engine";
import { writeControl } from "./clean-output.js";
import { EXIT } from "./errors.js";
import { fitted, writeAnswer } from "./fitted-lines.js";
import type { AgreeFlags, SkillsPlace } from "./skills.js";
import type { Terminal } from "./terminal.js";
import { sizeText } from "@narratoria/engine/shell";
import { OWN } from "./own-command.js";

export interface InstallFlags extends Pick<SkillsPlace, "data">, AgreeFlags {
  /** What is there already is replaced. */
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** What takes less is not worth a line. */
const ANNOUNCED_AFTER_MS = 1_000;

export async function packFolder(
  folder: string,
  {
    out,
    replace = false,
    json = false,
  }: { readonly out?: string; readonly replace?: boolean; readonly json?: boolean },
  terminal: Terminal,
): Promise<number> {
  const { pack } = await import("@narratoria/engine");
  const onGenerated = (files: Generated): void => {
    if (!json) terminal.stdout.write(fitted(generatedLines(files), terminal.stdout));
  };
  const packed = await withProgress("Packing", terminal, (onProgress) =>
    pack(folder, {
      replace,
      signal: terminal.signal,
      onProgress,
      onGenerated,
      ...(out === undefined ? {} : { file: out }),
    }),
  );
  writeAnswer(terminal.stdout, { json }, packed, packedLines(packed));
  return EXIT.done;
}

export async function installFile(
  file: string,
  { replace = false, json = false, ...place }: InstallFlags,
  terminal: Terminal,
): Promise<number> {
  const { data } = place;
  const { install } = await import("@narratoria/engine");
  const installed = await withProgress("Installing", terminal, (onProgress) =>
    install(file, { replace, signal: terminal.signal, onProgress, ...(data === undefined ? {} : { dataDir: data }) }),
  );
  if (json) {
    const skill = installed.kind === "skill" ? await agreedSkill(installed.name, place) : null;
    writeAnswer(terminal.stdout, { json }, { ...installed, ...(skill ? { skill } : {}) }, []);
    return EXIT.done;
  }
  terminal.stdout.write(
    fitted([...installedLines(installed, data), ...generatedLines(installed.generated)], terminal.stdout),
  );
  if (installed.kind === "skill") await afterSkill(installed.name, place, terminal);
  return EXIT.done;
}

type Generated = PackedFolder["generated"];

/** More would bury what was asked for; `PROVENANCE.md` has them all. */
const MOST_GENERATED = 40;

/** What a model made, a line for each file. Implements rule CL1012. */
export function generatedLines(files: Generated): string[] {
  if (files.length === 0) return [];
  const more = files.length - MOST_GENERATED;
  return [
    `A machine made ${files.length === 1 ? "1 file" : `${files.length} files`} of this campaign:`,
    ...files
      .slice(0, MOST_GENERATED)
      .map(({ file, model, date }) => `  ${file}: ${model}, ${date.split("T")[0] ?? ""}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** How a skill stands for a program, which is not asked: agreed to where `--yes` says so. */
async function agreedSkill(name: string, place: SkillsPlace & AgreeFlags): Promise<SkillEntry> {
  const { openPlace } = await import("./skills.js");
  const skills = await openPlace(place);
  const entry = skills.show(name);
  if (entry.state !== "waiting" || place.yes !== true) return entry;
  return skills.agree(name, entry.hash ?? "", { withoutSandbox: place.withoutSandbox === true });
}

/** A skill that others made is of no use before the player has agreed to it, so that is asked at once. */
async function afterSkill(name: string, place: SkillsPlace & AgreeFlags, terminal: Terminal): Promise<void> {
  const { askConsent, commandFor, openPlace } = await import("./skills.js");
  const skills = await openPlace(place);
  const entry = skills.show(name);
  if (entry.state !== "waiting") return;
  if (place.yes === true || (terminal.stdin.isTTY === true && terminal.stdout.isTTY === true)) {
    terminal.stdout.write("\n");
    await askConsent(entry, skills, place, terminal);
    return;
  }
  terminal.stdout.write(`It waits for your agreement. What it asks for: ${commandFor("show", name, place)}\n`);
  terminal.stdout.write(`To let it run: ${commandFor("agree", name, place)}\n`);
}

/** What was packed, what was passed over, and what the author might still mend. */
export function packedLines({ kind, title, file, files, bytes, leftOut, problems }: Packed): string[] {
  const left = leftOut.length > 6 ? [...leftOut.slice(0, 5), `${leftOut.length - 5} more`] : leftOut;
  return [
    ...problems.map(({ file: where, line, severity, message }) => `${where}:${line ?? 1} ${severity}: ${message}`),
    `Packed the ${kind} ${title}: ${file}, ${files} ${files === 1 ? "file" : "files"}, ${sizeText(bytes)}.`,
    ...(left.length > 0 ? [`Left out: ${left.join(", ")}.`] : []),
  ];
}

/** What was installed, and how it is used. */
export function installedLines(
  { kind, name, title, replaced, problems }: Omit<Installed, "changes" | "generated">,
  data?: string,
): string[] {
  const word = /[^A-Za-z0-9._-]/.test(name) ? `"${name}"` : name;
  const where = data === undefined ? "" : ` --data ${/[^A-Za-z0-9._/\\:-]/.test(data) ? `"${data}"` : data}`;
  const faults = problems.filter(({ severity }) => severity === "error").length;
  const done = `${replaced ? "Replaced" : "Installed"} the ${kind} ${title}.`;
  const parts = faults === 1 ? "1 part of it is faulty and is" : `${faults} parts of it are faulty and are`;
  return [
    kind === "campaign" ? `${done} Play it with: ${OWN} play ${word}${where}` : done,
    ...(faults > 0 ? [`${parts} left out.`] : []),
    ...problems.filter(({ file }) => file === "package.json").map(({ message }) => message),
  ];
}

/**
 * Runs work that may take long, and tells on standard error how far it has come once it has taken a second: on one line that
 * goes again at a terminal, in one sentence elsewhere.
 *
 * @param now - A clock in milliseconds.
 */
export async function withProgress<T>(
  doing: string,
  { stderr }: Pick<Terminal, "stderr">,
  work: (onProgress: (progress: Progress) => void) => Promise<T>,
  now: () => number = () => performance.now(),
): Promise<T> {
  const startedAt = now();
  let shown = "";
  const show = (text: string): void => {
    if (text === shown) return;
    // Our own words and numbers.
    if (stderr.isTTY) writeControl(stderr, `\r${text}${" ".repeat(Math.max(0, shown.length - text.length))}`);
    else stderr.write(`${text}\n`);
    shown = text;
  };
  try {
    return await work(({ doneBytes, totalBytes }) => {
      if (now() - startedAt < ANNOUNCED_AFTER_MS) return;
      const percent = Math.floor((doneBytes / Math.max(1, totalBytes)) * 100);
      show(stderr.isTTY ? `${doing}: ${percent}% of ${sizeText(totalBytes)}` : `${doing} ${sizeText(totalBytes)}.`);
    });
  } finally {
    if (stderr.isTTY && shown !== "") writeControl(stderr, `\r${" ".repeat(shown.length)}\r`);
  }
}
