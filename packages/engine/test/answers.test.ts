// SPEC.md EN1900 to EN1903: what people say and how they answer, in small campaigns of many habits.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { walkStory } from "../src/testing.js";
import { sharedScripts } from "./support/play.js";
import { HABITS, writeHabit } from "./support/small-habits.js";

const TURNS = 6;
const home = mkdtempSync(join(tmpdir(), "narratoria-answers-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Answers that name nothing. */
const NAMELESS = /^(?:Say (?:yes|no) to|Answer (?!“)|Do as|Refuse to do as|Turn .+ down|Take .+’s offer|Speak up)\b/;

type Walk = Awaited<ReturnType<typeof walkStory>>;
const walks: Walk[] = [];
beforeAll(async () => {
  const scripts = await sharedScripts();
  for (const habit of HABITS) {
    const campaign = await writeHabit(join(home, habit.title.toLowerCase().replaceAll(" ", "-")), habit);
    walks.push(await walkStory({ dataDir: join(home, "data"), campaign, seed: "3", turns: TURNS, scripts }));
  }
}, 180_000);

const scenes = () => walks.flatMap(({ scenes: all }) => all);
const spoken = () => scenes().flatMap(({ paragraphs }) => paragraphs.flatMap((text) => text.match(/“[^”]+”/gu) ?? []));

describe("in small campaigns of many habits", () => {
  it("[EN1900] offers the question what somebody means with its answer alone", () => {
    const questions = scenes().flatMap(({ slots }) => slots.filter(({ text }) => /^Ask .+ what .+ means?$/.test(text)));
    expect(questions.filter(({ bind }) => bind.fact === undefined)).toEqual([]);
    const silent = scenes().filter(({ effects }) =>
      effects.some((effect) => effect.kind === "refuse" && effect.topic === undefined),
    );
    expect(silent).toEqual([]);
  });

  it("[EN1901] names what is accepted, refused, given and answered", () => {
    const texts = scenes().flatMap(({ slots }) => slots.map(({ text }) => text));
    expect(texts.filter((text) => NAMELESS.test(text))).toEqual([]);
  });

  it("[EN1902] sends nobody on twice about one topic, nor to somebody who stands by", () => {
    for (const { scenes: all } of walks) {
      const sent = all.flatMap(({ effects }) => effects.filter((effect) => effect.kind === "redirect"));
      expect(new Set(sent.map(({ topic }) => topic)).size).toBe(sent.length);
    }
  });

  it("[EN1903] puts no bill, path, log, label or statute into a mouth, and nothing but its sayings into a parrot's", () => {
    const drawnUp = spoken().filter((words) =>
      /MIGHTY|KARDOVA| > |\b0\d:00|Deck Two|Lifebelts|Ring, gold|\bshall\b/.test(words),
    );
    expect(drawnUp).toEqual([]);
    const byGus = scenes().flatMap(({ paragraphs }) => paragraphs.filter((text) => /says Gus/.test(text)));
    expect(byGus.filter((text) => !/Mind the step|Any post|Good night, Ada/.test(text))).toEqual([]);
  });
});
