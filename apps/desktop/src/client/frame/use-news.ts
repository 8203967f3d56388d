/** What the server tells of all else than the story: what is shown of it is asked for anew. */
import { useQueryClient } from "@tanstack/react-query";
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
    // What was answered before the stream stood may have changed between the two. What is on its way comes later.
    else if (before.streams !== streams)
      void queries.invalidateQueries({
        predicate: ({ queryKey: [key], state }) => isTold(key) && state.fetchStatus === "idle",
      });
  }, [connection, streams, queries]);
  useEffect(
    () =>
      story.onNews((news) => {
        if (news.type === "changed")
          for (const key of ASKED[news.what] ?? []) void queries.invalidateQueries({ queryKey: [key] });
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
