/** All that the page can ask for. */
import { Hono } from "hono";
import { answerTrouble, NOT_HERE } from "./answers.js";
import { dataRoutes } from "./routes/data.js";
import { eventRoutes } from "./routes/events.js";
import { libraryRoutes } from "./routes/library.js";
import { memoryRoutes } from "./routes/memories.js";
import { modelRoutes } from "./routes/models.js";
import { pastRoutes } from "./routes/past.js";
import { skillRoutes } from "./routes/skills.js";
import { storyRoutes } from "./routes/stories.js";
import type { Shell } from "./shell.js";

/** The typed interface of the server, for the page's client. */
export type Api = ReturnType<typeof createApi>;

/** @param onFault - Told of what is no error of ours. */
export function createApi(shell: Shell, onFault: (error: unknown) => void = () => {}) {
  return new Hono()
    .basePath("/api")
    .onError(answerTrouble(onFault))
    .notFound((context) => context.json(NOT_HERE, 404))
    .route("/", eventRoutes(shell))
    .route("/", libraryRoutes(shell))
    .route("/", dataRoutes(shell))
    .route("/skills", skillRoutes(shell))
    .route("/models", modelRoutes(shell))
    .route("/stories", storyRoutes(shell))
    .route("/stories", pastRoutes(shell))
    .route("/stories", memoryRoutes(shell));
}
