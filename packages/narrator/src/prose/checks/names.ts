import { type Check, type SceneFacts, unquoted, wordSet, wordsIn } from "./scene-facts.js";

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
const CALENDAR = new Set(
  "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december".split(
    " ",
  ),
);
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
    if (!/^\p{Lu}/u.test(token) || ALWAYS_CAPITAL.has(word) || heard.has(word)) return false;
    if (CALENDAR.has(word)) return at > 0;
    if (words.capital.has(word) || story.proper.has(token)) return false;
    const opens = at === 0 || !/^\p{L}/u.test(tokens[at - 1] ?? "");
    if (!opens) return true;
    // What opens a sentence may be any word: a name is followed by what somebody does.
    return !words.all.has(word) && !STANDS_FOR.test(word) && PERSONAL.test(tokens[at + 1] ?? "");
  });
  if (unknown !== undefined) return `There is no ${unknown} in this scene: name nothing that the steps do not name.`;
  const known = namedIn([given, ...past, facts.draft].join("\n"), story.names);
  const unheard = story.names.keysIn(sentence).find((key) => /^(?:npc|place):/.test(key) && !known.has(key));
  return unheard === undefined ? null : "Do not name anybody or any place that has not been spoken of.";
};

let lastNamed: { readonly text: string; readonly names: object; readonly keys: ReadonlySet<string> } | undefined;

/** The same texts are held against every sentence of a scene. */
function namedIn(text: string, names: SceneFacts["story"]["names"]): ReadonlySet<string> {
  if (lastNamed?.text !== text || lastNamed.names !== names)
    lastNamed = { text, names, keys: new Set(names.keysIn(text)) };
  return lastNamed.keys;
}

const KIN =
  "wife|husband|widow|widower|son|sons|daughter|daughters|brother|brothers|sister|sisters|mother|father|uncle|aunt|cousin|cousins|nephew|niece|grandmother|grandfather|grandson|granddaughter|bride|fiancé|fiancée|mam|dad|mum";
const RELATIVE = new RegExp(`\\b(${KIN})(?:-in-law)?\\b(?!-of-)|\\bmarried\\b|\\bwidowed\\b`, "gu");

/** Nobody gets a relative whom the story has not. (rule NA713) */
export const relatives: Check = (sentence, { given }) => {
  const heard = wordSet(given);
  const invented = [...sentence.matchAll(RELATIVE)].find(([words, kin]) => !heard.has((kin ?? words).toLowerCase()));
  return invented ? "Do not give anybody a relative or a past." : null;
};

const SMALL = new Set(["one", "two", "both", "once", "twice", "first", "second", "half", "third"]);
const NUMBER_WORDS =
  /^(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth|thirtieth)$/;
/** What is counted in passing: "three fingers", "four steps away". */
const GESTURES =
  /^(?:fingers?|times|steps?|paces|breaths?|heartbeats?|beats|strokes|taps|knocks|turns|words?|sips|swallows|sides|corners|legs|ways|seconds|minutes|inches|feet|o'clock)$/;
const MOST_COUNTED = 12;
const COUNTED: Readonly<Record<string, number>> = {
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};

/** A number follows from what has been told, or counts a gesture. (rule NA714) */
export const numbers: Check = (sentence, { given, draft, kept, told }) => {
  const known = wordSet([given, draft, ...kept.map(({ text }) => text), ...told].join("\n"));
  const words = wordsIn(sentence.replaceAll("-", " "));
  const invented = words.find((word, at) => {
    if (SMALL.has(word) || known.has(word)) return false;
    const isDigits = /^\d/.test(word);
    if (!isDigits && !NUMBER_WORDS.test(word)) return false;
    const count = isDigits ? Number.parseInt(word, 10) : (COUNTED[word] ?? Number.POSITIVE_INFINITY);
    const next = words.slice(at + 1, at + 3);
    return !(count <= MOST_COUNTED && next.some((one) => GESTURES.test(one) && one !== "o'clock"));
  });
  return invented === undefined ? null : `Do not make up a number (“${invented}”).`;
};

const ACTS =
  "says|asks|answers|replies|adds|calls|whispers|murmurs|mutters|shouts|explains|nods|smiles|laughs|frowns|shrugs|looks|glances|stares|turns|comes|enters|arrives|walks|steps|sits|stands|leans|takes|puts|lays|lifts|sets|picks|hands|gives|holds|waits|watches|shakes|goes|leaves|reaches|opens|closes|pours|wipes|points|touches|draws|pulls|pushes|folds|rubs|joins|appears";
/** Somebody whom nobody named: who comes in, speaks or stands there. */
const STANDS =
  "says?|asks?|calls?|shouts?|whispers?|comes?|enters?|arrives?|walks?|steps?|stands?|sits?|appears?|knocks?|waits?|leans?|joins?|answers?|runs?";
const SOMEBODY =
  "man|woman|boy|girl|child|children|stranger|figure|messenger|guard|soldier|visitor|customer|servant|maid|policeman|officer|neighbour|voice|person|people|men|women|boys|girls|clerk|sailor|driver|porter|priest|doctor|lad|fellow|gentleman|lady";
const NEWCOMER = new RegExp(
  `(?:^|[.!?,;:] |\\band |\\bwhile |\\bas |\\bwhen |“” )(?:an?|another|some|two|three|the other) (?:[\\p{L}’-]+ ){0,3}?(${SOMEBODY})(?:,? [\\p{L}’-]+){0,8}?,? (?:${STANDS})\\b`,
  "iu",
);

/** Only people who are in the scene speak and act in it. (rule NA715) */
export const presence: Check = (sentence, facts) => {
  const { story, present, draft } = facts;
  const told = unquoted(sentence);
  for (const { id, short, name } of story.matter.people) {
    if (present.has(id)) continue;
    const forms = [name, short, ...name.split(" ").filter((word) => /^\p{Lu}\p{L}{2}/u.test(word))];
    const called = [...new Set(forms)]
      .filter((form) => told.includes(form) && story.names.keysIn(form).includes(`npc:${id}`))
      .map(escape);
    if (called.length === 0) continue;
    const acts = new RegExp(
      `(?:${called.join("|")})(?:, [^,.;]+,)? (?:\\w+ly |then |only |just |still )?(${ACTS})\\b|\\b(?:says|asks|answers|replies|calls|whispers|murmurs|mutters|adds) (?:${called.join("|")})\\b`,
      "u",
    ).exec(told);
    if (acts && !draft.includes(acts[0]) && !isOfThing(told, acts.index))
      return `${short} is not here, and neither speaks nor acts.`;
  }
  const stranger = NEWCOMER.exec(told);
  return stranger && !wordSet(`${facts.given}\n${draft}`).has((stranger[1] ?? "").toLowerCase())
    ? "Nobody is here but the people under HERE: bring in nobody else."
    : null;
};

/** "The lamp that Josse holds", "where Josse stands": what is said of somebody, who need not be here. */
const isOfThing = (text: string, at: number): boolean =>
  /\b(?:that|which|whom|where|how|what|when|if|whether|as|than|before|until|whose|because|since) $/i.test(
    text.slice(0, at),
  );

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
