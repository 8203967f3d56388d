// SPEC.md NA353 and NA354: choices in a model's words.
import { expect, it } from "vitest";
import { ModelError } from "../src/index.js";
import { wordByModel } from "../src/prose/word-by-model.js";
import { createScriptedHost, type ScriptedAnswer } from "../src/testing.js";
import { slot } from "./support/briefs.js";
import { story } from "./support/fixture-story.js";
import { lawsAgainst } from "./support/read-index.js";

const choices = [
  { id: "a", text: "Ask Orsolya about the Salt Book", echo: "plain" },
  { id: "b", text: "Go to the Long Yard" },
  { id: "c", text: "Wait, and see what comes" },
];
const slots = [
  slot("ask", { npc: "orsolya", topic: "salt-book" }, { id: "a" }),
  slot("go", { place: "long-yard" }, { id: "b" }),
  slot("wait", {}, { id: "c" }),
];

async function word(answer: string | object | ScriptedAnswer, asked = { slots, choices }) {
  const host = createScriptedHost(() =>
    typeof answer === "string" || "error" in answer ? (answer as string | ScriptedAnswer) : JSON.stringify(answer),
  );
  const worded = await wordByModel(
    {
      host,
      story,
      prompt: {
        system: "System.",
        stable: "Stable.",
        rest: "",
        steps: [],
        mostWords: 100,
        recall: { kept: [], leftOut: [] },
      },
      told: ["Orsolya shuts the Salt Book. The Long Yard is loud."],
      before: [],
      ...asked,
      laws: lawsAgainst("wizard"),
      seed: 1,
      budgetMs: 5000,
    },
    new AbortController().signal,
  );
  return { worded, host };
}

const texts = async (answer: object): Promise<Record<string, string>> =>
  Object.fromEntries((await word(answer)).worded?.texts ?? []);

it("[NA353] asks for all of them in one short generation, one bounded string a choice", async () => {
  const { worded, host } = await word({
    1: "Ask Orsolya plainly about the Salt Book.",
    2: "Go and look at the Long Yard",
    3: "Wait and see what comes of it",
  });
  expect(Object.fromEntries(worded?.texts ?? [])).toEqual({
    a: "Ask Orsolya plainly about the Salt Book",
    b: "Go and look at the Long Yard",
    c: "Wait and see what comes of it",
  });
  expect(host.writes).toHaveLength(1);
  expect(host.writes[0]).toMatchObject({
    sequence: "prose",
    timeoutMs: 5000,
    schema: { properties: { 1: { maxLength: 125 }, 3: { maxLength: 125 } } },
  });
  expect(host.writes[0]?.maxTokens).toBeLessThan(100);
});

it.each([
  ["names lost", "Ask her about the book"],
  ["names added", "Ask Orsolya and Jonas about the Salt Book"],
  ["no order", "Orsolya is asked about the Salt Book"],
  ["outcome told", "Ask Orsolya about the Salt Book and find the page"],
  ["outcome told", "Ask Orsolya what you want about the Salt Book"],
  ["length", `Ask Orsolya about the Salt Book ${"again and ".repeat(20)}`],
  ["form", "Ask Orsolya: what of the Salt Book"],
  ["constraints", "Ask Orsolya about the Salt Book like a wizard"],
  ["sense lost", "Go with Orsolya over the Salt Book"],
])("[NA354] leaves the storybook's wording where it will not do: %s", async (why, text) => {
  const { worded } = await word({ 1: text });
  expect(worded?.texts.size).toBe(0);
  expect(worded?.refused).toEqual([expect.objectContaining({ id: "a", why })]);
});

it("[NA354] no two choices are worded alike, and the same words are no new wording", async () => {
  expect(
    await texts({ 1: "Ask Orsolya about the Salt Book", 2: "Go out to the Long Yard", 3: "Go out to the Long Yard" }),
  ).toEqual({ b: "Go out to the Long Yard" });
  const waits = ["Wait, and see what comes", "Wait, and hear what comes"].map((text, at) => ({ id: `${at}`, text }));
  const twice = { choices: waits, slots: waits.map(({ id }) => slot("wait", {}, { id })) };
  const { worded } = await word({ 1: "Wait for what comes", 2: "Wait for what comes" }, twice);
  expect(Object.fromEntries(worded?.texts ?? [])).toEqual({ 0: "Wait for what comes" });
  expect(worded?.refused).toEqual([{ id: "1", text: "Wait for what comes", why: "alike" }]);
});

it.each(["", "{", `{"1": 7}`, "[]", "null", `{"1": "Ask Orsolya`])(
  "[NA354] what is not the answer that was asked for changes nothing: %s",
  async (text) => {
    expect((await word(text)).worded).toMatchObject({ worded: 0 });
  },
);

it("[NA354] nor does a model that fails or takes too long", async () => {
  expect((await word({ error: new ModelError("timeout", "Too long.") })).worded).toMatchObject({
    worded: 0,
    error: "timeout",
  });
});
