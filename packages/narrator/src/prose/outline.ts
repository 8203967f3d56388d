import type { SceneBrief } from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";
import type { ToldSentence } from "../scene/composer.js";
import type { SceneDraft } from "../storybook.js";
import { namesThing, unheardNames } from "../unheard-names.js";

/** One paragraph as a model gets it: what stands as the storybook tells it, and the place where the model may write. */
export interface OutlineParagraph {
  /** Told word for word, before what the model writes. */
  readonly before: readonly ToldSentence[];
  /** What the storybook says in that place, which the model's words replace; null where nothing but the storybook is told. */
  readonly room: readonly ToldSentence[] | null;
  /** Told word for word, after what the model writes. */
  readonly after: readonly ToldSentence[];
}

/**
 * What tells nothing that later scenes rely on: how a place looks, how somebody takes it who feels as before, the hour. All else that the
 * storybook says has happened, or is the author's, or names what a choice will name.
 */
const LOOSE = /^(?:react neutral |detail |ground (?:stay|arrive|alone)$|time$|beat (?:lead|tail)$)/;
/** What closes a paragraph and leads on: nothing comes after it. */
const CLOSES = /^(?:hook |knowledge |exit|turn (?:leave|redirect))/;
/** After this the scene is in another place than the deed was. */
const CARRIES_OFF = /^turn (?:fetched|taken|move)/;

/**
 * Parts a storybook's scene into what stands and where a model may write. What the author wrote, what happened, what people say and
 * what the choices will name stands; a paragraph that is a beat or an ending stands whole. (rules NA330 and NA331)
 *
 * @param draft - As the storybook told it.
 */
export function outlineOf(draft: SceneDraft, brief: SceneBrief, story: StoryIndex): OutlineParagraph[] {
  const paragraphs = draft.paragraphs.map((_, at) => draft.sentences.filter(({ paragraph }) => paragraph === at));
  if (!brief.choice || brief.ending) return paragraphs.map(whole);
  const chains = paragraphs.map(chainsOf);
  const kept = keptTexts(chains, draft, brief, story);
  const leavesAt = paragraphs.findIndex((sentences) => sentences.some(({ key = "" }) => CARRIES_OFF.test(key)));
  return chains.map((ofParagraph, at) => {
    const sentences = paragraphs[at] ?? [];
    // The deed was done elsewhere, and its place is not the one that the model is told of.
    const elsewhere = leavesAt > 0 && at < leavesAt;
    const leadsOnly =
      at > 0 && sentences.every(({ key = "" }) => CLOSES.test(key) || /^(?:enter|time|turn time|thread)/.test(key));
    const leadsOnAtOnce = at === 0 && ofParagraph[0]?.some(closes) === true;
    return elsewhere || leadsOnly || leadsOnAtOnce || sentences.some(isOfBeat)
      ? whole(sentences)
      : parted(ofParagraph, kept);
  });
}

/** Sentences that stand and fall together: those of one frame, and what leans on the one before. */
type Chain = readonly ToldSentence[];

const whole = (sentences: readonly ToldSentence[]): OutlineParagraph => ({ before: sentences, room: null, after: [] });

const closes = ({ key = "" }: ToldSentence): boolean => CLOSES.test(key);

const isOfBeat = ({ key, sources }: ToldSentence): boolean =>
  sources.some(({ kind }) => kind === "beat") && (key === undefined || /^(?:beat line|enter)/.test(key));

function chainsOf(sentences: readonly ToldSentence[]): Chain[] {
  const chains: ToldSentence[][] = [];
  for (const sentence of sentences) {
    const last = chains.at(-1);
    const before = last?.at(-1);
    const sameFrame = before !== undefined && before.frameId !== undefined && before.frameId === sentence.frameId;
    if (last && (sameFrame || leans(sentence))) last.push(sentence);
    else chains.push([sentence]);
  }
  return chains;
}

/** Whether a sentence is understood only after the one before: somebody is a pronoun in it, or it is speech without a speaker. */
function leans({ text }: ToldSentence): boolean {
  const unquoted = text.replace(/“[^”]*(?:”|$)/g, " ").trim();
  if (!/\p{L}/u.test(unquoted)) return true;
  return (
    /\b(?:he|she|they|him|her|them|his|hers|their)\b/i.test(unquoted) ||
    /^(?:it|its|this|that|these|those|so)\b/i.test(unquoted)
  );
}

const isLoose = (chain: Chain): boolean => chain.every(({ key = "" }) => LOOSE.test(key));

/** The chains that stand: the first of all, those that are not loose, and loose ones that alone name what they name. */
function keptTexts(
  chains: readonly (readonly Chain[])[],
  draft: SceneDraft,
  brief: SceneBrief,
  story: StoryIndex,
): Set<Chain> {
  const all = chains.flat();
  const kept = new Set(all.filter((chain, at) => at === 0 || !isLoose(chain)));
  const texts = (): string[] => [...kept].flat().map(({ text }) => text);
  const whole = draft.sentences.map(({ text }) => text);
  for (const chain of all) {
    if (kept.has(chain)) continue;
    const said = texts();
    const words = chain.map(({ text }) => text).join(" ");
    const known = new Set(story.names.keysIn(said.join("\n")));
    const namesMore = story.names.keysIn(words).some((key) => !known.has(key));
    const things = [
      ...brief.bringIn,
      ...brief.slots.flatMap(({ bind }) => (bind.prop === undefined ? [] : [`prop:${bind.prop}`])),
    ]
      .filter((key) => /^(?:prop|item):/.test(key))
      .map((key) => key.slice(key.indexOf(":") + 1));
    const bringsIn = things.some((np) => namesThing(words, np) && !said.some((text) => namesThing(text, np)));
    if (namesMore || bringsIn) kept.add(chain);
  }
  // A choice may name a thing by a word that only a description holds.
  for (const { text } of draft.choices) {
    const lost = unheardNames(story, text, texts()).filter((key) => !unheardNames(story, text, whole).includes(key));
    if (lost.length > 0) for (const chain of all) kept.add(chain);
  }
  return kept;
}

function parted(chains: readonly Chain[], kept: ReadonlySet<Chain>): OutlineParagraph {
  const first = chains.findIndex((chain) => !kept.has(chain));
  const closing = chains.findIndex((chain) => chain.some(closes));
  const at = first >= 0 ? first : closing >= 0 ? closing : chains.length;
  const standing = (some: readonly Chain[]): ToldSentence[] => some.filter((chain) => kept.has(chain)).flat();
  return {
    before: standing(chains.slice(0, at)),
    room: chains.filter((chain) => !kept.has(chain)).flat(),
    after: standing(chains.slice(at)),
  };
}
