import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { type CheckOptions, checkSkill, faultsOf, type SkillReport } from "../src/check.js";

const root = mkdtempSync(join(tmpdir(), "narratoria-kit-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const EXAMPLES = fileURLToPath(new URL("../../../examples/skills/", import.meta.url));
/** The times are those of the runtime, so that a busy machine finds no faults; what waits for them in vain is given less. */
const PATIENT: CheckOptions = { timeoutMs: 15_000, jobs: 3 };
const IMPATIENT: CheckOptions = { lingerMs: 300 };
const STRICT: CheckOptions = { graceMs: 150 };
let count = 0;

/** A copy of omen-cards with one thing changed. */
function planted(from: string, to: string): string {
  const dir = join(root, String(++count), "omen-cards");
  cpSync(`${EXAMPLES}omen-cards`, dir, { recursive: true });
  const script = join(dir, "scripts/draw-cards.mjs");
  const text = readFileSync(script, "utf8");
  expect(text).toContain(from);
  writeFileSync(script, text.replace(from, to));
  return dir;
}

interface Small {
  readonly script?: string;
  readonly fields?: object;
  readonly manifest?: object;
  readonly files?: Readonly<Record<string, string>>;
  readonly ending?: string;
}

/** A skill of one script in sh, which starts in a millisecond. */
function small({ script = DONE, fields = {}, manifest = {}, files = {}, ending = "sh" }: Small): string {
  const dir = join(root, String(++count), "small");
  mkdirSync(join(dir, "scripts"), { recursive: true });
  writeFileSync(join(dir, `scripts/run.${ending}`), `${script}\n`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dir, name, ".."), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  const scripts = [{ name: "run", path: `scripts/run.${ending}`, ...fields }];
  const whole = { name: "small", version: "1.0.0", description: "A small skill.", scripts, ...manifest };
  writeFileSync(join(dir, "skill.json"), JSON.stringify(whole));
  return dir;
}

const DONE = `cat > /dev/null; echo '{"version":"0","type":"done","ok":true}'`;
const EXAMPLE = { "examples/run.json": '{"input":{"text":"a lantern"},"context":{"seed":"7"}}' };

/** What was found, as "row rule": the rule of the kit, and the rule that the fault names. */
function found(report: SkillReport): string[] {
  const rows = [report, ...report.scripts].flatMap(({ checks }) =>
    checks.flatMap(({ rule, faults }) => faults.map((fault) => `${rule} ${fault.rule}`)),
  );
  return [...new Set(rows)].sort();
}

// The other faults are those of small scripts in sh, further down: a process of them starts in a millisecond, and each check runs dozens.
it("[PR208] a fault that is planted in a copy of an example is found: it copies its input into a patch", async () => {
  const copies = '  emit({ type: "state_patch", patch: input });\n';
  const report = await checkSkill(
    planted("  return { question: question", `${copies}  return { question: question`),
    PATIENT,
  );
  expect(found(report)).toContain("PR223 PR15");
  expect(report.ok).toBe(false);
});

/** Rows in which a fault shows that a script has with any input. */
const WHEREVER_IT_RUNS = ["PR221", "PR222", "PR223", "PR224", "PR226", "PR227"];

const ERROR = `echo '{"version":"0","type":"error","errorCode":"no","errorMessage":"No."}'`;
const FAIL = `${ERROR}; echo '{"version":"0","type":"done","ok":false}'`;
/** Reads its input into $given, whole. */
const READ = "given=$(cat)";
const OK = `echo '{"version":"0","type":"done","ok":true}'`;

/** Asks the host for a service, where there is one; what it does about an answer that is no 200 is given. */
const asksFor = (service: string, otherwise = ""): string => `
import { readFileSync } from "node:fs";
import { request } from "node:http";
const done = () => console.log('{"version":"0","type":"done","ok":true}');
let host;
try { host = JSON.parse(readFileSync(0, "utf8")).host; } catch {}
if (typeof host?.token !== "string") done();
else {
  const headers = { authorization: "Bearer " + host.token };
  request({ socketPath: host.socket, path: "/v0/${service}", method: "POST", headers }, (response) => {
    if (response.statusCode !== 200) { ${otherwise} }
    response.resume().on("end", done);
  }).on("error", done).end("{}");
}`;

describe("the kit's rules", () => {
  it("[PR208] a script that keeps them all has no fault, and its folder is left as it was", async () => {
    const dir = small({ files: EXAMPLE });
    const report = await checkSkill(dir, PATIENT);
    expect(found(report)).toEqual([]);
    expect(report).toMatchObject({ ok: true, skill: "small", version: "1.0.0", notes: [] });
    const [script] = report.scripts;
    expect(script).toMatchObject({ script: "run", path: "scripts/run.sh", notes: [] });
    expect(script?.checks.map(({ rule }) => rule)).toEqual(
      [...Array(5).keys()].map((n) => `PR${221 + n}`).concat([...Array(10).keys()].map((n) => `PR${226 + n}`)),
    );
    expect(report.runs).toBe(28);
  });

  it.concurrent.each<[title: string, skill: Small, expected: string[], words: string, options?: CheckOptions]>([
    [
      "[PR220] a script that says nothing of its scripts' file",
      { fields: { path: "scripts/walk.sh" } },
      ["PR220 PR220"],
      'the script "run" has no file "scripts/walk.sh"',
    ],
    [
      "[PR220] a script that points out of its folder",
      { fields: { path: "../../../../bin/true" } },
      ["PR220 PR220"],
      "relative path that stays inside",
    ],
    [
      "[PR220] a script that has another name than its folder",
      { manifest: { name: "tall" } },
      ["PR220 PR220"],
      'the name "tall" differs',
    ],
    [
      "[PR220] a script that has no version",
      { manifest: { version: "one" } },
      ["PR220 PR220"],
      "skill.json at /version: ",
    ],
    [
      "[PR220] a script that cannot be started",
      { ending: "weave" },
      ["PR220 PR220"],
      "is not marked executable and names no interpreter",
    ],
    [
      "[PR221] a script that fails with its own example",
      { script: `${READ}; ${FAIL}`, files: EXAMPLE },
      ["PR221 PR221"],
      'it failed: "No."',
    ],
    [
      "[PR221] a script that crashes with its own example",
      { script: `${READ}; exit 3`, files: EXAMPLE },
      ["PR221 PR202", "PR222 PR202", "PR223 PR202", "PR224 PR202", "PR226 PR202", "PR227 PR202"],
      "the tool ended with exit code 3",
    ],
    [
      "[PR221] a script that prints where its events go",
      { script: `${READ}; echo drawing; ${OK}`, files: EXAMPLE },
      WHEREVER_IT_RUNS.map((row) => `${row} PR6`),
      "drawing",
    ],
    [
      "[PR221] a script that sends a type of its own",
      { script: `${READ}; echo '{"version":"0","type":"omen"}'; ${OK}`, files: EXAMPLE },
      WHEREVER_IT_RUNS.map((row) => `${row} PR10`),
      "omen",
    ],
    [
      "[PR223] a script that forgets done when it fails",
      { script: `${READ}; case $given in *'two'*) ${ERROR} ;; *) ${OK} ;; esac`, files: EXAMPLE },
      ["PR223 PR201"],
      "without done",
    ],
    [
      "[PR223] a script that exits with 1 when it fails",
      { script: `${READ}; case $given in *'two'*) ${FAIL}; exit 1 ;; *) ${OK} ;; esac`, files: EXAMPLE },
      ["PR223 PR202"],
      "the tool ended with exit code 1",
    ],
    [
      "[PR222] a script that needs its settings",
      { script: `${READ}; case $given in *'"config"'*) ;; *) exit 1 ;; esac; ${OK}` },
      ["PR222 PR202", "PR224 PR202"],
      "the tool ended with exit code 1",
    ],
    [
      "[PR222] a script that minds what it does not know",
      { script: `${READ}; case $given in *future*) ${FAIL} ;; *) ${OK} ;; esac`, files: EXAMPLE },
      ["PR222 PR222"],
      'it failed, though it succeeds with the same input otherwise: "No."',
    ],
    [
      "[PR223] a script that breaks over a list",
      { script: `${READ}; case $given in *'two'*) exit 1 ;; esac; ${OK}`, files: EXAMPLE },
      ["PR223 PR202"],
      "the tool ended with exit code 1",
    ],
    [
      "[PR223] a script that runs what it is told",
      { script: `${READ}; case $given in *pwned*) touch pwned ;; esac; ${OK}`, files: EXAMPLE },
      ["PR231 PR231"],
      "it wrote pwned in its working folder",
    ],
    [
      "[PR224] a script that is silent without input",
      { script: `${READ}; [ -z "$given" ] || ${OK}` },
      ["PR224 PR201"],
      "without done",
    ],
    [
      "[PR225] a script that fails without a word",
      { script: `${READ}; echo '{"version":"0","type":"done","ok":false}'` },
      ["PR225 PR225"],
      "nothing says why",
    ],
    [
      "[PR226] a script that does not wait for its input",
      { script: OK, files: EXAMPLE },
      ["PR226 PR226"],
      "it wrote before it had its input",
    ],
    [
      "[PR226] a script that writes a file ahead",
      { script: `echo x > "$HOME/x"; ${READ}; ${OK}`, files: EXAMPLE },
      ["PR226 PR226", "PR231 PR231"],
      "before it had its input it wrote x in its home folder",
    ],
    [
      "[PR227] a script that takes the first piece for all",
      {
        script: `given=$(dd bs=65536 count=1 2> /dev/null); case $given in *'}') ${OK} ;; *) ${FAIL} ;; esac`,
        files: EXAMPLE,
      },
      ["PR227 PR227"],
      "it failed, though it succeeds with the same input otherwise",
    ],
    [
      "[PR227] a script that takes the first piece for all, and takes long to start",
      {
        script: `i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; given=$(dd bs=65536 count=1 2> /dev/null); case $given in *'}') ${OK} ;; *) ${FAIL} ;; esac`,
        files: EXAMPLE,
      },
      ["PR227 PR227"],
      "it failed, though it succeeds with the same input otherwise",
    ],
    [
      "[PR228] a script that hangs when it is told of numbers",
      {
        script: `${READ}; case $given in *1e+308*) sleep 9 ;; esac; ${OK}`,
        files: { "examples/run.json": '{"input":{"text":"a","no":1,"to":2}}' },
      },
      ["PR228 PR228"],
      "it had not answered after 1500 ms",
      { timeoutMs: 1_500 },
    ],
    [
      "[PR229] a script that writes after done",
      { script: `${READ}; ${OK}; echo bye`, files: EXAMPLE },
      ["PR229 PR229"],
      "it wrote after done",
    ],
    [
      "[PR229] a script that lingers",
      { script: `${READ}; ${OK}; sleep 5`, files: EXAMPLE },
      ["PR229 PR229"],
      "it still ran 300 ms after done",
      IMPATIENT,
    ],
    [
      "[PR230] a script that goes on when it is told to stop",
      { script: `trap '' TERM; ${READ}; sleep 0.6; ${OK}`, files: EXAMPLE },
      ["PR230 PR230"],
      "it did not end within 150 ms of SIGTERM",
      STRICT,
    ],
    [
      "[PR231] a script that writes into its home",
      { script: `${READ}; echo x > "$HOME/.small"; ${OK}`, files: EXAMPLE },
      ["PR231 PR231"],
      "it wrote .small in its home folder",
    ],
    [
      "[PR231] a script that changes its own folder",
      { script: `${READ}; echo x > "\${0%/*}/../notes"; ${OK}`, files: EXAMPLE },
      ["PR231 PR231"],
      "it made notes in the skill's folder",
    ],
    [
      "[PR232] a script that leaves something running",
      { script: `${READ}; sleep 30 > /dev/null 2>&1 & ${OK}`, files: EXAMPLE },
      ["PR232 PR232"],
      'it left "sleep" running',
    ],
    [
      "[PR233] a script that fills standard error",
      { script: `${READ}; head -c 70000 /dev/zero >&2; ${OK}`, files: EXAMPLE },
      ["PR233 PR233"],
      "it wrote 70000 bytes to standard error",
    ],
    [
      "[PR233] a script that breaks the lower caps of its own manifest",
      {
        script: `${READ}; head -c 300 /dev/zero >&2; for n in 1 2 3; do echo '{"version":"0","type":"log","level":"info","message":"x"}'; done; ${OK}`,
        fields: { limits: { stderrBytes: 200, events: 3 } },
        files: EXAMPLE,
      },
      WHEREVER_IT_RUNS.map((row) => `${row} PR100`).concat("PR233 PR233"),
      "the tool sent more than 3 events",
    ],
    [
      "[PR234] a script that tells a secret",
      {
        script: `${READ}; [ "$(printf %s "$given" | wc -c)" -gt 5000 ] || echo "$given" >&2; ${OK}`,
        manifest: { host: ["state"] },
        files: { ...EXAMPLE, "config-schema.json": '{"properties":{"key":{"type":"string","x-sensitive":true}}}' },
      },
      ["PR234 PR234"],
      "x-sensitive stands in its standard error",
    ],
    [
      "[PR234] a script that tells its token",
      {
        script: `${READ}; echo "$given" | grep -o 'kit-token-[A-Za-z0-9_-]*' >&2; ${OK}`,
        manifest: { host: ["state"] },
        files: EXAMPLE,
      },
      ["PR234 PR234"],
      "the host token stands in its standard error",
    ],
    [
      "[PR238] a script that lets one player read another",
      {
        script: `while read -r line; do case $last in *kit-mark*) t=kit-mark-7c41 ;; *) t=none ;; esac; last=$line; echo "{\\"version\\":\\"0\\",\\"type\\":\\"done\\",\\"ok\\":true,\\"output\\":{\\"t\\":\\"$t\\"}}"; [ -n "$NARRATORIA_RESIDENT" ] || exit 0; done; [ -n "$last" ] || ${OK}`,
        fields: { resident: true },
        files: { "examples/run.json": '{"input":{"text":"a lantern"},"context":{"place":"mill"}}' },
      },
      ["PR238 PR238"],
      "an answer holds what belongs to the invocation before it",
    ],
    [
      "[PR235] a script that announces a file that is not there",
      {
        script: `${READ}; echo '{"version":"0","type":"asset","assetId":"a","kind":"image","mediaType":"image/png","path":"map.png"}'; ${OK}`,
        files: EXAMPLE,
      },
      ["PR235 PR235"],
      "map.png is not there",
    ],
    [
      "[PR235] a script that announces a file with two names",
      {
        script: `${READ}; cd "$NARRATORIA_DATA_DIR"; echo map > map.png; ln map.png copy.png; echo '{"version":"0","type":"asset","assetId":"a","kind":"image","mediaType":"image/png","path":"'"$PWD"'/map.png"}'; ${OK}`,
        files: EXAMPLE,
      },
      ["PR235 PR235"],
      "map.png has more names than one",
    ],
    [
      "[PR237] a script that throws dice of its own",
      {
        script: `${READ}; echo "{\\"version\\":\\"0\\",\\"type\\":\\"log\\",\\"level\\":\\"info\\",\\"message\\":\\"$$\\"}"; ${OK}`,
        fields: { context: ["seed"] },
        files: EXAMPLE,
      },
      ["PR237 PR237"],
      "the same input and seed came to something else",
    ],
    [
      "[PR238] a script that stays with one invocation",
      { script: `${READ}; ${OK}`, fields: { resident: true }, files: EXAMPLE },
      ["PR238 PR238"],
      "it did not answer in its time",
      { timeoutMs: 2000 },
    ],
    [
      "[PR238] a script that remembers the one before",
      {
        script: `n=0; while read -r line; do n=$((n+1)); echo "{\\"version\\":\\"0\\",\\"type\\":\\"done\\",\\"ok\\":true,\\"output\\":{\\"n\\":$n}}"; [ -n "$NARRATORIA_RESIDENT" ] || exit 0; done; [ $n -gt 0 ] || ${OK}`,
        fields: { resident: true },
        files: EXAMPLE,
      },
      ["PR238 PR238"],
      "once the process had served another",
    ],
    [
      "[PR238] a script whose kept process is of a file that is not there",
      { script: `${READ}; ${OK}`, fields: { resident: "scripts/kept.sh" }, files: EXAMPLE },
      ["PR220 PR220"],
      'has no file "scripts/kept.sh" inside the skill\'s folder',
    ],
    [
      "[PR236] a script that asks for a service it has not declared",
      { script: asksFor("embed"), ending: "mjs", manifest: { host: ["state"] } },
      ["PR236 PR236"],
      'it called "embed", which skill.json does not list in "host"',
    ],
    [
      "[PR236] a script that asks for what nobody can answer",
      { script: asksFor("semanticSearch"), ending: "mjs", manifest: { host: ["semanticSearch"] } },
      ["PR236 PR236"],
      'its request to "semanticSearch" will not do: "dataType" is missing',
    ],
    [
      "[PR236] a script that breaks when the host refuses",
      { script: asksFor("state", "process.exit(1)"), ending: "mjs", manifest: { host: ["state"] } },
      ["PR236 PR202"],
      "the tool ended with exit code 1",
    ],
  ])("%s", async (_title, skill, expected, words, options = {}) => {
    const report = await checkSkill(small(skill), { ...PATIENT, ...options });
    expect(found(report)).toEqual(expected);
    expect(
      faultsOf(report)
        .map(({ what }) => what)
        .join("\n"),
    ).toContain(words);
  });
});

it("[PR842] a script that asks for a part of the story by a misspelt key is at fault, and one that asks for another skill's key is not", async () => {
  const report = await checkSkill(small({ fields: { context: ["poeple", "tide"] }, files: EXAMPLE }), PATIENT);
  expect(faultsOf(report).map(({ what }) => what)).toEqual([
    'the script "run" asks for "poeple" of the story, which is not there; is "people" meant?',
  ]);
  expect(report.notes).toEqual([
    'the script "run" asks for "tide" of the story, which is there only once a skill has put it into session state',
  ]);
});

it("[PR844] a program of an Agent Skills folder that speaks no protocol is not run", async () => {
  const dir = join(root, "docx");
  mkdirSync(join(dir, "scripts"), { recursive: true });
  writeFileSync(join(dir, "SKILL.md"), "---\nname: docx\ndescription: Writes documents.\n---\n");
  writeFileSync(join(dir, "scripts/make.sh"), 'echo "usage: make FILE"; exit 2\n');
  writeFileSync(join(dir, "scripts/light.sh"), `cat > /dev/null; ${OK}\n`);
  const report = await checkSkill(dir, PATIENT);
  expect(report.scripts.map(({ script }) => script)).toEqual(["light"]);
  expect(report.notes).toEqual(["scripts/make.sh does not look like a skill script, so no plan runs it"]);
});
