import { readdirSync, readFileSync } from "node:fs";
import type { Family } from "../mine/families.js";
import { FAMILIES } from "../mine/families.js";
import type { Frame } from "./frame.js";
import { canonicalKey, FRAME_KEYS, FrameSyntaxError, lintFrame, parseFrame } from "./frame.js";
import type { FrameProblem } from "./frame-file.js";
import { readFrameFile } from "./frame-file.js";

/** Words for one slot, by the tone family that they suit. */
export interface Lexicon {
  readonly family: Family | "any";
  readonly words: readonly string[];
}

/** All frames that a story can use, by key. */
export interface FrameLibrary {
  readonly byKey: ReadonlyMap<string, readonly Frame[]>;
  readonly lexicons: ReadonlyMap<string, readonly Lexicon[]>;
  readonly problems: readonly FrameProblem[];
  readonly size: number;
}

interface FrameText {
  readonly file: string;
  readonly text: string;
}

// From src/ and from dist/ alike the frames lie one folder up.
const BUNDLED = new URL("../storybook/", import.meta.url);
const BUNDLED_FROM_SOURCE = new URL("../../storybook/", import.meta.url);

let bundled: readonly FrameText[] | undefined;

/** The frame files that come with this package. */
export function bundledFrames(): readonly FrameText[] {
  if (bundled) return bundled;
  const folder = [BUNDLED, BUNDLED_FROM_SOURCE].find((url) => {
    try {
      return readdirSync(url).length > 0;
    } catch {
      return false;
    }
  });
  bundled =
    folder === undefined
      ? []
      : readdirSync(folder)
          .filter((name) => name.endsWith(".md"))
          .sort()
          .map((name) => ({ file: name, text: readFileSync(new URL(name, folder), "utf8") }));
  return bundled;
}

/**
 * Builds the library of a story: our frames, then the campaign's. What is faulty is left out and reported; our frames that use a
 * word which the story forbids are left out in silence, since nobody can mend them.
 *
 * @param own - The campaign's frame files. `# props` and `# names` sections are read by the mining and passed over here.
 */
export function loadFrames(
  ours: readonly FrameText[],
  own: readonly FrameText[],
  forbidden: readonly string[],
): FrameLibrary {
  const problems: FrameProblem[] = [];
  const byKey = new Map<string, Frame[]>();
  const lexicons = new Map<string, Lexicon[]>();
  const files = [
    ...ours.map((entry) => ({ ...entry, own: false })),
    ...own.map((entry) => ({ ...entry, own: true })),
  ].map((entry) => ({
    ...entry,
    sections: readFrameFile(entry.text),
  }));
  for (const { file, sections } of files) {
    for (const section of sections) {
      const family = /^lexicon\s+(\S+)$/i.exec(section.heading)?.[1]?.toLowerCase();
      if (family === undefined) continue;
      if (family !== "any" && !FAMILIES.includes(family as Family)) {
        problems.push({
          file,
          line: section.line,
          message: `"${family}" is not a tone family; there are ${FAMILIES.join(", ")}, and any.`,
          severity: "error",
        });
        continue;
      }
      for (const item of section.items) {
        const [, name = "", list = ""] = /^([a-z]+):\s*(.+)$/i.exec(item.text) ?? [];
        const words = list
          .split(",")
          .map((word) => word.trim())
          .filter(Boolean);
        if (words.length > 0)
          lexicons.set(name.toLowerCase(), [
            ...(lexicons.get(name.toLowerCase()) ?? []),
            { family: family as Family | "any", words },
          ]);
      }
    }
  }
  const lexiconNames = new Set(lexicons.keys());
  const seen = new Set<string>();
  for (const entry of files) {
    for (const section of entry.sections) {
      if (/^(?:lexicon|props|names)\s/i.test(section.heading)) continue;
      const key = canonicalKey(section.heading);
      if (!FRAME_KEYS.has(key)) {
        if (section.items.length > 0)
          problems.push({
            file: entry.file,
            line: section.line,
            message: `There is no kind of frame called "${section.heading}".`,
            severity: "error",
          });
        continue;
      }
      for (const item of section.items) {
        try {
          const frame = parseFrame(key, item.text, { file: entry.file, line: item.line, own: entry.own }, lexiconNames);
          const doubts = lintFrame(frame, entry.own ? [] : forbidden);
          const fatal = doubts.filter((doubt) => doubt.severity === "error");
          for (const doubt of entry.own ? doubts : []) problems.push({ file: entry.file, line: item.line, ...doubt });
          if (fatal.length > 0) continue;
          if (seen.has(frame.id)) continue;
          seen.add(frame.id);
          byKey.set(key, [...(byKey.get(key) ?? []), frame]);
        } catch (error) {
          if (!(error instanceof FrameSyntaxError)) throw error;
          problems.push({ file: entry.file, line: item.line, message: error.message, severity: "error" });
        }
      }
    }
  }
  return { byKey, lexicons, problems, size: seen.size };
}
