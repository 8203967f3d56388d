import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { enrich, isSparse, loadCampaign, readStory, writeGenerated } from "../src/index.js";
import { checkCampaign } from "../src/checks/check-campaign.js";
import { seedOf } from "../src/enrich/seed.js";
import { campaignFolder, type Files, load, MANIFEST } from "./campaign-folder.js";

const NOW = () => Date.parse("2026-02-03T10:30:00Z");

/** Sparse campaigns in the habits of several authors. */
const HABITS: Readonly<Record<string, Files>> = {
  "a premise in the first person": {
    "manifest.json": { title: "I Am a Spoon", version: "1.0.0", tone: "silly" },
    "plot/premise.md":
      "I am a spoon. I am a spoon in the kitchen drawer, and I want to see the moon before the cook comes back. The dog is asleep. The clock is on the other side of the stove.\n",
  },
  "a setting": {
    "manifest.json": { title: "Low Water", version: "1.0.0", genre: "gothic" },
    "world/setting.md":
      "Skarv is an island with a harbour, nine miles from the coast. Every boat comes in with the same name on it. Nobody has ever asked the harbour master why.\n",
  },
  "a title": { "manifest.json": { title: "Bears of the Lower Canal", version: "1.0.0" } },
  verse: {
    "manifest.json": { title: "Siding", version: "1.0.0" },
    "plot/premise.md": "rain on the station\nno train has come since the spring\nsomebody whistles\n",
  },
  names: {
    "manifest.json": { title: "The Toast", version: "1.0.0", genre: "mystery" },
    "plot/premise.md":
      "- Aunt Hilde, who owns the silver\n- Dr. Brandt, her doctor\n- Cousin Moritz\n- Mrs Vogel, the cook\n",
  },
  "a description": {
    "manifest.json": {
      title: "The Last Map",
      version: "1.0.0",
      genre: "fantasy",
      description:
        "You are a mapmaker. The queen has ordered you to draw the far side of the river before winter comes.",
    },
  },
  "a theft": {
    "manifest.json": { title: "Brass", version: "1.0.0", genre: "crime" },
    "plot/premise.md":
      "Somebody has stolen the silver heron off the gate of the Linden Hotel, and the manager, Mr. Ashby, wants it back before the wedding on Sunday. You used to be a thief.\n",
  },
  "a clause": {
    "manifest.json": {
      title: "The Last Ringer",
      version: "1.0.0",
      description: "You are the last ringer of Holm Priory, and this morning the bell has refused to swing.",
    },
  },
  "a page": {
    "manifest.json": { title: "The Ballot", version: "1.0.0", genre: "science fiction" },
    "plot/premise.md":
      "You are the youngest pilot of Harrow, a colony on a moon. Chief Engineer Solberg lets nobody else into the reactor room.\n\nCouncillor Adeyo says that the reactor is dying. You have to find out what Solberg is hiding before the council meets. She has not spoken to you for a year.\n",
  },
};

async function enriched(files: Files): Promise<{ dir: string; paths: readonly string[] }> {
  const dir = await campaignFolder(files);
  const { campaign } = await loadCampaign(dir);
  if (campaign === null) throw new Error("no campaign");
  const { files: made } = await enrich(campaign, { now: NOW });
  await writeGenerated([dir], made);
  return { dir, paths: made.map(({ path }) => path) };
}

