import { capitalise, countWords, pastOf, escapeRegExp } from "@narratoria/protocol/english";
import { isLawful, isSpeechless } from "@narratoria/protocol/laws";
import type { BeatMatter, Person, SourceRef } from "@narratoria/protocol/story";
import { saysWhen } from "../beat-labels.js";
import type { StoryIndex } from "../index-story.js";
import type { Composer } from "./composer.js";
import { isThen, withoutStamp } from "./days-later.js";
import { explain } from "./explain.js";
import { withKnownName, withWhoTheyAre } from "./first-naming.js";
import { apposition, introduce, isCalledByTitle, rolePhrase, titleOf } from "./meet.js";
import { fullName, saysAlready } from "./realise.js";
import { doneInPast } from "./past-joints.js";
import { isPassageInPast } from "./spoken-tense.js";
import { namedAsShown, shownAs } from "./stand-in.js";
import { toldOnce, withoutSeen } from "./told-once.js";

/** People of whom it can be told in one breath who they are. */
const MOST_LISTED_WITH_ROLE = 3;

/**
 * Several people in one breath, strangers by their full names and with who they are: "Farah Nadeem, the medic, and Bobbin, the cable ferret,".
 * (rule NA5785)
 *
 * @param isPlain - Whether it is told elsewhere who they are.
 */
export function listOf(
  composer: Composer,
  people: readonly Person[],
  isPlain = false,
): { readonly words: string; readonly keys: readonly string[] } {
  const { stage, story } = composer;
  const isShort = !isPlain && people.length <= MOST_LISTED_WITH_ROLE;
  const whoOf = (one: Person): string => {
    const who = isShort && !composer.isIntroduced(one.id) ? apposition(one, story) : undefined;
    return who === undefined || saysAlready(one.name, who) ? "" : `, ${storyInPast(who, story)}`;
  };
  const names = people.map(
    (one) => (stage.metBefore(one.id) ? one.short : fullName(one)).replace(/^The /, "the ") + whoOf(one),
  );
  const isExplained = (name = ""): boolean => name.includes(", ");
  const last = `${names.at(-1)}${isExplained(names.at(-1)) ? "," : ""}`;
  const first = names.slice(0, -1);
  const joint = !first.some(isExplained) ? " and " : first.length > 1 ? "; and " : ", and ";
  return {
    words: `${first.join(first.some(isExplained) ? "; " : ", ")}${joint}${last}`,
    keys: people.map(({ id }) => `npc:${id}`),
  };
}

/** "(two strokes of the gong)" is what is heard or done; other words stand as a quotation that nobody says. */
function withoutSpeaker(line: string): string {
  const deed = /^[([*](.+?)[)\]*]\.?$/.exec(line.trim())?.[1];
  if (deed === undefined) return `“${line.trim()}”`;
  return capitalise(/[.!?…]$/.test(deed) ? deed : `${deed}.`);
}

type Line = BeatMatter["dialogue"][number];

