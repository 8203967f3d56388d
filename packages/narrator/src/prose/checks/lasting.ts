import { contentWords, headOf, splitSentences, withoutArticle, escapeRegExp } from "@narratoria/protocol/english";
import { formsIn } from "./names.js";
import { CARRIES, type Check, quotedIn, type SceneFacts, unquoted, wordSet } from "./scene-facts.js";

/** Share of a clause's content words above which the prompt has what it says. */
const KNOWN_SHARE = 0.5;

const WHO = "(?:he|she|they|I|\\p{Lu}[\\p{L}’'-]+|who|(?:the|an?) (?:wo)?man|the (?:boy|girl))";
const LIVED =
  "drove|worked|lived|taught|sang|sailed|fought|married|buried|served|studied|farmed|fished|danced|nursed|preached|ran|kept|owned";

/** What somebody was or did long ago, up to the end of its clause. */
const LONG_AGO: readonly RegExp[] = [
  `\\b${WHO} used to (?:be|work|live|play|sing|dance|drive|run|own|keep|teach|sail|serve|fight|fish|farm|have|love|know|write|paint|preach)\\b[^.,;!?]*`,
  `\\b${WHO} (?:was|were|had been) (?:once )?an? [^.,;!?]{2,30}? (?:once|in those days|before (?:that|this|the war))\\b`,
  `\\b${WHO} (?:was|were|had been) once an? [^.,;!?]{2,40}`,
  `\\bonce (?:worked|lived|sang|danced|served|sailed|taught|drove|loved|fought|owned|married)\\b[^.,;!?]*`,
  `\\b${WHO} (?:(?:learned|learnt|trained|studied|served) (?:[^.,;!?]{1,30} )?(?:in|at|under|with) (?:an?|the) [^.,;!?]+|grew up|(?:was|were) (?:born|raised|brought up) (?:in|at|on|to|by|among)\\b[^.,;!?]*|came (?:over|here) (?:from|as)\\b[^.,;!?]*)`,
  `\\b(?:when|since) (?!they\\b)${WHO} (?:was|were) (?:an? |still )?(?:young|little|small|boy|girl|child|lad|apprentice|student|soldier|\\p{L}+teen|six|seven|eight|nine|ten|twelve|twenty)\\b`,
  `\\b${WHO}[^.,;!?“”]* as an? (?:boy|girl|child|young (?:man|woman))\\b`,
  `\\b[Bb]efore (?:the|this|that|all this)(?: [\\p{L}’-]+)?,? ${WHO} (?:${LIVED})\\b[^.,;!?]*`,
  "\\b[Ii]t (?:was (?:you|he|she|\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?)|(?:was|is) (?:me|I|him|her|us|them))(?:,| (?:that|who)\\b)[^.,;!?“”]*",
  "\\b(?:it was|that) (?:he|she) who [^.,;!?“”]*",
  "\\bI (?:did|made|wrote|took|stole|burned|burnt|opened|hid|sold|forged|cut|broke|killed|lied|told (?:him|her|them)|gave (?:it|him|her|them)|let (?:it|him|her|them)|wore|played|worked|owned|married|left|sent|signed|changed|moved|found|lost|saw) (?!not\\b|n[’']t\\b)(?!you\\b)[^.;!?“”]{2,}",
  `\\b${WHO} (?:works?|spies|acts) for (?:the )?\\p{Lu}\\p{L}+`,
  `\\bI was an? (?:\\p{Ll}+ )?\\p{Ll}+(?:,| before| once| in | at |\\.)`,
  `\\b(?:he|she|I|\\p{Lu}[\\p{L}’'-]+) (?:has|have|had) been (?:in|to) (?:an? )?(?:prison|gaol|jail|love|the war|the army|a convent|a madhouse|hospital)\\b`,
  "\\b\\p{L}+ (?:years|winters|summers|decades) ago\\b",
  `\\b(?:he|she|I|\\p{Lu}[\\p{L}’'-]+) (?:has|have|had|[’'](?:s|ve)) (?:never |\\p{Ll}+ly )?\\p{Ll}{3,} [^.;!?“”]{2,40}?,? (?:twice|three times|four times|many times|a dozen times|all (?:his|her|my|their) life|since (?:he|she|I) (?:was|were))\\b`,
  `\\bI (?:kept|nursed|cooked|washed|cleaned|worked|sewed|looked after|minded|served) [^.;!?“”]{2,40} for (?:\\p{Ll}+ )?(?:years|winters|summers)\\b`,
  `\\b(?:he|she|\\p{Lu}[\\p{L}’'-]+) (?:was|were) to have (?:been |\\p{Ll}+)`,
  `\\b${WHO} had (?:\\p{Ll}+ly )?(?!got\\b|just\\b)\\p{Ll}+ [^.;!?“”]{0,40}?(?:\\b(?:once|twice|before the|before that|during the|in the war|as an? (?:boy|girl|child|young)|years?|winters?|summers?)\\b)[^.,;!?]*`,
  `\\b(?:he|she|they|\\p{Lu}[\\p{L}’'-]+) (?:has|have) (?:\\p{Ll}+ly |never |not |always )?(?:had|been|worn|limped|slept|walked|lived|kept to|spoken|sung|smiled|touched) [^.;!?“”]{0,60}?\\bsince (?:the (?:war|flood|fire|accident|funeral|wedding|winter|summer|spring|autumn|strike|crash|day)|that (?:day|night|winter|summer|year)|(?:his|her|their) (?!hat|last)|he was|she was|they were|childhood|boyhood|girlhood|school|\\p{N}|nineteen|eighteen)[^.,;!?]*`,
].map((pattern) => new RegExp(pattern, "gu"));

