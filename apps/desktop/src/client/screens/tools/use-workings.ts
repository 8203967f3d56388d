/** The workings of the turn that is asked for: live while it runs, from its trace once it is over. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { askTrace, useTree } from "../../story/past.js";
import { useStoryNow } from "../../story/story-context.js";
import { liveWorkings, tracedWorkings, type Workings } from "./workings.js";

interface Asked {
  /** Undefined until it is known; null where nothing is kept. */
  readonly workings: Workings | null | undefined;
  /** Whether the turn runs now. */
  readonly isLive: boolean;
  readonly turnId: string | null;
  /** Number of the scene that the turn tells; null where nobody knows. */
  readonly scene: number | null;
  /** All that is known of it, for whoever looks for a fault; without secrets. */
  readonly report: unknown;
  readonly error: unknown;
  again(): void;
}

const TICK_MS = 250;

/** @param wanted - Id of a turn; null for the one that runs, or ran last. */
export function useWorkings(id: string, wanted: string | null): Asked {
  const { turn, running, scenes, ready } = useStoryNow();
  const tree = useTree(id);
  // Before its plan is there, a turn has nothing to show: the one before stays.
  const isLive = wanted === null && running && turn !== null && turn.plans.length > 0 && turn.scene === null;
  const now = useClock(isLive);
  const worked = turn !== null && turn.plans.length > 0;
  const last = scenes.at(-1);
  const turnId = wanted ?? (worked ? turn.id : (last?.turnId ?? null));
  const trace = useQuery({
    queryKey: ["story", id, "trace", turnId],
    queryFn: () => askTrace(id, turnId ?? ""),
    enabled: turnId !== null && !isLive,
  });
  const told = tree.data?.turns.find((one) => one.id === turnId)?.scene ?? null;
  const scene = isLive ? (last?.scene ?? -1) + 1 : told;
  const again = (): void => void trace.refetch();
  if (isLive) {
    const workings = liveWorkings(turn, now);
    return { workings, isLive, turnId: turn.id, scene, report: workings, error: null, again };
  }
  if (!ready) return { workings: undefined, isLive, turnId, scene, report: null, error: null, again };
  if (turnId === null) return { workings: null, isLive, turnId, scene, report: null, error: null, again };
  const kept = trace.data ? tracedWorkings(trace.data) : trace.data;
  // What was seen of a turn stays until its trace is there, and where none is kept.
  const seen = !kept && worked && turn.id === turnId ? liveWorkings(turn, turn.startedAt) : kept;
  const report = trace.data ?? seen;
  return { workings: seen, isLive, turnId, scene, report, error: trace.data === undefined ? trace.error : null, again };
}

/** The time, while somebody looks at something that runs. */
function useClock(runs: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}
