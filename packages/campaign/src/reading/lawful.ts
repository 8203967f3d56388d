import type { CastEntry, LeftOut, ReadLaw, Reading } from "@narratoria/protocol/contracts";
import { capitalise, splitSentences } from "@narratoria/protocol/english";
import { CORRECTIONS } from "../corrections.js";
import { brokenLaws, isSpeechless } from "@narratoria/protocol/laws";

/**
 * Leaves out of a reading what the author's own laws forbid to tell: facts, sights, lines, notes, things and topics. Beats,
 * documents and endings stay as they are: cutting them would change the story. Implements rule CA271.
 *
 * @param reading - With its laws.
 */
export function withoutUnlawful(reading: Reading): Reading {
  // What holds until a beat is told of afterwards: the telling keeps to it while it holds.
  const laws = reading.laws.map((law) => ({ ...law, checks: law.checks.filter(({ until }) => until === undefined) }));
  if (laws.every(({ checks }) => checks.length === 0)) return reading;
  const leftOut: LeftOut[] = [];
  const why = (text: string, speaker: readonly string[] = []): ReadLaw | undefined =>
    brokenLaws(text, laws, speaker.length === 0 ? {} : { speaker })[0]?.law;
  /** Whether a text may be told; where not, the author is told of it. */
  const may = (text: string, file: string, line: number): boolean => {
    const law = why(text);
    if (law === undefined) return true;
    leftOut.push({ file, line, text, why: `it breaks "${law.text}"` });
    return false;
  };
  const mayName = (np: string): boolean => why(np) === undefined;
  const sentences = (text: string): string =>
    splitSentences(text)
      // What the dead did before the story is what the premise tells.
      .filter((sentence) => isOfTheDead(why(sentence)) || may(sentence, "plot/premise.md", 0))
      .join(" ");

  const facts = reading.facts.flatMap((fact) => {
    if (!may(fact.text, fact.file, fact.line)) return [];
    const { tail, lead, rest, ...alone } = fact;
    const whole = (beside: readonly string[] | undefined): boolean =>
      beside?.every((sentence) => may(sentence, fact.file, fact.line)) === true;
    return [
      {
        ...alone,
        ...(tail !== undefined && may(tail, fact.file, fact.line) ? { tail } : {}),
        ...(lead !== undefined && whole(lead) ? { lead } : {}),
        ...(rest !== undefined && whole(rest) ? { rest } : {}),
      },
    ];
  });
  const told = new Set(facts.map(({ id }) => id));
  const topics = reading.topics
    .filter(({ np }) => mayName(np))
    .map((topic) => ({ ...topic, facts: topic.facts.filter((id) => told.has(id)) }));
  const named = new Set(topics.map(({ id }) => id));
  const gone = new Set(reading.topics.flatMap(({ id }) => (named.has(id) ? [] : [`topic:${id}`])));
  const isKept = (key: string): boolean => !gone.has(key);

  return {
    ...reading,
    // What cannot be asked about can still be found out.
    facts: facts.map((fact) => ({
      ...fact,
      topic: named.has(fact.topic) ? fact.topic : "",
      names: fact.names.filter(isKept),
    })),
    topics,
    places: reading.places.map(({ topic, ...place }) => ({
      ...place,
      sights: place.sights.filter(({ text, file, line }) => may(text, file, line)),
      props: place.props.filter(({ np }) => mayName(np)),
      ...(topic !== undefined && named.has(topic) ? { topic } : {}),
    })),
    cast: reading.cast.map((entry) => {
      const names = [entry.name, entry.called, ...entry.aliases];
      const says = (line: string): boolean => why(`“${line}”`, names) === undefined;
      const noted = (text: string): boolean =>
        why(`${entry.called} ${text}`) === undefined && why(capitalise(text)) === undefined;
      const silent =
        isSpeechless(names, laws) && entry.speech === "words" && entry.evidence.speech.file !== CORRECTIONS;
      return {
        ...entry,
        ...(silent ? withoutSpeech(entry, names, laws) : {}),
        looks: entry.looks.filter((text) => why(text) === undefined),
        props: entry.props.filter(({ np }) => mayName(np)),
        motives: entry.motives.filter(noted),
        relations: entry.relations.filter(({ text, predicate }) => noted(predicate ?? text)),
        wants: entry.wants.filter(({ text }) => noted(text)),
        lines: entry.lines.filter(({ text, form }) => (form === "words" ? says(text) : mayName(text))),
        catchphrases: entry.catchphrases.filter(says),
        topics: entry.topics.filter((id) => named.has(id)),
        inventory: entry.inventory.filter(mayName),
      };
    }),
    beats: reading.beats.map((beat) => ({ ...beat, names: beat.names.filter(isKept) })),
    questions: reading.questions.map((question) => ({
      ...question,
      clues: question.clues.filter((id) => told.has(id)),
      names: question.names.filter(isKept),
    })),
    opening: reading.opening.map(sentences).filter((paragraph) => paragraph !== ""),
    general: reading.general.filter((text) => may(text, "world/setting.md", 0)),
    toFind: reading.toFind.filter((text) => why(text) === undefined),
    carried: reading.carried.filter(mayName),
    leftOut: [...reading.leftOut, ...leftOut],
  };
}

const isOfTheDead = (law: ReadLaw | undefined): boolean =>
  law !== undefined && law.checks.every(({ kind }) => kind === "living");

/** A law that somebody never speaks says how they make themselves understood: not in words. */
function withoutSpeech(
  { kind, evidence }: CastEntry,
  names: readonly string[],
  laws: readonly ReadLaw[],
): Pick<CastEntry, "speech" | "evidence"> {
  const law = laws.find((one) => isSpeechless(names, [one]));
  const where = { file: law?.file ?? "", line: law?.line ?? 0 };
  return {
    speech: kind === "human" ? "none" : "sounds",
    evidence: { ...evidence, speech: { certainty: "inferred", ...where, why: "a constraint forbids them to speak" } },
  };
}