describe("sparse campaigns", () => {
  it("[CA1200] have fewer than three files with text that nobody generated, and do not play by themselves", async () => {
    const { campaign: two } = await load({ "world/setting.md": "Rain falls on Pell.", "plot/premise.md": "You wait." });
    expect(isSparse(two)).toBe(true);
    const { campaign: three } = await load({
      "world/setting.md": "Rain falls on Pell.",
      "plot/premise.md": "You wait.",
      "lore/pell.md": "# Pell\n\nPell lies on a river.",
    });
    expect(isSparse(three)).toBe(false);
    const piano = await loadCampaign(join(import.meta.dirname, "../../../campaigns/the-piano-on-the-third-landing"));
    expect(piano.campaign !== null && isSparse(piano.campaign)).toBe(false);
    const { dir } = await enriched(HABITS["a title"] ?? {});
    const again = await loadCampaign(dir);
    expect(again.campaign !== null && isSparse(again.campaign)).toBe(false);
  });

  it.each(Object.entries(HABITS))(
    "[CA1203] [CA1204] [CA1209] of %s have a whole story, marked and without faults",
    async (_, files) => {
      const { dir, paths } = await enriched(files);
      const loaded = await loadCampaign(dir);
      const { campaign } = loaded;
      if (campaign === null) throw new Error("no campaign");
      const faults = [...loaded.problems, ...(await checkCampaign(campaign, readStory(campaign)))].filter(
        ({ severity, code }) => severity !== "notice" && code !== "generated_assets",
      );
      expect(faults).toEqual([]);
      expect(campaign.npcs).toHaveLength(4);
      expect(campaign.beats).toHaveLength(10);
      expect(campaign.endings.length).toBeGreaterThanOrEqual(4);
      expect(campaign.premise).not.toBe("");
      expect(campaign.setting).not.toBe("");
      expect(paths).toContain("README_generated.md");
      for (const path of paths) {
        expect(path).toMatch(/_generated\.(?:md|json)$/);
        const text = await readFile(join(dir, path), "utf8");
        expect(text).toMatch(/"?generated"?: true/);
        expect(text).toContain("2026-02-03T10:30:00.000Z");
        expect(text).toContain("narratoria/storybook");
        expect(text).not.toMatch(/<[\w ]+>|undefined|\bNAME\b/);
      }
    },
  );

  it("[CA1203] keep a plot of their author's", async () => {
    const { paths } = await enriched({
      "plot/beats.json": {
        beats: [{ id: "beat_001", title: "The flood", description: "The river comes over the wall." }],
      },
    });
    expect(paths).toContain("world/setting_generated.md");
    expect(paths.filter((path) => path.startsWith("plot/"))).toEqual(["plot/premise_generated.md"]);
  });

  it("[CA1205] are filled in the same way each time", async () => {
    const { campaign } = await load(HABITS["a setting"]);
    expect(await enrich(campaign, { now: NOW })).toEqual(await enrich(campaign, { now: NOW }));
  });

  it.each([
    [
      "a premise in the first person",
      { you: "a spoon", small: true, aim: "see the moon", deadline: "before the cook comes back" },
    ],
    [
      "a description",
      { you: "a mapmaker", small: false, aim: "draw the far side of the river", deadline: "before winter comes" },
    ],
    [
      "a page",
      {
        aim: "find out what Solberg is hiding",
        question: "what Solberg is hiding",
        deadline: "before the council meets",
      },
    ],
    ["verse", { oddity: "Somebody whistles." }],
    [
      "a theft",
      {
        aim: "bring back the silver heron",
        thing: { the: "the silver heron", one: "a silver heron" },
        client: "Mr. Ashby",
        deadline: "before the wedding on Sunday",
      },
    ],
    [
      "a clause",
      { you: "the last ringer of Holm Priory", people: [], oddity: "This morning the bell has refused to swing." },
    ],
    [
      "a title",
      { oddity: "Each evening bears are seen at the Lower Canal, and whoever sees them looks the other way." },
    ],
  ])("[CA1206] of %s are understood", async (habit, understood) => {
    const { campaign } = await load(HABITS[habit]);
    expect(seedOf(campaign)).toMatchObject(understood);
  });

  it.each([
    ["a premise in the first person", ["the clock", "the dog"]],
    ["names", ["Aunt Hilde", "Cousin Moritz", "Dr. Brandt", "Mrs Vogel"]],
    ["a page", ["Chief Engineer Solberg", "Councillor Adeyo"]],
    ["a theft", ["Mr. Ashby"]],
  ])("[CA1206] of %s are played by their author's people", async (habit, names) => {
    const { dir } = await enriched(HABITS[habit] ?? {});
    const { campaign } = await loadCampaign(dir);
    const people = campaign?.npcs.map(({ profile }) => profile.name.replace(/^The/, "the")) ?? [];
    expect(people).toEqual(expect.arrayContaining(names));
  });
});

