/** Whom an author's texts list as the people of the story, whom a card tells of, and by which name the player goes. Implements CA6002 to CA6004. */
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Pronoun } from "./kit.js";
import { itemsUnder } from "./seed-notes.js";
import { sentencesOf } from "./seed-sentences.js";
import { ROLES } from "./seed-words.js";

export interface ListedPerson {
  readonly name: string;
  readonly role: string | null;
  readonly pronoun: Pronoun | null;
  /** Whole sentences about them. */
  readonly told: readonly string[];
  readonly wants?: string;
  readonly lines?: readonly string[];
  /** The file that tells of them. */
  readonly card?: string;
}

/** A heading, or a line, below which the people are listed. */
export const OF_PEOPLE =
  /^(?:#{1,6}\s*)?\**(?:the\s)?(?:(?:important|main|key|other|some)\s)?(?:people|characters?|cast|who(?:['’]s|\sis)\s(?:who|here|there|around|aboard)|dramatis personae|persons|npcs?|folks?|crew|residents|inhabitants|neighbou?rs)(?:\s(?:in|of|on|at|aboard|here|there)\b.{0,30})?\**\s*:?\s*\**$/i;
const NAME = /^(?:[Tt]he\s)?\p{Lu}[\p{L}’'-]*(?:\s(?:(?:of|the|von|van|de|della|di|du|la)\s)?\p{Lu}[\p{L}’'-]*){0,3}$/u;

/** The people of a list under a heading that says so. */
export function listedPeople(raw: string): ListedPerson[] {
  return itemsUnder(raw, OF_PEOPLE).flatMap((item): ListedPerson[] => {
    const called = /^(the\s\p{L}+)\s(?:called|named)\s(\p{Lu}[\p{L}’'-]+(?:\s\p{Lu}[\p{L}’'-]+)*)[,:]?\s*(.*)$/iu.exec(
      item,
    );
    const [, before = "", rest = ""] = /^(.{2,40}?)(?:\s[-–—]+\s|:\s|,\s|\s\(|$)(.*)$/u.exec(item) ?? [];
    const name = called?.[2] ?? before.trim();
    // "- the hitchhiker"
    if (!NAME.test(name) && !(/^the\s(?:\p{Ll}+\s)?\p{Ll}+$/u.test(name) && isCalling(name))) return [];
    return [{ name: name.replace(/^The\s/, "the "), ...saidOf(name, called?.[3] ?? rest, called?.[1] ?? null) }];
  });
}

/** "head of the Chainkeepers, blind, can hear rust" */
function saidOf(name: string, text: string, calling: string | null): Omit<ListedPerson, "name"> {
  const parts = text
    .replace(/\)\s*$/, "")
    .split(/[,;]\s|\.\s+/)
    .map((part) => part.trim().replace(/[.]$/, ""))
    .filter((part) => part !== "");
  const isVerb = (part: string): boolean =>
    /^(?:can|has|is|was|had|will|cannot|knows|never|always|already|once|\p{Ll}{2,}[^s\W]s)\s\S/u.test(part);
  const role =
    calling ??
    parts.find((part, at) => at === 0 && !isVerb(part) && !/^\d|^who\b/.test(part) && isCalling(part)) ??
    null;
  const told = parts.flatMap((part) => {
    const bare = part.replace(/^who\s/, "");
    if (isVerb(bare) || /^\p{Ll}{3,}[^s\W]s$/u.test(bare)) return [`${name} ${bare}.`];
    return part !== role &&
      /^(?:new|old|too|very|quite|always|afraid|good|bad|hard|proud|tired)\s|^\p{Ll}{3,}$/u.test(part)
      ? [`${name} is ${part}.`]
      : [];
  });
  return {
    role: role === null || role.split(" ").length > 8 ? null : role,
    pronoun: pronounIn(text) ?? pronounIn(name),
    told,
  };
}

/** "head of the Chainkeepers", "rope merchant", "the baker’s wife" */
const isCalling = (part: string): boolean =>
  part
    .split(/\s(?:of|at|in|for|on|to|from|who|with|and)\s/)[0]
    ?.split(/[\s-]/)
    .some(
      (word) =>
        ROLES.has(word.toLowerCase()) ||
        /(?:er|or|ist|man|woman|ian|eer|wright|smith|head|boss|chief|lord|kid|friend|monger)$/i.test(word),
    ) === true;

