import Anthropic from "@anthropic-ai/sdk";
import type { Provider } from "../settings.js";
import { ONCE, type WriteRequest } from "./client.js";

/** Asks a model of Anthropic. Implements `Client`. */
export async function* write(
  { apiKey, baseUrl, model }: Provider,
  { system, prompt, maxTokens }: WriteRequest,
  fetch: typeof globalThis.fetch,
): AsyncGenerator<string | null> {
  const client = new Anthropic({ ...ONCE, apiKey, baseURL: baseUrl, fetch, logLevel: "off" });
  // Without a temperature: some of its models refuse one.
  const events = await client.messages.create({
    model,
    system,
    max_tokens: maxTokens,
    messages: [{ role: "user", content: prompt }],
    stream: true,
  });
  for await (const event of events) {
    if (event.type === "content_block_delta" && event.delta.type === "text_delta") yield event.delta.text;
    if (event.type === "message_stop") yield null;
  }
}
