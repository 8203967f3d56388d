/** Puts choices of a set as only this player would: as whom they ask and look, and how. */
import { isLawful } from "@narratoria/protocol/laws";
import type { Random } from "@narratoria/protocol/random";
import type { Candidate } from "./candidate.js";
import { type Facet, facetsOf } from "./facets.js";
import { pastSource } from "./own-past.js";
import { facetKey, nextFacet } from "./own-tellings.js";
import type { View } from "./view.js";
import { CHOICE_LETTERS } from "./wording.js";

interface Worded {
  readonly candidate: Candidate;
  readonly text: string;
  readonly bringIn: readonly string[];
}

/** Of so many things that the player is, used in so many scenes, one more a set is enough. */
const MOST_LATELY = 3;
const LATELY = 3;

/**
 * Rewords choices of a set until one in three of them says who the player is, each with that as a source. What a beat puts to the player, what the
 * story waits for and choices of the author's own stay as they are. (rule PC5002)
 *
 * @param texts - What was just told.
 */
export function inOwnWords(
  view: View,
  picked: readonly Worded[],
  texts: readonly string[],
  random: Random,
): readonly Worded[] {
  const facets = facetsOf(view);
  if (facets.length === 0) return picked;
  // Sets with many answers have few: those after them make up for it.
  const { scene, memory } = view;
  const lately = facets.filter(({ id }) => (memory.reasons[facetKey(id)] ?? -LATELY) >= scene - LATELY).length;
  const least = lately > MOST_LATELY ? 1 : 2;
  let left = least - picked.filter(({ candidate: { facet } }) => facet !== undefined).length;
  const used = new Set<string>(picked.flatMap(({ candidate: { facet } }) => facet ?? []));
  return picked.map((one) => {
    if (left <= 0 || !isOpen(one.candidate)) return one;
    const fitting = facets
      .filter(({ id }) => !used.has(id))
      .flatMap((facet) => {
        const templates = templatesFor(view, one, facet);
        return templates.length === 0 ? [] : [{ facet, templates }];
      });
    const facet = nextFacet(
      view,
      fitting.map(({ facet }) => facet),
      [...texts, one.text],
      random,
    );
    const templates = fitting.find((each) => each.facet === facet)?.templates ?? [];
    if (facet === undefined || templates.length === 0) return one;
    const text = random.pick(templates);
    if (text.length > CHOICE_LETTERS || !isLawful(text, view.laws, { order: true })) return one;
    left -= 1;
    used.add(facet.id);
    const { candidate } = one;
    const others = candidate.sources.filter(({ kind }) => kind !== "player");
    return {
      ...one,
      text,
      candidate: {
        ...candidate,
        text,
        own: candidate.own ?? "reason",
        facet: facet.id,
        sources: [...others, pastSource(view, facet.entry)],
      },
    };
  });
}

/** Whether a choice may be put in the player's own words. */
function isOpen({ facet, due, insists, closes, answers, rows, bind, own }: Candidate): boolean {
  const isFixed = due || insists || closes || answers !== undefined || rows !== undefined || own === "deed";
  return (
    !isFixed && facet === undefined && bind.beat === undefined && bind.until === undefined && bind.thread === undefined
  );
}

const QUESTION = /^(?:ask|get|let|bring|find|have|sound|draw)\b/iu;

