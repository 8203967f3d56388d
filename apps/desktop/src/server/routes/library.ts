/** The shelf: campaigns that can be played, and stories to go on with. */
import { type Bookmark, type CampaignCard, install } from "@narratoria/engine";
import { Hono } from "hono";
import { z } from "zod";
import { onShelf, refuse } from "../answers.js";
import { body, query } from "../body.js";
import { linkedPicture } from "../linked-files.js";
import { receiveFile } from "../received-file.js";
import type { Shell } from "../shell.js";
import { CHARACTER, given } from "./stories.js";

/** So many stories, those played last, are shown with what happened in them. */
const BOOKMARKED = 3;
const MOST_ARCHIVE_BYTES = 512 * 1024 * 1024;
const MOST_STORY_BYTES = 256 * 1024 * 1024;

export function libraryRoutes(shell: Shell) {
  const { hub, links } = shell;
  const shown = ({ cover, ...card }: CampaignCard) => ({ ...card, cover: linkedPicture(cover, links) });
  // A story that cannot be read any more still stands on the shelf, to be exported or deleted.
  const bookmarkOf = (id: string): Promise<Bookmark | null> =>
    shell.engine
      .history(id)
      .then((history) => history.bookmark())
      .catch(() => null);
  const changed = (): void => hub.tell({ type: "changed", what: "library" });
  return (
    new Hono()
      .get("/campaigns", async (context) => {
        const cards = await shell.engine.campaigns.list({ signal: context.req.raw.signal });
        return context.json(cards.map(shown));
      })
      .get("/campaigns/:name", async (context) =>
        context.json(shown(await shell.engine.campaigns.show(onShelf(context.req.param("name"))))),
      )
      .get("/campaigns/:name/character", async (context) =>
        context.json(await shell.engine.campaigns.character(onShelf(context.req.param("name")))),
      )
      .post("/campaigns/:name/character", body(CHARACTER), async (context) =>
        context.json(
          await shell.engine.campaigns.checkCharacter(
            onShelf(context.req.param("name")),
            given(context.req.valid("json")) ?? {},
          ),
        ),
      )
      .delete("/campaigns/:name", async (context) => {
        const removed = await shell.engine.campaigns.uninstall(onShelf(context.req.param("name")));
        changed();
        return context.json({ removed });
      })
      .get("/stories", async (context) => {
        const playthroughs = await shell.engine.playthroughs();
        const stories = playthroughs.map(async (playthrough, place) => ({
          ...playthrough,
          bookmark: place < BOOKMARKED ? await bookmarkOf(playthrough.id) : null,
        }));
        return context.json(await Promise.all(stories));
      })
      .post("/install", body(z.object({ path: z.string().min(1), replace: z.boolean().optional() })), (context) => {
        const { path, replace = false } = context.req.valid("json");
        return context.json(
          hub.begin("install", path, async ({ signal, progress }) => {
            const installed = await install(path, {
              replace,
              signal,
              dataDir: shell.engine.dataDir,
              onProgress: ({ doneBytes, totalBytes }) => progress(doneBytes, totalBytes),
            });
            changed();
            return installed.name;
          }),
        );
      })
      // A file that was dropped on the page: its bytes come as they are.
      .put(
        "/install",
        query(z.object({ name: z.string().min(1).max(200), replace: z.enum(["true", "false"]).optional() })),
        async (context) => {
          const { name, replace } = context.req.valid("query");
          const file = await receiveFile(context.req.raw, "dropped.narratoria", MOST_ARCHIVE_BYTES);
          if (file === "empty") return refuse(context, 422, "The file is empty.", "Choose a .narratoria file.");
          if (file === "too_large")
            return refuse(context, 413, "The file is larger than 512 MB, which is the most that can be installed.");
          return context.json(
            hub.begin("install", name, async ({ signal, progress }) => {
              try {
                const installed = await install(file.path, {
                  replace: replace === "true",
                  signal,
                  dataDir: shell.engine.dataDir,
                  onProgress: ({ doneBytes, totalBytes }) => progress(doneBytes, totalBytes),
                });
                changed();
                return installed.name;
              } finally {
                await file.remove();
              }
            }),
          );
        },
      )
      // An exported story, as JSON.
      .put("/import", async (context) => {
        const file = await receiveFile(context.req.raw, "story.json", MOST_STORY_BYTES);
        if (file === "empty")
          return refuse(context, 422, "The file is empty.", "Choose a story that was exported as JSON.");
        if (file === "too_large")
          return refuse(context, 413, "The file is larger than 256 MB, which is the most that can be imported.");
        try {
          const story = await shell.engine.import(file.path);
          changed();
          return context.json(story);
        } finally {
          await file.remove();
        }
      })
  );
}
