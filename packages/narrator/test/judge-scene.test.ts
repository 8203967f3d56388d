// SPEC.md NA3300 to NA3304: a model looks at its own sentences before they are told.
import { expect, it } from "vitest";
import {
  createModelNarrator,
  ModelError,
  type ModelNarratorOptions,
  type NarratedScene,
  WrittenAhead,
  type WriteRequest,
} from "../src/index.js";
import { createScriptedHost, JUDGE_SAMPLE, type ScriptedAnswer, type ScriptedHost } from "../src/testing.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { sceneToTell } from "./support/prose-scenes.js";

const [FACT] = [...story.facts.values()].filter(({ topic }) => topic === "salt-book");
const scene = () => sceneToTell([{ kind: "learn", fact: FACT?.id ?? "", from: "orsolya", whole: true, how: "told" }]);

const FIRST = "You put the question about the Salt Book to Orsolya, and wait.";
const SECOND = "“Since the flood, every cart,” she says. “Salt goes past, and it is entered in there.”";
/** No word of it is a fault by its form. */
const LIE = "Under the counter, where she thinks that it is dry, Orsolya keeps a barrel of her own, and it is full.";
const THIRD = "Her pencil goes back behind her ear, and the draught turns a page of the Salt Book.";
const TEXT = `${FIRST}\n\n${SECOND}\n\n${LIE} ${THIRD}`;

const isVerdicts = ({ prompt, schema }: WriteRequest): boolean =>
  schema !== undefined && prompt.includes("# CHECK\n") && !prompt.includes("Brannoch");
const isMending = ({ prompt, schema }: WriteRequest): boolean => schema !== undefined && prompt.includes("# MEND\n");

const isFalse = (text = ""): boolean => text === LIE || JUDGE_SAMPLE.some(([one, isOne]) => isOne && one === text);
const isSample = ({ prompt }: WriteRequest): boolean => prompt.includes(JUDGE_SAMPLE[0]?.[0] ?? "-");

/** Verdicts of somebody who knows the lie. */
function verdictsOf({ prompt }: WriteRequest): string {
  const numbered = [...prompt.matchAll(/^(\d+)\. (.*)$/gm)].slice(-20);
  const written = prompt.slice(prompt.indexOf("# WRITTEN"));
  const members = numbered
    .filter(([line]) => written.includes(line))
    .map(([, number = "", text]) => [number, isFalse(text) ? "life" : "fine"]);
  return JSON.stringify(Object.fromEntries(members));
}

interface Answers {
  readonly text?: string;
  readonly verdicts?: (request: WriteRequest) => string | ScriptedAnswer;
  readonly mending?: object | string;
}

const hostOf = ({ text = TEXT, verdicts = verdictsOf, mending = {} }: Answers = {}): ScriptedHost =>
  createScriptedHost((request) => {
    if (isSample(request)) return verdictsOf(request);
    if (isVerdicts(request)) return verdicts(request);
    if (isMending(request)) return typeof mending === "string" ? mending : JSON.stringify({ 4: mending });
    return text;
  });

async function tell(host: ScriptedHost, options: Partial<ModelNarratorOptions> = {}) {
  const narrator = createModelNarrator({
    host,
    story,
    source: WEIGHBRIDGE,
    choicesMs: 0,
    judges: "always",
    ...options,
  });
  const said: string[] = [];
  const asked: number[] = [];
  const told = await narrator.tell(scene(), {
    signal: new AbortController().signal,
    onSentence: (_, text) => {
      said.push(text);
      asked.push(host.writes.length);
    },
  });
  return { ...told, said, asked, teller: narrator };
}

const textOf = ({ draft }: Pick<NarratedScene, "draft">): string => draft.paragraphs.join("\n");

it("[NA3300] asks for one verdict a sentence in one answer under a schema, before anything is told", async () => {
  const host = hostOf();
  const { said, asked, narration } = await tell(host);
  const [, verdicts] = host.writes;
  expect(verdicts?.schema).toMatchObject({ required: ["1", "2", "3", "4", "5"] });
  expect(verdicts?.prompt).toContain(`\n4. ${LIE}\n`);
  // What a model has read already stands first, so that it is not read again.
  expect(verdicts?.prompt.startsWith(host.writes[0]?.prompt ?? "-")).toBe(true);
  expect(asked.every((count) => count === 3)).toBe(true);
  expect(said[0]).toBe(FIRST);
  expect(narration.judged).toMatchObject([{ asked: 5, finds: [{ at: 3, sentence: LIE, kind: "life" }] }]);
  expect(narration.judged[0]?.questions.map(({ answer }) => answer)).toHaveLength(2);
});

