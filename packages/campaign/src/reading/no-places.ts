/** Names that stand where places do, and that the texts show to be a day, somebody, or a body of people. */
import { PLACE_NOUNS } from "./lexicon.js";
import { headNoun, kindOfNoun } from "./kinds.js";
import { escape } from "./patterns.js";
import { withoutThe } from "./place-names.js";

const MONTHS =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const WEEKDAYS = "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|wed|thu|fri|sat|sun)";
/** "The 4th", "Day 3", "Night Two", "6 May", "Friday 12", "21:30": what a calendar has in its first column. */
const IS_TIME = new RegExp(
  `^(?:\\d{1,2}(?:st|nd|rd|th)(?: (?:of )?${MONTHS})?|(?:day|night|week|month|year|hour|morning|evening|act|scene|chapter|session|round|turn)s? (?:\\d+|[ivx]+|one|two|three|four|five|six|seven|eight|nine|ten)|${WEEKDAYS}(?:,? .*)?|(?:\\d{1,2} )?${MONTHS}(?: \\d{1,4})?|\\d{1,2}[:.]\\d\\d(?: ?[ap]\\.?m\\.?)?|\\d{3,4}(?: hours)?|(?:noon|midnight|dawn|dusk|midday)|(?:christ|michael|candle|martin|lam|hallow|childer)mas|lent|easter|whitsun(?:tide)?|advent|pentecost|shrovetide|epiphany|halloween|yule(?:tide)?)$`,
  "iu",
);

/** Whether a name is a day or an hour. (rule CA1568) */
export const isTime = (name: string): boolean => IS_TIME.test(withoutThe(name));

/** Bodies of people that have a name like a place's: "The union is Local 88". */
const BODY =
  /^(?:union|local|lodge|branch|company|firm|gang|guild|party|band|team|crew|cult|order|council|ministry|agency|army|regiment|newspaper|paper|magazine|king|queen|mayor|boss|trust|fund|bank|charity|church)$/iu;

const BODIES =
  "(?:guilds|clans|factions|gangs|crews|unions|tribes|sects|families|companies|trades|parties|brotherhoods|sisterhoods|fraternities|peoples|regiments|leagues)";
/** "Three guilds run the place: the Lightermen (boats), the Dyers (cloth), the ": what follows is one of them. */
const AMONG_BODIES = new RegExp(`\\b${BODIES}\\b[^.!?:;\\n]*:[^.!?:;\\n]*$`, "iu");
/** Folders of lore that hold bodies of people. */
const FOLDER_OF_BODIES = new RegExp(`/${BODIES}/[^/]+$`, "iu");

/** The body of people that a text of lore is about, by its folder, without its article. (rule CA3320) */
export function bodyTitled(file: string, text: string): string | undefined {
  if (!FOLDER_OF_BODIES.test(file)) return undefined;
  return withoutThe(/^#\s+(.+?)\s*#*\s*$/mu.exec(text)?.[1] ?? "") || undefined;
}

const NUMBER =
  "(?:\\d{2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\\p{Ll}+)?|sixteen|seventeen|eighteen|nineteen)";
/** What is said of somebody right behind their name. */
const OF_SOMEBODY = new RegExp(
  `^[*_]{0,2}(?:,? (?:an? |the |our |his |her )?(?:[\\p{Ll}-]+ ){0,2}[\\p{Ll}-]+,)?(?:,? (?:aged )?${NUMBER}(?=[,.;)])|,? (?:died|dies|was born|was killed|drowned|married|says|said|told|tells|wrote|knew|knows|wants|wanted|loved|works? (?:as|for)|is dead|has been dead)\\b| \\((?:an? )?(?:aged )?${NUMBER}\\))`,
  "u",
);
const MOST_USES = 12;

/** What the texts have before and after each use of a name. */
function usesOf(name: string, text: string): { readonly before: string; readonly after: string }[] {
  const found = [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${escape(name)}(?![\\p{L}\\p{N}])`, "gu"))];
  return found.slice(0, MOST_USES).map(({ index }) => ({
    before: text.slice(Math.max(0, index - 160), index),
    after: text.slice(index + name.length, index + name.length + 90),
  }));
}

/**
 * Whether the texts say of a name that somebody has it ("Teo Marsh, cutter, twenty-six, died") or some body of people ("The union is
 * Local 88", "three guilds: the Dyers and the Masons"). (rules CA1568 and CA3320)
 *
 * @param name - As written, with capitals.
 * @param text - Everything that the author wrote.
 */
export function isSomebodys(name: string, text: string): boolean {
  const bare = withoutThe(name);
  if (!/^\p{Lu}/u.test(bare)) return false;
  const uses = usesOf(bare, text);
  const isPerson = /^\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'.-]*){1,2}$/u.test(name);
  if (isPerson && uses.some(({ after }) => OF_SOMEBODY.test(after))) return true;
  return uses.some(({ before }) => {
    if (AMONG_BODIES.test(before)) return true;
    const [, phrase = ""] =
      /(?:^|[.!?:;\n] ?[*_-]*)(?:The|Our|Their|His|Her|Your|An?) ((?:[\p{L}’'-]+ ){0,2}\p{Ll}+)(?:,| is| are| was| were|:)(?: called| named)?\s*[*_“"]*(?:[Tt]he )?$/u.exec(
        before,
      ) ?? [];
    const noun = headNoun(phrase);
    if (phrase === "" || (PLACE_NOUNS.has(noun) && !BODY.test(noun))) return false;
    return BODY.test(noun) || kindOfNoun(noun) !== undefined;
  });
}

/** Country that is spoken of as a whole: nobody goes to "the grounds" as one goes to a house. */
const WIDE =
  /^(?:(?:fishing|hunting|whaling|sealing|grazing) )?(?:grounds|waters|country|countryside|coast|seas?|oceans?|lands?|hills|mountains|islands|plains?|moors?|moorland|desert|steppe|tundra|wilds?|wilderness|bush|outback|highlands?|lowlands?|uplands?|backcountry|lines?|railways?|railroads?|routes?|valleys?|regions?|districts?|moons?|planets?|banks|shoals|fens|marshes|forests?|jungle)$/iu;

/** Whether a name is no more than a kind of country. (rule CA1569) */
export const isWide = (name: string): boolean => WIDE.test(withoutThe(name));
