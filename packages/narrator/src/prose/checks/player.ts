import { contentWords, isVerb, splitSentences, verbLemmas } from "@narratoria/protocol/english";
import { type Check, draftHas, quotedIn, type SceneFacts, unquoted } from "./scene-facts.js";

const SPEECH =
  "say|says|said|reply|replied|answer|answered|ask|asked|tell|told|whisper|whispered|murmur|mutter|shout|call|explain|greet|beg|swear|add|continue|offer|suggest|begin|repeat|insist";
const YOU_SPEAK = new RegExp(
  `\\byou(?:’ve|’d)? (?:\\w+ly |then |only |just |hear yourself |find yourself )?(?:${SPEECH})(?:ing)?\\b|\\byour (?:own )?(?:voice|words?|question|answer|reply|whisper)\\b|\\b(?:say|answer|ask|reply) you\\b`,
  "i",
);
const OTHERS_SPEAK = new RegExp(
  `\\b(?!you\\b)(?:he|she|they|it|\\p{Lu}[\\p{L}’'-]+|(?:the|a|an|his|her) [\\p{L}’'-]+) (?:\\w+ly )?(?:says|asks|replies|answers|tells|whispers|murmurs|mutters|shouts|calls|explains|adds|goes on|repeats|offers)\\b|\\b(?:says|asks|replies|answers|whispers|murmurs|mutters|shouts|calls|adds) (?:he|she|they|it|the|\\p{Lu})`,
  "u",
);
/** What only the player decides, promises or feels. */
const DECIDES =
  /\byou(?:’ve|’d|’re|’ll)? (?:\w+ly |then |still |already |do not |don’t )?(make (?:an? (?:mental )?note|up your mind)|figure|reckon|conclude|suppose|guess|mean to|have no doubt|decide|choose|resolve|wish|hope|feel(?! (?:for|along|around|about|(?:the|it|its|an?|his|her|their|your|under)(?! (?:pang|surge|wave|twinge|stab|rush|sense|flood|flush|touch|kind|bit|little|need|urge|weight|guilt|dread|shame|joy|relief|pity)\b))\b)|felt|think|thought|believe|realise|realize|wonder|remember|recall|love|hate|fear|intend|plan|refuse|accept|agree|promise|regret|trust|suspect|imagine|envy|pity|despise|admire|resent|dread|understand|enjoy|prefer|expect|vow|swear|confess|apologise|apologize|lie(?! (?:down|back|flat|on|in|there|here|still|awake|beside|behind|under|along|against|at|low|full|face)\b)|thank|forgive|want(?! (?:to|it|nothing|for))|nod|smile|shrug|laugh|cry|sigh|frown|know(?= (?:(?:then|now|already|at once|instantly|suddenly|somehow|all at once|in that moment) )?(?:that (?:you|he|she|it|they|the|this|nothing|somebody|someone|\p{Lu})|why|who|whose|what (?:he|she|they|it) (?:is|are|has|have|did|wants?))\b))\b/giu;
/** What the player says, where the steps do not: a question that was asked may be asked again. */
const TELLS =
  /(?<!\b(?:lets?|letting|hears?|makes?|watch(?:es)?|has) )\byou (?:\w+ly |then |only |just |also )?(?:(?:say|answer|reply)(?! (?:nothing|no more|not a word|it|so|this|that)\b)|tell|admit|confess|claim|explain|insist|mention|warn|assure|offer|beg|apologi[sz]e|greet|shout|call out)\b/i;
const HAS_TOLD =
  /\byou (?:(?!c(?:an|ould)|may|might|w(?:ill|ould)|should|must|never)\w+ )?(?:say|answer|reply|tell|admit|confess|claim|explain|insist|mention|warn|assure|offer|beg|apologi[sz]e|greet|shout|call|report|promise|bring up|own up|let|bluff|show|refuse|turn|deny|forbid|agree|thank|invite|order|ask|swear|object|protest|decline|remind|break|speak|talk|give)\b/i;
