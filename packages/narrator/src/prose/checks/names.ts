import {
  capitalise,
  contentWords,
  memoizeText,
  splitSentences,
  verbLemmas,
  escapeRegExp,
} from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";
import type { StoryIndex } from "../../index-story.js";
import { type Check, quotedIn, type SceneFacts, unquoted, whereAndOn, wordSet, wordsIn } from "./scene-facts.js";

/** Words with a capital wherever they stand. */
const ALWAYS_CAPITAL = new Set([
  "i",
  "i'm",
  "i've",
  "i'll",
  "i'd",
  "god",
  "sir",
  "madam",
  "mister",
  "miss",
  "mrs",
  "mr",
  "dr",
  "ma'am",
]);
/** What has a capital in every story: languages, and what is read or sung in any church. */
const COMMON_PROPER = new Set(
  "latin greek hebrew french english german italian spanish portuguese russian polish dutch danish swedish norwegian irish gaelic welsh scots turkish arabic persian chinese japanese latinate bible psalm psalms mass morse braille".split(
    " ",
  ),
);
const CALENDAR = new Set(
  "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december".split(
    " ",
  ),
);
/** "Like it is Sunday", "every Monday", "on a Friday": no day of the story. */
const COMPARES_DAY = /\b(?:like|as|than|every|any|most|some|an?) (?:[\p{L}’]+ ){0,2}$/iu;
/** What only somebody does. */
const PERSONAL =
  /^(?:says|asks|looks|smiles|nods|laughs|sighs|walks|sits|stands|turns|watches|leans|steps|waits|frowns|shrugs|speaks|knows|and)$/;
/** What stands for somebody, and is nobody's name. */
const STANDS_FOR =
  /^(?:he|she|it|they|you|we|who|what|this|that|these|those|somebody|someone|nobody|everybody|everyone|nothing|something|everything|one|both|neither|each|none|some|all|another|others)$/;

