/** Which beats and endings can come at all: windows, requirements, expressions, timeouts. Pure. */
import { evaluateExpression, namesInExpression } from "@narratoria/protocol/expression";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { BeatConditions } from "../beats.js";
import type { Campaign } from "../campaign.js";
import { type CampaignChoice, outcomesIn } from "../choices.js";
import type { PlotFinding, PlotPart } from "./written-files.js";

/** More beats in one expression are not tried out. */
const MOST_BEATS = 8;
/** Scenes after which no number of an expression is tried. */
const LAST_SCENE = 1_000_000;

const list = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;

/** How soon each beat can come. */
interface Reach {
  /** The first scene in which it can happen, by id; absent for a beat that never can. */
  readonly soonest: ReadonlyMap<string, number>;
  /** Stats of the player that can have any value within their bounds. */
  readonly stats: Campaign["stats"];
  /** Ids of the beats that must have happened before it. */
  before(id: string): ReadonlySet<string>;
}

/**
 * Finds beats, endings and choices whose conditions can never hold, and calls for beats that have happened by then.
 * Implements rules CA750 to CA753 and CA1005.
 */
export function plotReach({
  beats,
  endings,
  choices,
  stats,
}: Pick<Campaign, "beats" | "endings" | "choices" | "stats">): PlotFinding[] {
  const changed = new Set(
    choices.flatMap((choice) =>
      outcomesIn(choice).flatMap(({ world }) => Object.keys(world ?? {}).map((path) => path.replace(/^world\./, ""))),
    ),
  );
  const fixed = stats.filter(({ name }) => !changed.has(name));
  const reach = reachOf(beats, choices, fixed);
  const findings: PlotFinding[] = [];
  const called = new Set([...beats.flatMap(callsOf), ...choices.flatMap(madeDue)]);
  const cycles = cyclesOf(beats, reach);
  for (const beat of beats) {
    const of: PlotPart = { kind: "beat", id: beat.id };
    const cycle = cycles.get(beat.id);
    if (cycle) findings.push(waitsForItself(of, cycle, beat.conditions ?? {}));
    else {
      const unheld = unmet(of, beat.conditions ?? {}, reach);
      findings.push(...(called.has(beat.id) ? unheld.flatMap(onlyCalled) : unheld));
    }
    findings.push(...uselessTimeout(beat, of));
    // A beat that never comes calls for nothing.
    if (reach.soonest.has(beat.id)) findings.push(...pastCalls(beat, of, reach));
  }
  for (const { id, conditions = {} } of endings) findings.push(...unmet({ kind: "ending", id }, conditions, reach));
  for (const choice of choices) {
    const of: PlotPart = { kind: "choice", id: choice.tag, at: choice.at };
    findings.push(...unmet(of, whenOffered(choice), reach), ...pastDue(choice, of, reach));
  }
  return findings;
}

/** Conditions that never hold, of a beat that comes all the same where another calls for it. Implements rule CA5983. */
function onlyCalled(finding: PlotFinding): PlotFinding[] {
  if (finding.code !== "never_opens") return [];
  const message = finding.message.replace("can never come:", "comes only where it is called for:");
  return [{ ...finding, severity: "notice", message }];
}

/** When a choice can be offered: a beat's own once the beat has happened. */
function whenOffered({ of, when = {} }: CampaignChoice): BeatConditions {
  if (of?.kind !== "beat") return when;
  const [first = of.id, ...others] = new Set([...list(when.requires_beat), of.id]);
  return { ...when, requires_beat: [first, ...others] };
}

const madeDue = (choice: CampaignChoice): string[] => outcomesIn(choice).flatMap(({ due }) => [...list(due)]);

