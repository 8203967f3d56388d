/** What an earlier scene left open or behind, brought to mind again. */
import { type Deed, type SceneBrief, type StoryMemory, VERBS } from "@narratoria/protocol/story";
import { memoryFilling } from "./bindings.js";
import type { Composer } from "./composer.js";
import type { Unit } from "./frame-tests.js";

/** In scenes: how old a deed is, how long the same one rests, and how long any does. */
const CALLBACK_AGE = 4;
const CALLBACK_REST = 15;
const CALLBACK_GAP = 6;
/** Scenes without one after which the next that can be made is. */
const CALLBACK_DRY = 8;
const THREAD_REST = 3;
/** Deeds that somebody remembers aloud: what was done for or against them. A question, a greeting, news or help with a wish is none. */
const REMEMBERED = /^(?:give|settle|warn|accept|refuse|force|sneak)$/;
/** What a decision only finds out, or where it only leads. */
const NO_DEED =
  /^\[(?:ask|hear|find|look|listen|watch|see|go|come|follow|join|speak|talk|wait|stay|choose|side|meet)\]|^\[answer\] (?:\{|“)|^\[say\] (?:yes|no|nothing|that)\b|^\[do\] as \S+(?: \S+)? wants?\b/;

/** Words that mean something only where the deed was done, and what only its author reads. (rule NA782) */
const LEANS =
  /(?<![\p{L}.])(?:he|she|they|it|him|her|them|his|their|its|one|now|here|there|today|tonight|this|these|those|first|instead)(?![\p{L}])|[()]/u;

/** "Until {npc.o} has found it": whoever remembers it would have to be its subject. */
const AS_SUBJECT =
  /\{npc[^}]*\} (?:has|have|had|is|are|was|were|does|did|will|would|can|could|must|may|might|should|(?!as\b|us\b|always\b|its\b|his\b)\p{Ll}+s)(?![\p{L}])/u;

/** Words of a decision that somebody says in one breath. */
const MOST_DECIDED = 12;

/** Whether a deed is remembered aloud by whom it was done to: of decisions, in few words, what was done before their eyes. */
function isRemembered({ verb, template, bind }: Deed): boolean {
  if (verb !== "decide" && !REMEMBERED.test(verb)) return false;
  if (bind.beat === undefined && verb !== "decide") return true;
  if (LEANS.test(template) || AS_SUBJECT.test(template)) return false;
  return bind.fact === undefined && !NO_DEED.test(template) && template.split(" ").length <= MOST_DECIDED;
}

/**
 * An earlier deed that somebody here has not forgotten: four scenes old at least, not called back lately, of the polarity of
 * this outcome, and about somebody present.
 */
export function callbackUnit(composer: Composer, brief: SceneBrief): { unit: Unit; key: string } | null {
  const { stage, memory, story } = composer;
  // Who has just been reminded of one thing needs no second; and what comes of a decision is all that anybody has in mind.
  if (brief.choice?.verb === "recall" || brief.choice?.verb === "decide") return null;
  // In what the author tells nobody has anything else in mind. (rule NA502)
  if (brief.beat) return null;
  // What was asked and answered brings no other deed to mind; a refusal may have it as its reason, and so may a greeting. (rule NA5302)
  // Nor does any other deed that was answered. (rule NA5754)
  if (!stage.moved && brief.effects.some((effect) => effect.kind === "learn" && effect.how === "told")) return null;
  const isQuestion = brief.choice !== undefined && VERBS[brief.choice.verb].class === "inquire";
  if (isQuestion && brief.outcome !== "fail" && !stage.moved) return null;
  // One reminder every few scenes is a memory, one a scene is a tic.
  if ([...memory.callbacks.values()].some((scene) => brief.scene - scene < CALLBACK_GAP)) return null;
  const wanted =
    brief.outcome === "success" && !starved(composer)
      ? ["good"]
      : brief.outcome === "fail"
        ? ["bad"]
        : ["good", "mixed"];
  for (const entry of brief.recalled) {
    const { deed } = entry;
    if (
      !deed ||
      !isRemembered(deed) ||
      entry.scene > brief.scene - CALLBACK_AGE ||
      deed.outcome === "none" ||
      !wanted.includes(deed.polarity)
    )
      continue;
    const npc = deed.bind.npc === undefined ? undefined : story.people.get(deed.bind.npc);
    // Whoever goes before the scene is over does not stay to be reminded.
    if (!npc || !composer.isHere(npc.id) || !stage.present.includes(npc)) continue;
    const key = memoryKey(entry);
    const last = memory.callbacks.get(key);
    if (last !== undefined && brief.scene - last < CALLBACK_REST) continue;
    return {
      key,
      unit: {
        keys: [`callback ${deed.polarity}`],
        fill: { npc, mem: memoryFilling(deed, stage, story) },
        must: false,
        sources: [sourceOf(entry)],
      },
    };
  }
  return null;
}

/** No deed of the player's has been called to mind for a long while: what can be remembered now is. */
export const starved = ({ memory, stage }: Composer): boolean =>
  [...memory.callbacks.values()].every((scene) => stage.scene - scene > CALLBACK_DRY);

export const memoryKey = (entry: StoryMemory): string => entry.id ?? `scene-${entry.scene}`;

const sourceOf = (entry: StoryMemory): { kind: "memory"; ref: string; text: string } => ({
  kind: "memory",
  ref: memoryKey(entry),
  text: entry.summary,
});

/** A thread that waits, mentioned at most every third scene. */
export function threadUnit(composer: Composer): { unit: Unit; id: string } | null {
  const { stage, memory, story } = composer;
  for (const thread of composer.random.shuffle(stage.threads)) {
    // A word that was given is kept or not: whoever has it does not ask for it.
    if (thread.kind === "promise" || thread.state === "closed" || thread.opened >= stage.scene - 1) continue;
    const last = memory.threadsTold.get(thread.id);
    if (last !== undefined && stage.scene - last < THREAD_REST) continue;
    const npc = thread.npc === undefined ? undefined : story.people.get(thread.npc);
    return {
      id: thread.id,
      unit: {
        keys: [`thread ${thread.kind}`],
        fill: {
          ...(npc ? { npc } : {}),
          ...(thread.text === "" ? {} : { text: thread.text }),
          ...(thread.kind === "condition" ? { cond: thread.text.replace(/^you are /i, "") } : {}),
        },
        must: false,
        sources: [{ kind: "memory", ref: thread.id, text: thread.text }],
      },
    };
  }
  return null;
}
