/** How prose calls somebody. */
import { allMatches } from "@narratoria/protocol/english";
import type { Named, PeopleMentions } from "./people-mentions.js";
import type { Candidate } from "./names.js";
import type { Decision, Sign } from "./tally.js";
import { isTitle } from "./lexicon.js";
import { ADDRESS_HEADING, statedAddresses } from "./stated-address.js";

/** Share of the full name's count that a shorter form must reach. */
const SHARE = 0.2;

/** Last words that end no family name: a number, or the second part of a double name. */
const NO_FAMILY_NAME =
  /^(?:ann|anne|beth|lou|lee|jo|joe|ray|jean|mae|may|sue|kay|rae|ed|bob|jim|marie|rose|lynn|luc|paul|pierre|one|two|three|four|five|six|seven|eight|nine|ten|\d+\p{L}?|[IVX]+)$/iu;

export interface Called extends Decision<string> {
  /** Other forms that texts use, the commonest first. */
  readonly aliases: readonly string[];
}

/**
 * Decides what everybody is called: the part of the name that the author's running text uses most and that nobody else
 * shares, with article and title as written. Where a section says how people are addressed, it decides.
 */
export function decideCalled(mentions: PeopleMentions): ReadonlyMap<string, Called> {
  const counts = countForms(mentions);
  const stated = statedAddresses(mentions);
  const decided = new Map(
    mentions.people.map((person) => [person.id, calledOf(person, counts.get(person.id) ?? new Map(), mentions)]),
  );
  const bySurname = callsBySurname(mentions.people, decided);
  const spell = spelling(mentions.sentences.map(({ sentence }) => sentence.text));
  return new Map(
    mentions.people.map((person) => {
      const alone = decided.get(person.id) ?? calledOf(person, new Map(), mentions);
      const called = bySurname ? (surnameOf(person, alone, mentions) ?? alone) : alone;
      const address = stated.get(person.id);
      if (address === undefined || address.form === called.value) return [person.id, spell(called)];
      const aliases = [called.value, ...called.aliases].filter((form) => form !== address.form);
      return [person.id, { ...called, value: address.form, certainty: "stated", sign: address.sign, aliases }];
    }),
  );
}

/** "Mr." or "Mr": a title as the author mostly writes it, with or without its stop. (rule CA1698) */
function spelling(texts: readonly string[]): (called: Called) => Called {
  const text = texts.join("\n");
  const count = (title: string, stop: string): number =>
    text.match(new RegExp(`\\b${title}${stop}\\s(?=\\p{Lu})`, "gu"))?.length ?? 0;
  return (called) => {
    const [, title, stop = "", rest = ""] = /^(Mr|Mrs|Ms|Dr)(\.?) (.+)$/u.exec(called.value) ?? [];
    if (title === undefined) return called;
    const [stopped, open] = [count(title, "\\."), count(title, "")];
    if (stop === "" ? stopped <= open : open <= stopped) return called;
    const value = `${title}${stop === "" ? "." : ""} ${rest}`;
    return { ...called, value, aliases: [called.value, ...called.aliases.filter((form) => form !== value)] };
  };
}

/** Last names of somebody with a given name. */
const lastName = ({ parts }: Named): string | undefined =>
  parts.article || parts.words.length < parts.titles + 2 ? undefined : parts.words.at(-1);

/** Whether texts call most people by their last names alone: "Pike", "Nye", and never "Marguerite". */
function callsBySurname(people: readonly Named[], decided: ReadonlyMap<string, Called>): boolean {
  const sure = people.filter((person) => {
    const called = decided.get(person.id);
    return lastName(person) !== undefined && called !== undefined && called.certainty !== "guessed";
  });
  const short = sure.filter((person) => decided.get(person.id)?.value === lastName(person));
  return short.length >= 3 && short.length * 2 >= sure.length;
}

