/** All screens, by their address. */
import { Suspense, useEffect } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { Boundary } from "./frame/boundary.js";
import { Frame } from "./frame/frame.js";
import { Fetching, late } from "./frame/late.js";
import { usePreferences } from "./frame/use-preferences.js";
import { useNews } from "./frame/use-news.js";
import { show } from "./look/preferences.js";
import { StoryMusic } from "./screens/story/music.js";
import StoryScreen from "./screens/story/story-screen.js";

const LibraryScreen = late(() => import("./screens/library/library-screen.js"));
const WhoScreen = late(() => import("./screens/who/who-screen.js"));
const TimelineScreen = late(() => import("./screens/timeline/timeline-screen.js"));
const MemoriesScreen = late(() => import("./screens/memories/memories-screen.js"));
const PeopleScreen = late(() => import("./screens/people/people-screen.js"));
const GalleryScreen = late(() => import("./screens/gallery/gallery-screen.js"));
const StateScreen = late(() => import("./screens/state/state-screen.js"));
const ToolsScreen = late(() => import("./screens/tools/tools-screen.js"));
const SettingsScreen = late(() => import("./screens/settings/settings-screen.js"));

/** Screens without the music of the story: it is not open there, or they have sounds of their own. */
const QUIET = new Set(["library", "new", "gallery"]);

export function App() {
  const preferences = usePreferences();
  const [location] = useLocation();
  useNews();
  useEffect(() => {
    show(preferences);
    const queries = [matchMedia("(prefers-color-scheme: dark)"), matchMedia("(prefers-contrast: more)")];
    const again = (): void => show(preferences);
    for (const query of queries) query.addEventListener("change", again);
    return () => {
      for (const query of queries) query.removeEventListener("change", again);
    };
  }, [preferences]);
  const screen = location.split("/")[1] ?? "";
  return (
    <Frame>
      <StoryMusic quiet={QUIET.has(screen)} />
      <Boundary what="This screen" isScreen key={screen}>
        <Suspense fallback={<Fetching />}>
          <Switch>
            <Route path="/library" component={LibraryScreen} />
            <Route path="/new/:campaign" component={WhoScreen} />
            <Route path="/story/:playthrough?/:scene?" component={StoryScreen} />
            <Route path="/timeline" component={TimelineScreen} />
            <Route path="/memories/:id?" component={MemoriesScreen} />
            <Route path="/people/:id?" component={PeopleScreen} />
            <Route path="/gallery" component={GalleryScreen} />
            <Route path="/state" component={StateScreen} />
            <Route path="/tools/:turn?" component={ToolsScreen} />
            <Route path="/settings/:page?/:item?" component={SettingsScreen} />
            <Route>
              <Redirect to="/library" replace />
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
    </Frame>
  );
}