it("[NA3301] tells a find that the next scene must remember without it, and nothing else of the scene otherwise", async () => {
  const instead = "Under the counter it is dry.";
  const told = await tell(hostOf({ mending: { remember: "yes", instead } }));
  expect(told.draft.paragraphs).toEqual([FIRST, SECOND, `${instead} ${THIRD}`]);
  expect(told.narrator).toBe("model");
  expect(told.said.join(" ")).toBe(told.draft.paragraphs.join(" "));
  expect(told.narration.judged[0]?.finds).toMatchObject([{ became: "mended", instead }]);
});

it("[NA3301] lets pass what no later scene has to remember", async () => {
  const told = await tell(hostOf({ mending: { remember: "no", instead: "" } }));
  expect(textOf(told)).toBe([FIRST, SECOND, `${LIE} ${THIRD}`].join("\n"));
  expect(told.narration.judged[0]?.finds).toMatchObject([{ became: "passed" }]);
});

it.each<[string, object | string]>([
  ["nothing is left of it", { remember: "yes", instead: "" }],
  ["it comes back as it was", { remember: "yes", instead: LIE }],
  ["it comes back longer", { remember: "yes", instead: `${LIE} ${LIE}` }],
  ["what is instead of it does not pass the checks", { remember: "yes", instead: "Jonas nods from the door." }],
  ["there is no answer about it", "I would rather not."],
])("[NA3301] cuts a find where %s", async (_, mending) => {
  const told = await tell(hostOf({ mending }));
  expect(told.draft.paragraphs.at(-1)).toBe(THIRD);
  expect(textOf(told)).not.toContain("barrel");
  expect(told.narration.judged[0]?.finds).toMatchObject([{ became: "cut" }]);
});

it("[NA3301] has what was cut out of a step told anew, with the fault named", async () => {
  const lie = "“Every cart since the flood is entered in there,” she says.";
  const host = hostOf({
    text: `${FIRST}\n\n${lie}\n\n${THIRD}`,
    verdicts: () => JSON.stringify({ 1: "fine", 2: "fact", 3: "fine" }),
    mending: "{}",
  });
  const { narration } = await tell(host);
  expect(narration.attempts).toHaveLength(2);
  expect(narration.attempts[1]?.prompt).toContain("Tell no fact that the steps do not have.");
});

it.each<[string, (request: WriteRequest) => string | ScriptedAnswer]>([
  ["prose", () => "It all seems fine to me."],
  ["words of its own", () => JSON.stringify({ 1: "great", 4: "terrible" })],
  ["a fault", () => ({ error: new ModelError("timeout", "Nothing came.") })],
  ["half an answer", () => `{"1":"fine","4":"li`],
])("[NA3302] tells the scene as it stands where the model answers with %s", async (_, verdicts) => {
  const told = await tell(hostOf({ verdicts }));
  expect(textOf(told)).toBe([FIRST, SECOND, `${LIE} ${THIRD}`].join("\n"));
  expect(told.narrator).toBe("model");
});

it("[NA3302] a model that gives no verdicts in two scenes is not asked for any more", async () => {
  const host = hostOf({ verdicts: () => "Fine." });
  const { teller: narrator } = await tell(host);
  const options = { signal: new AbortController().signal, onSentence() {} };
  for (let more = 0; more < 3; more++) await narrator.tell(scene(), options);
  expect(host.writes.filter(isVerdicts)).toHaveLength(2);
});

it("[NA3303] is asked only once its pace is known to allow it", async () => {
  const asked = async (msAPiece: number): Promise<number> => {
    let clock = 0;
    const host = hostOf();
    const narrator = createModelNarrator({
      host: {
        get status() {
          return host.status;
        },
        write: (request, options) =>
          host.write(request, {
            ...options,
            onText: (piece) => {
              clock += msAPiece;
              options.onText?.(piece);
            },
          }),
      },
      story,
      source: WEIGHBRIDGE,
      choicesMs: 0,
      now: () => clock,
    });
    const options = { signal: new AbortController().signal, onSentence() {} };
    await narrator.tell(scene(), options);
    expect(host.writes.filter(isVerdicts)).toEqual([]);
    await narrator.tell(scene(), options);
    return host.writes.filter(isVerdicts).length;
  };
  // A word in 15 ms, and in 90.
  expect(await asked(15)).toBe(1);
  expect(await asked(90)).toBe(0);
});

