import OpenAI from "openai";
import type { Provider } from "../settings.js";
import { MIN_P, ONCE, type WriteRequest } from "./client.js";

const formOf = (schema: NonNullable<WriteRequest["schema"]>) =>
  ({
    response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema: { ...schema } } },
  }) as const;

/** Asks a model of OpenAI's, or any server's that speaks as OpenAI does. Implements `Client`. */
export async function* write(
  { apiKey, baseUrl, model }: Provider,
  { system, prompt, maxTokens, temperature, schema }: WriteRequest,
  fetch: typeof globalThis.fetch,
): AsyncGenerator<string | null> {
  const client = new OpenAI({
    ...ONCE,
    apiKey: apiKey === "" ? "none" : apiKey,
    baseURL: baseUrl,
    fetch,
    logLevel: "off",
    organization: null,
    project: null,
    // A server without keys is sent none.
    ...(apiKey === "" ? { defaultHeaders: { authorization: null } } : {}),
  });
  // OpenAI's newest models know the newer name alone and refuse a temperature; other servers know the older name, and min-p.
  const bounds = baseUrl.startsWith("https://api.openai.com/")
    ? { max_completion_tokens: maxTokens }
    : { max_tokens: maxTokens, ...(temperature === undefined ? {} : { temperature, min_p: MIN_P }) };
  const chunks = await client.chat.completions.create({
    model,
    messages: [
      { role: "system", content: system },
      { role: "user", content: prompt },
    ],
    stream: true,
    ...bounds,
    ...(schema === undefined ? {} : formOf(schema)),
  });
  for await (const { choices } of chunks) {
    const [choice] = choices;
    if (choice?.delta?.content) yield choice.delta.content;
    if (choice?.finish_reason) yield null;
  }
}
