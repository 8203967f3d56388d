/** What the server tells of all else than the story: what is shown of it is asked for anew. */
import { type QueryClient, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Job } from "../../server/hub.js";
import { useLiveStory, useStory } from "../story/story-context.js";
import { toast } from "./toasts.js";

/** What is asked for anew when something changed, by the first word of the query. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  library: ["campaigns", "stories"],
  preferences: ["preferences"],
  skills: ["skills", "skill"],
  models: ["models", "about", "findings"],
  portraits: [],
  memories: ["memories"],
  backups: ["data", "findings"],
};

export const JOBS = ["jobs"];

const TOLD = new Set<unknown>(Object.values(ASKED).flat());
const isTold = (key: unknown): boolean => TOLD.has(key);

/**
 * Asks for queries anew. One whose very first answer is on its way is not asked for a second time before that answer has come, and the
 * answer may be older than the change: such a one is asked for again after it. Implements rule DT5405.
 */
async function askAnew(queries: QueryClient, filters: QueryFilters): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.fetchStatus !== "idle" && state.data === undefined);
  await queries.invalidateQueries(filters);
  for (const { queryKey } of first) void queries.invalidateQueries({ queryKey, exact: true });
}

export function useNews(): void {
  const story = useLiveStory();
  const queries = useQueryClient();
  const connection = useStory((now) => now.connection);
  const streams = useStory((now) => now.streams);
  const was = useRef({ connection, streams });
  useEffect(() => {
    const before = was.current;
    was.current = { connection, streams };
    if (connection !== "open") return;
    // What nobody answered meanwhile is asked for anew, and what changed was not told.
    if (before.connection === "lost") void queries.invalidateQueries();
    // What was answered before the stream stood may have changed between the two.
    else if (before.streams !== streams) void askAnew(queries, { predicate: ({ queryKey: [key] }) => isTold(key) });
  }, [connection, streams, queries]);
  useEffect(
    () =>
      story.onNews((news) => {
        if (news.type === "changed")
          for (const key of ASKED[news.what] ?? []) void askAnew(queries, { queryKey: [key] });
        // What is known of the story's past is another thing after each turn.
        if (news.type === "turn_over") {
          void queries.invalidateQueries({ queryKey: ["story", news.story] });
          // Its card on the shelf says what happened last.
          void queries.invalidateQueries({ queryKey: ["stories"] });
        }
        if (news.type !== "job") return;
        const { job } = news;
        queries.setQueryData<readonly Job[]>(JOBS, (jobs = []) => [...jobs.filter(({ id }) => id !== job.id), job]);
        // Who installs something has a dialog before them, which says so.
        if (job.state === "failed" && job.kind !== "install" && job.trouble)
          toast({ text: `${job.trouble.message} ${job.trouble.action}`.trim() });
      }),
    [story, queries],
  );
}
