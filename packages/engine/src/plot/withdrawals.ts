/** Who has gone out, or to sleep, by the author's words for what comes of a deed: nobody speaks with them for a while. Pure. */
import { getPath, isJsonObject, type JsonObject } from "@narratoria/protocol";
import { splitSentences } from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";

/** In-game minutes after which somebody is awake, or back, again. */
const ASLEEP_MINUTES = 300;
const GONE_MINUTES = 120;

export type Withdrawn = "asleep" | "gone";

const ASLEEP =
  /\b(?:(?:is|was|lies|lay|falls|fell|drops|dropped|drifts|drifted)(?: \p{Ll}+ly| already| fast| sound| soon| off| back)?(?: asleep| to sleep)|(?:sleeps|slept)(?= (?:like|on\b|through|soundly|deeply|at last|again|till|until|badly|well)|[.;]|$)|(?:goes|went) (?:back |straight |off )?to (?:sleep|bed))/giu;
/** Going out of where one is; what is gone out of or home to may follow. */
const GONE =
  /\b(?:(?:goes|went|walks|walked|runs|ran|storms|stormed|slips|slipped|hurries|hurried|strides|strode|rides|rode|rows|rowed|sails|sailed|drives|drove|stamps|stamped|marches|marched)(?: (?:straight|quickly|quietly|slowly|back))? (?:home|off|away|out)(?! (?:an?|the|his|her|their|of (?:his|her|their|its))\b)|(?:takes|took) (?:his|her|their) leave|makes off|made off|(?:is|was|has) gone(?=[.,;]|$))/giu;
/** It is not so, not yet, or only like it. */
const NOT_SO =
  /\b(?:if|unless|until|till|before|would|will|may|might|can|could|should|must|shall|never|not|nobody|no one|as if|as though|almost|nearly|once|used to|every|always|you)\b[^,;:]*$|n['’]t\b[^,;:]*$/iu;
/** A woman or man by no name. */
const SOMEBODY =
  /\bthe (?:(?:old|young|little|big|tall|poor|tired|other) )?(man|gentleman|boy|fellow|lad|woman|lady|girl|widow)$/iu;
/** Between who it is and what they do: no other subject. */
const SUBJECT = /^(?:,? (?:and|but|then|who)\b)?[^;:]*$/u;

/**
 * Finds who goes out or to sleep in texts that are told.
 *
 * @param texts - The author's words for what comes of a deed.
 * @param people - Who is there.
 * @param meant - Id of the one whom the deed is done to.
 */
export function withdrawalsIn(
  texts: readonly string[],
  people: readonly Pick<Person, "id" | "name" | "short" | "pronoun">[],
  meant?: string,
): ReadonlyMap<string, Withdrawn> {
  const found = new Map<string, Withdrawn>();
  for (const sentence of texts.flatMap(splitSentences)) {
    const plain = sentence.replace(/[“"][^”"]*[”"]/gu, (quoted) => " ".repeat(quoted.length));
    for (const [how, pattern] of [
      ["asleep", ASLEEP],
      ["gone", GONE],
    ] as const)
      for (const { index } of plain.matchAll(pattern)) {
        const before = plain.slice(0, index);
        const clause = before.split(/[;:]/u).at(-1) ?? "";
        const person = NOT_SO.test(clause.replace(/^.*\bwhen you [^,]*,?/iu, ""))
          ? undefined
          : subjectOf(clause, people, meant);
        if (person !== undefined) found.set(person, how);
      }
  }
  return found;
}

/** Who does what stands at the end of a clause. */
function subjectOf(
  clause: string,
  people: readonly Pick<Person, "id" | "name" | "short" | "pronoun">[],
  meant: string | undefined,
): string | undefined {
  const named = people
    .flatMap(({ id, name, short }) => [name, short].map((form) => ({ id, at: clause.lastIndexOf(form), form })))
    .filter(({ at, form }) => at >= 0 && SUBJECT.test(clause.slice(at + form.length)))
    .sort((one, other) => other.at - one.at);
  const pronoun = [...clause.matchAll(/\b(he|she|they)\b/giu)].at(-1);
  const [first] = named;
  if (first !== undefined && first.at > (pronoun?.index ?? -1)) return first.id;
  const noun = SOMEBODY.exec(clause.trimEnd())?.[1]?.toLowerCase();
  const sex = noun === undefined ? undefined : /^(?:woman|lady|girl|widow)$/u.test(noun) ? "she" : "he";
  const wanted = sex ?? pronoun?.[1]?.toLowerCase();
  if (wanted === undefined) return undefined;
  const fitting = people.filter((person) => person.pronoun === wanted);
  if (sex === undefined && first !== undefined && fitting.some(({ id }) => id === first.id)) return first.id;
  return (fitting.find(({ id }) => id === meant) ?? (fitting.length === 1 ? fitting[0] : undefined))?.id;
}

/** The merge patch of session state by which those who have withdrawn are known to have. */
export function withdrawalPatch(found: ReadonlyMap<string, Withdrawn>, minutes: number): JsonObject {
  return found.size === 0
    ? {}
    : { people: Object.fromEntries([...found].map(([id, how]) => [id, { withdrawn: { how, minutes } }])) };
}

/**
 * The merge patch by which whoever has slept or been away for long enough, or whom a beat needs, can be spoken with again.
 *
 * @param needed - Ids of the people of this scene's beat.
 */
export function returnPatch(state: JsonObject, needed: readonly string[]): JsonObject {
  const people = state["people"];
  const now = getPath(state, "clock.minutes");
  if (!isJsonObject(people) || typeof now !== "number") return {};
  const back = Object.keys(people).filter((id) => {
    const how = getPath(people, `${id}.withdrawn.how`);
    const since = getPath(people, `${id}.withdrawn.minutes`);
    if (how === undefined || typeof since !== "number") return false;
    return needed.includes(id) || now - since >= (how === "asleep" ? ASLEEP_MINUTES : GONE_MINUTES);
  });
  return back.length === 0 ? {} : { people: Object.fromEntries(back.map((id) => [id, { withdrawn: null }])) };
}
