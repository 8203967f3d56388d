/** A place where the player has been. */
import { Link } from "wouter";
import { type Known, sceneName } from "../../story/past.js";
import { MemoriesAbout } from "./memories-about.js";
import styles from "./people.module.css";

interface PlaceDetailProps {
  /** Of the story. */
  readonly id: string;
  readonly place: Known["places"][number];
}

export function PlaceDetail({ id, place: { id: own, name, firstIn, lastIn, seen, people } }: PlaceDetailProps) {
  return (
    <section className={styles.detail} aria-label={name} data-region>
      <h2>{name}</h2>
      <p className={styles.about}>
        Last seen in <Link href={`/story/${id}/${lastIn}`}>{sceneName(lastIn)}</Link>
        {firstIn !== lastIn && (
          <>
            , first in <Link href={`/story/${id}/${firstIn}`}>{sceneName(firstIn)}</Link>
          </>
        )}
        .
      </p>
      {seen.length > 0 && (
        <>
          <h3>What you saw</h3>
          {seen.map((text) => (
            <p key={text} className={styles.prose}>
              {text}
            </p>
          ))}
        </>
      )}
      {people.length > 0 && (
        <>
          <h3>Who was there</h3>
          <p className={styles.about}>{people.join(", ")}</p>
        </>
      )}
      <MemoriesAbout id={id} of={({ location }) => location === own} none="Nothing that happened here yet." />
    </section>
  );
}
