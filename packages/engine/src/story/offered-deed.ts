/** Which of the deeds that wait the next choices hold out, where a plan says so. */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { Hook } from "@narratoria/protocol/story";
import type { PlanOffer } from "@narratoria/narrator";

const MAKES_CHOICES = "player-choices/generate-choices";

/** Deeds that may be offered or not: what presses is offered anyhow, what the author words or a feeling waits for has rules of its own. */
export function openOffers(hooks: readonly Hook[]): PlanOffer[] {
  const offers = new Map<string, PlanOffer>();
  for (const hook of hooks) {
    if (hook.kind !== "tag" || hook.presses || hook.closes || hook.authored || hook.measure) continue;
    const words = hook.text ?? hook.tag.replaceAll(/[-_]+/g, " ");
    if (!offers.has(words)) offers.set(words, { tag: hook.tag, words });
  }
  return [...offers.values()];
}

/**
 * The view of a story as a plan wants it: the deed that it holds out presses. Implements rule EN3222.
 *
 * @param view - What scripts are given, with `hooks`.
 */
export function viewWithOffer(view: JsonObject, plan: unknown): JsonObject {
  const tag = offerIn(plan);
  const hooks = view["hooks"];
  if (tag === null || !Array.isArray(hooks)) return view;
  const isMeant = (hook: JsonValue): hook is JsonObject =>
    isJsonObject(hook) && hook["kind"] === "tag" && hook["tag"] === tag;
  if (!hooks.some(isMeant)) return view;
  return { ...view, hooks: hooks.map((hook: JsonValue) => (isMeant(hook) ? { ...hook, presses: true } : hook)) };
}

function offerIn(plan: unknown): string | null {
  const tools = typeof plan === "object" && plan !== null && "tools" in plan ? plan.tools : null;
  for (const tool of Array.isArray(tools) ? (tools as readonly unknown[]) : []) {
    if (typeof tool !== "object" || tool === null || !("toolPath" in tool) || tool.toolPath !== MAKES_CHOICES) continue;
    const input = "input" in tool ? tool.input : null;
    const offer = typeof input === "object" && input !== null && "offer" in input ? input.offer : null;
    if (typeof offer === "string" && offer !== "") return offer;
  }
  return null;
}
