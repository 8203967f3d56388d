/** Actions with the skills that a good game master would use for each, and what a plan generator makes of them. */
import { readdir, readFile } from "node:fs/promises";
import type { PlanGenerator, PlanRequest, PlanSkill } from "@narratoria/narrator";
import type { PlanJson } from "@narratoria/protocol/contracts";
import { type SceneType, type Verb, VERBS } from "@narratoria/protocol/story";

/** One action as the files of `conformance/planning` hold it; `README.md` there says how it is labelled. */
export interface Action {
  readonly text: string;
  readonly verb: Verb;
  readonly scene: SceneType;
  readonly kind?: "turn" | "ending";
  readonly at: string;
  readonly outdoors: boolean;
  readonly time: PlanRequest["moment"]["partOfDay"];
  readonly weather?: string;
  readonly here?: readonly string[];
  readonly strangers?: readonly string[];
  readonly topics?: readonly string[];
  /** Its card shows odds: the dice decide. */
  readonly odds?: true;
  /** Title of the beat that happens. */
  readonly beat?: string;
  /** Skills there are beside those that are shipped. */
  readonly installed?: readonly string[];
  readonly disabled?: readonly string[];
  readonly broken?: readonly string[];
  /** Skills to be used beside those of every turn. What is there and not named is not to be used. */
  readonly use: readonly string[];
  /** Skills on which two good game masters would differ. */
  readonly either?: readonly string[];
}

interface SkillText {
  readonly guide: string;
  readonly capabilities: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
}

export interface ActionSet {
  readonly skills: Readonly<Record<string, SkillText>>;
  readonly actions: readonly Action[];
}

const EVERY_TURN = ["player-choices", "storyteller", "memory", "npc-perception"];
const PLANNING = new URL("../planning/", import.meta.url);
const SHIPPED = new URL("../../skills/", import.meta.url);

export async function readActions(name: "actions" | "held-out"): Promise<ActionSet> {
  return JSON.parse(await readFile(new URL(`${name}.json`, PLANNING), "utf8")) as ActionSet;
}

/** The skills we ship, as a plan generator sees them. */
async function shippedSkills(): Promise<PlanSkill[]> {
  const names = (await readdir(SHIPPED)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(`${name}/skill.json`, SHIPPED), "utf8");
      const manifest = JSON.parse(text) as {
        readonly description: string;
        readonly capabilities: readonly string[];
        readonly scripts: readonly { readonly name: string; readonly description: string }[];
      };
      return {
        name,
        guide: manifest.description,
        capabilities: manifest.capabilities,
        scripts: manifest.scripts.map((script) => ({ ...script, ofItself: false, standsAlone: false })),
        health: "healthy",
      };
    }),
  );
}

/** What a plan generator is asked for an action. */
function requestFor(
  action: Action,
  skills: ActionSet["skills"],
  shipped: readonly PlanSkill[],
  sceneNumber: number,
): PlanRequest {
  const { text, verb, scene, here = [], strangers = [], topics = [], disabled = [], broken = [], beat } = action;
  const person = (name: string, stranger: boolean): PlanRequest["moment"]["people"][number] => ({
    id: name.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    name,
    stranger,
  });
  const people = [...here.map((name) => person(name, false)), ...strangers.map((name) => person(name, true))];
  const installed = (action.installed ?? []).map((name): PlanSkill => {
    const known = skills[name];
    if (!known) throw new Error(`${name} is used by an action and described nowhere.`);
    const scripts = Object.entries(known.scripts).map(([script, description]) => ({
      name: script,
      description,
      ofItself: false,
      standsAlone: true,
    }));
    return { name, guide: known.guide, capabilities: known.capabilities, scripts, health: "healthy" };
  });
  const health = (skill: PlanSkill): PlanSkill =>
    broken.includes(skill.name) ? { ...skill, health: "permanentFailure" } : skill;
  return {
    kind: action.kind ?? "turn",
    scene: sceneNumber,
    attempt: 1,
    parentPlanId: null,
    slot: {
      id: "c1",
      verb,
      class: VERBS[verb].class,
      bind: {},
      sources: [],
      text,
      label: text,
      tags: [],
      ...(action.odds ? { roll: { modifiers: [], bonus: 0, odds: { success: 42, partial: 41, fail: 17 } } } : {}),
    },
    sceneType: scene,
    ...(beat === undefined
      ? {}
      : { beat: { id: "beat", title: beat, told: [], decisions: [], dialogue: [], people: [], names: [] } }),
    moment: {
      place: action.at,
      indoor: !action.outdoors,
      partOfDay: action.time,
      weather: action.weather ?? "",
      people,
      topics: topics.map((name) => ({ id: name, name })),
    },
    recall: { query: [text, ...here, ...topics, action.at].join(" "), characters: people.map(({ id }) => id) },
    skills: [...shipped, ...installed].map(health),
    disabledSkills: disabled,
    prompts: [],
  };
}

/** What a plan did right and wrong about one action. */
export interface Selection {
  readonly action: Action;
  readonly missing: readonly string[];
  readonly needless: readonly string[];
  /** Milliseconds until the plan was there. */
  readonly timeMs: number;
  readonly plan: PlanJson;
}

/** @param limits.ahead - Asks as for a plan that nobody waits for yet: a model is then asked whatever it is about. */
export async function select(
  planner: PlanGenerator,
  set: ActionSet,
  { timeoutMs = 5_000, ahead = false }: { readonly timeoutMs?: number; readonly ahead?: boolean } = {},
): Promise<Selection[]> {
  const shipped = await shippedSkills();
  const selections: Selection[] = [];
  for (const [index, action] of set.actions.entries()) {
    const request = requestFor(action, set.skills, shipped, index + 1);
    const startedAt = performance.now();
    const plan = (await planner.generate(request, { signal: AbortSignal.timeout(timeoutMs), ahead })) as PlanJson;
    selections.push({ ...judge(action, plan), timeMs: performance.now() - startedAt });
  }
  return selections;
}

function judge(action: Action, plan: PlanJson): Omit<Selection, "timeMs"> {
  const { use, either = [], disabled = [], broken = [] } = action;
  const used = new Set(plan.tools.map(({ toolPath }) => toolPath.split("/")[0] ?? ""));
  const wanted = [...EVERY_TURN.filter((name) => ![...disabled, ...broken].includes(name)), ...use];
  return {
    action,
    missing: wanted.filter((name) => !used.has(name) && !either.includes(name)),
    needless: [...used].filter((name) => !wanted.includes(name) && !either.includes(name)),
    plan,
  };
}

export const isRight = ({ missing, needless }: Selection): boolean => missing.length + needless.length === 0;

/** "96.7% of 120 (travel 23/24, dialogue 34/35)". */
export function inWords(selections: readonly Selection[]): string {
  const scenes = [...new Set(selections.map(({ action }) => action.scene))];
  const perScene = scenes.map((scene) => {
    const those = selections.filter(({ action }) => action.scene === scene);
    return `${scene} ${those.filter(isRight).length}/${those.length}`;
  });
  const right = selections.filter(isRight).length;
  return `${((100 * right) / selections.length).toFixed(1)}% of ${selections.length} (${perScene.join(", ")})`;
}
