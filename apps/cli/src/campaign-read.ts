/** The `campaign read` command: what the story understands of a campaign, for its author. */
import { readFile, writeFile } from "node:fs/promises";
import type { CampaignFacts, FactsComparison, Reading } from "@narratoria/engine";
import { CliError, EXIT } from "./errors.js";
import { whileOpening } from "./opening.js";
import { readingPage } from "./reading-page.js";
import { readingSummary } from "./reading-summary.js";
import type { Terminal } from "./terminal.js";

export interface ReadFlags {
  readonly json?: boolean;
  readonly html?: boolean | string;
  readonly facts?: string;
}

const PAGE = "reading.html";

export async function readCampaign(path: string, flags: ReadFlags, terminal: Terminal): Promise<number> {
  const { stdout } = terminal;
  const facts = flags.facts === undefined ? undefined : await readFacts(flags.facts);
  const { readCampaignStory } = await import("@narratoria/engine");
  const read = await whileOpening(terminal, (opening) => readCampaignStory(path, facts, opening));
  if (!read) return EXIT.interrupted;
  const { reading, comparison } = read;
  if (flags.html !== undefined && flags.html !== false) {
    const file = typeof flags.html === "string" ? flags.html : PAGE;
    await writeFile(file, readingPage(reading)).catch((error: unknown) => {
      throw new CliError(
        `The page cannot be written to "${file}": ${error instanceof Error ? error.message : ""}`,
        EXIT.failed,
      );
    });
    if (!flags.json) stdout.write(`Written to ${file}.\n`);
  } else if (!flags.json && comparison === null) stdout.write(`${readingLines(reading).join("\n")}\n`);
  if (flags.json)
    stdout.write(`${JSON.stringify({ ...readingSummary(reading), ...(comparison ? { comparison } : {}) }, null, 2)}\n`);
  else if (comparison !== null) stdout.write(`${comparisonLines(comparison).join("\n")}\n`);
  return comparison !== null && comparison.statedWrong.length > 0 ? EXIT.failed : EXIT.done;
}

async function readFacts(file: string): Promise<CampaignFacts> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new CliError(`There is no file "${file}".`, EXIT.usage);
  });
  try {
    return JSON.parse(text) as CampaignFacts;
  } catch (error) {
    throw new CliError(`"${file}" is no JSON: ${error instanceof Error ? error.message : ""}`, EXIT.usage);
  }
}

type Summary = ReturnType<typeof readingSummary>;

const CERTAINTY: Readonly<Record<string, string>> = { stated: "", inferred: "", guessed: " (a guess)" };

/** The reading as lines to read at a terminal. */
function readingLines(reading: Reading): string[] {
  const { cast, places, beats, acts, questions, laws, passages, leftOut }: Summary = readingSummary(reading);
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
  const sure = (certainty: string | undefined): string => CERTAINTY[certainty ?? ""] ?? "";
  return [
    `${reading.title}: what the story understands`,
    ...section(
      "People",
      cast.flatMap(({ name, called, aliases, pronoun, plural, kindInFull, home, presentFrom, speech, certainty }) => [
        called === name ? name : `${name}, called ${called}${sure(certainty["called"])}`,
        `  ${[
          pronoun === null
            ? "no pronoun: the name is repeated"
            : `${pronoun}${plural ? ", plural" : ""}${sure(certainty["pronoun"])}`,
          kindInFull === "human" ? "" : kindInFull,
          speech === "words" ? "" : speech === "none" ? "does not speak" : `speaks by ${speech}`,
          home === null ? "no home" : `at ${home}${sure(certainty["home"])}`,
          presentFrom === "start"
            ? ""
            : presentFrom === "never" || presentFrom === "dead"
              ? "never met"
              : `met from ${presentFrom} on`,
          // A part of the name says nothing new.
          ...aliases.filter((alias) => !name.includes(alias)).map((alias) => `also ${alias}`),
        ]
          .filter(Boolean)
          .join("; ")}`,
      ]),
    ),
    ...section(
      "Places",
      places.map(
        ({ name, indoors, within, certainty }) =>
          `${name}${within === null ? "" : `, in ${within}`}: ${indoors === null ? "indoors or out, nobody says" : indoors ? "indoors" : "outdoors"}${sure(certainty)}`,
      ),
    ),
    ...section(
      "Beats",
      beats.map(
        ({ id, title, place, cast: there, everyone, certainty }) =>
          `${id} ${title}: ${place === null ? "wherever the player is" : `${place}${sure(certainty.place)}`}; ${everyone ? "everyone" : there.length === 0 ? "nobody named" : there.join(", ")}`,
      ),
    ),
    ...section(
      "What the player can do for them",
      acts.map(
        ({ text, for: waits, person, place, certainty }) =>
          `${text}${person === null ? "" : ` (with ${person})`}${place === null ? "" : ` (at ${place})`}: ${waits.map(({ id }) => id).join(", ")}${sure(certainty)}`,
      ),
    ),
    ...section(
      "Open questions",
      questions.flatMap(({ text, clues, answeredBy }) => [
        text,
        `  ${clues.length === 1 ? "1 clue" : `${clues.length} clues`}${answeredBy.length === 0 ? "" : `; answered by ${answeredBy.join(", ")}`}`,
      ]),
    ),
    ...section(
      "Laws",
      laws.flatMap(({ text, forbids }) => [
        text,
        forbids.length === 0 ? "  not checked: no check fits these words" : `  forbids: ${firstOf(forbids)}`,
      ]),
    ),
    ...section(
      "Not told to the player",
      passages
        .filter(({ audience }) => audience === "teller" || audience === "tone")
        .map(({ file, line, text, evidence }) => `${file}:${line} ${text.replace(/\s+/g, " ")} (${evidence.why})`),
    ),
    ...section(
      "Documents, told as what stands in them",
      passages.filter(({ form }) => form === "document").map(({ file, text }) => `${file}: ${text}`),
    ),
    ...section(
      "Left out",
      leftOut.map(({ file, line, why }) => `${file}:${line} ${why}`),
    ),
    "",
    'What is wrong can be put right in a file reading.json in the folder: {"cast": {"<folder>": {"pronoun": "she"}}}.',
  ];
}

/** Words of a law that a terminal shows; the page and the JSON have them all. */
const SHOWN = 8;

function firstOf(words: readonly string[]): string {
  const more = words.length - SHOWN;
  return `${words.slice(0, SHOWN).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

const ROW_WORDS: Readonly<Record<string, string>> = {
  called: "called",
  pronoun: "pronoun",
  kind: "kind",
  presentFrom: "present from",
  home: "home",
  place: "place of beats",
  castFound: "cast of beats, found",
  castRight: "cast of beats, rightly there",
};

/** A comparison with facts as lines: a row each, then what differs. */
function comparisonLines({ rows, differences, statedWrong }: FactsComparison): string[] {
  return [
    ...Object.entries(rows).map(([row, { right, of }]) => `${(ROW_WORDS[row] ?? row).padEnd(30)}${right} of ${of}`),
    ...(differences.length === 0 ? [] : ["", "What differs"]),
    ...differences.map(
      ({ row, about, expected, read, certainty }) =>
        `  ${ROW_WORDS[row] ?? row}: ${about}: ${expected} expected, ${read} read (${certainty})`,
    ),
    ...(statedWrong.length === 0 ? [] : ["", `${statedWrong.length} of these the reading calls stated.`]),
  ];
}
