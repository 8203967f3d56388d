// SPEC.md CA440 to CA442, CA560: what people keep to themselves, and what a beat lets ask of them.
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

const secretsOf = (secrets: string, npc = "orsolya") =>
  readSource({ ...WEIGHBRIDGE, secrets: { [npc]: secrets } })
    .cast.find(({ id }) => id === npc)
    ?.confidences?.map(({ text }) => text) ?? [];

describe("what somebody keeps to themselves", () => {
  it.each([
    ["She filled the hole with wax herself, on a Sunday.", "I filled the hole with wax myself, on a Sunday."],
    ["Orsolya keeps two books under the floor.", "I keep two books under the floor."],
    ["She's told nobody about the second book.", "I've told nobody about the second book."],
    ["She let the boys watch, and they let her carry the wax.", "I let the boys watch, and they let me carry the wax."],
    ["She is not what her papers say she is.", "I am not what my papers say I am."],
    ["On the Monday she hid the key behind her stove.", "On the Monday I hid the key behind my stove."],
    [
      "She has never owned the scales that the town pays her for.",
      "I have never owned the scales that the town pays me for.",
    ],
    [
      "**The wax.** She bought it in the Long Yard, from her own purse.",
      "I bought it in the Long Yard, from my own purse.",
    ],
    [
      "Two. One: in her drawer lies the other weight, the true one.",
      "In my drawer lies the other weight, the true one.",
    ],
  ])("[CA440] %j is said in the first person", (secret, said) => {
    expect(secretsOf(secret)).toEqual([said]);
  });

  it.each([
    "Why does the town want it wrong? Because on the eighth night everyone is on the road. The custom says that the salt may move.",
    "The wax was bought in the Long Yard, and nobody has asked who paid for it.",
  ])("[CA543] %j is the author's note on the plot, and nobody's to say", (secret) => {
    expect(secretsOf(secret)).toEqual([]);
  });

  it.each([
    // What is to become of her she does not know.
    "She will die, peacefully, before the last bell.",
    // Another woman may be meant.
    "Her sister knew that she had filled the hole with wax.",
    // For the teller alone.
    "If the player finds the wax, she owns up at once.",
    "When she is asked about the wax, she leaves the room.",
    "See lore/the-hidden-drawer.md for what she did there.",
    // What she does not know she cannot say.
    "She does not know that Jonas saw her do it that night.",
    // A letter's own words.
    "*I have filled the hole with wax, and nobody is to know of it.*",
    // A verb that would have to change too.
    "She files the weight and tells nobody about the filing.",
  ])("[CA440] %j is said by nobody", (secret) => {
    expect(secretsOf(secret)).toEqual([]);
  });

  it("[CA440] is said by nobody where another man may be meant", () => {
    expect(secretsOf("His father watched while he took his knife to the weight.", "jonas")).toEqual([]);
  });

  it("[CA440] goes on as long as each sentence can be said, and begins anew where nothing leans on what is left out", () => {
    expect(
      secretsOf(
        "She filled the hole with wax. She sleeps badly. It was her sister's idea, and she hated her for it. The wax came from the Long Yard. It smelled of honey.",
      ),
    ).toEqual(["I filled the hole with wax. I sleep badly.", "The wax came from the Long Yard. It smelled of honey."]);
  });

  const termsOf = (secrets: string) =>
    readSource({ ...WEIGHBRIDGE, secrets: { orsolya: secrets } })
      .cast.find(({ id }) => id === "orsolya")
      ?.confidences?.map(({ text, terms }) => [text, terms]);

  it.each([
    ["She tells it only to who has seen the weight.", "known", ["weight"]],
    ["She will tell nobody who has not earned it.", "trusted", undefined],
    ["Orsolya only speaks of it once you have read the register.", "known", ["register"]],
    ["She will not say so unless she is shown the seal of the town.", "carried", ["seal", "town"]],
    ["She admits it only if you trust her with something first.", "trusted", undefined],
    ["She will show it to anyone who asks her outright.", "asked", undefined],
    ["She will tell anybody who asks about the wax.", "asked", ["wax"]],
    ["She will only say so after a third glass.", "unclear", undefined],
    ["She will never tell.", "never", undefined],
  ])("[CA560] %j says on what terms, and is said by nobody", (sentence, when, words) => {
    const told = termsOf(`She filled the hole with wax herself. ${sentence}`);
    expect(told).toEqual([["I filled the hole with wax myself.", expect.objectContaining({ when })]]);
    const [[, terms] = []] = told ?? [];
    expect(Object(terms).words).toEqual(words);
  });

  it("[CA560] terms hold for their paragraph, and alone in one for all that have none of their own", () => {
    const wax = "She filled the hole with wax herself.";
    const book = "She keeps two books under the floor, and will show them to anyone who asks her outright.";
    expect(termsOf(`${wax}\n\n${book}\n\nShe tells none of it to anyone who has not read the register.`)).toEqual([
      ["I filled the hole with wax myself.", { when: "known", names: [], words: ["register"] }],
      ["I keep two books under the floor.", { when: "asked" }],
    ]);
  });

  it.each(["She told nobody but her sister's cat.", "When the bell rings she gives the boys bread."])(
    "[CA560] %j is no terms",
    (sentence) => {
      for (const [, terms] of termsOf(`She filled the hole with wax herself. ${sentence}`) ?? [])
        expect(terms).toBeUndefined();
    },
  );

  it("[CA440] waits for the beat or ending that says it", () => {
    const secrets = { jonas: "He drowned the mule in the millrace and buried its harness." };
    const later = "Jonas drowned the mule in the millrace, and its harness is found.";
    const beats: readonly PlotBeat[] = [
      {
        id: "beat_009",
        title: "Later",
        description: later,
        consequences: [later],
        conditions: { scene_count: { min: 9 } },
      },
    ];
    const [own] =
      readSource({ ...WEIGHBRIDGE, secrets, beats }).cast.find(({ id }) => id === "jonas")?.confidences ?? [];
    expect(own).toMatchObject({
      text: "I drowned the mule in the millrace and buried its harness.",
      locked: "beat_009",
    });
  });
});