/** Ids of the beats that a beat makes due, their own conditions aside. */
const callsOf = ({ id, outcomes = [], timeout }: PlotBeat): string[] =>
  [
    ...outcomes.flatMap(({ triggers_beat: target, probability }) => (probability === 0 ? [] : (target ?? []))),
    ...(timeout?.scene_count === undefined ? [] : [timeout.fallback_beat ?? []].flat()),
  ].filter((target) => target !== id);

/** Beats without which another does not come: of several of which one is enough there is none. */
function needed({ conditions = {} }: Pick<PlotBeat, "conditions"> = {}): readonly string[] {
  const { requires_beat: all, requires_any_beat: any = [] } = conditions;
  return [...list(all), ...(any.length === 1 ? any : [])];
}

function reachOf(beats: readonly PlotBeat[], choices: readonly CampaignChoice[], stats: Campaign["stats"]): Reach {
  const byId = new Map(beats.map((beat) => [beat.id, beat]));
  const known = new Map<string, ReadonlySet<string>>();
  const before = (id: string): ReadonlySet<string> => {
    const ready = known.get(id);
    if (ready) return ready;
    const found = new Set<string>();
    const left = [...needed(byId.get(id))];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      left.push(...needed(byId.get(next)));
    }
    known.set(id, found);
    return found;
  };
  const soonest = new Map<string, number>();
  const reach = { soonest, before, stats };
  const note = (id: string, scene: number): boolean => {
    if (scene >= (soonest.get(id) ?? Number.POSITIVE_INFINITY)) return false;
    soonest.set(id, scene);
    return true;
  };
  // Each round finds beats that can come after those found before; a scene only ever gets earlier.
  for (let grown = true; grown; ) {
    grown = false;
    for (const beat of beats) {
      const { conditions = {}, timeout, outcomes = [] } = beat;
      const opens = opensAt(conditions, reach);
      const max = conditions.scene_count?.max ?? Number.POSITIVE_INFINITY;
      if (opens === undefined || opens > max) continue;
      if (timeout?.scene_count !== undefined && timeout.fallback_beat !== undefined)
        grown = note(timeout.fallback_beat, opens + timeout.scene_count) || grown;
      if (!soonest.has(beat.id) && !canHold(beat.id, conditions, opens, reach)) continue;
      grown = note(beat.id, opens) || grown;
      const own = soonest.get(beat.id) ?? opens;
      for (const { triggers_beat: target, probability } of outcomes)
        if (target !== undefined && probability !== 0) grown = note(target, own + 1) || grown;
    }
    for (const choice of choices) {
      const opens = opensAt(whenOffered(choice), reach);
      if (opens !== undefined) for (const target of madeDue(choice)) grown = note(target, opens + 1) || grown;
    }
  }
  return reach;
}

/** The first scene in which the window is open and the beats before have happened; undefined where one of them never does. */
function opensAt(
  { scene_count: window, requires_beat, requires_any_beat }: BeatConditions,
  { soonest }: Reach,
): number | undefined {
  const all = list(requires_beat).map((id) => soonest.get(id));
  const any = (requires_any_beat ?? []).flatMap((id) => soonest.get(id) ?? []);
  if (all.includes(undefined) || (requires_any_beat !== undefined && requires_any_beat.length > 0 && any.length === 0))
    return undefined;
  // One beat a scene: what needs another comes in a later scene.
  const after = all.map((scene) => (scene ?? 0) + 1);
  return Math.max(window?.min ?? 0, ...after, ...(any.length > 0 ? [Math.min(...any) + 1] : []));
}

/** More stats in one expression are not tried out. */
const MOST_STATS = 2;

