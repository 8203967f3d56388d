/** Who and what is found near the things that an author names, for worlds that are none of the kits'. Implements rule CA6554. */
import type { Kit, KitPerson, KitPlace, Part, Pronoun } from "../kit.js";
import { tellsOf } from "../place-tells.js";
import { ANYWHERE } from "./anywhere.js";

interface Near {
  readonly words: string;
  /** "in the saleroom" */
  readonly places: readonly string[];
  /** "she the dresser: one who keeps the costumes" */
  readonly people: readonly string[];
}

const NEAR: readonly Near[] = [
  {
    words: "car cars park parking ticket tickets garage motorway road lorry van petrol traffic",
    places: ["in the attendant’s hut", "on the exit ramp", "at the pay machine", "in the lay-by"],
    people: [
      "he the attendant: one who lifts the barrier",
      "she the woman in the blue van: one who parks here by day and by night",
      "he the council clerk: one who has a form for everything",
      "she the cleaner: one who comes before anybody else",
    ],
  },
  {
    words: "auction vault bank painting paintings safe robbery heist jewel diamond",
    places: ["in the saleroom", "at the loading bay", "in the strongroom passage", "on the gallery stairs"],
    people: [
      "she the auctioneer: one who sells what others have left",
      "he the porter: one who carries what he may not touch",
      "he the night guard: one who walks the same round six times",
      "she the restorer: one who sees what is beneath",
    ],
  },
  {
    words: "museum gallery exhibit exhibits clock clocks statue skeleton collection archive curator library books book",
    places: ["in the cloakroom", "in the reading room", "on the iron gallery", "in the workshop"],
    people: [
      "she the cloakroom attendant: one who keeps what people forget",
      "he the night watchman: one who walks the same round six times",
      "she the curator: one who knows what is false",
      "he the apprentice: one who dusts what he may not touch",
    ],
  },
  {
    words: "letter letters post stamp envelope parcel postcard mail",
    places: ["in the post office", "at the garden gate", "on the quay", "in the sorting room"],
    people: [
      "she the postwoman: one who knows every hand",
      "he the man at the counter: one who stamps what comes in",
      "she the girl next door: one who sees who comes and goes",
      "he the ferryman: one who takes people across and brings few back",
    ],
  },
  {
    words: "wedding organ church bell bells choir altar parish hymn",
    places: ["in the vestry", "in the organ loft", "in the churchyard", "at the lychgate"],
    people: [
      "she the organist: one who plays with her back to everybody",
      "he the sexton: one who digs and rings",
      "he the vicar: one who is told everything last",
      "she the flower woman: one who is in the church when nobody is",
    ],
  },
  {
    words: "garden gardens rose roses tree trees orchard hedge lawn greenhouse fruit apples pears bees honey",
    places: ["in the potting shed", "by the compost heap", "in the far corner of the garden", "at the water butt"],
    people: [
      "he the gardener: one who was here before the trees",
      "she the woman across the fence: one who counts other people’s apples",
      "he the beekeeper: one who speaks very low",
      "she the girl with the wheelbarrow: one who helps for pocket money",
    ],
  },
  {
    words: "hospital doctor nurse ward patient patients clinic surgery medicine dentist illness",
    places: ["in the waiting room", "in the linen room", "on the night ward", "in the consulting room"],
    people: [
      "she the night nurse: one who walks without a sound",
      "he the porter: one who pushes the beds",
      "she the doctor: one who has been awake too long",
      "he the man in bed four: one who does not sleep",
    ],
  },
  {
    words: "restaurant kitchen cook chef menu recipe soup dinner cafe bakery bread oven diner",
    places: ["in the back kitchen", "in the cold store", "at the corner table", "in the yard with the bins"],
    people: [
      "she the cook: one who lets nobody taste",
      "he the dishwasher: one who hears all of it",
      "he the owner: one who counts the spoons",
      "she the waitress: one who remembers what everybody ordered",
    ],
  },
  {
    words: "football match team club game boxing race player coach goal league stadium ring",
    places: ["in the changing room", "in the stand", "at the gate", "in the club bar"],
    people: [
      "he the kit man: one who washes what they win in",
      "she the treasurer: one who knows what there is",
      "he the old trainer: one who has seen better teams",
      "she the girl at the turnstile: one who lets people in",
    ],
  },
  {
    words:
      "computer computers phone phones internet app robot screen server email message code machine machines programme laboratory",
    places: ["in the server room", "in the open office", "in the canteen", "in the room with the screens"],
    people: [
      "she the engineer: one who is rung up at night",
      "he the man from security: one who reads the logs",
      "she the head of the department: one who signed for it",
      "he the trainee: one who was told to touch nothing",
    ],
  },
  {
    words: "animal animals zoo dog dogs cat cats bird birds heron horse farm sheep cow vet kennel stable penguin swan",
    places: ["in the feed store", "by the fence", "at the drinking trough", "in the vet’s yard"],
    people: [
      "she the vet: one who comes when it is nearly too late",
      "he the birdwatcher: one who notes down everything",
      "she the woman with the bread: one who feeds what she should not",
      "he the boy with the bucket: one who is up first",
    ],
  },
  {
    words:
      "river lake sea water boat boats flood flooded tide island jetty salt pans pier fish ferry swimming pool beach",
    places: ["in the boat shed", "on the slipway", "at the sluice", "on the far bank"],
    people: [
      "she the lock keeper: one who lets the water in and out",
      "he the fisherman: one who mends more than he catches",
      "she the swimmer: one who comes in any weather",
      "he the boy in the rubber boots: one who finds what is washed up",
    ],
  },
  {
    words: "house home room rooms fridge door kitchen bed stairs attic cellar family mother father brother sister",
    places: ["in the kitchen", "on the stairs", "in the cellar", "in the front room"],
    people: [
      "she the woman from next door: one who has the spare key",
      "he the landlord: one who comes without ringing",
      "she the old tenant: one who moved out and keeps coming back",
      "he the newspaper boy: one who passes when everybody is asleep",
    ],
  },
  {
    words: "king queen crown kingdom court princess prince knight castle magic witch wizard spell dragon",
    places: ["in the gate tower", "in the kitchens", "on the wall", "in the old treasury"],
    people: [
      "she the steward: one who has all the keys but one",
      "he the captain of the watch: one who has six men and says twenty",
      "she the old queen’s nurse: one who remembers it differently",
      "he the kitchen boy: one who sees what comes back uneaten",
    ],
  },
  {
    words: "town city street square mayor market shop village people council festival",
    places: ["in the square", "in the town hall", "behind the market", "in the corner shop"],
    people: [
      "she the shopkeeper: one who gives credit and never forgets",
      "he the constable: one who would sooner have it quiet",
      "she the mayor: one who was elected by eleven votes",
      "he the paper boy: one who is out before it is light",
    ],
  },
];

