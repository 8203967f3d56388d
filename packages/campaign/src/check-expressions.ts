import { inSlices } from "@narratoria/protocol";
import { slug } from "@narratoria/protocol/english";
import { namesInExpression } from "@narratoria/protocol/expression";
import type { Campaign } from "./campaign.js";
import { outcomesIn, setByChoices } from "./choices.js";
import type { CampaignFolder } from "./folder.js";
import { readingBeatText } from "./reading/beat-text.js";
import { findPlayerWords } from "./reading/player-words.js";
import { didYouMean } from "./suggest.js";

/** First parts of names that session state always has. */
export const STATE = [
  "scene_count",
  "clock",
  "weather",
  "place",
  "player",
  "inventory",
  "people",
  "factions",
  "flags",
  "world",
  "beats",
  "threads",
];

/** What of a campaign decides which expressions can hold. */
export type ExpressionContext = Pick<
  Campaign,
  "beats" | "endings" | "choices" | "stats" | "npcs" | "playerTemplate" | "premise" | "setting" | "lore"
>;

/**
 * Says which expressions cannot be read, and which ask for what nothing sets: their beat or ending would never come.
 * Implements rules CA71, CA72 and CA4600.
 */
export async function checkExpressions(folder: CampaignFolder, context: ExpressionContext): Promise<void> {
  const { beats, endings, choices, stats, npcs } = context;
  const conditions = [
    ...[...beats, ...endings].flatMap((one) => one.conditions ?? []),
    ...choices.flatMap(({ when }) => when ?? []),
  ];
  const set = setByChoices(choices);
  const chosen = [
    ...conditions.flatMap(({ player_choice: one, player_choices: several }) => [one ?? [], several ?? []].flat()),
    ...set.tags,
  ];
  const world = [...conditions.flatMap(({ world_state: state }) => Object.keys(state ?? {})), ...set.world];
  const statNames = stats.map(({ name }) => name.toLowerCase());
  const people = npcs.map(({ id }) => id);
  const beatIds = beats.map(({ id }) => id);
  const isKnown = (name: string): boolean =>
    [STATE, world, chosen].some((names) => names.includes(name)) || statNames.includes(name.toLowerCase());
  // A decision that a beat leaves to the player is a choice with its own words as tag.
  const asked = furtherNames(folder, isKnown, chosen);
  const carried = new CarriedThings(context, set.items);
  const tags = [...chosen, ...(asked.size > 0 ? await inSlices(decisionsIn(beats, asked)) : [])];
  for (const { file, source, at, inText } of folder.expressions) {
    const { names, beats: visited, tags: counted, things, fault } = namesInExpression(source);
    if (fault !== null) {
      folder.problems.error(
        file,
        at,
        "expression_syntax",
        `This expression cannot be read: ${fault}. As it stands it never holds.`,
      );
      continue;
    }
    for (const name of names) {
      const [root = "", second = ""] = name.split(".");
      if (root === "people" && second !== "" && !people.includes(second))
        folder.problems.warning(
          file,
          at,
          "unknown_character",
          `There is no character "${second}".${didYouMean(second, people)} This part never holds.`,
        );
      else if (root === "beats" && !beatIds.includes(second))
        folder.problems.warning(
          file,
          at,
          "unknown_beat",
          `There is no beat "${second}".${didYouMean(second, beatIds)} This part never holds.`,
        );
      else if (root === "flags" && second !== "" && !tags.includes(second))
        folder.problems.warning(
          file,
          at,
          "unknown_tag",
          `Nothing sets "${name}".${didYouMean(second, tags)} Flags are set by choices with that tag.`,
        );
      else if (name.includes(".") && !STATE.includes(root) && !world.some((key) => key.startsWith(root)))
        folder.problems.warning(
          file,
          at,
          "unknown_path",
          `Nothing sets "${name}".${didYouMean(root, STATE)} This part never holds.`,
        );
      else if (
        !name.includes(".") &&
        !STATE.includes(name) &&
        !statNames.includes(name.toLowerCase()) &&
        !world.includes(name) &&
        !tags.includes(name)
      ) {
        const hint = beatIds.includes(name)
          ? ` Did you mean visited("${name}")?`
          : didYouMean(name, [...STATE, ...statNames, ...tags, ...world]);
        if (inText) {
          const message = `Nothing sets "${name}", so this is told as where it is not so.${hint}`;
          folder.problems.warning(file, at, "unknown_path", message);
          continue;
        }
        // A name that is nearly another is more likely a slip than a deed.
        folder.problems[hint === "" ? "notice" : "warning"](
          file,
          at,
          "offered_deed",
          `"${name}" is no stat and no state, so it is offered to the player as something to do.${hint}`,
        );
      }
    }
    for (const thing of things) {
      if (thing.includes(".") || isKnown(thing) || tags.includes(thing) || carried.canBeHad(thing)) continue;
      const effect = inText ? "This is told as where it is not so." : "This part never holds.";
      const hint = didYouMean(thing, [...carried.given, ...tags]);
      folder.problems.warning(
        file,
        at,
        "unknown_path",
        `Nothing gives the player "${thing}", and no text names it.${hint} ${effect}`,
      );
    }
    for (const beat of visited)
      if (!beatIds.includes(beat))
        folder.problems.warning(
          file,
          at,
          "unknown_beat",
          `There is no beat "${beat}".${didYouMean(beat, beatIds)} This part never holds.`,
        );
    for (const tag of counted)
      if (!tags.includes(tag))
        folder.problems.warning(
          file,
          at,
          "unknown_tag",
          `No choice has the tag "${tag}".${didYouMean(tag, tags)} This part never holds.`,
        );
  }
}

