/** What somebody who is there gives unasked: a greeting, how they look, what they know, a line on what has come up. */
import { capitalise, isAbout, isSaidInReply, standsAsSpeech, escapeRegExp } from "@narratoria/protocol/english";
import { type Fact, type Person, type SceneBrief, standsAlone, storyTies } from "@narratoria/protocol/story";
import type { Composer } from "./composer.js";
import { answersNext, isKept, isOfOwnSecret } from "./explain.js";
import { inPast, isLookEnough, LOOK_IN_BEAT } from "./meet.js";
import { isTellable, passageOf } from "./passage.js";
import { type Ties, tieCount, tiesOf, withoutPeople, withoutPlace } from "./related.js";
import { addressesAnother, greets, speaksOfAsking } from "./sound-sentence.js";

/** Scenes for which nothing more is told of what one sees of somebody. */
const LOOK_REST = 3;

/** Somebody greets whoever comes, else is looked at, else says what they know or what stands alone. (rule NA606) */
export function showPerson(
  composer: Composer,
  person: Person,
  brief: SceneBrief,
  isGreeting = composer.stage.moved,
): boolean {
  if (goesOnAbout(composer, person)) return true;
  if (isGreeting && says(composer, person, greets)) return true;
  return lookAt(composer, person) || volunteers(composer, person, brief) || says(composer, person, standsAsSpeech);
}

/** A line of somebody's own, that was not told and names nobody new. */
function says(composer: Composer, person: Person, may: (line: string) => boolean): boolean {
  const { story, stage } = composer;
  const quote = [...person.lines, ...person.catchphrases].find(
    (line) =>
      may(line) &&
      !isSaidInReply(line) &&
      !composer.askedNext.lines.has(line) &&
      !speaksOfAsking(line) &&
      !composer.wasTold(line) &&
      !addressesAnother(line, person, story.matter.people) &&
      !story.names.keysIn(line).some((key) => key.startsWith("npc:") && !composer.memory.named.has(key)),
  );
  if (person.speech !== "words" || !stage.inTalk.has(person.id) || quote === undefined) return false;
  const sources = [{ kind: "npc" as const, ref: person.id, text: person.name }];
  return composer.say({ keys: ["speech"], fill: { npc: person, quote }, must: false, sources });
}

/** Words from which on an answer is no bare sentence. */
const FEW_WORDS = 25;

/** Whoever has answered in a few words comes back to what was told of late, else is looked at. (rule NA5755) */
export const goesWith = (composer: Composer, person: Person): boolean =>
  composer.words < FEW_WORDS &&
  composer.isHere(person.id) &&
  (goesOnAbout(composer, person) || lookAt(composer, person));

/** What one sees of somebody, once in a long while. */
export function lookAt(composer: Composer, person: Person): boolean {
  const mark = `look:${person.id}`;
  if (!composer.hasRested(mark, LOOK_REST)) return false;
  const isWorth = (one: string): boolean => isLookEnough(one) && !composer.isInBeats(one, LOOK_IN_BEAT);
  const look = (person.looks ?? []).find((one) => !composer.wasTold(one) && isWorth(one));
  if (look === undefined) return false;
  // After "Nye is here." and after what "says Nye" nobody else can be meant.
  const names = [person.name, person.short].map((one) => escapeRegExp(capitalise(one))).join("|");
  const isAlone = new RegExp(
    `(?:^|[.!?] )(?:${names})(?:, [^.,“”]+,)? (?:is|are|was|were) here(?: now)?\\.$|^“[^“”]*” (?:says|said) ${escapeRegExp(person.short)}\\.$`,
    "u",
  );
  const hasJustCome = isAlone.test(composer.texts.at(-1) ?? "");
  const named = hasJustCome ? look : capitalise(look.replace(/^(?:He|She|It) (?=\p{Ll}+s )/u, `${person.short} `));
  const sources = [{ kind: "npc" as const, ref: person.id, text: person.name }];
  // Beside what happened one sees how somebody looked. (rule NA3260)
  // What cannot be put into the past is not told there. (rule NA5788)
  const seen = composer.story.happensInPast ? inPast(named) : named;
  if (seen === undefined || !composer.tell(seen, sources, hasJustCome)) return false;
  composer.countAsTold(look);
  composer.rest(mark);
  return true;
}