function pronounIn(text: string): Pronoun | null {
  const she = (
    text.match(
      /\b(?:she|her|hers|herself|mother|sister|aunt|widow|mrs|miss|queen|lady|\w*woman|girl|wife|daughter)\b/gi,
    ) ?? []
  ).length;
  const he = (
    text.match(
      /\b(?:he|his|him|himself|father|brother|uncle|widower|mr|king|lord|(?:\w+(?<!wo))?man|boy|husband|son)\b/gi,
    ) ?? []
  ).length;
  return she > he ? "she" : he > she ? "he" : null;
}

const MOST_BYTES = 64 * 1024;
const MOST_CARDS = 12;

/** Pages of the folder `characters`, each of which tells of somebody: "characters/Carmela.md". */
export async function characterCards(dir: string): Promise<ListedPerson[]> {
  const folder = join(dir, "characters");
  const names = await readdir(folder).catch((): string[] => []);
  const found: ListedPerson[] = [];
  for (const file of names.sort()) {
    if (!/^(?!readme|npcs\.|player\.|template\.|notes?\.|index\.|.*_generated\.).+\.(?:md|markdown|txt)$/i.test(file))
      continue;
    // A link is not followed: what it leads to is no part of the campaign.
    const entry = await lstat(join(folder, file));
    if (!entry.isFile() || entry.size > MOST_BYTES || found.length === MOST_CARDS) continue;
    const text = (await readFile(join(folder, file), "utf8")).replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
    if (/^---\n[\s\S]*?\bgenerated: true\b[\s\S]*?\n---/.test(text)) continue;
    found.push(cardOf(file, text.replace(/^---\n[\s\S]*?\n---\n/, "")));
  }
  return found;
}

/** A page with a name for its heading, fields, and prose. */
export function cardOf(file: string, text: string): ListedPerson {
  const own = file
    .replace(/\.[^.]+$/, "")
    .replace(/[-_]+/g, " ")
    .replace(/(?:^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
  const title = /^#{1,3}\s+(.+?)\s*#*$/m
    .exec(text)?.[1]
    ?.replace(/[*_`]/g, "")
    .split(/\s[-–—]\s|[,:(]/)[0]
    ?.trim();
  const first = text.trim().split("\n")[0]?.trim() ?? "";
  const name = title !== undefined && NAME.test(title) ? title : NAME.test(first) && first.includes(" ") ? first : own;
  const field = (label: string): string | null =>
    new RegExp(`^\\W*(?:${label})\\W*:\\W*(.+)$`, "im").exec(text)?.[1]?.replace(/[*_]+/g, "").trim() ?? null;
  const prose = text
    .split("\n")
    .filter((line) => !/^\s*#/.test(line) && !/^\W*[\p{L} ]{2,20}\W?:\s/u.test(line))
    .join("\n");
  const wants = field("wants?|goals?|motivations?")?.replace(/[.]$/, "");
  return {
    name,
    role: field("role|job|occupation|who")?.replace(/[.]$/, "") ?? null,
    pronoun: pronounIn(prose) ?? pronounIn(text),
    // What nobody knows stays the author's.
    told: sentencesOf(prose).filter(
      (one) =>
        /["“]/.test(one) === false &&
        one.includes(name) &&
        one.length > name.length + 3 &&
        !/\b(?:nobody|no one|secret\w*|does not know|doubl\w+)\b/i.test(one),
    ),
    ...(wants !== undefined && { wants }),
    lines: [...text.matchAll(/["“]([^"”\n]{3,120})["”]/g)].map(([, line = ""]) => line),
    card: `characters/${file}`,
  };
}

const PLAYER =
  /(?:\b[Yy]ou(?:['’]re| are| play(?: as)?)|\b[Yy]our name is|\bI(?:['’]m| am)|\b[Mm]y name is|\b[Tt]he player(?: character)? (?:is|plays)|\b[Yy]ou,)\s(\p{Lu}[\p{Ll}’'-]+(?:\s\p{Lu}[\p{Ll}’'-]+)*)(?=[,.;:(]|\s(?:and|who|the|an?|[-–—])(?:\s|$)|$)/u;

/** The name by which a text speaks to the player: "You are Ines Okafor, the new gardener". */
export function playerName(sentences: readonly string[]): string | null {
  for (const sentence of sentences) {
    const found = PLAYER.exec(sentence)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
