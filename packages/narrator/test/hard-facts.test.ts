// SPEC.md NA4900 to NA4917: hard facts that a model's sentence is held against, in whatever words it puts them.
import { readSource } from "@narratoria/campaign/testing";
import { describe, expect, it } from "vitest";
import { createModelNarrator, ModelError } from "../src/index.js";
import { checkSentence } from "../src/prose/check-sentence.js";
import type { SceneFacts } from "../src/prose/checks/scene-facts.js";
import { actorsIn, peopleCards } from "../src/prose/people-cards.js";
import { matterOfPrompt, scenePrompt } from "../src/prose/scene-prompt.js";
import { SentenceReader } from "../src/prose/sentence-reader.js";
import { createScriptedHost } from "../src/testing.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { facts, sceneToTell } from "./support/prose-scenes.js";

const check = (sentence: string, more: Partial<SceneFacts> = {}): string | undefined =>
  checkSentence(sentence, facts(more))?.check;

const withRole = (id: string, role: string): SceneFacts["story"] => ({
  ...story,
  matter: {
    ...story.matter,
    people: story.matter.people.map((person) => (person.id === id ? { ...person, role } : person)),
  },
});
const CALLED = {
  story: withRole("jonas", "Ferryman of the yard, called the Heron"),
  given: "The Weigh House. Orsolya, weigher. The cart is the Heron’s.",
};
const MORNING = { given: "The Weigh House. It is morning. Orsolya, weigher." };
const EVENING = { given: "The Weigh House. It is evening. Orsolya, weigher." };
const LINE = { text: "I have weighed this. It was short.", speaker: "Orsolya" };
const ROOM = {
  given: "The Weigh House. Room 9. The carter wants to see a queen. Orsolya, weigher. There are six barrels.",
};

it.each<[string, string, string, Partial<SceneFacts>?]>([
  ["NA4902", "presence", "The Heron strolls in and buys a sack.", CALLED],
  ["NA4902", "presence", "The ferryman leans in at the window.", CALLED],
  ["NA4902", "presence", "Jonas looks round the door.", { draft: "Jonas is at the mill." }],
  ["NA4904", "harm", "The weight comes down and breaks two of her fingers."],
  ["NA4904", "harm", "The hook goes into her palm."],
  ["NA4904", "harm", "The rail is wet, and she is thrown against the wall."],
  ["NA4904", "harm", "She brings the pan down on the counter, and it goes to pieces."],
  ["NA4904", "harm", "A wave takes the sacks and the boy’s barrow."],
  ["NA4904", "harm", "Ink runs over both pages."],
  [
    "NA4905",
    "locked",
    "She has paid the carter for the short weight out of her own purse.",
    {
      secrets: ["She has paid the carter for the short weight out of her own purse since spring, and told nobody."],
      given: "paid the carter for the short weight out of her own purse",
    },
  ],
  ["NA4906", "outcome", "The wheel marks go west.", { draft: "The wheel marks go east, to the yard." }],
  [
    "NA4906",
    "outcome",
    "The scale and the book agree by now to the last ounce of salt, and the page is shut.",
    { draft: "The scale and the book do not agree." },
  ],
  ["NA4906", "outcome", "She smiles at you.", { draft: "She frowns at you." }],
  ["NA4906", "outcome", "She catches your wrist over the page."],
  ["NA4907", "outcome", "The saloon is warm, and smells of paint."],
  ["NA4907", "outcome", "In the corner of the barracks a stove ticks."],
  ["NA4908", "numbers", "“I was in nine rooms today,” she says.", ROOM],
  ["NA4908", "numbers", "Nine of the barrels are whole.", ROOM],
  ["NA4908", "numbers", "The pit is six feet deep.", ROOM],
  ["NA4911", "deeds", "“You may keep the cup,” she says."],
  ["NA4911", "deeds", "She pushes the brush over the counter: it’s yours."],
  ["NA4911", "deeds", "She slips a coin into your oilskins."],
  ["NA4911", "deeds", "You look at the pencil for a while, and pocket it."],
  ["NA4911", "outcome", "She leaves you a purse."],
  ["NA4912", "kept", "“It was short. I have weighed this,” she says.", { kept: [LINE] }],
  [
    "NA4912",
    "kept",
    "‘Heavy in the hand, and wet,’ says the page.",
    { draft: "‘Light in the hand, and dry,’ says the page." },
  ],
  ["NA4914", "hour", "The breakfast things are still on the counter.", EVENING],
  ["NA4914", "hour", "It has been dark for an hour.", MORNING],
  ["NA4914", "hour", "The house is asleep, and the whole quay is asleep: it is quite dark already.", MORNING],
  ["NA4915", "deeds", "Orsolya’s yacht is tied up at the steps."],
  ["NA4915", "deeds", "She keeps a goat in the yard."],
  ["NA4915", "presence", "Her brother leans over the half-door.", { given: "Orsolya and her brother." }],
  ["NA4918", "tense", "Orsolya slowly walked to the rail, her eyes on the yard."],
  ["NA4918", "tense", "The wind was loud outside."],
  ["NA4918", "markup", "Orsolya."],
  ["NA4920", "markup", "You have with you: a brass tally, a coat."],
  [
    "NA4921",
    "kept",
    "I have weighed this.",
    { kept: [LINE], draft: "“I have weighed this. It was short,” says Orsolya." },
  ],
  ["NA4923", "markup", "She wipes her hands to touch it, and then does not touch it."],
  ["NA4923", "markup", "“Behind the third hive, in the nettles.”"],
  ["NA4920", "markup", "You have met Orsolya, Jonas."],
  ["NA4920", "markup", "What is there, to be used and not to be told as such: A stove ticks."],
  ["NA4920", "markup", "Orsolya (call: Orsolya), weigher."],
  ["NA4904", "harm", "She cracks two of his ribs."],
  ["NA4902", "presence", "Between the sacks stands Jonas."],
  ["NA4904", "harm", "The weight comes down on her toes."],
  ["NA4904", "harm", "The floor splits under your heel."],
  ["NA4904", "harm", "She drops the letter down the well."],
  ["NA4906", "outcome", "Orsolya forbids you to touch it."],
  ["NA4907", "outcome", "In the vault the bells are white."],
  ["NA4907", "outcome", "Something rings in the vault of the yard."],
  ["NA4911", "outcome", "She gives you her whistle.", { given: "A whistle goes. Orsolya, weigher." }],
  ["NA4915", "past", "She has crossed the salt twice, on foot."],
])(
  "[NA4902] [NA4904] [NA4905] [NA4906] [NA4907] [NA4908] [NA4911] [NA4912] [NA4914] [NA4915] [NA4918] [NA4920] [NA4921] [NA4923] %s %s: turns away %s",
  (_, name, sentence, more) => {
    expect(check(sentence, more)).toBe(name);
  },
);

