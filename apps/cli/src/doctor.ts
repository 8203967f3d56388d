/** The `doctor` command: whether this machine has all that a story needs, one line a check. */
import { statfs } from "node:fs/promises";
import { freemem } from "node:os";
import type { Engine, Models, Repair, StoreSize } from "@narratoria/engine";
import { faultLine } from "./config.js";
import { errorWords, EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import { withCommand } from "./remedies.js";
import { styleFor } from "./screen/marks.js";
import { isLargeEnough, SMALLEST, sizeOf } from "./screen/size.js";
import { settingFaults } from "./terminal-settings.js";
import type { Terminal } from "./terminal.js";
import { OWN } from "./own-command.js";

export interface Check {
  readonly state: "ok" | "note" | "fails";
  readonly text: string;
}

/** With less than this, a save may not fit. */
const LEAST_FREE_BYTES = 50 * 1024 * 1024;
/** With less than this, opening for play takes the room that is set aside for a story. */
const FULL_BYTES = 1024 * 1024;

export function checkLines(checks: readonly Check[]): string[] {
  const failed = checks.filter(({ state }) => state === "fails").length;
  const verdict =
    failed === 0
      ? "Everything that a story needs is here."
      : failed === 1
        ? "1 thing fails."
        : `${failed} things fail.`;
  return [...checks.map(({ state, text }) => `${state.padEnd(6)}${text}`), "", verdict];
}

export interface DoctorFlags {
  readonly data?: string;
  readonly json?: boolean;
}

export async function doctor(flags: DoctorFlags, version: string, terminal: Terminal): Promise<number> {
  const { data } = flags;
  const checks: Check[] = [
    { state: "ok", text: `Narratoria ${version}` },
    { state: "ok", text: `Node ${process.versions.node}` },
    ...rootCheck(),
    ...(await engineChecks(data)),
    terminalCheck(terminal),
    ...(await settingFaults(data)).map((fault): Check => ({ state: "note", text: faultLine(fault) })),
  ];
  writeAnswer(terminal.stdout, flags, { checks }, checkLines(checks));
  return checks.some(({ state }) => state === "fails") ? EXIT.failed : EXIT.done;
}

/** `doctor --repair`: mends the file of all stories where it is damaged, and says what was saved. */
export async function repair(flags: DoctorFlags, { stdout }: Pick<Terminal, "stdout">): Promise<number> {
  const { repairData } = await import("@narratoria/engine");
  const mended = await repairData(flags.data);
  const sound = ["Your stories are sound. There was nothing to repair."];
  writeAnswer(stdout, flags, { repair: mended }, mended === null ? sound : repairLines(mended));
  return EXIT.done;
}

/** What a repair came to, a sentence a line. */
export function repairLines(repair: Repair): string[] {
  const { kept, whole, backup, stories, turns, damaged, restored, lost: missing, gone, doubtful, edited } = repair;
  const saved = `Saved: ${many(stories, "story", "stories")} with ${many(turns, "scene", "scenes")}.`;
  const used =
    backup !== null
      ? ` The backup of ${dateText(backup.madeAt)} stood in for what was missing or could not be read.`
      : whole
        ? ""
        : " There was no backup; what could not be read is lost.";
  const left =
    damaged === 1
      ? "1 scene stays damaged, and no backup has it. Its story goes on around it."
      : `${damaged} scenes stay damaged, and no backup has them. Their stories go on around them.`;
  const lost =
    gone === 1
      ? "1 thing that a story remembered could not be read any more, and is gone."
      : `${gone} things that stories remembered could not be read any more, and are gone.`;
  const asItReads =
    doubtful === 1
      ? "1 memory or other detail reads differently from how it was written, and no backup has it. It is kept as it reads."
      : `${doubtful} memories and other details read differently from how they were written, and no backup has them. They are kept as they read.`;
  const byHand =
    edited === 1
      ? "1 scene, memory or other detail was changed by hand. It is kept as it reads now."
      : `${edited} scenes, memories or other details were changed by hand. They are kept as they read now.`;
  const back =
    restored === 1 ? "1 scene that was missing came back." : `${restored} scenes that were missing came back.`;
  const away =
    missing === 1
      ? "1 scene that was told is lost. It is in no backup."
      : `${missing} scenes that were told are lost. They are in no backup.`;
  return [
    ...(kept === null && backup === null ? [] : [saved + used]),
    ...(restored > 0 ? [back] : []),
    ...(missing > 0 ? [away] : []),
    ...(damaged > 0 ? [left] : []),
    ...(gone > 0 ? [lost] : []),
    ...(doubtful > 0 ? [asItReads] : []),
    ...(edited > 0 ? [byHand] : []),
    ...keptLine(kept),
  ];
}

function keptLine(kept: string | null): string[] {
  return kept === null ? [] : [`The file as it was is kept as ${kept}.`];
}

function many(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function dateText(time: number): string {
  return new Date(time).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
}

async function engineChecks(data: string | undefined): Promise<Check[]> {
  let engine: Engine;
  const { dataFolder, listCampaigns, missingShippedSkills, openEngine, openModels, sizeOnDisk } = await import(
    "@narratoria/engine"
  );
  try {
    const readOnly = (await freeBytes(dataFolder(data)).catch(() => LEAST_FREE_BYTES)) < FULL_BYTES;
    engine = await openEngine({ readOnly, ...(data === undefined ? {} : { dataDir: data }) });
  } catch (error) {
    // A story that is being played somewhere else is no fault.
    const busy = error instanceof Error && "code" in error && error.code === "locked";
    return [{ state: busy ? "note" : "fails", text: errorWords(error) }];
  }
  try {
    const stories = (await engine.playthroughs()).length;
    const campaigns = await listCampaigns(data);
    const used = engine.skills.list().filter(({ state }) => state === "ready");
    const skills = used.map(({ name, version }) => `${name} ${version}`);
    const waiting = engine.skills.list().filter(({ state }) => state === "waiting");
    return [
      await diskCheck(dataFolder(data)),
      { state: "ok", text: savedText(stories, await sizeOnDisk(data)) },
      ...(await engine.findings()).map(
        (notice): Check => ({ state: "note", text: `${notice.message} ${withCommand(notice).action}` }),
      ),
      campaigns.length > 0
        ? { state: "ok", text: `Campaigns: ${campaigns.join(", ")}` }
        : { state: "note", text: "Campaigns: none found. Play one by its path." },
      ...skillChecks(skills, missingShippedSkills()),
      engine.sandbox.tier === "none"
        ? { state: "note", text: `Sandbox: none, so skills that others made do not run. ${engine.sandbox.sentence}` }
        : { state: "ok", text: `Sandbox: ${engine.sandbox.tier}` },
      ...waiting.map(
        ({ name, displayName }): Check => ({
          state: "note",
          text: `${displayName} waits for your agreement: ${OWN} skills agree ${name}`,
        }),
      ),
      ...engine.skills
        .problems()
        .filter(({ severity }) => severity !== "notice")
        .map(
          ({ file, line, message, severity }): Check => ({
            state: severity === "error" ? "fails" : "note",
            text: `${file}:${line} ${message}`,
          }),
        ),
      ...(await narratorChecks(data)),
      ...(await libraryChecks(openModels(data))),
    ];
  } finally {
    await engine.close();
  }
}

/**
 * Which skills a story has, and which of ours are not installed: npm says nothing where an optional dependency cannot be fetched.
 * Implements rule CL3301.
 *
 * @param ready - Those that are used, with their versions.
 * @param missing - Packages of those of ours that are not installed.
 */
export function skillChecks(ready: readonly string[], missing: readonly string[]): Check[] {
  if (ready.length === 0) return [{ state: "fails", text: "Skills: none found. Install Narratoria again." }];
  const found: Check = { state: "ok", text: `Skills: ${ready.join(", ")}` };
  if (missing.length === 0) return [found];
  const names = missing.map((one) => one.replace(/^.*skill-/, "")).join(", ");
  const text = `Not installed, so stories go on without: ${names}. Install Narratoria again, or beside it: npm install ${missing.join(" ")}`;
  return [found, { state: "note", text }];
}

/** Who tells the stories, and which model this machine could run. */
export async function narratorChecks(data: string | undefined, freeBytes: number = freemem()): Promise<Check[]> {
  const { chosenModel, measuredModel, openModels, recommendedModel } = await import("@narratoria/engine");
  const measured = await measuredModel(data);
  try {
    const chosen = await chosenModel(data);
    if (chosen !== null) {
      const missing = (await openModels(data).runtime("node-llama-cpp")) === null;
      const text = `Narrator: ${chosen.title}, then the storybook`;
      return missing
        ? [{ state: "note", text: `${text}. What it runs on is missing: ${OWN} models setup` }]
        : [{ state: "ok", text: `${text}. ${rateText(measured?.path === chosen.path ? measured : null)}` }];
    }
  } catch (error) {
    return [{ state: "note", text: `Narrator: the storybook. ${errorWords(error)}` }];
  }
  const best = recommendedModel(await openModels(data).list(), freeBytes, measured);
  const room = `${sizeText(freeBytes)} of memory are free`;
  const hint =
    best === null
      ? `${room}, but no language model both fits and is quick enough here.`
      : `${room}, enough for ${best.title}, judged by memory${measured === null ? " and its number of weights alone" : ", its number of weights and what was measured"}: ${OWN} models pull ${best.name}`;
  return [
    { state: "ok", text: "Narrator: the storybook. No model is needed." },
    { state: "note", text: hint },
  ];
}

/** What models run on: in which version, and whether the app brought it along. Nothing of what is not there. Implements rule CL991. */
export async function libraryChecks(models: Pick<Models, "ofApp" | "runtime">): Promise<Check[]> {
  const checks: Check[] = [];
  for (const name of ["node-llama-cpp", "transformers"] as const) {
    const [ofApp, found] = [await models.ofApp(name), await models.runtime(name)];
    if (ofApp !== null && ofApp.runtime === null) {
      const text = `${name} ${ofApp.version} is installed beside Narratoria and not used: ${ofApp.wanted} is needed, or a newer one of the same major version.`;
      checks.push({ state: "note", text });
    }
    if (found !== null) {
      const where = ofApp?.runtime ? "installed beside Narratoria" : `set up in ${found.dir}`;
      checks.push({ state: "ok", text: `What models run on: ${name} ${found.version}, ${where}` });
    }
  }
  return checks;
}

function rateText(measured: { readonly tokensPerSecond: number } | null): string {
  if (measured === null) return `How fast it is here: ${OWN} bench`;
  return `It writes about ${Math.max(1, Math.round(measured.tokensPerSecond))} tokens a second here.`;
}

/** Nothing here needs the rights of root, and whatever is wrong would have them. */
function rootCheck(): Check[] {
  if (process.getuid?.() !== 0) return [];
  return [{ state: "note", text: "You are root. Stories need no such rights: play as yourself." }];
}

/** How many stories there are, and what they take up. */
export function savedText(stories: number, { database, backups }: Pick<StoreSize, "database" | "backups">): string {
  if (stories === 0) return "Saved stories: 0";
  const kept = backups === 0 ? "" : `, and ${sizeText(backups)} of backups`;
  return `Saved stories: ${stories}, in ${sizeText(database)}${kept}`;
}

async function diskCheck(folder: string): Promise<Check> {
  const free = await freeBytes(folder);
  const text = `Data folder: ${folder}, ${sizeText(free)} free`;
  return free < LEAST_FREE_BYTES
    ? { state: "fails", text: `${text}. Free some space, or saving may fail.` }
    : { state: "ok", text };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function sizeText(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  const megabytes = bytes === 0 ? 0 : Math.max(1, Math.round(bytes / 1024 ** 2));
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${megabytes} MB`;
}

function terminalCheck({ stdin, stdout, env, platform }: Terminal): Check {
  if (!stdin.isTTY || !stdout.isTTY)
    return { state: "note", text: "Terminal: none, so stories are told in plain text." };
  const size = `${stdout.columns} x ${stdout.rows}`;
  if (!isLargeEnough(sizeOf(stdout))) {
    return {
      state: "note",
      text: `Terminal: ${size}. From ${SMALLEST.columns} x ${SMALLEST.rows} on, stories are drawn.`,
    };
  }
  const { marks, colour } = styleFor(env, platform);
  return {
    state: "ok",
    text: `Terminal: ${size}, ${marks.boxes ? "UTF-8" : "no UTF-8"}, ${colour ? "colour" : "no colour"}`,
  };
}
