/** The `skills` commands: which skills there are, what one asks for, and the player's yes or no to it. (HARDENING 3.12) */
import { openSkills, type SkillEntry, type SkillState } from "@narratoria/engine";
import { CliError, EXIT } from "./errors.js";

export interface SkillsPlace {
  readonly data?: string;
  /** Further folders of skills. */
  readonly skills: readonly string[];
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

export async function listSkills(place: SkillsPlace, stdout: NodeJS.WritableStream): Promise<number> {
  const skills = await open(place);
  const lines = skills
    .list()
    .flatMap((one) => [
      `${one.name} ${one.version}, ${STATES[one.state]}`,
      `    ${one.description || "It does not say what it does."}`,
      ...one.problems.map(({ file, line, column, message }) => `    ${file}:${line}:${column} ${message}`),
    ]);
  stdout.write(`${lines.join("\n")}\n`);
  return EXIT.done;
}

export async function showSkill(name: string, place: SkillsPlace, stdout: NodeJS.WritableStream): Promise<number> {
  const skills = await open(place);
  stdout.write(`${skillLines(entryOf(skills.list(), name)).join("\n")}\n`);
  return EXIT.done;
}

/** @param place.withoutSandbox - It may run without a sandbox. */
export async function agreeToSkill(
  name: string,
  place: SkillsPlace & { readonly withoutSandbox?: boolean },
  stdout: NodeJS.WritableStream,
): Promise<number> {
  const skills = await open(place);
  const entry = entryOf(skills.list(), name);
  if (entry.hash === null) throw new CliError(`${name} needs no agreement.`);
  // What is agreed to is shown with the agreement: it holds for the folder as it is now and for nothing else.
  const agreed = await skills.agree(name, entry.hash, { withoutSandbox: place.withoutSandbox === true });
  const now =
    agreed.state === "unheld"
      ? `Agreed, but ${name} ${STATES.unheld}, so it does not run.`
      : `Agreed. ${name} is ${STATES[agreed.state]}, until a file of it changes.`;
  const answer = `${now} To take that back: narratoria skills withdraw ${name}`;
  stdout.write(`${[...skillLines({ ...agreed, changes: entry.changes }), "", answer].join("\n")}\n`);
  return EXIT.done;
}

export async function withdrawSkill(name: string, place: SkillsPlace, stdout: NodeJS.WritableStream): Promise<number> {
  const skills = await open(place);
  entryOf(skills.list(), name);
  const { state } = await skills.withdraw(name);
  stdout.write(`${name}: ${STATES[state]}.\n`);
  return EXIT.done;
}

function open({ data, skills }: SkillsPlace): ReturnType<typeof openSkills> {
  return openSkills({ skills, ...(data === undefined ? {} : { dataDir: data }) });
}

function entryOf(list: readonly SkillEntry[], name: string): SkillEntry {
  const entry = list.find((one) => one.name === name);
  if (entry) return entry;
  throw new CliError(`There is no skill "${name}". \`narratoria skills list\` shows those there are.`);
}

/** All that a player should know of a skill before agreeing to it. */
function skillLines({ name, version, description, author, dir, state, changes, wishes }: SkillEntry): string[] {
  const changed = changes === null ? [] : [...changes.added, ...changes.removed, ...changes.changed];
  return [
    `${name} ${version}, ${STATES[state]}`,
    `    ${description}`,
    `    By: ${author === null ? "nobody says" : `${author}, as it says itself`}`,
    `    Folder: ${dir}`,
    ...(changed.length > 0 ? [`    Changed since you agreed: ${changed.join(", ")}`] : []),
    ...(wishes === null
      ? []
      : [
          ...wishes.commands.map(({ script, command, fault }) => `    Runs ${script}: ${command ?? fault}`),
          `    Network: ${wishes.network.join(", ") || "none"}`,
          `    Services of Narratoria: ${wishes.host.join(", ") || "none"}`,
          ...wishes.files.map(({ path, access }) => `    May ${access}: ${path}`),
          `    ${wishes.sandbox.sentence}`,
        ]),
  ];
}
