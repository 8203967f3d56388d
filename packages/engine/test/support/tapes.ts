import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createModelNarrator,
  ModelError,
  type ModelNarrator,
  type NarratedScene,
  type SceneToTell,
  type StoryIndex,
  type TextWriter,
  type WriteRequest,
} from "@narratoria/narrator";
import type { StorySource } from "@narratoria/protocol/story";
import { narratedCampaign } from "../../src/testing.js";

const FOLDER = new URL("../fixtures/tapes", import.meta.url).pathname;
const ROOT = new URL("../../../..", import.meta.url).pathname;

/** A scene that was recorded, and what a good writer made of its prompt; a second text where the first had to be mended. */
export interface Tape {
  readonly name: string;
  readonly story: StoryIndex;
  readonly source: StorySource;
  readonly scene: SceneToTell;
  readonly answers: readonly string[];
}

/** Scenes of campaigns that nobody had read when the checks were made, with a good writer's texts. */
export const UNSEEN = new URL("../fixtures/unseen/tapes", import.meta.url).pathname;

/** All tapes of a folder, campaign by campaign; the repository's own when left out. */
export async function readTapes(from = FOLDER): Promise<Tape[]> {
  const tapes: Tape[] = [];
  const known = new Map<string, Awaited<ReturnType<typeof narratedCampaign>>>();
  for (const campaign of readdirSync(from).sort()) {
    const folder = join(from, campaign);
    const path = readFileSync(join(folder, "campaign.txt"), "utf8").trim();
    const told = known.get(path) ?? (await narratedCampaign(path.includes("/") ? join(ROOT, path) : path, ROOT));
    known.set(path, told);
    for (const file of readdirSync(folder)
      .filter((one) => one.endsWith(".scene.json"))
      .sort()) {
      const number = file.slice(0, file.indexOf("."));
      const scene: SceneToTell = JSON.parse(readFileSync(join(folder, file), "utf8"));
      const paths = [1, 2].map((attempt) => join(folder, `${number}-${attempt}.answer.txt`));
      const answers = paths.filter((one) => existsSync(one)).map((one) => readFileSync(one, "utf8").trim());
      tapes.push({ name: `${campaign} ${number}`, ...told, scene, answers });
    }
  }
  return tapes;
}

interface Teller {
  readonly narrator: ModelNarrator;
  answers: readonly string[];
  asked: number;
  /** Answers what is asked about the sentences of a scene; they are not judged where it is null. */
  judge: ((request: WriteRequest) => string) | null;
}

/** One narrator a campaign: what it knows of its words is learned once. */
const tellers = new Map<StorySource, Teller>();
const judgedTellers = new Map<StorySource, Teller>();

function tellerOf({ story, source }: Tape, judge: Teller["judge"]): Teller {
  const teller = (judge ? judgedTellers : tellers).get(source);
  if (teller) return teller;
  const host: TextWriter = {
    status: { state: "ready", model: { id: "tape", path: "", contextTokens: 4096 }, restarts: 0 },
    // All at once: how a stream is cut is tried elsewhere, and takes its time.
    write: async (request, { signal, onText }) => {
      const text = request.schema && made.judge ? made.judge(request) : made.answers[made.asked++];
      if (text === undefined) throw new ModelError("timeout", "There are no more answers.");
      onText?.(text);
      signal.throwIfAborted();
      const tokens = { prompt: 0, evaluated: 0, written: 0 };
      return { text, ended: "end", tokens, timeMs: { queued: 0, firstText: 0, total: 0 } };
    },
  };
  const narrator = createModelNarrator({ host, story, source, choicesMs: 0, judges: judge ? "always" : "never" });
  const made: Teller = { narrator, answers: [], asked: 0, judge };
  (judge ? judgedTellers : tellers).set(source, made);
  return made;
}

/** Has a scene told with these texts as a model's answers, in their order; after the last the model is silent. */
export function tellTape(
  tape: Tape,
  answers: readonly string[],
  judge: Teller["judge"] = null,
): Promise<NarratedScene> {
  const teller = tellerOf(tape, judge);
  Object.assign(teller, { answers, asked: 0, judge });
  return teller.narrator.tell(tape.scene, { signal: new AbortController().signal, onSentence() {} });
}
