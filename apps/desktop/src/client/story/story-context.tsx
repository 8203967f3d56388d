/** The story that all screens show. */
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { LiveStory, type StoryNow } from "./live-story.js";

const Context = createContext<LiveStory | null>(null);
/** A reload comes back to the same story. */
const LAST = "narratoria.story";

export function StoryProvider({ children }: { readonly children: ReactNode }) {
  const [story] = useState(() => {
    const live = new LiveStory();
    live.show(sessionStorage.getItem(LAST));
    return live;
  });
  useEffect(
    () =>
      story.listen(() => {
        const { id } = story.now();
        if (id === null) sessionStorage.removeItem(LAST);
        else sessionStorage.setItem(LAST, id);
      }),
    [story],
  );
  return <Context.Provider value={story}>{children}</Context.Provider>;
}

/** The story itself: what can be done with it. */
export function useLiveStory(): LiveStory {
  const story = useContext(Context);
  if (story === null) throw new Error("There is no story around this.");
  return story;
}

/** What is known of it now. */
export function useStoryNow(): StoryNow {
  const story = useLiveStory();
  return useSyncExternalStore(story.listen, story.now);
}

/** One thing of it; nothing is drawn anew while that stays the same. */
export function useStory<Value>(select: (now: StoryNow) => Value): Value {
  const story = useLiveStory();
  return useSyncExternalStore(story.listen, () => select(story.now()));
}
