import type { ReadLaw } from "@narratoria/protocol/contracts";
import { brokenLaws } from "@narratoria/protocol/laws";
import type { StorySource } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { readSource } from "../src/testing.js";
import type { ReadingSource } from "../src/testing.js";

const npc = (id: string, name: string, role: string, background = ""): StorySource["npcs"][number] => ({
  id,
  profile: { name, role, personality: { traits: [] }, motivations: [], background },
});

const NOWHERE: ReadingSource = {
  title: "Nowhere",
  premise: "",
  setting: "# Nowhere\n\nNowhere is a village by a lake.",
  lore: [],
  npcs: [
    npc("magda", "Magda Rey", "Weaver", "She weaves. She owes Emil for wool."),
    npc("emil", "Emil Stark", "Clerk", "He counts. He never looks up."),
    npc("biscuit", "Biscuit", "A dog", "It barks at the ferry."),
    npc("abbot", "The Abbot", "Abbot", "He keeps the chapel."),
    npc("argus", "Argus", "The house's machine", "It counts the lamps."),
  ],
  beats: [
    { id: "beat_001", title: "The Boat", description: "A boat comes in." },
    { id: "beat_002", title: "The Fair Is Over", description: "They take the tents down." },
  ],
  endings: [],
  constraints: [],
  forbidden: [],
  frames: [],
};

const readLaws = (constraint: string, more: Partial<ReadingSource> = {}): readonly ReadLaw[] =>
  readSource({ ...NOWHERE, ...more, constraints: [constraint] }).laws;

const breaks = (text: string, constraint: string, more: Partial<ReadingSource> = {}): boolean =>
  brokenLaws(text, readLaws(constraint, more)).length > 0;

interface Row {
  readonly law: string;
  readonly forbids: readonly string[];
  readonly allows?: readonly string[];
}

function checkRows(rows: readonly Row[]): void {
  for (const { law, forbids, allows = [] } of rows) {
    for (const phrase of forbids) expect(breaks(`Then ${phrase} in the room.`, law), `${law} -> ${phrase}`).toBe(true);
    for (const phrase of allows)
      expect(breaks(`Then ${phrase} in the room.`, law), `${law} allows ${phrase}`).toBe(false);
  }
}

