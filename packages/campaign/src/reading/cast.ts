/** Who is in a campaign: called, kind, pronoun, presence. */
import type { CastEntry, Evidence } from "@narratoria/protocol/contracts";
import type { StatedTraits } from "@narratoria/protocol/story";
import { tenseOf } from "./beat-cast.js";
import { type Called, decideCalled } from "./called.js";
import { type Bodily, bodilyOf, headNoun, type Nature, natureOf, type Subject } from "./kinds.js";
import { lineOf } from "./locate.js";
import {
  findPeople,
  type Named,
  namePeople,
  type PeopledSentence,
  type PeopleMentions,
  type PersonMention,
} from "./people-mentions.js";
import { type BeatSentences, decidePresence } from "./presence.js";
import { decideGenders, type GenderSubject, likelySex, type RelationNote } from "./pronouns.js";
import type { ReadingSource } from "./read-story.js";
import type { Decision } from "./tally.js";
import type { Sentence, Span } from "./texts.js";

/** What a campaign's own storybook, or the texts of one without profiles, says of somebody. */
export interface Statement {
  readonly short?: string;
  readonly epithet?: string;
  readonly pronoun?: CastEntry["pronoun"];
  readonly certainty: Evidence["certainty"];
  readonly file: string;
  readonly line: number;
}

/** Somebody of the cast, as far as it needs no places. */
export interface CastMember {
  readonly id: string;
  readonly name: string;
  readonly called: string;
  readonly aliases: readonly string[];
  readonly pronoun: CastEntry["pronoun"];
  readonly plural: boolean;
  readonly kind: CastEntry["kind"];
  readonly body: CastEntry["body"];
  readonly speech: CastEntry["speech"];
  readonly mobility: CastEntry["mobility"];
  readonly presence: CastEntry["presence"];
  readonly evidence: Omit<CastEntry["evidence"], "home">;
}

export interface CastReading {
  /** Finds whom a speaker's name or a key of a relationship means. */
  idOf(name: string): string | undefined;
  readonly members: readonly CastMember[];
  readonly mentions: PeopleMentions;
  /** Sentences of each beat in the order of the beats, with whom they name. */
  readonly beats: readonly BeatSentences[];
}

/** Turns a decision into evidence. Nothing that stands only in a secret is quoted or located. */
export function evidenceOf(
  source: ReadingSource,
  decision: Decision<string> | undefined,
  nothing = "nothing says",
): Evidence {
  if (decision === undefined) return { certainty: "guessed", file: "", line: 0, why: nothing };
  const { sign, certainty } = decision;
  const line = sign.file === "" || sign.text === "" ? 0 : lineOf(source, sign.file, sign.text);
  return { certainty, file: sign.file, line, why: sign.why };
}

/** Reads who is who. */
export function readCast(
  source: ReadingSource,
  spans: readonly Span[],
  statements: ReadonlyMap<string, Statement>,
): CastReading {
  const named = namePeople(
    source.npcs.map(({ id, profile, stated }) => ({
      id,
      name: profile.name,
      nicknames: stated?.nicknames ?? [],
      sex: stated?.pronoun === "he" || stated?.pronoun === "she" ? stated.pronoun : likelySex(profile),
    })),
    spans,
  );
  const mentions = findPeople(named, spans);
  const called = decideCalled(mentions);
  const who = new Map<Sentence, readonly PersonMention[]>(
    mentions.sentences.map(({ sentence, mentions: found }) => [sentence, found]),
  );
  const next = new Map<Sentence, PeopledSentence>();
  mentions.sentences.forEach((peopled, index) => {
    const following = mentions.sentences[index + 1];
    if (following !== undefined && following.sentence.span === peopled.sentence.span)
      next.set(peopled.sentence, following);
  });
  const own = new Map<string, Span[]>(source.npcs.map(({ id }) => [id, []]));
  const relations: RelationNote[] = [];
  const idOf = createIdFinder(source.npcs, named);
  for (const span of spans) {
    if (span.owner === undefined) continue;
    own.get(span.owner)?.push(span);
    const to = span.toward === undefined ? undefined : idOf(span.toward);
    if (to !== undefined && to !== span.owner) relations.push({ from: span.owner, to, span });
  }
  const lines = new Map<string, string[]>();
  for (const beat of source.beats)
    for (const { speaker, line } of beat.dialogue ?? []) {
      const id = idOf(speaker);
      if (id !== undefined) lines.set(id, [...(lines.get(id) ?? []), line]);
    }
  const statedTraits = new Map(source.npcs.map(({ id, stated }) => [id, stated]));
  const subjects = source.npcs.map(({ id, profile, stated }, index): GenderSubject => {
    const subject: Subject = {
      id,
      parts: named[index]?.parts ?? namePeople([{ id, name: profile.name }])[0]!.parts,
      profile,
      file: `characters/npcs/${id}/profile.json`,
      named: mentions.byPerson.get(id) ?? [],
    };
    const nature = statedNature(natureOf(subject), stated?.kind, subject.file);
    return { ...subject, kind: nature.kind.value, several: nature.several, nature, own: own.get(id) ?? [] };
  });
  const genders = decideGenders(subjects, relations, next, (sentence) => who.get(sentence) ?? []);
  const beats = beatSentences(source, mentions);
  const past = tenseOf(beats) > 0;
  const premise = mentions.sentences.filter(({ sentence }) => sentence.span.kind === "premise");
  const members = subjects.map((subject): CastMember => {
    const statement = statements.get(subject.id) ?? statementOf(statedTraits.get(subject.id), subject.file);
    const name = called.get(subject.id);
    const gender = genders.get(subject.id);
    const bodily: Bodily = bodilyOf(subject, subject.kind, lines.get(subject.id) ?? []);
    const presence = decidePresence(
      subject,
      beats,
      earlierThan(subject.profile.metadata?.first_appearance, beats, premise),
      past,
    );
    const stated = (of: Evidence["certainty"]): Evidence => ({
      certainty: of,
      file: statement?.file ?? "",
      line: statement?.line ?? 0,
      why:
        statement?.file === subject.file
          ? "the profile says so"
          : of === "stated"
            ? "the storybook says so"
            : "the texts speak of them so",
    });
    return {
      id: subject.id,
      name: subject.profile.name,
      called: statement?.short ?? name?.value ?? subject.profile.name,
      aliases: aliasesOf(subject, name, statement),
      pronoun: statement?.pronoun ?? gender?.pronoun?.value ?? null,
      plural: gender?.plural ?? false,
      kind: subject.kind,
      body: bodily.body,
      speech: bodily.speech.value,
      mobility: bodily.mobility,
      presence: presence.presence,
      evidence: {
        called: statement?.short === undefined ? evidenceOf(source, name) : stated(statement.certainty),
        pronoun:
          statement?.pronoun === undefined
            ? evidenceOf(source, gender?.pronoun, "no text gives a pronoun")
            : stated(statement.certainty),
        kind: evidenceOf(source, subject.nature.kind),
        presence: evidenceOf(source, presence),
        speech: evidenceOf(source, bodily.speech),
      },
    };
  });
  return { members, mentions, beats, idOf };
}

