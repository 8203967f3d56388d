import { type ChoiceSlot, isTalk, type Person, type SceneBrief } from "@narratoria/protocol/story";
import { fillingOf, rememberedBy } from "./bindings.js";
import { closeScene } from "./closing.js";
import type { Composer } from "./composer.js";
import type { EffectUnit } from "./effect-units.js";
import { effectUnits, reactionKind } from "./effect-units.js";
import type { Unit } from "./frame-tests.js";
import { askedKey, putKey, searchedKey } from "./frame-tests.js";
import type { Filling } from "./realise.js";
import { callbackUnit, memoryKey, starved, threadUnit } from "./reminders.js";
import { tellBeat } from "./tell-beat.js";

/** A scene after which the next one is kept short, so that long and short alternate. */
const LONG_SCENE = 105;
/** Words that the first two paragraphs should come to, and a paragraph of its own. */
const FULL_ENOUGH = 46;
const THIN_PARAGRAPH = 14;
/** A deed told in fewer words than this leaves room. */
const SPARE_WORDS = 24;

/** What a turn's scene used besides frames: for the narrator's memory. */
export interface TurnUse {
  readonly callbacks: ReadonlySet<string>;
  readonly threads: ReadonlySet<string>;
}

/**
 * Writes one turn in the order of STORYBOOK 4: first the deed, what it gained and what it cost; then the place and the people; then
 * comings and goings, the beat, and the hook. Musts are said first within their paragraph, wishes by chance.
 */
export function composeTurn(composer: Composer, brief: SceneBrief): TurnUse {
  const { story, stage, memory, random } = composer;
  const callbacks = new Set<string>();
  const threads = new Set<string>();
  const { choice } = brief;
  const effects = effectUnits(brief, stage, story);
  const inSlot = (slot: EffectUnit["slot"]): Unit[] =>
    effects.filter((entry) => entry.slot === slot).map((entry) => entry.unit);
  const wishFactor = memory.lastWords > LONG_SCENE ? 0.35 : 1;
  const wish = (p: number): boolean => random.chance(p * wishFactor);
  const partner: Person | undefined = choice?.bind.npc === undefined ? undefined : story.people.get(choice.bind.npc);
  const partnerHere = partner !== undefined && stage.onStage.has(partner.id);

  if (choice?.bind.npc !== undefined && choice.bind.topic !== undefined)
    composer.done.add(askedKey(choice.bind.npc, choice.bind.topic));
  if (choice?.verb === "ask" && choice.bind.npc !== undefined && choice.echo !== undefined)
    composer.done.add(putKey(choice.bind.npc, choice.echo));
  if (choice?.bind.prop !== undefined) composer.done.add(searchedKey(choice.bind.prop));

  // P1: deed, gain, turn.
  if (choice) composer.say(deedUnit(choice, brief, composer));
  for (const unit of inSlot("gain")) composer.say(unit);
  // A redirect closes a conversation: what else it cost comes before.
  const isRedirect = (unit: Unit): boolean => unit.keys[0] === "turn redirect";
  const turns = inSlot("turn");
  for (const unit of [...turns.filter((unit) => !isRedirect(unit)), ...turns.filter(isRedirect)]) composer.say(unit);
  const reactions = inSlot("reaction");
  const react = (): void => {
    for (const unit of reactions) composer.say(unit);
    if (reactions.length > 0 || !partner || !partnerHere || !choice || !isTalk(choice.verb) || !wish(0.5)) return;
    composer.say({
      keys: [`react neutral ${reactionKind(brief)}`],
      fill: { npc: partner },
      must: false,
      choice,
      sources: [{ kind: "npc", ref: partner.id, text: partner.name }],
    });
  };

  // P2: where it is, who is there and how they take it; a beat has a paragraph of its own, so that all before it is one.
  const passing = (): void => {
    for (const slot of ["time", "thread"] as const) for (const unit of inSlot(slot)) composer.say(unit);
  };
  if (stage.carriedOff) {
    react();
    // What the deed took it took there.
    passing();
    composer.paragraph();
    composer.arriveThere();
    composer.say(carriedOff(composer, brief));
    arrive(composer, stage.firstVisit, wish);
    present(composer, brief);
  } else if (stage.moved) {
    if (!brief.beat && (composer.paragraphWords > 40 || inSlot("gain").length > 0)) composer.paragraph();
    arrive(composer, stage.firstVisit, wish);
    if (!brief.beat) composer.paragraph();
    present(composer, brief);
    react();
  } else {
    if (!brief.beat || composer.paragraphWords > 50) composer.paragraph();
    // Where there was little to tell, the eye has time for the place before anybody stirs.
    if (!brief.beat && composer.words < SPARE_WORDS && reactions.length > 0) groundStay(composer);
    for (const unit of unexplained(composer, brief).come) composer.say(unit);
    react();
  }
  speak(composer, brief, partner, wish);
  const remembered = callbackUnit(composer, brief);
  if (remembered && random.chance(starved(composer) ? 1 : 0.85) && composer.say(remembered.unit))
    callbacks.add(remembered.key);
  // One paragraph, one subject: the place has it where nobody does.
  if (!brief.beat) fillOut(composer, brief, partnerHere ? partner : undefined);

  // P3: exits, beat or time or knowledge, thread, hook.
  composer.paragraph();
  const before = composer.words;
  for (const unit of [...inSlot("exit"), ...unexplained(composer, brief).gone]) composer.say(unit);
  for (const unit of inSlot("enter")) {
    composer.say(unit);
    if (unit.fill.npc) composer.hasCome(unit.fill.npc.id);
  }
  if (!stage.carriedOff) passing();
  const quiet = composer.words === before;
  if (brief.beat) {
    composer.paragraph();
    tellBeat(composer, brief.beat);
    composer.paragraph();
  } else if (quiet) {
    const restful = choice !== undefined && /^(?:rest|wait|go|follow)$/.test(choice.verb);
    const named = brief.bringIn.every((key) => composer.named.has(key));
    const reminder = named && wish(0.3) ? threadUnit(composer) : null;
    if (reminder && composer.say(reminder.unit)) threads.add(reminder.id);
    else if (named && wish(restful ? 0.5 : brief.outcome === "partial" ? 0.25 : 0.12))
      composer.say({ keys: ["time"], fill: {}, must: false });
  }
  closeScene(composer, brief);
  // What the player has just spoken of is not called back soon after.
  const spokenOf = choice?.verb === "recall" ? rememberedBy(choice.bind.memory, brief.recalled) : undefined;
  if (spokenOf) callbacks.add(memoryKey(spokenOf));
  for (const { slot, effect } of effects) if (slot === "thread" && effect.kind === "thread") threads.add(effect.id);
  composer.settle(3);
  if (composer.texts.length < 2) {
    composer.paragraph();
    if (!groundStay(composer)) composer.say({ keys: ["time"], fill: {}, must: true });
  }
  return { callbacks, threads };
}

