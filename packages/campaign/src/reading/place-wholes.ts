/** Places that are too wide to walk to: countries, and the whole in which the others lie. */
import { markdownSections } from "./mine/markdown.js";
import { PLACE_NOUNS } from "./lexicon.js";
import type { Draft } from "./place-drafts.js";
import { isWide } from "./no-places.js";
import { fold, placeNames, withoutThe } from "./place-names.js";
import type { ReadingSource } from "./read-story.js";

const TERRITORY =
  "country|kingdom|republic|empire|nation|province|duchy|principality|federation|confederation|realm|continent|colony|county";
/** "was the upper country, a republic", ", a kingdom of meadows": no country's inn or capital. */
const IS_TERRITORY = new RegExp(
  `^(?:['’]s)?[*_]{0,3},?\\s+(?:(?:is|was|are|were|remains?|became)\\s+)?(?:the|an?|our|their)\\s+(?:[\\p{L}-]+\\s+){0,3}(?:${TERRITORY})\\b(?!\\s+(?:\\p{Ll}*(?:house|road|town|seat|fair|club)|lane|inn)\\b|['’])`,
  "iu",
);
/** A room of a house, by its noun. */
const ROOM =
  /(?:^|[ -])(?:hall|room|passage|corridor|library|kitchens?|stairs?|staircase|landing|attics?|cellars?|nursery|parlou?r|study|gallery|pantry|scullery|ballroom|bedroom|bedchamber|conservatory|morning-room|drawing-room|dining-room)$/iu;
/** A house, named or not: "the house", "Marrable Court". */
const HOUSE =
  /^(?:the )?(?:house|mansion|manor|castle|palace|hotel)$|^(?:the )?\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)? (?:House|Court|Castle|Manor|Abbey|Priory|Grange|Towers|Park|Palace|Mansion|Villa|Hotel|Lodge|Place)$/u;
/** A part of what travels, by its noun. */
const COMPARTMENT =
  /(?:^|[ -])(?:galley|cabins?|deck|bridge|hold|saloon|carriage|car|van|wag+on|footplate|engine|wheelhouse|compartment|berth|steerage|mess|wardroom|forecastle|cockpit|airlock|bay|quarters|gondola)$/iu;
const VEHICLE =
  "train|ship|steamer|steamship|liner|ferry|boat|barge|airship|zeppelin|vessel|schooner|clipper|starship|spaceship|freighter|submarine";
const IS_VEHICLE = new RegExp(`^(?:the )?(?:${VEHICLE})$`, "iu");
/** "the Gannet, a steam ferry", "The Gannet is also a ship" */
const CALLED_VEHICLE = new RegExp(
  `^,?\\s+(?:(?:is|was)\\s+(?:also\\s+)?)?(?:an?|the)\\s+(?:[\\p{L}-]+\\s+){0,3}(?:${VEHICLE}|hotel)\\b`,
  "iu",
);
/** "Stanner Bridge is a town of two thousand people" */
const IS_TOWN =
  /^,?\s+(?:(?:is|was)\s+)?an?\s+(?:[\p{L}-]+\s+){0,3}(?:town|village|city|hamlet|port|parish|borough|settlement|spa|resort|township)\b/iu;
/** A town far off, by a name of one word: "Marlbrook". */
const TOWN = /^\p{Lu}\p{Ll}{2,}$/u;
/** So many places of beats in one section are parts of what it is about. */
const PARTS = 3;

/**
 * Marks the places that nobody sets out for: a territory, where the texts say that it is one, and what a section of the setting is
 * about in which three places of beats are described. A place of a beat is never one. (rule CA802) Nor is a ship or a train set out for
 * in which three beats play, or a town that is only where somebody comes from. (rule CA6452)
 */
