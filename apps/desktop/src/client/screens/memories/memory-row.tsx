/** A memory as a line of the list. */
import { Pin } from "lucide-react";
import { IconButton } from "../../parts/button.js";
import { sceneTitle } from "../../story/past.js";
import { markedPieces, whyFound } from "./found.js";
import styles from "./memories.module.css";
import type { Memory, Names } from "./use-memories.js";

interface MemoryRowProps {
  readonly memory: Memory;
  readonly names: Names;
  readonly search: string;
  /** Among what was found, 0 for the first. */
  readonly place: number;
  readonly picked: boolean;
  onPick(): void;
  onPin(): void;
}

export function MemoryRow({ memory, names, search, place, picked, onPick, onPin }: MemoryRowProps) {
  const { summary, pinned, relevance } = memory;
  return (
    <li className={styles.row} data-picked={picked}>
      <IconButton
        label={pinned ? "Unpin this memory" : "Pin this memory"}
        aria-pressed={pinned}
        className={styles.pin ?? ""}
        onClick={onPin}
      >
        <Pin size={18} strokeWidth={1.75} fill={pinned ? "currentColor" : "none"} aria-hidden />
      </IconButton>
      <button type="button" className={styles.pick} aria-current={picked ? "true" : undefined} onClick={onPick}>
        <span className={styles.text}>
          {search === ""
            ? summary
            : markedPieces(summary, search).map(({ text, marked }, at) =>
                marked ? <mark key={at}>{text}</mark> : text,
              )}
        </span>
        <span className={styles.about}>{`${whereMemory(memory, names)}. ${whoMemory(memory, names)}`.trim()}</span>
      </button>
      {search !== "" && <span className={styles.why}>{whyFound(summary, search, relevance, place)}</span>}
    </li>
  );
}

/** "Scene 12, the weir". */
export function whereMemory({ scene, location }: Memory, { places }: Names): string {
  const place = location === null ? undefined : places.get(location)?.replace(/^The /, "the ");
  return [scene === null ? "A memory" : sceneTitle(scene), ...(place === undefined ? [] : [place])].join(", ");
}

/** "Marta Keel. Kept before others." */
export function whoMemory({ characters, pinned }: Memory, { people }: Names): string {
  const about = characters.flatMap((id) => people.get(id) ?? []).join(", ");
  return [about, pinned ? "Kept before others" : ""]
    .filter((part) => part !== "")
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
    .join(" ");
}
