// An app that ships two of our skills and one of its own, and tells a story with them.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { openEngine } from "@narratoria/engine";

assert.deepEqual(
  readdirSync(new URL("./node_modules/@narratoria", import.meta.url)).filter((name) => name.startsWith("skill-")),
  ["skill-memory", "skill-player-choices"],
);
const engine = await openEngine({
  shippedSkills: [
    "@narratoria/skill-memory",
    "@narratoria/skill-player-choices",
    import.meta.resolve("@acme/skill-lantern/package.json"),
  ],
});
assert.deepEqual(
  engine.skills.list().map(({ name, state }) => [name, state]),
  [
    ["lantern", "ready"],
    ["memory", "ready"],
    ["player-choices", "ready"],
  ],
);
const { sections } = await engine.skills.form("lantern");
assert.deepEqual(
  sections.flatMap(({ fields }) => fields).map(({ path, title }) => [path, title]),
  [["flame", "Flame"]],
);
const story = await engine.play("one-wheel-over", { seed: "4" });
for (const begin of [() => story.begin(), () => story.choose(1), () => story.choose(1)]) {
  let [paragraphs, notes] = [0, []];
  for await (const event of begin()) {
    if (event.type === "scene") paragraphs = event.paragraphs.length;
    if (event.type === "note") notes.push(event.payload.text);
  }
  assert.ok(paragraphs > 0);
  assert.deepEqual(notes, ["The lantern burns low."]);
}
await engine.close();
