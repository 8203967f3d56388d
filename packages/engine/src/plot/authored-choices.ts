/** Choices in their author's own words: when they are offered, and what comes of them. Pure. */
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import type { ChoiceOutcome } from "@narratoria/protocol/contracts";
import { type Campaign, type CampaignChoice, renderVaried } from "@narratoria/campaign";
import type { BeatChange, ChoiceRows, ChoiceSlot, Effect, Hook, Outcome } from "@narratoria/protocol/story";
import { type BeatMoment, beatState, conditionsHold, hasFlag, holdsNow, list } from "./conditions.js";
import { changePatches } from "./stage-beat.js";

/** Finds the id of a place by its name. */
type PlaceId = (name: string) => string | undefined;

/** What a choice of the author's changes, by how its roll comes out. */
export type ChoiceChanges = { readonly [outcome in Outcome]: readonly BeatChange[] };

const TRIED = ["success", "partial", "fail"] as const;

/**
 * What the choices of a campaign set, each with the words of the first choice that sets it: no deed is made up for what an author's own
 * choice stands for.
 */
export function setByAuthor({ choices }: Pick<Campaign, "choices">): ReadonlyMap<string, string> {
  const set = new Map(choices.map(({ tag, text }) => [tag, text]));
  for (const choice of choices)
    for (const outcome of TRIED)
      for (const flag of Object.keys(outcomeOf(choice, outcome)?.flags ?? {}))
        if (!set.has(flag)) set.set(flag, choice.text);
  return set;
}

/** Paths of the world that choices change, without `world.`. */
export function worldSetByAuthor({ choices }: Pick<Campaign, "choices">): readonly string[] {
  return choices.flatMap((choice) =>
    TRIED.flatMap((outcome) =>
      Object.keys(outcomeOf(choice, outcome)?.world ?? {}).map((path) => path.replace(/^world\./, "")),
    ),
  );
}

/** The author's choice that was taken, if it was one. */
export function takenChoice(
  { choices }: Pick<Campaign, "choices">,
  slot: Pick<ChoiceSlot, "tags" | "rows" | "verb"> | null,
): CampaignChoice | undefined {
  if (slot === null || (slot.rows === undefined && slot.verb !== "end")) return undefined;
  return choices.find(({ tag }) => slot.tags.includes(tag));
}

/** What comes of a choice; a roll that half succeeds brings what success does, unless the author says otherwise. */
function outcomeOf({ then, partial, fail }: CampaignChoice, outcome: Outcome): ChoiceOutcome | undefined {
  if (outcome === "fail") return fail;
  return outcome === "partial" ? (partial ?? then) : then;
}

/** What a choice changes once its scene has been told. Implements rule EN1261. */
export function changesOfChoice(choice: CampaignChoice, placeId: PlaceId): ChoiceChanges {
  const of = (outcome: Outcome): readonly BeatChange[] => authoredChanges(outcomeOf(choice, outcome), placeId);
  return { success: of("success"), partial: of("partial"), fail: of("fail"), none: of("none") };
}

/** What an outcome of the author's changes. */
export function authoredChanges(outcome: ChoiceOutcome | undefined, placeId: PlaceId): BeatChange[] {
  if (!outcome) return [];
  const { flags = {}, world = {}, items = {}, feelings = {}, factions = {}, people = {} } = outcome;
  return [
    ...Object.entries(flags).map(([name, value]): BeatChange => ({ kind: "flag", name, value })),
    ...Object.entries(world).map(([path, value = null]): BeatChange => ({ kind: "world", path, value })),
    ...Object.entries(items).map(([name, count]): BeatChange => ({ kind: "item", name, count })),
    ...Object.entries(feelings).map(([npc, delta]): BeatChange => ({ kind: "feeling", npc, delta })),
    ...Object.entries(factions).map(([faction, delta]): BeatChange => ({ kind: "standing", faction, delta })),
    ...Object.entries(people).map(([npc, { place: name, state, follows }]): BeatChange => {
      const place = name === undefined ? undefined : placeId(name);
      return {
        kind: "person",
        npc,
        ...(place === undefined ? {} : { place }),
        ...(state === undefined ? {} : { state }),
        ...(follows === undefined ? {} : { follows }),
      };
    }),
    ...list(outcome.due).map((beat): BeatChange => ({ kind: "beat", beat, state: "due" })),
    ...list(outcome.closed).map((beat): BeatChange => ({ kind: "beat", beat, state: "closed" })),
  ];
}

/** A text as it is told now. Implements rule EN1272. */
export const toldNow = (text: string, moment: BeatMoment): string =>
  renderVaried(text, (condition) => holdsNow(condition, moment));

/** What is told of each way in which a choice can come out, and where it takes the player. */
function rowsOf(choice: CampaignChoice, placeId: PlaceId, moment: BeatMoment): ChoiceRows {
  const row = (outcome: ChoiceOutcome | undefined): readonly Effect[] => {
    const place = outcome?.place === undefined ? undefined : placeId(outcome.place);
    const told = outcome?.told === undefined ? "" : toldNow(outcome.told, moment);
    return [
      ...(told === "" ? [] : [{ kind: "authored" as const, text: told }]),
      ...(place === undefined ? [] : [{ kind: "move" as const, place }]),
    ];
  };
  return {
    success: row(choice.then),
    ...(choice.partial === undefined ? {} : { partial: row(choice.partial) }),
    ...(choice.fail === undefined ? {} : { fail: row(choice.fail) }),
  };
}

