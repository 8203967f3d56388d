import { createStaticEmbedder, type Embedder } from "@narratoria/narrator";

/** Read once, however many engines are open. */
const shipped = createStaticEmbedder();

/** The embedder to use: the one that ships where none was named, none at all for null. */
export function embedderFor(named: Embedder | null | undefined): Embedder | null {
  return named === undefined ? shipped : named;
}
