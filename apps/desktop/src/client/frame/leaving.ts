/** Leaving a screen that holds what is not saved yet: it may ask first. */
import { useEffect, useRef } from "react";
import type { BaseLocationHook } from "wouter";
import { navigate, useBrowserLocation } from "wouter/use-browser-location";

/** Asked where to leave for; it calls `go` when the way is free. */
type Gate = (go: () => void) => void;

let gate: Gate | null = null;

const leave: typeof navigate = (to, options) => {
  const go = (): void => navigate(to, options);
  if (gate === null || String(to) === location.pathname) go();
  else gate(go);
};

/** The address of the page, as its router has it. */
export const useGuardedLocation: BaseLocationHook = () => [useBrowserLocation()[0], leave];

/** Has `ask` called in place of leaving, as long as something is not saved. Closing the window asks in the browser's own words. */
export function useGate(unsaved: boolean, ask: Gate): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!unsaved) return;
    const own: Gate = (go) => latest.current(go);
    const stay = (event: BeforeUnloadEvent): void => event.preventDefault();
    gate = own;
    addEventListener("beforeunload", stay);
    return () => {
      if (gate === own) gate = null;
      removeEventListener("beforeunload", stay);
    };
  }, [unsaved]);
}
