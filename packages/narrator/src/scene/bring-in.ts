/** Naming, before the scene closes, what its choices will name. */
import { sentenceKey, splitPieces, standsAsSpeech } from "@narratoria/protocol/english";
import { type ChoiceSlot, type Person, standsAlone, storyTies } from "@narratoria/protocol/story";
import { namesThing } from "../unheard-names.js";
import type { Composer } from "./composer.js";
import { isKept } from "./explain.js";
import { isTellable } from "./passage.js";
import { tidy } from "./realise.js";
import { addressesAnother } from "./sound-sentence.js";
import { namedAsShown, shownAs } from "./stand-in.js";

/** Everything that a choice will name. */
export function keysOfSlot(slot: ChoiceSlot): string[] {
  const { npc, npc2, topic, place, item, prop } = slot.bind;
  return [
    ...(npc === undefined ? [] : [`npc:${npc}`]),
    ...(npc2 === undefined ? [] : [`npc:${npc2}`]),
    ...(topic === undefined ? [] : [`topic:${topic}`]),
    ...(place === undefined ? [] : [`place:${place}`]),
    ...(item === undefined ? [] : [`item:${item}`]),
    ...(prop === undefined ? [] : [`prop:${prop}`]),
  ];
}

/** Words of a scene after which nothing is told only for a name. */
const FULL_SCENE = 90;
/** Sentences that one scene tells for the names in its choices. */
const MOST_INTRODUCED = 2;

/** Scenes after which nobody has in mind whom one of them has shown. */
const SHOWN_SCENES = 3;

/** As what the last scenes have shown somebody without a name: in a beat of theirs, or by their calling. (rule NA3367) */
function shownBefore({ story, stage, memory }: Composer, person: Person): string | undefined {
  if (stage.metBefore(person.id) || memory.named.has(`npc:${person.id}`)) return undefined;
  const isLate = (sentence: string): boolean =>
    splitPieces(tidy(sentence)).some((piece) => {
      const scene = memory.ring.get(sentenceKey(piece));
      return scene !== undefined && scene < stage.scene && stage.scene - scene <= SHOWN_SCENES;
    });
  for (const beat of story.beats.values()) {
    if (!stage.hasHappened(beat.id)) continue;
    const told = beat.told.filter(isLate);
    const cast = beat.people.includes(person.id) ? beat.people.flatMap((id) => story.people.get(id) ?? []) : [];
    const noun = told.length === 0 ? undefined : shownAs(person, cast, told, story);
    if (noun !== undefined) return noun;
  }
  return undefined;
}

/** Somebody whom no text has named yet is said to be here, or spoken of by somebody who is. */
function bringInPerson(composer: Composer, key: string): void {
  const { story, stage } = composer;
  const id = key.slice("npc:".length);
  const npc = story.people.get(id);
  if (!npc) return;
  // Who was here all along needs no word of it.
  const hasStayed = !stage.moved && composer.memory.stagePeople.includes(id) && composer.memory.named.has(key);
  if (composer.isHere(id) && hasStayed) return;
  if (composer.isHere(id)) {
    const noun = shownBefore(composer, npc);
    const sources = [{ kind: "npc" as const, ref: id, text: npc.name }];
    if (noun !== undefined) composer.tell(namedAsShown(noun, npc, story), sources, true);
    // Who is there stood there before anything happened; a beat has the last word. (rule NA5771)
    else composer.sayBeforeBeat({ keys: ["ground here", "ground who"], fill: { npc }, must: true });
    return;
  }
  if (stage.metBefore(id)) return;
  // Somebody here speaks of them by themselves; where they are is told to nobody who has not asked. (rules NA512 and NA3501)
  for (const speaker of stage.present) {
    const canSpeak = speaker.speech === "words" && composer.isHere(speaker.id);
    if (canSpeak && speakOfPerson(composer, speaker, npc)) return;
  }
}

/** Somebody says what somebody else is to them, else a line of theirs or a fact that names the other. */
function speakOfPerson(composer: Composer, speaker: Person, other: Person): boolean {
  const { story, stage } = composer;
  const key = `npc:${other.id}`;
  const sources = [{ kind: "npc" as const, ref: speaker.id, text: speaker.name }];
  const quote = speaker.lines.find(
    (line) =>
      story.names.keysIn(line).includes(key) &&
      !composer.wasTold(line) &&
      standsAsSpeech(line) &&
      !addressesAnother(line, speaker, story.matter.people),
  );
  if (quote !== undefined && composer.say({ keys: ["speech"], fill: { npc: speaker, quote }, must: false, sources }))
    return true;
  const fact = story.matter.facts.find(
    (one) =>
      one.names.includes(key) &&
      one.inside !== true &&
      isTellable(one, speaker.id) &&
      storyTies(story.matter).knowsOf(speaker, one) &&
      standsAlone(one, story.topics.get(one.topic)) &&
      !stage.knowsFact(one.id) &&
      !isKept(composer, one) &&
      !composer.wasTold(one.text) &&
      composer.fits(one.text),
  );
  if (
    !fact ||
    !composer.say({ keys: ["speech fact"], fill: { npc: speaker, fact, whole: true }, must: false, sources })
  )
    return false;
  composer.named.add(`fact:${fact.id}`);
  return true;
}

