import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { atOnce } from "@narratoria/protocol";
import { FAMILIES, type Family } from "@narratoria/protocol/english";
import { packagePath } from "@narratoria/protocol/launch";
import type { CheckedLaw } from "@narratoria/protocol/laws";
import type { Frame } from "./frame.js";
import { canonicalKey, FRAME_KEYS, FrameSyntaxError, lintFrame, parseFrame } from "./frame.js";
import type { FrameProblem, FrameSection } from "@narratoria/protocol/frame-file";
import { readFrameFile } from "@narratoria/protocol/frame-file";

/** Words for one slot, by the tone family that they suit. */
export interface Lexicon {
  readonly family: Family | "any";
  readonly words: readonly string[];
}

/** All frames that a story can use. */
export interface FrameLibrary {
  /** The frames of one key, ours first. */
  frames(key: string): readonly Frame[];
  readonly lexicons: ReadonlyMap<string, readonly Lexicon[]>;
  /** Faults of the campaign's own frames. */
  readonly problems: readonly FrameProblem[];
  readonly size: number;
}

interface FrameText {
  readonly file: string;
  readonly text: string;
}

let bundled: readonly FrameText[] | undefined;

/** The frame files that come with this package. */
export function bundledFrames(): readonly FrameText[] {
  if (bundled) return bundled;
  const folder = packagePath({
    moduleUrl: import.meta.url,
    beside: ["../storybook", "../../storybook"],
    bundled: "storybook",
    installed: ["@narratoria/narrator", "storybook"],
  });
  bundled =
    folder === null
      ? []
      : readdirSync(folder)
          .filter((name) => name.endsWith(".md"))
          .sort()
          .map((name) => ({ file: name, text: readFileSync(join(folder, name), "utf8") }));
  return bundled;
}

interface Item {
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly own: boolean;
}

/**
 * Builds the library of a story: our frames, then the campaign's. The campaign's are read at once, and what is faulty in them is
 * left out and reported; ours are read as their keys are first asked for, since a story of an evening uses half of them. Our frames
 * that break a law of the story are left out in silence, since nobody can mend them.
 *
 * @param own - The campaign's frame files. `# props`, `# names` and `# keeps` sections are read by the mining and passed over here.
 * @param onFault - Told of every fault in our own frames: for the test that there is none.
 */
export function loadFrames(
  ours: readonly FrameText[],
  own: readonly FrameText[],
  laws: readonly CheckedLaw[],
  onFault?: (problem: FrameProblem) => void,
): FrameLibrary {
  return atOnce(loadingFrames(ours, own, laws, onFault));
}

/** As `loadFrames`, with a stop after each file and each kind of frame. */
export function* loadingFrames(
  ours: readonly FrameText[],
  own: readonly FrameText[],
  laws: readonly CheckedLaw[],
  onFault?: (problem: FrameProblem) => void,
): Generator<void, FrameLibrary> {
  const problems: FrameProblem[] = [];
  const items = new Map<string, Item[]>();
  const lexicons = new Map<string, Lexicon[]>();
  let size = 0;
  const report = (own_: boolean, problem: FrameProblem): void => {
    if (own_) problems.push(problem);
    else onFault?.(problem);
  };
  const files = [...ours.map((entry) => ({ ...entry, own: false })), ...own.map((entry) => ({ ...entry, own: true }))];
  for (const { file, text, own: isOwn } of files) {
    yield;
    for (const section of readFrameFile(text)) {
      const [, kind = "", family = ""] = /^(lexicon|props|names|keeps)\s+(.+)$/i.exec(section.heading) ?? [];
      if (/^lexicon$/i.test(kind)) readLexicon(file, section, family.toLowerCase(), isOwn);
      if (kind !== "") continue;
      const key = canonicalKey(section.heading);
      if (!FRAME_KEYS.has(key)) {
        if (section.items.length > 0) {
          report(isOwn, {
            file,
            line: section.line,
            message: `There is no kind of frame called "${section.heading}".`,
            severity: "error",
          });
        }
        continue;
      }
      const list = items.get(key) ?? [];
      for (const item of section.items) list.push({ ...item, file, own: isOwn });
      items.set(key, list);
      size += section.items.length;
    }
  }

  function readLexicon(file: string, section: FrameSection, family: string, isOwn: boolean): void {
    if (family !== "any" && !FAMILIES.includes(family as Family)) {
      report(isOwn, {
        file,
        line: section.line,
        message: `"${family}" is not a tone family; there are ${FAMILIES.join(", ")}, and any.`,
        severity: "error",
      });
      return;
    }
    for (const item of section.items) {
      const [, name = "", list = ""] = /^([a-z]+):\s*(.+)$/i.exec(item.text) ?? [];
      const words = list
        .split(",")
        .map((word) => word.trim())
        .filter(Boolean);
      if (words.length === 0) continue;
      const lists = lexicons.get(name.toLowerCase()) ?? [];
      lists.push({ family: family as Family | "any", words });
      lexicons.set(name.toLowerCase(), lists);
    }
  }

  const lexiconNames = new Set(lexicons.keys());
  function* parsing(key: string, list: readonly Item[]): Generator<void, Frame[]> {
    const frames = new Map<string, Frame>();
    for (const { text, file, line, own: isOwn } of list) {
      yield;
      try {
        const frame = parseFrame(key, text, { file, line, own: isOwn }, lexiconNames);
        const doubts =
          isOwn || onFault || laws.length > 0 ? lintFrame(frame, laws, isOwn || onFault !== undefined) : [];
        for (const doubt of doubts) report(isOwn, { file, line, ...doubt });
        if (doubts.some((doubt) => doubt.severity === "error")) continue;
        frames.set(frame.id, frame);
      } catch (error) {
        if (!(error instanceof FrameSyntaxError)) throw error;
        report(isOwn, { file, line, message: error.message, severity: "error" });
      }
    }
    return [...frames.values()];
  }
  const ownFrames = new Map<string, readonly Frame[]>();
  for (const [key, list] of items) {
    const theirs = list.filter((item) => item.own);
    if (theirs.length > 0) ownFrames.set(key, yield* parsing(key, theirs));
  }
  const parsed = new Map<string, readonly Frame[]>();
  const frames = (key: string): readonly Frame[] => {
    const known = parsed.get(key);
    if (known) return known;
    const ours = (items.get(key) ?? []).filter((item) => !item.own);
    const read = [...atOnce(parsing(key, ours)), ...(ownFrames.get(key) ?? [])];
    parsed.set(key, read);
    return read;
  };
  if (onFault) for (const key of items.keys()) frames(key);
  return { frames, lexicons, problems, size };
}