describe("the aim of a sparse campaign", () => {
  const seedFrom = async (premise: string) => {
    const { campaign } = await load({ "plot/premise.md": premise });
    return seedOf(campaign);
  };

  it.each([
    ["Your uncle wants you to guard the orchard.", "guard the orchard", null],
    ["You have three days to cross the pass.", "cross the pass", null],
    [
      "You have until the thaw to find out who he is. A man called Jory Vance sleeps in the barn.",
      "find out who he is",
      "before the thaw",
    ],
    [
      "The queen of Ard has not laughed for a year, and whoever brings her a joke that she has not heard may ask for a crown.",
      "bring the queen of Ard a joke that she has not heard",
      null,
    ],
    [
      "You bake for the widow Grell, who has promised to feed the whole regiment by dawn.",
      "feed the whole regiment",
      "before dawn",
    ],
    ["You are a mouse. You must never be seen by the cook.", "get away without being seen by the cook", null],
    ["Your brother has disappeared from the mill.", "find your brother", null],
    ["Get the piano down the mountain before winter.", "get the piano down the mountain", "before winter"],
    ["Ida Roen went up at midnight, and the pass is shut until she is found.", "find Ida Roen", null],
    ["The mill stands still. Nobody has seen Wim Acker since the flood.", "find Wim Acker", null],
    ["Ida Roen has not come back from the quarry.", "find Ida Roen", null],
    ["Nobody in Tarn has seen the sun since the flood.", null, null],
    ["The town is quiet. Nobody whistles there.", null, null],
    ["You have come to Tarn with the post.", null, null],
    ["You came to the mill at noon.", null, null],
  ])("[CA1210] is read from: %s", async (premise, aim, deadline) => {
    expect(await seedFrom(premise)).toMatchObject({ aim, deadline });
  });

  it.each([
    ["You want to steal the birthday cake from the party.", "the birthday cake"],
    ["You want to find a bronze angel.", "the bronze angel"],
    ["You want to find a husband.", undefined],
    ["You want to win the race.", undefined],
    ["You want to be the fastest.", undefined],
  ])("[CA1210] is about a thing that can be held, or about none: %s", async (premise, thing) => {
    expect((await seedFrom(premise)).thing?.the).toBe(thing);
  });

  it.each([
    ["Your grandmother has left the farm to a stranger, and you have to find out why.", "grandmother"],
    ["You want to bring the king a song.", "king"],
    ["You have to find your sister. The baker knows her.", "sister"],
    ["You used to be a policeman. You want to see the sea.", "policeman"],
    ["You want to learn who killed the bishop.", "bishop"],
    ["You want to get home before Mrs Amadi's funeral on Saturday.", "Amadi"],
    ["Ida Roen went up at midnight, and the pass is shut until she is found. She drove the plough.", "Ida Roen"],
    ["The hares have the vote here. The count begins on Thursday.", "count"],
  ])("[CA1210] gives no part to whom it is for, or who has died: %s", async (premise, who) => {
    expect((await seedFrom(premise)).people.map(({ name }) => name)).not.toContainEqual(expect.stringContaining(who));
  });
});

it.each([
  ["You read the news. A voice on the line asks you to leave the page blank.", null],
  ["You clean the pool at night. Somebody in the water tells you to let the plug in.", null],
  ["Mrs Gray asks you to leave the page blank.", "leave the page blank"],
])("[CA5507] What somebody asks whom nobody knows is odd and no aim: %s", async (premise, aim) => {
  const { campaign } = await load({ "plot/premise.md": premise });
  const seed = seedOf(campaign);
  expect(seed.aim).toBe(aim);
  if (aim === null) expect(seed.oddity).toBe(premise.split(". ")[1]);
});

it.each([
  ["There is a studio with a carpet, a library and a tower that hums.", ["the studio", "the library", "the tower"]],
  ["There are a mill, a bakery, and a barn beside the wood.", ["the mill", "the bakery", "the barn"]],
  ["The rock has a lighthouse on it and a chapel in it.", ["the rock"]],
])("[CA5508] finds each place of a list: %s", async (setting, places) => {
  const { campaign } = await load({ "world/setting.md": setting });
  expect(seedOf(campaign).places.map(({ name }) => name)).toEqual(places);
});

it.each([
  ["Every spring the sheep go up. This year old Greta will not open the gate. Her son Till laughs.", "greta"],
  [
    "Every Sunday they row out. Your brother Jan is early, and Ruben, who has the oars, refuses to touch them.",
    "ruben",
  ],
])("[CA5509] has whoever does what is odd be asked in the end: %s", async (premise, who) => {
  const { campaign } = await load({ "plot/premise.md": premise });
  const { files } = await enrich(campaign, { now: NOW });
  const beats = JSON.parse(files.find(({ path }) => path === "plot/beats_generated.json")?.text ?? "{}").beats;
  const name = `${who.slice(0, 1).toUpperCase()}${who.slice(1)}`;
  expect(beats[0].description).toContain("You have noticed it,” says");
  expect(beats[0].description).not.toContain(`says ${name}`);
  expect(JSON.stringify(beats)).toContain(`“It was I,” says ${name}`);
  expect(JSON.stringify(beats)).toContain("One thing was to be as it is");
});

