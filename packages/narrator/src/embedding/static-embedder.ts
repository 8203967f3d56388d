import { setImmediate as nextTurn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { packagePath } from "@narratoria/protocol/launch";
import type { Embedder } from "../models.js";
import { StaticVectors } from "./static-vectors.js";
import { windowsOf } from "./windows.js";

/** Other vectors need another name: those of two ids are never compared. */
const ID = "narratoria-static-1";
const DIMENSIONS = 256;
const FILE = `${ID}.bin`;
/** As many as MiniLM reads of a text, without the marks of beginning and end. */
const MOST_PIECES = 254;
/** As many answers reach this cosine as reach 0.4 by MiniLM (`tools/embedder/calibrate.mjs`): 0.7 asks as much of either. */
const MATCH = 0.38;
/** So long texts are embedded before whoever else waits has a turn. */
const SLICE_MS = 8;

export interface StaticEmbedder extends Embedder {
  windows(text: string): readonly string[];
  /** Reads the vectors, while whatever else the program does goes on; `windows` would read them at once. */
  load(): Promise<void>;
}

/**
 * The embedder that ships: a vector for each piece of a word, distilled from all-MiniLM-L6-v2, and their sum for a text. A sentence takes
 * some microseconds, and nothing has to be downloaded. It does not know the order of words, and hardly what is denied. A text of no word
 * that it knows (the empty one too) gets zeros alone, which are near to nothing.
 *
 * The vectors are read from the package when they are first needed. Implements rules NA281 to NA224.
 *
 * @param options.file - Another file of vectors, as `tools/embedder` makes them.
 */
export function createStaticEmbedder(options: { readonly file?: URL } = {}): StaticEmbedder {
  let read: StaticVectors | undefined;
  let loading: Promise<StaticVectors> | undefined;
  const place = (): URL => options.file ?? assetFile(FILE);
  const vectors = (): StaticVectors => (read ??= ours(StaticVectors.read(place()), place()));
  const loaded = async (): Promise<StaticVectors> => {
    if (read) return read;
    loading ??= StaticVectors.load(place());
    try {
      const fresh = await loading;
      return (read ??= ours(fresh, place()));
    } catch (error) {
      // A file that is mended is read by the next who asks.
      loading = undefined;
      throw error;
    }
  };
  const ours = (fresh: StaticVectors, file: URL): StaticVectors => {
    if (fresh.id !== ID || fresh.dimensions !== DIMENSIONS) {
      throw new Error(
        `${file.pathname} holds the vectors ${fresh.id}, where ${ID} were expected. Install Narratoria again.`,
      );
    }
    return fresh;
  };
  return {
    id: ID,
    dimensions: DIMENSIONS,
    match: MATCH,
    async embed(texts, { signal } = {}) {
      const found: Float32Array[] = [];
      signal?.throwIfAborted();
      if (texts.length === 0) return found;
      const known = await loaded();
      signal?.throwIfAborted();
      let since = performance.now();
      for (const text of texts) {
        found.push(known.vectorOf(text));
        if (performance.now() - since < SLICE_MS) continue;
        await nextTurn();
        signal?.throwIfAborted();
        since = performance.now();
      }
      return found;
    },
    load: async () => void (await loaded()),
    windows: (text) => windowsOf(text, MOST_PIECES, (part) => vectors().pieces.count(part)),
  };
}

/** A file that travels with this package: beside the built code or the sources, or where the package is installed for who bundles us. */
function assetFile(name: string): URL {
  const path = `assets/${name}`;
  const found = packagePath({
    moduleUrl: import.meta.url,
    beside: [`../${path}`, `../../${path}`],
    bundled: path,
    installed: ["@narratoria/narrator", path],
  });
  if (found === null)
    throw new Error(`${name} is missing. Install Narratoria again, or say where its folder \`bundled\` is.`);
  return pathToFileURL(found);
}
