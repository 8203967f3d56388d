/** What belongs to no story: preferences, the data folder, backups. */
import { setTimeout as pause } from "node:timers/promises";
import {
  limitMemories,
  listBackups,
  memoryLimits,
  preferences,
  repairData,
  restoreBackup,
  setPreferences,
  sizeOnDisk,
} from "@narratoria/engine";
import { Hono } from "hono";
import { z } from "zod";
import { openBySystem } from "../../window/open-window.js";
import { refuse } from "../answers.js";
import { body } from "../body.js";
import { checksOf } from "../checks.js";
import type { Shell } from "../shell.js";

/** So long the program that shows folders may take to refuse. */
const OPENING_MS = 3_000;

const BOUND = z.number().min(1).optional();
const LIMITS = z.object({ atMost: BOUND, days: BOUND, megabytes: BOUND });

export function dataRoutes(shell: Shell) {
  const { hub } = shell;
  return (
    new Hono()
      .get("/about", async (context) => {
        const { dataDir, sandbox, modelStatus } = shell.engine;
        return context.json({
          version: shell.version,
          node: process.versions.node,
          dataDir,
          sandbox: { tier: sandbox.tier, sentence: sandbox.sentence },
          modelStatus,
          findings: await shell.engine.findings(),
          checks: await checksOf(shell),
        });
      })
      // What is amiss before any story is opened, and where something can be done about it.
      .get("/findings", async (context) => {
        const { modelTrouble } = shell;
        const ofData = (await shell.engine.findings()).map(({ message, action }) => ({
          about: "data" as const,
          message,
          action,
        }));
        return context.json([
          ...(modelTrouble === null
            ? []
            : [
                {
                  about: "narrator" as const,
                  message: `${modelTrouble.message} The storybook tells stories meanwhile.`,
                  action: "",
                },
              ]),
          ...ofData,
        ]);
      })
      // Nothing of it can be done while somebody plays.
      .post("/repair", async (context) => {
        const repair = await shell.reopen(() => repairData(shell.engine.dataDir));
        hub.tell({ type: "changed", what: "backups" });
        return context.json({
          repaired: repair === null ? null : { stories: repair.stories, turns: repair.turns, damaged: repair.damaged },
        });
      })
      .get("/preferences", async (context) => context.json(await preferences(shell.engine.dataDir)))
      .patch("/preferences", body(z.record(z.string(), z.json())), async (context) => {
        const changed = await setPreferences(context.req.valid("json"), shell.engine.dataDir);
        hub.tell({ type: "changed", what: "preferences" });
        return context.json(changed);
      })
      .get("/data", async (context) => {
        const { dataDir } = shell.engine;
        return context.json({
          dataDir,
          size: await sizeOnDisk(dataDir),
          backups: await listBackups(dataDir),
          // Null where their file cannot be read.
          memoryLimits: await memoryLimits(dataDir).catch(() => null),
        });
      })
      // The folder itself and nothing else: what is opened is no matter of the page.
      .post("/data/open", async (context) => {
        const { dataDir } = shell.engine;
        const { ended } = openBySystem(dataDir, process.platform, process.env);
        // A program that goes on running has taken it.
        const end = await Promise.race([ended, pause(OPENING_MS, null, { ref: false })]);
        if (end === null || end.code === 0) return context.json({ opened: true });
        return refuse(context, 422, "No program here shows folders.", `It is ${dataDir}.`);
      })
      // They hold once the data folder is opened anew.
      .put("/memory-limits", body(LIMITS), async (context) => {
        const given = Object.entries(context.req.valid("json")).filter(([, bound]) => bound !== undefined);
        await shell.reopen(() => limitMemories(Object.fromEntries(given), shell.engine.dataDir));
        hub.tell({ type: "changed", what: "backups" });
        return context.json({ saved: true });
      })
      .post("/backups", async (context) => {
        const backup = await shell.engine.backUp();
        hub.tell({ type: "changed", what: "backups" });
        return context.json(backup);
      })
      // Only what is on the list of backups: no other file can be put in the place of all stories.
      .post("/backups/restore", body(z.object({ file: z.string().min(1) })), async (context) => {
        const { dataDir } = shell.engine;
        const { file } = context.req.valid("json");
        const known = (await listBackups(dataDir)).find((backup) => backup.file === file);
        if (!known)
          return context.json(
            { code: "no_such_backup", message: "There is no such backup.", action: "Choose one of the list." },
            404,
          );
        return context.json(await shell.reopen(() => restoreBackup(file, dataDir)));
      })
  );
}
