import { LIMITS } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { EventRelay, SentProse } from "../src/story/relay-events.js";

const shows = (toolId: string, event: string, payload: object) =>
  ({
    type: "tool-event",
    toolId,
    provisional: true,
    event: { version: "0", type: "ui_event", event, payload: JSON.parse(JSON.stringify(payload)) },
  }) as const;
const prose = (delta: unknown, paragraph: unknown = 0, toolId = "narrate") =>
  shows(toolId, "prose", { delta, paragraph });

describe("prose in flight", () => {
  it("[EN420] is the narrator's alone; what another tool calls so is a note of that tool", () => {
    const relay = new EventRelay();
    expect(relay.relayed(prose("It rains."), 1)).toEqual([
      { type: "prose", attempt: 1, paragraph: 0, delta: "It rains." },
    ]);
    expect(relay.relayed(prose("You win.", 0, "weather-look"), 1)).toEqual([
      { type: "note", event: "prose", payload: { delta: "You win.", paragraph: 0 }, toolId: "weather-look" },
    ]);
  });

  it("[EN421] holds nothing that a terminal obeys, and no blank of it is lost", () => {
    const relay = new EventRelay();
    const delta = " It \u001b]0;x\u0007rains\u202e.\u009b2J\n";
    expect(relay.relayed(prose(delta), 1)).toMatchObject([{ delta: " It ]0;xrains.2J\n" }]);
  });

  it.each([[1e9], [-1], [20]])("[EN421] belongs to no paragraph %d", (paragraph) => {
    expect(new EventRelay().relayed(prose("It rains.", paragraph), 1)).toEqual([]);
  });

  it("[EN421] ends where a scene would be too long, and begins anew with another plan", () => {
    const relay = new EventRelay();
    const half = "x".repeat(LIMITS.narrativeChars / 2);
    const told = (attempt: number): boolean[] =>
      [half, half, "more"].map((delta) => relay.relayed(prose(delta), attempt).length > 0);
    expect(told(1)).toEqual([true, true, false]);
    expect(told(2)).toEqual([true, true, false]);
  });
});

describe("notes", () => {
  it("[EN422] are at most 100 in a turn", () => {
    const relay = new EventRelay();
    const told = Array.from({ length: 10_000 }, (_, at) => relay.relayed(shows("a", "tide", { at }), 1));
    expect(told.flat()).toHaveLength(100);
  });

  it("[EN422] hold at most 1 MiB of text together", () => {
    const relay = new EventRelay();
    const told = Array.from({ length: 5 }, () => relay.relayed(shows("a", "tide", { text: "x".repeat(400_000) }), 1));
    expect(told.map(({ length }) => length > 0)).toEqual([true, true, false, false, false]);
  });
});

describe("prose that was sent", () => {
  const sent = (...pieces: [number, string][]): SentProse => {
    const prose = new SentProse();
    for (const [paragraph, delta] of pieces) prose.add({ attempt: 1, paragraph, delta });
    return prose;
  };

  it("[EN713] is gone on with where it is the beginning of the scene", () => {
    expect(sent([0, "It rains."]).missing(["It rains. It pours.", "You wait."])).toEqual([
      { type: "prose", attempt: 1, paragraph: 0, delta: " It pours." },
      { type: "prose", attempt: 1, paragraph: 1, delta: "You wait." },
    ]);
    expect(sent([0, "It rains."], [0, " It pours."]).missing(["It rains. It pours."])).toEqual([]);
  });

  it.each([
    ["other words", ["It snows."]],
    ["a paragraph less", ["It rains."]],
  ])("[EN713] is sent anew, whole, where the scene has %s", (_, scene) => {
    expect(sent([0, "It rains."], [1, "You wait."]).missing(scene)).toEqual([
      { type: "prose", attempt: 2, paragraph: 0, delta: scene[0] },
    ]);
  });
});
