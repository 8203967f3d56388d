import { Ollama } from "ollama/browser";
import type { Provider } from "../settings.js";
import { CONTEXT_TOKENS, MIN_P, type WriteRequest } from "./client.js";

/** Asks a model of Ollama. Implements `Client`. */
export async function* write(
  { apiKey, baseUrl, model }: Provider,
  { system, prompt, maxTokens, temperature, schema }: WriteRequest,
  fetch: typeof globalThis.fetch,
): AsyncGenerator<string | null> {
  const headers = apiKey === "" ? {} : { headers: { authorization: `Bearer ${apiKey}` } };
  const client = new Ollama({ host: baseUrl, fetch, ...headers });
  const parts = await client.chat({
    model,
    messages: [
      { role: "system", content: system },
      { role: "user", content: prompt },
    ],
    stream: true,
    ...(schema === undefined ? {} : { format: schema }),
    // Thoughts are told to nobody and take the time of the answer.
    think: false,
    // Loading takes longer than telling: it stays loaded while the player reads.
    keep_alive: "30m",
    // Its own default would cut the beginning of a prompt, which holds the rules, without a word.
    options: {
      num_ctx: CONTEXT_TOKENS,
      num_predict: maxTokens,
      ...(temperature === undefined ? {} : { temperature, min_p: MIN_P }),
    },
  });
  for await (const { message, done } of parts) {
    if (message?.content) yield message.content;
    if (done) yield null;
  }
}
