/** Installs a campaign: what will be written is shown first, then how far it is. */
import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { sizeText } from "../settings/words.js";
import { announce } from "../../frame/announcer.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { TextField } from "../../parts/field.js";
import { Notice, TroubleNotice } from "../../parts/notice.js";
import { Progress } from "../../parts/progress.js";
import { api, got, troubleIn } from "../../server/api.js";
import styles from "./install-dialog.module.css";
import { importStory, type Source, useInstall } from "./use-install.js";

interface InstallDialogProps {
  /** A file that was dropped on the window. */
  readonly dropped: File | null;
  /** Whether what is there already is replaced. */
  readonly replace?: boolean;
  onClose(): void;
  /** @param name - Of what was installed, as it is played by. */
  onInstalled(name: string): void;
  onImported(story: { readonly id: string; readonly title: string }): void;
}

export function InstallDialog({ dropped, replace = false, onClose, onInstalled, onImported }: InstallDialogProps) {
  const [file, setFile] = useState(dropped);
  const [path, setPath] = useState("");
  const [missing, setMissing] = useState("");
  const [importing, setImporting] = useState(false);
  const [refused, setRefused] = useState<ReturnType<typeof troubleIn> | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const { job, sending, trouble, begin, stop, reset } = useInstall();
  const done = job?.state === "done" ? job.result : null;
  const told = useRef(onInstalled);
  told.current = onInstalled;
  useEffect(() => setFile(dropped), [dropped]);
  useEffect(() => {
    if (done !== null) told.current(done);
  }, [done]);

  const isStory = file !== null && /\.json$/i.test(file.name);
  const source: Source | null = file ? { file } : path.trim() === "" ? null : { path: path.trim() };
  const running = sending || importing || job?.state === "running";
  const there = trouble?.code === "exists";

  const run = async (over: boolean): Promise<void> => {
    setRefused(null);
    if (source === null) return setMissing("Choose a file, or give the path of a folder.");
    announce(isStory ? "Importing" : "Installing");
    if (!isStory || file === null) return begin(source, over);
    setImporting(true);
    try {
      onImported(await importStory(file));
    } catch (error) {
      setRefused(troubleIn(error));
    } finally {
      setImporting(false);
    }
  };
  const close = (): void => {
    if (job?.state === "running") void stop();
    onClose();
  };
  const shown = refused ?? (there ? null : trouble);
  return (
    <Dialog
      title={replace ? "Replace a campaign" : "Install a campaign"}
      onClose={close}
      actions={
        <>
          <Button kind="text" onClick={close}>
            {running ? "Stop" : "Cancel"}
          </Button>
          <Button kind="filled" disabled={running} onClick={() => void run(replace || there)}>
            {isStory ? "Import the story" : replace || there ? "Replace it" : "Install"}
          </Button>
        </>
      }
    >
      <div className={styles.choose}>
        <Button disabled={running} onClick={() => chooser.current?.click()}>
          <FileUp size={18} strokeWidth={1.75} aria-hidden />
          Choose a file
        </Button>
        <p>A .narratoria file, or a story that was exported as JSON. You can also drop it anywhere on the window.</p>
        <input
          ref={chooser}
          type="file"
          className={styles.chooser}
          accept=".narratoria,.json"
          tabIndex={-1}
          aria-label="File to install"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (!chosen) return;
            reset();
            setMissing("");
            setRefused(null);
            setFile(chosen);
          }}
        />
      </div>
      {file === null && (
        <TextField
          label="Or the path of a folder"
          value={path}
          error={missing}
          disabled={running}
          spellCheck={false}
          placeholder="For example: /home/player/campaigns/the-salt-clock"
          onChange={(value) => {
            setMissing("");
            setPath(value);
            if (trouble) reset();
          }}
        />
      )}
      {source && <WillBeWritten source={source} isStory={isStory} onForget={() => setFile(null)} running={running} />}
      {there && !running && (
        <Notice
          severity="degraded"
          message="A campaign of this name is installed already."
          action="Your stories stay, and go on with the new version."
        />
      )}
      {shown && !running && <TroubleNotice message={shown.message} action={shown.action} />}
      {running && (
        <div className={styles.progress} role="status">
          <Progress label="Installing" value={job && job.of !== null && job.of > 0 ? job.done / job.of : null} />
          <span>
            {isStory
              ? "Importing"
              : job && job.of !== null && job.of > 0
                ? `Installing, ${sizeText(job.done)} of ${sizeText(job.of)}`
                : "Checking"}
          </span>
        </div>
      )}
    </Dialog>
  );
}

interface WillBeWrittenProps {
  readonly source: Source;
  readonly isStory: boolean;
  readonly running: boolean;
  onForget(): void;
}

function WillBeWritten({ source, isStory, running, onForget }: WillBeWrittenProps) {
  const { data } = useQuery({ queryKey: ["about"], queryFn: () => got(api.about.$get()) });
  const where = data ? ` of ${data.dataDir}` : "";
  return (
    <div className={styles.written}>
      <div>
        <p className={styles.what}>
          {"file" in source ? `${source.file.name}, ${sizeText(source.file.size)}` : source.path}
        </p>
        <p>
          {isStory
            ? `Will be added to the stories${where}.`
            : `Will be checked, then copied to the folder “campaigns”${where}. Nothing else is changed.`}
        </p>
      </div>
      {"file" in source && !running && (
        <Button kind="text" dense onClick={onForget}>
          Another
        </Button>
      )}
    </div>
  );
}