/** What the player tells, where it is said: the steps have most of its words. */
const TELLS_THAT =
  /\byou (?:\w+ly |then )?(?:tell|admit|confess|explain|say)(?: to)?(?: (?:him|her|them|it|\p{Lu}[\p{L}.’-]+(?: \p{Lu}[\p{L}’-]+)?))?(?:,[^,.;“”]{3,40},)? that ([^.;!?“”]{8,})/giu;
const isOfScene = (words: string, { draft, given }: SceneFacts): boolean => {
  const own = [...contentWords(words)];
  const has = contentWords(`${given}\n${draft}`);
  return own.filter((word) => has.has(word)).length >= own.length / 2;
};
/** What the player wants, likes or knows in other words. */
const OWN_MIND =
  /\byou (?:cannot|can[’']t|could not|couldn[’']t) help (?:but (?:feel|think|wonder|notice that|like|pity|believe)|(?:feeling|thinking|wondering|liking|pitying|believing))\b|\bsomething in you\b|\b(?:plain|clear|obvious|evident|certain|apparent) (?:enough )?(?:as \p{Ll}+ )?to you\b|\bit (?:occurs|dawns|comes) (?:to|on) you\b|\byour (?:mind is made up|guess is|own opinion|view is)\b|\bserves you right\b|\byou (?:would|should|’d) (?:have )?like(?:d)?\b|(?<!\b(?:if|whether|as|what|that|which|where|than) )\byou want it\b|\byou (?:have always|have never|’ve never) (?:liked|wanted|trusted|loved|believed)\b|\byou liked\b|\byou know (?:by (?:now|then) |now |then |already )?(?:whose|who|that (?:he|she|it|they))\b|\byou make up your mind\b|\byou (?:have|’ve) (?:now |at last )?(?:seen|guessed|understood|found out|worked out|learned|learnt) (?:who|whose|why)\b|\byou (?:guess|work out|find out) (?:who|whose|why)\b|\byou (?:can )?(?:see|tell) (?:now |then )?that (?:he|she|they|it|the \p{Ll}+) (?:is|are|was|were) (?:right|wrong|lying|guilty|innocent|true)\b|\byou are (?:\p{Ll}+ )?(?:sure|certain|convinced)\b|\byou blame\b|\byou own up\b|\byou let (?:him|her|them|\p{Lu}\p{L}+) know\b|\byou give (?:him|her|them|\p{Lu}\p{L}+) the (?:number|name|answer|truth|count|figure|news)\b|\byou (?:second|vote|nominate)\b|\byour (?:own )?name (?:is|goes|stands) (?:on|at|in|into) (?:it|the)\b|\bhas your (?:own )?name on it\b/iu;
/** A second deed of weight: "You write it down, and sign." */
const DEEDS_TOO =
  /\byou [^.;:“”]{3,70}?,? and (?:then )?(sign|steal|sell|buy|kiss|slap|punch|stab|shoot|kill|unlock|swallow|poison)\b(?! of\b)/giu;
/** Deeds that a later scene would have to remember. */
const DEEDS =
  /\byou (?:\w+ly |then |also )?(sign|steal|sell|buy|kiss|slap|punch|shove|stab|shoot|kill|hide|unlock|swallow|poison|arrest|(?:give|break) your word|shake (?:hands )?on it|(?:take|strike) (?:the|her|his|their|this|that) (?:offer|bargain|deal|job))\b/gi;
const FEELS =
  /\byour (?:\w+ )?(?:heart (?:sinks|leaps|races|pounds|beats|aches|is)|mind|thoughts?|feelings?|stomach (?:turns|drops|lurches|sinks|knots|tightens|churns|flips|is)|soul|memory|memories|hopes?|fears?|decision)\b|\byou are (?:\w+ly |not )?(?:afraid|scared|happy|sad|angry|glad|proud|certain|worried|nervous|determined|surprised|relieved|grateful|sorry|ashamed|jealous|lonely|embarrassed|tempted|guilty|uneasy|convinced|in love)\b/i;
