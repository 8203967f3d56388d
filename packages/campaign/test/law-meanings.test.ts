// SPEC.md CA5850-CA5863: laws in many habits, each with sentences that break it and sentences that do not, as a careful human reads it.
import { brokenLaws } from "@narratoria/protocol/laws";
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

interface Meaning {
  readonly law: string;
  /** Sentences that break the law. */
  readonly breaks: readonly string[];
  /** Sentences that keep it. */
  readonly keeps: readonly string[];
  /** Whoever says what is quoted. */
  readonly speaker?: readonly string[];
  /** What the author tells elsewhere. */
  readonly own?: string;
}

const lawsOf = ({ law, own = "" }: Pick<Meaning, "law" | "own">) =>
  readSmall({
    title: "The Ferry at Orrin",
    setting:
      "# Port Orrin\n\nPort Orrin is a harbour town at the mouth of the Sill. It has a church, a mill and one street.\n\n## The Heron\n\nThe Heron is an inn with nine rooms.",
    premise: "You come to Port Orrin on the mail coach.",
    lore: own === "" ? [] : [{ file: "lore/notes.md", text: `# Notes\n\n${own}` }],
    npcs: [
      person("Ruth Vale", "Harbourmaster", { background: "She keeps the harbour." }),
      person("Minh Tran", "Interpreter", { background: "He came with the silk." }),
      person("The Registrar", "A machine that keeps the register", { background: "It counts the ships." }),
      person("Moss", "A badger", { background: "She sleeps under the mill." }),
      person("Old Tobias", "The ferryman's goat, a ferryman", { background: "He eats hats." }),
      person("Lady Hester Pryce", "Lady of the manor", { background: "She owns the mill." }),
      person("Ned Harrow", "Miller", { background: "He grinds the corn." }),
      person("Envoy Sorrel", "Envoy of the Mist Court", { background: "She waits for an answer." }),
    ],
    beats: [
      beat("beat_001", "The coach stops. Ruth Vale reads your letter.", { title: "The Coach" }),
      beat("beat_002", "Ned Harrow shows you the wheel of the mill.", { title: "The Wheel" }),
      beat("beat_003", "The court sits in the church.", { title: "The Hearing" }),
    ],
    constraints: [law],
  }).reading.laws;

const known = new Map<Meaning, ReturnType<typeof lawsOf>>();

function isBroken(text: string, meaning: Meaning): boolean {
  const laws = known.get(meaning) ?? lawsOf(meaning);
  known.set(meaning, laws);
  return brokenLaws(text, laws, meaning.speaker ? { speaker: meaning.speaker } : {}).length > 0;
}

/** Whether each sentence is judged as a careful human does. */
function checkMeanings(meanings: readonly Meaning[]): void {
  const wrong = meanings.flatMap((meaning) => [
    ...meaning.breaks.filter((text) => !isBroken(text, meaning)).map((text) => `${meaning.law} -> missed: ${text}`),
    ...meaning.keeps.filter((text) => isBroken(text, meaning)).map((text) => `${meaning.law} -> false: ${text}`),
  ]);
  expect(wrong).toEqual([]);
}

