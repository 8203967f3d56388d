import type { ReadLaw } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { lawfulProse, lawfulSlots, sentencesStillTold } from "../src/scene/lawful-scene.js";
import type { ToldProse } from "../src/scene/scene-parts.js";

const evidence = { certainty: "stated", file: "world/constraints.md", line: 1, why: "" } as const;
const laws: readonly ReadLaw[] = [
  {
    id: "law-1",
    text: "There is no ghost. Ticket never speaks.",
    file: "world/constraints.md",
    line: 1,
    forbids: [],
    checks: [
      { kind: "phrase", words: ["ghost", "ghosts"] },
      { kind: "speech", subject: ["Ticket"], words: ["say"] },
    ],
    evidence,
  },
];
const prose = (...paragraphs: string[]): ToldProse => ({ paragraphs, choices: [], narrator: "model" });
const scene = { laws, beat: null, ending: null };

describe("[EN500] the last look at a finished scene", () => {
  it("takes out the sentence that breaks a law, and the paragraph that holds nothing else", () => {
    const told = prose("The hall is cold. A ghost walks in it. You wait.", "Ghosts are here.", "It is late.");
    expect(lawfulProse(told, scene)?.paragraphs).toEqual(["The hall is cold. You wait.", "It is late."]);
  });

  it("gives the same back where nothing is wrong, and null where nothing is left", () => {
    const told = prose("The hall is cold.", "It is late.");
    expect(lawfulProse(told, scene)).toBe(told);
    expect(lawfulProse(prose("A ghost."), scene)).toBeNull();
  });

  it("leaves a beat and an ending as their author wrote them, but not how others say it", () => {
    const beat = {
      id: "b",
      title: "B",
      told: ["A ghost walks in the hall."],
      decisions: [],
      dialogue: [{ speaker: "ann", line: "A ghost, here?" }],
      people: [],
      names: [],
    };
    const told = prose("A ghost walks in the hall. “A ghost, here?” Ann asks.", "“A ghost, here?” says Ticket. Wind.");
    expect(lawfulProse(told, { ...scene, beat })?.paragraphs).toEqual([
      "A ghost walks in the hall. “A ghost, here?” Ann asks.",
      "Wind.",
    ]);
    const ending = { id: "e", title: "E", paragraphs: ["The ghost goes."], epilogue: [] };
    expect(lawfulProse(prose("The ghost goes."), { ...scene, ending })?.paragraphs).toEqual(["The ghost goes."]);
  });

  it("drops a wording of a choice that breaks one", () => {
    const told = {
      ...prose("It is late."),
      choices: [
        { id: "a", text: "Call the ghost" },
        { id: "b", text: "Wait" },
      ],
    };
    expect(lawfulProse(told, scene)?.choices).toEqual([{ id: "b", text: "Wait" }]);
  });
});

describe("[EN3460] a last look that leaves no half of a text", () => {
  it("takes out the whole of a speech, and not what another says", () => {
    const said = prose(
      "You wait. “Well.” “The ghost came by,” Ann says. “It knocked.” Rain falls. “It did not,” Bo says.",
    );
    expect(lawfulProse(said, scene)?.paragraphs).toEqual(["You wait. Rain falls. “It did not,” Bo says."]);
    // What is said beside it by somebody who is named stays.
    const other = prose("“No,” Bo says. “A ghost? A ghost.” The lamp burns.");
    expect(lawfulProse(other, scene)?.paragraphs).toEqual(["“No,” Bo says. The lamp burns."]);
  });

  it("leaves what the author says that comes of a beat and of the choice that was taken", () => {
    const beat = {
      id: "b",
      title: "B",
      told: [],
      decisions: [],
      dialogue: [],
      people: [],
      names: [],
      outcomes: [{ told: ["The ghost bows."] }],
    };
    const slot = {
      id: "c",
      verb: "wait",
      class: "look",
      bind: {},
      sources: [],
      text: "Wait",
      label: "Wait",
      tags: [],
      result: "A ghost passes you.",
      rows: { success: [{ kind: "authored", text: "The ghost nods." }] },
    } as const;
    const told = prose("The ghost bows. A ghost passes you. The ghost nods. A ghost laughs.");
    expect(lawfulProse(told, { ...scene, beat, slot })?.paragraphs).toEqual([
      "The ghost bows. A ghost passes you. The ghost nods.",
    ]);
  });
});

it("[EN3461] says where the sentences are from that are left, in the paragraphs where they now stand", () => {
  const of = (text: string, paragraph: number, ref: string) => ({
    text,
    paragraph,
    sources: [{ kind: "place", ref, text }] as const,
  });
  const draft = {
    paragraphs: ["A ghost.", "The hall is cold. A ghost walks in it. You wait.", "It is late."],
    sentences: [
      of("A ghost.", 0, "a"),
      of("The hall is cold.", 1, "b"),
      of("A ghost walks in it.", 1, "c"),
      of("You wait.", 1, "d"),
      of("It is late.", 2, "e"),
    ],
  };
  const told = lawfulProse(prose(...draft.paragraphs), scene)?.paragraphs ?? [];
  expect(told).toEqual(["The hall is cold. You wait.", "It is late."]);
  const from = (paragraphs: readonly string[]) =>
    sentencesStillTold(draft, paragraphs).map(({ paragraph, sources }) => [paragraph, sources[0]?.ref]);
  expect(from(told)).toEqual([
    [0, "b"],
    [0, "d"],
    [1, "e"],
  ]);
  expect(sentencesStillTold(draft, draft.paragraphs)).toEqual(draft.sentences);
  // What is told after an ending stands behind what is left of it.
  const ended = { ...draft, sentences: [...draft.sentences, of("Years went by.", 3, "f")] };
  expect(sentencesStillTold(ended, told).at(-1)).toMatchObject({ paragraph: 2, text: "Years went by." });
  // What somebody else told is from nowhere that is known, and takes nothing from the rest.
  expect(from(["Quite another hall.", "It is late."])).toEqual([[1, "e"]]);
});

it("[EN501] a choice whose words break a law is not offered, and plain ones stand in", () => {
  const slot = (id: string, text: string) =>
    ({ id, verb: "wait", class: "look", bind: {}, sources: [], text, label: text, tags: [] }) as const;
  const offered = lawfulSlots([slot("a", "Ask the ghost"), slot("b", "Wait here"), slot("c", "Go home")], laws, 4);
  expect(offered.map(({ text }) => text)).toEqual(["Wait here", "Go home", "Look around you"]);
});
