import { getPath, type JsonObject } from "@narratoria/protocol";
import type { Effect, Place } from "@narratoria/protocol/story";
import { partOfDay } from "@narratoria/protocol/english";
import { passagesOf, type ToldPassage, type ToldScene } from "./told-scene.js";

/** A sentence that says what is not so, or what happened and is not said. */
export interface FalseClaim {
  readonly scene: number;
  /** What the sentence belongs to: the key of its frame, or the kind of the effect that nobody told. */
  readonly about: string;
  readonly why: string;
  readonly text: string;
}

/** Places of the story, for what is told of rooms and the open air. */
type Places = ReadonlyMap<string, Pick<Place, "indoor">>;

/** How a find in spite of a failure has to begin. */
const IN_SPITE_OF_IT = /^(?:All the same|Even so|And yet|Still)\b/;

type Kind = Effect["kind"];
type Of<K extends Kind> = Extract<Effect, { kind: K }>;

/** The effect that a frame tells of: without it the frame has nothing to tell. */
const TOLD_BY: Readonly<Record<string, (effect: Effect, passage: ToldPassage) => boolean>> = {
  "gain told": learnt("told"),
  "gain half": (effect, passage) => learnt("told")(effect, passage) && !(effect as Of<"learn">).whole,
  "gain bridge": learnt("told"),
  "gain found": learnt("found"),
  "gain kept": learnt("found"),
  "gain overheard": learnt("overheard"),
  "gain motive": (effect) => effect.kind === "motive",
  "gain relation": (effect) => effect.kind === "relation",
  "gain reckon": (effect) => effect.kind === "reckon",
  "gain item": (effect) => effect.kind === "item" && effect.gained,
  "turn owe": (effect, { npc }) => effect.kind === "owe" && effect.npc === npc,
  "turn paid": (effect, { npc }) => effect.kind === "paid" && effect.npc === npc,
  "turn noticed": (effect, { npc }) => effect.kind === "noticed" && effect.by === npc,
  "turn time": (effect) => effect.kind === "time" && effect.minutes > 0,
  "turn condition": changed(true),
  "turn recovered": changed(false),
  "turn redirect": (effect, { npc }) => effect.kind === "redirect" && effect.npc === npc,
  "turn hearsay": (effect, { npc }) => effect.kind === "hearsay" && effect.npc === npc,
  "turn refused": (effect, { npc }) => effect.kind === "refuse" && effect.npc === npc,
  "turn refused because": (effect, { npc }) => effect.kind === "refuse" && effect.npc === npc,
  "turn refused thing": (effect, { npc }) => effect.kind === "refuse" && effect.npc === npc,
  "turn put-off": (effect, { npc }) => effect.kind === "refuse" && effect.npc === npc,
  "turn put-off before": (effect, { npc }) => effect.kind === "refuse" && effect.npc === npc,
  "turn item-lost": (effect) => effect.kind === "item" && !effect.gained,
  "turn given": (effect) => effect.kind === "item" && !effect.gained,
  "turn colder": felt(-1),
  "turn warmer": felt(1),
  "turn thread": (effect) => effect.kind === "thread" && effect.state === "opened",
  "turn closed": (effect) => effect.kind === "thread" && effect.state === "closed",
  ...Object.fromEntries(["told", "refused", "done"].map((how) => [`react positive ${how}`, felt(1)])),
  ...Object.fromEntries(["told", "refused", "done"].map((how) => [`react negative ${how}`, felt(-1)])),
};

/** Effects that are told by a sentence of their own, and its frames. What the others come to is told by deeds, comings and goings. */
const MUST_BE_TOLD: Partial<Record<Kind, RegExp>> = {
  learn: /^gain (?:told|half|bridge|found|kept|overheard)$/,
  motive: /^gain motive$/,
  relation: /^gain relation$/,
  reckon: /^gain reckon$/,
  owe: /^turn owe$/,
  paid: /^turn paid$/,
  noticed: /^turn noticed$/,
  condition: /^turn (?:condition|recovered)$/,
  redirect: /^turn redirect$/,
};

/** What takes something from the player: no success does. */
const COSTS = /^(?:turn (?:owe|noticed|condition|colder)|react negative \w+)$/;
/** Frames in which this person is seen, heard or spoken to. */
const IN_COMPANY =
  /^(?:react |speech|callback |ground (?:who|first|here)|gain (?:told|half|bridge)|turn (?:owe|redirect|hearsay))/;