export function markWholes(source: ReadingSource, drafts: readonly Draft[], byForm: ReadonlyMap<string, Draft>): void {
  const staged = new Set(drafts.filter(({ sign }) => sign.why === "the location of a beat"));
  const mark = (draft: Draft | undefined): void => {
    if (draft !== undefined && !staged.has(draft)) draft.isWhole = true;
  };
  // What is only a kind of country is told about, and nobody sets out for it, where beats have places of their own. (rule CA1569)
  if (staged.size >= PARTS)
    for (const draft of drafts)
      if (
        draft.forms.size === 1 &&
        /^(?:among others of the kind|a heading|named after a preposition|a noun of a place)$/.test(draft.sign.why) &&
        [...draft.forms.values()].every((form) => /^\p{Ll}/u.test(withoutThe(form)) && isWide(form))
      )
        mark(draft);
  // A house whose rooms are places of beats is where all of them are. (rule CA5430)
  const rooms = [...staged].filter((draft) => [...draft.forms.values()].some((form) => ROOM.test(form)));
  if (rooms.length >= PARTS)
    for (const draft of drafts)
      if (!rooms.includes(draft) && [...draft.forms.values()].some((form) => HOUSE.test(form))) mark(draft);
  const texts = [source.setting, source.premise, ...source.lore.map(({ text }) => text.slice(0, 20_000))];
  for (const draft of drafts) {
    if (staged.has(draft)) continue;
    const isTerritory = [...draft.forms.values()].some(
      (form) =>
        /^\p{Lu}/u.test(form) && texts.some((text) => followings(text, form).some((after) => IS_TERRITORY.test(after))),
    );
    if (isTerritory) mark(draft);
  }
  const compartments = [...staged].filter((draft) => [...draft.forms.values()].some((form) => COMPARTMENT.test(form)));
  if (compartments.length >= PARTS)
    for (const draft of drafts)
      if (
        [...draft.forms.values()].some(
          (form) =>
            IS_VEHICLE.test(form) ||
            (/^\p{Lu}/u.test(form) &&
              texts.some((text) => followings(text, form).some((after) => CALLED_VEHICLE.test(after)))),
        )
      )
        mark(draft);
  // Where people come from is told of, and nobody sets out for it in the midst of a story that plays elsewhere.
  if (staged.size >= PARTS)
    for (const draft of drafts)
      if (
        draft.file === undefined &&
        /^(?:named after a preposition|where somebody lives)$/.test(draft.sign.why) &&
        [...draft.forms.values()].every((form) => TOWN.test(form) && !PLACE_NOUNS.has(fold(form)))
      )
        mark(draft);
  // The town in which three beats play is where one is. (rule CA6458)
  for (const draft of drafts) {
    if (staged.has(draft)) continue;
    const page = source.lore.find(({ file }) => file === draft.file)?.text.slice(0, 20_000) ?? "";
    const isTownOf = (text: string): boolean => saysTown(text, draft) && partsIn(text, staged) >= PARTS;
    // Of the towns of a setting the first is the one that it is about.
    const isFirst = drafts.every(
      (other) => other === draft || townAt(source.setting, other) > townAt(source.setting, draft),
    );
    if (isTownOf(page) || (isFirst && isTownOf(source.setting))) mark(draft);
  }
  for (const { heading, level, paragraphs } of markdownSections(source.setting)) {
    const [name = ""] = placeNames(heading).names;
    const draft = level < 2 ? undefined : byForm.get(fold(name));
    if (draft === undefined) continue;
    const text = paragraphs.join("\n").toLowerCase();
    const parts = [...staged].filter(
      (part) => part !== draft && [...part.forms.values()].some((form) => has(text, form)),
    );
    if (parts.length >= PARTS) mark(draft);
  }
}

/** Where a text says first that somewhere is a town; past its end where it does not. */
function townAt(text: string, { forms }: Draft): number {
  const at = [...forms.values()].flatMap((form) => {
    if (!/^\p{Lu}/u.test(form)) return [];
    const found = text.indexOf(form);
    return found >= 0 && followings(text, form).some((after) => IS_TOWN.test(after)) ? [found] : [];
  });
  return Math.min(text.length + 1, ...at);
}

const saysTown = (text: string, draft: Draft): boolean => townAt(text, draft) <= text.length;
const partsIn = (text: string, staged: ReadonlySet<Draft>): number =>
  [...staged].filter((part) => [...part.forms.values()].some((form) => has(text.toLowerCase(), form))).length;

/** What follows each use of a name, as far as a definition reaches. */
function followings(text: string, name: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(name); at >= 0 && found.length < 20; at = text.indexOf(name, at + name.length))
    found.push(text.slice(at + name.length, at + name.length + 90));
  return found;
}

const has = (text: string, form: string): boolean => {
  const name = form.toLowerCase();
  const at = text.indexOf(name);
  return at >= 0 && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "") && !/[\p{L}\p{N}]/u.test(text[at + name.length] ?? "");
};
