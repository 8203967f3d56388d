/** Small campaigns whose authors say where people live or work in passing. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

export const DWELLINGS: readonly Habit[] = [
  {
    habit: "the place qualified by another",
    source: {
      title: "Far Side",
      premise: "A light has been seen on the wrong bank.",
      setting:
        "# The Two Banks\n\n## The North Bank\n\nTowns.\n\n## The lock-house\n\nEmpty, it is said.\n\n## The eel market\n\nWet, loud.",
      npcs: [
        person("Abel Crouch", "Keeper of the disused lock-house on the North Bank", {
          id: "abel",
          background: "Abel talks to gates.",
        }),
        person("Moll Tanner", "Seller of smoked eels at the noisy eel market", {
          id: "moll",
          background: "Moll has an eye for thumbs on scales. She has the thumbs, too.",
        }),
      ],
      lore: [lore("eels", "# Eels\n\nMoll buys, Abel catches.")],
      beats: [
        beat("b1", "Moll shouts down a price.", { location: "The eel market" }),
        beat("b2", "Abel winds a gate that holds nothing back.", { location: "The lock-house" }),
      ],
    },
    facts: {
      cast: [who("Abel Crouch", "Abel", null, "The lock-house"), who("Moll Tanner", "Moll", "she", "The eel market")],
      beatStaging: [staged("b1", "the eel market", "Moll Tanner"), staged("b2", "the lock-house", "Abel Crouch")],
    },
  },
  {
    habit: "posts aboard by trade",
    source: {
      title: "Slow Freight",
      premise: "The hauler is forty days out, and one crate is warm.",
      setting:
        "# The Hauler\n\n## The mess\n\nOne table.\n\n## The engine deck\n\nHum.\n\n## The wheelhouse\n\nStars.\n\n## The signal room\n\nStatic.\n\n## The cargo hold\n\nCrates.",
      npcs: [
        person("Iris Okoro", "Cook, and medic when she must", {
          id: "okoro",
          background: "Okoro salts. She is asked not to.",
        }),
        person("Stan Weir", "Chief engineer", {
          id: "weir",
          background: "Weir listens to bearings. He hears his father.",
        }),
        person("Bea Lund", "Pilot", { id: "lund", background: "Lund steers with two fingers. She dozes." }),
        person("Fitch", "Signal operator", {
          id: "fitch",
          background: "Fitch answers nothing twice. He has a crossword.",
        }),
        person("Ode Sammy", "Cargo hand", { id: "sammy", background: "Ode Sammy counts crates. He came up short." }),
      ],
      lore: [lore("the-crate", "# The crate\n\nWeir says bearings. Okoro says soup.")],
      beats: [
        beat("b1", "Lund, Weir and Fitch look at the crate. Okoro brings soup. Ode Sammy stands back.", {
          location: "The cargo hold",
        }),
      ],
    },
    facts: {
      cast: [
        who("Iris Okoro", "Okoro", "she", "The mess"),
        who("Stan Weir", "Weir", "he", "The engine deck"),
        who("Bea Lund", "Lund", "she", "The wheelhouse"),
        who("Fitch", "Fitch", "he", "The signal room"),
        who("Ode Sammy", null, "he", "The cargo hold"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "a list of rooms with their tenants",
    source: {
      title: "Mrs. Vale's",
      premise: "Somebody in the boarding house is not paying, and it is not who you think.",
      setting:
        "# The House\n\nFour rooms and a parlour.\n\n## The parlour\n\nA piano with teeth missing.\n\n## Rooms\n\n- Room 1: Colonel Prynne.\n- Room 2: Miss Tate, and her bird.\n- Room 3: empty.\n- Attic: Dobbs.",
      npcs: [
        person("Colonel Prynne", "Lodger, retired from something", {
          id: "prynne",
          background: "The Colonel marches to breakfast. He pays in medals.",
        }),
        person("Miss Evelyn Tate", "Lodger; teaches singing", {
          id: "tate",
          background: "Miss Tate sings scales. She is owed by everybody.",
        }),
        person("Dobbs", "Boot-boy", { id: "dobbs", background: "Dobbs listens on stairs. He can whistle anything." }),
      ],
      lore: [lore("rent", "# Rent\n\nOn Fridays. Dobbs collects it, and Miss Tate counts it again.")],
      beats: [beat("b1", "Dobbs, Miss Tate and the Colonel wait for the gong.", { location: "The parlour" })],
    },
    facts: {
      cast: [
        who("Colonel Prynne", null, "he", "Room 1"),
        who("Miss Evelyn Tate", "Miss Tate", "she", "Room 2"),
        who("Dobbs", "Dobbs", "he", "The attic"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "houses by family",
    source: {
      title: "The Feud",
      premise: "Two families and one goat.",
      setting:
        "# The Hollow\n\n## The Pruitt barn\n\nRed once.\n\n## The Vance mill\n\nNo wheel.\n\n## The crossroads\n\nA bench.",
      npcs: [
        person("Orville Pruitt", "Head of the Pruitts", {
          id: "orville",
          background: "Orville spits. He never says grace.",
        }),
        person("Lacey Vance", "Schoolgirl", {
          id: "lacey",
          background: "Lacey reads on the roof. She knows who took it.",
        }),
        person("Deputy Crane", "The law, such as it is", {
          id: "crane",
          background: "Crane sits on the bench at the crossroads. He minds both ways.",
        }),
      ],
      lore: [lore("goat", "# The goat\n\nOrville says his. Lacey says nobody's.")],
      beats: [
        beat("b1", "Lacey and Orville do not look at each other. Crane looks at both.", { location: "The crossroads" }),
      ],
    },
    facts: {
      cast: [
        who("Orville Pruitt", "Orville", "he", "The Pruitt barn"),
        who("Lacey Vance", "Lacey", "she", "The Vance mill"),
        who("Deputy Crane", "Crane", "he", "The crossroads"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "animals with their people, children with their parents",
    source: {
      title: "The Short Cut",
      premise: "The dog came home without the boy, and then the boy came home without the dog.",
      setting: "# Stenness\n\n## The smithy\n\nBlack beams.\n\n## The manse\n\nCold.\n\n## The peat road\n\nStraight.",
      npcs: [
        person("Rab Isbister", "Blacksmith", { id: "rab", background: "Rab lives at the smithy. He says little." }),
        person("Kirsty Isbister", "Rab's daughter, eight years old", {
          id: "kirsty",
          background: "Kirsty finds things. She is not afraid of the bog.",
        }),
        person("Gyp", "Rab's old dog", { id: "gyp", background: "He is stiff in the mornings." }),
        person("Reverend Ann Linklater", "Minister", {
          id: "ann",
          background: "She walks. She knows who does not come.",
        }),
      ],
      lore: [lore("the-road", "# The peat road\n\nKirsty takes it. The Reverend does not.")],
      beats: [beat("b1", "Gyp lies down across the road. Kirsty lies down on Gyp.", { location: "The peat road" })],
    },
    facts: {
      cast: [
        who("Rab Isbister", "Rab", "he", "The smithy"),
        who("Kirsty Isbister", "Kirsty", "she", "The smithy"),
        who("Gyp", "Gyp", "he", "The smithy", "animal"),
        who("Reverend Ann Linklater", null, "she", "The manse"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "whoever can be found somewhere",
    source: {
      title: "Open All Hours",
      premise: "The launderette has been flooded with somebody else's coins.",
      setting:
        "# Dock Street\n\n## The launderette\n\nTwelve drums.\n\n## The bookmaker's\n\nBroken pencils.\n\n## The canal steps\n\nGreen.",
      npcs: [
        person("Yusuf Demir", "Retired tailor", {
          id: "yusuf",
          background: "Yusuf can be found at the launderette on any wet day, folding what is not his.",
        }),
        person("Pearl Quick", "Gambler", {
          id: "pearl",
          background: "Pearl spends her afternoons in the bookmaker's. She loses politely.",
        }),
        person("Nico", "Angler", {
          id: "nico",
          background: "Nico is always on the canal steps. He has never caught anything and is not there for that.",
        }),
      ],
      lore: [lore("coins", "# The coins\n\nFrench. Pearl has bet one. Nico found it. Yusuf gave it back.")],
      beats: [
        beat("b1", "Pearl and Yusuf argue about francs while Nico dries his feet.", { location: "The launderette" }),
      ],
    },
    facts: {
      cast: [
        who("Yusuf Demir", "Yusuf", null, "The launderette"),
        who("Pearl Quick", "Pearl", "she", "The bookmaker's"),
        who("Nico", "Nico", "he", "The canal steps"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "a timetable of who is where",
    source: {
      title: "Term Time",
      premise: "The bell rings at the wrong hour, and only one class notices.",
      setting: "# St. Brannoc's\n\n## The library\n\nMice.\n\n## The boathouse\n\nOars.\n\n## The chapel\n\nDamp.",
      npcs: [
        person("Mr. Tallis", "Master of Latin", {
          id: "tallis",
          background: "Mr. Tallis hates bells. He carries one.",
        }),
        person("Miss Oyelaran", "Mistress of games", {
          id: "oyelaran",
          background: "Miss Oyelaran rows. She has arms.",
        }),
        person("Canon Pike", "Chaplain", { id: "pike", background: "The Canon naps. He denies it." }),
      ],
      lore: [
        lore(
          "timetable",
          "# The timetable\n\n| Who | Where |\n| --- | --- |\n| Mr. Tallis | The library |\n| Miss Oyelaran | The boathouse |\n| Canon Pike | The chapel |",
        ),
      ],
      beats: [beat("b1", "Mr. Tallis counts strokes. Miss Oyelaran counts boys.", { location: "The chapel" })],
    },
    facts: {
      cast: [
        who("Mr. Tallis", "Mr. Tallis", "he", "The library"),
        who("Miss Oyelaran", "Miss Oyelaran", "she", "The boathouse"),
        who("Canon Pike", null, "he", "The chapel"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "trades and where they are practised",
    source: {
      title: "Market Day",
      premise: "Three scales in one market agree, which has never happened.",
      setting:
        "# Thrupp\n\n## The bakehouse\n\nHot.\n\n## The signal box\n\nLevers.\n\n## The gatehouse\n\nA lantern.\n\n## The archive\n\nDry.\n\n## The market place\n\nScales.",
      npcs: [
        person("Jean Mabey", "Baker to half the town", {
          id: "jean",
          background: "Jean weighs by eye. She is never out.",
        }),
        person("Colin Frost", "Signalman on the branch", {
          id: "colin",
          background: "Colin pulls levers. He keeps pigeons.",
        }),
        person("Widow Sarn", "Porter and key-holder", {
          id: "sarn",
          background: "She opens to nobody. She has a list.",
        }),
        person("Dr. Hew Lyle", "Archivist", { id: "lyle", background: "Dr. Lyle sneezes. He knows where it is." }),
      ],
      lore: [
        lore("scales", "# The scales\n\nJean mistrusts them. Dr. Lyle has their papers. Colin drops things on them."),
      ],
      beats: [
        beat("b1", "Jean, Colin and Dr. Lyle weigh the same bun. Widow Sarn eats it.", {
          location: "The market place",
        }),
      ],
    },
    facts: {
      cast: [
        who("Jean Mabey", "Jean", "she", "The bakehouse"),
        who("Colin Frost", "Colin", "he", "The signal box"),
        who("Widow Sarn", null, "she", "The gatehouse"),
        who("Dr. Hew Lyle", "Dr. Lyle", "he", "The archive"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "tags that name a room in part",
    source: {
      title: "Night Ward",
      premise: "Bed nine is empty and warm.",
      setting:
        "# The Cottage Hospital\n\n## The night ward\n\nNine beds.\n\n## The sluice room\n\nEnamel.\n\n## The boiler house\n\nCoke.",
      npcs: [
        person("Staff Nurse Oduya", "In charge from nine to six", {
          id: "oduya",
          background: "She wears soft shoes.",
          metadata: { tags: ["ward"] },
        }),
        person("Terence", "Orderly", {
          id: "terence",
          background: "Terence wheels things. He is fond of jelly.",
          metadata: { tags: ["sluice"] },
        }),
        person("Old Jory", "Stoker", {
          id: "jory",
          background: "Old Jory sees to the heat. He sees to himself.",
          metadata: { tags: ["boiler"] },
        }),
      ],
      lore: [lore("bed-nine", "# Bed nine\n\nTerence made it. Old Jory warmed it. The nurse counts it.")],
      beats: [beat("b1", "Terence wheels nobody past you. Old Jory holds the door.", { location: "The night ward" })],
    },
    facts: {
      cast: [
        who("Staff Nurse Oduya", null, "she", "The night ward"),
        who("Terence", "Terence", "he", "The sluice room"),
        who("Old Jory", "Old Jory", "he", "The boiler house"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "the others' notes on where somebody is",
    source: {
      title: "Below Stairs",
      premise: "The bell from the blue room rings, and the blue room has been shut for years.",
      setting:
        "# Harl Court\n\n## The blue room\n\nShut.\n\n## The still-room\n\nJars.\n\n## The gun room\n\nOil.\n\n## The servants' hall\n\nBells.",
      npcs: [
        person("Mrs. Ames", "Housekeeper", {
          id: "ames",
          background: "Mrs. Ames keeps the keys in the still-room and herself with them.",
        }),
        person("Hobday", "Keeper of his lordship's birds", {
          id: "hobday",
          background: "Hobday drinks. He shoots straight all the same.",
        }),
        person("Sukey", "Scullery maid", {
          id: "sukey",
          background: "Sukey answers bells. She should not have answered that one.",
          relationships: {
            Hobday: "Brings him his dinner in the gun room, where he sits",
            "Mrs. Ames": "Afraid of her",
          },
        }),
      ],
      lore: [
        lore(
          "bells",
          "# Bells\n\nSukey knows them by their notes. Mrs. Ames knows them by number. Hobday cannot hear them.",
        ),
      ],
      beats: [
        beat("b1", "The bell rings. Sukey looks at Mrs. Ames. Hobday looks at his boots.", {
          location: "The servants' hall",
        }),
      ],
    },
    facts: {
      cast: [
        who("Mrs. Ames", "Mrs. Ames", "she", "The still-room"),
        who("Hobday", "Hobday", "he", "The gun room"),
        who("Sukey", "Sukey", "she"),
      ],
      beatStaging: [],
    },
  },
];
