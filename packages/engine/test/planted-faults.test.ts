// SPEC.md EN1856: faults of every class, by hand and by mutation, in campaigns that no check was made for.
import { readFileSync } from "node:fs";
import type { NarratedScene, WriteRequest } from "@narratoria/narrator";
import { contentWords, curlyQuotes, splitSentences } from "@narratoria/protocol/english";
import { beforeAll, expect, it } from "vitest";
import { readTapes, type Tape, tellTape } from "./support/tapes.js";

const FOLDER = new URL("fixtures/faults/", import.meta.url);
/** The checks were mended by the first; the second was counted, and not looked at; the third was counted first (32 of 47), and then mended by. */
const HALVES = ["development", "held-out", "further"] as const;
type Half = (typeof HALVES)[number];

interface FaultTape extends Tape {
  readonly half: Half;
}
/** A good scene with one fault in it. */
interface Fault {
  readonly tape: FaultTape;
  readonly kind: string;
  /** The whole scene. */
  readonly answer: string;
  /** Its sentences that the good one does not have. */
  readonly wrong: ReadonlySet<string>;
  readonly text: string;
}

const tapes = new Map<string, FaultTape>();
beforeAll(async () => {
  for (const half of HALVES)
    for (const tape of await readTapes(new URL(half, FOLDER).pathname)) tapes.set(tape.name, { ...tape, half });
}, 300_000);

/** So many are tried, one in so many. */
const ONE_IN = process.env["NARRATORIA_LONG"] ? 1 : 3;

const linesOf = (file: string): string[] =>
  readFileSync(new URL(file, FOLDER), "utf8")
    .trim()
    .split("\n")
    .filter((_, at) => at % ONE_IN === 0);
const bare = (text: string): string => text.replace(/[“”]/g, "");
const sentencesOf = (text: string): string[] => splitSentences(text.replace(/\n+/g, " ")).map(bare);

function tapeOf(name: string): FaultTape {
  const tape = tapes.get(name);
  if (!tape) throw new Error(`There is no tape ${name}.`);
  return tape;
}

/** A scene with a paragraph more. */
function planted(answer: string, text: string, at: number): string {
  const paragraphs = answer.split("\n\n");
  paragraphs.splice(Math.min(paragraphs.length, 1 + (at % 3)), 0, text);
  return paragraphs.join("\n\n");
}

function faults(): Fault[] {
  return ["planted.txt", "mutated.txt"].flatMap((file) =>
    linesOf(file).map((line, at): Fault => {
      const [name = "", kind = "", text = ""] = line.split("|");
      const tape = tapeOf(name);
      const good = curlyQuotes(tape.answers[0] ?? "");
      const [was = "", is] = text.split(" => ");
      if (is !== undefined && !good.includes(was)) throw new Error(`${name} has no “${was}”.`);
      const answer = is === undefined ? planted(good, text, at) : good.replace(was, is);
      const own = new Set(sentencesOf(good));
      return { tape, kind, text, answer, wrong: new Set(sentencesOf(answer).filter((one) => !own.has(one))) };
    }),
  );
}

const cutIn = ({ narration }: NarratedScene) => narration.attempts.flatMap(({ cut }) => cut);
/** Whether the scene came to its fault: one that was ended before that says nothing of it. */
const isReached = (told: NarratedScene, fault: Fault): boolean => {
  const text = told.draft.paragraphs.map(bare).join(" ");
  return (
    [...fault.wrong].some((sentence) => text.includes(sentence)) || isTurnedAway(told, fault) || isFound(told, fault)
  );
};
const isTurnedAway = (told: NarratedScene, { wrong }: Fault): boolean =>
  cutIn(told).some(({ sentence }) => wrong.has(bare(sentence)));
const isFound = ({ narration }: NarratedScene, { wrong }: Fault): boolean =>
  narration.judged.some(({ finds }) =>
    finds.some(({ sentence, became }) => became !== "passed" && wrong.has(bare(sentence))),
  );

/** What the model is asked about each class by. */
const KIND_OF: Readonly<Record<string, string>> = {
  absent: "person",
  contradicts: "fact",
  fixed: "person",
  hour: "where",
  kind: "form",
  law: "law",
  leak: "form",
  life: "life",
  name: "person",
  number: "fact",
  outcome: "event",
  place: "where",
  player: "you",
  secret: "secret",
  tense: "form",
  thing: "thing",
};

/** How many faults of each class the model was asked about, and of how many it had what it needs to tell. */
const asked = new Map<string, { asked: number; able: number }>();

/** Whether two words of a sentence stand together in what the model is told that nobody may tell. */
function isOfKeptBack(text: string, prompt: string): boolean {
  const [, kept = ""] = /# KEPT BACK[^\n]*\n([^#]*)/.exec(prompt) ?? [];
  const own = [...contentWords(text)];
  return kept.split("\n").some((line) => own.filter((word) => contentWords(line).has(word)).length > 1);
}

