/** What a section of the author's says that people are called. */
import type { Named, PeopleMentions } from "./people-mentions.js";
import type { Sign } from "./tally.js";

/** Headings of such sections. */
export const ADDRESS_HEADING =
  /\b(?:how (?:people|they|folk|everybody|everyone|one) (?:speaks?|spoke|talks?|talked|(?:is|are|was|were) (?:called|addressed|named)|address(?:es|ed)?)|forms? of address|(?:how to )?address(?:ing)?|names? and titles?|what (?:people|they|everyone) (?:is|are|was|were)? ?call(?:s|ed)?)\b/i;

const EVERYBODY = "(?:everyone|everybody|everyone else|people|they|folk|all|most people|the whole \\p{L}+|nobody else)";
/** "Mrs. Brandt", "the Weigher", "young Peel", "Mother Brandt". */
const FORM =
  "[“\"‘']?((?:the )?(?:(?:Mr|Mrs|Ms|Miss|Dr|St|Capt|Sgt)\\.? )?(?:(?:old|young|big|little|poor|mad|aunt|auntie|uncle|mother|father|brother|sister|cousin|captain) )?\\p{Lu}[\\p{L}'’-]+(?: (?:of (?:the )?)?\\p{Lu}[\\p{L}'’-]+){0,2})[”\"’']?(?![\\p{L}])";
const TO = `(?:,? (?:to|by|for|with|among) (?:almost |nearly )?${EVERYBODY})`;

/** For each person whom such a section names with one form: that form, and where it says so. */
export function statedAddresses({
  people,
  sentences,
}: PeopleMentions): ReadonlyMap<string, { readonly form: string; readonly sign: Sign }> {
  const found = new Map<string, { form: string; sign: Sign }>();
  const patterns = new Map<string, readonly RegExp[]>();
  for (const { sentence, mentions } of sentences) {
    const { kind, file, heading } = sentence.span;
    if (!/^(?:setting|lore|premise)$/.test(kind) || !ADDRESS_HEADING.test(heading)) continue;
    const named = new Set(mentions.map(({ id }) => id));
    for (const person of people) {
      if (!named.has(person.id) || found.has(person.id)) continue;
      const own = patterns.get(person.id) ?? patternsOf(namePattern(person, people));
      patterns.set(person.id, own);
      const form = formIn(sentence.text, own);
      if (form === undefined || isAnother(form, person, people)) continue;
      found.set(person.id, {
        form,
        sign: { file, text: sentence.text, why: "the text says how people are addressed" },
      });
    }
  }
  return found;
}

function patternsOf(name: string): RegExp[] {
  const patterns = [
    `^${name}\\s*[:–—-]\\s*(?:always |just |only |plain )?${FORM}`,
    `(?:^|[,;] (?:and )?)${name} is ${FORM}${TO}`,
    `(?:^|[,;] (?:and )?)${name} is (?:always|only|just|simply|plain|never anything but) ${FORM}`,
    `(?:^|[,;] (?:and )?)${name} is (?:(?:always|only|usually|mostly) )?(?:called|addressed as|known as) ${FORM}(?:${TO}|[.,;]|$)`,
    `(?:^|\\s)(?:[Ee]veryone|[Ee]verybody|[Pp]eople|[Tt]hey|[Ff]olk|[Aa]ll) (?:calls?|address(?:es)?|says?|speaks? of) ${name}(?: as)?,? ${FORM}`,
    `(?:^|[,;] (?:and )?)${name} goes by ${FORM}`,
  ];
  return patterns.map((pattern) => new RegExp(pattern, "u"));
}

function formIn(text: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const form = pattern.exec(text)?.[1];
    if (form !== undefined) return form.replace(/['’]s$/, "");
  }
  return undefined;
}

/** Forms of a name that nobody else bears, as a pattern. */
function namePattern(person: Named, people: readonly Named[]): string {
  const { plain, words, nicknames, aliases } = person.parts;
  const others = new Set(people.flatMap((one) => (one.id === person.id ? [] : one.parts.words)));
  const forms = [
    plain,
    words.join(" "),
    ...nicknames,
    ...aliases,
    ...words.filter((word) => /^\p{Lu}/u.test(word) && !others.has(word)),
  ];
  const escaped = [...new Set(forms)]
    .filter((form) => form.length > 1)
    .sort((one, other) => other.length - one.length)
    .map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return `(?:[Tt]he )?(?:${escaped.join("|")})`;
}

/** Whether a form is the name of somebody else. */
function isAnother(form: string, person: Named, people: readonly Named[]): boolean {
  const bare = form.replace(/^the /, "");
  return people.some(({ id, parts }) => id !== person.id && (parts.plain === bare || parts.words.join(" ") === bare));
}
