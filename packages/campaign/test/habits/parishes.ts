/** Whole small campaigns of towns and villages as people know them, each in its author's own habits. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

export const PARISHES: readonly Habit[] = [
  {
    habit: "American, past tense, first appearances by chapter and by place",
    source: {
      title: "Dry County",
      premise:
        "The year the creek quit, somebody pulled the plug on the town's only still and left a dead man holding it. You were the new deputy in Pickett, four days on the job. Sheriff Mabry handed you his hat and said he was going fishing.",
      setting:
        "# Pickett, Texas\n\nPickett had one paved street and was proud of half of it.\n\n## Main Street\n\nThe hardware store, the bank that closed, the Blue Goose Café with its neon bird. Everybody parked crooked.\n\n## The Blue Goose\n\nSix stools and a jukebox that only played Bob Wills. The pie was under glass, and so, near enough, was Darlene.\n\n## The Sheriff's office\n\nTwo cells, a coffee pot, a wall of keys to doors nobody could name.\n\n## Hollis Creek\n\nIt used to run. The still stood where the bank was undercut, under tarpaper and cedar.\n\n## First Baptist\n\nWhite, wood, hot.",
      npcs: [
        person("Darlene Fuqua", "Runs the Blue Goose", {
          id: "darlene",
          background:
            "Darlene poured coffee for three sheriffs and outlasted two of them. She had a bedroom behind the kitchen and slept with a shotgun she called Mister.",
          metadata: { first_appearance: "Chapter One", tags: ["ally", "coffee"] },
        }),
        person("Sheriff Ted Mabry", "Sheriff of Pickett County, on leave as of this morning", {
          id: "mabry",
          background: "Mabry never in his life caught a fish. He lived out past the gin and drove in every day at ten.",
          metadata: { first_appearance: "Sheriff's office" },
        }),
        person("Brother Wendell Oakes", "Pastor, First Baptist", {
          id: "oakes",
          background: "Brother Oakes preached dry and drank wet. He had a good voice and knew it.",
          metadata: { first_appearance: "Chapter Two" },
        }),
        person("Skeeter", "Moonshiner's boy, eleven years old", {
          id: "skeeter",
          background:
            "Skeeter slept in the cedars by the creek and knew where every jar was buried. He didn't talk to badges.",
          metadata: { first_appearance: "at the creek" },
        }),
        person("Odell Tate", "Moonshiner, deceased", {
          id: "odell",
          background: "Odell made good whiskey and bad enemies. He was found sitting up, holding the plug.",
          metadata: { first_appearance: "Found dead, Chapter One" },
        }),
      ],
      lore: [
        lore(
          "the-still",
          "# The Still\n\nOdell Tate built it out of a church boiler. Brother Oakes sold him the boiler.",
        ),
        lore("dry-county", "# A Dry County\n\nPickett voted dry in 1919 and never got around to voting again."),
      ],
      beats: [
        beat(
          "c1_body",
          "The creek bed was cracked like a plate. Odell Tate sat against the boiler with the plug in his hand. Skeeter watched from the cedars and would not come down.",
          { title: "The Plug" },
        ),
        beat(
          "c1_coffee",
          "Darlene slid the pie across before anybody asked. She wanted to know was it true. Brother Oakes, two stools down, quit chewing.",
          { title: "Pie" },
        ),
        beat(
          "c2_sermon",
          "They sang four verses. Brother Oakes preached on Cain, and looked at the back pew the whole time.",
          { title: "Sunday" },
        ),
        beat(
          "c3_hat",
          "Mabry came in for his hat. He stood by the wall of keys a good while before he said what he had come to say.",
          { title: "The Hat" },
        ),
      ],
    },
    facts: {
      cast: [
        who("Darlene Fuqua", "Darlene", "she", "the Blue Goose"),
        who("Sheriff Ted Mabry", "Mabry", "he", null),
        who("Brother Wendell Oakes", "Brother Oakes", "he", "First Baptist"),
        who("Skeeter", "Skeeter", "he", "Hollis Creek"),
        who("Odell Tate", null, "he", null, "human", "dead"),
      ],
      beatStaging: [
        staged("c1_body", "Hollis Creek", "Skeeter"),
        staged("c1_coffee", "the Blue Goose", "Darlene Fuqua", "Brother Wendell Oakes"),
        staged("c2_sermon", "First Baptist", "Brother Wendell Oakes"),
        staged("c3_hat", "the Sheriff's office", "Sheriff Ted Mabry"),
      ],
    },
  },
  {
    habit: "lists instead of prose, profiles without prose",
    source: {
      title: "Night Bus",
      premise: "- Last bus, 23:40, Depot to Terminus\n- Seven stops\n- One passenger who paid for two\n- You drive",
      setting:
        "# Route 9\n\n- **Depot**: sodium light, vending machine, a cat\n- **Hospital stop**: smokers in gowns\n- **Market Square**: shutters, pigeons asleep\n- **The underpass**: nobody waits here\n- **Terminus**: a turning circle and a field\n\n## Aboard\n\n- lower deck\n- upper deck: condensation, initials",
      npcs: [
        person("Femi Adeyemi", "Depot controller, nights", {
          id: "femi",
          metadata: { tags: ["depot", "radio", "he"] },
        }),
        person("Mrs. Baptiste", "Nurse going off shift", {
          id: "baptiste",
          metadata: { tags: ["hospital-stop"], first_appearance: "Hospital stop" },
        }),
        person("The Boy on the Upper Deck", "Passenger without a ticket", {
          id: "boy",
          metadata: { tags: ["upper-deck"] },
        }),
        person("Inspector Lowe", "Ticket inspector; boards at the underpass", {
          id: "lowe",
          metadata: { tags: ["antagonist"], first_appearance: "beat_4" },
        }),
        person("Diesel", "The depot cat", { id: "diesel", metadata: { tags: ["animal", "depot"] } }),
      ],
      lore: [lore("fares", "# Fares\n\n- single: 2.40\n- after midnight: 3.00\n- the dead ride free (joke, Femi)")],
      beats: [
        beat(
          "beat_1",
          "- Femi counts out the float\n- Diesel is asleep on the waybill\n- a ticket for two, already punched",
          { title: "Depot, 23:35" },
        ),
        beat("beat_2", "- Mrs. Baptiste gets on, sits behind the cab\n- does not put her bag down", {
          title: "Hospital stop, 23:52",
        }),
        beat("beat_3", "- footsteps overhead, one pair\n- the Boy has written a name in the glass", {
          title: "Upstairs",
        }),
        beat("beat_4", "- Inspector Lowe steps out of the dark with his hand up\n- 'Tickets.'\n- counts one too many", {
          title: "Nobody waits here",
        }),
      ],
    },
    facts: {
      cast: [
        who("Femi Adeyemi", "Femi", "he", "the Depot"),
        who("Mrs. Baptiste", "Mrs. Baptiste", "she", "Hospital stop"),
        who("The Boy on the Upper Deck", "the Boy", "he", "upper deck"),
        who("Inspector Lowe", "Inspector Lowe", "he", null, "human", "beat_4"),
        who("Diesel", "Diesel", null, "the Depot", "animal"),
      ],
      beatStaging: [
        staged("beat_1", "the Depot", "Femi Adeyemi", "Diesel"),
        staged("beat_2", "Hospital stop", "Mrs. Baptiste"),
        staged("beat_3", "upper deck", "The Boy on the Upper Deck"),
        staged("beat_4", "the underpass", "Inspector Lowe"),
      ],
    },
  },
  {
    habit: "first person of a narrator who knows everybody, present tense",
    source: {
      title: "What the Postman Knows",
      premise:
        "I'll tell you how it was, since you've taken over my round. Eleven letters a day come for Number Twelve, Orchard Close, and nobody has lived at Number Twelve since the fire. Somebody takes them in.",
      setting:
        "# The Round\n\nI start at the sorting shed behind the station, where Brenda has the kettle. Then it's up to the Rectory, which is the long drive and the short temper. Orchard Close is twelve houses and eleven doors. Old Pargeter's at Number Three; he'll want to talk. The twins have Number Nine. Number Twelve is boards and nettles. Last is the allotments, where Mr. Singh gives you a marrow whether you like it or not.\n\nIf it rains, stand in the bus shelter like a Christian.",
      npcs: [
        person("Brenda Tuck", "Sorts the post", {
          id: "brenda",
          background: "I never saw Brenda without a biscuit. She's read every postcard for twenty years.",
          metadata: { first_appearance: "from the start" },
        }),
        person("Old Pargeter", "Retired signalman", {
          id: "pargeter",
          background:
            "He keeps the curtain open an inch. He'll tell you he saw nothing, and then tell you what it wore.",
          metadata: { first_appearance: "from the start" },
        }),
        person("The Reverend Ursula Fane", "Rector", {
          id: "fane",
          background: "She took the living after the fire and won't have it mentioned.",
          metadata: { first_appearance: "the Rectory" },
        }),
        person("Mr. Singh", "Grower of marrows", {
          id: "singh",
          background: "Mr. Singh was a fireman once. He hasn't been near Number Twelve since.",
          metadata: { first_appearance: "when it rains" },
        }),
        person("Ivy and Oona Marsh", "The twins at Number Nine", {
          id: "twins",
          background: "They finish each other's crosswords. One of them is lying.",
          metadata: { first_appearance: "beat_02" },
        }),
      ],
      lore: [
        lore(
          "the-fire",
          "# The Fire\n\nIt was a Tuesday. Mr. Singh drove the engine. Nobody was found, and that was called a mercy.",
        ),
      ],
      beats: [
        beat(
          "beat_01",
          "Brenda has put the eleven letters in a bundle by themselves, with her own elastic band round them.",
          {},
        ),
        beat(
          "beat_02",
          "The twins answer together, a door's width apart. Ivy says they never take in other people's post. Oona looks at her shoes.",
          {},
        ),
        beat(
          "beat_03",
          "The nettles have been trodden. Between two boards there is a slot just wide enough for a letter, and somebody inside says thank you.",
          {},
        ),
        beat(
          "beat_04",
          "It comes on to rain. Mr. Singh lifts the tarpaulin for you and, since you are both under it, tells you what he carried out.",
          {},
        ),
      ],
    },
    facts: {
      cast: [
        who("Brenda Tuck", "Brenda", "she", "the sorting shed"),
        who("Old Pargeter", "Old Pargeter", "he", "Number Three"),
        who("The Reverend Ursula Fane", null, "she", "the Rectory"),
        who("Mr. Singh", "Mr. Singh", "he", "the allotments", "human", null),
        who("Ivy and Oona Marsh", "the twins", "they", "Number Nine", null),
      ],
      beatStaging: [
        staged("beat_01", "the sorting shed", "Brenda Tuck"),
        staged("beat_02", "Number Nine", "Ivy and Oona Marsh"),
        staged("beat_03", "Number Twelve"),
        staged("beat_04", "the allotments", "Mr. Singh"),
      ],
    },
  },
  {
    habit: "non-ASCII names, first appearances by scene",
    source: {
      title: "Sauna Rules",
      premise:
        "In Ylä-Törmä nobody lies in the sauna. On Midsummer's Eve three people who have not spoken since the log drive are to bathe together, and one of them has hidden the deed to the island.",
      setting:
        "# Ylä-Törmä\n\n## Rantasauna\n\nThe old smoke sauna on the shore. Black inside as a boot.\n\n## The Yli-Hukkala farm\n\nA red house, a white well, a dog on a wire.\n\n## Koskenniska\n\nThe ferryman's cottage above the rapids. One window faces the water.\n\n## The Co-op\n\nCoffee, nails, gossip.",
      npcs: [
        person("Väinö Yli-Hukkala", "Farmer", {
          id: "vaino",
          background: "Väinö owns everything you can see from the road. He has never once taken the ferry.",
          metadata: { first_appearance: "Scene 1" },
        }),
        person("Äiti Saarela", "Keeps the Co-op", {
          id: "aiti",
          background: "Everybody calls her Äiti, Mother, and nobody remembers the rest. She lends on the slate.",
          metadata: { first_appearance: "Scene 1" },
        }),
        person("Jussi Köngäs", "Ferryman", {
          id: "jussi",
          background: "Jussi hasn't been paid since spring. He cannot swim, and tells nobody.",
          metadata: { first_appearance: "Scene 2" },
        }),
        person("Łucja Wrońska", "Summer hand on the Yli-Hukkala farm", {
          id: "lucja",
          background: "Łucja understands more Finnish than she lets on.",
          metadata: { first_appearance: "Scene 2" },
        }),
        person("Musti", "Dog on a wire", {
          id: "musti",
          background: "Musti barks at the ferry, and only at the ferry.",
          metadata: { first_appearance: "the Yli-Hukkala farm" },
        }),
      ],
      lore: [
        lore(
          "lore",
          "# The Log Drive\n\nIn the spring of the log drive a man went under the boom below Koskenniska. Väinö held the pike. Jussi held the rope.",
        ),
      ],
      beats: [
        beat(
          "scene_1",
          "Äiti writes your coffee on the slate under Väinö's name, and Väinö, at the stove, does not object. That is how you know something is wrong.",
          { title: "On the Slate" },
        ),
        beat(
          "scene_2",
          'Jussi will not take your coin. "Tell him," he says, with his back to the rapids, "that I\'ll bathe if he does." Łucja has walked up from the farm with a milk can and hears it.',
          { title: "The Rope" },
        ),
        beat("scene_3", "Steam. Väinö throws the water, Jussi counts. Nobody lies here.", { title: "Löyly" }),
      ],
    },
    facts: {
      cast: [
        who("Väinö Yli-Hukkala", "Väinö", "he", "the Yli-Hukkala farm"),
        who("Äiti Saarela", "Äiti", "she", "the Co-op"),
        who("Jussi Köngäs", "Jussi", "he", "Koskenniska"),
        who("Łucja Wrońska", "Łucja", "she", "the Yli-Hukkala farm"),
        who("Musti", "Musti", null, "the Yli-Hukkala farm", "animal"),
      ],
      beatStaging: [
        staged("scene_1", "the Co-op", "Äiti Saarela", "Väinö Yli-Hukkala"),
        staged("scene_2", "Koskenniska", "Jussi Köngäs", "Łucja Wrońska"),
        staged("scene_3", "Rantasauna", "Väinö Yli-Hukkala", "Jussi Köngäs"),
      ],
    },
  },
  {
    habit: "everybody by title, places named in passing in long paragraphs",
    source: {
      title: "The Bishop's Throat",
      premise:
        "The Bishop has lost his voice two days before the Visitation, and the Dean has offered, very kindly, to speak for him. You are the Bishop's new secretary. The Archdeacon has asked you to find out what was in the posset.",
      setting:
        "# The Close at Wexcombe\n\nThe Close is a square of grass with a wall round it and a gate that is locked at nine. On the north side stands the Palace, which leaks, and in which the Bishop keeps to two rooms; across from it the Deanery has new sash windows and is warm. The choristers are boarded in the Song School, under the eye of the Precentor, who sleeps on the stairs to prevent excursions. Beyond the cloister the kitchens smoke. Mother Gosling has the still-room there, and makes whatever the doctor orders and several things he does not.\n\nThe cathedral itself is cold at all seasons. The Verger has a brazier in the vestry, and it is to the vestry that people come to talk.",
      npcs: [
        person("The Bishop of Wexcombe", "The Right Reverend Ambrose Tull, old, silent since Tuesday", {
          id: "bishop",
          background: "He writes on a slate now, and finds that he is listened to more than before.",
          metadata: { first_appearance: "from the start" },
        }),
        person("The Dean", "Dr. Septimus Rook, who would like to be a bishop", {
          id: "dean",
          background: "The Dean's hands are always clean. He has never been heard to raise his voice.",
          metadata: { first_appearance: "from the start" },
        }),
        person("The Precentor", "Canon Lilley, master of the choristers", {
          id: "precentor",
          background: "He has perfect pitch and hears lies a quarter-tone flat.",
          metadata: { first_appearance: "the Song School" },
        }),
        person("Mother Gosling", "Still-room woman", {
          id: "gosling",
          background: "She was asked for a posset and gave a posset. What else went in, went in after.",
          metadata: { first_appearance: "beat 2" },
        }),
        person("The Verger", "Old soldier with a stick", {
          id: "verger",
          background: "He has seen three bishops buried and tips his cap to the next one already.",
          metadata: { first_appearance: "the vestry" },
        }),
        person("The Archdeacon", "Venerable Hugh Pym, on the road until the Visitation", {
          id: "archdeacon",
          background: "He rides from parish to parish and writes to you from inns.",
          metadata: { first_appearance: "b5" },
        }),
      ],
      lore: [
        lore(
          "posset",
          "# The Posset\n\nMilk, sack, nutmeg. The Bishop has it at nine, in bed, when the gate is locked.",
        ),
      ],
      beats: [
        beat("b1", "The Bishop holds up his slate: WHO CARRIED IT? Rain ticks into a basin beside the bed.", {
          title: "Slate",
        }),
        beat(
          "b2",
          'Mother Gosling takes down the nutmeg and lets you smell it. "That\'s mine," she says. "Now smell this."',
          { title: "Nutmeg" },
        ),
        beat(
          "b3",
          "A treble is sent out of the room for giggling and waits for you on the stairs. He carried it as far as the Deanery door, he says, because the Dean was so kind as to take it the rest of the way.",
          { title: "As Far as the Door" },
        ),
        beat("b4", 'The Verger pokes the brazier. "They\'ll all come in here presently," he says, and they do.', {
          title: "The Brazier",
        }),
        beat(
          "b5",
          "The Visitation opens in the nave. The Archdeacon, mud to the knees, asks the Bishop to speak, and the Dean gets up.",
          { title: "The Visitation" },
        ),
      ],
    },
    facts: {
      cast: [
        who("The Bishop of Wexcombe", "the Bishop", "he", "the Palace"),
        who("The Dean", "the Dean", "he", "the Deanery"),
        who("The Precentor", "the Precentor", "he", "the Song School"),
        who("Mother Gosling", "Mother Gosling", "she", "the still-room"),
        who("The Verger", "the Verger", "he", "the vestry"),
        who("The Archdeacon", "the Archdeacon", "he", null, "human", "b5"),
      ],
      beatStaging: [
        staged("b1", "the Palace", "The Bishop of Wexcombe"),
        staged("b2", "the still-room", "Mother Gosling"),
        staged("b3", "the Song School"),
        staged("b4", "the vestry", "The Verger"),
        staged("b5", "the nave", "The Archdeacon", "The Bishop of Wexcombe", "The Dean"),
      ],
    },
  },
  {
    habit: "everything in one long lore file, beats of two lines",
    source: {
      title: "The Long Wall",
      premise:
        "The wall at Sallow has fallen for the third night running, at the same hour, inward. The Warden has sent for you, a mason, and will not say why.",
      setting: "# Sallow\n\nA walled village on a hill, with one gate. See the lore.",
      npcs: [
        person("Warden Isolde Crake", "Warden of Sallow", {
          id: "crake",
          background: "She counts the stones herself.",
        }),
        person("Tobit", "Gate boy", { id: "tobit", background: "Tobit sleeps standing up. He wakes at the hour." }),
        person("Hob Marl", "Quarryman", {
          id: "marl",
          background: "He sold the Warden the stone, and bought it back fallen.",
        }),
        person("Sister Agnes", "Anchoress", {
          id: "agnes",
          background:
            "She took her vows at nineteen and has not been out since. She hears it through her wall before anybody.",
        }),
      ],
      lore: [
        lore(
          "sallow",
          "# Sallow, its People and its Places\n\n## The Gatehouse\n\nTwo towers and a room between. From the room you see the road for a mile. The Warden has lived in it since her husband fell from it.\n\n## The Porter's Lodge\n\nBelow the arch, a hole with a stool. The gate boy.\n\n## The Anchorhold\n\nBuilt against the church, without a door. There is a window for food and a window for the altar, and a third that nobody speaks of.\n\n## The Quarry\n\nHalf a mile down. Marl's hut stands on the lip of it, and the wind is in it all night. He says that it keeps him honest.\n\n## The Breach\n\nWhere it falls. Forty feet of wall, on the north, above the burial ground. The stones lie inward.\n\n## The Hour\n\nIt is the hour between the second cock and the third. Nobody in Sallow will be out in it.\n\n## The Burial Ground\n\nOlder than the wall. The wall was built across it.",
        ),
      ],
      beats: [
        beat("b1", "Stones lie as if they had been put. Marl turns one over and shows you his own mark.", {
          title: "The Third Fall",
        }),
        beat("b2", "The Warden pours for both of you and looks at the road. She buried somebody on the wrong side.", {
          title: "What the Warden Will Not Say",
        }),
        beat(
          "b3",
          "A hand comes out of the third window with a tally stick in it. Sister Agnes has counted the knocks.",
          { title: "Tally" },
        ),
        beat("b4", "At the hour Tobit opens the gate with his eyes shut, and goes out.", { title: "The Hour" }),
      ],
    },
    facts: {
      cast: [
        who("Warden Isolde Crake", "the Warden", "she", "the Gatehouse"),
        who("Tobit", "Tobit", "he", "the Porter's Lodge"),
        who("Hob Marl", "Marl", "he", "the Quarry"),
        who("Sister Agnes", "Sister Agnes", "she", "the Anchorhold"),
      ],
      beatStaging: [
        staged("b1", "the Breach", "Hob Marl"),
        staged("b2", "the Gatehouse", "Warden Isolde Crake"),
        staged("b3", "the Anchorhold", "Sister Agnes"),
        staged("b4", null, "Tobit"),
      ],
    },
  },
  {
    habit: "contradictions between profile, lore and beats",
    source: {
      title: "Two Almanacs",
      premise:
        "The printer has set two almanacs for the same year. In one the river floods on the ninth; in the other it does not. Both have sold out.",
      setting:
        "# Lower Stoke\n\n## The printing house\n\nInk on the ceiling.\n\n## The weir\n\nLoud. A gauge, painted twice.\n\n## The Bargee's Arms\n\nLow beams, wet dogs.\n\n## The almshouses\n\nSix doors, five chimneys.",
      npcs: [
        person("Josiah Penn", "Printer, of the printing house", {
          id: "penn",
          background: "Penn sets type by candle. He lodges at the Bargee's Arms since his wife changed the lock.",
        }),
        person("Mrs. Penn", "His wife, who does the accounts", {
          id: "mrs-penn",
          background: "Mrs. Penn lives over the printing house. She has a key that fits, and he has not.",
        }),
        person("Dorcas Vane", "Weather-wife", {
          id: "dorcas",
          background: "Dorcas has the end door of the almshouses, where there is no chimney. She reads eels.",
        }),
        person("Lockie", "Weir-keeper", {
          id: "lockie",
          background: "Lockie is forty, or fifty-five. He painted the gauge the second time.",
        }),
      ],
      lore: [
        lore(
          "flood",
          "# The Flood\n\nSome say that Penn lives at the weir now. He does not. Lockie has no bed but the gauge-hut's bench.",
        ),
      ],
      beats: [
        beat(
          "b1",
          "Mrs. Penn lays the almanacs side by side on the stone. Penn, let in for once, reads the ninth aloud from both.",
          { title: "The Ninth" },
        ),
        beat("b2", "Dorcas has a bucket of eels on her step. She says that it will flood on the eighth.", {
          title: "Eels",
        }),
        beat("b3", "The gauge says four feet under the new paint and six under the old. Lockie offers you the brush.", {
          title: "Paint",
        }),
      ],
    },
    facts: {
      cast: [
        who("Josiah Penn", "Penn", "he", "the Bargee's Arms"),
        who("Mrs. Penn", "Mrs. Penn", "she", "the printing house"),
        who("Dorcas Vane", "Dorcas", "she", "the almshouses"),
        who("Lockie", "Lockie", "he", "the weir"),
      ],
      beatStaging: [
        staged("b1", "the printing house", "Mrs. Penn", "Josiah Penn"),
        staged("b2", "the almshouses", "Dorcas Vane"),
        staged("b3", "the weir", "Lockie"),
      ],
    },
  },
];
