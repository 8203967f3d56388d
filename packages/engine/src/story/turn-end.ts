/** Makes a scene's parts of what the scripts gave, with stand-ins for what they did not. */
import { getPath, type JsonObject, type JsonValue, PatchedCopy } from "@narratoria/protocol";
import type { EngineEvent, SceneAsset } from "@narratoria/protocol/contracts";
import { lawsInForce } from "@narratoria/protocol/laws";
import type { ChoiceSlot, DirectedBrief, SceneBrief, SceneType } from "@narratoria/protocol/story";
import type { PlanRun } from "@narratoria/executor";
import { choiceInKnownNames, type StoryIndex, templateScene } from "@narratoria/narrator";
import type { RecordChange } from "@narratoria/persistence";
import type { SkillRegistry } from "@narratoria/skills";
import { foldWrites } from "../host/kept-records.js";
import { directScene } from "../plot/direct-scene.js";
import {
  afterBeat,
  beatPatch,
  changePatches,
  companionsPatch,
  enteredPatch,
  reasonsPatch,
  returnedPatch,
  stopPatch,
} from "../plot/stage-beat.js";
import {
  assetsRefused,
  NOTICES,
  noPlan,
  type Notice,
  skillFailed,
  skillOff,
  type StandIn,
  type TurnBefore,
} from "../notices.js";
import { heardIn, untoldNames } from "../scene/heard.js";
import { heardMemory, offeredPlaces } from "../scene/heard-memory.js";
import {
  failedTools,
  outputOf,
  filledSlots,
  plainSlots,
  readNarrative,
  readOutcome,
  AUTHORED_PROSE,
  readProse,
  TURN_PROSE,
  readRoll,
  readSlots,
  type Roll,
  type ToldProse,
  type WhatHappened,
  wordSlots,
} from "../scene/scene-parts.js";
import { keptAssets } from "../scene/scene-assets.js";
import { lawfulProse, lawfulSlots } from "../scene/lawful-scene.js";
import { readToldChoices } from "../scene/told-choices.js";
import { readSceneType } from "../scene/scene-type.js";
import { readMemory, textsIn } from "../scene/story-values.js";
import type { SkillReport } from "../skill-report.js";
import type { KeptMemory } from "./remembered.js";
import type { SceneTeller } from "./scene-teller.js";
import { piecesOf } from "./relay-events.js";
import { foldPast } from "./story-past.js";
import type { TurnStart } from "./turn-start.js";

/** What a plan's run came to, ready to be shown and written down. */
export interface TurnEnd {
  readonly state: JsonObject;
  readonly prose: ToldProse;
  readonly slots: readonly ChoiceSlot[];
  readonly roll: Roll | null;
  readonly happened: WhatHappened;
  readonly memories: readonly KeptMemory[];
  /** What scripts did to other records, and to those of earlier turns. */
  readonly changes: readonly RecordChange[];
  /** Files that scripts made. */
  readonly assets: readonly SceneAsset[];
  readonly notices: readonly Notice[];
  readonly sceneType: SceneType;
  /** By which the scene was told. */
  readonly brief: DirectedBrief;
}

export interface EndMatter {
  readonly turn: TurnStart;
  readonly runs: readonly PlanRun[];
  /** Of the plan that was tried last. */
  readonly attempt: number;
  /** Where the choice was taken; null of an opening. */
  readonly before: TurnBefore | null;
  /** Why the last plan failed; null where it did not. */
  readonly failure: string | null;
  readonly mined: StoryIndex;
  readonly registry: SkillRegistry;
  readonly skillReport: SkillReport;
  readonly teller: SceneTeller;
  readonly title: string;
  newId(): string;
  push(event: EngineEvent): void;
}

