/** The manual page, in the language of `man`: made from the commands there are, so that it lacks none. */
import type { Command } from "commander";
import { SETTINGS } from "./settings-table.js";

/** Returns a page of section 1. Implements rule CL728. */
export function manualPage(program: Command): string {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const lines = [
    `.TH NARRATORIA 1 "" "Narratoria ${escaped(program.version() ?? "")}" "User Commands"`,
    ".SH NAME",
    "narratoria \\- tells interactive stories on your own machine",
    ".SH SYNOPSIS",
    ".B narratoria",
    "[\\fIcommand\\fR] [\\fIoptions\\fR]",
    ".SH DESCRIPTION",
    "At a terminal, \\fBnarratoria\\fR alone shows your stories and the campaigns there are. In a pipe it plays the story that comes with it:",
    "answers are numbers, one a line. Every turn is saved when it ends.",
    ".SH COMMANDS",
    ...commands.flatMap((command) => commandLines(command, [])),
    ".SH SETTINGS",
    "Shown and changed by \\fBnarratoria config\\fR.",
    ...SETTINGS.flatMap(({ key, about, values, between }) => [
      ".TP",
      `.B ${escaped(key)}`,
      escaped(`${about}: ${between ? `from ${between[0]} to ${between[1]}` : values.join(", ")}`),
    ]),
    ".SH EXIT STATUS",
    ...entries([
      ["0", "done"],
      ["1", "failed; standard error says why"],
      ["2", "bad usage"],
      ["130", "interrupted"],
    ]),
    ".SH ENVIRONMENT",
    ...entries([
      ["NARRATORIA_HOME", "the folder of all data, unless --data names one"],
      ["NARRATORIA_MODELS", "the folder of language models"],
      ["NO_COLOR", "no colour where it is set"],
      ["LANG, LC_ALL, LC_MESSAGES", "the language of what is said beside the story, and whether there is UTF-8"],
      ["TERM", "with dumb, stories are told in plain lines"],
    ]),
    ".SH EXAMPLES",
    ".EX",
    "narratoria play one-wheel-over",
    "narratoria playthroughs export last -o story.html",
    "printf '1\\\\n3\\\\n' | narratoria play --seed 7",
    ".EE",
  ];
  return `${lines.join("\n")}\n`;
}

function commandLines(command: Command, above: readonly string[]): string[] {
  const help = command.createHelp();
  const path = [...above, command.name()];
  const below = help.visibleCommands(command);
  if (below.length > 0) return below.flatMap((one) => commandLines(one, path));
  const words = [...path, ...command.registeredArguments.map((one) => argumentWord(one.name(), one.required))];
  const args = help.visibleArguments(command);
  const options = help.visibleOptions(command).filter(({ long }) => long !== "--help");
  return [
    `.SS "${escaped(words.join(" "))}"`,
    escaped(command.description()),
    ...args.flatMap((one) => [".TP", `.I ${escaped(one.name())}`, escaped(help.argumentDescription(one))]),
    ...options.flatMap((one) => [".TP", `.B ${escaped(one.flags)}`, escaped(help.optionDescription(one))]),
  ];
}

const argumentWord = (name: string, required: boolean): string => (required ? `<${name}>` : `[${name}]`);

function entries(all: readonly (readonly [string, string])[]): string[] {
  return all.flatMap(([name, about]) => [".TP", `.B ${escaped(name)}`, escaped(about)]);
}

/** Text that roff takes as text. */
function escaped(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll('"', "\\(dq")
    .replace(/^([.'])/, "\\&$1");
}
