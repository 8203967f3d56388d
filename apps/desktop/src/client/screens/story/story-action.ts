/** Actions of notices that are the story's to do; the others lead to a page of settings. */
import type { NoticeAction } from "@narratoria/engine";
import type { Turn } from "../../story/live-story.js";

type StoryAction = Extract<Turn, { readonly do: "act" }>["action"];

/** @returns Null for what is no matter of the story. */
export function storyAction(action: NoticeAction): StoryAction | null {
  const { label } = action;
  switch (action.do) {
    case "retry_tool":
      return action.toolId === undefined ? null : { do: "retry_tool", label, toolId: action.toolId };
    case "tell_again":
      return { do: "tell_again", label };
    case "plain_scene":
      return { do: "plain_scene", label };
    case "restart_from":
      return action.turnId === undefined || action.scene === undefined
        ? null
        : { do: "restart_from", label, turnId: action.turnId, scene: action.scene };
    default:
      return null;
  }
}
