import { LIMITS } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { EventQueue } from "../src/story/event-queue.js";
import { EventRelay } from "../src/story/relay-events.js";

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
    expect(relay.relayed(prose("It rains."), 1)).toEqual({
      type: "prose",
      attempt: 1,
      paragraph: 0,
      delta: "It rains.",
    });
    expect(relay.relayed(prose("You win.", 0, "weather-look"), 1)).toEqual({
      type: "note",
      event: "prose",
      payload: { delta: "You win.", paragraph: 0 },
      toolId: "weather-look",
    });
  });

  it("[EN421] holds nothing that a terminal obeys, and no blank of it is lost", () => {
    const relay = new EventRelay();
    const delta = " It \u001b]0;x\u0007rains\u202e.\u009b2J\n";
    expect(relay.relayed(prose(delta), 1)).toMatchObject({ delta: " It ]0;xrains.2J\n" });
  });

  it.each([[1e9], [-1], [20]])("[EN421] belongs to no paragraph %d", (paragraph) => {
    expect(new EventRelay().relayed(prose("It rains.", paragraph), 1)).toBeNull();
  });

  it("[EN421] ends where a scene would be too long, and begins anew with another plan", () => {
    const relay = new EventRelay();
    const half = "x".repeat(LIMITS.narrativeChars / 2);
    const told = (attempt: number): boolean[] =>
      [half, half, "more"].map((delta) => relay.relayed(prose(delta), attempt) !== null);
    expect(told(1)).toEqual([true, true, false]);
    expect(told(2)).toEqual([true, true, false]);
  });
});

describe("notes", () => {
  it("[EN422] are at most 100 in a turn", () => {
    const relay = new EventRelay();
    const told = Array.from({ length: 10_000 }, (_, at) => relay.relayed(shows("a", "tide", { at }), 1));
    expect(told.filter((one) => one !== null)).toHaveLength(100);
  });

  it("[EN422] hold at most 1 MiB of text together", () => {
    const relay = new EventRelay();
    const told = Array.from({ length: 5 }, () => relay.relayed(shows("a", "tide", { text: "x".repeat(400_000) }), 1));
    expect(told.map((one) => one !== null)).toEqual([true, true, false, false, false]);
  });
});

describe("the queue of events", () => {
  it("[EN423] lets other work go on while a slow consumer takes many events that are there at once", async () => {
    const queue = new EventQueue<number>();
    for (let value = 0; value < 200; value++) queue.push(value);
    queue.close();
    let turns = 0;
    let taken = 0;
    const other = setImmediate(function again() {
      turns++;
      if (taken < 200) setImmediate(again);
    });
    const seen: number[] = [];
    for await (const value of queue) {
      const startedAt = performance.now();
      while (performance.now() - startedAt < 1);
      seen.push(value);
      taken = seen.length;
    }
    clearImmediate(other);
    expect(seen).toEqual(Array.from({ length: 200 }, (_, value) => value));
    // 200 ms of work in slices of 10.
    expect(turns).toBeGreaterThan(10);
  });
});