/**
 * What a scene says against the dice, against what happened and against the state of the world. It judges by what each
 * sentence's frame declares (its key and tags), not by the sense of the words, and knows nothing of how the sentence was
 * chosen. Implements rules NA88, NA89 and NA95).
 *
 * @param scene - As it stands in the journal.
 * @param places - Places of the story by id.
 */
export function falseClaims(scene: ToldScene, places: Places = new Map()): FalseClaim[] {
  const passages = passagesOf(scene);
  // An epilogue is the author's; a scene that nobody's frames told claims nothing that could be looked up.
  if (scene.ended || scene.choice === null || passages.length === 0) return [];
  const world = new World(scene, places);
  const claim = ({ key, text }: { key: string; text: string }, why: string): FalseClaim => ({
    scene: scene.scene,
    about: key,
    why,
    text,
  });
  const deeds = passages.filter(({ key }) => key.startsWith("deed "));
  // A question that is answered needs no deed, nor does a decision whose beat tells it.
  const isToldByBeat =
    scene.choice.verb === "decide" &&
    scene.sentences.some(({ sources }) => sources.some(({ kind }) => kind === "beat"));
  const isAnswered =
    /^(?:ask|gossip)$/.test(scene.choice.verb) &&
    (scene.outcome === "success" || scene.outcome === "none") &&
    passages[0]?.key.startsWith("gain ") === true;
  return [
    ...(deeds.length === (isAnswered ? 0 : 1) || (isToldByBeat && deeds.length === 0)
      ? []
      : [claim({ key: "deed", text: "" }, `is told ${deeds.length} times`)]),
    ...passages.flatMap((passage) =>
      [againstTheDice(passage, scene), withoutCause(passage, scene), ...againstTheWorld(passage, world)].flatMap(
        (why) => (why === null ? [] : [claim(passage, why)]),
      ),
    ),
    ...scene.effects.flatMap((effect) => {
      const times = timesTold(effect, passages);
      return times === 1 ? [] : [claim({ key: effect.kind, text: JSON.stringify(effect) }, `is told ${times} times`)];
    }),
  ];
}

function learnt(how: Of<"learn">["how"]): (effect: Effect, passage: ToldPassage) => boolean {
  return (effect, { sources }) =>
    effect.kind === "learn" && effect.how === how && sources.some(({ ref }) => ref === effect.fact);
}

function changed(gained: boolean): (effect: Effect, passage: ToldPassage) => boolean {
  return (effect, { sources }) =>
    effect.kind === "condition" && effect.gained === gained && sources.some(({ ref }) => ref === effect.name);
}

function felt(sign: 1 | -1): (effect: Effect, passage: ToldPassage) => boolean {
  return (effect, { npc }) => effect.kind === "feeling" && effect.npc === npc && effect.delta * sign > 0;
}

const isOutcome = (word: string | undefined): boolean =>
  word === "success" || word === "partial" || word === "fail" || word === "none";

function againstTheDice({ key, tags = [], text }: ToldPassage, { outcome, choice, effects }: ToldScene): string | null {
  const [role, verb, declared] = key.split(" ");
  if (role === "deed") {
    if (verb !== "any" && verb !== choice?.verb) return `tells of another deed than ${choice?.verb}`;
    // "deed go with" names a way of going, and no outcome. (rule NA5003)
    if (isOutcome(declared) && declared !== outcome) return `tells a ${declared}, and the dice said ${outcome}`;
  }
  const meant = valuesOf(tags, "outcome");
  if (meant && !meant.includes(outcome)) return `is for ${meant.join(" or ")}, and the dice said ${outcome}`;
  if (outcome === "fail" && role === "gain" && !IN_SPITE_OF_IT.test(text)) return "gains something from a failure";
  if (outcome === "success" && COSTS.test(key)) return "costs something in a success";
  if (/^react \w+ refused$/.test(key) && outcome !== "fail" && effects.every(({ kind }) => kind !== "refuse"))
    return "refuses what did not fail";
  return null;
}

function withoutCause(passage: ToldPassage, { effects }: ToldScene): string | null {
  const tells = TOLD_BY[passage.key];
  return !tells || effects.some((effect) => tells(effect, passage)) ? null : "tells what did not happen";
}

/** How often an effect is told; 1 as well for one that needs no sentence of its own. */
function timesTold(effect: Effect, passages: readonly ToldPassage[]): number {
  const frames = MUST_BE_TOLD[effect.kind];
  if (!frames) return 1;
  return passages.filter((passage) => frames.test(passage.key) && TOLD_BY[passage.key]?.(effect, passage)).length;
}

