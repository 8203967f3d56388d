/** Small campaigns whose authors have habits of writing. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

export const TEXTS: readonly Habit[] = [
  {
    habit: "lists in place of prose",
    source: {
      title: "Substation",
      premise:
        "- Blackout, day three\n- You: lineman, new\n- Boss: Rourke\n- Problem: someone is switching feeders by hand",
      setting:
        "# Setting\n\n- **The substation** - fence, gravel, hum\n- **Rourke's trailer** - coffee, maps, Rourke\n- **The diner** - open all night; Lou's place\n- **The dam** - off limits",
      npcs: [
        person("Dale Rourke", "Crew boss", {
          id: "rourke",
          background: "- ex-Army\n- sleeps in his trailer\n- hates the radio",
        }),
        person("Lou Castellano", "Runs the diner", {
          id: "lou",
          background: "- widow\n- hears everything\n- her son worked at the dam",
        }),
        person("Pritchard", "Dam operator", {
          id: "pritchard",
          background: "- never leaves the dam\n- his logbook is in code",
        }),
      ],
      lore: [
        lore(
          "timeline",
          "# Timeline\n\n- Day 1: dam trips. Pritchard calls Rourke.\n- Day 2: Lou sees lights at the substation.\n- Day 3: you arrive.",
        ),
      ],
      beats: [
        beat("b1", "- substation, dawn\n- Rourke shows you the cut lock\n- radio squawks, he turns it off"),
        beat("b2", "- diner\n- Lou pours; she wants to know about her boy\n- offers: free pie for news"),
        beat("b3", "- the dam, gate open\n- Pritchard with a flashlight\n- he says: you should not have come"),
      ],
    },
    facts: {
      cast: [
        who("Dale Rourke", "Rourke", "he", "Rourke's trailer"),
        who("Lou Castellano", "Lou", "she", "The diner"),
        who("Pritchard", "Pritchard", "he", "The dam"),
      ],
      beatStaging: [
        staged("b1", "The substation", "Rourke"),
        staged("b2", "The diner", "Lou"),
        staged("b3", "The dam", "Pritchard"),
      ],
    },
  },
  {
    habit: "the past tense",
    source: {
      title: "What Happened at Fallow Court",
      premise:
        "It was the winter of the long frost when you came to Fallow Court to catalogue the library. Lady Imogen had died in October. Nobody had told you.",
      setting:
        "# Fallow Court\n\nThe house stood on a rise, with its back to the sea.\n\n## The library\n\nNine thousand books, and one was missing.\n\n## The boot room\n\nMuddy, warm. Hobday was to be found here when he was wanted elsewhere.\n\n## The chapel\n\nIt had not been used since the wedding.",
      npcs: [
        person("Lady Imogen Fallow", "The late mistress of the house", {
          id: "imogen",
          background: "She died in October, of a chill. She had been kind to Hobday and to nobody else.",
        }),
        person("Sir Giles Fallow", "Her widower", {
          id: "giles",
          background: "Sir Giles read one book. He had slept in the library since October.",
        }),
        person("Hobday", "Butler", {
          id: "hobday",
          background: "Hobday had come with the house. He drank, but only from the bottom shelf.",
        }),
        person("Miss Verity Crane", "Governess, to be married", {
          id: "verity",
          background: "Miss Crane had taught the twins until they were sent away. She stayed on. It was not clear why.",
        }),
      ],
      lore: [
        lore(
          "the-missing-book",
          "# The missing book\n\nIt was a herbal. Lady Imogen had kept it by her bed. Hobday had carried it down on the night she died. Miss Crane said that she had seen it since.",
        ),
      ],
      beats: [
        beat(
          "b1",
          "Sir Giles was asleep in the library when you came in. Hobday coughed, and went on coughing until he woke.",
        ),
        beat(
          "b2",
          "In the boot room Hobday told you about the night in October. Lady Imogen had asked for the herbal, he said, and for Miss Crane.",
        ),
        beat("b3", "Miss Crane was on her knees in the chapel with the book open before her. She did not get up."),
      ],
    },
    facts: {
      cast: [
        who("Lady Imogen Fallow", "Lady Imogen", "she", null, "human", "dead"),
        who("Sir Giles Fallow", "Sir Giles", "he", "The library"),
        who("Hobday", "Hobday", "he", "The boot room"),
        who("Miss Verity Crane", "Miss Crane", "she"),
      ],
      beatStaging: [
        staged("b1", "The library", "Sir Giles Fallow", "Hobday"),
        staged("b2", "The boot room", "Hobday"),
        staged("b3", "The chapel", "Miss Verity Crane"),
      ],
    },
  },
  {
    habit: "the first person",
    source: {
      title: "My Brother's Lighthouse",
      premise:
        "I should say at once that I never wanted the lighthouse. My brother Callum did. You may ask him yourself, if you can get him to come down.",
      setting:
        "# Skerry Point\n\nI was born at Skerry Point, and so was Callum.\n\n## The light\n\nCallum lives at the top of it now.\n\n## Our mother's cottage\n\nI keep it as she left it. Mairi comes on Thursdays to see that I do.\n\n## The landing\n\nWhere the boat puts in.",
      npcs: [
        person("Callum Rennie", "My brother; keeper of the light", {
          id: "callum",
          background: "I taught him to swim. He taught me to keep quiet. He has not come down since the funeral.",
        }),
        person("Mairi Rennie", "Our cousin", {
          id: "mairi",
          background:
            "I have known Mairi for all my life and could not say what colour her eyes are. She has the ferry.",
        }),
        person("Mr. Abernethy", "The Board's inspector", {
          id: "abernethy",
          background: "I did not like his hat. He came on the Tuesday boat.",
        }),
      ],
      lore: [
        lore(
          "the-log",
          "# The log\n\nCallum writes it up each night. I read it once. Mairi was in it, and so was I, and so was a ship that Mr. Abernethy says was never there.",
        ),
      ],
      beats: [
        beat(
          "b1",
          "Mr. Abernethy steps onto the landing and holds his hat. Mairi throws him the rope, since nobody else will.",
        ),
        beat("b2", "I let you into our mother's cottage. Mairi has got there before us and has lit the stove."),
        beat(
          "b3",
          "You climb. At the top of the light Callum has the log open, and he turns it round so that you can read.",
        ),
      ],
    },
    facts: {
      cast: [
        who("Callum Rennie", "Callum", "he", "The light"),
        who("Mairi Rennie", "Mairi", "she"),
        who("Mr. Abernethy", "Mr. Abernethy", "he"),
      ],
      beatStaging: [
        staged("b1", "The landing", "Mr. Abernethy", "Mairi"),
        staged("b2", "Our mother's cottage", "Mairi"),
        staged("b3", "The light", "Callum"),
      ],
    },
  },
  {
    habit: "one line a file",
    source: {
      title: "Payphone",
      premise: "The payphone outside Zed's has been ringing for an hour.",
      setting: "One block of Fourth Street: Zed's, the laundromat, the payphone.",
      npcs: [
        person("Zed", "Bartender", { id: "zed", background: "Zed never picks up. She says it's for you." }),
        person("Marguerite", "Washes sheets at the laundromat", {
          id: "marguerite",
          background: "Her shift ends at two.",
        }),
        person("The Voice", "On the line", { id: "voice", background: "It knows your name." }),
      ],
      lore: [
        lore("places/zeds", "A bar with one stool."),
        lore("places/laundromat", "Nine machines, one works."),
        lore("places/payphone", "The last on the island."),
      ],
      beats: [
        beat("b1", "You pick up. The Voice says your name.", { location: "payphone" }),
        beat("b2", "Zed pours two and drinks both.", { location: "zeds" }),
        beat("b3", "Marguerite folds a sheet with blood on it, neatly.", { location: "laundromat" }),
      ],
    },
    facts: {
      places: [{ name: "Zed's", alsoSpelt: ["zeds"] }],
      cast: [
        who("Zed", "Zed", "she", "Zed's"),
        who("Marguerite", "Marguerite", "she", "laundromat"),
        who("The Voice", "the Voice", "it", null, "other"),
      ],
      beatStaging: [
        staged("b1", "payphone", "The Voice"),
        staged("b2", "Zed's", "Zed"),
        staged("b3", "laundromat", "Marguerite"),
      ],
    },
  },
  {
    habit: "one long file for everything",
    source: {
      title: "The Vale of Nod",
      premise: "In the Vale of Nod everybody sleeps at noon but you.",
      setting: "The Vale has a village, a castle on the hill and a mill that grinds nothing. See the guide.",
      npcs: [
        person("Baron Hugo of Nod", "Lord of the Vale", {
          id: "hugo",
          background: "The Baron yawns before each sentence. He means well.",
        }),
        person("Griselda Thorn", "Herbalist", {
          id: "griselda",
          background: "Griselda sells a tea. She does not drink it.",
        }),
        person("Pim", "Miller's apprentice", {
          id: "pim",
          background: "Pim has been awake for a week. He's proud of it.",
        }),
      ],
      lore: [
        lore(
          "guide",
          `# A Guide to the Vale of Nod

## 1. The Village

### 1.1 The Pillow and Thistle

The Pillow and Thistle is the inn. It has forty beds and one table. Griselda's shop leans on its east wall.

### 1.2 Griselda's shop

Jars to the ceiling. Griselda sits among them from dawn until noon, and then she shuts her eyes and pretends.

## 2. The Castle

### 2.1 The Great Hall

The Baron's chair stands under a canopy. The Baron receives here, lying down.

### 2.2 The North Tower

Locked since the old Baron's day. There is a bell in the tower, and its clapper is in the mill.

## 3. The Mill

The wheel turns, the stones do not touch. Pim has a hammock between the hoppers.

## 4. Customs

People say good night on meeting. It is rude to ask somebody whether they are awake.

## 5. History

In the time of the old Baron there was a bell. It woke a thing under the hill, and the old Baron had the clapper taken out.`,
        ),
      ],
      beats: [
        beat("b1", "Noon. In the Great Hall the Baron's head sinks. Everyone else is asleep already."),
        beat("b2", "Griselda's eyes are open. She is in her shop, counting your steps."),
        beat("b3", "Pim hangs upside down over the wheel of the mill and grins at you."),
        beat("b4", "The door of the North Tower gives. The Baron has followed you in his nightshirt."),
      ],
    },
    facts: {
      cast: [
        who("Baron Hugo of Nod", "the Baron", "he", null),
        who("Griselda Thorn", "Griselda", "she", "Griselda's shop"),
        who("Pim", "Pim", "he", "The Mill"),
      ],
      beatStaging: [
        staged("b1", "The Great Hall", "Baron Hugo of Nod"),
        staged("b2", "Griselda's shop", "Griselda Thorn"),
        staged("b3", "The Mill", "Pim"),
        staged("b4", "The North Tower", "Baron Hugo of Nod"),
      ],
    },
  },
  {
    habit: "contradictions",
    source: {
      title: "Two Maps of Harrow",
      premise: "The map says that Wick lives at the toll house. Wick says that the map is wrong.",
      setting:
        "# Harrow\n\n## The toll house\n\nEmpty since the road moved.\n\n## The smokehouse\n\nHerring and Wick.\n\n## The vicarage\n\nThe Reverend's.",
      npcs: [
        person("Emmet Wick", "Toll-keeper, as was", {
          id: "wick",
          background: "Wick kept the toll until the road moved. He lives in the smokehouse now, whatever the map says.",
        }),
        person("The Reverend Cole", "Vicar", {
          id: "cole",
          background: "The Reverend drew the map. She is never wrong.",
        }),
        person("Sam", "Surveyor", {
          id: "sam",
          background: "Sam has been to Harrow twice, and it was not the same place. They write everything down.",
        }),
      ],
      lore: [
        lore(
          "the-old-map",
          "# The old map\n\nThe toll house: E. Wick. The smokehouse: nobody. It is signed by the Reverend Cole.",
        ),
        lore(
          "the-new-map",
          "# The new map\n\nNothing is where it was. Sam measured from the vicarage and from the smokehouse, and the two do not agree.",
        ),
      ],
      beats: [
        beat("b1", "The Reverend spreads the map on the vicarage lawn. Sam puts stones on the corners."),
        beat("b2", "You find Wick in the smokehouse, turning herring. He has never heard of you, and then he has."),
        beat("b3", "Sam stands in the toll house with a lamp, and there is a bed in it, still warm."),
      ],
    },
    facts: {
      places: [{ name: "The vicarage", alsoSpelt: ["the vicarage lawn"] }],
      cast: [
        who("Emmet Wick", "Wick", "he", "The smokehouse"),
        who("The Reverend Cole", "the Reverend", "she", "The vicarage"),
        who("Sam", "Sam", "they"),
      ],
      beatStaging: [
        staged("b1", "The vicarage", "The Reverend Cole", "Sam"),
        staged("b2", "The smokehouse", "Emmet Wick"),
        staged("b3", "The toll house", "Sam"),
      ],
    },
  },
  {
    habit: "the words of another language among English ones",
    source: {
      title: "Feria",
      premise: "La abuela wants the shawl back before the fair. El Zurdo has it, or had it, or has lost it at cards.",
      setting:
        "# Pueblo Seco\n\n## La plaza\n\nA fountain without water.\n\n## La cantina\n\nEl Zurdo's table is the one by the door.\n\n## La casa azul\n\nThe blue house. Doña Remedios has lived there since her wedding.",
      npcs: [
        person("Doña Remedios Ibarra", "Grandmother; everybody calls her la abuela", {
          id: "remedios",
          background: "La abuela has buried two husbands and a mayor. She wants her shawl.",
        }),
        person("Rafael Luna, El Zurdo", "Gambler", {
          id: "zurdo",
          background: "El Zurdo deals with his left hand. He has never cheated la abuela, only everybody else.",
        }),
        person("Padre Tomás", "Priest", {
          id: "tomas",
          background: "Padre Tomás fasts on Fridays. He gambles on Saturdays.",
        }),
        person("Chuy", "Boy with a drum", {
          id: "chuy",
          background: "Chuy drums in the plaza from noon. He sees who comes and goes.",
        }),
      ],
      lore: [
        lore(
          "el-rebozo",
          "# El rebozo\n\nThe shawl came from Doña Remedios's mother. El Zurdo won it from Padre Tomás, who had it for mending. Chuy saw the cards.",
        ),
      ],
      beats: [
        beat("b1", "Chuy stops drumming when you cross the plaza. Padre Tomás blesses you, and looks at your purse."),
        beat("b2", "El Zurdo cuts the cards with his left hand, in the cantina, and asks what the shawl is to you."),
        beat(
          "b3",
          "La abuela sits in the blue house with her hands in her lap. Chuy has come to say that the fair has begun.",
        ),
      ],
    },
    facts: {
      places: [
        { name: "La casa azul", alsoSpelt: ["the blue house"] },
        { name: "La plaza", alsoSpelt: ["the plaza"] },
        { name: "La cantina", alsoSpelt: ["the cantina"] },
      ],
      cast: [
        who("Doña Remedios Ibarra", "la abuela", "she", "La casa azul"),
        who("Rafael Luna, El Zurdo", "El Zurdo", "he", "La cantina"),
        who("Padre Tomás", "Padre Tomás", "he"),
        who("Chuy", "Chuy", "he", "La plaza"),
      ],
      beatStaging: [
        staged("b1", "La plaza", "Chuy", "Padre Tomás"),
        staged("b2", "La cantina", "Rafael Luna, El Zurdo"),
        staged("b3", "La casa azul", "Doña Remedios Ibarra", "Chuy"),
      ],
    },
  },
];
