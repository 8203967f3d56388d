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
/** The start of a clause. */
const OPENS = /(?:^|[,;] (?:and )?)(?:[Tt]he )?$/;
const TO = `(?:,? (?:to|by|for|with|among) (?:almost |nearly )?${EVERYBODY})`;

/** For each person whom such a section names with one form: that form, and where it says so. */
export function statedAddresses({
  people,
  sentences,
}: PeopleMentions): ReadonlyMap<string, { readonly form: string; readonly sign: Sign }> {
  const found = new Map<string, { form: string; sign: Sign }>();
  for (const { sentence, mentions } of sentences) {
    const { kind, file, heading } = sentence.span;
    if (!/^(?:setting|lore|premise)$/.test(kind) || !ADDRESS_HEADING.test(heading)) continue;
    const named = new Set(mentions.map(({ id }) => id));
    for (const person of people) {
      if (!named.has(person.id) || found.has(person.id)) continue;
      const form = formIn(
        sentence.text,
        mentions.filter(({ id, possessive }) => id === person.id && !possessive),
      );
      if (form === undefined || isAnother(form, person, people)) continue;
      found.set(person.id, {
        form,
        sign: { file, text: sentence.text, why: "the text says how people are addressed" },
      });
    }
  }
  return found;
}

/** What stands before and after a name where a text says how its bearer is addressed. */
const STATEMENTS: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [/^(?:[Tt]he )?$/, new RegExp(`^\\s*[:–—-]\\s*(?:always |just |only |plain )?${FORM}`, "u")],
  [OPENS, new RegExp(`^ is ${FORM}${TO}`, "u")],
  [OPENS, new RegExp(`^ is (?:always|only|just|simply|plain|never anything but) ${FORM}`, "u")],
  [
    OPENS,
    new RegExp(
      `^ is (?:(?:always|only|usually|mostly) )?(?:called|addressed as|known as) ${FORM}(?:${TO}|[.,;]|$)`,
      "u",
    ),
  ],
  [
    /(?:^|\s)(?:[Ee]veryone|[Ee]verybody|[Pp]eople|[Tt]hey|[Ff]olk|[Aa]ll) (?:calls?|address(?:es)?|says?|speaks? of) (?:[Tt]he )?$/,
    new RegExp(`^(?: as)?,? ${FORM}`, "u"),
  ],
  [OPENS, new RegExp(`^ goes by ${FORM}`, "u")],
];

/** The form that a text gives to whoever is named at one of these places. */
function formIn(text: string, names: readonly { readonly start: number; readonly end: number }[]): string | undefined {
  for (const [before, after] of STATEMENTS)
    for (const { start, end } of names) {
      if (!before.test(text.slice(0, start))) continue;
      const form = after.exec(text.slice(end))?.[1];
      if (form !== undefined) return form.replace(/['’]s$/, "");
    }
  return undefined;
}

/** Whether a form is the name of somebody else. */
function isAnother(form: string, person: Named, people: readonly Named[]): boolean {
  const bare = form.replace(/^the /, "");
  return people.some(({ id, parts }) => id !== person.id && (parts.plain === bare || parts.words.join(" ") === bare));
}
