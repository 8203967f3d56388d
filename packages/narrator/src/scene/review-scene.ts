/** The last check of a told scene as a whole: what contradicts or repeats the rest of it goes. */
import { contentWords } from "@narratoria/protocol/english";

/** What is checked of one passage. */
interface Checked {
  readonly words: string;
  readonly claim: { readonly key?: string; readonly npc?: string };
  readonly sources: readonly { readonly kind: string }[];
  readonly goesOn?: true;
}

/** Share of a passage's content words that another may have told before it. */
const MOST_RESTATED = 0.75;
const FEW_WORDS = 4;
/** It says only that somebody is here, or comes. */
const PRESENCE = /^(?:ground (?:here|who|first)|enter)$/;
/** It says no more than what was done and who is where. */
const BARE = /^(?:deed |turn (?:time|move|fetched|taken|together|all|days|part)|ground |enter|exit|react |time$)/;

/**
 * Returns the passages of a scene that stand: without a remark that somebody is here who has spoken or whom the beat tells of, without
 * speech of somebody who is elsewhere, without half a quotation, and without what an earlier passage says in the same words. What the
 * author wrote for a beat or an ending stands, and so does the last thing that the scene gives. Implements rule NA517.
 *
 * @param passages - In their order.
 * @param names - How texts call somebody.
 * @param canSpeak - Whether somebody is where the scene is.
 */
export function standing<Passage extends Checked>(
  passages: readonly Passage[],
  names: (npc: string) => readonly string[],
  canSpeak: (npc: string) => boolean,
): readonly Passage[] {
  const isAuthors = ({ sources }: Checked): boolean => sources.some(({ kind }) => kind === "beat" || kind === "ending");
  const beatText = passages
    .filter(isAuthors)
    .map(({ words }) => words)
    .join(" ");
  const faults = passages.map((passage, at): boolean => {
    const { words, claim, goesOn } = passage;
    const { key = "", npc } = claim;
    if (npc !== undefined && PRESENCE.test(key)) {
      const isToldInBeat = names(npc).some((name) => beatText.includes(name)) && !isAuthors(passage);
      const hasSpoken = passages.slice(0, at).some((one) => one.claim.npc === npc && one.words.startsWith("“"));
      if ((key === "enter" && isToldInBeat) || hasSpoken) return true;
    }
    if (isAuthors(passage)) return false;
    if (npc !== undefined && words.startsWith("“") && !canSpeak(npc)) return true;
    // A speech that goes on is whole only with what follows it.
    if (goesOn !== true && passages[at + 1]?.goesOn !== true && isHalfQuoted(words)) return true;
    if (key !== "" || goesOn === true) return false;
    const own = contentWords(words);
    return (
      own.size >= FEW_WORDS &&
      passages.slice(0, at).some((one) => {
        const said = contentWords(one.words);
        return [...own].filter((word) => said.has(word)).length >= MOST_RESTATED * own.size;
      })
    );
  });
  const left = passages.filter((_, at) => !faults[at]);
  const gives = ({ claim: { key } }: Checked): boolean => key === undefined || !BARE.test(key);
  return left.some(gives) || !passages.some(gives) ? left : passages;
}

const isHalfQuoted = (words: string): boolean => (words.match(/“/g)?.length ?? 0) !== (words.match(/”/g)?.length ?? 0);
