/** What can be done alone where the player stands. */
import type { Bindings, SourceRef } from "@narratoria/protocol/story";
import type { Candidate } from "./candidate.js";
import { canTake, reckonable } from "./gains.js";
import * as knowledge from "./knowledge.js";
import { SENTIMENT_BOUND } from "./odds.js";
import { RECKONED } from "./outcome.js";
import { factSource, itemSource, personSource, placeSource } from "./sources.js";
import type { View } from "./view.js";

const READABLE =
  /\b(?:letter|book|ledger|page|map|notice|sign|log|diary|note|list|paper|card|register|chart|receipt|slate|label|almanac|plan|file|telegram|postcard|contract|deed|bill|roll|inscription|poster|board|plaque)s?\b/i;

const FORCEABLE =
  /\b(?:door|chest|drawer|gate|lid|shutter|lock|box|cupboard|hatch|cabinet|locker|trunk|case|safe|padlock|casket|crate)s?\b/i;

export function alone(view: View): readonly Candidate[] {
  const { place } = view;
  const here = place ? [placeSource(view, place.id)] : [];
  const traces = knowledge.findable(view);
  const heard = knowledge.overhearable(view);
  const tired = view.conditions.length > 0;
  const hour = Math.floor((view.minutes % 1440) / 60);
  const late = hour >= 22 || hour < 5;
  const spent = view.threads.some(({ kind, state }) => kind === "condition" && state === "due");
  const naming =
    traces.length > 0 ? view.learned.find((fact) => fact.names.includes(`place:${view.placeId}`)) : undefined;
  const searched = view.memory.done[`search:${view.placeId}:`];
  const plain = { learned: false, tags: [] } as const;
  const props = (place?.props ?? []).filter((prop) => prop.use === "fixture" || prop.use === "movable");
  const readable = (place?.props ?? []).filter((prop) => prop.use !== "worn" && READABLE.test(prop.np));
  const forceable = (place?.props ?? []).filter((prop) => FORCEABLE.test(prop.np) && prop.use !== "worn");
  const yields = traces.length > 0 || (place?.props ?? []).some((prop) => canTake(view, prop));
  // Where nothing is left to find, no dice are thrown for it.
  const effort: Pick<Candidate, "easy"> = yields ? {} : { easy: true };
  const strangers = view.present.filter((person) => (view.standing.get(person.id)?.feeling ?? 0) <= SENTIMENT_BOUND);
  return [
    ...props
      .filter((prop) => view.memory.done[`search:${view.placeId}:${prop.np}`] === undefined)
      .map(
        (prop): Candidate => ({
          ...plain,
          verb: "search",
          bind: placed(view, { prop: prop.np }),
          sources: [{ kind: "place", ref: view.placeId, text: prop.np }, ...(naming ? [factSource(naming)] : [])],
          salience: (yields ? 0.6 : 0.1) + (naming ? 0.4 : 0),
          learned: naming !== undefined,
        }),
      ),
    {
      ...plain,
      verb: "search",
      bind: placed(view, {}),
      sources: here,
      salience: (yields ? 0.5 : 0) - (searched === undefined ? 0 : 0.6),
      ...effort,
    },
    ...readable.map(
      (prop): Candidate => ({
        ...plain,
        verb: "read",
        bind: placed(view, { prop: prop.np }),
        sources: [{ kind: "place", ref: view.placeId, text: prop.np }],
        salience: traces.length > 0 ? 0.9 : 0,
      }),
    ),
    ...view.inventory
      .filter((item) => READABLE.test(item.name))
      .map(
        (item): Candidate => ({
          ...plain,
          verb: "read",
          bind: { item: item.id },
          sources: [itemSource(item)],
          salience: traces.length > 0 ? 1 : 0.1,
        }),
      ),
    ...(yields ? forceable : []).map(
      (prop): Candidate => ({
        ...plain,
        verb: "force",
        bind: placed(view, { prop: prop.np }),
        sources: [{ kind: "place", ref: view.placeId, text: prop.np }],
        salience: 0.5,
      }),
    ),
    ...strangers
      .filter(({ id }) => yields || hasThings(view, id))
      .map(
        (person): Candidate => ({
          ...plain,
          verb: "sneak",
          bind: placed(view, { npc: person.id }),
          sources: [personSource(view, person.id)],
          salience: 0.4 + (person.home === view.placeId ? 0.4 : 0),
        }),
      ),
    {
      ...plain,
      verb: "listen",
      bind: placed(view, {}),
      sources: here,
      salience: heard.length > 0 && view.present.length > 0 ? 0.5 : 0.1,
    },
    {
      ...plain,
      verb: "watch",
      bind: placed(view, {}),
      sources: here,
      salience: view.present.length > 0 ? 0 : 0.4,
      // To sit and see who comes is no feat; to watch a person unnoticed is.
      easy: true,
    },
    { ...plain, verb: "wait", bind: placed(view, {}), sources: here, salience: view.present.length > 0 ? 0.1 : 0.3 },
    ...(worthReckoning(view)
      ? [{ ...plain, verb: "reckon", bind: {}, sources: reckonSources(view), salience: 0.6, learned: true } as const]
      : []),
    {
      ...plain,
      verb: "rest",
      bind: placed(view, {}),
      sources: tired
        ? [{ kind: "stat", ref: view.conditions[0] ?? "", text: `you are ${view.conditions.join(" and ")}` }]
        : late
          ? [{ kind: "stat", ref: "late", text: "it is late" }]
          : here,
      // Without a night's sleep now and then an evening would never end.
      salience: late || spent ? 2.4 : tired ? 1 : 0.1,
      ...(late || spent ? { learned: true } : {}),
    },
  ];
}

/** Whether something of this person's is still to be found here, where they live. */
const hasThings = (view: View, npc: string): boolean =>
  view.people.get(npc)?.home === view.placeId && knowledge.stillKept(view, npc).length > 0;

/** Facts to be learned before it is worth thinking them over again. */
const NEWS = 6;

/** Thinking it over is worth while once there is something new to think about. */
function worthReckoning(view: View): boolean {
  const last = view.memory.done[RECKONED] ?? 0;
  const since = Object.values(view.known.facts).filter((scene) => scene > last).length;
  return since >= NEWS && reckonable(view).length > 0;
}

function reckonSources(view: View): readonly SourceRef[] {
  const [pair] = reckonable(view);
  return (pair ?? []).map(factSource);
}

function placed(view: View, bind: Bindings): Bindings {
  return view.place ? { ...bind, place: view.placeId } : bind;
}
