import { describe, expect, it } from "vitest";
import { completeLooks } from "../src/appearance.js";
import { findPortrait, likeness, type Portrait } from "../src/cache.js";
import { readLooks } from "../src/description.js";
import { drawAvatar } from "../src/draw-avatar.js";
import { drawPaper } from "../src/draw-paper.js";
import { drawPortrait, PRESETS, type Preset } from "../src/draw.js";
import { FORTY, THREE_AGES } from "./forty.js";

const svgOf = (preset: Preset, id: string, description: string, hints: object = {}): string => {
  const looks = completeLooks(readLooks(description, hints), id);
  return preset === "stylized" ? drawPaper(looks) : drawAvatar(looks, preset);
};

describe("a description", () => {
  it.each([
    [
      "A broad woman of fifty with grey hair in a bun, steel spectacles and a blue apron.",
      { kind: "human", isMan: false, hair: "bun", hairColor: "a9a59e", glasses: true, clothing: "2f4a7a" },
    ],
    [
      "A stern old man with a white beard and a black coat.",
      { age: "old", isMan: true, beard: true, hairColor: "f2eee6", mood: "angry", collar: "coat", clothing: "2a2a2e" },
    ],
    ["A boy, ten years old, in a flat cap.", { age: "child", hat: "cap", isMan: true }],
    ["Barge pilot, dark skin, clean-shaven; he smiles a lot.", { skin: "7d5235", beard: false, mood: "merry" }],
    ["A nun, hooded in grey.", { hat: "hood", clothing: "7a7a80" }],
    ["Tall, in widow's grey, a boy's lace round her wrist. 31 years old.", { age: "adult", isMan: false }],
    ["Middle-aged clerk.", { age: "adult" }],
    ["A page of 13 years, 13 years old.", { age: "child" }],
    ["Round, white cropped hair.", { hair: "short", hairColor: "f2eee6" }],
    ["Small, a grey crop.", { hair: "short", hairColor: "a9a59e" }],
    ["Short, big perm.", { hair: "curls" }],
    ["A white turban.", { hat: "scarf", clothing: "e9e2d0" }],
    ["A white cap and a blue coat.", { hat: "cap", clothing: "2f4a7a" }],
    ["Somebody.", { hair: null, hairColor: null, skin: null, beard: null, hat: null, mood: null }],
  ])("[CP1] [CP4400] says of %s what it says", (description, expected) => {
    expect(readLooks(description)).toMatchObject(expected);
  });

  it.each([
    // Hair and beards, in whatever order a writer has them.
    ["Narrow and grey-bearded, with a squint.", { beard: true, hairColor: "a9a59e" }],
    ["Red-haired, a white moustache.", { beard: true, moustache: true, hairColor: "f2eee6" }],
    ["A moustache and a long beard.", { beard: true, moustache: false }],
    ["Clean-shaved, long in the jaw.", { beard: false }],
    ["Tall, silver at the temples.", { hairColor: "a9a59e" }],
    ["Slight, sandy, quick.", { hairColor: "d9b25f" }],
    ["Stout, fair and slow.", { hairColor: "d9b25f" }],
    ["Small, dark, always laughing.", { hairColor: "1f1a1a", skin: null }],
    ["A dark room is where he works.", { hairColor: null }],
    ["Her hair in a knot.", { hair: "bun" }],
    ["Hair scraped back.", { hair: "bun" }],
    // What is worn, and its colours.
    ["White-veiled, with a stoop.", { hat: "hood", clothing: "e9e2d0" }],
    ["Straight, in a sailor's blue.", { clothing: "2f4a7a" }],
    ["A coat which is the green of bottles.", { clothing: "3f6b45" }],
    ["Short, orange jacket.", { clothing: "c8692c" }],
    ["Pink dress, no shoes.", { clothing: "c98a94" }],
    ["A top hat in his hand.", { hat: null }],
    ["His helmet under one arm.", { hat: null }],
    ["A hat on her head.", { hat: "brim" }],
    // Years that are told in words, and numbers that are none.
    ["Thin, bare feet. nine, or so they say", { age: "child" }],
    ["Broad. seventy-one", { age: "old" }],
    ["A student. ten, by the calendar", { age: "child" }],
    ["Broad. fifty and a bit", { age: "adult" }],
    ["A coat that cost \u00a385. Six feet two in boots", { age: null }],
  ])("[CP5550] says of %s what it says", (description, expected) => {
    expect(readLooks(description)).toMatchObject(expected);
  });

  it.each([
    ["Green as a leaf from end to end. the last dragon of the valley", { kind: "other" }, "animal", "dragon"],
    ["A light over the marsh.", { kind: "other" }, "human", null],
    ["Two tall men in one coat.", { kind: "human" }, "group", null],
    ["Five small old women, each with a lamp.", { kind: "human" }, "group", null],
    ["Two fingers short on the left hand.", { kind: "human" }, "human", null],
    ["Three coats, one over another.", { kind: "human" }, "human", null],
  ])("[CP5551] makes of %s %j a %s", (description, hints, kind, animal) => {
    expect(readLooks(description, hints)).toMatchObject({ kind, animal });
  });

  it.each([
    ["Terrier, mostly. Black, with a white bib and a brown collar.", {}, "2a2a2e"],
    ["A white goose with a yellow beak.", {}, "e9e2d0"],
    ["A heron of Red Pond.", {}, null],
    ["The donkey is small and grey.", { kind: "animal" }, "7a7a80"],
    ["A brass engine with a red lamp.", { kind: "machine" }, "b08d3c"],
    ["A box of black iron.", { kind: "machine" }, "2a2a2e"],
  ])("[CP5552] %s %j has the colour that is told first", (description, hints, coat) => {
    expect(readLooks(description, hints)).toMatchObject({ coat });
  });

  it.each([
    ["Lead camel of the Long String.", {}, "animal", "camel"],
    ["A goose, sovereign of Goose Green.", {}, "animal", "bird"],
    ["Dog-driver, a man with a red beard.", {}, "human", null],
    ["Ornithologist with forty-one goose eggs.", {}, "human", null],
    ["Terrier with one ear.", {}, "animal", "dog"],
    ["She has a cat and a face like a hawk.", {}, "human", null],
    ["Hull crawler, a robot.", {}, "machine", null],
    ["It keeps the pressure.", { kind: "machine" }, "machine", null],
    ["Knitters.", { kind: "group" }, "group", null],
    ["The ghost of a sailor.", {}, "spirit", null],
  ])("[CP2] [CP4400] makes of %s %j a %s", (description, hints, kind, animal) => {
    expect(readLooks(description, hints)).toMatchObject({ kind, animal });
  });
});

