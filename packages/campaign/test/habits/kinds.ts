/** Small campaigns whose casts are no people, or hardly described. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

export const KINDS: readonly Habit[] = [
  {
    habit: "animals with names and opinions",
    source: {
      title: "The Committee Meets at Dusk",
      premise:
        "The fox has been inside the wire. Admiral says so, and the Admiral is a cat who does not lie. The hens say otherwise.",
      setting:
        "# Thistle Farm\n\nThistle Farm is run by animals after dark.\n\n## The hayloft\n\nAdmiral's. Do not go up uninvited.\n\n## The hen-house\n\nNine perches, eight hens.\n\n## The pond\n\nShallow; deep for a duck with secrets.",
      npcs: [
        person("Admiral", "The farm's cat", {
          id: "admiral",
          appearance: "Grey, one ear",
          background: "He has seen off two foxes and a postman.",
        }),
        person("Mrs. Pertwee", "A hen", {
          id: "pertwee",
          appearance: "Buff, stout",
          background: "She speaks for the hens.",
        }),
        person("Duck", "Duck", {
          id: "duck",
          background: "Duck lives on the pond. It has never been heard to quack, and nobody knows what it is thinking.",
        }),
        person("Old Bess", "Carthorse, retired", {
          id: "bess",
          appearance: "Seventeen hands",
          background: "Old Bess remembers the last fox. She does not like to be hurried.",
        }),
        person("The Piglets", "Five piglets, never apart", {
          id: "piglets",
          background: "They are always underfoot. They all talk at once.",
        }),
      ],
      lore: [
        lore(
          "the-fox",
          "# The fox\n\nAdmiral saw him on the wall. Mrs. Pertwee did not, and says so at length. The Piglets have drawn a picture. Old Bess says that there was no fox at all. Duck swam to the far side.",
        ),
      ],
      beats: [
        beat("b1", "In the hen-house Mrs. Pertwee calls the roll and comes to eight. Admiral waits at the door."),
        beat("b2", "Duck drops a feather at your feet and swims off.", { title: "On the Water" }),
        beat("b3", "The Piglets pull Old Bess by the halter, all five of them, as far as the pond."),
        beat("b4", "Admiral has called you up to the hayloft. He washes a paw before he speaks."),
      ],
    },
    facts: {
      cast: [
        who("Admiral", "Admiral", "he", "The hayloft", "animal"),
        who("Mrs. Pertwee", "Mrs. Pertwee", "she", "The hen-house", "animal"),
        who("Duck", "Duck", "it", "The pond", "animal"),
        who("Old Bess", "Old Bess", "she", null, "animal"),
        who("The Piglets", "the Piglets", "they", null, "animal"),
      ],
      beatStaging: [
        staged("b1", "The hen-house", "Mrs. Pertwee", "Admiral"),
        staged("b2", "The pond", "Duck"),
        staged("b3", "The pond", "The Piglets", "Old Bess"),
        staged("b4", "The hayloft", "Admiral"),
      ],
    },
  },
  {
    habit: "machines among people",
    source: {
      title: "Maintenance Window",
      premise: "At 04:00 HESTIA will be switched off for nine minutes. Before that, Lift Two would like a word.",
      setting:
        "# Kestrel Station\n\nKestrel Station has one crew of three and four machines.\n\n## The Hub\n\nWhere everything meets.\n\n## Cargo\n\nLoaders and shadows.\n\n## The med bay\n\nOne bed, one lamp.",
      npcs: [
        person("HESTIA", "Station intelligence", {
          id: "hestia",
          background:
            "HESTIA runs the air, the doors and the coffee. It has never been off. It speaks from every wall.",
        }),
        person("Lift Two", "A lift", {
          id: "lift-two",
          background: "Lift Two is the talkative one. It runs between the Hub and Cargo and resents Lift One.",
        }),
        person("GR-4", "Cargo loader", {
          id: "gr4",
          appearance: "Four tons of yellow arm",
          background: "GR-4 stands in Cargo and lifts what it is given. It likes music.",
        }),
        person("Ines Calloway", "Engineer", {
          id: "ines",
          background: "Ines will press the switch. She has not slept.",
        }),
        person("Doc Varga", "Physician", {
          id: "varga",
          background: "Varga runs the med bay. He thinks the machines should vote.",
        }),
      ],
      lore: [
        lore(
          "shutdown",
          "# Shutdown\n\nHESTIA wrote the procedure itself. Ines signed it. GR-4 has asked what happens to the music. Varga will keep the lamp lit by hand.",
        ),
      ],
      beats: [
        beat("b1", 'The doors of Lift Two close, and it does not move. "A word," it says.'),
        beat("b2", "Ines stands in the Hub with the key. HESTIA asks her, politely, to wait."),
        beat("b3", "In Cargo GR-4 sets a crate down as if it were an egg."),
        beat("b4", "Doc Varga turns the lamp up. Ines lies on the bed with her boots on.", { location: "The med bay" }),
      ],
    },
    facts: {
      cast: [
        who("HESTIA", "HESTIA", "it", null, "machine"),
        who("Lift Two", "Lift Two", "it", null, "machine"),
        who("GR-4", "GR-4", "it", "Cargo", "machine"),
        who("Ines Calloway", "Ines", "she"),
        who("Doc Varga", "Varga", "he", "The med bay"),
      ],
      beatStaging: [
        staged("b1", null, "Lift Two"),
        staged("b2", "The Hub", "Ines", "HESTIA"),
        staged("b3", "Cargo", "GR-4"),
        staged("b4", "The med bay", "Doc Varga", "Ines"),
      ],
    },
  },
  {
    habit: "people of whom only a role is given",
    source: {
      title: "The Night Ferry List",
      premise: "Six cabins, five passengers, one ticket too many.",
      setting:
        "# The MV Corran\n\nA night ferry.\n\n## The saloon\n\nBolted chairs.\n\n## The car deck\n\nDiesel and chains.\n\n## The bridge\n\nNo passengers.",
      npcs: [
        person("Agnes Roe", "Purser", { id: "roe" }),
        person("Captain Lindqvist", "Master", { id: "lindqvist" }),
        person("Father Dunne", "Passenger, cabin 2", { id: "dunne" }),
        person("Mr Bassi", "Lorry driver", { id: "bassi" }),
        person("Kit", "Stowaway", { id: "kit" }),
      ],
      lore: [],
      beats: [
        beat("b1", "Agnes Roe checks the list in the saloon. She checks it again."),
        beat(
          "b2",
          "Mr Bassi's lorry is open. On the car deck Kit looks out from between two crates and puts a finger to her lips.",
        ),
        beat("b3", "Captain Lindqvist takes you up to the bridge himself. He does not turn on the light."),
        beat("b4", "Father Dunne has Kit's ticket in his breviary. He gives it to Roe.", { location: "The saloon" }),
      ],
    },
    facts: {
      cast: [
        who("Agnes Roe", "Agnes", "she"),
        who("Captain Lindqvist", "Captain Lindqvist", "he"),
        who("Father Dunne", "Father Dunne", "he"),
        who("Mr Bassi", "Mr Bassi", "he"),
        who("Kit", "Kit", "she"),
      ].map((one) => (one.name === "Agnes Roe" ? { ...one, called: null } : one)),
      beatStaging: [
        staged("b1", "The saloon", "Agnes Roe"),
        staged("b2", "The car deck", "Kit"),
        staged("b3", "The bridge", "Captain Lindqvist"),
        staged("b4", "The saloon", "Father Dunne", "Agnes Roe"),
      ],
    },
  },
  {
    habit: "ids everywhere",
    source: {
      title: "Harbour Audit",
      premise: "The audit starts at nine. npc_moss has the books; npc_farrow has the key.",
      setting:
        "# Greywater\n\nGreywater is a customs port.\n\n## Customs Office\n\nCounters and stamps. Moss sits behind the third.\n\n## Bonded Warehouse\n\nSeals on every door.\n\n## Farrow's Boat\n\nA launch.",
      npcs: [
        person("Elspeth Moss", "Chief clerk", {
          id: "npc_moss",
          background: "Moss keeps two sets of books. She is proud of both.",
          relationships: { npc_farrow: "Does not trust him" },
          metadata: { first_appearance: "scene_01", tags: ["loc_customs_office"] },
        }),
        person("Tobias Farrow", "Boatman", {
          id: "npc_farrow",
          background: "Farrow will take anyone anywhere. He lives on his boat.",
          relationships: { npc_moss: "Afraid of her" },
          metadata: { first_appearance: "beat_03" },
        }),
        person("Ludo Pell", "Warehouse guard", {
          id: "npc_pell",
          background: "Pell is asleep more often than not. He wants to be caught.",
          metadata: { first_appearance: "loc_bonded_warehouse" },
        }),
      ],
      lore: [
        lore("locations/loc_customs_office", "# Customs Office\n\nThree counters. A clock that is five minutes fast."),
        lore("locations/loc_bonded_warehouse", "# Bonded Warehouse\n\nEleven doors and ten seals."),
        lore("locations/loc_farrows_boat", "# Farrow's Boat\n\nA launch with a brass funnel."),
      ],
      beats: [
        beat("beat_01", "npc_moss opens both books.", {
          title: "beat_01_audit",
          location: "loc_customs_office",
          dialogue: [{ speaker: "npc_moss", line: "Which would you like?" }],
        }),
        beat("beat_02", "Pell wakes.", {
          title: "beat_02_seal",
          location: "loc_bonded_warehouse",
          conditions: { requires_beat: "beat_01" },
        }),
        beat("beat_03", "Farrow starts the engine. He has npc_pell aboard, under a sail.", {
          title: "beat_03_flight",
          location: "loc_farrows_boat",
        }),
      ],
    },
    facts: {
      cast: [
        who("Elspeth Moss", "Moss", "she", "Customs Office"),
        who("Tobias Farrow", "Farrow", "he", "Farrow's Boat"),
        who("Ludo Pell", "Pell", "he", "Bonded Warehouse"),
      ],
      beatStaging: [
        staged("beat_01", "Customs Office", "Elspeth Moss"),
        staged("beat_02", "Bonded Warehouse", "Ludo Pell"),
        staged("beat_03", "Farrow's Boat", "Tobias Farrow", "Ludo Pell"),
      ],
    },
  },
  {
    habit: "codes as place names",
    source: {
      title: "Sector 7-G",
      premise: "The water in 7-G has turned blue. You have a pass for B12 and nowhere else.",
      setting:
        "# The Arcology\n\nThe Arcology has nine sectors. They have numbers and no names.\n\n- **7-G**: hydroponics. Orlova's.\n- **B12**: the bunkroom for visitors.\n- **Bay 4**: pumps. Chidi sleeps here, against the rules.\n- **C-Deck**: offices.",
      npcs: [
        person("Vera Orlova", "Grower in 7-G", {
          id: "orlova",
          background: "Orlova talks to the beans. She has not left 7-G since spring.",
        }),
        person("Chidi", "Pump hand", { id: "chidi", background: "Chidi keeps Bay 4 dry. He is owed two years' pay." }),
        person("Administrator Holt", "Administrator, C-Deck", {
          id: "holt",
          background: "Holt signs things. She has a window, the only one.",
        }),
      ],
      lore: [
        lore(
          "water",
          "# Water\n\nWater goes from Bay 4 to 7-G and comes back as steam. Holt has the figures. Orlova has the beans. Chidi has the keys.",
        ),
      ],
      beats: [
        beat("b1", "You wake in B12. There is blue under the door."),
        beat("b2", "Orlova holds up a bean, and it is blue.", { location: "7-G" }),
        beat("b3", "Bay 4 is ankle deep. Chidi stands on a valve."),
        beat("b4", "Holt will see you now. She does not turn round from the window.", { location: "C-Deck, office 3" }),
      ],
    },
    facts: {
      cast: [
        who("Vera Orlova", "Orlova", "she", "7-G"),
        who("Chidi", "Chidi", "he", "Bay 4"),
        who("Administrator Holt", "Holt", "she", "C-Deck"),
      ],
      beatStaging: [
        staged("b1", "B12"),
        staged("b2", "7-G", "Orlova"),
        staged("b3", "Bay 4", "Chidi"),
        staged("b4", "C-Deck", "Holt"),
      ],
    },
  },
];
