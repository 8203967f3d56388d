/** Undo, redo and branches: where a story stands in the tree of its turns, and which line it is on. */
import type Database from "better-sqlite3";
import { StoreError } from "./errors.js";
import type { StoryRows } from "./hashed-rows.js";
import { type TreeTurn, wayTo } from "./lines.js";

/** A turn named by its id and scene. */
export interface TurnPlace {
  readonly turnId: string;
  /** 0 for the opening. */
  readonly scene: number;
}

/** One line of a story: its own turns, from behind the turn that it leaves to its tip. */
export interface Branch {
  readonly id: string;
  /** As the player named it; null where nobody did. */
  readonly name: string | null;
  /** The branch that it leaves; null for the line of the opening. */
  readonly parentId: string | null;
  /** The turn that it leaves; null for the line of the opening. */
  readonly start: TurnPlace | null;
  /** Its last turn; where it has none of its own yet, the turn that it leaves. */
  readonly tip: TurnPlace;
  /** How many turns are its own. */
  readonly turns: number;
  /** Words of the choice that its first turn took; null for the line of the opening, and where it has no turn yet. */
  readonly firstChoice: string | null;
  /** First sentence of its last scene. */
  readonly lastLine: string;
  /** Whether its last scene ended the story. */
  readonly ended: boolean;
  /** Whether the story stands on it. */
  readonly current: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** A turn as far as the tree goes. */
export interface TurnOutline {
  readonly id: string;
  readonly parentId: string | null;
  /** 0 for the opening. */
  readonly scene: number;
  /** The branch whose own it is. */
  readonly branchId: string | null;
  /** First sentence of its scene. */
  readonly firstLine: string;
  /** Whether it ended the story. */
  readonly ended: boolean;
  /** The choice that was taken; null of an opening, and where it cannot be read. */
  readonly choice: { readonly id: string; readonly text: string } | null;
  /** What its first roll came to; null where nothing was rolled. */
  readonly outcome: string | null;
  /** What its scene is for, as its direction says; null where it does not. */
  readonly purpose: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

interface OutlineRow extends TreeRow {
  readonly created_at: number;
  readonly choice_id: string | null;
  readonly choice_text: string | null;
  readonly outcome: string | null;
  readonly purpose: string | null;
}

interface BranchRow {
  readonly id: string;
  readonly name: string | null;
  readonly start: string | null;
  readonly tip: string;
  readonly created_at: number;
}

interface TreeRow extends TreeTurn {
  readonly scene: number;
  readonly ended: number;
  readonly first_line: string;
}

/** The timeline of a database. Every call that changes something belongs in a transaction of the caller's. */
export interface Timeline {
  /** A turn has been written after `parent`: the line it is on grows, or a new one begins. */
  grow(playthrough: string, turn: string, parent: string | null, time: number): void;
  /** The turn to go to from `head` to take an undo back; null where nothing was undone. */
  next(playthrough: string, head: string): string | null;
  /** Stands on the line that a turn is part of: the same as before, if it is. */
  stand(playthrough: string, turn: string): void;
  /** Begins a line at a turn. */
  begin(playthrough: string, turn: string, name: string | null, time: number): string;
  rename(playthrough: string, branch: string, name: string | null): void;
  /** Stands on a branch, and returns its tip. */
  change(playthrough: string, branch: string): string;
  /** In the order in which they were made. */
  outline(playthrough: string): TurnOutline[];
  /** In the order in which they were begun. */
  branches(playthrough: string): Branch[];
}

const LONGEST_NAME = 80;

export function openTimeline(
  db: Database.Database,
  rows: Pick<StoryRows, "playthroughs" | "branches">,
  newId: () => string,
): Timeline {
  const current = db.prepare<[string], BranchRow | undefined>(
    "select b.* from playthroughs p join branches b on b.id = p.branch where p.id = ?",
  );
  const all = db.prepare<[string], BranchRow>(
    "select id, name, start, tip, created_at from branches where playthrough = ? order by rowid",
  );
  const tree = db.prepare<[string], TreeRow>(
    "select id, parent, scene, ended, first_line from turns where playthrough = ? order by rowid",
  );
  const partOf = (column: string, path: string): string =>
    `case when json_valid(${column}) then json_extract(${column}, '${path}') end`;
  const outlines = db.prepare<[string], OutlineRow>(
    `select id, parent, scene, ended, first_line, created_at, ${partOf("choice", "$.id")} as choice_id,
       ${partOf("choice", "$.text")} as choice_text, ${partOf("rolls", "$[0].outcome")} as outcome,
       ${partOf("scene_record", "$.direction.purpose")} as purpose
     from turns where playthrough = ? order by rowid`,
  );
  const parentOf = db.prepare<[string], string | null>("select parent from turns where id = ?").pluck();
  const choiceOf = db.prepare<[string], string>("select choice from turns where id = ?").pluck();

  function start(playthrough: string, from: string | null, tip: string, name: string | null, time: number): string {
    const id = newId();
    rows.branches.add({ id, playthrough, name, start: from, tip, created_at: time });
    rows.playthroughs.set(playthrough, { branch: id });
    return id;
  }

  /** Every turn by the branch whose own it is. */
  function owners(lines: readonly BranchRow[], parents: ReadonlyMap<string, string | null>): Map<string, string> {
    const owner = new Map<string, string>();
    for (const { id, start: from, tip } of lines) {
      for (let at: string | null = tip; at !== null && at !== from && !owner.has(at); at = parents.get(at) ?? null) {
        owner.set(at, id);
      }
    }
    return owner;
  }

  return {
    grow(playthrough, turn, parent, time) {
      const line = current.get(playthrough);
      if (line !== undefined && line.tip === parent) rows.branches.set(line.id, { tip: turn });
      else start(playthrough, parent, turn, null, time);
    },

    next(playthrough, head) {
      const seen = new Set<string>();
      let at = current.get(playthrough)?.tip ?? null;
      while (at !== null && at !== head && !seen.has(at)) {
        seen.add(at);
        const parent: string | null = parentOf.get(at) ?? null;
        if (parent === head) return at;
        at = parent;
      }
      return null;
    },

    stand(playthrough, turn) {
      const line = current.get(playthrough);
      const parents = new Map(tree.all(playthrough).map(({ id, parent }) => [id, parent]));
      if (line !== undefined && wayTo(line.tip, parents).includes(turn)) return;
      const lines = all.all(playthrough);
      // At the tip of an empty branch, that branch is what the player means.
      const branch = lines.find(({ tip }) => tip === turn)?.id ?? owners(lines, parents).get(turn);
      if (branch !== undefined) rows.playthroughs.set(playthrough, { branch });
    },

    begin: (playthrough, turn, name, time) => start(playthrough, turn, turn, cleanName(name), time),

    rename(playthrough, branch, name) {
      const clean = cleanName(name);
      if (!all.all(playthrough).some(({ id }) => id === branch)) {
        throw new StoreError("not_found", `Playthrough ${playthrough} has no branch ${branch}.`);
      }
      rows.branches.set(branch, { name: clean });
    },

    change(playthrough, branch) {
      const row = all.all(playthrough).find(({ id }) => id === branch);
      if (row === undefined) throw new StoreError("not_found", `Playthrough ${playthrough} has no branch ${branch}.`);
      rows.playthroughs.set(playthrough, { branch });
      return row.tip;
    },

    outline(playthrough) {
      const turns = outlines.all(playthrough);
      const owner = owners(all.all(playthrough), new Map(turns.map(({ id, parent }) => [id, parent])));
      return turns.map(({ id, parent, scene, ended, first_line, choice_id, choice_text, created_at, ...rest }) => ({
        id,
        parentId: parent,
        scene,
        branchId: owner.get(id) ?? null,
        firstLine: first_line,
        ended: ended === 1,
        choice: choice_id === null || choice_text === null ? null : { id: choice_id, text: choice_text },
        outcome: rest.outcome,
        purpose: rest.purpose,
        createdAt: created_at,
      }));
    },

    branches(playthrough) {
      const lines = all.all(playthrough);
      const turns = new Map(tree.all(playthrough).map((turn) => [turn.id, turn]));
      const parents = new Map([...turns.values()].map(({ id, parent }) => [id, parent]));
      const owner = owners(lines, parents);
      const counts = new Map<string, number>();
      const first = new Map<string, string>();
      for (const { id, parent } of turns.values()) {
        const branch = owner.get(id);
        if (branch === undefined) continue;
        counts.set(branch, (counts.get(branch) ?? 0) + 1);
        if (parent !== null && !first.has(branch) && owner.get(parent) !== branch) first.set(branch, id);
      }
      const standing = current.get(playthrough)?.id;
      const place = (turnId: string): TurnPlace => ({ turnId, scene: turns.get(turnId)?.scene ?? 0 });
      return lines.map(({ id, name, start: from, tip, created_at }) => {
        const opens = first.get(id);
        return {
          id,
          name,
          parentId: from === null ? null : (owner.get(from) ?? null),
          start: from === null ? null : place(from),
          tip: place(tip),
          turns: counts.get(id) ?? 0,
          firstChoice: opens === undefined ? null : wordsOf(choiceOf.get(opens)),
          lastLine: turns.get(tip)?.first_line ?? "",
          ended: turns.get(tip)?.ended === 1,
          current: id === standing,
          createdAt: created_at,
        };
      });
    },
  };
}

/** One line of plain text, or null. */
function cleanName(name: string | null): string | null {
  const words = (name ?? "").replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  if (words.length > LONGEST_NAME) {
    throw new StoreError("invalid", `The name of a branch has at most ${LONGEST_NAME} letters.`);
  }
  return words === "" ? null : words;
}

function wordsOf(choice: string | undefined): string | null {
  const slot: unknown = JSON.parse(choice ?? "null");
  if (typeof slot !== "object" || slot === null || !("text" in slot)) return null;
  return typeof slot.text === "string" ? slot.text : null;
}