/** @param run - The one that held, the last of `runs`. */
export function finishTurn(matter: EndMatter, run: PlanRun): TurnEnd {
  const { turn } = matter;
  const standIns: StandIn[] = [];
  const happened = readOutcome(outputOf(run.result, "outcome"), turn.scene);
  const evaluated = outputOf(run.result, "evaluate");
  const sceneType = turn.beat || turn.ending ? "resolution" : readSceneType(evaluated?.["sceneType"], turn.sceneType);
  const choices = outputOf(run.result, "choices");
  const offered = turn.ending ? [] : (readSlots(choices) ?? readToldChoices(run.result, turn.scene));
  let slots = turn.ending ? [] : filledSlots(offered ?? [], turn.scene);
  if (!offered) standIns.push("choices");
  const laws = lawsInForce(matter.mined.laws, turn.base);
  slots = lawfulSlots(slots, laws, turn.scene);
  const end = new PatchedCopy(run.state);
  const shape = turn.ending || !turn.slot ? AUTHORED_PROSE : TURN_PROSE;
  const told = readProse(outputOf(run.result, "narrate"), shape);
  let prose = told && lawfulProse(told, { ...turn, laws });
  if (prose && prose.paragraphs !== told?.paragraphs && prose.paragraphs.length < shape.least) prose = null;
  if (prose && prose.paragraphs !== told?.paragraphs)
    pushProse(
      matter,
      prose.paragraphs.map((text, paragraph) => ({ text, paragraph })),
    );
  const recalled = outputOf(run.result, "recall")?.["memories"] ?? [];
  const asked = {
    sceneType,
    outcome: happened.outcome,
    effects: happened.effects,
    recalled: Array.isArray(recalled) ? recalled.flatMap((one: JsonValue) => readMemory(one, turn.scene) ?? []) : [],
    slots,
    bringIn: textsIn(choices?.["bringIn"]),
  };
  if (!prose) {
    const draft = matter.teller.tell(asked, end.value);
    pushProse(matter, draft.sentences);
    end.apply(draft.patch);
    prose = { paragraphs: draft.paragraphs, choices: draft.choices, narrator: "storybook" };
    standIns.push("narrate");
  }
  const notices = [...failureNotices(matter, true, standIns), ...refusedNotices(matter, run, run.refusedAssets)];
  // A script may tell a scene of its own without asking for one.
  const brief = matter.teller.brief ?? matter.teller.direct(asked, end.value);
  if (turn.beat) {
    end.apply(beatPatch(end.value, turn.beat, turn.scene));
    for (const patch of afterBeat(end.value, turn.beat, turn.scene)) end.apply(patch);
  }
  end.apply(turn.patch);
  const ofChoice = turn.changes?.[happened.outcome] ?? [];
  for (const patch of changePatches(end.value, ofChoice, turn.scene)) end.apply(patch);
  end.apply(reasonsPatch(end.value, ofChoice, happened.memory?.summary ?? turn.slot?.text ?? "", turn.scene));
  end.apply(companionsPatch(end.value, turn.scene));
  end.apply(stopPatch(end.value, matter.mined.places));
  end.apply(enteredPatch(end.value, matter.mined.matter.people, turn.scene));
  end.apply(returnedPatch(end.value, turn.scene));
  if (turn.scene === 0) end.apply(untoldNames(end.value, matter.mined, prose.paragraphs));
  end.apply(heardIn(end.value, turn.scene, turn.slot?.tags ?? []));
  const { memories: stored, changes } = foldWrites(run.writes);
  const heard = heardMemory(turn.slot ? turn.base : null, end.value, turn.scene, matter.mined.matter, slots);
  end.apply(offeredPlaces(slots, turn.scene));
  const memories = [
    ...(stored.length > 0 ? stored : [{ id: matter.newId(), record: ownMemory(matter, happened) }]),
    ...(heard ? [{ id: matter.newId(), record: heard }] : []),
  ];
  end.apply(foldPast(end.value, turn.scene, memories));
  return {
    state: end.value,
    prose,
    slots: wordSlots(slots, prose.choices, matter.mined.calls, (text) =>
      choiceInKnownNames(matter.mined, end.value, text),
    ),
    roll: readRoll(outputOf(run.result, "roll")),
    happened,
    changes,
    assets: keptAssets(run.result.aggregatedAssets),
    memories,
    notices,
    sceneType,
    brief,
  };
}

/** No plan worked: a scene that changes nothing and offers the same choices again. */
export function fallBack(matter: EndMatter, offered: readonly ChoiceSlot[] | undefined): TurnEnd {
  const { turn } = matter;
  const slots = offered ?? plainSlots(turn.scene);
  const brief: SceneBrief = {
    scene: turn.scene,
    seed: turn.seed,
    sceneType: turn.sceneType,
    outcome: "none",
    effects: [],
    recalled: [],
    slots,
    bringIn: [],
    ...(turn.slot ? { choice: turn.slot } : {}),
  };
  const draft = templateScene(brief, matter.mined);
  const said = turn.slot ? narrationOf(matter.runs.at(-1)) : [];
  // A scene has two paragraphs at least; the template's last one leads on to the choices.
  const paragraphs = said.length === 0 ? draft.paragraphs : [...said, ...draft.paragraphs.slice(-1)].slice(0, 3);
  const failure = matter.failure ?? matter.runs.findLast((run) => run.failure !== null)?.failure ?? null;
  const sentences =
    said.length === 0 ? draft.sentences : paragraphs.map((text, paragraph) => ({ text, paragraph, sources: [] }));
  pushProse(matter, sentences);
  return {
    state: turn.base,
    prose: { paragraphs, choices: [], narrator: "template" },
    slots,
    roll: null,
    happened: { outcome: "none", effects: [], memory: null },
    changes: [],
    assets: [],
    memories: [],
    notices: [...failureNotices(matter, false), noPlan(matter.attempt, matter.before, failure)],
    sceneType: turn.sceneType,
    brief: {
      ...brief,
      ...directScene({ brief, hooks: turn.hooks, before: turn.base, state: turn.base, story: matter.mined }),
    },
  };
}

