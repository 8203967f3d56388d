/** Words of the files of a campaign: what their names, folders and keywords say of what they show or sound like. */

/** What a file is for, going by its folder and name. */
export type FileUse = "scene" | "portrait" | "item" | "cover" | "voice";

/** When, in what weather and in what mood a file fits, as far as its words say. */
export interface Qualifiers {
  readonly times: readonly string[];
  readonly weathers: readonly string[];
  readonly moods: readonly Mood[];
}

export type Mood = "tense" | "sad" | "glad" | "calm" | "mystery" | "travel" | "tender" | "opening" | "ending";

export interface FileWords {
  /** One list of words for each keyword, or for each part of the path that says something. */
  readonly phrases: readonly (readonly string[])[];
  readonly use: FileUse;
  /** What a word of the name or a keyword says that it is, where the words name no place: "map", "portrait". */
  readonly saidUse: FileUse | null;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** As `foldedWords` has them: "persons" is compared as "person". */
const foldedSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(singular));

const FOLDER_USES: readonly (readonly [FileUse, ReadonlySet<string>])[] = [
  [
    "portrait",
    foldedSet(
      "characters npcs people persons folks who cast crew portraits faces heads avatars sitters likenesses tokens tok",
    ),
  ],
  [
    "item",
    foldedSet("items objects things stuff props inventory obj icons ui maps documents docs papers handouts letters"),
  ],
  ["cover", foldedSet("covers titles logos box frontispiece")],
  ["voice", foldedSet("voices dialogue speech sfx effects foley")],
];
const PLACE_FOLDERS = foldedSet("places locations backgrounds bg bgs rooms scenery settings environments where");
const COVER_NAMES = set("cover title logo icon banner thumbnail poster frontispiece");
const SAID_USES: readonly (readonly [FileUse, ReadonlySet<string>])[] = [
  ["portrait", set("portrait headshot mugshot crew cast character char npc token tok")],
  ["item", set("map chart floorplan icon prop item object")],
];

/** Say how a picture or a sound was made, or where it stands in a row, and nothing of what it shows. */
const NEUTRAL = set(
  `the of a an at in on by and with from to for its view wide shot interior exterior inside outside int ext scene background bg backdrop
  picture image img pic art artwork painting illustration drawing final draft copy new version alt alternate full large small big
  hd hires lowres web loop looped looping track song music theme audio sound sounds bed underscore mix master edit png jpg jpeg webp mp3 ogg
  wav flac npc portrait face head bust headshot mugshot location place misc various mood crew char token tok scan photo photograph img dsc file asset take bpm beat
  ambient ambience atmosphere atmo lute string drum piano guitar flute violin cello choir
  harp synth orchestral orchestra horn brass percussion pad drone fiddle organ melody tune slow fast soft loud low high short long
  harmonica accordion banjo whistle bagpipe clarinet oboe trumpet largo adagio lento andante moderato allegro presto plate figure fig
  out off up away is was are be been has have had do does yes so but if then than as it its his her their my your who what how all any
  some more most very just also too
  de la le les du des el los las del della di il lo der das bei von vom zur zum und et avec
  general overview establishing aerial exterieur interieur innen aussen ansicht vue
  header panorama pano website upload screenshot wallpaper linocut woodcut engraving etching watercolour watercolor
  neutral default normal standard before choice option temp`,
);

const TIMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    dawn: "dawn sunrise daybreak",
    morning: "morning forenoon",
    noon: "noon midday",
    day: "day daytime daylight sunlit",
    afternoon: "afternoon",
    dusk: "dusk sunset twilight gloaming nightfall sundown",
    evening: "evening eve",
    night:
      "night nighttime midnight moonlight moonlit moonrise nocturne nocturnal starlit starry nite floodlit floodlight floodlights",
    lamplight: "lamplight lamplit candlelight candlelit torchlight torchlit lanternlight lanternlit firelight firelit",
  }).flatMap(([time, words]) => words.split(" ").map((word) => [word, time])),
);

/**
 * Tell that a place is not as it is every day, or what happens there. A picture with such a word is of one moment, and shown before it
 * would give it away.
 */
