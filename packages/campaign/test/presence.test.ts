// SPEC.md CA220: each row is one way in which authors say from when somebody can be met.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const BEATS = [
  beat("b1", "Snow falls."),
  beat("b2", "Snow falls again."),
  beat("b3", "Vera Holt counts the chairs.", { dialogue: [{ speaker: "Vera Holt", line: "Nine." }] }),
];

const presence = (role: string, parts: { texts?: string; background?: string; other?: string; laws?: string[] } = {}) =>
  readSmall({
    npcs: [
      person("Vera Holt", role, { id: "vera", ...(parts.background ? { background: parts.background } : {}) }),
      person("Ivo Rask", "Cooper", { id: "ivo", relationships: { "Vera Holt": parts.other ?? "A friend" } }),
      person("Old Marn", "Smith", {
        id: "marn",
        background: parts.background?.includes("died") ? parts.background : "",
      }),
    ],
    setting: `# Here\n\n${parts.texts ?? "It is cold."}`,
    beats: BEATS,
    constraints: parts.laws ?? [],
  });

const from = (...given: Parameters<typeof presence>): string => presence(...given).somebody("vera").presence.from;

describe("from when somebody can be met", () => {
  it.each([
    ["the role", "Inspector, who has not come yet", {}],
    ["the role, as expected", "Inspector, expected by the noon boat", {}],
    ["lore", "Inspector", { texts: "Vera Holt has not arrived. The road is shut." }],
    ["lore, as on the way", "Inspector", { texts: "Everybody knows that Vera Holt is still on her way." }],
    ["lore, as coming with something", "Inspector", { texts: "Vera Holt will come with the thaw." }],
    ["the profile", "Inspector", { background: "She is not here yet. She hates snow." }],
    ["somebody else's profile", "Inspector", { other: "Vera Holt hasn't come yet, and Ivo is glad." }],
  ])("[CA220] is their first beat where they are still to come, by %s", (_, role, parts) => {
    expect(from(role, parts)).toBe("b3");
  });

  it("[CA376] is stated by a role that says until when they are absent", () => {
    const { presence: read, evidence } = presence("Inspector; absent until b3").somebody("vera");
    expect([read.from, evidence.presence.certainty]).toEqual(["b3", "stated"]);
  });

  it("[CA376] is not never for somebody who is only called dead", () => {
    expect(from("Supercargo; dead, according to the ship's book")).not.toBe("never");
    expect(from("Supercargo; dead")).toBe("never");
  });

  it.each([
    ["nothing says otherwise", "Inspector", {}],
    ["it is a condition", "Inspector", { texts: "If Vera Holt is away, the door is shut." }],
    ["it is about their things", "Inspector", { texts: "Vera Holt's chair has not come yet." }],
  ])("[CA220] is the start where %s", (_, role, parts) => {
    expect(from(role, parts)).toBe("start");
  });

  it("[CA220] is never for the dead whom no beat shows, by a law or by their own profile", () => {
    const byLaw = presence("Inspector", { laws: ["Old Marn is dead and stays dead."] }).somebody("marn").presence;
    expect(byLaw).toMatchObject({ from: "never", state: "dead" });
    const byProfile = presence("Inspector", { background: "He died in the spring." });
    expect(byProfile.somebody("marn").presence).toMatchObject({ from: "never", state: "dead" });
    expect(presence("Inspector").somebody("marn").presence.from).toBe("start");
  });

  it.each([
    "Wife of the missing skipper",
    "Clerk; sister of the vanished Tom Bly",
    "Searching for the man lost at sea",
  ])("[CA412] is from the start for a role that speaks of somebody else: %s", (role) => {
    expect(from(role)).toBe("start");
  });

  it.each(["Vera Holt has been met", "The player has met Vera Holt"])(
    "[CA412] is from the beat of the first appearance whose consequence says: %s",
    (consequence) => {
      const { somebody } = readSmall({
        npcs: [person("Vera Holt", "Inspector", { id: "vera", metadata: { first_appearance: "b2" } })],
        beats: [beat("b1", "Snow falls."), beat("b2", "A woman holds the door.", { consequences: [consequence] })],
      });
      expect(somebody("vera").presence).toMatchObject({ from: "b2", state: "later" });
    },
  );

  it("[CA412] is from the start for somebody who turns up a sleeve", () => {
    const { somebody } = readSmall({
      npcs: [person("Vera Holt", "Nurse", { id: "vera", metadata: { first_appearance: "b2" } })],
      beats: [beat("b1", "Snow falls."), beat("b2", "Vera Holt turned up his shirt for the doctor.")],
    });
    expect(somebody("vera").presence.from).toBe("start");
  });
});

