import type { ReadLaw } from "@narratoria/protocol/contracts";
import { normalise, splitSentences } from "@narratoria/protocol/english";
import { isLawful } from "@narratoria/protocol/laws";
import type { BeatMatter, ChoiceSlot, EndingMatter } from "@narratoria/protocol/story";
import { filledSlots, type ToldProse } from "./scene-parts.js";

/** What holds of a scene: the laws in force, and the author's own pages, which stand whatever they say. */
export interface SceneLaws {
  readonly laws: readonly ReadLaw[];
  readonly beat: BeatMatter | null;
  readonly ending: EndingMatter | null;
}

/**
 * Takes out of a finished scene the sentences that break a law, whoever wrote them; those of its beat and its ending stay.
 * The storybook's and a model's scenes break none: this is for storytellers that know of no laws. Implements rule EN500.
 *
 * @returns The same object where nothing was taken out; null where no paragraph is left.
 */
export function lawfulProse(prose: ToldProse, { laws, beat, ending }: SceneLaws): ToldProse | null {
  const choices = prose.choices.filter(({ text }) => isLawful(text, laws, { order: true }));
  if (choices.length === prose.choices.length && prose.paragraphs.every((text) => isLawful(text, laws))) return prose;
  const quoted = (beat?.dialogue ?? []).map(({ line }) => normalise(line));
  const own = normalise(
    [...(beat?.told ?? []), ...(ending ? [...ending.paragraphs, ...ending.epilogue] : []), ...quoted].join(" "),
  );
  /** How somebody says a line of the author's is not the author's. */
  const withoutQuoted = (sentence: string): string =>
    sentence.replace(/“([^”]*)”/g, (whole, words: string) =>
      quoted.some((line) => line.includes(normalise(words))) ? "“…”" : whole,
    );
  const stands = (sentence: string): boolean =>
    isLawful(withoutQuoted(sentence), laws) || own.includes(normalise(sentence));
  const paragraphs = prose.paragraphs
    .map((text) => (isLawful(text, laws) ? text : splitSentences(text).filter(stands).join(" ")))
    .filter((text) => text !== "");
  return paragraphs.length === 0 ? null : { ...prose, paragraphs, choices };
}

/** Choices whose words break no law; plain ones stand in where too few are left. Implements rule EN501. */
export function lawfulSlots(slots: readonly ChoiceSlot[], laws: readonly ReadLaw[], scene: number): ChoiceSlot[] {
  const lawful = slots.filter(({ text }) => isLawful(text, laws, { order: true }));
  return lawful.length === slots.length ? lawful : filledSlots(lawful, scene);
}
