// SPEC.md PC7, PC32, PC33: the three scripts as processes of their own.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextWith, slotOf } from "./support.js";

const folder = fileURLToPath(new URL("..", import.meta.url));
let elsewhere = "";

beforeAll(() => {
  elsewhere = mkdtempSync(join(tmpdir(), "player-choices-"));
  cpSync(join(folder, "scripts"), join(elsewhere, "scripts"), { recursive: true });
});
afterAll(() => rmSync(elsewhere, { recursive: true }));

function run(script: string, input: object | string) {
  const { status, stdout } = spawnSync(process.execPath, [join(elsewhere, `scripts/${script}.cjs`)], {
    input: typeof input === "string" ? input : JSON.stringify(input),
    encoding: "utf8",
    env: {},
  });
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { status, events, done: events.at(-1), output: events.at(-1).output };
}

const slot = slotOf(
  "press",
  { npc: "orsolya", topic: "tally" },
  {
    label: "Press Orsolya",
    roll: {
      stat: "charisma",
      modifiers: [{ label: "charisma 14", value: 1 }],
      bonus: 1,
      odds: { success: 28, partial: 44, fail: 28 },
    },
    difficulty: "difficult",
  },
);
const context = contextWith({ choice: slot });
const input = {
  requestId: "r",
  tool: "player-choices",
  operation: "x",
  input: {},
  dependencies: {},
  context,
  config: {},
  host: null,
};

describe("evaluate-choice", () => {
  it("[PC7] repeats what was shown with the choice and adds the effects of every outcome", () => {
    const { output } = run("evaluate-choice", { ...input, input: { choiceId: slot.id } });
    expect(output).toMatchObject({
      choiceId: slot.id,
      verb: "press",
      sceneType: "dialogue",
      roll: true,
      stat: "charisma",
      modifiers: [{ label: "charisma 14", value: 1 }],
      label: "Press Orsolya",
      difficulty: "difficult",
    });
    for (const outcome of ["success", "partial", "fail", "none"])
      expect(output.outcomes[outcome].length).toBeGreaterThan(0);
  });

  it("[PC7] refuses a choice that was not taken", () => {
    const { done, events } = run("evaluate-choice", { ...input, input: { choiceId: "s1-9" } });
    expect(done.ok).toBe(false);
    expect(events[0]).toMatchObject({ type: "error", errorCode: "unknown_choice" });
  });
});

describe("apply-outcome", () => {
  const outcomes = {
    success: [{ kind: "learn", fact: "tally-1", from: "orsolya", whole: true, how: "told" }],
    partial: [],
    fail: [],
    none: [],
  };

  it("[PC8] carries out the row that the roll selects, and sends it as a patch", () => {
    const dependencies = { evaluate: { roll: true, outcomes }, roll: { outcome: "success" } };
    const { events, output } = run("apply-outcome", { ...input, dependencies });
    expect(output).toMatchObject({ outcome: "success", effects: outcomes.success, memory: { scene: 8 } });
    expect(events[0]).toEqual({ version: "0", type: "state_patch", patch: output.patch });
    expect(
      run("apply-outcome", {
        ...input,
        dependencies: { evaluate: { roll: true, outcomes }, roll: { outcome: "fail" } },
      }).output.effects,
    ).toEqual([]);
  });

  it("[PC8] fails without an evaluation, and without the roll that it asks for", () => {
    expect(run("apply-outcome", input).events[0]).toMatchObject({ errorCode: "not_evaluated" });
    const unrolled = { ...input, dependencies: { evaluate: { roll: true, outcomes } } };
    expect(run("apply-outcome", unrolled).events[0]).toMatchObject({ errorCode: "not_rolled" });
  });
});

