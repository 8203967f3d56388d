/** The skills that we ship, as their author has them at work: each script has a fault when it is told to, and works as ever else. */
import { cp, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const BUNDLED = fileURLToPath(new URL("../../../../skills/", import.meta.url));

/** So long a script may take: a hanging one is stopped soon. */
const TIMEOUT_MS = 1_500;

export type Fault = "fails" | "crashes" | "hangs" | "garbage";

/** What each fault does in the place of the script. */
const FAULTS: Readonly<Record<Fault, string>> = {
  fails: `write('{"version":"0","type":"error","errorCode":"DRY_WELL","errorMessage":"The well is dry."}\\n');
    write('{"version":"0","type":"done","ok":false}\\n');
    process.exit(0);`,
  crashes: "process.abort();",
  hangs: "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
  garbage: `write(Buffer.from([0, 255, 254, 10]));
    write("{{<script>window.hacked=1</script>\\n".repeat(50));
    process.exit(0);`,
};

export interface FaultySkill {
  readonly skill: string;
  readonly script: string;
}

/** Writes them into a folder. @returns All scripts there are. */
export async function writeFaultySkills(into: string): Promise<FaultySkill[]> {
  const all: FaultySkill[] = [];
  for (const skill of await readdir(BUNDLED)) {
    const folder = join(into, skill);
    for (const part of ["skill.json", "SKILL.md", "config-schema.json", "scripts"])
      await cp(join(BUNDLED, skill, part), join(folder, part), { recursive: true }).catch(() => {});
    const manifest = JSON.parse(await readFile(join(folder, "skill.json"), "utf8"));
    for (const listed of manifest.scripts) {
      listed.timeout = TIMEOUT_MS;
      listed.dataFolder = true;
      const file = join(folder, listed.path);
      const script = basename(file, ".cjs");
      await rename(file, join(folder, "scripts", `${script}.whole.cjs`));
      await writeFile(file, sourceOf(script));
      all.push({ skill, script });
    }
    manifest.retryPolicy = { maxRetries: 0, backoffMs: 50 };
    await writeFile(join(folder, "skill.json"), JSON.stringify(manifest));
  }
  return all;
}

/** It looks whether it has a fault when its input is there: it may have been started long before. */
function sourceOf(script: string): string {
  const cases = Object.entries(FAULTS).map(([fault, source]) => `case ${JSON.stringify(fault)}: ${source}`);
  return `const fs = require("node:fs");
const { readSync } = fs;
const write = (text) => fs.writeSync(1, text);
const faultNow = () => {
  try {
    const faults = fs.readFileSync(process.env.NARRATORIA_DATA_DIR + "/fault.json", "utf8");
    return JSON.parse(faults)[${JSON.stringify(script)}];
  } catch {}
};
fs.readSync = (...args) => {
  const read = readSync(...args);
  if (args[0] === 0) {
    fs.readSync = readSync;
    switch (faultNow()) {
      ${cases.join("\n")}
    }
  }
  return read;
};
require("./${script}.whole.cjs");
`;
}

/** Has scripts fail from now on, and all others work. @param folder - That `writeFaultySkills` wrote them into. */
export async function setFaults(
  folder: string,
  faults: readonly (FaultySkill & { readonly fault: Fault })[],
): Promise<void> {
  for (const skill of await readdir(folder)) {
    const own = faults.filter((one) => one.skill === skill).map(({ script, fault }) => [script, fault]);
    // Each skill sees its own folder of data alone.
    await mkdir(join(folder, skill, "data"), { recursive: true });
    await writeFile(join(folder, skill, "data", "fault.json"), JSON.stringify(Object.fromEntries(own)));
  }
}
