// Trouble and the ways out of it: a notice with its action, a tool that is tried again, and a backup that is put back.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listBackups, openEngine, restoreBackup } from "@narratoria/engine";

/** A skill whose lamp cannot be lit as long as there is no oil. */
const SKILL = { name: "lamp", version: "1.0.0", description: "Lights a lamp.", scripts: [] };
SKILL.scripts.push({ name: "light", path: "light.mjs", timeout: 20_000, when: ["turn"] });
const LAMP = `import { existsSync, readFileSync } from "node:fs";
readFileSync(0);
if (!existsSync(new URL("oil", import.meta.url))) process.exit(3);
const say = (event) => console.log(JSON.stringify({ version: "0", ...event }));
say({ type: "ui_event", event: "lit", payload: { text: "The lamp is lit." } });
say({ type: "done", ok: true });
`;

export async function main(print = console.log) {
  // Stories of its own: a backup takes the place of all that there are.
  const home = await mkdtemp(join(tmpdir(), "narratoria-trouble-"));
  const [dataDir, skill] = [join(home, "data"), join(home, "lamp")];
  await mkdir(skill);
  await writeFile(join(skill, "skill.json"), JSON.stringify(SKILL));
  await writeFile(join(skill, "light.mjs"), LAMP);
  try {
    const engine = await openEngine({ dataDir, devSkills: [skill] });
    const story = await engine.play("one-wheel-over", { seed: "3" });
    await story.begin();
    const opening = story.scene;
    const { file } = await engine.backUp();

    const notice = await noticeIn(story.choose(1), "skill_failed", print);
    const [action] = notice.actions;
    print(`[${action.label}]`);
    await writeFile(join(skill, "oil"), "");
    const again = await noteIn(story.act(action));
    print(again);
    await engine.close();

    const backup = (await listBackups(dataDir)).find((one) => one.file === file);
    await restoreBackup(backup.file, dataDir);
    const anew = await openEngine({ dataDir });
    const restored = await anew.play("one-wheel-over");
    print(`Restored: ${restored.title} stands at scene ${restored.scene.scene}.`);
    const isBack = restored.scene.turnId === opening.turnId;
    await anew.close();
    return isBack && again === "The lamp is lit.";
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Reads a turn to its end. @returns The notice with this code. */
async function noticeIn(turn, code, print) {
  let found;
  for await (const event of turn) {
    if (event.type !== "notice" || event.code !== code) continue;
    print(`${event.severity}: ${event.message}`);
    found = event;
  }
  return found;
}

/** Reads a turn to its end. @returns What a skill has shown. */
async function noteIn(turn) {
  let text = "";
  for await (const event of turn) if (event.type === "note") text = event.payload.text;
  return text;
}