/** The kind that a profile states in so many words. */
function statedNature(nature: Nature, kind: CastEntry["kind"] | undefined, file: string): Nature {
  if (kind === undefined) return nature;
  const sign = { file, text: "", why: "the profile says so" };
  return { ...nature, kind: { value: kind, certainty: "stated", score: 1, sign } };
}

/** The pronoun that a profile states in so many words. */
function statementOf(stated: StatedTraits | undefined, file: string): Statement | undefined {
  if (stated?.pronoun === undefined) return undefined;
  return { pronoun: stated.pronoun, certainty: "stated", file, line: 0 };
}

function aliasesOf(subject: Subject, called: Called | undefined, statement: Statement | undefined): string[] {
  const { parts, profile } = subject;
  const main = statement?.short ?? called?.value;
  const forms = [
    ...(called?.aliases ?? []),
    ...(called === undefined ? [] : [called.value]),
    ...parts.nicknames,
    ...parts.aliases,
  ];
  return [...new Set(forms)].filter((form) => form !== main && form !== profile.name);
}

/** Finds whom a key of a relationship or a speaker means: ids, full names, names without remarks, a first name of one alone. */
function createIdFinder(npcs: ReadingSource["npcs"], named: readonly Named[]): (name: string) => string | undefined {
  const keys = new Map<string, string | null>();
  const enter = (key: string, id: string): void => {
    const folded = fold(key);
    if (folded === "") return;
    const known = keys.get(folded);
    if (known === undefined) keys.set(folded, id);
    else if (known !== id) keys.set(folded, null);
  };
  for (const { id } of npcs) enter(id, id);
  for (const { id, profile } of npcs) enter(profile.name, id);
  const weak = new Map<string, string | null>();
  for (const person of named)
    for (const { form } of person.candidates) {
      const folded = fold(form);
      const known = weak.get(folded);
      weak.set(folded, known === undefined || known === person.id ? person.id : null);
    }
  // "The Waitress" is whoever has the role alone.
  const roles = new Map<string, string | null>();
  for (const { id, profile } of npcs) {
    const [clause = ""] = profile.role.split(/[.;:,()]/);
    for (const role of new Set([fold(clause), fold(headNoun(clause))]))
      if (role !== "") roles.set(role, roles.has(role) && roles.get(role) !== id ? null : id);
  }
  const idOf = (name: string): string | undefined => {
    const folded = fold(name);
    return keys.get(folded) ?? weak.get(folded) ?? roles.get(folded) ?? undefined;
  };
  // "Mo (from the hatch)" is Mo.
  return (name) => idOf(name) ?? idOf(name.replace(/\s*[([,:–—].*$/su, ""));
}

function fold(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/^the\s+/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

function beatSentences(source: ReadingSource, mentions: PeopleMentions): BeatSentences[] {
  const byBeat = new Map<string, PeopledSentence[]>(source.beats.map(({ id }) => [id, []]));
  for (const peopled of mentions.sentences) {
    const { beat, kind } = peopled.sentence.span;
    if (beat !== undefined && kind !== "ending") byBeat.get(beat)?.push(peopled);
  }
  return source.beats.map((beat) => ({ beat, sentences: byBeat.get(beat.id) ?? [] }));
}

/** The premise and the descriptions of beats before a first appearance. */
function earlierThan(
  first: string | undefined,
  beats: readonly BeatSentences[],
  premise: readonly PeopledSentence[],
): PeopledSentence[] {
  const at = beats.findIndex(({ beat }) => beat.id === first);
  return [
    ...premise,
    ...beats
      .slice(0, Math.max(0, at))
      .flatMap(({ sentences }) => sentences.filter(({ sentence }) => sentence.span.kind === "beat")),
  ];
}