describe("words that somebody never says", () => {
  it("[CA5850] are forbidden in what that person says, and nowhere else", () => {
    checkMeanings([
      {
        law: 'The Registrar never says "I", "me" or "my". It says "the Registrar" or "this office".',
        breaks: [
          "“I counted them,” says the Registrar.",
          "The Registrar says, “Give me the book.”",
          "“It is my office,” the Registrar says.",
          "The Registrar answers: “I do not know.”",
          "“I'm busy,” says the Registrar.",
        ],
        keeps: [
          "“The Registrar will answer,” says the Registrar.",
          "“I counted them,” says Ruth.",
          "The Registrar speaks to me of my ships.",
          "You hear the Registrar's voice behind the counter.",
          "“Give me the book,” you say to the Registrar.",
        ],
      },
      {
        law: 'The Registrar never guesses. It does not say "perhaps", "maybe" or "it seems".',
        breaks: [
          "“Perhaps,” says the Registrar.",
          "The Registrar says: “Maybe tomorrow.”",
          "“It seems late,” the Registrar says.",
        ],
        keeps: [
          "Perhaps it is late.",
          "“Maybe,” says Ned.",
          "It seems that the tide has turned.",
          "The door is perhaps a foot too low.",
          "“The tide turns at six,” says the Registrar.",
        ],
      },
      {
        law: "Ned Harrow never uses the word 'sorry', and he never sings.",
        breaks: ["“I am sorry,” says Ned.", "Ned sings.", "Ned Harrow says: “Sorry.”"],
        keeps: ["You are sorry for him.", "“Sorry,” says Ruth.", "A sorry sight it is.", "Ned speaks of the wheel."],
      },
    ]);
    const meaning = { law: 'Ned never says "please".', breaks: ["“Please sit.”"], keeps: ["“Sit.”"] };
    checkMeanings([
      { ...meaning, speaker: ["Ned Harrow", "Ned"] },
      { ...meaning, breaks: [], keeps: ["“Please sit.”"], speaker: ["Ruth Vale", "Ruth"] },
    ]);
  });

  it("[CA5850] are forbidden everywhere where nobody says them, as they stand", () => {
    checkMeanings([
      {
        law: "Nobody says 'okay' or \"it seems\".",
        breaks: ["“Okay,” says Ned.", "It seems late."],
        keeps: ["It seemed late.", "“Good,” says Ned.", "A seam of coal.", "It may be so.", "He seems tired."],
      },
    ]);
    const words = lawsOf({ law: 'Nobody says "perhaps" or "probably".' }).flatMap(({ forbids }) => forbids);
    expect(words).toEqual(["perhaps", "probably"]);
  });
});

describe("a thing that is forbidden at a place", () => {
  it("[CA5851] is forbidden in a sentence with that place, and elsewhere only as long as its author names none", () => {
    checkMeanings([
      {
        law: "No cart on Mill Lane.",
        own: "The cart of the miller is blue.",
        breaks: ["A cart stands on Mill Lane.", "On Mill Lane you meet a cart.", "Carts rattle down Mill Lane."],
        keeps: ["A cart stands in the yard.", "You sit in the cart.", "Mill Lane is empty.", "“A blanket. A cart.”"],
      },
      {
        law: "There is no sound in the crypt except the dripping of water.",
        own: "A sound of bells comes over the water.",
        breaks: ["A sound comes from the crypt.", "In the crypt you hear sounds."],
        keeps: ["There is a sound at the door.", "The sound of the bell wakes you.", "The crypt is cold."],
      },
      {
        law: "No wind in the cellar, no draught, and no light out of doors.",
        own: "A light burns in the mill. The wind is in the west.",
        breaks: ["A light moves out of doors.", "There is a wind in the cellar.", "You feel a draught."],
        keeps: ["A light burns upstairs.", "The wind turns.", "The doors are shut."],
      },
      {
        law: "There is no body in the barrel.",
        own: "A body was washed up once.",
        breaks: ["A body lies in the barrel."],
        keeps: ["The body of the pump is iron.", "Her body aches.", "The barrel is empty."],
      },
    ]);
  });

  it("[CA5851] is forbidden anywhere where the place is the whole of the story", () => {
    checkMeanings([
      {
        law: "No television in Port Orrin. There are no cannons on the island, and no wizard in the whole country.",
        breaks: ["A television stands here.", "You see two cannons.", "A wizard nods.", "The cannon is old."],
        keeps: ["A lamp stands here.", "You see the island.", "The country is wide.", "The harbour is full."],
      },
      {
        law: "There is no telegraph in Orrin.",
        breaks: ["The telegraph clicks.", "You send word by telegraph."],
        keeps: ["The telescope is dusty.", "Word comes by coach.", "You write a letter."],
      },
    ]);
  });
});

