/** What can be done with a story on the shelf. */
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { announce } from "../../frame/announcer.js";
import { toast } from "../../frame/toasts.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import type { MenuChoice } from "../../parts/menu.js";
import { TroubleNotice } from "../../parts/notice.js";
import { api, got, troubleIn } from "../../server/api.js";
import { fileName, saveFile } from "../../server/save-file.js";
import { useLiveStory } from "../../story/story-context.js";
import type { Story } from "./shelf.js";
import { countWords } from "./shelf-words.js";

const FORMATS = [
  { format: "markdown", ending: "md", label: "As Markdown" },
  { format: "html", ending: "html", label: "As a web page" },
  { format: "json", ending: "json", label: "As JSON, to import elsewhere" },
] as const;

/** Ways of saving a story as a file. */
export function exportsOf({ id, title }: Pick<Story, "id" | "title">): MenuChoice[] {
  return FORMATS.map(({ format, ending, label }) => ({
    label,
    run: () => {
      const name = fileName(title, ending);
      saveFile(`/api/stories/${encodeURIComponent(id)}/export?format=${format}`, name).then(
        () => toast({ text: `Exported as ${name}.` }),
        (error: unknown) => toast({ text: `${troubleIn(error).message} ${troubleIn(error).action}`.trim() }),
      );
    },
  }));
}

export function useStoryRoads(): { readonly read: (id: string) => void; readonly timeline: (id: string) => void } {
  const live = useLiveStory();
  const [, go] = useLocation();
  return {
    read: (id) => {
      live.show(id);
      go(`/story/${id}`);
    },
    timeline: (id) => {
      live.show(id);
      go("/timeline");
    },
  };
}

interface DeleteStoryProps {
  readonly story: Story;
  onClose(): void;
}

/** A story is gone for good when it is deleted: the player is asked once. */
export function DeleteStory({ story, onClose }: DeleteStoryProps) {
  const live = useLiveStory();
  const safe = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<ReturnType<typeof troubleIn> | null>(null);
  const scenes = story.scene === null ? "" : ` with its ${countWords(story.scene + 1, "scene")}`;
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      if (live.now().id === story.id) live.show(null);
      await got(api.stories[":id"].$delete({ param: { id: story.id } }));
      announce(`${story.title} deleted.`);
      onClose();
    } catch (error) {
      setTrouble(troubleIn(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      alert
      initialFocus={safe}
      title={`Delete ${story.title}?`}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" disabled={busy} onClick={() => void remove()}>
            Delete the story
          </Button>
          <Button ref={safe} kind="filled" onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <p>
        This story{scenes}, its memories and all its branches go for good. The campaign stays. Export it first to keep a
        copy.
      </p>
      {trouble && <TroubleNotice message={trouble.message} action={trouble.action} />}
    </Dialog>
  );
}
