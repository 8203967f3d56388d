import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const example = JSON.parse(readFileSync(path("../examples/notice.json"), "utf8"));

/** Runs the script as Narratoria does: the input on standard input, one event a line back. */
function notice(input) {
  const written = execFileSync(process.execPath, [path("../scripts/notice.mjs")], { input: JSON.stringify(input) });
  return String(written)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("what is noticed is shown, and is the output", () => {
  const events = notice(example);
  const shown = events.find(({ type }) => type === "ui_event");
  const done = events.at(-1);
  assert.equal(shown.event, "noticed");
  assert.equal(done.ok, true);
  assert.equal(done.output.text, shown.payload.text);
});

test("the mood is that of the settings", () => {
  const said = (mood) => notice({ ...example, config: { mood } }).at(-1).output.text;
  assert.notEqual(said("calm"), said("uneasy"));
});

test("the same seed gives the same", () => {
  assert.deepEqual(notice(example).at(-1).output, notice(example).at(-1).output);
});
