/** The `bench` command: what a language model does on this machine. */
import { resolve } from "node:path";
import type { ModelBench } from "@narratoria/engine";
import { CliError, EXIT } from "./errors.js";
import { plainWords, secondsText, writingPace } from "@narratoria/engine/shell";
import { startProgress } from "./progress.js";
import type { Terminal } from "./terminal.js";
import { OWN } from "./own-command.js";

export interface BenchFlags {
  /** Path of a GGUF file; the one that was chosen where none is named. */
  readonly model?: string | true;
  readonly gpu?: "auto" | "off";
  readonly data?: string;
  readonly json?: boolean;
}

const STEPS = {
  loading: "Loading the model",
  reading: "Reading a first prompt",
  writing: "Writing",
  stopping: "Stopping it halfway",
  probing: "Trying what it can write",
} as const;

export async function bench({ model, gpu, data, json }: BenchFlags, terminal: Terminal): Promise<number> {
  const { benchModel, chosenModel } = await import("@narratoria/engine");
  const path = typeof model === "string" ? resolve(model) : (await chosenModel(data))?.path;
  if (path === undefined) {
    const action = `Name one with --model FILE, or choose one with: ${OWN} models use NAME`;
    throw new CliError(`No model has been chosen. ${action}`, EXIT.usage);
  }
  const progress = startProgress(terminal.stderr);
  let step = "";
  const again = setInterval(() => progress.show(`${step} ...`), 250);
  try {
    const measured = await benchModel({
      model: path,
      signal: terminal.signal,
      onStep: (now) => {
        step = STEPS[now];
        progress.show(`${step} ...`);
      },
      ...(gpu === undefined ? {} : { gpu }),
      ...(data === undefined ? {} : { dataDir: data }),
    });
    progress.end();
    terminal.stdout.write(json ? `${JSON.stringify(measured, null, 2)}\n` : `${benchLines(measured).join("\n")}\n`);
    return EXIT.done;
  } finally {
    clearInterval(again);
    progress.end();
  }
}

/** What was measured, in plain words. */
export function benchLines(measured: ModelBench): string[] {
  const { model, tokensPerSecond, promptShare, contextTokens } = measured;
  const { words, scene, keepsUp } = writingPace(tokensPerSecond);
  const rate = tokensPerSecond < 10 ? tokensPerSecond.toFixed(1) : String(Math.round(tokensPerSecond));
  return [
    `${plainWords(model) || "The model"} on this machine:`,
    `  loads in ${secondsText(measured.loadMs)}`,
    `  writes ${rate} tokens a second, about ${words}`,
    `  first words after ${secondsText(measured.firstTextMs)}`,
    `  reads ${Math.round(promptShare * 100)}% of a prompt anew and knows the rest from the turn before`,
    `  stops within ${Math.max(1, Math.round(measured.cancelMs))} ms`,
    `  holds ${contextTokens} tokens at a time`,
    "",
    keepsUp
      ? `It writes faster than most people read. A scene takes it about ${scene}.`
      : `It writes slower than most people read: a scene takes it about ${scene}. What is not written in time, the storybook tells.`,
    "",
    ...probeLines(measured),
    ...aheadLines(measured),
  ];
}

/** How often the scene of a choice was there when it was taken. (rule CL1900) */
function aheadLines({ ahead }: ModelBench): string[] {
  if (ahead === null) return [];
  const { scenes, whole, begun } = ahead;
  return [
    `  had ${whole} of ${scenes} ${scenes === 1 ? "scene" : "scenes"} written when you chose, and ${begun} more begun`,
  ];
}

/** What a model can do, and what it is let do because of it. (rule CL1031) */
function probeLines({ mark, probe: { tells, grammar, instruction, names, repeats, whole } }: ModelBench): string[] {
  if (!whole)
    return [
      "What it can write could not be found out in a minute: this machine is busy, or too slow. The storybook tells until then.",
    ];
  const percent = (share: number): string => `${Math.round(share * 100)}%`;
  return [
    tells === "scene"
      ? "It tells scenes."
      : "It plans and recalls, and the storybook tells. To have it tell all the same: play with --narrator model",
    `  does ${percent(instruction)} of what it is told to (${percent(mark.instruction)} needed)`,
    `  keeps to the given names in ${percent(names)} of its texts (${percent(mark.names)} needed)`,
    `  says ${percent(repeats)} of its phrases twice (at most ${percent(mark.repeats)})`,
    `  ${grammar ? "keeps" : "does not keep"} a given form`,
  ];
}