/** What a plan says that has no tools; nothing of any other plan. (rule EN486) */
function narrationOf(run: PlanRun | undefined): string[] {
  return run?.plan?.tools.length === 0 ? readNarrative(run.plan.narrative) : [];
}

/** What a stand-in tells replaces all that came before it. */
function pushProse(
  { attempt, push }: EndMatter,
  sentences: readonly { readonly text: string; readonly paragraph: number }[],
): void {
  for (const { paragraph, text } of piecesOf(sentences))
    push({ type: "prose", attempt: attempt + 1, paragraph, delta: text });
}

/** Whether the turn can be taken again with the same dice. */
function canTellAgain({ before }: EndMatter, run: PlanRun | undefined): boolean {
  const roll = run && readRoll(outputOf(run.result, "roll"));
  return before !== null && roll?.source !== "crypto";
}

/**
 * One notice for each skill that failed, however often it did, and one for each that is off for good. What stands in for a tool is said
 * with its failure, or by itself where no failure is told.
 */
function failureNotices(matter: EndMatter, done: boolean, standIns: readonly StandIn[] = []): Notice[] {
  const { runs, registry, skillReport } = matter;
  const again = canTellAgain(matter, runs.at(-1));
  const seen = new Map<string, Notice>();
  const said = new Set<StandIn>();
  const failures = runs.flatMap((run) =>
    failedTools(run.result).map((result) => ({ ...toolOf(run, result.toolId), result })),
  );
  for (const name of registry.disabled()) {
    const last = failures.findLast(({ skill }) => skill === name)?.result.error?.code;
    // Where nothing could be done without it, it is named again, as turning it on is the way out.
    if (skillReport.first(`${name} failed`) || !done) seen.set(name, skillOff(skillReport.names(name), last));
  }
  for (const { skill, required, result } of failures) {
    if (seen.has(skill)) continue;
    const code = result.error?.code;
    if (code === "SKILL_CHANGED" || code === "SKILL_SCRIPT_NOT_FOUND") {
      // It is not what it was when the turn was planned.
      const notice = skillReport.notUsed(skill, code === "SKILL_SCRIPT_NOT_FOUND");
      if (notice !== null) seen.set(skill, notice);
      continue;
    }
    const standIn = standIns.find((part) => part === result.toolId) ?? null;
    if (standIn !== null) said.add(standIn);
    seen.set(skill, skillFailed(skillReport.names(skill), result, !done && required, again, standIn));
  }
  const alone = standIns.filter((part) => !said.has(part));
  return [
    ...seen.values(),
    ...alone.map((part) => (part === "narrate" ? NOTICES.storybookWrote(again) : NOTICES.plainChoices(again))),
  ];
}

/**
 * One notice a session for each skill whose files were not taken.
 *
 * @param refused - The tools that made them, and why they were not.
 */
export function refusedNotices(
  { skillReport }: Pick<EndMatter, "skillReport">,
  run: PlanRun,
  refused: readonly { readonly toolId: string; readonly reason: string }[],
): Notice[] {
  const reasons = new Map<string, string[]>();
  for (const { toolId, reason } of refused) {
    const { skill } = toolOf(run, toolId);
    reasons.set(skill, [...(reasons.get(skill) ?? []), reason]);
  }
  return [...reasons].flatMap(([skill, [first = "", ...others]]) =>
    skillReport.first(`${skill} files failed`)
      ? [assetsRefused(skillReport.names(skill), 1 + others.length, first)]
      : [],
  );
}

function toolOf({ plan }: PlanRun, toolId: string): { readonly skill: string; readonly required: boolean } {
  const tool = plan?.tools.find((one) => one.toolId === toolId);
  const [skill = toolId] = (tool?.toolPath ?? "").replace(/^skills\//, "").split("/");
  return { skill, required: tool?.required !== false };
}

/** The engine's own summary of a scene, stored where the memory skill could not. */
function ownMemory({ turn, title }: EndMatter, happened: WhatHappened): JsonObject {
  const place = getPath(turn.base, "place");
  const memory = happened.memory ?? {
    summary: turn.slot ? `You chose: ${turn.slot.text}` : `${title} began.`,
    scene: turn.scene,
    characters: turn.slot?.bind.npc ? [turn.slot.bind.npc] : [],
    location: typeof place === "string" ? place : "",
    significance: "low",
    tags: [],
  };
  return JSON.parse(JSON.stringify(memory)) as JsonObject;
}