/** All ways to put a choice as somebody who is so; none where its words cannot be put. */
function templatesFor(view: View, worded: Worded, facet: Facet): readonly string[] {
  const { candidate, text } = worded;
  const { role: whole, isNoun, manner, who } = facet;
  const { verb, bind } = candidate;
  const short = bind.npc === undefined ? undefined : view.people.get(bind.npc)?.short;
  if (who !== undefined) return withBond(view, worded, who);
  // As one, to somebody.
  const role = whole?.replace(/^somebody /u, "one ");
  const as = role === undefined ? [] : [role];
  if (short !== undefined) {
    const about = aboutOf(view, candidate);
    if (about !== undefined && QUESTION.test(text))
      return [
        ...as.map((one) => `Ask ${short}, as ${one}, about ${about}`),
        ...(isNoun && bind.topic !== undefined ? [`Ask ${short} what ${whole ?? ""} should know about ${about}`] : []),
        ...(isNoun ? [`Ask ${short} about ${about}, as ${role ?? ""} would`] : []),
        ...(manner === undefined ? [] : [`Ask ${short} ${manner} about ${about}`]),
      ];
    const heard = new RegExp(`^Ask ${escaped(short)} (what|whether|how|why|who|where) `, "u").exec(text);
    const rest = text.slice(`Ask ${short} `.length);
    if (heard)
      return [
        ...as.map((one) => `Ask ${short}, as ${one}, ${rest}`),
        ...(manner === undefined ? [] : [`Ask ${short} ${manner} ${rest}`]),
      ];
    const told = new RegExp(
      `^Tell ${escaped(short)} (?:what|who|how|about|of${candidate.attitude === undefined ? "" : "|that"}) `,
      "u",
    ).test(text);
    if (told) return as.map((one) => `Tell ${short}, as ${one}, ${text.slice(`Tell ${short} `.length)}`);
    if (candidate.spare && isNoun && /^(?:Go and stand|Wait|Keep out)\b/u.test(text))
      return [`${text}, as ${role ?? ""} would`];
    if (text === `Hear ${short} out`) return isNoun ? [`${text}, as ${role ?? ""} would`] : [];
    if (text === `Keep ${short} company for a while`)
      return manner === undefined ? [] : [`Keep ${short} company ${manner} for a while`];
    if (text === `Offer ${short} your help`)
      return isNoun && /^an? /u.test(role ?? "")
        ? [`Offer ${short} ${role ?? ""}’s help`]
        : as.map((one) => `${text}, as ${one}`);
    if (verb === "press" && text.startsWith(`Press ${short} about `))
      return [
        ...(isNoun ? [`${text}, as ${role ?? ""} would`] : []),
        ...(manner === undefined ? [] : [`Press ${short} ${manner}${text.slice(`Press ${short}`.length)}`]),
      ];
    return [];
  }
  const isLook = verb === "search" || verb === "read" || (verb === "decide" && bind.prop !== undefined);
  if (isLook && !text.includes(",")) {
    const look = /^Look closely at (.+)$/u.exec(text)?.[1];
    return [
      ...(isNoun || /^one (?:born|raised|from|off|of|who grew up) /u.test(role ?? "")
        ? [`${text}, as ${role ?? ""} would`]
        : []),
      ...(manner !== undefined && look !== undefined ? [`Look ${manner} at ${look}`] : []),
      ...(manner !== undefined && /^(?:Search|Read|Study|Examine) /u.test(text) ? [`${text} ${manner}`] : []),
    ];
  }
  if (verb === "watch" && isNoun && /^Keep watch$/u.test(text)) return [`Keep watch, as ${role ?? ""} would`];
  return [];
}

/** "Ask Osk, who taught you to read, about the mill": whom a choice is done to, is about or looks for, by what they were to the player. */
function withBond(
  view: View,
  { candidate: { verb, bind }, text }: Worded,
  { npc, clause }: NonNullable<Facet["who"]>,
): readonly string[] {
  const short = view.people.get(npc)?.short;
  if (short === undefined || text.includes(",")) return [];
  const behind = ` ${short}`;
  if (text.endsWith(behind) && (bind.npc2 === npc || (bind.npc === npc && (verb === "go" || bind.npc2 === undefined))))
    return [`${text}, who ${clause}`];
  const done = new RegExp(`^(?:Ask|Offer|Give|Help) ${escaped(short)}(?= )`, "u").exec(text)?.[0];
  return bind.npc === npc && done !== undefined ? [`${done}, who ${clause},${text.slice(done.length)}`] : [];
}

/** What or whom a question is about, in its own words. */
function aboutOf(view: View, { verb, bind }: Candidate): string | undefined {
  if (verb === "ask" && bind.topic !== undefined) return view.topics.get(bind.topic)?.np;
  if (verb === "gossip" && bind.npc2 !== undefined) return view.people.get(bind.npc2)?.short;
  return verb === "decide" && bind.fact !== undefined
    ? /^ask \S.*? about (.+)$/u.exec(bind.text ?? "")?.[1]
    : undefined;
}

const escaped = (words: string): string => words.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
