/** Plays a story on the drawn screen: keys in, turns run, state out. Knows nothing of how it is drawn. */
import type { EngineEvent, PlayerCharacter, Story } from "@narratoria/engine";
import { treeOrder } from "../play/branch-words.js";
import type { PlayEnd } from "../play/play-lines.js";
import { afterEvent, calmed, initialScreen, type ScreenState, startTurn } from "./state.js";

/** A key as the player means it. */
export type Key =
  | { readonly kind: "letter"; readonly letter: string }
  | { readonly kind: "up" | "down" | "enter" | "escape" | "page-up" | "page-down" | "interrupt" };

/** How a play on the drawn screen ends: as any, or because the terminal has become too small for it. */
export type ScreenEnd = PlayEnd | "too_small";

export interface ScreenPlayer {
  readonly state: ScreenState;
  subscribe(listener: () => void): () => void;
  /** Tells the opening, or shows the scene where the story stands. */
  begin(): void;
  key(key: Key): void;
  /** What the window on the prose holds, known only once it is drawn. */
  drawn(page: number, lastScroll: number): void;
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
}

/** How often a running turn's seconds are counted. */
const TICK_MS = 250;
/** How long a word that only confirms something stands. */
const CALM_MS = 6000;
/** No stray key picks a choice that nobody has read, and no key that is held picks one after the other. */
const GUARD_MS = 400;

/** Letters that open and close a page over the scene. */
const PAGES: ReadonlySet<string> = new Set(["t", "d", "e"]);

export function createScreenPlayer(story: Story, options: ScreenPlayerOptions = {}): ScreenPlayer {
  const now = options.now ?? (() => performance.now());
  const guardMs = options.guardMs ?? GUARD_MS;
  /** Since when choices are on the table, or a key that came too early was the last. */
  let quietSince = Number.NEGATIVE_INFINITY;
  const listeners = new Set<() => void>();
  let state = initialScreen(story.title);
  let page = 1;
  let lastScroll = 0;
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
  ): Promise<void> => {
    const startedAt = now();
    const control = new AbortController();
    stop = control;
    clearTimeout(calming);
    set(startTurn(state, chosen));
    const timer = setInterval(() => {
      if (state.running) set({ ...state, running: { ...state.running, elapsedMs: now() - startedAt } });
    }, TICK_MS);
    try {
      for await (const event of tell(control.signal)) set(afterEvent(state, event));
      // A turn that was stopped before the first scene leaves nothing to go on with.
      if (!story.scene) finalEnd ??= "left";
      quietSince = now();
      set({ ...state, running: null });
      calming = setTimeout(() => set(calmed(state)), CALM_MS);
      calming.unref();
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

  const scrollBy = (lines: number): void => {
    set({ ...state, scroll: Math.max(0, Math.min(state.scroll + lines, lastScroll)) });
  };

  const select = (step: 1 | -1): void => {
    const count = state.scene?.choices.length ?? 0;
    if (count === 0) return;
    const from = state.selected === -1 && step === -1 ? count : state.selected;
    set({ ...state, selected: Math.max(0, Math.min(from + step, count - 1)) });
  };

  const overlay = (name: "help" | "notices" | "leaving" | "timeline" | "tools"): void => {
    set({ ...state, overlay: state.overlay === name ? "none" : name, back: 0 });
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
    " ": () => scrollBy(page),
  };

  const lettersAtRest: Readonly<Record<string, () => void>> = {
    u: () => void run(null, () => story.undo()),
    b: () => void run(null, () => story.branch()),
    t: () => void showTimeline().catch(fail),
    w: () => set({ ...state, why: !state.why }),
    r: () => set({ ...state, scroll: 0 }),
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
    else if (key.kind === "page-up") markBranch(-page);
    else if (key.kind === "page-down" || letter === " ") markBranch(page);
    else if (key.kind === "enter") goTo(state.branch);
    else if (/^[1-9]$/.test(letter)) goTo(Number(letter) - 1);
    else return false;
    return true;
  };

  /** @returns Whether the key means something there. */
  const takenByTools = (key: Key): boolean => {
    const steps = { up: 1, down: -1, "page-up": page, "page-down": -page } as const;
    if (key.kind !== "up" && key.kind !== "down" && key.kind !== "page-up" && key.kind !== "page-down") return false;
    set({ ...state, back: Math.max(0, Math.min(state.back + steps[key.kind], lastScroll)) });
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
    drawn(newPage, newLastScroll) {
      page = newPage;
      lastScroll = newLastScroll;
    },
    leave,
    shrink: () => finish("too_small"),
    key(key) {
      if (key.kind === "interrupt") return leave("interrupted");
      if (key.kind === "escape") {
        if (state.overlay !== "none") return set({ ...state, overlay: "none" });
        return state.running ? stop?.abort() : set({ ...state, selected: -1, why: false });
      }
      if (state.overlay === "timeline" && takenByTimeline(key)) return;
      if (state.overlay === "tools" && takenByTools(key)) return;
      const letter = key.kind === "letter" ? key.letter.toLowerCase() : "";
      const anyTime = Object.hasOwn(letters, letter) ? letters[letter] : undefined;
      if (anyTime) return anyTime();
      if (key.kind === "page-down") return scrollBy(page);
      if (key.kind === "page-up") return scrollBy(-page);
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
      if (key.kind === "up") return select(-1);
      if (key.kind === "down") return select(1);
      const chosen = key.kind === "enter" ? state.selected : /^[1-9]$/.test(letter) ? Number(letter) - 1 : -1;
      if (chosen >= 0 && mayChoose()) choose(chosen);
    },
  };
}
