/** Small campaigns whose authors have habits of naming people. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

export const NAMES: readonly Habit[] = [
  {
    habit: "titles before every name",
    source: {
      title: "The Court at Aldmoor",
      premise:
        "You are the new clerk at the Assize of Aldmoor. Judge Okoro has not smiled since Michaelmas. The Margravine wants her orchard back, and the Sergeant-at-Arms wants you gone.",
      setting:
        "# Aldmoor\n\nAldmoor is a county town with one assize a year.\n\n## The Assize Hall\n\nThe Assize Hall has a leaking roof. Judge Okoro sits under the only dry beam.\n\n## The Retiring Room\n\nA fire, a decanter, two chairs.\n\n## Orchard House\n\nThe Margravine's house, at the top of the town.",
      npcs: [
        person("Judge Adaeze Okoro", "Judge of the Assize", {
          id: "okoro",
          background: "The Judge came from the coast. Her rulings are short. She has a cat that nobody may mention.",
          relationships: { dell: "Relies on him, and never says so" },
        }),
        person("Sergeant-at-Arms Dell", "Keeps order in court", {
          id: "dell",
          background: "Dell served abroad for twenty years. He sleeps in the Assize Hall, on the public benches.",
        }),
        person("Her Excellency Ottilie, Margravine of Senn", "Plaintiff", {
          id: "margravine",
          background:
            "The Margravine has been in court nine times and won twice. She lives at Orchard House with forty hens.",
        }),
        person("Brother Anselm Pike, O.S.B.", "Defendant; a monk", {
          id: "pike",
          background: "Brother Anselm planted the disputed trees himself, thirty years ago.",
        }),
      ],
      lore: [
        lore(
          "customs",
          "# Customs of the Court\n\nWhen Judge Okoro coughs, the court rises. When Judge Okoro coughs twice, the court goes home. The Margravine brings her own cushion. Dell carries the mace, and has dropped it once. Brother Anselm may not be called as a witness on a Friday.",
        ),
      ],
      beats: [
        beat("b1", "In the Assize Hall Dell calls for silence. Judge Okoro looks over her spectacles at you."),
        beat("b2", "The Retiring Room, after lunch. Judge Okoro pours two glasses and gives you the smaller one."),
        beat("b3", "You go up to Orchard House. The Margravine receives you among the hens. Nobody mentions Dell."),
        beat("b4", "Brother Anselm stands up in the Assize Hall and says that he lied. Dell drops the mace."),
      ],
    },
    facts: {
      cast: [
        who("Judge Adaeze Okoro", "Judge Okoro", "she"),
        who("Sergeant-at-Arms Dell", "Dell", "he", "The Assize Hall"),
        who("Her Excellency Ottilie, Margravine of Senn", "the Margravine", "she", "Orchard House"),
        who("Brother Anselm Pike, O.S.B.", "Brother Anselm", "he"),
      ],
      beatStaging: [
        staged("b1", "The Assize Hall", "Dell", "Judge Okoro"),
        staged("b2", "The Retiring Room", "Judge Okoro"),
        staged("b3", "Orchard House", "the Margravine"),
        staged("b4", "The Assize Hall", "Brother Anselm", "Dell"),
      ],
    },
  },
  {
    habit: "articles and epithets for names",
    source: {
      title: "The Tallyman's Tuesday",
      premise:
        "Every Tuesday the Tallyman comes down the stair with his stick and counts the living. Last week he was one short.",
      setting:
        "# The Stair\n\nThe Stair goes down nine landings to the water. People live on the landings.\n\n## The top landing\n\nDoors with brass numbers. The Tallyman's room is here, and he does not ask anybody in.\n\n## The fifth landing\n\nThe Widow Kessel keeps the soup here in a pot as big as a pram.\n\n## The water gate\n\nAn iron gate, always wet.",
      npcs: [
        person("The Tallyman", "Counts everybody, once a week", {
          id: "tallyman",
          background: "Nobody has heard his name. He has a stick with notches.",
        }),
        person("The Widow Kessel", "Soup-seller", {
          id: "kessel",
          background: "The Widow Kessel was never married; it is a rank. She gives the second bowl for nothing.",
        }),
        person("a boy called Nix", "Messenger", {
          id: "nix",
          background: "Nix runs the Stair twice a day. He is ten or eleven and sleeps by the water gate under a sail.",
        }),
        person("The One Who Dives", "Brings things up from the water", {
          id: "diver",
          background: "They come up at noon with their hands full. They are never wet for long.",
        }),
      ],
      lore: [
        lore(
          "the-count",
          "# The Count\n\nThe Tallyman cuts a notch for each. Nix is counted last, since he is never where he was. The Widow Kessel counts bowls and gets another number. The One Who Dives is counted when they come up.",
        ),
      ],
      beats: [
        beat(
          "b1",
          "The Tallyman stops on the fifth landing and counts the bowls. The Widow Kessel hides one behind her.",
        ),
        beat("b2", "At the water gate Nix shows you where the bars are bent."),
        beat("b3", "The One Who Dives comes up at the water gate with a boot. Nix knows the boot."),
        beat("b4", "You knock on the top landing. The Tallyman opens, for once, and he is crying."),
      ],
    },
    facts: {
      cast: [
        who("The Tallyman", "the Tallyman", "he", "the top landing"),
        who("The Widow Kessel", "the Widow Kessel", "she", "the fifth landing"),
        who("a boy called Nix", "Nix", "he", "the water gate"),
        who("The One Who Dives", "the One Who Dives", "they"),
      ],
      beatStaging: [
        staged("b1", "the fifth landing", "the Tallyman", "the Widow Kessel"),
        staged("b2", "the water gate", "Nix"),
        staged("b3", "the water gate", "the One Who Dives", "Nix"),
        staged("b4", "the top landing", "the Tallyman"),
      ],
    },
  },
  {
    habit: "nicknames in place of names",
    source: {
      title: "Last Orders at the Anvil",
      premise: "The Anvil closes on Saturday for good. Teddy says she will not cry. Deacon says that he already has.",
      setting:
        "# Mason Street\n\nMason Street is four shops and a pub.\n\n## The Anvil\n\nThe pub. Low ceiling, good beer.\n\n## The betting shop\n\nLights that hum.\n\n## Number Nine\n\nTwo flats over the launderette.",
      npcs: [
        person('Theodora "Teddy" Vance', "Landlady of the Anvil", {
          id: "vance",
          background: "Teddy took the pub over from her father. She lives above the bar and has never had a day off.",
        }),
        person("Kwame Asante-Boateng, a.k.a. Deacon", "Regular, once a preacher", {
          id: "deacon",
          background: "Deacon lost his chapel in the floods. He rents a room at Number Nine.",
        }),
        person("Siobhán O'Dowd (Shiv)", "Bookmaker", {
          id: "shiv",
          background: "Everybody owes Shiv. She runs the betting shop and does not mind who knows it.",
        }),
        person("Gregor Malinowski", "Barman. Everyone calls him Ghost because he is so quiet", {
          id: "gregor",
          background: "Ghost came for one summer. He stayed nine. He is Teddy's only friend.",
        }),
      ],
      lore: [
        lore(
          "debts",
          "# Who owes whom\n\nDeacon owes Shiv forty pounds. Ghost owes nobody. Teddy owes the brewery more than the pub is worth. Shiv keeps it all in her head.",
        ),
      ],
      beats: [
        beat("b1", "Teddy rings the bell in the Anvil and nobody moves. Ghost dries the same glass twice."),
        beat("b2", "Shiv has the shutters of the betting shop half down. She asks what you want for Deacon's debt."),
        beat("b3", "Number Nine smells of soap. Deacon gives you the chair and sits on his suitcase."),
        beat("b4", "Closing time. Ghost speaks. Teddy puts down the till and listens, and Deacon takes off his hat.", {
          location: "The Anvil",
        }),
      ],
    },
    facts: {
      cast: [
        who('Theodora "Teddy" Vance', "Teddy", "she", "The Anvil"),
        who("Kwame Asante-Boateng, a.k.a. Deacon", "Deacon", "he", "Number Nine"),
        who("Siobhán O'Dowd (Shiv)", "Shiv", "she", "The betting shop"),
        who("Gregor Malinowski", "Ghost", "he", "The Anvil"),
      ],
      beatStaging: [
        staged("b1", "The Anvil", "Teddy", "Ghost"),
        staged("b2", "The betting shop", "Shiv"),
        staged("b3", "Number Nine", "Deacon"),
        staged("b4", "The Anvil", "Ghost", "Teddy", "Deacon"),
      ],
    },
  },
  {
    habit: "kinship words as names",
    source: {
      title: "Sunday at Mother's",
      premise:
        "Mother has called everyone home. Uncle Fish is already in the kitchen, and Nan has locked herself in the greenhouse.",
      setting:
        "# The house on Quarry Hill\n\nThe house has eleven rooms, and the family argues in all of them.\n\n## The kitchen\n\nWarm, loud.\n\n## The greenhouse\n\nTomatoes, a deck chair, a radio.\n\n## The study\n\nFather's, when there was a Father.",
      npcs: [
        person("Mother", "Head of the family", {
          id: "mother",
          background: "Mother does not raise her voice. She raises an eyebrow.",
          relationships: { "Little Brother": "Her youngest, who can do no wrong" },
        }),
        person("Nan", "Mother's mother", {
          id: "nan",
          background: "Nan is eighty-eight. She spends her days in the greenhouse with the radio.",
        }),
        person("Uncle Fish", "Mother's brother, who sells fish", {
          id: "uncle-fish",
          background: "Uncle Fish has a van. He talks about the van.",
        }),
        person("Little Brother", "Your brother; thirty-four years old", {
          id: "little-brother",
          background: "Little Brother still has his old room. He owes you money.",
        }),
        person("Cousin Max", "Uncle Fish's daughter", {
          id: "max",
          background: "Max fixes engines. She fixed the van once and has been sorry ever since.",
        }),
      ],
      lore: [
        lore(
          "family",
          "# The family\n\nUncle Fish was to have had the house. Nan gave it to Mother at the last minute. Little Brother was there and says that he heard nothing. Max does not care who has the house.",
        ),
      ],
      beats: [
        beat(
          "b1",
          "In the kitchen Mother counts the forks. Uncle Fish says there are enough. Little Brother says nothing.",
        ),
        beat("b2", "Nan will only talk through the glass. She sends you to fetch her purse.", {
          location: "The greenhouse",
        }),
        beat("b3", "Max is under the van in the yard. Your brother hands her the wrong spanner."),
        beat(
          "b4",
          "The study. Mother unlocks the desk, and Nan, who has come in without a sound, sits down in the chair.",
        ),
      ],
    },
    facts: {
      cast: [
        who("Mother", "Mother", "she"),
        who("Nan", "Nan", "she", "The greenhouse"),
        who("Uncle Fish", "Uncle Fish", "he"),
        who("Little Brother", "Little Brother", "he"),
        who("Cousin Max", "Max", "she"),
      ],
      beatStaging: [
        staged("b1", "The kitchen", "Mother", "Uncle Fish", "Little Brother"),
        staged("b2", "The greenhouse", "Nan"),
        staged("b3", null, "Max", "Little Brother"),
        staged("b4", "The study", "Mother", "Nan"),
      ],
    },
  },
  {
    habit: "names that are words",
    source: {
      title: "Frost at the Bell House",
      premise:
        "Frost has been caught with the bell rope in his hands. Patience will not say what she saw. March, who is the law here, gives you until Friday.",
      setting:
        "# Coldwell\n\nFrost comes early to Coldwell, and stays.\n\n## The bell house\n\nOne bell, no rope.\n\n## The lock-up\n\nA room with a bench. March has the key.\n\n## Reed's barn\n\nStraw and apples.",
      npcs: [
        person("Frost", "Ringer of the bell", {
          id: "frost",
          background: "Frost has rung the bell since he was nine. His hands are like spades.",
        }),
        person("Patience Lark", "Schoolteacher", {
          id: "patience",
          background: "Patience came with the railway. She walks by the bell house every night.",
        }),
        person("March", "Constable", {
          id: "march",
          background: "March is fair, and hates to be. He lives over the lock-up.",
        }),
        person("Reed", "Farmer", {
          id: "reed",
          background: "Reed has apples and no patience. She wants the rope paid for.",
        }),
        person("Bell", "A dog", { id: "bell", background: "Bell follows Frost about. She is deaf." }),
      ],
      lore: [
        lore(
          "the-rope",
          "# The rope\n\nA rope costs nine pounds. Reed paid for the last one. Frost says it was cut. There was frost on the ground that night and no feet in it but one pair. Nobody's patience lasts long here.",
        ),
      ],
      beats: [
        beat(
          "b1",
          "Frost sits on the bench in the lock-up. March reads the paper to him, for company. Outside, frost covers the windows.",
        ),
        beat("b2", "Patience stands before the bell house with a lantern. She has lost her voice, or says so."),
        beat("b3", "Reed throws apples at the wall of the barn. Bell brings them back, one by one."),
        beat("b4", "The bell rings. March runs up the stairs of the bell house, and there is Reed with the new rope."),
      ],
    },
    facts: {
      cast: [
        who("Frost", "Frost", "he", null),
        who("Patience Lark", "Patience", "she"),
        who("March", "March", "he", "The lock-up"),
        who("Reed", "Reed", "she", "Reed's barn"),
        who("Bell", "Bell", "she", null, "animal"),
      ],
      beatStaging: [
        staged("b1", "The lock-up", "Frost", "March"),
        staged("b2", "The bell house", "Patience"),
        staged("b3", "Reed's barn", "Reed", "Bell"),
        staged("b4", "The bell house", "March", "Reed"),
      ],
    },
  },
  {
    habit: "double names and namesakes",
    source: {
      title: "Two Marys and a Boat",
      premise:
        "Mary Ann has the boat. Mary Beth has the licence. Jean-Luc Moreau has the buyer, and old Moreau, his father, has the shotgun.",
      setting:
        "# Port Lucie\n\nPort Lucie has a slip, a chandler's and a church.\n\n## The slip\n\nWhere the boat lies.\n\n## Moreau & Son\n\nThe chandler's. Rope, lamps, gossip.\n\n## The church hall\n\nCold tea.",
      npcs: [
        person("Mary Ann Tully", "Owner of the boat", {
          id: "mary-ann",
          background: "Mary Ann built the boat with her hands. She sleeps aboard it, on the slip.",
        }),
        person("Mary Beth Tully", "Her sister-in-law", {
          id: "mary-beth",
          background: "Mary Beth passed the examination. She has never been to sea.",
        }),
        person("Jean-Luc Moreau", "Broker", {
          id: "jean-luc",
          background: "Jean-Luc wears white shoes. He has sold the boat twice already.",
        }),
        person("Hippolyte Moreau", "Chandler", {
          id: "hippolyte",
          background: "Old Moreau does not hold with selling. His son is a sorrow to him.",
        }),
      ],
      lore: [
        lore(
          "the-boat",
          "# The boat\n\nMary Ann says the boat is finished. Mary Beth says it is not. Jean-Luc says it is sold. Old Moreau says nothing, since nobody asks him. The Tullys have not spoken for a year.",
        ),
      ],
      beats: [
        beat("b1", "On the slip Mary Ann paints the same plank again. Mary Beth stands at the other end with a form."),
        beat("b2", "Jean-Luc spreads his papers on the counter of Moreau & Son, and old Moreau puts a lamp on them."),
        beat("b3", "The church hall is full. Mary Beth speaks first. Nobody looks at Mary Ann's empty chair."),
        beat("b4", "Jean-Luc runs down the slip in his socks."),
      ],
    },
    facts: {
      cast: [
        who("Mary Ann Tully", "Mary Ann", "she", "The slip"),
        who("Mary Beth Tully", "Mary Beth", "she"),
        who("Jean-Luc Moreau", "Jean-Luc", "he", null),
        who("Hippolyte Moreau", "old Moreau", "he", "Moreau & Son"),
      ],
      beatStaging: [
        staged("b1", "The slip", "Mary Ann", "Mary Beth"),
        staged("b2", "Moreau & Son", "Jean-Luc", "Hippolyte Moreau"),
        staged("b3", "The church hall", "Mary Beth"),
        staged("b4", "The slip", "Jean-Luc"),
      ],
    },
  },
  {
    habit: "names from other alphabets and grammars",
    source: {
      title: "Śnieg nad Wisłą",
      premise:
        "Wyjeżdżasz jutro. But tonight Pani Halina has lost her keys, Łukasz has found somebody else's, and Þórdís from the third floor is singing again.",
      setting:
        "# Kamienica\n\nThe tenement stands at Ulica Długa 7.\n\n## Klatka schodowa\n\nThe stairwell; forty-four steps.\n\n## Strych\n\nThe attic, with the washing lines.\n\n## Dozorcówka\n\nThe caretaker's lodge, by the gate. Łukasz lives here.",
      npcs: [
        person("Halina Wójcik-Żak", "Tenant on the second floor", {
          id: "halina",
          background: "Pani Halina was a pharmacist. She counts steps.",
        }),
        person("Łukasz Brzęczyszczykiewicz", "Caretaker", {
          id: "lukasz",
          background: "Łukasz knows every lock. He has a key for each but one.",
        }),
        person("Þórdís Ýr Ægisdóttir", "Singer, third floor", {
          id: "thordis",
          background: "Þórdís came for a festival. She hangs her costumes in the attic.",
        }),
        person("Tanaka Yūko (田中 裕子)", "Student", {
          id: "tanaka",
          background: "Yūko studies bridges. She is never seen to sleep.",
        }),
      ],
      lore: [
        lore(
          "klucze",
          "# Klucze\n\nŁukasz's ring holds fifty-one keys. Pani Halina has two. Þórdís never locks. Yūko drew the lock and said it was from 1911.",
        ),
      ],
      beats: [
        beat("b1", "Pani Halina sits on step nineteen. She lets nobody pass.", { location: "Klatka schodowa" }),
        beat("b2", "Łukasz empties the box of keys on the table in the Dozorcówka."),
        beat("b3", "In the attic Þórdís sings to the washing. Yūko holds the pegs."),
        beat("b4", "The key fits. Łukasz will not turn it, so Yūko does.", { location: "Strych" }),
      ],
    },
    facts: {
      places: [
        { name: "Strych", alsoSpelt: ["the attic"] },
        { name: "Dozorcówka", alsoSpelt: ["the caretaker's lodge"] },
        { name: "Klatka schodowa", alsoSpelt: ["the stairwell"] },
      ],
      cast: [
        who("Halina Wójcik-Żak", "Pani Halina", "she"),
        who("Łukasz Brzęczyszczykiewicz", "Łukasz", "he", "Dozorcówka"),
        who("Þórdís Ýr Ægisdóttir", "Þórdís", "she", null),
        who("Tanaka Yūko (田中 裕子)", "Yūko", "she"),
      ],
      beatStaging: [
        staged("b1", "Klatka schodowa", "Halina Wójcik-Żak"),
        staged("b2", "Dozorcówka", "Łukasz"),
        staged("b3", "Strych", "Þórdís", "Yūko"),
        staged("b4", "Strych", "Łukasz", "Yūko"),
      ],
    },
  },
];
