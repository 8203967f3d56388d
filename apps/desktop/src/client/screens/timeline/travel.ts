/** Going to other places of the story tree. Nothing is lost by it. */
import type { LiveStory } from "../../story/live-story.js";
import type { Turn } from "./story-lines.js";

export async function branchFrom(story: LiveStory, turnId: string): Promise<void> {
  await story.take({ do: "branch", at: turnId });
  await settled(story);
}

export async function goTo(story: LiveStory, turnId: string): Promise<void> {
  await story.take({ do: "go_to", to: turnId });
  await settled(story);
}

/** Begins a branch at a scene, and takes a choice that was never taken there. */
export async function tryRoad(
  story: LiveStory,
  { id, scene, current }: Pick<Turn, "id" | "scene" | "current">,
  choice: { readonly id: string; readonly text: string },
): Promise<void> {
  // Where the story stands at that scene, its choice is just taken: a branch begins by itself where there is another.
  if (!current) await branchFrom(story, id);
  await story.take({ do: "choose", choice: choice.id, scene }, choice.text);
}

/** Waits until no turn runs. */
function settled(story: LiveStory): Promise<void> {
  return new Promise((resolve) => {
    if (!story.now().running) return resolve();
    const end = story.listen(() => {
      if (story.now().running) return;
      end();
      resolve();
    });
  });
}