/** The last name of whom texts call otherwise too seldom to tell; undefined where another has it, or texts are sure. */
function surnameOf(person: Named, called: Called, { people }: PeopleMentions): Called | undefined {
  const last = lastName(person);
  const shared = people.some(({ id, parts }) => id !== person.id && parts.words.includes(last ?? ""));
  if (last === undefined || shared || called.certainty !== "guessed" || called.value === last) return undefined;
  const aliases = [called.value, ...called.aliases].filter((form) => form !== last);
  return {
    ...called,
    value: last,
    aliases,
    sign: { ...called.sign, why: "the others are called by their last names" },
  };
}

interface Count {
  weight: number;
  times: number;
  /** Times with "the" before it, where the form does not ask for it. */
  withArticle: number;
  sign: Sign;
  addressed: boolean;
}

function countForms(mentions: PeopleMentions): Map<string, Map<string, Count>> {
  const all = new Map<string, Map<string, Count>>();
  for (const { sentence, mentions: found } of mentions.sentences) {
    const { kind, file, heading } = sentence.span;
    if (kind === "law" || kind === "role") continue;
    const addressed = ADDRESS_HEADING.test(heading);
    for (const mention of found) {
      const own = all.get(mention.id) ?? new Map<string, Count>();
      all.set(mention.id, own);
      // "Captain Stroud" of a form "the Captain" is a different form: what follows "the" keeps its article.
      const key = `${mention.form}|${mention.article}`;
      const count = own.get(key) ?? {
        weight: 0,
        times: 0,
        withArticle: 0,
        addressed: false,
        sign: { file, text: sentence.text, why: "" },
      };
      count.weight += mention.spoken || kind === "line" || kind === "example" ? 0.5 : 1;
      count.times++;
      if (mention.article) count.withArticle++;
      if (addressed && !mention.spoken && mention.article !== undefined) count.addressed = true;
      own.set(key, count);
    }
  }
  return all;
}

