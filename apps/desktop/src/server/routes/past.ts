/** The past of a story, and what else there is to look at of it. */
import { Hono } from "hono";
import { z } from "zod";
import { body, query } from "../body.js";
import { linkedScene } from "../linked-files.js";
import type { Shell } from "../shell.js";

const AT = z.object({
  /** Number of a scene that led to where the story stands, or the id of a turn. */
  at: z.string().min(1).optional(),
});

const FORMATS = { markdown: "md", html: "html", json: "json" } as const;
const MEDIA_TYPES = { markdown: "text/markdown", html: "text/html", json: "application/json" } as const;

export function pastRoutes(shell: Shell) {
  const { sittings, links } = shell;
  return new Hono()
    .get("/:id/tree", async (context) =>
      context.json(await (await shell.engine.history(context.req.param("id"))).tree()),
    )
    .get("/:id/scene", query(AT), async (context) => {
      const history = await shell.engine.history(context.req.param("id"));
      return context.json(linkedScene(await history.scene(at(context.req.valid("query"))), links));
    })
    .get("/:id/state", query(AT), async (context) =>
      context.json(await (await shell.engine.history(context.req.param("id"))).state(at(context.req.valid("query")))),
    )
    .get("/:id/values", query(AT.extend({ path: z.string().min(1) })), async (context) => {
      const { path, ...moment } = context.req.valid("query");
      return context.json(await (await shell.engine.history(context.req.param("id"))).values(path, at(moment)));
    })
    .get("/:id/roads", query(AT), async (context) =>
      context.json(await (await shell.engine.history(context.req.param("id"))).roads(at(context.req.valid("query")))),
    )
    .get("/:id/compare", query(z.object({ left: z.string(), right: z.string() })), async (context) => {
      const { left, right } = context.req.valid("query");
      const {
        left: mine,
        right: theirs,
        ...rest
      } = await (await shell.engine.history(context.req.param("id"))).compare(left, right);
      const linked = (scenes: typeof mine) => scenes.map((scene) => linkedScene(scene, links));
      return context.json({ ...rest, left: linked(mine), right: linked(theirs) });
    })
    .get("/:id/changes", query(AT), async (context) =>
      context.json(await (await shell.engine.history(context.req.param("id"))).changes(at(context.req.valid("query")))),
    )
    .get("/:id/known", async (context) =>
      context.json(await (await shell.engine.history(context.req.param("id"))).known()),
    )
    .get("/:id/trace", query(AT), async (context) => {
      const id = context.req.param("id");
      const moment = at(context.req.valid("query"));
      // What a sitting knows is there at once, also of a turn that came to nothing; the disk has those of earlier ones.
      const ofSitting = typeof moment === "string" ? (await sittings.of(id)).story.trace(moment) : null;
      const trace = ofSitting ?? (await (await shell.engine.history(id)).trace(moment));
      return context.json(trace);
    })
    .get("/:id/direction", query(AT), async (context) => {
      const { story } = await sittings.of(context.req.param("id"));
      return context.json(await story.direction(at(context.req.valid("query"))));
    })
    .patch("/:id/branches/:branch", body(z.object({ name: z.string().max(80) })), async (context) => {
      const { story } = await sittings.of(context.req.param("id"));
      await story.nameBranch(context.req.param("branch"), context.req.valid("json").name);
      return context.json(await story.branches());
    })
    .get("/:id/assets", async (context) => {
      const assets = await shell.engine.assets(context.req.param("id"));
      return context.json(
        assets.map(({ path, ...asset }) => ({
          ...asset,
          url: asset.showable && !asset.missing ? links.link({ path, mediaType: asset.mediaType }) : null,
        })),
      );
    })
    .get("/:id/replay", async (context) => context.json(await shell.engine.replay(context.req.param("id"))))
    .get("/:id/export", query(z.object({ format: z.enum(["markdown", "html", "json"]) })), async (context) => {
      const id = context.req.param("id");
      const { format } = context.req.valid("query");
      const pieces = shell.engine.export(id, { format })[Symbol.asyncIterator]();
      // What cannot be exported is refused before the answer has begun.
      const first = await pieces.next();
      const encoder = new TextEncoder();
      const text = new ReadableStream<Uint8Array>({
        start: (controller) => (first.done ? controller.close() : controller.enqueue(encoder.encode(first.value))),
        async pull(controller) {
          const piece = await pieces.next();
          if (piece.done) controller.close();
          else controller.enqueue(encoder.encode(piece.value));
        },
        async cancel() {
          await pieces.return?.();
        },
      });
      return new Response(text, {
        headers: {
          "content-type": `${MEDIA_TYPES[format]}; charset=utf-8`,
          "content-disposition": `attachment; filename="story.${FORMATS[format]}"`,
        },
      });
    });
}

/** A number where it names a scene, a text where it names a turn. */
function at({ at }: z.output<typeof AT>): number | string | undefined {
  return at !== undefined && /^\d{1,9}$/.test(at) ? Number(at) : at;
}
