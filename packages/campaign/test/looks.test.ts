import { describe, expect, it } from "vitest";
import { allLooksOf, looksOf } from "../src/reading/looks.js";

const vera = { called: "Vera", pronoun: "she", plural: false, kind: "human" } as const;
const look = (note: string, of: Parameters<typeof looksOf>[1] = vera): string => looksOf(note, of)[0] ?? "";

describe("what one sees of somebody", () => {
  it.each([
    [
      "A barrel of a woman with a torn ear and an eagle's weight of muscle in one arm only.",
      "She is a barrel of a woman with a torn ear and an eagle's weight of muscle in one arm only.",
    ],
    ["A thin slip of a girl with a limp.", "She is a thin slip of a girl with a limp."],
    ["A coat of a cut no longer worn, odd boots.", "She has a coat of a cut no longer worn and odd boots."],
  ])("[CA5436] who is something of a somebody: %s", (note, sentence) => {
    expect(look(note)).toBe(sentence);
  });

  it.each([
    [
      "Tall, stooped at the neck; a steel ring on her left thumb.",
      "She is tall and stooped at the neck, with a steel ring on her left thumb.",
    ],
    ["Tall, stooped since August. Clay under the nails.", "She is tall and stooped since August."],
    ["Narrow, bent under a rucksack; a red scarf.", "She is narrow and bent under a rucksack, with a red scarf."],
    [
      "Cord jacket, whistle, clipboard with nothing on it.",
      "She has a cord jacket, a whistle and a clipboard with nothing on it.",
    ],
    ["Eyes very pale, with a burnt line across the brow.", "She has eyes very pale with a burnt line across the brow."],
    [
      "Broad, floury, one grey plait; burn on the arm.",
      "She is broad and floury, with one grey plait and a burn on the arm.",
    ],
    ["Red, square, with a bell, buttoned wrong.", "She is red and square, with a bell."],
    [
      "See-through at the edges, odd socks from forty lost socks.",
      "She is see-through at the edges, with odd socks from forty lost socks.",
    ],
    ["Silver pompadour, pressed shirt, gold tooth.", "She has a silver pompadour, a pressed shirt and a gold tooth."],
    ["Small, scarred palms.", "She is small, with scarred palms."],
    ["Small. Grey plait, yellow oilskin.", "She is small, with a grey plait and a yellow oilskin."],
    [
      "A large woman in a bath-robe, with a chain over it.",
      "She is a large woman in a bath-robe, with a chain over it.",
    ],
    ["Big guy, navy scrubs, parka to the knees.", "She is a big guy, with navy scrubs and a parka to the knees."],
    ["Six foot four. Stoops for doors that are not there.", "She is six foot four."],
    [
      "Thin, freckled; fingertips sanded; rope burn across both palms and, oddly, no shoes.",
      "She is thin and freckled, with fingertips sanded.",
    ],
    [
      "White, yellow-eyed, smelling strongly of vinegar, with a bell on a cord.",
      "She is white, yellow-eyed and smelling strongly of vinegar, with a bell on a cord.",
    ],
    [
      "Pink as a dawn, black moustache, and on each wing a patch of blue.",
      "She is pink as a dawn, with a black moustache.",
    ],
    ["Bare feet, cropped head, tar to the wrist.", "She has bare feet, a cropped head and tar to the wrist."],
    ["Straw hat, sawdust on both knees.", "She has a straw hat and sawdust on both knees."],
    ["Brown, wire-haired, nine kilos.", "She is brown and wire-haired."],
    ["Six two, pressed suit, glasses on a chain.", "She has a pressed suit and glasses on a chain."],
    ["Tall, folds up small.", "She is tall."],
    ["Six foot, rope-burn scars, Wade's other coat.", "She is six foot, with rope-burn scars and Wade's other coat."],
    ["Black apron, pencil in beard, cold hands.", "She has a black apron, a pencil in the beard and cold hands."],
    [
      "Gray traveling suit, red nose, ink on one thumb.",
      "She has a gray traveling suit, a red nose and ink on one thumb.",
    ],
    ["Small, bare feet, gray silt to the elbows, dry.", "She is small, with bare feet and gray silt to the elbows."],
    // [CA6454]
    [
      "Round, striped apron, carpet slippers, perfectly dry.",
      "She is round, with a striped apron and carpet slippers, perfectly dry.",
    ],
    ["Thin, big-eared, beautifully shod.", "She is thin, big-eared and beautifully shod."],
    ["Upright, white hair cut like a boy's.", "She is upright, with white hair cut like a boy's."],
    ["Mouse-coloured, sixteen hands, one ear notched.", "She is mouse-coloured, with one ear notched."],
    ["Tall, curly hair, friendly eyes.", "She is tall, with curly hair and friendly eyes."],
    ["Tall, freckled, hair pinned up.", "She is tall and freckled, with hair pinned up."],
    ["Bald, bandy, with forearms like rope.", "She is bald and bandy, with forearms like rope."],
  ])("[CA390] [CA6454] makes a sentence of %j", (note, sentence) => {
    expect(look(note)).toBe(sentence);
  });

  it.each([
    "In the photograph: dark, thin.",
    "None. A voice in the ceiling.",
    "Tall, or it may be the coat.",
    "As the Heron: grey cloak.",
    "Has to look up at everybody.",
    "Ample, lilac, with a shawl for every wind.",
    "",
  ])("[CA390] says nothing of %j", (note) => {
    expect(look(note)).toBe("");
  });

  it("[CA390] repeats the name where no pronoun is known, and agrees with a group", () => {
    expect(look("Tall, grey.", { ...vera, pronoun: null })).toBe("Vera is tall and grey.");
    expect(look("Tall, grey.", { ...vera, pronoun: "they" })).toBe("Vera is tall and grey.");
    expect(
      look("Brown shirts, one white hoop.", { called: "The Lads", pronoun: "they", plural: true, kind: "group" }),
    ).toBe("They have brown shirts and one white hoop.");
    expect(look("A low box on eight legs.", { ...vera, pronoun: "it", kind: "machine" })).toBe("");
  });
});

describe("what one sees of somebody later", () => {
  it.each([
    ["Tall. Stands as if there were a stair behind her.", "Vera stands as if there were a stair behind her."],
    ["Tall, grey. She smells of vinegar at all hours.", "She smells of vinegar at all hours."],
    ["Tall, grey. There's writing on her left wrist.", "There's writing on Vera's left wrist."],
  ])("[CA545] %j goes on with %j", (note, further) => {
    expect(allLooksOf(note, vera).slice(1)).toEqual([further]);
  });

  it.each(["Tall, grey. Four pens.", "Tall, grey. When you come in she turns.", "Tall, grey. The face is not seen."])(
    "[CA545] %j has nothing further to tell",
    (note) => {
      expect(allLooksOf(note, vera).slice(1)).toEqual([]);
    },
  );
});