const FIRST_PERSON =
  /(?<![\p{L}.])(?:I|I’m|I’ve|I’ll|I’d|my|(?<=\b(?:is|are|was|were|of|like|than|not|be) )mine|myself|we|us|our|ours)\b(?![.)])/u;

/** What "you" may do beyond the steps: perceive, stand about, handle what is at hand, ask once more; where they go is looked at elsewhere. */
const HARMLESS = new Set(
  (
    "see hear smell feel taste watch look glance peer notice find catch listen can could may might would do did have had has are were be get keep let try need stand sit wait stay stop pause turn " +
    "lean bend stoop duck crouch kneel rise straighten step walk go come climb cross reach hold take put set lay lift lower raise pick tip tilt fold unfold open close shut push pull knock touch " +
    "wipe brush rub shake rest warm cup balance count read trace draw run pass move shift edge slide make lose breathe swallow blink press drop drink eat ask give hand bring carry leave start " +
    "begin finish settle meet miss pour stir light work use check say tell answer reply learn understand realise know think decide feel nod smile shrug laugh follow enter arrive drive ride park " +
    "sleep wake doze nap yawn shiver tremble sweat cough sneeze hum gaze stare peep spot notice measure unroll wrap unwrap coil uncoil wind fasten unfold cradle " +
    "steady brace grip grasp clutch release dangle swing float drift sail row wade swim jump hop skip crawl squeeze wriggle duck dodge flinch start recoil rock sway " +
    "chew sip gulp bite swill spit cool heat toast light poke tap drum pat stroke pinch flick nudge prod scoop ladle stir slice spread butter salt carve sweep mop " +
    "place arrange sort stack gather collect spill drop catch throw toss kneel squat perch slump sprawl stretch curl uncurl clench rub chafe blow breathe gasp pant " +
    "begin go continue pass repeat echo mouth spell recite translate compare match fit test weigh judge need lack forget mind " +
    "get help pocket steal stow pay set head return make depart descend spill bump trip slip lie kick lick scratch sniff point stretch squint strain fumble grope dig haul heave tug drag roll spread " +
    "smooth square button unbutton tie untie lace wear pin hook hang slow hurry keep time empty fill wet dry wash rinse scrape sweep peel break stamp stumble sink lean consider lend manage succeed fail win prevail"
  ).split(" "),
);
/** A second deed of a sentence: "You give it back and refuse the broth." */
const DOES_TOO = /^(?:then |and )?you [^.;“”]{3,70}? and (\p{Ll}+) (?:the|an?|it|him|her|them|that|your|this)\b/giu;
const DOES = /\byou (?:\p{Ll}+ly |then |now |only |just |still |also |both |all )?(\p{Ll}+)\b/giu;

/** Whether a sentence of the draft has the player do it. */
const youDo = (deed: string, { draft }: Pick<SceneFacts, "draft">): boolean =>
  splitSentences(unquoted(draft)).some((one) => /\byou\b/i.test(one) && draftHas({ draft: one }, deed));

/** "You like her", "you make a bargain": a deed of the player's that no step has. After "if", "what" or a preposition it is none. */
const isOwnDeed = (verb: string, before: string, facts: SceneFacts): boolean =>
  isVerb(verb) &&
  !HARMLESS.has(verb.toLowerCase()) &&
  !isRelative(before) &&
  !/\b(?:if|unless|until|before|since|once|than|that|what|which|who|whom|where|when|how|why|whether|as|while|to|at|of|for|with|behind|beside|past|round|around|towards?|from|on|over|under|about|like|by|near|let|lets|makes?|sees?|watch(?:es)?) $/i.test(
    before,
  ) &&
  !draftHas(facts, verb);