const TELLING = set(
  `fire flame burn burning burned burnt ablaze inferno blaze ruin ruined destroyed destruction collapse collapsed collapsing fallen wreck wrecked
  flood flooded flooding drowned blood bloody bloodstain dead death dying body corpse murder murdered murderer kill killed killing killer grave
  burial funeral wedding battle attack attacked siege fight ambush riot crash explosion exploded exploding aftermath after later past future
  dream nightmare vision flashback memory ghost spirit monster reveal revealed revelation secret hidden discovered discovery found unlocked
  opened broken smashed shattered abandoned deserted trap treasure hoard final finale arrest arrested trial execution hanging hanged gallow
  escape rescue betrayal ritual sacrifice kiss feast party dance auction celebration victory defeat reunion`,
);

/** What somebody wears: a word of it on a picture of theirs gives nothing away. */
const WORN = foldedSet(
  "uniform apron coat cloak gown dress suit hat cap bonnet wig shawl scarf boots gloves robe habit costume badge",
);

/** Tell of what comes after something, whatever a place's texts say. */
const LATER = set("after aftermath afterwards later");

/** Colours, what every room has, and what every house has: they tell of no moment. */
const PLAIN = set(
  `white black red green blue grey gray yellow brown golden light window door wall floor ceiling roof stair table chair bench shelf curtain
  hearth fireplace hall hallway entrance corridor room corner front yard edge rim side top bottom middle path doorway gateway archway
  threshold doorstep step staircase landing balcony porch sill windowsill
  open closed shut empty full laid busy bench counter desk bed stove oven shelves gate fence bridge well steeple belfry
  tower chimney foundry furnace kiln forge pit bank pool pond
  and or not no yet only here there this that again with without
  jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september october november december`,
);

/** What gives light when it is dark: a picture with such a word is more likely one by night. */
const LIGHTS = set("lamp lantern candle torch star moon neon streetlamp streetlight nightlight");

/** Words of other languages for times of day and for weather which no other word of a name is likely to be. */
const FOREIGN: readonly {
  readonly sure: Readonly<Record<string, string>>;
  readonly likely: Readonly<Record<string, string>>;
}[] = [
  {
    sure: {
      nacht: "night",
      mitternacht: "night",
      abend: "evening",
      nachmittag: "afternoon",
      mittag: "noon",
      vormittag: "morning",
      dammerung: "dusk",
      tagsuber: "day",
      regen: "rain",
      schnee: "snow",
      nebel: "fog",
      avond: "evening",
      ochtend: "morning",
      sneeuw: "snow",
    },
    likely: { tag: "day", morgen: "morning", dag: "day" },
  },
  {
    sure: {
      nuit: "night",
      minuit: "night",
      crepuscule: "dusk",
      pluie: "rain",
      neige: "snow",
      brouillard: "fog",
      brume: "fog",
      aube: "dawn",
    },
    likely: { jour: "day", matin: "morning", soir: "evening", midi: "noon" },
  },
  {
    sure: {
      noche: "night",
      medianoche: "night",
      atardecer: "dusk",
      anochecer: "dusk",
      amanecer: "dawn",
      mediodia: "noon",
      lluvia: "rain",
      nieve: "snow",
      niebla: "fog",
      noite: "night",
      chuva: "rain",
      entardecer: "dusk",
    },
    likely: { dia: "day", manana: "morning", manha: "morning", tarde: "afternoon" },
  },
  {
    sure: {
      notte: "night",
      mezzanotte: "night",
      tramonto: "dusk",
      pomeriggio: "afternoon",
      mattina: "morning",
      mezzogiorno: "noon",
      giorno: "day",
      pioggia: "rain",
      nebbia: "fog",
    },
    likely: { sera: "evening", alba: "dawn", neve: "snow" },
  },
  {
    sure: { natt: "night", kvall: "evening", kveld: "evening", aften: "evening", skymning: "dusk", regn: "rain" },
    likely: { dag: "day", nat: "night", morgon: "morning", morgen: "morning" },
  },
  {
    sure: { yoru: "night", yugata: "evening", 夜: "night", 夕: "evening", 朝: "morning", 昼: "day" },
    likely: { hiru: "day", asa: "morning" },
  },
  {
    sure: {
      ночь: "night",
      ночью: "night",
      вечер: "evening",
      вечером: "evening",
      утро: "morning",
      утром: "morning",
      день: "day",
      днем: "day",
    },
    likely: {},
  },
  {
    sure: { noc: "night", wieczor: "evening", dzien: "day", vecer: "evening" },
    likely: { den: "day", rano: "morning" },
  },
];

