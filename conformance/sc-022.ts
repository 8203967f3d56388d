import { createHash } from "node:crypto";
import { appendFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openEngine, type Story, type StoryPortrait } from "@narratoria/engine";
import { testCampaign } from "./support/campaigns.js";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";

const WAIT_MS = 60_000;
const LEAST = 2;
/** A story that brings no pictures of its own: they are drawn. */
const CAMPAIGN = testCampaign("nine-wells");

export type Seen022 = Readonly<Record<string, string>>;

/** @param sessions - In each the hash of the picture of each person. */
export function judge022(sessions: readonly Seen022[]) {
  const [first = {}, ...later] = sessions;
  const people = Object.keys(first);
  const kept = people.filter((person) => later.every((session) => session[person] === first[person]));
  const distinct = new Set(Object.values(first)).size === people.length;
  return {
    met: people.length >= LEAST && later.length > 0 && kept.length === people.length && distinct,
    found: `${kept.length} of ${people.length} people have their picture again`,
  };
}

/** Put behind each picture that is kept between the two sittings: one that is drawn anew in the second lacks it. */
const MARK = "kept";

/** Two sittings of one story, each in an engine of its own. */
export const sc022: Criterion = {
  id: "SC-022",
  title: "Portrait cross-session",
  target: "each person has the same portrait in a later session, and no other's",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const sessions: Seen022[] = [];
      for (const session of [1, 2]) {
        if (session === 2) await markKept(join(dataDir, "skill-data", "character-portraits", "data"));
        const engine = await openEngine({ dataDir });
        try {
          const story = await engine.play(CAMPAIGN, { seed: "22" });
          for await (const _ of story.begin());
          const drawn = (): StoryPortrait[] => story.portraits().filter(({ source }) => source === "local");
          const wanted = Object.keys(sessions[0] ?? {});
          const isReady = (): boolean =>
            drawn().length >= LEAST && wanted.every((one) => drawn().some(({ person }) => person === one));
          await portraitsOf(story, isReady);
          const mark = session === 1 ? MARK : "";
          sessions.push(Object.fromEntries(await Promise.all(drawn().map((one) => hashed(one, mark)))));
        } finally {
          await engine.close();
        }
      }
      return judge022(sessions);
    }),
};

async function hashed({ person, path }: StoryPortrait, mark: string): Promise<[string, string]> {
  const bytes = path === null ? "" : await readFile(path);
  return [person, createHash("sha256").update(bytes).update(mark).digest("hex")];
}

async function markKept(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true }))
    if (name.endsWith(".png")) await appendFile(join(folder, name), MARK);
}

/** Settles when the portraits are there that are waited for, or nobody waits any longer. */
function portraitsOf(story: Story, isReady: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, WAIT_MS);
    const unlisten = story.onPortrait(look);
    function end(): void {
      clearTimeout(timer);
      unlisten();
      resolve();
    }
    function look(): void {
      if (isReady()) end();
    }
    look();
  });
}