describe("the time of a secret", () => {
  const hour = (at: number, more: Partial<PlotBeat> = {}): PlotBeat => ({
    id: `beat_00${at}`,
    title: `Hour ${at}`,
    description: `The scales stand still, and somebody counts to ${at}.`,
    ...more,
  });
  const timeOf = (secret: string, beats: readonly PlotBeat[]) =>
    readSource({ ...WEIGHBRIDGE, secrets: { jonas: secret }, beats }).cast.find(({ id }) => id === "jonas")
      ?.confidences?.[0]?.locked;
  const DROWNED = "He drowned the mule in the millrace and buried its harness under the lime kiln.";

  it("[CA505] is the last third of the story, where no beat says it, and there a beat that comes by itself", () => {
    expect(
      timeOf(
        DROWNED,
        [1, 2, 3, 4, 5, 6].map((at) => hour(at)),
      ),
    ).toBe("beat_005");
    const asked = hour(5, { conditions: { player_choice: "look" } });
    expect(timeOf(DROWNED, [hour(1), hour(2), hour(3), hour(4), asked, hour(6)])).toBe("beat_006");
  });

  it("[CA505] is not an early beat that has a few of its words, but one that says most of it", () => {
    const hint = "Jonas comes by with a mule's harness, wet from the millrace.";
    const whole = "Jonas says that he drowned the mule in the millrace and buried its harness under the kiln.";
    const second = (text: string): PlotBeat =>
      hour(2, { description: text, consequences: [text], conditions: { scene_count: { min: 4 } } });
    const others = [1, 3, 4, 5, 6].map((at) => hour(at));
    expect(
      timeOf(
        DROWNED,
        [second(hint), ...others].sort((a, b) => (a.id < b.id ? -1 : 1)),
      ),
    ).toBe("beat_005");
    expect(
      timeOf(
        DROWNED,
        [second(whole), ...others].sort((a, b) => (a.id < b.id ? -1 : 1)),
      ),
    ).toBe("beat_002");
  });

  it("[CA506] is that of notes and wishes which share two words and a third of theirs with it", () => {
    const [first, ...others] = WEIGHBRIDGE.npcs;
    if (first === undefined) throw new Error("nobody is in the story");
    const { id } = first;
    const motivations = ["Keep the harness in the kiln where it lies", "See the fair once more"];
    const reading = readSource({
      ...WEIGHBRIDGE,
      npcs: [{ ...first, profile: { ...first.profile, motivations } }, ...others],
      secrets: { [id]: DROWNED },
      beats: [],
    });
    const wants = reading.cast.find((entry) => entry.id === id)?.wants ?? [];
    expect(wants.map(({ locked }) => locked !== undefined)).toEqual([true, false]);
  });
});

