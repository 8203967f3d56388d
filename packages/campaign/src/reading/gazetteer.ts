/** The places that a campaign's texts name, each once however it is spelt. */
import { slug } from "@narratoria/protocol/english";
import { ANIMALS, ARTICLES, GROUPS, HUMANS, PLACE_NOUNS, SPIRITS, VESSELS } from "./lexicon.js";
import { createMentionIndex, type NameForm } from "./mentions.js";
import { markdownSections } from "./mine/markdown.js";
import type { Named } from "./people-mentions.js";
import type { ReadingSource } from "./read-story.js";
import type { Sentence, Span } from "./texts.js";

/** A place as the texts give it. */
export interface KnownPlace {
  readonly id: string;
  /** As it stands in mid-sentence: "the salt square". */
  readonly name: string;
  /** The form that prose uses most, with its article. */
  readonly called: string;
  /** Other spellings, with their articles. */
  readonly aliases: readonly string[];
  /** How sure it is that this is a place of the story: 5 from a title or a beat, 1 from a mention. */
  readonly standing: number;
  /** Whether it is the region in which all the others lie. */
  readonly region: boolean;
  /** Lore file about it. */
  readonly file?: string;
  /** Id of the place that it is a part of, where a path says so. */
  readonly within?: string;
  /** Times that "in", "on", "at" and "aboard" stand before it. */
  readonly prepositions: Readonly<Record<string, number>>;
  readonly sign: { readonly file: string; readonly text: string; readonly why: string };
}

export interface PlaceMention {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly possessive: boolean;
  /** Whether it stands in speech. */
  readonly spoken: boolean;
  /** Preposition before it and its article, in small letters; empty where there is none. */
  readonly preposition: string;
}

export interface Gazetteer {
  readonly places: readonly KnownPlace[];
  readonly byId: ReadonlyMap<string, KnownPlace>;
  /** Places that a sentence names. */
  mentions(sentence: Sentence): readonly PlaceMention[];
  /** Places that a text which is no sentence of the campaign's names. */
  find(text: string): readonly PlaceMention[];
  /** The place that a `location` or `first_appearance` means. */
  resolve(location: string): KnownPlace | undefined;
}

interface Draft {
  /** Folded forms, the first the one that names it. */
  readonly forms: Map<string, string>;
  standing: number;
  file?: string;
  within?: string;
  /** A town of which several venues are known, and which is none of them. */
  isTown?: true;
  sign: KnownPlace["sign"];
  order: number;
  /** Whether the name was given with an article. */
  article: boolean;
  explicit: boolean;
  /** Forms that count only with capitals and their article: "the Works" of the Harlside Works. */
  readonly strict: Set<string>;
}

const NUMBERS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const ORDINAL = new RegExp(`^(?:${NUMBERS.join("|")})$`, "i");
const PLACE_PREPOSITION =
  /(?:^|[^a-zà-ž])(in|on|at|aboard|inside|outside|behind|beneath|below|under|above|beside|by|near|past|into|onto|far as|to|from|toward|towards|through|across|along|over|off|up|down|around|round|upon|within|of|leaving|leaves|enters?|reach(?:es|ed)?|between)\s+(?:(?:the|this|that|our|old|an?|his|her|their|its)\s+)?$/i;
const NOT_A_PLACE =
  /^(?:(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mondays|Tuesdays|Wednesdays|Thursdays|Fridays|Saturdays|Sundays|Christmas|Easter|Lent|Michaelmas|English|French|German|Russian|Norwegian|Latin|God|Heaven|Hell|Day|Scene|Chapter|Act|Part|Book|Volume|Page|Rule|Order|Clause|Item|Section|Number|No|Mr|Mrs|Ms|Miss|Dr|Sir|Lady|Lord|Saint|St|I|You|He|She|It|They|We|Nobody|Nothing|Somebody|Everybody|Everyone|Anyone|The|A|An|And|But|If|When|Where|What|Who|How|Why|That|This|There|Here|Then|Now|PC|GM|NPC|DC|ON|NOT|AND|THE|WAR)(?:['’]s)?)$|\b(?:War|Wars|Guild|Company|Society|Society's|Committee|Church|Party|League|Navy|Army|Council|Corporation|Board|Office of|Union|Day|Night|Week|Year|Book|Ledger|Gazette|Times|Mercury|Act|Law|Order|Covenant|Treaty|Festival|Bank of)$/u;

const PLACE_FOLDER =
  /(?:^|[/_-])(?:places?|locations?|locales?|sites?|areas?|rooms|buildings|landmarks|venues|geography|gazetteer|maps|regions|districts|settlements|towns|villages|cities|islands|planets|stations|decks|houses)\/[^/]+$/i;

/** Whether a lore file is about a place, by the name of its folder. */
export const isPlaceFile = (file: string): boolean => PLACE_FOLDER.test(file);

/** A number or letters on a map: "L1", "B-12", "4a". */
const CODE = /^[[(]?(\p{Lu}{0,3}[-.]?\d{1,3}\p{Ll}?)[\])]?$/u;
/** "L1: Auntie's Eels", "[B2] The Well": a code and what it stands for. */
const CODED = /^[[(]?(\p{Lu}{1,3}[-.]?\d{1,3}\p{Ll}?)[\])]?\s*(?:[:.)–—=-]\s*|\s)((?:the\s+)?[\p{Lu}\p{Lo}].*)$/u;

/** "INT. REC ROOM - MONDAY": a screenplay's line of place and hour. */
const SLUGLINE = /^(?:(?:INT|EXT|I\/E)\.?(?:\s?\/\s?(?:INT|EXT)\.?)?)[.:\s]\s*(\S.*)$/;
const BEFORE_HOUR = /\s+[-–—]+\s+/;

/** "REC ROOM" as it stands in prose: "Rec Room". A name of mixed letters stays. */
const asTitle = (name: string): string =>
  /\p{Ll}/u.test(name)
    ? name
    : name
        .toLowerCase()
        .replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
        .replace(/(?<=\s)(?:Of|The|And|A|An|In|On|At|To|For|By)(?=\s)/g, (word) => word.toLowerCase());

/** Takes a title or a location apart: its name, other names, a remark. */
function placeNames(text: string): { names: string[]; aliases: string[]; path: string[] } {
  const scripted = SLUGLINE.exec(text.trim())?.[1];
  if (scripted !== undefined) return placeNames(asTitle(scripted.split(BEFORE_HOUR)[0] ?? scripted));
  const coded = CODED.exec(text.replace(/[*_`]/g, "").trim());
  if (coded !== null) {
    const { names, aliases, path } = placeNames(coded[2] ?? "");
    return { names, aliases: [...aliases, coded[1] ?? ""], path };
  }
  const clean = text
    .replace(/[*_`]/g, "")
    .replace(/^\s*\d+(?:\.\d+)*[.)]?\s+(?=\p{L})/u, "")
    .trim();
  const path = clean
    .split(/\s*(?:>|»|→|\s\/\s|\s::\s|\s\|\s)\s*/)
    .map((part) => part.trim())
    .filter(Boolean);
  const last = path.at(-1) ?? clean;
  const aliases: string[] = [];
  const plain = last.replace(/\(([^)]*)\)/g, (_, inner: string) => {
    if (isNameLike(inner)) aliases.push(inner.trim());
    return " ";
  });
  const [head = "", ...tail] = plain.split(/\s*[,;:–—]\s+|\s*,\s*/);
  const names = [head.trim()];
  // A numbered part belongs to the name: "A-Deck, Room 3".
  if (/^\p{L}+\.?\s*\d+\p{L}?$/u.test(tail[0] ?? "") && /^\P{Ll}/u.test(tail[0] ?? ""))
    names[0] = `${head}, ${tail.shift()}`;
  for (const part of tail) {
    const other =
      /^(?:or|also|called|known as|which is|that is|alias|formerly|once)\s+(?:called\s+|known as\s+)?(.+)$/i.exec(
        part.trim(),
      )?.[1];
    const more = /^(?:and|with)\s+(.+)$/i.exec(part.trim())?.[1];
    if (other !== undefined) aliases.push(other.split(/,|\s+(?:in|by|to|among|for)\s+/)[0] ?? "");
    else if (more !== undefined) {
      const called = /\bcalled\s+(.+)$/.exec(more)?.[1];
      names.push((called ?? more).trim());
    } else if (/^the\s+\p{Lu}/u.test(part) && isNameLike(part)) aliases.push(part);
    else if (ORDINAL.test(part.replace(/^the\s+/i, "").split(/\s+/)[0] ?? "")) aliases.push(part);
  }
  return { names: names.filter(Boolean), aliases: aliases.map((one) => one.trim()).filter(Boolean), path };
}

const COLOURS =
  /^(?:grey|gray|black|white|red|green|blue|yellow|brown|gold|golden|silver|pink|purple|violet|dark|light|pale|cold|heat|warm|wet|dry|quiet|silence|gloom|dusk|dawn|blackness|darkness|stillness)$/;

/** Sections about when and not about where. */
const ABOUT_TIME =
  /^(?:the\s+)?(?:(?:\p{L}+\s+)?(?:year|years|calendar|months?|seasons?|days|weeks?|hours?|times?|feasts?|festivals?|holidays?|holy days|watches|history|chronology|timeline|schedule|timetable))(?:\s+(?:of|and|in)\b.*)?$/iu;