describe.each(PRESETS)("in the preset %s", (preset) => {
  it("[CP1] what is said can be seen, and nothing else changes", () => {
    const plain = svgOf(preset, "osk", "A clean-shaven man with black hair and pale skin.");
    for (const said of [
      "A clean-shaven man with red hair and pale skin.",
      "A bald, clean-shaven man with pale skin.",
      "A clean-shaven man with black hair and dark skin.",
      "A man with black hair, a beard and pale skin.",
      "A clean-shaven man with black hair, glasses and pale skin.",
      "A merry, clean-shaven man with black hair and pale skin.",
    ]) {
      // Cut paper has no skin.
      if (preset === "stylized" && said.includes("dark skin")) continue;
      expect(svgOf(preset, "osk", said), said).not.toBe(plain);
    }
  });

  it("[CP2] a machine has no face, and an animal is none of ours", () => {
    const machine = svgOf(preset, "seven", "A robot.");
    expect(machine).toContain("<rect");
    expect(machine).not.toMatch(/eye|mouth/i);
    const kinds = ["A dog.", "A camel.", "A goose.", "A hare.", "A bear.", "A dragon.", "A newt.", "A cat.", "A mare."];
    expect(new Set(kinds.map((one) => svgOf(preset, "one", one))).size).toBe(kinds.length);
  });

  it("[CP3] forty people give forty pictures, each the same each time", () => {
    const all = FORTY.map(({ id, description, ...hints }) => svgOf(preset, id, description, hints));
    expect(new Set(all).size).toBe(FORTY.length);
    expect(FORTY.map(({ id, description, ...hints }) => svgOf(preset, id, description, hints))).toEqual(all);
    const unsaid = Array.from({ length: 40 }, (_, n) => svgOf(preset, `p${n}`, "Somebody."));
    expect(new Set(unsaid).size).toBe(40);
  });
});

