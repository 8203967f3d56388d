/** Places that somebody's name or calling claims. */
import type { NpcProfile } from "@narratoria/protocol/contracts";
import type { Gazetteer, KnownPlace } from "./gazetteer.js";
import { headNoun } from "./kinds.js";
import { isTitle, PLACE_NOUNS } from "./lexicon.js";
import type { NameParts } from "./names.js";

/** A calling that somebody has left keeps them nowhere. (rule CA508) */
export const LEFT = /\b(?:retired|former|formerly|ex|sometime|one-time|disgraced|dismissed|sacked)\b/i;

/** Places by the callings that belong to them, where a place has no word of the calling in its name. */
const WORKPLACES: readonly (readonly [calling: RegExp, place: RegExp])[] = [
  [
    /^(?:inn|pub)?(?:keeper|landlord|landlady|publican|innkeeper|barkeep|barman|barmaid|bartender|host|hostess)$/,
    /\b(?:inn|pub|tavern|bar|alehouse|hotel)$/,
  ],
  [
    /^(?:teacher|schoolmaster|schoolmistress|headmaster|headmistress|headteacher)$/,
    /\b(?:school|schoolhouse|academy)$/,
  ],
  [
    /^(?:priest|vicar|rector|parson|minister|curate|verger|sexton)$/,
    /\b(?:church|chapel|vicarage|rectory|parsonage|manse|vestry)$/,
  ],
  [
    /^(?:doctor|nurse|surgeon|medic|physician|vet)$/,
    /\b(?:surgery|infirmary|clinic|hospital|sick-?bay|medbay|sick bay|hospital wing)$/,
  ],
  [/^(?:smith|blacksmith|farrier)$/, /\b(?:forge|smithy)$/],
  [/^(?:cook|chef)$/, /\b(?:kitchens?|galley|cookhouse|mess|canteen)$/],
  [/^(?:engineer|stoker|mechanic|fireman)$/, /\b(?:engine[ -]?(?:room|deck|flat|house)|boiler[ -]?(?:room|house))$/],
  [/^(?:pilot|helmsman|navigator|skipper|captain|mate|coxswain)$/, /\b(?:bridge|wheelhouse|wheel-house|cockpit|helm)$/],
  [/^(?:porter|gatekeeper|doorkeeper|concierge)$/, /\b(?:lodge|gatehouse|gate-house|porter['’]s lodge|front desk)$/],
  [/^(?:baker)$/, /\b(?:bakery|bakehouse|baker['’]s)$/],
  [/^(?:barber|hairdresser)$/, /\b(?:barber['’]s|barbershop|salon)$/],
  [/^(?:archivist|registrar|librarian)$/, /\b(?:archives?|records room|registry|library)$/],
  [/^(?:banker|teller|cashier)$/, /\b(?:bank|counting-house)$/],
  [/^(?:fisherman|boatman|boatbuilder|boatwright)$/, /\b(?:boathouse|boatyard|slipway)$/],
  [/^(?:stationmaster|ticket-collector)$/, /\b(?:station|booking office|ticket office)$/],
  [
    /^(?:editor|reporter|printer|journalist)$/,
    /\b(?:newspaper office|print(?:ing)?[ -](?:shop|house|works)|newsroom)$/,
  ],
  [/^(?:butler|footman|housemaid|scullery-maid|maid)$/, /\b(?:pantry|scullery|servants['’] hall)$/],
  [/^(?:undertaker|mortician)$/, /\b(?:mortuary|funeral parlou?r|chapel of rest)$/],
  [/^(?:gravedigger)$/, /\b(?:churchyard|graveyard|cemetery)$/],
  [/^(?:gardener|groundskeeper)$/, /\b(?:garden|gardens|greenhouse|potting shed|hothouse)$/],
  [/^(?:groom|ostler|stableman|coachman|horse|mare|pony|stallion)$/, /\b(?:stables?|mews|stableyard)$/],
  [/^(?:hen|hens|chicken|cock|rooster)$/, /\b(?:hen-?house|coop)$/],
  [/^(?:dog|hound)$/, /\b(?:kennels?|dog-?lines)$/],
  [/^(?:postmaster|postmistress)$/, /\bpost office$/],
  [
    /^(?:sheriff|constable|sergeant|inspector|deputy)$/,
    /\b(?:police station|watch-house|watch house|jail|gaol|station house)$/,
  ],
  [/^(?:judge|magistrate)$/, /\b(?:court|courthouse)$/],
  [/^(?:shopkeeper|grocer)$/, /\b(?:shop|store|stores)$/],
  [/^(?:monk|nun|abbot|abbess|prior|prioress)$/, /\b(?:abbey|monastery|convent|priory|cloister)$/],
];

/** What somebody is of whom a role says what they do: "Does the dinners" is a cook's. (rule CA610) */
const DEEDS: readonly (readonly [deed: RegExp, calling: string])[] = [
  [/^(?:cooks|does the (?:cooking|dinners|meals))\b/i, "cook"],
  [/^(?:tends|minds|serves) (?:the )?bar\b|^(?:pulls|draws) (?:the )?(?:pints|beer)\b/i, "barman"],
  [/^teaches\b/i, "teacher"],
  [/^bakes\b/i, "baker"],
  [/^preaches\b/i, "priest"],
  [/^nurses\b/i, "nurse"],
  [/^shoes horses\b/i, "smith"],
  [/^(?:gardens|does the gardens?)\b/i, "gardener"],
  [/^(?:minds|keeps) (?:a |the )?shop\b/i, "shopkeeper"],
  [/^digs (?:the )?graves\b/i, "gravedigger"],
];
const callingOfDeed = (phrase: string): string | undefined => DEEDS.find(([deed]) => deed.test(phrase.trim()))?.[1];

const formsOfPlaces = new WeakMap<KnownPlace, readonly string[]>();

/** The names of a place in small letters, without their article. */
function formsOf(place: KnownPlace): readonly string[] {
  const known = formsOfPlaces.get(place);
  if (known !== undefined) return known;
  const forms = [place.name, ...place.aliases].map((form) =>
    form.toLowerCase().replace(/^the /, "").replace(/’/g, "'"),
  );
  formsOfPlaces.set(place, forms);
  return forms;
}

/** Places that a name or a calling claims: "the director's office" for the director, "the mill" for the miller. */
export function placesOf(
  profile: NpcProfile,
  parts: NameParts | undefined,
  names: readonly string[],
  gazetteer: Gazetteer,
): { readonly id: string; readonly weight: number; readonly why: string }[] {
  const [clause = ""] = profile.role.split(/[.;:,()]/);
  // A surgeon's mate is no ship's mate.
  const callings = [
    ...clause.split(/\s+and\s+/).filter((phrase, index) => index === 0 || !/['’]s?\s+\p{Ll}+$/u.test(phrase)),
    parts?.article === true ? parts.words.join(" ") : "",
  ]
    .map((phrase) => callingOfDeed(phrase) ?? headNoun(phrase.trim().replace(/^(?:the|an?)\s+/i, "")))
    .filter((noun) => noun.length > 2);
  const own = new Set(
    [
      ...(parts?.words ?? []),
      // Anybody may be given a title: only one that stands alone for them is theirs.
      ...names.flatMap((name) => name.split(/\s+/).filter((word, _, words) => words.length === 1 || !isTitle(word))),
    ]
      .filter((word) => /^\p{Lu}\p{L}{2,}/u.test(word) && !/^(?:The|Old|Young|Big|Little|Von|Van|Della?)$/.test(word))
      .map((word) => word.toLowerCase()),
  );
  // Nouns of places before what somebody is: "hall" of "the hall cat".
  const places = (clause.toLowerCase().match(/[\p{L}-]+/gu) ?? [])
    .slice(0, -1)
    .filter(
      (word, index, all) =>
        PLACE_NOUNS.has(word) && callings.includes(all[index + 1] ?? clause.toLowerCase().split(/\s+/).at(-1) ?? ""),
    );
  const modifiers = clause
    .toLowerCase()
    .split(/\s+(?:of|at|in|on|to|for|with|who|from|and)\s+/)[0]!
    .split(/[\s-]+/)
    .slice(0, -1)
    .filter((word) => word.length > 3 && !NO_MODIFIER.test(word));
  const surnames =
    parts === undefined || parts.article
      ? []
      : parts.words
          .slice(Math.max(1, parts.titles))
          .filter((word) => /^\p{Lu}\p{L}{2,}/u.test(word))
          .map((word) => word.toLowerCase());
  const ownWords = [...own, ...callings, ...modifiers, ...surnames];
  const thing = /\b(?:at|on|in|of|with) the (\p{Ll}{3,})$/u.exec(profile.role.split(/[.;:()]/)[0] ?? "")?.[1];
  const hasLeft = LEFT.test(clause);
  const claimed = gazetteer.places.flatMap((place) => {
    if (place.region) return [];
    const forms = formsOf(place);
    for (const form of forms) {
      if (!ownWords.some((word) => form.includes(word))) continue;
      // "Auntie's Eels", "the kitchen of tia Amélia"
      const owner =
        (/^(.+?)'s?(?: .+)?$/.exec(form)?.[1] ?? /^\p{Ll}+ of (.+)$/u.exec(form)?.[1])?.split(" ").at(-1) ??
        // "the Boone place", "Moreau & Son"
        /^([\p{L}-]+)(?: (?:place|house|farm|cottage|ranch|homestead|flat|apartment|residence|home)| (?:and|&) (?:sons?|daughters?|co|company|brothers|sisters))$/u.exec(
          form,
        )?.[1] ??
        "";
      if (owner === "") continue;
      if (own.has(owner)) return [{ id: place.id, weight: 5, why: "the place has their name" }];
      if (callings.includes(owner)) return [{ id: place.id, weight: 4, why: "the place has their calling" }];
    }
    // "The hall cat" is the cat of the hall.
    if (forms.some((form) => places.includes(form.split(/[ -]/).at(-1) ?? "")))
      return [{ id: place.id, weight: 2.5, why: "the role names the place" }];
    // "The Pruitt barn" is of the Pruitts.
    if (
      forms.some((form) =>
        surnames.some(
          (surname) =>
            (form.startsWith(`${surname} `) && PLACE_NOUNS.has(form.split(/[ -]/).at(-1) ?? "")) ||
            // "Palazzo Bragadin", "Villa Moreau"
            (form.endsWith(` ${surname}`) && (PLACE_NOUNS.has(form.split(/[ -]/)[0] ?? "") || HOUSE_OF.test(form))),
        ),
      )
    )
      return [{ id: place.id, weight: 3.5, why: "the place has the name of the family" }];
    // "Cargo hand" and "the cargo hold", "signal operator" and "the signal room".
    if (modifiers.some((word) => forms.some((form) => form.split(" ").length > 1 && form.split(/[ -]/).includes(word))))
      return [{ id: place.id, weight: 1.8, why: "the role names a part of the place" }];
    const shared = callings.filter((calling) => forms.some((form) => sharesStem(calling, form)));
    // "Pump-keeper of Halt Nine" is at the pump-house of it.
    if (hasLeft) return [];
    // "Donkey, at the pump": where the pump is.
    if (
      thing !== undefined &&
      forms.some((form) => new RegExp(`^${thing}[ -](?:house|room|shed|yard|hut)$`, "u").test(form))
    )
      return [{ id: place.id, weight: 3, why: "the place has what the role names" }];
    if (shared.some((calling) => calling.includes("-")))
      return [{ id: place.id, weight: NAMED_CALLING, why: "the place has the name of their calling" }];
    if (shared.length > 0) return [{ id: place.id, weight: 2.2, why: "the place is that of their calling" }];
    const usual = WORKPLACES.some(
      ([of, where]) => callings.some((calling) => of.test(calling)) && forms.some((form) => where.test(form)),
    );
    return usual ? [{ id: place.id, weight: 1.5, why: "the place is that of their calling" }] : [];
  });
  // What several places claim, none is known to have.
  return claimed.filter(
    ({ weight }) =>
      (weight > 3 && weight !== NAMED_CALLING) || claimed.filter((one) => one.weight === weight).length === 1,
  );
}

/** What houses of families are called in other languages, before the name. */
const HOUSE_OF =
  /^(?:palais|ch[âa]teau|schlo(?:ss|ß)|haus|casa|cas[ae] d[aei]|maison|quinta|finca|hacienda|chez|bar|caf[ée]|t[yŷ]) \p{L}+$/u;

/** More than a role that names the whole place. */
const NAMED_CALLING = 4.8;

/** Words before a calling that are of no place. */
const NO_MODIFIER =
  /^(?:head|chief|first|second|third|last|late|young|older|elder|senior|junior|deputy|under|vice|acting|retired|former|local|small|great|only|night|part|half|full|time|good|very|most|some|other|black|white|grey|green|blue|brown)$/;

/** "miller" and "the mill", "lamp-keeper" and "the lamp-room", "librarian" and "the library". */
function sharesStem(calling: string, place: string): boolean {
  // Any place may have an office, and any calling be an officer's.
  if (calling.length < 4 || calling === "officer") return false;
  const [first = ""] = calling.split("-");
  return place.split(" ").some((word, index, words) => {
    const [head = ""] = word.split("-");
    if (calling.includes("-") && (word.includes("-") || (index === 0 && words.length > 1)))
      return head === first && head.length > 2;
    if (head.length < 4) return false;
    if (/(?:er|man|woman|keeper|master|mistress|wright)$/.test(calling) && calling.startsWith(head)) {
      const rest = calling.slice(head.length);
      return /^(?:e?r|man|woman|keeper|master|mistress|wright|smaster|smistress)$/.test(rest);
    }
    return /(?:ian|er)$/.test(calling) && head.endsWith("y") && calling.startsWith(head.slice(0, -1));
  });
}
