/** What role-players call those who play: "the party", "the hero". */
import { looksFinite } from "@narratoria/protocol/english";
import type { ReadingSource } from "./read-story.js";
import { hasOtherPeople } from "./player-they.js";

/** Each with the same in other letters; a longer one first. */
const CALLED =
  "(?:player characters|players|PCs|party|adventurers?|heroes|hero|heroine|protagonists?|main character|characters)";
const NAMED = new RegExp(`(?<![\\p{L}’'-])([Tt])he (${CALLED})(?![\\p{L}-])(?! (?:of|for|in honou?r)\\b)`, "gu");
const PLAYER = /(?<!\p{L})(?:[Yy]ou|[Yy]our|[Tt]he player(?:['’]s)?|[Tt]he PC(?:['’]s)?)(?!\p{L})/u;

/** Beats that have to speak of them as of somebody who acts. */
const BEATS = 2;

const QUOTED = /“[^”]*”|"[^"]*"/gu;

/**
 * A campaign whose beats never say "you" or "the player" but "the party" or "the hero", with "the player" in their place, and in place of
 * "they" and "them" in the sentences behind, as long as these can mean nobody else. What somebody of the cast is called stays theirs.
 * (rule CA5845)
 */
export function withOnePlayer(source: ReadingSource): ReadingSource {
  const cast = source.npcs.map(({ profile }) => `${profile.name} ${profile.role ?? ""}`.toLowerCase()).join("\n");
  const texts = source.beats.map(({ description }) => description.replace(QUOTED, " "));
  const taken = (word: string): boolean => new RegExp(`(?<!\\p{L})${word.toLowerCase()}(?!\\p{L})`, "u").test(cast);
  const others = [...source.beats.flatMap(({ consequences }) => consequences ?? []), source.premise];
  const called = new Set(
    [...texts, ...others, ...source.endings.map(({ body }) => body)]
      .flatMap((text) => [...text.matchAll(NAMED)].map(([, , word = ""]) => word))
      .filter((word) => !taken(word)),
  );
  const acting = texts.filter((text) =>
    [...text.matchAll(NAMED)].some((match) => called.has(match[2] ?? "") && acts(text, match)),
  );
  const asPlayer = texts.filter((text) => PLAYER.test(text));
  // "The party" of a story that says "you" is a feast.
  if (acting.length < BEATS || asPlayer.length >= acting.length) return source;
  const renamed = (text: string): string => withPlayer(text, called);
  return {
    ...source,
    premise: renamed(source.premise),
    beats: source.beats.map((beat) => ({
      ...beat,
      description: renamed(beat.description),
      ...(beat.consequences === undefined ? {} : { consequences: beat.consequences.map(renamed) }),
      ...(beat.outcomes === undefined
        ? {}
        : { outcomes: beat.outcomes.map((one) => ({ ...one, description: renamed(one.description) })) }),
      ...(beat.dialogue === undefined
        ? {}
        : {
            dialogue: beat.dialogue.map((one) =>
              one.context === undefined ? one : { ...one, context: renamed(one.context) },
            ),
          }),
    })),
    endings: source.endings.map((ending) => ({ ...ending, body: renamed(ending.body) })),
  };
}

/** Whether a verb of theirs stands behind them: "the party climbed". */
function acts(text: string, match: RegExpExecArray | RegExpMatchArray): boolean {
  const rest = text.slice((match.index ?? 0) + match[0].length);
  const next = /^\s+(?:(?:now|then|still|also|all|never|\p{Ll}+ly)\s+)*(\p{Ll}+)/u.exec(rest)?.[1];
  return next !== undefined && (AUXILIARY.test(next) || looksFinite(next, true) || /ed$/u.test(next));
}

const AUXILIARY = /^(?:is|are|was|were|has|have|had|may|might|must|can|could|will|would|should|do|does|did)$/u;

/** Verbs that are done to people alone. */
const TO_PEOPLE =
  /\b(?:asks?|asked|tells?|told|warns?|warned|thanks?|thanked|greets?|greeted|invites?|invited|shows?|showed|gives?|gave|hands?|handed|leads?|led|lets?|offers?|offered|begs?|begged|sends?|sent|teaches|taught|speaks? to|spoke to|talks? to|talked to|with|waits? for|waited for) $/iu;
/** What people alone do. */
const BY_PEOPLE =
  /^ (?:(?:had|have|could|would|must|may|did not|do not|never|still|all) )?(?:considers?|considered|wants?|wanted|thinks?|thought|knows?|knew|asks?|asked|says?|said|decides?|decided|refuses?|refused|agrees?|agreed|swears?|swore|chooses?|chose|listens?|listened|speaks?|spoke|answers?|answered|believes?|believed|notices?|noticed)\b/iu;

const THEY = /(?<![\p{L}’'-])(they|them|their|themselves)(?!\p{L})/iu;

/** Paragraphs, and the entries of a list. */
const BLOCKS = /(\n\s*\n|\n(?=\s*(?:[-*•>#]|\d+[.)]) ))/u;

function withPlayer(text: string, called: ReadonlySet<string>): string {
  const named = text.replace(
    new RegExp(`${NAMED.source}(['’]s|['’](?!\\p{L}))?`, "gu"),
    (match, the: string, word: string, own: string | undefined) =>
      called.has(word) ? `${the}he player${own === undefined ? "" : "’s"}` : match,
  );
  return named
    .split(BLOCKS)
    .map((block) => withThemNamed(block))
    .join("");
}

const PLAYER_NAMED = /(?<!\p{L})[Tt]he player(?!\p{L})/gu;

/** "They" and "them" behind the player's name in a paragraph, as long as nothing else stands between that they could mean. */
function withThemNamed(paragraph: string): string {
  let told = "";
  let from = 0;
  // What has been told since the player was last spoken of; null where that is nobody.
  let since: string | null = null;
  const plain = paragraph.replace(QUOTED, (quoted) => " ".repeat(quoted.length));
  for (const match of plain.matchAll(new RegExp(`${PLAYER_NAMED.source}|${THEY.source}`, "giu"))) {
    const [word] = match;
    const end = match.index + word.length;
    const before: string = paragraph.slice(from, match.index);
    told += before;
    from = end;
    if (/player$/iu.test(word)) {
      told += paragraph.slice(match.index, end);
      since = "";
      continue;
    }
    const after = plain.slice(end);
    const lead = plain.slice(0, match.index);
    const opens =
      /(?:^|[.!?…]["”’)]*\s+|,\s|\b(?:while|when|as|if|before|after|until|where|what|that|how|and|but) )$/iu.test(lead);
    const isPeople = TO_PEOPLE.test(lead) || (/^they$/iu.test(word) && BY_PEOPLE.test(after));
    const isMeant: boolean =
      since !== null &&
      !hasOtherPeople(`${since}${before}`, isPeople) &&
      // Who does it and whom it is done to are not one: "the party fought them".
      (isPeople || opens || !/^them$/iu.test(word));
    const isTheir = /^their$/iu.test(word);
    const name = isTheir ? "the player’s" : "the player";
    told += isMeant && !/^themselves$/iu.test(word) ? (/^\p{Lu}/u.test(word) ? `T${name.slice(1)}` : name) : word;
    // Behind pines that may be meant, who is asked is still the player.
    since = isMeant ? "" : since === null || hasOtherPeople(`${since}${before}`, true) ? null : `${since}${before}`;
  }
  return told + paragraph.slice(from);
}
