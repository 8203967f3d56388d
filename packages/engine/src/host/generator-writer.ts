import { ModelError, type TextGenerator, type TextWriter, type WriteRequest, type Written } from "@narratoria/narrator";
import { StoppedText, writtenText } from "./stopped-text.js";

/** What a generator holds that does not say. */
const CONTEXT_TOKENS = 4096;
const TIMEOUT_MS = 120_000;
/** Its text is no more to be trusted than a model's. */
const MOST_CHARS = 20_000;

/**
 * Has the embedder's own generator write a story's texts, as the model host does. It keeps no form: a text that has to be JSON, or one of
 * given pieces, is refused, and the storybook's stands. Implements rule EN463.
 */
export function generatorWriter(generator: TextGenerator): TextWriter {
  const { contextTokens = CONTEXT_TOKENS } = generator;
  return {
    get status() {
      return { state: "ready" as const, model: { id: generator.id, path: "", contextTokens }, restarts: 0 };
    },
    async write(request, { signal, onText }) {
      if (request.schema || request.pieces)
        throw new ModelError("bad_request", "A generator's text has no given form.");
      const late = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
      const enough = new AbortController();
      const asked = AbortSignal.any([signal, late, enough.signal]);
      try {
        return await written(generator, request, asked, new StoppedText(request.stop ?? [], onText));
      } catch (error) {
        signal.throwIfAborted();
        if (late.aborted) throw new ModelError("timeout", "The text did not come in time.");
        throw new ModelError("host_failed", `${generator.id} did not come to the end of its text.`, "", {
          cause: error,
        });
      } finally {
        enough.abort();
      }
    },
  };
}

async function written(
  generator: TextGenerator,
  { prompt, system, examples = [], maxTokens, temperature, stop }: WriteRequest,
  signal: AbortSignal,
  text: StoppedText,
): Promise<Written> {
  const shown = examples.map((one) => `${one.prompt}\n${one.answer}\n\n`).join("");
  const pieces = generator
    .generate(
      {
        prompt: shown + prompt,
        system,
        maxTokens,
        ...(temperature === undefined ? {} : { temperature }),
        ...(stop === undefined ? {} : { stop }),
      },
      { signal },
    )
    [Symbol.asyncIterator]();
  // A generator that does not hear its signal is not waited for.
  const given = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  given.catch(() => {});
  for (;;) {
    const next = await Promise.race([pieces.next(), given]);
    if (next.done) return writtenText(text.end());
    if (text.push(next.value) || text.told.length > MOST_CHARS) {
      void pieces.return?.().catch(() => {});
      return writtenText(text.told);
    }
  }
}
