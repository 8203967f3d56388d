/** A picture, a sound or a film as a card. */
import { Box } from "lucide-react";
import { Silhouette } from "../../parts/silhouette.js";
import { sceneName } from "../../story/past.js";
import styles from "./gallery.module.css";
import type { Piece } from "./gallery-pieces.js";

interface PieceCardProps {
  readonly piece: Piece;
  /** Whether the card says itself that a machine made it. */
  readonly isMarked: boolean;
  onOpen(): void;
}

export function PieceCard({ piece, isMarked, onOpen }: PieceCardProps) {
  const { title, show, alt } = piece;
  if (show.as === "audio") {
    return (
      <figure className={styles.sound}>
        <figcaption>
          <span className={styles.title}>{title}</span>
          <Source piece={piece} isMarked={isMarked} />
        </figcaption>
        <audio controls preload="none" src={show.url} aria-label={title} />
      </figure>
    );
  }
  if (show.as === "video") {
    return (
      <figure className={styles.card}>
        <video controls preload="none" src={show.url} aria-label={alt} className={styles.film} />
        <figcaption>
          <span className={styles.title}>{title}</span>
          <Source piece={piece} isMarked={isMarked} />
        </figcaption>
      </figure>
    );
  }
  if (show.as === "nothing" && piece.shelf === "sound") {
    return (
      <div className={styles.sound}>
        <div className={styles.silent}>
          <span className={styles.title}>{title}</span>
          <Source piece={piece} isMarked={isMarked} />
        </div>
        <span className={styles.none}>{show.why}</span>
      </div>
    );
  }
  if (show.as === "nothing") {
    return (
      <div className={styles.card}>
        <span className={styles.none}>
          <Box size={28} strokeWidth={1.75} aria-hidden />
          {show.why}
        </span>
        <span className={styles.title}>{title}</span>
        <Source piece={piece} isMarked={isMarked} />
      </div>
    );
  }
  return (
    <button type="button" className={styles.card} onClick={onOpen}>
      <span className={styles.art} data-person={show.as === "silhouette"}>
        {show.as === "silhouette" ? (
          <Silhouette seed={show.person} size={96} />
        ) : (
          <img src={show.url} alt="" loading="lazy" />
        )}
      </span>
      <span className={styles.title}>{title}</span>
      <Source piece={piece} isMarked={isMarked} />
    </button>
  );
}

function Source({ piece: { source, scene, madeBy }, isMarked }: Pick<PieceCardProps, "piece" | "isMarked">) {
  return (
    <>
      <span className={styles.source}>{scene === null ? source : `${source}, ${sceneName(scene)}`}</span>
      {isMarked && madeBy !== null && <span className={styles.source}>{madeBy}</span>}
    </>
  );
}
