import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "../../../frame/toasts.js";
import { Button } from "../../../parts/button.js";
import { Dialog } from "../../../parts/dialog.js";
import { TextField } from "../../../parts/field.js";
import { TroubleNotice } from "../../../parts/notice.js";
import { api, got } from "../../../server/api.js";
import { useLiveStory } from "../../../story/story-context.js";
import { useDoing } from "../use-doing.js";

/** A story is gone for good, so its title is asked for. */
export function DeleteStory(props: { readonly id: string; readonly title: string; onClose(): void }) {
  const { id, title, onClose } = props;
  const live = useLiveStory();
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const remove = useDoing(async () => {
    if (live.now().id === id) live.show(null);
    await got(api.stories[":id"].$delete({ param: { id } }));
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["stories"] }),
      queries.invalidateQueries({ queryKey: ["data"] }),
    ]);
    toast({ text: `${title} is deleted.` });
    onClose();
  });
  const isTitle = typed.trim().toLowerCase() === title.trim().toLowerCase();
  return (
    <Dialog
      title={`Delete ${title}?`}
      onClose={onClose}
      initialFocus={keep}
      actions={
        <>
          <Button
            kind="danger"
            disabled={remove.running}
            onClick={() => (isTitle ? remove.run() : setFault("Type the title as it stands above."))}
          >
            Delete
          </Button>
          <Button ref={keep} onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <p>All its scenes, branches and memories go, and do not come back. The campaign stays.</p>
      {remove.trouble && <TroubleNotice message={remove.trouble.message} action={remove.trouble.action} />}
      <TextField
        label="The title of the story"
        value={typed}
        error={isTitle ? null : fault}
        onChange={setTyped}
        spellCheck={false}
      />
    </Dialog>
  );
}
