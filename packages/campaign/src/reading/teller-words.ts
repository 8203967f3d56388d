/** Headings and labels by which an author says that what follows is for whoever tells the story, and not for the player. */

/** Titles that hardly any story has for somebody of its own. */
const ROLE = "(?:GM|DM|game[ -]?master|dungeon[ -]?master|narrator|story ?teller|teller)";
/** Titles that stories have too: they need a word that shuts the player out. */
const ANY_ROLE = `(?:${ROLE}|MC|ST|AI|model|director|referee|keeper|warden|marshal|facilitator|host|author|designer)`;
const PLAYERS = "(?:the |your |my |any |all )?(?:players?|PCs?|player characters?)";
const STORY = "(?:story|tale|campaign|module|game|adventure|scenario|evening|session|scene|one-?shot|chapter)";
const RUNS = "(?:tells?|telling|runs?|running|narrates?|narrating|masters?|mastering|GMs?|DMs?)";
const WHO =
  "(?:whoever|whomever|whosoever|anyone|anybody|everyone|everybody|someone|somebody|those|all|the (?:one|ones|person|people|man or woman|reader|voice))";
/** "Whoever is telling this", "anyone who runs it", "those who will narrate the story". */
const RUNNER = `${WHO}(?: (?:of you|here))?(?: (?:who|that))?(?:['’]s|['’]ll)?(?: (?:is|are|will|shall|may|might|has to|have to|must|means to|wants to|be))* ${RUNS}`;
/** "If you are running this", "when you tell the story". */
const YOU_RUN = `(?:if|when|as|while|before) you(?:['’]re|['’]ll)?(?: (?:are|will|want to|mean to|have to))* ${RUNS}`;
const THE_TALE = `(?: (?:it|this|these)(?=\\s*(?:$|[,;:.!)(–—-]| (?:must|should|needs?|may|will|has|have|ought|can)\\b))| (?:the|this|that|a|your) (?:[\\p{L}-]+ )?${STORY})`;
const BARRED =
  "(?:must|should|ought|may|might|can|could|do|does|did|shall|will|need|are|is)(?:n['’]t| not| never| (?:to )?not)|cannot|mustn['’]t|shouldn['’]t|don['’]t|never|ought not to";
const LEARNS =
  "(?:know|see|read|hear|learn|be told|be shown|find|look|guess|discover|realise|realize|suspect|meant|supposed|allowed)";
const MATTERS =
  "(?:notes?|info(?:rmation)?|knowledge|secrets?|section|part|side|guidance|advice|tips?|background|brief(?:ing)?|view|corner|screen|reference|cheat ?sheet|summary|overview|truth|facts?|material|matters?|page|instructions?|version|crib)";

const whole = (source: string): RegExp => new RegExp(`^(?:${source})$`, "iu");
const within = (source: string): RegExp => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, "iu");

