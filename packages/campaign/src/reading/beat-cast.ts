/** Who acts in a beat, and who is only spoken of in it. */
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { allMatches, isLemma, looksFinite } from "@narratoria/protocol/english";
import type { CastMember } from "./cast.js";
import { type Epithets, isGroupMention } from "./epithets.js";
import { type Kin, PLAYER } from "./kin.js";
import { escape } from "./patterns.js";
import type { PersonMention } from "./people-mentions.js";
import type { BeatSentences } from "./presence.js";
import type { Decision } from "./tally.js";
import type { Sentence } from "./texts.js";

/** Finds the cast id that a speaker's name or a key means. */
export type IdFinder = (name: string) => string | undefined;

export interface BeatCast {
  readonly cast: readonly string[];
  readonly castSign: Decision<string>;
  readonly mentioned: readonly string[];
  readonly everyone: boolean;
}

/** What is known of a campaign's people when its beats are staged. */
export interface StagePeople {
  readonly members: readonly CastMember[];
  readonly idOf: IdFinder;
  /** Numbers of the beats in which each can be. */
  readonly present: ReadonlyMap<string, ReadonlySet<number>>;
  readonly epithets: Epithets;
  /** Ids of the beats in which profiles say that somebody first appears. */
  readonly firstIn: ReadonlyMap<string, string>;
  /** Numbers of the beats with which profiles have somebody come in: before them they are there only where they speak or act. */
  readonly entersAt: ReadonlyMap<string, number>;
  /** The tense of the beats: 1 the past, -1 the present, 0 either. */
  readonly tense: number;
  /** Whom "her brother" means, by the id of whose brother it is. */
  readonly kin: Kin;
}

/** Score from which somebody is in a beat. */
const THERE = 1;

/** "She has heard; the whole Band has": what all of them know or have heard of brings nobody. (rule CA5770) */
const NOT_ALL =
  "(?!\\s+(?:(?:on|in|at|from)\\b[^.,;:]*\\s)?(?:who|whom|else|knows?|knew|would|could|should|might|has ever|had ever|here knows|says|said|thinks|thought|calls?|called|is supposed|suspects?|but|hears?|heard|(?:has|have|had) (?:heard|known|read|seen|talked|been told|got wind)|(?:has|have|had|does|did|is|was)(?=\\s*(?:[.,;:!?—]|$)))\\b)(?!['’]s)";
/** A body of people, all of it. */
const ALL_OF_THEM =
  "(?:all hands|the (?:whole|entire|full|assembled) (?:cast|crew|company|household|party|expedition|staff|team|troupe|class|council|committee|family|watch|shift|gang|band|choir|congregation|caravan|camp))";
/** What everybody who is there does together; they know, say and like things elsewhere, too. */
const TOGETHER =
  "(?:comes?|came|(?:has|have|had) (?:come|gathered|arrived|assembled)|(?:is|are|was|were) (?:all )?(?:here|there|present|gathered|assembled|waiting|in the|at the|on the)|stands?|stood|sits?|sat|gathers?|gathered|assembles?|assembled|turns? out|turned out|arrives?|arrived|crowds?|files?|marches|takes? (?:a|their|his or her) (?:place|places|seat|seats))";
/** Who is there already may look up: everybody of the story comes, stands or sits there, or is only listed. */
const EVERYONE = new RegExp(
  `(?:^|[.;:,—]\\s*|\\b(?:and|but|by|then|while|counting)\\s+)(?:${ALL_OF_THEM}\\b${NOT_ALL}|(?:everyone|everybody)(?: else| concerned| you know| you have met)?(?:['’]s (?:come|here|there|in|turned out)\\b|\\s+${TOGETHER}\\b)|(?<=[;:,—] |counting )(?:everyone|everybody)[.,;])`,
  "i",
);
/** Who is all over a valley is not in one place. */
const SCATTERED =
  /\b(?:house|street|door|village|town|room|farm) (?:after|by) \w+|\b(?:all over|throughout|all along) the\b|\bin every (?:house|street|town|village|home)\b/i;
const ABOUT =
  /\b(?:about|of|like|than|without|as|for|against|concerning|regarding|named|called|called after|instead of|because of|belonging to|despite|from|(?:signed|sealed|countersigned|endorsed|issued|drawn up|written|painted|owned|sent|lent|paid|bought|invented|founded) by|(?:letter|note|message|word|telegram|card|parcel|debt|oath) to)\s+(?:the\s+)?(?:(?:poor|dear|old|young|little|big|late)\s+)?$/i;
/** "She took Tim for Tom": whom somebody was taken for is elsewhere. */
const TAKEN_FOR = /\b(?:take|takes|took|taken|mistake|mistakes|mistook|mistaken)\b[^.;:]*\bfor\s+(?:the\s+)?$/i;
/** An arm or a face may be that of somebody in a picture. */
const PICTURED = /\b(?:photographs?|photos|snapshots?|portraits?|paintings?|pictures?|drawings?|posters?|statues?)\b/i;
/** What the player can do has not been done: whoever is named in it alone may be anywhere. (rule CA1519) */
const COULD_DO =
  /^(?:(?:or|so|and|but|then|now),? )?(?:(?:you|the player) (?:can|could|may|might)|(?:will|would|do|shall|should|can|could) (?:you|the player))\b/i;
