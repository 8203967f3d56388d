/** Where each beat plays, who acts there, and when. */
import type { BeatReading } from "@narratoria/protocol/contracts";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { isLemma, looksFinite } from "@narratoria/protocol/english";
import type { CastMember } from "./cast.js";
import type { Gazetteer, KnownPlace, PlaceMention } from "./gazetteer.js";
import { createMentionIndex, type NameForm } from "./mentions.js";
import type { PeopledSentence, PersonMention } from "./people-mentions.js";
import type { BeatSentences } from "./presence.js";
import type { Decision } from "./tally.js";
import type { Sentence } from "./texts.js";

export interface StagedBeat {
  readonly id: string;
  readonly place: Decision<string> | undefined;
  readonly cast: readonly string[];
  readonly castSign: Decision<string>;
  readonly mentioned: readonly string[];
  readonly everyone: boolean;
  readonly clock: BeatReading["clock"];
}

/** Finds the cast id that a speaker's name or a key means. */
export type IdFinder = (name: string) => string | undefined;

const NEAR =
  /^(?:in|on|at|aboard|inside|within|behind|beneath|under|below|beside|by|near|into|onto|through|across|along|up|around|round|upon|above)$/;
const FROM = /^(?:from|to|toward|towards|of|leaving|past|off|over|down|between|outside|reach|reaches|enter|enters)$/;
/** Score from which a place named in a beat's text is where it plays. */
const ENOUGH = 2.5;

interface Scored {
  readonly id: string;
  score: number;
  readonly sentence: Sentence;
}

/** Where a beat plays, by its own words. Nothing where they leave it open. */
export function placeOfBeat({ beat, sentences }: BeatSentences, gazetteer: Gazetteer): Decision<string> | undefined {
  const file = "plot/beats.json";
  if (beat.location !== undefined) {
    const place = gazetteer.resolve(beat.location);
    if (place !== undefined)
      return {
        value: place.id,
        certainty: "stated",
        score: 9,
        sign: { file, text: beat.location, why: "the beat's location" },
      };
    const named = best(gazetteer.find(beat.location), gazetteer);
    if (named !== undefined)
      return {
        value: named.id,
        certainty: "inferred",
        score: 5,
        sign: { file, text: beat.location, why: "named in the beat's location" },
      };
  }
  const told = sentences.filter(({ sentence }) => sentence.span.kind === "beat");
  const [first] = told;
  if (first !== undefined) {
    const label = labelOf(first.sentence);
    if (label !== "") {
      const mentions = gazetteer
        .mentions(first.sentence)
        .filter(({ start, spoken }) => start < label.length && !spoken);
      const place = best(mentions, gazetteer);
      if (place !== undefined)
        return {
          value: place.id,
          certainty: "inferred",
          score: 6,
          sign: { file, text: first.sentence.text, why: "the beat opens with it" },
        };
    }
  }
  const scored = new Map<string, Scored>();
  told.forEach(({ sentence }, index) => {
    for (const mention of gazetteer.mentions(sentence)) {
      const place = gazetteer.byId.get(mention.id);
      if (place === undefined) continue;
      const score = scoreOf(mention, place, sentence, index);
      const known = scored.get(mention.id);
      if (known === undefined) scored.set(mention.id, { id: mention.id, score, sentence });
      else known.score = Math.max(known.score, score) + 0.4;
    }
  });
  for (const { sentence } of sentences) {
    if (sentence.span.kind !== "context" && sentence.span.kind !== "outcome") continue;
    for (const mention of gazetteer.mentions(sentence)) {
      const place = gazetteer.byId.get(mention.id);
      if (place === undefined || mention.spoken) continue;
      const score = scoreOf(mention, place, sentence, 4) - 1;
      const known = scored.get(mention.id);
      if (known === undefined) scored.set(mention.id, { id: mention.id, score, sentence });
      else known.score += 0.2;
    }
  }
  for (const mention of gazetteer.find(beat.title)) {
    const known = scored.get(mention.id);
    const place = gazetteer.byId.get(mention.id);
    if (place === undefined || place.standing < 2.5) continue;
    if (known !== undefined) known.score += 0.8;
    else if (sentences[0] !== undefined)
      scored.set(mention.id, {
        id: mention.id,
        score: place.standing * 0.6 + (NEAR.test(mention.preposition) ? 1 : 0) - (mention.possessive ? 1 : 0),
        sentence: sentences[0].sentence,
      });
  }
  const [top, second] = [...scored.values()].sort((a, b) => b.score - a.score);
  if (top === undefined || top.score < ENOUGH) return undefined;
  const sure = top.score >= 3.5 && top.score - (second?.score ?? 0) >= 0.8;
  return {
    value: top.id,
    certainty: sure ? "inferred" : "guessed",
    score: top.score,
    sign: { file, text: top.sentence.text, why: "named in the beat" },
  };
}

