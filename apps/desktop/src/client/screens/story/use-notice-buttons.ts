/** What the buttons of a notice do. */
import { useLocation } from "wouter";
import { toast } from "../../frame/toasts.js";
import type { NoticeButton } from "../../parts/notice.js";
import { api, got, troubleIn } from "../../server/api.js";
import { useLiveStory } from "../../story/story-context.js";
import type { Notice } from "../../story/turn-now.js";
import { storyAction } from "./story-action.js";

/** Where the settings have what a notice is about, by its code. */
const PLACES: Readonly<Record<string, { readonly label: string; readonly path: string }>> = {
  model_gave_up: { label: "Choose another model", path: "/settings/narrator" },
  disk_full: { label: "Data folder", path: "/settings/data" },
};

/** @returns The buttons of a notice but for the one that hides it. @param hide - Called with the number of a notice that is dealt with. */
export function useNoticeButtons(turnId: string, hide: (seq: number) => void): (notice: Notice) => NoticeButton[] {
  const [, go] = useLocation();
  const story = useLiveStory();

  const turnOn = async (skill: string): Promise<void> => {
    try {
      await got(api.skills[":name"].enabled.$put({ param: { name: skill }, json: { on: true } }));
      toast({ text: "It is on from the next turn." });
    } catch (error) {
      toast({ text: troubleIn(error).message });
    }
  };
  const run = (action: Notice["actions"][number]): void => {
    const turn = storyAction(action);
    // What is refused is said over the story.
    if (turn !== null) story.take({ do: "act", action: turn }).catch(() => {});
    else if (action.do === "enable" && action.skill !== undefined) void turnOn(action.skill);
    else if (action.skill !== undefined) go(`/settings/skills/${encodeURIComponent(action.skill)}`);
    else go("/settings/data");
  };
  return ({ code, actions, cause, seq }) => {
    const place = PLACES[code];
    return [
      ...actions.map(
        (action): NoticeButton => ({
          label: action.label,
          run: () => {
            hide(seq);
            run(action);
          },
        }),
      ),
      ...(place ? [{ label: place.label, run: () => go(place.path) }] : []),
      ...(cause === undefined ? [] : [{ label: "Details", run: () => go(`/tools/${turnId}`) }]),
    ];
  };
}
