// SPEC.md CA1100 to CA1107: whole small campaigns, each in other habits, and the signs that they have in common.
import { describe, expect, it } from "vitest";
import { compareWithFacts, FACT_ROWS, type FactRow } from "../src/index.js";
import { PARISHES } from "./habits/parishes.js";
import { REALMS } from "./habits/realms.js";
import { beat, person, readSmall } from "./support/small-story.js";

const CAMPAIGNS = [...PARISHES, ...REALMS];

/** Share that is right over all of them: no change may fall below it. */
const MEASURED: Readonly<Record<FactRow, number>> = {
  called: 0.98,
  pronoun: 0.98,
  kind: 1,
  presentFrom: 1,
  home: 0.87,
  place: 0.78,
  castFound: 1,
  castRight: 0.98,
};

describe("small campaigns in many habits", () => {
  const compared = CAMPAIGNS.map(
    ({ source, facts }) => [source.title ?? "", compareWithFacts(readSmall(source).reading, facts)] as const,
  );

  it.each(FACT_ROWS)("[CA255] are read right about %s as often as measured", (row) => {
    const right = compared.reduce((sum, [, { rows }]) => sum + rows[row].right, 0);
    const of = compared.reduce((sum, [, { rows }]) => sum + rows[row].of, 0);
    const missed = compared.flatMap(([title, { differences }]) =>
      differences
        .filter((one) => one.row === row)
        .map(({ about, expected, read }) => `${title}, ${about}: ${expected}, read as ${read}`),
    );
    expect(right / of, missed.join("\n")).toBeGreaterThanOrEqual(MEASURED[row]);
  });

  it("[CA255] never state what is wrong", () => {
    expect(compared.flatMap(([, { statedWrong }]) => statedWrong)).toEqual([]);
  });
});

const SETTING = "# Ware\n\n## The tannery\n\nVats, flies.\n\n## The toll bridge\n\nA hut, a turnstile.";

/** What is read of Ann, of whom the profile says so much. */
const ann = (more: Parameters<typeof person>[2], role = "Tanner", setting = SETTING) =>
  readSmall({
    setting,
    npcs: [person("Ann Dow", role, { id: "ann", ...more })],
    beats: [
      beat("b1", "It rains. Nobody comes."),
      beat("b2_flag", "Bells ring. The flag is hauled down at last."),
      beat("finale", "Ann says what she saw.", { title: "The Reckoning" }),
    ],
  });

describe("a first appearance", () => {
  it.each([
    "from the start",
    "Chapter Two",
    "Day 3",
    "mid-story",
    "when it rains",
    "later",
    "she finds you first",
    "if you go that way",
    "any time",
    "Found dead, Chapter One",
  ])("[CA1100] names no place: %s", (first) => {
    const { reading } = ann({ metadata: { first_appearance: first } });
    expect(reading.places.map(({ called }) => called).sort()).toEqual(["the tannery", "the toll bridge"]);
  });

  it.each([
    ["toll_bridge", "the toll bridge"],
    ["at the toll bridge", "the toll bridge"],
    ["The Ropery Yard", "the Ropery Yard"],
  ])("[CA1100] names a place: %s", (first, place) => {
    const { somebody } = ann({ metadata: { first_appearance: first } }, "Somebody with a key");
    expect(somebody("ann").homeCalled?.toLowerCase()).toBe(place.toLowerCase());
  });
});

describe("places and homes", () => {
  it("[CA1101] are what stands side by side and only shows something", () => {
    const { reading } = ann(
      {},
      "Tanner",
      "# Ware\n\n## Saltpans\n\nWhite squares, one boy.\n\n## Oxgang\n\nA byre, no roof.\n\n## The mill\n\nTwo wheels.\n\n## The Long Quarrel\n\nThey have not spoken since the year of the hail, and each has a book of it.",
    );
    expect(reading.places.map(({ name }) => name)).toEqual(["Saltpans", "Oxgang", "the mill"]);
  });

  it.each([
    ["Tanner", "the tannery", {}],
    ["Somebody's widow", "the toll bridge", { background: "Ann sits behind the turnstile and counts." }],
  ])("[CA1102] share a word with what somebody is or has: %s", (role, home, more) => {
    expect(ann(more, role).somebody("ann").homeCalled).toBe(home);
  });

  it("[CA1102] have their people by their callings", () => {
    const setting = "# Ware\n\n## The arch\n\nA hole with a stool. The gate girl.\n\n## The mill\n\nTwo wheels.";
    expect(ann({}, "Gate girl", setting).somebody("ann").homeCalled).toBe("the arch");
  });

  it("[CA1103] are guessed from where a beat first has somebody", () => {
    const { reading, somebody } = readSmall({
      setting: SETTING,
      npcs: [person("Ann Dow", "Nobody's friend", { id: "ann" })],
      beats: [beat("b1", "Ann looks up.", { location: "The toll bridge" })],
    });
    expect(somebody("ann").homeCalled).toBe("the toll bridge");
    expect(reading.cast[0]?.evidence.home.certainty).toBe("guessed");
  });

  it("[CA1106] are called by the names that their ids stand for", () => {
    const { reading } = ann(
      {},
      "Nobody's friend",
      "# STN-7\n\n- loc_dock: Dock, where the shuttle sits.\n- loc_spine: The Spine. A ladder in loc_dock.",
    );
    expect(JSON.stringify(reading)).not.toContain("loc_");
    expect(reading.places.map(({ name }) => name)).toContain("Dock");
  });

  it("[CA1107] are those of whom a beat opens with, where others are elsewhere", () => {
    const { placeOf } = readSmall({
      setting: SETTING,
      npcs: [
        person("Ann Dow", "Tanner", { id: "ann" }),
        person("Bob Rill", "Keeper of the toll bridge", { id: "bob" }),
      ],
      beats: [beat("b1", "Ann wipes her knife while Bob talks.")],
    });
    expect(placeOf("b1")).toBe("the tannery");
  });
});

describe("names and comings", () => {
  it("[CA1104] leave a surname to whom it is without a title", () => {
    const { reading, castOf } = readSmall({
      npcs: [person("Josiah Penn", "Printer", { id: "penn" }), person("Mrs. Penn", "His wife", { id: "mrs-penn" })],
      beats: [beat("b1", "Penn sets the type. Mrs. Penn reads it backwards."), beat("b2", "Penn sleeps.")],
    });
    expect(reading.cast.map(({ called }) => called)).toEqual(["Penn", "Mrs. Penn"]);
    expect(castOf("b2")).toEqual(["penn"]);
  });

  it.each([
    ["Surveyor, ashore until the flag comes down", {}, "b2_flag"],
    ["Surveyor", { metadata: { first_appearance: "when the flag is hauled down" } }, "b2_flag"],
    ["Surveyor", { metadata: { tags: ["hidden-until-finale"] } }, "finale"],
    ["Surveyor", { background: "Is woken in finale, not before." }, "finale"],
    ["Surveyor", { background: "Nobody has seen her since the fair." }, "finale"],
    ["Surveyor", { background: "She waits until the flag comes down." }, "start"],
  ])("[CA1105] wait for what the author names: %s, %o", (role, more, from) => {
    expect(ann(more, role).somebody("ann").presence.from).toBe(from);
  });
});
