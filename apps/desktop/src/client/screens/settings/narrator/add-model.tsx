import { useState } from "react";
import { Button } from "../../../parts/button.js";
import { TextField } from "../../../parts/field.js";
import { TroubleNotice } from "../../../parts/notice.js";
import { Progress } from "../../../parts/progress.js";
import { api, got } from "../../../server/api.js";
import { useDoing } from "../use-doing.js";
import styles from "./add-model.module.css";
import { useJob } from "./use-job.js";

/** A model of the player's own, by the path of its file. */
export function AddModel() {
  const [path, setPath] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [subject, setSubject] = useState("");
  const job = useJob(subject, ["model"]);
  const add = useDoing(async () => {
    setSubject(path.trim());
    await got(api.models.add.$post({ json: { path: path.trim() } }));
  });
  const trouble = add.trouble ?? (job?.state === "failed" ? job.trouble : null);
  const running = job?.state === "running";
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() === "") return setFault("Give the path of a file that ends in .gguf.");
        setFault(null);
        add.run();
      }}
    >
      <TextField
        label="A file of your own"
        about="The path of a GGUF file on this computer. It is used where it lies and not copied."
        placeholder="For example: /home/player/models/my-model.gguf"
        value={path}
        error={fault}
        spellCheck={false}
        onChange={setPath}
      />
      {running && <Progress label="Reading the file" value={job.of === null ? null : job.done / job.of} />}
      {trouble !== null && <TroubleNotice message={trouble.message} action={trouble.action} />}
      <div>
        <Button type="submit" disabled={add.running || running}>
          Add it
        </Button>
      </div>
    </form>
  );
}