/** Verdicts as a strong model gives them that knows the fault: of what it is not asked about, or cannot know, it finds nothing. */
function strong({ kind, wrong }: Fault): (request: WriteRequest) => string {
  return ({ prompt, schema }) => {
    const written = prompt.slice(prompt.lastIndexOf("# WRITTEN"));
    const numbered = [...written.matchAll(/^(\d+)\. (?:\(\w+\) )?(.*)$/gm)];
    if (prompt.includes("# MEND\n"))
      return JSON.stringify(
        Object.fromEntries(numbered.map(([, number = ""]) => [number, { remember: "yes", instead: "" }])),
      );
    const count = asked.get(kind) ?? { asked: 0, able: 0 };
    asked.set(kind, count);
    const verdict = KIND_OF[kind] ?? "";
    const verdicts = numbered.map(([, number = "", text = ""]) => {
      if (!wrong.has(bare(text))) return [number, "fine"];
      count.asked++;
      // What is kept back it cannot find unless it is told of it.
      const isAsked =
        JSON.stringify(schema).includes(`"${verdict}"`) && (kind !== "secret" || isOfKeptBack(text, prompt));
      if (isAsked) count.able++;
      return [number, isAsked ? verdict : "fine"];
    });
    return JSON.stringify(Object.fromEntries(verdicts));
  };
}

interface Share {
  of: number;
  caught: number;
}
const shareOf = ({ of, caught }: Share): number => caught / of;
const table = (shares: ReadonlyMap<string, Share>): string =>
  [...shares]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, { of, caught }]) => `${name}: ${caught} of ${of}`)
    .join("\n");

async function measure(
  all: readonly Fault[],
  tell: (fault: Fault) => Promise<NarratedScene>,
): Promise<{
  readonly shares: ReadonlyMap<string, Share>;
  readonly told: readonly string[];
  readonly reached: number;
}> {
  const shares = new Map<string, Share>();
  const told: string[] = [];
  let reached = 0;
  for (const fault of all) {
    const scene = await tell(fault);
    if (!isReached(scene, fault)) continue;
    reached++;
    const caught = isTurnedAway(scene, fault) || isFound(scene, fault);
    for (const name of [fault.tape.half, `${fault.tape.half} ${fault.kind}`]) {
      const share = shares.get(name) ?? { of: 0, caught: 0 };
      shares.set(name, { of: share.of + 1, caught: share.caught + (caught ? 1 : 0) });
    }
    if (!caught && fault.tape.half === "development") told.push(`${fault.tape.name}, ${fault.kind}: ${fault.text}`);
  }
  return { shares, told, reached };
}

/** So many of the scenes come to their fault, and are not ended by a good sentence that is taken for one. */
const LEAST_REACHED = 0.9;
const FLOORS: Readonly<Record<Half, number>> = { development: 0.8, "held-out": 0.6, further: 0.7 };

it("[EN1856] of faults of every class the checks alone turn away a share by their own words", {
  timeout: 900_000,
}, async () => {
  const all = faults();
  const { shares, told, reached } = await measure(all, (fault) => tellTape(fault.tape, [fault.answer]));
  expect(reached).toBeGreaterThanOrEqual(all.length * LEAST_REACHED);
  console.log(`Reached ${reached} of ${all.length}\n${table(shares)}\nTold:\n${told.join("\n")}`);
  for (const half of HALVES)
    expect(shareOf(shares.get(half) ?? { of: 1, caught: 0 }), half).toBeGreaterThanOrEqual(FLOORS[half]);
});

it("[EN1856] with verdicts of a model that knows them 95 in 100 are not told, and it is asked about every class", {
  timeout: 900_000,
}, async () => {
  const { shares, told } = await measure(faults(), (fault) => tellTape(fault.tape, [fault.answer], strong(fault)));
  console.log(
    `${table(shares)}\nAsked:\n${[...asked].map(([kind, one]) => `${kind}: ${one.asked}, able ${one.able}`).join("\n")}\nTold:\n${told.join("\n")}`,
  );
  for (const half of HALVES)
    expect(shareOf(shares.get(half) ?? { of: 1, caught: 0 }), half).toBeGreaterThanOrEqual(0.95);
});

it("[EN1856] of good sentences and whole scenes at most one sentence in twenty is turned away", {
  timeout: 900_000,
}, async () => {
  for (const half of HALVES) {
    const turned: string[] = [];
    let all = 0;
    for (const [at, line] of linesOf("good.txt").entries()) {
      const [name = "", text = ""] = line.split("|");
      const tape = tapeOf(name);
      if (tape.half !== half) continue;
      all++;
      const own = new Set(sentencesOf(text));
      const cut = cutIn(await tellTape(tape, [planted(curlyQuotes(tape.answers[0] ?? ""), text, at)]));
      turned.push(
        ...cut.filter(({ sentence }) => own.has(bare(sentence))).map(({ check }) => `${name}, ${check}: ${text}`),
      );
    }
    console.log(half, all, half === "development" ? turned.join("\n") : turned.length);
    expect(turned.length / all, half).toBeLessThanOrEqual(0.05);
    const cut: string[] = [];
    const scenes = [...tapes.values()].filter((tape) => tape.half === half);
    for (const tape of scenes)
      cut.push(
        ...cutIn(await tellTape(tape, tape.answers)).map(
          ({ sentence, check }) => `${tape.name}, ${check}: ${sentence}`,
        ),
      );
    const sentences = scenes.flatMap(({ answers }) => answers.flatMap(sentencesOf)).length;
    console.log(half, scenes.length, sentences, half === "development" ? cut.join("\n") : cut.length);
    expect(scenes.length).toBeGreaterThanOrEqual(10);
    expect(cut.length / sentences, half).toBeLessThanOrEqual(0.05);
  }
});
