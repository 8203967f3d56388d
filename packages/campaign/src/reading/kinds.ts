/** What somebody is: kind, body, how they make themselves understood, whether and how they move. */
import type { CastEntry } from "@narratoria/protocol/contracts";
import type { NpcProfile } from "@narratoria/protocol/contracts";
import { looksFinite } from "@narratoria/protocol/english";
import { isAction } from "./beat-text.js";
import { ANIMALS, GROUPS, HE_NOUNS, HUMANS, MACHINES, OTHER_BEINGS, SHE_NOUNS, SPIRITS } from "./lexicon.js";
import type { NameParts } from "./names.js";
import type { PeopledSentence } from "./people-mentions.js";
import { type Decision, Tally } from "./tally.js";

export type Kind = CastEntry["kind"];

/** What a kind is decided from. */
export interface Subject {
  readonly id: string;
  readonly parts: NameParts;
  readonly profile: NpcProfile;
  readonly file: string;
  /** Sentences that name them. */
  readonly named: readonly PeopledSentence[];
}

/** Where a noun phrase ends: what follows says of what, for whom, since when. */
const PHRASE_END =
  /^(?:of|there|at|in|on|to|for|who|whom|whose|which|that|from|with|since|by|as|than|and|or|but|when|where|while|until|till|under|over|through|is|was|are|were|has|had|have|will|keeps|keeping|not|about|after|before|behind|aboard|across|along|beside|between|into|near|off|outside|inside|per|via|without|within)$/i;

