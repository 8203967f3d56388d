import { useRef } from "react";
import { Button } from "../../../parts/button.js";
import { Dialog } from "../../../parts/dialog.js";

interface LeaveDialogProps {
  readonly title: string;
  readonly saving: boolean;
  onStay(): void;
  /** What was filled in is kept for when they come back. */
  onLeave(): void;
  onDiscard(): void;
  onSave(): void;
}

/** Asked by whoever goes away from what is not saved. */
export function LeaveDialog({ title, saving, onStay, onLeave, onDiscard, onSave }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      title="Your changes are not saved"
      onClose={onStay}
      initialFocus={stay}
      actions={
        <>
          <Button kind="text" onClick={onDiscard}>
            Throw them away
          </Button>
          <Button kind="text" onClick={onLeave}>
            Leave them for later
          </Button>
          <Button disabled={saving} onClick={onSave}>
            Save and go
          </Button>
          <Button kind="filled" ref={stay} onClick={onStay}>
            Stay
          </Button>
        </>
      }
    >
      <p>You changed settings of {title}. They do not hold before you save them.</p>
    </Dialog>
  );
}
