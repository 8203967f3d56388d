/** The story that the page shows: its scenes, and the turn that is being taken. */
import type { Trouble } from "../../server/answers.js";
import type { News, TurnEnd } from "../../server/hub.js";
import type { LinkedScene, PageEvent } from "../../server/linked-files.js";
import { api, got, troubleIn, UNREACHED } from "../server/api.js";
import { listen } from "../server/stream.js";
import { beginTurn, type Notice, type TurnNow, withEvent } from "./turn-now.js";

export interface Portrait {
  readonly person: string;
  readonly name: string;
  readonly alt: string;
  /** Who made it; `player` where the player has put it there. */
  readonly source: string;
  readonly url: string | null;
}

/** A turn that came to nothing: nothing of it was written down. */
export interface FailedTurn {
  readonly turnId: string;
  /** What was said of it, why it failed last. */
  readonly notices: readonly Notice[];
  /** Whether this page asked for it, and can ask again. */
  readonly canRepeat: boolean;
}

/** All that is known of the story at a moment. It is never changed, only replaced. */
export interface StoryNow {
  readonly id: string | null;
  readonly title: string;
  readonly campaign: string;
  /** Whether it has been opened. */
  readonly ready: boolean;
  /** Why it could not be opened. */
  readonly trouble: Trouble | null;
  /** What was refused last. */
  readonly refused: Trouble | null;
  /** The last turn, where it came to nothing. */
  readonly failed: FailedTurn | null;
  /** Scenes in story order, the newest last; earlier ones are asked for. */
  readonly scenes: readonly LinkedScene[];
  readonly turn: TurnNow | null;
  /** Whether a turn is being taken. */
  readonly running: boolean;
  /** The words of the choice that is being taken. */
  readonly chosen: string | null;
  /** Id of the turn whose scene is being told again: what is told stands in its place. */
  readonly retells: string | null;
  /** What happened before, where the story goes on from an earlier day. */
  readonly soFar: readonly string[];
  /** What was said beside the scenes, by the id of their turn. */
  readonly notices: Readonly<Record<string, readonly Notice[]>>;
  readonly portraits: readonly Portrait[];
  /** Whether the server is heard. */
  readonly connection: "opening" | "open" | "lost" | "refused";
  /** How often the stream of events was opened: news from before the newest one may not have come. */
  readonly streams: number;
}

const NOTHING: StoryNow = {
  id: null,
  title: "",
  campaign: "",
  ready: false,
  trouble: null,
  refused: null,
  failed: null,
  scenes: [],
  turn: null,
  running: false,
  chosen: null,
  retells: null,
  soFar: [],
  notices: {},
  portraits: [],
  connection: "opening",
  streams: 0,
};

/** What the story can be asked to do. */
export type Turn = Parameters<(typeof api.stories)[":id"]["turns"]["$post"]>[0]["json"];

/** What this page asked for last. */
interface Asked {
  readonly turn: Turn;
  readonly chosen: string | null;
  /** Id of the turn that came of it; null until the server has said. */
  readonly turnId: string | null;
}

/** So many turns that are over are known, for what is told of them afterwards. */
const OVER_KEPT = 20;

export class LiveStory {
  #now: StoryNow = NOTHING;
  #asked: Asked | null = null;
  /** Whether a turn is on its way to the server. */
  #isAsking = false;
  /** How often the story was asked for: an answer counts only where nothing was asked for since. */
  #questions = 0;
  /** The scene that the events told last: an answer that was asked for before may be older. */
  #heard: LinkedScene | null = null;
  /** Id of the turn that the news said last to have begun. */
  #begun: string | null = null;
  /** Ids of turns that are over, and whether they failed. Their last events may come after the news of it. */
  readonly #overTurns = new Map<string, boolean>();
  #end: () => void = () => {};
  readonly #listeners = new Set<() => void>();
  readonly #newsListeners = new Set<(news: News) => void>();

  constructor() {
    this.#follow();
  }

  readonly now = (): StoryNow => this.#now;

  /** @returns What ends it. */
  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @returns What ends it. */
  onNews(listener: (news: News) => void): () => void {
    this.#newsListeners.add(listener);
    return () => this.#newsListeners.delete(listener);
  }