/** Nearest heading above a point of a Markdown text; empty where there is none. */
const headingAbove = (text: string, at: number): string =>
  [...text.slice(0, at).matchAll(/^#{1,6}\s+(.*?)\s*#*\s*$/gmu)].at(-1)?.[1] ?? "";

/** How names of times stand in prose: "the first day of the Long Light", "until the Thaw". */
const TIME_BEFORE =
  /\b(?:(?:days?|nights?|weeks?|months?|end|start|beginning|eve|season|morning|evening|time) of|during|since|until|till|every|each|(?:this|last|next)(?: \p{Ll}+['’]s)?)\s+(?:the\s+)?$/iu;
const PLACE_BEFORE =
  /\b(?:at|to|into|onto|aboard|inside|through|near|behind|across|towards?|beside|above|below|beneath|past|leaves?|enters?|reach(?:es)?)\s+(?:the\s+)?$/i;
const TIME_NOUN =
  /^(?:night|month|day|week|eve|feast|festival|harvest|season|dawn|dusk|fast|thaw|sabbath|jubilee|carnival|wake|solstice|equinox|watch)s?$/;

/** Takes out what is a time of the year, a feast or a watch: prose has it during and until, and never at or to. */
function dropTimes(drafts: Draft[], byForm: Map<string, Draft>, spans: readonly Span[]): void {
  const why = new Set(["set in bold", "among others of the kind", "named after a preposition", "a heading"]);
  const asked = drafts.filter(
    ({ file, sign, forms }) => file === undefined && why.has(sign.why) && !/\d/.test([...forms.keys()][0] ?? ""),
  );
  if (asked.length === 0) return;
  const text = spans.map((span) => span.text).join("\n");
  const lower = text.toLowerCase();
  for (const draft of asked) {
    const [key = ""] = draft.forms.keys();
    // "Night of Loud Doors" is a night, "Thaw-of-Dogs" a thaw.
    const head =
      key
        .split(/[\s-]of[\s-]/)[0]
        ?.split(/[\s-]/)
        .at(-1) ?? "";
    let times = TIME_NOUN.test(head) ? 1 : 0;
    let places = 0;
    for (const form of draft.forms.values()) {
      const name = form.toLowerCase();
      for (let at = lower.indexOf(name); at >= 0 && places === 0; at = lower.indexOf(name, at + name.length)) {
        if (/[\p{L}\p{N}]/u.test(lower[at - 1] ?? "") || /[\p{L}\p{N}]/u.test(lower[at + name.length] ?? "")) continue;
        const before = text.slice(Math.max(0, at - 40), at);
        if (TIME_BEFORE.test(before)) times++;
        else if (PLACE_BEFORE.test(before)) places++;
      }
    }
    if (times === 0 || places > 0) continue;
    drafts.splice(drafts.indexOf(draft), 1);
    for (const [form, owner] of byForm) if (owner === draft) byForm.delete(form);
  }
}

/** "in the grey" puts nobody anywhere. */
function isNoPlace({ forms, file, sign }: Draft): boolean {
  const [key = ""] = forms.keys();
  return forms.size === 1 && file === undefined && sign.why === "named after a preposition" && COLOURS.test(key);
}

/** Whether a place is named by its number alone: "the Fourth", "the Second Well". */
function isOrdinal(draft: { readonly forms: ReadonlyMap<string, string> }): boolean {
  const [name = ""] = draft.forms.keys();
  const words = name.split(" ");
  return ORDINAL.test(words[0] ?? "") && words.length <= 2;
}

/** "the Second Well", "Haven House", but not "the camel well, fifth of the nine". */
function isNameLike(text: string): boolean {
  const words = text
    .trim()
    .replace(/^(?:the|an?)\s+/i, "")
    .split(/\s+/);
  return words.length <= 5 && words.length > 0 && /^[\p{Lu}\p{Lo}]/u.test(words[0] ?? "") && !/[.;:]/.test(text);
}

const fold = (form: string): string =>
  form
    .normalize("NFC")
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, " ")
    .trim()
    .replace(/^(?:the|an?|la|el|los|las|le|les|il|der|das|het)\s+/, "");

const withoutThe = (form: string): string => form.trim().replace(/^(?:the|an?)\s+/i, "");

/** A name that is a relation to other places and names none: "between the Sixth and the Seventh". */
const RELATIVE =
  /^(?:between|beneath|below|under|underneath|behind|above|beside|outside|inside|near|by|past|beyond|opposite|around|across|along|somewhere|on the (?:road|way)|at the|in the|on the|off|over|aboard|before)\s/i;

/**
 * Gathers the places of a campaign.
 *
 * @param headings - Section headings that count for places where nothing else names any.
 */
export function readGazetteer(source: ReadingSource, spans: readonly Span[], people: readonly Named[]): Gazetteer {
  const putThere = phrasesPutThere(spans);
  const drafts: Draft[] = [];
  const byForm = new Map<string, Draft>();
  // "Gwil Red Lion" is called after a place: a later part of a name that somebody is put at is one.
  const personForms = new Set(
    people.flatMap(({ candidates, parts }) =>
      candidates.flatMap(({ form, kind }) =>
        kind === "part" && form.includes(" ") && !parts.plain.startsWith(form) && putThere(form) > 0
          ? []
          : [fold(form)],
      ),
    ),
  );
  const add = (name: string, standing: number, sign: KnownPlace["sign"], explicit = false): Draft | undefined => {
    const core = withoutThe(name);
    const key = fold(name);
    if (
      key === "" ||
      key.length < 2 ||
      key.split(" ").length > 8 ||
      /^\d+$/.test(key) ||
      (ARTICLES.has(key) && !explicit)
    )
      return undefined;
    if (!explicit && (NOT_A_PLACE.test(core) || personForms.has(key))) return undefined;
    if (/^(?:beat|scene|chapter|act|part)[\s_-]*\d+$/i.test(key)) return undefined;
    const known = byForm.get(key);
    if (known !== undefined) {
      known.standing = Math.max(known.standing, standing);
      if (explicit && !known.explicit) {
        known.explicit = true;
        known.sign = sign;
      }
      if (/^the\s/i.test(name.trim())) known.article = true;
      return known;
    }
    const draft: Draft = {
      forms: new Map([[key, core]]),
      standing,
      sign,
      order: drafts.length,
      article: /^the\s/i.test(name.trim()),
      explicit,
      strict: new Set(),
    };
    drafts.push(draft);
    byForm.set(key, draft);
    return draft;
  };
  const alias = (draft: Draft | undefined, form: string): void => {
    const key = fold(form);
    if (draft === undefined || key === "" || personForms.has(key) || (key.length < 3 && !CODE.test(form))) return;
    const known = byForm.get(key);
    if (known === draft) return;
    if (!key.includes(" ") && /^\p{Lu}/u.test(withoutThe(form)) && !/['’]s$/.test(form)) draft.strict.add(key);
    if (known === undefined) {
      draft.forms.set(key, withoutThe(form));
      byForm.set(key, draft);
    } else if (isOrdinal(draft) && !isOrdinal(known)) merge(known, draft, byForm, drafts);
    else if (!known.explicit || !draft.explicit || known.standing < 3 || draft.standing < 3 || isOrdinal(known))
      merge(draft, known, byForm, drafts);
  };

  // 1. Lore about places.
  const beatIds = new Set(source.beats.map(({ id }) => fold(id)));
  const second: { name: string; sign: KnownPlace["sign"]; standing: number; file: string }[] = [];
  for (const { file, text } of source.lore) {
    if (!isPlaceFile(file)) continue;
    const sections = markdownSections(text.slice(0, 20_000));
    const heading = sections.find((section) => section.heading !== "")?.heading;
    const base = file
      .replace(/^.*\//, "")
      .replace(/\.[^.]*$/, "")
      .replace(/[-_]+/g, " ");
    const title = heading ?? base;
    const sign = { file, text: title, why: "lore about a place" };
    const { names, aliases } = placeNames(title);
    const joined = /^(.+?)\s+and\s+(.+)$/i.exec(names[0] ?? "");
    let first = names[0] ?? title;
    if (joined !== null && !wholeOccurs(spans, first)) {
      first = joined[1] ?? first;
      second.push({ name: joined[2] ?? "", sign, standing: 5, file });
    }
    const draft = add(first, 5, sign, true);
    if (draft !== undefined) draft.file ??= file;
    for (const one of aliases) alias(draft, one);
    const code = /^(\p{Lu}{1,3}\d{1,3}\p{Ll}?) /u.exec(base)?.[1];
    if (code !== undefined) alias(draft, code);
    for (const more of names.slice(1)) second.push({ name: more, sign, standing: 5, file });
    const opening = sections.find((section) => section.paragraphs.length > 0)?.paragraphs[0] ?? "";
    // "*Bir Malha; the Eighth; Eighth Well*" under the title.
    if (/;/.test(opening) && opening.length < 160 && !/\b(?:is|was|are|has)\b/.test(opening))
      for (const one of opening.split(/\s*;\s*/)) {
        const form = one.replace(/["“”.]/g, "").split(",")[0] ?? "";
        if (isNameLike(form)) alias(draft, form);
      }
    // "The mine has eleven levels" opening the file: the mine.
    const generic =
      /^The ((?:\p{Ll}+ )?\p{Ll}[\p{Ll}-]+)(?= (?:has|is|was|stands|lies|on|at|of|had|keeps|smells|runs)\b)/u.exec(
        opening,
      )?.[1];
    const last = generic?.split(" ").at(-1) ?? "";
    if (generic !== undefined && (PLACE_NOUNS.has(last) || VESSELS.has(last)) && fold(first) !== fold(generic))
      second.push({ name: `=${generic}`, sign, standing: 0, file });
  }
  for (const { file, text } of source.lore) {
    if (isPlaceFile(file)) continue;
    const title = /^#{1,2}\s+(.+?)\s*#*\s*$/mu.exec(text.slice(0, 2000))?.[1];
    if (title === undefined || !placeHeaded(title) || !isHeadingName(title)) continue;
    const [name = title] = placeNames(title).names;
    if (putThere(name) > 0 && fold(name).includes(" ")) {
      const draft = add(name, 3, { file, text: title, why: "lore about a place" }, true);
      if (draft !== undefined) draft.file ??= file;
    }
  }
  // "| L1 | Auntie's Eels |" and "- **L1** Auntie's Eels": what the codes of locations stand for.
  for (const [code, { name, file }] of codedPlaces(source))
    if (byForm.get(fold(code)) === undefined)
      alias(add(name, 5, { file, text: name, why: `what ${code} stands for` }, true), code);
  // 2. Places of beats, of the player and of people.
  const locate = (text: string, standing: number, sign: KnownPlace["sign"]): void => {
    if (RELATIVE.test(text) || beatIds.has(fold(text))) return;
    // "the road of the nineteen turnings" is the nineteen turnings, where those are known for a place.
    const of =
      /^(?:the\s+)?(?:road|path|way|town|village|city|island|isle|port|inn|house|ruins?|river|lake|bay) of (.+)$/iu.exec(
        text.trim(),
      )?.[1];
    const named = of === undefined ? undefined : byForm.get(fold(of));
    if (named?.explicit === true) {
      alias(named, text);
      return;
    }
    // Where prose puts somebody "in nineteen turnings", that is how the road of them is called.
    if (of !== undefined && /^(?:\p{Ll}|the\s)/u.test(of) && putThere(of) > putThere(text)) {
      alias(add(of, standing, sign, true), text);
      return;
    }
    const { names, aliases, path } = placeNames(text);
    if (path.length > 1) {
      const drafted = path.map((part) => {
        const [name = ""] = placeNames(part).names;
        return byForm.get(fold(name));
      });
      const deepest = deepestPlace(path, drafted);
      path.slice(0, deepest + 1).forEach((part, index) => {
        const [name = ""] = placeNames(part).names;
        const draft =
          index === deepest
            ? add(name, standing, sign, true)
            : add(name, index === 0 && path.length > 2 ? 1 : 3, sign, index > 0 || path.length < 3);
        const parent = byForm.get(fold(placeNames(path[index - 1] ?? "").names[0] ?? ""));
        if (draft !== undefined && parent !== undefined && parent !== draft)
          draft.within ??= [...parent.forms.keys()][0] ?? "";
      });
      return;
    }
    const [first = ""] = names;
    const draft = add(first, standing, sign, true);
    for (const one of aliases) alias(draft, one);
  };
  const towns = townsOfVenues(source.beats);
  for (const { location } of source.beats) {
    if (location === undefined) continue;
    const sign = { file: "plot/beats.json", text: location, why: "the location of a beat" };
    const { town = "", venue = "" } = venueIn(location) ?? {};
    if ((towns.get(town)?.size ?? 0) < 2) {
      locate(location, 5, sign);
      continue;
    }
    // A town with two venues is where both are, and neither of them.
    const whole = add(town, 1, sign);
    if (whole !== undefined) whole.isTown = true;
    const draft = add(venue, 5, sign, true);
    if (draft === undefined) continue;
    draft.within ??= fold(town);
    alias(draft, location);
    // "KQXV studio" is KQXV.
    const letters = /^(\p{Lu}{2,}) \p{Ll}+$/u.exec(venue)?.[1];
    if (letters !== undefined) alias(draft, letters);
  }
  for (const { name, text } of openingPlaces(source.beats))
    if (!personForms.has(fold(name)) && !NOT_A_PLACE.test(withoutThe(name)))
      locate(name, 4, { file: "plot/beats.json", text, why: "a beat opens with it" });
  if (source.startingLocation !== undefined) {
    const known = placeNames(source.startingLocation);
    const within =
      known.names.length > 0
        ? byForm.get(
            fold(
              source.startingLocation
                .split(/,\s+|\s+of\s+(?=the\s+\p{Lu})/u)
                .at(-1)
                ?.replace(/\([^)]*\)/g, "") ?? "",
            ),
          )
        : undefined;
    if (within === undefined || byForm.has(fold(known.names[0] ?? "")))
      locate(source.startingLocation, 4, {
        file: "characters/player/template.json",
        text: source.startingLocation,
        why: "where the player starts",
      });
  }
  for (const { id, profile } of source.npcs) {
    const first = profile.metadata?.first_appearance;
    if (
      first === undefined ||
      /\d/.test(first) ||
      /^(?:never|always|start|opening|prologue|premise|scene|chapter|act|part|the (?:first|second|third|opening|last|final) (?:scene|chapter|act|beat)|[a-zà-ž]+ (?:scene|chapter|act|beat))\b/i.test(
        first,
      )
    )
      continue;
    if (
      beatIds.has(fold(first)) ||
      source.beats.some(({ title }) => fold(title) === fold(first)) ||
      first.split(/\s+/).length > 6 ||
      /[.!?]$/.test(first)
    )
      continue;
    locate(first, 4, { file: `characters/npcs/${id}/profile.json`, text: first, why: "where somebody first appears" });
  }
  for (const { name, sign, standing, file } of second) {
    if (name.startsWith("=")) {
      const owner = drafts.find((draft) => draft.file === file);
      if (owner !== undefined && !byForm.has(fold(name.slice(1)))) alias(owner, name.slice(1));
      continue;
    }
    const form = name.replace(/^(?:the\s+)?(?:rock|hill|house|island|village|place|road across it)\s+called\s+/i, "");
    if (/\b(?:it|them|words?|remarks?)\b/i.test(form) || form.split(/\s+/).length > 4) continue;
    const draft = add(form, putThere(form) > 0 ? standing : 1, sign, putThere(form) > 0);
    if (draft !== undefined) draft.file ??= file;
  }
  // 3. Bold openings and sub-headings.
  const sectionsAlone =
    !source.beats.some(({ location }) => location !== undefined) && !source.lore.some(({ file }) => isPlaceFile(file));
  const marked = (text: string, file: string, weight: number): void => {
    for (const match of text.matchAll(/(?:\*\*|__)([^*_\n]{2,60}?)[.:,]?(?:\*\*|__)([^\n]{0,120})/gu)) {
      const name = (match[1] ?? "")
        .replace(/^\*|\*$/g, "")
        .replace(/\*/g, "")
        .trim();
      // "**Keeper:** Mrs. Thrupp" is a label.
      if (/:/.test(match[0].slice(match[0].indexOf(name) + name.length).slice(0, 4))) continue;
      const there = putThere(name);
      if (
        ABOUT_TIME.test(headingAbove(text, match.index)) ||
        !isHeadingName(name) ||
        personForms.has(fold(name)) ||
        NOT_A_PLACE.test(withoutThe(name)) ||
        isCommonTopic(name)
      )
        continue;
      if (placeHeaded(name) ? there === 0 && !/^(?:[Tt]he\s|\p{Lu})/u.test(name) : there < 2) continue;
      const draft = add(
        name,
        placeHeaded(name) || there >= 3 ? weight : 2,
        { file, text: name, why: "set in bold" },
        true,
      );
      const or =
        /^,?\s+or\s+((?:the\s+)?\p{Lu}[^,.;]{1,40}?)(?:,?\s+or\s+((?:\p{Lu})[^,.;]{1,40}?))?(?:\s+in\s+\p{Ll}+)?[,.;]/u.exec(
          match[2] ?? "",
        );
      for (const one of [or?.[1], or?.[2]]) if (one !== undefined) alias(draft, one.replace(/\s+in\s+\p{Ll}.*$/u, ""));
      const which = /^,?\s+which is\s+((?:the\s+)?\p{Lu}\p{L}+(?:\s+\p{Lu}\p{L}+)?)/u.exec(match[2] ?? "")?.[1];
      if (which !== undefined) alias(draft, which);
      if (draft !== undefined && isPlaceFile(file)) draft.file ??= file;
    }
    for (const { name, text: title } of placesAmongSiblings(entriesOf(text), putThere, personForms, IN_SETTING))
      add(
        name,
        placeHeaded(name) || putThere(name) >= 2 ? weight : Math.min(weight, 2.5),
        { file, text: title, why: "among others of the kind" },
        true,
      );
    for (const { heading, level } of markdownSections(text)) {
      if (level < 2 || !isHeadingName(heading) || personForms.has(fold(heading))) continue;
      const [name = heading] = placeNames(heading).names;
      if (isAbstract(name)) continue;
      // Where neither lore nor beats name places, a section is one by its noun alone.
      if ((putThere(name) > 0 || (sectionsAlone && placeHeaded(name))) && !isCommonTopic(name))
        add(
          name,
          placeHeaded(name) || putThere(name) >= 2 ? weight : 2,
          { file, text: heading, why: "a heading" },
          true,
        );
    }
  };
  // "## The Anvil", and below it "The pub. Low ceiling, good beer.": the pub is the Anvil.
  const namedByOpening = (text: string): void => {
    for (const { heading, level, paragraphs } of markdownSections(text)) {
      const [name = ""] = placeNames(heading).names;
      const draft = level < 2 ? undefined : byForm.get(fold(name));
      const noun = /^(?:The|An?|Our)\s+((?:[\p{L}'’-]+\s+){0,2}\p{Ll}[\p{Ll}-]*)(?=[,;.:])/u.exec(
        paragraphs[0] ?? "",
      )?.[1];
      if (draft === undefined || noun === undefined || !draft.explicit) continue;
      const last = noun.split(" ").at(-1) ?? "";
      if (
        (PLACE_NOUNS.has(last) || VESSELS.has(last)) &&
        (!byForm.has(fold(noun)) || byForm.get(fold(noun))?.explicit === false)
      )
        alias(draft, `the ${noun}`);
    }
  };
  marked(source.setting, "world/setting.md", 3);
  namedByOpening(source.setting);
  for (const { file, text } of source.lore) {
    if (isPlaceFile(file)) marked(text.slice(0, 20_000), file, 2.5);
    else
      for (const { name, text: title } of placesAmongSiblings(
        entriesOf(text.slice(0, 50_000)),
        putThere,
        personForms,
        IN_LORE,
      ))
        if (!ANY_DISTRICT.test(name))
          add(name, placeHeaded(name) ? 3 : 2.5, { file, text: title, why: "among others of the kind" }, true);
  }
  // 4. Where nothing else names a place, the setting's sections do.
  if (!drafts.some(({ standing }) => standing >= 3))
    for (const { heading, level } of markdownSections(source.setting))
      if (
        level >= 2 &&
        isHeadingName(heading) &&
        !/^(?:overview|introduction|summary|notes?|history|tone|mood|style|themes?|rules|time|people|factions|when|who)\b/i.test(
          heading,
        )
      )
        add(heading, 4, { file: "world/setting.md", text: heading, why: "a section of the setting" }, true);
  // "Owner of 1A", "renter in 3B": a number in a role is where somebody lives.
  for (const { id, profile } of source.npcs)
    for (const match of profile.role.matchAll(
      /\b(?:of|in|at|from|on)\s+(\d{1,3}-?\p{Lu}|\p{Lu}{1,2}-?\d{1,3}|(?:\p{Lu}\p{Ll}+|\p{Lu}) \d{1,3}\p{L}?)(?![\p{L}\p{N}])/gu,
    ))
      if (!NOT_A_PLACE.test((match[1] ?? "").split(" ")[0] ?? ""))
        add(
          match[1] ?? "",
          3,
          { file: `characters/npcs/${id}/profile.json`, text: profile.role, why: "named in a role" },
          true,
        );
  // 5. Names and nouns after a preposition in running text.
  gatherFromProse(spans, add, personForms, (form) => byForm.get(fold(form))?.explicit === true);

  const region = regionOf(source, byForm, add);
  joinSpellings(drafts, byForm, region);
  joinStates(drafts, byForm);
  nameParts(drafts, byForm, alias);
  joinNouns(drafts, byForm);
  dropTimes(drafts, byForm, spans);
  for (const draft of drafts.filter(isNoPlace)) {
    drafts.splice(drafts.indexOf(draft), 1);
    for (const [form, owner] of byForm) if (owner === draft) byForm.delete(form);
  }
  return settle(drafts, byForm, spans, region, source, people);
}

/** "Clovis, New Mexico (KQXV studio)": a town and a venue in it. */
function venueIn(location: string): { readonly town: string; readonly venue: string } | undefined {
  const [, before = "", inner = ""] = /^([^()]+?)\s*\(([^()]+)\)\s*$/u.exec(location) ?? [];
  const [town = ""] = before.split(/\s*,\s*/);
  // "K. of C. Hall, the parking lot" is the hall with a remark.
  const [venue = ""] = inner.split(/\s*,\s*/);
  const isName = /^(?:the\s+)?[\p{Lu}\p{Lo}]/iu.test(venue) && venue.split(/\s+/).length <= 5;
  // "Bir Sadda (the First Well)" is one place by two names.
  return town === "" || !isName || ORDINAL.test(withoutThe(venue).split(" ")[0] ?? "") ? undefined : { town, venue };
}

/** The venues that beats are set in, by their towns. */
function townsOfVenues(beats: ReadingSource["beats"]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { location } of beats) {
    const { town, venue } = venueIn(location ?? "") ?? {};
    if (town !== undefined && venue !== undefined) found.set(town, (found.get(town) ?? new Set()).add(fold(venue)));
  }
  return found;
}

/** Beats that open alike, so that it is the author's way to say where they play. */
const OPEN_ALIKE = 3;
/** "HELD in the Briar Cage", "SCENE: at the Gap". */
const OPENS_WITH_PLACE =
  /^(\p{Lu}{3,}):?\s+(?:in|at|on|aboard|inside|outside|under|by|over)\s+((?:[Tt]he\s+)?\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*){0,3})/u;

/** Places with which the beats of an author open that open alike. (rule CA454) */
function openingPlaces(beats: ReadingSource["beats"]): readonly { readonly name: string; readonly text: string }[] {
  const opening = beats.flatMap(({ description }) => {
    const [text = "", label = "", name = ""] = OPENS_WITH_PLACE.exec(description) ?? [];
    return text === "" ? [] : [{ label, name, text }];
  });
  return opening.filter(({ label }) => opening.filter((one) => one.label === label).length >= OPEN_ALIKE);
}

/** What texts say that the codes stand for which beats and people give for places. */
function codedPlaces(source: ReadingSource): Map<string, { readonly name: string; readonly file: string }> {
  const codes = new Set(
    [
      ...source.beats.map(({ location }) => location ?? ""),
      ...source.npcs.map(({ profile }) => profile.metadata?.first_appearance ?? ""),
      source.startingLocation ?? "",
    ].flatMap((text) => CODE.exec(text.trim())?.[1] ?? []),
  );
  const found = new Map<string, { readonly name: string; readonly file: string }>();
  if (codes.size === 0) return found;
  const texts = [{ file: "world/setting.md", text: source.setting }, ...source.lore];
  for (const { file, text } of texts)
    for (const line of text.slice(0, 50_000).split("\n")) {
      const [, code = "", rest = ""] =
        /^[\s#>*|+-]*[*_`[(]*(\p{Lu}{0,3}[-.]?\d{1,3}\p{Ll}?)[*_`\])]*[\s|:.)–—=-]+(.+)$/u.exec(line) ?? [];
      if (!codes.has(code) || found.has(code)) continue;
      const name =
        rest
          .replace(/[*_`]/g, "")
          .split(/\s*[|:;,.(–—]\s*|\s+-\s+/)[0]
          ?.trim() ?? "";
      if (name !== "" && name.split(/\s+/).length <= 6) found.set(code, { name, file });
    }
  return found;
}

/** The deepest part of a path that is a place of its own: known, or capitalised and above a mere room. */
function deepestPlace(path: readonly string[], drafted: readonly (Draft | undefined)[]): number {
  for (let at = path.length - 1; at >= 0; at--) if (drafted[at]?.explicit === true) return at;
  const capital = path.map((part) => /[\p{Lu}\p{Lo}]/u.test(withoutThe(part).charAt(0)));
  const last = path.length - 1;
  if (path.length > 2) return capital[1] === true ? 1 : 0;
  return capital[last] === true && !/\d/.test(path[last] ?? "") ? last : Math.max(0, last - 1);
}

const HEADING_CLAUSE =
  /^(?:what|how|why|when|where|who|if|some|every|things?|two|three|four|five|six|seven|eight|\d+)\b|[?!.]|\b(?:is|are|was|were|has|have|does|should|will)\b/i;

/** "7-G", "B12", "Bay 4": a name with a number in it. */
const NUMBERED = /^(?:\p{L}+ )?\p{Lu}{0,3}[-.]?\d{1,4}(?:-?\p{Lu}{1,2}|\p{Ll})?$/u;

const isHeadingName = (heading: string): boolean =>
  NUMBERED.test(heading) ||
  (heading !== "" && !HEADING_CLAUSE.test(heading.replace(/^the\s+/i, "")) && heading.split(/\s+/).length <= 6);

const placeHeaded = (name: string): boolean => {
  // "Bay 4", "Deck C": the number comes last; "C-Deck": the noun does.
  const words = (fold(name).split(/\s+(?:of|with|in|at|on|by|under|behind)\s+/)[0] ?? "").split(" ");
  const numbered = words.length === 2 && /^(?:\d+\p{L}?|\p{L}|[ivx]+)$/u.test(words[1] ?? "");
  const head = words.at(numbered ? 0 : -1) ?? "";
  return PLACE_NOUNS.has(head) || VESSELS.has(head) || PLACE_NOUNS.has(/^\p{L}{1,2}-(\p{L}+)$/u.exec(head)?.[1] ?? "");
};

/** A noun alone that lists use as a label: of what somebody is a delegate, of what the salt is. */
const ANY_DISTRICT =
  /^(?:the\s+)?(?:district|ward|quarter|region|area|county|country|province|hill|road|street|river|sea|coast|shore|mountain|plain|valley|village|land|island|forest|desert|ground|field|level)s?$/i;

/** How many of a list must be known for places so that the rest is: a setting is about places before anything else. */
const IN_SETTING = { least: 1, share: 0.3 };
const IN_LORE = { least: 2, share: 0.5 };
const IN_PROSE = { least: 3, share: 0.5 };
const PARTS = { least: 1, share: 0.5 };

/** A heading or an entry of a list, with what it stands beside. */
interface Entry {
  /** What all have in common that stand beside each other. */
  readonly group: string;
  /** Heading above it. */
  readonly above: string;
  readonly text: string;
}

/** Headings under one heading, and bold openings of the entries of one list or table. */
function entriesOf(markdown: string): Entry[] {
  const found: Entry[] = [];
  const path: string[] = [];
  let list = 0;
  let blank = true;
  const lines = markdown.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    // The head of a table says what its rows are.
    if (/^\s*\|/.test(line) && /^[\s|:-]*-[\s|:-]*$/.test(lines[at + 1] ?? "")) continue;
    const [, marks, heading = ""] = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line) ?? [];
    if (marks !== undefined) {
      path.length = marks.length - 1;
      if (marks.length > 1)
        found.push({ group: `${marks} ${path.join("/")}`, above: path.at(-1) ?? "", text: heading });
      path[marks.length - 1] = heading;
      list++;
      blank = true;
      continue;
    }
    // "Boat deck: two launches.", "Engine flat, below.": paragraphs that open with what each is about.
    const opening = blank ? /^(\p{Lu}[\p{L}'’]*(?:[ -][\p{L}'’]+){0,3})[:,.](?=\s)/u.exec(line)?.[1] : undefined;
    blank = line.trim() === "";
    if (opening !== undefined) found.push({ group: `p${list}`, above: path.at(-1) ?? "", text: opening });
    for (const match of line.matchAll(/(?:\*\*|__)(.+?)(?:\*\*|__)(?=(\s*:)?)/gu)) {
      const text = (match[1] ?? "").replace(/[.,]$/, "");
      const first = /^[\s>]*$/.test(line.slice(0, match.index));
      if (
        !first &&
        match[2] === undefined &&
        text.length < 60 &&
        /^(?:the\s+)?[\p{Lu}\p{Lo}]/iu.test(text) &&
        !/:$/.test(text)
      )
        found.push({ group: `b${list}`, above: path.at(-1) ?? "", text });
    }
    const item = /^\s*(?:[-*+]|\d+[.)]|\|)?\s*(?:\*\*|__)(.{2,60}?)(?:\*\*|__)/.exec(line)?.[1];
    const cell = /^\s*\|\s*([^|*_]{2,60}?)\s*\|/.exec(line)?.[1];
    if (item !== undefined && /^\s*(?:\*\*|__)/.test(line)) {
      found.push({ group: `b${list}`, above: path.at(-1) ?? "", text: item.replace(/[.:,]$/, "") });
      continue;
    }
    // "- Room 1: the Colonel.": what stands before the colon is what the entry is about.
    const label = /^\s*(?:[-*+]|\d+[.)])\s+([^:|*_.]{2,40}):\s/.exec(line)?.[1];
    if (item === undefined && label !== undefined && (placeHeaded(label) || NUMBERED.test(label)))
      found.push({ group: `:${list}`, above: path.at(-1) ?? "", text: label });
    const text = item ?? (cell !== undefined && !/^[-: ]+$/.test(cell) ? cell : undefined);
    if (text !== undefined)
      found.push({
        group: `${item === undefined ? "|" : "*"}${list}`,
        above: path.at(-1) ?? "",
        text: text.replace(/[.:,]$/, ""),
      });
  }
  return found;
}

/** What stands among places and is none: events, qualities, people. */
const ABSTRACT =
  /(?:ing|(?<!sta)tion|sion|ment|ness|ity|ism|ance|ence|ship|dom|ology|ography|\b(?:strike|war|flood|fire|plague|trial|vote|murder|wedding|festival|storm|election|revolt|rebellion|siege|accident|crash|robbery|party|ball|feast|deal|curse|prophecy|book|letter|map|score|ritual|game|job|plan|truth|secret|dead|living))s?$/i;
const isAbstract = (name: string): boolean => {
  const head = fold(name).split(" ").at(-1) ?? "";
  if (/&|\band (?:sons?|daughters?|co|company)$/i.test(name)) return false;
  // "The Red Lion" is an inn, "The cat" is a cat.
  if (ANIMALS.has(head) && /^(?:[Tt]he\s+)?\p{Lu}\p{L}+ \p{Lu}/u.test(name)) return false;
  return (
    ABSTRACT.test(name) ||
    [ANIMALS, HUMANS, GROUPS, SPIRITS].some((list) => list.has(head) || list.has(head.replace(/s$/, "")))
  );
};

/**
 * Names of places among what stands beside each other: where most of it is known for a place, by its noun or because texts put
 * somebody there, the rest is, too.
 *
 * @param least - Places that must be known for it.
 */
function placesAmongSiblings(
  entries: readonly Entry[],
  putThere: PutThere,
  people: ReadonlySet<string>,
  rule: { readonly least: number; readonly share: number },
): { readonly name: string; readonly text: string }[] {
  const groups = new Map<string, { readonly name: string; readonly text: string; readonly known: boolean }[]>();
  const above = new Map(entries.map((entry) => [entry.group, entry.above]));
  for (const { group, text } of entries) {
    const list = groups.get(group) ?? [];
    groups.set(group, list);
    const [name = text] = placeNames(text).names;
    if (!isHeadingName(name) || isCommonTopic(name) || people.has(fold(name)) || NOT_A_PLACE.test(withoutThe(name))) {
      list.push({ name: "", text, known: false });
      continue;
    }
    const headed = placeHeaded(name);
    list.push({ name: !headed && isAbstract(name) ? "" : name, text, known: headed || putThere(name) > 0 });
  }
  const places = new Set<string>();
  return [...groups].flatMap(([group, list]) => {
    if (ABOUT_TIME.test(above.get(group) ?? "")) return [];
    const known = list.filter((one) => one.known);
    // The parts of a place are places.
    const prose = group.startsWith("p");
    const { least, share } = prose ? IN_PROSE : places.has(above.get(group) ?? "") ? PARTS : rule;
    if (known.length < least || known.length < share * list.length) return [];
    for (const { text } of list) places.add(text);
    return list.filter(({ name, known: itself }) => name !== "" && (itself || !prose));
  });
}

const COMMON_TOPICS =
  /^(?:the\s+)?(?:town|weather|people|time|story|club|game|history|money|food|law|laws|clock|rules?|order|company|guild|watch|society|church|council|past|present|future|end|beginning|truth|mood|tone|style|sea|sky|air|world|factions?|population|night|day|year|winter|summer|spring|autumn|overview|introduction|background|notes?|themes?|customs?|manners|magic|technology|religion|faith|calendar|seasons?|language|languages|names?|places?|locations?|area|where|geography|economy|trade|politics|government|culture|characters|cast|who|what|dangers?|rumou?rs?|secrets?|facts?|senses?|sounds?|smells?|atmosphere|climate|timeline|era|period|setting)$/i;
const isCommonTopic = (name: string): boolean => COMMON_TOPICS.test(name);

/** Whether a phrase stands anywhere as a whole. */
function wholeOccurs(spans: readonly Span[], phrase: string): boolean {
  const wanted = withoutThe(phrase).toLowerCase();
  return spans.some(({ text }) => text.toLowerCase().includes(wanted));
}

/** How often running text puts somebody or something at a phrase: "in the hut", "behind the Cow Shed". */
type PutThere = (name: string) => number;

const PUTS =
  /\b(?:in|on|at|aboard|inside|into|behind|outside|near|through|across)\s+(?:(?:the|a|an|this|our)\s+)?(?=[\p{L}\p{N}])/giu;
const NEXT_WORDS = /[\p{L}\p{M}\p{N}'’-]+(?:\s+[\p{L}\p{M}\p{N}'’-]+){0,3}/uy;

function phrasesPutThere(spans: readonly Span[]): PutThere {
  const counts = new Map<string, number>();
  for (const { text } of spans)
    for (const match of text.matchAll(PUTS)) {
      NEXT_WORDS.lastIndex = match.index + match[0].length;
      const words = NEXT_WORDS.exec(text)?.[0].toLowerCase().replace(/’/g, "'").split(/\s+/) ?? [];
      for (let length = 1; length <= words.length; length++) {
        const phrase = words.slice(0, length).join(" ");
        counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
      }
    }
  return (name) => {
    const key = fold(name);
    return (counts.get(key) ?? 0) + (counts.get(`${key}'s`) ?? 0);
  };
}

type Add = (name: string, standing: number, sign: KnownPlace["sign"], explicit?: boolean) => Draft | undefined;

const PREPOSITION =
  /\b(in|on|at|aboard|inside|into|to|from|behind|outside|beneath|below|above|near|past|down|up|through|across|beside|of|by|over|under)\s+/gi;
const CAPITALISED =
  /(?:the\s+)?\p{Lu}[\p{L}\p{M}'’]*(?:-\p{L}+)?(?:\s+(?:(?:of|de|du|des|la|le|of the)\s+)?\p{Lu}[\p{L}\p{M}'’-]*){0,4}(?![\p{L}\p{N}-])/uy;
const SMALL = /the\s+((?:[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*\s*){1,4})/uy;

const DWELLS_AT =
  /\b(?:lives?|sleeps?|lodges?|resides?|dwells?|boards|rooms)\s+(?:(?:alone|still|now|upstairs)\s+)?(?:in|at|on|over|above|aboard|behind)\s+(?:\d+\w?,?\s+)?/g;
const APPOSED = /the\s+(\p{Ll}+)\s+(\p{Lu}[\p{L}'’]+(?:\s+\p{Lu}[\p{L}'’]+)*)/uy;

/** "director's office" of "the director's office under the contract": up to two words and a noun of a place, or two such nouns. */
function placeNounIn(text: string): string | undefined {
  const words = text.trim().split(/\s+/);
  let at = words.findIndex((word, index) => index < 3 && isPlaceNoun(word));
  if (at < 0) return undefined;
  if (at < 2 && isPlaceNoun(words[at + 1] ?? "") && !AMBIGUOUS.has(words[at + 1] ?? "")) at++;
  // "in the end", "on the way home": only with somebody's name before it, or a word that tells it apart.
  if (AMBIGUOUS.has(words[at] ?? "") && (at === 0 || !/['’]s?$/.test(words[at - 1] ?? ""))) return undefined;
  const before = words.slice(0, at).join(" ");
  if (NO_NAME_WORD.test(before) && !/['’]/.test(before)) return undefined;
  return words.slice(0, at + 1).join(" ");
}

/** Nouns that are more often something else than a place. */
const AMBIGUOUS = new Set(
  "stand stands hold home place common point spring ground end edge fair mint bank flat lock ring wall bar track dive pass keep mouth sea level study quarter mess colony circus stage rest press lift port post".split(
    " ",
  ),
);

const isPlaceNoun = (word: string): boolean => PLACE_NOUNS.has(word) || VESSELS.has(word);
/** Words before a noun that make no name of it: "the other side", "the whole house". */
const NO_NAME_WORD =
  /\b(?:same|other|first|last|next|whole|only|very|left|right|near|far|wrong|bottom|top|own|great|good|old|new|back|front|big|little|small|long|high|low|dark|empty|open|middle|whose|which|that|a|an|of|and|is|are|was|has)\b/i;

/** "In the Kitchen Mercy stands": a person's name behind a place is no part of it. */
function withoutPerson(name: string | undefined, people: ReadonlySet<string>): string | undefined {
  if (name === undefined || !/^the\s/i.test(name)) return name;
  const words = name.split(/\s+/);
  return words.length > 2 && people.has(fold(words.at(-1) ?? "")) ? words.slice(0, -1).join(" ") : name;
}

/** "Stack Nine of the Lending House" is Stack Nine, where the Lending House is known for a place. */
function partOfKnown(name: string | undefined, isKnown: (form: string) => boolean): string | undefined {
  const [, part, whole = ""] = /^(.+?)\s+of\s+(?:the\s+)?(.+)$/u.exec(name ?? "") ?? [];
  return part !== undefined && part.includes(" ") && isKnown(whole) ? part : name;
}

/** Capitalised names and nouns of places that stand after a preposition. */
function gatherFromProse(
  spans: readonly Span[],
  add: Add,
  people: ReadonlySet<string>,
  isKnown: (form: string) => boolean,
): void {
  const names = new Map<string, { form: string; at: number; all: number; span: Span }>();
  const nouns = new Map<string, { form: string; all: number; span: Span }>();
  for (const span of spans) {
    if (span.kind === "law" || span.kind === "example") continue;
    for (const match of span.text.matchAll(DWELLS_AT)) {
      CAPITALISED.lastIndex = match.index + match[0].length;
      const name = CAPITALISED.exec(span.text)?.[0]?.replace(/['’]s$/, "");
      if (name !== undefined && !people.has(fold(name)))
        add(name, 2.5, { file: span.file, text: name, why: "where somebody lives" });
    }
    for (const match of span.text.matchAll(PREPOSITION)) {
      const from = match.index + match[0].length;
      CAPITALISED.lastIndex = from;
      const name = partOfKnown(withoutPerson(CAPITALISED.exec(span.text)?.[0], people), isKnown);
      if (name !== undefined) {
        const single = !/\s/.test(withoutThe(name));
        // "in Ron's shed" names no place that is Ron's.
        if (single && /['’]s?$/.test(name)) continue;
        const form = name.replace(/['’]s?$/, "");
        const key = fold(form);
        const entry = names.get(key) ?? { form, at: 0, all: 0, span };
        entry.all++;
        if (/^(?:in|at|aboard|on|inside)$/i.test(match[1] ?? "")) entry.at++;
        names.set(key, entry);
      }
      // "the barge Wet Prudence": the name behind what it is.
      APPOSED.lastIndex = from;
      const apposed = APPOSED.exec(span.text);
      if (apposed !== null && isPlaceNoun(apposed[1] ?? "") && !people.has(fold(apposed[2] ?? ""))) {
        add(`the ${apposed[2]}`, 2, { file: span.file, text: span.text, why: `called a ${apposed[1]}` });
        continue;
      }
      SMALL.lastIndex = from;
      const noun = placeNounIn(SMALL.exec(span.text)?.[1] ?? "");
      if (noun === undefined) continue;
      const form = `the ${noun}`;
      const key = fold(form);
      const entry = nouns.get(key) ?? { form, all: 0, span };
      entry.all++;
      nouns.set(key, entry);
    }
  }
  for (const { form, at, all, span } of names.values()) {
    const core = withoutThe(form);
    if (NOT_A_PLACE.test(core)) continue;
    const sign = { file: span.file, text: form, why: "named after a preposition" };
    const headed = placeHeaded(core) && core.includes(" ");
    if (headed) add(form, all >= 3 ? 2.5 : all >= 2 ? 2 : 1.5, sign);
    else if (at >= 2) add(form, at >= 4 ? 2 : 1.5, sign);
  }
  for (const { form, all, span } of nouns.values())
    add(form, all >= 6 ? 2.2 : all >= 3 ? 2 : all >= 2 ? 1.2 : 1, {
      file: span.file,
      text: form,
      why: "a noun of a place",
    });
}

/** The region in which everything lies: what the setting is about as a whole. */
function regionOf(source: ReadingSource, byForm: ReadonlyMap<string, Draft>, add: Add): Draft | undefined {
  const heading = markdownSections(source.setting).find(({ level }) => level === 1)?.heading;
  if (heading === undefined) return undefined;
  const sign = { file: "world/setting.md", text: heading, why: "the title of the setting" };
  const [name = ""] = placeNames(
    heading
      .replace(/\s+(?:at a glance|an overview|and its [a-zà-ž]+)\s*$/i, "")
      .replace(/^(?:of|on|about|concerning|notes on|a (?:short |brief )?(?:guide|introduction) to|welcome to)\s+/i, ""),
  ).names;
  const known = byForm.get(fold(name));
  if (known !== undefined) return known.standing >= 4 ? undefined : known;
  return isHeadingName(name) && !/\b(?:setting|world|overview)\b/i.test(name) ? add(name, 1, sign, true) : undefined;
}

/** Joins two drafts; what is explicit keeps its name. */
function merge(into: Draft, from: Draft, byForm: Map<string, Draft>, drafts: Draft[]): void {
  if (into === from) return;
  for (const [key, form] of from.forms) {
    into.forms.set(key, into.forms.get(key) ?? form);
    byForm.set(key, into);
  }
  for (const key of from.strict) into.strict.add(key);
  into.standing = Math.max(into.standing, from.standing);
  if (into.file === undefined && from.file !== undefined) into.file = from.file;
  if (into.within === undefined && from.within !== undefined) into.within = from.within;
  into.order = Math.min(into.order, from.order);
  const at = drafts.indexOf(from);
  if (at >= 0) drafts.splice(at, 1);
}

function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    row = next;
  }
  return row[b.length] ?? most + 1;
}

/** One place in several spellings: a letter fewer, a generic word more, an ordinal with and without its noun. */
function joinSpellings(drafts: Draft[], byForm: Map<string, Draft>, region: Draft | undefined): void {
  const parents = new Set(drafts.flatMap(({ within }) => (within === undefined ? [] : [within])));
  const nameOf = (draft: Draft): string => [...draft.forms.keys()][0] ?? "";
  const isNamed = (draft: Draft): boolean => /^\p{Lu}/u.test([...draft.forms.values()][0] ?? "");
  const explicit = drafts.filter((draft) => draft.explicit);
  // Ordinals: "the Fourth" is "the Fourth Well", where others are Wells too.
  const nouns = new Map<string, number>();
  for (const draft of drafts)
    for (const key of draft.forms.keys()) {
      const [first = "", noun = "", ...rest] = key.split(" ");
      if (ORDINAL.test(first) && noun !== "" && rest.length === 0) nouns.set(noun, (nouns.get(noun) ?? 0) + 1);
    }
  const [generic] = [...nouns].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (generic !== undefined && (nouns.get(generic) ?? 0) >= 2)
    for (const number of NUMBERS) {
      const short = byForm.get(number);
      const long = byForm.get(`${number} ${generic}`);
      const named = [short, long].find((draft) => draft !== undefined && !isOrdinal(draft));
      const into = named ?? (short?.explicit === true ? short : (long ?? short));
      if (into === undefined) continue;
      for (const other of [short, long])
        if (
          other !== undefined &&
          other !== into &&
          (isOrdinal(other) ||
            !(other.explicit && into.explicit && other.file !== undefined && into.file !== undefined))
        )
          merge(into, other, byForm, drafts);
      for (const [form, text] of [
        [number, capital(number)],
        [`${number} ${generic}`, `${capital(number)} ${capital(generic)}`],
      ] as const)
        if (!byForm.has(form)) {
          into.forms.set(form, text);
          byForm.set(form, into);
          if (form === number) into.strict.add(form);
        }
    }
  // Names that can be a spelling of another, with what each is compared by.
  const spelt = drafts.flatMap((draft) => {
    const name = nameOf(draft);
    return /\d/.test(name) || !isNamed(draft) || PLACE_NOUNS.has(name)
      ? []
      : [{ draft, name, words: name.split(" ").length }];
  });
  for (const one of explicit) {
    if (!isNamed(one) || !drafts.includes(one)) continue;
    const a = nameOf(one);
    if (/\d/.test(a)) continue;
    const words = a.split(" ").length;
    for (const { draft: other, name: b, words: otherWords } of spelt) {
      const shorter = Math.min(a.length, b.length);
      const most = shorter >= 10 ? 2 : shorter >= 6 ? 1 : 0;
      if (most === 0 || Math.abs(a.length - b.length) > most || words !== otherWords || other === one) continue;
      if (other.explicit && other.order < one.order) continue;
      // One letter may be a plural or a number; both with files of their own are two places.
      if (one.file !== undefined && other.file !== undefined && one.file !== other.file) continue;
      if (distance(a, b, most) <= most && sameButOneWord(a, b) && drafts.includes(one) && drafts.includes(other))
        merge(one, other, byForm, drafts);
    }
  }
  // "Malha" is Bir Malha and "Charity" Charity Depot, where one name alone holds the shorter one.
  const counts = new Map<string, number>();
  for (const draft of drafts)
    for (const word of new Set([...draft.forms.keys()].flatMap((key) => key.split(" "))))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const short of drafts.slice()) {
    const key = nameOf(short);
    if (
      !drafts.includes(short) ||
      key.includes(" ") ||
      !isNamed(short) ||
      short === region ||
      parents.has(key) ||
      PLACE_NOUNS.has(key) ||
      /\d/.test(key)
    )
      continue;
    const holders = drafts.filter(
      (draft) =>
        draft !== short &&
        [...draft.forms.keys()].some(
          (form) => form.split(" ").length > 1 && (form.startsWith(`${key} `) || form.endsWith(` ${key}`)),
        ),
    );
    const [holder] = holders;
    if (holder === undefined || holders.length !== 1) continue;
    // "the Ferret" is the Snooty Ferret, whose name ends so and which has the article, too.
    if (short.article) {
      if (holder.explicit && holder.article && [...holder.forms.keys()].some((form) => form.endsWith(` ${key}`)))
        merge(holder, short, byForm, drafts);
      continue;
    }
    const long = [...holder.forms.keys()].find((form) => form.startsWith(`${key} `) || form.endsWith(` ${key}`)) ?? "";
    const rest = long.split(" ").filter((word) => word !== key);
    const joins = rest.every((word) => (long.startsWith(key) ? PLACE_NOUNS.has(word) : (counts.get(word) ?? 0) >= 2));
    if (joins && !/^(?:street|lane|road|bridge|river|hill|bay|island)$/.test(rest.at(-1) ?? ""))
      merge(
        holder.explicit || !short.explicit ? holder : short,
        holder.explicit || !short.explicit ? short : holder,
        byForm,
        drafts,
      );
  }
}

/** What a place may be called in passing without being another of the kind, as "the old mill" is. */
const STATE =
  /^(?:abandoned|busy|closed|cold|crowded|damp|dark|derelict|deserted|disused|draughty|dusty|empty|famous|flooded|freezing|frozen|gloomy|hot|lonely|neglected|noisy|open|overgrown|quiet|ruined|shabby|shuttered|silent|smoky|so-called|stuffy|sunny|unlit|warm|wet|windy)$/;

/** "the empty ", before a place. */
const STATED_THE = new RegExp(`\\bthe\\s+(?:${STATE.source.slice(4, -2)})\\s+$`, "i");

/** "The empty toll-house" is the toll-house, and "the school" the schoolroom, where that is known for a place. */
function joinStates(drafts: Draft[], byForm: Map<string, Draft>): void {
  for (const draft of drafts.slice()) {
    const key = [...draft.forms.keys()][0] ?? "";
    const [first = "", ...rest] = key.split(" ");
    if (draft.explicit) continue;
    const room = rest.length > 0 ? [] : ["room", "-room", " room"].flatMap((end) => byForm.get(`${first}${end}`) ?? []);
    const known = STATE.test(first) ? byForm.get(rest.join(" ")) : room.length === 1 ? room[0] : undefined;
    if (known !== undefined && known !== draft && known.explicit && drafts.includes(draft))
      merge(known, draft, byForm, drafts);
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function sameButOneWord(a: string, b: string): boolean {
  const one = a.split(" ");
  const other = b.split(" ");
  return one.filter((word, index) => word !== other[index]).length <= 1;
}

/** "the Lending House" of "the Lending House of Large Things", "the Works" of "the Harlside Works", where nothing else is so called. */
function nameParts(
  drafts: Draft[],
  byForm: ReadonlyMap<string, Draft>,
  alias: (draft: Draft | undefined, form: string) => void,
): void {
  const lastWords = new Map<string, number>();
  for (const draft of drafts)
    for (const key of draft.forms.keys())
      if (draft.explicit && key.includes(" "))
        lastWords.set(key.split(" ").at(-1) ?? "", (lastWords.get(key.split(" ").at(-1) ?? "") ?? 0) + 1);
  for (const draft of drafts) {
    if (!draft.explicit) continue;
    for (const [key, form] of Array.from(draft.forms)) {
      if (!/^\p{Lu}/u.test(form) || !key.includes(" ")) continue;
      const [head = ""] = form.split(/\s+of\s+/);
      if (head !== form && head.includes(" ") && byForm.get(fold(head))?.explicit !== true) alias(draft, head);
      const last = form.split(" ").at(-1) ?? "";
      const single = head !== form && !head.includes(" ") ? head : last;
      const word = single.toLowerCase();
      const known = byForm.get(word);
      if (
        !PLACE_NOUNS.has(word) ||
        (lastWords.get(word) ?? 0) > 1 ||
        known?.explicit === true ||
        !/^\p{Lu}/u.test(single)
      )
        continue;
      // "the works" in small letters is a place of its own, if it is one at all.
      if (known !== undefined && !/^\p{Lu}/u.test([...known.forms.values()][0] ?? "")) continue;
      alias(draft, single);
      draft.strict.add(word);
    }
  }
}

/** Nouns that any place may be spoken of by. */
const ANY_PLACE =
  /^(?:house|home|room|place|building|street|road|path|lane|door|gate|stairs?|steps?|wall|walls|floor|roof|yard|side|corner|end|edge|top|point|level|station|ground|field|bank|water)$/;

/** "the barn" is Reed's barn, where no other place is a barn. */
function joinNouns(drafts: Draft[], byForm: Map<string, Draft>): void {
  for (const noun of drafts.slice()) {
    const [key = ""] = noun.forms.keys();
    if (noun.explicit || noun.standing > 2.2 || key.includes(" ") || !drafts.includes(noun) || ANY_PLACE.test(key))
      continue;
    if (!PLACE_NOUNS.has(key) || /^\p{Lu}/u.test([...noun.forms.values()][0] ?? "")) continue;
    const owners = drafts.filter(
      (draft) =>
        draft !== noun &&
        [...draft.forms.keys()].some(
          (form) => !/ (?:of|in|at|by|on) /.test(form) && (form.endsWith(` ${key}`) || form.endsWith(`-${key}`)),
        ),
    );
    const [owner] = owners;
    if (owner !== undefined && owners.length === 1 && owner.explicit && owner.standing >= 2.5)
      merge(owner, noun, byForm, drafts);
  }
}

interface Use {
  /** Times written with capitals and in small letters, within a sentence. */
  capitals: number;
  smalls: number;
  withThe: number;
  all: number;
  spelling: Map<string, number>;
}

interface Raw extends PlaceMention {
  readonly key: string;
  readonly capital: boolean;
  readonly article: boolean;
  readonly opens: boolean;
}

/** Counts every form in all texts, decides names and cases, and drops mentions that are the plain word. */
function settle(
  drafts: readonly Draft[],
  byForm: ReadonlyMap<string, Draft>,
  spans: readonly Span[],
  region: Draft | undefined,
  _source: ReadingSource,
  people: readonly Named[],
): Gazetteer {
  const forms: NameForm[] = [...byForm.keys()].map((key) => ({ form: key, id: key, kind: "whole" }));
  // People's names hide the places in them: "the boy from the mill" is at no mill.
  for (const { candidates } of people)
    for (const { form, kind } of candidates)
      if (kind === "whole" && form.includes(" "))
        forms.push({ form: form.toLowerCase(), id: "\u0000person", kind: "whole" });
  const index = createMentionIndex(forms);
  const use = new Map<string, Use>();
  const prepositions = new Map<Draft, Record<string, number>>();
  const raws = new Map<Sentence, Raw[]>();
  const findRaw = (text: string, plain: string): Raw[] =>
    index.find(text).flatMap((mention): Raw[] => {
      const [key] = mention.ids;
      const draft = key === undefined ? undefined : byForm.get(key);
      if (key === undefined || draft === undefined) return [];
      const capital = /^[\p{Lu}\p{Lo}\p{N}]/u.test(text.charAt(mention.start));
      const strict = draft.strict.has(key) || ORDINAL.test(key);
      if (strict && (!capital || !mention.article)) return [];
      const before = text.slice(Math.max(0, mention.start - 24), mention.start);
      return [
        {
          id: "",
          key,
          start: mention.start,
          end: mention.end,
          possessive: mention.possessive,
          spoken: plain[mention.start] === " ",
          preposition: PLACE_PREPOSITION.exec(before)?.[1]?.toLowerCase() ?? "",
          capital,
          article: mention.article,
          opens:
            /^$|[.!?:;“"‘'(*]\s*$/.test(text.slice(0, mention.start).trimEnd().slice(-1)) ||
            text.slice(0, mention.start).trim() === "",
        },
      ];
    });
  for (const span of spans)
    for (const sentence of span.sentences) {
      const found = findRaw(sentence.text, sentence.plain);
      if (found.length === 0) continue;
      raws.set(sentence, found);
      for (const raw of found) {
        const entry = use.get(raw.key) ?? { capitals: 0, smalls: 0, withThe: 0, all: 0, spelling: new Map() };
        use.set(raw.key, entry);
        entry.all++;
        if (raw.article) entry.withThe++;
        if (!raw.opens) {
          if (raw.capital) entry.capitals++;
          else entry.smalls++;
          const spelling = sentence.text
            .slice(raw.start, raw.end)
            .replace(/['’]s?$/, (end) =>
              raw.possessive && !/['’]s$/.test(byForm.get(raw.key)?.forms.get(raw.key) ?? "") ? "" : end,
            );
          entry.spelling.set(spelling, (entry.spelling.get(spelling) ?? 0) + 1);
        }
        const draft = byForm.get(raw.key);
        if (draft !== undefined && /^(?:in|on|at|aboard)$/.test(raw.preposition)) {
          const counts = prepositions.get(draft) ?? {};
          counts[raw.preposition] = (counts[raw.preposition] ?? 0) + 1;
          prepositions.set(draft, counts);
        }
      }
    }
  /** Whether a form is a name, so that only its capitals count: "the Bell" and no bell. */
  const named = (key: string, draft: Draft): boolean => {
    const counts = use.get(key);
    const form = draft.forms.get(key) ?? key;
    const single = !key.includes(" ");
    if (counts === undefined) return false;
    return (
      single && /^\p{Lu}/u.test(form) && counts.capitals >= 2 && (draft.explicit || counts.capitals >= counts.smalls)
    );
  };
  const ids = new Map<Draft, string>();
  const taken = new Set<string>();
  const ordered = [...drafts].sort((a, b) => Number(b.explicit) - Number(a.explicit) || a.order - b.order);
  const places = ordered.map((draft): KnownPlace => {
    const keys = [...draft.forms.keys()];
    const [main = ""] = keys;
    const name = written(main, draft, use);
    const most = [...keys].sort((a, b) => (use.get(b)?.all ?? 0) - (use.get(a)?.all ?? 0))[0] ?? main;
    const called =
      (use.get(most)?.all ?? 0) > 2 * (use.get(main)?.all ?? 0) && isOwnName(draft, most)
        ? written(most, draft, use)
        : name;
    let id = slug(name) || slug(main) || "place";
    while (taken.has(id)) id = `${id}-2`;
    taken.add(id);
    ids.set(draft, id);
    return {
      id,
      name,
      called,
      aliases: keys.slice(1).map((key) => written(key, draft, use)),
      standing: draft.standing,
      region: draft === region || draft.isTown === true,
      ...(draft.file === undefined ? {} : { file: draft.file }),
      prepositions: prepositions.get(draft) ?? {},
      sign: draft.sign,
    };
  });
  const within = new Map(
    ordered.flatMap((draft) => {
      const parent = draft.within === undefined ? undefined : byForm.get(draft.within);
      const id = ids.get(draft);
      const parentId = parent === undefined ? undefined : ids.get(parent);
      return id === undefined || parentId === undefined || parentId === id ? [] : [[id, parentId] as const];
    }),
  );
  const placed = places.map((place) => {
    const parent = within.get(place.id);
    return parent === undefined ? place : { ...place, within: parent };
  });
  const byId = new Map(placed.map((place) => [place.id, place]));
  const keep = (raw: Raw, text: string): PlaceMention[] => {
    const draft = byForm.get(raw.key);
    const id = draft === undefined ? undefined : ids.get(draft);
    if (draft === undefined || id === undefined) return [];
    const single = !raw.key.includes(" ");
    if (named(raw.key, draft) && !raw.capital) return [];
    const form = draft.forms.get(raw.key) ?? "";
    const counts = use.get(raw.key);
    const articled = counts !== undefined && counts.withThe * 2 >= counts.all;
    // A common noun is a place only with its article.
    if (
      single &&
      !/['’]s$/.test(form) &&
      articled &&
      !raw.article &&
      !STATED_THE.test(text.slice(Math.max(0, raw.start - 24), raw.start)) &&
      !/^(?:\s*[,.]|$)/.test(text.slice(raw.end)) &&
      !(raw.opens && raw.start === 0)
    )
      return [];
    if (
      single &&
      !articled &&
      raw.opens &&
      counts !== undefined &&
      counts.smalls > 0 &&
      !/^\s+(?:is|was|has|had|lies|stands|sits|comes)\b|^\s*,/.test(text.slice(raw.end))
    )
      return [];
    const { id: _, ...mention } = raw;
    return [{ ...mention, id }];
  };
  const cache = new Map<Sentence, readonly PlaceMention[]>();
  const find = (text: string): readonly PlaceMention[] => findRaw(text, text).flatMap((raw) => keep(raw, text));
  return {
    places: placed,
    byId,
    mentions(sentence) {
      const known = cache.get(sentence);
      if (known !== undefined) return known;
      const found = (raws.get(sentence) ?? []).flatMap((raw) => keep(raw, sentence.text));
      cache.set(sentence, found);
      return found;
    },
    find,
    resolve(location) {
      const { names, aliases, path } = placeNames(location);
      const of = (form: string): KnownPlace | undefined => {
        const draft = byForm.get(fold(form));
        return draft === undefined ? undefined : byId.get(ids.get(draft) ?? "");
      };
      for (const part of [...path]
        .reverse()
        .flatMap((one) => (path.length > 1 ? placeNames(one).names.slice(0, 1) : []))) {
        const place = of(part);
        if (place !== undefined && place.standing >= 3) return place;
      }
      for (const form of [location, ...names.slice(0, 1), ...aliases]) {
        const place = of(form);
        if (place !== undefined) return place;
      }
      return undefined;
    },
  };
}

/** Whether a form may stand for a place: no mere part of its name, no number. */
const isOwnName = (draft: Draft, key: string): boolean =>
  !draft.strict.has(key) &&
  !ORDINAL.test(key.split(" ")[0] ?? "") &&
  (/^[\p{Lu}\p{Lo}]/u.test(draft.forms.get(key) ?? "") || key.includes(" "));

const ROOM =
  /(?:^|[\s-])(?:rooms?|bedroom|bathroom|bunkroom|classroom|office|kitchen|pantry|cellar|attic|loft|basement|hall|hallway|corridor|yard|courtyard|hut|shed|barn|stables?|library|chapel|gallery|galley|deck|cabin|workshop|forge|smithy|mill|inn|tavern|pub|bar|market|docks?|pier|quay|harbou?r|tower|vault|crypt|lab|laboratory|boathouse|lighthouse|greenhouse|infirmary|surgery|canteen|garden|stage|foyer|lobby|balcony|roof|stairs|staircase|well|gate)$/i;

/** Whether a name is only a room or a building by what it is: "Band Room", "Kitchen", but not "Ann's Room" or "Chester Hall, York". */
function isCommonRoom(form: string): boolean {
  const words = form.split(/\s+/);
  return ROOM.test(form) && words.length <= 2 && !/['’]s?(?:\s|$)|\d/.test(form) && !/^(?:the|an?)\s/i.test(form);
}

/** A form as it stands in mid-sentence, in the spelling and with the article that the texts use most. */
function written(key: string, draft: Draft, use: ReadonlyMap<string, Use>): string {
  const given = draft.forms.get(key) ?? key;
  const counts = use.get(key);
  const [spelling] = counts === undefined ? [] : ([...counts.spelling].sort((a, b) => b[1] - a[1])[0] ?? []);
  const form = spelling ?? given;
  const first = key === [...draft.forms.keys()][0];
  // A common noun has its article, whatever stands before it here and there: "the lamp room", and "Lamp Room" alike where
  // no text has it without.
  const unused = counts === undefined || counts.all === 0;
  const noun =
    (/^\p{Ll}/u.test(form) && (!draft.explicit || unused)) || (draft.explicit && first && unused && isCommonRoom(form));
  const article =
    noun || (counts === undefined || counts.all === 0 ? draft.article && first : counts.withThe * 2 >= counts.all);
  return article ? `the ${form}` : form;
}
