/** Small campaigns in which some people are away, dead, still to come, or called by what they are. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

const here = (name: string, role: string, id: string, background: string) => person(name, role, { id, background });

export const COMINGS: readonly Habit[] = [
  {
    habit: "somebody who left before the story and writes",
    source: {
      title: "Letters from Oran",
      premise: "Three letters have come at once, and none is dated.",
      setting: "# The House\n\n## The kitchen\n\nA range.\n\n## The landing\n\nA letter rack.",
      npcs: [
        here("Peg Ansty", "Cook", "peg", "Peg burns letters. She reads them first."),
        here(
          "Lionel Ansty",
          "Her son, at sea",
          "lionel",
          "Lionel left last spring without his good coat. He writes when he is drunk.",
        ),
        here("Miss Orrin", "Lodger", "orrin", "Miss Orrin steams envelopes. She puts them back."),
      ],
      lore: [lore("the-letters", "# The letters\n\nLionel's hand slopes. Peg keeps one back.")],
      beats: [
        beat("b1", "Peg lays the letters on the table. Miss Orrin turns one over.", { location: "The kitchen" }),
        beat("b2", "Peg reads out Lionel's second letter: he has met a man in Oran.", { location: "The kitchen" }),
        beat("b3", "The bell rings. Lionel stands on the step without a coat.", { location: "The landing" }),
      ],
    },
    facts: {
      cast: [
        who("Peg Ansty", "Peg", "she", null),
        who("Lionel Ansty", "Lionel", "he", null, "human", "b3"),
        who("Miss Orrin", "Miss Orrin", "she", null),
      ],
      beatStaging: [
        staged("b1", "the kitchen", "Peg Ansty", "Miss Orrin"),
        staged("b2", "the kitchen", "Peg Ansty"),
        staged("b3", "the landing", "Lionel Ansty"),
      ],
    },
  },
  {
    habit: "a visitor whom the premise expects",
    source: {
      title: "The Friday Boat",
      premise:
        "The surveyor, Mr. Haldane, is due on Friday's boat. It is Wednesday, and there is a body in the ice house.",
      setting: "# Skerra\n\n## The pier\n\nStone.\n\n## The ice house\n\nFull.",
      npcs: [
        here(
          "Mr. Colin Haldane",
          "Surveyor to the Board",
          "haldane",
          "Mr. Haldane measures. He is never wrong about walls.",
        ),
        here("Morag Tait", "Harbourmistress", "morag", "Morag keeps the book. She leaves lines out."),
        here("Young Erchie", "Pier boy", "erchie", "Erchie skims stones. He found it."),
      ],
      lore: [lore("the-board", "# The Board\n\nNobody on Skerra has met Mr. Haldane. Morag has his letters.")],
      beats: [
        beat("b1", "Erchie shows you the latch. Morag counts the blocks.", { location: "The ice house" }),
        beat("b2", "Morag tears a page from the book.", { location: "The pier" }),
        beat("b3", "The boat ties up at last. Mr. Haldane asks for the ice house before he asks for his room.", {
          location: "The pier",
        }),
      ],
    },
    facts: {
      cast: [
        who("Mr. Colin Haldane", "Mr. Haldane", "he", null, "human", "b3"),
        who("Morag Tait", "Morag", "she", null),
        who("Young Erchie", null, "he", null),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "a first appearance with a remark",
    source: {
      title: "The Ninth Guest",
      premise: "Eight places are laid, and nine names are on the list.",
      setting: "# The House Party\n\n## The dining room\n\nNine chairs now.\n\n## The hall\n\nA clock.",
      npcs: [
        person("Sir Piers Lake", "Host", {
          id: "piers",
          background: "Sir Piers tells one story. He tells it well.",
          metadata: { first_appearance: "b1" },
        }),
        person("Vera Novak", "The ninth guest", {
          id: "vera",
          background: "Vera has no invitation. She has a pistol.",
          metadata: { first_appearance: "Not before b3" },
        }),
        person("Inspector Dunn", "Police", {
          id: "dunn",
          background: "Inspector Dunn wipes his feet. He asks about clocks.",
          metadata: { first_appearance: "Arrives in b4, after the shot" },
        }),
        person("Cook", "In the kitchen, always", {
          id: "cook",
          background: "Cook is not to be disturbed. She listens at hatches.",
          metadata: { first_appearance: "b2, but heard from the start" },
        }),
      ],
      lore: [lore("the-list", "# The list\n\nSir Piers wrote it. Cook copied it.")],
      beats: [
        beat("b1", "Sir Piers tells his story.", { location: "The dining room" }),
        beat("b2", "Cook puts her head round the door.", { location: "The dining room" }),
        beat("b3", "Vera takes the ninth chair.", { location: "The dining room" }),
        beat("b4", "Inspector Dunn stops the clock with one finger.", { location: "The hall" }),
      ],
    },
    facts: {
      cast: [
        who("Sir Piers Lake", "Sir Piers", "he", null),
        who("Vera Novak", "Vera", "she", null, "human", "b3"),
        who("Inspector Dunn", "Inspector Dunn", "he", null, "human", "b4"),
        who("Cook", "Cook", "she", null),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "the dead among the profiles",
    source: {
      title: "Probate",
      premise: "Old Bertram Sayle was buried on Monday. On Tuesday somebody signed his name.",
      setting: "# The Sayle House\n\n## The library\n\nA desk.\n\n## The conservatory\n\nFerns.",
      npcs: [
        here(
          "Bertram Sayle",
          "Paper manufacturer",
          "bertram",
          "Bertram signed everything. He trusted nobody with a pen.",
        ),
        here("Clemency Sayle", "His second wife", "clemency", "Clemency waters ferns. She inherits."),
        here("Hugo Sayle", "His son by the first", "hugo", "Hugo bets. He does not inherit."),
        here(
          "Emmeline Sayle",
          "The first wife",
          "emmeline",
          "Emmeline has been dead eleven years. She planted the ferns.",
        ),
      ],
      lore: [lore("the-will", "# The will\n\nBertram changed it twice. Hugo knows of once.")],
      beats: [
        beat("b1", "Clemency shows you Bertram's signature, dated Tuesday. Hugo laughs.", { location: "The library" }),
        beat("b2", "Hugo breaks a pot. Clemency finds what Emmeline hid in it.", { location: "The conservatory" }),
      ],
    },
    facts: {
      cast: [
        who("Bertram Sayle", "Bertram", "he", null, "human", "dead"),
        who("Clemency Sayle", "Clemency", "she", null),
        who("Hugo Sayle", "Hugo", "he", null),
        who("Emmeline Sayle", "Emmeline", "she", null, "human", "dead"),
      ],
      beatStaging: [
        staged("b1", "the library", "Clemency Sayle", "Hugo Sayle"),
        staged("b2", "the conservatory", "Clemency Sayle", "Hugo Sayle"),
      ],
    },
  },
  {
    habit: "somebody in prison, in hospital or abroad until a beat",
    source: {
      title: "Time Served",
      premise: "The shop has been shut since the trial.",
      setting: "# Dock Street\n\n## The shop\n\nShutters.\n\n## The cafe\n\nTea.",
      npcs: [
        here("Mo Farrell", "Locksmith, doing eighteen months", "mo", "Mo took the blame. He gets out on the ninth."),
        here("Shirl Farrell", "His wife", "shirl", "Shirl visits on Thursdays. She takes the bus."),
        here(
          "Ned Oakes",
          "Mo's partner, in hospital since the fire",
          "ned",
          "Ned breathes badly. He remembers it otherwise.",
        ),
        here("Lucan Reyes", "Buyer, currently abroad", "lucan", "Lucan telephones. He pays on time."),
      ],
      lore: [lore("the-safe", "# The safe\n\nMo can open it. Ned says that he can.")],
      beats: [
        beat("b1", "Shirl hands you the key and says what Mo told her on Thursday.", { location: "The cafe" }),
        beat("b2", "Lucan rings. Shirl holds the receiver away from her ear.", { location: "The shop" }),
        beat("b3", "Ned comes in on two sticks and asks for his half.", { location: "The shop" }),
        beat("b4", "Mo walks in, thinner, and locks the door behind him. Shirl says nothing.", {
          location: "The shop",
        }),
      ],
    },
    facts: {
      cast: [
        who("Mo Farrell", "Mo", "he", null, "human", "b4"),
        who("Shirl Farrell", "Shirl", "she", null),
        who("Ned Oakes", "Ned", "he", null, "human", "b3"),
        who("Lucan Reyes", "Lucan", "he", null, "human", null),
      ],
      beatStaging: [
        staged("b1", "the cafe", "Shirl Farrell"),
        staged("b3", "the shop", "Ned Oakes"),
        staged("b4", "the shop", "Mo Farrell", "Shirl Farrell"),
      ],
    },
  },
  {
    habit: "people who were always here and are only met late",
    source: {
      title: "Upstairs",
      premise: "You have the keys to a house of five floors and have seen one.",
      setting:
        "# Forty Stairs\n\n## The ground floor\n\nPost.\n\n## The second floor\n\nCabbage.\n\n## The attic\n\nFeathers.",
      npcs: [
        person("Mr. Tibor", "Tenant of the second floor", {
          id: "tibor",
          background: "Mr. Tibor has lived here since the flood. He boils cabbage.",
          metadata: { first_appearance: "b2" },
        }),
        person("Zuzka", "The girl in the attic", {
          id: "zuzka",
          background: "Zuzka keeps pigeons. She has not been down in a year.",
          metadata: { first_appearance: "b3" },
        }),
        person("Nora Bell", "Solicitor's clerk", {
          id: "nora",
          background: "Nora hands over keys. She is glad to.",
          metadata: { first_appearance: "b1" },
        }),
      ],
      lore: [lore("the-stairs", "# The stairs\n\nMr. Tibor counts them. Zuzka jumps the last four.")],
      beats: [
        beat("b1", "Nora counts the keys into your hand.", { location: "The ground floor" }),
        beat("b2", "Mr. Tibor opens on the chain.", { location: "The second floor" }),
        beat("b3", "Zuzka has a bird in each hand.", { location: "The attic" }),
      ],
    },
    facts: {
      cast: [
        who("Mr. Tibor", "Mr. Tibor", "he", "The second floor"),
        who("Zuzka", "Zuzka", "she", "The attic"),
        who("Nora Bell", "Nora", "she", null),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "roles that say how somebody comes",
    source: {
      title: "The Halfway House",
      premise: "The inn at the pass has one guest too many.",
      setting: "# The Halfway House\n\n## The taproom\n\nSmoke.\n\n## The cellar\n\nIce.",
      npcs: [
        here("Nell Arden", "Landlady", "nell", "Nell waters nothing. She counts heads."),
        person("Prue Arden", "Nell's sister, riding over from Perth with her boxes", {
          id: "prue",
          background: "Prue does not write first. She has eleven boxes.",
          metadata: { first_appearance: "b3" },
        }),
        person("The Bagman", "Comes down from the hills with a pack of needles", {
          id: "bagman",
          background: "The Bagman sells to everybody. He remembers feet.",
          metadata: { first_appearance: "b2" },
        }),
        person("Kit", "A boy who walked in along the railway", {
          id: "kit",
          background: "Kit is ten. He has been told not to say.",
          metadata: { first_appearance: "b2" },
        }),
        person("Ansel Roth", "Carter, returned from Perth these two years", {
          id: "ansel",
          background: "Ansel drinks here. He owes for it.",
          metadata: { first_appearance: "b2" },
        }),
        person("The Sleeper", "Something in the ice", {
          id: "sleeper",
          background: "The Sleeper breathes once an hour.",
          metadata: { first_appearance: "b4", tags: ["dormant"] },
        }),
      ],
      lore: [lore("the-ice", "# The ice\n\nNell cuts it. Ansel carts it.")],
      beats: [
        beat("b1", "Nell counts heads.", { location: "The taproom" }),
        beat("b2", "The Bagman opens his pack on the bar. Kit looks at the knives. Ansel pays for nothing.", {
          location: "The taproom",
        }),
        beat("b3", "Prue has her boxes set down, all eleven.", { location: "The taproom" }),
        beat("b4", "The Sleeper opens one eye.", { location: "The cellar" }),
      ],
    },
    facts: {
      cast: [
        who("Nell Arden", "Nell", "she", null),
        who("Prue Arden", "Prue", "she", null, "human", "b3"),
        who("The Bagman", "the Bagman", "he", null, "human", "b2"),
        who("Kit", "Kit", "he", null, "human", "b2"),
        who("Ansel Roth", "Ansel", "he", null),
        who("The Sleeper", "the Sleeper", null, null, "other", "b4"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "titles in place of names",
    source: {
      title: "The Cornelia",
      premise: "The ship is overdue, and the log has two hands in it.",
      setting: "# The Cornelia\n\n## The bridge\n\nBrass.\n\n## The saloon\n\nPlush.\n\n## The sick bay\n\nTwo cots.",
      npcs: [
        here(
          "Captain Aurelio Bright",
          "Master of the Cornelia",
          "bright",
          "The Captain dines alone. He says that the glass is falling.",
        ),
        here(
          "Lady Augusta Fenner",
          "Passenger",
          "fenner",
          "Her Ladyship does not take soup. Lady Augusta was at the trial, and she remembers it.",
        ),
        here("Dr. Simeon Okafor", "Ship's surgeon", "okafor", "The Doctor sleeps badly. He has lost a bottle."),
        here("Reverend Paul Otis", "Missionary", "otis", "The Reverend prays loudly. He is afraid of water."),
        here(
          "Second Officer Lena Marsh",
          "Officer of the watch",
          "marsh",
          "Marsh keeps the log. She keeps it straight.",
        ),
      ],
      lore: [
        lore(
          "the-log",
          "# The log\n\nThe Captain signs it at noon. Marsh rules the lines. The Doctor has asked to see it, and the Reverend has prayed over it.",
        ),
        lore(
          "the-table",
          "# The table\n\nThe Captain sits at the head when he sits. Lady Augusta is at his right, the Doctor at his left. Marsh stands. The Reverend says grace.",
        ),
      ],
      beats: [
        beat("b1", "The Captain shuts the log. Marsh looks at the Doctor, and the Doctor looks at the door.", {
          location: "The bridge",
        }),
        beat("b2", "Lady Augusta sends back the soup. The Reverend eats hers.", { location: "The saloon" }),
      ],
    },
    facts: {
      cast: [
        who("Captain Aurelio Bright", "the Captain", "he", null),
        who("Lady Augusta Fenner", "Lady Augusta", "she", null),
        who("Dr. Simeon Okafor", "the Doctor", "he", null),
        who("Reverend Paul Otis", "the Reverend", "he", null),
        who("Second Officer Lena Marsh", "Marsh", "she", null),
      ],
      beatStaging: [
        staged("b1", "the bridge", "Captain Aurelio Bright", "Second Officer Lena Marsh", "Dr. Simeon Okafor"),
        staged("b2", "the saloon", "Lady Augusta Fenner", "Reverend Paul Otis"),
      ],
    },
  },
];
