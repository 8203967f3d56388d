/** People whom the player has met and places where they have been: as much as scenes have told of them. */
import { ArrowLeft, MapPin, Users } from "lucide-react";
import { useLocation, useParams } from "wouter";
import { NoStory } from "../../frame/no-story.js";
import { Page } from "../../frame/page.js";
import { Answered } from "../../parts/answered.js";
import { Button } from "../../parts/button.js";
import { Empty } from "../../parts/empty.js";
import { Face } from "../../parts/face.js";
import { useMedia } from "../../parts/use-media.js";
import { type Known, sceneName, useKnown } from "../../story/past.js";
import { useStory } from "../../story/story-context.js";
import { feelingWords } from "./feeling-words.js";
import styles from "./people.module.css";
import { PersonDetail } from "./person-detail.js";
import { PlaceDetail } from "./place-detail.js";

export default function PeopleScreen() {
  const id = useStory((now) => now.id);
  if (id !== null) return <StoryPeople id={id} />;
  return (
    <Page title="People">
      <NoStory />
    </Page>
  );
}

function StoryPeople({ id }: { readonly id: string }) {
  const known = useKnown(id);
  return (
    <Page title="People" about="Whom you have met, and where you have been.">
      <Answered query={known} waiting="Remembering whom you met">
        {(data) =>
          data.people.length + data.places.length === 0 ? (
            <Empty icon={Users} title="Nobody yet">
              <p>People you meet and places you see are kept here.</p>
            </Empty>
          ) : (
            <Directory id={id} known={data} />
          )
        }
      </Answered>
    </Page>
  );
}

function Directory({ id, known: { people, places } }: { readonly id: string; readonly known: Known }) {
  const { id: picked } = useParams();
  const [, go] = useLocation();
  const beside = useMedia("(min-width: 1000px)");
  const person = people.find((one) => personKey(one.id) === picked);
  const place = places.find((one) => placeKey(one.id) === picked);
  const detail = person ? (
    <PersonDetail key={picked} id={id} person={person} />
  ) : place ? (
    <PlaceDetail key={picked} id={id} place={place} />
  ) : null;
  if (!beside && detail) {
    return (
      <>
        <Button kind="text" onClick={() => go("/people")}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
          Back to all
        </Button>
        {detail}
      </>
    );
  }
  return (
    <div className={styles.panes}>
      <div className={styles.lists}>
        {people.length > 0 && (
          <section aria-label="People" data-region>
            <h2>People</h2>
            <ul role="list" className={styles.list}>
              {people.map((one) => (
                <li key={one.id}>
                  <button
                    type="button"
                    className={styles.row}
                    aria-current={person?.id === one.id ? "true" : undefined}
                    onClick={() => go(`/people/${personKey(one.id)}`)}
                  >
                    <Face person={one.id} size={40} />
                    <span>
                      <span className={styles.name}>{one.name}</span>
                      <span className={styles.about}>
                        {[feelingWords(one), `last met in ${sceneName(one.lastIn)}`].filter(Boolean).join(", ")}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {places.length > 0 && (
          <section aria-label="Places" data-region>
            <h2>Places</h2>
            <ul role="list" className={styles.list}>
              {places.map((one) => (
                <li key={one.id}>
                  <button
                    type="button"
                    className={styles.row}
                    aria-current={place?.id === one.id ? "true" : undefined}
                    onClick={() => go(`/people/${placeKey(one.id)}`)}
                  >
                    <span className={styles.pin}>
                      <MapPin size={20} strokeWidth={1.75} aria-hidden />
                    </span>
                    <span>
                      <span className={styles.name}>{one.name}</span>
                      <span className={styles.about}>last seen in {sceneName(one.lastIn)}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {beside && (detail ?? <p className={styles.hint}>Select somebody to see what you know of them.</p>)}
    </div>
  );
}

/** A person and a place may be called the same. */
function personKey(id: string): string {
  return `person-${id}`;
}

function placeKey(id: string): string {
  return `place-${id}`;
}
