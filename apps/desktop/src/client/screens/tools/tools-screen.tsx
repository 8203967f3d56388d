/** The workings of a turn: its plans as graphs, and all that its tools did and said. */
import { Copy, Download, Square, Workflow } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useParams } from "wouter";
import { NoStory } from "../../frame/no-story.js";
import { Page } from "../../frame/page.js";
import { Waiting } from "../../parts/answered.js";
import { Button } from "../../parts/button.js";
import { copyText, saveText } from "../../parts/copy.js";
import { Empty } from "../../parts/empty.js";
import { TroubleNotice } from "../../parts/notice.js";
import { troubleIn } from "../../server/api.js";
import { sceneTitle } from "../../story/past.js";
import { useLiveStory, useStoryNow } from "../../story/story-context.js";
import { PlanView } from "./plan-view.js";
import { ToolDetail } from "./tool-detail.js";
import { ToolTabs } from "./tool-tabs.js";
import styles from "./tools.module.css";
import { TurnChips } from "./turn-chips.js";
import { useWorkings } from "./use-workings.js";
import { duration, type Tool, type Workings } from "./workings.js";

export default function ToolsScreen() {
  const { id } = useStoryNow();
  if (id !== null) return <StoryTools id={id} />;
  return (
    <Page title="Tools">
      <NoStory />
    </Page>
  );
}

/** A tool of a plan. */
export interface Picked {
  readonly plan: number;
  readonly tool: string;
}

function StoryTools({ id }: { readonly id: string }) {
  const { turn } = useParams();
  const [, go] = useLocation();
  const story = useLiveStory();
  const { running, scenes } = useStoryNow();
  const { workings, isLive, turnId, scene, report, error, again } = useWorkings(id, turn ?? null);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [tab, setTab] = useState("events");
  useEffect(() => setPicked(null), [turnId]);
  const tool = toolOf(workings, picked);
  const save = (): void => {
    if (workings) saveText(JSON.stringify(report, null, 2), "turn-trace.json", "application/json");
  };

  return (
    <Page
      title="Tools"
      about={scene === null ? null : `${sceneTitle(scene)}${workings ? `, ${planWords(workings)}` : ""}`}
      actions={
        workings && (
          <>
            <Button dense onClick={() => void copyText(JSON.stringify(report, null, 2), "The report")}>
              <Copy size={16} strokeWidth={1.75} aria-hidden />
              Copy report
            </Button>
            <Button dense onClick={save}>
              <Download size={16} strokeWidth={1.75} aria-hidden />
              Save trace
            </Button>
            {isLive && (
              <Button dense onClick={() => void story.stop()}>
                <Square size={16} strokeWidth={1.75} aria-hidden />
                Stop turn
              </Button>
            )}
          </>
        )
      }
    >
      <div className={styles.turns}>
        <TurnChips
          id={id}
          isLive={isLive}
          turn={turn ?? null}
          onPick={(wanted) => go(wanted === null ? "/tools" : `/tools/${wanted}`)}
        />
        {workings && <p className={styles.times}>{timesLine(workings)}</p>}
      </div>
      {error ? (
        <TroubleNotice {...troubleIn(error)} actions={[{ label: "Try again", run: again }]} />
      ) : workings === undefined ? (
        <Waiting>Reading the workings of this turn</Waiting>
      ) : workings === null || workings.plans.length === 0 ? (
        <Empty icon={Workflow} title={emptyTitle(scenes.length <= 1 && turn === undefined, workings)}>
          <p>
            {scenes.length <= 1 && turn === undefined
              ? "After your first choice, its plan and its tools are shown here."
              : "The workings of the last 50 turns are kept, until a memory is edited or forgotten."}
          </p>
        </Empty>
      ) : (
        <>
          <div className={styles.plans}>
            {workings.plans.map((plan) => (
              <PlanView
                key={plan.attempt}
                plan={plan}
                of={workings.plans.length}
                picked={picked?.plan === plan.attempt ? picked.tool : null}
                onPick={(one) => setPicked(one === null ? null : { plan: plan.attempt, tool: one })}
              />
            ))}
          </div>
          <div className={styles.below} data-detail={tool !== null}>
            <ToolTabs
              workings={workings}
              picked={picked}
              tool={tool}
              tab={tab}
              onTab={setTab}
              onAll={() => setPicked(null)}
            />
            {tool && (
              <ToolDetail
                id={id}
                tool={tool}
                canRetry={!running && turnId === scenes.at(-1)?.turnId && (scene ?? 0) > 0}
                onLog={() => setTab("logs")}
              />
            )}
          </div>
        </>
      )}
    </Page>
  );
}

function emptyTitle(isFirst: boolean, workings: Workings | null): string {
  if (isFirst) return "No turn has run yet";
  return workings === null ? "Nothing is kept of this turn" : "No tool ran in this turn";
}

function toolOf(workings: Workings | null | undefined, picked: Picked | null): Tool | null {
  const plan = workings?.plans.find(({ attempt }) => attempt === picked?.plan);
  return plan?.tools.find(({ id }) => id === picked?.tool) ?? null;
}

function planWords({ plans }: Workings): string {
  return plans.length === 0 ? "no plan" : `plan ${plans.at(-1)?.attempt ?? 1} of at most 5`;
}

function timesLine({ timeMs, durationMs }: Workings): string {
  const parts = [
    timeMs["firstText"] === undefined ? "" : `First text ${duration(timeMs["firstText"])}.`,
    timeMs["choices"] === undefined ? "" : `Choices ${duration(timeMs["choices"])}.`,
    durationMs === null ? "" : `Turn ${duration(timeMs["total"] ?? durationMs)}.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}