const PARTS: readonly Part[] = ["helper", "guard", "keeper", "witness"];

/** What is so of whoever has a part, three times over: people of two campaigns are seldom alike. */
const WAYS: Readonly<Record<Part, readonly Pick<KitPerson, "traits" | "wants" | "lines">[]>> = {
  helper: [
    {
      traits: ["friendly", "restless"],
      wants: "to have it settled before somebody comes to harm",
      lines: ["One of us has to say it.", "I have not slept much.", "Ask me, if you want to know something."],
    },
    {
      traits: ["lively", "stubborn"],
      wants: "to be proved right for once",
      lines: ["I said so from the first.", "Laugh, if you like. Everybody does.", "I keep my eyes open, that is all."],
    },
    {
      traits: ["warm", "impatient"],
      wants: "to get somebody to listen to the end",
      lines: ["Sit down. No, listen first.", "It takes two to make sense of it.", "I do not give up so easily."],
    },
  ],
  guard: [
    {
      traits: ["strict", "tired"],
      wants: "to have no trouble that can be avoided",
      lines: ["There is work to be done.", "I have heard enough talk for one day.", "Not now."],
    },
    {
      traits: ["orderly", "proud"],
      wants: "to hand everything over as it was received",
      lines: ["There is a procedure.", "I was not asked, and now I am to answer for it.", "Keep your voice down."],
    },
    {
      traits: ["blunt", "loyal"],
      wants: "to keep people out of what is not theirs",
      lines: [
        "That is as far as you go.",
        "Say what you want, and then go.",
        "I have my reasons, and they are good ones.",
      ],
    },
  ],
  keeper: [
    {
      traits: ["patient", "proud"],
      wants: "to see it end well",
      lines: ["I have seen worse, and I have seen it end badly.", "Take your time.", "I do not decide quickly."],
    },
    {
      traits: ["courteous", "guarded"],
      wants: "to be left with what there is",
      lines: [
        "You are very persistent.",
        "I would offer you a seat, if I had another.",
        "People ask what they already know.",
      ],
    },
    {
      traits: ["dry", "tender"],
      wants: "to be forgiven by somebody who knows all of it",
      lines: ["That is one way to put it.", "I was young, and then I was not.", "Go on. I am used to it."],
    },
  ],
  witness: [
    {
      traits: ["quiet", "honest"],
      wants: "to be believed",
      lines: ["Nobody asked me.", "I only say what I have seen.", "Not so loud."],
    },
    {
      traits: ["watchful", "shy"],
      wants: "to have somebody else know it",
      lines: ["I was only passing.", "You must not say that you have it from me.", "I have good ears."],
    },
    {
      traits: ["earnest", "quick"],
      wants: "to do one thing that counts",
      lines: [
        "I can keep still for longer than you.",
        "It was none of my business, so I looked.",
        "I would do it again.",
      ],
    },
  ],
};

