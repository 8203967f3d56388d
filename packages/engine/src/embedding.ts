import { createStaticEmbedder, type Embedder } from "@narratoria/narrator";
import { orNull, withMethods } from "./options.js";

export const EMBEDDER = orNull(withMethods("an object with `id`, `dimensions` and `embed()`", "embed"));

/** Read once, however many engines are open. */
export const shippedEmbedder = createStaticEmbedder();

/**
 * The embedder to use: none at all for null; where none was named, the one that ships.
 *
 * @param better - Stands before the one that ships, where there is one.
 */
export function embedderFor(named: Embedder | null | undefined, better?: Embedder | null): Embedder | null {
  return named === undefined ? (better ?? shippedEmbedder) : named;
}

/** Has the embedder that ships read its vectors, so that no turn waits for them. Where they cannot be read, whoever embeds says so. */
export async function prepareEmbedder(embedder: Embedder | null): Promise<void> {
  if (embedder === shippedEmbedder) await shippedEmbedder.load().catch(() => {});
}