describe("a constraint forbids", () => {
  it("[CA260] what there is none of, in every form, with what it means along", () => {
    checkRows([
      { law: "There are no firearms here. No pistol or rifle appears.", forbids: ["a pistol", "rifles", "a musket"] },
      {
        law: "There is no electricity, no telephone and no motor car.",
        forbids: ["electric", "a motor-car", "telephones"],
      },
      { law: "There is neither palace nor castle.", forbids: ["a palace", "castles"] },
      { law: "No ghost of him is seen or heard.", forbids: ["a ghost", "an apparition"] },
      { law: "Nothing supernatural exists.", forbids: ["a ghost", "haunted"] },
      { law: "It does not rain in this story.", forbids: ["it rains", "drizzle", "raindrops"] },
      {
        law: "There is no cold pie and no burnt pie.",
        forbids: ["a cold pie", "burnt pies"],
        allows: ["a pie", "the cold"],
      },
      { law: "Dragons are extinct; none appears.", forbids: ["a dragon"] },
      { law: "Rain, snow and sleet do not exist here.", forbids: ["rain", "snow", "sleet"] },
    ]);
  });

  it("[CA260] what nobody has, sees, uses or is done", () => {
    checkRows([
      { law: "Nobody carries or fires a gun.", forbids: ["a gun", "a revolver"] },
      { law: "Nobody sees the sun, the moon or the stars.", forbids: ["the sun", "moonlight", "a star"] },
      { law: "Nobody here has seen the sea.", forbids: ["the sea"] },
      { law: "Nobody is sent to prison or put in a dungeon.", forbids: ["a prison", "dungeons", "sent to prison"] },
      { law: "Nobody gets tied up.", forbids: ["he is tied up"] },
      { law: "Nobody sends a text message or makes a video call.", forbids: ["a text message", "video calls"] },
      { law: "Nobody dies, and nobody turns out to have died.", forbids: ["a corpse", "he was killed"] },
      { law: "The narration never uses kilometres or Celsius.", forbids: ["ten kilometers", "celsius"] },
      { law: "Nothing explodes.", forbids: ["it explodes", "an explosion"] },
    ]);
  });

  it("[CA261] what somebody never does, whatever the form, and says nothing of others who do it", () => {
    checkRows([
      {
        law: "Magda never laughs.",
        forbids: ["Magda laughs", "Magda Rey laughed", "Magda giggles"],
        allows: ["Emil laughs"],
      },
      {
        law: "The bell hangs in the lake. It does not sound: no scene may have it ring or toll.",
        forbids: ["the bell rings", "a bell tolled", "the toll of the bell"],
      },
      { law: "Emil cannot swim.", forbids: ["Emil swims", "Emil swam"] },
      {
        law: "Emil never removes his mask.",
        forbids: ["Emil removes his mask", "Emil took off the mask"],
        allows: ["Emil removes his coat"],
      },
      { law: "Mrs. Holloway and Magda never kiss.", forbids: ["Magda kisses Emil"] },
      { law: "Magda is blind.", forbids: ["Magda sees it", "Magda looks up"] },
      { law: "The Abbot is never seen to eat.", forbids: ["the Abbot eats"] },
      {
        law: "No room leaks, no glass cracks and nothing implodes.",
        forbids: ["the room leaks", "the glass cracked", "it implodes"],
      },
      { law: "The fog does not lift.", forbids: ["the fog lifts", "the fog clears"], allows: ["the fog"] },
      {
        law: "Nobody hits anybody.",
        forbids: ["Emil hits him", "she punched Emil"],
        allows: ["the rain hits the roof"],
      },
      {
        law: "Until then no member strikes a match or lights a lamp.",
        forbids: ["he lit a match", "she lights the lamp"],
        allows: ["the match is over"],
      },
      { law: "The door to the cellar stays locked.", forbids: ["the cellar door opens", "Emil unlocks the door"] },
    ]);
  });

  it("[CA262] speech of whoever does not speak", () => {
    checkRows([
      {
        law: "Biscuit is a dog. It never talks.",
        forbids: ["Biscuit says", "says the dog", "asks Biscuit".replace("asks", "says")],
        allows: ["Biscuit barks", "Emil says"],
      },
      { law: "The Abbot has taken a vow of silence.", forbids: ["the Abbot whispers", "said the Abbot"] },
      {
        law: "Argus has no voice. It never speaks, hums or sings.",
        forbids: ["Argus says", "Argus sings", "Argus's voice"],
      },
      { law: "No animal speaks.", forbids: ["Biscuit says", "the horse replies"], allows: ["Emil replies"] },
      { law: "Magda never says a word, and neither the mill nor the lake gives an answer.", forbids: ["Magda says"] },
      {
        law: "The river, the house and the trees are spoken of as if they lived. None of them ever says a word.",
        forbids: ["the river says", "say the trees", "said the house"],
      },
    ]);
  });

  it.each([
    "Magda never says a thing that is not true. She may sing instead.",
    "Magda never says anything that would hurt Emil.",
    "Magda does not speak unless she is spoken to.",
    "Magda never answers more than she was asked.",
    "Magda never tells things which she has not seen.",
  ])("[CA713] no speech at all where only some of it is denied: %s", (law) => {
    checkRows([{ law, forbids: [], allows: ["Magda says", "says Magda", "Magda answers"] }]);
  });

  it("[CA261] what the player may never say, and nothing else that the player says", () => {
    checkRows([
      {
        law: 'You never say the name of the drowned king. It\'s "the old man", or "him on the hill".',
        forbids: ["drowned king"],
        allows: ["You say yes", "You ask him", "the old man"],
      },
      { law: "No swearing, please.", forbids: ["swearing"], allows: ["He says please"] },
    ]);
  });

  it("[CA261] objects of nobody and nothing, bound to whoever does it", () => {
    checkRows([
      {
        law: "Emil is a clerk. He harms no one.",
        forbids: ["Emil hurts Magda", "Emil harms the dog"],
        allows: ["Magda hurts Emil"],
      },
    ]);
  });

  it("[CA263] what a list denies of whom the sentence before describes", () => {
    checkRows([
      {
        law: "Biscuit is a dog. No speech, no reading.",
        forbids: ["Biscuit says", "Biscuit reads"],
        allows: ["Magda reads a book", "a book on the shelf", "Emil's speech"],
      },
      {
        law: "Emil was never heard again. His face is not described.",
        forbids: ["Emil's face"],
        allows: ["Magda's face", "his own face"],
      },
    ]);
  });

  it("[CA263] what somebody does not have, of theirs alone", () => {
    checkRows([
      {
        law: "Argus has no body. It has no hands and no face.",
        forbids: ["Argus's hand", "Argus's eyes"],
        allows: ["her hands", "Emil's face"],
      },
    ]);
  });

  it("[CA264] the dead among the living, and the living among the dead", () => {
    checkRows([
      {
        law: "Emil is dead and stays dead.",
        forbids: ["Emil smiles", "Emil says", "Emil is alive"],
        allows: ["Emil said once"],
      },
      {
        law: "Emil is alive. No scene may show his corpse or state that he is dead.",
        forbids: ["Emil is dead", "Emil's body", "Emil died"],
      },
      { law: "Emil was dead before the story opened. No scene may show him living.", forbids: ["Emil nods"] },
    ]);
  });

  it("[CA265] names that nobody is called by, and words in quotation marks", () => {
    checkRows([
      {
        law: "Nobody calls her Miss Rey, Mrs. Rey or the seamstress.",
        forbids: ["Miss Rey", "Mrs Rey", "the seamstress"],
      },
      { law: "The dog is called Biscuit, never Bisc.", forbids: ["Bisc"] },
      { law: 'Never use the words "moist" or "suddenly".', forbids: ["it is moist", "suddenly"] },
      { law: "Nobody swears worse than 'blast'.", forbids: ["damn"], allows: ["blast"] },
    ]);
  });

  it("[CA266] what is the player's alone, and figures", () => {
    const seal =
      "The seal is broken by the player's own hand or it is not broken at all. No other character may cut it.";
    checkRows([{ law: seal, forbids: ["Emil breaks the seal", "the seal bursts", "Emil cut the seal"] }]);
    expect(breaks("You break the seal.", seal)).toBe(false);
    expect(breaks("Room 7 is shut.", "No digits: numbers are written out.")).toBe(true);
  });

  it("[CA266] what is not yet there in the year of the story", () => {
    checkRows([{ law: "The year is 1848.", forbids: ["a telephone", "an aeroplane"], allows: ["a railway"] }]);
  });
});

