/** A paragraph, set like one of a book. Its sentences ink in whole while it is told, and are not read out before it is. */
import styles from "./paragraph.module.css";
import { sentencesOf, wholeSentences } from "./shown-scene.js";

interface ParagraphProps {
  readonly text: string;
  /** Whether nothing more comes. */
  readonly whole: boolean;
  readonly inked: boolean;
  readonly initial: boolean;
  /** Whether another paragraph stands before it. */
  readonly indented: boolean;
}

export function Paragraph({ text, whole, inked, initial, indented }: ParagraphProps) {
  if (!inked) {
    return (
      <p className={styles.paragraph} data-initial={initial} data-indented={indented}>
        {text}
      </p>
    );
  }
  const sentences = whole ? sentencesOf(text) : wholeSentences(text);
  let at = 0;
  return (
    <p className={styles.paragraph} data-initial={initial} data-indented={indented} aria-hidden={!whole}>
      {sentences.map((sentence) => {
        const key = at;
        at += sentence.length;
        return (
          <span key={key} className={styles.inking}>
            {sentence}
          </span>
        );
      })}
      {!whole && <span className={styles.pen} />}
    </p>
  );
}
