import type { Kit } from "../kit.js";

/** Few people at work in a lonely place, by night: a radio station, an observatory, a motel, a dam. */
export const OUTPOST: Kit = {
  id: "outpost",
  words:
    "radio station broadcast frequency transmitter antenna studio microphone signal observatory telescope motel diner highway trucker gasoline lookout ranger dam reactor turbine radar satellite meteorologist shift generator payphone vending".split(
      " ",
    ),
  small: false,
  you: "the new one on the night shift",
  arrival: "You came up the road with the last of the light, and the man before you had already left.",
  places: [
    {
      name: "the control room",
      preposition: "in",
      indoors: true,
      tells: [
        "The control room has forty switches, and one of them has tape over it.",
        "A chair stands in the control room with its back worn through.",
        "A board hangs in the control room with a hook for each key, and one hook is empty.",
      ],
    },
    {
      name: "the back office",
      preposition: "in",
      indoors: true,
      tells: [
        "The back office smells of coffee that was made yesterday.",
        "Logbooks stand in the back office in one long row, and a gap has been filled with a brick.",
        "A map hangs in the back office with pins in it, and all the pins are red.",
      ],
    },
    {
      name: "the generator shed",
      preposition: "in",
      indoors: true,
      tells: [
        "The generator shed is so loud that one feels it in the teeth.",
        "Oil cans stand in the generator shed in order of size.",
        "A bed has been made up in the generator shed behind the spare engine.",
      ],
    },
    {
      name: "the mast hut",
      preposition: "in",
      indoors: true,
      tells: [
        "The mast hut stands by itself on the hill, under a red lamp.",
        "A telephone hangs in the mast hut, and it has no dial.",
        "The floor of the mast hut is clean, although nobody is paid to sweep it.",
      ],
    },
  ],
  people: [
    {
      part: "helper",
      name: "Dolores",
      pronoun: "she",
      kind: "human",
      role: "the woman who brings the sandwiches",
      traits: ["warm", "nosy"],
      looks: "She has a flask under each arm and a pencil in her hair.",
      wants: "to hear one night through from the beginning to the end",
      lines: [
        "I only bring the sandwiches. You would be surprised what one hears.",
        "Eat first. It will still be strange afterwards.",
        "I have seen six of you come and go.",
      ],
    },
    {
      part: "guard",
      name: "Mr Grice",
      pronoun: "he",
      kind: "human",
      role: "the engineer",
      traits: ["gruff", "exact"],
      looks: "He wears ear defenders round his neck like a collar.",
      wants: "to have nobody touch what runs",
      lines: ["It runs. Leave it.", "Do you have a reason, or are you just up?", "I can hear you when you think."],
    },
    {
      part: "keeper",
      name: "the night manager",
      pronoun: "she",
      kind: "human",
      role: "head of the night shift",
      traits: ["calm", "evasive"],
      looks: "She keeps her coat on, and there is a key on a string at her neck.",
      wants: "to hand it over to somebody before she is too old",
      lines: [
        "Sit down. It is a long way back in the dark.",
        "I write it down every night. I do not always write down what it was.",
        "You came by yourself. That is in your favour.",
      ],
    },
    {
      part: "witness",
      name: "Wren",
      pronoun: "she",
      kind: "human",
      role: "the girl who reads the meters",
      traits: ["quiet", "quick"],
      looks: "She has a torch tied to her wrist and does not switch it on.",
      wants: "to be asked what she has seen",
      lines: [
        "I read the meters. One of them goes backwards.",
        "I was not there. I was beside it.",
        "You step on the gravel. Everybody who is new does.",
      ],
    },
  ],
  thing: "a spool of tape",
  way: {
    title: "The Yard",
    tells:
      "From the door to the sheds it is two hundred steps over gravel, and a lamp on a pole lights up for whatever moves. A dog lies under it, on a chain. How long the chain is cannot be seen.",
    bold: {
      text: "Run from one shadow to the next",
      works: "The lamp lights up when you are already past it.",
      fails:
        "The lamp lights up, and the dog stands up. The chain is just too short, and it takes a piece of your sleeve.",
    },
    careful: {
      text: "Go round the outside of the fence",
      told: "It takes half an hour, and there are thorns.",
    },
  },
  favour: {
    asks: "a dime for the machine, the old kind, with a woman's head on it",
    given: "You find one at the bottom of your pocket, and you do not know how it came there.",
  },
  oddity: "Each night at the same minute the needle on the dial moves, and nobody has touched it.",
  benefit: "no storm has come nearer than the ridge",
  cost: "has had to answer it every night and say nothing by day",
  deadline: "before the morning shift",
  signs: [
    "A line of grey lies along the ridge, and the first birds have begun.",
    "Headlamps turn off the highway, a long way down.",
    "The red lamp goes out by itself, as it does when it is day.",
  ],
};
