/** The player's say over shell.engine.skills. */
import { Hono } from "hono";
import { z } from "zod";
import { body } from "../body.js";
import type { Shell } from "../shell.js";

const CHANGES = z.object({ changes: z.record(z.string(), z.json()) });

export function skillRoutes(shell: Shell) {
  const told = <T>(answer: T): T => {
    shell.hub.tell({ type: "changed", what: "skills" });
    return answer;
  };
  return new Hono()
    .get("/", async (context) =>
      context.json({
        skills: shell.engine.skills.list(),
        problems: shell.engine.skills.problems(),
        health: await shell.sittings.skillHealth(),
      }),
    )
    .get("/:name", (context) => context.json(shell.engine.skills.show(context.req.param("name"))))
    .get("/:name/form", async (context) => context.json(await shell.engine.skills.form(context.req.param("name"))))
    .put("/:name/settings", body(CHANGES), async (context) =>
      context.json(
        told(await shell.engine.skills.configure(context.req.param("name"), context.req.valid("json").changes)),
      ),
    )
    .post("/:name/settings/check", body(CHANGES), async (context) =>
      context.json(await shell.engine.skills.check(context.req.param("name"), context.req.valid("json").changes)),
    )
    .put(
      "/:name/agreement",
      body(z.object({ hash: z.string(), withoutSandbox: z.boolean().optional() })),
      async (context) => {
        const { hash, withoutSandbox = false } = context.req.valid("json");
        return context.json(told(await shell.engine.skills.agree(context.req.param("name"), hash, { withoutSandbox })));
      },
    )
    .delete("/:name/agreement", async (context) =>
      context.json(told(await shell.engine.skills.withdraw(context.req.param("name")))),
    )
    .put("/:name/enabled", body(z.object({ on: z.boolean() })), async (context) =>
      context.json(told(await shell.engine.skills.setEnabled(context.req.param("name"), context.req.valid("json").on))),
    )
    .delete("/:name", async (context) => {
      await shell.engine.skills.remove(context.req.param("name"));
      return context.json(told({ removed: true }));
    })
    .post("/reload", async (context) => context.json(told(await shell.engine.skills.reload())));
}
