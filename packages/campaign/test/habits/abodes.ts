/** Small campaigns whose authors leave it to roles, kin, lists and lore to say where people live. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

export const ABODES: readonly Habit[] = [
  {
    habit: "a section on who lives where",
    source: {
      title: "Netherby",
      premise: "The bakery's bell has been stolen again.",
      setting:
        "# Netherby\n\nOne street and a green.\n\n## The places\n\n**The bakery.** Warm from three.\n\n**The chandler's.** Rope and lamp oil.\n\n**The toll cottage.** No toll since the war.\n\n**The schoolhouse.** Two stoves, one of them lit.\n\n## Who lives where\n\nMarta Holm and her boy Pim are over the bakery. Old Mr. Quill has the toll cottage, and the rats have the rest of it. Bette Strand lodges above the chandler's. The schoolhouse is empty.",
      npcs: [
        person("Marta Holm", "Widow", { id: "marta", background: "Marta counts her change. She hums when she lies." }),
        person("Pim", "Marta's boy", { id: "pim", background: "Pim is nine. He climbs." }),
        person("Mr. Edwin Quill", "Retired bell-founder", {
          id: "quill",
          background: "Mr. Quill is deaf in the useful ear. He has opinions.",
        }),
        person("Bette Strand", "Newcomer", { id: "bette", background: "Bette owns one trunk. She never opens it." }),
      ],
      lore: [lore("the-bell", "# The bell\n\nMr. Quill cast it. Pim has rung it twice, and Bette never.")],
      beats: [beat("b1", "Marta, Pim, Bette and Mr. Quill look at the empty bracket.", { location: "The bakery" })],
    },
    facts: {
      cast: [
        who("Marta Holm", "Marta", "she", "The bakery"),
        who("Pim", "Pim", "he", "The bakery"),
        who("Mr. Edwin Quill", "Mr. Quill", "he", "The toll cottage"),
        who("Bette Strand", "Bette", "she", "The chandler's"),
      ],
      beatStaging: [staged("b1", "the bakery", "Marta Holm", "Pim", "Bette Strand", "Mr. Edwin Quill")],
    },
  },
  {
    habit: "roles that say what somebody keeps, has or runs",
    source: {
      title: "Low Ferry",
      premise: "The ferry has not come for a week.",
      setting: "# Low Ferry\n\nMud, mostly.",
      npcs: [
        person("Nell Garrity", "Keeps the Anchor; was a singer", {
          id: "nell",
          background: "Nell pours short. She knows every verse.",
        }),
        person("Dov Marsh", "Has the smallholding past the ford", {
          id: "dov",
          background: "Dov talks to his pigs. He is answered.",
        }),
        person("Una Reeve", "Runs the post office, and the telephone, and so the parish", {
          id: "una",
          background: "Una reads postcards. She denies it.",
        }),
        person("Sim Tolley", "Behind the bar at the Anchor, most nights", {
          id: "sim",
          background: "Sim wipes one glass. He is in love with the telephone.",
        }),
      ],
      lore: [
        lore("places/the-anchor", "# The Anchor\n\nLow beams and a fire that smokes."),
        lore("places/the-smallholding", "# The Smallholding\n\nThree acres and a dog on a rope."),
        lore("places/the-post-office", "# The Post Office\n\nA counter, a grille, a kettle."),
        lore("places/the-landing", "# The Landing\n\nPlanks. The bell on its post."),
      ],
      beats: [
        beat("b1", "Nell, Sim, Una and Dov argue over whose turn it is to ring the bell.", { location: "The Landing" }),
      ],
    },
    facts: {
      cast: [
        who("Nell Garrity", "Nell", "she", "The Anchor"),
        who("Dov Marsh", "Dov", "he", "The Smallholding"),
        who("Una Reeve", "Una", "she", "The Post Office"),
        who("Sim Tolley", "Sim", "he", "The Anchor"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "a life told in the profile, with what was left and what was taken over",
    source: {
      title: "Half Day Closing",
      premise: "Somebody has bought the whole street, and nobody will say who.",
      setting:
        "# Corn Street\n\nA short street.\n\n## The chemist's\n\nGreen bottles.\n\n## Mill House\n\nToo many windows.\n\n## The fire station\n\nOne engine.\n\n## The almshouses\n\nSix doors.",
      npcs: [
        person("Ruth Abney", "Chemist's daughter", {
          id: "ruth",
          background:
            "Ruth grew up in Mill House, before the money went. She took over the chemist's when her father died, and has the two rooms above it.",
        }),
        person("Col Abney", "Her brother", {
          id: "col",
          background:
            "Col walked out of Mill House after the row about the will. Since then he has had a bed at the fire station, by kindness of the watch.",
        }),
        person("Mrs. Dilys Hart", "Widow of a fireman", {
          id: "hart",
          background:
            "Mrs. Hart cleaned at Mill House for thirty years. When her knees went they found her a door at the almshouses, and she has not forgiven the stairs.",
        }),
      ],
      lore: [lore("the-street", "# The street\n\nRuth owes nobody. Col owes Ruth. Mrs. Hart is owed by all of them.")],
      beats: [beat("b1", "Ruth reads the notice aloud. Col laughs. Mrs. Hart sits down on the kerb.")],
    },
    facts: {
      cast: [
        who("Ruth Abney", "Ruth", "she", "The chemist's"),
        who("Col Abney", "Col", "he", "The fire station"),
        who("Mrs. Dilys Hart", "Mrs. Hart", "she", "The almshouses"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "homes by kinship alone",
    source: {
      title: "The Wake at Number Four",
      premise: "Nobody has told the twins yet.",
      setting:
        "# Salter's Row\n\n## Number Four\n\nCurtains drawn.\n\n## The net loft\n\nTar and twine.\n\n## The lifeboat house\n\nDoors that stick.",
      npcs: [
        person("Agnes Roe", "Net-mender, of Number Four", {
          id: "agnes",
          background: "Agnes mends by feel. She has buried two.",
        }),
        person("Davy Roe", "Her grandson; a twin", {
          id: "davy",
          background: "Davy was raised by his grandmother and never left. He whistles indoors.",
          relationships: { "Agnes Roe": "His grandmother, and all the mother he had" },
        }),
        person("Lise Roe", "Davy's twin", {
          id: "lise",
          background: "Lise shares a room with her brother still. She draws.",
          relationships: { "Davy Roe": "Her brother, older by a minute" },
        }),
        person("Con Pascoe", "Coxswain", {
          id: "con",
          background: "Con sleeps in the lifeboat house when the glass drops. He is Agnes's brother.",
        }),
        person("Tess Pascoe", "Con's wife", {
          id: "tess",
          background: "Tess keeps the log. She spells as she speaks.",
        }),
      ],
      lore: [lore("the-drowned", "# The drowned\n\nAgnes names them. Con will not.")],
      beats: [beat("b1", "Agnes, Davy, Lise, Con and Tess stand about the table.", { location: "Number Four" })],
    },
    facts: {
      cast: [
        who("Agnes Roe", "Agnes", "she", "Number Four"),
        who("Davy Roe", "Davy", "he", "Number Four"),
        who("Lise Roe", "Lise", "she", "Number Four"),
        who("Con Pascoe", "Con", "he", "The lifeboat house"),
        who("Tess Pascoe", "Tess", "she", "The lifeboat house"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "inhabitants in the prose about a place",
    source: {
      title: "The Upper Valley",
      premise: "The road is out above the bridge.",
      setting: "# The Upper Valley\n\nSnow from October.",
      npcs: [
        person("Ola Brandt", "Trader", { id: "ola", background: "Ola weighs everything. She weighs you." }),
        person("Fenn", "Trapper", { id: "fenn", background: "Fenn smells of smoke. He is seldom asked why." }),
        person("Ivo Kranz", "Surveyor", { id: "ivo", background: "Ivo draws the same hill. He is paid by the sheet." }),
        person("Sister Bede", "Nursing sister", {
          id: "bede",
          background: "Sister Bede boils things. She sings flat.",
        }),
      ],
      lore: [
        lore(
          "places/the-trading-post",
          "# The Trading Post\n\nA long room under sod. It is kept by Ola Brandt, who sleeps behind the counter with the strongbox under her feet.",
        ),
        lore(
          "places/the-bridge-hut",
          "# The Bridge Hut\n\nOn most days you will find Fenn here, with his boots to the stove and nothing to say. Ola sends up flour.",
        ),
        lore(
          "places/the-long-house",
          "# The Long House\n\nFour rooms in a row. The second is Ivo's, papered with hills. The others are let by the week, when there is anybody to let them to.",
        ),
        lore(
          "places/the-mission",
          "# The Mission\n\nSix beds, and Sister Bede to see that they are made. Fenn was carried in here once.",
        ),
      ],
      beats: [beat("b1", "Ola, Fenn, Ivo and Sister Bede look at where the road was.", { location: "The Bridge Hut" })],
    },
    facts: {
      cast: [
        who("Ola Brandt", "Ola", "she", "The Trading Post"),
        who("Fenn", "Fenn", "he", "The Bridge Hut"),
        who("Ivo Kranz", "Ivo", "he", "The Long House"),
        who("Sister Bede", "Sister Bede", "she", "The Mission"),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "homes in the tags",
    source: {
      title: "Weir",
      premise: "The weir runs backwards on Tuesdays.",
      setting:
        "# The Reach\n\n## Weir Cottage\n\nDamp.\n\n## The kiln\n\nCold since spring.\n\n## The island\n\nWillows.",
      npcs: [
        person("Hob Allen", "Eel-catcher", {
          id: "hob",
          background: "Hob is never dry. He minds.",
          metadata: { tags: ["lives-at-weir-cottage", "knows-the-river"] },
        }),
        person("Ginny Sauls", "Potter without clay", {
          id: "ginny",
          background: "Ginny throws nothing now. She keeps the fire laid.",
          metadata: { tags: ["home:the-kiln", "clue-giver"] },
        }),
        person("The Heron", "Something tall", {
          id: "heron",
          background: "The Heron stands.",
          metadata: { tags: ["location: the island", "uncanny"] },
        }),
      ],
      lore: [lore("tuesday", "# Tuesday\n\nHob will not fish. Ginny will not say.")],
      beats: [beat("b1", "Hob and Ginny watch the water climb the sill.")],
    },
    facts: {
      cast: [
        who("Hob Allen", "Hob", "he", "Weir Cottage"),
        who("Ginny Sauls", "Ginny", "she", "The kiln"),
        who("The Heron", "the Heron", null, "The island", null),
      ],
      beatStaging: [],
    },
  },
  {
    habit: "workplaces by what is done there",
    source: {
      title: "Infants and Firsts",
      premise: "The inspector's report has gone missing from a locked drawer.",
      setting:
        "# Coldharbour School\n\n## The infants' room\n\nPegs at knee height.\n\n## The boiler room\n\nTwo chairs.\n\n## The head's study\n\nThe drawer.\n\n## The kitchen\n\nSteam.\n\n## The gate\n\nIron.",
      npcs: [
        person("Miss Ada Peel", "Takes the infants", {
          id: "peel",
          background: "Miss Peel ties laces. She is nobody's fool.",
        }),
        person("Mr. Arthur Crumb", "Caretaker and stoker", {
          id: "crumb",
          background: "Mr. Crumb feeds the boiler at five. He has a racing pigeon.",
        }),
        person("Mrs. Ireton", "The head", {
          id: "ireton",
          background: "Mrs. Ireton signs in green ink. She has a key.",
        }),
        person("Dot Wills", "Does the dinners", { id: "dot", background: "Dot ladles. She hears all of it." }),
      ],
      lore: [lore("the-drawer", "# The drawer\n\nMrs. Ireton locked it. Dot saw her, and so did Mr. Crumb.")],
      beats: [
        beat("b1", "Miss Peel, Mr. Crumb and Dot are sent for. Mrs. Ireton does not look up.", {
          location: "The head's study",
        }),
      ],
    },
    facts: {
      cast: [
        who("Miss Ada Peel", "Miss Peel", "she", "The infants' room"),
        who("Mr. Arthur Crumb", "Mr. Crumb", "he", "The boiler room"),
        who("Mrs. Ireton", "Mrs. Ireton", "she", "The head's study"),
        who("Dot Wills", "Dot", "she", "The kitchen"),
      ],
      beatStaging: [],
    },
  },
];
