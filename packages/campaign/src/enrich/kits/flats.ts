import type { Kit } from "../kit.js";

/** A house of many flats, now. */
export const FLATS: Kit = {
  id: "flats",
  words:
    "flat flats apartment apartments lift elevator stairwell landing intercom fridge freezer landlord tenant tenants balcony neighbour neighbours neighbor neighbors doorbell letterbox mailbox concierge basement bin bins laundry sofa kitchen bathroom microwave parcel keys spare block floor floors shopping door doors corridor stranger".split(
      " ",
    ),
  small: false,
  you: "somebody who has lived here since the spring",
  arrival: "Most of the names beside the bells are still strange to you.",
  places: [
    {
      name: "the ground floor",
      preposition: "on",
      indoors: true,
      tells: [
        "On the ground floor hang the letterboxes, and three of them have no name.",
        "A notice on the ground floor asks for something, but its lower half is torn off.",
        "Whoever goes out or comes in has to pass through the ground floor.",
      ],
    },
    {
      name: "the laundry room",
      preposition: "in",
      indoors: true,
      tells: [
        "In the laundry room one machine is always running, and nobody ever fetches what is in it.",
        "The list in the laundry room says who may wash on which day.",
        "It is warm in the laundry room, and it smells of other people’s sheets.",
      ],
    },
    {
      name: "the back stairs",
      preposition: "on",
      indoors: true,
      tells: [
        "The light on the back stairs goes out after one minute.",
        "Bicycles are chained to the back stairs, and one has no wheels.",
        "On the back stairs one hears every door in the house.",
      ],
    },
    {
      name: "the top floor",
      preposition: "on",
      indoors: true,
      tells: [
        "The top floor has only one door, and the mat in front of it is new.",
        "From the top floor one sees the whole yard.",
        "Somebody waters plants on the top floor, and they have grown as far as the banister.",
      ],
    },
  ],
  people: [
    {
      part: "helper",
      name: "Mrs Oduya",
      pronoun: "she",
      kind: "human",
      role: "the widow from the first floor",
      traits: ["talkative", "sharp"],
      looks: "She has her door keys on a ribbon round her neck.",
      wants: "to have somebody to talk to who does not nod and go",
      lines: [
        "I hear everything through the pipes.",
        "Come in, or stay out, but shut the door.",
        "Nobody in this house says good morning.",
      ],
    },
    {
      part: "guard",
      name: "the caretaker",
      pronoun: "he",
      kind: "human",
      role: "one who looks after the house",
      traits: ["gruff", "exact"],
      looks: "He carries a torch, even by day.",
      wants: "to get through one week without a complaint",
      lines: ["That is not allowed.", "It is on the list.", "I have forty doors to look after, and two hands."],
    },
    {
      part: "keeper",
      name: "Miss Larsen",
      pronoun: "she",
      kind: "human",
      role: "the oldest tenant",
      traits: ["courteous", "stubborn"],
      looks: "She wears a coat indoors, and it is buttoned.",
      wants: "to stay where she has always lived",
      lines: [
        "I was here before the stairs were painted.",
        "One gets used to a great deal.",
        "You are standing on the good part of the carpet.",
      ],
    },
    {
      part: "witness",
      name: "Danny",
      pronoun: "he",
      kind: "human",
      role: "the boy with the scooter",
      traits: ["quick", "honest"],
      looks: "He has a plaster on each knee.",
      wants: "to be allowed up to the roof once",
      lines: [
        "I was only riding up and down.",
        "You can ask anybody. Do not ask my mother.",
        "I know which stair creaks.",
      ],
    },
  ],
  thing: "a door key",
  way: {
    title: "The Back Stairs",
    tells:
      "The front stairs are being painted, so there is only the way over the back stairs. The light goes out after a minute, and the switch is two floors up.",
    bold: {
      text: "Run up in the dark",
      works: "You count the steps, and it comes out right.",
      fails: "You count one step too many, and your shin finds out.",
    },
    careful: {
      text: "Wait until somebody has switched on the light",
      told: "Somebody does, in the end, and wants to know what you are waiting for.",
    },
  },
  favour: { asks: "half an hour of company", given: "You sit with her for half an hour, and the tea gets cold." },
  oddity: "Somebody rings at each door in turn, every night one further, and it is not known what happens at the last.",
  benefit: "the rent has not been raised",
  cost: "has had to open the door at night, each time",
  deadline: "before the agent comes",
  signs: [
    "A bell rings somewhere, for a long time.",
    "People are standing on the landings and talking across them.",
    "Every door in the house is open.",
  ],
};