it("[CA5510] sets few people at work in a lonely place where they work", async () => {
  for (const premise of [
    "You host the night show of a radio station in the desert.",
    "You sweep the observatory, and the telescope has turned by itself.",
    "You keep the desk of a motel on the highway.",
  ]) {
    const { campaign } = await load({
      "manifest.json": { title: "Night", version: "1.0.0", genre: "mystery" },
      "plot/premise.md": premise,
    });
    const { files } = await enrich(campaign, { now: NOW });
    expect(files.map(({ path }) => path)).toContain("lore/places/mast-hut_generated.md");
  }
});

it.each([
  ["The postmaster says that he saw her lights.", ["the postmaster"]],
  ["The quarry says that nobody called.", []],
  ["The glazier swears that the pane was whole.", ["the glazier"]],
  ["Ida Roen's boat lies at the quay. Ida Roen knows why.", ["Ida Roen"]],
  ["The count says that his castle is cold.", ["the count"]],
])("[CA4602] finds who is there in: %s", async (premise, people) => {
  const { campaign } = await load({ "plot/premise.md": premise });
  expect(seedOf(campaign).people.map(({ name }) => name)).toEqual(people);
});

it("[CA4602] sets a plough and a quarry in a village, whatever the genre", async () => {
  const { campaign } = await load({
    "manifest.json": { title: "Lights", version: "1.0.0", genre: "mystery" },
    "plot/premise.md": "The plough came back from the quarry alone.",
  });
  const { files: made } = await enrich(campaign, { now: NOW });
  expect(made.map(({ path }) => path)).not.toContain("lore/places/glasshouse_generated.md");
});

describe("a generated plot", () => {
  const files = async (habit: string) => {
    const { campaign } = await load(HABITS[habit]);
    const { files: made } = await enrich(campaign, { now: NOW });
    return new Map(made.map(({ path, text }) => [path, text]));
  };

  it("[CA1210] turns on the thing that is wanted, and whoever wants it asks for it", async () => {
    const beats = (await files("a theft")).get("plot/beats_generated.json") ?? "";
    expect(beats).toContain(
      "“I ask only one thing of you,” says Mr. Ashby, “and that is to bring back the silver heron.",
    );
    expect(beats).toContain("the silver heron lies in front of");
  });

  it("[CA1206] has what is odd told, by the premise or by whoever comes first", async () => {
    const opening = async (premise: string): Promise<string> => {
      const { campaign } = await load({
        "plot/premise.md": premise,
        "world/setting.md": "Nobody in Tarn has spoken to the miller since the flood. The mill stands by the river.",
      });
      const { files: made } = await enrich(campaign, { now: NOW });
      return JSON.parse(made.find(({ path }) => path === "plot/beats_generated.json")?.text ?? "{}").beats[0]
        .description;
    };
    expect(await opening("You come to Tarn with the post.")).toContain(
      "“Nobody in Tarn has spoken to the miller since the flood. And you have noticed it,” says",
    );
    expect(await opening("Nobody in Tarn has spoken to the miller since the flood. You come with the post.")).toContain(
      "“You have noticed it,” says",
    );
  });

  it("[CA1211] opens with a description that tells it, and says nothing of that again", async () => {
    const premise = (await files("a clause")).get("plot/premise_generated.md") ?? "";
    const body = premise.split("---\n").at(-1)?.trim() ?? "";
    expect(body).toMatch(
      /^You are the last ringer of Holm Priory, and this morning the bell has refused to swing\.\n\nYou are /,
    );
    expect(body.match(/refused to swing/g)).toHaveLength(1);
    const { campaign } = await load({
      "manifest.json": { title: "Ballast", version: "1.0.0", description: "A cosy mystery set in a dry dock." },
    });
    const made = (await enrich(campaign, { now: NOW })).files.find(({ path }) => path === "plot/premise_generated.md");
    expect(made?.text.split("---\n").at(-1)).not.toContain("mystery");
  });

  it("[CA1212] has beats that come in time, and deeds until the next one", async () => {
    const made = await files("a theft");
    const { beats } = JSON.parse(made.get("plot/beats_generated.json") ?? "{}");
    const due = beats.map(
      ({ conditions }: { conditions: { scene_count?: { min: number }; custom?: { expression: string } } }) =>
        Number(conditions.scene_count?.min ?? /scene_count >= (\d+)/.exec(conditions.custom?.expression ?? "")?.[1]),
    );
    expect(due).toEqual([1, 3, 5, 8, 10, 12, 14, 16, 19, 21]);
    for (const [index, { choices = [] }] of beats.entries())
      for (const { when } of index + 1 < beats.length ? choices : [])
        expect(when.custom.expression).toContain(`!visited("${beats[index + 1].id}")`);
    expect(made.get("plot/endings/too-late_generated.md")).toMatch(/min: 25/);
  });
});

