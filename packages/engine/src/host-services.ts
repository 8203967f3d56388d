/** The services a story offers to the scripts of its own turns, over the executor's socket. (DESIGN 4) */
import { getPath, type JsonObject, mergePatch, NarratoriaError } from "@narratoria/protocol";
import type { SceneBrief } from "@narratoria/protocol/story";
import type { HostCall, HostService } from "@narratoria/executor";
import type { SceneDraft } from "@narratoria/narrator";
import type { SearchRequest, Store } from "@narratoria/persistence";

export interface StoryServices {
  readonly store: Store;
  readonly playthroughId: string;
  newId(): string;
  /** Writes a scene from a brief, in the state that the asking script may see. */
  tell(brief: SceneBrief, state: JsonObject): SceneDraft;
}

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 50;

/** A request that a service cannot answer; the host server passes `code` and `message` on to the script. */
class ServiceError extends NarratoriaError {
  override readonly name = "ServiceError";
  constructor(
    override readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Builds the four services of a story: `semanticSearch`, `store`, `state` and `generate`.
 * The playthrough is fixed here; no request can name another.
 */
export function storyServices(story: StoryServices): Record<string, HostService> {
  return {
    async semanticSearch(call: HostCall, request: JsonObject) {
      memoryOnly(request);
      const query = text(request, "query");
      const limit = Math.min(
        MAX_LIMIT,
        typeof request["limit"] === "number" ? Math.max(1, Math.floor(request["limit"])) : DEFAULT_LIMIT,
      );
      const kept = await story.store.semanticSearch(story.playthroughId, {
        dataType: "memory",
        query,
        limit,
        filters: filtersOf(request["filters"]),
      });
      const words = new Set(query.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
      // What the tools before it stored in this turn is not in the database yet, but already theirs to find.
      const staged = call.staged
        .filter(({ dataType, record }) => dataType === "memory" && mentions(record, words))
        .map(({ id, record }) => ({ id, relevance: 0.7, record }));
      return { results: [...staged, ...kept].slice(0, limit) };
    },

    async store(call: HostCall, request: JsonObject) {
      memoryOnly(request);
      const record = object(request["record"]);
      if (typeof record["summary"] !== "string" || record["summary"].trim() === "") {
        throw new ServiceError("invalid_record", 'A memory needs "summary", a sentence that says what happened.');
      }
      const id = story.newId();
      call.stage({ id, dataType: "memory", record });
      return { id };
    },

    async state(call: HostCall, request: JsonObject) {
      const path = request["path"];
      return { state: (typeof path === "string" ? getPath(call.state, path) : call.state) ?? null };
    },

    async *generate(call: HostCall, request: JsonObject) {
      if (request["kind"] !== "scene") throw new ServiceError("unknown_kind", '"kind" must be "scene".');
      const brief = object(request["brief"]);
      if (!Array.isArray(brief["slots"]) || !Array.isArray(brief["effects"])) {
        throw new ServiceError("invalid_brief", '"brief" must hold "slots" and "effects", two lists.');
      }
      const draft = story.tell(brief as unknown as SceneBrief, call.state);
      for (const sentence of draft.sentences)
        yield { type: "delta", paragraph: sentence.paragraph, text: sentence.text };
      yield {
        type: "result",
        paragraphs: draft.paragraphs,
        choices: draft.choices,
        narrator: "storybook",
        patch: draft.patch,
      };
    },
  };
}

/** State as a scene with this beat finds it: everybody who is in it stands where it happens. */
export function stageBeat(
  state: JsonObject,
  beat: { readonly place?: string; readonly people: readonly string[] } | null,
  scene: number,
): JsonObject {
  if (!beat) return state;
  const place = beat.place ?? (typeof state["place"] === "string" ? state["place"] : "");
  const moved = beat.people.filter(
    (id) => getPath(state, `people.${id}.alive`) !== false && getPath(state, `people.${id}.place`) !== place,
  );
  return mergePatch(state, {
    place,
    ...(beat.place ? { world: { visited: { [beat.place]: scene } } } : {}),
    people: Object.fromEntries(moved.map((id) => [id, { place, since: scene }])),
  });
}

function filtersOf(value: JsonObject[string]): NonNullable<SearchRequest["filters"]> {
  const { characters, location, tags } = object(value);
  return {
    ...(Array.isArray(characters) ? { characters: characters.map(String) } : {}),
    ...(typeof location === "string" ? { location } : {}),
    ...(Array.isArray(tags) ? { tags: tags.map(String) } : {}),
  };
}

function memoryOnly(request: JsonObject): void {
  if (request["dataType"] !== "memory") throw new ServiceError("unknown_data_type", '"dataType" must be "memory".');
}

function text(request: JsonObject, field: string): string {
  const value = request[field];
  if (typeof value !== "string") throw new ServiceError("invalid_request", `"${field}" must be text.`);
  return value;
}

function object(value: JsonObject[string]): JsonObject {
  if (value === undefined || value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as JsonObject;
  throw new ServiceError("invalid_request", "An object was expected.");
}

function mentions(record: JsonObject, words: ReadonlySet<string>): boolean {
  const summary = typeof record["summary"] === "string" ? record["summary"].toLowerCase() : "";
  return (summary.match(/\p{L}{3,}/gu) ?? []).some((word) => words.has(word));
}