  /** Shows a story; null for none. Nothing happens where it is shown already. */
  show(id: string | null): void {
    if (id === this.#now.id) return;
    const { connection, streams } = this.#now;
    this.#now = { ...NOTHING, id, connection, streams };
    this.#asked = null;
    this.#isAsking = false;
    this.#heard = null;
    this.#begun = null;
    this.#tell();
    this.#follow();
    if (id !== null) void this.reload();
  }

  /** Asks anew for what the story shows. */
  async reload(): Promise<void> {
    const { id } = this.#now;
    if (id === null) return;
    const question = ++this.#questions;
    const heard = this.#heard;
    const isLast = (): boolean => this.#now.id === id && this.#questions === question;
    try {
      const story = await got(api.stories[":id"].$get({ param: { id } }));
      if (!isLast()) return;
      if (this.#heard !== heard && this.#heard?.turnId !== story.scenes.at(-1)?.turnId) return await this.reload();
      const running = this.#isAsking || this.#isRunning(story.running) || this.#isRunning(this.#begun);
      // Scenes that the page has beyond the newest stay: the text below them would jump.
      const { scenes } = this.#now;
      const first = scenes.findIndex(({ turnId }) => turnId === story.scenes[0]?.turnId);
      this.#set({
        title: story.title,
        campaign: story.campaign,
        ready: true,
        trouble: null,
        scenes: [...scenes.slice(0, Math.max(0, first)), ...story.scenes],
        portraits: story.portraits,
        running,
        chosen: running ? (story.chosen ?? this.#now.chosen) : null,
        retells: running ? (story.retells ?? this.#now.retells) : null,
      });
    } catch (error) {
      if (isLast()) this.#set({ trouble: troubleIn(error), ready: true, running: false });
    }
  }

  /** Opens a story once more that could not be opened, and follows it. */
  async openAgain(): Promise<void> {
    await this.reload();
    if (this.#now.trouble === null) this.#follow();
  }

  /** Asks for scenes before those that are shown. */
  async earlier(count = 20): Promise<void> {
    const { id, scenes } = this.#now;
    const first = scenes[0]?.scene ?? 0;
    if (id === null || first === 0) return;
    const query = { from: Math.max(0, first - count), to: first - 1 };
    const before = await got(api.stories[":id"].scenes.$get({ param: { id }, query }));
    if (this.#now.id === id && this.#now.scenes[0]?.scene === first)
      this.#set({ scenes: [...before, ...this.#now.scenes] });
  }

  /**
   * Has the story do something; what comes of it comes with the events.
   *
   * @throws {ServerTrouble} Where it is refused; the story is as it was.
   */
  async take(turn: Turn, chosen: string | null = null): Promise<void> {
    const { id } = this.#now;
    if (id === null || this.#now.running) return;
    this.#asked = { turn, chosen, turnId: null };
    this.#isAsking = true;
    this.#set({ running: true, chosen, retells: null, refused: null, failed: null });
    try {
      const { turn: turnId } = await got(api.stories[":id"].turns.$post({ param: { id }, json: turn }));
      if (this.#now.id !== id) return;
      this.#isAsking = false;
      this.#asked = { turn, chosen, turnId };
      // It may have failed before the answer came.
      if (this.#now.failed?.turnId === turnId) this.#set({ failed: { ...this.#now.failed, canRepeat: true } });
    } catch (error) {
      if (this.#now.id === id) {
        this.#isAsking = false;
        this.#set({ running: false, chosen: null, refused: troubleIn(error) });
        await this.reload();
      }
      throw error;
    }
  }

  /** Asks once more for what the turn that failed was to do. @throws {ServerTrouble} As `take`. */
  async repeat(): Promise<void> {
    if (this.#asked !== null) await this.take(this.#asked.turn, this.#asked.chosen);
  }

  /** Says no more of what failed or was refused last. */
  forgetFailure(): void {
    this.#set({ failed: null, refused: null });
  }

  /** Stops the turn: the story is as it was before the choice. */
  async stop(): Promise<void> {
    const { id } = this.#now;
    if (id !== null) await got(api.stories[":id"].turn.$delete({ param: { id } }));
  }

  /** Tries at once to hear the server again. */
  reconnect(): void {
    this.#follow();
  }

  #follow(): void {
    this.#end();
    this.#begun = null;
    this.#end = listen({
      story: this.#now.id,
      onTurn: (event) => this.#hear(event),
      onNews: (news) => {
        if (news.type === "changed" && news.what === "portraits") void this.reload();
        if (news.type === "turn_begun" && news.story === this.#now.id && !this.#overTurns.has(news.turn)) {
          this.#begun = news.turn;
          const chosen = news.chosen ?? this.#now.chosen;
          this.#set({ running: true, chosen, retells: news.retells, refused: null, failed: null });
        }
        if (news.type === "turn_over" && news.story === this.#now.id) this.#over(news);
        if (news.type === "standing" && news.story === this.#now.id && news.over !== null) this.#over(news.over);
        for (const listener of this.#newsListeners) listener(news);
      },
      onOpen: () => {
        // After a break the story may stand elsewhere.
        const isBack = this.#now.connection === "lost";
        if (isBack) void this.reload();
        // That nobody answered is over.
        const { refused, streams } = this.#now;
        this.#set({
          connection: "open",
          streams: streams + 1,
          ...(isBack && refused?.code === UNREACHED.code && { refused: null }),
        });
      },
      onLost: () => {
        // Whether its turn goes on, only the next answer says.
        this.#begun = null;
        this.#set({ connection: "lost" });
      },
      onRefused: () => this.#set({ connection: "refused" }),
      onClosed: () => void this.openAgain(),
    });
  }

  #hear(event: PageEvent): void {
    const { turn, scenes } = this.#now;
    if (turn?.id === event.turn && event.seq <= turn.seq) return;
    const known = turn?.id === event.turn ? turn : beginTurn(event);
    const next = withEvent(known, event);
    this.#set({ turn: next });
    if (event.type === "story") this.#set({ soFar: event.soFar ?? [] });
    if (event.type !== "scene") {
      if (this.#overTurns.has(event.turn)) this.#settle(event.turn);
      else if (next.scene === null && !scenes.some((scene) => scene.turnId === event.turn))
        this.#set({ running: true, failed: null });
      return;
    }
    const { turn: turnId, seq: _seq, at: _at, ...scene } = event;
    this.#heard = scene;
    this.#set({
      failed: null,
      retells: null,
      ...(this.#overTurns.has(event.turn) ? { running: false, chosen: null } : {}),
      ...(next.notices.length > 0 && { notices: { ...this.#now.notices, [event.turnId]: next.notices } }),
    });
    const last = scenes.at(-1);
    if (last === undefined) {
      // None comes before an opening: what was read of it while it was told stays. Else the scenes before it are on the way, and it with them.
      if (scene.scene === 0) this.#set({ scenes: [scene], ready: true });
      return void this.reload();
    }
    this.#set({ scenes: [...leadingTo(scene, scenes), scene] });
    const isNext = turnId === scene.turnId && scene.scene === last.scene + 1;
    // The story went elsewhere, or to the same scene in other words: what led there may be another row of scenes.
    if (!isNext && last.turnId !== scene.turnId) void this.reload();
  }

  #over({ turn, failed }: TurnEnd): void {
    this.#overTurns.set(turn, failed);
    const [oldest] = this.#overTurns.keys();
    if (this.#overTurns.size > OVER_KEPT && oldest !== undefined) this.#overTurns.delete(oldest);
    const { turn: now } = this.#now;
    // Its scene is on the way: until then the choices on the page are those of the one before.
    if (!failed && now?.id === turn && now.scene === null) return void this.reload();
    this.#set({ running: false, chosen: null, retells: null });
    this.#settle(turn);
  }

  #isRunning(turn: string | null): boolean {
    return turn !== null && !this.#overTurns.has(turn);
  }

  /** What was told of a turn that came to nothing is no part of the story. Why it failed is said, and is the last that is said of it. */
  #settle(turnId: string): void {
    const { turn } = this.#now;
    if (turn?.id !== turnId || !this.#overTurns.get(turnId) || turn.notices.length === 0) return;
    this.#set({ failed: { turnId, notices: turn.notices, canRepeat: this.#asked?.turnId === turnId } });
  }

  #set(changes: Partial<StoryNow>): void {
    this.#now = { ...this.#now, ...changes };
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Scenes of the page that may have led to one. */
function leadingTo({ turnId, scene }: LinkedScene, scenes: readonly LinkedScene[]): readonly LinkedScene[] {
  const known = scenes.findIndex((one) => one.turnId === turnId);
  return known < 0 ? scenes.filter((one) => one.scene < scene) : scenes.slice(0, known);
}
