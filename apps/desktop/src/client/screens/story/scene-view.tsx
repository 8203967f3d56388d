/** One scene: echo, heading, what fell, what was told, and who speaks in the margin. */
import { memo } from "react";
import { sceneName } from "@narratoria/engine/shell";
import type { LinkedPicture } from "../../../server/linked-files.js";
import type { Portrait } from "../../story/live-story.js";
import { usePreferences } from "../../frame/use-preferences.js";
import { Picture } from "../../parts/picture.js";
import { AssetView } from "./asset-view.js";
import { Music } from "./music.js";
import { NoticesView } from "./notices-view.js";
import { Paragraph } from "./paragraph.js";
import { RollView } from "./roll-view.js";
import styles from "./scene-view.module.css";
import { madeByWords, type MusicLine, portraitOf } from "./scenery.js";
import type { ShownScene } from "./shown-scene.js";
import { SpeakerNote } from "./speaker-note.js";

interface SceneViewProps {
  readonly scene: ShownScene;
  readonly newest: boolean;
  /** Whether it is told while the page is open: its sentences ink in. */
  readonly inked: boolean;
  /** Whether it was shown while it was being told: its lines stay where they are. */
  readonly wasTold: boolean;
  readonly portraits: readonly Portrait[];
  /** Whether the story ends with it: what there is to do then stands right below it. */
  readonly last: boolean;
  /** The picture above the heading. */
  readonly plate: LinkedPicture | null;
  /** What is said of its music; null where there has been none so far. */
  readonly music: MusicLine | null;
}

export const SceneView = memo(function SceneView({
  scene,
  newest,
  inked,
  wasTold,
  portraits,
  last,
  plate,
  music,
}: SceneViewProps) {
  const {
    turnId,
    echo,
    place,
    time,
    moved,
    paragraphs,
    epilogue,
    formatted,
    roll,
    speakers,
    assets,
    notices,
    notes,
    opens,
    done,
  } = scene;
  const { voice } = usePreferences();
  const name = scene.scene === null ? "The scene that is being told" : sceneName(scene.scene);
  const plateMadeBy = plate && madeByWords(plate);
  const Heading = newest ? "h1" : "h2";
  const setAt = (at: number): { blocks?: (typeof formatted)[number]["blocks"] } => {
    const blocks = formatted.find(({ paragraph }) => paragraph === at)?.blocks;
    return blocks ? { blocks } : {};
  };
  const plates = assets.filter(({ kind }) => kind === "background");
  const inText = assets.filter(({ kind }) => kind !== "background");
  return (
    <article
      id={scene.scene === null ? undefined : `scene-${scene.scene}`}
      data-turn={turnId}
      data-newest={newest}
      data-last={last}
      tabIndex={-1}
      className={styles.scene}
      aria-label={place === null ? capital(name) : `${capital(name)}, ${place}`}
      data-region={newest ? "" : undefined}
    >
      {echo !== null && <p className={styles.echo}>{echo}</p>}
      {plates.map((asset) => (
        <AssetView key={asset.assetId} asset={asset} />
      ))}
      {plate && (
        <figure className={styles.plate}>
          <Picture
            src={plate.url}
            fallback={<p className={styles.unseenPlate}>{plate.alt}</p>}
            alt={plate.alt}
            width={1600}
            height={600}
          />
          {plateMadeBy !== null && <figcaption>{plateMadeBy}</figcaption>}
        </figure>
      )}
      {time !== null && <p className={styles.time}>{time}</p>}
      {place !== null ? (
        <Heading className={styles.place}>{place}</Heading>
      ) : (
        newest && <h1 className="unseen">{capital(name)}</h1>
      )}
      <Music line={music} newest={newest} />
      {/* Read out as it comes; with the page's own voice on, that reads it. */}
      <div
        role={newest ? "log" : undefined}
        aria-live={newest ? (voice ? "off" : "polite") : undefined}
        className={styles.prose}
      >
        <NoticesView turnId={turnId} notices={notices} notes={notes} />
        {roll !== null && roll.outcome !== "none" && <RollView roll={roll} settling={inked} />}
        {paragraphs.map((text, index) => {
          const speaker = speakers.find(({ paragraph }) => paragraph === index);
          const whole = done || index < paragraphs.length - 1;
          return (
            // Paragraphs are told in order and never change places.
            <div key={index} className={styles.row} data-speaking={speaker !== undefined}>
              {moved?.at === index && (
                <div className={styles.moved}>
                  {moved.time !== null && <p className={styles.time}>{moved.time}</p>}
                  {moved.place !== null && <p className={styles.place}>{moved.place}</p>}
                </div>
              )}
              {speaker && (
                <SpeakerNote speaker={speaker} portrait={portraitOf(speaker.person, scene.pictures, portraits)} />
              )}
              <Paragraph
                text={text}
                {...setAt(index)}
                whole={whole}
                inked={inked}
                initial={opens && index === 0 && !wasTold}
                indented={index > 0}
              />
            </div>
          );
        })}
        {inText.map((asset) => (
          <AssetView key={asset.assetId} asset={asset} />
        ))}
        {epilogue.length > 0 && (
          <div className={styles.epilogue}>
            {epilogue.map((text, index) => (
              <Paragraph
                key={text}
                text={text}
                {...setAt(paragraphs.length + index)}
                whole
                inked={inked}
                initial={false}
                indented={index > 0}
              />
            ))}
          </div>
        )}
      </div>
    </article>
  );
});

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
