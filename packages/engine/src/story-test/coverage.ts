/** Which parts of a campaign some walk has come to. Pure. */
import type { Campaign } from "@narratoria/campaign";
import type { StoryIndex, ToldScene } from "@narratoria/narrator";
import { getPath, isJsonObject } from "@narratoria/protocol";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { normalise, slug, splitSentences } from "@narratoria/protocol/english";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import { setByAuthor } from "../plot/authored-choices.js";
import type { ChoiceCoverage, LoreCoverage, MetCoverage, PlotCoverage, StoryCoverage, WalkedTo } from "./report.js";

/** The scenes of one walk. */
export interface WalkedScenes {
  readonly walk: number;
  readonly scenes: readonly ToldScene[];
}

/**
 * Counts in how many walks each beat, ending, choice, lore file, person and place of a campaign came. Implements rules EN2400 to EN2403.
 *
 * @param walks - In their order.
 */
export function coverageOf(campaign: Campaign, mined: StoryIndex, walks: readonly WalkedScenes[]): StoryCoverage {
  return {
    beats: campaign.beats.map((beat) => beatCoverage(beat, walks)),
    endings: campaign.endings.map(({ id, title }) => ({
      id,
      title,
      ...reachedIn(walks, ({ scenes }) => endingIn(scenes, id)),
    })),
    choices: choiceCoverage(campaign, mined, walks),
    lore: loreCoverage(campaign, walks),
    people: mined.matter.people.map(({ id, name }) => ({ id, name, met: countOf(walks, `people.${id}.met`) })),
    places: mined.matter.places.map((place) => placeCoverage(place, walks)),
  };
}

/** In how many walks something came, and where first. */
function reachedIn(
  walks: readonly WalkedScenes[],
  sceneIn: (walk: WalkedScenes) => number | null,
): { readonly reached: number; readonly first: WalkedTo | null } {
  const found = walks.flatMap((one): WalkedTo[] => {
    const scene = sceneIn(one);
    return scene === null ? [] : [{ walk: one.walk, scene }];
  });
  return { reached: found.length, first: found[0] ?? null };
}

function beatCoverage({ id, title, priority = "medium" }: PlotBeat, walks: readonly WalkedScenes[]): PlotCoverage {
  const sceneIn = ({ scenes }: WalkedScenes): number | null => {
    const beat = getPath(scenes.at(-1)?.after ?? {}, `beats.${id}`);
    if (!isJsonObject(beat) || beat["state"] !== "fired") return null;
    return typeof beat["scene"] === "number" ? beat["scene"] : 0;
  };
  return { id, title, priority, ...reachedIn(walks, sceneIn) };
}

/** Id of the ending that a walk came to; null where it came to none. */
export function endingOf(scenes: readonly ToldScene[]): string | null {
  const last = scenes.at(-1);
  if (last?.ended !== true) return null;
  const ending = last.choice?.bind.ending ?? getPath(last.after, "world.end.ending");
  return typeof ending === "string" ? ending : null;
}

const endingIn = (scenes: readonly ToldScene[], id: string): number | null =>
  endingOf(scenes) === id ? (scenes.at(-1)?.scene ?? null) : null;

/** A choice that is looked for among those offered. */
interface Wanted extends Pick<ChoiceCoverage, "kind" | "id" | "text" | "of"> {
  isIn(slot: ChoiceSlot): boolean;
}

function choiceCoverage(campaign: Campaign, mined: StoryIndex, walks: readonly WalkedScenes[]): ChoiceCoverage[] {
  return wantedChoices(campaign, mined).map(({ isIn, ...known }) => {
    const sceneIn = ({ scenes }: WalkedScenes): number | null =>
      scenes.find(({ slots }) => slots.some(isIn))?.scene ?? null;
    const { reached, first } = reachedIn(walks, sceneIn);
    const taken = walks.filter(({ scenes }) => scenes.some(({ choice }) => choice !== null && isIn(choice))).length;
    return { ...known, offered: reached, taken, first };
  });
}

function wantedChoices(campaign: Campaign, mined: StoryIndex): Wanted[] {
  const own = campaign.choices.map(
    ({ tag, text, of }): Wanted => ({
      kind: "own",
      id: tag,
      text,
      ...(of && { of: of.id }),
      isIn: ({ tags }) => tags.includes(tag),
    }),
  );
  const beats = [...mined.beats.values()];
  const decisions = beats.flatMap(({ id, decisions: left }) =>
    left.map(
      (words): Wanted => ({
        kind: "decision",
        id: slug(words),
        text: sentenceCase(words),
        of: id,
        isIn: saying(id, words),
      }),
    ),
  );
  const menus = beats.flatMap(({ id, choices = [] }) =>
    choices.map(
      ({ text }): Wanted => ({
        kind: "menu",
        id: slug(text),
        text: sentenceCase(text),
        of: id,
        isIn: saying(id, text),
      }),
    ),
  );
  const known = new Set([...setByAuthor(campaign).keys(), ...decisions.map(({ id }) => id)]);
  const acts = mined.acts
    .filter(
      ({ id, measure, for: uses }) => !measure && !known.has(id) && uses.some(({ condition }) => DONE.has(condition)),
    )
    .map(
      ({ id, text, npc, for: uses }): Wanted => ({
        kind: "act",
        id,
        text,
        ...(uses[0] && { of: uses[0].id }),
        // What somebody must come to think is kept apart by who it is.
        isIn: ({ tags, bind }) =>
          tags.some((tag) => slug(tag) === slug(id) || (npc === bind.npc && slug(`${npc}-${tag}`) === slug(id))),
      }),
    );
  return [...own, ...decisions, ...menus, ...acts];
}

/** Conditions that the player meets by a choice. */
const DONE: ReadonlySet<string> = new Set(["player_choice", "player_state", "npc_state"]);

/** A choice in these words that belongs to this beat, however its tag reads. */
const saying =
  (beat: string, words: string): Wanted["isIn"] =>
  ({ tags, text, sources, bind }) => {
    const wanted = slug(words);
    const isOfBeat = bind.beat === beat || sources.some(({ kind, ref }) => kind === "beat" && ref === beat);
    return tags.includes(wanted) || (isOfBeat && (slug(bind.text ?? "") === wanted || slug(text) === wanted));
  };

const sentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A file counts as used where a sentence of it was told, whole or as part of a longer one. */
function loreCoverage({ lore }: Campaign, walks: readonly WalkedScenes[]): LoreCoverage[] {
  const told = ` ${walks
    .flatMap(({ scenes }) => scenes.flatMap(({ paragraphs }) => paragraphs))
    .map(normalise)
    .join(" ")} `;
  return lore.map(({ file, text }) => {
    const sentences = splitSentences(text.replace(/^#+ .*$/gm, ""))
      .map(wordsOf)
      .filter((words) => words !== "");
    return { file, sentences: sentences.length, told: sentences.filter((words) => told.includes(words)).length };
  });
}

/** The first words of a sentence serve: its end may have been joined to another. */
const wordsOf = (sentence: string): string => normalise(sentence).split(" ").slice(0, 7).join(" ");

const countOf = (walks: readonly WalkedScenes[], path: string): number =>
  walks.filter(({ scenes }) => getPath(scenes.at(-1)?.after ?? {}, path) !== undefined).length;

function placeCoverage(
  { id, name }: { readonly id: string; readonly name: string },
  walks: readonly WalkedScenes[],
): MetCoverage {
  const isSeen = ({ scenes }: WalkedScenes): boolean => scenes.some(({ after }) => getPath(after, "place") === id);
  return { id, name, met: walks.filter(isSeen).length };
}
