import type { ReadLaw } from "@narratoria/protocol/contracts";
import { normalise, splitSentences } from "@narratoria/protocol/english";
import { isLawful } from "@narratoria/protocol/laws";
import type { BeatMatter, ChoiceSlot, EndingMatter } from "@narratoria/protocol/story";
import type { SceneDraft } from "@narratoria/narrator";
import { filledSlots, type ToldProse } from "./scene-parts.js";

/** What holds of a scene: the laws in force, and the author's own pages, which stand whatever they say. */
export interface SceneLaws {
  readonly laws: readonly ReadLaw[];
  readonly beat: BeatMatter | null;
  readonly ending: EndingMatter | null;
  /** The choice that was taken. */
  readonly slot?: ChoiceSlot | null;
}

/**
 * Takes out of a finished scene the sentences that break a law, whoever wrote them; those of its beat, its ending and of the
 * choice taken stay, and of a speech all goes or nothing. The storybook's and a model's scenes break none: this is for
 * storytellers that know of no laws. Implements rules EN500 and EN3460.
 *
 * @returns The same object where nothing was taken out; null where no paragraph is left.
 */
export function lawfulProse(prose: ToldProse, { laws, beat, ending, slot }: SceneLaws): ToldProse | null {
  const choices = prose.choices.filter(({ text }) => isLawful(text, laws, { order: true }));
  if (choices.length === prose.choices.length && prose.paragraphs.every((text) => isLawful(text, laws))) return prose;
  const quoted = (beat?.dialogue ?? []).map(({ line }) => normalise(line));
  const own = normalise(
    [
      ...(beat?.told ?? []),
      ...(beat?.outcomes ?? []).flatMap(({ told }) => told),
      ...(ending ? [...ending.paragraphs, ...ending.epilogue] : []),
      ...resultsOf(slot ?? null),
      ...quoted,
    ].join(" "),
  );
  /** How somebody says a line of the author's is not the author's. */
  const withoutQuoted = (sentence: string): string =>
    sentence.replace(/“([^”]*)”/g, (whole, words: string) =>
      quoted.some((line) => line.includes(normalise(words))) ? "“…”" : whole,
    );
  const stands = (sentence: string): boolean =>
    isLawful(withoutQuoted(sentence), laws) || own.includes(normalise(sentence));
  const paragraphs = prose.paragraphs
    .map((text) => (isLawful(text, laws) ? text : withoutSpeeches(splitSentences(text), stands).join(" ")))
    .filter((text) => text !== "");
  return paragraphs.length === 0 ? null : { ...prose, paragraphs, choices };
}

/** What its author says that comes of a choice. */
function resultsOf(slot: ChoiceSlot | null): string[] {
  const { success = [], partial = [], fail = [] } = slot?.rows ?? {};
  const told = [...success, ...partial, ...fail].flatMap((effect) => (effect.kind === "authored" ? effect.text : []));
  return [...(slot?.result === undefined ? [] : [slot.result]), ...told];
}

const isSpeechAlone = (sentence: string): boolean => /^“[^“”]*”$/.test(sentence.trim());

/** The sentences that may stay. Where one goes that says who speaks, what else they say beside it goes too. */
function withoutSpeeches(sentences: readonly string[], stands: (sentence: string) => boolean): string[] {
  const gone = new Set<number>();
  for (const [at, sentence] of sentences.entries()) {
    if (stands(sentence)) continue;
    gone.add(at);
    if (!sentence.includes("“") || isSpeechAlone(sentence)) continue;
    for (const step of [-1, 1])
      for (let near = at + step; isSpeechAlone(sentences[near] ?? ""); near += step) gone.add(near);
  }
  return sentences.filter((_, at) => !gone.has(at));
}

/**
 * Of a draft's sentences those that are still told, each with the paragraph in which it now stands, so that a scene of which
 * a sentence was taken out still says where the others are from. Implements rule EN3461.
 */
export function sentencesStillTold(
  draft: Pick<SceneDraft, "paragraphs" | "sentences">,
  paragraphs: readonly string[],
): SceneDraft["sentences"] {
  const moved = paragraphs.length - draft.paragraphs.length;
  // What is told after an ending stands behind it.
  const epilogue = draft.sentences
    .filter(({ paragraph }) => paragraph >= draft.paragraphs.length)
    .map((sentence) => (moved === 0 ? sentence : { ...sentence, paragraph: sentence.paragraph + moved }));
  let from = 0;
  const told = paragraphs.flatMap((text, paragraph) => {
    for (let at = from; at < draft.paragraphs.length; at++) {
      const sentences = draft.sentences.filter((sentence) => sentence.paragraph === at);
      const still = draft.paragraphs[at] === text ? sentences : toldOf(text, sentences);
      if (still === null) continue;
      from = at + 1;
      return still.map((sentence) => (sentence.paragraph === paragraph ? sentence : { ...sentence, paragraph }));
    }
    return [];
  });
  return [...told, ...epilogue];
}

/** The sentences of which a text is made, in their order; null where it holds anything else. */
function toldOf(text: string, sentences: SceneDraft["sentences"]): SceneDraft["sentences"] | null {
  let rest = text;
  const told = sentences.filter((sentence) => {
    if (!rest.startsWith(sentence.text)) return false;
    rest = rest.slice(sentence.text.length).trimStart();
    return true;
  });
  return rest === "" ? told : null;
}

/** Choices whose words break no law; plain ones stand in where too few are left. Implements rule EN501. */
export function lawfulSlots(slots: readonly ChoiceSlot[], laws: readonly ReadLaw[], scene: number): ChoiceSlot[] {
  const lawful = slots.filter(({ text }) => isLawful(text, laws, { order: true }));
  return lawful.length === slots.length ? lawful : filledSlots(lawful, scene);
}