it.each<[string, string, Partial<SceneFacts>?]>([
  ["NA4902", "“Ask the ferryman,” she says.", CALLED],
  ["NA4904", "She breaks a crust over the sink, and a twig snaps off outside."],
  ["NA4904", "The wind takes the smoke and lays it along the roof."],
  ["NA4904", "She breaks two of her fingers.", { draft: "Orsolya breaks two of her fingers." }],
  ["NA4904", "The pan rocks as though it would go to pieces."],
  ["NA4906", "The scale and the book do not agree, she finds.", { draft: "The scale and the book do not agree." }],
  ["NA4906", "She smiles at you."],
  ["NA4907", "The counter is cold, and smells of rope."],
  ["NA4908", "She eats three buns, and then the fourth.", { given: "There are four buns. There are three men." }],
  ["NA4908", "All six barrels stand there.", ROOM],
  ["NA4911", "She slips a coin into your palm.", { draft: "She slips a coin into your palm." }],
  ["NA4904", "She cracks a joke behind her hand, and opens the other hand."],
  ["NA4918", "The floor was wet.", { told: ["She waits."] }],
  ["NA4904", "She lays a hand on the pan, and folds a bandage."],
  ["NA4923", "She wipes her hands, and does not look at the scale."],
  ["NA4918", "She’s got straw on her."],
  ["NA4918", "Orsolya stops. The floor creaks where she stood."],
  ["NA4911", "She passes you the pepper."],
  ["NA4912", "“I have weighed this,” she says.", { kept: [LINE] }],
  ["NA4913", "She says a word in Latin."],
  ["NA4913", "She counts in a low voice."],
  ["NA4913", "She folds a cloth in three, and mends the tail of the R."],
  ["NA4911", "You leave the cup where it stands."],
  ["NA4913", "She holds the page the way a man holds a cat."],
  ["NA4914", "The breakfast things are still on the counter.", MORNING],
  [
    "NA4915",
    "Her brother leans over the half-door.",
    { given: "Orsolya and her brother.", draft: "Her brother leans over the door." },
  ],
])(
  "[NA4902] [NA4904] [NA4906] [NA4907] [NA4908] [NA4911] [NA4912] [NA4913] [NA4914] [NA4915] [NA4918] [NA4920] [NA4921] [NA4923] %s passes %s",
  (_, sentence, more) => {
    expect(checkSentence(sentence, facts(more))).toBeNull();
  },
);

