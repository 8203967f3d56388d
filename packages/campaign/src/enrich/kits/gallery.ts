import type { Kit } from "../kit.js";

/** A large house with many rooms, by night, seen by somebody small. */
export const GALLERY: Kit = {
  id: "gallery",
  words:
    "museum library gallery school theatre theater hotel shop office attic church cathedral chapel organ pew night watchman exhibit painting archive caretaker statue skeleton palace castle mansion hall bookshop".split(
      " ",
    ),
  small: true,
  you: "the smallest thing in the house",
  arrival: "You have never been further than the next wall, until tonight.",
  places: [
    {
      name: "the window ledge",
      preposition: "on",
      indoors: true,
      tells: [
        "The window ledge is as wide as a road, and dust lies on it like snow.",
        "A dead fly lies on the window ledge with its legs crossed.",
        "From the window ledge one sees a street lamp through the glass.",
      ],
    },
    {
      name: "the long carpet",
      preposition: "on",
      indoors: true,
      tells: [
        "The long carpet has a border of red leaves, and each leaf is as big as a field.",
        "A pin lies on the long carpet, and it shines.",
        "Footsteps are felt on the long carpet before they are heard.",
      ],
    },
    {
      name: "the glass case",
      preposition: "at",
      indoors: true,
      tells: [
        "The glass case stands as high as a house, and its lock is of brass.",
        "A label hangs on the glass case, and its corner has been nibbled.",
        "There is a gap under the glass case, no wider than a coin.",
      ],
    },
    {
      name: "the desk lamp",
      preposition: "at",
      indoors: true,
      tells: [
        "The desk lamp burns all night, and it is as warm as a stove.",
        "Dust lies round the desk lamp where nobody has wiped.",
        "It is bright at the desk lamp, and there is nothing to hide behind.",
      ],
    },
  ],
  people: [
    {
      part: "helper",
      name: "the silverfish",
      pronoun: "she",
      kind: "animal",
      role: "reader of margins",
      traits: ["learned", "shy"],
      looks: "She is silver all over, and she is never still.",
      wants: "to finish one page",
      lines: [
        "I have eaten a good deal on the subject.",
        "Keep to the edges.",
        "One learns more from a margin than from a page.",
      ],
    },
    {
      part: "guard",
      name: "the spider",
      pronoun: "she",
      kind: "animal",
      role: "weaver above the door",
      traits: ["patient", "polite"],
      looks: "She has seven legs, and she does not speak of the eighth.",
      wants: "to have company that stays of its own accord",
      lines: ["I am not hungry. Not yet.", "Do come closer.", "I hang here, and things come to me."],
    },
    {
      part: "keeper",
      name: "the mouse",
      pronoun: "he",
      kind: "animal",
      role: "keeper of crumbs",
      traits: ["careful", "proud"],
      looks: "He has lost half of one ear.",
      wants: "to know that there will be enough",
      lines: [
        "Nothing is thrown away here. It is put by.",
        "I have counted it twice.",
        "I was here before the carpet.",
      ],
    },
    {
      part: "witness",
      name: "the earwig",
      pronoun: "he",
      kind: "animal",
      role: "lodger in a crack",
      traits: ["quiet", "honest"],
      looks: "He carries his pincers folded.",
      wants: "to be believed for once",
      lines: ["Nobody believes an earwig.", "I saw it from the crack.", "I would rather not say. I will say it."],
    },
  ],
  thing: "a shirt button",
  way: {
    title: "Over the polished floor",
    tells:
      "Before the glass case lies the polished floor, and there is nothing on it to hold on to. A draught goes over it from under the door. Halfway across, the light of a torch goes by.",
    bold: {
      text: "Cross between two sweeps of the torch",
      works: "The light comes back when you are already on the other side.",
      fails: "The light comes back too soon. You keep still in the middle of it until it goes away again.",
    },
    careful: {
      text: "Go round along the skirting board",
      told: "It is four times as far, and the dust sticks to you.",
    },
  },
  favour: {
    asks: "a page out of the bin",
    given: "You bring a page out of the bin, and it has hardly been read.",
  },
  oddity:
    "The lamp is left burning every night, and every morning there is one crumb fewer beside it, and nobody has been seen to eat.",
  benefit: "no trap has been set in this house",
  cost: "has had to sleep on the cold side of the wall",
  deadline: "before the cleaners come",
  signs: [
    "The torch goes by a little earlier than the last time.",
    "Somewhere below a key turns, and a bucket is put down.",
    "The window has begun to turn grey.",
  ],
};
