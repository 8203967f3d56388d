/** Where somebody lives or is mostly found. */
import type { NpcProfile } from "@narratoria/protocol/contracts";
import { ownedPlaces } from "./beat-place.js";
import { LEFT, placesOf } from "./claimed-places.js";
import type { Gazetteer, KnownPlace, PlaceMention } from "./gazetteer.js";
import { homeSigns } from "./home-signs.js";
import { isPlaceFile } from "./place-names.js";
import { NAMED, placesOfSpans } from "./place-of-span.js";
import type { PeopleMentions } from "./people-mentions.js";
import { type Decision, Tally } from "./tally.js";
import type { Sentence, Span } from "./texts.js";

export interface Homes {
  readonly home: ReadonlyMap<string, Decision<string>>;
  /** Other places where they may be met, likeliest first. */
  readonly haunts: ReadonlyMap<string, readonly string[]>;
}

/** What the beats say of who is where. */
export interface BeatPlace {
  readonly place: string | undefined;
  readonly speakers: readonly string[];
  readonly cast: readonly string[];
}

const LIVES =
  /\b(?:lives?|lived in|(?:has|have) (?:always )?lived|living|(?:keeps?|runs|owns|inherited|rents?)(?=\s+(?:\p{L}+['’]s\s+)?(?:the\s+|an?\s+|his\s+|her\s+|their\s+)?$)|sleeps?|lodges?|lodging|stays|dwells?|resides?|based|boards?|home is|house is|room is|rooms? (?:over|above|at|in)|cabin is|has (?:a|the|two|his|her|their|its) (?:room|rooms|house|flat|desk|cell|berth|bunk|cottage|shop|stall|office)|hung in|stands in|is kept in|is moored|(?:can|may) (?:usually |always |generally |mostly |often )?be (?:found|met|seen)|is (?:to be found|always|usually|mostly|generally|found|at home)|spends (?:his|her|their|its|most|every|all)[^.;,]{0,30}|works|sits|stands (?:at|behind|in)|mans|haunts|holds court|presides over|looks after|tends(?=\s+(?:the\s+)?$)|born in and)(?!\p{L})/iu;
/** What says of somebody that they live somewhere, and not only that they work or are seen there. */
const DWELLS =
  /\b(?:lives?|(?:has|have) (?:always )?lived|sleeps?|lodges?|lodging|dwells?|resides?|boards|rents|home is|rooms? (?:over|above|at|in)|cabin is|is moored|is kept in|hung in)\b(?![^.;]*\b(?:for|off|by) (?:the|his|her|their) (?:work|wits|living)\b)/i;
const ONCE =
  /\b(?:born|left|trained|came from|grew up|studied|was sent|used to|once|formerly|before|until|till|escaped|moved (?:from|out)|never|not|hasn['’]t|does not|will not|went to|went south|sailed from|bought (?:at|in)|son of|daughter of|widow of|whelped|bred|cast at|lost|died)\b/i;
const SLEEPS =
  /\b(?:sleeps?|lives?|lodges?|rooms?|bed|bunk|desk|chair|stool|keeps (?:it|the)|runs (?:it|the)|in the hatch|behind (?:the|its) (?:counter|bar|desk)|upstairs|mat|racks?|hammock|basket|peg|office|cubicle)\b/i;

const SITS_IN_IT =
  /^\s+(?:sits|lives|sleeps|stays|works|waits|dwells|is|stands|lodges|keeps house)\b[^.;,]{0,30}\b(?:(?:of|in|on|inside|under|behind|below|over) it|there|within|at the (?:top|bottom))\b/u;

/** "El Zurdo's table is the one by the door." */
const OWNS =
  /^\s+(?:own\s+|usual\s+|favou?rite\s+)?(?:table|corner|seat|bench|stall|shelf|cage|tank|counter|nest|perch|box)\b/i;

/** "Lives at 14", "sleeps above the": what follows is where, with nothing between. */
const DIRECTLY =
  /^(?:lives?|sleeps?|lodges?|dwells?|resides?)\s+(?:(?:alone|still|now|upstairs|by (?:him|her|them|it)self)\s+)?(?:in|at|on|over|above|aboard|behind|under|below)\s+(?:the\s+|\d+\w?,?\s+)?$/i;
const DWELLINGS =
  "(?:cottage|house|flat|apartment|room|rooms|home|place|cabin|hut|shack|boat|barge|houseboat|caravan|trailer|office|shop|studio|workshop|tent|cell|farm|lodgings|quarters|tower|den|lair)";
const DWELLING_NOUN = new RegExp(`^\\s+(?:\\p{Ll}+\\s+)?${DWELLINGS}\\b`, "u");
const DWELLING_NAMED = new RegExp(
  `^\\s+(?:\\p{Ll}+\\s+)?${DWELLINGS}(?:,|,? (?:is|was)(?: called| named| known as)?|,? called)\\s+(?:the\\s+)?$`,
  "u",
);
const NOTED_DWELLING =
  /^(?:(?:he|she|they)\s+)?(?:rents|lodges|lives|sleeps|boards)\b[^.;]*\b(?:in|at|on|over|above|aboard)\s+(?:the\s+)?$|\b(?:stay|sleep|live|lodge)s? (?:on )?(?:in|at|on|over|above|aboard)\s+(?:the\s+)?$/i;
const FINDS_THEM =
  /\b(?:visits|meets|sees|finds|brings|takes|helps|feeds|calls on|sits with|drinks with|plays (?:\p{Ll}+ )?with|talks to|waits for|looks in on|leaves)\s+(?:him|her|them|it)?\b/iu;
const OWN_NOUN =
  /\b(?:in|at|on|aboard|over|above|behind|runs|keeps|has)\s+(?:his|her|their|its)\s+(?:own\s+)?(\p{Ll}+)\b/gu;
/** A tag that says of what it names that somebody is there: "home:the-kiln". (rule CA610) */
const KEYED_TAG =
  /^(?:home|house|place|location|residence|address|lodgings|quarters|base|based|room|lives|sleeps|found|works)\s*[:=/]\s*(.+)$/i;
const LIVE_THERE = "the profile says that they live there";
/** What a profile says outright of where somebody lives outweighs where they work and are seen. */
const DWELLING = 15;
/** Where a role has somebody now, whatever they were before. */
const NOW_THERE = 9;
/** What the text of a place says of the one who has it: "It is kept by". */
const HELD_BY =
  /\b(?:kept|run|owned|managed|ruled|tended|minded|staffed|inhabited|occupied|rented|looked after|presided over) by\s+(?:the\s+)?(?:\p{Ll}+\s+)?$|\b(?:home|lair|domain|kingdom|province) (?:of|to)\s+(?:the\s+)?$/iu;
/** "You will find @ here", with the person for "@". */
const FOUND_HERE =
  /\b(?:find|see|meet|catch)s?\s+(?:the\s+)?@\s+(?:\p{Ll}+\s+){0,2}(?:here|there|in it|inside)\b|^@\s+(?:is|can be|may be|will be)\s+(?:\p{Ll}+\s+){0,2}(?:found |met )?here\b/iu;
/** A name in the text of one place, where no other place's text has it. */
const ONLY_THERE = 1;
/** A heading over a text that says of everybody where they live. */
const WHO_LIVES_WHERE =
  /^(?:who (?:lives|sleeps|stays|lodges|is|works|sits) where|where (?:they|people|everybody|everyone) (?:all )?(?:lives?|sleeps?|are|is|works?)|where to find (?:them|people|everybody|everyone|whom)|(?:residents|inhabitants|households|lodgings|tenants|tenancies|billets|berths|rooms|quarters)(?: and .*)?)$/i;
/** Scores below which nothing is said of a home. */
const ENOUGH = 0.9;

/**
 * Decides homes from profiles, names, lore about places, and beats.
 *
 * @param tables - Rows of the tables in setting and lore: who and where stand in them side by side.
 */
export function decideHomes(
  npcs: readonly { readonly id: string; readonly profile: NpcProfile }[],
  spans: readonly Span[],
  mentions: PeopleMentions,
  gazetteer: Gazetteer,
  beats: readonly BeatPlace[],
  never: ReadonlySet<string>,
  tables: readonly { readonly file: string; readonly cells: readonly string[] }[] = [],
  things: ReadonlyMap<string, string> = new Map(),
): Homes {
  const tallies = new Map<string, Tally<string>>(npcs.map(({ id }) => [id, new Tally<string>()]));
  const parts = new Map(mentions.people.map(({ id, parts: of }) => [id, of]));
  const forms = new Map(mentions.people.map(({ id, candidates }) => [id, candidates.map(({ form }) => form)]));
  const standing = (place: KnownPlace): number =>
    (place.standing >= 3 ? 1 : place.standing >= 2 ? 0.85 : place.standing >= 1.5 ? 0.75 : 0.5) *
    (place.region ? 0.25 : 1);
  const addPlace = (
    id: string,
    mention: PlaceMention,
    weight: number,
    sentence: Sentence | undefined,
    file: string,
    text: string,
    why: string,
  ): void => {
    const place = gazetteer.byId.get(mention.id);
    const tally = tallies.get(id);
    if (place === undefined || tally === undefined || weight === 0) return;
    tally.add(place.id, weight * standing(place), {
      file: sentence?.span.file ?? file,
      text: sentence?.span.kind === "secret" ? "" : (sentence?.text ?? text),
      why,
    });
  };

  const byTag = new Map<string, KnownPlace>();
  for (const place of gazetteer.places)
    for (const form of [place.name, place.called, ...place.aliases]) {
      const tag = tagOf(form);
      if (!byTag.has(tag)) byTag.set(tag, place);
    }
  const placeTagged = (tag: string): KnownPlace | undefined => byTag.get(tagOf(tag));
  const placeWithWord = wordOfOnePlace(gazetteer);
  for (const { id, profile } of npcs) {
    const file = `characters/npcs/${id}/profile.json`;
    // "The Dowager of Arjoun", "Queen of Goose Green", "the boy from the mill".
    const of = / (?:of|from|in|at) (.+)$/.exec(parts.get(id)?.plain ?? "")?.[1];
    if (of !== undefined) {
      const found = gazetteer.find(of).map((mention) => mention.id);
      const ending = gazetteer.places.filter(({ name }) => name.endsWith(` ${of}`));
      const named = found.length > 0 ? found : ending.length === 1 ? ending.map((place) => place.id) : [];
      for (const place of named) addPlace(id, at(place), 4, undefined, file, profile.name, "the name says so");
    }
    for (const place of placesOf(profile, parts.get(id), forms.get(id) ?? [], gazetteer))
      addPlace(id, at(place.id), place.weight, undefined, file, profile.role, place.why);
    const first = profile.metadata?.first_appearance;
    const named = first === undefined ? undefined : gazetteer.resolve(first);
    if (named !== undefined && !beats.some(({ place }) => place === first))
      tallies.get(id)?.add(named.id, 5, { file, text: first ?? "", why: "where they first appear" });
    for (const tag of profile.metadata?.tags ?? []) {
      const text = tag.replace(/[-_]+/g, " ");
      // "home:the-kiln", "location: the island"
      const keyed = KEYED_TAG.exec(text)?.[1];
      const given = keyed === undefined ? undefined : placeTagged(keyed);
      if (given !== undefined) {
        addPlace(id, at(given.id), 4, undefined, file, tag, `tagged "${tag}"`);
        continue;
      }
      if (/\b(?:missing|dead|formerly|from|travels|dies)\b/i.test(text)) continue;
      const place = placeTagged(text);
      if (place !== undefined)
        tallies.get(id)?.add(place.id, 1.8 * standing(place), { file, text: tag, why: `tagged "${tag}"` });
      else {
        const stays = /^(?:stays|lives|lodges|works|based|sleeps) (?:at|in|on|aboard) (.+)$/i.exec(text)?.[1];
        const part = placeWithWord(text);
        if (part !== undefined)
          tallies.get(id)?.add(part.id, 1.5 * standing(part), { file, text: tag, why: `tagged "${tag}"` });
        const where = stays === undefined ? undefined : placeTagged(stays);
        if (where !== undefined) tallies.get(id)?.add(where.id, 3, { file, text: tag, why: `tagged "${tag}"` });
      }
    }
  }
  const owned = ownedPlaces(gazetteer, mentions.people);
  for (const span of spans) {
    const { owner } = span;
    // "Brings him his dinner in the gun room": where others find somebody.
    const other = span.toward === undefined ? undefined : mentions.find(span.toward)[0]?.id;
    if (other !== undefined)
      for (const sentence of span.sentences)
        for (const mention of gazetteer.mentions(sentence))
          if (
            /^(?:in|at|aboard|on)$/.test(mention.preposition) &&
            FINDS_THEM.test(sentence.plain.slice(0, mention.start)) &&
            !ONCE.test(sentence.plain)
          )
            addPlace(other, mention, 1.5, sentence, span.file, "", "others find them there");
    if (owner !== undefined) {
      // "He lives on his boat": the boat that has his name.
      if (span.kind === "background" || span.kind === "looks")
        for (const match of span.text.matchAll(OWN_NOUN)) {
          const place = owned(owner, match[1] ?? "");
          if (place !== undefined)
            addPlace(owner, at(place), 3, span.sentences[0], span.file, "", "the place has their name");
        }
      if (span.kind === "role") roleHome(owner, span, gazetteer, addPlace);
      else if (span.kind === "background" || span.kind === "looks" || span.kind === "secret" || span.kind === "style")
        profileHome(owner, span, mentions, gazetteer, addPlace);
      else if (span.kind === "note" || span.kind === "relation")
        // "She rents his mother's house at North Haven", "To be told he can stay in the Dock"
        for (const sentence of span.sentences)
          for (const mention of gazetteer.mentions(sentence)) {
            const before = sentence.plain.slice(0, mention.start);
            if (NOTED_DWELLING.test(before) && !ONCE.test(before))
              addPlace(owner, mention, 2, sentence, span.file, "", "the profile has them there");
            else if (span.kind === "relation" && !ONCE.test(before))
              addPlace(owner, mention, 0.6, sentence, span.file, "", "named in the profile");
          }
      continue;
    }
  }
  // "| Mr. Tallis | The library |": one person and one place in the cells of a row.
  for (const { file, cells } of tables) {
    const people = new Set(cells.flatMap((cell) => mentions.find(cell).map(({ id }) => id)));
    const places = cells.flatMap((cell) => gazetteer.find(cell));
    const [id] = people;
    const [place] = places;
    if (id !== undefined && place !== undefined && people.size === 1 && places.length === 1)
      addPlace(id, place, 3, undefined, file, cells.join(" | "), "a table has them there");
  }
  const placesOfSpan = placesOfSpans(gazetteer);
  const placesNaming = new Map<string, Set<string>>();
  for (const { sentence, mentions: found } of mentions.sentences)
    if (sentence.span.owner === undefined && isPlaceFile(sentence.span.file))
      for (const { id } of found) placesNaming.set(id, (placesNaming.get(id) ?? new Set()).add(sentence.span.file));
  for (const { sentence, mentions: found } of mentions.sentences) {
    const { kind, file, owner } = sentence.span;
    if (
      owner !== undefined ||
      kind === "beat" ||
      kind === "outcome" ||
      kind === "consequence" ||
      kind === "context" ||
      kind === "line" ||
      kind === "ending"
    )
      continue;
    const people = found.filter(({ spoken }) => !spoken);
    if (people.length === 0) continue;
    const places = gazetteer.mentions(sentence).filter(({ spoken }) => !spoken);
    if (WHO_LIVES_WHERE.test(sentence.span.heading)) {
      for (const { person, place } of settledIn(sentence, people, places))
        addPlace(person, place, 6, sentence, file, "", "the text says who lives where");
      continue;
    }
    const here = placesOfSpan(sentence.span);
    for (const person of people) {
      const after = sentence.plain.slice(person.end);
      // "It is kept by Ola, who sleeps behind the counter.": the clause is about her.
      const clause = after.replace(/^,? who /, " ").split(/[;]|, (?:and|but|who|which) /)[0] ?? after;
      for (const mention of places) {
        const between = sentence.plain.slice(Math.min(person.end, mention.end), Math.max(person.start, mention.start));
        // "Curtains, which is Bunty's cottage", "Bunty's cottage is called Curtains"
        const apart = sentence.plain.slice(mention.end, person.start);
        if (
          person.possessive &&
          (((DWELLING_NOUN.test(after) || /^\s*(?:[,.;:]|$)/.test(after)) &&
            /^,?\s+(?:which\s+)?(?:is|was)\s+$|^\s*[,(–—]\s*$/.test(apart) &&
            mention.end <= person.start) ||
            (mention.start >= person.end && DWELLING_NAMED.test(between)))
        ) {
          // "The pantry is Mercy's": a nameless room is a part of a place with a name.
          const theirs = (gazetteer.byId.get(mention.id)?.standing ?? 0) < NAMED ? 1.5 : 6;
          addPlace(person.id, mention, theirs, sentence, file, "", "the text says that it is theirs");
          continue;
        }
        // "Tŷ Isaf, where Gwen keeps bees"
        if (
          mention.end <= person.start &&
          /^[^.;]{0,60}(?:,|\band)\s+(?:where|(?:in|on|at) which)\s+(?:the\s+)?$/.test(apart) &&
          /^\s+\p{Ll}+s\b/u.test(after)
        ) {
          // "at the shed behind the station, where she has the kettle": the second place says where the first one is.
          const qualifies = places.some(
            (one) =>
              one.end < mention.start &&
              /^\s+(?:behind|by|near|beside|opposite|off|above|below|under|in|on|at|of)\s+(?:the\s+)?$/.test(
                sentence.plain.slice(one.end, mention.start),
              ),
          );
          addPlace(person.id, mention, qualifies ? 0.6 : 2, sentence, file, "", "the text has them there");
          continue;
        }
        // "Old Pargeter's at Number Three"
        if (mention.start > person.end && /^['’]s\s+(?:in|at|on|over|above)\s+(?:the\s+)?$/.test(between)) {
          addPlace(person.id, mention, 3, sentence, file, "", "the text has them there");
          continue;
        }
        // "1A Dolores. 2C Priya.": a number and who is found there.
        if (
          mention.end <= person.start &&
          /^\s*[:–—-]?\s*$/.test(between) &&
          /\d/.test(gazetteer.byId.get(mention.id)?.name ?? "")
        ) {
          addPlace(person.id, mention, 5, sentence, file, "", "the text has them there");
          continue;
        }
        // "Attic: Dobbs.", "Room 2: Miss Tate, and her bird."
        if (mention.start === 0 && /^:\s+(?:the\s+)?$/i.test(between) && /^\s*(?:[.,;(]|$)/.test(after)) {
          addPlace(person.id, mention, 4, sentence, file, "", "listed there");
          continue;
        }
        // "up to the tower, and the old king sits at the top of it"
        if (mention.end <= person.start && SITS_IN_IT.test(after)) {
          addPlace(person.id, mention, 2.5, sentence, file, "", "the text has them there");
          continue;
        }
        if (mention.start > person.end && LIVES.test(between.slice(-60)) && !ONCE.test(between) && between.length < 90)
          addPlace(
            person.id,
            mention,
            (DWELLS.test(between.slice(-60)) ? 5 : 3) *
              (isMerePart(gazetteer.byId.get(mention.id)) && places.length > 1 ? 0.3 : 1),
            sentence,
            file,
            "",
            "the text says that they live there",
          );
        else if (
          mention.start < person.start &&
          /^\s*(?:(?:has|have|had|is|are|was)\s+)?(?:lives?|sleeps?|lodges?|stays)\b/.test(after)
        )
          addPlace(person.id, mention, 1.5, sentence, file, "", "the text says that they live there");
        else if (mention.start > person.end && /^(?:in|at|aboard|on)$/.test(mention.preposition) && between.length < 40)
          addPlace(person.id, mention, 0.5, sentence, file, "", "named there");
      }
      for (const id of here) {
        const named =
          places.length === 0 ||
          places.some((one) => one.id === id) ||
          // "The castle. Lord Ann receives in the east hall.": a nameless room is a part of it.
          places.every((one) => (gazetteer.byId.get(one.id)?.standing ?? 0) < NAMED);
        const several = here.length > 1 && !places.some((one) => one.id === id);
        // "Admiral's. Do not go up uninvited.", "Lou's place": the place is somebody's.
        const whose =
          person.possessive &&
          (/^\s*(?:[.;,:]|$|[–—-]\s)/.test(after) ||
            /^\s+(?:own\s+)?(?:place|room|domain|kingdom|house|home)\b/i.test(after)) &&
          /^\s*$|[.;:,–—-]\s*$|\b(?:is|are|was)\s+$/.test(sentence.plain.slice(0, person.start));
        const owns = person.possessive && (whose || SLEEPS.test(after.slice(0, 30)) || OWNS.test(after));
        const where =
          /^(?:this is )?where (?:the )?$/i.test(sentence.plain.slice(0, person.start)) &&
          /^\s+\p{Ll}+s\b/u.test(after);
        const found = HELD_BY.test(sentence.plain.slice(0, person.start)) || FOUND_HERE.test(around(sentence, person));
        const lives = where || found || (SLEEPS.test(clause.slice(0, 60)) && !ONCE.test(clause.slice(0, 60)));
        // Elsewhere than in a file about places, who is named in passing need not be there: "The bank. Run by Ann."
        const subject =
          !person.possessive &&
          /^\s+\p{Ll}/u.test(after) &&
          /(?:^|[.;:,–—-]\s*)(?:the\s+)?$/i.test(sentence.plain.slice(0, person.start));
        const alone = (placesNaming.get(person.id)?.size ?? 0) === 1 && !person.possessive && !ONCE.test(clause);
        const passing = isPlaceFile(file)
          ? alone
            ? ONLY_THERE
            : ONCE.test(clause.slice(0, 60))
              ? 0.3
              : 0.6
          : subject && !ONCE.test(clause.slice(0, 60))
            ? 1.2
            : 0.2;
        const weight =
          (owns || (!person.possessive && lives) ? 2.4 : passing) * (several ? 0.4 : 1) * (named ? 1 : 0.5);
        addPlace(
          person.id,
          at(id),
          weight,
          sentence,
          file,
          "",
          owns || lives ? "the text on the place has them there" : "named in the text on the place",
        );
      }
    }
    // "**The Drawer.** The office. Bishop sleeps in it.": what a list entry opens with.
    const [opening] = sentence.span.sentences;
    if (sentence.at > 0 && opening !== undefined && opening !== sentence && opening.text.length < 40) {
      const [place] = gazetteer.mentions(opening);
      if (place !== undefined && place.start <= 4)
        for (const person of people)
          if (SLEEPS.test(sentence.plain.slice(person.end, person.end + 40)))
            addPlace(person.id, place, 2.4, sentence, file, "", "the text has them there");
    }
  }
  const signs = homeSigns(
    npcs.map(({ id, profile }) => ({ id, profile, parts: parts.get(id) })),
    spans,
    gazetteer,
    placesOfSpan,
    things,
  );
  for (const { id, place, weight, file, text, why } of signs)
    addPlace(id, at(place), weight, undefined, file, text, why);
  // Who is met at many places lives at none of them for that.
  const seenAt = new Map<string, Set<string>>();
  for (const { place, cast } of beats)
    if (place !== undefined) for (const id of cast) seenAt.set(id, (seenAt.get(id) ?? new Set()).add(place));
  for (const { place, speakers, cast } of beats) {
    if (place === undefined) continue;
    const there = Math.max(1, cast.length) ** 0.6;
    for (const id of speakers)
      tallies
        .get(id)
        ?.add(
          place,
          (1.6 / there / Math.sqrt(Math.max(1, (seenAt.get(id)?.size ?? 1) - 1))) *
            (gazetteer.byId.get(place)?.region === true ? 0.25 : 1),
          {
            file: "plot/beats.json",
            text: "",
            why: "speaks in a beat there",
          },
        );
    for (const id of cast)
      if (!speakers.includes(id))
        tallies.get(id)?.add(place, 0.5 / there, { file: "plot/beats.json", text: "", why: "is in a beat there" });
  }
  const crowds = new Map<string, number>();
  for (const tally of tallies.values())
    for (const [place, score] of tally.ranked()) if (score >= 0.5) crowds.set(place, (crowds.get(place) ?? 0) + 1);
  const home = new Map<string, Decision<string>>();
  const haunts = new Map<string, readonly string[]>();
  for (const { id } of npcs) {
    const tally = tallies.get(id);
    if (tally === undefined || never.has(id)) continue;
    for (const [place] of tally.ranked()) tally.scale(place, 1 / Math.max(1, crowds.get(place) ?? 1) ** 0.25);
    const decision = tally.decide(5, 2);
    // Only a profile that says so states a home: a role says where somebody works.
    if (decision !== undefined && decision.score >= ENOUGH)
      home.set(
        id,
        decision.certainty === "stated" &&
          (decision.sign.why !== LIVE_THERE || (gazetteer.byId.get(decision.value)?.standing ?? 0) < 3)
          ? { ...decision, certainty: "inferred" }
          : decision,
      );
    haunts.set(
      id,
      tally
        .ranked()
        .filter(([place, score]) => score >= ENOUGH && place !== decision?.value)
        .slice(0, 4)
        .map(([place]) => place),
    );
  }
  return { home, haunts };
}

/** A sentence around somebody's name, with "@" for it. */
const around = ({ plain }: Sentence, { start, end }: { readonly start: number; readonly end: number }): string =>
  `${plain.slice(Math.max(0, start - 40), start)}@${plain.slice(end, end + 40)}`;

/** Whether a place is a part of a house that no text gives a name: who sleeps on the stairs sleeps in the house. */
export const isMerePart = (place: KnownPlace | undefined): boolean =>
  place !== undefined &&
  place.standing < NAMED &&
  /(?:^|[ -])(?:stairs?|staircase|steps?|landing|hall|corridor|passage|floor|roof|yard|door|doorway|gate|loft|cellar|attic)$/.test(
    place.name,
  );

/** Who is put where by a sentence that says so of several: "Marta and Pim are over the bakery", "Attic: Dobbs and the cat". */
function settledIn(
  { plain }: Sentence,
  people: readonly { readonly id: string; readonly start: number; readonly end: number }[],
  places: readonly PlaceMention[],
): { readonly person: string; readonly place: PlaceMention }[] {
  const [first] = places;
  // A sentence that opens with a place goes on with who is there, another ends with where they are.
  const opens = first !== undefined && people.every(({ start }) => start > first.start) && first.start <= 8;
  return people.flatMap(({ id, start, end }) => {
    const place = opens
      ? places.findLast((one) => one.end <= start)
      : places.find((one) => one.start >= end && !/[.;]/.test(plain.slice(end, one.start)));
    return place === undefined ? [] : [{ person: id, place }];
  });
}

/** Finds the place of which a word is a part, where it is a part of no other: "engine" of "the engine deck". */
function wordOfOnePlace(gazetteer: Gazetteer): (word: string) => KnownPlace | undefined {
  const owners = new Map<string, KnownPlace | null>();
  for (const place of gazetteer.places) {
    if (place.region || place.standing < NAMED) continue;
    const words = new Set(
      [place.name, ...place.aliases].flatMap((form) =>
        tagOf(form)
          .split(" ")
          .filter((word) => word.length > 3),
      ),
    );
    for (const word of words) owners.set(word, owners.has(word) ? null : place);
  }
  return (word) => owners.get(tagOf(word)) ?? undefined;
}

const at = (id: string): PlaceMention => ({ id, start: 0, end: 0, possessive: false, spoken: false, preposition: "" });

type AddPlace = (
  id: string,
  mention: PlaceMention,
  weight: number,
  sentence: Sentence | undefined,
  file: string,
  text: string,
  why: string,
) => void;

/** "Keeper of L'Auberge du Quai", "Groundsman at Tenter Lane; trustee of the slip": the first clause weighs most. */
function roleHome(owner: string, span: Span, gazetteer: Gazetteer, add: AddPlace): void {
  for (const sentence of span.sentences) {
    const found = gazetteer.mentions(sentence);
    for (const [index, mention] of found.entries()) {
      // "Keeper of the toll-house on the Other Shoulder": the second place says where the first one is.
      const previous = found[index - 1];
      const qualifies =
        previous !== undefined &&
        /^,?\s+(?:in|on|at|of|by|near|behind|above|below|beside|off)\s+(?:the\s+)?$/i.test(
          sentence.plain.slice(previous.end, mention.start),
        );
      // "Pilot of the barge Wet Prudence" is pilot of the Wet Prudence.
      const before = sentence.text.slice(0, mention.start).replace(/(\bthe\s+)\p{Ll}+\s+$/u, "$1");
      const place = gazetteer.byId.get(mention.id);
      if (place === undefined) continue;
      // "Clerk of the Smoke-House for thirty years; now in the Infirmary": where they are now goes before where they were.
      const now =
        /(?:^|[;,:.]\s*)(?:but |and )?(?:is |are )?(?:now|at present|nowadays|these days|currently|since then)\b[^;,:.]*$/i.test(
          before,
        );
      const later = !now && (/[;,:.]/.test(before) || sentence.at > 0);
      const preposition = /\b(at|in|aboard|on|over|behind)\s+(?:the\s+)?(?:\p{Ll}+\s+){0,2}$/iu.exec(before)?.[1];
      const of = /\bof\s+(?:the\s+)?(?:\p{Ll}+\s+){0,2}$/iu.test(before);
      // "Net-mender, of Number Four" has an address.
      const address = /^[^,;:.]+,\s+of\s+(?:the\s+)?$/i.test(before) && place.standing >= NAMED;
      const past =
        /\b(?:from|to|for|late of|formerly|once|missing from|absent from|since)\s+(?:the\s+)?$/i.test(before) ||
        ONCE.test(before.split(/[;,]/).at(-1) ?? "") ||
        LEFT.test(before.split(/[;,]/).at(-1) ?? "") ||
        /^,?\s+(?:before|until|till)\b/i.test(sentence.plain.slice(mention.end));
      const keeps =
        /\b(?:keeper|host|landlord|landlady|innkeeper|owner|master|mistress|captain|skipper|pilot|mate|warden|guardian|mother|head|librarian|keeper)\b[^;,]*$/i.test(
          before,
        );
      const weight =
        now || address
          ? NOW_THERE
          : past
            ? 0.2
            : preposition !== undefined
              ? 3.5
              : of
                ? place.standing >= 3 || keeps
                  ? 4.5
                  : 2
                : 1.2;
      add(
        owner,
        mention,
        weight * (later && !address ? 0.35 : 1) * (qualifies ? 0.3 : 1),
        sentence,
        span.file,
        "",
        "the role says so",
      );
    }
  }
}

function profileHome(owner: string, span: Span, mentions: PeopleMentions, gazetteer: Gazetteer, add: AddPlace): void {
  for (const sentence of span.sentences) {
    // A verb of dwelling takes the first place behind it: "lives in the End House and can see the gate".
    const passed = new Set<string>();
    const others = mentions.find(sentence.text).filter(({ id, possessive }) => id !== owner && !possessive);
    for (const mention of gazetteer.mentions(sentence)) {
      if (mention.spoken) continue;
      const before = sentence.plain.slice(0, mention.start);
      const clause = before.split(/[;:]|,\s+(?:and|but)\s+/).at(-1) ?? before;
      const someoneElse = others.some(
        ({ start, end }) =>
          end <= mention.start &&
          start > before.length - clause.length - 1 &&
          !/\b(?:with|to|for|of|by|from|and|beside|after|over|under|near)\s+(?:the\s+)?$/i.test(before.slice(0, start)),
      );
      const factor = (someoneElse ? 0.3 : 1) * (span.kind === "secret" ? 0.8 : 1);
      const lives = LIVES.test(clause);
      const once =
        ONCE.test(clause) &&
        !/\b(?:born in|lives|lived in|since)\b.*\b(?:lives|since|ever since)\b/i.test(sentence.plain);
      const own = mention.possessive ? 0.6 : 1;
      const opening = sentence.at === 0 && span.kind === "background" && /,\s+of\s+(?:\d+\w?\s+)?$/i.test(before);
      const said = DWELLS.exec(clause);
      const dwells =
        opening ||
        (lives &&
          !once &&
          said !== null &&
          !/[,(]/.test(clause.slice(said.index)) &&
          !passed.has(sentence.plain.slice(0, before.length - clause.length + said.index)));
      if (dwells && said !== null) passed.add(sentence.plain.slice(0, before.length - clause.length + said.index));
      // "Sleeps in the attic of the Bell": a nameless room is part of a place with a name.
      const nameless = (gazetteer.byId.get(mention.id)?.standing ?? 0) < 2;
      const weight = dwells
        ? DWELLING * (nameless ? 0.3 : 1)
        : lives && !once
          ? 3.2
          : once
            ? 0.35
            : /^(?:in|at|aboard|on)$/.test(mention.preposition)
              ? 1.6
              : 0.9;
      add(
        owner,
        mention,
        weight * factor * own,
        sentence,
        span.file,
        "",
        dwells && (said === null || DIRECTLY.test(clause.slice(said.index)))
          ? LIVE_THERE
          : lives && !once
            ? "the profile has them there"
            : "named in the profile",
      );
      // "Born in the End House, lives there now."
      if (/\b(?:lives?|sleeps?|has lived|lodges?) there\b/i.test(sentence.plain.slice(mention.end, mention.end + 60)))
        add(owner, mention, DWELLING * factor, sentence, span.file, "", LIVE_THERE);
    }
    // "The Roller Shed is his."
    if (/\bis (?:his|hers|theirs|its)\b/i.test(sentence.plain))
      for (const mention of gazetteer.mentions(sentence).slice(0, 1))
        add(owner, mention, 1.2, sentence, span.file, "", "the profile says that it is theirs");
  }
}

/** A form of a name without article, apostrophes and other marks, as tags are written. */
function tagOf(form: string): string {
  return form
    .toLowerCase()
    .replace(/^the /, "")
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
