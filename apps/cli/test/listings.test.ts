import { type PlaythroughSummary, PROBLEM_KINDS } from "@narratoria/engine";
import { describe, expect, it } from "vitest";
import { checkLines, skillChecks } from "../src/doctor.js";
import { playthroughId } from "../src/play/play.js";
import { playthroughLines } from "../src/playthroughs.js";
import { validationLines } from "../src/validate.js";

function summary(changes: Partial<PlaythroughSummary>): PlaythroughSummary {
  return {
    id: "01KAAA",
    campaign: "the-salt-clock",
    campaignVersion: "1.0.0",
    title: "The Salt Clock",
    seed: "7",
    createdAt: 0,
    updatedAt: new Date(2026, 2, 1, 20, 5).getTime(),
    head: "turn",
    scene: 14,
    lastLine: "The tide has gone out.",
    ended: false,
    interrupted: null,
    ...changes,
  };
}

describe("playthroughs", () => {
  it("[CL40] are listed with id, title, scene, time and how they stand", () => {
    const list = [
      summary({}),
      summary({ id: "01KBBB", scene: 0 }),
      summary({ id: "01KCCC", scene: 30, ended: true, lastLine: null }),
      summary({ id: "01KDDD", scene: null, lastLine: null }),
    ];
    expect(playthroughLines(list)).toEqual([
      "01KAAA  The Salt Clock, scene 14, 2026-03-01 20:05",
      "    The tide has gone out.",
      "01KBBB  The Salt Clock, the opening, 2026-03-01 20:05",
      "    The tide has gone out.",
      "01KCCC  The Salt Clock, ended at scene 30, 2026-03-01 20:05",
      "01KDDD  The Salt Clock, not begun, 2026-03-01 20:05",
    ]);
    expect(playthroughLines([])).toEqual(["No stories yet. Begin one with: narratoria play"]);
  });

  it("[CL40] are found by the beginning of an id that is one story's alone", async () => {
    const engine = { playthroughs: async () => [summary({}), summary({ id: "01KABB" })] };
    expect(await playthroughId(engine, "01kaa")).toBe("01KAAA");
    await expect(playthroughId(engine, "01KA")).rejects.toThrow(
      '2 playthroughs begin with "01KA". Give more of the id.',
    );
    expect(await playthroughId(engine, "nothing")).toBe("nothing");
  });
});

describe("validation", () => {
  it("[CL840] gives each problem a line as editors read it, and counts them", () => {
    const problem = {
      file: "plot/beats.json",
      line: 41,
      column: 9,
      code: "wrong_value",
      message: '"priority" is "urgent".',
    } as const;
    expect(
      validationLines(
        "The Salt Clock",
        [
          { ...problem, severity: "error" },
          { ...problem, severity: "warning" },
          { ...problem, severity: "warning" },
        ],
        PROBLEM_KINDS,
      ),
    ).toEqual([
      'plot/beats.json:41:9  error  wrong_value  "priority" is "urgent". Write one of the values that are.',
      'plot/beats.json:41:9  warning  wrong_value  "priority" is "urgent". Write one of the values that are.',
      'plot/beats.json:41:9  warning  wrong_value  "priority" is "urgent". Write one of the values that are.',
      "The Salt Clock: 1 error, 2 warnings.",
    ]);
    expect(validationLines(null, [], PROBLEM_KINDS)).toEqual(["This campaign: no problems found."]);
  });
});

describe("doctor", () => {
  it("[CL42] says of each check how it stands, and how many fail", () => {
    expect(
      checkLines([
        { state: "ok", text: "Node 20" },
        { state: "note", text: "Terminal: none" },
      ]),
    ).toEqual(["ok    Node 20", "note  Terminal: none", "", "Everything that a story needs is here."]);
    expect(checkLines([{ state: "fails", text: "Disk" }]).at(-1)).toBe("1 thing fails.");
  });

  it("[CL3301] names our skills that are not installed, and fails where there is none at all", () => {
    expect(skillChecks(["memory 1.0.0"], [])).toEqual([{ state: "ok", text: "Skills: memory 1.0.0" }]);
    expect(skillChecks(["memory 1.0.0"], ["@narratoria/skill-dice-roller", "@narratoria/skill-reputation"])[1]).toEqual(
      {
        state: "note",
        text: "Not installed, so stories go on without: dice-roller, reputation. Install Narratoria again, or beside it: npm install @narratoria/skill-dice-roller @narratoria/skill-reputation",
      },
    );
    expect(skillChecks([], ["@narratoria/skill-memory"])).toEqual([
      { state: "fails", text: "Skills: none found. Install Narratoria again." },
    ]);
  });
});
