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
  /** Whether the beard is a moustache alone. */
  readonly moustache: boolean;
  /** Colour of an animal or a machine, hex without #. */
  readonly coat: string | null;
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
    /\b(?:old (?:man|woman|lady)|elderly|(?<!-)aged|ancient|grandmother|grandfather|granny|crone|white-haired|(?<![£$€])(?:6|7|8|9)\d(?! (?:feet|foot|inches|pounds))|in (?:his|her|their) (?:sixties|seventies|eighties)|wrinkled)\b/,
  ],
  ["young", /\b(?:young|youth|teenage\w*|apprentice|student|pupil|in (?:his|her|their) twenties)\b/],
  ["adult", /\b(?:middle-aged|in (?:his|her|their) (?:thirties|forties|fifties))\b/],
];
const HAIRS: Table<Hair> = [
  ["bald", /\b(?:bald|balding|hairless|shaven head|shaved head)\b/],
  [
    "bun",
    /\b(?:bun|chignon|topknot|hair (?:is )?(?:(?:pinned|tied|put) (?:up|back)|scraped back|in a (?:tight )?knot)|knot of hair)\b/,
  ],
  ["queue", /\b(?:braid(?:s|ed)?|plait(?:s|ed)?|ponytail|queue|pigtails?)\b/],
  ["curls", /\b(?:curls|curly|curled|frizzy|frizz|wavy|ringlets|woolly|perm(?:ed)?)\b/],
  ["long", /\b(?:long,? (?:\w+,? )?hair|mane|flowing hair|hair (?:down )?to (?:his|her|their))\b/],
  ["short", /\b(?:short,? (?:\w+,? )?hair|crop(?:ped)?|crew cut|close-cut|bob)\b/],
];
/** What has the colour of somebody's hair. */
const HAIRY =
  "hair\\w*|curls|beard(?:ed)?|moustache[ds]?|mustache|whiskers|braids?|plaits?|bun|bob|crop|perm|locks|temples";
const hairOf = (colors: string, more = "(?!)"): RegExp =>
  new RegExp(String.raw`\b(?:${colors})[- ](?:\w+ )?(?:${HAIRY})\b|\b(?:${colors}) at the (?:sides|temples)\b|${more}`);
/** "small, sandy, quick": an adjective that stands by itself in a list of them. */
const alone = (colors: string): string =>
  String.raw`(?:^|[,;] (?:and )?)(?:${colors})(?=[,;.]| and \w+[,;.])|\w+, (?:\w+,? )?and (?:${colors})(?=[,;.])`;
const HAIR_COLORS: Table<string> = [
  ["f2eee6", hairOf("white|snow-white", String.raw`\bsnow-white\b`)],
  ["a9a59e", hairOf("gr[ea]y|silver|grizzled", String.raw`\bgr[ea]ying\b`)],
  ["b5482a", hairOf("red|ginger|auburn|copper|carrot", String.raw`\bredhead\b|\bginger\b`)],
  [
    "d9b25f",
    hairOf("blond\\w*|fair|golden|flaxen|straw|sandy|yellow", String.raw`\bblonde?\b|${alone("sandy|fair|flaxen")}`),
  ],
  ["6b4423", hairOf("brown|chestnut")],
  ["1f1a1a", hairOf("black|dark|raven", alone("dark"))],
];
const SKINS: Table<string> = [
  ["5a3825", /\b(?:black|very dark|ebony)[- ](?:skin\w*|complexion|face)\b/],
  ["7d5235", /\b(?:dark|brown|deep brown)[- ](?:skin\w*|complexion|face)\b/],
  ["b98150", /\b(?:olive|tan|tanned|sun-?burnt|swarthy|weathered|bronzed?)\b/],
  ["f7dcc8", /\b(?:pale|fair|white|pallid|freckled)[- ]?(?:skin\w*|complexion|face)\b|\bpale\b|\bfreckle\w*\b/],
];
/** "his hat in his hand", "a helmet under one arm": what is not on the head. */
const NOT_WORN =
  /\b(?:hat|cap|bonnet|helmet|bowler|beret)(?: \w+)?(?: in (?:his|her|their|one|both|the other) hands?| under | on (?:a|the|his|her) (?:(?:back|front) )?(?:seat|peg|knee|table|desk|hook|chair|nail)| over (?:his|her|one) arm)/g;
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
  ["c8692c", /\borange\b/],
  ["c98a94", /\b(?:pink|rose)\b/],
  ["b58f5c", /\b(?:tan|camel|khaki|buff|beige)\b/],
];
/** Of fur, feathers and metal. */
const COAT_COLORS: Table<string> = [...CLOTH_COLORS, ["b08d3c", /\b(?:brass|bronze|copper)\b/]];
const CLOTHES =
  "coat|jacket|cloak|uniform|blazer|suit|tunic|waistcoat|apron|shirt|smock|jersey|jumper|sweater|dress|gown|robe|habit|overalls?|scarf|shawl|veil|oilskins?";