const SURE: ReadonlyMap<string, string> = new Map(FOREIGN.flatMap(({ sure }) => Object.entries(sure)));

/**
 * Finds what words of other languages say of time and weather in a campaign's files. "Tag" may mean anything; it is the day where some other
 * file says "Nacht". Implements rule EN6150.
 *
 * @param words - All words of the names of files, as `foldedWords` has them.
 * @returns The English word by the other.
 */
export function foreignTimes(words: ReadonlySet<string>): ReadonlyMap<string, string> {
  const spoken = FOREIGN.filter(({ sure }) => Object.keys(sure).some((word) => words.has(word)));
  return new Map([...SURE, ...spoken.flatMap(({ likely }) => Object.entries(likely))]);
}

/** The hours of each time of day: from, and before. */
const HOURS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  dawn: [[5, 8]],
  morning: [[5, 12]],
  noon: [[11, 14]],
  day: [[5, 20]],
  afternoon: [[12, 18]],
  dusk: [[17, 21]],
  evening: [[17, 24]],
  night: [
    [20, 24],
    [0, 5],
  ],
  // Before it is light, and from the dusk of winter on.
  lamplight: [
    [16, 24],
    [0, 6],
  ],
};

const WEATHERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rain: "rain rainy raining drizzle downpour shower showers wet",
    storm: "storm stormy thunder thunderstorm lightning gale tempest",
    snow: "snow snowy snowing snowfall blizzard sleet",
    fog: "fog foggy mist misty haze hazy",
    clear: "clear sunny sunshine bright fair fine cloudless",
    wind: "wind windy breeze",
  }).flatMap(([weather, words]) => words.split(" ").map((word) => [word, weather])),
);

const MOODS: ReadonlyMap<string, Mood> = new Map(
  (
    [
      [
        "tense",
        "tension tense danger dangerous violent violence brutal deadly combat battle fight fighting fray chase pursuit threat threatening suspense peril",
      ],
      [
        "tense",
        "ominous foreboding dread menace menacing fear terror horror attack conflict confrontation anger furious panic alarm urgent",
      ],
      [
        "sad",
        "sad sorrow sorrowful grief grieving lament mourning loss farewell goodbye melancholy elegy ashamed sombre somber regret solemn",
      ],
      [
        "glad",
        "joy joyful glad happy merry feast feasting festive festival celebration party dance wedding triumph triumphant victory",
      ],
      ["glad", "hilarious cheerful jubilant hope hopeful relief relieved"],
      [
        "calm",
        "calm quiet peace peaceful rest gentle lull idle explore exploration everyday still hushed ambient ambience serene relaxed",
      ],
      [
        "mystery",
        "mystery mysterious secret eerie strange uncanny wonder investigation enigma intrigue curious haunting astonished suspicion suspicious",
      ],
      ["travel", "travel travelling journey road march walking voyage wander"],
      ["tender", "love tender romance romantic intimate warm affection"],
      ["opening", "opening intro introduction prologue overture main beginning"],
      ["ending", "ending end finale outro epilogue credits conclusion"],
    ] as const
  ).flatMap(([mood, words]) => words.split(" ").map((word): [string, Mood] => [singular(word), mood])),
);

/**
 * Reads the words of a file.
 *
 * @param file - Its path in the campaign.
 * @param keywords - Of its keyword sidecar, which take the place of its name; null where there is none.
 * @param common - A folder that all files of its kind lie in: its words tell none of them from another.
 */
