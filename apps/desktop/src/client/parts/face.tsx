/** Somebody's picture in an oval: a portrait where there is one, else a silhouette. Decoration: the name stands beside it. */
import { useStory } from "../story/story-context.js";
import styles from "./face.module.css";
import { Picture } from "./picture.js";
import { Silhouette } from "./silhouette.js";

interface FaceProps {
  /** Id of the person. */
  readonly person: string;
  /** Width in px; the height is a quarter more. */
  readonly size: number;
}

export function Face({ person, size }: FaceProps) {
  const url = useStory(({ portraits }) => portraits.find((one) => one.person === person)?.url ?? null);
  const silhouette = <Silhouette seed={person} size={size} />;
  if (url === null) return silhouette;
  return (
    <Picture
      src={url}
      fallback={silhouette}
      alt=""
      className={styles.face}
      width={size}
      height={Math.round(size * 1.24)}
      loading="lazy"
    />
  );
}
