/** The `recall-memory` script: finds what the story remembers about something. */
import { declareTool, type Host, type SearchResult } from "@narratoria/protocol/skill";
import { rankMemories } from "./ranking.js";

const DEFAULT_LIMIT = 5;
const DEFAULT_THRESHOLD = 0.7;
/** The most that a host gives at once. */
const MOST_FOUND = 50;

/** Classes of the verbs by which something is done to somebody, as their memories are tagged. */
const DEED_TAGS = ["bond", "end"];

/** Whom a remembered deed was done to. */
function doneTo({ deed }: Readonly<Record<string, unknown>>): string | undefined {
  const { bind } = Object(deed) as { readonly bind?: { readonly npc?: unknown } };
  return typeof bind?.npc === "string" ? bind.npc : undefined;
}

/** Scenes after which a deed is one that somebody has not forgotten. */
const DEED_AGE = 4;

/** What was done to people some scenes ago, the latest first, whatever words it shares with a query. */
async function deedsTo(
  host: Host,
  characters: readonly string[],
  filters: object,
  scene: number,
): Promise<SearchResult[]> {
  const { results } = await host.exactMatch({
    dataType: "memory",
    filters: { ...filters, characters },
    limit: MOST_FOUND,
  });
  const sceneOf = ({ record }: SearchResult): number => (typeof record.scene === "number" ? record.scene : scene);
  return results
    .filter((one) => characters.includes(doneTo(one.record) ?? "") && sceneOf(one) <= scene - DEED_AGE)
    .sort((a, b) => sceneOf(b) - sceneOf(a))
    .map((one) => ({ ...one, relevance: 0 }));
}

/** How many memories are ranked for each that is given. */
const SEARCHED = 4;

/** Characters of a query that the host searches for. */
const LONGEST_QUERY = 8192;

export const recallMemoryTool = declareTool({
  input: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 1, description: "What to recall, in words." },
      limit: { type: "integer", minimum: 1, maximum: 50 },
      threshold: { type: "number", minimum: 0, maximum: 1, description: "Leave out what is less relevant than this." },
      characters: { type: "array", items: { type: "string" }, description: "Whose memories come first." },
      filters: {
        type: "object",
        description: "What must hold for every memory.",
        properties: {
          location: { type: "string" },
          characters: { type: "array", items: { type: "string" } },
          tags: { type: "array", items: { type: "string" } },
        },
      },
    },
    required: ["query"],
  },
  async run(input, { emit, config, host, context }) {
    if (!host) {
      emit.log(
        "warn",
        "Nothing can be recalled: memories are kept by the runtime, and this script was run without one.",
      );
      return { memories: [] };
    }
    const { query, limit = DEFAULT_LIMIT, characters = [], filters = {}, threshold = 0 } = input;
    const words = query.slice(0, LONGEST_QUERY);
    const scene = typeof context.scene === "number" ? context.scene : 0;
    const search = (narrowed: object): Promise<{ results: SearchResult[] }> =>
      // What is ranked last here must not crowd out others there.
      host.semanticSearch({
        dataType: "memory",
        query: words,
        limit: Math.min(MOST_FOUND, SEARCHED * limit),
        filters: narrowed,
      });
    // What was done to them is what they have not forgotten: questions and journeys share more words with most scenes.
    const ofPeople = characters.length > 0 && !filters.characters;
    const done = ofPeople && !filters.tags ? deedsTo(host, characters, { ...filters, tags: DEED_TAGS }, scene) : [];
    // What concerns the people at hand is asked for by itself, or memories of others that match more words would crowd it out.
    const searches = await Promise.all([...(ofPeople ? [search({ ...filters, characters })] : []), search(filters)]);
    const settings = typeof config.similarityThreshold === "number" ? config.similarityThreshold : DEFAULT_THRESHOLD;
    const found = searches.map(({ results }) => results);
    const deeds = await done;
    return { memories: rankMemories([...found, deeds], { limit, threshold: settings, least: threshold, deeds }) };
  },
});
