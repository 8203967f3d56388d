/** The road of a story as a table of its stops gives it, and how far one comes in a day. */
import { FEWEST_STOPS } from "./stages.js";

/** One text of the author's. */
interface Passage {
  readonly text: string;
  readonly file: string;
}

/** A way from one stop to another, in in-game minutes; without them where only the order is given. */
export interface Leg {
  readonly from: string;
  readonly to: string;
  readonly minutes?: number | undefined;
}

/** The stops of a road in their order. */
export interface TableRoad {
  readonly stops: readonly string[];
  /** Stops of which each is reached from the one before them all: the road forks there. */
  readonly forks: readonly (readonly string[])[];
  readonly legs: readonly Leg[];
  /** Places that a row names beside its stop: they are a part of it. */
  readonly parts: ReadonlyMap<string, string>;
  readonly sign: Passage;
}

const DAY = 1440;
/** A day's way is gone between morning and evening. */
const ONE_DAY = 600;
/** Miles of a way from which on it takes a day of those who come so far in one. */
const MOST_OF_A_DAY = 0.5;
const WALKED_A_MILE = 24;

const SMALL: Readonly<Record<string, number>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value]),
);
const TENS: Readonly<Record<string, number>> = Object.fromEntries(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, at) => [word, 20 + 10 * at]),
);
/** A number below a thousand in digits or words: "38", "thirty-eight", "a hundred and ten". */
export const COUNT = `(?:\\d{1,4}(?:\\.\\d)?|(?:an?|${Object.keys(SMALL).slice(1).join("|")}) hundred(?: and (?:[a-z]+(?:-[a-z]+)?))?|(?:${Object.keys(TENS).join("|")})(?:-[a-z]+)?|${Object.keys(SMALL).slice(1).join("|")}|a dozen|an?)`;

/** What a number in digits or words comes to; NaN of what is none. */
export function countOf(words: string): number {
  const text = words.toLowerCase().trim();
  if (/^\d/.test(text)) return Number(text);
  if (text === "a dozen") return 12;
  if (text === "a" || text === "an") return 1;
  const [, many, rest] = /^(\p{L}+) hundred(?: and (.+))?$/u.exec(text) ?? [];
  if (many !== undefined)
    return 100 * (many === "a" ? 1 : (SMALL[many] ?? Number.NaN)) + (rest === undefined ? 0 : countOf(rest));
  const [tens = "", ones] = text.split("-");
  if (TENS[tens] !== undefined) return (TENS[tens] ?? 0) + (ones === undefined ? 0 : (SMALL[ones] ?? 0));
  return SMALL[text] ?? Number.NaN;
}

/** "Fifteen to twenty miles is a good day", "They make thirty miles a day". */
const A_DAY = new RegExp(
  `\\b(${COUNT})(?:(?: to | or |-|–)(${COUNT}))? (?:miles?|leagues?|kilomet(?:er|re)s?|km)\\b[^.;:]{0,24}?\\b(?:a day|per day|each day|every day|in a day|between (?:dawn|sunup|sunrise) and (?:dark|dusk|sundown|sunset)|is a (?:good|fair|long|hard|full)(?: day|\\b))`,
  "iu",
);
/** What people travel in, and how far they come: minutes for a mile on the way, or miles in a day. */
const PACES: readonly (readonly [RegExp, { readonly mile: number } | { readonly day: number }])[] = [
  [
    /\b(?:lorry|lorries|trucks?|motor-?cars?|cars?|vans?|bus|buses|charabancs?|trains?|railway|express|locomotive)\b/giu,
    { mile: 2.4 },
  ],
  [/\b(?:ships?|schooners?|barques?|steamers?|sails?|sailed|sailing|brig|dhow|galley|barges?)\b/giu, { mile: 12 }],
  [/\b(?:horses?|riders?|ride|rode|riding|saddles?|mares?)\b/giu, { day: 30 }],
  [
    /\b(?:wagons?|mules?|ox(?:en)?|camels?|carts?|march(?:es|ed|ing)?|on foot|walk(?:s|ed|ing)?|sledges?|dog-?teams?|caravan|pilgrims?|porters?)\b/giu,
    { day: 20 },
  ],
];

