import { LIMITS } from "@narratoria/protocol";
import type { GenerateRequest } from "@narratoria/protocol/contracts";
import { HostError } from "@narratoria/executor";
import type { TextGenerator } from "@narratoria/narrator";

const DEFAULT_TOKENS = 512;

/**
 * Answers `generate` of kind `text`: the model's text as it comes, then all of it. A model's text is not to be trusted: it is
 * cut at 20,000 characters, loses control characters, and comes in whole characters.
 *
 * @throws {HostError} `no_model` where there is none; `generation_failed` where it fails or has nothing to say.
 */
export async function* writeText(
  generator: TextGenerator | null,
  request: GenerateRequest,
  signal: AbortSignal,
): AsyncGenerator<object> {
  if (!generator) {
    throw new HostError(
      "no_model",
      "There is no language model here: the storybook tells scenes, and nothing else.",
      503,
    );
  }
  const { prompt = "", system, maxTokens = DEFAULT_TOKENS, temperature, stop } = request;
  const wanted = {
    prompt,
    maxTokens,
    ...(system === undefined ? {} : { system }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stop === undefined ? {} : { stop }),
  };
  const done = new AbortController();
  let text = "";
  /** Half a character, which the next piece completes. */
  let half = "";
  try {
    for await (const given of generator.generate(wanted, { signal: AbortSignal.any([signal, done.signal]) })) {
      const whole = withoutControls(half + given);
      const cut = /[\ud800-\udbff]$/.test(whole) ? -1 : whole.length;
      half = cut === -1 ? whole.slice(cut) : "";
      const piece = whole
        .slice(0, cut)
        .slice(0, LIMITS.narrativeChars - text.length)
        .replace(/\p{Surrogate}/gu, "\ufffd");
      text += piece;
      if (piece !== "") yield { type: "delta", paragraph: 0, text: piece };
      if (text.length >= LIMITS.narrativeChars) break;
    }
  } catch {
    throw failed(generator);
  } finally {
    done.abort();
  }
  const paragraphs = text.split(/\n\s*\n/).map((one) => one.trim());
  const told = paragraphs.filter((one) => one !== "");
  if (told.length === 0) throw failed(generator);
  yield { type: "result", paragraphs: told, choices: [], narrator: "model" };
}

function failed({ id }: TextGenerator): HostError {
  return new HostError("generation_failed", `The model ${id} did not come to the end of its text.`, 502);
}

/** Also without marks that turn the direction of writing. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "");
}
