import { describe, expect, it } from "vitest";
import { drawCover, plateText } from "../src/client/parts/cover-drawing.js";

describe("covers", () => {
  it.each([
    ["Mystery at sea", "tide"],
    ["Noir, one night", "windows"],
    ["Quiet science fiction", "orbits"],
    ["Comedy of manners", "orchard"],
    ["Road story", "road"],
    ["Cosmic horror", "rays"],
  ])("[DT103] take their motif from the genre %j", (genre, motif) => {
    expect(drawCover("one", genre).motif).toBe(motif);
  });

  it("[DT103] are the same for the same campaign, and differ between campaigns of one genre", () => {
    expect(drawCover("the-salt-clock", "mystery")).toEqual(drawCover("the-salt-clock", "mystery"));
    const drawn = Array.from({ length: 30 }, (_, index) => JSON.stringify(drawCover(`campaign-${index}`, "mystery")));
    expect(new Set(drawn).size).toBe(30);
    const motifs = Array.from({ length: 60 }, (_, index) => drawCover(`campaign-${index}`).motif);
    expect(new Set(motifs).size).toBe(6);
  });

  it("[DT102] stay under 12 kB", () => {
    for (const genre of ["sea", "noir", "space", "romance", "road", "horror"])
      for (let index = 0; index < 20; index++)
        expect(JSON.stringify(drawCover(`${genre}-${index}`, genre).shapes).length).toBeLessThan(10_500);
  });

  it.each([
    "The Salt Clock",
    "A title that goes on and on until it has sixty letters, no less",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "W",
  ])("[DT104] have room for %j", (title) => {
    const { lines, size } = plateText(title);
    expect(lines.join("").replaceAll(/[\s-]/g, "")).toBe(title.replaceAll(/[\s-]/g, ""));
    // Letters are little more than half as wide as high; the plate is 166 units wide and must leave the picture room.
    for (const line of lines) expect(line.length * size * 0.6).toBeLessThan(160);
    expect(lines.length * size * 1.16).toBeLessThan(130);
  });
});