/** What is told before, remembered or denied plays elsewhere. */
const ELSEWHERE =
  /\b(?:had|used to|once|would have|was found|were found|remembers?|remembered|said that|says that|knows|knew|note|letter|sent|last (?:night|week|month|year)|years? ago|yesterday|before|not|never|no longer|if|when he|when she)\b[^.;:]*$/i;

function scoreOf(mention: PlaceMention, place: KnownPlace, sentence: Sentence, index: number): number {
  const before = sentence.plain.slice(0, mention.start);
  let score = place.standing * 0.6;
  if (NEAR.test(mention.preposition))
    score += /^(?:in|at|aboard|on|inside|behind|within)$/.test(mention.preposition) ? 2 : 1.2;
  else if (FROM.test(mention.preposition))
    score += mention.preposition === "of" ? -0.3 : mention.preposition === "outside" ? 0.5 : 0.7;
  if (index === 0 && before.split(/\s+/).length <= 8) score += 0.8;
  score -= Math.min(2.4, 0.3 * index);
  if (mention.possessive) score -= 1;
  if (mention.spoken) score -= 2;
  if (ELSEWHERE.test(before.slice(-60))) score -= 1.2;
  if (place.region) score -= 4;
  return score;
}

/** The place of the highest standing, no region if there is another. */
function best(mentions: readonly PlaceMention[], gazetteer: Gazetteer): KnownPlace | undefined {
  const places = mentions.flatMap(({ id, possessive, preposition }, order) => {
    const place = gazetteer.byId.get(id);
    return place === undefined || possessive
      ? []
      : [{ place, weight: place.standing + (NEAR.test(preposition) ? 1 : 0) - (place.region ? 4 : 0) - order * 0.05 }];
  });
  return places.sort((a, b) => b.weight - a.weight)[0]?.place;
}

/** "Petrie's, after closing." or "Sat 5pm, week 8, Tenter Lane:": an opening without a verb says where and when. */
function labelOf(sentence: Sentence): string {
  const { plain } = sentence;
  const colon = /^[^:]{3,90}:(?=\s)/.exec(plain)?.[0];
  if (colon !== undefined && !hasVerb(colon)) return colon;
  const words = plain.split(/\s+/);
  return words.length <= 14 && !hasVerb(plain) ? plain : "";
}