/** Whether an expression can be true in some scene; true for one that asks for more than scenes, beats and stats. */
function canHold(id: string, conditions: BeatConditions, opens: number, { soonest, before, stats }: Reach): boolean {
  const source = conditions.custom?.expression;
  if (source === undefined) return true;
  const { names, beats, tags, fault } = namesInExpression(source);
  const asked = [...new Set(names)].filter((name) => name !== "scene_count");
  const measured = asked.flatMap((name) => stats.find((stat) => stat.name === name) ?? []);
  if (fault !== null || tags.length > 0 || measured.length < asked.length || measured.length > MOST_STATS) return true;
  const happened = new Set([...before(id), ...list(conditions.requires_beat)]);
  const open = beats.filter((one) => !happened.has(one) && one !== id && soonest.has(one));
  if (open.length > MOST_BEATS) return true;
  // A beat may become reachable in a later round: until then it has not happened in any trial.
  const last = Math.min(conditions.scene_count?.max ?? LAST_SCENE, LAST_SCENE);
  const numbers = [...source.matchAll(/\d+/g)].map(Number).flatMap((number) => [number - 1, number, number + 1]);
  const scenes = [opens, last, ...numbers].filter((scene) => scene >= opens && scene <= last);
  const trials = measured.reduce<readonly ReadonlyMap<string, number>[]>(
    (found, { name, min, max }) =>
      [...new Set([min, max, ...numbers])]
        .filter((value) => value >= min && value <= max)
        .flatMap((value) => found.map((one) => new Map([...one, [name, value]]))),
    [new Map()],
  );
  for (let chosen = 0; chosen < 2 ** open.length; chosen++) {
    const visited = (beat: string): boolean =>
      happened.has(beat) || (open.includes(beat) && ((chosen >> open.indexOf(beat)) & 1) === 1);
    for (const scene of scenes)
      for (const values of trials) {
        const lookup = (name: string): number => values.get(name) ?? scene;
        const result = evaluateExpression(source, { lookup, visited, count: () => 0 });
        if (!result.ok || result.value) return true;
      }
  }
  return false;
}

function unmet(of: PlotPart, conditions: BeatConditions, reach: Reach): PlotFinding[] {
  const { soonest } = reach;
  const finding = (pointer: string, code: PlotFinding["code"], message: string): PlotFinding => ({
    of,
    pointer: `${of.kind === "choice" ? "/when" : "/conditions"}${pointer}`,
    code,
    severity: "warning",
    message,
  });
  const what =
    of.kind === "beat" ? `Beat ${of.id}` : of.kind === "ending" ? `The ending "${of.id}"` : `The choice "${of.id}"`;
  const codes = { beat: "unreachable_beat", ending: "unreachable_ending", choice: "unreachable_choice" } as const;
  const code = codes[of.kind];
  const { scene_count: window, requires_beat, requires_any_beat: any = [], custom } = conditions;
  const gone = list(requires_beat).findIndex((id) => !soonest.has(id));
  if (gone >= 0) {
    const pointer = typeof requires_beat === "string" ? "/requires_beat" : `/requires_beat/${gone}`;
    return [
      finding(
        pointer,
        code,
        `${what} can never come: it requires ${list(requires_beat)[gone]}, which can never happen.`,
      ),
    ];
  }
  if (any.length > 0 && any.every((id) => !soonest.has(id)))
    return [finding("/requires_any_beat", code, `${what} can never come: none of ${any.join(", ")} can ever happen.`)];
  const opens = opensAt(conditions, reach) ?? 0;
  if (window?.max !== undefined && opens > window.max) {
    const [last] = [...list(requires_beat), ...any].sort((a, b) => (soonest.get(b) ?? 0) - (soonest.get(a) ?? 0));
    const why = last === undefined ? "" : `: ${last} cannot happen before scene ${soonest.get(last)}`;
    return [
      finding(
        "/scene_count/max",
        "never_opens",
        `${what} can never come: its window closes with scene ${window.max}, before it can open${why}.`,
      ),
    ];
  }
  if (custom !== undefined && !canHold(of.id, conditions, opens, reach))
    return [
      finding(
        "/custom/expression",
        "never_opens",
        `${what} can never come: "${custom.expression}" cannot be true while its other conditions hold.`,
      ),
    ];
  return [];
}

