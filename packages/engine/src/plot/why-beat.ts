/** Why a beat or an ending does not come: each of its conditions, whether it holds, and what would meet it. Pure. */
import { getPath, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { PlotBeat, ReadAct } from "@narratoria/protocol/contracts";
import { namesInExpression } from "@narratoria/protocol/expression";
import {
  type BeatConditions,
  type BeatMoment,
  type BeatState,
  beatState,
  expressionAllows,
  holdsNow,
  isSubset,
  list,
  missingTags,
  npcStateHolds,
  playerStateHolds,
  sceneCount,
  slugOf,
  worldHolds,
} from "./conditions.js";

/** One condition of a beat or an ending. */
export interface WhyCondition {
  /** Its name, as the campaign's files have it. */
  readonly condition: keyof BeatConditions;
  /** What it asks for. */
  readonly wants: string;
  readonly holds: boolean;
  /** What would meet it, or why nothing will any more; absent where it holds. */
  readonly needs?: string;
  /** Nothing can meet it any more. */
  readonly isLost?: true;
}

export interface WhyAnswer {
  readonly kind: "beat" | "ending";
  readonly id: string;
  readonly title: string;
  /** `open`: nothing has been decided of it yet. */
  readonly state: BeatState["state"] | "open";
  /** Scene in which it came into this state. */
  readonly since?: number;
  /** Number of the scene that comes next. */
  readonly nextScene: number;
  readonly conditions: readonly WhyCondition[];
  /** What else it waits for: a place, a day. Each a sentence. */
  readonly besides: readonly string[];
}

/** What is asked about. */
export interface PlotPart {
  readonly kind: "beat" | "ending";
  readonly id: string;
  readonly title: string;
  readonly conditions?: BeatConditions | undefined;
  /** Absent of an ending. */
  readonly beat?: PlotBeat;
}

/**
 * Explains where a beat or an ending stands. Implements rules EN1134 and EN1135.
 *
 * @param moment - As the next scene begins, whatever is chosen.
 * @param titles - Titles of beats, by id.
 * @param placeName - Names a place by its id.
 */
export function whyNot(
  { kind, id, title, conditions = {}, beat }: PlotPart,
  moment: BeatMoment,
  titles: ReadonlyMap<string, string>,
  placeName: (id: string) => string,
): WhyAnswer {
  const stateOf = (one: string): BeatState | undefined => beatState(moment.state, one);
  const known = kind === "beat" ? stateOf(id) : undefined;
  const judge = new Judge(moment, titles, stateOf);
  return {
    kind,
    id,
    title,
    state: known?.state ?? "open",
    ...(known === undefined ? {} : { since: known.scene }),
    nextScene: moment.scene,
    conditions: [
      ...judge.window(conditions),
      ...judge.beats(conditions),
      ...judge.tags(conditions),
      ...judge.states(conditions),
      ...judge.expression(conditions),
    ],
    besides: beat === undefined ? [] : besides(beat, moment, placeName),
  };
}

class Judge {
  constructor(
    private readonly moment: BeatMoment,
    private readonly titles: ReadonlyMap<string, string>,
    private readonly stateOf: (id: string) => BeatState | undefined,
  ) {}

  window({ scene_count: window }: BeatConditions): WhyCondition[] {
    if (window === undefined) return [];
    const { min = 0, max } = window;
    const scene = sceneCount(this.moment);
    const wants = `a scene from ${min} on${max === undefined ? "" : `, up to ${max}`}`;
    const condition = "scene_count";
    if (max !== undefined && scene > max)
      return [
        { condition, wants, holds: false, isLost: true, needs: `The next scene is ${scene}, so its time is past.` },
      ];
    if (scene >= min) return [{ condition, wants, holds: true }];
    return [{ condition, wants, holds: false, needs: `The next scene is ${scene}: play on until scene ${min}.` }];
  }

  beats({ requires_beat, requires_any_beat: any = [] }: BeatConditions): WhyCondition[] {
    const all = list(requires_beat).map((id): WhyCondition => {
      const state = this.stateOf(id)?.state;
      const base = { condition: "requires_beat", wants: `beat ${this.named(id)}` } as const;
      if (state === "fired") return { ...base, holds: true };
      if (state === "skipped")
        return { ...base, holds: false, isLost: true, needs: "That beat was skipped, and does not come any more." };
      return { ...base, holds: false, needs: `That beat must happen first: ask why ${id} does not.` };
    });
    if (any.length === 0) return all;
    const states = any.map((id) => this.stateOf(id)?.state);
    const base = {
      condition: "requires_any_beat",
      wants: `one of ${any.map((id) => this.named(id)).join(", ")}`,
    } as const;
    if (states.includes("fired")) return [...all, { ...base, holds: true }];
    if (states.every((state) => state === "skipped"))
      return [...all, { ...base, holds: false, isLost: true, needs: "All of them were skipped." }];
    return [...all, { ...base, holds: false, needs: "One of them must happen first." }];
  }

  tags(conditions: BeatConditions): WhyCondition[] {
    const missing = missingTags(conditions, this.moment);
    const each = (tag: string, condition: "player_choice" | "player_choices"): WhyCondition => {
      const base = { condition, wants: `the player's choice "${tag}"` };
      if (!missing.includes(tag)) return { ...base, holds: true };
      const act = this.act(tag, "player_choice");
      return { ...base, holds: false, needs: `The player must take a choice with this tag${offeredAs(act)}.` };
    };
    return [
      ...(conditions.player_choice === undefined ? [] : [each(conditions.player_choice, "player_choice")]),
      ...(conditions.player_choices ?? []).map((tag) => each(tag, "player_choices")),
    ];
  }

  states({ player_state: own, npc_state: theirs = {}, world_state: world }: BeatConditions): WhyCondition[] {
    const found: WhyCondition[] = [];
    if (own !== undefined) {
      const base = { condition: "player_state", wants: `that the player ${own}` } as const;
      const holds = playerStateHolds(own, this.moment);
      const needs = `The player must do it, or a memory of the story must say it${offeredAs(this.act(own, "player_state"))}.`;
      found.push(holds ? { ...base, holds } : { ...base, holds, needs });
    }
    for (const [npc, text] of Object.entries(theirs)) {
      if (typeof text !== "string") continue;
      const base = { condition: "npc_state", wants: `that ${npc} ${text}` } as const;
      if (npcStateHolds(npc, text, this.moment)) found.push({ ...base, holds: true });
      else found.push({ ...base, holds: false, needs: this.feelingNeeds(npc, text) });
    }
    if (world !== undefined) {
      for (const [path, value] of Object.entries(world)) {
        const one: JsonObject = { [path]: value ?? null };
        const base = { condition: "world_state", wants: `${path} = ${JSON.stringify(value)}` } as const;
        if (worldHolds(one, this.moment)) {
          const isSet = isSubset(one, this.moment.state);
          found.push({ ...base, wants: isSet ? base.wants : `${base.wants} (nothing changes it)`, holds: true });
        } else found.push({ ...base, holds: false, needs: `It is ${shown(this.value(path))} now.` });
      }
    }
    return found;
  }

  expression(conditions: BeatConditions): WhyCondition[] {
    const source = conditions.custom?.expression;
    if (source === undefined) return [];
    const base = { condition: "custom", wants: source } as const;
    if (expressionAllows(conditions, this.moment, this.stateOf)) return [{ ...base, holds: true }];
    const { names, beats, tags, things, fault } = namesInExpression(source);
    if (fault !== null) return [{ ...base, holds: false, isLost: true, needs: `It cannot be read: ${fault}.` }];
    const now = [
      ...names.map(
        (name) => `${name} is ${shown(name === "scene_count" ? sceneCount(this.moment) : this.value(name))}`,
      ),
      ...beats.map((id) => `${id} has ${this.stateOf(id)?.state === "fired" ? "" : "not "}happened`),
      ...things.map((thing) => `the player ${this.carries(thing) ? "has" : "does not have"} "${thing}"`),
      ...tags.map((tag) => `"${tag}" was chosen ${shown(this.value(`world.tags.${tag}`) ?? 0)} times`),
    ];
    return [{ ...base, holds: false, needs: now.length === 0 ? "It is never true." : `Now ${now.join(", ")}.` }];
  }

  private feelingNeeds(npc: string, text: string): string {
    const act = this.moment.acts?.find((one) => one.id === `${npc}-${slugOf(text)}`);
    const feeling = getPath(this.moment.state, `people.${npc}.feeling`);
    const goal = FEELINGS[text.trim().toLowerCase().split(/\s+/)[0] ?? ""];
    if (goal !== undefined) return `Their feeling is ${shown(feeling ?? 0)}, and it must be ${goal}.`;
    return `They must see or be told it${offeredAs(act)}.`;
  }

  private act(tag: string, condition: string): ReadAct | undefined {
    return this.moment.acts?.find(
      (one) => (one.id === tag || one.id === slugOf(tag)) && one.for.some((use) => use.condition === condition),
    );
  }

  private carries(thing: string): boolean {
    return holdsNow(`has(${JSON.stringify(thing)})`, this.moment);
  }

  private value(path: string): JsonValue | undefined {
    const { state } = this.moment;
    return getPath(state, path) ?? getPath(state, `world.${path}`) ?? getPath(state, `player.stats.${path}`);
  }

  private named(id: string): string {
    const title = this.titles.get(id);
    return title === undefined ? id : `${id} ("${title}")`;
  }
}

const FEELINGS: Readonly<Record<string, string>> = {
  trusts: "45 or more",
  likes: "more than 30",
  neutral: "from -30 to 30",
  dislikes: "less than -30",
  hates: "-45 or less",
};

const offeredAs = (act: ReadAct | undefined): string => (act === undefined ? "" : `: it is offered as "${act.text}"`);

const shown = (value: JsonValue | undefined): string =>
  value === undefined ? "not set" : JSON.stringify(value).slice(0, 60);

/** A place and a day of its own hold a beat back as well. */
function besides(beat: PlotBeat, moment: BeatMoment, placeName: (id: string) => string): string[] {
  const place = moment.placeOf(beat);
  const here = getPath(moment.state, "place");
  const day = moment.dayOf?.(beat);
  const now = Number(getPath(moment.state, "clock.minutes") ?? 0);
  const today = Math.floor(now / 1440) + 1;
  const rivals = (moment.rivals?.get(beat.id) ?? []).filter((id) => beatState(moment.state, id)?.state === "fired");
  return [
    ...(place === undefined || place === here
      ? []
      : [
          `It plays at ${placeName(place)}, and the player is elsewhere: it is offered as a journey, and comes after some scenes.`,
        ]),
    ...(day === undefined || day <= today
      ? []
      : [`It plays on day ${day}, and it is day ${today}: beats of earlier days come first.`]),
    ...rivals.map((id) => `${id} has closed the story in another way.`),
  ];
}
