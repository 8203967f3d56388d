/** The `skills` commands: which skills there are, what one asks for, and the player's yes or no to it. */
import { openSkills, type SkillEntry, type Skills, type SkillState } from "@narratoria/engine";
import { nearest } from "@narratoria/protocol";
import { CliError, EXIT } from "./errors.js";
import { fitted, writeAnswer } from "./fitted-lines.js";
import { plainWords } from "@narratoria/engine/shell";
import type { Terminal } from "./terminal.js";
import { askYesNo } from "./yes-no.js";
import { OWN } from "./own-command.js";

export interface SkillsPlace {
  readonly data?: string;
  /** Whether answers are JSON. */
  readonly json?: boolean;
  /** Further folders of skills. */
  readonly skills?: readonly string[];
}

/** How an agreement is given. */
export interface AgreeFlags {
  /** Without being asked. */
  readonly yes?: boolean;
  /** It may run though nothing holds it back. */
  readonly withoutSandbox?: boolean;
}

const STATES: Readonly<Record<SkillState, string>> = {
  ready: "in use",
  waiting: "waits for your agreement",
  disabled: "turned off",
  off: "has crashed too often, and is off",
  unheld: "needs a sandbox, and there is none here",
  replaced: "another of this name is used",
  faulty: "cannot be used",
};

export async function listSkills(place: SkillsPlace, { stdout }: Pick<Terminal, "stdout">): Promise<number> {
  const skills = await openPlace(place);
  const entries = skills.list();
  const lines = entries.flatMap((one) => [
    headOf(one),
    `    ${one.description || "It does not say what it does."}`,
    ...(one.state === "waiting" ? [`    To let it run: ${commandFor("agree", one.name, place)}`] : []),
    // Whoever plays can do nothing about what is a notice to the author.
    ...problemLines({ problems: one.problems.filter(({ severity }) => severity !== "notice") }),
  ]);
  writeAnswer(stdout, place, { skills: entries, problems: skills.problems() }, lines);
  return EXIT.done;
}

export async function showSkill(
  name: string,
  place: SkillsPlace,
  { stdout }: Pick<Terminal, "stdout">,
): Promise<number> {
  const entry = entryOf((await openPlace(place)).list(), name);
  const unheld = `To let it run all the same: ${commandFor("agree", name, place)} --without-sandbox`;
  const lines = [
    headOf(entry),
    ...wishLines(entry),
    ...(entry.origin !== "bundled" && entry.wishes?.sandbox.tier === "none" && entry.state !== "ready"
      ? [`    ${unheld}`]
      : []),
    ...problemLines(entry),
  ];
  writeAnswer(stdout, place, entry, lines);
  return EXIT.done;
}

/** Shows what a skill asks for, and lets it run once whoever is at the terminal has said so. */
export async function agreeToSkill(name: string, place: SkillsPlace & AgreeFlags, terminal: Terminal): Promise<number> {
  const skills = await openPlace(place);
  const entry = entryOf(skills.list(), name);
  if (entry.origin === "bundled") throw new CliError(`${name} comes with Narratoria and needs no agreement.`);
  // One that runs without a sandbox can be agreed to anew, with one.
  if (entry.state === "ready" && place.withoutSandbox !== true && entry.wishes?.sandbox.tier !== "none") {
    writeAnswer(terminal.stdout, place, entry, [`${name} is in use already: you have agreed to it as it is.`]);
    return EXIT.done;
  }
  await askConsent(entry, skills, place, terminal);
  return EXIT.done;
}

/** What is agreed to is shown with the question: it holds for the folder as it is now and for nothing else. */
export async function askConsent(
  entry: SkillEntry,
  skills: Skills,
  place: SkillsPlace & AgreeFlags,
  terminal: Terminal,
): Promise<void> {
  const { stdout } = terminal;
  const { name, hash } = entry;
  const { yes = false, withoutSandbox = false } = place;
  const command = `${commandFor("agree", name, place)}${withoutSandbox ? " --without-sandbox" : ""}`;
  if (hash !== null) {
    const freed = withoutSandbox ? ["    As you ask, without a sandbox: nothing holds it back."] : [];
    const lines = [`${name} ${entry.version}`, ...wishLines(entry), ...freed, ...(yes ? [""] : [])];
    if (place.json !== true) stdout.write(fitted(lines, stdout));
    if (!yes && !(await askYesNo(`Let ${name} run?`, `${command} --yes`, terminal, place))) {
      stdout.write(`${name} waits. To let it run: ${command}\n`);
      return;
    }
  }
  // Without a hash there is nothing to agree to, and the skill's own fault says why.
  const agreed = await skills.agree(name, hash ?? "", { withoutSandbox });
  const { state } = agreed;
  const now =
    state === "unheld"
      ? `Agreed, but ${name} ${STATES.unheld}, so it does not run. To let it run all the same: ${command} --without-sandbox.`
      : `Agreed. ${name} is ${STATES[state]}, until a file of it changes.`;
  writeAnswer(stdout, place, agreed, [`${now} To take that back: ${commandFor("withdraw", name, place)}`]);
}

