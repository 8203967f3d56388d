import { contentWords, headOf, splitSentences, verbLemmas, escapeRegExp } from "@narratoria/protocol/english";
import { CARRIES, type Check, type SceneFacts, unquoted, wordSet, wordsIn } from "./scene-facts.js";

/** What becomes of a thing of its own, or by somebody: it is no longer as it was, or no longer there. */
const CHANGES =
  "break burst crack tear split melt burn sink drown leak spill vanish disappear jam shatter rot rust dissolve crumble fade swell warp snap rip collapse overflow";
const DESTROYS =
  "break crack tear rip burn throw fling hurl snap smash crush stamp kick shatter scratch slash trample swallow eat bury drown scatter spill melt";
const lemmas = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const [CHANGE, DESTROY] = [lemmas(CHANGES), lemmas(DESTROYS)];
/** It goes where nobody meant it to. */
const GOES =
  /^(?:slips?|slides?|rolls?|falls?|drops?|flies|blows?|floats?|washes|tumbles?|has (?:slipped|slid|rolled|fallen|flown|gone)|is (?:off|gone|away|missing))\b/u;
const WHERE_GONE = /\b(?:out of|into|off|down|away|under|over|overboard|through)\b/u;

/** Each thing that matters to this story: what the player has with them, what can be asked about, what the steps are about. */
function thingsThatMatter({ story, given }: SceneFacts): Things {
  if (last?.story !== story || last.given !== given) last = { story, given, things: readThings(story, given) };
  return last.things;
}

interface Things {
  readonly heads: ReadonlySet<string>;
  readonly carried: ReadonlySet<string>;
}
let last: { readonly story: object; readonly given: string; readonly things: Things } | undefined;

/** "The record is still on it": a thing that a step says the place of. */
const PLACED =
  /\b(?:The|Your|His|Her) (?:[\p{Ll}’-]+ )?([\p{Ll}’-]{3,}) (?:is|are) (?:still |now )?(?:on|in|under|behind) (?:it|the|his|her|its|a)\b/gu;

function readThings(story: SceneFacts["story"], given: string): Things {
  const carried = (CARRIES.exec(given)?.[1] ?? "")
    .split(", ")
    .map((name) => headOf(name.split(/ (?:with|of|from|in|for|missing|out)\b/)[0] ?? ""));
  const isThing = (name: string): boolean =>
    !story.names.keysIn(name).some((key) => key.startsWith("npc:") || key.startsWith("place:"));
  const topics = story.matter.topics.filter(({ np }) => isThing(np)).map(({ np }) => headOf(np));
  const kept = story.matter.people.flatMap(({ inventory }) => inventory.map(headOf));
  const [, steps = ""] = given.split("# WHAT HAPPENS");
  const placed = [...steps.matchAll(PLACED)].map(([, noun = ""]) => noun);
  const all = [...carried, ...topics, ...kept, ...placed]
    .map((head) => head.toLowerCase())
    .filter((head) => head.length > 2 && !LITTLE.test(head));
  return {
    heads: new Set(all),
    carried: new Set(carried.map((head) => head.toLowerCase()).filter((head) => head.length > 2)),
  };
}
/** What is used up or moves about in any scene. */
const LITTLE =
  /^(?:pencils?|pens?|needles?|biscuits?|bread|loaf|cups?|tea|spoons?|rain|wind|snow|water|light|night|day|weather|hat|coat|gloves?|boots?|rules?|words?|story|song|all|else|one|ones)$/u;

const isDone = (head: string, verb: string, { draft, given, told }: SceneFacts): boolean =>
  splitSentences([draft, given, ...told].join("\n")).some((one) => {
    const words = wordsIn(one);
    return (
      words.some((word) => word.replace(/s$/, "") === head.replace(/s$/, "")) &&
      words.some((word) => verbLemmas(word).includes(verb) || word === verb)
    );
  });

/** As if it were so, or not so. */
const NOT_SO =
  /\b(?:as if|as though|like|would|could|might|may|if|never|not|without|nearly|almost|before|until|than)\b/iu;