describe("an event that is forbidden", () => {
  it("[CA5852] is a noun with its verb, and the noun alone only as long as its author does not use it", () => {
    checkMeanings([
      {
        law: "No charm can enter a mind.",
        own: "Charms are sold at the door. A charm costs a penny.",
        breaks: ["The charm enters her mind.", "A charm has entered your mind."],
        keeps: [
          "A charm hangs on the wall.",
          "She wrote the last great charm.",
          "You buy a charm.",
          "Bear it in mind.",
        ],
      },
      {
        law: "No knife is drawn and no pistol is fired in this story.",
        own: "The knives lie beside the plates. He once owned a pistol.",
        breaks: ["A knife is drawn.", "Ned draws a knife.", "She fires the pistol.", "The pistol was fired."],
        keeps: ["The knives begin again.", "A knife lies by the bread.", "He sells his pistol.", "You draw a map."],
      },
      {
        law: "No stranger enters the mill.",
        breaks: ["A stranger enters the mill.", "The stranger enters the mill."],
        keeps: ["A miller enters the mill.", "You enter the church.", "The mill stands idle."],
        own: "A stranger came on the coach. Strangers sleep at the Heron.",
      },
      {
        law: "No bell is rung on a Sunday.",
        own: "The bell is rung at noon.",
        breaks: [],
        keeps: ["The bell is rung.", "A bell hangs here.", "Ruth rings the bell."],
      },
    ]);
  });

  it("[CA5852] is the noun itself where the verb says that it exists, is found, seen, heard, carried or known", () => {
    checkMeanings([
      {
        law: "No musket is known here, no dragon is found, and no ghost is ever seen. No bomb appears.",
        breaks: ["A musket hangs here.", "The dragon sleeps.", "A ghost.", "Bombs."],
        keeps: ["A map hangs here.", "The drake sleeps.", "A guest.", "Combs.", "You know the way."],
      },
      {
        law: "No policeman comes. No snow falls. No shot is heard.",
        breaks: ["A policeman waits.", "The snow is deep.", "You hear a shot."],
        keeps: ["You pick your way.", "Nobody comes.", "Night falls."],
      },
    ]);
  });
});

describe("what one person does not do", () => {
  it("[CA5853] is forbidden to that person, whatever stands between the verb and 'no'", () => {
    checkMeanings([
      {
        law: "Minh speaks no Danish.",
        breaks: ["Minh speaks Danish.", "Minh Tran spoke Danish to the captain.", "Minh speaks good Danish."],
        keeps: ["The Danish ship is in.", "Ruth speaks Danish.", "A Danish letter lies here.", "Minh speaks."],
      },
      {
        law: "Ned drinks no ale and takes no bribe.",
        breaks: ["Ned drinks his ale.", "Ned takes a bribe.", "Ned Harrow took the bribe."],
        keeps: ["Ruth drinks ale.", "The ale is sour.", "A bribe is paid.", "Ned drinks water.", "Ned takes his hat."],
      },
      {
        law: "The lady wears no black. Lady Hester never weeps in front of anybody.",
        breaks: ["Lady Hester weeps before them.", "Hester wept in front of you."],
        keeps: ["Ruth weeps.", "The black cart.", "Ned wears black.", "Hester turns away."],
      },
    ]);
  });

  it("[CA5854] is forbidden by no permission, and by no choice of two", () => {
    checkMeanings([
      {
        law: "The Mist Court cannot lie. Sorrel may stay silent, but whatever Sorrel says is true.",
        breaks: [],
        keeps: ["“No,” says Sorrel.", "Sorrel speaks for the lake.", "Envoy Sorrel asks.", "You hear Sorrel's voice."],
      },
      {
        law: "The Registrar does not guess. The Registrar has a number or it has no number.",
        breaks: ["The Registrar guesses."],
        keeps: ["The Registrar has a number.", "The Registrar's number is nine.", "“A number,” says the Registrar."],
      },
      {
        law: "Ruth can be deaf when it suits her, and Ned might be blind to it.",
        breaks: [],
        keeps: ["Ruth hears you.", "Ned sees the ship.", "Ruth listens.", "Ned looks up."],
      },
    ]);
  });
});

