/** The stream that a page lives on: events of the story it shows, and news of all else. */
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { z } from "zod";
import { query } from "../body.js";
import { linkedEvent } from "../linked-files.js";
import type { News } from "../hub.js";
import type { Shell } from "../shell.js";

/** A line now and then, so that both sides notice when the other is gone. */
const BEAT_MS = 10_000;

const WANTED = z.object({
  /** Id of the story whose events are wanted. */
  story: z.string().min(1).optional(),
  /** The last event that the page has, as `turn:seq`. */
  after: z
    .string()
    .regex(/^[^:]+:\d+$/)
    .optional(),
});

export function eventRoutes(shell: Shell) {
  const { hub, sittings, links } = shell;
  return new Hono()
    .get("/jobs", (context) => context.json(hub.jobs()))
    .delete("/jobs/:id", (context) => context.json({ stopped: hub.stop(context.req.param("id")) }))
    .get("/events", query(WANTED), async (context) => {
      const { story, after } = context.req.valid("query");
      const sitting = story === undefined ? null : await sittings.of(story);
      return streamSSE(context, async (stream) => {
        const gone = new AbortController();
        stream.onAbort(() => gone.abort());
        const tell = (news: News): void => void stream.writeSSE({ event: "news", data: JSON.stringify(news) });
        const unheard = hub.listen(tell);
        const beat = setInterval(() => void stream.write(": beat\n\n"), BEAT_MS);
        try {
          await stream.write(": open\n\n");
          if (sitting) {
            // Whoever was away when a turn ended did not hear of it.
            tell({ type: "standing", story: sitting.story.id, over: sitting.over });
            const [turn, seq] = after?.split(":") ?? [];
            const place = turn === undefined ? undefined : { turn, seq: Number(seq) };
            for await (const event of sitting.story.events({ after: place, signal: gone.signal }))
              await stream.writeSSE({
                id: `${event.turn}:${event.seq}`,
                event: "turn",
                data: JSON.stringify(linkedEvent(event, links)),
              });
            // The story was closed, such as by a restored backup: the page opens it anew.
            if (!gone.signal.aborted) await stream.writeSSE({ event: "closed", data: "{}" });
          } else await new Promise((resolve) => gone.signal.addEventListener("abort", resolve));
        } finally {
          clearInterval(beat);
          unheard();
        }
      });
    });
}
