/** Reads the texts of beats and endings that vary by condition, and says what is wrong with them. */
import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { BeatContext } from "./beats.js";
import { positionAt } from "./json-text.js";
import type { Place, Position } from "./problems.js";
import { allVariants, isVaried, marksIn, parseVaried } from "./varied-text.js";

/** Judges the marks of a text and hands on its conditions. Implements rules CA1012 and CA1014. */
export function checkVaried(text: string, placeOf: (mark: number) => Place, context: BeatContext): void {
  if (!isVaried(text)) return;
  const { faults, conditions } = parseVaried(text);
  for (const { mark, message } of faults) context.problems.error(context.file, placeOf(mark), "varied_text", message);
  for (const { source, mark } of conditions) context.onExpression?.(source, placeOf(mark), true);
}

/** A text with all that it can say. Implements rule CA1011. */
export function variantsOf(text: string, placeOf: (mark: number) => Place, context: BeatContext): string {
  checkVaried(text, placeOf, context);
  const all = allVariants(text);
  if (all !== null) return all;
  const message =
    "One sentence here has more than 32 variants. They are left out: make sentences of their own of them.";
  context.problems.error(context.file, placeOf(0), "varied_text", message);
  return "";
}

/** What a beat can say in all. `texts` holds what its author wrote; null where nothing in it varies. */
export function readVariants(
  beat: Pick<PlotBeat, "description" | "dialogue" | "outcomes">,
  pointer: string,
  context: BeatContext,
): Pick<PlotBeat, "description" | "dialogue" | "outcomes"> & { readonly texts: readonly string[] | null } {
  const { description, dialogue, outcomes } = beat;
  const texts = [
    description,
    ...(dialogue ?? []).map(({ line }) => line),
    ...(outcomes ?? []).map((outcome) => outcome.description),
  ];
  if (!texts.some(isVaried)) return { description, texts: null };
  const read = (text: string, at: string): string => variantsOf(text, () => context.locate(`${pointer}${at}`), context);
  return {
    description: read(description, "/description"),
    ...(dialogue && {
      dialogue: dialogue.map((one, index) => ({ ...one, line: read(one.line, `/dialogue/${index}/line`) })),
    }),
    ...(outcomes && {
      outcomes: outcomes.map((one, index) => ({
        ...one,
        description: read(one.description, `/outcomes/${index}/description`),
      })),
    }),
    texts,
  };
}

/** Where a mark of a Markdown text stands in its file, below front matter of so many lines. Comments hold none. */
export function placeOfMark(file: string, mark: number, headLines: number): Position {
  const below = file.split("\n").slice(0, headLines).join("\n").length;
  const bare = file.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, " "));
  const index = marksIn(bare).filter((at) => at >= below)[mark];
  return positionAt(file, index ?? below);
}