function hasVerb(text: string): boolean {
  const words = text.match(/[\p{L}'’]+/gu) ?? [];
  return words.some(
    (word, index) =>
      looksFinite(word, false) &&
      !(/^\p{Lu}/u.test(word) && index > 0) &&
      !/^(?:left|light|set|shut|felt|lay|hall|ground|saw|wound|rest|post|works|steps|stairs|lights|shows|rings|rows|stands|banks|locks)$/i.test(
        word,
      ),
  );
}

/** Words that stand for somebody in a beat because nobody else is so called: "the captain", "the goose". */
export function epithetForms(
  members: readonly CastMember[],
  roles: ReadonlyMap<string, readonly string[]>,
): NameForm[] {
  const owners = new Map<string, Set<string>>();
  for (const { id } of members)
    for (const noun of roles.get(id) ?? []) owners.set(noun, (owners.get(noun) ?? new Set()).add(id));
  const named = new Set(
    members.flatMap(({ called, aliases }) =>
      [called, ...aliases].map((form) => form.toLowerCase().replace(/^the /, "")),
    ),
  );
  return [...owners].flatMap(([noun, ids]) => {
    const [id] = ids;
    return id === undefined || ids.size > 1 || named.has(noun)
      ? []
      : [{ form: noun, id, kind: "epithet" as const, article: true }];
  });
}

const EVERYONE =
  /(?:^|[.;:,—]\s*|\b(?:and|but|by|then|while|for)\s+)(everyone|everybody|all of them|all hands|they (?:have |are |were |had )?all|the whole (?:cast|crew|company|village|town|household|party|expedition|square))\b(?!\s+(?:who|whom|else|knows?|knew|would|could|should|might|on|in|from|at|has ever|had ever|here knows|says|said|thinks|thought|calls?|called|is supposed|suspects?|but)\b)(?!['’]s)/gi;
const ABOUT =
  /\b(?:about|of|like|than|without|as|for|against|concerning|regarding|named|called|called after|instead of|because of|belonging to|despite|from)\s+(?:the\s+)?$/i;
const REPORT =
  /\b(?:says?|said|tells?|told|thinks?|thought|knows?|knew|believes?|believed|remembers?|remembered|asks?|asked|explains?|explained|wonders?|admits?|swears?|swore|wrote|writes|reads?|hears?|heard|learns?|learnt|learned|understands?|dreams?|hopes?|fears?|wishes|means|suspects?|supposes?|is known|was known)\b[^.;:]{0,60}\b(?:that|how|why|who|what|whether|where|when|if|about)\s[^.;]*$/i;
const ABSENT_AFTER =
  /^(?:['’]s)?\s+(?:(?:is|was|are|were|has|had)\s+(?:not (?:there|here|come|in)|gone|missing|away|dead|nowhere|elsewhere|absent|lost|asleep in another)|had (?:been|gone|left|died|never|once|already|not)|used to|never (?:came|comes|met)|stays? away|stayed (?:with|at|behind)|died|is dead|would (?:not|have|never)|might have|could have)\b/i;
const PAST_AFTER = /^(?:,[^,]{2,60},)?\s+(?:(?:also|once|never|always|only|just|still|first|then)\s+)?([\p{L}]+)/u;
const NEGATION = /\b(?:nobody|no one|not|never|neither|nor|without|except|but not|only not)\s+(?:[a-zà-ž]+\s+){0,2}$/i;
const CONDITION =
  /\b(?:if|unless|whether|should|whenever|as if|as though|until|once|before)\s+(?:the\s+|you\s+|they\s+|he\s+|she\s+|somebody\s+|anyone\s+)?(?:[a-zà-ž]+\s+){0,3}$/i;

const PAST_FORMS =
  /^(?:was|were|had|did|went|came|said|told|took|gave|made|got|saw|left|kept|found|knew|thought|stood|sat|lay|held|brought|wrote|ran|sent|built|bought|sold|lost|won|died|put|let|cut|set|led|fell|felt|grew|drew|threw|broke|spoke|wore|swore|hid|rode|rose|began|became|sang|drank|ate|slept|woke|paid|taught|caught|fought|sought|meant|met|read|hung|struck|stuck|swept|crept|wept|bent|lent|spent|lit|shut|hurt|used|[\p{L}]+ed)$/u;

/** Whether a beat is told in the past, so that a past tense is its present. */
function toldInPast(sentences: readonly PeopledSentence[]): boolean {
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
  return past > present;
}

/** Who acts in a beat, and who is only spoken of. */
export function castOfBeat(
  { beat, sentences }: BeatSentences,
  order: number,
  members: readonly CastMember[],
  idOf: IdFinder,
  present: ReadonlyMap<string, ReadonlySet<number>>,
  epithets: readonly NameForm[],
  place: string | undefined,
  homes: ReadonlyMap<string, string>,
): Pick<StagedBeat, "cast" | "castSign" | "mentioned" | "everyone"> {
  const scores = new Map<string, number>();
  const seen: string[] = [];
  const note = (id: string, score: number): void => {
    if (!scores.has(id)) seen.push(id);
    scores.set(id, Math.max(scores.get(id) ?? 0, score));
  };
  const file = "plot/beats.json";
  const past = toldInPast(sentences);
  const extra = createMentionIndex(epithets);
  let everyone = false;
  const canBe = (id: string): boolean => present.get(id)?.has(order) === true;
  for (const { speaker } of beat.dialogue ?? []) {
    const id = idOf(speaker);
    if (id !== undefined) note(id, 3);
  }
  for (const { sentence, mentions } of sentences) {
    const { kind } = sentence.span;
    if (kind === "line") continue;
    const epithetic = extra.find(sentence.text).flatMap((mention): PersonMention[] => {
      const [id] = mention.ids;
      return id === undefined || mentions.some(({ start, end }) => mention.start < end && start < mention.end)
        ? []
        : [{ ...mention, id, spoken: sentence.plain[mention.start] === " " }];
    });
    for (const mention of [...mentions, ...epithetic]) {
      let score = actsThere(mention, sentence, past);
      if (mention.kind === "epithet") score = Math.min(score, 1.1);
      if (kind === "context") score = Math.min(0.9, score * 0.8);
      else if (kind === "outcome") score = Math.min(1, score * 0.75);
      else if (kind === "consequence") score *= 0.4;
      note(mention.id, score);
    }
    if (kind === "beat" && !everyone) {
      EVERYONE.lastIndex = 0;
      if (EVERYONE.test(sentence.plain) && !/\b(?:nobody|if|as though|as if) /i.test(sentence.plain.slice(0, 12)))
        everyone = true;
    }
  }
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
    for (const member of members) {
      const forms = [member.called, ...member.aliases].map((form) => form.toLowerCase().replace(/^the /, ""));
      if (
        forms.some((form) => form.length > 2 && new RegExp(`(?:^| )${escape(form)}$`).test(text)) ||
        forms.some(
          (form) =>
            form.length > 2 &&
            new RegExp(
              `^(?:ask|tell|press|bring|call on|visit|follow|help|show|give|confront|free|find|trust|warn|send for|speak to|talk to|go to|wait for) (?:the )?${escape(form)}\\b`,
            ).test(text),
        )
      )
        note(member.id, 1);
    }
    for (const { form, id } of epithets)
      if (
        new RegExp(
          `^(?:ask|tell|press|bring|call on|visit|follow|help|show|give|confront|free|find|trust|warn|wait for) (?:the )?${escape(form)}\\b`,
        ).test(text)
      )
        note(id, 1);
  }
  for (const tag of beat.tags ?? []) {
    const id = idOf(tag);
    if (id !== undefined) note(id, (scores.get(id) ?? 0) + 0.35);
  }
  const title = sentences[0]?.sentence.span.beat === undefined ? [] : titleMentions(beat.title, sentences, members);
  for (const { id, subject } of title)
    note(
      id,
      Math.max(scores.get(id) ?? 0, subject ? 0.95 : 0.5) + (homes.get(id) === place && place !== undefined ? 0.5 : 0),
    );
  // Whoever is named where they live is likelier there than not.
  for (const [id, score] of scores)
    if (score >= 0.5 && score < 1 && place !== undefined && homes.get(id) === place) scores.set(id, score + 0.3);
  const cast = seen.filter((id) => (scores.get(id) ?? 0) >= 1 && canBe(id));
  if (everyone)
    for (const member of members)
      if (canBe(member.id) && member.presence.from !== "never" && !cast.includes(member.id)) cast.push(member.id);
  const certain = cast.length > 0 && cast.every((id) => (scores.get(id) ?? 0) >= 2);
  return {
    cast,
    mentioned: seen.filter((id) => !cast.includes(id)),
    everyone,
    castSign: {
      value: "",
      certainty: certain ? "inferred" : cast.length > 0 ? "inferred" : "guessed",
      score: 1,
      sign: { file, text: beat.description, why: certain ? "they speak in it" : "named in it" },
    },
  };
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** How surely a mention is of somebody who is there and acts: 1 and more says yes. */
function actsThere(mention: PersonMention, sentence: Sentence, past: boolean): number {
  if (mention.spoken) return 0.3;
  const before = sentence.plain.slice(0, mention.start);
  const after = sentence.plain.slice(mention.end);
  if (mention.possessive) return 0.4;
  if (ABSENT_AFTER.test(after)) return 0.3;
  const verb = PAST_AFTER.exec(after)?.[1]?.toLowerCase() ?? "";
  if (
    !past &&
    PAST_FORMS.test(verb) &&
    !/^(?:and|the|read|put|let|cut|set|shut)$/.test(verb) &&
    !ADJECTIVAL.test(after)
  )
    return 0.35;
  if (past && /^\s+had\b/.test(after) && !/^\s+had (?:to|his|her|the|a|no)\b/.test(after)) return 0.5;
  if (NEGATION.test(before.slice(-30))) return 0.4;
  if (CONDITION.test(before.slice(-40)) && !/\b(?:when|once|until)\s+(?:the )?$/i.test(before)) return 0.45;
  const reported = REPORT.test(before);
  if (reported) return 0.45;
  if (
    ABOUT.test(before.slice(-24)) &&
    !/\b(?:front|side|hold|sight|ahead|all|one|both|each|two|three) of\s+(?:the\s+)?$/i.test(before)
  )
    return 0.5;
  return 1.2;
}

const ADJECTIVAL = /^\s+\p{L}+ed\s+(?:by|in|with|at|on|like|to the)\b/u;

interface TitleMention {
  readonly id: string;
  readonly subject: boolean;
}

/** "Duckworth Brings A Cake" has its subject there; "What Sister Ineke Washed" only names her. */
function titleMentions(
  title: string,
  _sentences: readonly PeopledSentence[],
  members: readonly CastMember[],
): TitleMention[] {
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

const DAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const HOURS: Readonly<Record<string, number>> = {
  dawn: 360,
  daybreak: 360,
  sunrise: 390,
  "first light": 360,
  morning: 540,
  noon: 720,
  midday: 720,
  afternoon: 900,
  dusk: 1140,
  sunset: 1140,
  evening: 1200,
  nightfall: 1200,
  night: 1320,
  midnight: 1440,
};
const NUMBER_WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth".split(
    " ",
  );
const CLOCK = new RegExp(
  `\\b(?:(?:(half past|quarter past|quarter to|ten to|ten past|five to|five past|twenty to|twenty past) )(${NUMBER_WORDS.join("|")}|\\d{1,2})(?: o['’]clock)?|(\\d{1,2})[:.](\\d{2}) ?([ap]\\.?m\\.?)?|(\\d{1,2}) ?([ap]\\.?m\\.?)|(${NUMBER_WORDS.join("|")}) o['’]clock)\\b`,
  "i",
);
const PARTS = new RegExp(`\\b(${Object.keys(HOURS).join("|")})\\b`, "i");
const DAY_OF = new RegExp(
  `\\b(?:on )?(?:the (${ORDINALS.join("|")}) (?:day|morning|evening|night|afternoon)|day (\\d{1,2}))\\b`,
  "i",
);
const THAT_SAME =
  /\b(?:that same|the same|that) (?:morning|afternoon|evening|night|day)\b|\b(?:next|following) (?:morning|day|evening|night)\b|\b(?:an? )?(?:hour|day|week|month)s? later\b/i;

/** The words of a beat that say when it plays, in its opening or its location. */
export function clockOf(beat: PlotBeat, sentences: readonly PeopledSentence[]): BeatReading["clock"] {
  const told = sentences.filter(({ sentence }) => sentence.span.kind === "beat");
  const opening = told.slice(0, 2).map(({ sentence }) => sentence.plain.slice(0, 160));
  for (const text of opening) {
    const clock = CLOCK.exec(text);
    const day = DAY_OF.exec(text);
    const weekday = new RegExp(`\\b(?:${DAYS.join("|")}|mon|tue|wed|thu|fri|sat|sun)\\b`, "i").exec(text);
    const part = PARTS.exec(text);
    const same = THAT_SAME.exec(text);
    const words = [day?.[0], weekday?.[0], same?.[0], clock?.[0] ?? part?.[0]].filter(
      (word): word is string => word !== undefined,
    );
    if (
      words.length === 0 ||
      (words.length === 1 && weekday !== null && told[0]?.sentence.plain.slice(0, 160) !== text)
    )
      continue;
    const minutes =
      clock === null
        ? part === null
          ? undefined
          : HOURS[part[1]?.toLowerCase() ?? ""]
        : minutesOf(clock, part?.[1]?.toLowerCase());
    const number =
      day === null
        ? undefined
        : day[2] === undefined
          ? ORDINALS.indexOf(day[1]?.toLowerCase() ?? "") + 1
          : Number(day[2]);
    return {
      text: [...new Set(words)].join(", "),
      ...(number === undefined || number < 1 ? {} : { day: number }),
      ...(minutes === undefined ? {} : { minutes }),
    };
  }
  void beat;
  return undefined;
}

function minutesOf(clock: RegExpExecArray, part: string | undefined): number | undefined {
  const [, phrase, spoken, hour24, minute, half24, hour, half, oclock] = clock;
  const numberOf = (word: string | undefined): number =>
    word === undefined ? Number.NaN : /^\d/.test(word) ? Number(word) : NUMBER_WORDS.indexOf(word.toLowerCase()) + 1;
  let hours = numberOf(spoken ?? hour24 ?? hour ?? oclock);
  let minutes = minute === undefined ? 0 : Number(minute);
  const offsets: Readonly<Record<string, number>> = {
    "half past": 30,
    "quarter past": 15,
    "quarter to": -15,
    "ten to": -10,
    "ten past": 10,
    "five to": -5,
    "five past": 5,
    "twenty to": -20,
    "twenty past": 20,
  };
  if (phrase !== undefined) minutes = offsets[phrase.toLowerCase()] ?? 0;
  const afternoon =
    /^p/i.test(half ?? half24 ?? "") ||
    (half === undefined &&
      half24 === undefined &&
      hours < 12 &&
      (part === "afternoon" || part === "evening" || part === "dusk" || (part === "night" && hours >= 6)));
  if (/^a/i.test(half ?? half24 ?? "") && hours === 12) hours = 0;
  if (afternoon && hours < 12) hours += 12;
  const total = hours * 60 + minutes;
  return Number.isFinite(total) && total >= 0 && total < 1440 ? total : undefined;
}
