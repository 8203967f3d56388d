import type { JsonObject } from "@narratoria/protocol";
import type { ChoiceSlot, StoryMemory } from "@narratoria/protocol/story";
import type { ToldScene } from "../../src/index.js";

type Sentence = ToldScene["sentences"][number];

/** A world with Osk at the mill, where the player is, and Ada at the weir. */
export const WORLD: JsonObject = {
  place: "mill",
  clock: { minutes: 10 * 60 },
  people: { osk: { place: "mill", feeling: 0 }, ada: { place: "weir", feeling: 0 } },
  inventory: { lamp: { name: "lamp", count: 1 } },
};

export function slot(changes: Partial<ChoiceSlot> = {}): ChoiceSlot {
  return {
    id: "c1",
    verb: "ask",
    class: "inquire",
    bind: { npc: "osk", topic: "bell" },
    sources: [],
    text: "Ask Osk about the bell",
    label: "Ask Osk",
    tags: [],
    ...changes,
  };
}

/** A sentence of a frame. */
export const said = (key: string, text: string, changes: Partial<Sentence> = {}): Sentence => ({
  text,
  paragraph: 0,
  frameId: `${key}/${text}`,
  key,
  tags: [],
  sources: [],
  ...changes,
});

/** A sound scene: Osk is asked about the bell, tells half of what he knows, and is owed for it. */
export function soundScene(changes: Partial<ToldScene> = {}): ToldScene {
  return {
    scene: 7,
    paragraphs: ["You ask about the bell. “The bell fell,” Osk says. You owe him for that.", "He puts the kettle on."],
    sentences: [
      said("deed ask partial", "You ask about the bell.", { npc: "osk", tags: ["talk"] }),
      said("gain half", "“The bell fell,” Osk says.", {
        npc: "osk",
        sources: [{ kind: "lore", ref: "bell-1", text: "The bell fell." }],
      }),
      said("turn owe", "You owe him for that.", { npc: "osk", tags: ["morning"] }),
      { text: "He puts the kettle on.", paragraph: 1, sources: [] },
    ],
    choice: slot(),
    slots: [slot({ id: "c2" }), slot({ id: "c3", verb: "go" }), slot({ id: "c4", verb: "press" })],
    outcome: "partial",
    effects: [
      { kind: "learn", fact: "bell-1", from: "osk", whole: false, how: "told" },
      { kind: "owe", npc: "osk" },
    ],
    memories: [],
    before: WORLD,
    after: WORLD,
    ended: false,
    ...changes,
  };
}

/** The sound scene with sentences put in the place of those of the same role, or after them where there are none. */
export function retold(...sentences: Sentence[]): ToldScene {
  const scene = soundScene();
  const roleOf = ({ key = "" }: Sentence): string | undefined => key.split(" ")[0];
  const roles = new Set(sentences.map(roleOf));
  return { ...scene, sentences: [...scene.sentences.filter((one) => !roles.has(roleOf(one))), ...sentences] };
}

/** What the story remembers of a deed. */
export const deedOf = (
  scene: number,
  outcome: "success" | "partial" | "fail",
  polarity: "good" | "bad" | "mixed",
): StoryMemory => ({
  id: `m${scene}`,
  summary: "You asked Osk about the bell.",
  scene,
  characters: ["osk"],
  location: "mill",
  significance: "low",
  tags: [],
  deed: { verb: "ask", bind: { npc: "osk" }, outcome, polarity, template: "[ask] {npc.o}" },
});
