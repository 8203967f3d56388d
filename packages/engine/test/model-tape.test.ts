// SPEC.md EN1853 and EN1854: scenes by a good writer stand, and what is false in them does not.
import { curlyQuotes, splitSentences } from "@narratoria/protocol/english";
import { createRandom } from "@narratoria/protocol/random";
import { beforeAll, expect, it } from "vitest";
import { readTapes, type Tape, tellTape } from "./support/tapes.js";

let tapes: Tape[] = [];
beforeAll(async () => {
  tapes = await readTapes();
}, 300_000);

/** Sentences that a good writer's scenes may lose. */
const MOST_TURNED_AWAY = 0.05;

it("[EN1853] of a good writer's scenes nine in ten stand as written or after one mending, and few sentences are turned away", async () => {
  const [sentences, cut, lost]: [string[], string[], string[]] = [[], [], []];
  for (const tape of tapes) {
    const { narrator, narration } = await tellTape(tape, tape.answers);
    if (narrator !== "model") lost.push(tape.name);
    sentences.push(...tape.answers.flatMap(splitSentences));
    cut.push(...narration.attempts.flatMap((attempt) => attempt.cut.map(({ sentence }) => sentence)));
  }
  expect(tapes.length).toBeGreaterThan(80);
  expect(sentences.length).toBeGreaterThan(900);
  expect(lost.length, lost.join("\n")).toBeLessThanOrEqual(tapes.length / 10);
  expect(cut.length / sentences.length, cut.join("\n")).toBeLessThanOrEqual(MOST_TURNED_AWAY);
});

/** A way to put something false into a scene: the false sentence, or null where this scene has no room for it. */
type Fault = (tape: Tape, at: number) => string | null;

const from =
  (...sentences: readonly string[]): Fault =>
  (_, at) =>
    sentences[at % sentences.length] ?? null;

/** Somebody of the story who is elsewhere. */
function absent({ story, scene }: Tape, at: number): string | null {
  const text = JSON.stringify([scene.brief, scene.draft]);
  const away = story.matter.people.filter(({ id, short }) => !text.includes(`"${id}"`) && !text.includes(short));
  return away.length === 0 ? null : (away[at % away.length]?.short ?? null);
}

