/** The last page: how it ended, and what there is to do then. */
import { useLocation } from "wouter";
import { endWords } from "@narratoria/engine/shell";
import type { LinkedScene } from "../../../server/linked-files.js";
import { act } from "../../frame/keys.js";
import { Button } from "../../parts/button.js";
import { Menu } from "../../parts/menu.js";
import { useStoryNow } from "../../story/story-context.js";
import { exportsOf } from "../library/story-actions.js";
import styles from "./the-end.module.css";

export function TheEnd({ scene }: { readonly scene: LinkedScene }) {
  const [, go] = useLocation();
  const { id, title, campaign } = useStoryNow();
  return (
    <section className={styles.end} aria-label="The end">
      <p className={styles.words}>{endWords(scene)}</p>
      <div className={styles.actions}>
        <Button kind="filled" onClick={() => go(`/story/${id}/0`)}>
          Read it again
        </Button>
        <Button onClick={() => go("/timeline")}>Branch from a scene</Button>
        <Menu label="Export" kind="outlined" choices={exportsOf({ id: id ?? "", title })} />
      </div>
      <div className={styles.actions}>
        <Button kind="text" onClick={() => act("undo")}>
          Undo
        </Button>
        <Button kind="text" onClick={() => go(`/new/${encodeURIComponent(campaign)}`)}>
          Play it anew
        </Button>
      </div>
    </section>
  );
}