function againstTheWorld({ key, tags = [], npc }: ToldPassage, world: World): string[] {
  const wrong: string[] = [];
  const test = (holds: boolean, why: string): void => {
    if (!holds) wrong.push(why);
  };
  if (npc !== undefined && IN_COMPANY.test(key) && !tags.includes("absent"))
    test(world.wasHere(npc), `${npc} is not here`);
  if (key === "enter" && npc !== undefined) test(world.isHere(npc), `${npc} has not come`);
  if (key === "exit" && npc !== undefined) test(!world.isHere(npc), `${npc} has not gone`);
  const [role, kind, due] = key.split(" ");
  if (role === "thread" && kind !== undefined) test(world.hasThread(kind, npc), `there is no ${kind} to speak of`);
  if (role === "thread" && due === "due") test(world.cameDue(), "nothing has come due");
  for (const tag of tags) {
    const [name = "", value] = tag.split("=");
    // A hook's verb is that of a choice yet to be made.
    if (role === "hook" && name === "verb") continue;
    const why = world.holds(name, value?.split("|") ?? [], npc) ? null : `#${tag} does not hold`;
    if (why !== null) wrong.push(why);
  }
  return wrong;
}

function valuesOf(tags: readonly string[], name: string): string[] | null {
  const tag = tags.find((one) => one.startsWith(`${name}=`));
  return tag === undefined ? null : tag.slice(name.length + 1).split("|");
}

/** The world before and after a turn. A scene may begin in one and end in the other, so a claim holds if it holds in either. */
class World {
  readonly #states: readonly JsonObject[];

  constructor(
    readonly scene: ToldScene,
    readonly places: Places,
  ) {
    this.#states = [scene.before, scene.after];
  }

  #either(holds: (state: JsonObject) => boolean): boolean {
    return this.#states.some(holds);
  }

  isHere(npc: string): boolean {
    return at(this.scene.after, `people.${npc}.place`) === at(this.scene.after, "place");
  }

  /** Whether this person was with the player at some time in the scene. */
  wasHere(npc: string): boolean {
    return this.#either((state) => at(state, `people.${npc}.place`) === at(state, "place"));
  }

  hasThread(kind: string, npc: string | undefined): boolean {
    return this.#either((state) =>
      Object.values((at(state, "threads") ?? {}) as JsonObject).some(
        (thread) =>
          at(thread, "kind") === kind &&
          (npc === undefined || at(thread, "npc") === undefined || at(thread, "npc") === npc),
      ),
    );
  }

  cameDue(): boolean {
    return this.scene.effects.some((effect) => effect.kind === "thread" && effect.state === "due");
  }

  /** Whether a tag holds. Tags about wording and about what was said before are not of the world, and hold. */
  holds(name: string, values: readonly string[], npc: string | undefined): boolean {
    const { effects, choice, after, before } = this.scene;
    const indoor = (state: JsonObject): boolean | undefined =>
      this.places.get(String(at(state, "place")))?.indoor ?? undefined;
    const part = (state: JsonObject): string => partOfDay(Number(at(state, "clock.minutes") ?? 0));
    const feeling = (): number => Number(at(after, `people.${npc}.feeling`) ?? 0);
    switch (name) {
      case "indoor":
        return this.#either((state) => indoor(state) !== false);
      case "outdoor":
        return this.#either((state) => indoor(state) !== true);
      case "night":
      case "morning":
      case "afternoon":
      case "evening":
        return this.#either((state) => part(state) === name);
      case "day":
        return this.#either((state) => /^(?:morning|afternoon)$/.test(part(state)));
      case "talk":
        return npc === undefined || this.wasHere(npc);
      case "at":
        return this.#either((state) => values.includes(String(at(state, "place"))));
      case "moved":
        return at(before, "place") !== at(after, "place") || effects.some(({ kind }) => kind === "move");
      case "stayed":
        return at(before, "place") === at(after, "place");
      case "verb":
        return choice !== null && values.includes(choice.verb);
      case "gain":
        return effects.some(({ kind }) => /^(?:learn|motive|relation|reckon|item)$/.test(kind));
      case "nocost":
        return !effects.some(
          (effect) => /^(?:owe|noticed)$/.test(effect.kind) || (effect.kind === "condition" && effect.gained),
        );
      case "liked":
        return feeling() > 30;
      case "disliked":
        return feeling() < -30;
      case "debt":
        return this.hasThread("debt", npc);
      default:
        return true;
    }
  }
}

/** A member of something that may be no object at all. */
function at(value: JsonObject[string] | undefined, path: string): JsonObject[string] | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? getPath(value as JsonObject, path)
    : undefined;
}
