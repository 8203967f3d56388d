import type { EngineEvent } from "@narratoria/protocol/contracts";
import type { SceneEvent } from "../scene/scene-record.js";
import { EventQueue } from "./event-queue.js";

/**
 * What a turn brings, event by event as it comes. Whoever wants none of the events awaits it instead: it then waits until the turn is
 * over, and gives the scene on the table. Leaving the events early stops the turn.
 */
export interface TurnEvents extends AsyncIterable<EngineEvent>, PromiseLike<SceneEvent | null> {}

/** A turn that is being taken. */
export interface TurnWork {
  /** Takes it; `signal` fires when nobody wants the rest. */
  run(push: (event: EngineEvent) => void, signal: AbortSignal): Promise<void>;
  /** The scene on the table. */
  scene(): SceneEvent | null;
  /** It is over, whatever came of it. */
  over(): void;
}

/** Begins a turn at once. Implements rule EN462. */
export function beginTurn(work: TurnWork, given: AbortSignal | undefined): TurnEvents {
  const queue = new EventQueue<EngineEvent>();
  const left = new AbortController();
  const signal = given ? AbortSignal.any([given, left.signal]) : left.signal;
  const taken = work.run((event) => queue.push(event), signal).finally(work.over);
  const ended = taken.then(
    () => queue.close(),
    (error: unknown) => queue.fail(error),
  );
  const events = (async function* () {
    try {
      yield* queue;
    } finally {
      left.abort();
      await ended;
    }
  })();
  return {
    [Symbol.asyncIterator]: () => events,
    // oxlint-disable-next-line unicorn/no-thenable -- `await story.undo()` waits for the turn, as it reads.
    then: (onFulfilled, onRejected) => taken.then(work.scene).then(onFulfilled, onRejected),
  };
}
