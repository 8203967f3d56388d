import { memoizeText, thirdPerson, verbLemmas, escapeRegExp } from "@narratoria/protocol/english";

const BE_AND_HAVE: Readonly<Record<string, string>> = { is: "are", was: "were", has: "have", does: "do" };

/**
 * Narration in the present about a player who is called by a role, as it would be told of "you": checks know what the player does by that
 * word. "The pilgrim’s hand closes, and the pilgrim goes" gives "your hand closes, and you go". Speech stays. Nobody reads what comes of it.
 *
 * @param calls - "the pilgrim".
 */
export const asYou = (text: string, calls: string): string => converterFor(calls)(text);

const converters = new Map<string, (text: string) => string>();

function converterFor(calls: string): (text: string) => string {
  const known = converters.get(calls);
  if (known) return known;
  const role = escapeRegExp(calls);
  const named = new RegExp(
    `(?<![\\p{L}’'-])${role}(?:([’']s)|((?: \\p{Ll}+ly| then| now| only| just| still| also)*) (\\p{Ll}+)(?![\\p{L}’'-]))?(?![\\p{L}])`,
    "giu",
  );
  const convert = memoizeText((text) =>
    text
      .split(/(“[^”]*(?:”|$))/)
      .map((part) =>
        part.startsWith("“")
          ? part
          : part.replace(named, (_, own?: string, adverbs = "", verb?: string) =>
              own === undefined ? `you${adverbs}${verb === undefined ? "" : ` ${withYou(verb)}`}` : "your",
            ),
      )
      .join("")
      .replace(
        /\b(say|ask|answer|replie|repeat|whisper|murmur|call)s you\b/gu,
        (_, verb: string) => `${verb === "replie" ? "reply" : verb} you`,
      ),
  );
  converters.set(calls, convert);
  return convert;
}

const withYou = (verb: string): string =>
  BE_AND_HAVE[verb] ?? verbLemmas(verb).find((lemma) => lemma !== verb && thirdPerson(lemma) === verb) ?? verb;
