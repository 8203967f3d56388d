/** What a story looks like without a drawn screen: plain text for people and pipes, one event a line for programs. */
import type { EngineEvent, SceneEvent, StoryPortrait } from "@narratoria/engine";
import { byWeight, withCommand } from "../remedies.js";
import { noteWords, waitingWords } from "@narratoria/engine/shell";
import { NO_NOTES, type SceneNotes, sceneText } from "./plain-text.js";

/** Shows a story as it is told. */
export interface Printer {
  /** A turn begins. */
  start(): void;
  event(event: EngineEvent): void;
  /** A turn has come to its end, well or not. */
  finish(): void;
  /** The scene once more. */
  repeat(scene: SceneEvent): void;
  /** An answer to something that was typed. */
  say(text: string): void;
}

/** A wait shorter than this needs no word. */
const WAIT_MS = 2000;

export interface PlainOptions {
  readonly waitMs?: number;
  /** Whose looks are told in words, once each, where they are there. None are unless given. */
  portraits?(): readonly StoryPortrait[];
}

/** Prints from the finished scene, as prose in flight may yet be replaced. */
export function createPlainPrinter(stdout: NodeJS.WritableStream, options: PlainOptions = {}): Printer {
  const { waitMs = WAIT_MS } = options;
  const described = new Set<string>();
  const looksIn = ({ present }: SceneEvent): string[] => {
    const there = options.portraits?.().filter(({ person, name }) => present.includes(name) && !described.has(person));
    for (const { person } of there ?? []) described.add(person);
    return (there ?? []).map(({ alt }) => `${alt}.`);
  };
  let notes: SceneNotes = NO_NOTES;
  let printed = 0;
  let timer: NodeJS.Timeout | undefined;
  const print = (text: string): void => {
    // A blank line between one scene and the next, none at either end.
    stdout.write(printed++ === 0 ? text : `\n${text}`);
  };
  const finish = (): void => {
    clearTimeout(timer);
    notes = NO_NOTES;
  };
  return {
    start() {
      timer = setTimeout(() => print("Writing the scene.\n"), waitMs);
    },
    event(event) {
      if (event.type === "notice") notes = { ...notes, notices: byWeight([...notes.notices, withCommand(event)]) };
      else if (event.type === "story" && event.soFar) print(`So far:\n${event.soFar.join("\n")}\n`);
      else if (event.type === "narrative") print(`${event.text}\n`);
      else if (event.type === "progress" && event.waiting) print(`${waitingWords(event.waiting)}.\n`);
      else if (event.type === "note") notes = { ...notes, told: [...notes.told, noteWords(event)] };
      else if (event.type === "scene") {
        print(sceneText(event, { ...notes, told: [...notes.told, ...looksIn(event)] }));
        finish();
      }
    },
    finish,
    repeat: (scene) => print(sceneText(scene)),
    say: (text) => print(`${text}\n`),
  };
}

/** Standard output carries events and nothing else; what a person typed is answered on standard error. */
export function createJsonPrinter(stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream): Printer {
  const write = (event: EngineEvent): void => {
    stdout.write(`${JSON.stringify(event)}\n`);
  };
  return {
    start() {},
    event: write,
    finish() {},
    repeat: write,
    say: (text) => void stderr.write(`${text}\n`),
  };
}
