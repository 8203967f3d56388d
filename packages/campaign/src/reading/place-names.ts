/** Names of places as titles, headings and locations give them. */
import { ANIMALS, GROUPS, HUMANS, PLACE_NOUNS, SPIRITS, VESSELS } from "./lexicon.js";

export const NUMBERS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");

export const ORDINAL = new RegExp(`^(?:${NUMBERS.join("|")})$`, "i");

export const NOT_A_PLACE =
  /^(?:(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mondays|Tuesdays|Wednesdays|Thursdays|Fridays|Saturdays|Sundays|Christmas|Easter|Lent|Michaelmas|English|French|German|Russian|Norwegian|Latin|God|Heaven|Hell|Day|Scene|Chapter|Act|Part|Book|Volume|Page|Rule|Order|Clause|Item|Section|Number|No|Mr|Mrs|Ms|Miss|Dr|Sir|Lady|Lord|Saint|St|I|You|He|She|It|They|We|Nobody|Nothing|Somebody|Everybody|Everyone|Anyone|The|A|An|And|But|If|When|Where|What|Who|How|Why|That|This|There|Here|Then|Now|PC|GM|NPC|DC|ON|NOT|AND|THE|WAR)(?:['’]s)?)$|\b(?:War|Wars|Guild|Company|Society|Society's|Committee|Church|Party|League|Navy|Army|Council|Corporation|Board|Office of|Union|Day|Night|Week|Year|Book|Ledger|Gazette|Times|Mercury|Act|Law|Order|Covenant|Treaty|Festival|Bank of|Sitting|Session|Conference|Congress|Hearing|Inquest|Trials?|Wedding|Funeral|Coronation|Election|Siege|Revolt|Rebellion|Uprising|Massacre|Plague|Famine|Winters?|Summer|Truce|Armistice|Regatta|Expedition|Voyage)$/u;

const PLACE_FOLDER =
  /(?:^|[/_-])(?:places?|locs?|locations?|locales?|sites?|areas?|rooms|buildings|landmarks|venues|geography|gazetteer|maps|regions|districts|settlements|towns|villages|cities|islands|planets|stations|decks|houses)\/[^/]+$/i;

/** Whether a lore file is about a place, by the name of its folder. */
export const isPlaceFile = (file: string): boolean => PLACE_FOLDER.test(file);

/** A number or letters on a map: "L1", "B-12", "4a". */
export const CODE = /^[[(]?(\p{Lu}{0,3}[-.]?\d{1,3}\p{Ll}?)[\])]?$/u;

/** "L1: Auntie's Eels", "[B2] The Well": a code and what it stands for. */
const CODED = /^[[(]?(\p{Lu}{1,3}[-.]?\d{1,3}\p{Ll}?)[\])]?\s*(?:[:.)–—=-]\s*|\s)((?:the\s+)?[\p{Lu}\p{Lo}].*)$/u;

/** "INT. REC ROOM - MONDAY": a screenplay's line of place and hour. */
const SLUGLINE = /^(?:(?:INT|EXT|I\/E)\.?(?:\s?\/\s?(?:INT|EXT)\.?)?)[.:\s]\s*(\S.*)$/;

const BEFORE_HOUR = /\s+[-–—]+\s+/;

/** "REC ROOM" as it stands in prose: "Rec Room". A name of mixed letters stays. */
export const asTitle = (name: string): string =>
  /\p{Ll}/u.test(name)
    ? name
    : name
        .toLowerCase()
        .replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
        .replace(/(?<=\s)(?:Of|The|And|A|An|In|On|At|To|For|By)(?=\s)/g, (word) => word.toLowerCase());

/** Takes a title or a location apart: its name, other names, a remark. */
export function placeNames(text: string): { names: string[]; aliases: string[]; path: string[] } {
  const scripted = SLUGLINE.exec(text.trim())?.[1];
  if (scripted !== undefined) return placeNames(asTitle(scripted.split(BEFORE_HOUR)[0] ?? scripted));
  const coded = CODED.exec(text.replace(/[*_`]/g, "").trim());
  if (coded !== null) {
    const { names, aliases, path } = placeNames(coded[2] ?? "");
    return { names, aliases: [...aliases, coded[1] ?? ""], path };
  }
  const clean = text
    .replace(/[*_`]/g, "")
    .replace(/^\s*\d+(?:\.\d+)*[.)]?\s+(?=\p{L})/u, "")
    // "In Hell, at the foot of the ladder" is Hell.
    .replace(/^(?:in|at|inside|within)\s+(?=\p{Lu})/iu, "")
    .trim();
  const path = clean
    .split(/\s*(?:>|»|→|\s\/\s|\s::\s|\s\|\s)\s*/)
    .map((part) => part.trim())
    .filter(Boolean);
  const last = path.at(-1) ?? clean;
  const aliases: string[] = [];
  const plain = last.replace(/\(([^)]*)\)/g, (_, inner: string) => {
    if (isNameLike(inner)) aliases.push(inner.trim());
    return " ";
  });
  const [head = "", ...tail] = plain.split(/\s*[,;:–—]\s+|\s*,\s*/);
  const names = [head.trim()];
  // A numbered part belongs to the name: "A-Deck, Room 3".
  if (/^\p{L}+\.?\s*\d+\p{L}?$/u.test(tail[0] ?? "") && /^\P{Ll}/u.test(tail[0] ?? ""))
    names[0] = `${head}, ${tail.shift()}`;
  for (const part of tail) {
    const other =
      /^(?:or|also|called|known as|which is|that is|alias|formerly|once)\s+(?:called\s+|known as\s+)?(.+)$/i.exec(
        part.trim(),
      )?.[1];
    const more = /^(?:and|with)\s+(.+)$/i.exec(part.trim())?.[1];
    if (other !== undefined) aliases.push(other.split(/,|\s+(?:in|by|to|among|for)\s+/)[0] ?? "");
    else if (more !== undefined) {
      const called = /\bcalled\s+(.+)$/.exec(more)?.[1];
      names.push((called ?? more).trim());
    } else if (/^the\s+\p{Lu}/u.test(part) && isNameLike(part)) aliases.push(part);
    else if (ORDINAL.test(part.replace(/^the\s+/i, "").split(/\s+/)[0] ?? "")) aliases.push(part);
  }
  return { names: names.filter(Boolean), aliases: aliases.map((one) => one.trim()).filter(Boolean), path };
}

