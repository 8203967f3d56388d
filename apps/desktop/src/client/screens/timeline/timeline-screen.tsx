/** The story tree: every scene that was told, on every branch, and the roads that were never taken. */
import { GitBranch, Pause, Play, SkipBack } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { NoStory } from "../../frame/no-story.js";
import { Page } from "../../frame/page.js";
import { Answered } from "../../parts/answered.js";
import { Button, IconButton } from "../../parts/button.js";
import { Empty } from "../../parts/empty.js";
import { Slider } from "../../parts/slider.js";
import { NARROW, useMedia } from "../../parts/use-media.js";
import { sceneName, sceneTitle, useTree } from "../../story/past.js";
import { useStory } from "../../story/story-context.js";
import { BranchName } from "./branch-name.js";
import { CompareBranches } from "./compare-branches.js";
import { SceneDetail } from "./scene-detail.js";
import { type Branch, storyLines, type Turn, wayThrough } from "./story-lines.js";
import { StoryList } from "./story-list.js";
import { Legend, StoryMap } from "./story-map.js";
import styles from "./timeline.module.css";

export default function TimelineScreen() {
  const id = useStory((now) => now.id);
  if (id !== null) return <StoryTimeline id={id} />;
  return (
    <Page title="Timeline">
      <NoStory />
    </Page>
  );
}

function StoryTimeline({ id }: { readonly id: string }) {
  const tree = useTree(id);
  if (tree.data === undefined || tree.data.turns.length <= 1) {
    return (
      <Page title="Timeline">
        <Answered query={tree} waiting="Reading the story tree">
          {() => (
            <Empty icon={GitBranch} title="One scene so far">
              <p>Every choice you make adds to this line.</p>
            </Empty>
          )}
        </Answered>
      </Page>
    );
  }
  return <Tree id={id} turns={tree.data.turns} branches={tree.data.branches} />;
}

/** How long a scene stays while the line is replayed. */
const REPLAY_MS = 2500;

interface TreeProps {
  readonly id: string;
  readonly turns: readonly Turn[];
  readonly branches: readonly Branch[];
}

function Tree({ id, turns, branches }: TreeProps) {
  const title = useStory((now) => now.title);
  const narrow = useMedia(NARROW);
  const [wanted, setWanted] = useState<string | null>(null);
  const [plays, setPlays] = useState(false);
  const [compares, setCompares] = useState(false);
  const lines = storyLines(turns, branches);
  const here = turns.find(({ current }) => current) ?? turns.at(-1);
  const turn = turns.find((one) => one.id === wanted) ?? here;
  const way = turn ? wayThrough(lines, turn.id) : [];
  const place = way.findIndex((one) => one.id === turn?.id);
  const next = way[place + 1]?.id ?? null;
  const pick = (one: string): void => {
    setPlays(false);
    setWanted(one);
  };
  const scrub = useRef<HTMLDivElement>(null);
  // In a narrow window the list is longer than the window, and what was asked for stands below it.
  const reveal = (): void => {
    if (!narrow) return;
    scrub.current?.focus({ preventScroll: true });
    scrub.current?.scrollIntoView({ block: "start" });
  };
  useEffect(() => {
    if (!plays) return;
    if (next === null) return setPlays(false);
    const timer = setTimeout(() => setWanted(next), REPLAY_MS);
    return () => clearTimeout(timer);
  }, [plays, next]);
  if (!turn) return null;
  const line = lines.find((one) => one.turns.some((each) => each.id === turn.id));
  const last = way.at(-1)?.scene ?? 0;
  const replay = (): void => {
    if (!plays && next === null && way[0]) setWanted(way[0].id);
    setPlays(!plays);
    if (!plays) reveal();
  };
  const compare = (): void => {
    setCompares(!compares);
    reveal();
  };
  const pickInList = (one: string): void => {
    pick(one);
    setCompares(false);
    reveal();
  };
  return (
    <Page
      title="Timeline"
      about={`${title}. ${count(lines.length, "branch", "branches")}, ${count(turns.length, "scene", "scenes")}, all of it kept.`}
      actions={
        <>
          {lines.length > 1 && (
            <Button kind="text" dense aria-pressed={compares} onClick={compare}>
              {compares ? "Back to the scene" : "Compare branches"}
            </Button>
          )}
          <Button dense onClick={replay}>
            {plays ? (
              <Pause size={16} strokeWidth={1.75} aria-hidden />
            ) : (
              <Play size={16} strokeWidth={1.75} aria-hidden />
            )}
            {plays ? "Pause" : `Replay from ${sceneName(next === null ? 0 : turn.scene)}`}
          </Button>
        </>
      }
    >
      <div className={styles.tree} data-region>
        {narrow ? (
          <>
            <StoryList lines={lines} picked={turn.id} onPick={pickInList} />
            <Legend />
          </>
        ) : (
          <StoryMap lines={lines} picked={turn.id} onPick={pick} />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: goes to the focus of who picked a scene above it */}
      <div ref={scrub} className={styles.scrub} role="group" aria-label="Scene" tabIndex={-1}>
        <IconButton label="To the opening" onClick={() => way[0] && pick(way[0].id)}>
          <SkipBack size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <div className={styles.slider}>
          <Slider
            bare
            label="Scene"
            value={Math.max(0, place)}
            min={0}
            max={Math.max(1, way.length - 1)}
            step={1}
            valueText={`${sceneTitle(turn.scene)} of ${last}`}
            onChange={(to) => way[to] && pick(way[to].id)}
          />
        </div>
        <p className={styles.place}>
          {sceneTitle(turn.scene)} of {last}
        </p>
      </div>
      {line?.branch && <BranchName key={line.branch} id={id} branch={line.branch} title={line.title} />}
      {compares ? (
        <CompareBranches id={id} branches={branches} here={here?.branchId ?? ""} />
      ) : (
        <SceneDetail key={turn.id} id={id} turn={turn} lines={lines} onPick={pick} />
      )}
    </Page>
  );
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