describe("weather that does not come", () => {
  it("[CA5855] is forbidden as it happens: no wish, memory, forecast or thing with its name", () => {
    checkMeanings([
      {
        law: "It does not rain in Port Orrin.",
        breaks: ["It is raining.", "Rain falls on the quay.", "The rain comes in.", "A drizzle begins.", "It rains."],
        keeps: [
          "The minister prays for rain.",
          "No rain has fallen since June.",
          "It had not rained since spring.",
          "Everybody hopes for rain.",
          "The rain barrel is dry.",
          "Ned says it will rain by Friday.",
          "It smells of rain.",
          "The last rain was in May.",
        ],
      },
      {
        law: "It never snows in this story.",
        breaks: ["Snow falls.", "It snows.", "The snow is deep."],
        keeps: ["She dreams of snow.", "They talk about snow.", "It may snow.", "It looks like snow."],
      },
    ]);
  });

  it("[CA5856] holds until the last beat where the law says before the end, and in no ending", () => {
    const [law] = lawsOf({ law: "It does not rain before the very end." });
    expect(law?.checks.length).toBeGreaterThan(0);
    expect(law?.checks.every(({ until }) => until === "beat_003")).toBe(true);
    const all = lawsOf({ law: "Ruth does not sing until the story is over." });
    expect(all[0]?.checks.some(({ until }) => until !== undefined)).toBe(false);
  });
});

describe("who does not speak", () => {
  it("[CA5857] may be quoted as a joke in what somebody else says", () => {
    checkMeanings([
      {
        law: "Moss is a badger. She never speaks.",
        breaks: [
          "“Good day,” says Moss.",
          "Moss says: “Come in.”",
          "Moss whispers to you.",
          "Moss speaks.",
          "The badger answers.",
        ],
        keeps: [
          "“Moss says you can come. I would have said no.”",
          "“The badger tells me you are late,” says Ned.",
          "Moss sniffs at your hand.",
          "Ned speaks to Moss.",
          "“Ask Moss,” says Ned.",
        ],
      },
    ]);
  });

  it("[CA5858] is not known by a role that others have too", () => {
    checkMeanings([
      {
        law: "Don't let the animals talk. Moss and Old Tobias never say a word.",
        own: "At each landing the ferryman asks a riddle. There are three ferrymen on the Sill.",
        breaks: ["“No,” says Old Tobias.", "Tobias answers.", "The goat speaks.", "Moss talks."],
        keeps: [
          "The ferryman asks a riddle.",
          "“Pay,” says the ferryman.",
          "Tobias looks at you.",
          "A ferryman calls.",
        ],
      },
    ]);
  });
});

