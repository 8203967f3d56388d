import type { DeclaredEffect } from "@narratoria/protocol/contracts";
import { capitalise, type NameIndex, participle, verbLemmas } from "@narratoria/protocol/english";
import type { PlayerWords } from "./player-words.js";
import { readStanding } from "./standings.js";

/** What names in an effect's text can mean. */
export interface EffectContext {
  readonly player: PlayerWords;
  readonly names: NameIndex;
  readonly file: string;
  lineOf(text: string): number;
}

/** A death or loss that is only believed is no effect. */
const SUPPOSED =
  /\b(?:believed?|supposed|thought|said|presumed|feared|reported|rumou?red|afraid|thinks?|as if|as though|may be|might be|perhaps|if)\b/i;

/**
 * Reads the changes that a text declares: one for each statement that is recognised, else one note for the whole.
 *
 * @param text - A consequence, an outcome, or a sentence of a beat that is meant for the teller.
 * @param noted - Whether what is not recognised is kept as a note.
 */
export function readEffects(text: string, context: EffectContext, noted: boolean): DeclaredEffect[] {
  const whole = context.player.asYou(text.trim());
  const base = { text: text.trim(), file: context.file, line: context.lineOf(text) };
  const found: DeclaredEffect[] = [];
  for (const part of whole.split(/;\s+|(?<=[.!?])\s+(?=\p{Lu})/u)) {
    const joining = whoJoins(part.trim(), context);
    if (joining.length > 0) {
      found.push(...joining.map((npc) => ({ ...base, kind: "follows" as const, npc })));
      continue;
    }
    const effect = readOne(part.trim(), context, base);
    if (effect !== null) found.push(effect);
  }
  return found.length > 0 || !noted ? found : [{ ...base, kind: "note" }];
}

/** "Osric and Dame Joan join the company": whoever they are, they go with the player from now on. */
const JOINS =
  /^(.{2,60}?),? (?:now |will now )?(?:(?:joins?|goes? (?:along |on )?with|comes? (?:along |on )?with|rides? (?:along |on )?with|sails? (?:along |on )?with|travels? (?:along |on )?with) (?:you|the (?:company|party|road|group|band|troupe|caravan|convoy|expedition|crew|pilgrims|travellers|travelers|march|journey|wagons?|train|column|outfit|sledges?|boat|ship|lorr(?:y|ies)|trucks?))\b(?! (?:to|as far as|until|if|only|for)\b)|(?:is|are) (?:now )?with (?:you|the (?:company|party|group|band|troupe|caravan|convoy|expedition|crew|wagons?|train|column|outfit|sledges?|boat|ship|lorr(?:y|ies)|trucks?)) (?:from (?:here|now|then|this point) on|for good|until the end|the rest of the way))/iu;

