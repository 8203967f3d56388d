import type { BeatReading, CastEntry, Evidence, PlotBeat, ReadAct } from "@narratoria/protocol/contracts";
import {
  capitalise,
  infinitive,
  isLemma,
  isVerb,
  looksFinite,
  type NameIndex,
  slug,
} from "@narratoria/protocol/english";
import { escape } from "./patterns.js";
import type { PlayerWords } from "./player-words.js";

type Conditions = NonNullable<PlotBeat["conditions"]>;

/** Something that waits: a beat or an ending with conditions. */
export interface Waiting {
  readonly kind: "beat" | "ending";
  readonly id: string;
  readonly file: string;
  readonly conditions: Conditions;
}

export interface ActContext {
  readonly cast: readonly CastEntry[];
  readonly beats: readonly BeatReading[];
  readonly names: NameIndex;
  readonly player: PlayerWords;
  /** All running text, for the phrase that a tag's words stand for. */
  readonly text: string;
  /** Beats that set a tag by themselves, by the tag. */
  readonly setBy: ReadonlyMap<string, readonly string[]>;
  /** Tags that an author words as deeds in the corrections. */
  readonly worded: ReadonlySet<string>;
  lineOf(file: string, text: string): number;
}

const PARTICLES = new Set(
  "up down in out on off over under back away through into onto to with at for from by about along across behind".split(
    " ",
  ),
);
/** Verbs whose act needs somebody to do it with. */
const TALK = new Set(
  "ask tell press confront promise persuade warn accuse question beg thank comfort show give offer trust challenge bargain convince refuse invite help beat".split(
    " ",
  ),
);
const ARTICLES = new Set(["the", "a", "an", "his", "her", "their", "your", "its", "my"]);
const WITHOUT_ARTICLE = /^(?:tea|breakfast|lunch|dinner|supper|bed|church|mass|school|court|work|sea|war)$/;
const PRONOUNS = new Set(["him", "her", "them", "it"]);

const FEELINGS = {
  trusts: "trusts",
  likes: "likes",
  neutral: "neutral",
  dislikes: "dislikes",
  hates: "hates",
} as const;

/**
 * Reads what the player can do for each tag, state and measure that beats and endings wait for.
 *
 * @param waiting - Beats and endings with conditions, in the author's order.
 */
export function readActs(waiting: readonly Waiting[], context: ActContext): ReadAct[] {
  const acts = new Map<string, ReadAct>();
  const add = (act: ReadAct): void => {
    const known = acts.get(act.id);
    if (known) acts.set(act.id, { ...known, for: [...known.for, ...act.for] });
    else acts.set(act.id, act);
  };
  for (const one of waiting) {
    const { conditions } = one;
    const beat = context.beats.find(({ id }) => id === one.id);
    const tags = [conditions.player_choice ?? [], conditions.player_choices ?? []].flat();
    const isWorded = (tag: string): boolean => context.worded.has(tag) || context.worded.has(slug(tag));
    const isSet = (tag: string): boolean =>
      !isWorded(tag) && context.setBy.get(tag)?.some((id) => id !== one.id) === true;
    for (const tag of tags) if (!isSet(tag)) add(actOfTag(tag, one, beat, context));
    const state = conditions.player_state;
    if (state !== undefined && !isSet(state)) {
      const isChoices = context.beats.some(({ choices }) => choices.some(({ tag }) => tag === state));
      const act = isChoices && !isWorded(state) ? undefined : actOfState(state, one, beat, context);
      if (act !== undefined) add(act);
      else if (isWorded(state)) add(actOfTag(state, one, beat, context));
    }
    for (const [npc, text] of Object.entries(conditions.npc_state ?? {}))
      if (typeof text === "string") add(measureOf(npc, text, one, context));
  }
  return [...acts.values()];
}

function actOfTag(tag: string, one: Waiting, beat: BeatReading | undefined, context: ActContext): ReadAct {
  const given = tag
    .toLowerCase()
    .split(/[_\s-]+/)
    .filter(Boolean);
  const words = /^(?:has|have|had)$/.test(given[0] ?? "") ? (deedOfState(given) ?? given) : asDeed(given);
  return build(
    tag,
    words.length === 1 ? deedOfNoun(words[0] ?? "", context) : words,
    one,
    "player_choice",
    beat,
    context,
    "a tag",
  );
}

