import { contentWords, memoizeText, splitSentences, verbLemmas } from "@narratoria/protocol/english";
import type { Check, SceneFacts } from "./scene-facts.js";
import { unquoted, wordSet, wordsIn } from "./scene-facts.js";

/** Words of which a thing has one: what is green is not red, and Tuesday is not Thursday. */
const EXCLUSIVE: readonly ReadonlySet<string>[] = [
  "monday tuesday wednesday thursday friday saturday sunday",
  "january february march april may june july august september october november december",
  "north south east west",
  "northern southern eastern western",
  "left right",
  "red green blue yellow black white grey brown violet purple orange pink",
  "spring summer autumn winter",
].map((words) => new Set(words.split(" ")));

/** Words that say the opposite of each other, by their lemma. */
const OPPOSITES: readonly (readonly [string, string])[] = (
  "rise:fall rise:drop rise:sink come:leave open:shut open:close best:worst better:worse more:less asleep:awake sleep:wake " +
  "dry:wet clean:dirty clean:rough alive:dead same:different always:never accept:refuse agree:refuse remember:forget win:lose empty:full hot:cold " +
  "early:late heavier:lighter bigger:smaller larger:smaller louder:softer nearer:farther nearer:further longer:shorter higher:lower warmer:colder richer:poorer stronger:weaker sooner:later guilty:innocent true:false patient:impatient possible:impossible polite:rude kind:cruel loud:quiet nod:shake push:pull lift:lower " +
  "light:dark safe:dangerous friend:enemy older:younger thick:thin deep:shallow smile:frown live:die arrive:leave enter:leave stay:leave found:lost"
)
  .split(" ")
  .map((pair) => pair.split(":") as [string, string]);

