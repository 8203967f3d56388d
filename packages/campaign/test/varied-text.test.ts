// SPEC.md CA1010 to CA1014: text that varies by condition.
import { describe, expect, it } from "vitest";
import { checkCampaign, readStory, ToldVariants } from "../src/index.js";
import { allVariants, parseVaried, renderVaried } from "../src/varied-text.js";
import { load } from "./campaign-folder.js";

const when =
  (...names: string[]) =>
  (condition: string): boolean =>
    names.includes(condition);

describe("a text with conditions", () => {
  it.each([
    ["{if met}He nods.{else}He looks past you.{/if} Rain falls.", ["met"], "He nods. Rain falls."],
    ["{if met}He nods.{else}He looks past you.{/if} Rain falls.", [], "He looks past you. Rain falls."],
    ["He is {if a}red{else if b}green{else}pale{/if} today.", ["b"], "He is green today."],
    ["He is {if a: }very {/if}pale.", [], "He is pale."],
    ["He waits{if a} for you{/if}.", [], "He waits."],
    ["{if a}One {if b}two{/if} three.{/if}", ["a"], "One three."],
    ["{if a}One {if b}two{/if} three.{endif}", ["b"], ""],
    ["First.\n\n{if a}\n\nSecond.\n\n{/if}\n\nThird.", [], "First.\n\nThird."],
    ["{deeds} and {name} stay.", [], "{deeds} and {name} stay."],
  ])("[CA1010] %j with %j reads %j", (text, names, read) => {
    expect(renderVaried(text, when(...names))).toBe(read);
  });

  it.each([
    ["He is {if a}red{else}pale{/if}. He waits.", "He is red. He is pale. He waits."],
    ["{if a}He nods.{/if} Rain falls.", "He nods. Rain falls."],
    ["Rain falls. {if a}He nods. He goes.{else}He stays.{/if}", "Rain falls. He nods. He goes. He stays."],
    ["He waits{if a} for you{/if}.", "He waits for you. He waits."],
    ["First.\n\n{if a}\n\nSecond.\n\n{/if}\n\nThird.", "First.\n\nSecond.\n\nThird."],
    ["No conditions here.", "No conditions here."],
    ["{if a}One goes.{else}Two come.{/if} All stay.", "One goes. Two come. All stay."],
  ])("[CA1011] %j is read as %j", (text, all) => {
    expect(allVariants(text)).toBe(all);
  });

  it("[CA1011] is not read where one sentence has more than 32 variants", () => {
    const many = [1, 2, 3, 4, 5, 6].map((at) => `{if a${at}}x{else}y{/if}`).join(" ");
    expect(allVariants(`He says ${many}.`)).toBeNull();
  });

  it.each([
    ["{if a}One.", 0, /no \{\/if\}/],
    ["One.{/if}", 0, /without an \{if\}/],
    ["{if a}One.{else}Two.{else}Three.{/if}", 2, /after \{else\}/],
    ["{if }One.{/if}", 0, /no condition/],
    ["{if a}One.{else b}Two.{/if}", 1, /takes no condition/],
  ])("[CA1012] %j has a fault at mark %i", (text, mark, message) => {
    expect(parseVaried(text).faults).toEqual([{ mark, message: expect.stringMatching(message) }]);
  });

  it("[CA1013] is known again after it was put into the second person", () => {
    const texts = ["The player sees {if a}Osk{else}nobody{/if} at the gate. The player walks on. {if a}Osk nods.{/if}"];
    const told = (...names: string[]): string[] => {
      const variants = new ToldVariants(texts, when(...names));
      return ["You see Osk at the gate.", "You see nobody at the gate.", "You walk on.", "Osk nods.", "A new one."]
        .map((one) => variants.told(one))
        .filter((one) => one !== "");
    };
    expect(told("a")).toEqual(["You see Osk at the gate.", "You walk on.", "Osk nods.", "A new one."]);
    expect(told()).toEqual(["You see nobody at the gate.", "You walk on.", "A new one."]);
  });
});

