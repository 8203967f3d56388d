/** The `recall-memory` script: finds what the story remembers about something. */
import { defineTool, type SearchResult } from "@narratoria/protocol/skill";
import { rankMemories } from "./ranking.js";

const DEFAULT_LIMIT = 5;
const DEFAULT_THRESHOLD = 0.7;
/** The most that a host gives at once. */
const MOST_FOUND = 50;

/** Characters of a query that the host searches for. */
const LONGEST_QUERY = 8192;

defineTool({
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
  async run(input, { emit, config, host }) {
    if (!host) {
      emit.log(
        "warn",
        "Nothing can be recalled: memories are kept by the runtime, and this script was run without one.",
      );
      return { memories: [] };
    }
    const { query, limit = DEFAULT_LIMIT, characters = [], filters = {}, threshold = 0 } = input;
    const words = query.slice(0, LONGEST_QUERY);
    const search = (narrowed: object): Promise<{ results: SearchResult[] }> =>
      // What is ranked last here must not crowd out others there.
      host.semanticSearch({
        dataType: "memory",
        query: words,
        limit: Math.min(MOST_FOUND, 2 * limit),
        filters: narrowed,
      });
    // What concerns the people at hand is asked for by itself, or memories of others that match more words would crowd it out.
    const searches = await Promise.all([
      ...(characters.length > 0 && !filters.characters ? [search({ ...filters, characters })] : []),
      search(filters),
    ]);
    const settings = typeof config.similarityThreshold === "number" ? config.similarityThreshold : DEFAULT_THRESHOLD;
    const found = searches.map(({ results }) => results);
    return { memories: rankMemories(found, { limit, threshold: settings, least: threshold }) };
  },
});
