/** Places called by what they are: "the pub" where the Three Tuns is the only one. */
import { headNoun } from "./kinds.js";
import { markdownSections } from "./mine/markdown.js";
import { type Draft, merge } from "./place-drafts.js";
import { fold, isPlaceFile, placeNames } from "./place-names.js";
import type { ReadingSource } from "./read-story.js";

/** Nouns that texts use for one another, the kinds of which a story seldom has two. No noun that names a part of a building. */
const KINDS: readonly (readonly string[])[] = [
  ["pub", "inn", "tavern", "alehouse"],
  ["manor", "mansion", "manor house", "big house"],
  ["ship", "vessel"],
  ["boat", "barge"],
  ["hospital", "infirmary"],
  ["prison", "gaol", "jail"],
  ["forge", "smithy"],
  ["school", "schoolhouse"],
  ["theatre", "theater", "playhouse"],
  ["church"],
  ["chapel"],
  ["cathedral"],
  ["abbey"],
  ["monastery"],
  ["convent"],
  ["temple"],
  ["mosque"],
  ["synagogue"],
  ["castle"],
  ["palace"],
  ["surgery"],
  ["clinic"],
  ["cinema"],
  ["museum"],
  ["library"],
  ["lighthouse"],
  ["hotel"],
  ["barracks"],
  ["mill"],
  ["farm"],
  ["factory"],
  ["brewery"],
  ["bakery"],
  ["observatory"],
  ["café"],
  ["diner"],
  ["restaurant"],
  ["orphanage"],
  ["asylum"],
  ["casino"],
];

/** "The only pub in Tollan", "A narrow boat, moored below the bridge" */
const SAYS_WHAT = /^(?:(?:It|This) is )?(?:the|an?|our)\s+((?:[\p{L}'’-]+\s+){0,4}\p{Ll}[\p{L}'’-]*)/iu;

/** Gives each place the noun of its kind where its text opens with that and no other place is one. (rule CA611) */
export function joinKinds(source: ReadingSource, drafts: Draft[], byForm: Map<string, Draft>): void {
  const claims = KINDS.map(() => new Set<Draft>());
  const claim = (draft: Draft | undefined, opening: string): void => {
    const phrase = SAYS_WHAT.exec(opening.replace(/[*_]/g, ""))?.[1];
    if (draft === undefined || phrase === undefined || !drafts.includes(draft)) return;
    const noun = headNoun(phrase);
    KINDS.forEach((kind, index) => {
      if (kind.includes(noun)) claims[index]?.add(draft);
    });
  };
  for (const { file, text } of source.lore) {
    if (!isPlaceFile(file)) continue;
    const [opening = ""] = markdownSections(text.slice(0, 2000)).flatMap(({ paragraphs }) => paragraphs);
    claim(
      drafts.find((draft) => draft.file === file),
      opening,
    );
  }
  for (const { heading, level, paragraphs } of markdownSections(source.setting)) {
    const [name = ""] = placeNames(heading).names;
    if (level >= 2) claim(byForm.get(fold(name)), paragraphs[0] ?? "");
  }
  KINDS.forEach((kind, index) => {
    const [owner] = claims[index] ?? [];
    if (owner === undefined || (claims[index]?.size ?? 0) > 1 || !owner.explicit) return;
    const named = (form: string): boolean => kind.some((noun) => form === noun || form.endsWith(` ${noun}`));
    if (drafts.some((draft) => draft !== owner && draft.explicit && [...draft.forms.keys()].some(named))) return;
    for (const noun of kind) {
      const known = byForm.get(noun);
      if (known === owner) continue;
      if (known !== undefined) merge(owner, known, byForm, drafts);
      else {
        owner.forms.set(noun, noun);
        byForm.set(noun, owner);
      }
    }
  });
}
