/** The stories that were begun: at most three as cards, the others in a list. */
import { EllipsisVertical } from "lucide-react";
import { type RefObject, useState } from "react";
import { Button } from "../../parts/button.js";
import { Cover } from "../../parts/cover.js";
import { Menu } from "../../parts/menu.js";
import styles from "./go-on-reading.module.css";
import type { Campaign, Story } from "./shelf.js";
import { storyWords } from "./shelf-words.js";
import { DeleteStory, exportsOf, useStoryRoads } from "./story-actions.js";

const CARDS = 3;

interface GoOnReadingProps {
  readonly stories: readonly Story[];
  readonly campaigns: readonly Campaign[];
  /** The first button, which has focus when the library opens. */
  readonly first: RefObject<HTMLButtonElement | null>;
}

export function GoOnReading({ stories, campaigns, first }: GoOnReadingProps) {
  const [deleting, setDeleting] = useState<Story | null>(null);
  const others = stories.slice(CARDS);
  const campaignOf = (story: Story): Campaign | undefined => campaigns.find(({ name }) => name === story.campaign);
  return (
    <section aria-labelledby="go-on-reading">
      <h2 id="go-on-reading" className={styles.heading}>
        Go on reading
      </h2>
      <ul role="list" className={styles.cards}>
        {stories.slice(0, CARDS).map((story, place) => (
          <li key={story.id} className={styles.card} data-first={place === 0}>
            <StoryCard
              story={story}
              campaign={campaignOf(story)}
              onDelete={() => setDeleting(story)}
              {...(place === 0 ? { first } : {})}
            />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>{others.length === 1 ? "1 more story" : `${others.length} more stories`}</summary>
          <ul role="list">
            {others.map((story) => (
              <li key={story.id} className={styles.row}>
                <StoryRow story={story} onDelete={() => setDeleting(story)} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {deleting && <DeleteStory story={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
}

interface StoryCardProps {
  readonly story: Story;
  readonly campaign: Campaign | undefined;
  readonly first?: RefObject<HTMLButtonElement | null>;
  onDelete(): void;
}

function StoryCard({ story, campaign, first, onDelete }: StoryCardProps) {
  const { read, timeline } = useStoryRoads();
  const { id, title, bookmark, lastLine, ended } = story;
  // The story that was played last says more than those beside it.
  const lines = bookmark?.lately.slice(first ? -3 : -2) ?? [];
  const lately = lines.length > 0 ? lines.join(" ") : (lastLine ?? "");
  const onward = ended ? "Read it again" : "Continue";
  const remove = { label: "Delete", run: onDelete, danger: true };
  return (
    <article className={styles.story} aria-labelledby={`story-${id}`}>
      <div className={styles.cover}>
        <Cover seed={story.campaign} title={title} genre={campaign?.genre} picture={campaign?.cover} />
      </div>
      <div className={styles.words}>
        <h3 id={`story-${id}`} className={styles.title}>
          {title}
        </h3>
        <p className={styles.facts}>{storyWords(story, Date.now())}</p>
        {lately !== "" && <p className={styles.lately}>{lately}</p>}
      </div>
      <div className={styles.actions}>
        <Button
          ref={first}
          kind={first ? "filled" : "outlined"}
          dense={first === undefined}
          aria-label={`${onward}: ${title}`}
          onClick={() => read(id)}
        >
          {onward}
        </Button>
        {first && (
          <>
            <Button kind="text" aria-label={`Timeline of ${title}`} onClick={() => timeline(id)}>
              Timeline
            </Button>
            <Menu label="Export" choices={exportsOf(story)} />
            <Menu
              label={`More about ${title}`}
              icon={<EllipsisVertical size={20} strokeWidth={1.75} aria-hidden />}
              choices={[remove]}
            />
          </>
        )}
        {!first && (
          <Menu
            label="More"
            dense
            choices={[{ label: "Timeline", run: () => timeline(id) }, ...exportItems(story), remove]}
          />
        )}
      </div>
    </article>
  );
}

function StoryRow({ story, onDelete }: { readonly story: Story; onDelete(): void }) {
  const { read, timeline } = useStoryRoads();
  return (
    <>
      <div className={styles.rowWords}>
        <span className={styles.rowTitle}>{story.title}</span>
        <span className={styles.facts}>{storyWords(story, Date.now())}</span>
      </div>
      <Button dense aria-label={`Continue: ${story.title}`} onClick={() => read(story.id)}>
        Continue
      </Button>
      <Menu
        label={`More about ${story.title}`}
        icon={<EllipsisVertical size={20} strokeWidth={1.75} aria-hidden />}
        choices={[
          { label: "Timeline", run: () => timeline(story.id) },
          ...exportItems(story),
          { label: "Delete", run: onDelete, danger: true },
        ]}
      />
    </>
  );
}

/** As items of a longer menu, where they must say of themselves what they are. */
function exportItems(story: Story) {
  return exportsOf(story).map((choice) => ({
    ...choice,
    label: `Export ${choice.label.charAt(0).toLowerCase()}${choice.label.slice(1)}`,
  }));
}
