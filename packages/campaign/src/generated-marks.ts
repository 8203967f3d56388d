/** Which files of a campaign a model made, and by what each is said to be made. */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { Campaign } from "./campaign.js";
import { fileNames } from "./checks/file-names.js";
import { readFrontMatter } from "./front-matter.js";
import { type Problem, ProblemList } from "./problems.js";
import { MISSING_PROVENANCE } from "./provenance.js";

export interface GeneratedMark {
  /** Path in the campaign: of a picture or sound its own, not that of the note beside it. */
  readonly file: string;
  readonly model: string;
  /** ISO 8601. */
  readonly date: string;
  /** What it was made from. */
  readonly seed: string;
}

/**
 * Lists the files whose provenance is at fault or missing, each in the words of the document. Implements rule CA2300.
 *
 * @param problems - What loading the campaign found.
 */
export function provenanceFaults(campaign: Campaign | null, problems: readonly Problem[]): Problem[] {
  const unmarked = (campaign ? fileNames(campaign) : []).filter(({ code }) => code === "generated_name");
  return [
    ...problems.filter(({ code }) => code === "provenance"),
    ...unmarked.map((problem) => ({ ...problem, message: `${MISSING_PROVENANCE}.` })),
  ];
}

const NOTE = ".provenance.json";

/** Lists what models made, by path. Implements rule CA1303. */
export async function generatedMarks({
  generated,
  texts,
}: Pick<Campaign, "generated" | "texts">): Promise<GeneratedMark[]> {
  const marks: GeneratedMark[] = [];
  for (const path of [...generated].sort()) {
    const told = await provenanceIn(path, texts.get(path) ?? "");
    const word = (name: string): string => {
      const value = told[name];
      return typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
    };
    const file = path.endsWith(NOTE) ? path.slice(0, -NOTE.length) : path;
    marks.push({ file, model: word("source_model"), date: word("generated_at"), seed: word("seed_data") });
  }
  return marks;
}

async function provenanceIn(path: string, text: string): Promise<JsonObject> {
  const value = path.endsWith(".json") ? jsonIn(text) : (await readFrontMatter(text, path, new ProblemList())).data;
  if (!isJsonObject(value)) return {};
  const marked = isJsonObject(value["_provenance"]) ? value["_provenance"] : value;
  return isJsonObject(marked["provenance"]) ? marked["provenance"] : marked;
}

/** The loader has said what is wrong with a file. */
function jsonIn(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
