/** The `test` command: players walk through a campaign without a model, and what they came to is told. */
import { writeFile } from "node:fs/promises";
import type { PlotCoverage, StoryTest, TestProgress } from "@narratoria/engine";
import { CliError, EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import { openingWords } from "./opening.js";
import { startProgress } from "./progress.js";
import { type FailKind, FAILS_FOR, type StoryTestFlags } from "./story-test-flags.js";
import { testLines } from "./story-test-lines.js";
import type { Terminal } from "./terminal.js";

const PAGE = "walks.html";

/** @returns The exit code: failed where something is wrong for which the test is to fail. */
export async function testStory(path: string, flags: StoryTestFlags, terminal: Terminal): Promise<number> {
  const { walks, turns, seed, bless = false, data, html, failOn = FAILS_FOR } = flags;
  const { signal, stdout, stderr } = terminal;
  const { testCampaign } = await import("@narratoria/engine");
  const line = startProgress(stderr);
  let test: StoryTest;
  try {
    test = await testCampaign(path, {
      ...(walks === undefined ? {} : { walks }),
      ...(turns === undefined ? {} : { turns }),
      ...(seed === undefined ? {} : { seed }),
      ...(data === undefined ? {} : { dataDir: data }),
      bless,
      signal,
      onProgress: (progress) => line.show(openingWords(progress)),
      onScene: (progress) => line.show(progressWords(progress)),
    });
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    line.end();
  }
  const failed = failuresOf(test, failOn);
  const lines = [...testLines(test, path), "", verdict(test, failed)];
  if (html !== undefined && html !== false) {
    const file = typeof html === "string" ? html : PAGE;
    const { testPage } = await import("./story-test-page.js");
    await writeFile(file, await testPage(test, path)).catch((error: unknown) => {
      throw new CliError(`The page cannot be written to "${file}": ${error instanceof Error ? error.message : ""}`);
    });
    lines.push(`Written to ${file}.`);
  }
  writeAnswer(stdout, flags, { ...test, failed }, lines);
  return failed.length > 0 ? EXIT.failed : EXIT.done;
}

const progressWords = ({ walks, of, scenes }: TestProgress): string =>
  `Walking: ${walks} of ${of} walks done, ${scenes} ${scenes === 1 ? "scene" : "scenes"} told ...`;

/** What a test fails for, each a clause of its verdict. Implements rule CL2302. */
export function failuresOf(test: StoryTest, kinds: readonly FailKind[]): string[] {
  return kinds.flatMap((kind) => failureWords(kind, test));
}

function failureWords(kind: FailKind, test: StoryTest): string[] {
  const counted = (number: number, one: string, more: string): string[] =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : more}`];
  const never = (all: readonly PlotCoverage[]): number => all.filter(({ reached }) => reached === 0).length;
  switch (kind) {
    case "broken":
      return counted(test.broken.length, "law or rule broken", "laws or rules broken");
    case "dead-ends":
      return counted(test.deadEnds.length, "dead end", "dead ends");
    case "endings":
      return counted(never(test.endings), "ending never reached", "endings never reached");
    case "beats":
      return counted(never(test.beats), "beat never reached", "beats never reached");
    case "choices":
      return counted(
        test.choices.filter(({ offered }) => offered === 0).length,
        "choice never offered",
        "choices never offered",
      );
    case "lore":
      return counted(
        test.lore.filter(({ told }) => told === 0).length,
        "lore file never used",
        "lore files never used",
      );
    case "repeats":
      return counted(test.repeats.length, "sentence told twice", "sentences told twice");
    case "changes":
      return counted(test.transcripts.changed.length, "walk that has changed", "walks that have changed");
  }
}

const verdict = ({ title }: StoryTest, failed: readonly string[]): string =>
  failed.length === 0 ? `${title}: passed.` : `${title}: failed: ${failed.join(", ")}.`;
