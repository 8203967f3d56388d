/** The shelf: campaigns that can be played, and stories to go on with. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Bookmark, type CampaignCard, install } from "@narratoria/engine";
import { Hono } from "hono";
import { z } from "zod";
import { refuse } from "../answers.js";
import { body, query } from "../body.js";
import { linkedPicture } from "../linked-files.js";
import type { Shell } from "../shell.js";
import { CHARACTER, given } from "./stories.js";

/** So many stories, those played last, are shown with what happened in them. */
const BOOKMARKED = 3;
const MOST_ARCHIVE_BYTES = 512 * 1024 * 1024;

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
        context.json(shown(await shell.engine.campaigns.show(context.req.param("name")))),
      )
      .get("/campaigns/:name/character", async (context) =>
        context.json(await shell.engine.campaigns.character(context.req.param("name"))),
      )
      .post("/campaigns/:name/character", body(CHARACTER), async (context) =>
        context.json(
          await shell.engine.campaigns.checkCharacter(
            context.req.param("name"),
            given(context.req.valid("json")) ?? {},
          ),
        ),
      )
      .delete("/campaigns/:name", async (context) => {
        const removed = await shell.engine.campaigns.uninstall(context.req.param("name"));
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
          if (Number(context.req.header("content-length") ?? 0) > MOST_ARCHIVE_BYTES)
            return refuse(context, 413, new TooLarge().message);
          const bytes = context.req.raw.body ?? new Blob().stream();
          const folder = await mkdtemp(join(tmpdir(), "narratoria-install-"));
          const file = join(folder, "dropped.narratoria");
          let size = 0;
          const limited = async function* (pieces: AsyncIterable<Uint8Array>) {
            for await (const piece of pieces) {
              size += piece.byteLength;
              if (size > MOST_ARCHIVE_BYTES) throw new TooLarge();
              yield piece;
            }
          };
          try {
            await pipeline(
              Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]),
              limited,
              createWriteStream(file, { mode: 0o600 }),
            );
          } catch (error) {
            await rm(folder, { recursive: true, force: true });
            if (error instanceof TooLarge) return refuse(context, 413, error.message);
            throw error;
          }
          if (size === 0) {
            await rm(folder, { recursive: true, force: true });
            return refuse(context, 422, "The file is empty.", "Choose a .narratoria file.");
          }
          return context.json(
            hub.begin("install", name, async ({ signal, progress }) => {
              try {
                const installed = await install(file, {
                  replace: replace === "true",
                  signal,
                  dataDir: shell.engine.dataDir,
                  onProgress: ({ doneBytes, totalBytes }) => progress(doneBytes, totalBytes),
                });
                changed();
                return installed.name;
              } finally {
                await rm(folder, { recursive: true, force: true });
              }
            }),
          );
        },
      )
  );
}

class TooLarge extends Error {
  constructor() {
    super("The file is larger than 512 MB, which is the most that can be installed.");
  }
}
