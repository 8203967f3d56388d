/** Language models: fetched, chosen and set up. */
import { openModels } from "@narratoria/engine";
import { Hono } from "hono";
import { z } from "zod";
import { body } from "../body.js";
import type { Shell } from "../shell.js";

const NAMED = z.object({ name: z.string().min(1) });

export function modelRoutes(shell: Shell) {
  const { hub } = shell;
  const models = openModels(shell.engine.dataDir);
  const changed = (): void => hub.tell({ type: "changed", what: "models" });
  return (
    new Hono()
      .get("/", async (context) =>
        context.json({
          models: (await models.list()).map(({ path, ...model }) => ({ ...model, here: path !== null })),
          status: shell.engine.modelStatus,
          runtimes: {
            language: await models.runtime("node-llama-cpp"),
            memories: await models.runtime("transformers"),
          },
        }),
      )
      .post("/pull", body(NAMED), (context) => {
        const { name } = context.req.valid("json");
        const job = hub.begin("model", name, async ({ signal, progress }) => {
          try {
            await models.pull(name, {
              signal,
              onProgress: ({ doneBytes, totalBytes }) => progress(doneBytes, totalBytes),
            });
          } finally {
            changed();
          }
          return name;
        });
        return context.json(job);
      })
      .post("/verify", body(NAMED), (context) => {
        const { name } = context.req.valid("json");
        const job = hub.begin("verify", name, async ({ signal, progress }) => {
          const sound = await models.verify(name, {
            signal,
            onProgress: ({ doneBytes, totalBytes }) => progress(doneBytes, totalBytes),
          });
          changed();
          return sound ? "sound" : "changed";
        });
        return context.json(job);
      })
      .post("/setup", body(z.object({ name: z.enum(["node-llama-cpp", "transformers"]) })), (context) => {
        const { name } = context.req.valid("json");
        const job = hub.begin("runtime", name, async ({ signal, progress }) => {
          await models.setup({ name, signal, onProgress: ({ done }) => progress(done, 1) });
          changed();
          return name;
        });
        return context.json(job);
      })
      .post("/add", body(z.object({ path: z.string().min(1) })), async (context) => {
        const added = await models.add(context.req.valid("json").path);
        changed();
        return context.json({ name: added.name });
      })
      // The story is told by another from its next scene on.
      .put("/chosen", body(z.object({ name: z.string().nullable() })), async (context) => {
        const { name } = context.req.valid("json");
        await shell.reopen(() => models.use(name));
        changed();
        return context.json({ chosen: name });
      })
      .delete("/:name", async (context) => {
        await models.remove(context.req.param("name"));
        changed();
        return context.json({ removed: true });
      })
  );
}
