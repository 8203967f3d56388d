// SPEC.md CA5900 to CA5905: pages of lore that have the name of a place, and what of them is seen there.
import { indexPhrases, learnProperWords } from "@narratoria/protocol/english";
import { describe, expect, it } from "vitest";
import { mineSights } from "../src/reading/mine/facts.js";
import { beat, person, readSmall } from "./support/small-story.js";

const sightsOf = (
  place: RegExp,
  lore: readonly { readonly file: string; readonly text: string }[],
  more: Parameters<typeof readSmall>[0] = {},
): readonly string[] | undefined =>
  readSmall({
    setting: "# Tarn\n\nA mining town under a hill.",
    beats: [
      beat("beat_1", "Osk counts the lamps.", { location: "the lamp room" }),
      beat("beat_2", "Ada waits with a rope.", { location: "Bell Wharf" }),
    ],
    npcs: [person("Osk Tarrow", "Lampman"), person("Ada Pell", "Ferrywoman")],
    lore: lore.map((one) => ({ ...one, title: "" })),
    ...more,
  })
    .reading.places.find(({ name }) => place.test(name))
    ?.sights.map(({ text }) => text);

describe("the page of a place", () => {
  it.each([
    ["a heading that is its name", "lore/the-lamps.md", "# The Lamp Room\n\n"],
    ["a heading in capitals", "lore/lamps.md", "# THE LAMP ROOM\n\n"],
    ["an essay on it", "lore/essays/on-the-lamp-room.md", "On the lamp room\n\n"],
    ["a file with its name, in a numbered row", "lore/07-the-lamp-room.md", "# The lamp room of the Tarn mine\n\n"],
    ["nothing but the name of the file", "lore/town/the-lamp-room.md", ""],
  ])("[CA5900] is known by %s", (_, file, head) => {
    expect(sightsOf(/lamp room/i, [{ file, text: `${head}Two hundred lamps hang on brass hooks.` }])).toEqual([
      "Two hundred lamps hang on brass hooks.",
    ]);
  });

  it.each([
    ["asks something of it", "lore/lamps.md", "# Why the Lamp Room Was Locked\n\n"],
    ["is about something in it", "lore/lamps.md", "# The Lamps\n\n"],
  ])("[CA5900] is no page that %s", (_, file, head) => {
    expect(sightsOf(/lamp room/i, [{ file, text: `${head}Two hundred lamps hang on brass hooks.` }])).toEqual([]);
  });

  it("[CA5901] speaks of nobody by an article of a name, or by the name of a place", () => {
    const text = "# Bell Wharf\n\nThe planks are tarred. There is a path to Tarrow's Steps. Tarrow sits there all day.";
    const npcs = [person("The Dredger", "Boatman"), person("Osk Tarrow", "Lampman")];
    const beats = [
      beat("beat_1", "A bell rings.", { location: "Bell Wharf" }),
      beat("beat_2", "A man comes down.", { location: "Tarrow's Steps" }),
    ];
    expect(sightsOf(/bell wharf/i, [{ file: "lore/bell-wharf.md", text }], { npcs, beats })).toEqual([
      "The planks are tarred.",
      "There is a path to Tarrow's Steps.",
    ]);
  });

  it("[CA5902] that begins with a pronoun for its heading is told with the name", () => {
    const text = "On the lamp room\n\nIt's a long shed with a stove at each end. It has one window.";
    expect(sightsOf(/lamp room/i, [{ file: "lore/on-the-lamp-room.md", text }])?.join(" ")).toBe(
      "The lamp room is a long shed with a stove at each end. It has one window.",
    );
  });

  it("[CA5903] shows how a place is, and not what happened there or how far it is", () => {
    const text =
      "# Bell Wharf\n\nThe planks are tarred. Somebody drowned off it, and they found his boots.\n\nIt was forty years ago.\n\nThere is a bell on a post that was cast in the town.";
    expect(sightsOf(/bell wharf/i, [{ file: "lore/bell-wharf.md", text }])).toEqual([
      "The planks are tarred.",
      "There is a bell on a post that was cast in the town.",
    ]);
    const past =
      "# Bell Wharf\n\nThe planks were tarred. A bell stood on a post. The rope was new, and nobody had rung it.";
    expect(sightsOf(/bell wharf/i, [{ file: "lore/bell-wharf.md", text: past }])).toContain("The planks were tarred.");
  });

  it("[CA5904] goes on after a gap with what brings in its subject itself", () => {
    const of = (text: string) =>
      mineSights([text], "Bell Wharf", learnProperWords([], [], indexPhrases(""))).map((sight) => sight.text);
    expect(of("The planks are tarred. We never go there. There is a bell on a post. The rest is mud.")).toEqual([
      "The planks are tarred.",
      "There is a bell on a post. The rest is mud.",
    ]);
    expect(of("Branch 9. It seats two hundred and forty men.")).toEqual([
      "Branch 9. It seats two hundred and forty men.",
    ]);
  });

  it("[CA5905] keeps back what a secret tells", () => {
    const text =
      "# Bell Wharf\n\nThe planks are tarred. Under the seventh plank Ada keeps a satchel of stolen gelignite.\n\nA bell hangs on a post.";
    const secrets = { "ada-pell": "Ada has a satchel of gelignite, stolen from the quarry, under the seventh plank." };
    expect(sightsOf(/bell wharf/i, [{ file: "lore/bell-wharf.md", text }], { secrets })?.join(" ")).not.toContain(
      "gelignite",
    );
  });
});
