/** A picture in the size there is room for, with what it shows and where it is from. */
import { Link } from "wouter";
import { Dialog } from "../../parts/dialog.js";
import { Silhouette } from "../../parts/silhouette.js";
import { sceneTitle } from "../../story/past.js";
import styles from "./gallery.module.css";
import type { Piece } from "./gallery-pieces.js";
import { ReplacePortrait } from "./replace-portrait.js";

interface PieceLargeProps {
  /** Of the story. */
  readonly id: string;
  readonly piece: Piece;
  onClose(): void;
}

export function PieceLarge({
  id,
  piece: { title, alt, source, madeBy, scene, show, portrait },
  onClose,
}: PieceLargeProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.large}>
        {show.as === "image" && <img src={show.url} alt={alt} />}
        {show.as === "silhouette" && <Silhouette seed={show.person} size={240} label={`A silhouette of ${title}`} />}
      </div>
      {alt !== title && <p>{alt}</p>}
      <p className={styles.source}>
        {source}. {madeBy !== null && `${madeBy}. `}
        {scene !== null && <Link href={`/story/${id}/${scene}`}>{sceneTitle(scene)}</Link>}
      </p>
      {portrait && <ReplacePortrait id={id} name={title} {...portrait} />}
    </Dialog>
  );
}