/** Minutes that a way of so many miles takes in a story. (rule CA5772) */
export function paceOf(texts: readonly string[]): (miles: number) => number {
  const said = texts.flatMap((text) => {
    const [, least, most] = A_DAY.exec(text) ?? [];
    const [a, b] = [countOf(least ?? ""), countOf(most ?? "")];
    return Number.isNaN(a) ? [] : [Number.isNaN(b) ? a : (a + b) / 2];
  });
  const whole = texts.join("\n");
  const [ridden] = PACES.map(([word, pace]) => ({ pace, times: (whole.match(word) ?? []).length }))
    .filter(({ times }) => times > 0)
    .sort((one, other) => other.times - one.times);
  const pace = said[0] === undefined ? (ridden?.pace ?? { day: 20 }) : { day: said[0] };
  return (miles) => {
    if ("mile" in pace) return Math.max(1, Math.round(miles * pace.mile));
    const days = miles / pace.day;
    if (days < MOST_OF_A_DAY) return Math.max(1, Math.round(miles * WALKED_A_MILE));
    return Math.round(days) <= 1 ? ONE_DAY : Math.round(days) * DAY;
  };
}

type Unit = "miles" | "minutes";
/** Heads of columns that say how far, and what a number under them counts. */
const HOW_FAR: readonly (readonly [RegExp, Unit, number])[] = [
  [/\b(?:miles?|mi)\b/i, "miles", 1],
  [/\b(?:leagues?)\b/i, "miles", 3],
  [/\b(?:km|kilomet(?:er|re)s?)\b/i, "miles", 0.62],
  [/^(?:days?|days? (?:out|from .*|by .*|of travel|on the road)|travel days?|nights?)$/i, "minutes", DAY],
  [/^(?:minutes?|mins?)$/i, "minutes", 1],
  [/^(?:hours?|hours? (?:out|from .*|by .*)|travel(?:ling)? time|time)(?: \(h(?:ours?)?\))?$/i, "minutes", 60],
];
const IS_FORK = /\b(?:fork|branch|left road|right road|either|or)\b/i;