describe("what a law does not mean", () => {
  it("[CA5859] a fragment without a verb is a manner, or goes on with the sentence before", () => {
    checkMeanings([
      {
        law: "Nobody dies. Not of thirst, not of the plague, not by anyone's hand.",
        breaks: ["The captain dies.", "He drops dead."],
        keeps: ["Your thirst is great.", "Ned holds out his hand.", "You quench your thirst.", "The plague year."],
      },
      {
        law: "Tobias eats hats, charts and porridge. Never a letter.",
        own: "Your letter is sealed. A letter came.",
        breaks: ["Tobias eats the letter.", "Tobias ate a letter."],
        keeps: ["Two letters lie here.", "You read the letters.", "Tobias eats a hat.", "Ned writes letters."],
      },
      {
        law: "Nobody is told what Moss is thinking, least of all by her.",
        breaks: [],
        keeps: ["You are told least.", "Moss thinks.", "Ned tells you.", "You are told the way."],
      },
      {
        law: "Nobody but Ruth may tell the player who broke the wheel.",
        breaks: [],
        keeps: ["The player waits.", "Two card players sit here.", "Ned tells you the time.", "The wheel is broken."],
      },
    ]);
  });

  it("[CA5860] a time for which a law holds is no object of its verb", () => {
    checkMeanings([
      {
        law: "Nobody dies in these sixty hours.",
        breaks: ["The captain dies.", "Ned dies at noon."],
        keeps: ["The sixty hours are long.", "Ned sleeps.", "Before he died he sailed.", "The fire is dying."],
      },
      {
        law: "No one laughs during the five nights.",
        breaks: ["Ned laughs.", "She laughs at you.", "They giggle."],
        keeps: ["The five nights pass.", "A bird calls.", "You hum.", "He smiles."],
      },
      {
        law: "The ice on the Sill does not break before the hearing.",
        breaks: ["The ice breaks.", "The ice is broken.", "The ice has broken."],
        keeps: ["The hearing begins.", "Ned breaks the bread.", "The ice is thick.", "The wheel breaks."],
      },
    ]);
  });

  it("[CA5861] who is alive may be thought dead, unless the law says that nobody may say so", () => {
    checkMeanings([
      {
        law: "Jory Pell is alive.",
        breaks: ["Jory Pell is dead.", "Jory Pell dies.", "They find Jory Pell's corpse."],
        keeps: [
          "You have told people that Jory Pell was dead.",
          "Ruth thought Jory Pell was dead.",
          "Everybody believes that Jory Pell is dead.",
          "Jory Pell writes to you.",
        ],
      },
      {
        law: "Jory Pell is alive. No scene may state that he is dead.",
        breaks: ["Everybody believes that Jory Pell is dead."],
        keeps: ["Jory Pell writes to you."],
      },
    ]);
  });

  it("[CA5862] what holds of somebody whoever it is is no death that happens", () => {
    checkMeanings([
      {
        law: "Nobody dies in this story.",
        breaks: ["The captain dies.", "A sailor dies in the night."],
        keeps: [
          "Somebody dies, you tell the bees.",
          "When somebody dies the bell is muffled.",
          "If a bee dies, it is swept up.",
          "Whoever dies is buried here.",
          "Ned would die for her.",
        ],
      },
    ]);
  });
});

describe("other laws", () => {
  it("[CA5863] are read as a careful human reads them", () => {
    checkMeanings([
      {
        law: "Nobody strikes anybody. No fist, no slap.",
        breaks: ["Ned strikes him.", "Ned punches the captain's friend.", "She slaps him.", "A slap."],
        keeps: ["The clock strikes nine.", "Ned strikes a match.", "She claps.", "Waves beat on the quay."],
      },
      {
        law: "Nobody is shown killing an animal.",
        breaks: ["Ned kills the dog.", "She killed a goose."],
        keeps: ["Ned feeds the dog.", "An animal sleeps.", "The dog is shown in.", "He kills time."],
      },
      {
        law: "The Privy Seal is never copied.",
        breaks: ["The Privy Seal is copied.", "Ned copies the Privy Seal."],
        keeps: ["The privy is full.", "A letter is copied.", "The Privy Seal lies here.", "Ned seals it."],
      },
      {
        law: "Lady Hester never comes out of the manor.",
        breaks: ["Lady Hester comes out of the manor.", "Hester came out of the manor."],
        keeps: ["Hester shines with pride.", "Hester appears at the window.", "Ned comes out of the manor."],
      },
      {
        law: "Do not use modern slang, and do not describe blood.",
        breaks: ["“Okay, guys.”", "Blood runs down."],
        keeps: ["“Very well.”", "Water runs down.", "The modern mill.", "You use a rope."],
      },
      {
        law: "Nobody fires a cannon, and there is no vision and no voice of his in an empty church.",
        breaks: ["Ned fires a cannon.", "You have a vision."],
        keeps: ["You hear a voice.", "The church is empty.", "A cannon rusts on the quay.", "Voices of children."],
      },
      {
        law: "The harbour rule doesn't allow it and Ruth will notice: no lantern may burn on the quay.",
        own: "A lantern hangs in the mill.",
        breaks: ["A lantern burns on the quay."],
        keeps: ["Ruth allows Ned to stay.", "A lantern burns in the mill.", "Ruth notices you.", "The quay is dark."],
      },
      {
        law: "Only the doctor may say that somebody is dead; the Registrar does not pronounce anybody dead.",
        breaks: ["The Registrar pronounces him dead."],
        keeps: ["The doctor pronounces him dead.", "Ruth says so.", "The Registrar counts."],
      },
      {
        law: "Never let Ned apologise. He never explains a joke either.",
        breaks: ["Ned apologises.", "Ned explains the joke."],
        keeps: ["Ruth apologises.", "You explain.", "A joke is told.", "Ned laughs."],
      },
      {
        law: "Guns: none. No pistols, no rifles.",
        breaks: ["A pistol.", "Two rifles.", "A revolver."],
        keeps: ["A rope.", "The gunwale is wet.", "A gunny sack."],
      },
      {
        law: "There are no motors here, because the class voted. Oars only.",
        breaks: ["A motor hums.", "Two motors."],
        keeps: ["The class sits.", "You take the oars.", "They vote.", "A sail fills."],
      },
      {
        law: "7. The dead stay dead: no resurrection, no necromancy.",
        breaks: ["A resurrection.", "He studies necromancy."],
        keeps: ["The insurrection.", "He studies law.", "The dead rest here."],
      },
      {
        law: "Moss cannot harm a living creature. She never bites and never scratches.",
        breaks: ["Moss bites Ned.", "Moss scratches you.", "Moss hurts him."],
        keeps: ["Ned scratches his head.", "The frost bites.", "Moss sleeps.", "Moss yawns."],
      },
    ]);
  });
});