/** Why the story goes on elsewhere: somebody takes the player along, or sends for them. */
function carriedOff({ stage, memory, story, named }: Composer, brief: SceneBrief): Unit {
  const place = stage.place ? { place: stage.place } : {};
  if (!brief.beat) return { keys: ["turn move"], fill: place, must: true };
  const people = brief.beat.people.flatMap((id) => story.people.get(id) ?? []);
  const guide = people.find(({ id }) => memory.stagePeople.includes(id) && !stage.leaving.has(id));
  if (guide) return { keys: ["turn taken", "turn move"], fill: { npc: guide, ...place }, must: true };
  // Only somebody whose name the player has heard can have sent for them by name.
  const sender = people.find(({ id }) => memory.named.has(`npc:${id}`) || named.has(`npc:${id}`));
  return {
    keys: ["turn fetched", "turn move"],
    fill: { ...(sender ? { npc: sender } : {}), ...place },
    must: true,
    ...(sender ? { mustName: [`npc:${sender.id}`] } : {}),
  };
}

function deedUnit(choice: ChoiceSlot, brief: SceneBrief, composer: Composer): Unit {
  const { outcome } = brief;
  const fill = fillingOf(choice.bind, composer.stage, composer.story, brief.recalled);
  const keys = [`deed ${choice.verb} ${outcome}`, `deed ${choice.verb} any`, `deed any ${outcome}`, "deed any any"];
  return {
    keys,
    fill: { ...fill, deed: choice.label.toLowerCase() },
    must: true,
    bound: true,
    choice,
    sources: choice.sources,
  };
}