/** A sentence about the place where the player stands, or of the setting. (rule NA111) */
function tellOf(composer: Composer, key: string): boolean {
  const { story, stage } = composer;
  const { place } = stage;
  if (!/^(?:npc|topic|prop|place):/.test(key)) return false;
  const sources = place ? [{ kind: "place" as const, ref: place.id, text: place.name }] : [];
  const names = (sentence: string): boolean =>
    key.startsWith("prop:") ? namesThing(sentence, key.slice(5)) : story.names.keysIn(sentence).includes(key);
  const isTold = (sentence: string): boolean =>
    !composer.toFind.has(sentence) && names(sentence) && composer.tell(sentence, sources, false);
  return (
    (place?.sentences ?? []).some((sentence) => place?.inside?.includes(sentence) !== true && isTold(sentence)) ||
    // A place that a choice leads to is named by the choice, and told where it is. (rule NA512)
    (!/^(?:npc|place):/.test(key) && story.general.some(isTold))
  );
}

/**
 * Somebody here speaks of it by themselves: in a line of theirs, else with a fact of another matter that names it. What is known of the
 * thing itself is kept for whoever asks. (rule NA454)
 */
function speakOf(composer: Composer, key: string, asked: Person | undefined): boolean {
  const { story, stage } = composer;
  const topic = key.startsWith("topic:") ? key.slice("topic:".length) : undefined;
  // A place that a choice leads to is told where it is. (rule NA512)
  if (topic === undefined) return false;
  const names = (text: string): boolean => story.names.keysIn(text).includes(key);
  const others = stage.present.filter(({ id }) => id !== asked?.id);
  const speakers = [...(asked ? [asked] : []), ...others].filter(
    ({ id, speech }) => speech === "words" && composer.isHere(id),
  );
  for (const npc of speakers) {
    const quote = npc.lines.find(
      (line) => names(line) && !composer.wasTold(line) && !addressesAnother(line, npc, story.matter.people),
    );
    const sources = [{ kind: "npc" as const, ref: npc.id, text: npc.name }];
    if (quote !== undefined && composer.say({ keys: ["speech"], fill: { npc, quote }, must: false, sources }))
      return true;
  }
  for (const fact of story.matter.facts) {
    if (fact.topic === topic || !fact.names.includes(key) || stage.knowsFact(fact.id) || isKept(composer, fact))
      continue;
    if (fact.inside === true) continue;
    if (!standsAlone(fact, story.topics.get(fact.topic)) || composer.wasTold(fact.text) || !composer.fits(fact.text))
      continue;
    const npc = speakers.find((one) => isTellable(fact, one.id) && storyTies(story.matter).knowsOf(one, fact));
    const sources = [{ kind: "lore" as const, ref: fact.id, text: fact.text }];
    if (npc && composer.say({ keys: ["speech fact"], fill: { npc, fact, whole: true }, must: false, sources })) {
      composer.named.add(`fact:${fact.id}`);
      return true;
    }
  }
  return false;
}

/**
 * Names what is still missing, in its author's words: a sentence of the place or the setting, or what somebody here says of it. Where there
 * are none nothing is said, as a choice names what it is about itself; only of people who are here that is said.
 * (rule NA43)
 *
 * @param isRoom - Whether the scene has room for more than such people; what is told for a name is no end of a beat.
 */
export function bringInAll(
  composer: Composer,
  missing: readonly string[],
  slots: readonly ChoiceSlot[] = [],
  isRoom = true,
): void {
  const { story, stage } = composer;
  const askedOn = (key: string): Person | undefined => {
    const slot = slots.find(({ bind }) => `topic:${bind.topic}` === key && bind.npc !== undefined);
    return slot?.bind.npc === undefined ? undefined : story.people.get(slot.bind.npc);
  };
  const keys = missing.filter((key) => !composer.named.has(key));
  for (const key of keys.filter((key) => key.startsWith("npc:")))
    if (!composer.named.has(key) && !tellOf(composer, key)) bringInPerson(composer, key);
  let introduced = 0;
  for (const key of keys.filter((key) => !key.startsWith("npc:"))) {
    if (!isRoom || introduced >= MOST_INTRODUCED || composer.words >= FULL_SCENE) break;
    if (key === `place:${stage.place?.id ?? ""}` || composer.named.has(key)) continue;
    composer.bringsIn(key);
    if (tellOf(composer, key) || speakOf(composer, key, askedOn(key))) introduced++;
  }
}
