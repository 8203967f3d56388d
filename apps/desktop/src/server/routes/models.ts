/** Language models: fetched, chosen and set up. */
import { freemem } from "node:os";
import { benchModel, estimatedSize, measuredModel, openModels, recommendedModel } from "@narratoria/engine";
import { Hono } from "hono";
import { z } from "zod";
import { refuse } from "../answers.js";
import { body } from "../body.js";
import { measuredText } from "../measured-words.js";
import type { Shell } from "../shell.js";

const NAMED = z.object({ name: z.string().min(1) });

export function modelRoutes(shell: Shell) {
  const { hub } = shell;
  const { dataDir } = shell.engine;
  const models = openModels(dataDir, { besideEngine: true });
  const changed = (): void => hub.tell({ type: "changed", what: "models" });
  return (
    new Hono()
      .get("/", async (context) => {
        const all = await models.list();
        const freeBytes = freemem();
        const runtimes = {
          language: await models.runtime("node-llama-cpp"),
          memories: await models.runtime("transformers"),
        };
        const installed = (runtime: (typeof runtimes)["language"]) =>
          runtime && { version: runtime.version, bytes: runtime.bytes, gpu: runtime.gpu };
        return context.json({
          models: all.map(({ path, ...model }) => ({
            ...model,
            here: path !== null,
            estimated: estimatedSize(model),
          })),
          status: shell.engine.modelStatus,
          trouble: shell.modelTrouble,
          runtimes: { language: installed(runtimes.language), memories: installed(runtimes.memories) },
          freeBytes,
          recommended: recommendedModel(all, freeBytes, await measuredModel(dataDir))?.name ?? null,
        });
      })
      .post("/pull", body(NAMED), (context) => {
        const { name } = context.req.valid("json");
        const job = hub.begin("model", name, async ({ signal, progress }) => {
          try {
            await models.pull(name, {
              signal,
              onProgress: ({ doneBytes, totalBytes, bytesPerSecond }) =>
                progress(doneBytes, totalBytes, bytesPerSecond),
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
      // In a process of its own: what is told meanwhile goes on.
      .post("/test", body(NAMED), async (context) => {
        const { name } = context.req.valid("json");
        const { path } = await models.find(name);
        if (path === null) return refuse(context, 409, "This model is not here yet.", "Download it, then test it.");
        const job = hub.begin("test", name, async ({ signal }) =>
          measuredText(await benchModel({ model: path, dataDir, signal })),
        );
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
      .post("/add", body(z.object({ path: z.string().min(1) })), (context) => {
        const { path } = context.req.valid("json");
        const job = hub.begin("model", path, async ({ signal, progress }) => {
          const added = await models.add(path, {
            signal,
            onProgress: ({ doneBytes, totalBytes }) => progress(doneBytes, totalBytes),
          });
          changed();
          return added.name;
        });
        return context.json(job);
      })
      // The story is told by another from its next scene on.
      .put("/chosen", body(z.object({ name: z.string().nullable() })), async (context) => {
        const { name } = context.req.valid("json");
        await shell.reopen(() => models.use(name));
        changed();
        return context.json({ chosen: name });
      })
      .delete("/:name", async (context) => {
        const name = context.req.param("name");
        await hub.end(name);
        const remove = (): Promise<void> => models.remove(name);
        // The engine has its file open where stories are told by it.
        if ((await models.find(name)).chosen) await shell.reopen(remove);
        else await remove();
        changed();
        return context.json({ removed: true });
      })
  );
}
