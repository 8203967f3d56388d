/** Work in the background on something, as the server tells of it. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Job } from "../../../../server/hub.js";
import { announce } from "../../../frame/announcer.js";
import { JOBS } from "../../../frame/use-news.js";
import { api, got } from "../../../server/api.js";

function useJobs(): readonly Job[] {
  const { data } = useQuery<readonly Job[]>({ queryKey: JOBS, queryFn: () => got(api.jobs.$get()) });
  return data ?? [];
}

/** The newest work of some kinds on a subject; null where there was none. */
export function useJob(subject: string, kinds: readonly Job["kind"][]): Job | null {
  return useJobs().findLast((job) => job.subject === subject && kinds.includes(job.kind)) ?? null;
}

export function stopJob({ id }: Job): Promise<unknown> {
  return got(api.jobs[":id"].$delete({ param: { id } }));
}

const QUARTERS = [25, 50, 75];

/** Has a download said at each quarter, and when it is done. */
export function useAnnounced(title: string, job: Job | null): void {
  const said = useRef(0);
  useEffect(() => {
    if (job?.state === "done" && said.current > 0) announce(`${title} is here.`);
    if (job?.state !== "running") {
      said.current = 0;
      return;
    }
    const percent = job.of === null ? 0 : (job.done / job.of) * 100;
    const quarter = QUARTERS.findLast((one) => percent >= one) ?? 0;
    if (quarter > said.current) announce(`${title}: ${quarter}%.`);
    said.current = Math.max(1, quarter);
  }, [title, job]);
}
