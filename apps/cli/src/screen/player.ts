/** Plays a story on the drawn screen: keys in, turns run, state out. Knows nothing of how it is drawn. */
import type { EngineEvent, PlayerCharacter, Story } from "@narratoria/engine";
import { treeOrder } from "../play/branch-words.js";
import type { PlayEnd } from "../play/play-lines.js";
import type { Layout } from "./layout.js";
import { exportPage, promisesOf, rolledWords, summaryPage } from "./pages/ending-pages.js";
import { galleryPage } from "./pages/gallery-page.js";
import { memoriesPage } from "./pages/memories-page.js";
import type { Beside, Page, PageHost } from "./pages/page.js";
import { scenesPage } from "./pages/scenes-page.js";
import { settingsPage } from "./pages/settings-page.js";
import { statePage } from "./pages/state-page.js";
import { afterEvent, calmed, initialScreen, type ScreenState, startTurn, told } from "./state.js";

/** A key as the player means it. */
export type Key =
  | { readonly kind: "letter"; readonly letter: string }
  | { readonly kind: "up" | "down" | "enter" | "escape" | "page-up" | "page-down" | "home" | "end" }
  | { readonly kind: "erase" | "interrupt" | "suspend" };
/** How a play on the drawn screen ends: as any, because the terminal has become too small for it, or for another story. */
export type ScreenEnd = PlayEnd | "too_small" | "library";

export interface ScreenPlayer {
  readonly state: ScreenState;
  subscribe(listener: () => void): () => void;
  /** Tells the opening, or shows the scene where the story stands. */
  begin(): void;
  key(key: Key): void;
  /** What the window on the prose holds, known only once it is drawn. */
  drawn(drawn: Pick<Layout, "page" | "lastScroll" | "firstScroll" | "starts">): void;
  /** Ends the play: the running turn is stopped, what ended before is kept. */
  leave(end: PlayEnd): void;
  /** There is no room to draw any more: the screen ends when the running turn has, and the story can go on elsewhere. */
  shrink(): void;
  /** How the play ended. Fails with what kept the story from going on. */
  readonly end: Promise<ScreenEnd>;
}

export interface ScreenPlayerOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  /** Who the player is, in a story that has not begun. */
  readonly character?: PlayerCharacter;
  /** How long after a scene has come no key chooses. */
  readonly guardMs?: number;
  /** Ctrl-Z: gives the terminal back until the program goes on. */
  onSuspend?(): void;
  /** What can be reached beside the story: its past, its memories, settings. Without it there are no pages of them. */
  readonly beside?: Beside;
}

/** How often a running turn's seconds are counted. */
const TICK_MS = 250;
/** How long a word that only confirms something stands. */
const CALM_MS = 6000;
/** No stray key picks a choice that nobody has read, and no key that is held picks one after the other. */
const GUARD_MS = 400;

