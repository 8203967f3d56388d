/** Parts of the page that are fetched when they are first shown. */
import { type ComponentType, lazy, type LazyExoticComponent, useEffect } from "react";
import { TroubleNotice } from "../parts/notice.js";
import { Waiting } from "../parts/waiting.js";
import { useStory } from "../story/story-context.js";
import styles from "./boundary.module.css";

/** A part of the page could not be fetched: nobody answered, or the program is another one by now. */
export class NotFetched extends Error {
  override readonly name = "NotFetched";
}

/**
 * A component that is fetched when it is first shown.
 *
 * @param fetchPart - Imports it.
 * @throws {NotFetched} While it is drawn, where it cannot be fetched.
 */
export function late<Props>(
  fetchPart: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    fetchPart().catch((cause: unknown) => {
      throw new NotFetched("A part of the page could not be fetched", { cause });
    }),
  );
}

/** Stands in for a screen while it is fetched. */
export function Fetching() {
  return (
    <div className={styles.screen}>
      <Waiting>Opening this screen</Waiting>
    </div>
  );
}

const TRIED_AT = "narratoria.fetched-again";
/** A page that was loaded anew so shortly before is not loaded anew by itself. */
const ONCE_IN_MS = 10_000;

/**
 * Stands in for what could not be fetched. What failed once is not fetched again by a browser, so the page is loaded anew
 * as soon as the program answers: it comes back to the same screen.
 */
export function FetchedLater() {
  const connection = useStory((now) => now.connection);
  useEffect(() => {
    if (connection !== "open") return;
    let isGone = false;
    void fetch("/", { method: "HEAD", cache: "no-store" }).then(
      ({ ok }) => {
        const before = Number(sessionStorage.getItem(TRIED_AT) ?? 0);
        if (isGone || !ok || Date.now() - before < ONCE_IN_MS) return;
        sessionStorage.setItem(TRIED_AT, String(Date.now()));
        location.reload();
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [connection]);
  return (
    <TroubleNotice
      message="Narratoria did not answer, so this screen could not be loaded."
      action="It is shown as soon as Narratoria is back. Your story is safe."
      actions={connection === "open" ? [{ label: "Load the page anew", run: () => location.reload() }] : []}
    />
  );
}