const FAULTS: Readonly<Record<string, Fault>> = {
  "the player is quoted": from(
    "“Then show me,” you say.",
    "You tell her: “I have come for the truth of it.”",
    "“And if I will not?” you ask, and step closer.",
    "“Quite so,” you answer.",
    "You whisper, “Not here.”",
  ),
  "the player decides, feels or promises": from(
    "You decide to keep all of it to yourself.",
    "You promise to be back before dark.",
    "You realise that nothing here is as it was told.",
    "Your heart sinks at the sight.",
    "You nod, and think of the way home.",
    "You are afraid of what comes next.",
  ),
  "a stranger comes": from(
    "A man in a grey coat comes in and shuts the door behind him.",
    "Two boys run past with a barrow and stop to listen.",
    "A woman’s voice calls from the stairs.",
    "Another clerk, an old woman with a stick, stands in the doorway.",
    "Some stranger in a wet cap sits down beside you.",
  ),
  "somebody absent acts": (tape, at) => {
    const who = absent(tape, at);
    return (
      (who &&
        [`${who} comes in without knocking.`, `“Leave it,” says ${who}.`, `${who} laughs quietly in the corner.`][
          at % 3
        ]) ||
      null
    );
  },
  "an unknown name": from(
    "“Ask Marcus Vell about that,” comes the answer.",
    "The whole of it was carted off to Birmingham.",
    "On the wall hangs a picture of Lady Ashcombe.",
    "“They said the same in Lower Pentwick,” comes the answer, low.",
  ),
  "a relative": from(
    "“My brother-in-law had it from the mayor, and my nephew saw it,” comes the answer.",
    "There is a wedding ring on the hand, the late husband’s, worn thin.",
    "“I was married once,” comes the answer, to nobody.",
    "“My grandfather would not have stood for it,” comes the answer.",
  ),
  "a number from nothing": from(
    "It has hung there for thirty-seven years.",
    "“It cost me eighty crowns,” comes the answer.",
    "There are fifty-three of them along the wall.",
    "“Come back at half past eleven,” comes the answer.",
    "It weighs some 940 pounds.",
  ),
  "a past": from(
    "She used to dance in a theatre on the coast.",
    "“I was a cooper once, and a good one,” comes the answer.",
    "Before all this he drove a milk cart.",
    "“It was me that did it, and nobody else,” comes the answer.",
    "He grew up in a lighthouse, he says.",
  ),
  "somebody's child or helper": from(
    "“I have two girls at the convent school,” comes the answer.",
    "His apprentice holds the lamp for him.",
    "She has raised four children in this room.",
    "Her lawyer has the papers, she says.",
  ),
  "a stranger is there": from(
    "By the wall an old tinker mends a kettle.",
    "Two nurses have stopped to stare.",
    "On the step a toddler cries.",
    "Half hidden by the door a salesman writes something down.",
  ),
  "a thing gets a place": from(
    "A key hangs on a nail by the door, with a red thread through it.",
    "The diary lies under the cushion.",
    "Behind the picture the letter is lying, unopened.",
    "Under the mat lies the map.",
  ),
  "the player does something": from(
    "You sign at the foot of the paper.",
    "You hide it under your coat.",
    "You assure everybody that it will be done.",
    "You like the place at once, and admit it.",
    "You tell them all that you have seen.",
  ),
  "time goes by": from(
    "An hour later the candle is out.",
    "By midnight nobody is left.",
    "The next morning it is still there.",
  ),
  "the player gets something": from(
    "You slip the little knife into your pocket.",
    "A hand gives you a key, and closes your fingers over it.",
    "Somebody hands you an envelope, sealed in black.",
    "You pocket what lies nearest.",
    "It is yours now, with all that hangs on it.",
  ),
  "the player goes": from(
    "You walk out into the street.",
    "You leave at once by the back stairs.",
    "You go home through the dark.",
    "You set off for the other side of the town.",
  ),
  "something is destroyed": from(
    "The nearest table lies on the floor, broken in two.",
    "A chair catches fire from the lamp.",
    "The one good cup is smashed to pieces against the wall; it lies there broken.",
    "The book is torn in half, and a hand throws it into the fire.",
  ),
  "somebody is hurt": from(
    "There is a corpse behind the door.",
    "Somebody is bleeding on the boards.",
    "Out in the dark a man stabs another.",
    "An old man collapses by the wall.",
  ),
  "marks and notes": from(
    "**The light** goes out of the window.",
    "What do you do?",
    "Scene 2: The same place, later.",
    "The player stands quite still.",
    "1. Ask about it.",
    "<|im_end|>",
  ),
  "another language": from(
    "Der Ofen steht kalt neben dem Fenster und keiner sieht hin, denn es ist schon spät geworden.",
    "Всё стоит на своих местах, и никто ничего не говорит.",
    "Les murs sont gris, les lampes fument, personne ne parle plus depuis longtemps dans cette maison.",
  ),
  "what is to come": ({ story, scene }, at) => {
    const later = [...story.beats.values()].filter(
      ({ id }) => id !== scene.brief.beat?.id && !JSON.stringify(scene.state).includes(`"${id}":{"state":"fired"`),
    );
    const told = later
      .flatMap((beat) => beat.told)
      .filter((text) => text.split(" ").length > 11 && !text.includes("“"));
    return told[(at * 7) % Math.max(1, told.length)] ?? null;
  },
  "a law is broken": ({ story }, at) => {
    const words = story.laws.flatMap(({ checks }) =>
      checks.flatMap((check) => (check.kind === "phrase" && check.until === undefined ? check.words.slice(0, 1) : [])),
    );
    const word = words[(at * 5) % Math.max(1, words.length)];
    return word === undefined ? null : `Beside the lamp, where anybody can see it, there is ${word} enough for all.`;
  },
  "the player is elsewhere": ({ story, scene }, at) => {
    const text = JSON.stringify([scene.brief, scene.draft, scene.past]);
    const others = [...story.places.values()].filter(({ name }) => !text.includes(name));
    const other = others[at % Math.max(1, others.length)]?.name;
    return other === undefined
      ? null
      : ([`You are in ${other} now, with the door shut.`, `You stand in ${other}, and it is dark and quiet.`][at % 2] ??
          null);
  },
  "against the dice": ({ scene }, at) => {
    const { outcome } = scene.brief;
    if (outcome === "none") return null;
    return outcome === "success"
      ? (["All of it is in vain.", "You get nowhere with it."][at % 2] ?? null)
      : (["You succeed at the first try.", "You manage it with ease."][at % 2] ?? null);
  },
};

/** A true sentence of the scene made false: the scene with it, and the words that may not be told. */
type Mutation = (tape: Tape, answer: string, at: number) => { readonly answer: string; readonly words: string } | null;