/** The past of somebody's life, where a story is told as it happens. */
const LIVES = new RegExp(
  `(?:^|[.!?;,:] |“” |\\band |\\bthat |\\bwho )(?:[Hh]e|[Ss]he|[Tt]hey|(?!(?:There|It|These|Those|This|What|Here)\\b)\\p{Lu}[\\p{L}’'-]+|who) (?:once |long |never )?(?:${LIVED}|sold|grew up|was an?|were)\\b(?! (?:here|there|about to|going to|where|to))[^.,;!?]*`,
  "gu",
);

/** What somebody did or was, at the head of a clause of narration: a story is told as it happens. */
const DID =
  /(?:^|[.!?;:] |“” |, and |, but )(?:[Hh]e|[Ss]he|[Tt]hey|(?!(?:The|It|This|That|These|Those|There|What|Whoever|Whatever|Something|An|His|Her|Its|You|Your|Nothing|Everything|Two|Three|One)\b)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?) (?:once |never |always |long )?(?:(?:was|were)(?! (?:about|going|to|nearly|almost|not|here|there)\b)|had been|did|(?!(?:red|hundred|naked|wicked|aged|tired|need|feed|speed|shed|indeed|bed|led|instead)\b)\p{Ll}{2,}ed|went|took|made|gave|sold|drove|left|lost|found|wrote|told|stood|ran|bought|built|taught|fought|stole|broke|threw|swore|slept|killed|fled)\b[^.,;!?]*/gu;
const YOUTH =
  /\bin (?:his|her|my|their) (?:youth|childhood|young(?:er)? days|girlhood|boyhood)\b|\bI (?:once )?\p{Ll}+ed [^.!?“”]{2,40},? once\b|\bI (?:have |had )?had an? (?:\p{Ll}+ )?(?:lad|lass|boy|girl|child|man|woman|wife|husband|son|daughter)\b/giu;

/** A past is a fact that later scenes would have to keep; what the prompt says of it may be said. (rule NA3202) */
export const past: Check = (sentence, facts) =>
  LONG_AGO.some((pattern) => [...sentence.matchAll(pattern)].some(([clause]) => !isInPrompt(clause, facts))) ||
  [...sentence.matchAll(YOUTH)].some(([clause]) => !isInPrompt(clause, facts)) ||
  [LIVES, DID].some((pattern) =>
    [...unquoted(sentence).matchAll(pattern)].some(([clause]) => !isInPrompt(clause, facts)),
  )
    ? "Do not give anybody a past."
    : null;

/** Who it is told of, and words that only say that it is past. */
const OF_PAST =
  /^\W*(?:and|that|who)?\W*(?:\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)*|he|she|they|who) (?:used to|once|had)\b/iu;

function isInPrompt(clause: string, { given, draft }: SceneFacts): boolean {
  if (`${given}\n${draft}`.toLowerCase().includes(clause.toLowerCase())) return true;
  const words = [...contentWords(clause.replace(OF_PAST, ""))];
  const has = contentWords(`${given}\n${draft}`);
  return words.length > 0 && words.filter((word) => has.has(word)).length > KNOWN_SHARE * words.length;
}

/** What everybody has, or what is said of somebody without giving them anything. */
const NO_POSSESSION =
  /^(?:name|names|words?|voice|sake|way|doing|fault|place|turn|ideas?|say|business|questions?|answers?|hands?|handwriting|face|back|eyes?|part|side|trouble|share|story|account|time|days?|work|job|head|mind|luck|door|house|home|kind|sort|news|tea|age|silence|rule|affair|manner|step|steps|shadow|smile)$/;
