import type { ReadLaw } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { lawfulProse, lawfulSlots } from "../src/scene/lawful-scene.js";
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

it("[EN501] a choice whose words break a law is not offered, and plain ones stand in", () => {
  const slot = (id: string, text: string) =>
    ({ id, verb: "wait", class: "look", bind: {}, sources: [], text, label: text, tags: [] }) as const;
  const offered = lawfulSlots([slot("a", "Ask the ghost"), slot("b", "Wait here"), slot("c", "Go home")], laws, 4);
  expect(offered.map(({ text }) => text)).toEqual(["Wait here", "Go home", "Look around you"]);
});
