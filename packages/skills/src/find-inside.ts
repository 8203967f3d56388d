import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { pathFault } from "@narratoria/protocol/files";

/** What a relative path came to. */
export type Inside =
  | { readonly state: "found"; readonly file: string }
  | { readonly state: "absent" }
  | { readonly state: "refused"; readonly reason: string };

/**
 * Finds what a relative path names inside a folder, and makes sure that it lies there once all links are followed: the
 * check of `resolveInside` in `@narratoria/protocol/files`, without its five trips to another thread.
 *
 * @param root - Need not be a real path itself.
 */
export function findInside(root: string, path: string): Inside {
  const fault = pathFault(path);
  if (fault !== null) return { state: "refused", reason: `the path ${JSON.stringify(path.slice(0, 200))}: ${fault}` };
  let realRoot: string;
  let file: string;
  try {
    realRoot = realpathSync.native(root);
    file = realpathSync.native(join(root, path));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "absent" };
    return { state: "refused", reason: `${JSON.stringify(path.slice(0, 200))} cannot be read (${code})` };
  }
  if (file.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) return { state: "found", file };
  return { state: "refused", reason: `the path "${path}" leads out of its folder by a link` };
}