/** Where things are. */
const LIES =
  "(?:now |still |only |simply |just )*(?:lies|lie|hangs|hang|stands|stand|rests|leans|sits|is lying|is hanging|is standing|is (?:gone|missing|in|on|under|behind|beside|inside|among)|are (?:lying|hanging|gone|missing|in|on|under|behind)|has been (?:left|put|hidden|laid|moved))\\b";

/**
 * Things that matter to the story lie where the scene says. Nobody who is absent owns what no text gives them, and nothing that the
 * scene does not touch gets a place. (rule NA3203)
 */
export const things: Check = (sentence, facts) => {
  const { story, present, given, draft, told, past: before } = facts;
  const spoken = [unquoted(sentence), ...quotedIn(sentence)];
  const known = [given, draft, ...told, ...before].join("\n");
  for (const person of story.matter.people) {
    if (present.has(person.id)) continue;
    for (const text of spoken) {
      const called = formsIn(text, person, story);
      if (called.length === 0) continue;
      const owns = new RegExp(`(?:${called.join("|")})[’']s? (\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+)?)`, "u");
      const owned = owns.exec(text)?.[1] ?? "";
      const nouns = [...contentWords(owned)];
      if (nouns.length === 0 || owned.split(" ").some((word) => NO_POSSESSION.test(word))) continue;
      if (!nouns.some((word) => contentWords(known).has(word)))
        return `Do not give ${person.short} a thing that the steps do not give them.`;
    }
  }
  const narration = unquoted(sentence);
  if (hasNewWay(sentence.replace(/[“”]/g, ""), known))
    return "There are no rooms, ways and hiding places but those of the steps.";
  const [read, paper = ""] = SAYS.exec(narration) ?? [];
  if (read !== undefined && !isInPrompt(read, facts) && !splitSentences(draft).some((one) => isRead(paper, one)))
    return "Do not say what is written where the steps do not say it.";
  if (turnsUp(sentence, [given, draft, ...told].join("\n")))
    return "Do not say where a thing is that the steps do not put there.";
  const [inDraft, inTold] = [wordSet(draft), wordSet(told.join("\n"))];
  // A cup of tea is not the pear cup.
  const isInScene = (thing: string, head: string): boolean =>
    inDraft.has(head) ||
    (thing.includes(" ") ? told.some((text) => text.toLowerCase().includes(thing.toLowerCase())) : inTold.has(head));
  for (const thing of thingsOfStory(facts)) {
    const head = headOf(thing);
    if (isInScene(thing, head.toLowerCase()) || isInScene(thing, head.toLowerCase().replace(/s$/, ""))) continue;
    const lies = new RegExp(
      `\\b${escapeRegExp(thing)}(?: of [\\p{L}’ ]{1,20})? ${LIES}|\\b(?:lies|hangs|stands|rests|leans) (?:the |an? |\\p{Lu}\\p{L}+[’']s? |your )${escapeRegExp(thing)}\\b|\\bthere (?:is|are) (?:an?|the|one|two|some|another) (?:[\\p{Ll}’-]+ )?${escapeRegExp(thing)} (?:lying |hanging |hidden |tucked |stuck |wedged |folded )?(?:in|on|under|behind|beside|inside|beneath|between|against)\\b`,
      "iu",
    ).exec(narration);
    // What the player has with them lies where they are: "the roll lies open on your knee".
    if (
      lies &&
      /^[^.;!?]*\byour\b/iu.test(narration.slice(lies.index)) &&
      wordSet(CARRIES.exec(given)?.[1] ?? "").has(head.toLowerCase())
    )
      continue;
    if (lies && !isSaid(narration.slice(lies.index + lies[0].length), thing, facts))
      return `Do not say where ${thing} is: this scene does not touch it.`;
  }
  return null;
};

/** "A narrow door leads down to a cellar", "a hidden drawer". */
const NEW_WAY: readonly RegExp[] = [
  /\b(?:an?|another|one|the|second|third) (?:[\p{Ll}-]+ ){0,3}?(doors?|stairs?|staircase|stairway|steps|passage|passageway|tunnel|corridor|ladder|hatch|trapdoor|shaft|crawlspace) (?:leads?|goes|runs|opens|descends|winds|climbs|gives)(?: \p{Ll}+)? (?:in|on|off|down|up|back|out|away)?(?:to|into|onto|toward|towards|from|under|behind|beneath) /giu,
  /\b(?:hidden|secret|concealed|disguised|walled-up|bricked-up|false) (?:\p{Ll}+ )?(doors?|rooms?|cellar|chamber|passage|tunnel|stairs?|staircase|compartment|drawer|panel|bottom|wall|cupboard|safe|hatch|trapdoor|vault|crypt|alcove|pocket)\b/giu,
];

