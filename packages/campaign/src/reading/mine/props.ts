import type { Prop } from "@narratoria/protocol/story";
import { headOf, isLemma, isPlural, looksFinite, type ProperWords } from "@narratoria/protocol/english";

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Things that stand where they stand. */
export const FIXTURES = words(
  "antenna console engine generator panel radio tree " +
    "altar anvil arch balustrade bar barrel barrels bath beam beams bed beds bell bells bench benches board boiler bookcase bookshelf bookshelves bridge cabinet case cases cask chair chairs chest chimney clock " +
    "banister letterbox column columns cot counter crane crate crates cupboard curtain curtains desk desks door doors drawer drawers fence fireplace fountain furnace gate gates grate grave gutter hatch hearth hook hooks keyhole kiln ladder lid lock mat " +
    "lamp lamps lantern loom machine mantel map maps mirror mosaic notice notices organ oven painting piano pew pews pillar pipe pipes platform portrait post posts press pulley pump rack racks rail railing rails range rope ropes scale scales screen shelf " +
    "shelves shrine shutter shutters sign signboard sink slate spout stage staircase stairs stall stalls statue steps stool stools stove switchboard table tables tank tap telephone trough vat vats wall wardrobe well " +
    "wheel winch window windows workbench",
);
/** Things a hand can take up. */
const MOVABLES = words(
  "helmet tape ticket wrench " +
    "apron apples axe brick bricks carpet carpets cushion cushions eggs galosh galoshes geranium slipper slippers strap straps bag bags basin basket baskets blanket blankets book books boots bottle bottles bowl bowls box boxes broom brush brushes bucket buckets candle candles candlestick card cards cloth coat coats coil coils coin coins cup cups dish " +
    "envelope envelopes file files flask glass glasses glove gloves hammer handbell hat hats jar jars jug kettle key keys knife knives label labels ledger ledgers letter letters mallet matches mug mugs needle net nets newspaper note notebook " +
    "notes page pages pail pails pan papers parcel parcels pencil pen photograph photographs picture pitcher plate plates pot pots purse quilt rag rags ring rug sack sacks scarf seal shawl shovel shoe shoes spade spoon spoons spool string " +
    "tag tags tally tallies teapot thread tin tins toolbox tool tools towel tray trays umbrella weight weights whistle",
);
/** Stretches of ground: one stands on or behind them, nobody picks them up. */
export const AREAS = words(
  "alley attic balcony bank beach cellar corner corridor court courtyard ditch doorway field garden hallway landing lane loft meadow orchard passage passageway path pit pond quay ramp roof room slope square track yard",
);
const WORN = words(
  "apron badge band belt boots bracelet brooch buckle cap chain coat collar cuff cuffs dress earring earrings glove gloves hat hood jacket kerchief locket necklace pin ring rings robe sash scarf shawl shirt shoes sleeve sleeves spectacles suit tie trousers vest waistcoat watch glasses " +
    "overalls cardigan jersey smock thimble ribbon veil uniform",
);
const CARRIED = words(
  "bag basket book bottle bundle cane card cards case crook flask flute hammer key keys knife lantern ledger notebook parcel pencil pipe pouch purse rope satchel stick string tally tin tool tools umbrella whistle",
);
const MARKS = words(
  "beard birthmark braid braids bruise bruises burn burns callus calluses cough eyebrow eyebrows fingernails freckles grease hair hands ink knuckles limp moustache scar scars stoop tattoo tooth teeth thumb wrinkles stain stains squint wart flour",
);

/** The use of a thing in a place, by its head noun; undefined if the head is not a thing one could look at or behind. */
function placeUse(np: string): Prop["use"] | undefined {
  const head = headOf(np);
  // What is fixed in place, though the word alone is not.
  if (/\b(?:letter|post|mail) box(?:es)?$/i.test(np)) return "fixture";
  if (MOVABLES.has(head)) return "movable";
  if (FIXTURES.has(head)) return "fixture";
  if (AREAS.has(head)) return "area";
  return undefined;
}

/** Things to be handed over, besides those that one sees people carry. */
const HANDED = words(
  "case coin compass contract crate film fork gun invitation journal medal permit photograph pistol receipt ribbon suitcase sword telegram ticket torch violin warrant will",
);

/** Whether somebody could have this with them: a thing that a hand can take up. */
export function canBeCarried(np: string): boolean {
  const head = headOf(np);
  return MOVABLES.has(head) || CARRIED.has(head) || HANDED.has(head);
}

function personUse(np: string): Prop["use"] | undefined {
  const head = headOf(np);
  if (WORN.has(head)) return "worn";
  if (MARKS.has(head)) return "mark";
  if (CARRIED.has(head)) return "carried";
  return undefined;
}

