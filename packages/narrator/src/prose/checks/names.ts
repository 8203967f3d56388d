import { type Check, quotedIn, type SceneFacts, unquoted, wordSet, wordsIn } from "./scene-facts.js";

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
/** "He looks like someone's uncle": a comparison gives nobody a relative. */
const COMPARED = /\b(?:like|as) (?:an?|any|some|some(?:one|body)[’']s|any(?:one|body)[’']s) (?:[\p{L}’-]+ )?$/iu;
const RELATIVE = new RegExp(`\\b(${KIN})(?:-in-law)?\\b(?!-of-)|\\bmarried\\b|\\bwidowed\\b`, "gu");

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
    word.includes("-") ? given.toLowerCase().includes(word) : heard.has(word);
  const follows = (kin: string): boolean => ARE_KIN.some((words) => words.has(kin) && [...words].some(isKnown));
  const told = unquoted(sentence);
  const inventedIn = (text: string, isSo: (kin: string) => boolean): boolean =>
    [...text.matchAll(RELATIVE)].some(
      ({ 0: words, index }) => !isSo(words.toLowerCase()) && !COMPARED.test(text.slice(0, index)),
    );
  return inventedIn(told, (kin) => isKnown(kin) || follows(kin)) || inventedIn(quotedIn(sentence).join("\n"), isKnown)
    ? "Do not give anybody a relative or a past."
    : null;
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
  return stranger && !wordSet(draft).has((stranger[1] ?? "").toLowerCase())
    ? "Nobody is here but the people under HERE: bring in nobody else."
    : null;
};

/** "The lamp that Josse holds", "where Josse stands": what is said of somebody, who need not be here. */
const isOfThing = (text: string, at: number): boolean =>
  /\b(?:that|which|whom|where|how|what|when|if|whether|as|than|before|until|whose|because|since) $/i.test(
    text.slice(0, at),
  );

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
