/** Whole small campaigns of other worlds and times, each in its author's own habits. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

export const REALMS: readonly Habit[] = [
  {
    habit: "machines, ids everywhere, places by code",
    source: {
      title: "Station Keeping",
      premise:
        "STN-7 has been on automatic for eleven years. You are the first crew since. Something has been watering the plants.",
      setting:
        "# STN-7\n\n- loc_dock: Dock, where your shuttle sits. Frost on everything.\n- loc_spine: The Spine. A ladder, forty metres.\n- loc_garden: The Garden. Beans to the ceiling, lights on timers.\n- loc_core: Core. Do not touch.",
      npcs: [
        person("GARDENER-2", "Agricultural drone", {
          id: "npc_gardener",
          background: "It waters. It has no instruction to stop. It was built for loc_garden and has never left it.",
          metadata: { first_appearance: "loc_garden", tags: ["machine"] },
        }),
        person("AUNTIE", "Station mind", {
          id: "npc_auntie",
          background: "AUNTIE has no body. She speaks from any panel, and is proudest of the beans.",
          metadata: { first_appearance: "b_dock" },
        }),
        person("Reyes", "Pilot of the shuttle, your partner", {
          id: "npc_reyes",
          background: "Reyes wants to be off by morning. He stays with the shuttle.",
          metadata: { first_appearance: "b_dock" },
        }),
        person("The Sleeper", "Somebody in a cold berth, not on any list", {
          id: "npc_sleeper",
          background: "Went under eleven years ago. Is woken in b_wake, not before.",
          metadata: { first_appearance: "b_wake", tags: ["human"] },
        }),
      ],
      lore: [lore("lore_core", "# Core\n\nBehind loc_core is a berth that draws power. AUNTIE calls it ballast.")],
      beats: [
        beat("b_dock", "AUNTIE says welcome from a cracked panel. Reyes keeps his helmet on.", { title: "Arrival" }),
        beat(
          "b_garden",
          "GARDENER-2 turns its lamp on you and goes on watering. There are two cups on the potting bench.",
          { title: "Two Cups" },
        ),
        beat("b_wake", "The lid comes up. The Sleeper asks who has been drinking from the other cup.", {
          title: "Ballast",
        }),
      ],
    },
    facts: {
      cast: [
        who("GARDENER-2", "GARDENER-2", "it", "the Garden", "machine"),
        who("AUNTIE", "AUNTIE", "she", null, null),
        who("Reyes", "Reyes", "he", "the Dock"),
        who("The Sleeper", "the Sleeper", null, "Core", "human", "b_wake"),
      ],
      beatStaging: [
        staged("b_dock", "the Dock", "AUNTIE", "Reyes"),
        staged("b_garden", "the Garden", "GARDENER-2"),
        staged("b_wake", "Core", "The Sleeper"),
      ],
    },
  },
  {
    habit: "a fairy tale with animals, epithets and places in small letters",
    source: {
      title: "The Well at the World's Elbow",
      premise:
        "Once there was a well that gave back what was said into it, a day late. One morning it said something that nobody had said.",
      setting:
        "# The land about the well\n\nThe well stands where three paths meet. The first goes down to the fox's kitchen, which is under a root and smells of plums. The second goes up to the tower with no stair, and the old king sits at the top of it because he has forgotten how to come down. The third goes to the sea, and nobody has been back to say how far.\n\nHalf-way to the tower is the blind tailor's booth. Whatever he cuts, fits somebody.",
      npcs: [
        person("the fox", "cook to herself", {
          id: "fox",
          background: "The fox has never eaten a guest whom she had fed first. She is particular about plums.",
        }),
        person("the old king", "a king, as he remembers", {
          id: "king",
          background:
            "He lets down a basket for his dinner. He has been given stones, and has eaten them out of politeness.",
        }),
        person("the blind tailor", "a tailor", {
          id: "tailor",
          background: "The tailor knows people by their shoulders. He has made a coat for somebody who has not come.",
        }),
        person("the girl from the sea", "a stranger, still on her way", {
          id: "girl",
          background: "She is wet to the knees and does not say from what.",
          metadata: { first_appearance: "when the coat is finished" },
        }),
      ],
      lore: [
        lore(
          "well",
          "# the well\n\nIt has no bottom that the fox has found. The old king fell in love at it, and that was the end of the stairs.",
        ),
      ],
      beats: [
        beat(
          "one",
          "The well says: I am on the third path and my feet hurt. The fox, who has come for water, puts down her pail.",
          { title: "what the well said" },
        ),
        beat("two", "You are given plums. The fox asks what you mean to do about it, as she has fed you now.", {
          title: "plums",
        }),
        beat(
          "three",
          "The tailor bites off the thread. The coat is finished, and the girl from the sea is standing in the door of the booth with her arms already out.",
          { title: "the coat" },
        ),
        beat(
          "four",
          "A basket comes down. In it is a crown, and a note: TAKE THIS TO HER. I HAVE REMEMBERED THE STAIR.",
          { title: "the basket" },
        ),
      ],
    },
    facts: {
      cast: [
        who("the fox", "the fox", "she", "the fox's kitchen", "animal"),
        who("the old king", "the old king", "he", "the tower"),
        who("the blind tailor", null, "he", "the blind tailor's booth"),
        who("the girl from the sea", null, "she", null, "human", "three"),
      ],
      beatStaging: [
        staged("one", "the well", "the fox"),
        staged("two", "the fox's kitchen", "the fox"),
        staged("three", "the blind tailor's booth", "the blind tailor", "the girl from the sea"),
        staged("four", "the tower"),
      ],
    },
  },
  {
    habit: "one-line lore, terse roles, places under lore/places",
    source: {
      title: "Low Water",
      premise:
        "The lagoon is a hand lower every morning. Boats sit on their ropes. The Doge's engineer has gone to look, and come back without his instruments.",
      setting: "# Serrata\n\nA city on piles.",
      npcs: [
        person("Bastian Corvo", "The Doge's engineer", {
          id: "corvo",
          background: "Corvo measures what he fears. He hasn't said what took the instruments.",
          metadata: { first_appearance: "the start" },
        }),
        person("Nonna Zeta", "Ropewalk owner", {
          id: "zeta",
          background: "Nonna Zeta can tell rope by taste. She is owed by every boat.",
          metadata: { first_appearance: "the start" },
        }),
        person("Il Muto", "Diver", {
          id: "muto",
          background:
            "Il Muto says nothing and charges for it. He goes down at slack water and lives on what he brings up.",
          metadata: { first_appearance: "the drained basin" },
        }),
        person("Captain Orsolo", "Arsenal guard", {
          id: "orsolo",
          background: "Orsolo has orders not to look down. He obeys them badly.",
          metadata: { first_appearance: "later" },
        }),
        person("Contessa Lidia Bragadin", "Under arrest in her own palace", {
          id: "lidia",
          background: "The Contessa sold the sluice. She plays patience, and cheats.",
          metadata: { first_appearance: "beat-3" },
        }),
      ],
      lore: [
        lore("places/ropewalk", "# The Ropewalk\n\nA quarter-mile of shed."),
        lore("places/arsenal", "# The Arsenal\n\nHigh walls, two lions, one awake."),
        lore(
          "places/drained-basin",
          "# The Drained Basin\n\nMud, ribs of boats, a stair going down further than it should.",
        ),
        lore("places/palazzo", "# Palazzo Bragadin\n\nSeven windows on the canal, six shuttered."),
        lore(
          "engineers-house",
          "# The Engineer\n\nThe engineer has a house on the Riva with a tide-staff nailed to the door.",
        ),
      ],
      beats: [
        beat(
          "beat-1",
          "Corvo's hands shake as he draws it for you: not a leak, a drain. Nonna Zeta bites a rope's end and spits.",
          { title: "A hand lower", location: "The Ropewalk" },
        ),
        beat(
          "beat-2",
          "Il Muto comes up the stair with mud to his chest, holds up four fingers, and goes down again.",
          { title: "Slack" },
        ),
        beat("beat-3", "Six games of patience are laid out on the floor. The Contessa does not get up.", {
          title: "Patience",
        }),
        beat(
          "beat-4",
          'Captain Orsolo stands between the lions with his eyes shut. "Go by," he says. "I have orders."',
          { title: "Orders" },
        ),
      ],
    },
    facts: {
      cast: [
        who("Bastian Corvo", "Corvo", "he", "the Riva"),
        who("Nonna Zeta", "Nonna Zeta", "she", "the Ropewalk"),
        who("Il Muto", "Il Muto", "he", "the drained basin"),
        who("Captain Orsolo", null, "he", "the Arsenal"),
        who("Contessa Lidia Bragadin", "the Contessa", "she", "Palazzo Bragadin"),
      ],
      beatStaging: [
        staged("beat-1", "the Ropewalk", "Bastian Corvo", "Nonna Zeta"),
        staged("beat-2", "the drained basin", "Il Muto"),
        staged("beat-3", "Palazzo Bragadin", "Contessa Lidia Bragadin"),
        staged("beat-4", "the Arsenal", "Captain Orsolo"),
      ],
    },
  },
  {
    habit: "nicknames in quotes, a gang and its haunts, first appearance as free text",
    source: {
      title: "Marble Season",
      premise:
        "It is the last week of the holidays. Somebody has stolen the Alley Cats' whole bag, six hundred and eleven marbles, and everybody says it was the Quarry Lot.",
      setting:
        "# The Estate\n\n**The garages.** Twelve doors, three that open. The Alley Cats meet in the last one, on paint tins.\n\n**The rec.** Goalposts, dog mess, a slide that burns.\n\n**The quarry.** Out of bounds. Green water, a pram. The Quarry Lot have a den in the crusher.\n\n**Patel's.** The shop. Penny chews, a mirror that sees round corners.\n\n**Flat 9.** Nan's.",
      npcs: [
        person('Jacqueline "Jacks" Dooley', "Leader of the Alley Cats, eleven", {
          id: "jacks",
          background: "Jacks has never been seen to lose on purpose. She keeps the rule book.",
          metadata: { first_appearance: "she finds you first" },
        }),
        person("Raymond 'Rabbit' Okafor", "Alley Cat; the fast one", {
          id: "rabbit",
          background: "Rabbit runs messages, and away. His mum works at Patel's.",
          metadata: { first_appearance: "opening" },
        }),
        person("Big Col", "Quarry Lot, thirteen", {
          id: "col",
          background: "Big Col is called Colin at home, and only there.",
          metadata: { first_appearance: "if you go to the quarry" },
        }),
        person("Nan", "Everybody's nan, Jacks's really", {
          id: "nan",
          background: "Nan never asks why you're wet. She's got eleven marbles in a jar for the plant.",
          metadata: { first_appearance: "mid-story" },
        }),
        person("Mr. Patel", "Shopkeeper", {
          id: "patel",
          background: "Mr. Patel sees everything twice. He writes nothing down.",
          metadata: { first_appearance: "any time" },
        }),
      ],
      lore: [lore("rules", "# The Rules\n\nJacks wrote them. No keepsies on Sundays. A queenie is worth ten.")],
      beats: [
        beat("b1", "The bag is flat on the concrete. Jacks turns it out again, in case. Rabbit won't look at anyone.", {
          title: "Flat",
        }),
        beat(
          "b2",
          "Mr. Patel has sold no marbles this week. He has sold a great many chews to somebody who paid in twos.",
          { title: "Twos" },
        ),
        beat("b3", 'Big Col drops a stone in the green water and waits for it. "Wasn\'t us," he says. "Wish it was."', {
          title: "Wasn't Us",
        }),
        beat("b4", "There are more than eleven in the jar. Nan says the plant has been doing ever so well.", {
          title: "The Plant",
        }),
      ],
    },
    facts: {
      cast: [
        who('Jacqueline "Jacks" Dooley', "Jacks", "she", "the garages"),
        who("Raymond 'Rabbit' Okafor", "Rabbit", "he", "the garages"),
        who("Big Col", "Big Col", null, "the quarry"),
        who("Nan", "Nan", "she", "Flat 9"),
        who("Mr. Patel", "Mr. Patel", "he", "Patel's"),
      ],
      beatStaging: [
        staged("b1", "the garages", 'Jacqueline "Jacks" Dooley', "Raymond 'Rabbit' Okafor"),
        staged("b2", "Patel's", "Mr. Patel"),
        staged("b3", "the quarry", "Big Col"),
        staged("b4", "Flat 9", "Nan"),
      ],
    },
  },
  {
    habit: "a ship's company by post, first appearances by day and port",
    source: {
      title: "The Quarantine Flag",
      premise:
        "The mail steamer Alma Reis lies off Port Sauvage under a yellow flag, with ninety passengers and one case of something. You are the relief surgeon. The last surgeon is in his own sick-bay.",
      setting:
        "# Aboard the Alma Reis\n\nBridge, saloon, steerage, sick-bay, engine-room, in that order down. From the rail one sees the lights of Port Sauvage and the guard-boat going round.\n\n## The saloon\n\nPalms in brass. The piano is locked.\n\n## Steerage\n\nBunks three high. Washing.\n\n## The sick-bay\n\nFour cots, one taken.\n\n## The bridge\n\nGlass, and a chart nobody needs.",
      npcs: [
        person("Captain Duarte", "Master of the Alma Reis", {
          id: "duarte",
          background:
            "Duarte has hoisted a flag against his owners' orders. He takes his meals standing, at the chart.",
          metadata: { first_appearance: "Day 1" },
        }),
        person("Dr. Emil Sandoz", "Ship's surgeon, the patient", {
          id: "sandoz",
          background: "Sandoz diagnoses himself daily and is never wrong twice the same way.",
          metadata: { first_appearance: "Day 1" },
        }),
        person("Madame Vasseur", "First-class passenger", {
          id: "vasseur",
          background: "Madame Vasseur had the piano locked. She cannot bear to hear it played by anyone who has lived.",
          metadata: { first_appearance: "Day 1, at dinner" },
        }),
        person("Paola", "A mother in steerage, with three children", {
          id: "paola",
          background: "Paola boils everything. She has hidden the fourth child.",
          metadata: { first_appearance: "Day 2" },
        }),
        person("The Port Officer", "Official of Port Sauvage, ashore until the flag comes down", {
          id: "officer",
          background: "He speaks through a trumpet from the guard-boat and keeps upwind.",
          metadata: { first_appearance: "Day 3" },
        }),
      ],
      lore: [lore("fever", "# The Fever\n\nIt begins with a cheerful day. Sandoz wrote the paper on it.")],
      beats: [
        beat(
          "d1_morning",
          'Sandoz puts out his tongue before you ask. "Yellow, with red edges," he says. "I should not stand there."',
          { title: "Rounds" },
        ),
        beat(
          "d1_dinner",
          "Madame Vasseur has had your chair moved to the far end. Captain Duarte, who never dines, dines.",
          { title: "Dinner" },
        ),
        beat("d2_count", "You count three children and four spoons. Paola goes on wringing a shirt.", {
          title: "Spoons",
        }),
        beat("d3_flag", "Duarte has the halyard in his hand. Across the water the Port Officer lowers his trumpet.", {
          title: "The Halyard",
        }),
      ],
    },
    facts: {
      cast: [
        who("Captain Duarte", null, "he", "the bridge"),
        who("Dr. Emil Sandoz", "Sandoz", "he", "the sick-bay"),
        who("Madame Vasseur", "Madame Vasseur", "she", "the saloon"),
        who("Paola", "Paola", "she", "Steerage"),
        who("The Port Officer", "the Port Officer", "he", null, "human", "d3_flag"),
      ],
      beatStaging: [
        staged("d1_morning", "the sick-bay", "Dr. Emil Sandoz"),
        staged("d1_dinner", "the saloon", "Madame Vasseur", "Captain Duarte"),
        staged("d2_count", "Steerage", "Paola"),
        staged("d3_flag", "the bridge", "Captain Duarte"),
      ],
    },
  },
  {
    habit: "relationships carry everything, beats without places",
    source: {
      title: "The Understudy",
      premise: "The leading lady has a cold. Four people want her to keep it.",
      setting:
        "# The Alhambra, Hull\n\nStage, wings, prompt corner, two good dressing rooms and one bad one. The paint loft is up a ladder. The bar opens at the interval and closes when Sid says.",
      npcs: [
        person("Vera Lamont", "Leading lady", {
          id: "vera",
          background: "Vera has a cold and a telegram.",
          relationships: {
            "Joan Pike": "Her understudy; locks Dressing Room One against her.",
            Sid: "He sends up hot lemon.",
          },
        }),
        person("Joan Pike", "Understudy", {
          id: "joan",
          background: "Joan knows every line but one.",
          relationships: { "Vera Lamont": "Wears her shoes when she is out.", Gregor: "Takes him tea up the ladder." },
        }),
        person("Gregor", "Scene painter", {
          id: "gregor",
          background: "Gregor paints the same cloud. He was a count.",
          relationships: { "Joan Pike": "She is in every crowd he paints." },
        }),
        person("Sid", "Barman", {
          id: "sid",
          background: "Sid has heard both telegrams read aloud.",
          relationships: { "Vera Lamont": "Never charges her." },
        }),
        person("The Prompter", "A voice from the corner", {
          id: "prompter",
          background: "She has not missed a cue in thirty years. Tonight she will, once.",
          relationships: {},
        }),
      ],
      lore: [lore("telegrams", "# The Telegrams\n\nTwo came. One said COME. Sid signed for both.")],
      beats: [
        beat("b1", "Vera sneezes into a towel and holds the telegram to the lamp. Hot lemon steams on the table.", {
          title: "The Half",
        }),
        beat("b2", "Gregor wipes his brush. The face in the third row of his crowd has been painted out.", {
          title: "The Third Row",
        }),
        beat("b3", "The interval. Sid puts both telegrams on the counter, face down, and says to choose.", {
          title: "Face Down",
        }),
        beat("b4", "Joan stops. The house waits. From the prompt corner comes nothing at all.", { title: "The Cue" }),
      ],
    },
    facts: {
      cast: [
        who("Vera Lamont", "Vera", "she", "Dressing Room One"),
        who("Joan Pike", "Joan", "she", null),
        who("Gregor", "Gregor", "he", "the paint loft"),
        who("Sid", "Sid", "he", "the bar"),
        who("The Prompter", "the Prompter", "she", "the prompt corner", null),
      ],
      beatStaging: [
        staged("b1", "Dressing Room One", "Vera Lamont"),
        staged("b2", "the paint loft", "Gregor"),
        staged("b3", "the bar", "Sid"),
        staged("b4", "the stage", "Joan Pike"),
      ],
    },
  },
  {
    habit: "tags as addresses, roles as slots, first appearances as snake-case places",
    source: {
      title: "Brass & Ash",
      premise: "In the undercity the pumps have stopped counting. You hold a writ from the Pump Board and one wrench.",
      setting:
        "# Undercity\n\n### Pump Hall\nSix engines, one warm.\n\n### Ash Market\nUnder the gratings. Sold: heat, hats, eels.\n\n### The Lamp Room\nShelves of dead lamps, each with a name.\n\n### Registry of Breath\nA counter, a queue that has given up.",
      npcs: [
        person("Engine Four", "quest_giver", {
          id: "engine_four",
          background: "It runs warm when it is lied to. Brass, riveted to the floor, older than the Board.",
          metadata: { first_appearance: "pump_hall", tags: ["machine", "pump_hall"] },
        }),
        person("Oskar Vell", "rival", {
          id: "vell",
          background: "Vell has the other writ. He'd share, if he were asked nicely.",
          metadata: { first_appearance: "ash_market", tags: ["rival", "inspector"] },
        }),
        person("Lampwife", "merchant", {
          id: "lampwife",
          background: "She relights nothing for nothing.",
          metadata: { first_appearance: "lamp_room", tags: ["merchant", "lamp_room"] },
        }),
        person("Clerk Ninian", "obstacle", {
          id: "ninian",
          background: "Ninian stamps. He has been waiting for somebody to ask for the second form.",
          metadata: { first_appearance: "registry_of_breath", tags: ["clerk"] },
        }),
        person("The Counterman", "villain", {
          id: "counterman",
          background: "He counted for the pumps until he lost count. Nobody has seen him since the stop.",
          metadata: { first_appearance: "finale", tags: ["hidden-until-finale", "villain"] },
        }),
      ],
      lore: [
        lore(
          "the_stop",
          "# The Stop\n\nThe dials froze at 4,112. The Counterman's coat hung in the Lamp Room for a week.",
        ),
      ],
      beats: [
        beat("start_writ", "Engine Four ticks. Under your hand the casing is blood-warm.", { title: "Blood-Warm" }),
        beat("rival_offer", 'Vell eats an eel and offers you the tail. "Two writs," he says. "One wrench."', {
          title: "Two Writs",
        }),
        beat("second_form", 'Ninian breathes on the stamp. "At last," he says.', { title: "The Second Form" }),
        beat(
          "finale",
          "The Counterman steps from behind Engine Four, moving his lips. Four thousand, one hundred and thirteen.",
          { title: "4,113" },
        ),
      ],
    },
    facts: {
      cast: [
        who("Engine Four", "Engine Four", "it", "Pump Hall", "machine"),
        who("Oskar Vell", "Vell", "he", "Ash Market"),
        who("Lampwife", null, "she", "the Lamp Room"),
        who("Clerk Ninian", "Ninian", "he", "Registry of Breath"),
        who("The Counterman", "the Counterman", "he", null, "human", "finale"),
      ],
      beatStaging: [
        staged("start_writ", "Pump Hall", "Engine Four"),
        staged("rival_offer", "Ash Market", "Oskar Vell"),
        staged("second_form", "Registry of Breath", "Clerk Ninian"),
        staged("finale", "Pump Hall", "The Counterman", "Engine Four"),
      ],
    },
  },
];
