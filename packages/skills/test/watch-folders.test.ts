import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { watchFolders } from "../src/index.js";
import { freshFolder, MANIFEST, writeSkill } from "./helpers/folders.js";

/** Watches a folder of skills and tells each word that comes of it. */
async function watched(
  folder: string,
  quietMs: number,
  files: readonly string[] = [],
): Promise<{ next: () => Promise<void>; count: () => number; touch: () => void }> {
  let count = 0;
  let heard: () => void = () => {};
  const watch = watchFolders(
    [{ path: folder, origin: "user" }],
    () => {
      count++;
      heard();
    },
    { quietMs, files },
  );
  onTestFinished(() => watch.close());
  await watch.ready;
  return {
    next: () => new Promise((resolve) => (heard = resolve)),
    count: () => count,
    touch: () => writeFileSync(join(folder, "lamp/new"), ""),
  };
}

it("[SK81] there is one word of a skill that came, one that changed and one that went", async () => {
  const folder = freshFolder();
  const { next, count } = await watched(folder, 100);
  let word = next();
  const dir = writeSkill(folder, "lamp", { "skill.json": MANIFEST, "scripts/light.mjs": "", "lib/a.mjs": "" });
  await word;
  word = next();
  writeFileSync(join(dir, "lib/a.mjs"), "// brighter");
  await word;
  word = next();
  rmSync(dir, { recursive: true });
  await word;
  expect(count()).toBe(3);
});

it("[SK81] what a skill keeps for itself is not looked at", async () => {
  const folder = freshFolder();
  const dir = writeSkill(folder, "lamp", { "skill.json": MANIFEST });
  mkdirSync(join(dir, "data"));
  const { count } = await watched(folder, 50);
  const control = await watched(freshFolderWith("lamp"), 100);
  for (const path of ["lamp/data/cache", "lamp/data/more", ".hidden"]) writeFileSync(join(folder, path), "x");
  mkdirSync(join(folder, "lamp/node_modules/x"), { recursive: true });
  // Another watch that has to wait longer for its word tells when this one would long have come.
  const word = control.next();
  control.touch();
  await word;
  expect(count()).toBe(0);
});

it("[SK485] a single file is watched beside the folders, before it is there and when it is replaced", async () => {
  const folder = freshFolder();
  const skills = join(folder, "skills");
  mkdirSync(skills);
  const file = join(folder, "skills.json");
  const { next, count } = await watched(skills, 100, [file]);
  const control = await watched(freshFolderWith("lamp"), 300);
  let word = next();
  writeFileSync(file, "{}");
  await word;
  word = next();
  writeFileSync(`${file}.new`, "{ }");
  renameSync(`${file}.new`, file);
  await word;
  const before = count();
  // What else lies beside it is not looked at.
  writeFileSync(join(folder, "narratoria.db"), "x");
  const long = control.next();
  control.touch();
  await long;
  expect(count()).toBe(before);
});

it("[SK485] a watch that is closed before it has begun tells nothing and ends", async () => {
  const folder = freshFolderWith("lamp");
  let told = 0;
  const watch = watchFolders([{ path: folder, origin: "user" }], () => told++, { quietMs: 1 });
  await watch.close();
  writeFileSync(join(folder, "lamp/new"), "");
  expect(told).toBe(0);
});

function freshFolderWith(name: string): string {
  const folder = freshFolder();
  writeSkill(folder, name, { "skill.json": MANIFEST });
  return folder;
}
