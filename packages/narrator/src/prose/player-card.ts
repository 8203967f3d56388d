/** Who the player is, as a model that writes is told. */
import { getPath, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { Person } from "@narratoria/protocol/story";

/** Entries that are told: what a player says of themselves in many answers is not all of use in a scene. */
const MOST_LINES = 14;
const MOST_THEMES = 4;

/**
 * Says who the player is: people, calling, past, nature, what somebody is to them, what their story is about and what they may not do. Empty where nobody said who
 * they are. Implements rule NA2800.
 */
export function playerCard(state: JsonObject, people: ReadonlyMap<string, Pick<Person, "short">>): string[] {
  const entries = entriesIn(getPath(state, "player.past"));
  const past = entries.filter(({ kind }) => kind !== "theme");
  const themes = entries.filter(({ kind }) => kind === "theme").map(({ text }) => text.replace(/[.!]$/, ""));
  const name = getPath(state, "player.name");
  const restrictions = getPath(state, "player.restrictions");
  const lines = past.map(({ kind, of, text, npc }) => {
    const stated = text.replace(/[.!]$/, "");
    if (kind === "relationship") return `${people.get(npc)?.short ?? npc}, of you: ${stated}.`;
    if (kind === "answer") return `Asked “${of}”, you say: ${stated}.`;
    if (kind === "trait") return `You are like this: ${stated}.`;
    if (kind === "thing") return `You have brought: ${stated}.`;
    return of === "" || of === stated ? `${stated}.` : `${of}: ${stated}.`;
  });
  const never = Array.isArray(restrictions) ? restrictions.filter((one) => typeof one === "string") : [];
  if (lines.length === 0 && never.length === 0) return [];
  return [
    ...(typeof name === "string" && name !== "" ? [`You are called ${name}.`] : []),
    ...lines.slice(0, MOST_LINES),
    ...(themes.length === 0 ? [] : [`Your story is about ${themes.slice(0, MOST_THEMES).join("; ")}.`]),
    ...never.map(
      (one) =>
        `${/^\p{Ll}/u.test(one) ? "You " : ""}${one
          .replace(/^has\b/, "have")
          .replace(/^is\b/, "are")
          .replace(/[.!]$/, "")}.`,
    ),
  ];
}

interface Entry {
  readonly kind: string;
  readonly of: string;
  readonly text: string;
  readonly npc: string;
}

function entriesIn(value: JsonValue | undefined): Entry[] {
  if (!Array.isArray(value)) return [];
  const word = (one: JsonValue | undefined): string => (typeof one === "string" ? one : "");
  return value.filter(isJsonObject).map(({ kind, of, text, npc }) => ({
    kind: word(kind),
    of: word(of),
    text: word(text),
    npc: word(npc),
  }));
}
