/** Choices in their author's own words: those of a beat, of an ending, and of `plot/choices.json`. */
import { isJsonObject, type JsonObject } from "@narratoria/protocol";
import type { ChoiceOutcome, PlotChoice } from "@narratoria/protocol/contracts";
import { slug } from "@narratoria/protocol/english";
import { type BeatContext, isKnownBeat, list, settleConditions } from "./beats.js";
import { choicesAsWritten } from "./choices-as-written.js";
import type { CampaignFolder } from "./folder.js";
import type { NameIndex } from "./name-index.js";
import { omit } from "./omit.js";
import { didYouMean } from "./suggest.js";
import { checkVaried } from "./told-variants.js";

export const CHOICES = "plot/choices.json";

/** A choice of the author's, with characters by id. */
export interface CampaignChoice extends Omit<PlotChoice, "tag"> {
  /** No other choice of the campaign has it. */
  readonly tag: string;
  /** The beat or ending that holds it; absent of a choice of `plot/choices.json`. */
  readonly of?: { readonly kind: "beat" | "ending"; readonly id: string; readonly title: string };
  /** Where it stands: a file, and a JSON pointer in it or in its front matter. */
  readonly at: { readonly file: string; readonly pointer: string };
}

/** What choices of a campaign are settled with. */
export interface ChoiceContext extends BeatContext {
  readonly beatIds: readonly string[];
  /** Where each tag was first given; filled as choices are read. */
  readonly taken: Map<string, string>;
}

/**
 * Settles choices: tags given twice, references that lead nowhere, outcomes that nothing leads to. Implements rules CA1001 to CA1004.
 *
 * @param pointer - Of the list of choices in its file.
 */
export function settleChoices(
  choices: readonly PlotChoice[],
  pointer: string,
  context: ChoiceContext,
  of?: CampaignChoice["of"],
): CampaignChoice[] {
  return choices.flatMap((choice, index) => {
    const at = `${pointer}/${index}`;
    const tag = choice.tag ?? slug(choice.text);
    const before = context.taken.get(tag);
    if (before !== undefined) {
      const message = `"${tag}" is already the tag of the choice "${before}". This choice is left out.`;
      const where = context.locate(choice.tag === undefined ? `${at}/text` : `${at}/tag`);
      context.problems.error(context.file, where, "duplicate_id", message);
      return [];
    }
    context.taken.set(tag, choice.text);
    const own = { file: context.file, pointer: at };
    return [{ ...settle(choice, at, context, of), tag, ...(of && { of }), at: own }];
  });
}

function settle(
  { tag: _tag, ...choice }: PlotChoice,
  at: string,
  context: ChoiceContext,
  of: CampaignChoice["of"],
): Omit<CampaignChoice, "tag" | "at" | "of"> {
  const { file, problems, locate, beatIds } = context;
  let kept: Omit<PlotChoice, "tag"> = { ...choice, text: choice.text.trim() };
  if (kept.when) kept = { ...kept, when: settleConditions(kept.when, `${at}/when`, beatIds, context) };
  if (kept.with !== undefined) {
    const npc = personNamed(kept.with, `${at}/with`, context);
    kept = npc === null ? omit(kept, "with") : { ...kept, with: npc };
  }
  if (of?.kind === "ending" && kept.roll !== undefined) {
    const message = "A choice of an ending leads to it at once, so no dice are thrown. The roll is left out.";
    problems.warning(file, locate(`${at}/roll`), "wrong_value", message);
    kept = omit(kept, "roll");
  }
  for (const name of ["partial", "fail"] as const) {
    if (kept.roll !== undefined || kept[name] === undefined) continue;
    const message = `Without a roll nothing leads to "${name}". It is left out.`;
    problems.warning(file, locate(`${at}/${name}`), "wrong_value", message);
    kept = omit(kept, name);
  }
  for (const name of ["then", "partial", "fail"] as const) {
    const outcome = kept[name];
    if (outcome !== undefined) kept = { ...kept, [name]: settleOutcome(outcome, `${at}/${name}`, context) };
  }
  return kept;
}

/** Meant as a sum, and none: "+ 1", "−1" with a long dash. (rule CA5512) */
const NO_SUM = /^\s*(?:[+-]\s+|[−–—]\s*)\d+(?:\.\d+)?\s*$/;

