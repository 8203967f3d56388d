import { readdirSync, readFileSync } from "node:fs";
import { checkContract } from "@narratoria/protocol/contracts";
import { splitSentences } from "@narratoria/protocol/english";
import { brokenLaws } from "@narratoria/protocol/laws";
import { describe, expect, it } from "vitest";
import { loadCampaign, readStory } from "../src/index.js";
import { lawProblems } from "../src/reading/law-problems.js";
import { markdownSections } from "../src/reading/mine/markdown.js";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";
import { load } from "./campaign-folder.js";

const CAMPAIGNS = new URL("../../../test/campaigns/", import.meta.url);

describe("what breaks a law", () => {
  const lawful = readSource({
    ...WEIGHBRIDGE,
    forbidden: [],
    constraints: ["There is no stove and no grass.", "There is no wheel.", "No steel and no wax appears."],
  });

  it("[CA271] is not read to be told: facts, sights, things, topics, notes", () => {
    const { laws, leftOut, passages: _, beats: __, endings: ___, ...told } = lawful;
    expect(JSON.stringify({ ...told, opening: [] })).not.toMatch(/\bstove\b|\bgrass\b|\bwheel\b|\bwax\b|\bsteel\b/i);
    expect(leftOut).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ why: 'it breaks "There is no stove and no grass."' }),
      ]) as object,
    );
    expect(laws).toHaveLength(3);
    expect(checkContract("reading", JSON.parse(JSON.stringify(lawful)))).toEqual([]);
  });

  it("[CA271] stays in beats and endings, and takes nothing else with it", () => {
    const forbidden = ["drawer", "pan"];
    const reading = readSource({ ...WEIGHBRIDGE, constraints: [], forbidden });
    expect(reading.beats[0]?.told.join(" ")).toMatch(/drawer/);
    expect(reading.endings[0]?.paragraphs.join(" ")).toMatch(/\bpan\b/);
    expect(reading.facts.length).toBeGreaterThan(4);
    expect(reading.opening).toEqual(readSource({ ...WEIGHBRIDGE, constraints: [], forbidden: [] }).opening);
  });

  it("[CA271] is no line of somebody who does not speak", () => {
    const { cast } = readSource({ ...WEIGHBRIDGE, constraints: ["Jonas Peel never speaks."] });
    expect(cast.map(({ id, lines, speech }) => [id, lines.length > 0, speech])).toEqual([
      ["orsolya", true, "words"],
      ["jonas", false, "none"],
    ]);
  });

  it("[CA271] is cut from the opening by the sentence", () => {
    const { opening } = readSource({ ...WEIGHBRIDGE, constraints: ["There is no cart."] });
    expect(opening.join(" ")).not.toMatch(/\bcart\b/);
    expect(opening.join(" ")).toMatch(/Jonas Peel would like you not to ask/);
  });

  it("[CA271] is nothing that the dead did before, nor what happens to others than those whom a law names", () => {
    const premise = "Dr Orm came to value the scale. That drowns the row and every bale in it.";
    const { opening } = readSource({
      ...WEIGHBRIDGE,
      premise,
      constraints: ["Dr Orm is dead and stays dead.", "No child drowns, on stage or off."],
    });
    expect(opening).toEqual([premise]);
    // A list of things is on each of them.
    const things = {
      ...WEIGHBRIDGE,
      premise: "Tobacco lies on the beam.",
      constraints: ["No potato fields, no tobacco."],
    };
    expect(readSource(things).opening).toEqual([]);
    const cut = readSource({
      ...WEIGHBRIDGE,
      premise: `A child drowns here. ${premise}`,
      constraints: ["No child drowns."],
    });
    expect(cut.opening).toEqual([premise]);
  });
});

