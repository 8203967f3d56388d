// SPEC.md NA1100 to NA1109: what happens in a scene, as its prompt says it.
import type { SceneToTell } from "../src/index.js";
import { expect, it } from "vitest";
import { scenePrompt } from "../src/prose/scene-prompt.js";
import { missingSteps, stepsOf } from "../src/prose/steps.js";
import { state } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { sceneToTell } from "./support/prose-scenes.js";

const beat = [{ kind: "beat", ref: "b", text: "The Count" }] as const;
const running = (text: string, paragraph = 1) => ({ text, paragraph, sources: beat });
const line = (text: string, npc: string, paragraph = 1) => ({ text, paragraph, sources: beat, key: "beat line", npc });
const deed = (text: string) => ({ text, paragraph: 0, key: "deed ask success", sources: [] });

function scene(sentences: SceneToTell["draft"]["sentences"], more: Partial<SceneToTell> = {}): SceneToTell {
  const given = sceneToTell();
  return { ...given, draft: { ...given.draft, paragraphs: ["a", "b"], sentences }, ...more };
}

const restOf = (given: SceneToTell): string =>
  scenePrompt({ ...given, story, source: WEIGHBRIDGE, contextTokens: 4096, scene: given.brief.scene }).rest;

it("[NA1100] puts nothing in the place of a role that somebody has not", () => {
  const people = story.matter.people.map((one) => ({ ...one, role: "" }));
  const bare = { ...story, matter: { ...story.matter, people } };
  const given = sceneToTell();
  const { rest } = scenePrompt({
    ...given,
    story: bare,
    source: { ...WEIGHBRIDGE, npcs: [] },
    contextTokens: 4096,
    scene: 6,
  });
  expect(rest).toMatch(/^- Orsolya Brandt \(call: Orsolya\)\./mu);
});

it("[NA1101] says once what the dice said, and what a success costs", () => {
  const { brief } = sceneToTell();
  const costly = { ...brief, outcome: "partial", effects: [{ kind: "owe", npc: "orsolya" }] } as const;
  const sentences = [deed("You ask Orsolya about the Salt Book."), deed("She looks at the scale.")];
  const rest = restOf(scene(sentences, { brief: costly }));
  expect(rest).toContain(
    "1. You ask Orsolya about the Salt Book. (The dice say: it worked, at a price: You owe Orsolya a favour.)",
  );
  expect(rest.match(/The dice say/g)).toHaveLength(1);
  const free = restOf(scene(sentences, { brief: { ...brief, outcome: "partial", effects: [] } }));
  expect(free).toContain("(The dice say: it worked in part, or at a price.)");
});

it("[NA1102] lets the player promise what the steps promise", () => {
  expect(restOf(sceneToTell())).toContain("- you answer, promise, thank and decide nothing but what the steps say");
});

it("[NA1103] does not tell a pinned memory again whose beginning the story so far has", () => {
  const given = sceneToTell([], { scene: 6 });
  const start = { scene: 0, characters: [], location: "", significance: "high", tags: ["pinned"] } as const;
  const long = { ...start, summary: "You came by the last cart. Nobody met it." };
  const past = {
    scenes: [],
    story: { ...given.past.story, recent: [{ scene: 0, text: "You came by the last cart." }] },
  };
  expect(restOf({ ...given, past, brief: { ...given.brief, recalled: [long] } })).not.toContain("Nobody met it");
  expect(restOf({ ...given, brief: { ...given.brief, recalled: [long] } })).toContain("Nobody met it");
});

it("[NA1104] has in sight at the end only what the steps have by its whole name", () => {
  const given = (text: string) => scene([deed("You ask Orsolya about it."), running(text)]);
  expect(restOf(given("The Salt Book lies open."))).toMatch(/in sight: [^.]*Salt Book/);
  expect(restOf(given("Another book lies open."))).not.toMatch(/in sight: [^.]*Salt Book/);
});

it("[NA1105] says what a sentence goes on from that a line has parted from it", () => {
  const rest = restOf(
    scene([
      running("One chair is empty since the count."),
      line("“Sit,” says Orsolya.", "orsolya"),
      running("Now it is yours for the week."),
      running("Nobody looks up from the scale."),
    ]),
  );
  expect(rest).toContain("3. Now it is yours for the week. (This goes on from step 1.)");
  expect(rest).toMatch(/4\. Nobody looks up from the scale\.$/m);
});

it("[NA1106] says where a scene begins that goes on elsewhere, and leaves out who only hears of it", () => {
  const effects = [{ kind: "move", place: "long-yard" }] as const;
  const given = sceneToTell(effects);
  const moved = { ...given, state: state({ place: "long-yard" }), draft: scene([deed("You go.")]).draft };
  const cast = [{ id: "orsolya", called: "Orsolya", feeling: 0, knows: [] }];
  expect(restOf({ ...moved, brief: { ...moved.brief, cast } })).toContain(
    "; the scene begins at another place: the Weigh House.",
  );
  const heard = [...effects, { kind: "feeling", npc: "orsolya", delta: -5, reason: "heard" }] as const;
  const { choice: _, ...brief } = { ...moved.brief, effects: heard, cast: [] };
  const rest = restOf({ ...moved, brief });
  expect(rest).toContain("; you come here in this scene.");
  expect(rest).not.toContain("Only until you go on from there");
});

it("[NA1107] makes one step of a sentence and the scraps after it", () => {
  const given = scene([
    running("The room has a tin roof."),
    running("A hatch."),
    running("J.P."),
    running("It is cold here today."),
  ]);
  expect(stepsOf(given.draft, given.brief, story).map(({ text }) => text)).toEqual([
    "The room has a tin roof. A hatch. J.P.",
    "It is cold here today.",
  ]);
});

