import type { TextGenerator } from "../models.js";
import type { ModelHost } from "./model-host.js";

/** The model host as the small interface that skills' texts are written by. Implements rule NA155. */
export function hostGenerator(host: ModelHost): TextGenerator {
  return {
    get id() {
      return host.status.model?.id ?? "model";
    },
    async *generate({ system = "", ...request }, { signal }) {
      let waiting: string[] = [];
      let wake = (): void => {};
      let over = false;
      const onText = (piece: string): void => {
        waiting.push(piece);
        wake();
      };
      const writing = host.write({ sequence: "prose", system, ...request }, { signal, onText }).finally(() => {
        over = true;
        wake();
      });
      // Its failure is told below, once what came before it has been given.
      writing.catch(() => {});
      for (;;) {
        const given = waiting;
        waiting = [];
        yield* given;
        if (over && waiting.length === 0) break;
        if (waiting.length === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
      await writing;
    },
  };
}
