/**
 * A note of the turns told last, outside the database: a turn that is in the note and not in the database was lost together with
 * its log, or the file was put in the place of a newer one. Nothing of a story stands in it.
 */
import { appendFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** So many turns are noted; the note is cut to them when it has grown to twice as many. */
const NOTED = 200;

/** A turn that was acknowledged. */
export interface ToldTurn {
  readonly playthrough: string;
  readonly scene: number;
  readonly id: string;
}

export interface ToldTurns {
  /** The turns that were told, oldest first. */
  all(): readonly ToldTurn[];
  /** Notes a turn that is on the disk. */
  add(turn: ToldTurn): void;
  /** Drops turns from the note: those of a story that goes, those that are known to be lost. */
  drop(what: (turn: ToldTurn) => boolean): void;
}

/** Opens the note of a data folder. A note that cannot be read or written costs nothing but itself. */
export function openToldTurns(dataDir: string): ToldTurns {
  const file = join(dataDir, "narratoria.told");
  // Another kind of file in its place, such as a named pipe, would be waited for.
  const usable = mayBePlain(file);
  const text = usable ? textOf(file) : "";
  let turns = turnsIn(text);
  // The end of a line that a power cut left must not spoil the next.
  let lead = text === "" || text.endsWith("\n") ? "" : "\n";

  function rewrite(): void {
    if (!usable) return;
    try {
      if (turns.length === 0) return rmSync(file, { force: true });
      writeFileSync(`${file}.part`, turns.map(lineOf).join(""), { mode: 0o600 });
      renameSync(`${file}.part`, file);
    } catch {
      // What is noted too long or too little is only a warning more or less.
    }
  }

  return {
    all: () => turns,
    add(turn) {
      turns.push(turn);
      if (!usable) return;
      if (turns.length > 2 * NOTED) {
        turns = turns.slice(-NOTED);
        return rewrite();
      }
      try {
        // Not waited for: a kill leaves it whole, and after a power cut an older note is still a true one.
        appendFileSync(file, lead + lineOf(turn), { mode: 0o600 });
        lead = "";
      } catch {
        // As above.
      }
    },
    drop(what) {
      const kept = turns.filter((turn) => !what(turn));
      if (kept.length === turns.length) return;
      turns = kept;
      rewrite();
    },
  };
}

function lineOf({ playthrough, scene, id }: ToldTurn): string {
  return `${JSON.stringify([playthrough, scene, id])}\n`;
}

/** Where it cannot be told, reading and writing will fail at once. */
function mayBePlain(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return true;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function turnsIn(text: string): ToldTurn[] {
  return text.split("\n").flatMap((line) => {
    try {
      const [playthrough, scene, id]: readonly unknown[] = JSON.parse(line);
      if (typeof playthrough !== "string" || typeof scene !== "number" || typeof id !== "string") return [];
      return [{ playthrough, scene, id }];
    } catch {
      return [];
    }
  });
}