/** Tables of a Markdown text: rows of cells, the first of them the head. */
function tablesIn(text: string): readonly (readonly (readonly string[])[])[] {
  const tables: string[][][] = [];
  let open: string[][] | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (!/^\s*\|.*\|/.test(line)) {
      open = undefined;
      continue;
    }
    if (/^[\s|:-]+$/.test(line)) continue;
    const cells = line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.replace(/[*_`]/g, "").trim());
    if (open === undefined) {
      open = [];
      tables.push(open);
    }
    open.push(cells);
  }
  return tables;
}

/** The first number of a cell, whatever its unit: "120–170", "about 22". */
const numberIn = (cell: string | undefined): number | undefined => {
  const [found] = /\d+(?:\.\d+)?/.exec(cell ?? "") ?? [];
  return found === undefined ? undefined : Number(found);
};

/**
 * Reads a road from a table: a row for each stop with how far it is from the first or from the one before, or a row for each way with where
 * it begins and ends. (rule CA5771)
 *
 * @param found - Ids of the places that a text names, in its order.
 * @returns Undefined where no table lists four places with distances, or four ways that follow each other.
 */
export function roadInTables(
  texts: readonly Passage[],
  found: (text: string) => readonly string[],
  pace: (miles: number) => number,
): TableRoad | undefined {
  for (const { text, file } of texts)
    for (const [head = [], ...rows] of tablesIn(text)) {
      const sign = { file, text: (rows[0] ?? []).join(" ") };
      const road = byWays(head, rows, found, pace) ?? byDistance(head, rows, found, pace);
      if (road !== undefined) return { ...road, sign };
    }
  return undefined;
}

type Found = Omit<TableRoad, "sign">;
type Rows = readonly (readonly string[])[];

function columnOf(
  head: readonly string[],
): { readonly at: number; readonly unit: Unit; readonly times: number } | undefined {
  for (const [pattern, unit, times] of HOW_FAR) {
    const at = head.findIndex((cell) => pattern.test(cell));
    if (at >= 0) return { at, unit, times };
  }
  return undefined;
}

function byDistance(
  head: readonly string[],
  rows: Rows,
  found: (text: string) => readonly string[],
  pace: (miles: number) => number,
): Found | undefined {
  const far = columnOf(head);
  if (far === undefined) return undefined;
  const placeAt = head.findIndex(
    (_, at) => rows.filter((row) => found(row[at] ?? "").length === 1).length * 2 > rows.length,
  );
  if (placeAt < 0) return undefined;
  const stops = rows.flatMap((row) => {
    const [place, second] = found(row[placeAt] ?? "");
    const length = numberIn(row[far.at]);
    if (place === undefined || second !== undefined || length === undefined) return [];
    const others = row.flatMap((cell, at) => (at === placeAt ? [] : found(cell)));
    return [{ place, length: length * far.times, others, isFork: IS_FORK.test(row[placeAt] ?? "") }];
  });
  const ids = stops.map(({ place }) => place);
  if (new Set(ids).size < FEWEST_STOPS || new Set(ids).size < ids.length) return undefined;
  // Counted from the first stop, or from the one before.
  const rising = stops.filter(({ length }, at) => at > 0 && length >= (stops[at - 1]?.length ?? 0)).length;
  const isWhole = stops[0]?.length === 0 && rising >= (stops.length - 1) * 0.6;
  const forks: string[][] = [];
  const legs: Leg[] = [];
  let before: (typeof stops)[number] | undefined;
  let trunk: (typeof stops)[number] | undefined;
  for (const stop of stops) {
    const isBeside =
      before !== undefined &&
      trunk !== undefined &&
      before.isFork &&
      (stop.isFork || (isWhole && stop.length < before.length));
    const from = isBeside ? trunk : before;
    if (isBeside && before !== undefined) {
      const open = forks.at(-1);
      if (open?.includes(before.place)) open.push(stop.place);
      else forks.push([before.place, stop.place]);
    } else trunk = before;
    if (from !== undefined) {
      const length = isWhole ? stop.length - from.length : stop.length;
      legs.push({
        from: from.place,
        to: stop.place,
        minutes: far.unit === "miles" ? pace(length) : Math.max(1, Math.round(length)),
      });
    }
    before = stop;
  }
  return { stops: ids, forks, legs, parts: partsOf(stops) };
}

/** Places beside the stops that one row alone names. */
function partsOf(
  stops: readonly { readonly place: string; readonly others: readonly string[] }[],
): ReadonlyMap<string, string> {
  const own = new Set(stops.map(({ place }) => place));
  const parts = new Map<string, string>();
  const twice = new Set<string>();
  for (const { place, others } of stops)
    for (const other of others) {
      if (own.has(other)) continue;
      if (parts.has(other) && parts.get(other) !== place) twice.add(other);
      parts.set(other, place);
    }
  for (const id of twice) parts.delete(id);
  return parts;
}

const CLOCK = /\b(\d{1,2})[:.h](\d{2})\b/;
const clockIn = (cell: string | undefined): number | undefined => {
  const [, hour, minute] = CLOCK.exec(cell ?? "") ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
};

function byWays(
  head: readonly string[],
  rows: Rows,
  found: (text: string) => readonly string[],
  pace: (miles: number) => number,
): Found | undefined {
  const column = (pattern: RegExp): number => head.findIndex((cell) => pattern.test(cell));
  const [from, to] = [
    column(/^(?:from|start|leaving|departs? from)\b/i),
    column(/^(?:to|end|reaching|arrives? at|for)\b/i),
  ];
  if (from < 0 || to < 0) return undefined;
  const [leaves, arrives] = [
    column(/^(?:leaves?|departs?|departure|dep\.?)\b/i),
    column(/^(?:arrives?|arrival|arr\.?)\b/i),
  ];
  const far = columnOf(head);
  const legs = rows.flatMap((row): Leg[] => {
    const [[start], [end]] = [found(row[from] ?? ""), found(row[to] ?? "")];
    if (start === undefined || end === undefined || start === end) return [];
    const [out, there] = [clockIn(row[leaves]), clockIn(row[arrives])];
    const length = far === undefined ? undefined : numberIn(row[far.at]);
    const taken = out === undefined || there === undefined ? undefined : (there - out + DAY) % DAY;
    const reckoned =
      length === undefined || far === undefined
        ? undefined
        : far.unit === "miles"
          ? pace(length * far.times)
          : Math.max(1, Math.round(length * far.times));
    const minutes = taken ?? reckoned;
    return [{ from: start, to: end, ...(minutes === undefined ? {} : { minutes }) }];
  });
  const [first] = legs;
  if (first === undefined || legs.length < FEWEST_STOPS - 1) return undefined;
  const follows = legs.every((leg, at) => at === 0 || leg.from === legs[at - 1]?.to);
  const stops = [first.from, ...legs.map((leg) => leg.to)];
  if (!follows || new Set(stops).size < stops.length) return undefined;
  return { stops, forks: [], legs, parts: new Map() };
}
