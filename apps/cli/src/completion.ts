/** Which words can stand next on a command line, asked by the shell at each Tab. */
import type { Argument, Command, Option } from "commander";
import { SETTINGS } from "./settings-table.js";

export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** Stands for files: the shell knows those better. */
const FILES: Candidate = { word: ":files", about: "" };

/**
 * Returns what the last word can become. Implements rule CL727.
 *
 * @param words - All that follow the name of the program; the last one is being typed, and may be empty.
 */
export async function candidates(program: Command, words: readonly string[]): Promise<Candidate[]> {
  const partial = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const { command, place, open, data } = positionOf(program, before);
  const all = open ? valuesOf(open) : await nextWords(program, command, before, place, partial, data);
  return all.filter((one) => one === FILES || one.word.startsWith(partial));
}

interface Position {
  readonly command: Command;
  /** How many of its arguments have been given. */
  readonly place: number;
  /** An option that waits for its value. */
  readonly open: Option | null;
  readonly data: string | undefined;
}

function positionOf(program: Command, before: readonly string[]): Position {
  let command = program;
  let place = 0;
  let open: Option | null = null;
  let data: string | undefined;
  for (const word of before) {
    if (open) {
      if (open.long === "--data") data = word;
      open = null;
      continue;
    }
    if (word.startsWith("-")) {
      const option = optionsOf(program, command).find(({ long, short }) => word === long || word === short);
      open = option && (option.required || option.optional) ? option : null;
      continue;
    }
    const below = place === 0 ? command.commands.find((one) => one.name() === word) : undefined;
    if (below) command = below;
    else place += 1;
  }
  return { command, place, open, data };
}

/** Without a command, play is meant. */
const playOf = (program: Command): Command | undefined => program.commands.find((one) => one.name() === "play");

function optionsOf(program: Command, command: Command): readonly Option[] {
  const own = command.createHelp().visibleOptions(command);
  return command === program ? [...own, ...(playOf(program)?.options ?? [])] : own;
}

function valuesOf({ argChoices, flags }: Option): Candidate[] {
  if (argChoices) return argChoices.map((word) => ({ word, about: "" }));
  return /<(?:file|folder)>|\[file\]/.test(flags) ? [FILES] : [];
}

async function nextWords(
  program: Command,
  command: Command,
  before: readonly string[],
  place: number,
  partial: string,
  data: string | undefined,
): Promise<Candidate[]> {
  if (partial.startsWith("-")) {
    return optionsOf(program, command).flatMap(({ long, description }) =>
      long ? [{ word: long, about: description }] : [],
    );
  }
  const below = (of: Command): Candidate[] =>
    of
      .createHelp()
      .visibleCommands(of)
      .map((one) => ({ word: one.name(), about: one.description() }));
  if (command.name() === "help") {
    const wanted = before.slice(before.indexOf("help") + 1);
    return below(wanted.reduce((of, word) => of.commands.find((one) => one.name() === word) ?? of, program));
  }
  const commands = place === 0 ? below(command) : [];
  const taking = command === program ? playOf(program) : command;
  const argument = taking?.registeredArguments[place];
  if (!argument || !taking || (commands.length > 0 && taking === command)) return commands;
  return [...commands, ...(await namesFor(taking, argument, before, data))];
}

async function namesFor(
  command: Command,
  argument: Argument,
  before: readonly string[],
  data: string | undefined,
): Promise<Candidate[]> {
  if (argument.argChoices) return argument.argChoices.map((word) => ({ word, about: "" }));
  const engine = await import("@narratoria/engine");
  const place = data === undefined ? {} : { dataDir: data };
  const kind = `${command.parent?.name() ?? ""} ${command.name()} ${argument.name()}`;
  try {
    if (command.name() === "config") {
      if (argument.name() === "key") return SETTINGS.map(({ key, about }) => ({ word: key, about }));
      const setting = SETTINGS.find(({ key }) => before.includes(key));
      return (setting?.values ?? []).map((word) => ({ word, about: "" }));
    }
    if (argument.name() === "campaign") {
      return [...(await engine.listCampaigns(data)).map((word) => ({ word, about: "a story" })), FILES];
    }
    if (/^(?:playthroughs \w+|\w+ replay) id$/.test(kind)) {
      const told = (await engine.listPlaythroughs(data)).map(({ id, title }) => ({ word: id, about: title }));
      return [{ word: "last", about: "the one played last" }, ...told];
    }
    if (/^memories \w+ id$/.test(kind)) {
      const [last] = await engine.listPlaythroughs(data);
      const known = last ? await engine.listMemories({ ...place, playthroughId: last.id }) : [];
      return known.map(({ id, summary }) => ({ word: id, about: summary }));
    }
    if (/^skills (?!new)\w+ name$/.test(kind)) {
      return (await engine.openSkills(place))
        .list()
        .map(({ name, description }) => ({ word: name, about: description }));
    }
    if (/^models \w+ name$/.test(kind)) {
      return (await engine.openModels(data).list()).map(({ name, title }) => ({ word: name, about: title }));
    }
  } catch {
    // Whoever presses Tab wants words, not errors.
    return [];
  }
  return /path|file|folder/.test(argument.name()) ? [FILES] : [];
}

/** What each shell has to be told once. It asks this program for the rest. */
export const COMPLETION_SCRIPTS = {
  bash: `# Completion of narratoria for bash.
_narratoria() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :files*) compopt -o default ;;
      *) COMPREPLY+=("$(printf %q "\${line%%$'\\t'*}")") ;;
    esac
  done < <("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _narratoria narratoria
`,
  zsh: `#compdef narratoria
# Completion of narratoria for zsh.
_narratoria() {
  local -a found
  local line files=0
  while IFS= read -r line; do
    if [[ $line == :files* ]]; then
      files=1
    else
      found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done < <(\${words[1]} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#found} )) && _describe narratoria found
  (( files )) && _files
}
if [[ $funcstack[1] == _narratoria ]]; then _narratoria "$@"; else compdef _narratoria narratoria; fi
`,
  fish: `# Completion of narratoria for fish.
function __narratoria_complete
  set -l words (commandline -opc) (commandline -ct)
  for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
    if string match -q ':files*' -- $line
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c narratoria -f -a '(__narratoria_complete)'
`,
} as const;