describe("generated files", () => {
  it("[CA1201] stand in for those of the format", async () => {
    const { campaign } = await load({
      "world/setting_generated.md":
        "---\ngenerated: true\nprovenance: {source_model: m, generated_at: '2026-02-03T10:30:00Z', seed_data: s}\n---\n\nRain falls on Pell.\n",
    });
    expect(campaign.setting).toBe("Rain falls on Pell.");
    expect([...campaign.generated]).toEqual(["world/setting.md"]);
  });

  it("[CA1202] give way to their author's own", async () => {
    const { dir } = await enriched(HABITS["a title"] ?? {});
    await writeFile(join(dir, "world", "setting.md"), "Snow lies on Pell.\n");
    const { campaign, problems } = await loadCampaign(dir);
    expect(campaign?.setting).toBe("Snow lies on Pell.");
    expect(problems).toContainEqual(
      expect.objectContaining({ file: "world/setting_generated.md", code: "replaced_file", severity: "notice" }),
    );
  });

  it("[CA1207] leave what is there as it is", async () => {
    const own = "Somebody wrote this by hand.\n";
    const dir = await campaignFolder({ "manifest.json": MANIFEST, "world/setting_generated.md": own });
    await writeGenerated([dir], [{ path: "world/setting_generated.md", text: "Made." }]);
    expect(await readFile(join(dir, "world/setting_generated.md"), "utf8")).toBe(own);
  });

  it("[CA1208] go elsewhere, all of them, where the folder does not take one", async () => {
    // A file where a folder would have to be cannot be written into by anybody.
    const dir = await campaignFolder({
      "manifest.json": { title: "Bears of the Lower Canal", version: "1.0.0" },
      plot: "a file",
    });
    const aside = join(dir, "..", "aside");
    await mkdir(aside);
    const { campaign } = await loadCampaign(dir);
    if (campaign === null) throw new Error("no campaign");
    const before = await readdir(dir, { recursive: true });
    const { files } = await enrich(campaign, { now: NOW });
    const written = await writeGenerated([dir, aside], files);
    expect(written.dir).toBe(aside);
    expect(written.files).toHaveLength(files.length);
    expect((await readdir(dir, { recursive: true })).filter((path) => /_generated/.test(path))).toEqual([]);
    expect(before.filter((path) => /\.(?:md|json)$/.test(path))).toEqual(["manifest.json"]);
    const again = await loadCampaign(dir, { generatedDir: aside });
    expect(again.campaign?.beats).toHaveLength(10);
  });
});