describe("the prompt", () => {
  const scene = sceneToTell();

  it("[NA4900] has no law that says how or where somebody is, and what they are like", () => {
    const told = {
      ...WEIGHBRIDGE,
      constraints: [
        "Jonas is alive. He is in the loft over the stable. Nobody may find his body.",
        "Orsolya is in the cellar.",
        "Orsolya is blind. She is never late.",
      ],
    };
    const { system } = scenePrompt({
      ...scene,
      story: { ...story, laws: readSource(told).laws },
      source: told,
      contextTokens: 4096,
      scene: 3,
    });
    expect(system).toContain("Orsolya is blind. She is never late.");
    expect(system.slice(system.indexOf("# LAWS"))).not.toMatch(/alive|loft|find his body|cellar/);
  });

  it("[NA4901] says of nobody that they want something of somebody whom it does not speak of", () => {
    const cards = (wants: string, elsewhere: string): string =>
      peopleCards({
        story,
        source: WEIGHBRIDGE,
        state: scene.state,
        brief: { ...scene.brief, cast: [{ id: "orsolya", called: "Orsolya", feeling: 0, knows: [], wants }] },
        elsewhere,
        steps: [],
      }).join("\n");
    expect(cards("to see Jonas well again", "You ask Orsolya.")).not.toContain("well again");
    expect(cards("to see Jonas well again", "Jonas is ill.")).toContain("Wants to see Jonas well again.");
    expect(cards("to see the scale mended", "")).toContain("Wants to see the scale mended.");
  });

  it("[NA4903] does not take for somebody in the scene whom it says to be elsewhere", () => {
    const place = [...story.places.values()].find(({ id }) => id === "long-yard")?.name ?? "the Long Yard";
    const ids = (text: string): string[] => actorsIn([{ text }], story).map(({ id }) => id);
    expect(ids(`Jonas, the clerk, is in ${place}.`)).not.toContain("jonas");
    expect(ids("Jonas is at the window.")).toContain("jonas");
  });

  it("[NA4902] has a card for whom a step calls by what their role says they are called", () => {
    const ids = actorsIn([{ text: "The Heron sits down." }], CALLED.story).map(({ id }) => id);
    expect(ids).toContain("jonas");
  });

  it("[NA4917] gives no words of its own headings and orders as those of the story", () => {
    const prompt = scenePrompt({ ...scene, story, source: WEIGHBRIDGE, contextTokens: 4096, scene: 3 });
    expect(prompt.rest).toMatch(/in this order[^]* to \d+ words/);
    expect(matterOfPrompt(prompt)).not.toMatch(/in this order|\d+ to \d+ words/);
  });
});

it("[NA4909] takes the number of a paragraph for none of its words", () => {
  const reader = new SentenceReader();
  const read = [...reader.add("1. You wait. It is late.\n\n2. Orsolya nods.\n\n412 sacks are there."), ...reader.end()];
  expect(read.map(({ text }) => text)).toEqual(["You wait.", "It is late.", "Orsolya nods.", "412 sacks are there."]);
});

it("[NA4922] leaves out what a model sets over its paragraphs, however it is cut into pieces", () => {
  const text = "### **Scene 6:**\n\nYou wait.\n\n**The yard**\n\nOrsolya nods. It is late.\n\n# Step 2";
  for (const size of [1, 3, 7, text.length]) {
    const reader = new SentenceReader();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      text.slice(at * size, (at + 1) * size),
    );
    const read = [...pieces.flatMap((piece) => reader.add(piece)), ...reader.end()];
    expect(read.map((one) => one.text)).toEqual(["You wait.", "Orsolya nods.", "It is late."]);
  }
});

describe("a scene", () => {
  const tell = async (answer: string) => {
    const host = createScriptedHost(() => answer);
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0 });
    const given = sceneToTell();
    const sentences: string[] = [];
    const told = await narrator.tell(given, {
      signal: new AbortController().signal,
      onSentence: (_, text) => sentences.push(text),
    });
    return { ...told, told: sentences, deed: given.draft.sentences[0]?.text ?? "" };
  };
  const REST = "The draught moves a page. A gull walks on the sill. It stops there. The pencil rolls, and lies still.";

  it("[NA4910] has the player's deed before anything else where its first three sentences leave it out", async () => {
    const { told, deed, draft } = await tell(REST);
    expect(told.slice(0, 2)).toEqual([deed, "The draught moves a page."]);
    expect(draft.paragraphs[0]).toBe(deed);
  });

  it("[NA4910] may come to the deed after a sentence or two", async () => {
    const { told, deed } = await tell(`The pencil rolls. You ask Orsolya about the Salt Book, all the same. ${REST}`);
    expect(told.slice(0, 2)).toEqual(["The pencil rolls.", "You ask Orsolya about the Salt Book, all the same."]);
    expect(told).not.toContain(deed);
  });

  it("[NA4919] that copies the storybook's sentences is the storybook's", async () => {
    const { draft } = sceneToTell();
    const copied = await tell(draft.sentences.map(({ text }) => text).join(" "));
    expect([copied.narrator, copied.draft]).toEqual(["storybook", draft]);
    expect(copied.told).toEqual(draft.sentences.map(({ text }) => text));
  });

  it("[NA4916] is waited for as before after one of which every sentence was cut", async () => {
    let calls = 0;
    const host = createScriptedHost(() =>
      ++calls <= 2 ? "“Then show me,” you say." : { error: new ModelError("timeout", "Nothing came.") },
    );
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0 });
    const options = { signal: new AbortController().signal, onSentence: () => {} };
    await narrator.tell(sceneToTell(), options);
    const { narration } = await narrator.tell(sceneToTell(), options);
    expect(narration.attempts.length).toBeGreaterThan(0);
    expect(host.writes.at(-1)?.timeoutMs).toBeGreaterThan(40_000);
  });
});
