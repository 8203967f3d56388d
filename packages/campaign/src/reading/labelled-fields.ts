/** Texts that an author wrote as fields behind labels: "TRIGGER: the bell rings. EFFECT: the gate is shut. IF FAIL: you are seen." */
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { capitalise, isWholeSentence, splitSentences } from "@narratoria/protocol/english";
import { isDeed, withOneVerb } from "./decisions/deed-words.js";
import type { ReadingSource } from "./read-story.js";
import type { TaggedWords } from "./screenplay.js";

/** What a field is for. */
type Use = "told" | "when" | "where" | "effect" | "note" | "dropped";

interface Field {
  /** Null for what stands before the first label. */
  readonly label: string | null;
  readonly use: Use;
  readonly text: string;
}

/** What a beat's description had besides what is told. */
export interface BeatNotes {
  /** Sentences for the teller alone. */
  readonly meant: readonly string[];
  /** When the beat comes, in the author's words. */
  readonly when: readonly string[];
  /** All that is not told, with the labels it has. */
  readonly left: readonly { readonly label: string; readonly text: string }[];
}

/** A beat with what its description had besides what is told. */
export type NotedBeat = PlotBeat & {
  readonly notes?: BeatNotes;
  /** Flags that its author names beside the ways that set them. */
  readonly tagged?: readonly TaggedWords[];
};