/** Whole phrases, as they stand in brackets or between commas: they say who may know it. */
const PHRASES: readonly RegExp[] = [
  whole(
    `(?:strictly |only |all |this is |just )*(?:for|to) (?:the |our |your |my )?${ROLE}(?:['’]s?)?(?: (?:only|alone|eyes(?: only)?|use|reference|ears|information|${MATTERS}))*`,
  ),
  whole(
    `(?:strictly |only |all |this is |just )*(?:for|to) (?:the |our |your |my )?${ANY_ROLE}(?:['’]s?)? (?:only|alone|eyes(?: only)?|ears only)`,
  ),
  whole(`(?:the )?${ANY_ROLE}(?:['’]s)?(?: ${MATTERS})? (?:only|eyes(?: only)?|ears only)`),
  whole(`(?:the )?(?:GM|DM|game[ -]?master|dungeon[ -]?master|narrator)(?:['’]s)?(?: ${MATTERS})?`),
  whole(
    `(?:the )?(?:story ?teller|teller)(?:['’]s)? (?:notes?|info(?:rmation)?|guidance|advice|tips?|section|reference)`,
  ),
  whole(`(?:known |visible |told |open |shown )?only (?:known |visible |told )?(?:to|for|by) (?:the |your )?${ROLE}`),
  whole(`(?:known |visible |told |open |shown )(?:to|by) (?:the |your )?${ROLE} (?:only|alone)`),
  whole(
    `(?:what )?(?:only )?(?:the |your )?${ROLE} (?:alone )?(?:knows?|may know|should know|must know|needs to know)`,
  ),
  whole(
    `(?:strictly )?not (?:(?:meant|intended|written) )?(?:for|to) ${PLAYERS}(?:['’]s?)?(?: (?:eyes?|ears?|yet|to .*))?`,
  ),
  whole(
    `(?:not to be|do not|don['’]t|never|not) (?:read|tell|told|say|said|show|shown|reveal|revealed)(?: (?:it|this|that|these|them|any of (?:it|this)))?(?: yet)? (?:aloud|out(?: loud)?|to ${PLAYERS}|${PLAYERS})(?: .*)?`,
  ),
  whole(
    `(?:kept?|hidden?|hide|secret|withh[eo]ld|unknown|concealed) (?:(?:it|this|these) )?(?:from|to) ${PLAYERS}(?: .*)?`,
  ),
  whole(
    `(?:until|till|before|unless) ${PLAYERS} (?:knows?|finds?|learns?|discovers?|guess(?:es)?|asks?|sees?|reach(?:es)?|has|have|work)(?: .*)?`,
  ),
];

/** What names the teller or bars the player in any part of a heading or a label. */
const ANYWHERE: readonly RegExp[] = [
  within(`(?:${RUNNER}|${YOU_RUN})(?:${THE_TALE})`),
  within(
    `(?:which|that|what) (?:only )?(?:the |your )?${ROLE} (?:alone |only )?(?:knows?|may know|should know|must know|needs to know)`,
  ),
  within(`for (?:nobody|no one|none|no eyes) but (?:the |your )?(?:${ROLE}|${RUNNER})`),
  within(`(?:for|to|with|from) ${RUNNER}(?=\\s*(?:$|[,;:.)(–—-]))`),
  within(`${PLAYERS} (?:${BARRED})(?: (?:yet|ever|to))? ${LEARNS}`),
  within(
    `(?:note|notes|word|words|advice|guidance|tips?|letter|memo|reminder|whisper|message)s? (?:to|for|with) (?:the |your )?(?:GM|DM|game[ -]?master|dungeon[ -]?master|narrator|story ?teller)`,
  ),
];