describe("a premise of one sentence", () => {
  const seed = async (premise: string) =>
    seedOf((await load({ "manifest.json": { title: "A", version: "1.0.0" }, "plot/premise.md": premise })).campaign);
  const made = async (premise: string) => {
    const { campaign } = await load({ "manifest.json": { title: "A", version: "1.0.0" }, "plot/premise.md": premise });
    const { files } = await enrich(campaign, { now: NOW });
    const textOf = (end: string): string => files.find(({ path }) => path.endsWith(end))?.text ?? "";
    const people = files.flatMap(({ path }) => /npcs\/([^/]+)\//.exec(path)?.[1] ?? []);
    return { people, beats: textOf("beats_generated.json"), reading: textOf("reading_generated.json"), textOf };
  };

  it.each([
    ["You are the last kite maker in a town where the wind has stopped.", "The wind has stopped."],
    ["You are the mayor of a village that has forgotten its own name.", "The village has forgotten its own name."],
    ["You have inherited a mill on an island where the tide no longer comes in.", "The tide no longer comes in."],
    ["I am an ant, and the anthill has lost its queen.", "The anthill has lost its queen."],
    ["Something in the well has started to answer.", "Something in the well has started to answer."],
    ["In our bakery the bread comes out with words on it.", "In the bakery the bread comes out with words on it."],
    [
      "Somebody pays the rent on the flat upstairs, and tonight you hear steps there.",
      "Somebody pays the rent on the flat upstairs.",
    ],
    [
      "Every time you go down to the cellar there is one more step.",
      "Every time you go down to the cellar there is one more step.",
    ],
    ["Each night I wake and somebody has moved my bed.", "Each night you wake and somebody has moved your bed."],
    [
      "I am a teacup with a chip in it, and today the good china is being counted.",
      "Today the good china is being counted.",
    ],
    ["You are a fisherman who is tired of the sea.", null],
    ["You drive a lorry through the hills.", null],
    ["Pell is a village on a river.", null],
  ])("[CA3293] %s is about what is odd in it", async (premise, oddity) => {
    expect((await seed(premise)).oddity).toBe(oddity);
  });

  it("[CA3293] has it said, asked for and left open, and told once", async () => {
    const clause = await made("You are the last kite maker in a town where the wind has stopped.");
    // Which of the plots it is depends on chance (CA6550): what is odd is said and asked for in each.
    expect(clause.beats).toMatch(/“The wind has stopped(?:,”|\. And you have noticed it,”) says/);
    expect(clause.textOf("choices_generated.json") + clause.beats).toMatch(/Ask [^"]+ why the wind has stopped/);
    expect(clause.beats.match(/“The wind has stopped/g)).toHaveLength(1);
    const whole = await made("Something in the well has started to answer.");
    expect(whole.beats).not.toContain("“Something in the well has started to answer");
    expect(whole.textOf("choices_generated.json") + whole.beats).toMatch(
      /why something in the well has started to answer/,
    );
    expect(JSON.parse(whole.reading).places["The well"]).toMatchObject({ preposition: "at" });
  });

  it("[CA3294] turns on a thing that it names", async () => {
    expect((await seed("You are the last kite maker in a town where the wind has stopped.")).object).toEqual({
      the: "the kite",
      one: "a kite",
    });
    expect((await seed("You are an umbrella in a hall where it is dry.")).object).toBeNull();
    expect((await seed("You match strangers in a town where nobody marries.")).object).toBeNull();
    const { beats } = await made("You are the last kite maker in a town where the wind has stopped.");
    expect(beats).toMatch(/lies a kite\./);
  });

  it.each([
    ["I am a snail who must carry a letter across the garden before the rain.", /^snail$/, null],
    ["The last train was due at nine, and the stationmaster says that it has come.", /orr/, /^stationmaster$/],
    ["Every night somebody plays the piano in the hall of the school.", /^piano$/, null],
    ["I am a spoon in a kitchen where the clock has stopped.", /^spoon$/, /^clock$/],
    ["Your grandmother left you a box that nobody has opened.", /grandmother/, null],
  ])("[CA3295] %s has nobody twice, and nobody who cannot be met", async (premise, absent, there) => {
    const { people } = await made(premise);
    expect(people).toHaveLength(4);
    expect(new Set(people).size).toBe(4);
    expect(people.filter((id) => absent.test(id))).toEqual([]);
    if (there) expect(people.filter((id) => there.test(id))).toHaveLength(1);
  });

  it.each([
    ["You are the only doctor on the moon, and nobody has been ill for a year.", "galley"],
    ["You are the last kite maker in a town where the wind has stopped.", "square"],
    ["Somebody pays the rent on the flat upstairs, and tonight you hear steps there.", "upstairs study"],
    ["You are a mouse in a cathedral where the bells have gone silent.", "cathedral"],
  ])("[CA1204] %s plays where its words say", async (premise, place) => {
    expect((await made(premise)).beats).toContain(place);
  });

  it("[CA1204] that says what somebody wants or has forgotten has an aim", async () => {
    expect((await seed("The village sings on Sundays, and you have been sent to write the music down.")).aim).toBe(
      "write the music down",
    );
    expect((await seed("I am a button who wants to get back to the coat before the wedding.")).aim).toBe(
      "get back to the coat",
    );
    expect((await seed("You are a spy who has forgotten which side you are on.")).aim).toBe(
      "find out which side you are on",
    );
  });
});
