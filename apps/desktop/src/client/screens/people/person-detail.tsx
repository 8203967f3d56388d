/** Somebody whom the player has met. */
import { Link } from "wouter";
import { Face } from "../../parts/face.js";
import { type Known, sceneName, sceneTitle } from "../../story/past.js";
import { feelingWords } from "./feeling-words.js";
import { MemoriesAbout } from "./memories-about.js";
import styles from "./people.module.css";

interface PersonDetailProps {
  /** Of the story. */
  readonly id: string;
  readonly person: Known["people"][number];
}

export function PersonDetail({ id, person }: PersonDetailProps) {
  const { name, metIn, lastIn, lastPlace, reasons = [], toldOf } = person;
  const feeling = feelingWords(person);
  return (
    <section className={styles.detail} aria-label={name} data-region>
      <header className={styles.head}>
        <Face person={person.id} size={84} />
        <div>
          <h2>{name}</h2>
          {feeling !== "" && <p className={styles.feeling}>{feeling}</p>}
          <p className={styles.about}>
            Last met in <Link href={`/story/${id}/${lastIn}`}>{sceneName(lastIn)}</Link>,{" "}
            {lastPlace.replace(/^The /, "the ")}.
            {metIn !== lastIn && (
              <>
                {" "}
                First met in <Link href={`/story/${id}/${metIn}`}>{sceneName(metIn)}</Link>.
              </>
            )}
          </p>
        </div>
      </header>
      {toldOf.length > 0 && (
        <>
          <h3>What you know</h3>
          {toldOf.map((text) => (
            <p key={text} className={styles.prose}>
              {text}
            </p>
          ))}
        </>
      )}
      {reasons.length > 0 && (
        <>
          <h3>What they hold for or against you</h3>
          <ul role="list" className={styles.reasons}>
            {reasons.map(({ text, scene }) => (
              <li key={text}>
                {text.charAt(0).toUpperCase() + text.slice(1)}{" "}
                {scene !== undefined && <Link href={`/story/${id}/${scene}`}>{sceneTitle(scene)}</Link>}
              </li>
            ))}
          </ul>
        </>
      )}
      <MemoriesAbout
        id={id}
        of={({ characters }) => characters.includes(person.id)}
        none={`Nothing about ${name} yet.`}
      />
    </section>
  );
}
