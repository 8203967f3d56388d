/** A key of the player's own for an action. */
import { ACTIONS, type ActionId } from "../../../frame/keys.js";

type Keys = Readonly<Record<string, string>>;

/** They go through the page and press what has focus: no action may have them. */
const KEPT = new Set(["Tab", "Enter", "Shift+Tab", "Shift+Enter"]);
const ALONE = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Unidentified", "Process"]);

/** @returns The key as actions name it; null as long as only a modifier is held. */
export function keyPressed({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): string | null {
  if (ALONE.has(key)) return null;
  return shiftKey && key.length > 1 ? `Shift+${key}` : key;
}

/** @returns Why no action may have it, as a sentence; null where one may. */
export function keyFault(
  { ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey">,
  key: string,
): string | null {
  if (KEPT.has(key)) return "Tab and Enter go through the page and press what has focus. Choose another key.";
  return ctrlKey || metaKey || altKey ? "Choose a key without Ctrl, Alt or Cmd: those are the browser's." : null;
}

/** The action that has a key. */
export function actionWith(keys: Keys, key: string): (typeof ACTIONS)[number] | null {
  return ACTIONS.find(({ id, key: usual }) => (keys[id] ?? usual) === key) ?? null;
}

/** Gives an action a key. The action that had it gets the key that is free then. */
export function withKey(keys: Keys, id: ActionId, key: string): Keys {
  const before = keyIn(keys, id);
  const other = actionWith(keys, key);
  const changed = { ...keys, [id]: key, ...(other !== null && other.id !== id ? { [other.id]: before } : {}) };
  const own = Object.entries(changed).filter(([action, its]) => its !== usualKey(action));
  return Object.fromEntries(own);
}

export function keyIn(keys: Keys, id: ActionId): string {
  return keys[id] ?? usualKey(id);
}

function usualKey(id: string): string {
  return ACTIONS.find((action) => action.id === id)?.key ?? "";
}
