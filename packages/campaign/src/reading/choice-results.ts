/** What an author's consequences say comes of the choices of their beat: "If you kept it (kept-the-copy), Osk thinks the better of you". */
import type { BeatReading } from "@narratoria/protocol/contracts";
import { capitalise, contentWords } from "@narratoria/protocol/english";

type AuthorChoice = BeatReading["choices"][number];

/** "If you kept it (kept-the-copy), Osk nods", "If not (left-it), she goes". */
const IF_CHOSEN =
  /^(?:and |but )?if (you \p{Ll}[^,:;“”"(]{1,70}|not|[^,:;“”"(]{3,60}(?= \())(?: \(([\p{Ll}\d]+(?:[-_][\p{Ll}\d]+)+)\))?, (?:then )?(\S.*)$/iu;
/** "Thinks worse by three", "+1": for whoever counts. */
const COUNTED = /[+−–-]\d|\bby (?:\d+|one|two|three|four|five|six|ten|twelve|fifteen|twenty|thirty|fifty)\b/i;

interface Consequence {
  /** Words that say which choice is meant, and the tag. */
  readonly words: ReadonlySet<string>;
  readonly tag?: string;
  /** What is told of it. */
  readonly result?: string;
}

function consequenceOf(text: string): Consequence | undefined {
  const [, clause = "", tag, then = ""] = IF_CHOSEN.exec(text.trim()) ?? [];
  if (clause === "") return undefined;
  const told = COUNTED.test(then) ? "" : then.replace(/[.\s]+$/u, "");
  return {
    words: stems(`${clause} ${(tag ?? "").replace(/[-_]/g, " ")}`),
    ...(tag === undefined ? {} : { tag }),
    ...(told === "" ? {} : { result: capitalise(told) }),
  };
}

/** "Asked" and "ask" are one word, and so are "promised" and "promise". */
const stems = (text: string): ReadonlySet<string> =>
  new Set([...contentWords(text)].map((word) => word.replace(/(?:ed|ing|es|s|e)$/u, "").slice(0, 6)));

/**
 * Gives a beat's choices what its consequences say of them: each goes to the choice with which it shares most words; those left over, where
 * there are as many of both, in their order. (rule CA1521)
 *
 * @param consequences - In the second person.
 * @returns The decisions that nothing is said of, and the choices, those decisions among them of which something is.
 */
export function withResults(
  { decisions, choices }: Pick<BeatReading, "decisions" | "choices">,
  consequences: readonly string[],
): Pick<BeatReading, "decisions" | "choices"> {
  const said = consequences.flatMap((text) => consequenceOf(text) ?? []);
  const open = [
    ...decisions,
    ...choices.filter((one) => one.asks === undefined && one.result === undefined).map(({ text }) => text),
  ];
  if (said.length === 0 || open.length === 0) return { decisions, choices };
  const found = new Map<string, Consequence>();
  const left = new Set(said);
  const give = (text: string, one: Consequence): void => {
    found.set(text, one);
    left.delete(one);
  };
  const pairs = said
    .flatMap((one) => open.map((text) => ({ one, text, shared: sharedOf(one.words, stems(text)) })))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared);
  for (const { one, text } of pairs) if (left.has(one) && !found.has(text)) give(text, one);
  const others = open.filter((text) => !found.has(text));
  if (said.length === open.length) [...left].forEach((one, at) => give(others[at] ?? "", one));
  const withResult = (choice: AuthorChoice): AuthorChoice => {
    const { tag, result } = found.get(choice.text) ?? {};
    return {
      ...choice,
      ...(tag === undefined ? {} : { tag }),
      ...(result === undefined ? {} : { result }),
    };
  };
  return {
    decisions: decisions.filter((text) => !found.has(text)),
    choices: [
      ...decisions.filter((text) => found.has(text)).map((text) => withResult({ text })),
      ...choices.map((choice) => (found.has(choice.text) && choice.asks === undefined ? withResult(choice) : choice)),
    ],
  };
}

const sharedOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((word) => other.has(word)).length;
