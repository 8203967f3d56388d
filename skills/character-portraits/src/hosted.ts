/** Asks a server for a picture: one that speaks as OpenAI does, or Stable Diffusion web UI. */
import { list, record, text } from "./json-reading.js";
import type { Manner, Preset } from "./draw.js";
import type { HostedSettings } from "./settings.js";

const MANNERS: Readonly<Record<Preset, string>> = {
  realistic: "realistic painted portrait",
  stylized: "cut-paper silhouette in profile in an oval",
  anime: "anime portrait",
  pixel: "pixel art portrait",
};
const MOST_BYTES = 16 * 1024 * 1024;
const PNG = [0x89, 0x50, 0x4e, 0x47];

/**
 * @param signal - Gives it up.
 * @returns The bytes of a PNG.
 * @throws {Error} Where the server may not be asked, does not answer, or answers with something else.
 */
export async function fetchPortrait(
  description: string,
  { preset, size }: Manner,
  { api, endpoint, model, apiKey, sendTo }: HostedSettings,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const url = new URL(`${endpoint}/${api === "openai" ? "images/generations" : "sdapi/v1/txt2img"}`);
  const mayBeAsked = sendTo.some((host) => host === url.host || host === url.hostname);
  if (!mayBeAsked) throw new Error(`The settings do not let descriptions be sent to ${url.hostname}.`);
  const prompt = `${MANNERS[preset]}: ${description}`;
  const body =
    api === "openai"
      ? { prompt, n: 1, size: `${size}x${size}`, response_format: "b64_json", ...(model === "" ? {} : { model }) }
      : {
          prompt,
          width: size,
          height: size,
          steps: 20,
          ...(model === "" ? {} : { override_settings: { sd_model_checkpoint: model } }),
        };
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify(body),
    // Wherever it is redirected to gets neither text nor key.
    redirect: "error",
    signal,
  });
  if (!response.ok) throw new Error(`The server answered with ${response.status}.`);
  const answer: unknown = JSON.parse(await textOf(response));
  const { data, images } = record(answer);
  const encoded = api === "openai" ? text(record(list<unknown>(data)[0]).b64_json) : text(list<unknown>(images)[0]);
  const bytes = Buffer.from(encoded.replace(/^data:[^,]*,/, ""), "base64");
  if (!PNG.every((byte, at) => bytes[at] === byte)) throw new Error("The server's answer holds no PNG.");
  return bytes;
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error("The server's answer had no end.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
