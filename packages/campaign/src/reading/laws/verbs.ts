/** Words by which laws forbid: verbs of having, telling and suffering, subjects that are anybody, states and what ends them. */

export const ANYBODY = new Set(
  "anybody somebody someone anyone everybody everyone somebody someone person people character animal man woman child creature soul body else other him her them member".split(
    " ",
  ),
);

/** Of whom a law speaks that speaks of everybody: no child is not nobody. */
export const ANYONE = new Set([...ANYBODY].filter((word) => !/^(?:animal|child|man|woman|creature)$/.test(word)));

/** What is done to somebody whoever does it, if a law forbids it of anybody. */
export const VIOLENT = new Set(
  "eat bite chew swallow hit strike punch kick kill murder hurt harm slap beat stab shoot strangle devour".split(" "),
);

/** Particles that are prepositions as long as a noun follows. */
export const LEADS = new Set("in on through over about down".split(" "));

/** Verbs of having, using, perceiving and telling: what nobody has or sees is not in the story. */
export const HAVING = new Set(
  (
    "have own carry use wear see hear meet find hold keep bring buy sell know mention name say tell show describe draw drink smoke wield possess witness read send make play own drive ride fly " +
    "need want speak sing serve pour wave count measure quote cite depict portray introduce include feature write paint offer invoke refer contain involve sight encounter spot taste smell watch notice recall remember"
  ).split(" "),
);

/** What no N does when there is none. */
export const EXISTING = new Set(
  "be exist appear happen occur come fall live remain stand enter turn feature figure lie arrive grow work walk roam survive linger go take stay run haunt".split(
    " ",
  ),
);

/** What is never done to N when there is none: one that there is can be seen, found, carried or spoken of. */
export const SUFFERED = new Set(
  "see hear find use carry know wear mention tell show describe sell speak keep own sight meet serve need allow permit write name say make bring own".split(
    " ",
  ),
);

/** "Time is never given in minutes." */
export const MEASURED = new Set("give tell measure count state quote pay reckon express".split(" "));

/** What is not done to N where N is not in the story. */
export const TOLD = new Set("mention show describe name depict see hear say use portray feature speak".split(" "));

export const SAYING = new Set(
  "say speak talk whisper utter answer reply tell mutter murmur mumble shout ask".split(" "),
);

export const CALLING = new Set("call term name dub title style address label nickname".split(" "));

/** What everybody does all the time: no law of "nobody" can mean it. */
export const GENERIC = new Set(
  "come go get take make give find look think leave sit stand turn move start stop try put work live wait help talk speak say ask tell come back go back turn out look up point strike light fire hold hope break open close cut play change fall rise run swear save comes"
    .split(" ")
    .concat("come back", "go back", "turn out", "look up", "get away"),
);

/** Objects that add nothing to a verb of speech: "says a word", "gives an answer". */
export const IDLE_OBJECTS = new Set(
  "word anything thing answer sound line sentence syllable word-of voice mind reply name".split(" "),
);

export const ORDERS = new Set(
  "mention use say show describe name call write introduce include add depict reveal give let have make allow bring portray refer speak put invent tell".split(
    " ",
  ),
);

export const WEATHER = new Set("rain snow thunder hail drizzle".split(" "));

/** Subjects that are the story itself, or all of its people. */
export const STORY = new Set(
  "scene story narration narrator text prose game book tale page chapter expedition valley town city village island world country nobody character person people member player's one year place house campaign adventure module kingdom duchy land".split(
    " ",
  ),
);

/** What only says that it holds everywhere. */
export const ANYWHERE =
  /,? (?:anywhere )?(?:in|at|during|throughout) (?:this|the|any|the whole) (?:story|tale|book|campaign|game|module|adventure|scene|time|narration|play)\b(?! that| who| which)/gi;

export const ALLOWING =
  /\b(?:(?:is|are|may be|can be) (?:fine|allowed|permitted|all right|welcome|meant|harmless|free)|(?:is|are) no fault|may (?:say|be said|mention|speak of|talk|worry|report|quote)|as (?:often|much) as (?:they|you|anyone) (?:please|like))/i;

/** What is not done by or to a thing that stays as it is. */
export const STATES = new Map(
  Object.entries({
    locked: ["open", "be opened", "be unlocked"],
    shut: ["open", "be opened"],
    closed: ["open", "be opened"],
    sealed: ["open", "be opened", "be broken"],
    dark: ["light", "glow", "be lit"],
    unlit: ["light", "glow", "be lit"],
    still: ["move"],
    broken: ["work", "be mended", "be repaired"],
    frozen: ["thaw", "melt"],
    asleep: ["wake", "wake up"],
    empty: ["fill", "be filled"],
    buried: ["be dug up"],
    silent: ["ring", "sound", "play"],
  }),
);
