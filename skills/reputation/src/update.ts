/** How standings change in one turn. */
import type { JsonObject } from "@narratoria/protocol";
import { factionNamed } from "@narratoria/protocol/story";
import { type Faction, factionsIn, factionsOf, type Members } from "./factions.js";
import { list, number, optionalNumber, record, text } from "./json-reading.js";
import { mainReason, type Reason, type Standing } from "./kept.js";
import type { Settings } from "./settings.js";

export interface Change {
  readonly faction: string;
  readonly delta: number;
  readonly reason: string;
}

type Context = Readonly<Record<string, unknown>>;

const TOLD_ON = 0.5;
const NOTICED = -5;
const PAID = 3;

/** What factions hear of a deed: rules RP1 and RP2. */
export function changesOf(outcome: unknown, context: Context, members: Members): Change[] {
  const { effects, memory } = record(outcome);
  const reason = text(record(memory).summary);
  return list<unknown>(effects).flatMap((effect): Change[] => {
    const { kind, npc, by, delta, reason: heard } = record(effect);
    // What members tell each other the faction has heard already.
    if (kind === "feeling" && typeof heard === "string") return [];
    if (kind === "feeling" && typeof npc === "string")
      return factionsOf(context, members, npc).map((faction) => ({
        faction,
        delta: number(delta) * (isSeen(context, members, faction, npc) ? 1 : TOLD_ON),
        reason,
      }));
    const who = kind === "noticed" ? by : kind === "paid" ? npc : undefined;
    if (typeof who !== "string") return [];
    return factionsOf(context, members, who).map((faction) => ({
      faction,
      delta: kind === "paid" ? PAID : NOTICED,
      reason,
    }));
  });
}

/** What the beat of this scene is going to change: it is in effect when the scene has been told. */
function comingChanges({ beat, factions }: Context): Change[] {
  const { changes, title } = record(beat);
  return list<unknown>(changes).flatMap((change) => {
    const { kind, faction: name, delta } = record(change);
    const faction = kind === "standing" ? factionNamed(record(factions), text(name)) : undefined;
    return faction === undefined
      ? []
      : [{ faction, delta: number(delta), reason: `what happened in "${text(title)}"` }];
  });
}

/** Whether another member is where the deed is done. */
function isSeen(context: Context, members: Members, faction: string, npc: string): boolean {
  return Object.entries(record(context.people)).some(([id, given]) => {
    const { place, alive } = record(given);
    return (
      id !== npc &&
      alive !== false &&
      text(place) !== "" &&
      place === context.place &&
      factionsOf(context, members, id).includes(faction)
    );
  });
}

/** Why others than this skill changed a standing in a scene, where they say. (rule RP4400) */
function driftReason({ world }: Context, faction: string, scene: number): string {
  const { text: why, scene: of } = record(record(record(record(world).factions)[faction]).changedBy);
  return (of === scene && text(why)) || "what happened";
}

export interface Updated {
  readonly standings: readonly Standing[];
  /** Those of them that are to be stored. */
  readonly changed: readonly Standing[];
  readonly patch: JsonObject;
}

/**
 * Works out all standings after a turn.
 *
 * @param kept - Standings as of the story's clock.
 */
export function updateStandings(
  context: Context,
  factions: readonly Faction[],
  kept: ReadonlyMap<string, Standing>,
  changes: readonly Change[],
  settings: Settings,
): Updated {
  const scene = number(context.scene);
  const coming = comingChanges(context);
  const known = new Set(factionsIn(context).map(({ id }) => id));
  const standings: Standing[] = [];
  const changed: Standing[] = [];
  const patches: { id: string; name: string; score: number; heard: number; because?: JsonObject | null }[] = [];
  for (const { id, name } of factions) {
    const shown = number(record(context.factions)[id]);
    const heard = optionalNumber(record(record(record(context.world).factions)[id]).heard);
    const before = kept.get(id);
    // What was never stored is as it was said last.
    const said = before?.score ?? heard ?? shown;
    const drift = heard === undefined ? 0 : shown - heard;
    const own: Reason[] = [
      ...(drift === 0 ? [] : [{ scene: scene - 1, text: driftReason(context, id, scene - 1), delta: drift }]),
      ...[...changes, ...coming].flatMap((one) =>
        one.faction === id && one.delta !== 0 ? [{ scene, text: one.reason, delta: one.delta }] : [],
      ),
    ];
    const sum = own.reduce((total, { delta }) => total + delta, 0);
    const standing: Standing = {
      faction: id,
      score: Math.max(settings.min, Math.min(settings.max, said + sum)),
      reasons: [...(before?.reasons ?? []), ...own.filter((one) => one.text !== "")],
      decayRate: settings.decayRate,
    };
    standings.push(standing);
    if (own.length > 0 || (before && before.decayRate !== settings.decayRate)) changed.push(standing);
    // The runtime adds what comes of the beat itself.
    const later = coming.reduce((total, one) => total + (one.faction === id ? one.delta : 0), 0);
    const heardNow = Math.round(standing.score) || 0;
    const score = heardNow - later;
    const told = record(record(record(context.world).factions)[id]).because;
    const because = mainReason(standing.score, standing.reasons);
    const isNews = JSON.stringify(because) !== JSON.stringify(told ?? null);
    if (score !== shown || heard !== heardNow || !known.has(id) || isNews)
      patches.push({ id, name, score, heard: heardNow, ...(isNews ? { because } : {}) });
  }
  if (patches.length === 0) return { standings, changed, patch: {} };
  const patch = {
    factions: Object.fromEntries(patches.map(({ id, score }) => [id, score])),
    world: {
      factions: Object.fromEntries(
        patches.map(({ id, name, heard, because }) => [
          id,
          { name, heard, ...(because === undefined ? {} : { because }) },
        ]),
      ),
    },
  };
  return { standings, changed, patch };
}