function arrive(composer: Composer, firstVisit: boolean, wish: (p: number) => boolean): void {
  const { place } = composer.stage;
  if (!place) return;
  const sources = [{ kind: "place" as const, ref: place.id, text: place.name }];
  const sentences = untold(composer, place.sentences);
  if (firstVisit) {
    let told = 0;
    for (const sentence of sentences) if (told < 2 && composer.tell(sentence, sources, false)) told++;
    if (told === 0) composer.say({ keys: ["ground arrive"], fill: { place }, must: false, sources });
    return;
  }
  if (composer.paragraphWords < 40)
    for (const sentence of sentences.slice(0, 3)) if (composer.tell(sentence, sources, false)) return;
  if (wish(0.5)) composer.say({ keys: ["ground arrive"], fill: { place }, must: false, sources });
}

/**
 * Setting sentences not told within the last thirty scenes, in the author's order from a seeded start.
 *
 * @param findings - Also those that are there to be found out.
 */
function untold(composer: Composer, sentences: readonly string[], findings = false): string[] {
  const fresh = sentences.filter(
    (sentence) =>
      !composer.wasTold(sentence) && ((findings && !composer.stage.firstVisit) || !composer.toFind.has(sentence)),
  );
  return composer.stage.firstVisit ? fresh : composer.random.shuffle(fresh);
}

/** Who is here, on coming to a place: each one named once. */
function present(composer: Composer, brief: SceneBrief): void {
  const { stage } = composer;
  const entering = new Set([...stage.arriving, ...(brief.beat?.people ?? [])]);
  const companion = brief.choice?.verb === "follow" ? brief.choice.bind.npc : undefined;
  const here = stage.present.filter(
    (person) => !entering.has(person.id) && person.id !== companion && !composer.named.has(`npc:${person.id}`),
  );
  if (here.length === 0) {
    if (stage.present.length === 0)
      composer.say({ keys: ["ground alone"], fill: stage.place ? { place: stage.place } : {}, must: false });
    return;
  }
  const strangers = here.filter((person) => !stage.metBefore(person.id));
  for (const npc of strangers)
    composer.say({
      keys: ["ground first", "ground who"],
      fill: { npc, ...(stage.place ? { place: stage.place } : {}) },
      must: true,
      sources: [{ kind: "npc", ref: npc.id, text: npc.name }],
    });
  const known = here.filter((person) => stage.metBefore(person.id));
  for (let at = 0; at < known.length; at += 2) {
    const npc = known[at];
    const npc2 = known[at + 1];
    if (!npc) continue;
    composer.say({
      keys: ["ground who"],
      fill: { npc, ...(npc2 ? { npc2 } : {}) },
      must: true,
      sources: [{ kind: "npc", ref: npc.id, text: npc.name }],
    });
    if (npc2 && !composer.named.has(`npc:${npc2.id}`))
      composer.say({ keys: ["ground who"], fill: { npc: npc2 }, must: true });
  }
}

/** People who came or went between the scenes without an effect that says so. */
function unexplained(composer: Composer, brief: SceneBrief): { come: Unit[]; gone: Unit[] } {
  const { stage, memory, story } = composer;
  if (stage.moved || memory.stagePlace === undefined) return { come: [], gone: [] };
  const before = new Set(memory.stagePeople);
  const byBeat = new Set(brief.beat?.people ?? []);
  const come = stage.present
    .filter(
      (person) =>
        !before.has(person.id) &&
        !stage.arriving.has(person.id) &&
        !byBeat.has(person.id) &&
        !composer.named.has(`npc:${person.id}`),
    )
    .map((npc): Unit => ({ keys: ["enter"], fill: { npc }, must: true }));
  const gone = [...before]
    .filter((id) => !stage.onStage.has(id))
    .flatMap((id) => story.people.get(id) ?? [])
    .map((npc): Unit => {
      const to = stage.placeOf(npc.id);
      return { keys: ["exit"], fill: { npc, ...(to && to.id !== stage.place?.id ? { place2: to } : {}) }, must: true };
    });
  return { come, gone };
}