/** Nothing that matters breaks, goes or turns up elsewhere but as the steps have it. (rule NA5458) */
export const stateOfThings: Check = (sentence, facts) => {
  const told = unquoted(sentence);
  const { heads, carried } = thingsThatMatter(facts);
  const words = wordsIn(told);
  const mine = words.filter((word) => heads.has(word) || carried.has(word));
  if (mine.length === 0) return null;
  for (const head of new Set(mine)) {
    const noun = escapeRegExp(head);
    for (const { index, 1: of, 2: after = "" } of told.matchAll(
      new RegExp(
        `\\b(?:[Tt]he|[Yy]our|[Hh]is|[Hh]er|[Tt]heir|[Ii]ts|\\p{Lu}\\p{L}+[’']s) (?:[\\p{L}’-]+ ){0,3}?${noun}( of)? ([^.;:!?]*)`,
        "gu",
      ),
    )) {
      if (NOT_SO.test(told.slice(0, index))) continue;
      // "The corner of green paper slips": what it is of stands before its verb.
      const rest =
        of === undefined
          ? after
          : after.replace(
              /^(?:[\p{L}’-]+ ){1,3}?(?=(?:is|has|are|lies|hangs|slips|slides|rolls|falls|flies|breaks|tears|burns|[\p{Ll}]+s)\b)/u,
              "",
            );
      const [first = "", second = "", third = "", fourth = ""] = wordsIn(rest);
      const verbs = /^(?:has|is|have|are)$/.test(first) ? [second, third, fourth] : [first];
      const verb = verbs.flatMap((word) => verbLemmas(word)).find((lemma) => CHANGE.has(lemma));
      if (verb !== undefined && !/^(?:the|his|her|an?|up)$/.test(verbs[0] ?? "") && !isDone(head, verb, facts))
        return "Nothing is broken or destroyed.";
      if (
        GOES.test(rest) &&
        !/^[Ii]ts\b/u.test(told.slice(index)) &&
        WHERE_GONE.test(rest) &&
        !/\byour (?:hand|fingers|pocket|lap|knee)/u.test(rest.replace(/\bout of your\b.*/u, "")) &&
        !draftMoves(head, facts)
      )
        return "A thing of the story is where the steps have it.";
      const [at] =
        /^(?:is|are|lies|lie|hangs|hang|stands|sits|rests)(?: \p{Ll}+){0,2}? (?:in|on|under|behind|inside|beneath|between|against|at|over)\b[^,]*/u.exec(
          rest,
        ) ?? [];
      if (
        at !== undefined &&
        carried.has(head) &&
        !/\byour?\b/u.test(at) &&
        !/^[Yy]our|\byour\b/u.test(told) &&
        !isPlaced(head, at, facts)
      )
        return "What “you” have stays with “you”.";
    }
    const destroyed = new RegExp(
      `\\b(\\p{Ll}{3,}s) (?:up |down |open )?(?:the|his|her|their|your|its|\\p{Lu}\\p{L}+[’']s) (?:[\\p{L}’-]+ ){0,3}?${noun}\\b(?! (?:of|in|on) (?:his|her) )`,
      "gu",
    );
    for (const { 1: verb = "", index } of told.matchAll(destroyed)) {
      const lemma = verbLemmas(verb).find((one) => DESTROY.has(one));
      if (lemma !== undefined && !NOT_SO.test(told.slice(0, index)) && !isDone(head, lemma, facts))
        return "Nothing is broken or destroyed.";
    }
  }
  return null;
};

/** Whether a step has the thing in motion; that a step has it at all says only where it is. (rule NA5827) */
const draftMoves = (head: string, { draft }: SceneFacts): boolean =>
  splitSentences(draft).some((one) => wordSet(one).has(head) && !STAYS.test(one));
const STAYS = /\b(?:is|are) (?:still |now |there )?(?:on|in|under|at|behind|open|shut|here|there)\b/iu;

/** Whether a step or the story so far has it there. */
const isPlaced = (head: string, at: string, { draft, told }: SceneFacts): boolean => {
  const place = [...contentWords(at)];
  return splitSentences([draft, ...told].join("\n")).some(
    (one) => wordSet(one).has(head) && place.some((word) => contentWords(one).has(word)),
  );
};
