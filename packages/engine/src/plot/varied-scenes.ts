/** Beats and endings as they are told now, where their texts vary by condition. Pure. */
import { ToldVariants, type Campaign } from "@narratoria/campaign";
import type { BeatMatter, EndingMatter, Person } from "@narratoria/protocol/story";

type Holds = (condition: string) => boolean;

function variantsOf(
  { varied }: Pick<Campaign, "varied">,
  kind: "beat" | "ending",
  id: string,
  holds: Holds,
): ToldVariants | undefined {
  const found = varied.find((one) => one.kind === kind && one.id === id);
  return found && new ToldVariants(found.texts, holds);
}

/** A beat without the sentences of other variants, and without whom those alone name. Implements rule EN1270. */
export function variedBeat(
  campaign: Pick<Campaign, "varied">,
  beat: BeatMatter,
  people: readonly Pick<Person, "id" | "short" | "name">[],
  holds: Holds,
): BeatMatter {
  const variants = variantsOf(campaign, "beat", beat.id, holds);
  if (!variants) return beat;
  const kept = beat.told.map((text) => variants.told(text));
  // Where each sentence stands among those that are left.
  const places = kept.map((_, index) => kept.slice(0, index + 1).filter((text) => text !== "").length - 1);
  const dialogue = beat.dialogue.flatMap((line) => {
    const words = variants.told(line.line);
    if (words === "") return [];
    const at = line.at === undefined ? undefined : Math.max(0, places[line.at] ?? 0);
    return [{ ...line, line: words, ...(at === undefined ? {} : { at }) }];
  });
  const told = kept.filter((text) => text !== "");
  const dropped = beat.told.filter((_, index) => kept[index] === "").join(" ");
  const left = [...told, ...dialogue.map(({ line }) => line)].join(" ");
  const isGone = (id: string): boolean => {
    const person = people.find((one) => one.id === id);
    if (!person || dialogue.some(({ speaker }) => speaker === id)) return false;
    const isNamed = (text: string): boolean => text.includes(person.short) || text.includes(person.name);
    return isNamed(dropped) && !isNamed(left);
  };
  return {
    ...beat,
    told,
    dialogue,
    people: beat.people.filter((id) => !isGone(id)),
    ...(beat.outcomes && {
      outcomes: beat.outcomes.map((one) => ({
        ...one,
        told: one.told.map((text) => variants.told(text)).filter((text) => text !== ""),
      })),
    }),
  };
}

/** An ending without the sentences of other variants. Implements rule EN1271. */
export function variedEnding(campaign: Pick<Campaign, "varied">, ending: EndingMatter, holds: Holds): EndingMatter {
  const variants = variantsOf(campaign, "ending", ending.id, holds);
  if (!variants) return ending;
  const told = (paragraphs: readonly string[]): string[] =>
    paragraphs.map((text) => (text === "{deeds}" ? text : variants.told(text))).filter((text) => text !== "");
  return { ...ending, paragraphs: told(ending.paragraphs), epilogue: told(ending.epilogue) };
}
