/** The `skills` commands that change what there is: turning one on or off, removing one, running its scripts to see whether they are sound. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { writeControl } from "./clean-output.js";
import { CliError, EXIT } from "./errors.js";
import { fitted, writeAnswer } from "./fitted-lines.js";
import { plainWords } from "@narratoria/engine/shell";
import { askYesNo } from "./yes-no.js";
import { entryOf, openPlace, type SkillsPlace, stateWords } from "./skills.js";
import type { Terminal } from "./terminal.js";
import { OWN } from "./own-command.js";

/** Turns a skill on or off, whatever was agreed to. */
export async function switchSkill(
  name: string,
  on: boolean,
  place: SkillsPlace,
  { stdout }: Pick<Terminal, "stdout">,
): Promise<number> {
  const skills = await openPlace(place);
  entryOf(skills.list(), name);
  const entry = await skills.setEnabled(name, on);
  const { state } = entry;
  const hint = state === "waiting" ? ` To agree to it: ${OWN} skills agree ${name}` : "";
  writeAnswer(stdout, place, entry, [`${name}: ${stateWords(state)}.${hint}`]);
  return EXIT.done;
}

/** Deletes an installed skill, once whoever is at the terminal has said so. */
export async function removeSkill(
  name: string,
  place: SkillsPlace & { readonly yes?: boolean },
  terminal: Terminal,
): Promise<number> {
  const skills = await openPlace(place);
  const { origin, dir } = entryOf(skills.list(), name);
  if (origin === "bundled") {
    const hint = `${OWN} skills disable ${name} turns it off.`;
    throw new CliError(`${name} comes with Narratoria and cannot be removed; ${hint}`);
  }
  if (place.yes !== true) {
    if (place.json !== true) {
      terminal.stdout.write(fitted([`${name} lies in ${plainWords(dir)}`], terminal.stdout));
    }
    const question = `Remove ${name}, with its settings and its data?`;
    if (!(await askYesNo(question, `${OWN} skills remove ${name} --yes`, terminal, place))) {
      terminal.stdout.write(`${name} stays.\n`);
      return EXIT.done;
    }
  }
  await skills.remove(name);
  writeAnswer(terminal.stdout, place, { removed: name }, [`Removed ${name}.`]);
  return EXIT.done;
}

export interface TestOptions extends SkillsPlace {
  readonly script?: string;
  readonly timeout?: string;
  /** Whether a run is shown whole, and nothing checked. */
  readonly inspect?: boolean;
  /** A file with the input of that run. */
  readonly input?: string;
}

/**
 * Runs the conformance kit over a skill's scripts.
 *
 * @param wanted - A folder, or the name of a skill that may run.
 * @param terminal - Where the report goes; the streams of this process unless given.
 * @returns 0 without faults, 1 with some.
 */
export async function testSkill(
  wanted: string,
  options: TestOptions,
  terminal?: Pick<Terminal, "stdout" | "stderr" | "env">,
): Promise<number> {
  const folder = await folderOf(wanted, options);
  const { skillCheck } = await import("@narratoria/protocol/check");
  const args = [
    folder,
    ...(options.script === undefined ? [] : ["--script", options.script]),
    ...(options.timeout === undefined ? [] : ["--timeout", options.timeout]),
    ...(options.json === true ? ["--json"] : []),
    ...(options.inspect === true ? ["--inspect"] : []),
    ...(options.input === undefined ? [] : ["--input", options.input]),
  ];
  if (terminal === undefined) return skillCheck(args);
  const { stdout, stderr, env } = terminal;
  return skillCheck(args, {
    // The report has cleaned what the skill says and adds colours of its own.
    out: (text) => writeControl(stdout, text),
    err: (text) => writeControl(stderr, text),
    colour: stdout.isTTY === true && !env["NO_COLOR"],
    live: stderr.isTTY === true,
    width: Math.min(stdout.isTTY ? (stdout.columns ?? 80) : 100, 120),
  });
}

async function folderOf(wanted: string, place: SkillsPlace): Promise<string> {
  const isFolder = await stat(resolve(wanted)).then(
    (info) => info.isDirectory(),
    () => false,
  );
  const skills = (await openPlace(place)).list();
  const known = skills.find(({ name }) => name === wanted);
  // A name stands before a folder that happens to be called so, unless it is written as a path.
  if (isFolder && (known === undefined || /[\\/]|^\.{1,2}$/.test(wanted))) return resolve(wanted);
  const { name, state, dir } = entryOf(skills, wanted);
  if (state === "waiting") {
    const agree = `${OWN} skills agree ${name}`;
    throw new CliError(`${name} waits for your agreement, and testing runs its scripts. First: ${agree}`);
  }
  return dir;
}
