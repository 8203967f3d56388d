import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type NewTurn, openStore, type Store } from "../../src/index.js";

/** A fresh data folder that goes when the test ends. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "narratoria-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store with a clock and ids that count up, so that nothing depends on the wall clock. */
export async function openTestStore(dataDir = freshFolder()): Promise<Store> {
  let time = 1_000;
  let ids = 0;
  const store = await openStore({ dataDir, now: () => ++time, newId: () => `id-${++ids}` });
  onTestFinished(() => store.close());
  return store;
}

export const LANTERN = {
  campaign: "lantern",
  campaignPath: "/stories/lantern",
  title: "The Lantern",
  campaignVersion: "1.0.0",
  seed: "7",
};

/** A story with a session, ready for turns. */
export async function begin(store: Store, playthrough = LANTERN): Promise<Story> {
  const { id } = await store.createPlaythrough(playthrough);
  const session = await store.openSession(id);
  return new Story(store, id, session.id);
}

/** Commits turns one after the other and knows where it stands. */
export class Story {
  head: string | null = null;
  scene = 0;

  constructor(
    readonly store: Store,
    readonly id: string,
    readonly sessionId: string,
  ) {}

  /** A plausible turn after the head, with one memory of each summary. */
  next(summaries: readonly (string | object)[] = [], changes: Partial<NewTurn> = {}): NewTurn {
    const scene = this.head === null ? 0 : this.scene + 1;
    return {
      playthroughId: this.id,
      sessionId: this.sessionId,
      parentId: this.head,
      scene,
      choice: scene === 0 ? null : { id: `c${scene}`, text: "Wait" },
      plans: [{ requestId: `p${scene}`, tools: [] }],
      results: [{ planId: `p${scene}`, success: true }],
      patches: [{ clock: { minutes: scene * 10 } }],
      rolls: [{ formula: "2d6", dice: [3, 4], modifiers: [{ label: "stealth", value: 1 }], total: 8 }],
      state: { clock: { minutes: scene * 10 } },
      sceneRecord: { scene, paragraphs: [`Scene ${scene} begins. It goes on.`], ended: false },
      memories: summaries.map((memory, index) => ({
        id: `m${scene}-${index}`,
        record:
          typeof memory === "string" ? { summary: memory, scene, characters: [], location: "", tags: [] } : memory,
      })),
      narrator: "storybook",
      ...changes,
    };
  }

  async tell(summaries: readonly (string | object)[] = [], changes: Partial<NewTurn> = {}): Promise<string> {
    const turn = await this.store.commitTurn(this.next(summaries, changes));
    this.head = turn.id;
    this.scene = turn.scene;
    return turn.id;
  }

  async backTo(turnId: string): Promise<void> {
    await this.store.moveHead(this.id, turnId);
    this.head = turnId;
    this.scene = (await this.store.turn(turnId))?.scene ?? 0;
  }
}
