import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "../../../frame/toasts.js";
import { Button } from "../../../parts/button.js";
import { Dialog } from "../../../parts/dialog.js";
import { TroubleNotice } from "../../../parts/notice.js";
import { api, got } from "../../../server/api.js";
import { useDoing } from "../use-doing.js";
import { dateText } from "../words.js";

export function RestoreBackup(props: { readonly file: string; readonly madeAt: number; onClose(): void }) {
  const { file, madeAt, onClose } = props;
  const queries = useQueryClient();
  const keep = useRef<HTMLButtonElement>(null);
  const restore = useDoing(async () => {
    await got(api.backups.restore.$post({ json: { file } }));
    await queries.invalidateQueries();
    toast({ text: `Your stories are as they were on ${dateText(madeAt)}.` });
    onClose();
  });
  return (
    <Dialog
      title="Restore this backup?"
      onClose={onClose}
      initialFocus={keep}
      actions={
        <>
          <Button kind="danger" disabled={restore.running} onClick={() => restore.run()}>
            Restore
          </Button>
          <Button ref={keep} onClick={onClose}>
            Leave it
          </Button>
        </>
      }
    >
      <p>
        All stories go back to how they were on {dateText(madeAt)}. What you played since then is kept in a file beside
        them, and is not shown any more.
      </p>
      {restore.trouble && <TroubleNotice message={restore.trouble.message} action={restore.trouble.action} />}
    </Dialog>
  );
}
