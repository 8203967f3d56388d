/** What the player can do: a hand of three or four cards, always in the same place. While a turn runs, the chosen one stays. */
import { useEffect, useRef, useState } from "react";
import { announce } from "../../frame/announcer.js";
import { keyName } from "../../frame/all-keys.js";
import { keyOf, useAction } from "../../frame/keys.js";
import { usePreferences } from "../../frame/use-preferences.js";
import { useLiveStory, useStoryNow } from "../../story/story-context.js";
import type { Choice } from "../../story/turn-now.js";
import { ChoiceCard } from "./choice-card.js";
import styles from "./choice-panel.module.css";
import { LeaveStory } from "./leave-story.js";
import { ProgressLine } from "./progress-line.js";

/** So that no key meant for the last scene takes a choice of this one. */
const DEAF_MS = 400;

export function ChoicePanel() {
  const { scenes, running, chosen, retells } = useStoryNow();
  const story = useLiveStory();
  const { pressTwice } = usePreferences();
  const newest = scenes.at(-1);
  const choices = newest === undefined || newest.ended ? [] : newest.choices;
  const [why, setWhy] = useState<ReadonlySet<string>>(new Set());
  const [armed, setArmed] = useState<number | null>(null);
  const ready = useRef(0);
  const panel = useRef<HTMLElement>(null);
  const turn = newest?.turnId;

  useEffect(() => {
    ready.current = Date.now() + DEAF_MS;
    setWhy(new Set());
    setArmed(null);
  }, [turn]);
  useEffect(() => {
    if (!running && choices.length > 0) announce(`${choices.length} choices. Press 1 to ${choices.length}.`);
  }, [running, choices]);

  const choose = (choice: Choice): void => {
    if (running || newest === undefined) return;
    announce(`You chose: ${choice.text}`);
    story
      .take({ do: "choose", choice: choice.id, scene: newest.scene }, choice.text)
      // The story says why.
      .catch(() => {});
  };
  const press = (place: number): void => {
    const choice = choices[place];
    if (choice === undefined || running || Date.now() < ready.current) return;
    if (pressTwice && armed !== place) {
      setArmed(place);
      cards(panel.current)[place]?.focus();
      announce(`${place + 1}. ${choice.text} Press ${place + 1} again.`);
      return;
    }
    choose(choice);
  };
  const move = (step: 1 | -1): void => {
    const all = cards(panel.current);
    const at = all.findIndex((card) => card === document.activeElement);
    all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length]?.focus();
  };
  const toggleWhy = (id: string): void =>
    setWhy((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])));

  const usable = choices.length > 0 && !running;
  useAction("choose-1", () => press(0), usable);
  useAction("choose-2", () => press(1), usable);
  useAction("choose-3", () => press(2), usable);
  useAction("choose-4", () => press(3), usable);
  useAction("next-choice", () => move(1), usable);
  useAction("previous-choice", () => move(-1), usable);
  useAction(
    "why",
    () => {
      const focused = cards(panel.current).findIndex((card) => card === document.activeElement);
      const one = choices[focused];
      if (one) toggleWhy(one.id);
      else setWhy(why.size > 0 ? new Set() : new Set(choices.map(({ id }) => id)));
    },
    usable,
  );

  // What is told again was chosen among others.
  const taken = running && retells === null ? choices.find(({ text }) => text === chosen) : undefined;
  const shown = running ? (taken ? [taken] : []) : choices;
  // Behind the last page there is nothing to go to.
  const isEmpty = shown.length === 0 && !running;
  return (
    <section
      ref={panel}
      id="choices"
      className={styles.panel}
      aria-labelledby={isEmpty ? undefined : "choices-title"}
      data-region={isEmpty ? undefined : ""}
    >
      {!isEmpty && (
        <h2 id="choices-title" className={styles.title}>
          {running ? (taken ? "Your choice" : "One moment") : "What do you do?"}
        </h2>
      )}
      {shown.length > 0 && (
        <ol role="list" className={styles.cards}>
          {shown.map((choice, place) => (
            <ChoiceCard
              key={choice.id}
              choice={choice}
              number={choices.indexOf(choice) + 1}
              state={running ? "chosen" : armed === place ? "armed" : "offered"}
              order={place}
              why={why.has(choice.id)}
              onChoose={() => choose(choice)}
              onWhy={() => toggleWhy(choice.id)}
            />
          ))}
        </ol>
      )}
      {running && <ProgressLine />}
      {usable && (
        <p className={styles.hint} aria-hidden>
          <kbd>1</kbd> – <kbd>{choices.length}</kbd> choose
          {(["why", "undo", "keys"] as const).map((id) => (
            <span key={id}>
              <kbd>{keyName(keyOf(id))}</kbd> {id === "keys" ? "all keys" : id}
            </span>
          ))}
        </p>
      )}
      {usable && (
        <p className={styles.leave}>
          <LeaveStory />
        </p>
      )}
      <ToTheChoices panel={panel} count={usable ? choices.length : 0} />
    </section>
  );
}

function cards(panel: HTMLElement | null): HTMLElement[] {
  return [...(panel?.querySelectorAll<HTMLElement>("[data-choice]") ?? [])];
}

/** On narrow windows: how many choices wait below, while they are out of sight. */
function ToTheChoices({
  panel,
  count,
}: {
  readonly panel: React.RefObject<HTMLElement | null>;
  readonly count: number;
}) {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (panel.current === null) return;
    const seen = new IntersectionObserver((entries) => {
      // A busy page is told of several changes at once, the last of which holds.
      const last = entries.at(-1);
      setAway(last !== undefined && !last.isIntersecting && last.boundingClientRect.top > 0);
    });
    seen.observe(panel.current);
    return () => seen.disconnect();
  }, [panel]);
  if (!away || count === 0) return null;
  return (
    <button
      type="button"
      className={styles.pill}
      data-pill
      onClick={() => {
        panel.current?.scrollIntoView({ block: "end" });
        cards(panel.current)[0]?.focus({ preventScroll: true });
      }}
    >
      <span aria-hidden>↓</span> {count === 1 ? "1 choice" : `${count} choices`}
    </button>
  );
}