describe("what a face shows", () => {
  const drawn = async (id: string, description: string, preset: Preset): Promise<string> =>
    Buffer.from(await drawPortrait({ id, description }, { preset, size: 256, format: "svg" })).toString();

  it.each(PRESETS)("[CP15] shows three ages of one person in the preset %s", async (preset) => {
    for (const { id, descriptions } of THREE_AGES) {
      const pictures = await Promise.all(descriptions.map((description) => drawn(id, description, preset)));
      expect(new Set(pictures).size, id).toBe(3);
    }
  });

  it.each([
    ["a hat", "A man in a black hat.", "A bare-headed man.", 'rx="340"'],
    ["a hood", "A woman, hooded.", "A bare-headed woman.", "M356 60"],
    ["a beard", "A man with a beard.", "A clean-shaven man.", "M146 440"],
    ["a scarf", "A man in a blue scarf.", "A man in a blue shirt.", "M250 650"],
  ])("[CP16] draws %s in the anime preset", async (_what, one, other, shape) => {
    expect(await drawn("osk", one, "anime")).toContain(shape);
    expect(await drawn("osk", other, "anime")).not.toContain(shape);
  });

  it.each([
    ["a beard in the colour of the hair", "A man with a white beard.", "A clean-shaven man with white hair.", "M3 9"],
    ["a hood", "A woman, hooded.", "A bare-headed woman.", "M4 0h8v1h2"],
    ["a bald head by its sides", "A bald man.", "A man with short black hair.", "M3 3h1v1H3zM5 "],
  ])("[CP4401] draws %s in the pixel preset", async (_what, one, other, shape) => {
    expect(await drawn("osk", one, "pixel")).toContain(shape);
    expect(await drawn("osk", other, "pixel")).not.toContain(shape);
  });

  it("[CP5550] draws a moustache alone without a beard", async () => {
    for (const preset of ["stylized", "realistic"] as const) {
      const [bare, moustache, beard] = await Promise.all(
        ["clean-shaven", "with a moustache", "with a beard"].map((how) => drawn("osk", `A man, ${how}.`, preset)),
      );
      expect(moustache).not.toBe(bare);
      expect(moustache).not.toBe(beard);
    }
  });

  it("[CP5552] has a white animal stand out from its ground", async () => {
    const luma = (hex: string): number =>
      [0.3, 0.59, 0.11].reduce(
        (sum, share, at) => sum + share * Number.parseInt(hex.slice(1 + 2 * at, 3 + 2 * at), 16),
        0,
      );
    for (const id of ["a", "b", "c", "d", "e", "f"]) {
      const svg = svgOf("anime", id, "A white hare.");
      const [ground = "", coat = ""] = [...svg.matchAll(/fill="(#[0-9a-f]{6})"/g)].map(([, color]) => color);
      expect(Math.abs(luma(ground) - luma(coat)), `${ground} ${coat}`).toBeGreaterThan(30);
    }
  });

  it.each(["realistic", "anime", "pixel"] as const)(
    "[CP5552] draws a white goose white in the preset %s",
    async (preset) => {
      const [white, black] = await Promise.all(
        ["white", "black"].map((one) => drawn("osk", `A ${one} goose.`, preset)),
      );
      expect(white).not.toBe(black);
    },
  );

  it("[CP16] gives the realistic preset a cap in the colour of the clothes", async () => {
    const cap = await drawn("osk", "A man in a red coat and a cap.", "realistic");
    expect(cap).not.toContain('<circle cx="133" cy="20"');
    expect(cap).toContain('d="M66 94');
  });
});

describe("the cache", () => {
  const portrait = (more: Partial<Portrait>): Portrait => ({
    character: "osk",
    name: "Old Osk",
    description: "A stern old miller with a white beard and a black coat.",
    preset: "stylized",
    size: 256,
    file: "a.png",
    source: "local",
    vector: [],
    ...more,
  });
  const manner = { preset: "stylized", size: 256, format: "png" } as const;
  const wanted = { character: "", name: "", description: "", vector: [] };

  it("[CP5] finds by id, by name and by a description that means the same, in the manner asked for", () => {
    const all = [
      portrait({}),
      portrait({ character: "ine", name: "Ine", description: "A young woman with red curls.", file: "b.png" }),
    ];
    const find = (more: object, how: object = {}) =>
      findPortrait(all, { ...wanted, ...more }, { ...manner, ...how })?.character;
    expect(find({ character: "ine" })).toBe("ine");
    expect(find({ name: "the old OSK" })).toBe("osk");
    expect(find({ name: "Osk" })).toBe("osk");
    expect(find({ name: "Ine of the Mill" })).toBe("ine");
    expect(find({ name: "old" })).toBe("osk");
    const twins = [...all, portrait({ character: "young-osk", name: "Young Osk", file: "c.png" })];
    expect(findPortrait(twins, { ...wanted, name: "Osk" }, manner)).toBeNull();
    expect(find({ description: "The old miller: stern, white beard, black coat." })).toBe("osk");
    expect(find({ description: "A tall sailor with a parrot." })).toBeUndefined();
    expect(find({ name: "Bram", description: all[0]?.description })).toBeUndefined();
    for (const other of [{ preset: "pixel" }, { size: 512 }, { format: "svg" }])
      expect(find({ character: "ine" }, other)).toBeUndefined();
  });

  it("[CP5] goes by meaning where meanings are known", () => {
    const of = (vector: number[]) => ({ description: "x", vector });
    expect(likeness(of([1, 0]), { description: "y", vector: [0.8, 0.6] })).toBeCloseTo(0.9);
    expect(likeness(of([1, 0]), { description: "y", vector: [0, 1] })).toBe(0);
  });
});
