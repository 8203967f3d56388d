/** Forgetting with a way back, for the page. */
import { useSyncExternalStore } from "react";
import { announce } from "../../frame/announcer.js";
import { toast } from "../../frame/toasts.js";
import { troubleIn } from "../../server/api.js";
import { Forgetting } from "./forgetting.js";

const forgetting = new Forgetting();
addEventListener("pagehide", () => forgetting.leave());

export function useForgotten(): ReadonlySet<string> {
  return useSyncExternalStore(forgetting.listen, forgetting.hidden);
}

/** Has a memory forgotten, with ten seconds to think better of it. */
export function forget(memory: string, send: (leaving: boolean) => Promise<unknown>): void {
  forgetting.begin(memory, send);
  toast({
    text: "Memory forgotten.",
    action: {
      label: "Undo",
      run: () => {
        forgetting.takeBack(memory);
        announce("The memory is back.");
      },
    },
    gone: () =>
      void forgetting.finish(memory).then((error) => {
        if (error !== null) toast({ text: troubleIn(error).message });
      }),
  });
}
