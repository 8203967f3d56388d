import { describe, expect, it } from "vitest";
import { loadCampaign } from "../src/index.js";
import { campaignFolder } from "./campaign-folder.js";

async function problemsOf(expression: string) {
  const beats = [
    { id: "beat_001", title: "The Wheel", description: "The wheel turns.", conditions: { player_choice: "turn_it" } },
    { id: "beat_002", title: "The End", description: "The wheel stops.", conditions: { custom: { expression } } },
  ];
  const dir = await campaignFolder({
    "characters/npcs/osk/profile.json": { name: "Osk", role: "Miller", personality: { traits: ["dry"] } },
    "plot/beats.json": { beats },
  });
  return (await loadCampaign(dir)).problems.filter(({ file }) => file === "plot/beats.json");
}

describe("expressions", () => {
  it.each([
    ["flags.theory = true", "=="],
    ["seen(beat_001)", "no function seen()"],
    ["scene_count >", "ends too early"],
  ])("[CA71] says what is wrong with %s", async (expression, words) => {
    const [problem] = await problemsOf(expression);
    expect(problem).toMatchObject({ severity: "error", message: expect.stringContaining(words) });
    expect(problem?.line).toBeGreaterThan(1);
  });

  it.each([
    ["people.oks.feeling > 3", 'Did you mean "osk"?'],
    ["visited(beat_003)", "no beat"],
    ["count('turn') > 0", "No choice has the tag"],
    ["flags.theory", "Nothing sets"],
    ["invntory.torch", "Nothing sets"],
  ])("[CA72] warns of what nothing sets in %s", async (expression, words) => {
    expect(await problemsOf(expression)).toMatchObject([
      { severity: "warning", message: expect.stringContaining(words) },
    ]);
  });

  it.each([
    "scene_count >= 12",
    "charisma > 3 && people.osk.feeling > 10",
    "visited(beat_001) || count(turn_it) > 1",
    "inventory.torch",
  ])("[CA72] has nothing to say of %s", async (expression) => {
    expect(await problemsOf(expression)).toEqual([]);
  });

  it("[CA72] says that a bare word is something to do", async () => {
    expect(await problemsOf("scene_count > 40 || let_it_go")).toMatchObject([{ severity: "notice" }]);
  });

  it("[CA3207] finds a decision in the beat that has its words, without reading the others", async () => {
    const goods = "oats barley rye hops malt beans lentils millet linen tallow hemp salt pepper cloves".split(" ");
    const text = (thing: string, at: number): string =>
      `The carter of village ${at} waits. ${`He may sell the ${thing}, or keep them. `.repeat(12)}Weigh the ${thing}, burn the ${thing}, or walk away.`;
    const work = async (tag: string): Promise<{ readonly work: number; readonly messages: readonly string[] }> => {
      const beats = goods.map((thing, at) => ({
        id: `beat_${100 + at}`,
        title: `The ${thing}`,
        description: text(thing, at),
      }));
      const conditions = { custom: { expression: `count("${tag}") > 0` } };
      const dir = await campaignFolder({
        "plot/beats.json": {
          beats: [...beats, { id: "beat_200", title: "The End", description: "All is sold.", conditions }],
        },
      });
      const before = process.cpuUsage();
      const { problems } = await loadCampaign(dir);
      const { user, system } = process.cpuUsage(before);
      return { work: user + system, messages: problems.map(({ message }) => message) };
    };
    // The first reading compiles what the others use.
    await work("nothing-at-all");
    // Other work of the process counts as well: of three readings the least is taken.
    const least = async (tag: string) =>
      [await work(tag), await work(tag), await work(tag)].reduce((best, one) => (one.work < best.work ? one : best));
    const found = await least("burn-the-hops");
    const slip = await least("burn-the-hoops");
    expect(found.messages.filter((message) => message.includes("has the tag"))).toEqual([]);
    expect(slip.messages).toContainEqual(expect.stringContaining('Did you mean "burn-the-hops"?'));
    expect(found.work).toBeLessThan(slip.work / 2);
  });

  it("[CA73] warns of an unknown key in an ending's conditions", async () => {
    const dir = await campaignFolder({
      "plot/endings/home.md": "---\nconditions:\n  requires_baet: beat_001\n---\nYou go home.",
    });
    expect((await loadCampaign(dir)).problems).toMatchObject([
      { file: "plot/endings/home.md", line: 3, message: expect.stringContaining("requires_b") },
    ]);
  });

  const things = async (condition: string, text: string) => {
    const dir = await campaignFolder({
      "plot/premise.md": "You came with a basket on your arm.",
      "characters/player/template.json": { starting_items: ["a lantern"] },
      "plot/beats.json": {
        beats: [
          { id: "beat_001", title: "The Wheel", description: `The wheel turns. {if has("${text}")}Osk nods.{/if}` },
          {
            id: "beat_002",
            title: "The End",
            description: "The wheel stops.",
            conditions: { custom: { expression: `has("${condition}")` } },
          },
        ],
      },
      "plot/choices.json": {
        choices: [{ text: "Tap the barrel", then: { told: "It rings.", items: { "brass key": 1 } } }],
      },
    });
    return (await loadCampaign(dir)).problems.filter(({ file }) => file === "plot/beats.json");
  };

  it.each(["brass key", "the brass key", "lantern", "basket", "tap-the-barrel"])(
    "[CA4600] has nothing to say of has(%j), which the player can come to",
    async (thing) => {
      expect(await things(thing, thing)).toEqual([]);
    },
  );

  it("[CA4600] warns of a thing that nothing gives and no text names", async () => {
    expect(await things("bras key", "brass key")).toMatchObject([
      {
        severity: "warning",
        code: "unknown_path",
        message:
          'Nothing gives the player "bras key", and no text names it. Did you mean "brass key"? This part never holds.',
      },
    ]);
    expect(await things("brass key", "feather")).toMatchObject([
      { severity: "warning", message: expect.stringContaining("told as where it is not so") },
    ]);
  });
});
