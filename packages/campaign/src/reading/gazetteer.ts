/** The places that a campaign's texts name, each once however it is spelt. */
import { slug, withoutShouting } from "@narratoria/protocol/english";
import { ARTICLES, PLACE_NOUNS, VESSELS } from "./lexicon.js";
import { createMentionIndex, type NameForm } from "./mentions.js";
import { markdownSections } from "./mine/markdown.js";
import { placeOfAppearance } from "./first-appearance.js";
import { escape } from "./patterns.js";
import type { Named } from "./people-mentions.js";
import {
  type Add,
  type Draft,
  dropTimes,
  isNoPlace,
  isOrdinal,
  joinEquated,
  joinFurniture,
  joinNouns,
  joinSpellings,
  joinStates,
  merge,
  nameParts,
  STATED_THE,
  withoutCodes,
} from "./place-drafts.js";
import { bodyTitled, isSomebodys, isTime } from "./no-places.js";
import { placesInHeads } from "./beat-head.js";
import { placeInLabel, placesInLore } from "./place-folders.js";
import { gatherOwned } from "./place-owners.js";
import { joinKinds } from "./place-kinds.js";
import { pageOfPlace } from "./place-pages.js";
import { joinSameByWord, joinVariants } from "./place-variants.js";
import { markWholes } from "./place-wholes.js";
import { ABOUT_TIME, entriesOf, headingAbove, IN_LORE, IN_SETTING, placesAmongSiblings } from "./place-lists.js";
import {
  ANY_DISTRICT,
  CODE,
  fold,
  isAbstract,
  isCommonTopic,
  isHeadingName,
  isNameLike,
  isPlaceFile,
  NOT_A_PLACE,
  ORDINAL,
  placeHeaded,
  placeNames,
  RELATIVE,
  withoutThe,
} from "./place-names.js";
import { bareLocation, saintsHouses, subjectOfTitle, titledPlaces } from "./place-titles.js";
import { gatherFromProse, phrasesPutThere, wholeOccurs } from "./place-prose.js";
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

const PLACE_PREPOSITION =
  /(?:^|[^a-zà-ž])(in|on|at|aboard|inside|outside|behind|beneath|below|under|above|beside|by|near|past|into|onto|far as|to|from|toward|towards|through|across|along|over|off|up|down|around|round|upon|within|of|leaving|leaves?|left|enters?|reach(?:es|ed)?|between)\s+(?:(?:the|this|that|our|old|an?|his|her|their|its)\s+)?$/i;

/**
 * Gathers the places of a campaign.
 *
 * @param playerForms - What the author calls the player.
 */
