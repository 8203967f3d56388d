import type { ReadPassage } from "@narratoria/protocol/contracts";
import { addressed } from "./audience.js";
import { markdownBlocks } from "./blocks.js";
import { type Document, documentOf, withoutProvenance } from "./documents.js";
import type { ReadingSource } from "./read-story.js";
import { withoutStageLabels } from "./stages.js";

/** A campaign's texts as far as they may be told, and what was found in the rest. */
export interface ToldTexts {
  /** The texts without what is the teller's alone. */
  readonly source: ReadingSource;
  /** Lore files that are documents, by path. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly passages: readonly ReadPassage[];
}

/** Parts all texts of a campaign into what the player may hear and what is meant for the teller. */
export function toldTexts(source: ReadingSource): ToldTexts {
  const passages: ReadPassage[] = [];
  const documents = new Map<string, Document>();
  const part = (text: string, file: string, ownWords: boolean): string => {
    const whole = source.text?.(file);
    const at = whole === undefined ? -1 : whole.indexOf(text.slice(0, 60));
    const firstLine = whole === undefined || at < 0 ? 1 : whole.slice(0, at).split("\n").length;
    const kept = withoutPassages(text, source.corrections?.value.notTold ?? []);
    const result = addressed(kept, file, firstLine, ownWords);
    passages.push(...result.passages);
    // A text without any mark stays as it is, to the letter.
    return result.passages.length === 0 ? kept : result.told;
  };
  const lore = source.lore.map((entry) => {
    const document = documentOf(entry.file, markdownBlocks(entry.text));
    if (document !== null) {
      documents.set(entry.file, document);
      passages.push({
        file: entry.file,
        line: 1,
        text: document.np,
        audience: "world",
        form: "document",
        ...(document.writer === "" ? {} : { writer: document.writer }),
        evidence: { certainty: "inferred", file: entry.file, line: 1, why: document.why },
      });
    }
    const text = part(entry.text, entry.file, false);
    return { ...entry, text: document === null ? withoutStageLabels(text) : withoutProvenance(text) };
  });
  return {
    documents,
    source: {
      ...source,
      premise: part(source.premise, "plot/premise.md", true),
      setting: withoutStageLabels(part(source.setting, "world/setting.md", false)),
      lore,
      endings: source.endings.map((ending) => ({
        ...ending,
        body: part(ending.body, `plot/endings/${ending.id}.md`, true),
      })),
    },
    passages,
  };
}

/** The text without paragraphs that open with words which the author marked as never told. */
function withoutPassages(text: string, openings: readonly string[]): string {
  if (openings.length === 0) return text;
  const marked = (paragraph: string): boolean =>
    openings.some((opening) => paragraph.replace(/^[\s>*_#-]+/, "").startsWith(opening));
  return text
    .split(/(\n\s*\n)/)
    .filter((part) => !marked(part))
    .join("");
}
