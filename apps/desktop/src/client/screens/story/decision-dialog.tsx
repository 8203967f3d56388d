/** A notice about which the player must decide, such as that no plan came to anything. */
import { useRef } from "react";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import type { NoticeButton } from "../../parts/notice.js";
import type { Notice } from "../../story/turn-now.js";
import { sentencesOf } from "./shown-scene.js";

interface DecisionProps {
  readonly notice: Notice;
  /** The safe one first. */
  readonly buttons: readonly NoticeButton[];
  onClose(): void;
}

export function DecisionDialog({ notice: { message, action }, buttons, onClose }: DecisionProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const [title = message, ...rest] = sentencesOf(message);
  return (
    <Dialog
      alert
      title={title.trim().replace(/\.$/, "")}
      onClose={onClose}
      initialFocus={safe}
      actions={buttons
        .map(({ label, run }, place) => (
          <Button
            key={label}
            ref={place === 0 ? safe : undefined}
            kind={place === 0 ? "filled" : "outlined"}
            onClick={run}
          >
            {label}
          </Button>
        ))
        .reverse()}
    >
      {rest.length > 0 && <p>{rest.join("")}</p>}
      {action !== "" && <p>{action}</p>}
    </Dialog>
  );
}
