// Each measure of success is able to fail: what it judges is given here as it must not be.
import { expect, it } from "vitest";
import { judge005 } from "../conformance/sc-005.js";
import { judge033 } from "../conformance/sc-033.js";
import { judge035 } from "../conformance/sc-035.js";
import { judge043, type Spoken043 } from "../conformance/sc-043.js";
import { judge044 } from "../conformance/sc-044.js";
import { judge039 } from "../conformance/sc-039.js";
import { judge040 } from "../conformance/sc-040.js";
import { judge041 } from "../conformance/sc-041.js";
import { judge045 } from "../conformance/sc-045.js";
import { judge046 } from "../conformance/sc-046.js";
import { judge047 } from "../conformance/sc-047.js";
import { judge048 } from "../conformance/sc-048.js";
import { judge008 } from "../conformance/sc-008.js";
import { judge012 } from "../conformance/sc-012.js";
import { judge013 } from "../conformance/sc-013.js";
import { judge014 } from "../conformance/sc-014.js";
import { judge015 } from "../conformance/sc-015.js";
import { judge016 } from "../conformance/sc-016.js";
import { judge017 } from "../conformance/sc-017.js";
import { expected as modifier018, judge018 } from "../conformance/sc-018.js";
import { judge020 } from "../conformance/sc-020.js";
import { judge021 } from "../conformance/sc-021.js";
import { judge022 } from "../conformance/sc-022.js";
import { judge027 } from "../conformance/sc-027.js";
import { judge028 } from "../conformance/sc-028.js";
import { judge029 } from "../conformance/sc-029.js";
import { judge030 } from "../conformance/sc-030.js";
import { judge034 } from "../conformance/sc-034.js";
import { judge036 } from "../conformance/sc-036.js";
import { judge037 } from "../conformance/sc-037.js";
import { judge038 } from "../conformance/sc-038.js";

/** A file as enrichment leaves it. */
const MADE = {
  path: "lore/a_generated.md",
  text: "generated: true\nprovenance: { source_model: m, generated_at: d, seed_data: s }",
};
const ran = (look: "failed" | "success", rest: "failed" | "success") =>
  [
    { toolPath: "oracle/look", state: look },
    { toolPath: "oracle/rest", state: rest },
    { toolPath: "storyteller/narrate", state: "success" },
  ] as const;
const LOGGED = "oracle: it has no eyes";
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const slot014 = (difficulty?: string) => ({
  roll: { stat: "charisma", modifiers: [], bonus: 0, odds: { success: 17, partial: 41, fail: 42 } },
  ...(difficulty === undefined ? {} : { difficulty }),
});
const load = (processes: number, files: number, heapMb: number) => ({ processes, files, heapMb });
const even = { turns: 60, faults: [], settled: load(9, 50, 100), end: load(9, 50, 110) };
const seen034 = (count: number, similarity: number, shared = 1, campaigns = 3) =>
  Array.from({ length: count }, (_, n) => ({ campaign: `c${n % campaigns}`, text: "Ask Osk", shared, similarity }));
const met = (feeling: number, shown: string, verbs: string[] = []) => ({ feeling, shown, verbs });
const strong = met(-60, "Osk, cold");
const roll038 = (label: string) => ({ bind: {}, roll: { modifiers: [{ label, value: 1 }] } });
const REMEMBERED = "what passed between you and Osk";

const asked008 = { ms: 3, right: 200, asked: 200 };
const newcomer = (n: number) => ({ standing: 40, alone: n, score: n + 20 });
const all018 = Array.from({ length: 201 }, (_, n) => ({
  score: n - 100,
  modifier: modifier018(n - 100),
  rolls: [modifier018(n - 100)],
}));
const seen029 = (neutral = 0.9, strong = 0.975, units = 10) =>
  Array.from({ length: units }, (_, n) => ({
    units: n + 1,
    neutral: 40 * neutral ** (n + 1),
    strong: -80 * strong ** (n + 1),
  }));