export function wordsOfFile(file: string, keywords: readonly string[] | null, common = ""): FileWords {
  const parts = file.replace(/\.[a-z0-9]+$/i, "").split("/");
  const folders = parts.slice(1, -1).map(foldedWords);
  const name = wordsOfName(file);
  const folderUse = FOLDER_USES.find(([, names]) => folders.some((words) => words.some((word) => names.has(word))));
  const isCover = name.some((word) => COVER_NAMES.has(word)) && file.startsWith("art/");
  const use = isCover ? "cover" : (folderUse?.[0] ?? (name.includes("portrait") ? "portrait" : "scene"));
  const isSaying = (words: readonly string[]): boolean => words.length > 0;
  const said =
    keywords === null ? name : keywords.map(foldedWords).flatMap((words) => (words.length === 1 ? words : []));
  const saidUse = SAID_USES.find(([, names]) => said.some((word) => names.has(word)))?.[0] ?? null;
  if (keywords !== null) return { phrases: keywords.map(foldedWords).filter(isSaying), use, saidUse };
  // Folders group files by kind, by place or by person: the kinds are told by their own words.
  const kinds = (word: string): boolean => word === "where" || FOLDER_USES.some(([, names]) => names.has(word));
  const shared = common === "" ? 0 : common.split("/").length - 1;
  const isSaid = (word: string): boolean => qualifierOf(word) !== null || isTelling(word);
  const told = folders.map((words, at) => words.filter((word) => !kinds(word) && (at >= shared || isSaid(word))));
  return { phrases: [...told, name].filter(isSaying), use, saidUse };
}

const VERSIONS = set("final finished latest");

/** Whether a file lies in a folder of pictures or pieces of places. */
export function isAmongPlaces(file: string): boolean {
  const folders = file.split("/").slice(1, -1);
  return folders.some((folder) => foldedWords(folder).some((word) => PLACE_FOLDERS.has(word)));
}

/** Words of the name of a file, without its folders. At the end of a picture's name "final" says which version it is. */
export function wordsOfName(file: string): string[] {
  const name = (file.split("/").at(-1) ?? "").replace(/\.[a-z0-9]+$/i, "");
  const words = foldedWords(name.replace(/(?<=[^a-z])v(?:ersion)?[ ._-]?\d+$/i, ""));
  const last = words.findLastIndex((word) => !isNumber(word));
  const isVersion = file.startsWith("art/") && last > 0 && VERSIONS.has(words[last] ?? "");
  return isVersion ? words.filter((_, at) => at !== last) : words;
}

/** Words that several words stand for: names of files and texts have them as one, as two and with a hyphen. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/(?<![a-z])(lamp|candle|torch|fire|moon|star|day)[ _-](light|lit|side|place)(?![a-z])/g, "$1$2"],
  [/(?<![a-z])(lamp|candle|torche?)s[ _-]lit(?![a-z])/g, "lamplit"],
  [/(?<![a-z])by[ _-](candle|lamp|lantern|torch)s?(?![a-z])/g, "$1light"],
  [
    /(?<![a-z])(?:after[ _-](?:lights(?:[ _-]out)?|dark|hours)|lights[ _-]out|small[ _-]hours|closing[ _-]time|last[ _-]orders)(?![a-z])/g,
    "night",
  ],
  // The door of a fire is no fire.
  [/(?<![a-z])fire[ _-](door|hole|box|pit|bucket|escape|exit|brick|wood|guard)s?(?![a-z])/g, "$1"],
  [/(?<![a-z])stars?[ _-]coming[ _-]out(?![a-z])/g, "evening"],
  [/(?<![a-z])under[ _-](?:the[ _-])?stars(?![a-z])/g, "night"],
  [/(?<![a-z])sun[ _-](?:is[ _-])?going[ _-]down(?![a-z])/g, "sunset"],
  [/(?<![a-z])sun[ _-](?:is[ _-])?coming[ _-]up(?![a-z])/g, "sunrise"],
  // "No. 7" is Number Seven.
  [/(?<![a-z])(?:no|nr)\.?[ _-]*(?=\d)|#(?=\d)/g, "number "],
];

/** "2 a.m." and "11pm". */
const CLOCK = /(?<![\p{L}\p{N}:.])(1[0-2]|[1-9])(?:[.:][0-5]\d)?[ _-]?([ap])(?:\.[ _]?)?m(?!\p{L})/gu;

function timeOfClock(said: string, half: string): string {
  const hour = (Number(said) % 12) + (half === "p" ? 12 : 0);
  if (hour < 5 || hour >= 20) return "night";
  if (hour < 12) return "morning";
  return hour < 18 ? "afternoon" : "evening";
}

const NUMBER_WORDS =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** A number's word where it is written in digits, and its digits where it is a word; undefined for any other word. */
export function otherFormOf(number: string): string | undefined {
  const at = NUMBER_WORDS.indexOf(number);
  return at >= 0 ? String(at + 1) : isNumber(number) ? NUMBER_WORDS[Number(number) - 1] : undefined;
}

