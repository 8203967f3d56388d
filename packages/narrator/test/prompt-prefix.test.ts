import { readIndex } from "./support/read-index.js";
// SPEC.md NA345: how much of a scene's prompt is read anew, over a story of many scenes.
import type { JsonObject } from "@narratoria/protocol";
import { getPath } from "@narratoria/protocol";
import type { StoryPast } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import { createModelNarrator, createStorybook, type ModelHost } from "../src/index.js";
import { estimateTokens } from "../src/prose/tokens.js";
import { createScriptedHost } from "../src/testing.js";
import { readCampaign } from "./support/read-campaign.js";
import { walk } from "./support/simulate.js";

const source = readCampaign(new URL("../../../campaigns/one-wheel-over", import.meta.url).pathname);
const story = readIndex(source);
const unhindered = (): AbortSignal => new AbortController().signal;

/** As the engine keeps it short: chapters of four scenes with two lines each, and the last scenes line by line. */
function keptShort(lines: readonly string[], state: JsonObject): StoryPast {
  const all = lines.map((text, scene) => ({ scene, text }));
  const recentFrom = Math.max(0, Math.floor((lines.length - 10) / 4) * 4);
  const known = Object.keys(Object(getPath(state, "world.known.facts")));
  return {
    chapters: Array.from({ length: recentFrom / 4 }, (_, at) => ({
      from: at * 4,
      to: at * 4 + 3,
      lines: all.slice(at * 4, at * 4 + 2),
    })),
    recent: all.slice(recentFrom),
    people: story.matter.people.slice(0, 1 + lines.length / 8).map(({ id, name }) => ({ id, name, met: 0 })),
    threads: [{ id: "debt", text: `what you owe since scene ${lines.length - (lines.length % 5)}`, opened: 0 }],
    facts: known.flatMap((id) => {
      const fact = story.facts.get(id);
      return fact ? [{ id, text: fact.text, scene: 0 }] : [];
    }),
    leftOut: { lines: 0, facts: 0 },
  };
}

/** Tells a long story; for the first prompt of each scene, and for all of them, how much of it no prompt before it began with. */
async function shares(readsAhead: boolean): Promise<{ readonly first: number; readonly all: number }> {
  const asked: { readonly text: string; readonly waited: boolean }[] = [];
  const scripted = createScriptedHost(({ schema }) => (schema ? "{}" : "Dust lies on the sill. The lamp is low."));
  const host: ModelHost = {
    ...scripted,
    status: scripted.status,
    write(request, options) {
      asked.push({ text: `${request.system}${request.prompt}`, waited: true });
      return scripted.write(request, options);
    },
    async preload({ system, prompt }) {
      asked.push({ text: `${system}${prompt}`, waited: false });
    },
  };
  const narrator = createModelNarrator({ host, story, source });
  const [scenes, lines]: [string[][], string[]] = [[], []];
  const counted = { first: { anew: 0, tokens: 0 }, all: { anew: 0, tokens: 0 } };
  let held = "";
  for (const { brief, state, draft } of walk(story, createStorybook(story, source), "1", 32)) {
    asked.length = 0;
    const past = { scenes: scenes.slice(-30), story: keptShort(lines, state) };
    const next = { state, past, style: "vivid" } as const;
    if (readsAhead) await narrator.readAhead({ ...next, scene: brief.scene }, { signal: unhindered() });
    await narrator.tell({ ...next, brief, draft }, { signal: unhindered(), onSentence: () => {} });
    scenes.push([...draft.paragraphs]);
    lines.push(draft.sentences[0]?.text ?? "");
    let isFirst = true;
    for (const { text, waited } of asked) {
      const differs = [...text].findIndex((letter, at) => letter !== held[at]);
      held = text;
      if (!waited) continue;
      for (const count of isFirst ? [counted.first, counted.all] : [counted.all]) {
        if (scenes.length < 3) continue;
        count.anew += estimateTokens(text.slice(differs < 0 ? text.length : differs));
        count.tokens += estimateTokens(text);
      }
      isFirst = false;
    }
  }
  expect(counted.first.tokens).toBeGreaterThan(10_000);
  const { first, all } = counted;
  return { first: first.anew / first.tokens, all: all.anew / all.tokens };
}

it("[NA345] of the prompts little is read anew, and while the player waits less", async () => {
  const read = await shares(false);
  expect(read.all, JSON.stringify(read)).toBeLessThan(0.2);
  expect(read.first).toBeLessThan(0.5);
  const ahead = await shares(true);
  expect(ahead.all, JSON.stringify(ahead)).toBeLessThan(0.2);
  expect(ahead.first).toBeLessThan(0.4);
});