/** Ids of those who join the player, none where it is only supposed. (rule CA3180) */
function whoJoins(text: string, { names }: EffectContext): readonly string[] {
  const [, who = ""] = JOINS.exec(text) ?? [];
  if (who === "" || SUPPOSED.test(who) || /\b(?:not|never|nobody|no one)\b|n['’]t\b/i.test(who)) return [];
  return [...new Set(names.keysIn(who).flatMap((key) => (key.startsWith("npc:") ? [key.slice(4)] : [])))];
}

/** What two long patterns begin with: few texts have it, and the patterns cost much. */
const SETS = /^(?:world|state|set|flag)[:\s]/i;
const KNOWS = /\b(?:know|learn|understand|understood|seen|remember|clear|plain|proved|established)/i;

type Base = Pick<DeclaredEffect, "text" | "file" | "line">;

function readOne(text: string, { names }: EffectContext, base: Base): DeclaredEffect | null {
  const keys = names.keysIn(text);
  const first = (kind: string): string | undefined =>
    keys.find((key) => key.startsWith(`${kind}:`))?.slice(kind.length + 1);
  const npc = first("npc");
  const place = first("place");
  const opensWith = (kind: string, id: string | undefined): boolean =>
    id !== undefined &&
    names
      .keysIn(text.slice(0, 60).split(/\b(?:is|was|has|will|may|can|are|goes|went)\b/)[0] ?? "")
      .includes(`${kind}:${id}`);

  const world =
    SETS.test(text) &&
    /^(?:world|state|set|flag)[:\s]+([\p{L}_][\p{L}\p{N}_. ]*?)\s*(?:=|:| is | becomes | to )\s*(.+?)\.?$/iu.exec(text);
  if (world) return { ...base, kind: "world", path: pathOf(world[1] ?? ""), value: valueOf(world[2] ?? "") };
  const standing = npc === undefined || !opensWith("npc", npc) ? readStanding(text) : null;
  if (standing) return { ...base, kind: "standing", faction: standing.faction, value: standing.delta };
  const score = /^(?:.*?[:,] )?(\p{Lu}[\p{L} ]{2,24}?) ?([+−-] ?\d+)\b/u.exec(text);
  if (score && !/\bif\b/i.test(text.split(score[1] ?? "")[0] ?? ""))
    return {
      ...base,
      kind: "world",
      path: pathOf(score[1] ?? ""),
      value: (score[2] ?? "").replace("−", "-").replace(" ", ""),
    };

  const known = !KNOWS.test(text)
    ? undefined
    : (/^(?:you|everybody|everyone|all of \p{L}+|the whole \p{L}+)(?:,? [^,]{3,30},)? (?:now |then )?(?:know|knows|learn|learns|have learned|understand|understands|have seen|remember) that (.+)$/iu.exec(
        text,
      )?.[1] ?? /^it is (?:now )?(?:known|understood|clear|plain|proved|established) that (.+)$/i.exec(text)?.[1]);
  if (known !== undefined)
    return { ...base, kind: "learn", fact: capitalise(known.replace(/[.]?$/, ".")), ...(npc ? { npc } : {}) };
  if (/^you (?:now )?(?:know|learn) (?:who|what|where|why|how|which|whether|when)\b/i.test(text))
    return { ...base, kind: "learn" };

  if (npc !== undefined && opensWith("npc", npc) && !SUPPOSED.test(text)) {
    const talk =
      /\bwill (?:now )?(?:talk|speak|tell|answer|say)\b(?: (?:to|with) [^,.]*?)?(?: (?:about|of) (.+?))?[.]?$/i.exec(
        text,
      );
    if (talk) return { ...base, kind: "open-topic", npc, ...(talk[1] ? { topic: talk[1] } : {}) };
    if (/\b(?:is|was) (?:dead|killed|buried|drowned)\b|\b(?:dies|died)\b/i.test(text))
      return { ...base, kind: "dead", npc };
    if (/\bis (?:missing|gone|nowhere)\b|\b(?:has|have) (?:vanished|disappeared|gone missing|left)\b/i.test(text))
      return { ...base, kind: "presence", npc, value: "missing" };
    if (/\b(?:is|are) found\b|\bmay (?:now |from now on )?be met\b|\bcomes? (?:home|back)\b|\bis back\b/i.test(text))
      return { ...base, kind: "presence", npc, value: "here" };
    if (/\b(?:now )?follows? you\b|\bgoes? with you\b(?! (?:to|as far as|until|if|only|for)\b)/i.test(text))
      return { ...base, kind: "follows", npc };
    if (
      /\bowes? you\b|\b(?:likes?|trusts?) you\b|\bis (?:on your side|your friend)\b|\bthinks? (?:better|well) of you\b/i.test(
        text,
      )
    )
      return { ...base, kind: "feeling", npc, value: 15 };
    if (
      /\b(?:dislikes?|hates?|distrusts?) you\b|\bthinks? (?:less|ill|badly) of you\b|\bwill not forgive you\b/i.test(
        text,
      )
    )
      return { ...base, kind: "feeling", npc, value: -15 };
  }
  if (place !== undefined) {
    if (
      /\b(?:may|can) (?:now )?(?:enter|go|be entered|be reached|come and go|use)\b|\bis (?:now )?(?:open|unlocked|possible)\b|\blets? you (?:in|into|over|through|past)\b/i.test(
        text,
      )
    )
      return { ...base, kind: "exit", place };
    if (
      /\bis (?:now )?(?:closed|shut|sealed|lost|gone|burnt|burned|flooded)\b|\b(?:nobody|no one) (?:can|may) (?:go|enter)\b|\bwent down\b/i.test(
        text,
      )
    )
      return { ...base, kind: "closed", place };
  }
  const had =
    /^you (?:now )?(?:have|hold|carry|get|keep|wear|own|are given|take|may keep|may carry) (?!to\b|been\b|heard\b|seen\b|read\b|drunk\b|pointedly\b)(.+)$/i.exec(
      text,
    )?.[1];
  if (had !== undefined && !isDone(had)) {
    const thing = thingIn(had);
    return { ...base, kind: "item", ...(thing === null ? {} : { thing }) };
  }
  return null;
}

/** "the blue letter and may write" gives "the blue letter": a noun phrase of few words, or null. */
/** "Stood in the kitchen", "still to learn": behind "have" a deed and no thing. */
function isDone(words: string): boolean {
  const [, first = ""] =
    /^(?:(?:still|already|just|never|also|now|not|only|at last|finally) )*(\p{L}+)/iu.exec(words) ?? [];
  return (
    first.toLowerCase() === "to" ||
    verbLemmas(first.toLowerCase()).some((lemma) => participle(lemma) === first.toLowerCase())
  );
}

function thingIn(words: string): string | null {
  const thing =
    /^((?:the|an?|your|his|her|their|\p{L}+['’]s) [\p{L}\p{M}'’-]+(?: (?!and\b|or\b|may\b|can\b|will\b|is\b|are\b|in\b|on\b|at\b|from\b|for\b|with\b|that\b|which\b|to\b|by\b|so\b|as\b|if\b|back\b|out\b)[\p{L}\p{M}'’-]+){0,4}?(?: of (?:the |a |an )?[\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+)?)?)(?=[,.;:!?]|$| (?:and|or|may|can|will|is|are|in|on|at|from|for|with|that|which|to|by|so|as|if|back|out)\b)/iu.exec(
      words.trim(),
    )?.[1];
  return thing === undefined ||
    /\b(?:chance|idea|right|time|use|word|sense|feeling|way|reason|look|seat|place|point|number|name|answer|question|promise|truth)\b/i.test(
      thing,
    )
    ? null
    : thing;
}

const pathOf = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, "_");

function valueOf(text: string): string | number | boolean {
  const word = text.trim().replace(/[.]$/, "");
  if (/^(?:true|yes)$/i.test(word)) return true;
  if (/^(?:false|no)$/i.test(word)) return false;
  return /^-?\d+(?:\.\d+)?$/.test(word) ? Number(word) : word;
}