it("[CA405] takes what the guidance of the manifest forbids for laws, and not what it wishes", async () => {
  const { campaign } = await load({
    "manifest.json":
      '{ "title": "A", "version": "1.0.0",\n "hydration_guidance": "Keep it dry. There are no ghosts. Do not mention the wheel." }',
    "world/setting.md": "# The Mill\n\nA ghost stands in the mill. Flour lies on the beam.\n",
  });
  const { laws } = readStory(campaign);
  expect(laws.map(({ text, file, line }) => [text, file, line])).toEqual([
    ["There are no ghosts.", "manifest.json", 2],
    ["Do not mention the wheel.", "manifest.json", 2],
  ]);
  expect(laws[0]?.forbids).toContain("ghost");
});

describe("an author", () => {
  const files = {
    "world/constraints.md": "# Laws\n\n- There is no ghost in the mill.\n- Be kind to the reader.\n",
    "world/setting.md":
      "# The mill\n\nThe mill has no wheel. A ghost\nwalks in it at night. It moves like a ghost.\nThere is no ghost in the yard.\n",
    "plot/beats.json": { beats: [{ id: "beat_001", title: "The Wheel", description: "The ghost turns the wheel." }] },
    "characters/npcs/osk/profile.json": {
      name: "Osk Tallow",
      role: "Miller",
      personality: { traits: ["dry"] },
      background: "He grinds. He fears the ghost.",
    },
  };

  it("[CA272] is told of each sentence that breaks a law: where, which law, by which word, and what comes of it", async () => {
    const { campaign } = await load(files);
    const problems = lawProblems(campaign, readStory(campaign)).filter(({ severity }) => severity === "warning");
    expect(problems.map(({ file, line, column }) => [file, line, column])).toEqual([
      ["world/setting.md", 3, 26],
      ["characters/npcs/osk/profile.json", 9, 42],
      ["plot/beats.json", 6, 27],
    ]);
    expect(problems[0]?.message).toBe(
      'This sentence breaks "There is no ghost in the mill." (ghost): it will not be told.',
    );
    expect(problems[2]?.message).toMatch(/\(ghost\): it will be told all the same\.$/);
  });

  it("[CA272] is told of it where a text is read into the story, and not in what is only searched", async () => {
    const long = `# The Mill\n\nThe ghost walks.\n\n${"The wheel turns in the yard.\n\n".repeat(20_000)}The ghost sits.\n`;
    const { campaign } = await load({ ...files, "lore/mill.md": long });
    const problems = lawProblems(campaign, readStory(campaign)).filter(({ file }) => file === "lore/mill.md");
    expect(problems.map(({ line }) => line)).toEqual([3]);
  });

  it("[CA272] is not told of sounds that somebody without words makes, as if they were speech", async () => {
    const { campaign } = await load({
      ...files,
      "world/constraints.md": "# Laws\n\n- Mop is a dog. She never talks.\n",
      "characters/npcs/mop/profile.json": {
        name: "Mop",
        role: "A dog",
        personality: { traits: ["fat"] },
        background: "She is a dog.",
        speech_patterns: { examples: ["Hrnk.", "Fweee."] },
      },
    });
    const reading = readStory(campaign);
    expect(reading.cast.find(({ name }) => name === "Mop")?.speech).toBe("sounds");
    expect(lawProblems(campaign, reading).filter(({ severity }) => severity === "warning")).toEqual([]);
  });

  it("[CA5856] is told of a breach by a beat before the law's end, and of none from there on", async () => {
    const beats = ["It rains.", "It rains.", "It rains at last."].map((description, at) => ({
      id: `beat_00${at + 1}`,
      title: ["The Coach", "The Wheel", "The Supper"][at],
      description,
      ...(at === 1 ? { dialogue: [{ speaker: "Osk Tallow", line: "Come in." }] } : {}),
    }));
    const { campaign } = await load({
      ...files,
      "world/constraints.md": "# Laws\n\n- It does not rain before the very end.\n",
      "plot/beats.json": { version: "1.0.0", beats },
      "plot/endings/wet.md": "# Wet\n\nIt rains all night.\n",
    });
    const problems = lawProblems(campaign, readStory(campaign)).filter(({ severity }) => severity === "warning");
    expect(problems.map(({ file }) => file)).toEqual(["plot/beats.json", "plot/beats.json"]);
  });

  it("[CA5857] is not told of a line of the dead that stands on a tape", async () => {
    const line = (context: string) => ({
      ...files,
      "world/constraints.md": "# Laws\n\n- Osk Tallow is dead.\n",
      "plot/beats.json": {
        version: "1.0.0",
        beats: [
          {
            id: "beat_001",
            title: "The Reel",
            description: "A reel turns.",
            dialogue: [{ speaker: "Osk Tallow", line: "Mind the step.", context }],
          },
        ],
      },
    });
    const warned = async (context: string) => {
      const { campaign } = await load(line(context));
      return lawProblems(campaign, readStory(campaign)).filter(({ severity }) => severity === "warning").length;
    };
    expect(await warned("On the tape")).toBe(0);
    expect(await warned("At the door")).toBe(1);
  });

  it("[CA273] is told of a constraint that no check covers", async () => {
    const { campaign } = await load(files);
    expect(lawProblems(campaign, readStory(campaign)).filter(({ severity }) => severity === "notice")).toMatchObject([
      { file: "world/constraints.md", line: 4, message: expect.stringContaining("No check covers") as string },
    ]);
  });
});

