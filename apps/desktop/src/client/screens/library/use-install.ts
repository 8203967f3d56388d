/** Taking a campaign, or a story that was exported, into the data folder. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Trouble } from "../../../server/answers.js";
import type { Job } from "../../../server/hub.js";
import { JOBS } from "../../frame/use-news.js";
import { api, got, troubleIn } from "../../server/api.js";
import type { Story } from "./shelf.js";

/** What is to be installed: a file of the player's, or a folder or file by its path. */
export type Source = { readonly file: File } | { readonly path: string };

export interface Installing {
  /** Null where nothing was begun. */
  readonly job: Job | null;
  readonly sending: boolean;
  readonly trouble: Trouble | null;
  begin(source: Source, replace: boolean): Promise<void>;
  stop(): Promise<void>;
  /** Forgets what came of it. */
  reset(): void;
}

export function useInstall(): Installing {
  const [id, setId] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<Trouble | null>(null);
  const { data: jobs = [] } = useQuery({ queryKey: JOBS, queryFn: () => got(api.jobs.$get()) });
  const [begun, setBegun] = useState<Job | null>(null);
  const job = jobs.find((one) => one.id === id) ?? (begun?.id === id ? begun : null);
  return {
    job,
    sending,
    trouble: refused ?? job?.trouble ?? null,
    async begin(source, replace) {
      setRefused(null);
      setSending(true);
      try {
        const made: Job =
          "file" in source
            ? await sendFile(source.file, replace)
            : await got(api.install.$post({ json: { path: source.path, replace } }));
        setBegun(made);
        setId(made.id);
      } catch (error) {
        setRefused(troubleIn(error));
      } finally {
        setSending(false);
      }
    },
    async stop() {
      if (id !== null) await got(api.jobs[":id"].$delete({ param: { id } }));
    },
    reset() {
      setId(null);
      setBegun(null);
      setRefused(null);
    },
  };
}

async function sendFile(file: File, replace: boolean): Promise<Job> {
  const query = { name: file.name.slice(0, 200), ...(replace ? { replace: "true" as const } : {}) };
  return got(api.install.$put({ query }, { init: asBody(file) }));
}

/** A story that was exported as JSON. @throws {ServerTrouble} */
export function importStory(file: File): Promise<Pick<Story, "id" | "title">> {
  return got(api.import.$put({}, { init: asBody(file) }));
}

function asBody(body: File): RequestInit {
  return { body, headers: { "content-type": "application/octet-stream" } };
}