/** Lines of one speaker that follow each other are one speech. */
function joined(lines: readonly Line[]): Line[] {
  const speeches: Line[] = [];
  for (const line of lines) {
    const last = speeches.at(-1);
    const whole = /[.!?…]["”’']?$/.test(last?.line.trim() ?? "") && !/^[([*]/.test(line.line.trim());
    if (last?.speaker === line.speaker && whole && line.before === undefined && line.how === undefined)
      speeches[speeches.length - 1] = { ...last, line: `${last.line.trim()} ${line.line}` };
    else speeches.push(line);
  }
  return speeches;
}

/** Somebody whom no sentence names. */
const NOBODY = { name: "\u0000", short: "\u0000" };

/** Sentences of a beat without speech after which somebody in it is described. */
const MOST_SILENT = 2;
/** Strangers who are described in one beat: more would be a list. */
const MOST_LOOKS = 2;
/** "Everyone concerned": who that is, the author leaves open. */
const EVERYONE =
  /^(?:everyone|everybody|all of (?:them|you)|the whole (?:company|crew|party|family|town|committee))\b/i;
/** "Afterwards she said to you", "When he had gone": what follows is some time after what stands before it. */
const TIME_GOES_ON =
  /^(?:afterwards?|later|(?:an hour|some time|much|long) (?:later|after)|when (?:he|she|they|it|\p{Lu}\p{L}+) (?:had|have|has|was|were|is|are) (?:gone|left|over)|by (?:then|the time|morning|noon|evening|nightfall)|that (?:night|evening|afternoon)|the next \p{Ll}+|at (?:noon|midnight|dawn|dusk))\b/iu;
/** Words that lore may add to a beat, and that a beat and its scene may then have. */
const MOST_EXPLAINED = 50;
const MOST_BEAT_WORDS = 140;
const MOST_SCENE_WORDS = 150;
/** What the player is asked or offered: nothing comes between that and their choice. */
const PUTS = /\b(?:asks?|offers?|invites?|proposes?|begs?) (?:you|to|for|whether|if)\b|\?[”"’']?$/i;

/** Whether a beat ends with what the player has to answer. */
function opensChoice({ told, dialogue, decisions, choices = [] }: BeatMatter, own: number): boolean {
  const last = dialogue.filter(({ at }) => (at ?? own - 1) >= own - 1).at(-1);
  return (
    decisions.length > 0 ||
    choices.some(({ decides }) => decides === true) ||
    PUTS.test(last?.line ?? told[own - 1] ?? "")
  );
}

/** Words of a line that can be known again. */
const FEWEST_SAID = 4;
const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");

/** Scenes up to which the premise has just been told. */
const PREMISE_SCENES = 2;

/** People who are told with who they are in one beat: more would be a list. */
const MOST_EXPLAINED_PEOPLE = 4;

/** Whether no text has named somebody yet. */
const isUnknown = (composer: Composer, { id }: Person): boolean => !composer.isIntroduced(id);

/** "He takes his hat off.", "“Height?” he asks.": what goes on with whoever the sentence before it is about. */
const GOES_ON_FROM_IT =
  /^(?:["“'‘]|(?:he|she|it|they|his|her|its|their|him|them|and|but|so|then|this|that|there|here|who|which|behind|beside|with|both|one|not|nor|or|yet)\b)/iu;

/** Words of a beat's paragraph after which the next thing said closes it. */
const PARAGRAPH_WORDS = 55;

/**
 * A sentence with who somebody is whom it names and no text has named. (rules NA3252 and NA4316)
 *
 * @param beside - What is told with it.
 */
export function withStranger(composer: Composer, sentence: string, beside: readonly string[]): string {
  const { story } = composer;
  // What breaks a law stands in a beat to the letter alone.
  if (!isLawful(sentence, composer.laws)) return sentence;
  for (const key of story.names.keysIn(sentence)) {
    const person = story.people.get(key.slice("npc:".length));
    if (!key.startsWith("npc:") || !person) continue;
    const told = named(composer, sentence, person, beside);
    if (told !== sentence && isLawful(told, composer.laws)) return told;
  }
  return sentence;
}

/** One of them, with who they are where nothing has named them, and with the name under which they are known. */
function named(composer: Composer, sentence: string, person: Person, beside: readonly string[]): string {
  const { story } = composer;
  const forms = story.forms.get(person.id) ?? [];
  if (!isUnknown(composer, person)) {
    const heard = composer.heardAs(person.id);
    const known = heard.at(-1);
    return known === undefined ? sentence : withKnownName(sentence, forms, known, heard);
  }
  const role = apposition(person, story);
  const tied = withKnownName(sentence, forms, person.short);
  if (role === undefined) return tied;
  const family = person.name.split(/\s+/).at(-1) ?? "";
  const others = beside.filter((other) => other !== sentence);
  const all = [...forms.map((form) => `${form} ${family}`), ...forms];
  return withWhoTheyAre(tied, person, storyInPast(role, story), others, all);
}

/** "Who drives Bishop" beside what happened: "who drove Bishop". */
const storyInPast = (role: string, { happensInPast }: StoryIndex): string =>
  happensInPast ? role.replace(/^who (\p{L}+)/u, (_, verb: string) => `who ${pastOf(verb) ?? verb}`) : role;

/**
 * The beat, in the author's words: each line where it is said, and each stranger shown where they are first named.
 * Implements rules NA430, NA432 and NA3363.
 */
export function tellBeat(composer: Composer, beat: BeatMatter): void {
  const { story, stage, memory } = composer;
  composer.beginBeat();
  const sources = [{ kind: "beat" as const, ref: beat.id, text: beat.title }];
  const own = Math.min(story.beats.get(beat.id)?.told.length ?? Infinity, beat.told.length);
  const lines = beat.dialogue.filter(({ speaker }) => story.people.has(speaker));
  const text = [...beat.told, ...lines.flatMap(({ before }) => before ?? [])].join(" ");
  const appear = new Set([...story.names.keysIn(text), ...lines.map(({ speaker }) => `npc:${speaker}`)]);
  const others = beat.people.flatMap((id) => {
    const npc = story.people.get(id);
    // Who travels with the player comes with them, and up to nobody. (rule NA5944)
    const isHere = stage.companions.has(id) || (!stage.moved && memory.stagePeople.includes(id));
    return npc && !appear.has(`npc:${id}`) && !composer.named.has(`npc:${id}`) && !isHere ? [npc] : [];
  });
  /** Whom the beat has shown without a name it names itself, or leaves unnamed. (rule NA3367) */
  const isShown = (person: Person): boolean =>
    isUnknown(composer, person) &&
    shownAs(
      person,
      beat.people.flatMap((id) => story.people.get(id) ?? []),
      beat.told,
      story,
    ) !== undefined;
  const isPeopled = others.length < beat.people.length || others.length === 1;
  for (const id of beat.people) composer.hasCome(id);
  const isPast = composer.story.happensInPast || isPassageInPast(beat.told);
  let looks = 0;
  const meet = (before: string, people: readonly Person[]): void => {
    let said = before;
    for (const person of people) {
      if (looks >= MOST_LOOKS || !introduce(composer, person, said, text, isPast)) continue;
      looks++;
      // After the first of two nobody is "she".
      said = "";
    }
  };
  const cast = beat.people.flatMap((id) => story.people.get(id) ?? []);
  // "Rashan's string" brings nobody in.
  const nameAt = (sentence: string, { name, short }: Pick<Person, "name" | "short">): number => {
    const found = [name, short].flatMap((form) => {
      // "the Captain" opens a sentence as "The Captain".
      const at = form.startsWith("the ")
        ? sentence.search(new RegExp(`\\b[Tt]${escapeRegExp(form.slice(1))}`))
        : sentence.indexOf(form);
      return at < 0 || /^['’]s? \p{Ll}/u.test(sentence.slice(at + form.length)) ? [] : [at];
    });
    return Math.min(...found, Infinity);
  };
  // What somebody has said in the premise of this evening is not said again. (rule NA3125)
  const isOfPremise = (line: string): boolean =>
    stage.scene <= PREMISE_SCENES &&
    countWords(line) >= FEWEST_SAID &&
    story.opening.some((paragraph) => plain(paragraph).includes(plain(line)));
  const explained = opensChoice(beat, own) && own > 1 ? own - 2 : own - 1;
  const later = beat.told.findLastIndex((text) => TIME_GOES_ON.test(text));
  const explainIt = (): void => {
    const spoken = countWords([...beat.told, ...lines.map(({ line }) => line)].join(" "));
    const left = Math.min(MOST_EXPLAINED, MOST_BEAT_WORDS - spoken, MOST_SCENE_WORDS - composer.words);
    const talkers = [...lines.map(({ speaker }) => speaker), ...beat.people, ...stage.present.map(({ id }) => id)];
    // Whom the beat names only further down has not come yet. (rule NA4312)
    const people = [...new Set(talkers)]
      .flatMap((id) => story.people.get(id) ?? [])
      .filter((one) => firstNamed(one) <= explained || firstNamed(one) === Infinity)
      // After "Afterwards she said to you" those who were there before may have gone. (rule NA6356)
      .filter((one) => later <= 0 || beat.told.slice(later).some((text) => nameAt(text, one) < Infinity));
    if (left > 0) explain(composer, beat, people, { most: left });
  };
  const saidAt = (at: number): readonly Line[] => lines.filter((line) => Math.min(line.at ?? own, own - 1) === at);
  const once = withoutSeen(
    toldOnce(
      beat.told.map((sentence, at) => ({ text: sentence, lines: saidAt(at) })),
      stage.scene <= PREMISE_SCENES ? story.opening : [],
      story.people,
    ),
    stage.moved ? composer.texts : [],
  );
  /** Where a beat first names somebody; infinite where it does not. */
  const firstNamed = (person: Pick<Person, "name" | "short">): number => {
    const found = beat.told.findIndex((sentence) => nameAt(sentence, person) < Infinity);
    return found < 0 ? Infinity : found;
  };
  let explainedPeople = 0;
  // Whom nothing has named is told with who they are. (rule NA3252)
  const sayWho = (sentence: string): string => {
    if (explainedPeople >= MOST_EXPLAINED_PEOPLE) return sentence;
    const told = withStranger(composer, sentence, beat.told);
    if (told !== sentence) explainedPeople++;
    return told;
  };
  const withFullName = (cue: string, speaker: string): string => {
    const person = story.people.get(speaker);
    return person && isUnknown(composer, person) && cue.startsWith(`${person.short} `) && person.kind !== "group"
      ? `${fullName(person)}${cue.slice(person.short.length)}`
      : cue;
  };
  const speaksAfter = ({ id }: Person, at: number): boolean =>
    lines.some((line) => line.speaker === id && Math.min(line.at ?? own, own - 1) > at);
  /** Whether a description may stand behind a sentence: what follows does not go on from it. */
  const partsNothing = (at: number): boolean =>
    saidAt(at).length === 0 && beat.told[at + 1] !== undefined && !GOES_ON_FROM_IT.test(beat.told[at + 1] ?? "");
  const isPastHour = beat.clock !== undefined && !isThen(beat.clock, stage.minutes);
  beat.told.forEach((written, at) => {
    if (at === own) composer.paragraph();
    // "Wednesday noon." is told where it is noon on Wednesday. (rule NA3361)
    if (at === 0 && isPastHour && beat.told.length > 1 && saysWhen(written)) return;
    const left = at === 0 && isPastHour ? withoutStamp(once[at] ?? written) : (once[at] ?? written);
    const isQuoted = leavesQuotationOpen(beat.told.slice(0, at + 1).join(" "));
    const sentence = left === written && !isQuoted ? sayWho(written) : written;
    const words = left === written ? sentence : left;
    if (words !== "") composer.tell(words, sources, true);
    if (words !== written) composer.countAsTold(written);
    const isLast = at === beat.told.length - 1;
    // Whoever says nothing is shown once all has been told, and nobody within a quotation. (rules NA580 and NA600)
    if (isLast && at < MOST_SILENT && lines.length === 0 && !leavesQuotationOpen(beat.told.join(" ")))
      meet(
        sentence,
        cast.filter((person) => nameAt(sentence, person) < Infinity),
      );
    // Whoever speaks only later is shown as they come, where nothing goes on from that at once. (rule NA600)
    if (partsNothing(at) && !leavesQuotationOpen(beat.told.slice(0, at + 1).join(" ")))
      meet(
        sentence,
        cast.filter((person) => firstNamed(person) === at && speaksAfter(person, at + 1)),
      );
    // Whom the author leaves out of the words is not called up: a roll-call tells nothing. (rule NA511)
    if (EVERYONE.test(sentence) || !isPeopled)
      nameOthers(
        composer,
        others.splice(0).filter((one) => !isShown(one)),
        sources,
      );
    const here = saidAt(at).filter(({ line }) => !isOfPremise(line));
    for (const [index, line] of joined(here).entries()) {
      // Who is met in a beat is shown before their first words, and not between two who talk.
      const isOpen = leavesQuotationOpen(beat.told.slice(0, at + 1).join(" "));
      const speaker = cast.find(({ id }) => id === line.speaker);
      // Who has been there for some sentences has been seen. (rule NA600)
      const isNew = firstNamed(speaker ?? NOBODY) >= at - 1;
      if (index === 0 && line.before === undefined && !isOpen && isNew)
        meet(nameAt(sentence, speaker ?? NOBODY) < Infinity ? sentence : "", speaker ? [speaker] : []);
      const shown = line.before === undefined ? undefined : sayWho(withFullName(line.before, line.speaker));
      // Who is told with who they are in what they do needs no word of it behind what they say.
      const isExplained = shown !== undefined && shown !== line.before;
      sayLine(composer, isExplained ? { ...line, before: shown } : withTitle(composer, line), sources, isPast);
    }
    if (at === explained && !putsDeeds(beat)) explainIt();
    const isLong = composer.paragraphWords >= PARAGRAPH_WORDS && countWords(beat.told.slice(at + 1).join(" ")) > 12;
    if (here.length > 0 && isLong) composer.paragraph();
  });
  if (beat.told.length === 0) for (const line of joined(lines)) sayLine(composer, line, sources, isPast);
  nameWhoIsChosen(composer, beat, cast);
}

/** Whom a beat's own choices name and nothing has named is told by name with who they are, before the player is to choose. (rule NA3363) */
function nameWhoIsChosen(composer: Composer, beat: BeatMatter, cast: readonly Person[]): void {
  const { story } = composer;
  const ways = [
    ...beat.decisions,
    ...(beat.choices ?? []).flatMap(({ text, asks }) => (asks === undefined ? [text] : [])),
  ];
  for (const npc of cast) {
    const key = `npc:${npc.id}`;
    if (!isUnknown(composer, npc) || npc.kind === "group" || !story.names.keysIn(ways.join(". ")).includes(key))
      continue;
    const sources = [{ kind: "npc" as const, ref: npc.id, text: npc.name }];
    const noun = shownAs(npc, cast, beat.told, story);
    if (noun === undefined)
      composer.sayBeforeBeat({ keys: ["ground first", "ground who"], fill: { npc }, must: true, sources });
    else composer.tell(namedAsShown(noun, npc, story), sources, true);
  }
}

/** Whether a beat puts two deeds or more to the player: nobody talks of anything else before these. (rule NA3111) */
const putsDeeds = ({ decisions, choices = [] }: BeatMatter): boolean =>
  decisions.length + choices.filter(({ asks }) => asks === undefined).length > 1;

/** Whether a quotation that a text begins goes on after it; an apostrophe begins none. */
function leavesQuotationOpen(text: string): boolean {
  const count = (mark: RegExp): number => text.match(mark)?.length ?? 0;
  if (count(/[“]/g) > count(/[”]/g) || count(/"/g) % 2 === 1) return true;
  const opens = [...text.matchAll(/(?<=^|[\s:(—])['‘](?=\p{Lu})/gu)].at(-1)?.index;
  return opens !== undefined && !/[\p{L}.,!?…—]['’](?=[\s.,;:!?)]|$)/u.test(text.slice(opens + 1));
}

/** "says Stroud, the mate.": whom the text has called by what they are alone is told by name with it. (rule NA508) */
function withTitle(composer: Composer, line: Line): Line {
  const person = composer.story.people.get(line.speaker);
  if (!person || composer.stage.metBefore(person.id)) return line;
  // "says Half-Past, your uncle, quite low": how it is said stands behind who says it. (rule NA5787)
  if (line.how !== undefined) {
    const who = isUnknown(composer, person) && person.kind !== "group" ? apposition(person, composer.story) : undefined;
    const how = /^,/u.test(line.how) ? line.how : `, ${line.how.trim()}`;
    return who === undefined || saysAlready(person.name, who) ? line : { ...line, how: `, ${who}${how}` };
  }
  const soFar = composer.texts.at(-1) ?? "";
  const { title } = titleOf(person);
  if (title === undefined || !isCalledByTitle(person, soFar)) {
    // "says Ahat-Shala, the queen.": whom nothing has named is named with who they are. (rule NA3252)
    const who = isUnknown(composer, person) && person.kind !== "group" ? apposition(person, composer.story) : undefined;
    return who === undefined ? line : { ...line, how: `, ${who}` };
  }
  const lower = title.toLowerCase();
  const role = rolePhrase(person, composer.story);
  return {
    ...line,
    how: `, ${role?.toLowerCase().startsWith(lower) ? role.replace(/^the \p{Lu}/u, (word) => word.toLowerCase()) : lower}`,
  };
}

function sayLine(
  composer: Composer,
  { speaker, line, before, how }: Line,
  sources: readonly SourceRef[],
  isPast: boolean,
): void {
  const npc = composer.story.people.get(speaker);
  if (!npc) return;
  if (before !== undefined)
    composer.tell(isPast ? doneInPast(before, [fullName(npc), npc.short]) : before, sources, true);
  // Whom a law forbids to speak makes themselves understood otherwise.
  if (isSpeechless([npc.name, npc.short], composer.laws)) {
    composer.tell(withoutSpeaker(line), sources, true);
    return;
  }
  const fill = { npc, quote: line, ...(how === undefined ? {} : { how }), ...(isPast ? { past: true as const } : {}) };
  composer.say({ keys: ["beat line"], fill, must: true, sources });
}

/** Names after which a list of those who are there is a roll-call. */
const MOST_NAMED = 3;

/** Whoever is in a beat without a word of it is named once. */
function nameOthers(composer: Composer, others: readonly Person[], sources: readonly SourceRef[]): void {
  const [first] = others;
  if (!first || others.length > MOST_NAMED) return;
  if (others.length === 1) composer.say({ keys: ["enter"], fill: { npc: first }, must: true, sources });
  else composer.say({ keys: ["enter all"], fill: { list: listOf(composer, others) }, must: true, sources });
}
