/** The `skills new` command: the folder of a new skill, sound and tested before its author has written a word. */
import { cp } from "node:fs/promises";
import { createRequire as requireFrom } from "node:module";
import { dirname, join } from "node:path";
import { openSkills, skillNameFault } from "@narratoria/engine";
import { CliError, EXIT } from "./errors.js";
import type { Terminal } from "./terminal.js";
import { writeAnswer } from "./fitted-lines.js";
import { copyTemplate, makeFolder } from "./new-folder.js";
import { OWN } from "./own-command.js";

export interface NewSkillOptions {
  readonly template: "js" | "ts" | "python" | "sh";
  /** The folder to make it in; the current one unless given. */
  readonly out?: string;
  readonly json?: boolean;
}

/** What differs between the languages, beside the files of their own. */
interface Language {
  readonly script: string;
  /** The file that an author changes, where it is another one. */
  readonly source?: string;
  readonly test: string;
  /** Runs the test, in the skill's folder. */
  readonly tryIt: string;
  readonly change: string;
  /** What is copied beside the script: from the protocol package, and what it is called there. */
  readonly sdk: readonly (readonly [from: string, to: string])[];
}

const NODE_SDK = [
  ["dist/twin/narratoria.mjs", "narratoria.mjs"],
  ["dist/twin/narratoria.d.ts", "narratoria.d.mts"],
] as const;

const LANGUAGES: Readonly<Record<NewSkillOptions["template"], Language>> = {
  js: {
    script: "scripts/notice.mjs",
    test: "test/notice.test.mjs",
    tryIt: "node --test test/",
    change:
      "`scripts/narratoria.mjs` is all that the script needs; an editor that reads `narratoria.d.mts` shows what is in it.",
    sdk: NODE_SDK,
  },
  ts: {
    script: "scripts/notice.mjs",
    source: "src/notice.mts",
    test: "test/notice.test.mjs",
    tryIt: "node --test test/",
    change:
      "`scripts/notice.mjs` is made from `src/notice.mts`; after a change, in this folder:\n\n```sh\nnpx -p typescript@5.9.3 tsc\n```\n\n`scripts/narratoria.mjs` is all that the script needs besides.",
    sdk: NODE_SDK,
  },
  python: {
    script: "scripts/notice.py",
    test: "test/test_notice.py",
    tryIt: "python3 test/test_notice.py",
    change:
      "`scripts/narratoria.py` is all that the script needs, beside Python 3.8 or newer; its opening says how it is used.",
    sdk: [["twins/narratoria.py", "narratoria.py"]],
  },
  sh: {
    script: "scripts/notice.sh",
    test: "test/test-notice.sh",
    tryIt: "sh test/test-notice.sh",
    change: "`scripts/narratoria.sh` is all that the script needs, beside awk; its opening says how it is used.",
    sdk: [["twins/narratoria.sh", "narratoria.sh"]],
  },
};

/** @throws {CliError} Where the name cannot be one, is taken, or a folder of that name is there. */
export async function makeSkill(
  name: string,
  { template, out = ".", json = false }: NewSkillOptions,
  { stdout }: Pick<Terminal, "stdout">,
): Promise<number> {
  const fault = skillNameFault(name);
  if (fault !== null) throw new CliError(fault, EXIT.usage);
  const shipped = (await openSkills()).list().some((one) => one.origin === "bundled" && one.name === name);
  if (shipped) throw new CliError(`The skill ${name} comes with Narratoria. Give yours a name of its own.`, EXIT.usage);
  const { dir, shown } = await makeFolder(name, out, (folder) => fillFolder(folder, name, template));
  writeAnswer(stdout, { json }, { name, template, dir }, [
    `Made ${shown}, a skill in ${WORDS[template]}. Its README.md tells how to try and change it:`,
    "",
    `  cd ${shown}`,
    ...tryLines(template).map((line) => `  ${line}`),
  ]);
  return EXIT.done;
}

const WORDS = { js: "JavaScript", ts: "TypeScript", python: "Python", sh: "sh" } as const;

async function fillFolder(dir: string, name: string, template: NewSkillOptions["template"]): Promise<void> {
  const { script, source = script, test, change, sdk } = LANGUAGES[template];
  const words: Readonly<Record<string, string>> = {
    NAME: name,
    TITLE: titleOf(name),
    SCRIPT: script,
    SOURCE: source,
    TEST: test,
    TRY: LANGUAGES[template].tryIt,
    CHANGE: change,
  };
  for (const part of ["common", template]) await copyTemplate(part, dir, words);
  const protocol = dirname(requireFrom(import.meta.url).resolve("@narratoria/protocol/package.json"));
  for (const [file, to] of sdk) await cp(join(protocol, file), join(dir, dirname(script), to));
}

function tryLines(template: NewSkillOptions["template"]): string[] {
  return [LANGUAGES[template].tryIt, `${OWN} skills test .`, `${OWN} skills install . --yes`];
}

/** `lamp-keeper` is "Lamp keeper". */
function titleOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