/** "A chair you sold", "anything you would want": what is told is the chair. "In the yard you sign" tells of the player. */
const IS_RELATIVE =
  /\b(?:an?|the|any\p{L}*|every\p{L}*|some\p{L}*|nothing|all|one|way|those|his|her|their|its) (?:[\p{L}’-]+ ){0,2}$|^(?:[^,;:.!?]* )?(?:anything|everything|something|nothing|all) $/iu;
const OPENS_WITH_PLACE =
  /(?:^|[.!?;:,“”—] ?)(?:and |but |then |so )?(?:in|at|on|by|from|under|behind|before|after|with|without|over|through|beside|inside|outside|up|down|along|near) [^.;:,!?]*$/iu;
const isRelative = (before: string): boolean => IS_RELATIVE.test(before) && !OPENS_WITH_PLACE.test(before);

/** “How much?” you put in: whatever the verb, it is the player who is quoted. What they hear or read is somebody else's. */
const QUOTED_YOU = /[,?!…—]” you (?!(?:hear|see|read|make out|can|could|turn|look|find|and|are|have)\b)\p{Ll}+/u;

/** What is done with somebody or something, and no noun: "and swear to her", "and promise him". */
const COORDINATED =
  /\byou [^.;:“”?!]{3,90}? (?:and|then|or|but) (?:then |\p{Ll}+ly )?(swear|promise|vow|decide|agree|refuse|forgive|apologi[sz]e|confess|admit|warn|pledge|resolve|conclude|reckon|assure|beg|thank|accept|lie|regret|insist|threaten)(?= (?:to|that|him|her|them|it|you|yourself|for|not|on|never|the|\p{Lu})|[.,;!])/giu;