it("[NA1108] takes a step as told in other words, and a short one where its neighbours are", () => {
  const given = scene([
    running("The lamps along the yard wall hiss and go out."),
    running("Orsolya arrives without haste."),
    running("Orsolya moves up on the bench by the stove to make the place by the window larger."),
    running("Nobody has swept the counter since the count."),
  ]);
  const steps = stepsOf(given.draft, given.brief, story);
  const missing = (...told: string[]) => missingSteps(told, steps).map((step) => steps.indexOf(step));
  const lamps = "One after the other the lamps of the yard hiss.";
  const shift = "By the stove Orsolya shifts along the bench, towards the window.";
  expect(missing(lamps, "She walks in as if it were Sunday.", shift, "The counter is unswept.")).toEqual([]);
  expect(missing(lamps)).toEqual([1, 2, 3]);
});

it("[NA1109] finds who says a line that names nobody", () => {
  const given = scene([
    line("“The scale is old,” says Orsolya.", "orsolya"),
    running("The constables are still buttoning their coats."),
    running("“Half past,” one of them pants."),
    running("“We was told half past.”"),
    running("Jonas takes off his cap.", 2),
    running("“There’s a sixth,” he says.", 2),
  ]);
  const kept = stepsOf({ ...given.draft, paragraphs: ["a", "b", "c"] }, given.brief, story).flatMap(
    (step) => step.kept ?? [],
  );
  expect(kept.map(({ speaker }) => speaker)).toEqual(["Orsolya", "one of them", "one of them", "Peel"]);
});

it("[NA3222] gives the first line of a scene to the one whose pronoun its tag has", () => {
  const given = scene([running("“Enter it,” she says at the counter.", 0), running("The pan dips.")]);
  const cast = [{ id: "orsolya", called: "Orsolya", feeling: 0, knows: [] }];
  const [first] = stepsOf(given.draft, { ...given.brief, cast }, story);
  expect(first?.kept?.map(({ speaker }) => speaker)).toEqual(["Orsolya"]);
  const [nobody] = stepsOf(given.draft, { ...given.brief, cast: [] }, story);
  expect(nobody?.kept?.map(({ speaker }) => speaker)).toEqual(["she"]);
});

it("[NA3224] forbids nobody to appear who does something in a step", () => {
  const told = ["The pan dips.", "Jonas at the back wants a receipt."];
  const { brief } = sceneToTell();
  const beat = { id: "b", title: "The Count", told, dialogue: [], people: ["orsolya"], decisions: [], names: [] };
  const asked = (sentences: readonly string[]): string =>
    restOf(
      scene(
        sentences.map((text) => running(text)),
        { brief: { ...brief, beat } as SceneToTell["brief"] },
      ),
    );
  expect(asked(told.slice(0, 1))).toContain(" does not appear");
  expect(asked(told)).not.toContain(" does not appear");
});

it("[NA3401] whoever has a part in a step alone has a card, may appear, and may act, in the past too", () => {
  const told = ["The pan dipped.", "Jonas had stopped in the doorway with a sack."];
  const { brief } = sceneToTell();
  const beat = { id: "b", title: "The Count", told, dialogue: [], people: ["orsolya"], decisions: [], names: [] };
  const restWith = (sentences: readonly string[]): string => {
    const given = scene(
      sentences.map((text) => running(text)),
      { brief: { ...brief, beat } as SceneToTell["brief"] },
    );
    const past = { ...story, happensInPast: true };
    return scenePrompt({ ...given, story: past, source: WEIGHBRIDGE, contextTokens: 4096, scene: 6 }).rest;
  };
  expect(restWith(told.slice(0, 1))).toContain("Peel does not appear");
  expect(restWith(told)).not.toContain("does not appear");
  expect(restWith(told)).toMatch(/^- Jonas Peel.*There only in the steps that have them\./mu);
  expect(restWith(["The pan dipped.", "“Leave it,” said Jonas."])).toMatch(/^- Jonas/mu);
  for (const note of [
    "Jonas, cap, sack on his back.",
    "Jonas: yard, asleep.",
    "4 (Jonas) back from the yard.",
    "Jonas is on the stair.",
  ])
    expect(restWith(["The pan dipped.", note]), note).toMatch(/^- Jonas/mu);
  for (const text of ["Orsolya spoke of Jonas and of salt.", "Jonas is dead.", "Jonas knew nothing of it."])
    expect(restWith(["The pan dipped.", text]), text).not.toMatch(/^- Jonas/mu);
});

it("[NA3403] what the player says is to be reported", () => {
  const given = scene([deed("You ask her softly: “Who has counted it?”"), running("The pan dips.")]);
  const [asked] = stepsOf(given.draft, given.brief, story);
  expect(asked?.order).toBe("You ask her softly: “Who has counted it?” (to be reported, without quotation marks)");
  expect(asked?.kept).toBeUndefined();
});

it("[NA3405] a text in single marks is one step, however many sentences it has", () => {
  const told = [
    "Under it somebody had put ‘Light going. Dew none.",
    "Dust in the pan.’",
    "Orsolya’s pencil stops there.",
  ];
  const given = scene(told.map((text) => running(text)));
  expect(stepsOf(given.draft, given.brief, story).map(({ text }) => text)).toEqual([`${told[0]} ${told[1]}`, told[2]]);
});

it("[NA3406] a word or two in marks that a sentence goes on around are no speech", () => {
  const told = ["Orsolya is back from “the yard” and smells of smoke.", "“Not yet,” says Orsolya."];
  const given = scene(told.map((text) => running(text)));
  const steps = stepsOf(given.draft, given.brief, story);
  expect(steps.map(({ kept }) => kept?.length ?? 0)).toEqual([0, 1]);
  expect(steps[0]?.order).toBe(told[0]);
});