export async function withdrawSkill(
  name: string,
  place: SkillsPlace,
  { stdout }: Pick<Terminal, "stdout">,
): Promise<number> {
  const skills = await openPlace(place);
  const { origin } = entryOf(skills.list(), name);
  if (origin === "bundled") {
    throw new CliError(
      `${name} comes with Narratoria: nobody agreed to it. To turn it off: ${OWN} skills disable ${name}`,
    );
  }
  const entry = await skills.withdraw(name);
  writeAnswer(stdout, place, entry, [`${name}: ${STATES[entry.state]}.`]);
  return EXIT.done;
}

export function openPlace({ data, skills }: SkillsPlace): Promise<Skills> {
  return openSkills({ ...(skills === undefined ? {} : { skills }), ...(data === undefined ? {} : { dataDir: data }) });
}

/** @throws {CliError} Where there is no such skill, with the nearest. */
export function entryOf(list: readonly SkillEntry[], name: string): SkillEntry {
  const entry = list.find((one) => one.name === name);
  if (entry) return entry;
  const near = nearest(
    name,
    list.map((one) => one.name),
  );
  const hint = near === null ? `\`${OWN} skills list\` shows those there are.` : `The nearest is ${near}.`;
  throw new CliError(`There is no skill "${plainWords(name)}". ${hint}`);
}

export function stateWords(state: SkillState): string {
  return STATES[state];
}

/** A command as it has to be typed to mean the same place. */
export function commandFor(verb: string, name: string, { data, skills = [] }: SkillsPlace): string {
  const quoted = (path: string): string => (/[^A-Za-z0-9._/\\:-]/.test(path) ? `"${path}"` : path);
  const places = [
    ...(data === undefined ? [] : [`--data ${quoted(data)}`]),
    ...skills.map((folder) => `--skills ${quoted(folder)}`),
  ];
  return [`${OWN} skills`, verb, name, ...places].join(" ");
}

function headOf({ name, version, state, origin }: SkillEntry): string {
  const known = [name, ...(version === "" ? [] : [version])].join(" ");
  return `${known}, ${STATES[state]}${origin === "bundled" ? "; comes with Narratoria" : ""}`;
}

/** All that a player should know of a skill before agreeing to it. */
function wishLines({ description, author, dir, changes, wishes }: SkillEntry): string[] {
  const changed = changes === null ? [] : [...changes.added, ...changes.removed, ...changes.changed];
  return [
    ...(description === "" ? [] : [`    ${description}`]),
    `    By: ${author === null ? "nobody says" : `${author}, as it says itself`}`,
    `    Folder: ${plainWords(dir)}`,
    ...(changed.length > 0 ? [`    Changed since you agreed: ${changed.map(plainWords).join(", ")}`] : []),
    ...(wishes === null
      ? []
      : [
          ...wishes.commands.map(({ script, command, fault }) => `    Runs ${script}: ${command ?? fault}`),
          `    Network: ${wishes.network.join(", ") || "none"}`,
          `    Services of Narratoria: ${wishes.host.join(", ") || "none"}`,
          ...(wishes.environment.length === 0
            ? []
            : [`    Environment, where you say so in its settings: ${wishes.environment.join(", ")}`]),
          ...wishes.files.map(({ path, access }) => `    May ${access}: ${path}`),
          `    ${wishes.sandbox.sentence}`,
        ]),
  ];
}

function problemLines({ problems }: Pick<SkillEntry, "problems">): string[] {
  return problems.map(({ file, line, column, message }) => `    ${plainWords(`${file}:${line}:${column} ${message}`)}`);
}