export function readGazetteer(
  source: ReadingSource,
  spans: readonly Span[],
  people: readonly Named[],
  playerForms: readonly string[] = [],
): Gazetteer {
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
  // Whom the author makes the player is nobody's place, however it is set. (rule CA5413)
  for (const form of playerForms) personForms.add(fold(form));
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
    const title = subjectOfTitle(heading ?? base);
    if (title === "") continue;
    const sign = { file, text: title, why: "lore about a place" };
    const { names, aliases } = titledPlaces(title, base, spans, putThere);
    if (names.length === 0) continue;
    const joined = /^(.+?)\s+and\s+(.+)$/i.exec(names[0] ?? "");
    let first = withAmpersand(names[0] ?? title, spans);
    if (joined !== null && first === (names[0] ?? title) && (!wholeOccurs(spans, first) || isPair(first))) {
      first = joined[1] ?? first;
      second.push({ name: joined[2] ?? "", sign, standing: 5, file });
    }
    const draft = add(first, 5, sign, true);
    if (draft !== undefined) draft.file ??= file;
    for (const one of [...aliases, ...saintsHouses(first, spans)]) alias(draft, one);
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
  for (const { name, title, file } of placesInLore(source.lore, putThere)) {
    const draft = add(name, 3, { file, text: title, why: "lore about a place" }, true);
    if (draft !== undefined) draft.file ??= file;
  }
  // "| L1 | Auntie's Eels |" and "- **L1** Auntie's Eels": what the codes of locations stand for.
  for (const [code, { name, file }] of codedPlaces(source))
    if (byForm.get(fold(code)) === undefined)
      alias(add(name, 5, { file, text: name, why: `what ${code} stands for` }, true), code);
  // 2. Places of beats, of the player and of people.
  // "The gate of St Osric's", where the player starts, is the gate where a beat plays: the whole is no place of its own. (rule CA3322)
  const ofTheWhole = (text: string, { file }: KnownPlace["sign"]): Draft | undefined => {
    const [, part = "", whole = ""] = /^(\p{L}+) of (?:the )?(\p{Lu}.*)$/u.exec(withoutThe(text)) ?? [];
    const known = byForm.get(fold(part));
    return file.endsWith("template.json") && known?.file === undefined && !byForm.has(fold(whole)) ? known : undefined;
  };
  const locate = (given: string, standing: number, sign: KnownPlace["sign"]): void => {
    const text = bareLocation(given);
    if (text === undefined || RELATIVE.test(text) || beatIds.has(fold(text))) return;
    const [address, owner] = addressIn(text, source, drafts) ?? [];
    if (owner !== undefined && address !== undefined && byForm.get(fold(text)) === undefined) {
      owner.standing = Math.max(owner.standing, standing);
      owner.forms.set(fold(address), address);
      byForm.set(fold(address), owner);
      return;
    }
    // "the road of the nineteen turnings" is the nineteen turnings, where those are known for a place.
    const of =
      /^(?:the\s+)?(?:road|path|way|town|village|city|island|isle|port|inn|house|ruins?|river|lake|bay) of (.+)$/iu.exec(
        text.trim(),
      )?.[1];
    // So is "the prompter's box of the Teatro Regina" the prompter's box; a garden, though, may be another garden.
    const [, part = ""] =
      /^(.+? .+?) (?:of|at|in|on|by|behind|beside|under|below|above) (?:the )?\p{Lu}/u.exec(withoutThe(text)) ?? [];
    const named = byForm.get(fold(of ?? part)) ?? ofTheWhole(text, sign);
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
    if (whole !== undefined) whole.isWhole = true;
    const draft = add(venue, 5, sign, true);
    if (draft === undefined) continue;
    draft.within ??= fold(town);
    alias(draft, location);
    // "KQXV studio" is KQXV.
    const letters = /^(\p{Lu}{2,}) \p{Ll}+$/u.exec(venue)?.[1];
    if (letters !== undefined) alias(draft, letters);
  }
  for (const { name, text } of [
    ...openingPlaces(source.beats),
    ...source.beats.flatMap((one) => placeInLabel(one) ?? []),
  ])
    if (!personForms.has(fold(name)) && !NOT_A_PLACE.test(withoutThe(name)))
      locate(name, 4, { file: "plot/beats.json", text, why: "a beat opens with it" });
  const loreTitled = new Map(
    source.lore.flatMap(({ file, text }) => {
      const title = /^#{1,2}\s+(.+?)\s*#*\s*$/mu.exec(text.slice(0, 2000))?.[1];
      return title === undefined ? [] : [[fold(title), file] as const];
    }),
  );
  for (const { name, text } of placesInHeads(source.beats, (one) => loreTitled.has(fold(one)) || putThere(one) > 0)) {
    if (personForms.has(fold(name)) || NOT_A_PLACE.test(withoutThe(name))) continue;
    locate(name, 4, { file: "plot/beats.json", text, why: "a beat opens with it" });
    // A page of lore of that title tells of the place. (rule CA5410)
    const draft = byForm.get(fold(name));
    const file = loreTitled.get(fold(name));
    if (draft !== undefined && file !== undefined) draft.file ??= file;
  }
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
  const written = [source.setting, source.premise, ...source.lore.map(({ text }) => text.slice(0, 20_000))].join("\n");
  const bodies = new Set(source.lore.flatMap(({ file, text }) => bodyTitled(file, text) ?? []).map(fold));
  const isNobodys = (name: string): boolean =>
    putThere(name) > 0 || !(bodies.has(fold(withoutThe(name))) || isSomebodys(name, written));
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
        isTime(name) ||
        isCommonTopic(name) ||
        !isNobodys(name)
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
    for (const { name, text: title, isSection } of placesAmongSiblings(
      entriesOf(text),
      putThere,
      personForms,
      IN_SETTING,
      (name) => !isNobodys(name),
    ))
      add(
        name,
        isSection || placeHeaded(name) || putThere(name) >= 2 ? weight : Math.min(weight, 2.5),
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
      const noun =
        /^(?:The|An?|Our)\s+((?:[\p{L}'’-]+\s+){0,2}\p{Ll}[\p{Ll}-]*)(?=[,;.:]|\s+(?:above|below|beside|behind|near|under|over|on|at|by|with|against)\s)/u.exec(
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
        (name) => !isNobodys(name),
      ))
        if (!ANY_DISTRICT.test(name))
          add(name, placeHeaded(name) ? 3 : 2.5, { file, text: title, why: "among others of the kind" }, true);
  }
  for (const { id, profile } of source.npcs) {
    const first = profile.metadata?.first_appearance;
    if (
      first === undefined ||
      beatIds.has(fold(first)) ||
      source.beats.some(({ title }) => fold(title) === fold(first))
    )
      continue;
    const place = placeOfAppearance(first, (name) => byForm.get(fold(name))?.explicit === true, putThere);
    // "the creek" may be one that has a name.
    if (place !== undefined && /^(?:the\s+)?\p{Ll}+$/u.test(place) && !byForm.has(fold(place)))
      add(place, 2.2, { file: `characters/npcs/${id}/profile.json`, text: first, why: "where somebody first appears" });
    else if (place !== undefined)
      locate(place, 4, {
        file: `characters/npcs/${id}/profile.json`,
        text: first,
        why: "where somebody first appears",
      });
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
      if (!NOT_A_PLACE.test((match[1] ?? "").split(" ")[0] ?? "") && isNobodys(match[1] ?? ""))
        add(
          match[1] ?? "",
          3,
          { file: `characters/npcs/${id}/profile.json`, text: profile.role, why: "named in a role" },
          true,
        );
  // 5. Names and nouns after a preposition in running text.
  const isKnown = (form: string): boolean => byForm.get(fold(form))?.explicit === true;
  gatherOwned(spans, add, personForms, isKnown);
  gatherFromProse(spans, add, personForms, isKnown);

  const region = regionOf(source, byForm, add);
  joinSpellings(drafts, byForm, region);
  joinFurniture(drafts, byForm);
  const about = [source.setting, ...source.lore.map(({ text }) => text.slice(0, 20_000))];
  joinEquated(about, drafts, byForm);
  joinSameByWord([source.premise, ...about], drafts, byForm);
  joinVariants([source.premise, ...about, ...source.beats.map(({ description }) => description)], drafts, byForm);
  joinStates(drafts, byForm);
  nameParts(drafts, byForm, alias);
  joinNouns(drafts, byForm);
  joinKinds(source, drafts, byForm);
  dropTimes(drafts, byForm, spans);
  markWholes(source, drafts, byForm);
  for (const draft of drafts.filter(isNoPlace)) {
    drafts.splice(drafts.indexOf(draft), 1);
    for (const [form, owner] of byForm) if (owner === draft) byForm.delete(form);
  }
  withoutCodes(drafts, byForm);
  // A page that has a place's name tells of it, whatever its folder is called. (rule CA5900)
  const taken = new Set(drafts.flatMap(({ file }) => file ?? []));
  for (const draft of drafts) {
    if (draft.file !== undefined || draft === region || draft.isWhole === true) continue;
    const forms = new Set(draft.forms.keys());
    const page = pageOfPlace(source.lore, forms, (file) => isPlaceFile(file) || taken.has(file));
    if (page === undefined) continue;
    draft.file = page;
    taken.add(page);
  }
  return settle(drafts, byForm, spans, region, source, people);
}

const ORDINALS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/**
 * The place at an address of a beat, "9 Crumb Lane": of which a text says that it is there ("The Second Rise, at 9 Crumb Lane"), or whose
 * own text opens with it ("Number nine, Crumb Lane."). (rule CA1571)
 */
function addressIn(
  location: string,
  { setting, premise, lore }: ReadingSource,
  drafts: readonly Draft[],
): readonly [address: string, owner: Draft] | undefined {
  const [address, number = "", street = ""] = /^(\d{1,4}\p{L}?),? (\p{Lu}[\p{L}’' -]+)$/u.exec(location) ?? [];
  if (address === undefined) return undefined;
  const counted = [number, ORDINALS[Number(number) - 1] ?? number].map(escape).join("|");
  const there = `(?:(?:number|no\\.?) )?(?:${counted}),? (?:in |on )?(?:the )?${escape(street)}(?![\\p{L}])`;
  const opens = new RegExp(`^(?:#.*\\n+)?\\s*[*_]*(?:It (?:is|stands) (?:at )?|At )?${there}`, "iu");
  const owner = drafts.find(
    ({ file, explicit, forms }) =>
      explicit &&
      file !== undefined &&
      lore.some((one) => one.file === file && opens.test(one.text)) &&
      !forms.has(fold(street)),
  );
  if (owner !== undefined) return [address, owner];
  const text = [setting, premise].join("\n");
  const said = drafts.find(
    ({ explicit, forms }) =>
      explicit &&
      [...forms.values()].some((form) =>
        new RegExp(`(?<![\\p{L}])${escape(form)}[*_]*,? (?:is |stands )?(?:at |in )?${there}`, "iu").test(text),
      ),
  );
  return said === undefined ? undefined : [address, said];
}

/** "Boat A and Boat B" are two. (rule CA1570) */
const isPair = (name: string): boolean => /^(?:the )?(\p{L}+) (?:\p{L}|\d+) and \1 (?:\p{L}|\d+)$/iu.test(name);

/** "suds and such", as a file is called, is "Suds & Such", where texts have that. (rule CA1570) */
function withAmpersand(name: string, spans: readonly Span[]): string {
  const [, one, other] = /^(.+?)\s+and\s+(.+)$/iu.exec(name) ?? [];
  if (one === undefined || other === undefined) return name;
  const pattern = new RegExp(`(?<![\\p{L}])${escape(withoutThe(one))} & ${escape(other)}(?![\\p{L}])`, "iu");
  for (const { text } of spans) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found;
  }
  return name;
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

const FOREIGN_ARTICLE = /(?<![\p{L}’'-])((?:La|Le|Les|El|Los|Las|Il|Der|Das|Het) )$/u;

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
      // "La Frasse": the article of another language that has a capital belongs to the name. (rule CA3220)
      const start = mention.start - (FOREIGN_ARTICLE.exec(text.slice(0, mention.start))?.[1]?.length ?? 0);
      const before = text.slice(Math.max(0, start - 24), start);
      return [
        {
          id: "",
          key,
          start,
          end: mention.end,
          possessive: mention.possessive,
          spoken: plain[mention.start] === " ",
          preposition: PLACE_PREPOSITION.exec(before)?.[1]?.toLowerCase() ?? "",
          capital,
          article: mention.article,
          opens:
            /^$|[.!?:;“"‘'(*]\s*$/.test(text.slice(0, start).trimEnd().slice(-1)) || text.slice(0, start).trim() === "",
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
      region: draft === region || draft.isWhole === true,
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
      const bare = bareLocation(location) ?? location;
      const { names, aliases, path } = placeNames(bare);
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
      for (const form of [location, bare, ...names.slice(0, 1), ...aliases]) {
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
  const form = spelling ?? withoutShouting(given);
  const first = key === [...draft.forms.keys()][0];
  // A common noun has its article, whatever stands before it here and there: "the lamp room", and "Lamp Room" alike where
  // no text has it without.
  const unused = counts === undefined || counts.all === 0;
  const noun =
    (/^\p{Ll}/u.test(form) && (!draft.explicit || unused)) || (draft.explicit && first && unused && isCommonRoom(form));
  // "Your kitchen" is the player's, and no name. (rule CA4302)
  if (/^(?:your|my|our|his|her|their) \p{Ll}/iu.test(form)) return `${form.charAt(0).toLowerCase()}${form.slice(1)}`;
  const phrase = asPhrase(form, counts);
  if (phrase !== undefined) return phrase;
  const article =
    noun || (counts === undefined || counts.all === 0 ? draft.article && first : counts.withThe * 2 >= counts.all);
  // "All decks", "Both banks": what says how many of them has no article. (rule CA1505)
  return article && !/^(?:all|both|every|each|any|some|no)\s/i.test(form) ? `the ${form}` : form;
}

/** Uses of a name without its article from which on it has none. */
const FEW_USES = 3;
/** Where something is, after the noun that says what it is. */
const WHERE = /^(?:at|across from|behind|opposite|by|near|beside|on|above|over|under|outside|inside|off|between) /i;
/** Adverbs and kinds of place that stand as headings without their article. */
const BARE =
  /^(?:roadside|wayside|waterfront|backstage|riverside|seafront|hillside|lakeside|dockside|quayside|kerbside|curbside)$/i;

/** "Foot of the Third Shaft": a part of what stands behind it. (rule CA4302) */
const PART_OF =
  /^(?:foot|head|top|bottom|mouth|edge|end|rim|lip|brow|bend|back|side|corner|middle|heart|base|summit|far end|landing) of (?:the|an?|your|\p{Lu}\p{L}+['’]s) /iu;

/**
 * "Temple of the Lady" as "the Temple of the Lady", "Cafe across from the court" as "the cafe across from the court", "Roadside" as "the
 * roadside": a heading or a field leaves the article out, and has a capital. Undefined for any other name. (rule CA3205)
 */
function asPhrase(form: string, counts: Use | undefined): string | undefined {
  const isUsed = counts !== undefined && counts.all >= FEW_USES && counts.withThe * 2 < counts.all;
  if (isUsed) return undefined;
  if (BARE.test(form)) return `the ${form.toLowerCase()}`;
  const [, noun = "", rest = ""] = /^(\p{Lu}?\p{Ll}[\p{L}-]*) (.+)$/u.exec(form) ?? [];
  if (PART_OF.test(form)) return `the ${noun.toLowerCase()} ${rest}`;
  if (!PLACE_NOUNS.has(noun.toLowerCase()) && !BARE.test(noun)) return undefined;
  if (/^of (?:the |\p{Lu})/u.test(rest)) return `the ${form}`;
  return WHERE.test(rest) ? `the ${noun.toLowerCase()} ${rest}` : undefined;
}
