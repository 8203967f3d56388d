/** Scripts that are run when a story is opened, while nobody waits for them. */
import { callScript } from "@narratoria/executor";
import type { StoryParts } from "./story.js";

/** Whose scripts reach a writer elsewhere, who is asked for nothing where the storybook was chosen. (rule EN336) */
const STORYTELLER = "storyteller";

const isElsewhere = (provider: unknown): boolean => typeof provider === "string" && provider !== "local";

/**
 * Runs every script whose manifest says `open`, one after another. What comes of them is theirs alone. Never rejects.
 * Implements rule EN5604.
 *
 * @param mayAskElsewhere - Whether a storyteller elsewhere may be asked.
 */
export async function runAtOpening(
  { registry, sandbox, log }: Pick<StoryParts, "registry" | "sandbox" | "log">,
  mayAskElsewhere: boolean,
  signal: AbortSignal,
): Promise<void> {
  const wanted = registry
    .list()
    .filter(({ name, config }) => name !== STORYTELLER || (mayAskElsewhere && isElsewhere(config["provider"])))
    .flatMap(({ name, scripts }) =>
      scripts.filter(({ when }) => when.includes("open")).map((script) => `${name}/${script.name}`),
    );
  for (const path of wanted) {
    const resolved = registry.resolve(path);
    if (signal.aborted || !resolved.ok || registry.recheck(resolved.script) !== null) continue;
    const outcome = await callScript(resolved.script, {}, { sandbox, signal });
    if (outcome.state !== "success" && !signal.aborted)
      log({ level: "warn", message: `${path} failed when the story was opened: ${outcome.failure.message}` });
  }
}