function calledOf(person: Named, counts: ReadonlyMap<string, Count>, mentions: PeopleMentions): Called {
  const { parts } = person;
  const all = formsOf(person, counts, mentions);
  const last = parts.words.length > 1 ? (parts.words.at(-1) ?? "") : "";
  const withoutLast = all.filter(({ called }) => called !== last);
  // "Hals" of Frau Agnes Hals may be Konrad Hals, who is dead. (rule CA1663)
  const hasOwn = withoutLast.some(({ called, times }) => times >= FEWEST_TIMES && !called.includes(last));
  const isOthers = hasOwn && isNameOfAnother(person, last, mentions);
  const forms = isOthers ? withoutLast : all;
  const used = forms
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || b.called.length - a.called.length);
  const whole = forms.find(({ isWhole }) => isWhole);
  const wholeCalled = midSentence(parts.plain, parts.article);
  const decide = (form: Form | undefined, certainty: Called["certainty"], why: string): Called => {
    const called = form?.called ?? wholeCalled;
    const aliases = [...new Set(used.map((one) => one.called))].filter((one) => one !== called);
    const sign = { file: form?.sign.file ?? "", text: form?.sign.text ?? "", why };
    return { value: called, certainty, score: form?.weight ?? 0, sign, aliases };
  };
  const addressed = forms.filter((form) => form.addressed && !form.isWhole);
  const [onlyAddressed] = addressed;
  if (onlyAddressed !== undefined && addressed.length === 1 && onlyAddressed.weight >= (used[0]?.weight ?? 0) * 0.5)
    return decide(onlyAddressed, "stated", "the text says how people are addressed");
  if (parts.words.length === 1 && parts.nicknames.length === 0) {
    const best = used[0];
    const times = whole?.times ?? 0;
    return decide(
      best ?? whole,
      times > 0 ? "stated" : "inferred",
      best === undefined ? "the name" : `so called ${best.times} times`,
    );
  }
  const shorter = used.filter((form) => !form.isWhole);
  const top = wholeTimesOf(whole) >= 2 && (shorter[0]?.times ?? 0) < 2 ? undefined : shorter[0];
  const wholeWeight = whole?.weight ?? 0;
  const wholeTimes = whole?.times ?? 0;
  if (top === undefined) {
    // Only the full name, once or never: that. A title with a name stays whole.
    if (
      wholeTimes === 1 ||
      parts.titled ||
      (wholeTimes === 0 && parts.words.length < 3) ||
      (wholeTimes > 0 && parts.titles > 0) ||
      parts.article ||
      isLower(parts.plain) ||
      parts.words.length > 3 ||
      // Neither a number nor a second given name is a family name: "Lift Two", "Carla Jean".
      (wholeTimes > 0 && NO_FAMILY_NAME.test(parts.words.at(-1) ?? ""))
    )
      return decide(
        whole,
        wholeTimes > 0 ? "inferred" : "guessed",
        wholeTimes > 0 ? "only the full name is used" : "no text uses the name",
      );
    const lastTitled = forms.find(
      (form) => form.called === `${parts.words[0]} ${parts.words.at(-1)}` && parts.titles > 0 && parts.words.length > 2,
    );
    if (wholeTimes === 0 && lastTitled !== undefined) return decide(lastTitled, "guessed", "a title and the last name");
    // Used more than once, a full name leaves the given name for running prose.
    const given = forms.find((form) => form.words === 1 && !form.article && form.called === parts.words[0]);
    return decide(given ?? whole, "inferred", "the given name of the only form that is used");
  }
  let best = top;
  // Epithets of common nouns stay whole: "the boy" may be any boy.
  if (whole !== undefined && isLower(parts.plain) && whole.times >= 2)
    return decide(whole, sure(whole, undefined), `so called ${whole.times} times`);
  const titled = shorter.find((form) => form.words > 1 && form.titled);
  // Title and one word: both, unless the bare word comes three times and more than twice as often.
  const bare = shorter.find((form) => form.words === 1 && !form.article);
  const title = parts.titles === 1 || parts.titled;
  if (whole !== undefined && title && parts.words.length === 2 && !parts.article) {
    const clear = bare !== undefined && bare.times >= 2 && bare.weight >= 2 * whole.weight;
    const epithet = top.article && top.weight > 2 * whole.weight && top.times >= 3;
    if (!clear && !epithet) return decide(whole, sure(whole, bare), `so called ${whole.times} times`);
    best = clear && (!epithet || bare.weight >= top.weight) ? bare : top;
  } else if (
    titled !== undefined &&
    bare !== undefined &&
    bare === top &&
    titled.weight * 2 >= bare.weight &&
    titled.times >= 3
  )
    best = titled;
  // "the Keeper of Returns" yields to "the Keeper".
  const [headOfBest] = best.called.split(/\s+(?:of|the)\s+(?=\p{Lu})/u);
  const head =
    headOfBest === best.called ? undefined : forms.find((form) => form.called === headOfBest && form.times >= 2);
  if (head !== undefined) best = head;
  if (best.weight < SHARE * wholeWeight && best.times < 3)
    return decide(whole, "inferred", "the full name is used far more often");
  const second = used.find((form) => form !== best && !(form.isWhole && !parts.article));
  return decide(best, sure(best, second), `so called ${best.times} times`);
}

/** Times that a form without it must be used to stand for a last name that somebody else has. */
const FEWEST_TIMES = 3;

/** "Poor Hals", "March Hals": a quality or a month is no given name. */
const NO_GIVEN_NAME =
  /^(?:Old|Young|Poor|Dear|Little|Big|Good|Late|Saint|And|But|When|Then|If|That|What|January|February|March|April|May|June|July|August|September|October|November|December|\p{L}+day)$/u;

const givenNames = new WeakMap<PeopleMentions, ReadonlyMap<string, ReadonlySet<string>>>();