/** The word that says what something is: "widow" of "Sealer's widow of Bir Sadda", "daughter" of "her sister's daughter, who". */
export function headNoun(phrase: string): string {
  const words = (phrase.split(/[,;:.()—–]|\s-\s/)[0] ?? "").trim().split(/\s+/);
  const end = words.findIndex((word, index) => index > 0 && PHRASE_END.test(word));
  const head = words.slice(0, end < 0 ? words.length : end).at(-1) ?? "";
  return head.toLowerCase().replace(/[^\p{L}\p{M}'’-]/gu, "");
}

/** A noun as the lists know it: its last part where it is a compound, its singular where it is a plural. */
function* formsOfNoun(noun: string): Generator<string> {
  yield noun;
  const last = noun.split("-").at(-1) ?? noun;
  if (last !== noun) yield last;
  for (const form of [noun, last]) {
    if (/ies$/.test(form)) yield `${form.slice(0, -3)}y`;
    if (/(?:s|x|ch|sh)es$/.test(form)) yield form.slice(0, -2);
    if (/[^s]s$/.test(form)) yield form.slice(0, -1);
  }
}

/** The last part of a compound in one word: "horse" of "carthorse". */
const ANIMAL_ENDING = /\p{L}{3}(?:horse|dog|hound|bird|fowl)s?$/u;

const isIn = (list: ReadonlySet<string>, noun: string): boolean =>
  [...formsOfNoun(noun)].some((form) => list.has(form));

const HUMAN_ENDING =
  /(?:woman|man|men|women|wife|maid|maker|keeper|master|mistress|smith|wright|monger|herd|holder|eer|ician|ist|ologist|ographer|or|er|ant|ess|ee|ary|ian)$/;

/** "Rows people over the river", "Carries the winter": a role that says what somebody does has no noun for them. */
export const opensWithVerb = (clause: string): boolean => {
  const first = /^\p{L}+/u.exec(clause)?.[0] ?? "";
  return /[^s]s$/.test(first) && looksFinite(first) && kindOfNoun(first.toLowerCase()) === undefined;
};

/** What a head noun says of a kind; undefined where it says nothing. */
export function kindOfNoun(noun: string): Kind | undefined {
  if (noun === "") return undefined;
  if (HUMANS.has(noun) || isIn(HE_NOUNS, noun) || isIn(SHE_NOUNS, noun)) {
    if (!ANIMALS.has(noun)) return "human";
  }
  if (isIn(ANIMALS, noun)) return "animal";
  if (isIn(MACHINES, noun) || /\p{L}{3}bots?$/u.test(noun)) return "machine";
  if (isIn(SPIRITS, noun)) return "spirit";
  if (isIn(OTHER_BEINGS, noun)) return "other";
  if (noun === "voice") return "voice";
  if (isIn(GROUPS, noun)) return "group";
  if (ANIMAL_ENDING.test(noun)) return "animal";
  if (isIn(HUMANS, noun) || HUMAN_ENDING.test(noun)) return "human";
  return undefined;
}

const LOOKS_ANIMAL =
  /\b(?:fur|paws?|tail|snout|muzzle|whiskers|hoofs?|hooves|feathers?|beak|wings?|claws?|fetlocks?|mane|hackles|bib|withers|fleece|scales|antlers|horns)\b/gi;
const LOOKS_MACHINE =
  /\b(?:rivet(?:s|ed)|speakers?|antenna|circuits?|treads|gears|cogs|pistons|servos?|chassis|battery|batteries|screens?|lens(?:es)?|sensors?|software|firmware|hull|casing|gauges?|dials?)\b/gi;
const MADE =
  /\b(?:switched (?:it |him |her |them )?o(?:n|ff)|booted|built to|built for|installed|manufactured|assembled|cast at|charges? (?:on|at)|recharg\w+|equipment|serial number|programmed|no-body|without a body|no body)\b/gi;

/** Peoples of tales, before a calling. */
const PEOPLES =
  /^(?:goblin|troll|ogre|imp|gnome|fairy|pixie|sprite|elf|elven|dwarf|dwarven|mermaid|merman|selkie|vampire|werewolf|gargoyle|golem|centaur|minotaur)$/;
const HUNTS =
  /^(?:\p{L}+-)?(?:hunter|huntress|slayer|catcher|tamer|trainer|scholar|expert|trader|friend|impersonator)$/u;

const NUMBERED_NAME = /^(.+?) (?:\d+\p{L}?|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|[IVX]+)$/u;

/** Parts that somebody plays in a game: of what they are made they say nothing. */
const PART_IN_GAME =
  /^(?:quest giver|giver|merchant|vendor|villain|antagonist|rival|ally|obstacle|boss|mentor|companion|guide|helper|contact|informant|suspect|victim|witness)$/i;

/** Machines that somebody else looks after, named without an article. */
const APPLIANCES =
  /^(?:radio|radios|engines?|boilers?|press|pumps?|clocks?|lifts?|looms?|computers?|software|programs?|jukebox|gramophone|typewriters?|bus|buses|tractors?|machines?|devices?|drones?|satellites?)$/;

/** A role of which the author leaves open what it is. */
const SOMETHING = /^(?:something|a thing|a presence|an entity|whatever|what (?:lives|waits|sleeps|lies|walks))\b/i;

/** What nobody has but people: a family, an age in years, clothes and a face. */
const HUMAN_LIFE =
  /\b(?:husband|wife|widow(?:er|ed)?|married|dowry|my (?:mother|father|sons?|daughters?|brothers?|sisters?)|(?:born|baptised) (?:in|at|on)|years old|apron|spectacles|beard|moustache|mustache|waistcoat|freckle[sd]|(?:grey|gray|white|black|brown|red|fair|dark)[- ]hair(?:ed)?)\b/iu;
const lifeOf = ({ role, age, appearance = "", background = "" }: NpcProfile): string =>
  [role, String(age ?? ""), appearance, background].join(" ");

/** Decides what kind somebody is. */
function decideKind(subject: Subject): Decision<Kind> {
  const { parts, profile, file } = subject;
  const tally = new Tally<Kind>();
  const sign = (text: string, why: string) => ({ file, text, why });
  tally.add("human", 1, sign(profile.role, "nothing says otherwise"));
  const vote = (noun: string, weight: number, text: string, why: string, into = file): void => {
    const kind = kindOfNoun(noun);
    if (kind !== undefined) tally.add(kind, weight, { file: into, text, why });
  };
  const role = profile.role.replace(/\s+-\s+/g, ", ").replace(/_/g, " ");
  const clauses = role
    .split(/[.;:,()]+/)
    .map((clause) => clause.trim())
    .filter(Boolean);
  clauses.forEach((clause, index) => {
    if (/^(?:who is|which is|that is)?\s*(?:no|not an?|never)\b/i.test(clause)) return;
    // "Captain of the Guard; called the Hound": a by-name is no kind. (rule CA509)
    if (/^(?:also |once |now )?(?:called|known as|nicknamed|named|dubbed|alias)\b/i.test(clause)) return;
    const noun = headNoun(
      clause.replace(/^(?:also|now|formerly|once|really|in truth)\s+/i, "").replace(/^who is\s+/i, ""),
    );
    // "Of the printing house" says where, and "Septimus Rook" and "Alley Cat" are names.
    if (/^(?:of|at|in|on|from|for|with|by|to|near|under|over|since|until|behind|beside)\s/i.test(clause)) return;
    const written = clause
      .split(/\s+/)
      .find((word, at) => at > 0 && word.toLowerCase().replace(/[^\p{L}\p{M}'’-]/gu, "") === noun);
    if (written !== undefined && /^\p{Lu}\p{Ll}/u.test(written) && kindOfNoun(noun) !== "human") return;
    // "Radio, theories": what somebody looks after, in a list of duties. (rule CA1409)
    if (APPLIANCES.test(clause) && clauses.length > 1 && role.includes(",")) return;
    if (opensWithVerb(clause) || /^(?:who|which|that)\s+(?!is\b|was\b)/i.test(clause)) return;
    // A dog may be captain and a machine governor: what is not human says so for good.
    const kind = kindOfNoun(noun);
    const sure = kind !== "human" && kind !== "group" && !/^(?:mind|intelligence)$/.test(noun);
    vote(noun, sure ? 7 : PART_IN_GAME.test(clause) ? 1 : index === 0 ? 4 : 3, profile.role, `the role says "${noun}"`);
    // "Automaton lady", "robot porter": what it is made of goes before what it does.
    const made =
      clause
        .split(/\s+(?:at|of|in|on|with|for|who|to)\s+/)[0]
        ?.toLowerCase()
        .match(/[\p{L}-]+/gu)
        ?.slice(0, -1) ?? [];
    if (
      kind === "human" &&
      made.some((word) => /^(?:automaton|android|robot|robotic|clockwork|mechanical|cyborg)$/.test(word))
    )
      tally.add("machine", 7, { file, text: profile.role, why: "the role says what it is made of" });
    // "Goblin broker", but not "troll hunter".
    if (kind === "human" && made.some((word) => PEOPLES.test(word)) && !HUNTS.test(noun))
      tally.add("other", 7, { file, text: profile.role, why: "the role says of what people they are" });
  });
  if (
    /\b(?:a|one) (?:person|human(?: being)?|man|woman|boy|girl) (?:in|inside|wearing|under|dressed)\b/i.test(
      profile.role,
    )
  )
    tally.add("human", 6, sign(profile.role, "the role says a person"));
  const remark = /\b(?:is|was) (?:an?|the) ([\p{L}-]+)/u.exec(parts.remark)?.[1];
  if (remark !== undefined) vote(remark.toLowerCase(), 3, parts.name, `the name says "${remark}"`);
  // "GR-4", "Unit 7": a name that is a type and a number.
  if (
    /^\p{Lu}{1,5}-?\d{1,4}\p{Lu}?$/u.test(parts.words.join(" ")) ||
    /^(?:unit|model|mark|mk)\s+\S*\d/i.test(parts.words.join(" "))
  )
    tally.add("machine", 7, sign(parts.name, "the name is a number"));
  // "Engine Four" is an engine.
  const numbered = NUMBERED_NAME.exec(parts.words.join(" "))?.[1];
  const headOfName = headNoun(numbered ?? parts.words.join(" "));
  if (numbered !== undefined && MACHINES.has(headOfName))
    tally.add("machine", 5, sign(parts.name, `the name says "${headOfName}"`));
  // "The Sleeper", "something in the ice": the ending of a word makes nobody of what the author leaves open. (rule CA614)
  const isOpen = SOMETHING.test(profile.role.trim());
  if (isOpen) tally.add("other", 3, sign(profile.role, "the role says something"));
  const isName = parts.article || /^\p{Ll}/u.test(parts.words[0] ?? "");
  if (isName && !(isOpen && kindOfNoun(headOfName) === "human" && !HUMANS.has(headOfName)))
    // "The fox", in small letters, is no by-name.
    vote(
      headOfName,
      isIn(ANIMALS, headOfName) && parts.words.every((word) => /^\p{Ll}/u.test(word)) ? 6 : 4,
      parts.name,
      `the name says "${headOfName}"`,
    );
  const last = parts.words.at(-1)?.toLowerCase() ?? "";
  if (/^of$/i.test(parts.words.at(-2) ?? "") && isIn(ANIMALS, last))
    tally.add("animal", 4, sign(parts.name, `the name says "${last}"`));
  for (const tag of profile.metadata?.tags ?? []) {
    const noun = tag.toLowerCase();
    const pieces = noun.split(/[-_ ]/);
    if (/^no-?body$|^bodiless$/.test(noun)) tally.add("machine", 1.5, sign(tag, `tagged "${tag}"`));
    else if (/^(?:talking|speaking|tame|wild|pack|sledge|lead|house)[-_ ]/.test(noun))
      vote(pieces.at(-1) ?? "", 2, tag, `tagged "${tag}"`);
    else if (pieces.length === 1) {
      if (noun === "swarm") tally.add("machine", 0.5, sign(tag, `tagged "${tag}"`));
      // "company" at Dame Joan says what she belongs to. (rule CA1558)
      else if (isIn(GROUPS, noun) && isAddressed(parts)) continue;
      // "Press" at a printer with a husband says what she works with. (rule CA6507)
      else if (isIn(MACHINES, noun) && HUMAN_LIFE.test(lifeOf(profile))) continue;
      else if (noun === "person" || !/(?:er|or|ist|ant|ary|ian)$/.test(noun)) vote(noun, 2, tag, `tagged "${tag}"`);
    } else if (/^equipment/.test(noun)) tally.add("machine", 1, sign(tag, `tagged "${tag}"`));
    else if (pieces[0] === "group") tally.add("group", 1, sign(tag, `tagged "${tag}"`));
  }
  const looks = profile.appearance ?? "";
  const own = [looks, profile.background ?? "", profile.speech_patterns?.style ?? "", String(profile.age ?? "")].join(
    " ",
  );
  tally.add("animal", Math.min(2, looks.match(LOOKS_ANIMAL)?.length ?? 0) * 0.5, sign(looks, "the looks"));
  tally.add("machine", Math.min(2, looks.match(LOOKS_MACHINE)?.length ?? 0) * 0.5, sign(looks, "the looks"));
  tally.add("machine", Math.min(3, `${own} ${profile.role}`.match(MADE)?.length ?? 0) * 0.8, sign(own, "it was made"));
  const firstLook = headNoun(looks.replace(/^(?:an?|the|one|two|three)\s+/i, ""));
  const lookKind = kindOfNoun(firstLook);
  if (lookKind !== undefined && lookKind !== "group" && lookKind !== "other" && /^(?:an?|the)\s/i.test(looks))
    vote(firstLook, 1, looks, "the looks");
  if (
    /\b(?:she|he|it|they)(?:['’]s|['’]re| is| was| are) an? (?:[a-zà-ž-]+ ){0,2}(dog|cat|horse|robot|machine|ghost|goose|bear|camel|animal)\b/i.test(
      own,
    )
  ) {
    const noun = /an? (?:[a-zà-ž-]+ ){0,2}(dog|cat|horse|robot|machine|ghost|goose|bear|camel|animal)\b/i.exec(
      own,
    )?.[1];
    if (noun !== undefined) vote(noun.toLowerCase(), 2, own, `the profile says "${noun}"`);
  }
  const voted = new Map<string, number>();
  for (const { sentence, mentions } of subject.named) {
    const mention = mentions.find(({ id, spoken }) => id === subject.id && !spoken);
    if (mention === undefined || mention.possessive) continue;
    const after = sentence.plain.slice(mention.end, mention.end + 80);
    const is =
      /^(?:,| is| was|['’]s|,? who is|,? who was)\s+(?:only |just |still |really )?(?:an?|the|our|one)\s+((?:[a-zà-ž'’-]+\s+){0,3}[a-zà-ž-]+)/i.exec(
        after,
      )?.[1];
    if (is === undefined) continue;
    const noun = headNoun(is);
    const times = voted.get(noun) ?? 0;
    if (times >= 2) continue;
    voted.set(noun, times + 1);
    vote(noun, /^,/.test(after) ? 1 : 1.5, sentence.text, `called "${noun}"`, sentence.span.file);
  }
  const decision = tally.decide(5, 2);
  return decision ?? { value: "human", certainty: "guessed", score: 0, sign: sign("", "nothing says what it is") };
}

/** "three", "both": a group of so many is that many of a kind. */
const COUNTED = /^(?:two|three|four|five|six|seven|eight|nine|ten|twin|both)(?![\w-])/i;
/** A role that opens with how many they are: not with an age, a measure or a number inside a word ("4-H exhibitor", "Thirty years a nurse"). */
const MANY =
  /^(?:(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)(?=\s+\p{L})|[a-zà-ž-]+ (?:thousand|hundred|dozen)\b)(?!\s+(?:years?|months?|weeks?|days?|nights?|hours?|minutes?|feet|foot|inch(?:es)?|met(?:re|er)s?|kilos?|pounds?|stone|times?|generations?|winters?|summers?|seasons?|terms?)\b)/iu;

export interface Nature {
  readonly kind: Decision<Kind>;
  /** Whether it is several. */
  readonly several: boolean;
}

/** Whether a name opens with a form of address that is one person's. */
const isAddressed = ({ words: [first = "", ...rest] }: Subject["parts"]): boolean =>
  rest.length > 0 &&
  /^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Sir|Dame|Lady|Lord|Madam|Brother|Sister|Father|Mother|Prior|Abbot|Captain|Professor|Saint)\.?$/.test(
    first,
  );

/** Settles groups: so many of one kind are that kind, and several. */
export function natureOf(subject: Subject): Nature {
  const kind = decideKind(subject);
  const { parts, profile } = subject;
  const name = parts.words.join(" ");
  const last = parts.words.at(-1)?.toLowerCase() ?? "";
  const head = headNoun(name).toLowerCase();
  const plural =
    isPluralGroup(head) || (/^of$/i.test(parts.words.at(-2) ?? "") && isPluralGroup(last) && parts.article);
  // Mary Peters is one, though singers are several.
  const [firstRole = ""] = profile.role.split(/[.;:,()]/);
  const isOnePerson =
    !parts.article && (isAddressed(parts) || isSingularPerson(headNoun(firstRole.replace(/^the\s+/i, ""))));
  const roleHead = opensWithVerb(profile.role) ? "" : headNoun(profile.role.replace(/^the\s+/i, ""));
  const grouped =
    (parts.article || parts.words.length > 1) && (GROUPS.has(head) || (plural && !isOnePerson))
      ? true
      : GROUPS.has(roleHead) && !HUMANS.has(roleHead);
  const tagged = (profile.metadata?.tags ?? []).some((tag) =>
    /^(?:group|swarm|plural|team|crowd|flock|herd|pack)(?:-|$)/i.test(tag),
  );
  const manyRole = MANY.test(profile.role);
  const several = grouped || tagged || manyRole;
  if (!several || kind.value !== "group") {
    if (kind.value === "group" && !several)
      return { kind: { ...kind, value: "human", certainty: "guessed" }, several: false };
    if (
      several &&
      kind.value === "human" &&
      grouped &&
      !COUNTED.test(name) &&
      !COUNTED.test(profile.role) &&
      !/midwi|sisters|brothers|twins/i.test(`${name} ${profile.role}`)
    )
      return { kind: { ...kind, value: "group" }, several };
    return { kind, several };
  }
  if (
    COUNTED.test(name) ||
    /\bgroup of (?:two|three|four|five)\b/i.test(profile.role) ||
    /^(?:sisters|brothers|twins|triplets)$/.test(head)
  )
    return { kind: { ...kind, value: "human" }, several };
  return { kind, several };
}

function isSingularPerson(noun: string): boolean {
  return kindOfNoun(noun) === "human" && !/[^s]s$/.test(noun);
}

function isPluralGroup(noun: string): boolean {
  return (
    /[^s]s$/.test(noun) &&
    (GROUPS.has(noun) || isIn(ANIMALS, noun) || isIn(HUMANS, noun) || HUMAN_ENDING.test(noun.slice(0, -1)))
  );
}

export interface Bodily {
  readonly body: CastEntry["body"];
  readonly speech: Decision<CastEntry["speech"]>;
  readonly mobility: CastEntry["mobility"];
}

const BODILESS = /\bno[- ]body\b|\bwithout (?:a|any) body\b|\bbodiless\b|\bdisembodied\b/i;

/** Says what of a body may be spoken of, how somebody makes themselves understood, and how they move. */
export function bodilyOf(subject: Subject, kind: Kind, lines: readonly string[]): Bodily {
  const { profile, file } = subject;
  const speech = speechOf(subject, kind, lines);
  const looks = profile.appearance ?? "";
  const tags = (profile.metadata?.tags ?? []).join(" ");
  const own = [looks, profile.background ?? "", profile.role, tags].join(" ");
  const bodiless =
    kind !== "human" &&
    kind !== "group" &&
    (BODILESS.test(
      `${own} ${subject.named
        .slice(0, 40)
        .map(({ sentence }) => near(subject, sentence.text))
        .join(" ")}`,
    ) ||
      /^none\b/i.test(looks));
  const voice: CastEntry["body"] = speech.value === "words" || speech.value === "sounds" ? ["voice"] : [];
  const named = (["face", "eyes", "mouth", "hands", "feet"] as const).filter((part) => BODY_WORDS[part].test(looks));
  const body: CastEntry["body"] =
    bodiless || kind === "voice"
      ? voice
      : kind === "human" || kind === "group"
        ? [
            "face",
            "eyes",
            "mouth",
            "hands",
            "feet",
            ...(speech.value === "words" ? (["voice"] as const) : []),
            "clothes",
          ]
        : kind === "animal"
          ? ["face", "eyes", "mouth", "feet", ...voice]
          : [...named, ...voice];
  return { body: [...new Set(body)], speech, mobility: mobilityOf(subject, kind, bodiless, file) };
}

const BODY_WORDS = {
  face: /\bfaces?\b/i,
  eyes: /\beyes?\b/i,
  mouth: /\bmouth\b/i,
  hands: /\bhands?\b/i,
  feet: /\bfeet\b|\blegs?\b|\bpaws?\b/i,
} as const;

/** The clause of a sentence around a mention: what it says of others counts for nothing. */
function near(subject: Subject, text: string): string {
  const name = subject.parts.words[0] ?? "";
  const at = text.indexOf(name);
  return at < 0 ? "" : text.slice(at, at + 80);
}

const NEVER_SPEAKS =
  /\b(?:(?:has|have) no mouth|no mouth and no words|and no words|(?:does|do|did|can|could|will)(?:n['’]t| not) (?:speak|talk|say (?:a word|anything))|never (?:speaks?|spoke|talks?|says? (?:a word|anything))|no words|has no (?:voice|words|sound)|(?:have|has|make|makes) no sound|no sound at all|cannot speak|can['’]t speak|mute|dumb|does-not-speak|says nothing at all)\b/i;
const SIGNS =
  /\b(?:gestures?|signs? with|sign language|points?|shrugs?|nods?|paws|mimes?|pantomime|set of an ear|ears, feet|looks?,)\b/i;
const WRITES =
  /\b(?:spells?|writes? (?:it|its|his|her|their|on|in|answers?)|letters? of light|in capitals|slate|notepad|prints? (?:on|out|slips?)|printed|typed?|stamps?)\b/i;
const SOUNDS =
  /\b(?:barks?|growls?|whines?|squeaks?|squeals?|hoots?|rings?|gongs?|bells?|beeps?|chirps?|groans?|sneezes?|honks?|hisses|purrs?|neighs?|bleats?|clicks?|ticks?|hums?|whistles? and)\b/i;
const UNLESS =
  /\b(?:on land|ashore|except|only when|unless|but (?:never|only)|until|with the (?:head|mask|hat) on|in public|before noon)\b/i;

function speechOf(subject: Subject, kind: Kind, lines: readonly string[]): Decision<CastEntry["speech"]> {
  const { profile, file } = subject;
  const style = profile.speech_patterns?.style ?? "";
  const tags = (profile.metadata?.tags ?? []).join(", ");
  const examples = profile.speech_patterns?.examples ?? [];
  const all = [...examples, ...lines];
  const acted = all.filter(isAct).length;
  const sign = (text: string, why: string) => ({ file, text, why });
  const as = (
    value: CastEntry["speech"],
    certainty: Decision<Kind>["certainty"],
    text: string,
    why: string,
  ): Decision<CastEntry["speech"]> => ({ value, certainty, score: 1, sign: sign(text, why) });
  const told = `${style} ${tags}`;
  const channel = (): CastEntry["speech"] =>
    WRITES.test(told)
      ? "writing"
      : kind === "animal" && SOUNDS.test(told + all.join(" "))
        ? "sounds"
        : SIGNS.test(told)
          ? "signs"
          : SOUNDS.test(told + all.join(" "))
            ? "sounds"
            : kind === "animal"
              ? "sounds"
              : "none";
  const silent = NEVER_SPEAKS.test(told) || /^none\b/i.test(style) || /\bsilent\b/i.test(tags);
  const says = all.length - acted;
  if (
    silent &&
    (!UNLESS.test(told) || acted * 2 >= all.length) &&
    (says === 0 || acted * 2 >= all.length || WRITES.test(told))
  )
    return as(channel(), "stated", style || tags, "the profile says so");
  if (all.length > 0 && acted * 2 > all.length)
    return as(channel(), "inferred", all.find(isAct) ?? "", "the examples are actions");
  if (WRITES.test(style) && kind !== "human" && kind !== "group" && all.every((line) => line === line.toUpperCase()))
    return as("writing", "inferred", style, "what it says is written");
  if (says > 0) return as("words", "stated", all.find((line) => !isAct(line)) ?? "", "the profile quotes them");
  if (kind === "human" || kind === "group") return as("words", "inferred", profile.role, "people speak");
  if (kind === "animal") return as("sounds", "inferred", profile.role, "an animal");
  return as(SOUNDS.test(told) ? "sounds" : "none", "guessed", style, "nothing says that it speaks");
}

/** "(A groan like a door.)", "*squeaks*", "Squeaks twice and sits down.": what is done, not what is said. */
function isAct(line: string): boolean {
  const text = line.trim();
  if (isAction(text)) return true;
  return (
    /^(?:A|An|One|Two|Three|Silence|Nothing|No sound)\b[^.!?]*\b(?:note|sigh|gong|groan|bark|squeak|look|nod|shrug|silence|knock|click|growl|whine|wag|howl|yelp|purr|hiss|snort|huff|chirp|beep|ring|stroke|strokes|breath)\b/i.test(
      text,
    ) && !/\b(?:I|you|we|me|my|your)\b/i.test(text)
  );
}

const FIXED =
  /\b(?:cannot (?:move|leave|walk)|can['’]t (?:move|leave)|bolted|moored|built into|set into|carved|fixed|does not move|never moves|stands? in (?:a|an|the) (?:well|glazed|corner|hall|square)|two storeys|tons?|rooted|hung in)\b/i;
const LEGGED = /\b(?:legs?|wheels?|treads|crawls?|crawler|walks?|rolls?|trundles?|feet|drives?|flies|swims?)\b/i;
const CARRIED =
  /\b(?:in|from) (?:a|the|its|his|her|their) (?:bucket|jar|box|pocket|cage|bottle|lamp|locket|case|bowl|tank|bag|basket|frame|glass)\b|\bBucket\b|\b(?:is|be|are|being) carried\b|\bcarries? (?:it|them) in\b/i;
const EVERYWHERE =
  /\b(?:in every (?:room|wall|ceiling)|all over|(?:[a-zà-ž]+-)*[a-zà-ž]+ ceiling speakers|every speaker|in the ceilings|the mind of|is the (?:house|ship|station)|everywhere)\b/i;

const NURSES = /\b(?:nurse|doctor|physician|surgeon|matron|orderly|sister|medic|chaplain)\b/i;
/** Who lies in bed or sits in a chair, and goes nowhere by themselves. (rule CA461) */
const BEDRIDDEN =
  /\b(?:bedridden|bed-?bound|takes? to (?:his|her|their) bed|confined to (?:his|her|their|a) (?:bed|chair|room|wheelchair)|(?:cannot|can['’]t|can no longer) (?:walk|stand|get up|leave (?:his|her|their) (?:bed|chair))|propped (?:up )?(?:up)?on (?:\p{L}+ )?(?:bolsters|pillows|cushions)|(?:now |lies |is )(?:ill |sick )?in (?:bed|the infirmary|the sick-?(?:bay|room)|hospital)|laid up)\b/iu;

function mobilityOf(subject: Subject, kind: Kind, bodiless: boolean, _file: string): CastEntry["mobility"] {
  const { profile } = subject;
  const own = [profile.appearance ?? "", profile.background ?? "", profile.role].join(" ");
  if (kind === "human" && BEDRIDDEN.test(own) && !NURSES.test(profile.role)) return "carried";
  if (kind === "human" || kind === "group") return bodiless ? "everywhere" : "walks";
  if (bodiless || kind === "voice") return EVERYWHERE.test(own) || kind === "machine" ? "everywhere" : "fixed";
  if (kind === "machine" || kind === "other" || kind === "spirit") {
    if (LEGGED.test(profile.appearance ?? profile.role) && !FIXED.test(own)) return "walks";
    if (CARRIED.test(own) && !FIXED.test(own)) return "carried";
    if (EVERYWHERE.test(own)) return "everywhere";
    if (kind === "machine") return "fixed";
    return FIXED.test(own) ? "fixed" : "walks";
  }
  if (
    /\b(?:newts?|fish|goldfish|frogs?|tadpoles?|snails?|crabs?|eels?|canary|finch|linnet|parrot|budgerigar)\b/i.test(
      `${profile.role} ${profile.name}`,
    ) &&
    CARRIED.test(`${own} ${profile.speech_patterns?.style ?? ""}`)
  )
    return "carried";
  return "walks";
}
