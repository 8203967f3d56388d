// Damages the file of a played story in sixty ways, runs the commands of a player against each, and prints every different thing that
// they say with the damages it was said of. Usage: npm run damage-report -- --only flipped --keep
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createRandom } from "@narratoria/protocol/random";
import Database from "better-sqlite3";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
    keep: { type: "boolean", default: false },
  },
});
const BIN = fileURLToPath(new URL("../apps/cli/bin/narratoria.js", import.meta.url));
const random = createRandom(`damage ${values.seed}`);
const PAGE = 4096;

const COMMANDS = [
  ["doctor"],
  ["playthroughs", "list"],
  ["memories", "list"],
  ["playthroughs", "export", "last"],
  ["play", "--turns", "0", "--plain"],
  ["doctor", "--repair"],
  ["play", "--turns", "1", "--choose", "first", "--plain"],
];
/** What no player should have to read. */
const JARGON = /\n\s+at |node:internal|SQLITE|ERR_|Sqlite|undefined|\bnull\b|NaN|\[object|pragma|fault in Narratoria/i;

const noise = (length) => Buffer.from(Array.from({ length }, () => random.int(256)));
const edit = (file, change) => {
  const bytes = readFileSync(file);
  change(bytes);
  writeFileSync(file, bytes);
};
const flip = (file, from, to, times) =>
  edit(file, (bytes) => {
    for (let n = 0; n < times; n++) {
      const at = from + random.int(Math.min(to, bytes.length) - from);
      bytes[at] ^= 1 << random.int(8);
    }
  });
const change = (file, sql) => {
  const db = new Database(file);
  db.unsafeMode(true);
  db.pragma("journal_mode = delete");
  db.exec(sql);
  db.close();
};
const times = (count, name, damage) => Array.from({ length: count }, (_, n) => [`${name} (${n + 1})`, damage]);

const DAMAGES = [
  ["empty", (file) => writeFileSync(file, "")],
  ["all zeros", (file) => edit(file, (bytes) => bytes.fill(0))],
  ["its head zeroed", (file) => edit(file, (bytes) => bytes.fill(0, 0, 100))],
  ["its first page zeroed", (file) => edit(file, (bytes) => bytes.fill(0, 0, PAGE))],
  ["its second half zeroed", (file) => edit(file, (bytes) => bytes.fill(0, bytes.length / 2))],
  ...times(3, "a page zeroed", (file) =>
    edit(file, (bytes) => {
      const at = PAGE * (1 + random.int(bytes.length / PAGE - 1));
      bytes.fill(0, at, at + PAGE);
    }),
  ),
  ...[10, 25, 50, 75, 95].map((share) => [
    `cut to ${share} %`,
    (file) => truncateSync(file, Math.floor((readFileSync(file).length * share) / 100)),
  ]),
  ...[1, 16, 100, 4095, 4096].map((bytes) => [`cut to ${bytes} bytes`, (file) => truncateSync(file, bytes)]),
  ["its second half first", (file) => edit(file, (bytes) => bytes.copyWithin(0, bytes.length / 2))],
  ...[50, PAGE, 100_000].map((bytes) => [`${bytes} random bytes`, (file) => writeFileSync(file, noise(bytes))]),
  ["a text", (file) => writeFileSync(file, "Once upon a time, there was a mill.\n".repeat(40))],
  ["a picture", (file) => writeFileSync(file, Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), noise(5_000)]))],
  ...times(5, "a page of random bytes", (file) =>
    edit(file, (bytes) => noise(PAGE).copy(bytes, PAGE * (1 + random.int(bytes.length / PAGE - 1)))),
  ),
  ...[1, 1, 1, 1, 2, 3, 5, 8, 13, 40].map((count, n) => [
    `${count} flipped bits (${n + 1})`,
    (file) => flip(file, PAGE, Number.POSITIVE_INFINITY, count),
  ]),
  ...times(5, "a flipped bit in its head", (file) => flip(file, 0, 100, 1)),
  ["of another program", (file) => change(file, "pragma application_id = 7")],
  ["of no program", (file) => change(file, "pragma application_id = 0")],
  ["of a newer format", (file) => change(file, "pragma user_version = 5")],
  ["of a far newer format", (file) => change(file, "pragma user_version = 99")],
  ["of no format", (file) => change(file, "pragma user_version = 0")],
  ["of a format before the first", (file) => change(file, "pragma user_version = -3")],
  ["an older format than it holds", (file) => change(file, "pragma user_version = 1")],
  [
    "a trigger of somebody's",
    (file) => change(file, "create trigger t after insert on turns begin delete from turns; end"),
  ],
  [
    "a trigger instead of ours",
    (file) =>
      change(
        file,
        "drop trigger record_removed; create trigger record_removed after delete on records begin delete from turns; end",
      ),
  ],
  ["a view of somebody's", (file) => change(file, "create view v as select 1")],
  ["a table of somebody's", (file) => change(file, "create table theirs (x)")],
  ["without a table", (file) => change(file, "drop table turns_in_flight")],
  ["without its turns", (file) => change(file, "pragma foreign_keys = off; drop table turns")],
  ["without a story", (file) => change(file, "pragma foreign_keys = off; delete from playthroughs")],
  [
    "a story that stands nowhere",
    (file) => change(file, "pragma foreign_keys = off; update playthroughs set head = 'nowhere'"),
  ],
  [
    "a scene that is no JSON",
    (file) => change(file, "update turns set scene_record = 'x' where rowid = (select max(rowid) - 3 from turns)"),
  ],
  [
    "its last scene changed",
    (file) =>
      change(
        file,
        "update turns set scene_record = replace(scene_record, 'e', 'x') where rowid = (select max(rowid) from turns)",
      ),
  ],
  ["all scenes changed", (file) => change(file, "update turns set scene_record = replace(scene_record, 'e', 'x')")],
  [
    "a memory that is no JSON",
    (file) => change(file, "update records set record = 'x' where rowid = (select max(rowid) - 2 from records)"),
  ],
  ["another story's file", (file) => cpSync(join(other, "narratoria.db"), file)],
  [
    "another database",
    (file) => (rmSync(file), change(file, "create table bookmarks (url text); insert into bookmarks values ('x')")),
  ],
  ["missing", (file) => rmSync(file)],
  ["missing, its log left", (file) => (writeFileSync(`${file}-wal`, noise(9_000)), rmSync(file))],
  ["a folder in its place", (file) => (rmSync(file), cpSync(other, file, { recursive: true }))],
];