describe("a campaign with text that varies", () => {
  const beat = {
    id: "beat_001",
    title: "The gate",
    description: "Osk opens the gate. {if met_osk}He nods.{else}He looks past you.{/if}",
    dialogue: [{ speaker: "osk", line: "{if met_osk}You again.{/if} Water does not wait." }],
    outcomes: [{ description: "{if lit}The lamp burns.{/if} It is late." }],
  };
  const choices = {
    choices: [{ text: "Meet Osk", tag: "met_osk", then: { told: "{if lit}You see him.{/if} He is there." } }],
  };

  it("[CA1010] [CA1011] is read with all variants, and keeps what its author wrote", async () => {
    const { campaign, problems } = await load({
      "plot/beats.json": { beats: [beat] },
      "plot/choices.json": choices,
      "plot/endings/sea.md": "---\ntitle: Sea\n---\nThe boat {if met_osk}waits{else}is gone{/if}.\n\n{deeds}\n",
    });
    expect(campaign.beats[0]).toMatchObject({
      description: "Osk opens the gate. He nods. He looks past you.",
      dialogue: [{ line: "You again. Water does not wait." }],
      outcomes: [{ description: "The lamp burns. It is late." }],
    });
    expect(campaign.endings[0]?.body).toBe("The boat waits. The boat is gone.\n\n{deeds}");
    expect(campaign.varied).toEqual([
      {
        kind: "beat",
        id: "beat_001",
        texts: [beat.description, beat.dialogue[0]?.line, beat.outcomes[0]?.description],
      },
      { kind: "ending", id: "sea", texts: ["The boat {if met_osk}waits{else}is gone{/if}.\n\n{deeds}"] },
    ]);
    // "lit" is set by nothing: what depends on it is never told.
    const told = problems.filter(({ code }) => code !== "unknown_character");
    expect(told.map(({ file, code }) => [file, code])).toEqual([
      ["plot/beats.json", "unknown_path"],
      ["plot/choices.json", "unknown_path"],
    ]);
  });

  it("[CA1012] is told of what is wrong with its marks, at their lines", async () => {
    const ending = "---\ntitle: Sea\n---\n\n# Sea\n\n<!-- {if no} -->\n\nThe boat goes.\n\n{if met_osk}\nHe waves.\n";
    const { campaign, problems } = await load({
      "plot/beats.json": { beats: [{ ...beat, description: "Osk opens the gate.{/if} {if 1 +}He nods.{/if}" }] },
      "plot/choices.json": choices,
      "plot/endings/sea.md": ending,
    });
    expect(campaign.beats[0]?.description).toBe("Osk opens the gate. He nods.");
    expect(
      problems.flatMap(({ file, line, severity, code }) =>
        /^unknown/.test(code) ? [] : [[file, line, severity, code]],
      ),
    ).toEqual([
      ["plot/beats.json", 6, "error", "varied_text"],
      ["plot/beats.json", 6, "error", "expression_syntax"],
      ["plot/endings/sea.md", 11, "error", "varied_text"],
    ]);
  });

  it("[CA1014] is told how to ask whether a beat has happened", async () => {
    const { problems } = await load({
      "plot/beats.json": { beats: [{ ...beat, description: `Osk opens the gate. {if ${beat.id}}He nods.{/if}` }] },
    });
    expect(problems.find(({ code }) => code === "unknown_path")?.message).toContain(
      `Did you mean visited("${beat.id}")?`,
    );
  });

  it("[CA1014] is told of a name that nothing sets, and of no deed", async () => {
    const { campaign, problems } = await load({
      "plot/beats.json": { beats: [{ ...beat, description: "Osk opens the gate. {if met_oks}He nods.{/if}" }] },
      "plot/choices.json": choices,
    });
    expect(problems[0]).toMatchObject({
      file: "plot/beats.json",
      code: "unknown_path",
      severity: "warning",
      message: expect.stringContaining('Did you mean "met_osk"'),
    });
    expect(
      [...problems, ...(await checkCampaign(campaign, readStory(campaign)))].map(({ code }) => code),
    ).not.toContain("offered_deed");
  });
});