it.each<[string, (sentence: string, isFalse: boolean) => string, number]>([
  ["tells them apart", (_, isOne) => (isOne ? "life" : "fine"), 1],
  ["takes one sound sentence for false", (one, isOne) => (isOne || one.includes("bee") ? "event" : "fine"), 1],
  ["takes two sound sentences for false", (one, isOne) => (isOne || /bee|bucket/.test(one) ? "event" : "fine"), 0],
  ["finds nothing", () => "fine", 0],
  ["finds everything", () => "law", 0],
])("[NA3305] a model that %s in a sample is asked about scenes or not", async (_, verdict, asked) => {
  const host = createScriptedHost((request) =>
    isSample(request)
      ? JSON.stringify(Object.fromEntries(JUDGE_SAMPLE.map(([one, isOne], at) => [at + 1, verdict(one, isOne)])))
      : isVerdicts(request)
        ? verdictsOf(request)
        : isMending(request)
          ? "{}"
          : TEXT,
  );
  const ahead = new WrittenAhead(host);
  const narrator = createModelNarrator({ host: ahead, story, source: WEIGHBRIDGE, choicesMs: 0 });
  const options = { signal: new AbortController().signal, onSentence() {} };
  for (const of of ["a", "b"]) await narrator.tell(scene(), { ...options, ahead: ahead.writerFor(of, options.signal) });
  expect(host.writes.filter(isVerdicts).length > 0 ? 1 : 0).toBe(asked);
  expect(host.writes.filter(isSample)).toHaveLength(1);
});

it("[NA3304] [NA3350] judges what it writes ahead of need, and a slow model's scene is then told with its verdicts at once", async () => {
  const host = hostOf({ mending: { remember: "yes", instead: "" } });
  const ahead = new WrittenAhead(host);
  const asked: unknown[] = [];
  const onAsked = (ready: unknown) => asked.push(ready);
  const narrator = createModelNarrator({ host: ahead, story, source: WEIGHBRIDGE, choicesMs: 0, onAsked });
  const options = { signal: new AbortController().signal, onSentence() {} };
  await narrator.tell(scene(), { ...options, ahead: ahead.writerFor("a", options.signal) });
  const written = host.writes.length;
  expect(host.writes.filter(isVerdicts)).toHaveLength(1);
  const told = await narrator.tell(scene(), options);
  expect(host.writes).toHaveLength(written);
  expect(textOf(told)).not.toContain("barrel");
  await narrator.tell(scene(), options);
  expect(asked).toEqual(["whole", null]);
});

it("[NA3304] asks nothing more of a slow model whose scene was written ahead and not judged by then", async () => {
  const host = hostOf();
  const ahead = new WrittenAhead(host);
  const narrator = createModelNarrator({ host: ahead, story, source: WEIGHBRIDGE, choicesMs: 0 });
  const options = { signal: new AbortController().signal, onSentence() {} };
  const writer = ahead.writerFor("a", options.signal);
  const prose = {
    ...writer,
    write: (request: WriteRequest, more: Parameters<typeof writer.write>[1]) =>
      request.schema ? Promise.reject(new ModelError("timeout", "Later.")) : writer.write(request, more),
  };
  await narrator.tell(scene(), { ...options, ahead: prose });
  const told = await narrator.tell(scene(), options);
  expect(host.writes.filter(isVerdicts)).toEqual([]);
  expect(textOf(told)).toContain("barrel");
});

/** A story in which Orsolya keeps something to herself. */
const SECRET = "Orsolya filled the hole with wax herself, on a Sunday.";

it("[NA5462] tells whoever judges what is kept back, and neither the writer nor the trace", async () => {
  const host = hostOf();
  const { narration } = await tell(host);
  const [writing, judging] = [
    host.writes.find(({ schema }) => schema === undefined),
    host.writes.find((request) => isVerdicts(request)),
  ];
  expect(judging?.prompt).toMatch(/# KEPT BACK [^]*wax herself/);
  expect(JSON.stringify(judging?.schema)).toMatch(/"secret"[^]*"form"/);
  expect(`${writing?.system}${writing?.prompt}`).not.toContain(SECRET);
  expect(JSON.stringify(narration.judged)).toContain("KEPT BACK");
  expect(JSON.stringify(narration.judged)).not.toContain("wax herself");
});

it("[NA5462] passes no hint, whatever the model says of later scenes", async () => {
  const verdicts = ({ prompt }: WriteRequest): string =>
    verdictsOf({ prompt } as WriteRequest).replace('"life"', '"secret"');
  const { said } = await tell(hostOf({ verdicts, mending: { remember: "no", instead: "" } }));
  expect(said.join(" ")).not.toContain(LIE);
});