/** "If you have spoken with Nora", "whether you would carry this to Miss Dauncey", "Call in Sister Ditto": whoever it is may be anywhere. (rule CA3169) */
const IF_AT_ALL =
  /\b(?:if|unless|once|should) (?:you|the player) (?:has|have|had|knows?|knew|told|met|trusts?|likes?|sided|helped|spared)\b[^,;.]*$|\b(?:whether|may|might|can|could|would) (?:\p{L}+ )?(?:carry|take|bring|go|run|write|send)\b[^,;.]{0,30}\bto\s+(?:the\s+)?$|^(?:[-*] )?(?:\p{Lu}[\p{Ll} ]{0,20}: )?(?:call in|send for|fetch|bring in|wire|telephone|phone|ring|summon)\s+(?:the\s+)?(?:\p{Lu}\p{Ll}+ )?$/iu;
/** "Take the boy to the Reeve.", "See also: carry it down to Miss Dauncey": what the player may do takes them to somebody. (rule CA3323) */
const TAKES_TO =
  /^(?:[-*•] |\(?[a-h\d][.)] |\p{Lu}[\p{Ll} ]{0,20}: |(?:[Oo]r )?[Yy]ou (?:may|can|could|might) )?(?:[Tt]ake|[Cc]arry|[Bb]ring|[Gg]o|[Rr]un|[Ww]alk|[Hh]urry|[Ss]end|[Rr]eport|[Ww]rite)\b[^,;.]{0,40}?\bto (?:the )?(\p{L}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]+)*)/u;
/** "The player must decide whether to take it to the Sergeant or to bring him to Nell": whoever an alternative goes to is elsewhere. (rule CA6500) */
const DECIDES_TO_GO =
  /\b(?:whether|either|or)(?: to)? (?:\p{Ll}+ly )?(?:take|carry|bring|go|run|walk|hurry|ride|report|lead|send|return)\b[^,;.]{0,40}?\bto\s+(?:the\s+)?$/iu;
/** As sure as it makes somebody: where they live, they are there. */
const IF_COULD_DO = 0.7;
/** Not even where they live: whoever is there already need not be taken to them. */
const TAKEN_THERE = 0.4;
/** "Go straight to the Contessa": whoever can be gone to is elsewhere. */
const GO_TO = /\b(?:go|run|ride|walk|hurry|return|write|send|report|appeal)\b[^,;.]{0,30}\bto\s+(?:the\s+)?$/i;
/** "Let Corrado speak": who is let is here. */
const LET_ACT = /\blet\s+(?:the\s+)?$/i;
const REPORT =
  /\b(?:says?|said|tells?|told|thinks?|thought|knows?|knew|believes?|believed|remembers?|remembered|asks?|asked|explains?|explained|wonders?|admits?|swears?|swore|wrote|writes|saying|telling|reads?|hears?|heard|learns?|learnt|learned|understands?|dreams?|hopes?|fears?|wishes|means|suspects?|supposes?|is known|was known)\b[^.;:]{0,60}\b(?:that|how|why|who|what|whether|where|when|if|about)\s[^.;]*$/i;
