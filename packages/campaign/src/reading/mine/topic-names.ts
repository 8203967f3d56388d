/** Codes that writers of modules put before a title: "H2 PUMP HOUSE DAYBOOK", "BG: Jory Crowe", "L3 - The Bank". */
const CODE = /^(?:[A-Za-z]{1,2}\d{1,2}[a-z]?|BG|NPC|LOC|PC|GM|ITEM|FACTION|LORE|REF)\b\s*[:.–—-]?\s+(?=\S)/u;
/** Remarks after the name itself. */
const REMARK = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*/gu;
const MORE =
  /^(.{3,}?)(?:[;–—]|,\s+(?:who|which|where|as|with|in|of|or|and|kept|made|being|made|found|his|her|its|their|third|second|first|same|mate|by|with)\b|:\s).*$/su;
/** When and in which room: "General meeting, Friday 27 March", "Answering machine, flat 17". (rule CA1047) */
const WHEN_OR_WHERE =
  /,\s+(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|day|week|year|flat|room|number|no\.|ring|deck|floor|level|\d).*$/isu;
/** What is written, kept or held, of which there is one: it has its article. (rule CA1047) */
const ONE_OF_ITS_KIND =
  /^(?:meeting|machine|timetable|handbook|book|log|logbook|board|plan|notebook|register|ledger|inventory|calendar|diary|journal|map|chart|programme|program|playbill|contract|lease|bulletin|questionnaire|schedule|petition)$/iu;

/** A title as running text names the thing: "barge timetable" is "the barge timetable". */
export function withItsArticle(np: string): string {
  const [phrase = ""] = np.split(/ (?:of|for|by|in|from|to|on) /u);
  const words = phrase.split(" ");
  const isBare =
    /^\p{Ll}/u.test(np) && !/^(?:the|an?|his|her|its|their|my|our|your|some|no)\b|^\p{Ll}+ing\b|['’]s\b/iu.test(np);
  return isBare && ONE_OF_ITS_KIND.test(words.at(-1) ?? "") ? `the ${np}` : np;
}

/** Titles of papers that are no things one could ask about by that name. */
const NO_NOUN =
  /\b(?:to|from) (?:nobody|somebody|his|her|their|my|the|\p{Lu})|^(?:to|on|in|at|with|how|why|what|when|where|who|whoever|some|many|all|more|about|notes?|counsels?)\b|^(?:from|minutes|list|complications|contents|index|glossary|appendix|notice|handout)\b|^(?:mark|meaning|data|content|specification|events?|consequences?|places?|factions?|rules|page \d+|minor people|summary|overview|details?|description|status|type|kind|category|value|source)$/iu;
/** What somebody does, or how a paper was come by. (rule CA4713) */
const NO_THING =
  /^(?:being|running|doing|having|getting|heard|overheard|found (?:in|on|among|by|at)|not|unsent|stuff|clues)\b/iu;
/** Whether the words behind an article name no thing: "the being cold". */
export const namesNothing = (core: string): boolean => NO_THING.test(core);
const OPENS_WITH_PREPOSITION = /^(?:for|of|on|about|concerning|by|with|in|at|to|under|after|before|against) /i;
/** "II.", "Chapter Three", "4b": which part it is, not what it is about. */
const NUMBER =
  /^(?:(?:part|chapter|section|verse|canto)\s+)?(?:[ivxlc]{1,6}|\d+\p{L}?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|fifth|\p{L})$/iu;
const MOST_WORDS = 6;

/**
 * The name of a topic as it can stand in "Ask X about ...": a title without codes, remarks and capitals throughout.
 *
 * @returns Null where the title is no name of a thing: what stands below it is found out, and nobody is asked about it.
 */
export function topicTitle(title: string): string | null {
  let name = title.replace(REMARK, " ").replace(/\s+/g, " ").trim();
  for (let bare = name.replace(CODE, ""); bare !== name; bare = name.replace(CODE, "")) name = bare.trim();
  name = name.replace(/^from (?=(?:the|his|her|an?) )/i, "");
  // "On Fists" is about fists; "For Climbing" says what something else is for.
  name = name.replace(/^(?:on|of|about|concerning) (?=\p{L}+s$|(?:the|an?|his|her|their) )/iu, "");
  if (OPENS_WITH_PREPOSITION.test(name)) return null;
  name = name
    .replace(WHEN_OR_WHERE, "")
    .replace(MORE, "$1")
    .replace(/[.:,;]+$/, "")
    .trim();
  // "PUMP HOUSE DAYBOOK" is shouted; an abbreviation among other words is not.
  if (/\p{Lu}{2}/u.test(name) && !/\p{Ll}{2}/u.test(name) && /\s/.test(name)) name = unshouted(name);
  if (
    name === "" ||
    NUMBER.test(name) ||
    NO_NOUN.test(name) ||
    namesNothing(name) ||
    name.split(" ").length > MOST_WORDS ||
    /[?!]/.test(name)
  )
    return null;
  return name;
}

/** "THE CANDLEMAS NOTE" as a title is written: "the Candlemas Note". */
function unshouted(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(/(?<=\s)(?:Of|The|And|A|An|In|On|At|To|For|By)(?=\s)/g, (word) => word.toLowerCase())
    .replace(/^The /, "");
  return /^(?:Mr|Mrs|Ms|Miss|Dr|Sir|Lady|Captain|Saint|St)\b/.test(words) ? words : `the ${words}`;
}
