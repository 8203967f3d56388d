/** What an author's few words say of an aim, of the time there is for it, and of the thing that it is about. */
import { ANIMALS, DEVICES, PLACE_NOUNS, ROLES, THINGS, TIMES } from "./seed-words.js";

export interface SeedThing {
  /** With its article: "the bronze angel". */
  readonly the: string;
  /** "a bronze angel" */
  readonly one: string;
}

export interface SeedAim {
  /** An infinitive in the second person: "find your sister". */
  readonly phrase: string;
  /** Who has asked for it, as the text calls them. */
  readonly client: string | null;
}

/** Longer ones first: "have been sent" is no "have". */
const CAUSES =
  "are (?:here|sent|trying|supposed|hired|paid|asked|told|determined)|(?:have been|were) (?:sent|hired|paid|asked|told|called|chosen)(?: here)?|was (?:sent|hired|asked)(?: here)?|would (?:like|love)|(?:had|have) better|have (?:promised|sworn|decided|agreed|vowed|offered|volunteered)|(?:promised|swore|decided|agreed|vowed)|(?:have )?(?:come|came)(?: here)?|wants?|wish(?:es)?|needs?|hopes?|have|must|intends?|means?(?= to)|plans?|longs?";
const AIM = new RegExp(
  `\\b(?:I|you|we|who)(?:['’]ve)?(?:\\sand\\s(?:my|your|our|the)\\s\\p{L}+)?\\s+(?:(?:only|just|still|really|now)\\s+)?(?:${CAUSES})\\s+(?:to\\s+)?([a-z].+)$`,
  "iu",
);