const CLOTH = new RegExp(String.raw`\b((?:[\w-]+ ){0,3})(?:${CLOTHES})\b`, "g");

/** A hat has the colour of the clothes: where nobody says that, its own. */
const HAT_CLOTH = /\b((?:[\w-]+ ){0,2})(?:turban|headscarf|kerchief|hood|cap|beret|bonnet|helmet|hat)\b/g;

/** "hooded in grey", "in a scarlet coat" */
const IN_COLOR = /\b(?:in|wears|wearing) ((?:a )?(?:[\w'-]+ )?[\w-]+)/g;
/** "blue-veiled", "red-coated" */
const CLAD = /\b(\w+)-(?:veiled|hooded|cloaked|coated|robed|gowned|jacketed|capped|clad)\b/g;
/** "a coat which is the grey of wool" */
const OF_COLOR = new RegExp(String.raw`\b(?:${CLOTHES}),? (?:which|that) (?:is|was) ((?:the )?\w+)`, "g");

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
  const text = description.toLowerCase().replaceAll("’", "'").replace(NOT_WORN, "");
  const animal = first(ANIMALS, text);
  const kind = kindOf(text, hints.kind, animal);
  const cloth = [CLOTH, IN_COLOR, CLAD, OF_COLOR].map((pattern) => wordsBefore(text, pattern)).join(" ");
  return {
    kind,
    animal: kind === "animal" ? (animal ?? "dog") : null,
    age: ageInYears(text) ?? ageInWords(text) ?? first(AGES, text),
    isMan: manOf(text, hints.pronoun),
    hair: first(HAIRS, text),
    hairColor: first(HAIR_COLORS, text),
    skin: first(SKINS, text),
    beard: /\bclean[- ]?shave[nd]\b|\bbeardless\b/.test(text)
      ? false
      : /\b(?:beard(?:ed)?|whiskers|moustache[ds]?|mustache|bristles|stubble)\b/.test(text) || null,
    moustache: /\bm(?:o|)ustache/.test(text) && !/\b(?:beard|whiskers|bristles|stubble)/.test(text),
    coat: kind === "animal" || kind === "machine" ? earliest(COAT_COLORS, withoutNames(description)) : null,
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

const NUMBERS: Table<Age> = [
  ["child", /^(?:five|six|seven|eight|nine|ten|eleven|twelve|thirteen)$/],
  ["young", /^(?:fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)$/],
  ["adult", /^(?:thirty|forty|fifty)$/],
  ["old", /^(?:sixty|seventy|eighty|ninety)$/],
];

/** "fifty and a bit", where that is the last thing that is said: an age in words of its author. */
function ageInWords(text: string): Age | null {
  const last = text.split(/[.!?]\s+/).at(-1) ?? "";
  const [, word = "", next = ""] = /^(?:about |nearly |almost |some )?([a-z]+)\b[- ,]*([a-z]*)/.exec(last) ?? [];
  // Somebody is six feet tall, and has two fingers.
  return /^(?:feet|foot|inches|stone|$)/.test(next) && next !== "" ? null : first(NUMBERS, word);
}

/** Several people, and not one with several of something. */
const SEVERAL =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|a dozen|twin) (?:[\w-]+,? ){0,3}(?:women|men|people|children|boys|girls|sisters|brothers|twins|monks|nuns|soldiers|ladies|gentlemen)\b/;

function kindOf(text: string, hint: string | undefined, animal: Animal | null): Kind {
  if (hint === "human" && SEVERAL.test(text)) return "group";
  if (hint === "human" || hint === "animal" || hint === "machine" || hint === "spirit" || hint === "group") return hint;
  if (hint === "voice") return "spirit";
  if (MACHINE.test(text)) return "machine";
  // Whoever is told to be neither a person nor a beast, and is called one.
  if (hint === "other" && animal !== null) return "animal";
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

/** Without words that are part of a name, such as the place Goose Green. */
function withoutNames(description: string): string {
  return description.replace(/(?<=[\p{L}\p{N}'’,] )\p{Lu}\p{L}*/gu, "").toLowerCase();
}

/** What is said first of all that a table knows. */
function earliest<T>(table: Table<T>, text: string): T | null {
  const found = table.flatMap(([value, pattern]) => {
    const at = text.search(pattern);
    return at === -1 ? [] : [{ value, at }];
  });
  return found.sort((a, b) => a.at - b.at)[0]?.value ?? null;
}
