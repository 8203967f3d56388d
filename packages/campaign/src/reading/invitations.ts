import type { BeatReading, CastEntry } from "@narratoria/protocol/contracts";
import {
  contentWords,
  countWords,
  isNameable,
  singular,
  type Thing,
  thingsIn,
  escapeRegExp,
} from "@narratoria/protocol/english";
import type { RareWords } from "./rare-words.js";

type AuthorChoice = BeatReading["choices"][number];

/** What a beat may be asked about, of whom, with what is said to it. */
export interface InvitationContext {
  readonly cast: readonly CastEntry[];
  readonly rare: RareWords;
  /** What the beat is known for later: its consequences, in the second person. */
  readonly consequences: readonly string[];
  /** Whether enough has happened for a secret to come out unasked for. */
  readonly isLate: boolean;
  /** Whether what waits for a beat or ending may be said after this one. */
  isOut(locked: string | undefined): boolean;
  /** In how many passages of the story a noun stands. */
  countOf(noun: string): number;
  /** Whether it is the first beat that somebody is in. */
  isFirst(npc: string): boolean;
}

/** What a question is about, after "ask Osk". */
const ABOUT = "(?:about|for|what|who|whom|whose|where|when|why|how|which|whether)\\b";
/** As many words as a question has. */
const LONGEST = 10;
/** As many as a beat is broken by. */
const MOST = 2;

interface Invitation {
  readonly npc: string;
  /** "press", "ask". */
  readonly verb: "ask" | "press";
  /** "about the boat book", "what is in the tin". */
  readonly about: string;
}

/**
 * Finds the questions that a beat puts into the player's mouth and that somebody in it answers: "Ask me what's in the tin", "You may press
 * Tamm about the boat book", "Nye will talk about who has stopped eating". One to which nobody has an answer is none.
 *
 * @returns Choices of the author's, each with what is said to it.
 */
export function invitationsOf(beat: BeatReading, context: InvitationContext): AuthorChoice[] {
  const { cast, rare, consequences, isFirst } = context;
  const people = beat.cast.flatMap((id) => cast.find((entry) => entry.id === id) ?? []);
  const found: AuthorChoice[] = [];
  const used = new Set<string>();
  const invitations = [
    ...unasked(beat, people, rare),
    ...ofLines(beat),
    ...consequences.flatMap((text) => ofConsequence(text, people)),
    ...people.flatMap((person) => (isFirst(person.id) ? ofWants(person) : [])),
  ];
  for (const { npc, verb, about } of invitations) {
    const person = people.find(({ id }) => id === npc);
    if (person === undefined || person.speech !== "words" || countWords(about) > LONGEST || found.length >= MOST)
      continue;
    const answer = answerOf(person, about, beat, rare);
    if (answer === undefined || used.has(answer)) continue;
    used.add(answer);
    found.push({ text: `${verb} ${person.called} ${about}`, asks: npc, answer, invited: true });
  }
  const nouns = thingsIn(
    [...beat.told, ...beat.moments.flatMap(({ lines }) => lines.map(({ line }) => line))].join(" "),
  );
  const questions = people.flatMap((person) => questionsTo(person, nouns, beat, context));
  questions.sort((one, other) => other.points - one.points);
  for (const { npc, about, answer } of questions) {
    if (found.length >= MOST || used.has(answer)) continue;
    if (found.some(({ asks, text }) => asks === npc || text.endsWith(about))) continue;
    const person = people.find(({ id }) => id === npc);
    used.add(answer);
    found.push({ text: `ask ${person?.called ?? npc} ${about}`, asks: npc, answer });
  }
  return found;
}

/** Something that somebody says, and where it is found. */
interface Saying {
  readonly id: string;
  readonly text: string;
  readonly isSecret: boolean;
  /** The question that it answers, by its author's own words: "the reels". */
  readonly asked?: string;
}

/** Share of a line's words that a beat's own lines have: then it says the same. */
const SAID_ALREADY = 0.5;

/** What somebody has to say that the beat itself does not: their secrets as far as they may be out, and examples of how they speak. */
function sayingsOf({ id, confidences = [], lines }: CastEntry, beat: BeatReading): Saying[] {
  const said = contentWords(beat.moments.flatMap((moment) => moment.lines.map(({ line }) => line)).join(" "));
  const isNew = (text: string): boolean => {
    const words = [...contentWords(text)];
    return words.filter((word) => said.has(word)).length < SAID_ALREADY * words.length;
  };
  return [
    ...confidences.map((one) => ({ id: one.id, text: one.text, isSecret: true })),
    ...lines.flatMap(({ text, form, cue }, at): Saying[] => {
      const about = askedAbout(cue);
      // What is said to another condition than a question waits for that. (rule CA3621)
      if (form !== "words" || (cue !== undefined && about === undefined) || !isNew(text)) return [];
      if (about === undefined && text.trimEnd().endsWith("?")) return [];
      return [
        {
          id: `${id}-says-${at + 1}`,
          text: about === undefined ? text : `${about}. ${text}`,
          isSecret: false,
          ...(about === undefined ? {} : { asked: about }),
        },
      ];
    }),
  ];
}

