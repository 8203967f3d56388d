/** What keys do in the story. */
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { sceneName } from "@narratoria/engine/shell";
import { announce } from "../../frame/announcer.js";
import { act, useAction } from "../../frame/keys.js";
import { toast } from "../../frame/toasts.js";
import { troubleIn } from "../../server/api.js";
import type { Turn } from "../../story/live-story.js";
import { useLiveStory, useStoryNow } from "../../story/story-context.js";

export function useStoryKeys(): void {
  const story = useLiveStory();
  const { scenes, running } = useStoryNow();
  const [, go] = useLocation();
  const newest = scenes.at(-1);
  const still = !running && newest !== undefined;

  // What a message offers to take back is not what it was once the story goes on.
  const offer = useRef<() => void>(() => {});
  useEffect(() => {
    if (running) offer.current();
  }, [running]);

  /** Does what needs no choice, and says what it came to. */
  const take = async (turn: Turn, say: () => (() => void) | void): Promise<void> => {
    try {
      await story.take(turn);
      offer.current = say() ?? (() => {});
    } catch (error) {
      toast({ text: troubleIn(error).message });
    }
  };
  useAction(
    "undo",
    () =>
      void take({ do: "undo" }, () =>
        toast({
          text: newest === undefined ? "Undone." : `Back at ${sceneName(Math.max(0, newest.scene - 1))}.`,
          action: { label: "Redo", run: () => act("redo") },
        }),
      ),
    still && newest.scene > 0,
  );
  useAction("redo", () => void take({ do: "redo" }, () => announce("Redone.")), still);
  useAction(
    "branch",
    () => {
      // Behind the last page there is nothing to choose: the scene to branch from is picked where all are seen.
      if (newest?.ended) return go("/timeline");
      return void take({ do: "branch" }, () =>
        toast({ text: "A new branch begins here.", action: { label: "Timeline", run: () => go("/timeline") } }),
      );
    },
    still,
  );
  useAction("stop", () => void story.stop(), running);
  useAction("previous-scene", () => scrollToScene(-1), newest !== undefined);
  useAction("next-scene", () => scrollToScene(1), newest !== undefined);
  useAction("scene-start", () => sceneInSight()?.scrollIntoView({ block: "start" }), newest !== undefined);
  useAction("scene-end", () => sceneInSight()?.scrollIntoView({ block: "end" }), newest !== undefined);
  useAction(
    "page-down",
    () => {
      const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 8;
      if (atEnd) document.querySelector<HTMLElement>("[data-choice]")?.focus();
      else scrollBy({ top: innerHeight * 0.85 });
    },
    newest !== undefined,
  );
}

function scenesOnPage(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("article[data-turn]")];
}

/** The scene at the top of the window. */
function sceneInSight(): HTMLElement | undefined {
  return scenesOnPage().findLast((scene) => scene.getBoundingClientRect().top <= 80) ?? scenesOnPage()[0];
}

function scrollToScene(step: 1 | -1): void {
  const all = scenesOnPage();
  const at = all.indexOf(sceneInSight() ?? document.body);
  const next = all[Math.min(all.length - 1, Math.max(0, at + step))];
  next?.scrollIntoView({ block: "start" });
  next?.focus({ preventScroll: true });
}