describe("what a beat lets ask", () => {
  const secrets = { jonas: "He carried the wax in a biscuit tin, under the straw of his own cart." };
  const choicesOf = (more: Partial<PlotBeat>) =>
    readSource({
      ...WEIGHBRIDGE,
      secrets,
      beats: [{ id: "beat_001", title: "Straw", description: "Jonas brushes the straw from his cart.", ...more }],
    }).beats[0]?.choices ?? [];
  const jonas = { speaker: "jonas", line: "Ask me what's in the tin. Nobody has." };

  it.each<[string, Partial<PlotBeat>, string]>([
    ["a line of somebody's", { dialogue: [jonas] }, "ask Peel what's in the tin"],
    [
      "what the player may ask",
      { consequences: ["The player may press Peel about the tin"] },
      "press Peel about the tin",
    ],
    ["what somebody may be asked", { consequences: ["Jonas may be asked about the tin"] }, "ask Peel about the tin"],
    ["what somebody will talk of", { consequences: ["Jonas will now talk about the tin"] }, "ask Peel about the tin"],
  ])("[CA441] by %s, where they have an answer", (_, more, text) => {
    expect(choicesOf(more)).toContainEqual({ text, asks: "jonas", answer: "jonas-confides-1", invited: true });
  });

  it("[CA484] by what nobody has asked, of the one who has an answer", () => {
    const choice = { text: "ask Peel what stood in the tin", asks: "jonas", answer: "jonas-confides-1", invited: true };
    const told = "Jonas brushes the straw from his cart, and Orsolya says that nobody has thought to ask";
    expect(choicesOf({ description: `${told} him what stood in the tin.` })).toContainEqual(choice);
    expect(choicesOf({ description: `${told} Jonas what stood in the tin.` })).toContainEqual(choice);
    expect(choicesOf({ description: `${told} her why the comet fell.` })).toEqual([]);
  });

  it("[CA3621] by the condition that an author has put before an example line", () => {
    const examples = [
      'If asked about the tin: "It was warm. It ticked."',
      'When shown the comet: "Shut the door."',
      "If you ask me, it is late: nobody has been paid.",
    ];
    const npcs = WEIGHBRIDGE.npcs.map((npc) =>
      npc.id === "jonas" ? { ...npc, profile: { ...npc.profile, speech_patterns: { style: "", examples } } } : npc,
    );
    const reading = readSource({
      ...WEIGHBRIDGE,
      npcs,
      beats: [{ id: "beat_001", title: "Straw", description: "Jonas sits on a tin, under the comet, and waits." }],
    });
    expect(reading.cast.find(({ id }) => id === "jonas")?.lines).toEqual([
      { text: "It was warm. It ticked.", form: "words", cue: "If asked about the tin" },
      { text: "Shut the door.", form: "words", cue: "When shown the comet" },
      { text: examples[2], form: "words" },
    ]);
    expect(reading.beats[0]?.choices).toEqual([
      { text: "ask Peel about the tin", asks: "jonas", answer: "jonas-says-1" },
    ]);
  });

  it("[CA441] nothing that nobody answers", () => {
    expect(choicesOf({ consequences: ["The player may press Jonas about the comet"] })).toEqual([]);
    expect(choicesOf({ dialogue: [{ speaker: "jonas", line: "Ask me why the comet fell." }] })).toEqual([]);
  });

  it("[CA442][CA494] a thing of the beat to which somebody in it has something to say, a secret only later on", () => {
    const tin = { description: "Jonas sits on a biscuit tin and waits." };
    expect(choicesOf(tin)).toEqual([]);
    const before = ["a", "b"].map((id) => ({ id, title: "Rain", description: "It rains on the Long Yard." }));
    const later = { id: "beat_001", title: "Straw", ...tin };
    expect(readSource({ ...WEIGHBRIDGE, secrets, beats: [...before, later] }).beats.at(-1)?.choices).toEqual([
      { text: "ask Peel about the biscuit tin", asks: "jonas", answer: "jonas-confides-1" },
    ]);
    // What stands in no beat's text is asked by nobody.
    expect(choicesOf({ description: "Jonas sits and waits." })).toEqual([]);
    // Nor is anything repeated that the beat itself has said.
    const line = "I carried the wax in a biscuit tin, under the straw of my own cart.";
    const said = { description: "Jonas sits on a biscuit tin.", dialogue: [{ speaker: "jonas", line }] };
    expect(choicesOf({ ...said }).filter(({ answer }) => answer?.includes("says"))).toEqual([]);
  });
});
