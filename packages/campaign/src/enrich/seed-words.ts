/** Nouns by which an author's few words are understood. */

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const TITLES = set(
  "Chief Councillor Engineer Reverend Pastor Count Countess Baron Duke Mr Mrs Miss Ms Dr Doctor Aunt Uncle Sister Brother Captain Old Little Lady Lord King Queen Sir Father Mother Professor Sergeant Inspector Granny Saint Madame Prince Princess Judge Colonel Major Deputy Sheriff Master Dame Cousin Grandma Grandpa Herr Frau Monsieur Mademoiselle Signor Signora Señor Señora Don Doña Commander Lieutenant Officer Nurse Rabbi Bishop Mayor President",
);

export const ROLES = set(`
  keeper baker butcher miller smith blacksmith innkeeper landlord landlady teacher pupil student professor headmaster librarian doctor nurse
  priest monk nun bishop king queen prince princess knight wizard witch sorcerer captain sailor pilot fisherman ferryman farmer shepherd hunter
  gardener cook chef butler maid waiter clerk manager boss director secretary inspector detective policeman sheriff deputy judge lawyer thief
  spy soldier guard general colonel sergeant widow widower aunt uncle mother father sister brother grandmother grandfather cousin son daughter
  husband wife bride child boy girl man woman stranger traveller traveler pedlar merchant shopkeeper tailor cobbler carpenter clockmaker
  watchmaker musician singer dancer actor actress clown magician puppeteer conductor driver porter stationmaster signalman engineer mechanic
  scientist astronaut robot android alien ghost angel devil demon giant dwarf elf goblin troll mermaid vampire mayor minister ambassador
  messenger courier postman neighbour neighbor caretaker janitor undertaker gravedigger nanny orphan beggar outlaw bandit pirate smuggler
  prisoner warden hermit oracle healer apprentice beekeeper barber preacher banker councillor chancellor president candidate bartender fortune-teller duke duchess count countess baron baroness photographer painter poet editor journalist tuner referee umpire printer typesetter censor owner watchman nightwatchman guest tenant lodger visitor postwoman policewoman landlord watchmaker bookseller grocer greengrocer usher croupier surgeon vicar curate verger sexton archivist curator ambassador translator interpreter barista busker florist fishmonger chauffeur cleaner cashier lifeguard coach postmaster postmistress headmistress foreman constable bailiff registrar
  choirmaster quartermaster ringmaster harbourmaster
`);

export const ANIMALS = set(`
  cat dog wolf bear fox horse donkey goat cow pig sheep hen rooster goose duck owl eagle crow raven magpie parrot snake dragon lion tiger
  elephant monkey whale shark seal rat mouse hedgehog toad frog spider snail ant bee wasp beetle moth cricket squirrel badger otter hare rabbit thrush blackbird robin
`);

/** Small enough that a room is a country. */
export const SMALL = set(
  "mouse rat hedgehog toad frog spider snail ant bee wasp beetle moth cricket worm caterpillar butterfly sparrow squirrel hamster goldfish cat kitten woodlouse ladybird ladybug gnat flea fly lizard newt fairy",
);

export const DEVICES = set(
  "toaster kettle clock radio lamp fridge refrigerator oven stove dishwasher vacuum hoover television telephone computer robot piano gramophone typewriter photocopier lift elevator washing-machine",
);

/** Things as which somebody may be told to play. */
export const THINGS = set(`
  bread toast egg apple potato carrot onion cheese biscuit cookie cake bun roll sausage pea bean grape lemon tomato sock shoe boot button coin
  spoon fork knife cup plate bowl teapot teacup kettle jug bottle cork candle match pencil pen eraser book letter stamp envelope key nail screw
  hammer broom mop sponge soap towel pillow blanket teddy doll toy marble ball balloon kite leaf acorn seed snowflake raindrop pebble stone feather
  umbrella hat glove scarf chair lamp clock crayon sugar salt pepper noodle muffin doughnut donut pancake dumpling pickle
`);

export const PLACE_NOUNS = set(`
  counter sink floor kitchen shelf table windowsill attic cellar house hall room garden pond hedge lawn harbour harbor lighthouse island rock coast
  beach pier ship boat sea village town city street square market inn tavern pub mill farm barn church chapel churchyard monastery abbey castle tower palace
  court temple tomb crypt cemetery graveyard forest wood woods mountain valley hill river bridge lake cave mine quarry desert canyon ranch saloon
  station platform terminus line depot airport school university college library museum hospital office ministry bank hotel theatre theater
  circus opera cinema shop bakery cafe restaurant factory workshop laboratory prison fort camp colony planet moon asteroid spaceship bridge deck
  hold archive park zoo greenhouse orchard vineyard swamp marsh moor well crossroads road lane alley roof staircase stairs corridor landing
  courtyard yard gate head cliff fjord glacier pole oasis reef wreck embassy canal estate manor mansion convent quay wharf dock docks port jetty gallery basement kiosk booth clinic cabin hut cottage lodge caravan bathroom bedroom pantry larder barracks trench tunnel summit stadium gym launderette supermarket vault ward market fairground nursery morgue dairy brewery foundry shipyard pharmacy bookshop teahouse allotment lagoon delta marina cathedral mosque synagogue shrine belfry casino bunker planetarium aquarium ballroom
  club studio motel diner observatory garage warehouse refectory newsroom darkroom
`);

/** When somebody has to be done. */
export const TIMES = set(
  "morning dawn daybreak sunrise noon midday evening dusk sunset nightfall midnight tonight tomorrow Monday Tuesday Wednesday Thursday Friday Saturday Sunday Christmas Easter spring summer autumn winter",
);

/** The word that stands before a place with this noun. */
export function placePreposition(noun: string): "in" | "on" | "at" {
  const head = noun.toLowerCase();
  return /^(?:counter|floor|rock|island|roof|bridge|platform|line|hill|mountain|beach|street|road|moon|planet|deck|shelf|table|windowsill|stage|pier|farm|coast|jetty|quay|landing|stairs|ramp|shore|bank|pans|slipway)$/.test(
    head,
  )
    ? "on"
    : /^(?:station|canal|sink|harbour|harbor|gate|door|well|crossroads|school|court|terminus|mill|pumps?|counter|desk|machine|fence)$/.test(
          head,
        )
      ? "at"
      : "in";
}
