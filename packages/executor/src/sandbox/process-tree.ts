import { readdirSync, readFileSync } from "node:fs";

/** What the processes below one come to, itself included. */
export interface TreeUse {
  readonly processes: number;
  readonly memoryBytes: number;
}

/**
 * What is running now, by the tree in which it was started. Only Linux tells; elsewhere nothing is found. Implements rule EX256.
 *
 * @returns What to ask for the tree of one process.
 */
export function lookAtProcesses(): (root: number) => TreeUse {
  const children = new Map<number, number[]>();
  const bytes = new Map<number, number>();
  for (const name of process.platform === "linux" ? readdirSync("/proc") : []) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? statOf(name) : null;
    if (stat === null) continue;
    bytes.set(pid, stat.memoryBytes);
    const siblings = children.get(stat.parent);
    if (siblings) siblings.push(pid);
    else children.set(stat.parent, [pid]);
  }
  return (root) => {
    const tree = bytes.has(root) ? [root] : [];
    // It grows while it is walked.
    for (const pid of tree) tree.push(...(children.get(pid) ?? []));
    return { processes: tree.length, memoryBytes: tree.reduce((sum, pid) => sum + (bytes.get(pid) ?? 0), 0) };
  };
}

/** Memory is counted in pages, which is what the kernel tells cheaply; nearly all machines have this size. */
const PAGE_BYTES = 4096;

/** The name, in brackets, may hold anything; behind it the parent is the second field, and resident pages the 22nd. */
function statOf(pid: string): { readonly parent: number; readonly memoryBytes: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(fields[1]), memoryBytes: Number(fields[21]) * PAGE_BYTES };
  } catch {
    // It has just ended.
    return null;
  }
}