/** Letters that open and close a page over the scene. */
const PAGES: ReadonlySet<string> = new Set(["t", "d", "e", "m", "s", "g", ",", "a"]);
/** So many earlier scenes are read at once. */
const EARLIER_AT_ONCE = 20;
/** As many as no story has. */
const ALL_SCENES = 100_000;
export function createScreenPlayer(story: Story, options: ScreenPlayerOptions = {}): ScreenPlayer {
  const now = options.now ?? (() => performance.now());
  const guardMs = options.guardMs ?? GUARD_MS;
  /** Since when choices are on the table, or a key that came too early was the last. */
  let quietSince = Number.NEGATIVE_INFINITY;
  const listeners = new Set<() => void>();
  const { beside } = options;
  let state: ScreenState = { ...initialScreen(story.title), hasPast: beside !== undefined };
  let sizes: Parameters<ScreenPlayer["drawn"]>[0] = { page: 1, lastScroll: 0, firstScroll: 0, starts: [0] };
  let afterDrawing: (() => void) | null = null;
  let open: { readonly letter: string; readonly page: Page } | null = null;
  let stop: AbortController | null = null;
  let settle: (end: ScreenEnd) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  let over = false;
  let finalEnd: ScreenEnd | null = null;
  let calming: NodeJS.Timeout | undefined;
  const end = new Promise<ScreenEnd>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });

  const set = (next: ScreenState): void => {
    if (next === state || over) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const run = async (
    chosen: number | null,
    tell: (signal: AbortSignal) => AsyncIterable<EngineEvent>,
    onward = chosen !== null,
  ): Promise<void> => {
    const startedAt = now();
    const control = new AbortController();
    stop = control;
    clearTimeout(calming);
    open = null;
    set(startTurn(state, chosen, onward));
    const timer = setInterval(() => {
      if (state.running) set({ ...state, running: { ...state.running, elapsedMs: now() - startedAt } });
    }, TICK_MS);
    try {
      for await (const event of tell(control.signal)) {
        // The rows that the window on the prose has now.
        const inSight = state.running && state.running.paragraphs.length > 0 ? sizes.page + 1 : 0;
        const next = afterEvent(state, event);
        set(event.type === "scene" ? { ...next, sight: inSight } : next);
      }
      // A turn that was stopped before the first scene leaves nothing to go on with.
      if (!story.scene) finalEnd ??= "left";
      quietSince = now();
      set({ ...state, running: null });
      if (state.scene?.ended) void tellEnding();
      calmDown();
    } catch (error) {
      over = true;
      fail(error);
    } finally {
      clearInterval(timer);
      stop = null;
      if (finalEnd) {
        over = true;
        settle(finalEnd);
      }
    }
  };

  const calmDown = (): void => {
    clearTimeout(calming);
    calming = setTimeout(() => set(calmed(state)), CALM_MS);
    calming.unref();
  };

  /** Says for a moment why a key does nothing here. */
  const explain = (message: string): void => {
    set(told(state, message));
    calmDown();
  };

  const choose = (index: number): void => {
    const choice = state.scene?.choices[index];
    if (choice) void run(index, (signal) => story.choose(index + 1, { signal }));
  };

  /** @returns Whether a key may choose now; one that may not puts off the next. */
  const mayChoose = (): boolean => {
    const at = now();
    if (at - quietSince >= guardMs) return true;
    quietSince = at;
    return false;
  };

  const finish = (how: ScreenEnd): void => {
    finalEnd ??= how;
    if (stop) return;
    over = true;
    clearTimeout(calming);
    settle(finalEnd);
  };

  const leave = (how: PlayEnd): void => {
    finish(how);
    stop?.abort();
  };

  const scrollTo = (scroll: number): void => {
    set({ ...state, sight: 0, scroll: Math.max(sizes.firstScroll, Math.min(scroll, sizes.lastScroll)) });
  };

  /** Reads scenes before those that are drawn, then goes on. */
  const withEarlier = async (count: number, then: () => void): Promise<void> => {
    const oldest = state.earlier[0] ?? state.scene;
    const { scene, running } = state;
    if (!beside || running || !oldest || oldest.scene === 0) return then();
    const history = await beside.history();
    const scenes = await history.scenes({ from: Math.max(0, oldest.scene - count), to: oldest.scene - 1 });
    // Another scene may be on the table by now, or a key that was held has read them already.
    if (state.scene !== scene || state.running || (state.earlier[0] ?? state.scene) !== oldest) return;
    // How far can be scrolled is known once they are drawn.
    afterDrawing = then;
    set({ ...state, earlier: [...scenes, ...state.earlier] });
  };

  const readBack = (): void => {
    const wanted = state.scroll - sizes.page;
    if (wanted >= sizes.firstScroll) return scrollTo(wanted);
    void withEarlier(EARLIER_AT_ONCE, () => scrollTo(Math.min(wanted, state.scroll))).catch(fail);
  };

  const nextStart = (step: 1 | -1): void => {
    const found =
      step === 1
        ? sizes.starts.find((start) => start > state.scroll)
        : sizes.starts.findLast((start) => start < state.scroll);
    if (found !== undefined) return scrollTo(found);
    if (step === 1) return;
    void withEarlier(EARLIER_AT_ONCE, () => {
      const start = sizes.starts.findLast((one) => one < state.scroll);
      if (start !== undefined) scrollTo(start);
    }).catch(fail);
  };

  const readAgain = (): void => {
    if (state.scene?.ended !== true) return scrollTo(0);
    void withEarlier(ALL_SCENES, () => scrollTo(Number.NEGATIVE_INFINITY)).catch(fail);
  };

  const tellEnding = async (): Promise<void> => {
    const { scene } = state;
    const scenes = await (await beside?.history())?.scenes();
    if (!scenes || state.scene !== scene) return;
    const promises = promisesOf(scenes).length;
    const parts = [
      rolledWords(scenes),
      ...(promises === 0 ? [] : [promises === 1 ? "1 promise" : `${promises} promises`]),
    ].filter((part) => part !== "");
    set({ ...state, ending: parts.length === 0 ? "" : `${parts.join("; ")}.` });
  };

  const closePage = (): void => {
    open = null;
    set({ ...state, overlay: "none", page: null });
  };

  /** Opens a page, or closes it where its own letter is pressed again. */
  const showPage = (letter: string, make: (host: PageHost) => Promise<Page>): void => {
    if (!beside || state.running) return;
    if (open?.letter === letter) return closePage();
    let made: Page | null = null;
    const host: PageHost = {
      story,
      beside,
      show: () => {
        if (open && open.page === made) set({ ...state, overlay: "page", page: open.page.view });
      },
      run: (tell) => void run(null, tell),
    };
    make(host).then((page) => {
      if (state.running || over) return;
      made = page;
      open = { letter, page };
      host.show();
    }, fail);
  };
  const select = (step: 1 | -1): void => {
    const count = state.scene?.choices.length ?? 0;
    if (count === 0) return;
    const from = state.selected === -1 && step === -1 ? count : state.selected;
    set({ ...state, sight: 0, selected: Math.max(0, Math.min(from + step, count - 1)) });
  };

  const overlay = (name: "help" | "notices" | "leaving" | "timeline" | "tools"): void => {
    open = null;
    set({ ...state, overlay: state.overlay === name ? "none" : name, page: null, back: 0 });
  };

  const showTimeline = async (): Promise<void> => {
    if (state.overlay === "timeline") return overlay("timeline");
    const branches = treeOrder(await story.branches());
    // A turn may have begun meanwhile.
    if (state.running) return;
    const branch = branches.findIndex((one) => one.branch.current);
    set({ ...state, branches, branch: Math.max(0, branch), overlay: "timeline" });
  };

  const markBranch = (step: number): void => {
    const branch = Math.max(0, Math.min(state.branch + step, state.branches.length - 1));
    set({ ...state, branch });
  };

  const goTo = (index: number): void => {
    const chosen = state.branches[index];
    if (chosen) void run(null, () => story.goTo(chosen.branch.id));
  };

  const letters: Readonly<Record<string, () => void>> = {
    q: () => leave("left"),
    "?": () => overlay("help"),
    h: () => overlay("help"),
    o: () => overlay("tools"),
    " ": () => scrollTo(state.scroll + sizes.page),
    "[": () => nextStart(-1),
    "]": () => nextStart(1),
  };

  const lettersAtRest: Readonly<Record<string, () => void>> = {
    u: () => void run(null, () => story.undo()),
    b: () => {
      if (state.scene?.ended && beside) showPage("b", (host) => scenesPage(host));
      else void run(null, () => story.branch());
    },
    m: () => showPage("m", memoriesPage),
    s: () => showPage("s", statePage),
    g: () => showPage("g", galleryPage),
    ",": () => showPage(",", settingsPage),
    a: () => showPage(",", settingsPage),
    l: () => {
      if (beside) finish("library");
    },
    v: () => explain("This screen reads nothing aloud; a screen reader reads play --plain."),
    z: () => explain("There are no bars to hide: the terminal sets the size of the text."),
    "/": () => explain("Nothing to search in a scene. m has a search of its memories."),
    x: () => {
      if (state.scene?.ended) showPage("x", exportPage);
    },
    t: () => void showTimeline().catch(fail),
    w: () => set({ ...state, why: !state.why }),
    r: readAgain,
    d: () => {
      if (state.notices.length > 0) overlay("notices");
    },
    e: () => {
      if (state.scene?.ended === false) overlay("leaving");
    },
  };

  /** @returns Whether the key means something there. */
  const takenByTimeline = (key: Key): boolean => {
    const letter = key.kind === "letter" ? key.letter : "";
    if (key.kind === "up") markBranch(-1);
    else if (key.kind === "down") markBranch(1);
    else if (key.kind === "page-up") markBranch(-sizes.page);
    else if (key.kind === "page-down" || letter === " ") markBranch(sizes.page);
    else if (letter === "s" && beside) {
      const id = state.branches[state.branch]?.branch.id;
      showPage("scenes", (host) => scenesPage(host, id));
    } else if (key.kind === "enter") goTo(state.branch);
    else if (/^[1-9]$/.test(letter)) goTo(Number(letter) - 1);
    else return false;
    return true;
  };

  /** @returns Whether the key means something there. */
  const takenByTools = (key: Key): boolean => {
    const steps = { up: 1, down: -1, "page-up": sizes.page, "page-down": -sizes.page } as const;
    if (key.kind !== "up" && key.kind !== "down" && key.kind !== "page-up" && key.kind !== "page-down") return false;
    set({ ...state, back: Math.max(0, Math.min(state.back + steps[key.kind], sizes.lastScroll)) });
    return true;
  };

  const showPortraits = (): void => set({ ...state, portraits: story.portraits() });
  const unlisten = story.onPortrait(showPortraits);
  void end.then(unlisten, unlisten);

  return {
    get state() {
      return state;
    },
    end,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: () =>
      void run(null, (signal) =>
        story.begin({ signal, ...(options.character ? { character: options.character } : {}) }),
      ),
    drawn(drawn) {
      sizes = drawn;
      const then = afterDrawing;
      afterDrawing = null;
      if (then) queueMicrotask(then);
    },
    leave,
    shrink: () => finish("too_small"),
    key(key) {
      if (key.kind === "interrupt") return leave("interrupted");
      if (key.kind === "suspend") return options.onSuspend?.();
      if (open?.page.key(key, sizes.page)) return;
      if (key.kind === "escape") {
        if (open) return closePage();
        if (state.overlay !== "none") return set({ ...state, overlay: "none" });
        return state.running ? stop?.abort() : set({ ...state, selected: -1, why: false });
      }
      if (state.overlay === "timeline" && takenByTimeline(key)) return;
      if (state.overlay === "tools" && takenByTools(key)) return;
      const letter = key.kind === "letter" ? key.letter.toLowerCase() : "";
      const anyTime = Object.hasOwn(letters, letter) ? letters[letter] : undefined;
      if (anyTime) return anyTime();
      if (state.overlay === "none") {
        if (key.kind === "page-down") return scrollTo(state.scroll + sizes.page);
        if (key.kind === "page-up") return readBack();
        if (key.kind === "home") return scrollTo(0);
        if (key.kind === "end") return scrollTo(sizes.lastScroll);
      }
      // A turn that runs takes no choice: a key too many must not choose in a scene that nobody has read.
      if (state.running || !state.scene) return;
      if (key.kind === "letter" && key.letter === "U") {
        return state.overlay === "none" ? void run(null, () => story.redo()) : undefined;
      }
      // What stands under a page is not to be changed unseen.
      const means = state.overlay === "none" || PAGES.has(letter);
      const atRest = means && Object.hasOwn(lettersAtRest, letter) ? lettersAtRest[letter] : undefined;
      if (atRest) return atRest();
      if (state.overlay === "leaving" && key.kind === "enter") {
        return void run(null, (signal) => story.leave({ signal }));
      }
      if (state.overlay !== "none") return;
      if (key.kind === "enter" && state.scene.ended) return showPage("enter", summaryPage);
      if (key.kind === "up") return select(-1);
      if (key.kind === "down") return select(1);
      const chosen = key.kind === "enter" ? state.selected : /^[1-9]$/.test(letter) ? Number(letter) - 1 : -1;
      if (chosen >= 0 && mayChoose()) choose(chosen);
    },
  };
}