/** A line of somebody's: always at a first meeting, else now and then. */
function speak(composer: Composer, brief: SceneBrief, partner: Person | undefined, wish: (p: number) => boolean): void {
  const { stage } = composer;
  // An answer to what has happened, or what comes of a decision, is not talked over.
  if (hasAnswered(brief)) return;
  const here = stage.present.filter((person) => composer.isHere(person.id));
  const stranger = here.find((person) => !stage.metBefore(person.id) && composer.named.has(`npc:${person.id}`));
  const speaker = stranger ?? (partner && composer.isHere(partner.id) ? partner : here[0]);
  if (!speaker || (brief.beat && brief.beat.dialogue.length > 0 && !stranger)) return;
  const about = brief.choice === undefined ? {} : fillingOf(brief.choice.bind, stage, composer.story);
  const fill: Filling = {
    npc: speaker,
    ...(about.topic ? { topic: about.topic } : {}),
    ...(about.fact ? { fact: about.fact } : {}),
  };
  const sources = [{ kind: "npc" as const, ref: speaker.id, text: speaker.name }];
  if (stranger) composer.say({ keys: ["speech first", "speech"], fill, must: false, sources });
  else if (
    reactionKind(brief) === "told" &&
    brief.outcome !== "fail" &&
    composer.say({ keys: ["speech catch"], fill, must: false, sources })
  )
    return;
  // After a refusal there is little to say, and after an offence nothing.
  else if (
    wish(
      offended(brief, speaker)
        ? 0
        : brief.outcome === "fail"
          ? 0.2
          : // Who has just told something whole adds to it only now and then.
            brief.effects.some((effect) => effect.kind === "learn" && effect.how === "told")
            ? 0.25
            : partner
              ? 0.5
              : 0.35,
    )
  )
    composer.say({ keys: ["speech"], fill, must: false, sources });
}

/** A decision, or a question about the beat that has just been told: its author has said what comes of it. */
const hasAnswered = ({ choice }: SceneBrief): boolean =>
  choice?.verb === "decide" || (choice?.verb === "ask" && choice.sources.some(({ kind }) => kind === "beat"));

const offended = (brief: SceneBrief, npc: Person): boolean =>
  brief.effects.some((effect) => effect.kind === "feeling" && effect.npc === npc.id && effect.delta < 0);

/**
 * What stands here: a sentence of the author's not yet told, else a detail that suits the mood.
 */
function groundStay(composer: Composer): boolean {
  const { stage, story, random } = composer;
  const sources = stage.place ? [{ kind: "place" as const, ref: stage.place.id, text: stage.place.name }] : [];
  const authored = (most: number, findings = false): boolean =>
    [...untold(composer, stage.place?.sentences ?? [], findings), ...untold(composer, story.general, findings)]
      .slice(0, most)
      .some((sentence) => composer.tell(sentence, sources, false));
  if (random.chance(0.7) && authored(4, random.chance(0.4))) return true;
  // One thing picked up by the eye is a detail, two are a list.
  if (
    composer.once("detail") &&
    composer.say({
      keys: random.shuffle([...stage.mood.map((family) => `detail ${family}`), "detail any"]),
      fill: {},
      must: false,
      sources,
    })
  )
    return true;
  return (
    authored(8, true) ||
    (composer.paragraphWords === 0 && composer.say({ keys: ["ground stay"], fill: {}, must: false, sources }))
  );
}

/**
 * A scene of forty words is a note, and a paragraph of five is a gap: more of what the paragraph is about already, its people or
 * its place, until there is enough.
 */
function fillOut(composer: Composer, brief: SceneBrief, partner: Person | undefined): void {
  const { stage } = composer;
  const here = stage.present.filter((person) => composer.isHere(person.id));
  const begun = composer.paragraphWords > 0 && here.length > 0;
  const peopled = begun || (here.length > 0 && composer.random.chance(0.5));
  const short = (): boolean => composer.words < FULL_ENOUGH || composer.paragraphWords < THIN_PARAGRAPH;
  for (let round = 0; round < 3 && short(); round++) {
    const somebody = peopled ? (partner ?? here[round % here.length]) : undefined;
    if (somebody && composer.spoken.size === 0 && !offended(brief, somebody) && !hasAnswered(brief)) {
      const sources = [{ kind: "npc" as const, ref: somebody.id, text: somebody.name }];
      if (composer.say({ keys: ["speech"], fill: { npc: somebody }, must: false, sources })) continue;
    }
    if (begun || !groundStay(composer)) return;
  }
}