/** Cycles of beats that wait for each other also by `requires_any_beat`, by the id of each one's first beat in the file. */
function cyclesOf(beats: readonly PlotBeat[], { soonest }: Reach): ReadonlyMap<string, readonly string[]> {
  const conditionsOf = new Map(beats.map(({ id, conditions = {} }) => [id, conditions]));
  /** A beat that keeps another from coming, and never comes itself. */
  const blocker = (id: string): string | undefined => {
    const { requires_beat, requires_any_beat: any = [] } = conditionsOf.get(id) ?? {};
    const one = list(requires_beat).find((other) => !soonest.has(other));
    return one ?? (any.length > 0 && any.every((other) => !soonest.has(other)) ? any[0] : undefined);
  };
  const found = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  for (const { id } of beats) {
    const path: string[] = [];
    let next: string | undefined = soonest.has(id) ? undefined : id;
    while (next !== undefined && !seen.has(next)) {
      seen.add(next);
      path.push(next);
      next = blocker(next);
    }
    if (next !== undefined && path.includes(next)) found.set(next, path.slice(path.indexOf(next)));
  }
  return found;
}

function waitsForItself(of: PlotPart, cycle: readonly string[], conditions: BeatConditions): PlotFinding {
  const [first = "", second = first] = cycle;
  const all = list(conditions.requires_beat);
  const at = all.indexOf(second);
  const pointer =
    at < 0
      ? "/requires_any_beat"
      : typeof conditions.requires_beat === "string"
        ? "/requires_beat"
        : `/requires_beat/${at}`;
  return {
    of,
    pointer: `/conditions${pointer}`,
    code: "beat_cycle",
    severity: "error",
    message: `These beats wait for each other: ${[...cycle, first].join(" → ")}. None of them ever comes.`,
  };
}

function uselessTimeout({ timeout }: PlotBeat, of: PlotPart): PlotFinding[] {
  if (timeout?.fallback_beat === undefined || timeout.scene_count !== undefined) return [];
  const message = `The timeout has no scene_count, so it never runs out and ${timeout.fallback_beat} is not called for.`;
  return [{ of, pointer: "/timeout", code: "timeout", severity: "warning", message }];
}

/** What a choice of a beat makes due that has happened by then: the beat itself, and what it requires. Implements rule CA5511. */
function pastDue(choice: CampaignChoice, of: PlotPart, { before }: Reach): PlotFinding[] {
  if (choice.of?.kind !== "beat") return [];
  const own = choice.of.id;
  const earlier = new Set([own, ...before(own)]);
  return (["then", "partial", "fail"] as const).flatMap((outcome) => {
    const { due } = choice[outcome] ?? {};
    return list(due).flatMap((id, index): PlotFinding[] => {
      if (!earlier.has(id)) return [];
      const pointer = `/${outcome}/due${typeof due === "string" ? "" : `/${index}`}`;
      const message = `This makes ${id} due, which has happened by then${id === own ? "" : `: ${own} requires it`}.`;
      return [{ of, pointer, code: "past_beat", severity: "warning", message }];
    });
  });
}

function pastCalls({ id, outcomes = [], timeout }: PlotBeat, of: PlotPart, { before }: Reach): PlotFinding[] {
  const earlier = before(id);
  const finding = (pointer: string, target: string): PlotFinding => ({
    of,
    pointer,
    code: "past_beat",
    severity: "warning",
    message: `This calls for ${target}, which has happened by then: ${id} requires it.`,
  });
  return [
    ...outcomes.flatMap(({ triggers_beat: target }, index) =>
      target !== undefined && earlier.has(target) ? [finding(`/outcomes/${index}/triggers_beat`, target)] : [],
    ),
    ...(timeout?.fallback_beat !== undefined && earlier.has(timeout.fallback_beat)
      ? [finding("/timeout/fallback_beat", timeout.fallback_beat)]
      : []),
  ];
}