const DENIES = /\b(?:not|no|never|nothing|nobody|neither|nor|cannot|without|hardly)\b|n[’']t\b/i;

const lemmasOf = memoizeText(
  (text): ReadonlySet<string> => new Set(wordsIn(text).flatMap((word) => [word, ...verbLemmas(word)])),
);

/** Who it is about says nothing of the matter. */
const withoutNames = memoizeText((text): string => text.replace(/(?<=[\p{L},;] )\p{Lu}[\p{L}’'-]+/gu, " "));

const sharedOf = (one: string, other: string): string[] => {
  const has = contentWords(withoutNames(other));
  return [...contentWords(withoutNames(one))].filter((word) => has.has(word));
};

let lastSources: { readonly draft: string; readonly given: string; readonly all: readonly string[] } | undefined;

/** The texts that say how it is: the steps, and who is here. All sentences of a scene are held against the same. */
function sourcesOf({ draft, given }: SceneFacts): readonly string[] {
  if (lastSources?.draft !== draft || lastSources.given !== given)
    lastSources = { draft, given, all: readSources(draft, given) };
  return lastSources.all;
}

const readSources = (draft: string, given: string): readonly string[] => [
  ...splitSentences(draft),
  ...given
    .split("\n")
    .filter((line) => line.startsWith("- ") || /^\d+\. /.test(line))
    .flatMap(splitSentences),
];

/** The word that a quality stands with: "green" of "a green baize curtain" with "baize", of "the coat is green" with "coat". */
function nounOf(text: string, quality: string): string {
  const [, before = "", after = ""] =
    new RegExp(
      `(?:\\b([\\p{L}’-]+) (?:is|are|was|were) (?:\\p{Ll}+ )?)?\\b${quality}\\b(?:[ -](?:of )?([\\p{L}’-]+))?`,
      "iu",
    ).exec(text) ?? [];
  return (
    after === "" || /^(?:and|or|with|in|on|at|to|by|of|as|is|are|was)$/i.test(after) ? before : after
  ).toLowerCase();
}

/** Whether a sentence has another day, colour or side of the same than a source does. */
function hasOtherOfKind(sentence: string, facts: SceneFacts): boolean {
  const words = new Set(wordsIn(sentence));
  return EXCLUSIVE.some((kind) => {
    const said = [...words].filter((word) => kind.has(word));
    const [one, ...more] = said;
    if (one === undefined || more.length > 0 || DENIES.test(sentence)) return false;
    const noun = nounOf(sentence, one);
    if (noun === "") return false;
    return sourcesOf(facts).some((source) => {
      const own = wordsIn(source).filter((word) => kind.has(word));
      const [other] = own;
      if (other === undefined || own.includes(one) || nounOf(source, other) !== noun) return false;
      const shared = sharedOf(sentence, source).length;
      const isShort = wordsIn(sentence).length <= 4;
      return (
        (shared > 1 || isShort) &&
        !new RegExp(`\\b${one}[ -](?:of )?${noun}\\b`, "iu").test([...facts.past, facts.draft, facts.given].join("\n"))
      );
    });
  });
}

const IT_IS_DAY =
  /\b[Ii]t(?: is|[’']s) (?:now |only |still )?(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/gu;

/** "It is Thursday", where it was Tuesday a moment ago; "rings for Monday", where it rings for Thursday. */
function hasOtherDay(sentence: string, { past, draft }: SceneFacts): boolean {
  if (!wordsIn(sentence).some((word) => EXCLUSIVE[0]?.has(word))) return false;
  const [now] = [...unquoted(sentence).matchAll(IT_IS_DAY)].map(([, day = ""]) => day);
  const known = [...`${unquoted(past.join("\n"))}\n${unquoted(draft)}`.matchAll(IT_IS_DAY)]
    .map(([, day = ""]) => day)
    .at(-1);
  if (now !== undefined && known !== undefined && now !== known && !draft.includes(now)) return true;
  const days = EXCLUSIVE[0] ?? new Set<string>();
  const said = wordsIn(sentence).filter((word) => days.has(word));
  return (
    said.length === 1 &&
    splitSentences(draft).some((one) => {
      const own = wordsIn(one).filter((word) => days.has(word));
      return (
        own.length === 1 &&
        own[0] !== said[0] &&
        sharedOf(one, sentence).length > 0 &&
        !wordSet(draft).has(said[0] ?? "")
      );
    })
  );
}

/** Words of a step that a sentence shares from which it is on the same matter. */
const SAME_MATTER = 2;

/** A step that has less than this part of the words that the nearest one shares with a sentence is not what the sentence is about. */
const NEAR = 2;

/** Whether a sentence says the opposite of a step on the same matter. */
function saysOpposite(sentence: string, { draft, told }: SceneFacts): boolean {
  if (DENIES.test(sentence) || /\byou\b/iu.test(sentence)) return false;
  const own = lemmasOf(sentence);
  const steps = splitSentences(draft);
  // What tells one step is not about another that has a word or two of it. (rule NA6611)
  const nearest = Math.max(0, ...steps.map((step) => sharedOf(step, sentence).length));
  return steps.some((step) => {
    if (DENIES.test(step) || sharedOf(step, sentence).length * NEAR < nearest) return false;
    const has = lemmasOf(step);
    const pair = OPPOSITES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]).find(
      ([here, there]) => own.has(here) && !own.has(there) && has.has(there) && !has.has(here),
    );
    if (pair === undefined) return false;
    const stems = new Set(pair.flatMap((word) => [...contentWords(word)]));
    const shared = sharedOf(step, sentence).filter((word) => !stems.has(word)).length;
    const least = contentWords(step).size <= 4 ? 1 : SAME_MATTER;
    // Who has told the step may go on to its opposite: "She opens it. She shuts it again."
    const isTold = told.some((one) => lemmasOf(one).has(pair[1]) && sharedOf(step, one).length > 0);
    return shared >= least && !isTold;
  });
}

/** "She does not lift it": a verb of the sentence's own that is denied. */
const DENIED_VERB =
  /\b(?:do|does|did|is|was|has|have|had|can|could|will|would)(?:n[’']t| not|not) (?:\p{Ll}+ly |yet |ever )?(\p{Ll}{3,})\b/giu;

/** "Osk never finished the score", "she never lifts it". (rule NA5826) */
const NEVER_DID = /\bnever (?:\p{Ll}+ly )?(\p{Ll}{3,})\b/giu;

/** Whether a sentence denies what a step has somebody do. */
function deniesSource(sentence: string, { draft }: SceneFacts): boolean {
  const counts = wordsIn(sentence).flatMap(verbLemmas);
  const denied = [...sentence.matchAll(DENIED_VERB)]
    // "Looks at the water, and does not look at you": it is done, too.
    .filter(([, verb = ""]) => counts.filter((lemma) => lemma === verb.toLowerCase()).length < 2)
    // "I would not have you think it chance": the verb that is denied is another.
    .filter(([, verb = ""]) => !/^(?:have|had|be|been|do|let|get|make|think|want|like|seem)$/i.test(verb))
    .flatMap(([, verb = ""]) => [verb.toLowerCase(), ...verbLemmas(verb.toLowerCase())]);
  denied.push(
    ...[...sentence.matchAll(NEVER_DID)]
      .filter(() => counts.length > 0)
      .flatMap(([, verb = ""]) => verbLemmas(verb.toLowerCase()))
      .filter((lemma) => counts.filter((one) => one === lemma).length < 2),
  );
  if (denied.length === 0) return false;
  const stems = new Set(denied.flatMap((verb) => [...contentWords(verb)]));
  return splitSentences(draft).some((step) => {
    if (DENIES.test(step)) return false;
    const does = lemmasOf(step);
    return (
      denied.some((verb) => does.has(verb)) &&
      sharedOf(sentence, step).filter((word) => !stems.has(word)).length >= SAME_MATTER
    );
  });
}

/** "It is quite true", where a step says that it is not. (rule NA5826) */
const IT_IS =
  /(?:^|[.!?;:] |[“”] )(?:[Ii]t|[Tt]hat|[Tt]his)(?:[’']s| is) (?:quite |all |very |perfectly |really |only )?(\p{Ll}{4,})\b/gu;
const affirmsDenied = (sentence: string, { draft }: SceneFacts): boolean =>
  [...sentence.matchAll(IT_IS)].some(
    ([, what = ""]) =>
      new RegExp(`\\b(?:[Ii]t|[Tt]hat|[Tt]his)(?: is not|[’']s not| isn[’']t) (?:\\p{Ll}+ )?${what}\\b`, "u").test(
        draft,
      ) && !new RegExp(`\\b(?:is|[’']s) ${what}\\b`, "u").test(draft),
  );

/** "None of them is loose", where a step says that one is. */
const NONE_IS = /\b(?:[Nn]one|[Nn]ot one|[Nn]either)(?: of [\p{L}’ -]{2,20})? (?:is|are|was|were) (\p{Ll}{4,})\b/gu;
/** "He gets up", where a step says that he does not: the verb and its particle. */
const DOES_NOT =
  /\b(?:does|do|did)(?: not|n[’']t) (get|stand|sit|look|turn|come|go|give|let|take|put|pick|lie|wake|step|speak) (up|down|round|around|away|back|in|out|off|go)\b/giu;
const deniesAll = (sentence: string, { draft }: SceneFacts): boolean =>
  [...sentence.matchAll(NONE_IS)].some(
    ([, what = ""]) =>
      new RegExp(`\\b(?:is|are|was|were) (?:still |now )?${what}\\b`, "u").test(draft) && !DENIES.test(draft),
  ) ||
  (!DENIES.test(sentence) &&
    !/\byou\b/iu.test(sentence) &&
    [...draft.matchAll(DOES_NOT)].some(
      ([, verb = "", particle = ""]) =>
        new RegExp(`\\b\\p{Ll}+ ${particle}\\b`, "u").test(sentence) &&
        [...sentence.matchAll(new RegExp(`\\b(\\p{Ll}+) ${particle}\\b`, "gu"))].some(([, did = ""]) =>
          verbLemmas(did).includes(verb.toLowerCase()),
        ),
    ));

/** "Green is Seven", where a step says that green is Bishop. (rule NA5830) */
const IS_SOMEBODY = /([^.;:!?“”]{3,60}?)(?: is|[’']s) (\p{Lu}[\p{L}’-]+(?: \p{Lu}[\p{L}’-]+)?)(?=[.,;!?”]|$)/gu;
function isOfOther(sentence: string, { draft, story }: SceneFacts): boolean {
  const whoIn = (text: string): string[] => story.names.keysIn(text).filter((key) => key.startsWith("npc:"));
  const said = [...sentence.matchAll(IS_SOMEBODY)].filter(([, , name = ""]) => whoIn(name).length === 1);
  if (said.length === 0) return false;
  const own = [...draft.matchAll(IS_SOMEBODY)];
  return said.some(([, what = "", name = ""]) => {
    const words = [...contentWords(what)];
    const same = own.filter(([, other = ""]) => {
      const has = contentWords(other);
      return words.length > 0 && words.filter((word) => has.has(word)).length >= Math.min(2, words.length);
    });
    return same.length > 0 && !same.some(([, , other = ""]) => whoIn(other).some((key) => whoIn(name).includes(key)));
  });
}

/** "She picks up her dividers", where a step has her put them down. */
const PARTICLES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:puts?|sets?|lays?)(?: \p{L}+){0,3} down\b|\bputs? down\b/iu,
    /\b(?:picks?|takes?|snatch(?:es)?)(?: \p{L}+){0,3} up\b/iu,
  ],
  [/\bnod(?:s|ded)?\b/iu, /\b(?:shakes?|shook) (?:his|her|its|their) head\b/iu],
  [/\b(?:carries|brings?|has|comes? (?:in )?with) /iu, /\bcomes? in without\b|\bhas brought no\b/iu],
];
function hasOtherParticle(sentence: string, { draft, told }: SceneFacts): boolean {
  return splitSentences(draft).some((step) =>
    PARTICLES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]).some(
      ([here, there]) =>
        here.test(sentence) &&
        !there.test(sentence) &&
        there.test(step) &&
        !here.test(step) &&
        sharedOf(step, sentence).length > 0 &&
        !told.some((one) => there.test(one)),
    ),
  );
}

/** The same thing is the same: no other day, colour or side of it, and no opposite of a step. (rules NA5452 and NA5453) */
export const sameFacts: Check = (sentence, facts) =>
  hasOtherOfKind(sentence, facts) || hasOtherDay(sentence, facts) || isOfOther(sentence, facts)
    ? "Say of it what the steps and the story so far say."
    : saysOpposite(sentence, facts) ||
        deniesSource(sentence, facts) ||
        affirmsDenied(sentence, facts) ||
        deniesAll(unquoted(sentence), facts) ||
        hasOtherParticle(sentence, facts)
      ? "Do not turn what the steps say into its opposite."
      : null;
