/** Small campaigns whose authors put people into beats without their names. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

const said = (speaker: string, line: string) => ({ speaker, line });

export const CROWDS: readonly Habit[] = [
  {
    habit: "a crew gathered in a sentence without a verb",
    source: {
      title: "The Weather Ship",
      premise: "The relief boat is nine days late, and the ship's cat has been fed by somebody who denies it.",
      setting:
        "# Ocean Station Kilo\n\n## The galley\n\nFour hooks, five mugs.\n\n## The bridge\n\nGlass, and rain on it.",
      npcs: [
        person("Ottoline Reyes", "Master of the weather ship Kilo", { id: "reyes" }),
        person("Hamish Gow", "Mate", { id: "gow", background: "Gow owes everybody tobacco. He pays in rope." }),
        person("Lena Fisk", 'Wireless operator ("Sparks")', {
          id: "fisk",
          background: "Fisk sleeps in her headphones.",
        }),
      ],
      lore: [lore("the-mugs", "# The mugs\n\nReyes has the blue one. Gow broke his. Nobody touches the fifth.")],
      beats: [
        beat("b1", "Sparks takes down a message and does not show it.", { location: "The bridge" }),
        beat("b2", "All hands in the galley, dripping, in socks. The fifth mug is warm.", { location: "The galley" }),
        beat("b3", "The Master opens the log at the wrong page. The Mate coughs.", { location: "The bridge" }),
      ],
    },
    facts: {
      beatStaging: [
        staged("b1", "the bridge", "Lena Fisk"),
        staged("b2", "the galley", "Ottoline Reyes", "Hamish Gow", "Lena Fisk"),
        staged("b3", "the bridge", "Ottoline Reyes", "Hamish Gow"),
      ],
    },
  },
  {
    habit: "offices of another language for names",
    source: {
      title: "The Salt Court",
      premise: "A jar was broken at the well, and the village must agree on whose it was.",
      setting:
        "# Beni Aouf\n\n## The well\n\nSix steps down.\n\n## The court of mats\n\nA roof of reeds, and mats by rank.",
      npcs: [
        person("Idir Aït Salem", "Amghar, elder of wells and quarrels", {
          id: "idir",
          background: "The Amghar hears with his eyes shut. He has never been seen to hurry.",
        }),
        person("Tamou", "Potter at the well", { id: "tamou", background: "Tamou sells jars. She counts cracks." }),
      ],
      lore: [lore("mats", "# Mats\n\nThe Amghar has the one mat with a border.")],
      beats: [
        beat("b1", "The Amghar asks for the pieces, all of them, and lays them out by size.", {
          location: "The court of mats",
        }),
        beat("b2", "Tamou draws water and will not look at anybody.", { location: "The well" }),
        beat("b3", "The potter says that it was never her jar.", { location: "The court of mats" }),
      ],
    },
    facts: {
      beatStaging: [
        staged("b1", "the court of mats", "Idir Aït Salem"),
        staged("b2", "the well", "Tamou"),
        staged("b3", "the court of mats", "Tamou"),
      ],
    },
  },
  {
    habit: "the only bird, child and machine of the story by their kind",
    source: {
      title: "A Tin Winter",
      premise: "The clock of the town hall has stopped, and the mayor says that it has not.",
      setting: "# Kolm\n\n## The clock loft\n\nLadders. Droppings.\n\n## The bakery\n\nWarm at four in the morning.",
      npcs: [
        person("Piet", "A jackdaw", { id: "piet" }),
        person("Juli Brand", "The baker's daughter, nine years old", {
          id: "juli",
          background: "Juli climbs. She is not told to.",
        }),
        person("Old Regulator", "Automaton that winds the clock", {
          id: "regulator",
          background: "It has one arm and one duty.",
        }),
        person("Anders Brand", "Baker", { id: "anders", background: "Anders bakes. He worries by the tray." }),
      ],
      lore: [lore("jackdaws", "# Jackdaws\n\nPiet will do anything for a raisin. He has a ring that is not his.")],
      beats: [
        beat("b1", "The bird drops a brass tooth into your hand and waits to be paid.", { location: "The clock loft" }),
        beat("b2", "Flour everywhere. The girl is under the table with a spanner.", { location: "The bakery" }),
        beat("b3", "The machine lifts its one arm, a finger's breadth, and holds it there.", {
          location: "The clock loft",
        }),
        beat("b4", "Birds sit on the roof. A child has drawn on the shutter.", { location: "The bakery" }),
      ],
    },
    facts: {
      beatStaging: [
        staged("b1", "the clock loft", "Piet"),
        staged("b2", "the bakery", "Juli Brand"),
        staged("b3", "the clock loft", "Old Regulator"),
        staged("b4", "the bakery"),
      ],
    },
  },
  {
    habit: "whole families by their surname",
    source: {
      title: "The Water Rota",
      premise: "It is the seventh dry month, and the rota says Tuesday.",
      setting: "# Low Marl\n\n## The sluice\n\nIron, and a chain.\n\n## The chapel hall\n\nA stove, two urns.",
      npcs: [
        person("Ruth Hallam", "Farmer at Marl Top", {
          id: "ruth",
          background: "Ruth has the first turn of the water.",
        }),
        person("Caleb Hallam", "Her son", { id: "caleb", background: "Caleb oils the sluice. He likes the noise." }),
        person("Nan Dyer", "Widow at the ford", { id: "nan", background: "Nan keeps the rota. She rubs nothing out." }),
        person("Ezra Dyer", "Nan's brother", { id: "ezra", background: "Ezra digs. He has blistered hands." }),
      ],
      lore: [lore("rota", "# The rota\n\nNan writes it, Ruth signs it, Caleb and Ezra stand at the sluice.")],
      beats: [
        beat("b1", "The Hallams come in last and stand at the back, by the urns.", { location: "The chapel hall" }),
        beat("b2", "Both Dyers are at the sluice before light, with spades.", { location: "The sluice" }),
        beat("b3", "The Dyers' ditch has been cut. Caleb Hallam says that it was like that.", {
          location: "The sluice",
        }),
      ],
    },
    facts: {
      beatStaging: [
        staged("b1", "the chapel hall", "Ruth Hallam", "Caleb Hallam"),
        staged("b2", "the sluice", "Nan Dyer", "Ezra Dyer"),
        staged("b3", "the sluice", "Caleb Hallam"),
      ],
    },
  },
  {
    habit: "consequences that say who was met",
    source: {
      title: "The Quiet Post",
      premise: "Nobody has written to the hill station since spring, and the mule still comes up empty.",
      setting:
        "# The hill station\n\n## The dak bungalow\n\nA verandah.\n\n## The leper church\n\nOver the gorge. No road.",
      npcs: [
        person("Father Amos Pell", "Priest of the leper church", {
          id: "amos",
          background: "He went over and did not come back.",
          metadata: { first_appearance: "b2" },
        }),
        person("Sita Rawat", "Postmistress", {
          id: "sita",
          background: "Sita weighs letters in her hand. She is right.",
        }),
      ],
      lore: [lore("the-mule", "# The mule\n\nSita owns half of it.")],
      beats: [
        beat("b1", "Sita sorts nothing into eleven pigeon-holes.", { location: "The dak bungalow" }),
        beat("b2", "A man in a straw hat takes the sack from you, weighs it, and laughs.", {
          location: "The leper church",
          consequences: ["Father Amos has been met", "Sita will want to know about the hat"],
        }),
      ],
    },
    facts: {
      cast: [
        who("Father Amos Pell", "Father Amos", "he", null, "human", "b2"),
        who("Sita Rawat", "Sita", "she", null, "human", "start"),
      ],
      beatStaging: [
        staged("b1", "the dak bungalow", "Sita Rawat"),
        staged("b2", "the leper church", "Father Amos Pell"),
      ],
    },
  },
  {
    habit: "speakers by trade, with a manner, or two at once",
    source: {
      title: "Late Service",
      premise: "The last bus has been cancelled, and eleven people will have to sleep in a cafe.",
      setting: "# Junction Nine\n\n## The cafe\n\nChrome, pie.\n\n## The forecourt\n\nPumps in the rain.",
      npcs: [
        person("Gloria Tench", "Waitress", {
          id: "gloria",
          background: "Gloria has been on since six. She is kind until ten.",
        }),
        person("Len Abbot", "Bus driver", {
          id: "len",
          background: "Len will not drive. He has his reasons in a flask.",
        }),
        person("Mo Tench", "Cook; Gloria's brother", { id: "mo", background: "Mo sings to the grill." }),
      ],
      lore: [lore("pie", "# Pie\n\nMo makes it. Gloria cuts it. Len does not pay.")],
      beats: [
        beat("b1", "Plates go down hard.", {
          location: "The cafe",
          dialogue: [said("The Waitress", "We've pie and we've pie."), said("Mo (from the hatch)", "There's no pie.")],
        }),
        beat("b2", "Rain on the bonnet.", {
          location: "The forecourt",
          dialogue: [said("BUS DRIVER", "I'm not going.")],
        }),
        beat("b3", "The lights go.", { location: "The cafe", dialogue: [said("Gloria and Mo", "Not again.")] }),
      ],
    },
    facts: {
      beatStaging: [
        staged("b1", "the cafe", "Gloria Tench", "Mo Tench"),
        staged("b2", "the forecourt", "Len Abbot"),
        staged("b3", "the cafe", "Gloria Tench", "Mo Tench"),
      ],
    },
  },
  {
    habit: "brothers and sisters as a pair",
    source: {
      title: "Two Keys",
      premise: "The will needs two keys turned at once, by two people who do not speak.",
      setting: "# Ferrars\n\n## The strongroom\n\nTwo keyholes, nine feet apart.\n\n## The conservatory\n\nDead palms.",
      npcs: [
        person("Ida Ferrar", "Elder of the two sisters", {
          id: "ida",
          background: "Ida has the left key.",
          relationships: { "Maud Ferrar": "Her sister. Has not spoken to her since the funeral" },
        }),
        person("Maud Ferrar", "Younger sister of Ida", {
          id: "maud",
          background: "Maud has the right key.",
          relationships: { "Ida Ferrar": "Her sister, unfortunately" },
        }),
        person("Mr. Lisle", "Solicitor", {
          id: "lisle",
          background: "Lisle is paid by the hour. He looks at the clock.",
        }),
      ],
      lore: [lore("keys", "# The keys\n\nIda wears hers. Maud has hers sewn into a hem.")],
      beats: [
        beat("b1", "Mr. Lisle reads out the clause twice, slowly, at a palm.", { location: "The conservatory" }),
        beat("b2", "Both sisters turn their keys. Nothing happens, for a while.", { location: "The strongroom" }),
        beat("b3", "The sisters had a governess once. Lisle has found her trunk.", { location: "The conservatory" }),
      ],
    },
    facts: {
      beatStaging: [
        staged("b1", "the conservatory", "Mr. Lisle"),
        staged("b2", "the strongroom", "Ida Ferrar", "Maud Ferrar"),
        staged("b3", "the conservatory", "Mr. Lisle"),
      ],
    },
  },
  {
    habit: "somebody else's missing husband",
    source: {
      title: "The Long Haul",
      premise: "Six boats went out and five came in.",
      setting: "# Skerrow\n\n## The net loft\n\nTar and cork.\n\n## The pier\n\nFive boats.",
      npcs: [
        person("Greta Munro", "Net-mender; wife of the missing Tam Munro", {
          id: "greta",
          background: "Greta mends. She has not cried in front of anybody.",
          metadata: { first_appearance: "b2" },
        }),
        person("Tam Munro", "Skipper of the Provider, missing since the gale", {
          id: "tam",
          background: "Tam knew the bar better than anybody.",
          metadata: { first_appearance: "b3" },
        }),
        person("Isa Flett", "Harbour master; sister of the vanished skipper", {
          id: "isa",
          background: "Isa writes down boats. She has left a line.",
          metadata: { first_appearance: "b2" },
        }),
      ],
      lore: [lore("the-bar", "# The bar\n\nIsa has the soundings, and Greta does not ask for them.")],
      beats: [
        beat("b1", "Isa shuts the book on the pencil.", { location: "The pier" }),
        beat("b2", "Greta asks Isa for twine and nothing else.", { location: "The net loft" }),
        beat("b3", "Tam Munro is sitting on a fish box in his own coat, and nobody dares to be first.", {
          location: "The pier",
        }),
      ],
    },
    facts: {
      cast: [
        who("Greta Munro", "Greta", "she"),
        who("Tam Munro", null, "he", null, "human", "b3"),
        who("Isa Flett", "Isa", "she"),
      ],
      beatStaging: [
        staged("b1", "the pier", "Isa Flett"),
        staged("b2", "the net loft", "Greta Munro", "Isa Flett"),
        staged("b3", "the pier", "Tam Munro"),
      ],
    },
  },
  {
    habit: "everybody with what they do in a list of verbs",
    source: {
      title: "Curtain Down",
      premise: "The village play is tomorrow, and the villain has measles.",
      setting: "# Much Barlow\n\n## The hall\n\nA stage, a tea urn.\n\n## The green\n\nA pond.",
      npcs: [
        person("Prue Askew", "Producer of the play", { id: "prue", background: "Prue shouts. She brings biscuits." }),
        person("Reg Nunn", "Prompter; deaf in one ear", {
          id: "reg",
          background: "Reg prompts late. He has a whistle.",
        }),
        person("Dilys Crane", "Leading lady for thirty years", {
          id: "dilys",
          background: "Dilys knows her lines. She knows everybody's.",
        }),
      ],
      lore: [lore("measles", "# Measles\n\nPrue has had it. Reg cannot remember. Dilys will not say.")],
      beats: [
        beat("b1", "The whole company on stage, in each other's costumes, waiting for the tea.", {
          location: "The hall",
        }),
        beat("b2", "Everyone is here, and late. Dilys is the loudest.", { location: "The hall" }),
        beat("b3", "Reg blows the whistle at the ducks. Everyone in the village knows why.", { location: "The green" }),
        beat("b4", "The entire cast takes its bow to an empty row.", { location: "The hall" }),
      ],
    },
    facts: {
      beatStaging: [
        staged("b1", "the hall", "Prue Askew", "Reg Nunn", "Dilys Crane"),
        staged("b2", "the hall", "Prue Askew", "Reg Nunn", "Dilys Crane"),
        staged("b3", "the green", "Reg Nunn"),
        staged("b4", "the hall", "Prue Askew", "Reg Nunn", "Dilys Crane"),
      ],
    },
  },
  {
    habit: "roles capitalised as names in a monastery",
    source: {
      title: "The Honey Chapter",
      premise: "Somebody has been selling the abbey's honey under another label.",
      setting: "# Ardmore Abbey\n\n## The chapter house\n\nStone benches.\n\n## The hives\n\nForty, facing east.",
      npcs: [
        person("Dom Gregory Vance", "Abbot of Ardmore", {
          id: "gregory",
          background: "Dom Gregory dislikes questions. He asks them.",
        }),
        person("Brother Luke", "Cellarer and beekeeper", {
          id: "luke",
          background: "Brother Luke hums. He is stung daily.",
        }),
        person("Sister Agnes Roe", "Visitor from the motherhouse", {
          id: "agnes",
          background: "Sister Agnes has the accounts. She reads them aloud.",
        }),
      ],
      lore: [lore("chapter", "# Chapter\n\nThe Abbot sits, the Cellarer kneels, the Visitor walks about.")],
      beats: [
        beat("b1", "The Abbot rings for silence and gets it. The Visitor turns a page.", {
          location: "The chapter house",
        }),
        beat("b2", "The Cellarer lifts a lid with his bare hands.", { location: "The hives" }),
        beat("b3", "No visitor has come this far down the orchard. Brother Luke is asleep on his feet.", {
          location: "The hives",
        }),
      ],
    },
    facts: {
      beatStaging: [
        staged("b1", "the chapter house", "Dom Gregory Vance", "Sister Agnes Roe"),
        staged("b2", "the hives", "Brother Luke"),
        staged("b3", "the hives", "Brother Luke"),
      ],
    },
  },
];
