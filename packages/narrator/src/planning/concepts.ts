/**
 * What words are about, as far as it bears on which skill is of use: words of one family stand for the same thing, words
 * without meaning of their own for nothing, and any other word for itself.
 */

/** Family → words of it, as they stand in a sentence; two words are one expression. */
const FAMILIES: Readonly<Record<string, string>> = {
  weather:
    "weather rain storm snow wind fog mist cloud thunder lightning hail frost drizzle gale barometer forecast sunshine blizzard squall",
  sky: "sky heaven horizon",
  outdoors: "outdoors outside open-air open-sky",
  night: "night midnight nightfall",
  moon: "moon moonlight moonrise crescent lunar",
  star: "star constellation planet comet astronomer astronomy telescope",
  sea: "sea tide harbour harbor quay shore beach coast boat ship ferry pier wharf jetty mole landing sail ashore sandbank mudflat surf wave seaside fishing estuary low-water high-water flats anchorage breakwater slipway causeway",
  journey:
    "journey travel road trip voyage set-off set-out ride march caravan expedition destination route way-to the-way wander trek depart head-for make-for",
  within:
    "stair upstairs downstairs cellar attic room door corridor hallway kitchen parlour loft yard indoors inside gallery pantry",
  map: "map chart compass",
  time: "wait rest hours sleep linger pass until-morning until-dawn until-evening overnight doze nap while-away",
  fortune:
    "fortune omen prophecy oracle augury divination foretell predict future lies-ahead fate destiny tarot fortune-teller soothsayer seer read-cards lay-cards palm sign portent",
  name: "name named surname nickname called introduce",
  newcomer: "stranger newcomer unknown first-time first-meeting unfamiliar new-face never-met",
  likeness: "portrait face picture likeness appearance looks-like painting sketch image draw-portrait depict resemble",
  music:
    "music song sing singer fiddle tune dance ballad lute drum hum melody choir musician band flute piano play-tune concert",
  feast: "feast inn tavern alehouse banquet pub taproom wedding festival",
  food: "food meal cook eat dinner supper breakfast bread stew recipe hungry taste soup bake roast dish",
  drink: "drink wine ale beer brandy rum toast",
  trade:
    "buy sell haggle price cost coin goods market merchant trade barter shop stall bargain purchase pay pedlar trader auction",
  wound:
    "wound hurt ill sick poison fever bleed injure injury bandage heal cure remedy medicine doctor nurse disease bruise broken-bone surgeon salve sickbed",
  plant: "plant herb flower root mushroom berry leaf garden gather moss weed orchard",
  fight:
    "fight duel sword knife blade weapon attack battle combat strike blow brawl ambush fist swing stab arrow parry shoot pistol spear draws-steel",
  stealth: "sneak hide creep unseen shadow tiptoe stealth slip-past slip-into unnoticed pickpocket",
  lock: "lock lockpick pick-lock key locked padlock",
  force: "force break-down break-open smash pry kick-in crowbar",
  law: "law crime trial judge court guilty arrest gaol jail prison witness verdict accuse oath testimony magistrate constable sentence",
  riddle: "riddle puzzle cipher code decipher decode secret-writing cryptic",
  text: "letter book read write written page document ledger inscription manuscript diary note scroll archive library",
  tongue: "language translate foreign dialect tongue interpreter accent",
  beast: "animal beast horse dog wolf bird hound cat bear track tracks hunt deer raven saddle",
  ghost: "ghost spirit haunt dead grave tomb cemetery seance phantom spectre churchyard graveyard haunted",
  magic: "magic spell sorcery enchant ritual curse charm wizard witch conjure amulet rune",
  god: "god pray prayer temple church shrine priest holy bless altar saint chapel monk",
  machine: "machine engine clockwork gear mechanism repair tinker lever valve contraption mend gearwheel",
  money: "debt loan owe borrow lend bank interest wager bet gamble dice-game stake",
  rank: "king queen lord lady noble court-manners etiquette title duke bow crown herald courtier baron",
  feeling: "feel mood trust fear anger love hate grudge affection jealous",
  faction: "faction guild party clan order brotherhood reputation standing crew gang",
  rumour: "rumour rumor gossip news hearsay tidings newspaper",
  dream: "dream nightmare vision",
  clothes: "clothes coat dress disguise costume wear cloak hat mask uniform",
  fire: "fire burn flame torch candle smoke blaze ember hearth",
  child: "child children baby boy girl",
  date: "calendar date holiday season anniversary",
  memory: "remember memory forget recall",
};