/** "the Second Well", "Haven House", but not "the camel well, fifth of the nine". */
export function isNameLike(text: string): boolean {
  const words = text
    .trim()
    .replace(/^(?:the|an?)\s+/i, "")
    .split(/\s+/);
  return words.length <= 5 && words.length > 0 && /^[\p{Lu}\p{Lo}]/u.test(words[0] ?? "") && !/[.;:]/.test(text);
}

export const fold = (form: string): string =>
  form
    .normalize("NFC")
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, " ")
    .trim()
    .replace(/^(?:the|an?|la|el|los|las|le|les|il|der|das|het)\s+/, "");

export const withoutThe = (form: string): string => form.trim().replace(/^(?:the|an?)\s+/i, "");

/** A name that is a relation to other places and names none: "between the Sixth and the Seventh". */
export const RELATIVE =
  /^(?:between|beneath|below|under|underneath|behind|above|beside|outside|inside|near|by|past|beyond|opposite|around|across|along|somewhere|on the (?:road|way)|at the|in the|on the|off|over|aboard|before)\s/i;

/** "**Left:** Upper Sallow, 15.": where a way turns, and no place. (rule CA5411) */
const DIRECTION =
  /^(?:(?:to|on|turn|go) )?(?:the )?(?:left|right|straight(?: (?:on|ahead))?|ahead|back|forwards?|backwards?|up|down|in|out|here|there|inside|outside|upstairs|downstairs|north|south|east|west|north-?east|north-?west|south-?east|south-?west)(?: (?:side|hand|turn|fork|of it))?$/i;

const HEADING_CLAUSE =
  /^(?:what|how|why|when|where|who|if|some|every|things?|two|three|four|five|six|seven|eight|\d+)\b|[?!.]|\b(?:is|are|was|were|has|have|does|should|will)\b/i;

