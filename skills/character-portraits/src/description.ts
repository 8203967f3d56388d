/** What a description says of somebody's looks. What it does not say is left to the seed. */

export type Kind = "human" | "animal" | "machine" | "spirit" | "group";
export type Animal = "dog" | "cat" | "bird" | "horse" | "camel" | "hare" | "bear" | "dragon" | "newt";
export type Age = "child" | "young" | "adult" | "old";
export type Hair = "bald" | "short" | "bun" | "long" | "curls" | "queue";
export type Hat = "none" | "cap" | "brim" | "hood" | "tricorn" | "scarf";
export type Collar = "plain" | "coat" | "ruff" | "scarf";
export type Mood = "calm" | "merry" | "sad" | "angry";

/** Looks in words; null where nobody says. */
export interface Looks {
  readonly kind: Kind;
  readonly animal: Animal | null;
  readonly age: Age | null;
  readonly isMan: boolean | null;
  readonly hair: Hair | null;
  /** Hex, without #. */
  readonly hairColor: string | null;
  readonly skin: string | null;
  readonly beard: boolean | null;
  readonly glasses: boolean;
  readonly hat: Hat | null;
  readonly collar: Collar | null;
  readonly clothing: string | null;
  readonly mood: Mood | null;
}

type Table<T> = readonly (readonly [T, RegExp])[];

const ANIMALS: Table<Animal> = [
  ["dog", /\b(?:dogs?|hounds?|pup(?:py)?|terriers?|collies?|spaniels?|husk(?:y|ies)|wol(?:f|ves)|fox(?:es)?)\b/],
  ["cat", /\b(?:cats?|kittens?|tomcats?|lynx|tigers?|lions?|panthers?)\b/],
  ["camel", /\b(?:camels?|dromedar(?:y|ies)|llamas?)\b/],
  ["horse", /\b(?:horses?|mares?|stallions?|pon(?:y|ies)|donkeys?|mules?|cows?|ox(?:en)?|deer|stags?|goats?|sheep)\b/],
  [
    "bird",
    /\b(?:birds?|goose|geese|gulls?|crows?|ravens?|owls?|hens?|ducks?|swans?|parrots?|pigeons?|herons?|magpies?)\b/,
  ],
  ["hare", /\b(?:hares?|rabbits?|bunn(?:y|ies)|squirrels?|mouse|mice|rats?|otters?)\b/],
  ["bear", /\b(?:bears?|badgers?|seals?|boars?|pigs?|walrus)\b/],
  ["dragon", /\b(?:dragons?|wyrms?|wyverns?|serpents?|snakes?|crocodiles?)\b/],
  ["newt", /\b(?:newts?|frogs?|toads?|lizards?|fish(?:es)?|salamanders?|eels?)\b/],
];
const MACHINE =
  /\b(?:robots?|machines?|automat(?:on|a)|androids?|engine|crawler|drone|golem|clockwork|mind of|computer|governor: the machine|terminal)\b/;