describe("a law", () => {
  it("[CA267] lets be what its own words allow", () => {
    const law = "No drink is poured. No whisky, no beer. Tea and cider are fine.";
    checkRows([{ law, forbids: ["whisky", "wine"], allows: ["cider", "tea"] }]);
  });

  it("[CA267] lets names be that hold a forbidden word", () => {
    const place = {
      lore: [{ file: "lore/places/the-gun-inn.md", text: "# The Gun Inn\n\nThe Gun Inn has four beds." }],
    };
    expect(breaks("You go to the Gun Inn.", "There are no guns.", place)).toBe(false);
    expect(breaks("You take the gun.", "There are no guns.", place)).toBe(true);
  });

  it("[CA268] holds until its beat, where one can be found", () => {
    const [law] = readLaws("Until the fair is over nobody lights a lamp.");
    expect(law?.checks.map(({ until }) => until)).toEqual(law?.checks.map(() => "beat_002"));
    expect(law?.checks.length).toBeGreaterThan(0);
  });

  it("[CA269] means nothing that the author's own text keeps saying", () => {
    const setting = Array.from({ length: 9 }, (_, at) => `Lamp ${at} burns at the gate.`).join(" ");
    const law = "Nobody lights a lamp.";
    expect(breaks("The lamp burns.", law, { setting: `# Nowhere\n\n${setting}` })).toBe(false);
    expect(breaks("Emil lights the lamp.", law, { setting: `# Nowhere\n\n${setting}` })).toBe(true);
  });

  it("[CA270] says what it forbids, and is empty where no check covers it", () => {
    const [dog, weight] = [readLaws("Biscuit never talks.")[0], readLaws("Be kind to the reader.")[0]];
    expect(dog?.forbids).toEqual(expect.arrayContaining(["Biscuit says", "said Biscuit", "Biscuit asks"]));
    expect(weight).toMatchObject({ checks: [], forbids: [], text: "Be kind to the reader." });
    const block = readSource({ ...NOWHERE, forbidden: ["gold coin"] }).laws;
    expect(block).toMatchObject([{ text: "There is no gold coin.", forbids: ["gold coin", "gold coins"] }]);
  });
});