describe("laws and the order of the story", () => {
  const told = (parts: Parameters<typeof readSmall>[0]) => readSmall(parts).reading;

  it("[CA5856] lore is not held against a law that ends with a beat", () => {
    const { facts, laws } = told({
      lore: [{ file: "lore/ice.md", text: "# The Ice\n\nEvery spring the ice breaks with a noise like a herd." }],
      beats: [beat("beat_001", "You come."), beat("beat_002", "It goes.", { title: "The Twelfth Day" })],
      constraints: ["The ice does not break before the twelfth day."],
    });
    expect(laws[0]?.checks.map(({ until }) => until)).toContain("beat_002");
    expect(facts.map(({ text }) => text)).toContain("Every spring the ice breaks with a noise like a herd.");
  });
});

it("[CA5864] laws with exceptions, quotations, lists and clauses of their own are read no wider than they are", () => {
  checkMeanings([
    {
      law: "No one but the keeper climbs to the loft. Nobody builds another.",
      breaks: [],
      keeps: ["Ned climbs to the loft.", "Ruth builds a fire.", "The keeper climbs."],
    },
    {
      law: "Nobody calls the player by name. The narrator never uses the word 'suddenly'.",
      breaks: ["Suddenly the door opens."],
      keeps: ["The player of the fiddle sits down.", "A word is said.", "The sudden wind.", "Ned calls your name."],
    },
    {
      law: "Lady Hester does not wear a veil, and she carries no weapon.",
      own: "A weapon hangs in the hall. The weapon was her father's.",
      breaks: ["Lady Hester wears a veil.", "Hester carries a weapon."],
      keeps: ["Hester wears a coat.", "A weapon hangs here.", "Hester carries a bag.", "Ruth wears a veil."],
    },
    {
      law: "Lady Hester does not know who you are. The dead miller's name is never spoken.",
      breaks: [],
      keeps: ["Hester knows the tides.", "You know Lady Hester.", "Your name is spoken.", "Who are you?"],
    },
    {
      law: "The player cannot fly, turn invisible or read minds.",
      breaks: ["You fly.", "You read minds."],
      keeps: ["A gull flies.", "You turn the page.", "You read a letter.", "Do you mind?"],
    },
    {
      law: "Nothing is ever stolen in Port Orrin. It is forbidden to whistle in the loft. Magic is not real here.",
      breaks: ["The lamp is stolen.", "Ned whistles in the loft.", "It is magic."],
      keeps: ["Ned whistles.", "The wind whistles.", "The real reason.", "Steel is dear.", "The loft is cold."],
    },
    {
      law: "Never show the monster in full. No talk of prices at the Heron.",
      own: "Prices are high in Orrin. The prices of hay have doubled.",
      breaks: ["They talk of prices at the Heron."],
      keeps: ["The monster waits.", "Prices are high.", "They talk at the Heron.", "The bucket is full."],
    },
  ]);
});
