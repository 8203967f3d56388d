// SPEC.md CA452: who goes where the player goes.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const tags = (...own: string[]) => ({ metadata: { tags: own } });

function onTour(setting: string, more: Parameters<typeof readSmall>[0] = {}) {
  return readSmall({
    setting,
    npcs: [
      person("Vera Holt", "Fiddle", tags("band")),
      person("Ivo Rask", "Drums", tags("band")),
      person("Old Marn", "Smith", tags("cobb")),
      person("The Duchess", "A van with a dent in it"),
    ],
    beats: [
      beat("b1", "Vera Holt loads the van, and Ivo Rask sits on it.", { location: "Cobb" }),
      beat("b2", "Vera Holt tunes up. Ivo Rask counts the house.", { location: "Ferry" }),
      beat("b3", "Vera Holt plays, and Ivo Rask drops a stick. Old Marn claps.", { location: "Stroud" }),
    ],
    ...more,
  });
}

const travellers = ({ reading }: ReturnType<typeof onTour>): string[] =>
  reading.cast.filter(({ travels }) => travels === true).map(({ id }) => id);

describe("who travels with the player", () => {
  it("[CA452] is a company that the author has on the road, and what it rides in", () => {
    const told = onTour("The Holts have been a band since 1946. They travel in the Duchess, who was a laundry van.");
    expect(new Set(travellers(told))).toEqual(new Set(["vera-holt", "ivo-rask", "the-duchess"]));
    const [one] = told.reading.cast.filter(({ id }) => id === "vera-holt");
    expect(one?.evidence.travels).toMatchObject({ certainty: "inferred", file: "world/setting.md" });
  });

  it("[CA452] is nobody of a band that plays where it lives", () => {
    expect(travellers(onTour("The Holts are a band. They play at the Swan."))).toEqual([]);
    const once = [beat("b1", "Vera Holt tunes up, and Ivo Rask counts.", { location: "Cobb" })];
    expect(travellers(onTour("The Holts are a band. They travel in the Duchess.", { beats: once }))).toEqual([]);
  });

  it("[CA493] is whom the premise lists with the player, on a way of several places", () => {
    const premise = "Eight days' walk. Vera Holt, Ivo Rask (who drums) and you.";
    expect(new Set(travellers(onTour("A hill country.", { premise })))).toEqual(new Set(["vera-holt", "ivo-rask"]));
    const stays = "Vera Holt and Ivo Rask live here. So do you.";
    expect(travellers(onTour("A hill country.", { premise: stays }))).toEqual([]);
    const once = [beat("b1", "Vera Holt tunes up, and Ivo Rask counts.", { location: "Cobb" })];
    expect(travellers(onTour("A hill country.", { premise, beats: once }))).toEqual([]);
  });

  it.each([
    ["Guide; rides with you from the first day on", "stated"],
    ["Mule. Goes wherever you go", "stated"],
    ["Guide; rides with the mail", undefined],
    ["Guide; rides with you as far as the ford", undefined],
  ])("[CA452] is said by a role: %s", (role, certainty) => {
    const { reading } = readSmall({ npcs: [person("Ivo Rask", role)], beats: [beat("b1", "Snow falls.")] });
    expect(reading.cast[0]?.evidence.travels?.certainty).toBe(certainty);
  });
});

describe("who travels on a road", () => {
  const STOPS = ["Arling", "Besk", "Corvo", "Dunmere", "Esk"];
  const along = (...told: string[]): string[] => {
    const { reading } = readSmall({
      npcs: ["Ned", "Osk", "Mara"].map((name) => person(name, "Carter")),
      lore: [
        {
          file: "lore/road.md",
          text: `# The Road\n\n| Stop | Miles |\n| --- | --- |\n${STOPS.map((name, at) => `| ${name} | ${at * 40} |`).join("\n")}`,
        },
      ],
      beats: told.map((text, at) => beat(`b${at}`, text, { location: STOPS[at] ?? "Esk" })),
    });
    return reading.cast.filter(({ travels }) => travels === true).map(({ id }) => id);
  };

  it("[CA5777] is who begins it and is met at two stops besides", () => {
    expect(
      along("Ned loads. Osk counts. Mara waves.", "Ned drives.", "Ned sleeps. Osk snores.", "Ned wakes.", "Osk sings."),
    ).toEqual(["ned", "osk"]);
  });

  it("[CA5777] is nobody who comes there by themselves", () => {
    expect(
      along(
        "Ned loads. Osk counts.",
        "Ned drives.",
        "Ned sleeps.",
        "Osk has come after you on two horses.",
        "Osk sings.",
      ),
    ).toEqual(["ned"]);
  });
});
