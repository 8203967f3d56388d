import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "@narratoria/persistence";
import { expect, it, vi } from "vitest";
import { foundAtOpening, foundInFolder } from "../src/notices.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder } from "./support/play.js";

it("[EN210] scenes that were told and are lost are said when their story opens, until it goes on", async () => {
  const dataDir = await tempFolder();
  let engine = await engineOn(dataDir);
  const begun = await engine.play("one-wheel-over", { seed: "4" });
  await collect(begun.begin());
  expect(await engine.findings()).toEqual([]);
  await engine.close();
  // As after the loss of a log: the note has more than the database.
  for (const scene of [1, 2])
    appendFileSync(join(dataDir, "narratoria.told"), `${JSON.stringify([begun.id, scene, `gone-${scene}`])}\n`);

  engine = await engineOn(dataDir);
  expect(await engine.findings()).toMatchObject([
    {
      code: "scenes_lost",
      message: "One Wheel Over: Scenes 1 to 2 were told and are not in the file any more.",
      action: "No backup has what is missing. Go on from here.",
    },
  ]);
  const story = await engine.play("one-wheel-over");
  expect(noticesIn(await collect(story.begin()))).toEqual(["scenes_lost"]);
  expect(sceneIn(await collect(story.choose(1))).scene).toBe(1);
  expect(await engine.findings()).toEqual([]);
  await engine.close();
});

it("[EN210] what is lost or damaged is named by its scenes, with the backup that has more", () => {
  const backup = { file: "/data/backups/one.db", madeAt: Date.UTC(2030, 1, 3, 12), stories: 1, turns: 9 };
  const lost = {
    kind: "lost_turns",
    playthroughId: "p",
    scenes: [0, 1, 2, 5],
    restorable: [1, 2],
    backup,
    title: null,
    whole: false,
  } as const;
  expect(foundAtOpening(lost).message).toMatch(
    /^The opening, scenes 1 to 2 and scene 5 were told and are not in the file any more\. The backup of 3 February 2030 at \d\d:00 has scenes 1 to 2\.$/,
  );
  expect(foundAtOpening(lost).action).toBe("A repair brings that back. Or go on from here.");
  const gone = { ...lost, whole: true, title: "The Lantern" };
  expect(foundInFolder(gone, new Map())).toMatchObject({
    code: "story_restorable",
    message: expect.stringMatching(/^The Lantern: The opening, scenes 1 to 2 and scene 5 were told/),
  });
  expect(foundInFolder({ ...gone, title: null, backup: null, restorable: [] }, new Map())).toMatchObject({
    code: "story_lost",
    message: "A story that is gone: The opening, scenes 1 to 2 and scene 5 were told and are not in the file any more.",
    action: "No backup has what is missing. A repair puts an end to this notice.",
  });
  expect(foundAtOpening({ kind: "damaged_turns", playthroughId: "p", scenes: [7] })).toMatchObject({
    code: "scenes_damaged",
    message: "Scene 7 is damaged on the disk and cannot be shown. The story goes on around it.",
    action: "A repair brings back what a backup still has.",
  });
  expect(foundAtOpening({ kind: "damaged_story", playthroughId: "p" })).toMatchObject({
    code: "story_damaged",
    message:
      "What is kept of the story beside its scenes, such as its seed, its title and its branches, is damaged on the disk.",
    action: "A repair brings back what can be told of it, or what a backup still has.",
  });
  expect(foundAtOpening({ kind: "damaged_records", playthroughId: "p", count: 1 }).message).toBe(
    "One of the things that the story remembers is damaged on the disk, and left out.",
  );
});

it("[EN6600] what was changed by hand in the file of a story is kept, and told once when a story opens", async () => {
  const dataDir = await tempFolder();
  let engine = await engineOn(dataDir);
  const begun = await engine.play("one-wheel-over", { seed: "4" });
  await collect(begun.begin());
  await engine.close();
  const file = join(dataDir, "narratoria.db");
  const changed = readFileSync(file, "latin1")
    .replaceAll('"brass-tally":{"name":"brass tally"', '"glass-tally":{"name":"glass tally"')
    .replaceAll('{"summary":"The story began.', '{"summary":"The tale opened.');
  writeFileSync(file, changed, "latin1");
  engine = await engineOn(dataDir);
  const story = await engine.resume(begun.id);
  const told = await collect(story.begin());
  expect(noticesIn(told)).toEqual(["edited_by_hand"]);
  expect(told.find(({ type }) => type === "notice")).toMatchObject({
    severity: "info",
    message: expect.stringMatching(
      /^The opening was changed by hand in the file of your stories, and is kept as it reads now\. The memory “The tale opened\. .*” was changed by hand in the file of your stories, and is kept as it reads now\.$/,
    ),
  });
  const store: Store = Reflect.get(engine, "store");
  expect((await store.head(story.id))?.state).toMatchObject({ inventory: { "glass-tally": { name: "glass tally" } } });
  expect(noticesIn(await collect((await engine.resume(begun.id)).begin()))).toEqual([]);
  await engine.close();
  engine = await engineOn(dataDir);
  expect(await engine.findings()).toEqual([]);
  await engine.close();
});

it("[EN210] a story of which every scene is damaged says so, with what may bring it back", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const begun = await engine.play("one-wheel-over", { seed: "4" });
  await collect(begun.begin());
  await engine.close();
  const file = join(dataDir, "narratoria.db");
  const bytes = readFileSync(file, "latin1");
  // The scene reads differently, and the memory is no JSON any more.
  const spoilt = bytes.replaceAll('"paragraphs"', '"paragraphz"').replaceAll('"significance":', '?significance":');
  writeFileSync(file, spoilt, "latin1");
  const again = await engineOn(dataDir);
  expect((await again.findings()).map(({ code }) => code)).toEqual(["scenes_damaged", "memories_damaged"]);
  await expect(again.resume(begun.id)).rejects.toMatchObject({
    code: "scene_unreadable",
    message: "Every scene that One Wheel Over could go on from is damaged on the disk.",
    action: "A repair brings back what a backup still has.",
  });
  await again.close();
});

it("[EN441] a full disk is told once with the scene that is saved, and again after there was room", async () => {
  const engine = await engineOn(await tempFolder());
  const story = await engine.play("one-wheel-over", { seed: "4" });
  await collect(story.begin());
  // The store's own tests fill a real disk; here it only says so.
  const store: Store = Reflect.get(engine, "store");
  const findings = vi.spyOn(store, "findings").mockReturnValue([{ kind: "reserve_used", bytes: 16 * 2 ** 20 }]);
  const full = {
    code: "disk_full",
    message: "The disk is full. Your story is still saved, in 16 MB that Narratoria keeps for this.",
    action: "Free some space soon. When that room is used up too, no scene can be saved.",
  };
  expect(await engine.findings()).toMatchObject([full]);
  const told = await collect(story.choose(1));
  expect(told.slice(-2)).toMatchObject([{ type: "notice", ...full }, { type: "scene" }]);
  expect(noticesIn(await collect(story.choose(1)))).not.toContain("disk_full");
  findings.mockReturnValue([]);
  await collect(story.begin());
  findings.mockReturnValue([{ kind: "reserve_used", bytes: 16 * 2 ** 20 }]);
  expect(noticesIn(await collect(story.begin()))).toEqual(["disk_full"]);
});
