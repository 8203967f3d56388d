/** The scenes, one below the other, the newest last; the one that is being told stands below them. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useParams } from "wouter";
import { Boundary } from "../../frame/boundary.js";
import { Button } from "../../parts/button.js";
import { Waiting } from "../../parts/waiting.js";
import type { Notice } from "../../story/turn-now.js";
import { useLiveStory, useStoryNow } from "../../story/story-context.js";
import styles from "./book.module.css";
import { FailedTurnView } from "./failed-turn-view.js";
import { flyingLine, musicLines, plateOf } from "./scenery.js";
import { SceneView } from "./scene-view.js";
import { flyingScene, sceneInFlight, shownScene } from "./shown-scene.js";
import { SoFar } from "./so-far.js";
import { TheEnd } from "./the-end.js";

const NOTHING = { notices: [] as readonly Notice[], notes: [] };
/** A scene that is told at once is shown whole: its heading is known by then, and no line has to make room for it. */
const PATIENCE_MS = 250;

export function Book() {
  const now = useStoryNow();
  const story = useLiveStory();
  const { scene: wanted } = useParams<{ scene?: string }>();
  const { scenes, turn, running, chosen, retells, notices, portraits } = now;
  const book = useRef<HTMLDivElement>(null);
  const newest = scenes.at(-1);

  const ended = newest?.ended === true && !running;

  const told = useMemo(
    () =>
      scenes.map((scene, place) =>
        shownScene(scene, scenes[place - 1], { ...NOTHING, notices: notices[scene.turnId] ?? [] }),
      ),
    [scenes, notices],
  );
  const plates = useMemo(
    () => new Map(scenes.map((scene, place) => [scene.turnId, plateOf(scene, scenes[place - 1])])),
    [scenes],
  );
  const lines = useMemo(() => {
    const all = musicLines(scenes);
    return new Map(scenes.map(({ turnId }, place) => [turnId, all[place] ?? null]));
  }, [scenes]);
  const inFlight =
    running && turn !== null && turn.scene === null && !scenes.some(({ turnId }) => turnId === turn.id) ? turn : null;
  // A scene that is told again stands in the place of itself.
  const isRetold = inFlight !== null && newest !== undefined && newest.turnId === retells;
  const before = isRetold ? scenes.at(-2) : newest;
  const flying = inFlight && plateOf(flyingScene(inFlight, before), before);
  const lineBefore = before && lines.get(before.turnId);
  const lineInFlight = useMemo(() => flyingLine(lineBefore), [lineBefore]);
  const patient = usePatience(inFlight?.id ?? null, (inFlight?.paragraphs.length ?? 0) > 0);
  const shown =
    inFlight && !patient ? [...(isRetold ? told.slice(0, -1) : told), sceneInFlight(inFlight, chosen, before)] : told;

  // A large first letter would move the lines that stand there already.
  const read = useRef(new Set<string>());
  if (inFlight && !patient && inFlight.paragraphs.length > 0) read.current.add(inFlight.id);

  // The page goes to the new scene once, and then never by itself.
  const last = shown.at(-1)?.turnId ?? null;
  const first = useRef(true);
  useLayoutEffect(() => {
    const article = last === null ? null : (book.current?.querySelector<HTMLElement>(`[data-turn="${last}"]`) ?? null);
    if (article === null || wanted !== undefined) return;
    const smooth =
      !first.current &&
      document.documentElement.dataset["motion"] !== "reduced" &&
      !matchMedia("(prefers-reduced-motion: reduce)").matches;
    first.current = false;
    article.scrollIntoView({ block: "start", behavior: smooth ? "smooth" : "instant" });
    article.focus({ preventScroll: true });
  }, [last, wanted]);

  // An address that names a scene shows that one.
  useEffect(() => {
    if (wanted === undefined || newest === undefined) return;
    const number = Number(wanted);
    if ((scenes[0]?.scene ?? 0) > number) void story.earlier((scenes[0]?.scene ?? 0) - number);
    else document.getElementById(`scene-${number}`)?.scrollIntoView({ block: "start" });
  }, [wanted, newest, scenes, story]);

  return (
    <div ref={book} className={styles.book}>
      {(scenes[0]?.scene ?? 0) > 0 && <Earlier />}
      {!now.ready && shown.length === 0 && <Waiting>Opening the story</Waiting>}
      <SoFar />
      {shown.map((scene, place) => (
        <Boundary what="This scene" key={scene.turnId}>
          <SceneView
            scene={scene}
            newest={place === shown.length - 1}
            last={place === shown.length - 1 && ended}
            inked={turn?.id === scene.turnId}
            wasTold={read.current.has(scene.turnId)}
            portraits={portraits}
            plate={scene.scene === null ? flying : (plates.get(scene.turnId) ?? null)}
            music={scene.scene === null ? lineInFlight : (lines.get(scene.turnId) ?? null)}
          />
        </Boundary>
      ))}
      <FailedTurnView />
      {newest && ended && <TheEnd scene={newest} />}
    </div>
  );
}

/** Whether a turn has only just begun to be told. */
function usePatience(turn: string | null, prose: boolean): boolean {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (turn === null || !prose) return;
    const timer = setTimeout(() => setOver(turn), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [turn, prose]);
  return turn !== null && over !== turn;
}

/** Scenes before those that are drawn: they come as the reader goes up, or by the button. */
function Earlier() {
  const story = useLiveStory();
  const [asked, setAsked] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  const more = async (): Promise<void> => {
    setAsked(true);
    await story.earlier().catch(() => {});
    setAsked(false);
  };
  const latest = useRef(more);
  latest.current = more;
  useEffect(() => {
    if (button.current === null) return;
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting) && scrollY > 0) void latest.current();
      },
      { rootMargin: "600px 0px 0px" },
    );
    seen.observe(button.current);
    return () => seen.disconnect();
  }, []);
  return (
    <div ref={button} className={styles.earlier}>
      <Button kind="text" disabled={asked} onClick={() => void more()}>
        Earlier scenes
      </Button>
    </div>
  );
}
