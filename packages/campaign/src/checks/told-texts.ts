/** Texts that are missing, empty, or end in a way that hides a part of them; places that nothing tells of. */
import { nearest } from "@narratoria/protocol";
import type { Reading } from "@narratoria/protocol/contracts";
import { positionAt } from "../json-text.js";
import type { Campaign } from "../campaign.js";
import { TEMPLATE } from "../manifest.js";
import { CHOICES } from "../choices.js";
import { foldName, plainLetters } from "../name-index.js";
import { type Problem, START } from "../problems.js";
import type { TemplateFinding } from "./player-rules.js";
import { BEATS, type PlotFinding } from "./written-files.js";

/** Files that every story wants: what is said where they are absent. */
const WANTED = [
  {
    file: "plot/premise.md",
    code: "no_premise",
    missing: "This campaign has no premise, so the story opens with its setting.",
  },
  {
    file: "world/setting.md",
    code: "no_setting",
    missing: "This campaign has no setting, so nothing is told of its world.",
  },
] as const;

/** Says which texts are missing or empty. Implements rule CA745. */
export function missingTexts({ texts, premise, setting, rules }: Campaign): Problem[] {
  const told: Readonly<Record<string, string>> = { "plot/premise.md": premise, "world/setting.md": setting };
  const wanted = WANTED.flatMap(({ file, code, missing }): Problem[] => {
    if (!texts.has(file)) return [{ file, ...START, code, severity: "notice", message: missing }];
    if (told[file]?.replace(/^#.*$/gm, "").trim() !== "") return [];
    return [{ file, ...START, code, severity: "warning", message: "This file holds no text." }];
  });
  const others = ["world/rules.md", "world/constraints.md"].flatMap((file): Problem[] => {
    const text = file === "world/rules.md" ? rules : (texts.get(file) ?? "");
    if (!texts.has(file) || text.replace(/^#.*$/gm, "").trim() !== "") return [];
    return [{ file, ...START, code: "empty_file", severity: "notice", message: "This file holds no text." }];
  });
  return [...wanted, ...others];
}

/** Finds `forbid` blocks of the constraints that name no word. Implements rule CA5984. */
export function emptyForbids({ texts }: Pick<Campaign, "texts">): Problem[] {
  const file = "world/constraints.md";
  const lines = (texts.get(file) ?? "").split("\n");
  return lines.flatMap((line, index): Problem[] => {
    const mark = /^\s*(`{3,}|~{3,})\s*forbid\s*$/i.exec(line)?.[1];
    if (mark === undefined) return [];
    const end = lines.findIndex((other, at) => at > index && other.trim().startsWith(mark));
    const words = lines.slice(index + 1, end < 0 ? undefined : end).map((one) => one.replace(/^\s*forbid\s*:/i, ""));
    if (end < 0 || words.some((one) => /[\p{L}\p{N}]/u.test(one))) return [];
    const message = "This forbid block names no word, so it forbids nothing.";
    return [{ file, line: index + 1, column: 1, code: "unchecked_law", severity: "notice", message }];
  });
}

/** Finds fences and comments without an end in Markdown: what follows is not told. Implements rule CA746. */
export function unclosedMarks({ texts }: Pick<Campaign, "texts">): Problem[] {
  return [...texts].flatMap(([file, text]) => {
    if (!/\.(md|markdown)$/i.test(file)) return [];
    const problems: Problem[] = [];
    const fence = openFence(text);
    if (fence !== null)
      problems.push({
        file,
        line: fence.line,
        column: 1,
        code: "unclosed_fence",
        severity: "warning",
        message: `The fence ${fence.mark} that opens here has no end, so all that follows is taken as a part of it.`,
      });
    const opens = text.lastIndexOf("<!--");
    if (opens >= 0 && !text.includes("-->", opens))
      problems.push({
        file,
        ...positionAt(text, opens),
        code: "unclosed_comment",
        severity: "warning",
        message: "The comment that opens here has no end, so all that follows is left out.",
      });
    return problems;
  });
}

function openFence(text: string): { readonly line: number; readonly mark: string } | null {
  let open: { line: number; mark: string } | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    const [, mark, info = ""] = /^\s{0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (mark === undefined) continue;
    if (open === null) open = { line: index + 1, mark };
    else if (mark.startsWith(open.mark) && info.trim() === "") open = null;
  }
  return open;
}

/** What a location comes to: null where texts tell of it or of a place in it, else what is said of it. */
type JudgeLocation = (location: string) => Pick<Problem, "severity" | "message"> | null;

/** @param own - Files whose locations are judged: what they say is no telling of a place. */
function locationJudge(campaign: Campaign, { places }: Reading, own: readonly string[]): JudgeLocation {
  const { texts, beats, choices, playerTemplate } = campaign;
  const others = [...texts].filter(([file]) => !own.includes(file));
  // Of all that any judge is asked about: the texts are searched for it together.
  const locations = [
    ...beats.flatMap(({ location }) => location ?? []),
    ...choices.flatMap((choice) => placesNamedBy(choice).map(([, place]) => place)),
    playerTemplate?.starting_location ?? "",
  ];
  const told = toldPhrases(texts, own, [...new Set(locations.map(bare))]);
  // Two spellings of a place may have been read as one.
  const headings = memoize(() => others.flatMap(([file, text]) => headingsIn(file, text)));
  const names = memoize(() => {
    const all = new Set([...places.flatMap(({ name, aliases }) => [name, ...aliases]), ...headings()]);
    return [...all].map((form) => ({ form, key: bare(form) })).filter(({ key }) => key.length > 2);
  });
  // A heading is told where it stands.
  const isHeading = memoize(() => new Set(headings().map(bare)));
  const isKnown = (key: string): boolean => isHeading().has(key) || toldPhrases(texts, own, [key]).has(key);
  return (location) => {
    const name = bare(location);
    if (name === "" || told.has(name)) return null;
    const near = nearestKnown(
      name,
      names().map(({ key }) => key),
      isKnown,
    );
    const meant = names().find(({ key }) => key === near)?.form;
    if (meant !== undefined && !isPart(near ?? "", name)) {
      const message = `No other text of the campaign tells of "${location}". Did you mean "${meant}"?`;
      return { severity: "warning", message };
    }
    // "The chart-room of the Perpetua" is a part of a place that is known.
    if (names().some(({ key }) => isPart(key, name) && isKnown(key))) return null;
    const message = `No other text of the campaign tells of "${location}", so it is a name and nothing more.`;
    return { severity: "notice", message };
  };
}

/** The key most like a name among those that are known: few are asked after, as that takes a search of all texts. */
function nearestKnown(name: string, keys: readonly string[], isKnown: (key: string) => boolean): string | null {
  let left = keys;
  for (;;) {
    const near = nearest(name, left);
    if (near === null || isKnown(near)) return near;
    left = left.filter((key) => key !== near);
  }
}

const headingsIn = (file: string, text: string): string[] =>
  /\.(md|markdown)$/i.test(file) ? [...text.matchAll(/^#{1,6}\s+(.{1,80})$/gm)].map(([, heading = ""]) => heading) : [];

/** Files that are asked themselves where their places are told of, one or the other. */
const ASKING: ReadonlySet<string> = new Set([BEATS, CHOICES, TEMPLATE, "reading.json"]);
/** Whether a phrase stands in any other text of a campaign: a long one is searched for it once. */
const toldElsewhere = new WeakMap<Campaign["texts"], Map<string, boolean>>();

/**
 * Finds which phrases the texts of a campaign have as whole words, case, accents and marks aside.
 *
 * @param own - Those of `ASKING` that are left out.
 * @param phrases - As {@link bare} writes them.
 */
function toldPhrases(
  texts: Campaign["texts"],
  own: readonly string[],
  phrases: readonly string[],
): ReadonlySet<string> {
  const kept = toldElsewhere.get(texts) ?? new Map<string, boolean>();
  toldElsewhere.set(texts, kept);
  const sought = phrases.filter((phrase) => phrase !== "");
  const textsOf = (isSearched: (file: string) => boolean): string[] =>
    [...texts].flatMap(([file, text]) => (isSearched(file) ? [text] : []));
  const news = sought.filter((phrase) => !kept.has(phrase));
  const found = phrasesIn(
    textsOf((file) => !ASKING.has(file)),
    news,
  );
  for (const phrase of news) kept.set(phrase, found.has(phrase));
  const told = sought.filter((phrase) => kept.get(phrase));
  const left = sought.filter((phrase) => !kept.get(phrase));
  const asking = textsOf((file) => ASKING.has(file) && !own.includes(file));
  return new Set([...told, ...phrasesIn(asking, left)]);
}

function phrasesIn(texts: readonly string[], phrases: readonly string[]): ReadonlySet<string> {
  const told = new Set<string>();
  const sought = new Map(
    phrases.map((phrase) => [phrase, { longest: longestWord(phrase), pattern: patternOf(phrase) }]),
  );
  for (const text of texts) {
    if (sought.size === 0) break;
    const plain = plainLetters(text);
    for (const [phrase, { longest, pattern }] of sought) {
      // A plain search is twenty times as quick, and most texts of a long campaign have none of the words.
      if (!plain.includes(longest) || !standsIn(plain, pattern)) continue;
      told.add(phrase);
      sought.delete(phrase);
    }
  }
  return told;
}

/** The words of a phrase with any marks between them, and no part of a word behind them. */
const patternOf = (phrase: string): RegExp =>
  new RegExp(`${phrase.split(" ").join("[^\\p{L}\\p{N}]+")}(?![\\p{L}\\p{N}])`, "gu");

/** Whether what a pattern matches stands in a text with no part of a word before it: asked of each match, as a lookbehind would be of each letter. */
function standsIn(plain: string, pattern: RegExp): boolean {
  for (const { index } of plain.matchAll(pattern))
    if (!/[\p{L}\p{N}]$/u.test(plain.slice(Math.max(0, index - 2), index))) return true;
  return false;
}

const longestWord = (phrase: string): string =>
  phrase.split(" ").reduce((longest, word) => (word.length > longest.length ? word : longest), "");

function memoize<T>(work: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => (kept ??= { value: work() }).value;
}

const isPart = (part: string, whole: string): boolean => ` ${whole} `.includes(` ${part} `);

/** Finds choices at, or that lead to, places that no other text tells of. Implements rule CA1006. */
export function unknownChoicePlaces(campaign: Campaign, reading: Reading): PlotFinding[] {
  const judge = locationJudge(campaign, reading, [BEATS, CHOICES, "reading.json"]);
  return campaign.choices.flatMap((choice) => {
    const part = { kind: "choice" as const, id: choice.tag, at: choice.at };
    return placesNamedBy(choice).flatMap(([pointer, place]): PlotFinding[] => {
      const fault = judge(place);
      return fault === null ? [] : [{ of: part, pointer, code: "unknown_place", ...fault }];
    });
  });
}

/** Places that a choice names, by where in it they stand. */
function placesNamedBy(choice: Campaign["choices"][number]): [pointer: string, place: string][] {
  const { of, location } = choice;
  const named: [string, string | undefined][] = [
    // The place of a beat is judged with the beat.
    ["/location", of?.kind === "beat" ? undefined : location],
    ...(["then", "partial", "fail"] as const).flatMap((name): [string, string | undefined][] => [
      [`/${name}/place`, choice[name]?.place],
      ...Object.entries(choice[name]?.people ?? {}).map(([npc, person]): [string, string | undefined] => [
        `/${name}/people/${npc}/place`,
        person.place,
      ]),
    ]),
  ];
  return named.flatMap(([pointer, place]): [string, string][] => (place === undefined ? [] : [[pointer, place]]));
}

/** Finds beats at places that no other text tells of. Implements rule CA747. */
export function unknownPlaces(campaign: Campaign, reading: Reading): PlotFinding[] {
  const judge = locationJudge(campaign, reading, [BEATS, "reading.json"]);
  const times = new Map<string, number>();
  for (const { location } of campaign.beats)
    if (location !== undefined) times.set(bare(location), (times.get(bare(location)) ?? 0) + 1);
  return campaign.beats.flatMap(({ id, location }): PlotFinding[] => {
    const fault = location === undefined ? null : judge(location);
    if (location === undefined || fault === null) return [];
    // Where several beats play at it, it is a place of the story.
    if (fault.severity === "notice" && (times.get(bare(location)) ?? 0) > 1) return [];
    return [{ of: { kind: "beat", id }, pointer: "/location", code: "unknown_place", ...fault }];
  });
}

/** Whether a story begins at a place of which no other text tells. Implements rule CA747. */
export function unknownStart(campaign: Campaign, reading: Reading): TemplateFinding[] {
  const start = campaign.playerTemplate?.starting_location;
  const fault = start === undefined ? null : locationJudge(campaign, reading, [TEMPLATE])(start);
  return fault === null ? [] : [{ pointer: "/starting_location", code: "unknown_place", ...fault }];
}

const bare = (name: string): string =>
  foldName(name)
    .replaceAll("-", " ")
    .replace(/^(?:the|a|an) /, "");
