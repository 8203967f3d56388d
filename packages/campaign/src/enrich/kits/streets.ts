import type { Kit } from "../kit.js";

/** A town of any century. */
export const STREETS: Kit = {
  id: "streets",
  words:
    "street square alley cafe coffee tavern market police policeman detective vienna paris london berlin rome prague lisbon printer pamphlet newspaper censor murder murdered gang shop roof pawnshop revolution thief cinema hotel jazz quarter stolen bookshop bakery canal murderer courier".split(
      " ",
    ),
  small: false,
  you: "the newcomer with the wrong address",
  arrival: "You came with an address on a card, and there is no house of that number.",
  places: [
    {
      name: "the square",
      preposition: "in",
      indoors: false,
      tells: [
        "The square has a fountain without water, and children sit in it.",
        "A clock over the square is four minutes fast, and everybody knows it.",
        "Shutters are closed round the square, all but two.",
      ],
    },
    {
      name: "the coffee house",
      preposition: "in",
      indoors: true,
      tells: [
        "The coffee house has nine tables and one newspaper.",
        "A stove stands in the coffee house, and the seats beside it are always taken.",
        "Whoever sits in the coffee house for an hour has heard everything.",
      ],
    },
    {
      name: "the back courts",
      preposition: "in",
      indoors: false,
      tells: [
        "The back courts lie behind the houses, and each leads into the next.",
        "Washing hangs across the back courts, and it hides whoever stands behind it.",
        "A handcart stands in the back courts with one wheel off.",
      ],
    },
    {
      name: "the pawnshop",
      preposition: "in",
      indoors: true,
      tells: [
        "The pawnshop is full to the ceiling, and everything in it has a number.",
        "A brass cage stands round the counter of the pawnshop.",
        "One shelf in the pawnshop is kept empty, and it is dusted every day.",
      ],
    },
  ],
  people: [
    {
      part: "helper",
      name: "Lena Varga",
      pronoun: "she",
      kind: "human",
      role: "waitress at the coffee house",
      traits: ["quick", "kind"],
      looks: "She carries four cups in one hand and never looks at them.",
      wants: "to hear the end of a story for once",
      lines: [
        "I pour, and they talk.",
        "Sit by the stove. One hears best there.",
        "People leave more behind than tips.",
      ],
    },
    {
      part: "guard",
      name: "Sergeant Moll",
      pronoun: "he",
      kind: "human",
      role: "sergeant of the quarter",
      traits: ["watchful", "tired"],
      looks: "He wears a coat that was made for somebody broader.",
      wants: "to have one quiet night",
      lines: ["Move along.", "I have walked this round for twenty years.", "I see everything, and I write down half."],
    },
    {
      part: "keeper",
      name: "the pawnbroker",
      pronoun: "she",
      kind: "human",
      role: "owner of the pawnshop",
      traits: ["exact", "patient"],
      looks: "She is small and upright, and a key hangs at her belt.",
      wants: "to see every ticket redeemed before she shuts for good",
      lines: [
        "Everything comes back, or it does not.",
        "I ask no questions. I write a number.",
        "And what is it worth to you?",
      ],
    },
    {
      part: "witness",
      name: "Pip",
      pronoun: "he",
      kind: "human",
      role: "errand boy",
      traits: ["quick", "honest"],
      looks: "He is small for his age, and he runs everywhere.",
      wants: "to be paid in coin for once",
      lines: [
        "I only carry things.",
        "Nobody looks at who brings it.",
        "I can be there and back before you have sat down.",
      ],
    },
  ],
  thing: "a signed pass",
  way: {
    title: "The passage",
    tells:
      "The way to the back courts goes through a passage, and a dog is chained in it. The chain reaches from one wall to the other, all but a hand’s breadth. The dog does not bark. It waits.",
    bold: {
      text: "Walk past the dog without looking at it",
      works: "It looks at you as one looks at the weather.",
      fails: "It takes a piece of your coat as you go by, and keeps it.",
    },
    careful: {
      text: "Climb over the wall behind the bins",
      told: "A lid falls, and it rolls for a long time. By then half the windows are open.",
    },
  },
  favour: {
    asks: "the end of a story",
    given: "You tell the end of it, and it takes as long as a cup of coffee.",
  },
  oddity:
    "A parcel is left in the square every night, and it is gone every morning, and nobody has been seen to take it.",
  benefit: "no house in the quarter has been searched",
  cost: "has had to carry it out, each time, and be seen by nobody",
  deadline: "before the shops open",
  signs: [
    "The lamps are lit, one after another, from the far end.",
    "Shutters go down along the street, one after another.",
    "A clock strikes, and somebody counts along under their breath.",
  ],
};