/** The words of a label, by what stands behind it. The first that fits decides. */
const USES: readonly (readonly [Use, RegExp])[] = [
  ["note", /^(?:notes?|reminders?|tips?|todo|keep in mind|do not forget)$/i],
  [
    "dropped",
    /^(?:(?:if|on|when)(?: (?:a|you|they|the (?:player|roll|check)s?))? (?:fail|miss)\w*|(?:on (?:a )?)?fail(?:ure|s|ed)?|(?:what (?:can|could|may|might) go|(?:if|when) (?:it|things?) goes?) wrong|if (?:(?:you|they|the (?:players?|table|scene|story))(?:['’]re| are| is| gets?)? )?(?:stuck|stalls?|stalled|lost)|ways? (?:on|out|forward|ahead|off)|(?:where|what) next|miss|partial(?: success)?|complications?|costs?|stakes?|rolls?|checks?|tests?|DC|TN|difficulty|stats?|clocks?|timers?|ticks?|skills?|modifiers?|bonus(?:es)?|penalty|penalties|tone|mood|pacing|pace|themes?|purpose|aims?|functions?|design|intent(?:ion)?s?|tags?|music|soundtrack|props?|handouts?|cast|npcs?|characters?|who|present|next(?: beats?)?|links?|clues?|reveals?|secrets?|truth|loot|xp|treasure|branch(?:es)?|callbacks?|foreshadow\w*|pov|camera|priority|duration|length|beat|act)$/i,
  ],
  [
    "when",
    /^(?:trigger(?:ed by|s)?|when|time|timing|conditions?|requires?|required|requirements?|prerequisites?|preconditions?|cue|cued by|unlock(?:s|ed)?(?: by| when| if)?|(?:starts?|begins?|opens?|happens?|plays?|reached|fires?|comes?)(?: when| if| by| after| on)|gate|entry)$/i,
  ],
  ["where", /^(?:where|location|place|setting|set(?:ting)?|at)$/i],
  [
    "effect",
    /^(?:effects?|results?|outcomes?|consequences?|rewards?|gains?|learns?|(?:on|if)(?: a)? success|success|payoff|leads? to|unlocks|sets?|flags?|state|changes?|exits?|after(?:wards)?|ends? when|exit|options?|choices?|player options?)$/i,
  ],
  [
    "told",
    /^(?:scenes?|set[ -]?up|set the scene|opening|description|situation|action|what happens|events?|beginning|prose|text|atmosphere|details?|(?:last|final|first|opening|closing) (?:image|shot|line|picture|scene)|images?|pictures?|sights?|smells?|sounds?|look|feel|you (?:see|hear|smell|find|feel)|epilogue|aftermath|the scene|intro(?:duction)?|hook|crew|what you (?:see|hear|find)|close|closing|coda)$/i,
  ],
];

/** A field's label as a heading ("## What can go wrong"), in bold ("**Trigger:** ", "**Hook.** "), in capitals or with a capital, where a text, a line or a sentence begins. */
const LABEL =
  /(?:^|(?<=\n)|(?<=[.!?…)\]”"'’][ \t]))[ \t]*(?:[-*•][ \t]+)?(?:\*\*([\p{L}][\p{L} '’/&-]{1,26})(?:[:.]\*\*|\*\*[:.])|__([\p{L}][\p{L} '’/&-]{1,26})(?:[:.]__|__[:.])|(\p{Lu}[\p{Lu} '’/&-]{1,26}\p{Lu}):(?=\s)|(\p{Lu}\p{Ll}+(?: \p{Ll}+){0,3}):(?=\s)|#{1,6}[ \t]+([\p{L}][\p{L} '’/&-]{1,26}?)[ \t]*:?[ \t]*(?=\n))/gu;

const usesOf = (label: string): Use | undefined =>
  USES.find(([, words]) => words.test(label.trim().replace(/\s+/g, " ")))?.[0];

/** Texts in which labels must stand that are neither bold nor in capitals: one may be anybody's way of writing. */
const FEWEST = 2;

/** Labels of a text that are fields', in their order. */
function labelsIn(
  text: string,
  loose: ReadonlySet<string>,
  hasHeadings: boolean,
): { index: number; end: number; label: string; use: Use }[] {
  return [...text.matchAll(LABEL)].flatMap((match) => {
    const [whole, bold, underlined, capitals, plain, heading] = match;
    const label = bold ?? underlined ?? capitals ?? plain ?? heading ?? "";
    const use = usesOf(label);
    if (use === undefined || (plain !== undefined && !loose.has(label.toLowerCase()))) return [];
    if (heading !== undefined && !hasHeadings) return [];
    return [{ index: match.index, end: match.index + whole.length, label, use }];
  });
}

const ARROW = /^[ \t]*[-*•][^\n]+(?:->|→|=>|⇒)/mu;

const ITEM = /^\s*[-*•][ \t]/u;
/** Two entries, at least. */
const LISTED =
  /^[ \t]*(?:[-*•–][ \t]|\(?\d{1,2}[.)][ \t]|\(?[A-Ha-h][.)][ \t]|\*\*)[^\n]*\n(?:[ \t]*\n|[ \t]+[^\n]*\n)*[ \t]*(?:[-*•–][ \t]|\(?\d{1,2}[.)][ \t]|\(?[A-Ha-h][.)][ \t]|\*\*)/u;
const CLUE = /^clues?$/i;
/** "A smear of red on the frame" is what the player sees; a whole sentence says so itself. */
const asSeen = (clue: string): string => {
  const [first = ""] = splitSentences(clue);
  const isNoun = !isWholeSentence(first) && !/^["“*_]/u.test(first);
  return isNoun ? `You see ${clue.charAt(0).toLowerCase()}${clue.slice(1)}` : capitalise(clue);
};

/** @param hasHeadings - Whether a heading may be a label: those of an ending are its own. */
function fieldsOf(text: string, loose: ReadonlySet<string>, hasHeadings: boolean): readonly Field[] {
  const labels = labelsIn(text, loose, hasHeadings);
  const first = labels[0];
  if (first === undefined) return [{ label: null, use: "told", text }];
  const head = text.slice(0, first.index).trim();
  // "When: Day 1. Where: the quay." in the first lines: no label heads what is told, and it stands below them. (rule CA5713)
  const isHeader = head === "" && labels.every(({ use }) => use !== "told");
  return [
    ...(head === "" ? [] : [{ label: null, use: "told", text: head } as const]),
    ...labels.flatMap(({ label, use, index, end }, at): Field[] => {
      const whole = text.slice(end, labels[at + 1]?.index);
      // In an item of a list a label is that of the item alone. (rule CA1702)
      const ofHeader = isHeader && use !== "effect" ? /^.*?(?=\n[^\S\n]*\n|$)/su.exec(whole)?.[0] : undefined;
      const own = ITEM.test(text.slice(index, end)) ? (/^[^\n]*/u.exec(whole)?.[0] ?? whole) : (ofHeader ?? whole);
      const beyond = whole.slice(own.length).trim();
      const goesOn: Field[] = beyond === "" ? [] : [{ label: null, use: "told", text: beyond }];
      const rest = own.trim();
      if (own !== whole && CLUE.test(label)) return [{ label, use: "told", text: `- ${asSeen(rest)}` }, ...goesOn];
      // A list of deeds with arrows is read as it stands. (rule CA1368)
      // So is a list of ways under its label. (rule CA6501)
      return use === "effect" && (ARROW.test(rest) || (OPTIONS.test(label) && LISTED.test(rest)))
        ? [{ label, use: "told", text: text.slice(index, labels[at + 1]?.index).trim() }]
        : [{ label, use, text: rest }, ...goesOn];
    }),
  ].filter((field) => field.text !== "");
}

/** Labels with a capital alone that several texts have: these are an author's form. */
function looseLabels(texts: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const label of new Set([...text.matchAll(LABEL)].map(([, , , , plain = ""]) => plain.toLowerCase())))
      if (label !== "" && usesOf(label) !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= FEWEST).map(([label]) => label));
}

/** "(tag: took-the-plank)", "[flag: warden_sees]": what sets a tag is for the program. */
const SETS = /\s*[([](?:tags?|flags?|sets?|state|var):? [^()[\]]*[)\]]/giu;

/** "(False. See beat_020.)": a remark in brackets that sends to another file. */
const REMARK =
  /\s*[([](?:[^()[\]]*\s)?(?:see|cf\.?) [^()[\]]*(?:_\d|\.md|\bbeat\b|\bpage\b|\blore\b|\bplot\b)[^()[\]]*[)\]]/giu;

/** "(finesse; +1 with the key)", "(this is the one where you tell them)": counts and advice in brackets. (rule CA1415) */
const ADVICE =
  /\s*\((?:[^()]*(?:^|[\s;,(])[+−–-]\d[^()]*|this is (?:the (?:one|bit|part|place|moment)|where)[^()]*|(?:it['’]s )?your (?:call|choice)[^()]*|optional[^()]*|you can (?:tell|ask|choose|decide|skip|use|try|do)\b[^()]*|[^()]*\bif you(?:['’]re| are) going to)\)/giu;

/** "[T-36:00 | OX-4]", "[Dusk. The quay.]": what stands in brackets above a beat says when and where, and is not told. (rule CA1512) */
const HEAD = /^\s*\[([^[\]\n]{2,60})\]\s*(?=\S)/u;

/** "Player owes Ma the job": in notes the player has no article. */
const BARE_PLAYER = /(?<=^|[;.]\s+|,\s+(?:and |or )?)(Player|player|PC)(?= \p{Ll})/gu;
const withArticle = (text: string): string =>
  text.replace(BARE_PLAYER, (word, _: string, at: number) =>
    at === 0 || /^\p{Lu}/u.test(word) ? "The player" : "the player",
  );

/**
 * The source with the fields of its texts apart: a beat tells what is to be told, an effect is a consequence or a choice, and
 * what comes of a failure, costs or is for the teller is not told. Implements rules CA1400 to CA1405.
 */
export function withoutFields(source: ReadingSource): ReadingSource {
  const loose = looseLabels(source.beats.map(({ description }) => description));
  const formulas = formulasOf(source);
  const looseEnds = looseLabels(source.endings.map(({ body }) => body));
  return {
    ...source,
    premise: premiseOf(source.premise.replace(REMARK, "").replace(ADVICE, "")),
    beats: source.beats.map((beat) => withoutBeatFields(withoutFormulas(beat, formulas), loose)),
    endings: source.endings.map((ending) => {
      const fields = fieldsOf(ending.body, looseEnds, false);
      // When an ending is reached is the teller's as it stands.
      if (fields.every(({ label, use }) => label === null || use === "when")) return ending;
      const body = fields.map(({ use, label, text }) =>
        use === "told" || use === "effect" ? text : `GM: ${label ?? ""}: ${text}`,
      );
      return { ...ending, body: body.join("\n\n") };
    }),
  };
}

/** Beats of which so many, and so large a share, have a sentence that opens with the same two words: it is a field without a label. */
const FEWEST_FORMULAS = 4;
const SHARE_OF_FORMULAS = 0.6;
/** What many sentences open with, whatever they are for. */
const COMMON_OPENING =
  /^(?:you|the|an?|he|she|it|they|we|i|there|this|that|these|those|in|on|at|by|from|with|for|to|of|and|but|or|nor|so|if|when|while|as|do|does|is|are|was|were|will|would|can|may|what|who|how|why|where|which|no|not|then|now|his|her|their|its|your|nobody|one|two|three|after|before|day|chapter|act|scene|either|neither|whichever|whatever)\b/i;
/** What has a mark, a line of its own or a speech in it is a field with a label, or a line. */
const openingOf = (sentence: string): string =>
  /[:\n*_“”"‘]|(?<!\p{L})'/u.test(sentence.slice(0, LABEL_LETTERS))
    ? ""
    : (/^(\p{Lu}\p{Ll}+ \p{Ll}+)/u.exec(sentence)?.[1]?.toLowerCase() ?? "");
const LABEL_LETTERS = 40;

/** Openings that most beats share: "Open on the vestry", "Everyone wants to sit down". (rule CA1547) */
function formulasOf({ beats, npcs }: ReadingSource): ReadonlySet<string> {
  const names = new Set(npcs.flatMap(({ profile }) => profile.name.toLowerCase().split(/\s+/)));
  const counts = new Map<string, number>();
  for (const { description } of beats)
    for (const opening of new Set(splitSentences(description).map(openingOf)))
      counts.set(opening, (counts.get(opening) ?? 0) + 1);
  const least = Math.max(FEWEST_FORMULAS, SHARE_OF_FORMULAS * beats.length);
  const isFormula = ([opening, count]: readonly [string, number]): boolean =>
    count >= least && opening !== "" && !COMMON_OPENING.test(opening) && !names.has(opening.split(" ")[0] ?? "");
  return new Set([...counts].filter(isFormula).map(([opening]) => opening));
}

/** A beat without the sentences that every beat has in its author's form: these are for the teller. */
function withoutFormulas(beat: PlotBeat, formulas: ReadonlySet<string>): NotedBeat {
  const sentences = splitSentences(beat.description);
  const left = sentences.filter((sentence) => formulas.has(openingOf(sentence)));
  if (left.length === 0 || left.length === sentences.length) return beat;
  const description = left.reduce((text, sentence) => text.replace(sentence, "").trim(), beat.description);
  return { ...beat, description };
}

function withoutBeatFields(given: NotedBeat, loose: ReadonlySet<string>): NotedBeat {
  const [head = "", label = ""] = HEAD.exec(given.description) ?? [];
  const description = given.description.slice(head.length).replace(SETS, "").replace(REMARK, "").replace(ADVICE, "");
  const { consequences } = given;
  const beat = {
    ...given,
    // What has nothing else stays as it is.
    ...(description.trim() === "" ? {} : { description }),
    ...(consequences === undefined ? {} : { consequences: consequences.map(withArticle) }),
  };
  const fields = fieldsOf(beat.description, loose, true);
  // A count of hours to come is no hour of the day.
  const heads = label === "" || /\b[DT] ?[-–−] ?\d/.test(label) ? [] : [label];
  if (fields.every((field) => field.label === null))
    return heads.length === 0 ? beat : { ...beat, notes: { meant: [], when: heads, left: [] } };
  const of = (use: Use): readonly string[] => fields.flatMap((field) => (field.use === use ? [field.text] : []));
  const told = of("told").map(capitalise).join("\n\n");
  const effects = of("effect").flatMap((text) => splitSentences(text).map(withArticle));
  const menus = fields.flatMap(({ use, label, text }) =>
    use === "effect" ? menusOf(text, OPTIONS.test(label ?? "")) : [],
  );
  const [place] = of("where");
  const location = beat.location ?? place?.replace(/[.\s]+$/u, "");
  return {
    ...beat,
    description: told === "" ? beat.title : told,
    ...(location === undefined ? {} : { location }),
    ...(effects.length === 0
      ? {}
      : { consequences: [...(beat.consequences ?? []), ...effects.flatMap(consequencesIn)] }),
    notes: {
      meant: [...menus, ...of("note").flatMap((text) => splitSentences(text))],
      when: [...heads, ...of("when").map(withArticle)],
      left: fields.flatMap(({ use, label, text }) => (use === "told" || label === null ? [] : [{ label, text }])),
    },
  };
}

/** "Choose: hand over the gull, name the buyer, or run." */
const CHOOSE =
  /^(?:(?:choose|pick|decide|options?|choices?|(?:the )?player (?:may|can|chooses?|picks?|decides?))\b[^:.]{0,40}:\s*)/i;
const OPTIONS = /^(?:player )?(?:options?|choices?|decide|decisions?|choose)$/i;
/** "(read)", "(RIVAL +1)": a stat or a count behind an option. */
const COUNTED = /\s*\((?:[^()]*[+−–-]?\d[^()]*|[^()]*\p{Lu}{2,}[^()]*|\S+)\)/gu;

/** What the player may do, where an effect is a list of deeds, as a sentence that says so. */
function menuOf(sentence: string, isOptions = false): readonly string[] {
  const named = CHOOSE.exec(sentence)?.[0] ?? "";
  const list = sentence
    .slice(named.length)
    .replace(COUNTED, "")
    .replace(/[.\s]+$/u, "");
  const parts = list.split(/\s*,\s*(?:or\s+)?|\s+or\s+|\s*;\s*|\s+\/\s+/u).filter((part) => part !== "");
  const inSmall = (part: string): string => part.charAt(0).toLowerCase() + part.slice(1);
  const isMenu = parts.filter((part) => isDeed(inSmall(part), false)).length > 0;
  const alike = withOneVerb(parts);
  const deeds = alike.length > 0 ? parts : parts.filter((part) => isDeed(inSmall(part), isMenu));
  const areDeeds = deeds.length > 1 && deeds.length >= parts.length - (named === "" ? 0 : 1);
  if (!areDeeds || (named === "" && !isOptions && !/\sor\s/.test(list))) return [];
  return [`You may ${deeds.map(inSmall).join(", or ")}.`];
}

/** "Answer it. Stop Osk. Take a lantern.": options that are a sentence each are one menu. */
function menusOf(text: string, isOptions: boolean): readonly string[] {
  const sentences = splitSentences(text.replace(/\s*\([^()]*\)/gu, ""));
  const deeds = sentences.map((one) => one.replace(/[.\s]+$/u, "")).filter((one) => !/[,;:“”"]/u.test(one));
  const isList = isOptions && sentences.length > 1 && deeds.length > 1 && deeds.length >= sentences.length - 1;
  const whole = isList ? menuOf(deeds.join(", "), true) : [];
  return whole.length > 0 ? whole : sentences.flatMap((one) => menuOf(one, isOptions));
}

/** "Player knows the client; Drowned Court +1": each statement is one. */
const consequencesIn = (effect: string): readonly string[] =>
  (menuOf(effect).length > 0 ? "" : effect)
    .split(/;\s+/)
    .map((part) => part.trim().replace(/[.]$/, ""))
    .filter((part) => part !== "" && !/^(?:choose|pick|options?|choices?|decide)\b/i.test(part))
    .map(capitalise);

/** Whoever plays, as a label of the premise. */
const THE_PLAYER = /^(?:you|player|the player|pc|the pc|your character|your role|who you are)$/i;
/** What says of the label's noun what it is, without being a sentence. */
const OPENS_NOUN = /^(?:an?|the|one|your|his|her|their|its)\s/i;
const OPENS_PARTICIPLE =
  /^(?:said|known|thought|believed|supposed|rumou?red|reported|expected|due|meant|hidden|kept|lost) /i;
/** What makes a sentence of it, whatever else its words may be. */
const HAS_VERB = /\b(?:is|are|was|were|has|have|had|will|would|can|could|must|you)\b/i;
const PREMISE_LABEL =
  /(?<=^|\n)[ \t]*(?:[-*•][ \t]+)?\*\*([\p{L}][\p{L} '’-]{1,30})(?:[:.]\*\*|\*\*[:.])[ \t]*([^\n]*(?:\n(?!\s*\n|[ \t]*[-*•|#])[^\n]+)*)/gu;

/** A premise whose paragraphs have labels in bold: "**You.** A thief with a name" is "You are a thief with a name". */
function premiseOf(premise: string): string {
  return premise.replace(PREMISE_LABEL, (whole, label: string, text: string) => {
    const use = usesOf(label);
    const words = text.trim();
    if (words === "" || (use !== undefined && use !== "told" && use !== "where")) return "";
    const [first = "", ...rest] = splitSentences(words);
    const isYou = THE_PLAYER.test(label) && /^an? /i.test(first) && !HAS_VERB.test(first);
    if (isWholeSentence(first) && !OPENS_PARTICIPLE.test(first) && !isYou) return whole;
    const be = THE_PLAYER.test(label)
      ? "You are"
      : `The ${label.replace(/^the /iu, "").replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())} is`;
    const isAbout = OPENS_NOUN.test(first) || (!THE_PLAYER.test(label) && OPENS_PARTICIPLE.test(first));
    if (!isAbout || label.trim().split(" ").length > 2) return whole;
    return [`${be} ${first.charAt(0).toLowerCase()}${first.slice(1)}`, ...rest.filter(isWholeSentence)].join(" ");
  });
}