const inTime = { firstMs: 900, sceneMs: times(10, 200), mostMb: 400, failures: [] as string[] };
const said = (of: string): Spoken043 => ({ text: "“Water does not wait.”", speaker: "osk", of: [of], authored: true });
const due = (underWay: number | null) => ({ id: "beat_001", due: 3, underWay, until: 5 });
const played = (over: object = {}) => ({
  campaign: "The Well",
  scenes: times(2, { narrator: "storybook", words: 40, choices: 3, ended: false, ...over }),
  failures: [],
});
const NAMED = [
  "characters/npcs/no-json/profile.json",
  "characters/npcs/no-name/profile.json",
  "plot/endings/unclosed.md",
];

type Judged = () => { readonly met: boolean };

it.each<[string, Judged, Judged[]]>([
  [
    "SC-005",
    () => judge005({ success: 199, failed: 1, timeout: 0 }, 100),
    [
      () => judge005({ success: 190, failed: 10, timeout: 0 }, 100),
      () => judge005({ success: 190, failed: 0, timeout: 10 }, 100),
      () => judge005({ success: 20, failed: 0, timeout: 0 }, 100),
    ],
  ],
  [
    "SC-033",
    () => judge033(inTime, 10),
    [
      () => judge033({ ...inTime, sceneMs: [...times(9, 200), 3_500] }, 10),
      () => judge033({ ...inTime, sceneMs: times(9, 200) }, 10),
      () => judge033({ ...inTime, mostMb: 9_000 }, 10),
      () => judge033({ ...inTime, failures: ["no"] }, 10),
    ],
  ],
  [
    "SC-035",
    () => judge035(times(20, due(4))),
    [
      () => judge035([...times(18, due(4)), ...times(2, due(7))]),
      () => judge035([...times(18, due(4)), ...times(2, due(null))]),
      () => judge035(times(9, due(4))),
    ],
  ],
  [
    "SC-043",
    () => judge043(times(20, said("osk"))),
    [
      () => judge043([...times(18, said("osk")), ...times(2, said("mara"))]),
      () => judge043([...times(18, said("osk")), ...times(2, { ...said("osk"), authored: false })]),
      () => judge043(times(19, said("osk"))),
    ],
  ],
  [
    "SC-044",
    () => judge044(times(20, due(4))),
    [() => judge044([...times(18, due(4)), ...times(2, due(null))]), () => judge044(times(9, due(4)))],
  ],
  [
    "SC-039",
    () => judge039([inTime]),
    [
      () => judge039([{ ...inTime, firstMs: 5_000 }]),
      () => judge039([{ ...inTime, sceneMs: [] }]),
      () => judge039([{ ...inTime, failures: ["no"] }]),
      () => judge039([]),
    ],
  ],
  [
    "SC-040",
    () => judge040([played()]),
    [
      () => judge040([played({ narrator: "template" })]),
      () => judge040([played({ words: 1 })]),
      () => judge040([played({ choices: 2 })]),
      () => judge040([played({ ended: true })]),
      () => judge040([{ ...played(), failures: ["no"] }]),
      () => judge040([]),
    ],
  ],
  [
    "SC-041",
    () => judge041([{ ms: 900, named: NAMED }]),
    [() => judge041([{ ms: 2_100, named: NAMED }]), () => judge041([{ ms: 900, named: NAMED.slice(1) }])],
  ],
  [
    "SC-045",
    () => judge045(inTime),
    [
      () => judge045({ ...inTime, firstMs: 6_000 }),
      () => judge045({ ...inTime, firstMs: 13_000 }, 2.5),
      () => judge045({ ...inTime, mostMb: 2_000 }),
      () => judge045({ ...inTime, sceneMs: times(3, 200) }),
      () => judge045({ ...inTime, sceneMs: times(10, 4_000) }),
    ],
  ],
  [
    "SC-046",
    () => judge046([{ ms: 900, made: [MADE] }]),
    [() => judge046([{ ms: 15_100, made: [MADE] }]), () => judge046([{ ms: 900, made: [] }]), () => judge046([])],
  ],
  [
    "SC-047",
    () => judge047([{ made: [MADE] }]),
    [
      () => judge047([{ made: [{ ...MADE, path: "lore/a.md" }] }]),
      () => judge047([{ made: [{ ...MADE, text: "generated: true" }] }]),
      () => judge047([{ made: [] }]),
    ],
  ],
  [
    "SC-048",
    () => judge048([{ campaign: "a", made: [MADE], changed: [] }]),
    [() => judge048([{ campaign: "a", made: [MADE], changed: ["manifest.json"] }]), () => judge048([])],
  ],
  [
    "SC-012",
    () => judge012(ran("failed", "success"), 1, LOGGED),
    [
      () => judge012(ran("success", "success"), 1, LOGGED),
      () => judge012(ran("failed", "failed"), 1, LOGGED),
      () => judge012(ran("failed", "success"), 0, LOGGED),
      () => judge012(ran("failed", "success"), 1, ""),
    ],
  ],
  [
    "SC-008",
    () => judge008([asked008, asked008]),
    [
      () => judge008([asked008, { ...asked008, ms: 100 }]),
      () => judge008([asked008, { ...asked008, right: 199 }]),
      () => judge008([]),
    ],
  ],
  [
    "SC-015",
    () => judge015([...times(9, { ms: 900, drawn: true }), { ms: 16_000, drawn: true }]),
    [
      () => judge015([...times(8, { ms: 900, drawn: true }), ...times(2, { ms: 15_000, drawn: true })]),
      () => judge015([{ ms: 900, drawn: false }]),
      () => judge015([]),
    ],
  ],
  [
    "SC-016",
    () => judge016([...times(19, { stranger: false, found: true }), { stranger: false, found: false }], true),
    [
      () =>
        judge016(
          [...times(18, { stranger: false, found: true }), ...times(2, { stranger: false, found: false })],
          true,
        ),
      () =>
        judge016(
          [
            { stranger: false, found: true },
            { stranger: true, found: true },
          ],
          true,
        ),
      () => judge016([{ stranger: false, found: true }], false),
      () => judge016([], true),
    ],
  ],
  [
    "SC-017",
    () => judge017([newcomer(3), newcomer(-7)], 9),
    [
      () => judge017([newcomer(3), newcomer(-7)], 100),
      () => judge017([newcomer(3), { ...newcomer(-7), score: -7 }], 9),
      () => judge017([newcomer(3), newcomer(3)], 9),
      () => judge017([], 9),
    ],
  ],
  [
    "SC-018",
    () => judge018(all018),
    [
      () => judge018(all018.map((one) => (one.score === 31 ? { ...one, modifier: 0 } : one))),
      () => judge018(all018.map((one) => (one.score === -75 ? { ...one, rolls: [-2] } : one))),
      () => judge018(all018.slice(1)),
      () => judge018(all018.map((one) => ({ ...one, rolls: [] }))),
    ],
  ],
  [
    "SC-029",
    () => judge029(seen029()),
    [
      () => judge029(seen029(0.91)),
      () => judge029(seen029(0.9, 0.9)),
      () => judge029(seen029(0.9, 1)),
      () => judge029(seen029(0.9, 0.975, 9)),
    ],
  ],
  [
    "SC-013",
    () => judge013([...times(19, { ms: 20, options: 3 }), { ms: 4_000, options: 3 }]),
    [
      () => judge013([...times(18, { ms: 20, options: 3 }), ...times(2, { ms: 4_000, options: 3 })]),
      () => judge013([{ ms: 20, options: 2 }]),
      () => judge013([]),
    ],
  ],
  [
    "SC-014",
    () => judge014(times(20, { value: 4, slot: slot014("unlikely to succeed") })),
    [
      () => judge014(times(20, { value: 4, slot: slot014() })),
      () => judge014(times(20, { value: 18, slot: slot014() })),
      () => judge014(times(5, { value: 4, slot: slot014("unlikely to succeed") })),
    ],
  ],
  [
    "SC-020",
    () => judge020(even),
    [
      () => judge020({ ...even, faults: ["skill_failed"] }),
      () => judge020({ ...even, end: load(14, 50, 110) }),
      () => judge020({ ...even, end: load(9, 80, 110) }),
      () => judge020({ ...even, end: load(9, 50, 300) }),
      () => judge020({ ...even, turns: 3 }),
    ],
  ],
  [
    "SC-021",
    () =>
      judge021([
        { friendly: true, verbs: ["ask"] },
        { friendly: false, verbs: ["press"] },
      ]),
    [() => judge021([{ friendly: false, verbs: ["ask"] }]), () => judge021([{ friendly: true, verbs: ["press"] }])],
  ],
  [
    "SC-022",
    () => judge022(times(2, { osk: "a", ine: "b" })),
    [
      () =>
        judge022([
          { osk: "a", ine: "b" },
          { osk: "a", ine: "c" },
        ]),
      () => judge022(times(2, { osk: "a", ine: "a" })),
      () => judge022([{ osk: "a", ine: "b" }]),
    ],
  ],
  [
    "SC-027",
    () => judge027(["You lied.", "You paid."], ["You paid.", "Still open: a debt."]),
    [() => judge027(["You lied."], []), () => judge027(["You lied."], ["You paid."])],
  ],
  [
    "SC-028",
    () => judge028({ helped: 31, betrayed: 0, known: { helped: 31, betrayed: 0 } }),
    [
      () => judge028({ helped: 30, betrayed: 0, known: { helped: 30, betrayed: 0 } }),
      () => judge028({ helped: 40, betrayed: 0, known: { helped: 40, betrayed: 40 } }),
      () => judge028({ helped: Number.NaN, betrayed: 0, known: { helped: 0, betrayed: 0 } }),
    ],
  ],
  [
    "SC-030",
    () => judge030([...times(9, { isSame: true, reused: true }), { isSame: true, reused: false }]),
    [
      () => judge030([...times(8, { isSame: true, reused: true }), ...times(2, { isSame: true, reused: false })]),
      () =>
        judge030([
          { isSame: true, reused: true },
          { isSame: false, reused: true },
        ]),
    ],
  ],
  [
    "SC-034",
    () => judge034([...seen034(48, 0.7), ...seen034(12, 0.69)]),
    [
      () => judge034([...seen034(47, 0.7), ...seen034(13, 0.69)]),
      () => judge034([...seen034(47, 0.7), ...seen034(13, 0.9, 0)]),
      () => judge034(seen034(49, 0.9)),
      () => judge034(seen034(60, 0.9, 1, 2)),
      () => judge034([]),
    ],
  ],
  [
    "SC-036",
    () => judge036(times(20, strong)),
    [
      () => judge036(times(20, met(-60, "Osk, fond of you"))),
      () => judge036(times(20, met(0, "Osk, wary"))),
      () => judge036(times(20, met(-60, "Osk, cold", ["trust"]))),
      () => judge036(times(20, met(0, "Osk"))),
    ],
  ],
  [
    "SC-037",
    () => judge037([{ turns: 100, broken: [], failed: 0 }]),
    [
      () => judge037([{ turns: 100, broken: ["Osk is dead and speaks."], failed: 0 }]),
      () => judge037([{ turns: 100, broken: [], failed: 1 }]),
      () => judge037([{ turns: 99, broken: [], failed: 0 }]),
    ],
  ],
  [
    "SC-038",
    () =>
      judge038([
        { applies: true, slot: roll038(REMEMBERED) },
        { applies: false, slot: roll038("charisma 14") },
      ]),
    [
      () => judge038([{ applies: true, slot: roll038("charisma 14") }]),
      () =>
        judge038([
          { applies: true, slot: roll038(REMEMBERED) },
          { applies: false, slot: roll038(REMEMBERED) },
        ]),
      () => judge038([]),
    ],
  ],
])("%s is met by what it asks for, and by nothing else", (_id, good, bad) => {
  expect(good().met).toBe(true);
  expect(bad.map((judge) => judge().met)).toEqual(bad.map(() => false));
});