describe("the beat that brings somebody in", () => {
  const met = (first: string, more: Parameters<typeof person>[2] = {}, beats = BEATS) =>
    readSmall({
      npcs: [person("Vera Holt", "Inspector", { id: "vera", metadata: { first_appearance: first }, ...more })],
      beats,
    }).somebody("vera").presence;

  it("[CA1681] is that of the dead whom beats have act again and again", () => {
    const presenceOf = (...told: string[]) =>
      readSmall({
        npcs: [person("Vera Holt", "Inspector, dead since Thursday", { id: "vera" }), person("Ivo Rask", "Cooper")],
        beats: told.map((text, at) => beat(`b${at + 1}`, text)),
      }).somebody("vera").presence.from;
    expect(
      presenceOf("Vera Holt holds out the book.", "Vera Holt sits on the table.", "Vera Holt counts it out."),
    ).toBe("start");
    expect(presenceOf("Vera Holt is dead.", "Ivo speaks of Vera Holt.", "Vera Holt's hat lies there.")).toBe("never");
  });

  it("[CA1681] is their first beat where the role says on which day they arrive", () => {
    const arrives = readSmall({
      npcs: [person("Vera Holt", "Crown assessor, arrives day six", { id: "vera" })],
      beats: [beat("b1", "Snow falls."), beat("b2", "Vera Holt counts the chairs.")],
    });
    expect(arrives.somebody("vera").presence.from).toBe("b2");
  });

  it("[CA1679] ends where a beat opens with their death, unless they speak in it or later", () => {
    const goneWith = (told: string, later: ReturnType<typeof beat> = beat("b3", "Snow falls.")) =>
      readSmall({
        npcs: [person("Vera Holt", "Inspector", { id: "vera" }), person("Ivo Rask", "Cooper", { id: "ivo" })],
        beats: [beat("b1", "Vera Holt counts the chairs."), beat("b2", told), later],
      }).somebody("vera").presence.gone;
    const dead = [{ from: "b2", state: "dead" }];
    expect(goneWith("Vera Holt has died in the night, in her chair.")).toEqual(dead);
    expect(goneWith("Ivo says that Vera Holt has died in the night.")).toEqual([]);
    expect(goneWith("Vera Holt dies of curiosity to hear it.")).toEqual([]);
    const speaks = beat("b3", "Snow falls.", { dialogue: [{ speaker: "vera", line: "Not yet." }] });
    expect(goneWith("Vera Holt is dead, the book says.", speaks)).toEqual([]);
  });

  it("[CA453] is that of their first appearance, unless it is the first of all", () => {
    expect(met("b3")).toMatchObject({ from: "start", enters: "b3" });
    expect(met("b1").enters).toBeUndefined();
    expect(met("the mill").enters).toBeUndefined();
  });

  it("[CA453] is none where a beat waits until then for what they feel", () => {
    const waits = [BEATS[0]!, { ...BEATS[1]!, conditions: { npc_state: { vera: "likes the player" } } }, BEATS[2]!];
    expect(met("b3", {}, waits).enters).toBeUndefined();
  });

  it("[CA453] is when they are met where the author says in what shape they are there before", () => {
    expect(met("b1 as a voice on the radio; in person b3")).toMatchObject({ from: "b3", state: "later" });
    expect(met("b2. Until then she is a light in a window")).toMatchObject({ from: "b2", state: "later" });
    expect(met("b2", { metadata: { first_appearance: "b2", tags: ["absent-at-first"] } }).from).toBe("b2");
  });

  it("[CA453] keeps them out of earlier beats that only speak of them", () => {
    const named = [beat("b1", "Snow falls."), beat("b2", "The list says: Vera Holt, inspector."), BEATS[2]!];
    const cast = (beats: typeof named) =>
      readSmall({
        npcs: [person("Vera Holt", "Inspector", { id: "vera", metadata: { first_appearance: "b3" } })],
        beats,
      }).castOf("b2");
    expect(cast(named)).toEqual([]);
    const speaks = { ...named[1]!, dialogue: [{ speaker: "Vera Holt", line: "Nine." }] };
    expect(cast([named[0]!, speaks, named[2]!])).toEqual(["vera"]);
  });
});
