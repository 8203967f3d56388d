/** Puts a picture of the player's own in the place of somebody's portrait. */
import { ImageUp, Undo2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { toast } from "../../frame/toasts.js";
import { Button } from "../../parts/button.js";
import { FieldWords } from "../../parts/field.js";
import { api, got, troubleIn } from "../../server/api.js";
import styles from "./gallery.module.css";
import { smallPicture } from "./small-picture.js";

interface ReplacePortraitProps {
  /** Of the story. */
  readonly id: string;
  readonly person: string;
  readonly name: string;
  /** Whether the player's own stands there. */
  readonly isOwn: boolean;
}

export function ReplacePortrait({ id, person, name, isOwn }: ReplacePortraitProps) {
  const words = useId();
  const file = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState("");
  const put = (picture: string | null) =>
    got(api.stories[":id"].portraits[":person"].$put({ param: { id, person }, json: { picture } }));
  const replace = async (chosen: File): Promise<void> => {
    setFault("");
    try {
      await put(await smallPicture(chosen));
      toast({ text: `Portrait of ${name} replaced.` });
    } catch (error) {
      const { message, action } = troubleIn(error);
      setFault(`${message} ${action}`.trim());
    }
  };
  const takeBack = (): void => {
    setFault("");
    put(null).then(
      () => toast({ text: `Portrait of ${name} put back.` }),
      (error: unknown) => setFault(troubleIn(error).message),
    );
  };
  return (
    <div className={styles.replace}>
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-label={`Picture of ${name}`}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The same file may be chosen again.
          currentTarget.value = "";
          if (chosen) void replace(chosen);
        }}
      />
      <Button onClick={() => file.current?.click()}>
        <ImageUp size={18} strokeWidth={1.75} aria-hidden />
        Replace
      </Button>
      {isOwn && (
        <Button kind="text" onClick={takeBack}>
          <Undo2 size={18} strokeWidth={1.75} aria-hidden />
          Put the portrait back
        </Button>
      )}
      <div role="alert">{fault !== "" && <FieldWords id={words} about={null} error={fault} />}</div>
    </div>
  );
}