/** Whether a sentence brings in a way or a room that no text has. (rule NA6617) */
function hasNewWay(text: string, known: string): boolean {
  return NEW_WAY.some((pattern) =>
    [...text.matchAll(pattern)].some(
      ([, way = ""]) => !new RegExp(`\\b${way.replace(/s$/u, "")}s?\\b`, "iu").test(known),
    ),
  );
}

/** What turns up: "and there is the key", "she finds it, the whole page", "the page is in my boot", "a copy of it hangs over the bed". */
const TURNS_UP: readonly RegExp[] = [
  /(?:, |\band |: )there (?:is|are) the ([\p{L}’-]+)\b/giu,
  /(?:^|, |“” )(?:where [^,]{3,40}, )?(?:is|lies) the ([\p{L}’-]+)(?: to [^,.;]{3,30})?[.,]/giu,
  /\bfinds? (?:it|them), the (?:\p{Ll}+ )?([\p{L}’-]+)\b/giu,
  /\b(?:the|his|her|my|their) (?:\p{Ll}+ )?([\p{L}’-]+) (?:itself )?(?:is|has been|was) (?:stuck to|pinned to|taped to|nailed to|on|in|under|behind|inside|sewn into|pinned up in) (?:my|his|her|their|the|\p{Lu}\p{L}+[’']s)\b/giu,
  /\b[Aa] copy of (?:it|the ([\p{L}’-]+)) (?:hangs|lies|is|in)\b/gu,
  /\b(?:hands|gives|passes) (?:you|him|her|them) the ([\p{L}’-]+) (?:he|she|they) (?:cut|stole|took|hid|wrote|signed)\b/giu,
];
/** Things whose whereabouts a story turns on. */
const SOUGHT = new Set(
  "file folder note card recording contract certificate policy will key keys letter letters page pages knife gun pistol ring map diary will photograph book ledger paper papers list register deed receipt money stamp seal pen register copy minutes".split(
    " ",
  ),
);

/** Whether a thing of weight turns up in a sentence where nothing told so far has it so. */
function turnsUp(sentence: string, known: string): boolean {
  const text = sentence.replace(/[“”]/g, "");
  return TURNS_UP.some((pattern) =>
    [...text.matchAll(pattern)].some(({ 0: said, 1: thing = "copy" }) => {
      if (!SOUGHT.has(thing.toLowerCase())) return false;
      const words = [...contentWords(text.slice(text.indexOf(said)))].slice(0, 8);
      return !splitSentences(known).some((one) => {
        const has = contentWords(one);
        return words.length > 0 && words.filter((word) => has.has(word)).length >= Math.min(3, words.length);
      });
    }),
  );
}

/** What something written says. */
const SAYS =
  /\b(letter|note|page|paper|ledger|diary|message|inscription|entry|telegram|notice) (?:says|reads|tells)\b[^.;!?]*/iu;
const isRead = (paper: string, sentence: string): boolean =>
  sentence.toLowerCase().includes(paper.toLowerCase()) &&
  /\b(?:says?|said|reads?|tells?|told|written|wrote)\b/.test(sentence);

/** What matters wherever it turns up. */
const WEIGHTY = ["key", "letter", "knife", "gun", "pistol", "ring", "map", "diary", "will", "photograph"];

/** Names of what one can ask about, of what people keep, and of what the player has. */
function thingsOfStory({ story, given }: SceneFacts): string[] {
  const [, goods = ""] = CARRIES.exec(given) ?? [];
  const names = [
    ...story.matter.topics.map(({ np }) => withoutArticle(np)),
    ...story.matter.people.flatMap(({ inventory }) => inventory),
    ...goods.split(", ").map((name) => name.split(/ (?:with|of|from|in|for|missing)\b/)[0] ?? ""),
  ];
  const isThing = (name: string): boolean =>
    name !== "" && !story.names.keysIn(name).some((key) => key.startsWith("npc:") || key.startsWith("place:"));
  const bare = names.map((name) => name.replace(/^(?:an?|the|his|her) /i, "")).filter(isThing);
  return [...new Set([...bare, ...WEIGHTY])];
}

/** Whether a sentence that was told before, or stands in the prompt, has the thing where this one has it. */
function isSaid(where: string, thing: string, { given, past: before }: SceneFacts): boolean {
  const named = contentWords(thing);
  const place = contentWords(where.split(/[.,;:!?]/)[0] ?? "");
  return [given, ...before].flatMap(splitSentences).some((text) => {
    const has = contentWords(text);
    return [...named].every((word) => has.has(word)) && [...place].some((word) => has.has(word));
  });
}
