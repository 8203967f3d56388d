/** Something that a button does: whether it runs, and what went wrong. */
import { useState } from "react";
import { announce } from "../../frame/announcer.js";
import type { Trouble } from "../../../server/answers.js";
import { troubleIn } from "../../server/api.js";

export interface Doing<Args extends readonly unknown[]> {
  readonly running: boolean;
  readonly trouble: Trouble | null;
  run(...args: Args): void;
}

export function useDoing<Args extends readonly unknown[]>(work: (...args: Args) => Promise<unknown>): Doing<Args> {
  const [running, setRunning] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const run = (...args: Args): void => {
    if (running) return;
    setRunning(true);
    setTrouble(null);
    work(...args)
      .catch((error: unknown) => {
        const wrong = troubleIn(error);
        setTrouble(wrong);
        announce(wrong.message);
      })
      .finally(() => setRunning(false));
  };
  return { running, trouble, run };
}
