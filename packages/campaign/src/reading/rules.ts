/** How a story's dice are thrown: the prose and tables of `world/rules.md` as dice, bands, what stats add and what they are for. */
import type { Reading } from "@narratoria/protocol/contracts";
import { splitSentences, escapeRegExp } from "@narratoria/protocol/english";
import { lineOf } from "./locate.js";
import type { ReadingSource } from "./read-story.js";

export type RollRules = NonNullable<Reading["rules"]>;

export interface RulesReading {
  /** Absent where no dice and bands are found: then the story's own hold. */
  readonly rules?: RollRules;
  /** Sentences that speak of dice and are followed by no roll. */
  readonly unread: Reading["leftOut"];
}

const FILE = "world/rules.md";

const NUMBER_WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const NUMBER = `(?:\\d{1,3}|${NUMBER_WORDS.join("|")}|nought)`;
const numberOf = (word: string): number => {
  const at = NUMBER_WORDS.indexOf(word.toLowerCase());
  return at >= 0 ? at : word.toLowerCase() === "nought" ? 0 : Number(word);
};

/** A range of totals or of a stat's values; an end that is open is absent. */
interface Range {
  readonly from?: number;
  readonly to?: number;
}

const BELOW = "(?:less|under|lower|fewer|down|below|worse)";
const ABOVE = "(?:more|over|above|better|higher|up|upwards?|greater)";
/** "six or less", "2-6", "seven, eight or nine", "10+", "13 upward". */
const RANGE = new RegExp(
  [
    `\\b(?:(?<to>${NUMBER}),? (?:or|and) ${BELOW}\\b|(?:up to|under|below|at most) (?<most>${NUMBER})\\b)`,
    `\\b(?<from>${NUMBER})(?:,? (?:or|and) ${ABOVE}\\b| upwards?\\b|\\+)`,
    `\\b(?:at least|from|over) (?<least>${NUMBER})(?= (?:up|upwards?|on)\\b|[,:])`,
    `\\b(?<low>${NUMBER})(?: to |\\s*[-–—]\\s*|, (?:${NUMBER}, )*(?:${NUMBER},? )?(?:or|and) |, (?:${NUMBER}, )*)(?<high>${NUMBER})\\b(?! (?:or|and) (?:${BELOW}|${ABOVE})\\b)`,
    `\\b(?<either>${NUMBER}) or (?<other>${NUMBER})\\b`,
  ].join("|"),
  "gi",
);

/** "add one", "+1", "takes two off", "puts one to your throw". */
const VALUE = new RegExp(
  `(?<plus>\\+\\s?(?<sum>\\d)\\b)|(?<minus>[-−]\\s?(?<loss>\\d)\\b(?!\\s?[-–]))|\\b(?<verb>add(?:s|ed)?|gains?|gives?|puts?|plus|takes?|took|lose[s]?|subtracts?|minus|deduct)(?: you)? (?<count>${NUMBER})\\b(?! dic?e)(?<off> (?:away|off))?`,
  "gi",
);
const TAKES = /^(?:take|took|lose|subtract|minus|deduct)/i;

/** Reads `world/rules.md`. Rules CA362 to CA365. */
export function readRules(source: ReadingSource): RulesReading {
  const text = source.rules ?? "";
  const lines = linesIn(text);
  if (lines.length === 0) return { unread: [] };
  const dice = diceIn(text);
  const target = targetIn(lines);
  const { bands, used } =
    dice === undefined ? { bands: undefined, used: new Set<string>() } : bandsIn(lines, dice, target);
  const bonuses: RollRules["bonuses"][number][] = [...tabledBonuses(lines), ...lessOf(lines)];
  // What a table gives for a value is added, and not the value.
  const times = bonuses.length > 0 ? undefined : timesIn(lines);
  for (const line of lines) {
    const found = used.has(line) ? [] : bonusesIn(line);
    if (found.length > 0) used.add(line);
    bonuses.push(...found);
  }
  const stats = statsIn(text, source.stats ?? []);
  if (dice === undefined && lines.some((line) => WITHOUT_DICE.test(line)))
    return { rules: { ...NO_DICE, stats }, unread: [] };
  const rules: RollRules | undefined =
    dice === undefined || bands === undefined
      ? undefined
      : {
          dice,
          ...bands,
          ...(target === undefined ? {} : { target }),
          ...(times === undefined ? {} : { times }),
          bonuses,
          stats,
        };
  const unread = lines.flatMap((line) =>
    used.has(line) || !SPEAKS_OF_DICE.test(line) || BANDS_OR_DICE.test(line)
      ? []
      : [
          {
            file: FILE,
            line: lineOf(source, FILE, line),
            text: line,
            why: "No roll follows this rule; a model that writes knows it.",
          },
        ],
  );
  const first = lines.find((line) => DICE_WORD.test(line));
  if (rules === undefined && first !== undefined)
    unread.unshift({
      file: FILE,
      line: lineOf(source, FILE, first),
      text: first,
      why: 'Dice and bands are not understood; write them as "2d6: 6 or less fails, 7 to 9 costs something, 10 or more succeeds". Rolls follow that rule now.',
    });
  return { ...(rules === undefined ? {} : { rules }), unread };
}