const home = mkdtempSync(join(tmpdir(), "narratoria-damage-"));
const [sound, other] = [join(home, "sound"), join(home, "other")];
const bad = [];
const said = new Map();
try {
  await playedStory(sound, "7");
  await playedStory(other, "8");
  const chosen = DAMAGES.filter(([name]) => name.includes(values.only));
  for (const [at, [name, damage]] of chosen.entries()) {
    if (process.stderr.isTTY) process.stderr.write(`\r${at + 1} of ${chosen.length}: ${name}\u001b[K`);
    // Every third has no backup to go back to.
    await tried(name, damage, at % 3 !== 2);
  }
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  for (const [text, names] of said) console.log(`${names.join("; ")}\n${text.replace(/^(?=.)/gm, "    ")}`);
  console.log(
    `${chosen.length} damaged files, ${said.size} different answers, ${bad.length} of them not as they should be.`,
  );
  for (const one of bad) console.log(`! ${one}`);
} finally {
  if (values.keep) console.log(home);
  else rmSync(home, { recursive: true, force: true });
}
process.exitCode = bad.length > 0 ? 1 : 0;

/** Twelve turns, of which the backup has some, as it is made while they are played. */
async function playedStory(data, seed) {
  await run(data, "play", "--choose", "random", "--turns", "8", "--seed", seed, "--plain");
  await run(data, "play", "--choose", "random", "--turns", "4", "--plain");
  if (!existsSync(join(data, "backups")))
    throw new Error("There is no backup: the story was told in less than two seconds.");
}

async function tried(name, damage, backup) {
  const data = join(home, "tried");
  const file = join(data, "narratoria.db");
  cpSync(sound, data, { recursive: true });
  if (!backup) rmSync(join(data, "backups"), { recursive: true, force: true });
  damage(file);
  const wrong = (what) => bad.push(`${name}${backup ? "" : ", no backup"}: ${what}`);
  let repaired = false;
  for (const command of COMMANDS) {
    const line = command.join(" ");
    const before = existsSync(file) && statSync(file).isFile() ? readFileSync(file) : null;
    const { code, signal, out, err } = await run(data, ...command);
    note(`${name}${backup ? "" : ", no backup"}`, line, code, out, err, data);
    if (signal !== null || (code !== 0 && code !== 1)) wrong(`${line}: ${signal ?? `exit code ${code}`}`);
    if (JARGON.test(err) || (line.startsWith("doctor") && JARGON.test(out))) wrong(`${line}: ${err || out}`);
    if (err !== "" && !/^Error: [^\n]+\n$/.test(err)) wrong(`${line}: stderr is not one sentence: ${err}`);
    // A story that cannot be read is looked for in the file all the same, which then notes who plays.
    if (err.includes("left as it is") && before !== null && !same(file, before)) wrong(`${line}: the file was changed`);
    if (line === "doctor --repair") {
      repaired = true;
      const kept = readdirSync(data).filter((one) => /\.corrupt-\d+$/.test(one));
      if (
        code === 0 &&
        out.includes("is kept as") &&
        before !== null &&
        !kept.some((one) => same(join(data, one), before))
      )
        wrong("the damaged file was not kept as it was");
      if (code === 1 && before !== null && !same(file, before)) wrong("nothing was saved, and the file was changed");
    }
    if (repaired && line.startsWith("play ") && code === 0 && err !== "") wrong(`after the repair: ${err}`);
  }
  rmSync(data, { recursive: true, force: true });
}

function same(file, before) {
  return existsSync(file) && readFileSync(file).equals(before);
}

/** Under the text that was said, with what differs from run to run taken out. */
function note(name, line, code, out, err, data) {
  const told = line.startsWith("doctor")
    ? out
        .split("\n")
        .filter(
          (one) => /^fails|scene|stor(?:y|ies)\b/i.test(one) && !/root|plain text|every story|Storytell/.test(one),
        )
        .join("\n")
    : "";
  const plain = `${told}${err}`
    .replaceAll(data, "DATA")
    .replace(/\d+ \w+ \d{4} at \d\d:\d\d/g, "TIME")
    .replace(/corrupt-\d+/g, "corrupt-N")
    .replace(/format \d+/g, "format N");
  const key = `narratoria ${line} -> ${code}\n${plain}`;
  said.set(key, [...(said.get(key) ?? []), name]);
}

function run(data, ...args) {
  const child = spawn(process.execPath, [BIN, ...args, "--data", data], { stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
  return new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal, out, err })));
}
