/** Who speaks: a picture in the margin at the first words, with name and feeling. */
import { Picture } from "../../parts/picture.js";
import { Silhouette } from "../../parts/silhouette.js";
import type { LinkedScene } from "../../../server/linked-files.js";
import type { Portrait } from "../../story/live-story.js";
import styles from "./speaker-note.module.css";

type Speaker = NonNullable<LinkedScene["speakers"]>[number];

const FEELS: Readonly<Record<NonNullable<Speaker["feels"]>, string>> = {
  devoted: "devoted",
  fond: "fond",
  warming: "warming to you",
  wary: "wary",
  cold: "cold",
  hostile: "hostile",
};

interface SpeakerNoteProps {
  readonly speaker: Speaker;
  readonly portrait: Pick<Portrait, "url"> | undefined;
}

export function SpeakerNote({ speaker: { person, name, mood, feels }, portrait }: SpeakerNoteProps) {
  const feeling = mood ?? (feels && FEELS[feels]);
  const silhouette = <Silhouette seed={person} size={70} />;
  return (
    <div className={styles.note} role="note">
      <span className={styles.oval}>
        {portrait?.url ? (
          <Picture src={portrait.url} fallback={silhouette} alt="" width={70} height={84} loading="lazy" />
        ) : (
          // What somebody looks like is not known before it is drawn: an oval alone stands there until then.
          portrait && silhouette
        )}
      </span>
      <span className={styles.name}>{name}</span>
      {feeling && (
        <span className={styles.feeling}>
          <span className="unseen">, </span>
          {feeling}
        </span>
      )}
    </div>
  );
}