function settleOutcome(outcome: ChoiceOutcome, at: string, context: ChoiceContext): ChoiceOutcome {
  const { feelings, people, due, closed, ...rest } = outcome;
  for (const [name, value] of Object.entries(rest.world ?? {})) {
    if (typeof value !== "string" || !NO_SUM.test(value)) continue;
    const message = `"${value}" is kept as a text. To add or take away, write it as "+1" or "-1", without a space.`;
    const part = name.replaceAll("~", "~0").replaceAll("/", "~1");
    context.problems.warning(context.file, context.locate(`${at}/world/${part}`), "wrong_value", message);
  }
  if (rest.told !== undefined) checkVaried(rest.told, () => context.locate(`${at}/told`), context);
  const beats = (ids: typeof due, name: string, verb: string): readonly string[] =>
    list(ids).filter((id, index) => {
      const pointer = typeof ids === "string" ? `${at}/${name}` : `${at}/${name}/${index}`;
      return isKnownBeat(id, pointer, context.beatIds, context, verb);
    });
  const [dueBeats, closedBeats] = [beats(due, "due", "makes due"), beats(closed, "closed", "closes")];
  const both = dueBeats.find((id) => closedBeats.includes(id));
  if (both !== undefined) {
    const message = `"${both}" is made due and closed at once: it stays closed.`;
    context.problems.warning(context.file, context.locate(`${at}/closed`), "contradiction", message);
  }
  return {
    ...rest,
    ...(feelings && { feelings: byPerson(feelings, `${at}/feelings`, context) }),
    ...(people && { people: byPerson(people, `${at}/people`, context) }),
    ...(dueBeats.length > 0 && { due: dueBeats }),
    ...(closedBeats.length > 0 && { closed: closedBeats }),
  };
}

function byPerson<T>(values: Readonly<Record<string, T>>, at: string, context: BeatContext): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, T][] => {
      const id = personNamed(name, `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, context);
      return id === null ? [] : [[id, value]];
    }),
  );
}

function personNamed(name: string, pointer: string, { file, problems, names, locate }: BeatContext): string | null {
  const id = names.resolve(name);
  if (id !== null) return id;
  const hint = didYouMean(name, names.spellings);
  const message = `"${name}" is the name of no character, or of more than one.${hint} It is left out.`;
  problems.error(file, locate(pointer), "unknown_character", message);
  return null;
}

/** Reads `plot/choices.json`. Implements rule CA1000. */
export async function readChoices(
  folder: CampaignFolder,
  names: NameIndex,
  beatIds: readonly string[],
  taken: ChoiceContext["taken"],
): Promise<CampaignChoice[]> {
  const read = await folder.json("choices", CHOICES, ({ value, locate }) => {
    const list = isJsonObject(value) ? value["choices"] : null;
    if (!isJsonObject(value) || !Array.isArray(list)) return value;
    return {
      ...value,
      choices: choicesAsWritten(list, "/choices", { file: CHOICES, locate, problems: folder.problems }),
    };
  });
  if (read === null) return [];
  return settleChoices(read.value.choices, "/choices", {
    file: CHOICES,
    problems: folder.problems,
    names,
    beatIds,
    taken,
    locate: read.locate,
    onExpression: (source, at, inText) =>
      folder.expressions.push({ file: CHOICES, source, at, ...(inText && { inText }) }),
  });
}

/** All that can come of a choice. */
export function outcomesIn({ then, partial, fail }: Pick<PlotChoice, "then" | "partial" | "fail">): ChoiceOutcome[] {
  return [then, partial, fail].filter((one): one is ChoiceOutcome => one !== undefined);
}

/** Tags, flags and names of the world that choices set: what a condition can wait for. */
export function setByChoices(choices: readonly CampaignChoice[]): {
  readonly tags: readonly string[];
  readonly world: readonly string[];
  /** Things that they give to the player. */
  readonly items: readonly string[];
} {
  const outcomes = choices.flatMap(outcomesIn);
  const keys = (values: JsonObject | Readonly<Record<string, unknown>> | undefined): string[] =>
    Object.keys(values ?? {});
  return {
    tags: [...choices.map(({ tag }) => tag), ...outcomes.flatMap(({ flags }) => keys(flags))],
    world: outcomes.flatMap(({ world }) => keys(world).map((path) => path.replace(/^world\./, ""))),
    items: outcomes.flatMap(({ items }) => keys(items)),
  };
}
