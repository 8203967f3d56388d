/** Keys of a tree, as the ARIA Authoring Practices have them. */
import type { Row } from "./state-rows.js";

export type TreeMove = { readonly to: string } | { readonly open: readonly string[] } | { readonly close: string };

/** @returns What a key does; null where it is none of the tree's. */
export function treeMove(rows: readonly Row[], active: string | null, key: string): TreeMove | null {
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === active),
  );
  const row = rows[at];
  if (!row) return null;
  const to = (place: number): TreeMove | null => {
    const wanted = rows[Math.max(0, Math.min(rows.length - 1, place))];
    return wanted ? { to: wanted.id } : null;
  };
  switch (key) {
    case "ArrowDown":
      return to(at + 1);
    case "ArrowUp":
      return to(at - 1);
    case "Home":
      return to(0);
    case "End":
      return to(rows.length - 1);
    case "PageDown":
      return to(at + 10);
    case "PageUp":
      return to(at - 10);
    case "ArrowRight":
      if (!row.hasMembers) return null;
      return row.isOpen ? to(at + 1) : { open: [row.id] };
    case "ArrowLeft": {
      if (row.isOpen) return { close: row.id };
      const above = rows.slice(0, at).findLast(({ level }) => level < row.level);
      return above ? { to: above.id } : null;
    }
    case "*": {
      const start = rows.slice(0, at + 1).findLastIndex(({ level }) => level < row.level);
      const end = rows.findIndex(({ level }, place) => place > at && level < row.level);
      const block = rows.slice(start + 1, end < 0 ? rows.length : end);
      return { open: block.filter(({ level, hasMembers }) => level === row.level && hasMembers).map(({ id }) => id) };
    }
    default: {
      if (key.length !== 1 || key === " " || !/[\p{L}\p{N}_-]/u.test(key)) return null;
      const order = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
      const found = order.find((one) => one.key.toLowerCase().startsWith(key.toLowerCase()));
      return found ? { to: found.id } : null;
    }
  }
}
