/** A scene of the story tree: in short, what could be done, and what it changed. */
import { useQuery } from "@tanstack/react-query";
import { Check, CornerDownRight, GitBranch } from "lucide-react";
import { useLocation } from "wouter";
import { toast } from "../../frame/toasts.js";
import { Answered } from "../../parts/answered.js";
import { Button } from "../../parts/button.js";
import { api, got, troubleIn } from "../../server/api.js";
import { sceneName, useScene } from "../../story/past.js";
import { useLiveStory, useStory } from "../../story/story-context.js";
import { sceneChanges } from "./scene-changes.js";
import type { Line, Turn } from "./story-lines.js";
import styles from "./timeline.module.css";
import { branchFrom, goTo, tryRoad } from "./travel.js";

interface SceneDetailProps {
  readonly id: string;
  readonly turn: Turn;
  readonly lines: readonly Line[];
  onPick(turn: string): void;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  success: "A roll that worked",
  partial: "A roll that worked at a cost",
  fail: "A failed roll",
};

export function SceneDetail({ id, turn, lines, onPick }: SceneDetailProps) {
  const live = useLiveStory();
  const [, go] = useLocation();
  const running = useStory((now) => now.running);
  const scene = useScene(id, turn.id);
  const before = useScene(id, turn.parentId);
  const roads = useQuery({
    queryKey: ["story", id, "roads", turn.id],
    queryFn: () => got(api.stories[":id"].roads.$get({ param: { id }, query: { at: turn.id } })),
  });
  const memories = useQuery({
    queryKey: ["memories", id, ""],
    queryFn: () => got(api.stories[":id"].memories.$get({ param: { id }, query: {} })),
  });
  const travel = async (way: Promise<void>): Promise<void> => {
    try {
      await way;
      go(`/story/${id}`);
    } catch (error) {
      const { message, action } = troubleIn(error);
      toast({ text: `${message} ${action}`.trim() });
    }
  };
  return (
    <div className={styles.detail}>
      <Answered query={scene} waiting="Reading the scene">
        {({ location, time, weather, present, roll, choice, paragraphs, ending }) => (
          <section className={styles.short} aria-label={`The scene: ${sceneName(turn.scene)}`} data-region>
            {choice !== undefined && <p className={styles.echo}>{choice}</p>}
            <h2>{location}</h2>
            <p className={styles.about}>
              {inSentences([
                [time, weather].filter(Boolean).join(", "),
                present.join(", "),
                roll && roll.outcome !== "none" ? `${OUTCOMES[roll.outcome]}: ${sumOf(roll)}` : "",
                ending === undefined ? "" : `The end: ${ending}`,
              ])}
            </p>
            <p className={styles.prose}>{paragraphs[0]}</p>
            {paragraphs.length > 1 && (
              <details className={styles.more}>
                <summary>All of it</summary>
                {paragraphs.slice(1).map((text) => (
                  <p key={text} className={styles.prose}>
                    {text}
                  </p>
                ))}
              </details>
            )}
            <div className={styles.buttons}>
              <Button kind="filled" disabled={running} onClick={() => void travel(branchFrom(live, turn.id))}>
                <GitBranch size={18} strokeWidth={1.75} aria-hidden />
                Branch from here
              </Button>
              {turn.onTheWay ? (
                <Button onClick={() => go(`/story/${id}/${turn.scene}`)}>Read the scene</Button>
              ) : (
                <Button disabled={running} onClick={() => void travel(goTo(live, turn.id))}>
                  Go there
                </Button>
              )}
            </div>
          </section>
        )}
      </Answered>
      <section aria-label="What you could do" data-region>
        <h3>What you could do</h3>
        <Answered query={roads} waiting="Reading its choices">
          {(all) =>
            all.length === 0 ? (
              <p className={styles.quiet}>Nothing: the story ended here.</p>
            ) : (
              <ul role="list" className={styles.roads}>
                {all.map(({ choice, taken, onTheWay }) => {
                  const to = taken[0];
                  const line = lines.find(({ turns }) => turns.some((one) => one.id === to));
                  return (
                    <li key={choice.id}>
                      {to === undefined ? (
                        <CornerDownRight size={18} strokeWidth={1.75} aria-hidden />
                      ) : (
                        <Check size={18} strokeWidth={1.75} aria-hidden />
                      )}
                      <div>
                        <p className={styles.road}>{choice.text}</p>
                        {to === undefined ? (
                          <p className={styles.roadNote}>
                            Never taken.{" "}
                            <button
                              type="button"
                              className={styles.inline}
                              disabled={running}
                              aria-label={`Try it: ${choice.text}`}
                              onClick={() => void travel(tryRoad(live, turn, choice))}
                            >
                              Try it
                            </button>
                          </p>
                        ) : (
                          <p className={styles.roadNote}>
                            {onTheWay ? "Taken. Led to " : `Taken in ${line?.title ?? "another branch"}. `}
                            <button type="button" className={styles.inline} onClick={() => onPick(to)}>
                              {onTheWay ? sceneName(turn.scene + 1) : "Look at it"}
                            </button>
                          </p>
                        )}
                      </div>
                    </li>
                  );
                })}
              </ul>
            )
          }
        </Answered>
      </section>
      <section aria-label="What it changed" data-region>
        <h3>What it changed</h3>
        {scene.data && (turn.parentId === null || before.data) && (
          <Changes
            changes={sceneChanges(
              before.data ?? null,
              scene.data,
              turn.onTheWay
                ? (memories.data ?? []).filter((one) => one.scene === turn.scene).map(({ summary }) => summary)
                : [],
            )}
          />
        )}
      </section>
    </div>
  );
}

function inSentences(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== "")
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
    .join(" ");
}

interface Roll {
  readonly dice: readonly number[];
  readonly modifiers: readonly { readonly label: string; readonly value: number }[];
  readonly total: number;
}

/** "2, 3, +1 perception, in all 6". */
function sumOf({ dice, modifiers, total }: Roll): string {
  const added = modifiers.map(({ label, value }) => `${value < 0 ? "−" : "+"}${Math.abs(value)} ${label}`);
  return [...dice.map(String), ...added, `in all ${total}`].join(", ");
}

const MARKS = { added: "+", changed: "~", removed: "−" } as const;

function Changes({ changes }: { readonly changes: ReturnType<typeof sceneChanges> }) {
  if (changes.length === 0) return <p className={styles.quiet}>Nothing that you would notice.</p>;
  return (
    <ul role="list" className={styles.changes}>
      {changes.map(({ kind, text }) => (
        <li key={`${kind} ${text}`} data-kind={kind}>
          <span aria-hidden>{MARKS[kind]}</span>
          <span className="unseen">{kind}: </span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
