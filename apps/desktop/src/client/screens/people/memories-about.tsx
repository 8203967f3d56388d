/** What the story remembers of somebody or somewhere, the newest first. */
import { Link } from "wouter";
import { Answered } from "../../parts/answered.js";
import { type Memory, useMemories } from "../memories/use-memories.js";
import styles from "./people.module.css";

interface MemoriesAboutProps {
  /** Of the story. */
  readonly id: string;
  of(memory: Memory): boolean;
  /** What is said where there are none. */
  readonly none: string;
}

const MOST = 8;

export function MemoriesAbout({ id, of, none }: MemoriesAboutProps) {
  const memories = useMemories(id, "");
  return (
    <>
      <h3>What the story remembers</h3>
      <Answered query={memories} waiting="Reading the memories">
        {(all) => {
          const about = all.filter(of).toReversed();
          if (about.length === 0) return <p className={styles.about}>{none}</p>;
          return (
            <>
              <ul role="list" className={styles.memories}>
                {about.slice(0, MOST).map((memory) => (
                  <li key={memory.id}>
                    <Link href={`/memories/${memory.id}`}>{memory.summary}</Link>
                  </li>
                ))}
              </ul>
              {about.length > MOST && <p className={styles.about}>And {about.length - MOST} more in Memories.</p>}
            </>
          );
        }}
      </Answered>
    </>
  );
}