/** Words that say too little to tell one moment from another. */
const EMPTY =
  "a about above after again all along also always an and another any anybody anyone anything are around as ask asks at away back be because been before being best better between big bit bring but by can cannot case come comes could course dark day deck did do does done down during each else end enough ever every everybody everyone fact few find finds first for from full further get gets give gives go goes going good great had half has have he help helps her here herself hers him his hold holds how i if in into is it its itself keep keeps kind know knows large last later least leave less let lets like little long look looks lot made make makes many matter may mean means meant might mine moment more most much must my need needs never new next no nobody none nor not nothing now of off old on once one only open or other others our out over own part people person place places put rather real right run runs said same say says scene scenes see sees set several shall she should show shows skill small so some somebody someone something somewhere soon stand stands start still story such take takes tell tells than that the their them themselves then there these they thing things think this those though through till to today together tonight too toward towards try tries turn turns twice two under up upon us use used useful uses using very want wants was way well went were what whatever when whenever where which while who whoever whole whom whose why will with within without work works world would yes yet you your yourself under worth player character narrator speak speaks talk talks meet meets hear hears word words state turn stay stays happen happens change changes change short near left low high reach step enter appear arrive ready deal wear bear";

const expressions = new Map<string, string>();
const families = new Map<string, string>();
for (const [family, words] of Object.entries(FAMILIES)) {
  for (const word of words.split(" ")) {
    if (word.includes("-")) expressions.set(word.split("-").map(stem).join(" "), family);
    else families.set(stem(word), family);
  }
}
const empty = new Set(EMPTY.split(" ").flatMap((word) => [word, stem(word)]));

/** What each word of a text is about, in order; null for a word that says nothing. */
export function meanings(text: string): (string | null)[] {
  const words = (text.toLowerCase().match(/\p{L}+(?:['’]\p{L}+)?/gu) ?? []).map(bare);
  const found: (string | null)[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    // "read your cards" is the expression "read cards".
    const next = at + (DETERMINERS.has(words[at + 1] ?? "") ? 2 : 1);
    const expression = expressions.get(`${stem(word)} ${stem(words[next] ?? "")}`);
    if (expression !== undefined) {
      found.push(expression);
      at = next;
    } else found.push(families.get(stem(word)) ?? (empty.has(word) || empty.has(stem(word)) ? null : stem(word)));
  }
  return found;
}

const DETERMINERS: ReadonlySet<string> = new Set("a an the my your his her its our their this that".split(" "));

const bare = (word: string): string => word.replace(/['’]\p{L}+$/u, "");

/** Cuts off what a word is inflected by, the same way for all of its forms. */
function stem(word: string): string {
  let cut = word;
  if (cut.length > 4 && cut.endsWith("ies")) cut = `${cut.slice(0, -3)}y`;
  else if (cut.length > 3 && /[^su]s$/.test(cut)) cut = cut.slice(0, /(?:sh|ch|ss|x|z)es$/.test(cut) ? -2 : -1);
  if (cut.length > 5 && cut.endsWith("ing")) cut = cut.slice(0, -3);
  else if (cut.length > 4 && cut.endsWith("ed")) cut = cut.slice(0, -2);
  if (cut.length > 3 && cut.endsWith("e")) cut = cut.slice(0, -1);
  return /([bdgmnprt])\1$/.test(cut) && cut.length > 3 ? cut.slice(0, -1) : cut;
}