const LOOKS: Readonly<Record<Pronoun, readonly string[]>> = {
  she: [
    "She has rolled up her sleeves.",
    "She has tied back her hair with string.",
    "She carries a bag that she does not put down.",
    "She wears odd gloves.",
  ],
  he: [
    "He stands with his arms folded.",
    "He keeps his hands in his pockets.",
    "He has buttoned his coat wrongly.",
    "He has a pencil behind his ear.",
  ],
  it: [
    "It keeps very still.",
    "It has seen better days.",
    "It is smaller than one expects.",
    "It has a nick in one side.",
  ],
};

const SIGNS: readonly Kit["signs"][] = [
  [
    "People look up when they hear steps.",
    "Somebody has begun to call the others together.",
    "Nearly everybody has come by now.",
  ],
  [
    "It has grown quiet, as before a speech.",
    "Doors are shut that were open all day.",
    "There is no more time to be had.",
  ],
  [
    "Two people stop talking when you come by.",
    "Word has gone round, and it has gone round quickly.",
    "The light is going, and nobody goes home.",
  ],
  [
    "Somebody asks what time it is, and somebody else asks it again.",
    "The first of them have put on their coats.",
    "Now it is as late as it can be.",
  ],
];
const DEADLINES = [
  "before the day is over",
  "before it gets dark",
  "before the week is out",
  "before everybody has gone home",
  "before the last bus leaves",
];
const FAVOURS: readonly Kit["favour"][] = [
  ANYWHERE.favour,
  { asks: "an hour of your time", given: "You give the hour, and it is longer than other hours." },
  { asks: "a letter written in a good hand", given: "You write the letter, and it comes to four lines." },
  { asks: "somebody to walk home with", given: "You walk along, and not much is said." },
];

/**
 * The kit that claims nothing, with whom and what there is near the things of an author's text.
 *
 * @param words - All words of the text, small letters.
 * @param chance - From 0 to below 1.
 */
export function anywhereNear(words: readonly string[], chance: number): Kit {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const score = ({ words: own }: Near): number =>
    own.split(" ").reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
  const near = NEAR.map((one) => ({ one, score: score(one) }))
    .filter((found) => found.score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 2);
  const [first, next] = near;
  // What is named once beside what is named often is by the way.
  const second = first !== undefined && next !== undefined && next.score * 3 >= first.score * 2 ? next : undefined;
  if (first === undefined) return ANYWHERE;
  const turn = Math.floor(chance * 97);
  const from = <T>(list: readonly T[], at: number): T => list[(at + turn) % list.length] as T;
  const places = [first, second ?? first, first, first].map(({ one }, at) => placeOf(from(one.places, at)));
  const people = PARTS.map((part, at) => {
    const line = from((at === 2 && second !== undefined ? second : first).one.people, at);
    const [, pronoun = "she", name = "", role = ""] = /^(she|he) (the [^:]+): (.+)$/.exec(line) ?? [];
    return {
      part,
      name,
      pronoun: pronoun as Pronoun,
      kind: "human" as const,
      role,
      ...from(WAYS[part], at),
      looks: from(LOOKS[pronoun as Pronoun], at),
    };
  });
  const [one, two, three, four] = places as [KitPlace, KitPlace, KitPlace, KitPlace];
  return {
    ...ANYWHERE,
    places: [one, two, three, four],
    people,
    signs: from(SIGNS, 0),
    deadline: from(DEADLINES, 0),
    favour: from(FAVOURS, 0),
  };
}

function placeOf(line: string): KitPlace {
  const [, preposition = "in", name = line] = /^(in|on|at|by|behind)\s(.+)$/.exec(line) ?? [];
  const at = preposition === "by" || preposition === "behind" ? "at" : (preposition as KitPlace["preposition"]);
  const { tells, indoors } = tellsOf(name.split(" ").at(-1) ?? name, name, `${at} ${name}`, false);
  const [one = "", two = "", three = ""] = tells;
  return { name, preposition: at, indoors, tells: [one, two, three] };
}
