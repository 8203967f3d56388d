import { inputFaults, type InputShape, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { SceneType } from "@narratoria/protocol/story";
import type { PlanOffer, PlanRequest, PlanScript, PlanSubject } from "./plan-request.js";
import { askedInput, inputGrammar, usualInput } from "./script-input.js";
import { fitOf } from "./skill-fit.js";

/**
 * All that is decided about a plan: everything else follows from the rules. Each member is a pick from what there is, so that
 * nobody who writes one can name what does not exist.
 */
export interface CompactPlan {
  readonly scene: SceneType;
  /** Names of people and topics to recall about. */
  readonly about: readonly string[];
  /** What kind of past matters; empty for whatever bears on the scene. */
  readonly past: PastWord | "";
  /** Scripts to be run beside those that every turn needs. */
  readonly run: readonly string[];
  /** What some of them are given, by their labels; any other is given what is usual. */
  readonly inputs?: Readonly<Record<string, JsonObject>>;
  /** What takes judgement; absent where nobody was asked for it. */
  readonly judgement?: PlanJudgement;
}

/** What patterns cannot decide about a scene. */
export interface PlanJudgement {
  /** What memories are to be searched for, in words of its own; empty for nothing more. */
  readonly seek: string;
  /** Name of whoever does something of their own; empty for nobody. */
  readonly acts: string;
  readonly tension: Tension;
  /** Tag of the deed that the next choices are to offer; empty for whatever the story presses. */
  readonly offer: string;
}

export const TENSIONS = ["lower", "same", "higher"] as const;
export type Tension = (typeof TENSIONS)[number];

export const PAST_WORDS = [
  "promise",
  "debt",
  "help",
  "quarrel",
  "secret",
  "danger",
  "gift",
  "lie",
  "journey",
  "discovery",
] as const;
export type PastWord = (typeof PAST_WORDS)[number];

const SCENES: readonly SceneType[] = ["travel", "dialogue", "danger", "quiet", "resolution"];

/** What a plan leaves open at this moment. */
export interface OpenDecisions {
  readonly scenes: readonly SceneType[];
  readonly subjects: readonly PlanSubject[];
  /** The scripts that may be asked for, the most fitting first. */
  readonly scripts: readonly OptionalScript[];
  /** What is open to judgement; absent where nobody is asked for it. */
  readonly judged?: {
    /** Names of those who are there. */
    readonly people: readonly string[];
    /** Deeds that beats and endings wait for, and that the next choices could offer. */
    readonly offers: readonly PlanOffer[];
  };
}

export interface OptionalScript {
  /** What it is called in a compact plan. */
  readonly label: string;
  readonly skill: string;
  readonly script: string;
  /** How well it fits the moment: from 1 on, somebody who knows its author's words would use it. */
  readonly fit: number;
  /** Whether its skill has failed lately, so that it is chosen with caution. */
  readonly unreliable: boolean;
  /** What it is given where nobody decides that; null where it cannot be run then. */
  readonly input: JsonObject | null;
  /** What a model is asked to give it; null for nothing. */
  readonly asked: InputShape | null;
}

/** At most so many picks: each costs a small model a good part of a second. */
const MOST = { subjects: 8, scripts: 8, unreliable: 1, about: 2, run: 3, offers: 4 } as const;
/** Steps of the turn itself, which no plan may ask for twice. */
const STEPS: ReadonlySet<string> = new Set([
  "player-choices/evaluate-choice",
  "player-choices/apply-outcome",
  "player-choices/generate-choices",
  "dice-roller/roll-dice",
  "memory/recall-memory",
  "memory/store-memory",
  "storyteller/narrate",
  "npc-perception/initialize-perception",
  "npc-perception/update-perception",
  "npc-perception/query-perception",
  "reputation/update-reputation",
  "reputation/query-reputation",
  "character-portraits/generate-portrait",
  "character-portraits/lookup-portrait",
  "character-portraits/update-portrait",
]);

/** Whether a script is one of those that every plan has where it is needed. */
export const isStep = (toolPath: string): boolean => STEPS.has(toolPath);

/**
 * Reads off a request what is open: what exists now, has not failed for good and is not disabled. (rules NA131 and NA481)
 *
 * @param judges - Whether whoever decides is asked for what takes judgement, too. (rule NA3340)
 */
export function openDecisions(request: PlanRequest, judges = false): OpenDecisions {
  const { moment, sceneType, beat } = request;
  const subjects = new Map<string, PlanSubject>();
  for (const subject of [...moment.people, ...moment.topics]) {
    if (subject.name !== "" && !subjects.has(subject.name)) subjects.set(subject.name, subject);
  }
  return {
    scenes: beat || sceneType === "resolution" ? ["resolution"] : SCENES.filter((scene) => scene !== "resolution"),
    subjects: [...subjects.values()].slice(0, MOST.subjects),
    scripts: optionalScripts(request),
    ...(judges && {
      judged: {
        people: moment.people.map(({ name }) => name).filter((name) => name !== ""),
        offers: (moment.story?.offers ?? []).filter(({ words }) => words !== "").slice(0, MOST.offers),
      },
    }),
  };
}

/** Whether a script can be run in this scene, by its usual input or by one that a model gives. (rule NA131) */
const isOpen = (script: PlanScript, request: PlanRequest): boolean =>
  usualInput(script, request) !== null || askedInput(script.shape) !== null;

function optionalScripts(request: PlanRequest): OptionalScript[] {
  const disabled = new Set(request.disabledSkills);
  const found: OptionalScript[] = [];
  for (const skill of request.skills) {
    if (disabled.has(skill.name) || skill.health === "permanentFailure") continue;
    const unreliable = skill.health !== "healthy";
    const open = skill.scripts.filter(
      (script) => isOpen(script, request) && !script.ofItself && !isStep(`${skill.name}/${script.name}`),
    );
    for (const script of open) {
      const label = open.length === 1 ? skill.name : `${skill.name}/${script.name}`;
      const fit = fitOf(skill, script, request);
      // What has nothing to do with the moment is not held out to a small model, which would pick it.
      if (fit <= 0) continue;
      const input = usualInput(script, request);
      const asked = askedInput(script.shape);
      found.push({ label, skill: skill.name, script: script.name, fit, unreliable, input, asked });
    }
  }
  const best = (scripts: readonly OptionalScript[]): OptionalScript[] => scripts.toSorted((a, b) => b.fit - a.fit);
  // Whoever failed lately gets another chance where it is sure to be meant, and costs no more than one wait.
  const cautious = best(found.filter(({ unreliable, fit }) => unreliable && fit >= 1)).slice(0, MOST.unreliable);
  const sound = best(found.filter(({ unreliable }) => !unreliable));
  return [...sound.slice(0, MOST.scripts - cautious.length), ...cautious];
}

/**
 * The schema that a grammar is made of: enums of what exists now, lists with an end, nothing that a grammar would ignore.
 * What there is nothing to pick from is not asked for. (rule NA131)
 */
export function compactSchema({ scenes, subjects, scripts, judged }: OpenDecisions): JsonObject {
  const list = (options: readonly string[], maxItems: number): JsonObject => ({
    type: "array",
    items: { enum: [...options] },
    maxItems,
  });
  const properties: JsonObject = {
    scene: { enum: [...scenes] },
    ...(subjects.length > 0 && {
      about: list(
        subjects.map(({ name }) => name),
        MOST.about,
      ),
    }),
    past: { enum: ["any", ...PAST_WORDS] },
    ...(scripts.length > 0 && { run: { type: "array", items: runItems(scripts), maxItems: MOST.run } }),
    ...(judged && {
      seek: { type: "string", maxLength: MOST_SEEK },
      ...(judged.people.length > 0 && { acts: { enum: [...new Set([...judged.people, NOBODY])] } }),
      tension: { enum: [...TENSIONS] },
      ...(judged.offers.length > 0 && {
        offer: { enum: [...new Set([...judged.offers.map(({ words }) => words), ANY])] },
      }),
    }),
  };
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** What stands in a plan for no pick. */
const NOBODY = "nobody";
const ANY = "any";
/** Letters of what is searched for. */
const MOST_SEEK = 80;

/** A label alone for a script that needs nothing, else a label with the input. */
function runItems(scripts: readonly OptionalScript[]): JsonObject {
  const alone = scripts.filter(({ input }) => input !== null).map(({ label }) => label);
  const given = scripts.flatMap(({ label, asked }): JsonObject[] =>
    asked === null
      ? []
      : [
          {
            type: "object",
            properties: { use: { enum: [label] }, with: inputGrammar(asked) },
            required: ["use", "with"],
            additionalProperties: false,
          },
        ],
  );
  if (given.length === 0) return { enum: alone };
  return { oneOf: [...(alone.length > 0 ? [{ enum: alone }] : []), ...given] };
}

/** A compact plan as it is written, in the order of the schema. */
export function compactText(plan: CompactPlan, { subjects, scripts, judged }: OpenDecisions): string {
  return JSON.stringify({
    scene: plan.scene,
    ...(subjects.length > 0 && { about: plan.about }),
    past: plan.past === "" ? "any" : plan.past,
    ...(scripts.length > 0 && {
      run: plan.run.map((label) => {
        const given = plan.inputs?.[label];
        return given === undefined ? label : { use: label, with: given };
      }),
    }),
    ...(judged && {
      seek: "",
      ...(judged.people.length > 0 && { acts: NOBODY }),
      tension: "same",
      ...(judged.offers.length > 0 && { offer: ANY }),
    }),
  });
}

/**
 * Reads what a model wrote.
 *
 * @returns The plan, or why it is none, in a sentence that a model can act on.
 */
export function readCompactPlan(text: string, open: OpenDecisions): CompactPlan | { readonly fault: string } {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return { fault: "the plan was no whole JSON object" };
  }
  if (!isJsonObject(value)) return { fault: "the plan was no JSON object" };
  const scene = open.scenes.find((one) => one === value.scene);
  if (scene === undefined) return { fault: `"scene" must be one of ${open.scenes.join(", ")}` };
  const past = value.past === "any" ? "" : PAST_WORDS.find((one) => one === value.past);
  if (past === undefined) return { fault: `"past" must be one of any, ${PAST_WORDS.join(", ")}` };
  const about = picks(
    value.about,
    open.subjects.map(({ name }) => name),
    MOST.about,
  );
  if (about === null) return { fault: '"about" must list people and topics that were named' };
  const runs = readRuns(value.run, open.scripts);
  const judgement = open.judged === undefined ? {} : { judgement: readJudgement(value, open.judged) };
  return "fault" in runs ? runs : { scene, about, past, ...runs, ...judgement };
}

/** Reads what takes judgement; what is none of the picks is no pick, and no fault of the rest. */
function readJudgement(value: JsonObject, { people, offers }: NonNullable<OpenDecisions["judged"]>): PlanJudgement {
  const { seek, acts, tension, offer } = value;
  const words = typeof seek === "string" ? (seek.match(/[\p{L}\p{N}’'-]+/gu) ?? []) : [];
  return {
    seek: words.join(" ").slice(0, MOST_SEEK),
    acts: people.find((name) => name === acts) ?? "",
    tension: TENSIONS.find((one) => one === tension) ?? "same",
    offer: offers.find(({ words }) => words === offer)?.tag ?? "",
  };
}

/** Reads which scripts are run, and what they are given. (rule NA485) */
function readRuns(
  value: JsonValue | undefined,
  scripts: readonly OptionalScript[],
): Pick<CompactPlan, "run" | "inputs"> | { readonly fault: string } {
  if (scripts.length === 0) return { run: [] };
  if (!Array.isArray(value)) return { fault: '"run" must list skills that were named' };
  const run: string[] = [];
  const inputs: Record<string, JsonObject> = {};
  for (const item of value as readonly JsonValue[]) {
    const label = isJsonObject(item) ? item["use"] : item;
    const script = scripts.find((one) => one.label === label);
    if (script === undefined) return { fault: '"run" must list skills that were named' };
    if (run.includes(script.label)) continue;
    const given = isJsonObject(item) ? item["with"] : undefined;
    if (isJsonObject(given) && script.asked !== null) {
      const faults = inputFaults(script.asked, given);
      if (faults.length > 0) return { fault: `the input of ${script.label} does not fit: ${faults.join("; ")}` };
      const names = Object.keys(script.asked.properties).filter((name) => Object.hasOwn(given, name));
      inputs[script.label] = Object.fromEntries(names.map((name) => [name, given[name]]));
    } else if (script.input === null) return { fault: `${script.label} must be given its input` };
    run.push(script.label);
  }
  const kept = run.slice(0, MOST.run);
  return Object.keys(inputs).length === 0 ? { run: kept } : { run: kept, inputs };
}

/** Each once: a grammar cannot keep a list from saying the same thing twice. */
function picks(value: JsonValue | undefined, options: readonly string[], most: number): string[] | null {
  if (options.length === 0) return [];
  if (!Array.isArray(value)) return null;
  const listed: readonly JsonValue[] = value;
  const known = options.filter((option) => listed.includes(option));
  return listed.every((one) => typeof one === "string" && options.includes(one)) ? known.slice(0, most) : null;
}
