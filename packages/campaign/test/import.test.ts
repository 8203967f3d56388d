// SPEC.md CA2400 to CA2433: stories in other formats as campaigns. Each result is written to a folder and loaded.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "@narratoria/protocol";
import { importBytes, importFile, type ImportedCampaign } from "../src/import.js";
import { type Campaign, checkCampaign, loadCampaign, type Problem, readStory } from "../src/index.js";
import {
  CARD_V2,
  CARD_V3,
  HARLOWE,
  INK,
  KEEPER,
  PNG_START,
  pngCard,
  pngChunk,
  TWEE,
  WORLD_INFO,
} from "./import-fixtures.js";

async function imported(source: string | Uint8Array | object, name = "story.json"): Promise<ImportedCampaign> {
  if (typeof source === "string") return importBytes(Buffer.from(source), name);
  return importBytes(source instanceof Uint8Array ? source : Buffer.from(JSON.stringify(source)), name);
}

interface Loaded {
  readonly campaign: Campaign;
  readonly problems: readonly Problem[];
}

/** Written to a folder and read back; a campaign with an error fails the test. */
async function loaded({ files }: ImportedCampaign): Promise<Loaded> {
  const dir = mkdtempSync(join(tmpdir(), "narratoria-import-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const { path, content } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  const { campaign, problems } = await loadCampaign(dir);
  if (!campaign) throw new Error("no campaign");
  const all = [...problems, ...(await checkCampaign(campaign, readStory(campaign)))];
  expect(all.filter(({ severity }) => severity === "error")).toEqual([]);
  return { campaign, problems: all };
}

function textOf({ files }: ImportedCampaign, path: string): string {
  return String(files.find((file) => file.path === path)?.content ?? "");
}

const json = (campaign: ImportedCampaign, path: string): JsonObject => JSON.parse(textOf(campaign, path)) as JsonObject;
const leftOf = ({ left }: ImportedCampaign): string =>
  left.map(({ line, message }) => `${line ?? ""} ${message}`).join("\n");

it.each([
  ["V2", CARD_V2, "Ada Quill"],
  ["V3", CARD_V3, "Ada"],
  ["V1", KEEPER, "Ada Quill"],
])("[CA2400] makes a person of a card %s", async (version, card, called) => {
  const result = await imported(card);
  expect(result.source).toBe(`a character card (${version})`);
  const { campaign } = await loaded(result);
  expect(json(result, "characters/npcs/ada-quill/profile.json")).toMatchObject({
    name: "Ada Quill",
    role: "lighthouse keeper",
    age: "61",
    personality: { traits: ["dry", "patient", "secretive"] },
    appearance: "A tall woman in an oilskin.",
    background: `${called} is a lighthouse keeper who has not left the rock of Skarn for nine years.`,
  });
  expect(campaign.manifest).toMatchObject({ author: "Somebody", version: "1.2.0", tags: ["mystery", "sea"] });
});

it("[CA2400] reads the card of version 3 in a picture, which becomes a portrait without its texts", async () => {
  const old = { ...CARD_V2, data: { ...KEEPER, name: "Old" } };
  const result = await imported(pngCard({ chara: old, ccv3: CARD_V3 }), "ada.png");
  const { campaign, problems } = await loaded(result);
  expect(campaign.npcs.map(({ profile }) => profile.name)).toEqual(["Ada Quill"]);
  const portrait = result.files.find(({ path }) => path === "characters/npcs/ada-quill/portrait.png")?.content;
  expect(Buffer.from(portrait ?? "").toString("latin1")).not.toContain("tEXt");
  expect(problems.filter(({ file }) => file.endsWith(".png"))).toEqual([]);
});

it("[CA2401] makes the first message the premise and the scenario the setting", async () => {
  const result = await imported(CARD_V2);
  expect(textOf(result, "plot/premise.md")).toMatch(/^The door opens before you knock\./);
  expect(textOf(result, "world/setting.md")).toContain(
    "The lighthouse stands on the rock of Skarn. A storm keeps you on",
  );
  const bare = await imported({ ...CARD_V2, data: { ...KEEPER, first_mes: "" } });
  expect(textOf(bare, "plot/premise.md")).toMatch(/^The lighthouse stands/);
});

it("[CA2402] takes lines from example dialogue, without what is done", async () => {
  const profile = json(await imported(CARD_V2), "characters/npcs/ada-quill/profile.json");
  expect(profile["speech_patterns"]).toEqual({
    examples: ["“I live here.”", "“Nobody else has asked.”", "“Ships do not wait.”"],
  });
});

it("[CA2403] reads W++ and lists entries that are no prose", async () => {
  const result = await imported({
    ...CARD_V2,
    data: {
      ...KEEPER,
      personality: "",
      description: '[Character("Bo")\nOccupation("Rope" + "maker")\nPersonality("loud" + "kind")\nSpecies("human")]',
    },
  });
  expect(json(result, "characters/npcs/ada-quill/profile.json")).toMatchObject({
    role: "Rope, maker",
    personality: { traits: ["loud", "kind"] },
  });
  expect(leftOf(result)).toContain("species");
  expect(leftOf(await imported(CARD_V2))).toContain("likes");
});

it("[CA2404] says which plain words stand in for what the card does not name", async () => {
  const result = await imported({ ...CARD_V2, data: { name: "Bo", first_mes: "You meet Bo." } });
  const { campaign } = await loaded(result);
  expect(campaign.npcs[0]?.profile).toMatchObject({ role: "stranger", personality: { traits: ["reserved"] } });
  expect(leftOf(result)).toMatch(/"reserved"[\s\S]*"stranger"/);
});

it("[CA2405] resolves macros and lists those that it cannot", async () => {
  const result = await imported(CARD_V2);
  const premise = textOf(result, "plot/premise.md");
  expect(premise).toContain('"The last boat has gone."');
  expect(premise).toContain("You look past her.");
  expect(premise).not.toMatch(/\{\{|a note/);
  expect(leftOf(result)).toContain("{{time}}");
  const greeting =
    "{{user}}'s lamp is out. {{random:Rain,Snow}} falls, and {{user}} quickly runs home as {{char}} waves to {{user}}.";
  const other = await imported({ ...CARD_V2, data: { ...KEEPER, first_mes: greeting } });
  expect(textOf(other, "plot/premise.md")).toBe(
    "Your lamp is out. Rain falls, and you quickly run home as Ada Quill waves to you.\n",
  );
});

it("[CA2406] tells actions in asterisks as prose and keeps emphasis", async () => {
  const premise = textOf(await imported(CARD_V2), "plot/premise.md");
  expect(premise).toContain("*Nobody* else is there.");
  expect(premise).not.toContain("*The door");
});

it("[CA2407] lists instructions, greetings, assets and extensions", async () => {
  const left = leftOf(await imported(CARD_V3));
  for (const word of ["system_prompt", "1 other greeting", "1 asset", "talkativeness"]) expect(left).toContain(word);
});

it.each([
  ["a card's", CARD_V2, "lore/second-cup.md", "cup"],
  ["SillyTavern's", WORLD_INFO, "lore/marn.md", "Marn\ntown"],
  [
    "version 3's",
    {
      spec: "lorebook_v3",
      data: { name: "Salt", entries: [{ keys: ["Marn"], content: "Marn is old.", enabled: true }] },
    },
    "lore/marn.md",
    "Marn",
  ],
])("[CA2408] makes lore with keywords of %s lorebook", async (_, book, path, keywords) => {
  const result = await imported(book);
  await loaded(result);
  expect(textOf(result, path)).toMatch(/^# /);
  expect(textOf(result, `${path}.keywords.txt`)).toBe(`${keywords}\n`);
});

it("[CA2409] lists entries that are off, keys that are patterns and lines for prompts", async () => {
  const result = await imported(CARD_V2);
  expect(leftOf(result)).toMatch(/Entry 1 .*@@[\s\S]*Entry 1 .*patterns[\s\S]*Entry 2 .*switched off/);
  expect(textOf(result, "lore/second-cup.md")).toBe(
    "# The second cup\n\nThe second cup belongs to Hanno Reve, whose ship was lost in March.\n",
  );
});

it("[CA2410] gives a lorebook by itself a setting, constant entries first", async () => {
  const result = await imported(WORLD_INFO, "salt-roads.json");
  expect(result.title).toBe("Salt roads");
  expect(textOf(result, "world/setting.md")).toMatch(/^# Salt roads\n\nThe Salt Road runs[\s\S]*\n\nMarn is a town/);
});

it("[CA2415] makes premise, beats with choices and endings of a Twine story", async () => {
  const result = await imported(TWEE, "mouth.twee");
  const { campaign } = await loaded(result);
  expect(result.title).toBe("The Mouth");
  expect(textOf(result, "plot/premise.md")).toContain("A cold wind blows out of it.");
  expect(campaign.beats.map(({ title }) => title)).toEqual(["Hill"]);
  const [hill] = campaign.beats;
  const call = campaign.choices.find(({ text }) => text === "Climb the hill");
  expect(hill?.conditions).toMatchObject({ player_choice: call?.tag });
  expect(campaign.choices.filter(({ of }) => of?.id === hill?.id).map(({ text }) => text)).toEqual([
    "Go back down and in",
  ]);
  const home = campaign.endings.find(({ title }) => title === "Home");
  expect(campaign.choices.filter(({ of }) => of?.id === home?.id).map(({ text }) => text)).toEqual([
    "Run outside",
    "Walk home",
  ]);
});

it("[CA2416] tells a passage that can be come to again by the choices that lead there", async () => {
  const choices = json(await imported(TWEE, "mouth.twee"), "plot/choices.json")["choices"];
  expect(choices).toContainEqual(
    expect.objectContaining({
      text: "Go in",
      when: { custom: { expression: 'count("left_the_start") == 0' } },
      then: expect.objectContaining({ told: expect.stringContaining("It is dark in here.") }),
    }),
  );
  expect(choices).toContainEqual(
    expect.objectContaining({
      text: "Strike the match",
      again: true,
      when: { world_state: { passage: "dark" }, custom: { expression: "match" } },
    }),
  );
});

it("[CA2417] keeps what nothing leads to as lore and lists links that lead nowhere", async () => {
  const result = await imported(TWEE, "mouth.twee");
  expect(textOf(result, "lore/whalers.md")).toContain("until the year of the ice");
  expect(leftOf(result)).toContain('27 The link "Where to?" leads to "Nowhere"');
});

it("[CA2418] divides a long passage, and conditions in it never", async () => {
  const long = Array.from({ length: 30 }, (_, at) => `Paragraph ${at} is told here, and it says little.`).join("\n\n");
  const result = await imported(
    `:: Start\nHere.\n[[On|Long]]\n:: Long\n${long}\n[[Out|Out]]\n:: Out\nYou are out.`,
    "x.tw",
  );
  const { campaign } = await loaded(result);
  expect(campaign.beats.map(({ title }) => title)).toEqual(["Long", "Long (2)"]);
  expect(campaign.choices.map(({ text }) => text).toSorted()).toEqual(["Go on", "Go on", "Go out"]);
  expect(campaign.beats.map(({ description }) => description).join("\n\n")).toBe(long);
});

it("[CA2419] puts what a choice changes into the conditions of what it tells", async () => {
  const choices = json(await imported(TWEE, "mouth.twee"), "plot/choices.json")["choices"];
  expect(choices).toContainEqual(
    expect.objectContaining({
      text: "Go in",
      then: expect.objectContaining({ told: expect.stringContaining("{if true}You have one match left.") }),
    }),
  );
});

it("[CA2420] reads a Twine archive, and lists what is another program's", async () => {
  const result = await imported(HARLOWE, "gate.html");
  const { campaign } = await loaded(result);
  expect(result.title).toBe("The & Gate");
  expect(textOf(result, "plot/premise.md")).toBe("You come to a gate.\n");
  expect(campaign.endings.map(({ body }) => body)).toEqual(["The road is long and white."]);
  expect(leftOf(await imported(TWEE, "mouth.twee"))).toContain('7 A style sheet: "Looks".');
});

it("[CA2421] makes Markdown of Twine's emphasis", async () => {
  const beats = JSON.stringify(json(await imported(TWEE, "mouth.twee"), "plot/beats.json"));
  expect(beats).toContain("the cave has *teeth*.");
  expect(beats).not.toContain("not yet");
});

it("[CA2422] carries conditions that the campaign has, and leaves out the others", async () => {
  const result = await imported(HARLOWE, "gate.html");
  expect(JSON.stringify(json(result, "plot/beats.json"))).toContain(
    "{if key == 1} You hold a key.{else} You hold nothing.{/if}",
  );
  expect(leftOf(result)).toContain('4 What depends on "(random: 1, 2) is 1" is left out');
});

it("[CA2422] asks for passages that were seen by their flags, which no story offers as deeds", async () => {
  const source = `:: Start\nHere.\n[[A]]\n[[End]]\n:: A\nThe hall.\n[[B]]\n:: B\nThe yard. <<if visited("A")>>You know the hall.<</if>>\n[[A]]\n[[End]]\n:: End\nOver.`;
  const result = await imported(source, "x.twee");
  const { problems } = await loaded(result);
  expect(problems.filter(({ severity }) => severity !== "notice")).toEqual([]);
  expect(problems.map(({ code }) => code)).not.toContain("offered_deed");
  expect(textOf(result, "plot/choices.json")).toContain('{if count(\\"seen_a\\")}You know the hall.{/if}');
  expect(textOf(result, "plot/choices.json")).toContain('"seen_a": true');
});

it("[CA2423] lists macros and values that cannot be told", async () => {
  const result = await imported(TWEE, "mouth.twee");
  expect(leftOf(result)).toMatch(/23 The value of \$coins[\s\S]*24 The macro <<audio>>/);
  expect(textOf(result, "plot/choices.json")).not.toMatch(/coins|audio/);
});

it("[CA2424] takes the first of two passages of one name", async () => {
  const result = await imported(":: Start\nHere.\n[[A]]\n:: A\nThe first.\n:: A\nThe second.", "x.twee");
  expect(textOf(result, "plot/endings/a.md") + textOf(result, "plot/endings/the-end.md")).toContain("The first.");
  expect(leftOf(result)).toContain('6 "A" is there twice');
});

it("[CA2425] makes beats, choices and endings of Ink's knots, weaves and gathers", async () => {
  const result = await imported(INK, "inn.ink");
  const { campaign } = await loaded(result);
  expect(result.title).toBe("The Last Inn");
  expect(campaign.manifest.author).toBe("Nobody");
  expect(textOf(result, "plot/premise.md")).toBe(
    "The inn stands alone at the end of the road.\n\nA lamp burns in the window.\n",
  );
  expect(campaign.beats.map(({ title }) => title)).toEqual(["Knock at the door", "arrival: steps", "hall, line 42"]);
  const of = (id: string): string[] =>
    campaign.choices.filter((choice) => choice.of?.title === id).map(({ text }) => text);
  expect(of("arrival: steps")).toEqual(["Wait"]);
  expect(of("road")).toEqual(["Turn away", "Run to the stable", "Leave the cup"]);
  expect(of("Drink")).toEqual(["Drink"]);
  const choices = json(result, "plot/choices.json")["choices"];
  expect(choices).toContainEqual(expect.objectContaining({ text: "Warm your hands", again: true }));
});

it("[CA2426] tells with a choice what stands after its brackets", async () => {
  const beats = JSON.stringify(json(await imported(INK, "inn.ink"), "plot/beats.json"));
  expect(beats).toContain('{"text":"\\"I can pay.\\"","tag":');
  expect(beats).toContain('\\"I can pay,\\" you say, and show a coin.');
});

it("[CA2427] carries variables, and lists what has no place in a campaign", async () => {
  const result = await imported(INK, "inn.ink");
  const choices = json(result, "plot/choices.json")["choices"];
  expect(choices).toContainEqual(
    expect.objectContaining({
      text: "Look through the window",
      then: expect.objectContaining({ world: { coins: 3, met_host: false, passage: "arrival_steps" } }),
    }),
  );
  for (const line of ['5 "LIST', "10 The tag", "21 A choice without words", "30 The value", "50 The function double"])
    expect(leftOf(result)).toContain(line);
});

it("[CA2428] tells the first of Ink's alternatives and lists them", async () => {
  const result = await imported(INK, "inn.ink");
  expect(textOf(result, "plot/choices.json")).toContain("There is one table");
  expect(leftOf(result)).toContain('19 Of the alternatives "one|no" the first is told.');
});

it("[CA2430] knows a file by its content whatever it is called", async () => {
  expect((await imported(TWEE, "story.txt")).source).toContain("Twee");
  expect((await imported(INK, "story.txt")).source).toContain("Ink");
  expect((await imported(pngCard({ chara: CARD_V2 }), "story.txt")).source).toContain("V2");
  await expect(imported("Once upon a time.", "story.txt")).rejects.toThrow("none of what can be imported");
  await expect(imported({ a: 1 })).rejects.toThrow("neither a character card nor a lorebook");
});

const claims = (length: number): Buffer => {
  const bytes = Buffer.from(pngChunk("tEXt", Buffer.from("chara\0")));
  bytes.writeUInt32BE(length);
  return Buffer.concat([PNG_START, bytes]);
};
const wrongSum = (): Buffer => {
  const bytes = pngCard({ chara: CARD_V2 });
  bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60);
  return bytes;
};
const end = pngChunk("IEND", Buffer.alloc(0));
const packedCard = pngChunk(
  "zTXt",
  Buffer.concat([Buffer.from("chara\0\0", "latin1"), deflateSync(Buffer.alloc(1 << 22))]),
);

it.each([
  ["a part of 4 GiB", claims(0xffffffff), "claims 4294967295 bytes"],
  ["a wrong checksum", wrongSum(), "checksum"],
  ["no end", PNG_START, "cut short"],
  ["a compressed card", Buffer.concat([PNG_START, packedCard, end]), "compressed"],
  ["no card", Buffer.concat([PNG_START, end]), "no character card"],
  ["no base64", Buffer.concat([PNG_START, pngChunk("tEXt", Buffer.from("chara\0§§", "latin1")), end]), "base64"],
])("[CA2431] refuses a picture with %s", async (_, bytes, message) => {
  await expect(imported(bytes, "card.png")).rejects.toMatchObject({ code: "not_importable" });
  await expect(imported(bytes, "card.png")).rejects.toThrow(message);
});

it.each([
  ["deep JSON", `{"entries":${"[".repeat(100_000)}`, "deep"],
  ["half a JSON", '{"spec": "chara_card_v2", ', "damaged"],
  ["bytes that are not UTF-8", Buffer.from('{"name":"\xff"}', "latin1"), "UTF-8"],
  ["a ZIP", Buffer.from("PK\u0003\u0004rest"), "ZIP"],
  ["too much text", Buffer.alloc(8 * 1024 * 1024 + 1, 97), "most"],
  ["too many passages", Array.from({ length: 4_001 }, (_, at) => `:: P${at}\nText.`).join("\n"), "4000 passages"],
  ["a card without a name", { spec: "chara_card_v2", data: { name: " " } }, "no name"],
  [
    "Ink that lies too deep",
    `${Array.from({ length: 40 }, (_, at) => `${"* ".repeat(at + 1)}a`).join("\n")}\n`,
    "deep",
  ],
])("[CA2432] refuses %s", async (_, source, message) => {
  await expect(
    imported(source, typeof source === "string" && !source.startsWith("{") ? "story.ink.txt" : "x.json"),
  ).rejects.toThrow(message);
});

it("[CA2432] refuses a file of 33 MiB and a folder without reading them", async () => {
  const dir = mkdtempSync(join(tmpdir(), "narratoria-import-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, "big.png"), Buffer.alloc(33 * 1024 * 1024));
  await expect(importFile(join(dir, "big.png"))).rejects.toThrow("33 MiB");
  await expect(importFile(dir)).rejects.toMatchObject({ code: "not_importable" });
  await expect(importFile(join(dir, "none.json"))).rejects.toThrow("cannot be read");
});

it("[CA2433] gives every file a plain name of its own", async () => {
  const names = [
    "../../etc/passwd",
    "C:\\x",
    "con",
    "日本",
    "日本",
    "a/b",
    "A B",
    "a-b",
    ".",
    "x".repeat(500),
    "__proto__",
  ];
  const book = {
    entries: names.map((name) => ({ keys: [name], name, content: `This is about ${name}.`, enabled: true })),
  };
  const result = await imported({ ...CARD_V2, data: { ...KEEPER, name: "../Ada", character_book: book } });
  const paths = result.files.map(({ path }) => path);
  for (const path of paths)
    expect(path).toMatch(/^(?:[a-z0-9-]+\/){0,3}[a-z0-9-]+(?:\.md)?(?:\.keywords)?\.(?:json|md|txt|png)$/);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => /^lore\/.*\.md$/.test(path))).toHaveLength(names.length);
  await loaded(result);
});

// Each of these takes minutes where a reader looks through the rest of the text for each mark.
it.each([
  ["x.twee", "[["],
  ["x.twee", "<<if $a>>"],
  ["x.twee", "<<"],
  ["x.twee", "(if: $a"],
  ["x.twee", "(if: $a)["],
  ["x.twee", "<b"],
  ["x.twee", "/*"],
  ["x.twee", "    "],
  ["x.ink", "{"],
  ["x.ink", "{\n"],
  ["x.ink", "// c\n"],
  ["x.ink", "/*"],
  ["x.ink", "#"],
  ["x.ink", "-> a "],
  ["x.ink", "->     "],
  ["x.ink", "\n"],
  ["x.json", "{{user}}"],
  ["x.json", "*"],
  ["x.json", ". "],
])("[CA2434] reads %s with 200,000 letters of %j", async (name, part) => {
  const many = part.repeat(Math.ceil(200_000 / part.length));
  const texts: Record<string, string> = {
    "x.twee": `:: Start\nHere.${many}x\n[[End]]\n:: End\nOver.`,
    "x.ink": `Here.\n${many}x\n* [Go] Gone. -> END\n`,
    "x.json": JSON.stringify({
      ...CARD_V2,
      data: { ...KEEPER, description: `${many}x`, first_mes: `${many}x`, mes_example: many },
    }),
  };
  const { files } = await imported(texts[name] ?? "", name);
  expect(files.map(({ path }) => path)).toContain("manifest.json");
});

const twee = (start: string, more = ""): string =>
  `:: StoryTitle\nPell\n\n:: StoryData\n{"ifid":"D674C58C-DEFA-4F70-B7A2-27742230C0FC","format":"SugarCube","start":"Hall"}\n\n:: Hall\n${start}\n\n:: End\nThe lamp goes out.\n${more}`;

it.each([
  ["Back", "Go back"],
  ["Back to the landing", "Go back to the landing"],
  ["Upstairs", "Go upstairs"],
  ["North", "Go north"],
  ["Yes", "“Yes.”"],
  ["I don't know", "“I don't know.”"],
  ["Who is there?", "“Who is there?”"],
  ["The old door", "Turn to the old door"],
  ["Kitchen", "Turn to Kitchen"],
  ["Next", "Go on"],
  ["Tap the barrel", "Tap the barrel"],
  ["Don't look", "Don't look"],
  ["“No,” you say", "“No,” you say"],
])("[CA4605] puts the link %j as %j", async (link, choice) => {
  const { campaign } = await loaded(await imported(twee(`The hall is cold.\n[[${link}->End]]`), "a.twee"));
  expect(campaign.choices.map(({ text }) => text)).toEqual([choice]);
});

it("[CA4605] says how many links it has put otherwise", async () => {
  const result = await imported(twee("The hall is cold.\n[[Back->End]] [[Tap the lamp->End]]"), "a.twee");
  expect(result.carried.join("\n")).toContain('1 link is put as what the player does or says, such as "Go back".');
});

const INK_PURSE =
  "VAR coins = 2\n-> quay\n=== quay ===\nThe ferry is late. {coins > 1:You have coins.|You have none.}\n+ [Pay the man] -> pay\n* {coins > 1} [Offer both coins] -> cross\n=== pay ===\nYou give him a coin.\n~ coins = coins - 1\n-> quay\n=== cross ===\nYou cross.\n-> END\n";

it("[CA4606] begins with the values that a story begins with, in conditions, in the premise and in what the first choice sets", async () => {
  const { campaign } = await loaded(await imported(INK_PURSE, "ferry.ink"));
  expect(campaign.premise).toContain("You have coins.");
  expect(campaign.premise).not.toContain("{if");
  const first = campaign.choices.find(({ text, tag }) => text === "Pay the man" && tag.startsWith("beginning"));
  expect(first?.then?.world).toMatchObject({ coins: 1 });
  const offer = campaign.choices.find(({ text, tag }) => text === "Offer both coins" && tag.startsWith("beginning"));
  expect(offer?.when?.custom?.expression).toContain("2 > 1");
});

it("[CA4606] adds up what a choice and the passage behind it change", async () => {
  const source = twee(
    "<<set $rope to 1>>The hall is cold.\n[[Take a rope->Shed]]",
    "\n:: Shed\n<<set $rope += 2>>Ropes hang here. <<if $rope gt 2>>You have three.<</if>>\n[[Leave->End]]\n",
  );
  const { campaign } = await loaded(await imported(source, "a.twee"));
  expect(campaign.choices.find(({ text }) => text === "Take a rope")?.then?.world).toMatchObject({ rope: 3 });
});
