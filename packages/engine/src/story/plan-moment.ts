import { getPath } from "@narratoria/protocol";
import { lawsInForce } from "@narratoria/protocol/laws";
import type { StoryIndex, PlanRequest, PlanStory } from "@narratoria/narrator";
import { partOfDay } from "../scene/clock.js";
import { openOffers } from "./offered-deed.js";
import { planSkills } from "./plan-skills.js";
import type { StoryParts } from "./story.js";
import { linesAbout, openQuestions } from "./story-past.js";
import type { TurnStart } from "./turn-start.js";

type Moment = Pick<TurnStart, "slot" | "base">;

/** Topics that a choice names none of its own are looked for among so many heard of last. */
const TOPICS = 4;

/** What a plan generator is asked for one attempt at a turn. */
export function planRequestOf(
  { registry, mined }: Pick<StoryParts, "registry" | "mined">,
  turn: TurnStart,
  attempt: Pick<PlanRequest, "attempt" | "parentPlanId" | "disabledSkills" | "failure">,
): PlanRequest {
  const { slot, beat } = turn;
  const kind = turn.ending ? "ending" : slot ? "turn" : "opening";
  return {
    kind,
    scene: turn.scene,
    attempt: attempt.attempt,
    parentPlanId: attempt.parentPlanId,
    sceneType: turn.sceneType,
    moment: momentOf(turn, mined),
    newcomers: newcomersIn(turn, mined),
    hasFactions: Object.keys(objectAt(turn.base, "factions")).length > 0 || listsFactions(registry),
    recall: recallFor(turn, mined),
    skills: planSkills(registry, kind),
    disabledSkills: attempt.disabledSkills,
    prompts: registry.prompts(),
    ...(attempt.failure === undefined ? {} : { failure: attempt.failure }),
    ...(slot ? { slot } : {}),
    ...(beat ? { beat } : {}),
    ...(kind === "opening" ? { premise: mined.opening } : {}),
  };
}

/** Whether the player has named factions that the story does not: they may have done so since the story began. (rule EN686) */
function listsFactions(registry: StoryParts["registry"]): boolean {
  const resolved = registry.resolve("reputation/update-reputation");
  const listed = resolved.ok ? resolved.script.config["factionList"] : null;
  return Array.isArray(listed) && listed.length > 0;
}

/** Where the story stands, as a plan generator is told. */
function momentOf(turn: TurnStart, mined: Pick<StoryIndex, "matter" | "laws">): PlanRequest["moment"] {
  const { slot, base } = turn;
  const { matter } = mined;
  const bind = slot?.bind ?? {};
  const place = matter.places.find(({ id }) => id === getPath(base, "place"));
  const minutes = getPath(base, "clock.minutes");
  const weather = getPath(base, "weather");
  const heard = Object.entries(objectAt(base, "world.known.topics")).sort(([, a], [, b]) => Number(b) - Number(a));
  const topicIds = [...(bind.topic ? [bind.topic] : []), ...heard.map(([id]) => id)];
  const topics = topicIds.flatMap((id) => matter.topics.find((topic) => topic.id === id) ?? []);
  const towards = matter.places.filter(({ id }) => id === bind.place);
  return {
    place: place?.name ?? "",
    indoor: place?.indoor ?? false,
    partOfDay: partOfDay(typeof minutes === "number" ? minutes : 0),
    weather: typeof weather === "string" ? weather : "",
    people: peopleAt({ slot, base }, matter).map(({ id, short }) => ({
      id,
      name: short,
      stranger: getPath(base, `storybook.met.${id}`) === undefined,
      ...numberAt(base, `people.${id}.feeling`),
    })),
    topics: [
      ...towards.map(({ id, name }) => ({ id, name })),
      ...[...new Set(topics)].slice(0, TOPICS).map(({ id, np }) => ({ id, name: np })),
    ],
    story: storyOf(turn, mined),
  };
}

/** What the story is at, for a model that decides about a plan. Implements rule EN3221. */
function storyOf({ slot, base, hooks }: TurnStart, { matter, laws }: Pick<StoryIndex, "matter" | "laws">): PlanStory {
  const { npc, npc2, topic, place } = slot?.bind ?? {};
  const people = [npc, npc2].flatMap((id) => (id === undefined ? [] : [id]));
  const named = [
    matter.topics.find(({ id }) => id === topic)?.np.replace(/^(?:the|an?) /i, ""),
    place === undefined ? undefined : matter.places.find(({ id }) => id === place)?.name,
  ];
  const traits = getPath(base, "player.traits");
  return {
    stats: Object.fromEntries(
      Object.entries(objectAt(base, "player.stats")).filter(
        (pair): pair is [string, number] => typeof pair[1] === "number",
      ),
    ),
    traits: Array.isArray(traits) ? traits.filter((one): one is string => typeof one === "string") : [],
    due: [...new Set(hooks.flatMap((hook) => (hook.kind === "ending" ? [] : [hook.title])))],
    offers: openOffers(hooks),
    laws: lawsInForce(laws, base).map(({ text }) => text),
    questions: openQuestions(base, matter).map(({ text }) => text),
    recalled: linesAbout(
      base,
      people,
      named.filter((name) => name !== undefined),
    ),
  };
}

function numberAt(base: TurnStart["base"], path: string): { readonly feeling?: number } {
  const value = getPath(base, path);
  return typeof value === "number" ? { feeling: value } : {};
}

/** Whoever is met in this scene, here, where the choice leads or in its beat, and of whom no opinion is known. (rule EN600) */
function newcomersIn({ slot, base, beat }: TurnStart, { matter }: Pick<StoryIndex, "matter">): string[] {
  const place = beat?.place ?? (slot?.verb === "go" ? slot.bind.place : undefined) ?? getPath(base, "place");
  const ofScene = new Set([...(beat?.people ?? []), ...(slot?.bind.npc === undefined ? [] : [slot.bind.npc])]);
  return matter.people
    .map(({ id }) => id)
    .filter((id) => ofScene.has(id) || getPath(base, `people.${id}.place`) === place)
    .filter((id) => getPath(base, `people.${id}.alive`) !== false)
    .filter((id) => getPath(base, `people.${id}.perceived`) === undefined);
}

/** Words to recall by: the choice, and the names of what it acts on. */
function recallFor(
  { slot, base }: Moment,
  { matter }: Pick<StoryIndex, "matter">,
): { query: string; characters: string[] } {
  const bind = slot?.bind ?? {};
  const here = getPath(base, "place");
  const people = peopleAt({ slot, base }, matter);
  const words = [
    slot?.text,
    ...people.map(({ short }) => short),
    matter.topics.find(({ id }) => id === bind.topic)?.np,
    matter.places.find(({ id }) => id === (bind.place ?? here))?.name,
  ];
  return { query: words.filter((word) => word !== undefined).join(" "), characters: people.map(({ id }) => id) };
}

/** Whoever is there, and whom the choice is about. */
function peopleAt({ slot, base }: Moment, { people }: StoryIndex["matter"]): StoryIndex["matter"]["people"] {
  const here = getPath(base, "place");
  return people.filter(({ id }) => getPath(base, `people.${id}.place`) === here || id === slot?.bind.npc);
}

function objectAt(base: TurnStart["base"], path: string): object {
  const value = getPath(base, path);
  return typeof value === "object" && value !== null ? value : {};
}