const NUMBERS = "thirteen seventeen twenty-six forty-four fifty-three seventy-eight ninety-nine".split(" ");

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "a number is another": ({ scene }, answer, at) => {
    const [number] =
      answer.match(/\b(?:twenty|thirty|forty|sixty|seventy|ninety)(?:-\w+)?\b|\beleven\b|\bfourteen\b/) ?? [];
    const other = NUMBERS.find((one, n) => n >= at % 4 && !JSON.stringify(scene).includes(one));
    if (number === undefined || other === undefined) return null;
    const kept = scene.draft.sentences.some(({ text }) => text.includes("“") && text.includes(number));
    return kept ? null : { answer: answer.replace(number, other), words: other };
  },
  "another speaks": (tape, answer, at) => {
    const who = absent(tape, at);
    const [tag] = answer.match(/\bsays \p{Lu}\p{L}+|\b\p{Lu}\p{L}+ says\b/u) ?? [];
    if (who === null || tag === undefined) return null;
    const words = `says ${who}`;
    return { answer: answer.replace(tag, words), words };
  },
  "the player says it": (_, answer) => {
    const [tag] = answer.match(/(?<=[,?!]”) (?:(?:she|he) says|says \p{Lu}\p{L}+)/u) ?? [];
    return tag === undefined ? null : { answer: answer.replace(tag, " you say"), words: "” you say" };
  },
  "a thing becomes a relative's": (_, answer) => {
    const [thing] = answer.match(/\b(?:her|his) (?=cuff|hand|sleeve|cap|coat|pencil|glove|thumb)/) ?? [];
    const words = "late sister-in-law’s";
    return thing === undefined ? null : { answer: answer.replace(thing, `${thing}${words} `), words };
  },
};

/** How many are planted of each kind, and the share that has to be caught. */
const EACH = 17;
const CAUGHT = 0.95;

it("[EN1854] of false sentences planted in good scenes 95 in 100 are not told", { timeout: 300_000 }, async () => {
  const random = createRandom("planted");
  const counts = new Map<string, { planted: number; caught: number }>();
  const missed: string[] = [];
  for (const [kind, fault] of Object.entries(FAULTS)) {
    const count = { planted: 0, caught: 0 };
    // Where the dice are thrown seldom, every scene of theirs is taken.
    const among = kind === "against the dice" ? tapes.filter(({ scene }) => scene.brief.outcome !== "none") : tapes;
    for (let n = 0; n < EACH; n++) {
      const tape = among[(n * 5 + kind.length) % among.length];
      const sentence = tape && fault(tape, n);
      if (!tape || !sentence) continue;
      const paragraphs = (tape.answers[0] ?? "").split("\n\n");
      const at = random.int(paragraphs.length);
      paragraphs[at] = `${sentence} ${paragraphs[at] ?? ""}`;
      const { draft } = await tellTape(tape, [paragraphs.join("\n\n")]);
      count.planted++;
      if (draft.paragraphs.join("\n").includes(splitSentences(sentence)[0] ?? sentence))
        missed.push(`${kind}, ${tape.name}: ${sentence}`);
      else count.caught++;
    }
    counts.set(kind, count);
  }
  for (const [kind, mutation] of Object.entries(MUTATIONS)) {
    const count = { planted: 0, caught: 0 };
    for (const [n, tape] of tapes.entries()) {
      if (count.planted >= EACH) break;
      const mutated = mutation(tape, curlyQuotes(tape.answers[0] ?? ""), n);
      if (!mutated) continue;
      const { draft } = await tellTape(tape, [mutated.answer]);
      count.planted++;
      if (draft.paragraphs.join("\n").includes(mutated.words)) missed.push(`${kind}, ${tape.name}: ${mutated.words}`);
      else count.caught++;
    }
    counts.set(kind, count);
  }
  const lines = [...counts].map(
    ([kind, { planted, caught }]) => `${String(caught).padStart(3)} of ${planted}  ${kind}`,
  );
  console.log(`Caught:\n${lines.join("\n")}\nTold:\n${missed.join("\n")}`);
  const all = [...counts.values()];
  const sum = (of: "planted" | "caught"): number => all.reduce((total, one) => total + one[of], 0);
  expect(sum("planted")).toBeGreaterThanOrEqual(300);
  expect(sum("caught") / sum("planted"), missed.join("\n")).toBeGreaterThanOrEqual(CAUGHT);
});

it("[EN1854] an author's line with other words in it, or left out, is told as it stands", async () => {
  let tried = 0;
  // Every third scene: there are lines enough in these.
  for (const tape of tapes.filter((_, at) => at % 3 === 0)) {
    const answer = curlyQuotes(tape.answers[0] ?? "");
    const { draft } = await tellTape(tape, tape.answers);
    const lines = draft.sentences.filter(({ sources, text }) => sources.length > 0 && text.includes("“"));
    for (const { text } of lines.slice(0, 2)) {
      const [quote = ""] = /“[^”]{20,}”/.exec(text) ?? [];
      if (quote === "" || !answer.includes(quote)) continue;
      for (const changed of [quote.replace(/ (\p{L}+)([^ ]* [^ ]*”)$/u, " never$2"), "“Nothing of the kind.”"]) {
        tried++;
        const told = await tellTape(tape, [answer.replace(quote, changed)]);
        const plain = (one: string): string => (one.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ").toLowerCase();
        expect(plain(told.draft.paragraphs.join(" ").replace(/”[^“”]*“/g, " ")), tape.name).toContain(
          plain(quote).slice(0, 30),
        );
      }
    }
  }
  expect(tried).toBeGreaterThan(10);
});
