import { HostError } from "@narratoria/executor";
import type { Embedder } from "@narratoria/narrator";

/**
 * Answers `embed`.
 *
 * @throws {HostError} `no_embedder` where there is none; `embedding_failed` where it fails, or gives what is none.
 */
export async function embedTexts(
  embedder: Embedder | null,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<{ model: string; dimensions: number; embeddings: number[][] }> {
  if (!embedder) {
    throw new HostError("no_embedder", "There is no embedder here: texts can be found by their words alone.", 503);
  }
  const { id, dimensions } = embedder;
  const embeddings = await embedder.embed(texts, { signal }).catch(() => {
    throw new HostError("embedding_failed", `The embedder ${id} could not read these texts.`, 502);
  });
  const sound =
    embeddings.length === texts.length &&
    embeddings.every((one) => one.length === dimensions && one.every((number) => Number.isFinite(number)));
  if (!sound) throw new HostError("embedding_failed", `The embedder ${id} gave what is no embedding.`, 502);
  return { model: id, dimensions, embeddings: embeddings.map((one) => Array.from(one)) };
}