/** "2ndFloor" is the second floor. */
const ORDINALS: Readonly<Record<string, string>> = {
  "1st": "first",
  "2nd": "second",
  "3rd": "third",
  "4th": "fourth",
  "5th": "fifth",
  "6th": "sixth",
  "7th": "seventh",
  "8th": "eighth",
  "9th": "ninth",
  "10th": "tenth",
};

/** "ScaleRoom_02-night" as "scale", "room", "2", "night": small letters without marks, plurals as singulars. */
export function foldedWords(text: string): string[] {
  const small = text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/['’]s\b/gu, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/(?<![\p{L}\p{N}])(?:[1-9]|10)(?:st|nd|rd|th)(?!\p{L})/gu, (word) => ORDINALS[word] ?? word)
    .replace(CLOCK, (_, hour: string, half: string) => timeOfClock(hour, half));
  const plain = PHRASES.reduce((told, [phrase, word]) => told.replace(phrase, word), small);
  // "Cabin88" is the cabin of that number: numbers are words of their own, without the noughts before them.
  const words = plain.match(/\p{L}+|\p{N}+/gu) ?? [];
  return words
    .filter((word) => !/^(?:the|a|an|of|v)$/.test(word))
    .map((word) => (isNumber(word) ? word.replace(/^0+(?=.)/, "") : singular(word)));
}

/** Both sides of every comparison pass through here, so that a word that only looks like a plural does no harm. */
function singular(word: string): string {
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

export const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word);

/** "Plate XIV" is a number as well. */
const ROMAN = /^x{0,3}(?:ix|iv|v?i{0,3})$/;

export const isRoman = (word: string): boolean => word !== "" && ROMAN.test(word);

export const isNeutral = (word: string): boolean =>
  NEUTRAL.has(word) || word.length === 1 || isNumber(word) || ROMAN.test(word);

/** Whether a word tells that a place is not as it is every day. */
export const isTelling = (word: string): boolean => TELLING.has(word);

/** Whether a word says what is heard: "ticking", "shouting". */
export const isSounding = (word: string): boolean => /.{3}ing$/.test(word) && !isTelling(word);

/** Whether a word tells of what comes after something that the player may not have come to. */
export const isLater = (word: string): boolean => LATER.has(word);

/** Whether a word of another language can mean nothing but a time of day or a weather. */
export const isForeign = (word: string): boolean => SURE.has(word);

/** Whether a word says what gives light in the dark. */
export const isLight = (word: string): boolean => LIGHTS.has(word);

/** Whether a word says what somebody wears. */
export const isWorn = (word: string): boolean => WORN.has(word);

/** Whether a word may be said of any place at any time. */
export const isPlain = (word: string): boolean => PLAIN.has(word);

/** What a word says of time, weather or mood; null where nothing. */
export function qualifierOf(
  word: string,
): { readonly time?: string; readonly weather?: string; readonly mood?: Mood } | null {
  const [time, weather, mood] = [TIMES.get(word), WEATHERS.get(word), MOODS.get(word)];
  if (time === undefined && weather === undefined && mood === undefined) return null;
  return { ...(time && { time }), ...(weather && { weather }), ...(mood && { mood }) };
}

export function qualifiersOf(words: readonly string[]): Qualifiers {
  const found = words.map(qualifierOf);
  const times = [...new Set(found.flatMap((one) => one?.time ?? []))];
  return {
    // "At night, by candle" is by night: light of lamps alone may be earlier.
    times: times.length > 1 ? times.filter((time) => time !== "lamplight") : times,
    weathers: [...new Set(found.flatMap((one) => one?.weather ?? []))],
    moods: [...new Set(found.flatMap((one) => one?.mood ?? []))],
  };
}

/** Whether a time of day holds at an hour from 0 to 23. */
export function isAtHour(time: string, hour: number): boolean {
  return (HOURS[time] ?? []).some(([from, before]) => hour >= from && hour < before);
}

/** Moods of a text such as "Hushed, astonished", the first one first. */
export function moodsIn(text: string): Mood[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [...new Set(words.flatMap((word) => MOODS.get(singular(word)) ?? []))];
}

export function weathersIn(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [...new Set(words.flatMap((word) => WEATHERS.get(word) ?? []))];
}
