/** The services a story offers to the scripts of its own turns, over the executor's socket. (docs/host-services.md of protocol) */
import { getPath, type JsonObject, mergePatch } from "@narratoria/protocol";
import type {
  DeleteRequest,
  EmbedRequest,
  ExactMatchRequest,
  GenerateRequest,
  SemanticSearchRequest,
  StateRequest,
  StoreRequest,
  UpdateRequest,
  WaitingFor,
} from "@narratoria/protocol/contracts";
import { checkContract, isContract } from "@narratoria/protocol/contracts";
import { type HostCall, HostError, type HostService } from "@narratoria/executor";
import type { Embedder, TextGenerator } from "@narratoria/narrator";
import { embedTexts } from "./embed-texts.js";
import { writeText } from "./generate-text.js";
import { type AskedScene, readBrief } from "./scene-brief.js";
import { checkRecord, checkWritable } from "./kept-records.js";
import { type KeptRecords, StagedRecords } from "./staged-records.js";

export interface StoryServices {
  readonly playthroughId: string;
  readonly records: KeptRecords;
  /** Null where the engine was given none. */
  readonly embedder: Embedder | null;
  readonly generator: TextGenerator | null;
  newId(dataType: string): string;
  /** Tells a scene from a brief, in the state that the asking script may see: deltas as they come, then the result. */
  narrate(brief: AskedScene, state: JsonObject, options: NarrateOptions): AsyncIterable<object>;
  /** Part of a text that came of a scene's piece `write`. */
  written(part: GenerateRequest): void;
  /** Told of each search once it is answered. It returns at once. */
  searched(search: AnsweredSearch): void;
}

/** A search of a script's, as a log has it: nothing that was asked or found. */
export interface AnsweredSearch {
  readonly service: "semanticSearch" | "exactMatch";
  readonly dataType: string;
  /** How many records it found. */
  readonly found: number;
  /** Milliseconds from the request to its answer. */
  readonly ms: number;
  readonly toolId: string;
  readonly toolPath: string;
}

export interface NarrateOptions {
  readonly signal: AbortSignal;
  /** How it is to be told, as the storyteller's settings say. */
  readonly style: string | undefined;
  /** Who writes for the asking script, where it has somebody. */
  readonly writer: GenerateRequest["writer"];
  /** How long the player waits for it, as the settings say. */
  readonly patienceMs?: number;
  /** Told whom the scene waits for, and null once that is over. */
  readonly onWait?: (waiting: WaitingFor | null) => void;
}

/** The body of a request by the name of its service, once it keeps the contract. */
interface Requests {
  readonly semanticSearch: SemanticSearchRequest;
  readonly exactMatch: ExactMatchRequest;
  readonly store: StoreRequest;
  readonly update: UpdateRequest;
  readonly delete: DeleteRequest;
  readonly embed: EmbedRequest;
  readonly generate: GenerateRequest;
  readonly state: StateRequest;
}

type ServiceName = keyof Requests;

/** As `HostService`, for a request that keeps its contract. */
type Services = {
  readonly [S in ServiceName]: (call: HostCall, request: Requests[S]) => Promise<object> | AsyncIterable<object>;
};

const DEFAULT_FOUND = 5;
const DEFAULT_MATCHED = 50;

/**
 * Builds the eight services of a story. A request that does not keep the contract `host-services` never reaches one. The
 * playthrough is fixed here: a request that names another is refused. Implements rules EN13, EN15, EN280 to EN285 and EN1421.
 */
