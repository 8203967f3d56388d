/** What a story remembers, to be read and put right. */
import { Hono } from "hono";
import { z } from "zod";
import { body, query } from "../body.js";
import type { Shell } from "../shell.js";

const CHANGES = z.object({ summary: z.string().min(1).optional(), pinned: z.boolean().optional() });

export function memoryRoutes(shell: Shell) {
  const changed = (): void => shell.hub.tell({ type: "changed", what: "memories" });
  return (
    new Hono()
      .get("/:id/memories", query(z.object({ search: z.string().optional() })), async (context) => {
        const memories = await shell.engine.memories(context.req.param("id"));
        const { search } = context.req.valid("query");
        return context.json(search ? await memories.search(search, 50) : await memories.list());
      })
      // What all memories of a scene came to.
      .get("/:id/memory-use", query(z.object({ scene: z.coerce.number().int().min(0) })), async (context) => {
        const history = await shell.engine.history(context.req.param("id"));
        return context.json(await history.memory(context.req.valid("query").scene));
      })
      .patch("/:id/memories/:memory", body(CHANGES), async (context) => {
        const { id, memory } = context.req.param();
        const memories = await shell.engine.memories(id);
        const { summary, pinned } = context.req.valid("json");
        if (summary !== undefined) await memories.edit(memory, summary);
        if (pinned !== undefined) await memories.pin(memory, pinned);
        changed();
        return context.json((await memories.list()).find((one) => one.id === memory) ?? null);
      })
      .delete("/:id/memories/:memory", async (context) => {
        const { id, memory } = context.req.param();
        const forgotten = await (await shell.engine.memories(id)).forget(memory);
        changed();
        return context.json({ forgotten });
      })
  );
}