/** "7-G", "B12", "Bay 4": a name with a number in it. */
export const NUMBERED = /^(?:\p{L}+ )?\p{Lu}{0,3}[-.]?\d{1,4}(?:-?\p{Lu}{1,2}|\p{Ll})?$/u;

/** "The cave in outline": a heading of what is told, and no name. (rule CA4700) */
const IN_OUTLINE = / (?:in (?:outline|brief|short|summary|general)|at a glance|then and now)$/i;

export const isHeadingName = (heading: string): boolean =>
  NUMBERED.test(heading) ||
  (heading !== "" &&
    !DIRECTION.test(heading) &&
    !IN_OUTLINE.test(heading) &&
    !HEADING_CLAUSE.test(heading.replace(/^the\s+/i, "")) &&
    heading.split(/\s+/).length <= 6);

export const placeHeaded = (name: string): boolean => {
  // "Bay 4", "Deck C": the number comes last; "C-Deck": the noun does.
  const words = (fold(name).split(/\s+(?:of|with|in|at|on|by|under|behind)\s+/)[0] ?? "").split(" ");
  const numbered = words.length === 2 && /^(?:\d+\p{L}?|\p{L}|[ivx]+)$/u.test(words[1] ?? "");
  const head = words.at(numbered ? 0 : -1) ?? "";
  return PLACE_NOUNS.has(head) || VESSELS.has(head) || PLACE_NOUNS.has(/^\p{L}{1,2}-(\p{L}+)$/u.exec(head)?.[1] ?? "");
};

/** A noun alone that lists use as a label: of what somebody is a delegate, of what the salt is. */
export const ANY_DISTRICT =
  /^(?:the\s+)?(?:district|ward|quarter|region|area|county|country|province|hill|road|street|river|sea|coast|shore|mountain|plain|valley|village|land|island|forest|desert|ground|field|level)s?$/i;

/** What stands among places and is none: events, qualities, people. */
const ABSTRACT =
  /(?:ing|(?<!sta)tion|sion|ment|ness|ity|ism|ance|ence|ship|dom|ology|ography|\b(?:strike|war|flood|fire|plague|trial|vote|murder|wedding|festival|storm|election|revolt|rebellion|siege|accident|crash|robbery|party|ball|feast|deal|curse|prophecy|book|letter|map|score|ritual|game|job|plan|truth|secret|dead|living))s?$/i;

export const isAbstract = (name: string): boolean => {
  const head = fold(name).split(" ").at(-1) ?? "";
  if (/&|\band (?:sons?|daughters?|co|company)$/i.test(name)) return false;
  // "The Red Lion" is an inn, "The cat" is a cat.
  if (ANIMALS.has(head) && /^(?:[Tt]he\s+)?\p{Lu}\p{L}+ \p{Lu}/u.test(name)) return false;
  return (
    ABSTRACT.test(name) ||
    [ANIMALS, HUMANS, GROUPS, SPIRITS].some((list) => list.has(head) || list.has(head.replace(/s$/, "")))
  );
};

/** What a section tells of all places together, and of none. (rule CA1043) */
const COMMON_TOPICS =
  /^(?:the\s+)?(?:ground|land|terrain|country|countryside|region|surroundings|lie of the land|lay of the land|layout|landscape|town|weather|people|time|story|club|game|history|money|food|law|laws|clock|rules?|order|company|guild|watch|society|church|council|past|present|future|end|beginning|truth|mood|tone|style|sea|sky|air|world|factions?|population|night|day|year|winter|summer|spring|autumn|overview|introduction|background|notes?|themes?|customs?|manners|magic|technology|religion|faith|calendar|seasons?|language|languages|names?|places?|locations?|area|where|geography|economy|trade|politics|government|culture|characters|cast|who|what|dangers?|rumou?rs?|secrets?|facts?|senses?|sounds?|smells?|atmosphere|climate|timeline|era|period|setting)$/i;

export const isCommonTopic = (name: string): boolean => COMMON_TOPICS.test(name);

export const isPlaceNoun = (word: string): boolean => PLACE_NOUNS.has(word) || VESSELS.has(word);
