// SPEC.md DR4, DR6, DR7, DR9, DR10: the script as a process of its own.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
let elsewhere = "";

beforeAll(() => {
  elsewhere = mkdtempSync(join(tmpdir(), "dice-roller-"));
  for (const part of ["scripts", "skill.json"]) cpSync(join(folder, part), join(elsewhere, part), { recursive: true });
});
afterAll(() => rmSync(elsewhere, { recursive: true }));

function run(input: object | string) {
  const { status, stdout } = spawnSync(process.execPath, [join(elsewhere, "scripts/roll-dice.cjs")], {
    input: typeof input === "string" ? input : JSON.stringify(input),
    encoding: "utf8",
    env: {},
  });
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { status, events, done: events.at(-1) };
}

const example = JSON.parse(readFileSync(join(folder, "examples/roll-dice.json"), "utf8"));

describe("roll-dice", () => {
  it("[DR11] throws the dice of the dependency, by its bands", () => {
    const evaluate = { modifiers: [], dice: "1d20", partialFrom: 2, successFrom: 2 };
    const { done } = run({
      ...example,
      input: { formula: "2d6", modifiersFrom: "evaluate" },
      dependencies: { ...example.dependencies, evaluate },
    });
    expect(done.output).toMatchObject({ formula: "1d20", outcome: done.output.total === 1 ? "fail" : "success" });
    expect(done.output.dice).toHaveLength(1);
  });

  it("[DR10] runs from a copy of the folder and ends with done and exit code 0", () => {
    const { status, done } = run(example);
    expect(status).toBe(0);
    expect(done).toMatchObject({ type: "done", ok: true, output: { formula: "2d6" } });
  });

  it.each(["", "not json", "[]", '{"input":{}}', '{"input":{"formula":7}}'])(
    "[DR10] answers %j with a failed done and exit code 0",
    (input) => {
      const { status, events, done } = run(input);
      expect(status).toBe(0);
      expect(done).toMatchObject({ type: "done", ok: false });
      expect(events.some((event) => event.type === "error")).toBe(true);
    },
  );

  it("[DR9] shows the roll with label and stat and gives the same as output", () => {
    const { events, done } = run(example);
    const shown = events.find((event) => event.type === "ui_event");
    expect(shown).toMatchObject({ event: "dice_roll", payload: { label: "Press Osk", stat: "charisma" } });
    expect(shown.payload).toEqual(done.output);
    expect(done.output.total).toBe(done.output.dice[0] + done.output.dice[1] + 1);
  });

  it("[DR9] leaves single dice out of the event when the player wants none", () => {
    const { events, done } = run({ ...example, config: { showIndividualRolls: false } });
    expect(events.find((event) => event.type === "ui_event").payload).toMatchObject({
      dice: [],
      total: done.output.total,
    });
    expect(done.output).toMatchObject({ diceHidden: true });
    expect(done.output.dice.length).toBe(2);
  });

  it("[DR6] the same seed rolls the same, another seed otherwise, and crypto never looks at it", () => {
    const input = { ...example, input: { formula: "20d1000" } };
    const dice = (change: object) => run({ ...input, ...change }).done.output.dice;
    expect(dice({})).toEqual(dice({}));
    expect(dice({ context: { seed: "another" } })).not.toEqual(dice({}));
    const crypto = { config: { randomSource: "crypto" } };
    expect(dice(crypto)).not.toEqual(dice(crypto));
    expect(run({ ...input, ...crypto }).done.output).toMatchObject({ source: "crypto" });
    expect(run(input).done.output).not.toHaveProperty("source");
  });

  it("[DR7] fails when the dependency whose modifiers it should add is missing", () => {
    const { done, events } = run({ ...example, dependencies: { evaluate: null } });
    expect(done.ok).toBe(false);
    expect(events[0]).toMatchObject({ type: "error", errorCode: "missing_dependency" });
  });

  it("[DR4] points at the character that is wrong and rolls nothing", () => {
    const { events } = run({ ...example, input: { formula: "2d6 x 2" } });
    expect(events.map((event) => event.type)).toEqual(["error", "done"]);
    expect(events[0]).toMatchObject({
      errorCode: "invalid_formula",
      errorMessage: expect.stringContaining("character 5"),
      details: { at: 4 },
    });
  });
});