const ABSENT_AFTER =
  /^(?:['’]s)?\s+(?:(?:is|was|are|were|has|had)\s+(?:not (?:there|here|come|in)|gone|missing|away|dead|nowhere|elsewhere|absent|lost|asleep in another|out(?=[.,;]|$| (?:until|till|for the)\b))|had (?:been|gone|left|died|never|once|already|not)|used to|never (?:came|comes|met)|stays? away|stayed (?:with|at|behind)|died|is dead|would (?:not|have|never)|might have|could have)\b/i;
const VERB_AFTER =
  /^(?:,[^,]{2,60},)?\s+(?:(?:also|once|never|always|only|just|still|first|then)\s+)?([\p{L}]+(?:['’]t)?)/u;
const NEGATION =
  /\b(?:(?:nobody|no one|neither|nor|without|except|but not|only not|not)(?:\s+(?:even|of|for|to|by|with|like|about|poor|old|from))?|(?:not|never|nobody|no one|n['’]t)\s+(?:sees?|seen|saw|meets?|met|finds?|found|mention(?:s|ed)?|knows?|known|name[ds]?|invite[ds]?|tells?|told|brings?|brought))\s+(?:the\s+)?$/i;
const CONDITION =
  /\b(?:if|unless|whether|should|whenever|as if|as though|until|once|before)\s+(?:the\s+|you\s+|they\s+|he\s+|she\s+|somebody\s+|anyone\s+)?(?:[a-zà-ž]+\s+){0,3}$/i;
/** What follows a comma in the tense of the telling is a clause of its own. */
const OPENS_CLAUSE = /(?:^|[,;:—.!?]\s*(?:(?:and|but|then|while|so|yet)\s+)?)(?:the\s+|old\s+|poor\s+)*$/i;
const PRESENT_VERB =
  /^\s+(?:\p{Ll}+ly\s+)?(?:is|has|does|goes|won['’]t|isn['’]t|hasn['’]t|doesn['’]t|\p{Ll}{2,}[^s\W]s)\b/u;
/** "It was the captain" says who it was, not who is there. */
const IDENTIFIED = /\b(?:it|that|this)(?: is|['’]s| was| has been| had been)\s+(?:the\s+)?$/i;
const TEMPORAL = /\b(?:as|for|because|and)\s+(?:the\s+)?$/i;
const STAYED_WITH = /\bstay(?:ed|s|ing)? (?:behind )?with\s+(?:the\s+)?$/i;
const RELATIVE = /[^,\s]\s+(?:(?:on|in|at|of|to|for|by|from|with)\s+)?(?:which|whom|that)\s+(?:the\s+)?$/i;
const PLUPERFECT =
  /\bhad\s+(?:\p{L}+ly\s+|not\s+|never\s+|already\s+|just\s+|once\s+)?(?!to\b|an?\b|the\b|no\b|his\b|her\b|its\b|their\b)(\p{L}+)\b[^.;,]*$/u;
const PARTICIPLES =
  /^(?:given|taken|shown|known|seen|done|gone|been|written|spoken|broken|driven|ridden|eaten|stolen|forgotten|borne|sworn|[\p{L}]+ed)$/u;
/** "A sandbag comes down a yard from Ann": who is so far off is there. */
const AT_A_DISTANCE =
  /\b(?:yards?|feet|foot|inch|inches|paces?|steps?|met(?:re|er)s?|seats?|arm['’]s length|across) from\s+(?:the\s+)?$/i;
/** "He asks if Dee's okay", "asks after Dee": whoever is asked after is elsewhere. (rule CA4300) */
const ASKED_AFTER =
  /\b(?:asks?|asked|asking|inquires?|wants? to know|wonders?) (?:(?:you|him|her|them) )?(?:after|(?:if|whether|how)) (?:the )?$/iu;
const FARES =
  /^(?:['’]s)?\s*(?:$|[.,;!?]|(?:is|was|are|were|has been|does|did|keeps?|sleeps?|is doing)?\s*(?:okay|ok|all right|alright|well|ill|better|alive|safe|angry|cross|coming|doing|home|dead)?(?=[.,;!?]|$))/iu;
/** "Bring Ann out here", "rat her out to Ann": whom a deed brings, or goes to, is elsewhere until it is done. (rule CA4300) */
const BRINGS = /(?:^|: |, |\b[Oo]r )(?:bring|fetch|get|call|send for|go and (?:get|fetch|wake))\s+(?:the\s+)?$/iu;
const BROUGHT = /^\s+(?:out|in|up|down|over|back|along|round|home)?\s*(?:here|there|to (?:him|her|them|the\b))/iu;
const TOLD_ON =
  /\b(?:rat|tell|report|turn|give|hand|sell) (?:him|her|them|it|\p{Lu}\p{Ll}+) (?:out|over|up|in|on) to\s+(?:the\s+)?$/iu;
/** Somebody of whom a part is seen is there. */
const BODY =
  /^(?:['’]s)?\s+(?:\p{Ll}+\s+)?(?:arms?|hands?|eyes?|face|ears?|mouth|lips?|head|hair|shoulders?|knees?|lap|foot|feet|cheeks?|fists?|fingers?|palms?|tail|nose|paws?|sleeves?|elbows?|side|back|line|turn|cue|laugh|scream|shout|cry|smile|gaze|whisper|entrance|exit|answer|question|speech)\b/u;
const WITNESS =
  /^\s+(?:(?:has|have) been (?:met|spoken (?:to|with)|introduced|confronted|faced|found out)\b|is (?:met|introduced)\b|(?:has|have)\s+(?:\p{L}+ly\s+|now\s+|just\s+)?(?:said|told|shown|given|handed|admitted|confessed|promised|agreed|noticed)|noticed|notices|promises|agrees|admits|confesses|gives|hands|tells|shows)\b/u;
const MEETS_PLAYER =
  /\b(?:the player|you) (?:has |have )?(?:met|meets?|spoken (?:to|with)|confronted|faced)\s+(?:the )?$/i;
const WITH_PLAYER = /^(?:the player|you)(?:(?:,|,? and)\s+(?:the )?\p{Lu}[\p{L}'’ -]*)*(?:,|,? and)\s+(?:the )?$/iu;
/** Whom a line is said to, or whom its manner needs, is there to hear it. */
const ADDRESSED = /(?:^|\b)(?:to|at|with|beside|behind|while|as)\s+(?:the\s+)?$/i;

const PAST_FORMS =
  /^(?:was|were|had|did|went|came|said|told|took|gave|made|got|saw|left|kept|found|knew|thought|stood|sat|lay|held|brought|wrote|ran|sent|built|bought|sold|lost|won|died|put|let|cut|set|led|fell|felt|grew|drew|threw|broke|spoke|wore|swore|hid|rode|rose|began|became|sang|drank|ate|slept|woke|paid|taught|caught|fought|sought|meant|met|read|hung|struck|stuck|swept|crept|wept|bent|lent|spent|lit|shut|hurt|used|would|could|[\p{L}]+ed)$/u;
/** "She was in the front row, with Mr Holt at her left hand", in a beat told in the present: that was another time. (rule CA3324) */
const WAS_WITH =
  /\b(?:he|she|they|it|we|you|I|\p{Lu}[\p{L}'’]+) (?:was|were|sat|stood|lay|stayed|walked|went|came|drove|dined)\b(?:(?!,? (?:and|but|then|so) )[^;:.—]){0,60}\b(?:with|beside|near|behind|next to|opposite|between|against|in front of)\s+(?:the\s+)?$/u;
/** "Above you, faintly, Ann calls out": whoever is only heard is elsewhere. (rule CA3324) */
const OUT_OF_SIGHT =
  /(?:^|[.;:] )(?:far |somewhere |from (?:far |somewhere )?)?(?:above|below|beneath|upstairs|downstairs|overhead|outside|next door|in the distance|a long way off)\b[^.;:]{0,25},\s+(?:the\s+)?$/iu;
const IS_HEARD =
  /^\s+(?:calls?|called|shouts?|shouted|cries|cried|sings?|sang|coughs?|coughed|laughs?|laughed|can be heard|could be heard|is heard|was heard)\b/u;
/** "It goes Leclair, Marsh", "the one between Leclair and Marsh": names that stand on a list. (rule CA3327) */
const ON_A_LIST =
  /(?:\b(?:[Ii]t|[Tt]he (?:list|page|roll|paper|card|board|slate|register)) (?:goes|runs|says|reads|has)[,:]?\s+(?:\p{Lu}[\p{L}.’']*,? (?:and )?)*|\b(?:one|names?|gap|space|line|row)\b[^.;]*\bbetween\s+(?:\p{Lu}[\p{L}’']+ and\s+)?)$/u;
/** What is read from a list stands before it. */
const READ_OUT = /\b(?:[Ii]t|list|page|roll|paper|card|board|slate|register) (?:says?|said|reads?|goes|runs)[.:]\s*$/u;
/** In a beat told in the present, whom somebody left, sent or met is elsewhere. */
const PAST_OBJECT = /\b(?:left|sent|met|saw|told|asked|promised|owed|buried)\s+(?:the\s+)?$/i;

/** The tense in which a story's beats are told, as far as three of four agree; 0 where they do not. */
export function tenseOf(beats: readonly BeatSentences[]): number {
  const each = beats.map((beat) => Math.sign(pastLessPresent(beat)));
  const past = each.filter((one) => one > 0).length;
  const present = each.filter((one) => one < 0).length;
  return past >= 3 * present && past > 0 ? 1 : present >= 3 * past && present > 0 ? -1 : 0;
}

function pastLessPresent({ sentences }: BeatSentences): number {
  let past = 0;
  let present = 0;
  for (const { sentence } of sentences) {
    if (sentence.span.kind !== "beat") continue;
    past +=
      sentence.plain.match(
        /\b(?:was|were|had|did|said|went|came|took|stood|sat|gave|put|got|made|told|looked|asked|laid|held)\b/g,
      )?.length ?? 0;
    present +=
      sentence.plain.match(
        /\b(?:is|are|has|have|does|says|goes|comes|takes|stands|sits|gives|puts|gets|makes|tells|looks|asks|lays|holds|[\p{L}]+[^s\W]s (?:the|a|his|her|its|their|you|at|in|out|up|down|on))\b/gu,
      )?.length ?? 0;
  }
  return past - present;
}

/**
 * Decides who acts in a beat, and who is only spoken of.
 *
 * @param order - Number of the beat in the campaign.
 * @param place - Where it plays, as far as known; whoever lives there is likelier there.
 */
export function castOfBeat(
  source: BeatSentences,
  order: number,
  people: StagePeople,
  place: string | undefined,
  homes: ReadonlyMap<string, string>,
): BeatCast {
  const { beat, sentences } = source;
  const { members, idOf, present } = people;
  const scores = new Map<string, number>();
  const note = (id: string, score: number): void => {
    scores.set(id, Math.max(scores.get(id) ?? 0, score));
  };
  const canBe = (id: string): boolean => present.get(id)?.has(order) === true;
  const isEarly = (id: string): boolean => order < (people.entersAt.get(id) ?? 0);
  // A past tense is the present of a story that is told in it.
  const past = people.tense === 0 ? pastLessPresent(source) > 0 : people.tense > 0;
  const goneTo = new Set<string>();
  let everyone = false;
  // Whom the option at hand goes to: they act elsewhere, if at all.
  let takenTo = new Set<string>();
  // Whoever is out as the beat begins comes in by what the player does, if at all. (rule CA4301)
  const away = saidAway(sentences, people);
  let isDecided = false;
  for (const { speaker } of beat.dialogue ?? []) {
    for (const id of speakersOf(speaker, idOf)) note(id, away.has(id) ? AFTERWARDS : 3);
    everyone ||= /^(?:all|everyone|everybody|the (?:whole|entire) \p{L}+)$/iu.test(speaker.trim());
  }
  for (const [index, { sentence, mentions: named }] of sentences.entries()) {
    const { kind } = sentence.span;
    const mentions = withEpithets(sentence, named, people);
    const isResult = isDecided && kind === "beat" && RESULT.test(sentence.plain);
    isDecided ||= kind === "beat" && LEAVES_TO_PLAYER.test(sentence.plain);
    const [first = ""] = sentence.plain.replace(/^.*?: /u, "").split(/[ ,.;!?]/u);
    if (kind !== "beat" || isLemma(first.toLowerCase()) || COULD_DO.test(sentence.plain)) {
      const to = TAKES_TO.exec(sentence.plain)?.[1];
      takenTo = new Set(kind === "beat" && to !== undefined ? calledBy(to, members) : []);
    }
    const isGoal = (at: number): boolean =>
      kind === "beat" && LEAVES_TO_PLAYER.test(sentence.plain) && DECIDES_TO_GO.test(sentence.plain.slice(0, at));
    for (const mention of mentions) {
      if (COULD_DO.test(sentence.plain) && GO_TO.test(sentence.plain.slice(0, mention.start))) goneTo.add(mention.id);
      note(
        mention.id,
        Math.min(
          scoreOf(mention, sentence, past),
          isEarly(mention.id) && !isSubject(mention, sentence) ? 0.9 : 9,
          takenTo.has(mention.id) || isGoal(mention.start) ? TAKEN_THERE : 9,
          isResult || away.has(mention.id) ? AFTERWARDS : 9,
        ),
      );
    }
    if (kind !== "beat") continue;
    const continued = whoActsNext(sentences, index, mentions, members, past);
    if (continued !== undefined) note(continued, THERE);
    const listed = new Set(mentions.filter(({ spoken }) => !spoken).map(({ id }) => id)).size >= 3;
    if (EVERYONE.test(sentence.plain) && !listed && !SCATTERED.test(sentence.plain))
      everyone ||= !/\b(?:nobody|if|as though|as if) /i.test(sentence.plain.slice(0, 12));
  }
  noteConditions(beat, people, note);
  for (const tag of beat.tags ?? []) {
    const id = idOf(tag);
    if (id !== undefined) note(id, (scores.get(id) ?? 0) + 0.35);
  }
  for (const { id, subject } of titleMentions(beat.title, members))
    note(
      id,
      Math.max(scores.get(id) ?? 0, subject ? 0.95 : 0.5) + (homes.get(id) === place && place !== undefined ? 0.5 : 0),
    );
  // Whom the author says to appear here first and names in any way is here.
  for (const [id, first] of people.firstIn) {
    if (first !== beat.id) continue;
    // "There is a cat on the shelf": who has not been seen before has no article of their own.
    const introduced = people.epithets.nouns
      .get(id)
      ?.some((noun) => new RegExp(`\\ban? (?:\\p{Ll}+ ){0,2}${escape(noun)}\\b`, "u").test(beat.description));
    if ((scores.has(id) && !goneTo.has(id)) || introduced === true) note(id, THERE);
  }
  // Whoever is named where they live is likelier there than not.
  for (const [id, score] of scores)
    if (score >= 0.5 && score < THERE && place !== undefined && homes.get(id) === place) scores.set(id, score + 0.3);
  const cast = [...scores].flatMap(([id, score]) => (score >= THERE && canBe(id) ? [id] : []));
  if (everyone)
    for (const member of members)
      if (
        canBe(member.id) &&
        !isEarly(member.id) &&
        member.presence.from !== "never" &&
        !cast.includes(member.id) &&
        // What cannot move is with everybody only where it is.
        (member.mobility !== "fixed" || place === undefined || (homes.get(member.id) ?? place) === place)
      )
        cast.push(member.id);
  const certain = cast.length > 0 && cast.every((id) => (scores.get(id) ?? 0) >= 2);
  return {
    cast,
    mentioned: [...scores.keys()].filter((id) => !cast.includes(id)),
    everyone,
    castSign: {
      value: "",
      certainty: cast.length > 0 ? "inferred" : "guessed",
      score: 1,
      sign: {
        file: "plot/beats.json",
        text: beat.description,
        why: certain ? "they speak in it" : "named in it",
      },
    },
  };
}

/** As sure as somebody's acting in what comes of a decision makes it that they are there before. */
const AFTERWARDS = 0.65;
/** "Your call: go, or stay.", "The player must decide": what follows comes of what the player does. */
const LEAVES_TO_PLAYER =
  /\b(?:your (?:call|choice|move)|(?:you|the player) (?:must|has to|have to|may) (?:now )?(?:decide|choose|either)|(?:you|the player) (?:decides?|chooses?)|lies with (?:you|the player)|up to (?:you|them|the player)|it is for (?:you|the player) to)\b/iu;
/** "Rat: Dee locks the beach.", "If he is told, Ann comes.", "Refused, Ann writes home." */
const RESULT =
  /^(?:[-*•] )?(?:\p{Lu}[\p{L}’' ]{1,24}: |(?:If|When|Should|Unless) (?:you|they|he|she|it|the player|so|not)\b|\p{Lu}\p{Ll}+(?:ed|en|t|ld|ght|one|id)(?: \p{Ll}+){0,2}, )/u;

/** Ids of those of whom a beat's first word is that they are out or away. */
function saidAway(sentences: BeatSentences["sentences"], people: StagePeople): ReadonlySet<string> {
  const seen = new Set<string>();
  const away = new Set<string>();
  for (const { sentence, mentions } of sentences) {
    if (sentence.span.kind !== "beat") continue;
    for (const { id, end, spoken, possessive } of withEpithets(sentence, mentions, people)) {
      if (spoken || possessive || seen.has(id)) continue;
      seen.add(id);
      if (IS_OUT.test(sentence.plain.slice(end))) away.add(id);
    }
  }
  return away;
}

const IS_OUT =
  /^\s+(?:is|was) (?:still )?(?:out|away|elsewhere)(?=[.,;]|$| (?:until|till|for the|at (?:his|her|their))\b)/iu;

/** Ids of those whom a name or a title means: "the Reeve" is Reeve Marl. */
function calledBy(words: string, members: readonly CastMember[]): readonly string[] {
  const wanted = words.toLowerCase();
  const isOf = (form: string): boolean => ` ${form.toLowerCase().replace(/[-_]+/g, " ")} `.includes(` ${wanted} `);
  return members.flatMap(({ id, called, aliases }) => ([id, called, ...aliases].some(isOf) ? [id] : []));
}

/** Whom a line's speaker means: one person, or each of "Ann and Bob". */
export function speakersOf(speaker: string, idOf: IdFinder): string[] {
  const one = idOf(speaker);
  if (one !== undefined) return [one];
  const several = speaker.split(/\s*(?:,|&|\+|\/|\band\b)\s*/i);
  return several.length < 2 ? [] : several.flatMap((name) => idOf(name) ?? []);
}

/** "Wren's office is a card table. She's got a chart.": whose it is acts in the next sentence, if the pronoun is nobody else's. */
function whoActsNext(
  sentences: BeatSentences["sentences"],
  index: number,
  mentions: readonly PersonMention[],
  members: readonly CastMember[],
  past: boolean,
): string | undefined {
  const next = sentences[index + 1]?.sentence;
  if (next === undefined || next.span !== sentences[index]?.sentence.span) return undefined;
  // "She is Ann's sister. She says ...": the one who goes on is the one of whom this has been said.
  if (/^(?:he|she|they)\b/iu.test(sentences[index]?.sentence.plain ?? "")) return undefined;
  const opener = /^(He|She)(?:['’]s\b|\s+(\p{L}+))/u.exec(next.plain);
  if (opener === null || (!past && PAST_FORMS.test(opener[2] ?? ""))) return undefined;
  const pronoun = (opener[1] ?? "").toLowerCase();
  const could = new Set(
    mentions
      .filter(({ id, spoken }) => !spoken && members.find((one) => one.id === id)?.pronoun === pronoun)
      .map(({ id }) => id),
  );
  const [only] = could;
  return could.size === 1 && mentions.some(({ id, possessive }) => id === only && possessive) ? only : undefined;
}

/** A sentence's names with the words that stand for somebody of the cast: "the captain", "her brother". */
function withEpithets(
  sentence: Sentence,
  mentions: readonly PersonMention[],
  { epithets, kin }: StagePeople,
): PersonMention[] {
  const free = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
    !mentions.some((other) => start < other.end && other.start < end);
  const spoken = (start: number): boolean => sentence.plain[start] === " ";
  const found = [...mentions];
  for (const mention of epithets.index.find(sentence.text)) {
    const [id] = mention.ids;
    if (id !== undefined && free(mention)) found.push({ ...mention, id, spoken: spoken(mention.start) });
  }
  // "The bird drops it": any bird may be spoken of, but the one that acts is the story's.
  for (const mention of epithets.kinds.find(sentence.text)) {
    const [id] = mention.ids;
    const opens = OPENS_CLAUSE.test(sentence.text.slice(0, mention.start));
    if (id !== undefined && opens && free(mention)) found.push({ ...mention, id, spoken: spoken(mention.start) });
  }
  for (const mention of epithets.groups.find(sentence.text))
    if (free(mention) && isGroupMention(sentence.text, mention))
      for (const id of mention.ids) found.push({ ...mention, id, spoken: spoken(mention.start) });
  if (kin.size > 0)
    for (const match of allMatches(
      sentence.text,
      /(?:\b(?:his|her|their|your|my|our)|['’]s)\s+(?:(?:elder|older|younger|little|big|twin)\s+)?(\p{Ll}+)\b/giu,
    )) {
      const owner = mentions.findLast(({ end }) => end <= match.index + 1);
      const players = /^(?:your|my|our)\b/i.test(match[0]);
      const of = players ? PLAYER : owner?.id;
      const id = of === undefined ? undefined : kin.get(of)?.get(match[1]?.toLowerCase() ?? "");
      const start = match.index + match[0].length - (match[1]?.length ?? 0);
      const end = match.index + match[0].length;
      if (id === undefined || !free({ start, end })) continue;
      const possessive = /^['’]s\b/.test(sentence.text.slice(end));
      found.push({
        ids: [id],
        id,
        form: match[1] ?? "",
        kind: "epithet",
        start: match.index,
        end,
        possessive,
        article: false,
        spoken: spoken(start),
      });
    }
  return found;
}

/** Whether a mention opens a clause whose verb follows: "Isa shuts the book", not "The bride: Isa Flett." */
function isSubject({ start, end, possessive, spoken }: PersonMention, { plain }: Sentence): boolean {
  const [, verb = ""] = /^\s+(?:\p{L}+ly\s+)?(\p{Ll}+)/u.exec(plain.slice(end)) ?? [];
  const acts = looksFinite(verb, false) || PAST_FORMS.test(verb);
  return !possessive && !spoken && acts && OPENS_CLAUSE.test(plain.slice(0, start));
}

/** How surely a mention says that somebody is in the beat, by the text it stands in. */
function scoreOf(mention: PersonMention, sentence: Sentence, past: boolean): number {
  const { kind } = sentence.span;
  if (kind === "line") return isVocative(mention, sentence.text) ? THERE : 0;
  if (mention.spoken && kind === "beat" && isVocative(mention, sentence.text)) return THERE;
  let score = actsThere(mention, sentence, past);
  const before = sentence.plain.slice(0, mention.start);
  if (kind === "beat" && !mention.spoken && COULD_DO.test(sentence.plain) && !LET_ACT.test(before))
    score = Math.min(score, IF_COULD_DO);
  if (kind === "beat" && !mention.spoken && IF_AT_ALL.test(before)) score = Math.min(score, IF_COULD_DO);
  if (mention.kind === "epithet") score = Math.min(score, 1.1);
  const after = sentence.plain.slice(mention.end);
  const acts = score >= THERE;
  if (kind === "context") return acts && ADDRESSED.test(before) ? THERE : Math.min(0.9, score * 0.8);
  if (kind === "outcome") return acts && OPENS_CLAUSE.test(before) ? THERE : Math.min(0.9, score * 0.75);
  if (kind === "consequence")
    return !mention.possessive &&
      !mention.spoken &&
      (WITNESS.test(after) || WITH_PLAYER.test(before) || MEETS_PLAYER.test(before))
      ? THERE
      : score * 0.4;
  return score;
}

/** "Sit down, Ann." and "Ann, you know that" speak to Ann; "Ann, Bob and I went" does not. */
function isVocative({ start, end, possessive }: PersonMention, text: string): boolean {
  if (possessive) return false;
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (/(?:^|[.!?…]\s*|[“"‘'(]\s*)$/.test(before)) return /^(?:[!?…]|,\s+(?:\p{Ll}|I\b))/u.test(after);
  return /\p{L},\s+$/u.test(before) && /^(?:[.!?…]|,?\s*[”"’'])/.test(after);
}

const ASKED =
  "ask|tell|press|bring|call on|visit|follow|help|show|give|confront|free|find|trust|warn|send for|speak to|talk to|go to|wait for";

/** What a beat waits for says who is met in it: feelings and the objects of choices. */
function noteConditions(
  beat: PlotBeat,
  { members, idOf, epithets: { roles } }: StagePeople,
  note: (id: string, score: number) => void,
): void {
  const conditions = beat.conditions as
    | { npc_state?: Record<string, string>; player_choice?: string; player_choices?: string[] }
    | undefined;
  for (const name of Object.keys(conditions?.npc_state ?? {})) {
    const id = idOf(name);
    if (id !== undefined) note(id, 1.2);
  }
  for (const choice of [conditions?.player_choice, ...(conditions?.player_choices ?? [])]) {
    if (choice === undefined) continue;
    const text = choice.replace(/[_-]+/g, " ").toLowerCase();
    const asked = (form: string): boolean => new RegExp(`^(?:${ASKED}) (?:the )?${escape(form)}\\b`).test(text);
    for (const { id, called, aliases } of members) {
      const forms = [called, ...aliases].map((form) => form.toLowerCase().replace(/^the /, ""));
      if (forms.some((form) => form.length > 2 && (new RegExp(`(?:^| )${escape(form)}$`).test(text) || asked(form))))
        note(id, THERE);
    }
    for (const { form, id } of roles) if (asked(form.toLowerCase())) note(id, THERE);
  }
}

/** How surely a mention is of somebody who is there and acts: 1 and more says yes. */
export function actsThere(mention: PersonMention, sentence: Sentence, past: boolean): number {
  if (mention.spoken) return 0.3;
  const before = sentence.plain.slice(0, mention.start);
  const after = sentence.plain.slice(mention.end);
  // A letter's salutation, or what somebody writes.
  if (/\b(?:dear|my dear|for the attention of|addressed to)\s+(?:the\s+)?$/i.test(before)) return 0.3;
  if (
    /\b(?:writes?|wrote|spells?|spelt|reads?|scrawls?|signs?|signed|paints?|scratch(?:es|ed)?)\b[^.:]*:\s*$/i.test(
      before,
    )
  )
    return 0.4;
  if (AS_A_VOICE.test(before) || OVER_A_WIRE.test(after)) return 0.4;
  if (mention.possessive)
    return BODY.test(after) &&
      !PICTURED.test(sentence.span.text) &&
      !(/\bin\s+(?:the\s+)?$/i.test(before) && /^\S*\s+hand\b/.test(after)) &&
      !REPORT.test(before)
      ? THERE
      : 0.4;
  if (ABSENT_AFTER.test(after)) return 0.3;
  if ((ASKED_AFTER.test(before) && FARES.test(after)) || (BRINGS.test(before) && BROUGHT.test(after))) return 0.4;
  if (TOLD_ON.test(before)) return 0.4;
  if (CHARACTERISED.test(after)) return 0.5;
  if (YET_TO_COME.test(after)) return 0.45;
  const opens = OPENS_CLAUSE.test(before);
  if (!opens && (DECLINED.test(before) || PROVIDED.test(before) || isOwed(before, sentence))) return 0.5;
  if (mention.kind === "epithet" && /\bof\s+(?:the\s+)?$/i.test(before)) return 0.5;
  const verb = VERB_AFTER.exec(after)?.[1]?.toLowerCase() ?? "";
  // "Bunty's supposed to": the tense is that of the contraction.
  const contracted =
    /['’]s$/.test(sentence.plain.slice(mention.start, mention.end)) && !/^\s+(?:had|been|got|gone|done)\b/.test(after);
  if (contracted) return REPORT.test(before) || CONDITION.test(before.slice(-40)) ? 0.45 : 1.2;
  if (
    !past &&
    PAST_FORMS.test(verb.replace(/n['’]t$/, "")) &&
    !/^(?:and|the|read|put|let|cut|set|shut)$/.test(verb) &&
    !ADJECTIVAL.test(after)
  )
    return 0.35;
  if (past && /^\s+had\b/.test(after) && !/^\s+had (?:to|his|her|the|a|no)\b/.test(after)) return 0.5;
  if (IDENTIFIED.test(before) && !/^,?\s+(?:who|that|himself|herself)\b/.test(after)) return 0.5;
  if (STAYED_WITH.test(before) || (!past && (PAST_OBJECT.test(before) || WAS_WITH.test(before)))) return 0.5;
  if (OUT_OF_SIGHT.test(before) && IS_HEARD.test(after)) return 0.45;
  if (ON_A_LIST.test(before) || isReadOut(sentence)) return 0.45;
  if (RELATIVE.test(before) && PAST_FORMS.test(verb)) return 0.5;
  const remote = PLUPERFECT.exec(before)?.[1];
  if (remote !== undefined && (PARTICIPLES.test(remote) || PAST_FORMS.test(remote))) return 0.5;
  // "Ron says what hole, Ollie covers both eyes": the second clause is told like the first.
  if (!past && OPENS_CLAUSE.test(before) && PRESENT_VERB.test(after) && before.trim() !== "" && !CONDITION.test(before))
    return 1.2;
  if (NEGATION.test(before.slice(-30))) return 0.4;
  // "As Ann sweeps in", "for Ann forgets her line", "before Ann can speak": what follows is told, too.
  if (TEMPORAL.test(before) && (past ? PAST_FORMS.test(verb) : PRESENT_VERB.test(after))) return 1.2;
  if (/\bbefore\s+(?:the\s+)?$/i.test(before) && /^\s+(?:can|could|has|had)\b/.test(after)) return 1.2;
  if (CONDITION.test(before.slice(-40)) && !/\b(?:when|once|until)\s+(?:the )?$/i.test(before)) return 0.45;
  if (REPORT.test(before)) return 0.45;
  if (TAKEN_FOR.test(before)) return 0.4;
  if (
    ABOUT.test(before.slice(-24)) &&
    !AT_A_DISTANCE.test(before) &&
    !/\b(?:front|side|hold|sight|ahead|all|one|both|each|two|three|doors?|voice|eyes?|hands?|face|arms?|shoulders?|lap|feet|head|sleeve|mouth|lights?|screen) of\s+(?:the\s+)?$/i.test(
      before,
    )
  )
    return 0.5;
  return 1.2;
}

/** "The voice (Ann) says": whoever is heard so is elsewhere. (rule CA1411) */
const AS_A_VOICE = /\bvoices? \($/iu;
const OVER_A_WIRE =
  /^(?:['’]s voice)?\s+(?:\p{L}+\s+){1,3}?(?:over|on|through|by|down|from|across|out of)\s+(?:the|a|an|his|her|their|its)\s+(?:\p{L}+\s+)?(?:radio|wireless|telephone|phone|line|intercom|loudspeaker|speakers?|tannoy|receiver|walkie[- ]talkie|tape|recording|answering machine|video|monitor)\b/iu;

/** What somebody has never been, and what they were to have done, says what they are like. */
const CHARACTERISED =
  /^(?:['’]s)?\s+(?:(?:has|have)\s+(?:never|always|not once|often)\b|(?:was|were|is|are) to have\b)/iu;
/** "The Captain would inspect on Friday", "Ann will be there tomorrow": what is to come has nobody there yet. (rule CA1506) */
const YET_TO_COME =
  /^\s+(?:will|would|shall|is to|was to|is going to|was going to|is due|was due)\b[^.;:]*?\b(?:(?:on|by|until|before|from|this|next) (?:the )?(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|noon|dawn|dusk|midnight|nightfall|morning|evening|night|week|month|year|day|\d)|tomorrow|later|soon|the (?:next|following) (?:day|morning|evening|week)|in (?:\p{Ll}+|\d+) (?:minutes|hours|days|weeks|months))\b/u;
/** What will or would not be done with somebody, whoever they are: "will not give it to Ann, nor to Bob". */
const DECLINED =
  /\b(?:(?:will|would|shall|could|can|must|may)\s+(?:not|never)|won['’]t|wouldn['’]t|shan['’]t|cannot|can['’]t|couldn['’]t)\s+(?:give|sell|send|lend|leave|show|tell|write|take|bring|hand|pay|return|sign)\b[^.;:]*\b(?:to|for|from|with)\s+(?:the\s+)?$/iu;
/** What a deed or a law provides. */
const PROVIDED = /\bshall\b[^.;:]*$/iu;
/** A sum that is for somebody, and nothing done: "Fifty thousand to Ann." */
const isOwed = (before: string, { span }: Sentence): boolean =>
  span.kind === "beat" &&
  /^(?:\S+ ){1,4}(?:to|for)\s+(?:the\s+)?$/iu.test(before) &&
  !before.split(/\s+/).some((word) => looksFinite(word, true) || /[^su']s$/.test(word));

const ADJECTIVAL = /^\s+\p{L}+ed\s+(?:by|in|with|at|on|like|to the)\b/u;

/** "The keepers collected: two, it says. Marsh, Finch.": nothing but names, behind what says that they are written. */
const isReadOut = ({ plain, span, at }: Sentence): boolean =>
  /^(?:\p{Lu}[\p{L}’'-]*\.? ?(?:, )?(?:and )?)+$/u.test(plain) &&
  READ_OUT.test(span.sentences.find((one) => one.at === at - 1)?.plain ?? "");

interface TitleMention {
  readonly id: string;
  readonly subject: boolean;
}

/** "Duckworth Brings A Cake" has its subject there; "What Sister Ineke Washed" only names her. */
function titleMentions(title: string, members: readonly CastMember[]): TitleMention[] {
  const found: TitleMention[] = [];
  for (const member of members)
    for (const form of new Set([member.called, ...member.aliases].map((one) => one.replace(/^the /i, "")))) {
      if (form.length < 2 || !/^\p{Lu}/u.test(form)) continue;
      const at = title.indexOf(form);
      if (at < 0 || /[\p{L}\p{N}]/u.test(title[at + form.length] ?? "") || /[\p{L}\p{N}]/u.test(title[at - 1] ?? ""))
        continue;
      const after = title.slice(at + form.length);
      if (/^['’]/.test(after)) continue;
      const verb = /^\s+(\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? "";
      found.push({
        id: member.id,
        subject: at <= 4 && (looksFinite(verb, true) || isLemma(verb) || /[^s]s$/.test(verb)),
      });
      break;
    }
  return found;
}
