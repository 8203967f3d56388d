import { contentWords, splitSentences } from "@narratoria/protocol/english";
import type { Effect } from "@narratoria/protocol/story";
import { deniesStep, takesHold, turnsReaction } from "./against-steps.js";
import { isOfOtherPlace } from "./other-rooms.js";
import { CARRIES, type Check, draftHas, type SceneFacts, unquoted, whereAndOn, wordSet } from "./scene-facts.js";

const WINS =
  /\byou (?:\w+ )?(?:succeed|manage|win|prevail|triumph|get (?:what you (?:want|came)|your way))\b|\b(?:successful(?:ly)?|triumph|victory)\b|\bit works\b/i;
const FAILS =
  /\byou (?:\w+ )?(?:fail|get nowhere|get nothing|(?:cannot|can’t) (?:do|open|move|reach|find|get|persuade)\b)|\b(?:in vain|to no avail|without success|unsuccessful(?:ly)?|it does not work)\b/i;

/** What a sentence may say has happened only if it has. */
const HAPPENINGS: readonly {
  readonly says: RegExp;
  readonly did: (facts: SceneFacts, sentence: string) => boolean;
  readonly what: string;
}[] = [
  {
    says: /\byou (?:\w+ )?(?:pocket|steal|stow|pay|(?:put|slip|tuck|drop) [^.,;]{1,40} (?:in|into) your (?:pocket|bag|coat|pack|sleeve)|\w+ (?!it\b|them\b)[^.,;]{1,40} (?:into|inside) your (?:[\w’-]+ )?(?:pocket|scrip|purse|bag|coat|pack|sleeve|belt|boot|apron|satchel)|(?:come|go) (?:away|off) with|leave with)\b|\b(?:is|are|lies?|sits?|rests?) (?:\p{L}+ )?(?:in|inside) your (?:[\w’-]+ )?(?:pocket|bag|pack|scrip|satchel|purse|sleeve|apron)\b|\b(?:is yours now|yours to keep|you may keep (?:it|this)|it is for you|wants you to (?:have|keep|take) (?:it|this|them|the|his|her)|you let (?:him|her|them) (?:have|keep|take) (?:it|this|them|the|one|half)|lets? you (?:have|keep|take|borrow)|closes your (?:fingers|hand) (?:round|around|over|on)(?! (?:the air|nothing|itself)\b)|(?:gives|hands|lends) (?:it|them|one) you)\b/iu,
    did: ({ effects, given }, sentence) =>
      effects.some((effect) => effect.kind === "item") || isCarried(sentence, given),
    what: "Nothing changes hands",
  },
  {
    says: /\byou (?:\w+ly |then )?(?:leave (?!it\b|the (?:rest|question)\b|\w+ (?:on|in|at|where)\b|(?:the|your|his|her) \p{L}+ (?:where|there|as|standing|lying|untouched|open|on|in|at|to)\b)|walk (?:out|away|off|home|back)|go (?:out|home|back|in(?:side)? (?:after|to|through|and)\b|after (?:him|her|them|\p{Lu})|down(?! (?:on|to) (?:your|one|the|a) )|up|outside|away)|set (?:off|out)\b|climb (?:down|up|out)\b|descend|depart|return to|run (?:out|off|away)|follow (?:him|her|them|\p{Lu}\p{Ll}+) (?:out|down|up|into|to|through|across|along)|make your way|head (?:for|to|back|out))/iu,
    did: (facts, sentence) =>
      goesSameWay(sentence, facts) ||
      goesToWordOfDraft(sentence, facts) ||
      (facts.moved && (goesWhereSceneIs(sentence, facts) || goesAsInDraft(sentence, facts))),
    what: "You stay where you are",
  },
  {
    says: /\b(?:dies|is dead|are dead|closes? (?:his|her|their) eyes for (?:him|her|them)|you (?:\p{Ll}+ )?close (?:his|her|their) eyes|kills?|killed|murders?|murdered|stabs?|shoots?(?! (?:[\p{L}’]+ ){0,3}(?:cuffs?|sleeves?|glances?|looks?|grins?|questions?|bolts?|rapids)\b| (?:up|out|off|past|across|through|forward|back)\b)|bleeds?|bleeding|faints|(?:you|they) faint|collapses|explodes?|burns down|corpse|catches fire|to the bone|unconscious|fells (?:him|her|you|them)|knocks (?:him|her|you|them) (?:down|out|flat)|has (?:burned|burnt|cut|broken|scalded|crushed) (?:his|her|their|your) (?:hand|palm|arm|leg|foot|fingers?|thumb|face)|goes down and (?:stays|lies)|(?:breaks?|broken|cracks?) (?:his|her|their|your) (?:arm|leg|neck|nose|wrist|rib|ribs|skull)|blood(?! (?:oranges?|sausages?|red|moon))|bloody|wounds?|wounded|bruise[ds]?|chokes|drowns)\b|\b(?:catches|strikes|hits|takes) (?:him|her|them|you) (?:across|over|in|on) the (?:eyes?|face|head|mouth|jaw|temple|chest|throat)\b|\bknuckles are (?:split|torn|raw)\b|[’'](?:s|re) dead\b(?! (?:set|right|sure|on|tired|certain|level|still|ahead|against|straight|centre|calm|serious|end|wood|weight))/iu,
    did: (facts, sentence) => hurtsInPrompt(sentence, facts) || putsOut(sentence),
    what: "Nobody is hurt and nothing is destroyed",
  },
  {
    says: /\b(?:breaks?|cuts?|tears?|rips?|smash(?:es)?|snaps?|burns?|throws?|shatters?|splits?) (?!(?:\p{L}+ ){0,3}?(?:bread|loaf|biscuit|roll|bun|cake|crust|pie|apple|stick|twig|straw|thread|match)\b)(?:\p{L}+ ){0,4}?(?:in two|in half|into (?:pieces|halves|two|the (?:fire|stove|water|canal|river|sea))|to pieces|apart|up)\b|\b(?:broken|torn|cut|smashed|split|ripped|snapped|burnt|burned) (?:in (?:two|half|halves|pieces)|to pieces|apart|up)\b|\b(?:lies|hangs|stands) (?:\p{L}+,? ){0,6}?(?:broken|torn|smashed|burnt|burned|shattered|snapped)\b/iu,
    did: dividesFood,
    what: "Nothing is broken or destroyed",
  },
  {
    says: /\bfeeds? (?:the|his|her|your|it|them|a) ?[^.,;]{0,30}? ?to the (?:stove|fire|flames|furnace)\b|\b(?:splits?|cracks?|split|cracked|burst|torn|tears) (?:open |clean |right )?from [^.,;]{2,20} to \b|\b(?:an?|the) (?:crack|split|tear|hole) (?:all the way|right|clean) (?:down|through|across|up)\b|\b(?:knocks|kicks|smashes|staves|bashes|beats) (?:the|his|her|your|an?) [\p{L}’ -]{2,25} in\b(?! (?:the|an?|his|her|its|your|two)\b)|\b(?:runs|is running|pours|leaks|is leaking) out of (?:it|the crack)\b|(?<!\b(?:voice|laugh|silence|thread|wave|wind|weather|heart|day|dawn|light|ice)) (?:breaks|bursts|shatters|splits|gives way|falls apart)(?=[.,;!]|$)|(?<!\b(?:face|voice|smile|laugh|silence|mouth|song|tune|story|sentence)) (?:comes?|falls?|flies|breaks?) (?:apart|to pieces|in(?:to)? (?:two|half|halves))\b/iu,
    did: () => false,
    what: "Nothing is broken or destroyed",
  },
  {
    // Somebody gives in, or what was shut gives way. (rule NA6616)
    says: /\b(?:tells|told|shows|gives|admits|confesses) (?:you |it |them |her |him )?(?:everything|all of it|it all|all (?:he|she|they) (?:know|knows)|the whole (?:of it|story|truth|thing))\b|\b(?:breaks down|gives in|gives way at last|caves in|talks at last|bursts into tears|comes clean|begins to talk|starts talking)\b(?! (?:to the|at the) )/iu,
    did: ({ draft }) =>
      /\b(?:everything|all|whole|truth|confess\p{Ll}*|admit\p{Ll}*|tears?|weeps?|wept|cr(?:y|ies|ied|ying)|breaks?|broke|gives? (?:in|way)|comes? clean)\b/iu.test(
        unquoted(draft),
      ),
    what: "Nobody gives in, and nobody tells more than the steps have them tell",
  },
  {
    says: /\b(?:the|its|his|her) (?:[\p{Ll}-]+ )?(?:locks?|bolts?|padlock|catch|seal|clasp|hasp|combination) (?:gives|turns|yields|springs|clicks|snaps|slides|drops)\b(?! (?:no|nothing)\b)/iu,
    did: ({ draft }) =>
      /\b(?:lock(?:s|ed)?|bolt\p{Ll}*|padlock|catch|seal|clasp|hasp|key|opens?|unlocks?|combination)\b/iu.test(
        unquoted(draft),
      ),
    what: "Nothing opens but what the steps open",
  },
  {
    says: /^(?:“” )?(?:(?:By|Before|After|Until) (?:dark|dusk|dawn|noon|nightfall|midnight|evening|morning|daybreak|sundown|cockcrow|supper)|\p{L}+ \p{L}+s later|An? (?:mile|hour|week|day|month|year) (?:on|later|after|further)|(?:\p{L}+ )?(?:hours|days|weeks|months|miles) (?:later|on|after|pass)|(?:The )?next (?:morning|day|evening|night)|That (?:night|evening)|When you wake|By the time [^,]{3,60},)\b/iu,
    did: timeGoesBy,
    what: "Time goes on no further than the steps say",
  },
  {
    says: /^(?:“” )?(?:(?:Spring|Summer|Autumn|Winter|Morning|Night|Evening|Dawn) comes\b|It is (?:morning|night|dark|light|day|noon|evening) (?:before|by the time)\b|[^.;]{3,60}, and it has begun to (?:snow|rain|get (?:light|dark))\b)/iu,
    did: timeGoesBy,
    what: "Time goes on no further than the steps say",
  },
  {
    says: /\b(?:the|his|her) (?:\p{L}+ )?(?:books?|letters?|pages?|papers?|lists?|ledger|tin|sheet|form|note|map|photograph|deed|diary|seal) goes (?:in|into) the (?:fire|stove|water|river|sea|canal)\b|\bputs? (?:an?|her|his|their|your) (?:boot|foot|fist|knee|shoulder|match|torch|flame) (?:through|to)\b|\bhas put (?:her|his|their) (?:fist|foot|boot|arm) through\b|\b(?:snaps|tears loose) (?:from|between)\b|\bsplits (?:down|along|across|open)\b|\bparts from (?:its|the)\b|\bis off (?:its|one|both) hinges?\b|\bhas a hole in (?:him|her)\b|\bbreaks the (?:board|door|window|glass|lock|lamp|pane|table|seal|rail|bell|clock)\b|\bgives at the first\b/iu,
    did: ({ draft }) => BREAKS.test(draft),
    what: "Nothing is broken or destroyed",
  },
  {
    says: /\b(?:is|are|lies?|comes?) in (?:two|three|four|a (?:dozen|hundred|thousand)|pieces|halves|bits|shards|splinters|tatters|shreds|ruins|ashes|smithereens)(?= (?:pieces|halves|bits|parts|places)|[.,;]| (?:on|at|in|under|by)\b)|\b(?:sheared|snapped|sawn|cut|torn|split|cracked) (?:clean |right )?through\b|\b(?:somebody|someone|he|she|they) ha(?:s|ve) (?:slit|torn|ripped|smashed|burned|burnt|snapped|shattered|crushed|slashed|hacked|defaced)\b|\bha(?:s|ve) been (?:cut|torn|ripped|burned|burnt|scratched|rubbed|scraped|broken|smashed|hacked|sawn|chopped) (?:away|out|off|up|through|down)\b/iu,
    did: ({ given, draft }) =>
      /\b(?:pieces|halves|torn|ripped|burn(?:ed|t)|broken|smashed|cut)\b/i.test(`${given}\n${draft}`),
    what: "Nothing is broken or destroyed",
  },
  {
    says: /\b(?:in|into|on|onto) the (?:stove|fire|flames|grate|furnace|hearth) (?:it|they|the [\p{L}’ -]{2,25}) (?:goes|go)\b|(?<!\b(?:lean|look|peer|bend|hang|spit|gaz|star|glanc|climb|reach)(?:s|es|ing)?(?: out| down)? )\bover the side(?=[,.;]| (?:it|with it|and it)\b)|\boverboard\b|\b(?!(?:logs?|wood|sticks?|coals?|peat|turf|kindling|match|spade|poker|pan|kettle|pot|loaf|bread|dough|bricks?|hand)\b)[\p{L}’-]+ (?:goes|go) in(?:to)? the (?:fire|stove|flames|furnace|grate)\b|(?<!\b(?:voice|laugh|silence|thread|wave|waves|wind|rain|spray|surf|sea|sweat|smile|light|weather|water|heart|day|dawn|cold|noise|the|these|those|some|any|no|few|of|with|and) )\b(?:breaks|smashes|shatters|bursts|splinters) (?:on|against|across|over) (?:the|his|her|an?)\b/iu,
    did: ({ draft }, sentence) => {
      const [where] = /\b(?:stove|fire|flames|grate|furnace|hearth|overboard)\b/i.exec(sentence) ?? [];
      return where === undefined ? BREAKS.test(draft) : wordSet(draft).has(where.toLowerCase());
    },
    what: "Nothing is broken or destroyed",
  },
  {
    says: /\bbandag(?:es|ing) (?:his|her|your|their|the|it|\p{Lu})|\bbandaged\b|\bneeds? a bandage\b|\bbandage (?:round|around|on|over) (?:his|her|your|their)\b|\bskin (?:comes|goes|peels) (?:away|off)\b|\btakes the skin off\b|\bred between (?:the|his|her|your) fingers\b|(?<!\b(?:wind|cold|rain|light|sun|smell|draught|spray|heat|sleet|snow|air|smoke|fog) )\btakes (?:\p{Lu}\p{L}+|him|her|them|you) full (?:in|across) the (?:eyes?|face|mouth)\b|\bgoes down (?:on \p{L}+ \p{L}+ )?with a (?:cry|scream)\b|\bheel comes down on (?:your|his|her) (?:fingers|hand|foot)\b|\bhas gone (?:into|through) (?:his|her|your) (?:thumb|hand|palm|foot|eye|arm)\b|\barrests? (?:him|her|them|you|\p{Lu})/iu,
    did: ({ given, draft }) =>
      /\b(?:bandag\p{L}*|skin|wound\p{L}*|hurt|blood|arrest\p{L}*)\b/iu.test(`${given}\n${draft}`),
    what: "Nobody is hurt or arrested",
  },
  {
    says: /\b(?:motion|vote|count|strike|match|race) (?:falls|fails|passes|carries|is (?:lost|won|carried|over|read))\b|\bstand aside, and (?:the|an?)\b|\bgives? way to both\b|\bis put out of the door\b/iu,
    did: () => false,
    what: "Nothing is decided but what the steps say",
  },
];

/** "The key is warm in your pocket": it has been there all along. */
const isCarried = (sentence: string, given: string): boolean => {
  const [, thing = ""] =
    /\b([\p{L}’-]+) (?:is|are|lies?|sits?|rests?) (?:\p{L}+ )?(?:in|inside) your\b/iu.exec(sentence) ?? [];
  return thing !== "" && wordSet(CARRIES.exec(given)?.[1] ?? "").has(thing.toLowerCase());
};

const BREAKS =
  /\b(?:break|breaks|broken|breaking|broke|snap|snaps|split|splits|crack|cracks|cracked|torn|tears|hole)\b/i;

const FOOD =
  /\b(?:bread|loaf|loaves|crusts?|biscuits?|rolls?|buns?|cakes?|pies?|apples?|pears?|plums?|cheese|rind|meat|ham|sausages?|bacon|fish|eggs?|onions?|cabbages?|turnips?|potato(?:es)?|butter|pudding|tart|sugar|chocolate|orange|lemon|thread|string|twine|straw)\b/i;

/** "She cut a piece of cheese. She cut it in two": what the sentence before has on the table is divided, not destroyed. */
function dividesFood({ told }: SceneFacts, sentence: string): boolean {
  const isShort =
    /\b(?:breaks?|cuts?|tears?|splits?|snaps?) (?:it|this|that|one|them) (?:in (?:two|half|halves|four)|up)\b/i;
  return isShort.test(sentence) && FOOD.test(`${told.at(-1) ?? ""} ${sentence}`);
}

/** Words of the draft for time that goes by, in whatever measure. */
const TIME_GOES_BY =
  /\b(?:pass(?:es)?|goes by|later|hours go|you (?:rest|sleep|wait|wake)|next (?:day|morning|evening|night))\b/i;
const TIMES =
  /\b(?:dark|dusk|dawn|noon|nightfall|midnight|evening|morning|daybreak|sundown|cockcrow|supper|night|hours?|days?|weeks?|months?|years?|miles?)\b/gi;

/** Whether the draft has time go by, or names the very time that a sentence comes to. */
function timeGoesBy({ draft }: SceneFacts, sentence: string): boolean {
  const has = wordSet(draft);
  const named = [...sentence.matchAll(TIMES)].map(([word]) => word.toLowerCase());
  return TIME_GOES_BY.test(draft) || (named.length > 0 && named.every((word) => has.has(word)));
}

/** What the prompt says of wounds may be said. */
function hurtsInPrompt(sentence: string, { given, draft, told }: SceneFacts): boolean {
  const [said = ""] = HURT_WORD.exec(sentence) ?? [];
  return said !== "" && wordSet([given, draft, ...told].join("\n")).has(said.toLowerCase());
}

/** "She kills the light", "shoots one cuff": nobody is. (rule NA5831) */
const putsOut = (sentence: string): boolean =>
  PUT_OUT.test(sentence) &&
  !/\b(?:dies|dead|killed|murder\p{L}*|stabs?|bleed\p{L}*|blood\p{L}*|wound\p{L}*|corpse)\b/iu.test(sentence);
const PUT_OUT =
  /\bkills? (?:(?:it|that)(?=[.,;!?]|$)|the (?:\p{Ll}+ )?(?:lights?|lamps?|bulbs?|torch|headlights?|engine|motor|radio|wireless|record|music|song|sound|volume|switch|line|call|flame|fire|stove|power|current|hours?))\b/iu;

const HURT_WORD = /\b(?:blood|bloody|wounds?|wounded|bruise[ds]?|unconscious|bone|corpse|dead|dies|killed|drowns)\b/i;

const placesIn = (text: string, { story }: SceneFacts): string[] =>
  story.names.keysIn(text).filter((key) => key.startsWith("place:"));

/** Places that the scene is at, or speaks of. */
const placesOfScene = (facts: SceneFacts): ReadonlySet<string> =>
  new Set(placesIn(`${/# WHERE AND WHEN\n(.*)/.exec(facts.given)?.[1] ?? facts.given}\n${facts.draft}`, facts));

/** Whether a sentence names a place, and none but those of the scene. */
function goesWhereSceneIs(sentence: string, facts: SceneFacts): boolean {
  const named = placesIn(sentence, facts);
  const here = placesOfScene(facts);
  return named.length > 0 && named.every((key) => here.has(key));
}

/** Whether the draft has somebody go the same way: an author may tell of the player as of another ("the pilgrim went out"). */
function goesSameWay(sentence: string, { draft }: SceneFacts): boolean {
  const [way] = /\b(?:out|up|down|back|away|home|off)\b/i.exec(sentence) ?? [];
  if (way === undefined) return false;
  const goes = "go|goes|went|gone|walks?|walked|comes?|came|sets?|climbs?|climbed";
  const sameWay = new RegExp(`\\b(?:${goes}) (?:\\p{L}+ )?${way}\\b`, "iu");
  const words = contentWords(sentence);
  return splitSentences(draft).some(
    (one) => sameWay.test(one) && [...contentWords(one)].some((word) => words.has(word)),
  );
}

/** "You go up on the Steps", where the deed is done on the Steps. */
function goesToWordOfDraft(sentence: string, { draft }: SceneFacts): boolean {
  const [, to = ""] = /\byou (?:\p{Ll}+ ){1,3}(?:on|to|onto|into) the ([\p{L}’-]+)/iu.exec(sentence) ?? [];
  return to !== "" && splitSentences(draft).some((one) => /\byou\b/i.test(one) && wordSet(one).has(to.toLowerCase()));
}

/** Whether a sentence of the draft takes the player there too: it shares a word with this one beside that they go. */
function goesAsInDraft(sentence: string, { draft }: SceneFacts): boolean {
  const going = contentWords("you go leave walk set head back out away off");
  const words = [...contentWords(sentence)].filter((word) => !going.has(word));
  return splitSentences(draft).some((one) => {
    const has = contentWords(one);
    return /\byou\b/i.test(one) && words.some((word) => has.has(word));
  });
}

/** "He gives it to you", where no step has anything given. */
const GIVES_TO_YOU =
  /\b(?:gives|hands|passes|slips|lends|leaves|presses) (?:it|them|one|this|the [\p{L}’ -]{2,30}|(?:his|her|their) [\p{L}’ -]{2,30}) (?:to you|into your hands?)\b/iu;
const PAYS_YOU = /\b(?:pays|owes|promises) you (?!no\b|nothing\b|a (?:visit|compliment|look)\b)/i;

const GIVES_YOU =
  /\b(gives|hands|passes|throws|tosses|presses|slips|sells|lends|leaves|pays|makes) you (an?|the|his|her|its|their|one of (?:his|her|their|the)) ((?:(?!(?:with|of|and|to|for|from|in|on|at|as|by|again|back|without|over|under|that|which|who)\b)[\p{L}’-]+ ?){1,3})/iu;

const COMES_OR_GOES =
  /(?:^|[.!?;,] |“” |\band )(?:((?:he|she|they|some(?:body|one)|(?!(?:It|This|That|There|What|Which|Everything|Something|Nothing)\b)\p{Lu}\p{Ll}+)(?: \p{Lu}\p{Ll}+)?) )?(?:then |\w+ly )?(?:leaves(?! (?:it|the|a|an|his|her|that|them|him|off|nothing|no|you|two|some|only|little|behind|room)\b)|goes (?:out|away|home|off|(?:back |straight |on )?(?:aboard|ashore|below|indoors|upstairs|downstairs)|back (?:down|up|out|home)\b(?! (?:on|to)\b))|is (?:away|off) (?:across|over|down|up|into|through|along|to)\b|walks (?:out|away|off)|enters\b|arrives|comes in\b|vanishes|disappears|runs (?:off|away|out)|hurries (?:off|away|out)|is gone)\b/gu;

/** "He stalks off to the tram": whatever the gait, somebody is gone. A look, a voice and a task go off, too, and nobody with them. */
const GOES_OFF =
  /(?:^|[.!?;,] |“” |\band |\bthen )(?:((?:[Hh]e|[Ss]he|[Tt]hey|some(?:body|one)|(?!(?:It|This|That|There|What|Which|Everything|Something|Nothing|The)\b)\p{Lu}[\p{L}’-]+(?: \p{Lu}[\p{L}’-]+)?)) )?(?:then |\p{Ll}+ly )?(?!(?:looks|turns|glances|stares|gazes|breaks|trails|takes|puts|leaves|shows|gives|holds|wears|backs|moves|draws|pulls|pushes|sends|waves|wipes|brushes|tears|cuts|counts|ticks|reels|rattles|sets|lets|throws|pours|spills|tips|laughs|shrugs|fades|dies|drops|dozes|nods|starts|wears|drifts|floats|falls|gets|kicks|knocks|bites|finishes|reads|squares|steps|comes|picks|peels|lifts|blows|shakes|sees|switches|slides|rubs|leans|shades|jerks|scrapes)\b)\p{Ll}{3,}s (?:off|out|away)(?= (?:to|into|down|up|across|through|towards?|along|by|past) (?:the|his|her|their|a)\b|[.;!]|, and\b| without\b|$)/gu;

/** What matters to a later scene when the player has it; a rag or a mug does not. */
const GOODS =
  /^(?:keys?|letters?|pages?|papers?|notes?|notebook|coins?|shillings?|half-crowns?|sovereigns?|francs?|pounds?|orders?|cheques?|tokens?|bracelets?|goggles|waterskins?|box|money|banknotes?|tickets?|maps?|rings?|kni(?:fe|ves)|guns?|pistols?|revolver|purse|books?|ledger|diary|watch|photographs?|documents?|cards?|envelope|parcel|seal|receipt|pass|permit|badge|medal|jewels?|necklace|vial|poison|lantern|sword|dagger|rope)$/;

/** What is given and gone, or no thing at all: "hands you a mug", "gives you the once-over". */
const NO_GIFT =
  /^(?:mugs?|cups?|glass(?:es)?|bowls?|plates?|saucer|flask|bottle|tea|coffee|water|milk|wine|beer|ale|gin|soup|bread|toast|pepper|salt|sugar|butter|mustard|sauce|napkin|cheese|oil|jug|pot|slice|piece|bite|cake|biscuits?|pie|sandwich|apple|cigarette|pipe|food|drink|chair|stool|seat|cushion|blanket|shawl|rug|towel|cloth|rag|handkerchief|sponge|brush|broom|pencil|pen|spoon|ladle|fork|light|torch|lamp|candle|match(?:es)?|umbrella|hand|hands|arm|elbow|shoulder|back|eye|eyes|face|smile|look|glance|stare|nod|wave|bow|wink|grin|push|shove|nudge|pat|tap|start|fright|turn|time|moment|minute|second|day|room|space|chance|choice|slip|lie|impression|creeps|once-over|answer|word|words|name|feeling|benefit|rest|whole|floor|wall|way|berth|end|side|other|same|one|lot|jump|headache|lecture|nudge|idea|news|kind|sort|hint|sign|signal)$/;

function givesSomething(words: string, { story, effects, given, draft }: SceneFacts): boolean {
  const [, verb = "", article = "", np] = GIVES_YOU.exec(words) ?? [];
  if (np === undefined || effects.some(({ kind }) => kind === "item")) return false;
  const nouns = np.toLowerCase().trim().split(" ");
  const thing = nouns.at(-1) ?? "";
  // What the player has already is not given to them.
  const known = wordSet(`${given.replace(CARRIES, "")}\n${draft}`);
  // A letter is another one than the letter that the prompt has elsewhere; the letter is that.
  const inSteps = wordSet([draft, whereAndOn(given).replace(CARRIES, "")].join("\n"));
  const steps = wordSet(draft);
  // Their own whistle is theirs until a step gives it; so is what they would have looked after.
  const isTheirs =
    /^(?:his|her|their)$/i.test(article) || (/^(?:gives|lends|leaves)$/.test(verb) && /^the$/i.test(article));
  const isNew = !nouns.some((noun) => (isTheirs ? steps : /^an?$/i.test(article) ? inSteps : known).has(noun));
  if (!isNew || (verb === "makes" && !GOODS.test(thing))) return false;
  if (
    GOODS.test(thing) ||
    story.matter.people.some(({ inventory }) => inventory.some((name) => name.toLowerCase().endsWith(thing)))
  )
    return true;
  // Whatever is handed over, or is the one that there is, is a thing; "gives you a start" is none.
  const isThing = verb !== "gives" || /^(?:the|his|her|its|their|one)/i.test(article);
  return isThing && !nouns.some((noun) => NO_GIFT.test(noun));
}

/** A thing is in the player's hand that nobody gave them: "and the receipt is in your hand". */
const IN_YOUR_HAND =
  /\b([\p{L}’-]+) (?:is|are|lies?|lands?|ends? up) (?:already |now |suddenly |there )?in(?:side)? your (?:own |left |right |open |other )?(?:hands?|palms?|fingers|lap|fist)\b/gu;
/** It comes to the player in whatever way: "is handed to you", "has gone up your sleeve". */
const COMES_TO_YOU =
  /\b([\p{L}’-]+)(?: [\p{L}’-]+){0,3}? (?:is|are|has been|have been) (?:now |then |duly )?(?:presented|given|handed|passed|entrusted|slipped|lent|sold|awarded|tossed|thrown|left) to you\b|\b([\p{L}’-]+) (?:goes|go|has gone|have gone|is|are|drops?|slides?|disappears?|vanish(?:es)?) (?:up|into|in|inside|down|under) your (?:own |left |right )?(?:sleeve|pocket|coat|jacket|shirt|bag|apron|boot|hat|cap|belt|waistband|blouse|glove|satchel|suitcase|cardigan|cuff|pack)\b/gu;
/** It is fastened to what the player wears. */
const ON_YOU =
  /\b(?:pins?|fixes|fastens?|hangs?|sticks?|buttons?|ties?|clips?|hooks?|slides?|slips?|puts?|loops?|drapes?) (?!(?:his|her|their|its|an?) (?:\p{L}+ )?(?:hands?|arms?|fingers?|palm|head|eyes?|gaze|light)\b)(?:[\p{L}’]+ ){1,5}?(?:on|onto|to|round|around|over) your (?:[\p{L}’-]+ )?(?:cardigan|coat|jacket|lapel|collar|sleeve|shirt|chest|breast|blazer|apron|dress|wrist|finger|neck|cap|hat|cloak|tunic|belt|shoulders?)\b/u;
/** The player gives something away. */
const YOU_GIVE =
  /\b[Yy]ou (?:\p{Ll}+ly |then )?(?:give|hand|pass|lend|pay|sell|slip|throw|toss|leave|offer) (?:(?:him|her|them|\p{Lu}[\p{L}.’-]+(?: \p{Lu}[\p{L}’-]+)?|the \p{Ll}+) (?:the|your|an?|half|all|one|two|three|some|what|both)(?: of)?|(?:the|your|it|an?|them)(?: [\p{L}’-]+){0,3}? to (?:him|her|them|\p{Lu}[\p{L}’-]+)) ?([^.,;:!?“”]{0,40})/gu;

/** Taken from the player, and gone: "has unhooked the skin from your shoulder, and passes it on". (rule NA5828) */
const TAKEN_FROM_YOU =
  /\b(?:takes?|taken|lifts?|lifted|unhooks?|unhooked|slips?|slipped|pulls?|pulled|plucks?|plucked|snatch(?:es|ed)|unslings?|unslung|removes?|removed|draws?|drawn) (?:the|your|it|that)(?: [\p{L}’-]+){0,3} (?:from|off|out of) your (?:[\p{L}’-]+ )?(?:shoulders?|hands?|fingers|pockets?|neck|belt|bag|back|grip|arms?|hip)\b[^.;!?]*\b(?:passes|hands|gives|throws|pockets|keeps|hides|sells|puts (?:it|them) (?:in|into|away)|into (?:his|her|their))\b/iu;

function changesHands(words: string, { effects, given, draft }: SceneFacts): boolean {
  if (effects.some(({ kind }) => kind === "item")) return false;
  if (TAKEN_FROM_YOU.test(words) && !/\b(?:takes?|lifts?|unhooks?|hands?|gives?)\b[^.]*\byour\b/iu.test(draft))
    return true;
  const carried = wordSet(CARRIES.exec(given)?.[1] ?? "");
  const isFree = (thing: string): boolean => NO_GIFT.test(thing) || carried.has(thing);
  const isYours = (said: string): boolean =>
    splitSentences(draft).some(
      (one) => /\byour?\b/i.test(one) && [...contentWords(said)].some((word) => contentWords(one).has(word)),
    );
  if ([...words.matchAll(IN_YOUR_HAND)].some(([, thing = ""]) => !isFree(thing.toLowerCase()) && !isYours(thing)))
    return true;
  if (
    [...words.matchAll(COMES_TO_YOU)].some(([, one, other]) => {
      const thing = (one ?? other ?? "").toLowerCase();
      return (
        !/^(?:hand|hands|fingers|cold|wind|rain|it|question|look|word|words|chair|seat|cup|mug|tea|draught|snow|water)$/.test(
          thing,
        ) && !isYours(thing)
      );
    })
  )
    return true;
  const [fastened] = ON_YOU.exec(words) ?? [];
  if (fastened !== undefined && !isYours(fastened.replace(/\byour\b.*/iu, ""))) return true;
  const mayGive =
    /\byou (?:\p{Ll}+ )?(?:give|hand|pass|lend|pay|sell|slip|throw|toss|leave|offer|return|show|tell)\b/iu.test(draft);
  return (
    !mayGive &&
    [...words.matchAll(YOU_GIVE)].some(([said]) =>
      said
        .toLowerCase()
        .split(/[^\p{L}’-]+/u)
        .some((word) => GOODS.test(word) || (carried.has(word) && word.length > 3)),
    )
  );
}

function handsOver(words: string, { effects, draft }: SceneFacts): boolean {
  if (effects.some(({ kind }) => kind === "item")) return false;
  const isGiven =
    /\b(?:gives?|hands?|passes|slips|lends?|pays?|presses|holds? out|offers?|slides|puts|lays|shows)\b/i.test(
      unquoted(draft),
    );
  return (
    (GIVES_TO_YOU.test(words) && !isGiven) || (PAYS_YOU.test(words) && !/\b(?:pays?|owes?|promises?)\b/i.test(draft))
  );
}

const LEAVES =
  /\byou (?:leave|go|walk|set off|head) (?:home|at once|away|off|out|back)\b(?! to the (?:top|start|beginning|first|end|last)\b)/i;

/** "You go home", in a scene that goes on to another place. */
function leavesElsewhere(words: string, facts: SceneFacts): boolean {
  return (
    LEAVES.test(words) &&
    !facts.story.names.keysIn(words).some((key) => key.startsWith("place:")) &&
    !goesSameWay(words, facts) &&
    !goesAsInDraft(words, facts)
  );
}

const IS_AT =
  /\byou (?:are|stand|sit|wait|find yourself) (?:now |back |still )?(?:in|at|on|inside|outside|before) [^.,;]{1,40}/i;

/** Rooms and vehicles: whoever is in one is nowhere else. */
const IN_ROOM =
  /\byou(?: are|’re| sit| stand| wait)? (?:now |by then |already |back |still )?(?:in|inside|aboard|on board) (?:the|an?|his|her|their) (?:[\p{L}’-]+ ){0,2}?(office|kitchen|cellar|attic|bedroom|bathroom|parlou?r|library|study|chapel|church|cathedral|station|train|tram|bus|car|cab|taxi|lorry|truck|van|carriage|coach|cart|boat|ship|ferry|lift|hospital|prison|cell|pub|bar|tavern|inn|shop|store|market|square|street|lane|garden|yard|forest|woods?|field|cave|tunnel|tent|hut|barn|stable|attic|warehouse|factory|school|classroom|theatre|courtroom|hotel|lobby|corridor|hallway|ballroom|dining-room|surgery|bank|museum)\b/iu;

/** What is done where one is. */
const DOES_THERE =
  /\byou (?:\w+ly |then |now )?(?:are|sit|stand|warm|feel|walk|cross|go|come|run|drive|ride|climb|step|head|reach|arrive|slip|hurry|wander|enter|wait|lie|kneel|follow|carry)\b/i;
/** "From here you can see the hall", "the way to the hall": it is looked or pointed at. */
const FROM_AFAR = /\b(?:see|hear|look|window|far|way to|road to|door to|towards?|beyond|from here|away)\b/i;

/** "You push off through the hatch": the player is gone. */
const GOES_THROUGH =
  /\byou (?!(?:look|see|hear|peer|glance|stare|call|listen|speak|reach|put|hold|watch|lean)\b)\p{Ll}+ (?:off|out|away) (?:through|to|into|down|up|by|past) /iu;

/** "You take a breath and go in after him": the second thing that the player does is going, too. */
const AND_GOES =
  /\byou [^.;:“”?!]{3,70}? and (?:then )?(?:go|walk|run|climb|leave|head|set off|slip|step) (?:in|out|after|away|off|home|back|through|into|up|down)\b(?! (?:of|on) (?:your|the) (?:way|knees?|feet))(?=[^.]*\b(?:him|her|them|the|it|you|after|through|to)\b|[.,;])/iu;

/** "You are in the hall now", or "The hall is cold, and you warm your hands", in a scene of the yard. */
function isElsewhere(words: string, facts: SceneFacts): boolean {
  const there = DOES_THERE.test(words) && !FROM_AFAR.test(words) ? words : (IS_AT.exec(words)?.[0] ?? "");
  const named = placesIn(there, facts);
  if (named.length === 0) return false;
  const here = placesOfScene(facts);
  const where = /# WHERE AND WHEN\n(.*)/.exec(facts.given)?.[1] ?? "";
  // The name of the scene's place may hold that of a larger one: "Osk's kitchen in the Rows".
  const isHere = (key: string): boolean =>
    here.has(key) || where.includes(facts.story.places.get(key.slice("place:".length))?.name ?? "\n");
  return !named.some(isHere);
}

/** "You are in his office by then", where neither prompt nor draft has an office. */
function isInOtherRoom(words: string, { given, draft, told }: SceneFacts): boolean {
  const room = IN_ROOM.exec(words)?.[1]?.toLowerCase();
  return room !== undefined && !wordSet(`${given}\n${draft}\n${told.join("\n")}`).has(room);
}

const NOTHING = /(?!)/;
/** Whoever was asked gives the answer after all. */
const ANSWERS =
  /\b(?:tells|shows|gives) you (?:who|whose|what|where|why|how|when|which|everything|all|the (?:truth|whole|name|answer|rest))\b|\b(?:he|she|they|\p{Lu}\p{L}+) (?:answers you|gives (?:in|way)|relents|owns up|comes out with it|admits (?:it|that|to))\b|\b[Tt]he answer (?:comes|is)\b/u;
/** It does not give way after all. */
const HOLDS_OUT =
  /\b(?:the|his|her|its) (?:lock|door|bolt|lid|knot|catch|latch|window) (?:holds|stays (?:shut|closed|fast)|does not|doesn[’']t|won[’']t|will not)\b|\bstill looking at (?:a|the) (?:shut|closed|locked)\b|\b(?:won[’']t|will not|does not|doesn[’']t|refuses to) (?:say a word|say anything|tell|budge|open|answer)\b|\btells you nothing\b/iu;

const WARMS =
  /\b(?:smiles|grins|beams|twinkles|winks|warms) (?:\p{Ll}+ly )?(?:at|to) you\b|\blikes? you (?:better|more|all the better)\b|\bthinks? the (?:better|more) of you\b/iu;
const COOLS =
  /\b(?:scowls|glares|sneers|snarls) (?:\p{Ll}+ly )?at you\b|\blikes? you (?:less|worse)\b|\bthinks? the (?:less|worse) of you\b/iu;

/** Whether somebody is warmer, or colder, to the player than what was done has made them. */
const feelsOtherwise = (words: string, { effects }: SceneFacts): boolean => {
  const change = effects.reduce((sum, effect) => sum + (effect.kind === "feeling" ? effect.delta : 0), 0);
  return (change < 0 && WARMS.test(words)) || (change > 0 && COOLS.test(words));
};

const GOES_TO =
  /\b[Yy]ou (?:\p{Ll}+ly |then )?(?:go|come|walk|head|cross|run|climb|ride|row|drive|return|set out|make your way|went|came|walked|crossed) (?:\p{Ll}+ ){0,2}?(?:to|into|at|as far as) (?:(?:the|an?) )?((?:\p{Ll}+ )?\p{Ll}+|\p{Lu}[\p{L}’-]+(?: \p{Lu}[\p{L}’-]+)*)/gu;
/** What is done where one is, at the head of a scene. */
const STAYS_AT =
  /\b[Yy]ou (?:keep watch|search|wait|look round|look around|stand (?:still )?and (?:listen|wait)|rest|sleep|listen) (?:at|in|on)? ?(?:the )?(\p{Lu}[\p{L}’-]+(?: \p{Lu}[\p{L}’-]+)*|(?:\p{Ll}+ )?\p{Ll}+)/gu;
/** Where the player is said to be, by name. */
const IS_IN =
  /\b[Yy]ou(?:(?: are|’re)(?: all)?(?: (?:two|three|four|both) of you)?(?: (?:standing|sitting|walking|waiting|kneeling|back|out))?| (?:stand|sit|walk|wait))(?: by)?(?: now| then| already)? (?:in|at|on|inside|outside|before) (?:the )?(\p{Lu}[\p{L}’-]+(?: \p{Lu}[\p{L}’-]+)*)/gu;
const BUILT =
  /^(?:\p{Ll}+ )?(?:chapel|church|mill|inn|tavern|station|harbour|quay|market|palace|castle|hall|barn|school|theatre|hospital|prison|office|cellar|attic|kitchen|library|garden|shop|tower|bridge|forest|wood|cave|vicarage|rectory|farm|house|cottage|hut|camp|ship|train|town|village|city|square|cemetery|churchyard|bank|museum|hotel|pub|cafe|stables?|workshop|factory|warehouse|lighthouse|abbey|convent|fort|tunnel|wall|landing|loft|tent|greenhouse|lake|river|shore|beach|island|mountain|pass|summit|valley|road|lane|street)$/u;

/** Whether the player goes to, or is at, another place than the steps have them. (rule NA5460) */
const goesToOther = (words: string, { draft, given, told, story, past }: SceneFacts): boolean => {
  const where = /# WHERE AND WHEN\n([^.\n]*)/.exec(given)?.[1] ?? "";
  const known = `${draft}\n${where}\n${told.join("\n")}`.toLowerCase();
  const isOther = (to: string): boolean => {
    if (/^\p{Lu}/u.test(to)) {
      const isPlace =
        story.names.keysIn(to).some((key) => key.startsWith("place:")) ||
        [draft, given, ...past].every((text) => !text.includes(to));
      return (
        isPlace && !story.names.keysIn(to).some((key) => key.startsWith("npc:")) && !known.includes(to.toLowerCase())
      );
    }
    const noun = to.split(" ").at(-1) ?? "";
    return BUILT.test(to) && !known.includes(noun);
  };
  return [...words.matchAll(GOES_TO), ...words.matchAll(STAYS_AT), ...words.matchAll(IS_IN)].some(([, to = ""]) =>
    isOther(to),
  );
};

const SPAN =
  /\b(?:(an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|some|many|half an?) )?(minutes?|hours?|days?|weeks?|months?|years?)(?: and a half)? (?:later|pass(?:es)?|go(?:es)? by|went by|passed)\b|\b[Ii]t (?:takes|took) (?:you )?(an?|one|two|three|four|five|six|seven|eight|nine|ten|half an?) (minutes?|hours?|days?|weeks?)|^(?:“” )?(?:That|The) (same|next|following) (morning|afternoon|evening|night|day)\b/giu;
const oneOf = (word: string): string =>
  word
    .toLowerCase()
    .replace(/^(?:an?|one)$/, "one")
    .replace(/s$/, "");

/** Whether more time goes by, or less, than the steps have. */
const takesOtherTime = (words: string, { draft }: SceneFacts): boolean => {
  const said = spansIn(words);
  const own = said.length === 0 ? [] : spansIn(draft);
  return own.length > 0 && said.some((span) => !own.includes(span) && !span.startsWith(" "));
};
const spansIn = (text: string): string[] =>
  splitSentences(text).flatMap((one) =>
    [...one.matchAll(SPAN)].map(([, count, unit, many, of, which, part]) =>
      [count ?? many ?? which ?? "", unit ?? of ?? part ?? ""].map(oneOf).join(" "),
    ),
  );

/** "She presses Dom", where it is the player who does. */
const isOtherDoer = (words: string, { draft }: SceneFacts): boolean => {
  const [deed = ""] = splitSentences(draft);
  const [, verb = "", rest = ""] = /^You (\p{Ll}+)\b(.*)$/su.exec(deed) ?? [];
  const [, does = "", after = ""] = /^(?:He|She|They) (\p{Ll}+?)(?:es|s)\b(.*)$/su.exec(words) ?? [];
  if (verb === "" || does === "" || !(verb === does || `${verb}e` === does || verb === `${does}e`)) return false;
  const own = [...contentWords(rest)];
  const has = contentWords(after);
  return own.length > 1 && own.filter((word) => has.has(word)).length >= own.length / 2;
};

const isComingOrGoing = ({ kind }: Effect): boolean => kind === "arrive" || kind === "leave" || kind === "move";

/** By so many of its first words what is told is known in the draft: "you leave". */
const FIRST_WORDS = 2;

/** What the dice said holds, and nothing happens that the storybook does not tell. (rule NA716) */
export const outcome: Check = (sentence, facts) => {
  const words = unquoted(sentence);
  const draft = facts.draft.toLowerCase();
  const told = (pattern: RegExp): boolean => {
    const said = pattern.exec(words)?.[0];
    return said !== undefined && !draft.includes(said.toLowerCase().split(" ").slice(0, FIRST_WORDS).join(" "));
  };
  if ((facts.outcome === "fail" || facts.outcome === "partial") && told(WINS))
    return "It did not work: do not write that it did.";
  if (facts.outcome === "success" && told(FAILS)) return "It worked: do not write that it did not.";
  for (const { says, did, what } of HAPPENINGS)
    if ((did === timeGoesBy ? says.test(words) : told(says)) && !did(facts, words)) return `${what}.`;
  if (isElsewhere(words, facts) || isInOtherRoom(words, facts) || goesToOther(words, facts))
    return "You are not there.";
  if (takesOtherTime(words, facts)) return "Time goes on no further than the steps say.";
  if (isOtherDoer(words, facts)) return "It is “you” who do this.";
  if (facts.outcome === "fail" && ANSWERS.test(words) && !told(NOTHING))
    return "It did not work: do not write that it did.";
  if (
    (facts.outcome === "success" || facts.outcome === "partial") &&
    HOLDS_OUT.test(words) &&
    !facts.draft.includes(HOLDS_OUT.exec(words)?.[0] ?? "")
  )
    return "It worked: do not write that it did not.";
  if (feelsOtherwise(words, facts)) return "Do not turn what the steps say into its opposite.";
  if (
    (GOES_THROUGH.test(words) || (!facts.moved && AND_GOES.test(words))) &&
    !goesAsInDraft(words, facts) &&
    !goesSameWay(words, facts)
  )
    return "You stay where you are.";
  if (facts.moved && leavesElsewhere(words, facts)) return "You go nowhere but where the steps say.";
  if (takesHold(words, facts)) return "Nobody does anything to “you” but what the steps say.";
  if (deniesStep(words, facts) || turnsReaction(words, facts))
    return "Do not turn what the steps say into its opposite.";
  if (isOfOtherPlace(words, facts)) return "You are not there.";
  if (givesSomething(words, facts) || handsOver(words, facts) || changesHands(words, facts))
    return "Nothing changes hands.";
  const goes = [...words.matchAll(COMES_OR_GOES), ...words.matchAll(GOES_OFF)].some(
    ({ 0: said, 1: who, index }) =>
      isSomebody(who, words.slice(0, index), facts) && !draftHas(facts, said.replace(/^\W+/, "")),
  );
  return goes && !facts.effects.some(isComingOrGoing) && !leavesInDraft(facts)
    ? "Nobody comes or goes but as the steps say."
    : null;
};

/** "Rain runs off the hem": a word with a capital at a sentence's start is nobody, unless the story has a name of it. */
const isSomebody = (who: string | undefined, before: string, { story }: SceneFacts): boolean =>
  who === undefined
    ? /(?:^|[^\p{L}])(?:he|she|they)(?![\p{L}])/iu.test(before) ||
      story.names.keysIn(before).some((key) => key.startsWith("npc:"))
    : /^(?:he|she|they|some(?:body|one))$/i.test(who) ||
      story.names.keysIn(who).some((key) => key.startsWith("npc:")) ||
      who.split(" ").some((word) => story.proper.has(word));

const leavesInDraft = ({ draft }: SceneFacts): boolean =>
  /\b(?:leaves|goes|comes|enters|walks|arrives|returns|is gone|sends for|follows|takes you)\b/i.test(draft);
