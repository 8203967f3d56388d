/** Small campaigns whose authors leave it to the reader where a beat plays. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

export const STAGES: readonly Habit[] = [
  {
    habit: "scenes placed by whose house it is",
    source: {
      title: "The Shop Round",
      premise: "You have one day to collect on nine bad debts.",
      setting: "# Pell\n\nA market town.",
      npcs: [
        person("Ola Finch", "Ironmonger; lives over the shop", {
          id: "ola",
          background: "Ola lives at the Ironmongery. She counts nails.",
        }),
        person("Rafe Tull", "Ferryman, at the slip", {
          id: "rafe",
          background: "Rafe spits to leeward. He pays in fish.",
        }),
        person("Mrs. Boon", "Lives at the Vicarage and is not the vicar's wife", {
          id: "boon",
          background: "Mrs. Boon dusts. She has a laugh.",
        }),
      ],
      lore: [
        lore("places/the-ironmongery", "# The Ironmongery\n\nDrawers to the ceiling."),
        lore("places/the-slip", "# The slip\n\nGreen stone."),
        lore("places/the-vicarage", "# The Vicarage\n\nIvy."),
      ],
      beats: [
        beat("b1", "Ola weighs out the nails, one by one, and does not mention money."),
        beat("b2", "Rafe ships his oars and waits for you to speak first."),
        beat("b3", "Mrs. Boon opens the door before you can knock."),
      ],
    },
    facts: {
      cast: [
        who("Ola Finch", "Ola", "she", "The Ironmongery"),
        who("Rafe Tull", "Rafe", "he", "The slip"),
        who("Mrs. Boon", "Mrs. Boon", "she", "The Vicarage"),
      ],
      beatStaging: [
        staged("b1", "the Ironmongery", "Ola Finch"),
        staged("b2", "the slip", "Rafe Tull"),
        staged("b3", "the Vicarage", "Mrs. Boon"),
      ],
    },
  },
  {
    habit: "scenes that go on where the last one stopped",
    source: {
      title: "The Long Night",
      premise: "The jury may not leave.",
      setting: "# The Court\n\n## The jury room\n\nTwelve chairs.\n\n## The yard\n\nA tap.\n\n## The cells\n\nBelow.",
      npcs: [
        person("Ames", "Foreman of the jury", { id: "ames", background: "Ames has a train to catch. He says so." }),
        person("Lotte Berg", "Juror", { id: "lotte", background: "Lotte knits. She will not be hurried." }),
        person("Warder Price", "In charge of the cells", {
          id: "price",
          background: "Warder Price jingles. He is bribable.",
        }),
      ],
      lore: [lore("the-case", "# The case\n\nAmes thinks it is plain. Lotte does not.")],
      beats: [
        beat("b1", "In the jury room Ames calls for a show of hands. Lotte keeps hers in her lap."),
        beat("b2", "An hour later nobody has moved. Ames asks again.", { conditions: { requires_beat: "b1" } }),
        beat("b3", "Lotte asks for air, and is let out to the yard. Ames follows her.", {
          conditions: { requires_beat: "b2" },
        }),
        beat("b4", "She is still drinking from the tap when Ames tells her.", { conditions: { requires_beat: "b3" } }),
      ],
    },
    facts: {
      cast: [
        who("Ames", "Ames", "he", null),
        who("Lotte Berg", "Lotte", "she", null),
        who("Warder Price", null, "he", "The cells"),
      ],
      beatStaging: [
        staged("b1", "the jury room", "Ames", "Lotte Berg"),
        staged("b2", "the jury room", "Ames"),
        staged("b3", "the yard", "Ames", "Lotte Berg"),
        { id: "b4", place: "the yard" },
      ],
    },
  },
  {
    habit: "places called by their kind",
    source: {
      title: "The Tollan Papers",
      premise: "Lord Tollan's will has a page too many.",
      setting: "# Tollan\n\nA village and its great house.",
      npcs: [
        person("Perpetua Wray", "Housekeeper", {
          id: "wray",
          background: "Wray has the keys. She has had them for years.",
        }),
        person("Jem Stott", "Potboy", { id: "jem", background: "Jem sees who pays. He cannot count past ten." }),
        person("Canon Fyfe", "Rector of Tollan", {
          id: "fyfe",
          background: "Canon Fyfe preaches on bees. He means them.",
        }),
      ],
      lore: [
        lore("places/harcourt-hall", "# Harcourt Hall\n\nA manor of forty rooms, eleven of them dry."),
        lore("places/the-three-tuns", "# The Three Tuns\n\nThe only pub in Tollan. It leans."),
        lore("places/st-osyths", "# St Osyth's\n\nThe parish church: squat, flint, always locked."),
        lore("places/the-swift", "# The Swift\n\nA narrow boat, moored below the bridge."),
      ],
      beats: [
        beat("b1", "The pub is full. Jem climbs on a stool and reads the notice out."),
        beat("b2", "Wray lets you into the manor by the coal door."),
        beat("b3", "In the church Canon Fyfe counts the collection twice."),
        beat("b4", "Somebody has been through the lockers on the boat. Jem is under the table."),
      ],
    },
    facts: {
      cast: [
        who("Perpetua Wray", "Wray", "she", null),
        who("Jem Stott", "Jem", "he", null),
        who("Canon Fyfe", "Canon Fyfe", "he", null),
      ],
      beatStaging: [
        staged("b1", "the Three Tuns", "Jem Stott"),
        staged("b2", "Harcourt Hall", "Perpetua Wray"),
        staged("b3", "St Osyth's", "Canon Fyfe"),
        staged("b4", "the Swift", "Jem Stott"),
      ],
    },
  },
  {
    habit: "places told by what stands in them",
    source: {
      title: "Three Rooms",
      premise: "The theatre opens in nine days, or it does not.",
      setting:
        "# The Alhambra\n\nA theatre.\n\n## The wardrobe\n\nSixty corsets and one mangle. A cracked pier glass.\n\n## The fly loft\n\nRopes, sandbags, a cat.\n\n## The green room\n\nA gas ring, a sofa nobody was born on, and a piano.",
      npcs: [
        person("Dame Ida Colley", "The lead", {
          id: "ida",
          background: "Dame Ida forgets nothing but lines. She weeps to order.",
        }),
        person("Rope", "Flyman", { id: "rope", background: "Rope was a sailor. He never whistles." }),
        person("Minnie Platt", "Dresser", {
          id: "minnie",
          background: "Minnie has pins in her mouth. She has seen everyone.",
        }),
      ],
      lore: [lore("ghost", "# The ghost\n\nRope has seen it. Minnie has dressed it.")],
      beats: [
        beat("b1", "Minnie cranks the mangle and will not meet your eye."),
        beat("b2", "A sandbag comes down a yard from Dame Ida. Rope looks over the edge.", {}),
        beat("b3", "Dame Ida sits at the piano with the lid down and asks who hates her."),
      ],
    },
    facts: {
      cast: [
        who("Dame Ida Colley", "Dame Ida", "she", null),
        who("Rope", "Rope", "he", null),
        who("Minnie Platt", "Minnie", "she", null),
      ],
      beatStaging: [
        staged("b1", "the wardrobe", "Minnie Platt"),
        staged("b2", null, "Dame Ida Colley", "Rope"),
        staged("b3", "the green room", "Dame Ida Colley"),
      ],
    },
  },
  {
    habit: "the place in the title",
    source: {
      title: "Nine Bells",
      premise: "There are nine bells and eight ringers.",
      setting:
        "# Ashby\n\n## The ringing chamber\n\nNine ropes.\n\n## The crypt\n\nEight shelves.\n\n## Ashby Fair\n\nOnce a year, on the green.\n\n## The lych gate\n\nWet.",
      npcs: [
        person("Tom Vesey", "Tower captain", { id: "tom", background: "Tom counts changes. He counts people." }),
        person("Hester Lowe", "Ringer of the treble", { id: "hester", background: "Hester rings fast. She is late." }),
      ],
      lore: [lore("the-ninth", "# The ninth\n\nTom will not ring it. Hester has.")],
      beats: [
        beat("b1", "Tom calls the changes. Hester misses one.", { title: "Practice Night in the Ringing Chamber" }),
        beat("b2", "Hester holds the lantern while Tom reads the names.", { title: "Down to the Crypt" }),
        beat("b3", "Tom stands under the roof with his hat off.", { title: "The Lych Gate, After" }),
      ],
    },
    facts: {
      cast: [who("Tom Vesey", "Tom", "he", null), who("Hester Lowe", "Hester", "she", null)],
      beatStaging: [
        staged("b1", "the ringing chamber", "Tom Vesey", "Hester Lowe"),
        staged("b2", "the crypt", "Tom Vesey", "Hester Lowe"),
        staged("b3", "the lych gate", "Tom Vesey"),
      ],
    },
  },
  {
    habit: "a walk from one place to another",
    source: {
      title: "Errands",
      premise: "The doctor's bag is on the wrong train.",
      setting:
        "# Cray Halt\n\n## The surgery\n\nCarbolic.\n\n## The halt\n\nOne platform.\n\n## The signal box\n\nLevers.\n\n## Cray Farm\n\nGeese.",
      npcs: [
        person("Dr. Moira Keane", "Physician", {
          id: "keane",
          background: "Dr. Keane drives too fast. She is needed.",
        }),
        person("Wilf", "Signalman", { id: "wilf", background: "Wilf reads Westerns. He answers bells." }),
      ],
      lore: [lore("geese", "# Geese\n\nWilf fears them. Dr. Keane does not.")],
      beats: [
        beat(
          "b1",
          "You leave the surgery with Dr. Keane and reach the halt as the train pulls out. Wilf waves a flag at you.",
        ),
        beat("b2", "From the signal box you can see Cray Farm. Wilf points at the smoke."),
        beat("b3", "Dr. Keane has come from Cray Farm with mud to the knee. She washes at the surgery sink."),
        beat("b4", "Word comes from the halt that the bag is found. Dr. Keane puts down her pen in the surgery."),
      ],
    },
    facts: {
      cast: [who("Dr. Moira Keane", "Dr. Keane", "she", "The surgery"), who("Wilf", "Wilf", "he", "The signal box")],
      beatStaging: [
        staged("b1", "the halt", "Dr. Moira Keane", "Wilf"),
        staged("b2", "the signal box", "Wilf"),
        staged("b3", "the surgery", "Dr. Moira Keane"),
        staged("b4", "the surgery", "Dr. Moira Keane"),
      ],
    },
  },
];
