import type { ChoiceSlot, SceneBrief } from "@narratoria/protocol/story";
import { fillingOf } from "./bindings.js";
import { bringInAll, keysOfSlot } from "./bring-in.js";
import type { Composer } from "./composer.js";

/** How strongly a choice pulls: an open decision most, whiling the time away least. */
const PULL: Readonly<Record<string, number>> = {
  decide: 3,
  accept: 3,
  refuse: 2.6,
  end: 3,
  press: 2.6,
  confront: 2.6,
  ask: 2.3,
  warn: 2.2,
  bluff: 2,
  trust: 2,
  help: 2,
  settle: 2,
  face: 2,
  use: 2,
  recall: 1.8,
  follow: 2,
  flee: 2,
  search: 1.6,
  sneak: 1.6,
  force: 1.6,
  read: 1.4,
  reckon: 1.4,
  watch: 1.3,
  give: 1.2,
  listen: 1.2,
  gossip: 1,
  go: 0.8,
  wait: 0.4,
  rest: 0.4,
};
/** A journey to where the story waits pulls more than a walk. */
const DUE_JOURNEY = 2.4;
/** What has just been seen is on everybody's mind. */
const AFTER_BEAT = 5;
/** What pulls less than this is left for the choices to say, once the scene has an end. */
const WORTH_SAYING = 1.2;
const VERB_REST = 3;
const SUBJECT_REST = 6;

interface HookSlot {
  readonly slot: ChoiceSlot;
  /** Keys that it names and the scene has not. */
  readonly covers: readonly string[];
  readonly pull: number;
}

/**
 * The last lines: what the choices will name and the scene has not, then a hook that opens on one of them. One sentence does both
 * where one can; two choices that each name something new are held against each other in a fork. A beat has the last word itself:
 * nothing comes after it but names that must be brought in.
 */
export function closeScene(composer: Composer, brief: SceneBrief): void {
  const missing = (): string[] => brief.bringIn.filter((key) => !composer.named.has(key));
  if (brief.beat && missing().length === 0) return;
  const ranked = hookSlots(composer, brief, missing());
  const known = missing().length === 0;
  // One sentence that names all of it, of whichever sort: a hook, a fork, a list.
  const all = missing().length;
  if (
    ranked.some(
      (entry) => entry.covers.length > 0 && entry.covers.length === all && sayHook(composer, brief, entry, true),
    )
  )
    return;
  if (!known) {
    sayFork(composer, brief, ranked, missing());
    bringInAll(composer, missing());
    // What has just been brought in leads on by itself: a hook after it would be one remark too many.
    return;
  }
  const scarce = composer.texts.length < 2;
  for (const entry of ranked)
    if ((scarce || entry.pull >= WORTH_SAYING) && sayHook(composer, brief, entry, false)) return;
}

function sayHook(composer: Composer, brief: SceneBrief, { slot, covers }: HookSlot, strict: boolean): boolean {
  const { fact, topic, ...others } = fillingOf(slot.bind, composer.stage, composer.story, brief.recalled);
  // What has happened is what the question is about; its topic is only where an answer may come from.
  const fill = topic === undefined || isAboutBeat(slot) ? others : { ...others, topic };
  // What somebody wants is no question once it has just been said.
  if (brief.effects.some((effect) => effect.kind === "motive" && effect.text === slot.bind.text)) return false;
  const justTold = brief.effects.some((effect) => effect.kind === "learn" && effect.fact === fact?.id);
  const said = composer.say({
    keys: [`hook ${slot.verb}`],
    // What has just been told is not told again for a hook.
    fill: fact === undefined || justTold ? fill : { ...fill, fact },
    must: false,
    bound: true,
    choice: slot,
    sources: slot.sources,
    ...(strict ? { mustName: covers.filter((key) => !composer.named.has(key)) } : {}),
  });
  if (said) {
    composer.rest(`hook ${slot.verb}`);
    for (const key of subjectsOf(slot)) composer.rest(`hook ${key}`);
  }
  return said;
}

/** "You can ask Osk about the bell, or see the mill for yourself": a journey against something to be done here. */
function sayFork(
  composer: Composer,
  brief: SceneBrief,
  ranked: readonly HookSlot[],
  missing: readonly string[],
): boolean {
  const journey = ranked.find(({ slot, covers }) => slot.verb === "go" && covers.length > 0);
  if (!journey) return false;
  for (const here of ranked) {
    if (here.covers.length === 0 || here.slot.verb === "go" || here.slot.bind.place !== undefined) continue;
    // What has happened is asked about without a name.
    if (isAboutBeat(here.slot)) continue;
    const { place, npc } = journey.slot.bind;
    // Whom one asks about is elsewhere; whose things one speaks of may be anywhere.
    const second = here.slot.verb === "trust" ? npc : (here.slot.bind.npc2 ?? npc);
    const { npc2: _, ...own } = here.slot.bind;
    const bind = {
      ...own,
      ...(place === undefined ? {} : { place }),
      ...(second === undefined || second === here.slot.bind.npc ? {} : { npc2: second }),
    };
    const covers = new Set([...journey.covers, ...here.covers]);
    const said = composer.say({
      keys: ["hook fork"],
      fill: fillingOf(bind, composer.stage, composer.story, brief.recalled),
      must: false,
      bound: true,
      choice: here.slot,
      sources: [...here.slot.sources, ...journey.slot.sources],
      mustName: missing.filter((key) => covers.has(key)),
    });
    if (!said) continue;
    for (const slot of [here.slot, journey.slot]) for (const key of subjectsOf(slot)) composer.rest(`hook ${key}`);
    return true;
  }
  return false;
}

const isAboutBeat = ({ verb, sources }: ChoiceSlot): boolean =>
  verb === "ask" && sources.some(({ kind }) => kind === "beat");

/** What a hook is about, which should not be hooked on again soon. */
const subjectsOf = ({ verb, bind }: ChoiceSlot): string[] => [
  ...(bind.topic === undefined ? [] : [`topic:${bind.topic}`]),
  ...(bind.item === undefined ? [] : [`item:${bind.item}`]),
  ...(bind.npc2 === undefined ? [] : [`npc:${bind.npc2}`]),
  ...(bind.prop === undefined ? [] : [`prop:${bind.prop}`]),
  ...(verb === "go" && bind.place !== undefined ? [`place:${bind.place}`] : []),
];

/** The choices that the closing sentence can be worded from: those that name what is still missing, then those that pull most. */
function hookSlots(composer: Composer, brief: SceneBrief, missing: readonly string[]): HookSlot[] {
  return brief.slots
    .map((slot): HookSlot => {
      const { text = "" } = slot.bind;
      const covers = [...new Set([...keysOfSlot(slot), ...composer.story.names.keysIn(text)])].filter((key) =>
        missing.includes(key),
      );
      const after = isAboutBeat(slot);
      const due = slot.verb === "go" && slot.sources.some(({ kind }) => kind === "beat");
      const stale =
        (composer.hasRested(`hook ${slot.verb}`, VERB_REST) ? 0 : 1) +
        (subjectsOf(slot).every((key) => composer.hasRested(`hook ${key}`, SUBJECT_REST)) ? 0 : 1.5);
      return {
        slot,
        covers,
        pull: (due ? DUE_JOURNEY : after ? AFTER_BEAT : (PULL[slot.verb] ?? 1)) - stale + 0.6 * composer.random.next(),
      };
    })
    .sort((a, b) => b.covers.length - a.covers.length || b.pull - a.pull);
}