/** What an author whispers over a chapter. As a label before a sentence it may be anybody's way to speak. */
const WHISPERED: readonly RegExp[] = [
  /^in (?:the )?(?:strict(?:est)? |all |complete )?confidence(?:$|[,:;.(–—-]| (?:to|for|and|only)\b)/iu,
  /(?:[,:;(–—-] ?|^told )in (?:strict |the strictest )?confidence[.)]?$/iu,
  /^(?:strictly )?confidential(?:ly)?(?:$|[,:;.(–—-])/iu,
  /^psst\b/iu,
  /^(?:just |strictly )?between (?:ourselves|us|you and me|the two of us)(?:$|[,:;.(–—-])/iu,
  /^(?:(?:here be|beware(?: of)?|mild|major|heavy|big|full) )?spoilers?(?:$|[,:;.!(–—-]| (?:ahead|below|warning|alert|follow|section|territory)\b)/iu,
  /^(?:behind the (?:curtain|screen|scenes)|off ?stage truths?|under the (?:counter|hood|table))(?:$|[,:;(–—-])/iu,
];

/** Headings and labels under which an author of premise, setting or rules says what is so behind what is seen. */
const BEHIND_IT =
  /^(?:the |a |one )?(?:hidden |real |whole |plain |full |actual |secret |ugly |simple )*(?:truth|secret|twist|solution|backstory|back story|answer to (?:it|the (?:riddle|mystery|question)))s?(?: (?:of it|behind (?:it|this|everything)|of the matter))?$|^(?:the |whole |full )*(?:real|true|whole) story$|^what (?:actually|really|truly) (?:happened|is going on|goes on|went on|lies behind it)$|^what nobody (?:knows|must know|has been told)$|^who (?:really )?did it(?:,? (?:and )?(?:why|how))?$|^(?:the )?(?:culprit|whodunn?it)$/iu;

/** Nothing after it is for whoever plays. */
const STOPS_READING =
  /^(?=.{0,160}$)(?:(?=.*\b(?:play|player|players|playing)\b).*\b(?:stop (?:reading )?here|read no (?:further|more|on)|stop reading|(?:do not|don['’]t) read (?:on|further|any further|past|beyond|below|any more|the rest)|turn back(?: now)?|look away(?: now)?|go no further|close (?:this|the) (?:file|book|page))\b)/iu;

/** A label's or heading's parts: what stands before its first comma, bracket, dash or colon, and each part after it. */
const partsOf = (label: string): string[] =>
  label
    .split(/\s*[()[\]{},;:–—|/]\s*|\s+-+\s+/u)
    .map((part) => part.replace(/^(?:and|but) /iu, "").trim())
    .filter((part) => part !== "");

const bare = (label: string): string =>
  label
    .replace(/[*_`~"“”]/g, "")
    .replace(/^[\s>#\p{Extended_Pictographic}\uFE0F!⚠]+/u, "")
    .replace(/^\d[\d.]*\s+/, "")
    .replace(/[\s:.!…]+$/u, "")
    .trim();

/** Where a heading stands. */
export interface HeadingPlace {
  /** Whether the file is premise, setting or rules, a beat or an ending. */
  readonly ofWorld: boolean;
  /** Whether it is the title of its file. */
  readonly isTitle: boolean;
}

/** Tells whether a heading says that what stands below it is for the teller, or not for the player. */
export function headsTellersPart(heading: string, { ofWorld, isTitle }: HeadingPlace): boolean {
  const text = bare(heading);
  if (namesTeller(text)) return true;
  // A page of lore that lists what there is to find out is the author's own. (rule CA4801)
  if (isTitle && !ofWorld) return IS_KEY.test(text);
  return (
    WHISPERED.some((form) => form.test(text)) ||
    (ofWorld &&
      partsOf(text)
        .slice(0, 1)
        .some((part) => BEHIND_IT.test(part)))
  );
}

/** "Secrets, numbered", "All the clues", "The solution": a page that gives the story away. One secret of somebody or something is none. */
const IS_KEY =
  /^(?:(?:all )?(?:the |my |our )?(?:secrets|clues)(?: and (?:secrets|clues|lies|answers|solutions?))?|(?:the )?(?:solution|answers?)(?: to (?:the|this|it) ?(?:mystery|puzzle|riddle|case|murder|story|all)?)?|who (?:did|done) it|whodunn?it)(?:\s*(?:[,:;(–—].*|(?:of|in) (?:the|this) (?:story|campaign|plot|mystery|case|game)))?$/iu;

/** Words of which each of those has one. Most headings have none, and the expressions above take long to compile. */
const OF_TELLING =
  /tell|run|narrat|master|GM|DM|players?|PC|model|director|referee|keeper|warden|marshal|facilitator|host|author|designer|\b(?:MC|ST|AI|aloud|out)\b/iu;

const namesTeller = (text: string): boolean => OF_TELLING.test(text) && namesTellerOrPlayer(text);

const namesTellerOrPlayer = (text: string): boolean =>
  ANYWHERE.some((form) => form.test(text)) || partsOf(text).some((part) => PHRASES.some((form) => form.test(part)));

/** Words of a label that is set in bold or italics. */
const MOST_WORDS = 10;
/** Words before a colon: those that name the teller are a label however they go on. (rule CA4703) */
const MOST_WORDS_PLAIN = 18;
/** Words of a label that stands alone. */
const MOST_WORDS_ALONE = 8;

/** A text's opening label. */
export interface TextLabel {
  readonly label: string;
  /** Whether it is set in bold or italics. */
  readonly isMarked: boolean;
  /** What follows it. */
  readonly rest: string;
}

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;

/** The label that opens a text ("**Truth (narrator only).** The king is dead", "GM only: the cook did it"); undefined where it has none. */
export function labelOf(text: string): TextLabel | undefined {
  const open = text.replace(/^(?:[\s>([]|\[!\w+\][-+]?)+(?=\S)/u, "");
  const marked = /^(\*\*\*|\*\*|__|\*|_)(?=\S)([^*_\n]{2,120}?)\1\s*([:.]?)(?=[\s)\]]|$)/u.exec(open);
  if (marked !== null) {
    const [all, , inner = "", end] = marked;
    const rest = open.slice(all.length).trim();
    // "*Never* read it aloud", "**The truth** is out": words that are stressed are no label.
    const stands = all.startsWith("**") && wordsIn(inner) > 1 && /^[\p{Lu}\p{N}“"(]/u.test(rest);
    const isLabel = rest === "" || end !== "" || /[:.!]$/.test(inner) || stands;
    return isLabel && wordsIn(inner) <= MOST_WORDS ? { label: inner, isMarked: true, rest } : undefined;
  }
  const [, label, rest = ""] = /^([^:.!?\n“"]{2,140}):(?:\s+([\s\S]*))?$/u.exec(open) ?? [];
  return label !== undefined && wordsIn(label) <= MOST_WORDS_PLAIN ? { label, isMarked: false, rest } : undefined;
}

/** Tells whether a label says that what it opens is for the teller, or not for the player. */
export function labelsTellersPart({ label, isMarked, rest }: TextLabel, ofWorld: boolean): boolean {
  const text = bare(label);
  if (namesTeller(text)) return true;
  const [first = "", ...others] = partsOf(text);
  // "What is true underneath, and nobody has said: ..." (rule CA4703)
  if (ofWorld && others.length > 0 && wordsIn(first) > 2 && BEHIND_IT.test(first)) return true;
  if (!isMarked && rest !== "") return false;
  // "He told her, in confidence:" is somebody of the story.
  const whispers = WHISPERED.some((form) => (isMarked ? form.test(text) : form.exec(text)?.index === 0));
  return whispers || (ofWorld && BEHIND_IT.test(first));
}

/** Tells whether a text is nothing but a label: wholly bold, or a few words before a colon. */
export function isLabelAlone(text: string): boolean {
  const found = labelOf(text);
  if (found === undefined || found.rest !== "" || wordsIn(found.label) > MOST_WORDS_ALONE) return false;
  return /^[\s>([]*(?:\*\*|__)/.test(text) || /:[*_\s)\]]*$/.test(text);
}

/** Tells whether a text asks those who play to read no further. */
export const stopsPlayers = (text: string): boolean => STOPS_READING.test(bare(text));

/** Obsidian's and others' boxes of the teller: "[!secret] ...". */
export const isTellersBox = (text: string): boolean =>
  /^[\s>]*\[!(?:secret|spoiler|gm|dm|narrator|hidden)\b/iu.test(text);

/** What stands in brackets for the teller amid a text: "(GM: the cook did it)". */
export const TELLERS_ASIDE = new RegExp(
  `\\s*[([](?:(?:note|notes) (?:to|for) (?:the )?)?(?:GM|DM|game[ -]?master|dungeon[ -]?master|narrator|story ?teller)(?:['’]s)?(?: (?:only|notes?|alone|eyes only))?\\s*:[^()[\\]]*[)\\]]`,
  "giu",
);
