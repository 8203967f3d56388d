/** What counts for and against a roll of 2d6, and the exact odds that follow. */
import { possessive, pronounForms } from "@narratoria/protocol/english";
import type { Bindings, Modifier, Odds, Person, StoryMemory, Verb } from "@narratoria/protocol/story";
import type { RollRules } from "@narratoria/protocol/contracts";
import { natureIn } from "./nature.js";
import { isOfFamily, mostTelling, OPERATORS } from "./operators.js";
import type { Candidate } from "./candidate.js";
import { definite, hasWord } from "./words.js";
import { type StatDefinition, USUAL_RULES, type View } from "./view.js";

/** Feelings beyond this, either way, count in a roll. */
export const SENTIMENT_BOUND = 30;

/**
 * Exact odds of a roll plus a bonus, by counting all rolls: the lowest of all always fails, the highest always succeeds.
 *
 * @param bonus - Sum of all modifiers.
 * @param rules - Dice and bands; two dice, 7 and 10, where none are given.
 * @returns Whole per cent that add up to 100. What is left over by rounding goes to failure first, then to the partial
 * success, so that no chance is shown better than it is.
 */
export function oddsFor(bonus: number, rules: RollRules = USUAL_RULES): Odds {
  const ways = { fail: 0, partial: 0, success: 0 };
  const { count, sides } = rules.dice;
  for (const [natural, rolls] of totals(count, sides)) {
    const total = natural + bonus;
    if (natural === count * sides || (natural !== count && total >= rules.success)) ways.success += rolls;
    else if (natural === count || total < rules.partial) ways.fail += rolls;
    else ways.partial += rolls;
  }
  const all = sides ** count;
  const kinds = (["fail", "partial", "success"] as const).map((kind) => {
    const exact = (ways[kind] * 100) / all;
    return { kind, whole: Math.floor(exact), left: exact - Math.floor(exact) };
  });
  let missing = 100 - kinds.reduce((sum, one) => sum + one.whole, 0);
  const shares = { fail: 0, partial: 0, success: 0 };
  for (const one of [...kinds].sort((a, b) => Math.sign(Math.round((b.left - a.left) * 1e6)))) {
    shares[one.kind] = one.whole + (missing > 0 ? 1 : 0);
    missing -= 1;
  }
  return { success: shares.success, partial: shares.partial, fail: shares.fail };
}

/** How many rolls of some dice come to each total. */
function totals(count: number, sides: number): ReadonlyMap<number, number> {
  let ways = new Map([[0, 1]]);
  for (let die = 0; die < count; die += 1) {
    const next = new Map<number, number>();
    for (const [total, rolls] of ways)
      for (let face = 1; face <= sides; face += 1) next.set(total + face, (next.get(total + face) ?? 0) + rolls);
    ways = next;
  }
  return ways;
}

/** The share of rolls that succeed outright, 0 to 1. */
export function successProbability(bonus: number, rules?: RollRules): number {
  return oddsFor(bonus, rules).success / 100;
}

/**
 * The stat of the campaign that this verb tries: which the rules of dice give to the act, else whose name speaks of the right thing,
 * else whose description names the act; none rather than a wrong one.
 */
export function statFor(view: View, verb: Verb): StatDefinition | undefined {
  const { tries, act, use } = OPERATORS[verb];
  const named = use && view.stats.find(({ uses }) => uses !== undefined && use.test(uses));
  if (named) return named;
  for (const family of tries) {
    const named = mostTelling(view.stats, family);
    if (named) return named;
  }
  return act && view.stats.find(({ description }) => act.test(description ?? ""));
}

/** The stat that an author names, in the spelling of the schema. */
export function statNamed(view: View, name: string | undefined): StatDefinition | undefined {
  const wanted = name?.trim().toLowerCase();
  return wanted === undefined ? undefined : view.stats.find((stat) => stat.name.toLowerCase() === wanted);
}

/** A difficulty as it stands beside a choice: "hard", "difficulty 8". */
export function inWords(difficulty: string): string {
  return /^\W*\d+\W*$/.test(difficulty) ? `difficulty ${difficulty.trim()}` : difficulty;
}