/** Words joined by hyphens or underscores, without a blank. */
const IS_TAG = /^[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+$/u;
/** What one is or has come to be, and does not do. */
const IS_NO_DEED =
  /^(?:owed|known|knew|owned|needed|wanted|been|was|were|died|hurt|wounded|born|become|became|feared|hated)$/;

/** "has-the-key" asks to get the key, "promised-bram" to promise Bram; "open-for-business" says no deed. (rule CA1567) */
function deedOfState(words: readonly string[]): readonly string[] | undefined {
  const [first = "", ...rest] = words;
  if (rest.length === 0 || IS_NO_DEED.test(first)) return undefined;
  if (/^(?:has|have|had|got|holds?|owns?|carries|carry)$/.test(first)) {
    const [next = ""] = rest;
    // "has-met-osk" says what was done.
    if (ARTICLES.has(next)) return ["get", ...rest];
    return isPast(next) && isVerb(infinitive(next)) && infinitive(next) !== next
      ? deedOfState(rest)
      : ["get", "the", ...rest];
  }
  const deed = asDeed(words);
  return deed === words ? undefined : deed;
}

/** "spoke_to_osk": a tag that says what was done asks to do it. (rule CA1507) */
function asDeed(words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  const verb = infinitive(first);
  return rest.length === 0 || rest[0] === "by" || verb === first || isLemma(first) || !isVerb(verb) || !isPast(first)
    ? words
    : [verb, ...rest];
}

/** Whether a word is a past form: a third person is another's deed. */
const isPast = (word: string): boolean => !/s$/.test(word) && !/ing$/.test(word);

/** What one keeps, and does not look for. */
const KEPT = /^(?:silence|quiet|peace|watch|faith|calm|vigil)$/;

/** "clue" as a tag, where texts have it for a noun alone, is looked for. (rule CA1367) */
function deedOfNoun(word: string, { text }: ActContext): readonly string[] {
  if (KEPT.test(word)) return ["keep", word];
  const isNoun = new RegExp(
    `(?<![\\p{L}])(?:the|an?|this|that|his|her|no|one|first|last) ${escape(word)}s?(?![\\p{L}])`,
    "iu",
  ).test(text);
  const isVerb = new RegExp(
    `(?<![\\p{L}])(?:to|you|they|we|must|may|can|will|not) ${escape(word)}(?![\\p{L}])`,
    "iu",
  ).test(text);
  return isNoun && !isVerb ? ["look", "for", "the", word] : [word];
}

/** How somebody is who stays so: "awake after Compline". */
const STAYS = /^(?:awake|silent|alone|still|quiet|hidden|outside|inside)$/;

/** "Kind to Wren", "honest with Mr Nunn". */
const HOW_TO_SOMEBODY =
  /^(?:kind|good|civil|polite|honest|fair|gentle|loyal|generous|patient|rude|cruel|cold|warm|friendly|frank|open|straight|true) (?:to|with|towards?) \p{L}/iu;

/** "Curious about the sisters", "suspicious of Osk": what is on somebody's mind. */
const MINDED =
  /^(?:curious|inquisitive|interested|suspicious|doubtful|puzzled|worried|anxious|wondering) (?:about|in|of|by|over|as to) (.+)$/iu;

/** Of "is in the wardrobe, or has asked to see the list" the first that names a place, else the first: one is enough. (rule CA1044) */
function firstAlternative(state: string, context: ActContext): string {
  const plain = state.trim().replace(/[.]$/, "");
  const parts = plain.split(
    /,?\s+or\s+(?=(?:else\s+)?(?:(?:you|the player)\s+)?(?:has|have|is|are|was|were|knows?)\b)/i,
  );
  return parts.find((part) => placeIn(part, context) !== undefined) ?? parts[0] ?? plain;
}

/** "has gone below the seventh level" gives "go below the seventh level"; undefined for a tag that says no deed. */
function actOfState(
  state: string,
  one: Waiting,
  beat: BeatReading | undefined,
  context: ActContext,
): ReadAct | undefined {
  if (IS_TAG.test(state.trim())) {
    const words = state.trim().toLowerCase().split(/[-_]+/);
    const deed = deedOfState(words);
    return deed && build(slug(state), deed, one, "player_state", beat, context, "a state of the player");
  }
  const meant = firstAlternative(state, context);
  const text = context.player
    .asYou(meant)
    .replace(/^you\s+/i, "")
    .replace(/^(?:has|have|had|is|are|was|were)\s+(?:already |now |once )?/i, "");
  // "Has leave to take a launch" is asked for; "has reason to cross the bridge" is done.
  const granted = /^(leave|permission|orders) to (\p{Ll}.*)$/iu.exec(text);
  const grounds =
    /^(?:(?:leave|permission) (?:or|and) )?(?:an? |good |the )*(?:reason|cause|chance|means) to (\p{Ll}.*)$/iu.exec(
      text,
    );
  // "Curious about the sisters" is who asks about them. (rule CA5427)
  const minded = MINDED.exec(text)?.[1];
  const deed = granted
    ? `ask for ${granted[1]} to ${granted[2]}`
    : minded === undefined
      ? grounds?.[1]
      : `ask about ${minded}`;
  if (deed !== undefined)
    return build(
      slug(state),
      deed.split(/\s+/),
      one,
      "player_state",
      beat,
      context,
      "a state of the player",
      deed,
      placeIn(meant, context),
    );
  // "Kind to Wren" is how one is to somebody. (rule CA5427)
  const manner = HOW_TO_SOMEBODY.test(text) ? ["be", ...text.split(/\s+/)] : undefined;
  if (manner !== undefined)
    return build(slug(state), manner, one, "player_state", beat, context, "a state of the player", manner.join(" "));
  const [opening = "", ...others] = text.split(/\s+/);
  // "Outside at the farm" is at the farm. (rule CA5427)
  const isThere = /^(?:outside|inside)$/.test(opening) && /^(?:in|at|on|aboard)$/.test(others[0] ?? "");
  const [first = "", rest] = isThere
    ? [others[0], others.slice(1)]
    : STAYS.test(opening)
      ? ["stay", [opening, ...others]]
      : [opening, others];
  const state0 = /^(?:is|are)\b/i.test(meant.replace(/^(?:the player|you)\s+/i, ""));
  const place = placeIn(meant, context);
  if (state0 && !/(?:ed|en|ing)$/.test(first)) {
    // "is at the foot of the slip at low water": whoever goes there is there.
    const words = ["go", ...(/^(?:in|at|on|aboard)$/.test(first) ? ["to", ...rest] : [first, ...rest])];
    return build(
      slug(state),
      words,
      one,
      "player_state",
      beat,
      context,
      "a state of the player",
      words.join(" "),
      place,
    );
  }
  const owns = /^(?:has|have)\s+(?:the|a|an|\p{L}+['’]s)\s/iu.test(meant.replace(/^(?:the player|you)\s+/i, ""));
  const words = owns ? ["get", first, ...rest] : [infinitive(first), ...rest];
  return build(slug(state), words, one, "player_state", beat, context, "a state of the player", words.join(" "), place);
}

/** What the player does so that somebody is in a state: "has been told by you that it burns" asks to tell them that it burns. */
function stateAsDeed(called: string, state: string): readonly [verb: string, object: string] {
  const [, done, rest = ""] = /^(?:has|have) been (\p{Ll}+) by you\b(.*)$/u.exec(state.trim()) ?? [];
  if (done !== undefined) return [infinitive(done), `${called}${rest}`];
  const plain = state.trim();
  if (/^alone(?: with you)?$/i.test(plain)) return ["get", `${called} alone`];
  // What somebody has done of themselves comes of time spent with them. (rule CA1509)
  if (/^(?:has|have|had) /.test(plain)) return ["stay", `with ${called} for a while`];
  // "ready to talk", "in the boat": a state is written without its verb, too.
  const [first = ""] = plain.split(/\s+/);
  return ["see", `${called} ${looksFinite(first, true) || /s$/.test(first) ? "" : "is "}${plain}`];
}

function measureOf(npc: string, text: string, one: Waiting, { cast, player, lineOf }: ActContext): ReadAct {
  const person = cast.find(({ id }) => id === npc);
  const called = person?.called ?? npc;
  const word = /^\s*(\p{L}+)/u.exec(text)?.[1]?.toLowerCase() ?? "";
  const feeling = Object.entries(FEELINGS).find(([name]) => name === word)?.[1];
  const line = lineOf(one.file, text);
  const [verb, object] = feeling === undefined ? stateAsDeed(called, player.asYou(text)) : ["win", `${called}’s trust`];
  return {
    id: `${npc}-${slug(text)}`,
    for: [{ kind: one.kind, id: one.id, condition: "npc_state" }],
    verb,
    object,
    text: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${feeling === undefined && verb === "see" ? "that " : ""}${object}`,
    npc,
    ...(feeling === undefined ? {} : { measure: { npc, feeling } }),
    needs: [`npc:${npc}`],
    evidence: {
      certainty: feeling === undefined ? "guessed" : "stated",
      file: one.file,
      line,
      why: "a state of a character",
    },
  };
}

function build(
  id: string,
  words: readonly string[],
  one: Waiting,
  condition: ReadAct["for"][number]["condition"],
  beat: BeatReading | undefined,
  context: ActContext,
  why: string,
  asWritten?: string,
  place0?: string,
): ReadAct {
  const verb = words[0] ?? "";
  const sure = isLemma(verb) || TALK.has(verb);
  let at = 1;
  let phrase = verb;
  while (at < words.length && PARTICLES.has(words[at] ?? "")) phrase += ` ${words[at++]}`;
  const rest = words.slice(at);
  const object = asWritten === undefined ? objectOf(rest, beat, context) : { np: rest.join(" "), sure: true };
  const named = context.names.keysIn(object.np === "" ? "" : capitalise(object.np));
  let npc = object.npc ?? named.find((key) => key.startsWith("npc:"))?.slice(4);
  const place = place0 ?? named.find((key) => key.startsWith("place:"))?.slice(6);
  const topic = named.find((key) => key.startsWith("topic:"))?.slice(6);
  // Whom one tells or asks, where the tag does not say, is in the beat.
  if (npc === undefined && TALK.has(verb))
    npc =
      beat?.moments
        .flatMap(({ lines }) => lines.map(({ speaker }) => speaker))
        .find((speaker) => context.cast.some((each) => each.id === speaker)) ?? beat?.cast[0];
  const thing = npc === undefined && place === undefined && object.np !== "" ? object.np : undefined;
  const text = capitalise(withNames([phrase, object.np].filter(Boolean).join(" "), context));
  const evidence: Evidence = {
    certainty: sure && (object.sure || asWritten !== undefined) ? "inferred" : "guessed",
    file: one.file,
    line: context.lineOf(one.file, id),
    why,
  };
  return {
    id,
    for: [{ kind: one.kind, id: one.id, condition }],
    verb: phrase,
    ...(object.np === "" ? {} : { object: object.np }),
    text,
    ...(npc === undefined ? {} : { npc }),
    ...(place === undefined ? {} : { place }),
    ...(thing === undefined ? {} : { thing }),
    ...(topic === undefined ? {} : { topic }),
    needs: [...(npc === undefined ? [] : [`npc:${npc}`]), ...(place === undefined ? [] : [`place:${place}`])],
    evidence,
  };
}

/** "play dominoes with teyo": names have the capitals that they are written with, where no text has the word without. */
function withNames(text: string, { cast, text: texts }: ActContext): string {
  const names = cast.flatMap(({ name, called }) => [called, ...name.split(/\s+/)]);
  const lower = text.toLowerCase();
  const named = names.filter((name) => /^\p{Lu}\p{Ll}{2,}$/u.test(name) && lower.includes(name.toLowerCase()));
  const proper = [...new Set(named)].filter((name) => !isWord(name, texts));
  return proper.reduce(
    (words, name) => words.replace(new RegExp(`(?<![\\p{L}])${name.toLowerCase()}(?![\\p{L}])`, "gu"), name),
    text,
  );
}

/** Whether texts have a name's word in small letters too. */
const isWord = (name: string, texts: string): boolean =>
  new RegExp(`(?<![\\p{L}-])${escape(name.toLowerCase())}(?![\\p{L}])`, "u").test(texts);

interface FoundObject {
  readonly np: string;
  readonly npc?: string;
  readonly sure: boolean;
}

/** The words of a tag after its verb, as the campaign writes them: a person, a place, or a thing with its article. */
function objectOf(words: readonly string[], beat: BeatReading | undefined, context: ActContext): FoundObject {
  if (words.length === 0) return { np: "", sure: true };
  const joined = words.join(" ");
  if (PRONOUNS.has(joined)) {
    const person = beat?.cast
      .map((id) => context.cast.find((one) => one.id === id))
      .find((one) => one !== undefined && fits(one, joined));
    return person ? { np: person.called, npc: person.id, sure: true } : { np: joined, sure: false };
  }
  // "ask_how_many_shares": what is asked is a clause.
  if (/^(?:how|why|what|when|where|who|whom|whose|which|whether)\b/.test(joined)) return { np: joined, sure: true };
  // Its first words name somebody, by name, by role or by kind; what follows stays.
  for (let length = words.length; length > 0; length--) {
    // "hazel the letter" is Hazel and the letter.
    if (ARTICLES.has(words[length - 1] ?? "")) continue;
    const head = words
      .slice(0, length)
      .filter((word) => !ARTICLES.has(word))
      .join(" ");
    const before = words.slice(0, length).findIndex((word) => PARTICLES.has(word) || word === "of");
    const person = before >= 0 ? undefined : personOf(head, beat, context);
    // "the long yard" is nobody's, though somebody is called the Long Vicar.
    const next = words[length];
    const isOther =
      next !== undefined &&
      !PARTICLES.has(next) &&
      !ARTICLES.has(next) &&
      person !== undefined &&
      ![person.called, person.name].some((form) => slug(form) === slug(head)) &&
      isWord(head, context.text);
    if (person && !isOther)
      return { np: [person.called, ...words.slice(length)].join(" "), npc: person.id, sure: true };
  }
  // One goes to tea, and not to the tea.
  if (WITHOUT_ARTICLE.test(joined)) return { np: joined, sure: true };
  // As it stands somewhere in the texts, capitals, article and all.
  const pattern = `(?<![\\p{L}])((?:the|a|an|his|her|their|your|its)\\s+)?(${words
    .filter((word) => !ARTICLES.has(word))
    .map(asWrittenWord)
    .join("[\\s-]+")})(?![\\p{L}])`;
  // "Tea at Curtains" is a heading: what texts write small as well is no name.
  const found = new RegExp(pattern, "u").exec(context.text) ?? new RegExp(pattern, "iu").exec(context.text);
  if (found) {
    const article =
      words[0] !== undefined && ARTICLES.has(words[0])
        ? `${words[0]} `
        : found[1] === undefined
          ? ""
          : /^(?:his|her|their|its)\s/i.test(found[1])
            ? "the "
            : `${found[1].trim().toLowerCase()} `;
    return { np: `${article === "a " || article === "an " ? "the " : article}${found[2] ?? ""}`.trim(), sure: true };
  }
  return { np: joined, sure: words.some((word) => ARTICLES.has(word) || PARTICLES.has(word)) };
}

function fits(person: CastEntry, pronoun: string): boolean {
  return (
    (pronoun === "him" && person.pronoun === "he") ||
    (pronoun === "her" && person.pronoun === "she") ||
    (pronoun === "them" && person.pronoun === "they") ||
    (pronoun === "it" && person.pronoun === "it")
  );
}

function personOf(core: string, beat: BeatReading | undefined, { cast }: ActContext): CastEntry | undefined {
  const wanted = slug(core);
  if (wanted === "") return undefined;
  const inBeat = (one: CastEntry): number => (beat?.cast.includes(one.id) ? 0 : 1);
  const byName = cast.filter((one) =>
    [one.id, one.name, one.called, ...one.aliases].some(
      (form) => slug(form) === wanted || slug(form).split("-").includes(wanted),
    ),
  );
  const byRole = cast.filter(({ role, kind }) => roleNoun(role).endsWith(` ${core.toLowerCase()}`) || kind === core);
  const pool = byName.length > 0 ? byName : byRole;
  if (pool.length === 1 || byName.length > 0) return [...pool].sort((a, b) => inBeat(a) - inBeat(b))[0];
  const here = pool.filter((one) => inBeat(one) === 0);
  return here.length === 1 ? here[0] : undefined;
}

/**
 * What a role makes of somebody, in small letters after a space: " deputy sheriff" of "Deputy Sheriff, assigned to the fair". Who "runs the
 * wheel" is no wheel.
 */
function roleNoun(role: string): string {
  const [noun = ""] = role.split(/[,;(]| (?:of|at|to|for|in|on|from|with|who|that|and)\b/);
  return /\S\s+(?:the|an?|his|her|their)\s/i.test(noun) ? "" : ` ${noun.trim().toLowerCase()}`;
}

function placeIn(text: string, { names }: ActContext): string | undefined {
  return names
    .keysIn(text)
    .filter((key) => key.startsWith("place:"))
    .at(-1)
    ?.slice(6);
}

/** A tag has no marks: "governors" may stand for "Governor's". */
const asWrittenWord = (word: string): string =>
  /s$/.test(word) ? `${escape(word.slice(0, -1))}['’]?s['’]?` : escape(word);
