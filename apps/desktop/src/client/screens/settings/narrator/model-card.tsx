/** A model: what it is, whether it is here, and what can be done with it. */
import { Check, Download, Pause, ShieldCheck, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { Job } from "../../../../server/hub.js";
import { announce } from "../../../frame/announcer.js";
import { toast } from "../../../frame/toasts.js";
import { Button } from "../../../parts/button.js";
import { Notice, TroubleNotice } from "../../../parts/notice.js";
import { Progress } from "../../../parts/progress.js";
import { api, got } from "../../../server/api.js";
import parts from "../page-parts.module.css";
import { CardTitle } from "../section.js";
import { useDoing } from "../use-doing.js";
import { modelSizeText, progressText, sizeText } from "../words.js";
import styles from "./model-card.module.css";
import type { askModels } from "./ask-models.js";
import { stopJob, useAnnounced, useJob } from "./use-job.js";

type Model = Awaited<ReturnType<typeof askModels>>["models"][number];

interface ModelCardProps {
  readonly model: Model;
  readonly freeBytes: number;
  readonly recommended: boolean;
  readonly choosing: boolean;
  onChoose(): void;
}

export function ModelCard({ model, freeBytes, recommended, choosing, onChoose }: ModelCardProps) {
  const { name, title, about, state, chosen, here, memoryBytes, paused, kind } = model;
  const queries = useQueryClient();
  const job = useJob(name, ["model", "verify", "test"]);
  useAnnounced(title, job?.kind === "model" ? job : null);
  const [tight, setTight] = useState(false);
  const asked = async (work: Promise<unknown>): Promise<void> => {
    await work;
    await queries.invalidateQueries({ queryKey: ["models"] });
  };
  const fetchIt = useDoing(() => asked(got(api.models.pull.$post({ json: { name } }))));
  const verify = useDoing(() => asked(got(api.models.verify.$post({ json: { name } }))));
  const test = useDoing(() => asked(got(api.models.test.$post({ json: { name } }))));
  const pause = useDoing(() => (job === null ? Promise.resolve() : asked(stopJob(job))));
  const remove = useDoing(async () => {
    await asked(got(api.models[":name"].$delete({ param: { name } })));
    toast({ text: here ? `${title} is removed.` : `${title} is not fetched any further.` });
  });
  const running = job?.state === "running" ? job : null;
  const fetching = running?.kind === "model" ? running : null;
  const verdict = job?.kind === "verify" && job.state === "done" ? job.result : null;
  const tested = job?.kind === "test" && job.state === "done" ? job.result : null;
  useEffect(() => {
    if (tested !== null) announce(tested);
  }, [tested]);
  const trouble = fetchIt.trouble ?? verify.trouble ?? test.trouble ?? pause.trouble ?? remove.trouble;
  const failed = job !== null && job.kind !== "verify" && job.state === "failed" ? job.trouble : null;
  const tooLittle = memoryBytes !== null && memoryBytes > freeBytes && kind === "narrator" && !chosen;
  const choose = (): void => (tooLittle && !tight ? setTight(true) : onChoose());

  return (
    <article className={styles.card} data-chosen={chosen} aria-label={title}>
      <div className={styles.head}>
        <CardTitle>{title}</CardTitle>
        {recommended && !here && <span className={styles.tag}>fits this computer</span>}
        <ModelState model={model} running={running} verdict={verdict} />
      </div>
      {running !== null && <Progress label={title} value={running.of === null ? null : running.done / running.of} />}
      {running === null && paused !== null && (
        <Progress label={title} value={paused.doneBytes / paused.totalBytes} paused />
      )}
      {running === null && <p className={parts.quiet}>{about}</p>}
      {tight && (
        <Notice
          severity="degraded"
          message={`Needs about ${sizeText(memoryBytes ?? 0)} of free memory; ${sizeText(freeBytes)} are free now.`}
          actions={[
            { label: "Use anyway", run: onChoose },
            { label: "Leave it", run: () => setTight(false) },
          ]}
        />
      )}
      {verdict === "changed" && (
        <TroubleNotice
          message="The file does not match its checksum."
          {...(model.added ? {} : { actions: [{ label: "Download again", run: fetchIt.run }] })}
        />
      )}
      {tested !== null && <p className={parts.quiet}>{tested}</p>}
      {trouble !== null && <TroubleNotice message={trouble.message} action={trouble.action} />}
      {trouble === null && failed !== null && running === null && (
        <TroubleNotice message={failed.message} action={failed.action} />
      )}
      <div className={styles.foot}>
        <span className={parts.quiet}>
          {fetching !== null &&
            (fetching.of === null
              ? "Asking how large it is"
              : progressText(fetching.done, fetching.of, fetching.perSecond))}
          {running?.kind === "verify" && "Reading every byte of it again"}
          {running?.kind === "test" && "Loading it, and having it write a little"}
          {running === null &&
            paused !== null &&
            `Paused at ${sizeText(paused.doneBytes)}. It goes on where it stopped.`}
          {running === null && paused === null && <Size model={model} />}
        </span>
        <div className={parts.buttons}>
          {fetching !== null && (
            <>
              <Button kind="text" onClick={pause.run}>
                Pause
              </Button>
              <Button kind="text" onClick={remove.run} disabled={remove.running}>
                Cancel
              </Button>
            </>
          )}
          {running !== null && fetching === null && (
            <Button kind="text" onClick={pause.run}>
              Stop
            </Button>
          )}
          {running === null && !here && (
            <Button kind="text" onClick={fetchIt.run} disabled={fetchIt.running}>
              {paused === null ? "Download" : "Resume"}
            </Button>
          )}
          {running === null && here && kind === "narrator" && !chosen && (
            <Button kind="text" onClick={choose} disabled={choosing}>
              Let it tell
            </Button>
          )}
          {running === null && here && (
            <Button kind="text" onClick={verify.run} disabled={verify.running}>
              Verify
            </Button>
          )}
          {running === null && here && kind === "narrator" && (
            <Button kind="text" onClick={test.run} disabled={test.running}>
              Test it
            </Button>
          )}
          {running === null && (here || paused !== null) && (
            <Button kind="text" onClick={remove.run} disabled={remove.running}>
              Remove
            </Button>
          )}
        </div>
      </div>
      {state === "unchecked" && <p className={parts.quiet}>Its file was put there by hand. Verify looks at it.</p>}
    </article>
  );
}

/** What it takes, and under which licence it is. */
function Size({ model }: { readonly model: Model }) {
  const { licence, licenceUrl } = model;
  return (
    <>
      {modelSizeText(model)}.{" "}
      {licenceUrl === null ? (
        `Licence: ${licence}.`
      ) : (
        <a href={licenceUrl} target="_blank" rel="noreferrer">
          {licence} licence
        </a>
      )}
    </>
  );
}

function percentOf(job: Job | null): number | null {
  return job === null || job.of === null ? null : Math.round((job.done / job.of) * 100);
}

/** In a word and a shape how it stands. */
function ModelState(props: { readonly model: Model; readonly running: Job | null; readonly verdict: string | null }) {
  const { model, running, verdict } = props;
  const percent = percentOf(running);
  if (running !== null)
    return (
      <span className={styles.state}>
        <Download size={18} strokeWidth={1.75} aria-hidden /> {percent === null ? "asking" : `${percent}%`}
      </span>
    );
  if (model.paused !== null)
    return (
      <span className={styles.state}>
        <Pause size={18} strokeWidth={1.75} aria-hidden /> paused
      </span>
    );
  if (!model.here) return null;
  if (verdict === "changed")
    return (
      <span className={styles.state} data-state="wrong">
        <TriangleAlert size={18} strokeWidth={1.75} aria-hidden /> not verified
      </span>
    );
  if (model.chosen)
    return (
      <span className={styles.state}>
        <Check size={18} strokeWidth={1.75} aria-hidden /> tells stories
      </span>
    );
  return (
    <span className={styles.state}>
      <ShieldCheck size={18} strokeWidth={1.75} aria-hidden />{" "}
      {verdict === "sound" ? "verified now" : model.state === "ready" ? "verified" : "not looked at yet"}
    </span>
  );
}