/** What an author's word for the difficulty counts. */
function difficultyModifier(difficulty: string | undefined, target: number | undefined): Modifier | undefined {
  if (difficulty === undefined) return undefined;
  const number = Number(/\d+/.exec(difficulty)?.[0] ?? Number.NaN);
  // Where rolls are compared with a number of the author's, it shifts the bands as far as it differs from the usual one.
  if (target !== undefined && !Number.isNaN(number)) {
    return number === target ? undefined : { label: inWords(difficulty), value: target - number };
  }
  // Of two dice ten succeeds and seven nearly; larger numbers are meant for a die of twenty.
  const [easy, fair, hard] = number > 12 ? [10, 14, 19] : [6, 9, 11];
  if (!Number.isNaN(number)) {
    const value = number <= easy ? 1 : number <= fair ? 0 : number <= hard ? -1 : -2;
    return value === 0 ? undefined : { label: inWords(difficulty), value };
  }
  const value = /\b(?:very hard|desperate|extreme)/i.test(difficulty)
    ? -2
    : /\b(?:hard|difficult|tough|tricky|challenging)\b/i.test(difficulty)
      ? -1
      : /\b(?:easy|simple|trivial)\b/i.test(difficulty)
        ? 1
        : 0;
  return value === 0 ? undefined : { label: difficulty, value };
}

/** In which third of its range the player's value of a stat lies. */
export function thirdOf(
  view: View,
  stat: StatDefinition,
  value = view.statValues[stat.name] ?? (stat.min + stat.max) / 2,
): "lower" | "middle" | "upper" {
  const third = (stat.max - stat.min) / 3;
  if (value >= stat.max - third) return "upper";
  return value <= stat.min + third ? "lower" : "middle";
}

/** The part of a stat's range from which it opens ways that others do not have: above 15 of 1 to 20. */
const EXCELS_FROM = 3 / 4;

/** Whether the player excels at what a verb tries. (rule PC517) */
export function excelsAt(view: View, verb: Verb): boolean {
  const stat = statFor(view, verb);
  const value = stat && view.statValues[stat.name];
  return stat !== undefined && value !== undefined && value > stat.min + (stat.max - stat.min) * EXCELS_FROM;
}

/** What the player's value of a stat adds: by the author's rules, else one in the upper third of its range. */
function statBonus(view: View, stat: StatDefinition): number {
  const { times, bonuses } = view.rules;
  const value = view.statValues[stat.name];
  if (times === undefined && bonuses.length === 0) return thirdOf(view, stat) === "upper" ? 1 : 0;
  if (value === undefined) return 0;
  const fitting = bonuses.filter(({ from = value, to = value }) => value >= from && value <= to);
  // "Add one at six or more, two at nine or more": the further of two holds.
  const own = fitting.reduce((most, one) => (Math.abs(one.value) > Math.abs(most) ? one.value : most), 0);
  return own + (times ?? 0) * value;
}

/**
 * Everything that counts for or against a deed, each with a label that the player understands.
 *
 * @param memory - The memory that bears on it, if there is one.
 * @param check - Stat and difficulty that the author gives, in place of the verb's own.
 */
export function modifiersFor(
  view: View,
  verb: Verb,
  bind: Bindings,
  memory: StoryMemory | undefined,
  check?: Candidate["check"],
): readonly Modifier[] {
  const modifiers: Modifier[] = [];
  const stat = check ? statNamed(view, check.stat) : statFor(view, verb);
  const byStat = stat ? statBonus(view, stat) : 0;
  if (stat && byStat !== 0)
    modifiers.push({ label: `${stat.name} ${view.statValues[stat.name] ?? ""}`.trim(), value: byStat });
  const against = check ? undefined : opposition(view, stat, bind.npc);
  if (against) modifiers.push(against);
  const trait = view.traits.find((word) => OPERATORS[verb].tries.some((family) => isOfFamily(word, family)));
  const nature = trait ?? natureIn(view, verb);
  if (nature !== undefined) modifiers.push({ label: nature, value: 1 });
  const hurt = OF_BODY.includes(verb) ? view.conditions.find((name) => WEAKENS.test(name)) : undefined;
  if (hurt !== undefined) modifiers.push({ label: `you are ${hurt.replace(/[-_]/g, " ")}`, value: -1 });
  const difficulty = difficultyModifier(check?.difficulty, view.rules.target);
  if (difficulty) modifiers.push(difficulty);
  const proof = proofOf(view, bind);
  if (proof) modifiers.push({ label: proof, value: 1 });
  const person = bind.npc === undefined ? undefined : view.people.get(bind.npc);
  const feeling = person ? (view.standing.get(person.id)?.feeling ?? 0) : 0;
  const byOpinion = person ? opinionModifier(view, person.id) : 0;
  if (person && byOpinion !== 0) modifiers.push({ label: feelingInWords(person, feeling), value: byOpinion });
  // A triumph or a failure that the story remembers lends weight, whichever it was.
  if (memory?.significance === "high") modifiers.push({ label: callbackLabel(view, memory, person), value: 1 });
  return modifiers;
}

