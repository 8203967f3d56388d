// SPEC.md CL531.
import { PassThrough } from "node:stream";
import type { EngineEvent } from "@narratoria/engine";
import { expect, it } from "vitest";
import { createPlainPrinter } from "../src/play/printers.js";
import { layoutScreen } from "../src/screen/layout.js";
import { styleFor } from "../src/screen/marks.js";
import { afterEvent, initialScreen, startTurn } from "../src/screen/state.js";
import { ferryScene } from "./fake-story.js";

const story: EngineEvent = {
  type: "story",
  playthroughId: "p",
  campaign: "c",
  title: "The Salt Clock",
  seed: "7",
  resumed: true,
  soFar: ["You found the letter.", "Still open: what you owe Odo."],
};

it("[CL531] opens a story that goes on with what matters of it, in plain text", () => {
  const stream = new PassThrough();
  const printer = createPlainPrinter(stream);
  printer.event(story);
  expect(String(stream.read())).toBe("So far:\nYou found the letter.\nStill open: what you owe Odo.\n");
  const { soFar: _, ...fresh } = story;
  printer.event(fresh as EngineEvent);
  expect(stream.read()).toBeNull();
});

it("[CL531] stands above the scene on the screen until the first choice", () => {
  const shown = (state: ReturnType<typeof initialScreen>): string =>
    layoutScreen(state, { columns: 90, rows: 40 }, styleFor({ LANG: "C.UTF-8", TERM: "xterm" }, "linux"))
      .lines.map((line) => line.map(({ text }) => text).join(""))
      .join("\n");
  const begun = startTurn(initialScreen("The Salt Clock"), null);
  const resumed = [story, ferryScene()].reduce(afterEvent, begun);
  expect(shown(resumed)).toMatch(/So far\n\s*\n +You found the letter\./);
  const next = afterEvent(startTurn(resumed, 0), ferryScene());
  expect(shown(next)).not.toContain("So far");
});