/** A further verb of the player's: "You laugh, and pay the boy" is "You laugh, and you pay the boy". */
const FURTHER =
  /(\b[Yy]ou (?!are\b|[’'])[^.;:!?“”]{2,80}?,? (?:and|then) (?:then )?)(?!you\b)(\p{Ll}{3,})(?= (?:the|an?|his|her|its|your|their|him|it|them|that|this|up|to|for|never|not|no|out|off|down|away|in|into|on|back)\b)/gu;

/** Narration in which each deed of the player's has its subject. (rule NA5456) */
export const withSubjects = (told: string): string =>
  told.replace(FURTHER, (whole, before: string, verb: string) =>
    isVerb(verb) &&
    verbLemmas(verb).includes(verb) &&
    !/\b(?:the|an?|his|her|your|their|its|of|with|between|like) (?:\p{L}+ )?(?:and|then) $/iu.test(before)
      ? `${before}you ${verb}`
      : whole,
  );

/** What is written is known once it is read. (rule NA5821) */
const READS_PAPER =
  /\b[Yy]ou (?:\p{Ll}+ly |then |can |have )?(?:read|make out|decipher) (?:the|his|her|its|their|what|every|all|both|each)(?! (?:time|hour|clock|dial|gauge|room|face|look|silence|weather|sky)\b)(?: \p{Ll}+){0,3}? ?(?:tickets?|letters?|pages?|papers?|notes?|names?|lines?|entry|entries|ledger|books?|diary|telegram|message|list|form|register|cards?|envelope|inscription|signature|figures|is written|it says|writing)\b/u;
const IS_READ =
  /\b(?:read|reads|reading|written|writes|spells?|decipher|shows? you|look (?:closely )?at|search)\b|\b(?:it|letter|page|note|ticket|paper|book|list|sign|entry|label|card|board)\b[^.“”]{0,25}\bsays\b/iu;

/** What several do side by side, and what says little without the rest of its sentence. */
const SIDE_BY_SIDE = new Set(
  "see hear watch look stand sit wait stay stop turn know feel follow be have do say ask tell answer".split(" "),
);
const LIGHT = new Set("go come get take put set make give let keep bring hold leave walk run step move".split(" "));

/**
 * "You go out with the jug", where a step has Winifred do so: the verb with a further word of the step's clause, two where the verb says
 * little, and no step has the player do it. (rule NA6610)
 */
function doesOthersDeed(told: string, { draft, story }: SceneFacts): boolean {
  const opening = /^(?:then |and |but )?you (?:\p{Ll}+ly |then |now )?(\p{Ll}+) ([^.;:“”]+)/iu.exec(told.trim());
  if (!opening) return false;
  const [, verb = "", rest = ""] = opening;
  const lemmas = verbLemmas(verb.toLowerCase()).filter((lemma) => !SIDE_BY_SIDE.has(lemma));
  if (lemmas.length === 0 || /\b(?:with|beside|after|behind) (?:him|her|them|\p{Lu})/u.test(rest)) return false;
  const own = contentWords(rest);
  const does = (words: string): boolean =>
    (words.match(/\p{Ll}+/gu) ?? []).some((word) => verbLemmas(word).some((lemma) => lemmas.includes(lemma)));
  const steps = splitSentences(unquoted(draft)).filter(does);
  const isOfSomebody = (step: string): boolean =>
    /^(?:He|She|They)\b/u.test(step) || story.names.keysIn(step).some((key) => key.startsWith("npc:"));
  const least = lemmas.some((lemma) => LIGHT.has(lemma)) ? 2 : 1;
  return (
    !steps.some((step) => /\byou\b/iu.test(step)) &&
    steps.some((step) => isOfSomebody(step) && [...contentWords(step)].filter((word) => own.has(word)).length >= least)
  );
}

/** The player's character is the player's: no word of theirs is quoted, and no thought, feeling or decision of theirs is told. (rule NA711) */
export const player: Check = (sentence, facts) => {
  const told = unquoted(sentence);
  if (READS_PAPER.test(told) && !IS_READ.test(unquoted(facts.draft)))
    return "“You” read nothing but what the steps say.";
  if (quotedIn(sentence).length > 0 && YOU_SPEAK.test(told) && !OTHERS_SPEAK.test(told))
    return "Do not put words of “you” in quotation marks: report what “you” ask.";
  if (QUOTED_YOU.test(sentence)) return "Do not put words of “you” in quotation marks: report what “you” ask.";
  const decided = [...told.matchAll(DECIDES), ...told.matchAll(COORDINATED)].find(
    ({ 1: verb = "", index }) =>
      !draftHas(facts, verb) &&
      !isRelative(told.slice(0, index)) &&
      !/\b(?:before|without|until|till) $/i.test(told.slice(0, index)),
  );
  if (decided || (FEELS.test(told) && !draftHas(facts, FEELS.exec(told)?.[0] ?? "")))
    return "Do not write what “you” think, feel, promise or decide.";
  const said = [...told.matchAll(TELLS_THAT)].map(([, words = ""]) => words);
  if (said.some((words) => !isOfScene(words, facts))) return "“You” say and tell nothing but what the steps say.";
  if (TELLS.test(told) && !HAS_TOLD.test(unquoted(facts.draft)))
    return "“You” say and tell nothing but what the steps say.";
  const mind = OWN_MIND.exec(told)?.[0];
  if (mind !== undefined && !draftHas(facts, mind) && !facts.draft.toLowerCase().includes(mind.toLowerCase()))
    return "Do not write what “you” think, feel, promise or decide.";
  if ([...told.matchAll(DEEDS), ...told.matchAll(DEEDS_TOO)].some(([, deed = ""]) => !youDo(deed, facts)))
    return "“You” do nothing of weight but what the steps say.";
  if ([...told.trim().matchAll(DOES_TOO)].some(({ 1: verb = "" }) => isOwnDeed(verb, "", facts)))
    return "“You” do nothing but what the steps say.";
  if ([...told.matchAll(DOES)].some(({ 1: verb = "", index }) => isOwnDeed(verb, told.slice(0, index), facts)))
    return "“You” do nothing but what the steps say.";
  if (doesOthersDeed(told, facts)) return "Leave to others what the steps have them do.";
  return FIRST_PERSON.test(told) ? "Do not write “I” or “we” outside of speech." : null;
};