/** "The king has ordered you to lead the parade", "Your task is to ..." */
const CHARGE =
  /\b(?:ordered|told|asked|sent|hired|paid|begged|sworn|promised|asks|wants|needs|begs|tells|orders|expects)\s(?:you|me|us)\sto\s([a-z].+)$|\b(?:[Yy]our|[Mm]y)\s(?:task|job|aim|goal|duty|plan|mission|wish|dream)\sis\sto\s([a-z].+)$|\b(?:It is up|It['’]s up|It falls) to (?:you|me|us) to\s([a-z].+)$/;
/** Whoever nobody knows. */
const NOBODY_KNOWN = /\b(?:somebody|someone|something|a (?:voice|stranger|note|letter|caller))\b/i;
/** "The queen has ordered you to", "Mrs Gray wants you to" */
const ASKER =
  /((?:\p{Lu}[\p{L}’'-]+\.?\s)*\p{Lu}?[\p{L}’'-]+)\s(?:has\s|had\s)?(?:ordered|told|asked|sent|hired|paid|begged|asks|wants|needs|begs|tells|orders|expects)\s(?:you|me|us)\sto\b/u;
/** "You have until the funeral to find out ...", "You have three days to ..." */
const TIMED =
  /\b(?:you|I|we)\shave\s(?:only\s|just\s|exactly\s)?(?:(?:until|till)\s[^,.;]{3,40}?|[\p{L}\d-]+\s(?:days?|nights?|hours?|minutes?|weeks?|months?)|(?:this|one|a single)\s\p{L}+)\sto\s([a-z].+)$/iu;
/** "Find the crown before dawn.": an order that opens a text. */
const ORDER =
  /^(?:Find|Save|Rescue|Steal|Get|Bring|Escape|Catch|Stop|Deliver|Win|Reach|Survive|Solve|Help|Return|Build|Cook|Bake|Rob|Defend|Protect|Hide|Break|Cross|Climb|Free|Wake|Marry)\s.+$/;
/** "whoever brings him a song may ask for anything" */
const PRIZE =
  /\b(?:[Ww]hoever|[Aa]nyone who|[Aa]nybody who|[Hh]e who|the first who)\s(?:can\s)?(\p{Ll}+s)\s(.+?)(?:,|\s(?:may|shall|will|can|gets?|wins?|is to|becomes?)\s)/u;
/** "must not be seen by the watchman" */
const UNSEEN =
  /\b(?:you|I|we) (?:must|may|should|can) (?:not|never) be (\p{L}+(?:ed|en|ght|nd|ard)(?:\s[^,.;:!?]+)?)/iu;
/** "has agreed to print a pamphlet", said of somebody else beside the player. */
const PLEDGE = /\b(?:has|have) (?:agreed|promised|sworn|vowed|offered) to ([a-z].+)$/i;
const PLEDGER =
  /(\p{Lu}[\p{L}’'-]+\.?(?:\s\p{Lu}[\p{L}’'-]+)*)(?:, who)? (?:has|have) (?:agreed|promised|sworn|vowed|offered) to\b/u;
/** "Tomorrow they are going to switch me off." (rule CA5992) */
const THREAT =
  /\b(they|[Ss]omebody|[Ss]omeone|[Tt]he \p{Ll}+)\s(?:are|is)\s(?:going|about)\sto\s(\p{Ll}+)\s(?:me|you)(\s(?:off|down|up|out|away|apart))?(?=[\s,.;!]|$)/u;

/** "switch": "switching", "sell": "selling", "close": "closing", "cut": "cutting". */
function gerund(verb: string): string {
  if (/[^e]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  return /^[^aeiou]*[aeiou][bdgmnpt]$/.test(verb) ? `${verb}${verb.at(-1)}ing` : `${verb}ing`;
}

/** "wants it back" */
const BACK = /\bwants? (?:it|them|him|her) back\b/i;
const TAKEN =
  /\b(?:sold|stolen|stole|taken|took|lost|hidden|eaten|pawned|run off with|made off with|walked off with)\s((?:the|an?|your|my|his|her|their|our)\s(?:[\p{L}’'-]+\s){0,3}?[\p{L}’'-]+)(?=\s(?:off|from|of|in|at|out|to|and|away|by|on)\b|[,.;]|$)/u;
const GONE =
  /\b((?:[Tt]he|[Mm]y|[Yy]our|[Oo]ur)\s(?:[\p{L}’'-]+\s){0,3}?[\p{L}’'-]+)\s(?:is missing|are missing|is gone|has been stolen|was stolen|have been stolen|has vanished|has disappeared|vanished|disappeared|has gone missing|went missing)\b/u;

/** The aim of one sentence; the sentences before it say whom its pronouns mean. */
export function aimIn(sentence: string): SeedAim | null {
  const charge = CHARGE.exec(sentence);
  // "Somebody on your own frequency asks you to stop": that is what is odd, and nothing that the player has come for. (rule CA5507)
  if (charge !== null && NOBODY_KNOWN.test(sentence.slice(0, charge.index))) return null;
  if (charge !== null) {
    const aim = aimOf(charge[1] ?? charge[2] ?? charge[3] ?? "");
    return aim && { ...aim, client: ASKER.exec(sentence)?.[1] ?? null };
  }
  // "How do you get him out?"
  const how = /^(?:But |And |So )?How (?:do|can|will|could|are) (?:you|I|we)\s(?:going to\s)?([a-z][^?]{4,60})\?$/.exec(
    sentence,
  )?.[1];
  if (how !== undefined && !/^(?:know|feel|think|do)\b/.test(how)) return aimOf(how);
  const timed = TIMED.exec(sentence)?.[1];
  if (timed !== undefined) return aimOf(timed);
  const threat = THREAT.exec(sentence);
  if (threat !== null) {
    const [, who = "they", verb = "", particle = ""] = threat;
    const them = /^(?:they|somebody|someone)$/i.test(who) ? "them" : who.replace(/^The\b/, "the");
    return aimOf(`keep ${them} from ${gerund(verb)} you${particle}`);
  }
  if (ORDER.test(sentence)) return aimOf(sentence.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()));
  const unseen = UNSEEN.exec(sentence)?.[1];
  if (unseen !== undefined) return aimOf(`get away without being ${unseen}`);
  const wish = wishIn(sentence);
  if (wish !== null) return wish;
  const prize = PRIZE.exec(sentence);
  if (prize !== null) {
    const who = subjectOf(sentence);
    const rest = (prize[2] ?? "").replace(/^(?:him|her|them)\b/, (word) => who ?? word);
    return aimOf(`${infinitive(prize[1] ?? "")} ${rest}`);
  }
  const taken = TAKEN.exec(sentence)?.[1];
  if (taken !== undefined && BACK.test(sentence))
    return { phrase: `bring back ${definite(taken)}`, client: clientIn(sentence) };
  const pledge = /\b(?:you|I|we)\b/i.test(sentence) ? PLEDGE.exec(sentence)?.[1] : undefined;
  if (pledge === undefined) return null;
  const aim = aimOf(pledge);
  // "the printer Haberl, who has agreed to": what one has agreed to the other does for them.
  return aim && { ...aim, client: PLEDGER.exec(sentence)?.[1] ?? null };
}

/** "You are a spy who has forgotten which side you are on." */
const FORGOTTEN =
  /\b(?:you|I|we|who)\s(?:have|has)\s(?:forgotten|lost track of)\s((?:who|what|where|which|why|how)\s[^.;!?]{4,60})/i;

/** What is gone, where nobody says more: "My brother has disappeared." */
export function lossIn(sentence: string): SeedAim | null {
  const forgotten = FORGOTTEN.exec(sentence)?.[1];
  if (forgotten !== undefined) return aimOf(`find out ${forgotten}`);
  // "The crown is a bottle cap, and it has been stolen": the crown.
  const kept =
    /^((?:The|My|Your|Our)\s(?:[\p{L}’'-]+\s){0,2}?[\p{L}’'-]+)\s(?:is|was)\s[^,;]{3,60}[,;]\s(?:and|but)\sit\s(?:has been stolen|was stolen|is missing|is gone|has vanished|has disappeared)\b/u.exec(
      sentence,
    )?.[1];
  const gone = kept ?? GONE.exec(sentence)?.[1];
  return gone === undefined
    ? null
    : { phrase: `find ${toYou(gone.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()))}`, client: null };
}

const WHO = "(\\p{Lu}[\\p{L}’'-]+(?:\\s\\p{Lu}[\\p{L}’'-]+)*)";
/** "Ragna Tveit has not come back", "Nobody has seen Osk since Friday" */
const NAMED_GONE = new RegExp(
  `${WHO}\\s(?:is missing|is gone|has (?:vanished|disappeared|gone missing|not (?:come back|come home|returned|been seen))|vanished|disappeared|went missing|never (?:came|got) (?:back|home)|did not (?:come|get) (?:back|home)|was last seen)\\b|\\b(?:[Nn]obody|[Nn]o one) (?:has|had) seen ${WHO}|\\b(?:until|till) ${WHO} (?:is|has been|are) found\\b`,
  "u",
);
/** "Ragna Tveit left at midnight, and the pass is closed until she is found." */
const TO_BE_FOUND = new RegExp(
  `${WHO}[^.;!?]*\\b(?:until|till) (?:she|he|they) (?:is|are|has been|have been) found\\b`,
  "u",
);
const NOBODYS = /^(?:The|A|An|Nobody|Somebody|Everybody|Since|When|If|It|He|She|They|But|And|In|On|At|For|As)$/;

/** Somebody of whom nobody knows where they are. */
export function missingIn(sentence: string): SeedAim | null {
  const found = NAMED_GONE.exec(sentence) ?? TO_BE_FOUND.exec(sentence);
  const name = found?.slice(1).find((one) => one !== undefined);
  if (
    name === undefined ||
    NOBODYS.test(name.split(" ")[0] ?? "") ||
    PLACE_NOUNS.has(name.split(" ").at(-1)?.toLowerCase() ?? "")
  )
    return null;
  return { phrase: `find ${name}`, client: null };
}

function wishIn(sentence: string): SeedAim | null {
  const found = AIM.exec(sentence);
  if (found === null || /\b(?:never|not|n't)\b/.test(found[0].slice(0, 20))) return null;
  const isMust = /\b(?:must)\s+[a-z]/i.test(found[0]);
  if (!isMust && !/\bto\s/.test(found[0].slice(0, found[0].length - (found[1]?.length ?? 0)))) return null;
  return aimOf(found[1] ?? "");
}

function aimOf(rest: string): SeedAim | null {
  const phrase = rest
    .split(
      /\s(?:before|until|till|by (?:the end|dawn|noon|nightfall|mid|sun|morning|evening|tonight|tomorrow|(?:Mon|Tues|Wednes|Thurs|Fri|Satur)day))\b|[.;:!?–—]|,\s|\s(?:but|and (?:I|you|the|it|they|he|she|nobody|to))\b/,
    )[0]
    ?.trim();
  // "You have come to Tarn" says where, and not what for.
  if (
    !phrase ||
    phrase.split(" ").length > 14 ||
    !/^(?!(?:the|an?|my|your|his|her|its|their|our|this|that|it|no)\s)\p{Ll}/u.test(phrase)
  )
    return null;
  return { phrase: toYou(phrase), client: null };
}

/** "The king of Aldermoor has not slept": "the king of Aldermoor". */
function subjectOf(sentence: string): string | null {
  const found =
    /^(The\s(?:\p{L}+\s){1,4}?|\p{Lu}\p{L}+\s(?:\p{Lu}\p{L}+\s)*)(?:is|has|was|had|will|cannot|can|does|wants)\b/u.exec(
      sentence,
    )?.[1];
  return found === undefined ? null : found.trim().replace(/^The\b/, "the");
}

/** "the owner, Mrs. Delacroix, wants it back": "Mrs. Delacroix". */
function clientIn(sentence: string): string | null {
  const before = sentence.slice(0, BACK.exec(sentence)?.index ?? 0).replace(/,?\s*$/, "");
  return /(\p{Lu}[\p{L}’'-]+\.?(?:\s\p{Lu}[\p{L}’'-]+)*)$/u.exec(before)?.[1] ?? null;
}

const definite = (phrase: string): string => toYou(phrase.replace(/^an?\s/, "the "));

/** "brings": "bring"; "catches": "catch". */
function infinitive(verb: string): string {
  if (/ies$/.test(verb)) return verb.replace(/ies$/, "y");
  return /(?:ch|sh|ss|x|zz|o)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1);
}

export const toYou = (phrase: string): string =>
  phrase
    .replace(/\bmyself\b/g, "yourself")
    .replace(/\b[Mm]y\b/g, "your")
    .replace(/\bmine\b/g, "yours")
    .replace(/\bme\b/g, "you")
    .replace(/\bI am\b/g, "you are")
    .replace(/\bI\b/g, "you");

const DEADLINE = /\b((?:before|until|till)\s+(?!you\b|I\b|it\b|he\b|she\b|they\b|now\b|then\b)[^.;:!?,]{3,60})/i;
const BY = new RegExp(`\\bby\\s((?:${[...TIMES].join("|")}|the end of [^.;:!?,]{3,30}))\\b`, "i");

/** When the time is up: "before the family wakes". */
export function deadlineIn(sentence: string): string | null {
  const day = /\b(tomorrow|tonight)\b/i.exec(sentence)?.[1];
  if (day !== undefined && THREAT.test(sentence)) return `before ${day.toLowerCase()}`;
  const by = BY.exec(sentence)?.[1];
  if (by !== undefined) return `before ${/^the\s/i.test(by) ? by.toLowerCase() : by}`;
  const found = (/\bbefore\b/i.test(sentence) || TIMED.test(sentence) ? DEADLINE.exec(sentence)?.[1] : undefined)
    ?.replace(/^(?:until|till)\b/i, "before")
    .replace(
      /\sto\s(?:find|get|do|make|see|bring|save|decide|learn|solve|prove|win|reach|finish|discover|steal)\b.*$/,
      "",
    );
  if (found === undefined || /\b(?:was|were|had|ago)\b/.test(found)) return null;
  // "since before anybody signed on": that has been. (rule CA6005)
  if (/\b(?:since|long|ever|even|shortly|just)\sbefore\b/i.test(sentence) || PAST.test(found)) return null;
  const words = found.split(" ");
  if (words.length < 2 || words.length > 8) return null;
  return toYou(found.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()));
}

/** A verb of what has been, by itself. */
const PAST =
  /(?<!\b(?:is|are|be|been|being|get|gets|has|have|the|an?))\s(?:(?!need\b|bleed\b|feed\b|seed\b|speed\b|bed\b)\p{Ll}{2,}ed|came|went|left|began|got|took|knew|saw|fell|broke|met|told|sold|died|grew|blew|threw|drew|flew|ran|sang|spoke|wrote|lost|found|built|bought|brought)(?=\s|$)/u;

/** Aims of which the whole is that the player has a thing. */
const GETS =
  /^(?:steal|find|get|fetch|bring back|get back|bring home|recover|retrieve|win|win back|take|take back|seize|rescue|dig up|catch)\s((?:the|an?|one|your|his|her|their)\s.+)$/i;
const BODILESS = new Set(
  "lullaby song tune name truth answer way reason word words story dream peace love time job secret help sleep cure sister brother mother father son daughter wife husband friend child daughter killer murderer thief culprit traitor home voice colour color shadow party heart place seat vote prize match race game election contest husband proof evidence courage luck smell taste".split(
    " ",
  ),
);

const MATERIALS =
  /\s(?:bronze|gold|golden|silver|stone|wooden|brass|glass|marble|iron|plaster|porcelain|china|paper|toy|clay|ivory|jade|copper|tin|wax|stuffed|painted|carved|crystal)\s/;

/** "the last kite maker": a thing that the author names, on which a story of theirs can turn. */
export function objectIn(sentences: readonly string[], own: string | null): SeedThing | null {
  for (const sentence of sentences) {
    for (const [, words = ""] of sentence.matchAll(OF_SOMEBODY)) {
      const noun = words
        .trim()
        .split(/\s+/)
        .find(
          (word, at, all) =>
            THINGS.has(word) &&
            !VERBS.has(word) &&
            word !== own &&
            !MASS.has(word) &&
            !PLACE_NOUNS.has(all[at + 1] ?? ""),
        );
      if (noun !== undefined) return { the: `the ${noun}`, one: `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}` };
    }
  }
  return null;
}

/** Up to three words after an article or a possessive. */
const OF_SOMEBODY =
  /\b(?:the|an?|my|your|his|her|our|their|one|every)((?:\s(?!(?:of|and|in|on|at|to|is|was|has|who|that)\b)\p{Ll}+){1,3})/giu;
/** What there is no one of: nobody loses a salt. */
const MASS = new Set("bread toast cheese soap sugar salt pepper".split(" "));
/** Things whose word more often says what is done. */
const VERBS = new Set(
  "match nail screw stamp hammer button book leaf lamp clock seed stone toy pickle roll".split(" "),
);

/** The thing that an aim is about, where having it is the aim, and one can hold it. */
export function thingOf(aim: string): SeedThing | null {
  const rest = GETS.exec(aim)?.[1];
  if (rest === undefined) return null;
  const phrase =
    rest
      .split(/\s(?:from|of|in|at|on|off|out|for|that|which|who|to|with|under|near|by|back|and|or|without)\b/)[0]
      ?.trim() ?? "";
  const words = phrase.split(" ");
  const head = words.at(-1)?.toLowerCase() ?? "";
  if (words.length < 2 || words.length > 5 || /\p{Lu}/u.test(phrase)) return null;
  // A bronze angel is no angel.
  const isMade = MATERIALS.test(phrase);
  const isOther = BODILESS.has(head) || PLACE_NOUNS.has(head) || ROLES.has(head) || ANIMALS.has(head);
  if ((isOther && !isMade) || /(?<!s)s$/.test(head)) return null;
  if (DEVICES.has(head) && words.length === 2) return null;
  const bare = words.slice(1).join(" ");
  return {
    the: /^(?:an?|the|one)$/i.test(words[0] ?? "") ? `the ${bare}` : phrase,
    one: `${/^[aeiou]/i.test(bare) ? "an" : "a"} ${bare}`,
  };
}