/** "There are no dice in this.", "Nothing is rolled.", "Nobody rolls for anything." (rule CA1533) */
const WITHOUT_DICE =
  /\b(?:no|without(?: any)?) (?:dice|rolls|rolling)\b|\bdiceless\b|\bdice are (?:not|never)\b|\bnothing (?:here )?is (?:ever )?(?:rolled|thrown)\b|\b(?:nobody|no one) (?:ever )?(?:rolls|throws)(?: dice| for anything)?(?=[.,;])|\b(?:do not|don['’]t|never) (?:roll|throw)(?: any)? dice\b/i;
const NO_DICE = { dice: { count: 2, sides: 6 }, partial: 7, success: 10, diceless: true, bonuses: [] };

const DICE_WORD = /\b(?:dice|die|\d*d\d+|bones?|throw(?:s|n)?|rolls?|rolled)\b/i;
const SPEAKS_OF_DICE =
  /\b(?:rolls?|rolled|throws?|thrown|re-?roll|\d*d\d+)\b.*(?:[+-]\s?\d|\b(?:add|one|two|again|twice|next|cannot|costs?)\b)|(?:[+-]\s?\d|\b(?:add|adds|added|one|two|next)\b).*\b(?:rolls?|throws?)\b/i;
/** The sentence that names the dice is read. */
const BANDS_OR_DICE =
  /\b(?:two|three|a|one) (?:ordinary |six-sided )*(?:dice|die|bones)\b|\b\d?d\d+\b|\bnobody\b|\bno (?:throw|roll)\b/i;

/** Sentences, and rows of tables with their cells divided by " | ", without marks of emphasis. */
function linesIn(text: string): readonly string[] {
  const lines: string[] = [];
  let paragraph: string[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) lines.push(...splitSentences(paragraph.join(" ")));
    paragraph = [];
  };
  for (const raw of text.split("\n")) {
    const line = raw
      .replace(/[*_`]+/g, "")
      .replace(/<br ?\/?>/gi, " ")
      .trim();
    if (line === "" || /^#/.test(line)) flush();
    else if (line.startsWith("|")) {
      flush();
      if (!/^\|[\s:|-]+\|?$/.test(line))
        lines.push(
          line
            .replace(/^\||\|$/g, "")
            .split("|")
            .map((cell) => cell.trim())
            .join(" | "),
        );
    } else {
      if (/^(?:[-+•]|\d{1,2}[.)])\s/.test(line)) flush();
      paragraph.push(line.replace(/^(?:[-+•]|\d{1,2}[.)])\s+/, ""));
    }
  }
  flush();
  return lines;
}

function diceIn(text: string): RollRules["dice"] | undefined {
  const plain = text.replace(/[*_]+/g, "");
  const formula = /(?<![\p{L}\d])(\d{0,2})d(\d{1,3})\b/iu.exec(plain);
  const words = /\b(two|three|four|2|3|4) (?:(?:\p{L}|-)+ ){0,3}?(?:dice|bones)\b/iu.exec(plain);
  const single = /\b(?:a|one|the) (?:(\p{L}+)-sided die|die)\b/iu.exec(plain);
  const sided = /\b(six|eight|ten|twelve|twenty)-sided\b/i.exec(plain);
  const sides = sided?.[1] === undefined ? 6 : numberOf(sided[1]);
  const first = [formula, words].filter((one) => one !== null).sort((a, b) => a.index - b.index)[0];
  if (first !== undefined && first === formula) return { count: Number(formula[1] || 1), sides: Number(formula[2]) };
  if (words?.[1] !== undefined) return { count: numberOf(words[1]), sides };
  if (/\bdice\b/i.test(plain) && /\bTwo of them\b/i.test(plain)) return { count: 2, sides };
  return single === null ? undefined : { count: 1, sides };
}

/** The number that a roll is compared with, where the author names one: the one for want of another, else the second of a list. */
function targetIn(lines: readonly string[]): number | undefined {
  const all = lines.join("\n");
  if (!/\b(?:DC|TN|target(?: number)?|difficulty)\b/.test(all)) return undefined;
  const given = new RegExp(
    `\\b(?:if no (?:DC|TN|target|difficulty)[^.]{0,30}|(?:default|usual|normal)[^.]{0,20}) (${NUMBER})\\b`,
    "i",
  ).exec(all);
  if (given?.[1] !== undefined) return numberOf(given[1]);
  const header = lines.findIndex(
    (line) => /^(?:DC|TN|Target(?: number)?|Difficulty)\b/i.test(line) && line.includes("|"),
  );
  // "8 | Standard" and "Standard | 8" alike.
  const rows =
    header < 0
      ? []
      : lines
          .slice(header + 1)
          .map((line) => /^(\d{1,2}) \|/.exec(line)?.[1] ?? /^[\p{L} ]+ \| (\d{1,2})(?: \||$)/u.exec(line)?.[1]);
  const end = rows.indexOf(undefined);
  const values = rows.slice(0, end < 0 ? rows.length : end).flatMap((row) => (row === undefined ? [] : [Number(row)]));
  return values[Math.min(1, values.length - 1)] ?? targetInColumn(lines);
}

/** "How hard | DC | For example", with a number in that column of each row below: the second of them. (rule CA5432) */
function targetInColumn(lines: readonly string[]): number | undefined {
  for (const [at, line] of lines.entries()) {
    const column = line
      .split(" | ")
      .findIndex((cell) => /^(?:DC|TN|Target(?: number)?|Difficulty)$/i.test(cell.trim()));
    if (column < 0) continue;
    const values: number[] = [];
    for (const row of lines.slice(at + 1)) {
      const cell = row.split(" | ")[column]?.trim() ?? "";
      if (!/^\d{1,2}$/.test(cell)) break;
      values.push(Number(cell));
    }
    if (values.length > 0) return values[Math.min(1, values.length - 1)];
  }
  return undefined;
}

/** "Meet the DC or beat it", "equal or exceed the target": a throw works or it does not. (rule CA5432) */
const MEETS_TARGET =
  /\b(?:meet|beat|equal|match|reach|hit|exceed)s?\b[^.|]{0,40}\b(?:DC|TN|target(?: number)?|difficulty)\b|\b(?:against|vs\.?|versus) (?:a |the )?(?:DC|TN|target(?: number)?|difficulty)\b/i;

/** "Two or more over: success." */
const OVER_TARGET = new RegExp(
  `\\b(${NUMBER}) or more (?:over|above)(?: it| the target)?\\s*[:,–—-]?\\s*(?:is |a )*(?:full )?success`,
  "i",
);

/** A table that says what each value of a stat adds: its head counts the values, and its rows have signs. (rule CA1516) */
function tabledBonuses(lines: readonly string[]): RollRules["bonuses"] {
  for (const [at, line] of lines.entries()) {
    const head = line.split(" | ");
    const row = lines[at + 1]?.split(" | ") ?? [];
    const columns = head.flatMap((cell, column) => {
      const value = /^([+−–-]?)(\d)$/.exec(row[column] ?? "");
      return /^\d{1,2}$/.test(cell) && value
        ? [
            {
              from: Number(cell),
              to: Number(cell),
              value: (value[1] === "+" || value[1] === "" ? 1 : -1) * Number(value[2]),
            },
          ]
        : [];
    });
    const isSigned = row.some((cell) => /^[+−–-]\d$/.test(cell));
    if (columns.length >= FEWEST_VALUES && isSigned && row.length === head.length)
      return columns.filter(({ value }) => value !== 0);
  }
  return [];
}

/** Values of a stat that such a table has, at least. */
const FEWEST_VALUES = 3;

interface Bands {
  readonly partial: number;
  readonly success: number;
}

function bandsIn(
  lines: readonly string[],
  { count, sides }: RollRules["dice"],
  target: number | undefined,
): { readonly bands: Bands | undefined; readonly used: Set<string> } {
  const used = new Set<string>();
  const ranges: { readonly range: Range; readonly line: string }[] = [];
  for (const line of lines) {
    if (bonusesIn(line).length > 0) continue;
    for (const range of rangesIn(line)) ranges.push({ range, line });
  }
  const most = count * sides;
  const meets = target === undefined ? undefined : lines.find((line) => MEETS_TARGET.test(line));
  const isGraded = lines.some((line) => /\b(?:miss(?:ed)?|short|fail) by\b/i.test(line) || OVER_TARGET.test(line));
  if (target !== undefined && meets !== undefined && !isGraded) {
    used.add(meets);
    return { bands: { partial: target, success: target }, used };
  }
  const isLow = ({ from, to }: Range): boolean =>
    to !== undefined && (from === undefined || from <= count) && to < most;
  const lows = ranges.filter(({ range }) => isLow(range));
  for (const low of lows) {
    const middle = ranges.find(
      ({ range }) => range.from === (low.range.to ?? 0) + 1 && range.to !== undefined && range.to < most,
    );
    const high = ranges.find(
      ({ range }) =>
        range.from === (middle?.range.to ?? low.range.to ?? 0) + 1 &&
        (range.to === undefined || range.to >= most || middle !== undefined),
    );
    if (high?.range.from === undefined) continue;
    for (const one of [low, middle, high]) if (one) used.add(one.line);
    return { bands: { partial: middle?.range.from ?? high.range.from, success: high.range.from }, used };
  }
  // "Miss by 1-4: you do it, and it costs."
  if (target !== undefined) {
    const miss = lines.find(
      (line) => /\b(?:miss(?:ed)?|short|fail) by\b/i.test(line) && rangesIn(line).some(({ from }) => (from ?? 9) <= 1),
    );
    const by = miss === undefined ? undefined : rangesIn(miss)[0]?.to;
    if (miss !== undefined) used.add(miss);
    // "Target exactly or one over: partial. Two or more over: success." (rule CA1516)
    const beyond = lines.find((line) => OVER_TARGET.test(line));
    const over = beyond === undefined ? 0 : numberOf(OVER_TARGET.exec(beyond)?.[1] ?? "0");
    if (beyond !== undefined) used.add(beyond);
    return { bands: { partial: target - (by ?? 0), success: target + over }, used };
  }
  const only = ranges.find(({ range }) => range.from !== undefined && range.to === undefined && range.from <= most);
  if (only?.range.from === undefined) return { bands: undefined, used };
  used.add(only.line);
  return { bands: { partial: only.range.from, success: only.range.from }, used };
}

function rangesIn(line: string): readonly Range[] {
  const cells = line.includes(" | ") ? [line.slice(0, line.indexOf(" | "))] : [line];
  return cells.flatMap((cell) =>
    [...cell.matchAll(RANGE)].flatMap(({ groups = {} }): Range[] => {
      const { to, most, from, least, low, high, either, other } = groups;
      const end = to ?? most;
      const start = from ?? least;
      if (end !== undefined) return [{ to: numberOf(end) - (most !== undefined && /under|below/i.test(cell) ? 1 : 0) }];
      if (start !== undefined) return [{ from: numberOf(start) }];
      const [first, last] = [low ?? either, high ?? other];
      if (first === undefined || last === undefined) return [];
      const [a, b] = [numberOf(first), numberOf(last)];
      return a < b ? [{ from: a, to: b }] : [];
    }),
  );
}

/** "Heat +1", "Solidarity -1": a sum behind a name of its own is counted there, and not added to a throw. (rule CA1523) */
const COUNTER = /(?<![\p{L}\d])\p{Lu}\p{Ll}+\s$/u;

/** What a stat's value adds: ranges and sums of one sentence, side by side, in whichever order it gives them. */
function bonusesIn(line: string): RollRules["bonuses"] {
  // A row of a table is a band, a difficulty or a track.
  if (line.includes(" | ")) return [];
  const tokens = [
    ...[...line.matchAll(RANGE)].map((found) => ({ at: found.index, range: rangesIn(found[0])[0], value: undefined })),
    ...[
      ...line.matchAll(
        new RegExp(
          `\\b(?:if|when) (?:it|that number|the stat|it stands)(?: is| at)? (${NUMBER})(?=[,;.]| add| take)`,
          "gi",
        ),
      ),
    ].map((found) => {
      const exact = numberOf(found[1] ?? "0");
      return { at: found.index, range: { from: exact, to: exact }, value: undefined };
    }),
    ...[...line.matchAll(VALUE)]
      .filter(({ index, groups = {} }) => groups.count !== undefined || !COUNTER.test(line.slice(0, index)))
      .map((found) => ({ at: found.index, range: undefined, value: valueOf(found) })),
  ]
    .filter(({ range, value }) => range !== undefined || value !== undefined)
    .sort((a, b) => a.at - b.at)
    // "If it is 4 or 5" is one range, found twice.
    .filter((one, at, all) => one.range === undefined || all[at - 1]?.range === undefined || at === 0);
  const pairs: RollRules["bonuses"][number][] = [];
  for (let at = 0; at + 1 < tokens.length; at += 2) {
    const [one, other] = [tokens[at], tokens[at + 1]];
    const range = one?.range ?? other?.range;
    const value = one?.value ?? other?.value;
    if (range === undefined || value === undefined || value === 0 || Math.abs(value) > 5) return pairs;
    pairs.push({ ...range, value });
  }
  return pairs;
}

function valueOf({ groups = {} }: RegExpMatchArray): number {
  const { sum, loss, verb = "", count, off } = groups;
  if (sum !== undefined) return Number(sum);
  if (loss !== undefined) return -Number(loss);
  const value = numberOf(count ?? "0");
  return TAKES.test(verb) || off !== undefined ? -value : value;
}

/** "Add your stat, minus 3": what each value then adds. (rule CA1523) */
function lessOf(lines: readonly string[]): RollRules["bonuses"] {
  const less = new RegExp(
    `\\b(?:add|plus|\\+) ?(?:the|your) (?:\\p{L}+ )?(?:stat|skill|attribute|ability)(?: score| value)?,? ?(?:minus|less|[-−–]) ?(${NUMBER})\\b`,
    "iu",
  );
  const count = lines.flatMap((line) => less.exec(line)?.[1] ?? []).map(numberOf)[0] ?? 0;
  const values = Array.from({ length: MOST_VALUE + 1 }, (_, value) => ({
    from: value,
    to: value,
    value: value - count,
  }));
  return count === 0 ? [] : values.filter(({ value }) => value !== 0);
}

/** The highest value of a stat that such a sum is worked out for. */
const MOST_VALUE = 20;

/** How often a stat's value is added: "2d6, add the stat that fits" once, "1d20 + (2 x stat)" twice. */
function timesIn(lines: readonly string[]): number | undefined {
  for (const line of lines) {
    const times = /\+\s*\(?\s*(\d)\s*[x×*]\s*(?:the |your )?(?:fitting )?(?:stat|skill|attribute|ability)/i.exec(
      line,
    )?.[1];
    if (times !== undefined) return Number(times);
    if (
      /(?:\+\s*(?:the |your )?|\badd (?:the|your) (?:\p{L}+ )?)(?:stat|skill|attribute|ability)(?! (?:if|is|stands)\b)/iu.test(
        line,
      )
    )
      return 1;
  }
  return undefined;
}

/** What each stat is for, in the author's words. */
function statsIn(text: string, names: readonly string[]): RollRules["stats"] {
  const plain = text.replace(/[*_`]+/g, "").replace(/[ \t]+/g, " ");
  const any = names.map((name) => escapeRegExp(name).replaceAll(/[_ ]/g, "[ _]")).join("|");
  return names.flatMap((name) => {
    const own = escapeRegExp(name).replaceAll(/[_ ]/g, "[ _]");
    const found = new RegExp(
      `(?<!\\p{L})${own}(?: is)?(?:\\s*(?::|\\||[-–—])\\s*|,? (?=for |to |when ))([^\\n|.;]{4,160}?)(?=[.;\\n|]|,? (?:and )?(?:${any})(?: is)? (?:for|to)\\b|$)`,
      "iu",
    ).exec(plain);
    const words = found?.[1]?.trim().replace(/,$/, "");
    return words === undefined ? [] : [{ name, words }];
  });
}