/** "the gate" of "If asked about the gate". */
const askedAbout = (cue: string | undefined): string | undefined =>
  /\b(?:asks?|asked|press(?:ed|es)?|push(?:ed|es)?) (?:\p{Ll}+ )?(?:about|after|for|of) (.+)$/iu
    .exec(cue ?? "")?.[1]
    ?.trim();

/** A passage of somebody's may be known in so many of the story's and still say what it is about. */
const MOST_PASSAGES_WORD = 8;

/** A question of which the author says that it is put goes before one that only fits. */
const ASKED_POINTS = 5;
/** "About her dad": whom it is about stands elsewhere. */
const OF_NOBODY_NAMED = /\b(?:he|she|it|they|him|her|his|hers|its|them|their)\b/iu;

/** Questions about a beat's things to which somebody has something to say, with how well it fits. */
function questionsTo(
  person: CastEntry,
  things: readonly Thing[],
  beat: BeatReading,
  { rare, isLate, isOut, countOf }: InvitationContext,
): { readonly npc: string; readonly about: string; readonly answer: string; readonly points: number }[] {
  if (person.speech !== "words") return [];
  const around = rare.weights(beat.told.join(" "));
  const sayings = sayingsOf(person, beat).filter(
    // Nobody asked for a secret: it takes a story's later part to come near it.
    ({ isSecret, id }) =>
      !isSecret || (isLate && person.confidences?.some((one) => one.id === id && isOut(one.locked)) === true),
  );
  const told = contentWords(
    [...beat.told, ...beat.moments.flatMap(({ lines }) => lines.map(({ line }) => line))].join(" "),
  );
  return sayings.flatMap(({ id, text, isSecret, asked }) => {
    if (asked !== undefined) {
      // The author's own question, where the beat speaks of its matter. (rule CA1703)
      const matter = [...contentWords(asked)];
      const isAtHand = matter.length > 0 && matter.every((word) => told.has(word));
      return isAtHand && !OF_NOBODY_NAMED.test(asked)
        ? [{ npc: person.id, about: `about ${asked}`, answer: id, points: ASKED_POINTS }]
        : [];
    }
    const own = new Set(thingsIn(text).flatMap(({ name, noun }) => [singular(name), singular(noun)]));
    const fitting = things.filter((thing) => {
      const { name, noun } = thing;
      const isOne = name === noun;
      if (!isNameable(thing)) return false;
      if (isOne && countOf(noun) > MOST_PASSAGES_WORD) return false;
      if (own.has(singular(name))) return true;
      // A secret speaks plainly, late in the story; an example line may only use the word.
      return isSecret && new RegExp(`(?<![\\p{L}-])${name}(?![\\p{L}-])`, "u").test(text);
    });
    const [best] = fitting.sort((one, other) => other.name.length - one.name.length);
    if (best === undefined) return [];
    const weight = [...rare.weights(text).keys()].reduce((sum, word) => sum + Math.min(1, around.get(word) ?? 0), 0);
    const points = weight + (best.name === best.noun ? 0 : 1.5) + (isSecret ? 0.5 : 0);
    return [{ npc: person.id, about: `about the ${best.name}`, answer: id, points }];
  });
}

/** "Have somebody ask them for the carbons": what somebody waits to be asked. */
function ofWants({ id, wants }: CastEntry): Invitation[] {
  return wants.flatMap(({ text }): Invitation[] => {
    const about = new RegExp(
      `^(?:have|get|find|for)? ?(?:somebody|someone|anybody|anyone) (?:to |who will |who)?asks? (?:him |her |them |it )?(${ABOUT}[^.,;:!?]*)`,
      "iu",
    ).exec(text.replace(/^to /i, ""))?.[1];
    return about === undefined || /\b(?:he|she|they|his|her|their)\b/i.test(about)
      ? []
      : [{ npc: id, verb: "ask", about: about.trim() }];
  });
}

