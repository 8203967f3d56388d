/** The stream of events that the page lives on. It is taken up again by itself where it breaks. */
import { createParser } from "eventsource-parser";
import type { News } from "../../server/hub.js";
import type { PageEvent } from "../../server/linked-files.js";
import { ask, endSession } from "./session.js";

export interface Listening {
  /** Id of the story whose events are wanted; null for news alone. */
  readonly story: string | null;
  onTurn(event: PageEvent): void;
  onNews(news: News): void;
  /** The stream stands, also after a break. */
  onOpen(): void;
  /** It broke, and is taken up again after a while. */
  onLost(): void;
  /** The story was closed on the server's side, or cannot be opened. */
  onClosed(): void;
  /** This page may not ask any more: the program was started anew. */
  onRefused(): void;
}

const WAITS_MS = [250, 500, 1000, 2000, 4000];
/** The server sends a line every ten seconds: when nothing came for so long, nothing will. */
const SILENCE_MS = 25_000;

/** @returns What ends the listening. */
export function listen(to: Listening): () => void {
  const end = new AbortController();
  void follow(to, end.signal);
  return () => end.abort();
}

async function follow(to: Listening, end: AbortSignal): Promise<void> {
  let last = "";
  let broken = 0;
  while (!end.aborted) {
    const cut = new AbortController();
    const stop = (): void => cut.abort();
    end.addEventListener("abort", stop);
    let silence = setTimeout(stop, SILENCE_MS);
    try {
      const query = new URLSearchParams();
      if (to.story !== null) query.set("story", to.story);
      if (last !== "") query.set("after", last);
      const response = await ask(`/api/events?${query}`, { signal: cut.signal });
      if (response.status === 401) {
        endSession();
        return to.onRefused();
      }
      // It answers, so it is there: what is the matter, it says where the story is asked for.
      if (response.status >= 400) return to.onClosed();
      if (response.body === null) throw new Error("no stream");
      broken = 0;
      to.onOpen();
      let closed = false;
      const parser = createParser({
        onEvent({ id, event, data }) {
          if (id !== undefined && id !== "") last = id;
          if (event === "turn") to.onTurn(JSON.parse(data) as PageEvent);
          if (event === "news") to.onNews(JSON.parse(data) as News);
          if (event === "closed") closed = true;
        },
      });
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(silence);
        silence = setTimeout(stop, SILENCE_MS);
        parser.feed(decoder.decode(value, { stream: true }));
      }
      if (closed) return to.onClosed();
      throw new Error("the stream ended");
    } catch {
      if (end.aborted) return;
      if (broken === 0) to.onLost();
      const wait = WAITS_MS[Math.min(broken++, WAITS_MS.length - 1)] ?? 0;
      await new Promise((resolve) => setTimeout(resolve, wait));
    } finally {
      clearTimeout(silence);
      end.removeEventListener("abort", stop);
    }
  }
}