/** Scenes for which a matter that has come up is one to speak of. */
const STILL_SPOKEN_OF = 1;

/** Somebody tells the first paragraph that they know of a matter that has come up of late, from its first sentence on. (rule NA610) */
function volunteers(composer: Composer, person: Person, brief: SceneBrief): boolean {
  const { story, stage, memory } = composer;
  if (person.speech !== "words" || !stage.inTalk.has(person.id)) return false;
  const mayTell = (one: Fact): boolean =>
    one.inside !== true &&
    // What a place looks like is told where it is.
    !/(?:^|\/)(?:places?|locations?)\//.test(one.file) &&
    !story.matter.places.some(({ topic }) => topic === one.topic) &&
    isTellable(one, person.id) &&
    storyTies(story.matter).knowsOf(person, one) &&
    standsAlone(one, story.topics.get(one.topic)) &&
    !stage.knowsFact(one.id) &&
    !isKept(composer, one) &&
    !isOfOwnSecret(story, person, one) &&
    !answersNext(composer, one) &&
    !composer.wasTold(one.text) &&
    composer.fits(one.text);
  // A matter that has come up is spoken of by who has to do with it, in a sentence about it. (rule NA3251)
  const isMeant = ({ topic, text }: Fact): boolean =>
    (memory.named.get(`topic:${topic}`) ?? -STILL_SPOKEN_OF) >= stage.scene - STILL_SPOKEN_OF &&
    storyTies(story.matter).concerns(person, topic) &&
    isAbout(text, story.topics.get(topic)?.np ?? "");
  const fact = story.matter.facts.find((one) => isMeant(one) && mayTell(one));
  if (!fact) return false;
  const sources = [{ kind: "lore" as const, ref: fact.id, text: fact.text }];
  const passage = passageOf(fact, person, brief, stage, story, (text) => composer.wasTold(text));
  const fill = { npc: person, fact, whole: true, ...passage };
  const isSaid = composer.say({ keys: ["speech fact"], fill, must: false, sources });
  if (isSaid) for (const { id } of [fact, ...passage.more]) composer.named.add(`fact:${id}`);
  return isSaid;
}

/** Ties that make an occasion for a line that nobody has asked for: a name, or two rare words. */
export const OCCASION = 2;

/** The line of somebody's that has most in common with what is spoken of, of those that can be said now, and how much it has. */
export function nearestLine(
  composer: Composer,
  speaker: Person,
  about: Ties,
): { readonly line: string; readonly ties: number } | undefined {
  const { story } = composer;
  return speaker.lines
    .filter(
      (line) =>
        !composer.wasTold(line) &&
        !composer.hasSaid(line) &&
        !composer.askedNext.lines.has(line) &&
        // What answers words that nobody has said answers nothing. (rule NA6351)
        !isSaidInReply(line) &&
        !addressesAnother(line, speaker, story.matter.people),
    )
    .map((line) => ({ line, ties: tieCount(tiesOf(story, [line]), about) }))
    .sort((a, b) => b.ties - a.ties)
    .at(0);
}

/** Somebody here comes back to what was told of late, in a line of theirs that shares a rare word or a topic with it. (rule NA463) */
export function goesOnAbout(composer: Composer, speaker: Person): boolean {
  const { story, stage, memory } = composer;
  const lately = tiesOf(story, [...memory.lately, ...composer.texts]);
  const about = { ...lately, names: withoutPeople(withoutPlace(lately.names, stage.place)) };
  const best = nearestLine(composer, speaker, about);
  const sources = [{ kind: "npc" as const, ref: speaker.id, text: speaker.name }];
  const fill = { npc: speaker, quote: best?.line ?? "" };
  return best !== undefined && best.ties >= OCCASION && composer.say({ keys: ["speech"], fill, must: false, sources });
}