interface Facts {
  readonly constraints: readonly { readonly forbidden: readonly string[] }[];
}

/** Every sentence that the author wrote to be told or to tell from. */
function sentencesOf(campaign: NonNullable<Awaited<ReturnType<typeof loadCampaign>>["campaign"]>): string[] {
  const prose = (text: string): string[] => markdownSections(text).flatMap(({ paragraphs }) => paragraphs);
  return [
    ...[campaign.premise, campaign.setting, ...campaign.lore.map(({ text }) => text)].flatMap(prose),
    ...campaign.endings.flatMap(({ body }) => prose(body)),
    ...campaign.beats.flatMap(({ description, dialogue }) => [
      description,
      ...(dialogue ?? []).map(({ line }) => line),
    ]),
    ...campaign.npcs.flatMap(({ profile }) => [
      profile.background ?? "",
      profile.appearance ?? "",
      ...(profile.motivations ?? []),
      ...(profile.speech_patterns?.examples ?? []),
      ...Object.values(profile.relationships ?? {}),
    ]),
  ].flatMap(splitSentences);
}

describe("the laws of nine campaigns", () => {
  it("[CA274] forbid nine of ten phrases that may not be told, and hardly a sentence beside", async () => {
    const count = { phrases: 0, caught: 0, sentences: 0, told: 0, warned: 0 };
    for (const name of readdirSync(CAMPAIGNS).filter((entry) => entry.endsWith(".facts.json"))) {
      const facts = JSON.parse(readFileSync(new URL(name, CAMPAIGNS), "utf8")) as Facts;
      const { campaign } = await loadCampaign(new URL(name.replace(".facts.json", ""), CAMPAIGNS).pathname);
      if (campaign === null) throw new Error(`${name} cannot be read`);
      const { laws } = readStory(campaign);
      const phrases = facts.constraints.flatMap(({ forbidden }) => forbidden);
      for (const phrase of phrases) {
        count.phrases++;
        if ([`Then ${phrase} in the room.`, phrase].some((text) => brokenLaws(text, laws).length > 0)) count.caught++;
      }
      const listed = new RegExp(
        `(?<![\\p{L}\\p{N}])(?:${phrases.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ /g, "[\\s-]+")).join("|")})(?![\\p{L}\\p{N}])`,
        "iu",
      );
      for (const sentence of sentencesOf(campaign)) {
        count.sentences++;
        if (listed.test(sentence.replace(/’/g, "'"))) continue;
        const broken = brokenLaws(sentence, laws);
        if (broken.length > 0) count.told++;
        if (broken.some(({ passing }) => !passing)) count.warned++;
      }
    }
    expect(count.phrases).toBeGreaterThan(500);
    expect(count.caught / count.phrases).toBeGreaterThan(0.9);
    // What is not told for nothing, and what an author is warned of for nothing.
    expect(count.told / count.sentences).toBeLessThan(1 / 500);
    expect(count.warned / count.sentences).toBeLessThan(1 / 1000);
  }, 240_000);
});