/**
 * What somebody whom a deed is done to has of what it tries: a strong hand against the player's, a weak one for it. Where an author's rules
 * say what a stat counts, they say nothing of anybody else's. (rule PC2100)
 */
function opposition(view: View, stat: StatDefinition | undefined, npc: string | undefined): Modifier | undefined {
  const person = npc === undefined ? undefined : view.people.get(npc);
  if (!stat || !person || view.rules.times !== undefined || view.rules.bonuses.length > 0) return undefined;
  const theirs = Object.entries(view.standing.get(person.id)?.stats ?? {});
  const value = theirs.find(([name]) => name.toLowerCase() === stat.name.toLowerCase())?.[1];
  const third = value === undefined ? "middle" : thirdOf(view, stat, value);
  if (third === "middle") return undefined;
  return { label: `${possessive(person.short)} ${stat.name} ${value}`, value: third === "upper" ? -1 : 1 };
}

/** Deeds in which a hurt or weariness is felt, and conditions that are either. (rule PC518) */
const OF_BODY: readonly Verb[] = ["force", "sneak", "flee", "follow", "confront"];
const WEAKENS =
  /bruis|blood|wound|hurt|injur|limp|burn|broken|sprain|sick|ill|fever|poison|tired|exhaust|weary|worn|hungr|starv|thirst|cold|frozen|drunk|dazed|blind/i;

/** Facts of one topic that make a case. */
const CASE = 2;

/** What the player can hold somebody to: a thing that they carry and that it is about, else enough that they have learned of it. */
function proofOf(view: View, { topic }: Bindings): string | undefined {
  const about = topic === undefined ? undefined : view.topics.get(topic);
  if (!about) return undefined;
  const words = about.np.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const thing = view.inventory.find(({ name }) => words.some((word) => hasWord(name.toLowerCase(), word)));
  if (thing) return definite(thing.name);
  const known = view.learned.filter((fact) => fact.topic === topic).length;
  return known >= CASE ? `what you know of ${about.np}` : undefined;
}

/** What somebody's opinion gives to a roll: its sign with the usual two dice, the whole of it with any others. (rule PC462) */
function opinionModifier(view: View, npc: string): number {
  const { feeling = 0, modifier } = view.standing.get(npc) ?? {};
  const given = modifier ?? (Math.abs(feeling) > SENTIMENT_BOUND ? Math.sign(feeling) : 0);
  const { count, sides } = view.rules.dice;
  const usual = USUAL_RULES.dice;
  return count === usual.count && sides === usual.sides ? Math.sign(given) : given;
}

/** "she trusts you", "Osk is wary of you": bands of feeling in words. (rule PC4400) */
function feelingInWords(person: Person, feeling: number): string {
  const { subject, plural } = pronounForms(person);
  const be = plural ? "are" : "is";
  const s = plural ? "" : "s";
  if (feeling >= 75) return `${subject} would do much for you`;
  if (feeling >= 45) return `${subject} trust${s} you`;
  if (feeling > 0) return `${subject} like${s} you`;
  if (feeling <= -75) return `${subject} hate${s} you`;
  if (feeling <= -45) return `${subject} ${be} cold to you`;
  return `${subject} ${be} wary of you`;
}

function callbackLabel(view: View, memory: StoryMemory, person: Person | undefined): string {
  if (person) return `what passed between you and ${person.short}`;
  const place = view.places.get(memory.location);
  return place ? `what happened at ${place.name}` : "what happened before";
}
