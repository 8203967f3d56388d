import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Memory } from "@narratoria/engine";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, typed } from "./fake-terminal.js";

// The command on one real story.
let data = "";

const run = (...args: string[]): Promise<Answer> => typed(...args, "--data", data);

const memories = async (...args: string[]): Promise<Memory[]> =>
  JSON.parse((await run("memories", ...args, "--json")).out);

/** Files of the data folder in which a text stands, however the JSON of the journal wraps it; backups stay as they were made. */
function traces(text: string): string[] {
  return readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && basename(entry.parentPath) !== "backups")
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name);
}

beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), "narratoria-memories-"));
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

it("[CL92] memories are listed, found by what they mean, pinned, put into other words and forgotten, whatever is undone", async () => {
  expect(await run("memories", "list")).toMatchObject({
    code: 1,
    err: "Error: There are no stories yet. `narratoria play` begins one.\n",
  });
  expect((await run("play", "--json", "--choose", "first", "--turns", "4", "--seed", "3")).code).toBe(0);
  const before = await memories("list");
  expect(before.length).toBeGreaterThanOrEqual(4);
  const [first, , third] = before;
  if (!first || !third) throw new Error("There are no memories to try.");
  expect((await run("memories", "list")).out).toContain(`${first.id}  the opening\n    ${first.summary}\n`);

  expect((await memories("search", third.summary))[0]).toMatchObject({ id: third.id, relevance: expect.closeTo(1, 5) });
  expect((await run("memories", "search", "quetzal")).out).toBe('It remembers nothing of "quetzal".\n');

  expect((await run("memories", "pin", first.id.toLowerCase())).out).toBe(`Pinned: ${first.summary}\n`);
  expect((await run("memories", "edit", first.id, "Marta hid you from the soldiers in her cellar")).code).toBe(0);
  expect((await memories("search", "who sheltered me"))[0]).toMatchObject({ id: first.id });
  expect((await run("memories", "edit", first.id, "You came by the night train.")).out).toBe(
    "It now remembers: You came by the night train.\n",
  );
  expect(traces(third.summary)).not.toEqual([]);
  const forgotten = await run("memories", "forget", third.id);
  expect(forgotten.out).toBe(
    `Forgotten: ${third.summary}\nThe scene as it was told stays, and so do backups made before.\n`,
  );
  expect(traces(third.summary)).toEqual([]);

  expect((await run("playthroughs", "undo", "last")).code).toBe(0);
  expect((await run("playthroughs", "redo", "last")).code).toBe(0);
  const after = await memories("list");
  expect(after.find(({ id }) => id === first.id)).toMatchObject({
    summary: "You came by the night train.",
    pinned: true,
  });
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id).filter((id) => id !== third.id));
  expect((await run("memories", "pin", first.id, "--off")).out).toContain("No longer pinned");
  expect((await run("play", "--json", "--choose", "first", "--turns", "1")).code).toBe(0);
});

it("[CL92] what is no memory, no story and no command is said in a sentence", async () => {
  expect(await run("memories", "forget", "nothing")).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no memory "nothing" where the story stands.'),
  });
  expect((await run("memories", "forget", "0")).err).toMatch(/memories begin with "0"\. Give more of the id\./);
  expect(await run("memories", "list", "--story", "nothing")).toMatchObject({ code: 1 });
  expect(await run("memories", "dream")).toMatchObject({ code: 2 });
  expect(await run("memories", "edit", "0", " ")).toMatchObject({ code: 2 });
});

it("[CL93] how much stories remember is shown, bounded, and bounded no more", async () => {
  const everything = { code: 0, out: "Your stories remember everything.\n" };
  expect(await run("memories", "keep")).toMatchObject(everything);
  expect((await run("memories", "keep", "--at-most", "5000", "--days", "1")).out).toBe(
    "Each story keeps at most 5,000 memories, none older than 1 day of play.\n" +
      "Beyond that the oldest go, between turns while a story is open. What you pinned and what weighed most stays.\n",
  );
  expect(JSON.parse((await run("memories", "keep", "--json")).out)).toEqual({ atMost: 5000, days: 1 });
  expect(await run("memories", "keep", "--megabytes", "0")).toMatchObject({
    code: 2,
    err: expect.stringContaining("Give a whole number from 1."),
  });
  expect(await run("memories", "keep", "--days", "2", "--everything")).toMatchObject({ code: 2 });
  expect((await run("memories", "keep", "--megabytes", "20")).out).toContain("Each story keeps at most 20 megabytes.");
  expect(await run("memories", "keep", "--everything")).toMatchObject(everything);
});