export function storyServices(story: StoryServices): Readonly<Record<ServiceName, HostService>> {
  const seenBy = (call: HostCall): StagedRecords => new StagedRecords(call.staged, story.records);
  const timed = async <Found extends readonly unknown[]>(
    service: AnsweredSearch["service"],
    { skill, script, toolId }: HostCall,
    dataType: string,
    answer: Promise<Found>,
  ): Promise<Found> => {
    const startedAt = performance.now();
    const found = await answer;
    const ms = Math.round(10 * (performance.now() - startedAt)) / 10;
    story.searched({ service, dataType, found: found.length, ms, toolId, toolPath: `${skill}/${script}` });
    return found;
  };
  const services: Services = {
    async semanticSearch(call, { dataType, query, filters, limit = DEFAULT_FOUND }) {
      const results = seenBy(call).search(dataType, query, filters ?? {}, limit);
      return { results: await timed("semanticSearch", call, dataType, results) };
    },

    async exactMatch(call, { dataType, filters, limit = DEFAULT_MATCHED }) {
      const records = await timed("exactMatch", call, dataType, seenBy(call).match(dataType, filters, limit));
      return { results: records.map(({ id, record }) => ({ id, relevance: 1, record })) };
    },

    async store(call, { dataType, record }) {
      checkRecord(dataType, record);
      const id = (await seenBy(call).placeOf(dataType, record)) ?? story.newId(dataType);
      call.stage({ change: "store", id, dataType, record });
      return { id };
    },

    async update(call, { dataType, id, changes }) {
      checkWritable(dataType);
      const record = await seenBy(call).get(dataType, id);
      checkRecord(dataType, mergePatch(record, changes));
      call.stage({ change: "update", id, dataType, changes });
      return { id };
    },

    async delete(call, { dataType, id }) {
      checkWritable(dataType);
      await seenBy(call).get(dataType, id);
      call.stage({ change: "delete", id, dataType });
      return { id };
    },

    embed: (call, { texts }) => embedTexts(story.embedder, texts, call.signal),

    generate(call, request) {
      if (request.kind === "text") return writeText(story.generator, request, call.signal);
      if (request.kind === "written") return noted(story, request);
      if (request.kind !== "scene") throw refused("unknown_kind", '"kind" must be "scene", "text" or "written".');
      const { signal, state } = call;
      const { brief = {}, style, writer, patienceMs } = request;
      const patience = patienceMs === undefined ? {} : { patienceMs };
      return story.narrate(readBrief(brief), state, { signal, style, writer, ...patience });
    },

    async state(call, { path }) {
      return { state: (path === undefined ? call.state : getPath(call.state, path)) ?? null };
    },
  };
  const checked = <S extends ServiceName>(name: S): HostService => {
    return (call, request) => services[name](call, requestOf(name, request, story.playthroughId));
  };
  return {
    semanticSearch: checked("semanticSearch"),
    exactMatch: checked("exactMatch"),
    store: checked("store"),
    update: checked("update"),
    delete: checked("delete"),
    embed: checked("embed"),
    generate: checked("generate"),
    state: checked("state"),
  };
}

/** @throws {HostError} `foreign_playthrough` or `invalid_request`, which tells the first fault in words. */
function requestOf<S extends ServiceName>(service: S, request: JsonObject, playthroughId: string): Requests[S] {
  for (const named of [request["playthroughId"], getPath(request, "filters.playthroughId")]) {
    if (named === undefined || named === playthroughId) continue;
    throw new HostError(
      "foreign_playthrough",
      "a script may ask about the story that is being played, and no other",
      403,
    );
  }
  const exchange = { service, request };
  if (keepsContract(exchange)) return exchange.request;
  const [fault] = checkContract("host-services", exchange);
  throw refused(
    "invalid_request",
    `The request to "${service}" will not do: ${fault?.message ?? "it breaks its contract"}`,
  );
}

function keepsContract<S extends ServiceName>(exchange: {
  readonly service: S;
  readonly request: object;
}): exchange is { readonly service: S; readonly request: Requests[S] } {
  return isContract("host-services", exchange);
}

async function* noted(story: StoryServices, part: GenerateRequest): AsyncGenerator<object> {
  story.written(part);
  yield { type: "noted" };
}

function refused(code: string, message: string): HostError {
  return new HostError(code, message, 400);
}
