import { openStore, type Store } from "@narratoria/persistence";
import { inFreshHome } from "./home.js";

/** A story with nothing but its opening. */
export interface BareStory {
  readonly store: Store;
  readonly id: string;
  /** Tells a turn at which the in-game clock stands so. */
  tell(minutes: number): Promise<void>;
}

/** Does something with a store in a fresh data folder and a story that has just begun. */
export function withStory<Result>(
  work: (story: BareStory) => Promise<Result>,
  options: Omit<Parameters<typeof openStore>[0], "dataDir"> = {},
): Promise<Result> {
  return inFreshHome(async (dataDir) => {
    const store = await openStore({ dataDir, ...options });
    try {
      const story = await bareStory(store);
      await story.tell(0);
      return await work(story);
    } finally {
      await store.close();
    }
  });
}

/** A story of a store, before its opening. */
export async function bareStory(store: Store): Promise<BareStory> {
  const { id } = await store.createPlaythrough({
    campaign: "measure",
    campaignPath: "/measure",
    campaignVersion: "1.0.0",
    title: "Measure",
    seed: "1",
  });
  const session = await store.openSession(id);
  return {
    store,
    id,
    async tell(minutes) {
      const head = await store.head(id);
      await store.commitTurn({
        playthroughId: id,
        sessionId: session.id,
        parentId: head?.id ?? null,
        scene: head ? head.scene + 1 : 0,
        choice: null,
        plans: [],
        results: [],
        patches: [],
        rolls: [],
        state: { clock: { minutes } },
        sceneRecord: { paragraphs: ["It rains."] },
        memories: [],
        narrator: "storybook",
      });
    },
  };
}

/** Memories of sentences that are all different. */
export function manyMemories(count: number): { change: "store"; dataType: "memory"; record: { summary: string } }[] {
  const people = ["Osk", "Marta", "Ilse", "Bram", "Ódile"];
  const deeds = ["rang the bell", "hid a letter", "paid the debt", "cut the rope", "asked about the fire"];
  return Array.from({ length: count }, (_, n) => {
    const [person, deed] = [people[n % 5], deeds[Math.floor(n / 5) % 5]];
    const record = {
      summary: `${person} ${deed} at house ${n}.`,
      characters: [`p${n % 5}`],
      tags: [`t${n % 7}`],
      weight: n,
    };
    return { change: "store", dataType: "memory", record };
  });
}

/** Milliseconds that something takes, of so many times the slowest but one in twenty: what else the machine does is left out. */
export async function nineteenOfTwenty(times: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const startedAt = performance.now();
    await work(n);
    taken.push(performance.now() - startedAt);
  }
  taken.sort((a, b) => a - b);
  return taken[Math.ceil(0.95 * times) - 1] ?? Number.NaN;
}