const SPIRIT = /\b(?:ghosts?|spirits?|spectres?|phantoms?|wraiths?|shades?|apparitions?)\b/;
const AGES: Table<Age> = [
  ["child", /\b(?:(?:child|boy|girl|lad|lass|toddler)(?!')|(?:ten|eleven|twelve|eight|nine|seven) years old)\b/],
  [
    "old",
    /\b(?:old (?:man|woman|lady)|elderly|(?<!-)aged|ancient|grandmother|grandfather|granny|crone|white-haired|(?:6|7|8|9)\d|in (?:his|her|their) (?:sixties|seventies|eighties)|wrinkled)\b/,
  ],
  ["young", /\b(?:young|youth|teenage\w*|apprentice|student|pupil|in (?:his|her|their) twenties)\b/],
  ["adult", /\b(?:middle-aged|in (?:his|her|their) (?:thirties|forties|fifties))\b/],
];
const HAIRS: Table<Hair> = [
  ["bald", /\b(?:bald|balding|hairless|shaven head|shaved head)\b/],
  ["bun", /\b(?:bun|chignon|hair (?:is )?(?:pinned|tied|put) up|topknot)\b/],
  ["queue", /\b(?:braid(?:s|ed)?|plait(?:s|ed)?|ponytail|queue|pigtails?)\b/],
  ["curls", /\b(?:curls|curly|curled|frizzy|frizz|wavy|ringlets|woolly|perm(?:ed)?)\b/],
  ["long", /\b(?:long,? (?:\w+,? )?hair|mane|flowing hair|hair (?:down )?to (?:his|her|their))\b/],
  ["short", /\b(?:short,? (?:\w+,? )?hair|crop(?:ped)?|crew cut|close-cut|bob)\b/],
];
const HAIR_COLORS: Table<string> = [
  ["f2eee6", /\bwhite[- ](?:\w+ )?(?:hair\w*|curls|beard|braids?|plaits?|bun|crop|perm)\b|\bsnow-white\b/],
  [
    "a9a59e",
    /\b(?:gr[ea]y|silver|grizzled)[- ](?:\w+ )?(?:hair\w*|curls|beard|braids?|plaits?|bun|bob|crop|perm)\b|\bgr[ea]ying\b/,
  ],
  [
    "b5482a",
    /\b(?:red|ginger|auburn|copper|carrot)[- ](?:\w+ )?(?:hair\w*|curls|beard|braids?|plaits?|bun)\b|\bredhead\b|\bginger\b/,
  ],
  [
    "d9b25f",
    /\b(?:blond\w*|fair|golden|flaxen|straw|sandy|yellow)[- ](?:\w+ )?(?:hair\w*|curls|beard|braids?|plaits?|bun)\b|\bblonde?\b/,
  ],
  ["6b4423", /\b(?:brown|chestnut)[- ](?:\w+ )?(?:hair\w*|curls|beard|braids?|plaits?|bun)\b/],
  ["1f1a1a", /\b(?:black|dark|raven)[- ](?:\w+ )?(?:hair\w*|curls|beard|braids?|plaits?|bun)\b/],
];
const SKINS: Table<string> = [
  ["5a3825", /\b(?:black|very dark|ebony)[- ](?:skin\w*|complexion|face)\b/],
  ["7d5235", /\b(?:dark|brown|deep brown)[- ](?:skin\w*|complexion|face)\b/],
  ["b98150", /\b(?:olive|tan|tanned|sun-?burnt|swarthy|weathered|bronzed?)\b/],
  ["f7dcc8", /\b(?:pale|fair|white|pallid|freckled)[- ]?(?:skin\w*|complexion|face)\b|\bpale\b|\bfreckle\w*\b/],
];
const HATS: Table<Hat> = [
  ["tricorn", /\b(?:tricorn\w*|three-cornered hat|cocked hat|bicorn)\b/],
  ["hood", /\b(?:hood(?:ed)?|cowl|veil(?:ed)?|nun|habit|shawl over)\b/],
  ["scarf", /\b(?:headscarf|kerchief|turban|hijab|head ?wrap)\b/],
  ["cap", /\b(?:cap|beret|bonnet|helmet|skull-?cap|beanie)\b/],
  ["brim", /\b(?:hat|bowler|stetson|sombrero|fedora|sou'?wester|straw hat)\b/],
];
const COLLARS: Table<Collar> = [
  ["ruff", /\b(?:ruff|lace collar|frill\w*|jabot|cravat)\b/],
  ["scarf", /\b(?:scar(?:f|ves)|muffler|shawl|neckerchief|stole)\b/],
  ["coat", /\b(?:coat|jacket|cloak|uniform|blazer|suit|tunic|cassock|waistcoat|oilskin\w*|mackintosh|overalls?)\b/],
  ["plain", /\b(?:apron|shirt|smock|jersey|jumper|sweater|pullover|dress|gown|robe)\b/],
];
const MOODS: Table<Mood> = [
  ["merry", /\b(?:merry|cheerful|smil\w+|laugh\w*|jolly|grin\w*|warm|happy|friendly|beaming)\b/],
  ["sad", /\b(?:sad|mournful|weary|tired|sorrow\w*|melanchol\w+|grieving|gloomy|worried|anxious)\b/],
  ["angry", /\b(?:angry|scowl\w*|stern|grim|fierce|cold|hard-faced|glower\w*|frown\w*|severe|suspicious)\b/],
];
const CLOTH_COLORS: Table<string> = [
  ["8a2b2b", /\b(?:red|scarlet|crimson)\b/],
  ["2f4a7a", /\b(?:blue|navy|indigo)\b/],
  ["3f6b45", /\b(?:green|olive)\b/],
  ["7a7a80", /\b(?:gr[ea]y|silver)\b/],
  ["2a2a2e", /\b(?:black|soot\w*)\b/],
  ["e9e2d0", /\b(?:white|cream|linen)\b/],
  ["c49a3a", /\b(?:yellow|gold|golden|mustard|ochre)\b/],
  ["6d4a2f", /\b(?:brown|leather|tweed|sheepskin)\b/],
  ["6b4478", /\b(?:purple|violet|lilac)\b/],
];
const CLOTHES =
  "coat|jacket|cloak|uniform|blazer|suit|tunic|waistcoat|apron|shirt|smock|jersey|jumper|sweater|dress|gown|robe|habit|overalls?|scarf|shawl|oilskins?";
const CLOTH = new RegExp(String.raw`\b((?:[\w-]+ ){0,3})(?:${CLOTHES})\b`, "g");

/** A hat has the colour of the clothes: where nobody says that, its own. */
const HAT_CLOTH = /\b((?:[\w-]+ ){0,2})(?:turban|headscarf|kerchief|hood|cap|beret|bonnet|helmet|hat)\b/g;

/** "hooded in grey", "in a scarlet coat" */
const IN_COLOR = /\b(?:in|wears|wearing) ((?:[\w-]+ )?[\w-]+)/g;

/**
 * Reads looks out of words.
 *
 * @param hints.kind - What somebody is, where it is known.
 * @param hints.pronoun - he or she, where it is known.
 */
export function readLooks(
  description: string,
  hints: { readonly kind?: string; readonly pronoun?: string } = {},
): Looks {
  const text = description.toLowerCase().replaceAll("’", "'");
  const animal = first(ANIMALS, text);
  const kind = kindOf(text, hints.kind, animal);
  const cloth = `${wordsBefore(text, CLOTH)} ${wordsBefore(text, IN_COLOR)}`;
  return {
    kind,
    animal: kind === "animal" ? (animal ?? "dog") : null,
    age: ageInYears(text) ?? first(AGES, text),
    isMan: manOf(text, hints.pronoun),
    hair: first(HAIRS, text),
    hairColor: first(HAIR_COLORS, text),
    skin: first(SKINS, text),
    beard: /\bclean-shaven\b|\bbeardless\b/.test(text)
      ? false
      : /\b(?:beard(?:ed)?|whiskers|moustache|mustache|bristles|stubble)\b/.test(text) || null,
    glasses: /\b(?:glasses|spectacles|pince-nez|monocle|goggles|lenses)\b/.test(text),
    hat: /\b(?:bare-?headed|hatless)\b/.test(text) ? "none" : first(HATS, text),
    collar: first(COLLARS, text),
    clothing: first(CLOTH_COLORS, cloth) ?? first(CLOTH_COLORS, wordsBefore(text, HAT_CLOTH)),
    mood: first(MOODS, text),
  };
}

/** What stands in the one group of a pattern, wherever it matches. */
function wordsBefore(text: string, pattern: RegExp): string {
  return [...text.matchAll(pattern)].map(([, words = ""]) => words).join(" ");
}

/** "31 years old" says more than any other word of an age. */
function ageInYears(text: string): Age | null {
  const years = /\b(\d{1,3})[- ]years?[- ]old\b/.exec(text)?.[1];
  if (years === undefined) return null;
  const age = Number(years);
  return age < 14 ? "child" : age < 30 ? "young" : age < 60 ? "adult" : "old";
}

function kindOf(text: string, hint: string | undefined, animal: Animal | null): Kind {
  if (hint === "human" || hint === "animal" || hint === "machine" || hint === "spirit" || hint === "group") return hint;
  if (hint === "voice") return "spirit";
  if (MACHINE.test(text)) return "machine";
  // Somebody may have a dog, or a face like a hawk: only what the description opens with is what they are.
  const [opening = ""] = text.slice(0, 80).split(/\bwith\b/);
  const isSomebody = /\b(?:man|woman|boy|girl|he|she|lady|captain|keeper|doctor|sister|owner|driver|dealer)\b/.test(
    opening,
  );
  if (animal !== null && first(ANIMALS, opening) !== null && !isSomebody) return "animal";
  return SPIRIT.test(opening) ? "spirit" : "human";
}

function manOf(text: string, pronoun: string | undefined): boolean | null {
  if (pronoun === "he") return true;
  if (pronoun === "she") return false;
  const his = (text.match(/\b(?:he|his|him|man|boy|mr|father|brother|son|lord|king|sir)\b/g) ?? []).length;
  const her = (
    text.match(/\b(?:she|her|hers|woman|girl|mrs|miss|ms|mother|sister|daughter|lady|queen|nun|widow)\b/g) ?? []
  ).length;
  return his === her ? null : his > her;
}

function first<T>(table: Table<T>, text: string): T | null {
  return table.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
