/** Small campaigns whose authors have habits of staging. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

export const STAGING: readonly Habit[] = [
  {
    habit: "beats without places",
    source: {
      title: "The Understudy",
      premise: "You have four hours to learn Act Two. Celeste has lost her voice, and not by accident.",
      setting:
        "# The Orpheum\n\nThe Orpheum has been dark on Mondays since 1908.\n\n## The stage\n\nRaked.\n\n## Wardrobe\n\nBabs rules Wardrobe. Steam, pins.\n\n## The stage door\n\nNorris sits in his box and sees who goes out.",
      npcs: [
        person("Celeste Amory", "Leading lady", { id: "celeste", background: "Celeste can whisper. She will not." }),
        person("Babs Tully", "Wardrobe mistress", {
          id: "babs",
          background: "Babs has dressed four Celestes. She keeps the old ones' pins.",
        }),
        person("Norris", "Stage-door keeper", {
          id: "norris",
          background: "Norris is in love with the telephone. He writes down the times.",
        }),
        person("Ivo Brandt", "Director", {
          id: "ivo",
          background: "Ivo sits in row F. He has never been seen to blink.",
        }),
      ],
      lore: [
        lore(
          "honey",
          "# The honey\n\nCeleste takes honey before Act One. Babs brings it. Norris signed for the jar. Ivo does not like honey, or Celeste.",
        ),
      ],
      beats: [
        beat("b1", 'Ivo claps his hands in the dark. "From the top." You are pushed on, with the book in your hand.'),
        beat("b2", "Babs has pins in her mouth and tells you about the honey around them."),
        beat("b3", "Norris reads you the book of times. He stops at five past four.", {
          conditions: { requires_beat: "b2" },
        }),
        beat(
          "b4",
          "Celeste writes on the mirror with a lipstick: IVO. Babs sees it, too, in the doorway with your costume.",
        ),
      ],
    },
    facts: {
      cast: [
        who("Celeste Amory", "Celeste", "she"),
        who("Babs Tully", "Babs", "she", "Wardrobe"),
        who("Norris", "Norris", "he", "The stage door"),
        who("Ivo Brandt", "Ivo", "he"),
      ],
      beatStaging: [
        staged("b1", null, "Ivo"),
        staged("b2", "Wardrobe", "Babs"),
        staged("b3", "The stage door", "Norris"),
        staged("b4", null, "Celeste", "Babs"),
      ],
    },
  },
  {
    habit: "headings of a film script",
    source: {
      title: "Neon Motel",
      premise: "FADE IN: rain, a sign with two letters out. You check in as Smith. Everybody here is Smith.",
      setting:
        "# The Palms\n\nThe Palms Motel, off Route 9. A pool with no water, an office with no bell, fourteen rooms.",
      npcs: [
        person("DWIGHT", "Night manager", {
          id: "dwight",
          background: "DWIGHT watches the lot on a set with no sound. He's got a bad knee. He lives behind the office.",
        }),
        person("CARLA JEAN", "Guest in Room 6", {
          id: "carla-jean",
          background: "CARLA JEAN is waiting on a man named Smith. She's got his money.",
        }),
        person("THE SHERIFF", "The law", {
          id: "sheriff",
          background: "THE SHERIFF has known Dwight for years. He never takes off the glasses.",
        }),
      ],
      lore: [lore("room-6", "# Room 6\n\nPaid through Sunday. Carla Jean won't let the maid in.")],
      beats: [
        beat("b1", "INT. OFFICE - NIGHT. Dwight slides you a key without looking up."),
        beat("b2", "EXT. POOL - LATER. Carla Jean sits with her feet where the water was. She asks you for a light."),
        beat(
          "b3",
          "INT. ROOM 6 - DAWN. The Sheriff looks at the bed. Dwight looks at the Sheriff. Carla Jean is gone.",
        ),
      ],
    },
    facts: {
      places: [
        { name: "the office", alsoSpelt: ["office"] },
        { name: "the pool", alsoSpelt: ["pool"] },
      ],
      cast: [
        who("DWIGHT", "Dwight", "he", "the office"),
        who("CARLA JEAN", "Carla Jean", "she", "Room 6"),
        who("THE SHERIFF", "the Sheriff", "he"),
      ],
      beatStaging: [
        staged("b1", "the office", "DWIGHT"),
        staged("b2", "the pool", "CARLA JEAN"),
        staged("b3", "Room 6", "THE SHERIFF", "DWIGHT"),
      ],
    },
  },
  {
    habit: "who comes late, who is dead, who hides",
    source: {
      title: "The Ninth Guest",
      premise: "Eight chairs, nine places laid. Old Mr. Vane is dead, and it is his birthday.",
      setting:
        "# Vane House\n\n## The dining room\n\nNine places.\n\n## The stairs\n\nThe portrait of Mr. Vane hangs on the stairs.\n\n## The coal cellar\n\nDry.",
      npcs: [
        person("Augustus Vane", "The host, who died a year ago", {
          id: "augustus",
          background: "He left instructions.",
          metadata: { first_appearance: "never; his portrait only" },
        }),
        person("Cordelia Vane", "His daughter", {
          id: "cordelia",
          background: "Cordelia has laid the table. She counts places.",
        }),
        person("Inspector Lomax", "Policeman; arrives in b3", {
          id: "lomax",
          background: "Lomax will be sent for. He has a cold.",
          metadata: { first_appearance: "b3" },
        }),
        person("Jem", "A boy in hiding", {
          id: "jem",
          background: "Jem is in the coal cellar. He has been there for three days, and only Cordelia knows.",
          metadata: { first_appearance: "b2" },
        }),
      ],
      lore: [
        lore(
          "the-will",
          "# The will\n\nMr. Vane's will is to be read over the fish. Cordelia has read it already. It names a boy.",
        ),
      ],
      beats: [
        beat("b1", "Cordelia rings for the soup in the dining room. Mr. Vane's chair is empty, of course."),
        beat("b2", "Behind the coals in the coal cellar Jem sits up. He is black from head to foot."),
        beat(
          "b3",
          "Inspector Lomax arrives in the rain, sneezing. On the stairs he takes off his hat to the portrait.",
        ),
        beat("b4", "Everyone is in the dining room when Lomax reads the will. Jem washes his face for it."),
      ],
    },
    facts: {
      cast: [
        who("Augustus Vane", "Mr. Vane", "he", null, "human", "dead"),
        who("Cordelia Vane", "Cordelia", "she"),
        who("Inspector Lomax", "Lomax", "he", null, "human", "b3"),
        who("Jem", "Jem", "he", "The coal cellar", "human", "b2"),
      ],
      beatStaging: [
        staged("b1", "The dining room", "Cordelia Vane"),
        staged("b2", "The coal cellar", "Jem"),
        staged("b3", "The stairs", "Inspector Lomax"),
        staged("b4", "The dining room", "Inspector Lomax", "Cordelia Vane", "Jem"),
      ],
    },
  },
  {
    habit: "tables and rules for a game master",
    source: {
      title: "Module 12: The Salted Crypt",
      premise:
        'Read aloud: "The road ends at Saltmarsh Keep. The gate is open. It should not be."\n\nGM: the castellan, Brannoch, is a wight; he does not know it.',
      setting:
        "# Saltmarsh\n\n| Area | What | Who |\n| --- | --- | --- |\n| 1. Gatehouse | two towers, one portcullis | Ysolde |\n| 2. Great Hall | long tables, dust | Brannoch |\n| 3. Crypt | salt to the knees | the Drowned |",
      npcs: [
        person("Brannoch", "Castellan (undead)", {
          id: "brannoch",
          background: "AC 14, HP 40. Brannoch still gives orders to men who are long gone. He sits in the Great Hall.",
        }),
        person("Ysolde", "Gate guard (human, fighter 3)", {
          id: "ysolde",
          background: "Ysolde stayed when the rest ran. She sleeps in the gatehouse with her boots on.",
        }),
        person("The Drowned", "Five skeletons", {
          id: "drowned",
          background: "They rise when salt is taken. They want it back.",
        }),
      ],
      lore: [
        lore(
          "areas",
          "# Areas\n\n**1. Gatehouse.** Ysolde challenges everyone (DC 12 to bluff).\n\n**2. Great Hall.** Brannoch offers salt and bread. Refusing is safe.\n\n**3. Crypt.** The Drowned lie in rows.",
        ),
      ],
      beats: [
        beat("b1", 'Read aloud: "A woman\'s voice: halt." GM: Ysolde will let the party in for news from the coast.', {
          location: "Area 1",
        }),
        beat("b2", "Brannoch rises from the high seat and bids you welcome. He asks for a report.", {
          location: "Area 2",
        }),
        beat("b3", "The salt moves. The Drowned sit up, all together.", { location: "Area 3, north end" }),
      ],
    },
    facts: {
      places: [
        { name: "Gatehouse", alsoSpelt: ["Area 1"] },
        { name: "Great Hall", alsoSpelt: ["Area 2"] },
        { name: "Crypt", alsoSpelt: ["Area 3"] },
      ],
      cast: [
        who("Brannoch", "Brannoch", "he", "Great Hall", null),
        who("Ysolde", "Ysolde", "she", "Gatehouse"),
        who("The Drowned", "the Drowned", "they", "Crypt", null),
      ],
      beatStaging: [
        staged("b1", "Gatehouse", "Ysolde"),
        staged("b2", "Great Hall", "Brannoch"),
        staged("b3", "Crypt", "The Drowned"),
      ],
    },
  },
  {
    habit: "crowds, messengers and the absent in beats",
    source: {
      title: "The Vote",
      premise: "The union votes on Friday. Everyone has an opinion, and Marek has a list.",
      setting:
        "# Kiln Town\n\n## The works\n\nFour kilns.\n\n## The union hall\n\nFolding chairs.\n\n## Marek's flat\n\nA list on the wall.\n\n## The Crown\n\nA pub.",
      npcs: [
        person("Marek Dudek", "Shop steward", { id: "marek", background: "Marek keeps the list. He is tired." }),
        person("Joyce Platt", "Packer", {
          id: "joyce",
          background: "Joyce says what she thinks. She drinks at the Crown.",
        }),
        person("Mr Hallam", "Manager of the works", {
          id: "hallam",
          background: "Mr Hallam has had a letter from London. He reads it every night.",
        }),
        person("Young Tariq", "Apprentice", {
          id: "tariq",
          background: "Tariq carries messages for both sides. He thinks nobody knows.",
        }),
      ],
      lore: [
        lore(
          "the-letter",
          "# The letter\n\nMr Hallam has shown it to nobody. Joyce says that it closes the works. Marek says that it is a bluff. Tariq has read it.",
        ),
      ],
      beats: [
        beat(
          "b1",
          "Joyce stands on a chair in the Crown and says that everyone knows about Hallam's letter. Nobody contradicts her.",
        ),
        beat("b2", "Young Tariq brings a note from Mr Hallam to Marek's flat. Marek burns it without opening it."),
        beat(
          "b3",
          "Mr Hallam walks the works alone. He asks you whether Marek can be talked to, and what Joyce wants.",
        ),
        beat("b4", "The union hall. They are all here, Joyce in front. Marek reads the list. Hallam has not come."),
      ],
    },
    facts: {
      cast: [
        who("Marek Dudek", "Marek", "he", "Marek's flat"),
        who("Joyce Platt", "Joyce", "she", null),
        who("Mr Hallam", "Mr Hallam", "he", "The works"),
        who("Young Tariq", "Tariq", "he"),
      ],
      beatStaging: [
        staged("b1", "The Crown", "Joyce Platt"),
        staged("b2", "Marek's flat", "Young Tariq", "Marek Dudek"),
        staged("b3", "The works", "Mr Hallam"),
        staged("b4", "The union hall", "Joyce Platt", "Marek Dudek"),
      ],
    },
  },
  {
    habit: "dialects of British, American and plain slang",
    source: {
      title: "Rain Check",
      premise:
        "Coach says you're in on Friday. Bobby Ray's knee is shot, and Miss Dot at the Dairy Barn has your letter jacket.",
      setting:
        "# Pickett, Texas\n\nPickett has a water tower and a ball field.\n\n## The field house\n\nLockers, liniment.\n\n## The Dairy Barn\n\nCone, fries, gossip. Miss Dot's had it since her daddy passed.\n\n## The Boone place\n\nEnd of County Road 9. Bobby Ray's folks.",
      npcs: [
        person("Coach", "Head coach, Pickett High", {
          id: "coach",
          background: "Coach don't holler. He gets quiet. He was all-state himself once.",
        }),
        person("Bobby Ray Boone", "Quarterback", {
          id: "bobby-ray",
          background: "Bobby Ray's hurt worse than he lets on.",
        }),
        person("Miss Dot", "Owns the Dairy Barn", {
          id: "dot",
          background: "Miss Dot knew your mama. She's fixing to sell.",
        }),
        person("Deputy Tom Ed Sykes", "The law, such as it is", {
          id: "sykes",
          background: "Tom Ed played left guard for Coach. He still can't look at him straight.",
        }),
      ],
      lore: [
        lore(
          "eighty-eight",
          "# Eighty-eight\n\nIn '88 Pickett went to State. Coach called the play. Tom Ed missed the block. Miss Dot's brother caught the ball and it wasn't enough.",
        ),
      ],
      beats: [
        beat(
          "b1",
          "Coach is waiting in the field house with a clipboard. Bobby Ray's on the table with ice on his knee.",
        ),
        beat(
          "b2",
          "Miss Dot sets a malt in front of you and won't take your money. \"Your mama'd be proud,\" she says.",
        ),
        beat(
          "b3",
          "Tom Ed's cruiser is parked across the road at the Boone place. Bobby Ray is in the back of it, crying.",
        ),
      ],
    },
    facts: {
      cast: [
        who("Coach", "Coach", "he"),
        who("Bobby Ray Boone", "Bobby Ray", "he", "The Boone place"),
        who("Miss Dot", "Miss Dot", "she", "The Dairy Barn"),
        who("Deputy Tom Ed Sykes", "Tom Ed", "he"),
      ],
      beatStaging: [
        staged("b1", "The field house", "Coach", "Bobby Ray Boone"),
        staged("b2", "The Dairy Barn", "Miss Dot"),
        staged("b3", "The Boone place", "Bobby Ray Boone"),
      ],
    },
  },
];
