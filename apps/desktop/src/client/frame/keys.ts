/** Keys of the page: each action has one, which the player may change. */
import { useEffect, useRef } from "react";

export interface Action {
  readonly id: string;
  /** As `KeyboardEvent.key` says it; a capital letter is one with Shift. */
  readonly key: string;
  /** For the page of all keys. */
  readonly does: string;
}

/** All actions, in the order in which the page of keys shows them. */
export const ACTIONS = [
  { id: "choose-1", key: "1", does: "Take the first choice" },
  { id: "choose-2", key: "2", does: "Take the second choice" },
  { id: "choose-3", key: "3", does: "Take the third choice" },
  { id: "choose-4", key: "4", does: "Take the fourth choice" },
  { id: "next-choice", key: "ArrowDown", does: "Go to the next choice" },
  { id: "previous-choice", key: "ArrowUp", does: "Go to the choice before" },
  { id: "why", key: "w", does: "Why this choice?" },
  { id: "undo", key: "u", does: "Undo" },
  { id: "redo", key: "U", does: "Redo" },
  { id: "branch", key: "b", does: "Branch from this scene" },
  { id: "again", key: "r", does: "Say the scene again" },
  { id: "stop", key: "Escape", does: "Stop the turn, close, leave a field" },
  { id: "library", key: "l", does: "Library" },
  { id: "timeline", key: "t", does: "Timeline" },
  { id: "memories", key: "m", does: "Memories" },
  { id: "gallery", key: "g", does: "Gallery" },
  { id: "state", key: "s", does: "State" },
  { id: "tools", key: "o", does: "Tools" },
  { id: "settings", key: ",", does: "Settings" },
  { id: "reading", key: "a", does: "How the page reads" },
  { id: "voice", key: "v", does: "Read aloud, on or off" },
  { id: "bare", key: "z", does: "Hide all but the story" },
  { id: "previous-scene", key: "[", does: "Previous scene" },
  { id: "next-scene", key: "]", does: "Next scene" },
  { id: "scene-start", key: "Home", does: "Start of this scene" },
  { id: "scene-end", key: "End", does: "End of this scene" },
  { id: "page-down", key: " ", does: "Page down, then to the choices" },
  { id: "search", key: "/", does: "Search in this screen" },
  { id: "keys", key: "?", does: "All keys" },
  { id: "next-region", key: "F6", does: "Next region" },
  { id: "previous-region", key: "Shift+F6", does: "Region before" },
] as const satisfies readonly Action[];

export type ActionId = (typeof ACTIONS)[number]["id"];

/** What does not wait for a letter of its own: these keys work with a field in focus too. */
const ALWAYS: ReadonlySet<string> = new Set(["F6", "Shift+F6"]);

type Handler = (event: KeyboardEvent) => void;
/** The last one that was bound is asked first: what lies on top has the key. */
const bound = new Map<ActionId, Handler[]>();
let keys: Readonly<Record<string, string>> = {};
let alone = true;

/** @param changed - Keys by action, where the player changed them. @param singleKeys - Whether a letter alone is a key. */
export function setKeys(changed: Readonly<Record<string, string>>, singleKeys: boolean): void {
  keys = changed;
  alone = singleKeys;
}

export function keyOf(id: ActionId): string {
  return keys[id] ?? ACTIONS.find((action) => action.id === id)?.key ?? "";
}

/** Has an action done by its key, as long as the part of the page stands. */
export function useAction(id: ActionId, handler: (event: KeyboardEvent) => void, enabled = true): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    if (!enabled) return;
    const run: Handler = (event) => latest.current(event);
    bound.set(id, [...(bound.get(id) ?? []), run]);
    return () => {
      bound.set(
        id,
        (bound.get(id) ?? []).filter((one) => one !== run),
      );
    };
  }, [id, enabled]);
}

/** Does an action as its key would. */
export function act(id: ActionId, event: KeyboardEvent = new KeyboardEvent("keydown")): boolean {
  const handler = bound.get(id)?.at(-1);
  handler?.(event);
  return handler !== undefined;
}

/** @returns What ends it. */
export function listenToKeys(): () => void {
  const hear = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const action = actionOf(event);
    if (action !== null && act(action, event)) event.preventDefault();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}

function actionOf(event: KeyboardEvent): ActionId | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "z" && !isField(event.target))
    return shiftKey ? "redo" : "undo";
  if (ctrlKey || metaKey) return null;
  const named = shiftKey && key.length > 1 ? `Shift+${key}` : key;
  const found = ACTIONS.find(({ id }) => keyOf(id) === named);
  if (!found) return null;
  if (ALWAYS.has(named)) return found.id;
  // A letter alone may be a word in the making, or a command to a screen reader.
  const isLetter = key.length === 1 && key !== " ";
  if (isLetter && altKey === alone) return null;
  if (!isLetter && altKey) return null;
  return hasOwnKeys(event.target, key) ? null : found.id;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=checkbox],[type=radio],[type=range]), textarea, select"))
  );
}

/** A focused control keeps its own keys, and a dialog all of them. */
function hasOwnKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (isField(target)) return key !== "Escape";
  if (target.closest("[role=dialog],[role=alertdialog],[role=menu],dialog")) return true;
  if (target.closest("[role=tree],[role=tablist],[role=radiogroup],[role=slider],input") && key.length > 1) return true;
  return (key === " " || key === "Enter") && target.matches("button, a, summary, [role=button]");
}
