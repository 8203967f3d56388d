// SPEC.md EN3222: the deed that a plan holds out.
import type { Hook } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import { openOffers, viewWithOffer } from "../src/story/offered-deed.js";

const deed = (tag: string, more: Partial<Extract<Hook, { kind: "tag" }>> = {}): Hook => ({
  kind: "tag",
  beat: "beat_001",
  title: "The Sluice",
  tag,
  ...more,
});
const hooks: readonly Hook[] = [
  deed("open_the_sluice"),
  deed("press_the_carter", { text: "press the carter" }),
  deed("feed_the_mule", { presses: true }),
  deed("trusts", { measure: "trusts" }),
  { kind: "beat-elsewhere", beat: "beat_002", title: "The Mill", place: "mill", when: "soon" },
];
const planWith = (input: object): object => ({
  tools: [
    { toolId: "narrate", toolPath: "storyteller/narrate", input: { offer: "feed_the_mule" } },
    { toolId: "choices", toolPath: "player-choices/generate-choices", input },
  ],
});

it("[EN3222] may be any that waits, does not press, and needs no feeling first", () => {
  expect(openOffers(hooks)).toEqual([
    { tag: "open_the_sluice", words: "open the sluice" },
    { tag: "press_the_carter", words: "press the carter" },
  ]);
});

it("[EN3222] presses in the view of that plan alone", () => {
  const view = { place: "yard", hooks: JSON.parse(JSON.stringify(hooks)) };
  const led = viewWithOffer(view, planWith({ offer: "press_the_carter" }));
  expect(led).toMatchObject({ place: "yard", hooks: [{}, { tag: "press_the_carter", presses: true }, {}, {}, {}] });
  expect(JSON.stringify(led["hooks"])).not.toContain('"tag":"open_the_sluice","presses"');
  expect(view.hooks[1]).not.toHaveProperty("presses");
  for (const plan of [planWith({}), planWith({ offer: "" }), planWith({ offer: "drown" }), null, {}, { tools: [7] }])
    expect(viewWithOffer(view, plan)).toBe(view);
});