describe("generate-choices", () => {
  it("[PC460] goes by what people think after the deed, not by the sum that the deed made", () => {
    const says = (feeling: number) => ({ patch: { people: { orsolya: { feeling } } } });
    const slots = (dependencies: object) => run("generate-choices", { ...input, dependencies }).output.slots;
    const cold = slots({ outcome: says(-60) });
    const polite = slots({ outcome: says(0) });
    expect(cold).not.toEqual(polite);
    expect(slots({ outcome: says(0), perceive: says(-60) })).toEqual(cold);
    expect(slots({ outcome: says(-60), greet: says(-60), perceive: says(0) })).toEqual(polite);
    expect(slots({ outcome: says(0), perceive: null })).toEqual(polite);
  });

  it("[PC32] offers slots with sources, and the same choices as an event", () => {
    const { events, output } = run("generate-choices", input);
    const shown = events.find((event) => event.type === "ui_event");
    expect(shown.event).toBe("narrative_choice");
    expect(shown.payload.choices).toEqual(output.slots.map((one: { text: string }) => one.text));
    expect(shown.payload.options.map((one: { id: string }) => one.id)).toEqual(
      output.slots.map((one: { id: string }) => one.id),
    );
    for (const one of output.slots) {
      expect(one.sources.length).toBeGreaterThan(0);
      expect(one.label.length).toBeGreaterThan(0);
    }
    const patch = events.find((event) => event.type === "state_patch").patch;
    expect(patch.world.choices.verbs).toEqual([output.slots.map((one: { verb: string }) => one.verb)]);
  });

  it("[PC32] works on the state after the outcome", () => {
    const outcome = {
      effects: [{ kind: "move", place: "kiln" }],
      patch: { place: "kiln", world: { visited: { kiln: 8 } } },
    };
    const { output } = run("generate-choices", { ...input, dependencies: { outcome, recall: null } });
    for (const one of output.slots) if (one.verb === "go") expect(one.bind.place).not.toBe("kiln");
    const people = output.slots.flatMap((one: { bind: { npc?: string }; class: string }) =>
      one.class === "move" ? [] : (one.bind.npc ?? []),
    );
    for (const npc of people) expect(npc).toBe("benedek");
  });

  it("[PC16] sends nothing to choose from where the story ends", () => {
    const ending = { ...input, context: { ...context, ending: { id: "e", title: "E", paragraphs: [], epilogue: [] } } };
    const { events, output } = run("generate-choices", ending);
    expect(events).toHaveLength(1);
    expect(output).toEqual({ slots: [], bringIn: [] });
  });
});

describe("all three", () => {
  it.each(["evaluate-choice", "apply-outcome", "generate-choices"])(
    "[PC33] %s runs its example from a copy of the folder",
    (script) => {
      const { status, done } = run(script, readFileSync(join(folder, `examples/${script}.json`), "utf8"));
      expect(status).toBe(0);
      expect(done).toMatchObject({ type: "done", ok: true });
    },
  );

  it.each(["evaluate-choice", "apply-outcome"])("[PC33] %s answers nonsense with a failed done", (script) => {
    for (const nonsense of ["", "[]", "{}", '{"context":{"choice":7}}']) {
      const { status, events, done } = run(script, nonsense);
      expect(status).toBe(0);
      expect(done).toMatchObject({ type: "done", ok: false });
      expect(events[0].type).toBe("error");
    }
  });

  it.each([{ id: "s6-2", text: "Ask Osk" }, { verb: "juggle", bind: {} }, { verb: "ask" }])(
    "[PC57] %j counts as no choice",
    (choice) => {
      const story = { ...input, context: { ...context, choice } };
      expect(run("generate-choices", story).output.slots.length).toBeGreaterThanOrEqual(3);
      expect(run("apply-outcome", story).events[0]).toMatchObject({ type: "error" });
    },
  );

  it("[PC33] generate-choices needs nothing to offer something", () => {
    expect(run("generate-choices", '{"input":{}}').output.slots.length).toBeGreaterThanOrEqual(3);
    expect(run("generate-choices", "[]").done).toMatchObject({ type: "done", ok: false });
  });
});
