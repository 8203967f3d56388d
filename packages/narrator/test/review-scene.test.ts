import { expect, it } from "vitest";
import { standing } from "../src/scene/review-scene.js";

interface Told {
  readonly words: string;
  readonly claim: { readonly key?: string; readonly npc?: string };
  readonly sources: readonly { readonly kind: string }[];
  readonly goesOn?: true;
}
const told = (words: string, claim: Told["claim"] = {}, kind = "place", more: object = {}): Told => ({
  words,
  claim,
  sources: [{ kind }],
  ...more,
});
const left = (...passages: Told[]): string[] =>
  standing(
    passages,
    (npc) => [npc.charAt(0).toUpperCase() + npc.slice(1)],
    (npc) => npc !== "absent",
  ).map(({ words }) => words);
const deed = told("You wait.", { key: "deed wait any" }, "stat");
const speech = told("“It is short,” says Odile.", { key: "speech", npc: "odile" }, "npc");

it("[NA517] does not say that somebody is here who has spoken, or whom the beat tells of", () => {
  const here = told("Odile is here.", { key: "ground here", npc: "odile" }, "npc");
  expect(left(deed, speech, here)).toEqual([deed.words, speech.words]);
  expect(left(deed, here, speech)).toEqual([deed.words, here.words, speech.words]);
  const comes = told("Odile comes in.", { key: "enter", npc: "odile" }, "npc");
  expect(left(deed, comes, told("Odile lays her thimble on the stub.", {}, "beat"))).not.toContain(comes.words);
});

it("[NA517] drops speech of somebody elsewhere, half a quotation, and what was said in the same words", () => {
  const absent = told("“Sit,” says Nye.", { key: "speech", npc: "absent" }, "npc");
  expect(left(deed, speech, absent)).toEqual([deed.words, speech.words]);
  expect(left(deed, speech, told("He says: “Sit."))).toEqual([deed.words, speech.words]);
  const sight = told("The oak beams carry nothing but dust and old salt.");
  expect(left(deed, sight, told("Nothing but dust and old salt is on the oak beams."))).toEqual([
    deed.words,
    sight.words,
  ]);
});

it("[NA517] keeps a speech that goes on, the author's words of a beat, and the last thing that a scene gives", () => {
  const first = told("“It is short,” says Odile. “Look", { key: "speech", npc: "odile" }, "npc");
  const next = told("at it.”", { key: "speech", npc: "odile" }, "npc", { goesOn: true });
  expect(left(deed, first, next)).toHaveLength(3);
  const beat = told("The door stands open. “Sit.", {}, "beat");
  expect(left(deed, beat, beat)).toHaveLength(3);
  const only = told("He says: “Sit.");
  expect(left(deed, only)).toEqual([deed.words, only.words]);
});
