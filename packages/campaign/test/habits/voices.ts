/** Small campaigns, each in a voice of its own. */
import { beat, type Habit, lore, person, staged, who } from "./habit.js";

export const VOICES: readonly Habit[] = [
  {
    habit: "ranks, aliens and decks",
    source: {
      title: "The Long Dark Between",
      premise:
        "The *Meridian Grace* has been dead in space for six hours. Commander Vasquez wants answers; the Ketharan want their ambassador. You are the only one aboard who speaks both.",
      setting:
        "# The Meridian Grace\n\nA diplomatic courier with nine decks and four hundred souls.\n\n## Locations aboard\n\n### Command Deck\nVasquez's domain. Red light, bad coffee.\n\n### Deck Four: Embassy\nHumid. The Ketharan keep it at ninety percent.\n\n### Engineering\nT'Sorrel sings to the core here. Nobody has told her to stop.\n\n### Brig\nOne cell, one chair.",
      npcs: [
        person("Commander Lucia Vasquez", "Commanding officer of the Meridian Grace", {
          id: "vasquez",
          background: "Vasquez lost a ship at Orin's Gap. She doesn't intend to lose another.",
        }),
        person("T'Sorrel", "Chief engineer, Ketharan exile", {
          id: "tsorrel",
          background: "T'Sorrel left the homeworld under a death sentence. She has perfect pitch.",
          relationships: { "Ambassador Keth'ra Vonn": "He signed her sentence." },
        }),
        person("Ambassador Keth'ra Vonn", "Ketharan ambassador, missing since the lights went out", {
          id: "vonn",
          background: "Vonn has never raised his voice. He does not have to.",
          metadata: { first_appearance: "beat_4" },
        }),
        person("ORACLE", "Ship's computer", {
          id: "oracle",
          background: "ORACLE lies when it is ordered to. It was ordered to an hour before the lights went out.",
        }),
        person("Ensign Danny Oduya", "Security, first posting", {
          id: "oduya",
          background: "Danny guards the brig. He writes home every day.",
        }),
      ],
      lore: [
        lore(
          "ketharan",
          "# The Ketharan\n\nThe Ketharan do not lie to family. T'Sorrel has none. Vonn has forty-one children and can name them. Vasquez has read the file. ORACLE wrote it.",
        ),
      ],
      beats: [
        beat(
          "beat_1",
          'Commander Vasquez turns her chair round. "Six hours," she says. ORACLE reports nothing, at length.',
          { location: "Command Deck" },
        ),
        beat(
          "beat_2",
          "You find T'Sorrel in Engineering with her ear to the core. It's out of tune, she says. Somebody has been in it.",
        ),
        beat(
          "beat_3",
          "Danny's asleep on the chair outside the cell. The cell is open. He swears to you that he locked it.",
          { location: "Brig" },
        ),
        beat(
          "beat_4",
          "The door of the embassy opens by itself. Ambassador Vonn walks out of the steam and asks for Commander Vasquez. He says that he has been asleep.",
        ),
        beat(
          "beat_5",
          "T'Sorrel and Vonn stand on either side of the core. Neither has a weapon, and it isn't needed. \"Sister,\" he says.",
          { location: "Engineering" },
        ),
      ],
    },
    facts: {
      places: [{ name: "Deck Four: Embassy", alsoSpelt: ["Embassy", "the embassy", "Deck Four"] }],
      cast: [
        who("Commander Lucia Vasquez", null, "she", "Command Deck"),
        who("T'Sorrel", "T'Sorrel", "she", "Engineering"),
        who("Ambassador Keth'ra Vonn", "Vonn", "he", null, "human", "beat_4"),
        who("ORACLE", "ORACLE", "it", null, "machine"),
        who("Ensign Danny Oduya", "Danny", "he", "Brig"),
      ],
      beatStaging: [
        staged("beat_1", "Command Deck", "Commander Lucia Vasquez", "ORACLE"),
        staged("beat_2", "Engineering", "T'Sorrel"),
        staged("beat_3", "Brig", "Ensign Danny Oduya"),
        staged("beat_4", "Deck Four: Embassy", "Ambassador Keth'ra Vonn"),
        staged("beat_5", "Engineering", "T'Sorrel", "Ambassador Keth'ra Vonn"),
      ],
    },
  },
  {
    habit: "trades and farms for surnames",
    source: {
      title: "Cwm Tawel",
      premise:
        "They are burying Eluned Siop on Friday, and Eluned Siop has just walked past the window of the Red Lion.",
      setting:
        "# Cwm Tawel\n\nOne road in.\n\n**The Red Lion** is Gwil's, and has been shut for lambing, for the Coronation, and never else. **Siop Eluned** sells everything but fresh. At the top is **Tŷ Isaf**, which means the lower house, where Gwen Tŷ Isaf keeps bees and her counsel. **Capel Seion** stands opposite the pub, and the Minister can see who goes in.",
      npcs: [
        person("Eluned Siop", "Shopkeeper, deceased, or not", {
          id: "eluned",
          background: "Eluned kept the shop for fifty years. She knew what everybody owed.",
        }),
        person("Gwil Red Lion", "Landlord", {
          id: "gwil",
          background: "Gwil waters the beer on Sundays, out of respect. He saw her first.",
        }),
        person("Gwen Tŷ Isaf", "Beekeeper", {
          id: "gwen",
          background: "Gwen told the bees on the Tuesday. They didn't believe her.",
        }),
        person("Dai Bread", "Baker", {
          id: "dai",
          background: "Dai delivers at five in the morning. He has delivered one loaf too many since Monday.",
        }),
        person("The Minister", "Minister of Capel Seion", {
          id: "minister",
          background: "The Minister has the sermon written. He'd rather not change it.",
        }),
      ],
      lore: [
        lore(
          "the-loaf",
          "# The loaf\n\nDai Bread leaves a loaf on each step. On Monday there was one for the shop, and on Tuesday it was gone. Gwil says foxes. Gwen says foxes don't fold the paper. The Minister doesn't eat bread.",
        ),
      ],
      beats: [
        beat(
          "b1",
          'In the Red Lion Gwil pulls you a pint and doesn\'t take his eyes off the window. "There," he says, and there she goes.',
        ),
        beat(
          "b2",
          "Five in the morning, the step of Siop Eluned. Dai Bread puts down the loaf, and stands, and doesn't go.",
        ),
        beat(
          "b3",
          "Gwen's bees are in the air. She lifts the lid at Tŷ Isaf and shows you what they've been building.",
        ),
        beat(
          "b4",
          "The Minister climbs into the pulpit of Capel Seion. Everybody's come. Eluned Siop comes in last, and sits at the back.",
        ),
      ],
    },
    facts: {
      cast: [
        who("Eluned Siop", "Eluned", "she", null, "human", null),
        who("Gwil Red Lion", "Gwil", "he", "The Red Lion"),
        who("Gwen Tŷ Isaf", "Gwen", "she", "Tŷ Isaf"),
        who("Dai Bread", "Dai", "he"),
        who("The Minister", "the Minister", "he", "Capel Seion"),
      ].map((one) => (/Eluned|Dai/.test(one.name) ? { ...one, called: null } : one)),
      beatStaging: [
        staged("b1", "The Red Lion", "Gwil Red Lion"),
        staged("b2", "Siop Eluned", "Dai Bread"),
        staged("b3", "Tŷ Isaf", "Gwen Tŷ Isaf"),
        staged("b4", "Capel Seion", "The Minister", "Eluned Siop", "Gwil Red Lion", "Gwen Tŷ Isaf", "Dai Bread"),
      ],
    },
  },
  {
    habit: "school names, classes and pets",
    source: {
      title: "Who Took Mr. Whiskers?",
      premise:
        "Mr. Whiskers, the class hamster of 4B, is GONE!!! Miss Adeyemi says nobody panic. Everybody panics. You and Priya are the 4B Detectives.",
      setting:
        "# Willow Bank School\n\n## Classroom 4B\nYour class! Beanbags, a fish tank and an empty cage.\n\n## The Dinner Hall\nSmells of beans. Mrs. Crumb is in charge.\n\n## The Caretaker's Cupboard\nKeep out. (Mr. Jenks)\n\n## The Head's Office\nMr. Pumphrey. Gulp.",
      npcs: [
        person("Miss Adeyemi", "Your teacher", {
          id: "adeyemi",
          background: "Miss Adeyemi plays the ukulele. She never shouts, even at Tyler.",
        }),
        person("Priya", "Your best friend", {
          id: "priya",
          background: "Priya has a magnifying glass and isn't afraid to use it.",
        }),
        person("Tyler Briggs", "Class clown", {
          id: "tyler",
          background: "Tyler says he didn't do it before anyone asks him.",
        }),
        person("Mr. Jenks", "Caretaker", {
          id: "jenks",
          background: "Mr. Jenks has a big bunch of keys and a secret. He is nicer than he looks.",
        }),
        person("Mr. Pumphrey", "The Head", { id: "pumphrey", background: "He once laughed. It was in 2009." }),
        person("Mr. Whiskers", "Hamster", {
          id: "whiskers",
          background: "He can open his cage. Nobody knows this but him.",
          metadata: { first_appearance: "b4", tags: ["missing"] },
        }),
      ],
      lore: [
        lore(
          "clues",
          "# Clues\n\n- Sawdust outside the Dinner Hall!\n- Tyler has a plaster on his finger.\n- Mr. Jenks bought carrots.\n- Mr. Pumphrey was seen CRAWLING.",
        ),
      ],
      beats: [
        beat("b1", 'Miss Adeyemi lifts up the cloth. The cage is empty. Priya gasps. Tyler says, "It wasn\'t me!"', {
          location: "Classroom 4B",
        }),
        beat(
          "b2",
          "There's sawdust on the floor of the Dinner Hall. Priya follows it on her hands and knees, right up to a pair of shoes. They're Mr. Pumphrey's.",
        ),
        beat("b3", 'You knock at the Caretaker\'s Cupboard. Mr. Jenks opens it a crack. "No carrots here," he says.'),
        beat("b4", "Behind the beans, fast asleep, is Mr. Whiskers. Mr. Jenks picks him up as gently as an egg.", {
          location: "The Dinner Hall",
        }),
      ],
    },
    facts: {
      cast: [
        who("Miss Adeyemi", "Miss Adeyemi", "she", "Classroom 4B"),
        who("Priya", "Priya", "she"),
        who("Tyler Briggs", "Tyler", "he"),
        who("Mr. Jenks", "Mr. Jenks", "he", "The Caretaker's Cupboard"),
        who("Mr. Pumphrey", "Mr. Pumphrey", "he", "The Head's Office"),
        who("Mr. Whiskers", "Mr. Whiskers", "he", null, "animal", "b4"),
      ].map((one) => (one.name === "Miss Adeyemi" ? { ...one, homePlace: null } : one)),
      beatStaging: [
        staged("b1", "Classroom 4B", "Miss Adeyemi", "Priya", "Tyler Briggs"),
        { id: "b2", place: "The Dinner Hall" },
        staged("b3", "The Caretaker's Cupboard", "Mr. Jenks"),
        staged("b4", "The Dinner Hall", "Mr. Whiskers", "Mr. Jenks"),
      ],
    },
  },
  {
    habit: "honorifics behind names",
    source: {
      title: "Lanterns over Kiyosu",
      premise:
        "Lord Hosokawa's tea bowl is broken, and three people have confessed to it. Kenji-san asks you, as a stranger, to find out which of them is lying least.",
      setting:
        "# Kiyosu\n\nA castle town of two rivers.\n\n## The tea house\n\nSix mats. O-Kiku sweeps it at dawn.\n\n## The potter's kiln\n\nGenzō fires on moonless nights.\n\n## The castle\n\nLord Hosokawa receives in the east hall.",
      npcs: [
        person("Lord Hosokawa Tadaoki", "Lord of Kiyosu", {
          id: "hosokawa",
          background: "Lord Hosokawa loved the bowl more than his brother. He has not spoken since it broke.",
        }),
        person("O-Kiku", "Maid at the tea house", {
          id: "okiku",
          background: "O-Kiku found the pieces. She has nine of the ten.",
        }),
        person("Genzō", "Potter", {
          id: "genzo",
          background: "Genzō made the bowl, and says so only when he is drunk. He made two.",
        }),
        person("Kenji Matsuda", "Steward, called Kenji-san by all", {
          id: "kenji",
          background: "Kenji-san writes everything down. He sleeps in the castle gatehouse.",
        }),
        person("Hana-chan", "The steward's daughter, seven", {
          id: "hana",
          background: "Hana-chan collects things that shine. She has the tenth piece.",
        }),
      ],
      lore: [
        lore(
          "the-bowl",
          "# The bowl\n\nGenzō fired it in the year of the flood. Lord Hosokawa drank from it once a year. O-Kiku washed it. Hana-chan was not supposed to be in the tea house at all.",
        ),
      ],
      beats: [
        beat("b1", "Kenji-san bows and opens his book. In the tea house O-Kiku kneels beside nine pieces on a cloth."),
        beat(
          "b2",
          "Genzō's kiln is cold. The potter sits before it with a jar and tells you that he broke the thing himself.",
        ),
        beat("b3", "Hana-chan drops a pebble into your sleeve, in the castle gate, and runs. It is not a pebble."),
        beat(
          "b4",
          "Lord Hosokawa holds out his hand in the east hall. Kenji-san cannot look. You lay the tenth piece in it.",
        ),
      ],
    },
    facts: {
      places: [{ name: "The castle", alsoSpelt: ["the castle gate", "the east hall", "the castle gatehouse"] }],
      cast: [
        who("Lord Hosokawa Tadaoki", "Lord Hosokawa", "he", "The castle"),
        who("O-Kiku", "O-Kiku", "she", "The tea house"),
        who("Genzō", "Genzō", "he", "The potter's kiln"),
        who("Kenji Matsuda", "Kenji-san", "he", "The castle"),
        who("Hana-chan", "Hana-chan", "she"),
      ],
      beatStaging: [
        staged("b1", "The tea house", "Kenji Matsuda", "O-Kiku"),
        staged("b2", "The potter's kiln", "Genzō"),
        staged("b3", "The castle", "Hana-chan"),
        staged("b4", "The castle", "Lord Hosokawa Tadaoki", "Kenji Matsuda"),
      ],
    },
  },
  {
    habit: "jobs for names",
    source: {
      title: "Restructuring",
      premise:
        "It is your first Monday at Halcyon Partners. By Friday a third of Floor 9 will be gone, and Brenda from Legal already knows which third.",
      setting:
        "# Halcyon Partners\n\nTwelve floors of glass.\n\n- **Floor 9**: open plan. You sit here. So does Raj from IT, when he's not under a desk.\n- **The kitchen on 9**: the good mugs are Brenda's.\n- **Floor 12**: carpet. The CFO has a door.\n- **The loading dock**: smokers, truth.",
      npcs: [
        person("Brenda from Legal", "In-house counsel", {
          id: "brenda",
          background: "Brenda has been here longer than the carpet. She shreds things.",
        }),
        person("Raj from IT", "Systems administrator", {
          id: "raj",
          background: "Raj reads everyone's mail, out of boredom. He feels bad about it.",
        }),
        person("The CFO", "Chief financial officer", {
          id: "cfo",
          background: "The CFO has a list. She has had it since March.",
        }),
        person("HAL-P", "The HR chatbot", {
          id: "halp",
          background: "HAL-P is very sorry to hear that. It escalates.",
        }),
        person("Old Pete", "Security, nights", {
          id: "pete",
          background: "Old Pete smokes on the loading dock. He's seen four restructurings.",
        }),
      ],
      lore: [
        lore(
          "the-list",
          "# The list\n\nThe CFO typed it herself. Raj saw the file name. Brenda saw the file. HAL-P has scheduled the meetings. Old Pete just counts who comes back from lunch.",
        ),
      ],
      beats: [
        beat(
          "b1",
          'Raj from IT slides out from under your desk. "You didn\'t see me," he says. HAL-P pings: it would love to have a chat.',
          { location: "Floor 9" },
        ),
        beat("b2", "Brenda's in the kitchen, holding her mug in both hands, and the mug says WORLD'S OKAYEST LAWYER."),
        beat(
          "b3",
          "It's raining on the loading dock. Old Pete offers you one and you take it. He tells you who won't be back.",
        ),
        beat("b4", "The CFO's door is open. She doesn't look up. Brenda stands beside her with the paper."),
      ],
    },
    facts: {
      places: [{ name: "The kitchen on 9", alsoSpelt: ["the kitchen"] }],
      cast: [
        who("Brenda from Legal", "Brenda", "she", null),
        who("Raj from IT", "Raj", "he", "Floor 9"),
        who("The CFO", "the CFO", "she", "Floor 12"),
        who("HAL-P", "HAL-P", "it", null, "machine"),
        who("Old Pete", "Old Pete", "he", "The loading dock"),
      ],
      beatStaging: [
        staged("b1", "Floor 9", "Raj from IT", "HAL-P"),
        staged("b2", "The kitchen on 9", "Brenda from Legal"),
        staged("b3", "The loading dock", "Old Pete"),
        staged("b4", null, "The CFO", "Brenda from Legal"),
      ],
    },
  },
  {
    habit: "surnames alone, and an aunt",
    source: {
      title: "The Affair of the Second Umbrella",
      premise:
        "Carruthers has proposed to the wrong sister. Aunt Augusta is on the 4.15. And somebody at Blotting Hall has two umbrellas.",
      setting:
        "# Blotting Hall\n\nThe sort of house that one is always being asked to.\n\n## The billiard-room\n\nWhere Carruthers hides.\n\n## The conservatory\n\nPalms, proposals.\n\n## The servants' hall\n\nTibbet presides.",
      npcs: [
        person("The Hon. Reginald Carruthers", "A guest, engaged, unfortunately", {
          id: "carruthers",
          background: "Carruthers meant Daphne. He had left his spectacles in the billiard-room.",
        }),
        person("Daphne Blotting", "The right sister", {
          id: "daphne",
          background: "Daphne shoots, swims and does not forgive. She was in the next palm.",
        }),
        person("Lavinia Blotting", "The wrong sister", {
          id: "lavinia",
          background: "Lavinia writes verse. She said yes before he had finished.",
        }),
        person("Tibbet", "Butler", {
          id: "tibbet",
          background: "Tibbet has a solution. He always does, and it always costs somebody a hat.",
        }),
        person("Aunt Augusta", "Everybody's aunt; arrives on the 4.15", {
          id: "augusta",
          background: "Aunt Augusta does not hold with umbrellas, nephews or fish.",
          metadata: { first_appearance: "b3" },
        }),
      ],
      lore: [
        lore(
          "umbrellas",
          "# Umbrellas\n\nCarruthers brought one and has two. Tibbet noticed. Aunt Augusta had hers taken at the Drones' Ball, in 1921, by a person in spectacles.",
        ),
      ],
      beats: [
        beat(
          "b1",
          "Carruthers was under the billiard-table when Tibbet found him. 'It is I, sir,' said Tibbet, and passed down a whisky.",
        ),
        beat(
          "b2",
          "In the conservatory Lavinia was reading aloud. It had eleven verses. Daphne, behind the palm, had a gun.",
        ),
        beat(
          "b3",
          "The 4.15 was early. Aunt Augusta stood in the hall, dripping, and looked at the umbrella-stand for a long while.",
        ),
        beat(
          "b4",
          "Tibbet coughed. In the servants' hall one could have heard a kipper drop. He laid the second umbrella on the table, and Carruthers confessed.",
        ),
      ],
    },
    facts: {
      cast: [
        who("The Hon. Reginald Carruthers", "Carruthers", "he", "The billiard-room"),
        who("Daphne Blotting", "Daphne", "she"),
        who("Lavinia Blotting", "Lavinia", "she"),
        who("Tibbet", "Tibbet", "he", "The servants' hall"),
        who("Aunt Augusta", "Aunt Augusta", "she", null, "human", "b3"),
      ],
      beatStaging: [
        staged("b1", null, "The Hon. Reginald Carruthers", "Tibbet"),
        staged("b2", "The conservatory", "Lavinia Blotting", "Daphne Blotting"),
        staged("b3", null, "Aunt Augusta"),
        staged("b4", "The servants' hall", "Tibbet", "The Hon. Reginald Carruthers"),
      ],
    },
  },
  {
    habit: "pasted messages and logs",
    source: {
      title: "Re: Re: the boat",
      premise:
        "From: Ingrid\nTo: you\nSubject: Re: Re: the boat\n\nPlease come. Lars won't answer and I can't ask Mum. The key's where it always was.",
      setting:
        "# Sandholmen\n\nAn island with one shop and a cable ferry.\n\n## The boathouse\n\nLars's. He's painted the windows.\n\n## Mum's house\n\nYellow. The key is under the gnome.\n\n## Bergström's\n\nThe shop; also the post, the bank and the gossip.",
      npcs: [
        person("Ingrid Dahl", "Your cousin, on the mainland", {
          id: "ingrid",
          background: "Ingrid writes. She won't come herself: she's eight months gone.",
        }),
        person("Lars Dahl", "Ingrid's brother", {
          id: "lars",
          background: "He stopped answering on the ninth. He sleeps in the boathouse these days.",
        }),
        person('Birgitta "Mum" Dahl', "Their mother", {
          id: "birgitta",
          background: "Mum makes coffee for whoever comes in. She doesn't ask who.",
        }),
        person("Bergström", "Shopkeeper", {
          id: "bergstrom",
          background: "Bergström reads postcards. He doesn't hide it.",
        }),
      ],
      lore: [
        lore(
          "log",
          "# Log of the Havsörn\n\n9 Aug. Wind SW. L. took her out alone. Back 04:10. Paint on the windows.\n\n10 Aug. Not out.",
        ),
        lore(
          "texts",
          "# Texts\n\n**Ingrid:** is he eating\n**you:** haven't seen him\n**Ingrid:** ask Bergström what he buys",
        ),
      ],
      beats: [
        beat(
          "b1",
          "The gnome's been moved. Mum's at the stove all the same, and there's a cup out for you, and one more.",
          { location: "Mum's house" },
        ),
        beat(
          "b2",
          "Bergström leans on the till. Four tins of white paint, he says, and no bread. There's a postcard from Ingrid on the counter.",
        ),
        beat("b3", "You bang on the boathouse. Lars says go away. Then he opens."),
        beat(
          "b4",
          "Your phone goes: Ingrid. She's in labour, and she wants to talk to Lars. He takes it out of your hand.",
          { location: "The boathouse" },
        ),
      ],
    },
    facts: {
      cast: [
        who("Ingrid Dahl", "Ingrid", "she", null, "human", null),
        who("Lars Dahl", "Lars", "he", "The boathouse"),
        who('Birgitta "Mum" Dahl', "Mum", "she", "Mum's house"),
        who("Bergström", "Bergström", "he", "Bergström's"),
      ],
      beatStaging: [
        staged("b1", "Mum's house", 'Birgitta "Mum" Dahl'),
        staged("b2", "Bergström's", "Bergström"),
        staged("b3", "The boathouse", "Lars Dahl"),
      ],
    },
  },
  {
    habit: "short sentences and colours for names",
    source: {
      title: "Mile Forty",
      premise: "The trucks stopped. Red says water by Sunday or nobody. You've got the last working radio.",
      setting:
        "# The Road\n\n**Mile 40.** A diner without a roof. Red runs it. Runs everything.\n\n**Mile 42.** The tower. Sparrow's up there. Always.\n\n**The Wash.** Where the water was.\n\n**Chapel.** A bus. The Twins live in it.",
      npcs: [
        person("Red", "Runs Mile 40", { id: "red", background: "Red was a nurse. She doesn't say before what." }),
        person("Sparrow", "Lookout", {
          id: "sparrow",
          background: "Sparrow hasn't been on the ground in a year. He sees dust first.",
        }),
        person("The Twins", "Scavengers. Two of them, one mouth", {
          id: "twins",
          background: "They trade. They finish each other's food.",
        }),
        person("Doc Holiday", "Vet. Close enough", {
          id: "doc",
          background: "Doc drinks. His hands don't shake when it counts.",
        }),
        person("Gravel", "A dog", { id: "gravel", background: "Gravel follows Red. She bites." }),
      ],
      lore: [
        lore(
          "water",
          "# Water\n\nThe Wash went dry in spring. Sparrow saw trucks. The Twins found a cap with a name on it. Doc knows the name. Red knows that Doc knows.",
        ),
      ],
      beats: [
        beat("b1", "Red slaps the counter. Four days, she says. Gravel growls at the radio.", { location: "Mile 40" }),
        beat("b2", "You climb. Sparrow hands down the glasses before you're up. Dust, east.", { location: "Mile 42" }),
        beat("b3", "The Twins have the bus door open an inch. One says cap. The other says water first."),
        beat(
          "b4",
          "Doc's on his knees in the Wash, digging. There's red on his hands, and it's clay. Red watches from the bank.",
        ),
      ],
    },
    facts: {
      cast: [
        who("Red", "Red", "she", "Mile 40"),
        who("Sparrow", "Sparrow", "he", "Mile 42"),
        who("The Twins", "the Twins", "they", "Chapel"),
        who("Doc Holiday", "Doc", "he"),
        who("Gravel", "Gravel", "she", null, "animal"),
      ],
      beatStaging: [
        staged("b1", "Mile 40", "Red", "Gravel"),
        staged("b2", "Mile 42", "Sparrow"),
        staged("b3", "Chapel", "The Twins"),
        staged("b4", "The Wash", "Doc Holiday", "Red"),
      ],
    },
  },
];
