/** Leaves a story for good: what becomes of it all is told, and it is over. */
import { useRef, useState } from "react";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { useLiveStory } from "../../story/story-context.js";

export function LeaveStory() {
  const story = useLiveStory();
  const [asking, setAsking] = useState(false);
  const stay = useRef<HTMLButtonElement>(null);
  const close = (): void => setAsking(false);
  const leave = (): void => {
    close();
    // What is refused is said over the story.
    story.take({ do: "leave" }).catch(() => {});
  };
  return (
    <>
      <Button kind="text" dense onClick={() => setAsking(true)}>
        Leave for good
      </Button>
      {asking && (
        <Dialog
          title="Leave for good?"
          onClose={close}
          initialFocus={stay}
          actions={
            <>
              <Button kind="danger" onClick={leave}>
                Leave
              </Button>
              <Button ref={stay} onClick={close}>
                Stay
              </Button>
            </>
          }
        >
          <p>
            You leave, and do not come back. You are told what becomes of it all without you, and the story is over.
          </p>
          <p>To put it down for today, close the window: it waits where it stands.</p>
        </Dialog>
      )}
    </>
  );
}
