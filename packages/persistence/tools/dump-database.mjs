// Writes a database of ours as SQL, to be kept as a fixture before its format changes:
//   node packages/persistence/tools/dump-database.mjs narratoria.db > packages/persistence/test/fixtures/format-1.sql
import Database from "better-sqlite3";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Error: name the database to dump.");
  process.exit(2);
}
const db = new Database(file, { readonly: true });
const things = db.prepare("select type, name, sql from sqlite_schema where sql is not null order by rowid").all();
const virtual = things.filter(({ sql }) => /^create virtual table/i.test(sql)).map(({ name }) => name);
// A virtual table makes its own tables, and is filled by triggers.
const ours = things.filter(({ name }) => !virtual.some((one) => name.startsWith(`${one}_`)));
const quoted = (value) =>
  value === null ? "null" : typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
const lines = ours.map(({ sql }) => `${sql};`);
for (const { type, name } of ours) {
  if (type !== "table" || virtual.includes(name)) continue;
  for (const row of db.prepare(`select * from ${name} order by rowid`).all()) {
    lines.push(`insert into ${name} values (${Object.values(row).map(quoted).join(", ")});`);
  }
}
const pragma = (name) => db.pragma(name, { simple: true });
console.log(
  [
    ...lines,
    `pragma application_id = ${pragma("application_id")};`,
    `pragma user_version = ${pragma("user_version")};`,
  ].join("\n"),
);
