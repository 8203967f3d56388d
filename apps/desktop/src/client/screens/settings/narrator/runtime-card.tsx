import { Check } from "lucide-react";
import { Button } from "../../../parts/button.js";
import { TroubleNotice } from "../../../parts/notice.js";
import { Progress } from "../../../parts/progress.js";
import { api, got } from "../../../server/api.js";
import parts from "../page-parts.module.css";
import { CardTitle } from "../section.js";
import { useDoing } from "../use-doing.js";
import { sizeText } from "../words.js";
import styles from "./model-card.module.css";
import { stopJob, useAnnounced, useJob } from "./use-job.js";

interface RuntimeCardProps {
  readonly name: "node-llama-cpp" | "transformers";
  readonly title: string;
  readonly about: string;
  readonly installed: { readonly version: string; readonly bytes: number; readonly gpu: boolean } | null;
}

/** A library that models run on, to be set up once. */
export function RuntimeCard({ name, title, about, installed }: RuntimeCardProps) {
  const job = useJob(name, ["runtime"]);
  useAnnounced(title, job);
  const running = job?.state === "running" ? job : null;
  const setUp = useDoing(() => got(api.models.setup.$post({ json: { name } })));
  const stop = useDoing(() => (running === null ? Promise.resolve() : stopJob(running)));
  const trouble = setUp.trouble ?? stop.trouble ?? (job?.state === "failed" ? job.trouble : null);
  return (
    <article className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <CardTitle>{title}</CardTitle>
        {installed !== null && (
          <span className={styles.state}>
            <Check size={18} strokeWidth={1.75} aria-hidden /> set up
          </span>
        )}
      </div>
      {running !== null && <Progress label={`Setting up: ${title}`} value={running.done} />}
      <p className={parts.quiet}>{about}</p>
      {trouble !== null && <TroubleNotice message={trouble.message} action={trouble.action} />}
      <div className={styles.foot}>
        <span className={parts.quiet}>
          {installed !== null &&
            `${name} ${installed.version}, ${sizeText(installed.bytes)}${installed.gpu ? ", with the graphics card" : ""}`}
          {installed === null && running === null && "Not set up. It is fetched once, by npm."}
          {running !== null && "Fetching it, then trying it once"}
        </span>
        {running !== null ? (
          <Button kind="text" onClick={stop.run}>
            Stop
          </Button>
        ) : (
          installed === null && (
            <Button kind="text" aria-label={`Set up: ${title}`} disabled={setUp.running} onClick={setUp.run}>
              Set up
            </Button>
          )
        )}
      </div>
    </article>
  );
}
