/** Plays a story on the drawn screen: keys in, turns run, state out. Knows nothing of how it is drawn. */
import type { EngineEvent, Story } from "@narratoria/engine";
import type { PlayEnd } from "../play/play-lines.js";
import { afterEvent, initialScreen, type ScreenState, startTurn } from "./state.js";

/** A key as the player means it. */
export type Key =
  | { readonly kind: "letter"; readonly letter: string }
  | { readonly kind: "up" | "down" | "enter" | "escape" | "page-up" | "page-down" | "interrupt" };

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
  /** How the play ended. Fails with what kept the story from going on. */
  readonly end: Promise<PlayEnd>;
}

export interface ScreenPlayerOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** How often a running turn's seconds are counted. */
const TICK_MS = 250;

export function createScreenPlayer(story: Story, options: ScreenPlayerOptions = {}): ScreenPlayer {
  const now = options.now ?? (() => performance.now());
  const listeners = new Set<() => void>();
  let state = initialScreen(story.title);
  let page = 1;
  let lastScroll = 0;
  let stop: AbortController | null = null;
  let settle: (end: PlayEnd) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  let over = false;
  let finalEnd: PlayEnd | null = null;
  const end = new Promise<PlayEnd>((resolve, reject) => {
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
    set(startTurn(state, chosen));
    const timer = setInterval(() => {
      if (state.running) set({ ...state, running: { ...state.running, elapsedMs: now() - startedAt } });
    }, TICK_MS);
    try {
      for await (const event of tell(control.signal)) set(afterEvent(state, event));
      // A turn that was stopped before the first scene leaves nothing to go on with.
      if (!story.scene) finalEnd ??= "left";
      set({ ...state, running: null });
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

  const leave = (how: PlayEnd): void => {
    finalEnd ??= how;
    if (stop) stop.abort();
    else {
      over = true;
      settle(finalEnd);
    }
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

  const overlay = (name: "help" | "notices"): void => {
    set({ ...state, overlay: state.overlay === name ? "none" : name });
  };

  const letters: Readonly<Record<string, () => void>> = {
    q: () => leave("left"),
    "?": () => overlay("help"),
    h: () => overlay("help"),
    " ": () => scrollBy(page),
  };

  const lettersAtRest: Readonly<Record<string, () => void>> = {
    u: () => void run(null, () => story.undo()),
    w: () => set({ ...state, why: !state.why }),
    r: () => set({ ...state, scroll: 0 }),
    d: () => {
      if (state.notices.length > 0) overlay("notices");
    },
  };

  return {
    get state() {
      return state;
    },
    end,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: () => void run(null, (signal) => story.begin({ signal })),
    drawn(newPage, newLastScroll) {
      page = newPage;
      lastScroll = newLastScroll;
    },
    leave,
    key(key) {
      if (key.kind === "interrupt") return leave("interrupted");
      if (key.kind === "escape") {
        if (state.overlay !== "none") return set({ ...state, overlay: "none" });
        return state.running ? stop?.abort() : set({ ...state, selected: -1, why: false });
      }
      const letter = key.kind === "letter" ? key.letter.toLowerCase() : "";
      const anyTime = Object.hasOwn(letters, letter) ? letters[letter] : undefined;
      if (anyTime) return anyTime();
      if (key.kind === "page-down") return scrollBy(page);
      if (key.kind === "page-up") return scrollBy(-page);
      // A turn that runs takes no choice: a key too many must not choose in a scene that nobody has read.
      if (state.running || !state.scene) return;
      const atRest = Object.hasOwn(lettersAtRest, letter) ? lettersAtRest[letter] : undefined;
      if (atRest) return atRest();
      if (state.overlay !== "none") return;
      if (key.kind === "up") return select(-1);
      if (key.kind === "down") return select(1);
      if (key.kind === "enter") return choose(state.selected);
      if (/^[1-9]$/.test(letter)) choose(Number(letter) - 1);
    },
  };
}