/** Words with a capital before each word with a capital, in all texts: "Konrad" before "Hals". */
function namesBefore(mentions: PeopleMentions): ReadonlyMap<string, ReadonlySet<string>> {
  const known = givenNames.get(mentions);
  if (known !== undefined) return known;
  const found = new Map<string, Set<string>>();
  for (const { sentence } of mentions.sentences)
    for (const [, given = "", family = ""] of allMatches(
      sentence.text,
      /(?<=[\p{Ll},] )(\p{Lu}\p{Ll}+) (\p{Lu}[\p{Ll}-]+)/gu,
    )) {
      const names = found.get(family) ?? new Set();
      found.set(family, names.add(given));
    }
  givenNames.set(mentions, found);
  return found;
}

/** Whether texts give a last name to somebody who is none of the cast, by a given name of their own. */
function isNameOfAnother({ parts }: Named, last: string, mentions: PeopleMentions): boolean {
  const own = new Set(mentions.people.flatMap((person) => person.parts.words));
  return [...(namesBefore(mentions).get(last) ?? [])].some(
    (given) => !own.has(given) && !isTitle(given) && !NO_GIVEN_NAME.test(given) && !parts.nicknames.includes(given),
  );
}

const wholeTimesOf = (whole: Form | undefined): number => whole?.times ?? 0;

interface Form {
  readonly called: string;
  readonly words: number;
  readonly article: boolean;
  readonly isWhole: boolean;
  readonly titled: boolean;
  readonly weight: number;
  readonly times: number;
  readonly addressed: boolean;
  readonly sign: Sign;
}

/** Times that the first word of a name stands alone behind "the", from which on it is an office. */
const FEWEST_OF_OFFICE = 2;

/** The forms of a name with their counts; those that another's name contains are left out. */
function formsOf(person: Named, counts: ReadonlyMap<string, Count>, mentions: PeopleMentions): Form[] {
  const { parts } = person;
  const others = mentions.people.filter(({ id }) => id !== person.id);
  const taken = (candidate: Candidate): boolean =>
    candidate.kind === "part" &&
    !candidate.article &&
    others.some(
      ({ parts: other, candidates }) =>
        candidates.some(({ form }) => form === candidate.form) &&
        containsWords(other.words, candidate.form.split(/\s+/)),
    );
  const wholeForm = parts.words.join(" ");
  const found: Form[] = [];
  for (const candidate of person.candidates) {
    if (taken(candidate)) continue;
    const plain = counts.get(`${candidate.form}|false`);
    const withThe = counts.get(`${candidate.form}|true`);
    // "The Provveditora has fined it": a title that no list has stands behind "the" wherever it stands alone. (rule CA3202)
    const isOffice =
      candidate.article !== true &&
      candidate.kind === "part" &&
      candidate.form === parts.words[0] &&
      (withThe?.times ?? 0) >= FEWEST_OF_OFFICE &&
      (withThe?.times ?? 0) > 3 * (plain?.times ?? 0);
    const count = candidate.article || isOffice ? withThe : plain;
    const isWhole =
      candidate.form === wholeForm && (candidate.article === true) === (parts.article || isLower(parts.plain));
    const words = candidate.form.split(/\s+/);
    found.push({
      called: isOffice ? `the ${candidate.called}` : candidate.called,
      words: words.length,
      article: candidate.article === true || isOffice,
      isWhole,
      titled: words.length > 1 && isTitle(words[0] ?? ""),
      weight: count?.weight ?? 0,
      times: count?.times ?? 0,
      addressed: count?.addressed ?? false,
      sign: count?.sign ?? { file: "", text: "", why: "" },
    });
  }
  return found;
}

function containsWords(words: readonly string[], run: readonly string[]): boolean {
  return words.some((_, at) => run.every((word, index) => words[at + index]?.toLowerCase() === word.toLowerCase()));
}

const isLower = (plain: string): boolean => /^\p{Ll}/u.test(plain.replace(/^the\s+/i, ""));

const midSentence = (plain: string, article: boolean): string => (article ? plain.replace(/^The /, "the ") : plain);

function sure(best: Form, second: Form | undefined): "stated" | "inferred" | "guessed" {
  if (best.times >= 5 && best.weight >= 3 * (second?.weight ?? 0)) return "stated";
  return best.times >= 2 ? "inferred" : "guessed";
}
