/** Which story is told of what is odd. Implements rules CA6550 to CA6553. */
import type { Plot } from "./plot.js";
import { ANYWHERE } from "./kits/anywhere.js";
import { plotOfCall } from "./plot-of-a-call.js";
import { plotOfDeed } from "./plot-of-a-deed.js";
import { plotOfPlan } from "./plot-of-a-plan.js";
import { plotOfSecret } from "./plot-of-a-secret.js";
import { plotOfSlip } from "./plot-of-a-slip.js";
import { plotOfVigil } from "./plot-of-a-vigil.js";
import { plotOfAim } from "./plot-of-an-aim.js";
import { plotWords } from "./plot-words.js";
import { topicOf } from "./seed-matter.js";
import type { StorySeed } from "./seed.js";
import { clauseOf, type Stage, whoIn } from "./stage.js";

/** What nobody but people do: it calls nobody, and nothing but people keeps it so. */
const OF_PEOPLE =
  /^(?:Nobody|No one|Neither|None|Everybody|Everyone|Somebody|Someone|Both|People)\b|\b(?:stolen|stole|murdered|killed)\b/;

/**
 * @param told - What the player is told before the first scene.
 * @param isOpen - Whether that says what is odd; else the helper does.
 * @param chance - From 0 to below 1: it settles which of the stories it is, and its wordings.
 */
export function plotOfWhatIsOdd(stage: Stage, told: string, isOpen: boolean, chance: number): Plot {
  const { seed, people, kit, oddity } = stage;
  const ofKeeper = oddity.includes(people.keeper.name);
  const { question } = seed;
  // Of what happened to somebody, too, somebody can say that they did it.
  const isWho =
    (question?.startsWith("who ") === true && !/ (?:is|was)$/.test(question)) ||
    /^what (?:happened to|has happened to|became of|has become of)\b/.test(question ?? "");
  // What somebody is called, and what a person is known to have a part in, has an answer of its own.
  if ((question !== null && !isWho) || ofKeeper || seed.oneOf !== null || seed.answerer !== null)
    return plotOfSecret(kit, seed, isOpen, ofKeeper);
  const words = plotWords(seed, people, told, chance);
  const who = question ?? whoIn(oddity);
  if (who !== null) return plotOfDeed(words, who);
  const focus = focusOf(seed);
  const it = focus?.it ?? "it";
  const clause = focus?.clause ?? clauseOf((seed.oddity ?? "").split(/[,;]\s/)[0] ?? "");
  const why = clause === "" || clause.length > 64 || /\b(?:you|your)\b/i.test(clause) ? "" : `why ${clause}`;
  const isOfPlayer = /\b(?:you|your)\b/i.test(oddity);
  const opens =
    isOpen || isOfPlayer || oddity.includes(people.helper.name) ? "" : `"${oddity.replace(/[.!…]+$/, "")}," says <h>.`;
  // A bargain explains what a kit has made up; what an author says is odd it explains the same way each time.
  if (seed.oddity === null && words.pick(true, false)) return plotOfSecret(kit, seed, isOpen, ofKeeper);
  // A thing that the author names is what a bargain was made with, or what gives somebody away. (rule CA3294)
  if (seed.object !== null)
    return words.pick(true, false)
      ? plotOfSecret(kit, seed, isOpen, ofKeeper)
      : plotOfSlip(words, it, opens, why, seed.object);
  // What has no thing that does it goes on by no call, and nobody tends it.
  const plots = [
    ...(OF_PEOPLE.test(oddity) || focus === null ? [] : [() => plotOfCall(words, it, opens, why)]),
    () => plotOfSlip(words, it, opens, why, null),
    focus === null ? () => plotOfSecret(kit, seed, isOpen, ofKeeper) : () => plotOfVigil(words, it, opens, why),
  ];
  const made = words.pick(...(plots as [() => Plot, ...(() => Plot)[]]));
  return made();
}

/** Which story is told of what the player wants. */
export function plotOfWish({ seed, people, kit }: Stage, told: string, chance: number): Plot {
  const words = plotWords(seed, people, told, chance);
  // What a kit that knows nothing of the place would have one need is nothing of the author's.
  const isPlain = seed.thing === null && kit.id === ANYWHERE.id;
  return isPlain || words.pick(true, false) ? plotOfPlan(words, seed) : plotOfAim(kit, seed);
}

/** What an author's odd sentence is about, "the ticket machine", and what is said of that: "the ticket machine prints its name". */
function focusOf(seed: StorySeed): { readonly it: string; readonly clause: string } | null {
  const { oddity } = seed;
  if (oddity === null) return null;
  const clauses = oddity.split(/[,;]\s(?:and|but|while)\s|;\s/).reverse();
  for (const clause of clauses) {
    const whole = clause.slice(0, 1).toUpperCase() + clause.slice(1);
    const ofPlace = /^(The\s(?:\p{Ll}+\s)?\p{Ll}+)\s(?:at|in|on|of|by|from|under|behind)\s.+\s\p{Ll}+s\s/u.exec(
      whole,
    )?.[1];
    const found = topicOf(ofPlace === undefined ? whole : `${ofPlace} is here.`, seed, seed.sentences.join(" "));
    if (found !== null) return { it: found, clause: clauseOf(clause) };
  }
  return null;
}