const PHRASE =
  /\b(an?|the|some|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+((?:[\p{L}'’-]+\s+){0,3}?)([\p{L}-]+)(?=\s+(?:on|in|at|under|over|behind|beside|above|below|near|across|along|against|by|for|with|from|of|stands?|hangs?|leans?|lies?|sits?|waits?|runs?|fills?|faces?|rests?|covers?|smells?|burns?|shows?|is|are|has|have)\b|[,.;])/giu;

/** A habit, a rule or a count of many: what it names need not lie here now. */
const IS_GENERAL =
  /\b(?:every|each|any|whoever|anybody|anyone|nobody|no one|always|never|if|when|whenever|would|used to|may|must|should)\b/iu;
/** What stands before a thing that lies here: a verb of lying, "there is", a spot, or what holds it. */
const LIES_BEFORE =
  /\b(?:there(?: is| are|[’']s| was| were)|lies?|lay|hangs?|hung|stands?|stood|leans?|leant|sits?|sat|holds?|held|on|in|under|behind|beside|above|over|inside|with)\b[^.;:]*$/iu;
/** What stands behind it. */
const LIES_BEHIND =
  /^[^.;:]{0,30}?\b(?:lies?|lay|hangs?|hung|stands?|stood|leans?|leant|sits?|sat|waits?|is|are|was|were|on|in|under|behind|beside|above|over|inside|against|at|by)\b/iu;

/** Whether a sentence says that a thing of it lies here, to be taken up: "a tin scoop lies on the sill", not "they lay a barleycorn". (rule CA5400) */
function isLying(sentence: string, at: number, length: number): boolean {
  const before = sentence.slice(0, at);
  return !IS_GENERAL.test(sentence) && (LIES_BEFORE.test(before) || LIES_BEHIND.test(sentence.slice(at + length)));
}

/** What a sentence compares something with, and what that consists of. */
const COMPARED = /\b(?:as|like) an? (\p{Ll}+(?: of \p{Ll}+)?)/gu;

/**
 * Things that a description names and that can be looked at: precision before recall, since a wrong thing reads worse than
 * a missing one.
 */
export function minePlaceProps(sentences: readonly string[], proper: ProperWords): Prop[] {
  const found = new Map<string, Prop>();
  const compared = new Set<string>();
  const add = (np: string): void => {
    const use = placeUse(np);
    const key = headOf(np);
    if (!use || compared.has(key)) return;
    // The first mention of a head is the one with its adjectives; "the stove" after "a tiled stove" is the same stove.
    if (!found.has(key)) found.set(key, { np, plural: isPlural(np), use });
  };
  for (const sentence of sentences) {
    // What something is compared with is not there, nor is it where the comparison goes on: "like a stack of plates. The plates are dry."
    const plain = sentence.replace(COMPARED, (_, nouns: string) => {
      for (const noun of nouns.split(" of ")) if (!found.has(noun)) compared.add(noun);
      return "";
    });
    for (const match of plain.matchAll(PHRASE)) {
      const adjectives = (match[2] ?? "").trim().split(/\s+/).filter(Boolean);
      const head = match[3] ?? "";
      if (
        adjectives.some(
          (word) =>
            (looksFinite(word) && !/ed$/.test(word)) ||
            /^(?:an?|the|and|or|of|in|on|at|with|is|was|not|that|which|own|same|other|first|last|very|over|across|behind|under|against|one|two|three|four|five|six)$/i.test(
              word,
            ),
        )
      )
        continue;
      // "the Long Yard" is a place, and nobody looks behind it.
      if ([...adjectives, head].some((word) => /^\p{Lu}/u.test(word) && proper.has(word))) continue;
      const phrase = [...adjectives, head].join(" ").toLowerCase();
      const article = (match[1] ?? "").toLowerCase();
      if (MOVABLES.has(headOf(phrase)) && !isLying(plain, match.index, match[0].length)) continue;
      // "Eleven letter boxes", once counted, are the letter boxes.
      add(`${/^an?$/.test(article) ? article : "the"} ${phrase}`);
    }
    const bare = /^(\p{Lu}[\p{L}-]+(?:\s+[\p{Ll}-]+)?)\s+(?:stand|hang|lean|lie|sit|wait|line|cover|fill)\b/u.exec(
      sentence,
    )?.[1];
    if (bare && !isLemma(bare)) add(bare.toLowerCase());
  }
  return [...found.values()];
}

/** What a person wears, carries or is marked by, from the profile's `appearance`. */
export function minePersonProps(appearance: string): Prop[] {
  const found = new Map<string, Prop>();
  for (const piece of appearance.split(
    /[,;.]|\b(?:and|with|but|who|which|wears?|wearing|carries|carrying|has|having)\b/i,
  )) {
    const match = /^\s*(?:always\s+|usually\s+)?(an?|the|his|her|their)\s+([\p{L}' ’-]{3,60})$/iu.exec(piece);
    if (!match) continue;
    const phrase = (match[2] ?? "").trim();
    if (phrase.split(/\s+/).length > 7) continue;
    const np = `the ${phrase}`;
    const use = personUse(np);
    if (use && !found.has(headOf(np))) found.set(headOf(np), { np, plural: isPlural(np), use });
  }
  return [...found.values()];
}

/** Reads an author's own list: "the green lamp (fixture), the stew pot (movable)". */
export function readProps(list: string, fallback: Prop["use"]): Prop[] {
  return list
    .split(/[,;]\s*(?![^()]*\))/)
    .map((entry) => /^\s*(.+?)\s*(?:\((fixture|movable|area|worn|carried|mark)\))?\s*$/.exec(entry))
    .flatMap((match) => {
      const np = match?.[1];
      return np ? [{ np, plural: isPlural(np), use: (match[2] as Prop["use"] | undefined) ?? fallback }] : [];
    });
}