/** Where a story stands when choices are looked for. */
export interface AuthoredMoment {
  /** As the scene begins, with what is decided of its beats and endings. */
  readonly moment: BeatMoment;
  /** Id of the beat of this scene. */
  readonly beat?: string | undefined;
  readonly taken?: CampaignChoice | undefined;
  readonly changes?: ChoiceChanges | undefined;
  /** Whether the choice taken is decided by dice. */
  readonly rolled?: boolean;
  /** Tags that beats wait for, and whether they press. */
  readonly awaited: ReadonlyMap<string, boolean>;
  readonly placeId: PlaceId;
}

/**
 * The author's choices that can be offered after this scene, as hooks. What a choice changes is in effect only after its scene: one that
 * waits for a success is offered where the roll succeeds. Implements rules EN1260, EN1262 and EN1263.
 */
export function authoredHooks({ choices }: Pick<Campaign, "choices">, at: AuthoredMoment): Hook[] {
  const states = statesAfter(at);
  return choices.flatMap((choice): Hook[] => {
    if (choice.of?.kind === "ending") return [];
    const open = states.filter(({ moment }) => isOffered(choice, choices, moment));
    const [first] = open;
    if (first === undefined) return [];
    const after = open.map(({ outcome }) => outcome);
    const { tag, text, of, location, with: npc, roll } = choice;
    const place = location === undefined ? undefined : at.placeId(location);
    const presses = at.awaited.get(tag);
    const told = of && (of.id === at.beat || beatState(at.moment.state, of.id)?.scene === at.moment.scene - 1);
    return [
      {
        kind: "tag",
        beat: of?.id ?? tag,
        title: of?.title ?? text,
        tag,
        text,
        ...(place === undefined ? {} : { place }),
        ...(npc === undefined ? {} : { npc }),
        ...(presses === true ? { presses } : {}),
        authored: {
          rows: rowsOf(choice, at.placeId, first.moment),
          ...(roll === undefined ? {} : { roll }),
          ...(told ? { answers: true as const } : {}),
          ...(presses === undefined ? { onlyHere: true as const } : {}),
          ...(after.length === states.length ? {} : { after }),
        },
      },
    ];
  });
}

/**
 * The moment in which the next choice is taken, where this scene's choice changes the same however its roll comes out; else the moment as
 * the scene begins. Implements rule EN2610.
 */
export function momentAhead(at: Pick<AuthoredMoment, "moment" | "taken" | "changes" | "rolled">): BeatMoment {
  return at.rolled === true ? at.moment : (statesAfter(at)[0]?.moment ?? at.moment);
}

/** An ending with choices of its own is offered by these, each in its own words. Implements rule EN1264. */
export function endingHooks(
  { choices }: Pick<Campaign, "choices">,
  hooks: readonly Hook[],
  { moment }: Pick<AuthoredMoment, "moment">,
): Hook[] {
  return hooks.flatMap((hook): Hook[] => {
    const own = choices.filter(({ of }) => hook.kind === "ending" && of?.kind === "ending" && of.id === hook.ending);
    if (hook.kind !== "ending" || own.length === 0) return [hook];
    const offered = own.filter((choice) => isOffered(choice, choices, moment));
    // A story that ends whatever is chosen has its last page.
    if (offered.length === 0) return hook.last === true ? [hook] : [];
    return offered.map(({ text, tag }) => ({ ...hook, text, tag }));
  });
}

/** The states in which the story may be after this scene, by how the roll comes out. */
function statesAfter({
  moment,
  taken,
  changes,
  rolled,
}: Pick<AuthoredMoment, "moment" | "taken" | "changes" | "rolled">): {
  readonly outcome: Outcome;
  readonly moment: BeatMoment;
}[] {
  const outcomes: readonly Outcome[] = rolled === true ? TRIED : ["none"];
  return outcomes.map((outcome) => {
    if (!taken) return { outcome, moment };
    let state: JsonObject = mergePatch(moment.state, { flags: { [taken.tag]: moment.scene } });
    for (const patch of changePatches(state, changes?.[outcome] ?? [], moment.scene)) state = mergePatch(state, patch);
    return { outcome, moment: { ...moment, state } };
  });
}

function isOffered(choice: CampaignChoice, all: readonly CampaignChoice[], moment: BeatMoment): boolean {
  const { of, tag, again, when } = choice;
  const isTaken = (one: CampaignChoice): boolean => one.again !== true && hasFlag(moment.state, one.tag);
  if (again !== true && hasFlag(moment.state, tag)) return false;
  if (of?.kind === "beat") {
    if (beatState(moment.state, of.id)?.state !== "fired") return false;
    // What a beat leaves to decide is decided once.
    if (again !== true && all.some((one) => one.of?.kind === "beat" && one.of.id === of.id && isTaken(one)))
      return false;
  }
  return when === undefined || conditionsHold(when, moment);
}