/** "Nobody has thought to ask her what it smelt": of whoever she may be, the one who has an answer. (rule CA484) */
function unasked(beat: BeatReading, people: readonly CastEntry[], rare: RareWords): Invitation[] {
  const texts = [...beat.told, ...beat.moments.flatMap(({ lines }) => lines.map(({ line }) => line))];
  return texts.flatMap((text): Invitation[] => {
    const found = new RegExp(
      `\\b(?:nobody|no one|no-one) (?:here |there )?(?:has|had) (?:ever |yet |once )?(?:thought to ask|asked) ([^.,;:!?]{2,40}?) (${ABOUT}[^.,;:!?—–]*)`,
      "iu",
    ).exec(text);
    const [, whom = "", about = ""] = found ?? [];
    if (about === "" || /\b(?:I|me|my)\b/.test(about)) return [];
    const is = (person: CastEntry): boolean =>
      [person.name, person.called, ...person.aliases].includes(whom) ||
      { him: "he", her: "she", them: "they" }[whom.toLowerCase()] === person.pronoun;
    const able = people.filter((person) => is(person) && answerOf(person, about, beat, rare) !== undefined);
    const [person] = able;
    return person !== undefined && able.length === 1 ? [{ npc: person.id, verb: "ask", about: about.trim() }] : [];
  });
}

/** "Ask me what's in the tin." */
function ofLines({ moments }: BeatReading): Invitation[] {
  return moments.flatMap(({ lines }) =>
    lines.flatMap(({ speaker, line }): Invitation[] => {
      const about = new RegExp(`(?<![\\p{L}])ask me (${ABOUT}[^.,;:!?—–]*)`, "iu").exec(line)?.[1]?.trim();
      return about === undefined || /\b(?:I|me|my)\b/.test(about) ? [] : [{ npc: speaker, verb: "ask", about }];
    }),
  );
}

/** Words of which each form below has some: hardly a consequence has, and each person has expressions to be compiled. */
const OF_ASKING =
  / (?:(?:may|can) (?:now )?(?:ask|press|question|be asked|be pressed)|will (?:now )?(?:talk|speak|say|tell you|answer)) /iu;

/** What an author says that somebody may now be asked, or will now say. */
function ofConsequence(text: string, people: readonly CastEntry[]): Invitation[] {
  if (!OF_ASKING.test(text)) return [];
  for (const { id, name, called, aliases } of people) {
    const names = [...new Set([name, called, ...aliases])].map((form) => escapeRegExp(form)).join("|");
    const patterns: readonly (readonly ["ask" | "press" | undefined, RegExp])[] = [
      [
        undefined,
        new RegExp(`^you (?:may|can) (?:now )?(ask|press|question) (?:${names}) ((?:now )?${ABOUT}.+?)[.;]?$`, "iu"),
      ],
      [
        undefined,
        new RegExp(`^(?:${names}) (?:may|can) (?:now )?be (asked|pressed) ((?:now )?${ABOUT}.+?)[.;]?$`, "iu"),
      ],
      [
        "ask",
        new RegExp(
          `^(?:${names}) will (?:now )?(?:talk|speak|say|tell you|answer)(?: to (?:you|anybody|anyone))? ((?:about |of )?(?:${ABOUT})?.+?)[.;]?$`,
          "iu",
        ),
      ],
    ];
    for (const [verb, pattern] of patterns) {
      const match = pattern.exec(text);
      if (!match) continue;
      const said = (verb === undefined ? match[2] : match[1]) ?? "";
      const how = verb ?? (/^press/i.test(match[1] ?? "") ? "press" : "ask");
      const about = said
        .replace(/^of /i, "about ")
        .replace(/^about (?=(?:what|who|where|when|why|how|whether)\b)/i, "")
        .replace(/:.*$/, "");
      if (new RegExp(`^${ABOUT}`, "i").test(about)) return [{ npc: id, verb: how, about }];
    }
  }
  return [];
}

/** Id of what somebody has to say to a question: the saying that shares most of its words, then of the beat's. */
function answerOf(person: CastEntry, about: string, beat: BeatReading, rare: RareWords): string | undefined {
  const asked = [...contentWords(about)].filter((word) => word.length > 2);
  const around = rare.weights(beat.told.join(" "));
  const score = (text: string): number => {
    const words = contentWords(text);
    const hits = asked.filter((word) => words.has(word)).length;
    if (hits === 0) return 0;
    return [...words].reduce((sum, word) => sum + Math.min(1, around.get(word) ?? 0), hits * 3);
  };
  const [best] = sayingsOf(person, beat)
    .map(({ id, text }) => ({ id, points: score(text) }))
    .sort((one, other) => other.points - one.points);
  return best !== undefined && best.points > 0 ? best.id : undefined;
}