/** Only whom and what the story has can be named, and only once it has been heard of. (rule NA712) */
export const names: Check = (sentence, facts) => {
  const { story, words, given, past } = facts;
  const tokens = sentence.match(/[\p{L}][\p{L}’'-]*|[.!?:…“”‘*—–-]/gu) ?? [];
  const heard = wordSet(given);
  const unknown = tokens.find((token, at) => {
    const word = (wordsIn(token)[0] ?? "").replace(/'s$/, "");
    // What a screen or a sign says in capitals.
    if (
      isCapitals(token) &&
      (words.all.has(word) || tokens.slice(Math.max(0, at - 2), at + 3).filter(isCapitals).length > 2)
    )
      return false;
    // "The tail of the R."
    if (/^\p{Lu}$/u.test(token) && tokens[at - 1]?.toLowerCase() === "the") return false;
    if (!/^\p{Lu}/u.test(token) || ALWAYS_CAPITAL.has(word) || COMMON_PROPER.has(word) || heard.has(word)) return false;
    if (CALENDAR.has(word)) return at > 0 && !COMPARES_DAY.test(sentence.slice(0, sentence.indexOf(token)));
    if (words.capital.has(word) || story.proper.has(token)) return false;
    // "Mr. Osk": the stop ends no sentence.
    const isTitled =
      tokens[at - 1] === "." && /^(?:Mr|Mrs|Ms|Dr|St|Sgt|Capt|Col|Prof|Rev|Fr|\p{Lu})$/u.test(tokens[at - 2] ?? "");
    const opens = at === 0 || (!isTitled && !/^\p{L}/u.test(tokens[at - 1] ?? ""));
    if (!opens) return true;
    // What opens a sentence may be any word: a name is followed by what somebody does.
    return !words.all.has(word) && !STANDS_FOR.test(word) && PERSONAL.test(tokens[at + 1] ?? "");
  });
  if (unknown !== undefined) return `There is no ${unknown} in this scene: name nothing that the steps do not name.`;
  const known = namedIn([given, ...past, facts.draft].join("\n"), story.names);
  const unheard = story.names
    .keysIn(sentence)
    .find((key) => /^(?:npc|place):/.test(key) && !known.has(key) && !isCommonPlace(key, sentence, facts));
  return unheard === undefined ? null : "Do not name anybody or any place that has not been spoken of.";
};

const isCapitals = (token: string): boolean => /^\p{Lu}{2,}$/u.test(token);

/** "The landing", "squares the corners": words that anybody may use, though a place of the story is called so. */
function isCommonPlace(key: string, sentence: string, { story, given }: SceneFacts): boolean {
  if (!key.startsWith("place:")) return false;
  const name = story.places.get(key.slice("place:".length))?.name;
  if (name === undefined) return false;
  const proper = name.match(/\p{Lu}[\p{L}’'-]*/gu)?.filter((word) => !/^(?:The|A|An|Of)$/.test(word)) ?? [];
  // A name within the name of another place that the prompt has: "the Rows" of "Osk's kitchen in the Rows".
  return !proper.some((word) => sentence.includes(word)) || proper.every((word) => given.includes(word));
}

let lastNamed: { readonly text: string; readonly names: object; readonly keys: ReadonlySet<string> } | undefined;

/** The same texts are held against every sentence of a scene. */
function namedIn(text: string, names: SceneFacts["story"]["names"]): ReadonlySet<string> {
  if (lastNamed?.text !== text || lastNamed.names !== names)
    lastNamed = { text, names, keys: new Set(names.keysIn(text)) };
  return lastNamed.keys;
}

const KIN =
  "wife|wives|husband|husbands|widow|widows|widower|son|sons|daughter|daughters|brother|brothers|sister|sisters|mother|father|uncle|aunt|cousin|cousins|nephew|nephews|niece|nieces|uncles|aunts|grandmother|grandfather|grandson|granddaughter|bride|fiancé|fiancée|mam|dad|mum|bairn|bairns|stepmother|stepfather|stepson|stepdaughter|godson|goddaughter|godmother|godfather|twin";
/** "He looks like someone's uncle": a comparison gives nobody a relative. */
const COMPARED =
  /\bits (?:\p{Ll}+ )?$|\b(?:like|as) (?:an?|any|some|some(?:one|body)[’']s|any(?:one|body)[’']s) (?:[\p{L}’-]+ )?$/iu;
const RELATIVE = new RegExp(
  `\\b(${KIN})(?:-in-law)?\\b(?!-of-| of (?!(?:the|an?|his|her|my|their|our|your|its|this|that|one|two|three)\\b)\\p{Ll})|\\bmarried\\b|\\bwidowed\\b`,
  "gu",
);

/** Who is somebody's daughter has a father or a mother: what stands for the one stands for the other. */
const ARE_KIN: readonly ReadonlySet<string>[] = [
  ["son", "sons", "daughter", "daughters", "child", "mother", "father", "mam", "dad", "mum"],
  ["brother", "brothers", "sister", "sisters"],
  ["uncle", "aunt", "nephew", "niece"],
  ["grandmother", "grandfather", "grandson", "granddaughter"],
  ["wife", "husband", "bride", "widow", "widower"],
].map((words) => new Set(words));

/** Nobody gets a relative whom the story has not; narration may call a relative by the other end of what is known. (rules NA713 and NA1110) */
export const relatives: Check = (sentence, { given }) => {
  const heard = wordSet(given);
  const isKnown = (word: string): boolean =>
    word.endsWith("-in-law")
      ? given.toLowerCase().includes(word) ||
        (heard.has(word.replace(/-in-law$/, "")) &&
          ["husband", "wife", "bride", "groom", "widow", "married"].some((one) => heard.has(one)))
      : word.includes("-")
        ? given.toLowerCase().includes(word)
        : heard.has(word);
  const follows = (kin: string): boolean => ARE_KIN.some((words) => words.has(kin) && [...words].some(isKnown));
  const told = unquoted(sentence);
  if (
    [told, ...quotedIn(sentence)].some((text) =>
      [...text.matchAll(A_RELATIVE)].some(
        ([, kin, state]) =>
          !new RegExp(`\\b(?:${(kin ?? state ?? "").replace(/s$/, "")})s?\\b`, "iu").test(whereAndOn(given)),
      ),
    )
  )
    return "Do not give anybody a relative or a past.";
  if ([told, ...quotedIn(sentence)].some((text) => dependsOn(text, heard)))
    return "Do not give anybody a relative or a past.";
  const inventedIn = (text: string, isSo: (kin: string) => boolean): boolean =>
    [...text.matchAll(RELATIVE)].some(
      ({ 0: words, index }) => !isSo(words.toLowerCase()) && !COMPARED.test(text.slice(0, index)),
    );
  return inventedIn(told, (kin) => isKnown(kin) || follows(kin)) || inventedIn(quotedIn(sentence).join("\n"), isKnown)
    ? "Do not give anybody a relative or a past."
    : null;
};

/** "Lost a son", "had a brother once": a relative of whom nobody knew. */
const A_RELATIVE = new RegExp(
  `\\b(?:has|have|had|’s got|lost|buried|left|raised|married|lost to it|nursed|missed|supported) (?:an?|one|two|three|four|five|no) (?:\\p{Ll}+ )?(${KIN})\\b|\\b(?:has been|is|was) an? (?:\\p{Ll}+ )?(orphan|widow|widower|bachelor|foundling|divorcee)\\b`,
  "giu",
);

/** Whoever belongs to somebody. */
const DEPENDENT =
  /(?:\b(?:[Hh]is|[Hh]er|[Tt]heir)|\p{L}[’']s) (?:(?:old|young|new|first|late|little) )?(helper|assistant|apprentice|servant|maid|partner|lover|sweetheart|employer|landlord|landlady|colleague|lawyer|deputy|foster \p{L}+)\b/gu;
/** "Jo is Mrs Petrie’s youngest." */
const ISSUE = /(?:\p{L}[’']s|\b(?:his|her|their|my)) (youngest|eldest|firstborn|own girl|own boy|flesh and blood)\b/giu;
const CHILDREN =
  /\b(?:has|have|had|left (?:me|him|her|them) with|raised|raises|bore|buried|lost|brought up) (?:an?|one|two|three|four|five|six|seven|eight|no|her|his|my) (?:\p{Ll}+ )?(boys?|girls?|child|children|kids?|baby|babies|little ones|twins|family)\b/giu;

const dependsOn = (text: string, heard: ReadonlySet<string>): boolean =>
  [...text.matchAll(DEPENDENT), ...text.matchAll(CHILDREN), ...text.matchAll(ISSUE)].some(
    ([, who = ""]) =>
      !who
        .toLowerCase()
        .split(" ")
        .every((word) => heard.has(word)),
  );

const ACTS =
  "says|asks|answers|replies|adds|calls|whispers|murmurs|mutters|shouts|explains|nods|smiles|laughs|frowns|shrugs|looks|glances|stares|turns|comes|enters|arrives|walks|steps|sits|stands|leans|takes|puts|lays|lifts|sets|picks|hands|gives|holds|waits|watches|shakes|goes|leaves|reaches|opens|closes|pours|wipes|points|touches|draws|pulls|pushes|folds|rubs|joins|appears";
/** Whatever else somebody does now, and where they are. */
const ANY_ACT =
  "(?!(?:was|has|is|does|its|his|as|this|means|names|thinks|knows)\\b)\\p{Ll}{2,}s|is (?:here|there|already|at|in|on|by|beside|behind|among|outside|inside|back|out|up|down|off|over|under|with|\\p{Ll}{2,}ing)";
const HAS_COME =
  "has (?:already |just |also )?(?:come|gone|followed|sat|stood|taken|put|been (?:here|there|watching|listening|standing|sitting)|stopped|turned|got|stepped|opened|closed|joined)";
/** What somebody with a name does that no thing with one does. */
const ACTOR =
  /(?:^|[.!?;:] |“” |, |\band )((?:(?:Old|Young|Little|Big) )?(?:(?:Mr|Mrs|Ms|Dr|Prof|Capt|Sgt|Rev|Fr|Col)\. )?\p{Lu}[\p{L}’-]+(?: \p{Lu}[\p{L}’-]+){0,2}?)(?:[’']s (?:cough|voice|hand|laugh|step|breath|face|head|shadow)\b| (?:himself |herself |then |\p{Ll}+ly )?(?:says|asks|answers|replies|whispers|murmurs|mutters|shouts|nods|smiles|laughs|frowns|shrugs|glances|stares|steps|walks|enters|sits|looks|coughs|sighs|grins|waves|winks|kneels|bows|takes|hands|gets|wakes|wipes|reads|climbs|pours|drinks|eats|chews|spits|whistles|hums|sings|scratches|rubs|counts|writes|points|knocks|leans|folds|picks|throws|shakes|stoops|blinks|yawns|listens|watches|helps|calls|puts|pulls|lays|lifts|claps|stoops|reaches|tugs|hauls|is (?:sitting|standing|kneeling|waiting|watching|listening|walking|smiling|laughing|crying|asleep|there already)|has (?:sat|come in|taken|turned|been (?:sitting|standing|watching|listening|waiting)))\b)/gu;
/** "Behind you Osk laughs." (rule NA6615) */
const ACTOR_BEHIND_PLACE = new RegExp(
  ACTOR.source.replace(
    "(?:^|[.!?;:] |“” |, |\\band )",
    "(?:^|[.!?;:] |“” )(?:Behind|Beside|Before|Near|At|In|On|From|Opposite|By|Above|Below|Under|Over) [^,.;:“”]{2,40}?,? ",
  ),
  "gu",
);
/** "“Well,” says Osk." (rule NA6615) */
const SAYS_SO =
  /“” +(?:says|asks|answers|replies|calls|whispers|murmurs|mutters|adds|cries|shouts|laughs) (?!(?:Mrs?|Ms|Dr|Prof|Capt|Sgt|Rev|Fr|Col)\.)(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)(?![\p{L}’'])/gu;
/** "It is Osk who answers." (rule NA6615) */
const IT_IS_WHO =
  /\b[Ii]t(?: is|[’']s) (\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+){0,2}) who (?!(?:has|had|was|did)\b)\p{Ll}+s\b/gu;
/** "By the wall stands Osk." */
const STANDS_THERE =
  /(?<!\b(?:where|that|which|as|than|how) )\b(?:stands|sits|kneels|waits|leans|comes|walks|crouches) (\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)(?![\p{L}’'])/gu;
/** A relative who does something now. */
const KIN_ACTS = new RegExp(
  `(?:^|[.!?;:] |“” |, and |, but )(?:[Hh]is|[Hh]er|[Tt]heir|\\p{Lu}[\\p{L}’-]+[’']s) (?:\\p{Ll}+ )?(${KIN}) (?:\\p{Ll}+ly |then |only )?(?:${ACTS}|is (?:here|there|sitting|standing|waiting|\\p{Ll}{2,}ing)|has (?:come|sat|been))\\b`,
  "gu",
);
/** Words for somebody whom nobody named. */
const SOMEBODY =
  "man|men|woman|women|boy|girl|child|children|stranger|figure|messenger|guard|soldier|visitor|customer|servant|maid|policeman|officer|neighbour|voice|person|people|clerk|sailor|driver|porter|priest|doctor|lad|fellow|gentleman|gentlemen|lady|ladies|trucker|deputy|deputies|farmer|waiter|waitress|nurse|nun|monk|carter|miner|fisherman|baker|butcher|tailor|tramp|beggar|thief|constable|inspector|conductor|postman|teacher|student|tourist|passenger|beadle|pedlar|merchant|couple|crowd|gang|workman|workmen|worker|youth|kid|teenager|helper|assistant|apprentice|widow|pilgrim|rider|hunter|gardener|engineer|mechanic|attendant|reporter|photographer|lawyer|sergeant|sheriff|salesman|shopkeeper|barman|barmaid|landlord|landlady|peasant|shepherd|herdsman|ferryman|fireman|watchman|seller|singer|fiddler|drunk|prisoner|tinker|cobbler|blacksmith|smith|mason|carpenter|plumber|painter|musician|actor|actress|dancer|juggler|organist|sexton|bishop|vicar|parson|abbess|novice|scholar|professor|librarian|chemist|surgeon|midwife|dentist|grocer|florist|fishwife|washerwoman|seamstress|weaver|miller|brewer|innkeeper|publican|bartender|cook|chef|butler|footman|coachman|groom|stable boy|page boy|errand boy|drover|trapper|traveller|curate|vagrant|hawker|courier|bookkeeper|auctioneer|surveyor|architect|chauffeur|cabman|cabbie|navvy|docker|harpooner|cooper|chandler|goatherd|milkmaid|chambermaid|housekeeper|governess|nanny|sculptor|poet|novelist|editor|printer|typist|secretary|accountant|banker|broker|tycoon|heiress|duchess|countess|baroness|princess|prince|king|queen|knight|squire|herald|jester|minstrel|acrobat|clown|magician|conjurer|prophet|hermit|friar|deacon|cardinal|rabbi|imam|missionary|nephew|niece|uncle|aunt|cousin|husband|wife|wrestler|boxer|jockey|referee|umpire|coach|goalkeeper|swimmer|diver|climber|skater|pianist|violinist|trumpeter|drummer|bandmaster|choirboy|altar boy|ranger|scout|recruit|corporal|lieutenant|colonel|general|admiral|bosun|deckhand|stoker|pilot|cyclist|motorist|hitchhiker|commuter|caller|lodger|tenant|bailiff|usher|juror|smuggler|burglar|pickpocket|spy|assassin|bandit|highwayman|orphan|urchin|toddler|baby|twins|brothers|sisters|grandmother|grandfather";
const NEWCOMER = new RegExp(
  `\\b(?:an?|another|some|two|three|four|five|six|several|both|the other) (?:[\\p{Ll}’-]+ ){0,3}?(${SOMEBODY}|\\p{Ll}{3,}(?:ician|arian|ologist|eteer|neer)|\\p{Ll}{4,}(?:welder|keeper|maker|seller|dealer|hunter|driver|fighter|worker|singer|player|dancer|teacher|preacher)|welder|technician)s?\\b(?![’'-])`,
  "giu",
);
/** "The landlady has put her head round the door": somebody whom the scene has not had, at the head of a clause. */
const UNKNOWN_ONE = new RegExp(
  `(?<=^|[.!?;:] |“” |, (?:and|but|while) |(?:^|[.!?;:] )(?:On|In|At|By|Behind|Under|From|Outside) (?:the|an?|his|her) [\\p{Ll}’-]+,? )(?:[Tt]he|[Hh]is|[Hh]er|[Tt]heir|[Ss]ome|[Oo]ne) (?:\\p{Ll}+ )?(${SOMEBODY})(?= (?:${ACTS}|has|is)\\b|(?<=(?:[Tt]he|[Ss]ome) (?:\\p{Ll}+ )?\\1) (?!(?:was|does|its|his|as|this|means|knows|thinks)\\b)\\p{Ll}{2,}s\\b)`,
  "gu",
);
/** What brings in nobody: a comparison, a class, somebody's description, a picture of what might be. */
const BRINGS_NOBODY =
  /(?:\b(?:like|as|than|of|for|is|are|was|were|be|being|been|has|have|had|about|not|no|never|any|every|each|once|such|what|quite|becomes?|makes?|made|if|when|where|whether|by|to|at|with|without|from|that|which)|’s|’re|[-–—:]|“”) (?:only |just |still |also |now )?$/iu;
/** "The way you would lead a lady to dance": what is compared brings in nobody. */
const AS_ONE_WOULD =
  /\b(?:the way|like|as one would to) (?:an? |the )?$|\b(?:the way|as|like|how) (?:you|one|they|people|he|she|somebody|anybody)(?:[’']d| would| might| could| do| does)? [^.;:!?“”]*$/iu;
/** Words for anybody, by which somebody who is named is described: "Osk, a stout man with a cough". */
const DESCRIBES = /^(?:man|woman|boy|girl|lad|fellow|gentleman|lady|figure|person|child)$/i;
/** What goes on with such a description; a verb or a place would have somebody else there: "Osk sits, a boy beside him". */
const GOES_ON = /^(?:[,.;:!?]|$| (?:with|in|of|who|whose|from)\b)/iu;
/** "Her voice is plain": what is somebody's own brings in nobody. */
const OWN_VOICE = /^(?:his|her|their) (?:\p{Ll}+ )?(?:voice|figure)$/iu;
/** "In a low voice": the voice of whoever speaks. */
const IN_A_VOICE = /\bin $/iu;
/** "A man could sit there": whoever it might be. */
const MIGHT =
  /^,? (?:could|can|might|would|may|should|must|who|that|has to|ought|does not|doesn’t|gets|takes|knows|learns)\b/iu;
const AFAR =
  /\b(?:outside|somewhere|far (?:off|away|below)|beyond|in the distance|in the street|out on|next door|down the (?:street|road|hill|lane)|across the (?:street|water|square|road|river|valley|fields?))\b/iu;
const NEARS =
  /^[^.;!?]*\b(?:comes|enters|stops|knocks|opens|watch(?:es)?|waits|listens?|stands|sits|leans|stares|beckons|says|asks|tells|you|your)\b/iu;
/** What somebody has or is said of, before whom nobody comes in. */
const ANYBODY = /^(?:person|people|man|woman)$/i;

/** The forms of somebody's name that stand in a text, ready for a pattern. */
export function formsIn(
  text: string,
  { id, name, short, role }: Pick<Person, "id" | "name" | "short" | "role">,
  { names }: Pick<StoryIndex, "names">,
): string[] {
  const forms = [name, short, ...name.split(" ").filter((word) => /^\p{Lu}\p{L}{2}/u.test(word))];
  // "The bear" at a sentence's head is the bear.
  const own = forms.filter(
    (form) => (text.includes(form) || text.includes(capitalise(form))) && names.keysIn(form).includes(`npc:${id}`),
  );
  // "Miss Askew", of Winifred Askew who is called Win. (rule NA5833)
  const surname = name.split(" ").at(-1) ?? "";
  const titled =
    own.length > 0 || surname === name || !text.includes(surname)
      ? []
      : (text.match(new RegExp(`\\p{Lu}\\p{L}+\\.? ${escapeRegExp(surname)}(?![\\p{L}])`, "gu")) ?? []).filter((form) =>
          names.keysIn(form).includes(`npc:${id}`),
        );
  // A role may say what somebody is called: "Ward girl, called Wren". (rule NA4902)
  const called = CALLED.exec(role)?.[1] ?? "";
  const isFree = called !== "" && !names.keysIn(called).some((key) => /^(?:npc|place):/.test(key));
  return [...new Set([...own, ...titled, ...(isFree ? [called] : [])].flatMap((form) => [form, capitalise(form)]))]
    .filter((form) => text.includes(form))
    .map(escapeRegExp);
}

const CALLED = /\b(?:called|known as|nicknamed) ((?:the )?\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)*)/u;
/** What a role begins with: "Matron of the Long House" is the matron. */
const TITLE = /^(?:the |an? )?((?:\p{Ll}+ )?\p{L}{4,})(?= (?:of|for|to|at|in|on|from|by|with|and)\b|[,;:.(]|[’']s|$)/iu;
/** Words for many a person. */
const NO_TITLE =
  /\b(?:leader|member|owner|master|mate|man|woman|boy|girl|child|friend|head|hand|chief|guard|figure|voice|son|daughter|brother|sister|mother|father|wife|husband|widow|heir|partner|guest|boss|keeper)$/i;

/** What somebody who is absent is called by their calling, where nobody of the scene could be meant. (rule NA4902) */
function titlesIn(text: string, person: Person, { story, present, draft }: SceneFacts): string[] {
  const title = TITLE.exec(person.role)?.[1]?.toLowerCase() ?? "";
  if (title === "" || NO_TITLE.test(title)) return [];
  const noun = title.split(" ").at(-1) ?? "";
  const others = story.matter.people.filter(({ id }) => id !== person.id);
  const isShared = others.some(({ role, looks = [] }) => wordSet([role, ...looks].join(" ")).has(noun));
  if (isShared || wordSet(draft).has(noun) || present.has(person.id)) return [];
  const forms = [`the ${title}`, `The ${title}`, ...(title === noun ? [capitalise(title)] : [])];
  return forms.filter((form) => text.includes(form)).map(escapeRegExp);
}

/** Only people who are in the scene speak and act in it. (rule NA715) */
export const presence: Check = (sentence, facts) => {
  const { story, present, draft } = facts;
  const told = unquoted(sentence);
  for (const person of story.matter.people) {
    const { id, short } = person;
    if (present.has(id)) continue;
    const [called, titles] = [formsIn(told, person, story), titlesIn(told, person, facts)];
    if (called.length + titles.length === 0) continue;
    const acts = new RegExp(
      `(?:${[...called, ...titles].join("|")})(?:, [^,.;]+,)? (?:\\w+ly |then |only |just |still )?(?:${ACTS}|${ANY_ACT}|${HAS_COME})\\b|\\b(?:says|asks|answers|replies|calls|whispers|murmurs|mutters|adds) (?:${[...called, ...titles].join("|")})\\b`,
      "u",
    ).exec(told);
    const isWho = new RegExp(
      `\\b[Ii]t(?: is|[’']s) (?:${called.join("|")}) who (?!(?:has|had|was|did)\\b)\\p{Ll}+s\\b`,
      "u",
    );
    if (called.length > 0 && isWho.test(told) && !isWho.test(draft))
      return `${short} is not here, and neither speaks nor acts.`;
    if (called.length > 0 && isBroughtIn(told, called, facts))
      return `${short} is not here: name only whom the steps name.`;
    if (acts && !draft.includes(acts[0]) && !doesInDraft(acts[0], draft) && !isOfThing(told, acts.index))
      return `${short} is not here, and neither speaks nor acts.`;
  }
  const relative = [...told.matchAll(KIN_ACTS)].find(([, kin = ""]) => !kinActs(kin, facts));
  if (relative) return "Nobody is here but the people under HERE: bring in nobody else.";
  // "Win’s hands": what is somebody's is no name. (rule NA5833)
  const actor = [ACTOR, ACTOR_BEHIND_PLACE, STANDS_THERE, SAYS_SO, IT_IS_WHO]
    .flatMap((pattern) => [...told.matchAll(pattern)])
    .find(([, name = ""]) => !/[’']s$/.test(name) && isNobodyHere(name, facts));
  if (actor) return `${actor[1]} is not here, and neither speaks nor acts.`;
  return [...told.matchAll(NEWCOMER), ...told.matchAll(UNKNOWN_ONE)].some((one) => isStranger(one, told, facts))
    ? "Nobody is here but the people under HERE: bring in nobody else."
    : null;
};

/** Whether a relative is in the scene: the draft has them do something, or a person here is one by their role. */
const kinActs = (kin: string, { draft, told, story, present }: SceneFacts): boolean =>
  new RegExp(`\\b${kin} (?:\\p{Ll}+ly )?(?!(?:was|is|has|as)\\b)\\p{Ll}{2,}s\\b`, "u").test(
    unquoted([draft, ...told].join("\n")),
  ) || story.matter.people.some(({ id, role }) => present.has(id) && wordSet(role).has(kin));

const TITLED = /\b(?:Mr|Mrs|Ms|Dr|Prof|Capt|Sgt|Rev|Fr|Col)\. /;

/** Whether a name is of the story, of nobody who is in the scene, and of no place or thing: somebody dead, say, of whom there is only talk. */
function isNobodyHere(name: string, { story, draft, told, given, words }: SceneFacts): boolean {
  if (story.names.keysIn(name).some((key) => /^(?:npc|place):/.test(key))) return false;
  const own = name
    .split(" ")
    .filter(
      (word) =>
        !STANDS_FOR.test(word.toLowerCase()) &&
        !/^(?:Mr\.|Mrs\.|Ms\.|Dr\.|Prof\.|Capt\.|Sgt\.|Rev\.|Fr\.|Col\.|Old|Young|Little|Big|Poor|Dear|Queen|King|Lord|Lady|Saint|Sir|Dame|Prince|Princess)$/.test(
          word,
        ),
    );
  const isName =
    own.length > 0 &&
    own.every((word) => words.capital.has(wordsIn(word)[0] ?? "") && (story.proper.has(word) || TITLED.test(name)));
  // "12 (Osk) back from the yard.": an author's note has somebody there without a verb.
  const does = (word: string): RegExp =>
    new RegExp(
      `${escapeRegExp(word)} (?:\\p{Ll}+ly )?\\p{Ll}{2,}s\\b|(?:^|[.!?] )(?:\\p{N}+ )?\\(?${escapeRegExp(word)}\\)?(?:[,:] | \\+ | (?:back|at|in|by|on|with|passing) )`,
      "mu",
    );
  return isName && !own.some((word) => does(word).test([draft, given, ...told].join("\n")));
}

/** Whether a sentence of the draft has somebody do the same: "Bram at the back wants" where "Bram, at the back, wants". */
function doesInDraft(act: string, draft: string): boolean {
  const words = [...contentWords(act)];
  const verb = wordsIn(act).at(-1) ?? "";
  const does = new Set([verb, ...verbLemmas(verb)]);
  return splitSentences(unquoted(draft)).some(
    (one) =>
      words.every((word) => contentWords(one).has(word)) &&
      wordsIn(one).some((word) => does.has(word) || verbLemmas(word).some((lemma) => does.has(lemma))),
  );
}

/** Whether narration has somebody absent there, in whatever words: they are not spoken of, compared, or owners of something. */
function isBroughtIn(told: string, called: readonly string[], { draft, told: before }: SceneFacts): boolean {
  const own =
    "[’']s? (?:voice|face|head|shadow|laugh|whistle|footsteps|footfall|tread|boots|cough|knock|silhouette)\\b";
  const named = new RegExp(`(?<![\\p{L}])(?:${called.join("|")})(?:${own}|(?![\\p{L}’']))`, "gu");
  // Of somebody who is spoken of here, too, the boots come with them.
  const parts = new RegExp(
    `(?<![\\p{L}])(?:${called.join("|")})${own} (?:\\p{Ll}+ly )?(?:${ANY_ACT}|come|go|stop|are)\\b`,
    "u",
  );
  if (parts.test(told) && !parts.test(draft) && !isOfThing(told, parts.exec(told)?.index ?? 0)) return true;
  if (new RegExp(`(?:${called.join("|")})`, "u").test([draft, ...before].join("\n"))) return false;
  return [...told.matchAll(named)].some(
    ({ index }) =>
      /\b(?:sight|glimpse) of $/i.test(told.slice(0, index)) ||
      (!isOfThing(told, index) && !SPOKEN_OF.test(told.slice(0, index))),
  );
}

/** "About Jonas", "instead of Jonas": nobody comes in. */
const SPOKEN_OF =
  /\b(?:about|of|for|like|than|to|with|after|from|by|not|no|nor|or|without|since|only|the|an?|call|calls|called|name|names) $/i;

/** "A tall woman in an orange jacket", where the prompt says so of somebody. */
function isDescribed(from: string, given: string): boolean {
  const words = [...contentWords(from.split(/[.,;:!?]/)[0] ?? "")].slice(0, 5);
  const has = contentWords(given);
  return words.length > 2 && words.filter((word) => has.has(word)).length >= words.length / 2;
}

/** "Osk stands there, a stout man with a cough": the words are on somebody named before them in their clause. (rule NA3400) */
function describesNamed({ 0: said, 1: who = "", index }: RegExpExecArray, told: string, facts: SceneFacts): boolean {
  const [clause = ""] = /[^.;:!?“”]*$/.exec(told.slice(0, index)) ?? [];
  if (!/^an? /i.test(said) || !DESCRIBES.test(who) || !/, $/.test(clause)) return false;
  if (!GOES_ON.test(told.slice(index + said.length))) return false;
  const { story, present } = facts;
  const isNamed = story.names.keysIn(clause).some((key) => key.startsWith("npc:") && present.has(key.slice(4)));
  return isNamed || /\b(?:he|she|they)\b/i.test(clause);
}

const withoutWishes = memoizeText((given): string => given.replace(/\b[Ww]ants? [^.\n]*/g, ""));

/** Many people at once, of whom any may do something small. */
const CROWD =
  /\b(?:crowd|queue|people|passengers|drovers|children|everybody|everyone|subjects|crew|guests|villagers|customers|workers|miners|men|women|audience|company|congregation|strikers|players|lads|team|neighbours|bystanders|onlookers|tent, hats)\b/iu;
const OF_CROWD = /^(?:man|woman|boy|girl|child|children|people|person|lad|men|women|youth|kid)s?$/iu;
/** What makes somebody more than one of many. */
const STANDS_OUT =
  /^(?:[^.;:!?]*)\b(?:comes|enters|arrives|says|asks|tells|calls|hands|gives|beckons|approaches|stops|watch(?:es)?|steps|you|your)\b/iu;

/** "A woman laughs into her dough": one of the people whom the scene has, at something that matters to nobody. (rule NA5464) */
const isOfCrowd = (said: string, who: string, after: string, { draft, given, told }: SceneFacts): boolean =>
  /^(?:an?|two|three|some|one) /i.test(said) &&
  OF_CROWD.test(who) &&
  CROWD.test([draft, whereAndOn(given), ...told].join("\n")) &&
  !STANDS_OUT.test(after);

/** Whether somebody comes in whom the draft does not have; a second deputy is not the one that it has. */
function isStranger(one: RegExpExecArray, told: string, facts: SceneFacts): boolean {
  const { 0: said, 1: who = "", index } = one;
  const { draft, given } = facts;
  if (OWN_VOICE.test(said) || (/^voice$/i.test(who) && IN_A_VOICE.test(told.slice(0, index)))) return false;
  if (describesNamed(one, told, facts)) return false;
  const [clause = ""] = /[^.;:!?“”]*$/.exec(told.slice(0, index)) ?? [];
  // "Outside on the sands a child laughs": what is heard or seen far off is weather.
  if (AFAR.test(clause) && !NEARS.test(told.slice(index))) return false;
  if (AS_ONE_WOULD.test(told.slice(0, index))) return false;
  // "The Three Sisters": somebody's name has such a word.
  if (
    /\p{Lu}/u.test(said.slice(1)) &&
    facts.story.names.keysIn(told.slice(index)).some((key) => key.startsWith("npc:") && facts.present.has(key.slice(4)))
  )
    return false;
  if (isOfCrowd(said, who, told.slice(index + said.length), facts)) return false;
  const has = wordSet(draft);
  const [more] = /\b(?:another|second|third|other)\b/i.exec(said) ?? [];
  const isKnown = [who, more ?? who].every((word) => has.has(word.toLowerCase()) || has.has(`${word.toLowerCase()}s`));
  const after = told.slice(index + said.length);
  // "The old monk" is whoever the prompt calls a monk: not whom somebody only wants.
  if (/^(?:the|his|her|their) /i.test(said) && wordSet(withoutWishes(given)).has(who.toLowerCase())) return false;
  // "A couple of times", "a crowd of gulls".
  if (
    /^(?:couple|crowd|gang|page)$/i.test(who) &&
    / of (?!(?:\p{Ll}+ )?(?:men|women|people|children|boys|girls|them)\b)/u.exec(after)?.index === 0
  )
    return false;
  // "A page of the book" is nobody.
  const isOfPrompt = DESCRIBES.test(who) || wordSet(given).has(who.toLowerCase()) || /^ of\b/.test(after);
  if (
    isKnown ||
    (isOfPrompt && isDescribed(told.slice(index), given)) ||
    BRINGS_NOBODY.test(told.slice(0, index)) ||
    MIGHT.test(after)
  )
    return false;
  return !(ANYBODY.test(who) && /^[.,;:!?]|^$/.test(after));
}

/** "The lamp that Josse holds", "where Josse stands": what is said of somebody, who need not be here. */
const isOfThing = (text: string, at: number): boolean =>
  /\b(?:that|which|whom|where|how|what|when|if|whether|as|than|before|until|whose|because|since) $/i.test(
    text.slice(0, at),
  );