/** What a player can carry: what choices and the template give, and whatever a text names, as it may be picked up in play. */
class CarriedThings {
  readonly given: readonly string[];
  readonly #slugs: ReadonlySet<string>;
  #told: string | null = null;

  constructor(
    private readonly context: ExpressionContext,
    items: readonly string[],
  ) {
    const {
      starting_items: brought = [],
      allowed_backgrounds: pasts = [],
      presets = [],
    } = context.playerTemplate ?? {};
    this.given = [
      ...new Set([
        ...items,
        ...brought,
        ...pasts.flatMap(({ starting_items: own = [] }) => own),
        ...presets.flatMap(({ items: own = [] }) => own),
      ]),
    ];
    this.#slugs = new Set(this.given.map(slug));
  }

  canBeHad(thing: string): boolean {
    const wanted = slug(thing);
    return this.#slugs.has(wanted) || this.#texts().includes(`-${wanted}-`);
  }

  /** All words of the campaign in which a thing can be named. */
  #texts(): string {
    if (this.#told !== null) return this.#told;
    const { premise, setting, lore, beats, endings, choices, npcs } = this.context;
    const texts = [
      premise,
      setting,
      ...lore.map(({ text }) => text),
      ...beats.flatMap(({ description, consequences = [], outcomes = [] }) => [
        description,
        ...consequences,
        ...outcomes.map((outcome) => outcome.description),
      ]),
      ...endings.map(({ body }) => body),
      ...choices.flatMap((choice) => [choice.text, ...outcomesIn(choice).map(({ told = "" }) => told)]),
      ...npcs.flatMap(({ profile }) => profile.inventory ?? []),
    ];
    return (this.#told = texts.map((text) => `-${slug(text)}-`).join("\n"));
  }
}

/** The tags and names in expressions that nothing but a decision of the player's could set. */
function furtherNames(
  { expressions }: CampaignFolder,
  isKnown: (name: string) => boolean,
  chosen: readonly string[],
): Set<string> {
  return new Set(
    expressions.flatMap(({ source }) => {
      const { names, tags, things } = namesInExpression(source);
      const flags = names.filter((name) => name.startsWith("flags.")).map((name) => name.slice("flags.".length));
      return [
        ...names.filter((name) => !(name.includes(".") || isKnown(name))),
        ...[...flags, ...tags].filter((tag) => !chosen.includes(tag)),
        ...things.filter((thing) => !(thing.includes(".") || isKnown(thing))),
      ];
    }),
  );
}

/**
 * The decisions that beats leave to the player, as tags. To find them takes a while, so the beats that have the words of what is asked
 * for are read first, and the rest only where that finds not all of it: then whatever is there may be what was meant.
 */
function* decisionsIn(beats: Campaign["beats"], asked: ReadonlySet<string>): Generator<void, string[]> {
  const player = findPlayerWords([], []);
  const missing = new Set(asked);
  const found = new Map<number, string[]>();
  for (const at of likeliestFirst(beats, [...asked])) {
    const beat = beats[at];
    if (beat === undefined) continue;
    if (missing.size === 0) break;
    const { decisions } = yield* readingBeatText(beat, player, () => undefined, 0);
    const tags = decisions.map(slug);
    found.set(at, tags);
    for (const tag of tags) missing.delete(tag);
  }
  return [...found].sort(([a], [b]) => a - b).flatMap(([, tags]) => tags);
}

/** Places in a list of beats, those first that have most of the words of a tag. */
function likeliestFirst(beats: Campaign["beats"], tags: readonly string[]): number[] {
  const wanted = tags.map((tag) => tag.split(/[-_]/).filter((word) => word.length > 2));
  const shares = beats.map(({ description }) => {
    const text = slug(description);
    return Math.max(...wanted.map((words) => words.filter((word) => text.includes(word)).length / (words.length || 1)));
  });
  return [...beats.keys()].sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0));
}
